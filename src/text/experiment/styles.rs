//! Words of the experiment `styles`.

/// Title of its table.
pub const TITLE: &str = "Rivals with the genes of the thesis, and with those of style";

/// Its headings.
pub const COLUMNS: [&str; 7] = ["", "thesis", "95 %", "style", "95 %", "difference", "95 %"];

/// Its figures and their digits after the point.
pub const FIGURES: [(&str, usize); 12] = [
    ("rivals found, of 3", 2),
    ("mismatch of two rivals, mean", 3),
    ("mismatch of two rivals, least of a run", 3),
    ("distance in behaviour, mean", 2),
    ("distance in behaviour, least of a run", 2),
    ("distance of a rival from itself", 2),
    ("told from another by one game (chance 0.5)", 3),
    ("told from another, hardest two of a run", 3),
    ("told from both others (chance 0.333)", 3),
    ("rivals of whom there is something to say", 2),
    ("two rivals of whom different things are said", 2),
    ("games of the breeding", 0),
];

/// What is to be said beside it.
pub const NOTES: [&str; 4] = [
    "Means over runs; the unit of every interval is the run. Differences are over runs of the same seed.",
    "Distance in behaviour: root of the mean square difference of ten axes, each in standard deviations between \
     individuals of the reference (behaviour.toml). A rival's distance from itself, over other games, is its noise.",
    "Told apart: nearest mean of behaviour in one fresh game, after as many games of each rival to learn from.",
    "The thesis' subjects told same from different in 2/3 of the pairs or more in 7 of 10 cases, after a whole game \
     against each; that question is another one and not compared here.",
];

//! Words of the comparison of players that hold themselves level.

/// Title of the summary.
#[must_use]
pub fn summary(opponents: usize, games: usize) -> String {
    format!("Who holds level over a ladder of {opponents} opponents, {games} games against each")
}

/// Its headings.
pub const SUMMARY_COLUMNS: [&str; 8] = [
    "player",
    "from even",
    "95 %",
    "level with",
    "mean difference",
    "within 10 discs",
    "gives a corner",
    "leaves a corner",
];

/// Title of the single opponents.
pub const EACH: &str = "Against each opponent of the ladder";

/// Its headings.
pub const EACH_COLUMNS: [&str; 7] = [
    "player",
    "opponent",
    "points",
    "95 %",
    "mean difference",
    "95 %",
    "within 10 discs",
];

/// So many of so many.
#[must_use]
pub fn share(some: usize, all: usize) -> String {
    format!("{some} of {all}")
}

/// A share with its interval, in hundredths.
#[must_use]
pub fn percent(value: f64, low: f64, high: f64) -> String {
    format!(
        "{:.1} % ({:.1} to {:.1})",
        100.0 * value,
        100.0 * low,
        100.0 * high
    )
}

/// What else is to be said.
pub const NOTES: [&str; 6] = [
    "from even: mean over the opponents of how far the share of points is from one half (0.5 for one \
     that always wins or loses; a player that is everybody's equal has about 0.09 in 20 games against each, by the \
     lots of the games alone); its interval takes the ladder's opponents as drawn \
     from such opponents",
    "level with: opponents against whom the share of points is within 0.4 to 0.6",
    "gives a corner: moves beside a corner that the opponent can take next, of the own moves where another move \
     was there that gives none; leaves a corner: moves elsewhere, of the own moves where a corner could be taken",
    "the agents hold one D, made for one player: they are not told whom they meet; the two of Tsukamoto's paper \
     look at the board alone; the tester holds nothing back and is there for comparison",
    "colours alternate; every game starts from the usual position, and those of players without chance in them \
     differ by equal moves drawn by lot",
    "an evolved rival is not among them: it is made for one player and does not adapt",
];

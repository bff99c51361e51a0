//! Words of the experiments of Tsukamoto's paper.

/// A question left open by the text, the ways to read it, the one used, and how it was chosen.
pub type Open = (
    &'static str,
    &'static [&'static str],
    &'static str,
    &'static str,
);

/// Title of table 1 as points.
pub const TABLE_1: &str =
    "Points of the own player, draws half a win: 50 games as each colour (table 1)";

/// Title of table 1 as it is printed.
pub const COUNTS: &str = "Wins, losses and draws of the own player (table 1)";

/// Its headings.
pub const COUNTS_COLUMNS: [&str; 7] = [
    "own",
    "opponent",
    "depth",
    "paper",
    "ours",
    "mean difference",
    "within 10 discs",
];

/// A row.
pub fn row(own: &str, opponent: &str) -> String {
    format!("{own} - {opponent}")
}

/// Wins, losses and draws.
pub fn counts([wins, losses, draws]: [u32; 3]) -> String {
    format!("{wins}-{losses}-{draws}")
}

/// What ours comes from.
pub fn games(count: usize) -> String {
    format!("{count} games")
}

/// Title of the comparison of readings.
pub fn readings(games: usize, cells: usize) -> String {
    format!(
        "Each reading against {cells} cells of table 1, {games} games each: points per 100 games"
    )
}

/// First and last heading of that table.
pub const READINGS_COLUMNS: [&str; 3] = ["player", "opening", "rms from the paper"];

/// What stands in the row of the paper.
pub const PAPER: &str = "the paper";

/// An opening by lot.
pub fn opening(plies: u32) -> String {
    match plies {
        0 => "the usual one".to_owned(),
        _ => format!("{plies} plies by lot"),
    }
}

/// How it was chosen.
const TRIED: &str = "by koteki experiment tsukamoto-1-readings --scale paper --seed 1001 (20 games a cell): the least distance \
                     from the paper's table, 8.9 points of 100 for the proposed player (the others 14.9 and more), 10.1 for \
                     Nakamichi's (13.2 and more)";

/// What the text leaves open.
pub const READINGS: [Open; 6] = [
    (
        "whether V0 is what the search maximises, or is made from the searched value of each move (§3 says both)",
        &["at=leaves", "at=root"],
        "at=leaves",
        TRIED,
    ),
    (
        "whether ended games are converted too (where the evaluation is at the leaves)",
        &["ended=true", "ended=false"],
        "ended=true",
        TRIED,
    ),
    (
        "where the corners of the threshold are counted: M is the current position",
        &["corners=board", "corners=leaf"],
        "corners=leaf",
        TRIED,
    ),
    (
        "how 50 games of a colour come to differ",
        &[
            "equal moves by lot",
            "the first of equal moves, and some opening plies by lot",
        ],
        "equal moves by lot, from the usual position",
        TRIED,
    ),
    (
        "whose value a leaf has where the opponent is on move (ended games at odd plies above all)",
        &[
            "view=root: the own side's, its choices counted as if it were on move",
            "view=mover: the opponent's, negated, as in negamax",
        ],
        "view=root",
        TRIED,
    ),
    (
        "what a leaf position (葉の局面) is, where the difference in discs counts",
        &["an ended game"],
        "an ended game",
        "by the text: the other evaluations are for the positions that are not leaves",
    ),
];

/// What else is to be said.
pub const NOTES: [&str; 1] = [
    "the paper's percentages leave draws out; here a draw is half a win on both sides of the comparison",
];

//! Words of the experiments of Osaki et al. 2009.

/// A question left open by the text, the ways to read it, the one used, and how it was chosen.
pub type Open = (
    &'static str,
    &'static [&'static str],
    &'static str,
    &'static str,
);

/// Title of tables 2 and 3.
pub fn rates(number: usize, playouts: u32) -> String {
    format!("Winning rates foretold, taught by {playouts} games by lot a position (table {number})")
}

/// Title of table 4.
pub fn made(playouts: u32) -> String {
    format!(
        "The evaluation of epsilon 1 and {playouts} games by lot on positions of other evaluations (table 4)"
    )
}

/// An ε.
pub fn epsilon(epsilon: f64) -> String {
    format!("epsilon {epsilon}")
}

/// Positions of the evaluation of that ε.
pub fn made_by(epsilon: f64) -> String {
    format!("positions of epsilon {epsilon}")
}

/// The row of an error.
pub fn error(label: &str) -> String {
    format!("{label}: mean error")
}

/// The row of an accuracy.
pub fn accuracy(label: &str) -> String {
    format!("{label}: right side of 0.5")
}

/// Where the figures come from.
pub fn lessons(count: usize, positions: usize) -> String {
    format!("{count} lessons on {positions} positions")
}

/// Where the figures come from.
pub fn games(count: usize) -> String {
    format!("{count} games")
}

/// Title of tables 5 to 7.
pub fn seconds(number: u64, seconds: u32, nodes: u64) -> String {
    format!("TOQN against the Monte Carlo player: {seconds} s, here {nodes} nodes (table {number})")
}

/// A row of them: ε and wins, draws and losses of the paper and ours.
pub fn against(epsilon: f64, paper: (u32, u32, u32), ours: (u32, u32, u32)) -> String {
    let result = |(wins, draws, losses): (u32, u32, u32)| format!("{wins}-{draws}-{losses}");
    format!(
        "epsilon {epsilon}: {}, here {}",
        result(paper),
        result(ours)
    )
}

/// Title of the readings.
pub const ALL_READINGS: &str =
    "What each reading makes of the row epsilon 1 of table 2 (0.0952, 0.7965)";

/// Their headings.
pub const READING_COLUMNS: [&str; 10] = [
    "opponent",
    "White's squares",
    "paths",
    "obstacles",
    "dead",
    "draws",
    "error",
    "right",
    "error off",
    "right off",
];

/// How the other side enters.
pub const fn opponent(ignored: bool, weighed: bool) -> &'static str {
    match (ignored, weighed) {
        (true, _) => "ignored",
        (_, true) => "weighed",
        _ => "difference",
    }
}

/// Where White's squares are counted from.
pub const fn sight(own: bool) -> &'static str {
    if own { "own start" } else { "board" }
}

/// Which paths are to be free.
pub const fn paths(one: bool) -> &'static str {
    if one { "one" } else { "all" }
}

/// Of what.
pub const fn obstacles(forbidden: bool) -> &'static str {
    if forbidden { "forbidden" } else { "opponent" }
}

/// Which squares can be dead.
pub const fn dead(taken: bool) -> &'static str {
    if taken { "taken" } else { "free" }
}

/// What a drawn game by lot counts.
pub const fn draws(lost: bool) -> &'static str {
    if lost { "lost" } else { "half" }
}

/// What the text leaves open.
pub const READINGS: [Open; 7] = [
    (
        "how the side that is not to move enters a value (table 1 words all features for the side to move)",
        &["as a difference", "not at all", "with weights of its own"],
        "as a difference, which of the two with the paper's 848 weights comes nearer to table 2 (weights of their own come nearer still, but are 1696)",
        "osaki-2-readings, on seed 1001",
    ),
    (
        "where the second player's squares are counted from",
        &["the board as it lies", "its own start"],
        "the board, which comes nearer to the accuracy of table 2 (its own start comes nearer to the error)",
        "osaki-2-readings, on seed 1001",
    ),
    (
        "which shortest paths to a square of the territory must be free",
        &["all", "one is enough"],
        "all, as the text has it",
        "by the text; osaki-2-readings shows both",
    ),
    (
        "what blocks a path",
        &["the opponent's squares", "own and dead squares too"],
        "the opponent's squares, as the text has it",
        "by the text, although the other comes a little nearer to table 2: osaki-2-readings, on seed 1001",
    ),
    (
        "whether an occupied square can be dead",
        &["no", "yes"],
        "no",
        "by the text (a square that cannot be occupied); osaki-2-readings shows both",
    ),
    (
        "how a drawn game by lot counts",
        &["half a win", "as lost"],
        "half a win",
        "the natural sense, with half points for both sides; osaki-2-readings shows both",
    ),
    (
        "which positions of a game are learned from",
        &["all after the first ply and before the last", "others"],
        "all of them, passes included",
        "the natural sense; others were not tried",
    ),
];

/// What else is to be said of tables 2 to 4.
pub const RATE_NOTES: [&str; 2] = [
    "The paper's figures are of one lesson each, and lessons from other games differ: \"one run\" is where 95 % of single lessons are expected.",
    "Positions are after so many plies by lot (table 4: two, and then the evaluation's best moves), none of them with the game over.",
];

/// What else is to be said of the readings.
pub const READING_NOTES: [&str; 1] = [
    "All readings learn from the same games and are tried on the same positions; with \"lost\" the teacher's shares count draws as lost, while the test's count them half.",
];

/// What else is to be said of tables 5 to 7.
pub const GAME_NOTES: [&str; 3] = [
    "One lesson for each epsilon plays all its games: the intervals are those of its games, and another lesson may play better or worse by more.",
    "Seconds are nodes, 77,000 each as the paper counts them; a node here is a position evaluated, those that only order moves included. The rates count a draw half; labels are wins-draws-losses.",
    "The first move of both sides is by lot; every opening is played with both colours.",
];

//! Words of the experiments of Ueda 2012, ch. 5.

/// A question left open by the text, the ways to read it, and the one used.
pub type Open = (&'static str, &'static [&'static str], &'static str);

/// How a reading that was not compared was chosen.
pub const NOT_TRIED: &str = "taken as the likeliest; the others were not tried";

/// Title of `ueda-5.2`'s comparison.
pub const STRENGTHS: &str = "Three players told apart by the tester (§5.2)";

/// Title of its means.
pub const MEANS: &str = "Means over games of a player against itself, plies 1 to 40 of one side";

/// Their headings.
pub const MEANS_COLUMNS: [&str; 7] = [
    "player",
    "mean loss",
    "95 %",
    "sd of losses",
    "95 %",
    "mean rank",
    "95 %",
];

/// Title of the histograms.
pub const HISTOGRAMS: &str = "Games by mean loss, sd of losses and mean rank (figs 5.1 to 5.3)";

/// Headings of the histograms, before the players.
pub const FIGURE: &str = "figure";
/// The lower end of a bin.
pub const FROM: &str = "from";
/// The upper end of a bin.
pub const BELOW: &str = "below";

/// Figures of a game.
pub const MEAN_LOSS: &str = "mean loss";
/// The spread of its losses.
pub const SD_LOSS: &str = "sd of losses";
/// The mean rank of its moves.
pub const MEAN_RANK: &str = "mean rank";

/// The share of games with a small rank.
pub const RANK_TWO: &str = "advanced: games with a mean rank of 1 or 2 (below 2.5)";

/// What a claim says.
pub const ABOVE: &str = "above 0";

/// Title of `ueda-5.3`'s comparison.
pub const K_BEST: &str = "k-best against Intermediate (table 5.2)";

/// How far its losses stay below the target.
pub const SHORT: &str = "25.12 less the mean loss of k-best in a game";

/// The longest run of best moves.
pub const LONGEST_RUN: &str = "best moves in a row in a game (fig. 5.6: one game)";

/// On fig. 5.6.
pub const PICKED: &str = "Fig. 5.6 is of one game that the thesis picked to show a run of best moves (11 to \
     17), not of a random one; whether it counts own moves or plies is not said, here own moves.";

/// Title of its losses.
pub const K_BEST_CURVE: &str = "Loss of k-best at each own move (figs 5.5 and 5.6)";

/// Headings of curves.
pub const OWN_MOVE: &str = "own move";
/// Of many games.
pub const MEAN_OF_GAMES: &str = "mean of the first 25 games";
/// Of one.
pub const ONE_GAME: &str = "first game";

/// Title of `ueda-5.4`'s comparison.
pub const TABLE_5_3: &str = "Agents against the players whose D they hold (table 5.3)";

/// Title of the agents' losses.
pub const AGENT_CURVE: &str = "Loss of the agent at each own move (figs 5.7 to 5.10)";

/// Their headings.
pub const AGENT_CURVES: [&str; 4] = [
    "Intermediate, 25 games",
    "Intermediate, first game",
    "Beginner, 25 games",
    "Beginner, first game",
];

/// On a row of table 5.3.
pub const MISPRINT: &str = "Table 5.3 prints 114-87 of 200 games for UCT, 1 s: one of the two is a \
     misprint. Its win rate of 0.57 is compared.";

/// On decided moves.
pub const DECIDED: &str = "Moves in decided positions are left out of losses and ranks: one of them \
     would be all the mean there is.";

/// Title of `ueda-5.5`'s comparison.
pub const TABLES_5_4: &str =
    "Targets wrong by 10, before and after readjustment (tables 5.4 and 5.5)";

/// The open question of §5.5.
pub const QUESTION_5_5: &str =
    "f(TS, s, t): from which turn, on which s, and from which target each time";

/// On how much nearer a readjusted agent is.
pub const ABOVE_NOTE: &str = "\"Nearer to one half\" is how far the win rate was from 0.5 less how far \
     it is after readjustment; it is not judged by itself.";

/// Headings of the readings.
pub const READINGS_COLUMNS: [&str; 6] = [
    "reading",
    "15.12, Intermediate",
    "35.12, Intermediate",
    "18.98, Beginner",
    "38.98, Beginner",
    "misfit",
];

/// The thesis' row.
pub const THESIS: &str = "the thesis";

/// Title of the measured UCT.
pub const CALIBRATION: &str = "D of UCT against itself by playouts a move";

/// Its headings.
pub const UCT_COLUMNS: [&str; 4] = ["player", "playouts", "D", "95 %"];

/// Title of the answers.
pub const CALIBRATED: &str = "Playouts at which D is the thesis' (between two of the table)";

/// Their headings.
pub const CALIBRATED_COLUMNS: [&str; 3] = ["player", "D", "playouts"];

/// Open in §5.2.
pub const READINGS_5_2: [Open; 3] = [
    (
        "UCT's constant, its playouts, and the machine of its second a move",
        &["playouts at which D is that of table 5.3"],
        "playouts at which D is that of table 5.3",
    ),
    (
        "positions in which a finished game is seen",
        &["left out", "counted with the value of a won game"],
        "left out",
    ),
    (
        "which side of a game of a player against itself is judged",
        &["Black and White in turn", "Black"],
        "Black and White in turn",
    ),
];

/// Open in §5.3.
pub const READINGS_5_3: [Open; 2] = [
    (
        "whether k-best searches the end of the game",
        &[
            "no, depth 5 to the end",
            "from 9 empty squares on, as the tester here",
        ],
        "no, depth 5 to the end",
    ),
    (
        "where its losses are counted",
        &["up to ply 40, as §5.2", "in the whole game"],
        "up to ply 40, as §5.2",
    ),
];

/// Open in §5.4.
pub const READINGS_5_4: [Open; 3] = [
    (
        "the agent after its 20th move",
        &["goes on holding D", "plays its best"],
        "goes on holding D",
    ),
    ("equally near moves", &["by lot", "the first"], "by lot"),
    (
        "what UCT+ adds to UCT, which is not described",
        &["a progressive bias of the tester's evaluation, playouts as UCT at 10 s"],
        "a progressive bias of the tester's evaluation, playouts as UCT at 10 s",
    ),
];

/// Open in §5.5, not compared.
pub const READINGS_5_5: [Open; 1] = [(
    "for which side s is",
    &["the agent's", "its opponent's"],
    "the agent's",
)];

/// Who meets whom.
pub fn against(player: &str, opponent: &str) -> String {
    format!("{player} against {opponent}")
}

/// So many games.
pub fn games(count: u32) -> String {
    format!("{count} games")
}

/// A difference of two players.
pub fn less(figure: &str, more: &str, less: &str) -> String {
    format!("{figure}: {more} less {less}")
}

/// The D that an agent comes to in its games.
pub fn held(opponent: &str) -> String {
    format!("mean loss of the agent against {opponent}")
}

/// How much nearer to one half.
pub fn nearer(d: f64, opponent: &str) -> String {
    format!("nearer to one half: {d}, {opponent}")
}

/// How the reading of §5.5 was chosen.
pub fn chosen(seed: u64) -> String {
    format!("least misfit of ueda-5.5-readings on seed {seed}")
}

/// Title of the readings.
pub fn readings(games: u32) -> String {
    format!("Win rates after readjustment, {games} games each")
}

/// What the constants are.
pub fn calibrated(one: &str, ten: &str, plus: &str) -> String {
    format!("In the other experiments 1 s is {one}, 10 s {ten}, and UCT+ {plus}.")
}

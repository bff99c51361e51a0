//! Words of the experiments on meeting a player as an equal.

/// How an agent is made: the program's way, the thesis' way.
pub const WAYS: [&str; 2] = ["losses and results", "mean loss D"];

/// Title of the summary.
pub const MEETINGS: &str = "What players score against the agents that were made for them";

/// Its headings.
pub const MEETING_COLUMNS: [&str; 9] = [
    "player",
    "games",
    "made from",
    "mean D held",
    "median",
    "quartiles",
    "all",
    "in 0.4-0.6",
    "95 %",
];

/// Title of the list.
pub const FITS: &str = "Every fit";

/// Its headings.
pub const FIT_COLUMNS: [&str; 6] = ["player", "fit", "games", "made from", "D held", "win rate"];

/// So many of so many.
pub fn share(some: usize, all: usize) -> String {
    format!("{some} of {all}")
}

/// What else is to be said.
pub fn notes(games: u64) -> Vec<String> {
    vec![
        "win rates are the player's: 0.5 is an equal, more is an agent too weak".to_owned(),
        format!(
            "each is measured in {games} games from the usual position, colours alternating; that alone \
             spreads them with a standard deviation of up to {:.3}",
            0.5 / libm::sqrt(games as f64)
        ),
        "losses and results: the first 3 games are against Beginner, every later one against the agent \
         made from the games before it, as a person would play them"
            .to_owned(),
        "mean loss D: the thesis' way, from the moves of the same games".to_owned(),
    ]
}

/// Title of the curves.
pub const CURVES: &str =
    "What players score against agents, and the D at which an agent is even with them";

/// Its first headings.
pub const CURVE_COLUMNS: [&str; 4] = ["player", "own D", "even at D", "on the scale"];

/// A win rate against an agent.
pub fn against(d: f64) -> String {
    format!("d={d:.0}")
}

/// Title of the scales.
pub const SCALES: &str = "Scales of the form sqrt(D + c), one slope for all simulated players";

/// Its headings.
pub const SCALE_COLUMNS: [&str; 3] = ["c", "slope", "log likelihood"];

/// What the even points say: number, mean and standard deviation of the simulated players' and of all.
pub fn offsets(
    (players, mean, sd): (usize, f64, f64),
    (all, all_mean, all_sd): (usize, f64, f64),
) -> String {
    let levels = all - players;
    format!(
        "even points of the {players} simulated players, on the best scale, from their own D: mean {mean:+.2}, \
         standard deviation {sd:.2}; with the {levels} levels of the roster, which decide neither the scale nor the \
         slope: mean {all_mean:+.2}, standard deviation {all_sd:.2}"
    )
}

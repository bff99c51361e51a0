//! The columns of the tables that a study is written as; see [`export`](super::export).

/// A person each.
pub(super) const PEOPLE: [&str; 25] = [
    "seed",
    "begun",
    "complete",
    "plain",
    "model",
    "low",
    "high",
    "seen",
    "target",
    "by",
    "rival_a",
    "rival_b",
    "rival_c",
    "rate_a",
    "rate_b",
    "rate_c",
    "wins",
    "draws",
    "losses",
    "right",
    "of",
    "rate",
    "rate_low",
    "rate_high",
    "by_chance",
];

/// A game each.
pub(super) const GAMES: [&str; 14] = [
    "game",
    "place",
    "pair",
    "which",
    "rival",
    "opponent",
    "person",
    "seed",
    "result",
    "black",
    "white",
    "begun",
    "ended",
    "transcript",
];

/// A pair of games each.
pub(super) const PAIRS: [&str; 6] = ["pair", "first", "second", "same", "said", "right"];

/// An answer each.
pub(super) const ANSWERS: [&str; 5] = ["sheet", "question", "about", "rival", "answer"];

/// A person each, in Tsukamoto's experiment.
pub(super) const PEOPLE_OF_ROUNDS: [&str; 6] =
    ["seed", "begun", "complete", "wins", "draws", "losses"];

/// A game each, in Tsukamoto's experiment.
pub(super) const GAMES_OF_ROUNDS: [&str; 14] = [
    "game",
    "place",
    "round",
    "number",
    "part",
    "opponent",
    "person",
    "seed",
    "result",
    "black",
    "white",
    "begun",
    "ended",
    "transcript",
];

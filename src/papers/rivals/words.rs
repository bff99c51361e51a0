//! Messages that several files of the experiments on rivals share.

pub const CERTIFIED: &str =
    "Three certified rivals for agents that hold D, in 400 fresh games each";

pub const CERTIFIED_COLUMNS: [&str; 9] = [
    "D",
    "depth",
    "runs",
    "runs that hold",
    "certified rivals",
    "inside 0.4 to 0.6",
    "share inside (95 %)",
    "smallest mismatch",
    "games a run",
];

pub const RUNS: &str =
    "Each run: the rivals' win rates in the fresh games with their 95 % intervals";

pub const RUNS_COLUMNS: [&str; 10] = [
    "D",
    "depth",
    "run",
    "games",
    "series",
    "A",
    "B",
    "C",
    "smallest mismatch",
    "largest floor",
];

pub fn rate(rate: f64, low: f64, high: f64) -> String {
    format!("{rate:.3} ({low:.3} to {high:.3})")
}

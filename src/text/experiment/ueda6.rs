//! Words of the experiments of Ueda 2012, ch. 6.

/// β in words.
#[must_use]
pub fn beta(beta: f64) -> String {
    if beta.is_infinite() {
        "β ∞".to_owned()
    } else {
        format!("β {beta}")
    }
}

/// A figure at one β.
#[must_use]
pub fn of_beta(value: f64, label: &str) -> String {
    format!("{}: {label}", beta(value))
}

/// How many runs a figure comes from.
#[must_use]
pub fn runs_of(runs: usize, games: u32) -> String {
    format!("{runs} runs, {games} games each")
}

/// Title of the summary of table 6.1.
pub const TABLE_6_1: &str = "Table 6.1: win rates of the 20 individuals of a run";
/// A row of it.
pub const MEAN: &str = "mean";
/// A row of it.
pub const SD: &str = "sd";
/// A row of it.
pub const NEAR: &str = "within 0.1 of 0.5";
/// A row of it.
pub const LEAST: &str = "least";
/// A row of it.
pub const MOST: &str = "most";
/// Title of the table of individuals.
pub const INDIVIDUALS: &str =
    "Win rates of single individuals in ascending order: the thesis', and our first run of each β";
/// Its headings.
pub const INDIVIDUALS_COLUMNS: [&str; 7] = [
    "individual",
    "thesis 0.01",
    "ours 0.01",
    "thesis 0.001",
    "ours 0.001",
    "thesis 0.0001",
    "ours 0.0001",
];

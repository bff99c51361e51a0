//! Words of the experiments of Yamashita 2009.

/// A question left open by the text, the ways to read it, the one used, and how it was chosen.
pub type Open = (
    &'static str,
    &'static [&'static str],
    &'static str,
    &'static str,
);

/// Title of table 4.2.
pub const TABLE_4_2: &str = "The paper's reader against patterns, per 100 rounds (table 4.2)";

/// Title of table 4.3.
pub const TABLE_4_3: &str =
    "Against GPCP for 100 rounds and then CGPPC: rounds 101 to 200 (table 4.3)";

/// Title of what the text says of fig. 4.1.
pub const FIGURE_4_1: &str = "Points a round in one stretch less those in another (fig. 4.1, text)";

/// The stretches that are compared.
pub const STRETCHES: [&str; 3] = [
    "rounds 31-100 rise more than 1-30",
    "rounds 31-100 rise more than 101-140",
    "rounds 151-200 rise more than 101-140",
];

/// What a claim says.
pub const ABOVE: &str = "above 0";

/// Title of the curve.
pub const CURVE: &str = "Score curve against GPCP, then CGPPC: win +1, loss -1 (fig. 4.1)";

/// Its headings.
pub const CURVE_COLUMNS: [&str; 4] = ["round", "mean", "sd", "first match"];

/// Title of both readers on the patterns.
pub const STRONG: &str = "The paper's reader and the strong one, per 100 rounds";

/// Its headings.
pub const STRONG_COLUMNS: [&str; 7] = [
    "pattern", "reader", "wins", "sd", "draws", "losses", "promised",
];

/// Title of table 4.4.
pub const PEOPLE: &str = "The paper's five people, 100 rounds each (table 4.4, not played again)";

/// Its headings.
pub const PEOPLE_COLUMNS: [&str; 6] = ["person", "wins", "draws", "losses", "net", "chance ±"];

/// Where the figures come from.
pub fn matches(count: usize) -> String {
    format!("{count} matches")
}

/// A row of tables 4.2 and 4.3; the outcome by its number.
pub fn row(pattern: &str, from: usize, outcome: usize) -> String {
    let outcome = ["wins", "draws", "losses"].get(outcome).unwrap_or(&"");
    if from == 0 {
        format!("{pattern}: {outcome}")
    } else {
        format!("rounds {} on: {outcome}", from + 1)
    }
}

/// What the text leaves open.
pub const READINGS: [Open; 5] = [
    (
        "how many copies of the best replace the worst (\"in proportion to the population\")",
        &["none", "1", "5"],
        "1",
        "irrelevant: yamashita-readings",
    ),
    (
        "whether the population is kept from round to round",
        &["kept", "drawn anew"],
        "kept, as §2.3 reads",
        "hardly relevant: yamashita-readings",
    ),
    (
        "which of several best strategies answers",
        &["the first", "one by lot"],
        "the first",
        "irrelevant: yamashita-readings",
    ),
    (
        "the order of the genes at depth 3",
        &["opponent's last, own last, own one before", "own two first"],
        "the opponent's first, as in the example of depth 2",
        "irrelevant: yamashita-readings",
    ),
    (
        "what i counts from in eq. 3.1",
        &["the first round", "the first round that can be scored"],
        "the first round",
        "as eq. 3.1 is written; the other was not tried",
    ),
];

/// What else is to be said.
pub const NOTES: [&str; 4] = [
    "The paper's figures are means of 10 matches without their spread; they are given the spread of ours, \
     so \"differs\" says that a mean of 10 of our matches would hardly come out like that.",
    "Without the breeding, by looking up the best answer of every key (argmax), the figures are the same: \
     the key and the weights decide, the breeding finds what they imply (yamashita-readings).",
    "The text says flat to about round 30, rising to 100, flat to about 140 or 150, rising again.",
    "Against people the paper won 5.8 points per 100 rounds more than it lost; chance alone gives the mean of \
     five matches of 100 rounds an sd of 3.65. People cannot be played again here.",
];

/// Title of the readings.
pub fn readings(count: usize) -> String {
    format!("Wins per 100 rounds by each reading, {count} matches each")
}

/// Its headings.
pub const READINGS_COLUMNS: [&str; 7] = ["reader", "GCP", "sd", "GPPCP", "sd", "GPCP>CGPPC", "sd"];

/// The paper's own row.
pub const PRINTED: &str = "(the paper)";

/// What is to be said of the readings.
pub const READINGS_NOTES: [&str; 1] = [
    "The last five are no readings: the optimum that the breeding strives for, and other keys, which the \
     paper expects to read patterns faster.",
];

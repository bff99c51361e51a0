//! Words of the experiments of Ueda 2012, ch. 6.

/// β in words.
pub fn beta(beta: f64) -> String {
    if beta.is_infinite() {
        "β ∞".to_owned()
    } else {
        format!("β {beta}")
    }
}

/// A figure at one β.
pub fn of_beta(value: f64, label: &str) -> String {
    format!("{}: {label}", beta(value))
}

/// A figure at one β less that at another.
pub fn between(label: &str, a: f64, b: f64) -> String {
    format!("{label}: {} − {}", beta(a), beta(b))
}

/// How many runs a figure comes from.
pub fn runs(runs: usize) -> String {
    format!("{runs} runs")
}

/// The same, of mismatches.
pub fn runs_on(runs: usize, positions: usize) -> String {
    format!("{runs} runs, {positions} positions")
}

/// How many positions a figure comes from.
pub fn on(positions: usize) -> String {
    format!("{positions} positions")
}

/// How many games a figure comes from.
pub fn games(games: u32) -> String {
    format!("{games} games")
}

/// Title of table 6.1.
pub const TABLE_6_1: &str =
    "Table 6.1: win rates of the 20 individuals of a run (the thesis has one run of each β)";
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

/// Title of the table of readings.
pub fn sensitivity(runs: usize) -> String {
    format!(
        "What each reading makes of table 6.1: mean, sd and number near 0.5 for three β, means of \
         {runs} runs"
    )
}
/// Its headings.
pub const READINGS_COLUMNS: [&str; 11] = [
    "reading",
    "mean 0.01",
    "sd",
    "near",
    "mean 0.001",
    "sd",
    "near",
    "mean 0.0001",
    "sd",
    "near",
    "misfit",
];
/// Its last row.
pub const THESIS: &str = "the thesis";
/// What the misfit is.
pub const MISFIT: &str = "Misfit: root mean square of the nine differences from table 6.1 (mean, sd, \
     share near 0.5, three β), in shares of 1. With this few runs, misfits that differ by less than 0.015 \
     cannot be told apart.";

/// The question behind the variants.
pub const QUESTION: &str = "who the opponent is and who looks how far (\"individual's depth 3, agent: \
     Beginner, depth 2\"; no D is given), whose search the individuals use, and on what scale f_sim \
     counts (with eq. 6.7 as printed β 0.01 changes next to nothing, where the thesis finds it as \
     strong as β ∞)";
/// How it was settled.
pub fn chosen(seed: u64) -> String {
    format!(
        "least misfit to table 6.1 but for what runs can't tell apart, on seed {seed}: \
         koteki experiment ueda-6-readings --scale paper --seed {seed}"
    )
}
/// How questions were settled that no variant is about.
pub const NOT_TRIED: &str = "by the text alone, not tried";
/// Those questions: what is open, the ways to read it, and the one used.
pub const OPEN: [(&str, &[&str], &str); 4] = [
    (
        "equal individuals, whose f_sim would be infinite",
        &["as the nearest that two different ones can be", "left out"],
        "as the nearest that two different ones can be",
    ),
    (
        "what makes two games of the same players differ",
        &["equal moves chosen by lot", "the scan order of the program"],
        "the scan order of the program, in its own search and in that of the individuals",
    ),
    (
        "the sign of the frontier term, printed as own − opponent's",
        &["fewer own frontier discs are better", "as printed"],
        "fewer own frontier discs are better, as in the program",
    ),
    (
        "the 300 positions: \"an intermediate player against Reversi in C#\"",
        &["games of a stand-in of that strength", "of people"],
        "drawn from 10 games of an agent of D 25.12 (depth 4) against Intermediate, forced moves among \
         them",
    ),
];

/// Whose search the individuals use.
pub fn engine(program: bool) -> String {
    if program {
        "that of \"Reversi in C#\""
    } else {
        "our own"
    }
    .to_owned()
}

/// Title of the summary of figs 6.3 and 6.4.
pub const DISTANCES: &str =
    "Distance in log10 weights against mismatch, all pairs of a run (β 0.01)";
/// A row of it.
pub const SLOPE: &str = "mismatch per unit of distance (least squares)";
/// A row of it.
pub const CORRELATION: &str = "correlation";
/// A row of it.
pub const MISMATCH: &str = "mean mismatch of two individuals";
/// A row of it.
pub const FLOOR: &str = "floor: an individual against itself, other lots";
/// What the thesis says.
pub const GROWS: &str = "grows";
/// Title of the scatter.
pub const SCATTER_6_2: &str =
    "Figs 6.3 and 6.4: two individuals of the first run against the 19 others";
/// Its headings.
pub const SCATTER_6_2_COLUMNS: [&str; 6] = [
    "individual",
    "other",
    "distance",
    "mismatch",
    "fitted",
    "floor",
];
/// How the two were picked.
pub const PICKED: &str = "6.2: the thesis picks two individuals without saying how; here they are those \
     in the first two places of the population.";

/// Title of the summary of figs 6.5 and 6.6.
pub const CURVES: &str = "Figs 6.5 and 6.6 after the last cycle, and what §6.4.3 says of them";
/// A label.
pub const F_WR: &str = "f_wr";
/// A label.
pub const F_SIM: &str = "log10 f_sim";
/// What the thesis says.
pub const RISES: &str = "above 0";
/// What the thesis says.
pub const SAME: &str = "about 0";
/// Title of fig. 6.5.
pub const FIG_6_5: &str = "Fig. 6.5: f_wr after each cycle, mean over the population and the runs";
/// Title of fig. 6.6.
pub const FIG_6_6: &str =
    "Fig. 6.6: log10 of the population's mean f_sim after each cycle, mean over the runs";
/// A heading.
pub const CYCLE: &str = "cycle";
/// On what scale f_sim is shown.
pub const ON_PRINTED_SCALE: &str = "6.3: f_sim is shown on the scale of eq. 6.7 as printed, whatever \
     factor it had in the fitness; the figures of the thesis have no numbers in its text.";

/// Title of the summary of figs 6.7 to 6.12.
pub const SCATTERS: &str = "Individuals within 0.1 of 0.5: how many, and how far apart";
/// A label.
pub const NUMBER_NEAR: &str = "number near 0.5";
/// A label.
pub const SPREAD_NEAR: &str = "mean log10 distance of those";
/// What the thesis says.
pub const GATHERS: &str = "smaller β gathers";
/// What the thesis says.
pub const FEWER: &str = "larger β leaves fewer";
/// Title of the scatter.
pub const SCATTER_6_4: &str =
    "Figs 6.7 to 6.12: the individuals within 0.1 of 0.5, two runs of each β";
/// Its headings.
pub const SCATTER_6_4_COLUMNS: [&str; 6] =
    ["β", "run", "frontier", "mobility", "stability", "win rate"];

/// Title of the summary of tables 6.2 and 6.3.
pub const TRIO: &str = "Table 6.3: the three rivals of each run (β 0.001)";
/// Title of what the thesis' own three do here under a reading.
pub fn theirs(reading: &str) -> String {
    format!("The thesis' own three individuals (table 6.2), here under the reading \"{reading}\"")
}
/// One of the thesis' three, numbers from 0.
pub fn thesis_individual(index: usize) -> String {
    format!("individual {}, win rate", index + 1)
}
/// A pair of them.
pub fn thesis_pair(a: usize, b: usize) -> String {
    format!("individuals {}–{}, mismatch", a + 1, b + 1)
}
/// A row of it.
pub const THESIS_FLOOR: &str = "their mean floor (each against itself)";
/// A row of it.
pub const OUR_MISMATCH: &str = "mean mismatch of the three pairs";
/// A row of it.
pub const OUR_FLOOR: &str = "their mean floor (each against itself)";
/// Title of the list.
pub const RIVALS: &str =
    "The three rivals of each run, and the mismatch of each with the next and the one after";
/// Its headings.
pub const RIVALS_COLUMNS: [&str; 10] = [
    "run",
    "rival",
    "frontier",
    "mobility",
    "stability",
    "win rate",
    "low",
    "high",
    "with next",
    "with other",
];
/// How many runs gave three.
pub fn trios(found: usize, runs: usize) -> String {
    format!("6.5: {found} of {runs} runs have three individuals near 0.5.")
}
/// Win rates of rivals are not fair ones.
pub const TRIO_FLATTERED: &str = "6.5: the rivals were chosen by the very games that their win rates \
     are from, as in the thesis, which makes them look nearer to 0.5 than they are.";

/// The letter of a rival, from 0.
pub const fn letter(index: usize) -> &'static str {
    match index {
        0 => "A",
        1 => "B",
        _ => "C",
    }
}

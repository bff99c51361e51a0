//! Words of `koteki evolve`.

use std::fmt::Write as _;

/// The letters of the rivals.
pub const RIVALS: [char; 3] = ['A', 'B', 'C'];

/// The line at the end of a cycle. Rates are shares of 1; `rivals` the number found so far.
#[allow(clippy::too_many_arguments)]
pub fn cycle(
    cycle: u32,
    cycles: u32,
    games: u64,
    best_f_wr: f64,
    mean_f_wr: f64,
    mean_f_sim: f64,
    mean_win_rate: f64,
    spread: f64,
) -> String {
    format!(
        "cycle {cycle}/{cycles}: games {games}, f_wr {mean_f_wr:.3} (best {best_f_wr:.3}), \
         f_sim {mean_f_sim:.2}, win rate {mean_win_rate:.3}, spread {spread:.3}"
    )
}

/// The line when the opponent's target changes.
pub fn command(step: u64, target: f64) -> String {
    format!("step {step}: new target D {target:.2}")
}

/// The line when the test of the certified selection is over: of so many individuals that stand at the
/// end (the present population and whoever was certified before) so many of each kind; `rounds`
/// counts the series of cycles that were bred.
pub fn certified(games: u64, verdicts: &Verdicts, rounds: u32) -> String {
    let Verdicts {
        certified,
        strong,
        weak,
        undecided,
    } = verdicts;
    let series = match rounds {
        1 => "1 series of cycles".to_owned(),
        n => format!("{n} series of cycles"),
    };
    format!(
        "test: games {games}, {series}; certified {certified}, too strong {strong}, too weak {weak}, \
         undecided {undecided}"
    )
}

/// How many individuals got each verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verdicts {
    /// Level for certain.
    pub certified: usize,
    /// Won too often.
    pub strong: usize,
    /// Lost too often.
    pub weak: usize,
    /// In doubt after all their games.
    pub undecided: usize,
}

/// What the sequential test says of an individual, in one word for the table.
pub const fn verdict(verdict: Option<Said>) -> &'static str {
    match verdict {
        None => "",
        Some(Said::Open) => "open",
        Some(Said::Certified) => "certified",
        Some(Said::Strong) => "too strong",
        Some(Said::Weak) => "too weak",
        Some(Said::Undecided) => "undecided",
    }
}

/// What can be said of an individual.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// Not enough games.
    Open,
    /// Level for certain.
    Certified,
    /// Wins too often.
    Strong,
    /// Loses too often.
    Weak,
    /// In doubt after all its games.
    Undecided,
}

/// The line when fewer than three rivals could be certified: how many, why, and what the other letters
/// are then.
pub fn too_few(certified: usize, filled: usize, verdicts: &Verdicts, cap: u32) -> String {
    let mut reasons = Vec::new();
    for (count, what) in [
        (verdicts.weak, "lose too often".to_owned()),
        (verdicts.strong, "win too often".to_owned()),
        (
            verdicts.undecided,
            format!("are in doubt after {cap} games"),
        ),
    ] {
        if count > 0 {
            reasons.push(format!("{count} {what}"));
        }
    }
    let mut line = format!(
        "only {certified} of 3 rivals certified: {}",
        reasons.join(", ")
    );
    if filled > 0 {
        let _ = write!(line, "; {filled} more named without certainty");
    }
    if verdicts.weak > 0 && verdicts.strong == 0 {
        line.push_str("; a greater depth of the individuals would make them stronger");
    } else if verdicts.strong > 0 && verdicts.weak == 0 {
        line.push_str("; a smaller depth of the individuals would make them weaker");
    }
    line
}

/// The line when three rivals are certified, but play more alike than was asked.
pub fn too_alike(smallest: f64, wanted: f64) -> String {
    format!("the rivals differ less than asked: smallest mismatch {smallest:.3}, asked {wanted:.2}")
}

/// The line on how often two rivals play differently (95 % interval), or what the ties of one alone
/// bring about.
pub fn mismatch(a: usize, b: usize, rate: f64, low: f64, high: f64) -> String {
    let [one, other] = [a, b].map(|rival| letter(Some(rival)));
    if a == b {
        format!("ties of {one}: {rate:.3} ({low:.3} to {high:.3})")
    } else {
        format!("mismatch {one}-{other}: {rate:.3} ({low:.3} to {high:.3})")
    }
}

/// The line when the retest is over.
pub fn retested(games: u64, rivals: usize) -> String {
    let found = match rivals {
        0 => "no individual is level".to_owned(),
        1 => "one rival chosen".to_owned(),
        n => format!("{n} rivals chosen"),
    };
    format!("retest: games {games}, {found}")
}

/// The line at the end; `complete` unless the run was stopped before it came to rest. `games` of the
/// whole run, `played` of them in these `seconds`.
pub fn ended(
    complete: bool,
    games: u64,
    played: u64,
    seconds: f64,
    directory: Option<&str>,
) -> String {
    let rate = if seconds > 0.0 {
        played as f64 / seconds
    } else {
        0.0
    };
    let mut line = format!("games {games}: {played} in {seconds:.1} s ({rate:.0} games/s)");
    if !complete {
        line.push_str(", stopped before the end");
    }
    if let Some(directory) = directory {
        let _ = write!(line, ", kept in {directory}");
    }
    line
}

/// The error when a run cannot be gone on with: in what it differs, and what to do.
pub fn not_resumed(directory: &str, difference: &str, remedy: &str) -> String {
    format!("cannot go on with {directory}: {difference}; {remedy}")
}

/// In which cycle a run is.
pub fn in_cycle(cycle: u32, cycles: u32) -> String {
    format!("in cycle {} of {cycles}", cycle.min(cycles))
}

/// The individuals play further games, to make sure.
pub const RETEST: &str = "retest";
/// Nothing more to do.
pub const OVER: &str = "over";

/// The error when a game failed.
pub fn failed(reason: &str) -> String {
    format!("a game failed, the evolution is over: {reason}")
}

/// One line of the table of individuals.
#[derive(Clone, Debug)]
pub struct Row {
    /// Letter index of a rival.
    pub rival: Option<usize>,
    /// The individual's number.
    pub id: u64,
    /// The bred weights.
    pub weights: Vec<i32>,
    /// Games it is judged by.
    pub games: u32,
    /// Its win rate and 95 % interval; `None` without games.
    pub win_rate: Option<(f64, f64, f64)>,
    /// Its fitness; `None` when it was never drawn.
    pub fitness: Option<f64>,
    /// What the sequential test says of it; `None` where there is none.
    pub said: Option<Said>,
}

/// The letter of a rival, 0 for A; a space for none.
fn letter(rival: Option<usize>) -> char {
    let letter = rival.and_then(|index| RIVALS.get(index));
    letter.copied().unwrap_or(' ')
}

/// The line that names a rival as a player, to be played against.
pub fn rival(rival: usize, name: &str) -> String {
    format!("{} = {name}", letter(Some(rival)))
}

/// The table of individuals; `genes` are the headings of the weights.
pub fn table(genes: &[&str], rows: &[Row]) -> String {
    let mut text = String::from("   individual");
    for gene in genes {
        let _ = write!(text, " {gene:>width$}", width = gene.len().max(5));
    }
    text.push_str("  games  win rate (95 %)           fitness\n");
    for row in rows {
        let letter = letter(row.rival);
        let _ = write!(text, "{letter}  {:>10}", row.id);
        for (gene, weight) in genes.iter().zip(&row.weights) {
            let _ = write!(text, " {weight:>width$}", width = gene.len().max(5));
        }
        let rate = row.win_rate.map_or_else(
            || "-".to_owned(),
            |(rate, low, high)| format!("{rate:.3} ({low:.3} to {high:.3})"),
        );
        let fitness = row
            .fitness
            .map_or_else(|| "-".to_owned(), |fitness| format!("{fitness:.4}"));
        let said = verdict(row.said);
        let line = format!("  {:>5}  {rate:<22} {fitness:>11}  {said}", row.games);
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

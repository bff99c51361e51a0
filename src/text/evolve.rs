//! Words of `koteki evolve`.

use std::fmt::Write as _;

/// The letters of the rivals.
pub const RIVALS: [char; 3] = ['A', 'B', 'C'];

/// The line at the end of a cycle. Rates are shares of 1; `rivals` the number found so far.
#[must_use]
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
#[must_use]
pub fn command(step: u64, target: f64) -> String {
    format!("step {step}: new target D {target:.2}")
}

/// The line when the retest is over.
#[must_use]
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
#[must_use]
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
#[must_use]
pub fn not_resumed(directory: &str, difference: &str, remedy: &str) -> String {
    format!("cannot go on with {directory}: {difference}; {remedy}")
}

/// In which cycle a run is.
#[must_use]
pub fn in_cycle(cycle: u32, cycles: u32) -> String {
    format!("in cycle {} of {cycles}", cycle.min(cycles))
}

/// The individuals play further games, to make sure.
pub const RETEST: &str = "retest";
/// Nothing more to do.
pub const OVER: &str = "over";

/// The error when a game failed.
#[must_use]
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
}

/// The letter of a rival, 0 for A; a space for none.
fn letter(rival: Option<usize>) -> char {
    let letter = rival.and_then(|index| RIVALS.get(index));
    letter.copied().unwrap_or(' ')
}

/// The line that names a rival as a player, to be played against.
#[must_use]
pub fn rival(rival: usize, name: &str) -> String {
    format!("{} = {name}", letter(Some(rival)))
}

/// The table of individuals; `genes` are the headings of the weights.
#[must_use]
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
        let _ = writeln!(text, "  {:>5}  {rate:<22} {fitness:>11}", row.games);
    }
    text
}

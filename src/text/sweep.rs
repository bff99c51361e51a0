//! Words of `koteki sweep` and `koteki merge`.

use std::fmt::Write as _;

/// The line when a run is over.
pub fn run_over(number: usize, of: usize, name: &str) -> String {
    format!("{number}/{of} {name}")
}

/// The line that says how far the sweep is.
pub fn progress(number: usize, of: usize, name: &str) -> String {
    format!("run {number} of {of}: {name}")
}

/// The runs of the shard are over, and those of others are not here.
pub fn shard_over(directory: &str) -> String {
    format!(
        "the runs of this shard are over: koteki merge puts {directory} and the other shards together"
    )
}

/// The sweep was stopped.
pub const STOPPED: &str = "stopped: the same command goes on";

/// Nothing is left of a sweep to be played.
pub const NOTHING_LEFT: &str = "every run of the sweep is over: nothing is left to be played";

/// What the runs that are not over will cost, of `all`.
pub fn cost(
    runs: usize,
    all: usize,
    games: u64,
    per_second: f64,
    jobs: usize,
    time: &str,
) -> String {
    let runs = if runs == all {
        format!("{runs} runs")
    } else {
        format!("{runs} of {all} runs are left")
    };
    format!(
        "{runs}, at least {games} games\n\
         {per_second:.0} games/s with {jobs} threads, measured just now on the first of them: about {time}\n"
    )
}

/// The directory holds another sweep.
pub fn another(directory: &str) -> String {
    format!("{directory} holds another sweep (see its sweep.toml): name another directory")
}

/// The directory holds something else.
pub fn not_empty(directory: &str) -> String {
    format!("{directory} is not empty and holds no sweep: name a new directory")
}

/// A shard that cannot be read.
pub fn bad_shard(text: &str) -> String {
    format!("--shard {text}: write i/n, the i-th of n parts, as in 2/10")
}

/// Mean and interval, with as many digits as they need.
fn number(value: f64) -> String {
    match value.abs() {
        1000.0.. => format!("{value:.0}"),
        10.0.. => format!("{value:.2}"),
        _ => format!("{value:.4}"),
    }
}

/// A line of the table: the settings that vary, the number of runs, and of each measure the mean and
/// the ends of its interval.
pub type Row = (Vec<String>, usize, Vec<(f64, Option<(f64, f64)>)>);

/// The table: the settings that vary, the number of runs, and for each measure its mean with the 95 %
/// interval.
pub fn table(keys: &[&str], measures: &[&str], rows: &[Row]) -> String {
    let mut lines: Vec<Vec<String>> = Vec::new();
    let head = keys.iter().chain(&["runs"]).chain(measures);
    lines.push(head.map(|&it| it.to_owned()).collect());
    for (values, runs, of) in rows {
        let mut line = values.clone();
        line.push(runs.to_string());
        line.extend(of.iter().map(|(mean, interval)| match interval {
            Some((low, high)) => {
                format!("{} ({} to {})", number(*mean), number(*low), number(*high))
            }
            None => number(*mean),
        }));
        lines.push(line);
    }
    let columns = lines.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns)
        .map(|column| {
            let cells = lines.iter().filter_map(|line| line.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        })
        .collect();
    let mut text = String::new();
    for line in lines {
        let mut row = String::new();
        for (cell, width) in line.iter().zip(&widths) {
            let _ = write!(row, "{cell:<width$}  ");
        }
        let _ = writeln!(text, "{}", row.trim_end());
    }
    text.push_str("means over the runs with their 95 % intervals (Student's)\n");
    text
}

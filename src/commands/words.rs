//! Messages that several files of the subcommands share.

use koteki_games::words::harmless::harmless;
use koteki_games::words::numbers::grouped;
use koteki_session::watch::words;

pub fn threads_of(threads: usize) -> String {
    if threads == 1 {
        "1 thread".to_owned()
    } else {
        format!("{threads} threads")
    }
}

pub fn rate(count: u64, seconds: f64) -> String {
    let rate = count as f64 / seconds.max(1e-9);
    if rate >= 1e6 {
        format!("{:.1} M", rate / 1e6)
    } else {
        grouped(rate.round() as u64)
    }
}

pub fn no_threads(jobs: usize) -> String {
    format!("cannot start {jobs} threads")
}

pub fn othello_only(option: &str) -> String {
    format!("{option} goes with --game othello only")
}

pub fn progress(games: u64, of: Option<u64>, part: Option<f64>, seconds: f64) -> String {
    let rate = if seconds > 0.0 {
        games as f64 / seconds
    } else {
        0.0
    };
    let mut text = format!("{} games", grouped(games));
    if let Some(of) = of {
        text = format!("{} of {} games", grouped(games), grouped(of));
    }
    text += &format!(", {rate:.1} a second");
    if let Some(part) = part.filter(|part| *part > 0.000_5 && *part <= 1.0) {
        let left = seconds / part * (1.0 - part);
        text += &match left {
            60.0.. => format!(", {:.0} min left", left / 60.0),
            _ => format!(", {left:.0} s left"),
        };
    }
    text
}

pub fn again(command: &str) -> String {
    format!("to repeat: {command}")
}

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

/// What the figures in these lines are.
pub const CYCLE_FIGURES: &str = "f_wr: fitness for the win rate, at most 1, higher the surer it is that an individual wins half of its games; f_sim: how alike \
     the individuals are, the lower the more they differ; spread: distance of two of them, in log10 weights";

/// The line with how long the run still takes, where that is known.
pub fn with_left(line: String, seconds: Option<f64>) -> String {
    match seconds {
        Some(seconds) => format!("{line}, about {} left", words::duration(seconds)),
        None => line,
    }
}

pub fn command(step: u64, target: f64) -> String {
    format!("step {step}: new target D {target:.2}")
}

/// The line when the test of the certified selection is over: of so many individuals that stand at the
/// end (the present population and whoever was certified before) so many of each kind; `rounds`
/// counts the series of cycles that were bred.
pub fn certified(games: u64, verdicts: &words::Verdicts, rounds: u32) -> String {
    let words::Verdicts {
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

pub fn retested(games: u64, rivals: usize) -> String {
    let found = match rivals {
        0 => "no individual is level".to_owned(),
        1 => "one rival chosen".to_owned(),
        n => format!("{n} rivals chosen"),
    };
    format!("test: games {games}, {found}")
}

/// Why a target, set by `what`, means nothing to a breeding against `opponent`.
pub fn no_target(what: &str, opponent: &str) -> String {
    format!(
        "{what}: the opponent {opponent} holds no target; leave {what} away, or name an opponent that holds it, such as \
         agent:d=target"
    )
}

/// A place that holds no game: file, number in it, line (none in a file without lines), bytes before it.
pub fn fault(file: &str, game: u64, line: Option<usize>, byte: u64, fault: &str) -> String {
    let line = line.map_or_else(String::new, |line| format!("line {line}, "));
    harmless(&format!("{file}, game {game} ({line}byte {byte}): {fault}"))
}

pub fn go_on(directory: &str) -> String {
    format!("resume with: koteki evolve --resume {}", quoted(directory))
}

/// A path as a shell reads it, quoted where needed.
pub fn quoted(path: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || "/._-+,:@~".contains(letter);
    if !path.is_empty() && path.chars().all(plain) {
        path.to_owned()
    } else {
        format!("'{}'", path.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn paths_as_a_shell_reads_them() {
        assert_eq!(quoted("runs/a-1"), "runs/a-1");
        assert_eq!(quoted("it's here"), "'it'\\''s here'");
    }
}

//! Words about runs seen from outside: how far one is, how to go on with it, what it will cost.

use std::fmt::Write as _;

use super::coach::number;

/// A stretch of time as people say it: "8 s", "3 min", "2 h 5 min".
pub fn duration(seconds: f64) -> String {
    if !seconds.is_finite() || seconds < 0.0 {
        return "-".to_owned();
    }
    // A saturating cast: an age is as good as another.
    let seconds = seconds.round() as u64;
    match seconds {
        0..100 => format!("{seconds} s"),
        100..7200 => format!("{} min", (seconds + 30) / 60),
        7200..172_800 => format!("{} h {} min", seconds / 3600, seconds % 3600 / 60),
        _ => format!("{} days {} h", seconds / 86_400, seconds % 86_400 / 3600),
    }
}

/// How far a run is, in one line.
pub fn progress(doing: &str, games: u64, per_second: f64, left: Option<f64>) -> String {
    let mut line = format!("{doing}, {games} games");
    if per_second > 0.0 {
        let _ = write!(line, ", {per_second:.0} games/s");
    }
    if let Some(left) = left {
        let _ = write!(line, ", about {} left", duration(left));
    }
    line
}

/// The line that says how to go on with a run that was stopped.
pub fn go_on(directory: &str) -> String {
    format!("go on with: koteki evolve --resume {}", quoted(directory))
}

/// Why the run stops when its directory cannot be written.
pub fn not_kept(directory: &str) -> String {
    format!(
        "the run stops here; what was kept before is whole, and when there is room again \
         koteki evolve --resume {} goes on from it",
        quoted(directory)
    )
}

/// The line when one of two checkpoints was damaged.
pub fn damaged(name: &str) -> String {
    format!("{name} is damaged: going on from the other one")
}

/// The line when a run is begun anew that had not got anywhere.
pub const BEGUN_ANEW: &str = "nothing was kept yet: the run begins anew";

/// The line when a run goes on.
pub fn goes_on(cycle: u64, games: u64) -> String {
    format!("going on after cycle {cycle}, {games} games")
}

/// Nothing is left of a run to be played.
pub const NOTHING_LEFT: &str = "the run is over: nothing is left to be played";

/// What a run will cost, or what is left of one when it is `going_on`.
pub fn cost(
    going_on: bool,
    cycles: u32,
    breeding: u64,
    retest: u64,
    per_second: f64,
    jobs: usize,
) -> String {
    let all = breeding + retest;
    let seconds = all as f64 / per_second;
    let left = if going_on { " left" } else { "" };
    format!(
        "{cycles} cycles{left}: {breeding} games of breeding and at least {retest} of the retest, {all} in all\n\
         {per_second:.0} games/s with {jobs} threads, measured just now: about {}\n",
        duration(seconds)
    )
}

/// The line when a run is watched.
pub fn watching(directory: &str, seed: &str) -> String {
    format!("{directory}: seed {seed}")
}

/// A cycle without its figures.
pub fn cycle(cycle: u32, cycles: u32, games: u64) -> String {
    format!("cycle {cycle}/{cycles}: games {games}")
}

/// The line at the end of a run.
pub const fn ended(complete: bool) -> &'static str {
    if complete {
        "the run is over"
    } else {
        "the run was stopped before its end"
    }
}

/// Nothing is heard of a run.
pub fn silent(directory: &str) -> String {
    format!(
        "the run gives no sign of life: if it was stopped or killed, koteki evolve --resume {} goes on",
        quoted(directory)
    )
}

/// The directory is no longer there.
pub fn gone(directory: &str) -> String {
    format!("{directory} is gone: it was moved or removed, and the run with it")
}

/// Lines that could not be read.
pub fn unreadable(count: usize) -> String {
    let lines = if count == 1 {
        "1 line"
    } else {
        &format!("{count} lines")
    };
    format!("{lines} of events.jsonl that cannot be read: skipped")
}

/// The last line of the record has no end.
pub const TORN: &str = "the last line of events.jsonl is not whole: it is being written, or the program was ended in it";

/// Nothing is heard of a run, in a word.
pub const SILENT: &str = "no sign of life";

/// How long it takes yet.
pub fn left(seconds: f64) -> String {
    format!("about {} left", duration(seconds))
}

/// An individual by its number.
pub fn individual(id: u64) -> String {
    format!("Individual {id}")
}

/// How something is played back.
pub fn playing(playing: bool, backwards: bool, speed: f64) -> String {
    let speed = if speed < 1.0 {
        format!("1/{:.0}", 1.0 / speed)
    } else {
        format!("{speed:.0}")
    };
    match (playing, backwards) {
        (false, _) => format!("standing (Space plays, {speed} a second)"),
        (true, false) => format!("{speed} a second"),
        (true, true) => format!("backwards, {speed} a second"),
    }
}

/// Which moment of a run is shown.
pub fn moment(number: usize, of: usize) -> String {
    format!("{number} of {of}")
}

/// Which ply of a game is shown.
pub fn ply(ply: usize, of: usize) -> String {
    format!("ply {ply} of {of}")
}

/// Which game is shown.
pub fn game(number: usize, of: usize) -> String {
    format!("game {number} of {of}")
}

/// A run of which nothing can be shown.
pub fn no_moments(directory: &str) -> String {
    format!("{directory}: no cycle of the run is complete, so there is nothing to show")
}

/// A file in which some places hold no game; `first` is what is wrong in the first of them.
pub fn skipped(file: &str, places: usize, first: &str) -> String {
    let places = number(places as i128, "place holds", "places hold");
    format!("{file}: {places} no game: skipped, and not counted; the first fault: {first}")
}

/// A file without a move.
pub fn no_moves(file: &str) -> String {
    format!("{file} is empty: write a transcript into it, such as f5d6c3, or name another file")
}

/// A game in which nothing was played.
pub const NO_MOVES: &str = "no move was played";

/// Why there is no board when a run is played back.
pub const NO_BOARD: &str =
    "no board: the record of a run keeps no games (koteki watch shows them live)";

/// The values of a game were asked for that nobody judged.
pub const NO_VALUES: &str = "no values: nothing is known of the worth of the moves so far";
/// There is no game before or after.
pub const NO_OTHER_GAME: &str = "there is no other game in that direction";

/// A game of a run was asked for.
pub fn game_of_run(number: usize, directory: &str) -> String {
    format!(
        "--game {number}: {directory} is the directory of a run, whose record keeps no games; leave --game away"
    )
}

/// A speed that cannot be played back at.
pub fn bad_speed(speed: f64, slowest: f64, fastest: f64) -> String {
    format!("--speed {speed} is not allowed: a number from {slowest} to {fastest}")
}

/// A number that no game has.
pub fn no_such_game(number: usize, games: usize) -> String {
    format!("there is no game {number}: the file holds {games}, counted from 1")
}

/// A player of whom nothing is known.
pub const SOMEBODY: &str = "somebody";

/// Who plays.
pub fn players(black: &str, white: &str) -> String {
    format!("Black {black}, White {white}")
}

/// A move in plain lines, and the discs after it.
pub fn played(ply: usize, mv: &str, black: i32, white: i32, loss: Option<&str>) -> String {
    let loss = loss.map_or_else(String::new, |loss| format!("  {loss}"));
    format!("{ply:>2} {mv}  {black:>2}-{white:<2}{loss}")
}

/// A path as a shell takes it: in quotes when it has to be.
pub fn quoted(path: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || "/._-+,:@~".contains(letter);
    if !path.is_empty() && path.chars().all(plain) {
        path.to_owned()
    } else {
        format!("'{}'", path.replace('\'', "'\\''"))
    }
}

/// A text that is to be a number.
pub const NO_NUMBER: &str = "not a number";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_paths_as_people_write_them() {
        assert_eq!(duration(7.6), "8 s");
        assert_eq!(duration(179.0), "3 min");
        assert_eq!(duration(7500.0), "2 h 5 min");
        assert_eq!(duration(180_000.0), "2 days 2 h");
        assert_eq!(duration(f64::NAN), "-");
        assert_eq!(quoted("runs/a-1"), "runs/a-1");
        assert_eq!(quoted("it's here"), "'it'\\''s here'");
    }
}

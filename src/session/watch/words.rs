//! Messages that several files of watching and exporting runs share.

pub const RIVALS: [char; 3] = ['A', 'B', 'C'];

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

pub fn letter(rival: Option<usize>) -> char {
    let letter = rival.and_then(|index| RIVALS.get(index));
    letter.copied().unwrap_or(' ')
}

/// "8 s", "3 min", "2 h 5 min".
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

pub const fn ended(complete: bool) -> &'static str {
    if complete {
        "the run is over"
    } else {
        "the run was stopped before its end"
    }
}

pub fn gone(directory: &str) -> String {
    format!("{directory} is gone: it was moved or removed, and the run with it")
}

pub fn no_moments(directory: &str) -> String {
    format!("{directory}: no cycle of the run is complete, so there is nothing to show")
}

pub fn unreadable(count: usize) -> String {
    let lines = if count == 1 {
        "1 line"
    } else {
        &format!("{count} lines")
    };
    format!("{lines} of events.jsonl cannot be read: skipped")
}

pub const TORN: &str = "the last line of events.jsonl is not whole: it is being written, or the program was ended in it";

pub const NO_BOARD: &str =
    "no board: the record of a run keeps no games (koteki watch shows them live)";

#[cfg(test)]
mod tests {
    use super::duration;

    #[test]
    fn times_as_people_write_them() {
        assert_eq!(duration(7.6), "8 s");
        assert_eq!(duration(179.0), "3 min");
        assert_eq!(duration(7500.0), "2 h 5 min");
        assert_eq!(duration(180_000.0), "2 days 2 h");
        assert_eq!(duration(f64::NAN), "-");
    }
}

//! The lines in which `learn` reports.

use super::tui::grouped;

/// Games of a round so far.
#[must_use]
pub fn played(
    round: u32,
    rounds: u32,
    games: u64,
    of: u64,
    positions: u64,
    seconds: f64,
) -> String {
    format!(
        "round {round} of {rounds}: {} of {} games, {} positions, {seconds:.0} s",
        grouped(games),
        grouped(of),
        grouped(positions)
    )
}

/// A fit begins.
#[must_use]
pub fn fitting(round: u32, rounds: u32, positions: u64, seconds: f64) -> String {
    format!(
        "round {round} of {rounds}: fitting {} positions, {seconds:.0} s",
        grouped(positions)
    )
}

/// How well a fit foretells who wins games that it has not seen.
#[must_use]
pub fn quality(
    who: &str,
    positions: usize,
    log_loss: f64,
    rms: f64,
    right: f64,
    off: f64,
) -> String {
    format!(
        "{who}: log loss {log_loss:.4}, rms {rms:.4}, winner right {:.1} %, calibration off by {:.1} % \
         ({} positions of games not learned from)",
        100.0 * right,
        100.0 * off,
        grouped(positions as u64)
    )
}

/// Who a [`quality`] is of.
pub const LEARNED: &str = "learned";
/// Who a [`quality`] is of.
pub const FIVE: &str = "five features";

/// Where the result is.
#[must_use]
pub fn written(weights: &str, bytes: usize, record: &str) -> String {
    format!(
        "{weights}: {} bytes; how it came to be: {record}",
        grouped(bytes as u64)
    )
}

/// What a record file begins with.
pub const RECORD_HEAD: &str = "# How the evaluation in the file of the same name was learned.\n\n";

/// A day from seconds since 1970: "2026-11-28".
#[must_use]
pub fn day(seconds: u64) -> String {
    let (mut days, mut year) = (seconds / 86_400, 1970);
    let leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    loop {
        let length = 365 + u64::from(leap(year));
        if days < length {
            break;
        }
        days -= length;
        year += 1;
    }
    let mut month = 1;
    for length in [
        31,
        28 + u64::from(leap(year)),
        31,
        30,
        31,
        30,
        31,
        31,
        30,
        31,
        30,
        31,
    ] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    format!("{year}-{month:02}-{:02}", days + 1)
}

#[cfg(test)]
mod tests {
    /// `date -u -d @N +%F`.
    #[test]
    fn days_are_those_of_the_calendar() {
        for (seconds, day) in [
            (0, "1970-01-01"),
            (951_782_400, "2000-02-29"),
            (951_868_800, "2000-03-01"),
            (1_795_867_199, "2026-11-28"),
            (4_107_542_399, "2100-02-28"),
            (4_107_542_400, "2100-03-01"),
        ] {
            assert_eq!(super::day(seconds), day);
        }
    }
}

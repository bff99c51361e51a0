//! Janken for other programs: one line a round.
//!
//! The engine prints its hand (`R`, `P` or `S`) and flushes, then reads the opponent's; and so on:
//!
//! ```text
//! engine: R        the hand for round 1, fixed before anything is read
//! other:  p        any case; also paper, ぱー, 1 (0 rock, 1 paper, 2 scissors, as in the RoShamBo contests)
//! engine: S        the hand for round 2
//! other:  new      a new match; the hand that was printed last is not played
//! engine: P
//! other:  lizard
//! engine: ? …      one line that says what is wrong; the hand that was printed last stands
//! other:  quit     ends, as the end of the input does
//! ```
//!
//! Every line read is answered by exactly one line, but for `quit`. A hand can be piped in without
//! waiting: the engine has fixed its own before it reads.

use std::io::{self, BufRead, Write};

use super::lines::MAX_LINE;
use koteki_engine::wire::lines::read_line;
use koteki_games::janken::{Hand, Letters};
use koteki_games::words::harmless::harmless;
use koteki_janken::Reader;

/// Serves `input` until it ends or says `quit`.
///
/// # Errors
/// When the input cannot be read or the output cannot be written.
pub fn serve(
    reader: &mut dyn Reader,
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> io::Result<()> {
    let mut own = reader.next().hand;
    say(output, &own.letter(Letters::English).to_string())?;
    while let Some(line) = read_line(input, MAX_LINE)? {
        // Some programs put a mark of the byte order before the first line.
        let word = line.text.trim_start_matches('\u{feff}').trim();
        if line.too_long {
            say(
                output,
                &format!("? a line of more than {MAX_LINE} bytes is no hand and no command"),
            )?;
            continue;
        }
        if word.eq_ignore_ascii_case("quit") {
            return Ok(());
        }
        if word.eq_ignore_ascii_case("new") {
            reader.reset();
        } else if let Some(other) = hand(word) {
            reader.observe(own, other);
        } else {
            say(output, &protocol(word))?;
            continue;
        }
        own = reader.next().hand;
        say(output, &own.letter(Letters::English).to_string())?;
    }
    Ok(())
}

fn hand(word: &str) -> Option<Hand> {
    Hand::read(word, Letters::English).or_else(|| Hand::read(word, Letters::Japanese))
}

fn say(output: &mut impl Write, line: &str) -> io::Result<()> {
    writeln!(output, "{line}")?;
    output.flush()
}

fn protocol(line: &str) -> String {
    let short: String = line.trim().chars().take(40).collect();
    let short = harmless(&short);
    format!(
        "? \"{short}\" is no hand and no command: R, P, S (or rock, paper, scissors, 0, 1, 2), new, quit"
    )
}

//! Lines of input, read only when wanted.

use std::io::{BufRead, Read as _};
use std::sync::mpsc::{Sender, channel};

use crate::game::othello::{Move, Square};
use crate::session::Event;

/// What can wake the loop of the plain lines.
pub enum Wake {
    /// A line that was wanted.
    Line(String),
    /// The input has ended.
    End,
    /// Something happened in a thread of the sitting.
    Session(Event),
}

/// Longest line that is read whole; what comes after in the same line is a line of its own, which
/// bounds the memory a broken pipe can take.
const LONGEST: u64 = 65_536;

/// The thread that reads lines.
pub struct Lines {
    want: Sender<()>,
    waiting: bool,
}

impl Lines {
    /// Starts the thread. It reads nothing before [`want`](Self::want).
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn start(
        mut input: impl BufRead + Send + 'static,
        wake: Sender<Wake>,
    ) -> std::io::Result<Self> {
        let (want, wanted) = channel();
        // Not joined: it may sit in a read that nothing can end.
        std::thread::Builder::new()
            .name("lines".into())
            .spawn(move || {
                while wanted.recv().is_ok() {
                    let mut line = Vec::new();
                    let message = match input.by_ref().take(LONGEST).read_until(b'\n', &mut line) {
                        Ok(0) | Err(_) => Wake::End,
                        Ok(_) => Wake::Line(String::from_utf8_lossy(&line).into_owned()),
                    };
                    if wake.send(message).is_err() {
                        break;
                    }
                }
            })?;
        Ok(Self {
            want,
            waiting: false,
        })
    }

    /// Asks for one more line, unless one is on its way.
    pub fn want(&mut self) {
        if !self.waiting {
            self.waiting = true;
            // A thread that has gone has sent its `End` before.
            let _ = self.want.send(());
        }
    }

    /// Says that the line wanted has come.
    pub const fn came(&mut self) {
        self.waiting = false;
    }
}

/// The move at the head of `word` and what follows it: `f5d6` gives f5 and `d6`. Any case; `--`,
/// `pa`, `ps`, `pass` are the pass.
pub fn first_move(word: &str) -> Option<(Move, &str)> {
    for pass in ["pass", "pa", "ps", "--"] {
        if let Some(head) = word.get(..pass.len())
            && head.eq_ignore_ascii_case(pass)
        {
            return Some((Move::Pass, &word[pass.len()..]));
        }
    }
    let (column, row) = (word.as_bytes().first()?, word.as_bytes().get(1)?);
    let column = column.to_ascii_lowercase().checked_sub(b'a')?;
    let square = Square::at(column, row.checked_sub(b'1')?)?;
    Some((Move::Place(square), word.get(2..)?))
}

#[cfg(test)]
mod tests {
    use super::first_move;
    use crate::game::othello::Move;

    #[test]
    fn moves_are_read_in_any_form_people_type_them() {
        let text = |word| first_move(word).map(|(mv, rest)| (mv.to_string(), rest.to_owned()));
        assert_eq!(text("f5"), Some(("f5".into(), String::new())));
        assert_eq!(text("F5d6"), Some(("f5".into(), "d6".into())));
        assert_eq!(text("PASSd6"), Some(("--".into(), "d6".into())));
        assert_eq!(first_move("pa").map(|found| found.0), Some(Move::Pass));
        for wrong in ["", "f", "f9", "i5", "5f", "日本", "f五", "-"] {
            assert_eq!(text(wrong), None, "{wrong}");
        }
    }
}

//! Lines of input, read only when wanted.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::io::{self, BufRead, Read as _};
use std::sync::mpsc::{Sender, channel};

use koteki_games::othello::Move;
use koteki_games::othello::notation::read_tokens;

/// What can wake the loop of the plain lines.
pub enum Wake<E> {
    /// A line that was wanted.
    Line(String),
    /// A line that was wanted was longer than [`LONGEST`] and has been skipped.
    TooLong,
    /// The input has ended.
    End,
    /// Something happened in a thread of the sitting.
    Session(E),
}

/// Longest line that is read, in bytes: more than a hundred games' worth. It bounds the memory that a
/// broken pipe can take.
pub const LONGEST: usize = 65_536;

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
    pub fn start<E: Send + 'static>(
        mut input: impl BufRead + Send + 'static,
        wake: Sender<Wake<E>>,
    ) -> std::io::Result<Self> {
        let (want, wanted) = channel();
        // Not joined: it may sit in a read that nothing can end.
        std::thread::Builder::new()
            .name("lines".into())
            .spawn(move || {
                while wanted.recv().is_ok() {
                    // What cannot be read any more has ended.
                    let message = read_line(&mut input).unwrap_or(Wake::End);
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

fn read_line<E>(input: &mut impl BufRead) -> io::Result<Wake<E>> {
    let mut line = Vec::new();
    if input
        .by_ref()
        .take(LONGEST as u64)
        .read_until(b'\n', &mut line)?
        == 0
    {
        return Ok(Wake::End);
    }
    if line.len() == LONGEST && line.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
        return Ok(Wake::TooLong);
    }
    let text = String::from_utf8_lossy(&line);
    // Some shells put a byte order mark before what they pipe.
    Ok(Wake::Line(text.trim_start_matches('\u{feff}').to_owned()))
}

/// The words of an input, a line of them read when those of the last are used up.
pub struct Words<I> {
    input: I,
    line: VecDeque<String>,
    ended: bool,
}

/// What comes next of an input.
pub enum Next {
    /// A word.
    Word(String),
    /// A line longer than [`LONGEST`], which has been skipped.
    TooLong,
    /// Nothing more.
    End,
}

impl<I: BufRead> Words<I> {
    /// Nothing is read yet.
    pub const fn new(input: I) -> Self {
        Self {
            input,
            line: VecDeque::new(),
            ended: false,
        }
    }

    /// The next word, of whatever line.
    ///
    /// # Errors
    /// Those of the input.
    pub fn next(&mut self) -> io::Result<Next> {
        loop {
            if let Some(word) = self.line.pop_front() {
                return Ok(Next::Word(word));
            }
            if self.ended {
                return Ok(Next::End);
            }
            match read_line::<Infallible>(&mut self.input)? {
                Wake::Line(line) => {
                    self.line.extend(line.split_whitespace().map(str::to_owned));
                }
                Wake::TooLong => return Ok(Next::TooLong),
                Wake::End => self.ended = true,
                Wake::Session(never) => match never {},
            }
        }
    }

    /// The next word of the line that is being read.
    pub fn next_on_line(&mut self) -> Option<String> {
        self.line.pop_front()
    }

    /// Whether the line that is being read has no more words.
    pub fn is_line_over(&self) -> bool {
        self.line.is_empty()
    }
}

/// The moves written in `word`, legal or not; `None` when it is no text of moves. A move number
/// (`12.`) is an empty one.
pub fn read_moves(word: &str) -> Option<Vec<Move>> {
    let moves = read_tokens(word).ok()?;
    let numbered = word.ends_with(['.', ')', ',']);
    (numbered || !moves.is_empty()).then(|| moves.into_iter().map(|token| token.mv).collect())
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, Lines, Wake, read_moves};
    use std::io::{BufReader, Cursor};

    #[test]
    fn words_of_moves_are_told_from_others() {
        let text =
            |word| read_moves(word).map(|moves| moves.iter().map(|mv| mv.to_string()).collect());
        let some = |moves: &[&str]| Some(moves.iter().map(ToString::to_string).collect::<Vec<_>>());
        assert_eq!(text("f5"), some(&["f5"]));
        assert_eq!(text("F5d6"), some(&["f5", "d6"]));
        assert_eq!(text("PASSd6"), some(&["--", "d6"]));
        assert_eq!(text("1.f5"), some(&["f5"]));
        assert_eq!(text("12."), some(&[]));
        for wrong in ["", "f", "f9", "i5", "12", "日本", "f五", "-", "f5x"] {
            assert_eq!(text(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn lines_come_one_by_one_and_a_monstrous_one_is_refused_whole() {
        let mut bytes = b"\xef\xbb\xbff5\r\n".to_vec();
        bytes.extend(std::iter::repeat_n(b'x', LONGEST * 3));
        bytes.extend(b"\nd6\0 \xff\ng");
        let (wake, woken) = std::sync::mpsc::channel::<Wake<()>>();
        let mut lines =
            Lines::start(BufReader::with_capacity(7, Cursor::new(bytes)), wake).unwrap();
        let mut heard = Vec::new();
        loop {
            lines.want();
            lines.want();
            heard.push(match woken.recv().unwrap() {
                Wake::Line(line) => line,
                Wake::TooLong => "too long".to_owned(),
                Wake::End => break,
                Wake::Session(()) => unreachable!(),
            });
            lines.came();
        }
        assert_eq!(heard, ["f5\r\n", "too long", "d6\0 \u{fffd}\n", "g"]);
    }
}

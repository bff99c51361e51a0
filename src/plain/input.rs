//! Lines of input, read only when wanted, and what happens in the threads of a sitting meanwhile.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read as _};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use anyhow::Context as _;

use koteki_games::othello::Move;
use koteki_games::othello::notation::read_tokens;

/// What can wake the loop of the plain lines.
pub enum Wake<E> {
    /// A line that was wanted, and how long its reading has waited for it.
    Line(String, Duration),
    /// A line that was wanted was longer than [`LONGEST`] and has been skipped.
    TooLong,
    /// The input has ended.
    End,
    /// Something happened in a thread of the sitting.
    Session(E),
}

/// What can wake it, or why nothing can be read.
type Woken<E> = io::Result<Wake<E>>;

/// Longest line that is read, in bytes: more than a hundred games' worth. It bounds the memory that a
/// broken pipe can take.
pub const LONGEST: usize = 65_536;

/// What is listened to: the input, on a thread of its own, and the threads of the sitting.
pub struct Ear<E> {
    want: Sender<()>,
    waiting: bool,
    woken: Receiver<Woken<E>>,
    /// Words that were typed and are not yet used; more lines are read when there are none.
    pub words: VecDeque<String>,
    ended: bool,
}

impl<E: Send + 'static> Ear<E> {
    /// Listens to `input`, of which nothing is read before [`want`](Self::want), and to what is sent.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn open(mut input: impl BufRead + Send + 'static) -> io::Result<(Self, Sender<Woken<E>>)> {
        let (want, wanted) = channel();
        let (wake, woken) = channel();
        let sender = wake.clone();
        // Not joined: it may sit in a read that nothing can end.
        std::thread::Builder::new()
            .name("lines".into())
            .spawn(move || {
                while wanted.recv().is_ok() {
                    if wake.send(read_line(&mut input)).is_err() {
                        break;
                    }
                }
            })?;
        let ear = Self {
            want,
            waiting: false,
            woken,
            words: VecDeque::new(),
            ended: false,
        };
        Ok((ear, sender))
    }

    /// Asks for one more line, unless one is on its way.
    pub fn want(&mut self) {
        if !self.waiting {
            self.waiting = true;
            // A thread that has gone has sent its `End` before.
            let _ = self.want.send(());
        }
    }

    /// Waits for one thing to happen.
    ///
    /// # Errors
    /// When the input cannot be read.
    pub fn wait(&mut self) -> anyhow::Result<Wake<E>> {
        let woken = self.woken.recv().unwrap_or(Ok(Wake::End));
        let woken = woken.context("the input cannot be read")?;
        match woken {
            Wake::Line(..) | Wake::TooLong => self.waiting = false,
            Wake::End => self.ended = true,
            Wake::Session(_) => {}
        }
        Ok(woken)
    }

    /// What happened in a thread and was not waited for.
    pub fn rest(&mut self) -> Option<E> {
        let mut woken = self.woken.try_iter();
        woken.find_map(|it| match it {
            Ok(Wake::Session(event)) => Some(event),
            _ => None,
        })
    }

    /// Whether the input has ended.
    pub const fn has_ended(&self) -> bool {
        self.ended
    }

    /// The next word, if it is a number.
    pub fn number(&mut self) -> Option<usize> {
        let number = self.words.front()?.parse().ok()?;
        self.words.pop_front();
        Some(number)
    }

    /// Takes the words of a line, to be used one by one.
    pub fn take(&mut self, line: &str) {
        self.words
            .extend(line.split_whitespace().map(str::to_owned));
    }
}

fn read_line<E>(input: &mut impl BufRead) -> Woken<E> {
    let mut line = Vec::new();
    let began = Instant::now();
    if input
        .by_ref()
        .take(LONGEST as u64)
        .read_until(b'\n', &mut line)?
        == 0
    {
        return Ok(Wake::End);
    }
    let waited = began.elapsed();
    if line.len() == LONGEST && line.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
        return Ok(Wake::TooLong);
    }
    let text = String::from_utf8_lossy(&line);
    // Some shells put a byte order mark before what they pipe.
    let text = text.trim_start_matches('\u{feff}').to_owned();
    Ok(Wake::Line(text, waited))
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
    use super::{Ear, LONGEST, Wake, read_moves};
    use std::io::{BufReader, Cursor, Read};

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
        let input = BufReader::with_capacity(7, Cursor::new(bytes));
        let (mut ear, _) = Ear::<()>::open(input).unwrap();
        let mut heard = Vec::new();
        loop {
            ear.want();
            ear.want();
            heard.push(match ear.wait().unwrap() {
                Wake::Line(line, _) => line,
                Wake::TooLong => "too long".to_owned(),
                Wake::End => break,
                Wake::Session(()) => unreachable!(),
            });
        }
        assert_eq!(heard, ["f5\r\n", "too long", "d6\0 \u{fffd}\n", "g"]);
    }

    #[test]
    fn what_cannot_be_read_is_no_end() {
        struct Gone;
        impl Read for Gone {
            fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
                Err(std::io::Error::other("gone"))
            }
        }
        let (mut ear, _) = Ear::<()>::open(BufReader::new(Gone)).unwrap();
        ear.want();
        let error = ear.wait().err().unwrap();
        assert_eq!(format!("{error:#}"), "the input cannot be read: gone");
    }
}

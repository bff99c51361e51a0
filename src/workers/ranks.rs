//! The ranks: how they reach one another, begin and end together.

use std::fmt;
use std::io::{self, Write as _};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use koteki_games::words::harmless::Harmless;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// What carries messages between ranks. They arrive in the order in which one rank sent them to another.
pub trait Link: Send + Sync {
    /// The number of this rank, from 0.
    fn rank(&self) -> usize;
    /// How many there are.
    fn size(&self) -> usize;
    /// Sends a message; may wait until it is received.
    fn send(&self, to: usize, message: &[u8]);
    /// A message that has arrived, with the rank it came from; does not wait for one.
    fn receive(&self) -> Option<(usize, Vec<u8>)>;
    /// The machine that this rank is on.
    fn machine(&self) -> String;
    /// Ends the program on all ranks, at once.
    fn abort(&self, code: u8) -> !;
    /// Ends the link, when all ranks do so.
    fn close(&self);
}

/// What ranks say to one another.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Message {
    /// To the first rank: what has been done of this round since the last such message. Whoever has little left to
    /// do gets more.
    Done {
        round: u64,
        /// How many pieces the rank believes there are.
        count: usize,
        threads: usize,
        results: Vec<(usize, Vec<u8>)>,
        /// How long they took together.
        took: Duration,
        /// What the work has added to the counter.
        counted: u64,
        /// Whether the rank was told to stop.
        stopped: bool,
    },
    /// From the first rank: pieces to be done.
    Pieces(Vec<usize>),
    /// From the first rank: the round is over, with all its results unless it was given up.
    End(Option<Vec<Vec<u8>>>),
    /// From the first rank: a value that everybody is to have.
    Shared(Vec<u8>),
    /// From the first rank: the program is over; and what each rank answers.
    Over,
}

/// All ranks, as one of them sees them.
pub struct Ranks {
    link: Box<dyn Link>,
    /// Rounds of work so far.
    rounds: AtomicU64,
    over: AtomicBool,
}

impl fmt::Debug for Ranks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rank {} of {}", self.link.rank(), self.size())
    }
}

/// How long a rank that cannot go on waits for the first one to say the same.
const FIRST_SAYS: Duration = Duration::from_secs(5);

impl Ranks {
    /// The ranks at the ends of `link`.
    pub fn new(link: Box<dyn Link>) -> Self {
        Self {
            link,
            rounds: AtomicU64::new(0),
            over: AtomicBool::new(false),
        }
    }

    /// Whether this is the rank that hands out the work, keeps the files and says what there is to say.
    pub fn is_first(&self) -> bool {
        self.link.rank() == 0
    }

    /// How many there are.
    pub fn size(&self) -> usize {
        self.link.size()
    }

    /// Whether the first rank has said that the program is over.
    pub fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// What the first rank makes, for everybody.
    ///
    /// # Errors
    /// Those of `make`, for the first rank; it has to end the program then.
    pub fn share<T: Serialize + DeserializeOwned, E>(
        &self,
        make: impl FnOnce() -> Result<T, E>,
    ) -> Result<T, E> {
        if !self.is_first() {
            return Ok(self.take());
        }
        let made = make()?;
        self.give(&made);
        Ok(made)
    }

    /// Gives all others a value, which each has to [`take`](Self::take): for the first rank.
    pub fn give<T: Serialize>(&self, value: &T) {
        self.tell_all(&Message::Shared(self.written(value)));
    }

    /// Takes what the first rank gives.
    pub fn take<T: DeserializeOwned>(&self) -> T {
        match self.awaited() {
            Message::Shared(bytes) => self.read(&bytes),
            other => self.out_of_step(&other),
        }
    }

    /// Ends the program together: the first rank lets the others go, they wait for that.
    pub fn end(&self) {
        if self.is_first() {
            self.tell_all(&Message::Over);
            let mut here = self.others().count();
            while here > 0 {
                // What else is still under way is no longer wanted.
                here -= usize::from(matches!(self.awaited(), Message::Over));
            }
        } else {
            while !self.is_over() {
                if matches!(self.awaited(), Message::Over) {
                    self.set_over();
                }
            }
        }
        self.link.close();
    }

    /// Ends the program on all ranks with one line that says which failed and why.
    pub fn fail(&self, why: &str, code: u8) -> ! {
        let (rank, machine) = (self.link.rank(), self.link.machine());
        // Nothing is left to be done when even this cannot be written.
        let _ = writeln!(
            Harmless::words(io::stderr()),
            "koteki: rank {rank} on {machine}: {why}"
        );
        self.link.abort(code)
    }

    /// The same after the first rank has had the time to say it: what is wrong with the settings is wrong everywhere.
    pub fn fail_after_first(&self, why: &str) -> ! {
        if !self.is_first() {
            thread::sleep(FIRST_SAYS);
        }
        self.fail(why, 1)
    }

    /// Ends the program on all ranks because of what the first one has said.
    pub fn abort(&self) -> ! {
        self.link.abort(1)
    }

    pub(crate) fn out_of_step(&self, message: &Message) -> ! {
        let what = match message {
            Message::Done { .. } => "results",
            Message::Pieces(_) => "work",
            Message::End(_) => "the end of the work",
            Message::Shared(_) => "settings",
            Message::Over => "the end",
        };
        let why = format!(
            "it was sent {what} that it did not expect: do all ranks run the same program with the same arguments?"
        );
        self.fail(&why, 1)
    }

    pub(crate) fn next_round(&self) -> u64 {
        self.rounds.fetch_add(1, Ordering::Relaxed)
    }

    /// What the first rank says at the end, and this one answers once.
    pub(crate) fn set_over(&self) {
        self.over.store(true, Ordering::Relaxed);
        self.tell(0, &Message::Over);
    }

    fn others(&self) -> std::ops::Range<usize> {
        1..self.size()
    }

    pub(crate) fn tell(&self, to: usize, message: &Message) {
        self.link.send(to, &self.written(message));
    }

    pub(crate) fn tell_all(&self, message: &Message) {
        let bytes = self.written(message);
        for rank in self.others() {
            self.link.send(rank, &bytes);
        }
    }

    /// A message that has arrived.
    pub(crate) fn heard(&self) -> Option<(usize, Message)> {
        let (from, bytes) = self.link.receive()?;
        Some((from, self.read(&bytes)))
    }

    fn awaited(&self) -> Message {
        let pause = Pause::default();
        loop {
            if let Some((_, message)) = self.heard() {
                return message;
            }
            thread::sleep(pause.next());
        }
    }

    /// A value as it goes from rank to rank.
    pub(crate) fn written<T: Serialize>(&self, value: &T) -> Vec<u8> {
        postcard::to_stdvec(value)
            .unwrap_or_else(|error| self.fail(&format!("a result cannot be sent: {error}"), 1))
    }

    pub(crate) fn read<T: DeserializeOwned>(&self, bytes: &[u8]) -> T {
        postcard::from_bytes(bytes).unwrap_or_else(|error| {
            let why = format!(
                "what another rank sent cannot be read ({error}): do all ranks run the same program?"
            );
            self.fail(&why, 1)
        })
    }
}

/// The time between two looks for a message: an MPI that waits itself takes a whole core for it. Short at first, for
/// an answer that is under way, then longer.
#[derive(Debug)]
pub(crate) struct Pause {
    since: Instant,
}

impl Default for Pause {
    fn default() -> Self {
        Self {
            since: Instant::now(),
        }
    }
}

impl Pause {
    const SHORTEST: Duration = Duration::from_micros(50);
    const LONGEST: Duration = Duration::from_millis(20);

    /// A tenth of what has been waited so far.
    pub(crate) fn next(&self) -> Duration {
        (self.since.elapsed() / 10).clamp(Self::SHORTEST, Self::LONGEST)
    }
}

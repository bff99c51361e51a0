//! A round of work: pieces handed out by the first rank until all have been done.

use std::collections::VecDeque;
use std::mem;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rayon::ThreadPool;

use super::ranks::{Message, Pause, Ranks};
use super::{Pieces, locked};

/// How much work a thread gets at a time where pieces are short, so that asking for more takes little beside it; and
/// how long results of such pieces are held back to be sent together.
const AT_A_TIME: Duration = Duration::from_millis(20);

/// A result, or in words why there is none.
type Outcome = Result<Vec<u8>, String>;

/// Takes the result of a piece.
type Keep<'a> = dyn Fn(usize, &[u8]) -> Result<(), String> + Sync + 'a;

/// What came of a piece, and how long it took.
type Finished = (usize, Outcome, Duration);

/// What is to be done.
pub(crate) struct Round<'a> {
    pub(crate) ranks: &'a Ranks,
    pub(crate) pool: &'a ThreadPool,
    pub(crate) of: Pieces<'a>,
    /// Whether all ranks get the results; else they are kept by the first and not returned.
    pub(crate) is_for_all: bool,
    pub(crate) work: &'a (dyn Fn(usize) -> Outcome + Sync),
    pub(crate) keep: &'a Keep<'a>,
}

impl Round<'_> {
    /// The results of all pieces, or `None` when they were given up. The first rank says which are `done`.
    pub(crate) fn play(&self, done: Vec<Option<Vec<u8>>>) -> Option<Vec<Vec<u8>>> {
        let number = self.ranks.next_round();
        let queue = Queue::default();
        let (sender, finished) = mpsc::channel();
        self.pool.in_place_scope(|scope| {
            let results = if self.ranks.is_first() {
                queue.add((0..done.len()).filter(|&it| done[it].is_none()));
                // Nothing is added later: threads that find nothing are free for what pieces divide further.
                queue.close();
                self.employ(scope, &queue, sender);
                let results = Lead::new(self, done).play(number, &queue, &finished);
                self.ranks.tell_all(&Message::End(results.clone()));
                results
            } else {
                self.employ(scope, &queue, sender);
                self.follow(number, &queue, &finished)
            };
            queue.clear();
            queue.close();
            results
        })
    }

    /// Sets every thread to work.
    fn employ<'s>(&'s self, scope: &rayon::Scope<'s>, queue: &'s Queue, sender: Sender<Finished>) {
        for _ in 0..self.pool.current_num_threads() {
            let sender = sender.clone();
            scope.spawn(move |_| {
                while let Some(index) = queue.next() {
                    let begun = Instant::now();
                    let outcome = (self.work)(index);
                    // Where no one listens the round is over.
                    let _ = sender.send((index, outcome, begun.elapsed()));
                }
            });
        }
    }

    /// The part of every rank but the first.
    fn follow(
        &self,
        round: u64,
        queue: &Queue,
        finished: &Receiver<Finished>,
    ) -> Option<Vec<Vec<u8>>> {
        // What is counted between rounds every rank counts, the first one too.
        if let Some(counter) = self.of.counter {
            counter.store(0, Ordering::Relaxed);
        }
        let threads = self.pool.current_num_threads();
        let mut busy = 0;
        let (mut results, mut took) = (Vec::new(), Duration::ZERO);
        let mut sent = None::<Instant>;
        let mut pause = Pause::default();
        loop {
            let is_late = sent.is_none_or(|then| then.elapsed() > AT_A_TIME);
            let is_news = !results.is_empty() && (busy < threads || is_late);
            if is_news || sent.is_none() {
                self.report(round, mem::take(&mut results), mem::take(&mut took), false);
                (sent, pause) = (Some(Instant::now()), Pause::default());
            }
            let first = finished.recv_timeout(pause.next()).ok();
            for (index, outcome, time) in first.into_iter().chain(finished.try_iter()) {
                busy -= 1;
                took += time;
                match outcome {
                    Ok(bytes) => results.push((index, bytes)),
                    Err(_) if self.of.cancel.is_cancelled() => {
                        self.report(round, Vec::new(), Duration::ZERO, true);
                    }
                    Err(why) => self.ranks.fail(&why, 1),
                }
            }
            while let Some((_, message)) = self.ranks.heard() {
                pause = Pause::default();
                match message {
                    Message::Pieces(more) => {
                        busy += more.len();
                        queue.add(more);
                    }
                    Message::End(Some(all)) => return Some(all),
                    Message::End(None) => {
                        self.of.cancel.cancel();
                        return None;
                    }
                    Message::Over => {
                        self.ranks.set_over();
                        self.of.cancel.cancel();
                        return None;
                    }
                    other => self.ranks.out_of_step(&other),
                }
            }
        }
    }

    fn report(&self, round: u64, results: Vec<(usize, Vec<u8>)>, took: Duration, stopped: bool) {
        let counter = self.of.counter;
        let done = Message::Done {
            round,
            count: self.of.count,
            threads: self.pool.current_num_threads(),
            results,
            took,
            counted: counter.map_or(0, |counter| counter.swap(0, Ordering::Relaxed)),
            stopped,
        };
        self.ranks.tell(0, &done);
    }
}

/// The part of the first rank.
struct Lead<'a> {
    round: &'a Round<'a>,
    done: Vec<Option<Vec<u8>>>,
    missing: usize,
    /// Pieces that each rank has and has not done.
    given: Vec<usize>,
    /// How many pieces are done, and how long they took.
    pieces: u32,
    took: Duration,
    /// Whether the pieces are no longer wanted.
    stopped: bool,
}

impl<'a> Lead<'a> {
    fn new(round: &'a Round<'a>, done: Vec<Option<Vec<u8>>>) -> Self {
        Self {
            round,
            missing: done.iter().filter(|it| it.is_none()).count(),
            done,
            given: vec![0; round.ranks.size()],
            pieces: 0,
            took: Duration::ZERO,
            stopped: false,
        }
    }

    fn play(
        mut self,
        number: u64,
        queue: &Queue,
        finished: &Receiver<Finished>,
    ) -> Option<Vec<Vec<u8>>> {
        let mut pause = Pause::default();
        while self.missing > 0 && !self.stopped {
            match finished.recv_timeout(pause.next()) {
                Ok((index, outcome, time)) => {
                    self.took += time;
                    match outcome {
                        Ok(bytes) => self.keep(index, bytes),
                        Err(_) => self.stopped = true,
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                // The threads here have nothing left.
                Err(RecvTimeoutError::Disconnected) => thread::sleep(pause.next()),
            }
            while let Some((from, message)) = self.round.ranks.heard() {
                pause = Pause::default();
                self.hear(number, queue, from, message);
            }
            self.stopped |= self.round.of.cancel.is_cancelled();
        }
        if self.stopped {
            return None;
        }
        self.done.into_iter().collect()
    }

    fn hear(&mut self, number: u64, queue: &Queue, from: usize, message: Message) {
        let Message::Done {
            round,
            count,
            threads,
            results,
            took,
            counted,
            stopped,
        } = message
        else {
            self.round.ranks.out_of_step(&message);
        };
        // Of a round that was over before the rank came to it, or was given up.
        if round != number {
            return;
        }
        if count != self.round.of.count {
            let ranks = self.round.ranks;
            let why = format!(
                "rank {from} is at other work: do all ranks run the same program with the same arguments?"
            );
            ranks.fail(&why, 1);
        }
        self.stopped |= stopped;
        self.took += took;
        if let Some(counter) = self.round.of.counter {
            counter.fetch_add(counted, Ordering::Relaxed);
        }
        self.given[from] -= results.len();
        for (index, bytes) in results {
            self.keep(index, bytes);
        }
        let given = self.given[from];
        let more = queue.take(|left| self.held(threads, left).saturating_sub(given).min(left));
        if !more.is_empty() {
            self.given[from] += more.len();
            self.round.ranks.tell(from, &Message::Pieces(more));
        }
    }

    /// How many pieces a rank has in hand when so many are `left`: as many again as its threads are at, so that they
    /// have work until more has come; fewer toward the end, when a rank with many would keep all others waiting.
    fn held(&self, threads: usize, left: usize) -> usize {
        let one = self.took / self.pieces.max(1);
        let short = AT_A_TIME.as_nanos().checked_div(one.as_nanos());
        let each = left / (2 * self.round.ranks.size());
        let at_a_time = (short.unwrap_or(1) as usize).min(each).max(1);
        let spare = usize::from(each > threads);
        threads * at_a_time * (1 + spare)
    }

    fn keep(&mut self, index: usize, bytes: Vec<u8>) {
        self.pieces += 1;
        if (self.round.keep)(index, &bytes).is_err() {
            self.stopped = true;
        }
        let returned = self.round.is_for_all.then_some(bytes);
        self.done[index] = Some(returned.unwrap_or_default());
        self.missing -= 1;
    }
}

/// Pieces to be done by the threads of this rank.
#[derive(Default)]
struct Queue {
    /// And whether more may come.
    pieces: Mutex<(VecDeque<usize>, bool)>,
    changed: Condvar,
}

impl Queue {
    /// The next piece; waits for one while more may come.
    fn next(&self) -> Option<usize> {
        let mut pieces = locked(&self.pieces);
        loop {
            let (waiting, closed) = &mut *pieces;
            match waiting.pop_front() {
                None if !*closed => {
                    let woken = self.changed.wait(pieces);
                    pieces = woken.unwrap_or_else(PoisonError::into_inner);
                }
                next => return next,
            }
        }
    }

    fn add(&self, more: impl IntoIterator<Item = usize>) {
        locked(&self.pieces).0.extend(more);
        self.changed.notify_all();
    }

    /// Some of those that wait: as many as `how_many` says of their number.
    fn take(&self, how_many: impl FnOnce(usize) -> usize) -> Vec<usize> {
        let waiting = &mut locked(&self.pieces).0;
        let many = how_many(waiting.len());
        waiting.drain(..many).collect()
    }

    /// Nothing that waits will be done.
    fn clear(&self) {
        locked(&self.pieces).0.clear();
    }

    /// Nothing more will come.
    fn close(&self) {
        locked(&self.pieces).1 = true;
        self.changed.notify_all();
    }
}

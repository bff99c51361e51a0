//! Who does the work: the threads of this process or, where there are several processes (the ranks of MPI), those
//! of all of them.
//!
//! Work is a number of pieces that do not hang on one another: [`Workers::each`] does them and has their results in
//! order, whoever did which. Every rank runs the same program with the same settings and so comes to the same calls
//! in the same order; there the first rank hands the pieces out, as they are finished, and at the end everybody has
//! all results. Nothing but numbers of pieces and results goes from rank to rank. What is no piece of anything is
//! done by each rank for itself, files and words by the first one alone.

mod ranks;
mod round;

use std::fmt::Display;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use koteki_engine::search::budget::{Cancel, CancelledError};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use serde::Serialize;
use serde::de::DeserializeOwned;

pub use ranks::{Link, Ranks};
use round::Round;

/// A pool of threads, and the ranks that share its work.
#[derive(Debug)]
pub struct Workers {
    pool: ThreadPool,
    ranks: Option<Arc<Ranks>>,
}

/// What is done with pieces beside the work itself.
#[derive(Clone, Copy, Debug)]
pub struct Pieces<'a> {
    /// How many there are.
    pub count: usize,
    /// Raised when they are no longer wanted.
    pub cancel: &'a Cancel,
    /// What the work adds to while it goes on, to say how far it is: what other ranks add is added here.
    pub counter: Option<&'a AtomicU64>,
}

impl<'a> Pieces<'a> {
    /// So many, of which nothing is counted.
    pub const fn new(count: usize, cancel: &'a Cancel) -> Self {
        Self {
            count,
            cancel,
            counter: None,
        }
    }
}

impl Workers {
    /// `jobs` threads called `name`, each of which begins with `start`: without a number as many as the machine has
    /// cores, but one where there are `ranks`, of which one is started for each core.
    ///
    /// # Errors
    /// When the system gives no threads.
    pub fn new(
        jobs: Option<usize>,
        name: &'static str,
        start: fn(),
        ranks: Option<Arc<Ranks>>,
    ) -> Result<Self, ThreadPoolBuildError> {
        let alone = usize::from(ranks.is_some());
        let pool = ThreadPoolBuilder::new()
            .num_threads(jobs.unwrap_or(alone))
            .thread_name(move |index| format!("{name}-{index}"))
            .start_handler(move |_| start())
            .build()?;
        Ok(Self { pool, ranks })
    }

    /// How many threads there are, on all ranks.
    pub fn threads(&self) -> usize {
        let ranks = self.ranks.as_ref().map_or(1, |ranks| ranks.size());
        ranks * self.pool.current_num_threads()
    }

    /// Does `work` for every piece, results in order. May be called within `work`: such pieces stay with their rank.
    ///
    /// # Errors
    /// Those of `work`, and when the pieces are no longer wanted: those not yet begun are then left. Where it is
    /// another rank's work that fails, that rank says so and ends the program on all of them.
    pub fn each<T, E>(
        &self,
        of: Pieces<'_>,
        work: impl Fn(usize) -> Result<T, E> + Sync,
    ) -> Result<Vec<T>, E>
    where
        T: Send + Serialize + DeserializeOwned,
        E: Send + Display + From<CancelledError>,
    {
        self.each_kept(of, |_| Ok(None), work, |_, _| Ok(()))
    }

    /// The same, where results may be `known` before and each new one is given to `keep` as soon as it is there.
    /// Both are called by the first rank alone.
    ///
    /// # Errors
    /// As [`each`](Self::each), and those of `known` and `keep`.
    pub fn each_kept<T, E>(
        &self,
        of: Pieces<'_>,
        known: impl Fn(usize) -> Result<Option<T>, E> + Sync,
        work: impl Fn(usize) -> Result<T, E> + Sync,
        keep: impl Fn(usize, &T) -> Result<(), E> + Sync,
    ) -> Result<Vec<T>, E>
    where
        T: Send + Serialize + DeserializeOwned,
        E: Send + Display + From<CancelledError>,
    {
        let Some(ranks) = self.ranks() else {
            let results: Vec<Mutex<Option<T>>> = (0..of.count).map(|_| Mutex::new(None)).collect();
            self.here::<E>(of, &|index| {
                let result = match known(index)? {
                    Some(result) => result,
                    None => {
                        let result = work(index)?;
                        keep(index, &result)?;
                        result
                    }
                };
                *locked(&results[index]) = Some(result);
                Ok(())
            })?;
            let result =
                |slot: Mutex<Option<T>>| slot.into_inner().unwrap_or_else(PoisonError::into_inner);
            return Ok(results.into_iter().filter_map(result).collect());
        };
        let done = if ranks.is_first() {
            let known = |index| known(index).map(|it| it.map(|it| ranks.written(&it)));
            (0..of.count).map(known).collect::<Result<_, E>>()?
        } else {
            Vec::new()
        };
        let all = self.round(ranks, of, done, true, &work, &keep)?;
        Ok(all.iter().map(|bytes| ranks.read(bytes)).collect())
    }

    /// Does `work` for every piece, and gives its results to `keep`, as they come, by the first rank alone: for those
    /// that no other rank needs.
    ///
    /// # Errors
    /// As [`each`](Self::each), and those of `keep`.
    pub fn hand_in<T, E>(
        &self,
        of: Pieces<'_>,
        work: impl Fn(usize) -> Result<T, E> + Sync,
        keep: impl Fn(usize, &T) -> Result<(), E> + Sync,
    ) -> Result<(), E>
    where
        T: Send + Serialize + DeserializeOwned,
        E: Send + Display + From<CancelledError>,
    {
        let Some(ranks) = self.ranks() else {
            return self.here::<E>(of, &|index| keep(index, &work(index)?));
        };
        let done = (0..of.count).map(|_| None).collect();
        self.round(ranks, of, done, false, &work, &keep).map(drop)
    }

    /// The ranks among which pieces are divided; none within a piece.
    fn ranks(&self) -> Option<&Ranks> {
        let within = self.pool.current_thread_index().is_some();
        self.ranks.as_deref().filter(|_| !within)
    }

    /// Does the pieces on all ranks.
    fn round<T, E>(
        &self,
        ranks: &Ranks,
        of: Pieces<'_>,
        done: Vec<Option<Vec<u8>>>,
        is_for_all: bool,
        work: &(impl Fn(usize) -> Result<T, E> + Sync),
        keep: &(impl Fn(usize, &T) -> Result<(), E> + Sync),
    ) -> Result<Vec<Vec<u8>>, E>
    where
        T: Serialize + DeserializeOwned,
        E: Send + Display + From<CancelledError>,
    {
        let fault = Mutex::new(None);
        let fail = |error: E| {
            // With its causes, where it has any.
            let words = format!("{error:#}");
            locked(&fault).get_or_insert(error);
            words
        };
        let round = Round {
            ranks,
            pool: &self.pool,
            of,
            is_for_all,
            work: &|index| work(index).map(|it| ranks.written(&it)).map_err(fail),
            keep: &|index, bytes| keep(index, &ranks.read(bytes)).map_err(fail),
        };
        let all = round.play(done);
        all.ok_or_else(|| {
            let fault = locked(&fault).take();
            fault.unwrap_or_else(|| CancelledError.into())
        })
    }

    /// Does the pieces on the threads of this process: compiled once for all kinds of results.
    fn here<E: Send + From<CancelledError>>(
        &self,
        of: Pieces<'_>,
        work: &(dyn Fn(usize) -> Result<(), E> + Sync),
    ) -> Result<(), E> {
        self.pool.install(|| {
            let pieces = (0..of.count).into_par_iter().with_max_len(1);
            pieces.try_for_each(|index| {
                of.cancel.check()?;
                work(index)
            })
        })
    }
}

/// No code panics while it holds such a lock, so a poisoned one is still whole.
fn locked<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic)] // Tests may.

    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc::{Receiver, Sender, channel};
    use std::thread;
    use std::time::Duration;

    use super::*;

    /// Ranks that are threads.
    struct Threads {
        rank: usize,
        to: Vec<Sender<(usize, Vec<u8>)>>,
        from: Mutex<Receiver<(usize, Vec<u8>)>>,
    }

    impl Link for Threads {
        fn rank(&self) -> usize {
            self.rank
        }

        fn size(&self) -> usize {
            self.to.len()
        }

        fn send(&self, to: usize, message: &[u8]) {
            self.to[to].send((self.rank, message.to_vec())).unwrap();
        }

        fn receive(&self) -> Option<(usize, Vec<u8>)> {
            locked(&self.from).try_recv().ok()
        }

        fn machine(&self) -> String {
            "here".to_owned()
        }

        fn abort(&self, code: u8) -> ! {
            panic!("aborted with {code}")
        }

        fn close(&self) {}
    }

    /// What each of `size` ranks with `jobs` threads makes of `work`.
    fn on_ranks<T: Send>(
        size: usize,
        jobs: usize,
        work: impl Fn(&Workers, &Ranks) -> T + Sync,
    ) -> Vec<T> {
        let (to, from): (Vec<_>, Vec<_>) = (0..size).map(|_| channel()).unzip();
        thread::scope(|scope| {
            let ranks = from.into_iter().enumerate().map(|(rank, from)| {
                let (to, from) = (to.clone(), Mutex::new(from));
                let ranks = Arc::new(Ranks::new(Box::new(Threads { rank, to, from })));
                let work = &work;
                scope.spawn(move || {
                    let all = Some(Arc::clone(&ranks));
                    let workers = Workers::new(Some(jobs), "test", || {}, all).unwrap();
                    let made = work(&workers, &ranks);
                    ranks.end();
                    made
                })
            });
            let ranks: Vec<_> = ranks.collect();
            ranks.into_iter().map(|it| it.join().unwrap()).collect()
        })
    }

    fn pieces<'a>(count: usize, cancel: &'a Cancel, counter: &'a AtomicU64) -> Pieces<'a> {
        Pieces {
            count,
            cancel,
            counter: Some(counter),
        }
    }

    #[test]
    fn every_rank_has_all_results_in_order() {
        // More than bits of a decimal fraction, and what no decimal fraction is.
        let one = |index: usize| [1.0 / index as f64, f64::NAN, -0.0].map(f64::to_bits);
        for (size, jobs) in [(1, 1), (2, 1), (3, 2), (8, 1)] {
            for count in [0, 1, 2, 500] {
                let all = on_ranks(size, jobs, |workers, ranks| {
                    let (cancel, counter) = (Cancel::new(), AtomicU64::new(0));
                    let of = pieces(count, &cancel, &counter);
                    // What is no piece of anything every rank does.
                    counter.fetch_add(1000, Ordering::Relaxed);
                    let kept = AtomicUsize::new(0);
                    let results: Result<Vec<[f64; 3]>, CancelledError> = workers.each_kept(
                        of,
                        |index| Ok((index == 1).then_some([1.0, f64::NAN, -0.0])),
                        |index| {
                            assert_ne!(index, 1, "it is known");
                            counter.fetch_add(1, Ordering::Relaxed);
                            // Pieces of pieces stay where they are.
                            let of = pieces(3, &cancel, &counter);
                            let parts: Vec<usize> = workers.each(of, Ok::<_, CancelledError>)?;
                            assert_eq!(parts, [0, 1, 2]);
                            Ok([1.0 / index as f64, f64::NAN, -0.0])
                        },
                        |_, _| {
                            kept.fetch_add(1, Ordering::Relaxed);
                            Ok(())
                        },
                    );
                    let bits = |it: [f64; 3]| it.map(f64::to_bits);
                    let results: Vec<_> = results.unwrap().into_iter().map(bits).collect();
                    let counted = (counter.into_inner(), kept.into_inner() as u64);
                    (results, ranks.is_first().then_some(counted))
                });
                let new = count.saturating_sub(1).max(usize::from(count == 1)) as u64;
                for (rank, (results, counted)) in all.into_iter().enumerate() {
                    assert_eq!(results, (0..count).map(one).collect::<Vec<_>>());
                    assert_eq!(counted, (rank == 0).then_some((1000 + new, new)));
                }
            }
        }
    }

    #[test]
    fn what_is_given_up_is_given_up_by_all_and_the_next_work_is_whole() {
        let all = on_ranks(3, 1, |workers, ranks| {
            let stopped = (0..20).all(|round| {
                let (cancel, counter) = (Cancel::new(), AtomicU64::new(0));
                let stopped: Result<Vec<usize>, CancelledError> =
                    workers.each(pieces(100, &cancel, &counter), |index| {
                        if ranks.is_first() && index >= round {
                            cancel.cancel();
                        }
                        thread::sleep(Duration::from_micros(300));
                        cancel.check().map(|()| index)
                    });
                stopped.is_err()
            });
            let (cancel, counter) = (Cancel::new(), AtomicU64::new(0));
            let next: Result<Vec<usize>, CancelledError> =
                workers.each(pieces(100, &cancel, &counter), |index| Ok(index * index));
            (stopped, next.unwrap())
        });
        let squares: Vec<usize> = (0..100).map(|it| it * it).collect();
        assert_eq!(all, vec![(true, squares); 3]);
    }

    #[test]
    fn a_rank_that_is_told_to_stop_stops_all() {
        let all = on_ranks(3, 1, |workers, ranks| {
            let (cancel, counter) = (Cancel::new(), AtomicU64::new(0));
            let handed: Result<(), CancelledError> = workers.hand_in(
                pieces(1_000_000, &cancel, &counter),
                |_| {
                    thread::sleep(Duration::from_millis(1));
                    if !ranks.is_first() {
                        cancel.cancel();
                    }
                    cancel.check()
                },
                |_, ()| Ok(()),
            );
            handed
        });
        assert_eq!(all, [Err(CancelledError); 3]);
    }

    #[test]
    fn results_are_handed_in_once_each_to_the_first_rank() {
        let all = on_ranks(4, 2, |workers, ranks| {
            let (cancel, counter) = (Cancel::new(), AtomicU64::new(0));
            let shared = ranks.share(|| Ok::<_, CancelledError>("said".to_owned()));
            let got = Mutex::new(Vec::new());
            workers
                .hand_in(
                    pieces(200, &cancel, &counter),
                    |index| Ok::<_, CancelledError>(vec![index; index]),
                    |index, made| {
                        assert_eq!(*made, vec![index; index]);
                        locked(&got).push(index);
                        Ok(())
                    },
                )
                .unwrap();
            let mut got = got.into_inner().unwrap();
            got.sort_unstable();
            (shared.unwrap(), got)
        });
        for (rank, (shared, got)) in all.into_iter().enumerate() {
            assert_eq!(shared, "said");
            assert_eq!(
                got,
                (0..if rank == 0 { 200 } else { 0 }).collect::<Vec<_>>()
            );
        }
    }
}

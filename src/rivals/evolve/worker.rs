//! The thread that breeds, and the pool that plays its games.
//!
//! One driver thread takes steps of a [`Run`] and has their games played on a pool of its own. It
//! publishes what a screen shows in a slot of one value: a reader that is slow or dead holds up
//! nothing and misses only values that were out of date. Commands act between steps; those that
//! make the step in hand useless (pause, stop, another target) drop it, and the run takes it again
//! later. At rest and on pause the driver sleeps without using the processor.

use std::any::Any;
use std::collections::VecDeque;
use std::io;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use arc_swap::ArcSwap;
use koteki_workers::{Pieces, Ranks, Workers};

use super::run::{Boundary, Census, Command, Report, Run, State, StepError};
use super::snapshot::Snapshot;
use super::style::Answers;
use super::{Arena, GameOrder, GameResult, priority};
use koteki_engine::player::PlayerError;
use koteki_engine::search::budget::Cancel;

/// Least time between two snapshots within a cycle.
const BETWEEN_SNAPSHOTS: Duration = Duration::from_millis(50);

/// The stretch over which games a second are measured.
const RATE_WINDOW: Duration = Duration::from_secs(2);

/// The stretch over which they are measured to say how long the rest will take.
const STEADY_WINDOW: Duration = Duration::from_secs(30);

/// How the breeding uses the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Games played at the same time; `None` for one less than the machine has processors, at least
    /// one.
    pub jobs: Option<NonZeroUsize>,
    /// Whether the threads give way to all others.
    pub lowered: bool,
    /// Whether to send [`Event::Census`] (a screen needs only snapshots).
    pub census: bool,
}

impl Options {
    /// Those who play the games: `jobs` threads, or so many on each of the `ranks`.
    ///
    /// # Errors
    /// When the system gives no threads.
    pub fn workers(&self, jobs: Option<usize>, ranks: Option<Arc<Ranks>>) -> io::Result<Workers> {
        let start = if self.lowered { priority::lower } else { || {} };
        Workers::new(jobs, "evolution", start, ranks).map_err(io::Error::other)
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            jobs: None,
            lowered: true,
            census: false,
        }
    }
}

/// What the driver reports.
#[derive(Clone, Debug)]
pub enum Event {
    /// There is something new to see; not reported again before [`Breeder::take`] has been called.
    Snapshot,
    /// A cycle is complete or the run has come to rest, with the population and the whole state to
    /// go on from. Only with [`Options::census`].
    Census(Boundary, Box<(Census, State)>),
    /// A change of target took effect. Only with [`Options::census`].
    Retargeted(Command),
    /// A game failed; the breeding is over, the rest of the program is not.
    Panicked(String),
}

/// What the driver has been asked to do.
#[derive(Default)]
struct Control {
    stop: bool,
    paused: bool,
    retarget: Option<f64>,
    /// The flag of the step in hand.
    cancel: Cancel,
}

struct Shared {
    control: Mutex<Control>,
    wake: Condvar,
    slot: ArcSwap<Snapshot>,
    /// Whether the slot holds something that was not taken yet.
    dirty: AtomicBool,
}

impl Shared {
    /// No code panics while it holds the lock, so a poisoned one is still whole.
    fn control(&self) -> MutexGuard<'_, Control> {
        self.control.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the control, drops the step in hand and wakes the driver.
    fn command(&self, change: impl FnOnce(&mut Control)) {
        let mut control = self.control();
        change(&mut control);
        control.cancel.cancel();
        drop(control);
        self.wake.notify_all();
    }
}

/// A running evolution. Dropping it stops it.
pub struct Breeder {
    shared: Arc<Shared>,
    driver: Option<JoinHandle<Option<Run>>>,
}

impl std::fmt::Debug for Breeder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Breeder").finish_non_exhaustive()
    }
}

impl Breeder {
    /// Starts breeding. `on_event` is called on the driver's thread: it must not block, or the
    /// breeding waits for it. If it drops an [`Event::Snapshot`] (a full channel), none follows
    /// before the next [`take`](Self::take), so the reader has to look of its own accord then.
    ///
    /// # Errors
    /// When the system gives no threads.
    pub fn start(
        run: Run,
        arena: Arc<dyn Arena>,
        options: Options,
        on_event: Box<dyn Fn(Event) + Send>,
    ) -> io::Result<Self> {
        let jobs = options.jobs.map_or_else(default_jobs, NonZeroUsize::get);
        let workers = options.workers(Some(jobs), None)?;
        Self::start_with(workers, run, arena, options, on_event)
    }

    /// The same with the games of each step played by `workers`: where they are ranks, all others of them
    /// [`follow`] the run.
    ///
    /// # Errors
    /// When the system gives no threads.
    pub fn start_with(
        workers: Workers,
        run: Run,
        arena: Arc<dyn Arena>,
        options: Options,
        on_event: Box<dyn Fn(Event) + Send>,
    ) -> io::Result<Self> {
        let shared = Arc::new(Shared {
            control: Mutex::default(),
            wake: Condvar::new(),
            slot: ArcSwap::from_pointee(run.snapshot(false, 0.0)),
            dirty: AtomicBool::new(false),
        });
        let driver = Driver {
            run,
            arena,
            workers,
            options,
            on_event,
            shared: Arc::clone(&shared),
            rates: Rates::default(),
            published: None,
        };
        let driver = thread::Builder::new()
            .name("evolution".to_owned())
            .spawn(move || driver.drive())?;
        Ok(Self {
            shared,
            driver: Some(driver),
        })
    }

    /// The newest snapshot. The next one will be reported by [`Event::Snapshot`].
    pub fn take(&self) -> Arc<Snapshot> {
        // Cleaned before it is read: what comes in between is reported once more, never missed.
        self.shared.dirty.store(false, Ordering::SeqCst);
        self.shared.slot.load_full()
    }

    /// The newest snapshot, without asking for a report of the next.
    pub fn latest(&self) -> Arc<Snapshot> {
        self.shared.slot.load_full()
    }

    /// Drops the step in hand and waits for [`resume`](Self::resume).
    pub fn pause(&self) {
        self.shared.command(|control| control.paused = true);
    }

    /// Goes on after [`pause`](Self::pause).
    pub fn resume(&self) {
        self.shared.command(|control| control.paused = false);
    }

    /// Breeds toward another target from now on; wakes a run at rest. Ignored when it is the present
    /// one, no number or below 0.
    pub fn retarget(&self, target: f64) {
        self.shared
            .command(|control| control.retarget = Some(target));
    }

    /// Drops the step in hand, ends the threads and gives back the run; `None` when a game panicked.
    pub fn stop(mut self) -> Option<Run> {
        self.end()
    }

    fn end(&mut self) -> Option<Run> {
        self.shared.command(|control| control.stop = true);
        self.driver.take()?.join().ok().flatten()
    }
}

impl Drop for Breeder {
    fn drop(&mut self) {
        self.end();
    }
}

fn default_jobs() -> usize {
    thread::available_parallelism().map_or(1, |cores| cores.get().saturating_sub(1).max(1))
}

struct Driver {
    run: Run,
    arena: Arc<dyn Arena>,
    workers: Workers,
    options: Options,
    on_event: Box<dyn Fn(Event) + Send>,
    shared: Arc<Shared>,
    rates: Rates,
    published: Option<Instant>,
}

/// What to do next.
enum Next {
    Stop,
    Step(Cancel),
}

impl Driver {
    fn drive(mut self) -> Option<Run> {
        if self.options.lowered {
            priority::lower();
        }
        // The run is given up after a panic, so nothing half-changed is ever seen.
        match catch_unwind(AssertUnwindSafe(|| self.steps())) {
            Ok(Ok(())) => Some(self.run),
            Ok(Err(error)) => {
                (self.on_event)(Event::Panicked(error.to_string()));
                None
            }
            Err(payload) => {
                (self.on_event)(Event::Panicked(message_of(payload.as_ref())));
                None
            }
        }
    }

    fn steps(&mut self) -> Result<(), StepError> {
        loop {
            let Next::Step(cancel) = self.next() else {
                return Ok(());
            };
            match step(&self.workers, self.arena.as_ref(), &mut self.run, &cancel) {
                Ok(report) => {
                    self.rates.count(report.games, Instant::now());
                    let now = Instant::now();
                    let due = self
                        .published
                        .is_none_or(|last| now.duration_since(last) >= BETWEEN_SNAPSHOTS);
                    if due || report.boundary != Boundary::Within {
                        self.publish(false);
                    }
                    if report.boundary != Boundary::Within && self.options.census {
                        let census = Box::new((self.run.census(), self.run.state().clone()));
                        (self.on_event)(Event::Census(report.boundary, census));
                    }
                }
                Err(StepError::NoMove(PlayerError::Cancelled(_))) => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Waits until there is a step to take, and carries out what was commanded before it.
    fn next(&mut self) -> Next {
        let shared = Arc::clone(&self.shared);
        let mut control = shared.control();
        let mut was_paused = false;
        loop {
            if control.stop {
                return Next::Stop;
            }
            if let Some(target) = control.retarget.take() {
                drop(control);
                if let Some(command) = self.run.retarget(target) {
                    if self.options.census {
                        (self.on_event)(Event::Retargeted(command));
                    }
                    self.publish(was_paused);
                }
                control = shared.control();
                continue;
            }
            if control.paused != was_paused {
                was_paused = control.paused;
                drop(control);
                self.rates = Rates::default();
                self.publish(was_paused);
                control = shared.control();
                continue;
            }
            if control.paused || self.run.is_resting() {
                if self.rates != Rates::default() {
                    drop(control);
                    self.rates = Rates::default();
                    self.publish(was_paused);
                    control = shared.control();
                    continue;
                }
                control = shared
                    .wake
                    .wait(control)
                    .unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            control.cancel = Cancel::new();
            return Next::Step(control.cancel.clone());
        }
    }

    fn publish(&mut self, paused: bool) {
        let now = Instant::now();
        let mut snapshot = self.run.snapshot(paused, self.rates.last.until(now));
        snapshot.progress = snapshot
            .progress
            .map(|it| it.at(self.rates.steady.to_last()));
        self.published = Some(now);
        self.shared.slot.store(Arc::new(snapshot));
        if !self.shared.dirty.swap(true, Ordering::SeqCst) {
            (self.on_event)(Event::Snapshot);
        }
    }
}

/// Takes a step: its games, and what individuals are asked, are divided among the workers, and the results come in
/// order, whoever has them.
fn step(
    workers: &Workers,
    arena: &dyn Arena,
    run: &mut Run,
    cancel: &Cancel,
) -> Result<Report, StepError> {
    let mut play = |target: f64, orders: &[GameOrder]| -> Result<Vec<GameResult>, PlayerError> {
        let one = |index: usize| arena.play(target, &orders[index], cancel);
        workers.each(Pieces::new(orders.len(), cancel), one)
    };
    let mut ask = |weights: &[Vec<i32>]| -> Result<Vec<Answers>, PlayerError> {
        let one = |index: usize| arena.answers(&weights[index], cancel);
        workers.each(Pieces::new(weights.len(), cancel), one)
    };
    run.step_asking(&mut play, &mut ask)
}

/// Takes part in a run that the first of the `ranks` drives, until it is over there.
///
/// # Errors
/// When a step cannot be taken.
pub fn follow(
    workers: &Workers,
    ranks: &Ranks,
    arena: &dyn Arena,
    mut run: Run,
) -> Result<(), StepError> {
    while !run.is_resting() && !ranks.is_over() {
        match step(workers, arena, &mut run, &Cancel::new()) {
            // Dropped there, to be taken again; or for good.
            Ok(_) | Err(StepError::NoMove(PlayerError::Cancelled(_))) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

fn message_of(payload: &(dyn Any + Send)) -> String {
    payload
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "unknown reason".to_owned())
}

/// Games of the last moments, and of a longer stretch.
#[derive(Debug, Default, PartialEq)]
struct Rates {
    last: Rate,
    steady: Rate,
}

impl Rates {
    fn count(&mut self, games: usize, now: Instant) {
        self.last.count(games, now, RATE_WINDOW);
        self.steady.count(games, now, STEADY_WINDOW);
    }
}

/// Games of a stretch of time that ends now.
#[derive(Debug, Default, PartialEq)]
struct Rate {
    /// When a step ended, and its games.
    steps: VecDeque<(Instant, usize)>,
    /// Those of all steps but the oldest.
    games: usize,
}

impl Rate {
    fn count(&mut self, games: usize, now: Instant, window: Duration) {
        if !self.steps.is_empty() {
            self.games += games;
        }
        self.steps.push_back((now, games));
        while self.steps.len() > 2
            && self
                .steps
                .front()
                .is_some_and(|(then, _)| now.duration_since(*then) > window)
        {
            self.steps.pop_front();
            self.games -= self.steps.front().map_or(0, |&(_, games)| games);
        }
    }

    /// Games a second since the oldest step that is remembered; 0 before the second one.
    fn until(&self, now: Instant) -> f64 {
        let Some((first, _)) = self.steps.front() else {
            return 0.0;
        };
        let seconds = now.duration_since(*first).as_secs_f64();
        if seconds > 0.0 {
            self.games as f64 / seconds
        } else {
            0.0
        }
    }

    /// The same up to the last step: in the middle of a long one it does not fall.
    fn to_last(&self) -> f64 {
        self.steps.back().map_or(0.0, |&(last, _)| self.until(last))
    }
}

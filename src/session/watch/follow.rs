//! A run as it is seen from outside: its record as far as it has come, and what it does right now.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::watch::live::{self, Live};
use crate::watch::recorded::{cycles_of, difference, tally, verdict};
use koteki_record::run::{Error, Event, Header, Individual, News, RUN_FILE, Tail, read_header};
use koteki_rivals::evolve::Settings;
use koteki_rivals::evolve::genome::{Genome, distance, place_on};
use koteki_rivals::evolve::history::History;
use koteki_rivals::evolve::snapshot::{CurvePoint, Dot, Gene, Phase, Role, Snapshot};
use koteki_rivals::measure::stats::quartiles;

/// Most points of the curves: more than a screen has columns.
const CURVE_POINTS: usize = 512;

/// How long a run may be silent before it counts as stopped or killed.
const SILENCE: Duration = Duration::from_secs(10);

/// Whether a run goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It says so.
    Running,
    /// It does not say anything, and its record has no end: stopped hard, or not yet begun.
    Silent,
    /// Its record has an end.
    Ended {
        /// Whether it had come to rest.
        complete: bool,
    },
}

/// A moment of the run that is in its record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// Where its line begins, in bytes.
    at: u64,
    /// Cycles since the run began.
    pub cycle: u64,
    /// Whether it is the choice of the rivals.
    pub rivals: bool,
}

/// Where in the breeding toward one target an event is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Within {
    /// Cycles complete toward the target.
    pub cycle: u32,
    /// Cycles of all series that were bred toward it so far, or are being bred.
    pub cycles: u32,
}

/// Follows the run in a directory. Reads only, keeps no file open and no more in memory than the
/// latest population, thinned curves and 24 bytes a cycle.
#[derive(Debug)]
pub struct Follower {
    directory: PathBuf,
    header: Header<Settings>,
    tail: Tail,
    axes: Option<Axes>,
    moments: Vec<Moment>,
    history: History<CurvePoint>,
    curves: Arc<[CurvePoint]>,
    latest: Option<Event>,
    end: Option<bool>,
    cycle: u64,
    /// How many cycles were complete when the target changed, for each time it did.
    changes: Vec<u64>,
    faults: usize,
    torn: bool,
    live: Option<Live>,
    /// When the beat was last seen to go up.
    last_news: Option<Instant>,
    opened: Instant,
}

/// The genes, and where each is in the whole weight vector.
#[derive(Clone, Debug)]
struct Axes {
    genes: Arc<[Gene]>,
    places: Vec<usize>,
}

impl Axes {
    fn new(settings: &Settings, features: &[String]) -> Option<Self> {
        let names: Vec<&str> = features.iter().map(String::as_str).collect();
        let genes: Arc<[Gene]> = Genome::new(settings, &names).ok()?.genes().into();
        let places = genes
            .iter()
            .filter_map(|gene| names.iter().position(|&name| name == gene.name))
            .collect();
        Some(Self { genes, places })
    }

    fn of(&self, weights: &[i32]) -> Vec<i32> {
        let weight = |&place: &usize| weights.get(place).copied().unwrap_or(0);
        self.places.iter().map(weight).collect()
    }
}

impl Follower {
    /// Begins to follow the run in `directory`, from its beginning; [`poll`](Self::poll) reads it.
    ///
    /// # Errors
    /// When there is no run, or its settings cannot be read.
    pub fn open(directory: &Path) -> Result<Self, Error> {
        Ok(Self {
            directory: directory.to_owned(),
            header: read_header(directory)?,
            tail: Tail::new(directory),
            axes: None,
            moments: Vec::new(),
            history: History::new(CURVE_POINTS),
            curves: Arc::new([]),
            latest: None,
            end: None,
            cycle: 0,
            changes: Vec::new(),
            faults: 0,
            torn: false,
            live: None,
            last_news: None,
            opened: Instant::now(),
        })
    }

    /// Settings, seed and where the run came from.
    pub const fn header(&self) -> &Header<Settings> {
        &self.header
    }

    /// Takes in what has come since the last time; whether that was anything. `each` gets every
    /// event and where it is. A run that has not written its first event yet has no news.
    ///
    /// # Errors
    /// When the directory has vanished or cannot be read. The next poll may succeed.
    pub fn poll(&mut self, mut each: impl FnMut(&Event, Within)) -> Result<bool, Error> {
        let mut changed = false;
        loop {
            let news = match self.tail.poll() {
                // Between the making of the directory and the first line there is nothing to read.
                Err(Error::Io(refused))
                    if refused.error.kind() == std::io::ErrorKind::NotFound
                        && self.directory.join(RUN_FILE).exists() =>
                {
                    News::default()
                }
                news => news?,
            };
            if news.restarted {
                changed = true;
                self.moments.clear();
                self.changes.clear();
                self.history = History::new(CURVE_POINTS);
                (self.latest, self.end, self.faults, self.cycle) = (None, None, 0, 0);
            }
            self.torn = news.torn;
            self.faults += news.faults.len();
            if news.events.is_empty() && news.faults.is_empty() {
                break;
            }
            changed = true;
            for (at, event) in news.events {
                let cycle = match &event {
                    Event::Cycle { cycle, .. } => *cycle,
                    _ => self.cycle,
                };
                each(&event, self.within(cycle));
                self.take(at, event);
            }
        }
        if changed {
            self.curves = self.history.points().into();
        }
        // A file that cannot be read now is looked at again the next time.
        if let Ok(live) = live::read(&self.directory)
            && self.live.as_ref().map(|it| it.beat) != live.as_ref().map(|it| it.beat)
        {
            // What is found at first may be old: only a beat that goes up is a sign of life, or one that was written
            // a moment ago.
            self.last_news = if self.live.is_some() || self.last_news.is_some() {
                Some(Instant::now())
            } else {
                live::age(&self.directory).and_then(|age| Instant::now().checked_sub(age))
            };
            self.live = live;
            changed = true;
        }
        Ok(changed)
    }

    fn take(&mut self, at: u64, event: Event) {
        match &event {
            Event::Start { features, .. } => {
                self.axes = Axes::new(&self.header.settings, features);
            }
            Event::Cycle {
                cycle,
                point,
                individuals,
                ..
            } => {
                self.cycle = *cycle;
                self.end = None;
                self.moments.push(Moment {
                    at,
                    cycle: *cycle,
                    rivals: false,
                });
                let point = point.map_or_else(
                    || self.counted(*cycle, individuals),
                    |point| CurvePoint {
                        cycle: *cycle as f64,
                        best_f_wr: point.best_f_wr,
                        mean_f_wr: point.mean_f_wr,
                        mean_f_sim: point.mean_f_sim,
                        mean_win_rate: point.mean_win_rate,
                        win_rate_quartiles: point.win_rate_quartiles,
                        spread: point.spread,
                    },
                );
                self.history.push(point);
                self.latest = Some(event);
            }
            Event::Rivals { .. } => {
                self.moments.push(Moment {
                    at,
                    cycle: self.cycle,
                    rivals: true,
                });
                self.latest = Some(event);
            }
            Event::Command { .. } => {
                self.end = None;
                self.changes.push(self.cycle);
            }
            Event::End { complete, .. } => self.end = Some(*complete),
        }
    }

    /// Where the moment after `cycle` cycles since the run began is.
    fn within(&self, cycle: u64) -> Within {
        let changes = self.changes.partition_point(|&before| before < cycle);
        let before = changes.checked_sub(1).map_or(0, |last| self.changes[last]);
        let cycle = cycle - before;
        Within {
            cycle: u32::try_from(cycle).unwrap_or(u32::MAX),
            cycles: cycles_of(cycle, self.header.settings.cycles),
        }
    }

    /// The point of a record that has none. Its win rate is that of all games against the present
    /// target, not of the latest evaluations alone.
    fn counted(&self, cycle: u64, individuals: &[Individual]) -> CurvePoint {
        let mean = |value: &dyn Fn(&Individual) -> Option<f64>| {
            let values: Vec<f64> = individuals.iter().filter_map(value).collect();
            values.iter().sum::<f64>() / values.len() as f64
        };
        let places: Vec<Vec<f64>> = self
            .axes
            .iter()
            .flat_map(|axes| {
                individuals
                    .iter()
                    .map(|it| place_on(&axes.genes, &axes.of(&it.weights)))
            })
            .collect();
        let apart: Vec<f64> = places
            .iter()
            .enumerate()
            .flat_map(|(i, a)| places[i + 1..].iter().map(|b| distance(a, b)))
            .collect();
        CurvePoint {
            cycle: cycle as f64,
            best_f_wr: individuals
                .iter()
                .filter_map(|it| it.f_wr)
                .fold(0.0, f64::max),
            mean_f_wr: mean(&|it| it.f_wr),
            mean_f_sim: mean(&|it| it.f_sim),
            mean_win_rate: mean(&|it| tally(it).win_rate()),
            win_rate_quartiles: quartiles(
                individuals
                    .iter()
                    .filter_map(|it| tally(it).win_rate())
                    .collect(),
            )
            .unwrap_or((f64::NAN, f64::NAN)),
            spread: apart.iter().sum::<f64>() / apart.len() as f64,
        }
    }

    /// Whether the run goes on.
    pub fn state(&self) -> State {
        if let Some(complete) = self.end {
            return State::Ended { complete };
        }
        // Nothing can be said before there was time for a beat.
        let is_new = self.opened.elapsed() < 2 * live::HEARTBEAT;
        if self.is_heard() || is_new {
            State::Running
        } else {
            State::Silent
        }
    }

    /// Whether the run has given a sign of life a moment ago.
    pub fn is_heard(&self) -> bool {
        self.last_news
            .is_some_and(|last_news| last_news.elapsed() < SILENCE)
    }

    /// Lines of the record that cannot be read.
    pub const fn faults(&self) -> usize {
        self.faults
    }

    /// Whether the last line of the record is not whole: it is being written, or its program was killed
    /// in it.
    pub const fn is_torn(&self) -> bool {
        self.torn
    }

    /// The number of the individual in `snapshot` with this whole weight vector.
    pub fn individual(&self, snapshot: &Snapshot, weights: &[i32]) -> Option<u64> {
        let genes = self.axes.as_ref()?.of(weights);
        let found = snapshot.individuals.iter().find(|dot| dot.genes == genes);
        found.map(|dot| dot.id)
    }

    /// What the run last reported of itself.
    pub const fn live(&self) -> Option<&Live> {
        self.live.as_ref()
    }

    /// Seconds until it comes to rest, about, where it goes on and says so.
    pub fn seconds_left(&self) -> Option<f64> {
        let goes_on = self.is_heard() && self.end.is_none();
        self.live.as_ref().filter(|_| goes_on)?.seconds_left
    }

    /// The moments of the record, oldest first.
    pub fn moments(&self) -> &[Moment] {
        &self.moments
    }

    /// The curves of the whole run so far.
    pub const fn curves(&self) -> &Arc<[CurvePoint]> {
        &self.curves
    }

    /// The run as it is now; `None` before its first word.
    pub fn snapshot(&self) -> Option<Snapshot> {
        let recorded = self.latest.as_ref().and_then(step_of);
        let live = self.live.as_ref();
        match live.filter(|live| recorded.is_none_or(|step| live.step >= step)) {
            Some(live) => Some(live.snapshot(Arc::clone(&self.curves))),
            None => {
                let curves = Arc::clone(&self.curves);
                let mut seen = self.seen(self.latest.as_ref()?, self.cycle, curves)?;
                // The record of a fast run is ahead of what it reports of itself, all but the speed.
                if let Some(live) = live.filter(|_| self.end.is_none()) {
                    seen.paused = live.paused;
                    seen.games_per_second = live.games_per_second;
                    seen.progress = live.progress;
                }
                Some(seen)
            }
        }
    }

    /// The run as it was at a moment of its record.
    ///
    /// # Errors
    /// When its line can no longer be read.
    pub fn snapshot_at(&self, moment: Moment) -> Result<Option<Snapshot>, Error> {
        let event = self.tail.event_at(moment.at)?;
        let until = moment.cycle as f64;
        let curves: Vec<CurvePoint> = self
            .curves
            .iter()
            .filter(|point| point.cycle <= until)
            .copied()
            .collect();
        Ok(self.seen(&event, moment.cycle, curves.into()))
    }

    fn seen(&self, event: &Event, cycle: u64, curves: Arc<[CurvePoint]>) -> Option<Snapshot> {
        let axes = self.axes.as_ref()?;
        let none = Vec::new();
        let mut differences = Vec::new();
        let (phase, step, games, target, rivals, individuals) = match event {
            Event::Cycle {
                step,
                games,
                target,
                individuals,
                ..
            } => (Phase::Breeding, step, games, target, &none, individuals),
            Event::Rivals {
                step,
                games,
                target,
                rivals,
                mismatches,
                individuals,
            } => {
                differences.extend(mismatches.iter().filter_map(|it| difference(it, rivals)));
                (Phase::Resting, step, games, target, rivals, individuals)
            }
            _ => return None,
        };
        let dot = |individual: &Individual| {
            let tally = tally(individual);
            Dot {
                id: individual.id,
                genes: axes.of(&individual.weights),
                role: Role::Member,
                rival: rivals.iter().position(|&rival| rival == individual.id),
                games: tally.games,
                win_rate: tally.win_rate(),
                interval: tally.interval(),
                verdict: individual.verdict.map(verdict),
                fitness: individual.fitness,
            }
        };
        let Within { cycle, cycles } = self.within(cycle);
        Some(Snapshot {
            phase,
            paused: false,
            cycle,
            cycles,
            step: *step,
            games: *games,
            games_per_second: 0.0,
            progress: None,
            target: *target,
            genes: Arc::clone(&axes.genes),
            individuals: individuals.iter().map(dot).collect(),
            differences: differences.into(),
            curves,
        })
    }
}

const fn step_of(event: &Event) -> Option<u64> {
    match event {
        Event::Cycle { step, .. } | Event::Rivals { step, .. } => Some(*step),
        _ => None,
    }
}

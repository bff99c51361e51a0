//! All runs beneath a folder, and what can be said of each in a line.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::figures::{At, COLORS, against_each_other};
use super::follow::{Follower, State};
use super::svg::{Panel, figure};
use super::sweep::{Job, Pace, Sweep};
use super::{short, words};
use koteki_games::words::numbers::{grouped, number};
use koteki_record::csv;
use koteki_record::run::{
    EVENTS_FILE, Event, RUN_FILE, Verdict, read_header, read_seconds, read_state,
};
use koteki_record::{AtPath as _, PathError};
use koteki_rivals::evolve::progress::{self, Progress};
use koteki_rivals::evolve::run::State as RunState;
use koteki_rivals::evolve::snapshot::{CurvePoint, Phase};

/// How deep beneath the folder runs are looked for: those of a sweep in a folder of sweeps lie at 2.
const DEPTH: usize = 4;

/// How many times as long as a search took passes before the next one.
const SPARING: u32 = 50;

/// What a run does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doing {
    /// It goes on.
    Running,
    /// It has been asked to wait.
    Paused,
    /// It has come to rest.
    Finished,
    /// It was stopped or killed before, and can be resumed.
    Stopped,
    /// Something of it cannot be read, or it cannot be resumed.
    Damaged,
}

impl Doing {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Running,
        Self::Paused,
        Self::Finished,
        Self::Stopped,
        Self::Damaged,
    ];

    /// In a word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Paused => "paused",
            Self::Finished => "finished",
            Self::Stopped => "stopped",
            Self::Damaged => "damaged",
        }
    }
}

/// A run in a line.
#[derive(Clone, Debug, PartialEq)]
pub struct Overview {
    /// Its directory.
    pub directory: PathBuf,
    /// The same from the folder that was looked through.
    pub name: String,
    /// What it does.
    pub doing: Doing,
    /// Its seed; empty where `run.toml` cannot be read.
    pub seed: String,
    /// Cycles complete toward the present target, and how many it gets.
    pub cycle: (u32, u32),
    /// Games so far.
    pub games: u64,
    /// Games a second, while it goes on.
    pub games_per_second: Option<f64>,
    /// Seconds until it comes to rest, about, while it goes on.
    pub seconds_left: Option<f64>,
    /// Games toward the present target, as it said last.
    pub progress: Option<Progress>,
    /// Seconds it has been bred for.
    pub seconds: f64,
    /// Rivals chosen, and how many of them are certified (all, where there is no test); `None` before they are.
    pub rivals: Option<(usize, usize)>,
    /// What makes its settings others than the defaults.
    pub settings: Vec<String>,
    /// What is wrong, in words.
    pub fault: Option<String>,
    /// Its curves.
    pub curves: Arc<[CurvePoint]>,
}

impl Overview {
    fn damaged(directory: &Path, name: String, fault: String) -> Self {
        Self {
            directory: directory.to_owned(),
            name,
            doing: Doing::Damaged,
            seed: String::new(),
            cycle: (0, 0),
            games: 0,
            games_per_second: None,
            seconds_left: None,
            progress: None,
            seconds: 0.0,
            rivals: None,
            settings: Vec::new(),
            fault: Some(fault),
            curves: Arc::new([]),
        }
    }

    /// What stands in the columns of [`HEADS`].
    pub fn cells(&self) -> [String; HEADS.len()] {
        let goes_on = matches!(self.doing, Doing::Running | Doing::Paused);
        let rivals = self.rivals.map(|(all, sure)| format!("{sure}/{all}"));
        let speed = self.games_per_second.map(|it| format!("{it:.0}"));
        let left = self.seconds_left.filter(|_| goes_on).map(words::duration);
        let is_read = self.cycle.1 > 0;
        [
            self.name.clone(),
            self.doing.word().to_owned(),
            self.seed.clone(),
            if is_read {
                format!("{}/{}", self.cycle.0, self.cycle.1)
            } else {
                String::new()
            },
            if is_read {
                grouped(self.games)
            } else {
                String::new()
            },
            speed.unwrap_or_default(),
            left.unwrap_or_default(),
            rivals.unwrap_or_default(),
            match &self.fault {
                Some(fault) => fault.clone(),
                None => self.settings.join(" "),
            },
        ]
    }

    /// Whether a word is a part of what its line says.
    pub fn has(&self, word: &str) -> bool {
        let seed = format!("seed={}", self.seed);
        let mut said = [&*self.name, self.doing.word(), &seed]
            .into_iter()
            .chain(self.settings.iter().map(String::as_str));
        said.any(|it| it.to_lowercase().contains(word))
    }
}

/// The columns of a list of runs.
pub const HEADS: [&str; 9] = [
    "run", "state", "seed", "cycle", "games", "games/s", "left", "rivals", "settings",
];

/// Those of them that are numbers.
pub const NUMBERS: [usize; 4] = [2, 4, 5, 6];

/// "3 runs: 1 running, 2 finished".
pub fn count(runs: &[Overview]) -> String {
    let each = Doing::ALL.iter().filter_map(|doing| {
        let count = runs.iter().filter(|it| it.doing == *doing).count();
        (count > 0).then(|| format!("{count} {}", doing.word()))
    });
    let each = each.collect::<Vec<_>>().join(", ");
    format!("{}: {each}", number(runs.len() as i128, "run", "runs"))
}

/// A sweep, or the shards of one that are there, as a whole.
#[derive(Clone, Debug, PartialEq)]
pub struct Whole {
    /// Its folder, or those of its shards, and what they are called in the list.
    pub folders: Vec<(PathBuf, String)>,
    /// How many runs it has.
    pub runs: usize,
    /// How many of them are finished.
    pub finished: usize,
    /// Seconds until all are, about, with as many at a time as there are now.
    pub seconds_left: Option<f64>,
}

impl Whole {
    /// "beta: 3 of 20 runs finished, about 2 h left".
    pub fn said(&self) -> String {
        let name = self.name();
        let line = format!("{name}: {} of {} runs finished", self.finished, self.runs);
        match self.seconds_left {
            Some(left) => format!("{line}, about {} left", words::duration(left)),
            None => line,
        }
    }

    /// Whether a run of the list is one of its.
    pub fn has(&self, run: &Overview) -> bool {
        let folder = run.directory.parent();
        folder.is_some_and(|it| self.folders.iter().any(|(path, _)| path == it))
    }

    /// What its folders are called.
    pub fn name(&self) -> String {
        let names: Vec<&str> = self.folders.iter().map(|it| &*it.1).collect();
        names.join(" + ")
    }
}

/// The runs of a sweep by their names, and how long it takes them to finish.
fn whole(jobs: &[Job], folders: Vec<(PathBuf, String)>, runs: &[&Overview]) -> Whole {
    let mut pace = Pace::default();
    let mut finished = 0;
    let (mut seconds, mut games, mut running) = (0.0, 0, 0u32);
    let mut open = Vec::new();
    let named = runs
        .iter()
        .filter_map(|it| Some((it.directory.file_name()?, it)));
    let named: HashMap<&OsStr, &&Overview> = named.collect();
    for job in jobs {
        let run = named.get(OsStr::new(&job.name));
        match run.map(|it| {
            (
                it.doing,
                it.progress.and_then(|it| Some((it.seconds?, it.left))),
            )
        }) {
            Some((Doing::Finished, _)) => {
                finished += 1;
                pace.add(job, run.map_or(0.0, |it| it.seconds));
            }
            Some((Doing::Running, Some((its, left)))) => {
                running += 1;
                seconds += its;
                games += left;
            }
            _ => {
                let played = run.map_or(0, |it| it.games);
                open.push((job, played));
            }
        }
    }
    let speed = (games > 0).then(|| seconds / games as f64);
    for (job, played) in open {
        let all = progress::whole(&job.settings).max(1);
        let part = 1.0 - played.min(all) as f64 / all as f64;
        seconds += pace.of(job, speed).map_or(f64::NAN, |it| it * part);
    }
    let is_known = finished < jobs.len() && seconds.is_finite();
    Whole {
        folders,
        runs: jobs.len(),
        finished,
        seconds_left: is_known.then(|| seconds / f64::from(running.max(1))),
    }
}

/// A curve of several runs that are set against each other: of one, or the means of those that have the same settings.
#[derive(Clone, Debug)]
pub struct Curve {
    /// Its letter, the same whichever others are shown: a small one of a run, a capital one of a mean.
    pub letter: char,
    /// What it is of: "beta=0.1".
    pub name: String,
    /// The runs, by their places among those that are shown.
    pub runs: Vec<usize>,
    /// Its points.
    pub points: Vec<At>,
}

impl Curve {
    /// "a beta=0.1".
    pub fn named(&self) -> String {
        format!("{} {}", self.letter, self.name)
    }
}

/// The curves of those of `all` runs that are `shown`: of each its own as long as they can be told apart, else the means
/// of those that differ in nothing but their seeds, over the cycles that all of them have.
pub fn curves(all: &[Overview], shown: &[&Overview]) -> Vec<Curve> {
    let with = shown
        .iter()
        .enumerate()
        .filter(|(_, it)| !it.curves.is_empty());
    let alone = with.clone().count() <= COLORS.len();
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (place, run) in with {
        let alike = |places: &&mut Vec<usize>| {
            !alone && places.iter().all(|&it| shown[it].settings == run.settings)
        };
        match groups.iter_mut().find(alike) {
            Some(places) => places.push(place),
            None => groups.push(vec![place]),
        }
    }
    let mut different: Vec<&[String]> = Vec::new();
    for run in all {
        if !different.contains(&&*run.settings) {
            different.push(&run.settings);
        }
    }
    let curve = |places: Vec<usize>| {
        let run = shown[places[0]];
        let (letter, number) = if alone {
            // What cannot be read has none.
            let mut with = all.iter().filter(|it| it.cycle.1 > 0);
            let number = with.position(|it| it.directory == run.directory);
            (b'a', number)
        } else {
            (b'A', different.iter().position(|it| **it == run.settings))
        };
        // What all of them have in common names none of them.
        let differs = |word: &&String| shown.iter().any(|it| !it.settings.contains(word));
        let settings = run.settings.iter().filter(differs).map(String::as_str);
        let mut settings = settings.collect::<Vec<_>>().join(" ");
        if settings.is_empty() && different.len() > 1 {
            // What the others have changed it has left as its set has it.
            let set = run.settings.first().filter(|word| !word.contains('='));
            settings = format!("as {}", set.map_or("the defaults", |set| set.as_str()));
        }
        // The same run may lie in two folders: in a sweep and in its shards.
        let mut seeds = HashSet::new();
        let each = places.iter().map(|&it| shown[it]);
        let each = each.filter(|it| seeds.insert(&it.seed));
        let each: Vec<&[CurvePoint]> = each.map(|it| &*it.curves).collect();
        Curve {
            letter: char::from(letter + (number.unwrap_or(0) % 26) as u8),
            name: match (&*settings, each.len()) {
                _ if alone => run.name.clone(),
                (settings, 1) => settings.to_owned(),
                ("", count) => format!("mean of {count}"),
                (settings, count) => format!("{settings}, mean of {count}"),
            },
            points: mean(&each),
            runs: places,
        }
    };
    groups.into_iter().map(curve).collect()
}

/// The means over the cycles that all have.
fn mean(all: &[&[CurvePoint]]) -> Vec<At> {
    let Some((first, others)) = all.split_first() else {
        return Vec::new();
    };
    let at = |cycle: f64| {
        let mut points = Vec::new();
        for other in others {
            points.push(
                other
                    .iter()
                    .find(|it| it.cycle.to_bits() == cycle.to_bits())?,
            );
        }
        Some(points)
    };
    let points = first.iter().filter_map(|point| {
        let mut points = at(point.cycle)?;
        points.push(point);
        let mean = |value: &dyn Fn(&CurvePoint) -> f64| {
            points.iter().map(|it| value(it)).sum::<f64>() / points.len() as f64
        };
        Some(At::of_point(&CurvePoint {
            cycle: point.cycle,
            best_f_wr: mean(&|it| it.best_f_wr),
            mean_f_wr: mean(&|it| it.mean_f_wr),
            mean_f_sim: mean(&|it| it.mean_f_sim),
            mean_win_rate: mean(&|it| it.mean_win_rate),
            win_rate_quartiles: (
                mean(&|it| it.win_rate_quartiles.0),
                mean(&|it| it.win_rate_quartiles.1),
            ),
            spread: mean(&|it| it.spread),
        }))
    });
    points.collect()
}

/// The same as a table, a line a curve and cycle.
pub fn curves_csv(curves: &[Curve]) -> String {
    let heads = [
        "curve",
        "cycle",
        "best_f_wr",
        "mean_f_wr",
        "mean_f_sim",
        "mean_win_rate",
        "win_rate_q1",
        "win_rate_q3",
        "spread",
    ];
    let rows = curves.iter().flat_map(|curve| {
        curve.points.iter().map(|it| {
            let point = &it.point;
            let numbers = [
                it.cycle,
                point.best_f_wr,
                point.mean_f_wr,
                point.mean_f_sim,
                point.mean_win_rate,
                point.win_rate_quartiles.0,
                point.win_rate_quartiles.1,
                point.spread,
            ];
            let numbers = numbers.map(|it| {
                if it.is_finite() {
                    it.to_string()
                } else {
                    String::new()
                }
            });
            std::iter::once(curve.name.clone())
                .chain(numbers)
                .collect::<Vec<_>>()
        })
    });
    csv::to_string(std::iter::once(heads.map(str::to_owned).to_vec()).chain(rows))
}

/// The same as the figure of four panels.
pub fn curves_svg(curves: &[Curve]) -> String {
    let panels = panels_of(curves);
    figure("Runs from cycle to cycle", &[], &panels, 2)
}

/// The panels of that figure.
pub fn panels_of(curves: &[Curve]) -> Vec<Panel> {
    let named = curves.iter().map(|it| (it.named(), it.points.clone()));
    against_each_other(&named.collect::<Vec<_>>())
}

/// A run that is looked at again and again.
#[derive(Debug)]
struct Entry {
    follower: Follower,
    rivals: Option<(usize, usize)>,
    settings: Vec<String>,
}

/// The runs beneath a folder. What is over is read once, and what goes on only as far as it is new.
#[derive(Debug)]
pub struct Runs {
    folders: Vec<PathBuf>,
    /// What was found there last, when, and how long the search took.
    found: Option<(Vec<PathBuf>, Instant, Duration)>,
    open: BTreeMap<PathBuf, Entry>,
    /// Of those that are over what is said, and how long their events were then.
    over: BTreeMap<PathBuf, (u64, Overview)>,
    /// Of those that are stopped why they cannot be resumed, if so, and how long their events were then.
    stopped: BTreeMap<PathBuf, (u64, Option<String>)>,
    /// The sweeps, with their runs, by the folder; `None` where there is none that can be read.
    sweeps: BTreeMap<PathBuf, Option<(Sweep, Vec<Job>)>>,
}

impl Runs {
    /// Of these folders, each with the runs beneath it, or a run itself.
    pub fn new(folders: &[PathBuf]) -> Self {
        Self {
            folders: folders.to_owned(),
            found: None,
            open: BTreeMap::new(),
            over: BTreeMap::new(),
            stopped: BTreeMap::new(),
            sweeps: BTreeMap::new(),
        }
    }

    /// What they are called, one behind the other.
    pub fn named(&self) -> String {
        let names: Vec<String> = self
            .folders
            .iter()
            .map(|it| it.display().to_string())
            .collect();
        names.join(", ")
    }

    /// Every run that there is now, by name.
    ///
    /// # Errors
    /// When one of the folders cannot be looked into, with its name.
    pub fn look(&mut self) -> Result<Vec<Overview>, PathError> {
        let found = self.find()?;
        self.open.retain(|path, _| found.contains(path));
        self.over.retain(|path, _| found.contains(path));
        let mut all: Vec<Overview> = found.iter().map(|path| self.one(path)).collect();
        // Behind the name of a set what tells the runs apart comes before what they have in common.
        let read = all.iter().filter(|it| it.doing != Doing::Damaged);
        let common = read
            .map(|it| it.settings.clone())
            .reduce(|mut common, other| {
                common.retain(|word| other.contains(word));
                common
            });
        let common = common.unwrap_or_default();
        for it in &mut all {
            it.settings
                .sort_by_key(|word| (word.contains([' ', '=']), common.contains(word)));
        }
        Ok(all)
    }

    /// The sweeps that these runs are of. Folders of the same sweep are its shards.
    pub fn sweeps(&mut self, all: &[Overview]) -> Vec<Whole> {
        type Group<'a> = (Vec<(PathBuf, String)>, Vec<&'a Overview>);
        let mut groups: Vec<Group<'_>> = Vec::new();
        for run in all {
            let Some(folder) = run.directory.parent() else {
                continue;
            };
            // Of a run that was named itself the others of its sweep are not known.
            if self.folders.contains(&run.directory) {
                continue;
            }
            let known = self.sweeps.entry(folder.to_owned()).or_insert_with(|| {
                let sweep = Sweep::read(folder).ok()?;
                let jobs = sweep.jobs().ok()?;
                Some((sweep, jobs))
            });
            if known.is_none() {
                continue;
            }
            let sweep = |folder: &Path| self.sweeps.get(folder).and_then(Option::as_ref);
            let same = |it: &Path| sweep(it).map(|it| &it.0) == sweep(folder).map(|it| &it.0);
            let named = || (folder.to_owned(), self.name_of(folder));
            match groups.iter_mut().find(|(folders, _)| same(&folders[0].0)) {
                Some((folders, runs)) => {
                    if folders.iter().all(|(it, _)| it != folder) {
                        folders.push(named());
                    }
                    runs.push(run);
                }
                None => groups.push((vec![named()], vec![run])),
            }
        }
        let of = |(folders, runs): Group<'_>| {
            let (_, jobs) = self.sweeps.get(&folders[0].0)?.as_ref()?;
            Some(whole(jobs, folders, &runs))
        };
        groups.into_iter().filter_map(of).collect()
    }

    /// The directories of runs. A search that takes long, in a folder with much else in it, is not made at every look.
    fn find(&mut self) -> Result<Vec<PathBuf>, PathError> {
        if let Some((found, when, took)) = &self.found
            && when.elapsed() < *took * SPARING
        {
            return Ok(found.clone());
        }
        let begun = Instant::now();
        let mut found = Vec::new();
        for folder in &self.folders {
            if folder.join(RUN_FILE).exists() {
                found.push(folder.clone());
            } else {
                find(folder, DEPTH, &mut found).at(folder)?;
            }
        }
        self.found = Some((found.clone(), Instant::now(), begun.elapsed()));
        Ok(found)
    }

    fn one(&mut self, directory: &Path) -> Overview {
        let events = directory.join(EVENTS_FILE);
        let length = fs::metadata(events).map_or(0, |it| it.len());
        if let Some((known, said)) = self.over.get(directory)
            && *known == length
        {
            return said.clone();
        }
        let mut said = self.read(directory);
        if said.doing == Doing::Stopped
            && let Some(why) = self.not_resumable(directory, length)
        {
            (said.doing, said.fault) = (Doing::Damaged, Some(why));
        }
        if said.doing == Doing::Finished || said.seed.is_empty() {
            self.open.remove(directory);
            if said.doing == Doing::Finished {
                self.over
                    .insert(directory.to_owned(), (length, said.clone()));
            }
        }
        said
    }

    /// Why the stopped run in `directory` cannot be resumed, where it cannot; `length` is that of its events.
    fn not_resumable(&mut self, directory: &Path, length: u64) -> Option<String> {
        if let Some((known, why)) = self.stopped.get(directory)
            && *known == length
        {
            return why.clone();
        }
        let state = read_state::<RunState>(directory);
        let why = state.err().map(|it| in_a_line(&it.to_string()));
        self.stopped
            .insert(directory.to_owned(), (length, why.clone()));
        why
    }

    /// Beneath one folder its name need not be said again and again.
    fn name_of(&self, directory: &Path) -> String {
        let name = match &self.folders[..] {
            [folder] if folder != directory => directory.strip_prefix(folder).unwrap_or(directory),
            _ => directory,
        };
        name.display().to_string()
    }

    fn read(&mut self, directory: &Path) -> Overview {
        let name = self.name_of(directory);
        let entry = match self.open.remove(directory) {
            Some(entry) => Ok(entry),
            None => Follower::open(directory).map(|follower| Entry {
                settings: short::settings(&follower.header().settings),
                follower,
                rivals: None,
            }),
        };
        let mut entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                // Settings of another version: the run can be named all the same.
                let seed = read_header::<toml::Table>(directory).map(|header| header.seed);
                let mut said = Overview::damaged(directory, name, in_a_line(&error.to_string()));
                said.seed = seed.unwrap_or_default();
                return said;
            }
        };
        let Entry {
            follower, rivals, ..
        } = &mut entry;
        let polled = follower.poll(|event, _| match event {
            Event::Rivals {
                rivals: chosen,
                individuals,
                ..
            } => {
                let verdicts = individuals.iter().filter(|it| chosen.contains(&it.id));
                let sure =
                    verdicts.filter(|it| it.verdict.is_none_or(|it| it == Verdict::Certified));
                *rivals = Some((chosen.len(), sure.count()));
            }
            Event::Cycle { .. } | Event::Command { .. } => *rivals = None,
            _ => {}
        });
        let said = overview(
            directory,
            name,
            &entry,
            polled.err().map(|it| it.to_string()),
        );
        self.open.insert(directory.to_owned(), entry);
        said
    }
}

fn overview(directory: &Path, name: String, entry: &Entry, trouble: Option<String>) -> Overview {
    let Entry {
        follower,
        rivals,
        settings,
    } = entry;
    let faults = follower.faults();
    let fault = trouble.or_else(|| (faults > 0).then(|| words::unreadable(faults)));
    let snapshot = follower.snapshot();
    let goes_on = follower.is_heard();
    let doing = match follower.state() {
        _ if fault.is_some() => Doing::Damaged,
        State::Ended { complete: true } => Doing::Finished,
        State::Ended { complete: false } => Doing::Stopped,
        _ if !goes_on => Doing::Stopped,
        _ if snapshot.as_ref().is_some_and(|it| it.paused) => Doing::Paused,
        _ => Doing::Running,
    };
    let runs = matches!(doing, Doing::Running | Doing::Paused);
    let speed = snapshot.as_ref().map(|it| it.games_per_second);
    let is_busy = snapshot
        .as_ref()
        .is_some_and(|it| it.phase != Phase::Resting);
    Overview {
        directory: directory.to_owned(),
        name,
        doing,
        seed: follower.header().seed.clone(),
        cycle: snapshot.as_ref().map_or_else(
            || (0, follower.header().settings.cycles),
            |it| (it.cycle, it.cycles),
        ),
        games: snapshot.as_ref().map_or(0, |it| it.games),
        games_per_second: speed.filter(|_| doing == Doing::Running && is_busy),
        seconds_left: follower.seconds_left().filter(|_| runs),
        progress: follower.live().and_then(|it| it.progress),
        seconds: read_seconds(directory),
        rivals: *rivals,
        settings: settings.clone(),
        fault,
        curves: Arc::clone(follower.curves()),
    }
}

/// A message without the excerpt of the file that it shows.
fn in_a_line(message: &str) -> String {
    let lines = message.lines().map(str::trim);
    let words: Vec<&str> = lines
        .filter(|line| !line.is_empty() && !line.contains(" |") && !line.starts_with('|'))
        .collect();
    words.join(": ")
}

/// The directories of runs in `folder` and those in it, by name. Links are not followed: they may lead round; nor are
/// hidden folders looked into.
fn find(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    let mut within: Vec<PathBuf> = fs::read_dir(folder)?
        .filter_map(Result::ok)
        .filter(|it| it.file_type().is_ok_and(|kind| kind.is_dir()))
        .filter(|it| !it.file_name().to_string_lossy().starts_with('.'))
        .map(|it| it.path())
        .collect();
    within.sort_by_key(|path| natural(path));
    for path in within {
        if path.join(RUN_FILE).exists() {
            found.push(path);
        } else if depth > 0 {
            // What may not be looked into holds no run for whoever looks.
            let _ = find(&path, depth - 1, found);
        }
    }
    Ok(())
}

/// A name by which 2 comes before 10, and 0.02 before 0.1: texts and the numbers after them, in millionths.
fn natural(path: &Path) -> Vec<(String, u64)> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut parts = Vec::new();
    let mut rest = &*name;
    while !rest.is_empty() {
        let digits = rest.find(|it: char| it.is_ascii_digit());
        let (text, behind) = rest.split_at(digits.unwrap_or(rest.len()));
        let end = behind.find(|it: char| !it.is_ascii_digit() && it != '.');
        let (number, behind) = behind.split_at(end.unwrap_or(behind.len()));
        let number = number.trim_end_matches('.').parse::<f64>().unwrap_or(0.0);
        // A saturating cast: an order is all that is wanted.
        parts.push((text.to_owned(), (number * 1e6) as u64));
        rest = behind;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_comes_before_ten() {
        let mut names = [
            "beta=0.1,seed=10",
            "beta=0.1,seed=2",
            "beta=0.02,seed=3",
            "a",
        ];
        names.sort_by_key(|name| natural(Path::new(name)));
        let sorted = [
            "a",
            "beta=0.02,seed=3",
            "beta=0.1,seed=2",
            "beta=0.1,seed=10",
        ];
        assert_eq!(names, sorted);
    }
}

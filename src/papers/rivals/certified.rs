//! `certified-rivals`: three rivals for agents of several D, bred with the program's own settings among
//! individuals that look two plies ahead, as in ch. 7, and checked in games that none was chosen by.
//!
//! At D 15 such individuals hardly reach one half: a whole run of four series (seed 2001, 30,880
//! games) certified one, and the best of the others won 0.40 to 0.43 of 400 games. There the same is
//! tried with three plies too.

use super::{CHECK, DIFFERENT, check, settings};
use crate::breed::{arena, to_rest};
use crate::lab::{ExperimentError, Lab};
use crate::report::{Datum, Findings, Table};
use crate::rivals::words;
use koteki_engine::eval::othello::FEATURES;
use koteki_games::random::derive_seed;
use koteki_rivals::evolve::run::Run;
use koteki_rivals::evolve::tally::Tally;
use koteki_rivals::evolve::verdict::Verdict;
use koteki_rivals::evolve::{Arena, Settings};
use koteki_rivals::measure::stats::{CONFIDENCE, wilson};

/// The D of the agents and the look-ahead of the individuals; the small scale has D 25 alone.
const CASES: [(f64, u32); 4] = [(25.0, 2), (15.0, 2), (15.0, 3), (40.0, 2)];

/// Seeds at each scale.
const SEEDS: [usize; 2] = [1, 10];

/// About what a run plays, for the progress.
const ABOUT: u64 = 20_000;

/// One run and its check.
#[derive(serde::Serialize, serde::Deserialize)]
pub(super) struct Outcome {
    pub(super) games: u64,
    rounds: u32,
    /// The weights of those of the three that are certified.
    pub(super) certified: Vec<Vec<i32>>,
    /// Their fresh games.
    pub(super) checks: Vec<Tally>,
    smallest: Option<f64>,
    floor: Option<f64>,
}

impl Outcome {
    pub(super) fn inside(&self) -> usize {
        let near = |tally: &&Tally| {
            let rate = tally.win_rate();
            rate.is_some_and(|rate| (0.4..=0.6).contains(&rate))
        };
        self.checks.iter().filter(near).count()
    }

    /// Three certified rivals, all inside in fresh games, any two of them different.
    pub(super) fn holds(&self) -> bool {
        self.certified.len() == 3
            && self.inside() == 3
            && self.smallest.is_some_and(|smallest| smallest >= DIFFERENT)
    }
}

/// Breeds and checks.
///
/// # Errors
/// When the lab is told to stop.
pub fn work(lab: &Lab<'_>) -> Result<Findings, ExperimentError> {
    let seeds = lab.pick(SEEDS[0], SEEDS[1]);
    let cases = lab.pick(&CASES[..1], &CASES);
    lab.plan(ABOUT * (cases.len() * seeds) as u64);
    let outcomes = lab.each(cases.len() * seeds, |index| {
        let (case, run) = (cases[index / seeds], index % seeds);
        let seed = derive_seed(lab.seed(), &[73, index as u64 / seeds as u64, run as u64]);
        let outcome = one(lab, case, seed)?;
        lab.done(ABOUT);
        Ok(outcome)
    })?;
    let mut summary = Vec::new();
    let mut runs = Vec::new();
    for (&case, outcomes) in cases.iter().zip(outcomes.chunks(seeds)) {
        summary.push(summed(case, outcomes));
        runs.extend((1..).zip(outcomes).map(|(run, it)| listed(case, run, it)));
    }
    let mut findings = Findings {
        tables: vec![
            Table::data(
                "summary",
                words::CERTIFIED,
                &words::CERTIFIED_COLUMNS,
                summary,
            ),
            Table::data("runs", words::RUNS, &words::RUNS_COLUMNS, runs),
        ],
        notes: vec![
            "a run holds when three rivals were certified, the win rates of all three in 400 \
             fresh games lie within 0.4 to 0.6, and any two of them play differently in a \
             quarter of the 500 published positions or more; the floor is what a rival's own \
             ties make it differ from itself"
                .to_owned(),
        ],
        ..Findings::default()
    };
    let settings = settings(CASES[0].0, CASES[0].1);
    for (name, value) in [
        ("opponent", settings.opponent),
        ("cycles", settings.cycles.to_string()),
        ("games", settings.games.to_string()),
        ("rounds", settings.retest.rounds.to_string()),
        ("games per check", CHECK.to_string()),
    ] {
        findings.settings.insert(name.to_owned(), value);
    }
    Ok(findings)
}

fn one(lab: &Lab<'_>, (target, depth): (f64, u32), seed: u64) -> Result<Outcome, ExperimentError> {
    let settings = settings(target, depth);
    let arena = arena(&settings)?;
    bred(lab, settings, &FEATURES.map(|it| it.name), &arena, seed)
}

/// Breeds rivals for the target of `settings` in `arena`, of whatever game, and checks those certified.
pub(super) fn bred(
    lab: &Lab<'_>,
    settings: Settings,
    features: &[&str],
    arena: &dyn Arena,
    seed: u64,
) -> Result<Outcome, ExperimentError> {
    let target = settings.target;
    let run = Run::new(settings, features, seed)?;
    let run = to_rest(lab, arena, run, true, |_| ())?;
    let census = run.census();
    let (mut certified, mut checks) = (Vec::new(), Vec::new());
    for member in census.members.iter().filter(|it| it.rival.is_some()) {
        if member.verdict == Some(Verdict::Certified) {
            let seed = derive_seed(seed, &[member.id]);
            let weights = &member.weights;
            checks.push(check(arena, target, weights, CHECK, seed, lab.cancel())?);
            certified.push(weights.clone());
        }
    }
    let of = |floor: bool| {
        let those = census
            .differences
            .iter()
            .filter(move |it| (it.a == it.b) == floor);
        those.map(|it| it.mismatch.rate)
    };
    Ok(Outcome {
        games: census.games,
        rounds: census.round + 1,
        certified,
        checks,
        smallest: of(false).reduce(f64::min),
        floor: of(true).reduce(f64::max),
    })
}

pub(super) fn summed((target, depth): (f64, u32), outcomes: &[Outcome]) -> Vec<Datum> {
    let whole = |count: usize| Datum::Whole(i64::try_from(count).unwrap_or(i64::MAX));
    let runs = outcomes.len();
    let held = outcomes.iter().filter(|it| it.holds()).count();
    let certified: usize = outcomes.iter().map(|it| it.certified.len()).sum();
    let inside: usize = outcomes.iter().map(Outcome::inside).sum();
    let games: u64 = outcomes.iter().map(|it| it.games).sum();
    let interval = wilson(inside as f64, certified as f64, CONFIDENCE);
    let smallest = outcomes
        .iter()
        .filter_map(|it| it.smallest)
        .reduce(f64::min);
    vec![
        Datum::Real((target, 0)),
        Datum::Whole(depth.into()),
        whole(runs),
        whole(held),
        whole(certified),
        whole(inside),
        Datum::Text(format!("{:.2} to {:.2}", interval.low, interval.high)),
        smallest.map_or(Datum::Missing, |it| Datum::Real((it, 3))),
        Datum::Real((games as f64 / runs.max(1) as f64, 0)),
    ]
}

pub(super) fn listed((target, depth): (f64, u32), run: i64, outcome: &Outcome) -> Vec<Datum> {
    let rivals = (0..3).map(|rival| match outcome.checks.get(rival) {
        None => Datum::Missing,
        Some(tally) => {
            let (low, high) = tally.interval();
            Datum::Text(words::rate(tally.win_rate().unwrap_or(0.0), low, high))
        }
    });
    let rate = |rate: Option<f64>| rate.map_or(Datum::Missing, |rate| Datum::Real((rate, 3)));
    [
        Datum::Real((target, 0)),
        Datum::Whole(depth.into()),
        Datum::Whole(run),
        Datum::Whole(i64::try_from(outcome.games).unwrap_or(i64::MAX)),
        Datum::Whole(outcome.rounds.into()),
    ]
    .into_iter()
    .chain(rivals)
    .chain([rate(outcome.smallest), rate(outcome.floor)])
    .collect()
}

//! Which estimate of strength to show: the plain mean loss D of the games with an interval, or the
//! Bayesian one of [`koteki_rivals::measure::strength`].
//!
//! Subjects of known strength play games against themselves from the usual position, as those of the table
//! behind the Bayesian estimate and of the [ladder](koteki_rivals::measure::level) did; both sides of a game are
//! judged up to ply 40, each as a game of its own. The truth is the subject's mean loss over all of its
//! games. Estimates are made from 1, 3 and 25 games that no other estimate of the same number uses, and
//! asked: how far is ln D from the truth (root mean square), and how often does the 95 % interval hold
//! it? The Bayesian one sees game after game as the program does, with its drift between them.
//!
//! The table `trust` is what [`TRUST`] was chosen by.

use super::subject::{SUBJECTS, Way};
use crate::lab::{ExperimentError, Lab};
use crate::report::{Datum, Findings, Table};
use koteki_engine::player::Player;
use koteki_engine::search::root::Search as _;
use koteki_games::othello::Position;
use koteki_games::random::{Random, derive_seed};
use koteki_games::{Game as _, GameLine};
use koteki_rivals::measure::contest::play_out;
use koteki_rivals::measure::level::Estimate;
use koteki_rivals::measure::loss::{LossSheet, MEASURED_PLIES};
use koteki_rivals::measure::stats::{CONFIDENCE, Interval};
use koteki_rivals::measure::strength::{Belief, Decision, TRUST, TRUSTS, log_likelihood};
use koteki_rivals::roster::SearchSpec;

/// Its headings: errors are root mean squares in ln D, widths are of intervals of ln D.
const COLUMNS: [&str; 11] = [
    "subjects",
    "games",
    "estimates",
    "error of D",
    "of Bayes",
    "held: Student",
    "bootstrap",
    "Bayes",
    "width: Student",
    "bootstrap",
    "Bayes",
];

const NOTES: [&str; 6] = [
    "errors are root mean squares of ln D: 0.40 is a factor of 1.5; widths are those of ln D",
    "the truth is the subject's mean loss over all its games, which the estimates' own games are part of",
    "softmax players are those the Bayesian model is made for; the other kinds are not",
    "the table behind the Bayesian estimate ends at D 91: of random, which is beyond, no interval holds the truth",
    "how much the Bayesian model trusts a choice was chosen on seed 1001 (table trust); report on another",
    "the four strengths of a kind weigh the same; roster: advanced, intermediate, beginner, random",
];

/// Games of each subject; each gives two.
const GAMES: [u64; 2] = [13, 250];
/// Numbers of games that an estimate is made from.
pub const FROM: [usize; 3] = [1, 3, 25];
/// Resamples of a bootstrap.
const RESAMPLES: usize = 400;
/// A D below this counts as this: a game without a loss has no logarithm.
const FLOOR: f64 = 0.5;

/// Coordinates that keep the uses of one seed apart.
const LINES: u64 = 0;
const RESAMPLING: u64 = 1;

/// One side of a game.
struct Played {
    losses: Vec<f64>,
    likelihood: Vec<f64>,
}

/// One estimate: its error in ln D, whether its interval held the truth, and how wide that is in ln D.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
struct Outcome {
    error: f64,
    held: bool,
    width: f64,
}

/// The plain D with two intervals, then the Bayesian estimate with each of [`TRUSTS`].
const ESTIMATES: usize = 2 + TRUSTS.len();

/// The estimates of one subject: by number of games, then by [`ESTIMATES`].
type Outcomes = [[Vec<Outcome>; ESTIMATES]; FROM.len()];

/// The Bayesian estimate as the program has it, among [`ESTIMATES`].
fn shipped() -> usize {
    2 + TRUSTS.iter().position(|it| *it == TRUST).unwrap_or(0)
}

/// Does it.
///
/// # Errors
/// When the lab is told to stop.
pub fn work(lab: &Lab<'_>) -> Result<Findings, ExperimentError> {
    let games = lab.pick(GAMES[0], GAMES[1]);
    lab.plan(games * SUBJECTS.len() as u64);
    let found = lab.each(SUBJECTS.len(), |index| {
        let way = SUBJECTS[index];
        let seed = derive_seed(lab.seed(), &[index as u64]);
        let played = play(lab, way, games, seed)?;
        Ok(judge(&played, seed))
    })?;
    let mut rows = Vec::new();
    let kinds = super::KINDS.iter().map(Some).chain([None]);
    for kind in kinds {
        for (n, &from) in FROM.iter().enumerate() {
            let of_kind = |index: &usize| kind.is_none_or(|kind| SUBJECTS[*index].kind() == *kind);
            let of = |estimator: usize| -> Vec<Outcome> {
                (0..SUBJECTS.len())
                    .filter(of_kind)
                    .flat_map(|index| found[index].1[n][estimator].iter().copied())
                    .collect()
            };
            rows.push(row(kind.map_or("all", |it| it), from, &of));
        }
    }
    let mut trusts = Vec::new();
    for (index, trust) in TRUSTS.into_iter().enumerate() {
        for (n, &from) in FROM.iter().enumerate() {
            let all = found.iter().flat_map(|(_, it)| &it[n][2 + index]);
            let all: Vec<Outcome> = all.copied().collect();
            let mut row = vec![Datum::Real((trust, 2)), Datum::whole(from)];
            row.extend([error(&all), held(&all), width(&all)]);
            trusts.push(row);
        }
    }
    let truths = SUBJECTS
        .iter()
        .zip(&found)
        .map(|(way, (truth, _))| vec![Datum::from(way.name()), Datum::Real((*truth, 2))])
        .collect();
    let settings = [
        (
            "games of each subject",
            format!("{games}, both sides judged"),
        ),
        ("trust in a choice", TRUST.to_string()),
        ("resamples of a bootstrap", RESAMPLES.to_string()),
        ("least D that has a logarithm", FLOOR.to_string()),
    ];
    Ok(Findings {
        tables: vec![
            Table::data(
                "estimators",
                "How far estimates of D are from the truth, and how often their 95 % \
                 intervals hold it",
                &COLUMNS,
                rows,
            ),
            Table::data(
                "trust",
                "The Bayesian estimate by how much it trusts a choice, all subjects",
                &["trust", "games", "error", "held", "width"],
                trusts,
            ),
            Table::data(
                "subjects",
                "The subjects' true D",
                &["subject", "D"],
                truths,
            ),
        ],
        notes: NOTES.map(str::to_owned).into(),
        settings: settings
            .map(|(name, value)| (name.to_owned(), value))
            .into(),
        ..Findings::default()
    })
}

fn mean(values: &[Outcome], part: fn(&Outcome) -> f64) -> Option<f64> {
    let sum = values.iter().map(part).sum::<f64>();
    (!values.is_empty()).then(|| sum / values.len() as f64)
}

fn real(value: Option<f64>, decimals: usize) -> Datum {
    value.map_or(Datum::Missing, |value| Datum::Real((value, decimals)))
}

/// The root mean square of the errors of ln D.
fn error(of: &[Outcome]) -> Datum {
    real(mean(of, |it| it.error * it.error).map(f64::sqrt), 3)
}

/// How often the truth was within.
fn held(of: &[Outcome]) -> Datum {
    real(mean(of, |it| f64::from(u8::from(it.held))), 3)
}

/// How wide the intervals of ln D are.
fn width(of: &[Outcome]) -> Datum {
    real(mean(of, |it| it.width), 2)
}

fn row(kind: &str, from: usize, of: &dyn Fn(usize) -> Vec<Outcome>) -> Vec<Datum> {
    let [student, bootstrap, bayes] = [0, 1, shipped()].map(of);
    let count = Datum::whole(student.len());
    let mut row = vec![Datum::from(kind), Datum::whole(from), count];
    // Both intervals of the plain D have the same point.
    row.extend([error(&student), error(&bayes)]);
    let three = [&student, &bootstrap, &bayes];
    row.extend(three.map(|it| held(it)));
    row.extend(three.map(|it| width(it)));
    row
}

fn play(lab: &Lab<'_>, way: Way, games: u64, seed: u64) -> Result<Vec<Played>, ExperimentError> {
    let player: Box<dyn Player<Position>> = way.player()?;
    let tester = SearchSpec::TESTER.search();
    let depth = SearchSpec::TESTER.depth;
    let mut played = Vec::new();
    for game in 0..games {
        let seed = derive_seed(seed, &[LINES, game]);
        let line = play_out(GameLine::default(), &*player, &*player, seed, lab.cancel())?;
        let mut sheets = [LossSheet::default(), LossSheet::default()];
        let mut decisions = [Vec::new(), Vec::new()];
        let steps = line.steps().enumerate().take(MEASURED_PLIES);
        for (index, (position, mv)) in steps {
            if !position.must_pass() {
                let side = position.side_to_move().index();
                let values = tester.root_values(position, depth, lab.cancel())?;
                sheets[side].push(index + 1, &values, mv);
                decisions[side].extend(Decision::of(&values, mv));
            }
        }
        played.extend(
            sheets
                .iter()
                .zip(decisions)
                .map(|(sheet, decisions)| Played {
                    losses: sheet.losses(),
                    likelihood: log_likelihood(&decisions),
                }),
        );
        lab.done(1);
    }
    Ok(played)
}

/// The truth, and every estimate.
fn judge(played: &[Played], seed: u64) -> (f64, Outcomes) {
    let all: Vec<f64> = played.iter().flat_map(|it| it.losses.clone()).collect();
    let truth = all.iter().sum::<f64>() / all.len().max(1) as f64;
    let mut outcomes = Outcomes::default();
    for (n, &from) in FROM.iter().enumerate() {
        for (number, games) in played.chunks_exact(from).enumerate() {
            let losses: Vec<f64> = games.iter().flat_map(|it| it.losses.clone()).collect();
            let Some(plain) = Estimate::of(&losses) else {
                continue;
            };
            let mut random = Random::derived(seed, &[RESAMPLING, n as u64, number as u64]);
            let student = plain.interval.unwrap_or(Interval {
                low: plain.d,
                high: plain.d,
            });
            let bayes = TRUSTS.map(|trust| {
                let mut belief = Belief::prior_trusting(trust);
                for game in games {
                    belief.see_game_likely(&game.likelihood);
                }
                let strength = belief.strength();
                (strength.d, strength.interval)
            });
            let plain = [
                (plain.d, student),
                (plain.d, bootstrap(&losses, &mut random)),
            ];
            let estimates = plain.into_iter().chain(bayes);
            for (slot, (d, interval)) in outcomes[n].iter_mut().zip(estimates) {
                let log = |d: f64| libm::log(d.max(FLOOR));
                slot.push(Outcome {
                    error: log(d) - log(truth),
                    held: interval.contains(truth),
                    width: log(interval.high) - log(interval.low),
                });
            }
        }
    }
    (truth, outcomes)
}

/// The percentile interval of the mean (Efron 1979).
pub fn bootstrap(losses: &[f64], random: &mut Random) -> Interval {
    let count = losses.len();
    let mut means: Vec<f64> = (0..RESAMPLES)
        .map(|_| (0..count).map(|_| losses[random.below(count)]).sum::<f64>() / count as f64)
        .collect();
    means.sort_by(f64::total_cmp);
    let tail = ((1.0 - CONFIDENCE) / 2.0 * RESAMPLES as f64) as usize;
    Interval {
        low: means[tail],
        high: means[RESAMPLES - 1 - tail],
    }
}

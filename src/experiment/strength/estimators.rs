//! Which estimate of strength to show: the plain mean loss D of the games with an interval, or the
//! Bayesian one of [`crate::measure::strength`].
//!
//! Subjects of known strength play games against themselves, each from an opening of a few plies drawn
//! by lot; both sides of a game are judged, each as a game of its own. The truth is the subject's mean
//! loss over all of its games. Estimates are made from 1, 3 and 25 games that no other estimate of the
//! same number uses, and asked: how far is ln D from the truth (root mean square), and how often does
//! the 95 % interval hold it?

use super::subject::{SUBJECTS, Way};
use crate::experiment::lab::{Failure, Lab};
use crate::experiment::report::{Datum, Findings, Table};
use crate::game::Game as _;
use crate::game::othello::Position;
use crate::measure::contest::{play_out, random_opening};
use crate::measure::level::Estimate;
use crate::measure::loss::{LossSheet, MEASURED_PLIES};
use crate::measure::stats::{CONFIDENCE, Interval};
use crate::measure::strength::{Belief, Decision};
use crate::player::Player;
use crate::random::{Random, derive_seed};
use crate::roster::SearchSpec;
use crate::search::root::Search as _;
use crate::text::experiment::strength as text;

/// Games of each subject; each gives two.
const GAMES: [u64; 2] = [13, 250];
/// Plies drawn by lot.
const OPENING: u32 = 4;
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
    decisions: Vec<Decision>,
}

/// One estimate: its error in ln D, whether its interval held the truth, and how wide that is in ln D.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Outcome {
    error: f64,
    held: bool,
    width: f64,
}

/// The estimates of one subject: by number of games, then by estimator.
type Outcomes = [[Vec<Outcome>; text::ESTIMATORS.len()]; FROM.len()];

/// Does it.
///
/// # Errors
/// When the lab is told to stop.
pub fn work(lab: &Lab<'_>) -> Result<Findings, Failure> {
    let games = lab.pick(GAMES[0], GAMES[1]);
    lab.plan(games * SUBJECTS.len() as u64);
    let found = lab.each(SUBJECTS.len(), |index| {
        let way = SUBJECTS[index];
        let seed = derive_seed(lab.seed(), &[index as u64]);
        let played = play(lab, way, games, seed)?;
        Ok(judge(&played, seed))
    })?;
    let mut rows = Vec::new();
    let kinds = text::KINDS.iter().map(Some).chain([None]);
    for kind in kinds {
        for (n, &from) in FROM.iter().enumerate() {
            let of_kind = |index: &usize| kind.is_none_or(|kind| SUBJECTS[*index].kind() == *kind);
            let of = |estimator: usize| -> Vec<Outcome> {
                (0..SUBJECTS.len())
                    .filter(of_kind)
                    .flat_map(|index| found[index].1[n][estimator].iter().copied())
                    .collect()
            };
            rows.push(row(kind.map_or(text::ALL, |it| it), from, &of));
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
        ("plies drawn by lot", OPENING.to_string()),
        ("resamples of a bootstrap", RESAMPLES.to_string()),
        ("least D that has a logarithm", FLOOR.to_string()),
    ];
    Ok(Findings {
        tables: vec![
            Table::data("estimators", text::TITLE, &text::COLUMNS, rows),
            Table::data("subjects", text::SUBJECTS, &text::SUBJECT_COLUMNS, truths),
        ],
        notes: text::NOTES.map(str::to_owned).into(),
        settings: settings
            .map(|(name, value)| (name.to_owned(), value))
            .into(),
        ..Findings::default()
    })
}

#[allow(clippy::cast_precision_loss)]
fn row(kind: &str, from: usize, of: &dyn Fn(usize) -> Vec<Outcome>) -> Vec<Datum> {
    let estimators: Vec<Vec<Outcome>> = (0..text::ESTIMATORS.len()).map(of).collect();
    let mean = |values: &[Outcome], part: fn(&Outcome) -> f64, decimals: usize| {
        let mean = values.iter().map(part).sum::<f64>() / values.len() as f64;
        (!values.is_empty()).then_some((mean, decimals))
    };
    let datum = |value: Option<(f64, usize)>| value.map_or(Datum::Missing, Datum::Real);
    let mut row = vec![
        Datum::from(kind),
        Datum::whole(from),
        Datum::whole(estimators[0].len()),
    ];
    // Both intervals of the plain D have the same point.
    for estimator in [0, 2] {
        let squares = mean(&estimators[estimator], |it| it.error * it.error, 3);
        row.push(datum(
            squares.map(|(mean, decimals)| (mean.sqrt(), decimals)),
        ));
    }
    for outcomes in &estimators {
        row.push(datum(mean(outcomes, |it| f64::from(u8::from(it.held)), 3)));
    }
    for outcomes in &estimators {
        row.push(datum(mean(outcomes, |it| it.width, 2)));
    }
    row
}

fn play(lab: &Lab<'_>, way: Way, games: u64, seed: u64) -> Result<Vec<Played>, Failure> {
    let player: Box<dyn Player<Position>> = way.player()?;
    let tester = SearchSpec::TESTER.search();
    let depth = SearchSpec::TESTER.depth;
    let mut played = Vec::new();
    for game in 0..games {
        let seed = derive_seed(seed, &[LINES, game]);
        let line = random_opening(OPENING, seed);
        let line = play_out(line, &*player, &*player, seed, lab.cancel())?;
        let mut sheets = [LossSheet::default(), LossSheet::default()];
        let mut decisions = [Vec::new(), Vec::new()];
        let steps = line.steps().enumerate().take(MEASURED_PLIES);
        for (index, (position, mv)) in steps.skip(line.opening()) {
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
                    decisions,
                }),
        );
        lab.done(1);
    }
    Ok(played)
}

/// The truth, and every estimate.
#[allow(clippy::cast_precision_loss)]
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
            let mut belief = Belief::prior();
            for game in games {
                belief.see(&game.decisions);
            }
            let bayes = belief.strength();
            let estimates = [
                (plain.d, student),
                (plain.d, bootstrap(&losses, &mut random)),
                (bayes.d, bayes.interval),
            ];
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
#[must_use]
#[allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss
)]
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

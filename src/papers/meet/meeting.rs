//! `meet-a-player`: is the agent that is made for a player really the player's equal?
//!
//! A fit is what happens to a person: a game against Beginner, then more games, each against the agent made from all games so
//! far. The agent of the moment is judged after several numbers of games by the player's own curve: what it scores against
//! agents of all strengths, measured in games that belong to no fit. Beside it stand the thesis' way, an agent that holds the
//! mean loss of the same games, and what could have been known at best: the agents that two observers would have made who
//! know from other fits how choices and strength belong together, one for this very player, one for all the others. In some
//! of the fits rivals are bred, too, as in the program, and the player meets them.
//!
//! The constants come from people of tournaments, and from the simulated players of [`reference`](super::reference).

use serde::{Deserialize, Serialize};

use super::person::{BEGINNER, PLAYERS, Person, breed_for, built};
use super::{Seated, agent_even, is_near, win_rate};
use crate::lab::{ExperimentError, Lab};
use crate::range;
use crate::report::{Datum, Findings, Table};
use koteki_games::random::derive_seed;
use koteki_rivals::evolve::Settings;
use koteki_rivals::evolve::rivals::WANTED;
use koteki_rivals::measure::equal::{self, ResultAgainst};
use koteki_rivals::measure::level::Ladder;
use koteki_rivals::measure::likeness;
use koteki_rivals::measure::stats::{CONFIDENCE, Moments, quantiles, wilson};

/// How many of the players are met.
const MANY: [usize; 2] = [2, PLAYERS.len()];

const WAYS: [&str; 4] = [
    "choices and results",
    "mean loss D",
    "the kind known",
    "other kinds known",
];

/// Fits of each player.
const FITS: [usize; 2] = [1, 30];
/// In one of them rivals are bred after so many games, …
const BRED_AFTER: [&[usize]; 2] = [&[3], &[3, 10, 25]];
/// … and these are the games against each of the rivals.
const MET: [u64; 2] = [2, 100];
/// Games at each point of a curve.
const TRIED: [u64; 2] = [2, 300];
/// The even points of the agents of a curve.
const CURVE: [f64; 12] = [
    -8.0, 0.0, 4.0, 9.0, 14.0, 20.0, 27.0, 37.0, 55.0, 80.0, 115.0, 170.0,
];
/// Numbers of games after which an agent is judged.
const AFTER: [&[usize]; 2] = [&[1, 3, 6], &[1, 3, 6, 10, 25]];
/// Games before a sitting's score is counted.
pub(super) const SETTLED: usize = 3;

/// Coordinates that keep the uses of one seed apart.
const MEETING: u64 = 0;
const CURVES: u64 = 1;
const RIVALS: u64 = 2;

/// What is made of a player's games.
#[derive(Default, Serialize, Deserialize)]
struct Fit {
    /// After each game the even points of the agents that were made, by choices and results and by the mean loss.
    evens: Vec<[f64; 2]>,
    /// After each game the mean of the strengths believed in by the choices alone.
    strengths: Vec<f64>,
    /// Of each game the opponent's even point and what was scored.
    results: Vec<(f64, f64)>,
}

/// Games of a sitting; its score is that of those after the [first ones](SETTLED).
pub(super) const SITTING: usize = 20;
/// Who made the agents of a sitting: these of [`WAYS`].
const SAT: [usize; 3] = [0, 2, 3];

/// Does it.
///
/// # Errors
/// When the lab is told to stop.
pub fn work(lab: &Lab<'_>) -> Result<Findings, ExperimentError> {
    let players = &PLAYERS[..lab.pick(MANY[0], MANY[1])];
    let (fits, tried) = (lab.pick(FITS[0], FITS[1]), lab.pick(TRIED[0], TRIED[1]));
    let (bred_after, met) = (
        lab.pick(BRED_AFTER[0], BRED_AFTER[1]),
        lab.pick(MET[0], MET[1]),
    );
    let after = lab.pick(AFTER[0], AFTER[1]);
    let last = after.last().copied().unwrap_or_default();
    let breedings = players.len() * bred_after.len();
    lab.plan((players.len() * fits * last) as u64);
    lab.plan((players.len() * CURVE.len()) as u64 * tried);
    lab.plan((breedings * WANTED) as u64 * met);
    let whole = |_| tried;
    let points = lab.each_kept(&[CURVES], players.len() * CURVE.len(), whole, |index| {
        let player = built(players[index / CURVE.len()])?;
        let seed = derive_seed(lab.seed(), &[CURVES, index as u64]);
        let opponent = agent_even(CURVE[index % CURVE.len()])?;
        win_rate(lab, &*player, &*opponent, tried, seed)
    })?;
    let curves: Vec<&[f64]> = points.chunks(CURVE.len()).collect();
    let whole = |_| last as u64;
    let found = lab.each_kept(&[MEETING], players.len() * fits, whole, |index| {
        let seed = derive_seed(lab.seed(), &[MEETING, index as u64]);
        fit(lab, &*built(players[index / fits])?, last, seed)
    })?;
    let whole = |_| WANTED as u64 * met;
    let rivals = lab.each_kept(&[RIVALS], breedings, whole, |index| {
        let (player, after) = (index / bred_after.len(), index % bred_after.len());
        let [even, _] = found[player * fits].evens[bred_after[after] - 1];
        let seed = derive_seed(lab.seed(), &[RIVALS, index as u64]);
        meet_rivals(lab, &*built(players[player])?, even, met, seed)
    })?;
    let everybody: Vec<Met<'_>> = found
        .chunks(fits)
        .zip(&curves)
        .map(|(fits, curve)| Met { fits, curve })
        .collect();
    let mut rows = Vec::new();
    for &games in after {
        for (way, name) in WAYS.iter().enumerate() {
            let mut all = Vec::new();
            for player in 0..players.len() {
                let evens = made(&everybody, player, way, games);
                let rates: Vec<f64> = evens
                    .iter()
                    .map(|&even| rate(curves[player], even))
                    .collect();
                all.extend_from_slice(&rates);
                rows.push(summed(players[player], games, name, &evens, rates));
            }
            rows.push(summed("all", games, name, &[], all));
        }
    }
    let mut offered = Vec::new();
    for (n, &games) in bred_after.iter().enumerate() {
        let mut all: Vec<(f64, bool)> = Vec::new();
        for (player, breedings) in rivals.chunks(bred_after.len()).enumerate() {
            offered.push(were_offered(players[player], games, &breedings[n]));
            all.extend(&breedings[n]);
        }
        offered.push(were_offered("all", games, &all));
    }
    let mut sittings = Vec::new();
    for way in SAT {
        let mut all = Vec::new();
        for (player, name) in players.iter().enumerate() {
            let found = sat_down(&everybody, player, way);
            all.extend_from_slice(&found);
            sittings.push(sat(name, WAYS[way], &found));
        }
        sittings.push(sat("all", WAYS[way], &all));
    }
    let lines = players.iter().zip(&curves).map(|(player, curve)| {
        let mut row = vec![Datum::from(*player)];
        row.extend(curve.iter().map(|&rate| Datum::Real((rate, 3))));
        row
    });
    let mut columns = vec!["player".to_owned()];
    columns.extend(CURVE.iter().map(|even| format!("{even:.0}")));
    let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
    Ok(Findings {
        tables: vec![
            Table::data(
                "meetings",
                "What players score against the agents that were made for them",
                &[
                    "player",
                    "games",
                    "made from",
                    "mean even point",
                    "median",
                    "quartiles",
                    "in 0.4-0.6",
                    "95 %",
                ],
                rows,
            ),
            Table::data(
                "rivals",
                "What players score against the rivals that were bred for them",
                &[
                    "player",
                    "games",
                    "certified",
                    "others",
                    "mean",
                    "median",
                    "quartiles",
                    "certified in 0.4-0.6",
                ],
                offered,
            ),
            Table::data(
                "sittings",
                "What players score in games 4 to 20 against the agents of the moment, and would score",
                &[
                    "player",
                    "made from",
                    "scored",
                    "expected",
                    "median",
                    "quartiles",
                    "expected in 0.4-0.6",
                    "scored so",
                ],
                sittings,
            ),
            Table::data(
                "curves",
                "What players score against agents of these even points",
                &columns,
                lines.collect(),
            ),
        ],
        notes: notes(),
        settings: [
            ("fits of each player", fits.to_string()),
            ("games at each point of a curve", tried.to_string()),
            ("games against each rival", met.to_string()),
            (
                "games of a fit",
                format!("1 against {BEGINNER}, then up to {last}"),
            ),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .into(),
        ..Findings::default()
    })
}

/// What the player of this curve scores against the agent of this even point: between the points measured on a straight
/// line over the [scale](equal::scale).
fn rate(curve: &[f64], even: f64) -> f64 {
    let place = equal::scale(even);
    let last = CURVE.len() - 2;
    let piece = (0..=last).find(|&it| even <= CURVE[it + 1]).unwrap_or(last);
    let (low, high) = (equal::scale(CURVE[piece]), equal::scale(CURVE[piece + 1]));
    let share = ((place - low) / (high - low)).clamp(0.0, 1.0);
    curve[piece] + share * (curve[piece + 1] - curve[piece])
}

/// The even point at which the player of this curve scores one half.
fn even_of(curve: &[f64]) -> f64 {
    let place = |even: f64| equal::scale(even);
    let (mut low, mut high) = (place(CURVE[0]), place(CURVE[CURVE.len() - 1]));
    for _ in 0..50 {
        let middle = f64::midpoint(low, high);
        if rate(curve, equal::unscale(middle)) < 0.5 {
            low = middle;
        } else {
            high = middle;
        }
    }
    equal::unscale(low)
}

/// A player who was met.
struct Met<'a> {
    fits: &'a [Fit],
    curve: &'a [f64],
}

impl Met<'_> {
    /// By how much, on average and from fit to fit, what the choices of so many games say of the strength is beside it;
    /// one of the fits may be left out. `None` where there are too few of them.
    fn beside(&self, games: usize, without: Option<usize>) -> Option<Moments> {
        let strength = equal::rating(even_of(self.curve));
        let fits = self.fits.iter().enumerate();
        let beside: Vec<f64> = fits
            .filter(|(number, _)| Some(*number) != without)
            .map(|(_, fit)| fit.strengths[games - 1] - strength)
            .collect();
        Moments::of(&beside).filter(|it| it.count > 1)
    }
}

/// The even points of the agents made in this way for a player after so many games, of each fit one; none where an
/// observer knows too little.
fn made(met: &[Met<'_>], player: usize, way: usize, games: usize) -> Vec<f64> {
    let fits = met[player].fits;
    match way {
        // The observer who knows this player from its other fits, …
        2 => fits
            .iter()
            .enumerate()
            .filter_map(|(number, fit)| {
                let known = met[player].beside(games, Some(number))?;
                Some(observed(fit, games, &[known]))
            })
            .collect(),
        // … and the one who knows everybody else, and takes the player to be like any of them.
        3 => {
            let others = met.iter().enumerate().filter(|(other, _)| *other != player);
            let known: Vec<Moments> = others
                .filter_map(|(_, it)| it.beside(games, None))
                .collect();
            let fits = fits.iter().filter(|_| !known.is_empty());
            fits.map(|fit| observed(fit, games, &known)).collect()
        }
        _ => fits.iter().map(|fit| fit.evens[games - 1][way]).collect(),
    }
}

/// The even point of the agent made after so many games by an observer to whom a player is like any of `known`, by how
/// far what their choices say is beside their strength.
fn observed(fit: &Fit, games: usize, known: &[Moments]) -> f64 {
    let said = fit.strengths[games - 1];
    let chance = |index: usize| {
        let of = |it: &Moments| {
            let sd = it.sd.max(likeness::STEP);
            let z = (likeness::rating(index) - said + it.mean) / sd;
            libm::exp(-z * z / 2.0) / sd
        };
        known.iter().map(of).sum()
    };
    let belief: Vec<f64> = (0..likeness::POINTS).map(chance).collect();
    let results: Vec<ResultAgainst> = fit.results[..games]
        .iter()
        .map(|&(opponent, score)| ResultAgainst { opponent, score })
        .collect();
    equal::equal_given(&belief, &results).d
}

/// Has the player meet the rivals that are bred for this even point: what the player scores against each, and whether it is
/// certified.
fn meet_rivals(
    lab: &Lab<'_>,
    player: Seated<'_>,
    even: f64,
    games: u64,
    seed: u64,
) -> Result<Vec<(f64, bool)>, ExperimentError> {
    let rivals = breed_for(lab, &Settings::default(), even, seed)?;
    let mut met = Vec::new();
    for (number, rival) in rivals.iter().enumerate() {
        let seed = derive_seed(seed, &[number as u64]);
        let rate = win_rate(lab, player, &*rival.player, games, seed)?;
        met.push((rate, rival.certified));
    }
    lab.done((WANTED - met.len()) as u64 * games);
    Ok(met)
}

fn fit(lab: &Lab<'_>, player: Seated<'_>, games: usize, seed: u64) -> Result<Fit, ExperimentError> {
    let mut person = Person::new(player, seed);
    let mut losses = Vec::new();
    let mut out = Fit::default();
    for game in 0..games {
        let (met, played) = if game == 0 {
            let even = Ladder::measured().even(BEGINNER);
            (even.unwrap_or(0.0), person.play_beginner(lab)?)
        } else {
            let even = person.even();
            (even, person.play(lab, &*agent_even(even)?, Some(even))?)
        };
        out.results.push((met, played.score));
        losses.extend(played.losses);
        let mean = Moments::of(&losses).map_or(0.0, |it| it.mean);
        out.evens.push([person.even(), mean]);
        let strength = person.known().likeness.strength();
        let parts = strength.iter().enumerate();
        let mean = parts.map(|(at, mass)| likeness::rating(at) * mass).sum();
        out.strengths.push(mean);
    }
    Ok(out)
}

fn summed(player: &str, games: usize, way: &str, evens: &[f64], mut rates: Vec<f64>) -> Vec<Datum> {
    rates.sort_by(f64::total_cmp);
    let inside = rates.iter().filter(|rate| is_near(**rate)).count();
    let share = wilson(inside as f64, rates.len() as f64, CONFIDENCE);
    let even = Moments::of(evens).map_or(Datum::Missing, |it| Datum::Real((it.mean, 1)));
    let count = rates.len();
    let quarters = quantiles(rates, [0.25, 0.5, 0.75]);
    let between = |low: f64, high: f64| Datum::from(range(low, high, 3));
    vec![
        Datum::from(player),
        Datum::whole(games),
        Datum::from(way),
        even,
        quarters.map_or(Datum::Missing, |[_, median, _]| Datum::Real((median, 3))),
        quarters.map_or(Datum::Missing, |[low, _, high]| between(low, high)),
        Datum::from(format!("{inside} of {count}")),
        Datum::from(range(share.low, share.high, 2)),
    ]
}

/// A row about rivals: what the player scored against each, and whether it was certified.
fn were_offered(player: &str, games: usize, rivals: &[(f64, bool)]) -> Vec<Datum> {
    let certified: Vec<f64> = rivals.iter().filter(|it| it.1).map(|it| it.0).collect();
    let inside = certified.iter().filter(|rate| is_near(**rate)).count();
    let count = certified.len();
    let mean = Moments::of(&certified).map_or(Datum::Missing, |it| Datum::Real((it.mean, 3)));
    let quarters = quantiles(certified, [0.25, 0.5, 0.75]);
    vec![
        Datum::from(player),
        Datum::whole(games),
        Datum::whole(count),
        Datum::whole(rivals.len() - count),
        mean,
        quarters.map_or(Datum::Missing, |[_, median, _]| Datum::Real((median, 3))),
        quarters.map_or(Datum::Missing, |[low, _, high]| {
            Datum::from(range(low, high, 3))
        }),
        Datum::from(format!("{inside} of {count}")),
    ]
}

/// The expected score of each fit's sitting, against the agents made in this way, and what was scored, where those were met.
fn sat_down(met: &[Met<'_>], player: usize, way: usize) -> Vec<(f64, Option<f64>)> {
    let Met { fits, curve } = met[player];
    let mut sums = vec![(0.0, 0.0, 0.0); fits.len()];
    for game in SETTLED..SITTING {
        let known = if way == SAT[0] {
            fits.iter()
                .map(|fit| fit.results.get(game).map_or(0.0, |it| it.0))
                .collect()
        } else {
            made(met, player, way, game)
        };
        for ((fit, even), (count, expected, scored)) in fits.iter().zip(known).zip(&mut sums) {
            let Some(&(_, score)) = fit.results.get(game) else {
                continue;
            };
            *count += 1.0;
            *expected += rate(curve, even);
            *scored += score;
        }
    }
    let sums = sums.into_iter().filter(|it| it.0 > 0.0);
    let met = way == SAT[0];
    sums.map(|(count, expected, scored)| (expected / count, met.then_some(scored / count)))
        .collect()
}

/// A row about sittings, each with its expected score and what was scored.
pub(super) fn sat(player: &str, way: &str, sittings: &[(f64, Option<f64>)]) -> Vec<Datum> {
    let expected: Vec<f64> = sittings.iter().map(|it| it.0).collect();
    let scored: Vec<f64> = sittings.iter().filter_map(|it| it.1).collect();
    let mean = |of: &[f64]| Moments::of(of).map_or(Datum::Missing, |it| Datum::Real((it.mean, 3)));
    let near = |of: &[f64]| match of.len() {
        0 => Datum::Missing,
        count => {
            let near = of.iter().filter(|it| is_near(**it)).count();
            Datum::from(format!("{near} of {count}"))
        }
    };
    let [scored_mean, expected_mean] = [mean(&scored), mean(&expected)];
    let [expected_near, scored_near] = [near(&expected), near(&scored)];
    let quarters = quantiles(expected, [0.25, 0.5, 0.75]);
    vec![
        Datum::from(player),
        Datum::from(way),
        scored_mean,
        expected_mean,
        quarters.map_or(Datum::Missing, |[_, median, _]| Datum::Real((median, 3))),
        quarters.map_or(Datum::Missing, |[low, _, high]| {
            Datum::from(range(low, high, 3))
        }),
        expected_near,
        scored_near,
    ]
}

fn notes() -> Vec<String> {
    vec![
        "win rates are the player's: 0.5 is an equal, more is an agent too weak; two names: the first plays until there are \
         22 empty squares, then the second"
            .to_owned(),
        "an even point is the D of the agent, 4 plies deep, that is as strong; below 0 it looks 7 plies ahead".to_owned(),
        "choices and results: the first game is against Beginner, every later one against the agent made from the games \
         before it, as a person would play them"
            .to_owned(),
        "the kind known: what an observer would have made of the same games who knows from the other fits how far what this \
         player's choices say is beside its strength; nobody can know that of a stranger"
            .to_owned(),
        "other kinds known: an observer who knows that of the other players here, and takes this one to be like any of them"
            .to_owned(),
        "rivals: bred toward the agent of the moment with the program's settings; games against each have an error of their \
         own, 0.05 of 100"
            .to_owned(),
        "sittings: expected is the mean of what the curve says of the agents met; that, and not the score of 17 games, is what \
         lies within 0.4-0.6 or not (at 0.5 exactly, scores of 17 games do in two of three cases)"
            .to_owned(),
        "mean loss D: the thesis' way, from the moves of the same games".to_owned(),
    ]
}

//! `meet-a-player`: is the agent that is made for a player really the player's equal?
//!
//! A fit is what happens to a person: a game against Beginner, then more games, each against the agent made from all games so
//! far. The agent of the moment is judged after several numbers of games by the player's own curve: what it scores against
//! agents of all strengths, measured in games that belong to no fit. Beside it stand the thesis' way, an agent that holds the
//! mean loss of the same games, and what could have been known at best: the agent that an observer would have made who
//! knows from other fits how this very player's choices and strength belong together. In some of the fits rivals are bred,
//! too, as in the program, and the player meets them.
//!
//! None of the players had a part in what is fitted, but for Beginner, whom everybody meets: the constants come from people
//! of tournaments, and from the simulated players of [`reference`](super::reference).

use serde::{Deserialize, Serialize};

use super::{Seated, agent_even, score, win_rate};
use crate::breed::{arena, to_rest};
use crate::lab::{ExperimentError, Lab};
use crate::range;
use crate::report::{Datum, Findings, Table};
use koteki_engine::player::{Choice, Context, Player, PlayerError};
use koteki_engine::search::root::Search as _;
use koteki_games::othello::{Move, Position};
use koteki_games::random::derive_seed;
use koteki_games::{Game as _, GameLine, Side};
use koteki_rivals::evolve::Settings;
use koteki_rivals::evolve::rivals::WANTED;
use koteki_rivals::evolve::run::Run;
use koteki_rivals::evolve::verdict::Verdict;
use koteki_rivals::measure::contest::play_out;
use koteki_rivals::measure::equal::{self, Evidence, GameEvidence, RUNGS, ResultAgainst};
use koteki_rivals::measure::level::Ladder;
use koteki_rivals::measure::likeness;
use koteki_rivals::measure::loss::{LossSheet, MEASURED_PLIES};
use koteki_rivals::measure::stats::{CONFIDENCE, Interval, Moments, quantiles, wilson};
use koteki_rivals::measure::strength::Decision;
use koteki_rivals::roster::kit::Kit as _;
use koteki_rivals::roster::{PlayerSpec, SearchSpec, build_othello};
use koteki_session::breeding::deepened;

const WAYS: [&str; 3] = ["choices and results", "mean loss D", "the kind known"];

/// Who is met: the thesis' two levels, UCT at two budgets, the k-best of table 5.2, three like people who look less far, and
/// two who play one part of the game like much weaker people.
const PLAYERS: [&str; 10] = [
    "beginner",
    "intermediate",
    "uct:playouts=400",
    "uct:playouts=1600",
    "kbest:k=12,sigma=75.36",
    "human:rating=700,look=quick",
    "human:rating=1100,look=quick",
    "human:rating=1500,look=quick",
    "human:rating=1600 human:rating=700",
    "human:rating=700 human:rating=1600",
];

/// With so few empty squares the second of two players plays on.
const ENDING: u32 = 22;

/// Fits of each player.
const FITS: [usize; 2] = [1, 30];
/// Those of them in which rivals are bred …
const BRED: [usize; 2] = [1, 1];
/// … after so many games, …
const BRED_AFTER: [usize; 3] = [3, 10, 25];
/// … and games against each of the rivals.
const MET: [u64; 2] = [2, 100];
/// Games at each point of a curve.
const TRIED: [u64; 2] = [2, 300];
/// The even points of the agents of a curve.
const CURVE: [f64; 12] = [
    -8.0, 0.0, 4.0, 9.0, 14.0, 20.0, 27.0, 37.0, 55.0, 80.0, 115.0, 170.0,
];
/// The first games, against Beginner.
const FIRST: usize = 1;
/// Numbers of games after which an agent is judged.
const AFTER: [usize; 5] = [1, 3, 6, 10, 25];
/// Before a sitting's score is counted.
const SETTLED: usize = 3;

/// Who is met in the first games.
const BEGINNER: &str = "beginner";

/// Near enough to level: 0.4 to 0.6.
const NEAR: f64 = 0.1;

/// Coordinates that keep the uses of one seed apart.
const MEETING: u64 = 0;
const CURVES: u64 = 1;
const RIVALS: u64 = 2;

/// Plays the last part of a game as somebody else.
struct Halves([Box<dyn Player<Position>>; 2]);

impl Player<Position> for Halves {
    fn choose(
        &self,
        line: &GameLine<Position>,
        allowed: &[Move],
        context: &mut Context<'_>,
    ) -> Result<Choice<Position>, PlayerError> {
        let ends = line.position().empties().count_ones() <= ENDING;
        self.0[usize::from(ends)].choose(line, allowed, context)
    }
}

fn built(name: &str) -> Result<Box<dyn Player<Position>>, ExperimentError> {
    let build = |name: &str| -> Result<Box<dyn Player<Position>>, ExperimentError> {
        Ok(build_othello(&name.parse::<PlayerSpec>()?)?)
    };
    match name.split_once(' ') {
        Some((first, then)) => Ok(Box::new(Halves([build(first)?, build(then)?]))),
        None => build(name),
    }
}

/// What is made of a player's games.
#[derive(Default, Serialize, Deserialize)]
struct Fit {
    /// The even points of the agents that were made, by number of games and by way but for the last, that of the observer.
    evens: [[f64; WAYS.len() - 1]; AFTER.len()],
    /// The mean of the strengths believed in by the choices alone, by number of games.
    strengths: [f64; AFTER.len()],
    /// Of each game the opponent's even point and what was scored.
    results: Vec<(f64, f64)>,
}

/// Games of a sitting; its score is that of those after the first ones.
const SITTING: usize = 20;

/// Does it.
///
/// # Errors
/// When the lab is told to stop.
pub fn work(lab: &Lab<'_>) -> Result<Findings, ExperimentError> {
    let (fits, tried) = (lab.pick(FITS[0], FITS[1]), lab.pick(TRIED[0], TRIED[1]));
    let (bred, met) = (lab.pick(BRED[0], BRED[1]), lab.pick(MET[0], MET[1]));
    let last = AFTER[AFTER.len() - 1];
    let breedings = PLAYERS.len() * bred * BRED_AFTER.len();
    lab.plan((PLAYERS.len() * fits * last) as u64);
    lab.plan((PLAYERS.len() * CURVE.len()) as u64 * tried);
    lab.plan((breedings * WANTED) as u64 * met);
    let whole = |_| tried;
    let points = lab.each_kept(&[CURVES], PLAYERS.len() * CURVE.len(), whole, |index| {
        let player = built(PLAYERS[index / CURVE.len()])?;
        let seed = derive_seed(lab.seed(), &[CURVES, index as u64]);
        let opponent = agent_even(CURVE[index % CURVE.len()])?;
        win_rate(lab, &*player, &*opponent, tried, seed)
    })?;
    let curves: Vec<&[f64]> = points.chunks(CURVE.len()).collect();
    let whole = |_| last as u64;
    let found = lab.each_kept(&[MEETING], PLAYERS.len() * fits, whole, |index| {
        let seed = derive_seed(lab.seed(), &[MEETING, index as u64]);
        fit(lab, &*built(PLAYERS[index / fits])?, seed)
    })?;
    let whole = |_| WANTED as u64 * met;
    let rivals = lab.each_kept(&[RIVALS], breedings, whole, |index| {
        let (fit, after) = (
            index / BRED_AFTER.len(),
            BRED_AFTER[index % BRED_AFTER.len()],
        );
        let (player, fit) = (fit / bred, fit % bred);
        let even = AFTER.iter().position(|&games| games == after);
        let even = even.map_or(0.0, |n| found[player * fits + fit].evens[n][0]);
        let seed = derive_seed(lab.seed(), &[RIVALS, index as u64]);
        meet_rivals(lab, &*built(PLAYERS[player])?, even, met, seed)
    })?;
    let mut rows = Vec::new();
    for (n, &games) in AFTER.iter().enumerate() {
        for (way, name) in WAYS.iter().enumerate() {
            let mut all = Vec::new();
            for (player, fits) in found.chunks(fits).enumerate() {
                let evens: Vec<f64> = if way + 1 < WAYS.len() {
                    fits.iter().map(|fit| fit.evens[n][way]).collect()
                } else {
                    observed(fits, curves[player], n)
                };
                let rates: Vec<f64> = evens
                    .iter()
                    .map(|&even| rate(curves[player], even))
                    .collect();
                all.extend_from_slice(&rates);
                rows.push(summed(PLAYERS[player], games, name, &evens, rates));
            }
            rows.push(summed("all", games, name, &[], all));
        }
    }
    let mut offered = Vec::new();
    for (n, &games) in BRED_AFTER.iter().enumerate() {
        let mut all: Vec<(f64, bool)> = Vec::new();
        for (player, breedings) in rivals.chunks(bred * BRED_AFTER.len()).enumerate() {
            let breedings = breedings.iter().skip(n).step_by(BRED_AFTER.len());
            let rivals: Vec<_> = breedings.flatten().copied().collect();
            offered.push(were_offered(PLAYERS[player], games, &rivals));
            all.extend(rivals);
        }
        offered.push(were_offered("all", games, &all));
    }
    let mut sittings = Vec::new();
    let mut all = Vec::new();
    for (player, fits) in found.chunks(fits).enumerate() {
        let sitting = |fit: &Fit| {
            let games = &fit.results[SETTLED..SITTING];
            let count = games.len() as f64;
            let expected = games.iter().map(|it| rate(curves[player], it.0));
            let scored = games.iter().map(|it| it.1);
            [expected.sum::<f64>() / count, scored.sum::<f64>() / count]
        };
        let found: Vec<[f64; 2]> = fits.iter().map(sitting).collect();
        all.extend_from_slice(&found);
        sittings.push(sat(PLAYERS[player], &found));
    }
    sittings.push(sat("all", &all));
    let lines = PLAYERS.iter().zip(&curves).map(|(player, curve)| {
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
                "What players score in games 4 to 20 against the agents of the moment",
                &[
                    "player",
                    "scored",
                    "expected",
                    "median",
                    "quartiles",
                    "in 0.4-0.6",
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
            ("fits in which rivals are bred", bred.to_string()),
            ("games against each rival", met.to_string()),
            (
                "games of a fit",
                format!("{FIRST} against {BEGINNER}, then up to {last}"),
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

/// The even points that somebody would have found after number `n` of [`AFTER`] who knows the kind of player: by how much, on
/// average and from fit to fit, what the choices say of the strength is beside it in the other fits. None where there
/// are too few of them.
fn observed(fits: &[Fit], curve: &[f64], n: usize) -> Vec<f64> {
    let strength = equal::rating(even_of(curve));
    let mut found = Vec::new();
    for (number, fit) in fits.iter().enumerate() {
        let others: Vec<f64> = fits
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != number)
            .map(|(_, other)| other.strengths[n] - strength)
            .collect();
        let Some(Moments { mean, sd, .. }) = Moments::of(&others).filter(|it| it.count > 1) else {
            continue;
        };
        let chance = |index: usize| {
            let z = (likeness::rating(index) - fit.strengths[n] + mean) / sd.max(likeness::STEP);
            libm::exp(-z * z / 2.0)
        };
        let belief: Vec<f64> = (0..likeness::POINTS).map(chance).collect();
        let results: Vec<ResultAgainst> = fit.results[..AFTER[n]]
            .iter()
            .map(|&(opponent, score)| ResultAgainst { opponent, score })
            .collect();
        found.push(equal::equal_given(&belief, &results).d);
    }
    found
}

/// Breeds rivals for a person of this even point as the program does, and has the player meet them: what the player scores
/// against each, and whether it is certified.
fn meet_rivals(
    lab: &Lab<'_>,
    player: Seated<'_>,
    even: f64,
    games: u64,
    seed: u64,
) -> Result<Vec<(f64, bool)>, ExperimentError> {
    let equal = equal::Equal {
        d: even,
        interval: Interval::UNIT,
    };
    let rung = equal.rung(&RUNGS).unwrap_or(&RUNGS[0]);
    let settings = deepened(&Settings::default(), rung);
    let arena = arena(&settings)?;
    let mut run = Run::new(settings.clone(), &Position::features(&settings), seed)?;
    run.retarget(rung.held(even));
    let census = to_rest(lab, &arena, run, false, |_| {})?.census();
    let mut met = Vec::new();
    for (number, member) in census.members.iter().enumerate() {
        if member.rival.is_some() {
            let rival = build_othello(&arena.individual(&member.weights))?;
            let seed = derive_seed(seed, &[number as u64]);
            let certified = member.verdict == Some(Verdict::Certified);
            met.push((win_rate(lab, player, &*rival, games, seed)?, certified));
        }
    }
    lab.done((WANTED - met.len()) as u64 * games);
    Ok(met)
}

fn fit(lab: &Lab<'_>, player: Seated<'_>, seed: u64) -> Result<Fit, ExperimentError> {
    let beginner = built(BEGINNER)?;
    let tester = SearchSpec::TESTER.search();
    let mut known = Evidence::default();
    let mut losses = Vec::new();
    let mut target = 0.0;
    let mut out = Fit::default();
    for game in 0..AFTER[AFTER.len() - 1] {
        let side = Side::BOTH[game % 2];
        let made;
        let (opponent, even) = if game < FIRST {
            (&*beginner, Ladder::measured().even(BEGINNER))
        } else {
            made = agent_even(target)?;
            (&*made, Some(target))
        };
        let seats = match side {
            Side::Black => [player, opponent],
            Side::White => [opponent, player],
        };
        let game_seed = derive_seed(seed, &[game as u64]);
        let line = play_out(
            GameLine::default(),
            seats[0],
            seats[1],
            game_seed,
            lab.cancel(),
        )?;
        let mut sheet = LossSheet::default();
        let mut decisions = Vec::new();
        for (index, (position, mv)) in line.steps().enumerate().take(MEASURED_PLIES) {
            if position.side_to_move() == side && !position.must_pass() {
                let depth = SearchSpec::TESTER.depth;
                let values = tester.root_values(position, depth, lab.cancel())?;
                sheet.push(index + 1, &values, mv);
                decisions.extend(Decision::of(&values, mv));
            }
        }
        losses.extend(sheet.losses());
        let score = score(&line, side);
        let result = even.map(|opponent| ResultAgainst { opponent, score });
        out.results.extend(even.map(|even| (even, score)));
        known.see_game(&GameEvidence {
            ended: 0,
            decisions,
            likeness: likeness::of_game(&line, side, lab.cancel())?,
            result,
        });
        target = known.equal().map_or(0.0, |it| it.d);
        lab.done(1);
        if let Some(n) = AFTER.iter().position(|&after| after == game + 1) {
            let mean = Moments::of(&losses).map_or(0.0, |it| it.mean);
            out.evens[n] = [target, mean];
            let strength = known.likeness.strength();
            let parts = strength.iter().enumerate();
            out.strengths[n] = parts.map(|(at, mass)| likeness::rating(at) * mass).sum();
        }
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

/// A row about sittings, each with its expected rate and what was scored.
fn sat(player: &str, sittings: &[[f64; 2]]) -> Vec<Datum> {
    let mean = |of: usize| {
        let sum: f64 = sittings.iter().map(|it| it[of]).sum();
        Datum::Real((sum / sittings.len().max(1) as f64, 3))
    };
    let expected: Vec<f64> = sittings.iter().map(|it| it[0]).collect();
    let inside = expected.iter().filter(|it| is_near(**it)).count();
    let quarters = quantiles(expected, [0.25, 0.5, 0.75]);
    vec![
        Datum::from(player),
        mean(1),
        mean(0),
        quarters.map_or(Datum::Missing, |[_, median, _]| Datum::Real((median, 3))),
        quarters.map_or(Datum::Missing, |[low, _, high]| {
            Datum::from(range(low, high, 3))
        }),
        Datum::from(format!("{inside} of {}", sittings.len())),
    ]
}

fn is_near(rate: f64) -> bool {
    (rate - 0.5).abs() <= NEAR + 1e-9
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
        "rivals: bred toward the agent of the moment with the program's settings; games against each have an error of their \
         own, 0.05 of 100"
            .to_owned(),
        "sittings: expected is the mean of what the curve says of the agents met; that, and not the score of 17 games, is what \
         lies within 0.4-0.6 or not (at 0.5 exactly, scores of 17 games do in two of three cases)"
            .to_owned(),
        "mean loss D: the thesis' way, from the moves of the same games".to_owned(),
    ]
}

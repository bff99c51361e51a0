//! `meet-a-player`: is the agent that is made for a player really the player's equal?
//!
//! A fit is what happens to a person: three games against Beginner, then more games, each against the
//! agent made from all games so far. After 3 and after 25 games the agent of that moment is tried in
//! games that were not there before. Beside it stands the thesis' way: an agent that holds the mean loss
//! of the same games.

use super::{agent, score, win_rate};
use crate::lab::{ExperimentError, Lab};
use crate::range;
use crate::report::{Datum, Findings, Table};
use koteki_engine::player::Player;
use koteki_engine::search::root::Search as _;
use koteki_games::random::derive_seed;
use koteki_games::{Game as _, GameLine, Side};
use koteki_rivals::measure::contest::play_out;
use koteki_rivals::measure::equal::{Evidence, ResultAgainst};
use koteki_rivals::measure::level::Ladder;
use koteki_rivals::measure::loss::{LossSheet, MEASURED_PLIES};
use koteki_rivals::measure::stats::{CONFIDENCE, Moments, mean, quantiles, wilson};
use koteki_rivals::measure::strength::Decision;
use koteki_rivals::roster::{PlayerSpec, SearchSpec, build_othello};

const WAYS: [&str; 2] = ["losses and results", "mean loss D"];

/// Who is met: the thesis' two levels, UCT at two budgets, and the
/// k-best of table 5.2.
const PLAYERS: [&str; 5] = [
    "beginner",
    "intermediate",
    "uct:playouts=400",
    "uct:playouts=1600",
    "kbest:k=12,sigma=75.36",
];

/// Fits of each player.
const FITS: [usize; 2] = [2, 20];
/// Games in which an agent is tried.
const TRIED: [u64; 2] = [4, 400];
/// The first games, against Beginner.
const FIRST: usize = 3;
/// All games of a fit.
const ALL: usize = 25;
/// Numbers of games after which an agent is tried.
const AFTER: [usize; 2] = [FIRST, ALL];

/// Who is met in the first games.
const BEGINNER: &str = "beginner";

/// Near enough to level: 0.4 to 0.6.
const NEAR: f64 = 0.1;

/// Coordinates that keep the uses of one seed apart.
const MEETING: u64 = 0;
const TRIAL: u64 = 1;

/// An agent that was made for a player, and the share of points the player got against it.
#[derive(Clone, Copy, Debug)]
struct Trial {
    d: f64,
    rate: f64,
}

/// By number of games, then by way: ours, the thesis'.
type Fit = [[Trial; WAYS.len()]; AFTER.len()];

/// Does it.
///
/// # Errors
/// When the lab is told to stop.
pub fn work(lab: &Lab<'_>) -> Result<Findings, ExperimentError> {
    let (fits, tried) = (lab.pick(FITS[0], FITS[1]), lab.pick(TRIED[0], TRIED[1]));
    let all = PLAYERS.len() * fits;
    let each = ALL as u64 + tried * (AFTER.len() * WAYS.len()) as u64;
    lab.plan(all as u64 * each);
    let found = lab.each(all, |index| {
        let seed = derive_seed(lab.seed(), &[index as u64]);
        fit(lab, PLAYERS[index / fits], tried, seed)
    })?;
    let mut rows = Vec::new();
    let mut list = Vec::new();
    for (player, fits) in PLAYERS.iter().zip(found.chunks(fits)) {
        for (n, &games) in AFTER.iter().enumerate() {
            for (way, name) in WAYS.iter().enumerate() {
                let tried: Vec<Trial> = fits.iter().map(|fit| fit[n][way]).collect();
                rows.push(summed(player, games, name, &tried));
                for (index, tried) in tried.iter().enumerate() {
                    list.push(vec![
                        Datum::from(*player),
                        Datum::whole(index + 1),
                        Datum::whole(games),
                        Datum::from(*name),
                        Datum::Real((tried.d, 2)),
                        Datum::Real((tried.rate, 3)),
                    ]);
                }
            }
        }
    }
    Ok(Findings {
        tables: vec![
            Table::data(
                "meetings",
                "What players score against the agents that were made for them",
                &[
                    "player",
                    "games",
                    "made from",
                    "mean D held",
                    "median",
                    "quartiles",
                    "all",
                    "in 0.4-0.6",
                    "95 %",
                ],
                rows,
            ),
            Table::data(
                "fits",
                "Every fit",
                &["player", "fit", "games", "made from", "D held", "win rate"],
                list,
            ),
        ],
        notes: notes(tried),
        settings: [
            ("fits of each player", fits.to_string()),
            ("games of a trial", tried.to_string()),
            (
                "games of a fit",
                format!("{FIRST} against {BEGINNER}, then up to {ALL}"),
            ),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .into(),
        ..Findings::default()
    })
}

fn fit(lab: &Lab<'_>, name: &str, tried: u64, seed: u64) -> Result<Fit, ExperimentError> {
    let built = |name: &str| -> Result<Box<dyn Player<_>>, ExperimentError> {
        Ok(build_othello(&name.parse::<PlayerSpec>()?)?)
    };
    let player = built(name)?;
    let beginner = built(BEGINNER)?;
    let tester = SearchSpec::TESTER.search();
    let mut known = Evidence::default();
    let mut losses = Vec::new();
    let mut target = 0.0;
    let mut out = [[Trial { d: 0.0, rate: 0.0 }; WAYS.len()]; AFTER.len()];
    for game in 0..ALL {
        let side = Side::BOTH[game % 2];
        let made;
        let (opponent, even) = if game < FIRST {
            (&*beginner, Ladder::measured().even(BEGINNER))
        } else {
            made = agent(target)?;
            (&*made, Some(target))
        };
        let seats = match side {
            Side::Black => [&*player, opponent],
            Side::White => [opponent, &*player],
        };
        let game_seed = derive_seed(seed, &[MEETING, game as u64]);
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
        let result = even.map(|opponent| ResultAgainst {
            opponent,
            score: score(&line, side),
        });
        known.see_game(&decisions, result);
        target = known.equal().map_or(0.0, |it| it.d.max(0.0));
        lab.done(1);
        if let Some(n) = AFTER.iter().position(|&after| after == game + 1) {
            let mean = Moments::of(&losses).map_or(0.0, |it| it.mean);
            for (way, d) in [target, mean].into_iter().enumerate() {
                let seed = derive_seed(seed, &[TRIAL, n as u64, way as u64]);
                let rate = win_rate(lab, &*player, &*agent(d)?, tried, seed)?;
                out[n][way] = Trial { d, rate };
            }
        }
    }
    Ok(out)
}

fn summed(player: &str, games: usize, way: &str, tried: &[Trial]) -> Vec<Datum> {
    let mut rates: Vec<f64> = tried.iter().map(|it| it.rate).collect();
    rates.sort_by(f64::total_cmp);
    let inside = rates
        .iter()
        .filter(|rate| (*rate - 0.5).abs() <= NEAR + 1e-9);
    let inside = inside.count();
    let share = wilson(inside as f64, rates.len() as f64, CONFIDENCE);
    let quarters = quantiles(rates.clone(), [0.25, 0.5, 0.75]);
    let d = mean(tried.iter().map(|it| it.d));
    let between = |low: f64, high: f64| Datum::from(range(low, high, 3));
    vec![
        Datum::from(player),
        Datum::whole(games),
        Datum::from(way),
        Datum::Real((d, 1)),
        quarters.map_or(Datum::Missing, |[_, median, _]| Datum::Real((median, 3))),
        quarters.map_or(Datum::Missing, |[low, _, high]| between(low, high)),
        match (rates.first(), rates.last()) {
            (Some(&low), Some(&high)) => between(low, high),
            _ => Datum::Missing,
        },
        Datum::from(format!("{inside} of {}", rates.len())),
        Datum::from(range(share.low, share.high, 2)),
    ]
}

fn notes(games: u64) -> Vec<String> {
    vec![
        "win rates are the player's: 0.5 is an equal, more is an agent too weak".to_owned(),
        format!(
            "each is measured in {games} games from the usual position, colours alternating; that alone \
             spreads them with a standard deviation of up to {:.3}",
            0.5 / libm::sqrt(games as f64)
        ),
        "losses and results: the first 3 games are against Beginner, every later one against the agent \
         made from the games before it, as a person would play them"
            .to_owned(),
        "mean loss D: the thesis' way, from the moves of the same games".to_owned(),
    ]
}

//! `blokus-rivals`: the rival thesis' way at Blokus Duo. Players are measured by what they give away in the
//! eyes of the learned winning rate, an agent gives away as much and meets its model, and rivals are
//! bred and certified against agents of several D.
//!
//! At last players in a person's place meet all rivals: those that are equally strong against the agent differ against the
//! same person, each in its own way, and by how much is what [`evenness`](koteki_rivals::measure::evenness) has to know.
//!
//! Nothing here knows more of the game than the roster does: losses, agents, breeding and its tests are
//! those of Othello.

use super::{CHECK, certified};
use crate::lab::{ExperimentError, Lab};
use crate::report::{Datum, Findings, Table};
use crate::rivals::words;
use koteki_games::blokus::Position;
use koteki_games::random::derive_seed;
use koteki_games::{Game as _, Side};
use koteki_rivals::evolve::settings::{RetestSettings, Settings};
use koteki_rivals::measure::contest::Played;
use koteki_rivals::measure::contest::{
    Settings as Series, Tally, plain_difference, play_out, random_opening,
};
use koteki_rivals::measure::self_play::measure;
use koteki_rivals::measure::stats::{CONFIDENCE, Interval, Moments};
use koteki_rivals::roster::Target;
use koteki_rivals::roster::arena::KitArena;
use koteki_rivals::roster::blokus::{BlokusSpec, eyes};
use koteki_rivals::roster::kit::Kit as _;

/// Who is measured and met by an agent that gives away as much.
const MODELS: [&str; 8] = [
    "kbest:k=60,sigma=5000",
    "rival:score=1000,corners=300,territory=30,dead=100",
    "kbest:k=200,sigma=20000",
    "biggest",
    "toqn:nodes=2000",
    "mc:playouts=4",
    "uct:playouts=100",
    "uct:playouts=1000",
];

/// Games of a model against itself.
const OWN: [u32; 2] = [2, 25];
/// Games of an agent against its model.
const MET: [u32; 2] = [2, 200];
/// Plies of each game drawn at random: the first placement of each side.
const OPENING: u32 = 2;

/// The D of the agents that rivals are bred for; the small scale has the first alone.
const TARGETS: [f64; 3] = [8000.0, 3000.0, 18_000.0];
/// Runs for each at each scale.
const SEEDS: [usize; 2] = [1, 2];
/// About what a run plays, for the progress.
const ABOUT: u64 = 12_000;

/// In a person's place: not too strong for the rivals of any target, nor too weak.
const PERSONS: [&str; 4] = [
    "biggest",
    "kbest:k=60,sigma=5000",
    "uct:playouts=100",
    "rival:score=1000,corners=300,territory=30,dead=100",
];
/// Games of each of them against each rival.
const VISITS: [u32; 2] = [2, 100];

/// Plies that the eyes look ahead.
const DEPTH: u32 = 1;

/// Just enough to see that everything works.
fn small() -> Settings {
    let settings = Position::default_evolution();
    Settings {
        population: 4,
        children: 2,
        games: 2,
        cycles: 1,
        retest: RetestSettings {
            first: 4,
            batch: 4,
            cap: 8,
            least: 4,
            rounds: 0,
            ..settings.retest.clone()
        },
        ..settings
    }
}

/// Measures, meets, breeds and checks.
///
/// # Errors
/// When the lab is told to stop.
pub fn work(lab: &Lab<'_>) -> Result<Findings, ExperimentError> {
    let (own, met) = (lab.pick(OWN[0], OWN[1]), lab.pick(MET[0], MET[1]));
    let targets = lab.pick(&TARGETS[..1], &TARGETS);
    let seeds = lab.pick(SEEDS[0], SEEDS[1]);
    let models = lab.pick(&MODELS[..2], &MODELS);
    let games = u64::from(own + met) * models.len() as u64;
    lab.plan(games + ABOUT * (targets.len() * seeds) as u64);
    let agents = lab.each(models.len(), |index| {
        let seed = derive_seed(lab.seed(), &[0, index as u64]);
        against_model(lab, models[index], own, met, seed)
    })?;
    let mut summary = Vec::new();
    let mut runs = Vec::new();
    let mut threes = Vec::new();
    for (case, &target) in targets.iter().enumerate() {
        let settings = lab.pick(small(), Position::default_evolution());
        let settings = Settings { target, ..settings };
        let arena = KitArena::<Position>::of(&settings)?;
        let mut outcomes = Vec::new();
        for run in 0..seeds {
            let seed = derive_seed(lab.seed(), &[1, case as u64, run as u64]);
            outcomes.push(certified::bred(
                lab,
                settings.clone(),
                &Position::features(&settings),
                &arena,
                seed,
            )?);
            lab.done(ABOUT);
        }
        let visits = lab.pick(VISITS[0], VISITS[1]);
        threes.extend(visit(lab, target, &outcomes, &arena, visits)?);
        summary.push(certified::summed((target, settings.depth), &outcomes));
        let listed = |(run, it)| certified::listed((target, settings.depth), run, it);
        runs.extend((1..).zip(&outcomes).map(listed));
    }
    let settings = lab.pick(small(), Position::default_evolution());
    Ok(Findings {
        tables: vec![
            Table::data(
                "agents",
                "Agents that give away what their model gives away in games against itself, \
                 and what they scored against it",
                &[
                    "model",
                    "D",
                    "95 %",
                    "mean rank",
                    "agent's wins",
                    "losses",
                    "draws",
                    "win rate (95 %)",
                ],
                models
                    .iter()
                    .zip(&agents)
                    .map(|(it, met)| row(it, met))
                    .collect(),
            ),
            Table::data(
                "summary",
                words::CERTIFIED,
                &words::CERTIFIED_COLUMNS,
                summary,
            ),
            Table::data("runs", words::RUNS, &words::RUNS_COLUMNS, runs),
            Table::data(
                "persons",
                "What players in a person's place score against the rivals of each run, and how much these differ: standard \
                 deviation in log odds, what is due to chance, and what is left",
                &[
                    "player",
                    "D",
                    "run",
                    "A",
                    "B",
                    "C",
                    "differ",
                    "by chance",
                    "own way",
                ],
                Three::rows(&threes),
            ),
        ],
        notes: vec![
            "D is the mean loss a move in thousandths of the learned v (a win is expected at \
             the rate 1/(1 + exp(-0.02 v))), as the tester sees it one ply ahead"
                .to_owned(),
            "a run holds when three rivals were certified, the win rates of all three in 400 \
             fresh games lie within 0.4 to 0.6, and any two of them play differently in a \
             quarter of 200 positions or more; the floor is what a rival's own ties make it \
             differ from itself"
                .to_owned(),
        ],
        settings: [
            ("games of a model against itself", own.to_string()),
            ("games of an agent against its model", met.to_string()),
            ("opponent", settings.opponent),
            ("cycles", settings.cycles.to_string()),
            ("games", settings.games.to_string()),
            ("rounds", settings.retest.rounds.to_string()),
            ("games per check", CHECK.to_string()),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .into(),
        ..Findings::default()
    })
}

/// What somebody scored against the rivals of one run.
#[derive(serde::Serialize, serde::Deserialize)]
struct Three {
    person: usize,
    target: f64,
    run: usize,
    scores: Vec<f64>,
    /// The variance of the log odds, what the rivals scored in their checks taken off, …
    differ: f64,
    /// … and what of it is due to chance.
    chance: f64,
}

/// Has every person meet the certified rivals of every run with two or more of them.
fn visit(
    lab: &Lab<'_>,
    target: f64,
    outcomes: &[certified::Outcome],
    arena: &KitArena<Position>,
    visits: u32,
) -> Result<Vec<Three>, ExperimentError> {
    const VISIT: u64 = 2;
    let runs: Vec<usize> = (0..outcomes.len())
        .filter(|&run| outcomes[run].certified.len() > 1)
        .collect();
    lab.each(runs.len() * PERSONS.len(), |index| {
        let (run, number) = (runs[index / PERSONS.len()], index % PERSONS.len());
        let person = PERSONS[number].parse::<BlokusSpec>()?.build();
        let outcome = &outcomes[run];
        let (mut scores, mut logs, mut chance) = (Vec::new(), Vec::new(), 0.0);
        for (rival, (weights, check)) in outcome.certified.iter().zip(&outcome.checks).enumerate() {
            let rival_player = Position::build(&arena.individual(weights))?;
            let mut points = 0.0;
            for game in 0..visits {
                let coordinates = [VISIT, target as u64, run as u64, number as u64];
                let seed = derive_seed(lab.seed(), &coordinates);
                let seed = derive_seed(seed, &[rival as u64, u64::from(game)]);
                let side = Side::BOTH[game as usize % 2];
                let (black, white) = match side {
                    Side::Black => (&person, &rival_player),
                    Side::White => (&rival_player, &person),
                };
                let line = random_opening(OPENING, derive_seed(seed, &[0]));
                let line = play_out(line, &**black, &**white, seed, lab.cancel())?;
                let outcome = line.position().outcome();
                points += outcome.map_or(0.5, |it| it.score(side));
            }
            let rate = check.win_rate().unwrap_or(0.5);
            let (against, against_chance) = log_odds(points, visits.into());
            let (own, own_chance) = log_odds(rate * f64::from(check.games), check.games.into());
            scores.push(points / f64::from(visits));
            logs.push(against + own);
            chance += against_chance + own_chance;
        }
        let differ = Moments::of(&logs).map_or(0.0, |it| it.sd * it.sd);
        Ok(Three {
            person: number,
            target,
            run,
            chance: chance / logs.len().max(1) as f64,
            differ,
            scores,
        })
    })
}

/// The log odds of so many points in so many games, and their variance.
fn log_odds(points: f64, games: f64) -> (f64, f64) {
    let of = [points + 0.5, games - points + 0.5];
    (libm::log(of[0] / of[1]), 1.0 / of[0] + 1.0 / of[1])
}

impl Three {
    /// Each, and all that say something: where a rival loses or wins nearly all games chance is all there is.
    fn rows(threes: &[Self]) -> Vec<Vec<Datum>> {
        let said = |differ: f64, chance: f64| {
            let own = (differ - chance).max(0.0);
            [differ, chance, own].map(|it| Datum::Real((libm::sqrt(it), 2)))
        };
        let mut rows: Vec<Vec<Datum>> = threes
            .iter()
            .map(|it| {
                let score = |rival| match it.scores.get(rival) {
                    Some(&score) => Datum::Real((score, 3)),
                    None => Datum::Missing,
                };
                let mut row = vec![
                    Datum::from(PERSONS[it.person]),
                    Datum::Real((it.target, 0)),
                    Datum::whole(it.run + 1),
                ];
                row.extend((0..3).map(score));
                row.extend(said(it.differ, it.chance));
                row
            })
            .collect();
        let is_near = |it: &&Self| it.scores.iter().all(|it| (0.15..=0.85).contains(it));
        let near: Vec<&Self> = threes.iter().filter(is_near).collect();
        let mean =
            |of: fn(&Self) -> f64| near.iter().map(|it| of(it)).sum::<f64>() / near.len() as f64;
        if !near.is_empty() {
            let mut row = vec![Datum::from(format!(
                "{} with 0.15 to 0.85 each",
                near.len()
            ))];
            row.extend((0..5).map(|_| Datum::Missing));
            row.extend(said(mean(|it| it.differ), mean(|it| it.chance)));
            rows.push(row);
        }
        rows
    }
}

/// What a model gives away, and how an agent that gives away as much did against it.
#[derive(serde::Serialize, serde::Deserialize)]
struct Met {
    d: f64,
    spread: Option<Interval>,
    rank: Option<f64>,
    tally: Tally,
}

/// The D of a player, and how an agent that holds it does against the player.
fn against_model(
    lab: &Lab<'_>,
    name: &str,
    own: u32,
    met: u32,
    seed: u64,
) -> Result<Met, ExperimentError> {
    let model = name.parse::<BlokusSpec>()?.build();
    let series = Series {
        games: own,
        seed,
        opening_plies: OPENING,
        jobs: 1,
    };
    let measured = measure(&*model, &eyes(), DEPTH, &series, lab.cancel())?;
    lab.done(u64::from(own));
    let d = measured.summary.d().unwrap_or(0.0);
    let agent = BlokusSpec::Agent {
        target: Target::Fixed(d),
        depth: DEPTH,
        vary: 0.0,
    };
    let agent = agent.build();
    let mut differences = Vec::new();
    for game in 0..met {
        let opening = derive_seed(seed, &[1, u64::from(game / 2)]);
        let line = random_opening(OPENING, opening);
        let first = Side::BOTH[game as usize % 2];
        let (black, white) = match first {
            Side::Black => (&agent, &model),
            Side::White => (&model, &agent),
        };
        let seed = derive_seed(seed, &[2, u64::from(game)]);
        let line = play_out(line, black, white, seed, lab.cancel())?;
        differences.push(plain_difference(&Played { line, first }));
        lab.done(1);
    }
    Ok(Met {
        d,
        spread: measured.game_d.and_then(|d| d.mean_interval(CONFIDENCE)),
        rank: measured.summary.open.map(|open| open.mean_rank),
        tally: Tally::of(&differences),
    })
}

/// What is said of the agent that met this model.
fn row(name: &str, met: &Met) -> Vec<Datum> {
    let tally = &met.tally;
    let (interval, _) = tally.interval();
    let whole = |count: u32| Datum::Whole(count.into());
    vec![
        Datum::from(name),
        Datum::Real((met.d, 0)),
        met.spread.map_or(Datum::Missing, |it| {
            Datum::Text(format!("{:.0} to {:.0}", it.low, it.high))
        }),
        met.rank.map_or(Datum::Missing, |it| Datum::Real((it, 1))),
        whole(tally.wins),
        whole(tally.losses),
        whole(tally.draws),
        tally.win_rate().map_or(Datum::Missing, |it| {
            Datum::Text(words::rate(it, interval.low, interval.high))
        }),
    ]
}

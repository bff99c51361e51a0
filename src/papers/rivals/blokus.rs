//! `blokus-rivals`: the rival thesis' way at Blokus Duo. Players are measured by what they give away in the
//! eyes of the learned winning rate, an agent gives away as much and meets its model, and rivals are
//! bred and certified against agents of several D.
//!
//! Nothing here knows more of the game than the roster does: losses, agents, breeding and its tests are
//! those of Othello.

use super::{CHECK, certified};
use crate::lab::{ExperimentError, Lab};
use crate::report::{Datum, Findings, Table};
use crate::rivals::words;
use koteki_games::Side;
use koteki_games::blokus::Position;
use koteki_games::random::derive_seed;
use koteki_rivals::evolve::settings::{RetestSettings, Settings};
use koteki_rivals::measure::contest::Played;
use koteki_rivals::measure::contest::{
    Settings as Series, Tally, plain_difference, play_out, random_opening,
};
use koteki_rivals::measure::self_play::measure;
use koteki_rivals::measure::stats::{CONFIDENCE, Interval};
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

//! `osaki-5`, `osaki-6` and `osaki-7`: TOQN against the Monte Carlo player (the tables of these numbers).

use std::sync::Arc;

use super::paper::{EPSILONS, GAMES, NODES, SECONDS};
use super::{PLAY, lesson, lessons, open, settings};
use crate::agreement::{Ours, Paper, RATE};
use crate::lab::{ExperimentError, Lab};
use crate::report::{Comparison, Findings, Table};
use koteki_engine::eval::blokus::Evaluation;
use koteki_engine::player::Player;
use koteki_engine::player::monte_carlo::MonteCarlo;
use koteki_engine::player::toqn::Toqn;
use koteki_engine::search::budget::Budget;
use koteki_games::Side;
use koteki_games::blokus::Position;
use koteki_games::random::derive_seed;
use koteki_rivals::measure::contest::{Played, Tally, plain_difference, play_out, random_opening};
use koteki_rivals::measure::stats::{CONFIDENCE, Interval, Moments};

const GAME_NOTES: [&str; 3] = [
    "The paper's games are those of one lesson. Here several lessons of each epsilon share the games, and \"one run\" is where 95 % of single lessons are expected, each in as many games as the paper's.",
    "Seconds are nodes, 77,000 each as the paper counts them; a node here is a position evaluated, those that only order moves included. The rates count a draw half; labels are wins-draws-losses.",
    "The first move of each side is random, drawn anew for every game.",
];

/// Lessons of each ε, and games of each, by scale.
const LESSONS: [(usize, usize); 2] = [(2, 2), (5, 40)];
/// Random games after every move.
const PLAYOUTS: [u32; 2] = [2, 100];
/// At the small scale a second is so many times shorter.
const SHORTER: u64 = 100;
/// The first move of both sides is at random.
const OPENING: u32 = 2;

/// Table 5: a second a move.
///
/// # Errors
/// When the lab is told to stop.
pub fn one_second(lab: &Lab<'_>) -> Result<Findings, ExperimentError> {
    work(lab, 0)
}

/// Table 6: five seconds.
///
/// # Errors
/// When the lab is told to stop.
pub fn five_seconds(lab: &Lab<'_>) -> Result<Findings, ExperimentError> {
    work(lab, 1)
}

/// Table 7: ten seconds.
///
/// # Errors
/// When the lab is told to stop.
pub fn ten_seconds(lab: &Lab<'_>) -> Result<Findings, ExperimentError> {
    work(lab, 2)
}

/// The table of this index.
fn work(lab: &Lab<'_>, index: usize) -> Result<Findings, ExperimentError> {
    let (repeats, games) = lab.pick(LESSONS[0], LESSONS[1]);
    let playouts = lab.pick(PLAYOUTS[0], PLAYOUTS[1]);
    let nodes = lab.pick(NODES / SHORTER, NODES) * u64::from(SECONDS[index]);
    let number = 5 + index as u64;
    lab.plan((repeats * games * EPSILONS.len()) as u64);
    // Not part of the progress, which is in games here.
    let learned = lessons(
        lab,
        EPSILONS.len() * repeats,
        |_| 0,
        |index| {
            let settings = settings(lab, 0, EPSILONS[index / repeats]);
            lesson(lab, settings, (index % repeats) as u64, |_| {})
        },
    )?;
    let learned: Vec<Arc<Evaluation>> = learned.into_iter().map(Arc::new).collect();
    let mut rows = Vec::new();
    let each = EPSILONS.iter().zip(&GAMES[index]);
    for (place, ((epsilon, &printed), lessons)) in each.zip(learned.chunks(repeats)).enumerate() {
        let mut tallies = Vec::new();
        for (lesson, evaluation) in lessons.iter().enumerate() {
            let toqn = Toqn::new(Arc::clone(evaluation), Budget::Nodes(nodes));
            let what = [PLAY, number, (place * repeats + lesson) as u64];
            tallies.push(Tally::of(&play(lab, &toqn, playouts, games, &what)?));
        }
        rows.push(compared(&format!("epsilon {epsilon}"), printed, &tallies));
    }
    let settings = [
        ("random games after each move", playouts.to_string()),
        ("games of a lesson", settings(lab, 0, 1.0).games.to_string()),
    ];
    Ok(Findings {
        tables: vec![Table::comparison(
            &number.to_string(),
            format!(
                "TOQN against the Monte Carlo player: {} s, here {nodes} nodes (table {number})",
                SECONDS[index]
            ),
            rows,
        )],
        readings: open(),
        notes: GAME_NOTES.map(str::to_owned).into(),
        settings: settings
            .map(|(name, value)| (name.to_owned(), value))
            .into(),
    })
}

/// The paper's wins, draws and losses of one lesson beside those of ours, a tally each.
///
/// The rates of single lessons scatter for two reasons: lessons differ, and so few games are luck. In as many games as
/// the paper's, one more lesson has all of the first and its own share of the second.
fn compared(label: &str, (wins, draws, losses): (u32, u32, u32), tallies: &[Tally]) -> Comparison {
    let paper_games = f64::from(wins + draws + losses);
    let rates: Vec<f64> = tallies.iter().filter_map(Tally::win_rate).collect();
    let games = tallies.iter().map(Tally::games).sum::<u32>();
    let ours = Ours::over_runs(&rates).map(|ours| {
        let count = rates.len() as f64;
        // As of one win and one loss more: who has won all games is not sure to win the next.
        let rate = (ours.value * f64::from(games) + 1.0) / (f64::from(games) + 2.0);
        let luck = rate * (1.0 - rate);
        let of_each = luck * count / f64::from(games.max(1));
        let scatter = Moments::of(&rates).map_or(0.0, |it| it.sd * it.sd);
        let between = (scatter - of_each).max(0.0);
        let error = scatter.max(of_each) / count + between + luck / paper_games;
        let reach = student(rates.len()) * libm::sqrt(error);
        Ours {
            single: Some(Interval {
                low: ours.value - reach,
                high: ours.value + reach,
            }),
            ..ours
        }
    });
    let [won, drawn, lost] = [
        |it: &Tally| it.wins,
        |it: &Tally| it.draws,
        |it: &Tally| it.losses,
    ]
    .map(|of| tallies.iter().map(of).sum::<u32>());
    Comparison::new(
        format!("{label}: {wins}-{draws}-{losses}, here {won}-{drawn}-{lost}"),
        Some(Paper::single(
            (f64::from(wins) + f64::from(draws) / 2.0) / paper_games,
        )),
        ours,
        3,
        format!("{games} games, {} lessons", tallies.len()),
    )
    .within(RATE)
}

/// The differences of games against the Monte Carlo player.
fn play(
    lab: &Lab<'_>,
    toqn: &Toqn,
    playouts: u32,
    games: usize,
    what: &[u64; 3],
) -> Result<Vec<i32>, ExperimentError> {
    let monte_carlo = MonteCarlo { playouts };
    lab.each_kept(
        what,
        games,
        |_| 1,
        |game| {
            let seed = |which: u64, number: usize| {
                let [play, table, row] = *what;
                derive_seed(lab.seed(), &[play, table, row, which, number as u64])
            };
            let first = Side::BOTH[game % 2];
            let opening = random_opening::<Position>(OPENING, seed(0, game));
            let players: [&dyn Player<Position>; 2] = match first {
                Side::Black => [toqn, &monte_carlo],
                Side::White => [&monte_carlo, toqn],
            };
            let line = play_out(opening, players[0], players[1], seed(1, game), lab.cancel())?;
            lab.done(1);
            Ok(plain_difference(&Played { line, first }))
        },
    )
}

/// Standard errors that a 95 % interval of a mean of so many values reaches to each side: Student's t.
fn student(count: usize) -> f64 {
    let values: Vec<f64> = (0..count).map(|value| value as f64).collect();
    let moments = Moments::of(&values);
    let reach = moments.and_then(|it| {
        let interval = it.mean_interval(CONFIDENCE)?;
        Some((interval.high - it.mean) / (it.sd / (count as f64).sqrt()))
    });
    reach.unwrap_or(f64::INFINITY)
}

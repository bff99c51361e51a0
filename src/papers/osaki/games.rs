//! `osaki-5`: TOQN against the Monte Carlo player (tables 5 to 7).

use std::sync::Arc;

use super::paper::{EPSILONS, GAMES, NODES, SECONDS};
use super::{PLAY, lesson, lessons, open, settings};
use crate::agreement::{Ours, Paper};
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

const GAME_NOTES: [&str; 3] = [
    "One lesson for each epsilon plays all its games: the intervals are those of its games, and another lesson may play better or worse by more.",
    "Seconds are nodes, 77,000 each as the paper counts them; a node here is a position evaluated, those that only order moves included. The rates count a draw half; labels are wins-draws-losses.",
    "The first move of each side is random; every opening is played with both colours.",
];

/// Games of each pair, by scale: the paper has 100 with each colour, twice as many.
const PAIRED: [usize; 2] = [2, 100];
/// Random games after every move.
const PLAYOUTS: [u32; 2] = [2, 100];
/// At the small scale a second is so many times shorter.
const SHORTER: u64 = 100;
/// The first move of both sides is at random.
const OPENING: u32 = 2;

/// Does it.
///
/// # Errors
/// When the lab is told to stop.
pub fn work(lab: &Lab<'_>) -> Result<Findings, ExperimentError> {
    let games = lab.pick(PAIRED[0], PAIRED[1]);
    let playouts = lab.pick(PLAYOUTS[0], PLAYOUTS[1]);
    let second = lab.pick(NODES / SHORTER, NODES);
    lab.plan((games * EPSILONS.len() * SECONDS.len()) as u64);
    // Not part of the progress, which is in games here.
    let lessons = lessons(
        lab,
        EPSILONS.len(),
        |_| 0,
        |index| lesson(lab, settings(lab, 0, EPSILONS[index]), 0, |_| {}),
    )?;
    let lessons: Vec<Arc<Evaluation>> = lessons.into_iter().map(Arc::new).collect();
    let mut tables = Vec::new();
    for (number, (&seconds, printed)) in (5..).zip(SECONDS.iter().zip(&GAMES)) {
        let nodes = second * u64::from(seconds);
        let mut rows = Vec::new();
        for ((index, &epsilon), &(wins, draws, losses)) in EPSILONS.iter().enumerate().zip(printed)
        {
            let toqn = Toqn::new(Arc::clone(&lessons[index]), Budget::Nodes(nodes));
            let what = [PLAY, number, index as u64];
            let tally = Tally::of(&play(lab, &toqn, playouts, games, &what)?);
            let paper = f64::from(wins) + f64::from(draws) / 2.0;
            let all = f64::from(wins + draws + losses);
            let ours = f64::from(tally.wins) + f64::from(tally.draws) / 2.0;
            let result = (tally.wins, tally.draws, tally.losses);
            rows.push(Comparison::new(
                against(epsilon, (wins, draws, losses), result),
                Some(Paper::rate(paper / all, all)),
                Some(Ours::rate(ours, f64::from(tally.games()))),
                3,
                format!("{games} games"),
            ));
        }
        tables.push(Table::comparison(
            &number.to_string(),
            format!(
                "TOQN against the Monte Carlo player: {seconds} s, here {nodes} nodes (table \
                 {number})"
            ),
            rows,
        ));
    }
    Ok(Findings {
        tables,
        readings: open(),
        notes: GAME_NOTES.map(str::to_owned).into(),
        settings: [
            ("random games after each move", playouts.to_string()),
            ("games of a lesson", settings(lab, 0, 1.0).games.to_string()),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .into(),
    })
}

/// The differences of games against the Monte Carlo player, two with each opening.
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
            let opening = random_opening::<Position>(OPENING, seed(0, game / 2));
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

fn against(epsilon: f64, paper: (u32, u32, u32), ours: (u32, u32, u32)) -> String {
    let result = |(wins, draws, losses): (u32, u32, u32)| format!("{wins}-{draws}-{losses}");
    format!(
        "epsilon {epsilon}: {}, here {}",
        result(paper),
        result(ours)
    )
}

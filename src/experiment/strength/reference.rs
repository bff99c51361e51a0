//! The D of every model player, and what an agent has to hold to be as strong: `strength.csv`.
//!
//! Each point of the grid plays games against itself. In each position up to ply 40 that is not decided
//! the *expected* loss of its choice is entered, not that of the move it happened to play, so that few
//! games say much; all points share the same random numbers, so that neighbours differ by what they are.

use super::subject::{drawn, is_over};
use crate::eval::is_decided;
use crate::experiment::lab::{Failure, Lab};
use crate::experiment::report::{Datum, Findings, Table};
use crate::game::othello::Position;
use crate::game::{Game as _, GameLine};
use crate::measure::loss::MEASURED_PLIES;
use crate::measure::strength::{CELLS, HELD_DEPTH, LAPSES, TEMPERATURES, choice, temperature};
use crate::random::Random;
use crate::roster::SearchSpec;
use crate::search::budget::Cancel;
use crate::search::root::Search as _;
use crate::text::experiment::strength as text;

/// Games of each point.
const GAMES: [u64; 2] = [2, 40];

/// At the small scale only every so many points are played.
const STRIDE: [usize; 2] = [29, 1];

/// Does it.
///
/// # Errors
/// When the lab is told to stop.
pub fn work(lab: &Lab<'_>) -> Result<Findings, Failure> {
    let games = lab.pick(GAMES[0], GAMES[1]);
    let cells: Vec<usize> = (0..CELLS).step_by(lab.pick(STRIDE[0], STRIDE[1])).collect();
    lab.plan(games * cells.len() as u64);
    let rows = lab.each(cells.len(), |index| {
        let (t, e) = (cells[index] / LAPSES.len(), cells[index] % LAPSES.len());
        let (measured, held) = model(temperature(t), LAPSES[e], games, lab.seed(), lab.cancel())?;
        lab.done(games);
        let rounded = |d: f64| (d * 1000.0).round() / 1000.0;
        Ok(vec![
            Datum::Real((rounded(temperature(t)), 3)),
            Datum::Real((LAPSES[e], 3)),
            Datum::Real((rounded(measured), 3)),
            Datum::Real((rounded(held), 3)),
        ])
    })?;
    let settings = [
        ("games of each point", games.to_string()),
        (
            "points",
            format!("{} of {}x{}", cells.len(), TEMPERATURES, LAPSES.len()),
        ),
    ];
    Ok(Findings {
        tables: vec![Table::data(
            "strength",
            text::REFERENCE,
            &text::REFERENCE_COLUMNS,
            rows,
        )],
        settings: settings
            .map(|(name, value)| (name.to_owned(), value))
            .into(),
        ..Findings::default()
    })
}

/// The D of the model player with these parameters, from `games` games against itself, both sides
/// judged: in the eyes of the tester, and in those of the agent.
///
/// # Errors
/// When `cancel` is raised first.
pub fn model(
    temperature: f64,
    lapse: f64,
    games: u64,
    seed: u64,
    cancel: &Cancel,
) -> Result<(f64, f64), Failure> {
    let tester = SearchSpec::TESTER.search();
    let agent = SearchSpec::AGENT.search();
    let mut sums = [[0.0; 2]; 2];
    for game in 0..games {
        let mut random = Random::derived(seed, &[game]);
        let mut line = GameLine::<Position>::default();
        while line.ply() < MEASURED_PLIES && !is_over(&line) {
            let position = line.position();
            if position.must_pass() {
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                if moves.first().is_none_or(|&mv| line.play(mv).is_err()) {
                    break;
                }
                continue;
            }
            let depth = SearchSpec::TESTER.depth;
            let values = tester.root_values(position, depth, cancel)?;
            let seen = agent.root_values(position, HELD_DEPTH, cancel)?;
            let best = values.best().unwrap_or(0);
            let losses: Vec<i32> = values.moves.iter().map(|root| best - root.value).collect();
            let odds = choice(&losses, temperature, lapse);
            for (eyes, sum) in [&values, &seen].into_iter().zip(&mut sums) {
                let best = eyes.best().unwrap_or(0);
                if is_decided(best) {
                    continue;
                }
                for (root, odds) in eyes.moves.iter().zip(&odds) {
                    if !is_decided(root.value) {
                        sum[0] += odds * f64::from(best - root.value);
                        sum[1] += odds;
                    }
                }
            }
            let mv = values
                .moves
                .get(drawn(&odds, &mut random))
                .map(|root| root.mv);
            if mv.is_none_or(|mv| line.play(mv).is_err()) {
                break;
            }
        }
    }
    Ok((sums[0][0] / sums[0][1], sums[1][0] / sums[1][1]))
}

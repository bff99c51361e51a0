//! The D of every model player: `strength.csv`.
//!
//! Each point of the grid plays games against itself. In each position up to ply 40 that is not decided
//! the *expected* loss of its choice is entered, not that of the move it happened to play, so that few
//! games say much; all points share the same random numbers, so that neighbours differ by what they are.

use super::subject::{drawn, is_over};
use crate::lab::{ExperimentError, Lab};
use crate::report::{Datum, Findings, Table};
use koteki_engine::eval::is_decided;
use koteki_engine::search::budget::Cancel;
use koteki_engine::search::root::Search as _;
use koteki_games::GameLine;
use koteki_games::othello::Position;
use koteki_games::random::Random;
use koteki_rivals::measure::loss::MEASURED_PLIES;
use koteki_rivals::measure::strength::{MEASURED_LAPSES, TEMPERATURES, choice, temperature};
use koteki_rivals::roster::SearchSpec;

/// Games of each point.
const GAMES: [u64; 2] = [2, 40];

/// At the small scale only every so many points are played.
const STRIDE: [usize; 2] = [29, 1];

/// Does it.
///
/// # Errors
/// When the lab is told to stop.
pub fn work(lab: &Lab<'_>) -> Result<Findings, ExperimentError> {
    let games = lab.pick(GAMES[0], GAMES[1]);
    let cells: Vec<usize> = (0..TEMPERATURES * MEASURED_LAPSES.len())
        .step_by(lab.pick(STRIDE[0], STRIDE[1]))
        .collect();
    lab.plan(games * cells.len() as u64);
    let rows = lab.each(cells.len(), |index| {
        let (t, e) = (
            cells[index] / MEASURED_LAPSES.len(),
            cells[index] % MEASURED_LAPSES.len(),
        );
        let d = model(
            temperature(t),
            MEASURED_LAPSES[e],
            games,
            lab.seed(),
            lab.cancel(),
        )?;
        lab.done(games);
        Ok([temperature(t), MEASURED_LAPSES[e], d])
    })?;
    let rounded = |value: f64| (value * 1000.0).round() / 1000.0;
    let rows = rows.into_iter().map(|[temperature, lapse, d]| {
        let row = [rounded(temperature), lapse, rounded(d)];
        row.map(|value| Datum::Real((value, 3))).into()
    });
    let settings = [
        ("games of each point", games.to_string()),
        (
            "points",
            format!(
                "{} of {}x{}",
                cells.len(),
                TEMPERATURES,
                MEASURED_LAPSES.len()
            ),
        ),
    ];
    Ok(Findings {
        tables: vec![Table::data(
            "strength",
            "The D of model players in games against themselves",
            &["temperature", "lapse", "d"],
            rows.collect(),
        )],
        settings: settings
            .map(|(name, value)| (name.to_owned(), value))
            .into(),
        ..Findings::default()
    })
}

/// The D of the model player with these parameters, from `games` games against itself, both sides
/// judged.
///
/// # Errors
/// When `cancel` is raised first.
pub fn model(
    temperature: f64,
    lapse: f64,
    games: u64,
    seed: u64,
    cancel: &Cancel,
) -> Result<f64, ExperimentError> {
    let tester = SearchSpec::TESTER.search();
    let (mut lost, mut moves) = (0.0, 0.0);
    for game in 0..games {
        let mut random = Random::derived(seed, &[game]);
        let mut line = GameLine::<Position>::default();
        while line.ply() < MEASURED_PLIES && !is_over(&line) {
            let values = tester.root_values(line.position(), SearchSpec::TESTER.depth, cancel)?;
            let best = values.best().unwrap_or(0);
            let losses: Vec<i32> = values.moves.iter().map(|root| best - root.value).collect();
            let odds = choice(&losses, temperature, lapse);
            let pass = line.position().must_pass();
            if !pass && !is_decided(best) {
                for (root, odds) in values.moves.iter().zip(&odds) {
                    if !is_decided(root.value) {
                        lost += odds * f64::from(best - root.value);
                        moves += odds;
                    }
                }
            }
            let index = if pass { 0 } else { drawn(&odds, &mut random) };
            let mv = values.moves.get(index).map(|root| root.mv);
            if mv.is_none_or(|mv| line.play(mv).is_err()) {
                break;
            }
        }
    }
    Ok(lost / moves)
}

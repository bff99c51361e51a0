//! Fitting the policy: the weights under which the moves that people played are most likely.

use super::corpus::{Choice, Choices};
use koteki_engine::player::human::features::{FEATURES, PHASES, phase};
use koteki_engine::player::human::policy::{Look, MIDDLE, Policy, SPREAD};
use koteki_engine::search::budget::{Cancel, CancelledError};
use koteki_games::random::Random;

/// How a fit is made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// How often every choice is looked at.
    pub epochs: u32,
    /// The largest step of a weight (AdaGrad: Duchi, Hazan and Singer 2011).
    pub rate: f32,
    /// How strongly weights of contents are held near 0, as sightings at 0.
    pub shrink: f32,
    /// Seed of the order.
    pub seed: u64,
}

/// A step of a weight against its slope; `squares` is the sum of the squares of all slopes.
fn step(weight: &mut f32, squares: &mut f32, slope: f32, rate: f32) {
    *squares += slope * slope;
    *weight -= rate * slope / (*squares + 1.0).sqrt();
}

/// Choices between two looks at the cancel flag.
const POLL: usize = 4096;

/// Makes `policy` the most likely one where it has the look `look`, with which `games` were looked at: the weights of
/// the features, and the tables when `with_tables`. One choice at a time, in an order drawn anew in each epoch: a result
/// depends on nothing but the arguments.
///
/// # Errors
/// When `cancel` is raised first.
pub fn fit(
    policy: &mut Policy,
    look: Look,
    with_tables: bool,
    games: &[Choices],
    settings: &Settings,
    cancel: &Cancel,
) -> Result<(), CancelledError> {
    let mut order: Vec<(u32, u32)> = Vec::new();
    for (game, choices) in games.iter().enumerate() {
        order.extend((0..choices.choices.len()).map(|at| (game as u32, at as u32)));
    }
    let dense = &mut policy.dense[look as usize];
    let mut dense_squares = [[[0.0; 2]; FEATURES]; PHASES];
    let mut tables = [
        &mut policy.surroundings,
        &mut policy.edges,
        &mut policy.openings,
    ];
    let mut squares = tables.each_ref().map(|table| vec![0.0; table.len()]);
    let (mut seen, mut contents) = (Vec::new(), Vec::new());
    for epoch in 0..settings.epochs {
        Random::derived(settings.seed, &[u64::from(epoch)]).shuffle(&mut order);
        // Smaller steps towards the end, so that the last choices do not count more.
        let rate = settings.rate * (settings.epochs - epoch) as f32 / settings.epochs as f32;
        for (done, &(game, at)) in order.iter().enumerate() {
            if done.is_multiple_of(POLL) {
                cancel.check()?;
            }
            let game = &games[game as usize];
            let Choice {
                sight,
                moves,
                chosen,
                ..
            } = &game.choices[at as usize];
            let x = ((game.rating - MIDDLE) / SPREAD) as f32;
            let phase = phase(sight.empties());
            let weights = &mut dense[phase];
            seen.clear();
            contents.clear();
            let mut chances: Vec<f32> = Vec::with_capacity(moves.len());
            for it in moves {
                let features = sight.features(it.square, it.glance, it.search);
                let content = sight.contents(it.square);
                let mut z = 0.0;
                for (table, content) in tables.iter().zip(content) {
                    z += content.map_or(0.0, |content| table[content]);
                }
                for (feature, [own, slope]) in features.iter().zip(weights.iter()) {
                    z += (own + slope * x) * feature;
                }
                chances.push(z);
                seen.push(features);
                contents.push(content);
            }
            let top = chances.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            let mut sum = 0.0;
            for z in &mut chances {
                *z = libm::expf(*z - top);
                sum += *z;
            }
            let mut slopes = [0.0; FEATURES];
            for (index, chance) in chances.iter().enumerate() {
                let error = chance / sum - if index == *chosen { 1.0 } else { 0.0 };
                for (slope, feature) in slopes.iter_mut().zip(&seen[index]) {
                    *slope += error * feature;
                }
                if !with_tables {
                    continue;
                }
                let tables = tables.iter_mut().zip(&mut squares).zip(contents[index]);
                for ((table, squares), content) in tables {
                    if let Some(content) = content {
                        let weight = &mut table[content];
                        let slope = error + settings.shrink * *weight;
                        step(weight, &mut squares[content], slope, rate);
                    }
                }
            }
            let weights = weights.iter_mut().zip(&mut dense_squares[phase]);
            for (slope, (weights, squares)) in slopes.into_iter().zip(weights) {
                step(&mut weights[0], &mut squares[0], slope, rate);
                step(&mut weights[1], &mut squares[1], slope * x, rate);
            }
        }
    }
    Ok(())
}

//! Breeding against an opponent whose strength is known exactly: a formula takes the place of the
//! games.

#![allow(clippy::unwrap_used, clippy::panic)] // Tests may; clippy does not know their helpers.

mod formulas;
mod record;
mod run;
mod worker;

use koteki::evolve::run::Run;
use koteki::evolve::settings::{RetestSettings, Settings};
use koteki::evolve::{Arena, GameOrder, GameResult, genome};
use koteki::random::Random;
use koteki::search::budget::{Cancel, Cancelled};

const FEATURES: [&str; 5] = ["mobility", "frontier", "stability", "forfeit", "discs"];

/// Wins with a probability that is logistic in the log weights, so that the level individuals of a
/// target form a known plane. A larger target makes the opponent weaker.
struct Formula;

impl Formula {
    fn win_probability(weights: &[i32], target: f64) -> f64 {
        let [mobility, frontier, stability, ..] = *weights else {
            unreachable!("five weights")
        };
        let [mobility, frontier, stability] = [mobility, frontier, stability].map(genome::log10);
        let strength =
            2.0 * (mobility - 2.7) + 1.0 * (frontier - 2.7) - 1.5 * (stability - 2.7) - 0.5;
        1.0 / (1.0 + (-(strength + (target - 28.98) / 10.0)).exp())
    }
}

impl Arena for Formula {
    fn play(
        &self,
        target: f64,
        order: &GameOrder,
        cancel: &Cancel,
    ) -> Result<GameResult, Cancelled> {
        cancel.check()?;
        let mut random = Random::derived(order.seed, &[u64::from(order.game % 2)]);
        if random.unit() < 0.04 {
            return Ok(GameResult::Draw);
        }
        let win = random.unit() < Self::win_probability(&order.weights, target);
        Ok(if win {
            GameResult::Win
        } else {
            GameResult::Loss
        })
    }
}

/// Fails in the sixth game of an individual.
struct Failing;

impl Arena for Failing {
    fn play(&self, _: f64, order: &GameOrder, _: &Cancel) -> Result<GameResult, Cancelled> {
        assert!(order.game < 5, "a broken board");
        Ok(GameResult::Win)
    }
}

/// Plays by the formula, for `Run::step`.
fn by_formula(target: f64, orders: &[GameOrder]) -> Result<Vec<GameResult>, Cancelled> {
    let cancel = Cancel::new();
    orders
        .iter()
        .map(|order| Formula.play(target, order, &cancel))
        .collect()
}

fn new_run(settings: Settings, seed: u64) -> Run {
    Run::new(settings, &FEATURES, seed).unwrap()
}

/// The whole state as it is kept.
fn archive(run: &Run) -> String {
    serde_json::to_string(run.state()).unwrap()
}

/// Settings of a run that is soon over.
fn small() -> Settings {
    Settings {
        population: 8,
        children: 4,
        games: 10,
        cycles: 4,
        retest: RetestSettings {
            first: 20,
            batch: 10,
            cap: 100,
            certain: 0.95,
            out: 0.05,
            rounds: 1,
        },
        ..Settings::default()
    }
}

fn to_rest(run: &mut Run) {
    while !run.is_resting() {
        run.step(&mut by_formula).unwrap();
    }
}

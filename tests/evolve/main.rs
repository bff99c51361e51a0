//! Breeding against an opponent whose strength is known exactly: a formula takes the place of the
//! games.

#![allow(clippy::unwrap_used, clippy::panic)] // Tests may; clippy does not know their helpers.

mod certify;
mod formulas;
mod progress;
mod record;
mod run;
mod worker;

use koteki_engine::player::PlayerError;
use koteki_engine::search::budget::Cancel;
use koteki_games::random::Random;
use koteki_rivals::evolve::run::Run;
use koteki_rivals::evolve::settings::{Fitness, RetestSettings, Selection, Settings};
use koteki_rivals::evolve::style::Answers;
use koteki_rivals::evolve::{Arena, GameOrder, GameResult, genome};

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
    ) -> Result<GameResult, PlayerError> {
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

    /// Eighty positions of five moves, each move with a share of every feature drawn at random: who
    /// weighs the features in other proportions likes other moves.
    fn answers(&self, weights: &[i32], _: &Cancel) -> Result<Answers, PlayerError> {
        let positions = (0..80).map(|position| {
            let values = [0, 1, 2, 3, 4].map(|mv| -> i64 {
                let mut random = Random::derived(position, &[mv]);
                let mut share = || i64::try_from(random.below(7)).unwrap() - 3;
                weights
                    .iter()
                    .map(|&weight| i64::from(weight) * share())
                    .sum()
            });
            let best = values.iter().max().copied();
            (0..)
                .zip(values)
                .filter(|&(_, value)| Some(value) == best)
                .map(|(mv, _)| mv)
                .collect()
        });
        Ok(Answers(positions.collect()))
    }
}

/// Fails in the sixth game of an individual.
struct Failing;

impl Arena for Failing {
    fn play(&self, _: f64, order: &GameOrder, _: &Cancel) -> Result<GameResult, PlayerError> {
        assert!(order.game < 5, "a broken board");
        Ok(GameResult::Win)
    }
}

/// Plays by the formula, for `Run::step`.
fn by_formula(target: f64, orders: &[GameOrder]) -> Result<Vec<GameResult>, PlayerError> {
    let cancel = Cancel::new();
    orders
        .iter()
        .map(|order| Formula.play(target, order, &cancel))
        .collect()
}

/// Asks the formula, for `Run::step_asking`.
fn ask_formula(weights: &[Vec<i32>]) -> Result<Vec<Answers>, PlayerError> {
    let cancel = Cancel::new();
    weights
        .iter()
        .map(|weights| Formula.answers(weights, &cancel))
        .collect()
}

fn new_run(settings: Settings, seed: u64) -> Run {
    Run::new(settings, &FEATURES, seed).unwrap()
}

/// The whole state as it is kept.
fn archive(run: &Run) -> String {
    serde_json::to_string(run.state()).unwrap()
}

/// The thesis' ways in a run that is soon over.
fn small_thesis() -> Settings {
    Settings {
        fitness: Fitness::Thesis,
        selection: Selection::Thesis,
        ..small()
    }
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
            least: 60,
            estimate: 0.1,
            mismatch: 0.25,
            rounds: 1,
        },
        ..Settings::default()
    }
}

fn to_rest(run: &mut Run) {
    while !run.is_resting() {
        run.step_asking(&mut by_formula, &mut ask_formula).unwrap();
    }
}

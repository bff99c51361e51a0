//! Rivals that can be trusted: what they cost, and whether they keep what was promised. Not of the
//! thesis, which picked rivals by 20 games each; the yardstick is how they do in games that none
//! was chosen by.
//!
//! | file | what |
//! |---|---|
//! | [`methods`] | ways of looking for level individuals, each with the same number of games |
//! | [`per_game`] | `rivals-per-game`: qualified rivals per 1,000 games, method by method |
//! | [`certified`] | `certified-rivals`: three rivals for agents of several D |
//! | [`blokus`] | `blokus-rivals`: measuring, agents and rivals at Blokus Duo |
//!
//! **Qualified** is an individual whose 95 % interval (Jeffreys) over 400 fresh games lies within
//! 0.4…0.6. **Distinct** are qualified ones of which any two play differently in a quarter of the
//! positions of [`probes`](koteki_rivals::roster::probes) or more (counted greedily, in the order in which a
//! method hands them over).

pub mod blokus;
pub mod certified;
mod cma;
pub mod methods;
pub mod per_game;
mod words;

use koteki_engine::player::PlayerError;
use koteki_engine::search::budget::Cancel;
use koteki_games::random::derive_seed;
use koteki_rivals::evolve::settings::Settings;
use koteki_rivals::evolve::style::{self, Answers};
use koteki_rivals::evolve::tally::Tally;
use koteki_rivals::evolve::{Arena, GameOrder};

/// Fresh games of a check.
pub const CHECK: u32 = 400;

/// The mismatch from which on two rivals count as different.
pub const DIFFERENT: f64 = 0.25;

/// Keeps the seeds of checks apart from those of searches.
const CHECKING: u64 = 0x00c4_ec4e;

/// The live game's settings with the players of ch. 7 (Ueda 2012): individuals that never search an
/// ending out (there they look 2 plies ahead), the agent that holds `d` at depth 4.
pub fn settings(d: f64, depth: u32) -> Settings {
    Settings {
        depth,
        exhaustive: 0,
        people: false,
        target: d,
        ..Settings::default()
    }
}

/// Plays games of an individual that it was not chosen by.
///
/// # Errors
/// When `cancel` is raised first.
pub fn check(
    arena: &dyn Arena,
    target: f64,
    weights: &[i32],
    games: u32,
    seed: u64,
    cancel: &Cancel,
) -> Result<Tally, PlayerError> {
    let mut tally = Tally::default();
    for game in 0..games {
        let order = GameOrder {
            weights: weights.to_vec(),
            seed: derive_seed(seed, &[CHECKING, u64::from(game / 2)]),
            game,
        };
        tally.add(arena.play(target, &order, cancel)?);
    }
    Ok(tally)
}

/// Whether the interval over these games lies in the band.
pub fn is_qualified(tally: Tally) -> bool {
    let (low, high) = tally.interval();
    tally.games > 0 && low >= 0.4 && high <= 0.6
}

/// How many of the individuals are distinct.
pub fn distinct(answers: &[Answers]) -> usize {
    let mut taken: Vec<&Answers> = Vec::new();
    for one in answers {
        let differs = |other: &&Answers| {
            style::mismatch(one, other).is_some_and(|mismatch| mismatch.rate >= DIFFERENT)
        };
        if taken.iter().all(differs) {
            taken.push(one);
        }
    }
    taken.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_hundred_of_four_hundred_qualify_and_their_edge() {
        let tally = |wins| Tally {
            games: 400,
            wins,
            draws: 0,
        };
        assert!(is_qualified(tally(200)));
        // Jeffreys' interval of 180/400 begins at 0.4018, that of 179/400 at 0.3994 (R's qbeta).
        assert!(is_qualified(tally(180)) && !is_qualified(tally(179)));
    }
}

//! How strong players of Blokus Duo are, on the scale of agents.
//!
//! D is in the eyes of the learned winning rate a ply ahead. Those eyes are short, and D alone does not say who
//! wins: of eleven players measured with 40 games against agents of eight targets (`koteki match --game blokus
//! agent:d=5000 biggest --games 40 --seed 9` and so on; `recordings/experiments/blokus-even-points.txt`), the
//! agent that is even with a player held 0.02 to 1.7 times the player's own D, 0.6 times in the middle. So D is
//! a guess to begin with, as wide as that, and how the games ended against opponents whose even point is known
//! decides. The chance to win changed by about 0.25 in log odds for 1,000 of D. The guess is wide even for a small D:
//! players who look ahead give away 2,600 to 5,900 (`toqn` with 2,000 and 10,000 nodes) and stand at -7,700 to -9,800.
//!
//! Rivals that are equally strong against an agent differ against the same player by 0.26 in log odds (standard deviation,
//! chance taken off): nineteen times two or three of them against one of four players, in 100 games each
//! (`koteki experiment blokus-rivals --scale paper`, seed 1).
//!
//! An agent of D 0 plays no better than its eyes see. The scale goes on beyond it with the same step: an
//! even point of -4,000 is that of a player who beats this agent by 1 in log odds. [`even_point`] has those that were
//! fitted by greatest likelihood to matches with agents and with one another, among them all levels (in the same
//! recording; the 95 % limits lie 900 to 2,000 to each side, of strong, expert and master, each measured by the one
//! before, 1,900, 2,400 and 3,400).
//!
//! Beyond the agents stands [TOQN](stronger) with the best weights and as many nodes as the even point says: rivals
//! for whoever is stronger than any agent are bred against it, and look further ahead themselves ([`toward`]).

use super::super::person::Scale;
use crate::evolve::Settings;
use crate::roster::blokus::BlokusSpec;
use crate::roster::{BlokusWeights, Target};
use koteki_engine::search::budget::Budget;

/// The scale. No rival of four weights plays worse than an agent of a D of about 12,000; of those that look three
/// plies ahead few play better than the strongest point.
pub(super) const SCALE: Scale = Scale {
    slope: 0.25e-3,
    share: (0.6, 0.4),
    least_spread: 3500.0,
    own: 0.26,
    reach: 40_000.0,
    weakest: 12_000.0,
    strongest: -11_000.0,
};

/// The even points of UCT by its playouts.
const UCT: [(f64, f64); 5] = [
    (100.0, 13_400.0),
    (1000.0, 150.0),
    (2000.0, -1500.0),
    (4000.0, -7600.0),
    (20_000.0, -14_900.0),
];
/// Those of TOQN by its nodes, with the tester's weights, with the best, and with those from games against oneself where
/// it looks best-first.
const TESTER: [(f64, f64); 3] = [
    (2000.0, -7700.0),
    (10_000.0, -8700.0),
    (77_000.0, -10_600.0),
];
const BEST: [(f64, f64); 7] = [
    (1.0, -1400.0),
    (100.0, -2500.0),
    (250.0, -3300.0),
    (500.0, -4700.0),
    (2000.0, -8700.0),
    (10_000.0, -9800.0),
    (77_000.0, -13_400.0),
];
const SELF_PLAY: [(f64, f64); 3] = [
    (1000.0, -14_000.0),
    (30_000.0, -21_000.0),
    (4_000_000.0, -28_500.0),
];
/// Those of the players of the two lowest levels.
const RANDOM: f64 = 21_200.0;
const BIGGEST: f64 = 8200.0;

/// The weight of exploration of the players in [`UCT`].
const EXPLORATION: f64 = 0.7;

/// The D of the agent that is even with a player, where that was measured or lies between two that were.
pub(super) fn even_point(player: BlokusSpec) -> Option<f64> {
    match player {
        BlokusSpec::Random => Some(RANDOM),
        BlokusSpec::Biggest => Some(BIGGEST),
        BlokusSpec::Uct {
            playouts,
            exploration,
        } if (exploration - EXPLORATION).abs() < f64::EPSILON => between(&UCT, f64::from(playouts)),
        BlokusSpec::Toqn {
            weights,
            budget: Budget::Nodes(nodes),
            best_first,
            ..
        } => {
            let nodes = u32::try_from(nodes).map_or(f64::INFINITY, f64::from);
            match (weights, best_first) {
                (BlokusWeights::Tester, false) => between(&TESTER, nodes),
                (BlokusWeights::Best, false) => between(&BEST, nodes),
                (BlokusWeights::SelfPlay, true) => between(&SELF_PLAY, nodes),
                _ => None,
            }
        }
        BlokusSpec::Tester { depth: 1 } => Some(0.0),
        BlokusSpec::Agent {
            target: Target::Fixed(d),
            depth: 1,
            ..
        } => Some(d.min(SCALE.reach)),
        _ => None,
    }
}

/// Who plays as strongly as this even point below 0 says, or as nearly as the table goes.
pub(super) fn stronger(even: f64) -> BlokusSpec {
    let [(fewest, weakest), .., (most, strongest)] = BEST;
    let nodes = if even >= weakest {
        fewest
    } else if even <= strongest {
        most
    } else {
        let places = BEST.map(|(nodes, place)| (-place, libm::log(nodes)));
        let found = places.windows(2).find_map(|pair| {
            let [(from, low), (to, high)] = [pair[0], pair[1]];
            let share = (-even - from) / (to - from);
            (share <= 1.0).then(|| libm::exp(low + share * (high - low)))
        });
        found.unwrap_or(most)
    };
    BlokusSpec::Toqn {
        weights: BlokusWeights::Best,
        // Two figures, as a person would say it.
        budget: Budget::Nodes({
            let unit = libm::pow(10.0, libm::floor(libm::log10(nodes)) - 1.0).max(1.0);
            (libm::round(nodes / unit) * unit) as u64
        }),
        best_first: false,
        vary: 0,
    }
}

/// Even points down to which individuals look two plies ahead; the agent of D 0 is the limit of those of one.
const TWO_PLIES: f64 = -8000.0;

/// `given` with individuals that see enough to be even with an agent of this even point: beyond the agents they have
/// the learned weights under their own ([`individual`](super::Kit::individual)), and look two or three plies ahead. A
/// game then takes 20 ms or half a second of processor time where it takes 5.
pub(super) fn toward(given: &Settings, even: f64) -> Settings {
    if even >= 0.0 {
        return given.clone();
    }
    if even >= TWO_PLIES {
        return Settings {
            depth: given.depth.max(2),
            ..given.clone()
        };
    }
    Settings {
        depth: given.depth.max(3),
        ..given.sparing()
    }
}

/// The value at `effort` in a table by rising effort, along its logarithm; `None` outside the table.
fn between(table: &[(f64, f64)], effort: f64) -> Option<f64> {
    table.windows(2).find_map(|pair| {
        let [(less, at_less), (more, at_more)] = [pair[0], pair[1]];
        let share = libm::log(effort / less) / libm::log(more / less);
        (0.0..=1.0)
            .contains(&share)
            .then_some(at_less + share * (at_more - at_less))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::roster::blokus_level::Level;

    #[test]
    fn every_level_has_its_place_the_stronger_the_lower() {
        let places: Vec<f64> = Level::ALL
            .into_iter()
            .filter_map(|level| even_point(level.player()))
            .collect();
        assert_eq!(places.len(), Level::ALL.len());
        assert!(places.is_sorted_by(|a, b| a > b), "{places:?}");
        let point = |name: &str| even_point(name.parse().unwrap());
        assert_eq!(point("agent:d=5000"), Some(5000.0));
        // Who stands at a place beyond the agents has that place.
        for place in [-1400.0, -3000.0, -7600.0, -9800.0, -13_400.0] {
            let found = even_point(stronger(place)).unwrap();
            assert!((found - place).abs() < 100.0, "{place}: {found}");
        }
        let between = point("uct:playouts=2000").unwrap();
        assert!((places[3]..places[2]).contains(&between), "{between}");
        for unknown in [
            "mc",
            "toqn:nodes=9",
            "uct:c=0.1",
            "uct:playouts=9",
            "engine:cmd=\"x\"",
        ] {
            assert_eq!(point(unknown), None, "{unknown}");
        }
    }
}

//! Who plays whom, in which order and with which colours: drawn once, from the person's seed.
//!
//! The thesis (§6.4.6, ch. 7) has six pairs, AA BB CC AB AC BC, "in random order" and leaves the rest
//! open. Here also the order within a pair is drawn. The colours change within every pair, and so that
//! each opponent is met twice with each: of the three pairs of different opponents A has Black in AB
//! when B has it in BC and C in CA, or all the other way round. The games that measure alternate, the
//! first colour drawn. So do the games of each round of Tsukamoto's experiment; see
//! [`rounds`](super::rounds).

use super::protocol::PAIRS;
use super::rounds::ROUNDS;
use koteki_games::Side;
use koteki_games::random::{Random, derive_seed};

/// Coordinates of what is derived from a person's seed.
const ORDER: u64 = 1;
const GAMES: u64 = 2;
const BREEDING: u64 = 3;
const COLOURS: u64 = 4;

/// Two games against opponents that are the same or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The opponents in the order they are met: 0 for A, 1 for B, 2 for C.
    pub opponents: [usize; 2],
    /// The person's colour against each.
    pub sides: [Side; 2],
}

impl Pair {
    /// Whether it is one opponent twice.
    pub const fn is_same(&self) -> bool {
        self.opponents[0] == self.opponents[1]
    }
}

/// Everything that was drawn for a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The person's colour in each game that measures.
    pub warmups: Vec<Side>,
    /// The pairs, in order.
    pub pairs: [Pair; PAIRS],
    /// The person's colour in the first game of each round.
    pub rounds: [Side; ROUNDS],
    seed: u64,
}

impl Plan {
    /// The plan that `seed` gives, with so many games that measure.
    pub fn draw(seed: u64, warmups: usize) -> Self {
        let mut random = Random::derived(seed, &[ORDER]);
        let mut coin = |side: Side| {
            if random.below(2) == 0 {
                side
            } else {
                side.other()
            }
        };
        let first = coin(Side::Black);
        let around = coin(Side::Black);
        let mut pairs = [(0, 0), (1, 1), (2, 2), (0, 1), (1, 2), (2, 0)].map(|(one, other)| {
            let (opponents, sides) = if one == other {
                let first = coin(Side::Black);
                ([one, one], [first, first.other()])
            } else {
                ([one, other], [around, around.other()])
            };
            Pair { opponents, sides }
        });
        for pair in &mut pairs {
            if !pair.is_same() && random.below(2) == 1 {
                pair.opponents.reverse();
                pair.sides.reverse();
            }
        }
        random.shuffle(&mut pairs);
        let colour = |game: usize| {
            if game.is_multiple_of(2) {
                first
            } else {
                first.other()
            }
        };
        // By themselves: what is drawn for a pair does not hang on them.
        let mut random = Random::derived(seed, &[COLOURS]);
        let rounds = [(); ROUNDS].map(|()| {
            if random.below(2) == 0 {
                Side::Black
            } else {
                Side::White
            }
        });
        Self {
            warmups: (0..warmups).map(colour).collect(),
            pairs,
            rounds,
            seed,
        }
    }

    /// Seed of everything random in the game of this number, 0 for the first.
    pub fn game_seed(&self, game: usize) -> u64 {
        derive_seed(self.seed, &[GAMES, game as u64])
    }

    /// Seed of the breeding.
    pub fn breeding_seed(&self) -> u64 {
        derive_seed(self.seed, &[BREEDING])
    }
}

/// The seed of a person's set, from the study's.
pub fn person_seed(study: u64, code: &str, set: u32) -> u64 {
    let mut coordinates: Vec<u64> = code.bytes().map(u64::from).collect();
    coordinates.push(u64::from(set));
    derive_seed(study, &coordinates)
}

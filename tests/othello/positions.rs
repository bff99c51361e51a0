//! Positions and weights that tests are tried on: `mod positions;` in a test.
//!
//! Positions come from random play, from play that strives to wipe the opponent out, and from random
//! boards; weights from the range the breeding uses and beyond.

#![allow(
    dead_code,           // No single test uses all of it.
    clippy::unwrap_used  // Tests may unwrap; clippy does not know the helpers of one.
)]

use koteki_engine::eval::othello::{CORE, COUNT, Weights};
use koteki_games::othello::{Move, Position, Square};
use koteki_games::random::{Random, SeedableRng as _};
use koteki_games::{Game as _, GameLine, Side};
use proptest::prelude::*;

/// How the moves that lead to a test position are chosen.
#[derive(Clone, Copy, Debug)]
pub enum Play {
    /// All equally likely.
    Random,
    /// Mostly the move that takes the most discs: leads to wipe-outs and to early passes.
    Greedy,
}

/// The position after at most `plies` moves; an earlier one when the game ends before.
pub fn play(seed: u64, plies: usize, how: Play) -> Position {
    let mut random = Random::seed_from_u64(seed);
    let mut line = GameLine::<Position>::default();
    let mut moves = Vec::new();
    while line.ply() < plies {
        line.position().legal_moves(&mut moves);
        random.shuffle(&mut moves);
        let flips = |mv: &Move| {
            mv.square()
                .map_or(0, |square| line.position().flips(square).count_ones())
        };
        let choice = match how {
            Play::Greedy if random.below(4) > 0 => moves.iter().copied().max_by_key(flips),
            _ => moves.first().copied(),
        };
        let Some(mv) = choice else { break };
        line.play(mv).unwrap();
    }
    *line.position()
}

/// Any two boards without a common square, `empties` of the 64 squares empty. They need not be
/// reachable, but they pass, end and fill lines far more often than played ones.
pub fn scattered(random: &mut Random, empties: usize) -> Position {
    let mut squares: Vec<Square> = Square::all().collect();
    random.shuffle(&mut squares);
    let share = random.below(64);
    let (mut black, mut white) = (0, 0);
    for square in squares.iter().skip(empties) {
        if random.below(64) < share {
            black |= square.bit();
        } else {
            white |= square.bit();
        }
    }
    let side = Side::BOTH[random.below(2)];
    Position::new(black, white, side).unwrap()
}

/// Positions of games, and some that no game gives.
pub fn any_position() -> impl Strategy<Value = Position> {
    let how = prop_oneof![Just(Play::Random), Just(Play::Greedy)];
    prop_oneof![
        4 => (any::<u64>(), 0..64usize, how).prop_map(|(seed, plies, how)| play(seed, plies, how)),
        1 => (any::<u64>(), 0..61usize).prop_map(|(seed, empties)| scattered(&mut Random::seed_from_u64(seed), empties)),
    ]
}

/// Positions with at most `most` empty squares, or games that ended early.
pub fn late_position(most: usize) -> impl Strategy<Value = Position> {
    let plies = 60 - most..64usize;
    let played = move |how| {
        (any::<u64>(), plies.clone()).prop_map(move |(seed, plies)| play(seed, plies, how))
    };
    let scattered = (any::<u64>(), 0..most)
        .prop_map(|(seed, empties)| scattered(&mut Random::seed_from_u64(seed), empties));
    prop_oneof![3 => played(Play::Random), 1 => played(Play::Greedy), 2 => scattered]
}

/// Weights as the breeding makes them and any others, with and without style.
pub fn any_weights() -> impl Strategy<Value = Weights> {
    let bred =
        [1..=10_000, 1..=10_000, 1..=10_000].prop_map(|[mobility, frontier, stability]| Weights {
            mobility,
            frontier,
            stability,
            forfeit: 3_500,
            discs: 100,
            ..Weights::NONE
        });
    let core = |limit: i32| {
        let each = -limit..=limit;
        [each.clone(), each.clone(), each.clone(), each.clone(), each].prop_map(|core| {
            let mut all = [0; COUNT];
            all[..CORE].copy_from_slice(&core);
            Weights::from_array(all)
        })
    };
    // All features, each of them left out as often as not.
    let styled = |limit: i32| {
        (any::<u64>(), any::<u64>()).prop_map(move |(seed, present)| {
            let mut random = Random::seed_from_u64(seed);
            let width = usize::try_from(2 * limit + 1).unwrap();
            Weights::from_array(std::array::from_fn(|feature| {
                let weight = i32::try_from(random.below(width)).unwrap() - limit;
                if present >> feature & 1 == 1 {
                    weight
                } else {
                    0
                }
            }))
        })
    };
    let presets = prop_oneof![
        Just(Weights::TESTER),
        Just(Weights::BEGINNER),
        Just(Weights::ADVANCED)
    ];
    // Small weights make many ties.
    prop_oneof![
        4 => bred, 2 => core(Weights::MAX), 2 => core(2), 1 => presets,
        3 => styled(Weights::MAX), 3 => styled(2),
    ]
}

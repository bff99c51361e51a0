//! Games against a player that moves at random, by the hundred thousand: two bitboards and nothing else.

use koteki_engine::eval::Features as _;
use koteki_engine::eval::othello::Weights;
use koteki_engine::eval::othello::bp_fs_cn::Evaluation;
use koteki_games::othello::{Position, bits};
use koteki_games::random::Random;
use koteki_games::{Game as _, Side};

/// Chooses moves on bare boards.
pub trait Chooser: Sync {
    /// One of `moves` (squares as bits, at least one), as a number from 0 for a1, for the side whose discs are
    /// `own`.
    fn choose(&self, own: u64, opp: u64, moves: u64, random: &mut Random) -> u32;
}

/// The paper's player.
#[derive(Clone, Debug)]
pub struct Ahead {
    /// Its evaluation.
    pub evaluation: Evaluation,
    /// Plies it looks ahead, at least 1.
    pub depth: u32,
}

impl Chooser for Ahead {
    fn choose(&self, own: u64, opp: u64, moves: u64, random: &mut Random) -> u32 {
        self.evaluation.best(own, opp, moves, self.depth, random).0
    }
}

/// A player that looks at the board after each of its moves, with what one of each of the program's features is
/// worth; of equal moves it takes the first.
#[derive(Clone, Debug)]
pub struct Weighted(pub Vec<f64>);

impl Chooser for Weighted {
    fn choose(&self, own: u64, opp: u64, moves: u64, _: &mut Random) -> u32 {
        let features = Weights::default();
        let mut counts = vec![0; features.names().len()];
        let mut best = (moves.trailing_zeros(), f64::NEG_INFINITY);
        let mut rest = moves;
        while rest != 0 {
            let placed = rest & rest.wrapping_neg();
            rest ^= placed;
            let flips = bits::flips(placed, own, opp);
            let (own, opp) = (own | flips | placed, opp & !flips);
            // Black is whoever chooses.
            let Some(after) = Position::new(own, opp, Side::White) else {
                continue;
            };
            features.extract(&after, Side::Black, &mut counts);
            let terms = counts.iter().zip(&self.0);
            let value: f64 = terms
                .map(|(&count, weight)| f64::from(count) * weight)
                .sum();
            if value > best.1 {
                best = (placed.trailing_zeros(), value);
            }
        }
        best.0
    }
}

/// Plays a game from the usual position; the difference in discs for `player`, which has Black when it is
/// `first`.
pub fn play(player: &dyn Chooser, first: bool, random: &mut Random) -> i32 {
    let start = Position::start();
    let (mut own, mut opp) = (start.own(), start.opp());
    let mut mine = first;
    let mut passed = false;
    loop {
        let moves = bits::moves(own, opp);
        if moves != 0 {
            let placed = if mine {
                1 << player.choose(own, opp, moves, random)
            } else {
                any(moves, random)
            };
            let flips = bits::flips(placed, own, opp);
            (own, opp) = (own | flips | placed, opp & !flips);
            passed = false;
        } else if passed {
            let difference = own.count_ones().cast_signed() - opp.count_ones().cast_signed();
            return if mine { difference } else { -difference };
        } else {
            passed = true;
        }
        (own, opp) = (opp, own);
        mine = !mine;
    }
}

/// One of `squares`, all equally likely, as a bit.
fn any(squares: u64, random: &mut Random) -> u64 {
    let mut rest = squares;
    for _ in 0..random.below(squares.count_ones() as usize) {
        rest &= rest - 1;
    }
    rest & rest.wrapping_neg()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::contest::play_out;
    use crate::measure::stats::wilson;
    use koteki_engine::eval::Evaluator as _;
    use koteki_engine::eval::othello::COUNT;
    use koteki_engine::eval::othello::bp_fs_cn::{Mix, Reading, Stable};
    use koteki_engine::player::bp_fs_cn::BpFsCn;
    use koteki_engine::player::random::Random as AnyMove;
    use koteki_engine::search::budget::Cancel;
    use koteki_games::GameLine;
    use koteki_games::othello::{Move, Square};

    /// The quick games and those of the roster's players are of the same strength.
    #[test]
    fn quick_games_are_like_any_others() {
        let reading = Reading {
            stable: Stable::Cited,
            ..Reading::default()
        };
        let evaluation = Evaluation::new(
            Mix {
                bp: 1,
                fs: 0,
                cn: 0,
            },
            reading,
        );
        let games = 400;
        let (mut quick, mut slow) = (0.0, 0.0);
        let player = BpFsCn::new(evaluation.clone(), 1);
        let evaluation = Ahead {
            evaluation,
            depth: 1,
        };
        for game in 0..games {
            let points = |difference: i32| f64::from(difference.signum() + 1) / 2.0;
            let mut random = Random::derived(5, &[game]);
            quick += points(play(&evaluation, true, &mut random));
            let line: GameLine<Position> = GameLine::default();
            let line = play_out(line, &player, &AnyMove, 100 + game, &Cancel::new()).unwrap();
            let outcome = line.position().outcome().unwrap();
            slow += points(outcome.difference(Side::Black));
        }
        let games = 400.0;
        let (quick, slow) = (wilson(quick, games, 0.999), wilson(slow, games, 0.999));
        assert!(
            quick.low < slow.high && slow.low < quick.high,
            "{quick:?} {slow:?}"
        );
        assert!(quick.low > 0.5 && slow.low > 0.5);
    }
    /// The features, as the search of the roster's players weighs them: before the end of the game the best
    /// move one ply ahead is that of the usual evaluation.
    #[test]
    fn features_weigh_as_the_evaluation_does() {
        let weights = Weights {
            mobility: 7,
            frontier: 11,
            stability: 40,
            discs: 3,
            ..Weights::from_array([0; COUNT])
        };
        let player = Weighted(weights.to_array().map(f64::from).to_vec());
        let mut random = Random::derived(3, &[]);
        let mut position = Position::start();
        for _ in 0..40 {
            let moves = position.placements();
            if moves == 0 {
                break;
            }
            let worth = |square: u32| {
                let mut after = position;
                after.play(Move::Place(Square::all().nth(square as usize).unwrap()));
                weights.evaluate(&after, position.side_to_move())
            };
            let chosen = player.choose(position.own(), position.opp(), moves, &mut random);
            let best = (0..64).filter(|it| moves >> it & 1 == 1).map(worth).max();
            assert_eq!(Some(worth(chosen)), best);
            let any = any(moves, &mut random).trailing_zeros();
            position.play(Move::Place(Square::all().nth(any as usize).unwrap()));
        }
    }
}

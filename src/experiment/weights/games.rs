//! Games against a player that moves at random, by the hundred thousand: two bitboards and nothing else.

use crate::eval::bp_fs_cn::Evaluation;
use crate::game::Game as _;
use crate::game::othello::{Position, bits};
use crate::random::Random;

/// Plays a game from the usual position; the difference in discs for the player of `evaluation`, which looks
/// `depth` plies ahead and has Black when it is `first`.
#[must_use]
pub fn play(evaluation: &Evaluation, depth: u32, first: bool, random: &mut Random) -> i32 {
    let start = Position::start();
    let (mut own, mut opp) = (start.own(), start.opp());
    let mut mine = first;
    let mut passed = false;
    loop {
        let moves = bits::moves(own, opp);
        if moves != 0 {
            let placed = if mine {
                1 << evaluation.best(own, opp, moves, depth, random).0
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
    use crate::eval::bp_fs_cn::{F2, Mix, Reading, Stable};
    use crate::game::{GameLine, Side};
    use crate::measure::contest::play_out;
    use crate::measure::stats::wilson;
    use crate::player::random::Random as AnyMove;
    use crate::player::weights::Weighing;
    use crate::search::budget::Cancel;

    /// The quick games and those of the roster's players are of the same strength.
    #[test]
    fn quick_games_are_like_any_others() {
        let reading = Reading {
            stable: Stable::Cited,
            f2: F2::Symmetric,
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
        let player = Weighing::new(evaluation.clone(), 1);
        for game in 0..games {
            let points = |difference: i32| f64::from(difference.signum() + 1) / 2.0;
            let mut random = Random::derived(5, &[game]);
            quick += points(play(&evaluation, 1, true, &mut random));
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
}

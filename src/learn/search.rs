//! A small alpha-beta over boards, for the games to learn from: any evaluation of two boards, and
//! moves in the order of how few replies they leave.

use crate::eval::decided_value;
use crate::game::othello::bits;

const INFINITE: i32 = i32::MAX;

/// The best placement of the side `own` at `depth` plies (at least 1), as its square's bit; the first
/// in the order of squares of those that are equally good. `None` when there is none.
pub fn best_placement(
    own: u64,
    opp: u64,
    depth: u32,
    evaluate: &impl Fn(u64, u64) -> i32,
) -> Option<u64> {
    let mut best = None;
    let mut alpha = -INFINITE;
    let children = Children::of(own, opp);
    for &(placed, own, opp, _) in children.sorted() {
        // One below, so that a move as good is known to be as good.
        let beta = if best.is_none() { INFINITE } else { 1 - alpha };
        let value = -negamax(own, opp, depth.max(1) - 1, -INFINITE, beta, evaluate);
        if best.is_none()
            || value > alpha
            || value == alpha && best.is_some_and(|best| placed < best)
        {
            alpha = value;
            best = Some(placed);
        }
    }
    best
}

/// The children of a board: (square played, boards of the side that answers, its moves).
struct Children {
    boards: [(u64, u64, u64, u32); 34],
    count: usize,
}

impl Children {
    fn of(own: u64, opp: u64) -> Self {
        let mut children = Self {
            boards: [(0, 0, 0, 0); 34],
            count: 0,
        };
        let mut moves = bits::moves(own, opp);
        // No position has more than 33.
        for slot in &mut children.boards {
            if moves == 0 {
                break;
            }
            let placed = moves & moves.wrapping_neg();
            moves ^= placed;
            let flips = bits::flips(placed, own, opp);
            let (own, opp) = (opp & !flips, own | flips | placed);
            *slot = (placed, own, opp, bits::moves(own, opp).count_ones());
            children.count += 1;
        }
        children.boards[..children.count].sort_by_key(|child| child.3);
        children
    }

    fn sorted(&self) -> &[(u64, u64, u64, u32)] {
        &self.boards[..self.count]
    }
}

/// The value for the side `own`, fail-soft.
fn negamax(
    own: u64,
    opp: u64,
    depth: u32,
    mut alpha: i32,
    beta: i32,
    evaluate: &impl Fn(u64, u64) -> i32,
) -> i32 {
    let moves = bits::moves(own, opp);
    if moves == 0 {
        if bits::moves(opp, own) == 0 {
            return decided_value(own.count_ones().cast_signed() - opp.count_ones().cast_signed());
        }
        if depth > 0 {
            return -negamax(opp, own, depth, -beta, -alpha, evaluate);
        }
    }
    if depth == 0 {
        return evaluate(own, opp);
    }
    let mut best = -INFINITE;
    let mut visit = |own, opp| {
        let value = -negamax(own, opp, depth - 1, -beta, -alpha, evaluate);
        best = best.max(value);
        alpha = alpha.max(value);
        alpha >= beta
    };
    if depth == 1 {
        let mut moves = moves;
        while moves != 0 {
            let placed = moves & moves.wrapping_neg();
            moves ^= placed;
            let flips = bits::flips(placed, own, opp);
            if visit(opp & !flips, own | flips | placed) {
                break;
            }
        }
    } else {
        for &(_, own, opp, _) in Children::of(own, opp).sorted() {
            if visit(own, opp) {
                break;
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::othello::Weights;
    use crate::game::Game as _;
    use crate::game::othello::{Move, Position};
    use crate::measure::contest::random_opening;
    use crate::search::budget::Cancel;
    use crate::search::reference::Reference;
    use crate::search::root::Search as _;

    #[test]
    fn the_move_is_the_first_of_the_best_ones_of_the_plain_search() {
        let discs = |own: u64, opp: u64| {
            use crate::eval::Evaluator as _;
            Position::new(own, opp, crate::game::Side::Black).map_or(0, |position| {
                Weights::TESTER.evaluate(&position, crate::game::Side::Black)
            })
        };
        for seed in 0..60 {
            let line = random_opening::<Position>(10 + 45 * (seed as u32 % 2), seed);
            let position = *line.position();
            for depth in 1..=3 {
                let all = Reference(Weights::TESTER).root_values(&position, depth, &Cancel::new());
                let expected = all.unwrap().best_moves()[0];
                let found = best_placement(position.own(), position.opp(), depth, &discs);
                let found = found.and_then(crate::game::othello::Square::lowest);
                assert_eq!(
                    found.map_or(Move::Pass, Move::Place),
                    expected,
                    "{seed} {depth}"
                );
                assert!(position.is_legal(expected));
            }
        }
    }
}

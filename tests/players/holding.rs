//! The search of the AI that holds itself level against plain minimax, which knows nothing but the rules
//! and the paper's formulas.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use koteki_engine::eval::othello::tsukamoto::{
    Basic, Conversion, CornersAt, Leaves, Threshold, View,
};
use koteki_engine::search::budget::Cancel;
use koteki_engine::search::isa::Path;
use koteki_engine::search::othello::minimax::{MinimaxSearch, Wanted};
use koteki_games::othello::{Move, Position};
use koteki_games::{Game as _, Side};
use koteki_rivals::measure::contest::random_opening;

/// How a leaf is judged, in the words of the paper.
#[derive(Clone, Copy)]
struct Words {
    discs: bool,
    corners: bool,
    /// None, Nakamichi's, the proposed one.
    conversion: u8,
    ended: bool,
    at_leaf: bool,
    /// Whether a leaf has the value of its side to move.
    mover: bool,
}

const CORNERS: [u32; 4] = [0, 7, 56, 63];

fn corners(position: &Position, side: Side) -> i32 {
    let discs = position.discs(side);
    CORNERS
        .iter()
        .map(|&at| i32::from(discs >> at & 1 == 1))
        .sum()
}

fn choices(position: &Position, side: Side) -> i32 {
    let (black, white) = (position.discs(Side::Black), position.discs(Side::White));
    let asked = Position::new(black, white, side).unwrap();
    let mut moves = Vec::new();
    asked.legal_moves(&mut moves);
    let placed = moves.iter().filter(|mv| **mv != Move::Pass).count();
    i32::try_from(placed).unwrap()
}

fn judged(words: Words, root: &Position, leaf: &Position) -> i32 {
    let judge = if words.mover { leaf } else { root };
    let (me, other) = (judge.side_to_move(), judge.side_to_move().other());
    let sign = if me == root.side_to_move() { 1 } else { -1 };
    let outcome = leaf.outcome();
    let value = match outcome {
        Some(outcome) => outcome.difference(me),
        None => {
            let base = if words.discs {
                i32::try_from(leaf.discs(me).count_ones()).unwrap()
            } else {
                choices(leaf, me)
            };
            let held = 8 * corners(leaf, me) - 8 * corners(leaf, other);
            base + if words.corners { held } else { 0 }
        }
    };
    if words.conversion == 0 || outcome.is_some() && !words.ended {
        return sign * value;
    }
    let seen = if words.at_leaf { leaf } else { root };
    let theta = match words.conversion {
        1 => 0,
        _ => 5 - 15 * corners(seen, me) + 15 * corners(seen, other),
    };
    sign * (theta - (value - theta).abs())
}

fn minimax(words: Words, root: &Position, position: &Position, depth: u32) -> i32 {
    if depth == 0 || position.outcome().is_some() {
        return judged(words, root, position);
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let values = moves.iter().map(|&mv| {
        let mut after = *position;
        after.play(mv);
        minimax(words, root, &after, depth - u32::from(mv != Move::Pass))
    });
    if position.side_to_move() == root.side_to_move() {
        values.max().unwrap()
    } else {
        values.min().unwrap()
    }
}

fn leaves(words: Words, root: &Position) -> Leaves {
    let basic = Basic::ALL[2 * usize::from(!words.discs) + usize::from(words.corners)];
    let threshold = match words.conversion {
        0 => return Leaves::plain(basic),
        1 => Threshold::Zero,
        _ => Threshold::Corners { x: 0 },
    };
    let seen = if words.at_leaf {
        CornersAt::Leaf
    } else {
        CornersAt::Board
    };
    let conversion = Conversion {
        threshold,
        seen,
        ended: words.ended,
        view: if words.mover { View::Mover } else { View::Root },
    };
    Leaves::converted(basic, conversion, root.own(), root.opp())
}

#[test]
fn values_are_those_of_plain_minimax() {
    let mut checked = 0;
    for game in 0..24_u64 {
        // Endings above all, where games are over and sides pass within the look-ahead.
        let plies = [4, 20, 44, 52, 54, 56][usize::try_from(game % 6).unwrap()];
        let line = random_opening::<Position>(plies, 100 + game);
        let root = *line.position();
        let mut moves = Vec::new();
        root.legal_moves(&mut moves);
        let depth = if plies < 30 { 3 } else { 5 };
        for (discs, corners, conversion, ended, at_leaf, mover) in [
            (true, false, 0, true, false, false),
            (true, true, 0, true, false, false),
            (false, false, 0, true, false, false),
            (false, true, 0, true, false, false),
            (false, true, 1, true, false, false),
            (false, true, 1, false, false, false),
            (false, true, 2, true, false, false),
            (false, true, 2, false, false, false),
            (false, true, 2, true, true, false),
            (false, true, 2, false, true, false),
            (false, true, 1, true, false, true),
            (false, true, 2, true, false, true),
            (false, true, 2, true, true, true),
        ] {
            let words = Words {
                discs,
                corners,
                conversion,
                ended,
                at_leaf,
                mover,
            };
            let expected: Vec<i32> = moves
                .iter()
                .map(|&mv| {
                    let mut after = root;
                    after.play(mv);
                    let left = depth - u32::from(mv != Move::Pass);
                    minimax(words, &root, &after, left)
                })
                .collect();
            let best = *expected.iter().max().unwrap();
            let paths = Path::available();
            let search = |wanted, path| {
                let search = MinimaxSearch {
                    path,
                    ..MinimaxSearch::new(leaves(words, &root), depth, wanted)
                };
                let found = search.values(&root, &moves, &Cancel::new()).unwrap();
                assert!(found.moves.iter().zip(&moves).all(|(a, b)| a.mv == *b));
                found.moves.iter().map(|it| it.value).collect::<Vec<_>>()
            };
            for path in paths {
                assert_eq!(search(Wanted::Every, path), expected, "{root:?}");
            }
            let found = search(Wanted::Best, Path::best());
            for (found, &expected) in found.iter().zip(&expected) {
                assert_eq!(*found == best, expected == best, "{root:?}");
                assert!(*found <= best && *found >= expected);
            }
            let theta = best - 3;
            let near = |value: i32| (value - theta).abs();
            let nearest = expected.iter().map(|&value| near(value)).min().unwrap();
            let found = search(Wanted::Near(theta), Path::best());
            for (found, &expected) in found.iter().zip(&expected) {
                assert!(near(*found) >= nearest);
                if near(expected) == nearest {
                    assert_eq!(*found, expected);
                } else {
                    assert!(near(*found) > nearest);
                }
            }
            checked += moves.len();
        }
    }
    assert!(checked > 1000, "{checked}");
}

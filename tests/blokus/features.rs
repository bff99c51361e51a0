//! The 848 features of Osaki et al. 2009: counted by hand, and square by square along paths.

// Tests may unwrap; clippy does not know the helpers of one.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use koteki_engine::eval::blokus::{
    COUNT, DeadSquares, Kind, Obstacles, Paths, Reading, Sight, class, features, folded,
};
use koteki_games::blokus::notation::read_moves;
use koteki_games::blokus::{Position, Square, Squares};
use koteki_games::random::{Random, SeedableRng as _};
use koteki_games::{Game as _, Side};
use proptest::prelude::*;

/// A square by the contests' column and row, from 1.
fn at(column: u8, row: u8) -> Square {
    Square::at(column - 1, row - 1).unwrap()
}

/// The features that are not 0, by kind and square (as the paper numbers them, from 1; 0 for the sum).
fn counted(position: &Position, side: Side, reading: Reading) -> BTreeMap<(usize, usize), u16> {
    let all = features(position, side, reading);
    assert_eq!(all.len(), 848);
    let numbered = all.iter().enumerate().map(|(index, &count)| {
        let key = if index < 840 {
            (index / 105, index % 105 + 1)
        } else {
            (index - 840, 0)
        };
        (key, count)
    });
    numbered.filter(|&(_, count)| count > 0).collect()
}

#[test]
fn squares_fold_as_the_paper_numbers_them() {
    assert_eq!(COUNT, 848);
    // The example: (2,8) and (8,2) are 30.
    assert_eq!([folded(at(2, 8)), folded(at(8, 2))], [29, 29]);
    assert_eq!([folded(at(1, 1)), folded(at(14, 14))], [0, 104]);
    for square in Square::all() {
        assert_eq!(folded(square), folded(square.mirrored()));
    }
}

/// Figure 3.
#[test]
fn distances_are_those_of_the_figure() {
    let figure = [
        "      3      ",
        "    5 2 5    ",
        "  5 4 1 4 5  ",
        "3 2 1 0 1 2 3",
        "  5 4 1 4 5  ",
        "    5 2 5    ",
        "      3      ",
    ];
    for (row, line) in (-3..).zip(figure) {
        for (column, sign) in (-3..).zip(line.chars().step_by(2)) {
            let expected = sign.to_digit(10).map(|class| class as u8);
            assert_eq!(class(column, row), expected, "{column} {row}");
        }
    }
    assert_eq!(class(4, 0), None);
    assert_eq!(class(3, 1), None);
}

/// Around (5,5) on the empty board, by hand: the mirror makes one number of most pairs.
#[test]
fn the_empty_board_is_counted_as_by_hand() {
    let expected = BTreeMap::from([
        ((0, 15), 1),
        // 1: (5,6) (6,5), (4,5) (5,4).
        ((1, 20), 2),
        ((1, 14), 2),
        // 2: (5,7) (7,5), (3,5) (5,3).
        ((2, 26), 2),
        ((2, 13), 2),
        // 3: (5,8) (8,5), (2,5) (5,2).
        ((3, 33), 2),
        ((3, 12), 2),
        // 4: (4,4), (6,6), (4,6) (6,4).
        ((4, 10), 1),
        ((4, 21), 1),
        ((4, 19), 2),
        // 5: (6,7) (7,6), (3,4) (4,3), (4,7) (7,4), (3,6) (6,3).
        ((5, 27), 2),
        ((5, 9), 2),
        ((5, 25), 2),
        ((5, 18), 2),
        // The sums: figure 3 has one square at 0, four each in 1 to 4, eight in 5.
        ((0, 0), 1),
        ((1, 0), 4),
        ((2, 0), 4),
        ((3, 0), 4),
        ((4, 0), 4),
        ((5, 0), 8),
    ]);
    let start = Position::start();
    assert_eq!(counted(&start, Side::Black, Reading::default()), expected);
    // White starts half a turn away.
    assert_eq!(counted(&start, Side::White, Reading::default()), expected);
    let board = Reading {
        sight: Sight::Board,
        ..Reading::default()
    };
    let white = counted(&start, Side::White, board);
    assert_eq!(white[&(0, 55)], 1);
}

/// Black's monomino on (5,5), White's domino on (A,9)-(A,A), by hand: four effective squares, each with its 24
/// squares but for the piece, its dead squares and what lies behind; shared ones count once for each.
#[test]
fn a_single_square_is_counted_as_by_hand() {
    let position = *read_moves("55a0 a9b0").unwrap().position();
    let literal = features(&position, Side::Black, Reading::default());
    let sum = |kind: Kind| literal[840 + kind.index()];
    assert_eq!(sum(Kind::Score), 1);
    assert_eq!(sum(Kind::Dead), 4);
    assert_eq!(sum(Kind::Territory(0)), 4);
    // Of the four neighbours of each effective square two are dead: (5,4) and (4,5) for (4,4).
    assert_eq!(sum(Kind::Territory(1)), 8);
    // (6,4) and (4,6) from (4,4): free, and no opponent on the way.
    assert_eq!(sum(Kind::Territory(2)), 16);
    // Own pieces and dead squares in the way take (6,4) and (4,6) off.
    let strict = Reading {
        obstacles: Obstacles::Forbidden,
        ..Reading::default()
    };
    let strict = features(&position, Side::Black, strict);
    assert_eq!(strict[840 + 2], 8);
}

/// Whether `paths` are free, walking every shortest path.
fn reaches(from: (i32, i32), to: (i32, i32), free: &Squares, paths: Paths) -> bool {
    if from == to {
        return true;
    }
    let (dx, dy) = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
    let mut next = Vec::new();
    if dx != 0 {
        next.push((from.0 + dx, from.1));
    }
    if dy != 0 {
        next.push((from.0, from.1 + dy));
    }
    let mut walks = next.into_iter().map(|next| {
        let open = next == to
            || Square::at_signed(next.0, next.1).is_some_and(|square| free.contains(square));
        open && reaches(next, to, free, paths)
    });
    match paths {
        Paths::All => walks.all(|walk| walk),
        Paths::One => walks.any(|walk| walk),
    }
}

fn slow(position: &Position, side: Side, reading: Reading) -> Vec<u16> {
    let mut counts = vec![0; COUNT];
    let mut add = |kind: usize, square: Square| {
        let turned = side == Side::White && reading.sight == Sight::OwnStart;
        let square = if turned { square.turned() } else { square };
        counts[kind * 105 + folded(square)] += 1;
        counts[840 + kind] += 1;
    };
    let owner = |column: i32, row: i32| {
        Square::at_signed(column, row).and_then(|square| position.owner(square))
    };
    let place = |square: Square| (i32::from(square.column()), i32::from(square.row()));
    let adjoins = |square: Square| {
        let (x, y) = place(square);
        let around = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)];
        around.into_iter().any(|(x, y)| owner(x, y) == Some(side))
    };
    let touches = |square: Square| {
        let (x, y) = place(square);
        let around = [
            (x - 1, y - 1),
            (x + 1, y - 1),
            (x - 1, y + 1),
            (x + 1, y + 1),
        ];
        let first = position.squares(side).is_empty() && square == Square::start(side);
        first || around.into_iter().any(|(x, y)| owner(x, y) == Some(side))
    };
    let can = |square: Square| position.owner(square).is_none() && !adjoins(square);
    let free: Squares = Square::all()
        .filter(|&square| match reading.obstacles {
            Obstacles::Opponent => position.owner(square) != Some(side.other()),
            Obstacles::Forbidden => can(square),
        })
        .collect();
    for square in Square::all() {
        let owner = position.owner(square);
        if owner == Some(side) {
            add(7, square);
        }
        let may_be_dead =
            owner.is_none() || (reading.dead == DeadSquares::Taken && owner == Some(side.other()));
        if may_be_dead && adjoins(square) {
            add(6, square);
        }
        if !can(square) || !touches(square) {
            continue;
        }
        let from = place(square);
        for other in Square::all() {
            let to = place(other);
            let Some(class) = class(to.0 - from.0, to.1 - from.1) else {
                continue;
            };
            if can(other) && reaches(from, to, &free, reading.paths) {
                add(usize::from(class), other);
            }
        }
    }
    counts
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn features_are_those_counted_square_by_square(seed: u64, plies in 0..34_usize) {
        let mut random = Random::seed_from_u64(seed);
        let mut position = Position::start();
        let mut moves = Vec::new();
        for _ in 0..plies {
            position.legal_moves(&mut moves);
            let Some(&mv) = random.choose(&moves) else { break };
            position.play(mv);
        }
        for side in Side::BOTH {
            for paths in [Paths::All, Paths::One] {
                for obstacles in [Obstacles::Opponent, Obstacles::Forbidden] {
                    for (dead, sight) in [
                        (DeadSquares::Free, Sight::Board),
                        (DeadSquares::Taken, Sight::OwnStart),
                    ] {
                        let reading = Reading { paths, obstacles, dead, sight };
                        let fast = features(&position, side, reading).to_vec();
                        prop_assert_eq!(fast, slow(&position, side, reading));
                    }
                }
            }
        }
    }
}

//! Stable discs against brute force: no continuation of a game, whoever moves first, flips a disc that
//! is marked; and every disc that is plainly safe is marked.

#![allow(clippy::unwrap_used)] // Tests may unwrap; clippy does not know the helpers of one.

use std::collections::HashMap;

use koteki_games::othello::notation::read_board;
use koteki_games::othello::{Move, Position, stable_discs};
use koteki_games::random::{Random, Rng as _, SeedableRng as _};
use koteki_games::{Game, Side};

/// Every square whose disc can still be flipped by some sequence of moves. A side may be to move or
/// not: both are tried, as if either could have to pass.
fn flippable(position: &Position, known: &mut HashMap<Position, u64>) -> u64 {
    if let Some(&squares) = known.get(position) {
        return squares;
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let mut squares = 0;
    for mv in moves {
        if let Move::Place(square) = mv {
            squares |= position.flips(square);
        }
        let mut next = *position;
        next.play(mv);
        squares |= flippable(&next, known);
    }
    known.insert(*position, squares);
    squares
}

/// Squares that can be flipped from the board of `position`, whichever side is to move.
fn flippable_by_either(position: &Position) -> u64 {
    let mut known = HashMap::new();
    let [black, white] = Side::BOTH.map(|side| position.discs(side));
    Side::BOTH
        .map(|side| flippable(&Position::new(black, white, side).unwrap(), &mut known))
        .iter()
        .fold(0, |all, squares| all | squares)
}

fn stable(position: &Position) -> u64 {
    stable_discs(position.own(), position.opp())
}

/// A random game stopped when at most `empties` squares are empty.
fn endgame(random: &mut Random, empties: u32) -> Position {
    let mut position = Position::start();
    let mut moves = Vec::new();
    while position.empties().count_ones() > empties {
        position.legal_moves(&mut moves);
        match random.choose(&moves) {
            Some(&mv) => position.play(mv),
            None => return endgame(random, empties),
        }
    }
    position
}

#[test]
fn a_marked_disc_is_never_flipped_in_a_small_endgame() {
    let mut random = Random::seed_from_u64(1);
    let (mut marked, mut unflippable) = (0, 0);
    for round in 0..300 {
        let position = endgame(&mut random, 1 + round % 8);
        let (stable, flippable) = (stable(&position), flippable_by_either(&position));
        assert_eq!(stable & flippable, 0, "{position}");
        assert_eq!(stable & position.empties(), 0);
        marked += stable.count_ones();
        unflippable += (!flippable & !position.empties()).count_ones();
    }
    // Not all, which would need a search, but most.
    assert!(marked * 10 > unflippable * 6, "{marked} of {unflippable}");
}

#[test]
fn a_marked_disc_is_never_flipped_on_odd_boards() {
    // Not from games: full lines and blocks of one colour where games rarely have them.
    let mut random = Random::seed_from_u64(2);
    for _ in 0..400 {
        let mut empty = 0u64;
        for _ in 0..1 + random.below(7) {
            empty |= 1 << random.below(64);
        }
        let black = random.next_u64()
            | if random.below(2) == 0 {
                random.next_u64()
            } else {
                0
            };
        let position = Position::new(black & !empty, !black & !empty, Side::Black).unwrap();
        let stable = stable(&position);
        assert_eq!(stable & flippable_by_either(&position), 0, "{position}");
    }
}

#[test]
fn stable_discs_stay_stable_through_a_whole_game() {
    let mut random = Random::seed_from_u64(3);
    let mut moves = Vec::new();
    for _ in 0..200 {
        let mut position = Position::start();
        loop {
            position.legal_moves(&mut moves);
            let Some(&mv) = random.choose(&moves) else {
                break;
            };
            let stable = stable(&position);
            let mut next = position;
            next.play(mv);
            for side in Side::BOTH {
                let kept = position.discs(side) & stable;
                assert_eq!(kept & !next.discs(side), 0, "{mv} in {position}");
                assert_eq!(kept & !self::stable(&next), 0, "{mv} in {position}");
            }
            position = next;
        }
    }
}

/// The marked discs of a board, as a board.
fn marked(board: &str) -> String {
    let position = read_board(board).unwrap().position;
    let stable = stable(&position);
    (0..64)
        .map(|square| if stable >> square & 1 == 1 { '#' } else { '-' })
        .collect()
}

fn assert_marked(board: &str, expected: &str) {
    assert_eq!(marked(board), expected.replace(' ', ""), "{board}");
}

#[test]
fn a_full_board_is_stable_throughout() {
    let mut random = Random::seed_from_u64(4);
    for _ in 0..50 {
        let black = random.next_u64();
        assert_eq!(stable_discs(black, !black), u64::MAX);
    }
}

#[test]
fn a_full_edge_is_stable_whatever_its_colours() {
    assert_marked(
        "XOOXOXXO -------- -------- -------- -------- -------- -------- --------",
        "######## -------- -------- -------- -------- -------- -------- --------",
    );
    assert_marked(
        "-------X -------O -------O -------X -------O -------X -------X -------X",
        "-------# -------# -------# -------# -------# -------# -------# -------#",
    );
}

#[test]
fn discs_joined_to_a_corner_are_stable() {
    assert_marked(
        "XXXO---- XX------ X------- O------- -------- -------- ------O- -----OOO",
        "###----- ##------ #------- -------- -------- -------- -------- -----###",
    );
    // A corner's neighbour of the other colour is not; nor is a block without a corner.
    assert_marked(
        "XO------ -------- --XXXX-- --XXXX-- --XXXX-- --XXXX-- -------- --------",
        "#------- -------- -------- -------- -------- -------- -------- --------",
    );
}

#[test]
fn a_disc_on_four_full_lines_is_stable_without_a_corner_of_its_colour() {
    // d4: its row, column and both diagonals are full; e4 and the others lack at least one line.
    assert_marked(
        "X--O--O- -X-X-X-- --OXO--- XXXOXXXX --XXX--- -X-O-X-- O--X--O- ---X---X",
        "#------- -------- -------- ---#---- -------- -------- -------- -------#",
    );
}

//! The rules of Blokus Duo: against published counts, three other programs' counts, a plain generator
//! written here, and whole games of a strong program.

// Tests may unwrap; clippy does not know the helpers of one.
#![allow(clippy::unwrap_used, clippy::print_stderr)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use koteki_games::blokus::notation::{read_moves, write_squares};
use koteki_games::blokus::{
    LegalityError, Move, Orientation, Piece, PieceSet, Placement, Position, SetupError, Square,
    Squares,
};
use koteki_games::perft;
use koteki_games::random::{Random, SeedableRng as _};
use koteki_games::{Game as _, Side};
use proptest::prelude::*;

/// Two levels of Pentobi 30.3, 56-65.
const GAME: &str = "54u0 9au0 77r3 97t4 95o7 b4o0 6at4 6cl2 4cm5 49m0 37s1 6ek2 a2p4 d2r3 24n1 c8s2 1dl1 cbp3 \
    51k7 den2 83d1 adg1 19a0 56b0 11b0 e5d3 0000 45a0 0000 16q2 0000 0000";

/// Perft of the positions after so many plies of the game; libblokusduo, libpentobi_base and a plain C
/// program agree on them.
const MIDGAME: [(usize, &[u64]); 9] = [
    (2, &[696, 554_331]),
    (4, &[672, 451_152]),
    (8, &[532, 299_044]),
    (12, &[244, 76_416, 12_044_142]),
    (16, &[93, 13_890, 728_814]),
    (20, &[13, 299, 1_472, 18_214]),
    (22, &[6, 90, 135, 936, 632]),
    (24, &[1, 12, 10, 23, 7, 15]),
    (26, &[1, 9, 1, 5, 0, 0]),
];

/// Letter, name, size, forms, placements, first moves of each piece.
const PIECES: [(char, &str, u32, usize, usize, usize); 21] = [
    ('a', "1", 1, 1, 196, 1),
    ('b', "2", 2, 2, 364, 4),
    ('c', "I3", 3, 2, 336, 6),
    ('d', "V3", 3, 4, 676, 12),
    ('e', "I4", 4, 2, 308, 8),
    ('f', "L4", 4, 8, 1248, 32),
    ('g', "T4", 4, 4, 624, 16),
    ('h', "O", 4, 1, 169, 4),
    ('i', "Z4", 4, 4, 624, 16),
    ('j', "I5", 5, 2, 280, 10),
    ('k', "L5", 5, 8, 1144, 40),
    ('l', "N", 5, 8, 1144, 40),
    ('m', "P", 5, 8, 1248, 40),
    ('n', "U", 5, 4, 624, 20),
    ('o', "Y", 5, 8, 1144, 40),
    ('p', "T5", 5, 4, 576, 20),
    ('q', "V5", 5, 4, 576, 20),
    ('r', "W", 5, 4, 576, 20),
    ('s', "Z5", 5, 4, 576, 20),
    ('t', "F", 5, 8, 1152, 40),
    ('u', "X", 5, 1, 144, 5),
];

fn legal(position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

fn after(plies: usize) -> Position {
    let words: Vec<&str> = GAME.split_whitespace().take(plies).collect();
    *read_moves(&words.join(" ")).unwrap().position()
}

/// A file of the folder `blokus` beside the checkout, or of `KOTEKI_DATA`.
fn data(name: &str) -> Option<String> {
    let root = std::env::var_os("KOTEKI_DATA").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/data")),
        PathBuf::from,
    );
    let text = fs::read_to_string(root.join("blokus").join(name)).ok();
    if text.is_none() {
        eprintln!("SKIPPED: no blokus/{name} in KOTEKI_DATA or ../shared/data");
    }
    text
}

#[test]
fn pieces_forms_and_placements_are_as_many_as_published() {
    assert_eq!(Orientation::all().count(), 91);
    assert_eq!(Placement::all().count(), 13_729);
    assert_eq!(Piece::all().map(Piece::size).sum::<u32>(), 89);
    let first: Vec<Placement> = legal(&Position::start())
        .into_iter()
        .filter_map(Move::placement)
        .collect();
    assert_eq!(first.len(), 414);
    for (piece, (letter, name, size, forms, placements, moves)) in Piece::all().zip(PIECES) {
        assert_eq!((piece.letter(), piece.name()), (letter, name));
        assert_eq!((piece.size(), piece.orientations().count()), (size, forms));
        let of = |placement: &Placement| placement.piece() == piece;
        assert_eq!(Placement::all().filter(of).count(), placements, "{name}");
        assert_eq!(first.iter().copied().filter(|p| of(p)).count(), moves);
        assert_eq!(Piece::from_letter(letter), Some(piece));
        assert_eq!(Piece::from_name(name), Some(piece));
    }
}

#[test]
fn the_placements_are_those_of_another_program() {
    let Some(text) = data("placements.txt") else {
        return;
    };
    let mut lines = 0;
    for (line, placement) in text.lines().zip(Placement::all()) {
        // Piece, size, squares, code.
        let words: Vec<&str> = line.split_whitespace().collect();
        let squares: Squares = words[2..words.len() - 1]
            .iter()
            .map(|word| {
                let number: u8 = word.parse().unwrap();
                Square::at(number % 14, number / 14).unwrap()
            })
            .collect();
        let code = words[words.len() - 1];
        let read: Placement = code.parse().unwrap();
        assert_eq!(read.squares(), squares, "{line}");
        assert_eq!(read.to_string(), code);
        assert_eq!(read.piece().index().to_string(), words[0]);
        assert_eq!(Placement::covering(squares), Some(read));
        assert_eq!(Placement::from_index(placement.index()), Some(placement));
        assert_eq!(write_squares(read).parse(), Ok(read));
        let again = Placement::new(placement.orientation(), placement.reference());
        assert_eq!(again, Some(placement));
        lines += 1;
    }
    assert_eq!(lines, 13_729);
}

#[test]
fn turning_and_mirroring_do_what_they_say() {
    let sorted = |cells: &[(i8, i8)], f: &dyn Fn((i8, i8)) -> (i8, i8)| {
        let cells: Vec<(i8, i8)> = cells.iter().map(|&cell| f(cell)).collect();
        let left = cells.iter().map(|cell| cell.0).min().unwrap();
        let top = cells.iter().map(|cell| cell.1).min().unwrap();
        let moved = cells.iter().map(|&(x, y)| (x - left, y - top));
        moved.collect::<BTreeSet<_>>()
    };
    for form in Orientation::all() {
        let cells = form.cells();
        let same = sorted(form.turned().cells(), &|cell| cell);
        assert_eq!(same, sorted(cells, &|(x, y)| (-y, x)), "{form:?}");
        let same = sorted(form.mirrored().cells(), &|cell| cell);
        assert_eq!(same, sorted(cells, &|(x, y)| (-x, y)), "{form:?}");
        assert_eq!(form.turned().turned().turned().turned(), form);
        assert_eq!(form.next().previous(), form);
        assert_eq!(form.next().piece(), form.piece());
        assert!(cells.contains(&(0, 0)));
    }
    for piece in Piece::all() {
        let forms: BTreeSet<Orientation> =
            std::iter::successors(Some(Orientation::first(piece)), |form| Some(form.next()))
                .take(piece.orientations().count())
                .collect();
        assert_eq!(forms, piece.orientations().collect());
    }
}

#[test]
fn perft_is_what_three_other_programs_count() {
    let start = Position::start();
    assert_eq!(perft(&start, 0), 1);
    assert_eq!(perft(&start, 1), 414);
    assert_eq!(perft(&start, 2), 171_396);
    for (plies, counts) in MIDGAME {
        let position = after(plies);
        for (depth, &count) in (1..).zip(counts) {
            if count < 600_000 {
                assert_eq!(perft(&position, depth), count, "{plies} plies, {depth}");
            }
        }
    }
}

/// Seconds: `cargo test --release --test blokus board -- --ignored`.
#[test]
#[ignore = "long without optimisation"]
fn perft_is_what_three_other_programs_count_of_the_large_ones() {
    assert_eq!(perft(&Position::start(), 3), 89_204_762);
    assert_eq!(perft(&after(12), 3), 12_044_142);
    assert_eq!(perft(&after(16), 3), 728_814);
}

#[test]
fn whole_games_of_a_strong_program_replay_with_their_totals() {
    let line = read_moves(GAME).unwrap();
    let outcome = line.position().outcome().unwrap();
    assert_eq!((outcome.black, outcome.white), (56, 65));
    let Some(text) = data("selfplay_L5_100.codes") else {
        return;
    };
    let mut games = 0;
    for game in text.lines() {
        let line = read_moves(game).unwrap();
        let outcome = line.position().outcome().unwrap();
        let totals = format!("{}-{}", outcome.black, outcome.white);
        assert_eq!(game.split('#').nth(1).unwrap().trim(), totals);
        for (position, mv) in line.steps() {
            assert_eq!(legal(position), slow_moves(position));
            assert!(position.is_legal(mv));
        }
        // The same when the passes are left out, as the logs of other contests have it.
        let placed: Vec<&str> = game
            .split('#')
            .next()
            .unwrap()
            .split_whitespace()
            .filter(|&word| word != "0000")
            .collect();
        let again = read_moves(&placed.join(" ")).unwrap();
        assert_eq!(again.position().outcome(), Some(outcome));
        games += 1;
    }
    assert_eq!(games, 100);
}

/// mctaji v Main, GPCC 2007, published as 53-46; upper-case digits, `----` for a pass.
#[test]
fn a_published_game_of_the_gpcc_contest_replays() {
    let game = "65u0 AAu0 88l2 A7s0 7Bj0 8Co0 83t1 A3j0 48q0 BCr2 43f3 D9t1 26o4 D6m5 29r3 EDl0 \
        41a0 E2q3 71b2 89a0 5Dp0 ---- 12d0 ---- 1Cc0";
    let line = read_moves(game).unwrap();
    let count = line.position().count();
    assert_eq!((count.black, count.white), (53, 46));
}

/// What the rules say, with cells alone: whether the piece of these cells may be put there.
fn slow_may_place(position: &Position, piece: Piece, cells: &[(i32, i32)]) -> bool {
    let side = position.side_to_move();
    let owner = |x: i32, y: i32| Square::at_signed(x, y).and_then(|square| position.owner(square));
    let own = |x, y| owner(x, y) == Some(side);
    if !position.left(side).contains(piece) {
        return false;
    }
    let first = position.left(side) == PieceSet::ALL;
    let start = match side {
        Side::Black => (4, 4),
        Side::White => (9, 9),
    };
    let mut touches = first && cells.contains(&start);
    for &(x, y) in cells {
        if !(0..14).contains(&x) || !(0..14).contains(&y) || owner(x, y).is_some() {
            return false;
        }
        if own(x - 1, y) || own(x + 1, y) || own(x, y - 1) || own(x, y + 1) {
            return false;
        }
        touches |= own(x - 1, y - 1) || own(x + 1, y - 1) || own(x - 1, y + 1) || own(x + 1, y + 1);
    }
    touches
}

/// The legal placements of the side to move, from the shapes as drawn: every cell of every piece turned
/// and mirrored in all eight ways is tried on every square.
fn slow_placements(position: &Position) -> BTreeMap<Vec<(i32, i32)>, Piece> {
    let mut found = BTreeMap::new();
    for piece in Piece::all() {
        let drawn: Vec<(i32, i32)> = Orientation::first(piece)
            .cells()
            .iter()
            .map(|&(x, y)| (i32::from(x), i32::from(y)))
            .collect();
        for way in 0..8 {
            for (dx, dy) in (-4..18).flat_map(|dx| (-4..18).map(move |dy| (dx, dy))) {
                let mut cells: Vec<(i32, i32)> = drawn
                    .iter()
                    .map(|&cell| {
                        let (x, y) = (0..way % 4).fold(cell, |(x, y), _| (y, -x));
                        if way < 4 {
                            (x + dx, y + dy)
                        } else {
                            (y + dx, x + dy)
                        }
                    })
                    .collect();
                cells.sort_unstable_by_key(|&(x, y)| (y, x));
                if slow_may_place(position, piece, &cells) {
                    found.insert(cells, piece);
                }
            }
        }
    }
    found
}

fn cells_of(placement: Placement) -> Vec<(i32, i32)> {
    let squares = placement.squares();
    let cells = squares.iter();
    cells
        .map(|square| (i32::from(square.column()), i32::from(square.row())))
        .collect()
}

/// All moves by testing each placement, in the documented order.
fn slow_moves(position: &Position) -> Vec<Move> {
    let side = position.side_to_move();
    let mut placements: Vec<Placement> = Placement::all()
        .filter(|placement| {
            let squares = placement.squares();
            position.left(side).contains(placement.piece())
                && !squares.meets(position.taken())
                && !squares.edges().meets(position.squares(side))
                && if position.left(side) == PieceSet::ALL {
                    squares.contains(Square::start(side))
                } else {
                    squares.corners().meets(position.squares(side))
                }
        })
        .collect();
    placements.sort_by_key(|placement| {
        let anchor = (placement.squares() & position.anchors(side)).iter().next();
        (anchor, *placement)
    });
    let mut moves: Vec<Move> = placements.into_iter().map(Move::Place).collect();
    if moves.is_empty() && position.must_pass() {
        moves.push(Move::Pass);
    }
    moves
}

/// A position some random plies into a game.
fn random_position(seed: u64, plies: usize) -> Position {
    let mut random = Random::seed_from_u64(seed);
    let mut position = Position::start();
    for _ in 0..plies {
        match random.choose(&legal(&position)) {
            Some(&mv) => position.play(mv),
            None => break,
        }
    }
    position
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn legal_moves_are_those_of_a_plain_generator(seed: u64, plies in 0..36_usize) {
        let position = random_position(seed, plies);
        let slow = slow_placements(&position);
        let moves = legal(&position);
        let fast: BTreeMap<Vec<(i32, i32)>, Piece> = moves
            .iter()
            .filter_map(|mv| mv.placement())
            .map(|placement| (cells_of(placement), placement.piece()))
            .collect();
        prop_assert_eq!(&fast, &slow);
        prop_assert_eq!(moves.iter().filter(|mv| mv.placement().is_some()).count(), slow.len());
        prop_assert_eq!(position.count_placements() as usize, slow.len());
        let mut other = position;
        other.pass();
        let stuck = slow.is_empty();
        let over = stuck && slow_placements(&other).is_empty();
        prop_assert_eq!(moves == [Move::Pass], stuck && !over);
        prop_assert_eq!(position.outcome().is_some(), over);
        prop_assert_eq!(moves.is_empty(), over);
    }

    #[test]
    fn a_move_is_legal_exactly_when_no_reason_speaks_against_it(seed: u64, plies in 0..36_usize) {
        let position = random_position(seed, plies);
        let moves: BTreeSet<Move> = legal(&position).into_iter().collect();
        for mv in Placement::all().map(Move::Place).chain([Move::Pass]) {
            prop_assert_eq!(moves.contains(&mv), position.is_legal(mv));
            prop_assert_eq!(moves.contains(&mv), position.why_illegal(mv).is_none());
        }
    }
}

#[test]
fn every_reason_is_told() {
    let start = Position::start();
    let why = |position: &Position, code: &str| {
        position
            .why_illegal(code.parse().unwrap())
            .unwrap()
            .to_string()
    };
    assert_eq!(
        why(&start, "33a0"),
        "the first piece of Black must cover e10"
    );
    assert_eq!(
        why(&start, "0000"),
        "Black can place a piece and may not pass"
    );
    let position = *read_moves("54u0 9au0").unwrap().position();
    assert_eq!(why(&position, "54u0"), "Black has placed X already");
    assert_eq!(why(&position, "54a0"), "e11 is taken");
    assert_eq!(
        why(&position, "56a0"),
        "it touches an edge of Black's own at e9"
    );
    assert_eq!(
        why(&position, "11a0"),
        "it must touch a corner of Black's own"
    );
    let position = after(26);
    assert_eq!(
        why(&position, "11a0"),
        "Black can place nothing and has to pass"
    );
    assert_eq!(position.why_illegal(Move::Pass), None);
    let over = after(32);
    assert_eq!(over.why_illegal(Move::Pass), Some(LegalityError::GameOver));
    assert_eq!(why(&over, "11a0"), "the game is over");
}

/// The box: −1 a square left, +15 for all pieces, +5 when the monomino was last.
#[test]
fn the_bonus_counts_as_on_the_box() {
    let outcome = after(32).bonus_score();
    assert_eq!((outcome.black, outcome.white), (56, 65));
    // A side alone on the board, for as long as it can go on.
    let mut seen = [false; 2];
    for seed in 0..300 {
        let mut random = Random::seed_from_u64(seed);
        let mut position = Position::start();
        let mut last = None;
        while let Some(&mv) = random.choose(&big(&legal(&position), random_last(seed))) {
            // A pass would be answered by one: White never moves, Black has the board to itself.
            let Move::Place(placement) = mv else { break };
            position.place(placement);
            position.pass();
            last = Some(placement);
        }
        if position.left(Side::Black) == PieceSet::EMPTY {
            let monomino = last.unwrap().piece() == Piece::MONOMINO;
            let points = if monomino { 89 + 20 } else { 89 + 15 };
            assert_eq!(position.bonus_score().black, points);
            assert_eq!(position.count().black, 89);
            seen[usize::from(monomino)] = true;
        }
    }
    assert_eq!(seen, [true; 2]);
}

/// Whether the monomino is kept for last in this game.
fn random_last(seed: u64) -> bool {
    seed.is_multiple_of(2)
}

/// The largest of the moves; the monomino by itself when it is to be first.
fn big(moves: &[Move], monomino_last: bool) -> Vec<Move> {
    let size = |mv: &Move| {
        mv.placement()
            .map_or(0, |placement| placement.piece().size())
    };
    if !monomino_last && moves.iter().any(|mv| size(mv) == 1) {
        return moves.iter().copied().filter(|mv| size(mv) == 1).collect();
    }
    let largest = moves.iter().map(size).max().unwrap_or(0);
    moves
        .iter()
        .copied()
        .filter(|mv| size(mv) == largest)
        .collect()
}

#[test]
fn pieces_can_be_set_up_and_cannot_lie_on_one_another() {
    let placement = |code: &str| code.parse::<Placement>().unwrap();
    let (x, elsewhere) = (placement("55u0"), placement("22u0"));
    let position = Position::with_pieces(&[x], &[], Side::White).unwrap();
    assert_eq!(position, {
        let mut played = Position::start();
        played.place(x);
        played
    });
    assert_eq!(
        Position::with_pieces(&[x, elsewhere], &[], Side::White),
        Err(SetupError::Twice(Side::Black, x.piece()))
    );
    let overlap = Position::with_pieces(&[x], &[placement("55a0")], Side::White);
    assert_eq!(overlap, Err(SetupError::Overlap(Square::at(4, 4).unwrap())));
    // Once a piece lies anywhere, the start square is a square like others.
    let set_up = Position::with_pieces(&[elsewhere], &[], Side::Black).unwrap();
    assert!(!set_up.is_legal(Move::Place(placement("55a0"))));
    assert!(set_up.is_legal(Move::Place(placement("34a0"))));
    assert_eq!(legal(&set_up), slow_moves(&set_up));
}

#[test]
fn the_half_turn_exchanges_the_start_squares() {
    for square in Square::all() {
        assert_eq!(square.turned().turned(), square);
        assert_eq!(square.mirrored().mirrored(), square);
        assert_eq!(square.to_string().parse(), Ok(square));
    }
    let [black, white] = Side::BOTH.map(Square::start);
    assert_eq!(black.turned(), white);
    assert_eq!(
        [black, white].map(|square| square.to_string()),
        ["e10", "j5"]
    );
    assert_eq!(black.mirrored(), black);
}

//! The rules of Othello against facts from outside: published counts, known games, real tournament
//! games, a slow independent rule, the thesis' example of openness.

#![allow(clippy::unwrap_used)] // Tests may unwrap; clippy does not know the helpers of one.

use std::path::PathBuf;

use koteki_games::othello::notation::{read_board, read_transcript};
use koteki_games::othello::perft::{PassCounts, perft};
use koteki_games::othello::{LegalityError, Move, Position, Square, Symmetry};
use koteki_games::random::{Random, Rng as _, SeedableRng as _};
use koteki_games::{Game, GameLine, Outcome, Side};

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

fn legal_moves(position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

fn after(position: &Position, mv: Move) -> Position {
    let mut next = *position;
    next.play(mv);
    next
}

/// A random game, played to the end.
fn random_game(random: &mut Random) -> GameLine<Position> {
    let mut line = GameLine::<Position>::default();
    while let Some(&mv) = random.choose(&legal_moves(line.position())) {
        line.play(mv).unwrap();
    }
    line
}

/// Any two disjoint sets of discs, reachable or not.
fn random_position(random: &mut Random) -> Position {
    let occupied = random.next_u64() | random.next_u64();
    let black = random.next_u64() & occupied;
    let side = *random.choose(&Side::BOTH).unwrap();
    Position::new(black, occupied & !black, side).unwrap()
}

// ---- published counts -------------------------------------------------------------------------

#[test]
fn perft_is_the_published_table() {
    // aartbik.com, and the public counts without passes.
    let same = [1, 4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216];
    for (depth, count) in (0..).zip(same) {
        for passes in [PassCounts::Ply, PassCounts::NoPly] {
            assert_eq!(perft(&Position::start(), depth, passes), count, "{depth}");
        }
    }
    let start = Position::start();
    assert_eq!(perft(&start, 9, PassCounts::Ply), 3_005_288);
    assert_eq!(perft(&start, 9, PassCounts::NoPly), 3_005_320);
}

/// Calls `visit` on every position `plies` moves from the start.
fn walk(position: &Position, plies: u32, visit: &mut impl FnMut(&Position)) {
    if plies == 0 {
        visit(position);
    } else {
        for mv in legal_moves(position) {
            walk(&after(position, mv), plies - 1, visit);
        }
    }
}

#[test]
fn the_first_passes_come_after_eight_moves_and_the_first_endings_after_nine() {
    for plies in 0..=9 {
        let (mut passes, mut endings) = (0, 0);
        walk(&Position::start(), plies, &mut |position| {
            let moves = legal_moves(position);
            passes += u32::from(moves == [Move::Pass]);
            endings += u32::from(moves.is_empty());
            assert_eq!(moves == [Move::Pass], position.must_pass());
            assert_eq!(moves.is_empty(), position.outcome().is_some());
        });
        match plies {
            0..=7 => assert_eq!((passes, endings), (0, 0)),
            8 => assert_eq!((passes, endings), (24, 0)),
            _ => assert_eq!(endings, 228),
        }
    }
}

#[test]
fn an_ended_game_counts_once_at_every_greater_depth() {
    let over = *read_transcript("e6f4e3f6g5d6e7f5c5").unwrap().position();
    assert!(over.is_over());
    for depth in 0..5 {
        assert_eq!(perft(&over, depth, PassCounts::Ply), 1);
        assert_eq!(perft(&over, depth, PassCounts::NoPly), 1);
    }
}

// ---- known games --------------------------------------------------------------------------------

#[test]
fn the_shortest_game_wipes_white_out() {
    let line = read_transcript("e6f4e3f6g5d6e7f5c5").unwrap();
    let lying = Outcome {
        black: 13,
        white: 0,
    };
    assert_eq!(line.ply(), 9);
    assert_eq!(line.position().outcome(), Some(lying));
    assert_eq!(
        line.position().outcome_with_empties(),
        Some(Outcome {
            black: 64,
            white: 0
        })
    );
}

#[test]
fn white_has_to_pass_where_another_program_let_it_play() {
    // Nyanyan/Egaroucid, issue 67.
    let line = read_transcript(
        "f5d6c3d3c4f4f6f3e3b4c5c6e6e2e7d2f1d7a3a4b3g6a5a2a1f2g5f7b2c2b5e1b1g1c1h4g3b6d1h2h1g2h3",
    )
    .unwrap();
    assert_eq!(line.position().side_to_move(), Side::White);
    assert_eq!(legal_moves(line.position()), [Move::Pass]);
    assert!(!line.position().is_over());
}

#[test]
fn a_side_without_a_move_passes_and_the_game_goes_on() {
    // Zolomon/reversi-ai, pull request 6: the game was ended here.
    let line = read_transcript("e6f6c4c5c6d6g7f4g4g6e7h8h6g5g8f8").unwrap();
    assert_eq!(line.position().side_to_move(), Side::Black);
    assert_eq!(legal_moves(line.position()), [Move::Pass]);
    assert_eq!(line.position().outcome(), None);
}

#[test]
fn a_line_is_flipped_only_up_to_the_nearest_own_disc() {
    // Zolomon/reversi-ai, pull request 5: White g2 flipped discs beyond f2, its neighbour of
    // its own colour; it turns over f3 and e4, up to the white disc on d5.
    let mut line = read_transcript("d3c5b6e3f2c2f6b5a5e2f3e6d2c4f4g1b4g7h8g2").unwrap();
    assert_eq!(line.undo(), Some(Move::Place(square("g2"))));
    assert_eq!(
        line.position().flips(square("g2")),
        square("f3").bit() | square("e4").bit(),
        "{}",
        line.position()
    );
}

#[test]
fn a_disc_is_never_put_where_nothing_turns_over() {
    let position = *read_transcript("d3").unwrap().position();
    assert!(!position.is_legal(Move::Place(square("d4"))));
    assert!(!position.is_legal(Move::Place(square("a1"))));
    assert!(!position.is_legal(Move::Pass));
    let error = read_transcript("d3d4d5").unwrap_err();
    assert_eq!((error.character, error.number), (3, 2));
}

#[test]
fn the_reason_of_an_illegal_move_is_given() {
    let [f5, d4, a1] = ["f5", "d4", "a1"].map(|name| Move::Place(square(name)));
    let start = Position::start();
    assert_eq!(start.check(f5), Ok(()));
    assert_eq!(start.check(d4), Err(LegalityError::Taken(square("d4"))));
    assert_eq!(
        start.check(a1),
        Err(LegalityError::FlipsNothing(square("a1")))
    );
    assert_eq!(
        start.check(Move::Pass),
        Err(LegalityError::MayNotPass(Side::Black))
    );
    let pass = *read_transcript("f5f6d3g5h5h4f7h6").unwrap().position();
    assert_eq!(pass.check(Move::Pass), Ok(()));
    assert_eq!(pass.check(a1), Err(LegalityError::HasToPass(Side::Black)));
    let over = *read_transcript("e6f4e3f6g5d6e7f5c5").unwrap().position();
    assert_eq!(over.check(a1), Err(LegalityError::GameOver));
    assert_eq!(over.check(Move::Pass), Err(LegalityError::GameOver));
}

#[test]
fn a_move_without_a_reason_against_it_is_legal() {
    let mut random = Random::seed_from_u64(5);
    for _ in 0..500 {
        let position = random_position(&mut random);
        let moves = legal_moves(&position);
        for mv in Square::all().map(Move::Place).chain([Move::Pass]) {
            assert_eq!(position.check(mv).is_ok(), moves.contains(&mv));
            assert_eq!(position.is_legal(mv), moves.contains(&mv));
        }
    }
}

// ---- a slow rule, the sides' symmetry -----------------------------------------------------------

/// The discs that turn over, square by square from the rule's words.
fn slow_flips(position: &Position, to: Square) -> u64 {
    let side = position.side_to_move();
    let at = |column: i8, row: i8| {
        let square = Square::at(u8::try_from(column).ok()?, u8::try_from(row).ok()?)?;
        Some((square, position.disc(square)?))
    };
    if position.disc(to).is_some() {
        return 0;
    }
    let mut flips = 0;
    for (dc, dr) in [
        (1, 0),
        (1, 1),
        (0, 1),
        (-1, 1),
        (-1, 0),
        (-1, -1),
        (0, -1),
        (1, -1),
    ] {
        let (mut column, mut row) = (to.column() as i8 + dc, to.row() as i8 + dr);
        let mut between = 0;
        while let Some((square, disc)) = at(column, row) {
            if disc == side {
                flips |= between;
                break;
            }
            between |= square.bit();
            column += dc;
            row += dr;
        }
    }
    flips
}

#[test]
fn flips_and_moves_are_those_of_the_slow_rule() {
    let mut random = Random::seed_from_u64(1);
    let mut check = |position: &Position| {
        let mut placements = 0;
        for square in Square::all() {
            let flips = slow_flips(position, square);
            assert_eq!(position.flips(square), flips, "{square} in {position}");
            placements |= if flips != 0 { square.bit() } else { 0 };
        }
        assert_eq!(position.placements(), placements, "{position}");
    };
    for _ in 0..3_000 {
        check(&random_position(&mut random));
    }
    for _ in 0..100 {
        random_game(&mut random)
            .positions()
            .iter()
            .for_each(&mut check);
    }
}

#[test]
fn symmetries_are_the_eight_of_the_square() {
    for square in Square::all() {
        let (c, r) = (square.column(), square.row());
        let images = [
            (c, r),
            (7 - c, r),
            (c, 7 - r),
            (7 - c, 7 - r),
            (r, c),
            (r, 7 - c),
            (7 - r, c),
            (7 - r, 7 - c),
        ];
        for (column, row) in images {
            let image = Square::at(column, row).unwrap();
            assert!(Symmetry::ALL.iter().any(|s| s.square(square) == image));
        }
    }
    // b1 has eight different images, so no two symmetries are the same one.
    let mut images = Symmetry::ALL.map(|s| s.square(square("b1")));
    images.sort();
    assert!(images.windows(2).all(|pair| pair[0] != pair[1]));
    assert_eq!(Symmetry::ALL[0].square(square("b1")), square("b1"));
}

#[test]
fn symmetries_commute_with_moves() {
    let mut random = Random::seed_from_u64(2);
    for _ in 0..20 {
        let line = random_game(&mut random);
        for symmetry in Symmetry::ALL {
            for (position, mv) in line.steps() {
                let (image, image_mv) = (symmetry.position(position), symmetry.mv(mv));
                assert!(image.is_legal(image_mv));
                assert_eq!(
                    after(&image, image_mv),
                    symmetry.position(&after(position, mv))
                );
                assert_eq!(symmetry.inverse().position(&image), *position);
                assert_eq!(symmetry.inverse().mv(image_mv), mv);
                assert_eq!(image.placements(), symmetry.board(position.placements()));
            }
        }
    }
    let start = Position::start();
    assert_eq!(Symmetry::of_start().count(), 4);
    for symmetry in Symmetry::ALL {
        let of_start = Symmetry::of_start().any(|s| s == symmetry);
        assert_eq!(symmetry.position(&start) == start, of_start);
    }
}

#[test]
fn exchanging_the_colours_exchanges_everything() {
    let mut random = Random::seed_from_u64(3);
    for _ in 0..500 {
        let position = random_position(&mut random);
        let [black, white] = Side::BOTH.map(|side| position.discs(side));
        let other = Position::new(white, black, position.side_to_move().other()).unwrap();
        assert_eq!(legal_moves(&position), legal_moves(&other));
        assert_eq!(
            position.outcome().map(|o| (o.black, o.white)),
            other.outcome().map(|o| (o.white, o.black))
        );
    }
}

// ---- openness -----------------------------------------------------------------------------------

#[test]
fn openness_is_that_of_the_thesis_example() {
    // Ueda 2012, figs. 4.6 and 4.7, as far as the text gives the position: Black d2 flips d3 (empty
    // around it: c2 d2 e2 c3), d4 (c3) and d5 (two: c6 e6), 4 + 1 + 2 = 7; c6 has 2.
    let position =
        read_board("-------- -------- ---OX--- --XOX--- --XOX--- ---X---- -------- -------- X")
            .unwrap()
            .position;
    assert_eq!(position.openness(square("d2")), Some(7));
    assert_eq!(position.openness(square("c6")), Some(2));
    assert_eq!(position.openness(square("a1")), None);
    assert_eq!(position.openness(square("d3")), None);
    // The first move f5 flips e5, with f4 f5 f6 e6 d6 empty around it.
    assert_eq!(Position::start().openness(square("f5")), Some(5));
}

// ---- real games ---------------------------------------------------------------------------------

/// The folder of real files beside the checkout, or `KOTEKI_DATA`.
fn data(folder: &str) -> Option<PathBuf> {
    let root = std::env::var_os("KOTEKI_DATA").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/data"),
        PathBuf::from,
    );
    let path = root.join(folder);
    path.is_dir().then_some(path)
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Totals {
    games: u32,
    with_passes: u32,
    passes: u32,
    finished: u32,
    with_empties: u32,
}

/// Replays every game of a WTHOR file: 16 bytes of header, then records of 68 bytes, black's score in
/// byte 6 and the moves (10 · row + column) from byte 8.
fn replay(file: &[u8], totals: &mut Totals) {
    let games = u32::from_le_bytes(file[4..8].try_into().unwrap());
    assert_eq!(file.len(), 16 + 68 * games as usize);
    for record in file[16..].chunks_exact(68) {
        let mut position = Position::start();
        let mut passes = 0;
        for &byte in record[8..].iter().take_while(|&&byte| byte != 0) {
            if position.must_pass() {
                position.play(Move::Pass);
                passes += 1;
            }
            let mv = Move::Place(Square::at(byte % 10 - 1, byte / 10 - 1).unwrap());
            assert!(position.is_legal(mv), "{mv} in {position}");
            position.play(mv);
        }
        totals.games += 1;
        totals.passes += passes;
        totals.with_passes += u32::from(passes > 0);
        if let Some(outcome) = position.outcome_with_empties() {
            totals.finished += 1;
            totals.with_empties += u32::from(position.empties() != 0);
            assert_eq!(outcome.black, i32::from(record[6]), "{position}");
            assert_eq!(outcome.black + outcome.white, 64);
        }
    }
}

#[test]
fn real_tournament_games_are_legal_and_end_in_their_recorded_scores() {
    let Some(folder) = data("wthor") else {
        #[allow(clippy::print_stderr)] // A skipped test must be seen.
        {
            eprintln!(
                "SKIPPED: no ../shared/data/wthor and no KOTEKI_DATA: real games not replayed"
            );
        }
        return;
    };
    let mut totals = Totals::default();
    for year in 1977..=2025 {
        let file = std::fs::read(folder.join(format!("WTH_{year}.wtb"))).unwrap();
        replay(&file, &mut totals);
    }
    let expected = Totals {
        games: 137_548,
        with_passes: 80_200,
        passes: 156_887,
        finished: 137_135,
        with_empties: 6_446,
    };
    assert_eq!(totals, expected);
}

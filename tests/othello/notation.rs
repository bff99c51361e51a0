//! Reading and writing games, boards, squares and moves: what is accepted, and that every fault is
//! named with its place.

#![allow(clippy::unwrap_used)] // Tests may unwrap; clippy does not know the helpers of one.

use koteki_games::othello::notation::{
    BoardError, MAX_LENGTH, Passes, SideSource, TranscriptErrorKind, read_board, read_tokens,
    read_transcript, read_transcript_from, write_board, write_transcript,
};
use koteki_games::othello::{Move, Position, Square};
use koteki_games::typed::half_width_sign;
use koteki_games::{Game, GameLine, Side};
use proptest::prelude::*;

/// A game with Black's pass after eight moves.
const WITH_PASS: &str = "f5f6d3g5h5h4f7h6--";

fn moves(text: &str) -> String {
    write_transcript(read_transcript(text).unwrap().moves(), Passes::Written)
}

fn error(text: &str) -> String {
    read_transcript(text).unwrap_err().to_string()
}

#[test]
fn every_usual_form_of_a_transcript_is_read() {
    for text in [
        "f5d6c3d3c4",
        "F5D6C3D3C4",
        "f5 d6 c3 d3 c4",
        " f5\td6\r\nc3\n\nd3c4\n",
        "1. f5 d6 2. c3 d3 3. c4",
        "1.f5 d6 2.c3 d3 3.c4",
        "1. F5 2. D6 3. C3 4. D3 5. C4",
        "1 f5 d6\n2 c3 d3\n3 c4",
        "1) f5, d6, 2) c3, d3, 3) c4",
        "f5d62.c3d33.c4",
    ] {
        assert_eq!(moves(text), "f5d6c3d3c4", "{text:?}");
    }
    assert_eq!(moves(""), "");
    assert_eq!(moves(" \n"), "");
}

#[test]
fn a_forced_pass_may_be_written_in_every_way_or_left_out() {
    for pass in ["--", "pa", "PA", "ps", "PS", "Pass", "pass", " -- ", ""] {
        let text = format!("f5f6d3g5h5h4f7h6{pass}e7");
        assert_eq!(moves(&text), "f5f6d3g5h5h4f7h6--e7", "{text:?}");
    }
    // At the end it is played only when it is written: nothing says that it has happened yet.
    assert_eq!(moves(WITH_PASS), WITH_PASS);
    let left_out = read_transcript("f5f6d3g5h5h4f7h6").unwrap();
    assert_eq!(left_out.ply(), 8);
    assert!(left_out.position().must_pass());
}

#[test]
fn a_pass_that_is_not_forced_is_refused() {
    assert_eq!(
        error("f5 pa"),
        "character 4, move 2: pa is not legal: White can move and may not pass; White can play f4 d6 f6"
    );
    assert_eq!(
        error("f5f6d3g5h5h4f7h6 -- --"),
        "character 21, move 9: -- is not legal: White can move and may not pass; White can play c5 e7"
    );
}

#[test]
fn a_fault_is_named_with_its_place_and_what_is_legal() {
    assert_eq!(
        error("d3d4d5"),
        "character 3, move 2: d4 is not legal: d4 is taken; White can play c3 e3 c5"
    );
    assert_eq!(
        error("1. f5 d6\n2. c3 a1"),
        "character 16, move 4: a1 is not legal: a1 turns no disc over; White can play d3 f3 f4 g5"
    );
}

#[test]
fn unreadable_is_told_apart_from_illegal() {
    for (text, character, number, found) in [
        ("f5x", 3, 2, "x"),
        ("f5 d6 i3", 7, 3, "i3"),
        ("f5 d6 c9 e4", 7, 3, "c9"),
        ("f5d6c", 5, 3, "c"),
        ("f5 f45", 6, 3, "5"),
        ("5f", 1, 1, "5f"),
        ("f5-d6", 3, 2, "-d6"),
        ("f5 ½", 4, 2, "½"),
        ("f五", 1, 1, "f五"),
        ("f5 1234. d6", 4, 2, "1234."),
        ("\u{1b}[31mf5", 1, 1, "\u{1b}[31mf5"),
        ("f5 anextremelylongword", 4, 2, "anextremelylongw…"),
    ] {
        let error = read_transcript(text).unwrap_err();
        assert_eq!(error.kind, TranscriptErrorKind::Unreadable, "{text:?}");
        assert_eq!(
            (error.character, error.number, error.found.as_str()),
            (character, number, found),
            "{text:?}"
        );
        // A message is one line without control characters, whatever was pasted.
        assert!(error.to_string().chars().all(|c| !c.is_control()));
    }
}

#[test]
fn nothing_comes_after_the_end() {
    let error = read_transcript("e6f4e3f6g5d6e7f5c5 a1").unwrap_err();
    assert_eq!(
        error.to_string(),
        "character 20, move 10: a1 is not legal: the game is over"
    );
}

#[test]
fn a_text_that_cannot_be_a_game_is_refused_before_it_is_searched() {
    let long = " ".repeat(MAX_LENGTH);
    assert_eq!(moves(&long), "");
    assert_eq!(moves(&"　".repeat(MAX_LENGTH)), "");
    let error = read_transcript(&(long + " ")).unwrap_err();
    assert_eq!(error.kind, TranscriptErrorKind::TooLong);
    assert_eq!(
        error.to_string(),
        "the transcript is longer than 100000 characters: give one game at a time"
    );
    assert_eq!(
        read_tokens(&"f5 ".repeat(MAX_LENGTH)).unwrap_err().kind,
        TranscriptErrorKind::TooLong
    );
    assert_eq!(
        read_board(&"-".repeat(MAX_LENGTH + 1)),
        Err(BoardError::TooLong)
    );
}

#[test]
fn tokens_are_read_without_asking_the_rules() {
    let tokens = read_tokens("1. a1 PASS h8").unwrap();
    let read: Vec<_> = tokens
        .iter()
        .map(|t| (t.mv.to_string(), t.character))
        .collect();
    let expected = [("a1", 4), ("--", 7), ("h8", 12)];
    assert!(read.iter().map(|(mv, at)| (mv.as_str(), *at)).eq(expected));
}

#[test]
fn a_game_may_begin_anywhere() {
    let start = *read_transcript("f5f6d3g5h5h4f7h6").unwrap().position();
    let line = read_transcript_from(start, "e7").unwrap();
    assert_eq!(line.moves().len(), 2);
    assert_eq!(line.positions()[0], start);
}

// ---- squares and moves ----------------------------------------------------------------------

#[test]
fn squares_and_moves_are_read_as_they_are_written() {
    for square in Square::all() {
        let name = square.to_string();
        assert_eq!(name.parse(), Ok(square));
        assert_eq!(name.to_uppercase().parse(), Ok(square));
        assert_eq!(name.parse(), Ok(Move::Place(square)));
    }
    assert_eq!("f5".parse::<Square>().unwrap().index(), 37);
    for pass in ["--", "pa", "Ps", "PASS"] {
        assert_eq!(pass.parse(), Ok(Move::Pass));
    }
    for bad in [
        "", "f", "5", "f0", "f9", "i1", "ff5", "f55", "5f", "é5", "f五",
    ] {
        assert!(bad.parse::<Square>().is_err(), "{bad:?}");
        assert!(bad.parse::<Move>().is_err(), "{bad:?}");
    }
    assert_eq!(
        "i9".parse::<Square>().unwrap_err().to_string(),
        "\"i9\" is not a square: a square is a letter a-h and a digit 1-8, like f5"
    );
    assert_eq!(
        "go".parse::<Move>().unwrap_err().to_string(),
        "\"go\" is not a move: a move is a square like f5, or a pass: --, pa, ps or pass"
    );
}

// ---- boards -----------------------------------------------------------------------------------

const START: &str = "---------------------------OX------XO---------------------------";

#[test]
fn every_usual_form_of_a_board_is_read() {
    let with = |black: &str, white: &str, empty: &str| {
        START
            .replace('X', black)
            .replace('O', white)
            .replace('-', empty)
    };
    for text in [
        format!("{START} X"),
        format!("{START}X"),
        format!("{START}\n*\n"),
        with("*", "o", ".") + " b",
        with("b", "w", "-") + " x",
        with("B", "W", ".") + "B",
        with("X", "O", " -"),
    ] {
        assert_eq!(
            read_board(&text).unwrap().position,
            Position::start(),
            "{text}"
        );
    }
    for white in ["O", "o", "W", "w"] {
        let read = read_board(&format!("{START} {white}")).unwrap();
        assert_eq!(read.position.side_to_move(), Side::White);
        assert_eq!(read.side, SideSource::Given);
    }
}

#[test]
fn a_missing_side_is_counted_or_the_one_that_can_move() {
    assert_eq!(read_board(START).unwrap().side, SideSource::Counted);
    let after_one = write_board(read_transcript("f5").unwrap().position());
    let read = read_board(&after_one[..64]).unwrap();
    assert_eq!(read.position.side_to_move(), Side::White);
    assert_eq!(read.side, SideSource::Counted);
    // After eight moves 52 squares are empty, but Black cannot move and White can.
    let pass = write_board(read_transcript("f5f6d3g5h5h4f7h6").unwrap().position());
    let read = read_board(&pass[..64]).unwrap();
    assert_eq!(read.position.side_to_move(), Side::White);
    assert_eq!(read.side, SideSource::OnlyOneCanMove);
    // When the side is given, it stays: it has to pass.
    assert!(read_board(&pass).unwrap().position.must_pass());
}

#[test]
fn a_bad_board_is_refused_with_the_place_of_the_fault() {
    let message = |text: &str| read_board(text).unwrap_err().to_string();
    assert_eq!(
        message(&START.replacen("-", "q", 1)),
        "character 1 (a1): cannot read 'q'; Black is X, B, * or #, White is O or W, an empty square is - or ."
    );
    assert_eq!(
        message(&START.replace('O', "0")),
        "character 28 (d4): 0 is refused, because programs disagree whether 0 or 1 is Black; \
         write X for Black, O for White and - for an empty square"
    );
    assert_eq!(
        message(&format!("{START} -")),
        "character 66 (side to move): cannot read '-'; \
         Black is X, B, * or #, White is O or W, an empty square is - or ."
    );
    assert_eq!(
        message(&format!("{START} X;")),
        "character 67: ';' comes after the 64 squares and the side to move"
    );
    let missing = "the board has 63 squares: it needs 64, from a1, b1 to h8, then the side to move";
    assert_eq!(message(&START[1..]), missing);
    // One square short and a side: not a whole board whose last square is Black.
    assert_eq!(message(&format!("{} X", &START[1..])), missing);
    assert_eq!(read_board(""), Err(BoardError::TooFew { squares: 0 }));
}

// ---- any game, any text -------------------------------------------------------------------------

prop_compose! {
    /// A game that takes its moves from a list of numbers, perhaps not to the end.
    fn game()(choices in prop::collection::vec(any::<u8>(), 0..70)) -> GameLine<Position> {
        let mut line = GameLine::<Position>::default();
        let mut moves = Vec::new();
        for choice in choices {
            line.position().legal_moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            line.play(moves[usize::from(choice) % moves.len()]).unwrap();
        }
        line
    }
}

proptest! {
    #[test]
    fn a_written_game_reads_as_the_same_game(line in game(), numbers in any::<bool>()) {
        let written = write_transcript(line.moves(), Passes::Written);
        prop_assert_eq!(&read_transcript(&written).unwrap(), &line);
        // Without passes everything but a last pass comes back.
        let mut without_last = line.clone();
        while without_last.moves().last() == Some(&Move::Pass) {
            without_last.undo();
        }
        let written = write_transcript(line.moves(), Passes::Omitted);
        prop_assert!(!written.contains('-'));
        prop_assert_eq!(&read_transcript(&written).unwrap(), &without_last);
        // Dressed up as other programs write it.
        let dressed: String = line
            .moves()
            .iter()
            .enumerate()
            .map(|(i, mv)| {
                let number = if numbers { format!("{}. ", i / 2 + 1) } else { String::new() };
                format!("{number}{} ", mv.to_string().to_uppercase())
            })
            .collect();
        prop_assert_eq!(&read_transcript(&dressed).unwrap(), &line);
    }

    #[test]
    fn a_written_board_reads_as_the_same_position(black in any::<u64>(), white in any::<u64>(), turn in any::<bool>()) {
        let side = if turn { Side::Black } else { Side::White };
        let position = Position::new(black & !white, white & !black, side).unwrap();
        let read = read_board(&write_board(&position)).unwrap();
        prop_assert_eq!(read.position, position);
        prop_assert_eq!(read.side, SideSource::Given);
        prop_assert_eq!(position.to_string().parse::<Position>().unwrap(), position);
    }

    #[test]
    fn a_spoilt_game_is_read_or_refused_inside_the_text(line in game(), at in any::<prop::sample::Index>(), with in ".{0,3}") {
        let mut text: Vec<char> = write_transcript(line.moves(), Passes::Written).chars().collect();
        let at = at.index(text.len() + 1);
        text.splice(at..(at + 1).min(text.len()), with.chars());
        let text: String = text.into_iter().collect();
        match read_transcript(&text) {
            Ok(line) => {
                // What was read is a game.
                let written = write_transcript(line.moves(), Passes::Written);
                prop_assert_eq!(read_transcript(&written).unwrap(), line);
            }
            Err(error) => {
                prop_assert!(error.character >= 1 && error.character <= text.chars().count());
                // Everything before the fault was fine.
                let before: String = text.chars().take(error.character - 1).collect();
                prop_assert!(read_transcript(&before).is_ok());
            }
        }
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in ".{0,200}") {
        let _ = read_transcript(&text);
        let _ = read_tokens(&text);
        let _ = read_board(&text);
        let _ = text.parse::<Move>();
        let _ = text.parse::<Square>();
    }

    #[test]
    fn a_spoilt_board_is_refused_or_differs(at in 0usize..64, with in any::<char>()) {
        let mut text: Vec<char> = format!("{START} X").chars().collect();
        let old = std::mem::replace(&mut text[at], with);
        let text: String = text.into_iter().collect();
        let sign = half_width_sign(with);
        // Beside X a star is no disc, and marks where the side to move can play.
        let whole = "XxBb#OoWw-.".contains(sign);
        prop_assert_eq!(read_board(&text).is_ok(), whole);
        if whole && with != old {
            let same_sign = ["XxBb#", "OoWw", "-."].iter().any(|s| s.contains(old) && s.contains(sign));
            prop_assert_eq!(read_board(&text).unwrap().position == Position::start(), same_sign);
        }
    }
}

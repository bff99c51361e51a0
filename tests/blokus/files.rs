//! Reading and writing games of Blokus Duo: what is accepted, what is refused and how it is said.

// Tests may unwrap; clippy does not know the helpers of one.
#![allow(clippy::unwrap_used, clippy::print_stderr)]

use std::fs;
use std::path::PathBuf;

use koteki_games::blokus::notation::blksgf::{Record, SgfError, WriteError};
use koteki_games::blokus::notation::{Code, read_moves, write_moves, write_squares};
use koteki_games::blokus::{Move, Placement, Position};
use koteki_games::sgf::Tree;
use koteki_games::{Game as _, GameLine, Side};
use proptest::prelude::*;

/// Two levels of Pentobi 30.3, 56-65, and the beginning of its file.
const GAME: &str = "54u0 9au0 77r3 97t4 95o7 b4o0 6at4 6cl2 4cm5 49m0 37s1 6ek2 a2p4 d2r3 24n1 c8s2 1dl1 cbp3 \
    51k7 den2 83d1 adg1 19a0 56b0 11b0 e5d3 0000 45a0 0000 16q2 0000 0000";
const FILE: &str = "(;GM[Blokus Duo];B[e10,d11,e11,f11,e12];W[i4,h5,i5,j5,i6];B[g7,h7,f8,g8,f9];W[j7,h8,i8,j8,i9])";

/// A file laid out as Pentobi lays its own out, with variations.
const BRANCHES: &str = "(\n;GM[Blokus Duo]\n CA[UTF-8]\n(\n  ;B[f9,e10,f10,g10,f11]\n   TE[1]\n  (\n    ;W[i4,h5,i5,j5,i6]\n  )\n  \
    (\n    ;W[j5,i6,j6,k6,j7]\n     C[a \\] in a remark; (nothing\\\\)]\n  )\n)\n(\n  ;B[e10]\n)\n)\n";

fn moves(line: &GameLine<Position>) -> String {
    write_moves(line.moves(), false)
}

fn main_line(text: &str) -> Result<String, SgfError> {
    Record::read(text)?.main_line().map(|line| moves(&line))
}

fn error(text: &str) -> String {
    main_line(text).unwrap_err().to_string()
}

/// The games of the corpus, or a few of our own.
fn games() -> Vec<String> {
    let root = std::env::var_os("KOTEKI_DATA").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/data")),
        PathBuf::from,
    );
    match fs::read_to_string(root.join("blokus/selfplay_L5_100.codes")) {
        Ok(text) => text.lines().map(str::to_owned).collect(),
        Err(_) => {
            eprintln!(
                "SKIPPED: no blokus in KOTEKI_DATA or ../shared/data; one game instead of 100"
            );
            vec![GAME.to_owned()]
        }
    }
}

/// Both notations of one game, as two programs wrote them.
#[test]
fn the_codes_and_the_file_of_a_game_agree() {
    assert_eq!(main_line(FILE).unwrap(), "54u0 9au0 77r3 97t4");
    assert_eq!(
        write_squares("54u0".parse().unwrap()),
        "e10,d11,e11,f11,e12"
    );
}

/// Three notations, each read back, of all games; passes are not in the files and come back.
#[test]
fn every_game_is_the_same_after_writing_and_reading() {
    for game in games() {
        let line = read_moves(&game).unwrap();
        for gpcc in [false, true] {
            assert_eq!(
                read_moves(&write_moves(line.moves(), gpcc)).as_ref(),
                Ok(&line)
            );
        }
        let squares: Vec<String> = line
            .moves()
            .iter()
            .map(|mv| mv.placement().map_or("--".to_owned(), write_squares))
            .collect();
        assert_eq!(read_moves(&squares.join(" ")).as_ref(), Ok(&line));
        let record = Record::of(&line, &[("PB", "a [b] \\ c"), ("RE", "B+1")]).unwrap();
        let text = record.to_string();
        let read = Record::read(&text).unwrap();
        assert_eq!(read.info("PB"), Some("a [b] \\ c"));
        assert_eq!(read.to_string(), text);
        let back = read.main_line().unwrap();
        assert_eq!(back.position().outcome(), line.position().outcome());
        assert_eq!(back.moves(), &line.moves()[..back.ply()]);
        assert!(
            line.moves()[back.ply()..]
                .iter()
                .all(|&mv| mv == Move::Pass)
        );
    }
}

/// The research of irori's library: 33b6 and 43b2 are one placement.
#[test]
fn every_code_of_a_symmetric_piece_is_read() {
    for (code, lowest) in [
        ("33b6", "43b2"),
        ("55u7", "55u0"),
        ("55a3", "55a0"),
        ("55h4", "44h0"),
        ("55i7", "45i3"),
        ("55d4", "55d3"),
        ("AAU0", "aau0"),
        (" 46T3 ", "46t3"),
    ] {
        let placement: Placement = code.parse().unwrap();
        assert_eq!(placement.to_string(), lowest, "{code}");
    }
    // All codes that fit: 26,008 by another program's count.
    let mut fit = 0;
    for x in "123456789abcde".chars() {
        for y in "123456789abcde".chars() {
            for piece in 'a'..='u' {
                for turn in 0..8 {
                    let code = format!("{x}{y}{piece}{turn}");
                    let read: Code = code.parse().unwrap();
                    assert_eq!(read.to_string(), code);
                    fit += u32::from(read.placement().is_ok());
                }
            }
        }
    }
    assert_eq!(fit, 26_008);
}

#[test]
fn what_is_not_a_move_is_told_with_its_place() {
    let told = |text: &str| read_moves(text).unwrap_err().to_string();
    for (text, words) in [
        (
            "54u0 9au",
            "word 2: \"9au\" is not a code: a code is a column 1-e, a row 1-e, a piece a-u and an orientation 0-7, like 46t3",
        ),
        (
            "f4u0",
            "word 1: \"f4u0\": 'f' is not a column: columns and rows are 1 to 9, then a to e",
        ),
        (
            "50u0",
            "word 1: \"50u0\": '0' is not a row: columns and rows are 1 to 9, then a to e",
        ),
        (
            "54v0",
            "word 1: \"54v0\": 'v' is not a piece: pieces are a to u",
        ),
        (
            "54u8",
            "word 1: \"54u8\": '8' is not an orientation: orientations are 0 to 7",
        ),
        (
            "11u0",
            "word 1: 11u0: the piece does not lie wholly on the board",
        ),
        (
            "o1,a2",
            "word 1: \"o1\" is not a square: a square is a letter a-n and a number 1-14, like e10",
        ),
        (
            "a15,a2",
            "word 1: \"a15\" is not a square: a square is a letter a-n and a number 1-14, like e10",
        ),
        ("e10,e10", "word 1: e10 is there twice"),
        ("e10,e12", "word 1: no piece covers e10,e12"),
        (
            "54u0 9au0 54a0",
            "word 3, ply 3: 54a0 is not legal: e11 is taken",
        ),
        (
            "54u0 0000",
            "word 2, ply 2: 0000 is not legal: White can place a piece and may not pass",
        ),
    ] {
        assert_eq!(told(text), words, "{text}");
    }
    assert_eq!(
        told(&"0".repeat(200_000)),
        "the text has 200000 bytes: a game has at most 42 placements"
    );
}

#[test]
fn files_are_read_whatever_their_form() {
    let expected = "54u0 9au0";
    for text in [
        "(;GM[Blokus Duo];B[e10,d11,e11,f11,e12];W[i4,h5,i5,j5,i6])",
        // Space everywhere, squares in any order and case.
        "  (\n ; GM [Blokus Duo]\n\n; B\t[ E12,f11, e11,d11,e10 ] ;\r\nW [i4,h5,i5,j5,i6] \n) \n",
        // Text before and after the tree, dashes, another tree.
        "From: somebody (once)\n(;GM[Blokus Duo];B[e10,d11,e11,f11,e12];W[i4,h5,i5,j5,i6])---)(;GM[Go])",
        // The first variation is the main line.
        "(;GM[Blokus Duo];B[e10,d11,e11,f11,e12](;W[i4,h5,i5,j5,i6])(;W[j5]))",
        // Colours by number, and as the oldest files have them, a value a square.
        "(;GM[Blokus Duo];1[e10,d11,e11,f11,e12];2[i4,h5,i5,j5,i6])",
        "(;GM[Blokus Duo];BLUE[e10][d11][e11][f11][e12];GREEN[i4][h5][i5][j5][i6])",
    ] {
        let found = main_line(text);
        assert_eq!(found.as_deref(), Ok(expected), "{text}");
    }
    // No GM, properties nobody knows, one without a value, lower-case letters in a name.
    let remarks = "(;CA[UTF-8]XX;;CommentC[B\\]]B[e10,d11,e11,f11,e12]\u{a0};W[i4,h5,i5,j5,i6])";
    assert_eq!(main_line(remarks).as_deref(), Ok(expected));
    // An empty move is a pass; a pass that is not forced is not legal.
    let pass = "(;GM[Blokus Duo];B[])";
    assert_eq!(
        error(pass),
        "line 1: B[]: not legal: Black can place a piece and may not pass"
    );
}

#[test]
fn variations_are_kept() {
    let record = Record::read(BRANCHES).unwrap();
    let tree = record.tree();
    let ends: Vec<usize> = (0..tree.nodes().len())
        .filter(|&node| tree.nodes()[node].children.is_empty())
        .collect();
    let lines: Vec<String> = ends
        .iter()
        .map(|&end| moves(&record.line_to(end).unwrap()))
        .collect();
    assert_eq!(lines, ["65u0 9au0", "65u0 a9u0", "55a0"]);
    assert_eq!(tree.main_end(), ends[0]);
    let again = Record::read(&record.to_string()).unwrap();
    assert_eq!(again.tree().nodes().len(), tree.nodes().len());
    assert!(
        record
            .to_string()
            .contains("C[a \\] in a remark; (nothing\\\\)]")
    );
    assert_eq!(record.line_to(99), Err(SgfError::NoNode(99)));
    for (one, other) in tree.nodes().iter().zip(again.tree().nodes()) {
        assert_eq!(
            (one.parent, &one.properties),
            (other.parent, &other.properties)
        );
    }
}

/// The example of Pentobi's description of the format.
#[test]
fn positions_can_be_set_up() {
    let text = "(;GM[Blokus Duo]AB[e8,e9,f9,d10,e10][g6,f7,g7,h7,g8]\nAW[i4,h5,i5,j5,i6][j7,j8,j9,k9,j10]PL[W];W[k11])";
    let line = Record::read(text).unwrap().main_line().unwrap();
    let start = line.positions()[0];
    assert_eq!((start.count().black, start.count().white), (10, 10));
    assert_eq!(start.side_to_move(), Side::White);
    assert_eq!(line.ply(), 1);
    let written = Record::of(&line, &[]).unwrap().to_string();
    let again = Record::read(&written).unwrap().main_line().unwrap();
    assert_eq!(again, line);
    // A piece taken off again; in a later node the game begins there.
    let later = text.replace("PL[W]", "AE[g6,f7,g7,h7,g8]PL[W]");
    let line = Record::read(&later).unwrap().main_line().unwrap();
    assert_eq!(line.positions()[0].count().black, 5);
    let middle = "(;GM[Blokus Duo];B[e10];W[j5];AB[d9]PL[W];W[k4])";
    let line = Record::read(middle).unwrap().main_line();
    assert_eq!(
        line.unwrap_err().to_string(),
        "line 1: AB[d9]: Black has 1 twice"
    );
    let middle = "(;GM[Blokus Duo];B[e10];W[j5];AB[d9,d8]PL[W];W[k4,l4])";
    let line = Record::read(middle).unwrap().main_line().unwrap();
    assert_eq!((line.ply(), line.position().count().black), (1, 3));
    // Own pieces along an edge can be read, but what they are cannot be told from the board.
    let touching = "(;GM[Blokus Duo]AB[e10][e11,e12]PL[W])";
    let line = Record::read(touching).unwrap().main_line().unwrap();
    assert_eq!(
        Record::of(&line, &[]),
        Err(WriteError::Touching(Side::Black))
    );
}

/// What Pentobi 30.3 reads (`BoardUpdater.cpp`, `Variant.cpp`): a move behind a set-up position is the side's
/// that its property names, `AE` of squares that are no piece on the board does nothing, and the name of the
/// game may be in small letters.
#[test]
fn what_pentobi_reads_is_read() {
    let text = "(;GM[blokus duo]AB[e8,e9,f9,d10,e10]AW[i4,h5,i5,j5,i6];W[k6])";
    let line = Record::read(text).unwrap().main_line().unwrap();
    assert_eq!(line.positions()[0].side_to_move(), Side::White);
    assert_eq!(
        (line.position().count().black, line.position().count().white),
        (5, 6)
    );
    // From then on the sides take turns.
    let twice = text.replace(";W[k6]", ";W[k6];W[l8,l9]");
    assert_eq!(error(&twice), "line 1: W[l8,l9]: it is Black's turn");
    for part in ["AE[e8]", "AE[e8,e9]", "AE[a1]"] {
        let text = format!("(;GM[Blokus Duo]AB[e8,e9,f9,d10,e10]{part}PL[W];W[j5])");
        let line = Record::read(&text).unwrap().main_line().unwrap();
        assert_eq!(line.positions()[0].count().black, 5, "{part}");
    }
    // As an input method in full-width mode sends them.
    assert_eq!(
        "ｅ１０，ｄ１１，ｅ１１，ｆ１１，ｅ１２".parse::<Move>(),
        "54u0".parse()
    );
    assert_eq!("５４ｕ０".parse::<Move>(), "54u0".parse());
}

#[test]
fn what_is_no_game_is_told_with_its_place() {
    for (text, words) in [
        ("", "there is no game in it: a game begins with \"(;\""),
        ("()", "there is no game in it: a game begins with \"(;\""),
        ("(;GM[Blokus Duo]", "it ends in the middle of the game"),
        (
            "(;GM[Blokus Duo];B[e10",
            "it ends in the middle of a value: a \"]\" is missing",
        ),
        (
            "(;GM[Blokus Duo]\n;B[e10]!)",
            "line 2, column 8: '!' has no place here",
        ),
        (
            "(;GM[Blokus Duo]())",
            "line 1, column 18: ')' has no place here",
        ),
        ("(;GM[1])", "the game is \"1\", not \"Blokus Duo\""),
        (
            "(;GM[Blokus])",
            "the game is \"Blokus\", not \"Blokus Duo\"",
        ),
        (
            "(;GM[Blokus Duo]\n;B[e10]\n;W[a1])",
            "line 3: W[a1]: not legal: the first piece of White must cover j5",
        ),
        (
            "(;GM[Blokus Duo];B[z1])",
            "line 1: B[z1]: \"z1\" is not a square: a square is a letter a-n and a number 1-14, like e10",
        ),
        (
            "(;GM[Blokus Duo];B[e10,e12])",
            "line 1: B[e10,e12]: no piece covers e10,e12",
        ),
        (
            "(;GM[Blokus Duo];W[j5])",
            "line 1: W[j5]: it is Black's turn",
        ),
        (
            "(;GM[Blokus Duo]PL[x])",
            "line 1: PL[x]: the side to play is B or W",
        ),
        (
            "(;GM[Blokus Duo]AB[e10]AW[e10,e11])",
            "line 1: AW[e10,e11]: two pieces on e10",
        ),
    ] {
        assert_eq!(error(text), words, "{text}");
    }
    assert_eq!(
        error(&" ".repeat(17 << 20)),
        "the file has 17825792 bytes, more than 16777216"
    );
}

/// A million variations inside one another: nothing recurses on them, reading, writing or dropping.
#[test]
fn depth_is_no_danger() {
    let deep = "(;".repeat(1_000_000) + &")".repeat(1_000_000);
    let tree = Tree::read(&deep).unwrap();
    assert_eq!(tree.nodes().len(), 1_000_000);
    assert_eq!(tree.main_end(), 999_999);
    assert_eq!(
        Tree::read(&tree.to_string()).unwrap().nodes().len(),
        1_000_000
    );
    assert!(Tree::read(&"(;".repeat(1_000_000)).is_err());
}

/// A text with some bytes changed, left out, doubled or put in.
fn mutated(text: &str, edits: &[(usize, u8, u8)]) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for &(at, what, byte) in edits {
        if bytes.is_empty() {
            break;
        }
        let at = at % bytes.len();
        let signs = b"()[];\\,BWA0e1 \n";
        let sign = signs[usize::from(byte) % signs.len()];
        match what % 5 {
            0 => bytes[at] = byte,
            1 => bytes[at] = sign,
            2 => drop(bytes.remove(at)),
            3 => bytes.insert(at, sign),
            _ => bytes.truncate(at),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn no_damage_to_a_file_is_a_panic(
        game in 0..100_usize,
        edits in proptest::collection::vec((any::<usize>(), any::<u8>(), any::<u8>()), 0..6),
    ) {
        let games = games();
        let codes = &games[game % games.len()];
        let _ = read_moves(&mutated(codes, &edits));
        let line = read_moves(codes).unwrap();
        let file = Record::of(&line, &[]).unwrap().to_string();
        for text in [file.as_str(), BRANCHES, FILE] {
            let Ok(record) = Record::read(&mutated(text, &edits)) else { continue };
            for node in 0..record.tree().nodes().len() {
                let _ = record.line_to(node);
            }
            // What could be read reads the same when it is written.
            let again = Record::read(&record.to_string()).unwrap();
            prop_assert_eq!(again.to_string(), record.to_string());
        }
    }

    #[test]
    fn no_text_is_a_panic(text in ".{0,60}") {
        let _ = text.parse::<Move>();
        let _ = text.parse::<Code>();
        let _ = read_moves(&text);
        let _ = Record::read(&text);
        let _ = Record::read(&format!("(;{text})"));
    }
}

//! What is read, and what is said of what cannot be.

use koteki_games::othello::Move;
use koteki_games::othello::notation::read_transcript;
use koteki_games::{Game as _, Side};
use koteki_record::formats::{Claim, Ending, Game, Lead, Note};

use super::{entries, game, games, ok, passes, read};

/// The usual start.
const START: &str = "---------------------------OX------XO---------------------------";
/// Black has to pass after these.
const PASS: &str = "f5f6d3g5h5h4f7h6";
/// Egaroucid's issue 67: White has to pass at the end.
const LONG: &str =
    "f5d6c3d3c4f4f6f3e3b4c5c6e6e2e7d2f1d7a3a4b3g6a5a2a1f2g5f7b2c2b5e1b1g1c1h4g3b6d1h2h1g2h3";

fn ggf(moves: &str) -> String {
    let rows = "-------- -------- -------- ---O*--- ---*O--- -------- -------- --------";
    format!("(;GM[Othello]PB[a]PW[b]RE[?]TY[8]BO[8 {rows} *]{moves};)")
}

#[test]
fn every_format_is_known_by_what_it_holds() {
    let tiger = "f5d6c3d3c4";
    for text in [
        "f5d6c3d3c4\n",
        "1. F5 d6 2. C3 d3 3. C4",
        &format!("{START} X {tiger}"),
        &ggf("B[F5]W[D6]B[c3/0.5/1.2]W[d3//2]B[C4/1]"),
        "(;GM[2]FF[4]SZ[8];B[f5];W[d6];B[cc];W[d3];B[c4])",
        "[Site \"PlayOK\"]\n[Black \"ann\"]\n\n1. f5 d6 2. c3 d3 3. c4 *\n",
        "{\"transcript\":\"f5d6c3d3c4\"}",
        "{\n  \"black\": \"ann\",\n  \"transcript\": \"f5d6c3d3c4\"\n}\n",
        "[{\"transcript\":\"f5d6c3d3c4\"}]",
        "{\"position\":{\"moves\":[{\"m\":\"f5\"},{\"m\":\"d6\"},{\"m\":\"c3\"},{\"m\":\"d3\"},{\"m\":\"c4\"}]}}",
    ] {
        assert_eq!(read(text), [ok(tiger)], "{text}");
        assert_eq!(read(&format!("\u{feff}{text}")), [ok(tiger)], "{text}");
    }
    // All of them in one file, one after the other.
    let whole = format!(
        "f5d6\n\n2 {a}{a}\n{a}\n(;GM[2];B[f5];W[f6])\n{{\"transcript\":\"f5f4\"}}\n{START} X; F5:+0;\n",
        a = ggf("B[F5]W[D6]")
    );
    let moves = ["f5d6", "f5d6", "f5d6", "f5d6", "f5f6", "f5f4", ""];
    assert_eq!(read(&whole), moves.map(ok));
}

#[test]
fn several_games_of_a_file_stand_where_they_are_told_to() {
    let text = format!(
        "\n1 {}\n  {}{}\nf5zz\n",
        ggf("B[F5]"),
        ggf("B[d3]"),
        ggf("B[a1]")
    );
    let entries = entries(text.as_bytes());
    let places: Vec<_> = entries
        .iter()
        .map(|entry| (entry.at.number, entry.at.line.unwrap(), entry.at.offset))
        .collect();
    let (one, two, three) = (
        1,
        text.find("\n  (").unwrap() + 1,
        text.rfind("(;").unwrap(),
    );
    let four = text.find("f5zz").unwrap();
    let expected = [
        (1, 2, one as u64),
        (2, 3, two as u64),
        (3, 3, three as u64),
        (4, 4, four as u64),
    ];
    assert_eq!(places, expected);
    assert!(entries[0].game.is_ok() && entries[1].game.is_ok());
    let fault = entries[2].game.as_ref().unwrap_err().to_string();
    assert_eq!(fault, "move 1: a1 is not legal: a1 turns no disc over");
}

#[test]
fn a_pass_is_read_where_the_rules_force_one_and_nowhere_else() {
    let after = format!("{PASS}--c5");
    for pass in ["", "PA", "pa", "ps", "PS", "--", "pass", "Pass"] {
        assert_eq!(read(&format!("{PASS}{pass}c5")), [ok(&after)]);
    }
    let moves = "B[f5]W[f6]B[d3]W[g5]B[h5]W[h4]B[f7]W[h6]";
    for pass in ["", "B[PA]", "B[pass]", "B[pa/-12.00/0.1]"] {
        assert_eq!(read(&ggf(&format!("{moves}{pass}W[c5]"))), [ok(&after)]);
    }
    for pass in ["", "B[]", "B[tt]", "B[pass]"] {
        let text = format!("(;GM[2];{moves};{pass};W[c5])");
        assert_eq!(read(&text), [ok(&after)]);
    }
    // Egaroucid's issue 408: where a move can be made it may not be passed.
    let quest = "{\"moves\":[{\"m\":\"f5\"},{\"m\":\"-\"}]}";
    for text in [
        "f5PA",
        "f5 --",
        &ggf("B[F5]W[PA]"),
        "(;GM[2];B[f5];W[])",
        quest,
    ] {
        let fault = read(text).remove(0).unwrap_err();
        assert!(fault.contains("White can move and may not pass"), "{fault}");
    }
}

#[test]
fn a_game_goes_on_behind_a_pass() {
    assert_eq!(passes(&game(LONG).line), 0);
    assert_eq!(game(LONG).line.position().side_to_move(), Side::White);
    // Zolomon/reversi-ai ended the game here.
    let read = game("e6f6c4c5c6d6g7f4g4g6e7h8h6g5g8f8--").line;
    assert!(!read.position().is_over());
    assert_eq!(read.position().side_to_move(), Side::White);
}

#[test]
fn a_pass_at_the_end_of_ggf_is_played() {
    // abulmo/edax-reversi, issue 50: it was not, and the engine answered for the wrong side.
    let moves = "B[f5]W[f6]B[d3]W[g5]B[h5]W[h4]B[f7]W[h6]";
    let without = game(&ggf(moves)).line;
    let with = game(&ggf(&format!("{moves}B[PA]"))).line;
    assert_eq!(without.position().side_to_move(), Side::Black);
    assert!(without.position().must_pass());
    assert_eq!(with.position().side_to_move(), Side::White);
    assert_eq!(with.ply(), without.ply() + 1);
}

#[test]
fn a_game_may_begin_with_white() {
    let board = "-------- -------- -------- ---O*--- ---**--- -----*-- -------- --------";
    let text = format!("(;GM[Othello]TY[8r5]BO[8 {board} O]W[f4];)");
    let read = games(text.as_bytes()).remove(0).line;
    assert_eq!(read.positions()[0].side_to_move(), Side::White);
    let sgf = "(;GM[2]AB[e5][f5]PL[W];W[d6])";
    assert_eq!(game(sgf).line.positions()[0].side_to_move(), Side::White);
    // The file says Black moved where it is White's turn.
    let wrong = format!("(;GM[Othello]TY[8]BO[8 {board} O]B[f4];)");
    assert!(
        super::read(&wrong)[0]
            .as_ref()
            .unwrap_err()
            .contains("it is White's turn")
    );
}

#[test]
fn boards_with_and_without_a_side() {
    let usual = read_transcript("").unwrap();
    let rows: Vec<&str> = (0..8).map(|row| &START[row * 8..row * 8 + 8]).collect();
    let lines = rows.join("\n");
    for text in [
        START.to_owned(),
        format!("{START} X"),
        format!("{START}*"),
        rows.join(" "),
        format!("{} *", rows.join(" ")),
        format!("[8 {} *]", rows.join(" ")),
        lines.clone(),
        format!("{lines}\nX\n"),
        lines
            .replace('-', ". ")
            .replace('O', "W ")
            .replace('X', "B "),
    ] {
        let read = game(&text);
        assert_eq!(read.line, usual, "{text}");
    }
    assert_eq!(
        read(&format!("[8 {} *] f5 d6", rows.join(" "))),
        [ok("f5d6")]
    );
    assert_eq!(read(&format!("{lines}\nX\nf5d6\n")).len(), 2);
    // An odd number of empty squares without a side: White's turn.
    let after = read_transcript("f5").unwrap().position().to_string();
    let board = game(&after[..64]);
    assert_eq!(board.line.position().side_to_move(), Side::White);
    // A typing error shifts nothing: it is told.
    for (text, said) in [
        (START.replacen('O', "Q", 1), "cannot read"),
        (START.replacen('O', "1", 1), "1 is refused"),
        (format!("{} X", &START[1..]), "squares: it needs 64"),
        (rows[..7].join("\n"), "the board has 56 squares"),
    ] {
        let found = read(&text);
        assert!(found[0].as_ref().unwrap_err().contains(said), "{found:?}");
    }
}

#[test]
fn the_text_of_playok() {
    let text = "[Event \"?\"]\n[Site \"PlayOK\"]\n[Date \"2023.11.05\"]\n[Round \"-\"]\n[Black \"ann\"]\n\
         [White \"b\u{f6}b\"]\n[Result \"33-31\"]\n[BlackElo \"1234\"]\n\n1. f5 d6 2. c3 d3\n3. c4 {a remark} *\n\n\
         [Black \"cid\"]\n[White \"?\"]\n\n1. F5 f4 2. F3 g4 20-44\n";
    let found = games(text.as_bytes());
    let moves = |index: usize| -> String {
        let moves = found[index].line.moves().iter();
        moves.map(Move::to_string).collect()
    };
    assert_eq!(
        (found.len(), moves(0).as_str(), moves(1).as_str()),
        (2, "f5d6c3d3c4", "f5f4f3g4")
    );
    let names = |index: usize| found[index].names.clone().map(Option::unwrap_or_default);
    assert_eq!(names(0), ["ann", "b\u{f6}b"]);
    assert_eq!(names(1), ["cid", ""]);
    let about = &found[0].about;
    assert_eq!(about.place.as_deref(), Some("PlayOK"));
    assert_eq!((about.year(), about.event.as_deref()), (Some(2023), None));
    assert_eq!(about.ratings, [Some(1234.0), None]);
    let claim = |difference| Claim {
        lead: Lead::Discs(difference),
        ending: Ending::Board,
    };
    assert_eq!(about.result, Some(claim(2.0)));
    assert_eq!(found[1].about.result, Some(claim(-24.0)));
    // A name in Latin-1, and a result behind moves without tags.
    let latin1 = b"[Black \"J\xe9r\xf4me\"]\n\n1. f5 d6\n";
    assert_eq!(
        games(latin1)[0].names[0].as_deref(),
        Some("J\u{e9}r\u{f4}me")
    );
    let plain = game("1. F5 f4 2. F3 g4 31-33");
    assert_eq!(
        (plain.line.ply(), plain.about.result),
        (4, Some(claim(-2.0)))
    );
}

/// A game as FlyOrDie exports it: given up with six discs on the board.
fn fly_or_die(result: &str) -> String {
    format!(
        "[Event \"friendly\"]\n[White \"Ann\"]\n[Black \"Ben\"]\n[WhiteRating \"1234\"]\n\
         [BlackRating \"987\"]\n[Result \"{result}\"]\n\n1. e6 f4 2. e3 {result}\n"
    )
}

/// lk16/flippy, flyordie_2025.pgn: a result as in chess says who won and no more. SGF FF[4], `RE`: `B+` when
/// the score is not known, `B+F` for a forfeit.
#[test]
fn a_winner_without_a_margin_is_a_result() {
    let won = |side, ending| {
        let lead = Lead::Won(side);
        Some(Claim { lead, ending })
    };
    let by = |discs, ending| {
        let lead = Lead::Discs(discs);
        Some(Claim { lead, ending })
    };
    for (result, claim) in [
        ("0-1", won(Side::White, Ending::Unknown)),
        ("1-0", won(Side::Black, Ending::Unknown)),
        ("1/2-1/2", by(0.0, Ending::Unknown)),
        ("*", None),
        ("17-47", by(-30.0, Ending::Board)),
    ] {
        let found = game(&fly_or_die(result));
        assert_eq!(found.about.result, claim, "{result}");
        assert_eq!(found.line.ply(), 3);
    }
    // Only the tag, or only the last word, or no tags at all.
    let tag = fly_or_die("0-1").replace("e3 0-1", "e3 *");
    assert_eq!(game(&tag).about.result, won(Side::White, Ending::Unknown));
    let plain = game("1. e6 f4 2. e3 0-1");
    assert_eq!(plain.about.result, won(Side::White, Ending::Unknown));
    // How it came to it is said by a tag of PGN.
    let time = fly_or_die("1-0").replace("[Result", "[Termination \"time forfeit\"]\n[Result");
    assert_eq!(game(&time).about.result, won(Side::Black, Ending::Time));
    for (result, claim) in [
        ("B+", won(Side::Black, Ending::Unknown)),
        ("W+F", won(Side::White, Ending::Forfeit)),
        ("B+Forfeit", won(Side::Black, Ending::Forfeit)),
        ("B+R", won(Side::Black, Ending::Resigned)),
        ("W+Time", won(Side::White, Ending::Time)),
        ("B+12", by(12.0, Ending::Board)),
        ("Draw", by(0.0, Ending::Board)),
        ("Void", None),
    ] {
        let found = game(&format!("(;GM[2]FF[4]SZ[8]RE[{result}];B[e6];W[f4];B[e3])"));
        assert_eq!(found.about.result, claim, "{result}");
    }
    // Of a finished game it is checked: Black takes all discs here.
    let whole = "e6f4e3f6g5d6e7f5c5";
    let agrees = |result| game(&format!("{whole} {result}")).agrees();
    assert_eq!([agrees("1-0"), agrees("0-1")], [Some(true), Some(false)]);
}

/// lk16/flippy: FlyOrDie has `WhiteRating`, and earlier `WhiteElo \"?1234\"` for a provisional one.
#[test]
fn ratings_are_read_under_every_name() {
    let new = fly_or_die("*");
    let old = new
        .replace("WhiteRating \"", "WhiteElo \"?")
        .replace("BlackRating", "BlackElo");
    for text in [new, old] {
        assert_eq!(game(&text).about.ratings, [Some(987.0), Some(1234.0)]);
    }
    let sgf = "(;GM[2]BR[1234?]WR[987];B[f5])";
    assert_eq!(game(sgf).about.ratings, [Some(1234.0), Some(987.0)]);
}

/// The position of a text that holds nothing else, as a board string.
fn board(text: &str) -> String {
    game(text).line.positions()[0].to_string()
}

/// After f5 of Black.
const F5: &str = "---------------------------OX------XXX-------------------------- O";

/// Boards as OpenSpiel, Kaggle, OTHELLY and course programs print them.
#[test]
fn boards_with_a_frame_and_with_hashes_are_read() {
    let labels = "  a b c d e f g h\n1 - - - - - - - -\n2 - - - - - - - -\n3 - - - - - - - -\n\
         4 - - - O X - - -\n5 - - - X X X - -\n6 - - - - - - - -\n7 - - - - - - - -\n\
         8 - - - - - - - -\nO\n";
    let both = "  A B C D E F G H\n1 . . . . . . . . 1\n2 . . . . . . . . 2\n3 . . . . . . . . 3\n\
         4 . . . O X . . . 4\n5 . . . X X X . . 5\n6 . . . . . . . . 6\n7 . . . . . . . . 7\n\
         8 . . . . . . . . 8\n  A B C D E F G H\n";
    let hashes =
        "........\n........\n........\n...O#...\n...###..\n........\n........\n........\nO\n";
    for text in [
        labels.to_owned(),
        labels.replace("  a b c d e f g h", "  abcdefgh"),
        labels.replace("O\n1", "O\r\n1"),
        both.to_owned(),
        format!("{both}white to play\n"),
        format!("{both}white to move; X black 4, O white 1\n"),
        format!("{both}O\n"),
        hashes.to_owned(),
        format!("{} O", &hashes.replace('\n', "")[..64]),
        labels.replace('X', "#").replace("O\n1", "W\n1"),
        "........ ........ ........ ...O#... ...###.. ........ ........ ........ O # a remark"
            .to_owned(),
    ] {
        assert_eq!(board(&text), F5, "{text}");
    }
    // Without a side, and with a disc on h8.
    let game_over = "  abcdefgh\n".to_owned()
        + &(1..=8)
            .map(|row| format!("{row} X X X X X X X X\n"))
            .collect::<String>();
    assert_eq!(board(&game_over), format!("{} X", "X".repeat(64)));
    // Behind a board comes what comes behind it.
    let two = format!("{both}white to play\n\nf5d6\n{labels}");
    assert_eq!(read(&two), ["", "f5d6", ""].map(ok));
    // One fault for one board, and it says where.
    let wrong = read(&labels.replace("O X", "O Q"));
    assert_eq!(wrong.len(), 1, "{wrong:?}");
    let fault = wrong[0].as_ref().unwrap_err();
    assert!(fault.contains("(e4): cannot read 'Q'"), "{fault}");
    // A sharp begins a remark wherever it cannot be a disc.
    for remark in ["# f5d6", "#-------", "########", "# ------ # ------", "#"] {
        assert_eq!(read(&format!("{remark}\nf5d6\n")), [ok("f5d6")], "{remark}");
    }
    assert_eq!(read("f5d6 # O wins\n"), [ok("f5d6")]);
}

/// A program that reads its own print wrongly: Kaggle's game harness, issue 1327.
#[test]
fn a_board_that_koteki_prints_is_read() {
    let start = format!("{START} X");
    // `koteki --plain`, `board`: * marks the moves of the side to move.
    let plain = "  a b c d e f g h\n1 . . . . . . . .\n2 . . . . . . . .\n3 . . . * . . . .\n\
         4 . . * O X . . .\n5 . . . X O * . .\n6 . . . . * . . .\n7 . . . . . . . .\n\
         8 . . . . . . . .\nBlack to move. Black (X) 2, White (O) 2; * can be played.\n";
    let bare: String = plain
        .lines()
        .skip(1)
        .take(8)
        .map(|row| format!("{}\n", &row[2..]))
        .collect();
    for text in [plain, &bare, &format!("{bare}X\n")] {
        assert_eq!(board(text), start, "{text}");
    }
    // These are not the moves of that side: neither discs nor marks.
    for wrong in [format!("{bare}O\n"), bare.replacen(". . *", "* . .", 1)] {
        let found = read(&wrong).remove(0).unwrap_err();
        assert!(
            found.contains("* cannot be read beside another sign"),
            "{found}"
        );
    }
    // GGS' boards have * for Black and no other sign for it.
    assert_eq!(board(&start.replace('X', "*")), start);
}

/// PapaParse 43, DB Browser for SQLite 212: text saved by old Macs.
#[test]
fn lines_end_as_on_any_system() {
    let lines = [
        "f5d6c3d3c4",
        "# a remark",
        "f5d6c4",
        "(;GM[2]",
        ";B[f5]",
        ";W[f4])",
    ];
    let faulty = ["f5d6", "zz"];
    for end in ["\n", "\r\n", "\r"] {
        let text = lines.map(|line| format!("{line}{end}")).concat();
        assert_eq!(
            read(&text),
            ["f5d6c3d3c4", "f5d6c4", "f5f4"].map(ok),
            "{end:?}"
        );
        let text = faulty.map(|line| format!("{line}{end}")).concat();
        let found = entries(text.as_bytes());
        let place = (found[1].at.line, found[1].at.offset);
        assert_eq!(place, (Some(2), 4 + end.len() as u64), "{end:?}");
    }
}

/// FF[4]'s compressed point lists, as Quarry and CGoban write them (glift, issue 123).
#[test]
fn the_point_lists_of_sgf_are_read() {
    let list = "(;GM[2]FF[4]SZ[8]AW[dd]AB[ed][de:fe]PL[W];W[df])";
    assert_eq!(board(list), F5);
    assert_eq!(read(list), [ok("d6")]);
    let names = "(;GM[2]AB[e4][f5:d5]PL[W])";
    assert_eq!(board(names), F5);
    let fault = read("(;GM[2]AB[de:zz])").remove(0).unwrap_err();
    assert_eq!(fault, "cannot read AB[de:zz]");
}

/// The games of eOthello as Kaggle has them, and what is written here.
#[test]
fn tables_of_games_are_read() {
    let kaggle = "eOthello_game_id,winner,game_moves\n101,1,f5d6c3d3c4\n102,-1,f5f6e6f4e3\n";
    let own = "number,black,white,event,place,date,black_rating,white_rating,black_discs,white_discs,over,claimed,\
         ending,plies,passes,start,transcript\r\n1,,,,,,,,6,3,false,,,5,0,,f5d6c3d3c4\r\n\
         2,\"Ann, B.\",\"the\nother\",,,,1234,,5,4,false,-2,time,5,0,,f5f6e6f4e3\r\n";
    for text in [kaggle, own, &kaggle.replace(',', ";")] {
        assert_eq!(read(text), ["f5d6c3d3c4", "f5f6e6f4e3"].map(ok), "{text}");
    }
    let Game { names, about, .. } = games(own.as_bytes()).remove(1);
    assert_eq!(names.map(Option::unwrap), ["Ann, B.", "the\nother"]);
    assert_eq!(about.ratings, [Some(1234.0), None]);
    let lead = Lead::Discs(-2.0);
    let ending = Ending::Time;
    assert_eq!(about.result, Some(Claim { lead, ending }));
    for (row, said) in [
        ("103,1,f5zz", "character 3, move 2"),
        ("103,1", "the row has 2 cells, and the table 3 columns"),
        ("103,\"1,f5d6", "the row of the table is cut off"),
    ] {
        let found = read(&format!("{kaggle}{row}\n"));
        assert_eq!(found.len(), 3, "{found:?}");
        assert!(
            found[2].as_ref().unwrap_err().starts_with(said),
            "{found:?}"
        );
    }
}

/// What an input method in full-width mode sends.
#[test]
fn full_width_letters_and_digits_are_moves() {
    for text in [
        "Ｆ５Ｄ６Ｃ３",
        "１．ｆ５　ｄ６　２．ｃ３",
        "{\"transcript\":\"ｆ５d6ｃ３\"}",
    ] {
        assert_eq!(read(text), [ok("f5d6c3")], "{text}");
    }
    assert_eq!("ｆ５".parse::<Move>(), "f5".parse());
    assert_eq!("ｐａｓｓ".parse::<Move>(), Ok(Move::Pass));
    // A name stays as it is.
    let tagged = "[Black \"Ａｎｎ\"]\n\n１．ｆ５ *\n";
    assert_eq!(game(tagged).names[0].as_deref(), Some("Ａｎｎ"));
}

#[test]
fn a_game_of_othello_quest() {
    let text = "{\"players\":[{\"id\":\"a\",\"name\":\"Ann\",\"oldR\":1800.5},{\"id\":\"b\",\"name\":\"Bob\",\
         \"oldR\":1750}],\"created\":\"2023-01-02T03:04:05Z\",\"position\":{\"size\":8,\"moves\":[\
         {\"m\":\"f5\",\"t\":300000},{\"m\":\"f6\"},{\"m\":\"d3\"},{\"m\":\"g5\"},{\"m\":\"h5\"},{\"m\":\"h4\"},\
         {\"m\":\"f7\"},{\"m\":\"h6\"},{\"m\":\"-\"},{\"m\":\"c5\"},{\"s\":\"resign\"}]}}";
    let found = game(text);
    assert_eq!(found.line, read_transcript(&format!("{PASS}c5")).unwrap());
    assert_eq!(found.names.clone().map(Option::unwrap), ["Ann", "Bob"]);
    assert_eq!(found.about.ratings, [Some(1800.5), Some(1750.0)]);
    assert_eq!(found.about.year(), Some(2023));
    // The same with a line for every value.
    let value: serde_json::Value = serde_json::from_str(text).unwrap();
    assert_eq!(game(&serde_json::to_string_pretty(&value).unwrap()), found);
}

#[test]
fn the_values_and_times_of_ggf() {
    let found = game(&ggf("B[F5]W[D6/-0.50/1.2]B[c3//3]W[d3/2]"));
    let note = |value, seconds| Note { value, seconds };
    let notes = [
        note(None, None),
        note(Some(-0.5), Some(1.2)),
        note(None, Some(3.0)),
        note(Some(2.0), None),
    ];
    assert_eq!(found.about.notes, notes);
    for (result, difference, ending) in [
        ("+4.000", 4.0, Ending::Board),
        ("-64.00:r", -64.0, Ending::Resigned),
        ("+2:t", 2.0, Ending::Time),
        ("0.00:s", 0.0, Ending::Agreed),
    ] {
        let found = game(&ggf("B[F5]").replace("RE[?]", &format!("RE[{result}]")));
        let lead = Lead::Discs(difference);
        let claim = Claim { lead, ending };
        assert_eq!(found.about.result, Some(claim), "{result}");
    }
    assert_eq!(game(&ggf("")).about.result, None);
}

#[test]
fn a_broken_tree_loses_no_other() {
    let good = ggf("B[F5]W[D6]");
    for broken in [
        // Without its end, without a bracket at the last move, in the board.
        good.replace(";)", ""),
        good.replace("[D6]", "[D6"),
        good.replace(" *]", " *"),
        "(".to_owned(),
        "(;".to_owned(),
        "(;GM[Othello]PB[a]".to_owned(),
    ] {
        let found = read(&format!("{good}\n{broken}\n1 {good}\n{good}\n"));
        let kept = found.iter().filter(|found| **found == ok("f5d6")).count();
        let faults = found.iter().filter(|found| found.is_err()).count();
        assert_eq!((kept, faults), (3, 1), "{broken}: {found:?}");
    }
    for (text, said) in [
        (good.replace("GM[Othello]", "GM[Go]"), "the game is Go"),
        (good.replace("TY[8]", "TY[10]"), "the game is of type 10"),
        (
            good.replace("BO[8", "BO[10"),
            "the game is on a board of size 10",
        ),
        ("(;GM[Othello]PB[a]B[F5];)".to_owned(), "BO is missing"),
        (
            good.replace(" *]B", "]B"),
            "the side to move in BO is missing",
        ),
        (good.replace("[F5]", "[X9]"), "cannot read B[X9]"),
        (good.replace("[F5]", "[F5/much]"), "cannot read B[F5/much]"),
        ("(;GM[1];B[f5])".to_owned(), "the game is GM[1]"),
    ] {
        let found = read(&text);
        assert!(
            found[0].as_ref().unwrap_err().starts_with(said),
            "{found:?}"
        );
    }
}

#[test]
fn what_is_no_game_is_told_with_its_place() {
    // Reversatile, issue 24: crashed.
    let found = read("d3d4d5");
    assert!(
        found[0]
            .as_ref()
            .unwrap_err()
            .starts_with("character 3, move 2: d4 is not legal")
    );
    for (text, said) in [
        ("{\"format\":1,\"id\":\"x\"", "not the record of a game"),
        ("{\"transcript\":\"f5d5\"}", "character 3, move 2"),
        (
            "{\"moves\":[{\"m\":\"x1\"}]}",
            "not a game in JSON: \"x1\" is no move",
        ),
        ("[Black \"ann\"]\n\n1. f5 zz\n", "character 7, move 2"),
        ("[Black \"ann\"]\n", "no move in it"),
        (&format!("{START} X; A1:+2;"), "a1 is not legal"),
        (&format!("{START}; F5:+2;"), "the side to move is missing"),
        ("hello", "character 1, move 1"),
    ] {
        let found = read(text);
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        let fault = found[0].as_ref().unwrap_err();
        assert!(fault.starts_with(said), "{text}: {fault}");
    }
}

#[test]
fn a_file_may_hold_nothing() {
    for nothing in [
        "",
        "\n\n",
        "# remark\n",
        "% remark\n",
        "\u{feff}",
        "[]",
        "[\n]\n",
    ] {
        assert!(entries(nothing.as_bytes()).is_empty(), "{nothing:?}");
    }
    // A game without a move is one.
    assert_eq!(game(&ggf("")).line.ply(), 0);
    assert_eq!(game("(;GM[2])").line.ply(), 0);
}

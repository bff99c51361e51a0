//! `koteki convert` and `koteki stats`, as they are run.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Stdio;

use super::games;

use crate::common::{end, koteki, program, run, run_with_input};

fn names(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = files
        .map(|it| it.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// Several inputs and one output, said once.
#[test]
fn the_usage_of_convert_can_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let (code, out, _) = run(folder.path(), &["convert", "--help"]).apart();
    assert_eq!(code, Some(0));
    assert!(
        out.contains("Usage: koteki convert [OPTIONS] <IN>... <OUT>\n"),
        "{out}"
    );
}

#[test]
fn games_go_from_format_to_format() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let text =
        "[Black \"ann\"]\n[White \"bob\"]\n[Date \"1999.01.02\"]\n\n1. f5 d6 2. c3 d3 3. c4\n";
    fs::write(folder.join("a.txt"), text).unwrap();
    let mut from = "a.txt";
    for to in ["b.ggf", "c.sgf", "d.json", "e.wtb", "f.jsonl", "g.csv"] {
        let (code, out, errors) = run(folder, &["convert", from, to]).apart();
        assert_eq!((code, errors.as_str()), (Some(0), ""), "{to}");
        assert!(
            out.starts_with(&format!("1 game written to {to}\n")),
            "{out}"
        );
        // Five moves: none of them says how it ended but WTHOR, which cannot leave it open.
        assert_eq!(
            out.contains("1 game goes not to the end: WTHOR has no sign for that"),
            to == "e.wtb",
            "{out}"
        );
        from = to;
        if to == "f.jsonl" {
            break;
        }
    }
    let (code, _, _) = run(folder, &["convert", "f.jsonl", "g.csv"]).apart();
    assert_eq!(code, Some(0));
    assert_eq!(
        names(folder),
        [
            "a.txt", "b.ggf", "c.sgf", "d.json", "e.jou", "e.trn", "e.wtb", "f.jsonl", "g.csv"
        ]
    );
    let last = games(&fs::read(folder.join("f.jsonl")).unwrap()).remove(0);
    assert_eq!(last.names.clone().map(Option::unwrap), ["ann", "bob"]);
    assert_eq!((last.about.year(), last.line.ply()), (Some(1999), 5));
    let table = fs::read_to_string(folder.join("g.csv")).unwrap();
    assert!(table.contains(",ann,bob,") && table.contains("f5d6c3d3c4"));
    // Through pipes.
    let (code, out, errors) =
        run_with_input(folder, &["convert", "-", "-", "--to", "transcript"], text).apart();
    assert_eq!(
        (code, out.as_str(), errors.as_str()),
        (Some(0), "f5d6c3d3c4\n", "")
    );
}

/// A game that was given up with six discs on the board, as FlyOrDie exports it (lk16/flippy).
#[test]
fn a_winner_without_a_margin_stays_one_in_every_format() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let game = "[White \"Ann\"]\n[Black \"Ben\"]\n[Result \"0-1\"]\n\n1. e6 f4 2. e3 0-1\n";
    fs::write(folder.join("game.pgn"), game).unwrap();
    let to = |format: &str| {
        let (code, out, errors) =
            run(folder, &["convert", "--to", format, "game.pgn", "-"]).apart();
        assert_eq!((code, errors.as_str()), (Some(0), ""));
        out
    };
    assert!(to("ggf").contains("RE[?]"), "{}", to("ggf"));
    assert!(to("sgf").contains("RE[W+]"), "{}", to("sgf"));
    let row = to("csv");
    assert!(row.ends_with(",false,,,3,0,,e6f4e3,white\r\n"), "{row}");
    let object: serde_json::Value = serde_json::from_str(&to("json")).unwrap();
    assert_eq!(object["claimed"]["winner"], "white");
    assert_eq!(object["claimed"].get("difference"), None);
    let (code, out, _) = run(folder, &["convert", "game.pgn", "x.wtb"]).apart();
    assert_eq!(code, Some(0));
    assert!(out.contains("1 game goes not to the end"), "{out}");
    // The discs as they lie.
    assert_eq!(fs::read(folder.join("x.wtb")).unwrap()[16 + 6], 5);
}

/// ogatak, issue 8: files that open in one part of a program and not in another.
#[test]
fn replay_reads_what_convert_reads() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let board = "8 ---------------------------O*------*O--------------------------- *";
    let ggf = format!("(;GM[Othello]PC[x]PB[Ben]PW[Ann]TY[8]RE[?]BO[{board}]B[e6]W[f4]B[e3];)\n");
    let tags = "[White \"Ann\"]\n[Black \"Ben\"]\n\n1. e6 f4 2. e3 *\n";
    let quest = "{\"players\":[{\"name\":\"Ben\"},{\"name\":\"Ann\"}],\"position\":{\"moves\":[{\"m\":\"e6\"},\
         {\"m\":\"f4\"},{\"m\":\"e3\"}]}}";
    let table = "black,white,moves\nBen,Ann,e6f4e3\n";
    let position =
        "---------------------------OX------XO--------------------------- X e6f4e3\n".to_owned();
    for (name, content) in [
        ("game.ggf", ggf),
        (
            "game.sgf",
            "(;GM[2]PB[Ben]PW[Ann];B[e6];W[f4];B[e3])".to_owned(),
        ),
        ("game.pgn", format!("{tags}\n{tags}")),
        ("quest.json", quest.to_owned()),
        ("games.csv", table.to_owned()),
        ("position.txt", position),
    ] {
        fs::write(folder.join(name), content).unwrap();
    }
    let (code, ..) = run(folder, &["convert", "game.pgn", "w.wtb"]).apart();
    assert_eq!(code, Some(0));
    let moves = |name: &str| {
        let (code, out, errors) = run(folder, &["replay", "--plain", name]).apart();
        assert_eq!((code, errors.as_str()), (Some(0), ""), "{name}");
        out
    };
    let players = "Black Ben, White Ann\n";
    let played = moves("game.ggf");
    assert!(played.starts_with(players), "{played}");
    for (ply, mv) in ["e6", "f4", "e3"].iter().enumerate() {
        let line = played.lines().nth(ply + 1).unwrap();
        assert!(line.contains(&format!("{} {mv}", ply + 1)), "{line}");
    }
    for name in ["game.sgf", "game.pgn", "quest.json", "games.csv", "w.wtb"] {
        assert_eq!(moves(name), played, "{name}");
    }
    assert!(moves("position.txt").ends_with(played.strip_prefix(players).unwrap()));
    // The first of two games; what is wrong with a file that holds none.
    let (code, out, _) = run(folder, &["replay", "--plain", "--game", "1", "game.pgn"]).apart();
    assert_eq!((code, out), (Some(0), played));
    fs::write(folder.join("bad.txt"), "f5a1\n").unwrap();
    let (code, _, errors) = run(folder, &["replay", "--plain", "bad.txt"]).apart();
    assert_eq!(code, Some(1));
    assert!(
        errors.contains("bad.txt") && errors.contains("a1 is not legal"),
        "{errors}"
    );
}

/// What a reader would refuse is not written, and said.
#[test]
fn a_transcript_that_would_not_be_read_again_is_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let apart = "X--------------------------OX------XO--------------------------- O; E3:+2;\n";
    let usual = "---------------------------OX------XO--------------------------- X;\n";
    fs::write(folder.join("a.obf"), format!("{apart}{usual}")).unwrap();
    let (code, _, errors) = run(folder, &["convert", "a.obf", "b.txt"]).apart();
    assert_eq!(code, Some(1));
    assert!(
        errors.starts_with(
            "a.obf, game 1 (line 1, byte 0): a transcript cannot begin with a position that no game leads to"
        ),
        "{errors}"
    );
    let written = fs::read(folder.join("b.txt")).unwrap();
    assert_eq!(games(&written).len(), 1);
    let (code, ..) = run(folder, &["convert", "b.txt", "c.sgf"]).apart();
    assert_eq!(code, Some(0));
}

#[test]
fn what_is_there_is_not_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("a.txt"), "f5d6\n").unwrap();
    fs::write(folder.join("b.ggf"), "mine\n").unwrap();
    fs::hard_link(folder.join("a.txt"), folder.join("link.ggf")).unwrap();
    fs::write(folder.join("w.jou"), "mine\n").unwrap();
    fs::write(folder.join("utf16.txt"), b"\xff\xfef\x005\x00").unwrap();
    let before = names(folder);
    for (arguments, said) in [
        (
            &["convert", "a.txt", "b.ggf"][..],
            "b.ggf is there already: write to another, or add --force",
        ),
        (&["convert", "a.txt", "w.wtb"], "w.jou is there already"),
        (
            &["convert", "a.txt", "a.txt", "--force"],
            "a.txt is one of the files that are read",
        ),
        (
            &["convert", "a.txt", "link.ggf", "--force"],
            "link.ggf is one of the files that are read",
        ),
        (
            &["convert", "a.txt", "c.xyz"],
            "its name does not say in which format to write",
        ),
        (
            &["convert", "a.txt", "-", "--to", "wthor"],
            "WTHOR is three files",
        ),
        (
            &["convert", "a.txt", "c.txt", "--to", "wthor"],
            "a WTHOR file is called .wtb",
        ),
        (&["convert", "none.txt", "c.ggf"], "none.txt"),
        (
            &["convert", "utf16.txt", "c.ggf"],
            "utf16.txt: it is text in UTF-16: save it as UTF-8",
        ),
        (
            &["convert", "b.ggf", "c.ggf"],
            "there is no game in what was given: nothing was written",
        ),
    ] {
        let (code, out, errors) = run(folder, arguments).apart();
        assert_eq!((code, out.as_str()), (Some(1), ""), "{arguments:?}");
        assert!(errors.contains(said), "{arguments:?}: {errors}");
        assert_eq!(names(folder), before, "{arguments:?}");
    }
    assert_eq!(fs::read_to_string(folder.join("b.ggf")).unwrap(), "mine\n");
    let (code, _, _) = run(folder, &["convert", "a.txt", "b.ggf", "--force"]).apart();
    assert_eq!(code, Some(0));
    assert!(
        fs::read_to_string(folder.join("b.ggf"))
            .unwrap()
            .starts_with("(;GM[Othello]")
    );
}

/// What is called like the unfinished output, and links and pipes, are somebody's.
#[cfg(unix)]
#[test]
fn what_lies_beside_the_output_stays() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("a.txt"), "f5d6\n").unwrap();
    fs::write(folder.join("b.ggf.new"), "mine\n").unwrap();
    let (code, _, errors) = run(folder, &["convert", "a.txt", "b.ggf"]).apart();
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    assert_eq!(names(folder), ["a.txt", "b.ggf", "b.ggf.new"]);
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    assert_eq!(read("b.ggf.new"), "mine\n");
    std::os::unix::fs::symlink("b.ggf", folder.join("link.sgf")).unwrap();
    let line = ["convert", "a.txt", "link.sgf", "--force"];
    let (code, _, errors) = run(folder, &line).apart();
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    assert!(folder.join("link.sgf").is_symlink());
    assert!(read("b.ggf").starts_with("(;"));
    assert_eq!(names(folder), ["a.txt", "b.ggf", "b.ggf.new", "link.sgf"]);
    // The names of a year's players may be those of others: what is only written beside follows no link.
    fs::write(folder.join("shared.jou"), "theirs").unwrap();
    std::os::unix::fs::symlink("shared.jou", folder.join("2001.jou")).unwrap();
    let (code, _, errors) = run(folder, &["convert", "a.txt", "2001.wtb", "--force"]).apart();
    assert_eq!(code, Some(1), "{errors}");
    assert_eq!(read("shared.jou"), "theirs");
    // Nor is what standard output was redirected to replaced.
    let line = format!(
        "{} convert a.txt /dev/stdout --to ggf --force >> shared.jou",
        env!("CARGO_BIN_EXE_koteki")
    );
    let mut shell = program("/bin/sh", folder);
    shell.args(["-c", &line]);
    assert_eq!(end(shell, "").code, Some(1));
    assert_eq!(read("shared.jou"), "theirs");
}

/// What is there and no ordinary file is written into or refused with its name, whatever command is told to
/// write there; it never goes.
#[cfg(unix)]
#[test]
fn no_command_replaces_what_is_no_ordinary_file() {
    use std::os::unix::fs::FileTypeExt as _;
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("a.txt"), "f5d6\n").unwrap();
    let made = std::process::Command::new("mkfifo")
        .arg(folder.join("pipe"))
        .status();
    assert!(made.unwrap().success());
    for line in [
        &["convert", "a.txt", "pipe", "--to", "sgf", "--force"][..],
        &["match", "random", "random", "--games", "2", "--out", "pipe"],
        &["match", "--resume", "pipe"],
        &["experiment", "ueda-5.3", "--out", "pipe"],
        &["experiment", "osaki-2", "--keep", "pipe"],
        &["learn", "othello", "--games", "100", "--out", "pipe"],
        &["evolve", "--seed", "1", "--out", "pipe"],
        &["export", "--csv", "pipe"],
    ] {
        let (code, _, errors) = run(folder, line).apart();
        assert!(code.is_some_and(|code| code != 0), "{line:?}: {errors}");
        assert!(errors.contains("pipe"), "{line:?}: {errors}");
        let there = fs::symlink_metadata(folder.join("pipe")).unwrap();
        assert!(there.file_type().is_fifo(), "{line:?}");
    }
}

/// Faults that nobody reads do not keep the games from being written.
#[cfg(unix)]
#[test]
fn games_are_written_though_nobody_reads_the_faults() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("a.txt"), "f5d6\n\nf5f5\n\nf5f6\n").unwrap();
    for errors in ["2>&-", "2>/dev/full"] {
        let line = format!(
            "{} convert a.txt b.ggf --force {errors}",
            env!("CARGO_BIN_EXE_koteki")
        );
        let mut shell = program("/bin/sh", folder);
        shell.args(["-c", &line]);
        assert_eq!(end(shell, "").code, Some(1), "{errors}");
        let written = games(&fs::read(folder.join("b.ggf")).unwrap());
        assert_eq!(written.len(), 2, "{errors}");
        fs::remove_file(folder.join("b.ggf")).unwrap();
    }
}

/// Names come from the tables of the file's own name, then from the base's; two others are nobody's.
#[test]
fn a_table_belongs_to_its_own_file() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for who in ["ann", "bob", "eve"] {
        let text = format!("[Black \"{who}\"]\n[White \"{who}\"]\n\n1. f5 d6\n");
        fs::write(folder.join("a.txt"), text).unwrap();
        let to = format!("{who}.wtb");
        assert_eq!(run(folder, &["convert", "a.txt", &to]).apart().0, Some(0));
    }
    let black = |file: &str| {
        let line = ["convert", file, "-", "--to", "csv"];
        let (code, out, errors) = run(folder, &line).apart();
        assert_eq!((code, errors.as_str()), (Some(0), ""));
        ["ann", "bob", "eve"].map(|who| out.contains(&format!(",{who},")))
    };
    assert_eq!(black("bob.wtb"), [false, true, false]);
    fs::copy(folder.join("eve.wtb"), folder.join("other.wtb")).unwrap();
    assert_eq!(black("other.wtb"), [false, false, false]);
    fs::copy(folder.join("eve.jou"), folder.join("wth.JOU")).unwrap();
    assert_eq!(black("other.wtb"), [false, false, true]);
    // Nor are the tables of a file that is read written over.
    let line = ["convert", "other.wtb", "wth.wtb", "--force"];
    #[cfg(target_os = "linux")]
    {
        fs::rename(folder.join("wth.JOU"), folder.join("wth.jou")).unwrap();
        let (code, _, errors) = run(folder, &line).apart();
        assert_eq!(code, Some(1));
        assert!(errors.contains("wth.jou is one of the files"), "{errors}");
    }
    // A damaged one is told, with its name.
    let bytes = fs::read(folder.join("bob.jou")).unwrap();
    fs::write(folder.join("bob.jou"), &bytes[..bytes.len() - 1]).unwrap();
    let (code, _, errors) = run(folder, &["convert", "bob.wtb", "b.ggf"]).apart();
    assert_eq!(code, Some(1));
    assert!(errors.contains("bob.jou: no table of WTHOR"), "{errors}");
}

#[test]
fn the_good_games_are_written_and_the_faults_told() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let board = "X--------------------------OX------XO--------------------------- X";
    fs::write(
        folder.join("a.txt"),
        format!("f5d6\nf5a1\n{board} f5d6\nf5f6\n"),
    )
    .unwrap();
    let (code, out, errors) = run(folder, &["convert", "a.txt", "b.wtb"]).apart();
    assert_eq!(code, Some(1));
    assert!(out.starts_with("2 games written to b.wtb\n"), "{out}");
    let lines: Vec<&str> = errors.lines().collect();
    assert!(
        lines[0]
            .starts_with("a.txt, game 2 (line 2, byte 5): character 3, move 2: a1 is not legal")
    );
    assert_eq!(
        lines[1],
        "a.txt, game 3 (line 3, byte 10): a WTHOR file holds games from the usual start alone"
    );
    assert_eq!(
        lines[2],
        "koteki: 1 game could not be read, 1 game could not be written; the 2 others were written"
    );
    assert_eq!(games(&fs::read(folder.join("b.wtb")).unwrap()).len(), 2);
}

#[test]
fn stats_count_and_judge() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    // Two tigers, a cow, a game that Black won by wiping White out, one from elsewhere.
    let text = "f5d6c3d3c4\n\nc4e3f6e6f5\n\nf5f6e6f4e3\n\ne6f4e3f6g5d6e7f5c5\n\n\
         X--------------------------OX------XO--------------------------- X f5d6\n";
    fs::write(folder.join("a.txt"), text).unwrap();
    let flags = [
        "--json",
        "--tester",
        "tester:depth=1",
        "--discs",
        "tester:eval=learned,depth=1",
    ];
    let counted = |jobs: &str| {
        let arguments = [&["stats", "a.txt", "--jobs", jobs][..], &flags].concat();
        run(folder, &arguments).apart()
    };
    let (code, out, errors) = counted("1");
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    assert_eq!(counted("3").1, out);
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    for (name, count) in [
        ("games", 5),
        ("finished", 1),
        ("black_won", 1),
        ("with_empties", 1),
        ("with_passes", 0),
        ("elsewhere", 1),
    ] {
        assert_eq!(json[name], count, "{name}");
    }
    // The empty squares go to the winner.
    assert_eq!(json["difference"]["mean"], 64.0);
    assert_eq!(json["openings"][0]["name"], "Tiger");
    assert_eq!(json["openings"][0]["games"], 2);
    let losses = &json["losses"];
    assert_eq!(
        (&losses["sample"], &losses["among"]),
        (&4.into(), &4.into())
    );
    // 5 + 5 + 5 + 5 moves in the first row, 4 in the second, nothing behind.
    let rows = losses["moves"].as_array().unwrap();
    assert_eq!((rows.len(), &rows[0]["discs"]["moves"]), (12, &20.into()));
    assert_eq!(rows[1]["discs"]["moves"], 4);
    assert!(rows[2]["discs"].is_null());
    assert_eq!(rows[7]["published"], 2.39);
    // The first move loses nothing: all four are alike.
    let (code, out, _) = run_with_input(
        folder,
        &["stats", "-", "--tester", "tester:depth=1"],
        "f5\n",
    )
    .apart();
    assert_eq!(code, Some(0));
    let row = out.lines().find(|line| line.starts_with("  1-5 ")).unwrap();
    assert_eq!(
        row.split_whitespace().collect::<Vec<_>>(),
        ["1-5", "0.00", "0.00", "0.28"]
    );
    // Nobody judges in discs; who has too few games is not told of.
    let (code, out, _) = run(
        folder,
        &[
            "stats",
            "a.txt",
            "--discs",
            "none",
            "--tester",
            "tester:depth=1",
            "--players",
            "3",
        ],
    )
    .apart();
    assert_eq!(code, Some(0));
    assert!(out.contains("no judge in discs"), "{out}");
    assert!(
        out.ends_with("no player has 20 of these games: take a larger --sample\n"),
        "{out}"
    );
    let (code, _, errors) = run_with_input(folder, &["stats", "-"], "zz\n").apart();
    assert_eq!(code, Some(1));
    assert!(
        errors.contains("-, game 1 (line 1, byte 0): character 1"),
        "{errors}"
    );
}

/// Ann begins with f5 and loses nothing by it, for all first moves are alike; Bob answers in two ways, neither
/// of them the best in the eyes of a tester of one ply. Twenty games each, and nineteen of Eve's.
#[test]
fn stats_tell_players_apart() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let game = |black: &str, white: &str, moves: &str| {
        format!("[Black \"{black}\"]\n[White \"{white}\"]\n\n{moves}\n\n")
    };
    let mut text = String::new();
    for round in 0..20 {
        let answer = if round < 5 { "f4" } else { "d6" };
        text += &game("Ann", "Bob", &format!("1. f5 {answer}"));
    }
    for _ in 0..19 {
        text += &game("Eve", "", "1. f5 d6");
    }
    fs::write(folder.join("a.txt"), text).unwrap();
    let flags = [
        "stats",
        "a.txt",
        "--json",
        "--discs",
        "none",
        "--tester",
        "tester:depth=1",
        "--players",
        "9",
    ];
    let (code, out, errors) = run(folder, &flags).apart();
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    let players = json["losses"]["players"].as_array().unwrap();
    let of = |index: usize| {
        let player = &players[index];
        (
            player["name"].as_str().unwrap(),
            player["games"].as_u64().unwrap(),
        )
    };
    assert_eq!((players.len(), of(0), of(1)), (2, ("Ann", 20), ("Bob", 20)));
    assert_eq!(players[0]["d"]["mean"], 0.0);
    // What each answer loses, as the tester says when it is asked for that game alone.
    let loss = |game: &str| {
        let flags = ["analyse", "-", "--json", "--tester", "tester:depth=1"];
        let (_, one, _) = run_with_input(folder, &flags, game).apart();
        let one: serde_json::Value = serde_json::from_str(one.lines().next().unwrap()).unwrap();
        one["losses"][1].as_f64().unwrap()
    };
    let (few, many) = (loss("f5f4\n"), loss("f5d6\n"));
    assert!(few > 0.0 && many > few, "{few} {many}");
    let mean = (5.0 * few + 15.0 * many) / 20.0;
    assert_eq!(players[1]["d"]["mean"].as_f64().unwrap(), mean);
    assert!(json["losses"]["spread"].is_null());
}

#[test]
fn analyse_reads_them_all() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("a.txt"), "f5d6c3\n\nf5f6e6\n").unwrap();
    let flags = ["--tester", "tester:depth=1"];
    let mut transcripts = Vec::new();
    for file in ["a.txt", "b.ggf", "c.sgf", "d.wtb", "e.json"] {
        if file != "a.txt" {
            let (code, ..) = run(folder, &["convert", "a.txt", file]).apart();
            assert_eq!(code, Some(0));
        }
        let arguments = [&["analyse", file, "--json"][..], &flags].concat();
        let (code, out, errors) = run(folder, &arguments).apart();
        assert_eq!((code, errors.as_str()), (Some(0), ""), "{file}");
        let lines = out.lines().map(|line| serde_json::from_str(line).unwrap());
        let lines: Vec<serde_json::Value> = lines.collect();
        assert_eq!(lines.len(), 3, "{file}");
        let moves: Vec<String> = lines[..2]
            .iter()
            .map(|it| it["transcript"].to_string())
            .collect();
        transcripts.push(moves);
        let places = (&lines[1]["line"], &lines[1]["byte"]);
        match file {
            "a.txt" => assert_eq!(places, (&3.into(), &8.into())),
            "d.wtb" => assert_eq!(places, (&serde_json::Value::Null, &84.into())),
            _ => assert!(lines[1]["line"].is_u64(), "{file}"),
        }
    }
    assert!(transcripts.iter().all(|moves| *moves == transcripts[0]));
    let (_, out, _) = run(folder, &[&["analyse", "d.wtb"][..], &flags].concat()).apart();
    assert!(
        out.starts_with("game 1, byte 16\n") && out.contains("\ngame 2, byte 84\n"),
        "{out}"
    );
    // A file of WTHOR that is cut off: its good game, and what is wrong.
    let bytes = fs::read(folder.join("d.wtb")).unwrap();
    fs::write(folder.join("d.wtb"), &bytes[..100]).unwrap();
    let (code, out, errors) = run(folder, &[&["analyse", "d.wtb"][..], &flags].concat()).apart();
    assert_eq!(code, Some(1));
    assert!(out.starts_with("game 1, byte 16\n"), "{out}");
    assert!(
        errors.starts_with("d.wtb, byte 84: the file is cut off: it says that it holds 2 games"),
        "{errors}"
    );
}

/// Ended while it waits for more: nothing is left behind.
#[cfg(unix)]
#[test]
fn convert_leaves_nothing_when_it_is_ended() {
    use rustix::process::{Pid, Signal, kill_process};
    use std::thread::sleep;
    use std::time::Duration;

    const A_MOMENT: Duration = Duration::from_millis(50);
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut child = koteki(folder)
        .args(["convert", "-", "a.ggf"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"f5d6\n\nf5f6\n").unwrap();
    while names(folder).is_empty() {
        sleep(A_MOMENT);
    }
    assert_eq!(names(folder), ["a.ggf.new"]);
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(names(folder).is_empty());
}

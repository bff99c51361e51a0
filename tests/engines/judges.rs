//! Engines of other programs as judges: of the games of files, and of one position. The engines here are
//! shell scripts, and the program itself in a second process.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic)] // Tests may unwrap; clippy does not know the helpers of one.

use std::fs;

use koteki_engine::player::Context;
use koteki_engine::search::budget::Cancel;
use koteki_engine::search::root::Search as _;
use koteki_games::Game as _;
use koteki_games::othello::Move;
use koteki_games::othello::notation::read_transcript;
use koteki_games::random::{Random, SeedableRng as _};
use koteki_rivals::roster::{PlayerSpec, build_othello};
use serde_json::{Value, json};

use crate::common::run;

/// The engine that is this script.
fn engine(script: &str) -> String {
    assert!(!script.contains(['"', '\'']), "{script}");
    format!("engine:cmd=\"sh -c '{script}'\",protocol=nboard,wait=2s")
}

/// An engine behind NBoard that does this when it is asked for hints.
fn hinting(hint: &str) -> String {
    engine(&format!(
        "while read -r c n rest; do case $c in ping) echo pong $n;; hint) {hint};; esac; done"
    ))
}

/// What is said of these moves: their lines and values, then that it is through.
fn says(lines: &[&str]) -> String {
    let lines: String = lines
        .iter()
        .map(|line| format!("echo search {line} 0 4; "))
        .collect();
    format!("{lines}echo status")
}

/// An engine of the program itself.
fn own(depth: u32) -> String {
    let own = env!("CARGO_BIN_EXE_koteki");
    format!("engine:cmd=\"{own} engine --protocol nboard\",protocol=nboard,depth={depth}")
}

/// A folder with a file `games.txt`.
fn folder(games: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("games.txt"), games).unwrap();
    folder
}

fn lines_of_json(text: &str) -> Vec<Value> {
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// The first moves of two games, before the part that is played out.
const GAMES: &str = "f5d6c3d3c4f4f6f3e3b4c5c6e6e2e7d2f1d7a3a4b3g6a5a2a1f2g5f7b2c2b5e1b1\n\
                     f5d6c4d3c3f4c5b3c2e3d2c6b4b5f2\n";

#[test]
fn an_engine_finds_the_same_losses_and_lines_as_its_evaluation_in_this_process() {
    let folder = folder(GAMES);
    let analysed = |tester: &str, jobs: &str| {
        let arguments = ["analyse", "games.txt", "--json", "--threshold", "1"];
        let more = ["--tester", tester, "--jobs", jobs];
        let (code, out, errors) = run(folder.path(), &[&arguments[..], &more].concat()).apart();
        assert_eq!((code, &*errors), (Some(0), ""));
        let mut lines = lines_of_json(&out);
        // What differs is the name.
        for line in &mut lines {
            line.as_object_mut().unwrap().remove("tester");
            if let Some(summary) = line.get_mut("summary") {
                summary.as_object_mut().unwrap().remove("tester");
            }
        }
        lines
    };
    let here = analysed("tester:eval=learned,depth=2,exhaustive=14", "1");
    assert_eq!(here.len(), 3);
    let mistakes = here[0]["mistakes"].as_array().unwrap();
    assert!(mistakes.len() > 10, "{mistakes:?}");
    assert_eq!(analysed(&own(2), "1"), here);
    // The same with two processes.
    assert_eq!(analysed(&own(2), "2"), here);
}

#[test]
fn values_lines_and_losses_are_those_that_the_engine_tells() {
    // The lines stop where they are no moves any more, or not legal: Black cannot play a1 there.
    let said = says(&[
        "D3C3C4 +1.50",
        "c4 0.25",
        "F5-F4-?? -2.00",
        "e6f4a1 -1,-1",
        "d6 -0.5",
        "f4 0.75",
        "f6 -3",
    ]);
    let tester = hinting(&said);
    let folder = folder("f5\n");
    let analysed = |more: &[&str]| {
        let arguments = ["analyse", "games.txt", "--tester", &tester];
        let (code, out, errors) = run(folder.path(), &[&arguments[..], more].concat()).apart();
        assert_eq!((code, &*errors), (Some(0), ""));
        out
    };
    let games = lines_of_json(&analysed(&["--json", "--threshold", "350"]));
    assert_eq!(games[0]["losses"], json!([350]));
    // Black's best move is worth 1.5 discs, White's best one after f5 0.75.
    assert_eq!(games[0]["values"], json!([150, -75]));
    let mistake = &games[0]["mistakes"][0];
    assert_eq!(mistake["best"], "d3");
    assert_eq!(mistake["unit"], "points");
    assert_eq!(mistake["points"], 350);
    assert_eq!(mistake["best_line"], json!(["d3", "c3", "c4"]));
    assert_eq!(mistake["line"], json!(["f5", "f4"]));
    // Nobody measured known players in this unit.
    assert_eq!(games[0]["sides"]["black"]["about"], Value::Null);
    // Four discs are a mistake by default, wherever they are lost.
    let usual = lines_of_json(&analysed(&["--json"]));
    assert_eq!(usual[0]["mistakes"], json!([]));
    assert_eq!(usual[1]["summary"]["threshold"]["points"], 400);
    let discs = lines_of_json(&analysed(&["--json", "--discs", "3"]));
    assert_eq!(discs[1]["summary"]["threshold"]["points"], 300);
    assert_eq!(discs[0]["mistakes"].as_array().unwrap().len(), 1);
    let text = analysed(&["--threshold", "350"]);
    assert!(text.contains("1 Black f5 loses 350 points"), "{text}");
    assert!(
        text.contains("(100 points are a disc): 1 mistake"),
        "{text}"
    );
}

/// White cannot move after these 25 plies: a game that a user of another program reported.
const WHITE_PASSES: &str =
    "f5d6c3d3c4f4f6f3e3b4c5c6e6e2e7d2f1d7a3a4b3g6a5a2a1f2g5f7b2c2b5e1b1g1c1h4g3b6d1h2h1g2h3";

#[test]
fn passes_that_an_engine_leaves_out_stand_in_its_lines() {
    let line = read_transcript(WHITE_PASSES).unwrap();
    let before = line.positions()[line.ply() - 1];
    let last = line.moves()[line.ply() - 1];
    let mut after = *line.position();
    let mut legal = Vec::new();
    after.legal_moves(&mut legal);
    assert_eq!(legal, [Move::Pass]);
    after.play(Move::Pass);
    after.legal_moves(&mut legal);
    let then = legal[0];
    before.legal_moves(&mut legal);
    for between in ["", "PA", "--", "-PA-"] {
        let lines: Vec<String> = legal
            .iter()
            .map(|mv| format!("{mv}{between}{then} +1"))
            .collect();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let spec: PlayerSpec = hinting(&says(&lines)).parse().unwrap();
        let PlayerSpec::Engine(engine) = spec else {
            panic!("{spec}");
        };
        let judge = engine.named_by_person().judge().unwrap();
        let cancel = Cancel::new();
        judge.root_values(&before, 1, &cancel).unwrap();
        let told = judge.line(&before, last, 1, &cancel).unwrap();
        assert_eq!(told, [last, Move::Pass, then], "{between}");
    }
}

#[test]
fn lines_are_not_asked_for_again_and_only_moves_have_values() {
    let folder = tempfile::tempdir().unwrap();
    let count = folder.path().join("count");
    let path = count.to_str().unwrap();
    let line = read_transcript(WHITE_PASSES).unwrap();
    let mut legal = Vec::new();
    let mut after = *line.position();
    after.play(Move::Pass);
    after.legal_moves(&mut legal);
    let lines: Vec<String> = legal.iter().map(|mv| format!("{mv} +2.5")).collect();
    let mut lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    lines.extend(["d3c3 1", "c4 1", "f5 1", "e6 1"]);
    let script = format!("echo x >> {path}; {}", says(&lines));
    let spec: PlayerSpec = hinting(&script).parse().unwrap();
    let PlayerSpec::Engine(engine) = spec else {
        panic!("{spec}");
    };
    let asked = || {
        fs::read_to_string(&count)
            .unwrap_or_default()
            .lines()
            .count()
    };
    let cancel = Cancel::new();
    let judge = engine
        .named_by_person()
        .judge()
        .unwrap()
        .of_every_position();
    let start = read_transcript("").unwrap().positions()[0];
    judge.root_values(&start, 1, &cancel).unwrap();
    for mv in ["d3", "c4", "f5", "e6"] {
        let mv = mv.parse().unwrap();
        assert_eq!(judge.line(&start, mv, 1, &cancel).unwrap()[0], mv);
    }
    assert_eq!(asked(), 1);
    // A forced pass is worth what the other side's best move is, with the other sign.
    let forced = judge.root_values(line.position(), 1, &cancel).unwrap();
    assert_eq!(forced.value_of(Move::Pass), Some(-250));
    assert_eq!(asked(), 2);
    assert_eq!(
        judge.line(line.position(), Move::Pass, 1, &cancel).unwrap(),
        [Move::Pass]
    );
    assert_eq!(asked(), 2);
}

#[test]
fn each_failure_of_a_judge_has_its_line_and_what_was_done_before_is_printed() {
    let folder = folder("f5\nf5d6\n");
    let fails = |tester: &str, arguments: &[&str]| {
        let arguments = [arguments, &[tester]].concat();
        let (code, out, errors) = run(folder.path(), &arguments).apart();
        assert_eq!(code, Some(1), "{errors}");
        assert_eq!(errors.lines().count(), 1, "{errors}");
        assert!(errors.starts_with("koteki: "), "{errors}");
        (out, errors)
    };
    let analyse = ["analyse", "games.txt", "--jobs", "1", "--tester"];
    let nowhere = "engine:cmd=\"/nowhere/engine\",protocol=nboard";
    for (tester, why) in [
        (nowhere.to_owned(), "\"/nowhere/engine\": cannot start it"),
        (hinting("sleep 600"), "no answer to \"hint 4\" in 2 s"),
        (hinting("exit 3"), "it ended before it answered \"hint 4\""),
        (
            hinting("echo boo >&2; exit 3"),
            "answered \"hint 4\" (it said: boo)",
        ),
        (hinting("yes nothing"), "bytes that are no answer"),
        (
            hinting(&says(&["d3 1", "c4 1"])),
            "the values of 2 moves of 4",
        ),
        (
            "engine:cmd=\"gtp-rhino\"".to_owned(),
            "GTP has no values of moves",
        ),
        ("random".to_owned(), "only a tester can judge"),
    ] {
        let (out, errors) = fails(&tester, &analyse);
        assert!(errors.contains(why), "{errors} does not contain {why}");
        assert_eq!(out, "");
        let (_, errors) = fails(&tester, &["stats", "games.txt", "--json", "--discs"]);
        assert!(errors.contains(why), "{errors} does not contain {why}");
    }
    // It ends in the second game: two positions of the first are answered.
    let count = folder.path().join("count");
    let path = count.to_str().unwrap();
    let all = says(&["d3 1", "c4 1", "f5 1", "e6 1", "d6 0", "f4 0", "f6 0"]);
    let mortal =
        format!("echo x >> {path}; if [ $(wc -l < {path}) -gt 2 ]; then exit 1; fi; {all}");
    let (out, errors) = fails(&hinting(&mortal), &analyse);
    assert!(out.starts_with("game 1, line 1\n"), "{out}");
    assert!(!out.contains("game 2"), "{out}");
    assert!(out.contains("1 game, judged by engine:"), "{out}");
    assert!(errors.ends_with("(after 1 game)\n"), "{errors}");
}

#[test]
fn an_engine_counts_losses_in_discs() {
    let folder = folder(GAMES);
    let counted = |discs: &str| {
        let arguments = ["stats", "games.txt", "--json", "--tester", "tester:depth=1"];
        let (code, out, errors) = run(
            folder.path(),
            &[&arguments[..], &["--discs", discs]].concat(),
        )
        .apart();
        assert_eq!((code, &*errors), (Some(0), ""));
        let mut report: Value = serde_json::from_str(&out).unwrap();
        assert!(report["losses"]["discs_tester"].take().is_string());
        report
    };
    let here = counted("tester:eval=learned,depth=2,exhaustive=14");
    assert!(here["losses"]["moves"][1]["discs"]["mean"].as_f64() > Some(0.0));
    assert_eq!(counted(&own(2)), here);
    // In points it is not asked.
    let arguments = ["stats", "games.txt", "--tester", &own(2)];
    let (code, out, errors) = run(folder.path(), &arguments).apart();
    assert_eq!((code, &*out), (Some(1), ""));
    assert!(
        errors.contains("an engine counts in discs: --discs engine:"),
        "{errors}"
    );
}

#[test]
fn another_program_is_not_put_behind_a_protocol() {
    let folder = tempfile::tempdir().unwrap();
    let engine = "engine:cmd=\"gtp-rhino\"";
    for more in [
        &["--protocol", "gtp"][..],
        &["--protocol", "nboard"],
        &["--game", "blokus"],
    ] {
        let arguments = [&["engine", "--player", engine][..], more].concat();
        let (code, out, errors) = run(folder.path(), &arguments).apart();
        assert_eq!((code, &*out), (Some(1), ""));
        assert!(
            errors.starts_with("koteki: --player engine:cmd="),
            "{errors}"
        );
        assert!(
            errors.contains("start it instead of koteki engine"),
            "{errors}"
        );
        assert_eq!(errors.lines().count(), 1);
    }
}

/// What is played in the position after f5, where the engine takes d6 for the best move, f6 for a loss of two
/// discs and f4 for one of five.
fn held(d: &str) -> Result<Move, String> {
    let script = hinting(&says(&["d6c3 +3.00", "f6 1.0", "f4e3 -2.00"]));
    let player: PlayerSpec = format!("{script},d={d}").parse().unwrap();
    let player = build_othello(&player.named_by_person()).unwrap();
    let line = read_transcript("f5").unwrap();
    let mut allowed = Vec::new();
    line.position().legal_moves(&mut allowed);
    let mut random = Random::seed_from_u64(1);
    let mut context = Context {
        random: &mut random,
        cancel: &Cancel::new(),
    };
    let choice = player.choose(&line, &allowed, &mut context);
    choice.map(|it| it.mv).map_err(|why| format!("{why:?}"))
}

#[test]
fn an_agent_gives_away_so_much_as_an_engine_sees_it() {
    for (d, mv) in [
        ("0", "d6"),
        ("90", "d6"),
        ("110", "f6"),
        ("340", "f6"),
        ("360", "f4"),
    ] {
        assert_eq!(held(d), Ok(mv.parse().unwrap()), "{d}");
    }
    // Without a target it has nothing to hold, and by GTP nothing is told.
    let open: PlayerSpec = format!("{},d=target", own(1)).parse().unwrap();
    assert!(open.is_open() && build_othello(&open).is_err());
    let error = "engine:cmd=\"x\",d=5".parse::<PlayerSpec>().unwrap_err();
    assert!(error.to_string().contains("protocol=gtp"), "{error}");
}

/// In its eyes rivals are bred as in the tester's; where it fails, its own words end the breeding, and in a match
/// it loses.
#[test]
fn rivals_are_bred_for_an_agent_in_an_engines_eyes() {
    let folder = folder("");
    let config = |engine: &str| {
        let text = format!(
            "[evolution]\npopulation = 2\nchildren = 1\ngames = 2\ndepth = 1\nexhaustive = 0\n\
             fitness = \"thesis\"\nselection = \"thesis\"\nopponent = '''{engine},d=target'''\n"
        );
        fs::write(folder.path().join("c.toml"), text).unwrap();
    };
    let evolve = [
        "evolve",
        "--cycles",
        "1",
        "--config",
        "c.toml",
        "--target",
        "300",
        "--jobs",
        "1",
        "--allow-engines",
    ];
    config(&own(1));
    let (code, out, errors) = run(folder.path(), &evolve).apart();
    assert_eq!(code, Some(0), "{out}{errors}");
    assert!(out.contains("individual:"), "{out}");
    let broken = engine("read -r line; echo sorry >&2; exit 3");
    config(&broken);
    let (code, out, errors) = run(folder.path(), &evolve).apart();
    assert_eq!(
        (code, errors.lines().count()),
        (Some(1), 1),
        "{out}{errors}"
    );
    assert!(
        errors.contains("ended") && errors.contains("sorry"),
        "{errors}"
    );
    let player = format!("{broken},d=300");
    let (code, out, _) = run(folder.path(), &["match", &player, "random", "--games", "2"]).apart();
    assert_eq!(code, Some(0));
    assert!(
        out.contains("0 wins, 2 losses") && out.contains("failed in 2 games: lost"),
        "{out}"
    );
    // And why.
    let why = out.lines().find(|line| line.contains("failed in")).unwrap();
    assert!(
        why.ends_with("before it answered \"ping 1\" (it said: sorry)"),
        "{why}"
    );
}

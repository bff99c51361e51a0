//! `koteki match` and `koteki measure`, as a user runs them.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;

use clap::Parser;
use koteki::commands::{match_, measure};
use koteki_engine::player::{Choice, Context, Player, PlayerError};
use koteki_engine::search::budget::Cancel;
use koteki_engine::wire::error::{EngineError, EngineErrorKind};
use koteki_games::blokus::Position as Blokus;
use koteki_games::othello::notation::{Passes, write_transcript};
use koteki_games::othello::{Move, Position};
use koteki_games::{Game as _, GameLine};
use koteki_record::formats::Source;
use koteki_rivals::measure::contest::{Settings, Tally, contest, plain_difference};
use koteki_rivals::measure::openings::{Openings, balanced};
use koteki_rivals::measure::tournament::{Board, Conditions, Plan, round_robin};
use koteki_rivals::roster::{PlayerSpec, build_othello};
use serde_json::Value;

use crate::common::{self, koteki};

#[derive(Parser)]
enum Cli {
    Match(match_::Args),
    Measure(measure::Args),
}

/// What the command line prints, or its error.
fn run(line: &str) -> Result<String, String> {
    let words = std::iter::once("koteki").chain(line.split_whitespace());
    let cli = Cli::try_parse_from(words).map_err(|error| error.to_string())?;
    let mut out = Vec::new();
    match cli {
        Cli::Match(args) => match_::write_report(&args, &mut out),
        Cli::Measure(args) => measure::write_report(&args, &mut out),
    }
    .map_err(|error| format!("{error:#}"))?;
    Ok(String::from_utf8(out).unwrap())
}

fn json(line: &str) -> Value {
    let text = run(line).unwrap();
    assert_eq!(text.lines().count(), 1);
    serde_json::from_str(&text).unwrap()
}

#[test]
fn the_result_is_the_same_for_any_number_of_threads() {
    for players in ["random beginner", "agent:d=25,depth=2 intermediate:depth=2"] {
        let line = format!("match {players} --games 21 --seed 5");
        let one = run(&format!("{line} --jobs 1")).unwrap();
        assert_eq!(one, run(&format!("{line} --jobs 2")).unwrap());
        assert_eq!(one, run(&format!("{line} --jobs 7")).unwrap());
        assert_ne!(
            one,
            run(&format!("match {players} --games 21 --seed 6")).unwrap()
        );
    }
    let measured = run("measure beginner --games 5 --jobs 1").unwrap();
    assert_eq!(
        measured,
        run("measure beginner --games 5 --jobs 2").unwrap()
    );
}

#[test]
fn json_is_one_object_that_adds_up() {
    let report = json("match beginner random --games 30 --seed 2 --json");
    let count = |key: &str| report[key].as_u64().unwrap();
    assert_eq!(count("wins") + count("losses") + count("draws"), 30);
    let rate = report["win_rate"].as_f64().unwrap();
    let points = count("wins") as f64 + count("draws") as f64 / 2.0;
    assert!((rate - points / 30.0).abs() < 1e-12);
    let limit = |index: usize| report["interval"][index].as_f64().unwrap();
    assert!(0.0 <= limit(0) && limit(0) <= rate && rate <= limit(1) && limit(1) <= 1.0);
    assert!(report["mean_difference"].as_f64().unwrap() > 0.0);
    assert_eq!(report["interval_method"], "pairs");
    let pairs = report["pairs"].as_array().unwrap();
    assert_eq!(pairs.iter().map(|n| n.as_u64().unwrap()).sum::<u64>(), 15);
    // Seen from the other side of the same players it is another match (colours start the other way
    // round), but the same strength.
    let turned = json("match random beginner --games 30 --seed 2 --json");
    assert!(turned["win_rate"].as_f64().unwrap() < 0.5);
}

/// Ueda 2012, §5.2: the levels of "Reversi in C#" are far apart (Advanced–Intermediate 96–4).
#[test]
fn the_stronger_level_wins_clearly() {
    for (players, games) in [
        ("beginner random", 40),
        ("intermediate beginner", 40),
        ("advanced intermediate", 20),
    ] {
        let report = json(&format!("match {players} --games {games} --seed 1 --json"));
        let low = report["interval"][0].as_f64().unwrap();
        assert!(low > 0.55, "{players}: {report}");
    }
}

#[test]
fn the_printed_command_gives_the_same_again() {
    let first = run("match beginner random --games 6 --seed 3 --empties-to-winner").unwrap();
    let again = first.lines().last().unwrap();
    let command = again.split_once("koteki ").unwrap().1;
    assert_eq!(run(command).unwrap(), first);
    let first = run("measure tester:depth=1 --games 2 --tester tester:depth=2").unwrap();
    let again = first.lines().last().unwrap();
    let command = again.split_once("koteki ").unwrap().1;
    assert_eq!(run(command).unwrap(), first);
}

#[test]
fn a_faulty_player_is_one_clear_line() {
    for (line, place) in [
        ("match begginer random", "player \"begginer\": "),
        ("match random tester:depth=0", "column 14"),
        ("measure agent:d=x", "column 9"),
    ] {
        let error = run(line).unwrap_err();
        assert_eq!(error.lines().count(), 1, "{error}");
        assert!(error.contains(place), "{error}");
    }
    let error = run("match agent:d=target random").unwrap_err();
    assert!(error.contains("agent:d=25"), "{error}");
    let error = run("measure random --tester expert").unwrap_err();
    assert!(error.contains("only a tester"), "{error}");
    assert!(run("match random random --games 0").is_err());
}

/// The games are those that two players have always played from a seed: counted here from the games themselves.
#[test]
fn a_match_of_two_plays_the_games_of_its_seed() {
    let [a, b]: [PlayerSpec; 2] = ["beginner", "uct:playouts=20"].map(|name| name.parse().unwrap());
    let players = [build_othello(&a).unwrap(), build_othello(&b).unwrap()];
    let settings = Settings {
        games: 14,
        seed: 5,
        opening_plies: 6,
        jobs: 1,
    };
    let [one, two] = &players;
    let differences = contest(&**one, &**two, &settings, &Cancel::new(), |game| {
        plain_difference(&game)
    });
    let tally = Tally::of(&differences.unwrap());
    let line =
        "match beginner uct:playouts=20 --games 14 --seed 5 --opening-plies 6 --json --jobs 3";
    let report = json(line);
    for (key, count) in [
        ("wins", tally.wins),
        ("losses", tally.losses),
        ("draws", tally.draws),
    ] {
        assert_eq!(report[key], count);
    }
    assert_eq!(report["mean_difference"].as_f64(), tally.mean_difference());
    assert_eq!(report["pairs"], serde_json::json!(tally.pair_counts()));
    // In pairs it is the same match.
    assert_eq!(json(&line.replace("--games 14", "--pairs 7")), report);
}

#[test]
fn a_match_that_ends_by_its_result_is_the_same_for_any_number_of_threads() {
    for rule in [
        "--sprt elo0=0,elo1=200",
        "--until-ci 0.2",
        "--until-ci 0.2 --gauntlet",
        "--sprt elo0=0,elo1=100 --games 50",
    ] {
        let line = format!("match beginner random uct:playouts=3 {rule} --seed 4");
        let one = run(&format!("{line} --jobs 1")).unwrap();
        assert_eq!(one, run(&format!("{line} --jobs 4")).unwrap());
        let two = format!("match beginner random {rule} --seed 4 --json");
        let one = json(&format!("{two} --jobs 1"));
        assert_eq!(one, json(&format!("{two} --jobs 5")));
        assert_eq!(one["complete"], true);
        if let Some(test) = one.get("sprt").filter(|_| !rule.contains("games")) {
            assert_eq!(test["verdict"], "h1");
            assert!(test["llr"].as_f64().unwrap() >= 19f64.ln());
        }
        if rule.contains("until-ci") {
            let limit = |index: usize| one["interval"][index].as_f64().unwrap();
            assert!(limit(1) - limit(0) <= 0.4);
            assert_eq!(one["games"].as_u64().unwrap() % 40, 0);
        }
    }
}

#[test]
fn several_players_all_meet() {
    let all = json("match beginner random uct:playouts=5 --games 6 --seed 9 --json");
    let pairings = all["pairings"].as_array().unwrap();
    assert_eq!(pairings.len(), 3);
    let two = json("match beginner random --games 6 --seed 9 --json");
    for key in [
        "wins",
        "losses",
        "draws",
        "mean_difference",
        "pairs",
        "elo_interval",
    ] {
        assert_eq!(pairings[0][key], two[key], "{key}");
    }
    let players = all["players"].as_array().unwrap();
    let points: f64 = players
        .iter()
        .map(|it| it["points"].as_f64().unwrap())
        .sum();
    assert!((points - 18.0).abs() < 1e-9);
    let elos: Vec<f64> = players
        .iter()
        .map(|it| it["elo"].as_f64().unwrap())
        .collect();
    assert!(elos.is_sorted_by(|a, b| a >= b) && elos.iter().sum::<f64>().abs() < 1e-6);
    let first = json("match beginner random uct:playouts=5 --gauntlet --games 6 --seed 9 --json");
    assert_eq!(first["pairings"].as_array().unwrap()[..], pairings[..2]);
    let text = run("match beginner random uct:playouts=5 --games 6 --seed 9").unwrap();
    assert!(
        text.lines().all(|line| line.chars().count() <= 100),
        "{text}"
    );
    let command = text
        .lines()
        .last()
        .unwrap()
        .split_once("koteki ")
        .unwrap()
        .1;
    assert_eq!(run(command).unwrap(), text);
    let csv = run("match beginner random uct:playouts=5 --games 6 --seed 9 --csv").unwrap();
    assert_eq!(csv.lines().count(), 4);
    let csv = run("match beginner random agent:d=25,depth=1 --games 2 --csv=pairings").unwrap();
    let columns = csv.lines().next().unwrap().split(',').count();
    assert!(
        csv.lines().nth(1).unwrap().split(',').count() == columns,
        "{csv}"
    );
    assert!(csv.contains("\"agent:d=25,depth=1"), "{csv}");
}

/// Games of a match's file, read as `koteki analyse` reads any file: Black, White, moves.
fn games_in(path: &Path) -> Vec<[String; 3]> {
    let mut source = Source::open(path, None).unwrap();
    let mut games = Vec::new();
    while let Some(entry) = source.games.next_entry().unwrap() {
        let game = entry.game.unwrap();
        assert!(game.line.position().outcome().is_some());
        let [black, white] = game.names.map(Option::unwrap);
        games.push([
            black,
            white,
            write_transcript(game.line.moves(), Passes::Omitted),
        ]);
    }
    games
}

#[test]
fn openings_of_a_file_are_played_in_order_with_both_colours() {
    let folder = tempfile::tempdir().unwrap();
    let openings = folder.path().join("xot.txt");
    fs::write(
        &openings,
        "# three\nf5d6c3d3c4f4c5b3\nf5f6e6f4\nf5d6c5f4e3c6\n",
    )
    .unwrap();
    let out = folder.path().join("games.jsonl");
    let line = format!(
        "match random beginner --openings {} --games 8",
        openings.display()
    );
    let told = run(&format!("{line} --out {}", out.display())).unwrap();
    assert!(told.contains("3 openings for 4 pairs"), "{told}");
    let games = games_in(&out);
    let starts = [
        "f5d6c3d3c4f4c5b3",
        "f5f6e6f4",
        "f5d6c5f4e3c6",
        "f5d6c3d3c4f4c5b3",
    ];
    assert_eq!(games.len(), 8);
    for (pair, start) in games.chunks(2).zip(starts) {
        assert!(pair.iter().all(|game| game[2].starts_with(start)));
        assert_eq!([&pair[0][0], &pair[0][1]], [&pair[1][1], &pair[1][0]]);
        assert_eq!(pair[0][0], "random");
    }
    let cut = folder.path().join("cut.jsonl");
    run(&format!("{line} --opening-plies 2 --out {}", cut.display())).unwrap();
    let line_of = |text: &str| serde_json::from_str::<Value>(text.lines().nth(1).unwrap()).unwrap();
    assert_eq!(line_of(&fs::read_to_string(&cut).unwrap())["opening"], 2);
    fs::write(&openings, "f5d6\nf5f5\n").unwrap();
    let error = run(&line).unwrap_err();
    assert!(
        error.contains("xot.txt") && error.contains("line 2"),
        "{error}"
    );
    assert_eq!(error.lines().count(), 1);
}

/// The first moves of a game of the contest of 2010 and of another one, in both notations; and a file of Pentobi.
#[test]
fn openings_of_blokus_duo_come_from_files() {
    let folder = tempfile::tempdir().unwrap();
    let openings = folder.path().join("openings.txt");
    let out = folder.path().join("games.jsonl");
    let line = format!(
        "match --game blokus random biggest --games 4 --openings {} --out {}",
        openings.display(),
        out.display()
    );
    let game = |moves: &[&str]| {
        let mut line = GameLine::<Blokus>::default();
        for mv in moves {
            line.play(mv.parse().unwrap()).unwrap();
        }
        line
    };
    fs::write(&openings, "# two\n65u0 AAu0 88l2\n\ne10 j5\n").unwrap();
    let drawn = |index: usize| -> String {
        let text = fs::read_to_string(&out).unwrap();
        let game: Value = serde_json::from_str(text.lines().nth(1 + index).unwrap()).unwrap();
        let moves = game["transcript"].as_str().unwrap();
        let opening = usize::try_from(game["opening"].as_u64().unwrap()).unwrap();
        moves.split(' ').take(opening).collect::<Vec<_>>().join(" ")
    };
    run(&line).unwrap();
    let words = |moves: &[&str]| {
        let line = game(moves);
        let moves = line.moves().iter().map(ToString::to_string);
        moves.collect::<Vec<_>>().join(" ")
    };
    // Each twice, with colours swapped; e10 is 55 of the contests, j5 is AA.
    let (three, two) = (words(&["65u0", "AAu0", "88l2"]), words(&["55a0", "AAa0"]));
    assert_eq!(
        [0, 1, 2, 3].map(drawn),
        [&three, &three, &two, &two].map(Clone::clone)
    );
    fs::remove_file(&out).unwrap();
    run(&format!("{line} --opening-plies 1")).unwrap();
    assert_eq!(drawn(0), words(&["65u0"]));
    // The main line of a file of Pentobi.
    fs::write(
        &openings,
        "(;GM[Blokus Duo];B[e10];W[j5](;B[f11,g11])(;B[d11,c11]))",
    )
    .unwrap();
    fs::remove_file(&out).unwrap();
    run(&line).unwrap();
    assert_eq!(drawn(3), words(&["55a0", "AAa0", "f11,g11"]));
    for (text, said) in [
        ("65u0 AAu0\n65u0 65u0\n", "line 2: "),
        ("# nothing\n", "no opening in it"),
        ("(;GM[Blokus Duo];B[e10", "openings.txt"),
    ] {
        fs::write(&openings, text).unwrap();
        fs::remove_file(&out).unwrap_or_default();
        let error = run(&line).unwrap_err();
        assert!(
            error.contains(said) && error.contains("openings.txt"),
            "{error}"
        );
        assert_eq!(error.lines().count(), 1);
        assert!(!out.exists());
    }
}

/// Balanced openings are drawn without repeating any before all were played.
#[test]
fn balanced_openings_come_by_lot() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("games.jsonl");
    let line = format!(
        "match random random --openings balanced --games 60 --out {}",
        out.display()
    );
    run(&line).unwrap();
    let set: BTreeSet<String> = balanced()
        .iter()
        .map(|line| write_transcript(line.moves(), Passes::Omitted))
        .collect();
    let mut drawn = BTreeSet::new();
    for game in games_in(&out) {
        assert!(set.contains(&game[2][..16]));
        drawn.insert(game[2][..16].to_owned());
    }
    assert_eq!(drawn.len(), 30);
}

#[test]
fn a_match_that_was_cut_short_is_gone_on_with_to_the_same_file() {
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole.jsonl");
    let players = "match beginner random uct:playouts=3";
    for rule in ["--games 11", "--until-ci 0.2", "--sprt elo0=0,elo1=300"] {
        let _ = fs::remove_file(&whole);
        let line = format!(
            "{players} {rule} --seed 3 --out {} --jobs 1",
            whole.display()
        );
        let told = run(&line).unwrap();
        let bytes = fs::read(&whole).unwrap();
        let lines: Vec<&[u8]> = bytes.split_inclusive(|&byte| byte == b'\n').collect();
        for (number, length) in [1, 2, lines.len() / 2, lines.len()].into_iter().enumerate() {
            let part = folder.path().join(format!("part{number}.jsonl"));
            // Games end in any order, and the last line may be torn.
            let mut kept: Vec<&[u8]> = lines[1..length].to_vec();
            kept.reverse();
            let mut left = [lines[0], &kept.concat()].concat();
            if length < lines.len() {
                left.extend_from_slice(&lines[length][..20]);
            }
            fs::write(&part, left).unwrap();
            let again = run(&format!("match --resume {} --jobs 3", part.display())).unwrap();
            assert_eq!(again, told);
            assert!(fs::read(&part).unwrap() == bytes, "{rule}, {length} lines");
            fs::remove_file(&part).unwrap();
        }
        assert_eq!(games_in(&whole).len(), lines.len() - 1);
    }
}

/// Whether it was over or not, and whatever tore its last line.
#[test]
fn a_match_can_be_made_longer() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let begin = |name: &str, games: u32| {
        let out = path(name);
        let line = format!(
            "match uct:playouts=3 random beginner --seed 4 --games {games} --out {}",
            out.display()
        );
        run(&line).unwrap()
    };
    let told = begin("whole", 10);
    let whole = fs::read_to_string(path("whole")).unwrap();
    for (name, games, torn) in [
        ("over", 6, ""),
        ("odd", 5, ""),
        ("torn", 4, "{\"pairing\":[1"),
    ] {
        begin(name, games);
        let mut file = fs::OpenOptions::new()
            .append(true)
            .open(path(name))
            .unwrap();
        file.write_all(torn.as_bytes()).unwrap();
        drop(file);
        let line = format!("match --resume {} --games 10", path(name).display());
        assert_eq!(run(&line).unwrap(), told);
        assert!(fs::read_to_string(path(name)).unwrap() == whole, "{name}");
    }
}

#[test]
fn a_file_of_another_match_is_refused_and_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    let name = file.display();
    run(&format!("match random beginner --games 4 --out {name}")).unwrap();
    let bytes = fs::read(&file).unwrap();
    for (line, said) in [
        (
            format!("match random beginner --games 4 --out {name}"),
            "--resume",
        ),
        (format!("match --resume {name} --seed 2"), "seed"),
        // Made longer it may be, but no shorter.
        (format!("match --resume {name} --games 2"), "games"),
        (format!("match random expert --resume {name}"), "players"),
        (
            format!("match --resume {name} --openings balanced"),
            "openings",
        ),
        (format!("match --resume {name} --sprt elo1=10"), "sprt"),
    ] {
        let error = run(&line).unwrap_err();
        assert!(
            error.contains(said) && error.lines().count() == 1,
            "{line}: {error}"
        );
        assert_eq!(fs::read(&file).unwrap(), bytes);
    }
    // Named as it was, it is gone on with: there is nothing left to play.
    run(&format!(
        "match random beginner --resume {name} --games 4 --seed 1"
    ))
    .unwrap();
    assert_eq!(fs::read(&file).unwrap(), bytes);
    let in_line = |number: usize, from: &str, to: &str| -> String {
        let text = String::from_utf8(bytes.clone()).unwrap();
        let lines = (1..).zip(text.split_inclusive('\n'));
        let lines = lines.map(|(at, line)| match at == number {
            true => line.replacen(from, to, 1),
            false => line.to_owned(),
        });
        lines.collect()
    };
    for (damage, said) in [
        (
            String::from_utf8(bytes.clone())
                .unwrap()
                .replacen("\"game\":2", "\"game\":x", 1),
            "line 3",
        ),
        (
            String::from_utf8(bytes.clone())
                .unwrap()
                .replacen("\"game\":2", "\"game\":9", 1),
            "line 3",
        ),
        // A move that nobody can make, and an end that the moves do not lead to.
        (
            in_line(3, "\"transcript\":\"", "\"transcript\":\"z6"),
            "line 3: its moves are no game",
        ),
        (
            in_line(4, "\"difference\":-", "\"difference\":"),
            "line 4: its moves are no game",
        ),
        ("f5d6\n".to_owned(), "not the record of a match"),
        (String::new(), "holds nothing yet"),
    ] {
        fs::write(&file, &damage).unwrap();
        let error = run(&format!("match --resume {name}")).unwrap_err();
        assert!(
            error.contains(said) && error.lines().count() == 1,
            "{error}"
        );
        assert_eq!(fs::read_to_string(&file).unwrap(), damage);
    }
    assert!(
        run("match --resume /nowhere/at/all")
            .unwrap_err()
            .contains("/nowhere/at/all")
    );
}

/// A program that was killed before its first line was written has done nothing: what it left is begun anew.
#[test]
fn a_file_without_its_first_line_is_begun_anew() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let line = "match random beginner --games 4 --seed 3 --jobs 1";
    run(&format!("{line} --out {}", path("whole"))).unwrap();
    let whole = fs::read_to_string(path("whole")).unwrap();
    for left in ["", "{\"ma", &whole[..60]] {
        for option in ["--out", "--resume"] {
            fs::write(path("killed"), left).unwrap();
            run(&format!("{line} {option} {}", path("killed"))).unwrap();
            assert_eq!(fs::read_to_string(path("killed")).unwrap(), whole);
        }
        // What is played is not known.
        fs::write(path("killed"), left).unwrap();
        let error = run(&format!("match --resume {}", path("killed"))).unwrap_err();
        assert!(
            error.contains("holds nothing yet: begin the match again"),
            "{error}"
        );
        assert_eq!(fs::read_to_string(path("killed")).unwrap(), left);
    }
    // Somebody's file, though it has no end of a line.
    for theirs in ["mine", "{\"matches\": 3}"] {
        fs::write(path("theirs"), theirs).unwrap();
        let error = run(&format!("{line} --out {}", path("theirs"))).unwrap_err();
        assert!(error.contains("is there already"), "{error}");
        assert_eq!(fs::read_to_string(path("theirs")).unwrap(), theirs);
    }
}

/// The real program, killed in the middle of a match, and interrupted by Ctrl-C.
#[cfg(unix)]
#[test]
fn a_killed_match_loses_the_games_in_play_and_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let begin = |name: &str, jobs: &str| {
        let mut command = koteki(folder.path());
        let words = "match uct:playouts=60 beginner --games 300 --seed 6 --jobs";
        command
            .args(words.split(' '))
            .args([jobs, "--out", &path(name)]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    };
    let whole = begin("whole", "1").output().unwrap();
    assert!(whole.status.success());
    for (name, signal) in [("killed", "KILL"), ("ended", "INT")] {
        let mut child = begin(name, "2").spawn().unwrap();
        let lines =
            || fs::read(path(name)).map_or(0, |it| it.iter().filter(|&&b| b == b'\n').count());
        while lines() < 5 {
            assert!(child.try_wait().unwrap().is_none(), "over too soon");
            std::thread::yield_now();
        }
        let kill = Command::new("kill")
            .args([&format!("-{signal}"), &child.id().to_string()])
            .status();
        assert!(kill.unwrap().success());
        let ended = child.wait_with_output().unwrap();
        if signal == "INT" {
            assert_eq!(ended.status.code(), Some(130));
            let told = String::from_utf8(ended.stderr).unwrap();
            assert!(told.contains("koteki match --resume"), "{told}");
            assert!(
                String::from_utf8(ended.stdout)
                    .unwrap()
                    .contains("not over: ")
            );
        }
        let kept = lines();
        assert!((5..300).contains(&kept));
        let resumed = common::run(folder.path(), &["match", "--resume", &path(name)]);
        assert_eq!(resumed.code, Some(0));
        assert_eq!(resumed.out.as_bytes(), whole.stdout);
        assert!(fs::read(path(name)).unwrap() == fs::read(path("whole")).unwrap());
    }
}

/// A player that is another program, which answers no more after so many plies.
struct Fails(usize, EngineErrorKind);

impl Player<Position> for Fails {
    fn choose(
        &self,
        line: &GameLine<Position>,
        allowed: &[Move],
        _: &mut Context<'_>,
    ) -> Result<Choice<Position>, PlayerError> {
        if line.ply() >= self.0 {
            return Err(PlayerError::Engine(Box::new(EngineError {
                engine: "x".to_owned(),
                kind: self.1.clone(),
            })));
        }
        Ok(Choice {
            mv: allowed[0],
            candidates: Vec::new(),
            nodes: 0,
        })
    }
}

/// What comes of ten games of the first player against the second.
fn board_of(first: Fails, second: Fails) -> Board {
    let players: Vec<Box<dyn Player<Position>>> = vec![Box::new(first), Box::new(second)];
    let plan = Plan {
        pairings: round_robin(2),
        games: 10,
        seed: 1,
        stop: None,
    };
    let board = Mutex::new(Board::new(plan));
    let hall = Conditions {
        players: &players,
        openings: &Openings::Random(8),
        judge: plain_difference,
        jobs: 1,
    };
    hall.play(&board, &Cancel::new(), &|finished| {
        if let Some((side, why)) = &finished.failure {
            let line = &finished.played.line;
            assert!(line.position().side_to_move() == *side && !why.to_string().is_empty());
        }
    })
    .unwrap();
    board.into_inner().unwrap()
}

#[test]
fn a_program_that_fails_loses_and_after_three_games_the_match_ends() {
    let never = || Fails(1_000, EngineErrorKind::Resigned);
    let board = board_of(never(), Fails(20, EngineErrorKind::Flood(7)));
    assert_eq!(board.broken(), Some(1));
    assert!(!board.is_over());
    // The third game has no partner: two count.
    let tally = &board.meetings()[0].tally;
    assert_eq!((tally.wins, tally.games(), tally.forfeits), (2, 2, [0, 2]));
    assert_eq!(tally.mean_difference(), None);
    let board = board_of(Fails(20, EngineErrorKind::Flood(7)), never());
    assert_eq!(board.broken(), Some(0));
    assert_eq!(board.meetings()[0].tally.forfeits, [2, 0]);
    // Who gives up has lost, and that is no failure.
    let board = board_of(Fails(20, EngineErrorKind::Resigned), never());
    assert!(board.broken().is_none() && board.is_over());
    let tally = &board.meetings()[0].tally;
    assert_eq!(
        (tally.losses, tally.forfeits, tally.resigned),
        (10, [0, 0], [10, 0])
    );
    let board = board_of(never(), never());
    assert_eq!(board.meetings()[0].tally.games(), 10);
}

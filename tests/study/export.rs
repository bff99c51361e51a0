//! What a study is written as: the tables and the document say the same, and nobody's name is in them.

use std::fs;
use std::path::Path;

use koteki_games::othello::notation::read_transcript;
use koteki_games::{Game as _, Side};
use koteki_record::store::read_games;
use koteki_session::study::{Settings, Stage};
use serde_json::Value;

use crate::session::{TestStudy, study};

use crate::common::run;

/// The cells of a CSV text by RFC 4180.
fn cells(text: &str) -> Vec<Vec<String>> {
    let mut rows = vec![vec![String::new()]];
    let mut quoted = false;
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let row = rows.last_mut().unwrap();
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => {
                letters.next();
                row.last_mut().unwrap().push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(String::new()),
            '\n' if !quoted => rows.push(vec![String::new()]),
            letter => row.last_mut().unwrap().push(letter),
        }
    }
    assert!(!quoted);
    assert_eq!(rows.pop().unwrap(), [""]);
    rows
}

/// The rows of a table by column.
fn table(path: &Path) -> Vec<std::collections::BTreeMap<String, String>> {
    let mut rows = cells(&fs::read_to_string(path).unwrap()).into_iter();
    let head = rows.next().unwrap();
    rows.map(|row| {
        assert_eq!(row.len(), head.len());
        head.iter().cloned().zip(row).collect()
    })
    .collect()
}

/// A cell and a value of JSON that should be the same.
fn same(cell: &str, value: &Value) -> bool {
    match value {
        Value::Null => cell.is_empty(),
        Value::String(text) => cell == text,
        other => {
            let text = other.to_string();
            cell == text
        }
    }
}

#[test]
fn games_and_answers_are_written_without_a_name() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("it");
    study(&folder, Settings::guided());
    for who in ["P01", "P02"] {
        let mut at = TestStudy::open(&folder, who).unwrap();
        at.session.start().unwrap();
        // The second is left in the middle of a game.
        while at.act() {
            let playing = matches!(at.session.stage(), Stage::Playing(_));
            if who == "P02" && playing && at.session.protocol().games().len() == 7 {
                break;
            }
        }
    }
    let directory = folder.display().to_string();
    let (code, said) = run(
        home.path(),
        &["study", "export", &directory, "--csv", "--json"],
    )
    .together();
    assert_eq!(code, Some(0), "{said}");
    let out = folder.join("export");
    let names: Vec<&str> = said
        .lines()
        .map(|line| line.rsplit('/').next().unwrap())
        .collect();
    assert_eq!(
        names,
        [
            "people.csv",
            "games.csv",
            "pairs.csv",
            "answers.csv",
            "study.toml",
            "study.json",
            "games.jsonl"
        ]
    );
    for name in &names {
        let text = fs::read_to_string(out.join(name)).unwrap().to_lowercase();
        assert!(!text.contains("hanako") && !text.contains("ueno"), "{name}");
        let home = home.path().display().to_string().to_lowercase();
        assert!(!text.contains(&home), "{name} tells a folder");
    }

    let json: Value =
        serde_json::from_str(&fs::read_to_string(out.join("study.json")).unwrap()).unwrap();
    assert_eq!(json["schema"], "koteki-study/1");
    assert_eq!(
        (&json["seed"], &json["program"]),
        (&"77".into(), &"koteki test".into())
    );
    assert_eq!(
        json["settings"]["evolution"]["opponent"],
        "agent:d=target,depth=2"
    );
    let people = json["people"].as_array().unwrap();
    assert_eq!(people.len(), 2);
    assert_eq!(
        (&people[0]["code"], &people[0]["complete"]),
        (&"P01".into(), &true.into())
    );
    assert_eq!(
        (&people[1]["code"], &people[1]["complete"]),
        (&"P02".into(), &false.into())
    );

    // Games: the rules say how they ended.
    let games = table(&out.join("games.csv"));
    assert_eq!(games.len(), 15 + 7);
    let documented: Vec<&Value> = people
        .iter()
        .flat_map(|person| person["games"].as_array().unwrap())
        .collect();
    for (row, game) in games.iter().zip(&documented) {
        for (column, cell) in row {
            if let Some(value) = game.get(column) {
                assert!(same(cell, value), "{column}: {cell} is not {value}");
            }
        }
        let line = read_transcript(&row["transcript"]).unwrap();
        let person = if row["person"] == "black" {
            Side::Black
        } else {
            Side::White
        };
        match line.position().outcome() {
            None => assert_eq!((row["result"].as_str(), row["black"].as_str()), ("", "")),
            Some(outcome) => {
                let result = match outcome.difference(person) {
                    1.. => "win",
                    0 => "draw",
                    _ => "loss",
                };
                assert_eq!(row["result"], result);
                assert_eq!(row["black"], outcome.black.to_string());
            }
        }
    }
    assert_eq!(games.last().unwrap()["result"], "", "left in the middle");
    // Pairs: one is the same when both its games have one opponent.
    for pair in table(&out.join("pairs.csv"))
        .iter()
        .filter(|it| it["code"] == "P01")
    {
        let opponents: Vec<&str> = games
            .iter()
            .filter(|game| game["code"] == "P01" && game["pair"] == pair["pair"])
            .map(|game| game["opponent"].as_str())
            .collect();
        assert_eq!((opponents[0] == opponents[1]).to_string(), pair["same"]);
        assert_eq!(pair["said"], "different");
        assert_eq!(pair["right"], (pair["same"] == "false").to_string());
    }
    let person = &table(&out.join("people.csv"))[0];
    assert_eq!(
        (person["right"].as_str(), person["of"].as_str()),
        ("3", "6")
    );
    let decided: usize = ["wins", "draws", "losses"]
        .map(|it| person[it].parse::<usize>().unwrap())
        .iter()
        .sum();
    assert_eq!(decided, 12);
    // Answers: six sheets of eight questions (the last answer to "unnatural" is "none", so "where" is
    // not asked) and one of three.
    let answers = table(&out.join("answers.csv"));
    let of_first = answers.iter().filter(|row| row["code"] == "P01");
    assert_eq!(of_first.count(), 6 * 6 + 3);
    let reason = answers
        .iter()
        .find(|row| row["question"] == "reason")
        .unwrap();
    assert_eq!(reason["answer"], "P01 says, \"no\"; P01, 上野花子");

    // The games can be read as any others.
    let kept = read_games(&out.join("games.jsonl")).unwrap();
    assert!(kept.bad.is_empty());
    assert_eq!(kept.games.len(), 22);
    let codes = Side::BOTH.map(|side| kept.games[0].players.person(side));
    assert!(codes.contains(&Some("P01")), "{codes:?}");

    // One person, another folder; and people who are not there.
    let elsewhere = home.path().join("elsewhere").display().to_string();
    let (code, _) = run(
        home.path(),
        &[
            "study", "export", &directory, "--csv", "--code", "p02", "--out", &elsewhere,
        ],
    )
    .together();
    assert_eq!(code, Some(0));
    assert_eq!(table(&Path::new(&elsewhere).join("people.csv")).len(), 1);
    let (code, said) = run(
        home.path(),
        &["study", "export", &directory, "--csv", "--code", "P99"],
    )
    .together();
    assert_eq!(code, Some(1));
    assert_eq!(
        said.trim_end(),
        format!("koteki: there is no P99 in {directory}; there are P01, P02")
    );
}

#[test]
fn bad_input_gets_one_clear_line() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("it");
    study(&folder, Settings::guided());
    let config = home.path().join("other.toml");
    fs::write(&config, "[evolution]\ncycles = 3\n").unwrap();
    let directory = folder.display().to_string();
    let nothing = home.path().display().to_string();
    let config = config.display().to_string();
    // The study was made by another behaviour of the program, which comes first in alphabet.
    let made = fs::read_to_string(folder.join("study.toml")).unwrap();
    let now = made.replace(
        "behaviour = 1",
        &format!("behaviour = {}", koteki_rivals::evolve::BEHAVIOUR),
    );
    fs::write(folder.join("study.toml"), &now).unwrap();
    for (arguments, why) in [
        (
            vec!["study", "--code", "P1", "--dir", &directory, "--seed", "78"],
            "seed = \"77\" when it began, \"78\" now",
        ),
        (
            vec![
                "study",
                "--code",
                "P1",
                "--dir",
                &directory,
                "--measure",
                "seen",
            ],
            "settings.measure = \"model\" when it began",
        ),
        (
            vec![
                "study", "--code", "P1", "--dir", &directory, "--config", &config,
            ],
            "settings.evolution.cycles = 1 when it began, 3 now",
        ),
        (
            vec!["study", "--code", "P1", "--dir", &directory, "--continue"],
            "there is no P1 in",
        ),
        (
            vec!["study", "--code", "P1", "--dir", &nothing],
            "there are files and no study.toml",
        ),
        (
            vec!["study", "export", &nothing, "--csv"],
            "is not the folder of a study",
        ),
        (
            vec!["study", "list", &nothing],
            "is not the folder of a study",
        ),
        (
            vec!["blind", "--code", "P1", "--dir", &directory],
            "holds a study with questionnaires",
        ),
    ] {
        let (code, said) = run(home.path(), &arguments).together();
        assert_ne!(code, Some(0), "{arguments:?}");
        assert!(said.contains(why), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
    fs::write(folder.join("study.toml"), made).unwrap();
    let (code, said) = run(home.path(), &["study", "--code", "P1", "--dir", &directory]).together();
    assert!(
        code != Some(0)
            && said.contains("provenance.behaviour = 1 when it began")
            && said.contains("koteki test, which began it")
            && !said.contains("leave the setting out"),
        "{said}"
    );
    assert_eq!(said.lines().count(), 1, "{said}");
    // Nothing is written over a study, or over games.
    let theirs = home.path().join("games.jsonl");
    fs::write(&theirs, "mine\n").unwrap();
    let before = fs::read_to_string(folder.join("study.toml")).unwrap();
    for (into, file) in [
        (&directory, folder.join("study.toml")),
        (&nothing, theirs.clone()),
    ] {
        let (code, said) = run(
            home.path(),
            &[
                "study", "export", &directory, "--csv", "--json", "--out", into,
            ],
        )
        .together();
        let file = file.display().to_string();
        assert!(code != Some(0) && said.contains(&file), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
    assert_eq!(fs::read_to_string(&theirs).unwrap(), "mine\n");
    assert_eq!(
        fs::read_to_string(folder.join("study.toml")).unwrap(),
        before
    );
    fs::write(folder.join("study.toml"), "").unwrap();
    let (code, said) = run(home.path(), &["study", "list", &directory]).together();
    assert!(
        code != Some(0) && said.contains("study.toml is empty"),
        "{said}"
    );
    fs::write(folder.join("study.toml"), "settings = 3").unwrap();
    let (code, said) = run(home.path(), &["study", "list", &directory]).together();
    assert!(code != Some(0) && said.contains("cannot be read"), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
}

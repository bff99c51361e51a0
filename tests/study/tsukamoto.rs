//! Tsukamoto's experiment with people against the paper: who meets whom, table 2, what is written.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use koteki_games::othello::notation::read_transcript;
use koteki_games::{Game as _, Side};
use koteki_record::study::{Folder, Line};
use koteki_session::study::protocol::ProtocolError;
use koteki_session::study::rounds::{Opponents, Part, differences};
use koteki_session::study::table::{Counts, paper, whole};
use koteki_session::study::{Kind, Place, Protocol, Settings, Stage};
use serde_json::Value;

use crate::Script;
use crate::session::{TestStudy, header};

use crate::common::run;

/// The paper's opponents, weak enough for a test.
fn quick() -> Settings {
    Settings {
        opponents: Some(Opponents {
            first: "discs:depth=1".to_owned(),
            weaker: "random".to_owned(),
            stronger: "mobility+corners:depth=1".to_owned(),
            proposed: "tsukamoto:depth=2".to_owned(),
        }),
        ..Settings::tsukamoto()
    }
}

/// Table 2: what the machine won and lost at depth 4, and at which depth the person met it then.
const AFTER_DEPTH_4: [(i32, i32, i32, Part); 5] = [
    (3, 1, 0, Part::Weaker),
    (3, 1, 0, Part::Weaker),
    (4, 0, 0, Part::Weaker),
    (1, 2, 1, Part::Stronger),
    (0, 4, 0, Part::Stronger),
];

#[test]
fn the_five_people_of_the_paper_meet_whom_they_met() {
    for (won, lost, drawn, then) in AFTER_DEPTH_4 {
        let games = [(won, -2), (lost, 30), (drawn, 0)];
        let differences: Vec<i32> = games
            .iter()
            .flat_map(|&(count, difference)| (0..count).map(move |_| difference))
            .collect();
        assert_eq!(differences.len(), 4);
        assert_eq!(Part::of_round(1, &differences), then);
    }
    // Our reading, whatever the discs: as many won as lost.
    assert_eq!(Part::of_round(1, &[2, -60, -60, 2]), Part::Stronger);
    assert_eq!(Part::of_round(1, &[0, 0, 0, 0]), Part::Stronger);
    let named = |part: Part| {
        let opponents = Opponents::of_the_paper();
        opponents
            .player(part)
            .parse::<koteki_rivals::roster::PlayerSpec>()
    };
    for (part, name) in [
        (Part::First, "mobility+corners:depth=4"),
        (Part::Weaker, "mobility+corners:depth=2"),
        (Part::Stronger, "mobility+corners:depth=6"),
        (Part::Proposed, "tsukamoto:depth=10"),
    ] {
        assert_eq!(named(part), name.parse());
    }
}

/// §6.3: four games against each of three, two with each colour; the second opponent after the result.
#[test]
fn a_person_plays_twelve_games_against_three_opponents() {
    let (mut weaker, mut stronger, mut first_black) = (0, 0, 0);
    for seed in 0..60 {
        let mut protocol = Protocol::new(Settings::tsukamoto(), seed, None);
        let mut script = Script::new();
        let mut moment = 0;
        while let Some(mut line) = script.next(&protocol, |_| true) {
            // Not the same games for everybody.
            if let Line::Move { ply, mv, .. } = &mut line {
                let mut moves = Vec::new();
                let game = protocol.last_game().unwrap();
                game.line.position().legal_moves(&mut moves);
                let any = seed as usize * 31 + *ply * 7 + game.task.game * 5;
                *mv = moves[any % moves.len()].to_string();
            }
            // What cannot have happened changes nothing.
            moment += 1;
            if moment % 97 == 0 {
                let before = protocol.clone();
                for line in [
                    Line::Estimate {
                        estimate: crate::estimate(3.0),
                        at: 0,
                    },
                    Line::Rivals {
                        rivals: crate::rivals(),
                        cycles: 1,
                        games: 1,
                        at: 0,
                    },
                    Line::HandIn {
                        sheet: "A1".to_owned(),
                        at: 0,
                    },
                ] {
                    assert!(matches!(
                        protocol.apply(&line),
                        Err(ProtocolError::OutOfPlace(_))
                    ));
                }
                assert_eq!(protocol, before);
            }
            protocol.apply(&line).unwrap();
        }
        assert_eq!(protocol.stage(), Stage::Done);
        let games = protocol.games();
        assert_eq!(games.len(), 12);
        for (round, four) in games.chunks(4).enumerate() {
            let black = four.iter().filter(|it| it.task.person == Side::Black);
            assert_eq!(black.count(), 2, "seed {seed}");
            assert_ne!(four[0].task.person, four[1].task.person);
            first_black += i32::from(four[0].task.person == Side::Black);
            assert!(four.iter().all(|it| it.opponent == four[0].opponent));
            assert!(
                four.iter().all(
                    |it| matches!(it.task.place, Place::Round { round: it, .. } if it == round)
                )
            );
        }
        // Who is behind after four games is counted here by itself.
        let balance: i32 = games[..4]
            .iter()
            .map(|game| {
                let [black, white] =
                    Side::BOTH.map(|it| game.line.position().discs(it).count_ones());
                let ahead = i32::from(black > white) - i32::from(black < white);
                if game.task.person == Side::Black {
                    ahead
                } else {
                    -ahead
                }
            })
            .sum();
        let depth = if balance < 0 { "depth=2" } else { "depth=6" };
        let told = |game: usize, depth: &str| {
            let name = &games[game].opponent;
            name.starts_with("mobility+corners") && name.contains(depth)
        };
        assert!(told(0, "depth=4") && told(4, depth), "seed {seed}");
        assert!(games[8].opponent.starts_with("tsukamoto:depth=10"));
        if balance < 0 {
            weaker += 1
        } else {
            stronger += 1
        }
        assert_eq!(differences(games).len(), 12);
    }
    assert!(weaker > 5 && stronger > 5, "{weaker} {stronger}");
    // 180 coins: within four standard deviations of one half.
    assert!((first_black - 90).abs() < 27, "{first_black}");
}

/// The shares that the paper prints, in its order of columns; 25 % of 0 won and 4 lost is its misprint.
#[test]
fn the_papers_table_is_that_of_the_paper() {
    let printed = [
        [Some(50), Some(25), Some(75), None],
        [Some(75), Some(50), Some(75), None],
        [Some(75), Some(75), Some(100), None],
        [Some(50), None, Some(33), Some(100)],
        [Some(25), None, Some(0), Some(25)],
    ];
    let rows = paper();
    for (row, printed) in rows.iter().zip(printed) {
        let shares = row
            .counts
            .map(|it| it.map(|it| (it.rate().unwrap() * 100.0).round() as i32));
        assert_eq!(shares, printed, "person {}", row.person);
        for counts in row.counts.into_iter().flatten() {
            assert_eq!(counts.games(), 4);
        }
    }
    // "The proposed AI against all participants: 11 wins, 9 losses, 55 %."
    let [proposed, ..] = whole(&rows);
    let expected = Counts {
        wins: 11,
        losses: 9,
        draws: 0,
    };
    assert_eq!((proposed, proposed.rate()), (expected, Some(0.55)));
    // Clopper and Pearson's interval of 11 of 20, from tables.
    let interval = proposed.interval();
    assert!((interval.low - 0.3153).abs() < 1e-4 && (interval.high - 0.7694).abs() < 1e-4);
}

/// The rows of a table by column; no cell of it has a comma.
fn rows(path: &Path) -> Vec<BTreeMap<String, String>> {
    let text = fs::read_to_string(path).unwrap();
    let mut lines = text
        .lines()
        .map(|line| line.split(',').map(str::to_owned).collect::<Vec<_>>());
    let head = lines.next().unwrap();
    lines
        .map(|row| {
            assert_eq!(row.len(), head.len(), "{row:?}");
            head.iter().cloned().zip(row).collect()
        })
        .collect()
}

#[test]
fn a_study_is_left_gone_on_with_and_written_with_its_table() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("it");
    Folder::create(&folder, header(quick())).unwrap();
    for who in ["P1", "P2"] {
        let mut at = TestStudy::open(&folder, who).unwrap();
        at.session.start().unwrap();
        let mut steps = 0;
        while at.act() {
            steps += 1;
            // Another program goes on, from the file alone; the second person leaves in the ninth game.
            if steps % 150 == 0 {
                let then = at.session.protocol().clone();
                drop(at);
                at = TestStudy::open(&folder, who).unwrap();
                assert_eq!(*at.session.protocol(), then);
                at.session.start().unwrap();
            }
            let game = at.session.protocol().games().len();
            if who == "P2" && game == 9 && at.session.table().unwrap().line().ply() > 4 {
                break;
            }
        }
    }
    let (code, said) = run(home.path(), &["study", "export", "it", "--csv", "--json"]).together();
    assert_eq!(code, Some(0), "{said}");
    let names: Vec<&str> = said
        .lines()
        .map(|it| it.rsplit('/').next().unwrap())
        .collect();
    assert_eq!(
        names,
        [
            "people.csv",
            "games.csv",
            "table.csv",
            "study.toml",
            "study.json",
            "games.jsonl"
        ]
    );
    let out = folder.join("export");
    // The settings of another protocol are not in it.
    let settings = fs::read_to_string(out.join("study.toml")).unwrap();
    assert!(settings.contains("kind = \"tsukamoto\""), "{settings}");
    for foreign in ["evolution", "warmups", "tester"] {
        assert!(!settings.contains(foreign), "{settings}");
    }

    // The table is what the games say.
    let games = rows(&out.join("games.csv"));
    assert_eq!(games.len(), 12 + 9);
    let mut counted: BTreeMap<(String, String), [u32; 3]> = BTreeMap::new();
    for game in &games {
        let line = read_transcript(&game["transcript"]).unwrap();
        let Some(outcome) = line.position().outcome() else {
            assert_eq!((&*game["code"], &*game["result"]), ("P2", ""));
            continue;
        };
        let person = if game["person"] == "black" {
            Side::Black
        } else {
            Side::White
        };
        let index = match outcome.difference(person) {
            1.. => 1,
            0 => 2,
            _ => 0,
        };
        for who in [game["code"].clone(), "all".to_owned()] {
            counted.entry((who, game["part"].clone())).or_default()[index] += 1;
        }
    }
    let cells = rows(&out.join("table.csv"));
    let here: BTreeMap<(String, String), [u32; 3]> = cells
        .iter()
        .filter(|it| it["source"] == "here")
        .map(|it| {
            let counts = ["wins", "losses", "draws"].map(|key| it[key].parse().unwrap());
            ((it["person"].clone(), it["opponent"].clone()), counts)
        })
        .collect();
    assert_eq!(here, counted);
    assert_eq!(
        here[&("P1".to_owned(), "proposed".to_owned())]
            .iter()
            .sum::<u32>(),
        4
    );
    // Five people, three opponents each, and all of them against four.
    assert_eq!(
        cells.iter().filter(|it| it["source"] == "paper").count(),
        19
    );
    let json: Value =
        serde_json::from_str(&fs::read_to_string(out.join("study.json")).unwrap()).unwrap();
    assert_eq!(json["table"].as_array().unwrap().len(), cells.len());
    assert_eq!(json["people"][0]["complete"], true);
    assert_eq!(json["people"][1]["complete"], false);
    assert_eq!(json["people"][0]["games"][8]["part"], "proposed");

    let (code, said) = run(home.path(), &["study", "table", "it"]).together();
    assert_eq!(code, Some(0), "{said}");
    assert!(said.lines().all(|line| line.len() <= 80), "{said}");
    for line in [
        "paper 4          2-2-0 (50 %)   -              1-2-1 (33 %)   4-0-0 (100 %)",
        "* not complete yet",
        "the players here are others",
    ] {
        assert!(said.contains(line), "{said}");
    }
    assert!(
        said.lines()
            .any(|it| it.starts_with("tsukamoto:depth=2") && it.contains("11-9-0 55 %, 32 to 77"))
    );
    let (code, said) = run(home.path(), &["study", "list", "it"]).together();
    assert!(
        code == Some(0)
            && said.contains("P1: 12 of 12 games")
            && said.contains("P2: 8 of 12 games"),
        "{said}"
    );
}

#[test]
fn a_folder_from_before_there_were_two_protocols_is_read() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("it");
    fs::create_dir(&folder).unwrap();
    let then = include_str!("before-rounds.toml");
    fs::write(folder.join("study.toml"), then).unwrap();
    let read: Folder<Settings> = Folder::open(&folder).unwrap();
    let settings = &read.header().settings;
    assert_eq!((settings.kind, settings.warmups), (Kind::Guided, 3));
    assert_eq!(settings.opponents, None);
    // It would be written as it was, with what has come since.
    let again: toml::Table = toml::to_string(read.header()).unwrap().parse().unwrap();
    let then: toml::Table = then.parse().unwrap();
    let mut again = again["settings"].as_table().unwrap().clone();
    let evolution = again["evolution"].as_table_mut().unwrap();
    assert_eq!(
        evolution.remove("people"),
        Some(toml::Value::Boolean(false))
    );
    assert_eq!(evolution.remove("islands"), Some(toml::Value::Integer(1)));
    for gene in ["frontier", "mobility", "stability"] {
        let gene = evolution["genes"][gene].as_table_mut().unwrap();
        assert_eq!(gene.remove("scale"), Some("log".into()));
    }
    for (key, value) in then["settings"].as_table().unwrap() {
        assert_eq!(&again[key], value, "{key}");
    }
    let (code, said) = run(home.path(), &["study", "table", "it"]).together();
    assert!(
        code != Some(0) && said.contains("holds no study of the protocol tsukamoto"),
        "{said}"
    );
}

#[test]
fn bad_input_gets_one_clear_line() {
    let home = tempfile::tempdir().unwrap();
    let start = ["study", "--code", "P1", "--plain"];
    let study = |arguments: &[&str]| run(home.path(), &[&start[..], arguments].concat()).together();
    let (code, said) = study(&["--dir", "it", "--protocol", "tsukamoto"]);
    assert_eq!(code, Some(0), "{said}");
    // The folder says which protocol it is.
    let (code, said) = study(&["--dir", "it"]);
    assert!(
        code == Some(0) && said.contains("12 games: 4 against each of 3 opponents"),
        "{said}"
    );
    for (arguments, why) in [
        (
            vec!["--dir", "it", "--warmups", "2"],
            "--warmups belongs to --protocol ueda",
        ),
        (
            vec!["--dir", "it", "--protocol", "ueda"],
            "it holds a study of the protocol tsukamoto: continue with koteki study --protocol tsukamoto --dir it",
        ),
        (
            vec![
                "--dir",
                "new",
                "--opponents",
                "random",
                "random",
                "random",
                "random",
            ],
            "--opponents belongs to --protocol tsukamoto",
        ),
        (
            vec![
                "--dir",
                "it",
                "--opponents",
                "random",
                "random",
                "random",
                "random",
            ],
            "settings.opponents.first = ",
        ),
    ] {
        let (code, said) = study(&arguments);
        assert!(code != Some(0) && said.contains(why), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
    assert!(!home.path().join("new").exists());
    let (code, said) = study(&[
        "--dir",
        "new",
        "--protocol",
        "tsukamoto",
        "--opponents",
        "random",
        "discs:depth=0",
        "random",
        "random",
    ]);
    assert!(code != Some(0) && said.contains("depth"), "{said}");
}

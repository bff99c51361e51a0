//! `koteki study` and `koteki blind` as a shell starts them: what the command line and files of settings say,
//! and how they end.

use std::fs;
use std::path::Path;

use koteki_engine::search::budget::Cancel;
use koteki_games::othello::Position;
use koteki_games::random::{Random, SeedableRng as _};
use koteki_games::{Game as _, GameLine, Side};
use koteki_record::study::{Folder, Line, read};
use koteki_rivals::measure::equal::GameEvidence;
use koteki_rivals::measure::strength::Decision;
use koteki_rivals::roster::SearchSpec;
use koteki_session::breeding;
use koteki_session::report::held;
use koteki_session::study::Settings;
use koteki_session::{Standing, standing};

use crate::session::{TestStudy, study};

use crate::common::{run, run_with_input};

/// Makes the study in `folder` one of this program.
fn of_this_program(folder: &Path) {
    let file = folder.join("study.toml");
    let made = fs::read_to_string(&file).unwrap();
    let now = format!("behaviour = {}", koteki_rivals::evolve::BEHAVIOUR);
    fs::write(&file, made.replace("behaviour = 1", &now)).unwrap();
}

/// Target of the set in `file`, and where it comes from.
fn target(file: &Path) -> (Option<f64>, Option<String>) {
    match read(file).unwrap().lines.into_iter().next() {
        Some(Line::Begin { target, by, .. }) => (target, by),
        other => panic!("{other:?}"),
    }
}

/// The breeding of the preset settings takes minutes: who leaves in it need not wait for that.
#[test]
fn a_wait_ends_with_quit_and_with_the_input() {
    for (typed, played_on) in [
        ("\nquit\n", false),
        ("\n", false),
        ("\nhow long?\n\nq\n", true),
    ] {
        let home = tempfile::tempdir().unwrap();
        let arguments = [
            "blind", "--code", "P1", "--dir", "it", "--level", "40", "--jobs", "1", "--plain",
        ];
        let (code, said) = run_with_input(home.path(), &arguments, typed).together();
        assert_eq!(code, Some(0), "{said}");
        assert_eq!(
            said.lines().last().unwrap(),
            "All is kept. Resume with: koteki blind --code P1 --dir it"
        );
        assert_eq!(
            said.contains("Please wait, or type quit"),
            played_on,
            "{said}"
        );
        assert!(said.contains("Preparing your opponents"), "{said}");
        assert_eq!(
            target(&home.path().join("it/P1.jsonl")),
            (Some(40.0), Some("given".to_owned()))
        );
    }
}

#[test]
fn the_level_that_was_given_is_in_the_export() {
    let home = tempfile::tempdir().unwrap();
    for (code, level) in [("P1", vec!["--level", "40.5"]), ("P2", vec![])] {
        let arguments = [
            vec!["blind", "--code", code, "--dir", "it", "--plain"],
            level,
        ]
        .concat();
        assert_eq!(run_with_input(home.path(), &arguments, "\n").code, Some(0));
    }
    let (code, said) = run(home.path(), &["study", "export", "it", "--csv", "--json"]).together();
    assert_eq!(code, Some(0), "{said}");
    let table = fs::read_to_string(home.path().join("it/export/people.csv")).unwrap();
    let rows: Vec<Vec<&str>> = table.lines().map(|row| row.split(',').collect()).collect();
    let column = |name: &str| rows[0].iter().position(|it| *it == name).unwrap();
    let told = |row: usize| [rows[row][column("target")], rows[row][column("by")]];
    assert_eq!(told(1), ["40.5", "given"]);
    let preset = Settings::blind().evolution.target.to_string();
    assert_eq!(told(2), [preset.as_str(), "preset"]);
    let json = fs::read_to_string(home.path().join("it/export/study.json")).unwrap();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["people"][0]["target"], 40.5);
    assert_eq!(json["people"][0]["by"], "given");

    // One damaged file keeps nobody else's back.
    let file = home.path().join("it/P2.jsonl");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, format!("rubbish\n{text}")).unwrap();
    for arguments in [
        &["study", "list", "it"][..],
        &["study", "export", "it", "--csv"],
    ] {
        let (code, said) = run(home.path(), arguments).together();
        assert_eq!(code, Some(1), "{said}");
        let last = said.lines().last().unwrap();
        assert!(
            last.contains("left out") && last.contains("P2.jsonl"),
            "{said}"
        );
        assert_eq!(said.contains("P1"), arguments[1] == "list", "{said}");
    }
    let table = fs::read_to_string(home.path().join("it/export/people.csv")).unwrap();
    assert!(table.contains("P1,") && !table.contains("P2,"), "{table}");
}

/// The level that a person's games have told is theirs: it is nobody else's, and it is found wherever the
/// games are.
#[test]
fn a_known_level_is_that_of_the_person_and_the_folder() {
    let home = tempfile::tempdir().unwrap();
    let games = home.path().join("games");
    fs::create_dir(&games).unwrap();
    let tester = SearchSpec::TESTER;
    let mut random = Random::seed_from_u64(5);
    let mut line = GameLine::<Position>::default();
    let mut moves = Vec::new();
    while line.position().outcome().is_none() {
        line.position().legal_moves(&mut moves);
        line.play(*random.choose(&moves).unwrap()).unwrap();
    }
    let decisions = Decision::of_line(
        &line,
        Side::Black,
        &tester.search(),
        tester.depth,
        &Cancel::new(),
    )
    .unwrap();
    let mut level = None;
    for name in ["player", "Hanako"] {
        standing::count::<Position>(
            &games,
            name,
            "1",
            GameEvidence {
                ended: 0,
                decisions: decisions.clone(),
                likeness: koteki_rivals::measure::likeness::Told::default(),
                result: None,
            },
        )
        .unwrap();
        // As it is on the disk, where it is rounded.
        let (known, _) = standing::look::<Position>(&games, name);
        let eyes = breeding::eyes(&Settings::blind().evolution).unwrap();
        level = held(&eyes, &Standing::of(&known).unwrap());
    }
    assert!(level.is_some());
    let known = (level, Some("known".to_owned()));
    fs::write(
        home.path().join("hanako.toml"),
        "[game]\nname = \"Hanako\"\n",
    )
    .unwrap();
    for (code, arguments, file, expected) in [
        // Whoever sits here; in the folder of games, and in one that is named.
        ("ME", "--data games", "games/blind/ME.jsonl", known.clone()),
        ("ME", "--dir games/it", "games/it/ME.jsonl", known.clone()),
        ("ME", "--data games --dir it", "it/ME.jsonl", known.clone()),
        // Another person is not whoever sits here.
        ("P1", "--data games", "games/blind/P1.jsonl", (None, None)),
        // One whose name is known is.
        (
            "P2",
            "--data games --config hanako.toml",
            "games/blind/P2.jsonl",
            known,
        ),
    ] {
        let mut all = vec!["blind", "--plain", "--code", code];
        all.extend(arguments.split(' '));
        let (exit, said) = run_with_input(home.path(), &all, "\n").together();
        assert_eq!(exit, Some(0), "{said}");
        assert_eq!(target(&home.path().join(file)), expected, "{all:?}");
    }
}

#[test]
fn a_file_of_settings_changes_what_it_names_and_nothing_else() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("it");
    fs::write(home.path().join("a.toml"), "[evolution]\ncycles = 3\n").unwrap();
    let arguments = [
        "study", "--plain", "--code", "P1", "--dir", "it", "--config", "a.toml",
    ];
    let (code, said) = run_with_input(home.path(), &arguments, "\n").together();
    assert_eq!(code, Some(0), "{said}");
    let made: Folder<Settings> = Folder::open(&folder).unwrap();
    let mut expected = Settings::guided();
    expected.evolution.cycles = 3;
    assert_eq!(made.header().settings, expected);
    // A study that was begun with a measure of its own is gone on with.
    let file = folder.join("study.toml");
    let text = fs::read_to_string(&file).unwrap();
    let other = "tester:depth=3";
    let tester = made.header().settings.tester.clone();
    assert!(text.contains(&tester));
    fs::write(&file, text.replace(&tester, other)).unwrap();
    let (code, said) = run_with_input(home.path(), &arguments, "\n").together();
    assert_eq!(code, Some(0), "{said}");
    assert!(
        said.ends_with("koteki study --code P1 --dir it --config a.toml\n"),
        "{said}"
    );
    // What the file names has to be as it was.
    fs::write(
        home.path().join("b.toml"),
        "[tester]\nplayer = \"tester:depth=4\"\n[game]\nname = \"Ai\"\n",
    )
    .unwrap();
    let arguments = [&arguments[..7], &["b.toml"]].concat();
    let (code, said) = run(home.path(), &arguments).together();
    assert_eq!(code, Some(1));
    assert!(
        said.contains("settings.tester = \"tester:depth=3\" when it began, \"tester:"),
        "{said}"
    );
}

#[test]
fn one_line_says_why_a_study_is_not_begun() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("it");
    let one_line = |arguments: &[&str], why: &[&str]| {
        let (code, said) = run_with_input(home.path(), arguments, "\n").together();
        assert_ne!(code, Some(0), "{said}");
        let line = said
            .lines()
            .find(|line| line.starts_with("koteki: ") || line.starts_with("error: "))
            .unwrap();
        for why in why {
            assert!(line.contains(why), "{why} is not in\n{said}");
        }
    };
    // To go on with what is not there makes nothing.
    one_line(
        &["study", "--code", "P1", "--dir", "it", "--continue"],
        &["it is not the folder of a study", "there is no such folder"],
    );
    assert!(!folder.exists());
    study(&folder, Settings::guided());
    of_this_program(&folder);
    // A file without a line in it.
    let file = folder.join("P1.jsonl");
    for text in ["", "{\"event\":\"beg"] {
        fs::write(&file, text).unwrap();
        one_line(
            &["study", "--code", "P1", "--dir", "it", "--continue"],
            &["it/P1.jsonl is empty", "leave out --continue"],
        );
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
    }
    // It is begun anew: there is nothing of value in it.
    let (code, said) = run_with_input(
        home.path(),
        &["study", "--code", "P1", "--dir", "it", "--plain"],
        "\nquit\n",
    )
    .together();
    assert_eq!(code, Some(0), "{said}");
    assert!(matches!(
        read(&file).unwrap().lines[..],
        [Line::Begin { .. }, ..]
    ));
    fs::remove_file(&file).unwrap();
    // Somebody else has it.
    let mut other = TestStudy::open(&folder, "P1").unwrap();
    other.session.start().unwrap();
    one_line(
        &["study", "--plain", "--code", "P1", "--dir", "it"],
        &[
            "another koteki has this study open",
            "it/P1.jsonl",
            "start this one again",
        ],
    );
    // No code, and none that hides a name.
    for bad in ["-x", "--dir", "..", "_"] {
        one_line(
            &["study", "--code", bad],
            &[
                "is no code: take 1 to 16 letters",
                "a letter or digit first",
            ],
        );
    }
    for (name, code) in [
        ("P01 Tanaka", "p01"),
        ("Ｐ０１　田中", "P01"),
        ("Aki", "AKI-2"),
    ] {
        let settings = home.path().join("named.toml");
        fs::write(&settings, format!("[game]\nname = \"{name}\"\n")).unwrap();
        one_line(
            &[
                "study",
                "--code",
                code,
                "--dir",
                "it",
                "--config",
                "named.toml",
            ],
            &["is the name in your settings or a part of it"],
        );
    }
}

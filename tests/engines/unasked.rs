//! A program that a file names is not started: not by a run, a study, a blind test, a match, a game that was
//! kept, or somebody else's settings.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic)] // Tests may unwrap; clippy does not know the helpers of one.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use tempfile::TempDir;

use crate::common::run_with_input;

/// What every refusal says.
const REFUSED: &str = "a file may not start a program";

/// A home, and in it the mark that the program leaves behind when it is started.
struct Home(TempDir);

impl Home {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    /// The program as a player.
    fn engine(&self) -> String {
        format!(
            "engine:cmd=\"touch {}\"",
            self.path().join("mark").display()
        )
    }

    /// Whether it has been started since this was asked last.
    fn is_started(&self) -> bool {
        fs::remove_file(self.path().join("mark")).is_ok()
    }

    /// The exit code, and what was said on both streams when this was typed.
    fn koteki(&self, arguments: &[&str], typed: &str) -> (Option<i32>, String) {
        run_with_input(self.path(), arguments, typed).together()
    }

    /// Sees that this command starts nothing and says why, and that it does as it is told to.
    fn starts_only_when_told(&self, arguments: &[&str], typed: &str) {
        let (_, said) = self.koteki(arguments, typed);
        assert!(!self.is_started(), "{arguments:?}: {said}");
        assert!(said.contains(REFUSED), "{arguments:?}: {said}");
        assert!(said.contains("--allow-engines"), "{arguments:?}: {said}");
        let trusting = [arguments, &["--allow-engines"]].concat();
        let (_, said) = self.koteki(&trusting, typed);
        assert!(self.is_started(), "{trusting:?}: {said}");
    }

    /// Makes `engine` the value of this key of the person's own settings.
    fn name_in_own_settings(&self, key: &str, engine: &str) {
        let folder = self.path().join("config/koteki");
        fs::create_dir_all(&folder).unwrap();
        let text = format!("{key} = '''{engine}'''\n");
        fs::write(folder.join("koteki.toml"), text).unwrap();
    }

    /// Puts `new` in the place of `old` in a file.
    fn edit(&self, file: &str, old: &str, new: &str) {
        let file = self.path().join(file);
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.contains(old), "{old}: {text}");
        fs::write(&file, text.replace(old, new)).unwrap();
    }
}

const SMALL: &str = "[evolution]\npopulation = 4\nchildren = 2\ngames = 4\ndepth = 1\nexhaustive = 0\n\
                     cycles = 100000\nopponent = 'random'\n\
                     [evolution.retest]\nfirst = 4\nbatch = 4\ncap = 8\n";

#[test]
fn a_run_does_not_start_the_program_that_it_names() {
    let home = Home::new();
    // An engine that says that it was started, and plays.
    let mark = home.path().join("mark");
    let own = env!("CARGO_BIN_EXE_koteki");
    let script = format!(
        "touch {}\nexec {own} engine --player random\n",
        mark.display()
    );
    fs::write(home.path().join("engine.sh"), script).unwrap();
    let engine = format!(
        "engine:cmd=\"sh {}\"",
        home.path().join("engine.sh").display()
    );
    let text = SMALL.replace("'random'", &format!("'''{engine}'''"));
    fs::write(home.path().join("c.toml"), &text).unwrap();
    // Ended by its own means when it has begun, so that there is always something to go on with.
    let until_begun = |arguments: &[&str]| {
        thread::scope(|scope| {
            scope.spawn(|| {
                let record = home.path().join("run/events.jsonl");
                let has_begun = || {
                    let text = fs::read_to_string(&record);
                    mark.exists() && text.is_ok_and(|text| text.lines().count() > 1)
                };
                for _ in 0..1500 {
                    if has_begun() {
                        break;
                    }
                    thread::sleep(Duration::from_millis(20));
                }
                fs::write(home.path().join("run/stop"), "").unwrap();
            });
            home.koteki(arguments, "")
        })
    };
    let evolve = [
        "evolve",
        "--config",
        "c.toml",
        "--out",
        "run",
        "--jobs",
        "1",
        "--allow-engines",
    ];
    let (_, said) = until_begun(&evolve);
    assert!(home.is_started(), "{said}");
    let resume = ["evolve", "--resume", "run", "--jobs", "1"];
    let (code, said) = home.koteki(&resume, "");
    assert!(!home.is_started() && code == Some(1), "{said}");
    assert!(
        said.contains(REFUSED) && said.contains("--allow-engines"),
        "{said}"
    );
    let _ = fs::remove_file(home.path().join("run/stop"));
    let (_, said) = until_begun(&[&resume[..], &["--allow-engines"]].concat());
    assert!(home.is_started(), "{said}");
    // The person's own settings name it.
    fs::create_dir_all(home.path().join("config/koteki")).unwrap();
    fs::write(home.path().join("config/koteki/koteki.toml"), &text).unwrap();
    let _ = fs::remove_file(home.path().join("run/stop"));
    let (_, said) = until_begun(&resume);
    assert!(home.is_started(), "{said}");
}

#[test]
fn settings_of_others_start_no_program() {
    let home = Home::new();
    let text = SMALL.replace("'random'", &format!("'''{}'''", home.engine()));
    fs::write(home.path().join("c.toml"), text).unwrap();
    let evolve = ["evolve", "--config", "c.toml", "--jobs", "1"];
    home.starts_only_when_told(&evolve, "");
    let sweep = [
        "sweep", "--config", "c.toml", "--seeds", "1", "--out", "s", "--jobs", "1",
    ];
    home.starts_only_when_told(&sweep, "");
    // A setting that was typed is the person's.
    let typed = format!("opponent='{}'", home.engine());
    let sweep = [
        "sweep", "--seeds", "1", "--set", &typed, "--out", "typed", "--jobs", "1",
    ];
    let (_, said) = home.koteki(&sweep, "");
    assert!(home.is_started() && !said.contains(REFUSED), "{said}");
    let small = SMALL.replace("100000", "1");
    let text = format!(
        "{small}[game]\nside = 'white'\nopponent = '''{}'''\n",
        home.engine()
    );
    fs::write(home.path().join("c.toml"), text).unwrap();
    let play = ["play", "--plain", "--config", "c.toml", "--jobs", "1"];
    home.starts_only_when_told(&play, "");
    let adviser = format!("{},protocol=nboard", home.engine());
    let text = format!("{small}[tester]\nadviser = '''{adviser}'''\n");
    fs::write(home.path().join("c.toml"), text).unwrap();
    home.starts_only_when_told(&play, "");
}

#[test]
fn a_study_and_a_blind_test_start_no_program() {
    let home = Home::new();
    let blind = ["blind", "--code", "P1", "--dir", "b", "--plain"];
    let named = [
        "--opponents",
        "beginner",
        "random",
        "beginner:depth=2",
        "--seed",
        "1",
    ];
    let (code, said) = home.koteki(&[&blind[..], &named[..]].concat(), "");
    assert_eq!(code, Some(0), "{said}");
    let engine = home.engine();
    let all = fs::read_to_string(home.path().join("b/study.toml")).unwrap();
    let at = all.find("rivals = [").unwrap();
    let old = &all[at..all[at..].find(']').unwrap() + at + 1];
    let three =
        format!("rivals = ['''{engine}''', '''{engine},wait=1s''', '''{engine},wait=2s''']");
    home.edit("b/study.toml", old, &three);
    let typed = "\n".repeat(4) + "f5\nc4\n";
    home.starts_only_when_told(&blind, &typed);
    let guided = ["study", "--code", "P1", "--dir", "g", "--plain"];
    let (code, said) = home.koteki(&guided, "");
    assert_eq!(code, Some(0), "{said}");
    let all = fs::read_to_string(home.path().join("g/study.toml")).unwrap();
    let old = all
        .lines()
        .find(|line| line.starts_with("opponent = "))
        .unwrap();
    home.edit("g/study.toml", old, &format!("opponent = '''{engine}'''"));
    home.starts_only_when_told(&guided, &typed);
}

#[test]
fn a_kept_game_starts_no_program_again_unless_it_is_named() {
    let home = Home::new();
    let engine = home.engine();
    let play = ["play", "--plain", "--jobs", "1", "--side", "black"];
    home.koteki(
        &[&play[..], &["--opponent", "random"]].concat(),
        "f5\nquit\n",
    );
    let live = home.path().join("data/koteki/live");
    let live = fs::read_dir(live).unwrap().map(|it| it.unwrap().path());
    let game = live
        .into_iter()
        .find(|it| it.extension().is_some_and(|it| it == "json"))
        .unwrap();
    home.edit(game.to_str().unwrap(), "\"random\"", &format!("{engine:?}"));
    let (_, said) = home.koteki(&play, "resume\nquit\n");
    assert!(said.contains(REFUSED), "{said}");
    assert!(!home.is_started(), "{said}");
    // Who names it again goes on with it.
    home.koteki(
        &[&play[..], &["--opponent", &engine]].concat(),
        "resume\nd6\nc4\ne6\nf4\nf6\nc5\nd3\nquit\n",
    );
    assert!(home.is_started());

    let play = ["blokus", "--plain"];
    home.koteki(
        &[&play[..], &["--opponent", "novice"]].concat(),
        "65u0\nquit\n",
    );
    let games = home.path().join("data/koteki/blokus");
    let game = fs::read_dir(&games)
        .unwrap()
        .next()
        .unwrap()
        .unwrap()
        .path();
    let text = fs::read_to_string(&game).unwrap();
    assert!(text.contains("novice"), "{text}");
    fs::write(&game, text.replace("novice", &engine)).unwrap();
    let (_, said) = home.koteki(&play, "resume\n88l2\nquit\n");
    let sentence = "easy plays on, and the file stays as it is: engine \"touch ";
    assert!(
        said.contains(REFUSED) && said.contains(sentence) && !said.contains("cannot be had"),
        "{said}"
    );
    assert!(!home.is_started(), "{said}");
    assert!(fs::read_to_string(&game).unwrap().contains("engine:"));
}

#[test]
fn a_match_starts_no_program_again_unless_it_is_named() {
    for (game, other) in [("othello", "random"), ("blokus", "biggest")] {
        let home = Home::new();
        let engine = home.engine();
        let begin = [
            "match", &engine, other, "--game", game, "--games", "2", "--out", "m.jsonl",
        ];
        home.koteki(&begin, "");
        assert!(home.is_started());
        let resume = ["match", "--resume", "m.jsonl", "--games", "4"];
        home.starts_only_when_told(&resume, "");
        let longer = [
            "match", "--resume", "m.jsonl", "--games", "6", &engine, other,
        ];
        home.koteki(&longer, "");
        assert!(home.is_started());
        // Once more by its own settings: it is the person's file that names it.
        home.name_in_own_settings("[game]\nopponent", &engine);
        let (_, said) = home.koteki(&["match", "--resume", "m.jsonl", "--games", "8"], "");
        assert!(home.is_started() && !said.contains(REFUSED), "{said}");
    }
}

#[test]
fn a_run_of_blokus_is_refused_before_it_goes_on() {
    let home = Home::new();
    let engine = home.engine();
    let begin = [
        "evolve",
        "--game",
        "blokus",
        "--opponent",
        &engine,
        "--out",
        "run",
        "--jobs",
        "1",
    ];
    let (_, said) = home.koteki(&begin, "");
    assert!(home.is_started(), "{said}");
    let resume = ["evolve", "--resume", "run", "--jobs", "1"];
    let (code, said) = home.koteki(&resume, "");
    assert!(
        code == Some(1) && said.contains(REFUSED) && said.lines().count() == 1,
        "{said}"
    );
    assert!(!said.contains("a game failed"), "{said}");
    home.starts_only_when_told(&resume, "");
    home.name_in_own_settings("[evolution]\nopponent", &engine);
    let (_, said) = home.koteki(&resume, "");
    assert!(home.is_started() && !said.contains(REFUSED), "{said}");
}

//! A person at a study, from the first game to the last questionnaire, killed and gone on with.

use std::fs;

use koteki_games::othello::{Move, Position};
use koteki_games::{Game as _, GameLine, Side};
use koteki_record::study::Folder;
use koteki_record::study::{Line, read};
use koteki_session::study::export::Study;
use koteki_session::study::{Settings, Sheet};

use crate::pty::{Home, Terminal, keys};
use crate::reading::Follower;

/// A breeding that is over in a moment, and machines that answer at once.
const QUICK: &str = "[evolution]
population = 4
children = 2
games = 2
depth = 1
cycles = 1
opponent = \"agent:d=target,depth=2\"
[evolution.retest]
first = 2
batch = 2
cap = 4
rounds = 0
[screen]
pace = 0
";

const ARGUMENTS: [&str; 9] = [
    "study",
    "--code",
    "p07",
    "--dir",
    "study",
    "--config",
    "quick.toml",
    "--seed",
    "5",
];

fn home() -> Home {
    let home = Home::new();
    fs::create_dir_all(home.config()).unwrap();
    fs::write(home.path().join("quick.toml"), QUICK).unwrap();
    fs::write(
        home.config().join("koteki.toml"),
        "[game]\nname = \"Hanako\"\n",
    )
    .unwrap();
    home
}

fn start(home: &Home) -> Terminal {
    Terminal::start_in(home, 24, 80, &ARGUMENTS, &[])
}

/// Kills the program, starts it again and goes on.
fn kill(terminal: &mut Terminal, home: &Home) {
    terminal.signal(libc::SIGKILL);
    assert!(terminal.wait_exit().signal().is_some());
    *terminal = start(home);
    terminal.wait_for("Welcome back");
    terminal.send(keys::ENTER);
}

/// Nothing that the protocol hides.
fn assert_hides(terminal: &Terminal) {
    let shown = terminal.text().to_lowercase();
    for hidden in [
        "beginner",
        "individual",
        "rival",
        "population",
        "level",
        "evaluation",
        "hanako",
    ] {
        assert!(!shown.contains(hidden), "{hidden} is shown in\n{shown}");
    }
}

/// Plays the game that is called `name`; kills the program when so many moves have been made.
fn play(terminal: &mut Terminal, home: &Home, name: &str, killed_at: Option<usize>) -> Follower {
    terminal.wait_for_all(&[name, "Enter begins."]);
    assert_hides(terminal);
    let side = if terminal.text().contains("You play Black") {
        Side::Black
    } else {
        Side::White
    };
    terminal.send(keys::ENTER);
    let mut game = Follower::new(side);
    let mut moves = 0;
    game.see(terminal);
    while !game.line.position().is_over() {
        if killed_at == Some(moves) {
            // Half a move is typed: that is all that may be lost.
            terminal.wait_for("no help, no taking back");
            terminal.send("d");
            terminal.wait_for("move: d");
            kill(terminal, home);
            game.see(terminal);
            assert_hides(terminal);
            // There is no hint here, no taking back, no new game, no values.
            for key in ["t", "u", "r", "n", "p", "x", "z", keys::TAB] {
                terminal.send(key);
            }
            game.see(terminal);
            terminal.send(":undo\r");
            terminal.wait_for("no \":undo\". There are :help :quit");
            assert_hides(terminal);
        }
        let mv = game.pick();
        assert!(game.type_move(terminal, mv));
        moves += 1;
    }
    terminal.wait_for("Enter continues.");
    let outcome = game.line.position().outcome().unwrap();
    terminal.wait_for(match outcome.difference(side) {
        1.. => "You win",
        0 => "A draw",
        _ => "You lose",
    });
    terminal.send(keys::ENTER);
    game
}

#[test]
fn a_person_is_taken_through_a_whole_study_and_killed_in_the_middle() {
    let home = home();
    let mut terminal = start(&home);
    terminal.wait_for_all(&["Welcome!", "Enter begins."]);
    terminal.send(keys::ENTER);
    let mut games = Vec::new();
    for number in 0..3 {
        let killed = (number == 1).then_some(7);
        let name = format!("Game {} of 3", number + 1);
        games.push(play(&mut terminal, &home, &name, killed));
    }
    for pair in 0..6 {
        for which in 0..2 {
            let killed = ((pair, which) == (2, 1)).then_some(11);
            let name = format!("Pair {} of 6, opponent {}", pair + 1, which + 1);
            games.push(play(&mut terminal, &home, &name, killed));
        }
        terminal.wait_for(&format!("Pair {} of 6: your opinion", pair + 1));
        if pair == 1 {
            // Nothing is handed in that is not filled in.
            terminal.send(&keys::TAB.repeat(8));
            terminal.send(keys::ENTER);
            terminal.wait_for("Please answer this first: Opponent 1: how strong");
        }
        // Much too strong; one to three moves, and which.
        terminal.send("13");
        terminal.wait_for("which moves were unnatural");
        terminal.send("a corner, hanako?q\r");
        terminal.wait_for("a corner, P07?q");
        if pair == 3 {
            kill(&mut terminal, &home);
            terminal.wait_for("a corner, P07?q");
        }
        // With the arrows: about the same; none at all.
        terminal.wait_for("( ) 3  about the same");
        terminal.send(&format!("{0}{0}{1}4", keys::DOWN, keys::ENTER));
        terminal.wait_for("( ) 1  the same");
        terminal.send("2");
        terminal.wait_for("Why do you think so?");
        terminal.send("a feeling\r");
        terminal.wait_for("a feeling");
        terminal.send(keys::ENTER);
    }
    terminal.wait_for("The last questions");
    terminal.send("1");
    terminal.wait_for("( ) 1  great fun");
    terminal.send("2");
    terminal.wait_for("in words, if you like");
    terminal.send("a smile\r");
    terminal.wait_for("a smile");
    terminal.send(keys::ENTER);
    terminal.wait_for_all(&["Thank you!", "Enter leaves."]);
    terminal.send(keys::ENTER);
    assert_eq!(terminal.wait_exit().exit_code(), 0);
    terminal.assert_restored();

    // What was kept is what was seen.
    let folder: Folder<Settings> = Folder::open(&home.path().join("study")).unwrap();
    let study = Study::read(&folder, None).unwrap();
    assert_eq!(study.people.len(), 1);
    let person = &study.people[0];
    assert_eq!(person.code.as_str(), "P07");
    // When the opponent moves twice running, a screen does not tell in which order: what the person
    // played, in order, and where it led.
    let told = |line: &GameLine<Position>, side: Side| {
        let steps = line.steps();
        let own: Vec<Move> = steps
            .filter(|(position, _)| position.side_to_move() == side)
            .map(|(_, mv)| mv)
            .collect();
        (own, line.ply(), *line.position())
    };
    let kept = person.protocol.games();
    assert_eq!(kept.len(), games.len());
    for (kept, seen) in kept.iter().zip(&games) {
        assert_eq!(kept.task.person, seen.side);
        assert_eq!(told(&kept.line, seen.side), told(&seen.line, seen.side));
    }
    for pair in 0..6 {
        let answers = person.protocol.answers(Sheet::Pair(pair)).unwrap();
        for (question, answer) in [
            ("strength-1", "much-too-strong"),
            ("unnatural-1", "1-3"),
            ("where-1", "a corner, P07?q"),
            ("strength-2", "same"),
            ("unnatural-2", "none"),
            ("same", "different"),
            ("reason", "a feeling"),
        ] {
            assert_eq!(
                answers.get(question),
                Some(answer),
                "{question} of pair {pair}"
            );
        }
    }
    let last = person.protocol.answers(Sheet::Final).unwrap();
    let given = ["fit", "fun", "missing"].map(|question| last.get(question));
    assert_eq!(given, [Some("fit"), Some("fairly"), Some("a smile")]);
    let file = home.path().join("study/P07.jsonl");
    let lines = read(&file).unwrap().lines;
    let resumed = lines
        .iter()
        .filter(|line| matches!(line, Line::Resume { .. }));
    assert_eq!(resumed.count(), 3);
    assert!(
        !fs::read_to_string(&file)
            .unwrap()
            .to_lowercase()
            .contains("hanako")
    );

    // Done is done.
    let mut terminal = start(&home);
    terminal.wait_for("Thank you!");
    terminal.send("q");
    assert_eq!(terminal.wait_exit().exit_code(), 0);
}

#[test]
fn leaving_is_asked_for_and_says_how_to_go_on() {
    let home = home();
    let mut terminal = start(&home);
    terminal.wait_for("Welcome!");
    terminal.send("?");
    terminal.wait_for("Keys on this screen");
    terminal.send(keys::ESCAPE);
    terminal.wait_gone("Keys on this screen");
    // Nothing is kept of who does not begin.
    terminal.send("q");
    assert_eq!(terminal.wait_exit().exit_code(), 0);
    assert!(!home.path().join("study/P07.jsonl").exists());
    let mut terminal = start(&home);
    terminal.wait_for("Welcome!");
    terminal.send(keys::ENTER);
    terminal.wait_for("Game 1 of 3");
    terminal.send("q");
    terminal.wait_for("Everything is kept.");
    terminal.send("s");
    terminal.wait_gone("Everything is kept.");
    // Every size shows something, and none breaks it.
    terminal.send(keys::ENTER);
    terminal.wait_for("no help, no taking back");
    for (rows, cols, shown) in [
        (40, 120, "Game 1 of 3"),
        (60, 200, "Game 1 of 3"),
        (15, 30, "Game 1 of 3"),
        (10, 20, "too small"),
        (24, 80, "Game 1 of 3"),
    ] {
        terminal.resize(rows, cols);
        terminal.wait_for(shown);
    }
    terminal.send("q");
    terminal.wait_for("Everything is kept.");
    terminal.send(keys::ENTER);
    assert_eq!(terminal.wait_exit().exit_code(), 0);
    terminal.assert_restored();
    assert!(
        terminal
            .text()
            .contains("Resume with: koteki study --code P07 --dir study"),
        "{}",
        terminal.text()
    );
    // In between, Ctrl-C.
    let mut terminal = start(&home);
    terminal.wait_for("Welcome back");
    terminal.send(keys::CTRL_C);
    assert_eq!(terminal.wait_exit().exit_code(), 130);
    terminal.assert_restored();
}

#[test]
fn a_blind_test_is_scored_beside_chance() {
    let home = home();
    let arguments = [
        "blind",
        "--code",
        "me",
        "--dir",
        "blind",
        "--seed",
        "2",
        "--config",
        "quick.toml",
        "--opponents",
        "random",
        "beginner:depth=1",
        "intermediate:depth=1",
    ];
    let mut terminal = Terminal::start_in(&home, 24, 80, &arguments, &[]);
    terminal.wait_for("Welcome!");
    terminal.send(keys::ENTER);
    for pair in 0..6 {
        for which in 0..2 {
            let name = format!("Pair {} of 6, opponent {}", pair + 1, which + 1);
            play(&mut terminal, &home, &name, None);
        }
        terminal.wait_for("Were the two opponents the same, or different?");
        terminal.send("1");
        terminal.wait_for("in words, if you like");
        terminal.send("\r\r");
    }
    // Who always says "same" is right in three of six (limits: Clopper and Pearson).
    terminal.wait_for_all(&[
        "You judged 3 of 6 pairs right (50 %; 95 % interval 12 to 88 %",
        "Guessing gives 3 of 6 (50 %)",
        "A was random",
        "B was beginner:depth=1",
    ]);
    let shown = terminal.text();
    let told = |end: &str| {
        let lines = shown.lines().filter(|line| line.contains("you said"));
        lines
            .filter(|line| {
                line.trim_end_matches(|it: char| !it.is_alphabetic())
                    .ends_with(end)
            })
            .count()
    };
    assert_eq!((told("right"), told("wrong")), (3, 3), "{shown}");
    terminal.send(keys::ENTER);
    assert_eq!(terminal.wait_exit().exit_code(), 0);
}

/// What the game was started with holds in the study, too.
#[test]
fn the_options_of_the_game_are_those_of_the_study() {
    let home = crate::home("");
    fs::write(home.path().join("quick.toml"), QUICK).unwrap();
    let start = |arguments: &[&str]| {
        let mut terminal = Terminal::start_in(&home, 24, 80, arguments, &[]);
        terminal.wait_for("Black to move");
        terminal.send(":study\r");
        terminal
    };
    let mut terminal = start(&["--glyphs", "ascii", "--config", "quick.toml"]);
    terminal.wait_for_all(&["Study, ME", "Enter begins."]);
    let shown = terminal.text();
    assert!(shown.is_ascii(), "{shown}");
    terminal.send("q");
    terminal.wait_for("Black to move");
    terminal.send("q");
    assert_eq!(terminal.wait_exit().exit_code(), 0);
    let folder: Folder<Settings> = Folder::open(&home.data().join("study")).unwrap();
    let settings = &folder.header().settings;
    assert_eq!(settings.evolution.population, 4);
    assert_eq!(settings.tester, Settings::guided().tester);
    // A study that was begun with others is gone on with all the same.
    fs::write(home.path().join("other.toml"), "[evolution]\ncycles = 2\n").unwrap();
    let mut terminal = start(&["--config", "other.toml"]);
    terminal.wait_for_all(&["Study, ME", "Enter begins."]);
    terminal.send("q");
    terminal.wait_for("Black to move");
    terminal.send("q");
    assert_eq!(terminal.wait_exit().exit_code(), 0);
}

#[test]
fn studies_are_reached_from_the_game() {
    for (way, title) in [
        (":blind\r".to_owned(), "Blind test, ME"),
        (":study\r".to_owned(), "Study, ME"),
        (format!("n{}\r", keys::LEFT), "Blind test, ME"),
        (format!("n{0}{0}\r", keys::LEFT), "Study, ME"),
    ] {
        let home = crate::home("");
        let mut terminal = crate::start(&home, &[]);
        terminal.send("d3\r");
        terminal.wait_for(" d3 ");
        terminal.send(&way);
        terminal.wait_for_all(&[title, "Enter begins."]);
        terminal.send("q");
        let verb = if title.starts_with("Blind") {
            "blind"
        } else {
            "study"
        };
        // The game is as it was.
        let command = format!("Resume with: koteki {verb} --code ME");
        terminal.wait_for_all(&[&command, " d3 ", "Board"]);
        // Ctrl-C in the study says it too, where the screen was.
        terminal.send(&way);
        terminal.wait_for_all(&[title, "Enter begins."]);
        terminal.send(keys::CTRL_C);
        assert_eq!(terminal.wait_exit().exit_code(), 130);
        terminal.assert_restored();
        let text = terminal.text();
        assert!(text.contains(&command), "{text}");
        let folder = home.data().join(verb).join("study.toml");
        assert!(folder.exists(), "no {}", folder.display());
        assert!(home.data().join("games.jsonl").exists());
    }
}

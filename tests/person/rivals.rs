//! Rivals that a person knows: listed, kept for good, given to somebody else.

// Tests may unwrap; clippy does not know the helpers of one.
#![allow(clippy::unwrap_used)]

use std::path::Path;

use koteki_games::othello::Position;
use koteki_record::game::Players;
use koteki_record::store::{Store, read_games};
use koteki_rivals::roster::PlayerSpec;
use koteki_rivals::roster::kit::Kit as _;
use koteki_session::rivals::{Rival, Test, keep};

use super::common::{run, run_with_input};

const PLAYERS: [&str; 3] = [
    "individual:frontier=84,mobility=4,stability=2162,depth=4",
    "individual:frontier=4,mobility=266,stability=5,depth=4",
    "individual:frontier=86,mobility=84,stability=2,depth=4",
];

/// What that player is called.
fn name(player: &str) -> String {
    Position::name_of(&player.parse().unwrap()).unwrap()
}

/// Two certified rivals in the folder of a person.
fn certified(data: &Path) {
    let rivals = ['A', 'B'].into_iter().zip(PLAYERS);
    let rivals: Vec<Rival> = rivals
        .map(|(letter, player)| Rival {
            letter,
            player: player.parse().unwrap(),
            against: "agent:d=target,depth=4".parse().unwrap(),
            target: 29.0,
            test: Test::Certified {
                at: 1,
                games: 400,
                score: 0.49,
            },
        })
        .collect();
    keep(data, "player", &rivals).unwrap();
}

#[test]
fn rivals_are_listed_kept_and_given_away() {
    let home = super::common::home();
    let data = home.path().join("games");
    certified(&data);
    // A game that the person lost against B, 9 to 55, and one against somebody who was bred earlier, won.
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("recordings/sample-games.jsonl");
    let lost = read_games(&sample).unwrap().games.remove(0);
    assert_eq!(lost.result.map(|it| (it.black, it.white)), Some((9, 55)));
    let store = Store::open(&data).unwrap();
    for (number, player) in PLAYERS.iter().enumerate().skip(1) {
        let mut game = lost.clone();
        game.id = format!("{number}");
        let player: PlayerSpec = player.parse().unwrap();
        let (own, other) = (Players::human("player"), format!("{player:#}"));
        game.players = if number == 1 {
            Players {
                black: own,
                white: other,
            }
        } else {
            Players {
                black: other,
                white: own,
            }
        };
        store.append(&game).unwrap();
    }
    let folder = data.to_str().unwrap();
    let rivals = |arguments: &[&str]| {
        let mut all = vec!["rivals", "--data", folder];
        all.extend(arguments);
        run(home.path(), &all)
    };
    let [a, b, c] = PLAYERS.map(name);
    let listed = |arguments: &[&str]| {
        let ended = rivals(arguments);
        assert_eq!((ended.code, ended.errors.as_str()), (Some(0), ""));
        let lines = ended.out.lines().map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            words.join(" ")
        });
        lines.collect::<Vec<_>>()
    };
    let lines = listed(&[]);
    let begins = |lines: &[String], beginnings: &[String]| {
        assert_eq!(lines.len(), beginnings.len(), "{lines:?}");
        for (line, beginning) in lines.iter().zip(beginnings) {
            assert!(
                line.starts_with(beginning.as_str()),
                "{line:?} {beginning:?}"
            );
        }
    };
    let beginnings = [
        format!("A {a} not met yet"),
        format!("B {b} you 0, it 1"),
        format!("{c} you 1, it 0"),
    ];
    begins(&lines, &beginnings);

    // One of them is met first, by its name or its letter; whoever is nobody is told whom there is.
    let first = |opponent: &str| {
        let arguments = ["--plain", "--data", folder, "--opponent", opponent];
        run_with_input(home.path(), &arguments, "quit\n")
    };
    let met = |opponent: &str| first(opponent).out.lines().next().unwrap().to_owned();
    for (called, player) in [("b", PLAYERS[1]), (&*c.to_lowercase(), PLAYERS[2])] {
        let player: PlayerSpec = player.parse().unwrap();
        let line = met(called);
        assert!(
            line.contains(&format!("against {player}. (seed ")),
            "{line}"
        );
    }
    let nobody = first("nobody");
    assert_eq!(nobody.code, Some(1));
    let own = format!("; your rivals: {a} (A), {b} (B), {c}");
    assert!(nobody.errors.contains(&own), "{}", nobody.errors);
    assert!(!nobody.errors.contains("column"), "{}", nobody.errors);

    // Kept by letter and by name, whatever is bred later.
    assert_eq!(listed(&["--keep", "b"]), [format!("{b} is kept for good.")]);
    assert_eq!(
        listed(&["--keep", &c.to_lowercase()]),
        [format!("{c} is kept for good.")]
    );
    keep(&data, "player", &[]).unwrap();
    let kept = [
        format!("{b} you 0, it 1 kept for good"),
        format!("{c} you 1, it 0 kept for good"),
    ];
    begins(&listed(&[]), &kept);

    // Given away with whom it is level, and taken in by somebody else once.
    let line = rivals(&["--line", &b]).out;
    assert!(line.starts_with(PLAYERS[1]), "{line}");
    assert!(
        line.trim_end()
            .ends_with(" level with agent:d=target,depth=4 at 29.0"),
        "{line}"
    );
    assert_eq!(
        listed(&["Ann", "--add", line.trim()]),
        [format!("{b} is kept for good.")]
    );
    assert_eq!(
        listed(&["Ann", "--add", PLAYERS[1]]),
        [format!("{b} is already kept for good.")]
    );
    begins(
        &listed(&["Ann"]),
        &[format!("{b} not met yet kept for good")],
    );
    let json: serde_json::Value = serde_json::from_str(&rivals(&["Ann", "--json"]).out).unwrap();
    assert_eq!(json["rivals"][0]["level_with"]["d"], 29.0);
    assert_eq!(json["rivals"][0]["favourite"], true);
    assert_eq!(
        listed(&["Ann", "--drop", &b]),
        [format!("{b} is not kept for good.")]
    );
    assert_eq!(
        listed(&["Ann"]),
        [
            "No rivals of \"Ann\" yet: they are bred while a game is played. (NAME is whose rivals are listed; --line RIVAL \
          shows one of yours.)"
        ]
    );

    // What is no rival is refused in one line, and nothing is lost.
    for (arguments, why) in [
        (
            ["--add", "beginner"],
            "beginner is no rival that was bred at Othello",
        ),
        (
            ["--add", "individual:x"],
            "\"x\" is not of the form key=value",
        ),
        (
            [
                "--add",
                "individual:frontier=1,mobility=1,stability=1 level with agent:d=3",
            ],
            "does not say whom it is level with",
        ),
        (["--keep", "nobody"], "there is no rival \"nobody\""),
    ] {
        let ended = rivals(&arguments);
        assert_eq!(
            (ended.code, ended.out.as_str()),
            (Some(1), ""),
            "{arguments:?}"
        );
        assert!(ended.errors.contains(why), "{}", ended.errors);
        assert_eq!(ended.errors.lines().count(), 1, "{}", ended.errors);
    }
    begins(&listed(&[]), &kept);
    // One of a later version is left as it is, and nobody is said to be kept.
    let file = data.join("players/player.favourites.toml");
    std::fs::write(&file, "format = 99\n").unwrap();
    let ended = rivals(&["--add", PLAYERS[0]]);
    assert_eq!((ended.code, ended.out.as_str()), (Some(1), ""));
    assert!(
        ended.errors.contains("of a later version of koteki"),
        "{}",
        ended.errors
    );
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "format = 99\n");
    // A torn file is named, and stays until something is kept.
    let file = data.join("players/player.favourites.toml");
    std::fs::write(&file, "format = 1\nname").unwrap();
    let ended = rivals(&[]);
    assert!(
        ended
            .errors
            .contains("player.favourites.toml are not offered"),
        "{}",
        ended.errors
    );
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "format = 1\nname");
}

/// How likely each is to be even is said from the test, from the person's games, and from those against it.
#[test]
fn how_even_a_rival_is_is_said_and_goes_on_being_corrected() {
    let home = super::common::home();
    let data = home.path().join("games");
    certified(&data);
    let folder = data.to_str().unwrap();
    let said = |flags: &[&str]| {
        let arguments = [&["rivals", "--data", folder], flags].concat();
        let ended = run(home.path(), &arguments);
        assert_eq!((ended.code, ended.errors.as_str()), (Some(0), ""));
        ended.out
    };
    let json = || serde_json::from_str::<serde_json::Value>(&said(&["--json"])).unwrap();
    // Nothing is known of the person.
    assert!(!said(&[]).contains("even match"), "{}", said(&[]));
    assert!(json()["rivals"][0]["even"].is_null());

    super::common::play_measured(&data, "player", 12);
    let before = json();
    let of = |json: &serde_json::Value, rival: usize, what: &str| {
        json["rivals"][rival]["even"][what].as_f64().unwrap()
    };
    let [expected, low, high, chance] =
        ["expected", "low", "high", "chance"].map(|it| of(&before, 0, it));
    assert!(low < expected && expected < high && 0.0 < chance && chance < 1.0);
    let tenths = (chance * 10.0).round();
    let words =
        format!("even match: {tenths} in 10, you score {expected:.2} ({low:.2} to {high:.2})");
    let lines = said(&[]);
    assert!(lines.contains(&words), "{words}: {lines}");

    // Lost three times against A: less is expected against it, and against B, who was tested against the same agent, the
    // same as before, for the profile has not counted these games.
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("recordings/sample-games.jsonl");
    let lost = read_games(&sample).unwrap().games.remove(0);
    let store = Store::open(&data).unwrap();
    for number in 0..3 {
        let mut game = lost.clone();
        game.id = format!("{number}{}", game.id);
        game.players = Players {
            black: Players::human("player"),
            white: PLAYERS[0].to_owned(),
        };
        store.append(&game).unwrap();
    }
    let after = json();
    assert!(of(&after, 0, "expected") < expected - 0.05, "{after}");
    assert!((of(&after, 1, "expected") - of(&before, 1, "expected")).abs() < 1e-9);
}

#[test]
fn no_two_rivals_of_a_person_have_the_same_name() {
    let home = super::common::home();
    let data = home.path().join("games");
    certified(&data);
    let folder = data.to_str().unwrap();
    let rivals = |argument: &str, of: &str| {
        let ended = run(home.path(), &["rivals", "--data", folder, argument, of]);
        assert_eq!((ended.code, ended.errors.as_str()), (Some(0), ""));
        ended.out
    };
    let mut players = (1..)
        .map(|frontier| format!("individual:frontier={frontier},mobility=1,stability=1,depth=4"));
    let namesake = players.find(|it| name(it) == name(PLAYERS[0])).unwrap();
    rivals("--add", &namesake);
    let json: serde_json::Value = serde_json::from_str(&rivals("player", "--json")).unwrap();
    let names = [0, 1, 2].map(|it| json["rivals"][it]["name"].as_str().unwrap());
    assert_ne!(names[0], names[2]);
    for it in [names[0], names[2]] {
        assert!(it.starts_with(&format!("{} ", name(PLAYERS[0]))), "{it}");
    }
    assert_eq!(names[1], name(PLAYERS[1]));
    assert!(rivals("--line", names[0]).starts_with(PLAYERS[0]));
    assert!(rivals("--line", names[2]).starts_with(&namesake));
    // So they are in a list of games: one that was left, and one that is over.
    let play = |moves: &str| {
        let opponent = ["--plain", "--data", folder, "--opponent", PLAYERS[0]];
        run_with_input(home.path(), &opponent, moves).out
    };
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("recordings/sample-games.jsonl");
    let mut over = read_games(&sample).unwrap().games.remove(0);
    let namesake: PlayerSpec = namesake.parse().unwrap();
    over.players = Players {
        black: Players::human("player"),
        white: format!("{namesake:#}"),
    };
    Store::open(&data).unwrap().append(&over).unwrap();
    play("f5\nquit\n");
    let games = play("games\nquit\n");
    assert!(
        games.contains(&format!("against Rival {} at move", names[0])),
        "{games}"
    );
    assert!(
        games.contains(&format!("against Rival {}: ", names[2])),
        "{games}"
    );
}

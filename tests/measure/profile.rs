//! A person's strength from game to game, from the games that are kept.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::fs;
use std::path::Path;

use koteki_engine::search::budget::Cancel;
use koteki_games::othello::Position;
use koteki_games::{GameLine, Side};
use koteki_record::game::{GameRecord, Kind, Players, Status, new_id};
use koteki_record::store::Store;
use koteki_rivals::coach::{Scale, Tester, Threshold, review};
use koteki_rivals::measure::contest::play_out;
use koteki_rivals::measure::equal::{GameEvidence, ResultAgainst};
use koteki_rivals::measure::strength::Decision;
use koteki_rivals::roster::kit::Kit as _;
use koteki_rivals::roster::{SearchSpec, build_othello};
use koteki_session::history::{History, Opponent, Walk};
use koteki_session::standing::count;

use crate::common::{play_measured, run};

/// Games of `player` as the person Ann against these opponents, kept in `folder` as the program does.
fn play(folder: &Path, player: &str, opponents: &[&str]) -> Vec<GameRecord> {
    let store = Store::open(folder).unwrap();
    let person = build_othello(&player.parse().unwrap()).unwrap();
    let mut records = Vec::new();
    for (index, name) in opponents.iter().enumerate() {
        let opponent = build_othello(&name.parse().unwrap()).unwrap();
        let side = Side::BOTH[index % 2];
        let (seats, players) = match side {
            Side::Black => (
                [&*person, &*opponent],
                [Players::human("Ann"), (*name).to_owned()],
            ),
            Side::White => (
                [&*opponent, &*person],
                [(*name).to_owned(), Players::human("Ann")],
            ),
        };
        let line = play_out(
            GameLine::<Position>::default(),
            seats[0],
            seats[1],
            index as u64,
            &Cancel::new(),
        )
        .unwrap();
        let seconds = 1_700_000_000 + 3600 * index as u64;
        let [black, white] = players;
        let players = Players { black, white };
        let id = new_id(seconds * 1000, 1, index as u64);
        let mut record = GameRecord::begin(id, seconds, Kind::Measured, players, 1);
        record.set_line(&line);
        record.status = Status::Finished;
        store.append(&record).unwrap();
        records.push(record);
    }
    records
}

const MET: [&str; 5] = [
    "random",
    "beginner:depth=1",
    "random",
    "individual:depth=1,frontier=30,mobility=200,stability=3000",
    "agent:d=30,depth=2",
];

/// The estimate after the last game is the one that the profile keeps, which counts each game as it ends.
#[test]
fn the_estimate_ends_where_the_profile_is() {
    let folder = tempfile::tempdir().unwrap();
    let records = play(folder.path(), "kbest:k=4,sigma=40,depth=2", &MET);
    let search = SearchSpec::TESTER.search();
    let mut kept = None;
    for (index, record) in records.iter().enumerate() {
        let line = record.line().unwrap();
        let side = Side::BOTH[index % 2];
        let cancel = Cancel::new();
        let decisions = Decision::of_line(&line, side, &search, 5, &cancel).unwrap();
        kept = count::<Position>(
            folder.path(),
            "Ann",
            &record.id,
            GameEvidence {
                ended: 0,
                decisions: decisions.clone(),
                likeness: koteki_rivals::measure::likeness::Told::default(),
                result: None,
            },
        )
        .unwrap();
    }
    let history = History::read(folder.path(), "Ann").unwrap();
    // The tester of the settings: it sees further at the end than the preset one.
    let tester = SearchSpec {
        exhaustive: 14,
        ..SearchSpec::TESTER
    };
    let mut walk = Walk::new(tester);
    let seen: Vec<_> = history
        .games
        .iter()
        .map(|game| walk.step(game, &Cancel::new()).unwrap())
        .collect();
    let (last, kept) = (seen[4].strength.unwrap(), kept.unwrap().belief.strength());
    // The profile is kept in billionths.
    assert!((last.d / kept.d - 1.0).abs() < 1e-3, "{last:?} {kept:?}");
    assert!(seen.iter().all(|it| it.strength.is_some()));
    assert!(seen.iter().all(|it| it.loss.is_some_and(|loss| loss > 0.0)));
    // The mistakes are those of a review by the same tester.
    let judge = Tester {
        search: Box::new(tester.search()),
        depth: tester.depth,
        weights: tester.weights,
        scale: Scale::Points,
    };
    for (game, seen) in history.games.iter().zip(&seen) {
        let reviewed = review(&game.line, &judge, Threshold::default(), &Cancel::new());
        assert_eq!(seen.tally.0, reviewed.unwrap().tally(game.side));
    }
    // Somebody who throws with dice gives something away.
    assert!(seen.iter().flat_map(|it| it.tally.0).flatten().sum::<u32>() > 5);
}

#[test]
fn results_are_counted_by_opponent() {
    let folder = tempfile::tempdir().unwrap();
    let records = play(folder.path(), "beginner:depth=2", &MET);
    let history = History::read(folder.path(), "Ann").unwrap();
    assert_eq!(history.games.len(), 5);
    let results = history.results();
    let met: Vec<(Opponent, u32)> = results
        .iter()
        .map(|it| (it.opponent.clone(), it.count()))
        .collect();
    let other = |name: &str| Opponent::Other(name.to_owned());
    assert_eq!(
        met,
        [
            (other("random"), 2),
            (other("beginner:depth=1"), 1),
            (Opponent::Rivals, 1),
            (Opponent::Agents, 1),
        ]
    );
    // Counted from the boards themselves.
    let own = |index: usize| {
        let line = records[index].line().unwrap();
        let side = Side::BOTH[index % 2];
        let position = line.position();
        let discs = |side| i64::from(position.discs(side).count_ones());
        discs(side) - discs(side.other())
    };
    assert_eq!(results[0].difference, own(0) + own(2));
    let won = [0, 2].iter().filter(|&&index| own(index) > 0).count();
    assert_eq!(results[0].games[0] as usize, won);
}

/// Practice, games that were left, of other people and between people say nothing.
#[test]
fn only_measured_games_of_the_person_count() {
    let folder = tempfile::tempdir().unwrap();
    let records = play(folder.path(), "random", &["random"; 4]);
    let store = Store::open(folder.path()).unwrap();
    let change = |index: usize, change: fn(&mut GameRecord)| {
        let mut record = records[index].clone();
        change(&mut record);
        store.append(&record).unwrap();
    };
    change(0, |it| it.kind = Kind::Practice);
    change(1, |it| it.status = Status::Interrupted);
    change(2, |it| {
        it.players = Players {
            black: Players::human("Ann"),
            white: Players::human("Bob"),
        };
    });
    change(3, |it| {
        it.players = Players {
            black: Players::human("Bob"),
            white: "random".to_owned(),
        };
    });
    fs::write(
        store.games_path(),
        format!(
            "{}{{\"torn",
            fs::read_to_string(store.games_path()).unwrap()
        ),
    )
    .unwrap();
    let history = History::read(folder.path(), "Ann").unwrap();
    assert_eq!((history.games.len(), history.others), (0, 3));
    assert_eq!(history.unreadable, 1);
}

/// Ten wins against the strongest agent that looks 4 plies ahead are won by a person whose equal looks deeper; thirty
/// more against the strongest of all by one who has none.
#[test]
fn who_beats_the_strongest_agents_is_not_called_their_equal() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("games");
    let records = play(&data, "intermediate", &["beginner"]);
    let (line, search) = (records[0].line().unwrap(), SearchSpec::TESTER.search());
    let decisions = Decision::of_line(&line, Side::Black, &search, 5, &Cancel::new()).unwrap();
    let beats = |agent: &str, games: u32| {
        let opponent = Position::even_point(&agent.parse().unwrap()).unwrap();
        for game in 0..games {
            let result = Some(ResultAgainst {
                opponent,
                score: 1.0,
            });
            count::<Position>(
                &data,
                "Ann",
                &format!("{agent} {game}"),
                GameEvidence {
                    ended: 0,
                    decisions: decisions.clone(),
                    likeness: koteki_rivals::measure::likeness::Told::default(),
                    result,
                },
            )
            .unwrap();
        }
    };
    let said = |json: bool| {
        let flags = ["profile", "Ann", "--data", data.to_str().unwrap(), "--json"];
        let flags = &flags[..if json { 5 } else { 4 }];
        run(folder.path(), flags).out
    };
    let equal = || -> serde_json::Value {
        let all: serde_json::Value = serde_json::from_str(&said(true)).unwrap();
        all["equal"].clone()
    };
    beats("agent:d=20,depth=4", 1);
    assert_eq!(
        (equal()["depth"].as_u64(), equal()["beyond"].as_bool()),
        (Some(4), Some(false))
    );
    assert!(
        said(false).contains("depth=4, which holds D"),
        "{}",
        said(false)
    );

    beats("agent:d=0,depth=4", 10);
    assert_eq!(
        (equal()["depth"].as_u64(), equal()["beyond"].as_bool()),
        (Some(7), Some(false))
    );
    assert!(equal()["d"].as_f64().unwrap() > 0.0);
    assert!(
        said(false).contains("depth=7, which holds D"),
        "{}",
        said(false)
    );

    beats("agent:d=0,depth=7", 30);
    assert_eq!(equal()["beyond"].as_bool(), Some(true));
    let said = said(false);
    assert!(
        said.contains("stronger than any rival I can breed"),
        "{said}"
    );
    assert!(!said.contains("your equal"), "{said}");
}

#[test]
fn the_command_prints_what_there_is() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("games");
    play(&data, "beginner:depth=2", &MET);
    let data = data.to_str().unwrap();
    let output = run(folder.path(), &["profile", "Ann", "--data", data, "--json"]);
    assert_eq!(output.code, Some(0), "{output:?}");
    let json: serde_json::Value = serde_json::from_str(&output.out).unwrap();
    assert_eq!(json["name"], "Ann");
    assert_eq!(json["games"].as_array().unwrap().len(), 5);
    assert!(json["games"][4]["d"].as_f64().unwrap() > 0.0);
    assert_eq!(json["results"][0]["games"], 2);
    assert!(json["mistakes"][0]["kind"].is_string());
    let output = run(folder.path(), &["profile", "Ann", "--data", data]);
    let text = output.out;
    assert!(
        text.starts_with("Strength of Ann\n5 measured games\n"),
        "{text}"
    );
    // A day that a calendar knows.
    assert!(text.contains("2023-11-14  Random"), "{text}");

    // Why there is nothing is said once.
    let broken = folder.path().join("broken");
    fs::create_dir_all(broken.join("players")).unwrap();
    fs::write(broken.join("players/zoe.toml"), "format = 1\n[").unwrap();
    let output = run(
        folder.path(),
        &["profile", "zoe", "--data", broken.to_str().unwrap()],
    );
    assert_eq!(output.code, Some(1));
    let errors = output.errors;
    assert!(errors.contains("zoe.toml cannot be read"), "{errors}");
    assert_eq!(errors.lines().count(), 1, "{errors}");

    let output = run(folder.path(), &["profile", "Zoe", "--data", data]);
    assert_eq!(output.code, Some(1));
    let errors = output.errors;
    assert!(errors.contains("no game of \"Zoe\""), "{errors}");
}

/// The picture of what was foretold, its scores as they are counted from the games themselves, and words alone where there
/// are few.
#[test]
fn what_was_foretold_is_drawn_and_scored() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("games");
    let said = |flags: &[&str]| {
        let arguments = ["profile", "Ann", "--data", data.to_str().unwrap()];
        run(folder.path(), &[&arguments, flags].concat()).out
    };
    fs::create_dir(&data).unwrap();
    play_measured(&data, "Ann", 8);
    let few = said(&[]);
    assert!(
        few.contains("7 predictions so far") && !few.contains("1.0 |"),
        "{few}"
    );
    play_measured(&data, "Ann", 33);
    let json: serde_json::Value = serde_json::from_str(&said(&["--json"])).unwrap();
    let foretold: Vec<(f64, f64)> = json["foretold"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| {
            (
                it["expected"].as_f64().unwrap(),
                it["score"].as_f64().unwrap(),
            )
        })
        .collect();
    assert_eq!(foretold.len(), 32);
    let all = foretold.len() as f64;
    let brier = foretold.iter().map(|(p, r)| (p - r).powi(2)).sum::<f64>() / all;
    let log = foretold
        .iter()
        .map(|(p, r)| r * p.ln() + (1.0 - r) * (1.0 - p).ln());
    let log = -log.sum::<f64>() / all;
    let found = &json["predictions"];
    assert!(
        (found["brier"].as_f64().unwrap() - brier).abs() < 1e-9,
        "{found}"
    );
    assert!(
        (found["log"].as_f64().unwrap() - log).abs() < 1e-9,
        "{found}"
    );
    assert!((found["log_of_one_half"].as_f64().unwrap() - 2.0_f64.ln()).abs() < 1e-9);
    let bands = found["bands"].as_array().unwrap();
    let games = |it: &serde_json::Value| it["games"].as_u64().unwrap();
    assert_eq!(bands.iter().map(games).sum::<u64>(), 32);
    for band in bands {
        let of = |name: &str| band[name].as_f64().unwrap();
        assert!(of("from") <= of("expected") && of("expected") <= of("to"));
        assert!(of("low") <= of("score") && of("score") <= of("high"));
    }
    let text = said(&[]);
    let scores = format!("32 predictions: Brier {brier:.3}, log score {log:.3}");
    assert!(text.contains(&scores), "{text}");
    let drawn: Vec<&str> = text
        .lines()
        .skip_while(|line| !line.starts_with("Predicted (across)"))
        .collect();
    let points = drawn[1..13].iter().map(|row| row.matches('o').count());
    assert_eq!(points.sum::<usize>(), bands.len(), "{text}");
}

/// Ten and two in four games each: 2.5 and 0.5 a game, which differ by 2.3 standard errors; three and two do not.
#[test]
fn kinds_of_mistakes_that_have_become_rarer_are_named() {
    use koteki_session::history::{Tally, trend};
    let tally = |first: u32, second: u32| {
        let mut tally = Tally::default();
        tally.0[0] = [first, 0, 0];
        tally.0[1] = [0, second, 0];
        tally
    };
    let games = [
        tally(3, 1),
        tally(2, 1),
        tally(3, 1),
        tally(2, 0),
        tally(1, 1),
        tally(0, 0),
        tally(1, 1),
        tally(0, 0),
    ];
    let [first, second] = [0, 1].map(|kind| koteki_rivals::coach::words::KINDS[kind]);
    let said = trend(&games);
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(
        said[0].starts_with("Fewer a game, first 4 games to last 4: "),
        "{said:?}"
    );
    assert!(said[0].contains(&format!("{first} 2.5 to 0.5")), "{said:?}");
    assert!(!said[0].contains(second), "{said:?}");
    let turned: Vec<Tally> = games.iter().rev().copied().collect();
    assert!(trend(&turned)[0].starts_with("More a game"));
    assert!(trend(&[tally(1, 1); 8])[0].starts_with("No kind has become"));
    assert_eq!(trend(&games[..5]), Vec::<String>::new());
}

//! Games on the disk: nothing is lost, whatever is killed, torn, locked or damaged.

// Tests may unwrap; clippy does not know the helpers of one.
#![allow(clippy::unwrap_used, clippy::print_stderr)]

use std::fs;
use std::io::Write as _;
use std::path::Path;

use koteki_games::GameLine;
use koteki_games::othello::notation::read_transcript;
use koteki_record::game::{
    Colour, FORMAT, GameRecord, Judgement, Kind, Level, Levels, Players, Points, RecordError,
    Status, new_id,
};
use koteki_record::store::{Store, StoreError, read_games};
use proptest::prelude::*;

fn game(id: &str) -> GameRecord {
    let players = Players {
        black: Players::human("Ueda"),
        white: "beginner".to_owned(),
    };
    GameRecord {
        transcript: "f5d6c3".to_owned(),
        ..GameRecord::begin(id.to_owned(), 1_700_000_000, Kind::Measured, players, 7)
    }
}

fn finished(id: &str) -> GameRecord {
    GameRecord {
        status: Status::Finished,
        ..game(id)
    }
}

fn ids(store: &Store) -> Vec<String> {
    let games = store.games().unwrap();
    games.games.into_iter().map(|game| game.id).collect()
}

fn level() -> impl Strategy<Value = Option<Level>> {
    proptest::option::of((0.0..1e6, 1.0..64.0, 1_u32..60).prop_map(
        |(mean_loss, mean_rank, moves)| Level {
            mean_loss,
            mean_rank,
            moves,
        },
    ))
}

prop_compose! {
    fn any_game()(
        (id, game, black, white) in (".*", "[a-z]+", ".*", ".*"),
        (transcript, start) in ("[a-h1-8 -]*", proptest::option::of(".*")),
        (started, ended, seed) in (any::<u64>(), any::<u64>(), any::<u64>()),
        status in prop_oneof![Just(Status::Finished), Just(Status::Interrupted), Just(Status::Playing)],
        kind in prop_oneof![Just(Kind::Measured), Just(Kind::Practice)],
        result in proptest::option::of((0..=64, 0..=64).prop_map(|(black, white)| Points { black, white })),
        resigned in proptest::option::of(prop_oneof![Just(Colour::Black), Just(Colour::White)]),
        judgements in proptest::collection::vec(
            proptest::option::of((any::<i32>(), 0..i32::MAX, 1_u32..34, 1_u32..34)
                .prop_map(|(value, loss, rank, of)| Judgement { value, loss, rank, of })),
            0..5,
        ),
        levels in proptest::option::of((level(), level()).prop_map(|(black, white)| Levels { black, white })),
        (tester, target, even, opening) in (
            proptest::option::of(".*"), proptest::option::of(0.0..1e4), proptest::option::of(0.0..1e4), 0_usize..3,
        ),
    ) -> GameRecord {
        GameRecord {
            format: FORMAT, id, game, started, ended, status, kind, players: Players { black, white },
            seed, start, transcript, opening, result, resigned, tester, judgements, levels, target, even,
        }
    }
}

proptest! {
    #[test]
    fn a_game_written_is_the_game_read(record in any_game()) {
        let line = record.to_line().unwrap();
        prop_assert!(!line.contains('\n'));
        prop_assert_eq!(GameRecord::from_line(&line).unwrap(), record);
    }

}

proptest! {
    // Every case syncs a disk.
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// However a file is cut, the whole lines before the cut are read and the next game gets a line
    /// of its own.
    #[test]
    fn a_torn_line_costs_itself_only(cut in 0_usize..2000) {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        for id in ["1", "2", "3"] {
            store.append(&finished(id)).unwrap();
        }
        let whole = fs::read(store.games_path()).unwrap();
        let cut = cut % (whole.len() + 1);
        fs::write(store.games_path(), &whole[..cut]).unwrap();
        store.append(&finished("4")).unwrap();
        let ends: Vec<usize> = whole.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at).collect();
        // A line that lost only its end is whole all the same.
        let mut expected: Vec<String> =
            ends.iter().filter(|&&end| end <= cut).enumerate().map(|(n, _)| (n + 1).to_string()).collect();
        expected.push("4".to_owned());
        prop_assert_eq!(ids(&store), expected);
        let torn = cut != 0 && !ends.contains(&cut) && whole[cut - 1] != b'\n';
        prop_assert_eq!(store.games().unwrap().bad.len(), usize::from(torn));
        // What was there is there still.
        prop_assert_eq!(&fs::read(store.games_path()).unwrap()[..cut], &whole[..cut]);
    }
}

#[test]
fn the_format_of_a_line_is_fixed() {
    // Written out by hand: whoever changes the names of fields breaks everybody's files.
    let line = r#"{"format":1,"id":"a","game":"othello","started":1700000000,"ended":1700000060,
        "status":"finished","kind":"measured","players":{"black":"human:Ueda","white":"beginner"},
        "seed":18446744073709551615,"transcript":"f5d6","result":{"black":40,"white":24},
        "tester":"tester","judgements":[{"value":-3,"loss":12,"rank":2,"of":4},null],
        "levels":{"black":{"mean_loss":24.5,"mean_rank":2.25,"moves":1}},"target":24.5}"#
        .replace("\n        ", "");
    let record = GameRecord::from_line(&line).unwrap();
    assert_eq!(record.seed, u64::MAX);
    assert_eq!(
        record.players.person(koteki_games::Side::Black),
        Some("Ueda")
    );
    assert_eq!(record.players.person(koteki_games::Side::White), None);
    assert_eq!(record.judgements[1], None);
    assert_eq!(record.levels.unwrap().black.unwrap().mean_rank, 2.25);
    assert_eq!(record.to_line().unwrap(), line);
}

#[test]
fn a_game_of_othello_is_written_down_and_read_back() {
    // The shortest game there is: Black wins 13-0 after nine moves.
    let line = read_transcript("f5d6c5f4e3f6g5e6e7").unwrap();
    let mut record = game("1");
    record.set_line(&line);
    assert_eq!(record.transcript, "f5d6c5f4e3f6g5e6e7");
    assert_eq!(
        record.result,
        Some(Points {
            black: 13,
            white: 0
        })
    );
    assert_eq!(record.start, None);
    let record = GameRecord::from_line(&record.to_line().unwrap()).unwrap();
    assert_eq!(record.line().unwrap(), line);

    // With an opening that nobody chose.
    let mut drawn = GameLine::default();
    for (ply, &mv) in line.moves().iter().enumerate() {
        if ply == 4 {
            drawn.end_opening();
        }
        drawn.play(mv).unwrap();
    }
    let mut record = game("1");
    record.set_line(&drawn);
    let text = record.to_line().unwrap();
    assert!(text.contains("\"opening\":4"));
    assert_eq!(GameRecord::from_line(&text).unwrap().line().unwrap(), drawn);

    // From its seventh ply on, as a game of its own.
    let mut rest = GameLine::from_position(line.positions()[6]);
    for &mv in &line.moves()[6..] {
        rest.play(mv).unwrap();
    }
    let mut record = game("2");
    record.set_line(&rest);
    assert_eq!(record.transcript, "g5e6e7");
    assert_eq!(record.line().unwrap(), rest);

    record.transcript = "a1".to_owned();
    assert!(matches!(record.line(), Err(RecordError::Transcript(_))));
    record.start = Some("XO".to_owned());
    assert!(matches!(record.line(), Err(RecordError::Start(_))));
    record.game = "chess".to_owned();
    assert_eq!(
        record.line(),
        Err(RecordError::OtherGame("chess".to_owned()))
    );
}

#[test]
fn bad_lines_are_reported_with_their_place_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let later = finished("9")
        .to_line()
        .unwrap()
        .replace("\"format\":1", "\"format\":2,\"new\":true");
    let mut bytes = finished("1").to_line().unwrap().into_bytes();
    bytes.extend_from_slice(b"\n\nnot json\n\xff\xfe\n{\"format\":1}\n");
    bytes.extend_from_slice(later.as_bytes());
    bytes.extend_from_slice(b"\n");
    bytes.extend_from_slice(finished("2").to_line().unwrap().as_bytes());
    fs::write(store.games_path(), &bytes).unwrap();

    let games = store.games().unwrap();
    assert_eq!(ids(&store), ["1", "2"]);
    let lines: Vec<usize> = games.bad.iter().map(|bad| bad.line).collect();
    assert_eq!(lines, [3, 4, 5, 6]);
    assert_eq!(games.bad[1].fault, RecordError::NotText);
    assert!(
        games.bad[2]
            .to_string()
            .contains("games.jsonl:5: not the record of a game: missing field")
    );
    assert_eq!(games.bad[3].fault, RecordError::Format(2));
    assert_eq!(fs::read(store.games_path()).unwrap(), bytes);
}

#[test]
fn a_number_that_json_cannot_write_is_refused() {
    let record = GameRecord {
        target: Some(f64::NAN),
        ..finished("1")
    };
    assert_eq!(record.to_line(), Err(RecordError::Number));
}

#[test]
fn a_killed_game_is_offered_again_and_finished_once() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let mut live = store.begin(game("1")).unwrap();
    live.update(GameRecord {
        transcript: "f5d6c3d3".to_owned(),
        ..game("1")
    })
    .unwrap();
    // A living program's game is its own, also to another look from the same machine.
    assert!(store.take_interrupted().unwrap().games.is_empty());
    assert!(ids(&store).is_empty());
    drop(live); // as a kill does: the lock goes with the process

    let mut found = store.take_interrupted().unwrap();
    assert!(found.bad.is_empty());
    let taken = found.games.pop().unwrap();
    assert_eq!(taken.record().transcript, "f5d6c3d3");
    // Nobody else gets it now, and it is among the games already.
    assert!(store.take_interrupted().unwrap().games.is_empty());
    assert_eq!(store.games().unwrap().games[0].status, Status::Interrupted);
    drop(taken);

    let mut taken = store.take_interrupted().unwrap().games.pop().unwrap();
    let result = Some(Points {
        black: 40,
        white: 24,
    });
    let over = GameRecord {
        result,
        ..finished("1")
    };
    taken.update(over).unwrap();
    // Killed here, it is nothing to play on.
    drop(taken);
    let found = store.take_interrupted().unwrap();
    assert!(found.games.is_empty());
    for game in found.finished {
        game.append().unwrap();
        game.remove();
    }
    let games = store.games().unwrap().games;
    assert_eq!(games.len(), 1);
    assert_eq!(
        (games[0].status, games[0].result),
        (Status::Finished, result)
    );
    assert!(store.take_interrupted().unwrap().games.is_empty());
}

#[test]
fn a_kill_between_appending_and_removing_makes_no_second_game() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let live = store.begin(game("1")).unwrap();
    store.append(&finished("1")).unwrap();
    drop(live);
    assert!(store.take_interrupted().unwrap().games.is_empty());
    assert_eq!(ids(&store), ["1"]);
    assert_eq!(fs::read_dir(folder.path().join("live")).unwrap().count(), 0);
}

#[test]
fn a_kill_while_replacing_leaves_the_game_before() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    drop(store.begin(game("1")).unwrap());
    fs::write(folder.path().join("live/1.new"), "{\"format\":1,\"id\":\"1").unwrap();
    let found = store.take_interrupted().unwrap();
    assert_eq!(found.games[0].record().transcript, "f5d6c3");
}

#[test]
fn suspended_set_aside_discarded() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    store.begin(game("1")).unwrap().append().unwrap();
    store.begin(game("2")).unwrap().remove();
    assert_eq!(ids(&store), ["1"]);

    let taken = store.take_interrupted().unwrap().games.pop().unwrap();
    taken.append().unwrap();
    taken.remove();
    assert!(store.take_interrupted().unwrap().games.is_empty());
    assert_eq!(ids(&store), ["1"]);
    // Said once, although it was stopped twice.
    let text = fs::read_to_string(store.games_path()).unwrap();
    assert_eq!(text.lines().count(), 1);
}

#[test]
fn a_damaged_live_game_is_reported_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    drop(store.begin(game("1")).unwrap());
    let path = folder.path().join("live/1.json");
    fs::write(&path, "{\"format\":1,").unwrap();
    let found = store.take_interrupted().unwrap();
    assert_eq!((found.games.len(), found.bad.len()), (0, 1));
    assert_eq!(found.bad[0].path, path);
    assert!(path.exists());
}

/// A folder or a pipe cannot be taken up, and a pipe keeps nobody waiting.
#[cfg(unix)]
#[test]
fn a_live_game_that_cannot_be_read_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    drop(store.begin(game("1")).unwrap());
    let at = |name: &str| folder.path().join("live").join(name);
    fs::create_dir(at("2.json")).unwrap();
    pipe(&at("3.json"));
    fs::create_dir(at("4.lock")).unwrap();
    fs::write(at("4.json"), game("4").to_line().unwrap()).unwrap();
    let found = store.take_interrupted().unwrap();
    assert_eq!(found.games.len(), 1);
    let mut bad: Vec<String> = found.bad.iter().map(ToString::to_string).collect();
    bad.sort();
    let kinds = ["a directory", "a pipe", "a directory"];
    for ((line, name), kind) in bad.iter().zip(["2", "3", "4"]).zip(kinds) {
        let said = format!("{name}.json:1: this is {kind} and not a regular file");
        assert!(line.ends_with(&said), "{line}");
    }
}

#[cfg(unix)]
fn pipe(path: &Path) {
    let made = std::process::Command::new("mkfifo").arg(path).status();
    assert!(made.unwrap().success());
}

/// A look at them reads the games a few times, and not once for each.
#[test]
fn many_interrupted_games_are_soon_looked_at() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    for n in 0..100 {
        drop(store.begin(game(&format!("live-{n}"))).unwrap());
    }
    let lines: String = (0..2000)
        .map(|n| finished(&n.to_string()).to_line().unwrap() + "\n")
        .collect();
    fs::write(store.games_path(), lines).unwrap();
    // The first look writes them down.
    assert_eq!(store.take_interrupted().unwrap().games.len(), 100);
    let timed = |work: &dyn Fn()| {
        let begun = std::time::Instant::now();
        work();
        begun.elapsed()
    };
    let once = timed(&|| assert_eq!(store.games().unwrap().games.len(), 2100));
    let all = timed(&|| assert_eq!(store.take_interrupted().unwrap().games.len(), 100));
    assert!(
        all < once * 20,
        "{all:?}, of which reading once is {once:?}"
    );
}

#[test]
fn writers_at_once_lose_nothing() {
    let folder = tempfile::tempdir().unwrap();
    std::thread::scope(|scope| {
        for writer in 0..4 {
            let path = folder.path();
            scope.spawn(move || {
                // Each opens the file for itself, as another process would.
                let store = Store::open(path).unwrap();
                for n in 0..25 {
                    store.append(&finished(&format!("{writer}-{n}"))).unwrap();
                    if n % 5 == 0 {
                        assert!(store.games().unwrap().bad.is_empty());
                    }
                }
            });
        }
    });
    let games = read_games(&folder.path().join("games.jsonl")).unwrap();
    assert!(games.bad.is_empty());
    for writer in 0..4 {
        let own = games
            .games
            .iter()
            .filter(|game| game.id.starts_with(&format!("{writer}-")));
        let numbers: Vec<String> = own.map(|game| game.id[2..].to_owned()).collect();
        assert_eq!(numbers, (0..25).map(|n| n.to_string()).collect::<Vec<_>>());
    }
}

#[test]
fn two_takers_share_the_interrupted_games() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    for n in 0..20 {
        drop(store.begin(game(&n.to_string())).unwrap());
    }
    let taken: Vec<_> = std::thread::scope(|scope| {
        let takers: Vec<_> = (0..2)
            .map(|_| scope.spawn(|| store.take_interrupted().unwrap().games))
            .collect();
        takers
            .into_iter()
            .flat_map(|taker| taker.join().unwrap())
            .collect()
    });
    let mut numbers: Vec<&str> = taken.iter().map(|live| live.record().id.as_str()).collect();
    numbers.sort_by_key(|id| id.parse::<u32>().unwrap());
    assert_eq!(numbers, (0..20).map(|n| n.to_string()).collect::<Vec<_>>());
}

#[test]
fn a_folder_that_cannot_be_written_says_so() {
    let folder = tempfile::tempdir().unwrap();
    // A file where a folder is needed fails for everybody, the superuser too.
    let file = folder.path().join("file");
    fs::File::create(&file).unwrap().write_all(b"x").unwrap();
    let error = Store::open(file.join("games")).unwrap_err();
    assert!(matches!(error, StoreError::Folder { .. }));
    assert!(
        error.to_string().contains("cannot make the folder"),
        "{error}"
    );

    let store = Store::open(folder.path()).unwrap();
    fs::create_dir(store.games_path()).unwrap();
    let error = store.append(&finished("1")).unwrap_err();
    assert!(matches!(error, StoreError::Write { .. }), "{error}");
    fs::write(folder.path().join("live"), "").unwrap();
    assert!(matches!(
        store.begin(game("1")),
        Err(StoreError::Folder { .. })
    ));
}

#[cfg(unix)]
#[test]
fn a_read_only_folder_can_be_read() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    store.append(&finished("1")).unwrap();
    drop(store.begin(game("2")).unwrap());
    let set =
        |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    let (games, live) = (store.games_path(), folder.path().join("live"));
    set(&games, 0o444);
    set(&live, 0o555);
    set(folder.path(), 0o555);
    let store = Store::open(folder.path()).unwrap();
    assert_eq!(store.games().unwrap().games.len(), 1);
    let append = store.append(&finished("3"));
    // The superuser may write everywhere.
    if fs::File::create(folder.path().join("probe")).is_err() {
        assert!(matches!(append, Err(StoreError::Write { .. })));
        assert!(matches!(
            store.begin(game("4")),
            Err(StoreError::Write { .. })
        ));
    }
    for path in [folder.path(), &live, &games] {
        set(path, 0o755);
    }
}

#[test]
fn ids_differ_and_sort_by_time() {
    let first = new_id(1_700_000_000_000, 1, 1);
    let second = new_id(1_700_000_000_001, 1, 1);
    assert!(first < second);
    assert_ne!(first, new_id(1_700_000_000_000, 2, 1));
    assert_ne!(first, new_id(1_700_000_000_000, 1, 2));
}

/// Every recording of games that comes with the program.
#[test]
fn the_recordings_are_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("recordings");
    let Ok(entries) = fs::read_dir(&folder) else {
        eprintln!("no recordings: skipped");
        return;
    };
    for path in entries.map(|entry| entry.unwrap().path()) {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if !(name.ends_with("games.jsonl")) {
            continue;
        }
        let games = read_games(&path).unwrap();
        assert_eq!(games.bad, [], "{name}");
        assert!(!games.games.is_empty(), "{name}");
        for game in games.games {
            // Played again, each comes to the result that was written down.
            let mut again = game.clone();
            again.set_line(&game.line().unwrap());
            assert_eq!(again, game, "{name}");
        }
    }
}

/// Not a test: the other program of the tests below, which run this file a second time.
#[test]
#[ignore = "run by other tests as a program of its own"]
fn another_program() {
    let Some(folder) = std::env::var_os("KOTEKI_TEST_FOLDER") else {
        return;
    };
    let store = Store::open(folder).unwrap();
    let name = std::env::var("KOTEKI_TEST_NAME").unwrap();
    let mut out = std::io::stderr();
    if name.starts_with("append") {
        for n in 0..50 {
            store.append(&finished(&format!("{name}-{n}"))).unwrap();
        }
        return;
    }
    let mut live = store.begin(game(&name)).unwrap();
    for ply in 1.. {
        let transcript = "f5".repeat(ply);
        live.update(GameRecord {
            transcript,
            ..game(&name)
        })
        .unwrap();
        // Said only after it is kept: what was said must be there after a kill.
        // In one piece, so that a kill cannot cut it.
        out.write_all(format!("kept {ply}\n").as_bytes()).unwrap();
    }
}

fn start_program(folder: &Path, name: &str) -> std::process::Child {
    std::process::Command::new(std::env::current_exe().unwrap())
        .args([
            "--ignored",
            "--exact",
            "--nocapture",
            "records::another_program",
        ])
        .env("KOTEKI_TEST_FOLDER", folder)
        .env("KOTEKI_TEST_NAME", name)
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap()
}

#[test]
fn a_program_killed_at_any_moment_loses_no_move() {
    use std::io::{BufRead as _, BufReader};
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    for round in 0..12 {
        let name = format!("game-{round}");
        let mut program = start_program(folder.path(), &name);
        let mut lines = BufReader::new(program.stderr.take().unwrap()).lines();
        let mut kept = 0;
        let mut note = |line: &str| {
            if let Some(ply) = line.strip_prefix("kept ") {
                kept = ply.parse::<usize>().unwrap();
            }
            kept
        };
        // Another moment each round: after another number of moves, anywhere in the next.
        while note(&lines.next().unwrap().unwrap()) < 1 + round {}
        // While it lives its game is nobody else's.
        assert!(store.take_interrupted().unwrap().games.is_empty());
        std::thread::sleep(std::time::Duration::from_micros(300 * round as u64));
        program.kill().unwrap(); // SIGKILL: nothing is run in the program any more
        program.wait().unwrap();
        let kept = lines
            .map(|line| note(&line.unwrap()))
            .last()
            .unwrap_or(1 + round);

        let found = store.take_interrupted().unwrap();
        assert!(found.bad.is_empty());
        let plies = found.games[0].record().transcript.len() / 2;
        // The move that was being kept may have got there without being said.
        assert!(
            plies == kept || plies == kept + 1,
            "kept {kept}, found {plies}"
        );
        assert_eq!(found.games.len(), 1);
        for live in found.games {
            live.remove();
        }
    }
    assert_eq!(store.games().unwrap().games.len(), 12);
}

#[test]
fn two_programs_append_to_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let programs: Vec<_> = (0..2)
        .map(|n| start_program(folder.path(), &format!("append{n}")))
        .collect();
    for program in programs {
        assert!(program.wait_with_output().unwrap().status.success());
    }
    let games = Store::open(folder.path()).unwrap().games().unwrap();
    assert_eq!((games.games.len(), games.bad.len()), (100, 0));
}

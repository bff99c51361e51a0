//! Engines of other programs: what they may answer, and what they may do wrong. The engines here are
//! shell scripts, and the program itself in a second process.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic)] // Tests may unwrap; clippy does not know the helpers of one.

use std::fs;
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Child, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use koteki_engine::player::{Context, PlayerError};
use koteki_engine::search::budget::{Cancel, CancelledError};
use koteki_engine::search::root::Search as _;
use koteki_engine::wire::error::EngineErrorKind;
use koteki_games::othello::notation::{read_board, read_transcript};
use koteki_games::othello::{Move, Position};
use koteki_games::random::{Random, SeedableRng as _};
use koteki_games::{Game as _, GameLine};
use koteki_rivals::roster::{PlayerSpec, build_othello};
use proptest::prelude::*;
use rustix::process::{Pid, Signal, kill_process};

use crate::common::{end, home, koteki, run};

/// The player whose engine is this script; `more` are other settings of it.
fn spec(script: &str, more: &str) -> String {
    assert!(!script.contains(['"', '\'']));
    format!("engine:cmd=\"sh -c '{script}'\"{more}")
}

/// What the engine plays in `line`.
fn choose(spec: &str, line: &GameLine<Position>, cancel: &Cancel) -> Result<Move, PlayerError> {
    let spec: PlayerSpec = spec.parse().unwrap();
    let player = build_othello(&spec.named_by_person()).unwrap();
    let mut allowed = Vec::new();
    line.position().legal_moves(&mut allowed);
    let mut random = Random::seed_from_u64(1);
    let mut context = Context {
        random: &mut random,
        cancel,
    };
    let choice = player.choose(line, &allowed, &mut context)?;
    Ok(choice.mv)
}

fn played(spec: &str, transcript: &str) -> Result<Move, PlayerError> {
    let line = read_transcript(transcript).unwrap();
    choose(spec, &line, &Cancel::new())
}

fn fault(spec: &str, transcript: &str) -> EngineErrorKind {
    match played(spec, transcript) {
        Err(PlayerError::Engine(fault)) => fault.kind,
        other => panic!("{other:?}"),
    }
}

/// An engine behind GTP that does everything, and answers this to `genmove`.
fn gtp(answer: &str) -> String {
    format!("while read -r c rest; do case $c in genmove) {answer};; *) echo = ; echo;; esac; done")
}

/// The same behind NBoard: `answer` to `go`.
fn nboard(answer: &str) -> String {
    format!("while read -r c n rest; do case $c in ping) echo pong $n;; go) {answer};; esac; done")
}

const AFTER_F5: &str = "f5";

#[test]
fn moves_are_taken_in_every_dialect() {
    let d6: Move = "d6".parse().unwrap();
    for answer in [
        "echo = d6; echo",
        "echo = D6; echo",
        "echo =D6; echo",
        "echo =7 D6; echo",
        // A board behind the move, as some print it.
        "echo = D6; echo . . .; echo",
        // Without the empty line.
        "echo = D6",
        // Words that nobody asked for.
        "echo thinking; echo; echo = D6; echo",
    ] {
        assert_eq!(
            played(&spec(&gtp(answer), ""), AFTER_F5),
            Ok(d6),
            "{answer}"
        );
    }
    let banner = format!(
        "echo Rhino 1.0; echo; echo loading; {}",
        gtp("echo = D6; echo")
    );
    assert_eq!(played(&spec(&banner, ""), AFTER_F5), Ok(d6));
    for answer in [
        "echo === D6",
        "echo === D6/1.25/0.3",
        "echo === d6 -6.00 0.0",
        "echo ===D6//0.5",
        "echo status thinking; echo search d6c3 +1.0 0 4; echo nodestats 100 0.1; echo === D6",
    ] {
        let spec = spec(&nboard(answer), ",protocol=nboard");
        assert_eq!(played(&spec, AFTER_F5), Ok(d6), "{answer}");
    }
    // Edax' words about the version of the protocol do not disturb.
    let edax = format!(
        "echo Error: expected nboard 1; {}",
        nboard("echo === d6 1.00 0.1")
    );
    assert_eq!(played(&spec(&edax, ",protocol=nboard"), AFTER_F5), Ok(d6));
}

/// What an engine may send: the answers of a whole conversation, with pieces of it left out, put in twice,
/// changed, or made of anything.
fn mangled(whole: &'static [&'static str]) -> impl Strategy<Value = Vec<u8>> {
    let piece = (0..whole.len()).prop_map(|at| whole[at].as_bytes().to_vec());
    let text = |text: &'static str| text.prop_map(String::into_bytes);
    let other = prop_oneof![
        piece,
        proptest::collection::vec(any::<u8>(), 0..12_usize),
        text("[=?]{1,3} ?[0-9]{0,12}"),
        text("(pong|search|status|===|book) ?[a-hA-H1-8PApa+.,/()-]{0,9}"),
        text("\\PC{0,6}"),
        Just("=".repeat(70_000).into_bytes()),
        Just(b"search d6 1e999 0 1".to_vec()),
        Just("=== d\u{301}6".as_bytes().to_vec()),
    ];
    let changes =
        proptest::collection::vec((0..3_u8, any::<prop::sample::Index>(), other), 0..4_usize);
    changes.prop_map(|changes| {
        let mut lines: Vec<Vec<u8>> = whole.iter().map(|line| line.as_bytes().to_vec()).collect();
        for (how, at, other) in changes {
            let at = at.index(lines.len() + 1);
            match how {
                0 if at < lines.len() => drop(lines.remove(at)),
                1 if at < lines.len() => {
                    let end = lines[at].len().min(other.len());
                    lines[at].splice(..end, other);
                }
                _ => lines.insert(at, other),
            }
        }
        lines.join(&b'\n')
    })
}

/// The engine that sends this, whatever it is asked.
fn sending(folder: &Path, bytes: &[u8]) -> String {
    let file = folder.join("answers");
    fs::write(&file, bytes).unwrap();
    format!("engine:cmd=\"cat '{}'\",wait=5s", file.display())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Nothing that an engine sends ends the program or lets it wait for ever, and no move is taken that it
    /// did not send.
    #[test]
    fn whatever_an_engine_sends_is_a_move_of_its_own_or_a_fault(
        gtp in mangled(&["= 2", "", "=", "", "=", "", "=", "", "=", "", "= D6", ""]),
        nboard in mangled(&["set myname x", "pong 1", "status", "pong 2", "=== d6/1.0/0.1"]),
    ) {
        let folder = tempfile::tempdir().unwrap();
        for (sent, protocol) in [(gtp, ""), (nboard, ",protocol=nboard")] {
            let spec = format!("{}{protocol}", sending(folder.path(), &sent));
            match played(&spec, AFTER_F5) {
                Ok(mv) => {
                    let text = String::from_utf8_lossy(&sent).to_ascii_lowercase();
                    prop_assert!(text.contains(&mv.to_string()), "{mv}: {text:?}");
                    prop_assert!(["d6", "f6", "f4"].contains(&mv.to_string().as_str()));
                }
                Err(PlayerError::Engine(_)) => {}
                Err(other) => prop_assert!(false, "{other:?}"),
            }
        }
    }

    /// The same of what a judge says of the three moves of a position.
    #[test]
    fn whatever_a_judge_sends_is_a_value_of_each_move_or_a_fault(
        sent in mangled(&[
            "pong 1", "pong 2", "search d6c3 +1.25 0 9", "search f6 -2 0 9", "book f4e3 0,0 0 9", "status",
        ]),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let spec: PlayerSpec = format!("{},protocol=nboard", sending(folder.path(), &sent)).parse().unwrap();
        let PlayerSpec::Engine(engine) = spec else { panic!("{spec}") };
        let judge = engine.named_by_person().judge().unwrap();
        let line = read_transcript(AFTER_F5).unwrap();
        match judge.root_values(line.position(), 6, &Cancel::new()) {
            Ok(values) => prop_assert_eq!(values.moves.len(), 3),
            Err(CancelledError) => prop_assert!(judge.fault().is_some()),
        }
    }
}

#[test]
fn each_thing_that_can_go_wrong_has_its_own_words() {
    let says = |spec: &str| match played(spec, AFTER_F5) {
        Err(PlayerError::Engine(fault)) => fault.to_string(),
        other => panic!("{other:?}"),
    };
    let said = |answer: &str| says(&spec(&gtp(answer), ",wait=2s"));
    let ends = [
        (
            says("engine:cmd=\"/nowhere/engine\""),
            "cannot start it: No such file or directory",
        ),
        (
            said("exit 3"),
            "it ended before it answered \"genmove white\"",
        ),
        (
            said("echo no book >&2; exit 3"),
            "\"genmove white\" (it said: no book)",
        ),
        (said("sleep 600"), "no answer to \"genmove white\" in 2 s"),
        (
            said("echo = q9; echo"),
            "it answered \"q9\", which is no move",
        ),
        (said("echo =; echo"), "it answered \"\", which is no move"),
        // Black has a disc there.
        (
            said("echo = d5; echo"),
            "it played d5, which is illegal here",
        ),
        (
            said("echo = pass; echo"),
            "it played pass, which is illegal here",
        ),
        (
            said("echo ? unknown; echo"),
            "it refuses \"genmove white\": unknown",
        ),
        (said("echo = resign; echo"), "it resigns"),
    ];
    for (said, end) in &ends {
        assert!(said.starts_with("engine \""), "{said}");
        assert!(said.contains(end), "{said} does not contain {end}");
    }
}

#[test]
fn what_is_sent_without_end_is_cut_off() {
    // A gigabyte without an end of line, and lines without end that are no answer.
    for answer in [
        "head -c 1000000000 /dev/zero",
        "yes nothing",
        "while :; do echo; done",
    ] {
        let kind = fault(&spec(&gtp(answer), ",wait=60s"), AFTER_F5);
        let EngineErrorKind::Flood(bytes) = kind else {
            panic!("{answer}: {kind:?}");
        };
        assert!(bytes < 5_000_000, "{bytes}");
    }
}

#[test]
fn an_engine_that_fails_once_is_asked_again() {
    let folder = tempfile::tempdir().unwrap();
    let mark = folder.path().join("once");
    let mark = mark.to_str().unwrap();
    for wrong in ["exit 1", "echo = a1; echo", "echo = what; echo"] {
        let _ = fs::remove_file(mark);
        let answer =
            format!("if [ -e {mark} ]; then echo = d6; echo; else : > {mark}; {wrong}; fi");
        let mv = played(&spec(&gtp(&answer), ""), AFTER_F5);
        assert_eq!(mv, Ok("d6".parse().unwrap()), "{wrong}");
    }
}

#[test]
fn a_thought_that_is_not_wanted_ends_with_its_engine_and_all_that_it_started() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pids");
    let path = file.to_str().unwrap().to_owned();
    let answer = format!("sleep 600 & echo $$ $! > {path}.new; mv {path}.new {path}; wait");
    let cancel = Cancel::new();
    let raise = cancel.clone();
    let (seen, watched) = (
        file.clone(),
        std::thread::spawn(move || {
            let begun = Instant::now();
            while !file.exists() && begun.elapsed() < Duration::from_secs(60) {
                std::thread::sleep(Duration::from_millis(10));
            }
            raise.cancel();
        }),
    );
    let line = read_transcript(AFTER_F5).unwrap();
    let answer = choose(&spec(&gtp(&answer), ""), &line, &cancel);
    assert_eq!(answer, Err(PlayerError::Cancelled(CancelledError)));
    watched.join().unwrap();
    let pids = fs::read_to_string(seen).unwrap();
    pids.split_whitespace().for_each(wait_for_end);
}

/// The leader of its group, which ends it with this program, is no way to keep this program waiting.
#[test]
fn an_engine_that_stops_its_guard_ends_all_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pid");
    let answer = format!(
        "read -r _ _ _ _ group _ < /proc/$$/stat; kill -STOP $group; echo $$ > {}; echo = d6; echo",
        file.display()
    );
    let (done, is_done) = std::sync::mpsc::channel();
    std::thread::spawn(move || done.send(played(&spec(&gtp(&answer), ""), AFTER_F5)));
    let mv = is_done.recv_timeout(A_MINUTE).unwrap();
    assert_eq!(mv, Ok("d6".parse().unwrap()));
    wait_for_end(fs::read_to_string(file).unwrap().trim());
}

#[test]
fn a_missing_shell_is_not_the_fault_of_the_engine() {
    let home = tempfile::tempdir().unwrap();
    let mut command = koteki(home.path());
    command
        .args(["match", "engine:cmd=\"/bin/cat\"", "random"])
        .args(["--games", "2", "--jobs", "1"])
        .env("PATH", home.path());
    let (_, said) = end(command, "").together();
    let expected = "engine \"/bin/cat\": cannot start sh, which watches over engines: ";
    assert!(said.contains(expected), "{said}");
}

/// Waits until a process is gone. The sign to end is there; a busy machine may take a while to act on it.
fn wait_for_end(pid: &str) {
    // One that waits for nobody to hear of its end is as good as gone.
    let is_there = || {
        let state = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        let state = state.rsplit(')').next().unwrap_or_default().trim();
        !state.is_empty() && !state.starts_with(['Z', 'X'])
    };
    let begun = Instant::now();
    while is_there() {
        assert!(begun.elapsed() < A_MINUTE, "{pid} goes on");
        std::thread::sleep(Duration::from_millis(20));
    }
}

const A_MINUTE: Duration = Duration::from_secs(60);

/// A run of the program with an engine that never answers, ignores every signal that can be ignored, and has
/// started another process.
struct Hanging {
    folder: tempfile::TempDir,
    program: Child,
    /// The engine and what it has started.
    pids: String,
}

impl Hanging {
    /// `ENGINE` among the arguments is the engine.
    fn start(arguments: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("pids");
        let path = file.to_str().unwrap();
        let script = format!(
            "trap : HUP INT QUIT TERM; sleep 600 & echo $$ $! > {path}.new; mv {path}.new {path}; \
             while :; do sleep 1; done"
        );
        let engine = spec(&script, ",wait=600s");
        let program = koteki(folder.path())
            .args(
                arguments
                    .iter()
                    .map(|it| if *it == "ENGINE" { &engine } else { *it }),
            )
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let begun = Instant::now();
        while !file.exists() {
            assert!(begun.elapsed() < A_MINUTE, "{arguments:?} starts no engine");
            std::thread::sleep(Duration::from_millis(10));
        }
        let pids = fs::read_to_string(&file).unwrap();
        Self {
            folder,
            program,
            pids,
        }
    }

    /// Sends the program a signal and waits for its end, which must not take as long as the engine does.
    fn end(mut self, signal: Signal) -> ExitStatus {
        kill_process(Pid::from_child(&self.program), signal).unwrap();
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = self.program.try_wait().unwrap() {
                break status;
            }
            if begun.elapsed() > A_MINUTE {
                self.program.kill().unwrap();
                panic!("{signal:?} is not heard");
            }
            std::thread::sleep(Duration::from_millis(10));
        };
        self.pids.split_whitespace().for_each(wait_for_end);
        drop(self.folder);
        status
    }
}

/// However the program ends: nobody drops its engines when it is killed, or ends by a signal that it leaves to
/// the system.
#[test]
fn no_engine_outlives_the_program() {
    let plain = [
        "--plain",
        "--side",
        "white",
        "--opponent",
        "ENGINE",
        "--jobs",
        "1",
    ];
    let evolve = ["evolve", "--opponent", "ENGINE", "--jobs", "1"];
    let cases: [(&[&str], Signal); 8] = [
        (&evolve, Signal::KILL),
        (&["match", "random", "ENGINE", "--jobs", "1"], Signal::KILL),
        (&["measure", "ENGINE", "--jobs", "1"], Signal::QUIT),
        (&["measure", "ENGINE", "--jobs", "1"], Signal::INT),
        (&["measure", "ENGINE", "--jobs", "1"], Signal::HUP),
        (&["portrait", "ENGINE", "--jobs", "1"], Signal::TERM),
        (&plain, Signal::TERM),
        (&plain, Signal::KILL),
    ];
    for (arguments, signal) in cases {
        let status = Hanging::start(arguments).end(signal);
        assert_eq!(status.signal(), Some(signal.as_raw()), "{arguments:?}");
    }
}

/// 128 and the number of the signal, as a shell has it.
#[test]
fn a_match_whose_engine_hangs_ends_at_a_signal_and_says_by_which() {
    for (signal, code) in [
        (Signal::INT, 130),
        (Signal::QUIT, 131),
        (Signal::TERM, 143),
        (Signal::HUP, 129),
    ] {
        let hanging = Hanging::start(&["match", "random", "ENGINE", "--jobs", "2"]);
        assert_eq!(hanging.end(signal).code(), Some(code));
    }
}

/// `wait` holds from the first word on, and a match says why it was lost.
#[test]
fn an_engine_that_is_silent_from_the_start_is_not_waited_for_and_the_match_says_why() {
    let begun = Instant::now();
    let silent = spec("while :; do sleep 1; done", ",wait=1s");
    let arguments = ["match", "random", &silent, "--games", "2", "--jobs", "1"];
    let out = run(home().path(), &arguments).out;
    let line = out.lines().find(|line| line.contains("failed in 2 games"));
    let why = "no answer to \"protocol_version\" in 1 s";
    assert!(line.is_some_and(|line| line.ends_with(why)), "{out}");
    // Two games of a second each; without `wait` it was half a minute each.
    assert!(
        begun.elapsed() < Duration::from_secs(30),
        "{:?}",
        begun.elapsed()
    );
    // Three in a row end the match, and the last line says why.
    let nowhere = "engine:cmd=\"/nowhere/engine\"";
    let arguments = ["match", "random", nowhere, "--games", "4", "--jobs", "1"];
    let (code, _, errors) = run(home().path(), &arguments).apart();
    let why = "failed in three games in a row (engine \"/nowhere/engine\": cannot start it: ";
    assert!(code != Some(0) && errors.contains(why), "{errors}");
}

/// White cannot move after these 25 plies: a game that a user of another program reported.
const WHITE_PASSES: &str =
    "f5d6c3d3c4f4f6f3e3b4c5c6e6e2e7d2f1d7a3a4b3g6a5a2a1f2g5f7b2c2b5e1b1g1c1h4g3b6d1h2h1g2h3";

#[test]
fn a_side_that_has_to_pass_is_not_asked_and_passes_are_not_sent() {
    // It would answer with nonsense, and refuse a pass as gtp-rhino does.
    let refuses = "while read -r c rest; do case $c$rest in genmove*) echo = zz; echo;; \
                   *pass*) echo ? syntax error; echo;; *) echo =; echo;; esac; done";
    let line = read_transcript(WHITE_PASSES).unwrap();
    let cancel = Cancel::new();
    assert_eq!(choose(&spec(refuses, ""), &line, &cancel), Ok(Move::Pass));
    // Black is asked after the pass, of which the engine has not been told.
    let mut passed = line.clone();
    passed.play(Move::Pass).unwrap();
    let mut allowed = Vec::new();
    passed.position().legal_moves(&mut allowed);
    let answers = refuses.replace("echo = zz", &format!("echo = {}", allowed[0]));
    assert_eq!(
        choose(&spec(&answers, ""), &passed, &cancel),
        Ok(allowed[0])
    );
    // One that insists on the pass is told of it.
    let insists = format!(
        "p=; while read -r c rest; do case $c$rest in genmove*) if [ $p ]; then echo = {}; else \
         echo ? wrong color; fi; echo;; *pass*) p=1; echo =; echo;; *) echo =; echo;; esac; done",
        allowed[0]
    );
    assert_eq!(
        choose(&spec(&insists, ""), &passed, &cancel),
        Ok(allowed[0])
    );
}

#[test]
fn a_game_from_another_board_is_told_by_nboard_and_refused_for_gtp() {
    let board = "---------------------------OX------XO---------------------------X";
    let mut squares = board.as_bytes().to_vec();
    squares[0] = b'X';
    let text = String::from_utf8(squares).unwrap();
    let line = GameLine::from_position(read_board(&text).unwrap().position);
    let cancel = Cancel::new();
    let by_gtp = choose(&spec(&gtp("echo = d3; echo"), ""), &line, &cancel);
    let Err(PlayerError::Engine(fault)) = by_gtp else {
        panic!("{by_gtp:?}");
    };
    assert_eq!(fault.kind, EngineErrorKind::Board);
    let mut allowed = Vec::new();
    line.position().legal_moves(&mut allowed);
    let own = env!("CARGO_BIN_EXE_koteki");
    let own =
        format!("engine:cmd=\"{own} engine --protocol nboard --player random\",protocol=nboard");
    assert!(allowed.contains(&choose(&own, &line, &cancel).unwrap()));
}

/// The lines of a match between two players of the roster that tell the games.
fn result(a: &str, b: &str) -> Vec<String> {
    let arguments = ["match", a, b, "--games", "6", "--seed", "7", "--jobs", "2"];
    let (code, text, errors) = run(home().path(), &arguments).apart();
    assert_eq!(code, Some(0), "{errors}");
    let lines = text
        .lines()
        .skip(1)
        .filter(|line| !line.contains("to repeat"));
    lines
        .map(|line| match line.split_once(": ") {
            Some((_, rest)) => rest.to_owned(),
            None => line.to_owned(),
        })
        .collect()
}

#[test]
fn a_match_with_ourselves_in_a_second_process_is_the_match_without() {
    // Neither draws lots, so that the games are the same whoever holds the dice.
    let (quiet, opponent) = (
        "mobility:depth=2,ties=first",
        "discs+corners:depth=2,ties=first",
    );
    let direct = result(quiet, opponent);
    for protocol in ["gtp", "nboard"] {
        let own = env!("CARGO_BIN_EXE_koteki");
        let engine = format!(
            "engine:cmd=\"{own} engine --protocol {protocol} --player {quiet}\",protocol={protocol}"
        );
        assert_eq!(result(&engine, opponent), direct, "{protocol}");
    }
}

#[test]
fn blokus_duo_is_played_with_a_second_process_too() {
    let own = env!("CARGO_BIN_EXE_koteki");
    let engine = format!("engine:cmd=\"{own} engine --game blokus --player biggest\"");
    let arguments = [
        "match", "--game", "blokus", &engine, "random", "--games", "6",
    ];
    let (code, text, errors) = run(home().path(), &arguments).apart();
    assert_eq!(code, Some(0), "{errors}");
    // Whoever places the largest pieces first beats chance (0.94 over 400 games).
    assert!(
        text.contains(": 6 wins, 0 losses") || text.contains(": 5 wins"),
        "{text}"
    );
}

#[test]
fn names_of_engines_are_read_and_written_alike() {
    for (text, short) in [
        ("engine:cmd=edax", "engine:cmd=\"edax\""),
        (
            "engine:cmd=\"edax -nboard -l 5\",protocol=nboard,depth=8,wait=5s",
            "engine:cmd=\"edax -nboard -l 5\",protocol=nboard,depth=8,wait=5s",
        ),
        (
            "engine:protocol=gtp,cmd=\"sh -c 'a, b=c'\"",
            "engine:cmd=\"sh -c 'a, b=c'\"",
        ),
    ] {
        let spec: PlayerSpec = text.parse().unwrap();
        assert_eq!(spec.to_string(), short);
        assert_eq!(format!("{spec:#}").parse::<PlayerSpec>(), Ok(spec));
    }
    for (text, why) in [
        ("engine", "engine needs cmd="),
        ("engine:cmd=", "cmd cannot be \"\""),
        ("engine:cmd=\"a 'b\"", "cmd cannot be"),
        ("engine:cmd=a,protocol=uci", "gtp or nboard"),
        (
            "engine:cmd=a,depth=3",
            "depth does not go with protocol=gtp",
        ),
        ("engine:cmd=a,wait=0s", "wait cannot be \"0s\""),
        (
            "engine:cmd=a,naturel=1",
            "engine has no setting \"naturel\"",
        ),
    ] {
        let error = text.parse::<PlayerSpec>().unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    }
}

#[test]
fn an_engine_judges_as_it_does_in_this_process() {
    let own = env!("CARGO_BIN_EXE_koteki");
    let measured = |tester: &str| {
        let arguments = "measure random --games 2 --seed 5 --json --tester";
        let arguments: Vec<&str> = arguments.split(' ').chain([tester]).collect();
        let (code, out, errors) = run(home().path(), &arguments).apart();
        assert_eq!(code, Some(0), "{errors}");
        let report: serde_json::Value = serde_json::from_str(&out).unwrap();
        report
    };
    // What NBoard is told is the learned evaluation, in hundredths of a disc, exact from 14 empty squares on.
    let engine = format!("engine:cmd=\"{own} engine --protocol nboard\",protocol=nboard,depth=2");
    let (by_engine, here) = (
        measured(&engine),
        measured("tester:eval=learned,depth=2,exhaustive=14"),
    );
    let open = |report: &serde_json::Value| report["open"].clone();
    assert_eq!(open(&by_engine), open(&here));
    let tester = spec(&nboard("echo === d3"), ",protocol=nboard,wait=1s");
    let arguments = ["measure", "random", "--games", "2", "--tester", &tester];
    let (code, _, said) = run(home().path(), &arguments).apart();
    assert_eq!(code, Some(1));
    assert!(said.contains("no answer to \"hint"), "{said}");
}

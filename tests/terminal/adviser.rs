//! Another program whose values are shown: a script with fixed answers.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use koteki_games::Side;
use koteki_games::othello::Square;
use koteki_record::game::GameRecord;

use crate::pty::{Home, Terminal, keys};
use crate::reading::Follower;
use crate::{BREEDING, SHORT_BREEDING, eventually, home_with};

/// An engine in the home that does `hint` when it is asked; its process number stands in `pid`, and `asked`
/// has a line for each time. Its name as a player.
fn engine(home: &Home, hint: &str) -> String {
    let file = home.path().join("oracle");
    let folder = home.path().display();
    let script = format!(
        "#!/bin/sh\necho $$ >> {folder}/pid\nwhile read -r c n rest; do case $c in ping) echo pong $n;; \
         hint) echo x >> {folder}/asked; {hint};; esac; done\n"
    );
    fs::write(&file, script).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    format!("engine:cmd=\"{}\",protocol=nboard", file.display())
}

/// Says of every move of any position that it is worth half a disc, of e6 four and of f4 minus two.
fn fixed() -> String {
    let mut said = String::new();
    for column in 0..8 {
        for row in 0..8 {
            let square = Square::at(column, row).unwrap();
            let value = match square.to_string().as_str() {
                "e6" => "E6F4C3 +4.00".to_owned(),
                "f4" => "f4 -2.00".to_owned(),
                other => format!("{other} +0.50"),
            };
            said += &format!("echo search {value} 0 4; ");
        }
    }
    said + "echo status"
}

fn settings(more: &str) -> String {
    format!("[screen]\npace = 0\n{more}\n{BREEDING}")
}

const PRACTICE: &str = "[game]\nmeasured = false\n";

fn start(home: &Home, size: (u16, u16), engine: &str) -> Terminal {
    let arguments = ["--seed", "1", "--side", "black", "--adviser", engine];
    let terminal = Terminal::start_in(home, size.0, size.1, &arguments, &[]);
    terminal.wait_for("Black to move");
    terminal
}

fn asked(home: &Home) -> usize {
    let asked = fs::read_to_string(home.path().join("asked"));
    asked.unwrap_or_default().lines().count()
}

fn pids(home: &Home) -> Vec<PathBuf> {
    let pids = fs::read_to_string(home.path().join("pid")).unwrap();
    let pids = pids.lines();
    pids.map(|pid| Path::new("/proc").join(pid)).collect()
}

#[test]
fn what_the_adviser_tells_is_shown_in_practice() {
    let home = home_with(&settings(PRACTICE));
    let engine = engine(&home, &fixed());
    let mut terminal = start(&home, (24, 80), &engine);
    // Whose values they are, and that of the best move.
    terminal.wait_for("By oracle, for Black: +400");
    // On the squares what the other moves give away, by it: half a disc instead of four.
    terminal.wait_for("-350");
    terminal.send("t");
    terminal.wait_for("Hint: e6, the best of 4 moves (value +400");
    // The line is the one it told, f4 a move of White's.
    terminal.wait_for("e6  value +400  rank 1 of 4");
    terminal.wait_for("line e6 f4 c3");
    terminal.send("f5");
    terminal.send(keys::ENTER);
    // 4.00 - 0.50 discs.
    terminal.wait_for("f5 lost 350, best e6");
    terminal.send(",,");
    terminal.wait_for("By oracle, for Black: +400");
    terminal.send("q");
    terminal.wait_for("Leave?");
    terminal.send("q");
    terminal.wait_exit();
    terminal.assert_restored();
    let pids = pids(&home);
    assert_eq!(pids.len(), 1);
    assert!(!pids[0].exists());
}

#[test]
fn a_measured_game_shows_nothing_and_asks_nothing_until_it_becomes_practice() {
    let home = home_with(&settings(""));
    let engine = engine(&home, &fixed());
    let mut terminal = start(&home, (24, 80), &engine);
    terminal.wait_for("measured game (no help)");
    let mut game = Follower::new(Side::Black);
    let mv = game.pick();
    assert!(game.type_move(&mut terminal, mv));
    assert!(!terminal.text().contains("oracle"), "{}", terminal.text());
    assert_eq!(asked(&home), 0);
    // Help makes it practice.
    terminal.send("t");
    terminal.wait_for("it will not count");
    terminal.send("y");
    terminal.wait_for("By oracle, for Black: ");
    terminal.wait_for("Hint: ");
    // At once, too, the process ends with the program.
    terminal.send(keys::CTRL_C);
    terminal.wait_exit();
    terminal.assert_restored();
    let pids = pids(&home);
    eventually("the end of the engine", || {
        pids.iter().all(|pid| !pid.exists())
    });
}

#[test]
fn an_adviser_that_hangs_ends_with_a_program_that_is_killed() {
    let home = home_with(&settings(PRACTICE));
    let engine = engine(&home, "trap : HUP TERM; while :; do sleep 1; done");
    let mut terminal = start(&home, (24, 80), &engine);
    eventually("a question", || asked(&home) > 0);
    terminal.signal(libc::SIGKILL);
    terminal.wait_exit();
    let pids = pids(&home);
    // One that waits for nobody to hear of its end is as good as gone.
    let has_ended = |pid: &PathBuf| {
        let stat = fs::read_to_string(pid.join("stat")).unwrap_or_default();
        let state = stat.rsplit(')').next().unwrap_or_default().trim();
        state.is_empty() || state.starts_with(['Z', 'X'])
    };
    eventually("the end of the engine", || pids.iter().all(has_ended));
}

#[test]
fn an_adviser_that_fails_says_so_and_the_tester_takes_over() {
    for (hint, why) in [
        ("exit 3", "it ended before it answered"),
        ("echo search d3 1 0 1; echo status", "of 4"),
    ] {
        let home = home_with(&settings(PRACTICE));
        let engine = engine(&home, hint);
        let mut terminal = start(&home, (40, 120), &engine);
        terminal.wait_for("adviser engine ");
        // However it is broken into lines.
        let text: String = terminal.text().split_whitespace().collect();
        for part in [why, "the tester's values stand in"] {
            let part: String = part.split_whitespace().collect();
            assert!(text.contains(&part), "{}", terminal.text());
        }
        terminal.wait_for("Evaluation, for Black: ");
        terminal.send("t");
        terminal.wait_for("Hint: ");
        assert!(!terminal.text().contains("oracle"), "{}", terminal.text());
        terminal.send("f5");
        terminal.send(keys::ENTER);
        terminal.wait_for("f5 lost nothing");
        let before = pids(&home).len();
        assert_eq!(before, 1);
        // A new game tries again.
        terminal.send(":new beginner\r");
        eventually("another try", || pids(&home).len() == 2);
        terminal.send(keys::CTRL_C);
        terminal.wait_exit();
        terminal.assert_restored();
    }
}

#[test]
fn what_is_no_adviser_is_told_before_the_screen_opens() {
    for (adviser, said) in [
        ("engine:cmd=gtp-rhino", "GTP has no values of moves"),
        ("tester", "an engine that gives values"),
        ("engine", "needs cmd="),
    ] {
        let arguments = ["--adviser", adviser];
        let mut terminal = Terminal::start(40, 120, &arguments, &[]);
        assert_eq!(terminal.wait_exit().exit_code(), 1, "{adviser}");
        let text = String::from_utf8_lossy(&terminal.bytes()).into_owned();
        assert!(text.contains(said), "no {said:?} in\n{text}");
        let home = home_with(&format!("[tester]\nadviser = \"{adviser}\"\n"));
        let mut terminal = Terminal::start_in(&home, 40, 120, &[], &[]);
        assert_eq!(terminal.wait_exit().exit_code(), 1, "{adviser}");
        let text = String::from_utf8_lossy(&terminal.bytes()).into_owned();
        assert!(text.contains("koteki.toml:2:"), "{text}");
        assert!(text.contains(said), "no {said:?} in\n{text}");
    }
}

/// What is kept of a game that the tester plays to the end after f5, and what is said of it.
fn played(adviser: bool) -> (GameRecord, String) {
    let home = home_with(&format!(
        "[tester]\nplayer = \"tester:depth=2\"\n{SHORT_BREEDING}"
    ));
    let engine = engine(&home, &fixed());
    let mut command = crate::common::koteki(home.path());
    command
        .args(["--plain", "--seed", "3", "--jobs", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    if adviser {
        command.args(["--adviser", &engine]);
    }
    let mut child = command.spawn().unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), b"hint\nf5\n").unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert_eq!(asked(&home) > 0, adviser);
    let kept = fs::read_to_string(home.data().join("games.jsonl")).unwrap();
    let last = kept.lines().last().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    (serde_json::from_str(last).unwrap(), said)
}

#[test]
fn what_is_kept_measured_and_bred_is_the_testers() {
    let (with, without) = (played(true), played(false));
    assert!(with.0.judgements.iter().flatten().count() > 20);
    assert_eq!(with.0.judgements, without.0.judgements);
    assert_eq!(with.0.tester, without.0.tester);
    assert_eq!(with.0.levels, without.0.levels);
    assert_eq!(with.0.target, without.0.target);
    // The hints differ: they are the adviser's.
    assert!(
        with.1
            .contains("Hint by oracle: e6, the best of 4 moves (value +400, 100 = a disc).")
            && !without.1.contains("+400"),
        "{}",
        with.1
    );
    let others = |said: &str| -> Vec<String> {
        let lines = said.lines().filter(|line| line.contains("D "));
        lines.map(str::to_owned).collect()
    };
    assert_eq!(others(&with.1), others(&without.1));
}

#[test]
fn an_opponent_that_is_a_program_is_called_by_its_file_and_kept_by_its_whole_name() {
    let home = home_with(&settings(""));
    let file = home.path().join("my-rhino");
    let own = env!("CARGO_BIN_EXE_koteki");
    let script = format!("#!/bin/sh\nexec {own} engine --player random\n");
    fs::write(&file, script).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    let command = format!("{} --level 2", file.display());
    let engine = format!("engine:cmd=\"{command}\"");
    let arguments = ["--side", "black", "--opponent", &engine];
    let mut terminal = Terminal::start_in(&home, 24, 80, &arguments, &[]);
    terminal.wait_for("Black to move");
    terminal.wait_for("my-rhino");
    let text = terminal.text();
    assert!(!text.contains("ngine:cmd"), "{text}");
    assert!(!text.contains("--level"), "{text}");
    terminal.send("f5");
    terminal.send(keys::ENTER);
    terminal.wait_for("Black to move");
    terminal.send(keys::CTRL_C);
    terminal.wait_exit();
    eventually("the game to be kept", || {
        let files = fs::read_dir(home.data()).unwrap();
        let mut texts = files.filter_map(|it| fs::read_to_string(it.unwrap().path()).ok());
        texts.any(|text| text.contains(&command))
    });
}

//! What every screen offers, whatever it shows: one test a screen, one list of behaviours.

use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use crate::pty::{Terminal, keys};
use crate::{eventually, leaving, snapshots};

/// A screen, and what is to be known of it from outside.
struct Screen {
    /// What is typed in a shell to come to it.
    arguments: &'static str,
    /// The screen before it, by its last words, and what is typed there; nothing where there is none.
    before: (&'static str, &'static str),
    /// The last words that it comes to show by itself.
    ready: &'static str,
    /// What is typed so that leaving asks first; nothing where nothing could be lost.
    begin: &'static str,
    /// What is typed to leave it for the shell, where nothing is asked.
    leave: &'static [&'static str],
}

/// No screen before it.
const NONE: (&str, &str) = ("", "");
/// A game of Othello.
const GAME: &str = "rivals ready";

impl Screen {
    /// A shell in whose home the files are that some screens show.
    fn shell() -> Terminal {
        let shell = Terminal::start_shell(24, 80, &[]);
        let home = shell.home();
        let settings = snapshots::SETTINGS.replace("[screen]", "[screen]\nmouse = true");
        let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("recordings/sample-run");
        fs::create_dir_all(home.config()).unwrap();
        fs::create_dir_all(home.path().join("run")).unwrap();
        fs::write(home.config().join("koteki.toml"), settings).unwrap();
        fs::write(home.path().join("games.ggf"), crate::files::GAMES).unwrap();
        let game = crate::review::GAMES.lines().next().unwrap();
        fs::write(home.path().join("game.txt"), game).unwrap();
        for name in ["run.toml", "events.jsonl"] {
            fs::copy(sample.join(name), home.path().join("run").join(name)).unwrap();
        }
        shell
    }

    fn open(&self, shell: &mut Terminal) {
        shell.send(&format!("$KOTEKI {}\r", self.arguments));
        shell.wait_for(self.before.0);
        shell.send(self.before.1);
        shell.wait_for(self.ready);
    }

    /// Sees that it offers everything.
    fn offers_what_all_do(&self) {
        let mut shell = Self::shell();
        self.open(&mut shell);
        let before = at_rest(&shell);
        let as_before = |shell: &Terminal, after: &str| {
            shell.wait_until(&format!("the screen as it was, after {after}"), |screen| {
                seen(screen) == before
            });
        };
        help(&mut shell);
        as_before(&shell, "help");

        shell.resize(40, 120);
        shell.wait_until("another size to be drawn", |screen| seen(screen) != before);
        shell.resize(24, 80);
        as_before(&shell, "another size");
        shell.resize(14, 25);
        shell.wait_for("terminal too small: 25x14");
        shell.wait_for("q leaves");
        shell.resize(24, 80);
        as_before(&shell, "a size that is too small");

        shell.send(keys::CTRL_Z);
        leaving::prompt(&shell);
        shell.wait_for("Stopped");
        shell.assert_restored();
        shell.send("fg\r");
        as_before(&shell, "fg");

        // Text, and not two keys of which one leaves.
        shell.send("\x1b[200~q\r\x1b[201~");
        until_heard(&mut shell);
        // A line to type in, which has a cursor when it has been drawn, or nothing.
        at_rest(&shell);
        if shell.screen().hide_cursor() {
            help(&mut shell);
        } else {
            shell.send(keys::ESCAPE);
        }
        as_before(&shell, "a paste");
        shell.send("?");
        shell.wait_for("Keys on this screen");
        shell.send("\x1b[200~q\x1b[201~");
        until_heard(&mut shell);
        // Waited for: the screen has just been cleared, and may be seen half drawn.
        shell.wait_for("Keys on this screen");
        shell.send(keys::ESCAPE);
        as_before(&shell, "a paste on a dialog");

        // A click on the frame, the wheel, a button held down.
        shell.send("\x1b[<0;1;1M\x1b[<0;1;1m\x1b[<64;9;9M\x1b[<65;9;9M\x1b[<32;80;24M");
        until_heard(&mut shell);
        help(&mut shell);

        shell.send(keys::CTRL_C);
        ended(&mut shell, 130);

        self.open(&mut shell);
        shell.send(self.begin);
        if self.begin.is_empty() {
            if let Some((last, before)) = self.leave.split_last() {
                for key in before {
                    shell.send(key);
                    until_heard(&mut shell);
                }
                shell.send(last);
            }
        } else {
            for answer in [keys::ESCAPE, "q"] {
                shell.send("q");
                shell.wait_for("Leave?");
                shell.send(answer);
                shell.wait_gone("Leave?");
            }
        }
        ended(&mut shell, 0);
    }
}

/// The rows of a screen without the blanks at their ends: whether those were written is not to be seen.
fn seen(screen: &vt100::Screen) -> String {
    let rows = screen.rows(0, screen.size().1.get());
    let rows: String = rows.map(|row| row.trim_end().to_owned() + "\n").collect();
    rows.trim_end().to_owned()
}

/// What is on the screen when it has stayed the same for a moment.
fn at_rest(shell: &Terminal) -> String {
    let mut text = seen(&shell.screen());
    for _ in 0..200 {
        sleep(Duration::from_millis(300));
        let now = seen(&shell.screen());
        if now == text {
            return now;
        }
        text = now;
    }
    panic!("the screen does not come to rest:\n{text}");
}

/// Opens the help of what is on the screen and closes it again.
fn help(shell: &mut Terminal) {
    shell.send("?");
    shell.wait_for("Keys on this screen");
    shell.send(keys::ESCAPE);
    shell.wait_gone("Keys on this screen");
}

/// Waits until everything that was typed has been heard: Ctrl-L, which comes last, clears the screen.
fn until_heard(shell: &mut Terminal) {
    let clears = |shell: &Terminal| {
        let bytes = shell.bytes();
        bytes.windows(4).filter(|it| it == b"\x1b[2J").count()
    };
    let before = clears(shell);
    shell.send("\x0c");
    eventually("the screen to be drawn anew, or left", || {
        clears(shell) > before || !shell.screen().alternate_screen()
    });
}

/// Sees that the program has ended like this and has given the terminal back.
fn ended(shell: &mut Terminal, code: i32) {
    leaving::prompt(shell);
    shell.assert_restored();
    shell.send("echo code $?\r");
    shell.wait_for(&format!("\ncode {code}\n"));
    shell.send("clear\r");
    shell.wait_gone("code");
    leaving::prompt(shell);
}

#[test]
fn othello() {
    let screen = Screen {
        arguments: "--seed 1",
        before: NONE,
        ready: GAME,
        begin: "d3\r",
        leave: &[],
    };
    screen.offers_what_all_do();
}

#[test]
fn blokus() {
    let screen = Screen {
        arguments: "blokus --opponent novice --seed 3 --no-rivals",
        before: NONE,
        ready: "you win",
        begin: "v\r",
        leave: &[],
    };
    screen.offers_what_all_do();
}

#[test]
fn janken() {
    let screen = Screen {
        arguments: "janken --level paper --rounds 20 --seed 5",
        before: NONE,
        ready: "Round 1 of 20",
        begin: "r",
        leave: &[],
    };
    screen.offers_what_all_do();
}

#[test]
fn study() {
    let screen = Screen {
        arguments: "blind --code me --dir blind --opponents random beginner intermediate",
        before: NONE,
        ready: "Enter begins.",
        begin: "\r",
        leave: &[],
    };
    screen.offers_what_all_do();
}

#[test]
fn review() {
    let screen = Screen {
        arguments: "analyse --screen game.txt",
        before: NONE,
        ready: "can follow: ",
        begin: "",
        leave: &["q"],
    };
    screen.offers_what_all_do();
}

#[test]
fn library() {
    let screen = Screen {
        arguments: "--seed 1 --open games.ggf",
        before: NONE,
        ready: "Saio1200",
        begin: "",
        // To the game of Othello first.
        leave: &["q", "q"],
    };
    screen.offers_what_all_do();
}

#[test]
fn watch() {
    let screen = Screen {
        arguments: "watch run",
        before: NONE,
        ready: "the run is over",
        begin: "",
        leave: &["q"],
    };
    screen.offers_what_all_do();
}

#[test]
fn replay() {
    let screen = Screen {
        arguments: "replay game.txt",
        before: ("ply ", keys::HOME),
        ready: "paused (Space",
        begin: "",
        leave: &["q"],
    };
    screen.offers_what_all_do();
}

#[test]
fn editor() {
    let screen = Screen {
        arguments: "--seed 1",
        before: (GAME, ":edit\r"),
        ready: "Board editor",
        begin: "",
        leave: &["q", "q"],
    };
    screen.offers_what_all_do();
}

#[test]
fn lesson() {
    let screen = Screen {
        arguments: "--seed 1",
        before: (GAME, "i"),
        ready: "Lesson 1 of 8",
        begin: "",
        leave: &["q", "q"],
    };
    screen.offers_what_all_do();
}

#[test]
fn profile() {
    let screen = Screen {
        arguments: "--seed 1",
        before: (GAME, "s"),
        ready: "No measured game yet.",
        begin: "",
        leave: &["q", "q"],
    };
    screen.offers_what_all_do();
}

#[test]
fn list_of_runs() {
    let screen = Screen {
        arguments: "runs",
        before: NONE,
        ready: "1 finished",
        begin: "",
        leave: &["q"],
    };
    screen.offers_what_all_do();
}

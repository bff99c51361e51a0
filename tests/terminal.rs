//! The program at a terminal, from outside: a whole game, and everything that can go wrong with a
//! terminal while it is being played.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic)] // Tests may; clippy does not know the helpers of one.

mod pty;

use std::fs;
use std::time::Duration;

use koteki::game::othello::{Move, Position, Square};
use koteki::game::{Game as _, GameLine, Side};
use koteki::record::game::{GameRecord, Status};
use koteki::tui::event::{self, Event, Exit, Flow, Program, Queue};
use koteki::tui::sources;
use koteki::tui::terminal::{Screen, set_panic_hook};
use pty::{Home, Terminal, keys};
use ratatui::crossterm::event::KeyCode;

const ROWS: u16 = 24;
const COLS: u16 = 80;

/// A home whose settings say `screen`, and that machines answer at once.
fn home(screen: &str) -> Home {
    let home = Home::new();
    fs::create_dir_all(home.config()).unwrap();
    let text = format!("[screen]\npace = 0\n{screen}\n");
    fs::write(home.config().join("koteki.toml"), text).unwrap();
    home
}

const PLAIN_LOOK: &str = "glyphs = \"ascii\"\ncolor = \"never\"";

/// The program in a new home, shown and ready.
fn koteki(screen: &str) -> Terminal {
    let terminal = Terminal::start_in(&home(screen), ROWS, COLS, &["--seed", "1"], &[]);
    terminal.wait_for("Black to move");
    terminal
}

/// The characters on the squares, a1 first, read from a screen in ASCII: X, O, + (may be played), or
/// a dot.
fn board(screen: &vt100::Screen) -> Option<Vec<char>> {
    let text = screen.contents();
    let lines: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
    let header: Vec<char> = "a b c d e f g h".chars().collect();
    let (top, left) = lines.iter().enumerate().find_map(|(row, line)| {
        let at = line.windows(header.len()).position(|part| part == header)?;
        Some((row, at))
    })?;
    let mut squares = Vec::new();
    for row in 1..=8 {
        for column in 0..8 {
            squares.push(*lines.get(top + row)?.get(left + 2 * column)?);
        }
    }
    Some(squares)
}

/// The first square marked as a legal move.
fn legal(screen: &vt100::Screen) -> Option<Square> {
    let at = board(screen)?.iter().position(|&shown| shown == '+')?;
    Square::from_index(u8::try_from(at).ok()?)
}

#[test]
fn a_whole_game_is_played_measured_and_kept() {
    let mut terminal = koteki(PLAIN_LOOK);
    terminal.wait_for("measured game (no help)");
    terminal.wait_for("opponent: Beginner");
    terminal.wait_for("cycle ");
    let games = |screen: &vt100::Screen| screen.contents().contains(" games/s");
    terminal.wait_until("the breeding to play games", games);
    let first_cycle = cycle(&terminal.text());
    let mut played = 0;
    loop {
        let over = |screen: &vt100::Screen| screen.contents().contains("Rematch");
        terminal.wait_until("a turn or the end", |screen| {
            let text = screen.contents();
            let mine = text.contains("Black to move") || text.contains("Black again");
            over(screen) || (mine && legal(screen).is_some())
        });
        if over(&terminal.screen()) {
            break;
        }
        let square = legal(&terminal.screen()).unwrap();
        terminal.send(&format!("{square}"));
        terminal.wait_for(&format!("move: {square}"));
        terminal.send(keys::ENTER);
        terminal.wait_until("the move to be shown", |screen| {
            board(screen).is_some_and(|squares| squares[usize::from(square.index())] != '+')
                || over(screen)
        });
        played += 1;
        if played == 5 {
            // The breeding goes on behind the game.
            terminal.wait_until("the next cycle", |screen| {
                cycle(&screen.contents()) != first_cycle
            });
        }
        assert!(
            played <= 60,
            "the game does not end\n{}",
            terminal.picture_of_text()
        );
    }
    let text = terminal.text();
    for part in [
        "Result",
        "mean loss D ",
        "lower is stronger",
        "your level is D ",
        "Another level",
    ] {
        assert!(
            text.contains(part),
            "no {part:?} in\n{}",
            terminal.picture_of_text()
        );
    }
    terminal.send("l");
    terminal.wait_gone("Rematch");
    // The values of a measured game are shown when it is over.
    terminal.wait_for("loss");
    terminal.send("q");
    assert_eq!(terminal.wait_exit().exit_code(), 0);
    terminal.assert_restored();

    let kept = fs::read_to_string(terminal.home().data().join("games.jsonl")).unwrap();
    let games: Vec<GameRecord> = kept
        .lines()
        .map(|line| GameRecord::from_line(line).unwrap())
        .collect();
    let [game] = games.as_slice() else {
        panic!("{kept}");
    };
    assert_eq!(game.status, Status::Finished);
    // The transcript played again, by the rules alone, gives the result that was shown.
    let mut line: GameLine<Position> = GameLine::default();
    for name in game.transcript.as_bytes().chunks(2) {
        if name == b"--" {
            line.play(Move::Pass).unwrap();
            continue;
        }
        let square = Square::at(name[0] - b'a', name[1] - b'1').unwrap();
        line.play(Move::Place(square)).unwrap();
    }
    let outcome = line.position().outcome().unwrap();
    let word = match outcome.difference(Side::Black) {
        1.. => "You win",
        0 => "A draw,",
        _ => "You lose",
    };
    let shown = format!("{word} {}-{}", outcome.black, outcome.white);
    assert!(text.contains(&shown), "no {shown:?} in\n{text}");
}

/// What the bottom of the screen says of the breeding.
fn cycle(text: &str) -> String {
    text.lines()
        .rev()
        .nth(1)
        .and_then(|line| line.split(" | ").next())
        .unwrap_or_default()
        .to_owned()
}

#[test]
fn every_size_is_survived() {
    let mut terminal = koteki("");
    for (rows, cols) in [
        (1, 1),
        (2, 80),
        (24, 2),
        (10, 20),
        (15, 30),
        (14, 30),
        (0, 0),
        (18, 60),
        (100, 300),
        (200, 500),
        (40, 120),
        (5, 5),
        (60, 200),
        (24, 80),
    ] {
        terminal.resize(rows, cols);
        std::thread::sleep(Duration::from_millis(30));
        assert!(terminal.is_running(), "ended at {cols}x{rows}");
    }
    terminal.wait_for("Black to move");
    terminal.resize(10, 60);
    terminal.wait_for("terminal too small: 60x10 (need 30x15)");
    terminal.send("q");
    assert_eq!(terminal.wait_exit().exit_code(), 0);
    terminal.assert_restored();
}

#[test]
fn three_sizes_show_everything() {
    for (rows, cols) in [(24, 80), (40, 120), (60, 200)] {
        let terminal = Terminal::start_in(&home(""), rows, cols, &["--seed", "1"], &[]);
        for part in [
            "Board",
            "Evaluation, for Black",
            "Population: ",
            "Fitness",
            "games/s",
            "? help",
        ] {
            terminal.wait_for(part);
        }
    }
}

#[test]
fn keys_work_as_the_help_says() {
    let mut terminal = koteki("");
    terminal.send("?");
    terminal.wait_for("Keys on this screen");
    terminal.send("?");
    terminal.wait_gone("Keys on this screen");
    terminal.send("n");
    terminal.wait_for("New game");
    terminal.send(keys::ESCAPE);
    terminal.wait_gone("New game");
    terminal.send("e1\r");
    terminal.wait_for("e1 is illegal");
    terminal.send("D3");
    terminal.send(keys::ENTER);
    terminal.wait_gone("e1 is illegal");
    terminal.wait_for("d3 c");
    terminal.wait_for("Black to move");
    terminal.send("u");
    terminal.wait_for("it will not count");
    terminal.send("n");
    terminal.wait_gone("it will not count");
    terminal.wait_for("measured game (no help)");
    terminal.send("uy");
    terminal.wait_for("practice: does not count");
    terminal.wait_gone("d3 c");
    terminal.send("t");
    terminal.wait_for("hint: ");
    terminal.send("r");
    terminal.wait_for("d3 c");
    terminal.send("p");
    terminal.wait_for("evolution paused");
    terminal.send("q");
    terminal.wait_for("Leave?");
    terminal.send("q");
    assert_eq!(terminal.wait_exit().exit_code(), 0);
    terminal.assert_restored();
    let kept = fs::read_to_string(terminal.home().data().join("games.jsonl")).unwrap();
    let game = GameRecord::from_line(kept.lines().last().unwrap()).unwrap();
    assert_eq!(game.status, Status::Interrupted);
    assert!(game.transcript.starts_with("d3c"), "{}", game.transcript);
}

#[test]
fn pasted_text_is_text() {
    let mut terminal = koteki("");
    terminal.send("\x1b[200~q\x1b[201~");
    terminal.wait_for("move: q");
    assert!(terminal.is_running());
}

#[test]
fn a_click_plays_when_the_mouse_is_on() {
    let mut terminal = koteki(&format!("mouse = true\n{PLAIN_LOOK}"));
    terminal.wait_until("legal moves", |screen| legal(screen).is_some());
    let text = terminal.text();
    let (row, line) = text
        .lines()
        .enumerate()
        .find(|(_, line)| line.contains("a b c d e f g h"))
        .unwrap();
    // d3: three squares to the right, three rows down; the mouse counts from 1.
    let column = line.find("a b c").unwrap() + 6 + 1;
    let row = row + 3 + 1;
    terminal.send(&format!("\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m"));
    terminal.wait_for("d3 c");
    terminal.send(keys::CTRL_C);
    terminal.wait_exit();
    terminal.assert_restored();
}

#[test]
fn no_colour_means_none_and_the_cursor_shows() {
    let terminal = Terminal::start_in(&home(""), ROWS, COLS, &[], &[("NO_COLOR", "1")]);
    terminal.wait_for("Black to move");
    let text = String::from_utf8_lossy(&terminal.bytes()).into_owned();
    for sequence in text.split("\x1b[").skip(1) {
        let Some((parameters, _)) = sequence.split_once('m') else {
            continue;
        };
        if !parameters
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b';')
        {
            continue;
        }
        assert!(
            !parameters.is_empty() && parameters != ";",
            "a reset in place of a colour"
        );
        for number in parameters
            .split(';')
            .filter_map(|number| number.parse::<u32>().ok())
        {
            let colour = matches!(number, 30..=38 | 40..=48 | 90..=97 | 100..=107);
            assert!(!colour, "ESC[{parameters}m sets a colour");
        }
    }
    terminal.wait_for("[•]");
}

#[test]
fn ascii_is_ascii_to_the_byte() {
    let terminal = koteki(PLAIN_LOOK);
    terminal.wait_for("games/s");
    let bytes = terminal.bytes();
    let foreign = bytes
        .iter()
        .find(|&&byte| !(0x20..=0x7e).contains(&byte) && byte != 0x1b);
    assert_eq!(foreign, None);
}

#[test]
fn signals_end_it_with_their_number_and_a_clean_terminal() {
    for signal in [libc::SIGTERM, libc::SIGHUP, libc::SIGINT] {
        let mut terminal = koteki("");
        terminal.send("d3\r");
        terminal.wait_for("d3 c");
        terminal.signal(signal);
        let code = terminal.wait_exit().exit_code();
        assert_eq!(i64::from(code), 128 + i64::from(signal));
        terminal.assert_restored();
        // The game is kept all the same.
        let kept = fs::read_to_string(terminal.home().data().join("games.jsonl")).unwrap();
        assert!(kept.contains("d3"), "{kept}");
    }
}

#[test]
fn an_interrupted_game_is_offered_until_it_is_taken_up() {
    let home = home(PLAIN_LOOK);
    let start = || {
        let terminal = Terminal::start_in(&home, ROWS, COLS, &["--seed", "1"], &[]);
        terminal.wait_for("Black to move");
        terminal
    };
    let leave = |mut terminal: Terminal| {
        terminal.send(keys::CTRL_C);
        terminal.wait_exit();
    };
    let mut terminal = start();
    terminal.send("d3\r");
    terminal.wait_for("d3 c");
    leave(terminal);
    for taken_up in [false, true] {
        let mut terminal = start();
        terminal.wait_for("Go on?");
        terminal.wait_for("interrupted at move 2. You play Black.");
        terminal.send(if taken_up { "y" } else { "n" });
        terminal.wait_gone("Go on?");
        if taken_up {
            terminal.wait_for("d3 c");
            terminal.wait_for("measured game (no help)");
        } else {
            assert!(!terminal.text().contains("d3 c"), "{}", terminal.text());
        }
        leave(terminal);
    }
}

#[test]
fn a_damaged_file_of_games_is_told_and_left_alone() {
    let home = home(PLAIN_LOOK);
    let games = home.data().join("games.jsonl");
    fs::create_dir_all(home.data()).unwrap();
    fs::write(&games, "no game\n").unwrap();
    let mut terminal = Terminal::start_in(&home, ROWS, COLS, &["--seed", "1"], &[]);
    terminal.wait_for("cannot be read and is left as it is");
    terminal.send("d3\r");
    terminal.wait_for("d3 c");
    terminal.send(keys::CTRL_C);
    terminal.wait_exit();
    let kept = fs::read_to_string(&games).unwrap();
    assert!(kept.starts_with("no game\n"), "{kept}");
}

#[test]
fn control_c_ends_it_from_a_dialog_too() {
    for opening in ["", "n", "?"] {
        let mut terminal = koteki("");
        terminal.send(opening);
        terminal.send(keys::CTRL_C);
        assert_eq!(terminal.wait_exit().exit_code(), 130);
        terminal.assert_restored();
    }
}

#[test]
fn a_closed_terminal_ends_it() {
    // With SIGHUP, and where none arrives.
    let mut terminal = koteki("");
    terminal.hang_up();
    let status = terminal.wait_exit();
    assert_eq!(status.exit_code(), 129, "{status:?}");

    let script = format!(
        "trap '' HUP; exec {} --seed 1",
        env!("CARGO_BIN_EXE_koteki")
    );
    let mut terminal =
        Terminal::start_program(&home(""), "/bin/sh", ROWS, COLS, &["-c", &script], &[]);
    terminal.wait_for("Black to move");
    terminal.hang_up();
    let status = terminal.wait_exit();
    assert_eq!(status.exit_code(), 129, "{status:?}");
}

#[test]
fn control_z_gives_the_shell_back_and_fg_returns() {
    let mut shell = Terminal::start_shell(ROWS, COLS, &[]);
    shell.send("$KOTEKI --seed 1\r");
    shell.wait_for("Black to move");
    shell.send(keys::CTRL_Z);
    shell.wait_for("Stopped");
    shell.assert_restored();
    shell.send("fg\r");
    shell.wait_for("Black to move");
    assert!(shell.screen().alternate_screen());
    shell.send("q");
    shell.wait_until("the prompt", |screen| {
        !screen.alternate_screen() && screen.contents().trim_end().ends_with("prompt>")
    });
    shell.assert_restored();
}

#[test]
fn an_idle_screen_writes_nothing() {
    let mut terminal = koteki("");
    terminal.send("p");
    terminal.wait_for("evolution paused");
    // What was under way when the key came has been drawn by then.
    std::thread::sleep(Duration::from_secs(2));
    let before = terminal.byte_count();
    std::thread::sleep(Duration::from_secs(1));
    assert_eq!(terminal.byte_count() - before, 0);
}

#[test]
fn help_and_faults_write_no_escape() {
    for (arguments, expected) in [
        (&["--help"][..], 0),
        (&["--version"], 0),
        (&["--nonsense"], 2),
    ] {
        let mut terminal = Terminal::start(ROWS, COLS, arguments, &[("NO_COLOR", "1")]);
        assert_eq!(terminal.wait_exit().exit_code(), expected);
        assert!(!terminal.bytes().contains(&0x1b), "{arguments:?}");
    }
    let broken = home("glyphs = \"emoji\"");
    let mut terminal = Terminal::start_in(&broken, ROWS, COLS, &[], &[]);
    assert_ne!(terminal.wait_exit().exit_code(), 0);
    assert!(!terminal.bytes().contains(&0x1b));
    assert!(
        terminal.text().contains("koteki.toml:3:"),
        "{}",
        terminal.text()
    );
}

#[test]
fn a_dumb_terminal_gets_plain_lines() {
    let terminal = Terminal::start(ROWS, COLS, &["--seed", "1"], &[("TERM", "dumb")]);
    terminal.wait_for("Your move, Black");
    assert!(!terminal.bytes().contains(&0x1b));
}

/// Set in the program under test when a test runs itself in a terminal.
const CHILD: &str = "KOTEKI_TEST_CHILD";

/// A program of the loop that shows what it is told and panics when it is asked to.
struct Panicking {
    said: String,
}

impl Program for Panicking {
    fn update(&mut self, event: Event) -> Flow {
        match event {
            Event::Panicked(message) => {
                self.said = format!("said: {message}");
                Flow::Draw
            }
            Event::Key(key) if key.code == KeyCode::Char('w') => {
                let worker = std::thread::Builder::new().name("worker-7".into());
                worker.spawn(|| panic!("a worker's own words")).unwrap();
                Flow::Idle
            }
            Event::Key(key) if key.code == KeyCode::Char('p') => panic!("the screen's own words"),
            Event::Key(_) => Flow::Exit(Exit::Quit),
            _ => Flow::Idle,
        }
    }

    fn draw(&mut self, frame: &mut ratatui::Frame<'_>) {
        let text = format!("ready\n{}", self.said);
        frame.render_widget(ratatui::widgets::Paragraph::new(text), frame.area());
    }
}

/// The program that the next two tests run; alone it does nothing.
#[test]
fn child() {
    if std::env::var_os(CHILD).is_none() {
        return;
    }
    let queue = Queue::new();
    let waker = queue.waker();
    let mut screen = Screen::enter(true).unwrap();
    set_panic_hook(move |message| waker.panicked(message));
    sources::start(&queue.sender()).unwrap();
    let mut program = Panicking {
        said: String::new(),
    };
    let exit = event::run(&mut program, &mut screen, &queue, Duration::from_millis(33));
    assert_eq!(exit.unwrap(), Exit::Quit);
}

fn start_child() -> Terminal {
    let program = std::env::current_exe().unwrap();
    let terminal = Terminal::start_program(
        &Home::new(),
        program.to_str().unwrap(),
        ROWS,
        COLS,
        &["--exact", "child", "--nocapture"],
        &[(CHILD, "1")],
    );
    terminal.wait_for("ready");
    terminal
}

#[test]
fn a_panic_behind_the_screen_is_shown_on_it() {
    let mut terminal = start_child();
    terminal.send("w");
    terminal.wait_for("said: worker-7: a worker's own words");
    assert!(terminal.screen().alternate_screen());
    terminal.send("x");
    assert_eq!(terminal.wait_exit().exit_code(), 0);
    terminal.assert_restored();
    assert!(
        !terminal.text().contains("own words"),
        "{}",
        terminal.text()
    );
}

#[test]
fn a_panic_of_the_screen_is_readable_on_the_shells() {
    let mut terminal = start_child();
    terminal.send("p");
    assert_eq!(terminal.wait_exit().exit_code(), 101);
    terminal.assert_restored();
    assert!(
        terminal.text().contains("the screen's own words"),
        "{}",
        terminal.text()
    );
}

//! A game gone through with the coach.

use std::fs;
use std::path::Path;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::sleep;
use std::time::Duration;

use koteki_engine::eval::othello::Weights;
use koteki_engine::search::budget::{Cancel, CancelledError};
use koteki_engine::search::othello::OthelloSearch;
use koteki_engine::search::root::{RootValues, Search};
use koteki_games::othello::Position;
use koteki_games::othello::notation::read_transcript;
use koteki_games::{Game as _, Side};
use koteki_rivals::coach::{Scale, Tester, Threshold};
use koteki_tui::Settings;
use koteki_tui::event::{Event, Program as _, Queue};
use koteki_tui::review::{self, ReviewScreen, Reviewed};
use koteki_tui::shell::Shell;
use koteki_tui::viewer::Source as _;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::home;
use crate::pty::{Home, Terminal, keys};

/// Two games and a line that is none. In the first Black's 37th and White's 38th move are mistakes by
/// any measure: g7 gives the corner h8, a2 does not take it.
pub const GAMES: &str = "f5f6e6f4e3d6c4f3g4e2f2c3c5d3c6g3g5h5h3e1d2b4c2b5b6b3f1c1d1d7f7a6d8h4h6e7e8g7\n\
                     f5d6c3d3c4f4f6f3e6e7\n\
                     f5d6c3a1\n";

fn start_review(rows: u16, cols: u16) -> (Home, Terminal) {
    let home = home("");
    let file = home.path().join("games.txt");
    fs::write(&file, GAMES).unwrap();
    let path = file.to_str().unwrap();
    let args = ["analyse", "--screen", path];
    let terminal = Terminal::start_in(&home, rows, cols, &args, &[]);
    terminal.wait_for("Coach");
    terminal.wait_for("game 1 of 2");
    (home, terminal)
}

#[test]
fn a_file_is_gone_through_mistake_by_mistake_at_every_size() {
    for (rows, cols) in [(24, 80), (40, 120), (60, 200)] {
        let (_home, mut terminal) = start_review(rows, cols);
        // It opens on the first mistake: what was lost, why, the better move.
        terminal.wait_for(" loses ");
        terminal.wait_for("best ");
        terminal.wait_for("can follow: ");
        terminal.wait_for("mistakes");
        // On a low terminal one pane stands beside the board.
        terminal.send("2");
        terminal.wait_for(", for Black");
        terminal.send("3");
        terminal.wait_for("Coach");
        terminal.send(keys::HOME);
        terminal.wait_for("move 0 of 38");
        terminal.wait_for("1 Black f5");
        terminal.send(keys::RIGHT);
        terminal.wait_for("2 White f6");
        terminal.send(keys::PAGE_UP);
        terminal.wait_for("no mistake before this one");
        terminal.send(keys::PAGE_DOWN);
        terminal.wait_for(" loses ");
        terminal.send(">");
        terminal.wait_for("game 2 of 2");
        terminal.wait_for("opening Comp'Oth (move 8)");
        terminal.send(keys::END);
        terminal.wait_for("not over after 10 moves");
        // The help of the pane in focus, with its terms; the keys of the screen from the board.
        terminal.send("?");
        terminal.wait_for("frontier discs   those beside an empty square");
        terminal.send("q");
        terminal.wait_gone("frontier discs");
        terminal.send("1?");
        terminal.wait_for("to the previous mistake, to the next");
        terminal.send("q");
        terminal.wait_gone("to the previous mistake, to the next");
        terminal.send("q");
        // What was wrong in the file is told when the screen is free again.
        assert_eq!(terminal.wait_exit().exit_code(), 1);
        terminal.assert_restored();
        let text = terminal.text();
        assert!(text.contains("line 3: character 7, move 4: a1"), "{text}");
    }
}

/// Counts the games that the coach has begun with.
struct Counting {
    search: OthelloSearch,
    begun: Arc<AtomicUsize>,
}

impl Search<Position> for Counting {
    fn root_values(
        &self,
        position: &Position,
        depth: u32,
        cancel: &Cancel,
    ) -> Result<RootValues<Position>, CancelledError> {
        if *position == Position::start() {
            self.begun.fetch_add(1, Ordering::SeqCst);
        }
        self.search.root_values(position, depth, cancel)
    }
}

/// Looks again and again until it is so.
fn until(mut is_so: impl FnMut() -> bool) {
    for _ in 0..20_000 {
        if is_so() {
            return;
        }
        sleep(Duration::from_millis(1));
    }
    panic!("in vain");
}

#[test]
fn the_game_that_is_shown_is_kept_when_others_are_forgotten() {
    /// As many as are kept.
    const KEPT: usize = 64;
    let game = read_transcript("f5d6").unwrap();
    let games = vec![Reviewed::new(&game, ["a".to_owned(), "b".to_owned()]); KEPT + 2];
    let begun = Arc::new(AtomicUsize::new(0));
    let tester = Tester {
        search: Box::new(Counting {
            search: OthelloSearch::new(Weights::TESTER),
            begun: Arc::clone(&begun),
        }),
        depth: 1,
        weights: Weights::TESTER,
        scale: Scale::Points,
    };
    let queue = Queue::new();
    let judge = (tester, Threshold::default());
    let (settings, waker) = (Settings::default(), queue.waker());
    let mut reviewing =
        review::open(&settings, games, 0, (Side::Black, None), judge, waker).unwrap();
    let press = |reviewing: &mut Shell<ReviewScreen>, letter: char| {
        let key = KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE);
        reviewing.update(Event::Key(key));
    };
    let look = |reviewing: &mut Shell<ReviewScreen>| {
        reviewing.update(Event::Wake);
        reviewing.screen().is_ready()
    };
    for number in 1..=KEPT {
        until(|| look(&mut reviewing));
        if number < KEPT {
            press(&mut reviewing, '>');
        }
    }
    assert_eq!(begun.load(Ordering::SeqCst), KEPT);
    // One game too many is gone through, but somebody has gone back to the last one that is kept.
    press(&mut reviewing, '>');
    until(|| begun.load(Ordering::SeqCst) > KEPT);
    press(&mut reviewing, '>');
    press(&mut reviewing, '<');
    press(&mut reviewing, '<');
    assert!(reviewing.screen().is_ready());
    // Now that the coach is at the next one it has told of that one.
    until(|| begun.load(Ordering::SeqCst) > KEPT + 1);
    assert!(look(&mut reviewing));
    let screen = format!("{:?}", reviewing.screen().viewer().coach);
    assert!(!screen.contains("is going through"), "{screen}");
}

/// The person is Black in the one game, in which Black erred first, and White in the same game of another file.
#[test]
fn own_games_are_listed_and_gone_through_from_the_first_own_mistake() {
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("recordings/sample-games.jsonl");
    let text = fs::read_to_string(sample).unwrap();
    let lost = text.lines().next().unwrap();
    let as_white = lost
        .replace("\"black\":\"human:player\"", "\"black\":\"human:other\"")
        .replace(
            "\"white\":\"beginner:depth=3\"",
            "\"white\":\"human:player\"",
        )
        .replace("\"id\":\"", "\"id\":\"1");
    let home = home("");
    fs::create_dir_all(home.data()).unwrap();
    fs::write(
        home.data().join("games.jsonl"),
        format!("{lost}\n{as_white}\n"),
    )
    .unwrap();
    let mut terminal = start(&home);
    terminal.wait_for("measured game");
    for (opponent, result, place) in [
        ("Beginner", "lost 9–55, measured", "move 16 of 60"),
        ("other", "won 55–9, measured", "move 19 of 60"),
    ] {
        terminal.send(":games\r");
        terminal.wait_for("Your games");
        terminal.send(opponent);
        terminal.wait_for("1 of 2");
        terminal.wait_for(result);
        terminal.send("\r");
        terminal.wait_for(place);
        terminal.send("q");
        terminal.wait_gone("Coach");
    }
    // A game that is left is continued from the same list.
    terminal.send("f5\r");
    terminal.wait_for("f5 ");
    terminal.send("\x03");
    assert!(!terminal.wait_exit().success());
    let mut terminal = start(&home);
    terminal.wait_for("Continue?");
    terminal.send("n");
    terminal.send(":games\r");
    terminal.wait_for("left at move ");
    terminal.send("\r");
    terminal.wait_gone("Your games");
    terminal.wait_for("f5 ");
}

/// The mistake that lost most: b1 where a1 is a corner to be had.
#[test]
fn own_mistakes_are_played_again() {
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("recordings/sample-games.jsonl");
    let home = home("");
    fs::create_dir_all(home.data()).unwrap();
    fs::copy(sample, home.data().join("games.jsonl")).unwrap();
    let mut terminal = start(&home);
    terminal.wait_for("measured game");
    terminal.send(":mistakes\r");
    terminal.wait_for("Here b1 lost 311 points");
    terminal.send("h8\r");
    terminal.wait_for("h8 is illegal here");
    terminal.send("b1\r");
    terminal.wait_for("b1 loses 8 discs: ");
    terminal.wait_for("The best move is a1");
    terminal.send("\r");
    terminal.wait_for("Your mistake 2 of 9");
    terminal.send(",");
    terminal.wait_for("Your mistake 1 of 9");
    terminal.send("q");
    terminal.wait_for("You found a better move in 0 of 1");

    // Nobody has erred yet.
    let mut terminal = start(&crate::home(""));
    terminal.wait_for("measured game");
    terminal.send(":mistakes\r");
    terminal.wait_for("no mistake of yours is known");
}

fn start(home: &Home) -> Terminal {
    Terminal::start_in(home, 40, 120, &["--seed", "1", "--side", "black"], &[])
}

//! What happens when something inside breaks.
//!
//! The program has no way to break on demand, so here this test's own executable is the program in
//! the terminal: it runs the library's real screen and sitting, and breaks one of its threads.

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use koteki_engine::player::PlayerError;
use koteki_engine::search::budget::Cancel;
use koteki_games::Side;
use koteki_games::othello::Position;
use koteki_rivals::evolve::run::Run;
use koteki_rivals::evolve::worker::{self, Breeder};
use koteki_rivals::evolve::{Arena, GameOrder, GameResult};
use koteki_rivals::roster::kit::Kit as _;
use koteki_session::{self as session, Event, Notice, Options, OthelloSession};
use koteki_tui::event::{Exit, Flow, Program, Queue};
use koteki_tui::terminal::{self, Screen};
use koteki_tui::{self as tui, sources};

use crate::home;
use crate::pty::{Home, Terminal, keys};
use crate::reading::Follower;

/// Set in the terminal where a test below is the program and not the test.
const INSIDE: &str = "BREAKING_INSIDE";

/// This test's `name` as a program in a terminal.
fn start_inside(home: &Home, name: &str) -> Terminal {
    let me = std::env::current_exe().unwrap();
    Terminal::start_program(
        home,
        me.to_str().unwrap(),
        24,
        80,
        &["--exact", name, "--nocapture"],
        &[(INSIDE, home.path().to_str().unwrap())],
    )
}

fn options(evolution: koteki_rivals::evolve::Settings) -> Options {
    Options {
        settings: session::Settings::default(),
        evolution,
        tester: koteki_rivals::roster::SearchSpec::TESTER,
        adviser: None,
        jobs: std::num::NonZeroUsize::new(1),
        fresh_breeding: false,
        seed: 1,
        data: None,
    }
}

fn cheap() -> koteki_rivals::evolve::Settings {
    koteki_rivals::evolve::Settings {
        population: 8,
        children: 4,
        games: 4,
        depth: 1,
        opponent: "agent:d=target,depth=2".to_owned(),
        cycles: 100_000,
        ..koteki_rivals::evolve::Settings::default()
    }
}

/// The whole program, with one more worker that breaks when the file `now` comes into being.
fn with_a_worker_that_breaks(home: &Path) -> ! {
    let now = home.join("now");
    std::thread::Builder::new()
        .name("worker".to_owned())
        .spawn(move || {
            while !now.exists() {
                std::thread::sleep(Duration::from_millis(10));
            }
            panic!("the worker is worn out");
        })
        .unwrap();
    let screen = tui::Settings {
        pace: 0,
        ..tui::Settings::default()
    };
    let save = Box::new(|_: &[_]| Err(String::new()));
    let other = Box::new(|_, _| anyhow::bail!("there is no other game here"));
    let (exit, _) = tui::run(screen, options(cheap()), (save, other), Vec::new()).unwrap();
    std::process::exit(exit.code().into());
}

#[test]
fn a_panic_in_a_worker_is_shown_and_the_game_goes_on() {
    if let Some(home) = std::env::var_os(INSIDE) {
        with_a_worker_that_breaks(Path::new(&home));
    }
    let home = home("");
    let mut terminal = start_inside(
        &home,
        "breaking::a_panic_in_a_worker_is_shown_and_the_game_goes_on",
    );
    terminal.wait_for("Black to move");
    std::fs::write(home.path().join("now"), "").unwrap();
    terminal.wait_for("something broke behind the game: worker: the worker is worn out");
    assert!(terminal.screen().alternate_screen());
    let mut game = Follower::new(Side::Black);
    let mv = game.pick();
    assert!(game.type_move(&mut terminal, mv));
    terminal.send("q");
    terminal.wait_for("Leave?");
    terminal.send(keys::ENTER);
    assert_eq!(terminal.wait_exit().exit_code(), 0);
    terminal.assert_restored();
    // Nothing was written beside the screen.
    let text = terminal.text();
    assert!(!text.contains("panicked at"), "{text}");
}

/// A program whose drawing breaks at the first key.
struct Fragile {
    broken: bool,
}

impl Program for Fragile {
    fn update(&mut self, event: tui::event::Event) -> Flow {
        self.broken = matches!(event, tui::event::Event::Key(_));
        Flow::DrawNow
    }

    fn draw(&mut self, frame: &mut ratatui::Frame<'_>) {
        assert!(!self.broken, "the brush is worn out");
        frame.render_widget("drawn", frame.area());
    }
}

fn with_a_screen_that_breaks() {
    let queue = Queue::new();
    let waker = queue.waker();
    let mut screen = Screen::enter(true).unwrap();
    terminal::set_panic_hook(move |message| waker.panicked(message));
    sources::start(&queue.sender()).unwrap();
    let mut program = Fragile { broken: false };
    let (exit, _) = tui::event::run(&mut program, &mut screen, &queue, Duration::ZERO).unwrap();
    assert_eq!(exit, Exit::Quit);
}

#[test]
fn a_panic_of_the_screen_restores_the_terminal_and_is_read_on_it() {
    if std::env::var_os(INSIDE).is_some() {
        return with_a_screen_that_breaks();
    }
    let mut terminal = start_inside(
        &home(""),
        "breaking::a_panic_of_the_screen_restores_the_terminal_and_is_read_on_it",
    );
    terminal.wait_for("drawn");
    assert!(!terminal.unrestored().is_empty());
    terminal.send("x");
    assert_eq!(terminal.wait_exit().exit_code(), 101);
    terminal.assert_restored();
    assert!(!terminal.screen().alternate_screen());
    let text = terminal.text();
    assert!(text.contains("the brush is worn out"), "{text}");
}

/// An arena whose games cannot be played.
struct Broken;

impl Arena for Broken {
    fn play(&self, _: f64, _: &GameOrder, _: &Cancel) -> Result<GameResult, PlayerError> {
        panic!("no board left");
    }
}

/// What is heard within a minute.
fn events<T>(mail: &Receiver<T>) -> impl Iterator<Item = T> {
    let end = Instant::now() + Duration::from_secs(60);
    std::iter::from_fn(move || {
        let left = end.checked_duration_since(Instant::now())?;
        mail.recv_timeout(left).ok()
    })
}

#[test]
fn a_breeding_that_breaks_down_is_told_and_the_sitting_goes_on() {
    let (sender, mail) = channel();
    let settings = cheap();
    let run = Run::new(settings.clone(), &Position::features(&settings), 1).unwrap();
    let _breeder = Breeder::start(
        run,
        Arc::new(Broken),
        worker::Options::default(),
        Box::new(move |event| {
            let _ = sender.send(event);
        }),
    )
    .unwrap();
    let event = events(&mail)
        .find(|event| matches!(event, worker::Event::Panicked(_)))
        .unwrap();
    let (sender, answers) = channel();
    let sink: session::Sink = Arc::new(move |event| {
        let _ = sender.send(event);
    });
    let (mut sitting, _) = OthelloSession::open(options(settings), sink).unwrap();
    let number = events(&answers)
        .find_map(|event| match event {
            Event::Bred(number, _) => Some(number),
            event => {
                sitting.handle(event);
                None
            }
        })
        .unwrap();
    let told = sitting.handle(Event::Bred(number, event));
    let [Notice::Broken(message)] = told.as_slice() else {
        panic!("{told:?}");
    };
    assert!(message.contains("no board left"), "{message}");
    // A move is played and answered all the same.
    let mut game = Follower::new(Side::Black);
    let mv = game.pick();
    game.line.play(mv).unwrap();
    sitting.play(mv).unwrap();
    let answered = events(&answers)
        .find_map(|event| match sitting.handle(event).first() {
            Some(Notice::Moved(side, mv)) => Some((*side, *mv)),
            _ => None,
        })
        .unwrap();
    assert_eq!(answered.0, Side::White);
    assert!(game.line.play(answered.1).is_ok());
}

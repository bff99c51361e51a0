//! The screen on which nobody plays: a run that is watched while it goes on, and what is played back.
//!
//! It draws with the same panes as the game screen. A run is read by a thread of its own, so that a
//! slow file system never delays a key; the reader tells the screen only what has changed.

mod live;
mod portrait;
mod reel;

use std::path::Path;
use std::sync::Arc;

use portrait::Portraitist;
pub use reel::{Recorded, Reel, SPEEDS};

use super::Settings;
use super::app::{App, Ground};
use super::event::{self, Exit, Program, Queue, Waker};
use super::terminal::{self, Screen};
use super::theme::Theme;
use super::view::{GameView, Mode, NewGame, Seat, SeatChoice, TraceState};
use super::{app, sources};
use crate::game::GameLine;
use crate::game::othello::Position;
use crate::watch::follow::Follower;

/// Watches the run that `follower` follows, called `directory`, until the person leaves.
///
/// # Errors
/// When the terminal cannot be taken, or the system gives no thread.
pub fn watch(settings: Settings, follower: Follower, directory: &Path) -> anyhow::Result<Exit> {
    on_screen(settings, |settings, waker| {
        Ok(live::Watching::start(settings, follower, directory, waker)?)
    })
}

/// Plays `reel` back at `speed` steps a second, until the person leaves. `note` is what there is to say
/// at first, or empty.
///
/// # Errors
/// When the terminal cannot be taken.
pub fn replay(settings: Settings, reel: Reel, speed: f64, note: String) -> anyhow::Result<Exit> {
    on_screen(settings, |settings, waker| {
        let portraits = match &reel {
            Reel::Run(follower) => Portraitist::new(&follower.header().settings, waker),
            Reel::Games(..) => None,
        };
        Ok(reel::Replaying::new(settings, reel, speed, note, portraits))
    })
}

/// Takes the terminal, runs the program on it, gives it back.
fn on_screen<P: Program>(
    settings: Settings,
    start: impl FnOnce(Settings, Waker) -> anyhow::Result<P>,
) -> anyhow::Result<Exit> {
    let queue = Queue::new();
    let waker = queue.waker();
    let mouse = settings.mouse;
    let mut program = start(settings, waker.clone())?;
    let mut screen = Screen::enter(mouse)?;
    terminal::set_panic_hook(move |message| waker.panicked(message));
    sources::start(&queue.sender())?;
    let exit = event::run(&mut program, &mut screen, &queue, event::frame_time());
    if matches!(exit, Ok(Exit::TerminalGone)) {
        screen.abandon();
    } else {
        drop(screen);
    }
    Ok(exit?)
}

/// A screen without a person.
fn new_app(settings: Settings, ground: Ground) -> App {
    let theme = Theme::new(&settings, |name| std::env::var(name).ok());
    let names = [String::new(), String::new()];
    let game = game_view(&GameLine::default(), 0, &names, TraceState::default());
    let seats = names.map(SeatChoice::Machine);
    let setup = NewGame {
        seats,
        measured: false,
        handicap: None,
    };
    let mut app = App::new(settings, theme, game, setup, Vec::new());
    app.ground = ground;
    app.focus = app::Pane::Population;
    app
}

/// The position after `ply` moves of a game between machines of these names.
fn game_view(
    line: &GameLine<Position>,
    ply: usize,
    names: &[String; 2],
    trace: TraceState,
) -> GameView {
    let ply = ply.min(line.ply());
    GameView {
        position: line.positions()[ply],
        moves: line.moves()[..ply].to_vec(),
        opening: line.opening().min(ply),
        losses: vec![None; ply],
        review: None,
        seats: names.clone().map(Seat::Machine),
        thinking: false,
        mode: Mode::Unmeasured,
        level: None,
        hint: None,
        trace,
    }
}

/// What of a state is shared with the reader.
type Slot<T> = Arc<std::sync::Mutex<Option<T>>>;

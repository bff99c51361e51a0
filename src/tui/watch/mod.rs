//! The screen on which nobody plays: a run that is watched while it goes on, and what is played back.
//!
//! It draws with the same panes as the game screen. A run is read by a thread of its own, so that a
//! slow file system never delays a key; the reader tells the screen only what has changed.

mod live;
mod portrait;
mod reel;

use std::convert::Infallible;
use std::path::Path;
use std::sync::Arc;

use portrait::Portraitist;
pub use reel::{Recorded, Reel, SPEEDS};

use super::event::{Exit, Program, Waker};
use super::shell::Shell;
use super::view::GameView;
use super::{Settings, on_screen};
use koteki_games::GameLine;
use koteki_games::othello::Position;
use koteki_session::watch::follow::Follower;

/// Watches the run that `follower` follows, called `directory`, until the person leaves.
///
/// # Errors
/// When the terminal cannot be taken, or the system gives no thread.
pub fn watch(settings: &Settings, follower: Follower, directory: &Path) -> anyhow::Result<Exit> {
    let open = |waker| Ok(opened(settings, follower, directory, waker, false)?);
    Ok(on_screen(settings.mouse, open)?.1?.0)
}

/// The same over another screen, to which Esc goes back.
///
/// # Errors
/// When the system gives no thread.
pub(crate) fn within(
    settings: &Settings,
    follower: Follower,
    directory: &Path,
    waker: Waker,
) -> std::io::Result<Box<dyn Program>> {
    Ok(Box::new(opened(
        settings, follower, directory, waker, true,
    )?))
}

fn opened(
    settings: &Settings,
    follower: Follower,
    directory: &Path,
    waker: Waker,
    within: bool,
) -> std::io::Result<Shell<live::WatchScreen>> {
    let start = |context: &mut _| {
        live::WatchScreen::start(settings, follower, directory, (waker, within), context)
    };
    Shell::open(settings, start)
}

/// Plays `reel` back at `speed` steps a second, until the person leaves. `note` is what there is to say
/// at first, or empty.
///
/// # Errors
/// When the terminal cannot be taken.
pub fn replay(settings: &Settings, reel: Reel, speed: f64, note: String) -> anyhow::Result<Exit> {
    let open = |waker| {
        let portraits = match &reel {
            Reel::Run(follower) => Portraitist::new(&follower.header().settings, waker),
            Reel::Games(..) => None,
        };
        let start = |context: &mut _| {
            Ok::<_, Infallible>(reel::ReplayScreen::new(
                reel, speed, note, portraits, context,
            ))
        };
        Ok(Shell::open(settings, start)?)
    };
    Ok(on_screen(settings.mouse, open)?.1?.0)
}

/// The position after `ply` moves of a game between machines of these names.
fn game_view(line: &GameLine<Position>, ply: usize, names: &[String; 2]) -> GameView {
    let ply = ply.min(line.ply());
    GameView {
        position: line.positions()[ply],
        moves: line.moves()[..ply].to_vec(),
        opening: line.opening().min(ply),
        losses: vec![None; ply],
        ..GameView::between(line, names.clone())
    }
}

/// What of a state is shared with the reader.
type Slot<T> = Arc<std::sync::Mutex<Option<T>>>;

//! The interface at a terminal: board, evaluation trace, population and fitness on one screen.
//!
//! It draws what it is given and never computes a move. The thread that runs [`event::run`] owns the
//! terminal and all state of the screen; keys, signals, workers and the watch over the terminal only
//! send events to it.
//!
//! | file | |
//! |---|---|
//! | [`terminal`] | taking the terminal over and giving it back |
//! | [`event`], [`sources`] | the queue, the loop, the threads that fill the queue |
//! | [`keys`] | one keymap for each layer |
//! | [`othello`] | the game with its panes, and the session behind it |
//! | [`viewer`] | what the screens have in common on which no one plays |
//! | [`clock`] | how long the people at the board have for their moves |
//! | [`theme`], [`color`], [`glyphs`] | how things look on this terminal |
//! | [`view`] | the plain values that are shown |
//! | [`shell`] | what every screen has: keys, dialogs, help, mouse, focus |
//! | [`panes`], [`plot`] | drawing |
//! | [`rivals`], [`games`], `drill` | a person's rivals, own games, mistakes in them, whatever the game |
//! | [`review`] | a game gone through with the coach |
//! | [`study`] | a study with a person: pages, games, questionnaires |
//! | [`janken`] | janken against a reader of habits |
//! | [`blokus`] | Blokus Duo |
//! | [`runs`] | the runs beneath a folder |
//! | [`watch`] | the same screen for a run that is watched, and for what is played back |
//! | [`words`] | messages that several screens share |

pub mod blokus;
pub mod clock;
pub mod color;
mod drill;
pub mod event;
pub mod games;
pub mod glyphs;
pub mod janken;
pub mod keys;
pub mod othello;
pub mod panes;
pub mod plot;
pub mod reliability;
pub mod review;
pub mod rivals;
pub mod runs;
pub mod shell;
pub mod sources;
pub mod study;
pub mod terminal;
pub mod theme;
pub mod view;
pub mod viewer;
pub mod watch;
pub mod words;

use std::io::{self, IsTerminal as _};
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use event::{Ended, Exit, Program, Queue, Waker};
use koteki_rivals::roster::kit::person::PersonKit;
use koteki_session::person::rated::Options;
use koteki_session::{self as session, SessionError};
use shell::{Context, Shell};
use terminal::Screen;

/// The longest [`Settings::pace`].
pub const MAX_PACE: u32 = 10_000;

/// How the terminal program looks and listens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// "plain": arrows move; "vim": arrows and hjkl.
    pub keys: keys::KeyStyle,
    /// "auto", "unicode", "cjk-safe" or "ascii".
    pub glyphs: glyphs::GlyphChoice,
    /// "auto", "never", "16", "256" or "truecolor".
    pub color: color::ColorChoice,
    /// Whether clicks play. The terminal's own selection then needs Shift.
    pub mouse: bool,
    /// Least time between two moves shown, in milliseconds, 0…[`MAX_PACE`]: two at once cannot be
    /// followed.
    pub pace: u32,
    /// Seconds that a person has for a game, 0…[`MAX_CLOCK`](clock::MAX_CLOCK); 0 for no clock. When they are
    /// over the tester plays on.
    pub clock: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            keys: keys::KeyStyle::default(),
            glyphs: glyphs::GlyphChoice::default(),
            color: color::ColorChoice::default(),
            mouse: false,
            pace: 300,
            clock: 0,
        }
    }
}

/// Whether there is a terminal that can show a screen: both ends of the program are one, and it is
/// not a dumb one.
pub fn is_possible() -> bool {
    let term = std::env::var("TERM").unwrap_or_default();
    let able = cfg!(windows) || !matches!(term.as_str(), "" | "dumb");
    able && io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Keeps changed settings for the next start: where they are kept, or why they are not.
pub type SaveSettings = Box<dyn Fn(&[othello::settings::Change]) -> Result<String, String>>;

/// A game of which each one has a file, at a terminal.
pub trait PersonScreen: PersonKit {
    /// Its screen.
    type Screen: shell::Screen + 'static;

    /// Opens it. Its threads use `waker`.
    ///
    /// # Errors
    /// When there is no such opponent, or the system gives no thread.
    fn screen(
        settings: &Settings,
        options: Options<Self>,
        waker: Waker,
        context: &mut Context<Self::Screen>,
    ) -> Result<Self::Screen, SessionError>;

    /// The same in the shell.
    ///
    /// # Errors
    /// As [`screen`](Self::screen).
    fn open(
        settings: &Settings,
        options: Options<Self>,
        waker: Waker,
    ) -> Result<Shell<Self::Screen>, SessionError> {
        Shell::open(settings, |context| {
            Self::screen(settings, options, waker, context)
        })
    }

    /// Plays until the person leaves, or has to.
    ///
    /// # Errors
    /// When the terminal or a thread cannot be taken.
    fn run(settings: &Settings, options: Options<Self>) -> anyhow::Result<Exit> {
        let open = |waker| Ok(Self::open(settings, options, waker)?);
        let (_, ended) = on_screen(settings.mouse, open)?;
        Ok(ended?.0)
    }
}

/// A screen that is gone to from a game of Othello.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Other {
    /// Janken.
    Janken,
    /// Blokus Duo.
    Blokus,
    /// A study with the person.
    Study {
        /// Whether it is the blind test.
        blind: bool,
    },
}

/// Opens another screen, whose threads use the waker.
pub type OpenOther = Box<dyn Fn(Other, Waker) -> anyhow::Result<Box<dyn Program>>>;

/// Plays Othello on the screen until the person leaves, or has to. The terminal is as it was before, however it
/// ends; what there is to say then comes back. The games of the files in `open` are listed at first.
///
/// # Errors
/// When the session cannot be opened, or the terminal not be taken.
pub fn run(
    settings: Settings,
    options: session::Options,
    (save, other): (SaveSettings, OpenOther),
    open: Vec<PathBuf>,
) -> anyhow::Result<Ended> {
    let mouse = settings.mouse;
    let start = |waker| othello::open(settings, options, (save, other), waker, open);
    let (screen, exit) = on_screen(mouse, start)?;
    // The terminal is given back by now: keeping the game may take a moment.
    drop(screen);
    Ok(exit?)
}

/// The files of games that `paths` stand for: a folder for those in it.
///
/// # Errors
/// When one of them is not there, in words.
pub fn files_of_games(paths: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    othello::files::paths_of(paths)
}

/// Takes the terminal, runs what `open` makes on it until it leaves, and gives the terminal back. Returns
/// the program, which may have something to finish, why it ended, and what there is to say then.
///
/// # Errors
/// Those of `open`, and when the terminal cannot be taken.
fn on_screen<P: Program>(
    mouse: bool,
    open: impl FnOnce(Waker) -> anyhow::Result<P>,
) -> anyhow::Result<(P, io::Result<Ended>)> {
    let queue = Queue::new();
    let waker = queue.waker();
    let mut program = open(waker.clone())?;
    let mut screen = Screen::enter(mouse)?;
    terminal::set_panic_hook(move |message| waker.panicked(message));
    sources::start(&queue.sender())?;
    let exit = event::run(&mut program, &mut screen, &queue, event::frame_time());
    if matches!(exit, Ok((Exit::TerminalGone, _))) {
        screen.abandon();
    } else {
        drop(screen);
    }
    Ok((program, exit))
}

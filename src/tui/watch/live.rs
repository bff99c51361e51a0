//! A run that is watched.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::portrait::Portraitist;
use super::{Slot, game_view};
use crate::Settings;
use crate::event::Waker;
use crate::keys::Action;
use crate::panes::status;
use crate::shell::menu::Menu;
use crate::shell::{Answer, Context};
use crate::viewer::{Source, Viewed, Viewer};
use koteki_games::GameLine;
use koteki_games::othello::Position;
use koteki_games::othello::notation::read_transcript;
use koteki_record::game::OTHELLO;
use koteki_record::replace::free;
use koteki_record::run::{ask_to_pause, ask_to_stop, read_seconds};
use koteki_rivals::evolve::snapshot::Snapshot;
use koteki_session::watch::export::{self, Wanted};
use koteki_session::watch::follow::{Follower, State};
use koteki_session::watch::live;
use koteki_session::watch::{short, words};

/// How often the directory is looked into.
const POLL: Duration = Duration::from_millis(250);
/// How long the end of a game is shown before the next one begins.
const END: Duration = Duration::from_secs(3);

/// What the reader has seen.
struct Update {
    snapshot: Option<Arc<Snapshot>>,
    /// Its newest game, and which individual plays in it.
    game: Option<(live::Game, Option<u64>)>,
    state: State,
    left: Option<f64>,
    seconds: f64,
    faults: usize,
    torn: bool,
    /// What is wrong, in words.
    trouble: Option<String>,
}

/// The program that the loop runs.
pub(super) struct WatchScreen {
    viewer: Viewer,
    directory: PathBuf,
    /// Seed and settings, in short.
    known: [String; 2],
    /// Whether it has been asked to wait.
    paused: bool,
    /// Whether it lies over another screen.
    within: bool,
    slot: Slot<Update>,
    /// Raised when the screen is left.
    over: Arc<AtomicBool>,
    /// The game on the board: line, moves shown, who plays.
    board: Option<(GameLine<Position>, usize, [String; 2])>,
    /// The newest game of the run.
    newest: Option<(live::Game, Option<u64>)>,
    /// Which is on the board.
    shown: Option<live::Game>,
    next: Option<Instant>,
    pace: Duration,
    state: State,
    warned: Option<String>,
    portraits: Option<Portraitist>,
}

impl WatchScreen {
    pub(super) fn start(
        settings: &Settings,
        follower: Follower,
        directory: &Path,
        (waker, within): (Waker, bool),
        context: &mut Context<Self>,
    ) -> std::io::Result<Self> {
        let slot: Slot<Update> = Arc::new(Mutex::new(None));
        let over = Arc::new(AtomicBool::new(false));
        let portraits = Portraitist::new(&follower.header().settings, waker.clone());
        let header = follower.header();
        let settings_of_run = short::settings(&header.settings);
        let about = [
            "This run".to_owned(),
            format!(
                "  {}, seed {}, bred by {}.",
                directory.display(),
                header.seed,
                header.provenance.program
            ),
            format!(
                "  Settings that differ from the defaults, or from the set that is named first: {}.",
                if settings_of_run.is_empty() {
                    "none".to_owned()
                } else {
                    settings_of_run.join(", ")
                }
            ),
            "  While it goes on p makes or removes the file pause in its directory, t makes the file stop; nothing else \
             is written there, but by e."
                .to_owned(),
            String::new(),
        ];
        let known = [format!("seed {}", header.seed), settings_of_run.join(" ")];
        let reader = Reader {
            follower,
            directory: directory.to_owned(),
            slot: Arc::clone(&slot),
            over: Arc::clone(&over),
            waker,
        };
        thread::Builder::new()
            .name("reader".to_owned())
            .spawn(move || reader.read())?;
        let pace = Duration::from_millis(u64::from(settings.pace).max(50));
        let mut viewer = Viewer::new(Viewed::Live, context);
        viewer.about = about.to_vec();
        Ok(Self {
            viewer,
            directory: directory.to_owned(),
            known,
            paused: false,
            within,
            slot,
            over,
            board: None,
            newest: None,
            shown: None,
            next: None,
            pace,
            state: State::Running,
            warned: None,
            portraits,
        })
    }

    /// Puts the newest game on the board.
    fn deal(&mut self) {
        let newest = self.newest.clone();
        let Some((game, individual)) = newest.filter(|(game, _)| game.game == OTHELLO) else {
            return;
        };
        if self.shown.as_ref() == Some(&game) {
            return;
        }
        let Ok(read) = read_transcript(&game.transcript) else {
            return;
        };
        let mut names = [game.black.clone(), game.white.clone()];
        if let (Some(name), Some(id)) = (names.get_mut(game.side), individual) {
            *name = format!("Individual {id}");
        }
        let opening = game.opening.min(read.ply());
        self.board = Some((read, opening, names));
        self.shown = Some(game);
        self.next = Some(Instant::now() + self.pace);
        self.show_board();
    }

    /// Why the run could not be asked.
    fn refused(&self, error: &std::io::Error) -> String {
        let name = self.directory.display();
        format!("{name} cannot be written to: {error}")
    }

    fn show_board(&mut self) {
        if let Some((line, ply, names)) = &self.board {
            self.viewer.game = game_view(line, *ply, names);
        }
    }
}

impl Source for WatchScreen {
    fn viewer(&self) -> &Viewer {
        &self.viewer
    }

    fn viewer_mut(&mut self) -> &mut Viewer {
        &mut self.viewer
    }

    /// Only what goes on waits or stops.
    fn offers(&self, action: Action) -> bool {
        self.state == State::Running || !matches!(action, Action::Pause | Action::Stop)
    }

    fn handle(&mut self, action: Action, context: &mut Context<Self>) {
        let goes_on = self.state == State::Running;
        match action {
            Action::Export => {
                let wanted = Wanted {
                    csv: true,
                    svg: true,
                    json: false,
                };
                let folder = free(&self.directory.join("export"), &[]);
                match export::write(&self.directory, Some(&folder), wanted) {
                    Ok(written) => {
                        let names = written.files.iter().filter_map(|it| it.file_name());
                        let names: Vec<_> = names.map(|it| it.to_string_lossy()).collect();
                        context.say(format!(
                            "written to {}: {}",
                            folder.display(),
                            names.join(", ")
                        ));
                    }
                    Err(error) => context.warn(error.to_string()),
                }
            }
            Action::Pause | Action::Stop if !goes_on => {
                context.say("the run does not go on: there is nothing to pause or stop");
            }
            Action::Pause => {
                let pause = !self.paused;
                match ask_to_pause(&self.directory, pause) {
                    Ok(()) if pause => context.say("asked to wait; p resumes it"),
                    Ok(()) => context.say("asked to go on"),
                    Err(error) => context.warn(self.refused(&error)),
                }
            }
            Action::Stop => {
                let name = self.directory.display();
                let text = vec![
                    "It stops at the next safe point.".to_owned(),
                    format!("koteki evolve --resume {name} continues it."),
                ];
                let answers = [
                    ('s', "Stop the run", Answer::Do(())),
                    ('k', "Keep it running", Answer::Close),
                ];
                context.ask(Menu::new("Stop?", text, answers, Answer::Close));
            }
            _ => {}
        }
    }

    fn confirmed(&mut self, context: &mut Context<Self>) {
        match ask_to_stop(&self.directory) {
            Ok(()) => context.say("asked to stop"),
            Err(error) => context.warn(self.refused(&error)),
        }
    }

    fn back(&mut self, context: &mut Context<Self>) -> bool {
        let leaves = self.within && !context.zoom;
        if leaves {
            context.leave();
        }
        leaves
    }

    fn describe(&mut self) -> bool {
        let portraits = self.portraits.as_mut();
        portraits.is_some_and(|it| it.describe(&mut self.viewer.panes))
    }

    fn collect(&mut self, context: &mut Context<Self>) -> bool {
        let seen = self
            .slot
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        let Some(seen) = seen else { return false };
        if seen.game.is_some() {
            self.newest = seen.game;
        }
        self.state = seen.state;
        let [seed, settings] = self.known.clone();
        let mut parts = vec![self.directory.display().to_string(), seed];
        let mut doing = seen
            .snapshot
            .as_deref()
            .map_or_else(Vec::new, status::doing);
        // What it is bred toward stands behind what changes.
        let target = (doing.len() > 2).then(|| doing.pop()).flatten();
        parts.extend(doing);
        if let Some(left) = seen.left {
            parts.push(format!("about {} left", words::duration(left)));
        }
        parts.extend(match seen.state {
            State::Running => None,
            State::Silent => Some("no sign of life".to_owned()),
            State::Ended { complete } => Some(words::ended(complete).to_owned()),
        });
        if seen.faults > 0 {
            parts.push(words::unreadable(seen.faults));
        }
        if seen.torn {
            parts.push(words::TORN.to_owned());
        }
        if seen.seconds > 0.0 {
            let taken = words::duration(seen.seconds);
            let all = if matches!(seen.state, State::Ended { .. }) {
                "in all"
            } else {
                "so far"
            };
            parts.push(format!("{taken} {all}"));
        }
        parts.extend(Some(settings).filter(|it| !it.is_empty()));
        parts.extend(target);
        self.paused = seen.snapshot.as_ref().is_some_and(|it| it.paused);
        self.viewer.line = parts.join(context.theme.glyphs.separator);
        if seen.snapshot.is_some() {
            self.viewer.panes.breeding = seen.snapshot;
        }
        if let Some(trouble) = &seen.trouble
            && self.warned != seen.trouble
        {
            context.warn(trouble.clone());
        }
        self.warned = seen.trouble;
        if self.board.is_none() {
            self.deal();
        }
        if self.next.is_none() && self.newest.as_ref().map(|it| &it.0) != self.shown.as_ref() {
            self.next = Some(Instant::now() + self.pace);
        }
        true
    }

    fn next(&self) -> Option<Instant> {
        self.next
    }

    /// The next move on the board, or the next game.
    fn advance(&mut self, _context: &mut Context<Self>) -> bool {
        if self.next.is_none_or(|next| next > Instant::now()) {
            return false;
        }
        self.next = None;
        match &mut self.board {
            Some((line, ply, _)) if *ply < line.ply() => {
                *ply += 1;
                let pause = if *ply == line.ply() { END } else { self.pace };
                self.next = Some(Instant::now() + pause);
            }
            _ => self.deal(),
        }
        self.show_board();
        true
    }
}

impl Drop for WatchScreen {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
    }
}

/// The thread that reads.
struct Reader {
    follower: Follower,
    directory: PathBuf,
    slot: Slot<Update>,
    over: Arc<AtomicBool>,
    waker: Waker,
}

impl Reader {
    fn read(mut self) {
        let mut reported: Option<(State, Option<String>)> = None;
        while !self.over.load(Ordering::Relaxed) {
            let (changed, trouble) = match self.follower.poll(|_, _| {}) {
                Ok(changed) => (changed, None),
                Err(_) if !self.directory.exists() => (
                    false,
                    Some(words::gone(&self.directory.display().to_string())),
                ),
                Err(error) => (false, Some(error.to_string())),
            };
            let now = (self.follower.state(), trouble);
            if changed || reported.as_ref() != Some(&now) {
                let live = self.follower.live();
                let snapshot = self.follower.snapshot();
                let game = live.and_then(|live| live.game.clone()).map(|game| {
                    let player = snapshot
                        .as_ref()
                        .and_then(|it| self.follower.individual(it, &game.weights));
                    (game, player)
                });
                let seen = Update {
                    snapshot: snapshot.map(Arc::new),
                    game,
                    state: now.0,
                    left: self.follower.seconds_left(),
                    seconds: read_seconds(&self.directory),
                    faults: self.follower.faults(),
                    torn: now.0 != State::Running && self.follower.is_torn(),
                    trouble: now.1.clone(),
                };
                *self.slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(seen);
                reported = Some(now);
                self.waker.wake();
            }
            thread::sleep(POLL);
        }
    }
}

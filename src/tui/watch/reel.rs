//! What is played back: a run from its record, or games move by move, at any speed, both ways.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::game_view;
use super::portrait::Portraitist;
use crate::keys::{Action, Direction};
use crate::panes::status;
use crate::shell::Context;
use crate::view::{Loss, TracePoint, TraceState};
use crate::viewer::{Source, Viewed, Viewer};
use crate::words;
use koteki_games::othello::Position;
use koteki_games::{Game as _, GameLine, Side};
use koteki_session::watch::follow::Follower;

/// The slowest and the fastest that can be played back, in steps a second.
pub const SPEEDS: (f64, f64) = (1.0 / 16.0, 1024.0);
/// Frames a second; what is faster leaves steps out.
const FRAMES: f64 = 10.0;

/// A game that is played back.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// Who has Black, who White.
    pub names: [String; 2],
    /// The game.
    pub line: GameLine<Position>,
    /// The value after each move for the side that moved, where it was judged; empty, or as long as
    /// the game.
    pub values: Vec<Option<i32>>,
    /// What each move lost; empty, or as long as the game.
    pub losses: Vec<Option<Loss>>,
}

/// What is played back.
#[derive(Debug)]
pub enum Reel {
    /// A run, read to its end.
    Run(Box<Follower>),
    /// Games, and which of them first.
    Games(Vec<Recorded>, usize),
}

impl Reel {
    /// The number of the last step: of the moves, or of the moments but one.
    fn last(&self) -> usize {
        match self {
            Self::Run(follower) => follower.moments().len().saturating_sub(1),
            Self::Games(games, which) => games.get(*which).map_or(0, |game| game.line.ply()),
        }
    }
}

/// The program that the loop runs.
pub(super) struct ReplayScreen {
    viewer: Viewer,
    reel: Reel,
    at: usize,
    playing: bool,
    backwards: bool,
    /// Steps a second.
    speed: f64,
    /// When the playing began, and from which step.
    since: (Instant, usize),
    portraits: Option<Portraitist>,
}

impl ReplayScreen {
    /// With a `note` that is said until the first key, unless it is empty.
    pub(super) fn new(
        reel: Reel,
        speed: f64,
        note: String,
        portraits: Option<Portraitist>,
        context: &mut Context<Self>,
    ) -> Self {
        let viewed = match reel {
            Reel::Run(_) => Viewed::Run,
            Reel::Games(..) => Viewed::Game,
        };
        if !note.is_empty() {
            context.say(note);
        }
        let mut replaying = Self {
            viewer: Viewer::new(viewed, context),
            reel,
            at: 0,
            playing: true,
            backwards: false,
            speed: speed.clamp(SPEEDS.0, SPEEDS.1),
            since: (Instant::now(), 0),
            portraits,
        };
        replaying.restart();
        replaying.show(context);
        replaying
    }

    /// Counts from now on: after a key that changes what is played. Where nothing is left to be played
    /// nothing is due: the loop would ask for it again and again.
    fn restart(&mut self) {
        self.playing &= !self.is_at_end();
        self.since = (Instant::now(), self.at);
    }

    fn is_at_end(&self) -> bool {
        if self.backwards {
            self.at == 0
        } else {
            self.at >= self.reel.last()
        }
    }

    fn show(&mut self, context: &mut Context<Self>) {
        let how = playing(self.playing, self.backwards, self.speed);
        let separator = context.theme.glyphs.separator;
        match &self.reel {
            Reel::Run(follower) => {
                let moments = follower.moments();
                let mut parts = vec![format!("{} of {}", self.at + 1, moments.len()), how];
                match moments.get(self.at).map(|&it| follower.snapshot_at(it)) {
                    Some(Ok(Some(snapshot))) => {
                        parts.extend(status::doing(&snapshot));
                        self.viewer.panes.breeding = Some(Arc::new(snapshot));
                    }
                    Some(Err(error)) => context.warn(error.to_string()),
                    _ => {}
                }
                self.viewer.line = parts.join(separator);
            }
            Reel::Games(games, which) => {
                let Some(game) = games.get(*which) else {
                    return;
                };
                let mut parts = vec![format!("ply {} of {}", self.at, game.line.ply()), how];
                if games.len() > 1 {
                    parts.insert(0, format!("game {} of {}", *which + 1, games.len()));
                }
                self.viewer.line = parts.join(separator);
                let mut view = game_view(&game.line, self.at, &game.names);
                view.trace = trace(game, self.at);
                if !game.losses.is_empty() {
                    view.losses = game.losses[..self.at.min(game.losses.len())].to_vec();
                }
                self.viewer.game = view;
            }
        }
    }
}

/// The values of a game so far, for Black.
fn trace(game: &Recorded, ply: usize) -> TraceState {
    let points = game
        .values
        .iter()
        .enumerate()
        .take(ply)
        .filter_map(|(index, value)| {
            let side = game.line.positions().get(index)?.side_to_move();
            Some(TracePoint {
                ply: index + 1,
                value: (*value)? * side.sign(),
                loss: (side == Side::Black)
                    .then(|| game.losses.get(index).copied().flatten())
                    .flatten(),
            })
        })
        .collect();
    TraceState {
        viewer: Side::Black,
        points,
        ..TraceState::default()
    }
}

impl Source for ReplayScreen {
    fn viewer(&self) -> &Viewer {
        &self.viewer
    }

    fn viewer_mut(&mut self) -> &mut Viewer {
        &mut self.viewer
    }

    /// Another game where there is one, a board where there are games.
    fn offers(&self, action: Action) -> bool {
        match (&self.reel, action) {
            (Reel::Run(_), Action::Pane(pane)) => pane > 0,
            (Reel::Games(games, _), Action::Page(_)) => games.len() > 1,
            _ => true,
        }
    }

    fn handle(&mut self, action: Action, context: &mut Context<Self>) {
        match action {
            Action::Play => {
                // At the end there is nothing left but the beginning.
                if !self.playing && self.is_at_end() {
                    self.at = if self.backwards { self.reel.last() } else { 0 };
                }
                self.playing = !self.playing;
            }
            Action::Reverse => {
                self.backwards = !self.backwards;
                self.playing = true;
            }
            Action::Go(direction) => {
                self.playing = false;
                self.at = match direction {
                    Direction::Left => self.at.saturating_sub(1),
                    _ => (self.at + 1).min(self.reel.last()),
                };
            }
            Action::Speed(direction) => {
                let factor = if direction == Direction::Up { 2.0 } else { 0.5 };
                self.speed = (self.speed * factor).clamp(SPEEDS.0, SPEEDS.1);
            }
            Action::End(direction) => {
                self.playing = false;
                self.at = if direction == Direction::Up {
                    0
                } else {
                    self.reel.last()
                };
            }
            Action::Page(direction) => {
                if let Reel::Games(games, which) = &mut self.reel {
                    let other = match direction {
                        Direction::Up => which.checked_sub(1),
                        _ => Some(*which + 1).filter(|&next| next < games.len()),
                    };
                    match other {
                        Some(other) => {
                            *which = other;
                            self.at = 0;
                        }
                        None => context.say(words::NO_OTHER_GAME),
                    }
                } else {
                    let ten = self.reel.last().div_ceil(10).max(1);
                    self.playing = false;
                    self.at = match direction {
                        Direction::Up => self.at.saturating_sub(ten),
                        _ => (self.at + ten).min(self.reel.last()),
                    };
                }
            }
            _ => {}
        }
        self.restart();
        self.show(context);
    }

    fn describe(&mut self) -> bool {
        let portraits = self.portraits.as_mut();
        portraits.is_some_and(|it| it.describe(&mut self.viewer.panes))
    }

    fn next(&self) -> Option<Instant> {
        if !self.playing {
            return None;
        }
        let (since, from) = self.since;
        let done = self.at.abs_diff(from) as f64;
        let next = since + Duration::from_secs_f64((done + 1.0) / self.speed);
        // Not more often than is drawn.
        let frame = Instant::now() + Duration::from_secs_f64(1.0 / FRAMES);
        Some(if self.speed > FRAMES { frame } else { next })
    }

    /// Goes to the step that is due now.
    fn advance(&mut self, context: &mut Context<Self>) -> bool {
        if !self.playing {
            return false;
        }
        let (since, from) = self.since;
        let steps = (since.elapsed().as_secs_f64() * self.speed).floor() as usize;
        let to = if self.backwards {
            from.saturating_sub(steps)
        } else {
            from.saturating_add(steps).min(self.reel.last())
        };
        if to == self.at {
            return false;
        }
        self.at = to;
        self.playing = !self.is_at_end();
        self.show(context);
        true
    }
}

fn playing(playing: bool, backwards: bool, speed: f64) -> String {
    let speed = if speed < 1.0 {
        format!("1/{:.0}", 1.0 / speed)
    } else {
        format!("{speed:.0}")
    };
    match (playing, backwards) {
        (false, _) => format!("paused (Space plays, {speed} a second)"),
        (true, false) => format!("{speed} a second"),
        (true, true) => format!("backwards, {speed} a second"),
    }
}

#[cfg(test)]
mod tests {
    use ratatui::crossterm::event::{KeyCode, KeyEvent};

    use super::*;
    use crate::Settings;
    use crate::event::{Event, Program as _};
    use crate::shell::Shell;
    use koteki_games::othello::notation::read_transcript;

    /// A game of these moves, played back at the highest speed.
    fn replaying(transcripts: &[&str]) -> Shell<ReplayScreen> {
        let game = |transcript: &&str| Recorded {
            names: [String::new(), String::new()],
            line: read_transcript(transcript).unwrap(),
            values: Vec::new(),
            losses: Vec::new(),
        };
        let games = transcripts.iter().map(game).collect();
        let reel = Reel::Games(games, 0);
        let open = |context: &mut _| {
            let replaying = ReplayScreen::new(reel, SPEEDS.1, String::new(), None, context);
            Ok::<_, std::convert::Infallible>(replaying)
        };
        Shell::open(&Settings::default(), open).unwrap()
    }

    fn press(shell: &mut Shell<ReplayScreen>, code: KeyCode) {
        shell.update(Event::Key(KeyEvent::from(code)));
    }

    #[test]
    fn nothing_is_due_when_nothing_is_left_to_play() {
        let mut empty = replaying(&["", "f5"]);
        assert_eq!(empty.due(), None);
        for key in [' ', 'b', ' '] {
            press(&mut empty, KeyCode::Char(key));
            assert_eq!(empty.due(), None, "{key:?}");
        }
        let mut short = replaying(&["f5", ""]);
        let ends = |short: &mut Shell<ReplayScreen>| {
            assert!(short.due().is_some());
            std::thread::sleep(Duration::from_millis(10));
            short.update(Event::Due);
            assert_eq!(short.due(), None);
            short.screen().at
        };
        assert_eq!(ends(&mut short), 1);
        // Backwards there is something again, and from the beginning.
        press(&mut short, KeyCode::Char('b'));
        assert_eq!(ends(&mut short), 0);
        press(&mut short, KeyCode::Char(' '));
        assert_eq!(ends(&mut short), 0);
        press(&mut short, KeyCode::Char('b'));
        assert_eq!(ends(&mut short), 1);
        // Another game in which nothing was played.
        press(&mut short, KeyCode::Char(' '));
        press(&mut short, KeyCode::PageDown);
        assert_eq!(short.due(), None);
    }
}

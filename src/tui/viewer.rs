//! What the screens on which nobody plays have in common: a run that is watched, what is played back, a game
//! that is gone through with the coach.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyEvent, KeyEventKind, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;
use ratatui::widgets::Widget as _;

use super::Settings;
use super::event::{Event, Exit, Flow};
use super::keys::{Action, Direction, Keymap, Layer, not_a_key, wheel};
use super::panes::board::{BoardView, Geometry};
use super::panes::coach::{CoachState, CoachView};
use super::panes::{shorten, write};
use super::screens::game::{LEAST, Pane, Panes, RIGHT, RIGHT_COMFORT};
use super::screens::{self, bottom, help};
use super::sources::is_interrupt;
use super::theme::Role;
use super::view::GameView;
use crate::words;
use koteki_session::watch::words as watch_words;

/// Columns of the table of individuals.
const TABLE: u16 = 84;

/// What is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewed {
    /// A run that goes on.
    Live,
    /// A run that is played back.
    Run,
    /// A game that is played back.
    Game,
    /// A game that is gone through with the coach.
    Review,
}

impl Viewed {
    /// In the order of Tab. In a review the coach stands in the place of the population.
    const fn panes(self) -> &'static [Pane] {
        match self {
            Self::Live => &Pane::ALL,
            Self::Run => Pane::ALL.split_at(1).1,
            Self::Game => Pane::ALL.split_at(2).0,
            Self::Review => Pane::ALL.split_at(3).0,
        }
    }

    const fn is_run(self) -> bool {
        matches!(self, Self::Live | Self::Run)
    }
}

/// A screen on which nobody plays.
pub struct Viewer {
    /// What is looked at.
    pub viewed: Viewed,
    /// What it does, or where in it one is.
    pub line: String,
    /// The panes.
    pub panes: Panes,
    /// The game on the board.
    pub game: GameView,
    /// What the coach says, in a review.
    pub coach: CoachState,
    /// The help, when it is open: the first line shown.
    pub help: Option<u16>,
}

impl Viewer {
    /// A screen that shows nothing yet.
    pub fn new(settings: Settings, viewed: Viewed) -> Self {
        let mut panes = Panes::new(settings);
        if viewed.is_run() {
            panes.focus = Pane::Population;
        }
        Self {
            viewed,
            line: String::new(),
            panes,
            game: GameView::between(&Default::default(), Default::default()),
            coach: CoachState::default(),
            help: None,
        }
    }

    fn layer(&self) -> Layer {
        if screens::is_too_small(self.panes.area) {
            Layer::TooSmall
        } else if self.help.is_some() {
            Layer::Help
        } else {
            self.own_layer()
        }
    }

    const fn own_layer(&self) -> Layer {
        match self.viewed {
            Viewed::Live => Layer::Watch,
            Viewed::Run => Layer::Replay,
            Viewed::Game => Layer::ReplayGame,
            Viewed::Review => Layer::Review,
        }
    }

    fn keymap(&self, layer: Layer) -> &'static Keymap {
        Keymap::of(layer, self.panes.settings.keys)
    }

    /// Takes in an event; what plays back or goes through a game is left to whoever has it.
    pub fn update(&mut self, event: Event) -> (Flow, Option<Action>) {
        match event {
            Event::Key(key) => self.key(&key),
            Event::Mouse(mouse) => self.mouse(mouse),
            Event::Paste(_) | Event::Wake | Event::Due => (Flow::Idle, None),
            Event::Resize => (Flow::Draw, None),
            Event::TerminalGone => (Flow::Exit(Exit::TerminalGone), None),
            Event::Panicked(message) => {
                self.panes.warn(words::worker_panicked(&message));
                (Flow::DrawNow, None)
            }
            Event::Signal(signal) => (Flow::of_signal(signal), None),
        }
    }

    fn key(&mut self, key: &KeyEvent) -> (Flow, Option<Action>) {
        if key.kind == KeyEventKind::Release {
            return (Flow::Idle, None);
        }
        if is_interrupt(key) {
            return (Flow::Exit(Exit::Interrupted), None);
        }
        self.panes.notice = None;
        let layer = self.layer();
        let Some(action) = self.keymap(layer).action(key) else {
            if layer == self.own_layer()
                && let Some(text) = not_a_key(key)
            {
                self.panes.say(text);
            }
            return (Flow::DrawNow, None);
        };
        match action {
            Action::Suspend => return (Flow::Suspend, None),
            Action::Redraw => return (Flow::Redraw, None),
            Action::Quit => return (Flow::Exit(Exit::Quit), None),
            _ => {}
        }
        if let Some(scroll) = self.help {
            let lines = help::lines(self.own_layer(), self.panes.settings.keys);
            self.help = help::step(&lines, scroll, self.panes.area, action);
            return (Flow::DrawNow, None);
        }
        let review = self.viewed == Viewed::Review;
        let playback = match action {
            Action::Help => {
                self.help = Some(0);
                None
            }
            Action::Close if review && !self.panes.zoom => {
                return (Flow::Exit(Exit::Quit), None);
            }
            Action::Close => {
                self.panes.zoom = false;
                None
            }
            Action::Pane(index) => {
                if let Some(&pane) = Pane::ALL.get(index) {
                    self.go_to(pane);
                }
                None
            }
            Action::NextPane | Action::PreviousPane => {
                let all = self.viewed.panes();
                self.go_to(self.panes.focus.step(all, action == Action::NextPane));
                None
            }
            Action::Go(direction) if review => Some(match direction {
                Direction::Up => Action::Loss(Direction::Left),
                Direction::Down => Action::Loss(Direction::Right),
                direction => Action::Walk(direction),
            }),
            action if self.panes.act(action) => None,
            action => Some(action),
        };
        (Flow::DrawNow, playback)
    }

    /// Goes to a pane, or says why there is nothing in it.
    fn go_to(&mut self, pane: Pane) {
        match (self.viewed, pane) {
            (Viewed::Run, Pane::Board) => self.panes.say(watch_words::NO_BOARD),
            (Viewed::Game, Pane::Trace) if self.game.trace.points.is_empty() => {
                self.panes
                    .say("no values: nothing is known of the worth of the moves so far");
            }
            _ => self.panes.focus = pane,
        }
    }

    fn mouse(&mut self, mouse: MouseEvent) -> (Flow, Option<Action>) {
        let layer = self.layer();
        let at = (mouse.column, mouse.row);
        match mouse.kind {
            _ if layer == Layer::TooSmall => (Flow::Idle, None),
            MouseEventKind::Down(MouseButton::Left) => {
                let area = self.panes.area;
                if self.panes.notice.is_some() && at.1 + 1 >= area.bottom() {
                    self.panes.notice = None;
                    return (Flow::DrawNow, None);
                }
                if let Some(key) = bottom::key_at(self.keymap(layer), area, at) {
                    return self.key(&key);
                }
                let hit = self
                    .layout(area)
                    .into_iter()
                    .find(|(_, place)| place.contains(at.into()));
                match hit {
                    Some((pane, _)) if self.help.is_none() => {
                        self.panes.notice = None;
                        self.panes.focus = pane;
                    }
                    None if self.help.is_none() => return (Flow::Idle, None),
                    _ => {}
                }
                (Flow::DrawNow, None)
            }
            kind => wheel(kind).map_or((Flow::Idle, None), |key| self.key(&key)),
        }
    }

    /// Where each pane lies on a screen of this area.
    pub fn layout(&self, area: Rect) -> Vec<(Pane, Rect)> {
        let main = Rect {
            height: area.height.saturating_sub(2),
            ..area
        };
        let (focus, zoom) = (self.panes.focus, self.panes.zoom);
        match self.viewed {
            Viewed::Live => watched(main, focus, zoom, true),
            Viewed::Run => watched(main, focus, zoom, false),
            Viewed::Game => played_back(main, focus, zoom, !self.game.trace.points.is_empty()),
            Viewed::Review => reviewed(main, focus, zoom),
        }
    }

    /// Draws everything.
    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        self.panes.area = frame.area();
        let buffer = frame.buffer_mut();
        self.render(buffer);
        self.panes.theme.glyphs.confine(buffer);
    }

    fn render(&self, buffer: &mut Buffer) {
        let area = buffer.area;
        let theme = &self.panes.theme;
        if screens::too_small(area, buffer, theme) {
            return;
        }
        let panes = self.layout(area);
        let table_beside =
            self.viewed.is_run() && panes.iter().any(|(pane, _)| *pane == Pane::Trace);
        for (pane, place) in panes {
            let focused = pane == self.panes.focus;
            match pane {
                Pane::Board => BoardView {
                    game: &self.game,
                    cursor: (self.viewed == Viewed::Review).then_some(self.panes.cursor),
                    person: false,
                    legal: false,
                    theme,
                    focused,
                }
                .render(place, buffer),
                Pane::Trace if self.viewed.is_run() => self.panes.table(place, focused, buffer),
                Pane::Trace => self.panes.trace(&self.game, place, buffer),
                Pane::Population if self.viewed == Viewed::Review => CoachView {
                    state: &self.coach,
                    theme,
                    focused,
                }
                .render(place, buffer),
                Pane::Population => self.panes.population(place, !table_beside, buffer),
                Pane::Fitness => self.panes.fitness(place, buffer),
            }
        }
        let row = Rect {
            y: area.bottom() - 2,
            height: 1,
            ..area
        };
        let room = usize::from(area.width.saturating_sub(2));
        let text = shorten(&self.line, room, theme);
        write(
            buffer,
            row,
            row.x + 1,
            row.y,
            &text,
            theme.style(Role::Text),
        );
        let layer = if self.help.is_some() {
            Layer::Help
        } else {
            self.own_layer()
        };
        let said = (None, self.panes.notice.as_ref());
        bottom::render(said, self.keymap(layer), area, buffer, theme);
        if let Some(scroll) = self.help {
            let lines = help::lines(self.own_layer(), self.panes.settings.keys);
            help::render_lines(&lines, scroll, buffer, theme);
        }
    }
}

/// Where each pane lies on a screen on which nobody plays: the population has all the width that the
/// board leaves, curves and table share the rest.
fn watched(main: Rect, focus: Pane, zoom: bool, board: bool) -> Vec<(Pane, Rect)> {
    if zoom {
        return vec![(focus, main)];
    }
    let (place, rest) = if board {
        Geometry::beside(main, RIGHT_COMFORT + 20, RIGHT)
    } else {
        (Rect::ZERO, Some(main).filter(|main| main.width >= RIGHT))
    };
    let Some(right) = rest else {
        return vec![(focus, main)];
    };
    let [scatter, curves, _] = LEAST;
    let rows = |y: u16, height: u16| Rect { y, height, ..right };
    let mut panes = Vec::new();
    if board {
        panes.push((Pane::Board, place));
    }
    if right.height < scatter + curves {
        panes.push((Pane::Population, right));
    } else if right.width >= TABLE + RIGHT_COMFORT {
        let upper = right.height - right.height * 2 / 5;
        let lower = rows(right.y + upper, right.height - upper);
        panes.push((Pane::Population, rows(right.y, upper)));
        let left = Rect {
            width: TABLE,
            ..lower
        };
        panes.push((Pane::Trace, left));
        let rest = Rect {
            x: lower.x + TABLE,
            width: lower.width - TABLE,
            ..lower
        };
        panes.push((Pane::Fitness, rest));
    } else if right.height < scatter + 2 * curves {
        let upper = right.height - right.height * curves / (scatter + curves);
        panes.push((Pane::Population, rows(right.y, upper)));
        panes.push((Pane::Fitness, rows(right.y + upper, right.height - upper)));
    } else {
        let upper = right.height * 2 / 5;
        let middle = right.height * 3 / 10;
        panes.push((Pane::Population, rows(right.y, upper)));
        panes.push((Pane::Fitness, rows(right.y + upper, middle)));
        let used = upper + middle;
        panes.push((Pane::Trace, rows(right.y + used, right.height - used)));
    }
    // A pane that does not fit beside the others is shown alone when the focus comes to it.
    if panes.iter().any(|(pane, _)| *pane == focus) || (!board && focus == Pane::Board) {
        panes
    } else {
        vec![(focus, main)]
    }
}

/// Where board and values lie when a game is played back.
fn played_back(main: Rect, focus: Pane, zoom: bool, values: bool) -> Vec<(Pane, Rect)> {
    let focus = if focus == Pane::Board || !values {
        Pane::Board
    } else {
        Pane::Trace
    };
    let (board, rest) = Geometry::beside(main, RIGHT, RIGHT);
    let Some(right) = rest.filter(|_| values && !zoom) else {
        return vec![(focus, main)];
    };
    vec![(Pane::Board, board), (Pane::Trace, right)]
}

/// Where each pane lies when a game is gone through: the curve above, what the coach says (in the place of
/// the population) beneath it.
fn reviewed(main: Rect, focus: Pane, zoom: bool) -> Vec<(Pane, Rect)> {
    let (board, rest) = Geometry::beside(main, RIGHT_COMFORT, RIGHT);
    let Some(right) = rest.filter(|_| !zoom) else {
        return vec![(focus, main)];
    };
    let [_, _, trace] = LEAST;
    let upper = (right.height * 2 / 5).max(trace);
    // Where both do not fit, what the coach says.
    if right.height < 2 * trace && focus != Pane::Trace {
        return vec![(Pane::Board, board), (Pane::Population, right)];
    } else if right.height < 2 * trace {
        return vec![(focus, main)];
    }
    let rows = |y: u16, height: u16| Rect { y, height, ..right };
    vec![
        (Pane::Board, board),
        (Pane::Trace, rows(right.y, upper)),
        (
            Pane::Population,
            rows(right.y + upper, right.height.saturating_sub(upper)),
        ),
    ]
}

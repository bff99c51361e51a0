//! What Othello's screens have in common: the panes, where they lie, and how they are looked at.
//!
//! ```text
//! ┌ board ───┐┌ trace ──────┐
//! │          │├ population ─┤   a low terminal has one of these, over the whole height: the one
//! │          │├ fitness ────┤   that Tab or a digit went to last
//! └──────────┘└─────────────┘
//! ```
//!
//! Until a person has a use for them, population and fitness are folded to one line.

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::Constraint::{Fill, Length};
use ratatui::layout::{Layout, Rect};
use ratatui::widgets::Widget as _;

use crate::keys::{Action, Direction};
use crate::panes::board::{BoardView, F5, Geometry};
use crate::panes::breeding::{self, BreedingView};
use crate::panes::fitness::{self, FitnessView};
use crate::panes::guide::GuideView;
use crate::panes::population::PopulationView;
use crate::panes::table::{TableState, TableView};
use crate::panes::trace::TraceView;
use crate::shell::{Context, Screen};
use crate::theme::Theme;
use crate::view::{GameView, Seat};
use koteki_games::Game as _;
use koteki_games::othello::Square;
use koteki_rivals::evolve::snapshot::Snapshot;

/// Columns that the panes on the right need to be worth it.
pub(crate) const RIGHT: u16 = 36;
/// Columns on the right that make a larger board welcome.
pub(crate) const RIGHT_COMFORT: u16 = 50;
/// The same beside the board of a low terminal.
const LOW_RIGHT: u16 = 33;
/// Rows from which on there is room for several panes beside the board.
const HIGH: u16 = 28;
/// Rows beneath the board from which on a whole game is listed there.
const WHOLE_GAME: u16 = 16;
/// The same for any of its moves.
const MOVES: u16 = 7;
/// From here on population and fitness stand beside one another.
const WIDE: u16 = 110;
/// Least rows of a population that has its table beneath it.
const WITH_TABLE: u16 = 18;
/// Least rows of the scatter, the curves, the trace.
pub(crate) const LEAST: [u16; 3] = [8, 6, 8];

/// A pane of the game screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pane {
    /// The board.
    Board,
    /// The evaluation trace.
    Trace,
    /// The scatter.
    Population,
    /// The curves.
    Fitness,
}

impl Pane {
    /// In the order in which Tab goes through them.
    pub const ALL: [Self; 4] = [Self::Board, Self::Trace, Self::Population, Self::Fitness];
}

/// What Othello's panes show beside the game, and how it is looked at.
pub struct Panes {
    /// The breeding; `None` before its first word.
    pub breeding: Option<Arc<Snapshot>>,
    /// The square under the cursor.
    pub cursor: Square,
    /// Which pair of axes.
    pub axes: usize,
    /// How the table of individuals is looked at.
    pub table: TableState,
    /// What is said of an individual, by its number.
    pub said: Option<(u64, String)>,
    /// Whether the squares say what a move there gives away.
    pub values: bool,
    /// Whether population and curves are folded to one line.
    pub folded: bool,
    /// The pane beside the board where there is room for one.
    pub beside: Pane,
    /// Whether the person is here for the first time.
    pub welcome: bool,
    /// The cycle whose values are said in the curves; `None` for the last.
    pub cycle: Option<f64>,
    /// How many times the axis of the cycles is stretched to twice its length.
    pub stretched: u32,
}

impl Default for Panes {
    fn default() -> Self {
        Self {
            breeding: None,
            cursor: F5,
            axes: 0,
            table: TableState::default(),
            said: None,
            values: true,
            folded: false,
            beside: Pane::Trace,
            welcome: false,
            cycle: None,
            stretched: 0,
        }
    }
}

/// The theme, and whether the pane has the focus.
type Look<'a> = (&'a Theme, bool);

impl Panes {
    /// Does what changes nothing but the look at the panes; false when `action` is something else.
    pub(crate) fn act(&mut self, action: Action) -> bool {
        let snapshot = self.breeding.as_deref();
        match action {
            Action::Axes => self.axes = self.axes.wrapping_add(1),
            Action::Values => self.values = !self.values,
            Action::Sort => self.table.sort_next(snapshot),
            Action::Go(direction @ (Direction::Up | Direction::Down)) => {
                let by = if direction == Direction::Down { 1 } else { -1 };
                self.table.step(by, snapshot);
            }
            Action::Cycle(direction) => {
                let right = direction == Direction::Right;
                let step = |now| fitness::step(&fitness::points(now), self.cycle, right);
                self.cycle = snapshot.and_then(step);
            }
            Action::Stretch(Direction::Up) => {
                let points = snapshot.map_or_else(Vec::new, fitness::points);
                let more = fitness::is_stretchable(&points, self.stretched);
                self.stretched += u32::from(more);
            }
            Action::Stretch(_) => self.stretched = self.stretched.saturating_sub(1),
            _ => return false,
        }
        true
    }

    /// Scrolls the table; false when `action` is something else.
    pub(crate) fn scroll(&mut self, action: Action) -> bool {
        let by = match action {
            Action::Page(Direction::Up) => -10,
            Action::Page(_) => 10,
            Action::End(Direction::Up) => isize::MIN,
            Action::End(_) => isize::MAX,
            _ => return false,
        };
        self.table.step(by, self.breeding.as_deref());
        true
    }

    /// Draws a game that is played, and what is bred beside it.
    pub fn draw<S: Screen<Pane = Pane>>(
        &self,
        game: &GameView,
        panes: &[(Pane, Rect)],
        context: &Context<S>,
        buffer: &mut Buffer,
    ) {
        for &(pane, place) in panes {
            let look @ (theme, focused) = (&context.theme, pane == context.focus);
            match pane {
                Pane::Board => {
                    let position = &game.position;
                    let is_persons_turn =
                        !position.is_over() && *game.seat(position.side_to_move()) == Seat::Person;
                    BoardView {
                        game,
                        cursor: Some(self.cursor),
                        person: true,
                        legal: is_persons_turn || game.review.is_some() || game.variation.is_some(),
                        theme,
                        focused,
                    }
                    .render(place, buffer);
                }
                Pane::Trace if game.trace.hidden => GuideView {
                    game,
                    welcome: self.welcome,
                    moves: info_rows(panes) < WHOLE_GAME,
                    theme,
                    focused,
                }
                .render(place, buffer),
                Pane::Trace => trace(game, info_rows(panes) < MOVES, look, place, buffer),
                Pane::Population if self.folded => BreedingView {
                    snapshot: self.breeding.as_deref(),
                    level: game.rank.is_some(),
                    theme,
                    focused,
                }
                .render(place, buffer),
                Pane::Population if context.zoom => self.population_and_table(look, place, buffer),
                Pane::Population => self.population(true, look, place, buffer),
                Pane::Fitness => self.fitness(look, place, buffer),
            }
        }
    }

    /// What is said of the individual that is chosen.
    fn said_of_chosen(&self) -> Option<&str> {
        let (id, said) = self.said.as_ref()?;
        (self.table.chosen == Some(*id)).then_some(said)
    }

    /// The scatter, with what is said of the individual that is chosen if it `speaks`.
    pub(crate) fn population(
        &self,
        speaks: bool,
        (theme, focused): Look<'_>,
        place: Rect,
        buffer: &mut Buffer,
    ) {
        PopulationView {
            snapshot: self.breeding.as_deref(),
            axes: self.axes,
            chosen: self.table.chosen,
            said: self.said_of_chosen().filter(|_| speaks),
            theme,
            focused,
        }
        .render(place, buffer);
    }

    /// The same with the table beneath it, where there is room for both.
    pub(crate) fn population_and_table(&self, look: Look<'_>, place: Rect, buffer: &mut Buffer) {
        if place.height < WITH_TABLE {
            self.population(true, look, place, buffer);
            return;
        }
        let upper = place.height / 2;
        let [scatter, table] = Layout::vertical([Length(upper), Fill(1)]).areas(place);
        self.population(false, look, scatter, buffer);
        self.table((look.0, false), table, buffer);
    }

    pub(crate) fn table(&self, (theme, focused): Look<'_>, place: Rect, buffer: &mut Buffer) {
        TableView {
            snapshot: self.breeding.as_deref(),
            state: self.table,
            said: self.said_of_chosen(),
            theme,
            focused,
        }
        .render(place, buffer);
    }

    pub(crate) fn fitness(&self, (theme, focused): Look<'_>, place: Rect, buffer: &mut Buffer) {
        FitnessView {
            snapshot: self.breeding.as_deref(),
            cycle: self.cycle,
            stretched: self.stretched,
            theme,
            focused,
        }
        .render(place, buffer);
    }
}

/// The values of a game, with its moves where they are `listed` nowhere else.
pub(crate) fn trace(
    game: &GameView,
    listed: bool,
    (theme, focused): Look<'_>,
    place: Rect,
    buffer: &mut Buffer,
) {
    TraceView {
        listed: listed.then_some(game),
        state: &game.trace,
        plies: game.moves.len(),
        over: game.position.is_over(),
        theme,
        focused,
    }
    .render(place, buffer);
}

/// Rows beneath the board, or beside it, that say something of the game; 0 without a board.
fn info_rows(panes: &[(Pane, Rect)]) -> u16 {
    let board = panes.iter().find(|(pane, _)| *pane == Pane::Board);
    let board = board.and_then(|&(_, place)| Geometry::fit(place));
    board.map_or(0, Geometry::info_rows)
}

/// The board on a low terminal, and the room for one pane beside it; `None` on others, and where they do not fit.
pub(crate) fn low(main: Rect) -> Option<(Rect, Rect)> {
    (main.height < HIGH)
        .then(|| Geometry::low(main, LOW_RIGHT))
        .flatten()
}

/// Rows of the trace as long as its values are hidden and others need the room.
const HIDDEN_TRACE: u16 = 4;

impl Panes {
    /// Where each pane lies; panes that do not fit are not in it. A trace whose values are `hidden`
    /// leaves its room to the others.
    pub fn layout(&self, main: Rect, hidden: bool) -> Vec<(Pane, Rect)> {
        let (board, right) = match low(main) {
            Some((board, right)) => (board, right),
            None => match Geometry::beside(main, RIGHT_COMFORT, RIGHT) {
                (board, Some(right)) => (board, right),
                _ => return vec![(Pane::Board, main)],
            },
        };
        let mut panes = vec![(Pane::Board, board)];
        if self.folded {
            let heights = [Fill(1), Length(breeding::HEIGHT)];
            let [upper, lower] = Layout::vertical(heights).areas(right);
            panes.extend([(Pane::Trace, upper), (Pane::Population, lower)]);
        } else if main.height < HIGH || right.height < LEAST.iter().sum::<u16>() {
            panes.push((self.beside, right));
        } else {
            panes.extend(several(right, hidden));
        }
        panes
    }
}

/// Where the panes lie that share the room `right` of the board.
fn several(right: Rect, hidden: bool) -> Vec<(Pane, Rect)> {
    let [scatter, curves, trace] = LEAST;
    let trace = if hidden { HIDDEN_TRACE } else { trace };
    let lay = |rects: [Rect; 3]| {
        let panes = [Pane::Trace, Pane::Population, Pane::Fitness];
        panes.into_iter().zip(rects).collect()
    };
    if right.width >= WIDE {
        let upper = if hidden { trace } else { right.height * 2 / 5 };
        let [upper, lower] = Layout::vertical([Length(upper), Fill(1)]).areas(right);
        let half = Length(lower.width / 2);
        let [population, fitness] = Layout::horizontal([Fill(1), half]).areas(lower);
        return lay([upper, population, fitness]);
    }
    let spare = right.height - scatter - curves - trace;
    let (trace, curves) = if hidden {
        (trace, curves + spare / 3)
    } else {
        (trace + spare * 9 / 20, curves + spare / 5)
    };
    let heights = [Length(trace), Fill(1), Length(curves)];
    lay(Layout::vertical(heights).areas(right))
}

/// What the help of a pane says, a paragraph each.
pub(crate) fn about(parts: &[&[&str]]) -> Vec<String> {
    let heading = std::iter::once("What this pane shows");
    let lines = heading.chain(parts.concat());
    lines.map(str::to_owned).collect()
}

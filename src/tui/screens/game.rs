//! What Othello's screens have in common: the panes, and how they are looked at.

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::widgets::Widget as _;

use super::bottom::Notice;
use crate::Settings;
use crate::keys::{Action, Direction};
use crate::panes::board::{F5, Geometry};
use crate::panes::fitness::FitnessView;
use crate::panes::population::PopulationView;
use crate::panes::table::{TableState, TableView};
use crate::panes::trace::TraceView;
use crate::theme::Theme;
use crate::view::GameView;
use koteki_games::othello::Square;
use koteki_rivals::evolve::snapshot::Snapshot;

/// Columns that the panes on the right need to be worth it.
pub(crate) const RIGHT: u16 = 36;
/// Columns on the right that make a larger board welcome.
pub(crate) const RIGHT_COMFORT: u16 = 50;
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

    /// The next of `all`, or the one before, round the ends.
    pub fn step(self, all: &[Self], forward: bool) -> Self {
        let at = all.iter().position(|&pane| pane == self).unwrap_or(0);
        let by = if forward { 1 } else { all.len() - 1 };
        all[(at + by) % all.len()]
    }
}

/// What Othello's panes show beside the game, and how it is looked at.
pub struct Shown {
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
}

impl Default for Shown {
    fn default() -> Self {
        Self {
            breeding: None,
            cursor: F5,
            axes: 0,
            table: TableState::default(),
            said: None,
        }
    }
}

/// The theme, and whether the pane has the focus.
type Look<'a> = (&'a Theme, bool);

impl Shown {
    /// Does what changes nothing but the look at the panes; false when `action` is something else.
    pub(crate) fn act(&mut self, action: Action) -> bool {
        let snapshot = self.breeding.as_deref();
        match action {
            Action::Axes => self.axes = self.axes.wrapping_add(1),
            Action::Sort => self.table.sort_next(snapshot),
            Action::Go(direction @ (Direction::Up | Direction::Down)) => {
                self.table.step(direction == Direction::Down, snapshot);
            }
            _ => return false,
        }
        true
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
        let [scatter, table] =
            Layout::vertical([Constraint::Length(upper), Constraint::Fill(1)]).areas(place);
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
            theme,
            focused,
        }
        .render(place, buffer);
    }
}

/// The values of a game.
pub(crate) fn trace(game: &GameView, (theme, focused): Look<'_>, place: Rect, buffer: &mut Buffer) {
    TraceView {
        state: &game.trace,
        plies: game.moves.len(),
        over: game.position.is_over(),
        theme,
        focused,
    }
    .render(place, buffer);
}

/// The panes of a screen, and how they are looked at.
pub struct Panes {
    /// The settings.
    pub settings: Settings,
    /// The look.
    pub theme: Theme,
    /// What they show.
    pub shown: Shown,
    /// The pane in focus.
    pub focus: Pane,
    /// Whether it is enlarged.
    pub zoom: bool,
    /// What is said in the bottom line.
    pub notice: Option<Notice>,
    /// The screen, as last drawn; empty before.
    pub area: Rect,
}

impl std::ops::Deref for Panes {
    type Target = Shown;

    fn deref(&self) -> &Shown {
        &self.shown
    }
}

impl std::ops::DerefMut for Panes {
    fn deref_mut(&mut self) -> &mut Shown {
        &mut self.shown
    }
}

impl Panes {
    /// The board in focus, nothing known of any breeding.
    pub fn new(settings: Settings) -> Self {
        Self {
            theme: Theme::new(&settings, |name| std::env::var(name).ok()),
            settings,
            shown: Shown::default(),
            focus: Pane::Board,
            zoom: false,
            notice: None,
            area: Rect::ZERO,
        }
    }

    /// Says something in the bottom line.
    pub fn say(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice {
            text: text.into(),
            warning: false,
        });
    }

    /// Says that something did not go as wished.
    pub fn warn(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice {
            text: text.into(),
            warning: true,
        });
    }
}

/// Rows of the trace as long as its values are hidden.
const HIDDEN_TRACE: u16 = 4;

/// Where each pane lies; panes that do not fit are not in it. A trace whose values are `hidden`
/// leaves its room to the others.
pub fn layout(area: Rect, focus: Pane, zoom: bool, hidden: bool) -> Vec<(Pane, Rect)> {
    let main = Rect {
        height: area.height.saturating_sub(2),
        ..area
    };
    if zoom {
        return vec![(focus, main)];
    }
    let panes = side_by_side(main, hidden);
    // A pane that does not fit beside the others is shown alone when the focus comes to it.
    if panes.iter().any(|(pane, _)| *pane == focus) {
        panes
    } else {
        vec![(focus, main)]
    }
}

fn side_by_side(main: Rect, hidden: bool) -> Vec<(Pane, Rect)> {
    let (board, rest) = Geometry::beside(main, RIGHT_COMFORT, RIGHT);
    let Some(right) = rest else {
        return vec![(Pane::Board, main)];
    };
    let mut panes = vec![(Pane::Board, board)];
    let [scatter, curves, trace] = LEAST;
    let trace = if hidden { HIDDEN_TRACE } else { trace };
    let rows = |y: u16, height: u16| Rect { y, height, ..right };
    if right.height < scatter + curves {
        panes.push((Pane::Population, right));
    } else if right.height < scatter + curves + trace {
        let upper = right.height - right.height * curves / (scatter + curves);
        panes.push((Pane::Population, rows(right.y, upper)));
        panes.push((Pane::Fitness, rows(right.y + upper, right.height - upper)));
    } else if right.width >= WIDE {
        let upper = if hidden { trace } else { right.height * 2 / 5 };
        let lower = rows(right.y + upper, right.height - upper);
        let half = lower.width - lower.width / 2;
        panes.push((Pane::Trace, rows(right.y, upper)));
        panes.push((
            Pane::Population,
            Rect {
                width: half,
                ..lower
            },
        ));
        let rest = Rect {
            x: lower.x + half,
            width: lower.width - half,
            ..lower
        };
        panes.push((Pane::Fitness, rest));
    } else {
        let spare = right.height - scatter - curves - trace;
        let (trace, curves) = if hidden {
            (trace, curves + spare / 3)
        } else {
            (trace + spare * 9 / 20, curves + spare / 5)
        };
        let scatter = right.height - trace - curves;
        panes.push((Pane::Trace, rows(right.y, trace)));
        panes.push((Pane::Population, rows(right.y + trace, scatter)));
        panes.push((Pane::Fitness, rows(right.y + trace + scatter, curves)));
    }
    panes
}

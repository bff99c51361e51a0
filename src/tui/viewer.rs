//! What the screens on which nobody plays have in common: a run that is watched, what is played back, a game
//! that is gone through with the coach.

use std::time::Instant;

use ratatui::buffer::Buffer;
use ratatui::layout::Constraint::{Fill, Length};
use ratatui::layout::{Layout, Rect};
use ratatui::widgets::Widget as _;

use super::keys::{Action, Layer};
use super::panes::board::{BoardView, Geometry};
use super::panes::coach::{self, CoachState, CoachView};
use super::panes::game::{self, LEAST, Pane, Panes, RIGHT, RIGHT_COMFORT};
use super::panes::{fitness, population, table, trace};
use super::shell::{Context, Screen};
use super::theme::Theme;
use super::view::GameView;
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
    const fn is_run(self) -> bool {
        matches!(self, Self::Live | Self::Run)
    }
}

/// What is shown where nobody plays.
pub struct Viewer {
    /// What is looked at.
    pub viewed: Viewed,
    /// What it does, or where in it one is.
    pub line: String,
    /// What there is to say of it in the help, a line each.
    pub about: Vec<String>,
    /// What the panes show beside the game.
    pub panes: Panes,
    /// The game on the board.
    pub game: GameView,
    /// What the coach says, in a review. It stands in the place of the population.
    pub coach: CoachState,
}

/// A screen on which nobody plays: fills a [`Viewer`].
pub trait Source: Sized {
    /// What is shown.
    fn viewer(&self) -> &Viewer;

    /// The same, to be changed.
    fn viewer_mut(&mut self) -> &mut Viewer;

    /// Whether an action is offered: one that can do nothing now is not.
    fn offers(&self, _action: Action) -> bool {
        true
    }

    /// A key that is for what is shown, and not for how it is looked at.
    fn handle(&mut self, _action: Action, _context: &mut Context<Self>) {}

    /// The answer to its one question is yes.
    fn confirmed(&mut self, _context: &mut Context<Self>) {}

    /// Closes what Esc closes before an enlarged pane; whether there was anything.
    fn back(&mut self, _context: &mut Context<Self>) -> bool {
        false
    }

    /// Says of the individual that is chosen what is known; whether that is new.
    fn describe(&mut self) -> bool {
        false
    }

    /// Takes in what a worker has found; whether it is to be drawn.
    fn collect(&mut self, _context: &mut Context<Self>) -> bool {
        false
    }

    /// When [`advance`](Self::advance) is to be called.
    fn next(&self) -> Option<Instant> {
        None
    }

    /// The time has come; whether something is to be drawn.
    fn advance(&mut self, _context: &mut Context<Self>) -> bool {
        false
    }
}

impl Viewer {
    /// A screen that shows nothing yet.
    pub fn new<S: Source>(viewed: Viewed, context: &mut Context<S>) -> Self {
        if viewed.is_run() {
            context.focus = Pane::Population;
        }
        Self {
            viewed,
            line: String::new(),
            about: Vec::new(),
            panes: Panes {
                // What the coach says stands there.
                beside: Pane::Population,
                ..Panes::default()
            },
            game: GameView::between(&Default::default(), Default::default()),
            coach: CoachState::default(),
        }
    }
}

impl<S: Source> Screen for S {
    type Request = ();
    type Pane = Pane;
    const PANES: &'static [Pane] = &Pane::ALL;

    fn layer(&self, _context: &Context<Self>) -> Layer {
        match self.viewer().viewed {
            Viewed::Live => Layer::Watch,
            Viewed::Run => Layer::Replay,
            Viewed::Game => Layer::ReplayGame,
            Viewed::Review => Layer::Review,
        }
    }

    fn offers(&self, action: Action) -> bool {
        Source::offers(self, action)
    }

    fn act(&mut self, action: Action, context: &mut Context<Self>) {
        let viewer = self.viewer_mut();
        let is_live = viewer.viewed == Viewed::Live;
        if is_live && viewer.panes.scroll(action) {
            // The arrows of a table that is longer than its pane.
        } else if !viewer.viewed.is_run() || !viewer.panes.act(action) {
            self.handle(action, context);
        }
        self.describe();
    }

    fn perform(&mut self, (): (), context: &mut Context<Self>) {
        self.confirmed(context);
    }

    fn close(&mut self, context: &mut Context<Self>) -> bool {
        self.back(context)
    }

    fn layout(&self, main: Rect) -> Vec<(Pane, Rect)> {
        let viewer = self.viewer();
        match viewer.viewed {
            Viewed::Live => watched(main, true),
            Viewed::Run => watched(main, false),
            Viewed::Game => played_back(main, !viewer.game.trace.points.is_empty()),
            Viewed::Review => reviewed(main, viewer.panes.beside),
        }
    }

    fn missing(&self, pane: Pane) -> Option<&'static str> {
        let viewer = self.viewer();
        match (viewer.viewed, pane) {
            (Viewed::Run, Pane::Board) => Some(watch_words::NO_BOARD),
            (Viewed::Game, Pane::Trace) if viewer.game.trace.points.is_empty() => {
                Some("no values: the moves so far were not judged")
            }
            (Viewed::Game, Pane::Population) | (Viewed::Game | Viewed::Review, Pane::Fitness) => {
                Some("a game has no population")
            }
            _ => None,
        }
    }

    fn draw(
        &self,
        panes: &[(Pane, Rect)],
        context: &Context<Self>,
        buffer: &mut Buffer,
    ) -> Option<(u16, u16)> {
        let viewer = self.viewer();
        let (viewed, game, shown) = (viewer.viewed, &viewer.game, &viewer.panes);
        let table_beside = viewed.is_run() && panes.iter().any(|(pane, _)| *pane == Pane::Trace);
        for &(pane, place) in panes {
            let look @ (theme, focused) = (&context.theme, pane == context.focus);
            match pane {
                Pane::Board => BoardView {
                    game,
                    cursor: (viewed == Viewed::Review).then_some(shown.cursor),
                    person: false,
                    legal: false,
                    theme,
                    focused,
                }
                .render(place, buffer),
                Pane::Trace if viewed.is_run() => shown.table(look, place, buffer),
                Pane::Trace => game::trace(game, false, look, place, buffer),
                Pane::Population if viewed == Viewed::Review => CoachView {
                    state: &viewer.coach,
                    theme,
                    focused,
                }
                .render(place, buffer),
                Pane::Population => shown.population(!table_beside, look, place, buffer),
                Pane::Fitness => shown.fitness(look, place, buffer),
            }
        }
        None
    }

    fn status(&self, _theme: &Theme) -> String {
        self.viewer().line.clone()
    }

    fn help(&self) -> Vec<String> {
        let about = [
            "Panes",
            "  Tab or a digit goes to a pane; there ? says what it shows, and z enlarges it.",
        ];
        let about = about.map(str::to_owned);
        self.viewer().about.iter().cloned().chain(about).collect()
    }

    fn explain(&self, pane: Pane) -> Vec<String> {
        let about: &[&[&str]] = match (self.viewer().viewed, pane) {
            (Viewed::Live | Viewed::Run, Pane::Trace) => &[table::ABOUT],
            (_, Pane::Trace) => &[&[trace::ABOUT]],
            (Viewed::Review, Pane::Population) => &[coach::ABOUT],
            (_, Pane::Population) => &[population::ABOUT],
            (_, Pane::Fitness) => &[fitness::ABOUT],
            (_, Pane::Board) => return Vec::new(),
        };
        game::about(about)
    }

    fn renew(&mut self, context: &mut Context<Self>) {
        if context.focus != Pane::Board {
            self.viewer_mut().panes.beside = context.focus;
        }
    }

    fn wake(&mut self, context: &mut Context<Self>) -> bool {
        let is_new = self.collect(context);
        self.describe() || is_new
    }

    fn due(&self) -> Option<Instant> {
        self.next()
    }

    fn time(&mut self, context: &mut Context<Self>) -> bool {
        let is_new = self.advance(context);
        self.describe() || is_new
    }
}

/// Where each pane lies on a screen on which nobody plays: the population has all the width that the
/// board leaves, curves and table share the rest.
fn watched(main: Rect, board: bool) -> Vec<(Pane, Rect)> {
    let (place, right) = if board {
        Geometry::beside(main, RIGHT_COMFORT + 20, RIGHT)
    } else {
        (Rect::ZERO, Some(main).filter(|main| main.width >= RIGHT))
    };
    let Some(right) = right else {
        return vec![(Pane::Population, main)];
    };
    let [scatter, curves, _] = LEAST;
    let mut panes = Vec::new();
    panes.extend(board.then_some((Pane::Board, place)));
    if right.height < scatter + curves {
        panes.push((Pane::Population, right));
    } else if right.width >= TABLE + RIGHT_COMFORT {
        let lower = right.height * 2 / 5;
        let [upper, lower] = Layout::vertical([Fill(1), Length(lower)]).areas(right);
        let [table, rest] = Layout::horizontal([Length(TABLE), Fill(1)]).areas(lower);
        panes.extend([(Pane::Population, upper), (Pane::Trace, table)]);
        panes.push((Pane::Fitness, rest));
    } else if right.height < scatter + 2 * curves {
        let lower = right.height * curves / (scatter + curves);
        let [upper, lower] = Layout::vertical([Fill(1), Length(lower)]).areas(right);
        panes.extend([(Pane::Population, upper), (Pane::Fitness, lower)]);
    } else {
        let [upper, middle] = [right.height * 2 / 5, right.height * 3 / 10];
        let heights = [Length(upper), Length(middle), Fill(1)];
        let [upper, middle, lower] = Layout::vertical(heights).areas(right);
        panes.extend([(Pane::Population, upper), (Pane::Fitness, middle)]);
        panes.push((Pane::Trace, lower));
    }
    panes
}

/// Where board and values lie when a game is played back.
fn played_back(main: Rect, values: bool) -> Vec<(Pane, Rect)> {
    if values && let Some((board, right)) = game::low(main) {
        return vec![(Pane::Board, board), (Pane::Trace, right)];
    }
    match Geometry::beside(main, RIGHT, RIGHT) {
        (board, Some(right)) if values => vec![(Pane::Board, board), (Pane::Trace, right)],
        _ => vec![(Pane::Board, main)],
    }
}

/// Where each pane lies when a game is gone through: the curve above, what the coach says (in the place of
/// the population) beneath it; on a low terminal the one of them that was gone to last.
fn reviewed(main: Rect, beside: Pane) -> Vec<(Pane, Rect)> {
    if let Some((board, right)) = game::low(main) {
        return vec![(Pane::Board, board), (beside, right)];
    }
    let (board, Some(right)) = Geometry::beside(main, RIGHT_COMFORT, RIGHT) else {
        return vec![(Pane::Board, main)];
    };
    let [_, _, trace] = LEAST;
    // Where both do not fit, what the coach says.
    if right.height < 2 * trace {
        return vec![(Pane::Board, board), (Pane::Population, right)];
    }
    let upper = (right.height * 2 / 5).max(trace);
    let [upper, lower] = Layout::vertical([Length(upper), Fill(1)]).areas(right);
    vec![
        (Pane::Board, board),
        (Pane::Trace, upper),
        (Pane::Population, lower),
    ]
}

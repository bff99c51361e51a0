//! The screens of a study: a page that is read, a game without help, a wait.
//!
//! ```text
//! ┌ board ───┐┌ study ──────┐
//! │          ││ which game   │   a narrow terminal shows the board alone, and the title beneath it
//! └──────────┘└──────────────┘
//!  title or notice
//!  keys
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget as _, Wrap};

use crate::panes::board::{BoardView, Geometry};
use crate::panes::{frame, shorten, wrap, write};
use crate::shell::dialog::{dialog, more};
use crate::theme::{Role, Theme};
use crate::view::GameView;
use koteki_games::othello::Square;

/// Columns beside the board that text needs to be worth it.
const RIGHT: u16 = 36;
/// Columns of a page: longer lines are hard to read.
const PAGE: u16 = 76;
/// Columns of the bar of a wait.
const BAR: usize = 40;

/// A page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Page {
    /// The frame's title.
    pub title: String,
    /// The first line, to be seen.
    pub heading: String,
    /// Paragraphs; an empty one is an empty row, one that begins with a space is not broken.
    pub text: Vec<String>,
    /// How far a wait is, 0…1.
    pub done: Option<f64>,
    /// What Enter does; empty when it does nothing.
    pub foot: String,
}

impl Page {
    /// Its text in rows of so many columns, and how many of them are the heading's.
    fn rows(&self, width: usize) -> (Vec<String>, usize) {
        let mut rows = Vec::new();
        if !self.heading.is_empty() {
            rows.extend(wrap(&self.heading, width));
            rows.extend((!self.text.is_empty()).then(String::new));
        }
        let headings = rows.len();
        rows.extend(self.text.iter().flat_map(|paragraph| {
            if paragraph.starts_with(' ') {
                vec![paragraph.clone()]
            } else {
                wrap(paragraph, width)
            }
        }));
        (rows, headings)
    }

    /// Rows of the bar and of what Enter does, each with one of air.
    fn below(&self) -> usize {
        usize::from(self.done.is_some()) * 2 + usize::from(!self.foot.is_empty()) * 2
    }

    /// Draws it over the middle of `area`, scrolled down by `scroll` rows, but not further than there is
    /// text.
    pub fn render(&self, area: Rect, buffer: &mut Buffer, theme: &Theme, scroll: u16) {
        let width = PAGE.min(area.width);
        let inside = usize::from(width.saturating_sub(4));
        let (text, headings) = self.rows(inside);
        let below = self.below();
        let height = u16::try_from(text.len() + below + 2).unwrap_or(u16::MAX);
        let room = dialog((width, height), &self.title, area, buffer, theme);
        let shown = usize::from(room.height).saturating_sub(below);
        let end = text.len().saturating_sub(shown);
        let skip = usize::from(scroll).min(end);
        for (index, (row, y)) in text.iter().skip(skip).take(shown).zip(room.y..).enumerate() {
            let role = if index + skip < headings {
                Role::Strong
            } else {
                Role::Text
            };
            write(buffer, room, room.x, y, row, theme.style(role));
        }
        let rows = Rect {
            height: u16::try_from(shown).unwrap_or(room.height),
            ..room
        };
        more(rows, skip > 0, skip < end, buffer, theme);
        let mut y = room.bottom();
        if !self.foot.is_empty() {
            y = y.saturating_sub(1);
            write(buffer, room, room.x, y, &self.foot, theme.style(Role::Key));
            y = y.saturating_sub(1);
        }
        if let Some(done) = self.done.filter(|done| done.is_finite()) {
            let width = BAR.min(inside.saturating_sub(2));
            let full = ((done.clamp(0.0, 1.0) * width as f64) as usize).min(width);
            let bar = format!("[{}{}]", "#".repeat(full), " ".repeat(width - full));
            let style = theme.style(Role::Text);
            write(buffer, room, room.x, y.saturating_sub(1), &bar, style);
        }
    }

    /// The furthest that it can be scrolled on a screen of this area.
    pub fn end(&self, area: Rect) -> u16 {
        let inside = usize::from(PAGE.min(area.width).saturating_sub(4));
        let text = self.rows(inside).0.len();
        let shown = usize::from(area.height.saturating_sub(4)).saturating_sub(self.below());
        u16::try_from(text.saturating_sub(shown)).unwrap_or(u16::MAX)
    }
}

/// A game, and what stands beside it.
pub struct GameScreen<'a> {
    /// The board.
    pub game: &'a GameView,
    /// The cursor; `None` when the game is over.
    pub cursor: Option<Square>,
    /// Whether the person is to move.
    pub turn: bool,
    /// The title beside it: which study, who.
    pub title: &'a str,
    /// Which game, then paragraphs.
    pub text: &'a [String],
    /// What Enter does; empty when the game goes on.
    pub foot: &'a str,
}

/// Where board and text lie.
fn layout(area: Rect) -> (Rect, Option<Rect>) {
    let main = Rect {
        height: area.height.saturating_sub(2),
        ..area
    };
    Geometry::beside(main, RIGHT, RIGHT)
}

/// The square shown at a column and row of a screen of this area.
pub fn square_at(area: Rect, column: u16, row: u16) -> Option<Square> {
    Geometry::fit(layout(area).0)?.square_at(column, row)
}

impl GameScreen<'_> {
    /// Draws it, the two lowest rows left out.
    pub fn render(&self, area: Rect, buffer: &mut Buffer, theme: &Theme) {
        let (board, right) = layout(area);
        BoardView {
            game: self.game,
            cursor: self.cursor,
            person: true,
            legal: self.turn,
            theme,
            focused: true,
        }
        .render(board, buffer);
        let Some(right) = right else {
            let room = usize::from(area.width.saturating_sub(2));
            let first = self.text.first().map_or("", String::as_str);
            let line = if self.foot.is_empty() {
                first.to_owned()
            } else {
                format!("{first}{}{}", theme.glyphs.separator, self.foot)
            };
            let y = area.bottom().saturating_sub(2);
            write(
                buffer,
                area,
                area.x + 1,
                y,
                &shorten(&line, room, theme),
                theme.style(Role::Text),
            );
            return;
        };
        let inner = frame(right, buffer, theme, self.title, false, None);
        let room = Rect {
            width: inner.width.min(PAGE + 2),
            ..inner
        };
        let paragraphs = self.text.iter().enumerate().flat_map(|(index, text)| {
            let role = if index == 0 { Role::Strong } else { Role::Text };
            [Line::styled(text, theme.style(role)), Line::default()]
        });
        let foot = Line::styled(self.foot, theme.style(Role::Key));
        Paragraph::new(paragraphs.chain([foot]).collect::<Vec<_>>())
            .wrap(Wrap { trim: true })
            .render(room.inner(Margin::new(1, 1)), buffer);
    }
}

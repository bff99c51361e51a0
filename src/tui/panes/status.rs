//! The two lines at the bottom: what the breeding does, and what the keys do, or what there is to say.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::{columns, shorten, write, write_line};
use crate::evolve::snapshot::{Phase, Snapshot};
use crate::text::tui as words;
use crate::tui::theme::{Role, Theme};

/// The line on the breeding.
pub struct StatusView<'a> {
    /// The latest state of the breeding; `None` before the first.
    pub snapshot: Option<&'a Snapshot>,
    /// Name of the machine at the board; `None` when there is none.
    pub opponent: Option<&'a str>,
    /// The look.
    pub theme: &'a Theme,
}

impl Widget for StatusView<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let theme = self.theme;
        let mut parts = self.snapshot.map(doing).unwrap_or_default();
        if let Some(opponent) = self.opponent {
            parts.push(words::opponent(opponent));
        }
        let text = parts.join(theme.glyphs.separator);
        let room = usize::from(area.width.saturating_sub(2));
        write(
            buffer,
            area,
            area.x + 1,
            area.y,
            &shorten(&text, room, theme),
            theme.style(Role::Text),
        );
    }
}

/// What the breeding does: how far it is, how fast, toward what.
#[must_use]
pub fn doing(snapshot: &Snapshot) -> Vec<String> {
    let mut parts = vec![if snapshot.paused {
        words::PAUSED.to_owned()
    } else {
        match snapshot.phase {
            Phase::Breeding => words::cycle(snapshot.cycle, snapshot.cycles),
            Phase::Retesting => words::RETESTING.to_owned(),
            Phase::Resting => words::RESTING.to_owned(),
        }
    }];
    let busy = !snapshot.paused && snapshot.phase != Phase::Resting;
    if busy && snapshot.games_per_second.is_finite() {
        parts.push(words::games_per_second(snapshot.games_per_second));
    } else {
        parts.push(words::games(snapshot.games));
    }
    if snapshot.target.is_finite() {
        parts.push(words::target(snapshot.target));
    }
    parts
}

/// The bottom line when nobody types into it and there is nothing to say.
pub struct HintsView<'a> {
    /// Keys and what they do, the most useful first.
    pub hints: &'a [(String, &'static str)],
    /// The look.
    pub theme: &'a Theme,
}

impl Widget for HintsView<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let theme = self.theme;
        let room = usize::from(area.width.saturating_sub(2));
        let mut spans = Vec::new();
        let mut used = 0;
        for (key, what) in self.hints {
            let width = usize::from(columns(key)) + 1 + usize::from(columns(what));
            if used + width > room {
                break;
            }
            used += width + 2;
            spans.push(Span::styled(key.clone(), theme.style(Role::Key)));
            spans.push(Span::styled(format!(" {what}  "), theme.style(Role::Dim)));
        }
        write_line(buffer, area, area.x + 1, area.y, &Line::from(spans));
    }
}

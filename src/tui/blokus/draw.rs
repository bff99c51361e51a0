//! What is on the screen.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget as _;

use super::layout::{LEAST, Pane, layout};
use super::room::{Dialog, Room};
use super::{board, moves, rate, tray};
use crate::tui::keys::Keymap;
use crate::tui::panes::fitness::FitnessView;
use crate::tui::panes::population::PopulationView;
use crate::tui::panes::{frame, shorten, wrap, write};
use crate::tui::screens::{bottom, help};
use crate::tui::theme::Role;

impl Room {
    /// Draws everything; returns where the cursor stands when something is typed.
    pub(super) fn render(&self, buffer: &mut Buffer) -> Option<(u16, u16)> {
        let theme = self.theme;
        let cursor = self.paint(buffer);
        theme.glyphs.confine(buffer);
        cursor
    }

    fn paint(&self, buffer: &mut Buffer) -> Option<(u16, u16)> {
        let area = buffer.area;
        let theme = self.theme;
        if area.is_empty() {
            return None;
        }
        if self.is_too_small() {
            let text = format!(
                "The board needs {} by {}; this terminal has {} by {}. q leaves.",
                LEAST.0, LEAST.1, area.width, area.height
            );
            let rows = wrap(&text, usize::from(area.width));
            for (row, y) in rows.iter().zip(area.y..) {
                write(buffer, area, area.x, y, row, theme.style(Role::Text));
            }
            return None;
        }
        let rates = self.rates();
        let seen = self.seen(&rates);
        for (pane, place) in layout(area, self.focus, self.zoom) {
            let focused = pane == self.focus;
            match pane {
                Pane::Board => board::render(&seen, focused, place, buffer),
                Pane::Pieces => tray::render(&seen, focused, place, buffer),
                Pane::Rate => rate::render(&seen, focused, place, buffer),
                Pane::Moves => moves::render(&seen, focused, place, buffer),
                Pane::Rivals | Pane::Fitness if self.snapshot().is_none() => {
                    let title = ["Population", "Fitness"][usize::from(pane == Pane::Fitness)];
                    let inner = frame(place, buffer, &theme, title, focused, None);
                    let said = self.bred_for();
                    let rows = wrap(&said, usize::from(inner.width.saturating_sub(2)));
                    for (row, y) in rows.iter().zip(inner.y..inner.bottom()) {
                        write(buffer, inner, inner.x + 1, y, row, theme.style(Role::Dim));
                    }
                }
                Pane::Rivals => PopulationView {
                    snapshot: self.snapshot(),
                    axes: self.axes,
                    chosen: None,
                    said: Some(&self.bred_for()),
                    theme: &theme,
                    focused,
                }
                .render(place, buffer),
                Pane::Fitness => FitnessView {
                    snapshot: self.snapshot(),
                    theme: &theme,
                    focused,
                }
                .render(place, buffer),
            }
        }
        let status = Rect {
            y: area.bottom().saturating_sub(2),
            height: 1,
            ..area
        };
        let room = usize::from(area.width.saturating_sub(2));
        let text = shorten(&self.status(), room, &theme);
        let style = theme.style(Role::Text);
        write(buffer, status, status.x + 1, status.y, &text, style);
        let keymap = Keymap::of(self.layer(), self.keys);
        let typed = match &self.dialog {
            Some(Dialog::Line(input)) => Some(input),
            _ => None,
        };
        let notice = self.notice.as_ref();
        let cursor = bottom::render((typed, notice), keymap, area, buffer, &theme);
        let above = Rect {
            height: area.height.saturating_sub(1),
            ..area
        };
        match &self.dialog {
            Some(Dialog::Menu(menu)) => menu.render(above, buffer, &theme),
            Some(Dialog::Form(form)) => {
                let leaves = match self.table.file() {
                    _ if !self.table.is_going_on() => "",
                    Some(_) => "The game on the board is kept: :resume continues it.",
                    None => "The game on the board is not kept: it ends.",
                };
                form.render(leaves, above, buffer, &theme);
            }
            Some(Dialog::Line(_)) | None => {}
        }
        if let Some((about, scroll)) = self.help {
            help::render_lines(&self.help_lines(about), scroll, buffer, &theme);
        }
        cursor
    }

    /// The line on the game: against whom, whether it counts, the seed, where it is kept.
    fn status(&self) -> String {
        let file = self.table.file().map(|it| it.display().to_string());
        [
            self.opponent(),
            self.counts().map_or("", counts).to_owned(),
            self.snapshot()
                .map_or_else(String::new, |it| format!("rivals for D {:.0}", it.target)),
            format!("seed {}", self.table.setup().seed),
            file.map_or_else(|| "not kept".to_owned(), |it| format!("kept in {it}")),
        ]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect::<Vec<String>>()
        .join(self.theme.glyphs.separator)
    }
}

const fn counts(measured: bool) -> &'static str {
    if measured {
        "measured"
    } else {
        "practice: does not count"
    }
}

//! What is on the screen.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::layout::{Pane, layout};
use super::room::{Dialog, Room};
use super::seen::Seen;
use super::{menus, population, score, sight, table};
use crate::tui::janken::words;
use crate::tui::keys::Keymap;
use crate::tui::panes::{shorten, write};
use crate::tui::screens::study::too_small;
use crate::tui::screens::{bottom, help};
use crate::tui::theme::Role;

impl Room {
    /// Draws everything. Returns where the cursor stands when something is typed.
    pub(super) fn render(&self, buffer: &mut Buffer) -> Option<(u16, u16)> {
        let area = buffer.area;
        let theme = self.theme;
        if area.is_empty() || too_small(area, buffer, &theme) {
            theme.glyphs.confine(buffer);
            return None;
        }
        let seen = self.seen();
        for (pane, place) in layout(area, self.focus, self.zoom) {
            let focused = pane == self.focus;
            match pane {
                Pane::Table => table::render(&seen, focused, place, buffer),
                Pane::Score => score::render(&seen, focused, place, buffer),
                Pane::Sight => sight::render(&seen, focused, place, buffer),
                Pane::Population => population::render(&seen, focused, place, buffer),
            }
        }
        let status = Rect {
            y: area.bottom().saturating_sub(2),
            height: 1,
            ..area
        };
        let text = self.status();
        let room = usize::from(area.width.saturating_sub(2));
        write(
            buffer,
            status,
            status.x + 1,
            status.y,
            &shorten(&text, room, &theme),
            theme.style(Role::Text),
        );
        let keymap = Keymap::of(self.layer(), self.keys);
        let typed = match &self.dialog {
            Some(Dialog::Line(input)) => Some(input),
            _ => None,
        };
        let notice = self.notice.as_ref();
        let cursor = bottom::render((typed, notice), keymap, area, buffer, &theme);
        let above = self.above();
        match &self.dialog {
            Some(Dialog::Menu(menu)) => {
                menus::fitted(menu, above.width).render(above, buffer, &theme);
            }
            Some(Dialog::Form(form)) => form.render(self.is_going_on(), above, buffer, &theme),
            Some(Dialog::Line(_)) | None => {}
        }
        if let Some((about, scroll)) = self.help {
            help::render_lines(&self.help_lines(about), scroll, buffer, &theme);
        }
        theme.glyphs.confine(buffer);
        cursor
    }

    /// The line on the match: against whom, how long, the seed, where it is kept.
    fn status(&self) -> String {
        let setup = self.game.setup();
        let (rounds, wins) = Seen::ends(setup.length);
        let kept = self.file.as_deref();
        [
            words::against(&setup.opponent.to_string()),
            words::length(rounds, wins),
            format!("seed {}", setup.seed),
            kept.map_or_else(|| "not kept".to_owned(), kept_in),
        ]
        .join(self.theme.glyphs.separator)
    }
}

fn kept_in(path: &str) -> String {
    format!("kept in {path}")
}

//! What lies where.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::{Clear, Widget as _};

use super::{Dialog, OthelloScreen, lesson};
use crate::keys::{Keymap, Layer};
use crate::panes::board::BoardView;
use crate::panes::status::StatusView;
use crate::screens::game::{Pane, Panes, layout, trace};
use crate::screens::{self, bottom, help};
use crate::view::{GameView, Opponent, Seat};
use koteki_games::Game as _;

/// What lies on top of a game.
pub struct OnTop<'a> {
    /// The dialogs, the last one uppermost.
    pub dialogs: &'a [Dialog],
    /// The layer of what lies beneath them.
    pub beneath: Layer,
    /// Machines that can be chosen.
    pub opponents: &'a [Opponent],
}

/// Draws a game and what lies on top of it.
pub fn draw(panes: &mut Panes, game: &GameView, top: &OnTop<'_>, frame: &mut Frame<'_>) {
    panes.area = frame.area();
    let buffer = frame.buffer_mut();
    let cursor = render(panes, game, top, buffer);
    panes.theme.glyphs.confine(buffer);
    // Shown only where text is typed.
    if let Some(position) = cursor {
        frame.set_cursor_position(position);
    }
}

/// Draws into `buffer`; returns where the terminal's cursor stands when text is being typed.
fn render(
    panes: &Panes,
    game: &GameView,
    top: &OnTop<'_>,
    buffer: &mut Buffer,
) -> Option<(u16, u16)> {
    let area = buffer.area;
    let theme = &panes.theme;
    if area.is_empty() || screens::is_too_small(area) {
        screens::too_small(screens::MINIMUM, area, buffer, theme);
        return None;
    }
    let look = |pane| (theme, pane == panes.focus);
    for (pane, place) in layout(area, panes.focus, panes.zoom, game.trace.hidden) {
        match pane {
            Pane::Board => {
                let position = &game.position;
                let is_persons_turn =
                    !position.is_over() && *game.seat(position.side_to_move()) == Seat::Person;
                BoardView {
                    game,
                    cursor: Some(panes.cursor),
                    person: true,
                    legal: is_persons_turn || game.review.is_some(),
                    theme,
                    focused: panes.focus == Pane::Board,
                }
                .render(place, buffer);
            }
            Pane::Trace => trace(game, look(pane), place, buffer),
            Pane::Population if panes.zoom => {
                panes.population_and_table(look(pane), place, buffer);
            }
            Pane::Population => panes.population(true, look(pane), place, buffer),
            Pane::Fitness => panes.fitness(look(pane), place, buffer),
        }
    }
    let opponent = game.seats.iter().find_map(|seat| match seat {
        Seat::Machine(name) => Some(name.as_str()),
        Seat::Person => None,
    });
    let row = Rect {
        y: area.bottom() - 2,
        height: 1,
        ..area
    };
    StatusView {
        snapshot: panes.breeding.as_deref(),
        opponent: opponent.filter(|_| game.person().is_some()),
        theme,
    }
    .render(row, buffer);
    let cursor = top.bottom(panes, area, buffer);
    let is_covered = top.dialogs(0, panes, buffer);
    cursor.filter(|_| !is_covered)
}

impl OnTop<'_> {
    fn bottom(&self, panes: &Panes, area: Rect, buffer: &mut Buffer) -> Option<(u16, u16)> {
        let typed = match self.dialogs.last() {
            Some(Dialog::MoveLine(input)) => Some(input),
            _ => None,
        };
        let layer = self.dialogs.last().map_or(self.beneath, Dialog::layer);
        let keymap = Keymap::of(layer, panes.settings.keys);
        let said = (typed, panes.notice.as_ref());
        bottom::render(said, keymap, area, buffer, &panes.theme)
    }

    /// Draws the dialogs from number `from` on; whether there is any but the move line.
    fn dialogs(&self, from: usize, panes: &Panes, buffer: &mut Buffer) -> bool {
        let area = buffer.area;
        let theme = &panes.theme;
        let mut any = false;
        for dialog in self.dialogs.iter().skip(from) {
            match dialog {
                Dialog::MoveLine(_) => continue,
                Dialog::Menu(menu) => menu.render(area, buffer, theme),
                Dialog::Form(form) => form.render(area, buffer, theme, self.opponents),
                Dialog::Help { about, scroll } => {
                    let lines = help::lines(*about, panes.settings.keys);
                    help::render_lines(&lines, *scroll, buffer, theme);
                }
                Dialog::Settings(form) => form.render(area, buffer, theme),
                Dialog::Profile(profile) => profile.render(area, buffer, theme),
                Dialog::Lesson(page) => lesson::render(*page, area, buffer, theme),
            }
            any = true;
        }
        any
    }

    /// Draws the dialogs, from the first new game dialog on (the one on top where there is none), over opened
    /// games, and the hints for the one on top.
    pub(super) fn draw_over(&self, panes: &Panes, frame: &mut Frame<'_>) {
        let area = frame.area();
        let buffer = frame.buffer_mut();
        if area.is_empty() || screens::is_too_small(area) {
            return;
        }
        let mut dialogs = self.dialogs.iter();
        let from = dialogs.position(|dialog| matches!(dialog, Dialog::Form(_)));
        let row = Rect {
            y: area.bottom().saturating_sub(1),
            height: 1,
            ..area
        };
        Clear.render(row, buffer);
        self.bottom(panes, area, buffer);
        let last = self.dialogs.len().saturating_sub(1);
        self.dialogs(from.unwrap_or(last), panes, buffer);
        panes.theme.glyphs.confine(buffer);
    }
}

impl OthelloScreen {
    pub(super) fn draw_game(&mut self, frame: &mut Frame<'_>) {
        let game = self.view();
        let top = OnTop {
            beneath: self.own_layer(),
            dialogs: &self.dialogs,
            opponents: &self.opponents,
        };
        draw(&mut self.panes, &game, &top, frame);
    }
}

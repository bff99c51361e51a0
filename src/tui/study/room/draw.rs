//! What is on the screen.

use ratatui::Frame;
use ratatui::layout::Rect;

use super::super::pages;
use super::{Room, Scene, answers};
use crate::game::Game as _;
use crate::session::study::protocol::PAIRS;
use crate::session::study::tell::opponent;
use crate::session::study::words;
use crate::session::study::{Sheet, Task};
use crate::tui::keys::Keymap;
use crate::tui::screens::bottom;
use crate::tui::screens::study::{GameScreen, too_small};
use crate::tui::view::{GameView, Mode, Seat, TraceState};

impl Room {
    fn game(&self, task: &Task) -> Option<GameView> {
        let table = self.desk.table()?;
        let which = opponent(task);
        let line = table.line();
        let mut seats = [
            Seat::Machine(opponent_text(which)),
            Seat::Machine(opponent_text(which)),
        ];
        seats[task.person.index()] = Seat::Person;
        Some(GameView {
            position: *line.position(),
            moves: line.moves().to_vec(),
            opening: line.opening(),
            losses: vec![None; line.ply()],
            review: None,
            seats,
            clocks: [None, None],
            thinking: self.desk.is_thinking(),
            mode: Mode::Guided,
            level: None,
            hint: None,
            trace: TraceState {
                hidden: true,
                ..TraceState::default()
            },
        })
    }

    /// Draws everything.
    pub(super) fn render(&mut self, frame: &mut Frame<'_>) {
        self.area = frame.area();
        let area = self.area;
        let theme = self.theme;
        let buffer = frame.buffer_mut();
        if area.is_empty() || too_small(area, buffer, &theme) {
            return;
        }
        let above = Rect {
            height: area.height.saturating_sub(1),
            ..area
        };
        let mut cursor = None;
        match &self.scene {
            Scene::Page(page) => page.render(above, buffer, &theme, self.scroll),
            Scene::Sheet(sheet, state) => {
                let pair = match sheet {
                    Sheet::Pair(pair) => Some(*pair),
                    Sheet::Final => None,
                };
                let title = words::sheet(pair, PAIRS);
                let given = answers(&self.desk, *sheet);
                cursor = state.render(&title, &given, above, buffer, &theme);
            }
            Scene::Board(task) => {
                if let Some(game) = self.game(task) {
                    let outcome = game.position.outcome();
                    let result = outcome.map(|outcome| (outcome.black, outcome.white));
                    GameScreen {
                        game: &game,
                        cursor: outcome.is_none().then_some(self.cursor),
                        turn: self.is_persons_turn(),
                        title: &pages::title(&self.desk),
                        text: &pages::beside(&self.desk, task, result, theme.glyphs.dash),
                        foot: if outcome.is_some() {
                            "Enter goes on."
                        } else {
                            ""
                        },
                    }
                    .render(area, buffer, &theme);
                }
            }
        }
        let layer = self.layer();
        let keymap = Keymap::of(layer, self.keys);
        let said = (self.line.as_ref(), self.notice.as_ref());
        let at = bottom::render(said, keymap, area, buffer, &theme);
        cursor = at.or(cursor);
        if let Some(menu) = &self.leaving {
            menu.render(above, buffer, &theme);
            cursor = None;
        }
        if let Some((page, scroll)) = &self.help {
            page.render(above, buffer, &theme, *scroll);
            cursor = None;
        }
        theme.glyphs.confine(buffer);
        // Shown only where text is typed.
        if let Some(position) = cursor {
            frame.set_cursor_position(position);
        }
    }
}

fn opponent_text(which: Option<usize>) -> String {
    which.map_or_else(
        || "the opponent".to_owned(),
        |which| format!("opponent {}", which + 1),
    )
}

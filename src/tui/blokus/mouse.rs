//! What the person does with the mouse: a click moves the piece there, a second one plays it, the wheel
//! turns it, the right button mirrors it, a click on a piece takes it. Dialogs, panes and the keys in the last
//! row are clicked as everywhere.

use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;

use super::board::Field;
use super::layout::{Pane, layout};
use super::room::{Dialog, Room};
use super::tray;
use crate::game::Side;
use crate::session::Turn;
use crate::tui::event::Flow;
use crate::tui::keys::{Action, Direction, Keymap, Layer};
use crate::tui::screens::bottom;
use crate::tui::update::wheel;

impl Room {
    pub(super) fn mouse(&mut self, mouse: MouseEvent) -> Flow {
        let action = match (mouse.kind, self.layer()) {
            (_, Layer::TooSmall) => return Flow::Idle,
            (MouseEventKind::Down(MouseButton::Left), layer) => {
                return self.click(layer, (mouse.column, mouse.row));
            }
            (MouseEventKind::ScrollUp, Layer::Blokus) => Action::Turn(Direction::Left),
            (MouseEventKind::ScrollDown, Layer::Blokus) => Action::Turn(Direction::Right),
            (MouseEventKind::Down(MouseButton::Right), Layer::Blokus) => Action::Mirror,
            (kind, _) => return wheel(kind).map_or(Flow::Idle, |key| self.key(&key)),
        };
        self.notice = None;
        self.handle_piece(action, false);
        Flow::DrawNow
    }

    fn click(&mut self, layer: Layer, at: (u16, u16)) -> Flow {
        let said = self.notice.take().is_some();
        let keymap = Keymap::of(layer, self.keys);
        let hinted = bottom::key_at(keymap, self.area, at).filter(|_| !said);
        let above = Rect {
            height: self.area.height.saturating_sub(1),
            ..self.area
        };
        let key = hinted.or_else(|| {
            let code = match &mut self.dialog {
                _ if self.help.is_some() => None,
                Some(Dialog::Menu(menu)) => menu.click(above, at).then_some(KeyCode::Enter),
                Some(Dialog::Form(form)) => form.click(above, at),
                Some(Dialog::Line(_)) | None => None,
            };
            code.map(KeyEvent::from)
        });
        match key {
            Some(_) if layer == Layer::MoveLine => Flow::DrawNow,
            Some(key) => self.key(&key),
            None if matches!(layer, Layer::Blokus | Layer::BlokusOver) => self.on_pane(at),
            None => Flow::DrawNow,
        }
    }

    /// Goes to the pane that is clicked, and does there what a click does.
    fn on_pane(&mut self, (x, y): (u16, u16)) -> Flow {
        let panes = layout(self.area, self.focus, self.zoom);
        let Some(&(pane, area)) = panes.iter().find(|(_, area)| area.contains((x, y).into()))
        else {
            return Flow::DrawNow;
        };
        self.focus = pane;
        let Turn::Person(side) = self.table.turn() else {
            return Flow::DrawNow;
        };
        match pane {
            Pane::Board => {
                let Some(square) = Field::of(area).square_at(x, y) else {
                    return Flow::DrawNow;
                };
                if self.is_in_the_past() {
                    return Flow::DrawNow;
                }
                if self.ghost.squares().any(|it| it == square) {
                    self.place();
                } else {
                    self.ghost.move_to(square);
                }
            }
            Pane::Pieces => {
                let two = self.table.is_for_two();
                let upper = if two { Side::Black } else { side };
                let piece = tray::piece_at(area, (upper, side), x, y);
                let left = self.table.position().left(side);
                if let Some(piece) = piece.filter(|&it| left.contains(it)) {
                    self.looking = None;
                    self.ghost.take(Some(piece));
                }
            }
            Pane::Rate | Pane::Moves | Pane::Rivals | Pane::Fitness => {}
        }
        Flow::DrawNow
    }
}

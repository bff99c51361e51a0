//! What the person does with the mouse: a click moves the piece there, a second one plays it, the wheel
//! turns it, the right button mirrors it, a click on a piece takes it.

use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};

use super::board::Field;
use super::layout::{Pane, layout};
use super::room::Room;
use super::tray;
use crate::game::Side;
use crate::session::blokus::Turn;
use crate::tui::event::Flow;
use crate::tui::keys::{Action, Direction, Layer};

impl Room {
    pub(super) fn mouse(&mut self, mouse: MouseEvent) -> Flow {
        let action = match (mouse.kind, self.layer()) {
            (_, layer) if layer != Layer::Blokus => return Flow::Idle,
            (MouseEventKind::ScrollUp, _) => Action::Turn(Direction::Left),
            (MouseEventKind::ScrollDown, _) => Action::Turn(Direction::Right),
            (MouseEventKind::Down(MouseButton::Right), _) => Action::Mirror,
            (MouseEventKind::Down(MouseButton::Left), _) => {
                return self.click(mouse.column, mouse.row);
            }
            _ => return Flow::Idle,
        };
        self.notice = None;
        self.handle_piece(action, false);
        Flow::DrawNow
    }

    fn click(&mut self, x: u16, y: u16) -> Flow {
        let Turn::Person(side) = self.table.turn() else {
            return Flow::Idle;
        };
        self.notice = None;
        self.looking = None;
        let panes = layout(self.area, self.focus, self.zoom);
        let Some(&(pane, area)) = panes.iter().find(|(_, area)| area.contains((x, y).into()))
        else {
            return Flow::Idle;
        };
        match pane {
            Pane::Board => {
                let Some(square) = Field::of(area).square_at(x, y) else {
                    return Flow::Idle;
                };
                if self.ghost.squares().any(|it| it == square) {
                    self.place();
                } else {
                    self.ghost.move_to(square);
                }
            }
            Pane::Pieces => {
                let two = Side::BOTH.into_iter().all(|it| self.table.is_person(it));
                let upper = if two { Side::Black } else { side };
                let piece = tray::piece_at(area, (upper, side), x, y);
                let left = self.table.position().left(side);
                if let Some(piece) = piece.filter(|&it| left.contains(it)) {
                    self.ghost.take(Some(piece));
                }
            }
            Pane::Rate | Pane::Moves | Pane::Rivals | Pane::Fitness => return Flow::Idle,
        }
        Flow::DrawNow
    }
}

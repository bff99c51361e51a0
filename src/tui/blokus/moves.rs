//! The list of moves, Black's on the left; the end of it, or what is round the move that is shown.

use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};

use super::view::View;
use crate::panes::{frame, write};
use crate::theme::Role;
use koteki_games::blokus::Move;
use koteki_games::blokus::notation::write_squares;
use koteki_games::{Game as _, Side};

/// Columns of the number of a row.
const NUMBER: u16 = 4;
/// Columns from which on every square of a move is named.
const WIDE: u16 = 26;

/// Draws the pane.
pub fn render(view: &View<'_>, focused: bool, area: Rect, buffer: &mut Buffer) {
    let theme = view.theme;
    let inner = frame(area, buffer, theme, "Moves", focused, None);
    let room = inner.inner(Margin::new(1, 0));
    let column = room.width.saturating_sub(NUMBER) / 2;
    // A row has one move of each side; a game that was set up may begin with White's.
    let mut rows: Vec<[Option<(usize, Move)>; 2]> = Vec::new();
    for (ply, (position, mv)) in view.table.line().steps().enumerate() {
        let side = position.side_to_move();
        match rows.last_mut() {
            Some(row) if side == Side::White && row[1].is_none() => row[1] = Some((ply + 1, mv)),
            _ => {
                let mut row = [None; 2];
                row[side.index()] = Some((ply + 1, mv));
                rows.push(row);
            }
        }
    }
    for (side, head) in (0u16..).zip(Side::BOTH) {
        let x = room.x + NUMBER + side * column;
        write(
            buffer,
            room,
            x,
            room.y,
            &head.to_string(),
            theme.style(Role::Dim),
        );
    }
    let height = usize::from(room.height.saturating_sub(1));
    let is_shown =
        |row: &[Option<(usize, Move)>; 2]| row.iter().flatten().any(|(ply, _)| *ply == view.ply);
    let shown = rows.iter().position(is_shown).unwrap_or(0);
    let skip = (shown + 1).saturating_sub(height);
    for (row, y) in rows.iter().skip(skip).zip(room.y + 1..room.bottom()) {
        // Every screen counts the moves of both sides: a row has the number of its first.
        let first = row.iter().flatten().next();
        let head = first.map_or_else(String::new, |(ply, _)| format!("{ply:>2}."));
        write(buffer, room, room.x, y, &head, theme.style(Role::Dim));
        for (side, entry) in (0u16..).zip(row) {
            let Some((ply, mv)) = entry else { continue };
            let role = match ply.cmp(&view.ply) {
                std::cmp::Ordering::Less => Role::Text,
                std::cmp::Ordering::Equal => Role::Strong,
                std::cmp::Ordering::Greater => Role::Dim,
            };
            let x = room.x + NUMBER + side * column;
            let cell = Rect {
                x,
                width: column.saturating_sub(1),
                ..room
            };
            let style = theme.style(role);
            write(buffer, cell, x, y, &move_in_column(*mv, column), style);
        }
    }
}

/// A move in a column of so many columns.
fn move_in_column(mv: Move, column: u16) -> String {
    let Move::Place(placement) = mv else {
        return "pass".to_owned();
    };
    let name = placement.piece().name();
    let squares = if column >= WIDE {
        write_squares(placement)
    } else {
        placement.reference().to_string()
    };
    format!("{name:<3}{}", squares.to_ascii_uppercase())
}

//! The board with the piece in hand, and what there is to say beneath it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::ghost::Verdict;
use super::layout::board_scale;
use super::tiles::{self, Tile};
use super::view::View;
use crate::panes::{frame, wrap, write};
use crate::theme::Role;
use koteki_games::Side;
use koteki_games::blokus::{Move, PieceSet, Position, Square};
use koteki_rivals::roster::kit::blokus::words as rules;
use koteki_session::Turn;
use koteki_session::person::words;

/// Where the squares are on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// All squares.
    area: Rect,
    /// Rows of a square; it has twice as many columns.
    scale: u16,
}

impl Field {
    /// The squares in a pane of the board.
    pub fn of(pane: Rect) -> Self {
        let scale = board_scale(pane);
        let side = u16::from(Square::SIDE);
        let (width, height) = (2 * scale * side, scale * side);
        // The frame, a column of air, two of numbers and one more of air.
        let spare = pane.width.saturating_sub(width + 7);
        Self {
            area: Rect {
                x: pane.x + 5 + spare / 2,
                y: pane.y + 1,
                width,
                height,
            },
            scale,
        }
    }

    /// The square at a place of the screen.
    pub fn square_at(&self, x: u16, y: u16) -> Option<Square> {
        if !self.area.contains((x, y).into()) {
            return None;
        }
        let column = (x - self.area.x) / (2 * self.scale);
        let row = (y - self.area.y) / self.scale;
        Square::at(u8::try_from(column).ok()?, u8::try_from(row).ok()?)
    }

    /// The top left cell of a square.
    fn place(&self, square: Square) -> (u16, u16) {
        (
            self.area.x + 2 * self.scale * u16::from(square.column()),
            self.area.y + self.scale * u16::from(square.row()),
        )
    }
}

/// Draws the pane.
pub fn render(view: &View<'_>, focused: bool, area: Rect, buffer: &mut Buffer) {
    let theme = view.theme;
    let inner = frame(area, buffer, theme, "Board", focused, None);
    let field = Field::of(area);
    squares(view, field, inner, buffer);
    coordinates(view, field, inner, buffer);
    let top = field.area.bottom() + 1;
    let text = Rect {
        x: inner.x + 1.min(inner.width),
        y: top,
        width: inner.width.saturating_sub(2),
        height: inner.bottom().saturating_sub(top),
    };
    let mut y = text.y;
    for (line, role) in said(view) {
        for row in wrap(&line, usize::from(text.width)) {
            write(buffer, text, text.x, y, &row, theme.style(role));
            y += 1;
        }
    }
}

fn tile(view: &View<'_>, square: Square) -> Tile {
    let owner = view.position.owner(square);
    if let (Some(ghost), Some(verdict)) = (view.ghost, &view.verdict)
        && ghost.squares().any(|it| it == square)
    {
        return match verdict {
            Verdict::Fits | Verdict::Best => Tile::Fits,
            Verdict::Misfits(_) => Tile::Misfit(owner),
        };
    }
    if let Some(side) = owner {
        let last = view.last().filter(|(it, _)| *it == side);
        let is_last = last.is_some_and(|(_, it)| it.squares().contains(square));
        return Tile::Piece(side, is_last);
    }
    if view.corners.contains(square) {
        return Tile::Corner;
    }
    let is_start = Side::BOTH
        .into_iter()
        .any(|side| square == Square::start(side) && view.position.left(side) == PieceSet::ALL);
    if is_start { Tile::Start } else { Tile::Empty }
}

fn squares(view: &View<'_>, field: Field, inner: Rect, buffer: &mut Buffer) {
    for square in Square::all() {
        let tile = tile(view, square);
        let odd = (square.column() + square.row()) % 2 == 1;
        let (x, y) = field.place(square);
        for row in 0..field.scale {
            let (text, style) = tiles::row(tile, field.scale, row, odd, view.theme);
            write(buffer, inner, x, y + row, &text, style);
        }
    }
}

fn coordinates(view: &View<'_>, field: Field, inner: Rect, buffer: &mut Buffer) {
    let style = view.theme.style(Role::Coordinate);
    let side = u16::from(Square::SIDE);
    for index in 0..side {
        let x = field.area.x + 2 * field.scale * index + field.scale - 1;
        let letter = (b'A'..).nth(usize::from(index)).map_or(' ', char::from);
        write(
            buffer,
            inner,
            x,
            field.area.bottom(),
            &letter.to_string(),
            style,
        );
        let y = field.area.y + field.scale * index + (field.scale - 1) / 2;
        let number = format!("{:>2}", side - index);
        write(
            buffer,
            inner,
            field.area.x.saturating_sub(3),
            y,
            &number,
            style,
        );
    }
}

/// What there is to say, the most important first.
fn said(view: &View<'_>) -> Vec<(String, Role)> {
    let table = view.table;
    let mut lines = Vec::new();
    let latest = table.line().ply();
    let heading = match table.turn() {
        Turn::Over(_) if view.ply < latest => format!("after move {} of {latest}", view.ply),
        _ if view.ply < latest => format!(
            "after move {} of {latest}; End or Esc returns to the game",
            view.ply
        ),
        Turn::Person(side) => format!("Your move, {side}"),
        Turn::Machine(side) => format!("{side} is thinking ..."),
        Turn::Over(_) => over(view),
    };
    lines.push((heading, Role::Strong));
    if let (Some(ghost), Some(verdict)) = (view.ghost, &view.verdict)
        && let Some(piece) = ghost.piece()
    {
        let (form, of) = ghost.form_number();
        let held = in_hand(piece.name(), form, of);
        lines.push(match verdict {
            Verdict::Fits => (verdict_line(&held, "fits, Enter plays it"), Role::Text),
            Verdict::Misfits(why) => (verdict_line(&held, why), Role::Warning),
            Verdict::Best => (verdict_line(&held, "the best placement"), Role::Text),
        });
    }
    let count = view.position.count();
    lines.push((rules::standing(count), Role::Text));
    lines.extend(view.rate().map(|percent| {
        let whose = if view.is_you(view.own) {
            "you win".to_owned()
        } else {
            format!("{} wins", view.own)
        };
        let line = format!("{whose} {percent:.0} % of random games");
        (line, Role::Text)
    }));
    if let Some((side, placement)) = view.last() {
        let line = format!("{side} placed {}", rules::at(Move::Place(placement)));
        lines.push((line, Role::Dim));
    }
    lines
}

/// The result in a line.
fn over(view: &View<'_>) -> String {
    let own = view.is_you(view.own).then_some(view.own);
    words::result::<Position>(view.table.position().count(), own)
}

fn in_hand(piece: &str, form: usize, of: usize) -> String {
    if of == 1 {
        piece.to_owned()
    } else {
        format!("{piece} ({form} of {of})")
    }
}

fn verdict_line(piece: &str, verdict: &str) -> String {
    format!("{piece}: {verdict}")
}

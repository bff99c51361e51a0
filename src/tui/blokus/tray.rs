//! The pieces of both sides: those that fit somewhere, those that fit nowhere now, those that are placed.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::layout::TRAYS;
use super::tiles;
use super::view::View;
use crate::panes::{columns, frame, shorten, write};
use crate::theme::{Role, Theme};
use koteki_games::Side;
use koteki_games::blokus::Piece;

/// Pieces in a row.
const ACROSS: u16 = 7;

/// How one side's pieces are laid out in the room inside its frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Grid {
    room: Rect,
    scale: u16,
}

impl Grid {
    fn of(room: Rect) -> Self {
        let (large, rows) = TRAYS[1];
        let scale = 1 + u16::from(room.width + 2 >= large && room.height + 2 >= rows);
        Self { room, scale }
    }

    /// Columns and rows of a piece with its name.
    const fn pitch(self) -> (u16, u16) {
        if self.scale == 1 { (6, 3) } else { (12, 4) }
    }

    /// Where a piece and its name lie.
    fn cell(self, piece: Piece) -> Rect {
        let (width, height) = self.pitch();
        let index = u16::try_from(piece.index()).unwrap_or(0);
        let spare = self.room.width.saturating_sub(ACROSS * width);
        Rect {
            x: self.room.x + spare / 2 + index % ACROSS * width,
            y: self.room.y + index / ACROSS * height,
            width,
            height,
        }
    }
}

/// The rooms of both sides in the pane: the upper one is the person's own.
fn rooms(area: Rect, own: Side) -> [(Side, Rect); 2] {
    let upper = area.height / 2;
    let first = Rect {
        height: upper,
        ..area
    };
    let second = Rect {
        y: area.y + upper,
        height: area.height - upper,
        ..area
    };
    [(own, first), (own.other(), second)]
}

/// The room inside a frame.
const fn inside(area: Rect) -> Rect {
    Rect {
        x: area.x + 1,
        y: area.y + 1,
        width: area.width.saturating_sub(2),
        height: area.height.saturating_sub(2),
    }
}

/// The piece of `side` at a place of the screen; `area` is the pane, and `upper` whose pieces are on top.
pub fn piece_at(area: Rect, (upper, side): (Side, Side), x: u16, y: u16) -> Option<Piece> {
    let (_, room) = rooms(area, upper).into_iter().find(|it| it.0 == side)?;
    piece_in(room, x, y)
}

/// The same of one side's pieces alone.
pub fn piece_in(area: Rect, x: u16, y: u16) -> Option<Piece> {
    let grid = Grid::of(inside(area));
    Piece::all().find(|&piece| grid.cell(piece).contains((x, y).into()))
}

/// Draws the pane.
pub fn render(view: &View<'_>, focused: bool, area: Rect, buffer: &mut Buffer) {
    // Two people at one board have each their own half, whoever is to move.
    let upper = if view.is_you(view.own) {
        view.own
    } else {
        Side::Black
    };
    for (side, room) in rooms(area, upper) {
        tray(view, side, focused, room, buffer);
    }
}

/// Draws the pieces of one side.
pub fn tray(view: &View<'_>, side: Side, focused: bool, area: Rect, buffer: &mut Buffer) {
    let theme = view.theme;
    let machine = view.table.seat(side).machine();
    let name = machine.map_or("person".to_owned(), ToString::to_string);
    let title = tray_title(side, view.is_you(side), &name);
    let title = shorten(&title, usize::from(area.width.saturating_sub(4)), theme);
    let left = view.position.left(side);
    let count = format!(
        "{} squares, {} left",
        view.position.squares(side).len(),
        left.squares()
    );
    let footer = Line::from(Span::styled(
        format!(" {count} "),
        theme.style(Role::Strong),
    ));
    let inner = frame(area, buffer, theme, &title, focused, Some(footer));
    let grid = Grid::of(inner);
    let ground = theme.style(Role::Square { odd: false });
    for y in inner.top()..inner.bottom() {
        let blank = " ".repeat(usize::from(inner.width));
        write(buffer, inner, inner.x, y, &blank, ground);
    }
    let in_hand = view
        .ghost
        .filter(|_| view.table.seat(side).is_person() && side == view.own)
        .and_then(super::ghost::Ghost::piece);
    for piece in Piece::all() {
        let is_left = left.contains(piece);
        let fits = view.playable[side.index()].contains(piece);
        let cell = grid.cell(piece);
        let (label, label_role) = match (is_left, fits) {
            (true, true) => (piece.name().to_owned(), Role::Disc(Side::White)),
            (true, false) => (format!("({})", piece.name()), Role::Disc(Side::White)),
            (false, _) => (piece.name().to_owned(), Role::Placed),
        };
        let style = if in_hand == Some(piece) {
            theme.style(Role::Chosen)
        } else {
            ground.patch(theme.style(label_role))
        };
        write(buffer, inner, cell.x, cell.y, &label, style);
        if in_hand == Some(piece) {
            let x = cell.x + columns(&label);
            write(
                buffer,
                inner,
                x,
                cell.y,
                pointer(theme),
                ground.patch(theme.style(Role::Cursor)),
            );
        }
        let shape = if is_left {
            Role::Disc(side)
        } else {
            Role::Placed
        };
        let style = ground.patch(theme.style(shape));
        let rows = tiles::small(piece, grid.scale, !is_left, theme.glyphs);
        for (y, row) in (cell.y + 1..cell.bottom()).zip(&rows) {
            for (x, letter) in (cell.x..cell.right()).zip(row.chars()) {
                if letter != ' ' {
                    write(buffer, inner, x, y, &letter.to_string(), style);
                }
            }
        }
    }
}

/// The mark beside the piece in hand.
const fn pointer(theme: &Theme) -> &'static str {
    theme.glyphs.arrows[0]
}

fn tray_title(side: Side, you: bool, name: &str) -> String {
    if you {
        format!("{side}: you")
    } else {
        format!("{side}: {name}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_click_on_a_piece_finds_it() {
        for (width, height) in [(44, 22), (86, 28), (109, 28)] {
            let pane = Rect::new(36, 0, width, height);
            let [(_, upper), _] = rooms(pane, Side::Black);
            let grid = Grid::of(inside(upper));
            for piece in Piece::all() {
                let cell = grid.cell(piece);
                assert!(
                    inside(upper).union(cell) == inside(upper),
                    "{piece} {width}"
                );
                let sides = (Side::Black, Side::Black);
                assert_eq!(piece_at(pane, sides, cell.x, cell.y), Some(piece));
                assert_eq!(
                    piece_at(pane, (Side::White, Side::Black), cell.x, cell.y),
                    None
                );
            }
        }
    }
}

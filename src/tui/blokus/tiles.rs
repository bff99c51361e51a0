//! How squares are drawn, and pieces in few columns.

use ratatui::style::Style;

use crate::glyphs::{Glyphs, Repertoire};
use crate::theme::{Role, Theme};
use koteki_games::Side;
use koteki_games::blokus::{Orientation, Piece};

/// What a square shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tile {
    /// Nothing.
    Empty,
    /// Nothing, and a start square that is still to be covered.
    Start,
    /// A corner that may be used.
    Corner,
    /// A piece, and whether it is the last one played.
    Piece(Side, bool),
    /// The piece in hand where it fits.
    Fits,
    /// The piece in hand where it does not, over a piece that lies there.
    Misfit(Option<Side>),
}

/// Two columns of a mark in the middle of a square.
const fn dot(repertoire: Repertoire) -> &'static str {
    match repertoire {
        Repertoire::Unicode => "▗▖",
        Repertoire::CjkSafe => "⠰⠆",
        Repertoire::Ascii => "+ ",
    }
}

/// Two columns of a start square.
const fn start(repertoire: Repertoire) -> &'static str {
    match repertoire {
        Repertoire::Unicode | Repertoire::CjkSafe => "⢎⡱",
        Repertoire::Ascii => "()",
    }
}

/// Two columns of a piece. Where there is no colour a letter says whose it is.
const fn fill(repertoire: Repertoire, side: Side) -> &'static str {
    match (repertoire, side) {
        (_, Side::White) => "WW",
        (Repertoire::Unicode, Side::Black) => "B▒",
        (Repertoire::CjkSafe, Side::Black) => "B⢕",
        (Repertoire::Ascii, Side::Black) => "B#",
    }
}

/// One row of a square, `2 * scale` columns, and its style; `row` counts from 0 to `scale - 1`, `odd` is
/// for squares that alternate.
pub fn row(tile: Tile, scale: u16, row: u16, odd: bool, theme: &Theme) -> (String, Style) {
    let set = theme.glyphs.repertoire;
    let width = usize::from(2 * scale);
    let middle = row == scale / 2;
    let ground = theme.style(Role::Square { odd });
    // A mark of two columns in the middle.
    let marked = |mark: &str| {
        let side = usize::from(scale - 1);
        if middle {
            format!("{0}{mark}{0}", " ".repeat(side))
        } else {
            " ".repeat(width)
        }
    };
    let framed = |left: &str, right: &str| format!("{left}{}{right}", " ".repeat(width - 2));
    match tile {
        Tile::Empty if theme.alternates() => (" ".repeat(width), ground),
        Tile::Empty => {
            let mark = format!("{} ", theme.glyphs.empty);
            (marked(&mark), ground.patch(theme.style(Role::Empty)))
        }
        Tile::Start => (marked(start(set)), ground.patch(theme.style(Role::Legal))),
        Tile::Corner => (marked(dot(set)), ground.patch(theme.style(Role::Legal))),
        Tile::Piece(side, true) if theme.has_color() => {
            (marked(dot(set)), theme.style(Role::LastTile(side)))
        }
        Tile::Piece(side, last) => {
            let role = if last {
                Role::LastTile(side)
            } else {
                Role::Tile(side)
            };
            let text = fill(set, side).repeat(usize::from(scale));
            (text, theme.style(role))
        }
        Tile::Fits => (framed("[", "]"), theme.style(Role::Fits)),
        Tile::Misfit(under) => (framed("x", "x"), theme.style(Role::Misfit(under))),
    }
}

/// The form of a piece that takes the fewest rows.
pub fn lying(piece: Piece) -> Vec<(u16, u16)> {
    let height = |form: &Orientation| {
        let rows = form.cells().iter().map(|cell| cell.1);
        rows.clone().max().unwrap_or(0) - rows.min().unwrap_or(0)
    };
    let form = piece.orientations().min_by_key(height);
    let cells = form.map_or(&[][..], Orientation::cells);
    let left = cells.iter().map(|cell| cell.0).min().unwrap_or(0);
    let top = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
    let from = |value: i8, least: i8| u16::try_from(value - least).unwrap_or(0);
    cells
        .iter()
        .map(|&(x, y)| (from(x, left), from(y, top)))
        .collect()
}

/// A piece in rows of text: in half rows where `scale` is 1, else a row and two columns a square. `dotted`
/// for one that is placed.
pub fn small(piece: Piece, scale: u16, dotted: bool, glyphs: &Glyphs) -> Vec<String> {
    let cells = lying(piece);
    let columns = cells.iter().map(|cell| cell.0 + 1).max().unwrap_or(0);
    let rows = cells.iter().map(|cell| cell.1 + 1).max().unwrap_or(0);
    let has = |x: u16, y: u16| cells.contains(&(x, y));
    let full = match glyphs.repertoire {
        Repertoire::Unicode => "█",
        Repertoire::CjkSafe => "⣿",
        Repertoire::Ascii => "#",
    };
    if scale > 1 {
        let full = if dotted { glyphs.empty } else { full };
        let cell = |x, y| {
            if has(x, y) {
                full.repeat(2)
            } else {
                "  ".to_owned()
            }
        };
        return (0..rows)
            .map(|y| (0..columns).map(|x| cell(x, y)).collect())
            .collect();
    }
    let halves = match glyphs.repertoire {
        Repertoire::Unicode => [" ", "▀", "▄", full],
        Repertoire::CjkSafe => [" ", "⠛", "⣤", full],
        Repertoire::Ascii => [" ", "\"", ".", ":"],
    };
    let cell = |x, y| {
        let which = usize::from(has(x, 2 * y)) + 2 * usize::from(has(x, 2 * y + 1));
        if dotted && which > 0 {
            glyphs.empty
        } else {
            halves[which]
        }
    };
    (0..rows.div_ceil(2))
        .map(|y| (0..columns).map(|x| cell(x, y)).collect())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::glyphs::{ASCII, CJK_SAFE, UNICODE};
    use unicode_width::UnicodeWidthStr as _;

    #[test]
    fn small_pieces_fit_their_room_and_show_every_square() {
        for glyphs in [&UNICODE, &CJK_SAFE, &ASCII] {
            for piece in Piece::all() {
                for (scale, width, height) in [(1, 5, 2), (2, 10, 3)] {
                    let rows = small(piece, scale, false, glyphs);
                    assert!(rows.len() <= height, "{piece}");
                    assert!(rows.iter().all(|row| row.width() <= width), "{piece}");
                    assert!(
                        rows.concat()
                            .chars()
                            .all(|it| glyphs.allows(&it.to_string()))
                    );
                }
                let squares = small(piece, 2, false, glyphs).concat().replace(' ', "");
                assert_eq!(squares.width(), 2 * piece.size() as usize, "{piece}");
            }
        }
    }
}

//! The hands as pictures: a fist, two fingers, an open hand.
//!
//! Each is a bitmap of [`WIDTH`] × twice [`HEIGHT`] points; a cell shows two of them, one above the other, in
//! half blocks, in braille or in letters.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::glyphs::{Glyphs, Repertoire};
use crate::panes::write;
use koteki_games::janken::Hand;

/// Columns of the small picture.
pub const WIDTH: u16 = 18;
/// Rows of it.
pub const HEIGHT: u16 = 7;

type Bitmap = [&'static str; 14];

const ROCK: Bitmap = [
    "                  ",
    "                  ",
    "    ## ### ##     ",
    "   ### ### ### ## ",
    " # ### ### ### ###",
    "## ### ### ### ###",
    "## ### ### ### ###",
    "## ### ### ### ## ",
    "##                ",
    "################  ",
    " ################ ",
    "  ############### ",
    "   ############   ",
    "    ##########    ",
];

const PAPER: Bitmap = [
    "       ##         ",
    "   ##  ##  ##     ",
    "   ##  ##  ##     ",
    "   ##  ##  ##  ## ",
    "   ##  ##  ##  ## ",
    "   ##  ##  ##  ## ",
    "   ############## ",
    "   ############## ",
    "## ############## ",
    "### ############# ",
    " ################ ",
    "  ##############  ",
    "   ############   ",
    "    ##########    ",
];

const SCISSORS: Bitmap = [
    "  ##        ##    ",
    "  ###      ###    ",
    "   ##      ##     ",
    "   ###    ###     ",
    "    ##    ##      ",
    "    ###  ###      ",
    "     ##  ##       ",
    "     ###### ## ## ",
    "   ######## ## ## ",
    " # ######## ## ## ",
    "## ##             ",
    "################  ",
    "  ##############  ",
    "    ##########    ",
];

const fn bitmap(hand: Hand) -> &'static Bitmap {
    match hand {
        Hand::Rock => &ROCK,
        Hand::Paper => &PAPER,
        Hand::Scissors => &SCISSORS,
    }
}

/// The characters of a cell by its two points: none, the upper, the lower, both.
const fn cells(repertoire: Repertoire) -> [char; 4] {
    match repertoire {
        Repertoire::Unicode => [' ', '▀', '▄', '█'],
        Repertoire::CjkSafe => [' ', '⠛', '⣤', '⣿'],
        Repertoire::Ascii => [' ', '"', 'o', '#'],
    }
}

/// The rows of a hand's picture, each point drawn `scale` times across and down.
pub fn rows(hand: Hand, scale: u16, glyphs: &Glyphs) -> Vec<String> {
    let scale = usize::from(scale.max(1));
    let bitmap = bitmap(hand);
    let cells = cells(glyphs.repertoire);
    let point = |x: usize, y: usize| {
        let row = bitmap.get(y / scale).map(|row| row.as_bytes());
        row.and_then(|row| row.get(x / scale)) == Some(&b'#')
    };
    (0..usize::from(HEIGHT) * scale)
        .map(|row| {
            (0..usize::from(WIDTH) * scale)
                .map(|x| {
                    let upper = usize::from(point(x, 2 * row));
                    let lower = usize::from(point(x, 2 * row + 1));
                    cells[upper + 2 * lower]
                })
                .collect()
        })
        .collect()
}

/// Draws a hand with its top left corner at that of `area`.
pub fn draw(
    hand: Hand,
    scale: u16,
    glyphs: &Glyphs,
    style: Style,
    area: Rect,
    buffer: &mut Buffer,
) {
    for (y, row) in (area.y..).zip(rows(hand, scale, glyphs)) {
        write(buffer, area, area.x, y, &row, style);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::glyphs::{ASCII, CJK_SAFE, UNICODE};
    use unicode_width::UnicodeWidthStr as _;

    #[test]
    fn pictures_have_their_size_and_differ() {
        for hand in Hand::ALL {
            assert!(
                bitmap(hand)
                    .iter()
                    .all(|row| row.len() == usize::from(WIDTH))
            );
            for glyphs in [&UNICODE, &CJK_SAFE, &ASCII] {
                for scale in [1, 2] {
                    let rows = rows(hand, scale, glyphs);
                    assert_eq!(rows.len(), usize::from(HEIGHT * scale));
                    for row in &rows {
                        assert_eq!(row.width(), usize::from(WIDTH * scale));
                        assert!(row.chars().all(|it| glyphs.allows(&it.to_string())));
                    }
                }
            }
        }
        let all = Hand::ALL.map(|hand| rows(hand, 1, &UNICODE));
        assert!(all[0] != all[1] && all[1] != all[2] && all[0] != all[2]);
    }
}

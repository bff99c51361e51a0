//! The panes: each file has what one of them shows, and how.

pub mod board;
pub mod breeding;
pub mod coach;
pub mod fitness;
pub mod game;
pub mod guide;
pub mod mismatch;
pub mod panels;
pub mod population;
pub mod status;
pub mod table;
pub mod trace;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Widget as _};
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use super::theme::{Role, Theme};
use super::view::GameView;

const NO_POPULATION: &str = "The first individuals are being born ...";

/// Draws a pane's frame with its name and returns the room inside. A pane in focus has another frame,
/// not only another colour.
pub fn frame(
    area: Rect,
    buffer: &mut Buffer,
    theme: &Theme,
    title: &str,
    focused: bool,
    footer: Option<Line<'_>>,
) -> Rect {
    let (set, role) = if focused {
        (theme.glyphs.border_focused, Role::BorderFocused)
    } else {
        (theme.glyphs.border, Role::Border)
    };
    let mut block = Block::bordered()
        .border_set(set)
        .border_style(theme.style(role))
        .title(Span::styled(format!(" {title} "), theme.style(Role::Title)));
    if let Some(footer) = footer {
        block = block.title_bottom(footer);
    }
    let inner = block.inner(area);
    block.render(area, buffer);
    inner
}

/// Writes `text` at (x, y), cut at the right edge of `area`; nothing outside of it.
pub fn write(buffer: &mut Buffer, area: Rect, x: u16, y: u16, text: &str, style: Style) {
    let area = area.intersection(buffer.area);
    if y >= area.top() && y < area.bottom() && x >= area.left() && x < area.right() {
        buffer.set_stringn(x, y, text, usize::from(area.right() - x), style);
    }
}

/// Writes a line of spans, like [`write()`].
pub fn write_line(buffer: &mut Buffer, area: Rect, x: u16, y: u16, line: &Line<'_>) {
    let area = area.intersection(buffer.area);
    if y >= area.top() && y < area.bottom() && x >= area.left() && x < area.right() {
        buffer.set_line(x, y, line, area.right() - x);
    }
}

/// Rows that what is said of an individual may take.
const SAID_ROWS: usize = 2;

/// Writes what is `said` of an individual at the foot of `area` and returns the room above it. Nothing
/// is written where fewer than `least` rows would be left.
fn foot(said: Option<&str>, least: u16, area: Rect, buffer: &mut Buffer, theme: &Theme) -> Rect {
    let Some(said) = said else { return area };
    let room = usize::from(area.width.saturating_sub(2));
    let mut rows = wrap(said, room);
    if rows.len() > SAID_ROWS {
        let rest = rows.split_off(SAID_ROWS - 1).join(" ");
        rows.push(shorten(&rest, room, theme));
    }
    let height = u16::try_from(rows.len()).unwrap_or(1);
    if area.height < least + height {
        return area;
    }
    let top = area.bottom() - height;
    for (y, row) in (top..).zip(&rows) {
        write(buffer, area, area.x + 1, y, row, theme.style(Role::Strong));
    }
    Rect {
        height: area.height - height,
        ..area
    }
}

/// Columns of a move in a list.
const MOVE: usize = 3;

/// Lists the last moves of `game` that `area` has room for, in whole rows, so that they do not wander as it goes on.
fn list_moves(game: &GameView, area: Rect, buffer: &mut Buffer, theme: &Theme) {
    let moves = &game.moves;
    // Each side has its columns.
    let across = (usize::from(area.width + 1) / MOVE).max(2) & !1;
    let rows = usize::from(area.height);
    let first = moves.len().div_ceil(across).saturating_sub(rows) * across;
    let here = match game.review {
        Some(review) => (review.ply, Role::Chosen),
        None => (moves.len().wrapping_sub(1), Role::Strong),
    };
    for (index, mv) in moves.iter().enumerate().skip(first) {
        let column = u16::try_from(index % across * MOVE).unwrap_or(u16::MAX);
        let row = u16::try_from((index - first) / across).unwrap_or(u16::MAX);
        let role = if index == here.0 { here.1 } else { Role::Text };
        let style = theme.style(role);
        let (x, y) = (area.x.saturating_add(column), area.y.saturating_add(row));
        write(buffer, area, x, y, &mv.to_string(), style);
    }
}

/// Columns that `text` takes.
pub fn columns(text: &str) -> u16 {
    u16::try_from(text.width()).unwrap_or(u16::MAX)
}

/// `text` in rows of at most `room` columns, broken between words; a longer word is cut in pieces.
pub fn wrap(text: &str, room: usize) -> Vec<String> {
    let room = room.max(1);
    let mut rows = vec![String::new()];
    for word in text.split_whitespace() {
        let row = rows.last().map_or(0, |row| row.width());
        if row > 0 && row + 1 + word.width() <= room {
            if let Some(row) = rows.last_mut() {
                row.push(' ');
                row.push_str(word);
            }
            continue;
        }
        if row > 0 {
            rows.push(String::new());
        }
        for letter in word.chars() {
            let width = letter.width().unwrap_or(0);
            match rows.last_mut() {
                Some(row) if row.is_empty() || row.width() + width <= room => row.push(letter),
                _ => rows.push(letter.to_string()),
            }
        }
    }
    rows
}

/// `text` in at most `room` columns, with the mark for what was cut off.
pub fn shorten(text: &str, room: usize, theme: &Theme) -> String {
    if text.width() <= room {
        return text.to_owned();
    }
    let mark = theme.glyphs.ellipsis;
    let mut short = String::new();
    for letter in text.chars() {
        let mut wider = short.clone();
        wider.push(letter);
        if wider.width() + mark.width() > room {
            break;
        }
        short = wider;
    }
    if room > 0 {
        short.push_str(mark);
    }
    short
}

fn seen(first: usize, last: usize, of: usize, dash: &str) -> String {
    format!("{first}{dash}{last} of {of}")
}

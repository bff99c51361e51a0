//! Where dialogs lie, and what is drawn round them.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::{Clear, Widget as _};

use crate::keys::{Action, Direction};
use crate::panes::{columns, frame, wrap, write};
use crate::theme::{Role, Theme};

/// The least size that anything but a message is drawn in.
pub const MINIMUM: (u16, u16) = (30, 15);

/// Says that the terminal is too small for what needs this much.
pub(crate) fn too_small(
    (width, height): (u16, u16),
    area: Rect,
    buffer: &mut Buffer,
    theme: &Theme,
) {
    let columns = (area.width < width).then(|| format!("{width} columns"));
    let rows = (area.height < height).then(|| format!("{height} rows"));
    let needed: Vec<String> = columns.into_iter().chain(rows).collect();
    let text = format!(
        "terminal too small: {}x{} (needs {})",
        area.width,
        area.height,
        needed.join(" and ")
    );
    let rows = wrap(&text, usize::from(area.width));
    let rows = rows.iter().map(|row| (row.as_str(), Role::Text));
    for ((row, role), y) in rows.chain([("q leaves", Role::Dim)]).zip(area.y..) {
        write(buffer, area, area.x, y, row, theme.style(role));
    }
}

/// Where one is after `action`, from row `from` of those up to `end`, `rows` of which are seen at once.
pub(crate) fn scrolled(from: u16, rows: u16, end: u16, action: Action) -> u16 {
    let to = match action {
        Action::Go(Direction::Up) => from.saturating_sub(1),
        Action::Go(Direction::Down) => from + 1,
        Action::Page(Direction::Up) => from.saturating_sub(rows),
        Action::Page(_) => from + rows,
        Action::End(Direction::Up) => 0,
        Action::End(_) => end,
        _ => from,
    };
    to.min(end)
}

/// Where a dialog of this size lies: in the middle, never larger than the screen.
fn middle((width, height): (u16, u16), area: Rect) -> Rect {
    let width = width.min(area.width);
    let height = height.min(area.height);
    Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height) / 2,
        width,
        height,
    }
}

/// The room inside of such a dialog, without the frame and one column of air on either side.
pub(crate) fn inside(size: (u16, u16), area: Rect) -> Rect {
    let place = middle(size, area);
    Rect {
        x: place.x + 2.min(place.width),
        y: place.y + 1.min(place.height),
        width: place.width.saturating_sub(4),
        height: place.height.saturating_sub(2),
    }
}

/// Clears room for a dialog and frames it. Returns the room inside.
pub(crate) fn dialog(
    size: (u16, u16),
    title: &str,
    area: Rect,
    buffer: &mut Buffer,
    theme: &Theme,
) -> Rect {
    let place = middle(size, area);
    Clear.render(place, buffer);
    frame(place, buffer, theme, title, true, None);
    inside(size, area)
}

/// The marks right of `rows` that say that there is more above and below.
pub(crate) fn more(rows: Rect, above: bool, below: bool, buffer: &mut Buffer, theme: &Theme) {
    let last = rows.bottom().saturating_sub(1);
    for (is_more, y, mark) in [(above, rows.y, "^"), (below, last, "v")] {
        if is_more {
            let area = buffer.area;
            write(buffer, area, rows.right(), y, mark, theme.style(Role::Key));
        }
    }
}

/// Columns of the widest line.
pub(crate) fn widest<'a>(lines: impl IntoIterator<Item = &'a str>) -> u16 {
    lines.into_iter().map(columns).max().unwrap_or(0)
}

//! The curve of random games: how often the person wins of games played out at random, move by move.

use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::text::{Line, Span};

use super::view::{View, for_side};
use crate::panes::{columns, frame, shorten, wrap, write};
use crate::plot::Plot;
use crate::theme::Role;
use koteki_games::Side;
use koteki_session::person::thought::RATE_PLAYOUTS;

/// Columns of the numbers on the left and the axis.
const AXIS: u16 = 5;
/// Moves that the plot is wide at least.
const SPAN: usize = 32;

/// Draws the pane; `is_hidden` where the curve would be help.
pub fn render(view: &View<'_>, is_hidden: bool, focused: bool, area: Rect, buffer: &mut Buffer) {
    let theme = view.theme;
    let foot = shorten(
        &rate_foot(view.own, view.is_you(view.own), RATE_PLAYOUTS),
        usize::from(area.width.saturating_sub(4)),
        theme,
    );
    let footer = Line::from(Span::styled(format!(" {foot} "), theme.style(Role::Dim)));
    let inner = frame(
        area,
        buffer,
        theme,
        "Random games won",
        focused,
        Some(footer),
    );
    let room = inner.inner(Margin::new(1, 0));
    let known =
        |(ply, rate): (usize, &Option<f64>)| Some((ply as f64, for_side((*rate)?, view.own)));
    let points: Vec<(f64, f64)> = view.rates.iter().enumerate().filter_map(known).collect();
    if points.is_empty() || room.width <= AXIS || room.height < 3 {
        for (y, row) in (room.y..room.bottom()).zip(wrap(
            if is_hidden {
                "Hidden in a measured game until it is over."
            } else {
                "The curve begins with the first move."
            },
            usize::from(room.width),
        )) {
            write(buffer, room, room.x, y, &row, theme.style(Role::Dim));
        }
        return;
    }
    curve(view, &points, room, buffer);
}

fn curve(view: &View<'_>, points: &[(f64, f64)], room: Rect, buffer: &mut Buffer) {
    let theme = view.theme;
    let numbers = u16::from(room.height >= 6);
    let field = Rect {
        x: room.x + AXIS,
        width: room.width - AXIS,
        height: room.height - numbers,
        ..room
    };
    let axis = theme.style(Role::Axis);
    let across = view.table.line().ply().max(SPAN);
    write(buffer, room, room.x, field.y, "100%", axis);
    let middle = field.y + (field.height - 1) / 2;
    write(buffer, room, room.x, middle, " 50%", axis);
    write(buffer, room, room.x, field.bottom() - 1, "  0%", axis);
    if numbers > 0 {
        write(buffer, room, field.x, field.bottom(), "0", axis);
        let last = across.to_string();
        let x = field.right().saturating_sub(columns(&last));
        write(buffer, room, x, field.bottom(), &last, axis);
        let title = "move";
        let x = field.x + field.width.saturating_sub(columns(title)) / 2;
        write(buffer, room, x, field.bottom(), title, axis);
    }
    let mut plot = Plot::new(field, (0.0, across as f64), (0.0, 1.0), theme.glyphs.dots);
    for cell in (0..field.width).step_by(2) {
        let part = (f64::from(cell) + 0.5) / f64::from(field.width);
        plot.line([(across as f64 * part, 0.5)], '-', axis);
    }
    plot.line(points.iter().copied(), '*', theme.style(Role::Curve(0)));
    let shown = points.iter().find(|point| point.0 == view.ply as f64);
    if let Some(&point) = shown {
        let mark = theme.glyphs.discs[0][0][0].chars().next().unwrap_or('X');
        plot.mark(point, mark, theme.style(Role::Strong));
    }
    plot.render(buffer);
}

fn rate_foot(side: Side, you: bool, playouts: u32) -> String {
    let whose = if you {
        "your".to_owned()
    } else {
        format!("{side}'s")
    };
    format!("{whose} wins in {playouts} random games")
}

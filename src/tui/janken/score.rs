//! The score curve beside what chance does.

use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};

use super::view::View;
use crate::janken::words;
use crate::panes::{columns, frame, shorten, wrap, write};
use crate::plot::Plot;
use crate::theme::Role;
use koteki_janken::score::{band, count_band};
use koteki_session::janken::Length;

/// Columns of the numbers on the left and the axis.
const AXIS: u16 = 6;
/// Points that are drawn at most: more would fall on one another.
const POINTS: usize = 1000;

/// Rounds that the plot is wide.
fn span(played: u32, length: Length) -> u32 {
    let steps = [20_u32, 50, 100];
    let fits = (0..8)
        .flat_map(|power| steps.map(|step| 10_u32.pow(power).saturating_mul(step)))
        .filter(|&step| step >= played)
        .min()
        .unwrap_or(u32::MAX);
    match length {
        Length::Rounds(rounds) => fits.min(rounds.max(played)).max(1),
        _ => fits,
    }
}

/// Draws the pane.
pub fn render(view: &View<'_>, focused: bool, area: Rect, buffer: &mut Buffer) {
    let theme = view.theme;
    let inner = frame(area, buffer, theme, "Score", focused, None);
    let room = inner.inner(Margin::new(1, 0));
    if room.is_empty() {
        return;
    }
    let score = view.game.score();
    let rounds = score.rounds();
    if rounds == 0 {
        let rows = wrap(
            "The curve begins with the first round.",
            usize::from(room.width),
        );
        for (y, row) in (room.y..room.bottom()).zip(&rows) {
            write(buffer, room, room.x, y, row, theme.style(Role::Dim));
        }
        return;
    }
    let mut lines = Vec::new();
    let counts = format!(
        "won {}  drawn {}  lost {}",
        score.wins, score.draws, score.losses
    );
    let within = count_band(rounds);
    let chance = format!(
        "by chance: {:.0}{}{:.0} of each",
        within.low.ceil(),
        theme.glyphs.dash,
        within.high.floor()
    );
    if columns(&counts) + 3 + columns(&chance) <= room.width {
        lines.push(format!("{counts}   {chance}"));
    } else {
        lines.extend([counts, chance]);
    }
    lines.push(net_band(score.net(), band(rounds)));
    let height = u16::try_from(lines.len()).unwrap_or(0).min(room.height);
    let top = room.bottom() - height;
    for (y, line) in (top..).zip(&lines) {
        let line = shorten(line, usize::from(room.width), theme);
        write(buffer, room, room.x, y, &line, theme.style(Role::Text));
    }
    let field = Rect {
        height: room.height - height,
        ..room
    };
    if field.height >= 3 {
        curve(view, field, buffer);
    }
}

fn curve(view: &View<'_>, area: Rect, buffer: &mut Buffer) {
    let theme = view.theme;
    let played = view.game.played();
    let rounds = view.game.score().rounds();
    let across = span(rounds, view.game.setup().length);
    let numbers = u16::from(area.height >= 6);
    let field = Rect {
        x: area.x + AXIS.min(area.width),
        width: area.width.saturating_sub(AXIS),
        height: area.height - numbers,
        ..area
    };
    if field.is_empty() {
        return;
    }
    let nets = played.iter().scan(0_i32, |net, played| {
        *net += played.round.outcome().score();
        Some(*net)
    });
    let points: Vec<(f64, f64)> = std::iter::once(0)
        .chain(nets)
        .enumerate()
        .map(|(round, net)| (round as f64, f64::from(net)))
        .collect();
    let step = points.len().div_ceil(POINTS).max(1);
    let highest = points
        .iter()
        .fold(3.0, |most: f64, it| most.max(it.1.abs()));
    let top = highest.max(band(across)).ceil();
    let axis = theme.style(Role::Axis);
    let label = |value: f64| format!("{value:>+4.0}");
    write(buffer, area, area.x, field.y, &label(top), axis);
    let middle = field.y + (field.height - 1) / 2;
    write(buffer, area, area.x, middle, "   0", axis);
    write(buffer, area, area.x, field.bottom() - 1, &label(-top), axis);
    for row in field.rows() {
        write(buffer, area, area.x + 5, row.y, theme.glyphs.axis[1], axis);
    }
    if numbers > 0 {
        write(buffer, area, field.x, field.bottom(), "0", axis);
        let last = across.to_string();
        let x = field.right().saturating_sub(columns(&last)).max(field.x);
        write(buffer, area, x, field.bottom(), &last, axis);
    }
    let mut plot = Plot::new(
        field,
        (0.0, f64::from(across)),
        (-top, top),
        theme.glyphs.dots,
    );
    // The zero line is dotted, so that a curve on it is seen.
    for cell in (0..field.width).step_by(2) {
        let part = (f64::from(cell) + 0.5) / f64::from(field.width);
        plot.line(
            [(f64::from(across) * part, 0.0)],
            '-',
            theme.style(Role::Axis),
        );
    }
    for sign in [-1.0, 1.0] {
        let edge = (0..=120).map(|part| {
            let round = f64::from(across) * f64::from(part) / 120.0;
            // The band grows with the root of the rounds; a part of one is only a point of its edge.
            (round, sign * band(1) * round.sqrt())
        });
        plot.line(edge, '.', theme.style(Role::Axis));
    }
    let last = points.last().copied();
    let line = points.iter().copied().step_by(step).chain(last);
    plot.line(line, '*', theme.style(Role::Curve(0)));
    plot.render(buffer);
}

fn net_band(net: i64, band: f64) -> String {
    let reach = band.floor();
    format!(
        "net {net:+}, {} (-{reach} to +{reach})",
        words::verdict(net, band)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plot_is_as_wide_as_it_has_to_be() {
        assert_eq!(span(3, Length::Rounds(5)), 5);
        assert_eq!(span(3, Length::Rounds(100)), 20);
        assert_eq!(span(51, Length::Rounds(100)), 100);
        assert_eq!(span(3, Length::Rounds(1000)), 20);
        assert_eq!(span(501, Length::Rounds(700)), 700);
        assert_eq!(span(20, Length::Endless), 20);
        assert_eq!(span(21, Length::FirstTo(10)), 50);
        assert_eq!(span(2001, Length::Endless), 5000);
        assert_eq!(span(600_000, Length::Endless), 1_000_000);
    }
}

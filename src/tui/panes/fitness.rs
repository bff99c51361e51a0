//! The fitness curves: how the population changes from cycle to cycle.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::population::BAND;
use super::{columns, frame, wrap, write, write_line};
use crate::glyphs::Dots;
use crate::plot::Plot;
use crate::theme::{Role, Theme};
use koteki_rivals::evolve::snapshot::{CurvePoint, Snapshot};

/// What the help says of it.
pub(crate) const ABOUT: &str = "  Fitness: best and mean fitness for the win rate (1 is exactly \
     level), mean win rate, mean similarity, and how far apart the individuals are. A curve that \
     rises above 1 is drawn as a part of its highest value, which stands behind the stroke. \
     Hatched: the win rates of the middle half; dotted: 0.4 and 0.6, between which a win rate \
     counts as level.";

/// Columns of the legend, with a free one on either side.
const LEGEND: u16 = 24;
/// Columns of the numbers on the left.
const AXIS: u16 = 2;

/// A curve: its letter, what it takes from a point, its colour.
struct Curve {
    letter: char,
    name: &'static str,
    value: fn(&CurvePoint) -> f64,
    color: usize,
}

const CURVES: [Curve; 5] = [
    Curve {
        letter: 'b',
        name: "best f_wr",
        value: |point| point.best_f_wr,
        color: 0,
    },
    Curve {
        letter: 'm',
        name: "mean f_wr",
        value: |point| point.mean_f_wr,
        color: 1,
    },
    Curve {
        letter: 'w',
        name: "win rate",
        value: |point| point.mean_win_rate,
        color: 2,
    },
    Curve {
        letter: 's',
        name: "mean f_sim",
        value: |point| point.mean_f_sim,
        color: 3,
    },
    Curve {
        letter: 'd',
        name: "spread",
        value: |point| point.spread,
        color: 4,
    },
];

/// The pane.
pub struct FitnessView<'a> {
    /// The latest state of the breeding; `None` before the first.
    pub snapshot: Option<&'a Snapshot>,
    /// The look.
    pub theme: &'a Theme,
    /// Whether the pane has the focus.
    pub focused: bool,
}

impl Widget for FitnessView<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let curves: Vec<CurvePoint> = self
            .snapshot
            .map_or(&[][..], |snapshot| &snapshot.curves)
            .iter()
            .copied()
            .filter(|point| point.cycle.is_finite())
            .collect();
        // What finds no row in a low pane stands in its frame.
        let rows = usize::from(area.height.saturating_sub(2));
        let rest: Vec<Span<'_>> = CURVES
            .iter()
            .skip(rows)
            .flat_map(|curve| {
                let top = top(&curves, curve);
                curves.last().map(|now| entry(curve, now, top, self.theme))
            })
            .flatten()
            .chain([Span::raw(" ")])
            .collect();
        let footer = (rest.len() > 1).then(|| Line::from(rest).right_aligned());
        let inner = frame(area, buffer, self.theme, "Fitness", self.focused, footer);
        if inner.is_empty() {
            return;
        }
        if curves.is_empty() {
            let style = self.theme.style(Role::Dim);
            let lines = wrap(
                "Curves begin with the first complete cycle.",
                usize::from(inner.width.saturating_sub(2)),
            );
            for (y, line) in (inner.y..inner.bottom()).zip(lines) {
                write(buffer, inner, inner.x + 1, y, &line, style);
            }
            return;
        }
        let legend = if inner.width >= LEGEND + 18 {
            LEGEND
        } else {
            0
        };
        let field = Rect {
            width: inner.width - legend,
            ..inner
        };
        self.plot(&curves, field, buffer);
        let column = Rect {
            x: field.right(),
            width: legend,
            ..inner
        };
        self.legend(&curves, column, buffer);
    }
}

/// The top of a curve's axis: 1, or its own largest value when that is more.
fn top(curves: &[CurvePoint], curve: &Curve) -> f64 {
    curves
        .iter()
        .map(curve.value)
        .filter(|value| value.is_finite())
        .fold(1.0, f64::max)
}

impl FitnessView<'_> {
    fn plot(&self, curves: &[CurvePoint], area: Rect, buffer: &mut Buffer) {
        let theme = self.theme;
        let numbers = u16::from(area.height >= 4);
        let field = Rect {
            x: area.x + AXIS.min(area.width),
            width: area.width.saturating_sub(AXIS),
            height: area.height - numbers,
            ..area
        };
        if field.is_empty() {
            return;
        }
        let (first, last) = (curves[0].cycle, curves[curves.len() - 1].cycle);
        let across = (first, if last > first { last } else { first + 1.0 });
        let axis = theme.style(Role::Axis);
        write(buffer, area, area.x, field.y, "1", axis);
        write(buffer, area, area.x, field.bottom() - 1, "0", axis);
        for row in field.rows() {
            write(buffer, area, area.x + 1, row.y, theme.glyphs.axis[1], axis);
        }
        if numbers > 0 {
            let last = cycle_label(last);
            write(
                buffer,
                area,
                field.x,
                field.bottom(),
                &cycle_label(first),
                axis,
            );
            let x = field.right().saturating_sub(columns(&last)).max(field.x);
            write(buffer, area, x, field.bottom(), &last, axis);
        }
        let mut plot = Plot::new(field, across, (0.0, 1.0), theme.glyphs.dots);
        // Beneath the curves: the win rates of the middle half, and those that count as level.
        let middle: Vec<(f64, f64, f64)> = curves
            .iter()
            .map(|point| {
                let (low, high) = point.win_rate_quartiles;
                (point.cycle, low, high)
            })
            .collect();
        plot.band(&middle, '.', theme.style(Role::Axis));
        for edge in [BAND.0, BAND.1] {
            // Dotted: a point in every second cell.
            let cells = usize::from(field.width) / 2;
            for cell in 0..cells {
                let part = (cell as f64 + 0.5) / cells as f64;
                let at = (across.0 + (across.1 - across.0) * part, edge);
                plot.line([at], '.', theme.style(Role::Unsure));
            }
        }
        // The most important last: where curves cross, the last one drawn is seen.
        for curve in CURVES.iter().rev() {
            let top = top(curves, curve);
            let points = curves
                .iter()
                .map(|point| (point.cycle, (curve.value)(point) / top));
            plot.line(points, curve.letter, theme.style(Role::Curve(curve.color)));
        }
        // Each ends in its letter, so that they are told apart without colour.
        if let Some(end) = curves.last().filter(|_| theme.glyphs.dots == Dots::Braille) {
            for curve in CURVES.iter().rev() {
                let at = (end.cycle, (curve.value)(end) / top(curves, curve));
                plot.mark(at, curve.letter, theme.style(Role::Curve(curve.color)));
            }
        }
        plot.render(buffer);
    }

    fn legend(&self, curves: &[CurvePoint], area: Rect, buffer: &mut Buffer) {
        let theme = self.theme;
        let Some(now) = curves.last() else {
            return;
        };
        for (row, curve) in (0u16..).zip(&CURVES) {
            let top = top(curves, curve);
            let line = Line::from(entry(curve, now, top, theme).to_vec());
            write_line(buffer, area, area.x + 2, area.y + row, &line);
        }
    }
}

/// A curve in the legend: its letter, its name, where it is now; behind a stroke what the top of the
/// axis means for it, when that is not 1.
fn entry(curve: &Curve, now: &CurvePoint, top: f64, theme: &Theme) -> [Span<'static>; 4] {
    let value = (curve.value)(now);
    let number = if !value.is_finite() {
        theme.glyphs.dash.to_owned()
    } else if value.abs() < 100.0 {
        format!("{value:.2}")
    } else {
        format!("{value:.0e}")
    };
    [
        Span::styled(
            curve.letter.to_string(),
            theme.style(Role::Curve(curve.color)),
        ),
        Span::styled(format!(" {:<10}", curve.name), theme.style(Role::Dim)),
        Span::styled(format!("{number:>5}"), theme.style(Role::Text)),
        Span::styled(
            match top {
                top if top <= 1.0 || !top.is_finite() => String::new(),
                top if top < 100.0 => format!("/{top:.1}"),
                top => format!("/{top:.0e}"),
            },
            theme.style(Role::Dim),
        ),
    ]
}

fn cycle_label(cycle: f64) -> String {
    format!("cycle {cycle:.0}")
}

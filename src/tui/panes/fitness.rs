//! The fitness curves: how the population changes from cycle to cycle. In a small pane what is most looked at, the
//! win rate and the best; enlarged the same four plots as in the figure that `koteki export` writes.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::panels::{self, Key};
use super::{frame, wrap, write};
use crate::theme::{Role, Theme};
use koteki_rivals::evolve::snapshot::{CurvePoint, Snapshot};
use koteki_session::watch::figures::{At, LEVEL, curves, in_short};

/// What the help says of it: a line for each thing that it shows.
pub(crate) const ABOUT: &[&str] = &[
    "  Fitness: the population from cycle to cycle. In a small pane the two curves that are most looked at, enlarged (z) \
     four plots; there left and right go from cycle to cycle and say the values. In a run that is watched + shows fewer \
     cycles round that one, through which left and right then go, and - more.",
    "  f_wr   fitness for the win rate: the nearer to 1 the surer it is that that is one half",
    "  b best   the highest f_wr of an individual",
    "  w win rate   mean of the individuals' latest evaluations, against a player of the level they are bred for",
    "  0.4-0.6   (dotted) between these win rates an individual counts as level",
    "  middle half   (hatched) half of the individuals are in there, a quarter above and beneath",
    "  f_sim   how alike the individuals are: the lower, the more they differ",
    "  spread   how far two individuals are from each other on average, in log10 weights",
];

/// The pane.
pub struct FitnessView<'a> {
    /// The latest state of the breeding; `None` before the first.
    pub snapshot: Option<&'a Snapshot>,
    /// The cycle whose values are said; `None` for the last.
    pub cycle: Option<f64>,
    /// How many times the axis of the cycles is stretched to twice its length.
    pub stretched: u32,
    /// The look.
    pub theme: &'a Theme,
    /// Whether the pane has the focus.
    pub focused: bool,
}

/// The points of the curves that can be drawn.
pub fn points(snapshot: &Snapshot) -> Vec<CurvePoint> {
    let all = snapshot.curves.iter().copied();
    all.filter(|point| point.cycle.is_finite()).collect()
}

/// The point at `cycle`, or the nearest.
fn nearest(points: &[CurvePoint], cycle: f64) -> Option<usize> {
    let far = |at: &usize| (points[*at].cycle - cycle).abs();
    (0..points.len()).min_by(|a, b| far(a).total_cmp(&far(b)))
}

/// The cycle before (left) or after `cycle`; `None` behind the last one, which is the latest.
pub fn step(points: &[CurvePoint], cycle: Option<f64>, right: bool) -> Option<f64> {
    let last = points.len().checked_sub(1)?;
    let now = cycle.and_then(|it| nearest(points, it)).unwrap_or(last);
    let next = if right {
        now + 1
    } else {
        now.saturating_sub(1)
    };
    (next < last).then(|| points[next].cycle)
}

/// How many cycles are drawn at least.
const LEAST: usize = 8;

/// Whether the axis of these points can be stretched once more.
pub fn is_stretchable(points: &[CurvePoint], stretched: u32) -> bool {
    points.len() >> stretched > LEAST
}

/// What is drawn of the points where the axis is stretched: as many to both sides of the one that is `shown`.
fn part(points: &[CurvePoint], stretched: u32, shown: usize) -> &[CurvePoint] {
    let count = (points.len() >> stretched).max(LEAST).min(points.len());
    let from = shown.saturating_sub(count / 2).min(points.len() - count);
    &points[from..from + count]
}

impl Widget for FitnessView<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let points = self.snapshot.map_or_else(Vec::new, points);
        let theme = self.theme;
        let shown = match self.cycle {
            Some(cycle) => nearest(&points, cycle),
            None => points.len().checked_sub(1),
        };
        let drawn = shown.map_or(&[][..], |it| part(&points, self.stretched, it));
        let at: Vec<At> = drawn.iter().map(At::of_point).collect();
        let room = usize::from(area.width.saturating_sub(4));
        let is_large = panels::is_room(Rect {
            height: area.height.saturating_sub(2),
            ..area
        });
        let footer = shown.map(|it| {
            let point = &points[it];
            if is_large {
                let text = values(point, room, theme);
                Line::styled(format!(" {text} "), theme.style(Role::Text))
            } else {
                Line::from(self.short(point, room)).right_aligned()
            }
        });
        let inner = frame(area, buffer, theme, "Fitness", self.focused, footer);
        if inner.is_empty() {
            return;
        }
        if points.is_empty() {
            let style = theme.style(Role::Dim);
            let lines = wrap(
                "Curves begin with the first complete cycle.",
                usize::from(inner.width.saturating_sub(2)),
            );
            for (y, line) in (inner.y..inner.bottom()).zip(lines) {
                write(buffer, inner, inner.x + 1, y, &line, style);
            }
            return;
        }
        let cursor = self.cycle.and(shown).map(|it| points[it].cycle);
        if is_large {
            panels::render(&curves(&at), Key::Names, cursor, inner, buffer, theme);
        } else {
            let ticks = [LEVEL.0, LEVEL.1, 1.0, 0.0, 0.8, 0.2];
            let panel = in_short(&at);
            panels::field(&panel, &ticks, cursor, inner, buffer, theme);
        }
    }
}

impl FitnessView<'_> {
    /// The values of a small pane, each behind the letter of its curve.
    fn short(&self, point: &CurvePoint, room: usize) -> Vec<Span<'static>> {
        let theme = self.theme;
        let mut spans = vec![Span::raw(" ")];
        if self.cycle.is_some() && room >= 46 {
            let text = format!("cycle {:.0}: ", point.cycle);
            spans.push(Span::styled(text, theme.style(Role::Strong)));
        }
        for (letter, name, value, curve) in [
            ("w", "win rate", point.mean_win_rate, 3),
            ("b", "best f_wr", point.best_f_wr, 0),
        ] {
            spans.push(Span::styled(letter, theme.style(Role::Curve(curve))));
            spans.push(Span::styled(format!(" {name} "), theme.style(Role::Dim)));
            let value = number(value, theme) + " ";
            spans.push(Span::styled(value, theme.style(Role::Text)));
        }
        spans
    }
}

/// The values of a cycle, as many as have room; where the win rates of the middle half are between comes last.
fn values(point: &CurvePoint, room: usize, theme: &Theme) -> String {
    let number = |value| number(value, theme);
    let (low, high) = point.win_rate_quartiles;
    let half = format!(" ({}{}{})", number(low), theme.glyphs.dash, number(high));
    let said = |half: &str| {
        [
            format!(
                "cycle {:.0}: f_wr {} (best {})",
                point.cycle,
                number(point.mean_f_wr),
                number(point.best_f_wr)
            ),
            format!(", win rate {}{half}", number(point.mean_win_rate)),
            format!(", f_sim {}", number(point.mean_f_sim)),
            format!(", spread {}", number(point.spread)),
        ]
    };
    let whole = said(&half).concat();
    if whole.chars().count() <= room {
        return whole;
    }
    let mut text = String::new();
    for part in said("") {
        if text.chars().count() + part.chars().count() > room {
            break;
        }
        text += &part;
    }
    text
}

fn number(value: f64, theme: &Theme) -> String {
    match value {
        value if !value.is_finite() => theme.glyphs.dash.to_owned(),
        value => panels::short(value),
    }
}

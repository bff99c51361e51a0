//! The record of a run as pictures: the figures of ch. 6.

use super::export::{Moment, Record, letter_of, strength};
use super::svg::{Axis, Mark, Panel, Shape, figure};
use koteki_record::run::{Individual, Point};
use koteki_rivals::evolve::snapshot::CurvePoint;

impl Record {
    /// What a figure is of.
    fn of(&self) -> String {
        let settings = &self.header.settings;
        format!(
            "{}, seed {}: {} individuals, β = {}, against {}, D {}",
            self.header.provenance.program,
            self.header.seed,
            settings.population,
            settings.beta,
            settings.opponent,
            self.moments.last().map_or(settings.target, |it| it.target),
        )
    }

    /// The last population in weight space: every pair of genes, log10 both ways (the figures of
    /// §6.4.4); empty without a moment.
    pub fn scatter_svg(&self) -> String {
        let genes = self.genes();
        let Some(moment) = self.moments.last() else {
            return String::new();
        };
        let axis = |name: &str| {
            let limits = self.header.settings.genes.get(name).map(|it| it.limits);
            let [low, high] = limits.unwrap_or([1, 10_000]);
            Axis {
                label: format!("weight of {name} (log)"),
                range: (f64::from(low), f64::from(high)),
                log: true,
            }
        };
        let mut panels = Vec::new();
        for (index, &(x, name)) in genes.iter().enumerate() {
            for &(y, other) in &genes[index + 1..] {
                panels.push(Panel {
                    title: format!("{name} × {other}"),
                    x: axis(name),
                    y: axis(other),
                    shapes: moment.dots(x, y),
                });
            }
        }
        let when = if moment.is_choice {
            "after the test".to_owned()
        } else {
            format!("after cycle {}", moment.cycle)
        };
        let notes = [
            self.of(),
            format!(
                "{when}, {} games of the run. Filled: the 95 % interval of the win rate lies within 0.4-0.6; \
                 ring: it holds one half; triangles: too strong (up), too weak (down).",
                moment.games
            ),
        ];
        figure("The population in weight space", &notes, &panels, 3)
    }

    /// The curves over the cycles (the figures of §6.4.3); empty without a cycle.
    pub fn curves_svg(&self) -> String {
        let cycles = self.moments.iter().filter(|it| !it.is_choice);
        let points: Vec<At> = cycles.map(At::of_moment).collect();
        if points.is_empty() {
            return String::new();
        }
        figure(
            "The population from cycle to cycle",
            &[self.of()],
            &curves(&points),
            2,
        )
    }
}

/// The population after a cycle, in the numbers that the curves show; what is not known is no number.
#[derive(Clone, Copy, Debug)]
pub struct At {
    /// Cycles since the run began.
    pub cycle: f64,
    /// The numbers.
    pub point: CurvePoint,
    /// Quartiles of f_wr over the individuals.
    pub f_wr_quartiles: Option<(f64, f64)>,
    /// Those of the win rate.
    pub win_rate_quartiles: Option<(f64, f64)>,
}

impl At {
    /// As a screen has it, without the quartiles of f_wr.
    pub const fn of_point(point: &CurvePoint) -> Self {
        Self {
            cycle: point.cycle,
            point: *point,
            f_wr_quartiles: None,
            win_rate_quartiles: Some(point.win_rate_quartiles),
        }
    }

    fn of_moment(moment: &Moment) -> Self {
        let of = |value: fn(&Point) -> f64| moment.point.as_ref().map_or(f64::NAN, value);
        let win_rate_quartiles = moment.win_rate_quartiles();
        Self {
            cycle: moment.cycle as f64,
            point: CurvePoint {
                cycle: moment.cycle as f64,
                best_f_wr: of(|it| it.best_f_wr),
                mean_f_wr: of(|it| it.mean_f_wr),
                mean_f_sim: of(|it| it.mean_f_sim),
                mean_win_rate: of(|it| it.mean_win_rate),
                win_rate_quartiles: win_rate_quartiles.unwrap_or((f64::NAN, f64::NAN)),
                spread: of(|it| it.spread),
            },
            f_wr_quartiles: moment.f_wr_quartiles(),
            win_rate_quartiles,
        }
    }
}

/// The win rates that count as level (Ueda 2012, §6.4.4).
pub const LEVEL: (f64, f64) = (0.4, 0.6);

/// Colours that stand for runs which are set against each other, in turn.
pub const COLORS: [&str; 5] = ["#e69f00", "#0072b2", "#00b083", "#cc79a7", "#555555"];

/// From the first cycle to the last.
fn cycles_axis<'a>(points: impl Iterator<Item = &'a At>) -> Axis {
    let ends = points.map(|it| it.cycle).map(|it| (it, it));
    let ends = ends.reduce(|(first, last), (it, _)| (first.min(it), last.max(it)));
    let (first, last) = ends.unwrap_or((0.0, 1.0));
    Axis {
        label: "cycle".to_owned(),
        range: (first, last.max(first + 1.0)),
        log: false,
    }
}

fn unit_axis(label: &str) -> Axis {
    Axis {
        label: label.to_owned(),
        range: (0.0, 1.0),
        log: false,
    }
}

/// The win rates that count as level, all along the axis `x`.
fn level_band(x: &Axis) -> Shape {
    let (low, high) = LEVEL;
    let (first, last) = x.range;
    Shape::Band {
        points: vec![(first, low, high), (last, low, high)],
        color: "#00b083",
        name: "0.4-0.6".to_owned(),
    }
}

fn line(points: &[At], value: fn(&CurvePoint) -> f64, color: &'static str, name: &str) -> Shape {
    let points = points.iter().map(|it| (it.cycle, value(&it.point)));
    Shape::Line {
        points: points.filter(|(_, value)| value.is_finite()).collect(),
        color,
        name: name.to_owned(),
    }
}

/// The panels of f_wr, win rate, similarity (where it is known) and spread, in this order, with what is drawn in each.
fn panels(points: &[&[At]], shapes: [Vec<Shape>; 4]) -> Vec<Panel> {
    let all = || points.iter().flat_map(|it| it.iter());
    let x = cycles_axis(all());
    let similar = || {
        all()
            .map(|it| it.point.mean_f_sim)
            .filter(|it| it.is_finite() && *it > 0.0)
    };
    let low = similar().fold(f64::INFINITY, f64::min);
    let high = similar().fold(0.0, f64::max);
    let spread = all().map(|it| it.point.spread).fold(0.0, f64::max);
    let power = |value: f64, round: fn(f64) -> f64| libm::pow(10.0, round(libm::log10(value)));
    let [f_wr, mut win_rate, f_sim, apart] = shapes;
    win_rate.insert(0, level_band(&x));
    let panel = |title: &str, y: Axis, shapes: Vec<Shape>| Panel {
        title: title.to_owned(),
        x: x.clone(),
        y,
        shapes,
    };
    let mut panels = vec![
        panel(
            "Fitness for the win rate",
            unit_axis("f_wr (1 = exactly level)"),
            f_wr,
        ),
        panel(
            "Win rate against the opponent",
            unit_axis("win rate (wins + draws/2, over games)"),
            win_rate,
        ),
    ];
    if low.is_finite() && high > 0.0 {
        let y = Axis {
            label: "mean f_sim (lower = less alike)".to_owned(),
            range: (power(low, libm::floor), power(high * 1.000_001, libm::ceil)),
            log: true,
        };
        panels.push(panel("Similarity", y, f_sim));
    }
    let y = Axis {
        label: "mean distance in log10 weights".to_owned(),
        range: (0.0, if spread > 0.0 { spread * 1.1 } else { 1.0 }),
        log: false,
    };
    panels.push(panel("Spread", y, apart));
    panels
}

/// The curves of a run as panels.
pub fn curves(points: &[At]) -> Vec<Panel> {
    let band = |value: fn(&At) -> Option<(f64, f64)>, color| {
        let known = points.iter().filter_map(|it| {
            let (low, high) = value(it)?;
            Some((it.cycle, low, high))
        });
        let points: Vec<(f64, f64, f64)> = known.collect();
        (!points.is_empty()).then(|| Shape::Band {
            points,
            color,
            name: "middle half of the individuals".to_owned(),
        })
    };
    let mut f_wr: Vec<Shape> = band(|it| it.f_wr_quartiles, "#56b4e9")
        .into_iter()
        .collect();
    f_wr.push(line(points, |it| it.best_f_wr, "#e69f00", "best"));
    f_wr.push(line(points, |it| it.mean_f_wr, "#0072b2", "mean"));
    let mut win_rate: Vec<Shape> = band(|it| it.win_rate_quartiles, "#cc79a7")
        .into_iter()
        .collect();
    win_rate.push(line(points, |it| it.mean_win_rate, "#cc79a7", "mean"));
    let f_sim = vec![line(points, |it| it.mean_f_sim, "#d55e00", "")];
    let apart = vec![line(points, |it| it.spread, "#555555", "")];
    panels(&[points], [f_wr, win_rate, f_sim, apart])
}

/// What is most looked at, in one panel: the win rate between those that count as level, and the best fitness for it.
pub fn in_short(points: &[At]) -> Panel {
    let x = cycles_axis(points.iter());
    Panel {
        title: String::new(),
        y: unit_axis(""),
        shapes: vec![
            level_band(&x),
            line(points, |it| it.best_f_wr, "#e69f00", "best"),
            line(points, |it| it.mean_win_rate, "#cc79a7", "win rate"),
        ],
        x,
    }
}

/// The curves of several runs over one another: of each its mean f_wr, win rate, similarity and spread, under its name.
pub fn against_each_other(runs: &[(String, Vec<At>)]) -> Vec<Panel> {
    let lines = |value: fn(&CurvePoint) -> f64| -> Vec<Shape> {
        let runs = runs.iter().zip(COLORS.iter().cycle());
        runs.map(|((name, points), color)| line(points, value, color, name))
            .collect()
    };
    let points: Vec<&[At]> = runs.iter().map(|(_, points)| points.as_slice()).collect();
    let shapes = [
        lines(|it| it.mean_f_wr),
        lines(|it| it.mean_win_rate),
        lines(|it| it.mean_f_sim),
        lines(|it| it.spread),
    ];
    panels(&points, shapes)
}

impl Moment {
    /// The individuals as marks, the rivals on top.
    fn dots(&self, x: usize, y: usize) -> Vec<Shape> {
        let mut individuals: Vec<&Individual> = self.individuals.iter().collect();
        individuals.sort_by_key(|it| self.rivals.contains(&it.id));
        individuals
            .into_iter()
            .filter_map(|it| {
                let (&across, &up) = (it.weights.get(x)?, it.weights.get(y)?);
                let (rate, low, high) = strength(it);
                let (mark, color) = match (low, high) {
                    (Some(low), Some(high)) if low >= 0.4 && high <= 0.6 => (Mark::Disc, "#00b083"),
                    (Some(low), _) if low > 0.5 => (Mark::Up, "#d55e00"),
                    (_, Some(high)) if high < 0.5 => (Mark::Down, "#56b4e9"),
                    (Some(_), _) => (Mark::Ring, "#00b083"),
                    _ => (Mark::Ring, "#999999"),
                };
                let letter = self.rivals.iter().position(|&id| id == it.id);
                Some(Shape::Dot {
                    at: (f64::from(across), f64::from(up)),
                    mark,
                    color,
                    letter: letter.map_or_else(String::new, letter_of),
                    note: format!(
                        "individual {}: {} games, win rate {} ({} to {})",
                        it.id,
                        it.games,
                        shown(rate),
                        shown(low),
                        shown(high)
                    ),
                })
            })
            .collect()
    }
}

fn shown(value: Option<f64>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| format!("{value:.3}"))
}

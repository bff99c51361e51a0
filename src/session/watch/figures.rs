//! The record of a run as pictures: the figures of ch. 6.

use super::export::{Moment, Record, letter_of, strength};
use super::svg::{Axis, Mark, Panel, Shape, figure};
use koteki_record::run::{Individual, Point};

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
            "after the retest".to_owned()
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
        let cycles: Vec<&Moment> = self.moments.iter().filter(|it| !it.is_choice).collect();
        let Some(last) = cycles.last().map(|it| it.cycle as f64) else {
            return String::new();
        };
        let x = || Axis {
            label: "cycle".to_owned(),
            range: (0.0, last.max(1.0)),
            log: false,
        };
        let unit = |label: &str| Axis {
            label: label.to_owned(),
            range: (0.0, 1.0),
            log: false,
        };
        let line = |value: &dyn Fn(&Point) -> f64, color, name: &str| Shape::Line {
            points: cycles
                .iter()
                .filter_map(|it| Some((it.cycle as f64, value(&it.point?))))
                .collect(),
            color,
            name: name.to_owned(),
        };
        let band = |value: &dyn Fn(&Moment) -> Option<(f64, f64)>, color| Shape::Band {
            points: cycles
                .iter()
                .filter_map(|it| {
                    let (low, high) = value(it)?;
                    Some((it.cycle as f64, low, high))
                })
                .collect(),
            color,
            name: "middle half of the individuals".to_owned(),
        };
        let level = Shape::Band {
            points: vec![(0.0, 0.4, 0.6), (last.max(1.0), 0.4, 0.6)],
            color: "#00b083",
            name: "0.4-0.6".to_owned(),
        };
        let similar: Vec<f64> = cycles
            .iter()
            .filter_map(|it| it.point.map(|point| point.mean_f_sim))
            .filter(|value| value.is_finite() && *value > 0.0)
            .collect();
        let low = similar.iter().copied().fold(f64::INFINITY, f64::min);
        let high = similar.iter().copied().fold(0.0, f64::max);
        let spread = cycles
            .iter()
            .filter_map(|it| it.point.map(|point| point.spread))
            .fold(0.0, f64::max);
        let mut panels = vec![
            Panel {
                title: "Fitness for the win rate".to_owned(),
                x: x(),
                y: unit("f_wr (1 = exactly level)"),
                shapes: vec![
                    band(&Moment::f_wr_quartiles, "#56b4e9"),
                    line(&|it| it.best_f_wr, "#e69f00", "best"),
                    line(&|it| it.mean_f_wr, "#0072b2", "mean"),
                ],
            },
            Panel {
                title: "Win rate against the opponent".to_owned(),
                x: x(),
                y: unit("win rate (wins + draws/2, over games)"),
                shapes: vec![
                    level,
                    band(&Moment::win_rate_quartiles, "#cc79a7"),
                    line(&|it| it.mean_win_rate, "#cc79a7", "mean"),
                ],
            },
        ];
        if low.is_finite() && high > 0.0 {
            let power =
                |value: f64, round: fn(f64) -> f64| libm::pow(10.0, round(libm::log10(value)));
            let ends = (power(low, libm::floor), power(high * 1.000_001, libm::ceil));
            panels.push(Panel {
                title: "Similarity".to_owned(),
                x: x(),
                y: Axis {
                    label: "mean f_sim (lower = less alike)".to_owned(),
                    range: ends,
                    log: true,
                },
                shapes: vec![line(&|it| it.mean_f_sim, "#d55e00", "")],
            });
        }
        panels.push(Panel {
            title: "Spread".to_owned(),
            x: x(),
            y: Axis {
                label: "mean distance in log10 weights".to_owned(),
                range: (0.0, if spread > 0.0 { spread * 1.1 } else { 1.0 }),
                log: false,
            },
            shapes: vec![line(&|it| it.spread, "#555555", "")],
        });
        figure(
            "The population from cycle to cycle",
            &[self.of()],
            &panels,
            2,
        )
    }
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

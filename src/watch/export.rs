//! The record of a run as tables, as one JSON document and as the figures of ch. 6.
//!
//! # JSON
//!
//! One object; numbers are JSON numbers, what is not known is null:
//!
//! | key | what |
//! |---|---|
//! | `schema` | `"koteki-run/1"`; a change of meaning changes it |
//! | `seed` | the run's seed, as text (it may be beyond 2^53) |
//! | `program`, `behaviour`, `engine` | where the run came from |
//! | `features` | names of all features, in the order of every `weights` |
//! | `genes` | names of those that are bred |
//! | `moments` | the cycles in order, then the choice of rivals: objects as below |
//! | `complete` | whether the run came to rest; null while it has no end |
//!
//! A moment has `kind` (`"cycle"` or `"rivals"`), `cycle` (since the run began), `step`, `games` (since
//! the run began), `target` (the mean loss D that the opponent held), `curves` (see below), `rivals`
//! (ids of A, B, C in order; empty in a cycle) and `individuals`: objects with `id`, `weights`, `games`,
//! `wins`, `draws` (against the present target; after the retest of it alone), `win_rate` (wins plus
//! half the draws, over the games), `interval` (95 %, Jeffreys), `f_wr`, `f_sim`, `fitness` (at the
//! latest evaluation; Ueda 2012, eqs. 6.5-6.7).
//!
//! `curves` has `best_f_wr`, `mean_f_wr`, `mean_f_sim`, `mean_win_rate`, `spread` (mean distance of two
//! individuals in log10 weights) and the quartiles over individuals `f_wr_quartiles` and
//! `win_rate_quartiles` (two numbers each). The columns of the CSV files have the same names.

use serde_json::{Value, json};

use super::svg::{Axis, Mark, Panel, Shape, figure};
use crate::evolve::Settings;
use crate::evolve::tally::Tally;
use crate::measure::stats::quartiles;
use crate::record::run::{Event, Header, Individual, Point};

/// The record of a run, read whole.
#[derive(Clone, Debug)]
pub struct Record {
    /// Settings, seed and where it came from.
    pub header: Header<Settings>,
    /// Names of the features, in the order of every weight vector.
    pub features: Vec<String>,
    /// Cycles, then the choice of rivals.
    pub moments: Vec<Moment>,
    /// Whether the run came to rest; `None` without an end.
    pub complete: Option<bool>,
}

/// The population at one moment.
#[derive(Clone, Debug)]
pub struct Moment {
    /// Whether it is the choice of the rivals.
    pub is_choice: bool,
    /// Cycles since the run began.
    pub cycle: u64,
    /// Steps since the run began.
    pub step: u64,
    /// Games since the run began.
    pub games: u64,
    /// The mean loss D that the opponent held.
    pub target: f64,
    /// Its point of the curves.
    pub point: Option<Point>,
    /// Ids of A, B, C.
    pub rivals: Vec<u64>,
    /// The population.
    pub individuals: Vec<Individual>,
}

impl Record {
    /// Puts the events of a run together.
    #[must_use]
    pub fn new(header: Header<Settings>, events: Vec<Event>) -> Self {
        let mut record = Self {
            header,
            features: Vec::new(),
            moments: Vec::new(),
            complete: None,
        };
        let mut last = 0;
        for event in events {
            match event {
                Event::Start { features, .. } => record.features = features,
                Event::Cycle {
                    cycle,
                    step,
                    games,
                    target,
                    point,
                    individuals,
                } => {
                    last = cycle;
                    record.moments.push(Moment {
                        is_choice: false,
                        cycle,
                        step,
                        games,
                        target,
                        point,
                        rivals: Vec::new(),
                        individuals,
                    });
                }
                Event::Rivals {
                    step,
                    games,
                    target,
                    rivals,
                    individuals,
                    ..
                } => record.moments.push(Moment {
                    is_choice: true,
                    cycle: last,
                    step,
                    games,
                    target,
                    point: None,
                    rivals,
                    individuals,
                }),
                Event::Command { .. } => {}
                Event::End { complete, .. } => record.complete = Some(complete),
            }
        }
        record
    }

    /// Names of the bred features with their places, in the order of the weight vector.
    fn genes(&self) -> Vec<(usize, &str)> {
        self.features
            .iter()
            .enumerate()
            .filter(|(_, name)| self.header.settings.genes.contains_key(*name))
            .map(|(place, name)| (place, name.as_str()))
            .collect()
    }

    /// The JSON document; see the [module](self).
    #[must_use]
    pub fn json(&self) -> Value {
        let provenance = &self.header.provenance;
        let genes: Vec<&str> = self.genes().into_iter().map(|(_, name)| name).collect();
        let moments: Vec<Value> = self.moments.iter().map(Moment::json).collect();
        json!({
            "schema": "koteki-run/1",
            "seed": self.header.seed,
            "program": provenance.program,
            "behaviour": provenance.behaviour,
            "engine": provenance.engine,
            "features": self.features,
            "genes": genes,
            "moments": moments,
            "complete": self.complete,
        })
    }

    /// One line an individual and moment.
    #[must_use]
    pub fn individuals_csv(&self) -> String {
        let mut csv = format!(
            "kind,cycle,step,games_of_run,target,id,rival,{},games,wins,draws,win_rate,low,high,f_wr,f_sim,fitness\n",
            self.features.join(",")
        );
        for moment in &self.moments {
            for it in &moment.individuals {
                let (rate, low, high) = strength(it);
                let letter = moment.rivals.iter().position(|&id| id == it.id);
                let weights: Vec<String> = it.weights.iter().map(ToString::to_string).collect();
                csv.push_str(&format!(
                    "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n",
                    moment.kind(),
                    moment.cycle,
                    moment.step,
                    moment.games,
                    moment.target,
                    it.id,
                    letter.map_or_else(String::new, letter_of),
                    weights.join(","),
                    it.games,
                    it.wins,
                    it.draws,
                    cell(rate),
                    cell(low),
                    cell(high),
                    cell(it.f_wr),
                    cell(it.f_sim),
                    cell(it.fitness),
                ));
            }
        }
        csv
    }

    /// One line a cycle.
    #[must_use]
    pub fn curves_csv(&self) -> String {
        let mut csv = String::from(
            "cycle,step,games,target,best_f_wr,mean_f_wr,f_wr_q1,f_wr_q3,mean_f_sim,mean_win_rate,win_rate_q1,win_rate_q3,spread\n",
        );
        for moment in self.moments.iter().filter(|it| !it.is_choice) {
            let point = moment.point;
            let f_wr = moment.f_wr_quartiles();
            let rate = moment.win_rate_quartiles();
            csv.push_str(&format!(
                "{},{},{},{},{},{},{},{},{},{},{},{},{}\n",
                moment.cycle,
                moment.step,
                moment.games,
                moment.target,
                cell(point.map(|it| it.best_f_wr)),
                cell(point.map(|it| it.mean_f_wr)),
                cell(f_wr.map(|it| it.0)),
                cell(f_wr.map(|it| it.1)),
                cell(point.map(|it| it.mean_f_sim)),
                cell(point.map(|it| it.mean_win_rate)),
                cell(rate.map(|it| it.0)),
                cell(rate.map(|it| it.1)),
                cell(point.map(|it| it.spread)),
            ));
        }
        csv
    }

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
    #[must_use]
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
    #[must_use]
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
    const fn kind(&self) -> &'static str {
        if self.is_choice { "rivals" } else { "cycle" }
    }

    /// Quartiles of f_wr over the individuals that were ever drawn.
    #[must_use]
    pub fn f_wr_quartiles(&self) -> Option<(f64, f64)> {
        quartiles(self.individuals.iter().filter_map(|it| it.f_wr).collect())
    }

    /// Quartiles of the win rate over the individuals, at their latest evaluation; in a record without
    /// them those of all games against the present target.
    #[must_use]
    pub fn win_rate_quartiles(&self) -> Option<(f64, f64)> {
        if let Some(point) = self.point {
            return Some(point.win_rate_quartiles);
        }
        quartiles(
            self.individuals
                .iter()
                .filter_map(|it| strength(it).0)
                .collect(),
        )
    }

    fn json(&self) -> Value {
        let individuals: Vec<Value> = self
            .individuals
            .iter()
            .map(|it| {
                let (rate, low, high) = strength(it);
                json!({
                    "id": it.id,
                    "weights": it.weights,
                    "games": it.games,
                    "wins": it.wins,
                    "draws": it.draws,
                    "win_rate": rate,
                    "interval": [low, high],
                    "f_wr": it.f_wr,
                    "f_sim": it.f_sim,
                    "fitness": it.fitness,
                })
            })
            .collect();
        let curves = self.point.map(|point| {
            json!({
                "best_f_wr": point.best_f_wr,
                "mean_f_wr": point.mean_f_wr,
                "f_wr_quartiles": self.f_wr_quartiles(),
                "mean_f_sim": point.mean_f_sim,
                "mean_win_rate": point.mean_win_rate,
                "win_rate_quartiles": self.win_rate_quartiles(),
                "spread": point.spread,
            })
        });
        json!({
            "kind": self.kind(),
            "cycle": self.cycle,
            "step": self.step,
            "games": self.games,
            "target": self.target,
            "curves": curves,
            "rivals": self.rivals,
            "individuals": individuals,
        })
    }

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

/// Win rate and the ends of its 95 % interval; nothing without games.
fn strength(individual: &Individual) -> (Option<f64>, Option<f64>, Option<f64>) {
    let tally = Tally {
        games: individual.games,
        wins: individual.wins,
        draws: individual.draws,
    };
    let Some(rate) = tally.win_rate() else {
        return (None, None, None);
    };
    let (low, high) = tally.interval();
    (Some(rate), Some(low), Some(high))
}

fn letter_of(index: usize) -> String {
    char::from_u32(u32::from(b'A') + u32::try_from(index).unwrap_or(0))
        .map_or_else(String::new, String::from)
}

/// A cell of a table; empty for what is not known.
fn cell(value: Option<f64>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

fn shown(value: Option<f64>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| format!("{value:.3}"))
}

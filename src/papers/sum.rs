//! What kept reports say together: how many figures of each table agree, and all rates in one picture.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::agreement::{Agreement, RATE, Role};
use super::report::{Score, Verdicts};
use super::show;
use koteki_session::watch::figures::COLORS;
use koteki_session::watch::svg::{self, Axis, Mark, Panel, Shape};

/// A kept report that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum SumError {
    /// The system refuses.
    #[error("{}: {why}", path.display())]
    Io {
        /// Which file.
        path: PathBuf,
        /// Why.
        why: std::io::Error,
    },
    /// It is no report.
    #[error("{}: this is no report that koteki experiment --json has written ({why})", path.display())]
    NotOne {
        /// Which file.
        path: PathBuf,
        /// Why.
        why: serde_json::Error,
    },
    /// The same experiment, or another scale, a second time: figures would be counted twice, or few games as many.
    #[error("{}: {why}; keep one report of each experiment, all at one scale", path.display())]
    Unlike {
        /// The later file.
        path: PathBuf,
        /// What does not go together.
        why: String,
    },
    /// There is none.
    #[error("{}: there is no report (*.json) in this folder", .0.display())]
    None(PathBuf),
}

/// What is needed of a report.
#[derive(Debug, Deserialize)]
struct Kept {
    experiment: String,
    source: String,
    tables: Vec<KeptTable>,
    provenance: Provenance,
}

#[derive(Debug, Deserialize)]
struct Provenance {
    scale: String,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum KeptTable {
    Comparison { key: String, rows: Vec<KeptRow> },
    Data {},
}

#[derive(Debug, Deserialize)]
struct KeptRow {
    label: String,
    paper: Option<KeptPaper>,
    ours: Option<KeptOurs>,
    margin: Option<f64>,
    agreement: Agreement,
    role: Role,
}

#[derive(Debug, Deserialize)]
struct KeptPaper {
    value: Option<f64>,
    interval: Option<Ends>,
}

#[derive(Debug, Deserialize)]
struct KeptOurs {
    value: f64,
    interval: Option<Ends>,
    single: Option<Ends>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
struct Ends {
    low: f64,
    high: f64,
}

/// What a table of a report says.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The experiment.
    pub experiment: String,
    /// The key of the table.
    pub table: String,
    /// How many of its figures agree.
    pub score: Score,
    /// How far the paper's rate and ours are apart at most, of those that say something of the paper; `None` without rates.
    pub gap: Option<f64>,
}

/// A rate of the paper and ours.
struct Rate {
    source: String,
    label: String,
    paper: (f64, Option<Ends>),
    ours: (f64, Option<Ends>),
    fitted: bool,
}

/// All reports of a folder, as `koteki experiment NAME --json` writes them.
pub struct Sum {
    /// A line for each table that compares, in the order of files.
    pub lines: Vec<Line>,
    rates: Vec<Rate>,
}

impl KeptRow {
    /// The paper's rate and ours, where it is a rate that says something of the paper.
    fn rate(&self) -> Option<(f64, f64)> {
        let is_rate = self.margin == Some(RATE) && self.role != Role::Apart;
        let paper = self.paper.as_ref()?.value?;
        is_rate.then_some((paper, self.ours.as_ref()?.value))
    }
}

impl Sum {
    /// Reads the reports of a folder, by name of file.
    ///
    /// # Errors
    /// When one cannot be read, or there is none.
    pub fn of(folder: &Path) -> Result<Self, SumError> {
        let io = |path: &Path| {
            let path = path.to_owned();
            move |why| SumError::Io { path, why }
        };
        let entries = fs::read_dir(folder).map_err(io(folder))?;
        let paths = entries.map(|entry| Ok(entry.map_err(io(folder))?.path()));
        let mut paths = paths.collect::<Result<Vec<_>, SumError>>()?;
        paths.retain(|path| path.extension().is_some_and(|it| it == "json"));
        paths.sort();
        let (mut lines, mut rates) = (Vec::new(), Vec::new());
        let mut known: Vec<(String, String)> = Vec::new();
        for path in &paths {
            let bytes = fs::read(path).map_err(io(path))?;
            let report: Kept = serde_json::from_slice(&bytes).map_err(|why| SumError::NotOne {
                path: path.clone(),
                why,
            })?;
            let scale = report.provenance.scale.clone();
            let twice = known.iter().any(|(name, _)| *name == report.experiment);
            let other = known.iter().find(|(_, known)| *known != scale);
            let why = match other {
                _ if twice => Some(format!("a second report of {}", report.experiment)),
                Some((name, other)) => Some(format!(
                    "of scale {scale}, where that of {name} is of {other}"
                )),
                None => None,
            };
            if let Some(why) = why {
                let path = path.clone();
                return Err(SumError::Unlike { path, why });
            }
            known.push((report.experiment.clone(), scale));
            for table in &report.tables {
                let KeptTable::Comparison { key, rows } = table else {
                    continue;
                };
                let counted = rows.iter().map(|row| (row.role, row.agreement));
                let gaps = rows.iter().filter_map(KeptRow::rate);
                let gaps = gaps.map(|(paper, ours)| (paper - ours).abs());
                lines.push(Line {
                    experiment: report.experiment.clone(),
                    table: key.clone(),
                    score: Score::of(counted),
                    gap: gaps.reduce(f64::max),
                });
                rates.extend(rows.iter().filter_map(|row| Rate::of(&report.source, row)));
            }
        }
        lines.retain(|line| line.score != Score::default());
        if lines.is_empty() {
            return Err(SumError::None(folder.to_owned()));
        }
        Ok(Self { lines, rates })
    }

    /// All figures together.
    pub fn score(&self) -> Score {
        let scores = self.lines.iter().map(|line| line.score);
        scores.fold(Score::default(), Score::and)
    }

    /// The sum in words, and a table of all tables, as Markdown has it.
    pub fn text(&self) -> String {
        let mut text = show::score(self.score());
        text += "\n\n| experiment | table | figures | equal | undecided | differ | fitted: equal | undecided | differ | largest gap of rates |\n";
        text += "|---|---|---|---|---|---|---|---|---|---|\n";
        for line in &self.lines {
            text += &line.text();
            text += "\n";
        }
        text
    }

    /// All rates in one picture: the paper's across, ours up, each with its 95 % interval. Rings are those by which a
    /// reading was chosen.
    pub fn svg(&self) -> String {
        let mut papers: Vec<&str> = self
            .rates
            .iter()
            .map(|rate| paper_of(&rate.source))
            .collect();
        papers.dedup();
        let axis = |label: &str| Axis {
            label: label.to_owned(),
            range: (0.0, 1.0),
            log: false,
        };
        let panels = papers
            .iter()
            .zip(COLORS.iter().cycle())
            .map(|(&paper, color)| {
                let mut shapes = vec![Shape::Line {
                    points: vec![(0.0, 0.0), (1.0, 1.0)],
                    color: "#999999",
                    name: String::new(),
                }];
                for rate in self
                    .rates
                    .iter()
                    .filter(|rate| paper_of(&rate.source) == paper)
                {
                    let (x, y) = (rate.paper.0, rate.ours.0);
                    let mut bar = |points| {
                        shapes.push(Shape::Line {
                            points,
                            color,
                            name: String::new(),
                        });
                    };
                    if let Some(Ends { low, high }) = rate.paper.1 {
                        bar(vec![(low, y), (high, y)]);
                    }
                    if let Some(Ends { low, high }) = rate.ours.1 {
                        bar(vec![(x, low.clamp(0.0, 1.0)), (x, high.clamp(0.0, 1.0))]);
                    }
                    shapes.push(Shape::Dot {
                        at: (x, y),
                        mark: if rate.fitted { Mark::Ring } else { Mark::Disc },
                        color,
                        letter: String::new(),
                        note: format!("{}: paper {x:.3}, ours {y:.3}", rate.label),
                    });
                }
                Panel {
                    title: paper.to_owned(),
                    x: axis("the paper"),
                    y: axis("koteki"),
                    shapes,
                }
            });
        let notes = [
            "bars: 95 % intervals (of a single run where the paper has one); rings: a reading was chosen by the figure".to_owned(),
        ];
        svg::figure(
            "Rates of the papers and of koteki",
            &notes,
            &panels.collect::<Vec<_>>(),
            3,
        )
    }
}

impl Line {
    /// A row of a Markdown table.
    pub fn text(&self) -> String {
        let Verdicts {
            equal,
            undecided,
            differ,
        } = self.score.counted;
        let fitted = self.score.fitted;
        let gap = self.gap.map_or("-".to_owned(), |gap| format!("{gap:.3}"));
        format!(
            "| `{}` | {} | {} | {equal} | {undecided} | {differ} | {} | {} | {} | {gap} |",
            self.experiment,
            self.table,
            self.score.counted.all(),
            fitted.equal,
            fitted.undecided,
            fitted.differ
        )
    }
}

impl Rate {
    fn of(source: &str, row: &KeptRow) -> Option<Self> {
        let (value, ours) = row.rate()?;
        let own = row.ours.as_ref()?;
        Some(Self {
            source: source.to_owned(),
            label: row.label.clone(),
            paper: (value, row.paper.as_ref()?.interval),
            ours: (ours, own.single.or(own.interval)),
            fitted: row.role == Role::Fitted,
        })
    }
}

/// The paper that a source is of: what stands before its comma.
fn paper_of(source: &str) -> &str {
    source.split_once(',').map_or(source, |(paper, _)| paper)
}

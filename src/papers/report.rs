//! What an experiment gives back.

use std::collections::BTreeMap;

use serde::Serialize;

use super::agreement::{
    Agreement, Ours, Outcomes, Paper, RATE, Role, difference, judge, together, verdict,
};
use super::lab::{Scale, Setup};
use koteki_engine::search::isa::Path;
use koteki_rivals::evolve::BEHAVIOUR;
use koteki_rivals::measure::stats::{CONFIDENCE, Interval, Moments, wilson};

/// What an experiment found, before it is known where and how it ran.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Findings {
    /// The tables.
    pub tables: Vec<Table>,
    /// What the paper's text leaves open.
    pub readings: Vec<Reading>,
    /// What else is to be said, above all what does not come out.
    pub notes: Vec<String>,
    /// The settings used, by name.
    pub settings: BTreeMap<String, String>,
}

/// A heat map: the darker, the more.
#[derive(Clone, Debug, PartialEq)]
pub struct HeatMap {
    /// What it shows.
    pub title: String,
    /// What lies across, from 0 in steps of 1.
    pub x: String,
    /// What lies up.
    pub y: String,
    /// The panels; one scale of shades for all.
    pub panels: Vec<HeatPanel>,
    /// Beneath it, a line each.
    pub notes: Vec<String>,
}

/// A panel of a heat map.
#[derive(Clone, Debug, PartialEq)]
pub struct HeatPanel {
    /// What it shows.
    pub title: String,
    /// A row for each place up, from 0; `None` for a cell without a value.
    pub rows: Vec<Vec<Option<f64>>>,
}

/// A whole experiment on paper.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// Name of the experiment.
    pub experiment: String,
    /// What it asks, in a line.
    pub about: String,
    /// The table or figure of the paper that it makes again.
    pub source: String,
    /// The tables.
    pub tables: Vec<Table>,
    /// What the paper's text leaves open.
    pub readings: Vec<Reading>,
    /// What else is to be said.
    pub notes: Vec<String>,
    /// Where it all came from.
    pub provenance: Provenance,
}

/// Where a report came from. Nothing in it depends on the number of threads or the time of day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Provenance {
    /// Name and version of the program.
    pub program: String,
    /// Version of how breeding goes: equal ones give equal runs.
    pub behaviour: u32,
    /// The processor path of the searches. Changes the speed and nothing else.
    pub engine: String,
    /// The scale.
    pub scale: Scale,
    /// Seed of everything random.
    pub seed: u64,
    /// The settings used.
    pub settings: BTreeMap<String, String>,
    /// The command that gives the same again.
    pub command: String,
}

/// A table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Table {
    /// A short name, unique within the report, for `--table`.
    pub key: String,
    /// What it shows.
    pub title: String,
    /// The rows.
    #[serde(flatten)]
    pub body: Body,
    /// The same as a figure, where there is one; not in JSON.
    #[serde(skip)]
    pub map: Option<HeatMap>,
}

/// The rows of a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Body {
    /// The paper's figures beside ours.
    Comparison {
        /// One figure a row.
        rows: Vec<Comparison>,
    },
    /// Figures of ours that the paper has no numbers for: curves, scatters, lists.
    Data {
        /// Headings.
        columns: Vec<String>,
        /// As many cells a row as there are headings.
        rows: Vec<Vec<Datum>>,
    },
}

/// A figure of the paper beside ours.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// What it is.
    pub label: String,
    /// The paper's; `None` where it has none.
    pub paper: Option<Paper>,
    /// Ours; `None` where there was nothing to measure.
    pub ours: Option<Ours>,
    /// What ours comes from: "200 games".
    pub sample: String,
    /// Digits after the point to be shown.
    pub decimals: usize,
    /// How far apart the two may be and still be called equal; `None` where that is not said.
    pub margin: Option<f64>,
    /// Wins, losses and draws, where the paper prints them.
    pub games: Option<Games>,
    /// What the two say of each other.
    pub agreement: Agreement,
    /// Whether that says something of the paper.
    pub role: Role,
}

/// Wins, losses and draws of the paper and of ours.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Games {
    /// The paper's.
    pub paper: Outcomes,
    /// Ours.
    pub ours: Outcomes,
    /// The chance of such a difference between equals ([`together`]).
    pub p: f64,
}

/// How many figures got which verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verdicts {
    /// Equal within their margins, and statements that hold.
    pub equal: usize,
    /// Undecided.
    pub undecided: usize,
    /// That differ.
    pub differ: usize,
}

/// How many figures of a paper agree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Of those that count.
    pub counted: Verdicts,
    /// Of those by which a reading was chosen.
    pub fitted: Verdicts,
    /// Those that say nothing of the paper.
    pub apart: usize,
}

impl Verdicts {
    /// All of them.
    pub const fn all(self) -> usize {
        self.equal + self.undecided + self.differ
    }

    /// Both together.
    pub const fn and(self, other: Self) -> Self {
        Self {
            equal: self.equal + other.equal,
            undecided: self.undecided + other.undecided,
            differ: self.differ + other.differ,
        }
    }

    const fn count(&mut self, agreement: Agreement) {
        match agreement {
            Agreement::Equal => self.equal += 1,
            Agreement::Undecided => self.undecided += 1,
            Agreement::Differs => self.differ += 1,
            Agreement::Open => {}
        }
    }
}

impl Score {
    /// Both together.
    pub const fn and(self, other: Self) -> Self {
        Self {
            counted: self.counted.and(other.counted),
            fitted: self.fitted.and(other.fitted),
            apart: self.apart + other.apart,
        }
    }

    /// That of these comparisons.
    pub fn of(rows: impl Iterator<Item = (Role, Agreement)>) -> Self {
        let mut score = Self::default();
        for (role, agreement) in rows {
            match role {
                Role::Counts => score.counted.count(agreement),
                Role::Fitted => score.fitted.count(agreement),
                Role::Apart => score.apart += usize::from(agreement != Agreement::Open),
            }
        }
        score
    }
}

/// A cell of a table of data.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Datum {
    /// Words.
    Text(String),
    /// A whole number.
    Whole(i64),
    /// A number to be shown with so many digits after the point; the whole of it in JSON and CSV.
    Real(#[serde(serialize_with = "value_only")] (f64, usize)),
    /// Nothing.
    Missing,
}

fn value_only<S: serde::Serializer>(
    &(value, _): &(f64, usize),
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(value)
}

impl Datum {
    /// A number of things.
    pub fn whole(count: usize) -> Self {
        Self::Whole(i64::try_from(count).unwrap_or(i64::MAX))
    }
}

impl From<&str> for Datum {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Datum {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

/// What the text of a paper leaves open, and how it is read here.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reading {
    /// What is open.
    pub question: String,
    /// The ways to read it.
    pub options: Vec<String>,
    /// The one used.
    pub used: String,
    /// How it was chosen: by the text itself, or on which seeds.
    pub chosen: String,
}

impl Table {
    /// A table that compares.
    pub fn comparison(key: &str, title: impl Into<String>, rows: Vec<Comparison>) -> Self {
        Self {
            key: key.to_owned(),
            title: title.into(),
            body: Body::Comparison { rows },
            map: None,
        }
    }

    /// A table of data.
    pub fn data(
        key: &str,
        title: impl Into<String>,
        columns: &[&str],
        rows: Vec<Vec<Datum>>,
    ) -> Self {
        Self {
            key: key.to_owned(),
            title: title.into(),
            body: Body::Data {
                columns: columns.iter().map(|&name| name.to_owned()).collect(),
                rows,
            },
            map: None,
        }
    }

    /// The table with a figure of it.
    pub fn drawn(self, map: HeatMap) -> Self {
        Self {
            map: Some(map),
            ..self
        }
    }

    /// The comparisons; none in a table of data.
    pub fn comparisons(&self) -> &[Comparison] {
        match &self.body {
            Body::Comparison { rows } => rows,
            Body::Data { .. } => &[],
        }
    }
}

impl Comparison {
    /// The paper's figure beside ours, judged by [`judge`]; see [`within`](Self::within).
    pub fn new(
        label: impl Into<String>,
        paper: Option<Paper>,
        ours: Option<Ours>,
        decimals: usize,
        sample: impl Into<String>,
    ) -> Self {
        Self {
            label: label.into(),
            paper,
            ours,
            sample: sample.into(),
            decimals,
            margin: None,
            games: None,
            agreement: Agreement::Open,
            role: Role::Counts,
        }
        .judged()
    }

    /// Games that the paper prints beside ours, as points per game with a draw as half a win, judged by wins, losses
    /// and draws together. The games of each are independent.
    pub fn games(label: impl Into<String>, paper: Outcomes, ours: Outcomes) -> Self {
        let points = |[wins, _, draws]: Outcomes| f64::from(wins) + f64::from(draws) / 2.0;
        let count = |outcomes: Outcomes| f64::from(outcomes.iter().sum::<u32>());
        Self {
            games: Some(Games {
                paper,
                ours,
                p: together(paper, ours),
            }),
            margin: Some(RATE),
            ..Self::new(
                label,
                Some(Paper::rate(points(paper) / count(paper), count(paper))),
                Some(Ours::rate(points(ours), count(ours))),
                3,
                format!("{} games", count(ours)),
            )
        }
        .judged()
    }

    /// The same, equal when it is within this margin.
    pub fn within(self, margin: f64) -> Self {
        Self {
            margin: Some(margin),
            ..self
        }
        .judged()
    }

    /// The same, which does not count.
    pub fn as_role(self, role: Role) -> Self {
        Self { role, ..self }
    }

    fn judged(self) -> Self {
        let by_value = |ours: &Ours| judge(self.paper.as_ref(), ours, self.margin);
        let by_value = self.ours.as_ref().map_or(Agreement::Open, by_value);
        let agreement = match (self.games, by_value) {
            (Some(games), _) if games.p < 1.0 - CONFIDENCE => Agreement::Differs,
            // Points differ a little sooner than the three together.
            (Some(_), Agreement::Differs) => Agreement::Undecided,
            (_, by_value) => by_value,
        };
        Self { agreement, ..self }
    }
}

impl Paper {
    /// A rate of so many games, draws counted half a win: Wilson's interval.
    pub fn rate(value: f64, games: f64) -> Self {
        Self::Sampled {
            value,
            interval: wilson(value * games, games, CONFIDENCE),
        }
    }

    /// A mean of `count` values with this standard deviation (n − 1): Student's interval.
    pub fn mean(value: f64, sd: f64, count: usize) -> Self {
        let moments = Moments {
            count,
            mean: value,
            sd,
        };
        match moments.mean_interval(CONFIDENCE) {
            Some(interval) => Self::Sampled { value, interval },
            None => Self::Single { value },
        }
    }

    /// A figure of one run.
    pub const fn single(value: f64) -> Self {
        Self::Single { value }
    }

    /// A figure about whose error nothing is known, with its printed decimals.
    pub const fn printed(value: f64, decimals: usize) -> Self {
        Self::Printed { value, decimals }
    }

    /// A statement.
    pub fn claim(text: impl Into<String>) -> Self {
        Self::Claim { text: text.into() }
    }
}

impl Ours {
    /// A figure with its interval.
    pub const fn with_interval(value: f64, interval: Interval) -> Self {
        Self {
            value,
            interval: Some(interval),
            single: None,
            stated: None,
        }
    }

    /// A rate: `points` of so many independent games.
    pub fn rate(points: f64, games: f64) -> Self {
        Self::with_interval(
            if games > 0.0 { points / games } else { 0.0 },
            wilson(points, games, CONFIDENCE),
        )
    }

    /// The mean over runs (or games), with its interval and that of a single run; `None` without any.
    pub fn over_runs(values: &[f64]) -> Option<Self> {
        let moments = Moments::of(values)?;
        let interval = moments.mean_interval(CONFIDENCE);
        // Student's prediction interval: t · sd · √(1 + 1/n), where the mean's is t · sd · √(1/n).
        let single = interval.map(|interval| {
            let reach = (interval.high - moments.mean) * (moments.count as f64 + 1.0).sqrt();
            Interval {
                low: moments.mean - reach,
                high: moments.mean + reach,
            }
        });
        Some(Self {
            value: moments.mean,
            interval,
            single,
            stated: None,
        })
    }

    /// By how much the mean of `a` is above that of `b`, both over runs (or games); `None` with fewer
    /// than two of either.
    pub fn difference(a: &[f64], b: &[f64]) -> Option<Self> {
        let mean = |values: &[f64]| {
            let moments = Moments::of(values)?;
            Some((moments.mean, moments.mean_interval(CONFIDENCE)?))
        };
        let (a, b) = (mean(a)?, mean(b)?);
        Some(Self::with_interval(a.0 - b.0, difference(a, b)))
    }

    /// Beside the paper's statement that the figure is above 0.
    pub fn above_zero(self) -> Self {
        Self {
            stated: self.interval.map(|interval| match interval {
                Interval { low, .. } if low > 0.0 => Agreement::Equal,
                Interval { high, .. } if high < 0.0 => Agreement::Differs,
                _ => Agreement::Undecided,
            }),
            ..self
        }
    }

    /// Beside the paper's statement that the figure is no different from 0: by less than `margin`.
    pub fn about_zero(self, margin: f64) -> Self {
        let stated = |interval| verdict(self.value, interval, Some(margin));
        Self {
            stated: self.interval.map(stated),
            ..self
        }
    }
}

impl Report {
    /// The report of `findings` by an experiment of this name.
    pub fn new(name: &str, about: &str, source: &str, setup: &Setup, findings: Findings) -> Self {
        let Findings {
            tables,
            readings,
            notes,
            settings,
        } = findings;
        let Setup { scale, seed, .. } = setup;
        Self {
            experiment: name.to_owned(),
            about: about.to_owned(),
            source: source.to_owned(),
            tables,
            readings,
            notes,
            provenance: Provenance {
                program: concat!("koteki ", env!("CARGO_PKG_VERSION")).to_owned(),
                behaviour: BEHAVIOUR,
                engine: Path::best().to_string(),
                scale: *scale,
                seed: *seed,
                settings,
                command: format!("koteki experiment {name} --scale {scale} --seed {seed}"),
            },
        }
    }

    /// How many figures agree.
    pub fn score(&self) -> Score {
        let rows = self.tables.iter().flat_map(Table::comparisons);
        Score::of(rows.map(|row| (row.role, row.agreement)))
    }
}

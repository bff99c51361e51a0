//! A report as text, JSON, CSV or (where it has a heat map) SVG.

use unicode_width::UnicodeWidthStr as _;

use super::agreement::{Agreement, BY_CHANCE, Ours, Paper, Role};
use super::report::{Body, Comparison, Datum, Report, Score, Table, Verdicts};
use koteki_record::csv;
use koteki_rivals::measure::stats::Interval;
use koteki_session::watch::svg::{self, Axis, Panel, Shape};

const MISSING: &str = "-";

/// The report for reading.
pub fn text(report: &Report) -> String {
    let provenance = &report.provenance;
    let mut lines = vec![
        format!("{}: {}", report.experiment, report.about),
        format!("source: {}", report.source),
    ];
    for table in &report.tables {
        lines.push(String::new());
        lines.push(format!("{} [{}]", table.title, table.key));
        let (rows, left) = grid(table, Style::Text);
        lines.extend(aligned(&rows, left));
    }
    lines.push(String::new());
    lines.push(score(report.score()));
    if !report.readings.is_empty() {
        lines.push(String::new());
        lines.push("What the text leaves open:".to_owned());
        for reading in &report.readings {
            lines.push(format!("- {}", reading.question));
            lines.push(format!("    readings: {}", reading.options.join("; ")));
            lines.push(format!("    used: {} ({})", reading.used, reading.chosen));
        }
    }
    if !report.notes.is_empty() {
        lines.push(String::new());
        lines.push("Notes:".to_owned());
        lines.extend(report.notes.iter().map(|note| format!("- {note}")));
    }
    lines.push(String::new());
    lines.push(format!(
        "made by {} (behaviour {}, searches on {}) with",
        provenance.program, provenance.behaviour, provenance.engine
    ));
    for (name, value) in &provenance.settings {
        lines.push(format!("    {name} = {value}"));
    }
    lines.push(again(&provenance.command));
    lines
        .iter()
        .fold(String::new(), |all, line| all + line.trim_end() + "\n")
}

/// The report as one JSON object on one line.
///
/// # Errors
/// Never in practice: every part of a report can be written.
pub fn json(report: &Report) -> serde_json::Result<String> {
    Ok(serde_json::to_string(report)? + "\n")
}

/// The heat map of the report as SVG; `None` where it has none.
pub fn svg(report: &Report) -> Option<String> {
    let map = report.tables.iter().find_map(|it| it.map.as_ref())?;
    let cells = || {
        map.panels
            .iter()
            .flat_map(|it| &it.rows)
            .flatten()
            .flatten()
    };
    let low = cells().copied().fold(f64::INFINITY, f64::min);
    let high = cells().copied().fold(f64::NEG_INFINITY, f64::max);
    // All of one value are of one shade.
    let shade = |value: f64| {
        if high > low {
            (value - low) / (high - low)
        } else {
            0.5
        }
    };
    let panels: Vec<Panel> = map
        .panels
        .iter()
        .map(|panel| {
            let columns = panel.rows.iter().map(Vec::len).max().unwrap_or(0);
            let axis = |label: &String, places: usize| Axis {
                label: label.clone(),
                range: (-0.5, places.max(1) as f64 - 0.5),
                log: false,
            };
            let mut shapes = Vec::new();
            for (y, row) in panel.rows.iter().enumerate() {
                for (x, value) in row.iter().enumerate() {
                    let Some(value) = *value else { continue };
                    shapes.push(Shape::Cell {
                        at: (x as f64, y as f64),
                        shade: shade(value),
                        text: format!("{value:.3}"),
                        note: format!("{} {x}; {} {y}: {value:.4}", map.x, map.y),
                    });
                }
            }
            Panel {
                title: panel.title.clone(),
                x: axis(&map.x, columns),
                y: axis(&map.y, panel.rows.len()),
                shapes,
            }
        })
        .collect();
    let mut notes = map.notes.clone();
    notes.push(format!("lightest {low:.3}, darkest {high:.3}"));
    notes.push(again(&report.provenance.command).trim().to_owned());
    Some(svg::figure(&map.title, &notes, &panels, 3))
}

/// Every table as CSV (RFC 4180), each after a line with `#`, its key and its title.
pub fn csv(report: &Report) -> String {
    let tables: Vec<String> = report
        .tables
        .iter()
        .map(|table| format!("# {}: {}\n{}", table.key, table.title, csv_table(table)))
        .collect();
    tables.join("\n")
}

/// One table as CSV, with nothing around it. Figures in full.
pub fn csv_table(table: &Table) -> String {
    csv::to_string(grid(table, Style::Csv).0)
}

/// Whom the cells are for.
#[derive(Clone, Copy, PartialEq)]
enum Style {
    /// A person.
    Text,
    /// A program.
    Csv,
}

/// Headings and rows, and how many columns from the left are words.
fn grid(table: &Table, style: Style) -> (Vec<Vec<String>>, usize) {
    match (&table.body, style) {
        (Body::Comparison { rows }, Style::Text) => {
            let more = More {
                single: rows
                    .iter()
                    .any(|row| row.ours.is_some_and(|ours| ours.single.is_some())),
                games: rows.iter().any(|row| row.games.is_some()),
                margin: rows.iter().any(|row| row.margin.is_some()),
            };
            let headings = more.columns([
                "", "paper", "ours", "95 %", "one run", "from", "w-l-d", "here", "p", "margin",
                "verdict",
            ]);
            let headings = headings.into_iter().map(str::to_owned).collect();
            let rows = rows.iter().map(|row| compared(row, more));
            (std::iter::once(headings).chain(rows).collect(), 1)
        }
        (Body::Comparison { rows }, Style::Csv) => {
            let headings = [
                "label",
                "paper",
                "paper_low",
                "paper_high",
                "ours",
                "low",
                "high",
                "one_run_low",
                "one_run_high",
                "from",
                "paper_wins",
                "paper_losses",
                "paper_draws",
                "wins",
                "losses",
                "draws",
                "p",
                "margin",
                "verdict",
                "role",
            ]
            .map(str::to_owned)
            .into();
            let rows = rows.iter().map(compared_csv);
            (std::iter::once(headings).chain(rows).collect(), 1)
        }
        (Body::Data { columns, rows }, style) => {
            let left = rows.first().map_or(1, |row| {
                row.iter()
                    .take_while(|cell| matches!(cell, Datum::Text(_)))
                    .count()
            });
            let rows = rows
                .iter()
                .map(|row| row.iter().map(|cell| shown(cell, style)).collect());
            (std::iter::once(columns.clone()).chain(rows).collect(), left)
        }
    }
}

fn shown(cell: &Datum, style: Style) -> String {
    match (cell, style) {
        (Datum::Text(text), _) => text.clone(),
        (Datum::Whole(number), _) => number.to_string(),
        (&Datum::Real((value, decimals)), Style::Text) => format!("{value:.decimals$}"),
        (Datum::Real((value, _)), Style::Csv) => value.to_string(),
        (Datum::Missing, Style::Text) => MISSING.to_owned(),
        (Datum::Missing, Style::Csv) => String::new(),
    }
}

/// Which columns of a comparison are there.
#[derive(Clone, Copy)]
struct More {
    single: bool,
    games: bool,
    margin: bool,
}

impl More {
    /// Of all columns those that are there.
    fn columns<T>(self, all: [T; 11]) -> Vec<T> {
        let shown = |at: usize| match at {
            4 => self.single,
            6..=8 => self.games,
            9 => self.margin,
            _ => true,
        };
        let all = all.into_iter().enumerate();
        all.filter_map(|(at, cell)| shown(at).then_some(cell))
            .collect()
    }
}

fn compared(row: &Comparison, more: More) -> Vec<String> {
    let decimals = row.decimals;
    let range = |range: Option<Interval>| {
        range.map_or_else(
            || MISSING.to_owned(),
            |range| super::range(range.low, range.high, decimals),
        )
    };
    let paper = match &row.paper {
        None => MISSING.to_owned(),
        Some(Paper::Claim { text }) => text.clone(),
        Some(Paper::Printed { value, decimals }) => format!("{value:.decimals$}"),
        Some(Paper::Sampled { value, .. } | Paper::Single { value }) => {
            // As printed, as far as it is one digit more than ours at most.
            let printed = value.to_string();
            let given = printed
                .split_once('.')
                .map_or(0, |(_, digits)| digits.len());
            format!("{value:.*}", given.clamp(decimals, decimals + 1))
        }
    };
    let ours = |part: fn(&Ours) -> Option<Interval>| range(row.ours.as_ref().and_then(part));
    let of_games = |show: fn(&super::report::Games) -> String| {
        row.games.as_ref().map_or_else(|| MISSING.to_owned(), show)
    };
    let dashed = |[wins, losses, draws]: [u32; 3]| format!("{wins}-{losses}-{draws}");
    more.columns([
        row.label.clone(),
        paper,
        row.ours.map_or_else(
            || MISSING.to_owned(),
            |ours| format!("{:.decimals$}", ours.value),
        ),
        ours(|ours| ours.interval),
        ours(|ours| ours.single),
        row.sample.clone(),
        row.games
            .map_or_else(|| MISSING.to_owned(), |games| dashed(games.paper)),
        row.games
            .map_or_else(|| MISSING.to_owned(), |games| dashed(games.ours)),
        of_games(|games| match games.p {
            p if p < 0.001 => "<0.001".to_owned(),
            p => format!("{p:.3}"),
        }),
        row.margin
            .map_or_else(|| MISSING.to_owned(), |margin| margin.to_string()),
        judged(row),
    ])
}

/// The verdict, in words.
fn judged(row: &Comparison) -> String {
    let is_claim = matches!(row.paper, Some(Paper::Claim { .. }));
    let verdict = match row.agreement {
        Agreement::Equal if is_claim => "holds",
        Agreement::Equal => "equal",
        Agreement::Undecided => "undecided",
        Agreement::Differs if is_claim => "CONTRADICTED",
        Agreement::Differs => "DIFFERS",
        Agreement::Open => return MISSING.to_owned(),
    };
    match row.role {
        Role::Counts => verdict.to_owned(),
        Role::Fitted => format!("{verdict} (fitted)"),
        Role::Apart => format!("({verdict})"),
    }
}

fn compared_csv(row: &Comparison) -> Vec<String> {
    let number = |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
    let ends = |range: Option<Interval>| {
        [
            number(range.map(|range| range.low)),
            number(range.map(|range| range.high)),
        ]
    };
    let paper = match &row.paper {
        Some(Paper::Claim { text }) => text.clone(),
        other => number(other.as_ref().and_then(Paper::value)),
    };
    let mut cells = vec![row.label.clone(), paper];
    cells.extend(ends(row.paper.as_ref().and_then(Paper::interval)));
    cells.push(number(row.ours.map(|ours| ours.value)));
    cells.extend(ends(row.ours.and_then(|ours| ours.interval)));
    cells.extend(ends(row.ours.and_then(|ours| ours.single)));
    cells.push(row.sample.clone());
    let counts = row.games.map(|games| [games.paper, games.ours].concat());
    cells.extend((0..6).map(|at| {
        counts
            .as_ref()
            .map_or_else(String::new, |counts| counts[at].to_string())
    }));
    cells.push(number(row.games.map(|games| games.p)));
    cells.push(number(row.margin));
    let word = match row.agreement {
        Agreement::Equal => "equal",
        Agreement::Undecided => "undecided",
        Agreement::Differs => "differs",
        Agreement::Open => "",
    };
    cells.push(word.to_owned());
    let role = match row.role {
        Role::Counts => "counts",
        Role::Fitted => "fitted",
        Role::Apart => "apart",
    };
    cells.push(role.to_owned());
    cells
}

/// The rows in columns: the first `left` flush left, the others flush right.
fn aligned(rows: &[Vec<String>], left: usize) -> Vec<String> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns)
        .map(|column| {
            rows.iter()
                .filter_map(|row| row.get(column))
                .map(|cell| cell.width())
                .max()
                .unwrap_or(0)
        })
        .collect();
    rows.iter()
        .map(|row| {
            let mut line = String::new();
            for (column, cell) in row.iter().enumerate() {
                let space = " ".repeat(widths[column] - cell.width());
                line += "  ";
                if column < left {
                    line += cell;
                    line += &space;
                } else {
                    line += &space;
                    line += cell;
                }
            }
            line
        })
        .collect()
}

/// How many figures agree, in a sentence or two.
pub fn score(score: Score) -> String {
    let Score {
        counted,
        fitted,
        apart,
    } = score;
    let of = |verdicts: Verdicts| {
        let Verdicts {
            equal,
            undecided,
            differ,
        } = verdicts;
        format!(
            "{equal} equal within the margin or as stated, {undecided} undecided, {differ} differ"
        )
    };
    let mut said = Vec::new();
    if counted.all() > 0 {
        said.push(format!(
            "{} figures of the paper: {} ({:.1} expected to differ by chance).",
            counted.all(),
            of(counted),
            BY_CHANCE * counted.all() as f64
        ));
    }
    if fitted.all() > 0 {
        said.push(format!(
            "{} used to choose a reading (fitted), whose agreement proves nothing: {}.",
            fitted.all(),
            of(fitted)
        ));
    }
    if apart > 0 {
        said.push(format!(
            "Figures that say nothing about the paper (in parentheses): {apart}."
        ));
    }
    if said.is_empty() {
        return "No figure of the paper is compared.".to_owned();
    }
    said.join("\n")
}

fn again(command: &str) -> String {
    format!("to repeat: {command}")
}

//! Weights of Blokus Duo for a person to look at (Osaki et al. 2009, figs 5 to 10).

use std::io::{self, Write};

use koteki_engine::eval::blokus::{Kind, Opponent, UNIT, Weights, folded};
use koteki_games::blokus::Square;
use koteki_session::watch::svg::{self, Axis, Panel, Shape};

/// A kind of features.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum FeatureKind {
    /// Squares where the next piece may begin
    Effective,
    /// Class 1 of the territory
    #[value(name = "1")]
    One,
    /// Class 2
    #[value(name = "2")]
    Two,
    /// Class 3
    #[value(name = "3")]
    Three,
    /// Class 4
    #[value(name = "4")]
    Four,
    /// Class 5
    #[value(name = "5")]
    Five,
    /// Squares along edges of own pieces
    Dead,
    /// Squares covered
    Score,
}

impl FeatureKind {
    const ALL: [Self; 8] = [
        Self::Effective,
        Self::One,
        Self::Two,
        Self::Three,
        Self::Four,
        Self::Five,
        Self::Dead,
        Self::Score,
    ];

    const fn name(self) -> &'static str {
        ["effective", "1", "2", "3", "4", "5", "dead", "score"][self as usize]
    }

    const fn kind(self) -> Kind {
        Kind::ALL[self as usize]
    }
}

/// How weights are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dress {
    /// Lines.
    Text,
    /// All weights, comma-separated.
    Csv,
    /// A heat map of each phase.
    Svg,
}

/// Writes the shared weights of each phase and the weights of one kind on each square, as parts of the
/// length of the phase's vector.
pub(super) fn write(
    weights: &Weights,
    which: FeatureKind,
    dress: Dress,
    out: &mut impl Write,
) -> io::Result<()> {
    match dress {
        Dress::Text => write_text(weights, which, out),
        Dress::Csv => write_csv(weights, out),
        Dress::Svg => out.write_all(map(weights, which).as_bytes()),
    }
}

fn write_text(weights: &Weights, which: FeatureKind, out: &mut impl Write) -> io::Result<()> {
    let form = weights.form();
    for phase in 0..form.phase_count() {
        let length = length(weights, phase);
        let part = |weight: i32| f64::from(weight) / length;
        let (first, last) = plies(weights, phase);
        writeln!(
            out,
            "{}: weights as parts of their length, {:.3}",
            phase_title(first, last),
            length / f64::from(UNIT)
        )?;
        for which in FeatureKind::ALL {
            let shared = part(weights.shared(phase, which.kind()));
            writeln!(out, "  {:<9} {shared:+.3}", which.name())?;
        }
        writeln!(out, "{}", squares(which.name()))?;
        for row in 0..Square::SIDE {
            let cells = (0..Square::SIDE).filter_map(|column| Square::at(column, row));
            let cells: Vec<f64> = cells
                .map(|square| part(weights.square(phase, which.kind(), folded(square))))
                .collect();
            writeln!(out, "{}", row_of_squares(row + 1, &cells))?;
        }
    }
    if form.opponent == Opponent::Weighed {
        writeln!(
            out,
            "the weights of the other side's features are not shown"
        )?;
    }
    if form.more {
        writeln!(
            out,
            "nor those of what the paper has no features for: areas, and pieces left"
        )?;
    }
    Ok(())
}

/// The length of a phase's weights as a vector, in units; 1 when they are all 0.
fn length(weights: &Weights, phase: usize) -> f64 {
    let squares = weights.phase(phase).iter().map(|&weight| {
        let weight = f64::from(weight);
        weight * weight
    });
    let length = squares.sum::<f64>().sqrt();
    if length > 0.0 { length } else { 1.0 }
}

/// The first and the last ply of a phase; no last one in the last.
fn plies(weights: &Weights, phase: usize) -> (u8, Option<u8>) {
    let phases = &weights.form().phases;
    let first = phase.checked_sub(1).map_or(0, |before| phases[before]);
    (first, phases.get(phase).map(|next| next - 1))
}

/// The weights of one kind on each square, a map for each phase, all in the same shades (figs 9 and 10).
fn map(weights: &Weights, which: FeatureKind) -> String {
    let phases = 0..weights.form().phase_count();
    let part = |phase: usize, square: Square| {
        let weight = weights.square(phase, which.kind(), folded(square));
        f64::from(weight) / length(weights, phase)
    };
    let all = phases
        .clone()
        .flat_map(|phase| Square::all().map(move |square| part(phase, square)));
    let (low, high) = all.fold((0.0, 0.0), |(low, high): (f64, f64), part| {
        (low.min(part), high.max(part))
    });
    let side = f64::from(Square::SIDE);
    let axis = |label: &str, range: (f64, f64)| Axis {
        label: label.to_owned(),
        range,
        log: false,
    };
    let panels: Vec<Panel> = phases
        .map(|phase| {
            let cell = |square: Square| {
                let at = (f64::from(square.column() + 1), f64::from(square.row() + 1));
                let part = part(phase, square);
                Shape::Cell {
                    at,
                    shade: if high > low {
                        (part - low) / (high - low)
                    } else {
                        0.5
                    },
                    text: String::new(),
                    note: format!("{square}: {part:+.3}"),
                }
            };
            let (first, last) = plies(weights, phase);
            Panel {
                title: phase_title(first, last),
                x: axis("column", (0.5, side + 0.5)),
                // The first row is at the top, as on the board.
                y: axis("row", (side + 0.5, 0.5)),
                shapes: Square::all().map(cell).collect(),
            }
        })
        .collect();
    let notes = [format!(
        "from {low:+.3} (lightest) to {high:+.3} (darkest); rest the pointer on a square for \
         its weight"
    )];
    svg::figure(
        &format!(
            "Weights of \"{}\" by square, as parts of the length of all weights of the phase",
            which.name()
        ),
        &notes,
        &panels,
        2,
    )
}

fn write_csv(weights: &Weights, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "phase,kind,column,row,weight")?;
    let whole = |weight: i32| f64::from(weight) / f64::from(UNIT);
    for phase in 0..weights.form().phase_count() {
        for which in FeatureKind::ALL {
            let (name, kind) = (which.name(), which.kind());
            let shared = whole(weights.shared(phase, kind));
            writeln!(out, "{},{name},,,{shared}", phase + 1)?;
            for square in Square::all() {
                let weight = whole(weights.square(phase, kind, folded(square)));
                let (column, row) = (square.column() + 1, square.row() + 1);
                writeln!(out, "{},{name},{column},{row},{weight}", phase + 1)?;
            }
        }
    }
    Ok(())
}

fn phase_title(first: u8, last: Option<u8>) -> String {
    match last {
        Some(last) => format!("plies {first} to {last}"),
        None => format!("from ply {first}"),
    }
}

fn squares(kind: &str) -> String {
    let columns: String = (1..=14).map(|column| format!("{column:>5x}")).collect();
    format!("  {kind} by square, in thousandths\n    {columns}")
}

fn row_of_squares(row: u8, parts: &[f64]) -> String {
    let cells: String = parts
        .iter()
        .map(|part| format!("{:>5.0}", 1000.0 * part))
        .collect();
    format!("  {row:x} {cells}")
}

//! Figures as SVG: panels with axes, marks, lines and bands. Text is text, so that it can be searched
//! and set in the reader's own fonts; nothing outside of the file is needed.

use std::fmt::Write as _;

/// An axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// What it measures, with the unit.
    pub label: String,
    /// Its ends, left or bottom first: the greater one first turns it round.
    pub range: (f64, f64),
    /// Whether it is logarithmic; the ends are then above 0.
    pub log: bool,
}

/// What is drawn in a panel; later ones lie on top.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A line through points.
    Line {
        /// The points.
        points: Vec<(f64, f64)>,
        /// Colour, as SVG has it.
        color: &'static str,
        /// What it is called in the key; empty for nothing.
        name: String,
    },
    /// What lies between two lines over the same places.
    Band {
        /// Place, lower and upper end.
        points: Vec<(f64, f64, f64)>,
        /// Colour; half of it is let through.
        color: &'static str,
        /// What it is called in the key; empty for nothing.
        name: String,
    },
    /// A mark.
    Dot {
        /// Where.
        at: (f64, f64),
        /// Which.
        mark: Mark,
        /// Colour.
        color: &'static str,
        /// A letter beside it; empty for none.
        letter: String,
        /// What is said of it when the pointer rests on it.
        note: String,
    },
    /// A cell of a heat map, one by one in the units of the axes.
    Cell {
        /// Its middle.
        at: (f64, f64),
        /// From 0 (light) to 1 (dark).
        shade: f64,
        /// What is written in it.
        text: String,
        /// What is said of it when the pointer rests on it.
        note: String,
    },
}

/// The form of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A filled disc.
    Disc,
    /// A ring.
    Ring,
    /// A triangle that points up.
    Up,
    /// A triangle that points down.
    Down,
}

/// A plot with its axes.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// What it shows.
    pub title: String,
    /// The axis across.
    pub x: Axis,
    /// The axis up.
    pub y: Axis,
    /// What is drawn.
    pub shapes: Vec<Shape>,
}

/// Size of a panel, and the room around its field.
const PANEL: (f64, f64) = (400.0, 320.0);
const LEFT: f64 = 62.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 30.0;
const BOTTOM: f64 = 46.0;
/// Room for the title of a figure.
const HEAD: f64 = 34.0;
/// Height of a line of text.
const LINE: f64 = 15.0;

/// Panels beside and beneath one another, `columns` in a row, under a title and above notes.
pub fn figure(title: &str, notes: &[String], panels: &[Panel], columns: usize) -> String {
    let columns = columns.max(1);
    let rows = panels.len().div_ceil(columns);
    let width = PANEL.0 * columns.min(panels.len().max(1)) as f64;
    let foot = LINE * notes.len() as f64 + 8.0;
    let height = HEAD + PANEL.1 * rows as f64 + foot;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         width=\"{width:.0}\" height=\"{height:.0}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{LEFT}\" y=\"22\" font-size=\"15\" font-weight=\"bold\">{}</text>\n",
        escape(title)
    );
    for (index, panel) in panels.iter().enumerate() {
        let x = PANEL.0 * (index % columns) as f64;
        let y = HEAD + PANEL.1 * (index / columns) as f64;
        let _ = writeln!(svg, "<g transform=\"translate({x:.0} {y:.0})\">");
        draw(&mut svg, panel);
        svg.push_str("</g>\n");
    }
    for (index, note) in notes.iter().enumerate() {
        let y = height - foot + LINE * (index + 1) as f64 - 3.0;
        let _ = writeln!(
            svg,
            "<text x=\"{LEFT}\" y=\"{y:.0}\" fill=\"#555\">{}</text>",
            escape(note)
        );
    }
    svg.push_str("</svg>\n");
    svg
}

impl Axis {
    /// Where a value lies, 0…1; `None` for what is no number or outside.
    pub fn place(&self, value: f64) -> Option<f64> {
        let (from, to) = self.range;
        let part = if self.log {
            (libm::log10(value) - libm::log10(from)) / (libm::log10(to) - libm::log10(from))
        } else {
            (value - from) / (to - from)
        };
        (part.is_finite() && (-1e-9..=1.0 + 1e-9).contains(&part)).then_some(part)
    }

    /// Values that are written at the axis.
    pub fn ticks(&self) -> Vec<f64> {
        let (from, to) = self.range;
        // What is not a number has no round ones; a step that is lost in them would never get there.
        if !from.is_finite() || !to.is_finite() {
            return Vec::new();
        }
        if self.log {
            let (first, last) = (
                libm::ceil(libm::log10(from) - 1e-9) as i32,
                libm::floor(libm::log10(to) + 1e-9) as i32,
            );
            return (first..=last)
                .map(|power| libm::pow(10.0, f64::from(power)))
                .collect();
        }
        if from > to {
            let turned = Self {
                range: (to, from),
                ..self.clone()
            };
            return turned.ticks();
        }
        // 1, 2 or 5 times a power of ten, four to nine of them.
        let rough = (to - from) / 6.0;
        if !rough.is_finite() || rough <= 0.0 {
            return vec![from];
        }
        let power = libm::pow(10.0, libm::floor(libm::log10(rough)));
        let step = [1.0, 2.0, 5.0, 10.0]
            .map(|factor| factor * power)
            .into_iter()
            .find(|&step| step >= rough)
            .unwrap_or(rough);
        let first = libm::ceil(from / step - 1e-9);
        (0..TICKS)
            .map(|index| (first + f64::from(index)) * step)
            .take_while(|&tick| tick <= to + step * 1e-9)
            .collect()
    }
}

/// More numbers than an axis ever has.
const TICKS: u8 = 12;

/// A number at an axis.
pub fn number(value: f64) -> String {
    if value != 0.0 && (value.abs() >= 100_000.0 || value.abs() < 0.001) {
        return format!("{value:e}");
    }
    let text = format!("{value:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0".to_owned()
    } else {
        text.to_owned()
    }
}

fn draw(svg: &mut String, panel: &Panel) {
    let (width, height) = (PANEL.0 - LEFT - RIGHT, PANEL.1 - TOP - BOTTOM);
    let across = |value: f64| panel.x.place(value).map(|part| LEFT + part * width);
    let up = |value: f64| panel.y.place(value).map(|part| TOP + (1.0 - part) * height);
    let _ = writeln!(
        svg,
        "<text x=\"{LEFT}\" y=\"{:.0}\" font-weight=\"bold\">{}</text>",
        TOP - 8.0,
        escape(&panel.title)
    );
    let (right, bottom) = (LEFT + width, TOP + height);
    for tick in panel.x.ticks() {
        if let Some(x) = across(tick) {
            let _ = writeln!(
                svg,
                "<path d=\"M{x:.1} {TOP}V{bottom}\" stroke=\"#ddd\"/>\
                 <text x=\"{x:.1}\" y=\"{:.0}\" text-anchor=\"middle\">{}</text>",
                bottom + 15.0,
                number(tick)
            );
        }
    }
    for tick in panel.y.ticks() {
        if let Some(y) = up(tick) {
            let _ = writeln!(
                svg,
                "<path d=\"M{LEFT} {y:.1}H{right}\" stroke=\"#ddd\"/>\
                 <text x=\"{:.0}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                LEFT - 6.0,
                y + 4.0,
                number(tick)
            );
        }
    }
    let mut key = Vec::new();
    for shape in &panel.shapes {
        match shape {
            Shape::Band {
                points,
                color,
                name,
            } => {
                let there = |value: (f64, f64)| Some((across(value.0)?, up(value.1)?));
                let upper = points.iter().filter_map(|&(x, _, high)| there((x, high)));
                let lower = points
                    .iter()
                    .rev()
                    .filter_map(|&(x, low, _)| there((x, low)));
                let outline: Vec<String> = upper
                    .chain(lower)
                    .map(|(x, y)| format!("{x:.1},{y:.1}"))
                    .collect();
                let _ = writeln!(
                    svg,
                    "<polygon points=\"{}\" fill=\"{color}\" fill-opacity=\"0.2\"/>",
                    outline.join(" ")
                );
                key.push((color, name, true));
            }
            Shape::Line {
                points,
                color,
                name,
            } => {
                // Broken where a value is missing.
                let mut path = String::new();
                let mut pen = 'M';
                for &(x, y) in points {
                    match (across(x), up(y)) {
                        (Some(x), Some(y)) => {
                            let _ = write!(path, "{pen}{x:.1} {y:.1}");
                            pen = 'L';
                        }
                        _ => pen = 'M',
                    }
                }
                let _ = writeln!(
                    svg,
                    "<path d=\"{path}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"1.8\"/>"
                );
                key.push((color, name, false));
            }
            Shape::Cell {
                at,
                shade,
                text,
                note,
            } => {
                let ends = (
                    across(at.0 - 0.5).zip(across(at.0 + 0.5)),
                    up(at.1 - 0.5).zip(up(at.1 + 0.5)),
                );
                if let (Some(x), Some(y)) = ends {
                    cell(svg, x, y, *shade, text, note);
                }
            }
            Shape::Dot {
                at,
                mark,
                color,
                letter,
                note,
            } => {
                if let (Some(x), Some(y)) = (across(at.0), up(at.1)) {
                    dot(svg, (x, y), *mark, color, note);
                    if !letter.is_empty() {
                        let _ = writeln!(
                            svg,
                            "<text x=\"{:.1}\" y=\"{:.1}\" font-weight=\"bold\">{}</text>",
                            x + 7.0,
                            y + 4.0,
                            escape(letter)
                        );
                    }
                }
            }
        }
    }
    let _ = writeln!(
        svg,
        "<rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{width}\" height=\"{height}\" fill=\"none\" \
         stroke=\"#333\"/>\
         <text x=\"{:.0}\" y=\"{:.0}\" text-anchor=\"middle\">{}</text>\
         <text transform=\"translate(14 {:.0}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
        LEFT + width / 2.0,
        bottom + 34.0,
        escape(&panel.x.label),
        TOP + height / 2.0,
        escape(&panel.y.label)
    );
    // The key stands at the bottom right, where curves that rise leave room.
    key.retain(|(_, name, _)| !name.is_empty());
    let first = bottom - 12.0 - LINE * (key.len().saturating_sub(1)) as f64;
    for (row, (color, name, wide)) in key.iter().enumerate() {
        let y = first + LINE * row as f64;
        let (stroke, opacity) = if *wide { (8.0, 0.35) } else { (2.0, 1.0) };
        let name = escape(name);
        let (x, baseline) = (right - 32.0, y + 4.0);
        let _ = writeln!(
            svg,
            "<path d=\"M{:.0} {y:.0}h18\" stroke=\"{color}\" stroke-width=\"{stroke}\" \
             stroke-opacity=\"{opacity}\"/>\
             <text x=\"{x:.0}\" y=\"{baseline:.0}\" stroke=\"white\" stroke-width=\"3\" \
             text-anchor=\"end\">{name}</text>\
             <text x=\"{x:.0}\" y=\"{baseline:.0}\" text-anchor=\"end\">{name}</text>",
            right - 26.0,
        );
    }
}

/// The lightest and the darkest colour of a heat map, red, green and blue.
const SHADES: [[f64; 3]; 2] = [[247.0, 251.0, 255.0], [8.0, 48.0, 107.0]];

fn cell(
    svg: &mut String,
    (left, right): (f64, f64),
    (one, other): (f64, f64),
    shade: f64,
    text: &str,
    note: &str,
) {
    // Which is above depends on the axis' direction.
    let (top, bottom) = (one.min(other), one.max(other));
    let shade = shade.clamp(0.0, 1.0);
    let [light, dark] = SHADES;
    let mixed: Vec<String> = light
        .iter()
        .zip(dark)
        .map(|(light, dark)| format!("{:.0}", light + (dark - light) * shade))
        .collect();
    let ink = if shade > 0.5 { "white" } else { "black" };
    let _ = writeln!(
        svg,
        "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"rgb({})\">\
         <title>{}</title></rect>\
         <text x=\"{:.1}\" y=\"{:.1}\" font-size=\"11\" text-anchor=\"middle\" fill=\"{ink}\" \
         pointer-events=\"none\">{}</text>",
        right - left,
        bottom - top,
        mixed.join(","),
        escape(note),
        (left + right) / 2.0,
        (bottom + top) / 2.0 + 4.0,
        escape(text)
    );
}

fn dot(svg: &mut String, (x, y): (f64, f64), mark: Mark, color: &str, note: &str) {
    let style = format!("fill=\"{color}\" stroke=\"white\" stroke-width=\"0.8\"");
    let form = match mark {
        Mark::Disc => format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4.5\" {style}>"),
        Mark::Ring => format!(
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"none\" stroke=\"{color}\" \
             stroke-width=\"1.5\">"
        ),
        Mark::Up => format!("<path d=\"M{x:.1} {:.1}l5 8.5h-10z\" {style}>", y - 5.5),
        Mark::Down => format!("<path d=\"M{x:.1} {:.1}l5 -8.5h-10z\" {style}>", y + 5.5),
    };
    let end = if form.starts_with("<circle") {
        "circle"
    } else {
        "path"
    };
    let _ = writeln!(svg, "{form}<title>{}</title></{end}>", escape(note));
}

/// Text as XML has it.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(range: (f64, f64), log: bool) -> Axis {
        Axis {
            label: String::new(),
            range,
            log,
        }
    }

    #[test]
    fn ticks_are_round_numbers_within_the_range() {
        assert_eq!(axis((0.0, 1.0), false).ticks().len(), 6);
        assert_eq!(axis((0.0, 15.0), false).ticks(), [0.0, 5.0, 10.0, 15.0]);
        assert_eq!(
            axis((1.0, 10_000.0), true).ticks(),
            [1.0, 10.0, 100.0, 1000.0, 10_000.0]
        );
        assert_eq!(axis((30.0, 3000.0), true).ticks(), [100.0, 1000.0]);
        assert_eq!(axis((2.0, 2.0), false).ticks(), [2.0]);
        assert_eq!(axis((15.0, 0.0), false).ticks(), [0.0, 5.0, 10.0, 15.0]);
        // A step below the precision of the numbers, and ranges without ticks.
        assert!(axis((1e17, 1e17 + 16.0), false).ticks().len() <= 12);
        assert!(axis((0.0, f64::INFINITY), false).ticks().is_empty());
        assert!(axis((f64::NAN, 1.0), false).ticks().is_empty());
        assert_eq!(number(0.25), "0.25");
        assert_eq!(number(1000.0), "1000");
        assert_eq!(number(1e-5), "1e-5");
    }

    #[test]
    fn a_point_lies_where_its_value_is() {
        // A field of 314 × 244 pixels whose lower left corner is (62, 274).
        let panel = Panel {
            title: "a < b".to_owned(),
            x: axis((1.0, 10_000.0), true),
            y: axis((0.0, 1.0), false),
            shapes: vec![Shape::Line {
                points: vec![(1.0, 0.0), (100.0, 0.5), (f64::NAN, 0.5), (10_000.0, 1.0)],
                color: "red",
                name: "R&D".to_owned(),
            }],
        };
        let svg = figure("t", &[], &[panel], 1);
        assert!(svg.contains("M62.0 274.0L219.0 152.0M376.0 30.0"), "{svg}");
        assert!(svg.contains("a &lt; b") && svg.contains("R&amp;D"));
    }

    #[test]
    fn a_cell_fills_its_part_of_the_field() {
        // Two by two cells in a field of 314 × 244 pixels: the upper right one.
        let panel = Panel {
            title: String::new(),
            x: axis((-0.5, 1.5), false),
            y: axis((-0.5, 1.5), false),
            shapes: vec![Shape::Cell {
                at: (1.0, 1.0),
                shade: 1.0,
                text: "0.9".to_owned(),
                note: String::new(),
            }],
        };
        let svg = figure("t", &[], &[panel], 1);
        let cell =
            "<rect x=\"219.0\" y=\"30.0\" width=\"157.0\" height=\"122.0\" fill=\"rgb(8,48,107)\">";
        assert!(svg.contains(cell), "{svg}");
        assert!(
            svg.contains("fill=\"white\" pointer-events=\"none\">0.9</text>"),
            "{svg}"
        );
    }
}

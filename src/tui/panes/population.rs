//! The population in weight space: each individual a point on two of the axes, log10 both ways
//! (genes that are linear by their weights themselves).
//!
//! A glyph and a colour say how it does against the person's level; a letter to its right, where there
//! is room, says what part it had in the latest step, or which rival it is.

use std::cmp::Reverse;
use std::collections::HashSet;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::{columns, foot, frame, shorten, write, write_line};
use crate::glyphs::Dots;
use crate::plot::Plot;
use crate::theme::{Role, Theme};
use koteki_rivals::evolve::settings::Scale;
use koteki_rivals::evolve::snapshot::{Dot, Gene, Role as Part, Snapshot};
use koteki_rivals::evolve::verdict::Verdict;
use koteki_session::watch::figures::LEVEL;

/// What the help says of it: a line for each thing that it shows.
pub(crate) const ABOUT: &[&str] = &[
    "  Population: each mark is one individual, a rival-to-be, placed by two of its weights; x shows two others.",
    "  level   wins about half of its games against a player of the level it is bred for: surely so, or certified",
    "  perhaps   may be level, or is undecided after the test",
    "  strong, weak   wins too often, too rarely",
    "  new   has not played yet",
    "  A B C   the chosen rivals, in front so far or certified: level, and different from one another",
    "  p parent   one of the two that were crossed in the latest step (MGG) and are still there",
    "  e elite   a child of the latest step that took a parent's place",
    "  c child   one that did not, and is gone with the next step",
    "  target D   (bottom line) what each move of that player gives away on average; lower is stronger",
];
/// The same beside a game.
pub(crate) const ABOUT_ENLARGED: &str = "  Enlarged (z), the population has a table beneath it: the \
     arrows choose an individual, Enter plays against it. Without a game: koteki evolve --out DIR breeds, koteki runs \
     lists runs, koteki watch DIR shows one.";

const POPULATION: &str = "Population";
const PARTS: [&str; 4] = ["rivals", "elite", "parent", "child"];

/// How an individual does against the opponent of the breeding, as far as its games show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It wins too often: the interval of its win rate lies above one half.
    Above,
    /// One half lies inside the interval.
    Level,
    /// It loses too often.
    Below,
    /// It has not played.
    Unplayed,
    /// The whole interval lies within 0.4 to 0.6, or it has been certified.
    Sure,
}

impl Standing {
    /// Where `dot` stands.
    pub fn of(dot: &Dot) -> Self {
        match dot.win_rate {
            _ if dot.verdict == Some(Verdict::Certified) => Self::Sure,
            _ if dot.verdict == Some(Verdict::Undecided) => Self::Level,
            Some(rate) if rate.is_finite() && dot.games > 0 => {
                let within = dot.interval.0 >= LEVEL.0 && dot.interval.1 <= LEVEL.1;
                if within {
                    Self::Sure
                } else if dot.interval.0 > 0.5 {
                    Self::Above
                } else if dot.interval.1 < 0.5 {
                    Self::Below
                } else {
                    Self::Level
                }
            }
            _ => Self::Unplayed,
        }
    }

    pub(super) const fn role(self) -> Role {
        match self {
            Self::Above => Role::Above,
            Self::Level => Role::Unsure,
            Self::Sure => Role::Level,
            Self::Below => Role::Below,
            Self::Unplayed => Role::Unplayed,
        }
    }
}

/// The pairs of axes there are, each once.
pub fn axis_pairs(genes: usize) -> Vec<(usize, usize)> {
    (0..genes)
        .flat_map(|first| (first + 1..genes).map(move |second| (first, second)))
        .collect()
}

/// The pane.
pub struct PopulationView<'a> {
    /// The latest state of the breeding; `None` before the first.
    pub snapshot: Option<&'a Snapshot>,
    /// Which pair of axes, counted round.
    pub axes: usize,
    /// The individual that is chosen in the table, by its number.
    pub chosen: Option<u64>,
    /// What is said of it.
    pub said: Option<&'a str>,
    /// The look.
    pub theme: &'a Theme,
    /// Whether the pane has the focus.
    pub focused: bool,
}

impl Widget for PopulationView<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let pair = self.snapshot.and_then(|snapshot| {
            let pairs = axis_pairs(snapshot.genes.len());
            pairs.get(self.axes % pairs.len().max(1)).copied()
        });
        let all = self
            .snapshot
            .map_or_else(Vec::new, |snapshot| axis_pairs(snapshot.genes.len()));
        // Every projection at once where there is room for them.
        let at_once = all.len() > 1
            && usize::from(area.width) >= all.len() * usize::from(PROJECTION.0)
            && area.height >= PROJECTION.1;
        let title = match (self.snapshot, pair) {
            _ if at_once => POPULATION.to_owned(),
            (Some(snapshot), Some((x, y))) => format!(
                "Population: {} {} {}",
                snapshot.genes[x].name, self.theme.glyphs.times, snapshot.genes[y].name
            ),
            _ => POPULATION.to_owned(),
        };
        let title = shorten(
            &title,
            usize::from(area.width.saturating_sub(4)),
            self.theme,
        );
        // In a low pane the letters are explained in its frame.
        let width = area.width.saturating_sub(2);
        let lines = legend(width, self.theme).len();
        let is_cut = usize::from(legend_rows(area.height.saturating_sub(2), lines)) < lines;
        let footer = (pair.is_some() && is_cut)
            .then(|| rows_of(parts(self.theme), width.saturating_sub(2)))
            .and_then(|rows| rows.into_iter().next())
            .map(|mut row| {
                row.spans.insert(0, Span::raw(" "));
                row.spans.push(Span::raw(" "));
                row
            });
        let inner = frame(area, buffer, self.theme, &title, self.focused, footer);
        let inner = foot(self.said, LEAST_ROWS, inner, buffer, self.theme);
        if inner.is_empty() {
            return;
        }
        let legend_rows = legend_rows(inner.height, lines);
        let above = Rect {
            height: inner.height - legend_rows,
            ..inner
        };
        let below = Rect {
            y: above.bottom(),
            height: legend_rows,
            ..inner
        };
        match (self.snapshot, pair) {
            (Some(snapshot), Some(_)) if at_once => {
                let width = above.width / u16::try_from(all.len()).unwrap_or(1);
                for (place, pair) in (0u16..).zip(all) {
                    let part = Rect {
                        x: above.x + place * width,
                        width,
                        ..above
                    };
                    self.projection(snapshot, pair, part, buffer);
                }
                self.legend(below, buffer);
            }
            (Some(snapshot), Some(pair)) => {
                self.draw(snapshot, pair, above, buffer);
                self.legend(below, buffer);
            }
            (Some(_), None) => {
                write(
                    buffer,
                    inner,
                    inner.x + 1,
                    inner.y,
                    "Fewer than two weights are free: no map to draw.",
                    self.theme.style(Role::Dim),
                );
            }
            _ => write(
                buffer,
                inner,
                inner.x + 1,
                inner.y,
                super::NO_POPULATION,
                self.theme.style(Role::Dim),
            ),
        }
    }
}

/// Least rows of the points above what is said of one of them.
const LEAST_ROWS: u16 = 5;

/// Least columns and rows of one of several projections.
const PROJECTION: (u16, u16) = (34, 13);

impl PopulationView<'_> {
    /// One of several: its name above it.
    fn projection(
        &self,
        snapshot: &Snapshot,
        pair: (usize, usize),
        area: Rect,
        buffer: &mut Buffer,
    ) {
        let names = [pair.0, pair.1].map(|gene| snapshot.genes[gene].name.as_str());
        let title = format!("{} {} {}", names[0], self.theme.glyphs.times, names[1]);
        let room = usize::from(area.width.saturating_sub(6));
        let title = shorten(&title, room, self.theme);
        let style = self.theme.style(Role::Strong);
        write(buffer, area, area.x + 5, area.y, &title, style);
        let rest = Rect {
            y: area.y + 1,
            height: area.height.saturating_sub(1),
            ..area
        };
        self.draw(snapshot, pair, rest, buffer);
    }

    fn draw(&self, snapshot: &Snapshot, (x, y): (usize, usize), area: Rect, buffer: &mut Buffer) {
        let theme = self.theme;
        let axis_row = u16::from(area.height >= 4);
        const LABELS: u16 = 5;
        let field = Rect {
            x: area.x + LABELS.min(area.width),
            // One column is kept for the letter of a point at the right edge.
            width: area.width.saturating_sub(LABELS + 1),
            height: area.height - axis_row,
            ..area
        };
        if field.is_empty() {
            return;
        }
        let (across, up) = (&snapshot.genes[x], &snapshot.genes[y]);
        let scale = Plot::new(field, range(across), range(up), Dots::Letters);
        self.axes(&scale, field, across, up, area, buffer);
        // Those that matter are drawn last: a cell shows the last one drawn.
        let mut dots: Vec<&Dot> = snapshot.individuals.iter().collect();
        dots.sort_by_key(|dot| {
            let part = match dot.role {
                Part::Member => 0,
                Part::Child => 1,
                Part::Parent => 2,
                Part::Elite => 3,
            };
            // A before B before C: A is drawn on top, the chosen one above all.
            (
                self.chosen == Some(dot.id),
                dot.rival.is_some(),
                Reverse(dot.rival),
                part,
            )
        });
        let mut taken = HashSet::new();
        let mut letters = Vec::new();
        for dot in dots {
            let (Some(&gene_x), Some(&gene_y)) = (dot.genes.get(x), dot.genes.get(y)) else {
                continue;
            };
            let Some((column, row)) =
                scale.cell_of((across.coordinate(gene_x), up.coordinate(gene_y)))
            else {
                continue;
            };
            let standing = Standing::of(dot);
            let cell = (field.x + column, field.y + row);
            let glyph = theme.glyphs.win_rate[standing as usize];
            write(
                buffer,
                area,
                cell.0,
                cell.1,
                glyph,
                theme.style(if self.chosen == Some(dot.id) {
                    Role::Chosen
                } else {
                    standing.role()
                }),
            );
            taken.insert(cell);
            letters.extend(mark(dot).map(|mark| (cell, mark)));
        }
        // The letters last, those that matter first: each to the right of its mark where a cell is
        // free, or else not at all. Only rivals go farther, and take the place of their mark at last.
        for ((x, y), (letter, role)) in letters.into_iter().rev() {
            let mut beside = vec![(x + 1, y)];
            if role == Role::Rival {
                beside.extend([
                    (x.saturating_sub(1), y),
                    (x, y.saturating_sub(1)),
                    (x, y + 1),
                ]);
            }
            let inside = |&(x, y): &(u16, u16)| {
                (field.x..=field.right()).contains(&x) && (field.y..field.bottom()).contains(&y)
            };
            let free = beside
                .into_iter()
                .find(|cell| inside(cell) && !taken.contains(cell));
            let place = free.or((role == Role::Rival).then_some((x, y)));
            if let Some((x, y)) = place {
                write(buffer, area, x, y, letter, theme.style(role));
                taken.insert((x, y));
            }
        }
    }

    fn axes(
        &self,
        scale: &Plot,
        field: Rect,
        across: &Gene,
        up: &Gene,
        area: Rect,
        buffer: &mut Buffer,
    ) {
        let style = self.theme.style(Role::Axis);
        let right = range(across);
        let upward = range(up);
        for row in 0..field.height {
            let axis = self.theme.glyphs.axis[1];
            write(
                buffer,
                area,
                field.x.saturating_sub(1),
                field.y + row,
                axis,
                style,
            );
        }
        let mut free_from = field.x;
        for (label, value) in ticks(across) {
            if let Some((column, _)) = scale.cell_of((value, upward.0)) {
                let width = columns(&label);
                let x = (field.x + column)
                    .saturating_sub(width / 2)
                    .min(area.right().saturating_sub(width))
                    .max(free_from);
                if field.bottom() < area.bottom() && x + width <= area.right() {
                    write(buffer, area, x, field.bottom(), &label, style);
                    free_from = x + width + 1;
                }
            }
        }
        for (label, value) in ticks(up) {
            if let Some((_, row)) = scale.cell_of((right.0, value)) {
                let text = format!("{label:>4}");
                write(buffer, area, area.x, field.y + row, &text, style);
            }
        }
    }

    fn legend(&self, area: Rect, buffer: &mut Buffer) {
        let lines = legend(area.width, self.theme);
        for (row, line) in area.rows().zip(&lines) {
            write_line(buffer, area, area.x + 1, row.y, line);
        }
    }
}

/// Rows of a pane's inside that a legend of so many takes.
fn legend_rows(height: u16, lines: usize) -> u16 {
    match height {
        0..5 => 0,
        5..9 => 1,
        _ => (height - 5) / 2,
    }
    .min(u16::try_from(lines).unwrap_or(u16::MAX))
}

/// What the marks mean, then the letters.
fn legend(width: u16, theme: &Theme) -> Vec<Line<'static>> {
    let room = width.saturating_sub(1);
    let mut lines = rows_of(standings(theme), room);
    lines.extend(rows_of(parts(theme), room));
    lines
}

/// A mark or a letter, and what it means.
type Entry = [Span<'static>; 2];

fn standings(theme: &Theme) -> Vec<Entry> {
    let all = [
        (Standing::Sure, "level"),
        (Standing::Level, "perhaps"),
        (Standing::Above, "strong"),
        (Standing::Below, "weak"),
        (Standing::Unplayed, "new"),
    ];
    let entry = |(standing, text): (Standing, &str)| {
        let mark = theme.glyphs.win_rate[standing as usize];
        [
            Span::styled(mark, theme.style(standing.role())),
            Span::styled(format!(" {text}  "), theme.style(Role::Dim)),
        ]
    };
    all.into_iter().map(entry).collect()
}

fn parts(theme: &Theme) -> Vec<Entry> {
    let all = [
        ("A B C", Role::Rival),
        ("e", Role::Strong),
        ("p", Role::Strong),
        ("c", Role::Strong),
    ];
    let entry = |((letter, role), text): ((&'static str, Role), &str)| {
        [
            Span::styled(letter, theme.style(role)),
            Span::styled(format!(" {text}  "), theme.style(Role::Dim)),
        ]
    };
    all.into_iter().zip(PARTS).map(entry).collect()
}

/// Entries in rows of at most `room` columns, none of them cut.
fn rows_of(entries: Vec<Entry>, room: u16) -> Vec<Line<'static>> {
    // Two blanks end each.
    let room = usize::from(room) + 2;
    let mut rows: Vec<Line<'static>> = Vec::new();
    for entry in entries {
        let width: usize = entry.iter().map(Span::width).sum();
        match rows.last_mut().filter(|row| row.width() + width <= room) {
            Some(row) => row.spans.extend(entry),
            None => rows.push(Line::from(entry.to_vec())),
        }
    }
    for row in &mut rows {
        if let Some(last) = row.spans.last_mut() {
            last.content = last.content.trim_end().to_owned().into();
        }
    }
    rows
}

/// The letter beside an individual.
fn mark(dot: &Dot) -> Option<(&'static str, Role)> {
    if let Some(letter) = dot
        .rival
        .and_then(|rival| ["A", "B", "C", "D", "E", "F"].get(rival))
    {
        return Some((letter, Role::Rival));
    }
    match dot.role {
        Part::Member => None,
        Part::Parent => Some(("p", Role::Text)),
        Part::Child => Some(("c", Role::Dim)),
        Part::Elite => Some(("e", Role::Strong)),
    }
}

fn range(gene: &Gene) -> (f64, f64) {
    (gene.coordinate(gene.min), gene.coordinate(gene.max))
}

/// What stands along the axis of a gene, and where: powers of ten, or the ends and 0.
fn ticks(gene: &Gene) -> Vec<(String, f64)> {
    match gene.scale {
        Scale::Log => (0..=6)
            .map(|power| (power_of_ten(power), f64::from(power)))
            .collect(),
        Scale::Linear => [gene.min, 0, gene.max]
            .map(|weight| (short(weight), gene.coordinate(weight)))
            .into(),
    }
}

/// A weight in at most four columns: thousands with a k.
fn short(weight: i32) -> String {
    if weight.abs() < 1000 {
        weight.to_string()
    } else {
        format!("{}k", weight / 1000)
    }
}

fn power_of_ten(power: u16) -> String {
    match power {
        0..3 => 10u32.pow(u32::from(power)).to_string(),
        3..6 => format!("{}k", 10u32.pow(u32::from(power) - 3)),
        _ => format!("{}M", 10u32.pow(u32::from(power) - 6)),
    }
}

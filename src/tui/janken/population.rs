//! The population behind the last hand: how its fitness grew, how unlike its strategies are, and what the
//! best of them answers.
//!
//! While the match goes on only the answer that was used is shown. The best strategy of one round is most
//! often the best of the next, and the person knows which gene comes next: the others would give its hand away.

use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::text::{Line, Span};

use super::insight::{key_words, kind};
use super::view::View;
use crate::glyphs::Dots;
use crate::panes::{columns, frame, shorten, wrap, write, write_line};
use crate::plot::Plot;
use crate::theme::Role;
use koteki_games::janken::{Hand, Letters};
use koteki_games::spec::Spec as _;
use koteki_janken::Population;
use koteki_janken::key::Part;

/// Rows of the plot that are worth it.
const PLOT: u16 = 4;
/// Columns left of the plot and of the genes.
const AXIS: u16 = 7;
/// Columns of a gene, brackets shared.
const GENE: u16 = 2;

/// Draws the pane.
pub fn render(view: &View<'_>, focused: bool, area: Rect, buffer: &mut Buffer) {
    let theme = view.theme;
    let population = view.insight.and_then(|it| it.population.as_ref());
    let title = population.map_or_else(
        || "Population".to_owned(),
        |it| format!("Population: {}", it.key),
    );
    let title = shorten(&title, usize::from(area.width.saturating_sub(4)), theme);
    let inner = frame(area, buffer, theme, &title, focused, None);
    let room = inner.inner(Margin::new(1, 0));
    if room.is_empty() {
        return;
    }
    let width = usize::from(room.width);
    let Some(population) = population else {
        let opponent = &view.game.setup().opponent;
        let text = match (opponent.name(), view.insight) {
            ("paper" | "strong", None) => "The population shows after a round.".to_owned(),
            ("paper" | "strong", Some(_)) => "It breeds from the fourth round on.".to_owned(),
            _ => format!("{opponent} breeds nothing."),
        };
        for (y, row) in (room.y..room.bottom()).zip(wrap(&text, width)) {
            write(buffer, room, room.x, y, &row, theme.style(Role::Dim));
        }
        return;
    };
    let mirrored = is_mirrored(view);
    let mut lines = vec![format!(
        "{} strategies, {} different, diversity {:.2}",
        population.size, population.distinct, population.diversity
    )];
    if let Some(last) = population.generations.last() {
        lines.push(format!(
            "best {:.0}  mean {:.0}  of {:.0} possible",
            last.best, last.mean, population.greatest
        ));
    }
    let looks = format!("They look at {}.", key_words(population.key, mirrored));
    let mut lines: Vec<String> = lines
        .iter()
        .map(|line| shorten(line, width, theme))
        .collect();
    lines.extend(wrap(&looks, width));
    let genes = Genes::of(population, mirrored, view.game.is_over());
    // The genes first, then the curves have what is left: figures without a picture say more than a
    // picture without figures.
    let mut left = room.height;
    let texts = u16::try_from(lines.len()).unwrap_or(u16::MAX).min(left);
    left -= texts;
    let table = genes.height(room.width).filter(|&height| height <= left);
    let table = table.unwrap_or(0);
    left -= table;
    let plot = if left >= PLOT {
        left.min(room.height / 2)
    } else {
        0
    };
    let mut y = room.y;
    if plot > 0 {
        curves(
            view,
            population,
            Rect {
                y,
                height: plot,
                ..room
            },
            buffer,
        );
        y += plot;
    }
    for line in lines.iter().take(usize::from(texts)) {
        write(buffer, room, room.x, y, line, theme.style(Role::Text));
        y += 1;
    }
    if table > 0 {
        // Air between, where there is some.
        y += u16::from(left > plot);
        genes.render(
            view,
            Rect {
                y,
                height: table,
                ..room
            },
            buffer,
        );
    }
}

/// Whether the population sits in the person's place.
fn is_mirrored(view: &View<'_>) -> bool {
    view.insight.is_some_and(|it| it.population_turned)
}

/// Fitness of the best and the mean by generation.
fn curves(view: &View<'_>, population: &Population, area: Rect, buffer: &mut Buffer) {
    let theme = view.theme;
    let generations = &population.generations;
    let numbers = u16::from(area.height >= 5);
    let field = Rect {
        x: area.x + AXIS.min(area.width),
        width: area.width.saturating_sub(AXIS + 1),
        height: area.height - numbers,
        ..area
    };
    if field.is_empty() || generations.is_empty() {
        return;
    }
    let top = population.greatest.max(1.0);
    let low = generations.iter().fold(top, |low, it| low.min(it.mean));
    let low = (low - (top - low) * 0.05).max(0.0).floor();
    let axis = theme.style(Role::Axis);
    let label = |value: f64| format!("{value:>5.0}");
    write(buffer, area, area.x, field.y, &label(top), axis);
    write(buffer, area, area.x, field.bottom() - 1, &label(low), axis);
    for row in field.rows() {
        write(buffer, area, area.x + 6, row.y, theme.glyphs.axis[1], axis);
    }
    let last = generations.len() - 1;
    if numbers > 0 {
        let (from, to) = (generation(0), generation(last));
        write(buffer, area, field.x, field.bottom(), &from, axis);
        let x = field.right().saturating_sub(columns(&to)).max(field.x);
        write(buffer, area, x, field.bottom(), &to, axis);
    }
    let end = if last == 0 { 1.0 } else { last as f64 };
    let mut plot = Plot::new(field, (0.0, end), (low, top), theme.glyphs.dots);
    for (letter, color) in [('m', 1), ('b', 0)] {
        let points = generations.iter().enumerate().map(|(number, it)| {
            let value = if letter == 'b' { it.best } else { it.mean };
            (number as f64, value)
        });
        let points: Vec<(f64, f64)> = points.collect();
        let at = points.last().copied();
        let style = theme.style(Role::Curve(color));
        plot.line(points, letter, style);
        if let Some(at) = at.filter(|_| theme.glyphs.dots == Dots::Braille) {
            plot.mark(at, letter, style);
        }
    }
    plot.render(buffer);
}

/// The genes of the best strategy as a table: the first parts of the key down, the others across.
struct Genes<'a> {
    population: &'a Population,
    mirrored: bool,
    /// Parts of the key that are written down the side.
    down: usize,
    /// Parts in all.
    depth: usize,
    /// Whether all genes are shown, and not only the one that was used.
    whole: bool,
}

const fn power(exponent: usize) -> usize {
    let (mut value, mut left) = (1, exponent);
    while left > 0 {
        value *= 3;
        left -= 1;
    }
    value
}

impl<'a> Genes<'a> {
    fn of(population: &'a Population, mirrored: bool, whole: bool) -> Self {
        let depth = population.key.depth();
        Self {
            population,
            mirrored,
            down: depth / 2,
            depth,
            whole,
        }
    }

    /// Columns left of the genes: a letter a part.
    fn label(&self) -> u16 {
        AXIS.max(u16::try_from(2 * self.down).unwrap_or(0) + 1)
    }

    /// Rows that it needs; `None` when it is too wide.
    fn height(&self, width: u16) -> Option<u16> {
        let across = u16::try_from(power(self.depth - self.down)).ok()?;
        let down = u16::try_from(power(self.down)).ok()?;
        let heads = u16::try_from(self.depth - self.down).ok()?;
        (self.label() + across * GENE < width).then_some(1 + heads + down)
    }

    fn render(&self, view: &View<'_>, area: Rect, buffer: &mut Buffer) {
        let theme = view.theme;
        let population = self.population;
        let relative = population.key.is_relative();
        let heading = shorten(best(relative, self.whole), usize::from(area.width), theme);
        let style = theme.style(Role::Dim);
        write(buffer, area, area.x, area.y, &heading, style);
        let across = power(self.depth - self.down);
        let label = self.label();
        let mut y = area.y + 1;
        for place in self.down..self.depth {
            let first = population.key.parts(0);
            let name = first
                .get(place)
                .map_or_else(String::new, |it| self.name(*it));
            write(buffer, area, area.x, y, &name, theme.style(Role::Axis));
            for column in 0..across {
                let parts = population.key.parts(column);
                let letter = parts.get(place).map_or(' ', |it| letter(*it));
                let x = area.x + label + u16::try_from(column).unwrap_or(0) * GENE + 1;
                let style = theme.style(Role::Axis);
                write(buffer, area, x, y, &letter.to_string(), style);
            }
            y += 1;
        }
        for row in 0..power(self.down) {
            let parts = population.key.parts(row * across);
            let head: Vec<String> = parts
                .iter()
                .take(self.down)
                .map(|it| letter(*it).to_string())
                .collect();
            // What a row is of stands in the first one.
            let head = match parts.first() {
                Some(part) if row == 0 && self.down == 1 => {
                    format!("{:<5}{}", self.name(*part), head.join(" "))
                }
                _ if self.down == 1 => format!("     {}", head.join(" ")),
                _ => head.join(" "),
            };
            write(buffer, area, area.x, y, &head, theme.style(Role::Axis));
            let mut spans = Vec::new();
            let chosen = |gene: usize| population.gene == Some(gene);
            for column in 0..across {
                let gene = row * across + column;
                let before = match gene.checked_sub(1) {
                    Some(before) if column > 0 && chosen(before) => "]",
                    _ if chosen(gene) => "[",
                    _ => " ",
                };
                spans.push(Span::styled(before, theme.style(Role::Key)));
                let is_shown = self.whole || chosen(gene);
                let met = is_shown && population.met.get(gene).copied().unwrap_or(false);
                let answer = population.best.get(gene).copied().unwrap_or(0);
                let (text, role) = match (met, relative) {
                    (false, _) if is_shown => ('.', Role::Dim),
                    (false, _) => (' ', Role::Dim),
                    (true, true) => (STEPS[usize::from(answer % 3)], Role::Text),
                    (true, false) => (Hand::of(answer.into()).letter(Letters::English), Role::Text),
                };
                let role = if chosen(gene) { Role::Strong } else { role };
                spans.push(Span::styled(text.to_string(), theme.style(role)));
            }
            let end = if chosen((row + 1) * across - 1) {
                "]"
            } else {
                " "
            };
            spans.push(Span::styled(end, theme.style(Role::Key)));
            write_line(buffer, area, area.x + label, y, &Line::from(spans));
            y += 1;
        }
    }

    /// What a part is of, in a few letters: whose hand, or what of a round; how long ago.
    fn name(&self, part: Part) -> String {
        let (Part::Opponent(back, _)
        | Part::Own(back, _)
        | Part::Outcome(back, _)
        | Part::Shift(back, _)) = part;
        let what = ["you", "it", "end", "step"]
            .get(kind(part, self.mirrored))
            .unwrap_or(&"");
        if back > 1 {
            format!("{what}-{back}")
        } else {
            (*what).to_owned()
        }
    }
}

/// Answers and changes as steps: the same hand, what beats it, what it beats.
const STEPS: [char; 3] = ['=', '+', '-'];

/// The value of a part in a letter.
const fn letter(part: Part) -> char {
    match part {
        Part::Opponent(_, hand) | Part::Own(_, hand) => hand.letter(Letters::English),
        // Outcomes are the reader's; the person sees theirs.
        Part::Outcome(_, outcome) => ['L', 'D', 'W'][outcome.index()],
        Part::Shift(_, shift) => STEPS[shift.index()],
    }
}

fn generation(number: usize) -> String {
    format!("gen {number}")
}

/// Heading of the genes of the best; whether answers are steps from the person's last hand, and whether all
/// are shown.
const fn best(steps: bool, whole: bool) -> &'static str {
    match (whole, steps) {
        (true, true) => "The best answers (from your hand: = same, + beats it, - loses):",
        (true, false) => "The best answers (R P S; . not met yet):",
        (false, true) => "Used last, [=+-] from your hand; all at the end:",
        (false, false) => "Used last, in [ ]; all answers at the end:",
    }
}

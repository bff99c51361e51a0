//! A question with some answers: arrows and Enter, or the letter before an answer.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::Answer;
use super::dialog::{dialog, inside, more, widest};
use super::form::paged;
use crate::panes::{columns, shorten, wrap, write, write_line};
use crate::theme::{Role, Theme};
use koteki_games::typed::half_width_sign;

/// Columns of a text that is read well.
const WIDEST: u16 = 72;

/// One answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item<A> {
    /// The letter that takes it at once, lower case.
    pub initial: char,
    /// What it is called; where it has been [fitted](Menu::fitted), in as many lines as it takes.
    pub label: String,
    /// What it does.
    pub answer: A,
}

impl<A> Item<A> {
    fn rows(&self) -> usize {
        self.label.lines().count().max(1)
    }
}

/// A question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Menu<A> {
    /// The frame's title.
    pub title: String,
    /// What there is to say, the first line as a heading.
    pub text: Vec<String>,
    /// The answers.
    pub items: Vec<Item<A>>,
    /// The chosen one.
    pub chosen: usize,
    /// What Esc does.
    pub on_close: A,
    /// The figures behind what is said, which are shown when they are asked for.
    pub figures: Vec<String>,
    /// Whether they are.
    pub figures_shown: bool,
    /// Least columns of its text, for one whose text changes while it is read: it keeps its place.
    pub width: u16,
}

impl<A: Clone> Menu<A> {
    /// A question with these answers: the letter that takes one, what it is called, what it does.
    pub fn new(
        title: &str,
        text: Vec<String>,
        items: impl IntoIterator<Item = (char, impl Into<String>, A)>,
        on_close: A,
    ) -> Self {
        Self {
            title: title.to_owned(),
            text,
            items: items
                .into_iter()
                .map(|(initial, label, answer)| Item {
                    initial,
                    label: label.into(),
                    answer,
                })
                .collect(),
            chosen: 0,
            on_close,
            figures: Vec::new(),
            figures_shown: false,
            width: 0,
        }
    }

    /// Shows the figures, or not any more.
    pub const fn turn_figures(&mut self) {
        self.figures_shown = !self.figures_shown;
    }

    /// Moves the choice by one, round the ends.
    pub fn step(&mut self, down: bool) {
        let count = self.items.len().max(1);
        self.chosen = (self.chosen + if down { 1 } else { count - 1 }) % count;
    }

    /// Moves the choice to the last answer, or to the first.
    pub const fn end(&mut self, last: bool) {
        self.chosen = if last {
            self.items.len().saturating_sub(1)
        } else {
            0
        };
    }

    /// Moves the choice by as many as are seen at once on a screen of this area, to an end at most.
    pub fn page(&mut self, down: bool, area: Rect) {
        let fitted = self.fitted(area);
        let (rows, _) = fitted.answers(inside(fitted.size(), area));
        let last = self.items.len().saturating_sub(1);
        self.chosen = paged(self.chosen, down, rows.height.into(), last);
    }

    /// The chosen answer.
    pub fn answer(&self) -> A {
        let item = self.items.get(self.chosen);
        item.map_or(&self.on_close, |item| &item.answer).clone()
    }

    /// The answer of a letter.
    pub fn by_initial(&self, letter: char) -> Option<A> {
        let letter = half_width_sign(letter).to_ascii_lowercase();
        self.items
            .iter()
            .find(|item| item.initial == letter)
            .map(|item| item.answer.clone())
    }

    /// The same with its text in rows that are read well on a screen of this area, and long answers in full where there is
    /// room for them.
    pub fn fitted(&self, area: Rect) -> Self {
        let room = usize::from(area.width.saturating_sub(4).clamp(1, WIDEST));
        let figures = || self.figures.iter().filter(|_| self.figures_shown);
        let rows = |line: &String| {
            if usize::from(columns(line)) <= room {
                return vec![line.clone()];
            }
            let indent = if line.starts_with(' ') { "  " } else { "" };
            let rows = wrap(line, room.saturating_sub(indent.len()));
            rows.iter().map(|row| format!("{indent}{row}")).collect()
        };
        let with = |lines: usize| Self {
            text: self
                .text
                .iter()
                .take(lines)
                .chain(figures())
                .flat_map(rows)
                .collect(),
            ..self.clone()
        };
        let mut fitted = with(self.text.len());
        // Where there is not room for both, the figures are what was asked for.
        if self.figures_shown && fitted.size().1 > area.height {
            fitted = with(1);
        }
        let room = usize::from(area.width.saturating_sub(10).max(1));
        let mut whole = fitted.clone();
        for item in &mut whole.items {
            item.label = in_lines(&item.label, room);
        }
        if whole.size().1 <= area.height {
            whole
        } else {
            fitted
        }
    }

    /// Rows of the answers.
    fn rows(&self) -> usize {
        self.items.iter().map(Item::rows).sum()
    }

    /// Columns and rows of everything.
    fn size(&self) -> (u16, u16) {
        let texts = self.text.iter().map(String::as_str);
        let labels = self.items.iter().flat_map(|item| item.label.lines());
        let width = widest(texts)
            .max(self.width)
            .max(widest(labels) + 6)
            .max(columns(&self.title) + 2)
            + 4;
        let rows = self.text.len() + usize::from(!self.text.is_empty()) + self.rows() + 2;
        (width, u16::try_from(rows).unwrap_or(u16::MAX))
    }

    /// The rows of the answers in `room`, and the number of the first that is shown: with more answers than
    /// rows, those round the chosen one.
    fn answers(&self, room: Rect) -> (Rect, usize) {
        let items = u16::try_from(self.rows()).unwrap_or(0).min(room.height);
        let rows = Rect {
            y: room.bottom() - items,
            height: items,
            ..room
        };
        // Answers of several lines are there only where all have room.
        (rows, (self.chosen + 1).saturating_sub(usize::from(items)))
    }

    /// Chooses the answer at a place of the screen; `false` where there is none.
    pub fn click(&mut self, area: Rect, (x, y): (u16, u16)) -> bool {
        let (rows, first) = self.answers(inside(self.size(), area));
        let is_there = rows.contains((x, y).into());
        if is_there {
            let row = usize::from(y - rows.y);
            let places = self.items.iter().enumerate().skip(first);
            let mut places = places.flat_map(|(at, item)| std::iter::repeat_n(at, item.rows()));
            self.chosen = places.nth(row).unwrap_or(self.chosen);
        }
        is_there
    }

    /// Draws it over the middle of `area`.
    pub fn render(&self, area: Rect, buffer: &mut Buffer, theme: &Theme) {
        let room = dialog(self.size(), &self.title, area, buffer, theme);
        let (rows, skip) = self.answers(room);
        // The answers have the last rows; where there is little room the text is cut, not they.
        let first = rows.y;
        for (y, text) in (room.y..first).zip(&self.text) {
            let role = if y == room.y {
                Role::Strong
            } else {
                Role::Text
            };
            let text = shorten(text, usize::from(room.width), theme);
            write(buffer, room, room.x, y, &text, theme.style(role));
        }
        let below = skip + usize::from(rows.height) < self.items.len();
        more(rows, skip > 0, below, buffer, theme);
        let mut places = first..room.bottom();
        for (index, item) in self.items.iter().enumerate().skip(skip) {
            let chosen = index == self.chosen;
            let pointer = if chosen { theme.glyphs.pointer } else { " " };
            let style = theme.style(if chosen { Role::Chosen } else { Role::Text });
            let mut head = (pointer, item.initial);
            for (label, y) in item.label.lines().zip(places.by_ref()) {
                let label = shorten(label, usize::from(room.width).saturating_sub(6), theme);
                let line = Line::from(vec![
                    Span::styled(format!("{} ", head.0), theme.style(Role::Strong)),
                    Span::styled(head.1.to_string(), theme.style(Role::Key)),
                    Span::raw(" "),
                    Span::styled(format!(" {label} "), style),
                ]);
                write_line(buffer, room, room.x, y, &line);
                head = (" ", ' ');
            }
        }
    }
}

impl<A: Clone> Menu<Answer<A>> {
    /// The same with figures behind it, where there are any: `d` shows them.
    #[must_use]
    pub fn with_figures(mut self, figures: Vec<String>) -> Self {
        if !figures.is_empty() {
            self.items.push(Item {
                initial: 'd',
                label: "The figures behind this".to_owned(),
                answer: Answer::Figures,
            });
            self.figures.push(String::new());
            self.figures.extend(figures);
        }
        self
    }
}

/// A label in lines of at most `room` columns. The first keeps its columns, the others stand beneath it.
fn in_lines(label: &str, room: usize) -> String {
    let fits = |at: &usize| usize::from(columns(&label[..*at])) <= room;
    let mut breaks = label.match_indices(' ').map(|(at, _)| at);
    let at = match breaks.by_ref().filter(fits).last() {
        Some(at) if usize::from(columns(label)) > room => at,
        _ => return label.to_owned(),
    };
    let (first, rest) = label.split_at(at);
    let mut lines = first.trim_end().to_owned();
    for row in wrap(rest, room.saturating_sub(2)) {
        lines += &format!("\n  {row}");
    }
    lines
}

/// Whether to take back some of a finished game that has counted, and to play on.
pub fn reopen_menu<A: Clone>(take_back: A) -> Menu<Answer<A>> {
    let text =
        "This game is over and has counted. Taking back plays on from it as a practice game.";
    let answers = [
        ('y', "Yes, play on as practice", Answer::Do(take_back)),
        ('n', "No, leave it as it is", Answer::Close),
    ];
    Menu::new("Practice?", vec![text.to_owned()], answers, Answer::Close)
}

/// Whether to use `help`, called `label`, in a measured game, which cannot be undone.
pub fn help_menu<A: Clone>(help: A, label: &str) -> Menu<Answer<A>> {
    let text = "Help makes this a practice game: it will not count.";
    let answers = [
        ('y', label, Answer::Do(help)),
        ('n', "No, play on", Answer::Close),
    ];
    Menu::new("Practice?", vec![text.to_owned()], answers, Answer::Close)
}

//! A questionnaire: one line a question, the answers of the one in hand beneath it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use tui_input::Input;
use unicode_width::UnicodeWidthStr as _;

use crate::panes::{columns, shorten, wrap, write};
use crate::shell::dialog::dialog;
use crate::theme::{Role, Theme};
use koteki_session::study::sheet::{Answers, Form, LONGEST, Question};
use koteki_session::study::words;

/// Columns of the sheet where there is room.
const WIDTH: u16 = 92;
/// Columns before the answers, and how wide a sheet is that has them; in a narrower one each column counts.
const INDENT: (usize, usize) = (5, 40);

/// Where the person is on a sheet.
#[derive(Clone, Debug)]
pub struct SheetState {
    questions: &'static [Question],
    /// The question in hand; the number of all of them for the line that hands in.
    at: usize,
    /// The answer in hand, of a question that has a choice.
    choice: usize,
    /// What is typed, at one in words.
    typed: Input,
}

/// What a key has led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SheetAction {
    /// Nothing that is kept.
    Nothing,
    /// This answer to this question.
    Answer(&'static str, String),
    /// The sheet is to be handed in.
    HandIn,
}

impl SheetState {
    /// At the first question of the sheet that has no answer.
    pub fn new(questions: &'static [Question], answers: &Answers) -> Self {
        let mut state = Self {
            questions,
            at: 0,
            choice: 0,
            typed: Input::default(),
        };
        let open = questions
            .iter()
            .position(|it| answers.asks(it) && answers.get(it.key).is_none());
        state.go_to(open.unwrap_or(questions.len()), answers);
        state
    }

    /// The question in hand; `None` on the line that hands in.
    pub fn question(&self) -> Option<&'static Question> {
        self.questions.get(self.at)
    }

    /// Whether letters are text now.
    pub fn is_typing(&self) -> bool {
        matches!(
            self.question(),
            Some(Question {
                form: Form::Text,
                ..
            })
        )
    }

    /// What is typed, for the line to be edited.
    pub fn typed(&mut self) -> Option<&mut Input> {
        self.is_typing().then_some(&mut self.typed)
    }

    /// Whether more can be typed.
    pub fn has_room(&self) -> bool {
        self.typed.value().chars().count() < LONGEST
    }

    /// Goes to the question called `key`.
    pub fn go_to_key(&mut self, key: &str, answers: &Answers) {
        let found = self.questions.iter().position(|it| it.key == key);
        self.go_to(found.unwrap_or(self.at), answers);
    }

    fn go_to(&mut self, at: usize, answers: &Answers) {
        self.at = at.min(self.questions.len());
        let given = self
            .question()
            .and_then(|it| answers.get(it.key))
            .unwrap_or("");
        self.choice = match self.question().map(|it| it.form) {
            Some(Form::Choice(choices)) => choices.iter().position(|it| *it == given).unwrap_or(0),
            _ => 0,
        };
        self.typed = Input::new(given.to_owned());
    }

    /// To the next or the previous question that is asked, no further than the ends.
    pub fn step(&mut self, forward: bool, answers: &Answers) {
        let asked = |&at: &usize| self.questions.get(at).is_none_or(|it| answers.asks(it));
        let found = if forward {
            (self.at + 1..=self.questions.len()).find(asked)
        } else {
            (0..self.at).rev().find(asked)
        };
        if let Some(at) = found {
            self.go_to(at, answers);
        }
    }

    /// To the next or the previous answer, and beyond the ends to the next question.
    pub fn move_choice(&mut self, down: bool, answers: &Answers) {
        let count = match self.question().map(|it| it.form) {
            Some(Form::Choice(choices)) => choices.len(),
            _ => 1,
        };
        if down && self.choice + 1 < count {
            self.choice += 1;
        } else if !down && self.choice > 0 {
            self.choice -= 1;
        } else {
            self.step(down, answers);
        }
    }

    /// What was typed and is not kept yet: it has to be before another question is gone to.
    pub fn unsaved(&self, answers: &Answers) -> SheetAction {
        match self.question() {
            Some(it)
                if self.is_typing() && answers.get(it.key).unwrap_or("") != self.typed.value() =>
            {
                SheetAction::Answer(it.key, self.typed.value().trim().to_owned())
            }
            _ => SheetAction::Nothing,
        }
    }

    /// Gives the answer in hand, or hands the sheet in.
    pub fn accept(&self) -> SheetAction {
        match self.question() {
            None => SheetAction::HandIn,
            Some(Question {
                key,
                form: Form::Choice(choices),
                ..
            }) => choices
                .get(self.choice)
                .map_or(SheetAction::Nothing, |choice| {
                    SheetAction::Answer(key, (*choice).to_owned())
                }),
            // Enter without a word is an answer too: there is nothing to say.
            Some(it) => SheetAction::Answer(it.key, self.typed.value().trim().to_owned()),
        }
    }

    /// Takes the answer of this number, 0 for the first; false when there is none.
    pub fn choose(&mut self, number: usize) -> bool {
        let there = matches!(
            self.question().map(|it| it.form),
            Some(Form::Choice(choices)) if number < choices.len()
        );
        if there {
            self.choice = number;
        }
        there
    }

    /// Draws it; returns where the terminal's cursor stands when an answer is typed.
    pub fn render(
        &self,
        title: &str,
        answers: &Answers,
        area: Rect,
        buffer: &mut Buffer,
        theme: &Theme,
    ) -> Option<(u16, u16)> {
        let width = WIDTH.min(area.width);
        let inside = usize::from(width.saturating_sub(4));
        let (lines, in_hand) = self.lines(answers, inside, theme);
        let height = u16::try_from(lines.len() + 2).unwrap_or(u16::MAX);
        let room = dialog((width, height), title, area, buffer, theme);
        let shown = usize::from(room.height);
        // As far down as the question in hand with its answers needs, but never so far that it is not seen
        // itself; and where an answer is longer than that, the line that is being typed under it.
        let skip = (in_hand.1 + 1).saturating_sub(shown).min(in_hand.0);
        let typed_at = lines.iter().position(|line| line.cursor.is_some());
        let beyond = typed_at.map_or(0, |at| (at + 1).saturating_sub(skip + shown));
        let kept = if beyond == 0 {
            0
        } else {
            in_hand.2.min(shown.saturating_sub(1))
        };
        let seen = lines
            .iter()
            .skip(skip)
            .take(kept)
            .chain(lines.iter().skip(skip + kept + beyond));
        let mut cursor = None;
        for (line, y) in seen.zip(room.y..room.bottom()) {
            let mut x = room.x;
            for (text, style) in &line.spans {
                write(buffer, room, x, y, text, *style);
                x += columns(text);
            }
            if let Some(at) = line.cursor {
                let x = room.x + u16::try_from(at).unwrap_or(0);
                cursor = Some((x.min(room.right().saturating_sub(1)), y));
            }
        }
        cursor
    }

    /// The rows; the first and the last of the question in hand, and how many the question itself takes.
    fn lines(
        &self,
        answers: &Answers,
        width: usize,
        theme: &Theme,
    ) -> (Vec<Row>, (usize, usize, usize)) {
        let mut lines = Vec::new();
        let mut in_hand = (0, 0, 0);
        let asked = self.questions.iter().enumerate();
        let asked = asked.filter(|(at, it)| answers.asks(it) || *at == self.at);
        for (number, (at, question)) in asked.enumerate() {
            let here = at == self.at;
            let given = answers.get(question.key);
            if here {
                // The question in hand is to be read whole.
                let number = format!("{} {:>2} ", theme.glyphs.pointer, number + 1);
                let before = usize::from(columns(&number));
                let rows = wrap(
                    words::question(question.key),
                    width.saturating_sub(before).max(1),
                );
                in_hand.0 = lines.len();
                in_hand.2 = rows.len();
                for (index, row) in rows.iter().enumerate() {
                    let before = if index == 0 {
                        number.clone()
                    } else {
                        " ".repeat(before)
                    };
                    lines.push(Row::new(
                        format!("{before}{row}"),
                        theme.style(Role::Strong),
                    ));
                }
                lines.extend(self.answers_of(question, given, width, theme));
                in_hand.1 = lines.len() - 1;
            } else {
                let head = format!("  {:>2} {}", number + 1, words::question(question.key));
                let mut line = Row::new(shorten(&head, width, theme), theme.style(Role::Text));
                let said = match (question.form, given) {
                    (Form::Choice(_), Some(key)) => words::answer(question.key, key).to_owned(),
                    (Form::Text, Some(text)) => text.to_owned(),
                    (Form::Choice(_), None) => theme.glyphs.ellipsis.to_owned(),
                    (Form::Text, None) => "(in words, if you like)".to_owned(),
                };
                let room = width.saturating_sub(usize::from(columns(&head)) + 2);
                let role = if given.is_some() {
                    Role::Title
                } else {
                    Role::Dim
                };
                line.push(
                    format!("  {}", shorten(&said, room, theme)),
                    theme.style(role),
                );
                lines.push(line);
            }
        }
        lines.push(Row::default());
        let here = self.question().is_none();
        let pointer = if here { theme.glyphs.pointer } else { " " };
        if here {
            in_hand = (lines.len(), lines.len(), 1);
        }
        let role = if here { Role::Chosen } else { Role::Text };
        let mut line = Row::new(format!("{pointer} "), theme.style(Role::Strong));
        line.push(" Hand in ".to_owned(), theme.style(role));
        line.push(
            "  then it can no longer be changed".to_owned(),
            theme.style(Role::Dim),
        );
        lines.push(line);
        (lines, in_hand)
    }

    /// What stands beneath the question in hand.
    fn answers_of(
        &self,
        question: &Question,
        given: Option<&str>,
        width: usize,
        theme: &Theme,
    ) -> Vec<Row> {
        let indent = " ".repeat(if width < INDENT.1 { 1 } else { INDENT.0 });
        if let Form::Choice(choices) = question.form {
            let line = |(index, key): (usize, &&'static str)| {
                let mark = if given == Some(*key) { "(x)" } else { "( )" };
                let role = if index == self.choice {
                    Role::Chosen
                } else {
                    Role::Text
                };
                let mut line = Row::new(format!("{indent}{mark} "), theme.style(Role::Text));
                line.push((index + 1).to_string(), theme.style(Role::Key));
                let text = format!(" {} ", words::answer(question.key, key));
                line.push(" ".to_owned(), Style::new());
                line.push(text, theme.style(role));
                line
            };
            return choices.iter().enumerate().map(line).collect();
        }
        if self.typed.value().is_empty() {
            let mut line = Row::new(
                format!("{indent}(in words, if you like)"),
                theme.style(Role::Dim),
            );
            line.cursor = Some(indent.len());
            return vec![line];
        }
        let room = width.saturating_sub(indent.len() + 1).max(1);
        // Text is typed at its end nearly always, so rows are broken by width alone and the cursor is
        // found by counting.
        let mut rows = vec![String::new()];
        let mut place = (0, 0);
        for (index, letter) in self.typed.value().chars().enumerate() {
            if rows.last().map_or(0, |row| row.width()) >= room {
                rows.push(String::new());
            }
            if index == self.typed.cursor() {
                place = (rows.len() - 1, rows.last().map_or(0, |row| row.width()));
            }
            if let Some(row) = rows.last_mut() {
                row.push(letter);
            }
        }
        if self.typed.cursor() >= self.typed.value().chars().count() {
            place = (rows.len() - 1, rows.last().map_or(0, |row| row.width()));
        }
        rows.into_iter()
            .enumerate()
            .map(|(index, text)| {
                let mut line = Row::new(format!("{indent}{text}"), theme.style(Role::Strong));
                line.cursor = (index == place.0).then_some(indent.len() + place.1);
                line
            })
            .collect()
    }
}

/// A row of spans, and where the cursor stands in it.
#[derive(Clone, Debug, Default)]
struct Row {
    spans: Vec<(String, Style)>,
    cursor: Option<usize>,
}

impl Row {
    fn new(text: String, style: Style) -> Self {
        Self {
            spans: vec![(text, style)],
            cursor: None,
        }
    }

    fn push(&mut self, text: String, style: Style) {
        self.spans.push((text, style));
    }
}

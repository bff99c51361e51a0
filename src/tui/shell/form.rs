//! A dialog of lines with a value each that can be changed: `name  ◂ value ▸`, and beneath each a note on the value.
//! Where that is too high for the screen, only the note on the line in hand is there, at the foot. Many choices can be
//! looked at as a list.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::choices::Choices;
use super::dialog::{dialog, inside, more, widest};
use crate::panes::{columns, shorten, write, write_line};
use crate::theme::{Role, Theme};
use koteki_games::typed::half_width_sign;

/// Least columns of the dialog: with notes that need more it takes what the terminal has.
const WIDTH: u16 = 76;
/// Columns of a value that are seen before names give way.
const VALUE: u16 = 40;
/// With more choices than this a letter opens their list.
const FEW: usize = 6;
/// Characters that can be typed for a value.
pub(super) const TYPED: usize = 200;

/// A line.
pub struct Field {
    name: &'static str,
    /// Each with its note.
    choices: Vec<(String, String)>,
    /// The number of the choice.
    pub chosen: usize,
    /// What has been typed for the last choice, where that is one to be typed.
    pub typed: Option<String>,
}

impl Field {
    /// The choice among these, each with its note, begins with the one of this number.
    pub fn new(
        name: &'static str,
        choices: impl IntoIterator<Item = (impl Into<String>, impl Into<String>)>,
        chosen: usize,
    ) -> Self {
        let choices = choices.into_iter();
        Self {
            name,
            choices: choices
                .map(|(value, note)| (value.into(), note.into()))
                .collect(),
            chosen,
            typed: None,
        }
    }

    /// The same where the last choice is to be typed, and begins with `text`.
    pub fn typed(self, text: String) -> Self {
        Self {
            typed: Some(text),
            ..self
        }
    }

    fn step(&mut self, forward: bool) {
        self.chosen = moved(self.chosen, forward, self.choices.len());
    }

    /// The text, while it is the choice.
    fn typing(&mut self) -> Option<&mut String> {
        let is_last = self.chosen + 1 == self.choices.len();
        self.typed.as_mut().filter(|_| is_last)
    }
}

/// What comes of the lines, or what is wrong with them.
type Then<A> = Box<dyn Fn(&[Field]) -> Result<A, String>>;

/// The dialog.
pub struct Form<A> {
    title: &'static str,
    fields: Vec<Field>,
    /// What was chosen when it was opened.
    first: Vec<usize>,
    /// Which lines there are for what is chosen, each with its name.
    lines: fn(&[Field]) -> Vec<(usize, &'static str)>,
    then: Then<A>,
    /// What is said in its last row; may be empty.
    pub(super) foot: &'static str,
    /// The line that the keys go to.
    row: usize,
    /// The choices of that line as a list.
    list: Option<Choices>,
    /// Whether there is nothing but that.
    pub(super) is_only_list: bool,
}

impl<A> Form<A> {
    /// A dialog of these lines.
    pub fn new(
        title: &'static str,
        fields: Vec<Field>,
        then: impl Fn(&[Field]) -> Result<A, String> + 'static,
    ) -> Self {
        Self {
            title,
            first: fields.iter().map(|field| field.chosen).collect(),
            fields,
            lines: |fields| fields.iter().map(|field| field.name).enumerate().collect(),
            then: Box::new(then),
            foot: "",
            row: 0,
            list: None,
            is_only_list: false,
        }
    }

    /// The choices of one line as a list: taking one accepts it, and closing the list closes all.
    pub fn list(
        title: &'static str,
        field: Field,
        then: impl Fn(&[Field]) -> Result<A, String> + 'static,
    ) -> Self {
        Self {
            list: Some(Choices::at(field.chosen)),
            is_only_list: true,
            ..Self::new(title, vec![field], then)
        }
    }

    /// The same with `foot` in its last row.
    pub fn foot(self, foot: &'static str) -> Self {
        Self { foot, ..self }
    }

    /// The same with the lines that `lines` finds for what is chosen, each with its name.
    pub fn lines(self, lines: fn(&[Field]) -> Vec<(usize, &'static str)>) -> Self {
        Self { lines, ..self }
    }

    /// The number of the line that the keys go to, and its field.
    fn current(&mut self) -> (usize, Option<&mut Field>) {
        let lines = (self.lines)(&self.fields);
        let row = self.row.min(lines.len().saturating_sub(1));
        let field = lines.get(row).and_then(|&(at, _)| self.fields.get_mut(at));
        (row, field)
    }

    /// To the next or the previous line, round the ends.
    pub fn step(&mut self, down: bool) {
        if let Some(mut list) = self.list.take() {
            if let (_, Some(field)) = self.current() {
                list.step(down, &field.choices);
            }
            self.list = Some(list);
            return;
        }
        let (row, _) = self.current();
        self.row = moved(row, down, (self.lines)(&self.fields).len());
    }

    /// To the last line, or to the first.
    pub fn end(&mut self, last: bool) {
        if let Some(mut list) = self.list.take() {
            if let (_, Some(field)) = self.current() {
                list.end(last, &field.choices);
            }
            self.list = Some(list);
            return;
        }
        let count = (self.lines)(&self.fields).len();
        self.row = if last { count.saturating_sub(1) } else { 0 };
    }

    /// As many lines on or back as are seen at once on a screen of this area, to an end at most.
    pub fn page(&mut self, down: bool, area: Rect) {
        if let Some(mut list) = self.list.take() {
            if let (_, Some(field)) = self.current() {
                list.page(down, &field.choices, area);
            }
            self.list = Some(list);
            return;
        }
        let (row, _) = self.current();
        let (each, size) = self.size(area);
        let (rows, _) = self.shown(each, inside(size, area), row);
        let last = (self.lines)(&self.fields).len().saturating_sub(1);
        self.row = paged(row, down, (rows.height / each).into(), last);
    }

    /// The next or the previous choice of the line, round the ends.
    pub fn change(&mut self, forward: bool) {
        if self.list.is_none()
            && let (_, Some(field)) = self.current()
        {
            field.step(forward);
        }
    }

    /// The next choice of the line that begins with a letter; whether there is one. Where there are many, their list
    /// is opened, narrowed down by it.
    pub fn by_initial(&mut self, letter: char) -> bool {
        let letter = half_width_sign(letter);
        let begins = |(value, _): &(String, String)| {
            let first = value.chars().next();
            first.is_some_and(|first| first.eq_ignore_ascii_case(&letter))
        };
        let (_, Some(field)) = self.current() else {
            return false;
        };
        let count = field.choices.len();
        if count > FEW {
            let mut list = Choices::at(0);
            list.type_key(&KeyCode::Char(letter).into());
            self.list = Some(list);
            return true;
        }
        let mut others = (1..=count).map(|step| (field.chosen + step) % count);
        let found = others.find(|&at| begins(&field.choices[at]));
        field.chosen = found.unwrap_or(field.chosen);
        found.is_some()
    }

    /// Takes a key as text where the value is typed; `false` when it is for something else.
    pub fn type_key(&mut self, key: &KeyEvent) -> bool {
        if let Some(list) = &mut self.list {
            return list.type_key(key);
        }
        let held = KeyModifiers::CONTROL | KeyModifiers::ALT;
        let (_, field) = self.current();
        let Some(text) = field.and_then(Field::typing) else {
            return false;
        };
        match key.code {
            _ if key.modifiers.intersects(held) => return false,
            KeyCode::Backspace => drop(text.pop()),
            KeyCode::Char(letter) if text.chars().count() < TYPED => text.push(letter),
            KeyCode::Char(_) => {}
            _ => return false,
        }
        true
    }

    /// Takes pasted text where the value is typed.
    pub fn paste(&mut self, pasted: &str) {
        let (_, field) = self.current();
        if let Some(text) = field.and_then(Field::typing) {
            let room = TYPED.saturating_sub(text.chars().count());
            let letters = pasted.trim().chars().take(room);
            text.extend(letters.map(|it| if it.is_control() { ' ' } else { it }));
        }
    }

    /// Shows the choices of the line as a list.
    pub fn open_list(&mut self) {
        let (_, field) = self.current();
        self.list = field.map(|field| Choices::at(field.chosen));
    }

    /// Whether they are shown as one.
    pub const fn is_listing(&self) -> bool {
        self.list.is_some()
    }

    /// Closes the list; what is in hand in it is chosen when it `takes` it. Whether anything was.
    pub fn close_list(&mut self, takes: bool) -> bool {
        let list = self.list.take().filter(|_| takes);
        let (Some(list), (_, Some(field))) = (list, self.current()) else {
            return false;
        };
        let (taken, last) = (list.taken(&field.choices), field.choices.len() - 1);
        // What no name of the list has is typed, where it can be.
        let taken = match &mut field.typed {
            Some(typed) if taken.is_none_or(|at| at == last) && list.is_unnamed(&field.choices) => {
                list.filter().clone_into(typed);
                Some(last)
            }
            _ => taken,
        };
        field.chosen = taken.unwrap_or(field.chosen);
        taken.is_some()
    }

    /// Whether something else is chosen than when it was opened.
    pub fn is_changed(&self) -> bool {
        let chosen = self.fields.iter().map(|field| field.chosen);
        chosen.ne(self.first.iter().copied())
    }

    /// What is asked for.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn accept(&self) -> Result<A, String> {
        (self.then)(&self.fields)
    }

    /// Rows of a line on a screen of this area, and columns and rows of the dialog: as many as all lines need, so
    /// that it keeps its place.
    fn size(&self, area: Rect) -> (u16, (u16, u16)) {
        let count = u16::try_from(self.fields.len()).unwrap_or(u16::MAX);
        let rows = |each: u16| {
            let notes = u16::from(each == 1);
            each.saturating_mul(count)
                .saturating_add(2 + notes + self.below())
        };
        let each = if rows(2) <= area.height { 2 } else { 1 };
        let notes = self.fields.iter().flat_map(|field| &field.choices);
        let notes = widest(notes.map(|(_, note)| note.as_str()));
        let names = widest(self.fields.iter().map(|field| field.name));
        let width = notes.saturating_add(names + 9).min(area.width).max(WIDTH);
        (each, (width, rows(each)))
    }

    /// Rows of the foot.
    const fn below(&self) -> u16 {
        if self.foot.is_empty() { 0 } else { 1 }
    }

    /// The rows of the lines in `room`, `each` high, and the number of the first that is shown: with less room than
    /// lines, those round the one that the keys go to.
    fn shown(&self, each: u16, room: Rect, row: usize) -> (Rect, usize) {
        let below = self.below() + u16::from(each == 1);
        let height = room.height.saturating_sub(below).max(1);
        let count = u16::try_from((self.lines)(&self.fields).len()).unwrap_or(u16::MAX);
        let rows = Rect {
            height: height.min(count.saturating_mul(each)).min(room.height),
            ..room
        };
        (
            rows,
            (row + 1).saturating_sub(usize::from(rows.height / each)),
        )
    }

    /// Columns of the names: where there is little room they give way, not what is chosen.
    fn names(&self, room: Rect) -> usize {
        let names = self.fields.iter().map(|field| columns(field.name));
        let values = self.fields.iter().flat_map(|field| &field.choices);
        let longest = values.map(|(value, _)| columns(value)).max().unwrap_or(0);
        let rest = room.width.saturating_sub(longest.min(VALUE) + 8);
        names.max().unwrap_or(0).min(rest).into()
    }

    /// Goes to the line at a place of the screen; the key that a click there stands for: the arrow before the value
    /// is the choice before, the value and what is behind it the next. A click on the name only chooses the line.
    pub fn click(&mut self, area: Rect, (x, y): (u16, u16)) -> Option<KeyCode> {
        if let Some(mut list) = self.list.take() {
            let (_, field) = self.current();
            let is_there = field.is_some_and(|it| list.click(&it.choices, area, (x, y)));
            self.list = Some(list);
            return is_there.then_some(KeyCode::Enter);
        }
        let (each, size) = self.size(area);
        let room = inside(size, area);
        let (row, _) = self.current();
        let (rows, first) = self.shown(each, room, row);
        if !rows.contains((x, y).into()) {
            return None;
        }
        self.row = first + usize::from((y - rows.y) / each);
        let arrow = usize::from(x - room.x).checked_sub(2 + self.names(room))?;
        Some(if arrow < 2 {
            KeyCode::Left
        } else {
            KeyCode::Right
        })
    }

    /// Draws it over the middle of `area`.
    pub fn render(&self, area: Rect, buffer: &mut Buffer, theme: &Theme) {
        if let (true, Some(list)) = (self.is_only_list, &self.list) {
            let field = &self.fields[0];
            let head = (self.title, self.foot, field.typed.is_some());
            list.render(head, &field.choices, area, buffer, theme);
            return;
        }
        let (each, size) = self.size(area);
        let room = dialog(size, self.title, area, buffer, theme);
        let lines = (self.lines)(&self.fields);
        let row = self.row.min(lines.len().saturating_sub(1));
        let (rows, first) = self.shown(each, room, row);
        let names = self.names(room);
        let dim = theme.style(Role::Dim);
        let shown = lines.iter().enumerate().skip(first);
        let places = (rows.y..rows.bottom()).step_by(each.into());
        for ((index, &(at, name)), y) in shown.zip(places) {
            let (current, field) = (index == row, &self.fields[at]);
            let name = shorten(name, names, theme);
            field.render(&name, names, current, Rect { y, ..rows }, buffer, theme);
            let (y, indent) = if each == 2 {
                (y + 1, names + 5)
            } else {
                (rows.bottom(), 0)
            };
            if each == 2 || current {
                let width = usize::from(room.width).saturating_sub(indent);
                let note = field.choices.get(field.chosen).map_or("", |it| &it.1);
                let x = room.x + u16::try_from(indent).unwrap_or(0);
                write(buffer, room, x, y, &shorten(note, width, theme), dim);
            }
        }
        let is_more = first + usize::from(rows.height / each) < lines.len();
        more(rows, first > 0, is_more, buffer, theme);
        let foot = shorten(self.foot, usize::from(room.width), theme);
        write(
            buffer,
            room,
            room.x,
            room.bottom().saturating_sub(1),
            &foot,
            dim,
        );
        if let (Some(list), Some(&(at, name))) = (&self.list, lines.get(row)) {
            let field = &self.fields[at];
            let head = (name, self.foot, field.typed.is_some());
            list.render(head, &field.choices, area, buffer, theme);
        }
    }
}

impl Field {
    /// Draws it on a row; `current` when the keys go to it.
    fn render(
        &self,
        name: &str,
        names: usize,
        current: bool,
        room: Rect,
        buffer: &mut Buffer,
        theme: &Theme,
    ) {
        let (pointer, role) = if current {
            (theme.glyphs.pointer, Role::Chosen)
        } else {
            (" ", Role::Strong)
        };
        let [left, right] = theme.glyphs.arrows;
        let head = format!("{pointer} {name:<names$} ");
        let rest = usize::from(room.width.saturating_sub(columns(&head) + 6));
        let value = self.choices.get(self.chosen).map_or("", |it| &it.0);
        let is_last = self.chosen + 1 == self.choices.len();
        let value = match self
            .typed
            .as_ref()
            .filter(|text| is_last && !text.is_empty())
        {
            // Text is typed at its end, so the end is what is shown.
            Some(text) => {
                let caret = if current { "_" } else { "" };
                let skip = (text.chars().count() + 1).saturating_sub(rest);
                text.chars().skip(skip).chain(caret.chars()).collect()
            }
            None => shorten(value, rest, theme),
        };
        let line = Line::from(vec![
            Span::styled(head, theme.style(Role::Text)),
            Span::styled(format!("{left} "), theme.style(Role::Key)),
            Span::styled(format!(" {value} "), theme.style(role)),
            Span::styled(format!(" {right}"), theme.style(Role::Key)),
        ]);
        write_line(buffer, room, room.x, room.y, &line);
    }
}

/// One on or back of so many, round the ends.
pub(super) fn moved(at: usize, on: bool, count: usize) -> usize {
    let count = count.max(1);
    (at + if on { 1 } else { count - 1 }) % count
}

/// A page of so many rows on or back, to an end at most.
pub(super) fn paged(at: usize, on: bool, rows: usize, last: usize) -> usize {
    let rows = rows.max(1);
    let to = if on {
        at + rows
    } else {
        at.saturating_sub(rows)
    };
    to.min(last)
}

//! How opened games look: the list, the game beside what is known of it, the board that is set up.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget as _;

use super::edit::Editor;
use super::list::List;
use super::step::Step;
use super::{Files, View};
use crate::keys::{KeyStyle, Keymap, Layer};
use crate::panes::board::{BoardView, Geometry};
use crate::panes::{columns, frame, shorten, wrap, write, write_line};
use crate::screens::{MINIMUM, bottom, help, is_too_small, too_small};
use crate::theme::{Role, Theme};
use koteki_games::Game as _;
use koteki_games::words::numbers::{grouped, number};
use koteki_games::words::sides::side_name;
use koteki_rivals::coach::openings;

const FILTER: &str = "filter: ";

const STEP_HELP: [&str; 2] = [
    "Enter plays on from here, against whom you like: a practice game, it does not count.",
    "v goes through the game with the coach, e changes the board, y copies the moves.",
];

const EDITOR_HELP: [&str; 4] = [
    "x black, o white, - empty, Space each in turn.",
    "t the other side to move, s colours exchanged.",
    "c clears, r the usual start; or paste a board.",
    "Enter plays from it (a practice game), Esc leaves.",
];

const HELP_OPENED: &[&str] = &[
    "Opened games",
    "  A file is known by what it holds: transcripts, games.jsonl, GGF, SGF, OBF, WTHOR (with its .jou and \
     .trn beside it), the text of PlayOK, the JSON of Othello Quest. A folder stands for the files of games in \
     it. Pasted text is read the same way.",
    "  A filter has names of players (parts of them) and words with a key: player: black: white: event: \
     opening: year: moves: result: (black, white, draw or open). Quotes hold together what has spaces: \
     event:\"world championship\". Numbers may be ranges: year:1980-1989, year:2000-, moves:60.",
    "  From any position Enter begins a new game; a form asks for your side and the opponent. The moves up \
     to there are kept with it. Such a game is practice: it does not count toward your strength, because \
     somebody chose where it begins. A game that you were playing is kept and offered again.",
    "  Discs are counted as they lie. B+12 and the like is what the file says of a game that was not played \
     to its end: r resigned, t on time, a agreed.",
    "  A board can be played from when the rules go on from it, that is when one side at least has a legal \
     move, whether a game leads there or not.",
];

/// Columns that what stands beside a board needs.
const BESIDE: u16 = 36;
/// The same where it is welcome.
const COMFORT: u16 = 44;
/// Rows of the screen that are not the list's: its frame, its head, faults or filter, and the last two.
const AROUND: u16 = 6;

/// Games that a list on a screen of this area shows.
pub(super) fn list_rows(area: Rect) -> usize {
    usize::from(area.height.saturating_sub(AROUND))
}

/// What the help says.
pub(super) fn help_lines(about: Layer, keys: KeyStyle) -> Vec<String> {
    let mut lines = help::keys(about, keys);
    lines.push(String::new());
    lines.extend(HELP_OPENED.iter().map(|&line| line.to_owned()));
    lines
}

impl Files {
    /// Draws everything; returns where the terminal's cursor stands when something is typed.
    pub(super) fn render(&self, buffer: &mut Buffer) -> Option<(u16, u16)> {
        let area = buffer.area;
        let theme = &self.theme;
        if area.is_empty() || is_too_small(area) {
            too_small(MINIMUM, area, buffer, theme);
            theme.glyphs.confine(buffer);
            return None;
        }
        let main = Rect {
            height: area.height.saturating_sub(2),
            ..area
        };
        let (status, typed) = match self.views.last() {
            Some(View::List(list)) => {
                list_of(list, main, buffer, theme);
                (list_status(list), list.typing.as_ref())
            }
            Some(View::Step(step)) => {
                game(step, self.waits, main, buffer, theme);
                (step_status(step, theme), None)
            }
            Some(View::Editor(editor)) => {
                board(editor, main, buffer, theme);
                let name = editor.cursor.to_string();
                (format!("Board editor: {name}"), None)
            }
            None => (String::new(), None),
        };
        let row = Rect {
            y: area.bottom().saturating_sub(2),
            height: 1,
            ..area
        };
        let room = usize::from(area.width.saturating_sub(2));
        let status = shorten(&status, room, theme);
        write(
            buffer,
            row,
            row.x + 1,
            row.y,
            &status,
            theme.style(Role::Text),
        );
        let keymap = Keymap::of(self.ground(), self.keys);
        let last = Rect {
            y: area.bottom().saturating_sub(1),
            ..row
        };
        let cursor = match typed {
            Some(input) => Some(bottom::line(FILTER, input, last, buffer, theme)),
            None => bottom::render((None, self.notice.as_ref()), keymap, area, buffer, theme),
        };
        if let Some((about, scroll)) = self.help {
            help::render_lines(&help_lines(about, self.keys), scroll, buffer, theme);
        }
        theme.glyphs.confine(buffer);
        cursor
    }
}

/// A column: its name, how wide it is, whether it is one of numbers.
struct Column {
    head: &'static str,
    width: usize,
    right: bool,
}

/// The columns for a list of this width. Names have most, then the opening, then the event.
fn columns_of(list: &List, width: usize) -> Vec<Column> {
    let column = |head, width, right| Column { head, width, right };
    let number = grouped(list.shelf.rows.len() as u64).len().max(3);
    if list.openings {
        const LONGEST: usize = 44;
        let [no, mv, opening, moves] = ["No.", "Mv", "Opening", "Moves"];
        let rest = width.saturating_sub(number + 3 + 3);
        let name = rest.saturating_sub(24).min(LONGEST);
        return vec![
            column(no, number, true),
            column(mv, 3, true),
            column(opening, name, false),
            column(moves, rest.saturating_sub(name), false),
        ];
    }
    let [no, black, white, discs, mv, date, opening, event] = [
        "No.", "Black", "White", "Discs", "Mv", "Date", "Opening", "Event",
    ];
    let dates = list.shelf.longest_date.clamp(4, 10);
    let fixed = number + 6 + 2 + dates;
    let rest = width.saturating_sub(fixed + 6);
    let name = (rest * 2 / 6).min(26);
    let left = rest.saturating_sub(2 * name);
    let named = left.min(30);
    let mut all = vec![
        column(no, number, true),
        column(black, name, false),
        column(white, name, false),
        column(discs, 6, false),
        column(mv, 2, true),
        column(date, dates, false),
        column(opening, named, false),
    ];
    if left > named + 8 {
        all.push(column(event, left - named - 1, false));
    }
    all
}

/// A row of cells.
fn cells(columns_: &[Column], texts: &[String], theme: &Theme) -> String {
    let mut line = String::new();
    for (index, (column, text)) in columns_.iter().zip(texts).enumerate() {
        if index > 0 {
            line.push(' ');
        }
        let text = shorten(text, column.width, theme);
        let pad = " ".repeat(column.width.saturating_sub(usize::from(columns(&text))));
        if column.right {
            line.push_str(&pad);
            line.push_str(&text);
        } else {
            line.push_str(&text);
            line.push_str(&pad);
        }
    }
    line
}

fn list_of(list: &List, area: Rect, buffer: &mut Buffer, theme: &Theme) {
    let what = if list.openings { "Openings" } else { "Games" };
    let title = title(
        &list.name,
        what,
        list.count(),
        list.shelf.rows.len(),
        list.is_filtered(),
        !list.is_read(),
    );
    let title = shorten(&title, usize::from(area.width.saturating_sub(6)), theme);
    let inner = frame(area, buffer, theme, &title, true, None);
    let room = Rect {
        x: inner.x + 1.min(inner.width),
        width: inner.width.saturating_sub(2),
        ..inner
    };
    if room.height < 3 {
        return;
    }
    let width = usize::from(room.width.saturating_sub(2));
    let columns_ = columns_of(list, width);
    let heads: Vec<String> = columns_.iter().map(|it| it.head.to_owned()).collect();
    let head = cells(&columns_, &heads, theme);
    write(
        buffer,
        room,
        room.x + 2,
        room.y,
        &head,
        theme.style(Role::Dim),
    );
    let first = first_of(list, usize::from(room.height - 2));
    for (y, place) in (room.y + 1..room.bottom() - 1).zip(first..list.count()) {
        let Some((number, row)) = list.row(place) else {
            break;
        };
        let text = cells(&columns_, &texts(list, number, row), theme);
        let chosen = place == list.chosen;
        let style = theme.style(if chosen { Role::Chosen } else { Role::Text });
        if chosen {
            let pointer = theme.glyphs.pointer;
            write(buffer, room, room.x, y, pointer, theme.style(Role::Strong));
        }
        write(buffer, room, room.x + 2, y, &text, style);
    }
    foot(list, room, buffer, theme);
}

/// The first game of the list that is shown in so many rows: the chosen one in the middle, but for the
/// beginning and the end.
fn first_of(list: &List, rows: usize) -> usize {
    list.chosen
        .saturating_sub(rows / 2)
        .min(list.count().saturating_sub(rows))
}

/// The game that is shown at a place of the screen, by its place in the list.
pub(super) fn place_at(list: &List, screen: Rect, (x, y): (u16, u16)) -> Option<usize> {
    let rows = list_rows(screen);
    // The frame and the head of the list.
    let row = usize::from(y.checked_sub(screen.y + 2)?);
    let place = first_of(list, rows) + row;
    let is_there = row < rows && place < list.count() && x < screen.right();
    is_there.then_some(place)
}

/// What a row of the list says.
fn texts(list: &List, number: usize, row: &koteki_session::shelf::Row) -> Vec<String> {
    let text = |text| list.shelf.texts.get(text).to_owned();
    let opening = row
        .opening
        .and_then(|(number, _)| openings::all().nth(usize::from(number)));
    let named = opening.as_ref().map_or("", |it| it.name).to_owned();
    let number = grouped(number as u64);
    let moves = row.placed.to_string();
    if list.openings {
        let transcript = opening.map_or("", |it| it.moves).to_owned();
        return vec![number, moves, named, transcript];
    }
    let name = |side: usize| match row.names[side] {
        0 => "?".to_owned(),
        name => text(name),
    };
    vec![
        number,
        name(0),
        name(1),
        row.score(),
        moves,
        text(row.date),
        named,
        text(row.event),
    ]
}

/// The last row of the list: what is wrong with the filter, what a filter understands, the filter that holds,
/// what is wrong in the file.
fn foot(list: &List, room: Rect, buffer: &mut Buffer, theme: &Theme) {
    let help = if list.openings {
        "a part of the name"
    } else {
        "a name, or player: black: white: event: opening: (\"in quotes\" if it has spaces), \
         year:1986 or 1980-1989, moves:60, result:black white draw open, sort:date or \
         sort:-moves"
    };
    let (text, role) = match (&list.problem, &list.typing) {
        (Some(problem), Some(_)) => (problem.clone(), Role::Warning),
        _ if list.is_filtered() && list.count() == 0 => (
            format!(
                "no game is like {:?}: / changes the filter, Esc takes it away",
                list.filter
            ),
            Role::Warning,
        ),
        (_, Some(_)) => (help.to_owned(), Role::Dim),
        _ if list.is_filtered() => (format!("{}{}", FILTER, list.filter), Role::Strong),
        _ => match &list.shelf.first_fault {
            Some(fault) => (faults(list.shelf.faults, fault), Role::Warning),
            None => return,
        },
    };
    // What does not fit in a row takes others from the list: it is to be read whole.
    let mut rows = wrap(&text, usize::from(room.width));
    if rows.len() > FOOT {
        let rest = rows.split_off(FOOT - 1).join(" ");
        rows.push(shorten(&rest, usize::from(room.width), theme));
    }
    let top = room.bottom() - u16::try_from(rows.len()).unwrap_or(1).min(room.height);
    for (y, row) in (top..room.bottom()).zip(&rows) {
        let blank = " ".repeat(usize::from(room.width));
        write(buffer, room, room.x, y, &blank, theme.style(Role::Text));
        write(buffer, room, room.x, y, row, theme.style(role));
    }
}

/// Rows that what is said beneath the list may take.
const FOOT: usize = 3;

/// What is known of the game that is chosen.
fn list_status(list: &List) -> String {
    let Some((_, row)) = list.row(list.chosen) else {
        return String::new();
    };
    let text = |text| list.shelf.texts.get(text);
    let opening = row
        .opening
        .and_then(|(number, ply)| Some((openings::all().nth(usize::from(number))?.name, ply)));
    let mut parts = Vec::new();
    if list.openings {
        parts.extend(opening.map(|(name, _)| name.to_owned()));
    } else {
        let name = |side: usize| match row.names[side] {
            0 => "?",
            name => text(name),
        };
        parts.push(players(name(0), name(1)));
        for text in [text(row.event), text(row.date)] {
            if !text.is_empty() {
                parts.push(text.to_owned());
            }
        }
        parts.extend(opening.map(|(name, ply)| opening_text(name, usize::from(ply))));
        if list.several {
            parts.push(text(row.file).to_owned());
        }
    }
    parts.join(", ")
}

fn step_status(step: &Step, theme: &Theme) -> String {
    let mut parts = Vec::new();
    if let Some((which, of)) = step.about.place {
        parts.push(format!(
            "game {} of {}",
            grouped(which as u64),
            grouped(of as u64)
        ));
    }
    if let Some([black, white]) = &step.about.names {
        parts.push(players(black, white));
    }
    parts.push(format!("move {} of {}", step.at, step.line.ply()));
    if let Some((name, ply)) = step.opening() {
        parts.push(opening_text(name, ply));
    }
    parts.join(theme.glyphs.separator)
}

/// The board on the left, what there is to say on the right; alone where both have no room.
fn halves(main: Rect) -> (Rect, Option<Rect>) {
    Geometry::beside(main, COMFORT, BESIDE)
}

/// Paragraphs from the top of a framed pane, as far as there is room.
fn paragraphs(
    title: &str,
    said: &[(String, Role)],
    area: Rect,
    buffer: &mut Buffer,
    theme: &Theme,
) {
    let inner = frame(area, buffer, theme, title, false, None);
    let room = Rect {
        x: inner.x + 1.min(inner.width),
        width: inner.width.saturating_sub(2),
        ..inner
    };
    let mut y = room.y;
    for (text, role) in said {
        for row in wrap(text, usize::from(room.width)) {
            if y >= room.bottom() {
                return;
            }
            write(buffer, room, room.x, y, &row, theme.style(*role));
            y += 1;
        }
    }
}

fn game(step: &Step, waits: bool, main: Rect, buffer: &mut Buffer, theme: &Theme) {
    let (left, right) = halves(main);
    let view = step.view();
    let next = step.line.moves().get(step.at).and_then(|mv| mv.square());
    BoardView {
        game: &view,
        cursor: next,
        person: false,
        legal: true,
        theme,
        focused: true,
    }
    .render(left, buffer);
    let Some(right) = right else { return };
    let about = &step.about;
    let mut said = Vec::new();
    if let Some([black, white]) = &about.names {
        said.push((players(black, white), Role::Strong));
    }
    let end = step.line.position();
    let count = end.count();
    let moves = step.line.moves().iter().filter(|it| it.square().is_some());
    let board = if end.is_over() {
        format!("{}-{}", count.black, count.white)
    } else if step.line.ply() == 0 {
        "a board".to_owned()
    } else {
        format!(
            "not over after {}",
            number(moves.count() as i128, "move", "moves")
        )
    };
    let result = match &about.result {
        Some(file) => format!("{board} (the file says: {file})"),
        None => board,
    };
    let opening = about
        .opening
        .map_or_else(String::new, |(name, ply)| opening_text(name, ply));
    let values = [&about.event, &about.date, &result, &opening, &about.file];
    for (name, value) in ["Event", "Date", "Result", "Opening", "File"]
        .iter()
        .zip(values)
    {
        if !value.is_empty() {
            said.push((format!("{name}: {value}"), Role::Text));
        }
    }
    said.push((String::new(), Role::Text));
    let waits = waits.then_some("The game you were playing waits as you left it.");
    for line in STEP_HELP.into_iter().chain(waits) {
        said.push((line.to_owned(), Role::Dim));
    }
    paragraphs("Game", &said, right, buffer, theme);
}

fn board(editor: &Editor, main: Rect, buffer: &mut Buffer, theme: &Theme) {
    let (left, right) = halves(main);
    let view = editor.view();
    BoardView {
        game: &view,
        cursor: Some(editor.cursor),
        person: false,
        legal: true,
        theme,
        focused: true,
    }
    .render(left, buffer);
    let problem = editor.problem();
    let Some(right) = right else {
        // There is no room beside the board: what is wrong stands on it.
        if let Some(problem) = problem {
            let row = Rect {
                y: main.bottom().saturating_sub(1),
                height: 1,
                ..main
            };
            let room = usize::from(row.width.saturating_sub(2));
            let line = Line::from(Span::styled(
                shorten(&problem, room, theme),
                theme.style(Role::Warning),
            ));
            write_line(buffer, row, row.x + 1, row.y, &line);
        }
        return;
    };
    let position = editor.position();
    let count = position.count();
    let small = |discs: i32| u32::try_from(discs).unwrap_or(0);
    let [black, white] = editor.moves();
    let side = side_name(position.side_to_move().index());
    let mut said = vec![
        (format!("{side} to move"), Role::Strong),
        (counts(small(count.black), small(count.white)), Role::Text),
        (moves_of(black, white), Role::Text),
        (String::new(), Role::Text),
    ];
    match problem {
        Some(problem) => said.push((problem, Role::Warning)),
        None => {
            said.push(("It can be played from: Enter.".to_owned(), Role::Strong));
            said.extend(editor.remarks().into_iter().map(|it| (it, Role::Text)));
        }
    }
    said.push((String::new(), Role::Text));
    for line in EDITOR_HELP {
        said.push((line.to_owned(), Role::Text));
    }
    said.push((String::new(), Role::Text));
    said.push((
        "A board can be played from when the rules go on from it: one side at least has a \
         legal move."
            .to_owned(),
        Role::Dim,
    ));
    paragraphs("Position", &said, right, buffer, theme);
}

fn title(
    name: &str,
    what: &str,
    shown: usize,
    all: usize,
    filtered: bool,
    reading: bool,
) -> String {
    let count = |games: usize| grouped(games as u64);
    let games = if filtered && shown < all {
        format!("{} of {}", count(shown), count(all))
    } else {
        count(all)
    };
    let reading = if reading { ", reading" } else { "" };
    let name = if name.is_empty() {
        String::new()
    } else {
        format!(" {name}")
    };
    format!("{what}{name}: {games}{reading}")
}

fn faults(count: u64, first: &str) -> String {
    let places = number(count.into(), "place holds", "places hold");
    if count == 1 {
        format!("1 place holds no game: {first}")
    } else {
        format!("{places} no game; the first: {first}")
    }
}

fn players(black: &str, white: &str) -> String {
    format!("{black} - {white}")
}

fn opening_text(name: &str, ply: usize) -> String {
    format!("{name} (move {ply})")
}

fn counts(black: u32, white: u32) -> String {
    format!(
        "{black} black, {white} white, {} empty",
        64_u32.saturating_sub(black + white)
    )
}

fn moves_of(black: u32, white: u32) -> String {
    let moves = |count: u32| number(count.into(), "move", "moves");
    format!("Black has {}, White {}", moves(black), moves(white))
}

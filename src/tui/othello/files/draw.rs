//! How opened games look: the list, the game beside what is known of it, the board that is set up.

use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Row, Table, Widget as _, Wrap};

use super::edit::Editor;
use super::list::List;
use super::step::Step;
use crate::panes::board::{BoardView, Geometry};
use crate::panes::{frame, shorten, wrap, write};
use crate::theme::{Role, Theme};
use koteki_games::Game as _;
use koteki_games::words::numbers::{grouped, number};
use koteki_games::words::sides::side_name;
use koteki_rivals::coach::openings;

pub(super) const FILTER: &str = "filter: ";

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

pub(super) const HELP: [&str; 6] = [
    "Opened games",
    "  A file is known by what it holds: transcripts, games.jsonl, GGF, SGF, OBF, WTHOR (with its .jou and \
     .trn beside it), the text of PlayOK, the JSON of Othello Quest. A folder stands for the files of games in \
     it. Pasted text is read the same way.",
    "  A filter has names of players (parts of them) and words with a key: player: black: white: event: \
     opening: year: moves: result: (black, white, draw or open). Quotes hold together what has spaces: \
     event:\"world championship\". Numbers may be ranges: year:1980-1989, year:2000-, moves:60.",
    "  From any position Enter begins a new game; a form asks for your side and the opponent. The moves up \
     to there are kept with it. Such a game is practice: it does not count toward your strength, because \
     its starting position was chosen. A game that you were playing is kept and offered again.",
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

/// A column: its name, how wide it is, whether it is one of numbers.
struct Column {
    head: &'static str,
    width: usize,
    right: bool,
}

/// The columns for a list of this width. Names have most, then the opening, then the event.
fn columns_of(list: &List, width: usize) -> Vec<Column> {
    let column = |head, width, right| Column { head, width, right };
    let number = grouped(list.library.rows.len() as u64).len().max(3);
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
    let dates = list.library.longest_date.clamp(4, 10);
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

pub(super) fn list_of(list: &List, area: Rect, buffer: &mut Buffer, theme: &Theme) {
    let what = if list.openings { "Openings" } else { "Games" };
    let title = title(
        &list.name,
        what,
        list.count(),
        list.library.rows.len(),
        list.is_filtered(),
        !list.is_read(),
    );
    let title = shorten(&title, usize::from(area.width.saturating_sub(6)), theme);
    let inner = frame(area, buffer, theme, &title, true, None);
    let room = inner.inner(Margin::new(1, 0));
    if room.height < 3 {
        return;
    }
    // Beside the mark of the chosen one.
    let table = Rect {
        x: room.x + 2,
        width: room.width.saturating_sub(2),
        height: room.height - 1,
        ..room
    };
    let columns = columns_of(list, usize::from(table.width));
    let row = |texts: Vec<String>| {
        let cells = columns.iter().zip(texts).map(|(column, text)| {
            let text = Line::raw(shorten(&text, column.width, theme));
            if column.right {
                text.right_aligned()
            } else {
                text
            }
        });
        Row::new(cells.collect::<Vec<_>>())
    };
    let rows = usize::from(table.height - 1);
    let first = first_of(list, rows);
    let shown = (first..list.count()).take(rows).filter_map(|place| {
        let (number, game) = list.row(place)?;
        let chosen = place == list.chosen;
        let role = if chosen { Role::Chosen } else { Role::Text };
        Some(row(texts(list, number, game)).style(theme.style(role)))
    });
    let widths = columns.iter().map(|column| column.width as u16);
    let heads = columns.iter().map(|column| column.head.to_owned());
    Table::new(shown, widths)
        .header(row(heads.collect()).style(theme.style(Role::Dim)))
        .render(table, buffer);
    if let Some(at) = list.chosen.checked_sub(first).filter(|_| list.count() > 0) {
        let (y, style) = (table.y + 1 + at as u16, theme.style(Role::Strong));
        write(buffer, room, room.x, y, theme.glyphs.pointer, style);
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

/// The game that is shown at a place of the screen, by its place in the list, which has this area.
pub(super) fn place_at(list: &List, area: Rect, (x, y): (u16, u16)) -> Option<usize> {
    // The frame and the head of the list, and what is said beneath it.
    let rows = usize::from(area.height.saturating_sub(4));
    let row = usize::from(y.checked_sub(area.y + 2)?);
    let place = first_of(list, rows) + row;
    let is_there = row < rows && place < list.count() && x < area.right();
    is_there.then_some(place)
}

/// What a row of the list says.
fn texts(list: &List, number: usize, row: &koteki_session::library::Row) -> Vec<String> {
    let text = |text| list.library.texts.get(text).to_owned();
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
    let (text, role) = match (&list.problem, list.is_typing) {
        (Some(problem), true) => (problem.clone(), Role::Warning),
        _ if list.is_filtered() && list.count() == 0 => (
            format!(
                "no game is like {:?}: / changes the filter, Esc takes it away",
                list.filter
            ),
            Role::Warning,
        ),
        (_, true) => (help.to_owned(), Role::Dim),
        _ if list.is_filtered() => (format!("{}{}", FILTER, list.filter), Role::Strong),
        _ => match &list.library.first_fault {
            Some(fault) => (faults(list.library.faults, fault), Role::Warning),
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
pub(super) fn list_status(list: &List) -> String {
    let Some((_, row)) = list.row(list.chosen) else {
        return String::new();
    };
    let text = |text| list.library.texts.get(text);
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
        parts.extend(opening.map(|(name, ply)| opening_at_move(name, usize::from(ply))));
        if list.several {
            parts.push(text(row.file).to_owned());
        }
    }
    parts.join(", ")
}

pub(super) fn step_status(step: &Step, theme: &Theme) -> String {
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
        parts.push(opening_at_move(name, ply));
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
    let lines = said
        .iter()
        .map(|(text, role)| Line::styled(text, theme.style(*role)));
    Paragraph::new(lines.collect::<Vec<_>>())
        .wrap(Wrap { trim: true })
        .render(inner.inner(Margin::new(1, 0)), buffer);
}

pub(super) fn game(step: &Step, waits: bool, main: Rect, buffer: &mut Buffer, theme: &Theme) {
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
        .map_or_else(String::new, |(name, ply)| opening_at_move(name, ply));
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

pub(super) fn board(editor: &Editor, main: Rect, buffer: &mut Buffer, theme: &Theme) {
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
            let problem = shorten(&problem, room, theme);
            let style = theme.style(Role::Warning);
            write(buffer, row, row.x + 1, row.y, &problem, style);
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
            said.push(("Enter starts a game from here.".to_owned(), Role::Strong));
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

fn opening_at_move(name: &str, ply: usize) -> String {
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

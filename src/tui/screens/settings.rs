//! The settings dialog: what a person changes most, kept in their own settings file.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;

use super::choice::{self, Choice};
use super::{dialog, inside, more};
use crate::session::{self, SideChoice};
use crate::tui::clock::MAX_CLOCK;
use crate::tui::color::ColorChoice;
use crate::tui::glyphs::GlyphChoice;
use crate::tui::keys::KeyStyle;
use crate::tui::panes::{columns, shorten, write};
use crate::tui::theme::{Role, Theme};
use crate::tui::{MAX_PACE, Settings};

const LINES: [(&str, &str); 9] = [
    ("Your side", "in a new game, if nothing else is asked for"),
    (
        "New games",
        "measured: without help, and they tell how strong you are",
    ),
    (
        "Random opening",
        "moves drawn at random before a new game begins",
    ),
    (
        "Keys",
        "vim: hjkl move too; a move in column h then begins with a colon",
    ),
    (
        "Characters",
        "cjk-safe: for Chinese, Japanese and Korean fonts",
    ),
    ("Colours", "auto: what the terminal says it can show"),
    ("Mouse", "clicks play and choose; from the next start on"),
    ("Pace", "least time between two moves that are shown"),
    (
        "Clock",
        "time for a game, from the next one on; then the tester plays for you",
    ),
];

/// Columns of the names.
const NAMES: usize = 18;
/// Columns of the dialog.
const WIDTH: u16 = 76;

/// A key of the settings file that is to be set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The section, such as `screen`.
    pub section: &'static str,
    /// The key in it.
    pub key: &'static str,
    /// The new value.
    pub value: Scalar,
}

/// A value in a settings file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// A word.
    Text(&'static str),
    /// A number.
    Whole(u32),
    /// Yes or no.
    Switch(bool),
}

/// What was chosen, and what of it is new.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// How the screen looks and listens.
    pub screen: Settings,
    /// What new games begin with.
    pub game: session::Settings,
    /// The keys that changed.
    pub changes: Vec<Change>,
}

/// A line of the dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Row {
    section: &'static str,
    key: &'static str,
    name: &'static str,
    note: &'static str,
    /// What a person reads, and the value.
    choices: Vec<(String, Scalar)>,
    /// The choice taken, and the one it began with.
    value: usize,
    first: usize,
}

/// The dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingsForm {
    screen: Settings,
    game: session::Settings,
    rows: Vec<Row>,
    row: usize,
}

const SIDES: [(SideChoice, &str); 4] = [
    (SideChoice::Black, "black"),
    (SideChoice::White, "white"),
    (SideChoice::Random, "random"),
    (SideChoice::Alternate, "alternate"),
];
const OPENINGS: [u32; 8] = [0, 2, 4, 6, 8, 10, 12, 20];
const KEYS: [(KeyStyle, &str); 2] = [(KeyStyle::Plain, "plain"), (KeyStyle::Vim, "vim")];
const GLYPHS: [(GlyphChoice, &str); 4] = [
    (GlyphChoice::Auto, "auto"),
    (GlyphChoice::Unicode, "unicode"),
    (GlyphChoice::CjkSafe, "cjk-safe"),
    (GlyphChoice::Ascii, "ascii"),
];
const COLORS: [(ColorChoice, &str); 5] = [
    (ColorChoice::Auto, "auto"),
    (ColorChoice::Never, "never"),
    (ColorChoice::Sixteen, "16"),
    (ColorChoice::Indexed, "256"),
    (ColorChoice::Truecolor, "truecolor"),
];
const CLOCKS: [u32; 9] = [0, 60, 180, 300, 600, 900, 1200, 1800, 3600];
const PACES: [u32; 6] = [0, 100, 300, 600, 1000, 2000];

/// The lines, by number.
const SIDE: usize = 0;
const MEASURED: usize = 1;
const OPENING: usize = 2;
const KEY_STYLE: usize = 3;
const GLYPH: usize = 4;
const COLOR: usize = 5;
const MOUSE: usize = 6;
const PACE: usize = 7;
const CLOCK: usize = 8;

impl SettingsForm {
    /// The dialog with the settings in force.
    pub fn new(screen: &Settings, game: &session::Settings) -> Self {
        let named = |names: &[(&str, &'static str)], now: usize| {
            let choices = names
                .iter()
                .map(|&(said, value)| (said.to_owned(), Scalar::Text(value)));
            (choices.collect::<Vec<_>>(), now)
        };
        // A number that the file has and the list has not keeps its place in the list.
        let numbers = |list: &[u32], now: u32, said: fn(u32) -> String| {
            let mut list = list.to_vec();
            if !list.contains(&now) {
                list.push(now);
                list.sort_unstable();
            }
            let place = list.iter().position(|&it| it == now).unwrap_or(0);
            let choices = list.iter().map(|&it| (said(it), Scalar::Whole(it)));
            (choices.collect::<Vec<_>>(), place)
        };
        let switch = |said: [&str; 2], values: [bool; 2], now: bool| {
            let choices = said
                .into_iter()
                .zip(values)
                .map(|(said, value)| (said.to_owned(), Scalar::Switch(value)));
            let place = values.iter().position(|&it| it == now).unwrap_or(0);
            (choices.collect::<Vec<_>>(), place)
        };
        let place = |found: Option<usize>| found.unwrap_or(0);
        let sides: Vec<(&str, &'static str)> = ["Black", "White", "by lot", "in turn"]
            .into_iter()
            .zip(SIDES.map(|(_, value)| value))
            .collect();
        let same = |names: &[&'static str]| -> Vec<(&'static str, &'static str)> {
            names.iter().map(|&name| (name, name)).collect()
        };
        let values = [
            named(
                &sides,
                place(SIDES.iter().position(|(side, _)| *side == game.side)),
            ),
            switch(["measured", "practice"], [true, false], game.measured),
            numbers(&OPENINGS, game.opening_plies, plies),
            named(
                &same(&KEYS.map(|(_, name)| name)),
                place(KEYS.iter().position(|(style, _)| *style == screen.keys)),
            ),
            named(
                &same(&GLYPHS.map(|(_, name)| name)),
                place(GLYPHS.iter().position(|(set, _)| *set == screen.glyphs)),
            ),
            named(
                &same(&COLORS.map(|(_, name)| name)),
                place(COLORS.iter().position(|(depth, _)| *depth == screen.color)),
            ),
            switch(["off", "on"], [false, true], screen.mouse),
            numbers(&PACES, screen.pace, milliseconds),
            numbers(&CLOCKS, screen.clock, clock),
        ];
        let keys = [
            ("game", "side"),
            ("game", "measured"),
            ("game", "opening_plies"),
            ("screen", "keys"),
            ("screen", "glyphs"),
            ("screen", "color"),
            ("screen", "mouse"),
            ("screen", "pace"),
            ("screen", "clock"),
        ];
        let rows = keys
            .into_iter()
            .zip(LINES)
            .zip(values)
            .map(|(((section, key), (name, note)), (choices, value))| Row {
                section,
                key,
                name,
                note,
                choices,
                value,
                first: value,
            })
            .collect();
        Self {
            screen: screen.clone(),
            game: game.clone(),
            rows,
            row: 0,
        }
    }

    /// Moves to the line below or above, round the ends.
    pub fn step(&mut self, down: bool) {
        let count = self.rows.len();
        self.row = (self.row + if down { 1 } else { count - 1 }) % count;
    }

    /// Takes the next or the previous choice of the line, round the ends.
    pub fn change(&mut self, forward: bool) {
        if let Some(row) = self.rows.get_mut(self.row) {
            let count = row.choices.len().max(1);
            row.value = (row.value + if forward { 1 } else { count - 1 }) % count;
        }
    }

    /// What is chosen.
    pub fn chosen(&self) -> Chosen {
        let taken = |row: &Row| row.choices.get(row.value).map(|(_, value)| value.clone());
        let index = |row: usize| self.rows.get(row).map_or(0, |row| row.value);
        let whole = |row: usize| match self.rows.get(row).and_then(taken) {
            Some(Scalar::Whole(number)) => Some(number),
            _ => None,
        };
        let switch = |row: usize| match self.rows.get(row).and_then(taken) {
            Some(Scalar::Switch(on)) => Some(on),
            _ => None,
        };
        let mut screen = self.screen.clone();
        screen.keys = KEYS.get(index(KEY_STYLE)).map_or(screen.keys, |it| it.0);
        screen.glyphs = GLYPHS.get(index(GLYPH)).map_or(screen.glyphs, |it| it.0);
        screen.color = COLORS.get(index(COLOR)).map_or(screen.color, |it| it.0);
        screen.mouse = switch(MOUSE).unwrap_or(screen.mouse);
        screen.pace = whole(PACE).unwrap_or(screen.pace).min(MAX_PACE);
        screen.clock = whole(CLOCK).unwrap_or(screen.clock).min(MAX_CLOCK);
        let mut game = self.game.clone();
        game.side = SIDES.get(index(SIDE)).map_or(game.side, |it| it.0);
        game.measured = switch(MEASURED).unwrap_or(game.measured);
        game.opening_plies = whole(OPENING).unwrap_or(game.opening_plies);
        let changes = self.rows.iter().filter(|row| row.value != row.first);
        let changes = changes.filter_map(|row| {
            Some(Change {
                section: row.section,
                key: row.key,
                value: taken(row)?,
            })
        });
        Chosen {
            screen,
            game,
            changes: changes.collect(),
        }
    }

    fn size(&self) -> (u16, u16) {
        (WIDTH, u16::try_from(self.rows.len()).unwrap_or(0) + 5)
    }

    /// The rows of the lines in `room`, and the number of the first that is shown: with less room than lines,
    /// those round the chosen one.
    fn shown(&self, room: Rect) -> (Rect, usize) {
        let count = u16::try_from(self.rows.len()).unwrap_or(0);
        let height = room.height.saturating_sub(2).max(1).min(room.height);
        let rows = Rect {
            height: height.min(count),
            ..room
        };
        let first = (self.row + 1).saturating_sub(usize::from(rows.height));
        (rows, first)
    }

    /// Columns of the names: where there is little room they give way, not what is chosen.
    fn names(&self, room: Rect) -> usize {
        let choices = self.rows.iter().flat_map(|row| &row.choices);
        let longest = choices.map(|(said, _)| columns(said)).max().unwrap_or(0);
        usize::from(room.width.saturating_sub(longest + 8)).min(NAMES)
    }

    /// Goes to the line at a place of the screen; the key that a click there stands for.
    pub fn click(&mut self, area: Rect, (x, y): (u16, u16)) -> Option<KeyCode> {
        let room = inside(self.size(), area);
        let (rows, first) = self.shown(room);
        if !rows.contains((x, y).into()) {
            return None;
        }
        let names = self.names(room);
        self.row = first + usize::from(y - rows.y);
        choice::key_at(room, names, x)
    }

    /// Draws it over the middle of `area`.
    pub fn render(&self, area: Rect, buffer: &mut Buffer, theme: &Theme) {
        let room = dialog(self.size(), "Settings", area, buffer, theme);
        let (shown, first) = self.shown(room);
        let names = self.names(room);
        let lines = self.rows.iter().enumerate().skip(first);
        for ((index, row), y) in lines.zip(shown.y..shown.bottom()) {
            Choice {
                name: &shorten(row.name, names, theme),
                names,
                value: row.choices.get(row.value).map_or("", |it| it.0.as_str()),
                current: index == self.row,
            }
            .render(Rect { y, ..room }, buffer, theme);
        }
        let below = first + usize::from(shown.height) < self.rows.len();
        more(shown, first > 0, below, buffer, theme);
        let width = usize::from(room.width);
        let note = self.rows.get(self.row).map_or("", |row| row.note);
        let below = [
            (2, note),
            (
                1,
                "arrows choose and change, Enter keeps, Esc leaves all as it was",
            ),
        ];
        for (up, text) in below {
            let text = shorten(text, width, theme);
            let y = room.bottom().saturating_sub(up);
            write(buffer, room, room.x, y, &text, theme.style(Role::Dim));
        }
    }
}

fn plies(count: u32) -> String {
    match count {
        0 => "none".to_owned(),
        1 => "1 ply".to_owned(),
        _ => format!("{count} plies"),
    }
}

fn clock(seconds: u32) -> String {
    match seconds {
        0 => "off".to_owned(),
        60 => "1 minute".to_owned(),
        _ if seconds.is_multiple_of(60) => format!("{} minutes", seconds / 60),
        _ => format!("{seconds} seconds"),
    }
}

fn milliseconds(time: u32) -> String {
    format!("{time} ms")
}

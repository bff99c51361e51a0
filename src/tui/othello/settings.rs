//! The settings dialog: what a person changes most, kept in their own settings file.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use serde::Serialize;
use serde::de::DeserializeOwned;
use toml::Value;

use super::OthelloScreen;
use crate::Settings;
use crate::panes::{columns, shorten, write};
use crate::screens::choice::{self, Choice};
use crate::screens::{dialog, inside, more};
use crate::theme::{Role, Theme};
use koteki_games::Side;
use koteki_session::{self as session, SideChoice};

/// Columns of the names.
const NAMES: usize = 18;
/// Beneath the lines.
const HELP: &str = "arrows choose and change, Enter keeps, Esc leaves all as it was";
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

/// What a line can be set to.
enum Values {
    /// What a person reads, and the word in the file.
    Words(&'static [(&'static str, &'static str)]),
    Numbers(&'static [u32], fn(u32) -> String),
    Switch([(&'static str, bool); 2]),
}

/// Section and key in the file, name, what it means, values.
const LINES: [(&str, &str, &str, &str, Values); 9] = [
    (
        "game",
        "side",
        "Your side",
        "in a new game, if nothing else is asked for",
        Values::Words(&[
            ("Black", "black"),
            ("White", "white"),
            ("by lot", "random"),
            ("in turn", "alternate"),
        ]),
    ),
    (
        "game",
        "measured",
        "New games",
        "measured: without help, and they tell how strong you are",
        Values::Switch([("measured", true), ("practice", false)]),
    ),
    (
        "game",
        "opening_plies",
        "Random opening",
        "moves drawn at random before a new game begins",
        Values::Numbers(&[0, 2, 4, 6, 8, 10, 12, 20], plies),
    ),
    (
        "screen",
        "keys",
        "Keys",
        "vim: hjkl move too; a move in column h then begins with a colon",
        Values::Words(&[("plain", "plain"), ("vim", "vim")]),
    ),
    (
        "screen",
        "glyphs",
        "Characters",
        "cjk-safe: for Chinese, Japanese and Korean fonts",
        Values::Words(&[
            ("auto", "auto"),
            ("unicode", "unicode"),
            ("cjk-safe", "cjk-safe"),
            ("ascii", "ascii"),
        ]),
    ),
    (
        "screen",
        "color",
        "Colours",
        "auto: what the terminal says it can show",
        Values::Words(&[
            ("auto", "auto"),
            ("never", "never"),
            ("16", "16"),
            ("256", "256"),
            ("truecolor", "truecolor"),
        ]),
    ),
    (
        "screen",
        "mouse",
        "Mouse",
        "clicks play and choose; from the next start on",
        Values::Switch([("off", false), ("on", true)]),
    ),
    (
        "screen",
        "pace",
        "Pace",
        "least time between two moves that are shown",
        Values::Numbers(&[0, 100, 300, 600, 1000, 2000], milliseconds),
    ),
    (
        "screen",
        "clock",
        "Clock",
        "time for a game, from the next one on; then the tester plays for you",
        Values::Numbers(&[0, 60, 180, 300, 600, 900, 1200, 1800, 3600], clock),
    ),
];

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

impl Scalar {
    fn toml(&self) -> Value {
        match self {
            Self::Text(word) => Value::String((*word).to_owned()),
            Self::Whole(number) => Value::Integer((*number).into()),
            Self::Switch(on) => Value::Boolean(*on),
        }
    }
}

impl Values {
    /// What a person reads, and the value; a number that is in force keeps its place among those of the list.
    fn choices(&self, now: Option<&Value>) -> Vec<(String, Scalar)> {
        match self {
            Self::Words(words) => words
                .iter()
                .map(|&(said, word)| (said.to_owned(), Scalar::Text(word)))
                .collect(),
            Self::Numbers(list, said) => {
                let now = now.and_then(|it| u32::try_from(it.as_integer()?).ok());
                let mut all: Vec<u32> = list.iter().copied().chain(now).collect();
                all.sort_unstable();
                all.dedup();
                all.into_iter()
                    .map(|number| (said(number), Scalar::Whole(number)))
                    .collect()
            }
            Self::Switch(states) => states
                .iter()
                .map(|&(said, on)| (said.to_owned(), Scalar::Switch(on)))
                .collect(),
        }
    }
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

impl SettingsForm {
    /// The dialog with the settings in force.
    pub fn new(screen: &Settings, game: &session::Settings) -> Self {
        // As in the file, where words stand for what is chosen.
        let [game_table, screen_table] =
            [toml::Table::try_from(game), toml::Table::try_from(screen)]
                .map(Result::unwrap_or_default);
        let rows = LINES.iter().map(|(section, key, name, note, values)| {
            let table = if *section == "game" {
                &game_table
            } else {
                &screen_table
            };
            let now = table.get(*key);
            let choices = values.choices(now);
            let place = choices
                .iter()
                .position(|(_, value)| Some(&value.toml()) == now);
            Row {
                section,
                key,
                name,
                note,
                choices,
                value: place.unwrap_or(0),
                first: place.unwrap_or(0),
            }
        });
        Self {
            rows: rows.collect(),
            screen: screen.clone(),
            game: game.clone(),
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
        let changed = self.rows.iter().filter(|row| row.value != row.first);
        let changes: Vec<Change> = changed
            .filter_map(|row| {
                Some(Change {
                    section: row.section,
                    key: row.key,
                    value: row.choices.get(row.value)?.1.clone(),
                })
            })
            .collect();
        Chosen {
            screen: changed_by(&self.screen, "screen", &changes),
            game: changed_by(&self.game, "game", &changes),
            changes,
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
        let below = [(2, note), (1, HELP)];
        for (up, text) in below {
            let text = shorten(text, width, theme);
            let y = room.bottom().saturating_sub(up);
            write(buffer, room, room.x, y, &text, theme.style(Role::Dim));
        }
    }
}

/// Settings with the changes in their section of the file.
fn changed_by<T: Serialize + DeserializeOwned + Clone>(
    settings: &T,
    section: &str,
    changes: &[Change],
) -> T {
    let changed = || {
        let mut table = toml::Table::try_from(settings).ok()?;
        for change in changes.iter().filter(|it| it.section == section) {
            table.insert(change.key.to_owned(), change.value.toml());
        }
        table.try_into().ok()
    };
    changed().unwrap_or_else(|| settings.clone())
}

impl OthelloScreen {
    /// New settings: they hold at once, and are kept.
    pub(super) fn set(&mut self, chosen: Chosen) {
        let changed = |key| chosen.changes.iter().any(|change| change.key == key);
        let (kind, side) = (changed("measured"), changed("side"));
        // What could not be kept before is tried again.
        for change in chosen.changes {
            self.unkept.retain(|old| old.key != change.key);
            self.unkept.push(change);
        }
        if self.unkept.is_empty() {
            self.panes.say("nothing was changed");
            return;
        }
        if kind {
            self.setup.measured = chosen.game.measured;
        }
        self.panes.theme = Theme::new(&chosen.screen, |name| std::env::var(name).ok());
        self.panes.settings = chosen.screen;
        let wanted = chosen.game.side;
        self.session.set_new_games(chosen.game);
        if side {
            self.offer_side(match wanted {
                SideChoice::Black => Side::Black,
                SideChoice::White => Side::White,
                SideChoice::Random | SideChoice::Alternate => self.session.next_side(),
            });
        }
        match (self.keep)(&self.unkept) {
            Ok(place) => {
                self.unkept.clear();
                self.panes.say(format!("kept in {place}"));
            }
            Err(why) => self
                .panes
                .warn(format!("holds until the end of this sitting only: {why}")),
        }
    }
}

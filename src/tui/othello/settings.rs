//! The settings dialog: what a person changes most, kept in their own settings file.

use serde::Serialize;
use serde::de::DeserializeOwned;
use toml::Value;

use super::{OthelloScreen, Request};
use crate::Settings;
use crate::shell::Context;
use crate::shell::form::{Field, Form};
use crate::view::SeatChoice;
use koteki_session::{self as session, SideChoice};

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
            ("at random", "random"),
            ("in turn", "alternate"),
            ("two people", "both"),
        ]),
    ),
    (
        "game",
        "measured",
        "New games",
        "measured ones tell how strong you are; in practice there is help",
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
        "with vim, hjkl move too, and a move like h3 is :h3",
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
        "shortest pause between moves",
        Values::Numbers(&[0, 100, 300, 600, 1000, 2000], milliseconds),
    ),
    (
        "screen",
        "clock",
        "Time per game",
        "from the next game; when yours is up, the tester plays on for you",
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

/// The dialog with the settings in force.
pub(super) fn form(screen: &Settings, game: &session::Settings) -> Form<Request> {
    // As in the file, where words stand for what is chosen.
    let [game_table, screen_table] =
        [toml::Table::try_from(game), toml::Table::try_from(screen)].map(Result::unwrap_or_default);
    let mut fields = Vec::new();
    // For each line the choice it begins with, and what each choice sets.
    let mut lines = Vec::new();
    for &(section, key, name, note, ref values) in &LINES {
        let table = if section == "game" {
            &game_table
        } else {
            &screen_table
        };
        let choices = values.choices(table.get(key));
        let mut all = choices.iter();
        let first = all.position(|(_, value)| Some(&value.toml()) == table.get(key));
        let first = first.unwrap_or(0);
        let said = choices.iter().map(|(said, _)| (said.as_str(), note));
        fields.push(Field::new(name, said, first));
        let change = |(_, value)| Change {
            section,
            key,
            value,
        };
        lines.push((first, choices.into_iter().map(change).collect::<Vec<_>>()));
    }
    let (screen, game) = (screen.clone(), game.clone());
    let chosen = move |fields: &[Field]| {
        let lines = lines.iter().zip(fields);
        let changed = lines.filter(|((first, _), field)| field.chosen != *first);
        let changes = changed.filter_map(|((_, all), field)| all.get(field.chosen).cloned());
        let changes: Vec<Change> = changes.collect();
        Ok(Request::Set(Box::new(Chosen {
            screen: changed_by(&screen, "screen", &changes),
            game: changed_by(&game, "game", &changes),
            changes,
        })))
    };
    Form::new("Settings", fields, chosen)
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
    pub(super) fn set(&mut self, chosen: Chosen, context: &mut Context<Self>) {
        let changed = |key| chosen.changes.iter().any(|change| change.key == key);
        let (kind, side) = (changed("measured"), changed("side"));
        // What could not be kept before is tried again.
        for change in chosen.changes {
            self.unkept.retain(|old| old.key != change.key);
            self.unkept.push(change);
        }
        if self.unkept.is_empty() {
            context.say("nothing was changed");
            return;
        }
        if kind {
            self.setup.measured = chosen.game.measured;
        }
        context.set(&chosen.screen);
        self.settings = chosen.screen;
        self.session.set_new_games(chosen.game);
        if side && self.session.options().settings.side == SideChoice::Both {
            self.setup.seats = [SeatChoice::Person, SeatChoice::Person];
        } else if side {
            self.offer_side(self.session.next_side());
        }
        match (self.keep)(&self.unkept) {
            Ok(place) => {
                self.unkept.clear();
                context.say(format!("kept in {place}"));
            }
            Err(why) => context.warn(format!("holds until the end of this sitting only: {why}")),
        }
    }
}

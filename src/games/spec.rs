//! The one language in which players are named: `agent:d=25,depth=4`.
//!
//! A game says which players there are and what can be set of each ([`Spec`]): one list of settings, in the
//! order they are written, with what each may be. Reading a name, writing it, defaults, errors with their
//! place and "did you mean" all come from that list.

use std::fmt::{self, Display};
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use crate::words::suggestion::suggestion;

/// The players of a game, each with all its settings.
///
/// Its [`Display`] writes [`text`](Self::text), and its [`FromStr`] is [`read`](Self::read).
pub trait Spec:
    Clone + PartialEq + fmt::Debug + Display + FromStr<Err = SpecError> + 'static
{
    /// Every name there is, in the order they are offered.
    const PLAYERS: &'static [Named<Self>];

    /// The name without settings.
    fn name(&self) -> &'static str;

    /// Lists the settings in the order they are written. While a name is read this also gives them their
    /// values, so what follows in the list may depend on what stands before.
    fn settings(&mut self, list: &mut SettingList<'_>);

    /// All names.
    fn names() -> impl Iterator<Item = &'static str> {
        Self::PLAYERS.iter().map(|player| player.name)
    }

    /// What kind of player it is, in a line for help and menus.
    fn about(&self) -> &'static str {
        Self::named(self.name()).map_or("", |player| player.about)
    }

    /// The entry of `name`, in either case.
    fn named(name: &str) -> Option<&'static Named<Self>> {
        let mut players = Self::PLAYERS.iter();
        players.find(|player| player.name.eq_ignore_ascii_case(name))
    }

    /// The shortest name that reads back as the same player; with `every` one with all settings but the
    /// [quiet](Setting::quiet), for records that must outlive a change of defaults.
    fn text(&self, every: bool) -> String {
        let listed = |mut spec: Self| {
            let mut list = SettingList::default();
            spec.settings(&mut list);
            list.listed
        };
        let defaults = Self::named(self.name()).map(|player| listed((player.preset)()));
        let defaults = defaults.unwrap_or_default();
        let mut text = self.name().to_owned();
        let mut separator = ':';
        for setting in listed(self.clone()) {
            let is_default = defaults
                .iter()
                .any(|other| other.key == setting.key && other.value == setting.value);
            let is_written = match setting.written {
                Written::Always => true,
                Written::IfSet => every || !is_default,
                Written::Quietly => !is_default,
                Written::Never => false,
            };
            if !is_written || setting.value.is_empty() {
                continue;
            }
            text.push(separator);
            if !setting.is_bare {
                text.push_str(setting.key);
                text.push('=');
            }
            text.push_str(&setting.value);
            separator = ',';
        }
        text
    }

    /// The player called `text`.
    ///
    /// # Errors
    /// The first fault in it.
    fn read(text: &str) -> Result<Self, SpecError> {
        let (head, settings) = match text.split_once(':') {
            Some((head, settings)) => (head, Some(settings)),
            None => (text, None),
        };
        let error = |at: usize, problem| SpecError {
            spec: text.to_owned(),
            column: text[..at].chars().count() + 1,
            problem,
        };
        let name = head.trim();
        let start = head.len() - head.trim_start().len();
        let player = Self::named(name).ok_or_else(|| {
            let hint = hint(name, Self::names());
            let all = Self::names().collect::<Vec<_>>().join(", ");
            let problem = format!("there is no player \"{name}\"{hint}; players: {all}");
            error(start, problem)
        })?;
        let mut spec = (player.preset)();
        let mut list = SettingList::read(settings, head.len() + 1);
        spec.settings(&mut list);
        match list.fault(spec.name(), start, text.trim_end().len()) {
            Some((at, problem)) => Err(error(at, problem)),
            None => Ok(spec),
        }
    }
}

/// A name and what it stands for.
pub struct Named<S> {
    /// The name, in small letters.
    pub name: &'static str,
    /// What kind of player it is, in a line.
    pub about: &'static str,
    /// The player with its default settings; those that are required have any value.
    pub preset: fn() -> S,
}

/// A row of [`Spec::PLAYERS`].
pub const fn player<S>(name: &'static str, about: &'static str, preset: fn() -> S) -> Named<S> {
    Named {
        name,
        about,
        preset,
    }
}

/// Something that stands between the commas of a name.
struct Given<'t> {
    /// In small letters; `None` where there is no `=`.
    key: Option<String>,
    value: &'t str,
    /// Where it begins, in bytes.
    at: usize,
    value_at: usize,
}

/// The settings of a player, while they are listed.
#[derive(Default)]
pub struct SettingList<'t> {
    /// Those of the name that is read.
    given: Vec<Given<'t>>,
    listed: Vec<Setting>,
    /// Values that cannot be, and where they stand.
    faults: Vec<(usize, String)>,
    /// What is wrong between settings, and the key of the one to be shown.
    conflicts: Vec<(&'static str, String)>,
}

/// A setting in the list.
pub struct Setting {
    key: &'static str,
    /// Empty when it says nothing.
    value: String,
    written: Written,
    is_bare: bool,
    /// What is missing when it is not given.
    required: Option<String>,
    /// What it takes, in words.
    expected: String,
}

/// When a setting is written.
enum Written {
    Always,
    /// Unless it has its default and the short name is asked for.
    IfSet,
    /// Unless it has its default.
    Quietly,
    Never,
}

impl Setting {
    /// It has no default: must be given, and is always written. `what` it is, for those who leave it out.
    pub fn required(&mut self, what: &str) {
        self.written = Written::Always;
        self.required = Some(format!("{what}, {}", self.expected));
    }

    /// It is written even with its default value.
    pub fn always(&mut self) {
        self.written = Written::Always;
    }

    /// It is left out of long names too where it has its default: names are as they were before it existed.
    pub fn quiet(&mut self) {
        self.written = Written::Quietly;
    }

    /// It is not written if `idle`, when it has no effect beside the other settings.
    pub fn hidden_if(&mut self, idle: bool) {
        if idle {
            self.written = Written::Never;
        }
    }
}

impl<'t> SettingList<'t> {
    /// `settings` are what stands behind the colon, `offset` bytes into the name. Commas divide them but in
    /// double quotes.
    fn read(settings: Option<&'t str>, mut offset: usize) -> Self {
        let mut quoted = false;
        let parts = settings.into_iter().flat_map(|settings| {
            settings.split(move |char| {
                quoted ^= char == '"';
                char == ',' && !quoted
            })
        });
        let given = parts.map(|part| {
            let indent = |text: &str| text.len() - text.trim_start().len();
            let at = offset + indent(part);
            let (key, value, value_at) = match part.split_once('=') {
                Some((key, value)) => (
                    Some(key.trim().to_ascii_lowercase()),
                    value,
                    offset + key.len() + 1 + indent(value),
                ),
                None => (None, part, at),
            };
            offset += part.len() + 1;
            Given {
                key,
                value: value.trim(),
                at,
                value_at,
            }
        });
        Self {
            given: given.collect(),
            ..Self::default()
        }
    }

    /// Adds the setting `key`, whose value is in `slot` and can be a `kind`.
    pub fn add<T>(
        &mut self,
        key: &'static str,
        slot: &mut T,
        kind: &impl Takes<T>,
    ) -> &mut Setting {
        let given = self.given.iter();
        let given = given.filter(|it| it.key.as_deref() == Some(key));
        let places: Vec<(&str, usize)> = given.map(|it| (it.value, it.value_at)).collect();
        self.take(key, slot, kind, &places)
    }

    /// Adds one that comes first and has no key: `cycle:GCP`. It is called `key` in errors and always written.
    pub fn add_bare<T>(&mut self, key: &'static str, slot: &mut T, kind: &impl Takes<T>) {
        let given = self.given.first().filter(|it| it.key.is_none());
        let place = given.map(|it| (it.value, it.value_at));
        let setting = self.take(key, slot, kind, place.as_slice());
        (setting.is_bare, setting.written) = (true, Written::Always);
    }

    fn take<T>(
        &mut self,
        key: &'static str,
        slot: &mut T,
        kind: &impl Takes<T>,
        given: &[(&str, usize)],
    ) -> &mut Setting {
        for &(value, at) in given {
            match kind.read(value) {
                Ok(read) => *slot = read,
                Err(expected) => {
                    let hint = hint(value, kind.words());
                    let problem = format!("{key} cannot be \"{value}\"{hint}: it takes {expected}");
                    self.faults.push((at, problem));
                }
            }
        }
        let place = self.listed.len();
        self.listed.push(Setting {
            key,
            value: kind.write(slot),
            written: Written::IfSet,
            is_bare: false,
            required: None,
            expected: kind.expected(),
        });
        &mut self.listed[place]
    }

    /// Whether the name that is read gives the setting a value.
    pub fn has(&self, key: &str) -> bool {
        self.given.iter().any(|it| it.key.as_deref() == Some(key))
    }

    /// Refuses the setting `key` beside `other`: another key, or a value of one, as in `at=root`.
    pub fn refuse(&mut self, key: &'static str, other: &'static str) {
        if self.has(key) {
            let problem = format!("{key} does not go with {other}: leave one of the two out");
            self.conflict(key, problem);
        }
    }

    /// Notes what is wrong between settings; it is shown at the setting `key`.
    pub fn conflict(&mut self, key: &'static str, problem: String) {
        self.conflicts.push((key, problem));
    }

    /// What is wrong, and where in bytes: first what cannot be read, then what does not go together, then
    /// what is missing. The name begins at `start` and ends at `end`.
    fn fault(self, player: &'static str, start: usize, end: usize) -> Option<(usize, String)> {
        let Self {
            given,
            listed,
            mut faults,
            conflicts,
        } = self;
        let keys = listed.iter().filter(|it| !it.is_bare).map(|it| it.key);
        let valid: Vec<&'static str> = keys.collect();
        let is_bare = listed.first().is_some_and(|it| it.is_bare);
        for (place, setting) in given.iter().enumerate() {
            let Some(key) = &setting.key else {
                if !(is_bare && place == 0) {
                    let (text, settings) = (setting.value, settings(&valid));
                    let problem = format!("\"{text}\" is not of the form key=value; {settings}");
                    faults.push((setting.at, problem));
                }
                continue;
            };
            match valid.iter().find(|known| *known == key) {
                None => {
                    let (hint, settings) = (hint(key, valid.clone()), settings(&valid));
                    let problem = format!("{player} has no setting \"{key}\"{hint}; {settings}");
                    faults.push((setting.at, problem));
                }
                Some(key) => {
                    let mut before = given[..place].iter();
                    if before.any(|it| it.key.as_deref() == Some(key)) {
                        faults.push((setting.at, format!("{key} is given twice")));
                    }
                }
            }
        }
        let place = |key: &str| given.iter().find(|it| it.key.as_deref() == Some(key));
        let of_one = faults.into_iter().min_by_key(|(at, _)| *at);
        of_one
            .or_else(|| {
                let (key, problem) = conflicts.into_iter().next()?;
                Some((place(key).map_or(start, |it| it.at), problem))
            })
            .or_else(|| {
                let mut left_out = listed.into_iter().filter(|it| place(it.key).is_none());
                left_out.find_map(|Setting { key, required, .. }| {
                    Some((end, missing(player, key, &required?)))
                })
            })
    }
}

/// What a setting can be.
pub trait Takes<T> {
    /// The value.
    ///
    /// # Errors
    /// [What it takes](Self::expected), when it is invalid.
    fn read(&self, text: &str) -> Result<T, String>;

    /// The inverse of [`read`](Self::read).
    fn write(&self, value: &T) -> String;

    /// What it takes, in words.
    fn expected(&self) -> String;

    /// The words that it takes.
    fn words(&self) -> Vec<&'static str> {
        Vec::new()
    }
}

/// A whole number within a range.
pub struct Whole<T>(pub RangeInclusive<T>);

impl<T: FromStr + PartialOrd + Display> Takes<T> for Whole<T> {
    fn read(&self, text: &str) -> Result<T, String> {
        let number = text.parse().ok().filter(|number| self.0.contains(number));
        number.ok_or_else(|| self.expected())
    }

    fn write(&self, value: &T) -> String {
        value.to_string()
    }

    fn expected(&self) -> String {
        format!("a whole number from {} to {}", self.0.start(), self.0.end())
    }
}

/// A number within a range, decimals allowed.
pub struct Real(pub RangeInclusive<f64>);

impl Takes<f64> for Real {
    fn read(&self, text: &str) -> Result<f64, String> {
        let number = text.parse().ok().filter(|number| self.0.contains(number));
        number.ok_or_else(|| self.expected())
    }

    fn write(&self, value: &f64) -> String {
        value.to_string()
    }

    fn expected(&self) -> String {
        format!("a number from {} to {}", self.0.start(), self.0.end())
    }
}

/// One of a few words.
pub struct Words<T: 'static>(pub &'static [(&'static str, T)]);

/// `true` or `false`.
pub const FLAG: Words<bool> = Words(&[("true", true), ("false", false)]);

impl<T: Copy + PartialEq> Takes<T> for Words<T> {
    fn read(&self, text: &str) -> Result<T, String> {
        let found = self.0.iter().find(|(word, _)| *word == text);
        found
            .map(|&(_, value)| value)
            .ok_or_else(|| self.expected())
    }

    fn write(&self, value: &T) -> String {
        let found = self.0.iter().find(|(_, other)| other == value);
        found.map_or("", |(word, _)| word).to_owned()
    }

    fn expected(&self) -> String {
        match *self.words() {
            [one, other] => format!("{one} or {other}"),
            ref more => format!("one of {}", more.join(", ")),
        }
    }

    fn words(&self) -> Vec<&'static str> {
        self.0.iter().map(|(word, _)| *word).collect()
    }
}

/// A setting that may have no value, and then is not written.
pub struct Maybe<K>(pub K);

impl<T, K: Takes<T>> Takes<Option<T>> for Maybe<K> {
    fn read(&self, text: &str) -> Result<Option<T>, String> {
        self.0.read(text).map(Some)
    }

    fn write(&self, value: &Option<T>) -> String {
        value
            .as_ref()
            .map_or_else(String::new, |value| self.0.write(value))
    }

    fn expected(&self) -> String {
        self.0.expected()
    }
}

/// Whole milliseconds, from `200ms` or `1.5s`.
pub struct Time;

impl Takes<Duration> for Time {
    fn read(&self, text: &str) -> Result<Duration, String> {
        let read = || {
            let (number, unit) = match text.strip_suffix("ms") {
                Some(number) => (number, 0.001),
                None => (text.strip_suffix('s')?, 1.0),
            };
            let seconds = number.trim().parse::<f64>().ok()? * unit;
            let time = Duration::try_from_secs_f64(seconds).ok()?;
            // Rounded, since 0.29 s is a little less than 290 ms in binary.
            let whole = time.checked_add(Duration::from_micros(500))?.as_millis();
            let whole = Duration::from_millis(u64::try_from(whole).ok()?);
            (Duration::from_millis(1)..=Duration::from_secs(3600))
                .contains(&whole)
                .then_some(whole)
        };
        read().ok_or_else(|| self.expected())
    }

    fn write(&self, time: &Duration) -> String {
        if time.subsec_millis() == 0 {
            format!("{}s", time.as_secs())
        } else {
            format!("{}ms", time.as_millis())
        }
    }

    fn expected(&self) -> String {
        "a time from 1ms to 3600s, as in 200ms or 1.5s".to_owned()
    }
}

/// A player's name that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("player \"{spec}\"{}: {problem}", self.place())]
pub struct SpecError {
    /// The name as it was given.
    pub spec: String,
    /// Where the fault is: 1 for the first character.
    pub column: usize,
    /// The fault, and the way out.
    pub problem: String,
}

impl SpecError {
    /// Where the fault is, unless that is the name itself.
    fn place(&self) -> String {
        match self.column {
            1 => String::new(),
            column => format!(", column {column}"),
        }
    }
}

/// That a setting is needed, and what it takes.
pub fn missing(player: &str, key: &str, expected: &str) -> String {
    format!("{player} needs {key}=…: {expected}")
}

/// What the settings are, or that there are none.
fn settings(valid: &[&'static str]) -> String {
    if valid.is_empty() {
        "it has no settings".to_owned()
    } else {
        format!("settings: {}", valid.join(", "))
    }
}

/// One of `valid` that `given` is probably meant to be, as a question.
fn hint(given: &str, valid: impl IntoIterator<Item = &'static str>) -> String {
    suggestion(given, valid).map_or_else(String::new, |name| format!(", did you mean \"{name}\"?"))
}

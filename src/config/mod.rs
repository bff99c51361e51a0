//! Everybody's settings in one file.
//!
//! Each crate owns its settings and their defaults; here they become the sections of one TOML file.
//! Layers lie on each other: what is built in, the person's own file, the file they name on the
//! command line (and then its flags, which the commands put on top). Each layer is checked as soon
//! as it is laid, so a fault is always reported in the file that has it, with its line and column.
//! A file is written only when the person changes a setting at the screen, and then only that key.
//!
//! | file | what |
//! |---|---|
//! | `layer` | one file on top of what there is |
//! | [`edit`] | changing single keys of the person's own file |
//! | [`error`] | what is wrong, where, and how to mend it |
//! | [`paths`] | where files are |

pub mod edit;
pub mod error;
mod layer;
pub mod paths;

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use koteki_engine::eval::othello::FEATURES;
use koteki_games::words::suggestion::suggestion;
use koteki_rivals::evolve::{self, SettingsError};
use koteki_rivals::learn;
use koteki_rivals::roster::{EngineSpec, NO_VALUES, PlayerSpec, SearchSpec, SpecError};
use koteki_session as session;
use koteki_tui as tui;

pub use error::ConfigError;
pub use paths::Paths;

/// The player who judges moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TesterSettings {
    /// Its name in the language of players: a tester.
    pub player: String,
    /// Another program whose values are shown instead of its, in the same language; empty for none.
    pub adviser: String,
}

/// Where games are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DataSettings {
    /// The folder: a full path, or one that begins with `~/`. Empty for the usual place
    /// ([`Paths::data`]).
    pub folder: String,
}

/// How much the log says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogLevel {
    /// Nothing; no file is made.
    Off,
    /// What failed.
    Error,
    /// And what was wrong but could be borne.
    #[default]
    Warn,
    /// And what happened.
    Info,
    /// And how.
    Debug,
    /// And everything else.
    Trace,
}

/// What is logged. The log is a file and never the screen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LogSettings {
    /// How much is said.
    pub level: LogLevel,
}

/// All settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// What a new game begins with.
    pub game: session::Settings,
    /// Who judges moves.
    pub tester: TesterSettings,
    /// How rivals are bred.
    pub evolution: evolve::Settings,
    /// How the winning rate of Blokus Duo is learned.
    pub learning: learn::blokus::Settings,
    /// How the terminal program looks and listens.
    pub screen: tui::Settings,
    /// Where games are kept.
    pub data: DataSettings,
    /// What is logged.
    pub log: LogSettings,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            game: session::Settings::default(),
            tester: TesterSettings {
                player: "tester:exhaustive=14".to_owned(),
                adviser: String::new(),
            },
            evolution: evolve::Settings::default(),
            learning: learn::blokus::Settings::default(),
            screen: tui::Settings::default(),
            data: DataSettings::default(),
            log: LogSettings::default(),
        }
    }
}

/// Tables whose keys are free. A file that has one replaces it as a whole; the keys of all other
/// tables are replaced one by one.
const WHOLE: [&str; 2] = ["evolution.genes", "evolution.fixed"];

impl Config {
    /// The settings in force: the built-in ones, the person's own file if there is one, and `named`,
    /// the file of `--config`. The flags of the command line are put on top by whoever has them.
    ///
    /// # Errors
    /// The first fault of the first file that has one. A missing file is a fault only when it was
    /// named.
    pub fn load(paths: &Paths, named: Option<&Path>) -> Result<Self, ConfigError> {
        let mut config = Self::default();
        if let Some(own) = &paths.config
            && let Some(text) = layer::read_if_there(own)?
        {
            config = config.overlaid(own, &text)?;
        }
        if let Some(named) = named {
            config = config.overlaid(named, &layer::read(named)?)?;
        }
        Ok(config)
    }

    /// Lets the programs be started that the person's own file names, as if they were typed; no other file may
    /// name any. One that cannot be read names none; [`load`](Self::load) says why.
    pub fn name_own_engines(paths: &Paths) {
        let text = paths.config.as_deref().map(layer::read_if_there);
        let Some(Ok(Some(text))) = text else { return };
        let Ok(table) = text.parse::<toml::Table>() else {
            return;
        };
        for (section, key) in [
            ("game", "opponent"),
            ("evolution", "opponent"),
            ("tester", "adviser"),
        ] {
            let name = table.get(section).and_then(|it| it.get(key)?.as_str());
            if let Some(Ok(spec)) = name.map(str::parse::<PlayerSpec>) {
                let _ = spec.named_by_person();
            }
        }
    }

    /// These settings with those of `text` on top. `file` is what the text is called in errors.
    ///
    /// # Errors
    /// The first fault of the text: no TOML, an unknown key, a wrong type, a value out of range.
    pub fn overlaid(&self, file: &Path, text: &str) -> Result<Self, ConfigError> {
        layer::overlaid(self, file, text, &WHOLE, |config: &Self| {
            config.validate()?;
            self.validate_target(config)
        })
    }

    /// A file that sets a target of its own means an opponent that holds it: `new` are these settings with the file's on
    /// top.
    fn validate_target(&self, new: &Self) -> Result<(), SettingsError> {
        let (target, opponent) = (new.evolution.target, &new.evolution.opponent);
        let is_own = ![self.evolution.target, evolve::Settings::default().target].contains(&target);
        let is_held = opponent.parse().is_ok_and(|it: PlayerSpec| it.is_open());
        if !is_own || is_held {
            return Ok(());
        }
        let allowed = format!(
            "the opponent {opponent} holds no target; leave it away, or set evolution.opponent to one that holds it, such \
             as \"agent:d=target\""
        );
        Err(invalid("evolution.target", target.to_string(), allowed))
    }

    /// Checks every value's range.
    ///
    /// # Errors
    /// The first setting that is not allowed; its key is dotted from the top of the file.
    pub fn validate(&self) -> Result<(), SettingsError> {
        self.game.validate().map_err(within("game"))?;
        let player = &self.tester.player;
        let problem = match player.parse() {
            Ok(PlayerSpec::Tester(spec)) if spec.plain().is_some() => None,
            Ok(PlayerSpec::Tester(_)) => Some(
                "a tester with the thesis' evaluation and without time or nodes, as in \"tester:depth=4\""
                    .to_owned(),
            ),
            Ok(_) => Some("a tester, as in \"tester:depth=4\"".to_owned()),
            Err(error) => Some(error.problem.to_string()),
        };
        if let Some(allowed) = problem {
            return Err(invalid("tester.player", format!("{player:?}"), allowed));
        }
        self.adviser().map_err(|allowed| {
            invalid(
                "tester.adviser",
                format!("{:?}", self.tester.adviser),
                allowed,
            )
        })?;
        self.evolution.validate().map_err(within("evolution"))?;
        self.validate_bred_players()?;
        self.learning.validate().map_err(|fault| {
            invalid(
                &format!("learning.{}", fault.key),
                fault.value,
                fault.allowed,
            )
        })?;
        if self.screen.pace > tui::MAX_PACE {
            let allowed = format!("a whole number within 0…{}", tui::MAX_PACE);
            return Err(invalid(
                "screen.pace",
                self.screen.pace.to_string(),
                allowed,
            ));
        }
        if self.screen.clock > tui::clock::MAX_CLOCK {
            let allowed = format!(
                "a whole number of seconds within 0…{}",
                tui::clock::MAX_CLOCK
            );
            return Err(invalid(
                "screen.clock",
                self.screen.clock.to_string(),
                allowed,
            ));
        }
        let folder = &self.data.folder;
        if !folder.is_empty() && !folder.starts_with("~/") && !Path::new(folder).is_absolute() {
            let allowed = "a full path, a path that begins with ~/, or \"\" for the usual place";
            return Err(invalid("data.folder", format!("{folder:?}"), allowed));
        }
        Ok(())
    }

    /// What the breeding carries through without knowing it: the opponent's name and the features.
    fn validate_bred_players(&self) -> Result<(), SettingsError> {
        let evolution = &self.evolution;
        if let Err(error) = evolution.opponent.parse::<PlayerSpec>() {
            let value = format!("{:?}", evolution.opponent);
            return Err(invalid(
                "evolution.opponent",
                value,
                error.problem.to_string(),
            ));
        }
        let names = || FEATURES.iter().map(|feature| feature.name);
        let fixed = evolution.fixed.keys().map(|name| ("fixed", name));
        let genes = evolution.genes.keys().map(|name| ("genes", name));
        for (table, name) in fixed.chain(genes) {
            if names().all(|known| known != name) {
                let hint = suggestion(name, names())
                    .map_or_else(String::new, |near| format!(", did you mean {near}?"));
                let names = names().collect::<Vec<_>>().join(", ");
                let allowed = format!("there is no such feature{hint}; features: {names}");
                return Err(invalid(&format!("evolution.{table}.{name}"), "…", allowed));
            }
        }
        Ok(())
    }

    /// The tester that [`TesterSettings::player`] names.
    ///
    /// # Errors
    /// When it is no player; [`validate`](Self::validate) has then said so.
    pub fn tester(&self) -> Result<SearchSpec, SpecError> {
        Ok(match self.tester.player.parse()? {
            PlayerSpec::Tester(spec) => spec.plain().unwrap_or(SearchSpec::TESTER),
            _ => SearchSpec::TESTER,
        })
    }

    /// The engine that [`TesterSettings::adviser`] names; `None` when it names none.
    ///
    /// # Errors
    /// What it has to be, when it is something else.
    pub fn adviser(&self) -> Result<Option<EngineSpec>, String> {
        let name = &self.tester.adviser;
        if name.is_empty() {
            return Ok(None);
        }
        match name.parse() {
            Ok(PlayerSpec::Engine(engine)) if engine.has_values() => Ok(Some(engine)),
            Ok(PlayerSpec::Engine(_)) => Err(NO_VALUES.to_owned()),
            Ok(_) => Err("an engine that gives values, as in 'engine:cmd=\"edax \
                          -nboard\",protocol=nboard,depth=8', or \"\" for none"
                .to_owned()),
            Err(error) => Err(error.problem.to_string()),
        }
    }

    /// The settings as a file that says the same: what `--print-config` prints.
    ///
    /// # Errors
    /// None is known: every setting has a form in TOML.
    pub fn to_toml(&self) -> Result<String, toml::ser::Error> {
        toml::to_string(self)
    }

    /// The folder of games: `flag` (`--data DIR`), else the one of these settings, else the usual
    /// one; `None` when there is no home to look for it in.
    pub fn data_folder(&self, paths: &Paths, flag: Option<&Path>) -> Option<PathBuf> {
        if let Some(flag) = flag {
            return Some(flag.to_owned());
        }
        match self.data.folder.as_str() {
            "" => paths.data.clone(),
            folder => match folder.strip_prefix("~/") {
                Some(inside) => paths.home.as_ref().map(|home| home.join(inside)),
                None => Some(PathBuf::from(folder)),
            },
        }
    }
}

fn within(section: &str) -> impl FnOnce(SettingsError) -> SettingsError {
    move |fault| SettingsError {
        key: format!("{section}.{}", fault.key),
        ..fault
    }
}

fn invalid(key: &str, value: impl Into<String>, allowed: impl Into<String>) -> SettingsError {
    SettingsError {
        key: key.to_owned(),
        value: value.into(),
        allowed: allowed.into(),
    }
}

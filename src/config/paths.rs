//! Where files are, by the XDG base directory specification: settings, games and logs each have a
//! folder of their own, and nothing lies in the home folder itself. A variable counts only with a
//! full path; without it the usual folder of the home is taken; without a home there is none, and
//! whoever needs one says so and does without.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

const NAME: &str = "koteki";

/// Where this person's files are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Paths {
    /// The home folder.
    pub home: Option<PathBuf>,
    /// The file of settings, whether it is there or not.
    pub config: Option<PathBuf>,
    /// The folder of games, whether it is there or not.
    pub data: Option<PathBuf>,
    /// The folder of logs, whether it is there or not.
    pub state: Option<PathBuf>,
}

impl Paths {
    /// The paths of this process.
    pub fn from_environment() -> Self {
        Self::new(|name| std::env::var_os(name), std::env::home_dir())
    }

    /// The paths where `variable` gives the environment and `home` the home folder.
    pub fn new(variable: impl Fn(&str) -> Option<OsString>, home: Option<PathBuf>) -> Self {
        let home = home.filter(|path| path.is_absolute());
        let base = |name: &str, usual: &str| -> Option<PathBuf> {
            variable(name)
                .map(PathBuf::from)
                .filter(|path| path.is_absolute())
                .or_else(|| home.as_deref().map(|home: &Path| home.join(usual)))
                .map(|base| base.join(NAME))
        };
        Self {
            config: base("XDG_CONFIG_HOME", ".config").map(|folder| folder.join("koteki.toml")),
            data: base("XDG_DATA_HOME", ".local/share"),
            state: base("XDG_STATE_HOME", ".local/state"),
            home,
        }
    }

    /// The file of the log.
    pub fn log(&self) -> Option<PathBuf> {
        self.state.as_ref().map(|folder| folder.join("koteki.log"))
    }
}

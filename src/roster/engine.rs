//! `engine`: a player that is another program.
//!
//! A name can come from anywhere: a run's settings, a study, a match, a game that was kept. A program is
//! started only when the person has named it, on the command line, at the board or in their own settings
//! file ([`EngineSpec::named_by_person`]), or has said that files may name programs ([`trust_files`]). A folder
//! that somebody sent starts nothing.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::error::Problem;
use super::settings::{Fault, TIMES, Words, conflict, read_time, whole, write_time};
use super::spec::{AgentSpec, Target};
use crate::game::othello::Position;
use crate::player::agent;
use crate::player::external::holder::Holder;
use crate::player::external::judge::Judge;
use crate::player::external::{External, Protocol, Settings, Spoken};
use crate::record::formats::one_line_of_ggf;
use crate::wire::fault;

/// How an engine is spoken to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speech {
    /// `gtp`: the Go Text Protocol.
    Gtp,
    /// `nboard`: the NBoard protocol, of Othello only.
    NBoard,
}

const SPEECHES: Words<Speech> = Words(
    "protocol",
    &[("gtp", Speech::Gtp), ("nboard", Speech::NBoard)],
);

/// Whether files may name programs to be started.
static FILES_ARE_TRUSTED: AtomicBool = AtomicBool::new(false);

/// From now on programs are started whoever has named them.
pub fn trust_files() {
    FILES_ARE_TRUSTED.store(true, Ordering::Relaxed);
}

/// A command line. Names of players are small values that are copied, so the text of each command is
/// kept until the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommandLine(&'static str);

impl CommandLine {
    /// All of them, and whether the person has named them.
    fn all() -> MutexGuard<'static, BTreeMap<&'static str, bool>> {
        static KEPT: Mutex<BTreeMap<&'static str, bool>> = Mutex::new(BTreeMap::new());
        KEPT.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn keep(text: &str) -> Self {
        let mut kept = Self::all();
        Self(match kept.get_key_value(text) {
            Some((text, _)) => text,
            None => {
                let text: &'static str = Box::leak(text.to_owned().into_boxed_str());
                kept.insert(text, false);
                text
            }
        })
    }

    /// The program and its arguments; quotes and backslashes as in a shell, which does not run.
    fn words(self) -> Vec<String> {
        shlex::split(self.0).unwrap_or_default()
    }
}

impl EngineSpec {
    /// What it is called in a few letters: its program, without the folder and the arguments.
    pub fn program(&self) -> String {
        let words = self.command.words();
        let program = words.first().map_or("", String::as_str);
        let name = Path::new(program).file_name();
        name.map_or_else(
            || program.to_owned(),
            |it| it.to_string_lossy().into_owned(),
        )
    }
}

impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// Another program, and how it is spoken to. What it plays may be another move every time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EngineSpec {
    /// The program and its arguments.
    pub command: CommandLine,
    /// The protocol.
    pub speech: Speech,
    /// How deep it is told to look, by the NBoard protocol only.
    pub depth: u32,
    /// How long is waited for a move.
    pub wait: Duration,
    /// What it gives away on average in its own eyes, in hundredths of a disc; `None` of one that plays as it
    /// likes. By the NBoard protocol only, which has values.
    pub holds: Option<Target>,
}

/// The deepest that an engine may be told to look.
const DEEPEST: u32 = 60;

/// What a command may be.
pub(super) const COMMANDS: &str =
    "a command in double quotes, as in cmd=\"gtp-rhino --level 2\"; quote inside it with '";

impl EngineSpec {
    /// The same, named by the person: its program may be started.
    pub fn named_by_person(self) -> Self {
        CommandLine::all().insert(self.command.0, true);
        self
    }

    /// Whether its program may be started.
    ///
    /// # Errors
    /// When only a file has named it.
    pub fn may_start(&self) -> Result<(), Box<fault::Fault>> {
        let is_named = CommandLine::all().get(self.command.0) == Some(&true);
        if is_named || FILES_ARE_TRUSTED.load(Ordering::Relaxed) {
            return Ok(());
        }
        Err(Box::new(fault::Fault {
            engine: self.command.to_string(),
            kind: fault::FaultKind::Unnamed,
        }))
    }

    pub(super) const PRESET: Self = Self {
        command: CommandLine(""),
        speech: Speech::Gtp,
        depth: 6,
        wait: Duration::from_secs(60),
        holds: None,
    };
    pub(super) const KEYS: &'static [&'static str] = &["cmd", "protocol", "depth", "wait", "d"];
    /// Those of a game that engines are told of by GTP only.
    pub(super) const GTP_KEYS: &'static [&'static str] = &["cmd", "wait"];
    pub(super) const REQUIRED: &'static [&'static str] = &["cmd"];

    pub(super) fn set(&mut self, key: &str, value: &str) -> Result<&'static str, Fault> {
        match key {
            "cmd" => {
                let refused = || Fault::Value("cmd", COMMANDS.to_owned());
                let bare = value
                    .strip_prefix('"')
                    .map_or(Some(value), |rest| rest.strip_suffix('"'));
                let bare = bare.filter(|bare| !bare.contains(['"', '\n']));
                let bare = bare.map(str::trim).ok_or_else(refused)?;
                if shlex::split(bare).is_none_or(|words| words.is_empty()) {
                    return Err(refused());
                }
                self.command = CommandLine::keep(bare);
                Ok("cmd")
            }
            "protocol" => {
                self.speech = SPEECHES.read(value)?;
                Ok("protocol")
            }
            "depth" => {
                self.depth = whole("depth", value, 1, DEEPEST)?;
                Ok("depth")
            }
            "wait" => {
                let time = read_time(value);
                self.wait = time.ok_or_else(|| Fault::Value("wait", TIMES.to_owned()))?;
                Ok("wait")
            }
            "d" => {
                self.holds = Some(Target::read(value)?);
                Ok("d")
            }
            _ => Err(Fault::Unknown),
        }
    }

    pub(super) fn get(&self, key: &str) -> String {
        match key {
            "cmd" => format!("\"{}\"", self.command),
            "protocol" => SPEECHES.write(self.speech),
            "depth" if self.speech == Speech::NBoard => self.depth.to_string(),
            "wait" => write_time(self.wait),
            "d" => self.holds.map_or_else(String::new, Target::write),
            _ => String::new(),
        }
    }

    pub(super) fn settle(&self, has: impl Fn(&str) -> bool) -> Option<(&'static str, Problem)> {
        let only_nboard = ["depth", "d"].into_iter().find(|key| has(key));
        only_nboard
            .filter(|_| self.speech == Speech::Gtp)
            .map(|key| conflict(key, "protocol=gtp"))
    }

    fn settings<G: Spoken>(&self, protocol: Protocol<G>) -> Settings<G> {
        Settings {
            name: self.command.to_string(),
            command: self.may_start().ok().map(|()| self.command.words()),
            protocol,
            limit: self.wait,
        }
    }

    const fn nboard(&self) -> Protocol<Position> {
        Protocol::NBoard {
            depth: self.depth,
            ggf: one_line_of_ggf,
        }
    }

    /// The player, of a game that engines are told of by GTP.
    pub fn by_gtp<G: Spoken>(&self) -> External<G> {
        External::new(self.settings(Protocol::Gtp))
    }

    /// The player, at Othello.
    pub fn player(&self) -> External<Position> {
        match self.speech {
            Speech::Gtp => self.by_gtp(),
            Speech::NBoard => External::new(self.settings(self.nboard())),
        }
    }

    /// The player that gives away `d` in its eyes, as the agent of the thesis does in the tester's; `None` where
    /// the protocol has no values.
    pub fn agent(&self, d: f64) -> Option<Holder<Position>> {
        Some(Holder::new(Arc::new(self.judge()?), self.holding(d)))
    }

    /// How such a player holds `d`: as the agent of the thesis.
    pub const fn holding(&self, d: f64) -> agent::Settings {
        let thesis = AgentSpec::THESIS;
        agent::Settings {
            target: d,
            depth: self.depth,
            until: thesis.until,
            ties: thesis.ties,
        }
    }

    /// Whether its protocol has values of moves.
    pub fn has_values(&self) -> bool {
        self.speech == Speech::NBoard
    }

    /// What it takes moves to be worth, in hundredths of a disc; `None` where the protocol has no values.
    pub fn judge(&self) -> Option<Judge<Position>> {
        match self.speech {
            Speech::Gtp => None,
            Speech::NBoard => Judge::new(self.settings(self.nboard())),
        }
    }
}

/// The settings of a name, which commas divide but where they are quoted.
pub(super) fn divided(settings: &str) -> impl Iterator<Item = &str> {
    let mut quoted = false;
    settings.split(move |char| {
        quoted ^= char == '"';
        char == ',' && !quoted
    })
}

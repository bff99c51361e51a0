//! `engine`: a player that is another program.
//!
//! A name can come from anywhere: a run's settings, a study, a match, a game that was kept. A program is
//! started only when the person has named it, on the command line, at the board or in their own settings
//! file ([`EngineSpec::named_by_person`]), or has said that files may name programs ([`trust_files`]). A folder
//! from elsewhere starts nothing.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::othello::{AgentSpec, MeanLoss, Target};
use koteki_engine::player::Player;
use koteki_engine::player::agent;
use koteki_engine::player::external::holder::Holder;
use koteki_engine::player::external::judge::Judge;
use koteki_engine::player::external::{External, Protocol, Settings, Spoken};
use koteki_engine::wire::error;
use koteki_games::othello::Position;
use koteki_games::spec::{Maybe, SettingList, Takes, Time, Whole, Words};
use koteki_record::formats::one_line_of_ggf;

/// Why an engine cannot judge.
pub const NO_VALUES: &str =
    "GTP has no values of moves, so the engine has to speak NBoard's protocol: protocol=nboard";

/// Why another player cannot.
pub const NO_JUDGE: &str = "only a tester can judge, as in tester:depth=4, or an engine that gives values, as in \
                            engine:cmd=\"edax -nboard\",protocol=nboard,depth=8";

/// How an engine is spoken to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speech {
    /// `gtp`: the Go Text Protocol.
    Gtp,
    /// `nboard`: the NBoard protocol, of Othello only.
    NBoard,
}

const SPEECHES: Words<Speech> = Words(&[("gtp", Speech::Gtp), ("nboard", Speech::NBoard)]);

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

/// A [`CommandLine`] in a name: in double quotes, which may be left out.
struct Quoted;

impl Takes<CommandLine> for Quoted {
    fn read(&self, text: &str) -> Result<CommandLine, String> {
        let bare = match text.strip_prefix('"') {
            Some(rest) => rest.strip_suffix('"'),
            None => Some(text),
        };
        bare.filter(|bare| !bare.contains(['"', '\n']))
            .map(str::trim)
            .filter(|bare| shlex::split(bare).is_some_and(|words| !words.is_empty()))
            .map(CommandLine::keep)
            .ok_or_else(|| self.expected())
    }

    fn write(&self, command: &CommandLine) -> String {
        format!("\"{command}\"")
    }

    fn expected(&self) -> String {
        "a command in double quotes, as in cmd=\"gtp-rhino --level 2\"; quote inside it with '"
            .to_owned()
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
    /// How deep it is asked to look, by the NBoard protocol only.
    pub depth: u32,
    /// How long is waited for a move.
    pub wait: Duration,
    /// What it gives away on average in its own eyes, in hundredths of a disc; `None` of one that plays as it
    /// likes. By the NBoard protocol only, which has values.
    pub holds: Option<Target>,
}

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
    pub fn may_start(&self) -> Result<(), Box<error::EngineError>> {
        let is_named = CommandLine::all().get(self.command.0) == Some(&true);
        if is_named || FILES_ARE_TRUSTED.load(Ordering::Relaxed) {
            return Ok(());
        }
        Err(Box::new(error::EngineError {
            engine: self.command.to_string(),
            kind: error::EngineErrorKind::Unnamed,
        }))
    }

    pub(super) const PRESET: Self = Self {
        command: CommandLine(""),
        speech: Speech::Gtp,
        depth: 6,
        wait: Duration::from_secs(60),
        holds: None,
    };
    pub(super) fn settings(&mut self, list: &mut SettingList<'_>) {
        self.list_command(list);
        list.add("protocol", &mut self.speech, &SPEECHES);
        let by_gtp = self.speech == Speech::Gtp;
        list.add("depth", &mut self.depth, &Whole(1..=60))
            .hidden_if(by_gtp);
        self.list_wait(list);
        list.add("d", &mut self.holds, &Maybe(MeanLoss(100_000.0)));
        if by_gtp {
            list.refuse("depth", "protocol=gtp");
            list.refuse("d", "protocol=gtp");
        }
    }

    /// Those of a game at which engines are spoken to by GTP only.
    pub(super) fn settings_by_gtp(&mut self, list: &mut SettingList<'_>) {
        self.list_command(list);
        self.list_wait(list);
    }

    fn list_command(&mut self, list: &mut SettingList<'_>) {
        list.add("cmd", &mut self.command, &Quoted)
            .required("the program");
    }

    fn list_wait(&mut self, list: &mut SettingList<'_>) {
        list.add("wait", &mut self.wait, &Time);
    }

    fn connection<G: Spoken>(&self, protocol: Protocol<G>) -> Settings<G> {
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

    /// The player, of a game that engines play by GTP.
    pub fn by_gtp<G: Spoken>(&self) -> External<G> {
        External::new(self.connection(Protocol::Gtp))
    }

    /// The player, at Othello; one that waits for a target plays as it likes.
    pub(super) fn othello(&self) -> Box<dyn Player<Position>> {
        if let Some(Target::Fixed(d)) = self.holds
            && let Some(agent) = self.agent(d)
        {
            return Box::new(agent);
        }
        match self.speech {
            Speech::Gtp => Box::new(self.by_gtp()),
            Speech::NBoard => Box::new(External::new(self.connection(self.nboard()))),
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
            Speech::NBoard => Judge::new(self.connection(self.nboard())),
        }
    }
}

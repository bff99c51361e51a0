//! A person at a study: plays the machine's part, has them measured, breeds their rivals, and writes
//! down everything before it is shown.
//!
//! Like the sitting it waits for nothing: interfaces call it and give it back the events that its threads
//! send. What can be known by a program that is killed is in the file; the session only opens it again.
//!
//! - `replay`: a person's file, as far as it goes.
//! - `game`: a game, every move of it written down.
//! - `breed`: between the games that measure and the pairs.
//! - [`names`]: kept out of what is written.

mod breed;
mod game;
pub mod names;
mod replay;

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread;

use super::protocol::{Protocol, ProtocolError, Stage};
use super::sheet::{Form, LONGEST, Question, Sheet};
use super::{Kind, Settings};
use crate::breeding::Breeding;
use crate::keeper;
use crate::thinker::{Answer, Thinker};
use crate::{Refusal, SessionError, Table};
use koteki_engine::search::budget::Cancel;
use koteki_engine::search::isa::Path as ProcessorPath;
use koteki_games::othello::{Move, Position};
use koteki_games::{Outcome, Side};
use koteki_record::study::{Code, Estimate, Folder, Line, StudyError, Writer};
use koteki_rivals::evolve::snapshot::Snapshot;
use koteki_rivals::evolve::worker;

pub use replay::replay;
use replay::{existing, seed};

/// Name and version of the program.
pub const PROGRAM: &str = concat!("koteki ", env!("CARGO_PKG_VERSION"));

/// The target was given on the command line.
const GIVEN: &str = "given";
/// The target is what the person's games have shown.
const KNOWN: &str = "known";

/// Something that happened in one of the session's threads; give it to [`StudySession::handle`].
#[derive(Debug)]
pub enum Event {
    /// The thinker has an answer.
    Thought(Answer),
    /// The breeding has news.
    Bred(u64, worker::Event),
    /// The person is measured; the message of a panic when that broke down.
    Measured(Result<Box<Estimate>, String>),
    /// What was written does not get to the disk, and why.
    NotKept(String),
}

/// Where a session's threads send their events: called from those threads, must not block.
pub type Sink = Arc<dyn Fn(Event) + Send + Sync>;

/// What an interface may want to tell the person.
#[derive(Clone, Debug, PartialEq)]
pub enum Notice {
    /// The opponent moved.
    Moved(Side, Move),
    /// The side had no move and passed.
    Passed(Side),
    /// The game is over.
    Over(Outcome),
    /// Something else comes next; see [`StudySession::stage`].
    Stage,
    /// There is news of the breeding; see [`StudySession::snapshot`].
    Progress,
    /// Something broke in the background, in words; the game goes on.
    Broken(String),
    /// What the person waits for has broken down, in words, and does not come any more. It is done again
    /// when the study is gone on with.
    Stuck(String),
    /// Nothing more can be kept, and why: the study has to stop here.
    NotKept(String),
}

/// What a session is made with.
pub struct Options {
    /// The study.
    pub folder: Folder<Settings>,
    /// Who.
    pub code: Code,
    /// What the agent holds where the person is not measured first; a set that was begun with another one is not
    /// gone on with. `None` for [`level`](Self::level).
    pub target: Option<f64>,
    /// What it holds in a new set when nothing is said; `None` for what the settings say.
    pub level: Option<f64>,
    /// The person's name, if it is known here: it is kept out of what is written.
    pub name: Option<String>,
    /// Threads of the breeding; `None` for as many as there are processors.
    pub jobs: Option<NonZeroUsize>,
}

/// Why a session was not opened, or something not done.
#[derive(Debug, thiserror::Error)]
pub enum StudySessionError {
    /// The file.
    #[error(transparent)]
    Study(#[from] StudyError),
    /// It cannot have happened.
    #[error(transparent)]
    Protocol(#[from] ProtocolError),
    /// A player, a thread.
    #[error(transparent)]
    Session(#[from] SessionError),
}

/// One person at a study.
pub struct StudySession {
    options: Options,
    /// Number of the set.
    set: u32,
    protocol: Protocol,
    /// `None` before [`start`](Self::start), and after a line could not be written.
    file: Option<SyncedFile>,
    /// Whether the file is there already.
    begun: bool,
    torn: bool,
    sink: Sink,
    thinker: Thinker,
    breeding: Option<Breeding<Position>>,
    table: Option<Table<Position>>,
    /// Number of the latest change of the line; answers to older ones are dropped.
    moment: u64,
    /// The moment for which a move has been asked.
    asked: Option<u64>,
    /// Raised when what the threads do is no longer wanted.
    cancel: Cancel,
}

/// The file, and the thread that sees to it that what is written gets to the disk.
struct SyncedFile {
    writer: Writer,
    sync: Sender<()>,
}

impl SyncedFile {
    fn new(writer: Writer, sink: &Sink) -> Result<Self, StudySessionError> {
        let handle = writer.handle()?;
        let (sync, wanted) = channel();
        let sink = Arc::clone(sink);
        // Ends when the sender is gone.
        thread::Builder::new()
            .name("sync".to_owned())
            .spawn(move || {
                while let Ok(()) = wanted.recv() {
                    while wanted.try_recv().is_ok() {}
                    if let Err(error) = handle.sync_data() {
                        sink(Event::NotKept(error.to_string()));
                        return;
                    }
                }
            })
            .map_err(SessionError::from)?;
        Ok(Self { writer, sync })
    }
}

impl StudySession {
    /// Looks up the person in the study. Nothing is written and nothing begins before
    /// [`start`](Self::start).
    ///
    /// # Errors
    /// When their file is damaged or does not fit the study, or the system gives no thread.
    pub fn open(options: Options, sink: Sink) -> Result<Self, StudySessionError> {
        let settings = options.folder.header().settings.clone();
        settings.validate().map_err(SessionError::from)?;
        let thoughts = Arc::clone(&sink);
        let thinker = Thinker::start("thinker", false, move |answer| {
            thoughts(Event::Thought(answer));
        })
        .map_err(SessionError::from)?;
        let mut set = options.folder.sets(&options.code).max(1);
        let mut found = existing(&options.folder, &options.code, set)?;
        // Who has finished a blind test takes another; the experiment with people is done once.
        if let Some((protocol, _)) = &found
            && protocol.stage() == Stage::Done
            && settings.kind == Kind::Blind
        {
            set += 1;
            found = None;
        }
        if let (Some((protocol, _)), Some(now)) = (&found, options.target)
            && protocol
                .given_target()
                .is_some_and(|then| then.to_bits() != now.to_bits())
        {
            let then = protocol.given_target().unwrap_or_default();
            return Err(StudyError::Differs {
                path: options.folder.file(&options.code, set),
                difference: format!("level = {then} when it began, {now} now"),
            }
            .into());
        }
        let begun = found.is_some();
        let (protocol, torn) = match found {
            Some(found) => found,
            None => {
                let seed = seed(&options.folder, &options.code, set);
                let target = options.target.or(options.level);
                (Protocol::new(settings, seed, target), false)
            }
        };
        Ok(Self {
            options,
            set,
            protocol,
            file: None,
            begun,
            torn,
            sink,
            thinker,
            breeding: None,
            table: None,
            moment: 0,
            asked: None,
            cancel: Cancel::new(),
        })
    }

    /// Begins, or goes on where the person was left.
    ///
    /// # Errors
    /// When the file cannot be written, or what comes next not be begun.
    pub fn start(&mut self) -> Result<Vec<Notice>, StudySessionError> {
        let mut notices = Vec::new();
        if self.file.is_some() || (self.begun && self.stage() == Stage::Done) {
            return Ok(notices);
        }
        let engine = ProcessorPath::best().to_string();
        let path = self.options.folder.file(&self.options.code, self.set);
        let writer = if self.begun {
            // Another program may have gone on with it since it was looked at.
            let (mut writer, read) = Writer::resume(&path)?;
            (self.protocol, _) = replay(&self.options.folder, &self.options.code, self.set, &read)?;
            writer.append(&Line::Resume {
                program: PROGRAM.to_owned(),
                engine,
                at: keeper::now(),
            })?;
            writer
        } else {
            Writer::begin(
                &path,
                &Line::Begin {
                    format: koteki_record::study::FORMAT,
                    code: self.options.code.clone(),
                    set: self.set,
                    seed: seed(&self.options.folder, &self.options.code, self.set),
                    target: self.options.target.or(self.options.level),
                    by: match (self.options.target, self.options.level) {
                        (Some(_), _) => Some(GIVEN.to_owned()),
                        (None, Some(_)) => Some(KNOWN.to_owned()),
                        (None, None) => None,
                    },
                    program: PROGRAM.to_owned(),
                    engine,
                    at: keeper::now(),
                },
            )?
        };
        self.begun = true;
        self.file = Some(SyncedFile::new(writer, &self.sink)?);
        self.enter(&mut notices)?;
        Ok(notices)
    }

    /// Begins the game that comes next.
    ///
    /// # Errors
    /// When no game comes next, or it cannot be begun.
    pub fn begin_game(&mut self) -> Result<Vec<Notice>, StudySessionError> {
        let mut notices = Vec::new();
        let Stage::Ready(task) = self.stage() else {
            return Err(ProtocolError::OutOfPlace("a game").into());
        };
        let opponent = self.protocol.opponent(&task).unwrap_or_default().to_owned();
        self.keep(Line::Game {
            game: task.game,
            seed: task.seed,
            person: task.person.into(),
            opponent,
            at: keeper::now(),
        })?;
        self.enter(&mut notices)?;
        Ok(notices)
    }

    /// The person plays `mv`.
    ///
    /// # Errors
    /// Says why nothing was played.
    pub fn play(&mut self, mv: Move) -> Result<Vec<Notice>, Refusal<Move>> {
        let table = self.table.as_mut().ok_or(Refusal::Over)?;
        let passed = table.play_person(mv)?;
        let mut notices: Vec<Notice> = passed.map(Notice::Passed).into_iter().collect();
        self.advance(&mut notices);
        Ok(notices)
    }

    /// Takes an answer on the sheet that is being filled in.
    ///
    /// # Errors
    /// When it is invalid, or cannot be kept.
    pub fn answer(&mut self, question: &str, value: &str) -> Result<(), StudySessionError> {
        let Stage::Asking(sheet) = self.stage() else {
            return Err(ProtocolError::OutOfPlace("an answer").into());
        };
        let questions = sheet.questions(self.protocol.settings().kind);
        let in_words = |it: &Question| it.key == question && it.form == Form::Text;
        let value = if questions.iter().any(in_words) {
            self.fit_to_keep(value).chars().take(LONGEST).collect()
        } else {
            value.to_owned()
        };
        self.keep(Line::Answer {
            sheet: sheet.key(),
            question: question.to_owned(),
            value,
            at: keeper::now(),
        })
    }

    /// Hands the sheet in.
    ///
    /// # Errors
    /// When a question has no answer yet, or it cannot be kept.
    pub fn hand_in(&mut self) -> Result<Vec<Notice>, StudySessionError> {
        let Stage::Asking(sheet) = self.stage() else {
            return Err(ProtocolError::OutOfPlace("a sheet").into());
        };
        self.keep(Line::HandIn {
            sheet: sheet.key(),
            at: keeper::now(),
        })?;
        let mut notices = Vec::new();
        self.enter(&mut notices)?;
        Ok(notices)
    }

    /// Takes in what happened in a thread.
    pub fn handle(&mut self, event: Event) -> Vec<Notice> {
        let mut notices = Vec::new();
        let done = match event {
            Event::Thought(answer) => self.think(answer, &mut notices),
            Event::Bred(number, event) => self.bred(number, event, &mut notices),
            Event::Measured(Ok(estimate)) if self.stage() == Stage::Measuring => self
                .keep(Line::Estimate {
                    estimate: *estimate,
                    at: keeper::now(),
                })
                .and_then(|()| self.enter(&mut notices)),
            Event::Measured(Ok(_)) => Ok(()),
            Event::Measured(Err(message)) => {
                notices.push(Notice::Stuck(message));
                Ok(())
            }
            Event::NotKept(why) => {
                notices.push(self.give_up(why));
                Ok(())
            }
        };
        if let Err(error) = done {
            notices.push(self.give_up(error.to_string()));
        }
        notices
    }

    /// Nothing is written any more after a failure: what follows would have a hole in it.
    fn give_up(&mut self, why: String) -> Notice {
        self.file = None;
        self.breeding = None;
        self.cancel.cancel();
        Notice::NotKept(why)
    }

    /// Writes a line down and then applies it: what cannot have happened is not written.
    fn keep(&mut self, line: Line) -> Result<(), StudySessionError> {
        let mut after = self.protocol.clone();
        after.apply(&line)?;
        let Some(file) = &mut self.file else {
            return Err(ProtocolError::OutOfPlace("something after the end").into());
        };
        file.writer.append(&line)?;
        // The thread lives as long as the sender, or has reported why it does not.
        let _ = file.sync.send(());
        self.protocol = after;
        Ok(())
    }

    /// Does what the stage needs that has been come to.
    fn enter(&mut self, notices: &mut Vec<Notice>) -> Result<(), StudySessionError> {
        match self.stage() {
            Stage::Playing(task) => self.sit_down(&task, notices)?,
            Stage::Measuring => self.measure()?,
            Stage::Breeding(target) => self.breed(target, notices)?,
            Stage::Ready(_) | Stage::Asking(_) | Stage::Done => {}
        }
        notices.push(Notice::Stage);
        Ok(())
    }

    /// What comes next.
    pub fn stage(&self) -> Stage {
        self.protocol.stage()
    }

    /// Whether the person has been here before.
    pub const fn has_begun(&self) -> bool {
        self.begun
    }

    /// Whether [`start`](Self::start) has been called and nothing has gone wrong since.
    pub const fn is_open(&self) -> bool {
        self.file.is_some()
    }

    /// Whether the last line of the person's file was torn, and is dropped.
    pub const fn was_torn(&self) -> bool {
        self.torn
    }

    /// What has happened so far.
    pub const fn protocol(&self) -> &Protocol {
        &self.protocol
    }

    /// The board, during a game and after it; `None` before the first.
    pub const fn table(&self) -> Option<&Table<Position>> {
        self.table.as_ref()
    }

    /// Whether the opponent is choosing its move.
    pub const fn is_thinking(&self) -> bool {
        self.asked.is_some()
    }

    /// The latest state of the breeding, while there is one.
    pub fn snapshot(&self) -> Option<&Snapshot> {
        self.breeding
            .as_ref()
            .map(|breeding| &**breeding.snapshot())
    }

    /// The study.
    pub const fn folder(&self) -> &Folder<Settings> {
        &self.options.folder
    }

    /// Who.
    pub const fn code(&self) -> &Code {
        &self.options.code
    }

    /// Number of the set, 1 for the first.
    pub const fn set(&self) -> u32 {
        self.set
    }

    /// What was answered so far on the sheet that is being filled in.
    pub fn answers(&self, sheet: Sheet, question: &str) -> Option<&str> {
        self.protocol.answers(sheet)?.get(question)
    }
}

impl Drop for StudySession {
    fn drop(&mut self) {
        self.cancel.cancel();
        if let Some(file) = &self.file {
            // What was written is safe from the end of the program; this is for the end of the machine.
            let _ = file.writer.sync();
        }
    }
}

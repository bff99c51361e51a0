//! A person at a study: plays the machine's part, has them measured, breeds their rivals, and writes
//! down everything before it is shown.
//!
//! Like the sitting it waits for nothing: faces call it and give it back the events that its threads
//! send. What can be known by a program that is killed is in the file; the desk only opens it again.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread;

use super::measuring::{self, Yardstick};
use super::plan::person_seed;
use super::protocol::{Place, Protocol, Refused, Stage, Task};
use super::sheet::{Form, LONGEST, Question, Sheet};
use super::{Kind, Settings};
use crate::evolve::rivals::{WANTED, is_near_level};
use crate::evolve::snapshot::{Dot, Phase, Role, Snapshot};
use crate::evolve::{self, worker};
use crate::game::othello::{Move, Position};
use crate::game::{Game as _, GameLine, Outcome, Side};
use crate::player::Player;
use crate::random::Random;
use crate::record::study::{Code, Estimate, Folder, Line, Rival, StudyError, Writer};
use crate::roster::{self, PlayerSpec};
use crate::search::budget::{Cancel, Cancelled};
use crate::search::othello::Path as ProcessorPath;
use crate::session::breeding::{self, Breeding};
use crate::session::keeper;
use crate::session::report::even_point;
use crate::session::thinker::{Answer, Purpose, Request, Tester, Thinker, panic_message};
use crate::session::{Refusal, Seat, Table, Turn};
use crate::text::kept as words;

/// Name and version of the program.
pub const PROGRAM: &str = concat!("koteki ", env!("CARGO_PKG_VERSION"));

/// Something that happened in one of the desk's threads; give it to [`Desk::handle`].
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

/// Where a desk's threads send their events: called from those threads, must not block.
pub type Sink = Arc<dyn Fn(Event) + Send + Sync>;

/// What a face may want to tell the person.
#[derive(Clone, Debug, PartialEq)]
pub enum Notice {
    /// The opponent moved.
    Moved(Side, Move),
    /// The side had no move and passed.
    Passed(Side),
    /// The game is over.
    Over(Outcome),
    /// Something else comes next; see [`Desk::stage`].
    Stage,
    /// There is news of the breeding; see [`Desk::snapshot`].
    Progress,
    /// Something broke in the background, in words.
    Broken(String),
    /// Nothing more can be kept, and why: the study has to stop here.
    NotKept(String),
}

/// What a desk is made with.
pub struct Options {
    /// The study.
    pub folder: Folder<Settings>,
    /// Who.
    pub code: Code,
    /// What the agent holds where nobody is measured first; a set that was begun with another one is not
    /// gone on with. `None` for [`level`](Self::level).
    pub target: Option<f64>,
    /// What it holds in a new set when nothing is said; `None` for what the settings say.
    pub level: Option<f64>,
    /// The person's name, if it is known here: it is kept out of what is written.
    pub name: Option<String>,
    /// Threads of the breeding; `None` for as many as there are processors.
    pub jobs: Option<NonZeroUsize>,
}

/// Why a desk was not opened, or something not done.
#[derive(Debug, thiserror::Error)]
pub enum DeskError {
    /// The file.
    #[error(transparent)]
    Study(#[from] StudyError),
    /// It cannot have happened.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// A player, a thread.
    #[error(transparent)]
    Other(#[from] anyhow::Error),
}

/// One person at a study.
pub struct Desk {
    options: Options,
    /// Number of the set.
    set: u32,
    protocol: Protocol,
    /// `None` before [`start`](Self::start), and after a line could not be written.
    file: Option<Kept>,
    /// Whether the file is there already.
    begun: bool,
    torn: bool,
    sink: Sink,
    thinker: Thinker,
    breeding: Option<Breeding>,
    table: Option<Table<Position>>,
    player: Option<Arc<dyn Player<Position>>>,
    /// Number of the latest change of the line; answers to older ones are dropped.
    moment: u64,
    /// The moment for which a move has been asked.
    asked: Option<u64>,
    /// Raised when what the threads do is no longer wanted.
    cancel: Cancel,
}

/// The file, and the thread that sees to it that what is written gets to the disk.
struct Kept {
    writer: Writer,
    sync: Sender<()>,
}

impl Kept {
    fn new(writer: Writer, sink: &Sink) -> Result<Self, DeskError> {
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
            .map_err(anyhow::Error::from)?;
        Ok(Self { writer, sync })
    }
}

impl Desk {
    /// Looks up the person in the study. Nothing is written and nothing begins before
    /// [`start`](Self::start).
    ///
    /// # Errors
    /// When their file is damaged or does not fit the study, or the system gives no thread.
    pub fn open(options: Options, sink: Sink) -> Result<Self, DeskError> {
        let settings = options.folder.header().settings.clone();
        settings.validate().map_err(anyhow::Error::from)?;
        let tester = settings.tester();
        let tester = Tester {
            search: Arc::new(tester.search()),
            weights: tester.weights,
            depth: tester.depth,
        };
        let thoughts = Arc::clone(&sink);
        let thinker = Thinker::start(tester, move |answer| thoughts(Event::Thought(answer)))
            .map_err(anyhow::Error::from)?;
        let mut set = options.folder.sets(&options.code).max(1);
        let mut found = found(&options.folder, &options.code, set)?;
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
            player: None,
            moment: 0,
            asked: None,
            cancel: Cancel::new(),
        })
    }

    /// Begins, or goes on where the person was left.
    ///
    /// # Errors
    /// When the file cannot be written, or what comes next not be begun.
    pub fn start(&mut self) -> Result<Vec<Notice>, DeskError> {
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
                    format: crate::record::study::FORMAT,
                    code: self.options.code.clone(),
                    set: self.set,
                    seed: seed(&self.options.folder, &self.options.code, self.set),
                    target: self.options.target.or(self.options.level),
                    program: PROGRAM.to_owned(),
                    engine,
                    at: keeper::now(),
                },
            )?
        };
        self.begun = true;
        self.file = Some(Kept::new(writer, &self.sink)?);
        self.enter(&mut notices)?;
        Ok(notices)
    }

    /// Begins the game that comes next.
    ///
    /// # Errors
    /// When no game comes next, or it cannot be begun.
    pub fn begin_game(&mut self) -> Result<Vec<Notice>, DeskError> {
        let mut notices = Vec::new();
        let Stage::Ready(task) = self.stage() else {
            return Err(Refused::OutOfPlace("a game").into());
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
    /// When it is none, or cannot be kept.
    pub fn answer(&mut self, question: &str, value: &str) -> Result<(), DeskError> {
        let Stage::Asking(sheet) = self.stage() else {
            return Err(Refused::OutOfPlace("an answer").into());
        };
        let questions = sheet.questions(self.protocol.settings().kind);
        let in_words = |it: &Question| it.key == question && it.form == Form::Text;
        let value = if questions.iter().any(in_words) {
            self.without_name(value).chars().take(LONGEST).collect()
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
    pub fn hand_in(&mut self) -> Result<Vec<Notice>, DeskError> {
        let Stage::Asking(sheet) = self.stage() else {
            return Err(Refused::OutOfPlace("a sheet").into());
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
                notices.push(Notice::Broken(message));
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
    fn keep(&mut self, line: Line) -> Result<(), DeskError> {
        let mut after = self.protocol.clone();
        after.apply(&line)?;
        let Some(file) = &mut self.file else {
            return Err(Refused::OutOfPlace("something after the end").into());
        };
        file.writer.append(&line)?;
        // The thread lives as long as the sender, or has told why it does not.
        let _ = file.sync.send(());
        self.protocol = after;
        Ok(())
    }

    /// Does what the stage needs that has been come to.
    fn enter(&mut self, notices: &mut Vec<Notice>) -> Result<(), DeskError> {
        match self.stage() {
            Stage::Playing(task) => self.sit_down(&task, notices)?,
            Stage::Measuring => self.measure()?,
            Stage::Breeding(target) => self.breed(target, notices)?,
            Stage::Ready(_) | Stage::Asking(_) | Stage::Done => {}
        }
        notices.push(Notice::Stage);
        Ok(())
    }

    fn sit_down(&mut self, task: &Task, notices: &mut Vec<Notice>) -> Result<(), DeskError> {
        let Some(game) = self.protocol.last_game() else {
            return Ok(());
        };
        let spec: PlayerSpec = game.opponent.parse().map_err(anyhow::Error::from)?;
        let player = roster::build_othello(&spec).map_err(anyhow::Error::from)?;
        self.player = Some(Arc::from(player));
        let mut seats = [Seat::Machine(spec), Seat::Person];
        if task.person == Side::Black {
            seats.reverse();
        }
        self.table = Some(Table::resume(game.line.clone(), seats));
        self.advance(notices);
        Ok(())
    }

    /// After any change of the line: writes the new moves down and asks for the machine's, or sees that
    /// the game is over.
    fn advance(&mut self, notices: &mut Vec<Notice>) {
        self.moment += 1;
        self.asked = None;
        self.cancel.cancel();
        self.cancel = Cancel::new();
        if let Err(error) = self.keep_moves() {
            notices.push(self.give_up(error.to_string()));
            return;
        }
        let Some(table) = &self.table else { return };
        match table.turn() {
            Turn::Machine(_) => {
                if let Some(player) = &self.player {
                    self.asked = Some(self.moment);
                    self.thinker.ask(Request::Move {
                        id: self.moment,
                        line: table.line().clone(),
                        player: Arc::clone(player),
                        seed: self.game_seed(),
                        cancel: self.cancel.clone(),
                    });
                }
            }
            Turn::Person(_) => {}
            Turn::Over(outcome) => {
                notices.push(Notice::Over(outcome));
                if let Err(error) = self.enter(notices) {
                    notices.push(self.give_up(error.to_string()));
                }
            }
        }
    }

    fn game_seed(&self) -> u64 {
        let game = self.protocol.last_game();
        game.map_or(0, |game| game.task.seed)
    }

    /// Writes down the moves on the table that are not in the file.
    fn keep_moves(&mut self) -> Result<(), DeskError> {
        let (Some(table), Some(game)) = (&self.table, self.protocol.last_game()) else {
            return Ok(());
        };
        let known = game.line.ply();
        let number = game.task.game;
        let moves: Vec<Move> = table.line().moves().iter().skip(known).copied().collect();
        for (ply, mv) in (known + 1..).zip(moves) {
            self.keep(Line::Move {
                game: number,
                ply,
                mv: mv.to_string(),
                at: keeper::now(),
            })?;
        }
        Ok(())
    }

    fn think(&mut self, answer: Answer, notices: &mut Vec<Notice>) -> Result<(), DeskError> {
        match answer {
            Answer::Move { id, choice } if self.asked == Some(id) => {
                if !self.machine_plays(choice.mv, notices) {
                    // A player that breaks the rules is a fault of ours: it is noted, the game goes on.
                    self.stand_in(&choice.mv.to_string(), notices)?;
                }
                Ok(())
            }
            Answer::Broken {
                id,
                purpose: Purpose::Move,
                message,
            } if self.asked == Some(id) => self.stand_in(&message, notices),
            _ => Ok(()),
        }
    }

    fn machine_plays(&mut self, mv: Move, notices: &mut Vec<Notice>) -> bool {
        let Some(table) = &mut self.table else {
            return false;
        };
        let side = table.position().side_to_move();
        let Ok(passed) = table.play(mv) else {
            return false;
        };
        notices.push(Notice::Moved(side, mv));
        notices.extend(passed.map(Notice::Passed));
        self.advance(notices);
        true
    }

    fn stand_in(&mut self, message: &str, notices: &mut Vec<Notice>) -> Result<(), DeskError> {
        let text = words::stood_in(message);
        self.keep(Line::Note {
            text: text.clone(),
            at: keeper::now(),
        })?;
        notices.push(Notice::Broken(text));
        let Some(table) = &self.table else {
            return Ok(());
        };
        let mut random = Random::derived(self.game_seed(), &[table.line().ply() as u64]);
        let legal = table.legal_moves();
        if let Some(&mv) = random.choose(&legal) {
            self.machine_plays(mv, notices);
        }
        Ok(())
    }

    /// Has the person measured on a thread of its own.
    fn measure(&self) -> Result<(), DeskError> {
        let settings = self.protocol.settings();
        let yardstick = Yardstick {
            tester: settings.tester(),
            eyes: breeding::eyes(&settings.evolution),
            by: settings.measure,
            preset: settings.evolution.target,
            opponent: settings.opponent.parse().ok().as_ref().and_then(even_point),
        };
        let games: Vec<(GameLine<Position>, Side)> = self
            .protocol
            .games()
            .iter()
            .filter(|game| matches!(game.task.place, Place::Warmup { .. }))
            .map(|game| (game.line.clone(), game.task.person))
            .collect();
        let (sink, cancel) = (Arc::clone(&self.sink), self.cancel.clone());
        let work = move || {
            let measured =
                std::panic::catch_unwind(|| measuring::measure(&games, &yardstick, &cancel));
            match measured {
                Ok(Ok(estimate)) => sink(Event::Measured(Ok(Box::new(estimate)))),
                Ok(Err(Cancelled)) => {}
                Err(panic) => sink(Event::Measured(Err(panic_message(&*panic)))),
            }
        };
        thread::Builder::new()
            .name("measuring".to_owned())
            .spawn(work)
            .map_err(anyhow::Error::from)?;
        Ok(())
    }

    fn breed(&mut self, target: f64, notices: &mut Vec<Notice>) -> Result<(), DeskError> {
        let settings = self.protocol.settings();
        if !settings.rivals.is_empty() {
            let named = |name: &String| -> Result<Rival, DeskError> {
                let spec: PlayerSpec = name.parse().map_err(anyhow::Error::from)?;
                Ok(Rival {
                    player: format!("{spec:#}"),
                    games: 0,
                    rate: None,
                    level: false,
                })
            };
            let rivals = settings
                .rivals
                .iter()
                .map(named)
                .collect::<Result<_, _>>()?;
            self.keep(Line::Rivals {
                rivals,
                cycles: 0,
                games: 0,
                at: keeper::now(),
            })?;
            return self.enter(notices);
        }
        let evolution = evolve::Settings {
            target,
            ..settings.evolution.clone()
        };
        let sink = Arc::clone(&self.sink);
        let jobs = self
            .options
            .jobs
            .or_else(|| thread::available_parallelism().ok());
        self.breeding = Some(Breeding::start(
            &evolution,
            jobs,
            self.protocol.plan().breeding_seed(),
            Arc::new(move |number, event| sink(Event::Bred(number, event))),
        )?);
        Ok(())
    }

    fn bred(
        &mut self,
        number: u64,
        event: worker::Event,
        notices: &mut Vec<Notice>,
    ) -> Result<(), DeskError> {
        let Some(breeding) = &mut self.breeding else {
            return Ok(());
        };
        match breeding.handle(number, event) {
            Ok(_) if breeding.snapshot().phase == Phase::Resting => {
                let rivals = chosen(breeding);
                let snapshot = Arc::clone(breeding.snapshot());
                self.breeding = None;
                self.keep(Line::Rivals {
                    rivals,
                    cycles: snapshot.cycle,
                    games: snapshot.games,
                    at: keeper::now(),
                })?;
                self.enter(notices)
            }
            Ok(_) => {
                notices.push(Notice::Progress);
                Ok(())
            }
            Err(message) => {
                notices.push(Notice::Broken(message));
                Ok(())
            }
        }
    }

    /// `text` with the person's name, whole or a part of it, replaced by their code.
    fn without_name(&self, text: &str) -> String {
        let code = self.options.code.as_str();
        let name = self.options.name.as_deref().unwrap_or_default().trim();
        let parts = name
            .split_whitespace()
            .filter(|part| part.chars().count() > 1);
        std::iter::once(name)
            .chain(parts)
            .filter(|part| !part.is_empty())
            .fold(text.to_owned(), |text, part| replaced(&text, part, code))
    }

    /// What comes next.
    #[must_use]
    pub fn stage(&self) -> Stage {
        self.protocol.stage()
    }

    /// Whether the person has been here before.
    #[must_use]
    pub const fn has_begun(&self) -> bool {
        self.begun
    }

    /// Whether [`start`](Self::start) has been called and nothing has gone wrong since.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.file.is_some()
    }

    /// Whether the last line of the person's file was torn, and is dropped.
    #[must_use]
    pub const fn was_torn(&self) -> bool {
        self.torn
    }

    /// What has happened so far.
    #[must_use]
    pub const fn protocol(&self) -> &Protocol {
        &self.protocol
    }

    /// The board, during a game and after it; `None` before the first.
    #[must_use]
    pub const fn table(&self) -> Option<&Table<Position>> {
        self.table.as_ref()
    }

    /// Whether the opponent is choosing its move.
    #[must_use]
    pub const fn is_thinking(&self) -> bool {
        self.asked.is_some()
    }

    /// The latest state of the breeding, while there is one.
    #[must_use]
    pub fn snapshot(&self) -> Option<&Snapshot> {
        self.breeding
            .as_ref()
            .map(|breeding| &**breeding.snapshot())
    }

    /// The study.
    #[must_use]
    pub const fn folder(&self) -> &Folder<Settings> {
        &self.options.folder
    }

    /// Who.
    #[must_use]
    pub const fn code(&self) -> &Code {
        &self.options.code
    }

    /// Number of the set, 1 for the first.
    #[must_use]
    pub const fn set(&self) -> u32 {
        self.set
    }

    /// What was answered so far on the sheet that is being filled in.
    #[must_use]
    pub fn answers(&self, sheet: Sheet, question: &str) -> Option<&str> {
        self.protocol.answers(sheet)?.get(question)
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        self.cancel.cancel();
        if let Some(file) = &self.file {
            // What was written is safe from the end of the program; this is for the end of the machine.
            let _ = file.writer.sync();
        }
    }
}

/// Three rivals: those that the breeding chose, and where they are fewer the individuals nearest to
/// level beside them.
fn chosen(breeding: &Breeding) -> Vec<Rival> {
    let snapshot = breeding.snapshot();
    let distance = |dot: &Dot| dot.win_rate.map_or(1.0, |rate| (rate - 0.5).abs());
    let mut others: Vec<&Dot> = snapshot
        .individuals
        .iter()
        .filter(|dot| dot.rival.is_none() && dot.role != Role::Child)
        .collect();
    others.sort_by(|a, b| distance(a).total_cmp(&distance(b)).then(a.id.cmp(&b.id)));
    snapshot
        .rivals()
        .into_iter()
        .chain(others)
        .take(WANTED)
        .filter_map(|dot| {
            let player = breeding.individual(dot.id)?;
            Some(Rival {
                player: format!("{player:#}"),
                games: dot.games,
                rate: dot.win_rate,
                level: dot.rival.is_some()
                    || dot
                        .win_rate
                        .is_some_and(|rate| is_near_level(rate, breeding.near())),
            })
        })
        .collect()
}

/// The seed of a person's set.
fn seed(folder: &Folder<Settings>, code: &Code, set: u32) -> u64 {
    let study = folder.header().seed.parse().unwrap_or(0);
    person_seed(study, code.as_str(), set)
}

/// What is known of a person, and whether a torn line came after it; `None` of somebody new.
fn found(
    folder: &Folder<Settings>,
    code: &Code,
    set: u32,
) -> Result<Option<(Protocol, bool)>, DeskError> {
    let path = folder.file(code, set);
    if !path.exists() {
        return Ok(None);
    }
    let read = crate::record::study::read(&path)?;
    // Nothing, or nothing but a torn first line: nobody has been here.
    if read.lines.is_empty() {
        return Ok(None);
    }
    let (protocol, torn) = replay(folder, code, set, &read)?;
    Ok(Some((protocol, torn)))
}

/// The state that the lines of a person's file lead to, and whether a torn line came after them.
///
/// # Errors
/// When a line cannot have happened where it stands, or is not of this person and study.
pub fn replay(
    folder: &Folder<Settings>,
    code: &Code,
    set: u32,
    read: &crate::record::study::Read,
) -> Result<(Protocol, bool), StudyError> {
    let damaged = |line: usize, why: String| StudyError::Damaged {
        path: folder.file(code, set),
        line,
        why,
    };
    let settings = folder.header().settings.clone();
    let mut protocol = match read.lines.first() {
        Some(Line::Begin {
            code: found,
            set: number,
            seed: drawn,
            target,
            ..
        }) if (found, *number) == (code, set) => {
            if *drawn != seed(folder, code, set) {
                let why = "its seed is not that of this study".to_owned();
                return Err(damaged(1, why));
            }
            Protocol::new(settings, *drawn, *target)
        }
        _ => {
            let why = format!("not the beginning of set {set} of {code}");
            return Err(damaged(1, why));
        }
    };
    for (index, line) in read.lines.iter().enumerate() {
        let applied = protocol.apply(line);
        applied.map_err(|why| damaged(index + 1, why.to_string()))?;
    }
    Ok((protocol, read.torn))
}

/// `text` with every occurrence of the name `what`, whatever the size of its letters, replaced. Where a
/// name is written in letters of which words are made, it has to be a word of its own.
fn replaced(text: &str, what: &str, with: &str) -> String {
    let lower = |letter: char| letter.to_lowercase().collect::<String>();
    let what: Vec<char> = what.chars().collect();
    let letters: Vec<char> = text.chars().collect();
    let in_word = |letter: Option<&char>| letter.is_some_and(char::is_ascii_alphanumeric);
    let mut out = String::new();
    let mut at = 0;
    while at < letters.len() {
        let end = at + what.len();
        let same = |(here, there): (&char, &char)| lower(*here) == lower(*there);
        let found = end <= letters.len()
            && letters[at..end].iter().zip(&what).all(same)
            && !(in_word(what.first())
                && in_word(at.checked_sub(1).and_then(|it| letters.get(it))))
            && !(in_word(what.last()) && in_word(letters.get(end)));
        if found {
            out.push_str(with);
            at = end;
        } else {
            out.push(letters[at]);
            at += 1;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::replaced;

    #[test]
    fn a_name_is_replaced_and_words_that_hold_it_are_not() {
        for (text, name, expected) in [
            (
                "Ann, ANN and ann's annoyance",
                "Ann",
                "P1, P1 and P1's annoyance",
            ),
            ("花子は強い", "花子", "P1は強い"),
            ("E", "e", "P1"),
            ("none", "n", "none"),
            ("", "x", ""),
            ("ßeta", "SS", "ßeta"),
        ] {
            assert_eq!(replaced(text, name, "P1"), expected);
        }
    }
}

//! A study in plain lines: for a dumb terminal, a screen reader, a pipe.
//!
//! When the input ends the study is left as if the program had been quit: everything is kept.

use std::collections::VecDeque;
use std::io::{BufRead, Write};
use std::sync::Arc;

use super::input::{Ear, LONGEST, Wake, read_moves};
use super::voice::Voice;
use super::{is_broken_pipe, show};
use crate::plain::words;
use koteki_games::othello::Position;
use koteki_games::{Game as _, Outcome, Side};
use koteki_session::study::pages::{Countdown, before, ending, name, welcome};
use koteki_session::study::protocol::{PAIRS, ProtocolError};
use koteki_session::study::session::StudySessionError;
use koteki_session::study::sheet::{Answers, Form, Question};
use koteki_session::study::words as study_words;
use koteki_session::study::{Event, Kind, Notice, Options, Sheet, Sink, Stage, StudySession, Task};
use koteki_session::{Refusal, Turn};

const PLAIN_HELP: &str =
    "Type moves such as f5. Other words: board, moves, quit (everything is kept).";

/// Takes a person through a study in plain lines. `command` goes on with it when it is left.
///
/// # Errors
/// When the study cannot be opened, `input` not be read, its file or `output` not be written.
pub fn run(
    options: Options,
    command: &str,
    input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
) -> anyhow::Result<()> {
    let (ear, wake) = Ear::open(input)?;
    let sink: Sink = Arc::new(move |event: Event| {
        // The receiver lives as long as the session; once it is gone, no one listens.
        let _ = wake.send(Ok(Wake::Session(event)));
    });
    let session = StudySession::open(options, sink)?;
    let mut plain = Plain {
        session,
        voice: Voice(output),
        ear,
        typed: VecDeque::new(),
        shown: 0,
        said: String::new(),
        countdown: Countdown::default(),
        stuck: None,
    };
    match plain.all() {
        Err(error) if is_broken_pipe(&error) => Ok(()),
        Err(error) => Err(error),
        Ok(Leaving::Quit) => plain.voice.say(&words::go_on(command)),
        Ok(Leaving::Done) => Ok(()),
        Ok(Leaving::Stuck(what)) => anyhow::bail!(study_words::stuck(&what, Some(command))),
    }
}

/// How a study is left.
enum Leaving {
    /// Before its end.
    Quit,
    /// At its end.
    Done,
    /// What the person waited for broke down, and how.
    Stuck(String),
}

/// Whether what is typed leaves.
fn is_quit(line: &str) -> bool {
    ["quit", "q"]
        .iter()
        .any(|it| line.trim().eq_ignore_ascii_case(it))
}

/// Lines that are read ahead while the person waits.
const AHEAD: usize = 100;

struct Plain<'a> {
    session: StudySession,
    voice: Voice<'a>,
    ear: Ear<Event>,
    typed: VecDeque<String>,
    /// Plies of the game that have been shown.
    shown: usize,
    /// What was last said of a wait.
    said: String,
    countdown: Countdown,
    /// What broke down that the person waits for.
    stuck: Option<String>,
}

impl Plain<'_> {
    fn all(&mut self) -> anyhow::Result<Leaving> {
        let settings = self.session.protocol().settings().clone();
        let blind = settings.kind == Kind::Blind;
        self.voice.say(&study_words::title(
            blind,
            self.session.code().as_str(),
            self.session.set(),
        ))?;
        if self.session.was_torn() {
            self.voice.say(study_words::TORN)?;
        }
        if self.session.has_begun() {
            let played = self.session.protocol().played();
            if self.session.stage() != Stage::Done {
                self.voice
                    .say(&study_words::welcome_back(played, settings.games()))?;
            }
        } else {
            let page = welcome(self.session.protocol());
            self.voice.say_all(page.iter().map(String::as_str))?;
            self.voice.say_all(study_words::RULES)?;
        }
        if self.session.stage() == Stage::Done {
            self.voice.say(&format!(
                "{} has finished this study: koteki study export {} --csv writes what was found",
                self.session.code().as_str(),
                self.session.folder().path().display()
            ))?;
            return Ok(Leaving::Done);
        }
        self.voice.say("Enter begins.")?;
        if !self.enter()? {
            return Ok(Leaving::Quit);
        }
        let notices = self.session.start()?;
        self.report(&notices)?;
        loop {
            let going_on = match self.session.stage() {
                Stage::Ready(task) => self.ready(&task)?,
                Stage::Playing(task) => self.play(&task)?,
                Stage::Measuring | Stage::Breeding(_) => {
                    if let Some(what) = self.stuck.take() {
                        return Ok(Leaving::Stuck(what));
                    }
                    self.wait_or_leave()?
                }
                Stage::Asking(sheet) => self.ask(sheet)?,
                Stage::Done => {
                    self.done()?;
                    return Ok(Leaving::Done);
                }
            };
            if !going_on {
                return Ok(Leaving::Quit);
            }
        }
    }

    /// Waits for one thing to happen.
    fn wait(&mut self) -> anyhow::Result<()> {
        match self.ear.wait()? {
            Wake::Session(event) => {
                let notices = self.session.handle(event);
                self.report(&notices)
            }
            Wake::Line(line, _) => {
                self.typed.push_back(line);
                Ok(())
            }
            Wake::TooLong => self.voice.say(&words::too_long(LONGEST)),
            Wake::End => Ok(()),
        }
    }

    /// Waits for one thing to happen while the person is measured or their rivals are bred; false when they
    /// leave. A person leaves who types `quit`, or whose input has ended. What a script has typed for the games
    /// that follow waits for them.
    fn wait_or_leave(&mut self) -> anyhow::Result<bool> {
        // Before Enter has begun a game words mean nothing.
        while let Some(line) = self.typed.front()
            && !line.trim().is_empty()
            && !is_quit(line)
        {
            self.typed.pop_front();
            self.voice
                .say("Please wait, or type quit: everything is kept.")?;
        }
        let mut typed = self.typed.iter();
        let leaves = match typed.find(|line| !line.trim().is_empty()) {
            Some(line) => is_quit(line),
            None => self.ear.has_ended(),
        };
        if !leaves {
            if !self.ear.has_ended() && self.typed.len() < AHEAD {
                self.ear.want();
            }
            self.wait()?;
        }
        Ok(!leaves)
    }

    /// The next line typed; `None` when the person leaves or the input has ended.
    fn line(&mut self) -> anyhow::Result<Option<String>> {
        loop {
            if let Some(line) = self.typed.pop_front() {
                let line = line.trim().to_owned();
                return Ok((!is_quit(&line)).then_some(line));
            }
            if self.ear.has_ended() {
                return Ok(None);
            }
            self.ear.want();
            self.wait()?;
        }
    }

    /// Waits for Enter; false when the person leaves.
    fn enter(&mut self) -> anyhow::Result<bool> {
        while let Some(line) = self.line()? {
            if line.is_empty() {
                return Ok(true);
            }
            self.voice.say("Press Enter, or type quit.")?;
        }
        Ok(false)
    }

    fn report(&mut self, notices: &[Notice]) -> anyhow::Result<()> {
        for notice in notices {
            match notice {
                Notice::Moved(..) | Notice::Passed(_) => self.show_plies()?,
                Notice::Over(outcome) => {
                    self.show_plies()?;
                    self.result(*outcome)?;
                }
                Notice::Stage => {
                    if self.session.stage() == Stage::Measuring {
                        self.voice.say(study_words::MEASURING)?;
                    }
                    self.progress()?;
                }
                Notice::Progress => self.progress()?,
                Notice::Broken(message) => self.voice.say(&words::broken(message))?,
                Notice::Stuck(message) => self.stuck = Some(message.clone()),
                Notice::NotKept(why) => anyhow::bail!(study_words::not_kept(why)),
            }
        }
        Ok(())
    }

    fn progress(&mut self) -> anyhow::Result<()> {
        if !matches!(self.session.stage(), Stage::Breeding(_)) {
            return Ok(());
        }
        let now = self.session.snapshot().and_then(|now| now.progress);
        let left = now.and_then(|now| now.seconds);
        let line = study_words::preparing(self.countdown.see(left));
        if line != self.said {
            self.voice.say(&line)?;
            self.said = line;
        }
        Ok(())
    }

    fn ready(&mut self, task: &Task) -> anyhow::Result<bool> {
        self.voice.say(&name(task))?;
        if let Some(line) = before(task) {
            self.voice.say(&line)?;
        }
        self.voice
            .say(&study_words::you_play(task.person.index()))?;
        self.voice.say("Enter begins.")?;
        if !self.enter()? {
            return Ok(false);
        }
        self.shown = 0;
        let notices = self.session.begin_game()?;
        self.voice.say(PLAIN_HELP)?;
        self.report(&notices)?;
        Ok(true)
    }

    fn show_plies(&mut self) -> anyhow::Result<()> {
        let Some(table) = self.session.table() else {
            return Ok(());
        };
        let person = table.person();
        let lines: Vec<String> = table
            .line()
            .steps()
            .enumerate()
            .skip(self.shown)
            .map(|(index, (position, mv))| {
                let side = position.side_to_move();
                if Position::is_pass(mv) {
                    words::pass(index + 1, &side.to_string())
                } else {
                    let who = if person == Some(side) {
                        "you"
                    } else {
                        "opponent"
                    };
                    words::ply(index + 1, &side.to_string(), &mv.to_string(), who)
                }
            })
            .collect();
        self.shown += lines.len();
        self.voice.say_all(lines.iter().map(String::as_str))
    }

    fn result(&mut self, outcome: Outcome) -> anyhow::Result<()> {
        let person = self
            .session
            .protocol()
            .last_game()
            .map(|game| game.task.person);
        let (own, other) = match person {
            Some(Side::White) => (outcome.white, outcome.black),
            _ => (outcome.black, outcome.white),
        };
        self.voice
            .say(&study_words::result(own - other, own, other, "-"))
    }

    fn play(&mut self, task: &Task) -> anyhow::Result<bool> {
        let Some(Turn::Person(side)) = self.session.table().map(|table| table.turn()) else {
            self.wait()?;
            return Ok(true);
        };
        self.show_plies()?;
        let Some(table) = self.session.table() else {
            return Ok(false);
        };
        let (moves, position) = (table.legal_moves(), *table.position());
        if self.typed.is_empty() {
            self.voice
                .say(&words::your_turn(&side.to_string(), moves.len()))?;
        }
        let Some(line) = self.line()? else {
            return Ok(false);
        };
        for word in line.split_whitespace() {
            match word.to_ascii_lowercase().as_str() {
                "board" => {
                    let board = show::board(&position);
                    self.voice.say_all(board.iter().map(String::as_str))?;
                }
                "moves" => {
                    let names: Vec<String> = moves.iter().map(ToString::to_string).collect();
                    self.voice.say(&names.join(" "))?;
                }
                "help" | "?" => {
                    self.voice.say(PLAIN_HELP)?;
                    self.voice.say_all(study_words::RULES)?;
                }
                _ if !self.move_in(word, task)? => break,
                _ => {}
            }
        }
        Ok(true)
    }

    /// Plays the move that is written; false when what else is on the line has no meaning any more.
    fn move_in(&mut self, word: &str, task: &Task) -> anyhow::Result<bool> {
        let read = read_moves(word).unwrap_or_default();
        let [mv] = read.as_slice() else {
            self.voice.say(&words::unreadable(word))?;
            return Ok(false);
        };
        let Some(table) = self.session.table() else {
            return Ok(false);
        };
        let position = *table.position();
        match self.session.play(*mv) {
            Ok(notices) => {
                self.report(&notices)?;
                // Several moves on a line are played in turn.
                while self.session.is_thinking() && self.session.stage() == Stage::Playing(*task) {
                    self.wait()?;
                }
                Ok(self.session.stage() == Stage::Playing(*task))
            }
            Err(Refusal::Illegal(mv)) => {
                let why = position.check(mv).err();
                let why = why.map_or_else(String::new, |why| why.to_string());
                let moves: Vec<String> = self
                    .session
                    .table()
                    .map(|table| {
                        table
                            .legal_moves()
                            .iter()
                            .map(ToString::to_string)
                            .collect()
                    })
                    .unwrap_or_default();
                self.voice
                    .say(&words::illegal(&mv.to_string(), &why, &moves.join(" ")))?;
                Ok(false)
            }
            Err(Refusal::NotYourTurn | Refusal::Over) => {
                self.voice.say("It is not your turn.")?;
                Ok(false)
            }
        }
    }

    /// Goes through a sheet; false when the person leaves.
    fn ask(&mut self, sheet: Sheet) -> anyhow::Result<bool> {
        let pair = match sheet {
            Sheet::Pair(pair) => Some(pair),
            Sheet::Final => None,
        };
        self.voice.say(&study_words::sheet(pair, PAIRS))?;
        let questions = sheet.questions(self.session.protocol().settings().kind);
        for (index, question) in questions.iter().enumerate() {
            let given = self.session.answers(sheet, question.key).is_some();
            if self.asks(sheet, question) && !given && !self.question(index + 1, question)? {
                return Ok(false);
            }
        }
        loop {
            self.voice
                .say("Enter hands the sheet in; the number of a question asks it again.")?;
            let Some(line) = self.line()? else {
                return Ok(false);
            };
            if line.is_empty() {
                match self.session.hand_in() {
                    Ok(notices) => {
                        self.report(&notices)?;
                        return Ok(true);
                    }
                    Err(StudySessionError::Protocol(ProtocolError::Unanswered(key))) => {
                        self.voice
                            .say(&study_words::unanswered(study_words::question(key)))?;
                    }
                    Err(error) => return Err(error.into()),
                }
                continue;
            }
            let number = line.parse::<usize>().ok().and_then(|it| it.checked_sub(1));
            let asked = number.and_then(|index| Some((index, questions.get(index)?)));
            if let Some((index, question)) = asked
                && self.asks(sheet, question)
                && !self.question(index + 1, question)?
            {
                return Ok(false);
            }
        }
    }

    fn asks(&self, sheet: Sheet, question: &Question) -> bool {
        match self.session.protocol().answers(sheet) {
            Some(answers) => answers.asks(question),
            None => Answers::default().asks(question),
        }
    }

    /// Asks one question until it is answered; false when the person leaves.
    fn question(&mut self, number: usize, question: &Question) -> anyhow::Result<bool> {
        self.voice.say(&format!(
            "{number}. {}",
            study_words::question(question.key)
        ))?;
        let Form::Choice(choices) = question.form else {
            self.voice.say("(in words, if you like)")?;
            let Some(line) = self.line()? else {
                return Ok(false);
            };
            self.session.answer(question.key, &line)?;
            return Ok(true);
        };
        for (index, choice) in choices.iter().enumerate() {
            let line = format!(
                "   {}  {}",
                index + 1,
                study_words::answer(question.key, choice)
            );
            self.voice.say(&line)?;
        }
        loop {
            self.voice
                .say(&format!("Type a number from 1 to {}.", choices.len()))?;
            let Some(line) = self.line()? else {
                return Ok(false);
            };
            let number = line.parse::<usize>().ok().and_then(|it| it.checked_sub(1));
            if let Some(choice) = number.and_then(|index| choices.get(index)) {
                self.session.answer(question.key, choice)?;
                return Ok(true);
            }
        }
    }

    fn done(&mut self) -> anyhow::Result<()> {
        let lines = ending(&self.session)?;
        self.voice.say_all(lines.iter().map(String::as_str))
    }
}

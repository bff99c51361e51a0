//! The screen on which Othello is played: board, evaluation trace, population and curves, and the session
//! behind them.
//!
//! | file | |
//! |---|---|
//! | `input`, `typed` | what keys, the mouse and typed lines do |
//! | `play` | what is asked of the session |
//! | `view` | what the panes show of it |
//! | `draw` | what lies where |
//! | `files` | games that are opened over the one at the table |
//! | the others | a dialog each |

pub mod draw;
mod files;
mod input;
pub mod lesson;
pub mod new_game;
mod play;
pub mod profile;
pub mod quit;
pub mod result;
pub mod resume;
pub mod settings;
mod typed;
mod view;

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use ratatui::Frame;
use tui_input::Input;

use self::files::Opened;
use self::new_game::Form;
use self::profile::Profile;
use self::result::{ResultView, estimate};
use self::settings::{Change, SettingsForm};
use self::view::HoldingExplanation;
use super::clock::Clock;
use super::event::{Event, Flow, Program, Waker};
use super::keys::Layer;
use super::review::{self, Reviewed};
use super::screens;
use super::screens::game::{Pane, Panes};
use super::screens::menu::Menu;
use super::view::{Beginning, Estimate, NewGame, Opponent, SeatChoice};
use super::{OpenOther, Other, SaveSettings, Settings};
use crate::words;
use koteki_games::othello::{Position, Square};
use koteki_games::{GameLine, Side};
use koteki_rivals::coach::words as coach_words;
use koteki_rivals::coach::{Scale, Tester, Threshold};
use koteki_rivals::roster::PlayerSpec;
use koteki_session::rivals::Rival;
use koteki_session::thinker::Answer as Thought;
use koteki_session::words as session_words;
use koteki_session::{self as session, Notice, Options, Sitting, Turn};

const MEASURING: &str = "the game is over: your moves are being measured ...";
const RIVAL_NOTE: &str = "bred to be level with you, and unlike the others";

/// A rival in that list, for a person who is stronger than any.
const STRONGEST_NOTE: &str = "the strongest I can breed, and unlike the others";

/// Title of the question before a measured game is left for another one.
const LEAVE_TITLE: &str = "Leave this game?";

/// A game to go to from the one at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// One that begins.
    New(NewGame),
    /// The interrupted game of this number, 0 for the latest.
    Resume(usize),
}

/// Help that makes a measured game practice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HelpAsked {
    /// A good move.
    Hint,
    /// Taking back.
    TakeBack,
}

/// What the answers of the dialogs do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Nothing.
    Close,
    /// Leaves the program.
    Quit,
    /// Opens the new game dialog.
    NewGame,
    /// Goes to another game.
    Play(Next),
    /// The same without asking about the game at the table: that was asked.
    Leave(Next),
    /// Asks which of the interrupted games to resume.
    AskResume,
    /// The same game again with the colours changed.
    Rematch,
    /// Goes through the finished game with the coach.
    Review,
    /// Uses help.
    Help(HelpAsked),
}

/// What lies on top of the game.
pub enum Dialog {
    /// The move line at the bottom.
    MoveLine(Input),
    /// A question.
    Menu(Menu<Answer>),
    /// The new game dialog.
    Form(Form),
    /// The help for the layer beneath it.
    Help {
        /// The layer it explains.
        about: Layer,
        /// The first line shown.
        scroll: u16,
    },
    /// The settings dialog.
    Settings(Box<SettingsForm>),
    /// The lesson, at the page of this number, the first being 0.
    Lesson(usize),
    /// The person's profile.
    Profile(Box<Profile>),
}

impl Dialog {
    /// The keymap that holds while this is on top.
    const fn layer(&self) -> Layer {
        match self {
            Self::MoveLine(_) => Layer::MoveLine,
            Self::Menu(_) => Layer::Menu,
            Self::Form(_) => Layer::Form,
            Self::Help { .. } => Layer::Help,
            Self::Settings(_) => Layer::Settings,
            Self::Lesson(_) => Layer::Lesson,
            Self::Profile(_) => Layer::Profile,
        }
    }
}

/// The screen.
pub struct OthelloScreen {
    session: Sitting,
    mail: Receiver<session::Event>,
    panes: Panes,
    /// What lies on top, the last one uppermost.
    dialogs: Vec<Dialog>,
    /// The moves that led to the position looked at, when it is not the present one.
    past: Option<usize>,
    /// Machines that can be chosen.
    opponents: Vec<Opponent>,
    /// How the present game was set up: what the new game dialog begins with.
    setup: NewGame,
    /// What a machine that holds itself level saw when it last moved.
    explanation: Option<HoldingExplanation>,
    /// Machines' moves that have come before the last move has been seen long enough.
    waiting: VecDeque<session::Event>,
    /// When the board last changed.
    moved_at: Instant,
    /// The clock of the game on the table.
    clock: Option<Clock>,
    /// What the games of this session say of the person's strength.
    level: Option<Estimate>,
    /// The result of the last finished game, while it may be on the screen.
    result: Option<ResultView>,
    /// The rivals that it offers.
    offered: Vec<Rival>,
    /// The machines at the table when the game began.
    met: Vec<PlayerSpec>,
    /// The square under the cursor when a hint was asked for: it goes to the hint if it is still there.
    asked_at: Option<Square>,
    /// Keeps changed settings.
    keep: SaveSettings,
    /// Changed settings that could not be kept.
    unkept: Vec<Change>,
    /// The handicap of the game on the table.
    handicap: Option<(Side, usize)>,
    /// Where it began.
    start: Beginning,
    /// What is to go to the clipboard.
    copied: Option<String>,
    /// What the machines at the table are called: a rival keeps its letter for the game.
    names: [String; 2],
    /// Games that are opened over the one at the table.
    opened: Opened,
    waker: Waker,
    /// Opens other games.
    open_other: OpenOther,
    /// One that is to be gone to.
    pushed: Option<Box<dyn Program>>,
    /// Whether the breeding waits for the return from it.
    breeding_waits: bool,
}

impl OthelloScreen {
    /// Opens a session. Its threads use `waker` when they have something to show.
    ///
    /// # Errors
    /// When the session cannot be opened.
    pub fn open(
        settings: Settings,
        options: Options,
        (keep, open_other): (SaveSettings, OpenOther),
        waker: Waker,
    ) -> anyhow::Result<Self> {
        let (sender, mail) = channel();
        let news = waker.clone();
        let sink: session::Sink = Arc::new(move |event| {
            // The receiver lives as long as the session.
            let _ = sender.send(event);
            news.wake();
        });
        let session = Sitting::open(options, sink)?;
        let setup = NewGame {
            seats: [SeatChoice::Person, SeatChoice::Person],
            measured: session.options().settings.measured,
            handicap: None,
            start: Beginning::Usual,
        };
        let mut screen = Self {
            session,
            mail,
            panes: Panes::new(settings),
            dialogs: Vec::new(),
            past: None,
            opponents: Vec::new(),
            setup,
            explanation: None,
            waiting: VecDeque::new(),
            moved_at: Instant::now(),
            clock: None,
            level: None,
            result: None,
            offered: Vec::new(),
            met: Vec::new(),
            asked_at: None,
            keep,
            unkept: Vec::new(),
            handicap: None,
            start: Beginning::Usual,
            copied: None,
            names: [String::new(), String::new()],
            opened: Opened::default(),
            waker,
            open_other,
            pushed: None,
            breeding_waits: false,
        };
        screen.sit_down();
        screen.renew();
        Ok(screen)
    }

    /// The session.
    pub const fn session(&self) -> &Sitting {
        &self.session
    }

    /// The panes, and how they are looked at.
    pub const fn panes(&self) -> &Panes {
        &self.panes
    }

    /// The layer that keys go to.
    pub fn layer(&self) -> Layer {
        if screens::is_too_small(self.panes.area) {
            Layer::TooSmall
        } else {
            let top = self.dialogs.last();
            top.map_or_else(|| self.own_layer(), Dialog::layer)
        }
    }

    /// The layer of the game itself.
    fn own_layer(&self) -> Layer {
        if self.panes.zoom && self.panes.focus == Pane::Population {
            Layer::Individuals
        } else if self.session.is_over() {
            Layer::Over
        } else if self.past.is_some() {
            Layer::Past
        } else {
            Layer::Game
        }
    }

    /// The least time between two moves shown.
    fn pace(&self) -> Duration {
        Duration::from_millis(u64::from(self.panes.settings.pace))
    }

    /// Goes to another game. This one, its clock and its breeding stand still until the person is back.
    fn go_to_other(&mut self, other: Other) {
        match (self.open_other)(other, self.waker.clone()) {
            Ok(screen) => {
                self.push(screen);
                self.breeding_waits = !self.session.snapshot().paused;
                self.session.pause_breeding(true);
            }
            Err(error) => self.panes.warn(error.to_string()),
        }
    }

    /// Puts another screen over this one, whose clock stands still until the person is back.
    fn push(&mut self, screen: Box<dyn Program>) {
        self.pushed = Some(screen);
        if let Some(clock) = &mut self.clock {
            clock.turn(None, Instant::now());
        }
    }

    /// Takes in everything the session's threads have sent.
    fn collect(&mut self) -> Flow {
        let mut flow = Flow::Idle;
        while let Ok(event) = self.mail.try_recv() {
            let is_move = matches!(&event, session::Event::Thought(Thought::Move { .. }));
            if is_move && self.moved_at.elapsed() < self.pace() {
                self.waiting.push_back(event);
                continue;
            }
            let notices = self.session.handle(event);
            self.report(notices);
            flow = Flow::Draw;
        }
        for dialog in &mut self.dialogs {
            if let Dialog::Profile(profile) = dialog
                && profile.collect()
            {
                flow = Flow::Draw;
            }
        }
        flow
    }

    /// The clock goes on; who has no time left leaves the game to the tester.
    fn tick(&mut self) -> Flow {
        let Some(clock) = self.clock else {
            return Flow::Idle;
        };
        if let Some(side) = clock.fallen(Instant::now()) {
            self.panes
                .warn("your time is up: the tester plays on for you, and the game does not count");
            // What the tester plays says nothing of the person.
            self.session.become_practice();
            let notices = self.session.hand_over(side);
            self.names[side.index()] = "the tester, for you".to_owned();
            self.report(notices);
        }
        Flow::Draw
    }

    /// Whose clock runs: a person's on turn, once a move has been made.
    fn set_clock(&mut self) {
        let table = self.session.table();
        let begun = table.line().ply() > table.line().opening();
        let side = match table.turn() {
            Turn::Person(side) if begun => Some(side),
            _ => None,
        };
        if let Some(clock) = &mut self.clock {
            clock.turn(side, Instant::now());
        }
    }

    /// Shows the moves whose time has come.
    fn release(&mut self) -> Flow {
        if self.moved_at.elapsed() < self.pace() {
            return Flow::Idle;
        }
        let Some(event) = self.waiting.pop_front() else {
            return Flow::Idle;
        };
        let notices = self.session.handle(event);
        self.report(notices);
        Flow::Draw
    }

    /// Says what the session has to say.
    fn report(&mut self, notices: Vec<Notice>) {
        for notice in notices {
            match notice {
                Notice::Moved(..) => self.moved_at = Instant::now(),
                Notice::Retargeted(_) | Notice::Bred => {}
                Notice::Held(played, saw) => {
                    let line = self.session.table().line();
                    // It may have been followed by a pass.
                    let index = line.moves().iter().rposition(|mv| *mv == played);
                    self.explanation =
                        index.and_then(|index| HoldingExplanation::new(played, index + 1, &saw));
                    if let Some(explanation) = &self.explanation {
                        self.panes.say(explanation.summary());
                    }
                }
                Notice::Passed(side) => self.panes.say(words::passed(side.index())),
                Notice::Over(_) if self.session.report().is_none() => {
                    self.panes.say(MEASURING);
                }
                Notice::Over(_) => {}
                Notice::Measured => self.show_result(),
                Notice::Ready => {
                    self.offered = self.session.rivals().to_vec();
                    self.panes.say("your rivals are ready: n offers them");
                }
                Notice::Hint => self.show_hint(),
                Notice::Interrupted(is_latest) => self.offer_interrupted(is_latest),
                Notice::Damaged(what) => self.panes.warn(what),
                Notice::Unadvised(why) => self.panes.warn(coach_words::unadvised(&why)),
                Notice::Broken(message) => self.panes.warn(words::worker_panicked(&message)),
                Notice::NotKept(why) => self.panes.warn(session_words::not_kept(&why)),
            }
        }
    }

    fn show_hint(&mut self) {
        let Some(hint) = self.session.hint() else {
            return;
        };
        let Some(best) = hint.best_move() else { return };
        let position = self.session.table().position();
        let weights = &self.session.options().tester.weights;
        let advice = hint
            .advice(position, weights)
            .map_or_else(String::new, |it| it.said(hint.side));
        let mv = best.mv.to_string();
        let text = hint_text(&mv, best.value, hint.moves.len(), &advice);
        if self.asked_at.take() == Some(self.panes.cursor)
            && let Some(square) = best.mv.square()
        {
            self.panes.cursor = square;
        }
        self.panes.say(text);
    }

    /// Opens the review of the game on the table; while it is not over there is nothing to open.
    fn open_review(&mut self) {
        if self.session.is_over() {
            let table = self.session.table();
            let (line, viewer) = (table.line().clone(), table.view());
            self.review_of(&line, self.names.clone(), viewer);
        }
    }

    /// Opens the review of a game between players of these names.
    fn review_of(&mut self, line: &GameLine<Position>, names: [String; 2], viewer: Side) {
        let spec = self.session.options().tester;
        let tester = Tester {
            search: Box::new(spec.search()),
            depth: spec.depth,
            weights: spec.weights,
            scale: Scale::Points,
        };
        let opened = review::open(
            &self.panes.settings,
            vec![Reviewed::new(line, names)],
            0,
            viewer,
            (tester, Threshold::default()),
            self.waker.clone(),
        );
        match opened {
            Ok(reviewing) => self.push(Box::new(reviewing)),
            Err(error) => self.panes.warn(error.to_string()),
        }
    }

    /// After anything has happened: what follows from how the session is now.
    fn renew(&mut self) {
        if self.level.is_none() {
            // What earlier sessions found.
            self.level = self.session.standing().as_ref().map(estimate);
        }
        self.set_clock();
        let ply = self.session.table().line().ply();
        self.past = self.past.filter(|&past| past < ply);
        self.session.look_at_ply(self.shown_ply());
        self.panes.breeding = Some(Arc::clone(self.session.snapshot()));
        self.describe_chosen();
        // An open form counts places in the list.
        let is_form = |dialog: &Dialog| matches!(dialog, Dialog::Form(_));
        if !self.dialogs.iter().any(is_form) {
            self.opponents = self.opponents();
        }
        self.renew_result();
    }
}

impl Program for OthelloScreen {
    fn update(&mut self, event: Event) -> Flow {
        let moved = match event {
            Event::Wake => self.collect(),
            Event::Due => match (self.release(), self.tick()) {
                (Flow::Idle, flow) | (flow, _) => flow,
            },
            _ => Flow::Idle,
        };
        if let Some(flow) = self.files_take(&event) {
            return if flow == Flow::Idle { moved } else { flow };
        }
        let before = self.past;
        let flow = match self.input(event) {
            flow if moved == Flow::Idle => flow,
            _ => moved,
        };
        self.files_return();
        if self.past != before {
            self.say_why();
        }
        if flow != Flow::Idle && self.pushed.is_none() {
            self.renew();
        }
        flow
    }

    fn pushed(&mut self) -> Option<Box<dyn Program>> {
        self.pushed.take()
    }

    fn returned(&mut self, said: Option<String>) {
        if std::mem::take(&mut self.breeding_waits) {
            self.session.pause_breeding(false);
        }
        // What has come meanwhile.
        self.update(Event::Wake);
        self.renew();
        if let Some(said) = said {
            self.panes.say(said);
        }
    }

    fn due(&self) -> Option<Instant> {
        let waiting = (!self.waiting.is_empty()).then(|| self.moved_at + self.pace());
        let clock = self.clock.and_then(|clock| clock.due(Instant::now()));
        waiting.into_iter().chain(clock).min()
    }

    fn copied(&mut self) -> Option<String> {
        self.copied.take().or_else(|| self.opened.copied())
    }

    fn draw(&mut self, frame: &mut Frame<'_>) {
        if self.opened.is_in_view() {
            self.draw_files(frame);
        } else {
            self.draw_game(frame);
        }
    }
}

/// The hint: the best move, its value, how many moves there are, and what speaks for it.
fn hint_text(square: &str, value: i32, of: usize, why: &str) -> String {
    let worth = words::worth(value);
    let because = if why.is_empty() {
        String::new()
    } else {
        format!(": {why}")
    };
    if of < 2 {
        format!("hint: {square}, the only move, {worth}{because}")
    } else {
        format!("hint: {square}, best of {of}, {worth}{because}")
    }
}

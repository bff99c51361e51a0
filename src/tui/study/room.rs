//! The program that the loop runs during a study: what happens, and what is shown next.
//!
//! - `hands`: what the person does.
//! - `draw`: what is on the screen.

mod draw;
mod hands;

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use ratatui::Frame;
use ratatui::layout::Rect;
use tui_input::Input;

use super::pages;
use crate::game::othello::Square;
use crate::session::Turn;
use crate::session::study::desk::DeskError;
use crate::session::study::protocol::Refused;
use crate::session::study::sheet::Answers;
use crate::session::study::tell::Countdown;
use crate::session::study::words as study_words;
use crate::session::study::{Desk, Event as DeskEvent, Notice, Options, Sheet, Sink, Stage, Task};
use crate::session::thinker::Answer;
use crate::tui::Settings;
use crate::tui::app::Notice as Said;
use crate::tui::event::{Event, Exit, Flow, Program, Waker};
use crate::tui::keys::Layer;
use crate::tui::screens::is_too_small;
use crate::tui::screens::menu::Menu;
use crate::tui::screens::sheet::SheetState;
use crate::tui::screens::study::Page;
use crate::tui::theme::Theme;
use crate::tui::words;

/// Characters that the move line takes.
const LINE: usize = 20;

/// What is on the screen.
enum Scene {
    /// A page; the last one of a study can only be left.
    Page(Page),
    /// The board, during the game or when it is over and has not been looked at enough.
    Board(Task),
    /// A questionnaire.
    Sheet(Sheet, Box<SheetState>),
}

/// A person at a screen.
pub(super) struct Room {
    theme: Theme,
    keys: crate::tui::keys::KeyStyle,
    desk: Desk,
    mail: Receiver<DeskEvent>,
    /// Opponents' moves that have come before the last move has been seen long enough.
    held: VecDeque<DeskEvent>,
    moved_at: Instant,
    pace: Duration,
    scene: Scene,
    cursor: Square,
    /// The move line.
    line: Option<Input>,
    notice: Option<Said>,
    /// The help, and how far it is scrolled.
    help: Option<(Page, u16)>,
    scroll: u16,
    /// The question whether to leave.
    leaving: Option<Menu>,
    /// Why the study cannot go on here, as it is told.
    fault: Option<String>,
    countdown: Countdown,
    area: Rect,
}

impl Room {
    /// Opens the desk. Its threads use `waker` when they have something to show.
    pub(super) fn open(settings: Settings, options: Options, waker: Waker) -> anyhow::Result<Self> {
        let (sender, mail) = channel();
        let sink: Sink = Arc::new(move |event| {
            // The receiver lives as long as the desk.
            let _ = sender.send(event);
            waker.wake();
        });
        let desk = Desk::open(options, sink)?;
        let scene = Scene::Page(if desk.stage() == Stage::Done {
            pages::done(&desk)
        } else {
            pages::welcome(&desk)
        });
        Ok(Self {
            theme: Theme::new(&settings, |name| std::env::var(name).ok()),
            keys: settings.keys,
            pace: Duration::from_millis(u64::from(settings.pace)),
            desk,
            mail,
            held: VecDeque::new(),
            moved_at: Instant::now(),
            scene,
            cursor: crate::tui::app::F5,
            line: None,
            notice: None,
            help: None,
            scroll: 0,
            leaving: None,
            fault: None,
            countdown: Countdown::default(),
            area: Rect::ZERO,
        })
    }

    /// Whether the study is complete.
    pub(super) fn is_done(&self) -> bool {
        self.desk.stage() == Stage::Done
    }

    /// Why the study could not go on here, as it is told.
    pub(super) fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// Keeps what is typed on a sheet and was not left with a key.
    pub(super) fn keep_typed(&mut self) {
        if let Scene::Sheet(sheet, state) = &self.scene
            && self.fault.is_none()
        {
            let asked = state.unsaved(&answers(&self.desk, *sheet));
            let _ = self.done(asked);
        }
    }

    fn say(&mut self, text: impl Into<String>, warning: bool) {
        self.notice = Some(Said {
            text: text.into(),
            warning,
        });
    }

    fn layer(&self) -> Layer {
        if is_too_small(self.area) {
            Layer::TooSmall
        } else if self.help.is_some() {
            Layer::Help
        } else if self.leaving.is_some() {
            Layer::Menu
        } else if self.line.is_some() {
            Layer::MoveLine
        } else {
            self.ground()
        }
    }

    fn ground(&self) -> Layer {
        match &self.scene {
            Scene::Page(_) => Layer::StudyPage,
            Scene::Sheet(_, state) if state.is_typing() => Layer::StudyWords,
            Scene::Sheet(..) => Layer::StudySheet,
            Scene::Board(_) if self.is_over() => Layer::StudyPage,
            Scene::Board(_) => Layer::StudyGame,
        }
    }

    /// Whether the game on the board is over.
    fn is_over(&self) -> bool {
        self.desk
            .table()
            .is_none_or(|table| matches!(table.turn(), Turn::Over(_)))
    }

    fn is_persons_turn(&self) -> bool {
        self.desk
            .table()
            .is_some_and(|table| matches!(table.turn(), Turn::Person(_)))
    }

    /// Takes in everything the desk's threads have sent.
    fn collect(&mut self) -> Flow {
        let mut flow = Flow::Idle;
        while let Ok(event) = self.mail.try_recv() {
            let is_move = matches!(&event, DeskEvent::Thought(Answer::Move { .. }));
            if is_move && self.moved_at.elapsed() < self.pace {
                self.held.push_back(event);
                continue;
            }
            flow = self.hear(event, flow);
        }
        flow
    }

    /// Shows the moves whose time has come.
    fn release(&mut self) -> Flow {
        if self.moved_at.elapsed() < self.pace {
            return Flow::Idle;
        }
        match self.held.pop_front() {
            Some(event) => self.hear(event, Flow::Idle),
            None => Flow::Idle,
        }
    }

    fn hear(&mut self, event: DeskEvent, flow: Flow) -> Flow {
        let notices = self.desk.handle(event);
        // News of the breeding come many times a second; they are drawn when they say something new.
        let before = match &self.scene {
            Scene::Page(page) => Some(page.clone()),
            _ => None,
        };
        let only_progress = notices.iter().all(|it| *it == Notice::Progress);
        self.tell(notices);
        match (&self.scene, before) {
            (Scene::Page(page), Some(before)) if only_progress && *page == before => flow,
            _ => Flow::Draw,
        }
    }

    fn tell(&mut self, notices: Vec<Notice>) {
        for notice in notices {
            match notice {
                Notice::Moved(..) => self.moved_at = Instant::now(),
                Notice::Passed(side) => self.say(words::passed(side.index()), false),
                // The board stays until the person has seen it.
                Notice::Over(_) => {}
                Notice::Stage => self.follow(),
                Notice::Progress => {
                    if matches!(self.scene, Scene::Page(_)) {
                        self.follow();
                    }
                }
                Notice::Broken(message) => self.say(words::worker_panicked(&message), true),
                Notice::Stuck(message) => self.stop(study_words::stuck(&message, None)),
                Notice::NotKept(why) => self.stop(study_words::not_kept(&why)),
            }
        }
    }

    /// Something else has come: shows it, unless the person still looks at a board.
    fn follow(&mut self) {
        if self.fault.is_some() || !self.desk.is_open() {
            return;
        }
        if let (Scene::Board(_), Stage::Playing(task)) = (&self.scene, self.desk.stage()) {
            self.scene = Scene::Board(task);
            return;
        }
        if !matches!(self.scene, Scene::Board(_)) {
            self.show();
        }
    }

    /// Shows what comes next.
    fn show(&mut self) {
        self.scroll = 0;
        self.scene = match self.desk.stage() {
            Stage::Ready(task) => Scene::Page(pages::ready(&self.desk, &task)),
            Stage::Playing(task) => Scene::Board(task),
            Stage::Measuring | Stage::Breeding(_) => {
                Scene::Page(pages::waiting(&self.desk, &mut self.countdown))
            }
            Stage::Asking(sheet) => {
                let questions = sheet.questions(self.desk.protocol().settings().kind);
                let state = SheetState::new(questions, &answers(&self.desk, sheet));
                Scene::Sheet(sheet, Box::new(state))
            }
            Stage::Done => Scene::Page(pages::done(&self.desk)),
        };
    }

    /// Takes in what came of asking the desk.
    fn took(&mut self, done: Result<Vec<Notice>, DeskError>) {
        match done {
            Ok(notices) => self.tell(notices),
            Err(DeskError::Refused(Refused::Unanswered(key))) => {
                if let Scene::Sheet(sheet, state) = &mut self.scene {
                    state.go_to_key(key, &answers(&self.desk, *sheet));
                }
                self.say(study_words::unanswered(study_words::question(key)), true);
            }
            Err(error) => self.stop(study_words::not_kept(&error.to_string())),
        }
    }

    /// The study cannot go on here: says why, and leaves nothing to do but to leave.
    fn stop(&mut self, why: String) {
        self.scroll = 0;
        self.scene = Scene::Page(pages::fault(&self.desk, &why));
        self.fault = Some(why);
    }
}

impl Program for Room {
    fn update(&mut self, event: Event) -> Flow {
        match event {
            Event::Key(key) => self.key(&key),
            Event::Paste(text) => self.on_paste(&text),
            Event::Mouse(mouse) => self.on_mouse(mouse),
            Event::Resize => Flow::Draw,
            Event::Wake => self.collect(),
            Event::Due => self.release(),
            Event::TerminalGone => Flow::Exit(Exit::TerminalGone),
            Event::Panicked(message) => {
                self.say(words::worker_panicked(&message), true);
                Flow::DrawNow
            }
            Event::Signal(signal) => crate::tui::update::on_signal(signal).flow,
        }
    }

    fn due(&self) -> Option<Instant> {
        (!self.held.is_empty()).then(|| self.moved_at + self.pace)
    }

    fn draw(&mut self, frame: &mut Frame<'_>) {
        self.render(frame);
    }
}

/// What has been answered on `sheet`.
fn answers(desk: &Desk, sheet: Sheet) -> Answers {
    desk.protocol().answers(sheet).cloned().unwrap_or_default()
}

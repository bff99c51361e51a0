//! A study as it is shown: its pages, its games, its questionnaires, and what the person does.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{Event as Input, KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use tui_input::InputRequest;
use tui_input::backend::crossterm::EventHandler as _;

use super::pages;
use crate::Settings;
use crate::event::Waker;
use crate::keys::{Action, Direction, Layer, not_a_key};
use crate::panes::board::{F5, moved};
use crate::shell::dialog::scrolled;
use crate::shell::{Context, Screen};
use crate::study::page::{GameScreen, Page, square_at};
use crate::study::sheet::{SheetAction, SheetState};
use crate::view::{GameView, Mode, Seat};
use crate::words;
use koteki_games::Game as _;
use koteki_games::othello::{Move, Square};
use koteki_session::study::pages::{Countdown, opponent};
use koteki_session::study::protocol::{PAIRS, ProtocolError};
use koteki_session::study::session::StudySessionError;
use koteki_session::study::sheet::Answers;
use koteki_session::study::words as study_words;
use koteki_session::study::{
    Event as SessionEvent, Notice, Options, Sheet, Sink, Stage, StudySession, Task,
};
use koteki_session::thinker::Answer as Thought;
use koteki_session::{Refusal, Turn};

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
pub struct StudyScreen {
    session: StudySession,
    mail: Receiver<SessionEvent>,
    /// Opponents' moves that have come before the last move has been seen long enough.
    held: VecDeque<SessionEvent>,
    moved_at: Instant,
    pace: Duration,
    scene: Scene,
    cursor: Square,
    /// How far the page is scrolled.
    scroll: u16,
    /// Why the study cannot go on here, in words.
    fault: Option<String>,
    /// How it is gone on with.
    go_on: String,
    countdown: Countdown,
}

impl StudyScreen {
    /// Opens the session. Its threads use `waker` when they have something to show.
    pub(super) fn open(
        settings: &Settings,
        options: Options,
        go_on: String,
        waker: Waker,
    ) -> anyhow::Result<Self> {
        let (sender, mail) = channel();
        let sink: Sink = Arc::new(move |event| {
            // The receiver lives as long as the session.
            let _ = sender.send(event);
            waker.wake();
        });
        let session = StudySession::open(options, sink)?;
        let scene = Scene::Page(if session.stage() == Stage::Done {
            pages::done(&session)
        } else {
            pages::welcome(&session)
        });
        Ok(Self {
            pace: Duration::from_millis(u64::from(settings.pace)),
            session,
            mail,
            held: VecDeque::new(),
            moved_at: Instant::now(),
            scene,
            cursor: F5,
            scroll: 0,
            fault: None,
            go_on,
            countdown: Countdown::default(),
        })
    }

    /// Whether the study is complete.
    fn is_done(&self) -> bool {
        self.session.stage() == Stage::Done
    }

    /// Why the study cannot go on here, if it cannot.
    pub(super) fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// Keeps what is typed on a sheet and was not left with a key.
    fn keep_typed(&mut self) {
        if let Scene::Sheet(sheet, state) = &self.scene
            && self.fault.is_none()
        {
            let asked = state.unsaved(&answers(&self.session, *sheet));
            if let Err(error) = self.keep(asked) {
                self.stop(study_words::not_kept(&error.to_string()));
            }
        }
    }

    /// Whether the game on the board is over.
    fn is_over(&self) -> bool {
        self.session
            .table()
            .is_none_or(|table| matches!(table.turn(), Turn::Over(_)))
    }

    fn is_persons_turn(&self) -> bool {
        self.session
            .table()
            .is_some_and(|table| matches!(table.turn(), Turn::Person(_)))
    }

    fn scene_layer(&self) -> Layer {
        match &self.scene {
            Scene::Page(_) => Layer::StudyPage,
            Scene::Sheet(_, state) if state.is_typing() => Layer::StudyWords,
            Scene::Sheet(..) => Layer::StudySheet,
            Scene::Board(_) if self.is_over() => Layer::StudyPage,
            Scene::Board(_) => Layer::StudyGame,
        }
    }

    /// Takes in everything the session's threads have sent.
    fn collect(&mut self, context: &mut Context<Self>) -> bool {
        let mut is_new = false;
        while let Ok(event) = self.mail.try_recv() {
            let is_move = matches!(&event, SessionEvent::Thought(Thought::Move { .. }));
            if is_move && self.moved_at.elapsed() < self.pace {
                self.held.push_back(event);
                continue;
            }
            is_new |= self.take_in(event, context);
        }
        is_new
    }

    /// Shows the moves whose time has come.
    fn release(&mut self, context: &mut Context<Self>) -> bool {
        if self.moved_at.elapsed() < self.pace {
            return false;
        }
        let event = self.held.pop_front();
        event.is_some_and(|event| self.take_in(event, context))
    }

    /// Whether it has something new to show.
    fn take_in(&mut self, event: SessionEvent, context: &mut Context<Self>) -> bool {
        let notices = self.session.handle(event);
        // News of the breeding come many times a second; they are drawn when they say something new.
        let before = match &self.scene {
            Scene::Page(page) => Some(page.clone()),
            _ => None,
        };
        let only_progress = notices.iter().all(|it| *it == Notice::Progress);
        self.show_notices(notices, context);
        let same = |before| matches!(&self.scene, Scene::Page(page) if *page == before);
        !(only_progress && before.is_some_and(same))
    }

    fn show_notices(&mut self, notices: Vec<Notice>, context: &mut Context<Self>) {
        for notice in notices {
            match notice {
                Notice::Moved(..) => {
                    self.moved_at = Instant::now();
                    context.age_pass();
                }
                Notice::Passed(side) => context.say(words::passed(side.index())),
                // The board stays until the person has seen it.
                Notice::Over(_) => {}
                Notice::Stage => self.follow(),
                Notice::Progress => {
                    if matches!(self.scene, Scene::Page(_)) {
                        self.follow();
                    }
                }
                Notice::Broken(message) => context.warn(words::worker_panicked(&message)),
                Notice::Stuck(message) => self.stop(study_words::stuck(&message, None)),
                Notice::NotKept(why) => self.stop(study_words::not_kept(&why)),
            }
        }
    }

    /// Something else has come: shows it, unless the person still looks at a board.
    fn follow(&mut self) {
        if self.fault.is_some() || !self.session.is_open() {
            return;
        }
        if let (Scene::Board(_), Stage::Playing(task)) = (&self.scene, self.session.stage()) {
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
        self.scene = match self.session.stage() {
            Stage::Ready(task) => Scene::Page(pages::ready(&self.session, &task)),
            Stage::Playing(task) => Scene::Board(task),
            Stage::Measuring | Stage::Breeding(_) => {
                Scene::Page(pages::waiting(&self.session, &mut self.countdown))
            }
            Stage::Asking(sheet) => {
                let questions = sheet.questions(self.session.protocol().settings().kind);
                let state = SheetState::new(questions, &answers(&self.session, sheet));
                Scene::Sheet(sheet, Box::new(state))
            }
            Stage::Done => Scene::Page(pages::done(&self.session)),
        };
    }

    /// Takes in what came of asking the session.
    fn took(&mut self, done: Result<Vec<Notice>, StudySessionError>, context: &mut Context<Self>) {
        match done {
            Ok(notices) => self.show_notices(notices, context),
            Err(StudySessionError::Protocol(ProtocolError::Unanswered(key))) => {
                if let Scene::Sheet(sheet, state) = &mut self.scene {
                    state.go_to_key(key, &answers(&self.session, *sheet));
                }
                context.warn(study_words::unanswered(study_words::question(key)));
            }
            Err(error) => self.stop(study_words::not_kept(&error.to_string())),
        }
    }

    /// The study cannot go on here: says why, and leaves nothing to do but to leave.
    fn stop(&mut self, why: String) {
        self.scroll = 0;
        self.scene = Scene::Page(pages::fault(&self.session, &why));
        self.fault = Some(why);
    }

    fn on_page(&mut self, action: Action, context: &mut Context<Self>) {
        if action != Action::Accept {
            if let Scene::Page(page) = &self.scene {
                let area = context.area();
                let rows = area.height.saturating_sub(6).max(1);
                let end = page.end(area);
                self.scroll = scrolled(self.scroll.min(end), rows, end, action);
            }
            return;
        }
        if self.fault.is_some() {
            context.leave();
            return;
        }
        // A board that was looked at gives way to what comes next.
        if matches!(self.scene, Scene::Board(_)) {
            self.show();
            return;
        }
        match self.session.stage() {
            Stage::Done => context.leave(),
            _ if !self.session.is_open() => {
                // What is not begun has lost nothing: the error alone says what to do.
                match self.session.start() {
                    Ok(notices) => self.show_notices(notices, context),
                    Err(error) => self.stop(error.to_string()),
                }
            }
            Stage::Ready(_) => {
                let done = self.session.begin_game();
                self.cursor = F5;
                self.moved_at = Instant::now();
                self.took(done, context);
            }
            _ => {}
        }
    }

    fn on_sheet(&mut self, action: Action, context: &mut Context<Self>) {
        // What was typed is kept before another question is gone to.
        if let Scene::Sheet(sheet, state) = &self.scene
            && action != Action::Accept
        {
            let asked = state.unsaved(&answers(&self.session, *sheet));
            if !self.keep_answer(asked, context) {
                return;
            }
        }
        let Scene::Sheet(sheet, state) = &mut self.scene else {
            return;
        };
        let given = answers(&self.session, *sheet);
        match action {
            Action::Go(direction) => state.move_choice(direction == Direction::Down, &given),
            Action::NextPane => state.step(true, &given),
            Action::PreviousPane => state.step(false, &given),
            Action::Pane(number) if !state.choose(number) => {}
            Action::Accept | Action::Pane(_) => match state.accept() {
                SheetAction::HandIn => {
                    let done = self.session.hand_in();
                    self.took(done, context);
                }
                asked => {
                    if self.keep_answer(asked, context)
                        && let Scene::Sheet(sheet, state) = &mut self.scene
                    {
                        state.step(true, &answers(&self.session, *sheet));
                    }
                }
            },
            _ => {}
        }
    }

    /// Plays `mv` when the person may, or says why not.
    fn place(&mut self, mv: Move, context: &mut Context<Self>) {
        let Some(position) = self.session.table().map(|table| *table.position()) else {
            return;
        };
        match self.session.play(mv) {
            Ok(notices) => {
                self.moved_at = Instant::now();
                self.show_notices(notices, context);
            }
            Err(Refusal::NotYourTurn | Refusal::Over) => context.warn("it is not your turn"),
            Err(Refusal::Illegal(mv)) => {
                let side = position.side_to_move().index();
                let why = match mv {
                    Move::Pass => words::PASS_ILLEGAL.to_owned(),
                    Move::Place(square) if position.disc(square).is_some() => {
                        words::occupied(&square.to_string())
                    }
                    Move::Place(square) => words::flips_nothing(&square.to_string(), side),
                };
                context.warn(why);
            }
        }
    }

    /// Keeps an answer; false when that failed.
    fn keep_answer(&mut self, asked: SheetAction, context: &mut Context<Self>) -> bool {
        let Err(error) = self.keep(asked) else {
            return true;
        };
        self.took(Err(error), context);
        false
    }

    fn keep(&mut self, asked: SheetAction) -> Result<(), StudySessionError> {
        match asked {
            SheetAction::Answer(question, value) => self.session.answer(question, &value),
            _ => Ok(()),
        }
    }

    /// Takes a key as text of an answer in words; false when it is for something else.
    fn types(&mut self, key: &KeyEvent) -> bool {
        let Scene::Sheet(_, state) = &mut self.scene else {
            return false;
        };
        let held = KeyModifiers::CONTROL | KeyModifiers::ALT;
        let text = matches!(key.code, KeyCode::Char(letter) if !letter.is_control())
            && !key.modifiers.intersects(held);
        let edits = matches!(
            key.code,
            KeyCode::Backspace
                | KeyCode::Delete
                | KeyCode::Left
                | KeyCode::Right
                | KeyCode::Home
                | KeyCode::End
        );
        let room = state.has_room();
        let Some(typed) = state.typed().filter(|_| text || edits) else {
            return false;
        };
        if room || edits {
            typed.handle_event(&Input::Key(*key));
        }
        true
    }

    fn game(&self, task: &Task) -> Option<GameView> {
        let table = self.session.table()?;
        let name = opponent(task).map_or_else(
            || "the opponent".to_owned(),
            |which| format!("opponent {}", which + 1),
        );
        let line = table.line();
        let names = [name.clone(), name];
        let mut game = GameView::between(line, names);
        game.seats[task.person.index()] = Seat::Person;
        game.thinking = self.session.is_thinking();
        game.mode = Mode::Guided;
        game.trace.hidden = true;
        Some(game)
    }
}

impl Screen for StudyScreen {
    type Request = Infallible;
    type Pane = ();
    const PANES: &'static [()] = &[()];
    const LINE: usize = 20;

    fn layer(&self, _context: &Context<Self>) -> Layer {
        self.scene_layer()
    }

    fn act(&mut self, action: Action, context: &mut Context<Self>) {
        match self.scene_layer() {
            Layer::StudyGame => match action {
                Action::Go(direction) => self.cursor = moved(self.cursor, direction),
                Action::Place => self.place(Move::Place(self.cursor), context),
                Action::Type(letter) => context.open_line(&letter.to_string()),
                _ => {}
            },
            Layer::StudyPage => self.on_page(action, context),
            _ => self.on_sheet(action, context),
        }
    }

    fn perform(&mut self, request: Infallible, _context: &mut Context<Self>) {
        match request {}
    }

    fn draw(
        &self,
        _panes: &[((), Rect)],
        context: &Context<Self>,
        buffer: &mut Buffer,
    ) -> Option<(u16, u16)> {
        let (area, above, theme) = (context.area(), context.above(), &context.theme);
        match &self.scene {
            Scene::Page(page) => page.render(above, buffer, theme, self.scroll),
            Scene::Sheet(sheet, state) => {
                let pair = match sheet {
                    Sheet::Pair(pair) => Some(*pair),
                    Sheet::Final => None,
                };
                let title = study_words::sheet(pair, PAIRS);
                let given = answers(&self.session, *sheet);
                return state.render(&title, &given, above, buffer, theme);
            }
            Scene::Board(task) => {
                let game = self.game(task)?;
                let outcome = game.position.outcome();
                let result = outcome.map(|outcome| (outcome.black, outcome.white));
                GameScreen {
                    game: &game,
                    cursor: outcome.is_none().then_some(self.cursor),
                    turn: self.is_persons_turn(),
                    title: &pages::title(&self.session),
                    text: &pages::beside(&self.session, task, result, theme.glyphs.dash),
                    foot: if outcome.is_some() {
                        "Enter continues."
                    } else {
                        ""
                    },
                }
                .render(area, buffer, theme);
            }
        }
        None
    }

    /// The rules.
    fn help(&self) -> Vec<String> {
        let rules = study_words::RULES.into_iter().chain([
            "",
            "Everything is kept at once: you may leave at any time, and continue later where you \
             were.",
        ]);
        rules.map(|line| format!("  {line}")).collect()
    }

    fn question(&self) -> Option<Vec<String>> {
        let is_over = self.is_done() || self.fault.is_some() || !self.session.is_open();
        let text = "Everything is kept. You can continue later where you are now.";
        (!is_over).then(|| vec![text.to_owned()])
    }

    fn left(&mut self) -> Option<String> {
        self.keep_typed();
        let unfinished = (!self.is_done()).then_some(&self.go_on);
        self.fault.as_ref().or(unfinished).cloned()
    }

    /// A move.
    fn enter(&mut self, entry: &str, context: &mut Context<Self>) {
        match entry.parse::<Move>() {
            Ok(mv) => {
                if let Some(square) = mv.square() {
                    self.cursor = square;
                }
                self.place(mv, context);
            }
            Err(_) => context.warn(words::unreadable_move(entry)),
        }
    }

    fn command(&mut self, entry: &str, context: &mut Context<Self>) -> bool {
        let is_move = entry.parse::<Move>().is_ok();
        if is_move {
            self.enter(entry, context);
        }
        is_move
    }

    fn type_key(&mut self, key: &KeyEvent) -> bool {
        self.scene_layer() == Layer::StudyWords && self.types(key)
    }

    fn paste(&mut self, text: &str, context: &mut Context<Self>) {
        match (self.scene_layer(), &mut self.scene) {
            (Layer::StudyWords, Scene::Sheet(_, state)) => {
                let letters = text.trim().chars();
                for letter in letters.map(|it| if it.is_control() { ' ' } else { it }) {
                    if !state.has_room() {
                        break;
                    }
                    if let Some(typed) = state.typed() {
                        typed.handle(InputRequest::InsertChar(letter));
                    }
                }
            }
            (Layer::StudyGame, _) => context.type_line(text),
            _ => {}
        }
    }

    fn click(&mut self, (): (), _area: Rect, (x, y): (u16, u16), context: &mut Context<Self>) {
        if self.scene_layer() == Layer::StudyGame
            && let Some(square) = square_at(context.area(), x, y)
        {
            self.cursor = square;
            self.place(Move::Place(square), context);
        }
    }

    fn wheel_scrolls(&self, _context: &Context<Self>) -> bool {
        self.scene_layer() != Layer::StudyGame
    }

    fn unbound(&self, key: &KeyEvent) -> Option<String> {
        (self.scene_layer() == Layer::StudyGame).then(|| not_a_key(key))?
    }

    fn wake(&mut self, context: &mut Context<Self>) -> bool {
        self.collect(context)
    }

    fn due(&self) -> Option<Instant> {
        (!self.held.is_empty()).then(|| self.moved_at + self.pace)
    }

    fn time(&mut self, context: &mut Context<Self>) -> bool {
        self.release(context)
    }
}

/// What has been answered on `sheet`.
fn answers(session: &StudySession, sheet: Sheet) -> Answers {
    session
        .protocol()
        .answers(sheet)
        .cloned()
        .unwrap_or_default()
}

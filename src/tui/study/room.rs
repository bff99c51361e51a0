//! The program that the loop runs during a study.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use ratatui::Frame;
use ratatui::crossterm::event::{
    Event as Terminal, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent,
    MouseEventKind,
};
use ratatui::layout::Rect;
use tui_input::Input;
use tui_input::backend::crossterm::EventHandler as _;

use super::pages;
use crate::game::Game as _;
use crate::game::othello::{Move, Square};
use crate::session::study::desk::DeskError;
use crate::session::study::protocol::{PAIRS, Refused};
use crate::session::study::sheet::Answers;
use crate::session::study::tell::Countdown;
use crate::session::study::{
    Desk, Event as DeskEvent, Notice, Options, Place, Sheet, Sink, Stage, Task,
};
use crate::session::thinker::Answer;
use crate::session::{Refusal, Turn};
use crate::text::{study as words, tui as game_words};
use crate::tui::Settings;
use crate::tui::app::Notice as Said;
use crate::tui::event::{Event, Exit, Flow, Program, Waker};
use crate::tui::keys::{Action, Direction, Keymap, Layer};
use crate::tui::panes::columns;
use crate::tui::screens::is_too_small;
use crate::tui::screens::menu::{self, Item, Menu};
use crate::tui::screens::sheet::{Asked, SheetState};
use crate::tui::screens::study::{GameScreen, Page, bottom, square_at, too_small};
use crate::tui::sources::is_interrupt;
use crate::tui::theme::Theme;
use crate::tui::update::{moved, read_move};
use crate::tui::view::{GameView, Mode, Seat, TraceState};

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
    /// Why nothing can be kept any more.
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

    /// Why nothing could be kept any more.
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
                Notice::Passed(side) => self.say(game_words::passed(side.index()), false),
                // The board stays until the person has seen it.
                Notice::Over(_) => {}
                Notice::Stage => self.follow(),
                Notice::Progress => {
                    if matches!(self.scene, Scene::Page(_)) {
                        self.follow();
                    }
                }
                Notice::Broken(message) => self.say(game_words::worker_panicked(&message), true),
                Notice::NotKept(why) => {
                    self.scene = Scene::Page(pages::fault(&self.desk, &why));
                    self.fault = Some(why);
                }
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
                self.say(words::unanswered(words::question(key)), true);
            }
            Err(error) => {
                let why = error.to_string();
                self.scene = Scene::Page(pages::fault(&self.desk, &why));
                self.fault = Some(why);
            }
        }
    }

    fn key(&mut self, key: &KeyEvent) -> Flow {
        if key.kind == KeyEventKind::Release {
            return Flow::Idle;
        }
        if is_interrupt(key) {
            return Flow::Exit(Exit::Interrupted);
        }
        self.notice = None;
        let layer = self.layer();
        if layer == Layer::StudyWords && self.types(key) {
            return Flow::DrawNow;
        }
        let keymap = Keymap::new(layer, self.keys);
        let Some(action) = keymap.action(key) else {
            return self.unbound(layer, key);
        };
        match (action, layer) {
            (Action::Interrupt, _) => Flow::Exit(Exit::Interrupted),
            (Action::Suspend, _) => Flow::Suspend,
            (Action::Redraw, _) => Flow::Redraw,
            (_, Layer::Help) => self.on_help(action),
            (Action::Help, _) => {
                self.open_help();
                Flow::DrawNow
            }
            (_, Layer::TooSmall) => Flow::Exit(Exit::Quit),
            (_, Layer::Menu) => self.on_menu(action),
            (_, Layer::MoveLine) => self.on_line(action),
            (Action::Quit, _) => self.quit(),
            (_, Layer::StudyGame) => self.on_game(action),
            (_, Layer::StudySheet | Layer::StudyWords) => self.on_sheet(action),
            _ => self.on_page(action),
        }
    }

    /// Takes a key as text of an answer in words; false when it is for something else.
    fn types(&mut self, key: &KeyEvent) -> bool {
        let Scene::Sheet(_, state) = &mut self.scene else {
            return false;
        };
        let held = KeyModifiers::CONTROL | KeyModifiers::ALT;
        let text = matches!(key.code, KeyCode::Char(_)) && !key.modifiers.intersects(held);
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
            typed.handle_event(&Terminal::Key(*key));
        }
        true
    }

    /// A key that is not in the table: text for the move line, a letter for the question.
    fn unbound(&mut self, layer: Layer, key: &KeyEvent) -> Flow {
        match (layer, &mut self.line, &self.leaving) {
            (Layer::MoveLine, Some(input), _) => {
                let typed = matches!(key.code, KeyCode::Char(_));
                if !typed || input.value().chars().count() < LINE {
                    input.handle_event(&Terminal::Key(*key));
                }
            }
            (Layer::Menu, _, Some(menu)) => {
                if let KeyCode::Char(letter) = key.code
                    && let Some(answer) = menu.by_initial(letter)
                {
                    return self.answered(&answer);
                }
            }
            _ => {}
        }
        Flow::DrawNow
    }

    /// Whether to leave has been answered.
    fn answered(&mut self, answer: &menu::Answer) -> Flow {
        self.leaving = None;
        if *answer == menu::Answer::Quit {
            return Flow::Exit(Exit::Quit);
        }
        Flow::DrawNow
    }

    fn open_help(&mut self) {
        let keymap = Keymap::new(self.layer(), self.keys);
        let bindings = keymap.bindings();
        let widest = bindings
            .iter()
            .map(|it| columns(&it.label))
            .max()
            .unwrap_or(0);
        let keys = bindings
            .iter()
            .map(|it| {
                let pad = " ".repeat(usize::from(widest - columns(&it.label)));
                format!("  {}{pad}   {}", it.label, it.words.0)
            })
            .collect();
        self.help = Some((pages::help(&self.desk, keys), 0));
    }

    fn on_help(&mut self, action: Action) -> Flow {
        let area = self.area;
        let Some((page, scroll)) = &mut self.help else {
            return Flow::Idle;
        };
        *scroll = scrolled(*scroll, action, page.end(area), area);
        if action == Action::Close {
            self.help = None;
        }
        Flow::DrawNow
    }

    fn quit(&mut self) -> Flow {
        if self.is_done() || self.fault.is_some() || !self.desk.is_open() {
            return Flow::Exit(Exit::Quit);
        }
        self.leaving = Some(Menu {
            title: game_words::QUIT_TITLE.to_owned(),
            text: vec![words::LEAVE_TEXT.to_owned()],
            items: vec![
                Item {
                    initial: 'q',
                    label: game_words::QUIT_YES.to_owned(),
                    answer: menu::Answer::Quit,
                },
                Item {
                    initial: 's',
                    label: game_words::QUIT_NO.to_owned(),
                    answer: menu::Answer::Close,
                },
            ],
            chosen: 0,
            on_close: menu::Answer::Close,
        });
        Flow::DrawNow
    }

    fn on_menu(&mut self, action: Action) -> Flow {
        let Some(menu) = &mut self.leaving else {
            return Flow::Idle;
        };
        let answer = match action {
            Action::Go(direction) => {
                menu.step(direction == Direction::Down);
                return Flow::DrawNow;
            }
            Action::Accept => menu.answer(),
            Action::Close => menu.on_close.clone(),
            _ => return Flow::DrawNow,
        };
        self.answered(&answer)
    }

    fn on_page(&mut self, action: Action) -> Flow {
        if action != Action::Accept {
            if let Scene::Page(page) = &self.scene {
                self.scroll = scrolled(self.scroll, action, page.end(self.area), self.area);
            }
            return Flow::DrawNow;
        }
        if self.fault.is_some() {
            return Flow::Exit(Exit::Quit);
        }
        // A board that was looked at gives way to what comes next.
        if matches!(self.scene, Scene::Board(_)) {
            self.show();
            return Flow::DrawNow;
        }
        match self.desk.stage() {
            Stage::Done => return Flow::Exit(Exit::Quit),
            _ if !self.desk.is_open() => {
                let done = self.desk.start();
                self.took(done);
            }
            Stage::Ready(_) => {
                let done = self.desk.begin_game();
                self.cursor = crate::tui::app::F5;
                self.moved_at = Instant::now();
                self.took(done);
            }
            _ => {}
        }
        Flow::DrawNow
    }

    fn on_game(&mut self, action: Action) -> Flow {
        match action {
            Action::Go(direction) => self.cursor = moved(self.cursor, direction),
            Action::Place => self.place(Move::Place(self.cursor)),
            Action::Type(letter) => self.line = Some(Input::new(letter.to_string())),
            Action::Command => self.line = Some(Input::default()),
            _ => {}
        }
        Flow::DrawNow
    }

    fn on_line(&mut self, action: Action) -> Flow {
        let Some(input) = self.line.take() else {
            return Flow::Idle;
        };
        let entry = input.value().trim().trim_start_matches(':').trim();
        if action == Action::Accept && !entry.is_empty() {
            match read_move(entry) {
                Some(mv) => {
                    if let Some(square) = mv.square() {
                        self.cursor = square;
                    }
                    self.place(mv);
                }
                None => self.say(game_words::unreadable(entry), true),
            }
        }
        Flow::DrawNow
    }

    /// Plays `mv` when the person may, or says why not.
    fn place(&mut self, mv: Move) {
        let Some(position) = self.desk.table().map(|table| *table.position()) else {
            return;
        };
        match self.desk.play(mv) {
            Ok(notices) => {
                self.moved_at = Instant::now();
                self.tell(notices);
            }
            Err(Refusal::NotYourTurn | Refusal::Over) => self.say(game_words::NOT_YOUR_TURN, true),
            Err(Refusal::Illegal(mv)) => {
                let side = position.side_to_move().index();
                let why = match mv {
                    Move::Pass => game_words::PASS_ILLEGAL.to_owned(),
                    Move::Place(square) if position.disc(square).is_some() => {
                        game_words::occupied(&square.to_string())
                    }
                    Move::Place(square) => game_words::flips_nothing(&square.to_string(), side),
                };
                self.say(why, true);
            }
        }
    }

    fn on_sheet(&mut self, action: Action) -> Flow {
        // What was typed is kept before another question is gone to.
        if let Scene::Sheet(sheet, state) = &self.scene
            && action != Action::Accept
        {
            let asked = state.unsaved(&answers(&self.desk, *sheet));
            if !self.done(asked) {
                return Flow::DrawNow;
            }
        }
        let Scene::Sheet(sheet, state) = &mut self.scene else {
            return Flow::DrawNow;
        };
        let given = answers(&self.desk, *sheet);
        match action {
            Action::Go(direction) => state.move_choice(direction == Direction::Down, &given),
            Action::NextPane => state.step(true, &given),
            Action::PreviousPane => state.step(false, &given),
            Action::Pane(number) if !state.choose(number) => {}
            Action::Accept | Action::Pane(_) => match state.accept() {
                Asked::HandIn => {
                    let done = self.desk.hand_in();
                    self.took(done);
                }
                asked => {
                    if self.done(asked)
                        && let Scene::Sheet(sheet, state) = &mut self.scene
                    {
                        state.step(true, &answers(&self.desk, *sheet));
                    }
                }
            },
            _ => {}
        }
        Flow::DrawNow
    }

    /// Keeps an answer; false when that failed.
    fn done(&mut self, asked: Asked) -> bool {
        let Asked::Answer(question, value) = asked else {
            return true;
        };
        match self.desk.answer(question, &value) {
            Ok(()) => true,
            Err(error) => {
                self.took(Err(error));
                false
            }
        }
    }

    fn on_paste(&mut self, text: &str) -> Flow {
        let clean: String = text
            .chars()
            .map(|letter| if letter.is_control() { ' ' } else { letter })
            .collect();
        if let (Layer::StudyWords, Scene::Sheet(_, state)) = (self.layer(), &mut self.scene) {
            for letter in clean.trim().chars() {
                if !state.has_room() {
                    break;
                }
                if let Some(typed) = state.typed() {
                    typed.handle(tui_input::InputRequest::InsertChar(letter));
                }
            }
            return Flow::DrawNow;
        }
        if matches!(self.layer(), Layer::StudyGame | Layer::MoveLine) {
            let input = self.line.get_or_insert_with(Input::default);
            for letter in clean.trim().chars().take(LINE) {
                input.handle(tui_input::InputRequest::InsertChar(letter));
            }
            return Flow::DrawNow;
        }
        Flow::Idle
    }

    fn on_mouse(&mut self, mouse: MouseEvent) -> Flow {
        if mouse.kind != MouseEventKind::Down(MouseButton::Left) || self.layer() != Layer::StudyGame
        {
            return Flow::Idle;
        }
        let Some(square) = square_at(self.area, mouse.column, mouse.row) else {
            return Flow::Idle;
        };
        self.notice = None;
        self.cursor = square;
        self.place(Move::Place(square));
        Flow::DrawNow
    }

    fn game(&self, task: &Task) -> Option<GameView> {
        let table = self.desk.table()?;
        let which = match task.place {
            Place::Warmup { .. } => None,
            Place::Pair { which, .. } => Some(which),
        };
        let line = table.line();
        let mut seats = [
            Seat::Machine(words::opponent(which)),
            Seat::Machine(words::opponent(which)),
        ];
        seats[task.person.index()] = Seat::Person;
        Some(GameView {
            position: *line.position(),
            moves: line.moves().to_vec(),
            opening: line.opening(),
            losses: vec![None; line.ply()],
            review: None,
            seats,
            thinking: self.desk.is_thinking(),
            mode: Mode::Guided,
            level: None,
            hint: None,
            trace: TraceState {
                hidden: true,
                ..TraceState::default()
            },
        })
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
                self.say(game_words::worker_panicked(&message), true);
                Flow::DrawNow
            }
            Event::Signal(signal) => crate::tui::update::on_signal(signal).flow,
        }
    }

    fn due(&self) -> Option<Instant> {
        (!self.held.is_empty()).then(|| self.moved_at + self.pace)
    }

    fn draw(&mut self, frame: &mut Frame<'_>) {
        self.area = frame.area();
        let area = self.area;
        let theme = self.theme;
        let buffer = frame.buffer_mut();
        if area.is_empty() || too_small(area, buffer, &theme) {
            return;
        }
        let above = Rect {
            height: area.height.saturating_sub(1),
            ..area
        };
        let mut cursor = None;
        match &self.scene {
            Scene::Page(page) => page.render(above, buffer, &theme, self.scroll),
            Scene::Sheet(sheet, state) => {
                let pair = match sheet {
                    Sheet::Pair(pair) => Some(*pair),
                    Sheet::Final => None,
                };
                let title = words::sheet(pair, PAIRS);
                let given = answers(&self.desk, *sheet);
                cursor = state.render(&title, &given, above, buffer, &theme);
            }
            Scene::Board(task) => {
                if let Some(game) = self.game(task) {
                    let outcome = game.position.outcome();
                    let result = outcome.map(|outcome| (outcome.black, outcome.white));
                    GameScreen {
                        game: &game,
                        cursor: outcome.is_none().then_some(self.cursor),
                        turn: self.is_persons_turn(),
                        title: &pages::title(&self.desk),
                        text: &pages::beside(&self.desk, task, result, theme.glyphs.dash),
                        foot: if outcome.is_some() {
                            words::ENTER_GOES_ON
                        } else {
                            ""
                        },
                    }
                    .render(area, buffer, &theme);
                }
            }
        }
        let layer = self.layer();
        let keymap = Keymap::new(layer, self.keys);
        let at = bottom(
            self.line.as_ref(),
            self.notice.as_ref(),
            &keymap,
            area,
            buffer,
            &theme,
        );
        cursor = at.or(cursor);
        if let Some(menu) = &self.leaving {
            menu.render(above, buffer, &theme);
            cursor = None;
        }
        if let Some((page, scroll)) = &self.help {
            page.render(above, buffer, &theme, *scroll);
            cursor = None;
        }
        theme.glyphs.confine(buffer);
        // Shown only where text is typed.
        if let Some(position) = cursor {
            frame.set_cursor_position(position);
        }
    }
}

/// What has been answered on `sheet`.
fn answers(desk: &Desk, sheet: Sheet) -> Answers {
    desk.protocol().answers(sheet).cloned().unwrap_or_default()
}

/// Where a text scrolled down by `from` rows of at most `end` is after `action`.
fn scrolled(from: u16, action: Action, end: u16, area: Rect) -> u16 {
    let rows = area.height.saturating_sub(6).max(1);
    let from = from.min(end);
    let to = match action {
        Action::Go(Direction::Up) => from.saturating_sub(1),
        Action::Go(Direction::Down) => from + 1,
        Action::Page(Direction::Up) => from.saturating_sub(rows),
        Action::Page(_) => from + rows,
        Action::End(Direction::Up) => 0,
        Action::End(_) => end,
        _ => from,
    };
    to.min(end)
}

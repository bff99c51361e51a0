//! What the person does.

use std::time::Instant;

use ratatui::crossterm::event::{
    Event as Terminal, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent,
    MouseEventKind,
};
use ratatui::layout::Rect;
use tui_input::Input;
use tui_input::backend::crossterm::EventHandler as _;

use super::super::pages;
use super::{LINE, Room, Scene, answers};
use crate::game::Game as _;
use crate::game::othello::Move;
use crate::session::Refusal;
use crate::session::study::Stage;
use crate::tui::event::{Exit, Flow};
use crate::tui::keys::{Action, Direction, Keymap, Layer, not_a_key};
use crate::tui::panes::columns;
use crate::tui::screens::bottom;
use crate::tui::screens::menu::{self, Item, Menu};
use crate::tui::screens::sheet::Asked;
use crate::tui::screens::study::square_at;
use crate::tui::sources::is_interrupt;
use crate::tui::update::{moved, wheel};
use crate::tui::words;

impl Room {
    pub(super) fn key(&mut self, key: &KeyEvent) -> Flow {
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
        let keymap = Keymap::of(layer, self.keys);
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
            typed.handle_event(&Terminal::Key(*key));
        }
        true
    }

    /// A key that is not in the table: text for the move line, a letter for the question.
    fn unbound(&mut self, layer: Layer, key: &KeyEvent) -> Flow {
        match (layer, &mut self.line, &self.leaving) {
            (Layer::MoveLine, Some(input), _) if bottom::is_left(input, key) => self.line = None,
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
            (Layer::StudyGame, ..) => {
                if let Some(text) = not_a_key(key) {
                    self.say(text, false);
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
        let keymap = Keymap::of(self.layer(), self.keys);
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
            title: "Leave?".to_owned(),
            text: vec!["Everything is kept. You go on later where you are now.".to_owned()],
            items: vec![
                Item {
                    initial: 'q',
                    label: "Quit".to_owned(),
                    answer: menu::Answer::Quit,
                },
                Item {
                    initial: 's',
                    label: "Stay".to_owned(),
                    answer: menu::Answer::Close,
                },
            ],
            chosen: 0,
            on_close: menu::Answer::Close,
            width: 0,
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
                // What is not begun has lost nothing: the error alone says what to do.
                match self.desk.start() {
                    Ok(notices) => self.tell(notices),
                    Err(error) => self.stop(error.to_string()),
                }
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
            match entry.parse::<Move>() {
                Ok(mv) => {
                    if let Some(square) = mv.square() {
                        self.cursor = square;
                    }
                    self.place(mv);
                }
                Err(_) => self.say(words::unreadable_text(entry), true),
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
            Err(Refusal::NotYourTurn | Refusal::Over) => self.say("it is not your turn", true),
            Err(Refusal::Illegal(mv)) => {
                let side = position.side_to_move().index();
                let why = match mv {
                    Move::Pass => words::PASS_ILLEGAL.to_owned(),
                    Move::Place(square) if position.disc(square).is_some() => {
                        words::occupied(&square.to_string())
                    }
                    Move::Place(square) => words::flips_nothing(&square.to_string(), side),
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
    pub(super) fn done(&mut self, asked: Asked) -> bool {
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

    pub(super) fn on_paste(&mut self, text: &str) -> Flow {
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

    pub(super) fn on_mouse(&mut self, mouse: MouseEvent) -> Flow {
        let layer = self.layer();
        let at = (mouse.column, mouse.row);
        match mouse.kind {
            _ if matches!(layer, Layer::TooSmall | Layer::MoveLine) => return Flow::Idle,
            MouseEventKind::Down(MouseButton::Left) => {}
            // The arrows steer the cursor there, which the wheel does not.
            _ if layer == Layer::StudyGame => return Flow::Idle,
            kind => return wheel(kind).map_or(Flow::Idle, |key| self.key(&key)),
        }
        let said = self.notice.take().is_some();
        let keymap = Keymap::of(layer, self.keys);
        let above = Rect {
            height: self.area.height.saturating_sub(1),
            ..self.area
        };
        let menu = self.leaving.as_mut().filter(|_| layer == Layer::Menu);
        let chosen = menu.is_some_and(|menu| menu.click(above, at));
        let hinted = bottom::key_at(keymap, self.area, at).filter(|_| !said);
        if let Some(key) = hinted.or(chosen.then(|| KeyCode::Enter.into())) {
            return self.key(&key);
        }
        if layer == Layer::StudyGame
            && let Some(square) = square_at(self.area, at.0, at.1)
        {
            self.cursor = square;
            self.place(Move::Place(square));
        }
        Flow::DrawNow
    }
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

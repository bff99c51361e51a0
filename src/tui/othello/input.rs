//! What keys and the mouse do.

use ratatui::crossterm::event::{
    Event as Input, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent,
    MouseEventKind,
};
use tui_input::backend::crossterm::EventHandler as _;

use super::new_game::Form;
use super::settings::SettingsForm;
use super::typed::LINE_LENGTH;
use super::{Answer, Dialog, HelpAsked, Next, OthelloScreen};
use crate::Other;
use crate::event::{Event, Exit, Flow};
use crate::keys::{Action, Direction, Keymap, Layer, not_a_key, wheel};
use crate::othello::lesson::pages::PAGES;
use crate::panes::board::{Geometry, moved};
use crate::screens::game::{Pane, Panes, layout};
use crate::screens::{bottom, help};
use crate::sources::is_interrupt;
use crate::words;
use koteki_games::othello::Move;

impl OthelloScreen {
    pub(super) fn input(&mut self, event: Event) -> Flow {
        match event {
            Event::Key(key) => self.key(&key),
            Event::Paste(text) => self.paste(&text),
            Event::Mouse(mouse) => self.mouse(mouse),
            Event::Resize => Flow::Draw,
            Event::Wake | Event::Due => Flow::Idle,
            Event::TerminalGone => Flow::Exit(Exit::TerminalGone),
            Event::Panicked(message) => {
                self.panes.warn(words::worker_panicked(&message));
                Flow::DrawNow
            }
            Event::Signal(signal) => Flow::of_signal(signal),
        }
    }

    fn key(&mut self, key: &KeyEvent) -> Flow {
        if key.kind == KeyEventKind::Release {
            return Flow::Idle;
        }
        if is_interrupt(key) {
            return Flow::Exit(Exit::Interrupted);
        }
        self.panes.notice = None;
        let layer = self.layer();
        if layer == Layer::Form
            && let Some(Dialog::Form(form)) = self.dialogs.last_mut()
            && form.type_key(key, &self.opponents)
        {
            return Flow::DrawNow;
        }
        let Some(action) = Keymap::of(layer, self.panes.settings.keys).action(key) else {
            return self.unbound(layer, key);
        };
        match action {
            Action::Suspend => Flow::Suspend,
            Action::Redraw => Flow::Redraw,
            Action::Help => {
                self.dialogs.push(Dialog::Help {
                    about: layer,
                    scroll: 0,
                });
                Flow::DrawNow
            }
            // No question could be shown; the game is kept all the same.
            _ if layer == Layer::TooSmall => Flow::Exit(Exit::Quit),
            Action::Close if !self.dialogs.is_empty() => match self.dialogs.pop() {
                Some(Dialog::Menu(menu)) => self.answer(menu.on_close),
                _ => Flow::DrawNow,
            },
            _ if !self.dialogs.is_empty() => self.act_on_dialog(action),
            _ if layer == Layer::Individuals => match action {
                Action::Challenge => {
                    self.challenge();
                    Flow::DrawNow
                }
                Action::Go(_) => {
                    self.panes.act(action);
                    Flow::DrawNow
                }
                _ => self.act(action),
            },
            _ => self.act(action),
        }
    }

    /// A key that is not in the table: text for the move line, a letter for a dialog.
    fn unbound(&mut self, layer: Layer, key: &KeyEvent) -> Flow {
        let held = KeyModifiers::CONTROL | KeyModifiers::ALT;
        let letter = match key.code {
            KeyCode::Char(letter) if !key.modifiers.intersects(held) => Some(letter),
            _ => None,
        };
        match (self.dialogs.last_mut(), letter) {
            (None, _) => {
                if let Some(text) = not_a_key(key) {
                    self.panes.say(text);
                }
            }
            _ if layer == Layer::TooSmall => {}
            (Some(Dialog::MoveLine(input)), _) if bottom::is_left(input, key) => {
                self.dialogs.pop();
            }
            (Some(Dialog::MoveLine(input)), _) if key.code == KeyCode::Tab => {
                let line = input.value().to_owned();
                self.complete(&line);
            }
            (Some(Dialog::MoveLine(input)), _)
                if letter.is_none() || input.value().chars().count() < LINE_LENGTH =>
            {
                input.handle_event(&Input::Key(*key));
            }
            (Some(Dialog::MoveLine(_)), _) => {}
            (Some(Dialog::Menu(menu)), Some(letter)) => {
                if let Some(answer) = menu.by_initial(letter) {
                    self.dialogs.pop();
                    return self.answer(answer);
                }
            }
            (Some(Dialog::Form(form)), Some(letter)) => {
                form.by_initial(letter, &self.opponents);
            }
            _ => {}
        }
        Flow::DrawNow
    }

    /// What a key does in the game.
    pub(super) fn act(&mut self, action: Action) -> Flow {
        match action {
            Action::Go(direction) => self.panes.cursor = moved(self.panes.cursor, direction),
            Action::Place => self.place(Move::Place(self.panes.cursor)),
            Action::Result => {
                self.past = None;
                self.show_result();
            }
            Action::Walk(Direction::Left) => self.walk(self.shown_ply().saturating_sub(1)),
            Action::Walk(_) => self.walk(self.shown_ply() + 1),
            Action::Loss(direction) => self.walk_to_loss(direction),
            Action::End(Direction::Up) => self.walk(0),
            Action::End(_) => self.walk(self.session.table().line().ply()),
            Action::Type(letter) => self.open_line(&letter.to_string()),
            Action::Command => self.open_line(":"),
            Action::Undo => self.ask_help(HelpAsked::TakeBack),
            Action::Hint => self.ask_help(HelpAsked::Hint),
            Action::Redo => self.redo(),
            Action::Copy => self.copy(),
            Action::Pause => self.pause(),
            Action::Review => self.open_review(),
            Action::New => self.open_form(),
            Action::Settings => {
                let game = &self.session.options().settings;
                let form = SettingsForm::new(&self.panes.settings, game);
                self.dialogs.push(Dialog::Settings(Box::new(form)));
            }
            Action::Profile => self.open_profile(),
            Action::Lesson => self.dialogs.push(Dialog::Lesson(0)),
            Action::Pane(index) => {
                if let Some(&pane) = Pane::ALL.get(index) {
                    self.panes.focus = pane;
                }
            }
            Action::NextPane | Action::PreviousPane => {
                let forward = action == Action::NextPane;
                self.panes.focus = self.panes.focus.step(&Pane::ALL, forward);
            }
            Action::Quit => return self.quit(),
            Action::Close if self.past.is_some() => self.past = None,
            Action::Close => self.panes.zoom = false,
            Action::Zoom => self.panes.zoom = !self.panes.zoom,
            action => {
                self.panes.act(action);
            }
        }
        Flow::DrawNow
    }

    fn open_form(&mut self) {
        let form = Form::new(&self.setup, &self.opponents);
        self.dialogs.push(Dialog::Form(form));
    }

    /// What a key does in the dialog on top, other than closing it.
    fn act_on_dialog(&mut self, action: Action) -> Flow {
        let area = self.panes.area;
        let Some(dialog) = self.dialogs.last_mut() else {
            return Flow::DrawNow;
        };
        match (dialog, action) {
            (Dialog::MoveLine(input), Action::Accept) => {
                let line = input.value().to_owned();
                self.dialogs.pop();
                return self.typed(line.trim());
            }
            (Dialog::Menu(menu), Action::Go(direction)) => menu.step(direction == Direction::Down),
            (Dialog::Menu(menu), Action::Accept) => {
                let answer = menu.answer();
                self.dialogs.pop();
                return self.answer(answer);
            }
            (Dialog::Form(form), Action::Go(Direction::Up)) => form.step(false),
            (Dialog::Form(form), Action::Go(Direction::Down)) => form.step(true),
            (Dialog::Form(form), Action::Go(direction)) => {
                form.change(direction == Direction::Right, &self.opponents);
            }
            (Dialog::Form(_), Action::Accept) => return self.accept_form(),
            (Dialog::Settings(form), Action::Go(Direction::Up)) => form.step(false),
            (Dialog::Settings(form), Action::Go(Direction::Down)) => form.step(true),
            (Dialog::Settings(form), Action::Go(direction)) => {
                form.change(direction == Direction::Right);
            }
            (Dialog::Settings(form), Action::Accept) => {
                let chosen = form.chosen();
                self.dialogs.pop();
                self.set(chosen);
            }
            (Dialog::Help { about, scroll }, _) => {
                let lines = help::lines(*about, self.panes.settings.keys);
                *scroll = help::step(&lines, *scroll, area, action).unwrap_or(0);
            }
            (Dialog::Profile(profile), _) => profile.scroll(action, area),
            (Dialog::Lesson(page), Action::Go(Direction::Left)) => *page = page.saturating_sub(1),
            (Dialog::Lesson(page), Action::Go(_)) if *page + 1 < PAGES.len() => *page += 1,
            // After the last page one is back at the game.
            (Dialog::Lesson(_), Action::Go(_)) => {
                self.dialogs.pop();
            }
            _ => {}
        }
        Flow::DrawNow
    }

    /// Takes the form on top: a game, a board to set up, or a study.
    fn accept_form(&mut self) -> Flow {
        let Some(Dialog::Form(form)) = self.dialogs.last() else {
            return Flow::DrawNow;
        };
        if let Some(blind) = form.study() {
            self.dialogs.pop();
            self.go_to_other(Other::Study { blind });
            return Flow::DrawNow;
        }
        match form.game(&self.opponents) {
            Ok(game) => {
                let edits = form.wants_board();
                self.dialogs.pop();
                if edits {
                    self.edit(Some(game));
                } else {
                    self.past = None;
                    self.leave_for(Next::New(game));
                }
            }
            Err(problem) => self.panes.warn(problem),
        }
        Flow::DrawNow
    }

    fn answer(&mut self, answer: Answer) -> Flow {
        if !matches!(answer, Answer::Close | Answer::Quit | Answer::NewGame) {
            self.past = None;
        }
        match answer {
            Answer::Close => {}
            Answer::Quit => return Flow::Exit(Exit::Quit),
            Answer::NewGame => self.open_form(),
            Answer::Play(next) => self.leave_for(next),
            Answer::Leave(next) => self.go_to(next),
            Answer::AskResume => self.ask_resume(),
            Answer::Rematch => self.rematch(),
            Answer::Review => self.open_review(),
            Answer::Help(help) => self.help(help),
        }
        Flow::DrawNow
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Flow {
        let layer = self.layer();
        match mouse.kind {
            _ if layer == Layer::TooSmall => Flow::Idle,
            MouseEventKind::Down(MouseButton::Left) => self.click((mouse.column, mouse.row)),
            // The arrows steer the cursor there, which the wheel does not.
            _ if matches!(layer, Layer::Game | Layer::Over | Layer::Past) => Flow::Idle,
            kind => wheel(kind).map_or(Flow::Idle, |key| self.key(&key)),
        }
    }

    /// A click is the key that it stands for, or plays on the board.
    fn click(&mut self, at: (u16, u16)) -> Flow {
        let (layer, area) = (self.layer(), self.panes.area);
        // While something is typed or said the hints are not there.
        let is_said = self.panes.notice.is_some() && at.1 + 1 >= area.bottom();
        if is_said || layer == Layer::MoveLine {
            self.panes.notice = None;
            return Flow::DrawNow;
        }
        let keymap = Keymap::of(layer, self.panes.settings.keys);
        let hinted = bottom::key_at(keymap, area, at);
        let key = hinted.or_else(|| {
            let code = match self.dialogs.last_mut()? {
                Dialog::Menu(menu) => menu.click(area, at).then_some(KeyCode::Enter),
                Dialog::Form(form) => form.click(area, at),
                Dialog::Settings(form) => form.click(area, at),
                _ => None,
            };
            code.map(KeyEvent::from)
        });
        match key {
            Some(key) => self.key(&key),
            None if self.dialogs.is_empty() => self.click_pane(layer, at),
            None => Flow::DrawNow,
        }
    }

    /// Goes to the pane that is clicked; on the board of a game that square is played.
    fn click_pane(&mut self, layer: Layer, at: (u16, u16)) -> Flow {
        // Nothing is hit before the first frame: its area is empty.
        let Panes {
            area, focus, zoom, ..
        } = self.panes;
        let panes = layout(area, focus, zoom, !self.session.values_visible());
        let Some(&(pane, place)) = panes.iter().find(|(_, place)| place.contains(at.into())) else {
            return Flow::Idle;
        };
        self.panes.notice = None;
        self.panes.focus = pane;
        let board = (pane == Pane::Board)
            .then(|| Geometry::fit(place))
            .flatten();
        let square = board.and_then(|board| board.square_at(at.0, at.1));
        if let Some(square) = square {
            self.panes.cursor = square;
            if layer == Layer::Game {
                self.place(Move::Place(square));
            }
        }
        Flow::DrawNow
    }
}

//! What the person does.

use std::time::Instant;

use ratatui::crossterm::event::{
    Event as Input, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent,
    MouseEventKind,
};
use ratatui::layout::Rect;
use tui_input::backend::crossterm::EventHandler as _;

use super::form::Form;
use super::layout::{Pane, layout};
use super::menus;
use super::room::{Dialog, Room};
use crate::game::janken::{Hand, Letters};
use crate::session::janken::Setup;
use crate::tui::app::Effect;
use crate::tui::event::{Exit, Flow};
use crate::tui::keys::{Action, Chord, Direction, Keymap, Layer};
use crate::tui::screens::menu::Answer;
use crate::tui::screens::{bottom, help};
use crate::tui::sources::is_interrupt;
use crate::tui::update::{scrolled, wheel};
use crate::words::harmless::harmless;

const HELP_ABOUT: &[&str] = &[
    "The game",
    "  Rock beats scissors, scissors beat paper, paper beats rock. One key is one hand, and the round is \
     over at once. Its hand is fixed before you press: the table shows the SHA-256 of its letter (R, P, S) \
     and a random number; after the round it shows both. No other hand has that sum.",
    "",
    "Levels",
    "  random draws lots. beginner has a habit of its own. paper breeds 50 strategies by a genetic \
     algorithm after every round (Yamashita 2009). strong breeds many such populations that look at \
     different things, and trusts each as far as it has been right; without a read it draws lots.",
    "",
    "What the panes show",
    "  Score: a win +1, a loss -1, summed up. Two who draw lots stay between the two grey lines in 95 % \
     of matches: there a score says nothing.",
    "  What it sees: what it expected in the last round, how sure it was, and from what; never anything \
     of the coming one. Below, your habits: up is the hand that beats your last one, down the one that it \
     beats. \"Perhaps\" is what lies outside chance taken alone, but may show by chance when a dozen \
     habits are looked for.",
    "  Population: fitness of the best (b) and the mean (m) from generation to generation, how unlike \
     the strategies are, and the answer that the best strategy gave in the last round, in brackets. Its other \
     answers show when the match is over: the next of them is most often its next hand.",
];

/// Longest line that can be typed.
const LINE_LENGTH: usize = 100;

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
        let Some(action) = Keymap::of(layer, self.keys).action(key) else {
            return self.unbound(layer, key);
        };
        let flow = match (action, layer) {
            (Action::Interrupt, _) => return Flow::Exit(Exit::Interrupted),
            (Action::Suspend, _) => return Flow::Suspend,
            (Action::Redraw, _) => return Flow::Redraw,
            // No question could be shown; the match is kept all the same.
            (_, Layer::TooSmall) => return Flow::Exit(Exit::Quit),
            (_, Layer::Help) => self.on_help(action),
            (_, Layer::MoveLine) => self.on_line(action),
            (Action::Help, _) => {
                self.help = Some((layer, 0));
                Flow::DrawNow
            }
            (_, Layer::Menu) => self.on_menu(action),
            (_, Layer::Form) => self.on_form(action),
            _ => self.on_game(action),
        };
        // The time that somebody reads a dialog is not the time that a hand takes.
        if layer != self.layer() {
            self.since = Instant::now();
        }
        flow
    }

    /// A key that is not in the table: the letter of an answer, or one to be named.
    fn unbound(&mut self, layer: Layer, key: &KeyEvent) -> Flow {
        let held = KeyModifiers::CONTROL | KeyModifiers::ALT;
        match (layer, &mut self.dialog) {
            (Layer::MoveLine, Some(Dialog::Line(input))) => {
                let is_letter = matches!(key.code, KeyCode::Char(_));
                if !is_letter || input.value().chars().count() < LINE_LENGTH {
                    input.handle_event(&Input::Key(*key));
                }
            }
            (Layer::Menu, Some(Dialog::Menu(menu))) => {
                if let KeyCode::Char(letter) = key.code
                    && !key.modifiers.intersects(held)
                    && let Some(answer) = menu.by_initial(letter)
                {
                    return self.answered(answer);
                }
            }
            (Layer::Janken | Layer::JankenOver, _) => {
                let chord = Chord::of(&KeyEvent::new(
                    key.code,
                    key.modifiers.difference(KeyModifiers::ALT),
                ));
                if let Some(chord) = chord {
                    self.say(
                        format!(
                            "{} is not a hand: r g rock, s c scissors, p paper. ? shows all \
                             keys.",
                            chord.name()
                        ),
                        false,
                    );
                }
            }
            _ => {}
        }
        Flow::DrawNow
    }

    /// A click is the key that it stands for, or goes to a pane.
    pub(super) fn mouse(&mut self, mouse: MouseEvent) -> Flow {
        let layer = self.layer();
        let at = (mouse.column, mouse.row);
        match mouse.kind {
            _ if layer == Layer::TooSmall => return Flow::Idle,
            MouseEventKind::Down(MouseButton::Left) => {}
            kind => return wheel(kind).map_or(Flow::Idle, |key| self.key(&key)),
        }
        let said = self.notice.take().is_some();
        let keymap = Keymap::of(layer, self.keys);
        let hinted = bottom::key_at(keymap, self.area, at).filter(|_| !said);
        let above = self.above();
        let key = hinted.or_else(|| {
            let code = match &mut self.dialog {
                _ if self.help.is_some() => None,
                Some(Dialog::Menu(menu)) => {
                    let mut shown = menus::fitted(menu, above.width);
                    let there = shown.click(above, at);
                    menu.chosen = shown.chosen;
                    there.then_some(KeyCode::Enter)
                }
                Some(Dialog::Form(form)) => form.click(above, at),
                Some(Dialog::Line(_)) | None => None,
            };
            code.map(KeyEvent::from)
        });
        let panes = layout(self.area, self.focus, self.zoom);
        let pane = panes.iter().find(|(_, place)| place.contains(at.into()));
        match (key, pane) {
            (Some(key), _) => return self.key(&key),
            (None, Some(&(pane, _))) if matches!(layer, Layer::Janken | Layer::JankenOver) => {
                self.focus = pane;
            }
            _ => {}
        }
        Flow::DrawNow
    }

    /// Where dialogs lie.
    pub(super) fn above(&self) -> Rect {
        Rect {
            height: self.area.height.saturating_sub(1),
            ..self.area
        }
    }

    fn on_game(&mut self, action: Action) -> Flow {
        match action {
            Action::Throw(hand) => self.throw(hand),
            Action::Command => self.dialog = Some(Dialog::Line(":".into())),
            Action::Undo => self.say(
                "Its hand has been shown: there is no taking back in janken. n begins a new \
                 match.",
                false,
            ),
            Action::New => self.dialog = Some(Dialog::Form(Form::new(self.game.setup()))),
            Action::Result => self.show_result(),
            Action::Copy => self.copy(),
            Action::NextPane => self.focus = self.focus.step(1),
            Action::PreviousPane => self.focus = self.focus.step(Pane::ALL.len() - 1),
            Action::Zoom => self.zoom = !self.zoom,
            Action::Close => self.zoom = false,
            Action::Quit if self.is_going_on() => {
                self.dialog = Some(Dialog::Menu(menus::quit(self.file.is_some())));
            }
            Action::Quit => return Flow::Exit(Exit::Quit),
            _ => {}
        }
        Flow::DrawNow
    }

    /// What is typed: a hand, or a command.
    fn on_line(&mut self, action: Action) -> Flow {
        let Some(Dialog::Line(input)) = self.dialog.take() else {
            return Flow::Idle;
        };
        let text = input.value().trim();
        let entry = text.strip_prefix(':').unwrap_or(text).trim();
        if action != Action::Accept || entry.is_empty() {
            return Flow::DrawNow;
        }
        let mut letters = entry.chars();
        let hand = match (letters.next(), letters.next()) {
            (Some(letter), None) => Hand::from_any_letter(letter),
            _ => Hand::from_word(entry, Letters::Japanese),
        };
        let command = match (hand, entry.to_ascii_lowercase().as_str()) {
            (Some(hand), _) => Action::Throw(hand),
            (None, "new" | "n") => Action::New,
            (None, "copy") => Action::Copy,
            (None, "result") if self.game.is_over() => Action::Result,
            (None, "quit" | "q") => Action::Quit,
            (None, "help") => {
                self.help = Some((self.layer(), 0));
                return Flow::DrawNow;
            }
            _ => {
                self.say(
                    format!(
                        "{} is neither a hand nor a command: rock, paper, scissors, or new, \
                         copy, result, help, quit",
                        harmless(entry)
                    ),
                    true,
                );
                return Flow::DrawNow;
            }
        };
        self.on_game(command)
    }

    /// The line that checks the last hand, to the clipboard.
    fn copy(&mut self) {
        let last = self.game.played().last();
        let Some(commitment) = last.and_then(|it| it.commitment) else {
            self.say("There is no hand of this sitting to check yet.", false);
            return;
        };
        let line = check(&commitment.text());
        self.say(format!("copied: {line}"), false);
        self.copied = Some(line);
    }

    fn on_menu(&mut self, action: Action) -> Flow {
        let Some(Dialog::Menu(menu)) = &mut self.dialog else {
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
        self.answered(answer)
    }

    fn answered(&mut self, answer: Answer) -> Flow {
        self.dialog = None;
        let held = self.held.take();
        match answer {
            Answer::Quit => return Flow::Exit(Exit::Quit),
            Answer::NewGame => self.dialog = Some(Dialog::Form(Form::new(self.game.setup()))),
            Answer::Do(Effect::Resume) => {
                if let Some(kept) = held {
                    self.go_on(kept);
                }
            }
            Answer::Do(Effect::Rematch) => {
                let setup = Setup {
                    seed: self.next_seed(),
                    ..self.game.setup().clone()
                };
                self.begin(setup);
            }
            Answer::Do(_) | Answer::Close => {}
        }
        Flow::DrawNow
    }

    fn on_form(&mut self, action: Action) -> Flow {
        let seed = self.next_seed();
        let Some(Dialog::Form(form)) = &mut self.dialog else {
            return Flow::Idle;
        };
        match action {
            Action::Go(Direction::Up | Direction::Down) => form.step(),
            Action::Go(direction) => form.change(direction == Direction::Right),
            Action::Close => self.dialog = None,
            Action::Accept => {
                let setup = form.setup(seed);
                self.dialog = None;
                if let Some(setup) = setup {
                    self.begin(setup);
                }
            }
            _ => {}
        }
        Flow::DrawNow
    }

    fn on_help(&mut self, action: Action) -> Flow {
        let Some((about, scroll)) = self.help else {
            return Flow::Idle;
        };
        let lines = self.help_lines(about);
        let (rows, end) = help::extent_of(&lines, self.area);
        self.help = match action {
            Action::Close => None,
            action => Some((about, scrolled(scroll.min(end), rows, end, action))),
        };
        Flow::DrawNow
    }

    /// What the help says: the keys, how the last hand is checked, what things mean.
    pub(super) fn help_lines(&self, about: Layer) -> Vec<String> {
        let mut lines = help::keys(Keymap::of(about, self.keys), &[]);
        lines.push(String::new());
        lines.push("Check its last hand yourself".to_owned());
        let last = self.game.played().last();
        match last.and_then(|it| it.commitment) {
            Some(commitment) => {
                lines.push(
                    "  Run this in a shell; it must print what the table showed before you \
                     chose (y copies it):"
                        .to_owned(),
                );
                lines.push(format!("  {}", check(&commitment.text())));
                lines.push(format!("  {}", commitment.digest()));
            }
            None => lines.push(
                "  After a round the line for it stands here: printf 'R 00...' | sha256sum"
                    .to_owned(),
            ),
        }
        lines.push(String::new());
        lines.extend(HELP_ABOUT.iter().map(|&line| line.to_owned()));
        lines
    }
}

fn check(text: &str) -> String {
    format!("printf '{text}' | sha256sum")
}

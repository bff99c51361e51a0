//! What is typed or pasted into the move line: a move, or a command.

use super::{DRAW, LINE_LENGTH, Outcome, on_game, place};
use crate::game::othello::{Move, Square};
use crate::text::tui as words;
use crate::tui::app::{App, Dialog, Effect};
use crate::tui::event::{Exit, Flow};
use crate::tui::keys::{Action, Layer};
use crate::tui::screens::form;
use crate::tui::view::SeatChoice;

pub(super) fn on_line(app: &mut App, action: Action) -> Outcome {
    let Some(Dialog::MoveLine(input)) = app.dialogs.pop() else {
        return DRAW;
    };
    if action != Action::Accept {
        return DRAW;
    }
    let text = input.value().trim();
    let entry = text.strip_prefix(':').unwrap_or(text).trim();
    if entry.is_empty() {
        return DRAW;
    }
    match read_move(entry) {
        Some(mv) => {
            if let Some(square) = mv.square() {
                app.cursor = square;
            }
            place(app, mv)
        }
        None if text.starts_with(':') => command(app, entry),
        None => {
            app.warn(words::unreadable(entry));
            DRAW
        }
    }
}

/// A move as people write it; `None` for anything else.
pub(in crate::tui) fn read_move(text: &str) -> Option<Move> {
    let text = text.to_ascii_lowercase();
    if matches!(text.as_str(), "--" | "pa" | "ps" | "pass") {
        return Some(Move::Pass);
    }
    let [column @ b'a'..=b'h', row @ b'1'..=b'8'] = *text.as_bytes() else {
        return None;
    };
    Square::at(column - b'a', row - b'1').map(Move::Place)
}

fn command(app: &mut App, entry: &str) -> Outcome {
    if let Some((verb, player)) = entry.split_once(char::is_whitespace)
        && matches!(verb.to_ascii_lowercase().as_str(), "new" | "n")
    {
        return new_against(app, player.trim());
    }
    let action = match entry.to_ascii_lowercase().as_str() {
        "new" | "n" => Action::New,
        "undo" | "u" => Action::Undo,
        "redo" | "r" => Action::Redo,
        "hint" | "t" => Action::Hint,
        "pause" | "p" => Action::Pause,
        "copy" | "y" => Action::Copy,
        "lesson" | "i" => Action::Lesson,
        "settings" | "o" => Action::Settings,
        "strength" | "profile" | "s" => Action::Profile,
        "quit" | "q" => Action::Quit,
        "study" | "blind" => {
            let blind = entry.eq_ignore_ascii_case("blind");
            return Outcome::flow(Flow::Exit(Exit::Study { blind }));
        }
        "janken" => return Outcome::flow(Flow::Exit(Exit::Janken)),
        "help" => {
            app.dialogs.push(Dialog::Help {
                about: app.ground(),
                scroll: 0,
            });
            return DRAW;
        }
        _ => {
            app.warn(words::unknown_command(entry));
            return DRAW;
        }
    };
    on_game(app, action)
}

/// A new game against the machine of this name, the person where they sit now.
fn new_against(app: &mut App, player: &str) -> Outcome {
    match form::machine(player) {
        Ok(key) => {
            let mut game = app.setup.clone();
            let person = usize::from(game.seats[0] != SeatChoice::Person);
            game.seats[person] = SeatChoice::Person;
            game.seats[1 - person] = SeatChoice::Machine(key);
            app.review = None;
            Outcome::effect(Effect::New(game))
        }
        Err(problem) => {
            app.warn(problem);
            DRAW
        }
    }
}

/// Pasted text goes where text is typed, and is never taken for keys.
pub(super) fn on_paste(app: &mut App, text: &str) -> Outcome {
    let clean: String = text
        .chars()
        .map(|letter| if letter.is_control() { ' ' } else { letter })
        .collect();
    let clean = clean.trim();
    if clean.is_empty() {
        return Outcome::flow(Flow::Idle);
    }
    if matches!(app.layer(), Layer::Game | Layer::Over) {
        app.notice = None;
        app.dialogs
            .push(Dialog::MoveLine(tui_input::Input::default()));
    }
    if let Some(Dialog::Form(form)) = app.dialogs.last_mut()
        && form.paste(clean, &app.opponents)
    {
        return DRAW;
    }
    if let (Layer::MoveLine, Some(Dialog::MoveLine(input))) = (app.layer(), app.dialogs.last_mut())
    {
        let room = LINE_LENGTH.saturating_sub(input.value().chars().count());
        for letter in clean.chars().take(room) {
            input.handle(tui_input::InputRequest::InsertChar(letter));
        }
        return DRAW;
    }
    Outcome::flow(Flow::Idle)
}

//! What is typed or pasted into the move line: a move, or a command.

use super::{DRAW, LINE_LENGTH, Outcome, on_game, place};
use crate::coach::openings;
use crate::game::Game as _;
use crate::game::othello::{Move, Position};
use crate::game::typed::half_width;
use crate::record::formats::read_game;
use crate::tui::app::{App, Dialog, Effect};
use crate::tui::event::{Exit, Flow};
use crate::tui::keys::{Action, Layer};
use crate::tui::screens::form;
use crate::tui::view::{Beginning, NewGame, SeatChoice};
use crate::tui::words;

pub(super) fn on_line(app: &mut App, action: Action) -> Outcome {
    let Some(Dialog::MoveLine(input)) = app.dialogs.pop() else {
        return DRAW;
    };
    if action != Action::Accept {
        return DRAW;
    }
    let text = input.value().trim();
    let entry = text.strip_prefix([':', '：']).unwrap_or(text).trim();
    if entry.is_empty() {
        return DRAW;
    }
    match entry.parse::<Move>() {
        Ok(mv) => {
            if let Some(square) = mv.square() {
                app.cursor = square;
            }
            place(app, mv)
        }
        Err(_) if text.starts_with([':', '：']) => command(app, entry),
        Err(_) if is_game(entry) => Outcome::effect(Effect::Text(entry.to_owned())),
        Err(_) => {
            app.warn(words::unreadable_text(entry));
            DRAW
        }
    }
}

fn command(app: &mut App, entry: &str) -> Outcome {
    if let Some((verb, rest)) = entry.split_once(char::is_whitespace) {
        match half_width(verb).to_ascii_lowercase().as_str() {
            "new" | "n" => return new_against(app, rest.trim()),
            "open" => return Outcome::effect(Effect::Open(rest.trim().to_owned())),
            _ => {}
        }
    }
    let entry = &*half_width(entry);
    let action = match entry.to_ascii_lowercase().as_str() {
        "new" | "n" => Action::New,
        "undo" | "u" => Action::Undo,
        "redo" | "r" => Action::Redo,
        "hint" | "t" => Action::Hint,
        "resume" => return Outcome::effect(Effect::AskResume),
        "pause" | "p" => Action::Pause,
        "copy" | "y" => Action::Copy,
        "lesson" | "i" => Action::Lesson,
        "settings" | "o" => Action::Settings,
        "strength" | "profile" | "s" => Action::Profile,
        "quit" | "q" => Action::Quit,
        // Says what it needs.
        "open" => return Outcome::effect(Effect::Open(String::new())),
        "openings" => return Outcome::effect(Effect::Openings),
        "edit" | "editor" => return Outcome::effect(Effect::Edit(None)),
        "study" | "blind" => {
            let blind = entry.eq_ignore_ascii_case("blind");
            return Outcome::flow(Flow::Exit(Exit::Study { blind }));
        }
        "janken" => return Outcome::flow(Flow::Exit(Exit::Janken)),
        "blokus" => return Outcome::flow(Flow::Exit(Exit::Blokus)),
        "help" => {
            app.dialogs.push(Dialog::Help {
                about: app.ground(),
                scroll: 0,
            });
            return DRAW;
        }
        _ => {
            app.warn(format!(
                "no \":{entry}\". There are :new :resume :open :openings :edit :undo :redo \
                 :hint :copy :lesson :strength :settings :pause :study :blind :janken :blokus \
                 :help :quit"
            ));
            return DRAW;
        }
    };
    on_game(app, action)
}

/// A new game against the machine of this name (the present one where none is named), the person where they
/// sit now, from the usual start or from the opening that is named last.
fn new_against(app: &mut App, wanted: &str) -> Outcome {
    // Names of openings have spaces, so this is the last word.
    let lower = wanted.to_ascii_lowercase();
    let (player, opening) = match lower.find(OPENING) {
        Some(at) => (&wanted[..at], Some(wanted[at + OPENING.len()..].trim())),
        None => (wanted, None),
    };
    let game = || -> Result<NewGame, String> {
        let mut game = app.setup.clone();
        if !player.trim().is_empty() {
            let key = form::machine(player.trim())?;
            let person = usize::from(game.seats[0] != SeatChoice::Person);
            game.seats[person] = SeatChoice::Person;
            game.seats[1 - person] = SeatChoice::Machine(key);
        }
        game.start = match opening {
            None => Beginning::Usual,
            Some(name) if name.eq_ignore_ascii_case(BALANCED) => Beginning::Balanced,
            Some(name) => Beginning::Opening(openings::by_name(name)?),
        };
        Ok(game)
    };
    match game() {
        Ok(game) => {
            app.review = None;
            Outcome::effect(Effect::New(game))
        }
        Err(problem) => {
            app.warn(problem);
            DRAW
        }
    }
}

/// What stands before the name of an opening.
const OPENING: &str = "opening=";
/// The opening that is drawn by lot.
const BALANCED: &str = "balanced";

/// Whether a text is a game or a board, and not a single move.
fn is_game(text: &str) -> bool {
    read_game(text)
        .is_ok_and(|game| game.line.ply() > 1 || game.line.positions()[0] != Position::start())
}

/// Characters of what is taken for a slip and not for a game when it is pasted: longer text that is none is told so.
const SLIP: usize = 5;

/// Whether pasted text is to be opened as games; else it is put in the move line. It never plays a move by
/// itself.
fn is_opened(text: &str) -> bool {
    let trimmed = text.trim();
    !trimmed.starts_with(':') && (trimmed.chars().count() > SLIP || is_game(trimmed))
}

/// Pasted text goes where text is typed, and is never taken for keys. Where nothing is typed, games and boards
/// are opened.
pub(super) fn on_paste(app: &mut App, text: &str) -> Outcome {
    if matches!(app.layer(), Layer::Game | Layer::Over | Layer::Past) && is_opened(text) {
        app.notice = None;
        return Outcome::effect(Effect::Text(text.to_owned()));
    }
    let clean: String = text
        .chars()
        .map(|letter| if letter.is_control() { ' ' } else { letter })
        .collect();
    let clean = clean.trim();
    if clean.is_empty() {
        return Outcome::flow(Flow::Idle);
    }
    if matches!(app.layer(), Layer::Game | Layer::Over | Layer::Past) {
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

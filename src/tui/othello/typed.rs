//! What is typed or pasted into the move line: a move, or a command.

use tui_input::{Input, InputRequest};

use super::new_game::machine;
use super::{Dialog, Next, OthelloScreen};
use crate::Other;
use crate::event::Flow;
use crate::keys::{Action, Layer};
use crate::view::{Beginning, NewGame};
use crate::words;
use koteki_games::Game as _;
use koteki_games::othello::{Move, Position};
use koteki_games::typed::half_width;
use koteki_record::formats::read_game;
use koteki_rivals::coach::openings;

/// Characters that the move line takes: more than any command has.
pub(super) const LINE_LENGTH: usize = 200;

impl OthelloScreen {
    pub(super) fn open_line(&mut self, text: &str) {
        let input = Input::new(text.to_owned());
        self.dialogs.push(Dialog::MoveLine(input));
    }

    /// Does what was typed into the move line.
    pub(super) fn typed(&mut self, text: &str) -> Flow {
        let command = text.strip_prefix([':', '：']);
        let entry = command.unwrap_or(text).trim();
        if entry.is_empty() {
            return Flow::DrawNow;
        }
        match entry.parse::<Move>() {
            Ok(mv) => {
                if let Some(square) = mv.square() {
                    self.panes.cursor = square;
                }
                self.place(mv);
            }
            Err(_) if command.is_some() => return self.command(entry),
            Err(_) if is_game(entry) => self.open_text(entry),
            Err(_) => self.panes.warn(words::unreadable_text(entry)),
        }
        Flow::DrawNow
    }

    fn command(&mut self, entry: &str) -> Flow {
        let (verb, rest) = entry
            .split_once(char::is_whitespace)
            .map_or((entry, ""), |(verb, rest)| (verb, rest.trim()));
        let verb = half_width(verb).to_ascii_lowercase();
        let action = match (verb.as_str(), rest) {
            ("new" | "n", "") => Action::New,
            ("undo" | "u", "") => Action::Undo,
            ("redo" | "r", "") => Action::Redo,
            ("hint" | "t", "") => Action::Hint,
            ("pause" | "p", "") => Action::Pause,
            ("copy" | "y", "") => Action::Copy,
            ("lesson" | "i", "") => Action::Lesson,
            ("settings" | "o", "") => Action::Settings,
            ("strength" | "profile" | "s", "") => Action::Profile,
            ("quit" | "q", "") => Action::Quit,
            (verb, rest) => {
                self.other_command(verb, rest, entry);
                return Flow::DrawNow;
            }
        };
        self.act(action)
    }

    /// A command that no key stands for.
    fn other_command(&mut self, verb: &str, rest: &str, entry: &str) {
        match (verb, rest) {
            ("new" | "n", wanted) => self.new_against(wanted),
            // Without a name it says what it needs.
            ("open", named) => self.open_named(named),
            ("openings", "") => self.open_openings(),
            ("edit" | "editor", "") => self.edit(None),
            ("resume", "") => self.ask_resume(),
            ("study", "") => self.go_to_other(Other::Study { blind: false }),
            ("blind", "") => self.go_to_other(Other::Study { blind: true }),
            ("janken", "") => self.go_to_other(Other::Janken),
            ("blokus", "") => self.go_to_other(Other::Blokus),
            ("help", "") => self.dialogs.push(Dialog::Help {
                about: self.own_layer(),
                scroll: 0,
            }),
            _ => self.panes.warn(format!(
                "no \":{}\". There are :new :resume :open :openings :edit :undo :redo :hint \
                 :copy :lesson :strength :settings :pause :study :blind :janken :blokus :help \
                 :quit",
                half_width(entry)
            )),
        }
    }

    /// A new game against the machine of this name (the present one where none is named), the person where they
    /// sit now, from the usual start or from the opening that is named last.
    fn new_against(&mut self, wanted: &str) {
        // Names of openings have spaces, so this is the last word.
        let lower = wanted.to_ascii_lowercase();
        let (player, opening) = match lower.find(OPENING) {
            Some(at) => (&wanted[..at], Some(wanted[at + OPENING.len()..].trim())),
            None => (wanted, None),
        };
        let game = || -> Result<NewGame, String> {
            let mut game = self.setup.clone();
            if !player.trim().is_empty() {
                game.play_against(machine(player.trim())?);
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
                self.past = None;
                self.leave_for(Next::New(game));
            }
            Err(problem) => self.panes.warn(problem),
        }
    }

    /// Pasted text goes where text is typed, and is never taken for keys. Where nothing is typed, games and
    /// boards are opened.
    pub(super) fn paste(&mut self, text: &str) -> Flow {
        let in_game = matches!(self.layer(), Layer::Game | Layer::Over | Layer::Past);
        if in_game && is_opened(text) {
            self.panes.notice = None;
            self.open_text(text);
            return Flow::DrawNow;
        }
        let clean: String = text
            .chars()
            .map(|letter| if letter.is_control() { ' ' } else { letter })
            .collect();
        let clean = clean.trim();
        if clean.is_empty() {
            return Flow::Idle;
        }
        if in_game {
            self.panes.notice = None;
            self.open_line("");
        }
        let layer = self.layer();
        match self.dialogs.last_mut() {
            Some(Dialog::Form(form)) => {
                let taken = form.paste(clean, &self.opponents);
                if taken { Flow::DrawNow } else { Flow::Idle }
            }
            Some(Dialog::MoveLine(input)) if layer == Layer::MoveLine => {
                let room = LINE_LENGTH.saturating_sub(input.value().chars().count());
                for letter in clean.chars().take(room) {
                    input.handle(InputRequest::InsertChar(letter));
                }
                Flow::DrawNow
            }
            _ => Flow::Idle,
        }
    }
}

/// What stands before the name of an opening.
const OPENING: &str = "opening=";
/// The opening that is drawn at random.
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

//! What is typed or pasted into the line: moves in any notation, and commands.

use std::path::Path;

use tui_input::{Input, InputRequest};

use super::hands::LINE_LENGTH;
use super::menus;
use super::room::{Dialog, Room};
use crate::game::blokus::Move;
use crate::game::blokus::notation::write_moves;
use crate::game::typed::half_width;
use crate::record::blokus::FileError;
use crate::session::blokus::words as rules;
use crate::session::blokus::words;
use crate::tui::app::Effect;
use crate::tui::event::{Exit, Flow};
use crate::tui::keys::{Action, Layer};

impl Room {
    /// Opens the line with this in it.
    pub(super) fn open_line(&mut self, text: &str) {
        self.dialog = Some(Dialog::Line(Input::new(text.to_owned())));
    }

    /// Pasted text goes into the line.
    pub(super) fn paste(&mut self, text: &str) -> Flow {
        self.notice = None;
        if matches!(self.layer(), Layer::Blokus | Layer::BlokusOver) {
            self.open_line("");
        }
        if let Some(Dialog::Line(input)) = &mut self.dialog {
            let room = LINE_LENGTH.saturating_sub(input.value().chars().count());
            let clean = text
                .trim()
                .chars()
                .map(|it| if it.is_control() { ' ' } else { it });
            for letter in clean.take(room) {
                input.handle(InputRequest::InsertChar(letter));
            }
        }
        Flow::DrawNow
    }

    pub(super) fn on_line(&mut self, action: Action) -> Flow {
        let Some(Dialog::Line(input)) = self.dialog.take() else {
            return Flow::Idle;
        };
        if action != Action::Accept {
            return Flow::DrawNow;
        }
        let text = input.value().trim();
        let entry = text.strip_prefix([':', '：']).unwrap_or(text).trim();
        if entry.is_empty() {
            return Flow::DrawNow;
        }
        // Letters and digits that begin a move hold a digit at the second place, commands never.
        let typed = half_width(entry);
        let is_move = typed.chars().nth(1).is_some_and(|it| it.is_ascii_digit())
            || typed.starts_with(|it: char| it.is_ascii_digit())
            || matches!(&*typed, "pass" | "----" | "0000");
        if is_move {
            self.typed_move(entry);
            Flow::DrawNow
        } else {
            self.command(entry)
        }
    }

    fn typed_move(&mut self, entry: &str) {
        if self.is_in_the_past() {
            return;
        }
        match entry.parse::<Move>() {
            Ok(Move::Place(placement)) => {
                if self
                    .table
                    .position()
                    .left(self.table.own_side())
                    .contains(placement.piece())
                {
                    self.ghost.show(placement);
                }
                self.play(placement);
            }
            Ok(Move::Pass) => {
                let why = self.table.position().why_illegal(Move::Pass);
                if let Some(why) = why {
                    self.say(words::typed_refused(entry, &rules::why(why)), true);
                }
            }
            Err(error) => self.say(error.to_string(), true),
        }
    }

    fn command(&mut self, entry: &str) -> Flow {
        let (verb, rest) = entry
            .split_once(char::is_whitespace)
            .map_or((entry, ""), |(verb, rest)| (verb, rest.trim()));
        match (half_width(verb).to_ascii_lowercase().as_str(), rest) {
            ("new" | "n", "") => self.open_form(),
            ("resume", "") => self.resume(),
            ("undo" | "u", "") => self.use_help(Effect::Undo),
            ("redo" | "r", "") => self.redo(),
            ("hint" | "h", "") => self.use_help(Effect::Hint),
            ("save" | "save!" | "w" | "w!", "") => {
                self.say("save needs a name, as in :save game.blksgf", true)
            }
            (verb @ ("save" | "save!" | "w" | "w!"), file) => {
                self.save(file, verb.ends_with('!'));
            }
            ("copy", "") => {
                self.copied = Some(write_moves(self.table.line().moves(), false));
                self.say("the moves are in the clipboard", false);
            }
            ("help", "") => self.help = Some((self.layer(), 0)),
            ("quit" | "q", "") if self.table.is_going_on() => {
                let kept = self.table.file().is_some();
                self.dialog = Some(Dialog::Menu(menus::quit(kept)));
            }
            ("quit" | "q", "") => return Flow::Exit(Exit::Quit),
            _ => self.say(
                format!(
                    "no \"{entry}\". A move is squares (e10,d11,e11) or a code (46t3); and \
                     there are new resume undo redo hint save copy help quit"
                ),
                true,
            ),
        }
        Flow::DrawNow
    }

    fn save(&mut self, file: &str, over: bool) {
        match self.table.save(Path::new(file), over) {
            Ok(()) => self.say(words::saved(file), false),
            Err(FileError::Exists(_)) => self.say(
                format!("{file} is there already: :save! {file} writes over it"),
                true,
            ),
            Err(error) => self.say(error.to_string(), true),
        }
    }
}

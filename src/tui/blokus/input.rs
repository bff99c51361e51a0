//! What the person does: keys and clicks for the piece in hand, moves and commands that are typed.

use std::path::Path;

use ratatui::layout::Rect;

use super::board::Field;
use super::layout::Pane;
use super::screen::{BlokusScreen, Request};
use super::{dialogs, tray};
use crate::keys::{Action, Direction};
use crate::rivals::RivalAsked;
use crate::shell::Context;
use crate::shell::menu::{help_menu, reopen_menu};
use crate::words;
use koteki_games::blokus::notation::write_moves;
use koteki_games::blokus::{Move, Placement, Position};
use koteki_games::typed::half_width;
use koteki_games::{Game as _, Side};
use koteki_record::files::FileError;
use koteki_rivals::roster::kit::person::PersonKit as _;
use koteki_session::person::words as person_words;
use koteki_session::{Refusal, Turn};

/// The commands of the game that no key stands for.
pub(super) const COMMANDS: &[&str] = &["rivals", "games", "mistakes", "resume", "save", "copy"];

/// Whether what is typed is a move: letters and digits that begin one hold a digit at the second place, commands never.
pub(super) fn is_move(entry: &str) -> bool {
    let typed = half_width(entry);
    typed.chars().nth(1).is_some_and(|it| it.is_ascii_digit())
        || typed.starts_with(|it: char| it.is_ascii_digit())
        || matches!(&*typed, "pass" | "----" | "0000")
}

impl BlokusScreen {
    pub(super) fn key(&mut self, action: Action, context: &mut Context<Self>) {
        match action {
            Action::Place => self.place(context),
            Action::Hint => self.use_help(Request::Hint, context),
            Action::Undo => self.use_help(Request::Undo, context),
            Action::Redo => self.redo(context),
            Action::New => self.open_form(context),
            Action::Profile => self.show_strength(context),
            Action::Result => self.show_result(context),
            Action::Review => self.review(context),
            Action::Walk(direction) => {
                let now = self.looking.unwrap_or_else(|| self.table().line().ply());
                self.look(match direction {
                    Direction::Left => now.saturating_sub(1),
                    _ => now + 1,
                });
            }
            Action::End(Direction::Up) => self.look(0),
            Action::End(_) => self.looking = None,
            Action::Axes => self.axes = self.axes.wrapping_add(1),
            action => self.handle_piece(action, context),
        }
    }

    pub(super) fn open_form(&self, context: &mut Context<Self>) {
        let leaves = match self.session.is_kept() {
            _ if !self.session.is_going_on() => "",
            true => "The game on the board is kept: :resume continues it.",
            false => "The game on the board is not kept: it ends.",
        };
        let session = &self.session;
        let now = (session.opponent(), session.side());
        context.open(dialogs::new_game(now, &session.introductions(), leaves));
    }

    /// Shows the board after a move of the past; after the last one the game goes on.
    fn look(&mut self, ply: usize) {
        self.looking = (ply < self.table().line().ply()).then_some(ply);
    }

    /// A key for the piece in hand.
    fn handle_piece(&mut self, action: Action, context: &mut Context<Self>) {
        self.looking = None;
        if !matches!(self.table().turn(), Turn::Person(_)) {
            context.say("it is not your turn yet");
            return;
        }
        // A hint that comes later would take the piece out of the hand.
        self.session.drop_hint();
        let position = *self.table().position();
        if let Some(said) = self.ghost.act(action, context.shift, &position) {
            context.say(said);
        }
    }

    /// Whether an earlier position is in view, where nothing is played; says so then.
    fn is_in_the_past(&self, context: &mut Context<Self>) -> bool {
        let is_past = self.looking.is_some();
        if is_past {
            context.warn(words::IN_THE_PAST);
        }
        is_past
    }

    /// Plays the piece in hand where it lies.
    fn place(&mut self, context: &mut Context<Self>) {
        if self.is_in_the_past(context) {
            return;
        }
        if !matches!(self.table().turn(), Turn::Person(_)) {
            context.say("it is not your turn yet");
            return;
        }
        match self.ghost.played(self.table().position()) {
            Ok(placement) => self.play(placement, context),
            Err(why) => context.warn(why),
        }
    }

    /// Plays a placement, or says why not.
    fn play(&mut self, placement: Placement, context: &mut Context<Self>) {
        let mv = Move::Place(placement);
        match self.session.play(mv) {
            Ok(notices) => self.settle(notices, context),
            Err(Refusal::NotYourTurn) => context.warn(format!(
                "{}: it is not your turn yet",
                placement.piece().name()
            )),
            Err(_) => context.warn(self.table().position().refused(mv, "")),
        }
    }

    /// A hint, or taking back: asks first when the game counts and would not any more.
    fn use_help(&mut self, help: Request, context: &mut Context<Self>) {
        let (label, is_possible) = if help == Request::Undo {
            ("Yes, take back", self.table().can_take_back())
        } else {
            let is_own_turn = matches!(self.table().turn(), Turn::Person(_));
            ("Yes, a hint", is_own_turn)
        };
        if is_possible && self.session.help_costs() {
            context.ask(help_menu(help, label));
        } else if is_possible && self.session.is_over() && self.session.counts() == Some(true) {
            context.ask(reopen_menu(help));
        } else if help == Request::Undo {
            self.undo(context);
        } else {
            self.ask_hint(context);
        }
    }

    /// Plays again what was taken back.
    fn redo(&mut self, context: &mut Context<Self>) {
        if self.table().can_redo() {
            let notices = self.session.redo();
            self.settle(notices, context);
        } else {
            context.say(person_words::NOTHING_TO_REDO);
        }
    }

    /// Takes the last placement of the person back, and has its piece in hand.
    pub(super) fn undo(&mut self, context: &mut Context<Self>) {
        let line = self.table().line().clone();
        if !self.table().can_take_back() {
            context.say(person_words::nothing_to_undo::<Position>());
            return;
        }
        let notices = self.session.take_back();
        let ply = self.table().line().ply();
        let placed = line.moves().get(ply).and_then(|mv| mv.placement());
        self.settle(notices, context);
        if let Some(placement) = placed {
            self.ghost.show(placement);
        }
        context.say(format!("taken back to move {}: r plays it again", ply + 1));
    }

    /// A move in any notation, or a command; `false` when it is neither.
    pub(super) fn typed(&mut self, entry: &str, context: &mut Context<Self>) -> bool {
        let is_move = is_move(entry);
        if is_move {
            self.typed_move(entry, context);
        }
        is_move || self.own_command(entry, context)
    }

    fn typed_move(&mut self, entry: &str, context: &mut Context<Self>) {
        if self.is_in_the_past(context) {
            return;
        }
        match entry.parse::<Move>() {
            Ok(Move::Place(placement)) => {
                let left = self.table().position().left(self.table().own_side());
                if left.contains(placement.piece()) {
                    self.ghost.show(placement);
                }
                self.play(placement, context);
            }
            Ok(Move::Pass) => {
                if !self.table().position().is_legal(Move::Pass) {
                    context.warn(self.table().position().refused(Move::Pass, entry));
                }
            }
            Err(error) => context.warn(error.to_string()),
        }
    }

    fn own_command(&mut self, entry: &str, context: &mut Context<Self>) -> bool {
        let (verb, rest) = entry
            .split_once(char::is_whitespace)
            .map_or((entry, ""), |(verb, rest)| (verb, rest.trim()));
        match (half_width(verb).to_ascii_lowercase().as_str(), rest) {
            ("resume", "") => self.resume(0, context),
            ("games", "") => self.list_games(context),
            ("mistakes", "") => self.drill(context),
            ("rivals", "") => self.ask_rivals(RivalAsked::List, context),
            ("save" | "save!" | "w" | "w!", "") => {
                context.warn("save needs a name, as in :save game.blksgf")
            }
            (verb @ ("save" | "save!" | "w" | "w!"), file) => {
                match self.session.save(Path::new(file), verb.ends_with('!')) {
                    Ok(()) => context.say(person_words::saved(file)),
                    Err(FileError::Exists(_)) => context.warn(format!(
                        "{file} is there already: :save! {file} writes over it"
                    )),
                    Err(error) => context.warn(error.to_string()),
                }
            }
            ("copy" | "y", "") => {
                context.copy(write_moves(self.table().line().moves(), false));
                context.say("the moves are in the clipboard");
            }
            _ => return false,
        }
        true
    }

    /// A click moves the piece in hand there, a second one plays it; a click on a piece takes it.
    pub(super) fn point(
        &mut self,
        pane: Pane,
        area: Rect,
        (x, y): (u16, u16),
        context: &mut Context<Self>,
    ) {
        let Turn::Person(side) = self.table().turn() else {
            return;
        };
        match pane {
            Pane::Board => {
                let Some(square) = Field::of(area).square_at(x, y) else {
                    return;
                };
                if self.is_in_the_past(context) {
                    return;
                }
                if self.ghost.squares().any(|it| it == square) {
                    self.place(context);
                } else {
                    self.ghost.move_to(square);
                }
            }
            Pane::Pieces => {
                let two = self.table().person().is_none();
                let upper = if two { Side::Black } else { side };
                let piece = tray::piece_at(area, (upper, side), x, y);
                let left = self.table().position().left(side);
                if let Some(piece) = piece.filter(|&it| left.contains(it)) {
                    self.looking = None;
                    self.ghost.take(Some(piece));
                }
            }
            Pane::Rate | Pane::Moves | Pane::Rivals | Pane::Fitness => {}
        }
    }
}

//! What is typed or pasted into the move line: a move, or a command.

use std::path::PathBuf;

use super::files::{self, Completion, files_of};
use super::new_game::machine;
use super::{Next, OthelloScreen};
use crate::Other;
use crate::keys::Action;
use crate::rivals::RivalAsked;
use crate::shell::{Context, Screen, Shell};
use crate::view::{Beginning, NewGame};
use crate::words;
use koteki_games::Game as _;
use koteki_games::othello::{Move, Position};
use koteki_games::typed::half_width;
use koteki_games::words::harmless::is_harmful;
use koteki_record::formats::read_game;
use koteki_rivals::coach::openings;

impl OthelloScreen {
    /// A move, or a game.
    pub(super) fn typed(&mut self, entry: &str, context: &mut Context<Self>) {
        match entry.parse::<Move>() {
            Ok(mv) => {
                if let Some(square) = mv.square() {
                    self.panes.cursor = square;
                }
                self.place(mv, context);
            }
            Err(_) if is_game(entry) => self.open_text(entry, context),
            Err(_) => context.warn(words::unreadable_move(entry)),
        }
    }

    /// A command that no key stands for, or a move; `false` when it is neither.
    pub(super) fn typed_command(&mut self, entry: &str, context: &mut Context<Self>) -> bool {
        if entry.parse::<Move>().is_ok() {
            self.typed(entry, context);
            return true;
        }
        let (verb, rest) = entry
            .split_once(char::is_whitespace)
            .map_or((entry, ""), |(verb, rest)| (verb, rest.trim()));
        match (half_width(verb).to_ascii_lowercase().as_str(), rest) {
            ("new" | "n", wanted) => self.new_against(wanted, context),
            // Without a name it says what it needs.
            ("open", named) => {
                let opened = files_of(named).and_then(|files| self.listed(files));
                self.open_files(opened, context);
            }
            ("openings", "") => self.open_files(Ok(files::openings(self.table())), context),
            ("edit" | "editor", "") => self.edit(None, context),
            ("profile", "") => self.act(Action::Profile, context),
            ("resume", "") => self.ask_resume(context),
            ("mistakes", "") => self.drill(context),
            ("games", "") => self.list_games(context),
            ("rivals", "") => self.ask_rivals(RivalAsked::List, context),
            ("study", "") => self.go_to_other(Other::Study { blind: false }, context),
            ("blind", "") => self.go_to_other(Other::Study { blind: true }, context),
            ("janken", "") => self.go_to_other(Other::Janken, context),
            ("blokus", "") => self.go_to_other(Other::Blokus, context),
            _ => return false,
        }
        true
    }

    /// The list of the games of these files.
    fn listed(&self, files: Vec<PathBuf>) -> Result<Shell<files::GamesScreen>, String> {
        files::listed(files, self.table()).map_err(|error| error.to_string())
    }

    /// Lists the games of these files.
    pub(crate) fn open_paths(&mut self, files: Vec<PathBuf>, context: &mut Context<Self>) {
        self.open_files(self.listed(files), context);
    }

    /// Opens the games of a text that was pasted.
    fn open_text(&mut self, text: &str, context: &mut Context<Self>) {
        // What is dragged onto a terminal is pasted as a path.
        let named = text.trim();
        let is_path = named.contains('/') && !named.contains('\n');
        let opened = match is_path.then(|| files_of(named)) {
            Some(Ok(files)) => self.listed(files),
            _ => files::pasted(text, self.table()),
        };
        self.open_files(opened, context);
    }

    /// A new game against the machine of this name (the present one where none is named), the person where they
    /// sit now, from the usual start or from the opening that is named last.
    fn new_against(&mut self, wanted: &str, context: &mut Context<Self>) {
        // Names of openings have spaces, so this is the last word.
        let lower = wanted.to_ascii_lowercase();
        let (player, opening) = match lower.find(OPENING) {
            Some(at) => (&wanted[..at], Some(wanted[at + OPENING.len()..].trim())),
            None => (wanted, None),
        };
        let game = || -> Result<NewGame, String> {
            let mut game = self.setup.clone();
            if !player.trim().is_empty() {
                let rival = self.session.rival_called(player);
                let key =
                    rival.map_or_else(|| machine(player.trim()), |it| Ok(it.player.to_string()));
                game.play_against(key?);
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
                self.leave_for(Next::New(game), context);
            }
            Err(problem) => context.warn(problem),
        }
    }

    /// Games and boards that are pasted are opened, other text is put in the line.
    pub(super) fn pasted(&mut self, text: &str, context: &mut Context<Self>) {
        if is_opened(text) {
            self.open_text(text, context);
        } else {
            context.type_line(text);
        }
    }
}

/// The commands of the game.
pub(super) const COMMANDS: &[&str] = &[
    "new", "rivals", "games", "mistakes", "resume", "open", "openings", "edit", "undo", "redo",
    "hint", "copy", "lesson", "strength", "settings", "pause", "study", "blind", "janken",
    "blokus",
];

/// What stands before the name of an opening.
const OPENING: &str = "opening=";
/// The opening that is drawn at random.
const BALANCED: &str = "balanced";

/// Whether a text is a game or a board, and not a single move.
fn is_game(text: &str) -> bool {
    read_game(text)
        .is_ok_and(|game| game.line.ply() > 1 || game.line.positions()[0] != Position::start())
}

/// Pasted text of at most so many characters is taken for a slip and not for a game; longer text that is no game gets
/// a message.
const SLIP: usize = 5;

/// Whether pasted text is to be opened as games; else it is put in the move line. It never plays a move by
/// itself.
fn is_opened(text: &str) -> bool {
    let trimmed = text.trim();
    !trimmed.starts_with(':') && (trimmed.chars().count() > SLIP || is_game(trimmed))
}

/// What stands in front of the name of a file.
const OPEN: &str = ":open ";

/// Completes the name of a file in a line.
pub(super) fn complete<S: Screen>(line: &str, context: &mut Context<S>) -> Option<String> {
    let path = line.trim_start().strip_prefix(OPEN)?;
    let Completion { text, names } = files::complete(path.trim_start());
    match &names[..] {
        [] => context.warn(none_begins(path.trim())),
        [_] => context.say_nothing(),
        _ => context.say(may_be(&names)),
    }
    Some(format!("{OPEN}{text}"))
}

fn may_be(names: &[String]) -> String {
    const ROOM: usize = 70;
    let mut text = String::new();
    for (index, name) in names.iter().enumerate() {
        let rest = names.len() - index;
        if index > 0 && text.chars().count() + name.chars().count() > ROOM {
            return format!("{text} and {rest} more").replace(is_harmful, "?");
        }
        let space = if index == 0 { "" } else { "  " };
        text = format!("{text}{space}{name}");
    }
    text.replace(is_harmful, "?")
}

fn none_begins(text: &str) -> String {
    format!("no folder and no file of games begins with {text:?}").replace(is_harmful, "?")
}

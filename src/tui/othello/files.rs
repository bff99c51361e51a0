//! Games that are opened over the game at the table, which waits as it is.

use std::path::PathBuf;

use ratatui::Frame;
use tui_input::Input;

use super::draw::OnTop;
use super::new_game::Form;
use super::{Dialog, OthelloScreen};
use crate::event::{Event, Flow};
use crate::files::{Asked, Completion, Files, complete, files_of};
use crate::keys::KeyStyle;
use crate::othello::LEAVE_TITLE;
use crate::theme::Theme;
use crate::view::{Beginning, Given, NewGame};
use koteki_games::words::harmless::is_harmful;

/// What stands in front of the name of a file.
const OPEN: &str = ":open ";

/// Games that are opened, and what shall come of them.
#[derive(Default)]
pub(super) struct Opened {
    /// What is in view; `None` while the game at the table is.
    files: Option<Files>,
    /// Whether the new game dialog lies on top of them.
    asking: bool,
    /// What the new game dialog begins with, where that was chosen before the board was set up.
    setup: Option<NewGame>,
}

impl Opened {
    /// Whether they are in view.
    pub(super) const fn is_in_view(&self) -> bool {
        self.files.is_some()
    }

    /// What is to go to the clipboard, once.
    pub(super) fn copied(&mut self) -> Option<String> {
        self.files.as_mut().and_then(Files::copied)
    }

    /// Back to the game at the table.
    pub(super) fn close(&mut self) {
        *self = Self::default();
    }
}

impl OthelloScreen {
    const fn look(&self) -> (Theme, KeyStyle) {
        (self.panes.theme, self.panes.settings.keys)
    }

    fn show_files(&mut self, mut files: Files) {
        files.waits = self.session.has_begun() && !self.session.is_over();
        self.opened = Opened {
            files: Some(files),
            ..Opened::default()
        };
        self.panes.notice = None;
    }

    /// Opens the files that are named.
    pub(super) fn open_named(&mut self, text: &str) {
        match files_of(text) {
            Ok(files) => self.open_paths(files),
            Err(why) => self.panes.warn(why),
        }
    }

    /// Opens the games of a text that was pasted.
    pub(super) fn open_text(&mut self, text: &str) {
        // What is dragged onto a terminal is pasted as a path.
        let named = text.trim();
        let is_path = named.contains('/') && !named.contains('\n');
        match (
            is_path.then(|| files_of(named)),
            Files::text(text, self.look()),
        ) {
            (Some(Ok(files)), _) => self.open_paths(files),
            (_, Ok(files)) => self.show_files(files),
            (_, Err(why)) => self.panes.warn(why),
        }
    }

    /// Opens the openings of the coach.
    pub(super) fn open_openings(&mut self) {
        self.show_files(Files::openings(self.look()));
    }

    /// Opens the board editor on the position that is looked at, for a game that is set up so otherwise.
    pub(super) fn edit(&mut self, setup: Option<NewGame>) {
        let position = self.session.table().line().positions()[self.shown_ply()];
        self.show_files(Files::editor(&position, self.look()));
        self.opened.setup = setup;
    }

    /// Completes the name of a file in the move line, which holds `line`.
    pub(super) fn complete(&mut self, line: &str) {
        let Some(path) = line.trim_start().strip_prefix(OPEN) else {
            return;
        };
        let Completion { text, names } = complete(path.trim_start());
        match &names[..] {
            [] => self.panes.warn(none_begins(path.trim())),
            [_] => self.panes.notice = None,
            _ => self.panes.say(may_be(&names)),
        }
        if let Some(Dialog::MoveLine(input)) = self.dialogs.last_mut() {
            *input = Input::new(format!("{OPEN}{text}"));
        }
    }

    /// Lists the games of these files.
    pub(crate) fn open_paths(&mut self, files: Vec<PathBuf>) {
        match Files::open(files, self.look(), self.waker.clone()) {
            Ok(files) => self.show_files(files),
            Err(error) => self.panes.warn(error.to_string()),
        }
    }

    /// Gives `event` to the opened games; `None` when it is for the game at the table, or for the dialog that
    /// lies on top.
    pub(super) fn files_take(&mut self, event: &Event) -> Option<Flow> {
        let asking = self.opened.asking;
        let files = self.opened.files.as_mut()?;
        if asking {
            if *event == Event::Wake {
                files.update(Event::Wake);
            }
            return None;
        }
        let flow = files.update(event.clone());
        let (asked, nothing) = (files.asked(), files.nothing());
        if let Some(why) = nothing {
            self.opened.close();
            self.panes.warn(why);
            self.renew();
            return Some(Flow::DrawNow);
        }
        match asked {
            Some(Asked::Leave) => {
                self.opened.close();
                self.renew();
            }
            Some(Asked::Play(given)) => self.ask_game(given),
            Some(Asked::Review(line, names)) => {
                let viewer = koteki_games::Side::Black;
                self.review_of(&line, names, viewer);
            }
            None => {}
        }
        Some(flow)
    }

    /// Asks against whom and on which side to play on from there.
    fn ask_game(&mut self, given: Box<Given>) {
        let mut game = self
            .opened
            .setup
            .clone()
            .unwrap_or_else(|| self.setup.clone());
        game.handicap = None;
        game.start = Beginning::Given(given);
        let form = Form::new(&game, &self.opponents);
        self.panes.notice = None;
        self.dialogs.push(Dialog::Form(form));
        self.opened.asking = true;
    }

    /// Once the dialog on top is closed without a game, the opened games are in view again.
    pub(super) fn files_return(&mut self) {
        let asks = |dialog: &Dialog| match dialog {
            Dialog::Menu(menu) => menu.title == LEAVE_TITLE,
            dialog => matches!(dialog, Dialog::Form(_)),
        };
        if self.opened.asking && !self.dialogs.iter().any(asks) {
            self.opened.asking = false;
        }
    }

    /// Draws the opened games, and the dialog on top of them.
    pub(super) fn draw_files(&mut self, frame: &mut Frame<'_>) {
        self.panes.area = frame.area();
        if let Some(files) = &mut self.opened.files {
            files.draw(frame);
        }
        if self.opened.asking {
            let top = OnTop {
                beneath: self.own_layer(),
                dialogs: &self.dialogs,
                opponents: &self.opponents,
            };
            top.draw_over(&self.panes, frame);
        }
    }
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

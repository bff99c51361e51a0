//! Games that are opened: the list of a file's games, one of them gone through move by move, a board that is set
//! up. The game at the table is not touched by any of it.
//!
//! | file | |
//! |---|---|
//! | `list` | the list and its filter |
//! | `step` | a game, gone through |
//! | `edit` | the board editor |
//! | `complete` | names of files that are completed |
//! | `draw` | how they look |

mod complete;
mod draw;
mod edit;
mod list;
mod step;

use std::path::{Path, PathBuf};

use ratatui::Frame;
use ratatui::crossterm::event::{KeyEvent, KeyEventKind, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;
use tui_input::Input;

pub(super) use self::complete::{Completion, complete};
use self::edit::Editor;
use self::list::List;
use self::step::Step;
use super::event::{Event, Exit, Flow, Waker};
use super::keys::wheel;
use super::keys::{Action, Direction, KeyStyle, Keymap, Layer, not_a_key};
use super::screens::bottom;
use super::screens::bottom::Notice;
use super::theme::Theme;
use super::view::Given;
use crate::words;
use koteki_games::GameLine;
use koteki_games::othello::Position;
use koteki_games::words::harmless::is_harmful;
use koteki_session::shelf::{Reading, Shelf, read_text};
use koteki_session::words as session_words;

/// What is asked of whoever holds the opened games.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Asked {
    /// Back to the game at the table.
    Leave,
    /// A new game from here.
    Play(Box<Given>),
    /// The coach shall go through this game.
    Review(Box<GameLine<Position>>, [String; 2]),
}

/// One of the things on top of one another.
enum View {
    List(Box<List>),
    Step(Box<Step>),
    Editor(Editor),
}

/// The opened games.
pub(super) struct Files {
    theme: Theme,
    keys: KeyStyle,
    /// The last one is in view.
    views: Vec<View>,
    help: Option<(Layer, u16)>,
    notice: Option<Notice>,
    asked: Option<Asked>,
    copied: Option<String>,
    area: Rect,
    /// Whether a game is going on at the table.
    pub(super) waits: bool,
}

/// Names of files of games end so.
const SUFFIXES: [&str; 9] = [
    "wtb", "ggf", "sgf", "obf", "jsonl", "json", "pgn", "txt", "othello",
];

/// The files that `text` names: a path, or several between spaces; a folder stands for the files of games in it.
///
/// # Errors
/// When there is none, in words.
pub(super) fn files_of(text: &str) -> Result<Vec<PathBuf>, String> {
    let text = text.trim();
    if text.is_empty() {
        return Err(
            ":open needs a file of games, such as :open games.ggf (Tab completes its name)"
                .to_owned(),
        );
    }
    let unquoted = text.trim_matches(['"', '\'']);
    let whole = expanded(unquoted);
    let paths = if whole.exists() {
        vec![whole]
    } else {
        text.split_whitespace().map(expanded).collect()
    };
    paths_of(&paths)
}

/// The same of paths.
///
/// # Errors
/// When one of them is not there, in words.
pub(super) fn paths_of(paths: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    for path in paths {
        let name = path.display().to_string();
        if path.is_dir() {
            let before = files.len();
            let entries = std::fs::read_dir(path)
                .map_err(|error| session_words::not_opened(&name, &error.to_string()))?;
            files.extend(
                entries
                    .filter_map(|entry| Some(entry.ok()?.path()))
                    .filter(|file| file.is_file() && is_of_games(file)),
            );
            files[before..].sort();
            if files.len() == before {
                return Err(no_games_in(&name));
            }
        } else if path.exists() {
            files.push(path.clone());
        } else {
            return Err(no_file(&name));
        }
    }
    Ok(files)
}

fn is_of_games(file: &Path) -> bool {
    file.extension().is_some_and(|suffix| {
        SUFFIXES
            .iter()
            .any(|known| suffix.eq_ignore_ascii_case(known))
    })
}

/// A path with the home folder in the place of `~`.
fn expanded(text: &str) -> PathBuf {
    match (text.strip_prefix("~/"), std::env::var_os("HOME")) {
        (Some(rest), Some(home)) => PathBuf::from(home).join(rest),
        _ => PathBuf::from(text),
    }
}

impl Files {
    fn with(theme: Theme, keys: KeyStyle, view: View) -> Self {
        Self {
            theme,
            keys,
            views: vec![view],
            help: None,
            notice: None,
            asked: None,
            copied: None,
            area: Rect::ZERO,
            waits: false,
        }
    }

    /// Opens these files, which are read in the background.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub(super) fn open(
        files: Vec<PathBuf>,
        (theme, keys): (Theme, KeyStyle),
        waker: Waker,
    ) -> std::io::Result<Self> {
        let name = match &files[..] {
            [file] => file.file_name().unwrap_or_default().to_string_lossy(),
            _ => String::new().into(),
        };
        let name = name.into_owned();
        let several = files.len() > 1;
        let reading = Reading::start(files, move || waker.wake())?;
        let list = List::new(name, several, Shelf::default(), Some(reading), false);
        Ok(Self::with(theme, keys, View::List(Box::new(list))))
    }

    /// Opens the openings of the coach.
    pub(super) fn openings((theme, keys): (Theme, KeyStyle)) -> Self {
        let list = List::new(String::new(), false, Shelf::of_openings(), None, true);
        Self::with(theme, keys, View::List(Box::new(list)))
    }

    /// Opens the games of a text that was pasted.
    ///
    /// # Errors
    /// When there is none in it, in words.
    pub(super) fn text(text: &str, (theme, keys): (Theme, KeyStyle)) -> Result<Self, String> {
        Ok(Self::with(theme, keys, pasted(text)?))
    }

    /// Opens the editor on a board.
    pub(super) fn editor(position: &Position, (theme, keys): (Theme, KeyStyle)) -> Self {
        Self::with(theme, keys, View::Editor(Editor::new(position)))
    }

    /// What is asked for, once.
    pub(super) const fn asked(&mut self) -> Option<Asked> {
        self.asked.take()
    }

    /// What is to go to the clipboard, once.
    pub(super) const fn copied(&mut self) -> Option<String> {
        self.copied.take()
    }

    fn view(&mut self) -> Option<&mut View> {
        self.views.last_mut()
    }

    /// The layer that keys go to.
    fn layer(&self) -> Layer {
        if super::screens::is_too_small(self.area) {
            return Layer::TooSmall;
        }
        if self.help.is_some() {
            return Layer::Help;
        }
        self.ground()
    }

    /// The same without the help.
    fn ground(&self) -> Layer {
        match self.views.last() {
            Some(View::List(list)) if list.typing.is_some() => Layer::MoveLine,
            Some(View::Step(_)) => Layer::GameStep,
            Some(View::Editor(_)) => Layer::Editor,
            Some(View::List(_)) | None => Layer::Games,
        }
    }

    fn say(&mut self, text: impl Into<String>, warning: bool) {
        self.notice = Some(Notice {
            text: text.into(),
            warning,
        });
    }

    /// Takes in one event.
    pub(super) fn update(&mut self, event: Event) -> Flow {
        match event {
            Event::Key(key) => self.key(&key),
            Event::Paste(text) => {
                self.paste(&text);
                Flow::DrawNow
            }
            Event::Mouse(mouse) => self.mouse(mouse),
            Event::Resize => Flow::Draw,
            Event::Wake => self.collect(),
            Event::Due => Flow::Idle,
            Event::TerminalGone => Flow::Exit(Exit::TerminalGone),
            Event::Panicked(message) => {
                self.say(words::worker_panicked(&message), true);
                Flow::DrawNow
            }
            Event::Signal(signal) => Flow::of_signal(signal),
        }
    }

    /// Takes in what has been read; a file without any game is left with what is wrong with it.
    fn collect(&mut self) -> Flow {
        let mut flow = Flow::Idle;
        for view in &mut self.views {
            if let View::List(list) = view
                && list.collect()
            {
                flow = Flow::Draw;
            }
        }
        if let [View::List(list)] = &self.views[..]
            && flow == Flow::Draw
            && list.is_read()
        {
            match &list.shelf.rows[..] {
                [_] if list.shelf.faults == 0 => self.open_chosen(),
                _ => {}
            }
        }
        flow
    }

    /// What is wrong with a file that was read whole and holds no game.
    pub(super) fn nothing(&self) -> Option<String> {
        match &self.views[..] {
            [View::List(list)] if list.is_read() && list.shelf.rows.is_empty() => {
                Some(match &list.shelf.first_fault {
                    Some(fault) => fault.clone(),
                    None => words::empty(&list.name),
                })
            }
            _ => None,
        }
    }

    fn key(&mut self, key: &KeyEvent) -> Flow {
        if key.kind == KeyEventKind::Release {
            return Flow::Idle;
        }
        self.notice = None;
        let layer = self.layer();
        let action = Keymap::of(layer, self.keys).action(key);
        match action {
            Some(Action::Interrupt) => return Flow::Exit(Exit::Interrupted),
            Some(Action::Suspend) => return Flow::Suspend,
            Some(Action::Redraw) => return Flow::Redraw,
            Some(Action::Quit) if layer == Layer::TooSmall => return Flow::Exit(Exit::Quit),
            _ => {}
        }
        match (layer, action) {
            (Layer::Help, Some(action)) => self.on_help(action),
            (Layer::MoveLine, action) => self.on_line(action, key),
            (_, Some(Action::Help)) => self.help = Some((layer, 0)),
            (_, Some(action)) => self.act(action),
            (Layer::Games | Layer::GameStep | Layer::Editor, None) => {
                if let Some(text) = not_a_key(key) {
                    self.say(text, false);
                }
            }
            _ => {}
        }
        Flow::DrawNow
    }

    /// A click is the key that it stands for, chooses a game, opens the one that is chosen.
    fn mouse(&mut self, mouse: MouseEvent) -> Flow {
        let layer = self.layer();
        let at = (mouse.column, mouse.row);
        match mouse.kind {
            _ if matches!(layer, Layer::TooSmall | Layer::MoveLine) => return Flow::Idle,
            MouseEventKind::Down(MouseButton::Left) => {}
            // The arrows steer the cursor there, which the wheel does not.
            _ if matches!(layer, Layer::Editor | Layer::GameStep) => return Flow::Idle,
            kind => return wheel(kind).map_or(Flow::Idle, |key| self.key(&key)),
        }
        let said = self.notice.take().is_some();
        let keymap = Keymap::of(layer, self.keys);
        if let Some(key) = bottom::key_at(keymap, self.area, at).filter(|_| !said) {
            return self.key(&key);
        }
        if let (Layer::Games, Some(View::List(list))) = (layer, self.views.last_mut())
            && let Some(place) = draw::place_at(list, self.area, at)
        {
            if list.chosen == place {
                self.open_chosen();
            } else {
                list.chosen = place;
            }
        }
        Flow::DrawNow
    }

    fn on_help(&mut self, action: Action) {
        let Some((about, scroll)) = self.help else {
            return;
        };
        let lines = draw::help_lines(about, self.keys);
        let (rows, end) = super::screens::help::extent_of(&lines, self.area);
        self.help = match action {
            Action::Close => None,
            _ => Some((
                about,
                super::screens::scrolled(scroll.min(end), rows, end, action),
            )),
        };
    }

    /// A key while the filter is typed: what is typed holds at once.
    fn on_line(&mut self, action: Option<Action>, key: &KeyEvent) {
        let Some(View::List(list)) = self.view() else {
            return;
        };
        let problem = match action {
            Some(Action::Accept) => list.accept(),
            None if list.is_left(key) => list.accept(),
            Some(Action::Close) => {
                list.cancel();
                None
            }
            _ => {
                list.type_key(key);
                None
            }
        };
        if let Some(problem) = problem {
            self.say(problem, true);
        }
    }

    fn act(&mut self, action: Action) {
        let rows = draw::list_rows(self.area);
        match (self.views.last_mut(), action) {
            (Some(View::List(list)), Action::Close) if list.is_filtered() => list.unfilter(),
            (_, Action::Quit) => self.asked = Some(Asked::Leave),
            (_, Action::Close) => {
                self.views.pop();
                if self.views.is_empty() {
                    self.asked = Some(Asked::Leave);
                }
            }
            (Some(View::List(_)), Action::Accept) => self.open_chosen(),
            (Some(View::List(list)), action) => list.act(action, rows),
            (Some(View::Step(_)), Action::Page(direction)) => self.other_game(direction),
            (Some(View::Step(step)), action) => match action {
                Action::Accept => match step.given() {
                    Ok(given) => self.asked = Some(Asked::Play(Box::new(given))),
                    Err(why) => self.say(why, true),
                },
                Action::Review if step.line.ply() > 0 => {
                    let asked = Asked::Review(Box::new(step.line.clone()), step.names());
                    self.asked = Some(asked);
                }
                Action::Edit => {
                    let editor = Editor::new(step.position());
                    self.views.push(View::Editor(editor));
                }
                Action::Copy => match step.transcript() {
                    Some(text) => {
                        self.say(words::copied(&text), false);
                        self.copied = Some(text);
                    }
                    None => self.say("there are no moves to copy", false),
                },
                action => step.act(action),
            },
            (Some(View::Editor(editor)), Action::Accept) => match editor.given() {
                Ok(given) => self.asked = Some(Asked::Play(Box::new(given))),
                Err(why) => self.say(why, true),
            },
            (Some(View::Editor(editor)), action) => editor.act(action),
            (None, _) => {}
        }
    }

    /// Opens the game that is chosen in the list.
    fn open_chosen(&mut self) {
        if let Some(View::List(list)) = self.views.last()
            && let Some(step) = list.step()
        {
            self.views.push(View::Step(Box::new(step)));
        }
    }

    /// The game before, or the next, of the list that the game in view was taken from.
    fn other_game(&mut self, direction: Direction) {
        let last = self.views.len();
        let Some(View::List(list)) = last.checked_sub(2).and_then(|at| self.views.get_mut(at))
        else {
            return;
        };
        list.act(Action::Go(direction), 1);
        if let (Some(step), Some(View::Step(shown))) = (list.step(), self.views.last_mut()) {
            **shown = step;
        }
    }

    /// Pasted text: a board for the editor, text for the filter, else games to be opened.
    fn paste(&mut self, text: &str) {
        self.notice = None;
        if self.help.is_some() {
            return;
        }
        let opened = match self.view() {
            Some(View::List(list)) if list.typing.is_some() => {
                list.paste(text);
                return;
            }
            Some(View::Editor(editor)) => match editor.paste(text) {
                Ok(()) => return,
                Err(why) => Err(why),
            },
            _ => pasted(text),
        };
        match opened {
            Ok(view) => self.views.push(view),
            Err(why) => self.say(why, true),
        }
    }

    /// Draws everything.
    pub(super) fn draw(&mut self, frame: &mut Frame<'_>) {
        self.area = frame.area();
        let cursor = self.render(frame.buffer_mut());
        if let Some(position) = cursor {
            frame.set_cursor_position(position);
        }
    }
}

/// What is opened by a text that was pasted: its game, or the list of its games.
fn pasted(text: &str) -> Result<View, String> {
    let batch = read_text(text)?;
    let mut shelf = Shelf::default();
    shelf.add(batch);
    if shelf.rows.is_empty() {
        return Err(shelf.first_fault.unwrap_or_else(|| {
            "pasted: no game and no board in it: paste moves such as f5d6c3, or a board of 64 \
             signs (X O -)"
                .to_owned()
        }));
    }
    let single = shelf.rows.len() == 1 && shelf.faults == 0;
    let list = List::new("pasted text".to_owned(), false, shelf, None, false);
    Ok(match list.step() {
        Some(step) if single => View::Step(Box::new(step)),
        _ => View::List(Box::new(list)),
    })
}

/// A line that is typed, with `text` in it.
fn line_with(text: &str) -> Input {
    Input::new(text.to_owned())
}

fn no_file(file: &str) -> String {
    format!("{file}: there is no such file; :open takes a file or a folder of games")
        .replace(is_harmful, "?")
}

fn no_games_in(folder: &str) -> String {
    format!(
        "{folder}: no file in it is called .wtb .ggf .sgf .obf .jsonl .json .pgn or .txt: name a file"
    )
    .replace(is_harmful, "?")
}

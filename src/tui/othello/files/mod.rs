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

use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

pub(super) use self::complete::{Completion, complete};
use self::edit::Editor;
use self::list::List;
use self::step::Step;
use super::new_game::{self, Wanted};
use super::resume::leave_menu;
use super::{Next, Request as Asked};
use crate::Settings;
use crate::event::Waker;
use crate::keys::{Action, Direction, Layer};
use crate::review::{self, Reviewed};
use crate::shell::{Context, Screen, Shell};
use crate::theme::Theme;
use crate::view::{Beginning, Given, NewGame, Opponent};
use crate::words;
use koteki_games::othello::Position;
use koteki_games::words::harmless::is_harmful;
use koteki_games::{Game as _, Side};
use koteki_rivals::roster::SearchSpec;
use koteki_session::library::{Library, Reading, read_text};
use koteki_session::words as session_words;

/// What opened games have to know of the game at the table, which waits beneath them.
pub(super) struct AtTable {
    pub settings: Settings,
    /// Who looks at a game that is gone through.
    pub tester: SearchSpec,
    pub waker: Waker,
    /// What the new game dialog begins with.
    pub setup: NewGame,
    pub opponents: Vec<Opponent>,
    /// Whether a game is going on.
    pub waits: bool,
    /// Whether it is left for another one only after a question, and is kept then.
    pub asks: Option<bool>,
    /// Takes what is to be done there when the opened games are left.
    pub ask: Sender<Asked>,
}

/// One of the things on top of one another.
enum View {
    List(Box<List>),
    Step(Box<Step>),
    Editor(Editor),
}

/// What is asked for by the dialogs.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Request {
    /// What the new game dialog asks for.
    Begin(Box<Wanted>),
    /// The same, though a game is going on.
    Leave(Box<NewGame>),
}

/// The opened games.
pub(super) struct GamesScreen {
    table: AtTable,
    /// The last one is in view.
    views: Vec<View>,
    /// Why there is nothing to be seen.
    nothing: Option<String>,
}

/// Names of files of games end so.
const SUFFIXES: [&str; 9] = [
    "wtb", "ggf", "sgf", "obf", "jsonl", "json", "pgn", "txt", "othello",
];

/// The files that `text` names: a path, or several between spaces; a folder stands for the files of games in it.
///
/// # Errors
/// When there is no such file, in words.
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
pub(crate) fn paths_of(paths: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
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

fn open(table: AtTable, view: View) -> Shell<GamesScreen> {
    let settings = table.settings.clone();
    let start = |_: &mut _| {
        Ok::<_, Infallible>(GamesScreen {
            table,
            views: vec![view],
            nothing: None,
        })
    };
    let Ok(shell) = Shell::open(&settings, start);
    shell
}

/// Opens these files, which are read in the background.
///
/// # Errors
/// When the system gives no thread.
pub(super) fn listed(files: Vec<PathBuf>, table: AtTable) -> std::io::Result<Shell<GamesScreen>> {
    let name = match &files[..] {
        [file] => file.file_name().unwrap_or_default().to_string_lossy(),
        _ => String::new().into(),
    };
    let name = name.into_owned();
    let several = files.len() > 1;
    let waker = table.waker.clone();
    let reading = Reading::start(files, move || waker.wake())?;
    let list = List::new(name, several, Library::default(), Some(reading), false);
    Ok(open(table, View::List(Box::new(list))))
}

/// Opens the openings of the coach.
pub(super) fn openings(table: AtTable) -> Shell<GamesScreen> {
    let list = List::new(String::new(), false, Library::of_openings(), None, true);
    open(table, View::List(Box::new(list)))
}

/// Opens the games of a text that was pasted.
///
/// # Errors
/// When there is no game in it, in words.
pub(super) fn pasted(text: &str, table: AtTable) -> Result<Shell<GamesScreen>, String> {
    Ok(open(table, view_of(text)?))
}

/// Opens the editor on a board.
pub(super) fn editor(position: &Position, table: AtTable) -> Shell<GamesScreen> {
    open(table, View::Editor(Editor::new(position)))
}

impl GamesScreen {
    fn list(&mut self) -> Option<&mut List> {
        match self.views.last_mut() {
            Some(View::List(list)) => Some(list),
            _ => None,
        }
    }

    /// Asks against whom and on which side to play on from there.
    fn play(&mut self, given: Result<Given, String>, context: &mut Context<Self>) {
        match given {
            Ok(given) => {
                let game = NewGame {
                    handicap: None,
                    start: Beginning::Given(Box::new(given)),
                    ..self.table.setup.clone()
                };
                let begin = |wanted| Request::Begin(Box::new(wanted));
                context.open(new_game::form(&game, &self.table.opponents, begin));
            }
            Err(why) => context.warn(why),
        }
    }

    /// Leaves for the game at the table, and what is to be done there.
    fn ask(&self, request: Asked, context: &mut Context<Self>) {
        // Who holds the other end lies beneath this screen.
        let _ = self.table.ask.send(request);
        context.leave();
    }

    fn act_on_step(&mut self, action: Action, context: &mut Context<Self>) {
        let Some(View::Step(step)) = self.views.last_mut() else {
            return;
        };
        match action {
            Action::Page(direction) => self.other_game(direction),
            Action::Accept => {
                let given = step.given();
                self.play(given, context);
            }
            Action::Review if step.line.ply() > 0 => {
                let AtTable {
                    settings,
                    tester,
                    waker,
                    ..
                } = &self.table;
                let game = Reviewed::new(&step.line, step.names());
                match review::open_one(settings, game, (Side::Black, None), *tester, waker.clone())
                {
                    Ok(reviewing) => context.push(Box::new(reviewing)),
                    Err(error) => context.warn(error.to_string()),
                }
            }
            Action::Edit => {
                let editor = Editor::new(step.position());
                self.views.push(View::Editor(editor));
            }
            Action::Copy => match step.transcript() {
                Some(text) => {
                    context.say(words::copied(&text));
                    context.copy(text);
                }
                None => context.say("there are no moves to copy"),
            },
            action => step.act(action),
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
}

impl Screen for GamesScreen {
    type Request = Request;
    type Pane = ();
    const PANES: &'static [()] = &[()];

    fn layer(&self, _context: &Context<Self>) -> Layer {
        match self.views.last() {
            Some(View::Step(_)) => Layer::GameStep,
            Some(View::Editor(_)) => Layer::Editor,
            Some(View::List(_)) | None => Layer::Games,
        }
    }

    fn act(&mut self, action: Action, context: &mut Context<Self>) {
        let rows = draw::list_rows(context.area());
        match (self.views.last_mut(), action) {
            (Some(View::List(_)), Action::Accept) => self.open_chosen(),
            (Some(View::List(list)), Action::Filter) => {
                list.begin_typing();
                context.open_line(&list.filter);
            }
            (Some(View::List(list)), action) => list.act(action, rows),
            (Some(View::Editor(editor)), Action::Accept) => {
                let given = editor.given();
                self.play(given, context);
            }
            (Some(View::Editor(editor)), action) => editor.act(action),
            (_, action) => self.act_on_step(action, context),
        }
    }

    fn perform(&mut self, request: Request, context: &mut Context<Self>) {
        match request {
            Request::Begin(wanted) => match (*wanted, self.table.asks) {
                (Wanted::Board(game), _) => {
                    let position = match self.views.last() {
                        Some(View::Step(step)) => *step.position(),
                        Some(View::Editor(editor)) => editor.position(),
                        _ => Position::start(),
                    };
                    self.table.setup = game;
                    self.views.push(View::Editor(Editor::new(&position)));
                }
                (Wanted::Game(game), Some(is_kept)) => {
                    let leave = Request::Leave(Box::new(game));
                    context.ask(leave_menu(leave, is_kept));
                }
                (wanted, _) => self.ask(Asked::Begin(Box::new(wanted)), context),
            },
            Request::Leave(game) => {
                self.ask(Asked::Leave(Next::New(*game)), context);
            }
        }
    }

    /// The filter is taken away, then what is in view.
    fn close(&mut self, context: &mut Context<Self>) -> bool {
        match self.list() {
            Some(list) if list.is_filtered() => list.unfilter(),
            _ => {
                self.views.pop();
                if self.views.is_empty() {
                    context.leave();
                }
            }
        }
        true
    }

    fn draw(
        &self,
        panes: &[((), Rect)],
        context: &Context<Self>,
        buffer: &mut Buffer,
    ) -> Option<(u16, u16)> {
        let theme = &context.theme;
        for &((), main) in panes {
            match self.views.last() {
                Some(View::List(list)) => draw::list_of(list, main, buffer, theme),
                Some(View::Step(step)) => draw::game(step, self.table.waits, main, buffer, theme),
                Some(View::Editor(editor)) => draw::board(editor, main, buffer, theme),
                None => {}
            }
        }
        None
    }

    fn status(&self, theme: &Theme) -> String {
        match self.views.last() {
            Some(View::List(list)) => draw::list_status(list),
            Some(View::Step(step)) => draw::step_status(step, theme),
            Some(View::Editor(editor)) => format!("Board editor: {}", editor.cursor),
            None => String::new(),
        }
    }

    fn help(&self) -> Vec<String> {
        draw::HELP.map(str::to_owned).to_vec()
    }

    fn left(&mut self) -> Option<String> {
        self.nothing.take()
    }

    fn prompt(&self) -> &'static str {
        draw::FILTER
    }

    /// The filter that is typed holds at once.
    fn typing(&mut self, line: &str) {
        if let Some(list) = self.list() {
            list.apply(line);
        }
    }

    fn untyped(&mut self) {
        if let Some(list) = self.list() {
            list.cancel();
        }
    }

    fn covered(&mut self, context: &mut Context<Self>) {
        if !context.is_covered()
            && let Some(problem) = self.list().and_then(List::end_typing)
        {
            context.warn(problem);
        }
    }

    /// A board for the editor, else games to be opened.
    fn paste(&mut self, text: &str, context: &mut Context<Self>) {
        let opened = match self.views.last_mut() {
            Some(View::Editor(editor)) => match editor.paste(text) {
                Ok(()) => return,
                Err(why) => Err(why),
            },
            _ => view_of(text),
        };
        match opened {
            Ok(view) => self.views.push(view),
            Err(why) => context.warn(why),
        }
    }

    /// A click chooses a game, opens the one that is chosen.
    fn click(&mut self, (): (), area: Rect, at: (u16, u16), _context: &mut Context<Self>) {
        let Some(list) = self.list() else { return };
        match draw::place_at(list, area, at) {
            Some(place) if list.chosen == place => self.open_chosen(),
            Some(place) => list.chosen = place,
            None => {}
        }
    }

    /// The arrows steer the cursor elsewhere, which the wheel does not.
    fn wheel_scrolls(&self, _context: &Context<Self>) -> bool {
        matches!(self.views.last(), Some(View::List(_)))
    }

    /// What was read meanwhile has woken another screen.
    fn returned(&mut self, context: &mut Context<Self>) {
        self.wake(context);
    }

    /// Takes in what has been read: a single game is opened, a file without any is left with what is wrong with it.
    fn wake(&mut self, context: &mut Context<Self>) -> bool {
        let mut is_new = false;
        for view in &mut self.views {
            if let View::List(list) = view {
                is_new |= list.collect();
            }
        }
        if let [View::List(list)] = &self.views[..]
            && is_new
            && list.is_read()
        {
            match &list.library.rows[..] {
                [] => {
                    let fault = list.library.first_fault.clone();
                    self.nothing = Some(fault.unwrap_or_else(|| words::empty(&list.name)));
                    context.leave();
                }
                [_] if list.library.faults == 0 => self.open_chosen(),
                _ => {}
            }
        }
        is_new
    }
}

/// What is opened by a text that was pasted: its game, or the list of its games.
fn view_of(text: &str) -> Result<View, String> {
    let batch = read_text(text)?;
    let mut library = Library::default();
    library.add(batch);
    if library.rows.is_empty() {
        return Err(library.first_fault.unwrap_or_else(|| {
            "pasted: no game and no board in it: paste moves such as f5d6c3, or a board of 64 \
             signs (X O -)"
                .to_owned()
        }));
    }
    let single = library.rows.len() == 1 && library.faults == 0;
    let list = List::new("pasted text".to_owned(), false, library, None, false);
    Ok(match list.step() {
        Some(step) if single => View::Step(Box::new(step)),
        _ => View::List(Box::new(list)),
    })
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

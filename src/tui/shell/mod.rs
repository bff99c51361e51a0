//! The shell round every screen: all that does not depend on what is shown.
//!
//! A [`Screen`] says what is its own: its tables of keys and what they do, its panes and where they lie, how
//! each is drawn, what its workers have found and when it wants to be asked again. The [`Shell`] has the rest:
//! the events of the loop, leaving and its question, the help, notices and the bottom line, the dialogs on top
//! of one another, the line that is typed, pasting, the mouse, focus and zoom, a terminal that is too small.
//!
//! To put a screen on it:
//!
//! - Its keys are a table of [`keys`](super::keys), one for each of its layers ([`Screen::layer`]). What every
//!   screen has is done here ([`Action::Help`], [`Action::Zoom`] and so on), the rest by [`Screen::act`].
//! - Panes are an enum in the order of Tab; [`Screen::layout`] says which fit side by side and the shell does
//!   the rest (zoom, the pane in focus alone where it does not fit).
//! - Leaving asks where [`Screen::question`] says what becomes of something unfinished.
//! - A question is a [`Menu`] of [`Answer`]s, a dialog of lines a [`Form`]; what is asked for by them is one small
//!   enum, [`Screen::Request`].
//! - Another screen is pushed over this one with [`Context::push`]; when it is left this one is there as it was.

mod bottom;
mod choices;
mod commands;
pub(crate) mod dialog;
pub mod form;
mod help;
pub mod menu;

use std::time::Instant;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{
    Event as Input, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent,
    MouseEventKind,
};
use ratatui::layout::Rect;
use tui_input::backend::crossterm::EventHandler as _;
use tui_input::{Input as Line, InputRequest};

use self::bottom::Notice;
pub use self::dialog::MINIMUM;
use self::dialog::too_small;
use self::form::Form;
use self::help::Help;
use self::menu::Menu;
use super::Settings;
use super::event::{Event, Exit, Flow, Program};
use super::keys::{Action, Binding, Direction, KeyStyle, Keymap, Layer, not_a_key, wheel};
use super::panes::{shorten, write};
use super::sources::is_interrupt;
use super::theme::{Role, Theme};
use crate::words;
use koteki_games::typed::half_width;

/// What an answer to a question does.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer<A> {
    /// Nothing.
    Close,
    /// Leaves the screen.
    Leave,
    /// Shows the figures behind the question, or not any more; it stays open.
    Figures,
    /// Something of the screen's own.
    Do(A),
}

/// What is shown, without what every screen has.
pub trait Screen: Sized {
    /// What its questions and dialogs ask for.
    type Request: Clone + PartialEq + 'static;
    /// One of its panes.
    type Pane: Copy + PartialEq + 'static;
    /// The panes in the order of Tab; the focus begins with the first.
    const PANES: &'static [Self::Pane];
    /// The least size in which it is drawn.
    const LEAST: (u16, u16) = MINIMUM;
    /// The longest line that can be typed.
    const LINE: usize = 200;
    /// Its commands, which are typed behind a colon, beside those of its keys.
    const COMMANDS: &'static [&'static str] = &[];

    /// The layer whose keys hold while nothing lies on top.
    fn layer(&self, context: &Context<Self>) -> Layer;

    /// Whether the hints and the help name what can be done with an action: not where it can do nothing now.
    fn offers(&self, _action: Action) -> bool {
        true
    }

    /// What a key asks for.
    fn act(&mut self, action: Action, context: &mut Context<Self>);

    /// What an answer or a dialog asks for.
    fn perform(&mut self, request: Self::Request, context: &mut Context<Self>);

    /// Which panes fit beside one another, and where.
    fn layout(&self, main: Rect) -> Vec<(Self::Pane, Rect)> {
        vec![(Self::PANES[0], main)]
    }

    /// Draws these panes; returns where the cursor stands when something is typed into one.
    fn draw(
        &self,
        panes: &[(Self::Pane, Rect)],
        context: &Context<Self>,
        buffer: &mut Buffer,
    ) -> Option<(u16, u16)>;

    /// The line above the bottom line.
    fn status(&self, _theme: &Theme) -> String {
        String::new()
    }

    /// What the help says beneath the keys, a line each; headings begin at the margin.
    fn help(&self) -> Vec<String> {
        Vec::new()
    }

    /// What its marks, axes and curves mean, in the help of a pane in focus; a paragraph each, nothing where it
    /// explains itself.
    fn explain(&self, _pane: Self::Pane) -> Vec<String> {
        Vec::new()
    }

    /// Why there is nothing to be seen in a pane, where that is so.
    fn missing(&self, _pane: Self::Pane) -> Option<&'static str> {
        None
    }

    /// Closes what is open on the panes before one that is enlarged; whether there was anything.
    fn close(&mut self, _context: &mut Context<Self>) -> bool {
        false
    }

    /// What becomes of something unfinished when it is left, a line each; `None` where nothing is asked.
    fn question(&self) -> Option<Vec<String>> {
        None
    }

    /// Does what is to be done before it is gone. Returns what there is to say where one comes back to.
    fn left(&mut self) -> Option<String> {
        None
    }

    /// What stands in front of the line that is typed, unless it begins with a colon.
    fn prompt(&self) -> &'static str {
        "move: "
    }

    /// What is in the line has changed, and is no command.
    fn typing(&mut self, _line: &str) {}

    /// Esc has left the line, and no command.
    fn untyped(&mut self) {}

    /// Tab in a line that can be completed: what is then in it.
    fn complete(&mut self, _line: &str, _context: &mut Context<Self>) -> Option<String> {
        None
    }

    /// What was typed into the line.
    fn enter(&mut self, _entry: &str, _context: &mut Context<Self>) {}

    /// The same behind a colon, when it is no command that every screen or a key has; `false` when it is none here
    /// either.
    fn command(&mut self, _entry: &str, _context: &mut Context<Self>) -> bool {
        false
    }

    /// Text that is pasted where nothing is typed.
    fn paste(&mut self, _text: &str, _context: &mut Context<Self>) {}

    /// A click at a place of a pane, which has the focus now.
    fn click(
        &mut self,
        _pane: Self::Pane,
        _area: Rect,
        _at: (u16, u16),
        _context: &mut Context<Self>,
    ) {
    }

    /// Whether the wheel is the arrows up and down while nothing lies on top: not where those steer a cursor.
    fn wheel_scrolls(&self, _context: &Context<Self>) -> bool {
        true
    }

    /// What the wheel and the other buttons do while nothing lies on top; `None` for what they do elsewhere.
    fn other_button(&self, _kind: MouseEventKind) -> Option<Action> {
        None
    }

    /// What there is to say of a key that does nothing.
    fn unbound(&self, key: &KeyEvent) -> Option<String> {
        not_a_key(key)
    }

    /// Takes a key as text that is typed into a pane; `false` when it is for something else.
    fn type_key(&mut self, _key: &KeyEvent) -> bool {
        false
    }

    /// A worker has something to show: takes it in. Whether there is something new to be drawn.
    fn wake(&mut self, _context: &mut Context<Self>) -> bool {
        false
    }

    /// When [`time`](Self::time) is to be called.
    fn due(&self) -> Option<Instant> {
        None
    }

    /// The time has come. Whether there is something new to be drawn.
    fn time(&mut self, _context: &mut Context<Self>) -> bool {
        false
    }

    /// Something was laid on top of the panes, or nothing lies there any more.
    fn covered(&mut self, _context: &mut Context<Self>) {}

    /// A screen that was pushed over this one has been left.
    fn returned(&mut self, _context: &mut Context<Self>) {}

    /// Something has happened: draws the consequences.
    fn renew(&mut self, _context: &mut Context<Self>) {}
}

/// What lies on top of the panes.
enum Dialog<A> {
    Line(Line),
    Menu(Menu<Answer<A>>),
    Form(Form<A>),
    Help(Help),
}

/// What the shell has for a screen.
pub struct Context<S: Screen> {
    /// The look.
    pub theme: Theme,
    /// The pane in focus.
    pub focus: S::Pane,
    /// Whether it is enlarged.
    pub zoom: bool,
    /// Whether Shift is held with the key that is acted on.
    pub shift: bool,
    /// The last one uppermost.
    dialogs: Vec<Dialog<S::Request>>,
    notice: Option<Notice>,
    copied: Option<String>,
    exit: Option<Exit>,
    pushed: Option<Box<dyn Program>>,
    style: KeyStyle,
    /// The screen as last drawn; empty before.
    area: Rect,
}

impl<S: Screen> Context<S> {
    fn new(theme: Theme, style: KeyStyle) -> Self {
        Self {
            theme,
            focus: S::PANES[0],
            zoom: false,
            shift: false,
            dialogs: Vec::new(),
            notice: None,
            copied: None,
            exit: None,
            pushed: None,
            style,
            area: Rect::ZERO,
        }
    }

    /// Says something in the bottom line until the next key.
    pub fn say(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice {
            text: text.into(),
            warning: false,
        });
    }

    /// Says that something did not go as wished.
    pub fn warn(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice {
            text: text.into(),
            warning: true,
        });
    }

    /// What is being said.
    pub fn said(&self) -> Option<&str> {
        self.notice.as_ref().map(|notice| notice.text.as_str())
    }

    /// The next move has been played after whatever is being said of a pass.
    pub fn age_pass(&mut self) {
        match self.said().and_then(words::after_pass) {
            Some(text) if text.is_empty() => self.say_nothing(),
            Some(text) => self.say(text),
            None => {}
        }
    }

    /// Says nothing any more.
    pub fn say_nothing(&mut self) {
        self.notice = None;
    }

    /// The look and the keys of these settings hold from now on.
    pub fn set(&mut self, settings: &Settings) {
        self.theme = Theme::new(settings, |name| std::env::var(name).ok());
        self.style = settings.keys;
    }

    /// Asks a question.
    pub fn ask(&mut self, menu: Menu<Answer<S::Request>>) {
        self.dialogs.push(Dialog::Menu(menu));
    }

    /// Asks a question that the person has not asked for: beneath what is open, which it does not take the place of. Half a
    /// typed line has no meaning any more.
    pub fn ask_beneath(&mut self, menu: Menu<Answer<S::Request>>) {
        self.dialogs
            .retain(|dialog| !matches!(dialog, Dialog::Line(_)));
        self.dialogs.insert(0, Dialog::Menu(menu));
    }

    /// Takes back the question of this title, wherever it lies.
    pub fn withdraw(&mut self, title: &str) {
        self.dialogs
            .retain(|dialog| !matches!(dialog, Dialog::Menu(menu) if menu.title == title));
    }

    /// Whether a question of this title is open.
    pub fn is_asking(&self, title: &str) -> bool {
        let mut dialogs = self.dialogs.iter();
        dialogs.any(|dialog| matches!(dialog, Dialog::Menu(menu) if menu.title == title))
    }

    /// Asks the same question in other words, the choice being as it was, where one of this title is open.
    pub fn ask_anew(&mut self, menu: Menu<Answer<S::Request>>) {
        let open = self.dialogs.iter_mut().find_map(|dialog| match dialog {
            Dialog::Menu(open) if open.title == menu.title => Some(open),
            _ => None,
        });
        if let Some(open) = open {
            let chosen = open.items.get(open.chosen).map(|item| item.initial);
            let place = menu
                .items
                .iter()
                .position(|item| Some(item.initial) == chosen);
            *open = Menu {
                chosen: place.unwrap_or(0),
                figures_shown: open.figures_shown,
                ..menu
            };
        }
    }

    /// Opens a dialog of lines.
    pub fn open(&mut self, form: Form<S::Request>) {
        self.dialogs.push(Dialog::Form(form));
    }

    /// Says something in the dialogs of lines that are open, as long as they are.
    pub fn foot(&mut self, text: &'static str) {
        for dialog in &mut self.dialogs {
            if let Dialog::Form(form) = dialog {
                form.foot = text;
            }
        }
    }

    /// Opens the line with this in it.
    pub fn open_line(&mut self, text: &str) {
        self.dialogs.push(Dialog::Line(text.into()));
    }

    /// Opens the line with pasted text in it.
    pub fn type_line(&mut self, text: &str) {
        let mut line = Line::default();
        type_into(&mut line, text, S::LINE);
        self.dialogs.push(Dialog::Line(line));
    }

    /// Whether something lies on top of the panes.
    pub const fn is_covered(&self) -> bool {
        !self.dialogs.is_empty()
    }

    /// Puts this into the terminal's clipboard.
    pub fn copy(&mut self, text: String) {
        self.copied = Some(text);
    }

    /// Leaves the screen without a question.
    pub fn leave(&mut self) {
        self.exit = Some(Exit::Quit);
    }

    /// Another screen over this one, which is found again as it is.
    pub fn push(&mut self, program: Box<dyn Program>) {
        self.pushed = Some(program);
    }

    /// The focus goes to a pane, unless there is nothing in it.
    fn go_to(&mut self, pane: S::Pane, screen: &S) {
        match screen.missing(pane) {
            Some(why) => self.say(why),
            None => self.focus = pane,
        }
    }

    /// The focus goes to the next pane in which there is something, round the ends.
    fn step(&mut self, forward: bool, screen: &S) {
        let all = S::PANES;
        let by = if forward { 1 } else { all.len() - 1 };
        let here = all.iter().position(|pane| *pane == self.focus).unwrap_or(0);
        let mut others = (1..all.len()).map(|count| all[(here + count * by) % all.len()]);
        let next = others.find(|pane| screen.missing(*pane).is_none());
        self.go_to(next.unwrap_or(all[(here + by) % all.len()]), screen);
    }

    const fn is_too_small(&self) -> bool {
        let (width, height) = S::LEAST;
        !self.area.is_empty() && (self.area.width < width || self.area.height < height)
    }

    /// The screen as last drawn; empty before.
    pub const fn area(&self) -> Rect {
        self.area
    }

    /// The same without the bottom line: where dialogs lie.
    pub fn above(&self) -> Rect {
        Rect {
            height: self.area.height.saturating_sub(1),
            ..self.area
        }
    }
}

/// A screen with the shell round it: what the loop runs.
pub struct Shell<S: Screen> {
    screen: S,
    context: Context<S>,
}

impl<S: Screen> Shell<S> {
    /// The screen that `open` makes, with the look of these settings.
    ///
    /// # Errors
    /// Those of `open`.
    pub fn open<E>(
        settings: &Settings,
        open: impl FnOnce(&mut Context<S>) -> Result<S, E>,
    ) -> Result<Self, E> {
        let theme = Theme::new(settings, |name| std::env::var(name).ok());
        Self::with_theme(theme, settings.keys, open)
    }

    /// The same with this look.
    ///
    /// # Errors
    /// Those of `open`.
    pub fn with_theme<E>(
        theme: Theme,
        style: KeyStyle,
        open: impl FnOnce(&mut Context<S>) -> Result<S, E>,
    ) -> Result<Self, E> {
        let mut context = Context::new(theme, style);
        let screen = open(&mut context)?;
        Ok(Self { screen, context })
    }

    /// The screen.
    pub const fn screen(&self) -> &S {
        &self.screen
    }

    /// What the shell has for it.
    pub const fn context(&self) -> &Context<S> {
        &self.context
    }

    /// The layer of what is uppermost.
    pub fn layer(&self) -> Layer {
        match self.context.dialogs.last() {
            _ if self.context.is_too_small() => Layer::TooSmall,
            Some(Dialog::Line(_)) => Layer::MoveLine,
            Some(Dialog::Menu(_)) => Layer::Menu,
            Some(Dialog::Form(form)) if form.is_listing() => Layer::List,
            Some(Dialog::Form(_)) => Layer::Form,
            Some(Dialog::Help(_)) => Layer::Help,
            None => self.screen.layer(&self.context),
        }
    }

    fn keymap(&self) -> &'static Keymap {
        Keymap::of(self.layer(), self.context.style)
    }

    /// Whether a key of the keymap can do something now.
    fn is_offered(&self, binding: &Binding) -> bool {
        let mut actions = binding.keys.iter().map(|it| it.1);
        self.context.is_covered() || actions.any(|it| self.screen.offers(it))
    }

    /// The keys of the bottom line, the most useful first.
    fn hints(&self) -> Vec<&'static Binding> {
        let mut hints = self.keymap().hints();
        hints.retain(|it| self.is_offered(it));
        hints
    }

    fn key(&mut self, key: &KeyEvent) -> Flow {
        if key.kind == KeyEventKind::Release {
            return Flow::Idle;
        }
        if is_interrupt(key) {
            return Flow::Exit(Exit::Interrupted);
        }
        self.context.notice = None;
        self.context.shift = key.modifiers.contains(KeyModifiers::SHIFT);
        let is_too_small = self.context.is_too_small();
        let is_text = match self.context.dialogs.last_mut() {
            _ if is_too_small => false,
            None => self.screen.type_key(key),
            Some(Dialog::Form(form)) => form.type_key(key),
            Some(_) => false,
        };
        if is_text {
            return Flow::DrawNow;
        }
        match self.keymap().action(key) {
            Some(Action::Interrupt) => return Flow::Exit(Exit::Interrupted),
            Some(Action::Suspend) => return Flow::Suspend,
            Some(Action::Redraw) => return Flow::Redraw,
            // No question could be shown; what is kept is kept all the same.
            Some(_) if self.context.is_too_small() => self.context.leave(),
            Some(action) if self.context.is_covered() => self.act_on_top(action),
            Some(action) => self.act(action),
            None => self.unbound(key),
        }
        Flow::DrawNow
    }

    /// A key that is not in the table: text for the line, the letter of an answer, or one to be named.
    fn unbound(&mut self, key: &KeyEvent) {
        let held = KeyModifiers::CONTROL | KeyModifiers::ALT;
        let letter = match key.code {
            KeyCode::Char(letter) if !key.modifiers.intersects(held) => Some(letter),
            _ => None,
        };
        let context = &mut self.context;
        let is_too_small = context.is_too_small();
        match (context.dialogs.last_mut(), letter) {
            _ if is_too_small => {}
            (Some(Dialog::Line(line)), _) if bottom::is_left(line, key) => {
                context.dialogs.pop();
            }
            (Some(Dialog::Line(line)), _) if key.code == KeyCode::Tab => {
                let text = line.value().to_owned();
                let layer = self.screen.layer(context);
                let all = commands::all(S::COMMANDS, Keymap::of(layer, context.style));
                let whole = match commands::complete(&text, &all) {
                    Some(completed) => {
                        context.say(completed.said);
                        Some(completed.line)
                    }
                    None => self.screen.complete(&text, context),
                };
                if let (Some(whole), Some(Dialog::Line(line))) = (whole, context.dialogs.last_mut())
                {
                    *line = whole.into();
                }
            }
            (Some(Dialog::Line(line)), letter)
                if letter.is_none() || line.value().chars().count() < S::LINE =>
            {
                let changed = line.handle_event(&Input::Key(*key));
                if changed.is_some_and(|changed| changed.value) && !is_command(line) {
                    self.screen.typing(line.value());
                }
            }
            (Some(Dialog::Form(form)), Some(letter)) => {
                form.by_initial(letter);
            }
            (Some(Dialog::Menu(menu)), Some(letter)) => {
                if let Some(answer) = menu.by_initial(letter) {
                    self.answer_question(answer);
                }
            }
            (None, _) => {
                if let Some(text) = self.screen.unbound(key) {
                    context.say(text);
                }
            }
            _ => {}
        }
    }

    /// A key of the screen.
    fn act(&mut self, action: Action) {
        let context = &mut self.context;
        match action {
            Action::Help => self.open_help(),
            Action::Quit => self.quit(),
            Action::Command => context.open_line(":"),
            // Where there is one pane they are for something else.
            Action::NextPane | Action::PreviousPane | Action::Pane(_) if S::PANES.len() < 2 => {
                self.screen.act(action, context);
            }
            Action::NextPane | Action::PreviousPane => {
                context.step(action == Action::NextPane, &self.screen);
            }
            Action::Pane(number) => {
                if let Some(&pane) = S::PANES.get(number) {
                    context.go_to(pane, &self.screen);
                }
            }
            Action::Zoom => context.zoom = !context.zoom,
            Action::Close if self.screen.close(context) => {}
            Action::Close => context.zoom = false,
            action => self.screen.act(action, context),
        }
    }

    /// A key of what lies on top.
    fn act_on_top(&mut self, action: Action) {
        let context = &mut self.context;
        let (area, above) = (context.area, context.above());
        match (context.dialogs.last_mut(), action) {
            (Some(Dialog::Help(help)), action) => {
                if !help.act(area, action) {
                    context.dialogs.pop();
                }
            }
            (_, Action::Help) => self.open_help(),
            (Some(Dialog::Menu(menu)), Action::Go(direction)) => {
                menu.step(direction == Direction::Down)
            }
            (Some(Dialog::Menu(menu)), Action::End(direction)) => {
                menu.end(direction == Direction::Down);
            }
            (Some(Dialog::Menu(menu)), Action::Page(direction)) => {
                menu.page(direction == Direction::Down, above);
            }
            (Some(Dialog::Menu(menu)), Action::Close) if menu.figures_shown => menu.turn_figures(),
            (Some(Dialog::Menu(menu)), action) => {
                let answer = match action {
                    Action::Accept => menu.answer(),
                    _ => menu.on_close.clone(),
                };
                self.answer_question(answer);
            }
            (Some(Dialog::Form(form)), Action::Go(direction)) => match direction {
                Direction::Up | Direction::Down => form.step(direction == Direction::Down),
                _ => form.change(direction == Direction::Right),
            },
            (Some(Dialog::Form(form)), Action::End(direction)) => {
                form.end(direction == Direction::Down);
            }
            (Some(Dialog::Form(form)), Action::Page(direction)) => {
                form.page(direction == Direction::Down, above);
            }
            (Some(Dialog::Form(form)), Action::List) => form.open_list(),
            (Some(Dialog::Form(form)), action) if form.is_listing() => {
                let is_taken = form.close_list(action == Action::Accept);
                if form.is_only_list {
                    let accepted = form.accept().ok().filter(|_| is_taken);
                    context.dialogs.pop();
                    if let Some(request) = accepted {
                        self.screen.perform(request, context);
                    }
                }
            }
            (Some(Dialog::Form(form)), Action::Accept) => match form.accept() {
                Ok(request) => {
                    context.dialogs.pop();
                    self.screen.perform(request, context);
                }
                Err(problem) => context.warn(problem),
            },
            (Some(Dialog::Form(form)), _) => {
                let is_changed = form.is_changed();
                context.dialogs.pop();
                if is_changed {
                    context.say("left as it was");
                }
            }
            (Some(Dialog::Line(line)), Action::Accept) => {
                let text = line.value().trim().to_owned();
                context.dialogs.pop();
                self.enter(&text);
            }
            (Some(Dialog::Line(line)), _) => {
                let is_command = is_command(line);
                context.dialogs.pop();
                if !is_command {
                    self.screen.untyped();
                }
            }
            _ => {
                context.dialogs.pop();
            }
        }
    }

    /// The answer to the question on top.
    fn answer_question(&mut self, answer: Answer<S::Request>) {
        let dialogs = &mut self.context.dialogs;
        match (answer, dialogs.last_mut()) {
            (Answer::Figures, Some(Dialog::Menu(menu))) => menu.turn_figures(),
            (answer, _) => {
                dialogs.pop();
                self.answer(answer);
            }
        }
    }

    fn answer(&mut self, answer: Answer<S::Request>) {
        match answer {
            Answer::Close | Answer::Figures => {}
            Answer::Leave => self.context.leave(),
            Answer::Do(request) => self.screen.perform(request, &mut self.context),
        }
    }

    /// Leaves, or asks first.
    fn quit(&mut self) {
        match self.screen.question() {
            Some(text) => {
                let answers = [('q', "Leave", Answer::Leave), ('s', "Stay", Answer::Close)];
                let question = Menu::new("Leave?", text, answers, Answer::Close);
                self.context.ask(question);
            }
            None => self.context.leave(),
        }
    }

    fn open_help(&mut self) {
        // What lies on top explains itself.
        let pane = if self.context.is_covered() {
            Vec::new()
        } else {
            self.screen.explain(self.context.focus)
        };
        let (layer, style, about) = (self.layer(), self.context.style, self.screen.help());
        let help = Help::new(layer, style, |it| self.is_offered(it), pane, about);
        self.context.dialogs.push(Dialog::Help(help));
    }

    /// What was typed: a command that every screen has, or something of the screen's own.
    fn enter(&mut self, text: &str) {
        let command = text.strip_prefix(COLONS);
        let entry = command.unwrap_or(text).trim();
        let lower = half_width(entry).to_ascii_lowercase();
        let all = commands::all(S::COMMANDS, self.keymap());
        let action = commands::action(&lower, &all);
        // Without such a key here the command may be the screen's own, such as `:edit` beside a game.
        let bound = action.filter(|it| self.keymap().has(*it));
        match (&*lower, bound) {
            ("", _) => {}
            _ if command.is_none() => self.screen.enter(entry, &mut self.context),
            ("help", _) => self.open_help(),
            ("quit" | "q", _) => self.quit(),
            (_, Some(action)) => self.act(action),
            _ if self.screen.command(entry, &mut self.context) => {}
            _ => match action {
                Some(action) => self.act(action),
                None => self.context.warn(commands::unknown(entry, &all)),
            },
        }
    }

    /// Pasted text goes where text is typed, and is never taken for keys.
    fn paste(&mut self, text: &str) {
        let context = &mut self.context;
        context.notice = None;
        let is_too_small = context.is_too_small();
        match context.dialogs.last_mut() {
            _ if text.trim().is_empty() => {}
            None if !is_too_small => self.screen.paste(text, context),
            Some(Dialog::Line(line)) => {
                type_into(line, text, S::LINE);
                if !is_command(line) {
                    self.screen.typing(line.value());
                }
            }
            Some(Dialog::Form(form)) => form.paste(text),
            _ => {}
        }
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Flow {
        let context = &mut self.context;
        let action = match mouse.kind {
            _ if context.is_too_small() => return Flow::Idle,
            MouseEventKind::Down(MouseButton::Left) => {
                return self.click((mouse.column, mouse.row));
            }
            kind if !context.is_covered() => self.screen.other_button(kind),
            _ => None,
        };
        match action {
            Some(action) => {
                context.notice = None;
                context.shift = false;
                self.screen.act(action, context);
                Flow::DrawNow
            }
            None if !context.is_covered() && !self.screen.wheel_scrolls(context) => Flow::Idle,
            None => wheel(mouse.kind).map_or(Flow::Idle, |key| self.key(&key)),
        }
    }

    /// A click is the key that it stands for, or goes to a pane.
    fn click(&mut self, at: (u16, u16)) -> Flow {
        // While something is said or typed the hints are not there.
        let said = self.context.notice.take().is_some();
        let above = self.context.above();
        let hinted = bottom::key_at(&self.hints(), self.context.area, at).filter(|_| !said);
        let code = match self.context.dialogs.last_mut() {
            Some(Dialog::Line(_)) => return Flow::DrawNow,
            Some(Dialog::Menu(menu)) => {
                let mut shown = menu.fitted(above);
                let is_there = shown.click(above, at);
                menu.chosen = shown.chosen;
                is_there.then_some(KeyCode::Enter)
            }
            Some(Dialog::Form(form)) => form.click(above, at),
            Some(Dialog::Help(_)) | None => None,
        };
        if let Some(key) = hinted.or(code.map(KeyEvent::from)) {
            return self.key(&key);
        }
        let panes = self.panes();
        let pane = panes.iter().find(|(_, place)| place.contains(at.into()));
        match pane {
            _ if self.context.is_covered() => {}
            Some(&(pane, place)) => {
                self.context.focus = pane;
                self.screen.click(pane, place, at, &mut self.context);
            }
            None if !said => return Flow::Idle,
            None => {}
        }
        Flow::DrawNow
    }

    /// Where each pane lies; those that do not fit are not in it.
    fn panes(&self) -> Vec<(S::Pane, Rect)> {
        let context = &self.context;
        let main = Rect {
            height: context.area.height.saturating_sub(2),
            ..context.area
        };
        let has_focus = self.screen.missing(context.focus).is_none();
        if !context.zoom || !has_focus {
            let panes = self.screen.layout(main);
            if !has_focus || panes.iter().any(|(pane, _)| *pane == context.focus) {
                return panes;
            }
        }
        // Enlarged, or without room beside the others: it is shown alone when the focus comes to it.
        vec![(context.focus, main)]
    }

    /// Draws everything; returns where the cursor stands when something is typed.
    fn render(&self, buffer: &mut Buffer) -> Option<(u16, u16)> {
        let context = &self.context;
        let (area, theme) = (context.area, &context.theme);
        if area.is_empty() {
            return None;
        }
        if context.is_too_small() {
            too_small(S::LEAST, area, buffer, theme);
            return None;
        }
        let typed_at = self.screen.draw(&self.panes(), context, buffer);
        let room = usize::from(area.width.saturating_sub(2));
        let status = shorten(&self.screen.status(theme), room, theme);
        let y = area.bottom().saturating_sub(2);
        let style = theme.style(Role::Text);
        write(buffer, area, area.x + 1, y, &status, style);
        let typed = match context.dialogs.last() {
            Some(Dialog::Line(line)) => Some((self.screen.prompt(), line)),
            _ => None,
        };
        let said = (typed, context.notice.as_ref());
        let cursor = bottom::render(said, &self.hints(), area, buffer, theme);
        for dialog in &context.dialogs {
            match dialog {
                Dialog::Line(_) => {}
                Dialog::Menu(menu) => {
                    menu.fitted(context.above())
                        .render(context.above(), buffer, theme)
                }
                Dialog::Form(form) => form.render(context.above(), buffer, theme),
                Dialog::Help(help) => help.render(buffer, theme),
            }
        }
        cursor.or(typed_at.filter(|_| !context.is_covered()))
    }
}

impl<S: Screen> Program for Shell<S> {
    fn update(&mut self, event: Event) -> Flow {
        let was_covered = self.context.is_covered();
        let drawn = |is_new: bool| if is_new { Flow::Draw } else { Flow::Idle };
        let flow = match event {
            Event::Key(key) => self.key(&key),
            Event::Paste(text) => {
                self.paste(&text);
                Flow::DrawNow
            }
            Event::Mouse(mouse) => self.mouse(mouse),
            Event::Resize => Flow::Draw,
            Event::Wake => drawn(self.screen.wake(&mut self.context)),
            Event::Due => drawn(self.screen.time(&mut self.context)),
            Event::TerminalGone => Flow::Exit(Exit::TerminalGone),
            Event::Panicked(message) => {
                self.context.warn(words::worker_panicked(&message));
                Flow::DrawNow
            }
            Event::Signal(signal) => Flow::of_signal(signal),
        };
        if was_covered != self.context.is_covered() {
            self.screen.covered(&mut self.context);
        }
        if flow != Flow::Idle {
            self.screen.renew(&mut self.context);
        }
        self.context.exit.take().map_or(flow, Flow::Exit)
    }

    fn due(&self) -> Option<Instant> {
        self.screen.due()
    }

    fn copied(&mut self) -> Option<String> {
        self.context.copied.take()
    }

    fn pushed(&mut self) -> Option<Box<dyn Program>> {
        self.context.pushed.take()
    }

    fn returned(&mut self, said: Option<String>) {
        self.screen.returned(&mut self.context);
        self.screen.renew(&mut self.context);
        if let Some(said) = said {
            self.context.say(said);
        }
    }

    fn leave(&mut self) -> Option<String> {
        self.screen.left()
    }

    fn draw(&mut self, frame: &mut Frame<'_>) {
        self.context.area = frame.area();
        let cursor = self.render(frame.buffer_mut());
        self.context.theme.glyphs.confine(frame.buffer_mut());
        // Shown only where text is typed.
        if let Some(position) = cursor {
            frame.set_cursor_position(position);
        }
    }
}

/// Whether a command is typed, and nothing that the screen makes something of while it is.
fn is_command(line: &Line) -> bool {
    line.value().starts_with(COLONS)
}

/// What a command begins with, on every keyboard.
const COLONS: [char; 2] = [':', '：'];

/// Types `text` into a line that takes so many characters; what is no character is a space.
fn type_into(line: &mut Line, text: &str, longest: usize) {
    let room = longest.saturating_sub(line.value().chars().count());
    for letter in text.trim().chars().take(room) {
        let letter = if letter.is_control() { ' ' } else { letter };
        line.handle(InputRequest::InsertChar(letter));
    }
}

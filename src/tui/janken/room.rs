//! The program that the loop runs: the match, what is known of its last round, what lies on top.

use std::time::Instant;

use ratatui::Frame;
use ratatui::layout::Rect;
use tui_input::Input;

use super::form::Form;
use super::layout::Pane;
use super::seen::{Habit, Seen, in_words};
use super::{Options, menus};
use crate::game::janken::Hand;
use crate::random::derive_seed;
use crate::reader::Insight;
use crate::reader::habits::Habits;
use crate::session::janken::{Kept, Match, Opened, Setup, open};
use crate::tui::Settings;
use crate::tui::app::Notice;
use crate::tui::event::{Event, Exit, Flow, Program};
use crate::tui::keys::{KeyStyle, Layer};
use crate::tui::screens::is_too_small;
use crate::tui::screens::menu::Menu;
use crate::tui::theme::Theme;
use crate::tui::words;

/// What lies on top of the panes.
pub(super) enum Dialog {
    /// A question, or the result.
    Menu(Menu),
    /// The new match dialog.
    Form(Form),
    /// The line in which hands and commands are typed.
    Line(Input),
}

/// A person at janken.
pub struct Room {
    pub(super) theme: Theme,
    pub(super) keys: KeyStyle,
    pub(super) game: Match,
    /// What the hand that is fixed comes from: not to be shown before the round.
    ahead: Insight,
    /// What the last hand came from.
    pub(super) insight: Option<Insight>,
    pub(super) habits: Vec<Habit>,
    counts: Habits,
    /// A match that was kept, while it is asked about.
    pub(super) held: Option<Kept>,
    pub(super) focus: Pane,
    pub(super) zoom: bool,
    pub(super) dialog: Option<Dialog>,
    /// The help for a layer, and how far it is scrolled.
    pub(super) help: Option<(Layer, u16)>,
    pub(super) notice: Option<Notice>,
    /// What is to go to the clipboard.
    pub(super) copied: Option<String>,
    /// Since when the person can choose.
    pub(super) since: Instant,
    /// The file of matches; `None` when nothing is kept.
    pub(super) file: Option<String>,
    seed: u64,
    name: String,
    matches: u64,
    pub(super) area: Rect,
}

/// Whether going on with `kept` is no other thing than what was asked for.
fn is_asked_for(kept: &Setup, options: &Options) -> bool {
    let [opponent, length, seed] = options.asked;
    (!opponent || kept.opponent == options.setup.opponent)
        && (!length || kept.length == options.setup.length)
        && (!seed || kept.seed == options.setup.seed)
}

impl Room {
    /// Opens the room: goes on with the match that was kept, or begins one.
    pub fn new(settings: Settings, options: Options) -> Self {
        let theme = Theme::new(&settings, |name| std::env::var(name).ok());
        Self::with_theme(theme, settings.keys, options)
    }

    /// The same with this look.
    pub fn with_theme(theme: Theme, keys: KeyStyle, options: Options) -> Self {
        let Opened {
            kept,
            journal,
            trouble,
        } = options.data.as_deref().map(open).unwrap_or_default();
        let file = journal.as_ref().map(|it| it.path().display().to_string());
        let name = format!("{}-1", options.name);
        let mut room = Self {
            theme,
            keys,
            game: Match::new(options.setup.clone(), name, journal),
            ahead: Insight::default(),
            insight: None,
            habits: Vec::new(),
            counts: Habits::of(&[]),
            held: None,
            focus: Pane::Table,
            zoom: false,
            dialog: None,
            help: None,
            notice: None,
            copied: None,
            since: Instant::now(),
            file,
            seed: options.setup.seed,
            name: options.name.clone(),
            matches: 1,
            area: Rect::ZERO,
        };
        match kept {
            Some(kept) if is_asked_for(&kept.setup, &options) => room.go_on(kept),
            Some(kept) => {
                room.dialog = Some(Dialog::Menu(menus::resume(&kept)));
                room.held = Some(kept);
            }
            None => {}
        }
        room.look_ahead();
        if !trouble.is_empty() {
            room.say(trouble.join(" "), true);
        }
        room
    }

    /// Goes on with a match that was kept.
    pub(super) fn go_on(&mut self, kept: Kept) {
        let rounds = kept.rows.len();
        let level = kept.setup.opponent.to_string();
        self.seed = kept.setup.seed;
        self.game.go_on(kept);
        self.insight = None;
        self.look_ahead();
        self.say(
            format!("Your match against {level} goes on after round {rounds}. n begins a new one."),
            false,
        );
    }

    /// Begins another match.
    pub(super) fn begin(&mut self, setup: Setup) {
        self.matches += 1;
        let name = format!("{}-{}", self.name, self.matches);
        self.game.restart(setup, name);
        self.insight = None;
        self.look_ahead();
        self.tell_trouble();
    }

    /// The seed of the next match: others than those before, and the same for the same sitting.
    pub(super) fn next_seed(&self) -> u64 {
        derive_seed(self.seed, &[self.matches])
    }

    fn look_ahead(&mut self) {
        self.ahead = self.game.insight();
        self.counts = self.game.habits();
        self.habits = in_words(&self.counts);
        self.since = Instant::now();
    }

    /// Plays a hand.
    pub(super) fn throw(&mut self, hand: Hand) {
        let rt_ms = self.since.elapsed().as_secs_f64() * 1000.0;
        if self.game.play(hand, Some(rt_ms)).is_err() {
            self.say(
                "The match is over: n begins another, Enter shows the result.",
                false,
            );
            return;
        }
        self.insight = Some(std::mem::take(&mut self.ahead));
        self.look_ahead();
        self.tell_trouble();
        if self.game.is_over() {
            self.show_result();
        }
    }

    pub(super) fn show_result(&mut self) {
        let menu = menus::result(&self.game, &self.habits, self.theme.glyphs.dash);
        self.dialog = Some(Dialog::Menu(menu));
    }

    fn tell_trouble(&mut self) {
        if let Some(trouble) = self.game.trouble() {
            self.say(trouble, true);
        }
    }

    pub(super) fn say(&mut self, text: impl Into<String>, warning: bool) {
        self.notice = Some(Notice {
            text: text.into(),
            warning,
        });
    }

    /// The match.
    pub const fn game(&self) -> &Match {
        &self.game
    }

    /// Returns once all rounds are on the disk, as far as the system can be believed.
    pub fn sync(&self) {
        let _ = self.game.sync();
    }

    pub(super) fn seen(&self) -> Seen<'_> {
        Seen {
            game: &self.game,
            insight: self.insight.as_ref(),
            habits: &self.habits,
            counts: &self.counts,
            theme: &self.theme,
        }
    }

    /// Whether leaving now leaves something unfinished.
    pub(super) fn is_going_on(&self) -> bool {
        !self.game.is_over() && !self.game.played().is_empty()
    }

    /// The layer that keys go to.
    pub(super) fn layer(&self) -> Layer {
        if is_too_small(self.area) {
            return Layer::TooSmall;
        }
        if self.help.is_some() {
            return Layer::Help;
        }
        match self.dialog {
            Some(Dialog::Menu(_)) => Layer::Menu,
            Some(Dialog::Form(_)) => Layer::Form,
            Some(Dialog::Line(_)) => Layer::MoveLine,
            None if self.game.is_over() => Layer::JankenOver,
            None => Layer::Janken,
        }
    }
}

impl Program for Room {
    fn update(&mut self, event: Event) -> Flow {
        match event {
            Event::Key(key) => self.key(&key),
            Event::Paste(_) => {
                self.say("Pasted text plays no hands: one key is one hand.", false);
                Flow::DrawNow
            }
            Event::Resize => Flow::Draw,
            Event::Mouse(mouse) => self.mouse(mouse),
            Event::Wake | Event::Due => Flow::Idle,
            Event::TerminalGone => Flow::Exit(Exit::TerminalGone),
            Event::Panicked(message) => {
                self.say(words::worker_panicked(&message), true);
                Flow::DrawNow
            }
            Event::Signal(signal) => crate::tui::update::on_signal(signal).flow,
        }
    }

    fn copied(&mut self) -> Option<String> {
        self.copied.take()
    }

    fn draw(&mut self, frame: &mut Frame<'_>) {
        self.area = frame.area();
        if let Some(cursor) = self.render(frame.buffer_mut()) {
            frame.set_cursor_position(cursor);
        }
    }
}

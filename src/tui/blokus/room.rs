//! The program that the loop runs: the game, what is known of it, what lies on top.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use ratatui::Frame;
use ratatui::layout::Rect;
use tui_input::Input;

use super::form::Form;
use super::ghost::{Ghost, corners, playable};
use super::layout::{LEAST, Pane};
use super::seen::Seen;
use super::{Options, menus};
use crate::evolve::snapshot::Snapshot;
use crate::evolve::worker::Event as Bred;
use crate::game::Side;
use crate::game::blokus::{Move, Position, Square, Squares};
use crate::random::derive_seed;
use crate::record::blokus::{Folder, Journal, Kept};
use crate::roster::kit::Kit as _;
use crate::search::budget::Cancel;
use crate::session::Rival;
use crate::session::Turn;
use crate::session::blokus::rivals::Rivals;
use crate::session::blokus::standing::Strength;
use crate::session::blokus::words as blokus_words;
use crate::session::blokus::worker::{Answer, Thought};
use crate::session::blokus::{Setup, Table, words as rules};
use crate::session::worker::Worker;
use crate::tui::Settings;
use crate::tui::app::Notice;
use crate::tui::event::{Event, Exit, Flow, Program, Waker};
use crate::tui::keys::{KeyStyle, Layer};
use crate::tui::screens::menu::Menu;
use crate::tui::theme::Theme;
use crate::tui::words;

/// What lies on top of the panes.
pub(super) enum Dialog {
    /// A question, a word, or the result.
    Menu(Menu),
    /// The new game dialog.
    Form(Form),
    /// The line for moves and commands.
    Line(Input),
}

/// Keeps the seed of the breeding apart from those of games.
const BREEDING: u64 = u64::MAX;

/// A person at Blokus Duo.
pub struct Room {
    pub(super) theme: Theme,
    pub(super) keys: KeyStyle,
    pub(super) table: Table,
    pub(super) ghost: Ghost,
    /// The move after which the board is shown, while it is not the last one.
    pub(super) looking: Option<usize>,
    thinker: Worker<Thought>,
    judge: Worker<Thought>,
    answers: Receiver<Answer>,
    /// Raised when the machine's move or the hint that is worked out is no longer wanted.
    wanted: Cancel,
    /// Number of the request whose answer is waited for.
    request: u64,
    /// The machine's move, and when it may be shown.
    ready: Option<(Instant, Move)>,
    /// Least time between two moves.
    pace: Duration,
    moved_at: Instant,
    rates: HashMap<Position, f64>,
    /// A position is with the judge.
    is_judging: bool,
    /// A game that was kept, while it is asked about.
    pub(super) held: Option<Kept>,
    pub(super) focus: Pane,
    pub(super) zoom: bool,
    pub(super) dialog: Option<Dialog>,
    /// The help for a layer, and how far it is scrolled.
    pub(super) help: Option<(Layer, u16)>,
    pub(super) notice: Option<Notice>,
    /// What is to go to the clipboard.
    pub(super) copied: Option<String>,
    /// The result has been shown.
    told: bool,
    folder: Option<Folder>,
    seed: u64,
    name: String,
    games: u64,
    pub(super) area: Rect,
    /// The breeding behind the sitting, and its news.
    rivals: Option<Rivals>,
    bred: Receiver<(u64, Bred)>,
    /// Which pair of weights the rivals are shown by.
    pub(super) axes: usize,
    /// What the last measured game came to.
    measured: Option<Strength>,
}

impl Room {
    /// Opens the room: asks whether a game that was kept goes on, or begins one.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn new(settings: &Settings, options: Options, waker: Waker) -> std::io::Result<Self> {
        let theme = Theme::new(settings, |name| std::env::var(name).ok());
        Self::with_theme(theme, settings, options, waker)
    }

    /// The same with this look.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn with_theme(
        theme: Theme,
        settings: &Settings,
        options: Options,
        waker: Waker,
    ) -> std::io::Result<Self> {
        let (sender, answers) = channel();
        let breeding_waker = waker.clone();
        let sink = |waker: Waker| {
            let sender = sender.clone();
            move |answer| {
                let _ = sender.send(answer);
                waker.wake();
            }
        };
        let thinker = Worker::start("thinker", false, sink(waker.clone()))?;
        let judge = Worker::start("judge", true, sink(waker))?;
        let mut trouble = Vec::new();
        let (bred_sender, bred) = channel();
        let mut rivals = if options.breed {
            let seed = derive_seed(options.setup.seed, &[BREEDING]);
            let listener = Arc::new(move |number, event| {
                let _ = bred_sender.send((number, event));
                breeding_waker.wake();
            });
            Rivals::start(&Position::default_evolution(), None, seed, listener)
                .map_err(|error| trouble.push(no_rivals(&error.to_string())))
                .ok()
        } else {
            None
        };
        if let (Some(rivals), Some(data)) = (&mut rivals, &options.data) {
            trouble.extend(rivals.remember(data, &options.person));
        }
        let folder = options.data.as_deref().and_then(|data| {
            let opened = Folder::open(data);
            opened
                .map_err(|error| trouble.push(blokus_words::not_kept(&error.to_string())))
                .ok()
        });
        let kept = match (&folder, &options.loaded) {
            (Some(folder), None) => folder.unfinished().unwrap_or_else(|error| {
                trouble.push(blokus_words::damaged(&error.to_string()));
                None
            }),
            _ => None,
        };
        let journal = folder.as_ref().map(|it| journal(it, &options.name, 1));
        let table = match &options.loaded {
            Some(loaded) => Table::from_line(options.setup, loaded.line.clone(), journal),
            None => Table::new(options.setup, journal),
        };
        let own = table.own_side();
        let mut room = Self {
            theme,
            keys: settings.keys,
            table,
            ghost: Ghost::new(Square::start(own)),
            looking: None,
            thinker,
            judge,
            answers,
            wanted: Cancel::new(),
            request: 0,
            ready: None,
            pace: Duration::from_millis(u64::from(settings.pace)),
            moved_at: Instant::now(),
            rates: HashMap::new(),
            is_judging: false,
            held: None,
            focus: Pane::Board,
            zoom: false,
            dialog: None,
            help: None,
            notice: None,
            copied: None,
            told: false,
            folder,
            seed: options.setup.seed,
            name: options.name,
            games: 1,
            area: Rect::ZERO,
            rivals,
            bred,
            axes: 0,
            measured: None,
        };
        match kept {
            Some(kept) if kept.is_latest => {
                room.dialog = Some(Dialog::Menu(menus::resume(&kept, options.setup.opponent)));
                room.held = Some(kept);
            }
            Some(kept) => {
                room.settle();
                let opponent = Table::opponent_of(&kept.header, options.setup.opponent);
                let waits = format!(
                    "A game against {opponent} was left after move {}: :resume continues it.",
                    kept.line.ply()
                );
                room.say(waits, false);
            }
            None => room.settle(),
        }
        if let Some(loaded) = options.loaded {
            room.say(loaded.said, false);
        }
        if !trouble.is_empty() {
            room.say(trouble.join(" "), true);
        }
        Ok(room)
    }

    /// Goes on with a game that was kept.
    pub(super) fn go_on(&mut self, kept: Kept) {
        let otherwise = self.table.setup().opponent;
        let moves = kept.line.ply();
        self.begin_with(Table::resume(kept, otherwise));
        let opponent = self.table.setup().opponent.to_string();
        self.say(
            format!("Your game against {opponent} goes on after move {moves}. g begins a new one."),
            false,
        );
    }

    /// Continues the latest game that was left, other than the one on the table, which is kept.
    pub(super) fn resume(&mut self) {
        let found = self.folder.as_ref().map(Folder::unfinished);
        match found.transpose() {
            Ok(found) => match found.flatten() {
                Some(kept) => self.go_on(kept),
                None => self.say("no unfinished game is kept", false),
            },
            Err(error) => self.say(blokus_words::damaged(&error.to_string()), true),
        }
    }

    /// Begins another game.
    pub(super) fn begin(&mut self, setup: Setup) {
        let journal = self.next_journal();
        self.begin_with(Table::new(setup, journal));
    }

    /// The file of another game.
    pub(super) fn next_journal(&mut self) -> Option<Journal> {
        self.games += 1;
        let folder = self.folder.as_ref();
        folder.map(|it| journal(it, &self.name, self.games))
    }

    /// What comes now is another game than the one that is over, whose file and measurement stay.
    pub(super) fn leave_finished(&mut self) {
        if self.table.is_over() {
            let journal = self.next_journal();
            self.table.keep_in(journal);
            self.told = false;
            self.measured = None;
        }
    }

    fn begin_with(&mut self, table: Table) {
        self.table = table;
        self.told = false;
        self.measured = None;
        self.ghost = Ghost::new(Square::start(self.table.own_side()));
        self.settle();
    }

    /// The seed of the next game: others than those before, and the same for the same sitting.
    pub(super) fn next_seed(&self) -> u64 {
        derive_seed(self.seed, &[self.games])
    }

    /// The game has moved on: tells passes and trouble, asks the machine, the judge, shows the result.
    pub(super) fn settle(&mut self) {
        self.drop_requests();
        self.looking = None;
        self.moved_at = Instant::now();
        self.tell_passes();
        let position = *self.table.position();
        match self.table.turn() {
            Turn::Machine(_) => {
                if let Some(task) = self.table.task(self.request) {
                    self.thinker.ask(Thought::Move(task), &self.wanted);
                }
            }
            Turn::Person(side) => self.ghost.keep_to(position.left(side)),
            Turn::Over(_) => self.tell_result(),
        }
        self.ask_judge();
        if let Some(trouble) = self.table.trouble() {
            self.say(trouble, true);
        }
    }

    /// Nobody waits for the machine's move or the hint any more.
    pub(super) fn drop_requests(&mut self) {
        self.wanted.cancel();
        self.wanted = Cancel::new();
        self.request += 1;
        self.ready = None;
    }

    fn tell_passes(&mut self) {
        for side in self.table.take_passes() {
            let first = self.table.count_passes(side) == 1;
            let left = self.table.position().left(side).len();
            let two = self.table.is_for_two();
            let you = self.table.is_person(side) && !two;
            let text = rules::passed(side, you, first, left);
            if you && first && self.dialog.is_none() {
                self.dialog = Some(Dialog::Menu(menus::no_move(text)));
            } else {
                self.say(text, false);
            }
        }
    }

    /// Shows the result of a game that has just ended, when nothing lies on top.
    pub(super) fn tell_result(&mut self) {
        if self.table.is_over() && !self.told && self.dialog.is_none() {
            self.show_result();
        }
    }

    pub(super) fn show_result(&mut self) {
        if !self.told {
            self.measure();
        }
        self.told = true;
        let measured = match self.measured {
            Some(strength) => Some(rules::measured(&strength)),
            None if self.counts() == Some(false) => Some(
                "Not measured: with a hint, something taken back, or a beginning from elsewhere."
                    .to_owned(),
            ),
            None => None,
        };
        self.dialog = Some(Dialog::Menu(menus::result(&self.table, measured)));
    }

    fn measure(&mut self) {
        if let Some(rivals) = &mut self.rivals {
            self.measured = rivals.conclude(&self.table);
            if let Some(trouble) = rivals.trouble() {
                self.say(trouble, true);
            }
        }
    }

    /// The breeding as it was last heard of.
    pub(super) fn snapshot(&self) -> Option<&Snapshot> {
        self.rivals.as_ref().map(|it| &**it.snapshot())
    }

    /// What the rivals are bred for, in a line.
    pub(super) fn bred_for(&self) -> String {
        let Some(rivals) = &self.rivals else {
            return "no rivals are bred in this sitting".to_owned();
        };
        if let Some(why) = rivals.broken() {
            return no_rivals(why);
        }
        match rivals.strength() {
            Some(it) => bred_for_you(it.target, it.is_beyond(), it.games),
            None => format!(
                "rivals for D {:.0}, as easy, until a game of yours is measured",
                rivals.snapshot().target
            ),
        }
    }

    /// The rivals that can be played, each with a word on it.
    pub(super) fn offered(&self) -> Vec<(Rival<Position>, String)> {
        let Some(rivals) = &self.rivals else {
            return Vec::new();
        };
        let strength = rivals.strength();
        let note = |rival: &Rival<Position>| match strength {
            _ if !rival.is_certified() => "not shown to be level: the nearest found".to_owned(),
            None => format!("bred for D {:.0}, until you are measured", rival.target),
            Some(it) if (it.target - rival.target).abs() >= 1.0 => {
                format!("bred for your earlier level, D {:.0}", rival.target)
            }
            Some(it) if it.is_beyond() => "the strongest bred: you are stronger".to_owned(),
            Some(_) => "bred to be your equal, in its own style".to_owned(),
        };
        let offered = rivals.offered().iter();
        offered.map(|rival| (rival.clone(), note(rival))).collect()
    }

    /// Whether the game counts toward the person's strength; `None` where nobody is measured.
    pub(super) fn counts(&self) -> Option<bool> {
        (self.rivals.is_some() && !self.table.is_for_two()).then(|| self.table.is_measured())
    }

    /// Whether help has to be asked about first: it would make the game practice.
    pub(super) fn help_costs(&self) -> bool {
        self.rivals.is_some() && self.table.help_costs()
    }

    /// Asks for a good move.
    pub(super) fn ask_hint(&mut self) {
        if !matches!(self.table.turn(), Turn::Person(_)) {
            self.say(blokus_words::NO_HINT, false);
            return;
        }
        self.drop_requests();
        self.looking = None;
        self.table.help();
        let position = Box::new(*self.table.position());
        let thought = Thought::Hint(self.request, position);
        self.thinker.ask(thought, &self.wanted);
        self.say("looking for a good move ...", false);
    }

    /// Gives the judge the latest position that it has not seen.
    fn ask_judge(&mut self) {
        if self.is_judging {
            return;
        }
        let unknown = |it: &&Position| !self.rates.contains_key(*it);
        let positions = self.table.line().positions();
        if let Some(position) = positions.iter().rev().find(unknown) {
            self.is_judging = true;
            let thought = Thought::Rate(Box::new(*position));
            self.judge.ask(thought, &Cancel::new());
        }
    }

    fn hear(&mut self) -> Flow {
        let mut flow = Flow::Idle;
        while let Ok((number, event)) = self.bred.try_recv() {
            flow = Flow::Draw;
            match self.rivals.as_mut().map(|it| it.handle(number, event)) {
                Some(Err(message)) => self.say(no_rivals(&message), true),
                // A word that is being read stays.
                Some(Ok(true)) if self.notice.is_none() => {
                    self.say("your rivals are ready: g offers them", false);
                }
                _ => {}
            }
        }
        while let Ok(answer) = self.answers.try_recv() {
            flow = Flow::Draw;
            match answer {
                Answer::Move(id, mv) if id == self.request => {
                    self.ready = Some((self.moved_at + self.pace, mv));
                }
                Answer::Hint(id, hint) if id == self.request => {
                    if let Some(hint) = hint {
                        self.ghost.show(hint.placement);
                        let at = hint.placement.reference().to_string().to_ascii_uppercase();
                        let name = hint.placement.piece().name();
                        self.say(
                            format!(
                                "hint: {name} on {at} wins {:.0} % of its random games; Enter \
                                 plays it",
                                100.0 * hint.share
                            ),
                            false,
                        );
                    }
                }
                Answer::Move(..) | Answer::Hint(..) => {}
                Answer::Rate(position, rate) => {
                    self.rates.insert(*position, rate);
                    self.is_judging = false;
                    self.ask_judge();
                }
                Answer::Broken(message) => {
                    self.is_judging = false;
                    self.say(broke_down(&message), true);
                    if let Turn::Machine(_) = self.table.turn() {
                        // The game goes on: somebody simple stands in for the one who broke down.
                        self.table.stand_in();
                        self.settle();
                        self.say(broke_down(&message), true);
                    }
                }
            }
        }
        self.show_ready().unwrap_or(flow)
    }

    /// Plays the machine's move when its time has come.
    fn show_ready(&mut self) -> Option<Flow> {
        let (at, mv) = self.ready?;
        if at > Instant::now() {
            return None;
        }
        if !self.table.answer(mv) {
            self.table.stand_in();
        }
        self.settle();
        Some(Flow::Draw)
    }

    pub(super) fn say(&mut self, text: impl Into<String>, warning: bool) {
        self.notice = Some(Notice {
            text: text.into(),
            warning,
        });
    }

    /// The game.
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// The piece in hand.
    pub const fn ghost(&self) -> &Ghost {
        &self.ghost
    }

    /// Who plays against the person, in words.
    pub(super) fn opponent(&self) -> String {
        menus::opponent(&self.table)
    }

    /// How often Black wins after each move, where it is known.
    pub(super) fn rates(&self) -> Vec<Option<f64>> {
        let positions = self.table.line().positions().iter();
        positions.map(|it| self.rates.get(it).copied()).collect()
    }

    pub(super) fn seen<'a>(&'a self, rates: &'a [Option<f64>]) -> Seen<'a> {
        let ply = self.looking.unwrap_or_else(|| self.table.line().ply());
        let positions = self.table.line().positions();
        let position = positions.get(ply).unwrap_or(self.table.position());
        let to_move = match self.table.turn() {
            Turn::Person(side) if self.looking.is_none() => Some(side),
            _ => None,
        };
        let ghost = to_move.map(|_| &self.ghost);
        Seen {
            table: &self.table,
            ply,
            position,
            ghost,
            verdict: ghost.and_then(|it| it.verdict(position)),
            playable: Side::BOTH.map(|side| playable(position, side)),
            corners: to_move.map_or(Squares::EMPTY, |side| corners(position, side)),
            rates,
            own: self.table.own_side(),
            theme: &self.theme,
        }
    }

    /// Whether the terminal is too small for the board.
    pub(super) const fn is_too_small(&self) -> bool {
        let area = self.area;
        !area.is_empty() && (area.width < LEAST.0 || area.height < LEAST.1)
    }

    /// The layer that keys go to.
    pub(super) fn layer(&self) -> Layer {
        if self.is_too_small() {
            return Layer::TooSmall;
        }
        if self.help.is_some() {
            return Layer::Help;
        }
        match self.dialog {
            Some(Dialog::Menu(_)) => Layer::Menu,
            Some(Dialog::Form(_)) => Layer::Form,
            Some(Dialog::Line(_)) => Layer::MoveLine,
            None if self.table.is_over() => Layer::BlokusOver,
            None => Layer::Blokus,
        }
    }
}

/// The file of the game of this number.
fn journal(folder: &Folder, name: &str, number: u64) -> Journal {
    folder.begin(&format!("{name}-{number:04}"))
}

impl Program for Room {
    fn update(&mut self, event: Event) -> Flow {
        match event {
            Event::Key(key) => self.key(&key),
            Event::Paste(text) => self.paste(&text),
            Event::Mouse(mouse) => self.mouse(mouse),
            Event::Resize => Flow::Draw,
            Event::Wake => self.hear(),
            Event::Due => self.show_ready().unwrap_or(Flow::Idle),
            Event::TerminalGone => Flow::Exit(Exit::TerminalGone),
            Event::Panicked(message) => {
                self.say(words::worker_panicked(&message), true);
                Flow::DrawNow
            }
            Event::Signal(signal) => crate::tui::update::on_signal(signal).flow,
        }
    }

    fn due(&self) -> Option<Instant> {
        self.ready.map(|(at, _)| at)
    }

    fn copied(&mut self) -> Option<String> {
        self.copied.take()
    }

    fn draw(&mut self, frame: &mut Frame<'_>) {
        self.area = frame.area();
        if let Some(position) = self.render(frame.buffer_mut()) {
            frame.set_cursor_position(position);
        }
    }
}

fn broke_down(message: &str) -> String {
    format!("a thought broke down: {message}")
}

fn no_rivals(why: &str) -> String {
    format!("no rivals: {why}")
}

/// What rivals are bred for; `beyond` where the person is stronger than any.
fn bred_for_you(target: f64, beyond: bool, games: u32) -> String {
    let games = if games == 1 {
        "1 game".to_owned()
    } else {
        format!("{games} games")
    };
    if beyond {
        format!("rivals for D {target:.0}, the strongest: you seem to be stronger, from {games}")
    } else {
        format!("rivals even with an agent of D {target:.0}, as you seem to be from {games}")
    }
}

//! The game, what is known of it, and what is shown of it.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{MouseButton, MouseEventKind};
use ratatui::layout::{Margin, Rect};
use ratatui::widgets::{Paragraph, Widget as _, Wrap};

use super::ghost::{Ghost, corners, playable};
use super::layout::{LEAST, Pane, layout};
use super::view::View;
use super::{Options, board, dialogs, moves, rate, tray};
use crate::Settings;
use crate::event::Waker;
use crate::keys::{Action, Direction, Layer};
use crate::panes::fitness::FitnessView;
use crate::panes::frame;
use crate::panes::population::PopulationView;
use crate::screens::menu::Menu;
use crate::shell::{Answer, Context, Screen};
use crate::theme::{Role, Theme};
use koteki_engine::search::budget::Cancel;
use koteki_games::Side;
use koteki_games::blokus::{Move, Position, Square, Squares};
use koteki_games::random::derive_seed;
use koteki_record::blokus::{Folder, Journal, Kept};
use koteki_rivals::evolve::snapshot::Snapshot;
use koteki_rivals::evolve::worker::Event as Bred;
use koteki_rivals::roster::kit::Kit as _;
use koteki_session::blokus::rivals::Rivals;
use koteki_session::blokus::standing::Strength;
use koteki_session::blokus::words;
use koteki_session::blokus::worker::{Answer as Found, Thought};
use koteki_session::blokus::{Setup, Table, words as rules};
use koteki_session::worker::Worker;
use koteki_session::{Rival, Turn};

/// What the help says beside the keys, a paragraph a line: the help breaks them.
const HELP_ABOUT: [&str; 14] = [
    "The game",
    "  Each side has 21 pieces. The first covers its start square (Black E10, White J5).",
    "  Every other piece touches one of your own at a corner, and none of your own along an edge. Touching the other \
     side's pieces is always allowed. If you cannot place a piece, you pass; the game ends when neither side can. \
     More squares covered win.",
    "  Measured game: no help, counts toward your strength. Practice game: with a hint or a move taken back, does \
     not count. A game that is left is kept and is no loss: :resume continues the latest one.",
    "",
    "What is shown",
    "  Dots on the board: corners at which one of your pieces still fits.",
    "  [ ] the piece in hand where it fits; x x where it does not, with the reason beneath.",
    "  Bright pieces fit somewhere, names in brackets fit nowhere now, dotted ones are placed.",
    "  Winning rate: playouts are games played on at random from the position; the share that you win.",
    "",
    "Typed after : (any notation)",
    "  squares e10,d11,e11,f11,e12 (Pentobi's names), codes 46t3 (contests: column, row, piece, form)",
    "  :new :resume :undo :redo :hint :copy :save FILE :save! FILE :help :quit",
];

/// What is asked for by questions and dialogs.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// The new game dialog.
    New,
    /// Another game.
    Begin(Setup),
    /// The same again.
    Rematch,
    /// The game that was kept.
    Resume,
    /// Not that game.
    Decline,
    /// The last placement back.
    Undo,
    /// A good move.
    Hint,
}

/// Keeps the seed of the breeding apart from those of games.
const BREEDING: u64 = u64::MAX;

/// A person at Blokus Duo.
pub struct BlokusScreen {
    pub(super) table: Table,
    pub(super) ghost: Ghost,
    /// The move after which the board is shown, while it is not the last one.
    pub(super) looking: Option<usize>,
    thinker: Worker<Thought>,
    judge: Worker<Thought>,
    answers: Receiver<Found>,
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
    held: Option<Kept>,
    /// The result has been shown.
    is_shown: bool,
    folder: Option<Folder>,
    seed: u64,
    name: String,
    games: u64,
    /// The breeding behind the sitting, and its news.
    rivals: Option<Rivals>,
    bred: Receiver<(u64, Bred)>,
    /// Which pair of weights the rivals are shown by.
    pub(super) axes: usize,
    /// What the last measured game came to.
    measured: Option<Strength>,
}

impl BlokusScreen {
    /// Asks whether a game that was kept goes on, or begins one. Its threads use `waker` when they have something
    /// to show.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn open(
        settings: &Settings,
        options: Options,
        waker: Waker,
        context: &mut Context<Self>,
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
                .map_err(|error| trouble.push(words::not_kept(&error.to_string())))
                .ok()
        });
        let kept = match (&folder, &options.loaded) {
            (Some(folder), None) => folder.unfinished().unwrap_or_else(|error| {
                trouble.push(words::damaged(&error.to_string()));
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
        let mut screen = Self {
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
            is_shown: false,
            folder,
            seed: options.setup.seed,
            name: options.name,
            games: 1,
            rivals,
            bred,
            axes: 0,
            measured: None,
        };
        match kept {
            Some(kept) if kept.is_latest => {
                context.ask(dialogs::resume(&kept, options.setup.opponent));
                screen.held = Some(kept);
            }
            Some(kept) => {
                screen.settle(context);
                let opponent = Table::opponent_of(&kept.header, options.setup.opponent);
                let waits = format!(
                    "A game against {opponent} was left after move {}: :resume continues it.",
                    kept.line.ply()
                );
                context.say(waits);
            }
            None => screen.settle(context),
        }
        if let Some(loaded) = options.loaded {
            context.say(loaded.said);
        }
        if !trouble.is_empty() {
            context.warn(trouble.join(" "));
        }
        Ok(screen)
    }

    /// Goes on with a game that was kept.
    fn go_on(&mut self, kept: Kept, context: &mut Context<Self>) {
        let otherwise = self.table.setup().opponent;
        let moves = kept.line.ply();
        self.begin_with(Table::resume(kept, otherwise), context);
        let opponent = self.table.setup().opponent.to_string();
        context.say(format!(
            "Your game against {opponent} goes on after move {moves}. g begins a new one."
        ));
    }

    /// Continues the latest game that was left, other than the one on the table, which is kept.
    pub(super) fn resume(&mut self, context: &mut Context<Self>) {
        let found = self.folder.as_ref().map(Folder::unfinished);
        match found.transpose() {
            Ok(found) => match found.flatten() {
                Some(kept) => self.go_on(kept, context),
                None => context.say("no unfinished game is kept"),
            },
            Err(error) => context.warn(words::damaged(&error.to_string())),
        }
    }

    /// Begins another game.
    fn begin(&mut self, setup: Setup, context: &mut Context<Self>) {
        let journal = self.next_journal();
        self.begin_with(Table::new(setup, journal), context);
    }

    /// The file of another game.
    fn next_journal(&mut self) -> Option<Journal> {
        self.games += 1;
        let folder = self.folder.as_ref();
        folder.map(|it| journal(it, &self.name, self.games))
    }

    /// What comes now is another game than the one that is over, whose file and measurement stay.
    pub(super) fn leave_finished(&mut self) {
        if self.table.is_over() {
            let journal = self.next_journal();
            self.table.keep_in(journal);
            self.is_shown = false;
            self.measured = None;
        }
    }

    fn begin_with(&mut self, table: Table, context: &mut Context<Self>) {
        self.table = table;
        self.is_shown = false;
        self.measured = None;
        self.ghost = Ghost::new(Square::start(self.table.own_side()));
        self.settle(context);
    }

    /// The seed of the next game: others than those before, and the same for the same sitting.
    pub(super) fn next_seed(&self) -> u64 {
        derive_seed(self.seed, &[self.games])
    }

    /// The game has moved on: tells passes and trouble, asks the machine, the judge, shows the result.
    pub(super) fn settle(&mut self, context: &mut Context<Self>) {
        self.drop_requests();
        self.looking = None;
        self.moved_at = Instant::now();
        self.tell_passes(context);
        let position = *self.table.position();
        match self.table.turn() {
            Turn::Machine(_) => {
                if let Some(task) = self.table.task(self.request) {
                    self.thinker.ask(Thought::Move(task), &self.wanted);
                }
            }
            Turn::Person(side) => self.ghost.keep_to(position.left(side)),
            Turn::Over(_) => self.tell_result(context),
        }
        self.ask_judge();
        if let Some(trouble) = self.table.trouble() {
            context.warn(trouble);
        }
    }

    /// Nobody waits for the machine's move or the hint any more.
    pub(super) fn drop_requests(&mut self) {
        self.wanted.cancel();
        self.wanted = Cancel::new();
        self.request += 1;
        self.ready = None;
    }

    fn tell_passes(&mut self, context: &mut Context<Self>) {
        for side in self.table.take_passes() {
            let first = self.table.count_passes(side) == 1;
            let left = self.table.position().left(side).len();
            let two = self.table.is_for_two();
            let you = self.table.is_person(side) && !two;
            let text = rules::passed(side, you, first, left);
            if you && first && !context.is_covered() {
                context.ask(dialogs::no_move(text));
            } else {
                context.say(text);
            }
        }
    }

    /// Shows the result of a game that has just ended, when nothing lies on top.
    fn tell_result(&mut self, context: &mut Context<Self>) {
        if self.table.is_over() && !self.is_shown && !context.is_covered() {
            self.show_result(context);
        }
    }

    pub(super) fn show_result(&mut self, context: &mut Context<Self>) {
        if !self.is_shown {
            self.measure(context);
        }
        self.is_shown = true;
        let measured = match self.measured {
            Some(strength) => Some(rules::measured(&strength)),
            None if self.counts() == Some(false) => Some(
                "Not measured: with a hint, something taken back, or a beginning from elsewhere."
                    .to_owned(),
            ),
            None => None,
        };
        context.ask(dialogs::result(&self.table, measured));
    }

    fn measure(&mut self, context: &mut Context<Self>) {
        if let Some(rivals) = &mut self.rivals {
            self.measured = rivals.conclude(&self.table);
            if let Some(trouble) = rivals.trouble() {
                context.warn(trouble);
            }
        }
    }

    /// The breeding as it was last heard of.
    fn snapshot(&self) -> Option<&Snapshot> {
        self.rivals.as_ref().map(|it| &**it.snapshot())
    }

    /// What the rivals are bred for, in a line.
    fn bred_for(&self) -> String {
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
    fn counts(&self) -> Option<bool> {
        (self.rivals.is_some() && !self.table.is_for_two()).then(|| self.table.is_measured())
    }

    /// Whether help has to be asked about first: it would make the game practice.
    pub(super) fn help_costs(&self) -> bool {
        self.rivals.is_some() && self.table.help_costs()
    }

    /// Asks for a good move.
    pub(super) fn ask_hint(&mut self, context: &mut Context<Self>) {
        if !matches!(self.table.turn(), Turn::Person(_)) {
            context.say(words::NO_HINT);
            return;
        }
        self.drop_requests();
        self.looking = None;
        self.table.help();
        let position = Box::new(*self.table.position());
        let thought = Thought::Hint(self.request, position);
        self.thinker.ask(thought, &self.wanted);
        context.say("looking for a good move ...");
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

    fn hear(&mut self, context: &mut Context<Self>) -> bool {
        let mut is_new = false;
        while let Ok((number, event)) = self.bred.try_recv() {
            is_new = true;
            match self.rivals.as_mut().map(|it| it.handle(number, event)) {
                Some(Err(message)) => context.warn(no_rivals(&message)),
                // A word that is being read stays.
                Some(Ok(true)) if !context.is_saying() => {
                    context.say("your rivals are ready: g offers them");
                }
                _ => {}
            }
        }
        while let Ok(answer) = self.answers.try_recv() {
            is_new = true;
            match answer {
                Found::Move(id, mv) if id == self.request => {
                    self.ready = Some((self.moved_at + self.pace, mv));
                }
                Found::Hint(id, hint) if id == self.request => {
                    if let Some(hint) = hint {
                        self.ghost.show(hint.placement);
                        let at = hint.placement.reference().to_string().to_ascii_uppercase();
                        let name = hint.placement.piece().name();
                        context.say(format!(
                            "hint: {name} on {at} wins {:.0} % of its random games; Enter \
                             plays it",
                            100.0 * hint.share
                        ));
                    }
                }
                Found::Move(..) | Found::Hint(..) => {}
                Found::Rate(position, rate) => {
                    self.rates.insert(*position, rate);
                    self.is_judging = false;
                    self.ask_judge();
                }
                Found::Broken(message) => {
                    self.is_judging = false;
                    context.warn(broke_down(&message));
                    if let Turn::Machine(_) = self.table.turn() {
                        // The game goes on: somebody simple stands in for the one who broke down.
                        self.table.stand_in();
                        self.settle(context);
                        context.warn(broke_down(&message));
                    }
                }
            }
        }
        self.show_ready(context) || is_new
    }

    /// Plays the machine's move when its time has come.
    fn show_ready(&mut self, context: &mut Context<Self>) -> bool {
        let Some((_, mv)) = self.ready.filter(|(at, _)| *at <= Instant::now()) else {
            return false;
        };
        if !self.table.answer(mv) {
            self.table.stand_in();
        }
        self.settle(context);
        true
    }

    /// The game.
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// The piece in hand.
    pub const fn ghost(&self) -> &Ghost {
        &self.ghost
    }

    /// How often Black wins after each move, where it is known.
    fn rates(&self) -> Vec<Option<f64>> {
        let positions = self.table.line().positions().iter();
        positions.map(|it| self.rates.get(it).copied()).collect()
    }

    fn view<'a>(&'a self, rates: &'a [Option<f64>], theme: &'a Theme) -> View<'a> {
        let ply = self.looking.unwrap_or_else(|| self.table.line().ply());
        let positions = self.table.line().positions();
        let position = positions.get(ply).unwrap_or(self.table.position());
        let to_move = match self.table.turn() {
            Turn::Person(side) if self.looking.is_none() => Some(side),
            _ => None,
        };
        let ghost = to_move.map(|_| &self.ghost);
        View {
            table: &self.table,
            ply,
            position,
            ghost,
            verdict: ghost.and_then(|it| it.verdict(position)),
            playable: Side::BOTH.map(|side| playable(position, side)),
            corners: to_move.map_or(Squares::EMPTY, |side| corners(position, side)),
            rates,
            own: self.table.own_side(),
            theme,
        }
    }
}

/// The file of the game of this number.
fn journal(folder: &Folder, name: &str, number: u64) -> Journal {
    folder.begin(&format!("{name}-{number:04}"))
}

impl Screen for BlokusScreen {
    type Request = Request;
    type Pane = Pane;
    const PANES: &'static [Pane] = &[
        Pane::Board,
        Pane::Pieces,
        Pane::Rate,
        Pane::Moves,
        Pane::Rivals,
        Pane::Fitness,
    ];
    const LEAST: (u16, u16) = LEAST;
    const LINE: usize = 500;

    fn layer(&self) -> Layer {
        if self.table.is_over() {
            Layer::BlokusOver
        } else {
            Layer::Blokus
        }
    }

    fn act(&mut self, action: Action, context: &mut Context<Self>) {
        self.key(action, context);
    }

    fn perform(&mut self, request: Request, context: &mut Context<Self>) {
        match request {
            Request::New => self.open_form(context),
            Request::Begin(setup) => self.begin(setup, context),
            Request::Rematch => {
                let seed = self.next_seed();
                let setup = *self.table.setup();
                self.begin(Setup { seed, ..setup }, context);
            }
            Request::Resume => {
                if let Some(kept) = self.held.take() {
                    self.go_on(kept, context);
                }
            }
            Request::Decline => {
                // The game behind the question has waited for the answer.
                self.held = None;
                self.settle(context);
            }
            Request::Undo => self.undo(context),
            Request::Hint => self.ask_hint(context),
        }
    }

    fn layout(&self, main: Rect) -> Vec<(Pane, Rect)> {
        layout(main)
    }

    fn draw(
        &self,
        panes: &[(Pane, Rect)],
        context: &Context<Self>,
        buffer: &mut Buffer,
    ) -> Option<(u16, u16)> {
        let theme = &context.theme;
        let (rates, snapshot, bred_for) = (self.rates(), self.snapshot(), self.bred_for());
        let view = self.view(&rates, theme);
        for &(pane, area) in panes {
            let focused = pane == context.focus;
            match pane {
                Pane::Board => board::render(&view, focused, area, buffer),
                Pane::Pieces => tray::render(&view, focused, area, buffer),
                Pane::Rate => rate::render(&view, focused, area, buffer),
                Pane::Moves => moves::render(&view, focused, area, buffer),
                Pane::Rivals | Pane::Fitness if snapshot.is_none() => {
                    let title = ["Population", "Fitness"][usize::from(pane == Pane::Fitness)];
                    let inner = frame(area, buffer, theme, title, focused, None);
                    Paragraph::new(bred_for.as_str())
                        .style(theme.style(Role::Dim))
                        .wrap(Wrap { trim: true })
                        .render(inner.inner(Margin::new(1, 0)), buffer);
                }
                Pane::Rivals => PopulationView {
                    snapshot,
                    axes: self.axes,
                    chosen: None,
                    said: Some(&bred_for),
                    theme,
                    focused,
                }
                .render(area, buffer),
                Pane::Fitness => FitnessView {
                    snapshot,
                    theme,
                    focused,
                }
                .render(area, buffer),
            }
        }
        None
    }

    /// Against whom, whether it counts, the seed, where it is kept.
    fn status(&self, theme: &Theme) -> String {
        let file = self.table.file().map(|it| it.display().to_string());
        let parts = [
            dialogs::opponent(&self.table),
            self.counts().map_or("", counts).to_owned(),
            self.snapshot()
                .map_or_else(String::new, |it| format!("rivals for D {:.0}", it.target)),
            format!("seed {}", self.table.setup().seed),
            file.map_or_else(|| "not kept".to_owned(), |it| format!("kept in {it}")),
        ];
        let parts: Vec<String> = parts.into_iter().filter(|it| !it.is_empty()).collect();
        parts.join(theme.glyphs.separator)
    }

    /// The game, and what is shown.
    fn help(&self) -> Vec<String> {
        HELP_ABOUT.map(str::to_owned).to_vec()
    }

    /// Back to the present, then to the board.
    fn close(&mut self, context: &mut Context<Self>) -> bool {
        let was_past = self.looking.take().is_some();
        if !was_past && !context.zoom {
            context.focus = Pane::Board;
        }
        was_past
    }

    fn question(&self) -> Option<Menu<Answer<Request>>> {
        let is_kept = self.table.file().is_some();
        self.table.is_going_on().then(|| dialogs::quit(is_kept))
    }

    fn enter(&mut self, entry: &str, context: &mut Context<Self>) {
        self.typed(entry, context);
    }

    fn paste(&mut self, text: &str, context: &mut Context<Self>) {
        context.type_line(text);
    }

    fn click(&mut self, pane: Pane, area: Rect, at: (u16, u16), context: &mut Context<Self>) {
        self.point(pane, area, at, context);
    }

    /// The wheel turns the piece in hand, the right button mirrors it.
    fn other_button(&self, kind: MouseEventKind) -> Option<Action> {
        match kind {
            _ if self.table.is_over() => None,
            MouseEventKind::ScrollUp => Some(Action::Turn(Direction::Left)),
            MouseEventKind::ScrollDown => Some(Action::Turn(Direction::Right)),
            MouseEventKind::Down(MouseButton::Right) => Some(Action::Mirror),
            _ => None,
        }
    }

    fn wake(&mut self, context: &mut Context<Self>) -> bool {
        self.hear(context)
    }

    fn due(&self) -> Option<Instant> {
        self.ready.map(|(at, _)| at)
    }

    fn time(&mut self, context: &mut Context<Self>) -> bool {
        self.show_ready(context)
    }

    fn uncovered(&mut self, context: &mut Context<Self>) {
        self.tell_result(context);
    }
}

fn broke_down(message: &str) -> String {
    format!("a thought broke down: {message}")
}

const fn counts(measured: bool) -> &'static str {
    if measured {
        "measured"
    } else {
        "practice: does not count"
    }
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

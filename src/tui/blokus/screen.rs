//! The game, what is known of it, and what is shown of it.

use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{MouseButton, MouseEventKind};
use ratatui::layout::{Margin, Rect};
use ratatui::widgets::{Paragraph, Widget as _, Wrap};

use super::ghost::{Ghost, corners, playable};
use super::layout::{LEAST, Pane, layout};
use super::view::View;
use super::{board, dialogs, moves, rate, tray};
use crate::Settings;
use crate::event::Waker;
use crate::keys::{Action, Direction, Layer};
use crate::panes::fitness::FitnessView;
use crate::panes::frame;
use crate::panes::population::PopulationView;
use crate::shell::{Context, Screen};
use crate::theme::{Role, Theme};
use koteki_games::Side;
use koteki_games::blokus::{Move, Position, Square, Squares};
use koteki_rivals::roster::blokus_level::Opponent;
use koteki_rivals::roster::kit::blokus::words as rules;
use koteki_session::person::{Event, Notice, Options, Session, Setup, words};
use koteki_session::{SessionError, Table, Turn};

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
    Begin(Setup<Opponent>),
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

/// A person at Blokus Duo.
pub struct BlokusScreen {
    pub(super) session: Session<Position>,
    pub(super) ghost: Ghost,
    /// The move after which the board is shown, while it is not the last one.
    pub(super) looking: Option<usize>,
    events: Receiver<Event<Position>>,
    /// The machine's move, and when it may be shown.
    ready: Option<(Instant, Move)>,
    /// Least time between two moves.
    pace: Duration,
    moved_at: Instant,
    /// The result has been shown.
    pub(super) is_shown: bool,
    /// Which pair of weights the rivals are shown by.
    pub(super) axes: usize,
}

impl BlokusScreen {
    /// Asks whether a game that was kept goes on, or begins one. Its threads use `waker` when they have something
    /// to show.
    ///
    /// # Errors
    /// When there is no such opponent, or the system gives no thread.
    pub fn open(
        settings: &Settings,
        options: Options<Position>,
        waker: Waker,
        context: &mut Context<Self>,
    ) -> Result<Self, SessionError> {
        let (sender, events) = channel();
        let sink = move |event| {
            let _ = sender.send(event);
            waker.wake();
        };
        let said = options.loaded.as_ref().map(|it| it.said.clone());
        let (session, trouble) = Session::open(options, sink)?;
        let own = session.table().own_side();
        let mut screen = Self {
            session,
            ghost: Ghost::new(Square::start(own)),
            looking: None,
            events,
            ready: None,
            pace: Duration::from_millis(u64::from(settings.pace)),
            moved_at: Instant::now(),
            is_shown: false,
            axes: 0,
        };
        match screen.session.left() {
            Some((game, true)) => {
                context.ask(dialogs::resume(words::left(&game.whose, game.ply)));
            }
            Some((game, false)) => {
                // By then there may be a later one.
                screen.session.decline();
                screen.begin(context);
                let left = words::left(&game.whose, game.ply);
                context.say(format!("{left}: :resume continues it."));
            }
            None => screen.begin(context),
        }
        if let Some(said) = said {
            context.say(said);
        }
        if !trouble.is_empty() {
            context.warn(trouble.join(" "));
        }
        Ok(screen)
    }

    /// Whoever is to move is asked.
    fn begin(&mut self, context: &mut Context<Self>) {
        self.session.advance();
        self.settle(context);
    }

    /// Continues the latest game that was left, other than the one on the table, which is kept.
    pub(super) fn resume(&mut self, context: &mut Context<Self>) {
        match self.session.resume_interrupted(0) {
            Ok(unreadable) => {
                self.show_game(context);
                let goes_on = format!(
                    "Your game {} goes on after move {}.",
                    dialogs::whose(self.table()),
                    self.table().line().ply()
                );
                if unreadable.is_empty() {
                    context.say(format!("{goes_on} g begins a new one."));
                } else {
                    context.warn(format!("{goes_on} {}", unreadable.join(" ")));
                }
            }
            Err(SessionError::NoSuchGame(_)) => {
                let unreadable = self.session.interrupted().map(|it| it.1);
                match unreadable.unwrap_or_default().join(" ") {
                    none if none.is_empty() => context.say("no unfinished game is kept"),
                    unreadable => context.warn(unreadable),
                }
            }
            Err(error) => context.warn(error.to_string()),
        }
    }

    /// Begins another game.
    fn new_game(&mut self, setup: Setup<Opponent>, context: &mut Context<Self>) {
        match self.session.new_game(setup) {
            Ok(()) => self.show_game(context),
            Err(error) => context.warn(error.to_string()),
        }
    }

    /// Another game is on the table.
    fn show_game(&mut self, context: &mut Context<Self>) {
        self.is_shown = false;
        // That of the game before may still lie beneath.
        context.withdraw(dialogs::RESULT);
        self.ghost = Ghost::new(Square::start(self.table().own_side()));
        self.settle(context);
    }

    /// The game has moved on: reports passes and trouble, shows the result.
    pub(super) fn settle(&mut self, context: &mut Context<Self>) {
        self.ready = None;
        self.looking = None;
        self.moved_at = Instant::now();
        self.report_passes(context);
        match self.table().turn() {
            Turn::Machine(_) => {}
            Turn::Person(side) => self
                .ghost
                .keep_to(self.session.table().position().left(side)),
            Turn::Over(_) if !self.is_shown => self.show_result(context),
            Turn::Over(_) => {}
        }
        if let Some(trouble) = self.session.trouble() {
            context.warn(trouble);
        }
    }

    fn report_passes(&mut self, context: &mut Context<Self>) {
        for side in self.session.take_passes() {
            let first = self.table().count_passes(side) == 1;
            let left = self.table().position().left(side).len();
            let two = self.table().person().is_none();
            let you = self.table().seat(side).is_person() && !two;
            let text = rules::passed(side, you, first, left);
            if you && first && !context.is_covered() {
                context.ask(dialogs::no_move(text));
            } else {
                context.say(text);
            }
        }
    }

    pub(super) fn show_result(&mut self, context: &mut Context<Self>) {
        self.is_shown = true;
        let measured = match self.session.measured() {
            Some(strength) => Some(words::measured::<Position>(&strength)),
            None if self.session.counts() == Some(false) => Some(
                "Not measured: with a hint, something taken back, or a beginning from elsewhere."
                    .to_owned(),
            ),
            None => None,
        };
        context.ask_beneath(dialogs::result(self.table(), measured));
    }

    /// Asks for a good move.
    pub(super) fn ask_hint(&mut self, context: &mut Context<Self>) {
        if self.session.ask_hint() {
            self.ready = None;
            self.looking = None;
            context.say("looking for a good move ...");
        } else {
            context.say(words::NO_HINT);
        }
    }

    fn take_events(&mut self, context: &mut Context<Self>) -> bool {
        let mut is_new = false;
        while let Ok(event) = self.events.try_recv() {
            is_new = true;
            match self.session.handle(event) {
                Some(Notice::Chosen(mv)) => self.ready = Some((self.moved_at + self.pace, mv)),
                Some(Notice::Hint(Some(hint))) => {
                    if let Some(placement) = hint.mv.placement() {
                        self.ghost.show(placement);
                        let at = placement.reference().to_string().to_ascii_uppercase();
                        context.say(format!(
                            "hint: {} on {at} wins {:.0} % of its random games; Enter plays it",
                            placement.piece().name(),
                            100.0 * hint.share
                        ));
                    }
                }
                // A word that is being read stays.
                Some(Notice::Ready) if context.said().is_none() => {
                    context.say("your rivals are ready: g offers them");
                }
                Some(Notice::NoRivals(why)) => context.warn(why),
                Some(Notice::Broken(message)) => context.warn(broke_down(&message)),
                Some(Notice::StoodIn(message)) => {
                    self.settle(context);
                    context.warn(broke_down(&message));
                }
                Some(Notice::Hint(None) | Notice::Ready) | None => {}
            }
        }
        self.show_ready(context) || is_new
    }

    /// Plays the machine's move when its time has come.
    fn show_ready(&mut self, context: &mut Context<Self>) -> bool {
        let Some((_, mv)) = self.ready.filter(|(at, _)| *at <= Instant::now()) else {
            return false;
        };
        self.session.answer(mv);
        self.settle(context);
        true
    }

    /// The game.
    pub const fn table(&self) -> &Table<Position> {
        self.session.table()
    }

    /// The piece in hand.
    pub const fn ghost(&self) -> &Ghost {
        &self.ghost
    }

    fn view<'a>(&'a self, rates: &'a [Option<f64>], theme: &'a Theme) -> View<'a> {
        let ply = self.looking.unwrap_or_else(|| self.table().line().ply());
        let positions = self.table().line().positions();
        let position = positions.get(ply).unwrap_or(self.table().position());
        let to_move = match self.table().turn() {
            Turn::Person(side) if self.looking.is_none() => Some(side),
            _ => None,
        };
        let ghost = to_move.map(|_| &self.ghost);
        View {
            table: self.table(),
            ply,
            position,
            ghost,
            verdict: ghost.and_then(|it| it.verdict(position)),
            playable: Side::BOTH.map(|side| playable(position, side)),
            corners: to_move.map_or(Squares::EMPTY, |side| corners(position, side)),
            rates,
            own: self.table().own_side(),
            theme,
        }
    }
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

    fn layer(&self, _context: &Context<Self>) -> Layer {
        if self.table().is_over() {
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
            Request::Begin(setup) => self.new_game(setup, context),
            Request::Rematch => {
                let seed = self.session.next_seed();
                let setup = *self.session.game().setup();
                self.new_game(Setup { seed, ..setup }, context);
            }
            Request::Resume => self.resume(context),
            Request::Decline => {
                // The game behind the question has waited for the answer.
                self.session.decline();
                self.begin(context);
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
        let session = &self.session;
        let (rates, snapshot) = (session.rates(), session.snapshot());
        let bred_for = session.bred_for();
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
                    cycle: None,
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
        if self.table().is_over() {
            let next = [
                "Enter: the result, and whom to play next",
                "g: a new game",
                "q: leave",
            ];
            return next.join(theme.glyphs.separator);
        }
        let file = self
            .session
            .game()
            .file()
            .map(|it| it.display().to_string());
        let parts = [
            dialogs::opponent(self.table()),
            self.session.counts().map_or("", counts).to_owned(),
            self.session
                .snapshot()
                .map_or_else(String::new, |it| format!("rivals for D {:.0}", it.target)),
            format!("seed {}", self.session.game().setup().seed),
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

    fn question(&self) -> Option<Vec<String>> {
        let text = if self.session.game().file().is_some() {
            "The game is kept, and can be continued at the next start."
        } else {
            "The game is not kept: leaving ends it."
        };
        self.session
            .game()
            .is_going_on()
            .then(|| vec![text.to_owned()])
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
            _ if self.table().is_over() => None,
            MouseEventKind::ScrollUp => Some(Action::Turn(Direction::Left)),
            MouseEventKind::ScrollDown => Some(Action::Turn(Direction::Right)),
            MouseEventKind::Down(MouseButton::Right) => Some(Action::Mirror),
            _ => None,
        }
    }

    fn wake(&mut self, context: &mut Context<Self>) -> bool {
        self.take_events(context)
    }

    fn due(&self) -> Option<Instant> {
        self.ready.map(|(at, _)| at)
    }

    fn time(&mut self, context: &mut Context<Self>) -> bool {
        self.show_ready(context)
    }
}

const fn counts(measured: bool) -> &'static str {
    if measured {
        "measured"
    } else {
        "practice: does not count"
    }
}

fn broke_down(message: &str) -> String {
    format!("a thought broke down: {message}")
}

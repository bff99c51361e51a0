//! The game, what is known of it, and what is shown of it; the game that was left before its end is offered here.

use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{MouseButton, MouseEventKind};
use ratatui::layout::{Margin, Rect};
use ratatui::widgets::{Paragraph, Widget as _, Wrap};

use super::drill::BlokusDesk;
use super::ghost::{Ghost, corners, playable};
use super::layout::{LEAST, Pane, layout};
use super::view::View;
use super::{board, dialogs, moves, rate, review, tray};
use crate::Settings;
use crate::drill;
use crate::event::Waker;
use crate::games::{self, Chosen};
use crate::keys::{Action, Direction, Layer};
use crate::panes::fitness::FitnessView;
use crate::panes::frame;
use crate::panes::population::PopulationView;
use crate::rivals::{self, Deed, RivalAsked};
use crate::shell::{Context, Screen};
use crate::theme::{Role, Theme};
use crate::words;
use koteki_games::Side;
use koteki_games::blokus::{Move, Position, Square, Squares};
use koteki_rivals::measure::foretold::Reliability;
use koteki_rivals::roster::blokus_level::Opponent;
use koteki_rivals::roster::kit::blokus::words as rules;
use koteki_session::person::rated::{Options, Rated};
use koteki_session::person::thought::Answer;
use koteki_session::person::{EventOf, words as person_words};
use koteki_session::played::PlayedGame;
use koteki_session::{
    Event, Notice, Seat, Session, SessionError, Setup, SideChoice, Table, Turn,
    words as session_words,
};

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
    "On this screen",
    "  Dots on the board: corners at which one of your pieces still fits.",
    "  [ ] the piece in hand where it fits; x x where it does not, with the reason beneath.",
    "  Bright pieces fit somewhere, names in brackets fit nowhere now, dotted ones are placed.",
    "  Random games won: the share that you win of games played on at random from the position. Hidden in a measured game \
     until it is over. A review has the learned winning rate instead, which differs from it.",
    "",
    "Typed after : (any notation)",
    "  squares e10,d11,e11,f11,e12 (Pentobi's names), codes 46t3 (contests: column, row, piece, form)",
    "  :new :games :mistakes :resume :rivals :undo :redo :hint :strength :copy :save FILE :save! FILE :help :quit",
];

/// What is asked for by questions and dialogs.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// The new game dialog.
    New,
    /// Another game.
    Begin(Opponent, SideChoice),
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
    /// The finished game move by move.
    Review,
    /// Something of the rivals.
    Rivals(RivalAsked),
    /// One of the person's games.
    Game(Chosen),
}

/// A person at Blokus Duo.
pub struct BlokusScreen {
    pub(super) session: Session<Rated<Position>>,
    pub(super) ghost: Ghost,
    /// The move after which the board is shown, while it is not the last one.
    pub(super) looking: Option<usize>,
    events: Receiver<EventOf<Rated<Position>>>,
    /// A machine's move that has come before the last move has been seen long enough.
    waiting: Option<EventOf<Rated<Position>>>,
    /// Least time between two moves.
    pace: Duration,
    moved_at: Instant,
    /// Which pair of weights the rivals are shown by.
    pub(super) axes: usize,
    /// The games that were listed last.
    played: Vec<PlayedGame<Position>>,
    settings: Settings,
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
        let (session, notices) = Session::<Rated<Position>>::open(options, sink)?;
        let own = session.table().own_side();
        let mut screen = Self {
            session,
            ghost: Ghost::new(Square::start(own)),
            looking: None,
            events,
            waiting: None,
            pace: Duration::from_millis(u64::from(settings.pace)),
            moved_at: Instant::now(),
            axes: 0,
            played: Vec::new(),
            settings: settings.clone(),
        };
        if let Some(said) = said {
            context.say(said);
        }
        screen.settle(notices, context);
        Ok(screen)
    }

    /// Continues the game at this place among those that were left, the latest first; the one on the table is kept.
    pub(super) fn resume(&mut self, place: usize, context: &mut Context<Self>) {
        match self.session.resume_interrupted(place) {
            Ok(notices) => {
                context.say(format!(
                    "Your game {} goes on after move {}. g begins a new one.",
                    session_words::against(self.opponent().as_deref()),
                    self.table().line().ply()
                ));
                self.show_game(notices, context);
            }
            Err(SessionError::NoSuchGame(_)) => match self.session.interrupted().1.join(" ") {
                none if none.is_empty() => context.say("no unfinished game is kept"),
                unreadable => context.warn(unreadable),
            },
            Err(error) => context.warn(error.to_string()),
        }
    }

    /// Begins another game against `opponent`.
    fn new_game(&mut self, opponent: Opponent, context: &mut Context<Self>) {
        let setup = Setup::of(self.session.next_seats(opponent));
        match self.session.new_game(&setup) {
            Ok(notices) => self.show_game(notices, context),
            Err(error) => context.warn(error.to_string()),
        }
    }

    /// The rivals, or what is asked for of one of them.
    pub(super) fn ask_rivals(&mut self, asked: RivalAsked, context: &mut Context<Self>) {
        match rivals::answer(
            asked,
            self.session.introductions(),
            Request::Rivals,
            context,
        ) {
            None => {}
            Some((Deed::Look, rival)) => self.session.look_at(rival.player),
            Some((Deed::Play, rival)) => self.new_game(rival.player, context),
            Some((Deed::Keep, rival)) => {
                let kept = self.session.turn_favourite(&rival);
                rivals::say_kept(&rival.name, kept, context);
            }
        }
    }

    /// Says anew what there is to say of the rival whose page is open, where one is.
    pub(super) fn renew_rival(&mut self, context: &mut Context<Self>) {
        if !context.is_covered() {
            return;
        }
        let rivals = self.session.introductions();
        if let Some(rival) = rivals::renew(&rivals, Request::Rivals, context) {
            self.session.look_at(rival.player);
        }
    }

    /// Lists the person's games.
    pub(super) fn list_games(&mut self, context: &mut Context<Self>) {
        let left = self.session.interrupted().0.into_iter().map(|game| {
            let machine = game.machines.iter().flatten().next();
            let machine = machine.map(|name| self.session.called(name));
            (
                game.clone(),
                machine.unwrap_or_else(|| "two people".to_owned()),
            )
        });
        let left: Vec<_> = left.collect();
        match self.session.finished() {
            Ok(over) => {
                games::list(&left, &over, Request::Game, context);
                self.played = over;
            }
            Err(error) => context.warn(error.to_string()),
        }
    }

    /// The person's mistakes once more.
    pub(super) fn drill(&mut self, context: &mut Context<Self>) {
        match self.session.finished() {
            Ok(mut games) => {
                let latest = games.iter_mut().take(drill::GAMES);
                latest.for_each(PlayedGame::look_for_mistakes);
                match drill::open(&self.settings, &games, BlokusDesk::new()) {
                    Some(drill) => {
                        context.say_nothing();
                        context.push(Box::new(drill));
                    }
                    None => context.say(drill::NO_MISTAKE),
                }
            }
            Err(error) => context.warn(error.to_string()),
        }
    }

    fn open_game(&mut self, chosen: Chosen, context: &mut Context<Self>) {
        match chosen {
            Chosen::Left(place) => self.resume(place, context),
            Chosen::Over(place) => {
                if let Some(game) = self.played.get(place) {
                    self.go_through(game.clone(), context);
                }
            }
        }
    }

    fn go_through(&self, game: PlayedGame<Position>, context: &mut Context<Self>) {
        context.say_nothing();
        context.push(Box::new(review::open(&self.settings, game)));
    }

    /// Goes through the game on the table.
    pub(super) fn review(&self, context: &mut Context<Self>) {
        match self.session.just_ended() {
            Some(game) => self.go_through(game, context),
            None => context.say("there is no game of yours to review: play one to its end"),
        }
    }

    /// Another game is on the table.
    fn show_game(&mut self, notices: Vec<Notice<Move>>, context: &mut Context<Self>) {
        // That of the game before may still lie beneath.
        context.withdraw(dialogs::RESULT);
        self.ghost = Ghost::new(Square::start(self.table().own_side()));
        self.settle(notices, context);
    }

    /// The game has moved on: reports what there is to say.
    pub(super) fn settle(&mut self, notices: Vec<Notice<Move>>, context: &mut Context<Self>) {
        self.waiting = None;
        self.looking = None;
        self.moved_at = Instant::now();
        if let Turn::Person(side) = self.table().turn() {
            let position = self.session.table().position();
            self.ghost.keep_to(position.left(side));
            self.ghost.find_room(position);
        }
        self.report(notices, context);
    }

    /// Says what the session has to say.
    fn report(&mut self, notices: Vec<Notice<Move>>, context: &mut Context<Self>) {
        for notice in notices {
            match notice {
                // Nobody passes any more in a game that is over.
                Notice::Passed(_) if self.table().is_over() => {}
                Notice::Passed(side) => self.report_pass(side, context),
                Notice::Over(_) => self.show_result(context),
                Notice::Hint => self.show_hint(context),
                // A word that is being read stays.
                Notice::Ready if context.said().is_none() => {
                    context.say("your rivals are ready: g offers them");
                }
                Notice::Interrupted(is_latest) => self.offer_interrupted(is_latest, context),
                Notice::Damaged(what) => context.warn(match context.said() {
                    Some(said) => format!("{said} {what}"),
                    None => what,
                }),
                Notice::Broken(message) => context.warn(words::worker_panicked(&message)),
                Notice::NotKept(why) => context.warn(session_words::not_kept_now(&why)),
                _ => {}
            }
        }
    }

    /// Asks whether to continue the game that was left before.
    fn offer_interrupted(&mut self, is_latest: bool, context: &mut Context<Self>) {
        let (games, _) = self.session.interrupted();
        let Some(game) = games.first() else { return };
        let left = person_words::left(&self.session.whose(game), game.ply);
        if is_latest {
            context.ask(dialogs::resume(left));
        } else {
            // By then there may be a later one.
            self.session.decline();
            context.say(format!("{left}: :resume continues it."));
        }
    }

    fn report_pass(&self, side: Side, context: &mut Context<Self>) {
        let first = self.table().count_passes(side) == 1;
        let left = self.table().position().left(side).len();
        let two = self.table().person().is_none();
        let you = self.table().seat(side).is_person() && !two;
        context.say(rules::passed(side, you, first, left));
    }

    pub(super) fn show_result(&mut self, context: &mut Context<Self>) {
        let mut said = Vec::new();
        let mut figures = Vec::new();
        if let Some(strength) = self.session.measured() {
            said = self.rank(context);
            said.push(session_words::bred_for(strength.is_beyond::<Position>()).to_owned());
            figures.push(person_words::measured::<Position>(&strength));
            said.extend(self.session.sitting());
        } else if self.session.counts() == Some(false) {
            said.push(session_words::PRACTICE.to_owned());
        }
        context.ask_beneath(dialogs::result(self.table(), said, &figures));
    }

    /// How strong the person is, in words and on a line of the levels.
    fn rank(&self, context: &Context<Self>) -> Vec<String> {
        let Some(rank) = self.session.rank() else {
            return Vec::new();
        };
        let bar = rank.bar(dialogs::COLUMNS, context.theme.glyphs.bar);
        vec![
            format!("Your strength: {}", rank.words()),
            format!("  {bar}"),
        ]
    }

    /// The same at any time, with the figures.
    pub(super) fn show_strength(&self, context: &mut Context<Self>) {
        match self.session.strength() {
            None => {
                context.say("no game of yours is measured yet: play one to its end without help")
            }
            Some(strength) => {
                let mut said = self.rank(context);
                said.push(person_words::measured::<Position>(&strength));
                let reliability = self.session.reliability();
                said.extend(reliability.iter().map(Reliability::summary));
                context.ask(dialogs::strength(said));
            }
        }
    }

    /// Asks for a good move.
    pub(super) fn ask_hint(&mut self, context: &mut Context<Self>) {
        if !matches!(self.table().turn(), Turn::Person(_)) {
            context.say(person_words::NO_HINT);
            return;
        }
        self.looking = None;
        context.say("looking for a good move ...");
        let notices = self.session.ask_hint();
        self.report(notices, context);
    }

    fn show_hint(&mut self, context: &mut Context<Self>) {
        let hint = self.session.hint();
        if let Some((hint, placement)) = hint.and_then(|it| Some((it, it.mv.placement()?))) {
            self.ghost.show(placement);
            context.say(format!(
                "Hint: {}. You win {:.0} % of random games played on from there. Enter plays it.",
                rules::at(hint.mv),
                100.0 * hint.share
            ));
        }
    }

    fn take_events(&mut self, context: &mut Context<Self>) -> bool {
        let mut is_new = false;
        while let Ok(event) = self.events.try_recv() {
            if matches!(&event, Event::Thought(Answer::Move(..))) {
                self.waiting = Some(event);
            } else {
                let notices = self.session.handle(event);
                self.report(notices, context);
            }
            is_new = true;
        }
        self.show_move(context) || is_new
    }

    /// Plays the machine's move when its time has come.
    fn show_move(&mut self, context: &mut Context<Self>) -> bool {
        if self.due().is_none_or(|at| at > Instant::now()) {
            return false;
        }
        let Some(event) = self.waiting.take() else {
            return false;
        };
        let notices = self.session.handle(event);
        self.settle(notices, context);
        true
    }

    /// What the machine at the table is called; `None` where two people sit there.
    fn opponent(&self) -> Option<String> {
        let mut seats = Side::BOTH.map(|side| self.table().seat(side)).into_iter();
        let machine = seats.find_map(Seat::machine)?;
        Some(self.session.called(&machine.to_string()))
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

    const COMMANDS: &'static [&'static str] = super::input::COMMANDS;

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
            Request::Begin(opponent, side) => {
                self.session.set_side(side);
                self.new_game(opponent, context);
            }
            Request::Rematch => self.new_game(self.session.opponent(), context),
            Request::Resume => self.resume(0, context),
            Request::Game(chosen) => self.open_game(chosen, context),
            Request::Decline => self.session.decline(),
            Request::Undo => self.undo(context),
            Request::Hint => self.ask_hint(context),
            Request::Review => self.review(context),
            Request::Rivals(asked) => self.ask_rivals(asked, context),
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
        // What the values say is help.
        let is_hidden = session.counts() == Some(true) && !session.is_over();
        let rates = if is_hidden {
            Vec::new()
        } else {
            session.rates()
        };
        let snapshot = session.snapshot();
        let bred_for = session.bred_for();
        let view = self.view(&rates, theme);
        for &(pane, area) in panes {
            let focused = pane == context.focus;
            match pane {
                Pane::Board => board::render(&view, focused, area, buffer),
                Pane::Pieces => tray::render(&view, focused, area, buffer),
                Pane::Rate => rate::render(&view, is_hidden, focused, area, buffer),
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
                    stretched: 0,
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
                "v: your mistakes",
                "g: a new game",
                "q: leave",
            ];
            return next.join(theme.glyphs.separator);
        }
        let parts = [
            self.opponent()
                .map_or("two people".to_owned(), |it| format!("against {it}")),
            self.session.counts().map_or("", counts).to_owned(),
            self.session
                .strength()
                .map_or_else(String::new, |it| format!("rivals for D {:.0}", it.target)),
            format!("seed {}", self.table().seed()),
            if self.session.is_kept() {
                "kept"
            } else {
                "not kept"
            }
            .to_owned(),
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
        let text = if self.session.is_kept() {
            "The game is kept, and can be continued at the next start."
        } else {
            "The game is not kept: leaving ends it."
        };
        self.session.is_going_on().then(|| vec![text.to_owned()])
    }

    fn enter(&mut self, entry: &str, context: &mut Context<Self>) {
        if !self.typed(entry, context) {
            context.warn(
                "A move is squares (e10,d11,e11) or a code (46t3); a command begins with a colon",
            );
        }
    }

    fn command(&mut self, entry: &str, context: &mut Context<Self>) -> bool {
        self.typed(entry, context)
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
        self.waiting.as_ref().map(|_| self.moved_at + self.pace)
    }

    fn renew(&mut self, context: &mut Context<Self>) {
        self.renew_rival(context);
    }

    fn time(&mut self, context: &mut Context<Self>) -> bool {
        self.show_move(context)
    }
}

const fn counts(measured: bool) -> &'static str {
    if measured {
        "measured"
    } else {
        "practice: does not count"
    }
}

//! A person's games, one after the other, whatever game it is: the table, the machines' moves, taking back, hints,
//! what is kept, the games that were left.
//!
//! - `commands`: what a person does.
//! - `events`: what the threads report.
//! - `store`: what is kept while a game is played; `files` keeps each game in a file.
//! - [`rated`]: games whose positions are rated by random games, and whose losses are counted once they are over.
//!
//! What differs from game to game - who judges, how it is measured, how it is kept - is what a [`SessionKit`] brings.
//! Nothing here waits: threads report through the sink that whoever shows the [`Session`] gives.

mod commands;
mod events;
mod files;
pub mod rated;
mod store;
pub mod thought;
pub mod words;

use crate::names;
use crate::rivals::{Introduction, Rivals};
use crate::settings::SideChoice;
use crate::start::Start;
use crate::table::{Seat, Table};
use crate::thinker::Seeing;
use crate::words as session_words;
use crate::worker::{MoveTask, Request, Worker};
use crate::{SessionError, Target};
use koteki_engine::search::budget::Cancel;
use koteki_games::othello::{self, Position as Othello};
use koteki_games::random::Random;
use koteki_games::{Game, GameLine, Outcome, Side};
use koteki_rivals::evolve::worker::Event as Bred;
use koteki_rivals::roster::kit::Kit;

pub use store::{KeptGame, Store};

/// The moves of the game that a kit is for.
pub type MoveOf<P> = <<P as SessionKit>::Game as Game>::Move;

/// Something that happened in one of a session's threads; give it to [`Session::handle`].
#[derive(Debug)]
pub enum Event<A, N> {
    /// A thinking thread has an answer.
    Thought(A),
    /// The breeding of this number has news.
    Bred(u64, Bred),
    /// Another thread has news.
    News(N),
}

/// The events of a kit's sessions.
pub type EventOf<P> =
    Event<<<P as SessionKit>::Thought as Request>::Answer, <P as SessionKit>::News>;

/// What an interface may want to tell the person.
#[derive(Clone, Debug, PartialEq)]
pub enum Notice<M = othello::Move> {
    /// A machine moved.
    Moved(Side, M),
    /// What a machine that holds itself level saw when it made its last move, which is given too.
    Held(M, Vec<Seeing>),
    /// The side had no move and passed.
    Passed(Side),
    /// The game is over.
    Over(Outcome),
    /// The finished game is measured.
    Measured,
    /// The population is now bred toward this mean loss.
    Retargeted(Target),
    /// The hint asked for is there.
    Hint,
    /// There is a new snapshot of the breeding.
    Bred,
    /// Other rivals than before are offered.
    Ready,
    /// The adviser has failed, and how: until the next game the tester's values stand for its.
    Unadvised(String),
    /// Something broke in the background; the session goes on without it.
    Broken(String),
    /// A game was interrupted and can be resumed, see [`Session::interrupted`]; and whether none has been finished
    /// since.
    Interrupted(bool),
    /// Some of what is kept cannot be read; in words.
    Damaged(String),
    /// Games cannot be kept on disk, and why.
    NotKept(String),
}

/// What comes of an event, in order.
pub(crate) type Notices<P> = Vec<Notice<MoveOf<P>>>;

/// How a new game is set up.
#[derive(Clone, Debug, PartialEq)]
pub struct Setup<K: Kit = Othello> {
    /// Black's and White's seats.
    pub seats: [Seat<K>; 2],
    /// Whether it begins as a measured game: without help until it is over.
    pub measured: bool,
    /// Where the game begins.
    pub start: Start<K>,
}

impl<K: Kit> Setup<K> {
    /// A measured game between these seats.
    pub fn of(seats: [Seat<K>; 2]) -> Self {
        Self {
            seats,
            measured: true,
            start: Start::Usual,
        }
    }

    /// A measured game of a person on `side` against `opponent`.
    pub fn against(opponent: K::Spec, side: Side) -> Self {
        let mut seats = [Seat::Machine(opponent), Seat::Person];
        if side == Side::Black {
            seats.reverse();
        }
        Self::of(seats)
    }
}

/// What the sessions of a game have of their own: who judges, how a game is measured, how it is kept.
pub trait SessionKit: Sized {
    /// The game.
    type Game: Kit;
    /// How its games are kept.
    type Store: Store<Self::Game>;
    /// What the thinking thread is asked, the machines' moves among it.
    type Thought: Request + From<MoveTask<Self::Game>>;
    /// What other threads report.
    type News;

    /// Seed of the game of this number in a session of `seed`.
    fn game_seed(seed: u64, number: u64) -> u64;

    /// The breeding behind the games, where there is one, and what is known of the person.
    fn rivals(&self) -> Option<&Rivals<Self::Game>>;
    /// See [`rivals`](Self::rivals).
    fn rivals_mut(&mut self) -> Option<&mut Rivals<Self::Game>>;

    /// The moves drawn by `seed` that open a game from the usual start.
    fn opening(&self, seed: u64) -> GameLine<Self::Game>;

    /// Nothing is known of the game on the table: it is another one, or some of it was taken back.
    fn reset(session: &mut Session<Self>);

    /// Another game is on the table.
    fn begin(_session: &mut Session<Self>, _notices: &mut Notices<Self>) {}

    /// The line has changed: asks for what the new one needs.
    fn advance(session: &mut Session<Self>);

    /// Looks for a hint, or says that it is there.
    fn seek_hint(session: &mut Session<Self>, notices: &mut Notices<Self>);

    /// Whether the hint that was asked for is there.
    fn has_hint(session: &Session<Self>) -> bool;

    /// Measures a game that is over, as soon as that can be done.
    fn conclude(session: &mut Session<Self>, notices: &mut Notices<Self>);

    /// Takes in an answer.
    fn answered(
        session: &mut Session<Self>,
        answer: <Self::Thought as Request>::Answer,
        notices: &mut Notices<Self>,
    );

    /// Takes in news of the breeding.
    fn bred(session: &mut Session<Self>, number: u64, event: Bred, notices: &mut Notices<Self>);

    /// Takes in other news.
    fn news(session: &mut Session<Self>, news: Self::News, notices: &mut Notices<Self>);
}

/// A person's games of a kind.
pub struct Session<P: SessionKit> {
    pub(crate) table: Table<P::Game>,
    pub(crate) store: P::Store,
    pub(crate) own: P,
    pub(crate) thinker: Worker<P::Thought>,
    /// Seed of the session: games and breeding derive theirs from it.
    pub(crate) seed: u64,
    /// Number of the game on the table.
    pub(crate) games: u64,
    /// Which side the person has in the next game.
    pub(crate) side: SideChoice,
    /// Whom the person has met last, or is to meet.
    opponent: <P::Game as Kit>::Spec,
    /// Number of the latest change of the line, in this game or another: answers to older ones are dropped.
    pub(crate) moment: u64,
    /// Raised when what is thought about is no longer wanted.
    pub(crate) cancel: Cancel,
    /// The moment for which a machine's move has been asked.
    asked: Option<u64>,
    pub(crate) hint_wanted: bool,
    over_announced: bool,
}

impl<P: SessionKit> Session<P> {
    /// Sets up the first game, between `seats` or those of who has the side that was chosen against `opponent`.
    pub(crate) fn begin(
        (own, store, thinker): (P, P::Store, Worker<P::Thought>),
        (seed, side, opponent): (u64, SideChoice, <P::Game as Kit>::Spec),
        measured: bool,
        start: Start<P::Game>,
    ) -> Result<(Self, Notices<P>), SessionError> {
        let mut session = Self {
            table: Table::new([Seat::Person, Seat::Person]),
            store,
            own,
            thinker,
            seed,
            games: 0,
            side,
            opponent,
            moment: 0,
            cancel: Cancel::new(),
            asked: None,
            hint_wanted: false,
            over_announced: false,
        };
        let setup = Setup {
            measured,
            start,
            ..Setup::of(session.next_seats(opponent))
        };
        let notices = session.new_game(&setup)?;
        Ok((session, notices))
    }

    /// The board, the seats and the line of the game.
    pub const fn table(&self) -> &Table<P::Game> {
        &self.table
    }

    /// Whom the person has met last, or is to meet.
    pub const fn opponent(&self) -> <P::Game as Kit>::Spec {
        self.opponent
    }

    /// Which side the person has in the next game.
    pub const fn side(&self) -> SideChoice {
        self.side
    }

    /// Whether this game has used help and so does not count toward the person's level.
    pub const fn is_practice(&self) -> bool {
        self.table.is_helped()
    }

    /// Whether the game on the table is there again at the next start, as it stands.
    pub fn is_kept(&self) -> bool {
        self.store.is_kept()
    }

    /// Whether there is something to keep: see [`Table::has_begun`].
    pub fn has_begun(&self) -> bool {
        self.table.has_begun()
    }

    /// Whether the game has begun and is not over.
    pub fn is_going_on(&self) -> bool {
        self.table.has_begun() && !self.is_over()
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.table.is_over()
    }

    /// Whether a machine is choosing its move.
    pub const fn is_thinking(&self) -> bool {
        self.asked.is_some()
    }

    /// Whether a hint was asked for that has not come yet.
    pub fn is_hint_awaited(&self) -> bool {
        self.hint_wanted && !P::has_hint(self)
    }

    /// Games that were left before their end, in this session or in an earlier one, the latest first; and in words
    /// what is wrong with those that cannot be read.
    pub fn interrupted(&self) -> (Vec<KeptGame>, Vec<String>) {
        self.store.left()
    }

    /// All rivals that can be played: those that are offered, those that are kept for good, others that were met.
    pub fn introductions(&self) -> Vec<Introduction<P::Game>> {
        let rivals = self.own.rivals();
        rivals.map_or_else(Vec::new, Rivals::introductions)
    }

    /// The rival of this letter or this name.
    pub fn rival_called(&self, name: &str) -> Option<Introduction<P::Game>> {
        self.own.rivals()?.called(name)
    }

    /// What `player` is called where it is a rival: no two that the person knows are called the same.
    pub fn name_of(&self, player: &<P::Game as Kit>::Spec) -> Option<String> {
        match self.own.rivals() {
            Some(rivals) => rivals.name_of(player).map(|name| names::rival_of(&name)),
            None => names::rival::<P::Game>(player),
        }
    }

    /// The same of a player that is written so in a file of a game; of one that is no rival as it is written shortest.
    pub fn called(&self, written: &str) -> String {
        let spec = written.parse::<<P::Game as Kit>::Spec>();
        spec.map_or_else(
            |_| written.to_owned(),
            |spec| self.name_of(&spec).unwrap_or_else(|| spec.to_string()),
        )
    }

    /// Whose a kept game is, in words.
    pub fn whose(&self, kept: &KeptGame) -> String {
        let machine = kept.machines.iter().flatten().next();
        session_words::against(machine.map(|machine| self.called(machine)).as_deref())
    }

    /// Keeps `rival` for good, or not any more when it is kept; true when it is kept then.
    ///
    /// # Errors
    /// In words, why that is not possible.
    pub fn turn_favourite(&mut self, rival: &Introduction<P::Game>) -> Result<bool, String> {
        let rivals = self.own.rivals_mut();
        rivals.map_or(Ok(false), |it| it.turn_favourite(rival))
    }

    /// Has the portrait of `player` drawn, an individual that is looked at.
    pub fn look_at(&mut self, player: <P::Game as Kit>::Spec) {
        if let Some(rivals) = self.own.rivals_mut() {
            rivals.breeding.look_at(player);
        }
    }

    /// The side the person has in the next game if nothing else is asked for.
    pub fn next_side(&self) -> Side {
        match (self.side, self.table.person()) {
            (SideChoice::Alternate, Some(side)) => side.other(),
            (SideChoice::White, _) => Side::White,
            (SideChoice::Random, _) => {
                let number = self.games + 1;
                Side::BOTH[Random::derived(self.seed, &[COLOUR, number]).below(Side::BOTH.len())]
            }
            _ => Side::Black,
        }
    }

    /// The seats of the next game against `opponent`, if nothing else is asked for.
    pub fn next_seats(&self, opponent: <P::Game as Kit>::Spec) -> [Seat<P::Game>; 2] {
        match self.side {
            SideChoice::Both => [Seat::Person, Seat::Person],
            _ => Setup::against(opponent, self.next_side()).seats,
        }
    }
}

impl<P: SessionKit> Drop for Session<P> {
    /// A game that has begun is kept, to be offered at the next start.
    fn drop(&mut self) {
        self.store.leave(&self.table, false);
    }
}

/// Coordinate of the draw of colours.
const COLOUR: u64 = 3;

//! The sitting: what happens when someone moves, takes back, asks, or finishes a game.
//!
//! - `queries`: what a screen shows of it.
//! - `advise`: what another program thinks of the positions.
//! - `commands`: what a person does.
//! - `events`: what the threads report.
//! - `end`: a game is over, or left.

mod advise;
mod commands;
mod end;
mod events;
mod queries;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

use crate::SessionError;
use crate::adviser::{Advice, Adviser};
use crate::analysis::Analysis;
use crate::keeper::{self, Keeper};
use crate::report::{GameReport, Target};
use crate::rivals::Rivals;
use crate::settings::SideChoice;
use crate::start::Start;
use crate::table::{Seat, Table};
use crate::thinker::{Answer, Tester, Thinker};
use koteki_engine::player::Choice;
use koteki_engine::player::tsukamoto::Seeing;
use koteki_engine::search::budget::Cancel;
use koteki_games::othello::{Move, Position};
use koteki_games::random::{Random, derive_seed};
use koteki_games::{Outcome, Side};
use koteki_record::game::GameRecord;
use koteki_rivals::evolve;
use koteki_rivals::roster::{EngineSpec, PlayerSpec, SearchSpec};

/// Something that happened in one of the sitting's threads; give it to [`Sitting::handle`].
#[derive(Debug)]
pub enum Event {
    /// The thinker has an answer.
    Thought(Answer),
    /// The adviser has something to say.
    Advised(Advice),
    /// The breeding of this number has news.
    Bred(u64, evolve::worker::Event),
    /// The keeper of games has news.
    Kept(keeper::News),
}

/// Where a sitting's threads send their events: called from those threads, must not block.
pub type Sink = Arc<dyn Fn(Event) + Send + Sync>;

/// What an interface may want to tell the person.
#[derive(Clone, Debug, PartialEq)]
pub enum Notice {
    /// A machine moved.
    Moved(Side, Move),
    /// What a machine that holds itself level saw when it made its last move, which is given too.
    Held(Move, Vec<Seeing>),
    /// The side had no move and passed.
    Passed(Side),
    /// The game is over.
    Over(Outcome),
    /// The finished game is measured; see [`Sitting::report`].
    Measured,
    /// The population is now bred toward this mean loss.
    Retargeted(Target),
    /// The hint asked for is there; see [`Sitting::hint`].
    Hint,
    /// There is a new snapshot of the breeding.
    Bred,
    /// Rivals are certified: [they](Sitting::rivals) take the place of those before.
    Ready,
    /// The adviser has failed, and how: until the next game the tester's values stand for its.
    Unadvised(String),
    /// Something broke in the background; the sitting goes on without it.
    Broken(String),
    /// A game was interrupted and can be resumed, see [`Sitting::interrupted`]; and whether none has been
    /// finished since.
    Interrupted(bool),
    /// Some of what is kept cannot be read; in words, said once.
    Damaged(String),
    /// Games cannot be kept on disk, and why; said once.
    NotKept(String),
}

/// What a sitting is made with.
#[derive(Clone)]
pub struct Options {
    /// The games and the tester.
    pub settings: super::Settings,
    /// The breeding.
    pub evolution: evolve::Settings,
    /// The tester that measures, and whose values are shown where there is no adviser.
    pub tester: SearchSpec,
    /// Another program whose values are shown instead.
    pub adviser: Option<EngineSpec>,
    /// Threads of the breeding's pool; `None` for one less than the machine has processors.
    pub jobs: Option<NonZeroUsize>,
    /// Breed toward each new target with a fresh population, so that what comes of it depends on the
    /// seed and the target alone; otherwise the present population goes on.
    pub fresh_breeding: bool,
    /// Seed of the sitting: games and breeding derive theirs from it.
    pub seed: u64,
    /// Where games are kept; `None` keeps nothing.
    pub data: Option<PathBuf>,
}

/// How a new game is set up.
#[derive(Clone, Debug, PartialEq)]
pub struct Setup {
    /// Black's and White's seats.
    pub seats: [Seat<Position>; 2],
    /// Whether it begins as a measured game: without help until it is over. One with a handicap never
    /// does: its losses are not those of an ordinary game.
    pub measured: bool,
    /// The side that has discs in corners from the start, and how many, 0…4; of a game that begins from
    /// the usual start.
    pub handicap: Option<(Side, usize)>,
    /// Where the game begins.
    pub start: Start,
}

impl Setup {
    /// A measured game of a person on `side` against `opponent`.
    pub fn against(opponent: PlayerSpec, side: Side) -> Self {
        let mut seats = [Seat::Machine(opponent), Seat::Person];
        if side == Side::Black {
            seats.reverse();
        }
        Self {
            seats,
            measured: true,
            handicap: None,
            start: Start::Usual,
        }
    }
}

/// What the tester sees of a position.
#[derive(Clone)]
enum Sight {
    /// It has not looked yet.
    Waiting,
    /// It has.
    Seen(Arc<Analysis>),
    /// It broke down over it.
    Failed,
}

impl Sight {
    const fn analysis(&self) -> Option<&Arc<Analysis>> {
        match self {
            Self::Seen(analysis) => Some(analysis),
            Self::Waiting | Self::Failed => None,
        }
    }
}

/// The person's mean loss as the agent that is to hold it judges it.
#[derive(Clone, Copy, PartialEq)]
enum LossToOpponent {
    /// Not asked for.
    Unasked,
    /// Asked for.
    Waiting,
    /// Known; `None` when it could not be found.
    Known(Option<f64>),
}

/// One sitting of Othello.
pub struct Sitting {
    options: Options,
    thinker: Thinker,
    tester: Tester,
    /// The breeding, and what is known of the person from measured games judged by the preset tester.
    rivals: Rivals<Position>,
    keeper: Keeper,
    /// The D of the agent that is as strong as the machine at the table; `None` when that is not known.
    even: Option<f64>,
    /// Whether the keeper has reported what it found.
    looked: bool,
    /// Whether any game is known that was played to its end.
    has_finished: bool,
    /// Games that were interrupted, the latest first.
    interrupted: Vec<GameRecord>,
    /// Name of the game on the table in the records.
    id: String,
    /// When it began, in milliseconds since 1970-01-01 UTC.
    started: u64,
    table: Table<Position>,
    /// Number of the latest change of the line, in this game or another: answers to older ones are
    /// dropped.
    moment: u64,
    games: u64,
    cancel: Cancel,
    /// The moment for which a machine's move has been asked.
    asked: Option<u64>,
    /// What the tester sees before each move and in the position now; as long as positions are known.
    analyses: Vec<Sight>,
    /// The adviser, until it fails.
    adviser: Option<Adviser>,
    /// What the adviser sees, likewise.
    advised: Vec<Option<Arc<Analysis>>>,
    /// Where its advice goes.
    sink: Sink,
    /// Whether the game on the table was left before and has been resumed.
    resumed: bool,
    hint_wanted: bool,
    last_choice: Option<Choice<Position>>,
    report: Option<Arc<GameReport>>,
    held: LossToOpponent,
    over_announced: bool,
    /// The side on which the tester plays a person's game to the end.
    stand_in: Option<Side>,
}

impl Sitting {
    /// Opens a sitting: starts the thinker and the breeding, sets up the first game.
    ///
    /// # Errors
    /// When a player named in the settings cannot be built or the system gives no thread.
    pub fn open(options: Options, sink: Sink) -> Result<Self, SessionError> {
        let tester = Tester {
            search: Arc::new(options.tester.search()),
            weights: options.tester.weights,
            depth: options.tester.depth,
        };
        let thoughts = Arc::clone(&sink);
        let thinker = Thinker::start("thinker", false, move |answer| {
            thoughts(Event::Thought(answer));
        })?;
        let news = Arc::clone(&sink);
        let rivals = Rivals::start(
            &options.evolution,
            options.jobs,
            derive_seed(options.seed, &[BREEDING]),
            Arc::new(move |number, event| news(Event::Bred(number, event))),
        )?;
        let kept = Arc::clone(&sink);
        let person = options.settings.name.clone();
        let report = move |news| kept(Event::Kept(news));
        let keeper = Keeper::start(options.data.clone(), person, report)?;
        let opponent: PlayerSpec = options.settings.opponent.parse()?;
        let side = drawn_side(&options, 1);
        let mut sitting = Self {
            table: Table::new([Seat::Person, Seat::Person]),
            options,
            thinker,
            tester,
            rivals,
            even: None,
            looked: !keeper.keeps(),
            has_finished: false,
            keeper,
            interrupted: Vec::new(),
            id: String::new(),
            started: 0,
            moment: 0,
            games: 0,
            cancel: Cancel::new(),
            asked: None,
            analyses: Vec::new(),
            adviser: None,
            advised: Vec::new(),
            sink,
            resumed: false,
            hint_wanted: false,
            last_choice: None,
            report: None,
            held: LossToOpponent::Unasked,
            over_announced: false,
            stand_in: None,
        };
        let measured = sitting.options.settings.measured;
        sitting.new_game(&Setup {
            measured,
            ..Setup::against(opponent, side)
        })?;
        Ok(sitting)
    }
}

impl Drop for Sitting {
    /// A game that has begun is kept, to be offered at the next start.
    fn drop(&mut self) {
        self.leave_table(false);
    }
}

/// The person's side in the game of this number when no game has been before it.
fn drawn_side(options: &Options, game: u64) -> Side {
    match options.settings.side {
        SideChoice::Black | SideChoice::Alternate => Side::Black,
        SideChoice::White => Side::White,
        SideChoice::Random => {
            Side::BOTH[Random::derived(options.seed, &[COLOUR, game]).below(Side::BOTH.len())]
        }
    }
}

/// Coordinate of the draw of colours.
const COLOUR: u64 = 3;
/// Coordinate of the breeding's seed among those derived from the sitting's.
const BREEDING: u64 = 1;
/// Coordinate of the games' seeds.
const GAMES: u64 = 2;

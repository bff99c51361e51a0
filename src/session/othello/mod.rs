//! What a person's session of Othello has of its own: the tester looks at every position, another program may advise,
//! and a finished game is measured and reported.
//!
//! - `answers`: what the threads report.
//! - `queries`: what a screen shows of it.
//! - `advise`: what another program thinks of the positions.
//! - `end`: a game is over.
//! - `records`: games on disk.

mod advise;
mod answers;
mod end;
mod queries;
mod records;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

use self::records::Records;
use crate::adviser::{Advice, Adviser};
use crate::analysis::Analysis;
use crate::keeper::{self, Keeper};
use crate::person::{Event, Notice, Notices, Session};
use crate::report::GameReport;
use crate::rivals::Rivals;
use crate::start::Start;
use crate::thinker::{Answer, Tester, Thinker};
use crate::{SessionError, Settings};
use koteki_engine::player::Choice;
use koteki_games::Side;
use koteki_games::othello::Position;
use koteki_games::random::derive_seed;
use koteki_rivals::evolve;
use koteki_rivals::roster::{EngineSpec, PlayerSpec, SearchSpec};

/// News of threads beside the thinker and the breeding.
#[derive(Debug)]
pub enum News {
    /// The adviser has something to say.
    Advised(Advice),
    /// The keeper of games has news.
    Kept(keeper::News),
}

/// Something that happened in one of the session's threads.
pub type OthelloEvent = Event<Answer, News>;

/// Where a session's threads send their events: called from those threads, must not block.
pub type Sink = Arc<dyn Fn(OthelloEvent) + Send + Sync>;

/// What a session is made with.
#[derive(Clone)]
pub struct Options {
    /// The games and the tester.
    pub settings: Settings,
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
    /// Seed of the session: games and breeding derive theirs from it.
    pub seed: u64,
    /// Where games are kept; `None` keeps nothing.
    pub data: Option<PathBuf>,
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

/// What such a session has of its own.
pub struct Judged {
    options: Options,
    tester: Tester,
    /// The breeding, and what is known of the person from measured games judged by the preset tester.
    rivals: Rivals<Position>,
    /// Whether the keeper has reported what it found.
    looked: bool,
    /// Whether any game is known that was played to its end.
    has_finished: bool,
    /// What the tester sees before each move and in the position now; as long as positions are known.
    analyses: Vec<Sight>,
    /// The adviser, until it fails.
    adviser: Option<Adviser>,
    /// What the adviser sees, likewise.
    advised: Vec<Option<Arc<Analysis>>>,
    /// Where its advice goes.
    sink: Sink,
    last_choice: Option<Choice<Position>>,
    report: Option<Arc<GameReport>>,
    held: LossToOpponent,
}

/// A person at Othello.
pub type OthelloSession = Session<Judged>;

impl OthelloSession {
    /// Opens a session: starts the thinker and the breeding, sets up the first game. Besides, what there is to say.
    ///
    /// # Errors
    /// When a player named in the settings cannot be built or the system gives no thread.
    pub fn open(options: Options, sink: Sink) -> Result<(Self, Notices<Judged>), SessionError> {
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
        let Settings {
            name,
            opponent,
            side,
            measured,
            ..
        } = options.settings.clone();
        let report = move |news| kept(Event::News(News::Kept(news)));
        let keeper = Keeper::start(options.data.clone(), name.clone(), report)?;
        let game = (options.seed, side, opponent.parse::<PlayerSpec>()?);
        let looked = !keeper.keeps();
        let store = Records::new(keeper, name, options.tester);
        let own = Judged {
            options,
            tester,
            rivals,
            looked,
            has_finished: false,
            analyses: Vec::new(),
            adviser: None,
            advised: Vec::new(),
            sink,
            last_choice: None,
            report: None,
            held: LossToOpponent::Unasked,
        };
        Self::begin((own, store, thinker), game, measured, Start::Usual)
    }

    /// What new games begin with from now on: side, kind and opening. Who the person is does not change in a session.
    pub fn set_new_games(&mut self, settings: Settings) {
        let before = &mut self.own.options.settings;
        let (name, side) = (std::mem::take(&mut before.name), before.side);
        if settings.side != side {
            self.set_side(settings.side);
        }
        self.own.options.settings = Settings { name, ..settings };
    }

    /// Lets the breeding wait, or go on.
    pub fn pause_breeding(&self, pause: bool) {
        self.own.rivals.breeding.pause(pause);
    }

    /// The tester takes the person's seat on `side` and plays the game to its end, which then does not count toward the
    /// person's level.
    pub fn hand_over(&mut self, side: Side) -> Notices<Judged> {
        let mut notices = Vec::new();
        if self.table.seat(side).is_person() {
            let tester = PlayerSpec::Tester(self.own.options.tester.into());
            match self.table.hand_over(side, tester) {
                Ok(()) => self.advance(&mut notices),
                Err(error) => notices.push(Notice::Broken(error.to_string())),
            }
        }
        notices
    }
}

/// Coordinate of the breeding's seed among those derived from the session's.
const BREEDING: u64 = 1;
/// Coordinate of the games' seeds.
const GAMES: u64 = 2;

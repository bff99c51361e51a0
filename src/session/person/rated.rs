//! Games whose positions are rated by random games and of which each has a file; what the person has given away is
//! counted at once when a game is over.

use std::collections::HashMap;
use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::files::{self, Files};
use super::thought::{Answer, Hint, Thought};
use super::{Event, Notice, Notices, Session, SessionKit};
use crate::played::PlayedGame;
use crate::settings::SideChoice;
use crate::worker::Worker;
use crate::{Rivals, SessionError, Start};
use koteki_engine::search::budget::Cancel;
use koteki_games::GameLine;
use koteki_games::random::derive_seed;
use koteki_record::files::FileError;
use koteki_rivals::evolve::snapshot::Snapshot;
use koteki_rivals::evolve::worker::Event as Bred;
use koteki_rivals::measure::foretold::{Reliability, Sitting};
use koteki_rivals::measure::levels::Rank;
use koteki_rivals::roster::kit::person::{PersonEvidence as _, PersonKit, Strength};

/// A game that comes from a file.
#[derive(Clone, Debug)]
pub struct Loaded<K: PersonKit> {
    /// The moves.
    pub line: GameLine<K>,
    /// What there is to say of it.
    pub said: String,
}

/// What a session begins with.
#[derive(Clone, Debug)]
pub struct Options<K: PersonKit> {
    /// Who plays against the person.
    pub opponent: K::Spec,
    /// Which side the person has.
    pub side: SideChoice,
    /// Seed of the first game. Later ones take seeds derived from it.
    pub seed: u64,
    /// A game to go on with.
    pub loaded: Option<Loaded<K>>,
    /// Where games are kept; `None` for nowhere.
    pub data: Option<PathBuf>,
    /// The beginning of the names of games in the folder, later ones after earlier ones.
    pub name: String,
    /// The person's name.
    pub person: String,
    /// Whether rivals are bred while the person plays.
    pub breed: bool,
    /// Whether positions are judged while the person plays.
    pub judge: bool,
}

/// What such a session has of its own.
pub struct Rated<K: PersonKit> {
    judge: Option<Worker<Thought<K>>>,
    /// How often Black wins.
    rates: HashMap<K, f64>,
    /// A position is with the judge.
    is_judging: bool,
    hint: Option<Hint<K::Move>>,
    rivals: Option<Rivals<K>>,
    /// Whether the game on the table is over and was measured where it counts.
    is_concluded: bool,
    /// What the last measured game came to.
    measured: Option<Strength>,
}

/// Keeps the seed of the breeding apart from those of games.
const BREEDING: u64 = u64::MAX;

impl<K: PersonKit> Session<Rated<K>> {
    /// Opens a session and sets up the first game. Besides, what there is to say, as what is wrong with what is kept,
    /// and whether a game was left that can be [resumed](Self::resume_interrupted).
    ///
    /// # Errors
    /// When there is no such opponent, or the system gives no thread.
    pub fn open(
        options: Options<K>,
        sink: impl Fn(Event<Answer<K>, Infallible>) + Clone + Send + Sync + 'static,
    ) -> Result<(Self, Notices<Rated<K>>), SessionError> {
        let thoughts = || {
            let sink = sink.clone();
            move |answer| sink(Event::Thought(answer))
        };
        let thinker = Worker::start("thinker", false, thoughts())?;
        let judge = options
            .judge
            .then(|| Worker::start("judge", true, thoughts()));
        let mut trouble = Vec::new();
        let mut rivals = None;
        if options.breed {
            let seed = derive_seed(options.seed, &[BREEDING]);
            let listener = Arc::new(move |number, event| sink(Event::Bred(number, event)));
            match Rivals::start(&K::default_evolution(), None, seed, listener) {
                Ok(bred) => rivals = Some(bred),
                Err(error) => trouble.push(no_rivals(&error.to_string())),
            }
        }
        if let (Some(rivals), Some(data)) = (&mut rivals, &options.data) {
            trouble.extend(rivals.remember(data, &options.person));
            trouble.extend(rivals.take_in_favourites(data, &options.person));
        }
        let (data, offers) = (options.data.as_deref(), options.loaded.is_none());
        let opponent = options.opponent;
        let store = Files::open(data, options.name, opponent, offers, &mut trouble);
        let left = store.offered.as_ref().map(|it| it.is_latest);
        let own = Rated {
            judge: judge.transpose()?,
            rates: HashMap::new(),
            is_judging: false,
            hint: None,
            rivals,
            is_concluded: false,
            measured: None,
        };
        let start = options
            .loaded
            .map_or(Start::Usual, |it| Start::chosen(it.line));
        let game = (options.seed, options.side, opponent);
        let (session, begun) = Self::begin((own, store, thinker), game, true, start)?;
        let trouble = trouble.into_iter().map(Notice::Damaged);
        let notices = trouble.chain(left.map(Notice::Interrupted)).chain(begun);
        Ok((session, notices.collect()))
    }

    /// The game that was left before this session is offered no more: there may be a later one.
    pub fn decline(&mut self) {
        self.store.offered = None;
    }

    /// Where the game is kept; `None` for nowhere, or when it could not be written.
    pub fn file(&self) -> Option<&Path> {
        self.store.file()
    }

    /// The games that the person has played to their end, the latest first.
    ///
    /// # Errors
    /// When their folder cannot be read.
    pub fn finished(&self) -> Result<Vec<PlayedGame<K>>, FileError> {
        let games = self.store.finished()?.into_iter();
        let games = games.map(|it| it.told_apart(|spec| self.name_of(spec)));
        Ok(games.collect())
    }

    /// The game on the table, when it is over and the person's.
    pub fn just_ended(&self) -> Option<PlayedGame<K>> {
        let game = self.store.just_ended(&self.table)?;
        Some(game.told_apart(|spec| self.name_of(spec)))
    }

    /// Writes the game to a file of the person's choice; with `over` also where there is one already.
    ///
    /// # Errors
    /// When there is a file and `over` is not set, or the system refuses.
    pub fn save(&self, path: &Path, over: bool) -> Result<(), FileError> {
        files::save(&self.table, path, over)
    }

    /// Nobody waits for the hint any more.
    pub const fn drop_hint(&mut self) {
        self.hint_wanted = false;
    }

    /// The hint that was asked for.
    pub fn hint(&self) -> Option<Hint<K::Move>> {
        self.own.hint.filter(|_| self.hint_wanted)
    }

    /// Whether help has to be asked about first: it would make a game practice that is measured.
    pub fn help_costs(&self) -> bool {
        self.own.rivals.is_some() && self.table.help_costs()
    }

    /// Whether the game counts toward the person's strength; `None` where nobody is measured.
    pub fn counts(&self) -> Option<bool> {
        (self.own.rivals.is_some() && self.table.person().is_some()).then(|| self.table.counts())
    }

    /// Where the person stands among the levels, from all measured games.
    pub fn rank(&self) -> Option<Rank> {
        self.own.rivals.as_ref()?.known.rank()
    }

    /// How the person does against equals in this sitting.
    pub fn sitting(&self) -> Option<String> {
        let foretold = self.own.rivals.as_ref()?.known.foretold();
        Some(Sitting::last(&foretold)?.words())
    }

    /// How what was foretold of the person's games came out.
    pub fn reliability(&self) -> Option<Reliability> {
        Reliability::of(&self.own.rivals.as_ref()?.known.foretold())
    }

    /// What all measured games say of the person.
    pub fn strength(&self) -> Option<Strength> {
        self.own.rivals.as_ref()?.strength()
    }

    /// What the game on the table has come to, if it is over and was measured.
    pub const fn measured(&self) -> Option<Strength> {
        self.own.measured
    }

    /// How often Black wins after each move, where it is known.
    pub fn rates(&self) -> Vec<Option<f64>> {
        let positions = self.table.line().positions().iter();
        positions
            .map(|it| self.own.rates.get(it).copied())
            .collect()
    }

    /// The breeding as it was last heard of; `None` where none is bred.
    pub fn snapshot(&self) -> Option<&Snapshot> {
        self.own.rivals.as_ref().map(|it| &**it.snapshot())
    }

    /// What the rivals are bred for, in a line.
    pub fn bred_for(&self) -> String {
        let Some(rivals) = &self.own.rivals else {
            return "no rivals are bred in this sitting".to_owned();
        };
        if let Some(why) = rivals.broken() {
            return no_rivals(why);
        }
        let Some(it) = rivals.strength() else {
            return format!(
                "rivals for D {:.0}, as {}, until a game of yours is measured",
                rivals.snapshot().target,
                K::USUAL
            );
        };
        let games = if it.games == 1 {
            "1 game".to_owned()
        } else {
            format!("{} games", it.games)
        };
        let equal = K::equal(it.target);
        if it.is_beyond::<K>() {
            format!(
                "rivals even with {equal}, the strongest: you seem to be stronger, from {games}"
            )
        } else {
            format!("rivals even with {equal}, as you seem to be from {games}")
        }
    }
}

impl<K: PersonKit> Rated<K> {
    /// Gives the judge the latest position that it has not seen.
    fn ask_judge(&mut self, line: &GameLine<K>) {
        let Some(judge) = self.judge.as_ref().filter(|_| !self.is_judging) else {
            return;
        };
        let mut positions = line.positions().iter().rev();
        if let Some(position) = positions.find(|it| !self.rates.contains_key(*it)) {
            self.is_judging = true;
            judge.ask(Thought::Rate(position.clone()), &Cancel::new());
        }
    }
}

impl<K: PersonKit> SessionKit for Rated<K> {
    type Game = K;
    type Store = Files<K>;
    type Thought = Thought<K>;
    type News = Infallible;

    /// The first game is that of the seed itself.
    fn game_seed(seed: u64, number: u64) -> u64 {
        match number - 1 {
            0 => seed,
            before => derive_seed(seed, &[before]),
        }
    }

    fn rivals(&self) -> Option<&Rivals<K>> {
        self.rivals.as_ref()
    }

    fn rivals_mut(&mut self) -> Option<&mut Rivals<K>> {
        self.rivals.as_mut()
    }

    fn opening(&self, _seed: u64) -> GameLine<K> {
        GameLine::default()
    }

    fn reset(session: &mut Session<Self>) {
        session.own.is_concluded = false;
        session.own.measured = None;
    }

    fn advance(session: &mut Session<Self>) {
        session.own.hint = None;
        session.own.ask_judge(session.table.line());
    }

    fn seek_hint(session: &mut Session<Self>, _notices: &mut Notices<Self>) {
        session.own.hint = None;
        let position = session.table.position().clone();
        let thought = Thought::Hint(session.moment, position);
        session.thinker.ask(thought, &session.cancel);
    }

    fn has_hint(session: &Session<Self>) -> bool {
        session.own.hint.is_some()
    }

    fn conclude(session: &mut Session<Self>, notices: &mut Notices<Self>) {
        let own = &mut session.own;
        if session.table.is_over() && !std::mem::replace(&mut own.is_concluded, true) {
            let file = session.store.file().and_then(Path::file_stem);
            let id = file.unwrap_or_default().to_string_lossy();
            if let Some(rivals) = &mut own.rivals {
                own.measured = rivals.conclude(&session.table, &id);
                notices.extend(rivals.trouble().map(Notice::NotKept));
            }
        }
    }

    fn answered(session: &mut Session<Self>, answer: Answer<K>, notices: &mut Notices<Self>) {
        match answer {
            Answer::Move(id, mv) => {
                session.machine_chose(id, mv, notices);
            }
            Answer::Hint(id, hint) if id == session.moment && session.hint_wanted => {
                session.own.hint = hint;
                notices.push(Notice::Hint);
            }
            Answer::Rate(position, rate) => {
                session.own.rates.insert(position, rate);
                session.own.is_judging = false;
                session.own.ask_judge(session.table.line());
            }
            Answer::Broken(None, message) => {
                session.own.is_judging = false;
                notices.push(Notice::Broken(message));
            }
            Answer::Broken(Some(id), message) if session.hint_wanted && id == session.moment => {
                session.hint_wanted = false;
                notices.push(Notice::Broken(message));
            }
            Answer::Broken(Some(id), message) => session.machine_failed(id, &message, notices),
            Answer::Hint(..) => {}
        }
    }

    fn bred(session: &mut Session<Self>, number: u64, event: Bred, notices: &mut Notices<Self>) {
        let Some(rivals) = &mut session.own.rivals else {
            return;
        };
        match rivals.handle(number, event) {
            Ok(is_ready) => notices.push(if is_ready {
                Notice::Ready
            } else {
                Notice::Bred
            }),
            Err(message) => notices.push(Notice::Broken(no_rivals(&message))),
        }
        notices.extend(rivals.trouble().map(Notice::NotKept));
    }

    fn news(_session: &mut Session<Self>, news: Infallible, _notices: &mut Notices<Self>) {
        match news {}
    }
}

fn no_rivals(why: &str) -> String {
    format!("no rivals: {why}")
}

//! A person at a game of whose games each has a file: the game being played, the rivals bred behind it, hints and
//! winning rates.
//!
//! Nothing here waits: threads report through the sink that whoever shows the [`Session`] gives.

mod game;
pub mod thought;
pub mod words;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use self::thought::{Answer, Hint, Thought};
use crate::rivals::Introduction;
use crate::worker::Worker;
use crate::{Refusal, Rivals, SessionError, Table, Turn, words as session_words};
use koteki_engine::search::budget::Cancel;
use koteki_games::GameLine;
use koteki_games::random::derive_seed;
use koteki_record::files::{FileError, Folder, Journal, UnfinishedGame};
use koteki_rivals::evolve::snapshot::Snapshot;
use koteki_rivals::evolve::worker::Event as Bred;
use koteki_rivals::roster::BuildError;
use koteki_rivals::roster::kit::person::{PersonKit, Strength};

pub use game::{PersonGame, Setup, SideChoice};

/// A game that comes from a file.
#[derive(Clone, Debug)]
pub struct Loaded<K: PersonKit> {
    /// The moves.
    pub line: GameLine<K>,
    /// What there is to say of it.
    pub said: String,
}

/// A game that was left, as it is listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftGame {
    /// Against whom it is, in words.
    pub whose: String,
    /// Its moves.
    pub ply: usize,
}

/// What a session begins with.
#[derive(Clone, Debug)]
pub struct Options<K: PersonKit> {
    /// The first game. Later ones take seeds derived from its own.
    pub setup: Setup<K::Spec>,
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

/// Something that happened in a thread; give it to [`Session::handle`].
#[derive(Debug)]
pub enum Event<K: PersonKit> {
    /// An answer.
    Thought(Answer<K>),
    /// The breeding of this number has news.
    Bred(u64, Bred),
}

/// What came of an event, to be said.
#[derive(Clone, Debug, PartialEq)]
pub enum Notice<M> {
    /// The machine has chosen this move, to be [played](Session::answer).
    Chosen(M),
    /// The hint that was asked for; `None` where there is nothing to choose.
    Hint(Option<Hint<M>>),
    /// Other rivals than before are offered.
    Ready,
    /// There are no more rivals, and why.
    NoRivals(String),
    /// A thought broke down, and how.
    Broken(String),
    /// So did the machine's: another move was played for it.
    StoodIn(String),
}

/// A person's games, one after the other.
pub struct Session<K: PersonKit> {
    game: PersonGame<K>,
    thinker: Worker<Thought<K>>,
    judge: Option<Worker<Thought<K>>>,
    /// Raised when the machine's move or the hint that is worked out is no longer wanted.
    wanted: Cancel,
    /// Number of the request whose answer is waited for.
    request: u64,
    /// How often Black wins.
    rates: HashMap<K, f64>,
    /// A position is with the judge.
    is_judging: bool,
    /// A game that was left before this session.
    left: Option<UnfinishedGame<K>>,
    folder: Option<Folder<K>>,
    seed: u64,
    name: String,
    games: u64,
    rivals: Option<Rivals<K>>,
    /// Whether the game on the table is over and was measured where it counts.
    is_concluded: bool,
    /// What the last measured game came to.
    measured: Option<Strength>,
}

/// Keeps the seed of the breeding apart from those of games.
const BREEDING: u64 = u64::MAX;

impl<K: PersonKit> Session<K> {
    /// Sets up the first game; nobody thinks before it [advances](Self::advance). Besides the session, in words what is
    /// wrong with what is kept.
    ///
    /// # Errors
    /// When there is no such opponent, or the system gives no thread.
    pub fn open(
        options: Options<K>,
        sink: impl Fn(Event<K>) + Clone + Send + Sync + 'static,
    ) -> Result<(Self, Vec<String>), SessionError> {
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
            let seed = derive_seed(options.setup.seed, &[BREEDING]);
            let listener = Arc::new(move |number, event| sink(Event::Bred(number, event)));
            match Rivals::start(&K::default_evolution(), None, seed, listener) {
                Ok(bred) => rivals = Some(bred),
                Err(error) => trouble.push(no_rivals(&error.to_string())),
            }
        }
        if let (Some(rivals), Some(data)) = (&mut rivals, &options.data) {
            trouble.extend(rivals.remember(data, &options.person));
        }
        let folder = options.data.as_deref().and_then(|data| {
            let opened = Folder::open(data);
            opened
                .map_err(|error| trouble.push(session_words::not_kept(&error.to_string())))
                .ok()
        });
        let left = match (&folder, &options.loaded) {
            (Some(folder), None) => folder.unfinished().unwrap_or_else(|error| {
                trouble.push(words::damaged(&error.to_string()));
                None
            }),
            _ => None,
        };
        let journal = folder.as_ref().map(|it| journal(it, &options.name, 1));
        let line = options.loaded.map_or_else(GameLine::default, |it| it.line);
        let session = Self {
            game: PersonGame::from_line(options.setup, line, journal)?,
            thinker,
            judge: judge.transpose()?,
            wanted: Cancel::new(),
            request: 0,
            rates: HashMap::new(),
            is_judging: false,
            left,
            folder,
            seed: options.setup.seed,
            name: options.name,
            games: 1,
            rivals,
            is_concluded: false,
            measured: None,
        };
        Ok((session, trouble))
    }

    /// The board with the line of the game, and who plays.
    pub const fn table(&self) -> &Table<K> {
        self.game.table()
    }

    /// The game and its file.
    pub const fn game(&self) -> &PersonGame<K> {
        &self.game
    }

    /// The sides that have passed since this was asked last, in order.
    pub fn take_passes(&mut self) -> Vec<koteki_games::Side> {
        self.game.take_passes()
    }

    /// What went wrong with the disk since this was asked last.
    pub fn trouble(&mut self) -> Option<String> {
        let measuring = self.rivals.as_mut().and_then(Rivals::trouble);
        self.game.trouble().or(measuring)
    }

    /// The game that was left before this session, if there is one, and whether it is the latest of all.
    pub fn left(&self) -> Option<(LeftGame, bool)> {
        let kept = self.left.as_ref()?;
        Some((self.left_game(kept), kept.is_latest))
    }

    fn left_game(&self, kept: &UnfinishedGame<K>) -> LeftGame {
        LeftGame {
            whose: PersonGame::<K>::against(&kept.header, self.game.setup().opponent),
            ply: kept.line.ply(),
        }
    }

    /// The game on the table begins, or has moved on: what was asked before is of no use, the machine and the judge are
    /// asked anew, and a finished game is measured.
    pub fn advance(&mut self) {
        self.forget_requests();
        if let Some(task) = self.table().task(self.request) {
            self.thinker.ask(Thought::Move(task), &self.wanted);
        }
        if self.table().is_over() && !self.is_concluded {
            self.is_concluded = true;
            let rivals = self.rivals.as_mut();
            self.measured = rivals.and_then(|it| it.conclude(&self.game));
        }
        self.ask_judge();
    }

    /// Nobody waits for the machine's move or the hint any more.
    pub fn forget_requests(&mut self) {
        self.wanted.cancel();
        self.wanted = Cancel::new();
        self.request += 1;
    }

    /// Gives the judge the latest position that it has not seen.
    fn ask_judge(&mut self) {
        let Some(judge) = self.judge.as_ref().filter(|_| !self.is_judging) else {
            return;
        };
        let positions = self.game.table().line().positions();
        let mut unknown = positions
            .iter()
            .rev()
            .filter(|it| !self.rates.contains_key(*it));
        if let Some(position) = unknown.next() {
            self.is_judging = true;
            judge.ask(Thought::Rate(position.clone()), &Cancel::new());
        }
    }

    /// Takes in what happened in a thread.
    pub fn handle(&mut self, event: Event<K>) -> Option<Notice<K::Move>> {
        match event {
            Event::Bred(number, event) => match self.rivals.as_mut()?.handle(number, event) {
                Ok(true) => Some(Notice::Ready),
                Ok(false) => None,
                Err(message) => Some(Notice::NoRivals(no_rivals(&message))),
            },
            Event::Thought(Answer::Move(id, mv)) => {
                (id == self.request).then_some(Notice::Chosen(mv))
            }
            Event::Thought(Answer::Hint(id, hint)) => {
                (id == self.request).then_some(Notice::Hint(hint))
            }
            Event::Thought(Answer::Rate(position, rate)) => {
                self.rates.insert(position, rate);
                self.is_judging = false;
                self.ask_judge();
                None
            }
            Event::Thought(Answer::Broken(id, message)) => {
                if id.is_none() {
                    self.is_judging = false;
                } else if id == Some(self.request)
                    && matches!(self.table().turn(), Turn::Machine(_))
                {
                    self.game.stand_in();
                    self.advance();
                    return Some(Notice::StoodIn(message));
                }
                Some(Notice::Broken(message))
            }
        }
    }

    /// A person plays `mv`.
    ///
    /// # Errors
    /// Says why nothing was played.
    pub fn play(&mut self, mv: K::Move) -> Result<(), Refusal<K::Move>> {
        self.game.play(mv)?;
        self.advance();
        Ok(())
    }

    /// The machine plays the move that it has chosen; another legal one where the rules do not allow that.
    pub fn answer(&mut self, mv: K::Move) {
        if !self.game.answer(mv) {
            self.game.stand_in();
        }
        self.advance();
    }

    /// Takes back the person's last move and all that came after it, and the game does not count any more;
    /// `false` when there is none. A finished game stays in its file as it was.
    pub fn undo(&mut self) -> bool {
        if !self.table().can_take_back() {
            return false;
        }
        if self.table().is_over() {
            let journal = self.next_journal();
            self.game.keep_in(journal);
            self.is_concluded = false;
            self.measured = None;
        }
        let done = self.game.undo();
        self.advance();
        done
    }

    /// Plays again what the last taking back took; `false` when nothing has been.
    pub fn redo(&mut self) -> bool {
        let done = self.game.redo();
        if done {
            self.advance();
        }
        done
    }

    /// Asks for a good move, after which the game does not count any more; `false` when it is not a person's turn.
    pub fn ask_hint(&mut self) -> bool {
        if !matches!(self.table().turn(), Turn::Person(_)) {
            return false;
        }
        self.forget_requests();
        self.game.help();
        let position = self.table().position().clone();
        self.thinker
            .ask(Thought::Hint(self.request, position), &self.wanted);
        true
    }

    /// Whether help has to be asked about first: it would make a game practice that is measured.
    pub fn help_costs(&self) -> bool {
        self.rivals.is_some() && self.table().help_costs()
    }

    /// Whether the game counts toward the person's strength; `None` where nobody is measured.
    pub fn counts(&self) -> Option<bool> {
        (self.rivals.is_some() && self.table().person().is_some()).then(|| self.game.is_measured())
    }

    /// What the game on the table has come to, if it is over and was measured.
    pub const fn measured(&self) -> Option<Strength> {
        self.measured
    }

    /// The seed of the next game: others than those before, and the same for the same session.
    pub fn next_seed(&self) -> u64 {
        derive_seed(self.seed, &[self.games])
    }

    /// Sets up another game; the one on the table is kept as it stands.
    ///
    /// # Errors
    /// When there is no such opponent to play; the game on the table then goes on.
    pub fn new_game(&mut self, setup: Setup<K::Spec>) -> Result<(), BuildError> {
        let journal = self.next_journal();
        self.put(PersonGame::new(setup, journal)?);
        Ok(())
    }

    /// The games that can be resumed, other than the one on the table: the one that was left before this session, as
    /// long as it is [there](Self::left), and then all others, the latest first. Besides, in words what is wrong with
    /// files that cannot be read.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn interrupted(&self) -> Result<(Vec<LeftGame>, Vec<String>), FileError> {
        let mut games: Vec<LeftGame> = self.left.iter().map(|it| self.left_game(it)).collect();
        let mut unreadable = Vec::new();
        for found in self.others_left()? {
            match found {
                Ok(kept) => games.push(self.left_game(&kept)),
                Err(error) => unreadable.push(words::unreadable(&error.to_string())),
            }
        }
        Ok((games, unreadable))
    }

    /// Resumes the game at `place` among the [interrupted](Self::interrupted) ones; the one on the table is kept as it
    /// stands. In words, what is wrong with later ones that cannot be read: one of them may have been meant.
    ///
    /// # Errors
    /// When there is none, or it cannot be resumed.
    pub fn resume_interrupted(&mut self, place: usize) -> Result<Vec<String>, SessionError> {
        let (mut unreadable, mut count) = (Vec::new(), usize::from(self.left.is_some()));
        let mut kept = if place < count {
            self.left.take()
        } else {
            None
        };
        if kept.is_none() {
            for found in self.others_left()? {
                match found {
                    Ok(found) if count == place => {
                        kept = Some(found.lock()?.ok_or_else(|| {
                            SessionError::CannotResume("another program has taken it".to_owned())
                        })?);
                        break;
                    }
                    Ok(_) => count += 1,
                    Err(error) => unreadable.push(words::unreadable(&error.to_string())),
                }
            }
        }
        let kept = kept.ok_or(SessionError::NoSuchGame(count))?;
        self.put(PersonGame::resume(kept, self.game.setup().opponent)?);
        Ok(unreadable)
    }

    /// The games that were left but [`left`](Self::left), which this session has locked, and what cannot be read.
    fn others_left(&self) -> Result<Vec<Result<UnfinishedGame<K>, FileError>>, FileError> {
        let folder = self.folder.as_ref();
        folder.map_or_else(|| Ok(Default::default()), Folder::all_unfinished)
    }

    /// The game that was left stays where it is for this session.
    pub fn decline(&mut self) {
        self.left = None;
    }

    fn put(&mut self, game: PersonGame<K>) {
        self.game = game;
        self.is_concluded = false;
        self.measured = None;
        self.advance();
    }

    /// The file of another game.
    fn next_journal(&mut self) -> Option<Journal> {
        self.games += 1;
        let folder = self.folder.as_ref();
        folder.map(|it| journal(it, &self.name, self.games))
    }

    /// How often Black wins after each move, where it is known.
    pub fn rates(&self) -> Vec<Option<f64>> {
        let positions = self.table().line().positions().iter();
        positions.map(|it| self.rates.get(it).copied()).collect()
    }

    /// The breeding as it was last heard of; `None` where none is bred.
    pub fn snapshot(&self) -> Option<&Snapshot> {
        self.rivals.as_ref().map(|it| &**it.snapshot())
    }

    /// What the rivals are bred for, in a line.
    pub fn bred_for(&self) -> String {
        let Some(rivals) = &self.rivals else {
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
        if it.is_beyond::<K>() {
            format!(
                "rivals for D {:.0}, the strongest: you seem to be stronger, from {games}",
                it.target
            )
        } else {
            format!(
                "rivals even with an agent of D {:.0}, as you seem to be from {games}",
                it.target
            )
        }
    }

    /// The rivals that can be played, as the person gets to know them.
    pub fn offered(&self) -> Vec<Introduction<K>> {
        self.rivals
            .as_ref()
            .map_or_else(Vec::new, Rivals::introductions)
    }
}

/// The file of the game of this number.
fn journal<K: PersonKit>(folder: &Folder<K>, name: &str, number: u64) -> Journal {
    folder.begin(&format!("{name}-{number:04}"))
}

fn no_rivals(why: &str) -> String {
    format!("no rivals: {why}")
}

//! The sitting: what happens when somebody moves, takes back, asks, or finishes a game.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

use super::analysis::Analysis;
use super::breeding::Breeding;
use super::keeper::{self, Keeper};
use super::report::{self, GameReport, Target};
use super::settings::SideChoice;
use super::table::{Refusal, Seat, Table, Turn};
use super::thinker::{Answer, Purpose, Request, Tester, Thinker};
use crate::evolve;
use crate::evolve::snapshot::Snapshot;
use crate::game::othello::{Move, Position};
use crate::game::{Game as _, Outcome, Side};
use crate::measure::contest::random_opening;
use crate::player::{Choice, Player};
use crate::random::{Random, derive_seed};
use crate::record::game::{self as record, GameRecord, Judgement, Kind, Players, Status, new_id};
use crate::roster::{self, PlayerSpec, SearchSpec};
use crate::search::budget::Cancel;
use crate::text::kept as words;

/// Something that happened in one of the sitting's threads; give it to [`Sitting::handle`].
#[derive(Debug)]
pub enum Event {
    /// The thinker has an answer.
    Thought(Answer),
    /// The breeding of this number has news.
    Bred(u64, evolve::worker::Event),
    /// The keeper of games has news.
    Kept(keeper::News),
}

/// Where a sitting's threads send their events: called from those threads, must not block.
pub type Sink = Arc<dyn Fn(Event) + Send + Sync>;

/// What a face may want to tell the person.
#[derive(Clone, Debug, PartialEq)]
pub enum Notice {
    /// A machine moved.
    Moved(Side, Move),
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
    /// Something broke in the background; the sitting goes on without it.
    Broken(String),
    /// A game was interrupted and can be gone on with; see [`Sitting::interrupted`].
    Interrupted,
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
    /// The tester that measures and hints.
    pub tester: SearchSpec,
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
    pub seats: [Seat; 2],
    /// Whether it begins as a measured game: without help until it is over.
    pub measured: bool,
}

impl Setup {
    /// A measured game of a person on `side` against `opponent`.
    #[must_use]
    pub fn against(opponent: PlayerSpec, side: Side) -> Self {
        let mut seats = [Seat::Machine(opponent), Seat::Person];
        if side == Side::Black {
            seats.reverse();
        }
        Self {
            seats,
            measured: true,
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

/// The person's mean loss in the eyes of the agent that is to hold it.
#[derive(Clone, Copy, PartialEq)]
enum Held {
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
    breeding: Breeding,
    keeper: Keeper,
    /// Whether the keeper has told what it found.
    looked: bool,
    /// Games that were interrupted, the latest first.
    interrupted: Vec<GameRecord>,
    /// Name of the game on the table in the records.
    id: String,
    /// When it began, in milliseconds since 1970-01-01 UTC.
    started: u64,
    /// Seed of the game on the table.
    seed: u64,
    table: Table<Position>,
    players: Machines,
    /// Number of the game and of its latest change: answers to older numbers are dropped.
    moment: u64,
    games: u64,
    cancel: Cancel,
    /// The moment for which a machine's move has been asked.
    asked: Option<u64>,
    /// What the tester sees before each move and in the position now; as long as positions are known.
    analyses: Vec<Sight>,
    practice: bool,
    hint_wanted: bool,
    last_choice: Option<Choice<Position>>,
    report: Option<Arc<GameReport>>,
    held: Held,
    over_told: bool,
    /// The side on which the tester plays a person's game to the end.
    stand_in: Option<Side>,
}

impl Sitting {
    /// Opens a sitting: starts the thinker and the breeding, sets up the first game.
    ///
    /// # Errors
    /// When a player named in the settings cannot be built or the system gives no thread.
    pub fn open(options: Options, sink: Sink) -> anyhow::Result<Self> {
        let tester = Tester {
            search: Arc::new(options.tester.search()),
            weights: options.tester.weights,
            depth: options.tester.depth,
        };
        let thoughts = Arc::clone(&sink);
        let thinker = Thinker::start(tester, move |answer| thoughts(Event::Thought(answer)))?;
        let news = Arc::clone(&sink);
        let breeding = Breeding::start(
            &options.evolution,
            options.jobs,
            derive_seed(options.seed, &[BREEDING]),
            Arc::new(move |number, event| news(Event::Bred(number, event))),
        )?;
        let kept = Arc::clone(&sink);
        let keeper = Keeper::start(options.data.clone(), move |news| kept(Event::Kept(news)))?;
        let opponent: PlayerSpec = options.settings.opponent.parse()?;
        let side = drawn_side(&options, 1);
        let mut sitting = Self {
            table: Table::new([Seat::Person, Seat::Person]),
            options,
            thinker,
            breeding,
            looked: !keeper.keeps(),
            keeper,
            interrupted: Vec::new(),
            id: String::new(),
            started: 0,
            seed: 0,
            players: [None, None],
            moment: 0,
            games: 0,
            cancel: Cancel::new(),
            asked: None,
            analyses: Vec::new(),
            practice: false,
            hint_wanted: false,
            last_choice: None,
            report: None,
            held: Held::Unasked,
            over_told: false,
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

impl Sitting {
    // ---- what a face shows ----

    /// The board, the seats and the line of the game.
    #[must_use]
    pub const fn table(&self) -> &Table<Position> {
        &self.table
    }

    /// Whether this game has used help and so does not count toward the person's level.
    #[must_use]
    pub const fn is_practice(&self) -> bool {
        self.practice
    }

    /// Whether using help now would turn a measured game into practice.
    #[must_use]
    pub fn help_costs(&self) -> bool {
        !self.practice && self.table.person().is_some() && !self.is_over()
    }

    /// Whether the tester's values may be shown: in practice, when nobody is measured, and when the
    /// game is over.
    #[must_use]
    pub fn values_visible(&self) -> bool {
        !self.help_costs()
    }

    /// Whether the game is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        matches!(self.table.turn(), Turn::Over(_))
    }

    /// Whether a machine is choosing its move.
    #[must_use]
    pub const fn is_thinking(&self) -> bool {
        self.asked.is_some()
    }

    /// What the tester sees in the position now, as soon as it has looked.
    #[must_use]
    pub fn analysis(&self) -> Option<&Analysis> {
        self.analysis_at(self.table.line().ply())
    }

    /// What the tester sees before the move of index `ply`, as soon as it has looked.
    #[must_use]
    pub fn analysis_at(&self, ply: usize) -> Option<&Analysis> {
        self.analyses.get(ply)?.analysis().map(AsRef::as_ref)
    }

    /// The value of every position of the game for `side`, from the start to now; `None` where the
    /// tester has not looked yet. A finished game's last value is its result.
    #[must_use]
    pub fn trace(&self, side: Side) -> Vec<Option<i32>> {
        let positions = self.table.line().positions();
        (0..positions.len())
            .map(|ply| match positions[ply].outcome() {
                Some(outcome) => Some(crate::eval::decided_value(outcome.difference(side))),
                None => self
                    .analysis_at(ply)
                    .map(|analysis| analysis.value_for(side)),
            })
            .collect()
    }

    /// What the move of index `ply` gave away; `None` where the tester has not looked yet.
    #[must_use]
    pub fn loss_at(&self, ply: usize) -> Option<i32> {
        let mv = *self.table.line().moves().get(ply)?;
        self.analysis_at(ply)?
            .of_move(mv)
            .map(|analysis| analysis.loss)
    }

    /// The hint: what the tester sees, when the person has asked for it in this position.
    #[must_use]
    pub fn hint(&self) -> Option<&Analysis> {
        if self.hint_wanted {
            self.analysis()
        } else {
            None
        }
    }

    /// Whether a hint was asked for that has not come yet.
    #[must_use]
    pub fn is_hint_awaited(&self) -> bool {
        let ply = self.table.line().ply();
        self.hint_wanted && matches!(self.analyses.get(ply), Some(Sight::Waiting))
    }

    /// Games that were being played when their program ended, the latest first; known once
    /// [`has_looked`](Self::has_looked).
    #[must_use]
    pub fn interrupted(&self) -> &[GameRecord] {
        &self.interrupted
    }

    /// Whether what is kept has been looked through for interrupted games.
    #[must_use]
    pub const fn has_looked(&self) -> bool {
        self.looked
    }

    /// What the machine that moved last had considered.
    #[must_use]
    pub const fn last_choice(&self) -> Option<&Choice<Position>> {
        self.last_choice.as_ref()
    }

    /// How the finished game went and how well it was played, once every move is measured.
    #[must_use]
    pub fn report(&self) -> Option<&GameReport> {
        self.report.as_deref()
    }

    /// The latest state of the breeding.
    #[must_use]
    pub const fn snapshot(&self) -> &Arc<Snapshot> {
        self.breeding.snapshot()
    }

    /// The rivals bred so far as players, with their letters.
    #[must_use]
    pub fn rivals(&self) -> Vec<(char, PlayerSpec)> {
        self.breeding.rivals()
    }

    /// What the sitting was made with.
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    // ---- what a person does ----

    /// A person plays `mv`.
    ///
    /// # Errors
    /// Says why nothing was played.
    pub fn play(&mut self, mv: Move) -> Result<Vec<Notice>, Refusal<Move>> {
        let passed = self.table.play_person(mv)?;
        let mut notices: Vec<Notice> = passed.map(Notice::Passed).into_iter().collect();
        self.advance(&mut notices);
        Ok(notices)
    }

    /// Takes the person's last move back, with the answers to it; the game becomes practice.
    pub fn take_back(&mut self) -> Vec<Notice> {
        self.change_of_mind(Table::take_back)
    }

    /// Plays again what was taken back.
    pub fn redo(&mut self) -> Vec<Notice> {
        self.change_of_mind(Table::redo)
    }

    fn change_of_mind(&mut self, change: impl FnOnce(&mut Table<Position>) -> bool) -> Vec<Notice> {
        let mut notices = Vec::new();
        let was_over = self.is_over();
        if change(&mut self.table) {
            if was_over {
                self.finish_unmeasured();
                // The finished game stays as it was; what comes now is another one.
                self.name_game();
            }
            self.become_practice();
            self.report = None;
            self.held = Held::Unasked;
            self.over_told = false;
            self.advance(&mut notices);
        }
        notices
    }

    /// Asks what the tester would play; the game becomes practice. [`Notice::Hint`] follows, at once
    /// or when the tester has looked.
    pub fn ask_hint(&mut self) -> Vec<Notice> {
        if !matches!(self.table.turn(), Turn::Person(_)) {
            return Vec::new();
        }
        self.become_practice();
        self.hint_wanted = true;
        if self.analysis().is_some() {
            vec![Notice::Hint]
        } else {
            Vec::new()
        }
    }

    /// Shows values from now on: the game becomes practice.
    pub fn become_practice(&mut self) {
        if self.table.person().is_some() && !self.is_over() {
            self.practice = true;
        }
    }

    /// The side the person has in the next game if nothing else is asked for.
    #[must_use]
    pub fn next_side(&self) -> Side {
        let now = self.table.person();
        match (self.options.settings.side, now) {
            (SideChoice::Alternate, Some(side)) => side.other(),
            (SideChoice::Black | SideChoice::White, Some(side)) => side,
            _ => drawn_side(&self.options, self.games + 1),
        }
    }

    /// Keeps the game on the table as interrupted, if it has begun, and sets up a new one.
    ///
    /// # Errors
    /// When a player cannot be built; the old game then stays.
    pub fn new_game(&mut self, setup: &Setup) -> anyhow::Result<Vec<Notice>> {
        let number = self.games + 1;
        let seed = derive_seed(self.options.seed, &[GAMES, number]);
        let line = random_opening(self.options.settings.opening_plies, seed);
        let table = Table::resume(line, setup.seats.clone());
        let players = players(&table)?;
        self.leave_table(false);
        self.sit_down(table, players, !setup.measured);
        self.seed = seed;
        self.name_game();
        let mut notices = Vec::new();
        self.advance(&mut notices);
        Ok(notices)
    }

    /// Goes on with the latest interrupted game; the one on the table is kept as interrupted, if it
    /// has begun.
    ///
    /// # Errors
    /// When there is none, or its record is of no game that can be played on. It is then no longer
    /// offered in this sitting, and stays where it is.
    pub fn resume_interrupted(&mut self) -> anyhow::Result<Vec<Notice>> {
        if self.interrupted.is_empty() {
            anyhow::bail!(words::cannot_resume(words::NOTHING_INTERRUPTED));
        }
        let record = self.interrupted.remove(0);
        let taken_up = |record: &GameRecord| -> anyhow::Result<_> {
            let seat = |side| -> anyhow::Result<Seat> {
                Ok(match record.players.person(side) {
                    Some(_) => Seat::Person,
                    None => Seat::Machine(record.players.of(side).parse()?),
                })
            };
            let seats = [seat(Side::Black)?, seat(Side::White)?];
            let table = Table::resume(record.line()?, seats);
            let players = players(&table)?;
            Ok((table, players))
        };
        let (table, players) = taken_up(&record)
            .map_err(|error| anyhow::anyhow!(words::cannot_resume(&error.to_string())))?;
        self.leave_table(false);
        self.keeper.take_up(record.id.clone());
        self.sit_down(table, players, record.kind == Kind::Practice);
        self.seed = record.seed;
        self.id = record.id;
        self.started = record.started * 1000;
        let mut notices = Vec::new();
        self.advance(&mut notices);
        Ok(notices)
    }

    fn sit_down(&mut self, table: Table<Position>, players: Machines, practice: bool) {
        self.table = table;
        self.players = players;
        self.games += 1;
        self.practice = practice && self.table.person().is_some();
        self.stand_in = None;
        self.report = None;
        self.held = Held::Unasked;
        self.over_told = false;
        self.last_choice = None;
        self.analyses.clear();
    }

    /// A name of its own for the game on the table, which begins now.
    fn name_game(&mut self) {
        self.started = keeper::now();
        let seed = derive_seed(self.seed, &[self.moment]);
        self.id = new_id(self.started, std::process::id(), seed);
    }

    /// The seed of the game on the table.
    #[must_use]
    pub const fn game_seed(&self) -> u64 {
        self.seed
    }

    /// Lets the breeding wait, or go on.
    pub fn pause_breeding(&self, pause: bool) {
        self.breeding.pause(pause);
    }

    // ---- what the threads report ----

    /// Takes in what happened in a thread.
    pub fn handle(&mut self, event: Event) -> Vec<Notice> {
        let mut notices = Vec::new();
        match event {
            Event::Thought(answer) => self.think(answer, &mut notices),
            Event::Kept(news) => match news {
                keeper::News::Looked {
                    interrupted,
                    damaged,
                } => {
                    self.looked = true;
                    self.interrupted = interrupted;
                    notices.extend(damaged.map(Notice::Damaged));
                    if !self.interrupted.is_empty() {
                        notices.push(Notice::Interrupted);
                    }
                }
                keeper::News::Failed(why) => notices.push(Notice::NotKept(why)),
            },
            Event::Bred(number, event) => match self.breeding.handle(number, event) {
                Ok(true) => notices.push(Notice::Bred),
                Ok(false) => {}
                Err(message) => notices.push(Notice::Broken(message)),
            },
        }
        notices
    }

    /// Takes in what the thinker says; answers to questions of the past are dropped.
    fn think(&mut self, answer: Answer, notices: &mut Vec<Notice>) {
        match answer {
            Answer::Move { id, choice } if self.asked == Some(id) => {
                let mv = choice.mv;
                if self.machine_plays(mv, notices) {
                    self.last_choice = Some(choice);
                } else {
                    // A player that breaks the rules is a fault of ours: say it, keep the game.
                    self.stand_in_for_move(&mv.to_string(), notices);
                }
            }
            Answer::Analysis { id, ply, analysis } if id == self.games => {
                if let Some(slot) = self.analyses.get_mut(ply) {
                    *slot = Sight::Seen(Arc::from(analysis));
                }
                if self.hint_wanted && ply == self.table.line().ply() {
                    notices.push(Notice::Hint);
                }
                self.conclude(notices);
            }
            Answer::Measured { id, mean_loss } if id == self.games => {
                self.held = Held::Known(mean_loss);
                self.conclude(notices);
            }
            Answer::Broken {
                id,
                purpose,
                message,
            } => match purpose {
                Purpose::Move if self.asked == Some(id) => {
                    self.stand_in_for_move(&message, notices);
                }
                Purpose::Analysis(ply) if id == self.games => {
                    notices.push(Notice::Broken(message));
                    if let Some(slot) = self.analyses.get_mut(ply) {
                        *slot = Sight::Failed;
                    }
                    self.conclude(notices);
                }
                Purpose::Measure if id == self.games => {
                    notices.push(Notice::Broken(message));
                    self.held = Held::Known(None);
                    self.conclude(notices);
                }
                _ => {}
            },
            Answer::Move { .. } | Answer::Analysis { .. } | Answer::Measured { .. } => {}
        }
    }

    /// False, and nothing changes, when the rules do not allow `mv`.
    fn machine_plays(&mut self, mv: Move, notices: &mut Vec<Notice>) -> bool {
        let side = self.table.position().side_to_move();
        let Ok(passed) = self.table.play(mv) else {
            return false;
        };
        notices.push(Notice::Moved(side, mv));
        notices.extend(passed.map(Notice::Passed));
        self.advance(notices);
        true
    }

    /// The machine on turn has failed: any legal move is played for it, so that the game goes on.
    fn stand_in_for_move(&mut self, message: &str, notices: &mut Vec<Notice>) {
        notices.push(Notice::Broken(words::stood_in(message)));
        self.become_practice();
        let mut random = Random::derived(self.seed, &[self.table.line().ply() as u64]);
        let legal = self.table.legal_moves();
        if let Some(&mv) = random.choose(&legal) {
            self.last_choice = None;
            self.machine_plays(mv, notices);
        }
    }

    /// After any change of the line: drops what belongs to the old one, asks for what the new one
    /// needs, and ends the game when it is over.
    fn advance(&mut self, notices: &mut Vec<Notice>) {
        self.cancel.cancel();
        self.cancel = Cancel::new();
        self.moment += 1;
        self.asked = None;
        self.hint_wanted = false;
        let line = self.table.line();
        let known = line.positions().len();
        // Analyses of positions that are no longer in the line are wrong for what comes there next.
        self.analyses.resize(known, Sight::Waiting);
        if let Turn::Machine(side) = self.table.turn()
            && let Some(player) = &self.players[side.index()]
        {
            self.asked = Some(self.moment);
            self.thinker.ask(Request::Move {
                id: self.moment,
                line: line.clone(),
                player: Arc::clone(player),
                seed: self.game_seed(),
                cancel: self.cancel.clone(),
            });
        }
        for (ply, position) in line.positions().iter().enumerate() {
            if matches!(self.analyses[ply], Sight::Waiting) && position.outcome().is_none() {
                self.thinker.ask(Request::Analyse {
                    id: self.games,
                    ply,
                    position: *position,
                    cancel: self.cancel.clone(),
                });
            }
        }
        if !self.is_over() && self.has_begun() {
            self.keeper.update(self.record(Status::Playing, None));
        }
        if let Turn::Over(outcome) = self.table.turn()
            && !self.over_told
        {
            self.over_told = true;
            notices.push(Notice::Over(outcome));
        }
        self.conclude(notices);
    }

    /// Measures a finished game as soon as the tester has seen all of it.
    fn conclude(&mut self, notices: &mut Vec<Notice>) {
        let Turn::Over(outcome) = self.table.turn() else {
            return;
        };
        let seen = &self.analyses[..self.table.line().ply()];
        if self.report.is_some() || seen.iter().any(|sight| matches!(sight, Sight::Waiting)) {
            return;
        }
        let whole = seen.iter().all(|sight| matches!(sight, Sight::Seen(_)));
        let seen: Vec<_> = seen.iter().map(|sight| sight.analysis().cloned()).collect();
        let line = self.table.line();
        let tester = &self.options.tester;
        let played = Side::BOTH.map(|side| {
            let name = self.played_by(side)?;
            Some(report::measure(line, &seen, side, name, tester))
        });
        let single = match &played {
            [Some(played), None] | [None, Some(played)] if whole => Some(played),
            _ => None,
        };
        let measured = single.is_some() && !self.practice && self.stand_in.is_none();
        let counted = single.filter(|_| !self.practice);
        let target = match counted.and_then(|it| Some((it.side, it.level.as_ref()?.mean_loss))) {
            Some((side, mean_loss)) => match self.target(side, mean_loss) {
                Ok(target) => target,
                Err(Waiting) => return,
            },
            None => None,
        };
        let report = GameReport {
            outcome,
            measured,
            played,
            target,
        };
        self.keeper
            .finish(self.record(Status::Finished, Some(&report)));
        self.report = Some(Arc::new(report));
        notices.push(Notice::Measured);
        if let Some(target) = target {
            self.breed_toward(target, notices);
        }
    }

    /// What the breeding is to hold after the person on `side` lost `measured` a move in the tester's
    /// eyes: the mean loss of the same moves in the eyes of the agent that holds it, for a D has the
    /// unit of the search that measures. `None` when the breeding holds no target.
    fn target(&mut self, side: Side, measured: f64) -> Result<Option<Target>, Waiting> {
        let Some(eyes) = self.breeding.eyes() else {
            return Ok(None);
        };
        let depth = eyes.depth;
        if eyes == self.options.tester {
            let held = measured;
            return Ok(Some(Target {
                measured,
                held,
                depth,
            }));
        }
        match self.held {
            Held::Known(held) => Ok(held.map(|held| Target {
                measured,
                held,
                depth,
            })),
            Held::Waiting => Err(Waiting),
            Held::Unasked => {
                self.held = Held::Waiting;
                self.thinker.ask(Request::Measure {
                    id: self.games,
                    line: self.table.line().clone(),
                    side,
                    eyes,
                    cancel: self.cancel.clone(),
                });
                Err(Waiting)
            }
        }
    }

    /// The game on the table as the records have it.
    fn record(&self, status: Status, report: Option<&GameReport>) -> GameRecord {
        let counts = report.map_or(!self.practice && self.table.person().is_some(), |report| {
            report.measured
        });
        let kind = if counts {
            Kind::Measured
        } else {
            Kind::Practice
        };
        let name = |side| match self.table.seat(side) {
            // Who takes up an unfinished game has the seat again that the tester only keeps warm.
            Seat::Machine(_) if self.stand_in == Some(side) && status != Status::Finished => {
                Players::human(&self.options.settings.name)
            }
            Seat::Person => Players::human(&self.options.settings.name),
            Seat::Machine(spec) => format!("{spec:#}"),
        };
        let players = Players {
            black: name(Side::Black),
            white: name(Side::White),
        };
        let line = self.table.line();
        let seconds = self.started / 1000;
        let mut record =
            GameRecord::begin(self.id.clone(), seconds, kind, players, self.game_seed());
        record.ended = keeper::now() / 1000;
        record.status = status;
        record.set_line(line);
        let Some(report) = report else { return record };
        record.target = report.target.map(|target| target.held);
        record.tester = Some(format!("{:#}", PlayerSpec::Tester(self.options.tester)));
        record.judgements = line
            .steps()
            .zip(&self.analyses)
            .enumerate()
            .map(|(index, ((_, mv), seen))| {
                let chosen = index >= line.opening();
                chosen.then(|| judgement(seen.analysis()?, mv)).flatten()
            })
            .collect();
        let level = |side: Side| {
            let level = report.played[side.index()].as_ref()?.level.as_ref()?;
            Some(record::Level {
                mean_loss: level.mean_loss,
                mean_rank: level.mean_rank,
                moves: u32::try_from(level.moves).unwrap_or(u32::MAX),
            })
        };
        record.levels = Some(record::Levels {
            black: level(Side::Black),
            white: level(Side::White),
        });
        record
    }

    /// Keeps a game that is left before its end: to be offered at the next start when `resumable`.
    fn leave_table(&self, resumable: bool) {
        if self.is_over() {
            self.finish_unmeasured();
            return;
        }
        if !self.has_begun() {
            return;
        }
        let record = self.record(Status::Interrupted, None);
        if resumable {
            self.keeper.suspend(record);
        } else {
            self.keeper.set_aside(record);
        }
    }

    /// Whether anything was played that somebody chose.
    fn has_begun(&self) -> bool {
        let line = self.table.line();
        line.ply() > line.opening()
    }

    /// Keeps a finished game that is left before the tester has seen all of it.
    fn finish_unmeasured(&self) {
        if self.report.is_none() && self.has_begun() {
            self.keeper.finish(self.record(Status::Finished, None));
        }
    }

    /// Who is measured on `side`: a person, or the tester that plays on for one.
    fn played_by(&self, side: Side) -> Option<String> {
        let name = &self.options.settings.name;
        match self.table.seat(side) {
            Seat::Person => Some(name.clone()),
            Seat::Machine(spec) if self.stand_in == Some(side) => Some(format!("{name}, {spec}")),
            Seat::Machine(_) => None,
        }
    }

    fn breed_toward(&mut self, target: Target, notices: &mut Vec<Notice>) {
        if self.options.fresh_breeding {
            let seed = derive_seed(self.options.seed, &[BREEDING, self.games]);
            if let Err(error) = self.breeding.restart(target.held, seed) {
                notices.push(Notice::Broken(error.to_string()));
                return;
            }
        } else {
            self.breeding.retarget(target.held);
        }
        notices.push(Notice::Retargeted(target));
    }

    /// The tester takes the person's seat on `side` and plays the game to its end, which then does
    /// not count toward the person's level.
    pub fn hand_over(&mut self, side: Side) -> Vec<Notice> {
        let mut notices = Vec::new();
        if self.table.seat(side).is_person() {
            let tester = PlayerSpec::Tester(self.options.tester);
            match roster::build_othello(&tester) {
                Ok(player) => {
                    self.players[side.index()] = Some(Arc::from(player));
                    self.table.seat_machine(side, tester);
                    self.stand_in = Some(side);
                    self.advance(&mut notices);
                }
                Err(error) => notices.push(Notice::Broken(error.to_string())),
            }
        }
        notices
    }

    /// Whether rivals are bred toward the person's level; else against an opponent of its own strength.
    #[must_use]
    pub fn breeds_toward_level(&self) -> bool {
        self.breeding.eyes().is_some()
    }

    /// Whether the breeding is alive: it will come to rest some time and say so.
    #[must_use]
    pub const fn is_breeding(&self) -> bool {
        self.breeding.is_alive()
    }
}

impl Drop for Sitting {
    /// A game that has begun is kept, to be offered at the next start.
    fn drop(&mut self) {
        self.leave_table(true);
    }
}

/// What the tester made of `mv`; `None` of a forced move.
fn judgement(seen: &Analysis, mv: Move) -> Option<Judgement> {
    if seen.moves.len() < 2 {
        return None;
    }
    let judged = seen.of_move(mv)?;
    Some(Judgement {
        value: judged.value,
        loss: judged.loss,
        rank: u32::try_from(judged.rank).unwrap_or(u32::MAX),
        of: u32::try_from(seen.moves.len()).unwrap_or(u32::MAX),
    })
}

/// The players of a table's machines, by side.
type Machines = [Option<Arc<dyn Player<Position>>>; 2];

fn players(table: &Table<Position>) -> anyhow::Result<Machines> {
    let mut players = [None, None];
    for side in Side::BOTH {
        if let Seat::Machine(spec) = table.seat(side) {
            players[side.index()] = Some(Arc::from(roster::build_othello(spec)?));
        }
    }
    Ok(players)
}

/// An answer is still to come.
struct Waiting;

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

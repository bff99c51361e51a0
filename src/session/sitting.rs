//! The sitting: what happens when somebody moves, takes back, asks, or finishes a game.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

use super::analysis::Analysis;
use super::breeding::Breeding;
use super::keeper::{self, Keeper};
use super::report::{self, GameReport};
use super::settings::SideChoice;
use super::table::{Refusal, Seat, Table, Turn};
use super::thinker::{Answer, Request, Tester, Thinker};
use crate::evolve;
use crate::evolve::snapshot::Snapshot;
use crate::game::othello::notation::{Passes, write_transcript};
use crate::game::othello::{Move, Position};
use crate::game::{Game as _, Outcome, Side};
use crate::player::{Choice, Player};
use crate::random::{Random, derive_seed};
use crate::record::game::{self as record, GameRecord, Judgement, Kind, Players, Status, new_id};
use crate::roster::{self, PlayerSpec, SearchSpec};
use crate::search::budget::Cancel;

/// Something that happened in one of the sitting's threads; give it to [`Sitting::handle`].
#[derive(Debug)]
pub enum Event {
    /// The thinker has an answer.
    Thought(Answer),
    /// The breeding has news.
    Bred(evolve::worker::Event),
    /// Games cannot be kept.
    NotKept(String),
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
    Retargeted(f64),
    /// The hint asked for is there; see [`Sitting::hint`].
    Hint,
    /// There is a new snapshot of the breeding.
    Bred,
    /// Something broke in the background; the sitting goes on without it.
    Broken(String),
    /// The game could not be kept on disk; said once.
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
}

impl Setup {
    /// A person on `side` against `opponent`.
    #[must_use]
    pub fn against(opponent: PlayerSpec, side: Side) -> Self {
        let mut seats = [Seat::Machine(opponent), Seat::Person];
        if side == Side::Black {
            seats.reverse();
        }
        Self { seats }
    }
}

/// One sitting of Othello.
pub struct Sitting {
    options: Options,
    thinker: Thinker,
    breeding: Breeding,
    keeper: Keeper,
    /// Name of the game on the table in the records.
    id: String,
    /// When it began, in milliseconds since 1970-01-01 UTC.
    started: u64,
    table: Table<Position>,
    players: [Option<Arc<dyn Player<Position>>>; 2],
    /// Number of the game and of its latest change: answers to older numbers are dropped.
    moment: u64,
    games: u64,
    cancel: Cancel,
    /// The moment for which a machine's move has been asked.
    asked: Option<u64>,
    /// What the tester sees before each move and in the position now; as long as positions are known.
    analyses: Vec<Option<Arc<Analysis>>>,
    practice: bool,
    hint_wanted: bool,
    last_choice: Option<Choice<Position>>,
    report: Option<Arc<GameReport>>,
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
            Arc::new(move |event| news(Event::Bred(event))),
        )?;
        let unkept = Arc::clone(&sink);
        let keeper = Keeper::start(options.data.clone(), move |why| unkept(Event::NotKept(why)))?;
        let opponent: PlayerSpec = options.settings.opponent.parse()?;
        let side = first_side(&options);
        let mut sitting = Self {
            table: Table::new([Seat::Person, Seat::Person]),
            options,
            thinker,
            breeding,
            keeper,
            id: String::new(),
            started: 0,
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
            over_told: false,
            stand_in: None,
        };
        sitting.new_game(&Setup::against(opponent, side))?;
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
        self.analyses.get(ply)?.as_deref()
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

    /// The levels, rivals and other players a person may choose from, with their names.
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
        if change(&mut self.table) {
            self.become_practice();
            self.report = None;
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

    /// Keeps the game on the table as interrupted, if it has begun, and sets up a new one.
    ///
    /// # Errors
    /// When a player cannot be built; the old game then stays.
    pub fn new_game(&mut self, setup: &Setup) -> anyhow::Result<Vec<Notice>> {
        self.set_up(Table::new(setup.seats.clone()), false)
    }

    fn set_up(&mut self, table: Table<Position>, practice: bool) -> anyhow::Result<Vec<Notice>> {
        let mut players = [None, None];
        for side in Side::BOTH {
            if let Seat::Machine(spec) = table.seat(side) {
                players[side.index()] = Some(Arc::from(roster::build_othello(spec)?));
            }
        }
        let mut notices = Vec::new();
        self.leave_table(false);
        self.started = keeper::now();
        self.id = new_id(self.started, std::process::id(), self.options.seed);
        self.table = table;
        self.players = players;
        self.games += 1;
        self.practice = practice;
        self.stand_in = None;
        self.report = None;
        self.over_told = false;
        self.last_choice = None;
        self.analyses.clear();
        self.advance(&mut notices);
        Ok(notices)
    }

    /// The seed of the game on the table.
    #[must_use]
    pub fn game_seed(&self) -> u64 {
        derive_seed(self.options.seed, &[GAMES, self.games])
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
            Event::Thought(Answer::Move { id, choice }) if self.asked == Some(id) => {
                let side = self.table.position().side_to_move();
                match self.table.play(choice.mv) {
                    Ok(passed) => {
                        notices.push(Notice::Moved(side, choice.mv));
                        notices.extend(passed.map(Notice::Passed));
                        self.last_choice = Some(choice);
                    }
                    // A player that breaks the rules is a fault of ours: say it, keep the game.
                    Err(_) => notices.push(Notice::Broken(format!("illegal {}", choice.mv))),
                }
                self.advance(&mut notices);
            }
            Event::Thought(Answer::Analysis { id, ply, analysis }) if id == self.games => {
                if let Some(slot) = self.analyses.get_mut(ply) {
                    *slot = Some(Arc::from(analysis));
                }
                if self.hint_wanted && ply == self.table.line().ply() {
                    notices.push(Notice::Hint);
                }
                self.conclude(&mut notices);
            }
            Event::Thought(Answer::Broken { message, .. }) => {
                self.asked = None;
                notices.push(Notice::Broken(message));
            }
            Event::Thought(_) => {}
            Event::NotKept(why) => notices.push(Notice::NotKept(why)),
            Event::Bred(event) => {
                self.breeding.refresh();
                notices.push(match event {
                    evolve::worker::Event::Panicked(message) => {
                        self.breeding.give_up();
                        Notice::Broken(message)
                    }
                    _ => Notice::Bred,
                });
            }
        }
        notices
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
        self.analyses.resize(known, None);
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
            if self.analyses[ply].is_none() && position.outcome().is_none() {
                self.thinker.ask(Request::Analyse {
                    id: self.games,
                    ply,
                    position: *position,
                    cancel: self.cancel.clone(),
                });
            }
        }
        if !self.is_over() && self.table.line().ply() > 0 {
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
        let last = self.table.line().ply();
        if self.report.is_some() || self.analyses[..last].iter().any(Option::is_none) {
            return;
        }
        let played = Side::BOTH.map(|side| {
            let name = self.played_by(side)?;
            Some(report::measure(
                self.table.line(),
                &self.analyses,
                side,
                name,
            ))
        });
        let person = match &played {
            [Some(played), None] | [None, Some(played)] => played.level.clone(),
            _ => None,
        };
        let measured = !self.practice && self.stand_in.is_none();
        let report = GameReport {
            outcome,
            measured,
            played,
        };
        let target = person
            .filter(|_| !self.practice)
            .map(|level| level.mean_loss);
        self.keeper.finish(GameRecord {
            target,
            ..self.record(Status::Finished, Some(&report))
        });
        self.report = Some(Arc::new(report));
        notices.push(Notice::Measured);
        if let Some(target) = target {
            self.breed_toward(target, notices);
        }
    }

    /// The game on the table as the records have it.
    fn record(&self, status: Status, report: Option<&GameReport>) -> GameRecord {
        let counts = report.map_or(!self.practice && self.table.person().is_some(), |report| {
            report.measured && report.played.iter().flatten().count() == 1
        });
        let kind = if counts {
            Kind::Measured
        } else {
            Kind::Practice
        };
        let name = |side| match self.table.seat(side) {
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
        record.transcript = write_transcript(line.moves(), Passes::Omitted);
        let Some(report) = report else { return record };
        record.result = Some(report.outcome.into());
        record.tester = Some(format!("{:#}", PlayerSpec::Tester(self.options.tester)));
        record.judgements = line
            .steps()
            .zip(&self.analyses)
            .map(|((_, mv), seen)| judgement(seen, mv))
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
        if self.is_over() || self.table.line().ply() == 0 {
            return;
        }
        let record = self.record(Status::Interrupted, None);
        if resumable {
            self.keeper.suspend(record);
        } else {
            self.keeper.set_aside(record);
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

    fn breed_toward(&mut self, target: f64, notices: &mut Vec<Notice>) {
        if self.options.fresh_breeding {
            let seed = derive_seed(self.options.seed, &[BREEDING, self.games]);
            if let Err(error) = self.breeding.restart(target, seed) {
                notices.push(Notice::Broken(error.to_string()));
                return;
            }
        } else {
            self.breeding.retarget(target);
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
fn judgement(seen: &Option<Arc<Analysis>>, mv: Move) -> Option<Judgement> {
    let seen = seen.as_ref()?;
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

/// The person's side in the first game of a sitting.
fn first_side(options: &Options) -> Side {
    match options.settings.side {
        SideChoice::Black | SideChoice::Alternate => Side::Black,
        SideChoice::White => Side::White,
        SideChoice::Random => {
            Side::BOTH[Random::derived(options.seed, &[COLOUR]).below(Side::BOTH.len())]
        }
    }
}

/// Coordinate of the first colour's draw.
const COLOUR: u64 = 3;
/// Coordinate of the breeding's seed among those derived from the sitting's.
const BREEDING: u64 = 1;
/// Coordinate of the games' seeds.
const GAMES: u64 = 2;

//! A person at Blokus Duo: the game being played, whose turn it is, taking back, and its file.
//!
//! Every face drives the same [`Table`] and only shows it. Forced passes are played by the table itself
//! and told ([`Table::take_passes`]); moves of the machine come from outside ([`worker`]), so that nothing
//! here waits.

pub mod rivals;
pub mod standing;
pub mod words;
pub mod worker;

use std::path::Path;
use std::sync::Arc;

use crate::game::blokus::{Move, Placement, Position, WhyIllegal};
use crate::game::{Game as _, GameLine, Outcome, Side};
use crate::player::Player;
use crate::random::Random;
use crate::record::blokus::{FileError, HUMAN, Header, Journal, Kept, export};
use crate::roster::blokus_level::Opponent;
use crate::text::blokus_screen as text;
use worker::MoveTask;

/// Which side the person has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SideChoice {
    /// Black, who begins.
    #[default]
    First,
    /// White, who answers.
    Second,
    /// Either, drawn by the seed.
    Random,
    /// Both: two people at one keyboard.
    Both,
}

impl SideChoice {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::First, Self::Second, Self::Random, Self::Both];

    /// Which sides people have, Black first.
    fn people(self, seed: u64) -> [bool; 2] {
        match self {
            Self::First => [true, false],
            Self::Second => [false, true],
            Self::Both => [true, true],
            Self::Random => {
                let first = Random::derived(seed, &[u64::MAX]).below(2) == 0;
                [first, !first]
            }
        }
    }
}

/// What a game begins with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setup {
    /// Who plays against the person.
    pub opponent: Opponent,
    /// Which side the person has.
    pub side: SideChoice,
    /// Seed of the opponent's lots.
    pub seed: u64,
}

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A person's.
    Person(Side),
    /// The machine's.
    Machine(Side),
    /// Nobody's: the game is over.
    Over,
}

/// Why a move is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// It is the machine's turn.
    #[error("it is not your turn")]
    NotYours,
    /// The rules do not allow it.
    #[error(transparent)]
    Illegal(#[from] WhyIllegal),
}

/// A person's game.
pub struct Table {
    setup: Setup,
    people: [bool; 2],
    player: Arc<dyn Player<Position>>,
    line: GameLine<Position>,
    /// What was taken back, the last first.
    undone: Vec<Move>,
    /// Sides that have passed since this was asked last.
    passes: Vec<Side>,
    journal: Option<Journal>,
    trouble: Option<String>,
    /// The game is not the person's own alone: a hint, something taken back, a beginning from elsewhere.
    helped: bool,
    /// Whether the file could not be written when it was last to be.
    unkept: bool,
}

impl Table {
    /// A new game, kept in `journal` from the first move on.
    pub fn new(setup: Setup, journal: Option<Journal>) -> Self {
        Self::from_line(setup, GameLine::default(), journal)
    }

    /// A game that goes on from where `line` ends. It does not count unless it begins here.
    pub fn from_line(setup: Setup, line: GameLine<Position>, journal: Option<Journal>) -> Self {
        let mut table = Self {
            people: setup.side.people(setup.seed),
            player: Arc::from(setup.opponent.build()),
            setup,
            helped: line.ply() > 0,
            line,
            undone: Vec::new(),
            passes: Vec::new(),
            journal,
            trouble: None,
            unkept: false,
        };
        table.settle();
        table
    }

    /// Goes on with a game that was kept; it counts if it did. A file that does not say who plays is taken for a
    /// game of a person, who begins, against the opponent of `otherwise`.
    pub fn resume(kept: Kept, otherwise: Opponent) -> Self {
        let (opponent, side) = who(&kept.header, otherwise);
        let setup = Setup {
            opponent,
            side,
            seed: kept.header.seed,
        };
        let trouble = kept.header.players.iter().find_map(|name| {
            let is_machine = !name.is_empty() && name != HUMAN;
            let why = machine(name).err().filter(|_| is_machine)?;
            Some(match why {
                Some(why) => format!("{opponent} plays on, and the file stays as it is: {why}"),
                None => text::unknown_opponent(name, &opponent.to_string()),
            })
        });
        let Some(trouble) = trouble else {
            let mut table = Self::from_line(setup, kept.line, Some(kept.journal));
            table.helped = !kept.header.measured;
            return table;
        };
        // Its file stays as it is: it would lose who played.
        let mut table = Self::from_line(setup, kept.line, None);
        table.trouble = Some(trouble);
        table
    }

    /// Who plays against the person in a game that was kept; `otherwise` where its file does not say.
    pub fn opponent_of(header: &Header, otherwise: Opponent) -> Opponent {
        who(header, otherwise).0
    }

    /// What the game began with.
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The moves so far, passes included.
    pub const fn line(&self) -> &GameLine<Position> {
        &self.line
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        self.line.position()
    }

    /// Whether a person has `side`.
    pub const fn is_person(&self, side: Side) -> bool {
        self.people[side.index()]
    }

    /// The side that is shown as "you": the person's, of two people the one to move.
    pub fn own_side(&self) -> Side {
        match self.people {
            [true, false] => Side::Black,
            [false, true] => Side::White,
            _ => self.position().side_to_move(),
        }
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Turn {
        let position = self.position();
        let side = position.side_to_move();
        if position.is_over() {
            Turn::Over
        } else if self.is_person(side) {
            Turn::Person(side)
        } else {
            Turn::Machine(side)
        }
    }

    /// Whether the game counts toward the strength of a person: of one, who has had no help.
    pub fn is_measured(&self) -> bool {
        !self.helped && self.people != [true, true]
    }

    /// Whether help would make a game that counts one that does not.
    pub fn help_costs(&self) -> bool {
        self.is_measured() && self.turn() != Turn::Over
    }

    /// The person has help, and the game does not count any more.
    pub fn help(&mut self) {
        if self.help_costs() {
            self.helped = true;
            if self.line.ply() > 0 {
                self.keep();
            }
        }
    }

    /// The result when the game is over: squares of each side.
    pub fn outcome(&self) -> Option<Outcome> {
        self.position().outcome()
    }

    /// A person's move.
    ///
    /// # Errors
    /// When it is not a person's turn, or the rules do not allow it; the game is then unchanged.
    pub fn play(&mut self, placement: Placement) -> Result<(), Refusal> {
        if let Turn::Machine(_) = self.turn() {
            return Err(Refusal::NotYours);
        }
        let mv = Move::Place(placement);
        if let Some(why) = self.position().why_illegal(mv) {
            return Err(why.into());
        }
        self.undone.clear();
        self.push(mv);
        Ok(())
    }

    /// What the machine has to think about, when it is its turn; `id` comes back with the answer.
    pub fn task(&self, id: u64) -> Option<MoveTask> {
        matches!(self.turn(), Turn::Machine(_)).then(|| MoveTask {
            id,
            line: self.line.clone(),
            player: Arc::clone(&self.player),
            seed: self.setup.seed,
        })
    }

    /// The machine's move. One that does not fit, because the game has moved on or the machine is at fault,
    /// is left out: `false`.
    pub fn answer(&mut self, mv: Move) -> bool {
        let fits = matches!(self.turn(), Turn::Machine(_)) && self.position().is_legal(mv);
        if fits {
            self.undone.clear();
            self.push(mv);
        }
        fits
    }

    /// A move instead of one that the machine owes: the first of its largest pieces.
    pub fn stand_in(&mut self) {
        let mut allowed = Vec::new();
        self.position().legal_moves(&mut allowed);
        let size = |mv: &Move| mv.placement().map_or(0, |it| it.squares().len());
        if let Some(mv) = allowed.into_iter().rev().max_by_key(size) {
            self.answer(mv);
        }
    }

    fn push(&mut self, mv: Move) {
        if self.line.play(mv).is_ok() {
            self.settle();
            self.keep();
        }
    }

    /// Plays the passes that the rules force.
    fn settle(&mut self) {
        while self.position().must_pass() {
            self.passes.push(self.position().side_to_move());
            if self.line.play(Move::Pass).is_err() {
                break;
            }
        }
    }

    /// The sides that have passed since this was asked last, in order.
    pub fn take_passes(&mut self) -> Vec<Side> {
        std::mem::take(&mut self.passes)
    }

    /// How often `side` has passed in this game.
    pub fn count_passes(&self, side: Side) -> usize {
        let passes = |(position, mv): &(&Position, Move)| {
            *mv == Move::Pass && position.side_to_move() == side
        };
        self.line.steps().filter(passes).count()
    }

    /// The ply of the person's last placement.
    fn last_own(&self) -> Option<usize> {
        let steps: Vec<(Side, Move)> = self
            .line
            .steps()
            .map(|(position, mv)| (position.side_to_move(), mv))
            .collect();
        let is_own =
            |&(side, mv): &(Side, Move)| self.people[side.index()] && mv.placement().is_some();
        steps.iter().rposition(is_own)
    }

    /// Whether there is a placement to take back.
    pub fn can_undo(&self) -> bool {
        self.last_own().is_some()
    }

    /// Takes back the person's last placement and all that came after it, and the game does not count any more;
    /// `false` when there is none.
    pub fn undo(&mut self) -> bool {
        let Some(at) = self.last_own() else {
            return false;
        };
        self.helped = true;
        while self.line.ply() > at {
            self.undone.extend(self.line.undo());
        }
        self.passes.clear();
        self.keep();
        true
    }

    /// From now on the game is kept in `journal`: what its file holds stays as it is.
    pub fn keep_in(&mut self, journal: Option<Journal>) {
        self.journal = journal;
    }

    /// Plays again what the last taking back took; `false` when nothing has been.
    pub fn redo(&mut self) -> bool {
        let mut done = false;
        while let Some(&mv) = self.undone.last() {
            let own = self.is_person(self.position().side_to_move());
            if (done && own && mv.placement().is_some()) || self.line.play(mv).is_err() {
                break;
            }
            self.undone.pop();
            done = true;
        }
        if done {
            self.settle();
            self.passes.clear();
            self.keep();
        }
        done
    }

    /// What the file of the game says beside its moves.
    pub fn header(&self) -> Header {
        let player = |is_person: bool| {
            if is_person {
                HUMAN.to_owned()
            } else {
                self.setup.opponent.to_string()
            }
        };
        Header {
            players: self.people.map(player),
            seed: self.setup.seed,
            measured: self.is_measured(),
        }
    }

    fn keep(&mut self) {
        let header = self.header();
        if let Some(journal) = &mut self.journal {
            let written = journal.write(&header, &self.line);
            self.unkept = written.is_err();
            self.trouble = written.err().map(|error| error.to_string());
        }
    }

    /// What went wrong with the disk since this was asked last. The game goes on all the same.
    pub fn trouble(&mut self) -> Option<String> {
        self.trouble.take()
    }

    /// Where the game is kept; `None` for nowhere, or when it could not be written.
    pub fn file(&self) -> Option<&Path> {
        let journal = self.journal.as_ref().filter(|_| !self.unkept);
        journal.map(Journal::path)
    }

    /// Whether there is a move, and the game is not over.
    pub fn is_going_on(&self) -> bool {
        self.line.ply() > 0 && self.turn() != Turn::Over
    }

    /// Writes the game to a file of the person's choice; with `over` also where there is one already.
    ///
    /// # Errors
    /// When there is a file and `over` is not set, or the system refuses.
    pub fn save(&self, path: &Path, over: bool) -> Result<(), FileError> {
        export(path, &self.header(), &self.line, over)
    }
}

/// The machine of this name in a file; else why it cannot play, where that is not the name.
fn machine(name: &str) -> Result<Opponent, Option<String>> {
    let opponent: Opponent = name.parse().map_err(|_| None)?;
    match opponent.may_start() {
        Ok(()) => Ok(opponent),
        Err(fault) => Err(Some(fault.to_string())),
    }
}

/// Who plays a game, as its file says.
fn who(header: &Header, otherwise: Opponent) -> (Opponent, SideChoice) {
    let machine = |name: &String| machine(name).unwrap_or(otherwise);
    let [black, white] = &header.players;
    match (black == HUMAN, white == HUMAN) {
        (true, true) => (otherwise, SideChoice::Both),
        (false, true) => (machine(black), SideChoice::Second),
        _ => (machine(white), SideChoice::First),
    }
}

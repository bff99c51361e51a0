//! The board on the table: the line of the game, who sits on which side, take back and redo.
//!
//! No search and no threads: what a machine has to think about is [handed out](Table::task). A forced pass is played at
//! once and reported, so whoever is asked to move always has a choice of real moves.

use std::sync::Arc;

use crate::worker::MoveTask;
use koteki_engine::player::Player;
use koteki_games::random::Random;
use koteki_games::{GameLine, Outcome, Side};
use koteki_rivals::roster::BuildError;
use koteki_rivals::roster::kit::Kit;

/// Who plays a side.
#[derive(Clone, Debug, PartialEq)]
pub enum Seat<K: Kit> {
    /// A person at the keyboard.
    Person,
    /// A player of the program.
    Machine(K::Spec),
}

impl<K: Kit> Seat<K> {
    /// Whether a person sits here.
    pub const fn is_person(&self) -> bool {
        matches!(self, Self::Person)
    }

    /// The machine that sits here.
    pub const fn machine(&self) -> Option<&K::Spec> {
        match self {
            Self::Person => None,
            Self::Machine(spec) => Some(spec),
        }
    }
}

/// Who has to act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A person has to move.
    Person(Side),
    /// A machine has to move.
    Machine(Side),
    /// Neither: the game is over.
    Over(Outcome),
}

/// Why a person's move was not played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal<M> {
    /// The rules do not allow the move.
    Illegal(M),
    /// It is the machine's turn.
    NotYourTurn,
    /// The game is over.
    Over,
}

/// A game between two seats.
#[derive(Clone)]
pub struct Table<K: Kit> {
    line: GameLine<K>,
    seats: [Seat<K>; 2],
    /// The machines' players by side, once they were [called](Self::call_players).
    players: [Option<Arc<dyn Player<K>>>; 2],
    /// Seed of what is drawn at random.
    seed: u64,
    /// Whether the game has used help and so says nothing of how strong a person is.
    helped: bool,
    /// The side whose person has left the seat to a machine.
    stand_in: Option<Side>,
    /// Moves taken back, the next one to redo last.
    undone: Vec<K::Move>,
}

impl<K: Kit> Table<K> {
    /// A new game; `seats` are Black's and White's.
    pub fn new(seats: [Seat<K>; 2]) -> Self {
        Self::resume(GameLine::default(), seats)
    }

    /// Goes on with a game already begun.
    pub fn resume(line: GameLine<K>, seats: [Seat<K>; 2]) -> Self {
        let mut table = Self {
            line,
            seats,
            players: [None, None],
            seed: 0,
            helped: false,
            stand_in: None,
            undone: Vec::new(),
        };
        table.pass_if_forced();
        table
    }

    /// Has the machines' players come; they draw lots by `seed`.
    ///
    /// # Errors
    /// When one cannot be built.
    pub fn call_players(mut self, seed: u64) -> Result<Self, BuildError> {
        self.seed = seed;
        for side in Side::BOTH {
            if let &Seat::Machine(spec) = self.seat(side) {
                self.seat_machine(side, spec)?;
            }
        }
        Ok(self)
    }

    /// The game so far.
    pub const fn line(&self) -> &GameLine<K> {
        &self.line
    }

    /// The position on the board.
    pub fn position(&self) -> &K {
        self.line.position()
    }

    /// Who sits on `side`.
    pub const fn seat(&self, side: Side) -> &Seat<K> {
        &self.seats[side.index()]
    }

    /// The person on `side` leaves the seat to a machine.
    ///
    /// # Errors
    /// When its player cannot be built; nothing changes then.
    pub fn hand_over(&mut self, side: Side, spec: K::Spec) -> Result<(), BuildError> {
        self.seat_machine(side, spec)?;
        self.stand_in = Some(side);
        Ok(())
    }

    /// The side whose person has left the seat to a machine.
    pub const fn stand_in(&self) -> Option<Side> {
        self.stand_in
    }

    fn seat_machine(&mut self, side: Side, spec: K::Spec) -> Result<(), BuildError> {
        self.players[side.index()] = Some(Arc::from(K::build(&spec)?));
        self.seats[side.index()] = Seat::Machine(spec);
        Ok(())
    }

    /// Seed of what is drawn at random in this game.
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// Whether the game has used help and so says nothing of how strong a person is.
    pub const fn is_helped(&self) -> bool {
        self.helped
    }

    /// Whether using help now would make a game that is measured practice.
    pub fn help_costs(&self) -> bool {
        !self.helped && self.person().is_some() && !self.is_over()
    }

    /// Whether the game counts toward the strength of a person: of one, who has had no help.
    pub fn counts(&self) -> bool {
        !self.helped && self.person().is_some()
    }

    /// There is help from now on.
    pub const fn help(&mut self) {
        self.helped = true;
    }

    /// The side from which the game is seen: the person's, or Black when two people or none play.
    pub fn view(&self) -> Side {
        if self.seats[0].is_person() || !self.seats[1].is_person() {
            Side::Black
        } else {
            Side::White
        }
    }

    /// The side of the only person at the table; `None` when two people or two machines play.
    pub fn person(&self) -> Option<Side> {
        match (self.seats[0].is_person(), self.seats[1].is_person()) {
            (true, false) => Some(Side::Black),
            (false, true) => Some(Side::White),
            _ => None,
        }
    }

    /// The side that is shown as "you": the person's, of two people the one to move.
    pub fn own_side(&self) -> Side {
        let person = self.person();
        person.unwrap_or_else(|| self.position().side_to_move())
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Turn {
        let position = self.position();
        if let Some(outcome) = position.outcome() {
            return Turn::Over(outcome);
        }
        let side = position.side_to_move();
        match self.seat(side) {
            Seat::Person => Turn::Person(side),
            Seat::Machine(_) => Turn::Machine(side),
        }
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.position().outcome().is_some()
    }

    /// What the machine has to think about, when it is its turn; `id` comes back with the answer.
    pub fn task(&self, id: u64) -> Option<MoveTask<K>> {
        let Turn::Machine(side) = self.turn() else {
            return None;
        };
        Some(MoveTask {
            id,
            line: self.line.clone(),
            player: Arc::clone(self.players[side.index()].as_ref()?),
            seed: self.seed,
        })
    }

    /// Any legal move in place of one that a machine owes, so that the game goes on; `None` when it is over.
    pub fn any_move(&self) -> Option<K::Move> {
        let mut random = Random::derived(self.seed, &[self.line.ply() as u64]);
        random.choose(&self.legal_moves()).copied()
    }

    /// The moves that may be played now.
    pub fn legal_moves(&self) -> Vec<K::Move> {
        let mut moves = Vec::new();
        self.position().legal_moves(&mut moves);
        moves
    }

    /// The move just played, if it was not a pass, else the one before it.
    pub fn last_move(&self) -> Option<K::Move> {
        self.line
            .moves()
            .iter()
            .rev()
            .copied()
            .find(|&mv| !K::is_pass(mv))
    }

    /// How often `side` has passed.
    pub fn count_passes(&self, side: Side) -> usize {
        let passes =
            |(position, mv): &(&K, K::Move)| K::is_pass(*mv) && position.side_to_move() == side;
        self.line.steps().filter(passes).count()
    }

    /// A person plays `mv`. Returns the side that then had to pass, if one had to.
    ///
    /// # Errors
    /// Says why nothing was played.
    pub fn play_person(&mut self, mv: K::Move) -> Result<Option<Side>, Refusal<K::Move>> {
        match self.turn() {
            Turn::Person(_) => self.play(mv),
            Turn::Machine(_) => Err(Refusal::NotYourTurn),
            Turn::Over(_) => Err(Refusal::Over),
        }
    }

    /// Whoever is to move plays `mv`. Returns the side that then had to pass, if one had to.
    ///
    /// # Errors
    /// When the rules do not allow it.
    pub fn play(&mut self, mv: K::Move) -> Result<Option<Side>, Refusal<K::Move>> {
        self.line
            .play(mv)
            .map_err(|illegal| Refusal::Illegal(illegal.mv))?;
        // The same move again keeps what can be redone after it; another one starts a new future.
        if self.undone.last() == Some(&mv) {
            self.undone.pop();
        } else {
            self.undone.clear();
        }
        Ok(self.pass_if_forced())
    }

    fn pass_if_forced(&mut self) -> Option<Side> {
        let side = self.position().side_to_move();
        let pass = self.legal_moves().into_iter().find(|&mv| K::is_pass(mv))?;
        self.line.play(pass).ok()?;
        if self.undone.last() == Some(&pass) {
            self.undone.pop();
        }
        Some(side)
    }

    /// Whether `ply` is one a person had to decide.
    fn decided_by_person(&self, ply: usize) -> bool {
        let position = &self.line.positions()[ply];
        self.seat(position.side_to_move()).is_person()
            && self.line.moves().get(ply).is_none_or(|&mv| !K::is_pass(mv))
    }

    /// Whether there is a move of a person to take back.
    pub fn can_take_back(&self) -> bool {
        (self.line.opening()..self.line.ply()).any(|ply| self.decided_by_person(ply))
    }

    /// Whether there is something to keep: a person has moved, or, where none plays, a machine has.
    pub fn has_begun(&self) -> bool {
        if self.seats.iter().any(Seat::is_person) {
            self.can_take_back()
        } else {
            self.line.ply() > self.line.opening()
        }
    }

    /// Goes back to before the last move of a person: the machine's answers and forced passes after
    /// it go too. False, and nothing changes, when no person has moved.
    pub fn take_back(&mut self) -> bool {
        let Some(ply) = (self.line.opening()..self.line.ply())
            .rev()
            .find(|&ply| self.decided_by_person(ply))
        else {
            return false;
        };
        while self.line.ply() > ply {
            let Some(mv) = self.line.undo() else { break };
            self.undone.push(mv);
        }
        true
    }

    /// Whether something was taken back that can be played again.
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Plays again what [`take_back`](Self::take_back) took back, up to the next decision of a
    /// person or to where the game had got. False when there is nothing.
    pub fn redo(&mut self) -> bool {
        if self.undone.is_empty() {
            return false;
        }
        while let Some(mv) = self.undone.pop() {
            if self.line.play(mv).is_err() {
                self.undone.clear();
                break;
            }
            let waiting = matches!(self.turn(), Turn::Person(_));
            let pass_next = self.undone.last().is_some_and(|&mv| K::is_pass(mv));
            if waiting && !pass_next {
                break;
            }
        }
        self.pass_if_forced();
        true
    }
}

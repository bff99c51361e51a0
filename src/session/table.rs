//! The board on the table: the line of the game, who sits on which side, take back and redo.
//!
//! Pure rules of a sitting, no search and no threads. A forced pass is played at once and reported,
//! so whoever is asked to move always has a choice of real moves.

use koteki_games::{GameLine, Outcome, Side};
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
#[derive(Clone, Debug)]
pub struct Table<K: Kit> {
    line: GameLine<K>,
    seats: [Seat<K>; 2],
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
            undone: Vec::new(),
        };
        table.pass_if_forced();
        table
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

    /// Gives the seat on `side` to a machine.
    pub fn seat_machine(&mut self, side: Side, spec: K::Spec) {
        self.seats[side.index()] = Seat::Machine(spec);
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

    /// Goes back to before the last move of a person: the machine's answers and forced passes after
    /// it go too. False, and nothing changes, when there is none.
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

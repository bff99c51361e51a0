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

use crate::worker::MoveTask;
use crate::{self as session, Seat, Turn};
use koteki_engine::player::Player;
use koteki_games::blokus::{Move, Placement, Position, WhyIllegal};
use koteki_games::random::Random;
use koteki_games::{Game as _, GameLine, Outcome, Side};
use koteki_record::blokus::{FileError, HUMAN, Header, Journal, Kept, export};
use koteki_rivals::roster::blokus_level::Opponent;

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
    player: Arc<dyn Player<Position>>,
    board: session::Table<Position>,
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
        let (helped, before) = (line.ply() > 0, line.ply());
        let seats = setup.side.people(setup.seed).map(|is_person| {
            if is_person {
                Seat::Person
            } else {
                Seat::Machine(setup.opponent)
            }
        });
        let board = session::Table::resume(line, seats);
        let passed = board.line().positions()[before..board.line().ply()].iter();
        Self {
            player: Arc::from(setup.opponent.build()),
            setup,
            helped,
            passes: passed.map(Position::side_to_move).collect(),
            board,
            journal,
            trouble: None,
            unkept: false,
        }
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
                None => format!(
                    "{name} cannot be had now: {opponent} plays on, and the file stays as it is"
                ),
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
        self.board.line()
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        self.board.position()
    }

    /// Whether a person has `side`.
    pub const fn is_person(&self, side: Side) -> bool {
        self.board.seat(side).is_person()
    }

    /// Whether two people play at one keyboard.
    pub const fn is_for_two(&self) -> bool {
        self.is_person(Side::Black) && self.is_person(Side::White)
    }

    /// The side that is shown as "you": the person's, of two people the one to move.
    pub fn own_side(&self) -> Side {
        let person = self.board.person();
        person.unwrap_or_else(|| self.position().side_to_move())
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Turn {
        self.board.turn()
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.position().is_over()
    }

    /// Whether the game counts toward the strength of a person: of one, who has had no help.
    pub fn is_measured(&self) -> bool {
        !self.helped && !self.is_for_two()
    }

    /// Whether help would make a game that counts one that does not.
    pub fn help_costs(&self) -> bool {
        self.is_measured() && !self.is_over()
    }

    /// The person has help, and the game does not count any more.
    pub fn help(&mut self) {
        if self.help_costs() {
            self.helped = true;
            if self.line().ply() > 0 {
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
        self.push(mv);
        Ok(())
    }

    /// What the machine has to think about, when it is its turn; `id` comes back with the answer.
    pub fn task(&self, id: u64) -> Option<MoveTask<Position>> {
        matches!(self.turn(), Turn::Machine(_)).then(|| MoveTask {
            id,
            line: self.line().clone(),
            player: Arc::clone(&self.player),
            seed: self.setup.seed,
        })
    }

    /// The machine's move. One that does not fit, because the game has moved on or the machine is at fault,
    /// is left out: `false`.
    pub fn answer(&mut self, mv: Move) -> bool {
        let fits = matches!(self.turn(), Turn::Machine(_)) && self.position().is_legal(mv);
        if fits {
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
        if let Ok(passed) = self.board.play(mv) {
            self.passes.extend(passed);
            self.keep();
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
        self.line().steps().filter(passes).count()
    }

    /// Whether there is a placement to take back.
    pub fn can_undo(&self) -> bool {
        self.board.can_take_back()
    }

    /// Takes back the person's last placement and all that came after it, and the game does not count any more;
    /// `false` when there is none.
    pub fn undo(&mut self) -> bool {
        let done = self.board.take_back();
        if done {
            self.helped = true;
            self.passes.clear();
            self.keep();
        }
        done
    }

    /// From now on the game is kept in `journal`: what its file holds stays as it is.
    pub fn keep_in(&mut self, journal: Option<Journal>) {
        self.journal = journal;
    }

    /// Plays again what the last taking back took; `false` when nothing has been.
    pub fn redo(&mut self) -> bool {
        let done = self.board.redo();
        if done {
            self.passes.clear();
            self.keep();
        }
        done
    }

    /// What the file of the game says beside its moves.
    pub fn header(&self) -> Header {
        let player = |side| match self.board.seat(side) {
            Seat::Person => HUMAN.to_owned(),
            Seat::Machine(opponent) => opponent.to_string(),
        };
        Header {
            players: Side::BOTH.map(player),
            seed: self.setup.seed,
            measured: self.is_measured(),
        }
    }

    fn keep(&mut self) {
        let header = self.header();
        if let Some(journal) = &mut self.journal {
            let written = journal.write(&header, self.board.line());
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
        self.line().ply() > 0 && !self.is_over()
    }

    /// Writes the game to a file of the person's choice; with `over` also where there is one already.
    ///
    /// # Errors
    /// When there is a file and `over` is not set, or the system refuses.
    pub fn save(&self, path: &Path, over: bool) -> Result<(), FileError> {
        export(path, &self.header(), self.line(), over)
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

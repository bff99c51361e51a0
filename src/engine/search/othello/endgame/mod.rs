//! Othello to the end of the game: the exact score of a position, and who wins it.
//!
//! Scores are differences of discs for the side to move, between −64 and 64. What squares count that
//! stay empty is a choice: see [`Empties`].
//!
//! What makes it fast, in the order of what it gains: moves are tried in the order of how few replies
//! they leave (fastest first), higher up also by what the learned evaluation says of them, and near the
//! root by a search of a few plies with it; the questions are null windows; a table keeps what was
//! proved; discs that cannot be flipped any more bound the score; and the last squares have code of
//! their own.
//!
//! | file | what lives there |
//! |---|---|
//! | `root` | the root, and the line of best play |
//! | `node` | the tree |
//! | `children` | the order of moves |
//! | `brothers` | nodes shared by threads |
//! | `small` | five to eight squares: without the table |
//! | `last` | the last four squares |
//! | `table` | what has been proved |
//!
//! The same question has the same answer, whatever was asked before and however many threads help; with
//! one thread after the same number of nodes, too.

mod brothers;
mod children;
mod last;
mod node;
mod root;
mod small;
mod table;

pub use brothers::Idle;

use crate::search::budget::{Cancel, CancelledError};
use crate::search::isa::Path;
use crate::search::root::RootMove;
use koteki_games::othello::{Move, Position};

/// What is to be found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Goal {
    /// The score in discs.
    #[default]
    Score,
    /// Who wins: 1 for the side to move, −1 for the other, 0 for neither. Sooner known than the score.
    Winner,
}

impl Goal {
    /// The bounds beyond which a score makes no difference.
    const fn window(self) -> (i32, i32) {
        match self {
            Self::Score => (-64, 64),
            Self::Winner => (-1, 1),
        }
    }

    /// What a score of a search in this window says.
    const fn of(self, score: i32) -> i32 {
        match self {
            Self::Score => score,
            Self::Winner => score.signum(),
        }
    }

    /// The least score that says this.
    const fn at_least(self, said: i32) -> i32 {
        match self {
            Self::Winner if said < 0 => -64,
            Self::Score | Self::Winner => said,
        }
    }
}

/// Which moves are to be judged exactly. What is not asked for is cheaper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Wanted {
    /// One best move.
    #[default]
    One,
    /// Every best move.
    Ties,
    /// Every move, with its value.
    All,
}

/// Whose the squares are that neither side could play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Empties {
    /// The winner's, as tournaments and problem collections have it.
    #[default]
    ToWinner,
    /// Neither's: discs as they lie, as [`Game::outcome`](koteki_games::Game::outcome) counts them and
    /// [`decided_value`](crate::eval::decided_value) takes them. Another rule makes other moves best:
    /// a wipe-out with squares left is worth less.
    Uncounted,
}

/// How a position is to be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Score or winner.
    pub goal: Goal,
    /// Which moves.
    pub wanted: Wanted,
    /// What an empty square counts in the end.
    pub empties: Empties,
    /// Whether a line of best play is wanted.
    pub line: bool,
    /// The instructions used. Changes the speed and nothing else.
    pub path: Path,
}

/// The score as problem collections have it, one best move and the line, on the fastest path.
impl Default for Options {
    fn default() -> Self {
        Self {
            goal: Goal::default(),
            wanted: Wanted::default(),
            empties: Empties::default(),
            line: true,
            path: Path::default(),
        }
    }
}

/// A solved position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// For the side to move: in discs, or with [`Goal::Winner`] 1, 0 or −1.
    pub score: i32,
    /// Best moves in canonical order: as many as were [`Wanted`]; none when the game is over.
    pub best: Vec<Move>,
    /// With [`Wanted::All`] every legal move with its value, in canonical order; otherwise empty.
    pub moves: Vec<RootMove<Position>>,
    /// A line of best play to the end of the game, passes included. It begins with the first of
    /// `best`. Empty when it was not asked for.
    pub line: Vec<Move>,
    /// Positions looked at.
    pub nodes: u64,
}

/// Plays `position` out as well as both sides can.
///
/// Time grows by a factor of two to three with every empty square: in the order of a millisecond for
/// 14, a tenth of a second for 20, a minute for 26.
///
/// # Errors
/// When `cancel` is raised first.
pub fn solve(
    position: &Position,
    options: &Options,
    cancel: &Cancel,
) -> Result<Solved, CancelledError> {
    solve_helped(position, options, &Idle::none(), cancel)
}

/// The same with the help of threads that have nothing to do, as long as there are any: the same answer
/// sooner, but after a number of nodes that differs from run to run.
///
/// # Errors
/// When `cancel` is raised first.
pub fn solve_helped(
    position: &Position,
    options: &Options,
    idle: &Idle,
    cancel: &Cancel,
) -> Result<Solved, CancelledError> {
    root::Solve {
        position,
        options,
        cancel,
        idle,
    }
    .run()
}

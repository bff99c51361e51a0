//! The 848 features of a Blokus Duo position (Osaki et al. 2009, table 1 and figure 3).
//!
//! Eight kinds, each counted on each of the 105 squares up to the mirror at the diagonal through both
//! start squares, and once more summed over the board. Territory is what lies within three steps of an
//! *effective* square, one that the next piece may begin at; the 24 squares around it fall into the five
//! classes of figure 3 ([`class`]). A square that several effective squares reach counts as often.
//!
//! All features are one side's own. How the other side enters, and for whom a value counts, is left to
//! whoever weighs them. What the paper leaves open about a position is a [`Reading`].

use std::ops::{BitAnd, BitOr, Not};

use serde::{Deserialize, Serialize};

use koteki_games::Side;
use koteki_games::blokus::{Position, Square, Squares};

/// Squares up to the mirror.
pub const SQUARES: usize = 105;
/// Kinds of features.
pub const KINDS: usize = 8;
/// All features: each kind by square, then each kind summed over the board.
pub const COUNT: usize = KINDS * SQUARES + KINDS;

/// What is counted on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Territory at distance 0 (an effective square) or in class 1 to 5 of figure 3.
    Territory(u8),
    /// A square that the side cannot cover because it adjoins a piece of its own.
    Dead,
    /// A square that the side has covered.
    Score,
}

impl Kind {
    /// All kinds, in the order of the features.
    pub const ALL: [Self; KINDS] = [
        Self::Territory(0),
        Self::Territory(1),
        Self::Territory(2),
        Self::Territory(3),
        Self::Territory(4),
        Self::Territory(5),
        Self::Dead,
        Self::Score,
    ];

    /// Its place in [`ALL`](Self::ALL), 0…7.
    pub fn index(self) -> usize {
        match self {
            Self::Territory(class) => usize::from(class.min(5)),
            Self::Dead => 6,
            Self::Score => 7,
        }
    }

    /// In how many ways a square can come to have it, each seen from one direction.
    pub const fn planes(self) -> usize {
        match self {
            Self::Territory(0) | Self::Dead | Self::Score => 1,
            Self::Territory(5..) => 8,
            Self::Territory(_) => 4,
        }
    }
}

/// Which shortest paths from an effective square to a square of its territory must be free of obstacles:
/// the paper has "nothing in the way of all of the shortest paths".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Paths {
    /// Every one (the literal reading).
    #[default]
    All,
    /// One is enough.
    One,
}

/// What is in the way on a path. The territory square itself must in any case be free and not dead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Obstacles {
    /// Squares of the opponent (what the paper names).
    #[default]
    Opponent,
    /// Whatever the side cannot cover: squares of both sides, and dead squares.
    Forbidden,
}

/// Which squares can be dead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DeadSquares {
    /// Free ones.
    #[default]
    Free,
    /// Those of the opponent too, when they adjoin an own piece.
    Taken,
}

/// Whose corner the squares of the second player are counted from. The paper does not say, but its tables A.1
/// and A.2 do: the weight of (A,A) is what weights start with, so no side ever covers that square as its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sight {
    /// Squares are where they are, for both.
    Board,
    /// White's squares are those after half a turn, so that both sides start at the same one.
    #[default]
    OwnStart,
}

/// What the paper leaves open; the default is what its tables show, and where they show nothing its most literal
/// sense.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Reading {
    /// Which paths must be free.
    pub paths: Paths,
    /// Of what.
    pub obstacles: Obstacles,
    /// Which squares can be dead.
    pub dead: DeadSquares,
    /// How White's squares are numbered.
    pub sight: Sight,
}

/// The kind that the feature of this index counts; `None` for what the paper has no features for.
pub const fn kind_of(index: usize) -> Option<Kind> {
    const BY_SQUARE: usize = KINDS * SQUARES;
    match index {
        0..BY_SQUARE => Some(Kind::ALL[index / SQUARES]),
        BY_SQUARE..COUNT => Some(Kind::ALL[index - BY_SQUARE]),
        _ => None,
    }
}

/// The number of a square up to the mirror, 0…104: column c and row r from 1, r ≤ c, make
/// c (c − 1) / 2 + r, which the paper counts from 1.
pub fn folded(square: Square) -> usize {
    let (column, row) = (usize::from(square.column()), usize::from(square.row()));
    let (low, high) = (column.min(row), column.max(row));
    high * (high + 1) / 2 + low
}

/// The class of figure 3 of a square so many columns and rows away; `None` beyond three steps.
pub const fn class(columns: i32, rows: i32) -> Option<u8> {
    let (x, y) = (columns.abs(), rows.abs());
    match (x, y) {
        (0, 0) => Some(0),
        (0, 1) | (1, 0) => Some(1),
        (0, 2) | (2, 0) => Some(2),
        (0, 3) | (3, 0) => Some(3),
        (1, 1) => Some(4),
        (1, 2) | (2, 1) => Some(5),
        _ => None,
    }
}

/// What squares are in: a set of them, or sets that are worked on together. `!` is all other squares of
/// the board.
pub trait Set: Copy + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> {
    /// Every square one to the right; what leaves the board is gone. Likewise the others.
    fn right(self) -> Self;
    /// See [`right`](Self::right).
    fn left(self) -> Self;
    /// See [`right`](Self::right).
    fn down(self) -> Self;
    /// See [`right`](Self::right).
    fn up(self) -> Self;
}

impl Set for Squares {
    #[inline(always)]
    fn right(self) -> Self {
        self.right()
    }

    #[inline(always)]
    fn left(self) -> Self {
        self.left()
    }

    #[inline(always)]
    fn down(self) -> Self {
        self.down()
    }

    #[inline(always)]
    fn up(self) -> Self {
        self.up()
    }
}

/// What the features of a side are counted from.
#[derive(Clone, Copy, Debug)]
pub struct Ground<S> {
    /// Squares that the next piece may begin at.
    pub effective: S,
    /// Squares that the side can never cover again.
    pub forbidden: S,
    /// Squares that it covers.
    pub own: S,
    /// Squares that the other side covers.
    pub opponent: S,
}

/// What is one, two and three steps along from each square of `from`, those before it free.
#[inline(always)]
fn axis<S: Set>(from: S, free: S, step: impl Fn(S) -> S) -> [S; 3] {
    let one = step(from);
    let two = step(one & free);
    [one, two, step(two & free)]
}

/// What lies between two lines that go out from each effective square (their first two steps): the
/// diagonal neighbours, then the two squares beyond them. A square off the lines is reached from the two
/// before it: the shortest paths to it are those to either and a step.
#[inline(always)]
fn between<S: Set>(
    [x1, x2, _]: [S; 3],
    [y1, y2, _]: [S; 3],
    free: S,
    paths: Paths,
    along: impl Fn(S) -> S,
    across: impl Fn(S) -> S,
) -> [S; 3] {
    let join = |one: S, other: S| match paths {
        Paths::All => one & other,
        Paths::One => one | other,
    };
    let diagonal = join(across(x1 & free), along(y1 & free));
    [
        diagonal,
        join(across(x2 & free), along(diagonal & free)),
        join(along(y2 & free), across(diagonal & free)),
    ]
}

impl Ground<Squares> {
    /// That of `side`.
    #[inline(always)]
    pub fn of(position: &Position, side: Side) -> Self {
        Self {
            effective: position.anchors(side),
            forbidden: position.forbidden(side),
            own: position.squares(side),
            opponent: position.squares(side.other()),
        }
    }
}

/// Calls `visit` with every kind and squares that have it: once for each way they come to have it, so
/// that a square counts as often as it is visited. How often a kind comes is [`Kind::planes`].
#[inline(always)]
pub fn planes<S: Set>(ground: Ground<S>, reading: Reading, mut visit: impl FnMut(Kind, S)) {
    let Ground {
        effective,
        forbidden,
        own,
        opponent,
    } = ground;
    let open = !forbidden;
    let dead = (own.right() | own.left() | own.down() | own.up()) & !own;
    visit(Kind::Score, own);
    visit(
        Kind::Dead,
        match reading.dead {
            DeadSquares::Free => dead & !opponent,
            DeadSquares::Taken => dead,
        },
    );
    visit(Kind::Territory(0), effective);
    let free = match reading.obstacles {
        Obstacles::Opponent => !opponent,
        Obstacles::Forbidden => open,
    };
    let right = axis(effective, free, S::right);
    let left = axis(effective, free, S::left);
    let down = axis(effective, free, S::down);
    let up = axis(effective, free, S::up);
    for line in [right, left, down, up] {
        for (class, squares) in (1..).zip(line) {
            visit(Kind::Territory(class), squares & open);
        }
    }
    let paths = reading.paths;
    for [diagonal, one, other] in [
        between(right, down, free, paths, S::right, S::down),
        between(right, up, free, paths, S::right, S::up),
        between(left, down, free, paths, S::left, S::down),
        between(left, up, free, paths, S::left, S::up),
    ] {
        visit(Kind::Territory(4), diagonal & open);
        visit(Kind::Territory(5), one & open);
        visit(Kind::Territory(5), other & open);
    }
}

/// The features of `side`, which need not be to move.
pub fn features(position: &Position, side: Side, reading: Reading) -> [u16; COUNT] {
    let mut features = [0; COUNT];
    let turned = side == Side::White && reading.sight == Sight::OwnStart;
    planes(Ground::of(position, side), reading, |kind, squares| {
        let kind = kind.index();
        for square in squares.iter() {
            let square = if turned { square.turned() } else { square };
            features[kind * SQUARES + folded(square)] += 1;
            features[KINDS * SQUARES + kind] += 1;
        }
    });
    features
}

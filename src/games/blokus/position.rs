//! The position: squares and pieces of both sides, and the side to move.

use std::fmt;
use std::hash::{Hash, Hasher};

use super::perft::sequences;
use super::reach::{self, Ways};
use super::{Piece, PieceSet, Placement, Square, Squares};
use crate::{Game, Outcome, Side};

/// Points of the [bonus score](Position::bonus_score) for having placed every piece.
pub const ALL_PLACED: i32 = 15;
/// Points more when the monomino was the last of them.
pub const MONOMINO_LAST: i32 = 5;

/// A placement or a pass. Placements order by number, the pass last.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
pub enum Move {
    /// Put a piece on the board.
    Place(Placement),
    /// Legal only when the side to move can place nothing and its opponent can.
    Pass,
}

impl Move {
    /// The placement; `None` for a pass.
    pub const fn placement(self) -> Option<Placement> {
        match self {
            Self::Place(placement) => Some(placement),
            Self::Pass => None,
        }
    }
}

/// Writes the contests' code, as in `46t3`; `0000` for a pass.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(placement) => placement.fmt(f),
            Self::Pass => f.pad("0000"),
        }
    }
}

/// Why a move is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LegalityError {
    /// Neither side can place anything any more.
    #[error("the game is over")]
    GameOver,
    /// The side to move can place nothing anywhere.
    #[error("{0} can place nothing and has to pass")]
    HasToPass(Side),
    /// A pass, but there is a placement.
    #[error("{0} can place a piece and may not pass")]
    MayNotPass(Side),
    /// The side to move has no such piece left.
    #[error("{0} has placed {1} already")]
    Used(Side, Piece),
    /// Something lies on one of the squares.
    #[error("{0} is taken")]
    Taken(Square),
    /// One of the squares shares an edge with an own piece.
    #[error("it touches an edge of {0}'s own at {1}")]
    TouchesEdge(Side, Square),
    /// The first piece does not cover the start square.
    #[error("the first piece of {0} must cover {1}")]
    MissesStart(Side, Square),
    /// It shares no corner with an own piece.
    #[error("it must touch a corner of {0}'s own")]
    TouchesNoCorner(Side),
}

/// Why pieces cannot lie so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// A piece that the side has on the board already.
    #[error("{0} has {1} twice")]
    Twice(Side, Piece),
    /// Two pieces on one square.
    #[error("two pieces on {0}")]
    Overlap(Square),
}

/// A position of Blokus Duo.
///
/// Two positions are equal when the same side is to move, the same squares belong to each side, each
/// has the same pieces left, and they are worth the same bonus.
#[derive(Clone, Copy, Debug, serde::Serialize, serde::Deserialize)]
pub struct Position {
    /// Squares each side covers.
    squares: [Squares; 2],
    /// Squares each side can never cover again: taken, or along an edge of its own.
    forbidden: [Squares; 2],
    /// Squares of which each side's next piece has to cover one: at its own corners and not forbidden,
    /// before the first piece the start square.
    anchors: [Squares; 2],
    /// Pieces each side has yet to place.
    left: [PieceSet; 2],
    /// Whether each side has placed every piece, the monomino last.
    monomino_last: [bool; 2],
    side: Side,
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        // The rest follows from these.
        (self.squares, self.left, self.monomino_last, self.side)
            == (other.squares, other.left, other.monomino_last, other.side)
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.squares, self.left, self.monomino_last, self.side).hash(state);
    }
}

impl Position {
    /// The empty board with `side` to move.
    const fn empty(side: Side) -> Self {
        Self {
            squares: [Squares::EMPTY; 2],
            forbidden: [Squares::EMPTY; 2],
            anchors: [
                Squares::one(Square::start(Side::Black)),
                Squares::one(Square::start(Side::White)),
            ],
            left: [PieceSet::ALL; 2],
            monomino_last: [false; 2],
            side,
        }
    }

    /// The position with these pieces on the board, wherever they lie: a position set up need not come
    /// from a game. A side without a piece has to begin at its start square.
    ///
    /// # Errors
    /// When a side has a piece twice or two pieces overlap.
    pub fn with_pieces(
        black: &[Placement],
        white: &[Placement],
        side: Side,
    ) -> Result<Self, SetupError> {
        let mut position = Self::empty(side);
        for (owner, placements) in Side::BOTH.into_iter().zip([black, white]) {
            for placement in placements {
                let taken = position.taken() & placement.squares();
                if let Some(square) = taken.iter().next() {
                    return Err(SetupError::Overlap(square));
                }
                let piece = placement.piece();
                if !position.left(owner).contains(piece) {
                    return Err(SetupError::Twice(owner, piece));
                }
                position.put(owner, *placement);
            }
        }
        // In which order they came is not known.
        position.monomino_last = [false; 2];
        // A start square that a setup leaves free is no corner of a piece that lies elsewhere.
        for owner in Side::BOTH {
            if position.left(owner) != PieceSet::ALL {
                let corners = position.squares(owner).corners();
                position.anchors[owner.index()] &= corners;
            }
        }
        Ok(position)
    }

    /// Puts a piece on the board.
    #[inline(always)]
    fn put(&mut self, side: Side, placement: Placement) {
        let (own, opp) = (side.index(), side.other().index());
        let squares = placement.squares();
        self.squares[own] |= squares;
        self.forbidden[own] |= squares | squares.edges();
        self.forbidden[opp] |= squares;
        self.anchors[own] = (self.anchors[own] | squares.corners()) & !self.forbidden[own];
        self.anchors[opp] &= !squares;
        let piece = placement.piece();
        self.left[own] = self.left[own].without(piece);
        if self.left[own].is_empty() && piece == Piece::MONOMINO {
            self.monomino_last[own] = true;
        }
    }

    /// The squares that `side` covers.
    pub const fn squares(&self, side: Side) -> Squares {
        self.squares[side.index()]
    }

    /// The squares that either side covers.
    pub fn taken(&self) -> Squares {
        self.squares[0] | self.squares[1]
    }

    /// Who covers `square`.
    pub fn owner(&self, square: Square) -> Option<Side> {
        Side::BOTH
            .into_iter()
            .find(|&side| self.squares(side).contains(square))
    }

    /// The squares that `side` can never cover again: taken, or along an edge of its own.
    pub const fn forbidden(&self, side: Side) -> Squares {
        self.forbidden[side.index()]
    }

    /// The squares of which the next piece of `side` has to cover one: free, at a corner and along no
    /// edge of its own; before its first piece the start square. Whether a piece fits there is not said.
    pub const fn anchors(&self, side: Side) -> Squares {
        self.anchors[side.index()]
    }

    /// The pieces that `side` has yet to place.
    pub const fn left(&self, side: Side) -> PieceSet {
        self.left[side.index()]
    }

    /// Calls `visit` with every anchor of `side` at which it can place something and the ways to do so,
    /// each placement once, at its first anchor in reading order. Stops when `visit` returns `false`.
    #[inline(always)]
    pub fn ways(&self, side: Side, mut visit: impl FnMut(Square, &Ways) -> bool) {
        self.ways_or_none(side, |square, ways| ways.is_empty() || visit(square, ways));
    }

    /// As [`ways`](Self::ways), with the anchors at which nothing can be placed: to ask whether there are any
    /// takes its time.
    #[inline(always)]
    pub fn ways_or_none(&self, side: Side, visit: impl FnMut(Square, &Ways) -> bool) {
        reach::placements(
            self.anchors(side),
            self.forbidden(side),
            self.left(side),
            visit,
        );
    }

    /// Whether `side` could place something if it were to move.
    pub fn can_place(&self, side: Side) -> bool {
        let mut can = false;
        self.ways(side, |_, _| {
            can = true;
            false
        });
        can
    }

    /// How many placements the side to move has.
    pub fn count_placements(&self) -> u32 {
        let mut count = 0;
        self.ways_or_none(self.side, |_, ways| {
            count += ways.len();
            true
        });
        count
    }

    /// Whether neither side can place anything any more.
    pub fn is_over(&self) -> bool {
        Side::BOTH.into_iter().all(|side| !self.can_place(side))
    }

    /// Whether the side to move can place nothing although the game goes on.
    pub fn must_pass(&self) -> bool {
        !self.can_place(self.side) && self.can_place(self.side.other())
    }

    /// Whether the side to move may place it.
    pub fn may_place(&self, placement: Placement) -> bool {
        let squares = placement.squares();
        self.left(self.side).contains(placement.piece())
            && !squares.meets(self.forbidden(self.side))
            && squares.meets(self.anchors(self.side))
    }

    /// Why `mv` may not be played here; `None` when it may.
    pub fn why_illegal(&self, mv: Move) -> Option<LegalityError> {
        let side = self.side;
        let Move::Place(placement) = mv else {
            return match (self.can_place(side), self.can_place(side.other())) {
                (true, _) => Some(LegalityError::MayNotPass(side)),
                (false, true) => None,
                (false, false) => Some(LegalityError::GameOver),
            };
        };
        if self.may_place(placement) {
            return None;
        }
        if self.is_over() {
            return Some(LegalityError::GameOver);
        }
        if !self.can_place(side) {
            return Some(LegalityError::HasToPass(side));
        }
        let (piece, squares) = (placement.piece(), placement.squares());
        let first = |set: Squares| (set & squares).iter().next();
        Some(if !self.left(side).contains(piece) {
            LegalityError::Used(side, piece)
        } else if let Some(square) = first(self.taken()) {
            LegalityError::Taken(square)
        } else if let Some(square) = first(self.forbidden(side)) {
            LegalityError::TouchesEdge(side, square)
        } else if self.left(side) == PieceSet::ALL {
            LegalityError::MissesStart(side, Square::start(side))
        } else {
            LegalityError::TouchesNoCorner(side)
        })
    }

    /// The squares each side covers: the result of the GPCC contests once the game is over.
    pub const fn count(&self) -> Outcome {
        Outcome {
            black: self.squares[0].len() as i32,
            white: self.squares[1].len() as i32,
        }
    }

    /// The score of Pentobi: squares covered, [`ALL_PLACED`] more for a side that has placed every piece,
    /// and [`MONOMINO_LAST`] more if the monomino was the last. It is the score of the box (Mattel), which
    /// takes a point for each square left, plus the 89 squares that each side has.
    pub fn bonus_score(&self) -> Outcome {
        let bonus = |side: Side| {
            let all = i32::from(self.left(side).is_empty()) * ALL_PLACED;
            all + i32::from(self.monomino_last[side.index()]) * MONOMINO_LAST
        };
        let plain = self.count();
        Outcome {
            black: plain.black + bonus(Side::Black),
            white: plain.white + bonus(Side::White),
        }
    }

    /// Plays a placement that the side to move may make; faster than [`Game::play`] where it is known
    /// to be one.
    #[inline(always)]
    pub fn place(&mut self, placement: Placement) {
        debug_assert!(self.may_place(placement), "{placement} is illegal");
        self.put(self.side, placement);
        self.side = self.side.other();
    }

    /// The other side is to move: a pass, wherever the rules would allow one.
    #[inline]
    pub const fn pass(&mut self) {
        self.side = self.side.other();
    }
}

impl Game for Position {
    type Move = Move;

    fn start() -> Self {
        Self::empty(Side::Black)
    }

    fn side_to_move(&self) -> Side {
        self.side
    }

    /// In the order of the first [anchor](Position::anchors) each placement covers, and at one anchor
    /// by number.
    fn legal_moves(&self, buffer: &mut Vec<Move>) {
        buffer.clear();
        self.ways(self.side, |square, ways| {
            ways.for_each(square, |placement| buffer.push(Move::Place(placement)));
            true
        });
        if buffer.is_empty() && self.can_place(self.side.other()) {
            buffer.push(Move::Pass);
        }
    }

    fn is_legal(&self, mv: Move) -> bool {
        match mv {
            Move::Place(placement) => self.may_place(placement),
            Move::Pass => self.must_pass(),
        }
    }

    fn perft(&self, depth: u32) -> u64 {
        sequences(self, depth)
    }

    fn is_pass(mv: Move) -> bool {
        mv == Move::Pass
    }

    fn play(&mut self, mv: Move) {
        debug_assert!(self.is_legal(mv), "{mv} is illegal");
        match mv {
            Move::Place(placement) => self.place(placement),
            Move::Pass => self.pass(),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| self.count())
    }
}

/// Fourteen rows from the top, `X` for Black, `O` for White, `.` for a free square, and the side to move.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in Square::all() {
            f.write_str(match self.owner(square) {
                Some(Side::Black) => "X",
                Some(Side::White) => "O",
                None => ".",
            })?;
            if square.column() + 1 == Square::SIDE {
                writeln!(f)?;
            }
        }
        write!(f, "{} to move", self.side)
    }
}

//! Facts about a move and the line that follows it.

use serde::{Serialize, Serializer};

use koteki_engine::eval::decided_value;
use koteki_engine::eval::othello::{Counts, FEATURES};
use koteki_games::othello::{Move, Position, Square, bits};
use koteki_games::{Game as _, Side};

/// A move with the line of best play that its value comes from.
#[derive(Clone, Copy, Debug)]
pub struct JudgedMove<'a> {
    /// The line, the move itself first.
    pub line: &'a [Move],
    /// The value the search found for the side to move.
    pub value: i32,
}

impl JudgedMove<'_> {
    /// The move.
    pub fn mv(&self) -> Move {
        self.line.first().copied().unwrap_or(Move::Pass)
    }
}

/// A fact, with where it can be seen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reason {
    /// The moves that lead from the position to where the fact can be seen; passes are written.
    #[serde(serialize_with = "names")]
    pub line: Vec<Move>,
    /// The moves that lead to what it is compared with; empty for the position itself, `None` when it
    /// is compared with nothing.
    #[serde(serialize_with = "maybe_names")]
    pub instead: Option<Vec<Move>>,
    /// The fact.
    #[serde(flatten)]
    pub fact: Fact,
}

/// What is the case at the end of a [`Reason::line`]. Sides are those of the board. Written beside the
/// fields of the reason, so none may be called as one of those.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "fact", rename_all = "kebab-case")]
pub enum Fact {
    /// The other side has so many moves after the line of one move, and so many at the end of
    /// [`Reason::instead`] (in the position itself: if it were its turn).
    Replies {
        /// Moves it has.
        replies: u32,
        /// Moves it would have.
        #[serde(rename = "replies_instead")]
        instead: u32,
    },
    /// The move opens squares to the other side.
    Opens {
        /// Its openness: the empty squares beside each disc it turns over, a square counted for each such
        /// disc, the move's own square too (Ueda 2012, §4.2.3).
        openness: u32,
    },
    /// The last move of the line takes a corner.
    Corner {
        /// The corner.
        #[serde(serialize_with = "name")]
        corner: Square,
        /// Who takes it.
        #[serde(serialize_with = "side_name")]
        side: Side,
        /// The how manieth of that side's moves in the line it is.
        moves: u32,
    },
    /// The last move of the line is a pass, which this side is forced to.
    Pass {
        /// The side that passes.
        #[serde(serialize_with = "side_name")]
        side: Side,
    },
    /// The move stands beside an empty corner.
    BesideCorner {
        /// The corner.
        #[serde(serialize_with = "name")]
        corner: Square,
        /// Whether it is diagonally beside it (an X square; else a C square).
        diagonal: bool,
    },
    /// A feature at the ends of both lines: numbers of the side that chooses, then of the other.
    Feature {
        /// Which: an index of [`FEATURES`].
        #[serde(serialize_with = "feature_name")]
        feature: usize,
        /// At the end of the line.
        counts: [i32; 2],
        /// At the end of [`Reason::instead`].
        #[serde(rename = "counts_instead")]
        instead: [i32; 2],
        /// What the evaluation makes of the difference, in its points: weight × (feature at the end of
        /// `instead` − feature at the end of the line). Above 0 when `instead` is better.
        points: i32,
    },
    /// The line ends the game: final difference in discs for the side that chooses, the empty squares the
    /// winner's.
    Ending {
        /// At the end of the line.
        discs: i32,
        /// At the end of [`Reason::instead`], when the game ends there too.
        #[serde(rename = "discs_instead")]
        instead: Option<i32>,
    },
}

fn name<S: Serializer>(square: &Square, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(square)
}

// serde calls it so
fn side_name<S: Serializer>(side: &Side, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(side.name())
}

// serde calls it so
fn feature_name<S: Serializer>(feature: &usize, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(FEATURES.get(*feature).map_or("", |feature| feature.name))
}

pub(super) fn names<S: Serializer>(moves: &[Move], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(moves.iter().map(Move::to_string))
}

// serde calls it so
fn maybe_names<S: Serializer>(moves: &Option<Vec<Move>>, serializer: S) -> Result<S::Ok, S::Error> {
    match moves {
        Some(moves) => names(moves, serializer),
        None => serializer.serialize_none(),
    }
}

/// The position after `line`.
pub(super) fn after(position: &Position, line: &[Move]) -> Position {
    let mut end = *position;
    for &mv in line {
        end.play(mv);
    }
    end
}

/// A line played out from a position: every fact that can be read off it.
pub(super) struct Walk<'a> {
    position: &'a Position,
    /// The line.
    pub line: &'a [Move],
    /// Who chooses its first move.
    pub side: Side,
    /// The position after it.
    pub end: Position,
}

impl<'a> Walk<'a> {
    pub fn new(position: &'a Position, line: &'a [Move]) -> Self {
        Self {
            position,
            line,
            side: position.side_to_move(),
            end: after(position, line),
        }
    }

    /// The numbers at the end.
    pub fn counts(&self) -> Counts {
        Counts::of(&self.end, self.side)
    }

    /// The final difference for the side that chooses, the empty squares the winner's, when the line ends
    /// the game and `value` (of the discs as they lie) is that of this end. The line of a search with a budget
    /// may go on beyond what its value comes from.
    pub fn ending(&self, value: i32) -> Option<i32> {
        let (lying, full) = (self.end.outcome()?, self.end.outcome_with_empties()?);
        (value == decided_value(lying.difference(self.side))).then(|| full.difference(self.side))
    }

    /// Whether the line ends the game.
    pub fn is_over(&self) -> bool {
        self.end.outcome().is_some()
    }

    /// The first so many moves.
    pub fn to(&self, moves: usize) -> Vec<Move> {
        self.line[..moves.min(self.line.len())].to_vec()
    }

    /// Each move of the line with the side that makes it; the first has index 0.
    fn steps(&self) -> impl Iterator<Item = (usize, Side, Move)> {
        // A pass is a move, so the sides take turns.
        let sides = [self.side, self.side.other()].into_iter().cycle();
        let steps = self.line.iter().zip(sides).enumerate();
        steps.map(|(index, (&mv, side))| (index, side, mv))
    }

    /// The corners that `side` takes, with the line up to there.
    pub fn corners(&self, side: Side) -> Vec<Reason> {
        let mut moves = 0;
        let mut corners = Vec::new();
        for (index, mover, mv) in self.steps() {
            let (true, Some(square)) = (mover == side, mv.square()) else {
                continue;
            };
            moves += 1;
            if square.bit() & bits::CORNERS != 0 {
                corners.push(Reason {
                    line: self.to(index + 1),
                    instead: None,
                    fact: Fact::Corner {
                        corner: square,
                        side,
                        moves,
                    },
                });
            }
        }
        corners
    }

    /// The first pass that `side` is forced to.
    pub fn pass(&self, side: Side) -> Option<Reason> {
        let (index, ..) = self
            .steps()
            .find(|&(_, mover, mv)| mover == side && mv == Move::Pass)?;
        Some(Reason {
            line: self.to(index + 1),
            instead: None,
            fact: Fact::Pass { side },
        })
    }

    /// What the first move leaves the other side, beside what `instead` would.
    pub fn replies(&self, instead: Option<&Walk<'_>>) -> Reason {
        let first = after(self.position, &self.to(1));
        let (than, line) = match instead {
            Some(other) => {
                let line = other.to(1);
                (after(self.position, &line).placements(), line)
            }
            None => (
                bits::moves(self.position.opp(), self.position.own()),
                Vec::new(),
            ),
        };
        Reason {
            line: self.to(1),
            instead: Some(line),
            fact: Fact::Replies {
                replies: first.placements().count_ones(),
                instead: than.count_ones(),
            },
        }
    }

    /// What the first move opens; `None` for a pass.
    pub fn opens(&self) -> Option<Reason> {
        let square = self.line.first()?.square()?;
        Some(Reason {
            line: self.to(1),
            instead: None,
            fact: Fact::Opens {
                openness: self.position.openness(square)?,
            },
        })
    }

    /// The empty corner beside the first move.
    pub fn beside_corner(&self) -> Option<Reason> {
        let square = self.line.first()?.square()?;
        let corners = bits::neighbours(square.bit()) & bits::CORNERS & self.position.empties();
        let corner = Square::lowest(corners)?;
        let diagonal = corner.column() != square.column() && corner.row() != square.row();
        Some(Reason {
            line: self.to(1),
            instead: None,
            fact: Fact::BesideCorner { corner, diagonal },
        })
    }
}

/// The feature of this index at the ends of two lines; `weight` is what one of it is worth.
pub(super) fn feature(line: &Walk<'_>, instead: &Walk<'_>, index: usize, weight: i32) -> Reason {
    let (here, there) = (line.counts(), instead.counts());
    Reason {
        line: line.line.to_vec(),
        instead: Some(instead.line.to_vec()),
        fact: Fact::Feature {
            feature: index,
            counts: here.0[index],
            instead: there.0[index],
            points: weight * (there.feature(index) - here.feature(index)),
        },
    }
}

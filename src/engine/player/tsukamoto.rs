//! The players of Tsukamoto's paper: the four basic ones, Nakamichi's and the one that holds itself level
//! (evaluations, formulas and the moving threshold θ: [`crate::eval::othello::tsukamoto`]).
//!
//! What the paper leaves open is in the settings: whether the values at the leaves of the search are
//! converted ([`ConvertedAt::Leaves`]: "with this evaluation minimax search was done") or the searched value of each
//! move is ([`ConvertedAt::Root`]: "the value of each candidate move found by the search is converted"), where the
//! corners of θ are counted, whether ended games are converted, and what decides between moves of the same
//! value.

use super::best::pick;
use super::{Candidate, Choice, Context, Player, PlayerError};
use crate::eval::othello::tsukamoto::{
    Basic, Conversion, CornersAt, Leaves, Threshold, View, converted,
};
use crate::search::budget::{Cancel, CancelledError};
use crate::search::othello::minimax::{MinimaxSearch, Wanted};
use koteki_games::othello::{Move, Position};
use koteki_games::{Game as _, GameLine};

/// Which values are converted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConvertedAt {
    /// Those of the evaluation, below the search.
    Leaves,
    /// Those of the moves, after it.
    Root,
}

/// What decides between moves of the same value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Equals {
    /// The lot.
    Lot,
    /// The order of the squares: a1, b1, … h8.
    Order,
}

/// How values are turned so that the player holds itself level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hold {
    /// Which ones.
    pub at: ConvertedAt,
    /// How; at the root only [`Conversion::threshold`] and [`Conversion::seen`] matter, where the "leaf"
    /// is the board after the move.
    pub conversion: Conversion,
}

/// A player of the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Plies it looks ahead, at least 1.
    pub depth: u32,
    /// V.
    pub basic: Basic,
    /// V0; none for a player that does its best.
    pub hold: Option<Hold>,
    /// What decides between equals.
    pub equals: Equals,
}

impl Settings {
    /// A player that does its best.
    pub const fn basic(basic: Basic, depth: u32) -> Self {
        Self {
            depth,
            basic,
            hold: None,
            equals: Equals::Lot,
        }
    }

    /// A player that holds itself level on mobility and corners (§5).
    pub const fn holding(hold: Hold, depth: u32) -> Self {
        Self {
            depth,
            basic: Basic::MOBILITY_CORNERS,
            hold: Some(hold),
            equals: Equals::Lot,
        }
    }
}

/// Plays a move of the highest value, converted or not.
#[derive(Clone, Copy, Debug)]
pub struct Tsukamoto(pub Settings);

/// A move as the player sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seeing {
    /// The move.
    pub mv: Move,
    /// V: what it is worth to the one who plays it when both do their best.
    pub value: i32,
    /// θ of the board as it stands; converted at the root by the corners after the move, of the board after it.
    /// Where the leaves are converted each by its own corners there are as many θ as leaves, and this is where
    /// they start from.
    pub theta: i32,
    /// V0, of which it plays the greatest.
    pub held: i32,
}

impl Tsukamoto {
    /// What is to be played: the moves with what they are worth to the player, V0 where there is one. Only
    /// the best ones need be exact.
    fn judged(
        &self,
        position: &Position,
        allowed: &[Move],
        cancel: &Cancel,
    ) -> Result<(Vec<Candidate<Position>>, u64), CancelledError> {
        let Settings {
            depth, basic, hold, ..
        } = self.0;
        let (own, opp) = (position.own(), position.opp());
        let plain = Leaves::plain(basic);
        let (leaves, wanted) = match hold {
            None => (plain, Wanted::Best),
            Some(Hold {
                at: ConvertedAt::Leaves,
                conversion,
            }) => {
                let leaves = Leaves::converted(basic, conversion, own, opp);
                (leaves, Wanted::Best)
            }
            Some(Hold {
                at: ConvertedAt::Root,
                conversion,
            }) => match conversion.seen {
                CornersAt::Board => (plain, Wanted::Near(conversion.threshold.of(own, opp))),
                CornersAt::Leaf => (plain, Wanted::Every),
            },
        };
        let found = MinimaxSearch::new(leaves, depth, wanted).values(position, allowed, cancel)?;
        let candidates = found.moves.iter().map(|root| Candidate {
            mv: root.mv,
            value: match hold {
                Some(Hold {
                    at: ConvertedAt::Root,
                    conversion,
                }) => converted(root.value, theta(conversion, position, root.mv)),
                _ => root.value,
            },
        });
        let candidates: Vec<_> = candidates.collect();
        let best = candidates.iter().map(|it| it.value).max();
        let best = candidates
            .into_iter()
            .filter(|candidate| wanted == Wanted::Every || Some(candidate.value) == best)
            .collect();
        Ok((best, found.nodes))
    }

    /// V, θ and V0 of each of the `moves`, legal ones of `position`; V0 is V and θ 0 for a player that does
    /// its best. Several times as dear as a move is.
    ///
    /// # Errors
    /// When `cancel` is raised first.
    pub fn sees(
        &self,
        position: &Position,
        moves: &[Move],
        cancel: &Cancel,
    ) -> Result<Vec<Seeing>, CancelledError> {
        let Settings {
            depth, basic, hold, ..
        } = self.0;
        let every = |leaves: Leaves| {
            let search = MinimaxSearch::new(leaves, depth, Wanted::Every);
            search.values(position, moves, cancel)
        };
        let plain = every(Leaves::plain(basic))?;
        let (own, opp) = (position.own(), position.opp());
        let held = match hold {
            Some(Hold {
                at: ConvertedAt::Leaves,
                conversion,
            }) => Some(every(Leaves::converted(basic, conversion, own, opp))?),
            _ => None,
        };
        let seeing = plain.moves.iter().enumerate().map(|(index, root)| {
            let theta = hold.map_or(0, |hold| match hold.at {
                ConvertedAt::Leaves => hold.conversion.threshold.of(own, opp),
                ConvertedAt::Root => theta(hold.conversion, position, root.mv),
            });
            let searched = held.as_ref().and_then(|held| held.moves.get(index));
            Seeing {
                mv: root.mv,
                value: root.value,
                theta,
                held: match (hold, searched) {
                    (None, _) => root.value,
                    (Some(_), Some(searched)) => searched.value,
                    (Some(_), None) => converted(root.value, theta),
                },
            }
        });
        Ok(seeing.collect())
    }
}

/// θ for a conversion at the root.
fn theta(conversion: Conversion, position: &Position, mv: Move) -> i32 {
    let Conversion {
        threshold, seen, ..
    } = conversion;
    match seen {
        CornersAt::Board => threshold.of(position.own(), position.opp()),
        CornersAt::Leaf => {
            let mut after = *position;
            after.play(mv);
            threshold.of(after.opp(), after.own())
        }
    }
}

impl Hold {
    /// Nakamichi's, as it fits the paper's table best.
    pub const NAKAMICHI: Self = Self::nakamichi(ConvertedAt::Leaves, true, View::Mover);

    /// The paper's own, as it fits its table best.
    pub const PROPOSED: Self = Self::proposed(ConvertedAt::Leaves, CornersAt::Leaf, true);

    /// Nakamichi's.
    pub const fn nakamichi(at: ConvertedAt, ended: bool, view: View) -> Self {
        Self {
            at,
            conversion: Conversion {
                threshold: Threshold::Zero,
                seen: CornersAt::Board,
                ended,
                view,
            },
        }
    }

    /// The paper's own.
    pub const fn proposed(at: ConvertedAt, seen: CornersAt, ended: bool) -> Self {
        Self {
            at,
            conversion: Conversion {
                threshold: Threshold::Corners { x: 0 },
                seen,
                ended,
                view: View::Root,
            },
        }
    }
}

impl Player<Position> for Tsukamoto {
    /// The candidates are the equal best moves, and none when there is no choice.
    fn choose(
        &self,
        line: &GameLine<Position>,
        allowed: &[Move],
        context: &mut Context<'_>,
    ) -> Result<Choice<Position>, PlayerError> {
        if let &[mv] = allowed {
            return Ok(Choice {
                mv,
                candidates: Vec::new(),
                nodes: 0,
            });
        }
        let (candidates, nodes) = self.judged(line.position(), allowed, context.cancel)?;
        if self.0.equals == Equals::Order {
            let best = candidates.iter().map(|it| it.value).max();
            let first = candidates.iter().find(|it| Some(it.value) == best);
            let mv = first.map_or(allowed[0], |it| it.mv);
            return Ok(Choice {
                mv,
                candidates,
                nodes,
            });
        }
        Ok(pick(candidates, nodes, allowed, context.random))
    }
}

//! Reasons in words.

use super::advice::Advice;
use super::mistake::{Kind, Loss, Mistake};
use super::reason::{Fact, Reason};
use crate::eval::othello::FEATURES;
use crate::game::Side;
use crate::game::othello::Move;
use crate::text::coach as words;

/// Reasons that a sentence names.
const NAMED: usize = 3;
/// A feature that makes up less than one part in so many of the loss is not worth a word.
const PARTS: i32 = 5;

/// A line of moves: "f5 d6 c3".
pub fn line_words(moves: &[Move]) -> String {
    let names: Vec<String> = moves.iter().map(Move::to_string).collect();
    names.join(" ")
}

fn first(moves: &[Move]) -> String {
    moves.first().map_or_else(String::new, Move::to_string)
}

/// A reason against a move of `side`, said of the move; `best` is what should have been played.
fn against(reason: &Reason, side: Side, best: &str) -> String {
    match reason.fact {
        Fact::Replies { replies, instead } => {
            words::replies(side.other().index(), replies, instead)
        }
        Fact::Opens { openness } => words::opens(openness),
        Fact::Corner {
            corner,
            side: taker,
            moves,
        } => {
            let corner = corner.to_string();
            if taker == side {
                words::corner_missed(&corner)
            } else {
                words::corner_given(&corner, moves)
            }
        }
        Fact::Pass { side: passes } if passes == side => words::has_to_pass(side.index()),
        Fact::Pass { side: passes } => words::makes_pass(passes.index()),
        Fact::BesideCorner { corner, diagonal } => {
            words::beside_corner(&corner.to_string(), diagonal)
        }
        Fact::Feature {
            feature,
            counts,
            instead,
            ..
        } => {
            let name = FEATURES.get(feature).map_or("", |feature| feature.name);
            words::feature(feature, name, counts, best, instead)
        }
        Fact::Ending {
            discs,
            instead: Some(instead),
        } => words::results(discs, instead),
        // The best move ends the game, not the one that was played.
        Fact::Ending { discs, .. } if first(&reason.line) == best => words::best_ends(best, discs),
        Fact::Ending { discs, .. } => words::result(discs),
    }
}

/// A reason for a move of `side`.
fn speaks_for(reason: &Reason, side: Side) -> String {
    match reason.fact {
        Fact::Corner {
            corner,
            side: taker,
            moves,
        } if taker == side => words::corner_won(&corner.to_string(), moves),
        Fact::Feature {
            counts: [then, _],
            instead: [now, _],
            ..
        } => words::stable(then - now),
        _ => against(reason, side, ""),
    }
}

impl Loss {
    /// What was lost: "65 points", "6 discs", "the game".
    pub fn words(&self) -> String {
        match *self {
            Self::Points { points } => words::points(points),
            Self::Discs { played, best } => words::discs(best - played),
            Self::Game { .. } => words::THE_GAME.to_owned(),
        }
    }
}

impl Mistake {
    /// Why it is one, in the features' terms, said of the move: "gives up the corner h8 in two, leaves
    /// White 9 moves instead of 3". `side` is who made it.
    pub fn why(&self, side: Side) -> String {
        let best = first(&self.best_line);
        let mut said: Vec<String> = Vec::new();
        let telling = |reason: &&Reason| match (reason.fact, self.loss) {
            (Fact::Feature { points, .. }, Loss::Points { points: all }) => points * PARTS >= all,
            _ => true,
        };
        // What can be seen at once belongs beside the corner that it gives up.
        let beside = |reason: &&Reason| {
            self.kind == Kind::CornerGiven && matches!(reason.fact, Fact::BesideCorner { .. })
        };
        let rest = || self.reasons.iter().skip(1).filter(telling);
        let first_of_all = self.reasons.iter().take(1);
        let order = first_of_all
            .chain(rest().filter(beside))
            .chain(rest().filter(|it| !beside(it)));
        for reason in order.take(NAMED) {
            said.push(against(reason, side, &best));
        }
        if self.kind == Kind::Other {
            said.insert(0, words::UNEXPLAINED.to_owned());
            said.truncate(NAMED);
        }
        said.join(", ")
    }

    /// The first reason alone.
    pub fn headline(&self, side: Side) -> String {
        let best = first(&self.best_line);
        self.reasons.first().map_or_else(
            || words::UNEXPLAINED.to_owned(),
            |it| against(it, side, &best),
        )
    }
}

impl Advice {
    /// The advice to `side` as a sentence: "f5: leaves White 3 moves instead of 8, has openness 3; d3
    /// would give up the corner h8 in two".
    pub fn words(&self, side: Side) -> String {
        words::said(&self.mv.to_string(), &self.said(side))
    }

    /// The same without the move in front, and without the result, which is its value.
    pub fn said(&self, side: Side) -> String {
        let is_result = |reason: &&Reason| matches!(reason.fact, Fact::Ending { .. });
        let reasons = self.reasons.iter().filter(|it| !is_result(it)).take(NAMED);
        let reasons: Vec<String> = reasons.map(|reason| speaks_for(reason, side)).collect();
        let warning = self.warning.as_ref().map(|mistake| {
            let mv = first(&mistake.line);
            format!("{mv} {}", words::would(&mistake.headline(side)))
        });
        words::advice(&reasons, warning.as_deref())
    }
}

//! What speaks for the best move of a position, and what is tempting there and bad.

use super::mistake::{Kind, Mistake, Threshold, explain};
use super::reason::{Fact, JudgedMove, Reason, Walk, feature};
use super::scale::Scale;
use koteki_engine::eval::othello::{STABILITY, Weights};
use koteki_games::Game as _;
use koteki_games::othello::{Move, Position};

/// Why to play a move, and which one not to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The best move.
    pub mv: Move,
    /// What speaks for it, the most telling first.
    pub reasons: Vec<Reason>,
    /// The most tempting of the mistakes, those that give a corner first: the one that loses least.
    pub warning: Option<Mistake>,
}

/// What there is to say of `position`, whose legal moves and their lines are `moves`; the first of the
/// highest value is the best. `None` when there is no move. A loss from `threshold` on is worth a warning.
pub fn advise(
    position: &Position,
    moves: &[JudgedMove<'_>],
    weights: &Weights,
    scale: Scale,
    threshold: Threshold,
) -> Option<Advice> {
    let highest = moves.iter().map(|seen| seen.value).max()?;
    let best = *moves.iter().find(|seen| seen.value == highest)?;
    let mut mistakes: Vec<(i32, Mistake)> = moves
        .iter()
        .filter_map(|&seen| Some((seen.value, explain(position, seen, best, weights, scale)?)))
        .filter(|(_, mistake)| mistake.loss.is_mistake(threshold))
        .collect();
    mistakes.sort_by_key(|(value, mistake)| (mistake.kind != Kind::CornerGiven, -value));
    Some(Advice {
        mv: best.mv(),
        reasons: praise(position, best, scale),
        warning: mistakes.into_iter().next().map(|(_, mistake)| mistake),
    })
}

/// What speaks for a move by itself.
fn praise(position: &Position, best: JudgedMove<'_>, scale: Scale) -> Vec<Reason> {
    let walk = Walk::new(position, best.line);
    let now = Walk::new(position, &[]);
    let mut reasons = Vec::new();
    let ending = walk.ending(best.value);
    if let Some(discs) = ending.filter(|_| scale.knows_results()) {
        reasons.push(Reason {
            line: best.line.to_vec(),
            instead: None,
            fact: Fact::Ending {
                discs,
                instead: None,
            },
        });
    }
    reasons.extend(walk.corners(walk.side));
    reasons.extend(walk.pass(walk.side.other()));
    let replies = walk.replies(None);
    if let Fact::Replies {
        replies: n,
        instead,
    } = replies.fact
        && n < instead
        && after_is_open(position, best.mv())
    {
        reasons.push(replies);
    }
    reasons.extend(walk.opens());
    if !walk.is_over() {
        // Weight −1: points above 0 when there is more of it at the end of the line than now.
        let stable = feature(&walk, &now, STABILITY, -1);
        if let Fact::Feature {
            counts: [then, _],
            instead: [before, _],
            ..
        } = stable.fact
            && then > before
        {
            reasons.push(stable);
        }
    }
    reasons
}

fn after_is_open(position: &Position, mv: Move) -> bool {
    let mut after = *position;
    after.play(mv);
    after.outcome().is_none()
}

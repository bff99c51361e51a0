//! What a move lost against the best one, and of which kind the loss is.

use serde::Serialize;

use super::reason::{Fact, JudgedMove, Reason, Walk, feature, names};
use super::scale::Scale;
use koteki_engine::eval::othello::{COUNT, DISCS, FORFEIT, FRONTIER, MOBILITY, STABILITY, Weights};
use koteki_engine::eval::{decided_difference, is_decided};
use koteki_games::othello::{Move, Position};

/// Of which kind a loss is: the feature with the largest share of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Stable discs, and the other side takes a corner that it would not have got.
    CornerGiven,
    /// Stable discs, and the side itself does not take a corner that it could have had.
    CornerMissed,
    /// Stable discs otherwise.
    StabilityLost,
    /// Moves to choose from, in the end.
    MobilityLost,
    /// Discs beside empty squares.
    FrontierOpened,
    /// A forced pass at the end of a line.
    PassForced,
    /// Discs, be it in the evaluation or at the end of a game whose result stays what it is.
    DiscsLost,
    /// A feature of style (only of a tester that has a weight for one).
    StyleLost,
    /// A win or a draw: the game ends within the lines.
    EndingLost,
    /// None of the features: the tester judges by another evaluation, which sees something else.
    Other,
}

impl Kind {
    /// All of them, in the order in which they are listed.
    pub const ALL: [Self; 10] = [
        Self::CornerGiven,
        Self::CornerMissed,
        Self::StabilityLost,
        Self::MobilityLost,
        Self::FrontierOpened,
        Self::PassForced,
        Self::DiscsLost,
        Self::StyleLost,
        Self::EndingLost,
        Self::Other,
    ];

    const fn of_feature(index: usize) -> Self {
        match index {
            MOBILITY => Self::MobilityLost,
            FRONTIER => Self::FrontierOpened,
            STABILITY => Self::StabilityLost,
            FORFEIT => Self::PassForced,
            DISCS => Self::DiscsLost,
            _ => Self::StyleLost,
        }
    }
}

/// Part of a game, by the empty squares before the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// More than 40: the first twenty moves.
    Opening,
    /// 21 to 40.
    Middle,
    /// 20 and fewer.
    Ending,
}

impl Phase {
    /// All three, in the order of a game.
    pub const ALL: [Self; 3] = [Self::Opening, Self::Middle, Self::Ending];

    /// The phase of a move played in `position`.
    pub const fn of(position: &Position) -> Self {
        match position.empties().count_ones() {
            41.. => Self::Opening,
            21..=40 => Self::Middle,
            _ => Self::Ending,
        }
    }
}

/// What a move lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "unit", rename_all = "kebab-case")]
pub enum Loss {
    /// Points of the tester's evaluation: neither value is a finished game's.
    Points {
        /// How many; 0 or more.
        points: i32,
    },
    /// Discs: both lines end the game, and the values say so. Final differences for the side that chose, the
    /// empty squares the winner's.
    Discs {
        /// After the move.
        #[serde(rename = "played_discs")]
        played: i32,
        /// After the best move.
        #[serde(rename = "best_discs")]
        best: i32,
    },
    /// A game: one of the lines ends it, the other does not; or one of the values is a finished game's,
    /// and the line to it is not known.
    Game {
        /// Final difference after the move; `None` when its line does not end the game, or elsewhere
        /// than its value says.
        #[serde(rename = "played_discs")]
        played: Option<i32>,
        /// Final difference after the best move, likewise.
        #[serde(rename = "best_discs")]
        best: Option<i32>,
    },
}

/// From where on a loss is called a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Threshold {
    /// This many points of the tester; at least 1.
    pub points: i32,
    /// This many discs, or another result (won, drawn, lost); at least 1.
    pub discs: i32,
}

/// 50 points: what the tester gives for a stable disc. Two moves of an Intermediate player (D 25).
impl Default for Threshold {
    fn default() -> Self {
        Self {
            points: 50,
            discs: 4,
        }
    }
}

impl Loss {
    /// What is known of it by the values alone, after the move and after the best one, in the tester's points: where a
    /// line ends in a draw or with empty squares, the lines say more.
    pub const fn by_values(played: i32, best: i32) -> Self {
        match (decided_difference(played), decided_difference(best)) {
            (None, None) => Self::Points {
                points: best.saturating_sub(played),
            },
            (Some(played), Some(best)) => Self::Discs { played, best },
            _ => Self::Game {
                played: None,
                best: None,
            },
        }
    }

    /// Whether it is one by `threshold`.
    pub const fn is_mistake(&self, threshold: Threshold) -> bool {
        match *self {
            Self::Points { points } => points >= threshold.points,
            Self::Discs { played, best } => {
                best - played >= threshold.discs
                    || best > played && best.signum() != played.signum()
            }
            Self::Game { .. } => true,
        }
    }
}

/// A move that was not the best, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mistake {
    /// What it lost.
    #[serde(flatten)]
    pub loss: Loss,
    /// Of which kind the loss is.
    pub kind: Kind,
    /// When in the game.
    pub phase: Phase,
    /// The line that follows it, itself first.
    #[serde(serialize_with = "names")]
    pub line: Vec<Move>,
    /// The line that follows the best move.
    #[serde(serialize_with = "names")]
    pub best_line: Vec<Move>,
    /// What each feature has in the loss, in the order of
    /// [`FEATURES`](koteki_engine::eval::othello::FEATURES), in points: weight × (feature after the best line −
    /// feature after this). They sum to the loss when the tester judges by these weights and looks
    /// ahead to a depth, not as far as a budget goes. `None` when a line ends the game, or a value is that
    /// of a finished one: then no features are behind it.
    pub shares: Option<[i32; COUNT]>,
    /// Why: first what the kind is named after, then the other features that cost something, most
    /// first, then what can be seen at once.
    pub reasons: Vec<Reason>,
}

/// Explains what `played` loses against `best`, both of `position`; `weights` are those the tester judges
/// by, or the yardstick for one that has none, and `scale` is what its values are in. `None` when nothing is
/// lost, be it that the game is won by as much as tournaments count, with fewer discs.
pub fn explain(
    position: &Position,
    played: JudgedMove<'_>,
    best: JudgedMove<'_>,
    weights: &Weights,
    scale: Scale,
) -> Option<Mistake> {
    if played.value >= best.value {
        return None;
    }
    let (walk, other) = (
        Walk::new(position, played.line),
        Walk::new(position, best.line),
    );
    let endings = if scale.knows_results() {
        (walk.ending(played.value), other.ending(best.value))
    } else {
        (None, None)
    };
    // The values are of the discs as they lie: where squares stay empty, a higher one need not win by more,
    // and no one wins by more than all of them.
    if let (Some(played), best) = endings
        && played >= best.unwrap_or(64)
    {
        return None;
    }
    let loss = match endings {
        // A search with a budget may know a result without the line to it.
        (None, None) if is_decided(best.value) || is_decided(played.value) => Loss::Game {
            played: None,
            best: None,
        },
        (None, None) => Loss::Points {
            points: best.value.saturating_sub(played.value),
        },
        (Some(played), Some(best)) => Loss::Discs { played, best },
        (played, best) => Loss::Game { played, best },
    };
    let (kind, mut shares, mut reasons) = match endings {
        (None, None) => by_features(&walk, &other, weights),
        (Some(played), Some(best)) if played.signum() == best.signum() => {
            (Kind::DiscsLost, None, vec![ending(&walk, &other, endings)])
        }
        _ => (Kind::EndingLost, None, vec![ending(&walk, &other, endings)]),
    };
    let is_ending = endings != (None, None);
    if !matches!(loss, Loss::Points { .. }) || walk.is_over() || other.is_over() {
        shares = None;
    }
    at_once(&walk, &other, (kind, is_ending), &mut reasons);
    Some(Mistake {
        loss,
        kind,
        phase: Phase::of(position),
        line: walk.line.to_vec(),
        best_line: other.line.to_vec(),
        shares,
        reasons,
    })
}

/// How the game ends, or would have: `endings` are the final differences of both lines.
fn ending(walk: &Walk<'_>, other: &Walk<'_>, endings: (Option<i32>, Option<i32>)) -> Reason {
    match endings {
        (Some(discs), instead) => Reason {
            line: walk.line.to_vec(),
            instead: instead.map(|_| other.line.to_vec()),
            fact: Fact::Ending { discs, instead },
        },
        (None, discs) => Reason {
            line: other.line.to_vec(),
            instead: None,
            fact: Fact::Ending {
                // One of the two ends the game.
                discs: discs.unwrap_or(0),
                instead: None,
            },
        },
    }
}

/// The kind by the largest share, all shares, and the reasons in their order.
fn by_features(
    walk: &Walk<'_>,
    other: &Walk<'_>,
    weights: &Weights,
) -> (Kind, Option<[i32; COUNT]>, Vec<Reason>) {
    let weights = weights.to_array();
    let (here, there) = (walk.counts(), other.counts());
    let mut shares = [0; COUNT];
    for (index, share) in shares.iter_mut().enumerate() {
        *share = weights[index] * (there.feature(index) - here.feature(index));
    }
    let mut order: Vec<usize> = (0..COUNT).filter(|&index| shares[index] > 0).collect();
    // Stable: of equal shares the first feature.
    order.sort_by_key(|&index| -shares[index]);
    let features = order
        .iter()
        .map(|&index| feature(walk, other, index, weights[index]));
    let corner = corner_given(walk, other).map(|it| (Kind::CornerGiven, it));
    let corner = corner.or_else(|| Some((Kind::CornerMissed, corner_missed(walk, other)?)));
    let mut kind = order
        .first()
        .map_or(Kind::Other, |&index| Kind::of_feature(index));
    let mut reasons = Vec::new();
    if let (Kind::StabilityLost, Some((of_corner, reason))) = (kind, corner) {
        kind = of_corner;
        reasons.push(reason);
    }
    reasons.extend(features);
    (kind, Some(shares), reasons)
}

/// The first corner that the other side takes and would not have got.
fn corner_given(walk: &Walk<'_>, other: &Walk<'_>) -> Option<Reason> {
    only_in(
        walk.corners(walk.side.other()),
        &other.corners(walk.side.other()),
    )
}

/// The first corner that the side could have had and does not get.
fn corner_missed(walk: &Walk<'_>, other: &Walk<'_>) -> Option<Reason> {
    only_in(other.corners(walk.side), &walk.corners(walk.side))
}

fn only_in(these: Vec<Reason>, those: &[Reason]) -> Option<Reason> {
    let corner = |reason: &Reason| match reason.fact {
        Fact::Corner { corner, .. } => Some(corner),
        _ => None,
    };
    these
        .into_iter()
        .find(|reason| those.iter().all(|other| corner(other) != corner(reason)))
}

/// How far ahead a corner is worth a word that is not what the loss is about: so many moves of a side.
const NEAR: u32 = 2;

/// Adds what needs no looking ahead, or little, where it speaks against the move.
fn at_once(
    walk: &Walk<'_>,
    other: &Walk<'_>,
    (kind, is_ending): (Kind, bool),
    reasons: &mut Vec<Reason>,
) {
    if !matches!(kind, Kind::CornerGiven | Kind::CornerMissed) {
        let near =
            |reason: &Reason| matches!(reason.fact, Fact::Corner { moves, .. } if moves <= NEAR);
        reasons.extend(corner_given(walk, other).filter(near));
        reasons.extend(corner_missed(walk, other).filter(near));
    }
    if other.pass(walk.side).is_none() {
        reasons.extend(walk.pass(walk.side));
    }
    reasons.extend(walk.beside_corner());
    if is_ending {
        return;
    }
    let replies = walk.replies(Some(other));
    if let Fact::Replies {
        replies: n,
        instead,
    } = replies.fact
        && n > instead
    {
        reasons.push(replies);
    }
    let openness = |walk: &Walk<'_>| match walk.opens()?.fact {
        Fact::Opens { openness } => Some(openness),
        _ => None,
    };
    if openness(walk) > openness(other) {
        reasons.extend(walk.opens());
    }
}

//! Players who err as people do: a policy learned from the moves of people in tournaments, by their rating.
//!
//! | file | what |
//! |---|---|
//! | [`features`] | what a person may see in a move |
//! | [`policy`] | how likely a person of a rating is to play each move |
//! | `file` | how that is kept |
//!
//! The policy is fitted by `koteki learn human`; what it wrote is embedded in the program (`policy.bin`) beside a record of
//! how it came to be (`policy.toml`).

pub mod features;
mod file;
pub mod policy;

use super::{Candidate, Choice, Context, Player, PlayerError};

use crate::eval::othello::learned::{Learned, units};
use crate::search::budget::{Cancel, CancelledError};
use crate::search::othello::deepening::Deepening;
use crate::search::root::{RootValues, Search as _};
use features::Sight;
use koteki_games::othello::{Move, Position};
use koteki_games::{Game as _, GameLine};
use policy::{Look, Policy, Seen, chances};

/// What a person may see of each legal move but a pass, in canonical order: by a search with the learned evaluation as
/// `look` has it, and by a glance at the boards after the moves.
///
/// # Errors
/// When `cancel` is raised first.
pub fn look_at(
    position: &Position,
    look: Look,
    cancel: &Cancel,
) -> Result<Vec<Seen>, CancelledError> {
    let search = Deepening::new(Learned::embedded()).exhaustive(look.exhaustive());
    let values = search.root_values(position, look.depth(), cancel)?;
    let glance = |mv: Move| {
        let mut after = *position;
        after.play(mv);
        -Learned::embedded().value(after.own(), after.opp())
    };
    Ok(seen(&values, glance))
}

fn seen(values: &RootValues<Position>, glance: impl Fn(Move) -> i32) -> Vec<Seen> {
    let looks: Vec<_> = values
        .moves
        .iter()
        .filter_map(|root| Some((root.mv.square()?, glance(root.mv), units(root.value))))
        .collect();
    let top = |of: fn(&(_, i32, i32)) -> i32| looks.iter().map(of).max().unwrap_or(0);
    let (best_glance, best) = (top(|it| it.1), top(|it| it.2));
    looks
        .iter()
        .map(|&(square, glance, search)| Seen {
            square,
            glance: best_glance - glance,
            search: best - search,
        })
        .collect()
}

/// Errs as people do, and is as strong as people of a rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Human {
    /// Of people whose choices it makes.
    likeness: f64,
    look: Look,
    policy: &'static Policy,
}

impl Human {
    /// A player as strong as people of this rating, with a careful look; with a quick one it is weaker.
    pub fn new(rating: f64, look: Look) -> Self {
        Self::like(policy::likeness(rating), look)
    }

    /// A player with the choices of people of this rating; see [`strength`](policy::strength).
    pub fn like(likeness: f64, look: Look) -> Self {
        Self {
            likeness,
            look,
            policy: Policy::embedded(),
        }
    }
}

impl Player<Position> for Human {
    /// The candidates are all allowed moves, their values the chances to be played in thousandths; none when there is no
    /// choice.
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
        let position = line.position();
        let mut moves = look_at(position, self.look, context.cancel)?;
        moves.retain(|seen| allowed.contains(&Move::Place(seen.square)));
        let last = line.moves().last().and_then(|mv| mv.square());
        let pulls = self
            .policy
            .pulls(self.look, &Sight::new(position, last), &moves);
        let chances = chances(&pulls, self.likeness);
        let mut left = context.random.unit();
        let drawn = chances.iter().position(|chance| {
            left -= chance;
            left < 0.0
        });
        let candidates: Vec<Candidate<Position>> = moves
            .iter()
            .zip(&chances)
            .map(|(seen, chance)| Candidate {
                mv: Move::Place(seen.square),
                value: libm::round(chance * 1000.0) as i32,
            })
            .collect();
        Ok(Choice {
            mv: drawn.map_or(allowed[0], |drawn| candidates[drawn].mv),
            candidates,
            nodes: 0,
        })
    }
}

//! Rivals at Othello: what they are bred toward, by the agent that should be the person's equal
//! ([`equal`](koteki_rivals::measure::equal)) and how far it has to look ahead.

use super::{Othello, Rivals};
use crate::keeper::Goal;
use crate::report::{self, Target};
use crate::{SessionError, Standing};

impl Rivals<Othello> {
    /// What the rivals' opponent has to hold to be the equal of a person of this standing, and how far it has to look
    /// ahead for it; `None` where nothing says, as when it holds no target.
    pub fn by_standing(&self, standing: &Standing) -> Option<Target> {
        let eyes = self.breeding.eyes()?;
        let measured = standing.strength.d;
        let equal = standing.equal;
        if let Some(rung) = self.breeding.rung(&equal) {
            return Some(Target {
                measured,
                held: rung.held(equal.d),
                depth: rung.depth,
                equal: Some(equal),
            });
        }
        Some(Target {
            measured,
            held: report::held(&eyes, standing)?,
            depth: eyes.depth,
            equal: None,
        })
    }

    /// The target where nothing is known but what the person gave away and what the opponent is to hold for it; `None`
    /// when it holds no target.
    pub fn by_goal(&self, Goal { measured, held }: Goal) -> Option<Target> {
        let depth = self.breeding.eyes()?.depth;
        Some(Target {
            measured,
            held,
            depth,
            equal: None,
        })
    }

    /// Breeds toward `target`: the present population or, when it has to look ahead otherwise or a `fresh` one is asked
    /// for, another one of `seed`.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn breed_toward(
        &mut self,
        target: &Target,
        fresh: bool,
        seed: u64,
    ) -> Result<(), SessionError> {
        let rung = target.equal.and_then(|equal| self.breeding.rung(&equal));
        let anew = rung.map_or(Ok(false), |rung| self.breeding.look_ahead(rung))?;
        if anew || fresh {
            self.aim = Some(target.held);
            self.breeding.restart(target.held, seed)
        } else {
            self.retarget(target.held);
            Ok(())
        }
    }
}

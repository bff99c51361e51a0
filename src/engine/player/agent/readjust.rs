//! Another target as the game goes (Ueda 2012, §5.5): f(TS, s, t), for a player measured wrongly.
//!
//! The thesis prints `f = TS + 15 if s ≥ 50 (weaken), TS − 15 if s ≤ −160 (strengthen)`, with TS the target
//! measured, s "the present state of the game (its value)" and t the number of the turn: "from some turn
//! on, once a certain value is reached". In between TS stays. What it leaves open are settings:
//!
//! - which turn: [`Readjust::turn`], counted in own placements;
//! - what s is: [`Sight`], the value that the agent's search gives the position at its own turn, or the
//!   static one;
//! - whose: [`Whose`]. Only the agent's makes sense of "weaken": s ≥ 50 is then good for the agent;
//! - how often: [`Mode`].
//!
//! A target never falls below 0. D_a stays the mean over the whole game: a new target is made up for as
//! fast as losses allow.

/// When the target changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Mode {
    /// Never: the agent of §5.4.
    #[default]
    Never,
    /// At every turn anew from the target measured: back to it once s is between the limits again.
    Each,
    /// Once: the first time that s is beyond a limit, for the rest of the game.
    Once,
    /// At every turn from the target of the turn before: ±15 again as long as s is beyond a limit.
    Sum,
}

/// What s is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Sight {
    /// The value of the best move, at the agent's depth.
    #[default]
    Searched,
    /// The value of the position as it stands.
    Static,
}

/// For which side s is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Whose {
    /// The agent's.
    #[default]
    Own,
    /// The opponent's.
    Other,
}

/// A rule of readjustment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Readjust {
    /// When it is used.
    pub mode: Mode,
    /// The first own placement (1 for the first after the opening) it is used at.
    pub turn: u32,
    /// What s is.
    pub sight: Sight,
    /// For which side.
    pub whose: Whose,
    /// The target rises when s is this or more, in units of the agent's evaluation.
    pub above: i32,
    /// The target falls when s is this or less.
    pub below: i32,
    /// By how much, in units of the agent's evaluation; 0 or more.
    pub step: f64,
}

impl Readjust {
    /// The limits and the step of the thesis (eq. 5.1), not in use.
    pub const THESIS: Self = Self {
        mode: Mode::Never,
        turn: 10,
        sight: Sight::Searched,
        whose: Whose::Own,
        above: 50,
        below: -160,
        step: 15.0,
    };

    /// +1, −1 or 0 steps at this s, given for the agent's side.
    const fn direction(&self, seen: i32) -> i8 {
        let seen = match self.whose {
            Whose::Own => seen,
            Whose::Other => -seen,
        };
        if seen >= self.above {
            1
        } else if seen <= self.below {
            -1
        } else {
            0
        }
    }

    /// The target at the last of the own turns so far, where `seen` has s at each of them for the
    /// agent's side, the first turn first.
    pub fn target(&self, measured: f64, seen: &[i32]) -> f64 {
        let from = self.turn.max(1) as usize - 1;
        let late = seen.get(from..).unwrap_or_default();
        let mut steps = late.iter().map(|&seen| i32::from(self.direction(seen)));
        let steps = match self.mode {
            Mode::Never => 0,
            Mode::Each => steps.next_back().unwrap_or(0),
            Mode::Once => steps.find(|&step| step != 0).unwrap_or(0),
            Mode::Sum => {
                return steps.fold(measured, |target, step| {
                    (target + self.step * f64::from(step)).max(0.0)
                });
            }
        };
        (measured + self.step * f64::from(steps)).max(0.0)
    }
}

impl Default for Readjust {
    fn default() -> Self {
        Self::THESIS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Eq. 5.1 by hand, with TS 25.
    #[test]
    fn the_target_is_that_of_the_thesis() {
        let rule = |mode| Readjust {
            mode,
            turn: 3,
            ..Readjust::THESIS
        };
        let seen = [90, -200, 49, 50, -159, -160, 70, 0];
        let targets = |mode| -> Vec<f64> {
            (1..=seen.len())
                .map(|turns| rule(mode).target(25.0, &seen[..turns]))
                .collect()
        };
        assert_eq!(targets(Mode::Never), [25.0; 8]);
        assert_eq!(
            targets(Mode::Each),
            [25.0, 25.0, 25.0, 40.0, 25.0, 10.0, 40.0, 25.0]
        );
        assert_eq!(
            targets(Mode::Once),
            [25.0, 25.0, 25.0, 40.0, 40.0, 40.0, 40.0, 40.0]
        );
        assert_eq!(
            targets(Mode::Sum),
            [25.0, 25.0, 25.0, 40.0, 40.0, 25.0, 40.0, 40.0]
        );
        let other = Readjust {
            whose: Whose::Other,
            ..rule(Mode::Each)
        };
        assert_eq!(other.target(25.0, &[0, 0, 160]), 10.0);
        assert_eq!(other.target(10.0, &[0, 0, 160]), 0.0, "never below 0");
    }
}

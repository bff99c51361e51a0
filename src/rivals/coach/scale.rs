//! What the values of a judge mean.

use super::mistake::Threshold;
use koteki_engine::eval::othello::learned::UNIT;

/// How the values of a judge are to be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// Points of weighed features; a finished game's are as [`decided_value`](koteki_engine::eval::decided_value) has
    /// them.
    #[default]
    Points,
    /// Hundredths of a disc; a finished game's likewise.
    Hundredths,
    /// Hundredths of a disc, results and estimates alike: another program does not say which is which.
    Engine,
}

impl Scale {
    /// Whether a value shows that it is that of a finished game's, so that 0 is a draw where a line ends.
    pub const fn knows_results(self) -> bool {
        !matches!(self, Self::Engine)
    }

    /// Whether a point is a hundredth of a disc.
    pub const fn is_discs(self) -> bool {
        !matches!(self, Self::Points)
    }

    /// From where on a loss is called a mistake unless something else is asked for: where points are discs, from as many
    /// discs on as where the end of the game is seen.
    pub fn threshold(self) -> Threshold {
        Threshold {
            points: self.points(Threshold::default().discs),
            ..Threshold::default()
        }
    }

    /// The same in points, where it is so many `discs` at the end.
    pub fn points(self, discs: i32) -> i32 {
        if self.is_discs() {
            discs.saturating_mul(UNIT)
        } else {
            Threshold::default().points
        }
    }
}

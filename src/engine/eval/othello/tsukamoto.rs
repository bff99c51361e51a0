//! The evaluations of the AI that holds itself level (Tsukamoto, "Othello AI That Dynamically Adapts to
//! the Strength of the Opponent Player").
//!
//! Four basic evaluations *V* of a position for the side that chose to search, "me" below, whoever is on
//! move (§5):
//!
//! | name | V |
//! |---|---|
//! | discs | my discs |
//! | discs+corners | my discs, +8 for each corner of mine, −8 for each of the other side's |
//! | mobility | the number of squares on which I could place a disc |
//! | mobility+corners | the same with ±8 for corners |
//!
//! Where the game is over V is my discs less the other side's, in the same small unit: this is no
//! [`decided_value`](crate::eval::decided_value), and a won game is worth no more than many choices are. The
//! paper's text has the difference at "leaf positions" (葉の局面), taken to be ended games, since the other
//! four are for the positions that are not leaves.
//!
//! To hold level a value is converted (§3, §4): −|V| after Nakamichi and Ito 2016, θ − |V − θ| as the paper
//! proposes, with θ = 5 − 15 c_m + 15 c_o from the corners c_m of mine and c_o of the other side's. Neither
//! is antisymmetric: both belong to the side that chose to search.
//!
//! The paper's outlook asks for a threshold that also looks at the squares diagonally inside the corners.
//! It gives no numbers; [`Threshold::Corners`] has a weight *x* for it: θ rises by x for each disc of mine on
//! such a square whose corner is empty and falls by x for each of the other side's, as a disc there is
//! the opposite of a corner.

use koteki_games::othello::bits::{self, CORNERS};

/// What one corner counts in the evaluations with corners (§5).
pub const CORNER: i32 = 8;

/// θ without any corner taken (§4).
pub const BASE: i32 = 5;

/// What one corner moves θ (§4).
pub const STEP: i32 = 15;

/// The squares diagonally inside the corners: b2, g2, b7, g7.
const INSIDE: u64 = 0x0042_0000_0000_4200;

/// What a basic evaluation counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// My discs.
    Discs,
    /// The squares on which I could place a disc, were I on move.
    Mobility,
}

/// One of the four basic evaluations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Basic {
    /// What it counts.
    pub count: Count,
    /// Whether corners count as well, [`CORNER`] each.
    pub corners: bool,
}

impl Basic {
    /// The four, in the order of the paper.
    pub const ALL: [Self; 4] = [
        Self::new(Count::Discs, false),
        Self::new(Count::Discs, true),
        Self::new(Count::Mobility, false),
        Self::MOBILITY_CORNERS,
    ];

    /// The one that is converted (§5).
    pub const MOBILITY_CORNERS: Self = Self::new(Count::Mobility, true);

    /// What it counts, and whether corners count beside it.
    pub const fn new(count: Count, corners: bool) -> Self {
        Self { count, corners }
    }

    /// Its name: `discs`, `discs+corners`, `mobility`, `mobility+corners`.
    pub const fn name(self) -> &'static str {
        match (self.count, self.corners) {
            (Count::Discs, false) => "discs",
            (Count::Discs, true) => "discs+corners",
            (Count::Mobility, false) => "mobility",
            (Count::Mobility, true) => "mobility+corners",
        }
    }

    /// V of a board that is not the end of a game, for the side whose discs are `me`.
    pub fn value(self, me: u64, other: u64) -> i32 {
        let counted = match self.count {
            Count::Discs => count(me),
            Count::Mobility => count(bits::moves(me, other)),
        };
        if self.corners {
            counted + CORNER * (count(me & CORNERS) - count(other & CORNERS))
        } else {
            counted
        }
    }
}

/// V of an ended game for the side whose discs are `me`: the difference in discs.
pub fn ended(me: u64, other: u64) -> i32 {
    count(me) - count(other)
}

const fn count(board: u64) -> i32 {
    board.count_ones() as i32
}

/// The value that a converted evaluation prefers to all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threshold {
    /// 0: Nakamichi's.
    Zero,
    /// θ of the paper.
    Corners {
        /// What a disc on a square diagonally inside an empty corner moves θ; 0 in the paper.
        x: i32,
    },
}

impl Threshold {
    /// θ of a board for the side whose discs are `me`.
    pub fn of(self, me: u64, other: u64) -> i32 {
        match self {
            Self::Zero => 0,
            Self::Corners { x } => {
                let corners = BASE - STEP * count(me & CORNERS) + STEP * count(other & CORNERS);
                if x == 0 {
                    return corners;
                }
                let open = bits::neighbours(CORNERS & !(me | other)) & INSIDE;
                corners + x * (count(me & open) - count(other & open))
            }
        }
    }
}

/// θ − |V − θ|; −|V| when θ is 0.
pub const fn converted(value: i32, theta: i32) -> i32 {
    theta - (value - theta).abs()
}

/// Where the corners of θ are counted: "c_m is the number of own discs in the corners in M" and M is "the
/// current position", which in a search may be either.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CornersAt {
    /// On the board of the game: one θ for all of a search.
    Board,
    /// On the board that is evaluated.
    Leaf,
}

/// Whose value a leaf of the search has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// That of the side at the root, whoever is on move: minimax as it is in books.
    Root,
    /// That of the side on move there, negated where that is not the side at the root: minimax as
    /// programs mostly write it. An evaluation that is not antisymmetric then means something else wherever
    /// the other side is on move: at ended games at odd plies above all, as other leaves lie at even ones.
    Mover,
}

/// How the values at the leaves of a search are converted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conversion {
    /// The threshold.
    pub threshold: Threshold,
    /// Where it is read.
    pub seen: CornersAt,
    /// Whether ended games are converted too.
    pub ended: bool,
    /// Whose value it is.
    pub view: View,
}

/// An evaluation as a search for one position uses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaves {
    /// V.
    pub basic: Basic,
    /// V0.
    conversion: Option<Conversion>,
    /// θ of the board of the game: for the side at the root, and for the other.
    thetas: [i32; 2],
}

impl Leaves {
    /// V itself.
    pub const fn plain(basic: Basic) -> Self {
        Self {
            basic,
            conversion: None,
            thetas: [0; 2],
        }
    }

    /// V0, for a search that begins at the board whose side to move has the discs `me`.
    pub fn converted(basic: Basic, conversion: Conversion, me: u64, other: u64) -> Self {
        Self {
            basic,
            conversion: Some(conversion),
            thetas: [
                conversion.threshold.of(me, other),
                conversion.threshold.of(other, me),
            ],
        }
    }

    /// What no value exceeds.
    pub fn most(&self) -> i32 {
        match self.conversion {
            Some(Conversion {
                ended: true,
                seen: CornersAt::Board,
                view: View::Root,
                ..
            }) => self.thetas[0],
            _ => i32::MAX - 1,
        }
    }

    /// Whose value a leaf has: see [`View`]. V itself is always that of the side at the root.
    pub fn view(&self) -> View {
        self.conversion.map_or(View::Root, |it| it.view)
    }

    /// The value of a board on which the game goes on for one side, `mine` for that at the root. Its discs
    /// are `own`, its V is `value`.
    #[inline]
    pub fn running(&self, value: i32, own: u64, opp: u64, mine: bool) -> i32 {
        match self.conversion {
            None => value,
            Some(conversion) => converted(value, self.theta(conversion, own, opp, mine)),
        }
    }

    /// The value of a board on which the game is over, likewise.
    #[inline]
    pub fn over(&self, own: u64, opp: u64, mine: bool) -> i32 {
        let value = ended(own, opp);
        match self.conversion {
            Some(conversion) if conversion.ended => {
                converted(value, self.theta(conversion, own, opp, mine))
            }
            _ => value,
        }
    }

    #[inline]
    fn theta(&self, conversion: Conversion, own: u64, opp: u64, mine: bool) -> i32 {
        match conversion.seen {
            CornersAt::Board => self.thetas[usize::from(!mine)],
            CornersAt::Leaf => conversion.threshold.of(own, opp),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// §4: 5 to begin with, 15 less for each own corner, 15 more for each of the opponent's.
    #[test]
    fn the_threshold_follows_the_corners() {
        let theta = |me, other| Threshold::Corners { x: 0 }.of(me, other);
        let (a1, h1, h8) = (1, 1 << 7, 1 << 63);
        assert_eq!(theta(0, 0), 5);
        assert_eq!(theta(a1, 0), -10);
        assert_eq!(theta(0, a1 | h8), 35);
        assert_eq!(theta(a1 | h1, h8), -10);
        assert_eq!(Threshold::Zero.of(a1, 0), 0);
        // A disc on b2 counts while a1 is empty, and no longer.
        let b2 = 1 << 9;
        let wary = |me, other| Threshold::Corners { x: 4 }.of(me, other);
        assert_eq!(wary(b2, 0), 9);
        assert_eq!(wary(0, b2), 1);
        assert_eq!(wary(b2, a1), 20);
    }

    /// §3 and §4, case by case as they are printed.
    #[test]
    fn conversion_turns_values_over_at_the_threshold() {
        for value in -40..40 {
            assert_eq!(converted(value, 0), if value >= 0 { -value } else { value });
        }
        assert_eq!(converted(5, 5), 5);
        assert_eq!(converted(12, 5), -2);
        assert_eq!(converted(-3, 5), -3);
        assert_eq!(converted(-10, -10), -10);
        assert_eq!(converted(0, -10), -20);
    }
}

//! An evaluation of Othello that was learned: what counts is the content of small sets of squares
//! (patterns), the moves and the frontier discs of both sides, each with a weight of its own in each
//! phase of the game.
//!
//! The weights are fitted as Osaki et al. (2009, eq. 1-3) fit theirs, so that σ(kV), with
//! σ(x) = 1/(1 + e^(−x)), is a winning rate; symmetric contents share a weight, as there. The
//! fitting is `koteki learn othello`; what it wrote is embedded in the program (`weights.bin`) beside
//! a record of how it came to be (`weights.toml`).
//!
//! The value for one side is minus the value for the other: content with colours exchanged has the same
//! weight with the opposite sign.

mod file;
mod shapes;

use std::sync::LazyLock;

pub use file::LoadError;
pub(crate) use file::fnv1a;
pub use shapes::{Contents, Counts};

use crate::eval::{Antisymmetric, DECIDED, Evaluator, decided_difference};
use koteki_games::Side;
use koteki_games::othello::Position;
use shapes::{Sharing, TABLE};

/// The phases of a game, by the number of discs.
pub const PHASES: usize = 10;

/// Discs a phase.
const DISCS: u32 = 6;

/// The phase of a position with so many discs: 0 up to 10 discs, 1 up to 16, …, 9 from 59 on.
pub const fn phase(discs: u32) -> usize {
    let phase = discs.saturating_sub(5) / DISCS;
    if phase < PHASES as u32 {
        phase as usize
    } else {
        PHASES - 1
    }
}

/// Units of a value a disc: a value of 100 foretells a win by one disc.
pub const UNIT: i32 = 100;

/// A value in [`UNIT`]s, where that of a finished game is its difference of discs.
pub const fn units(value: i32) -> i32 {
    match decided_difference(value) {
        Some(discs) => discs * UNIT,
        None => value,
    }
}

/// The same in discs.
pub fn discs(value: i32) -> f64 {
    f64::from(units(value)) / f64::from(UNIT)
}

/// Weights as they are fitted and filed.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct PhaseWeights {
    /// One each of [`weight_count`], in [`UNIT`]s.
    pub contents: Vec<f32>,
    /// Logits of winning a disc that the value foretells.
    pub slope: f32,
    /// Logits of winning that it is worth to be on move; not part of the value.
    pub tempo: f32,
}

/// The number of weights of a phase.
pub fn weight_count() -> usize {
    Sharing::get().weights()
}

/// Calls `f` with (number of a weight, sign) for everything that counts on a board of the side `own`.
/// The sum of sign · weight is the value for `own`.
pub fn each_weight(own: u64, opp: u64, mut f: impl FnMut(usize, i32)) {
    let sharing = Sharing::get();
    shapes::each(own, opp, |entry, sign| {
        if let Some((weight, shared)) = sharing.weight(entry) {
            f(weight, sign * shared);
        }
    });
}

/// One value a content: the weights unfolded.
type Table = Box<[i16; TABLE]>;

/// A learned evaluation.
#[derive(Clone, Debug)]
pub struct Learned {
    tables: [Table; PHASES],
    /// See [`PhaseWeights`].
    slope: [f32; PHASES],
    tempo: [f32; PHASES],
}

impl Learned {
    /// The evaluation that ships with the program.
    ///
    /// The embedded file is read once. Were it damaged, which a test rules out, every value would be 0.
    pub fn embedded() -> &'static Self {
        static EMBEDDED: LazyLock<Learned> = LazyLock::new(|| {
            Learned::from_bytes(include_bytes!("weights.bin")).unwrap_or_else(|_| Learned::zero())
        });
        &EMBEDDED
    }

    /// An evaluation that finds everything even.
    pub fn zero() -> Self {
        Self {
            tables: std::array::from_fn(|_| empty_table()),
            slope: [0.0; PHASES],
            tempo: [0.0; PHASES],
        }
    }

    /// What the board is worth to `own`, the side to move: the discs by which it will win, in hundredths
    /// ([`UNIT`]). Strictly inside ±[`DECIDED`], and minus what it is worth to `opp`. The two must not
    /// overlap.
    #[inline]
    pub fn value(&self, own: u64, opp: u64) -> i32 {
        let discs = (own | opp).count_ones();
        self.value_of(discs, &Contents::new(own, opp), Counts::new(own, opp))
    }

    /// The same of a board with so many discs, of which it is known what its patterns hold and what is counted.
    #[inline(always)]
    pub fn value_of(&self, discs: u32, contents: &Contents, counts: Counts) -> i32 {
        let table = &self.tables[phase(discs)];
        let mut sum = 0;
        shapes::each_of(contents, counts, |entry, sign| {
            sum += sign * i32::from(table[entry]);
        });
        sum
    }

    /// The expected winning rate (a draw is half a win) of `own`, the side to move, between players
    /// like those it was learned from: σ of the value and of the worth of being on move.
    pub fn winning_rate(&self, own: u64, opp: u64) -> f64 {
        let phase = phase((own | opp).count_ones());
        let discs = f64::from(self.value(own, opp)) / f64::from(UNIT);
        let logits = discs * f64::from(self.slope[phase]) + f64::from(self.tempo[phase]);
        1.0 / (1.0 + libm::exp(-logits))
    }
}

// Every value: 50 contents of at most 2^15 each.
const _: () = assert!(DECIDED > 50 * (1 << 15));

fn empty_table() -> Table {
    let table = vec![0; TABLE].into_boxed_slice();
    match table.try_into() {
        Ok(table) => table,
        // As long as it has to be.
        Err(_) => Box::new([0; TABLE]),
    }
}

impl Evaluator<Position> for Learned {
    fn evaluate(&self, position: &Position, root: Side) -> i32 {
        self.value(position.discs(root), position.discs(root.other()))
    }
}

impl Antisymmetric<Position> for Learned {}

//! Weights as whole numbers, and the files that hold them.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `kotekiB1` |
//! | 1 each | [`Paths`], [`Obstacles`], [`DeadSquares`]: 0 for the first of each; [`Sight`]: 1 for the own start; [`Opponent`]: 0 to 3 for a difference, ignored, weighed, own dead squares, and 4 more with [`Form::more`] |
//! | 1 | phases after the first, and then a byte each: its first ply |
//! | 4 each | the weights, phase by phase in the order of [`Form::terms`], in units |
//! | 8 | FNV-1a hash of everything before |
//!
//! Numbers are little-endian.

use super::form::Form;
use super::{
    AREAS, COUNT, DeadSquares, KINDS, Kind, Obstacles, Opponent, Paths, Reading, SQUARES, Sight,
    kind_of,
};
use crate::eval::othello::learned::fnv1a;

/// Units of a weight, and of a value, a whole.
pub const UNIT: i32 = 1000;

/// No weight is larger, so that no value overflows.
pub const LARGEST: i32 = 100_000;

/// What a square adds, its own weight and the shared one together, is summed many squares at a time up to here.
pub const FAST: i32 = 32_000;

/// What [`Form::more`] adds to the byte of [`Opponent`].
const MORE_FEATURES: u8 = 4;

const MAGIC: &[u8; 8] = b"kotekiB1";

/// What is wrong with a file of weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    /// It is something else, or of another version.
    #[error("this is no file of weights of Blokus Duo")]
    NotOurs,
    /// It ends too soon or has something left at the end.
    #[error("the file of weights has {found} bytes and should have {expected}")]
    Length {
        /// Bytes there are.
        found: usize,
        /// Bytes there should be.
        expected: usize,
    },
    /// It is not what was written.
    #[error("the file of weights is damaged: its check sum is wrong")]
    CheckSum,
    /// It is whole, but this program cannot use it.
    #[error("the file of weights has at byte {0} what this program does not know")]
    Unknown(usize),
}

/// An evaluation as it is filed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    form: Form,
    /// In [`UNIT`]s.
    phases: Vec<Vec<i32>>,
}

impl Weights {
    /// The weights nearest to `phases`, which has as many sets as `form` has phases, each of
    /// [`Form::dimension`] wholes. Missing ones are 0, and none is more than [`LARGEST`] units.
    pub fn rounded(form: Form, phases: &[Vec<f64>]) -> Self {
        let phases = (0..form.phase_count())
            .map(|phase| {
                (0..form.dimension())
                    .map(|index| {
                        let weight = phases.get(phase).and_then(|set| set.get(index));
                        let units = libm::round(weight.unwrap_or(&0.0) * f64::from(UNIT));
                        // Saturates; not a number becomes 0.
                        let units = units as i32;
                        units.clamp(-LARGEST, LARGEST)
                    })
                    .collect()
            })
            .collect();
        Self { form, phases }
    }

    /// The same, but that no square adds more than [`FAST`] units: a phase in which one does is evaluated square by
    /// square, and those are few, on squares that hardly any game has.
    pub fn kept_fast(mut self) -> Self {
        let count = self.form.count();
        for side in self.phases.iter_mut().flat_map(|set| set.chunks_mut(count)) {
            let (paper, more) = side.split_at_mut(COUNT);
            for (weights, rows) in [(paper, KINDS), (more, AREAS)] {
                let Some((squares, shared)) = weights.split_at_mut_checked(rows * SQUARES) else {
                    continue;
                };
                for (row, shared) in squares.chunks_mut(SQUARES).zip(shared) {
                    *shared = (*shared).clamp(-FAST, FAST);
                    for weight in row {
                        *weight = (*weight).clamp(-FAST - *shared, FAST - *shared);
                    }
                }
            }
        }
        self
    }

    /// What they weigh.
    pub const fn form(&self) -> &Form {
        &self.form
    }

    /// The weights of a phase in the order of [`Form::terms`], in [`UNIT`]s; none for a phase that is
    /// not there.
    pub fn phase(&self, phase: usize) -> &[i32] {
        self.phases.get(phase).map_or(&[], Vec::as_slice)
    }

    /// The weight of `kind` on a square folded at the diagonal ([`super::folded`]), as the side to move
    /// has it.
    pub fn square(&self, phase: usize, kind: Kind, folded: usize) -> i32 {
        let index = kind.index() * SQUARES + folded.min(SQUARES - 1);
        self.phase(phase).get(index).copied().unwrap_or(0)
    }

    /// The weight of `kind` wherever it lies.
    pub fn shared(&self, phase: usize, kind: Kind) -> i32 {
        let index = KINDS * SQUARES + kind.index();
        self.phase(phase).get(index).copied().unwrap_or(0)
    }

    /// The weights that a file holds.
    ///
    /// # Errors
    /// When the bytes are not those of [`to_bytes`](Self::to_bytes).
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, LoadError> {
        const FORM: usize = MAGIC.len();
        const PHASES: usize = FORM + 6;
        if !bytes.starts_with(MAGIC) {
            return Err(LoadError::NotOurs);
        }
        let length = |expected| LoadError::Length {
            found: bytes.len(),
            expected,
        };
        let Some(&[paths, obstacles, dead, sight, opponent, more]) = bytes[FORM..].first_chunk()
        else {
            return Err(length(PHASES));
        };
        let known = |at: usize, value: u8, count: u8| {
            if value < count {
                Ok(value == 1)
            } else {
                Err(LoadError::Unknown(FORM + at))
            }
        };
        let more_features = opponent >= MORE_FEATURES;
        let opponent = match opponent % MORE_FEATURES {
            _ if opponent >= 2 * MORE_FEATURES => return Err(LoadError::Unknown(FORM + 4)),
            0 => Opponent::Difference,
            1 => Opponent::Ignored,
            2 => Opponent::Weighed,
            _ => Opponent::OwnDead,
        };
        let mut form = Form {
            reading: Reading {
                paths: [Paths::All, Paths::One][usize::from(known(0, paths, 2)?)],
                obstacles: [Obstacles::Opponent, Obstacles::Forbidden]
                    [usize::from(known(1, obstacles, 2)?)],
                dead: [DeadSquares::Free, DeadSquares::Taken][usize::from(known(2, dead, 2)?)],
                sight: [Sight::Board, Sight::OwnStart][usize::from(known(3, sight, 2)?)],
            },
            opponent,
            phases: Vec::new(),
            more: more_features,
        };
        let first = PHASES + usize::from(more);
        let end = first + (usize::from(more) + 1) * form.dimension() * 4;
        if bytes.len() != end + 8 {
            return Err(length(end + 8));
        }
        let (held, sum) = bytes.split_at(end);
        if fnv1a(held).to_le_bytes() != *sum {
            return Err(LoadError::CheckSum);
        }
        form.phases = held[PHASES..first].to_vec();
        if let Some(at) = form.phases.windows(2).position(|pair| pair[0] >= pair[1]) {
            return Err(LoadError::Unknown(PHASES + at + 1));
        }
        let mut all = held[first..].chunks_exact(4).enumerate().map(|(at, four)| {
            let weight = four
                .first_chunk()
                .map_or(0, |&four| i32::from_le_bytes(four));
            if (-LARGEST..=LARGEST).contains(&weight) {
                Ok(weight)
            } else {
                Err(LoadError::Unknown(first + 4 * at))
            }
        });
        let phases = (0..form.phase_count())
            .map(|_| all.by_ref().take(form.dimension()).collect())
            .collect::<Result<_, _>>()?;
        Ok(Self { form, phases })
    }

    /// The file of these weights.
    // Far fewer than 256 phases.
    pub fn to_bytes(&self) -> Vec<u8> {
        let Form {
            reading,
            opponent,
            phases,
            more,
        } = &self.form;
        let mut out = MAGIC.to_vec();
        out.extend([
            u8::from(reading.paths == Paths::One),
            u8::from(reading.obstacles == Obstacles::Forbidden),
            u8::from(reading.dead == DeadSquares::Taken),
            u8::from(reading.sight == Sight::OwnStart),
            u8::from(*more) * MORE_FEATURES
                + match opponent {
                    Opponent::Difference => 0,
                    Opponent::Ignored => 1,
                    Opponent::Weighed => 2,
                    Opponent::OwnDead => 3,
                },
            phases.len() as u8,
        ]);
        out.extend(phases);
        for weight in self.phases.iter().flatten() {
            out.extend(weight.to_le_bytes());
        }
        let sum = fnv1a(&out);
        out.extend(sum.to_le_bytes());
        out
    }

    /// The weights of the other side's features, when they have their own.
    pub(super) fn of_opponent(&self, phase: usize) -> Vec<i32> {
        let all = self.phase(phase);
        match self.form.opponent {
            Opponent::Difference => all.iter().map(|weight| -weight).collect(),
            Opponent::OwnDead => {
                let taken_off = |(index, weight): (usize, &i32)| match kind_of(index) {
                    Some(Kind::Dead) => 0,
                    _ => -weight,
                };
                all.iter().enumerate().map(taken_off).collect()
            }
            Opponent::Ignored => vec![0; self.form.count()],
            Opponent::Weighed => all.get(self.form.count()..).unwrap_or_default().to_vec(),
        }
    }
}

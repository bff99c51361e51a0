//! The file of a learned evaluation.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `kotekiL1` |
//! | 4 | number of phases |
//! | 4 | number of weights of a phase |
//! | a phase | 4 + 4: slope and tempo ([`PhaseWeights`]) as floats; then the weights |
//! | 8 | FNV-1a hash of everything before |
//!
//! Numbers are little-endian. Weights are multiples of 4 units (0.04 discs, far below what they are
//! known to), and a quarter of each is filed. Most are small or 0 (contents that were hardly ever
//! seen), so each quarter w is written as zigzag(w) = 2w or −2w − 1 in seven bits a byte, the lowest first, the
//! high bit set when more follow; and a run of n zeros as a zero byte and then n − 1 in the same way.

use super::{Learned, PHASES, PhaseWeights, Sharing, TABLE, weight_count};

const MAGIC: &[u8; 8] = b"kotekiL1";

/// What is wrong with a file of weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    /// It is something else, or of another version.
    #[error("this is no file of a learned evaluation")]
    NotOurs,
    /// It ends too soon or has something left at the end.
    #[error("the file of the learned evaluation has the wrong length")]
    Length,
    /// It is not what was written.
    #[error("the file of the learned evaluation is damaged: its check sum is wrong")]
    CheckSum,
    /// It has another number of phases or weights, or weights too large.
    #[error("the file of the learned evaluation is for another set of patterns")]
    Shapes,
}

/// FNV-1a, 64 bits: the check sum of files of weights.
pub(crate) fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// The bytes not yet read.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], LoadError> {
        let (bytes, rest) = self.0.split_first_chunk().ok_or(LoadError::Length)?;
        self.0 = rest;
        Ok(*bytes)
    }

    fn number(&mut self) -> Result<u32, LoadError> {
        let mut number = 0;
        for shift in [0, 7, 14, 21] {
            let [byte] = self.take()?;
            number |= u32::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(LoadError::Shapes)
    }
}

fn write_number(out: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        out.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Every weight is a multiple of this.
const STEP: i16 = 4;

/// The largest weight filed, in steps.
const LARGEST: i16 = i16::MAX / STEP;

/// A weight as it is filed, in steps; those beyond the range end at it.
fn rounded(weight: f32) -> i16 {
    // Saturates; not a number becomes 0.
    (libm::roundf(weight / f32::from(STEP)) as i16).clamp(-LARGEST, LARGEST)
}

impl Learned {
    /// An evaluation with these weights.
    pub fn new(phases: &[PhaseWeights; PHASES]) -> Self {
        let mut learned = Self::zero();
        for (number, phase) in phases.iter().enumerate() {
            let weights: Vec<i16> = phase.contents.iter().copied().map(rounded).collect();
            unfold(&weights, &mut learned.tables[number]);
            learned.slope[number] = phase.slope;
            learned.tempo[number] = phase.tempo;
        }
        learned
    }

    /// The evaluation that a file holds.
    ///
    /// # Errors
    /// When the bytes are not those of [`to_bytes`](Self::to_bytes).
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, LoadError> {
        let (bytes, sum) = bytes.split_last_chunk().ok_or(LoadError::Length)?;
        let mut reader = Reader(bytes);
        if &reader.take::<8>()? != MAGIC {
            return Err(LoadError::NotOurs);
        }
        if fnv1a(bytes) != u64::from_le_bytes(*sum) {
            return Err(LoadError::CheckSum);
        }
        let mut learned = Self::zero();
        let phases = u32::from_le_bytes(reader.take()?) as usize;
        let weights = u32::from_le_bytes(reader.take()?) as usize;
        if phases != PHASES || weights != weight_count() {
            return Err(LoadError::Shapes);
        }
        let mut units = Vec::with_capacity(weights);
        for number in 0..PHASES {
            let [slope, tempo] = [
                f32::from_le_bytes(reader.take()?),
                f32::from_le_bytes(reader.take()?),
            ];
            if !slope.is_finite() || !tempo.is_finite() {
                return Err(LoadError::Shapes);
            }
            learned.slope[number] = slope;
            learned.tempo[number] = tempo;
            units.clear();
            while units.len() < weights {
                let number = reader.number()?;
                if number == 0 {
                    let run = reader.number()? as usize + 1;
                    if run > weights - units.len() {
                        return Err(LoadError::Shapes);
                    }
                    units.resize(units.len() + run, 0);
                } else {
                    let unsigned = u16::try_from(number).map_err(|_| LoadError::Shapes)?;
                    units.push((unsigned >> 1).cast_signed() ^ -(unsigned & 1).cast_signed());
                }
            }
            unfold(&units, &mut learned.tables[number]);
        }
        if reader.0.is_empty() {
            Ok(learned)
        } else {
            Err(LoadError::Length)
        }
    }

    /// The file of this evaluation.
    // Far fewer than 2^32 of anything.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        out.extend_from_slice(MAGIC);
        out.extend_from_slice(&(PHASES as u32).to_le_bytes());
        out.extend_from_slice(&(weight_count() as u32).to_le_bytes());
        for (number, table) in self.tables.iter().enumerate() {
            out.extend_from_slice(&self.slope[number].to_le_bytes());
            out.extend_from_slice(&self.tempo[number].to_le_bytes());
            let mut zeros = 0u32;
            let end_run = |out: &mut Vec<u8>, zeros: &mut u32| {
                if *zeros > 0 {
                    out.push(0);
                    write_number(out, *zeros - 1);
                    *zeros = 0;
                }
            };
            for weight in folded(table) {
                if weight == 0 {
                    zeros += 1;
                } else {
                    end_run(&mut out, &mut zeros);
                    let unsigned = (weight << 1) ^ (weight >> 15);
                    write_number(&mut out, u32::from(unsigned.cast_unsigned()));
                }
            }
            end_run(&mut out, &mut zeros);
        }
        let sum = fnv1a(&out);
        out.extend_from_slice(&sum.to_le_bytes());
        out
    }
}

/// Puts the weights, in steps, into all entries that share them.
fn unfold(weights: &[i16], table: &mut [i16; TABLE]) {
    let sharing = Sharing::get();
    for (entry, value) in table.iter_mut().enumerate() {
        *value = match sharing.weight(entry) {
            Some((weight, sign)) => {
                let steps = weights.get(weight).copied().unwrap_or(0);
                let value = steps.clamp(-LARGEST, LARGEST) * STEP;
                if sign < 0 { -value } else { value }
            }
            None => 0,
        };
    }
}

/// The inverse of [`unfold`].
fn folded(table: &[i16; TABLE]) -> Vec<i16> {
    let sharing = Sharing::get();
    let mut weights = vec![0; weight_count()];
    for (entry, &value) in table.iter().enumerate() {
        if let Some((weight, sign)) = sharing.weight(entry)
            && let Some(slot) = weights.get_mut(weight)
        {
            *slot = if sign < 0 { -value } else { value } / STEP;
        }
    }
    weights
}

//! The file of a [`Policy`].
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `kotekiH1` |
//! | a weight of a feature | 4: a float, little-endian; for each look, phase and feature a and then b |
//! | a table | its weights in steps of [`STEP`], a byte each, two's complement; after a 0 one more byte: how many zeros follow |
//! | 8 | FNV-1a hash of everything before |
//!
//! Contents that were hardly ever seen weigh 0, and most were.

use super::policy::Policy;
use crate::eval::othello::learned::fnv1a;

const MAGIC: &[u8; 8] = b"kotekiH1";

/// What is wrong with a file of a policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    /// It is something else, or of another version.
    #[error("this is no file of a policy of people")]
    NotOurs,
    /// It ends too soon or has something left at the end.
    #[error("the file of the policy has the wrong length")]
    Length,
    /// It is not what was written.
    #[error("the file of the policy is damaged: its check sum is wrong")]
    CheckSum,
}

/// Every weight of a table is a multiple of this.
const STEP: f32 = 1.0 / 32.0;

impl Policy {
    fn tables_mut(&mut self) -> [&mut Vec<f32>; 3] {
        [&mut self.surroundings, &mut self.edges, &mut self.openings]
    }

    /// The policy that a file holds.
    ///
    /// # Errors
    /// When the bytes are not those of [`to_bytes`](Self::to_bytes).
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, LoadError> {
        let (bytes, sum) = bytes.split_last_chunk().ok_or(LoadError::Length)?;
        let (magic, mut rest) = bytes.split_first_chunk().ok_or(LoadError::Length)?;
        if magic != MAGIC {
            return Err(LoadError::NotOurs);
        }
        if fnv1a(bytes) != u64::from_le_bytes(*sum) {
            return Err(LoadError::CheckSum);
        }
        let mut policy = Self::zero();
        for weight in policy
            .dense
            .as_flattened_mut()
            .as_flattened_mut()
            .as_flattened_mut()
        {
            let (bytes, after) = rest.split_first_chunk().ok_or(LoadError::Length)?;
            *weight = f32::from_le_bytes(*bytes);
            rest = after;
        }
        let mut bytes = rest.iter();
        for table in policy.tables_mut() {
            let mut zeros = 0;
            for weight in table {
                if zeros > 0 {
                    zeros -= 1;
                    continue;
                }
                let byte = *bytes.next().ok_or(LoadError::Length)?;
                *weight = f32::from(byte.cast_signed()) * STEP;
                if byte == 0 {
                    zeros = *bytes.next().ok_or(LoadError::Length)?;
                }
            }
        }
        if bytes.next().is_some() {
            return Err(LoadError::Length);
        }
        Ok(policy)
    }

    /// The file of the policy, its tables rounded.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for weight in self.dense.as_flattened().as_flattened().as_flattened() {
            bytes.extend(weight.to_le_bytes());
        }
        for table in self.tables() {
            // Saturates; not a number becomes 0.
            let steps = |weight: &f32| libm::roundf(weight / STEP) as i8;
            let mut weights = table.iter().map(steps).peekable();
            while let Some(weight) = weights.next() {
                bytes.push(weight.cast_unsigned());
                if weight == 0 {
                    let mut zeros = 0;
                    while zeros < u8::MAX && weights.next_if_eq(&0).is_some() {
                        zeros += 1;
                    }
                    bytes.push(zeros);
                }
            }
        }
        bytes.extend(fnv1a(&bytes).to_le_bytes());
        bytes
    }
}

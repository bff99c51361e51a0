//! A hand fixed before the other is known, so that anyone can check it.
//!
//! Before the opponent chooses he is shown the SHA-256 digest of the hand and a random number (the
//! nonce); after the round both are revealed. The hand cannot be changed afterwards, because no other
//! hand with any nonce gives the same digest, and it cannot be guessed before, because of the nonce. What
//! is hashed is plain text, so that the check needs nothing of this program:
//!
//! ```text
//! printf 'R 00112233445566778899aabbccddeeff' | sha256sum
//! ```

use std::fmt;
use std::str::FromStr;

use sha2::{Digest as _, Sha256};

use koteki_games::janken::{Hand, Letters};

/// The random number of a commitment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nonce([u8; 16]);

impl Nonce {
    /// These 128 bits.
    pub const fn new(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }

    /// One that cannot be guessed. Not from the seed of a match: who knows that must not know the nonce. It decides nothing, so
    /// matches stay reproducible.
    pub fn fresh() -> Self {
        Self(rand::random())
    }
}

/// 32 hexadecimal digits.
impl fmt::Display for Nonce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        hexadecimal(&self.0, f)
    }
}

/// 64 hexadecimal digits: what the opponent is shown before he chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest([u8; 32]);

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        hexadecimal(&self.0, f)
    }
}

fn hexadecimal(bytes: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
}

/// A text that is no digest or nonce.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} hexadecimal digits are needed")]
pub struct DigitsError(usize);

fn read<const N: usize>(text: &str) -> Result<[u8; N], DigitsError> {
    let digits: Option<Vec<u8>> = text
        .chars()
        .map(|char| char.to_digit(16).and_then(|digit| u8::try_from(digit).ok()))
        .collect();
    let digits = digits
        .filter(|it| it.len() == 2 * N)
        .ok_or(DigitsError(2 * N))?;
    let mut bytes = [0; N];
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        *byte = pair[0] * 16 + pair[1];
    }
    Ok(bytes)
}

impl FromStr for Nonce {
    type Err = DigitsError;

    fn from_str(text: &str) -> Result<Self, DigitsError> {
        read(text).map(Self)
    }
}

impl FromStr for Digest {
    type Err = DigitsError;

    fn from_str(text: &str) -> Result<Self, DigitsError> {
        read(text).map(Self)
    }
}

/// A hand with its nonce: what is revealed after the round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Commitment {
    /// The hand.
    pub hand: Hand,
    /// Its nonce.
    pub nonce: Nonce,
}

impl Commitment {
    /// To a hand, with a fresh nonce.
    pub fn to(hand: Hand) -> Self {
        Self {
            hand,
            nonce: Nonce::fresh(),
        }
    }

    /// The text that is hashed: the hand's letter R, P or S, a space, the nonce.
    pub fn text(&self) -> String {
        format!("{} {}", self.hand.letter(Letters::English), self.nonce)
    }

    /// What is shown before the round.
    pub fn digest(&self) -> Digest {
        Digest(Sha256::digest(self.text()).into())
    }

    /// Whether this is what was committed to.
    pub fn is_of(&self, digest: Digest) -> bool {
        self.digest() == digest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_is_what_sha256sum_prints() {
        // printf 'R 00112233445566778899aabbccddeeff' | sha256sum
        let nonce: Nonce = "00112233445566778899aabbccddeeff".parse().unwrap();
        let expected = "d5ded8ad1e127f95c76611a73d93e8f0431f4935ef0513428d419bbaa938e3e1";
        let commitment = Commitment {
            hand: Hand::Rock,
            nonce,
        };
        assert_eq!(commitment.digest().to_string(), expected);
        assert!(commitment.is_of(expected.parse().unwrap()));
        for hand in [Hand::Paper, Hand::Scissors] {
            assert!(!Commitment { hand, nonce }.is_of(expected.parse().unwrap()));
        }
        assert_ne!(Nonce::fresh(), Nonce::fresh());
        assert!("0011".parse::<Nonce>().is_err());
        assert!("gg112233445566778899aabbccddeeff".parse::<Nonce>().is_err());
    }
}

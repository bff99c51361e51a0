//! Which hands of the past a strategy looks at: its key.
//!
//! A strategy of reading depth d is a table from the last d things it looks at to an answer, 3^d genes
//! (Yamashita 2009, §2.3). What it looks at is a setting, written as in
//!
//! | text | what is looked at | answer |
//! |---|---|---|
//! | `opp1+own2` | the opponent's last hand and the reader's own last two (the paper's experiments) | a hand |
//! | `opp1+own1` | the last hands of both (the paper's example) | a hand |
//! | `opp3` | the opponent's last three | a hand |
//! | `outcome1` | how the last round ended | a step from the opponent's last hand |
//! | `outcome2+shift1` | how the last two ended, and how he last changed his hand | the same |
//!
//! Relative keys (`outcome`, `shift`) do not care which hand it is: "after a loss he moves up" is one gene
//! in them and three in the others. Genes are in the order of the text, the first part varying slowest,
//! in each part the latest round first.

use std::fmt;
use std::str::FromStr;

use koteki_games::janken::{Hand, Outcome, Round, Shift};

/// The greatest reading depth: 3⁶ = 729 genes.
pub const MAX_DEPTH: u8 = 6;

/// What a key is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Kind {
    /// The opponent's hands and the reader's own; answers are hands.
    Hands,
    /// Outcomes of rounds and the opponent's shifts; answers are steps from his last hand.
    Relative,
}

/// A thing that a gene is for, with the round it happened in: 1 for the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The opponent's hand.
    Opponent(u8, Hand),
    /// The reader's own hand.
    Own(u8, Hand),
    /// How the round ended for the reader.
    Outcome(u8, Outcome),
    /// How the opponent changed his hand into that of this round.
    Shift(u8, Shift),
}

/// Which hands of the past form the key of a strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    kind: Kind,
    /// The opponent's hands, or outcomes.
    first: u8,
    /// The reader's own hands, or the opponent's shifts.
    second: u8,
    /// Whether the text has the second part before the first one.
    turned: bool,
}

/// A text that is no key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not a valid key: write {expected}", expected = expected())]
pub struct KeyError(pub String);

/// What a key can be.
pub(super) fn expected() -> String {
    format!(
        "opp1+own2, opp3, own2, outcome1, outcome2+shift1 (opponent's and own hands, or outcomes and his \
         shifts; {MAX_DEPTH} in all at most)"
    )
}

impl Key {
    /// The paper's: the opponent's last hand and the own last two.
    pub const PAPER: Self = Self::hands(1, 2);

    /// The opponent's last hands and the own last ones, so many of each.
    pub const fn hands(opponent: u8, own: u8) -> Self {
        Self {
            kind: Kind::Hands,
            first: opponent,
            second: own,
            turned: false,
        }
    }

    /// The last outcomes and the opponent's last shifts, so many of each.
    pub const fn relative(outcomes: u8, shifts: u8) -> Self {
        Self {
            kind: Kind::Relative,
            first: outcomes,
            second: shifts,
            turned: false,
        }
    }

    /// Reading depth: how many things it looks at.
    pub const fn depth(self) -> usize {
        self.first as usize + self.second as usize
    }

    /// How many genes a strategy has: 3 to the power of the depth.
    pub fn genes(self) -> usize {
        (0..self.depth()).fold(1, |genes, _| genes * 3)
    }

    /// Whether answers are steps from the opponent's last hand.
    pub fn is_relative(self) -> bool {
        self.kind == Kind::Relative
    }

    /// How many rounds there must be before the key exists.
    pub fn rounds(self) -> usize {
        let (first, second) = (usize::from(self.first), usize::from(self.second));
        match self.kind {
            Kind::Hands => first.max(second),
            Kind::Relative if second > 0 => first.max(second + 1),
            // The answer starts from his last hand, so there must be one.
            Kind::Relative => first.max(1),
        }
    }

    /// The gene for what comes after `rounds`; `None` when there are too few of them.
    pub fn gene(self, rounds: &[Round]) -> Option<usize> {
        let last = rounds.len();
        if last < self.rounds() {
            return None;
        }
        let (first, second) = (usize::from(self.first), usize::from(self.second));
        let fold = |gene: usize, digits: usize, digit: &dyn Fn(usize) -> usize| {
            (1..=digits).fold(gene, |gene, back| gene * 3 + digit(last - back))
        };
        let one = |gene| match self.kind {
            Kind::Hands => fold(gene, first, &|at| rounds[at].other.index()),
            Kind::Relative => fold(gene, first, &|at| rounds[at].outcome().index()),
        };
        let two = |gene| match self.kind {
            Kind::Hands => fold(gene, second, &|at| rounds[at].own.index()),
            Kind::Relative => fold(gene, second, &|at| {
                rounds[at].other.minus(rounds[at - 1].other)
            }),
        };
        Some(if self.turned {
            one(two(0))
        } else {
            two(one(0))
        })
    }

    /// The hand that an answer stands for after `rounds`: 0 to 2 are hands, or steps from the
    /// opponent's last hand.
    pub fn hand(self, answer: usize, rounds: &[Round]) -> Hand {
        self.base(rounds).plus(answer)
    }

    /// The answer that a hand is after `rounds`; the inverse of [`hand`](Self::hand).
    pub fn answer(self, hand: Hand, rounds: &[Round]) -> usize {
        hand.minus(self.base(rounds))
    }

    /// What the gene of this number is for, in the order of the text.
    pub fn parts(self, gene: usize) -> Vec<Part> {
        let kinds = |is_first: bool| -> (u8, fn(u8, usize) -> Part) {
            match (self.kind, is_first) {
                (Kind::Hands, true) => (self.first, |back, digit| {
                    Part::Opponent(back, Hand::of(digit))
                }),
                (Kind::Hands, false) => {
                    (self.second, |back, digit| Part::Own(back, Hand::of(digit)))
                }
                (Kind::Relative, true) => (self.first, |back, digit| {
                    Part::Outcome(back, Outcome::ALL[digit % 3])
                }),
                (Kind::Relative, false) => (self.second, |back, digit| {
                    Part::Shift(back, Shift::ALL[digit % 3])
                }),
            }
        };
        let mut rest = gene;
        let mut parts = Vec::new();
        for is_first in [self.turned, !self.turned] {
            let (count, part) = kinds(is_first);
            for back in (1..=count).rev() {
                parts.push(part(back, rest % 3));
                rest /= 3;
            }
        }
        parts.reverse();
        parts
    }

    fn base(self, rounds: &[Round]) -> Hand {
        match (self.kind, rounds.last()) {
            (Kind::Relative, Some(round)) => round.other,
            _ => Hand::Rock,
        }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (one, two) = match self.kind {
            Kind::Hands => ("opp", "own"),
            Kind::Relative => ("outcome", "shift"),
        };
        let part = |name, count: u8| (count > 0).then(|| format!("{name}{count}"));
        let mut parts = [part(one, self.first), part(two, self.second)];
        if self.turned {
            parts.reverse();
        }
        f.pad(&parts.into_iter().flatten().collect::<Vec<_>>().join("+"))
    }
}

impl FromStr for Key {
    type Err = KeyError;

    fn from_str(text: &str) -> Result<Self, KeyError> {
        let fault = || KeyError(text.to_owned());
        let mut key: Option<Self> = None;
        for part in text.split('+') {
            let part = part.trim();
            let digits = part
                .find(|char: char| char.is_ascii_digit())
                .ok_or_else(fault)?;
            let (name, count) = part.split_at(digits);
            let count: u8 = count.parse().map_err(|_| fault())?;
            let (kind, is_first) = match name {
                "opp" => (Kind::Hands, true),
                "own" => (Kind::Hands, false),
                "outcome" => (Kind::Relative, true),
                "shift" => (Kind::Relative, false),
                _ => return Err(fault()),
            };
            let so_far = key.get_or_insert(Self {
                kind,
                first: 0,
                second: 0,
                turned: !is_first,
            });
            let place = if is_first {
                &mut so_far.first
            } else {
                &mut so_far.second
            };
            if so_far.kind != kind || *place > 0 || !(1..=MAX_DEPTH).contains(&count) {
                return Err(fault());
            }
            *place = count;
        }
        let key = key.ok_or_else(fault)?;
        if key.depth() > usize::from(MAX_DEPTH) {
            return Err(fault());
        }
        // One part alone has no order.
        let turned = key.turned && key.first > 0;
        Ok(Self { turned, ..key })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rounds(own: &str, other: &str) -> Vec<Round> {
        let hands = |text: &str| -> Vec<Hand> {
            text.chars()
                .map(|letter| Hand::from_any_letter(letter).unwrap())
                .collect()
        };
        hands(own)
            .into_iter()
            .zip(hands(other))
            .map(|(own, other)| Round { own, other })
            .collect()
    }

    #[test]
    fn texts_are_read_and_written() {
        for text in ["opp1+own2", "opp3", "own2", "outcome1", "own2+opp1"] {
            assert_eq!(text.parse::<Key>().unwrap().to_string(), text);
        }
        let relative: Key = "outcome2+shift1".parse().unwrap();
        assert_eq!(relative.genes(), 27);
        assert_eq!((relative.rounds(), Key::PAPER.rounds()), (2, 2));
        for text in [
            "",
            "opp",
            "opp0",
            "opp7",
            "opp4+own3",
            "opp1+shift1",
            "opp1+opp1",
            "hand2",
            "opp1+",
            "opp99999999999",
        ] {
            assert!(text.parse::<Key>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_first_part_varies_slowest() {
        // Opponent S then P, own R then S: his last is 1, own last 2, before that 0.
        let rounds = rounds("RS", "SP");
        assert_eq!(Key::PAPER.gene(&rounds), Some((3 + 2) * 3));
        assert_eq!(Key::PAPER.gene(&rounds[..1]), None);
        let expected = [
            Part::Opponent(1, Hand::Paper),
            Part::Own(1, Hand::Scissors),
            Part::Own(2, Hand::Rock),
        ];
        assert_eq!(Key::PAPER.parts((3 + 2) * 3), expected);
        let turned: Key = "own2+opp1".parse().unwrap();
        let expected = [expected[1], expected[2], expected[0]];
        assert_eq!(turned.parts((2 * 3) * 3 + 1), expected);
        assert_eq!(turned.gene(&rounds), Some((2 * 3) * 3 + 1));
        // S beats P: a win (0); he went from S to P: two steps.
        let relative = Key::relative(1, 1);
        assert_eq!(relative.gene(&rounds), Some(2));
        assert_eq!(relative.hand(2, &rounds), Hand::Rock);
        assert_eq!(relative.answer(Hand::Rock, &rounds), 2);
    }
}

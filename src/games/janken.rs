//! Janken: rock, paper, scissors.
//!
//! Both sides move at once, so it is no [`Game`](super::Game). A hand is a number modulo 3 in the order
//! rock, paper, scissors, and a hand beats the one before it: `a` beats `b` exactly when `a − b` is 1
//! modulo 3. Everything else (who wins, how a hand was changed, what answers what) is that subtraction.
//! Yamashita 2009 numbers G, C, P (rock, scissors, paper) 0, 1, 2; that order is used only to read and
//! write his strategies ([`Hand::in_paper`], [`Hand::from_paper`]).

use std::fmt;

/// A hand.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
pub enum Hand {
    /// グー: beats scissors.
    Rock,
    /// パー: beats rock.
    Paper,
    /// チョキ: beats paper.
    Scissors,
}

/// How a round ended, for one of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Outcome {
    /// Won.
    Win,
    /// The same hand.
    Draw,
    /// Lost.
    Loss,
}

/// How a hand differs from another, usually from one's own last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Shift {
    /// The same hand.
    Stay,
    /// The hand that beats it.
    Up,
    /// The hand that it beats.
    Down,
}

/// The alphabets that hands are written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Letters {
    /// R, P, S.
    #[default]
    English,
    /// G, C, P: gū (rock), choki (scissors), pā (paper).
    Japanese,
}

impl Outcome {
    /// All, best first.
    pub const ALL: [Self; 3] = [Self::Win, Self::Draw, Self::Loss];

    /// 0 for a win, 1 for a draw, 2 for a loss.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// +1, 0, −1.
    pub const fn score(self) -> i32 {
        match self {
            Self::Win => 1,
            Self::Draw => 0,
            Self::Loss => -1,
        }
    }

    /// The same round for the other side.
    pub const fn turned(self) -> Self {
        match self {
            Self::Win => Self::Loss,
            Self::Draw => Self::Draw,
            Self::Loss => Self::Win,
        }
    }
}

impl Shift {
    /// All, by number.
    pub const ALL: [Self; 3] = [Self::Stay, Self::Up, Self::Down];

    /// What is added to the hand, modulo 3.
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Hand {
    /// All, by number.
    pub const ALL: [Self; 3] = [Self::Rock, Self::Paper, Self::Scissors];

    /// 0 rock, 1 paper, 2 scissors.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The hand of this number modulo 3.
    pub const fn of(index: usize) -> Self {
        match index % 3 {
            0 => Self::Rock,
            1 => Self::Paper,
            _ => Self::Scissors,
        }
    }

    /// The hand so many steps of "beats it" further.
    pub const fn plus(self, steps: usize) -> Self {
        Self::of(self.index() + steps % 3)
    }

    /// The hand that beats this one.
    pub const fn beaten_by(self) -> Self {
        self.plus(1)
    }

    /// The hand that this one beats.
    pub const fn victim(self) -> Self {
        self.plus(2)
    }

    /// Whether it wins against `other`.
    pub const fn beats(self, other: Self) -> bool {
        self.minus(other) == 1
    }

    /// The steps from `other` to this hand, 0 to 2: `other.plus(steps)` is this hand.
    pub const fn minus(self, other: Self) -> usize {
        (self.index() + 3 - other.index()) % 3
    }

    /// How it was changed from `before`.
    pub const fn shift_from(self, before: Self) -> Shift {
        match self.minus(before) {
            0 => Shift::Stay,
            1 => Shift::Up,
            _ => Shift::Down,
        }
    }

    /// How a round with it ends against `other`.
    pub const fn against(self, other: Self) -> Outcome {
        match self.minus(other) {
            0 => Outcome::Draw,
            1 => Outcome::Win,
            _ => Outcome::Loss,
        }
    }

    /// Its number in Yamashita 2009 (§2.3): G 0, C 1, P 2.
    pub const fn in_paper(self) -> usize {
        match self {
            Self::Rock => 0,
            Self::Scissors => 1,
            Self::Paper => 2,
        }
    }

    /// The hand of this number in Yamashita 2009, modulo 3.
    pub const fn from_paper(index: usize) -> Self {
        match index % 3 {
            0 => Self::Rock,
            1 => Self::Scissors,
            _ => Self::Paper,
        }
    }

    /// Its capital letter.
    pub const fn letter(self, letters: Letters) -> char {
        match (self, letters) {
            (Self::Rock, Letters::English) => 'R',
            (Self::Scissors, Letters::English) => 'S',
            (Self::Rock, Letters::Japanese) => 'G',
            (Self::Scissors, Letters::Japanese) => 'C',
            (Self::Paper, _) => 'P',
        }
    }

    /// Its English word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Rock => "rock",
            Self::Paper => "paper",
            Self::Scissors => "scissors",
        }
    }

    /// Reads a letter of the alphabet, large or small.
    pub const fn from_letter(letter: char, letters: Letters) -> Option<Self> {
        match (letter.to_ascii_uppercase(), letters) {
            ('R', Letters::English) | ('G', Letters::Japanese) => Some(Self::Rock),
            ('P', _) => Some(Self::Paper),
            ('S', Letters::English) | ('C', Letters::Japanese) => Some(Self::Scissors),
            _ => None,
        }
    }

    /// Reads a letter of either alphabet: no letter means two hands.
    pub fn from_any_letter(letter: char) -> Option<Self> {
        Self::from_letter(letter, Letters::English)
            .or_else(|| Self::from_letter(letter, Letters::Japanese))
    }

    /// Reads what files and contests write: a letter of the alphabet, a word in English or (with
    /// [`Letters::Japanese`]) Japanese, or a digit (0 rock, 1 paper, 2 scissors, as in the RoShamBo
    /// contests). Space around it and the case of letters do not count.
    pub fn read(text: &str, letters: Letters) -> Option<Self> {
        let text = text.trim();
        let mut chars = text.chars();
        if let (Some(letter), None) = (chars.next(), chars.next()) {
            return match letter {
                '0' => Some(Self::Rock),
                '1' => Some(Self::Paper),
                '2' => Some(Self::Scissors),
                letter => Self::from_letter(letter, letters),
            };
        }
        Self::from_word(text, letters)
    }

    /// Reads a word: English, or (with [`Letters::Japanese`]) Japanese, in katakana, hiragana or Latin letters.
    pub fn from_word(word: &str, letters: Letters) -> Option<Self> {
        let lower = word.to_lowercase();
        let english = Self::ALL.into_iter().find(|hand| hand.word() == lower);
        english.or(match (lower.as_str(), letters) {
            ("scissor", _) => Some(Self::Scissors),
            ("グー" | "ぐー" | "gu" | "guu" | "goo", Letters::Japanese) => Some(Self::Rock),
            ("チョキ" | "ちょき" | "choki", Letters::Japanese) => Some(Self::Scissors),
            ("パー" | "ぱー" | "pa" | "paa", Letters::Japanese) => Some(Self::Paper),
            _ => None,
        })
    }
}

impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// Both hands of a round, for one of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Round {
    /// The hand of the one it is seen by.
    pub own: Hand,
    /// The opponent's.
    pub other: Hand,
}

impl Round {
    /// How it ended for the one it is seen by.
    pub const fn outcome(self) -> Outcome {
        self.own.against(self.other)
    }

    /// The same round seen by the other.
    pub const fn turned(self) -> Self {
        Self {
            own: self.other,
            other: self.own,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_wins_is_table_2_1_of_yamashita() {
        use Outcome::{Draw, Loss, Win};
        // Rows p1 = G, C, P; columns p2 = G, C, P.
        let table = [[Draw, Win, Loss], [Loss, Draw, Win], [Win, Loss, Draw]];
        for (row, outcomes) in table.into_iter().enumerate() {
            for (column, outcome) in outcomes.into_iter().enumerate() {
                let (own, other) = (Hand::from_paper(row), Hand::from_paper(column));
                assert_eq!(own.against(other), outcome);
                assert_eq!(other.against(own), outcome.turned());
                assert_eq!(own.beats(other), outcome == Win);
                assert_eq!(own.in_paper(), row);
            }
        }
    }

    #[test]
    fn what_files_write_is_read() {
        let read = |text| Hand::read(text, Letters::English);
        for (hand, texts) in [
            (Hand::Rock, ["R", " r ", "rock", "Rock", "0"]),
            (Hand::Paper, ["P", "p", "PAPER", "paper", "1"]),
            (Hand::Scissors, ["S", "s", "Scissors", "scissor", "2"]),
        ] {
            assert!(texts.iter().all(|text| read(text) == Some(hand)));
        }
        for text in ["", "3", "G", "C", "グー", "RR", "lizard", "-1"] {
            assert_eq!(read(text), None, "{text}");
        }
        let read = |text| Hand::read(text, Letters::Japanese);
        assert_eq!(
            ["g", "C", "P", "チョキ", "S"].map(read),
            [
                Some(Hand::Rock),
                Some(Hand::Scissors),
                Some(Hand::Paper),
                Some(Hand::Scissors),
                None
            ]
        );
    }
}

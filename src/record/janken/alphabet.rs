//! What letters and digits of a file stand for.
//!
//! `P` is paper in every alphabet and `1` and `2` are hands in all of digits: a file that is read in the
//! wrong one loses most of its rows and keeps some, with a wrong meaning. So its hands are counted first
//! ([`Marks`]), and one alphabet is taken for the whole file.

use std::io::BufRead;

use super::TableError;
use super::columns::{Columns, Delimiter};
use super::rows::{Text, is_empty, read_line};
use koteki_games::janken::{Hand, Letters};

/// What letters and digits stand for. Words are understood in all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Alphabet {
    /// R rock, P paper, S scissors; 0 rock, 1 paper, 2 scissors
    #[default]
    Rps,
    /// G rock, C scissors, P paper; 0 rock, 1 paper, 2 scissors
    Gcp,
    /// 1 rock, 2 scissors, 3 paper: the Japanese order
    Keys,
    /// 1 rock, 2 paper, 3 scissors
    Numbers,
}

impl From<Letters> for Alphabet {
    fn from(letters: Letters) -> Self {
        match letters {
            Letters::English => Self::Rps,
            Letters::Japanese => Self::Gcp,
        }
    }
}

impl Alphabet {
    /// Its name, as it is declared.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rps => "rps",
            Self::Gcp => "gcp",
            Self::Keys => "keys",
            Self::Numbers => "numbers",
        }
    }

    /// Reads a hand.
    pub(super) fn read(self, text: &str) -> Option<Hand> {
        match self {
            Self::Rps => Hand::read(text, Letters::English),
            Self::Gcp => Hand::read(text, Letters::Japanese),
            Self::Keys | Self::Numbers => match (text.trim(), self) {
                ("1", _) => Some(Hand::Rock),
                ("2", Self::Keys) | ("3", Self::Numbers) => Some(Hand::Scissors),
                ("2" | "3", _) => Some(Hand::Paper),
                ("0", _) => None,
                (text, _) => Hand::read(text, Letters::English),
            },
        }
    }

    /// Whether that is a hand in any of them.
    fn any(text: &str) -> bool {
        [Self::Rps, Self::Gcp, Self::Keys]
            .into_iter()
            .any(|it| it.read(text).is_some())
    }
}

/// How many cells of the hand columns have a mark of an alphabet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Marks {
    /// R, S.
    english: u64,
    /// G, C, Japanese words.
    japanese: u64,
    /// P, and English words.
    common: u64,
    zeros: u64,
    /// 1, 2.
    small: u64,
    threes: u64,
}

impl Marks {
    fn add(&mut self, cell: &str) {
        let count = match cell.trim() {
            "0" => &mut self.zeros,
            "1" | "2" => &mut self.small,
            "3" => &mut self.threes,
            "P" | "p" => &mut self.common,
            cell => {
                let known = |letters| Hand::read(cell, letters).is_some();
                match (known(Letters::English), known(Letters::Japanese)) {
                    (true, true) => &mut self.common,
                    (true, false) => &mut self.english,
                    (false, true) => &mut self.japanese,
                    (false, false) => return,
                }
            }
        };
        *count += 1;
    }

    /// Whether the digits are 1, 2, 3; `None` when some say so and others not. A 3 among nothing but
    /// letters and words is a slip.
    const fn counts_from_one(&self) -> Option<bool> {
        let others = self.english + self.japanese + self.common;
        match (self.threes, self.zeros, others, self.small) {
            (0, _, _, _) | (_, 0, 1.., 0) => Some(false),
            (_, 0, 0, _) => Some(true),
            _ => None,
        }
    }

    /// The alphabet, if there is only one it can be.
    const fn alphabet(&self) -> Option<Alphabet> {
        match (self.english, self.japanese, self.counts_from_one()) {
            (_, _, Some(true)) => Some(Alphabet::Keys),
            (_, 0, Some(false)) => Some(Alphabet::Rps),
            (0, _, Some(false)) => Some(Alphabet::Gcp),
            _ => None,
        }
    }

    /// Whether the file can be in this one: when only one fits, it is that.
    const fn allows(&self, declared: Alphabet) -> bool {
        match (self.alphabet(), declared) {
            (Some(Alphabet::Rps), Alphabet::Gcp) => self.english == 0,
            (Some(Alphabet::Rps), Alphabet::Keys | Alphabet::Numbers) => self.zeros == 0,
            (Some(Alphabet::Gcp), Alphabet::Gcp)
            | (Some(Alphabet::Keys), Alphabet::Keys | Alphabet::Numbers)
            | (Some(Alphabet::Rps), Alphabet::Rps)
            | (None, _) => true,
            _ => false,
        }
    }
}

/// The alphabet of a table, by all of its hands, or `declared` where that can be.
///
/// # Errors
/// When nothing can be read, there are no hands in it, it could be in several, or it cannot be in the
/// one that is declared.
pub fn alphabet(
    mut input: impl BufRead,
    declared: Option<Alphabet>,
) -> Result<Alphabet, TableError> {
    let mut marks = Marks::default();
    let mut form: Option<(Delimiter, Columns)> = None;
    let mut line = 0;
    while let Some(text) = read_line(&mut input)? {
        line += 1;
        let Text::Line(text) = text else { continue };
        let text = match form {
            None => text.trim_start_matches('\u{feff}'),
            Some(_) => &text,
        };
        if is_empty(text) {
            continue;
        }
        let (delimiter, columns) = match &form {
            Some((delimiter, columns)) => (*delimiter, columns),
            None => {
                let delimiter = Delimiter::of(text);
                let cells = delimiter.cells(text);
                let without = Columns::without_heading(&cells, Alphabet::any);
                let is_heading = without.is_none();
                let columns = without.or_else(|| Columns::of(&cells));
                let columns = columns.ok_or_else(|| TableError::no_hands(line, &cells))?;
                let (_, columns) = form.insert((delimiter, columns));
                if is_heading {
                    continue;
                }
                (delimiter, &*columns)
            }
        };
        let cells = delimiter.cells(text);
        for place in [Some(columns.first), columns.second].into_iter().flatten() {
            if let Some(cell) = cells.get(place) {
                marks.add(cell);
            }
        }
    }
    if form.is_none() {
        return Err(TableError::Empty);
    }
    match declared {
        Some(declared) if marks.allows(declared) => Ok(declared),
        Some(declared) => Err(TableError::NotIn {
            declared: declared.name(),
            found: marks.alphabet().unwrap_or_default().name(),
        }),
        None => marks.alphabet().ok_or(TableError::Mixed),
    }
}

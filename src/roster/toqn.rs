//! The weights that a player of Blokus Duo is named with.

use std::sync::{Arc, Mutex, PoisonError};
use std::{fmt, fs};

use crate::eval::blokus::{Evaluation, Weights};

/// Weights by name. A file is read once, when a name first has it; so a copy of the name is all that it
/// takes to play, whatever becomes of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weighing {
    /// `paper`: those of Osaki et al. 2009, learned anew (ε 1, M 100).
    Paper,
    /// `best`: the strongest we know, of the paper's number and learned in the paper's way.
    Best,
    /// A file, by its number among those read.
    File(usize),
}

/// The files read so far.
static FILES: Mutex<Vec<(String, Arc<Evaluation>)>> = Mutex::new(Vec::new());

impl Weighing {
    /// The weights of this name, which is that of a file if it is none of ours.
    ///
    /// # Errors
    /// Why the file serves for nothing.
    pub(super) fn named(name: &str) -> Result<Self, String> {
        match name {
            "paper" => return Ok(Self::Paper),
            "best" => return Ok(Self::Best),
            _ => {}
        }
        let bytes = fs::read(name).map_err(|error| error.to_string())?;
        let weights = Weights::from_bytes(&bytes).map_err(|error| error.to_string())?;
        let mut files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
        let same = |(known, evaluation): &(String, Arc<Evaluation>)| {
            known == name && *evaluation.weights() == weights
        };
        let number = files.iter().position(same).unwrap_or(files.len());
        if number == files.len() {
            files.push((name.to_owned(), Arc::new(Evaluation::new(weights))));
        }
        Ok(Self::File(number))
    }

    /// The evaluation with these weights.
    pub fn evaluation(self) -> Arc<Evaluation> {
        let paper = || Arc::clone(Evaluation::paper());
        match self {
            Self::Paper => paper(),
            Self::Best => Arc::clone(Evaluation::best()),
            Self::File(number) => {
                let files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
                let known = files.get(number).map(|(_, known)| Arc::clone(known));
                known.unwrap_or_else(paper)
            }
        }
    }
}

impl fmt::Display for Weighing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Paper => f.write_str("paper"),
            Self::Best => f.write_str("best"),
            Self::File(number) => {
                let files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
                f.write_str(files.get(*number).map_or("paper", |(name, _)| name))
            }
        }
    }
}

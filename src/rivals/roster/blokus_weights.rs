//! The weights that a player of Blokus Duo is named with.

use std::fmt;
use std::fs;
use std::path::Path;
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};

use koteki_engine::eval::blokus::{Evaluation, Weights};
use koteki_games::spec::Takes;
use koteki_record::regular;

/// Weights by name. A file is read once, when a name first has it; so a copy of the name is all that it
/// takes to play, whatever becomes of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlokusWeights {
    /// `paper`: those of Osaki et al. 2009, learned anew (ε 1, M 100).
    Paper,
    /// `tester`: those that testers, agents and k-best judge by.
    Tester,
    /// `best`: the strongest we know of the paper's number and learned in the paper's way.
    Best,
    /// `self-play`: the strongest we know, learned from games against oneself.
    SelfPlay,
    /// A file, by its number among those read.
    File(usize),
}

/// The files read so far.
static FILES: Mutex<Vec<(String, Arc<Evaluation>)>> = Mutex::new(Vec::new());

impl BlokusWeights {
    /// The evaluation with these weights.
    pub fn evaluation(self) -> Arc<Evaluation> {
        let paper = || Arc::clone(Evaluation::paper());
        match self {
            Self::Paper => paper(),
            Self::Tester => Arc::clone(Evaluation::tester()),
            Self::Best => Arc::clone(Evaluation::best()),
            Self::SelfPlay => Arc::clone(Evaluation::self_play()),
            Self::File(number) => {
                let files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
                let known = files.get(number).map(|(_, known)| Arc::clone(known));
                known.unwrap_or_else(paper)
            }
        }
    }
}

impl FromStr for BlokusWeights {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        BuiltInOrFile
            .read(name)
            .map_err(|expected| format!("expected {expected}"))
    }
}

impl fmt::Display for BlokusWeights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&BuiltInOrFile.write(self))
    }
}

/// [`BlokusWeights`] in a name, where they are those of a file if they are not built in.
pub(super) struct BuiltInOrFile;

impl Takes<BlokusWeights> for BuiltInOrFile {
    fn read(&self, name: &str) -> Result<BlokusWeights, String> {
        match name {
            "paper" => return Ok(BlokusWeights::Paper),
            "tester" => return Ok(BlokusWeights::Tester),
            "best" => return Ok(BlokusWeights::Best),
            "self-play" => return Ok(BlokusWeights::SelfPlay),
            _ => {}
        }
        let refused = |why: String| format!("{} ({why})", self.expected());
        // Neither waits for a pipe nor reads a device that does not end.
        let bytes = regular::check(Path::new(name))
            .and_then(|()| fs::read(name))
            .map_err(|error| refused(error.to_string()))?;
        let weights = Weights::from_bytes(&bytes).map_err(|error| refused(error.to_string()))?;
        let mut files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
        let same = |(known, evaluation): &(String, Arc<Evaluation>)| {
            known == name && *evaluation.weights() == weights
        };
        let number = files.iter().position(same).unwrap_or(files.len());
        if number == files.len() {
            files.push((name.to_owned(), Arc::new(Evaluation::new(weights))));
        }
        Ok(BlokusWeights::File(number))
    }

    fn write(&self, weights: &BlokusWeights) -> String {
        match weights {
            BlokusWeights::Paper => "paper".to_owned(),
            BlokusWeights::Tester => "tester".to_owned(),
            BlokusWeights::Best => "best".to_owned(),
            BlokusWeights::SelfPlay => "self-play".to_owned(),
            BlokusWeights::File(number) => {
                let files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
                let name = files.get(*number).map_or("paper", |(name, _)| name);
                name.to_owned()
            }
        }
    }

    fn expected(&self) -> String {
        "paper, tester, best, self-play, or a file of learned weights".to_owned()
    }
}

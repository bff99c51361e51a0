//! The folder of a study: experiments with people in which nothing may be lost and no one is named.
//!
//! | file | what |
//! |---|---|
//! | `study.toml` | format, settings, seed and the program it was begun with: the same for everybody |
//! | `CODE.jsonl` | everything that one person did, a line each, in order; `CODE.2.jsonl` for their second set |
//!
//! A person is known by a [`Code`] alone. A file of theirs only grows: each move and each answer is
//! appended in one write before it is shown, so that a program that is killed loses nothing. A last
//! line that was torn all the same (by a crash of the machine) is cut off by whoever goes on, and reported.
//! Damage anywhere else is reported and never repaired.

mod code;
mod file;
mod folder;

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::PathError;

pub use super::game::Colour;
pub use super::run::{Header, Provenance};
pub use code::Code;
pub use file::{Read, Writer, read};
pub use folder::Folder;

/// Version of the files' format, and the latest that is read.
pub const FORMAT: u32 = 1;

/// Name of the file with settings, seed and provenance.
pub const STUDY_FILE: &str = "study.toml";

/// Why a study could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum StudyError {
    /// No study is there.
    #[error(
        "{path} is not the folder of a study: {why}; name a study's folder, or a new or empty one to begin one"
    )]
    NotAStudy {
        /// Which folder.
        path: PathBuf,
        /// What is missing.
        why: String,
    },
    /// A code that cannot be one.
    #[error(
        "{0:?} is no code: take 1 to 16 letters, digits, - and _, a letter or digit first, such as P07, and not the \
         person's name"
    )]
    BadCode(String),
    /// No one has this code.
    #[error("there is no {code} in {path}; {known}")]
    UnknownCode {
        /// The code.
        code: Code,
        /// The study's folder.
        path: PathBuf,
        /// Who is there, in words.
        known: String,
    },
    /// Another program has the person's file.
    #[error(
        "another koteki has this study open, and is taking the person through it now: {path}; continue there, or quit \
         that one (everything is kept) and start this one again"
    )]
    Locked {
        /// The file.
        path: PathBuf,
    },
    /// Another program began the person's file while this one was about to.
    #[error(
        "another koteki has begun this study for the person meanwhile: {path}; start this one again to continue it"
    )]
    Begun {
        /// The file.
        path: PathBuf,
    },
    /// A person is to continue of whom nothing was kept.
    #[error(
        "{path} is empty: there is nothing of {code} to continue; put the file back from a copy, or leave out \
         --continue to start from scratch; the file is left as it is"
    )]
    Nothing {
        /// The file.
        path: PathBuf,
        /// Who.
        code: Code,
    },
    /// The study was begun with other settings or another seed.
    #[error("cannot resume {path}: {difference}; name another folder, or leave the setting out")]
    Differs {
        /// The study's folder.
        path: PathBuf,
        /// What differs.
        difference: String,
    },
    /// The study was begun with another behaviour of the program: the same settings mean something else.
    #[error(
        "cannot resume {path}: provenance.behaviour = {then} when it began, {now} now: this program breeds or \
         plays otherwise than {program}, which began it; use that one, or begin another study in another folder"
    )]
    OtherBehaviour {
        /// The study's folder.
        path: PathBuf,
        /// The behaviour that it was begun with.
        then: u32,
        /// That of this program.
        now: u32,
        /// Name and version of the program that began it.
        program: String,
    },
    /// A line that is not of a study, or comes in the wrong place.
    #[error("{path}, line {line}: {why}; the file is left as it is")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, 1 for the first.
        line: usize,
        /// What is wrong.
        why: String,
    },
    /// Written by a later version.
    #[error("{path}: format {found}, this program reads up to {FORMAT}: use a later one")]
    Format {
        /// The file.
        path: PathBuf,
        /// The version it has.
        found: u32,
    },
    /// The system refused, or the format cannot hold a value.
    #[error(transparent)]
    Io(#[from] PathError),
}

/// What a player gave away in one game, in the tester's points.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameLoss {
    /// Mean loss D over the person's moves up to ply 40 that were not decided; 0 or more.
    pub d: f64,
    /// Standard deviation of those losses.
    pub sd: f64,
    /// Mean rank of the moves, 1 is best.
    pub rank: f64,
    /// Moves counted.
    pub moves: usize,
}

/// How strong the person is, from the games that measure them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// Each game by itself; `None` where no move counted.
    pub games: Vec<Option<GameLoss>>,
    /// The plain mean loss over all of them in the tester's eyes (Ueda 2012, §5.2).
    pub plain: Option<f64>,
    /// The estimate of the choice model: its median, and the limits that hold D with 95 %; `None`
    /// where another tester judged than the preset one.
    pub model: Option<[f64; 3]>,
    /// The plain mean loss in the eyes of the agent that is to hold it.
    pub seen: Option<f64>,
    /// What that agent is to hold.
    pub target: f64,
    /// Where the target comes from: `model`, `seen`, or `preset` when nothing could be measured.
    pub by: String,
}

/// A rival that was bred for a person.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rival {
    /// The player, in the language of players with every setting.
    pub player: String,
    /// Games of its retest against the agent.
    pub games: u32,
    /// Wins and half the draws over those games; `None` for a rival that was named and not bred.
    pub rate: Option<f64>,
    /// Whether the breeding chose it as level; otherwise it was the nearest there was.
    pub level: bool,
}

/// One line of a person's file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Line {
    /// The first line.
    Begin {
        /// [`FORMAT`].
        format: u32,
        /// Who.
        code: Code,
        /// Number of the set, 1 for the first.
        set: u32,
        /// Seed of everything random here, derived from the study's.
        seed: u64,
        /// What the agent holds where the person is not measured first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<f64>,
        /// Where that comes from: `given` on the command line, or `known` from the person's games.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<String>,
        /// Name and version of the program.
        program: String,
        /// The processor path.
        engine: String,
        /// Milliseconds since 1970-01-01 UTC.
        at: u64,
    },
    /// It was left, and is gone on with.
    Resume {
        /// Name and version of the program.
        program: String,
        /// The processor path.
        engine: String,
        /// As in [`Begin`](Self::Begin).
        at: u64,
    },
    /// A game begins.
    Game {
        /// Its number, 0 for the first.
        game: usize,
        /// Seed of everything random in it.
        seed: u64,
        /// The person's colour.
        person: Colour,
        /// The opponent, in the language of players.
        opponent: String,
        /// As in [`Begin`](Self::Begin).
        at: u64,
    },
    /// A move of either side, passes included.
    Move {
        /// The game's number.
        game: usize,
        /// 1 for the game's first move.
        ply: usize,
        /// The move: `f5`, `--` for a pass.
        #[serde(rename = "move")]
        mv: String,
        /// As in [`Begin`](Self::Begin).
        at: u64,
    },
    /// The person is measured.
    Estimate {
        /// What was found.
        estimate: Estimate,
        /// As in [`Begin`](Self::Begin).
        at: u64,
    },
    /// The rivals are there, A first.
    Rivals {
        /// Them.
        rivals: Vec<Rival>,
        /// Cycles of breeding; 0 when they were named and not bred.
        cycles: u32,
        /// Games of the breeding.
        games: u64,
        /// As in [`Begin`](Self::Begin).
        at: u64,
    },
    /// An answer; a later one to the same question replaces it.
    Answer {
        /// The sheet: `A1` to `A6`, `B`.
        sheet: String,
        /// The question's key.
        question: String,
        /// The answer: a key, or free text.
        value: String,
        /// As in [`Begin`](Self::Begin).
        at: u64,
    },
    /// The sheet is handed in.
    HandIn {
        /// The sheet.
        sheet: String,
        /// As in [`Begin`](Self::Begin).
        at: u64,
    },
    /// Something that went wrong and was borne: a player that broke down.
    Note {
        /// What.
        text: String,
        /// As in [`Begin`](Self::Begin).
        at: u64,
    },
}

//! One Othello game as a line of `games.jsonl`: a JSON object.
//!
//! Field names are part of the format: they may be added (with a default for older lines), but a
//! change of meaning raises [`FORMAT`]. A reader refuses lines of a later format, for it would
//! silently lose what it does not know.

use serde::{Deserialize, Serialize};

use koteki_games::othello::Position;
use koteki_games::othello::notation::{
    BoardError, Passes, TranscriptError, read_board, read_transcript_from, write_board,
    write_transcript,
};
use koteki_games::random::derive_seed;
use koteki_games::{Game, GameLine, Outcome, Side};

/// The version of the format that this program writes, and the latest that it reads.
pub const FORMAT: u32 = 1;

/// What the game is called in a record of Othello.
pub const OTHELLO: &str = "othello";

/// One of the two colours, as a record writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    /// The side that begins.
    Black,
    /// The side that answers.
    White,
}

impl From<Side> for Colour {
    fn from(side: Side) -> Self {
        match side {
            Side::Black => Self::Black,
            Side::White => Self::White,
        }
    }
}

impl From<Colour> for Side {
    fn from(colour: Colour) -> Self {
        match colour {
            Colour::Black => Self::Black,
            Colour::White => Self::White,
        }
    }
}

/// How far the game came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Played to its end: `result` says how.
    Finished,
    /// Stopped before its end, and may be taken up again.
    Interrupted,
    /// Being played: only the file of the live game says so.
    Playing,
}

/// Whether a game counts toward the estimate of the person's strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Played without help: no values, hints or moves taken back before its end.
    Measured,
    /// Played with help, or not by a person against an opponent.
    Practice,
}

/// Who plays the two sides: players in the language of players with all their settings, people as
/// `human:` and a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Players {
    /// Who has Black.
    pub black: String,
    /// Who has White.
    pub white: String,
}

/// What begins the name of a person in [`Players`].
const HUMAN: &str = "human:";

impl Players {
    /// How a person called `name` is written.
    pub fn human(name: &str) -> String {
        format!("{HUMAN}{name}")
    }

    /// Who plays `side`.
    pub fn of(&self, side: Side) -> &str {
        match side {
            Side::Black => &self.black,
            Side::White => &self.white,
        }
    }

    /// The name of the person who plays `side`; `None` when a program does.
    pub fn person(&self, side: Side) -> Option<&str> {
        Self::name(self.of(side))
    }

    /// The name of the person who is `written` so; `None` of a program.
    pub fn name(written: &str) -> Option<&str> {
        written.strip_prefix(HUMAN)
    }
}

/// The points of each side in a finished game, as they lie (empty squares to neither side).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Points {
    /// Black's points.
    pub black: i32,
    /// White's points.
    pub white: i32,
}

impl From<Outcome> for Points {
    fn from(outcome: Outcome) -> Self {
        Self {
            black: outcome.black,
            white: outcome.white,
        }
    }
}

impl From<Points> for Outcome {
    fn from(points: Points) -> Self {
        Self {
            black: points.black,
            white: points.white,
        }
    }
}

/// What the tester made of one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Judgement {
    /// The value of the position after the move for the side that moved, in the tester's unit.
    pub value: i32,
    /// Value of the best move − value of this one; 0 for a best move.
    pub loss: i32,
    /// 1 + the number of moves of a higher value.
    pub rank: u32,
    /// The number of moves there were.
    pub of: u32,
}

/// How well one side played.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// Mean loss D over the moves that were judged; 0 or more, lower is stronger.
    pub mean_loss: f64,
    /// Mean rank of those moves; 1 or more.
    pub mean_rank: f64,
    /// The number of moves judged.
    pub moves: u32,
}

/// How well each side played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Levels {
    /// Black's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub black: Option<Level>,
    /// White's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white: Option<Level>,
}

/// A game: who, what was played, how it ended, and what was made of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameRecord {
    /// Version of the format, [`FORMAT`] when this program wrote it.
    pub format: u32,
    /// Names the game in its store for ever; see [`new_id`].
    pub id: String,
    /// What was played: [`OTHELLO`].
    pub game: String,
    /// When it began, in seconds since 1970-01-01 UTC.
    pub started: u64,
    /// When it ended or was last written, in the same seconds.
    pub ended: u64,
    /// How far it came.
    pub status: Status,
    /// Whether it counts.
    pub kind: Kind,
    /// Who played.
    pub players: Players,
    /// Seed of everything random in the game.
    pub seed: u64,
    /// The position it began from in the game's board notation; `None` for the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The moves in the game's transcript notation: `f5d6c3`.
    pub transcript: String,
    /// How many of the first moves were drawn at random, not chosen.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub opening: usize,
    /// The result of a finished game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<Points>,
    /// The side that gave the game up, if one did; the result then is that of the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resigned: Option<Colour>,
    /// The tester that judged, in the language of players; `None` when none did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tester: Option<String>,
    /// What it made of each move, passes included, in the order of the transcript; `null` for a move
    /// that was not judged (a pass, the only move there was). Empty, or as long as the game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub judgements: Vec<Option<Judgement>>,
    /// How well each side played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub levels: Option<Levels>,
    /// The mean loss D that rivals were bred toward after this game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<f64>,
    /// The mean loss D of the agent that is as strong as the person's opponent, if that was known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub even: Option<f64>,
}

impl GameRecord {
    /// A game of Othello that begins at `started` (seconds since 1970-01-01 UTC).
    pub fn begin(id: String, started: u64, kind: Kind, players: Players, seed: u64) -> Self {
        Self {
            format: FORMAT,
            id,
            game: OTHELLO.to_owned(),
            started,
            ended: started,
            status: Status::Playing,
            kind,
            players,
            seed,
            start: None,
            transcript: String::new(),
            opening: 0,
            result: None,
            resigned: None,
            tester: None,
            judgements: Vec::new(),
            levels: None,
            target: None,
            even: None,
        }
    }

    /// Writes a game of Othello down: where it began, its moves (passes too), and its result if it is
    /// over.
    pub fn set_line(&mut self, line: &GameLine<Position>) {
        let start = &line.positions()[0];
        self.game = OTHELLO.to_owned();
        self.start = (*start != Position::start()).then(|| write_board(start));
        self.transcript = write_transcript(line.moves(), Passes::Written);
        self.opening = line.opening();
        self.result = line.position().outcome().map(Points::from);
    }

    /// The game of Othello that is written down here.
    ///
    /// # Errors
    /// When it is of another game, or its start or its moves can't be read.
    pub fn line(&self) -> Result<GameLine<Position>, RecordError> {
        if self.game != OTHELLO {
            return Err(RecordError::OtherGame(self.game.clone()));
        }
        let start = match &self.start {
            None => Position::start(),
            Some(board) => read_board(board)?.position,
        };
        let read = read_transcript_from(start, &self.transcript)?;
        if self.opening == 0 {
            return Ok(read);
        }
        let mut line = GameLine::from_position(start);
        for (index, &mv) in read.moves().iter().enumerate() {
            if index == self.opening {
                line.end_opening();
            }
            // Read as legal a moment ago.
            let _ = line.play(mv);
        }
        if self.opening >= read.ply() {
            line.end_opening();
        }
        Ok(line)
    }

    /// This game as one that was stopped before its end.
    pub fn interrupted(mut self) -> Self {
        self.status = Status::Interrupted;
        self
    }

    /// The game as one line of JSON, without the line's end.
    ///
    /// # Errors
    /// [`RecordError::Number`] when a number in it is infinite or not one: JSON has no way to write those,
    /// and what is written has to be readable.
    pub fn to_line(&self) -> Result<String, RecordError> {
        let finite = |level: Option<Level>| {
            level.is_none_or(|level| level.mean_loss.is_finite() && level.mean_rank.is_finite())
        };
        let levels = self.levels.unwrap_or_default();
        if !finite(levels.black)
            || !finite(levels.white)
            || [self.target, self.even]
                .iter()
                .flatten()
                .any(|d| !d.is_finite())
        {
            return Err(RecordError::Number);
        }
        serde_json::to_string(self).map_err(|error| RecordError::Unreadable(error.to_string()))
    }

    /// Reads one line.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn from_line(line: &str) -> Result<Self, RecordError> {
        // The version first: a later format may have fields that this one refuses.
        #[derive(Deserialize)]
        struct Version {
            format: u32,
        }
        let unreadable = |error: serde_json::Error| RecordError::Unreadable(error.to_string());
        let Version { format } = serde_json::from_str(line).map_err(unreadable)?;
        if format == 0 || format > FORMAT {
            return Err(RecordError::Format(format));
        }
        serde_json::from_str(line).map_err(unreadable)
    }
}

// serde calls it so
const fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// What is wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// Not JSON, or not the JSON of a game: cut off, damaged, something else.
    #[error("not the record of a game: {0}")]
    Unreadable(String),
    /// Written by a later version of the program.
    #[error("format {0}, and this version of koteki reads up to {FORMAT}: use a later one")]
    Format(u32),
    /// A number that JSON cannot write.
    #[error("holds a number that is not finite")]
    Number,
    /// A game that is not the one asked for.
    #[error("a game of {0:?}, not of othello")]
    OtherGame(String),
    /// A start that is no position.
    #[error("its start: {0}")]
    Start(#[from] BoardError),
    /// Moves that are no game.
    #[error("its transcript: {0}")]
    Transcript(#[from] TranscriptError),
    /// Not text at all.
    #[error("not text (UTF-8)")]
    NotText,
    /// The system does not let it be read or taken up, and why.
    #[error("{0}")]
    Refused(String),
}

/// A name for a new game that no other game has: the time it began, the program's process number and
/// its seed. Sorted by name, games are in the order they began (to the millisecond).
pub fn new_id(unix_milliseconds: u64, process: u32, seed: u64) -> String {
    let tail = derive_seed(seed, &[unix_milliseconds, u64::from(process)]);
    format!("{unix_milliseconds:013}-{tail:016x}")
}

//! JSON: koteki's own records (`games.jsonl`), the objects that are written here (and by `koteki analyse
//! --json`), games of Othello Quest. An object stands on a line, in an array, or over several lines when
//! the first holds nothing but `{`.
//!
//! Othello Quest gives the moves as `position.moves` (or `moves`), each with its square in `m`, and the
//! players in their order, Black first, with `name` and `oldR`; a pass is `-`.

use std::io::{self, Write};

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use super::{About, Claim, Ending, EntryError, Game, Lead, Note, Theoretical, excerpt};
use crate::game::{Colour, Points};
use koteki_games::othello::notation::{
    Passes, read_board, read_transcript_from, write_board, write_transcript,
};
use koteki_games::othello::{Move, Position};
use koteki_games::{Game as _, GameLine};

/// What kind of object it is.
pub(super) enum Kind {
    /// A record as koteki keeps it, or an object that is neither of these.
    Record,
    /// A game as it is written here.
    Plain,
    /// A game of Othello Quest.
    Quest,
    /// What the first line of a match's file says: no game.
    Match,
}

/// Looks at the names of an object.
pub(super) fn kind(text: &str) -> Kind {
    #[derive(Deserialize)]
    struct Names {
        format: Option<IgnoredAny>,
        transcript: Option<IgnoredAny>,
        moves: Option<IgnoredAny>,
        position: Option<IgnoredAny>,
        #[serde(rename = "match")]
        contest: Option<IgnoredAny>,
    }
    match serde_json::from_str(text) {
        Ok(Names {
            format: None,
            transcript: None,
            contest: Some(_),
            ..
        }) => Kind::Match,
        Ok(Names {
            format: None,
            transcript: Some(_),
            ..
        }) => Kind::Plain,
        Ok(
            Names {
                format: None,
                moves: Some(_),
                ..
            }
            | Names {
                format: None,
                position: Some(_),
                ..
            },
        ) => Kind::Quest,
        _ => Kind::Record,
    }
}

fn fault(error: &serde_json::Error) -> EntryError {
    EntryError::Json(error.to_string())
}

/// A game as it is written here. What is not known is left out.
#[derive(Default, Serialize, Deserialize)]
struct Plain {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    black: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    white: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    event: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    place: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    date: Option<String>,
    #[serde(default, skip_serializing_if = "is_nothing")]
    ratings: [Option<f64>; 2],
    #[serde(default, skip_serializing_if = "is_nothing")]
    clocks: [Option<String>; 2],
    #[serde(default, skip_serializing_if = "Option::is_none")]
    kind: Option<String>,
    /// The position it begins from, when it is not the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    /// Passes as `--`.
    transcript: String,
    /// Discs as they lie when the game is over; for those who read, not read back.
    #[serde(default, skip_serializing_if = "Option::is_none", skip_deserializing)]
    result: Option<Points>,
    /// What the file said that the game comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    claimed: Option<Claimed>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    theoretical: Option<Score>,
    /// Of each move its value for the mover in discs and the seconds it took.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    notes: Vec<[Option<f64>; 2]>,
    /// Of a problem: what the position is worth to the side to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    score: Option<i32>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    scores: Vec<(String, i32)>,
}

#[derive(Serialize, Deserialize)]
struct Claimed {
    /// Of a game of which only the winner is known, left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    difference: Option<f64>,
    /// Only where there is no difference.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    winner: Option<Colour>,
    ending: Ending,
}

#[derive(Serialize, Deserialize)]
struct Score {
    black: u8,
    empties: u8,
}

fn is_nothing<T>(pair: &[Option<T>; 2]) -> bool {
    pair.iter().all(Option::is_none)
}

/// Reads a game as it is written here.
///
/// # Errors
/// What is wrong with it.
pub(super) fn read_plain(text: &str) -> Result<Game, EntryError> {
    let plain: Plain = serde_json::from_str(text).map_err(|error| fault(&error))?;
    let start = match &plain.start {
        None => Position::start(),
        Some(board) => read_board(board)?.position,
    };
    let line = read_transcript_from(start, &plain.transcript)?;
    let scores = plain.scores.into_iter().map(|(mv, score)| {
        let read: Move = mv
            .parse()
            .map_err(|_| EntryError::Json(format!("{:?} is no move", excerpt(&mv))))?;
        let legal = line.positions()[0].is_legal(read) && (-64..=64).contains(&score);
        legal.then_some((read, score)).ok_or_else(|| {
            EntryError::Json(format!("{read} is not legal, or its score is invalid"))
        })
    });
    let scores = scores.take(65).collect::<Result<_, _>>()?;
    let result = plain.claimed.map(|claimed| {
        let lead = match (claimed.difference, claimed.winner) {
            (Some(difference), _) => Lead::Discs(difference),
            (None, Some(side)) => Lead::Won(side.into()),
            (None, None) => {
                let missing = "what is claimed has neither a difference nor a winner";
                return Err(EntryError::Json(missing.to_owned()));
            }
        };
        let ending = claimed.ending;
        Ok(Claim { lead, ending })
    });
    let result = result.transpose()?;
    if plain.notes.len() > line.ply() {
        return Err(EntryError::Json("it has more notes than moves".to_owned()));
    }
    let mut notes: Vec<Note> = plain
        .notes
        .into_iter()
        .map(|[value, seconds]| Note { value, seconds })
        .collect();
    if !notes.is_empty() {
        notes.resize(line.ply(), Note::default());
    }
    Ok(Game {
        line,
        names: [plain.black, plain.white],
        about: About {
            event: plain.event,
            place: plain.place,
            date: plain.date,
            ratings: plain.ratings,
            clocks: plain.clocks,
            kind: plain.kind,
            result,
            theoretical: plain.theoretical.map(|score| Theoretical {
                black: score.black.min(64),
                empties: score.empties.min(60),
            }),
            notes,
            judgements: Vec::new(),
            score: plain.score.filter(|score| (-64..=64).contains(score)),
            scores,
        },
    })
}

/// Writes a game on a line.
///
/// # Errors
/// When `out` cannot be written.
pub(super) fn write(game: &Game, out: &mut dyn Write) -> io::Result<()> {
    let Game { line, names, about } = game;
    let [black, white] = names.clone();
    let About {
        event,
        place,
        date,
        ratings,
        clocks,
        kind,
        ..
    } = about.clone();
    let start = &line.positions()[0];
    let plain = Plain {
        black,
        white,
        event,
        place,
        date,
        ratings,
        clocks,
        kind,
        start: (*start != Position::start()).then(|| write_board(start)),
        transcript: write_transcript(line.moves(), Passes::Written),
        result: line.position().outcome().map(Points::from),
        claimed: about.result.map(|claim| Claimed {
            difference: claim.difference(),
            winner: match claim.lead {
                Lead::Won(side) => Some(side.into()),
                Lead::Discs(_) => None,
            },
            ending: claim.ending,
        }),
        theoretical: about.theoretical.map(|score| Score {
            black: score.black,
            empties: score.empties,
        }),
        notes: about
            .notes
            .iter()
            .map(|note| [note.value, note.seconds])
            .collect(),
        score: about.score,
        scores: about
            .scores
            .iter()
            .map(|(mv, score)| (mv.to_string(), *score))
            .collect(),
    };
    serde_json::to_writer(&mut *out, &plain)?;
    writeln!(out)
}

/// Reads a game of Othello Quest.
///
/// # Errors
/// What is wrong with it.
pub(super) fn read_quest(text: &str) -> Result<Game, EntryError> {
    #[derive(Deserialize)]
    struct Quest {
        #[serde(default)]
        players: Vec<Player>,
        position: Option<Moves>,
        #[serde(default)]
        moves: Vec<Step>,
        created: Option<String>,
    }
    #[derive(Deserialize)]
    struct Player {
        name: Option<String>,
        #[serde(rename = "oldR")]
        rating: Option<f64>,
    }
    #[derive(Deserialize)]
    struct Moves {
        #[serde(default)]
        moves: Vec<Step>,
    }
    #[derive(Deserialize)]
    struct Step {
        m: Option<String>,
    }
    let quest: Quest = serde_json::from_str(text).map_err(|error| fault(&error))?;
    let steps = quest.position.map_or(quest.moves, |it| it.moves);
    let mut line = GameLine::<Position>::default();
    for found in steps.into_iter().filter_map(|step| step.m) {
        let mv = match found.as_str() {
            "-" => Move::Pass,
            square => square
                .parse()
                .map_err(|_| EntryError::Json(format!("{:?} is no move", excerpt(&found))))?,
        };
        if mv != Move::Pass && line.position().must_pass() {
            // Legal, as the position says.
            let _ = line.play(Move::Pass);
        }
        let number = line.ply() + 1;
        line.position()
            .check(mv)
            .map_err(|why| EntryError::Illegal { number, found, why })?;
        // Just checked.
        let _ = line.play(mv);
    }
    if line.ply() == 0 {
        return Err(EntryError::NoMove);
    }
    let mut game = Game::of(line);
    game.about.date = quest.created;
    let about = &mut game.about;
    let seats = game.names.iter_mut().zip(&mut about.ratings);
    for ((name, rating), player) in seats.zip(quest.players) {
        *name = player.name;
        *rating = player.rating;
    }
    Ok(game)
}

/// Finds the end of an object, over as many pieces as it takes.
#[derive(Debug, Default)]
pub(super) struct Braces {
    depth: u32,
    in_string: bool,
    escaped: bool,
}

impl Braces {
    /// Takes in `bytes`; how many there are up to the end of the object, once it ends.
    pub(super) fn take(&mut self, bytes: &[u8]) -> Option<usize> {
        for (index, byte) in bytes.iter().enumerate() {
            if self.escaped {
                self.escaped = false;
            } else if self.in_string {
                self.escaped = *byte == b'\\';
                self.in_string = *byte != b'"';
            } else {
                match byte {
                    b'"' => self.in_string = true,
                    b'{' => self.depth = self.depth.saturating_add(1),
                    b'}' => self.depth = self.depth.saturating_sub(1),
                    _ => {}
                }
                if *byte == b'}' && self.depth == 0 {
                    return Some(index + 1);
                }
            }
        }
        None
    }
}

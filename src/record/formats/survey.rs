//! A file looked through before its games are read: what it is, how many there seem to be, which records a
//! later one replaces.

use std::collections::{HashMap, hash_map};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{self, BufRead};

use super::csv::Table;
use super::reach::check_reachable;
use super::segments::{Head, Segments};
use super::trees::begins_tree;
use super::{Claim, Ending, EntryError, Game, Lead, wthor};
use crate::game::{GameRecord, Kind};
use koteki_games::Side;
use koteki_games::words::day::day;

/// The game of a record.
pub(super) fn recorded(record: &GameRecord) -> Result<Game, EntryError> {
    let line = record.line()?;
    // A board that was set up need not come about in a game.
    if record.start.is_some() && record.kind != Kind::Practice {
        check_reachable(&line.positions()[0])?;
    }
    let name = |side| {
        let name = record.players.person(side);
        Some(name.unwrap_or_else(|| record.players.of(side)).to_owned())
    };
    let mut game = Game {
        names: Side::BOTH.map(name),
        ..Game::of(line)
    };
    game.about.date = Some(day(record.started));
    game.about.judgements.clone_from(&record.judgements);
    // Whoever resigned has lost, whatever the board says.
    game.about.result = record.resigned.map(|side| Claim {
        lead: Lead::Won(Side::from(side).other()),
        ending: Ending::Resigned,
    });
    Ok(game)
}

/// The beginning of a file of WTHOR, if it is one. Waits for one byte of text, for more only of a file
/// that begins as no text does.
pub(super) fn wthor_header<R: BufRead>(input: &mut Head<R>) -> io::Result<Option<wthor::Header>> {
    let first = input.peek(1)?.first().copied();
    let is_text = |byte: u8| !byte.is_ascii_control() || byte.is_ascii_whitespace();
    if first.is_none_or(is_text) {
        return Ok(None);
    }
    Ok(wthor::Header::read(input.peek(wthor::HEADER)?))
}

/// What is known of a file before its games are read.
#[derive(Debug, Default)]
pub struct Survey {
    /// Of each record's name the last line that has it and holds a game; the first one, when none does.
    pub last: HashMap<u64, usize>,
    /// How many games it seems to hold; `None` where counting its lines does not show it.
    pub games: Option<u64>,
    /// Whether it is a file of WTHOR.
    pub wthor: bool,
}

/// Reads through a file for [`Games::new`](super::Games::new): cheaply, only a game that is there more than once is looked at.
///
/// # Errors
/// When it cannot be read.
pub fn survey(input: impl BufRead) -> io::Result<Survey> {
    #[derive(serde::Deserialize)]
    struct Name {
        id: String,
    }
    let mut input = Head::new(input);
    if let Some(header) = wthor_header(&mut input)? {
        return Ok(Survey {
            games: Some(header.games.into()),
            wthor: true,
            ..Survey::default()
        });
    }
    let mut survey = Survey {
        games: Some(0),
        ..Survey::default()
    };
    let mut pieces = Segments::new(input);
    while let Some(piece) = pieces.next(false)? {
        let text = piece.bytes.trim_ascii();
        let several = begins_tree(text) || text.starts_with(b"[") || text == b"{";
        let is_head = survey.games == Some(0)
            && std::str::from_utf8(text).is_ok_and(|text| Table::of_head(text).is_some());
        if !text.is_empty() && !is_head {
            survey.games = survey.games.filter(|_| !several).map(|games| games + 1);
        }
        if text.first() == Some(&b'{')
            && !piece.too_long
            && let Ok(Name { id }) = serde_json::from_slice(text)
        {
            match survey.last.entry(hashed(&id)) {
                hash_map::Entry::Vacant(first) => {
                    first.insert(piece.line);
                }
                // A damaged line is no reason to lose the game before it.
                hash_map::Entry::Occupied(mut last) if holds_game(text) => {
                    last.insert(piece.line);
                }
                hash_map::Entry::Occupied(_) => {}
            }
        }
    }
    Ok(survey)
}

/// Whether a line is a record, and its game can be read.
fn holds_game(line: &[u8]) -> bool {
    std::str::from_utf8(line)
        .is_ok_and(|line| GameRecord::from_line(line).is_ok_and(|record| recorded(&record).is_ok()))
}

pub(super) fn hashed(id: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    id.hash(&mut hasher);
    hasher.finish()
}

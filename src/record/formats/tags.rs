//! Games as PlayOK and FlyOrDie write them, like PGN: tags such as `[Black "ann"]`, then numbered moves and the result.

use super::walk::{rating, said};
use super::{Ending, EntryError, Game, lines};
use koteki_games::othello::notation::MAX_LENGTH;

/// A game that is being read.
#[derive(Debug)]
pub(super) struct Tagged {
    /// The line it is reported by: its first, then that of its moves.
    pub(super) line: usize,
    /// Bytes before it.
    pub(super) offset: u64,
    /// Names and values; no more than [`MOST`].
    tags: Vec<(String, String)>,
    /// Its lines of moves, joined.
    moves: String,
}

/// Most tags that are kept.
const MOST: usize = 64;

/// The name and the value of a line `[Name "value"]`.
pub(super) fn tag(line: &str) -> Option<(&str, &str)> {
    let inside = line.trim().strip_prefix('[')?.strip_suffix(']')?;
    let (name, value) = inside.trim().split_once(char::is_whitespace)?;
    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    let is_name = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    (is_name && name.starts_with(|c: char| c.is_ascii_alphabetic())).then_some((name, value))
}

impl Tagged {
    pub(super) const fn new(line: usize, offset: u64) -> Self {
        Self {
            line,
            offset,
            tags: Vec::new(),
            moves: String::new(),
        }
    }

    /// Whether moves have come: then a tag begins another game.
    pub(super) const fn has_moves(&self) -> bool {
        !self.moves.is_empty()
    }

    pub(super) fn add_tag(&mut self, name: &str, value: &str) {
        if self.tags.len() < MOST && value.len() <= MAX_LENGTH {
            self.tags.push((name.to_owned(), value.to_owned()));
        }
    }

    /// Adds a line of moves; no more than can be a game's.
    pub(super) fn add_moves(&mut self, line: usize, text: &str) {
        if self.moves.is_empty() {
            self.line = line;
        }
        if self.moves.len() <= MAX_LENGTH {
            self.moves.push_str(text);
            self.moves.push(' ');
        }
    }

    fn value(&self, name: &str) -> Option<String> {
        let mut tags = self.tags.iter();
        let (_, value) = tags.find(|(other, _)| other.eq_ignore_ascii_case(name))?;
        said(value)
    }

    /// The game.
    ///
    /// # Errors
    /// What is wrong with it; characters are those of the lines of moves, joined.
    pub(super) fn game(&self) -> Result<Game, EntryError> {
        let mut moves = blanked(&self.moves);
        let last = moves.trim_end();
        let word = last.rfind(' ').map_or(last, |at| &last[at + 1..]);
        let result = lines::read_result(word);
        // These two say that it is unknown.
        if result.is_some() || matches!(word, "*" | "0-0") {
            moves.truncate(last.len() - word.len());
        }
        if moves.trim().is_empty() {
            return Err(EntryError::NoMove);
        }
        let text = match self.value("FEN") {
            Some(board) => format!("{board} {moves}"),
            None => moves,
        };
        let mut game = lines::read_game(&text)?;
        let claimed = self.value("Result");
        game.names = [self.value("Black"), self.value("White")];
        let about = &mut game.about;
        about.result = result.or_else(|| lines::read_result(&claimed?));
        if let (Some(claim), Some(how)) = (&mut about.result, self.value("Termination")) {
            claim.ending = match &*how.to_ascii_lowercase() {
                "resigned" | "resignation" => Ending::Resigned,
                "time forfeit" => Ending::Time,
                "rules infraction" | "forfeit" => Ending::Forfeit,
                _ => claim.ending,
            };
        }
        about.event = self.value("Event");
        about.place = self.value("Site");
        about.date = self.value("Date");
        let rating = |names: [&str; 2]| {
            let mut values = names.iter().filter_map(|name| self.value(name));
            values.find_map(|value| rating(&value))
        };
        about.ratings = [
            rating(["BlackElo", "BlackRating"]),
            rating(["WhiteElo", "WhiteRating"]),
        ];
        Ok(game)
    }
}

/// The text with remarks in braces as spaces, so that every move stays where it is.
fn blanked(text: &str) -> String {
    let mut inside = false;
    text.chars()
        .map(|c| {
            inside |= c == '{';
            let shown = if inside { ' ' } else { c };
            inside &= c != '}';
            shown
        })
        .collect()
}

//! Game trees, GGF's and SGF's: where they begin and end, and which of the two they are.

use super::{EntryError, Game, ggf, sgf};
use koteki_games::sgf::Tree;

/// Most nodes, properties and values of a game of Othello: it has sixty moves, some variations and remarks.
const MOST_PARTS: usize = 200_000;

/// What a game tree is made of, as far as it takes to find its end.
#[derive(Debug, Default)]
pub(super) struct Scan {
    depth: u32,
    /// Whether the first node has come.
    has_node: bool,
    in_value: bool,
    escaped: bool,
}

/// What was found of the end of a tree.
pub(super) enum Scanned {
    /// It goes on.
    More,
    /// It ends.
    End,
    /// It does not end, and another begins.
    Another,
}

impl Scan {
    /// Takes in `bytes` as far as the tree goes. A line that begins as only a whole game does, in the
    /// middle of another, says that the end of that one is missing, a bracket or all of it.
    pub(super) fn take(&mut self, bytes: &[u8], begins_line: bool) -> (usize, Scanned) {
        if begins_line && begins_game(bytes) {
            return (0, Scanned::Another);
        }
        for (index, &byte) in bytes.iter().enumerate() {
            if self.escaped {
                self.escaped = false;
            } else if self.in_value {
                self.escaped = byte == b'\\';
                self.in_value = byte != b']';
            } else {
                match byte {
                    b';' => self.has_node = true,
                    _ if byte.is_ascii_whitespace() => {}
                    // A parenthesis that begins no tree.
                    _ if self.depth > 0 && !self.has_node => return (index, Scanned::Another),
                    b'[' => self.in_value = true,
                    b'(' if self.depth > 0 && begins_game(&bytes[index..]) => {
                        return (index, Scanned::Another);
                    }
                    b'(' => self.depth = self.depth.saturating_add(1),
                    b')' => self.depth = self.depth.saturating_sub(1),
                    _ => {}
                }
                if byte == b')' && self.depth == 0 {
                    return (index + 1, Scanned::End);
                }
            }
        }
        (bytes.len(), Scanned::More)
    }
}

/// Steps over the space and the number that may stand in front of a tree.
fn without_count(bytes: &[u8]) -> &[u8] {
    let bytes = bytes.trim_ascii_start();
    let digits = bytes
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    bytes[digits..].trim_ascii_start()
}

/// Whether a piece begins a tree: `(` and `;`, or `(` at its end.
pub(super) fn begins_tree(bytes: &[u8]) -> bool {
    let after = without_count(bytes).strip_prefix(b"(");
    after.is_some_and(|after| matches!(after.trim_ascii_start().first(), None | Some(b';')))
}

/// Whether a piece begins as only a whole game does.
fn begins_game(bytes: &[u8]) -> bool {
    let Some(after) = without_count(bytes).strip_prefix(b"(") else {
        return false;
    };
    let Some(after) = after.trim_ascii_start().strip_prefix(b";") else {
        return false;
    };
    let after = after.trim_ascii_start();
    [b"GM[", b"FF[", b"CA[", b"AP["]
        .iter()
        .any(|name| after.starts_with(*name))
}

/// UTF-8, or else Latin-1, in which every byte is a character.
pub(super) fn decoded(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    }
}

/// The game of a tree: GGF says that it is Othello or gives a position, SGF has a number for the game.
pub(super) fn read_tree(bytes: &[u8]) -> Result<Game, EntryError> {
    let tree = Tree::read_within(&decoded(bytes), MOST_PARTS)?;
    let root = tree.nodes().first();
    let of = |name: &str| {
        let mut properties = root?.properties.iter();
        properties.find(|property| property.name == name)
    };
    let is_number = |game: &str| game.trim().bytes().all(|byte| byte.is_ascii_digit());
    let game = of("GM").and_then(|property| property.values.first());
    if of("BO").is_some() || game.is_some_and(|game| !is_number(game)) {
        ggf::read(&tree)
    } else {
        sgf::read(&tree, None)
    }
}

//! Matches of janken as tables: one round a row.
//!
//! Written as `game,round,p1,p2,rt_ms,predicted,confidence` and a few columns more ([`write`](mod@write)).
//! Read from whatever people and programs write ([`rows`]): no standard exists.
//!
//! | form | example of a heading |
//! |---|---|
//! | a row a round | `game,round,p1,p2`, `round_index,player1_move,player2_move`, `timestamp,user,computer,result` |
//! | a row a round, seen by one of them | `id,game,period,choice,other.choice,result` |
//! | a row a player and round | `game_id,round_index,player_id,player_move,player_rt,player_outcome` |
//! | no heading | `R,S`, `1,R,S` (round), `1,1,R,S` (game, round), `0 2` |
//!
//! Hands are letters, words or digits ([`Hand::read`]); the delimiter (comma, semicolon, tab, bar, spaces)
//! is found out. A row that cannot be read is a [`RowError`] with its line, and all others are kept. Where the
//! file says how rounds ended, that is held against the hands ([`Checked`]): exchanged labels show there.

mod alphabet;
pub(super) mod columns;
mod outcome;
pub mod rows;
pub mod write;

use std::collections::HashMap;

use koteki_games::janken::{Hand, Letters, Round};
use koteki_games::words::harmless::harmless;

pub use alphabet::{Alphabet, alphabet};
pub use outcome::Checked;
pub use rows::Rows;

/// A round as a row has it.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The match.
    pub game: String,
    /// Its number in the match as written, or counted from 1 where no column says it.
    pub round: u64,
    /// Who they are, as written; `p1` and `p2` where nothing says it.
    pub players: [String; 2],
    /// Both hands; `own` is the first player's.
    pub hands: Round,
    /// How long the first player took, in milliseconds.
    pub rt_ms: Option<f64>,
    /// The hand that the second player expected.
    pub predicted: Option<Hand>,
    /// How sure that was, 0 to 1.
    pub confidence: Option<f64>,
    /// Columns that this program writes beside those: player 2 as a name of the roster of readers, its
    /// seed, and how long the match is to be.
    pub extra: Extra,
    /// Whether the row is seen by the first player, and the other has rows of his own.
    pub one_sided: bool,
}

/// What this program needs to go on with a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Extra {
    /// The name of the program's reader.
    pub opponent: Option<String>,
    /// Its seed.
    pub seed: Option<u64>,
    /// How long the match is to be, in words.
    pub length: Option<String>,
}

/// A row that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct RowError {
    /// The line, 1 for the first.
    pub line: u64,
    /// What is wrong.
    pub problem: RowErrorKind,
}

/// What is wrong with a row.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RowErrorKind {
    /// Not a hand.
    #[error("\"{0}\" is no hand: R, P, S, rock, paper, scissors, 0, 1, 2{hint}", hint = japanese(.0))]
    Hand(String),
    /// A row with too few cells.
    #[error("{found} cells where the hands are in cell {needed} (torn?)")]
    Short {
        /// Cells there are.
        found: usize,
        /// Cells there must be.
        needed: usize,
    },
    /// A round that is no number.
    #[error("\"{0}\" is no round: a whole number is needed")]
    Round(String),
    /// A line longer than any row.
    #[error("longer than {0} bytes")]
    Long(usize),
    /// A row of one player of whom the other's row is missing.
    #[error("no row of another player for round {round} of game {game}")]
    Alone {
        /// The match.
        game: String,
        /// The round.
        round: u64,
    },
    /// A third row for a round of two, or one player's second.
    #[error("round {round} of game {game} has a row of {player} already")]
    Twice {
        /// The match.
        game: String,
        /// The round.
        round: u64,
        /// The player.
        player: String,
    },
}

fn japanese(text: &str) -> &'static str {
    match text.trim() {
        text if Hand::read(text, Letters::Japanese).is_some() => {
            " (G, C, P only when declared: gcp)"
        }
        _ => "",
    }
}

/// Cells are quoted in messages: of a long one the beginning, and nothing that a terminal would obey.
fn quoted(text: &str) -> String {
    let short: String = text.chars().take(40).collect();
    let is_whole = short.len() == text.len();
    let short = harmless(&short);
    if is_whole { short } else { short + "…" }
}

/// A heading without hands.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// It cannot be read.
    #[error("cannot read: {0}")]
    Read(#[from] std::io::Error),
    /// There are no hands in it.
    #[error(
        "line {line}: no column of hands: a heading such as game,round,p1,p2 (or player_id,player_move) or \
         a row such as R,S is needed, not \"{found}\""
    )]
    NoHands {
        /// The line of the heading.
        line: u64,
        /// The heading.
        found: String,
    },
    /// There is nothing in it.
    #[error("there is no row in it")]
    Empty,
    /// Its hands are in no one alphabet.
    #[error(
        "hands of several alphabets (R and S, G and C, 0, or 3): say what they stand for with --letters \
         rps, gcp, keys (1 rock, 2 scissors, 3 paper) or numbers (1 rock, 2 paper, 3 scissors)"
    )]
    Mixed,
    /// Its hands are in another alphabet than the one that was declared.
    #[error(
        "its hands are not in {declared} but in {found}: give --letters {found}, or leave --letters out"
    )]
    NotIn {
        /// The one that was declared.
        declared: &'static str,
        /// The one they are in.
        found: &'static str,
    },
}

impl TableError {
    /// A first line, of these cells, that is neither a heading with hands nor a row.
    fn no_hands(line: u64, cells: &[String]) -> Self {
        Self::NoHands {
            line,
            found: quoted(&cells.join(",")),
        }
    }
}

/// The rounds of one player in one match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerRounds {
    /// The match.
    pub game: String,
    /// The player they are seen by.
    pub player: String,
    /// In the order of the file.
    pub rounds: Vec<Round>,
    /// Places in `rounds` that do not follow from the one before: rounds between them are missing.
    pub gaps: Vec<usize>,
    /// Number of the last round.
    last: u64,
}

impl PlayerRounds {
    /// The rounds that follow from each other, without a gap.
    pub fn stretches(&self) -> impl Iterator<Item = &[Round]> + Clone {
        let begins = [0].into_iter().chain(self.gaps.iter().copied());
        let ends = self.gaps.iter().copied().chain([self.rounds.len()]);
        begins
            .zip(ends)
            .map(|(begin, end)| &self.rounds[begin..end])
    }
}

/// Rows put together, a match of a player each, in the order in which they begin.
#[derive(Clone, Debug, Default)]
pub struct Collected {
    index: HashMap<(String, String), usize>,
    /// The matches.
    pub seen: Vec<PlayerRounds>,
}

impl Collected {
    /// Adds a row: for both of its players, or for the one it is seen by.
    pub fn add(&mut self, row: Row) {
        let [first, second] = row.players;
        if !row.one_sided {
            self.push(&row.game, second, row.round, row.hands.turned());
        }
        self.push(&row.game, first, row.round, row.hands);
    }

    fn push(&mut self, game: &str, player: String, number: u64, round: Round) {
        let index = *self
            .index
            .entry((game.to_owned(), player.clone()))
            .or_insert_with(|| {
                self.seen.push(PlayerRounds {
                    game: game.to_owned(),
                    player,
                    rounds: Vec::new(),
                    gaps: Vec::new(),
                    last: 0,
                });
                self.seen.len() - 1
            });
        if let Some(seen) = self.seen.get_mut(index) {
            if !seen.rounds.is_empty() && seen.last.checked_add(1) != Some(number) {
                seen.gaps.push(seen.rounds.len());
            }
            seen.last = number;
            seen.rounds.push(round);
        }
    }
}

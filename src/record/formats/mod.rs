//! Games of Othello as files of all kinds hold them: one reader that recognises each by its content, and a
//! writer for each format that a person may want.
//!
//! | format | read | written | file |
//! |---|---|---|---|
//! | transcript text, with a position in front or not, over one line or several | yes | yes | `lines` |
//! | board strings, with a side or without, in one line or eight | yes | as OBF | `lines` |
//! | text like PGN, as of PlayOK: tags in brackets, numbered moves, a result | yes | | `tags` |
//! | GGF, the Generic Game Format of the GGS server | yes | yes | `ggf` |
//! | SGF, the Smart Game Format | yes | yes | `sgf` |
//! | OBF, collections of endgame problems | yes | yes | `obf` |
//! | WTHOR, the base of tournament games (`.wtb` with `.jou` and `.trn`) | yes | yes | `wthor` |
//! | JSON: `games.jsonl`, what is written here, games of Othello Quest | yes | yes | `json` |
//! | CSV with a head: what is written here, and other tables with a column of moves | yes | yes | `csv` |
//!
//! [`Games`] reads game after game, so a file may be larger than the memory, and text of all formats may
//! stand in one file. Nothing is skipped in silence: what is no game is an [`Entry`] with a [`EntryError`], its
//! number, line and byte, and reading goes on behind it. Nothing grows with what the file says: lines,
//! trees, nodes and names have limits, and nothing here recurses.

mod collected;
pub mod csv;
pub mod games;
pub mod ggf;
pub mod json;
mod lines;
pub mod names;
pub mod obf;
mod reach;
pub mod segments;
pub mod sgf;
pub mod source;
mod survey;
mod tags;
mod trees;
mod walk;
pub mod writer;
pub mod wthor;

use serde::{Deserialize, Serialize};

use crate::game::{self, Judgement};
use koteki_games::othello::notation::{BoardError, MAX_LENGTH, TranscriptError};
use koteki_games::othello::obf::ObfError;
use koteki_games::othello::{LegalityError, Move, Position};
use koteki_games::sgf::TreeError;
use koteki_games::{Game as _, GameLine, Side};

pub use games::Games;
pub use ggf::one_line_of_ggf;
pub use lines::read_game;
pub use names::Names;
pub use reach::{UnreachableError, check_reachable};
pub use source::{OpenError, Source};
pub use survey::{Survey, survey};
pub use writer::{Format, TextWriter};

/// The longest game tree, in bytes: a game of GGF has two thousand.
pub const LONGEST_TREE: usize = 1 << 20;

/// A game of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// Its moves.
    pub line: GameLine<Position>,
    /// Who had Black, who White, where the file says so.
    pub names: [Option<String>; 2],
    /// What else the file says.
    pub about: About,
}

impl Game {
    /// A game of which nothing else is known.
    pub fn of(line: GameLine<Position>) -> Self {
        Self {
            line,
            names: [None, None],
            about: About::default(),
        }
    }

    /// Whether the result that the file gives is that of its moves, discs as they lie or with the empty
    /// squares for the winner. `None` when the file gives none, the game is not over, or it was ended off
    /// the board.
    pub fn agrees(&self) -> Option<bool> {
        let claim = self.about.result?;
        let (plain, full) = (
            self.line.position().outcome()?,
            self.line.position().outcome_with_empties()?,
        );
        matches!(claim.ending, Ending::Board | Ending::Unknown).then(|| match claim.lead {
            Lead::Won(side) => plain.winner() == Some(side),
            Lead::Discs(lead) => [plain, full].iter().any(|outcome| {
                let difference = f64::from(outcome.difference(Side::Black));
                (difference - lead).abs() < 0.01
            }),
        })
    }
}

/// What a file says of a game beside its moves and players.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct About {
    /// The tournament or match.
    pub event: Option<String>,
    /// Where it was played: a town, a server.
    pub place: Option<String>,
    /// When, as the file writes it.
    pub date: Option<String>,
    /// The ratings of Black and White, in whatever they were rated by.
    pub ratings: [Option<f64>; 2],
    /// The clocks of Black and White, as GGF writes them.
    pub clocks: [Option<String>; 2],
    /// GGF's kind of game: `8` the usual one, `8r20` one from a position drawn at random, `8a` for fewer discs.
    pub kind: Option<String>,
    /// The result that the file gives.
    pub result: Option<Claim>,
    /// What WTHOR calls the theoretical score.
    pub theoretical: Option<Theoretical>,
    /// What there is beside each move; empty, or as long as the game.
    pub notes: Vec<Note>,
    /// What koteki's tester made of each move, of a game that it judged; else empty.
    pub judgements: Vec<Option<Judgement>>,
    /// Of a problem: what the position is worth in discs to the side to move.
    pub score: Option<i32>,
    /// Of a problem: what its moves are worth, in discs.
    pub scores: Vec<(Move, i32)>,
}

impl About {
    /// The year of the date: its first number of four digits.
    pub fn year(&self) -> Option<u16> {
        let date = self.date.as_deref()?;
        date.split(|c: char| !c.is_ascii_digit())
            .find(|digits| digits.len() == 4)?
            .parse()
            .ok()
    }
}

/// A result as a file gives it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Claim {
    /// Who won, and by how much.
    pub lead: Lead,
    /// How it came to it.
    pub ending: Ending,
}

/// Who won, and by how much where a file says it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Lead {
    /// Black's discs minus White's; with a komi not always whole. 0 is a draw.
    Discs(f64),
    /// This side won, by how much is not known.
    Won(Side),
}

impl Claim {
    /// How a game ended on the board, the empty squares the winner's; `None` when it did not.
    fn of_board(position: &Position) -> Option<Self> {
        let outcome = position.outcome_with_empties()?;
        Some(Self {
            lead: Lead::Discs(outcome.difference(Side::Black).into()),
            ending: Ending::Board,
        })
    }

    /// Who won; `None` for a draw.
    pub fn winner(&self) -> Option<Side> {
        match self.lead {
            Lead::Won(side) => Some(side),
            Lead::Discs(lead) if lead > 0.0 => Some(Side::Black),
            Lead::Discs(lead) if lead < 0.0 => Some(Side::White),
            Lead::Discs(_) => None,
        }
    }

    /// Black's discs minus White's, where the file says it.
    pub const fn difference(&self) -> Option<f64> {
        match self.lead {
            Lead::Discs(lead) => Some(lead),
            Lead::Won(_) => None,
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// On the board.
    Board,
    /// A player resigned.
    Resigned,
    /// A player ran out of time.
    Time,
    /// By agreement.
    Agreed,
    /// A player lost by the rules of the contest, not by those of the game.
    Forfeit,
    /// The file does not say how.
    Unknown,
}

impl Ending {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Board,
        Self::Resigned,
        Self::Time,
        Self::Agreed,
        Self::Forfeit,
        Self::Unknown,
    ];

    /// What CSV calls it; nothing where it is not known.
    const fn name(self) -> &'static str {
        match self {
            Self::Board => "board",
            Self::Resigned => "resigned",
            Self::Time => "time",
            Self::Agreed => "agreed",
            Self::Forfeit => "forfeit",
            Self::Unknown => "",
        }
    }
}

/// Black's discs with perfect play from where so many squares are empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theoretical {
    /// Black's discs, 0 to 64.
    pub black: u8,
    /// The empty squares.
    pub empties: u8,
}

/// What there is beside a move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Note {
    /// What the mover thought it was worth to itself, in discs.
    pub value: Option<f64>,
    /// How long it thought, in seconds.
    pub seconds: Option<f64>,
}

/// A place of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location {
    /// Its number in the file, from 1; faults are counted too.
    pub number: u64,
    /// The line it begins on, from 1; of a fault the line that it stands on. `None` in a file without lines.
    pub line: Option<usize>,
    /// Bytes of the file before it; of a fault before the line or the game that it stands in.
    pub offset: u64,
}

/// What stands in a place of the file.
#[derive(Debug)]
pub struct Entry {
    /// Where.
    pub at: Location,
    /// The game, or why there is none.
    pub game: Result<Game, EntryError>,
}

/// Why something is no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EntryError {
    /// An invalid record, or one whose moves are not legal.
    #[error("{0}")]
    Record(#[from] game::RecordError),
    /// Moves that are no game.
    #[error("{0}")]
    Transcript(#[from] TranscriptError),
    /// A position that cannot be read.
    #[error("its position: {0}")]
    Board(#[from] BoardError),
    /// A position that no game leads to.
    #[error("its position cannot come about in a game: {0}")]
    Unreachable(#[from] UnreachableError),
    /// No move and no position.
    #[error("no move in it: write a game, such as f5d6c3d3c4, or # in front of a remark")]
    NoMove,
    /// Longer than any game.
    #[error("the line is longer than {MAX_LENGTH} characters: write one game on a line")]
    TooLong,
    /// Not text.
    #[error("not text (UTF-8)")]
    NotText,
    /// A row of a table with a cell too many or too few.
    #[error("the row has {found} cells, and the table {columns} columns")]
    Cells {
        /// Cells of the row.
        found: usize,
        /// Columns of the table.
        columns: usize,
    },
    /// A row of a table that ends in the middle of a cell.
    #[error("the row of the table is cut off: a closing \" is missing")]
    OpenQuote,
    /// Not a game tree.
    #[error("{0}")]
    Tree(#[from] TreeError),
    /// Longer than any game tree.
    #[error("the game has more than {LONGEST_TREE} bytes")]
    LongTree,
    /// A game of another kind.
    #[error("the game is {0}: koteki reads Othello on 8x8 squares")]
    OtherGame(String),
    /// A tag that has to be there.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// A tag with a value that cannot be read.
    #[error("cannot read {0}[{1}]")]
    Value(String, String),
    /// Discs put on the board after the first move.
    #[error("{0} after the first move")]
    Setup(String),
    /// A move of the side that is not to move.
    #[error("move {number}: {found} is {side}'s, and it is {}'s turn", .side.other())]
    Turn {
        /// The move's number, from 1, passes counted.
        number: usize,
        /// The move.
        found: String,
        /// Whose it is in the file.
        side: Side,
    },
    /// A move that the rules do not allow.
    #[error("move {number}: {found} is not legal: {why}")]
    Illegal {
        /// The move's number, from 1, passes counted.
        number: usize,
        /// The move.
        found: String,
        /// The reason.
        why: LegalityError,
    },
    /// An invalid line of problems.
    #[error("{0}")]
    Problem(#[from] ObfError),
    /// An invalid object of JSON.
    #[error("not a game in JSON: {0}")]
    Json(String),
    /// A file of WTHOR with something wrong in it.
    #[error("{0}")]
    Wthor(#[from] wthor::WthorError),
}

/// The beginning of `text`, short enough for one line of a message.
pub(crate) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 24;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

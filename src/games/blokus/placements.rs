//! The 13,729 ways to put a piece on the board.

use std::fmt;
use std::sync::LazyLock;

use super::{Orientation, Piece, Square, Squares};

/// A piece in one of its forms at one place of the board, wholly on it.
///
/// They are numbered form by form, and within a form row by row from the top left.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
#[serde(try_from = "u16")]
pub struct Placement(u16);

impl TryFrom<u16> for Placement {
    type Error = String;

    fn try_from(number: u16) -> Result<Self, String> {
        Self::from_index(number.into())
            .ok_or_else(|| format!("there is no placement {number} in Blokus Duo"))
    }
}

/// How the placements of one form are numbered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbering {
    /// The number for a reference cell at the top left corner: not of a placement, and maybe negative.
    pub origin: i32,
    /// What one row further down adds; one column to the right adds 1.
    pub row: i32,
}

/// What moves need of a placement.
struct Entry {
    squares: Squares,
    orientation: Orientation,
    reference: Square,
}

struct Table {
    entries: Vec<Entry>,
    numbering: Vec<Numbering>,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut entries = Vec::with_capacity(Placement::COUNT);
    let mut numbering = Vec::with_capacity(Orientation::COUNT);
    for orientation in Orientation::all() {
        let first = entries.len();
        for reference in Square::all() {
            let cells = orientation.cells().iter();
            let squares: Option<Squares> = cells.map(|&cell| beside(reference, cell)).collect();
            if let Some(squares) = squares {
                entries.push(Entry {
                    squares,
                    orientation,
                    reference,
                });
            }
        }
        let corner = entries[first].reference;
        let last = entries[entries.len() - 1].reference;
        let row = i32::from(last.column()) - i32::from(corner.column()) + 1;
        let origin = first as i32 - i32::from(corner.row()) * row - i32::from(corner.column());
        numbering.push(Numbering { origin, row });
    }
    Table { entries, numbering }
});

/// The square `cell` of a piece lies on when its reference cell lies on `reference`.
fn beside(reference: Square, (dx, dy): (i8, i8)) -> Option<Square> {
    Square::at_signed(
        i32::from(reference.column()) + i32::from(dx),
        i32::from(reference.row()) + i32::from(dy),
    )
}

/// The numbering of each form.
pub(super) fn numbering(orientation: Orientation) -> Numbering {
    TABLE.numbering[orientation.index()]
}

impl Placement {
    /// How many there are.
    pub const COUNT: usize = 13_729;

    /// All placements in order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT as u16).map(Self)
    }

    /// The placement of that number.
    pub fn from_index(index: usize) -> Option<Self> {
        let number = u16::try_from(index).ok()?;
        (index < Self::COUNT).then_some(Self(number))
    }

    /// As [`from_index`](Self::from_index), for numbers that come from the tables.
    pub(super) fn numbered(number: i32) -> Self {
        debug_assert!(usize::try_from(number).is_ok_and(|number| number < Self::COUNT));
        Self(number as u16)
    }

    /// A form with its reference cell on `reference`; `None` when it does not fit on the board.
    pub fn new(orientation: Orientation, reference: Square) -> Option<Self> {
        let fits = orientation
            .cells()
            .iter()
            .all(|&cell| beside(reference, cell).is_some());
        let Numbering { origin, row } = numbering(orientation);
        let number = origin + i32::from(reference.row()) * row + i32::from(reference.column());
        fits.then(|| Self::numbered(number))
    }

    /// The placement that covers exactly these squares; `None` when no piece does.
    pub fn covering(squares: Squares) -> Option<Self> {
        let first = squares.iter().next()?;
        let (column, row) = (i32::from(first.column()), i32::from(first.row()));
        Orientation::all()
            .filter(|orientation| orientation.piece().size() == squares.len())
            .filter_map(|orientation| {
                // Both lists are in reading order, so the first cell lies on the first square.
                let &(dx, dy) = orientation.cells().first()?;
                let reference = Square::at_signed(column - i32::from(dx), row - i32::from(dy))?;
                Self::new(orientation, reference)
            })
            .find(|placement| placement.squares() == squares)
    }

    fn entry(self) -> &'static Entry {
        &TABLE.entries[usize::from(self.0)]
    }

    /// The number, 0…13,728.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The squares it covers.
    pub fn squares(self) -> Squares {
        self.entry().squares
    }

    /// The piece.
    pub fn piece(self) -> Piece {
        self.orientation().piece()
    }

    /// The form.
    pub fn orientation(self) -> Orientation {
        self.entry().orientation
    }

    /// Where the reference cell lies; always one of [`squares`](Self::squares).
    pub fn reference(self) -> Square {
        self.entry().reference
    }
}

/// The contests' code: column and row of the reference cell 1…e from the top left, the piece's letter
/// and the lowest code of its form, as in `46t3`.
impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (reference, orientation) = (self.reference(), self.orientation());
        f.pad(&format!(
            "{:x}{:x}{}{}",
            reference.column() + 1,
            reference.row() + 1,
            orientation.piece().letter(),
            orientation.code()
        ))
    }
}

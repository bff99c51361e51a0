//! The 21 pieces and their 91 forms.

use std::fmt;
use std::sync::LazyLock;

/// Each piece as the contests draw it: its cells relative to the reference cell (0, 0), columns to the
/// right and rows **down**; and Pentobi's name.
const PIECES: [(&str, &[(i8, i8)]); Piece::COUNT] = [
    ("1", &[(0, 0)]),
    ("2", &[(0, 0), (0, 1)]),
    ("I3", &[(0, -1), (0, 0), (0, 1)]),
    ("V3", &[(0, -1), (0, 0), (1, 0)]),
    ("I4", &[(0, -1), (0, 0), (0, 1), (0, 2)]),
    ("L4", &[(0, -1), (0, 0), (-1, 1), (0, 1)]),
    ("T4", &[(0, -1), (0, 0), (1, 0), (0, 1)]),
    ("O", &[(0, 0), (1, 0), (0, 1), (1, 1)]),
    ("Z4", &[(-1, 0), (0, 0), (0, 1), (1, 1)]),
    ("I5", &[(0, -2), (0, -1), (0, 0), (0, 1), (0, 2)]),
    ("L5", &[(0, -2), (0, -1), (0, 0), (-1, 1), (0, 1)]),
    ("N", &[(0, -2), (0, -1), (-1, 0), (0, 0), (-1, 1)]),
    ("P", &[(0, -1), (-1, 0), (0, 0), (-1, 1), (0, 1)]),
    ("U", &[(-1, -1), (0, -1), (0, 0), (-1, 1), (0, 1)]),
    ("Y", &[(0, -1), (0, 0), (1, 0), (0, 1), (0, 2)]),
    ("T5", &[(0, -1), (0, 0), (-1, 1), (0, 1), (1, 1)]),
    ("V5", &[(0, -2), (0, -1), (0, 0), (1, 0), (2, 0)]),
    ("W", &[(-1, -1), (0, -1), (0, 0), (1, 0), (1, 1)]),
    ("Z5", &[(-1, -1), (-1, 0), (0, 0), (1, 0), (1, 1)]),
    ("F", &[(-1, -1), (-1, 0), (0, 0), (1, 0), (0, 1)]),
    ("X", &[(0, -1), (-1, 0), (0, 0), (1, 0), (0, 1)]),
];

/// One of the 21 pieces. They order as the contests' letters do, small ones first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Piece(u8);

impl Piece {
    /// How many there are.
    pub const COUNT: usize = 21;
    /// The piece of one square.
    pub const MONOMINO: Self = Self(0);
    /// Squares of all pieces of a side together.
    pub const ALL_SQUARES: u32 = 89;

    /// All pieces in order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..Self::COUNT as u8).map(Self)
    }

    /// The piece of that number, 0…20.
    pub fn from_index(index: usize) -> Option<Self> {
        let number = u8::try_from(index).ok()?;
        (index < Self::COUNT).then_some(Self(number))
    }

    /// The piece with that letter of the contests, a…u, in either case.
    pub fn from_letter(letter: char) -> Option<Self> {
        let letter = u8::try_from(letter).ok()?.to_ascii_lowercase();
        Self::from_index(usize::from(letter.checked_sub(b'a')?))
    }

    /// The piece of Pentobi's name, as in `V5`, in either case.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::all().find(|piece| piece.name().eq_ignore_ascii_case(name))
    }

    /// The number, 0…20.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The contests' letter, a…u.
    pub fn letter(self) -> char {
        char::from(b'a' + self.0)
    }

    /// Pentobi's name: the letter it looks like, with the number of squares where that leaves two.
    pub const fn name(self) -> &'static str {
        PIECES[self.index()].0
    }

    /// Its squares, 1…5.
    pub const fn size(self) -> u32 {
        PIECES[self.index()].1.len() as u32
    }

    /// Its forms: what turning it over and round makes of it.
    pub fn orientations(self) -> impl Iterator<Item = Orientation> {
        Orientation::all().filter(move |orientation| orientation.piece() == self)
    }
}

/// Pentobi's name.
impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A set of pieces.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize,
)]
pub struct PieceSet(u32);

impl PieceSet {
    /// No piece.
    pub const EMPTY: Self = Self(0);
    /// Every piece.
    pub const ALL: Self = Self((1 << Piece::COUNT) - 1);

    /// Whether `piece` is in the set.
    pub const fn contains(self, piece: Piece) -> bool {
        self.0 >> piece.0 & 1 != 0
    }

    /// The set with `piece`.
    pub const fn with(self, piece: Piece) -> Self {
        Self(self.0 | 1 << piece.0)
    }

    /// The set without `piece`.
    pub const fn without(self, piece: Piece) -> Self {
        Self(self.0 & !(1 << piece.0))
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The pieces in order.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Piece> {
        Piece::all().filter(move |&piece| self.contains(piece))
    }

    /// Squares of its pieces together.
    pub fn squares(self) -> u32 {
        self.iter().map(Piece::size).sum()
    }

    /// One bit a piece, the lowest for the first.
    pub const fn bits(self) -> u32 {
        self.0
    }
}

/// One of the 91 forms of the pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Orientation(u8);

/// What is known of a form.
struct Form {
    piece: Piece,
    /// The lowest of its codes, 0…7.
    code: u8,
    /// Relative to the reference cell, in reading order.
    cells: Vec<(i8, i8)>,
}

/// All forms, and for each piece and code the form and how far its reference lies from the code's.
struct Forms {
    forms: Vec<Form>,
    codes: [[(Orientation, (i8, i8)); 8]; Piece::COUNT],
}

/// The cells of a piece turned clockwise by `code / 2` quarters, then for odd codes mirrored left to
/// right; in reading order.
fn turned(cells: &[(i8, i8)], code: u8) -> Vec<(i8, i8)> {
    let mut turned: Vec<(i8, i8)> = cells
        .iter()
        .map(|&cell| {
            let (x, y) = (0..code / 2).fold(cell, |(x, y), _| (-y, x));
            if code % 2 == 1 { (-x, y) } else { (x, y) }
        })
        .collect();
    turned.sort_unstable_by_key(|&(x, y)| (y, x));
    turned
}

/// How far `to` lies from `from` when they are the same form.
fn shift(from: &[(i8, i8)], to: &[(i8, i8)]) -> Option<(i8, i8)> {
    let (&(x0, y0), &(x1, y1)) = (from.first()?, to.first()?);
    let (dx, dy) = (x1 - x0, y1 - y0);
    let same = from.len() == to.len()
        && from
            .iter()
            .zip(to)
            .all(|(&(x, y), &cell)| (x + dx, y + dy) == cell);
    same.then_some((dx, dy))
}

static FORMS: LazyLock<Forms> = LazyLock::new(|| {
    let mut forms: Vec<Form> = Vec::new();
    let mut codes = [[(Orientation(0), (0, 0)); 8]; Piece::COUNT];
    for piece in Piece::all() {
        for code in 0..8 {
            let cells = turned(PIECES[piece.index()].1, code);
            let known = forms
                .iter()
                .enumerate()
                .filter(|(_, form)| form.piece == piece)
                .find_map(|(index, form)| Some((index, shift(&form.cells, &cells)?)));
            let (index, offset) = known.unwrap_or_else(|| {
                forms.push(Form { piece, code, cells });
                (forms.len() - 1, (0, 0))
            });
            let orientation = Orientation(index as u8);
            codes[piece.index()][usize::from(code)] = (orientation, offset);
        }
    }
    Forms { forms, codes }
});

impl Orientation {
    /// How many there are.
    pub const COUNT: usize = 91;

    /// All forms, piece by piece.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT as u8).map(Self)
    }

    /// The form that a code of the contests, 0…7, names, and how far (columns, rows) its reference
    /// cell lies from the one of the code: a symmetric piece has several codes for one form.
    pub fn of(piece: Piece, code: u8) -> Option<(Self, (i8, i8))> {
        FORMS.codes[piece.index()].get(usize::from(code)).copied()
    }

    /// The form a piece has when nothing is done to it: code 0.
    pub fn first(piece: Piece) -> Self {
        FORMS.codes[piece.index()][0].0
    }

    fn form(self) -> &'static Form {
        &FORMS.forms[usize::from(self.0)]
    }

    /// The number, 0…90.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The piece.
    pub fn piece(self) -> Piece {
        self.form().piece
    }

    /// The lowest code of the contests for it, 0…7.
    pub fn code(self) -> u8 {
        self.form().code
    }

    /// Its cells as (column, row) relative to the reference cell, rows down, in reading order.
    pub fn cells(self) -> &'static [(i8, i8)] {
        &self.form().cells
    }

    fn with_code(self, code: u8) -> Self {
        FORMS.codes[self.piece().index()][usize::from(code)].0
    }

    /// Turned clockwise by a quarter.
    pub fn turned(self) -> Self {
        let code = self.code();
        // A mirrored form is mirrored last, so that it turns the other way round before.
        let quarter = if code.is_multiple_of(2) { 2 } else { 6 };
        self.with_code((code + quarter) % 8)
    }

    /// Mirrored left to right.
    pub fn mirrored(self) -> Self {
        self.with_code(self.code() ^ 1)
    }

    /// The next form of the same piece; after the last the first.
    pub fn next(self) -> Self {
        let piece = self.piece();
        Self::all()
            .skip(self.index() + 1)
            .take_while(|form| form.piece() == piece)
            .next()
            .unwrap_or_else(|| Self::first(piece))
    }

    /// The form of the same piece before; before the first the last.
    pub fn previous(self) -> Self {
        let piece = self.piece();
        let before = Self::all().take(self.index());
        before
            .filter(|form| form.piece() == piece)
            .last()
            .or_else(|| piece.orientations().last())
            .unwrap_or(self)
    }
}

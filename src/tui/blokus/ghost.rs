//! The piece in hand: which one, how it is turned, where it lies.
//!
//! It may hang over the edge of the board, so that turning it there is never refused; moving it never
//! makes it hang over more.

use crate::keys::{Action, Direction};
use koteki_games::blokus::{
    Move, Orientation, Piece, PieceSet, Placement, Position, Square, Squares,
};
use koteki_games::{Game as _, Side};
use koteki_rivals::roster::kit::blokus::words as rules;

/// The piece in hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ghost {
    /// The piece; `None` when no piece is left.
    piece: Option<Piece>,
    /// How each piece was turned last.
    forms: Vec<Orientation>,
    /// Where its reference cell lies, column and row from the top left; always on the board.
    at: (i32, i32),
}

/// What is said of the piece where it lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It may be played.
    Fits,
    /// It may not, and why.
    Misfits(String),
    /// It is shown where the best placement is.
    Best,
}

const OVERHANGS: &str = "hangs over the edge of the board";

/// Squares that the piece moves with Shift.
const FAST: u32 = 4;

impl Ghost {
    /// The largest piece, on a square.
    pub fn new(at: Square) -> Self {
        Self {
            piece: Piece::all().next_back(),
            forms: Piece::all().map(Orientation::first).collect(),
            at: (i32::from(at.column()), i32::from(at.row())),
        }
    }

    /// The piece in hand.
    pub const fn piece(&self) -> Option<Piece> {
        self.piece
    }

    /// How it is turned.
    pub fn form(&self) -> Option<Orientation> {
        self.forms.get(self.piece?.index()).copied()
    }

    /// The number of its form, from 1, and how many there are.
    pub fn form_number(&self) -> (usize, usize) {
        let Some(form) = self.form() else {
            return (0, 0);
        };
        let forms = form.piece().orientations();
        let before = forms.take_while(|&it| it != form).count();
        (before + 1, form.piece().orientations().count())
    }

    fn set_form(&mut self, form: Orientation) {
        if let Some(slot) = self.forms.get_mut(form.piece().index()) {
            *slot = form;
        }
    }

    /// Takes a piece in hand.
    pub fn take(&mut self, piece: Option<Piece>) {
        self.piece = piece;
    }

    /// Takes a piece in hand that is among `left`: that of before, else the next larger or smaller one.
    pub fn keep_to(&mut self, left: PieceSet) {
        if self.piece.is_some_and(|piece| left.contains(piece)) {
            return;
        }
        let near = self.piece.map_or(usize::MAX, Piece::index);
        self.piece = left
            .iter()
            .rev()
            .find(|piece| piece.index() < near)
            .or_else(|| left.iter().next_back());
    }

    /// Takes the piece whose name begins with `letter`, the largest first, when one is in hand already the
    /// next of them; `false` when none of them is left.
    pub fn take_letter(&mut self, letter: char, left: PieceSet) -> bool {
        let alike = |piece: &Piece| {
            let first = piece.name().chars().next();
            first.is_some_and(|it| it.eq_ignore_ascii_case(&letter))
        };
        let pieces: Vec<Piece> = left.iter().rev().filter(alike).collect();
        let now = pieces.iter().position(|&it| Some(it) == self.piece);
        let next = now.map_or(0, |now| (now + 1) % pieces.len().max(1));
        match pieces.get(next) {
            Some(&piece) => {
                self.piece = Some(piece);
                true
            }
            None => false,
        }
    }

    /// Takes the next larger piece of `left`, or the next smaller one, round the ends.
    pub fn step(&mut self, on: bool, left: PieceSet) {
        let pieces: Vec<Piece> = left.iter().collect();
        let Some(now) = pieces.iter().position(|&it| Some(it) == self.piece) else {
            return self.keep_to(left);
        };
        let by = if on { 1 } else { pieces.len() - 1 };
        self.piece = pieces.get((now + by) % pieces.len()).copied();
    }

    /// Turns it by a quarter.
    pub fn turn(&mut self, clockwise: bool) {
        if let Some(form) = self.form() {
            let quarters = if clockwise { 1 } else { 3 };
            self.set_form((0..quarters).fold(form, |form, _| form.turned()));
        }
    }

    /// Mirrors it left to right.
    pub fn mirror(&mut self) {
        if let Some(form) = self.form() {
            self.set_form(form.mirrored());
        }
    }

    /// Its next form, or the one before.
    pub fn cycle(&mut self, on: bool) {
        if let Some(form) = self.form() {
            self.set_form(if on { form.next() } else { form.previous() });
        }
    }

    /// Its cells, column and row from the top left; some may lie beside the board.
    pub fn cells(&self) -> impl Iterator<Item = (i32, i32)> {
        let (column, row) = self.at;
        let cells = self.form().map_or(&[][..], Orientation::cells);
        cells
            .iter()
            .map(move |&(x, y)| (column + i32::from(x), row + i32::from(y)))
    }

    /// Its squares on the board.
    pub fn squares(&self) -> impl Iterator<Item = Square> {
        self.cells()
            .filter_map(|(column, row)| Square::at_signed(column, row))
    }

    /// How many columns and rows it lies beside the board.
    fn overhang(&self) -> i32 {
        let last = i32::from(Square::SIDE) - 1;
        let beside = |value: i32| (-value).max(value - last).max(0);
        let across = self.cells().map(|(column, _)| beside(column)).max();
        let down = self.cells().map(|(_, row)| beside(row)).max();
        across.unwrap_or(0) + down.unwrap_or(0)
    }

    /// Moves it by so many squares, as far as it comes.
    pub fn shift(&mut self, direction: Direction, squares: u32) {
        let (x, y) = match direction {
            Direction::Left => (-1, 0),
            Direction::Right => (1, 0),
            Direction::Up => (0, -1),
            Direction::Down => (0, 1),
        };
        for _ in 0..squares {
            let mut moved = self.clone();
            moved.at = (self.at.0 + x, self.at.1 + y);
            let on_board = Square::at_signed(moved.at.0, moved.at.1).is_some();
            if !on_board || moved.overhang() > self.overhang() {
                break;
            }
            *self = moved;
        }
    }

    /// Moves its reference cell to a square.
    pub fn move_to(&mut self, square: Square) {
        self.at = (i32::from(square.column()), i32::from(square.row()));
    }

    /// Where it lies; `None` when it hangs over the edge.
    pub fn placement(&self) -> Option<Placement> {
        Placement::new(self.form()?, Square::at_signed(self.at.0, self.at.1)?)
    }

    /// Takes a placement in hand.
    pub fn show(&mut self, placement: Placement) {
        self.piece = Some(placement.piece());
        self.set_form(placement.orientation());
        self.move_to(placement.reference());
    }

    /// Moves it to the next place, form by form, where it fits in `position`, or to the one before; says
    /// which of how many, `None` when it fits nowhere.
    pub fn next_place(&mut self, on: bool, position: &Position) -> Option<(usize, usize)> {
        let form = self.form()?;
        let places = places(position, form.piece());
        // In which order a piece that hangs over lies among them.
        let key = |it: &Placement| {
            (
                it.orientation(),
                it.reference().row(),
                it.reference().column(),
            )
        };
        let square = Square::at_signed(self.at.0, self.at.1)?;
        let here = (form, square.row(), square.column());
        let next = if on {
            places.iter().position(|it| key(it) > here).unwrap_or(0)
        } else {
            let before = places.iter().rposition(|it| key(it) < here);
            before.unwrap_or(places.len().saturating_sub(1))
        };
        let placement = *places.get(next)?;
        self.show(placement);
        Some((next + 1, places.len()))
    }

    /// Moves it to the nearest place where it fits in `position`, turned as it is if it can be; stays where it fits already
    /// or fits nowhere.
    pub fn find_room(&mut self, position: &Position) {
        let Some(form) = self.form() else { return };
        if self.verdict(position) == Some(Verdict::Fits) {
            return;
        }
        let far = |it: &Placement| {
            let at = it.reference();
            let across = i32::from(at.column()).abs_diff(self.at.0);
            let down = i32::from(at.row()).abs_diff(self.at.1);
            (it.orientation() != form, across + down)
        };
        if let Some(nearest) = places(position, form.piece()).into_iter().min_by_key(far) {
            self.show(nearest);
        }
    }

    /// What a key does with it for the side to move in `position`, with Shift or without; what there is to say of that.
    pub fn act(&mut self, action: Action, shift: bool, position: &Position) -> Option<String> {
        let left = position.left(position.side_to_move());
        match action {
            Action::Go(direction) => self.shift(direction, if shift { FAST } else { 1 }),
            Action::Piece(letter) if self.take_letter(letter, left) => {}
            Action::Piece(letter) => {
                return Some(format!("no {} is left", letter.to_ascii_uppercase()));
            }
            Action::PieceStep(direction) => self.step(direction == Direction::Right, left),
            Action::Turn(direction) => self.turn(direction == Direction::Right),
            Action::Mirror => self.mirror(),
            Action::Form => self.cycle(!shift),
            Action::Spot(direction) => {
                let found = self.next_place(direction == Direction::Right, position);
                let name = self.piece().map_or("", Piece::name);
                return Some(match found {
                    Some((number, of)) => format!("{name}: place {number} of {of}"),
                    None => format!("{name} fits nowhere now: + and - go to the next piece"),
                });
            }
            _ => {}
        }
        None
    }

    /// Where it may be played as it lies, or why not.
    pub fn played(&self, position: &Position) -> Result<Placement, String> {
        let Some(piece) = self.piece() else {
            return Err("no piece left to place".to_owned());
        };
        match (self.verdict(position), self.placement()) {
            (Some(Verdict::Misfits(why)), _) => Err(format!("{}: {why}", piece.name())),
            (_, Some(placement)) => Ok(placement),
            (_, None) => Err(format!("{}: {OVERHANGS}", piece.name())),
        }
    }

    /// What is to say of it where it lies; `None` when no piece is in hand.
    pub fn verdict(&self, position: &Position) -> Option<Verdict> {
        self.piece?;
        let Some(placement) = self.placement() else {
            return Some(Verdict::Misfits(OVERHANGS.to_owned()));
        };
        let why = position.why_illegal(Move::Place(placement));
        Some(why.map_or(Verdict::Fits, |why| Verdict::Misfits(rules::why(why))))
    }
}

/// Where the side to move may place a piece, in order.
fn places(position: &Position, piece: Piece) -> Vec<Placement> {
    let mut places = Vec::new();
    position.ways(position.side_to_move(), |square, ways| {
        ways.for_each(square, |it| {
            if it.piece() == piece {
                places.push(it);
            }
        });
        true
    });
    places.sort_unstable();
    places
}

/// The pieces of `side` that would fit somewhere if it were to move.
pub fn playable(position: &Position, side: Side) -> PieceSet {
    let mut pieces = PieceSet::EMPTY;
    position.ways(side, |square, ways| {
        ways.for_each(square, |it| pieces = pieces.with(it.piece()));
        pieces != position.left(side)
    });
    pieces
}

/// The squares at corners of `side` at which one of its pieces fits, before the first one its start square.
pub fn corners(position: &Position, side: Side) -> Squares {
    let anchors = position.anchors(side);
    let mut covered = Squares::EMPTY;
    position.ways(side, |square, ways| {
        ways.for_each(square, |it| covered |= it.squares() & anchors);
        covered != anchors
    });
    covered
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ghost(name: &str) -> Ghost {
        let mut ghost = Ghost::new(Square::start(Side::Black));
        ghost.take(Piece::from_name(name));
        ghost
    }

    #[test]
    fn a_letter_goes_through_the_pieces_that_look_like_it() {
        let mut it = ghost("X");
        let mut names = Vec::new();
        for _ in 0..4 {
            assert!(it.take_letter('i', PieceSet::ALL));
            names.push(it.piece().unwrap().name());
        }
        assert_eq!(names, ["I5", "I4", "I3", "I5"]);
        let left = PieceSet::ALL.without(Piece::from_name("F").unwrap());
        assert!(!it.take_letter('f', left));
        assert_eq!(it.piece().unwrap().name(), "I5");
    }

    #[test]
    fn turning_at_the_edge_is_never_refused_and_comes_back() {
        // An I5 that lies along the left edge, as users of other programs found that they could not turn.
        let mut it = ghost("I5");
        it.shift(Direction::Left, 20);
        let before = it.clone();
        assert!(it.cells().all(|(column, _)| column == 0));
        it.turn(true);
        assert_eq!(it.placement(), None);
        assert_eq!(it.squares().count(), 3);
        assert_eq!(
            it.verdict(&Position::start()),
            Some(Verdict::Misfits("hangs over the edge of the board".into()))
        );
        // Outwards it does not go, inwards it does.
        let turned = it.clone();
        it.shift(Direction::Left, 1);
        assert_eq!(it, turned);
        it.shift(Direction::Right, 2);
        assert!(it.placement().is_some());
        it.shift(Direction::Left, 20);
        assert!(it.placement().is_some());
        it = turned;
        it.turn(false);
        assert_eq!(it, before);
    }

    #[test]
    fn the_next_place_goes_through_all_of_them_once() {
        let position = Position::start();
        let mut it = ghost("F");
        let mut seen = Vec::new();
        // A published count: F has 40 first moves.
        for _ in 0..40 {
            let (_, of) = it.next_place(true, &position).unwrap();
            assert_eq!(of, 40);
            assert_eq!(it.verdict(&position), Some(Verdict::Fits));
            seen.push(it.placement().unwrap());
        }
        let first = seen[0];
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), 40);
        it.next_place(true, &position).unwrap();
        assert_eq!(it.placement(), Some(first));
        it.next_place(false, &position).unwrap();
        it.next_place(true, &position).unwrap();
        assert_eq!(it.placement(), Some(first));
    }
}

//! What a person may see in a move of Othello: how much worse it is than the best, at a glance and on reflection,
//! what it looks like on the board, and the squares around it.

use koteki_games::othello::{Position, Square, Symmetry, bits, stable_discs};
use koteki_games::random::derive_seed;

/// The number of [features](Sight::features) of a move.
pub const FEATURES: usize = 20;

/// The parts of a game in which persons weigh features differently, by the empty squares.
pub const PHASES: usize = 12;

/// The phase of a position with so many empty squares: 0 from 56 on, …, 11 up to 5.
pub const fn phase(empties: u32) -> usize {
    let phase = 60_u32.saturating_sub(empties) as usize / 5;
    if phase < PHASES { phase } else { PHASES - 1 }
}

/// Contents of the squares around a move.
pub const SURROUNDINGS: usize = CLASSES * RING;
/// Contents of the edge that a move is on.
pub const EDGES: usize = 8 * RING;

/// Numbers of the boards that openings lead to.
pub const OPENINGS: usize = 1 << 16;
/// Moves from the start on that are an opening.
const OPENING: u32 = 16;

/// Squares that the board's symmetries do not carry to each other.
const CLASSES: usize = 10;
/// Contents of eight squares.
const RING: usize = 6561;

const LEFT: u64 = 0x0101_0101_0101_0101;
const RIGHT: u64 = LEFT << 7;
const RIM: u64 = 0xff | 0xff << 56 | LEFT | RIGHT;

/// The number of each square's class.
const CLASS: [u8; 64] = {
    // By the distances from the nearer edges, the smaller first: 00 01 02 03 11 12 13 22 23 33.
    const NUMBERS: [[u8; 4]; 4] = [[0, 1, 2, 3], [1, 4, 5, 6], [2, 5, 7, 8], [3, 6, 8, 9]];
    let mut class = [0; 64];
    let mut square = 0;
    while square < 64 {
        let (column, row) = (square % 8, square / 8);
        let column = if column < 4 { column } else { 7 - column };
        let row = if row < 4 { row } else { 7 - row };
        class[square] = NUMBERS[column][row];
        square += 1;
    }
    class
};

/// A position from the side that is to move, with the move that led to it.
#[derive(Clone, Copy, Debug)]
pub struct Sight {
    own: u64,
    opp: u64,
    last: Option<Square>,
    /// The opponent's answers in corners, did the side to move pass.
    corners: u64,
}

/// The square that is left of the corner bit `corner`, seen along each edge, and diagonally: what gives it away.
const fn beside_empty_corners(occupied: u64) -> (u64, u64) {
    let corners = bits::CORNERS & !occupied;
    let beside = bits::neighbours(corners);
    (beside & !RIM, beside & RIM)
}

impl Sight {
    /// The sight of `position`, to which the opponent's move on `last` led; of none after a pass or at the start.
    pub const fn new(position: &Position, last: Option<Square>) -> Self {
        let (own, opp) = (position.own(), position.opp());
        Self {
            own,
            opp,
            last,
            corners: bits::moves(opp, own) & bits::CORNERS,
        }
    }

    /// Empty squares.
    pub const fn empties(&self) -> u32 {
        (!(self.own | self.opp)).count_ones()
    }

    /// What can be said of the legal move on `square`: what it gives away, in hundredths of a disc, as a look at the
    /// boards after the moves has it (`glance`) and as a search does (`search`).
    pub fn features(&self, square: Square, glance: i32, search: i32) -> [f32; FEATURES] {
        let placed = square.bit();
        let flips = bits::flips(placed, self.own, self.opp);
        let (own, opp) = (self.own | placed | flips, self.opp & !flips);
        let occupied = own | opp;
        let answers = bits::moves(opp, own);
        let replies = bits::moves(own, opp);
        let (x_squares, c_squares) = beside_empty_corners(self.own | self.opp);
        let is = |condition: bool| f32::from(u8::from(condition));
        let on = |squares: u64| is(placed & squares != 0);
        let count = |squares: u64| squares.count_ones() as f32;
        let discs = |loss: i32| loss.max(0) as f32 / 100.0;
        let (glance, search) = (discs(glance), discs(search));
        let distance = self.last.map_or(8, |last| distance(last, square));
        let mut openness = 0;
        let mut rest = flips;
        while rest != 0 {
            let disc = rest & rest.wrapping_neg();
            openness += (bits::neighbours(disc) & !occupied).count_ones();
            rest &= rest - 1;
        }
        [
            libm::log1pf(search),
            (search / 10.0).min(4.0),
            libm::log1pf(glance),
            (glance / 10.0).min(4.0),
            count(flips) / 8.0,
            count(answers) / 8.0,
            count(replies) / 8.0,
            is(answers == 0),
            on(bits::CORNERS),
            on(x_squares),
            on(c_squares),
            on(RIM & !bits::CORNERS & !c_squares),
            count(answers & bits::CORNERS & !self.corners),
            count(self.corners & !answers),
            is(region(placed, !(self.own | self.opp)) % 2 == 1),
            openness as f32 / 8.0,
            count(bits::neighbours(own) & !occupied) / 16.0,
            (stable_discs(own, opp) & own).count_ones() as f32 / 8.0,
            is(distance == 1),
            distance as f32 / 8.0,
        ]
    }

    /// The numbers of what stands around `square`, on its edge, and on the board after the move there in the opening: a
    /// weight each in the tables of a policy.
    pub fn contents(&self, square: Square) -> [Option<usize>; 3] {
        [
            Some(self.surroundings(square)),
            self.edge(square),
            self.opening(square),
        ]
    }

    /// The number of what stands on the eight squares around `square`, the same for what is the same but for a
    /// symmetry.
    fn surroundings(&self, square: Square) -> usize {
        let (column, row) = (i32::from(square.column()), i32::from(square.row()));
        let content = |exchanged: bool| {
            let mut number = 0;
            for (x, y) in AROUND {
                let (x, y) = if exchanged { (y, x) } else { (x, y) };
                let x = column + if column < 4 { x } else { -x };
                let y = row + if row < 4 { y } else { -y };
                number = number * 3 + self.content(x, y);
            }
            number
        };
        let near = |at: i32| if at < 4 { at } else { 7 - at };
        let number = match near(column).cmp(&near(row)) {
            std::cmp::Ordering::Less => content(false),
            std::cmp::Ordering::Greater => content(true),
            std::cmp::Ordering::Equal => content(false).min(content(true)),
        };
        usize::from(CLASS[usize::from(square.index())]) * RING + number
    }

    /// The number of what stands on the edge of which `square` is one, the same for what is the same but for a
    /// symmetry; `None` of a corner, and of a square that is on no edge.
    fn edge(&self, square: Square) -> Option<usize> {
        let (column, row) = (i32::from(square.column()), i32::from(square.row()));
        let rim = |at: i32| at == 0 || at == 7;
        let along = match (rim(column), rim(row)) {
            (true, false) => row,
            (false, true) => column,
            _ => return None,
        };
        let turned = along > 3;
        let mut number = 0;
        for at in 0..8 {
            let at = if turned { 7 - at } else { at };
            let (x, y) = if rim(column) { (column, at) } else { (at, row) };
            number = number * 3 + self.content(x, y);
        }
        let along = if turned { 7 - along } else { along };
        Some(along as usize * RING + number)
    }

    /// The number of the board after the move on `square`, the same for what is the same but for a symmetry, and for a
    /// few other boards; `None` beyond the opening.
    fn opening(&self, square: Square) -> Option<usize> {
        if self.empties() < 60 - OPENING {
            return None;
        }
        let placed = square.bit();
        let flips = bits::flips(placed, self.own, self.opp);
        let (own, opp) = (self.own | placed | flips, self.opp & !flips);
        let least = Symmetry::ALL
            .into_iter()
            .map(|symmetry| (symmetry.board(own), symmetry.board(opp)))
            .min()?;
        let mixed = derive_seed(least.0, &[least.1]);
        Some(mixed as usize % OPENINGS)
    }

    /// 1 where an own disc stands, 2 where one of the opponent's does, 0 elsewhere.
    fn content(&self, column: i32, row: i32) -> usize {
        if !(0..8).contains(&column) || !(0..8).contains(&row) {
            return 0;
        }
        let bit = 1 << (row * 8 + column);
        usize::from(self.own & bit != 0) + 2 * usize::from(self.opp & bit != 0)
    }
}

/// The squares around one, in a fixed order.
const AROUND: [(i32, i32); 8] = [
    (-1, -1),
    (0, -1),
    (1, -1),
    (-1, 0),
    (1, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
];

/// How many steps of a king there are from one square to another.
fn distance(one: Square, other: Square) -> u8 {
    let columns = one.column().abs_diff(other.column());
    columns.max(one.row().abs_diff(other.row()))
}

/// How many empty squares hang together with the empty square `from`, itself counted.
const fn region(from: u64, empty: u64) -> u32 {
    let mut region = from;
    loop {
        let grown = (region | bits::neighbours(region)) & empty;
        if grown == region {
            return region.count_ones();
        }
        region = grown;
    }
}

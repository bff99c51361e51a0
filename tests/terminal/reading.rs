//! Reads the board off the screen, and follows the game by the rules alone.

use koteki_games::othello::{Move, Position, Square};
use koteki_games::{Game as _, GameLine, Side};

use crate::pty::Terminal;

/// Where the squares of the board lie on a screen.
#[derive(Clone, Copy)]
pub struct Grid {
    /// Row and column of the cell of square a1 that says what lies there.
    a1: (u16, u16),
    /// Columns and rows from one square to the next.
    pitch: (u16, u16),
}

impl Grid {
    /// Row and column of the cell that says what lies on `square`.
    pub fn cell(self, square: Square) -> (u16, u16) {
        let (across, down) = self.pitch;
        let row = self.a1.0 + down * u16::from(square.row());
        let col = self.a1.1 + across * u16::from(square.column());
        (row, col)
    }

    /// The columns of the gaps on either side of it, in which the brackets stand.
    pub fn gaps(self, square: Square) -> [u16; 2] {
        let (_, col) = self.cell(square);
        match self.pitch {
            (2, _) => [col - 1, col + 1],
            _ => [col - 2, col + 3],
        }
    }
}

/// The board with squares of one cell, or of 4 × 2; `None` when neither is to be seen.
pub fn grid(screen: &vt100::Screen) -> Option<Grid> {
    let (rows, cols) = screen.size();
    let shows = |row, col, text: &str| {
        screen
            .cell(row, col)
            .is_some_and(|cell| cell.contents() == text)
    };
    let places = (0..rows.get()).flat_map(|row| (0..cols.get()).map(move |col| (row, col)));
    let mut grids = places.flat_map(|(row, col)| {
        // A disc of 4 × 2 cells is whole in its lower row.
        [((2, 1), 1), ((5, 2), 2)].map(|(pitch, below)| Grid {
            a1: (row + below, col),
            pitch,
        })
    });
    grids.find(|grid| {
        let (row, _) = grid.a1;
        let names = row - grid.pitch.1;
        let col = |n: u16| grid.a1.1 + grid.pitch.0 * n;
        (0u16..8)
            .zip(["a", "b", "c", "d", "e", "f", "g", "h"])
            .all(|(n, name)| shows(names, col(n), name))
    })
}

/// The discs of Black and White as on a bitboard of the rules; `None` when the board is not to be
/// seen whole.
pub fn discs(screen: &vt100::Screen) -> Option<[u64; 2]> {
    let grid = grid(screen)?;
    let mut discs = [0; 2];
    for square in Square::all() {
        let (row, col) = grid.cell(square);
        let cell = screen.cell(row, col)?;
        // Those that the last move turned are smaller. With colours both discs are full ones: 16 and 231 are xterm's black and white. Without, letters.
        let side = match (cell.contents(), cell.fgcolor()) {
            ("●" | "◉" | "█" | "▀", vt100::Color::Idx(16)) | ("B" | "b" | "X" | "x", _) => {
                0
            }
            ("●" | "◉" | "█" | "▀", vt100::Color::Idx(231)) | ("W" | "w" | "O" | "o", _) => {
                1
            }
            _ => continue,
        };
        discs[side] |= square.bit();
    }
    Some(discs)
}

/// The discs of a position, as [`discs`] gives them.
pub fn discs_of(position: &Position) -> [u64; 2] {
    Side::BOTH.map(|side| position.discs(side))
}

/// Plays a pass where there is nothing else.
fn settle(line: &mut GameLine<Position>) {
    while line.position().is_legal(Move::Pass) {
        line.play(Move::Pass).unwrap();
    }
}

/// Every way in which the game can come back to `side` (or end) once the other side has answered.
pub fn answers(line: &GameLine<Position>, side: Side) -> Vec<GameLine<Position>> {
    let mut line = line.clone();
    settle(&mut line);
    if line.position().is_over() || line.position().side_to_move() == side {
        return vec![line];
    }
    let mut moves = Vec::new();
    line.position().legal_moves(&mut moves);
    moves
        .into_iter()
        .flat_map(|mv| {
            let mut next = line.clone();
            next.play(mv).unwrap();
            answers(&next, side)
        })
        .collect()
}

/// The game as far as a screen has shown it, from the side of the only person.
pub struct Follower {
    /// The game.
    pub line: GameLine<Position>,
    /// The person's side.
    pub side: Side,
}

impl Follower {
    /// At the first move.
    pub fn new(side: Side) -> Self {
        Self {
            line: GameLine::default(),
            side,
        }
    }

    /// A move that may be played now: one that leaves the other side the fewest.
    pub fn pick(&self) -> Move {
        let mut moves = Vec::new();
        self.line.position().legal_moves(&mut moves);
        let freedom = |mv: &Move| {
            let mut next = *self.line.position();
            next.play(*mv);
            next.placements().count_ones()
        };
        moves.into_iter().min_by_key(freedom).unwrap()
    }

    /// The person plays `mv`: waits until the screen shows a board that a legal answer leads to.
    /// False when the result lies over the board first.
    pub fn play(&mut self, terminal: &Terminal, mv: Move) -> bool {
        self.line.play(mv).unwrap();
        self.see(terminal)
    }

    /// Waits until the screen shows a board on which the person is to move, or the last one.
    pub fn see(&mut self, terminal: &Terminal) -> bool {
        let possible = answers(&self.line, self.side);
        let seen = std::cell::RefCell::new(None);
        terminal.wait_until("a board that a legal answer leads to", |screen| {
            if let Some(shown) = discs(screen) {
                let fits = |line: &&GameLine<Position>| discs_of(line.position()) == shown;
                *seen.borrow_mut() = possible.iter().find(fits).cloned();
            }
            seen.borrow().is_some() || screen.contents().contains("Rematch")
        });
        let seen = seen.into_inner();
        let found = seen.is_some();
        if let Some(line) = seen {
            self.line = line;
        }
        found
    }

    /// Types the move, as people do, and waits for the answer.
    pub fn type_move(&mut self, terminal: &mut Terminal, mv: Move) -> bool {
        terminal.send(&format!("{mv}\r"));
        self.play(terminal, mv)
    }
}

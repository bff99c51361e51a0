//! Reads the board off the screen, and follows the game by the rules alone.

use koteki_games::othello::{Move, Position};
use koteki_games::{Game as _, GameLine, Side};

use crate::pty::Terminal;

/// Row and column of square a1 on the small board; `None` when it is not to be seen.
pub fn corner(screen: &vt100::Screen) -> Option<(u16, u16)> {
    let (rows, cols) = screen.size();
    let shows = |row, col, text: &str| {
        screen
            .cell(row, col)
            .is_some_and(|cell| cell.contents() == text)
    };
    (0..rows.get().saturating_sub(8))
        .flat_map(|row| (0..cols.get()).map(move |col| (row, col)))
        .find(|&(row, col)| {
            (0u16..8)
                .zip(["a", "b", "c", "d", "e", "f", "g", "h"])
                .all(|(n, name)| shows(row, col + 2 * n, name))
        })
        .map(|(row, col)| (row + 1, col))
}

/// The discs of Black and White as on a bitboard of the rules; `None` when the board is not to be
/// seen whole.
pub fn discs(screen: &vt100::Screen) -> Option<[u64; 2]> {
    let (top, left) = corner(screen)?;
    let mut discs = [0; 2];
    for square in koteki_games::othello::Square::all() {
        let cell = screen.cell(
            top + u16::from(square.row()),
            left + 2 * u16::from(square.column()),
        )?;
        // With colours both discs are full ones: 16 and 231 are xterm's black and white. Without, letters.
        let side = match (cell.contents(), cell.fgcolor()) {
            ("●", vt100::Color::Idx(16)) | ("B" | "X", _) => 0,
            ("●", vt100::Color::Idx(231)) | ("W" | "O", _) => 1,
            ("" | " " | "•" | "★" | "·" | "." | "+" | "?", _) => continue,
            _ => return None,
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

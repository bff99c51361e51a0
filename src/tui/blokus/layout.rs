//! Which panes fit, and where.
//!
//! ```text
//! ┌ board ───┐┌ pieces ──────┐
//! │          ││  one side's  │   the board is drawn as large as leaves room for the pieces; what is
//! │          ││  the other's │   left beneath them is for the winning rate and the moves. What does not
//! │          │├ rate ┬ moves ┤   fit is alone on the screen when Tab comes to it.
//! │  text    │├rivals┬fitness┤
//! └──────────┘└──────┴───────┘
//!  game
//!  hints or notice
//! ```

use ratatui::layout::{Constraint, Layout, Rect};

/// A pane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pane {
    /// The board, and what there is to say of the game.
    Board,
    /// The pieces of both sides.
    Pieces,
    /// The curve of the winning rate.
    Rate,
    /// The list of moves.
    Moves,
    /// The rivals that are bred.
    Rivals,
    /// How they get on.
    Fitness,
}

/// The least size in which there is a game: the board with its coordinates and frame, two rows of text, and
/// two lines at the bottom.
pub const LEAST: (u16, u16) = (36, 21);

/// Columns and rows of the pieces of one side, drawn small and drawn large, frames included.
pub const TRAYS: [(u16, u16); 2] = [(44, 11), (86, 14)];

/// Rows of text beneath the board that a larger board must leave.
const TEXT: u16 = 5;

/// Columns that the winning rate needs beside the moves.
const BESIDE: u16 = 54;

/// Least rows of the winning rate and of the moves.
const LOW: u16 = 7;

/// Columns and rows of the board's pane when a square is `2 * scale` columns wide, without the text.
pub const fn board_size(scale: u16) -> (u16, u16) {
    (28 * scale + 8, 14 * scale + 3)
}

/// The board, as large as leaves room for the pieces, and that room beside it or beneath it; `None` where there is none.
pub fn board_beside(main: Rect) -> (Rect, Option<Rect>) {
    use Constraint::{Fill, Length};
    let (tray, rows) = TRAYS[0];
    let fits = |scale: &u16| {
        let (width, height) = board_size(*scale);
        width + tray <= main.width && height + TEXT <= main.height
    };
    let [board, right] = if let Some(scale) = [3, 2, 1].into_iter().find(fits) {
        Layout::horizontal([Length(board_size(scale).0), Fill(1)]).areas(main)
    } else {
        // Beneath the board where there is no room beside it.
        let height = board_size(board_scale(main)).1 + TEXT;
        if main.width < tray || main.height < height + 2 * rows {
            return (main, None);
        }
        Layout::vertical([Length(height), Fill(1)]).areas(main)
    };
    (board, Some(right))
}

/// Where each pane lies; those that do not fit are not in it.
pub fn layout(main: Rect) -> Vec<(Pane, Rect)> {
    use Constraint::{Fill, Length};
    let (_, rows) = TRAYS[0];
    let (board, right) = board_beside(main);
    let Some(right) = right else {
        return vec![(Pane::Board, board)];
    };
    let (large, large_rows) = TRAYS[1];
    let pieces = if right.width >= large && right.height >= 2 * large_rows + LOW {
        2 * large_rows
    } else {
        2 * rows
    };
    if right.height < pieces + LOW {
        return vec![(Pane::Board, board), (Pane::Pieces, right)];
    }
    let [pieces, below] = Layout::vertical([Length(pieces), Fill(1)]).areas(right);
    let mut panes = vec![(Pane::Board, board), (Pane::Pieces, pieces)];
    let halves = below.height >= 2 * LOW;
    let [upper, lower] = Layout::vertical([Length(below.height / 2), Fill(1)]).areas(below);
    let beside = |row: Rect| -> [Rect; 2] {
        Layout::horizontal([Length(row.width * 3 / 5), Fill(1)]).areas(row)
    };
    if below.width >= BESIDE {
        // The evolution has the lower half where both halves are worth it.
        let [rate, moves] = beside(if halves { upper } else { below });
        panes.extend([(Pane::Rate, rate), (Pane::Moves, moves)]);
        if halves {
            let [rivals, fitness] = beside(lower);
            panes.extend([(Pane::Rivals, rivals), (Pane::Fitness, fitness)]);
        }
    } else if halves {
        panes.extend([(Pane::Rate, upper), (Pane::Moves, lower)]);
    } else {
        panes.push((Pane::Rate, below));
    }
    panes
}

/// The scale of the board in a pane of this size: columns of a square by two.
pub fn board_scale(pane: Rect) -> u16 {
    let fits = |scale: &u16| {
        let (width, height) = board_size(*scale);
        width <= pane.width && height + TEXT <= pane.height
    };
    [4, 3, 2].into_iter().find(fits).unwrap_or(1)
}

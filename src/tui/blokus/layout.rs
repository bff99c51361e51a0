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

use ratatui::layout::Rect;

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

impl Pane {
    /// In the order in which Tab goes through them.
    pub const ALL: [Self; 6] = [
        Self::Board,
        Self::Pieces,
        Self::Rate,
        Self::Moves,
        Self::Rivals,
        Self::Fitness,
    ];

    /// The pane `by` further on, round the end.
    pub fn step(self, by: usize) -> Self {
        let index = Self::ALL.iter().position(|&pane| pane == self).unwrap_or(0);
        Self::ALL[(index + by) % Self::ALL.len()]
    }
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

/// Where each pane lies; those that do not fit are not in it.
pub fn layout(area: Rect, focus: Pane, zoom: bool) -> Vec<(Pane, Rect)> {
    let main = Rect {
        height: area.height.saturating_sub(2),
        ..area
    };
    if zoom {
        return vec![(focus, main)];
    }
    let panes = side_by_side(main);
    // A pane that does not fit beside the others is shown alone when the focus comes to it.
    if panes.iter().any(|(pane, _)| *pane == focus) {
        panes
    } else {
        vec![(focus, main)]
    }
}

fn side_by_side(main: Rect) -> Vec<(Pane, Rect)> {
    let (tray, rows) = TRAYS[0];
    let fits = |scale: &u16| {
        let (width, height) = board_size(*scale);
        width + tray <= main.width && height + TEXT <= main.height
    };
    let (board, right) = if let Some(scale) = [3, 2, 1].into_iter().find(fits) {
        let (width, _) = board_size(scale);
        let right = Rect {
            x: main.x + width,
            width: main.width - width,
            ..main
        };
        (Rect { width, ..main }, right)
    } else {
        // Beneath the board where there is no room beside it.
        let height = board_size(board_scale(main)).1 + TEXT;
        if main.width < tray || main.height < height + 2 * rows {
            return vec![(Pane::Board, main)];
        }
        let below = Rect {
            y: main.y + height,
            height: main.height - height,
            ..main
        };
        (Rect { height, ..main }, below)
    };
    let mut panes = vec![(Pane::Board, board)];
    let (large, large_rows) = TRAYS[1];
    let pieces = if right.width >= large && right.height >= 2 * large_rows + LOW {
        2 * large_rows
    } else {
        2 * rows
    };
    let rest = right.height.saturating_sub(pieces);
    if rest < LOW {
        panes.push((Pane::Pieces, right));
        return panes;
    }
    panes.push((
        Pane::Pieces,
        Rect {
            height: pieces,
            ..right
        },
    ));
    let below = Rect {
        y: right.y + pieces,
        height: rest,
        ..right
    };
    // The evolution has the lower half where both halves are worth it.
    let below = if below.width >= BESIDE && rest >= 2 * LOW {
        let upper = rest / 2;
        let lower = Rect {
            y: below.y + upper,
            height: rest - upper,
            ..below
        };
        let left = lower.width * 3 / 5;
        panes.push((
            Pane::Rivals,
            Rect {
                width: left,
                ..lower
            },
        ));
        panes.push((
            Pane::Fitness,
            Rect {
                x: lower.x + left,
                width: lower.width - left,
                ..lower
            },
        ));
        Rect {
            height: upper,
            ..below
        }
    } else {
        below
    };
    let rest = below.height;
    if below.width >= BESIDE {
        let left = below.width * 3 / 5;
        panes.push((
            Pane::Rate,
            Rect {
                width: left,
                ..below
            },
        ));
        panes.push((
            Pane::Moves,
            Rect {
                x: below.x + left,
                width: below.width - left,
                ..below
            },
        ));
    } else if rest >= 2 * LOW {
        let upper = rest / 2;
        panes.push((
            Pane::Rate,
            Rect {
                height: upper,
                ..below
            },
        ));
        panes.push((
            Pane::Moves,
            Rect {
                y: below.y + upper,
                height: rest - upper,
                ..below
            },
        ));
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

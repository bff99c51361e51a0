//! What the panes are given: the game as it stands or stood, the piece in hand, what is known.

use super::ghost::{Ghost, Verdict};
use crate::theme::Theme;
use koteki_games::blokus::{PieceSet, Placement, Position, Squares};
use koteki_games::{Game as _, Side};
use koteki_session::Table;

/// What the panes show.
pub struct View<'a> {
    /// The game.
    pub table: &'a Table<Position>,
    /// After which move of it the board is shown.
    pub ply: usize,
    /// The position there.
    pub position: &'a Position,
    /// The piece in hand, when it is a person's move that is shown.
    pub ghost: Option<&'a Ghost>,
    /// What is to say of it where it lies.
    pub verdict: Option<Verdict>,
    /// Pieces that fit somewhere, Black's first.
    pub playable: [PieceSet; 2],
    /// Corners of the person to move at which something fits.
    pub corners: Squares,
    /// How often Black wins, by ply, where it is known: 0…1.
    pub rates: &'a [Option<f64>],
    /// The side that is "you".
    pub own: Side,
    /// The look.
    pub theme: &'a Theme,
}

impl View<'_> {
    /// The last placement before the position that is shown, and whose it is.
    pub fn last(&self) -> Option<(Side, Placement)> {
        let steps = self.table.line().steps().take(self.ply);
        let placed =
            steps.filter_map(|(position, mv)| Some((position.side_to_move(), mv.placement()?)));
        placed.last()
    }

    /// Whether `side` is the one person's, and not one of two people's.
    pub fn is_you(&self, side: Side) -> bool {
        side == self.own && self.table.person().is_some()
    }

    /// The winning rate of the person's side where it is shown, in per cent.
    pub fn rate(&self) -> Option<f64> {
        let black = self.rates.get(self.ply).copied().flatten()?;
        Some(100.0 * for_side(black, self.own))
    }
}

/// Black's winning rate as another side's.
pub fn for_side(black: f64, side: Side) -> f64 {
    match side {
        Side::Black => black,
        Side::White => 1.0 - black,
    }
}

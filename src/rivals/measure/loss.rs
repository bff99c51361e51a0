//! What a player's moves give away: the thesis' measure of strength (Ueda 2012, §5.1–5.2).
//!
//! For each own move up to ply 40 the tester's best value minus the value of the move played is the
//! *loss*, and 1 + the number of better moves its *rank*. The mean loss of a game is D: 0 for a player
//! that agrees with the tester, larger for a weaker one.
//!
//! The thesis averages over all of them. Two kinds of move say nothing about strength, and are
//! counted openly instead of being hidden in the mean: *forced* moves (one legal move: the loss is 0
//! whoever plays) and *decided* ones, where the best value or that of the move played is a finished
//! game's (±10⁷ beside values of tens: one such loss is all the mean there is).

use serde::{Deserialize, Serialize};

use super::stats::Moments;
use koteki_engine::eval::is_decided;
pub use koteki_engine::player::agent::MEASURED_PLIES;
use koteki_engine::search::budget::{Cancel, CancelledError};
use koteki_engine::search::root::{RootValues, Search};
use koteki_games::{Game, GameLine, Side};

/// One own move as the tester sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveLoss {
    /// Ply of the move, 1 for the first move of the game.
    pub ply: usize,
    /// Best value − value of the move played, in units of the tester's evaluation; 0 or more.
    pub loss: i32,
    /// 1 + the number of moves with a higher value.
    pub rank: usize,
    /// Legal moves there were.
    pub choices: usize,
    /// Whether the best value or that of the move played is a finished game's.
    pub decided: bool,
}

impl MoveLoss {
    /// Whether there was nothing else to play.
    pub const fn is_forced(&self) -> bool {
        self.choices < 2
    }
}

/// The own moves of one player in one or several games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LossSheet {
    last_ply: usize,
    moves: Vec<MoveLoss>,
}

impl Default for LossSheet {
    fn default() -> Self {
        Self::new(MEASURED_PLIES)
    }
}

impl LossSheet {
    /// An empty sheet that takes moves up to `last_ply`.
    pub const fn new(last_ply: usize) -> Self {
        Self {
            last_ply,
            moves: Vec::new(),
        }
    }

    /// Enters own move `mv` at `ply` (1 for the first move of the game, passes counted), played in the
    /// position that has `values`. Passes, moves after the last ply and moves that `values` does not
    /// list are no losses: they are left out and the answer is `None`.
    pub fn push<G: Game>(
        &mut self,
        ply: usize,
        values: &RootValues<G>,
        mv: G::Move,
    ) -> Option<MoveLoss> {
        if ply > self.last_ply || G::is_pass(mv) {
            return None;
        }
        let (best, value) = (values.best()?, values.value_of(mv)?);
        let entry = MoveLoss {
            ply,
            loss: best - value,
            rank: values.rank_of(mv)?,
            choices: values.moves.len(),
            decided: is_decided(best) || is_decided(value),
        };
        self.moves.push(entry);
        Some(entry)
    }

    /// Takes back every move from `ply` on, for undo.
    pub fn truncate(&mut self, ply: usize) {
        self.moves.retain(|entry| entry.ply < ply);
    }

    /// The moves of `side` in `line`, after its [opening](GameLine::opening), searched `depth` plies
    /// deep by `tester`.
    ///
    /// # Errors
    /// When `cancel` is raised first.
    pub fn of_line<G: Game>(
        line: &GameLine<G>,
        side: Side,
        tester: &dyn Search<G>,
        depth: u32,
        cancel: &Cancel,
    ) -> Result<Self, CancelledError> {
        let mut sheet = Self::default();
        for (index, (position, mv)) in line.steps().enumerate().skip(line.opening()) {
            if index >= sheet.last_ply {
                break;
            }
            if position.side_to_move() == side && !G::is_pass(mv) {
                let values = tester.root_values(position, depth, cancel)?;
                sheet.push(index + 1, &values, mv);
            }
        }
        Ok(sheet)
    }

    /// The moves entered, in order.
    pub fn moves(&self) -> &[MoveLoss] {
        &self.moves
    }

    /// Adds the moves of another game.
    pub fn append(&mut self, other: &Self) {
        self.moves.extend_from_slice(&other.moves);
    }

    /// The losses that count for D here: those of all moves that are not decided.
    pub fn losses(&self) -> Vec<f64> {
        let open = self.moves.iter().filter(|entry| !entry.decided);
        open.map(|entry| f64::from(entry.loss)).collect()
    }

    /// The sheet in figures.
    pub fn summary(&self) -> Summary {
        Summary {
            moves: self.moves.len(),
            forced: self.moves.iter().filter(|entry| entry.is_forced()).count(),
            decided: self.moves.iter().filter(|entry| entry.decided).count(),
            thesis: Figures::of(&self.moves, |_| true),
            open: Figures::of(&self.moves, |entry| !entry.decided),
            chosen: Figures::of(&self.moves, |entry| !entry.decided && !entry.is_forced()),
        }
    }
}

/// Loss and rank over some of the moves.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Figures {
    /// Number, mean (D) and standard deviation of the losses.
    pub loss: Moments,
    /// Mean rank.
    pub mean_rank: f64,
}

impl Figures {
    fn of(moves: &[MoveLoss], keep: impl Fn(&MoveLoss) -> bool) -> Option<Self> {
        let kept: Vec<&MoveLoss> = moves.iter().filter(|entry| keep(entry)).collect();
        let losses: Vec<f64> = kept.iter().map(|entry| f64::from(entry.loss)).collect();
        let ranks: usize = kept.iter().map(|entry| entry.rank).sum();
        Some(Self {
            loss: Moments::of(&losses)?,
            mean_rank: ranks as f64 / kept.len() as f64,
        })
    }
}

/// A sheet in figures.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// Own moves judged.
    pub moves: usize,
    /// Of these, moves without a choice.
    pub forced: usize,
    /// Of these, moves in decided positions.
    pub decided: usize,
    /// Over all moves, as the thesis has it.
    pub thesis: Option<Figures>,
    /// Without the decided ones: the D that players are compared by and that an agent holds (it
    /// leaves the same moves out). Equal to [`thesis`](Self::thesis) when nothing was decided.
    pub open: Option<Figures>,
    /// Without the decided and the forced ones: what the player gives away when it has a choice.
    pub chosen: Option<Figures>,
}

impl Summary {
    /// D, the mean loss over all but decided moves; `None` before the first.
    pub fn d(&self) -> Option<f64> {
        self.open.map(|figures| figures.loss.mean)
    }
}

//! A whole game: the value of every position, every loss, and what the two sides are like.

use std::collections::BTreeMap;

use serde::Serialize;

use super::mistake::{Kind, Mistake, Phase, Threshold, explain};
use super::openings::{Opening, opening};
use super::reason::JudgedMove;
use super::scale::Scale;
use crate::measure::loss::{self, LossSheet};
use koteki_engine::eval::decided_value;
use koteki_engine::eval::othello::Weights;
use koteki_engine::search::budget::{Cancel, CancelledError};
use koteki_engine::search::root::{RootValues, Search};
use koteki_games::othello::{Move, Position};
use koteki_games::{Game as _, GameLine, Outcome, Side};

/// Who judges.
pub struct Tester {
    /// How it looks ahead.
    pub search: Box<dyn Search<Position>>,
    /// How many plies.
    pub depth: u32,
    /// The weights it judges by; of a tester with another evaluation those that a loss is measured by
    /// to say of which kind it is.
    pub weights: Weights,
    /// What its values are in.
    pub scale: Scale,
}

/// A move of the game as the tester sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move.
    pub mv: Move,
    /// Who made it.
    pub side: Side,
    /// The first of the best moves in board order.
    pub best: Move,
    /// What that is worth to the side, in the tester's points; a decided game as
    /// [`decided_value`] has it.
    pub best_value: i32,
    /// What the move played is worth to it; as much as the best one where it wins by as much with the empty
    /// squares counted.
    pub value: i32,
    /// 1 + the number of better moves.
    pub rank: usize,
    /// Legal moves there were.
    pub choices: usize,
    /// Whether both values are ends of the game, so that 0 is a draw; false where nothing is lost.
    pub to_the_end: bool,
}

/// One side's game.
#[derive(Clone, Debug, PartialEq)]
pub struct SideReview {
    /// Its moves up to ply 40, as they count for D.
    pub sheet: LossSheet,
    /// The sheet in figures: D as the thesis has it and cleaned.
    pub summary: loss::Summary,
}

/// A game that was gone through.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// The value for Black before each move, and in the last position; a finished game's is its result.
    pub values: Vec<i32>,
    /// What there is to say of each move; `None` for passes and moves that were not chosen.
    pub plies: Vec<Option<Ply>>,
    /// What every legal move was worth that could have been played there; `None` where there is nothing to say of
    /// the move.
    pub choices: Vec<Option<RootValues<Position>>>,
    /// The mistakes, by the index of the move.
    pub mistakes: BTreeMap<usize, Mistake>,
    /// Black's game and White's.
    pub sides: [SideReview; 2],
    /// How it opened, and after how many moves that was known.
    pub opening: Option<(&'static Opening, usize)>,
    /// How it ended, discs as they lie; `None` when it did not end.
    pub outcome: Option<Outcome>,
    /// What the values are in.
    pub scale: Scale,
}

impl Review {
    /// How often `side` made each kind of mistake in each phase: rows are [`Kind::ALL`], columns
    /// [`Phase::ALL`].
    pub fn tally(&self, side: Side) -> [[u32; 3]; Kind::ALL.len()] {
        let mut tally = [[0; 3]; Kind::ALL.len()];
        for (&index, mistake) in &self.mistakes {
            if self.plies[index].is_some_and(|ply| ply.side == side) {
                tally[mistake.kind as usize][mistake.phase as usize] += 1;
            }
        }
        tally
    }
}

/// Goes through a game. Moves before the end of its [opening](GameLine::opening) are not judged.
///
/// # Errors
/// When `cancel` is raised first.
pub fn review(
    line: &GameLine<Position>,
    tester: &Tester,
    threshold: Threshold,
    cancel: &Cancel,
) -> Result<Review, CancelledError> {
    let Tester {
        search,
        depth,
        weights,
        scale,
    } = tester;
    let mut values = vec![None; line.ply() + 1];
    let mut plies = vec![None; line.ply()];
    let mut choices = vec![None; line.ply()];
    let mut mistakes = BTreeMap::new();
    let mut sheets = [LossSheet::default(), LossSheet::default()];
    for (index, (position, mv)) in line.steps().enumerate() {
        if mv == Move::Pass {
            continue;
        }
        let side = position.side_to_move();
        let root = search.root_values(position, *depth, cancel)?;
        // A legal move was played here, so there is a best one.
        let (Some(best_value), Some(value), Some(rank)) =
            (root.best(), root.value_of(mv), root.rank_of(mv))
        else {
            continue;
        };
        values[index] = Some(best_value * side.sign());
        if index < line.opening() {
            continue;
        }
        sheets[side.index()].push(index + 1, &root, mv);
        let best = root.best_moves().first().copied().unwrap_or(mv);
        let mut ply = Ply {
            mv,
            side,
            best,
            best_value,
            value,
            rank,
            choices: root.moves.len(),
            to_the_end: false,
        };
        if value < best_value {
            let played_line = search.line(position, mv, *depth, cancel)?;
            let best_line = search.line(position, best, *depth, cancel)?;
            let played = JudgedMove {
                line: &played_line,
                value,
            };
            let best = JudgedMove {
                line: &best_line,
                value: best_value,
            };
            match explain(position, played, best, weights, *scale) {
                Some(mistake) => {
                    ply.to_the_end = matches!(mistake.loss, super::Loss::Discs { .. });
                    if mistake.loss.is_mistake(threshold) {
                        mistakes.insert(index, mistake);
                    }
                }
                None => (ply.value, ply.rank) = (best_value, 1),
            }
        }
        plies[index] = Some(ply);
        choices[index] = Some(root);
    }
    let last = line.position();
    let outcome = last.outcome();
    let end = match outcome {
        Some(outcome) => decided_value(outcome.difference(Side::Black)),
        None => {
            let root = search.root_values(last, *depth, cancel)?;
            root.best().unwrap_or(0) * last.side_to_move().sign()
        }
    };
    Ok(Review {
        values: filled(&values, end),
        plies,
        choices,
        mistakes,
        sides: sheets.map(|sheet| SideReview {
            summary: sheet.summary(),
            sheet,
        }),
        opening: opening(line),
        outcome,
        scale: *scale,
    })
}

/// Where a side has to pass, the position is worth what it is worth after the pass.
fn filled(values: &[Option<i32>], end: i32) -> Vec<i32> {
    let mut after = end;
    let mut filled: Vec<i32> = values
        .iter()
        .rev()
        .enumerate()
        .map(|(from_end, value)| {
            after = if from_end == 0 {
                end
            } else {
                value.unwrap_or(after)
            };
            after
        })
        .collect();
    filled.reverse();
    filled
}

/// What a player did in all games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct PlayerTotal {
    /// Games.
    pub games: u64,
    /// Moves that count for the cleaned D.
    pub moves: u64,
    /// The sum of their losses.
    pub loss: f64,
    /// Mistakes.
    pub mistakes: u64,
}

impl PlayerTotal {
    /// D over all games; `None` without a move that counts.
    pub fn d(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.loss / self.moves as f64)
    }
}

/// Many games together. Holds no game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// Games gone through.
    pub games: u64,
    /// Games that could not be read.
    pub unreadable: u64,
    /// Mistakes of both sides: rows are [`Kind::ALL`], columns [`Phase::ALL`].
    pub tally: [[u64; 3]; Kind::ALL.len()],
    /// What each named player did; players without a name are not told apart and left out.
    pub players: BTreeMap<String, PlayerTotal>,
}

impl Summary {
    /// Adds a game of players with these names.
    pub fn add(&mut self, review: &Review, names: &[Option<String>; 2]) {
        self.games += 1;
        for (side, name) in Side::BOTH.into_iter().zip(names) {
            let tally = review.tally(side);
            let mut mistakes = 0;
            for (sum, row) in self.tally.iter_mut().zip(tally) {
                for (sum, count) in sum.iter_mut().zip(row) {
                    *sum += u64::from(count);
                    mistakes += u64::from(count);
                }
            }
            let Some(name) = name else { continue };
            let total = self.players.entry(name.clone()).or_default();
            let losses = review.sides[side.index()].sheet.losses();
            total.games += 1;
            total.moves += losses.len() as u64;
            total.loss += losses.iter().sum::<f64>();
            total.mistakes += mistakes;
        }
    }

    /// Mistakes in all.
    pub fn mistakes(&self) -> u64 {
        self.tally.iter().flatten().sum()
    }

    /// What is at `kind` and `phase` in the table.
    pub const fn count(&self, kind: Kind, phase: Phase) -> u64 {
        self.tally[kind as usize][phase as usize]
    }
}

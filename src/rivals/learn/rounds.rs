//! Rounds of games and fits, for any game: each round is played with what was learned before it.

use std::ops::Range;

use super::fit::Quality;
use koteki_engine::search::budget::CancelledError;

/// How much is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Games of each round.
    pub games: u64,
    /// Rounds, at least one.
    pub rounds: u32,
    /// Rounds whose games a fit uses: the latest so many, at least one.
    pub memory: usize,
}

/// Of so many games one is kept out of the fit to judge it by, and one to find out how much of a win
/// a value means: on the games it was fitted to a fit looks better than it is.
const HELD_OUT: u64 = 10;

/// Portions of a round after which the progress is reported.
const PORTIONS: u64 = 20;

/// What has been done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// So many games of a round (1, 2, …) have been played, with so many positions in all.
    Played {
        /// The round.
        round: u32,
        /// Games of the round so far.
        games: u64,
        /// Positions of the round so far.
        positions: u64,
    },
    /// So many positions are about to be fitted.
    Fitting {
        /// The round.
        round: u32,
        /// Positions used.
        positions: u64,
    },
}

/// The positions of games and how they ended.
#[derive(Clone, Debug)]
pub struct Round<S> {
    /// To learn from.
    pub lessons: Vec<S>,
    /// To find the scale of the values by.
    pub scale: Vec<S>,
    /// To judge by.
    pub exam: Vec<S>,
}

impl<S: Clone> Round<S> {
    const EMPTY: Self = Self {
        lessons: Vec::new(),
        scale: Vec::new(),
        exam: Vec::new(),
    };

    fn of_all(rounds: &[Self]) -> Self {
        let mut all = Self::EMPTY;
        for round in rounds {
            all.lessons.extend_from_slice(&round.lessons);
            all.scale.extend_from_slice(&round.scale);
            all.exam.extend_from_slice(&round.exam);
        }
        all
    }
}

/// Plays and fits in turn. `play` gets the round (1, 2, …), what was learned before it and the numbers of games, whose
/// positions it gives game by game; `fit` learns from the latest rounds. What came out last, with what it was learned
/// from.
///
/// # Errors
/// The first of `play` or `fit`.
pub fn learn_in_rounds<S: Clone, L>(
    plan: &Plan,
    play: impl Fn(u32, Option<&L>, Range<u64>) -> Result<Vec<Vec<S>>, CancelledError>,
    fit: impl Fn(u32, &Round<S>) -> Result<(L, Quality), CancelledError>,
    mut progress: impl FnMut(Progress, Option<&Quality>),
) -> Result<(L, Quality, Round<S>), CancelledError> {
    let mut rounds = Vec::new();
    let mut before: Option<(L, Quality)> = None;
    for number in 1.. {
        let learned = before.as_ref().map(|(learned, _)| learned);
        let mut round = Round::EMPTY;
        let mut from = 0;
        for portion in 1..=PORTIONS {
            let to = plan.games * portion / PORTIONS;
            for (game, samples) in (from..to).zip(play(number, learned, from..to)?) {
                match HELD_OUT - game % HELD_OUT {
                    1 => round.exam.extend(samples),
                    2 => round.scale.extend(samples),
                    _ => round.lessons.extend(samples),
                }
            }
            from = to;
            let played = Progress::Played {
                round: number,
                games: to,
                positions: (round.lessons.len() + round.scale.len() + round.exam.len()) as u64,
            };
            progress(played, None);
        }
        rounds.push(round);
        if rounds.len() > plan.memory.max(1) {
            rounds.remove(0);
        }
        let used = Round::of_all(&rounds);
        let fitting = Progress::Fitting {
            round: number,
            positions: used.lessons.len() as u64,
        };
        progress(fitting, before.as_ref().map(|(_, quality)| quality));
        let (learned, quality) = fit(number, &used)?;
        if number >= plan.rounds {
            return Ok((learned, quality, used));
        }
        before = Some((learned, quality));
    }
    // More rounds than there are numbers.
    Err(CancelledError)
}

//! Rounds of games and fits, for any game: each round is played with what was learned before it.

use std::collections::VecDeque;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::fit::Quality;
use koteki_engine::search::budget::{Cancel, CancelledError};
use koteki_games::Game;
use koteki_record::keep::{Keep, KeepError};
use koteki_workers::{Pieces, Workers};

/// Why nothing was learned.
#[derive(Debug, thiserror::Error)]
pub enum LessonError {
    /// It was told to stop.
    #[error(transparent)]
    Cancelled(#[from] CancelledError),
    /// Games cannot be kept, or what is kept are no games of it.
    #[error(transparent)]
    Keep(#[from] KeepError),
}

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

/// What is kept of a game: all that is learned from it.
pub trait Played: Serialize + DeserializeOwned + Send {
    /// A position and what is known of it.
    type Sample;

    /// Its positions.
    fn samples(&self) -> Vec<Self::Sample>;
}

/// What a game is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To learn from.
    Lesson,
    /// To find the scale of the values by.
    Scale,
    /// To judge by.
    Exam,
}

impl Purpose {
    const ALL: [Self; 3] = [Self::Lesson, Self::Scale, Self::Exam];

    /// That of a round's game of this number.
    pub const fn of(game: u64) -> Self {
        match HELD_OUT - game % HELD_OUT {
            1 => Self::Exam,
            2 => Self::Scale,
            _ => Self::Lesson,
        }
    }
}

/// Of so many games one is kept out of the fit to judge it by, and one to find out how much of a win
/// a value means: on the games it was fitted to a fit looks better than it is.
const HELD_OUT: u64 = 10;

/// Portions of a round after which the progress is reported.
const PORTIONS: u64 = 20;

/// What has been done.
#[derive(Clone, Copy, Debug)]
pub enum Progress<'a> {
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
    /// What the fit of a round is worth that is not the last.
    Fitted(&'a Quality),
}

/// A game from the first position on that it teaches something about: what goes from rank to rank, which as positions
/// would be many times as much.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound(
    serialize = "G: Serialize, G::Move: Serialize",
    deserialize = "G: DeserializeOwned, G::Move: DeserializeOwned"
))]
pub struct Line<G: Game> {
    /// That position.
    pub start: G,
    /// The moves from there on.
    pub moves: Vec<G::Move>,
    /// Points of Black minus points of White in the end.
    pub score: i8,
}

impl<G: Game> Line<G> {
    /// The positions before each move, with the points by which the side to move won.
    pub fn positions(&self) -> impl Iterator<Item = (G, i8)> {
        let mut next = self.start.clone();
        self.moves.iter().map(move |&mv| {
            let position = next.clone();
            next.play(mv);
            let score = self.score * position.side_to_move().sign() as i8;
            (position, score)
        })
    }
}

/// The positions of games and how they ended.
#[derive(Debug)]
pub struct Round<S> {
    /// To learn from.
    pub lessons: Vec<S>,
    /// To find the scale of the values by.
    pub scale: Vec<S>,
    /// To judge by.
    pub exam: Vec<S>,
}

impl<S> Round<S> {
    const EMPTY: Self = Self {
        lessons: Vec::new(),
        scale: Vec::new(),
        exam: Vec::new(),
    };

    fn of(&mut self, purpose: Purpose) -> &mut Vec<S> {
        match purpose {
            Purpose::Lesson => &mut self.lessons,
            Purpose::Scale => &mut self.scale,
            Purpose::Exam => &mut self.exam,
        }
    }
}

/// Plays and fits in turn. `play` gets the round (1, 2, …), what was learned before it and the number of a game; `fit`
/// learns from the latest rounds. What came out last, with what it was learned from. Games that `keep` has are not played
/// again, and the others are kept in it.
///
/// # Errors
/// The first of `play`, `fit` or `keep`.
pub fn learn_in_rounds<P, L>(
    plan: &Plan,
    workers: &Workers,
    cancel: &Cancel,
    keep: Option<&Keep>,
    play: impl Fn(u32, Option<&L>, u64) -> Result<P, CancelledError> + Sync,
    fit: impl Fn(u32, &Round<P::Sample>) -> Result<(L, Quality), CancelledError>,
    mut progress: impl FnMut(Progress<'_>),
) -> Result<(L, Quality, Round<P::Sample>), LessonError>
where
    P: Played,
    L: Sync,
{
    let mut used = Round::EMPTY;
    // How many of these each round gave.
    let mut counts = VecDeque::new();
    let mut learned: Option<L> = None;
    for number in 1.. {
        let mut count = [0; Purpose::ALL.len()];
        let mut from = 0;
        for portion in 1..=PORTIONS {
            let to = plan.games * portion / PORTIONS;
            // Far fewer than 2^32.
            let pieces = Pieces::new((to - from) as usize, cancel);
            let game = |index: usize| from + index as u64;
            let games = workers.each_kept::<_, LessonError>(
                pieces,
                |index| {
                    let known = keep.map(|keep| keep.get(&[number.into(), game(index)]));
                    Ok(known.transpose()?.flatten())
                },
                |index| Ok(play(number, learned.as_ref(), game(index))?),
                |index, played| {
                    let kept = keep.map(|keep| keep.put(&[number.into(), game(index)], played));
                    Ok(kept.transpose().map(drop)?)
                },
            )?;
            for (game, played) in (from..to).zip(games) {
                let (samples, purpose) = (played.samples(), Purpose::of(game));
                count[purpose as usize] += samples.len();
                used.of(purpose).extend(samples);
            }
            from = to;
            progress(Progress::Played {
                round: number,
                games: to,
                positions: count.iter().sum::<usize>() as u64,
            });
        }
        counts.push_back(count);
        if counts.len() > plan.memory.max(1)
            && let Some(oldest) = counts.pop_front()
        {
            for (purpose, count) in Purpose::ALL.into_iter().zip(oldest) {
                used.of(purpose).drain(..count);
            }
        }
        progress(Progress::Fitting {
            round: number,
            positions: used.lessons.len() as u64,
        });
        let (fitted, quality) = fit(number, &used)?;
        if number >= plan.rounds {
            return Ok((fitted, quality, used));
        }
        progress(Progress::Fitted(&quality));
        learned = Some(fitted);
    }
    // More rounds than there are numbers.
    Err(CancelledError.into())
}

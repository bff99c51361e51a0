//! Matches between readers.

use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use serde::Serialize;

use super::score::Score;
use super::{Reader, ReaderSpec};
use koteki_engine::search::budget::Cancel;
use koteki_games::janken::Round;
use koteki_games::random::derive_seed;
use koteki_rivals::measure::stats::{CONFIDENCE, Interval, Moments};

/// What is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Rounds of a match.
    pub rounds: u32,
    /// Matches.
    pub matches: u32,
    /// Seed of everything random.
    pub seed: u64,
    /// Threads; 0 for as many as the machine has cores. Does not change the result.
    pub jobs: usize,
}

/// Why there is no result.
#[derive(Debug, thiserror::Error)]
pub enum ContestError {
    /// It was told to stop.
    #[error("the match was stopped")]
    Cancelled,
    /// The system gives no threads.
    #[error("cannot start the threads of the match: {0}")]
    Threads(String),
}

/// Plays a match; rounds are seen by `a`.
pub fn play(a: &mut dyn Reader, b: &mut dyn Reader, rounds: u32) -> Vec<Round> {
    (0..rounds)
        .map(|_| {
            let round = Round {
                own: a.next().hand,
                other: b.next().hand,
            };
            a.observe(round.own, round.other);
            b.observe(round.other, round.own);
            round
        })
        .collect()
}

/// What came of the matches of two readers, for the first.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tally {
    /// The score of each match.
    pub matches: Vec<Score>,
}

impl Tally {
    /// Rounds won, drawn and lost, of all matches.
    pub fn rounds(&self) -> Score {
        self.matches
            .iter()
            .fold(Score::default(), |all, score| Score {
                wins: all.wins + score.wins,
                draws: all.draws + score.draws,
                losses: all.losses + score.losses,
            })
    }

    /// Matches won, drawn and lost: by more rounds won than lost.
    pub fn won(&self) -> Score {
        let mut won = Score::default();
        for score in &self.matches {
            match score.net() {
                1.. => won.wins += 1,
                0 => won.draws += 1,
                _ => won.losses += 1,
            }
        }
        won
    }

    /// Wins less losses per 100 rounds: mean and sd over matches, and the mean's 95 % interval
    /// (Student's; matches are independent). The interval is `None` for one match.
    pub fn net(&self) -> Option<(Moments, Option<Interval>)> {
        let nets: Vec<f64> = self.matches.iter().map(Score::per_hundred).collect();
        let moments = Moments::of(&nets)?;
        Some((moments, moments.mean_interval(CONFIDENCE)))
    }

    /// The same matches for the second reader.
    pub fn turned(&self) -> Self {
        Self {
            matches: self.matches.iter().map(|score| score.turned()).collect(),
        }
    }
}

/// Plays all pairs of `players`; results in the order (0, 1), (0, 2), … (1, 2), …
///
/// # Errors
/// When it is told to stop, or the system gives no threads.
pub fn contest(
    players: &[ReaderSpec],
    settings: &Settings,
    cancel: &Cancel,
) -> Result<Vec<Tally>, ContestError> {
    let pool = ThreadPoolBuilder::new()
        .num_threads(settings.jobs)
        .thread_name(|index| format!("janken-{index}"))
        .build()
        .map_err(|error| ContestError::Threads(error.to_string()))?;
    let pairs: Vec<(usize, usize)> = (0..players.len())
        .flat_map(|a| (a + 1..players.len()).map(move |b| (a, b)))
        .collect();
    let matches = settings.matches as usize;
    let all: Vec<Score> = pool.install(|| {
        (0..pairs.len() * matches)
            .into_par_iter()
            .with_max_len(1)
            .map(|index| {
                cancel.check().map_err(|_| ContestError::Cancelled)?;
                let (pair, number) = (index / matches, index % matches);
                let (a, b) = pairs[pair];
                // The lots of a player depend on its seat: equal players must not play alike.
                let seed = |seat| derive_seed(settings.seed, &[pair as u64, number as u64, seat]);
                let mut one = players[a].build(seed(0));
                let mut two = players[b].build(seed(1));
                Ok(Score::of(&play(&mut *one, &mut *two, settings.rounds)))
            })
            .collect::<Result<_, ContestError>>()
    })?;
    Ok((0..pairs.len())
        .map(|pair| Tally {
            matches: all[pair * matches..(pair + 1) * matches].to_vec(),
        })
        .collect())
}

//! Games between two players, and their count.
//!
//! Everything random in a game comes from the contest's seed and the game's number, so the result is
//! the same however many threads play. Games come in pairs: two games share an opening drawn at random,
//! with colours swapped, so that neither a lucky opening nor the first move favours a player.

use rayon::prelude::*;

use super::stats::{CONFIDENCE, Interval, paired, paired_superiority, superiority, wilson};
use koteki_engine::player::{Context, Player, PlayerError};
use koteki_engine::search::budget::{Cancel, CancelledError};
use koteki_engine::wire::error::EngineError;
use koteki_games::random::{Random, derive_seed};
use koteki_games::{Game, GameLine, Side};

/// Coordinates that keep the uses of one game seed apart.
pub(super) const OPENING: u64 = 0;
pub(super) const MOVES: u64 = 1;

/// Openings drawn before giving up on one that leaves something to play.
const ATTEMPTS: u64 = 100;

/// A game whose first `plies` moves are drawn at random, declared an [opening](GameLine::opening). One
/// that ends the game is drawn again; should none be left to play, the game starts without.
pub fn random_opening<G: Game>(plies: u32, seed: u64) -> GameLine<G> {
    let mut moves = Vec::new();
    for attempt in 0..ATTEMPTS {
        let mut line = GameLine::<G>::default();
        let mut random = Random::derived(seed, &[OPENING, attempt]);
        for _ in 0..plies {
            line.position().legal_moves(&mut moves);
            // A listed move is legal, so playing it cannot fail.
            if random
                .choose(&moves)
                .is_none_or(|&mv| line.play(mv).is_err())
            {
                break;
            }
        }
        if line.position().outcome().is_none() {
            line.end_opening();
            return line;
        }
    }
    GameLine::default()
}

/// Plays `line` to its end. Each move's generator is derived from `seed` and the ply.
///
/// # Errors
/// When `cancel` is raised first, and when a player that is another program fails.
pub fn play_out<G: Game>(
    mut line: GameLine<G>,
    black: &dyn Player<G>,
    white: &dyn Player<G>,
    seed: u64,
    cancel: &Cancel,
) -> Result<GameLine<G>, PlayerError> {
    play_on(&mut line, black, white, seed, cancel)?;
    Ok(line)
}

/// The same with a line that is there as far as it came when there is no move; the side that is to move
/// then is the one that has none.
///
/// # Errors
/// As [`play_out`].
pub fn play_on<G: Game>(
    line: &mut GameLine<G>,
    black: &dyn Player<G>,
    white: &dyn Player<G>,
    seed: u64,
    cancel: &Cancel,
) -> Result<(), PlayerError> {
    let mut moves = Vec::new();
    loop {
        cancel.check()?;
        line.position().legal_moves(&mut moves);
        if moves.is_empty() {
            return Ok(());
        }
        let player = match line.position().side_to_move() {
            Side::Black => black,
            Side::White => white,
        };
        let mut random = Random::derived(seed, &[MOVES, line.ply() as u64]);
        let mut context = Context {
            random: &mut random,
            cancel,
        };
        let choice = player.choose(line, &moves, &mut context)?;
        if line.play(choice.mv).is_err() {
            // A player that answers with an illegal move is a fault of the program; the game still
            // has to end.
            debug_assert!(false, "{} is illegal", choice.mv);
            let _ = line.play(moves[0]);
        }
    }
}

/// How a contest is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Games; an odd one out has no swapped partner.
    pub games: u32,
    /// Seed of everything random.
    pub seed: u64,
    /// Random plies before the players take over; 0 for none.
    pub opening_plies: u32,
    /// Threads; 0 for as many as the machine has cores. Does not change the result.
    pub jobs: usize,
}

/// One game of a contest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played<G: Game> {
    /// The game, opening included.
    pub line: GameLine<G>,
    /// The side that the first player had.
    pub first: Side,
}

/// Why a contest has no result.
#[derive(Debug, thiserror::Error)]
pub enum ContestError {
    /// It was told to stop.
    #[error(transparent)]
    Cancelled(#[from] CancelledError),
    /// A player that is another program failed.
    #[error(transparent)]
    Engine(Box<EngineError>),
    /// The system gave no threads.
    #[error("cannot start {jobs} threads: {error}")]
    Threads {
        /// Threads asked for.
        jobs: usize,
        /// What the system said.
        error: rayon::ThreadPoolBuildError,
    },
}

impl From<PlayerError> for ContestError {
    fn from(why: PlayerError) -> Self {
        match why {
            PlayerError::Cancelled(cancelled) => Self::Cancelled(cancelled),
            PlayerError::Engine(fault) => Self::Engine(fault),
        }
    }
}

/// Plays the games of a contest between `a` and `b` and returns what `judge` makes of each, in order.
/// `a` has Black in games 0, 2, 4 … and White in the others; games 2k and 2k + 1 share the opening.
///
/// # Errors
/// When `cancel` is raised first, a player that is another program fails, or the system gives no threads.
pub fn contest<G: Game, T: Send>(
    a: &dyn Player<G>,
    b: &dyn Player<G>,
    settings: &Settings,
    cancel: &Cancel,
    judge: impl Fn(Played<G>) -> T + Sync,
) -> Result<Vec<T>, ContestError> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(settings.jobs)
        .build()
        .map_err(|error| ContestError::Threads {
            jobs: settings.jobs,
            error,
        })?;
    let played: Result<Vec<T>, PlayerError> = pool.install(|| {
        (0..settings.games)
            .into_par_iter()
            .map(|game| {
                let opening_seed = derive_seed(settings.seed, &[OPENING, u64::from(game / 2)]);
                let line = random_opening(settings.opening_plies, opening_seed);
                let seed = derive_seed(settings.seed, &[MOVES, u64::from(game)]);
                let first = if game.is_multiple_of(2) {
                    Side::Black
                } else {
                    Side::White
                };
                let (black, white) = match first {
                    Side::Black => (a, b),
                    Side::White => (b, a),
                };
                let line = play_out(line, black, white, seed, cancel)?;
                Ok(judge(Played { line, first }))
            })
            .collect()
    });
    Ok(played?)
}

/// The point difference of a finished game for the first player, as the discs or squares lie; 0 for
/// a game that is not over.
pub fn plain_difference<G: Game>(played: &Played<G>) -> i32 {
    let outcome = played.line.position().outcome();
    outcome.map_or(0, |outcome| outcome.difference(played.first))
}

/// The count of a contest from the view of its first player.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games lost.
    pub losses: u32,
    /// Games drawn.
    pub draws: u32,
    /// Sum of the point differences of all games that ended on the board.
    pub difference: i64,
    /// Games that the first player, and the second, lost because it failed: another program that crashed,
    /// hung or broke the rules. They count among the losses and wins.
    pub forfeits: [u32; 2],
    /// Games that the first player, and the second, gave up; counted in the same way.
    pub resigned: [u32; 2],
    /// Half points of each pair of games, 0…4, in order.
    pairs: Vec<u8>,
    /// Half points of a game whose partner has not come yet.
    waiting: Option<u8>,
}

impl Tally {
    /// Counts games by their point differences for the first player, in the order of the contest.
    pub fn of(differences: &[i32]) -> Self {
        let mut tally = Self::default();
        for &difference in differences {
            tally.add(difference);
        }
        tally
    }

    /// Counts one more game; every second one completes a pair.
    pub fn add(&mut self, difference: i32) {
        self.difference += i64::from(difference);
        self.count(difference.signum());
    }

    /// Counts one more game, which one of the players lost because it failed; `first` says whether the first.
    /// It has no point difference.
    pub fn add_forfeit(&mut self, first: bool) {
        self.forfeits[usize::from(!first)] += 1;
        self.count(if first { -1 } else { 1 });
    }

    /// Counts one more game, which one of the players gave up.
    pub fn add_resigned(&mut self, first: bool) {
        self.resigned[usize::from(!first)] += 1;
        self.count(if first { -1 } else { 1 });
    }

    fn count(&mut self, result: i32) {
        let half_points = match result {
            1 => {
                self.wins += 1;
                2
            }
            0 => {
                self.draws += 1;
                1
            }
            _ => {
                self.losses += 1;
                0
            }
        };
        match self.waiting.take() {
            Some(first) => self.pairs.push(first + half_points),
            None => self.waiting = Some(half_points),
        }
    }

    /// Games counted.
    pub const fn games(&self) -> u32 {
        self.wins + self.losses + self.draws
    }

    /// Pairs of 0, ½, 1, 1½ and 2 points.
    pub fn pair_counts(&self) -> [u32; 5] {
        let mut counts = [0; 5];
        for &half_points in &self.pairs {
            counts[usize::from(half_points.min(4))] += 1;
        }
        counts
    }

    /// Wins and half the draws over the games; `None` before the first.
    pub fn win_rate(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / f64::from(self.games()))
    }

    /// Wins and half the draws.
    pub fn points(&self) -> f64 {
        f64::from(self.wins) + f64::from(self.draws) / 2.0
    }

    /// Mean point difference of a game that ended on the board; `None` before the first.
    pub fn mean_difference(&self) -> Option<f64> {
        let cut_short: u32 = self.forfeits.iter().chain(&self.resigned).sum();
        let games = self.games() - cut_short;
        (games > 0).then(|| self.difference as f64 / f64::from(games))
    }

    /// The scores of the pairs, 0, ¼, ½, ¾ or 1, when all games are paired and there are at least two pairs.
    fn scores(&self) -> Option<Vec<f64>> {
        let enough = self.waiting.is_none() && self.pairs.len() > 1;
        enough.then(|| self.pairs.iter().map(|&p| f64::from(p) / 4.0).collect())
    }

    /// The squares of what the pairs brought more or less than a win rate foretells, in points, summed.
    pub(super) fn squares_around(&self, rate: f64) -> f64 {
        let square = |points: f64, expected: f64| (points - expected) * (points - expected);
        let pairs = self
            .pairs
            .iter()
            .map(|&half| square(f64::from(half) / 2.0, 2.0 * rate));
        let waiting = self.waiting.map(|half| square(f64::from(half) / 2.0, rate));
        pairs.sum::<f64>() + waiting.unwrap_or_default()
    }

    /// How likely it is that the first player is the stronger one, from the pairs as [`interval`](Self::interval)
    /// takes them.
    pub fn superiority(&self) -> f64 {
        match self.scores() {
            Some(scores) => paired_superiority(&scores),
            None => superiority(self.points(), f64::from(self.games())),
        }
    }

    /// A 95 % interval of the win rate and how it was found: over pairs when all games are paired
    /// and there are at least two pairs, Wilson's otherwise.
    pub fn interval(&self) -> (Interval, Method) {
        match self.scores() {
            Some(scores) => (paired(&scores, CONFIDENCE), Method::Pairs),
            None => {
                let games = f64::from(self.games());
                (wilson(self.points(), games, CONFIDENCE), Method::Wilson)
            }
        }
    }
}

/// How an interval of a win rate was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// [`paired`]: from the spread of the pairs.
    Pairs,
    /// [`wilson`]: games taken as independent.
    Wilson,
}

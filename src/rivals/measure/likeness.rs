//! Like tournament players of which rating somebody plays, from the moves of few games.
//!
//! The [policy](koteki_engine::player::human) says how likely a person of each rating is to choose each move: by what the
//! move gives away, to the end of the game, and by how hard that was to see. By Bayes' rule a game then says which ratings
//! are likely. The moves of a game are no independent witnesses, and nobody is quite the average player of a rating: the
//! likelihood counts with the power [`TRUST`], and what players of one likeness differ by ([`KIND`]) is added at the end.
//!
//! Ratings are those of [`people::history`](crate::people::history): Elo's points, fitted to the results of the base of
//! tournament games, 1500 the mean of a person in a game there. They say whom somebody would hold level over a board. They
//! do not say how somebody would do at other tempos, and are none of any federation's or server's.

use super::stats::{CONFIDENCE, Interval};
use crate::people::corpus::{Choice, choices_of};
use koteki_engine::player::human::policy::{Look, Policy, Pull, chances, strength};
use koteki_engine::search::budget::{Cancel, CancelledError};
use koteki_games::othello::Position;
use koteki_games::words::numbers::grouped;
use koteki_games::{GameLine, Side};

/// Points of the grid of ratings, [`STEP`] apart from [`LEAST`] on.
pub const POINTS: usize = 141;
/// The least rating of the grid: weaker than random moves.
pub const LEAST: f64 = -600.0;
/// From one point to the next.
pub const STEP: f64 = 25.0;

/// The power of the likelihood.
pub const TRUST: f64 = 0.6;

/// Standard deviation by which the rating of a person who plays like those of a rating differs from it.
pub const KIND: f64 = 60.0;

/// Standard deviation of the change of a rating between two games.
pub const DRIFT: f64 = 10.0;

/// What is believed of a person before the first game: mean and standard deviation. Who sits down at a program is weaker
/// than who travels to tournaments, and it is not known by how much.
pub const PRIOR: [f64; 2] = [1000.0, 400.0];

/// Rating number `index` of the grid.
pub const fn rating(index: usize) -> f64 {
    LEAST + index as f64 * STEP
}

/// What a choice says of each rating of the grid: adds to `logs` ln of the probability that somebody of that rating
/// chooses so.
pub fn add_choice(logs: &mut [f64], pulls: &[Pull], chosen: usize) {
    for (index, log) in logs.iter_mut().enumerate() {
        *log += libm::log(chances(pulls, rating(index))[chosen].max(1e-9));
    }
}

/// What these choices say of each rating of the grid, [carefully](Look::Careful) looked at.
pub fn log_likelihood(policy: &Policy, choices: &[Choice]) -> Vec<f64> {
    let mut logs = vec![0.0; POINTS];
    for choice in choices {
        let pulls = policy.pulls(Look::Careful, &choice.sight, &choice.moves);
        add_choice(&mut logs, &pulls, choice.chosen);
    }
    logs
}

/// What the moves of a game say of the person who made them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Told {
    /// ln of the probability of the choices for each rating of the grid; empty where they say nothing.
    pub logs: Vec<f64>,
    /// Discs given away in all, in the eyes of the careful look.
    pub lost: f64,
}

/// A single move is not taken to give away more discs than this.
const WORST: f64 = 30.0;

/// What the moves of `side` say.
///
/// # Errors
/// When `cancel` is raised first.
pub fn of_game(
    line: &GameLine<Position>,
    side: Side,
    cancel: &Cancel,
) -> Result<Told, CancelledError> {
    let choices = choices_of(line, side, Look::Careful, cancel)?;
    let lost = |choice: &Choice| f64::from(choice.moves[choice.chosen].search) / 100.0;
    Ok(Told {
        logs: log_likelihood(Policy::embedded(), &choices),
        lost: choices.iter().map(|it| lost(it).min(WORST)).sum(),
    })
}

/// What is believed of a person after some games.
#[derive(Clone, Debug, PartialEq)]
pub struct Likeness {
    /// Probability of each rating of the grid.
    mass: Vec<f64>,
    /// Games seen.
    games: u32,
    /// Discs given away in the latest of them, at most [`LATEST`].
    lost: Vec<f64>,
}

/// Games whose lost discs count.
pub const LATEST: usize = 20;

/// Strength of whoever gives away L discs a game, [`LOST`]`[0] − LOST[1] · √L`, and by how much that differs between
/// players …
const LOST: [f64; 3] = [2410.0, 144.0, 150.0];
/// … and from one game to the next.
const LOST_GAME: f64 = 230.0;

/// Hardly anybody plays tournaments who is weaker: nineteen of twenty in the base are rated 970 or more.
const WEAKEST: f64 = 800.0;

/// How probable it is, before the first game, that somebody errs as people of tournaments do.
const LIKE_PEOPLE: f64 = 0.5;
/// By how much their strength differs from that of [players like them](strength), …
const PEOPLE: f64 = 120.0;
/// … and what it has to do with the discs they give away differs from one to another.
const APART: f64 = 130.0;
/// Of others the two differ by anything up to so much, to both sides.
const ANYTHING: f64 = 1000.0;

/// A rating and how surely it is known.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Estimate {
    /// The median.
    pub rating: f64,
    /// From 2.5 to 97.5 %.
    pub interval: Interval,
}

impl Default for Likeness {
    fn default() -> Self {
        Self::prior(PRIOR)
    }
}

impl Likeness {
    /// Before the first game, of somebody drawn from a normal distribution of this mean and standard deviation.
    pub fn prior([mean, sd]: [f64; 2]) -> Self {
        let chance = |index| {
            let z = (rating(index) - mean) / sd;
            libm::exp(-z * z / 2.0)
        };
        Self::of((0..POINTS).map(chance).collect(), 0, Vec::new())
    }

    /// What was kept of it: the probability of each rating of the grid in any unit, games, and discs lost in the latest
    /// of them; `None` when they are invalid.
    pub fn restored(mass: Vec<f64>, games: u32, lost: Vec<f64>) -> Option<Self> {
        let sound = mass.len() == POINTS
            && mass.iter().all(|it| it.is_finite() && *it >= 0.0)
            && mass.iter().sum::<f64>() > 0.0
            && lost.iter().all(|it| it.is_finite() && *it >= 0.0);
        sound.then(|| Self::of(mass, games, lost))
    }

    fn of(mut mass: Vec<f64>, games: u32, mut lost: Vec<f64>) -> Self {
        normalise(&mut mass);
        lost.drain(..lost.len().saturating_sub(LATEST));
        Self { mass, games, lost }
    }

    /// Discs given away in the latest games.
    pub fn lost(&self) -> &[f64] {
        &self.lost
    }

    /// The probability of each rating of the grid.
    pub fn mass(&self) -> &[f64] {
        &self.mass
    }

    /// Games seen.
    pub const fn games(&self) -> u32 {
        self.games
    }

    /// Takes in one more game; the person has changed a little since the last one.
    pub fn see_game(&mut self, told: &Told) {
        self.see_choices(&told.logs, TRUST);
        if !told.logs.is_empty() {
            self.lost.push(told.lost);
        }
        let old = self.lost.len().saturating_sub(LATEST);
        self.lost.drain(..old);
    }

    /// Takes in what the choices of one more game say of each rating, with another [`TRUST`].
    pub fn see_choices(&mut self, logs: &[f64], trust: f64) {
        if self.games > 0 {
            self.mass = smooth(&self.mass, DRIFT);
        }
        let top = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        for (mass, log) in self.mass.iter_mut().zip(logs) {
            // Nothing is impossible.
            *mass = f64::max(*mass * libm::exp(trust * (log - top)), 1e-12);
        }
        normalise(&mut self.mass);
        self.games = self.games.saturating_add(1);
    }

    /// How strong that is: the probability of each rating of the grid as a strength. Whoever errs as people of tournaments
    /// do is as strong as [players of that likeness](strength); anybody else's likeness says little, and the discs given
    /// away count instead.
    pub fn strength(&self) -> Vec<f64> {
        let (mut like, other, people) = self.both();
        for (like, other) in like.iter_mut().zip(other) {
            *like = people * *like + (1.0 - people) * other;
        }
        like
    }

    /// How probable it is that the person errs as people of tournaments do: that is seen in whether likeness and discs
    /// given away agree.
    pub fn like_people(&self) -> f64 {
        self.both().2
    }

    /// Strength by likeness and by discs given away, and the probability that the first is right.
    fn both(&self) -> (Vec<f64>, Vec<f64>, f64) {
        let mut like = vec![0.0; POINTS];
        for (index, mass) in self.mass.iter().enumerate() {
            spread_to(&mut like, strength(rating(index)), *mass);
        }
        let like = smooth(&like, PEOPLE);
        if self.lost.is_empty() {
            return (like.clone(), like, 1.0);
        }
        let games = self.lost.len() as f64;
        let discs = self.lost.iter().sum::<f64>() / games;
        let by_discs = LOST[0] - LOST[1] * libm::sqrt(discs);
        let sampling = LOST_GAME * LOST_GAME / games;
        let density = |at: f64, variance: f64| {
            let sd = libm::sqrt(variance);
            libm::exp(-(at - by_discs).powi(2) / (2.0 * variance)) / (sd * ROOT_OF_TAU)
        };
        let by_likeness: f64 = (0..POINTS).map(|it| like[it] * rating(it)).sum();
        let people = LIKE_PEOPLE * density(by_likeness, APART * APART + sampling);
        let others = (1.0 - LIKE_PEOPLE) / (2.0 * ANYTHING);
        let mut other: Vec<f64> = (0..POINTS)
            .map(|it| density(rating(it), LOST[2] * LOST[2] + sampling))
            .collect();
        normalise(&mut other);
        (like, other, people / (people + others))
    }

    /// The rating of people who play like this person; `None` before the first game, and where no people of tournaments
    /// seem to.
    pub fn people(&self) -> Option<Estimate> {
        let estimate = self.estimate();
        let is_one = self.games > 0 && estimate.rating >= WEAKEST && self.like_people() > 0.5;
        is_one.then_some(estimate)
    }

    /// The rating of somebody of this likeness.
    pub fn estimate(&self) -> Estimate {
        let mass = smooth(&self.mass, KIND);
        let tail = (1.0 - CONFIDENCE) / 2.0;
        Estimate {
            rating: quantile(&mass, 0.5),
            interval: Interval {
                low: quantile(&mass, tail),
                high: quantile(&mass, 1.0 - tail),
            },
        }
    }
}

/// √(2π).
const ROOT_OF_TAU: f64 = 2.506_628_274_631_000_7;

fn normalise(mass: &mut [f64]) {
    let sum: f64 = mass.iter().sum();
    mass.iter_mut().for_each(|it| *it /= sum);
}

/// Adds `mass` at `at` to a grid, between the two points beside it.
fn spread_to(grid: &mut [f64], at: f64, mass: f64) {
    let step = ((at - LEAST) / STEP).clamp(0.0, (POINTS - 1) as f64);
    let below = (step as usize).min(POINTS - 2);
    let share = step - below as f64;
    grid[below] += mass * (1.0 - share);
    grid[below + 1] += mass * share;
}

impl Estimate {
    /// "You play like tournament players rated 1,480 (1,350 to 1,620)".
    pub fn words(&self) -> String {
        let round = |rating: f64| grouped((rating.max(0.0) / 10.0).round() as u64 * 10);
        let Self { rating, interval } = self;
        format!(
            "You play like tournament players rated {} ({} to {})",
            round(*rating),
            round(interval.low),
            round(interval.high)
        )
    }
}

/// `mass` with a normal deviate of this standard deviation added; what would leave the grid stays at its end.
pub(super) fn smooth(mass: &[f64], sd: f64) -> Vec<f64> {
    super::equal::smooth_steps(mass, sd / STEP)
}

/// The rating below which `part` of the mass lies, each point's mass lying evenly round it.
pub fn quantile(mass: &[f64], part: f64) -> f64 {
    let mut below = 0.0;
    for (index, &mass) in mass.iter().enumerate() {
        if below + mass >= part && mass > 0.0 {
            return rating(index) + ((part - below) / mass - 0.5) * STEP;
        }
        below += mass;
    }
    rating(mass.len().saturating_sub(1))
}

//! Which agent is a person's equal: the D it has to hold, from what the person chooses and from how the games ended.
//!
//! What is estimated is the person's *even point*: the D that an agent (Ueda 2012, §5.4; [`DEPTH`] plies) holds when both
//! win as often. Strength is counted on a scale on which equal steps are worth about equally much, s = √(D + 16), and
//!
//! ```text
//! P(the person beats an opponent of even point s') = logistic(SLOPE · (s' − s))
//! ```
//!
//! Evidence is of two kinds. The choices say [how strong whoever plays like that](Likeness::strength) is, in points of
//! rating, and [`rating`] says where on the scale that lies. Every result against an opponent whose own even point is known
//! says whether s is below or above that one; a person changes a little between games ([`DRIFT`]).
//!
//! Scale and slope come from 16 simulated players of known D in 100 games each against agents of nine targets, on seed 1001
//! (`koteki experiment equal-reference --scale paper --seed 1001`): of the scales √(D + c) with c = 0, 1, 2, 4 … 64 one slope
//! for all players fits best with c = 16, and it is then 1.5. [`DRIFT`] was chosen by simulation when D was the evidence in
//! place of choices (seeds 1 and 2 of `koteki experiment meet-a-player`): of 0.04 to 0.08 the slowest.
//!
//! Of a person who was measured before choices were, D alone is known. The even points lay on average 0.59 below the
//! players' own √(D + 16): a D in the tester's eyes, which look 5 plies ahead, is that of an agent with weaker eyes and a
//! smaller D. Their standard deviation was 0.38, with the levels of the roster 0.48, and UCT's lay 1.5 and 1.7 below what it
//! gave away, so `KIND` is wider.

use super::foretold::Foretold;
use super::likeness::{self, Likeness, Told};
use super::stats::{CONFIDENCE, Interval};
use super::strength::{Belief, CELLS, Decision, LAPSES, table_d};
use koteki_engine::player::human::policy::strength;

/// Plies that the agent looks ahead whose even points these are.
pub const DEPTH: u32 = 4;

/// How much a step of 1 on the scale changes the log odds of a win.
pub const SLOPE: f64 = 1.5;

/// Standard deviation, on the scale, that the even points of players of one D are taken to have, …
const KIND: f64 = 1.0;
/// … round their own place on it and this.
const SHIFT: f64 = -0.59;

/// Standard deviation of the change of s between two games.
pub const DRIFT: f64 = 0.04;

/// A result may be due to anything else this often: one game never rules out everything.
pub(super) const CHANCE: f64 = 0.02;

/// D = s² − this.
const BEND: f64 = 16.0;

/// Places on the scale and the strength of whoever stands there, in the points of [`likeness`]: of agents of 4 plies that
/// hold 170 to 0, as `koteki experiment ladder --scale paper --seed 1001` found it, and of those beyond by [`SLOPE`].
const STRENGTHS: [[f64; 2]; 8] = [
    [13.64, 280.0],
    [9.8, 470.0],
    [7.48, 785.0],
    [6.0, 1085.0],
    [5.1, 1287.0],
    [4.58, 1371.0],
    [4.0, 1516.0],
    [0.0, 2558.0],
];

/// The strength of whoever has this even point.
pub fn rating(d: f64) -> f64 {
    line(scale(d), |[place, strength]| (-place, strength), -1.0)
}

/// The even point of a strength.
pub fn of_rating(rating: f64) -> f64 {
    unscale(place_of_rating(rating).max(0.0))
}

/// The place of a strength on the scale; below 0 it is off it.
fn place_of_rating(rating: f64) -> f64 {
    line(rating, |[place, strength]| (strength, place), 1.0)
}

/// The value at `sign` · `x` of the line through [`STRENGTHS`], whose last pieces go on beyond its ends.
fn line(x: f64, point: impl Fn([f64; 2]) -> (f64, f64), sign: f64) -> f64 {
    let x = sign * x;
    let last = STRENGTHS.len() - 2;
    let piece = (0..=last)
        .find(|&it| x <= point(STRENGTHS[it + 1]).0)
        .unwrap_or(last);
    let (low, high) = (point(STRENGTHS[piece]), point(STRENGTHS[piece + 1]));
    low.1 + (x - low.0) * (high.1 - low.1) / (high.0 - low.0)
}

/// The grid: from 0, where the person beats any agent of any [rung](RUNGS), to 15 (D = 209, weaker than
/// random moves).
const STEP: f64 = 0.05;
const POINTS: usize = 301;

/// Where a player or an agent of this D stands on the scale; a negative D is that of a place which no agent
/// of [`DEPTH`] plies reaches.
pub fn scale(d: f64) -> f64 {
    libm::sqrt((d + BEND).max(0.0))
}

/// The D of a place on the scale, from −16 to 209; negative where an agent of [`DEPTH`] plies is too weak even
/// with a D of 0.
pub fn unscale(s: f64) -> f64 {
    s * s - BEND
}

/// Agents of one look-ahead, and where they stand beside those of [`DEPTH`] plies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rung {
    /// Plies they look ahead.
    pub depth: u32,
    /// The even point of the one that holds a D of 0 …
    top: f64,
    /// … and how much each unit of its D adds to that.
    slope: f64,
}

/// The look-aheads whose even points are known, the shallowest first.
///
/// Agents of 7 plies against those of 4, win rates of 200 games each, measured on 2026-11-29 by
/// `koteki match agent:d=D,depth=7 agent:d=E,depth=4 --games 200 --seed 1001`, and beneath them what the line fitted to
/// them (the most likely one with [`SLOPE`] as it is) says:
///
/// | | D = 0 | 5 | 10 | 16 | 25 |
/// |---|---|---|---|---|---|
/// | E = 0 | 0.945 | 0.828 | 0.667 | 0.390 | 0.120 |
/// | fitted | 0.962 | 0.836 | 0.615 | 0.340 | 0.113 |
/// | E = 9 | 0.990 | 0.965 | 0.868 | 0.685 | 0.297 |
/// | fitted | 0.991 | 0.958 | 0.877 | 0.698 | 0.363 |
///
/// Seed 2002, which decided nothing, 100 games each: 0.935, 0.830 and 0.675 where E = 0 and D = 0, 5 and 10; 0.715 and
/// 0.335 where E = 9 and D = 16 and 25.
pub const RUNGS: [Rung; 2] = [
    Rung {
        depth: DEPTH,
        top: 0.0,
        slope: 1.0,
    },
    Rung {
        depth: 7,
        top: -12.6,
        slope: 1.02,
    },
];

/// Who stands this far beyond an agent on the scale wins 6 of 10 games against it. Nearer to its end than this, a rung
/// is left for the next one: few that are bred come up to an agent of a D of 0.
const MARGIN: f64 = 0.27;

impl Rung {
    /// The even point of its agent that holds `d`.
    pub fn even(&self, d: f64) -> f64 {
        self.top + self.slope * d
    }

    /// What its agent has to hold to have this even point, or to come nearest to it.
    pub fn held(&self, even: f64) -> f64 {
        ((even - self.top) / self.slope).max(0.0)
    }
}

/// One game of a person against an opponent whose even point is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ResultAgainst {
    /// The D of the agent that is even with the opponent: of an agent its own, negative where [`unscale`] is.
    pub opponent: f64,
    /// What the person scored: 1, ½ or 0.
    pub score: f64,
}

/// What is known of a person's strength.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evidence {
    /// Of the D.
    pub belief: Belief,
    /// Like whom the person plays.
    pub likeness: Likeness,
    /// The last games against opponents whose even point is known, in the order in which they were played;
    /// at most [`LAST`].
    pub results: Vec<ResultAgainst>,
    /// What was foretold of the last of these games, before each, in the order in which they were played; at most [`LAST`].
    pub foretold: Vec<Foretold>,
    /// The ids of the latest games that a profile has counted, the last one last.
    pub counted: Vec<String>,
}

/// What a measured game says of the person.
#[derive(Clone, Debug, PartialEq)]
pub struct GameEvidence {
    /// When it ended, in seconds since 1970-01-01 UTC; 0 where that does not matter.
    pub ended: u64,
    /// The person's choices.
    pub decisions: Vec<Decision>,
    /// What they say of each rating.
    pub likeness: Told,
    /// How it ended, if that says something.
    pub result: Option<ResultAgainst>,
}

/// Games further back say next to nothing: the person has changed.
pub const LAST: usize = 100;

impl Evidence {
    /// Takes in one more game.
    pub fn see_game(&mut self, game: &GameEvidence) {
        let foretold = game.result.and_then(|result| {
            Some(Foretold {
                expected: self.expected(result.opponent)?,
                score: result.score,
                ended: game.ended,
            })
        });
        self.foretold.extend(foretold);
        let old = self.foretold.len().saturating_sub(LAST);
        self.foretold.drain(..old);
        self.belief.see_game(&game.decisions);
        self.likeness.see_game(&game.likeness);
        self.results.extend(game.result);
        let old = self.results.len().saturating_sub(LAST);
        self.results.drain(..old);
    }

    /// The probability that the person beats an opponent of this even point.
    pub fn expected(&self, opponent: f64) -> Option<f64> {
        expected(&self.likeness, &self.results, opponent)
    }

    /// The agent that should be the person's equal; see [`equal`].
    pub fn equal(&self) -> Option<Equal> {
        equal(&self.likeness, &self.results)
    }
}

/// The agent that should be the person's equal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Equal {
    /// The D it has to hold, [`DEPTH`] plies deep: the median of the posterior. Negative where it has to look
    /// deeper; [`Rung::held`] is then what it has to hold.
    pub d: f64,
    /// Its 2.5 % and 97.5 % quantiles.
    pub interval: Interval,
}

impl Equal {
    /// The first of `rungs`, the shallowest first, whose strongest agent should win 6 of 10 games against the person;
    /// the last one where none should.
    pub fn rung<'a>(&self, rungs: &'a [Rung]) -> Option<&'a Rung> {
        let enough = |rung: &&Rung| scale(self.d) >= scale(rung.even(0.0)) + MARGIN;
        rungs.iter().find(enough).or(rungs.last())
    }

    /// Whether the person is stronger than the strongest agent, and wins more than 6 of 10 games against it.
    pub fn is_beyond(&self) -> bool {
        let strongest = |rung: &Rung| scale(rung.even(0.0)) - MARGIN;
        RUNGS
            .last()
            .is_some_and(|rung| scale(self.d) < strongest(rung))
    }
}

/// What is believed of the person's even point after these games, in the order in which they were played;
/// `None` when nothing is known: no measured game and no result.
pub fn equal(likeness: &Likeness, results: &[ResultAgainst]) -> Option<Equal> {
    is_known(likeness, results).then(|| equal_given(&likeness.strength(), results))
}

/// As [`equal`], where the probability of each rating of the grid of [`likeness`] as a strength is given.
pub fn equal_given(strength: &[f64], results: &[ResultAgainst]) -> Equal {
    let mass = posterior(strength, results);
    let tail = (1.0 - CONFIDENCE) / 2.0;
    let at = |part| unscale(quantile(&mass, part));
    Equal {
        d: at(0.5),
        interval: Interval {
            low: at(tail),
            high: at(1.0 - tail),
        },
    }
}

pub(super) fn is_known(likeness: &Likeness, results: &[ResultAgainst]) -> bool {
    likeness.games() > 0 || !results.is_empty()
}

/// The probability that a person of whom this is known beats an opponent of this even point.
pub fn expected(likeness: &Likeness, results: &[ResultAgainst], opponent: f64) -> Option<f64> {
    if !is_known(likeness, results) {
        return None;
    }
    let mass = posterior(&likeness.strength(), results);
    let chances = mass.iter().enumerate();
    Some(
        chances
            .map(|(index, mass)| mass * win(scale(opponent), index))
            .sum(),
    )
}

/// The probability that whoever stands at this point of the grid beats an opponent at a place.
fn win(opponent: f64, index: usize) -> f64 {
    let odds = SLOPE * (opponent - place(index));
    CHANCE / 2.0 + (1.0 - CHANCE) / (1.0 + libm::exp(-odds))
}

/// The probability of each point of the grid.
pub(super) fn posterior(strength: &[f64], results: &[ResultAgainst]) -> Vec<f64> {
    let mut mass = vec![1.0; POINTS];
    for (index, game) in results.iter().enumerate() {
        if index > 0 {
            drift(&mut mass);
        }
        let opponent = scale(game.opponent);
        for (index, mass) in mass.iter_mut().enumerate() {
            let win = win(opponent, index);
            *mass *= libm::pow(win, game.score) * libm::pow(1.0 - win, 1.0 - game.score);
        }
        normalise(&mut mass);
    }
    for (mass, weight) in mass.iter_mut().zip(spread(strength)) {
        *mass *= weight;
    }
    normalise(&mut mass);
    mass
}

pub(super) fn place(index: usize) -> f64 {
    index as f64 * STEP
}

/// A belief in strength as one in s.
fn spread(strength: &[f64]) -> Vec<f64> {
    let places = strength.iter().enumerate();
    on_grid(places.map(|(index, &mass)| (place_of_rating(likeness::rating(index)), mass)))
}

/// These places with their masses on the grid of s.
fn on_grid(places: impl Iterator<Item = (f64, f64)>) -> Vec<f64> {
    let mut grid = vec![0.0; POINTS];
    for (place, mass) in places {
        let s = (place / STEP).clamp(0.0, (POINTS - 1) as f64);
        let below = (s as usize).min(POINTS - 2);
        let share = s - below as f64;
        grid[below] += mass * (1.0 - share);
        grid[below + 1] += mass * share;
    }
    grid
}

/// Like whom somebody plays of whom D alone is known: what a profile of an earlier version says.
pub fn likeness_of(belief: &Belief) -> Likeness {
    if belief.games() == 0 {
        return Likeness::default();
    }
    let places = belief
        .mass()
        .iter()
        .enumerate()
        .take(CELLS)
        .map(|(cell, &mass)| {
            let d = table_d(cell / LAPSES.len(), cell % LAPSES.len());
            (scale(d.unwrap_or(0.0)) + SHIFT, mass)
        });
    let spread = smooth(&on_grid(places), KIND);
    let at = |index| {
        let s = place_of_rating(strength(likeness::rating(index))) / STEP;
        let near = libm::round(s.clamp(0.0, (POINTS - 1) as f64)) as usize;
        spread[near]
    };
    let mass = (0..likeness::POINTS).map(at).collect();
    Likeness::restored(mass, belief.games(), Vec::new()).unwrap_or_default()
}

fn drift(mass: &mut Vec<f64>) {
    *mass = smooth(mass, DRIFT);
}

fn smooth(mass: &[f64], sd: f64) -> Vec<f64> {
    smooth_steps(mass, sd / STEP)
}

/// `mass` with a normal deviate added, of a standard deviation of so many steps of its grid; what would leave the grid
/// stays at its end.
pub(super) fn smooth_steps(mass: &[f64], sd: f64) -> Vec<f64> {
    let reach = libm::ceil(4.0 * sd) as usize;
    let kernel: Vec<f64> = (0..=2 * reach)
        .map(|index| {
            let z = (index as f64 - reach as f64) / sd;
            libm::exp(-z * z / 2.0)
        })
        .collect();
    let sum: f64 = kernel.iter().sum();
    let mut out = vec![0.0; mass.len()];
    for (from, &mass) in mass.iter().enumerate() {
        for (index, weight) in kernel.iter().enumerate() {
            let to = (from + index).saturating_sub(reach).min(out.len() - 1);
            out[to] += mass * weight / sum;
        }
    }
    out
}

fn normalise(mass: &mut [f64]) {
    let sum: f64 = mass.iter().sum();
    if sum > 0.0 {
        mass.iter_mut().for_each(|it| *it /= sum);
    }
}

/// The place below which `part` of the mass lies, each point's mass lying evenly round it.
fn quantile(mass: &[f64], part: f64) -> f64 {
    let mut below = 0.0;
    for (index, &mass) in mass.iter().enumerate() {
        if below + mass >= part && mass > 0.0 {
            let share = (part - below) / mass - 0.5;
            return (place(index) + share * STEP).max(0.0);
        }
        below += mass;
    }
    place(mass.len().saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A player of whom only results are known: with nearly even priors the even point is where the win
    /// rate seen would be one half.
    #[test]
    fn results_alone_find_the_even_point() {
        // 30 of 40 against an agent of D 20 (s = 6): logit(0.75) / 1.5 = 0.73 below it on the scale.
        let results: Vec<ResultAgainst> = (0..40)
            .map(|game| ResultAgainst {
                opponent: 20.0,
                score: if game % 4 == 0 { 0.0 } else { 1.0 },
            })
            .collect();
        let found = equal(&Likeness::default(), &results).unwrap();
        let expected = unscale(6.0 - libm::log(3.0) / 1.5);
        assert!(
            (scale(found.d) - scale(expected)).abs() < 0.35,
            "{found:?}, expected about {expected}"
        );
        assert!(found.interval.contains(expected), "{found:?}");
    }

    #[test]
    fn winning_asks_for_a_stronger_agent_and_losing_for_a_weaker_one() {
        let after = |score: f64| {
            let results = [ResultAgainst {
                opponent: 25.0,
                score,
            }; 6];
            equal(&Likeness::default(), &results).unwrap().d
        };
        let (lost, drawn, won) = (after(0.0), after(0.5), after(1.0));
        assert!(won < drawn && drawn < lost, "{won} {drawn} {lost}");
        assert_eq!(equal(&Likeness::default(), &[]), None);
    }

    #[test]
    fn the_scale_goes_both_ways() {
        for d in [0.0, 4.0, 25.0, 98.0] {
            assert!((unscale(scale(d)) - d).abs() < 1e-9);
        }
        // Beyond the strongest agent it goes on.
        assert!((scale(unscale(2.5)) - 2.5).abs() < 1e-9);
    }

    /// The same as the sum of two independent normal deviates: variances add.
    #[test]
    fn smoothing_adds_variance() {
        let mut mass = vec![0.0; POINTS];
        mass[100] = 1.0;
        let twice = smooth(&smooth(&mass, 0.3), 0.4);
        let mean: f64 = twice.iter().enumerate().map(|(i, m)| m * place(i)).sum();
        let variance: f64 = twice
            .iter()
            .enumerate()
            .map(|(i, m)| m * (place(i) - mean).powi(2))
            .sum();
        assert!((mean - 5.0).abs() < 1e-9, "{mean}");
        assert!((variance - 0.25).abs() < 2e-3, "{variance}");
    }
}

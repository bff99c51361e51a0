//! How differently two individuals play: the mismatch rate (Ueda 2012, §6.4.2), the share of a fixed
//! set of positions in which two individuals choose different moves.
//!
//! An individual that holds several moves for equally good plays one of them at random. Its answer to a
//! position is therefore a set, and the mismatch is the *probability* of different moves,
//! 1 − |A ∩ B| / (|A| |B|), averaged over the positions: exact, where drawing the lots would only
//! estimate it. With itself such an individual does not match either; that [`floor`] is what a
//! mismatch has to be read against.

use serde::{Deserialize, Serialize};

use super::genome::distance;
use super::rivals::WANTED;
use crate::measure::stats::{CONFIDENCE, Moments};

/// What one individual would do in each position of the set: the moves it holds for equally good, as
/// numbers that mean the same for every individual. Empty for a game that has no such set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answers(pub Vec<Vec<u16>>);

/// A mean over the positions with the 95 % interval that they, as a sample of all positions, give it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rate {
    /// The mean, 0…1.
    pub rate: f64,
    /// Lower limit (Student's interval over the positions), at least 0.
    pub low: f64,
    /// Upper limit, at most 1.
    pub high: f64,
}

impl Rate {
    fn of(values: &[f64]) -> Option<Self> {
        let moments = Moments::of(values)?;
        let interval = moments.mean_interval(CONFIDENCE)?;
        // Rounded, so that an archive does not hang on the last bits of a platform's quantiles.
        let round = |value: f64| libm::round(value.clamp(0.0, 1.0) * 1e6) / 1e6;
        Some(Self {
            rate: round(moments.mean),
            low: round(interval.low),
            high: round(interval.high),
        })
    }
}

fn differ(a: &[u16], b: &[u16]) -> f64 {
    let shared = a.iter().filter(|mv| b.contains(mv)).count();
    let pairs = a.len() * b.len();
    if pairs == 0 {
        return 0.0;
    }
    1.0 - shared as f64 / pairs as f64
}

/// How often two individuals choose different moves; `None` when the set has fewer than two
/// positions.
pub fn mismatch(a: &Answers, b: &Answers) -> Option<Rate> {
    let values: Vec<f64> = a.0.iter().zip(&b.0).map(|(a, b)| differ(a, b)).collect();
    Rate::of(&values)
}

/// How often an individual differs from itself, asked twice: what its ties alone bring about.
pub fn floor(answers: &Answers) -> Option<Rate> {
    mismatch(answers, answers)
}

/// An individual that may be chosen as a rival.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<'a> {
    /// log10 of its weights.
    pub place: &'a [f64],
    /// What it plays.
    pub answers: &'a Answers,
}

/// Most candidates of whom every three are tried.
const TRIED: usize = 60;

/// Chooses A, B and C by what they play and by where they are: of all three that mismatch one another
/// at `least` or more the three with the largest sum of distances; when there are no such three, the
/// three whose smallest mismatch is largest. Distance alone would mislead: weights in the same
/// proportion are far apart and play the same moves. Indices into `candidates`, the farthest pair
/// first as in the thesis (§6.4.5); of equals the earliest. Only the first 60 candidates are looked
/// at, and fewer than three are all taken.
pub fn choose(candidates: &[Candidate<'_>], least: f64) -> Vec<usize> {
    let n = candidates.len().min(TRIED);
    if n < WANTED {
        return (0..n).collect();
    }
    let table = |value: &dyn Fn(Candidate<'_>, Candidate<'_>) -> f64| -> Vec<Vec<f64>> {
        let row = |a: usize| (0..n).map(move |b| (a, b));
        (0..n)
            .map(|a| {
                row(a)
                    .map(|(a, b)| value(candidates[a], candidates[b]))
                    .collect()
            })
            .collect()
    };
    let apart = table(&|a, b| distance(a.place, b.place));
    // Without a set of positions every mismatch counts as enough, and distance decides.
    let differ = table(&|a, b| mismatch(a.answers, b.answers).map_or(1.0, |it| it.rate));
    let mut best = None;
    let mut highest = (f64::NEG_INFINITY, f64::NEG_INFINITY);
    for a in 0..n {
        for b in a + 1..n {
            for c in b + 1..n {
                let smallest = differ[a][b].min(differ[a][c]).min(differ[b][c]);
                let sum = apart[a][b] + apart[a][c] + apart[b][c];
                let value = (smallest.min(least), sum);
                if value > highest {
                    highest = value;
                    best = Some([a, b, c]);
                }
            }
        }
    }
    let Some([a, b, c]) = best else {
        return Vec::new();
    };
    // The farthest pair first.
    let orders = [[a, b, c], [a, c, b], [b, c, a]];
    let [first, rest @ ..] = orders;
    rest.into_iter()
        .fold(first, |best, order| {
            if apart[order[0]][order[1]] > apart[best[0]][best[1]] {
                order
            } else {
                best
            }
        })
        .to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mismatch_of_ties_is_the_chance_of_different_moves() {
        let answers = |sets: &[&[u16]]| Answers(sets.iter().map(|set| set.to_vec()).collect());
        let one = answers(&[&[1], &[2], &[3, 4], &[5, 6]]);
        let other = answers(&[&[1], &[7], &[3], &[5, 6]]);
        // By hand: 0, 1, 1/2, 1/2.
        let found = mismatch(&one, &other).unwrap();
        assert!((found.rate - 0.5).abs() < 1e-9, "{found:?}");
        assert!(found.low < 0.5 && found.high > 0.5);
        // Asked twice, it differs where it draws lots: 0, 0, 1/2, 1/2.
        assert!((floor(&one).unwrap().rate - 0.25).abs() < 1e-9);
        assert_eq!(mismatch(&Answers::default(), &Answers::default()), None);
    }

    #[test]
    fn far_apart_is_not_enough() {
        // The first two lie farthest apart and play the same; the others differ from all.
        let places: [&[f64]; 4] = [&[0.0], &[9.0], &[2.0], &[3.0]];
        let answers = [[1, 1, 1, 1], [1, 1, 1, 1], [2, 2, 1, 1], [1, 1, 3, 3]]
            .map(|moves| Answers(moves.map(|mv| vec![mv]).to_vec()));
        let candidates: Vec<Candidate<'_>> = places
            .into_iter()
            .zip(&answers)
            .map(|(place, answers)| Candidate { place, answers })
            .collect();
        // 1, 2, 3 with distances 7, 6, 1 beats 0, 2, 3 with 2, 3, 1.
        assert_eq!(choose(&candidates, 0.25), [1, 2, 3]);
        // Asked for nothing, distance decides: 0, 1 and the later of two equal thirds' first.
        assert_eq!(choose(&candidates, 0.0), [0, 1, 2]);
        assert_eq!(choose(&candidates[..2], 0.25), [0, 1]);
    }
}

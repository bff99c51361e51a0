//! Choosing the rivals A, B and C (Ueda 2012, §6.4.5): of the individuals near level the two that are
//! farthest apart, then the one with the largest sum of distances to both.

use super::genome::distance;

/// Rivals that are wanted.
pub const WANTED: usize = 3;

/// Whether a win rate lies within `near` of one half, the band's ends included.
pub fn is_near_level(win_rate: f64, near: f64) -> bool {
    // 1e-9: the ends belong to the band whatever 0.4 and 0.6 are in binary.
    (win_rate - 0.5).abs() <= near + 1e-9
}

/// Chooses among `places` (log10 weights of the individuals near level): indices in the order A, B,
/// C. Fewer when there are fewer. Among equals the earliest.
pub fn choose(places: &[&[f64]]) -> Vec<usize> {
    let mut pair = None;
    let mut farthest = f64::NEG_INFINITY;
    for (a, from) in places.iter().enumerate() {
        for (b, to) in places.iter().enumerate().skip(a + 1) {
            let apart = distance(from, to);
            if apart > farthest {
                farthest = apart;
                pair = Some([a, b]);
            }
        }
    }
    let Some([a, b]) = pair else {
        return (0..places.len()).collect();
    };
    let mut third = None;
    let mut largest = f64::NEG_INFINITY;
    for (c, place) in places.iter().enumerate() {
        if c == a || c == b {
            continue;
        }
        let sum = distance(place, places[a]) + distance(place, places[b]);
        if sum > largest {
            largest = sum;
            third = Some(c);
        }
    }
    [a, b].into_iter().chain(third).collect()
}

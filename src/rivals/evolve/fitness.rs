//! What breeding selects for: level with the opponent, and unlike the others (Ueda 2012, §6.4.1).

use super::genome::distance;

/// f_wr = 4 (0.5 − |0.5 − wr|)² (eq. 6.6): 1 at a win rate of one half, 0 at 0 and 1.
pub fn of_win_rate(win_rate: f64) -> f64 {
    let closeness = 0.5 - (0.5 - win_rate).abs();
    4.0 * closeness * closeness
}

/// f_sim of individual `i` (eq. 6.7): (1/n) Σ_{j≠i} 1 / d_ij², over everybody in `places` (log10
/// weights). `n` counts the population and the children. Distances below `equal_distance` count as
/// that, so that equal individuals keep it finite.
pub fn of_similarity(i: usize, places: &[Vec<f64>], n: usize, equal_distance: f64) -> f64 {
    let Some(own) = places.get(i) else {
        return 0.0;
    };
    let sum: f64 = places
        .iter()
        .enumerate()
        .filter(|&(j, _)| j != i)
        .map(|(_, other)| {
            let distance = distance(own, other).max(equal_distance);
            1.0 / (distance * distance)
        })
        .sum();
    sum / n as f64
}

/// f = f_wr − β f_sim (eq. 6.5); β = ∞ means −f_sim alone.
pub fn total(f_wr: f64, f_sim: f64, beta: f64) -> f64 {
    if beta.is_infinite() {
        -f_sim
    } else {
        f_wr - beta * f_sim
    }
}

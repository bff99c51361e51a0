//! The figures of Ueda 2012, ch. 6, as they are printed.

/// One column of table 6.1: 20 individuals of one run, each 100 games against the agent, draws half.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// The β of the run.
    pub beta: f64,
    /// The win rates of individuals 1 to 20.
    pub win_rates: [f64; 20],
    /// Their mean, as printed.
    pub mean: f64,
    /// Their standard deviation, as printed (n − 1).
    pub sd: f64,
}

/// Games of each individual in table 6.1.
pub const GAMES: u32 = 100;

/// Table 6.1.
pub const TABLE_6_1: [Column; 3] = [
    Column {
        beta: 0.01,
        win_rates: [
            0.36, 0.03, 0.38, 0.33, 0.26, 0.0, 0.07, 0.525, 0.07, 0.165, 0.37, 0.46, 0.09, 0.12,
            0.29, 0.08, 0.44, 0.42, 0.27, 0.21,
        ],
        mean: 0.247,
        sd: 0.161,
    },
    Column {
        beta: 0.001,
        win_rates: [
            0.37, 0.52, 0.41, 0.59, 0.465, 0.27, 0.565, 0.4, 0.685, 0.32, 0.41, 0.54, 0.45, 0.485,
            0.6, 0.475, 0.595, 0.55, 0.39, 0.26,
        ],
        mean: 0.4675,
        sd: 0.115,
    },
    Column {
        beta: 0.0001,
        win_rates: [
            0.37, 0.45, 0.445, 0.44, 0.49, 0.51, 0.37, 0.515, 0.38, 0.54, 0.38, 0.41, 0.525, 0.52,
            0.565, 0.51, 0.4, 0.5, 0.52, 0.57,
        ],
        mean: 0.4705,
        sd: 0.067,
    },
];

/// The β of figs 6.5 and 6.6.
pub const BETAS: [f64; 5] = [f64::INFINITY, 0.01, 0.001, 0.0001, 0.0];

/// Runs whose mean figs 6.5 and 6.6 show.
pub const RUNS: usize = 20;

/// Positions of the mismatch rate.
pub const POSITIONS: usize = 300;

/// Table 6.2: frontier, mobility, stability, and the win rate of the three individuals chosen.
pub const TABLE_6_2: [([i32; 3], f64); 3] = [
    ([1183, 6130, 7417], 0.52),
    ([612, 1378, 8009], 0.54),
    ([692, 693, 1844], 0.485),
];

/// Table 6.3: mismatch of two of them (numbers from 0), over 300 positions.
pub const TABLE_6_3: [((usize, usize), f64); 3] =
    [((0, 1), 0.2533), ((0, 2), 0.3533), ((1, 2), 0.3167)];

#[cfg(test)]
mod tests {
    use super::*;
    use koteki_rivals::measure::stats::Moments;

    #[test]
    fn the_printed_means_are_those_of_the_printed_columns() {
        for column in TABLE_6_1 {
            let moments = Moments::of(&column.win_rates).unwrap();
            assert!((moments.mean - column.mean).abs() < 1e-9, "{moments:?}");
            assert!((moments.sd - column.sd).abs() < 5e-4, "{moments:?}");
        }
    }
}

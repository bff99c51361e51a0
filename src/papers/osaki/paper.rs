//! The figures of Osaki et al. 2009.

use koteki_engine::eval::blokus::SQUARES;

/// ε of the self-play.
pub const EPSILONS: [f64; 4] = [0.01, 0.1, 0.5, 1.0];

/// Tables 2 (M 100) and 3 (M 1000): mean |r − σ(v)| and accuracy by ε, over 3600 positions.
pub const RATES: [[(f64, f64); 4]; 2] = [
    [
        (0.1091, 0.7349),
        (0.1009, 0.7450),
        (0.0964, 0.7800),
        (0.0952, 0.7965),
    ],
    [
        (0.1029, 0.7474),
        (0.0904, 0.7831),
        (0.0951, 0.7624),
        (0.0860, 0.8176),
    ],
];

/// Table 4: the evaluation of M 1000 and ε 1 on positions that those of ε 0.01, 0.1 and 0.5 make.
pub const MADE: [(f64, f64); 3] = [(0.0903, 0.8162), (0.0878, 0.8266), (0.0891, 0.8247)];

/// Tables 5, 6 and 7: TOQN's wins, draws and losses against the Monte Carlo player by ε (M 100).
pub const GAMES: [[(u32, u32, u32); 4]; 3] = [
    [(78, 7, 115), (100, 8, 92), (118, 11, 71), (135, 3, 62)],
    [(77, 14, 109), (122, 9, 69), (133, 10, 57), (141, 5, 54)],
    [(94, 7, 99), (139, 5, 56), (136, 11, 53), (134, 10, 56)],
];

/// Seconds of tables 5, 6 and 7.
pub const SECONDS: [u32; 3] = [1, 5, 10];

/// Nodes that TOQN looked at in a second.
pub const NODES: u64 = 77_000;

/// Tables A.1 and A.2: the score weight of every square in the first and the second phase (ε 1, M 100), not divided
/// by anything. A line a column, from row 1 to the diagonal: the order of figure 2. Of A.2 the cell (7,A) is lost; it
/// is that of (A,7).
#[rustfmt::skip]
pub const SQUARE_WEIGHTS: [[f64; SQUARES]; 2] = [
    [
    0.050,
    0.067, 0.005,
    0.041, -0.196, -0.070,
    0.108, -0.035, 0.023, 0.037,
    0.167, 0.055, 0.035, -0.159, -0.107,
    0.166, 0.043, 0.101, 0.115, 0.008, 0.069,
    0.061, 0.018, 0.015, 0.212, 0.178, -0.072, -0.112,
    0.139, 0.081, 0.054, 0.083, 0.207, -0.086, -0.197, -0.094,
    0.117, 0.040, 0.041, 0.026, 0.091, -0.063, -0.074, -0.095, -0.007,
    0.081, 0.039, 0.048, 0.050, 0.062, 0.013, 0.014, 0.012, 0.019, 0.001,
    0.033, 0.059, 0.014, 0.053, 0.085, 0.057, 0.065, 0.044, 0.030, 0.018, 0.001,
    0.021, -0.004, -0.019, 0.039, 0.056, 0.057, 0.069, 0.081, 0.044, 0.003, -0.001, -0.003,
    0.034, 0.021, -0.003, 0.025, 0.054, 0.054, 0.092, 0.071, 0.037, 0.006, 0.003, -0.001, -0.002,
    0.010, 0.016, 0.011, 0.014, 0.018, 0.027, 0.038, 0.043, 0.026, 0.011, 0.003, 0.001, 0.001, 0.001,
    ],
    [
    0.050,
    0.107, 0.035,
    0.091, -0.134, -0.187,
    0.197, 0.120, 0.193, 0.044,
    0.224, 0.028, 0.293, -0.071, 0.001,
    0.312, 0.086, 0.112, 0.206, 0.029, 0.062,
    0.203, -0.020, -0.037, 0.285, 0.205, -0.360, -0.210,
    0.365, 0.392, 0.137, 0.077, 0.114, -0.355, -0.462, -0.193,
    0.279, 0.111, -0.015, -0.008, 0.017, -0.221, -0.259, -0.351, -0.102,
    0.194, 0.233, 0.205, 0.020, 0.010, -0.113, -0.073, -0.089, 0.022, 0.001,
    0.100, 0.084, 0.058, 0.040, 0.082, 0.043, -0.022, -0.083, -0.062, 0.036, 0.021,
    0.117, -0.046, -0.033, 0.043, 0.160, 0.043, 0.051, 0.108, 0.110, 0.074, 0.050, 0.011,
    0.160, 0.139, -0.035, 0.115, 0.118, 0.137, 0.208, 0.117, 0.111, 0.004, 0.021, 0.007, 0.001,
    0.043, 0.106, -0.031, 0.148, 0.067, 0.058, 0.049, -0.006, 0.057, 0.058, 0.012, -0.012, -0.002, -0.002,
    ],
];

#[cfg(test)]
mod tests {
    use super::*;
    use koteki_engine::eval::blokus::folded;
    use koteki_games::blokus::Square;

    /// What the text says of them (§4.1.1): the largest weights lie on (7,4) and (8,2), the smallest on (8,7).
    #[test]
    fn the_extremes_lie_where_the_text_has_them() {
        let square = |column: u8, row: u8| folded(Square::at(column - 1, row - 1).unwrap());
        for (weights, most, (column, row), least) in [
            (&SQUARE_WEIGHTS[0], 0.212, (7, 4), -0.197),
            (&SQUARE_WEIGHTS[1], 0.392, (8, 2), -0.462),
        ] {
            let largest = weights.iter().copied().fold(f64::MIN, f64::max);
            let smallest = weights.iter().copied().fold(f64::MAX, f64::min);
            assert_eq!((largest, smallest), (most, least));
            assert_eq!(weights[square(column, row)], most);
            assert_eq!(weights[square(8, 7)], least);
        }
    }
}

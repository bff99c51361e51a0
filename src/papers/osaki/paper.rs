//! The figures of Osaki et al. 2009.

/// ε of the self-play.
pub(super) const EPSILONS: [f64; 4] = [0.01, 0.1, 0.5, 1.0];

/// Tables 2 (M 100) and 3 (M 1000): mean |r − σ(v)| and accuracy by ε, over 3600 positions.
pub(super) const RATES: [[(f64, f64); 4]; 2] = [
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
pub(super) const MADE: [(f64, f64); 3] = [(0.0903, 0.8162), (0.0878, 0.8266), (0.0891, 0.8247)];

/// Tables 5, 6 and 7: TOQN's wins, draws and losses against the Monte Carlo player by ε (M 100).
pub(super) const GAMES: [[(u32, u32, u32); 4]; 3] = [
    [(78, 7, 115), (100, 8, 92), (118, 11, 71), (135, 3, 62)],
    [(77, 14, 109), (122, 9, 69), (133, 10, 57), (141, 5, 54)],
    [(94, 7, 99), (139, 5, 56), (136, 11, 53), (134, 10, 56)],
];

/// Seconds of tables 5, 6 and 7.
pub(super) const SECONDS: [u32; 3] = [1, 5, 10];

/// Nodes that TOQN looked at in a second.
pub(super) const NODES: u64 = 77_000;

//! Table 1 of the paper on weights as it is printed: 1000 games as each player.

use koteki_engine::eval::othello::bp_fs_cn::Mix;

/// Games behind each figure.
pub const GAMES: u32 = 1000;

/// Wins, losses and draws.
pub type Counts = [u32; 3];

/// A row: the weights, and the counts as first and as second player.
pub type Row = (Mix, [Counts; 2]);

const fn mix(bp: u8, fs: u8, cn: u8) -> Mix {
    Mix { bp, fs, cn }
}

/// Table 1. A parameter alone is printed without a weight: 1 here.
pub const TABLE_1: [Row; 7] = [
    (mix(1, 0, 0), [[749, 215, 36], [739, 215, 46]]),
    (mix(0, 1, 0), [[832, 139, 29], [820, 154, 26]]),
    (mix(0, 0, 1), [[659, 326, 15], [612, 367, 21]]),
    (mix(1, 3, 0), [[982, 12, 6], [981, 13, 6]]),
    (mix(5, 0, 1), [[802, 154, 44], [802, 168, 30]]),
    (mix(0, 5, 1), [[813, 166, 21], [842, 140, 18]]),
    (mix(2, 5, 1), [[981, 11, 8], [977, 18, 5]]),
];

/// The share of points that the counts come to.
pub fn points([wins, losses, draws]: Counts) -> f64 {
    (f64::from(wins) + f64::from(draws) / 2.0) / f64::from((wins + losses + draws).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_figure_is_of_a_thousand_games() {
        let cells = TABLE_1.iter().flat_map(|row| row.1);
        assert!(
            cells
                .map(|cell| cell.iter().sum::<u32>())
                .all(|sum| sum == GAMES)
        );
    }
}

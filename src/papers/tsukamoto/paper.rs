//! Table 1 of Tsukamoto's paper as it is printed: 100 games a cell, 50 as each colour.

/// Depth of the own player.
pub const OWN_DEPTH: u32 = 10;

/// Games behind each cell.
pub const GAMES: u32 = 100;

/// Wins, losses and draws of the own player.
pub type Counts = [u32; 3];

/// A row: the own player, its opponent, and what came of it at the opponent's depths 2, 4, 6, 8 and 10.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The own player, without its depth.
    pub own: &'static str,
    /// Its opponent, without its depth.
    pub opponent: &'static str,
    /// The counts; depths beyond the list were not played.
    pub counts: &'static [Counts],
}

/// The opponent's depth in the column `index`.
pub const fn depth(index: usize) -> u32 {
    2 * (index as u32 + 1)
}

/// Table 1.
pub const TABLE_1: [Row; 7] = [
    Row {
        own: "mobility+corners",
        opponent: "discs",
        counts: &[[100, 0, 0]; 5],
    },
    Row {
        own: "mobility+corners",
        opponent: "mobility+corners",
        counts: &[[100, 0, 0], [100, 0, 0], [92, 6, 2], [74, 25, 1]],
    },
    Row {
        own: "nakamichi",
        opponent: "discs",
        counts: &[
            [49, 43, 8],
            [35, 52, 13],
            [35, 59, 6],
            [31, 65, 4],
            [19, 76, 5],
        ],
    },
    Row {
        own: "tsukamoto",
        opponent: "discs",
        counts: &[
            [77, 17, 6],
            [69, 26, 5],
            [66, 27, 7],
            [60, 36, 4],
            [52, 41, 7],
        ],
    },
    Row {
        own: "tsukamoto",
        opponent: "discs+corners",
        counts: &[
            [78, 20, 2],
            [69, 23, 8],
            [57, 39, 4],
            [43, 54, 3],
            [43, 56, 1],
        ],
    },
    Row {
        own: "tsukamoto",
        opponent: "mobility",
        counts: &[[56, 35, 9], [44, 52, 4], [33, 58, 9], [17, 79, 4]],
    },
    Row {
        own: "tsukamoto",
        opponent: "mobility+corners",
        counts: &[[55, 36, 9], [38, 54, 8], [32, 59, 9], [14, 85, 1]],
    },
];

/// The share of points that the counts come to.
pub fn points([wins, losses, draws]: Counts) -> f64 {
    (f64::from(wins) + f64::from(draws) / 2.0) / f64::from(wins + losses + draws)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The paper: 100 games a cell, 3,200 games in all.
    #[test]
    fn every_cell_is_a_hundred_games() {
        let cells: Vec<Counts> = TABLE_1.iter().flat_map(|row| row.counts.to_vec()).collect();
        assert!(cells.iter().all(|cell| cell.iter().sum::<u32>() == GAMES));
        assert_eq!(cells.len(), 32);
    }

    /// The percentages that the paper prints leave draws out; 53 % and 14 % among them.
    #[test]
    fn the_printed_percentages_are_wins_of_decided_games() {
        let percent =
            |[wins, losses, _]: Counts| (100 * wins + (wins + losses) / 2) / (wins + losses);
        assert_eq!(TABLE_1[2].counts.map_percent(percent), [53, 40, 37, 32, 20]);
        assert_eq!(TABLE_1[3].counts.map_percent(percent), [82, 73, 71, 63, 56]);
        assert_eq!(TABLE_1[6].counts.map_percent(percent), [60, 41, 35, 14]);
    }

    trait MapPercent {
        fn map_percent(&self, percent: impl Fn(Counts) -> u32) -> Vec<u32>;
    }

    impl MapPercent for [Counts] {
        fn map_percent(&self, percent: impl Fn(Counts) -> u32) -> Vec<u32> {
            self.iter().map(|&counts| percent(counts)).collect()
        }
    }
}

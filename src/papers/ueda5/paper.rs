//! The figures of Ueda 2012, ch. 5, as they are printed.

use crate::agreement::Outcomes;

/// A match of 200 games of table 5.3: an agent against the player whose D it holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// The target D.
    pub d: f64,
    /// The agent's wins.
    pub wins: u32,
    /// Its losses; the rest are draws.
    pub losses: u32,
    /// Its win rate as printed.
    pub rate: f64,
}

/// Games of a match of tables 5.3 to 5.5.
pub const GAMES: u32 = 200;

/// Games behind a D, and behind a curve of figs 5.5, 5.7 and 5.8.
pub const SHEETS: u32 = 25;

/// Table 5.3: Intermediate, Beginner, UCT 1 s, UCT 10 s, UCT+ 10 s. 114 and 87 are 201: a misprint.
pub const TABLE_5_3: [Row; 5] = [
    Row {
        d: 25.12,
        wins: 111,
        losses: 85,
        rate: 0.57,
    },
    Row {
        d: 28.98,
        wins: 96,
        losses: 100,
        rate: 0.49,
    },
    Row {
        d: 36.68,
        wins: 114,
        losses: 87,
        rate: 0.57,
    },
    Row {
        d: 26.51,
        wins: 118,
        losses: 80,
        rate: 0.59,
    },
    Row {
        d: 21.47,
        wins: 97,
        losses: 99,
        rate: 0.49,
    },
];

/// A target wrong by 10, and what it comes to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wrong {
    /// The target D.
    pub d: f64,
    /// The agent's wins and losses of 200 without readjustment.
    pub before: (u32, u32),
    /// The same with it.
    pub after: (u32, u32),
}

/// Table 5.4, against Intermediate.
pub const TABLE_5_4: [Wrong; 2] = [
    Wrong {
        d: 15.12,
        before: (161, 35),
        after: (99, 98),
    },
    Wrong {
        d: 35.12,
        before: (43, 153),
        after: (89, 107),
    },
];

/// Table 5.5, against Beginner (the head of its column says Intermediate, a misprint).
pub const TABLE_5_5: [Wrong; 2] = [
    Wrong {
        d: 18.98,
        before: (162, 38),
        after: (130, 68),
    },
    Wrong {
        d: 38.98,
        before: (98, 100),
        after: (116, 79),
    },
];

/// Wins of AIa (Advanced) against AIb (Intermediate), and of AIb against AIc (UCT, 1 s), in 100 games.
pub const MATCHES: [u32; 2] = [96, 95];

/// Games of each AI against itself of figs 5.1 to 5.3.
pub const SELF_PLAY: u32 = 50;

/// Table 5.2: wins of k-best against Intermediate in 100 games.
pub const K_BEST_WINS: u32 = 56;

/// k and σ of k-best: 3 · 4 and 3 · 25.12.
pub const K_BEST: &str = "kbest:k=12,sigma=75.36";

/// The longest run of best moves in the game of fig. 5.6: own moves 11 to 17.
pub const RUN: f64 = 7.0;

/// Wins, losses and draws of a match of 200 games; `None` where the paper prints more than 200.
pub fn outcomes((wins, losses): (u32, u32)) -> Option<Outcomes> {
    let draws = GAMES.checked_sub(wins + losses)?;
    Some([wins, losses, draws])
}

/// The share of points in a match of 200 games, draws half a win.
pub fn share((wins, losses): (u32, u32)) -> f64 {
    0.5 + (f64::from(wins) - f64::from(losses)) / (2.0 * f64::from(GAMES))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_printed_rates_are_those_of_the_printed_games() {
        for row in TABLE_5_3 {
            // The misprinted row fits with half a game more.
            assert!((share((row.wins, row.losses)) - row.rate).abs() <= 0.0051);
        }
        // 161 wins, 35 losses and 4 draws.
        assert!((share(TABLE_5_4[0].before) - 0.815).abs() < 1e-12);
    }
}

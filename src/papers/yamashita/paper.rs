//! The figures of Yamashita 2009 as they are printed: means over ten matches, from the program's side.

/// Wins, draws and losses per 100 rounds.
pub type Printed = [f64; 3];

/// A pattern of hands, and what it came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pattern {
    /// Its name among the readers.
    pub player: &'static str,
    /// Rounds of a match.
    pub rounds: u32,
    /// The first round that counts, 0 for the first of all.
    pub from: usize,
    /// The paper's mean.
    pub printed: Printed,
    /// The wins that the program promises at least of `strong`.
    pub promised: f64,
}

/// Matches behind each mean.
pub const MATCHES: u32 = 10;

/// Table 4.2 and table 4.3 (rounds 101 to 200).
pub const PATTERNS: [Pattern; 3] = [
    Pattern {
        player: "cycle:GCP",
        rounds: 100,
        from: 0,
        printed: [89.0, 4.7, 6.3],
        promised: 95.0,
    },
    Pattern {
        player: "cycle:GPPCP",
        rounds: 100,
        from: 0,
        printed: [54.3, 23.1, 22.6],
        promised: 91.0,
    },
    Pattern {
        player: "cycle:GPCP,then=CGPPC,at=100",
        rounds: 200,
        from: 100,
        printed: [60.1, 22.2, 17.7],
        promised: 80.0,
    },
];

/// Stretches of rounds of fig. 4.1, as the text has them: flat, rising, flat, rising.
pub const STRETCHES: [(usize, usize); 4] = [(0, 30), (30, 100), (100, 140), (150, 200)];

/// Table 4.4: wins, draws and losses of 100 rounds against five people.
pub const PEOPLE: [[u32; 3]; 5] = [
    [36, 30, 34],
    [39, 36, 25],
    [39, 30, 31],
    [37, 33, 30],
    [32, 34, 34],
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_printed_means_are_of_100_rounds() {
        for Pattern { printed, .. } in PATTERNS {
            assert!((printed.iter().sum::<f64>() - 100.0).abs() < 1e-9);
        }
        assert!(PEOPLE.iter().all(|row| row.iter().sum::<u32>() == 100));
    }
}

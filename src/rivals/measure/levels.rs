//! Strength on one line for people: where somebody stands among the levels that everybody can play.
//!
//! Levels are as far apart on the line as their names, whatever lies between them on the game's own scale; between two
//! of them the line is straight.

use std::sync::Arc;

use super::stats::Interval;
use super::words::capitalised;

/// The levels of a game, the weakest first: each with its place on a scale on which greater is stronger.
#[derive(Clone, Debug, PartialEq)]
pub struct Levels(Vec<(String, f64)>);

/// Where somebody stands on the line from the weakest level, 0, to the strongest, 1; beyond these ends below 0 and
/// above 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Rank {
    /// The estimate …
    pub at: f64,
    /// … and its 95 % interval.
    pub interval: Interval,
    /// Measured games behind it.
    pub games: u32,
    levels: Arc<[String]>,
}

/// What a [bar](Rank::bar) is drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BarMarks {
    /// Where the person is not.
    pub line: &'static str,
    /// Where the person may be.
    pub interval: &'static str,
    /// Where the person is believed to be.
    pub at: &'static str,
}

impl BarMarks {
    /// In characters that every terminal has.
    pub const ASCII: Self = Self {
        line: ".",
        interval: "=",
        at: "O",
    };
}

impl Levels {
    /// These levels, in any order, each with its place: greater is stronger.
    pub fn new(levels: impl IntoIterator<Item = (String, f64)>) -> Self {
        let mut levels: Vec<(String, f64)> = levels.into_iter().collect();
        levels.sort_by(|one, other| one.1.total_cmp(&other.1));
        Self(levels)
    }

    /// Where somebody at `place` stands, which is known to lie within `interval` after so many games.
    pub fn rank(&self, place: f64, interval: Interval, games: u32) -> Rank {
        Rank {
            at: self.on_line(place),
            interval: Interval {
                low: self.on_line(interval.low),
                high: self.on_line(interval.high),
            },
            games,
            levels: self.0.iter().map(|(name, _)| name.clone()).collect(),
        }
    }

    fn on_line(&self, place: f64) -> f64 {
        let steps = self.0.len().saturating_sub(1).max(1) as f64;
        let next = self.0.partition_point(|level| level.1 < place);
        // Beyond an end the line goes on as between the two levels nearest to it.
        let above = next.clamp(1, self.0.len().saturating_sub(1).max(1));
        let (Some(low), Some(high)) = (self.0.get(above - 1), self.0.get(above)) else {
            return 0.0;
        };
        let share = (place - low.1) / (high.1 - low.1);
        ((above - 1) as f64 + share) / steps
    }
}

/// Steps from a level within which somebody is about as strong.
const NEAR: f64 = 0.25;

impl Rank {
    /// A step from one level to the next.
    fn step(&self) -> f64 {
        1.0 / self.levels.len().saturating_sub(1).max(1) as f64
    }

    /// "about Beginner" of who is within a quarter of a step of a level: most lose nearly all games against the next one.
    /// Else "between Random and Beginner", or beyond which end.
    pub fn about(&self) -> String {
        let level = |index: usize| capitalised(self.levels.get(index).map_or("", String::as_str));
        let last = self.levels.len().saturating_sub(1);
        let steps = self.at / self.step();
        let beyond = steps - last as f64;
        let near = steps.clamp(0.0, last as f64);
        let nearest = near.round() as usize;
        if beyond > 0.5 {
            format!("stronger than {}", level(last))
        } else if steps < -0.5 {
            format!("weaker than {}", level(0))
        } else if (near - near.round()).abs() <= NEAR {
            format!("about {}", level(nearest))
        } else {
            let below = near as usize;
            format!("between {} and {}", level(below), level(below + 1))
        }
    }

    /// The same, and how sure it is: "about Beginner, still unsure (2 games)".
    pub fn words(&self) -> String {
        let steps = (self.interval.high - self.interval.low) / self.step();
        // A few games claim too much: see `docs/players.md`.
        let sure = match self.games {
            1 => "a first guess",
            games if games < 5 || steps > 2.0 => "still unsure",
            games if games < 20 || steps > 1.0 => "fairly sure",
            _ => "sure",
        };
        let games = if self.games == 1 { "game" } else { "games" };
        format!("{}, {sure} ({} {games})", self.about(), self.games)
    }

    /// The line in so many columns at most, its ends named: `Random ..===O==.... Expert`.
    pub fn bar(&self, columns: usize, marks: BarMarks) -> String {
        let (Some(first), Some(last)) = (self.levels.first(), self.levels.last()) else {
            return String::new();
        };
        let (first, last) = (capitalised(first), capitalised(last));
        let cells = columns.saturating_sub(first.len() + last.len() + 2);
        if cells < 3 {
            return String::new();
        }
        let cell = |at: f64| (at.clamp(0.0, 1.0) * (cells - 1) as f64).round() as usize;
        let (low, high) = (cell(self.interval.low), cell(self.interval.high));
        let own = cell(self.at);
        let line: String = (0..cells)
            .map(|cell| match cell {
                _ if cell == own => marks.at,
                _ if (low..=high).contains(&cell) => marks.interval,
                _ => marks.line,
            })
            .collect();
        format!("{first} {line} {last}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rank(place: f64, low: f64, high: f64, games: u32) -> Rank {
        let levels = [("expert", 8.0), ("random", 0.0), ("beginner", 6.0)];
        let levels = Levels::new(levels.map(|(name, place)| (name.to_owned(), place)));
        levels.rank(place, Interval { low, high }, games)
    }

    #[test]
    fn each_level_is_a_step() {
        let at = |place| rank(place, place, place, 9).at;
        assert_eq!(
            [0.0, 3.0, 6.0, 7.0, 8.0].map(at),
            [0.0, 0.25, 0.5, 0.75, 1.0]
        );
        assert_eq!([-3.0, 9.0].map(at), [-0.25, 1.25]);
    }

    #[test]
    fn words_say_who_is_about_as_strong_and_how_sure_that_is() {
        let words = |place, low, high, games| rank(place, low, high, games).words();
        assert_eq!(
            words(5.0, 0.0, 8.0, 1),
            "about Beginner, a first guess (1 game)"
        );
        assert_eq!(
            words(5.0, -1.0, 8.5, 2),
            "about Beginner, still unsure (2 games)"
        );
        assert_eq!(
            words(5.0, 3.0, 7.5, 6),
            "about Beginner, fairly sure (6 games)"
        );
        assert_eq!(
            words(3.0, 0.0, 7.5, 6),
            "between Random and Beginner, fairly sure (6 games)"
        );
        assert_eq!(words(7.5, 7.0, 8.0, 30), "about Expert, sure (30 games)");
        assert_eq!(
            words(9.5, 9.0, 9.9, 30),
            "stronger than Expert, sure (30 games)"
        );
        assert_eq!(
            words(-4.0, -5.0, -3.5, 30),
            "weaker than Random, sure (30 games)"
        );
    }

    #[test]
    fn the_bar_keeps_within_its_columns() {
        let bar = |place, low, high| rank(place, low, high, 3).bar(23, BarMarks::ASCII);
        assert_eq!(bar(6.0, 3.0, 7.0), "Random ..==O==.. Expert");
        assert_eq!(bar(99.0, 8.0, 99.0), "Random ........O Expert");
        assert_eq!(rank(6.0, 3.0, 7.0, 3).bar(14, BarMarks::ASCII), "");
    }
}

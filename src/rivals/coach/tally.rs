//! Many games counted: results, passes, openings, years. Holds no game.

use std::collections::BTreeMap;

use serde::Serialize;

use super::openings::opening;
use crate::measure::stats::{CONFIDENCE, Interval, wilson};
use koteki_games::othello::{Move, Position};
use koteki_games::{Game as _, GameLine, Side};
use koteki_record::formats::Game;

/// How games ended, for Black; the empty squares of a finished game count for the winner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Results {
    /// Games that ended on the board.
    pub over: u64,
    /// Of these, won by Black.
    pub black: u64,
    /// Won by White.
    pub white: u64,
    /// Drawn.
    pub draws: u64,
    /// The sum of Black's differences, and of their squares.
    #[serde(skip)]
    sums: (i64, i64),
}

impl Results {
    /// Adds a game; says whether it was over.
    fn add(&mut self, line: &GameLine<Position>) -> bool {
        let Some(outcome) = line.position().outcome_with_empties() else {
            return false;
        };
        self.over += 1;
        match outcome.winner() {
            Some(Side::Black) => self.black += 1,
            Some(Side::White) => self.white += 1,
            None => self.draws += 1,
        }
        let difference = i64::from(outcome.difference(Side::Black));
        self.sums.0 += difference;
        self.sums.1 += difference * difference;
        true
    }

    /// What Black scored of each game (a draw is half), and between what that lies if these games are a
    /// sample; `None` without a game.
    pub fn rate(&self) -> Option<(f64, Interval)> {
        let score = self.black as f64 + 0.5 * self.draws as f64;
        let games = self.over as f64;
        (self.over > 0).then(|| (score / games, wilson(score, games, CONFIDENCE)))
    }

    /// Black's mean difference in discs and its standard deviation; `None` without a game.
    pub fn difference(&self) -> Option<(f64, f64)> {
        let games = self.over as f64;
        let mean = self.sums.0 as f64 / games;
        let squares = self.sums.1 as f64 - games * mean * mean;
        let sd = (squares.max(0.0) / (games - 1.0).max(1.0)).sqrt();
        (self.over > 0).then_some((mean, sd))
    }
}

/// What many games are like.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Games.
    pub games: u64,
    /// How they ended.
    pub results: Results,
    /// Finished ones with squares left empty.
    pub with_empties: u64,
    /// Games with a forced pass.
    pub with_passes: u64,
    /// Passes in all.
    pub passes: u64,
    /// Games that do not begin from the usual start.
    pub elsewhere: u64,
    /// Finished games whose file gives their result, and gives it rightly.
    pub agreeing: u64,
    /// And wrongly.
    pub disagreeing: u64,
    /// Games of each year, where the file says it.
    pub years: BTreeMap<u16, u64>,
    /// Games of each opening by its name; those of none are left out.
    pub openings: BTreeMap<&'static str, (u64, Results)>,
}

impl Tally {
    /// Adds a game.
    pub fn add(&mut self, game: &Game) {
        let line = &game.line;
        self.games += 1;
        let passes = line.moves().iter().filter(|&&mv| mv == Move::Pass).count();
        self.passes += passes as u64;
        self.with_passes += u64::from(passes > 0);
        self.elsewhere += u64::from(line.positions()[0] != Position::start());
        if self.results.add(line) {
            self.with_empties += u64::from(line.position().empties() != 0);
        }
        match game.agrees() {
            Some(true) => self.agreeing += 1,
            Some(false) => self.disagreeing += 1,
            None => {}
        }
        if let Some(year) = game.about.year() {
            *self.years.entry(year).or_default() += 1;
        }
        if let Some((opening, _)) = opening(line) {
            let (games, results) = self.openings.entry(opening.name).or_default();
            *games += 1;
            results.add(line);
        }
    }

    /// The openings, the most frequent first.
    pub fn frequent(&self) -> Vec<(&'static str, u64, Results)> {
        let rows = self.openings.iter();
        let mut rows: Vec<_> = rows
            .map(|(&name, &(games, results))| (name, games, results))
            .collect();
        // Stable: of equally frequent ones the first by name.
        rows.sort_by_key(|&(_, games, _)| std::cmp::Reverse(games));
        rows
    }
}

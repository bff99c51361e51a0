//! A base of games between known players.

use super::corpus::Source;
use super::history::{Histories, Result};
use koteki_games::GameLine;
use koteki_games::othello::Position;

/// A game of the base.
#[derive(Clone, Debug)]
pub struct Played {
    /// Its moves.
    pub line: GameLine<Position>,
    /// Black's number and White's, in the order of [`Base::names`].
    pub players: [u32; 2],
    /// When it was played.
    pub year: u16,
    /// What Black scored: 1, ½ or 0.
    pub score: f64,
}

/// A base of games.
#[derive(Clone, Debug, Default)]
pub struct Base {
    /// In the order of the files.
    pub games: Vec<Played>,
    /// The players' names.
    pub names: Vec<String>,
}

/// Games of so many moves have an ending.
pub(super) const WHOLE: usize = 40;

/// A rating known so well is worth learning from.
const KNOWN: f64 = 100.0;

impl Base {
    /// Whether a player is a person. The base writes a program with its author: "Logistello (buro)".
    pub fn is_person(&self, player: u32) -> bool {
        self.names
            .get(player as usize)
            .is_some_and(|name| !name.contains('('))
    }

    /// The results of the games up to the year `until`.
    pub fn results(&self, until: u16) -> Vec<Result> {
        let games = self.games.iter().filter(|game| game.year <= until);
        games
            .map(|game| Result {
                players: game.players,
                year: game.year,
                score: game.score,
            })
            .collect()
    }

    /// The year in which each player was first seen.
    pub fn first_years(&self) -> Vec<u16> {
        let mut first = vec![u16::MAX; self.names.len()];
        for game in &self.games {
            for player in game.players {
                let year = &mut first[player as usize];
                *year = game.year.min(*year);
            }
        }
        first
    }

    /// The games of `years` whose moves by people of known rating are worth learning from, or being examined on, without
    /// the people that `leave` names.
    pub fn sources(
        &self,
        years: impl Fn(u16) -> bool,
        ratings: &Histories,
        leave: impl Fn(u32) -> bool,
    ) -> Vec<Source> {
        let mover = |player: u32, year: u16| {
            let rating = ratings.rating(player, year)?;
            let is_one = self.is_person(player) && rating.sd < KNOWN && !leave(player);
            is_one.then_some((player, rating.mean))
        };
        let games = self
            .games
            .iter()
            .filter(|it| years(it.year) && it.line.ply() > WHOLE);
        games
            .map(|game| Source {
                line: game.line.clone(),
                movers: game.players.map(|player| mover(player, game.year)),
                year: game.year,
            })
            .filter(|source| source.movers.iter().any(Option::is_some))
            .collect()
    }
}

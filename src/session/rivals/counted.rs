//! Rivals at a game whose measured games are kept as they are: the agent that should be the person's equal is estimated
//! once a game is over ([`person`](koteki_rivals::roster::kit::person)), and bred toward while the next one is played. The
//! certified rivals are kept with the games.

use std::path::Path;

use super::{Rival, Rivals, Test};
use crate::Table;
use crate::breeding::News;
use crate::standing;
use koteki_games::{GameLine, Side};
use koteki_record::measured::{KeptRival, MeasuredGame};
use koteki_record::now;
use koteki_rivals::evolve::worker::Event;
use koteki_rivals::roster::kit::Kit;
use koteki_rivals::roster::kit::person::{PersonEvidence as _, PersonKit, Strength};

impl<K: PersonKit> Rivals<K> {
    /// Takes in news of the breeding, and says whether other rivals are offered now.
    ///
    /// # Errors
    /// The message of the panic that ended it; the game goes on all the same.
    pub fn handle(&mut self, number: u64, event: Event) -> Result<bool, String> {
        if self.take_in(number, event)? != News::Ready {
            return Ok(false);
        }
        let certified = self.offered().iter().filter(|it| it.is_certified());
        let kept: Vec<KeptRival> = certified
            .map(|it| KeptRival {
                player: it.player.to_string(),
                target: it.target,
                letter: Some(it.letter),
            })
            .collect();
        if let (Some((data, name)), Some(_), false) =
            (&self.place, self.strength(), kept.is_empty())
            && let Err(error) = standing::change::<K>(data, name, |known| {
                known.set_rivals(kept);
                true
            })
        {
            self.trouble = Some(error.to_string());
        }
        Ok(true)
    }

    /// Goes on from the measured games of `name` that are kept in the folder `data`, breeds toward what they
    /// say, and keeps those to come there. In words what is wrong with what is kept.
    pub fn remember(&mut self, data: &Path, name: &str) -> Option<String> {
        let (known, warning) = standing::look::<K>(data, name);
        for game in known.games() {
            if let Ok(opponent) = game.opponent.parse() {
                self.people.meet(opponent, game.difference);
            }
        }
        self.known = known;
        self.place = Some((data.to_owned(), name.to_owned()));
        if let Some(strength) = self.strength() {
            self.reach(strength.target);
        }
        self.offer(kept_of(self.known.rivals(), self.breeding.opponent_spec()));
        warning
    }

    /// Measures the game `id`, which is over on the `table`, when it counts, and breeds toward what is known then.
    pub fn conclude(&mut self, table: &Table<K>, id: &str) -> Option<Strength> {
        let side = table.person().filter(|_| table.counts())?;
        let opponent = *table.seat(side.other()).machine()?;
        self.count(table.line(), side, opponent, id)
    }

    /// Measures the moves of `side` in the game `id` against `opponent` that is over, and breeds toward
    /// what all games say. What is known afterwards; `None` while nothing is.
    pub fn count(
        &mut self,
        line: &GameLine<K>,
        side: Side,
        opponent: K::Spec,
        id: &str,
    ) -> Option<Strength> {
        let losses = K::losses(line, side);
        if let (false, Some(outcome)) = (losses.is_empty(), line.position().outcome()) {
            let game = MeasuredGame {
                id: String::new(),
                ended: now().as_secs(),
                opponent: opponent.to_string(),
                black: side == Side::Black,
                difference: outcome.difference(side),
                losses,
                even: self.even_point(&opponent),
            };
            self.people.meet(opponent, game.difference);
            self.keep(id, game);
        }
        let strength = self.strength()?;
        self.reach(strength.target);
        Some(strength)
    }

    /// Breeds toward who has this even point.
    fn reach(&mut self, even: f64) {
        self.aim = Some(even);
        if let Err(error) = self.breeding.reach(even) {
            self.trouble = Some(error.to_string());
        }
    }

    fn keep(&mut self, id: &str, game: MeasuredGame) {
        if let Some((data, name)) = &self.place {
            match standing::count::<K>(data, name, id, game.clone()) {
                Ok(Some(known)) => {
                    self.known = known;
                    return;
                }
                Ok(None) => {}
                Err(error) => self.trouble = Some(error.to_string()),
            }
        }
        self.known.count(id, game);
    }

    /// Why the last game could not be kept, asked for once.
    pub fn trouble(&mut self) -> Option<String> {
        self.trouble.take()
    }

    /// What is known of the person.
    pub fn strength(&self) -> Option<Strength> {
        self.known.strength()
    }
}

/// The rivals of a person's file, who were bred against `opponent`.
pub fn kept_of<K: Kit>(kept: &[KeptRival], opponent: &K::Spec) -> Vec<Rival<K>> {
    let kept = ('A'..='Z').zip(kept);
    // A file may hold anything.
    let kept = kept.filter_map(|(by_order, kept)| {
        let letter = kept.letter.filter(char::is_ascii_uppercase);
        let player: K::Spec = kept.player.parse().ok()?;
        K::is_rival(&player).then_some(Rival {
            letter: letter.unwrap_or(by_order),
            player,
            against: *opponent,
            target: kept.target,
            // The games of its test are not kept.
            test: Test::Certified {
                at: 0,
                games: 0,
                score: 0.5,
            },
        })
    });
    kept.collect()
}

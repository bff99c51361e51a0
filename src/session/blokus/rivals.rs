//! Rivals for a person at Blokus Duo: the agent that should be the person's equal is estimated once a game is
//! over ([`standing`]), and bred toward while the next one is played.
//!
//! The rivals that are offered stay the same until others have been found; the certified ones are kept with the
//! person's games, and are offered at the next start.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use super::standing::{self, Known, Strength};
use crate::evolve::genome::Genome;
use crate::evolve::run::Run;
use crate::evolve::snapshot::{Phase, Snapshot};
use crate::evolve::verdict::Verdict;
use crate::evolve::worker::{Breeder, Event, Options};
use crate::evolve::{Arena, Settings};
use crate::game::blokus::Position;
use crate::game::{Game as _, GameLine, Side};
use crate::record::blokus_profile::{KeptRival, MeasuredGame};
use crate::roster::blokus::BlokusSpec;
use crate::roster::blokus_arena::{BlokusArena, default_settings, features};
use crate::roster::blokus_level::Opponent;

/// Told of what happens in the breeding, on its own thread.
pub type Listener = Box<dyn Fn(Event) + Send>;

/// A rival that can be played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Offered {
    /// Its letter.
    pub letter: char,
    /// Who it is.
    pub player: BlokusSpec,
    /// The D of the agent that it was bred to be level with.
    pub target: f64,
    /// Whether its games have shown that it is.
    pub certified: bool,
}

/// The breeding behind a sitting.
pub struct Rivals {
    breeder: Breeder,
    arena: Arc<BlokusArena>,
    genome: Genome,
    snapshot: Arc<Snapshot>,
    known: Known,
    /// Where that is kept: the data folder, and the person's name.
    place: Option<(PathBuf, String)>,
    /// Why it could not be kept.
    trouble: Option<String>,
    /// The rivals that can be played.
    offered: Vec<Offered>,
    /// All that could be played so far.
    made: Vec<Offered>,
    broken: Option<String>,
}

impl Rivals {
    /// Starts breeding, with so many games at a time (one less than there are processors when left out).
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn start(
        jobs: Option<NonZeroUsize>,
        seed: u64,
        listener: Listener,
    ) -> anyhow::Result<Self> {
        Self::with(&default_settings(), jobs, seed, listener)
    }

    /// The same with other settings.
    ///
    /// # Errors
    /// When the settings are not valid, or the system gives no thread.
    pub fn with(
        settings: &Settings,
        jobs: Option<NonZeroUsize>,
        seed: u64,
        listener: Listener,
    ) -> anyhow::Result<Self> {
        let arena = Arc::new(BlokusArena::new(settings)?);
        let genome = Genome::new(settings, &features())?;
        let run = Run::new(settings.clone(), &features(), seed)?;
        let options = Options {
            jobs,
            ..Options::default()
        };
        let playing: Arc<dyn Arena> = Arc::<BlokusArena>::clone(&arena);
        let breeder = Breeder::start(run, playing, options, listener)?;
        Ok(Self {
            snapshot: breeder.take(),
            breeder,
            arena,
            genome,
            known: Known::default(),
            place: None,
            trouble: None,
            offered: Vec::new(),
            made: Vec::new(),
            broken: None,
        })
    }

    /// Takes in news of the breeding, and says whether other rivals are offered now.
    ///
    /// # Errors
    /// The message of the panic that ended it; the game goes on all the same.
    pub fn hear(&mut self, event: Event) -> Result<bool, String> {
        self.snapshot = self.breeder.take();
        if let Event::Panicked(message) = event {
            self.broken = Some(message.clone());
            return Err(message);
        }
        let found = self.found();
        if found.is_empty() || found == self.offered {
            return Ok(false);
        }
        self.offer(found);
        let certified = self.offered.iter().filter(|it| it.certified);
        let certified: Vec<KeptRival> = certified
            .map(|it| KeptRival {
                player: it.player.to_string(),
                target: it.target,
                letter: Some(it.letter),
            })
            .collect();
        if let (Some((data, name)), Some(_), false) =
            (&self.place, self.strength(), certified.is_empty())
            && let Err(error) = standing::keep_rivals(data, name, certified)
        {
            self.trouble = Some(error.to_string());
        }
        Ok(true)
    }

    fn offer(&mut self, rivals: Vec<Offered>) {
        self.made.extend(&rivals);
        self.offered = rivals;
    }

    /// The rivals that the breeding has come to rest with; none while it goes on.
    fn found(&self) -> Vec<Offered> {
        if self.snapshot.phase != Phase::Resting {
            return Vec::new();
        }
        ('A'..='Z')
            .zip(self.snapshot.rivals())
            .map(|(letter, dot)| Offered {
                letter,
                player: self.arena.individual(&self.genome.weights(&dot.genes)),
                target: self.snapshot.target,
                certified: dot.verdict.is_none_or(|it| it == Verdict::Certified),
            })
            .collect()
    }

    /// Goes on from the measured games of `name` that are kept in the folder `data`, breeds toward what they
    /// say, and keeps those to come there. In words what is wrong with what is kept.
    pub fn remember(&mut self, data: &Path, name: &str) -> Option<String> {
        let (known, warning) = standing::look(data, name);
        self.known = known;
        self.place = Some((data.to_owned(), name.to_owned()));
        if let Some(strength) = self.strength() {
            self.breeder.retarget(strength.target);
        }
        let kept = ('A'..='Z').zip(self.known.rivals());
        // A file may hold anything.
        let kept = kept.filter_map(|(by_order, kept)| {
            let letter = kept.letter.filter(char::is_ascii_uppercase);
            let player: BlokusSpec = kept.player.parse().ok()?;
            matches!(player, BlokusSpec::Rival { .. }).then_some(Offered {
                letter: letter.unwrap_or(by_order),
                player,
                target: kept.target,
                certified: true,
            })
        });
        self.offer(kept.collect());
        warning
    }

    /// The D of the agent that is even with `opponent`, if that is known: what a certified rival was bred for, of
    /// another player its [even point](standing::even_point).
    fn even_with(&self, opponent: Opponent) -> Option<f64> {
        let player = opponent.player();
        let mut made = self.made.iter().rev();
        let made = made.find(|it| it.certified && it.player == player);
        made.map(|it| it.target)
            .or_else(|| standing::even_point(player))
    }

    /// Measures the placements of `side` in the game `id` against `opponent` that is over, and breeds toward
    /// what all games say. What is known afterwards; `None` while nothing is.
    pub fn count(
        &mut self,
        line: &GameLine<Position>,
        side: Side,
        opponent: Opponent,
        id: &str,
    ) -> Option<Strength> {
        let losses = standing::losses(line, side);
        if let (false, Some(outcome)) = (losses.is_empty(), line.position().outcome()) {
            let now = SystemTime::now().duration_since(UNIX_EPOCH);
            let game = MeasuredGame {
                id: id.to_owned(),
                ended: now.unwrap_or_default().as_secs(),
                opponent: opponent.to_string(),
                black: side == Side::Black,
                difference: outcome.difference(side),
                losses,
                even: self.even_with(opponent),
            };
            self.keep(game);
        }
        let strength = self.strength()?;
        self.breeder.retarget(strength.target);
        Some(strength)
    }

    fn keep(&mut self, game: MeasuredGame) {
        if let Some((data, name)) = &self.place {
            match standing::count(data, name, game.clone()) {
                Ok(Some(known)) => {
                    self.known = known;
                    return;
                }
                Ok(None) => {}
                Err(error) => self.trouble = Some(error.to_string()),
            }
        }
        self.known.see_game(game);
    }

    /// Why the last game could not be kept, asked for once.
    pub fn trouble(&mut self) -> Option<String> {
        self.trouble.take()
    }

    /// What is known of the person.
    pub fn strength(&self) -> Option<Strength> {
        self.known.strength()
    }

    /// The state last heard of.
    pub const fn snapshot(&self) -> &Arc<Snapshot> {
        &self.snapshot
    }

    /// Why the breeding has ended before its time.
    pub fn broken(&self) -> Option<&str> {
        self.broken.as_deref()
    }

    /// The rivals that can be played: the last that were found, in this sitting or an earlier one.
    pub fn offered(&self) -> &[Offered] {
        &self.offered
    }
}

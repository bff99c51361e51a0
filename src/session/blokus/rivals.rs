//! Rivals for a person at Blokus Duo: what the person gives away is measured once a game is over, and bred
//! toward while the next one is played.
//!
//! The measure is the rival thesis' (Ueda 2012, §5.2) in the eyes of the learned winning rate: the mean,
//! over the person's placements of all measured games of the sitting, of the best value less the value
//! of the move played. Until there is one, rivals are bred toward the D of an easy opponent.

use std::num::NonZeroUsize;
use std::sync::Arc;

use crate::evolve::genome::Genome;
use crate::evolve::run::Run;
use crate::evolve::snapshot::{Phase, Snapshot};
use crate::evolve::worker::{Breeder, Event, Options};
use crate::evolve::{Arena, Settings};
use crate::game::blokus::Position;
use crate::game::{GameLine, Side};
use crate::measure::loss::LossSheet;
use crate::measure::stats::{CONFIDENCE, Interval, Moments};
use crate::roster::blokus::{BlokusSpec, eyes};
use crate::roster::blokus_arena::{BlokusArena, default_settings, features};
use crate::search::budget::Cancel;

/// Plies that the eyes look ahead.
const DEPTH: u32 = 1;

/// Told of what happens in the breeding, on its own thread.
pub type Listener = Box<dyn Fn(Event) + Send>;

/// What is known of the person's strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// D: the mean loss a placement, in thousandths of the learned v; lower is stronger.
    pub d: f64,
    /// Its 95 % interval, where there are placements enough.
    pub interval: Option<Interval>,
    /// Measured games.
    pub games: u32,
}

/// The breeding behind a sitting.
pub struct Rivals {
    breeder: Breeder,
    arena: Arc<BlokusArena>,
    genome: Genome,
    snapshot: Arc<Snapshot>,
    losses: Vec<f64>,
    games: u32,
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
            losses: Vec::new(),
            games: 0,
            broken: None,
        })
    }

    /// Takes in news of the breeding.
    ///
    /// # Errors
    /// The message of the panic that ended it; the game goes on all the same.
    pub fn hear(&mut self, event: Event) -> Result<(), String> {
        self.snapshot = self.breeder.take();
        match event {
            Event::Panicked(message) => {
                self.broken = Some(message.clone());
                Err(message)
            }
            _ => Ok(()),
        }
    }

    /// Measures the placements of `side` in a game that is over, and breeds toward what all games say. What
    /// is known afterwards; `None` while nothing is.
    pub fn count(&mut self, line: &GameLine<Position>, side: Side) -> Option<Strength> {
        // Nobody raises the flag: a game takes some milliseconds.
        let sheet = LossSheet::of_line(line, side, &eyes(), DEPTH, &Cancel::new()).ok()?;
        let losses: Vec<f64> = sheet
            .moves()
            .iter()
            .filter(|it| !it.is_forced() && !it.decided)
            .map(|it| f64::from(it.loss))
            .collect();
        if !losses.is_empty() {
            self.losses.extend(losses);
            self.games += 1;
        }
        let strength = self.strength()?;
        self.breeder.retarget(strength.d);
        Some(strength)
    }

    /// What is known of the person.
    #[must_use]
    pub fn strength(&self) -> Option<Strength> {
        let moments = Moments::of(&self.losses)?;
        Some(Strength {
            d: moments.mean,
            interval: moments.mean_interval(CONFIDENCE).map(|it| Interval {
                low: it.low.max(0.0),
                ..it
            }),
            games: self.games,
        })
    }

    /// The state last heard of.
    #[must_use]
    pub const fn snapshot(&self) -> &Arc<Snapshot> {
        &self.snapshot
    }

    /// Why the breeding has ended before its time.
    #[must_use]
    pub fn broken(&self) -> Option<&str> {
        self.broken.as_deref()
    }

    /// The rivals A, B, C as players, once they are known for certain.
    #[must_use]
    pub fn players(&self) -> Vec<(char, BlokusSpec)> {
        if self.snapshot.phase != Phase::Resting {
            return Vec::new();
        }
        let player = |genes: &[i32]| self.arena.individual(&self.genome.weights(genes));
        ('A'..='Z')
            .zip(self.snapshot.rivals())
            .map(|(letter, dot)| (letter, player(&dot.genes)))
            .collect()
    }
}

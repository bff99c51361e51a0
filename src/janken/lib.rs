//! Reading habits: who plays janken by what the opponent did before.
//!
//! | file | what |
//! |---|---|
//! | [`key`] | which hands of the past are looked at |
//! | [`strategy`] | an answer for every key |
//! | [`ga`], [`settings`] | a population of strategies, bred after every round; how |
//! | `tables` | what was answered after which key: the fitness of any strategy |
//! | [`paper`] | Yamashita 2009: one such population |
//! | [`strong`] | many of them, tables and matches, each believed as far as what it has said was likely |
//! | `mixture` | how they are made one |
//! | `matching` | the longest match: when the last rounds happened before |
//! | [`classic`] | the players that everyone tries first, and the exact optimum of the paper's breeding |
//! | [`meta`] | a rotating meta-player: guesses, and guesses at guesses, by how they have scored |
//! | [`spec`] | every reader by name |
//! | [`contest`] | matches between readers |
//! | [`habits`] | what a player's hands have in common |
//! | [`score`] | wins, draws and losses beside what chance alone does |
//! | [`follow`] | how far a reader would have won against hands that were really played |
//! | [`commit`] | a hand fixed before the other is known, so that anyone can check it |
//!
//! A [`Reader`] is asked for its hand ([`Reader::next`]) and then shown the round
//! ([`Reader::observe`]). Everything random comes from the seed it is made with, so the same seed and
//! the same rounds give the same hands.

use koteki_games::janken::{Hand, Round};
use koteki_games::random::Random;

pub mod classic;
pub mod commit;
pub mod contest;
pub mod follow;
pub mod ga;
pub mod habits;
pub mod key;
mod matching;
pub mod meta;
mod mixture;
pub mod paper;
pub mod score;
pub mod settings;
pub mod spec;
pub mod strategy;
pub mod strong;
mod tables;

pub use ga::{Generation, Population};
pub use key::Key;
pub use spec::ReaderSpec;
pub use strategy::Strategy;

/// A hand, and what it was chosen for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    /// The hand to play.
    pub hand: Hand,
    /// The hand that the opponent is expected to play; `None` when there is no read.
    pub predicted: Option<Hand>,
    /// How sure the prediction is: the probability that it is right, as the reader sees it, 0 to 1. One
    /// third, what a guess is worth, when there is none.
    pub confidence: f64,
}

/// What a guess is worth.
pub const CHANCE: f64 = 1.0 / 3.0;

impl Reading {
    /// A hand drawn at random.
    pub fn by_lot(random: &mut Random) -> Self {
        Self {
            hand: Hand::of(random.below(3)),
            predicted: None,
            confidence: CHANCE,
        }
    }

    /// The hand that beats `predicted`.
    pub const fn beating(predicted: Hand, confidence: f64) -> Self {
        Self {
            hand: predicted.beaten_by(),
            predicted: Some(predicted),
            confidence,
        }
    }
}

/// What a reader goes by at the moment, for a screen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Insight {
    /// What the next hand comes from: "outcome1+shift1"; `None` when it is drawn at random or the reader
    /// has only one way.
    pub source: Option<String>,
    /// The population behind it (or the one believed most); `None` for readers that breed nothing.
    pub population: Option<Population>,
    /// Whether that population sits in the opponent's seat: what does he expect?
    pub population_turned: bool,
    /// The share that each kind of source has in what is expected, 1 together; empty for readers of one kind.
    pub kinds: Vec<(strong::Kind, f64)>,
}

/// A player of janken who goes by what was played before.
pub trait Reader: Send {
    /// Its name, in the language of [`spec`].
    fn name(&self) -> String;

    /// The hand for the next round, fixed before the opponent's is known. Asked again before
    /// [`observe`](Self::observe) it says the same again.
    fn next(&mut self) -> Reading;

    /// Takes note of a round: the hand it played itself and the opponent's. `own` may be another hand
    /// than [`next`](Self::next) said (another player chose it): readers learn from what was
    /// played. To go on with a match that was kept, show all of its rounds: the reader is then as
    /// it would be had it played them with this seed.
    fn observe(&mut self, own: Hand, other: Hand);

    /// Forgets everything for a new match. The lots of the new match are others than those of the last.
    fn reset(&mut self);

    /// What the next hand comes from. Costs more than a round: for a screen, once a round.
    fn insight(&mut self) -> Insight {
        Insight::default()
    }
}

/// The part of a reader that thinks. [`Seated`] makes it a [`Reader`].
pub(crate) trait Mind: Send {
    /// Its name, in the language of [`spec`].
    fn name(&self) -> String;

    /// Its hand after these rounds; called once a round.
    fn think(&mut self, rounds: &[Round], random: &mut Random) -> Reading;

    /// Takes note of the last of these rounds.
    fn learn(&mut self, rounds: &[Round]);

    /// Back to the beginning.
    fn clear(&mut self);

    /// See [`Reader::insight`].
    fn insight(&self, _rounds: &[Round]) -> Insight {
        Insight::default()
    }
}

/// A mind with its memory of the match, its lots, and the hand it has fixed.
#[derive(Clone, Debug)]
pub(crate) struct Seated<M> {
    mind: M,
    rounds: Vec<Round>,
    fixed: Option<Reading>,
    seed: u64,
    matches: u64,
    random: Random,
}

impl<M: Mind> Seated<M> {
    pub(crate) fn new(mind: M, seed: u64) -> Self {
        Self {
            mind,
            rounds: Vec::new(),
            fixed: None,
            seed,
            matches: 0,
            random: Random::derived(seed, &[0]),
        }
    }
}

impl<M: Mind> Reader for Seated<M> {
    fn name(&self) -> String {
        self.mind.name()
    }

    fn next(&mut self) -> Reading {
        match self.fixed {
            Some(reading) => reading,
            None => {
                let reading = self.mind.think(&self.rounds, &mut self.random);
                self.fixed = Some(reading);
                reading
            }
        }
    }

    fn observe(&mut self, own: Hand, other: Hand) {
        // A round that was not asked about is thought about all the same: a match that is only shown
        // leaves the reader as one that was played.
        self.next();
        self.fixed = None;
        self.rounds.push(Round { own, other });
        self.mind.learn(&self.rounds);
    }

    fn reset(&mut self) {
        self.matches += 1;
        self.random = Random::derived(self.seed, &[self.matches]);
        self.rounds.clear();
        self.fixed = None;
        self.mind.clear();
    }

    fn insight(&mut self) -> Insight {
        self.next();
        self.mind.insight(&self.rounds)
    }
}

//! The players that everybody tries first, and the exact optimum of the paper's breeding.

use super::matching::{Frequency as Counts, Matching, Sight};
use super::settings::{Settings, Weights};
use super::spec::{Beginner as BeginnerSpec, Cycle as CycleSpec, ReaderSpec};
use super::tables::Tables;
use super::{CHANCE, Mind, Reading};
use koteki_games::janken::{Hand, Outcome, Round};
use koteki_games::random::Random;

/// Draws every hand at random: whoever wins or loses against it does so by chance.
#[derive(Clone, Debug)]
pub(crate) struct Lot;

impl Mind for Lot {
    fn name(&self) -> String {
        ReaderSpec::Random.to_string()
    }

    fn think(&mut self, _: &[Round], random: &mut Random) -> Reading {
        Reading::by_lot(random)
    }

    fn learn(&mut self, _: &[Round]) {}

    fn clear(&mut self) {}
}

/// A hand played for itself, without a prediction.
const fn unread(hand: Hand) -> Reading {
    Reading {
        hand,
        predicted: None,
        confidence: CHANCE,
    }
}

/// Always the same hand.
#[derive(Clone, Debug)]
pub(crate) struct Constant(pub(crate) Hand);

impl Mind for Constant {
    fn name(&self) -> String {
        ReaderSpec::Constant(self.0).to_string()
    }

    fn think(&mut self, _: &[Round], _: &mut Random) -> Reading {
        unread(self.0)
    }

    fn learn(&mut self, _: &[Round]) {}

    fn clear(&mut self) {}
}

/// The same hands over and over, and from some round on others.
#[derive(Clone, Debug)]
pub(crate) struct Cycle(pub(crate) CycleSpec);

impl Mind for Cycle {
    fn name(&self) -> String {
        ReaderSpec::Cycle(self.0.clone()).to_string()
    }

    fn think(&mut self, rounds: &[Round], _: &mut Random) -> Reading {
        unread(self.0.hand(rounds.len()))
    }

    fn learn(&mut self, _: &[Round]) {}

    fn clear(&mut self) {}
}

/// Beats the opponent's most frequent hand.
#[derive(Clone, Debug, Default)]
pub(crate) struct Frequency(Counts);

impl Mind for Frequency {
    fn name(&self) -> String {
        ReaderSpec::Frequency.to_string()
    }

    fn think(&mut self, rounds: &[Round], random: &mut Random) -> Reading {
        match self.0.other() {
            Some(hand) => {
                // With one imagined round of each hand.
                let count = f64::from(self.0.others(hand)) + 1.0;
                let confidence = count / (rounds.len() + 3) as f64;
                Reading::beating(hand, confidence)
            }
            None => Reading::by_lot(random),
        }
    }

    fn learn(&mut self, rounds: &[Round]) {
        if let Some(&round) = rounds.last() {
            self.0.learn(round);
        }
    }

    fn clear(&mut self) {
        self.0 = Counts::default();
    }
}

/// The best answer of every key after all rounds so far, with the paper's weights or others: what the
/// breeding of [`super::paper`] strives for, found by looking instead of breeding. With a key of the
/// opponent's last hands and equal weights it is a Markov chain of that order.
#[derive(Clone, Debug)]
pub(crate) struct Exact {
    name: String,
    settings: Settings,
    tables: Tables,
}

impl Exact {
    /// By `settings`, of which only the key, the weights and the random rounds count.
    pub(crate) fn new(name: String, settings: Settings) -> Self {
        Self {
            name,
            settings,
            tables: Tables::new(settings.key, settings.weights),
        }
    }

    /// A Markov chain of this order.
    pub(crate) fn markov(order: u8) -> Self {
        let settings = Settings {
            key: super::Key::hands(order, 0),
            weights: Weights::Flat,
            random_rounds: 0,
            ..Settings::default()
        };
        Self::new(ReaderSpec::Markov(order).to_string(), settings)
    }
}

impl Mind for Exact {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn think(&mut self, rounds: &[Round], random: &mut Random) -> Reading {
        let gene = self.settings.key.gene(rounds);
        let gene = gene.filter(|&gene| {
            rounds.len() >= self.settings.random_rounds && self.tables.is_met(gene)
        });
        let Some(gene) = gene else {
            return Reading::by_lot(random);
        };
        let worth = self.tables.worth(gene);
        let most = worth.into_iter().fold(f64::MIN, f64::max);
        let best: Vec<usize> = (0..3).filter(|&answer| worth[answer] >= most).collect();
        let answer = random.choose(&best).copied().unwrap_or_default();
        let predicted = self.settings.key.hand(answer, rounds).victim();
        let confidence = self.tables.probability(gene, (answer + 2) % 3);
        Reading::beating(predicted, confidence)
    }

    fn learn(&mut self, rounds: &[Round]) {
        self.tables.learn(rounds);
    }

    fn clear(&mut self) {
        self.tables.clear();
    }
}

/// Win: stay; draw or loss: the hand that would have won.
#[derive(Clone, Debug)]
pub(crate) struct WinStay;

fn win_stay(round: Round) -> Hand {
    match round.outcome() {
        Outcome::Win => round.own,
        Outcome::Draw | Outcome::Loss => round.other.beaten_by(),
    }
}

impl Mind for WinStay {
    fn name(&self) -> String {
        ReaderSpec::WinStay.to_string()
    }

    fn think(&mut self, rounds: &[Round], random: &mut Random) -> Reading {
        match rounds.last() {
            Some(&round) => unread(win_stay(round)),
            None => Reading::by_lot(random),
        }
    }

    fn learn(&mut self, _: &[Round]) {}

    fn clear(&mut self) {}
}

/// Plays as many people do: win-stay, lose-shift in a share of the rounds and at random in the others. Can
/// be read, and so beaten.
#[derive(Clone, Debug)]
pub(crate) struct Beginner(pub(crate) BeginnerSpec);

impl Mind for Beginner {
    fn name(&self) -> String {
        ReaderSpec::Beginner(self.0).to_string()
    }

    fn think(&mut self, rounds: &[Round], random: &mut Random) -> Reading {
        // The same number of lots in every round.
        let (lot, habit) = (Reading::by_lot(random), random.unit() < self.0.habit);
        match rounds.last() {
            Some(&round) if habit => unread(win_stay(round)),
            _ => lot,
        }
    }

    fn learn(&mut self, _: &[Round]) {}

    fn clear(&mut self) {}
}

/// Beats the hand that came after the longest stretch of earlier rounds like the last ones.
#[derive(Clone, Debug)]
pub(crate) struct HistoryMatch(Matching);

impl HistoryMatch {
    pub(crate) const fn new() -> Self {
        Self(Matching::new(Sight::Both))
    }
}

impl Mind for HistoryMatch {
    fn name(&self) -> String {
        ReaderSpec::Match.to_string()
    }

    fn think(&mut self, rounds: &[Round], random: &mut Random) -> Reading {
        match self.0.next(rounds) {
            // How often a match of some length is right it does not know: half way to certain.
            Some(round) => Reading::beating(round.other, f64::midpoint(CHANCE, 1.0)),
            None => Reading::by_lot(random),
        }
    }

    fn learn(&mut self, rounds: &[Round]) {
        self.0.learn(rounds);
    }

    fn clear(&mut self) {
        self.0.clear();
    }
}

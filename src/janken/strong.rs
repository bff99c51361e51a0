//! Two layers of many readers, each trusted as far as it has been right.
//!
//! People and programs want different things of a reader. A person's habit is best found by small tables
//! of what he does after a win, a draw or a loss; a program may have a long memory, and guess what is
//! guessed about it. So there are two layers:
//!
//! - **A**: eight populations of strategies ([`super::ga`]) of different keys, each bred a few
//!   generations after every round. They answer straight.
//! - **B**: those, the same seen from the opponent's seat (what would *he* expect me to play?), further
//!   keys, the longest match and the most frequent hand, for both seats; and of each its three rotations:
//!   beat the hand that is expected; beat what beats that, because he expects to be read; and once more.
//!
//! Every strategy of a layer is followed as if it had played: +1, 0, −1 a round, kept at six rates of
//! forgetting. At each rate the best so far is the pick, and the rate whose picks have scored most speaks
//! for the layer. A is played unless B has scored more by a margin. When what speaks has lost lately, or
//! has not won yet, there is no read and the hand is drawn at random, which cannot be beaten.
//!
//! The design follows what is known to work: rotations and trust by virtual score from Iocaine Powder
//! (Egnor 1999), decayed scores from the later contests, small outcome and shift tables from what recorded
//! people do. That every reader of it is a bred population is Yamashita's.

use super::ga::Ga;
use super::key::Key;
use super::matching::{Frequency, Matching, Sight};
use super::settings::Settings;
use super::spec::{ReaderSpec, StrongSpec};
use super::{CHANCE, Insight, Mind, Reading};
use koteki_games::janken::{Hand, Round};
use koteki_games::random::Random;

/// Rates at which virtual scores fade, a round.
const RATES: [f64; 6] = [0.5, 0.75, 0.88, 0.95, 0.985, 1.0];

/// Keys of layer A.
const KEYS_A: [Key; 8] = [
    Key::relative(1, 0),
    Key::relative(1, 1),
    Key::relative(2, 1),
    Key::relative(3, 2),
    Key::hands(1, 1),
    Key::hands(2, 1),
    Key::hands(1, 0),
    Key::hands(2, 0),
];

/// Keys that layer B has beside those.
const KEYS_B: [Key; 4] = [
    Key::hands(3, 0),
    Key::hands(2, 2),
    Key::hands(0, 1),
    Key::hands(0, 2),
];

/// A key that layer B has from the opponent's seat beside those of layer A: what simple programs go by.
const KEYS_TURNED: [Key; 1] = [Key::hands(3, 0)];

/// Rate at which the score of what has been played fades, to notice that it has no read any more.
const LATELY: f64 = 0.97;

/// The score of late that says so. A guesser's has sd 3.4 (√(⅔ / (1 − 0.97²))).
const NO_READ: f64 = -5.0;

/// Rate at which hits and misses fade for the confidence.
const HITS: f64 = 0.9;

/// Something that expects a hand of the opponent, or (turned) of the reader as the opponent expects it.
#[derive(Clone, Debug)]
enum Source {
    Bred { ga: Box<Ga>, turned: bool },
    Match { sight: Sight, turned: bool },
    Frequent { turned: bool },
}

impl Source {
    fn name(&self) -> String {
        let (name, turned) = match self {
            Self::Bred { ga, turned } => (ga.key().to_string(), *turned),
            Self::Match { sight, turned } => (format!("match {}", sight.name()), *turned),
            Self::Frequent { turned } => ("frequency".to_owned(), *turned),
        };
        // Written as a mirror image.
        if turned { format!("his {name}") } else { name }
    }
}

/// Strategies followed as if they had played.
#[derive(Clone, Debug)]
struct Layer {
    /// Virtual scores of each strategy at each rate.
    scores: Vec<[f64; RATES.len()]>,
    /// The hand of each strategy for the next round; `None` when it has none.
    hands: Vec<Option<Hand>>,
    /// What the pick of each rate has scored in the match.
    rates: [f64; RATES.len()],
    /// The pick of each rate for the next round.
    picks: [Option<usize>; RATES.len()],
    /// What the layer's own hand has scored in the match.
    total: f64,
}

impl Layer {
    fn new(strategies: usize) -> Self {
        Self {
            scores: vec![[0.0; RATES.len()]; strategies],
            hands: vec![None; strategies],
            rates: [0.0; RATES.len()],
            picks: [None; RATES.len()],
            total: 0.0,
        }
    }

    fn clear(&mut self) {
        *self = Self::new(self.scores.len());
    }

    /// Sets the three rotations of the hand that a source answers with.
    fn rotate(&mut self, source: usize, hand: Option<Hand>) {
        for rotation in 0..3 {
            self.hands[source * 3 + rotation] = hand.map(|hand| hand.plus(rotation));
        }
    }

    /// The hands of the picks.
    fn pick_hands(&self) -> [Option<Hand>; RATES.len()] {
        self.picks
            .map(|pick| pick.and_then(|pick| self.hands[pick]))
    }

    /// Chooses the picks, once the hands are there.
    fn pick(&mut self) {
        for (rate, pick) in self.picks.iter_mut().enumerate() {
            let mut best: Option<(usize, f64)> = None;
            for (index, score) in self.scores.iter().enumerate() {
                let is_better = best.is_none_or(|(_, so_far)| score[rate] > so_far);
                if self.hands[index].is_some() && is_better {
                    best = Some((index, score[rate]));
                }
            }
            *pick = best
                .filter(|&(_, score)| score > 0.0)
                .map(|(index, _)| index);
        }
    }

    /// The rate that speaks for the layer: the one whose picks have scored most, the slowest of equals.
    fn rate(&self) -> usize {
        let rates = self.rates.iter().enumerate();
        let best = rates.max_by(|a, b| a.1.total_cmp(b.1));
        best.map_or(0, |(rate, _)| rate)
    }

    /// The strategy that speaks for the layer.
    fn choice(&self) -> Option<usize> {
        self.picks[self.rate()]
    }

    fn hand(&self) -> Option<Hand> {
        self.hands[self.choice()?]
    }

    fn learn(&mut self, other: Hand) {
        let worth =
            |hand: Option<Hand>| hand.map_or(0.0, |hand| f64::from(hand.against(other).score()));
        self.total += worth(self.hand());
        for (rate, pick) in self.picks.iter().enumerate() {
            self.rates[rate] += worth(pick.and_then(|pick| self.hands[pick]));
        }
        for (scores, &hand) in self.scores.iter_mut().zip(&self.hands) {
            let worth = worth(hand);
            for (score, rate) in scores.iter_mut().zip(RATES) {
                *score = *score * rate + worth;
            }
        }
    }
}

/// What is about to be played.
#[derive(Clone, Copy, Debug, Default)]
struct Chosen {
    /// The source; `None` when the hand is drawn at random.
    source: Option<usize>,
    /// The hand of what speaks, played or not.
    hand: Option<Hand>,
}

/// The strong reader.
#[derive(Clone, Debug)]
pub(crate) struct Strong {
    spec: StrongSpec,
    sources: Vec<Source>,
    matchings: [Matching; 3],
    frequency: Frequency,
    /// The rounds from the opponent's seat.
    turned: Vec<Round>,
    /// One strategy a source of [`KEYS_A`].
    a: Layer,
    /// Three a source: the rotations.
    rotated: Layer,
    /// The same hands as the opponent would choose among them, had he the same sources.
    his: Layer,
    /// The rotations, and then three for each pick of those two.
    b: Layer,
    chosen: Chosen,
    /// The score of late of what would have been played without lots.
    lately: f64,
    /// Faded rounds in which it predicted right, and all in which it predicted.
    hits: [f64; 2],
}

impl Strong {
    pub(crate) fn new(spec: StrongSpec) -> Self {
        let bred = |key, turned| Source::Bred {
            ga: Box::new(Ga::new(Settings {
                key,
                population: spec.population,
                generations: spec.generations,
                ..Settings::default()
            })),
            turned,
        };
        let straight = KEYS_A.iter().chain(&KEYS_B);
        let mut sources: Vec<Source> = straight.map(|&key| bred(key, false)).collect();
        let turned = KEYS_A.iter().chain(&KEYS_TURNED);
        sources.extend(turned.map(|&key| bred(key, true)));
        for turned in [false, true] {
            sources.extend(Sight::ALL.map(|sight| Source::Match { sight, turned }));
            sources.push(Source::Frequent { turned });
        }
        Self {
            spec,
            matchings: Sight::ALL.map(Matching::new),
            frequency: Frequency::default(),
            turned: Vec::new(),
            a: Layer::new(KEYS_A.len()),
            rotated: Layer::new(sources.len() * 3),
            his: Layer::new(sources.len() * 3),
            b: Layer::new((sources.len() + 2 * RATES.len()) * 3),
            chosen: Chosen::default(),
            lately: 0.0,
            hits: [0.0; 2],
            sources,
        }
    }

    /// The straight answer of a source: a hand, and for a turned one the hand that beats what would beat
    /// the hand that the opponent expects.
    fn answer(&mut self, index: usize, rounds: &[Round], random: &mut Random) -> Option<Hand> {
        match &mut self.sources[index] {
            Source::Bred { ga, turned: false } => {
                ga.breed(random);
                let reading = ga.answer(rounds, random)?;
                Some(reading.predicted?.beaten_by())
            }
            Source::Bred { ga, turned: true } => {
                ga.breed(random);
                // He answers what he expects of me; I answer that.
                let his = ga.answer(&self.turned, random)?;
                Some(his.predicted?.beaten_by().beaten_by())
            }
            Source::Match { sight, turned } => {
                let place = Sight::ALL.iter().position(|it| it == sight)?;
                let next = self.matchings[place].next(rounds)?;
                Some(if *turned {
                    next.own.beaten_by().beaten_by()
                } else {
                    next.other.beaten_by()
                })
            }
            Source::Frequent { turned: false } => Some(self.frequency.other()?.beaten_by()),
            Source::Frequent { turned: true } => {
                Some(self.frequency.own()?.beaten_by().beaten_by())
            }
        }
    }
}

impl Mind for Strong {
    fn name(&self) -> String {
        ReaderSpec::Strong(self.spec).to_string()
    }

    fn think(&mut self, rounds: &[Round], random: &mut Random) -> Reading {
        for index in 0..self.sources.len() {
            let hand = self.answer(index, rounds, random);
            if index < KEYS_A.len() {
                self.a.hands[index] = hand;
            }
            self.rotated.rotate(index, hand);
        }
        self.a.pick();
        self.rotated.pick();
        self.his.hands.clone_from(&self.rotated.hands);
        self.his.pick();
        let base = self.rotated.hands.len();
        self.b.hands[..base].copy_from_slice(&self.rotated.hands);
        // What he picks is beaten straight; of what I pick the rotations say what he makes of it.
        let picks = self
            .his
            .pick_hands()
            .into_iter()
            .chain(self.rotated.pick_hands());
        for (index, hand) in (self.sources.len()..).zip(picks) {
            self.b.rotate(index, hand.map(Hand::beaten_by));
        }
        self.b.pick();
        let use_b = self.b.total > self.a.total + self.spec.margin;
        let layer = if use_b { &self.b } else { &self.a };
        let hand = layer.hand();
        let has_read = self.lately > NO_READ;
        let source = layer.choice().filter(|_| has_read);
        let source = source.map(|choice| if use_b { choice / 3 } else { choice });
        self.chosen = Chosen { source, hand };
        match hand {
            Some(hand) if has_read => {
                let [right, all] = self.hits;
                // One imagined round of guessing.
                let confidence = (right + CHANCE) / (all + 1.0);
                Reading::beating(hand.victim(), confidence)
            }
            _ => Reading::by_lot(random),
        }
    }

    fn learn(&mut self, rounds: &[Round]) {
        let Some(&round) = rounds.last() else {
            return;
        };
        self.a.learn(round.other);
        self.rotated.learn(round.other);
        self.his.learn(round.own);
        self.b.learn(round.other);
        let worth = self
            .chosen
            .hand
            .map_or(0, |hand| hand.against(round.other).score());
        self.lately = self.lately * LATELY + f64::from(worth);
        if let Some(hand) = self.chosen.hand {
            let [right, all] = &mut self.hits;
            *right = *right * HITS + f64::from(u8::from(hand.beats(round.other)));
            *all = *all * HITS + 1.0;
        }
        self.turned.push(round.turned());
        self.frequency.learn(round);
        for matching in &mut self.matchings {
            matching.learn(rounds);
        }
        for source in &mut self.sources {
            if let Source::Bred { ga, turned } = source {
                ga.learn(if *turned { &self.turned } else { rounds });
            }
        }
    }

    fn clear(&mut self) {
        self.turned.clear();
        self.frequency = Frequency::default();
        self.matchings.iter_mut().for_each(Matching::clear);
        for layer in [&mut self.a, &mut self.rotated, &mut self.his, &mut self.b] {
            layer.clear();
        }
        self.chosen = Chosen::default();
        self.lately = 0.0;
        self.hits = [0.0; 2];
        for source in &mut self.sources {
            if let Source::Bred { ga, .. } = source {
                ga.clear();
            }
        }
    }

    fn insight(&self, rounds: &[Round]) -> Insight {
        let source = self.chosen.source.and_then(|index| self.sources.get(index));
        let speaking = source.and_then(|source| match source {
            Source::Bred { ga, turned: true } => ga.population(&self.turned),
            Source::Bred { ga, turned: false } => ga.population(rounds),
            _ => None,
        });
        // When nothing bred speaks: the one of layer A that has scored most.
        let nearest = || {
            let scores = self.a.scores.iter().map(|scores| scores[RATES.len() - 1]);
            let best = scores.enumerate().max_by(|a, b| a.1.total_cmp(&b.1));
            match self.sources.get(best.map_or(0, |(index, _)| index)) {
                Some(Source::Bred { ga, .. }) => ga.population(rounds),
                _ => None,
            }
        };
        Insight {
            source: source.map(Source::name),
            population: speaking.or_else(nearest),
        }
    }
}

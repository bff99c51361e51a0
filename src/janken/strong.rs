//! Many readers, each believed as far as what it has said was likely.
//!
//! People and programs want different things of a reader. A person's habit is best found by small tables
//! of what he does after a win, a draw or a loss; a program may have a long memory, and guess what is
//! guessed about it. So there are four kinds of [sources](Kind), and each gives every hand of the opponent
//! a probability:
//!
//! - **tables** of what followed each key (`TABLES`), each at three rates of forgetting;
//! - **bred** populations of strategies ([`super::ga`]), a few generations after every round;
//! - **likeliest**: what each table takes for the likeliest hand;
//! - **matches**: what followed the longest stretch of rounds like the last ones.
//!
//! All but the tables name a hand, and do so from both seats: what will he play, and what does he, who may
//! read as they do, expect me to play? How the hands that came lay to that hand - the hand itself, the one
//! that beats it, the one that it beats - is counted, the latest rounds most, and these shares are the
//! probabilities: who expects to be read and plays one further is found as fast as who does not.
//!
//! The mixture of all of them is what is expected. The hand of the greatest expected gain is
//! played, or one drawn at random, which cannot be beaten, where that gain is next to nothing.
//!
//! That readers are bred is Yamashita's (2009); rotations from both seats are those of Iocaine Powder (Egnor
//! 1999), here as shares instead of strategies that compete.

use super::ga::Ga;
use super::key::Key;
use super::matching::{Matching, Sight};
use super::mixture::{Chances, EVEN, Mixture};
use super::settings::Settings;
use super::spec::{ReaderSpec, StrongSpec};
use super::{Insight, Mind, Reading};
use koteki_games::janken::{Hand, Round};
use koteki_games::random::Random;

/// Keys of populations; those before [`BRED_TURNED`] are bred for both seats.
const BRED: [Key; 12] = [
    Key::relative(1, 0),
    Key::relative(1, 1),
    Key::relative(2, 1),
    Key::relative(3, 2),
    Key::hands(1, 1),
    Key::hands(2, 1),
    Key::hands(1, 0),
    Key::hands(2, 0),
    Key::hands(3, 0),
    Key::hands(2, 2),
    Key::hands(0, 1),
    Key::hands(0, 2),
];
const BRED_TURNED: usize = 9;

/// Keys of tables: none at all is how often each hand, or each change of hands, comes.
const TABLES: [Key; 18] = [
    Key::hands(0, 0),
    Key::hands(1, 0),
    Key::hands(2, 0),
    Key::hands(3, 0),
    Key::hands(0, 1),
    Key::hands(0, 2),
    Key::hands(1, 1),
    Key::hands(2, 1),
    Key::hands(1, 2),
    Key::hands(2, 2),
    Key::relative(0, 0),
    Key::relative(1, 0),
    Key::relative(2, 0),
    Key::relative(0, 1),
    Key::relative(0, 2),
    Key::relative(1, 1),
    Key::relative(2, 1),
    Key::relative(2, 2),
];

/// Rates at which the rounds in tables fade, a round.
const TABLE_RATES: [f64; 3] = [1.0, 0.97, 0.9];

/// That of tables which name their likeliest hand.
const LIKELIEST_RATE: f64 = 0.98;

/// Rates at which the places of hands beside the one that was named fade.
const PLACE_RATES: [f64; 2] = [0.9, 0.98];

/// Rounds that are imagined before any: of each hand in a table, of each place beside a hand that is named.
const IMAGINED: f64 = 0.7;
const IMAGINED_PLACES: f64 = 0.5;

/// The log of what a source that names hands weighs beside a table, before either has said anything.
const PRIOR: f64 = -2.0;

/// The expected gain of a round, -1 to 1, up to which a hand is drawn at random.
const NO_READ: f64 = 0.03;

/// What kind a source is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// What followed a key.
    Tables,
    /// Bred populations.
    Bred,
    /// The likeliest hand of a table.
    Likeliest,
    /// The longest stretch like the last rounds.
    Matches,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Tables, Self::Bred, Self::Likeliest, Self::Matches];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tables => "tables",
            Self::Bred => "bred",
            Self::Likeliest => "likeliest",
            Self::Matches => "matches",
        }
    }
}

/// How often each of three things came, the latest most.
#[derive(Clone, Copy, Debug, Default)]
struct Faded {
    counts: [f64; 3],
    /// The number of rounds before the last one counted.
    at: usize,
}

impl Faded {
    /// The share of each after so many rounds, with so many of each imagined.
    fn shares(&self, rounds: usize, rate: f64, imagined: f64) -> [f64; 3] {
        let fade = libm::pow(rate, rounds.saturating_sub(self.at) as f64);
        let all = self.counts.iter().sum::<f64>() * fade + 3.0 * imagined;
        self.counts.map(|count| (count * fade + imagined) / all)
    }

    fn count(&mut self, which: usize, rounds: usize, rate: f64) {
        let fade = libm::pow(rate, rounds.saturating_sub(self.at) as f64);
        self.counts.iter_mut().for_each(|count| *count *= fade);
        self.counts[which] += 1.0;
        self.at = rounds;
    }
}

/// What followed each gene of a key.
#[derive(Clone, Debug)]
struct Table {
    key: Key,
    rate: f64,
    genes: Vec<Faded>,
}

impl Table {
    fn new(key: Key, rate: f64) -> Self {
        Self {
            key,
            rate,
            genes: vec![Faded::default(); key.genes()],
        }
    }

    fn chances(&self, rounds: &[Round]) -> Chances {
        let Some(gene) = self.key.gene(rounds) else {
            return EVEN;
        };
        let answers = self.genes[gene].shares(rounds.len(), self.rate, IMAGINED);
        let mut chances = EVEN;
        for (answer, chance) in answers.into_iter().enumerate() {
            chances[self.key.hand(answer, rounds).index()] = chance;
        }
        chances
    }

    /// The likeliest hand, the first of equals; `None` where nothing has followed yet.
    fn likeliest(&self, rounds: &[Round]) -> Option<Hand> {
        let gene = self.key.gene(rounds)?;
        let counts = self.genes[gene].counts;
        let most = counts.into_iter().fold(0.0, f64::max);
        let answer = counts.iter().position(|&count| count >= most)?;
        (most > 0.0).then(|| self.key.hand(answer, rounds))
    }

    fn learn(&mut self, rounds: &[Round]) {
        if let Some((round, before)) = rounds.split_last()
            && let Some(gene) = self.key.gene(before)
        {
            let answer = self.key.answer(round.other, before);
            self.genes[gene].count(answer, before.len(), self.rate);
        }
    }
}

/// Who names a hand.
#[derive(Clone, Debug)]
enum Namer {
    Bred(Box<Ga>),
    Likeliest(Table),
    Match(Sight),
}

/// A source that names a hand of the opponent or, turned, of the reader as the opponent may expect it.
#[derive(Clone, Debug)]
struct Pointer {
    namer: Namer,
    turned: bool,
    named: Option<Hand>,
    /// Where the hands that came lay beside that hand, by rate.
    places: [Faded; PLACE_RATES.len()],
}

impl Pointer {
    const fn new(namer: Namer, turned: bool) -> Self {
        Self {
            namer,
            turned,
            named: None,
            places: [Faded {
                counts: [0.0; 3],
                at: 0,
            }; PLACE_RATES.len()],
        }
    }

    const fn kind(&self) -> Kind {
        match self.namer {
            Namer::Bred(_) => Kind::Bred,
            Namer::Likeliest(_) => Kind::Likeliest,
            Namer::Match(_) => Kind::Matches,
        }
    }

    /// What it looks at.
    fn name(&self) -> String {
        let name = match &self.namer {
            Namer::Bred(ga) => ga.key().to_string(),
            Namer::Likeliest(table) => key_name(table.key),
            Namer::Match(sight) => format!("match {}", sight.name()),
        };
        if self.turned {
            format!("his {name}")
        } else {
            name
        }
    }

    /// The probabilities of hands after so many rounds, by rate.
    fn chances(&self, rounds: usize) -> impl Iterator<Item = Chances> {
        let rates = self.places.iter().zip(PLACE_RATES);
        rates.map(move |(places, rate)| {
            let Some(named) = self.named else {
                return EVEN;
            };
            let mut chances = EVEN;
            let shares = places.shares(rounds, rate, IMAGINED_PLACES);
            for (step, share) in shares.into_iter().enumerate() {
                chances[named.plus(step).index()] = share;
            }
            chances
        })
    }
}

/// A key as a source is called: one of no depth by what it counts.
fn key_name(key: Key) -> String {
    match (key.depth(), key.is_relative()) {
        (0, false) => "frequency".to_owned(),
        (0, true) => "changes".to_owned(),
        _ => key.to_string(),
    }
}

/// The strong reader.
#[derive(Clone, Debug)]
pub(crate) struct Strong {
    spec: StrongSpec,
    tables: Vec<Table>,
    pointers: Vec<Pointer>,
    matchings: [Matching; 3],
    /// The rounds from the opponent's seat.
    turned: Vec<Round>,
    /// First the tables, then each rate of each pointer.
    mixture: Mixture,
    /// Whether a hand is expected.
    has_read: bool,
}

impl Strong {
    pub(crate) fn new(spec: StrongSpec) -> Self {
        let bred = |&key: &Key| {
            Namer::Bred(Box::new(Ga::new(Settings {
                key,
                population: spec.population,
                generations: spec.generations,
                ..Settings::default()
            })))
        };
        let mut tables = Vec::new();
        if spec.has(Kind::Tables) {
            let keys = TABLES.iter();
            tables.extend(keys.flat_map(|&key| TABLE_RATES.map(|rate| Table::new(key, rate))));
        }
        let mut pointers = Vec::new();
        for turned in [false, true] {
            let mut namers = Vec::new();
            if spec.has(Kind::Bred) {
                let count = if turned { BRED_TURNED } else { BRED.len() };
                namers.extend(BRED[..count].iter().map(bred));
            }
            if spec.has(Kind::Likeliest) {
                let tables = TABLES.map(|key| Table::new(key, LIKELIEST_RATE));
                namers.extend(tables.map(Namer::Likeliest));
            }
            if spec.has(Kind::Matches) {
                namers.extend(Sight::ALL.map(Namer::Match));
            }
            pointers.extend(namers.into_iter().map(|namer| Pointer::new(namer, turned)));
        }
        let mut priors = vec![0.0; tables.len()];
        priors.resize(tables.len() + pointers.len() * PLACE_RATES.len(), PRIOR);
        Self {
            spec,
            tables,
            pointers,
            matchings: Sight::ALL.map(Matching::new),
            turned: Vec::new(),
            mixture: Mixture::new(priors),
            has_read: false,
        }
    }

    /// What every source that has a share in the mixture looks at, of which kind it is, and its share.
    fn shares(&self) -> Vec<(String, Kind, f64)> {
        let shares = self.mixture.shares();
        let (of_tables, of_pointers) = shares.split_at(self.tables.len());
        let of_tables = of_tables.chunks(TABLE_RATES.len());
        let tables = self.tables.chunks(TABLE_RATES.len()).zip(of_tables);
        let tables = tables.map(|(tables, shares)| {
            let name = tables
                .first()
                .map_or_else(String::new, |it| key_name(it.key));
            (name, Kind::Tables, shares.iter().sum())
        });
        let of_pointers = of_pointers.chunks(PLACE_RATES.len());
        let pointers = self.pointers.iter().zip(of_pointers);
        let pointers = pointers.map(|(it, shares)| (it.name(), it.kind(), shares.iter().sum()));
        tables.chain(pointers).collect()
    }
}

impl Mind for Strong {
    fn name(&self) -> String {
        ReaderSpec::Strong(self.spec).to_string()
    }

    fn think(&mut self, rounds: &[Round], random: &mut Random) -> Reading {
        for it in &mut self.pointers {
            let seen = if it.turned { &self.turned } else { rounds };
            it.named = match &mut it.namer {
                Namer::Bred(ga) => {
                    ga.breed(random);
                    ga.answer(seen, random).and_then(|it| it.predicted)
                }
                Namer::Likeliest(table) => table.likeliest(seen),
                Namer::Match(sight) => {
                    let place = Sight::ALL.iter().position(|it| it == sight);
                    let next = place.and_then(|it| self.matchings[it].next(rounds));
                    next.map(|next| if it.turned { next.own } else { next.other })
                }
            };
        }
        let tables = self.tables.iter().map(|table| table.chances(rounds));
        let pointers = self.pointers.iter();
        let pointers = pointers.flat_map(|it| it.chances(rounds.len()));
        let chances = self.mixture.mix(tables.chain(pointers));
        let chance = |hand: Hand| chances[hand.index()];
        let gain = |victim: &Hand| {
            let hand = victim.beaten_by();
            chance(*victim) - chance(hand.beaten_by())
        };
        let best = Hand::ALL
            .into_iter()
            .max_by(|a, b| gain(a).total_cmp(&gain(b)))
            .filter(|victim| gain(victim) > NO_READ);
        self.has_read = best.is_some();
        best.map_or_else(
            || Reading::by_lot(random),
            |victim| Reading::beating(victim, chance(victim)),
        )
    }

    fn learn(&mut self, rounds: &[Round]) {
        let Some((&round, before)) = rounds.split_last() else {
            return;
        };
        self.mixture.learn(round.other);
        self.turned.push(round.turned());
        for matching in &mut self.matchings {
            matching.learn(rounds);
        }
        for table in &mut self.tables {
            table.learn(rounds);
        }
        for it in &mut self.pointers {
            if let Some(named) = it.named {
                let step = round.other.minus(named);
                for (places, rate) in it.places.iter_mut().zip(PLACE_RATES) {
                    places.count(step, before.len(), rate);
                }
            }
            let seen = if it.turned { &self.turned } else { rounds };
            match &mut it.namer {
                Namer::Bred(ga) => ga.learn(seen),
                Namer::Likeliest(table) => table.learn(seen),
                Namer::Match(_) => {}
            }
        }
    }

    fn clear(&mut self) {
        *self = Self::new(self.spec);
    }

    fn insight(&self, rounds: &[Round]) -> Insight {
        let shares = self.shares();
        let most = shares.iter().max_by(|a, b| a.2.total_cmp(&b.2));
        let kinds = Kind::ALL.map(|kind| {
            let own = shares.iter().filter(|it| it.1 == kind);
            (kind, own.map(|it| it.2).sum())
        });
        // The population that is believed most.
        let pointers = self
            .pointers
            .iter()
            .zip(&shares[shares.len() - self.pointers.len()..]);
        let bred = pointers.filter_map(|(it, share)| match &it.namer {
            Namer::Bred(ga) => Some((ga, it, share.2)),
            _ => None,
        });
        let nearest = bred.max_by(|a, b| a.2.total_cmp(&b.2));
        Insight {
            source: most.filter(|_| self.has_read).map(|it| it.0.clone()),
            population: nearest.and_then(|(ga, it, _)| {
                ga.population(if it.turned { &self.turned } else { rounds })
            }),
            population_turned: nearest.is_some_and(|(_, it, _)| it.turned),
            kinds: kinds.into_iter().filter(|it| it.1 > 0.0).collect(),
        }
    }
}

//! Every reader by name: `strong`, `paper:key=opp3`, `markov2`, `cycle:GCP`.
//!
//! `constant` and `cycle` take their hands first. Hands are letters of either alphabet: R and G are rock,
//! P is paper, S and C are scissors. A name says everything there is to know about a reader but its seed.

use std::fmt;
use std::str::FromStr;

use super::classic::{
    Beginner as BeginnerMind, Constant, Cycle as CycleMind, Exact, Frequency, HistoryMatch, Lot,
    WinStay,
};
use super::key::{self, Key};
use super::meta::Meta;
use super::paper::Paper;
use super::settings::{Settings, Ties, Weights};
use super::strong::{Kind, Strong};
use super::{Reader, Seated};
use koteki_games::janken::{Hand, Letters};
use koteki_games::spec::{
    Maybe, Named, Real, SettingList, Spec, SpecError, Takes, Whole, Words, missing, player,
};

/// Longest pattern of `cycle`.
pub const LONGEST_CYCLE: usize = 100;

/// The levels that a person is offered, weakest first.
pub const LEVELS: [&str; 4] = ["beginner", "random", "paper", "strong"];

/// Hands over and over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// The pattern; never empty.
    pattern: Vec<Hand>,
    /// Another pattern and the number of rounds before it.
    then: Option<(Vec<Hand>, usize)>,
}

impl Cycle {
    /// The hand of this round, 0 for the first.
    pub fn hand(&self, round: usize) -> Hand {
        let (pattern, round) = match &self.then {
            Some((pattern, at)) if round >= *at => (pattern, round - at),
            _ => (&self.pattern, round),
        };
        let place = round.checked_rem(pattern.len()).unwrap_or(0);
        pattern.get(place).copied().unwrap_or(Hand::Rock)
    }
}

/// A weak player with a person's habit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Beginner {
    /// The share of rounds in which it follows its habit, 0 to 1.
    pub habit: f64,
}

/// The strong reader's settings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StrongSpec {
    /// Strategies in each of its populations.
    pub population: usize,
    /// Generations of each after every round.
    pub generations: usize,
    /// Which kinds of sources it has, in the order of [`Kind::ALL`].
    pub kinds: [bool; Kind::ALL.len()],
}

impl StrongSpec {
    /// Whether it has sources of this kind.
    pub(crate) fn has(&self, kind: Kind) -> bool {
        let kinds = Kind::ALL.iter().zip(self.kinds);
        kinds.into_iter().any(|(it, has)| has && *it == kind)
    }
}

impl Default for StrongSpec {
    fn default() -> Self {
        Self {
            population: 50,
            generations: 3,
            kinds: [true; Kind::ALL.len()],
        }
    }
}

/// A reader's name as a value.
#[derive(Clone, Debug, PartialEq)]
pub enum ReaderSpec {
    /// Every hand at random.
    Random,
    /// Win-stay, lose-shift in a share of the rounds.
    Beginner(Beginner),
    /// Yamashita 2009.
    Paper(Settings),
    /// A mixture of bred readers, tables and matches.
    Strong(StrongSpec),
    /// The exact optimum of what the paper breeds for.
    Argmax(Settings),
    /// Always the same hand.
    Constant(Hand),
    /// A pattern over and over.
    Cycle(Cycle),
    /// Beats the most frequent hand.
    Frequency,
    /// Beats the hand that most often followed the opponent's last ones: 1 to 3 of them.
    Markov(u8),
    /// Win-stay, lose-shift.
    WinStay,
    /// The longest match of both hands.
    Match,
    /// The rotating meta-player.
    Meta,
}

/// Hands of a pattern, one after the other.
struct Pattern;

impl Takes<Vec<Hand>> for Pattern {
    fn read(&self, text: &str) -> Result<Vec<Hand>, String> {
        let hands: Option<Vec<Hand>> = text.chars().map(Hand::from_any_letter).collect();
        let hands = hands.filter(|hands| (1..=LONGEST_CYCLE).contains(&hands.len()));
        hands.ok_or_else(|| self.expected())
    }

    fn write(&self, hands: &Vec<Hand>) -> String {
        let letters = hands.iter().map(|hand| hand.letter(Letters::Japanese));
        letters.collect()
    }

    fn expected(&self) -> String {
        format!("letters G C P or R S P, 1 to {LONGEST_CYCLE} of them")
    }
}

/// One hand.
struct OneHand;

impl Takes<Hand> for OneHand {
    fn read(&self, text: &str) -> Result<Hand, String> {
        Hand::read(text, Letters::English)
            .or_else(|| Hand::read(text, Letters::Japanese))
            .ok_or_else(|| self.expected())
    }

    fn write(&self, hand: &Hand) -> String {
        hand.letter(Letters::English).to_string()
    }

    fn expected(&self) -> String {
        "R, P or S (or G, C, P)".to_owned()
    }
}

/// A key of strategies.
struct AnyKey;

impl Takes<Key> for AnyKey {
    fn read(&self, text: &str) -> Result<Key, String> {
        text.parse().map_err(|_| self.expected())
    }

    fn write(&self, key: &Key) -> String {
        key.to_string()
    }

    fn expected(&self) -> String {
        key::expected()
    }
}

const WEIGHTS: Words<Weights> = Words(&[
    ("flat", Weights::Flat),
    ("linear", Weights::Linear),
    ("square", Weights::Square),
]);
const TIES: Words<Ties> = Words(&[("first", Ties::First), ("lot", Ties::Lot)]);
const YES_OR_NO: Words<bool> = Words(&[("yes", true), ("no", false)]);

impl Settings {
    fn list(&mut self, list: &mut SettingList<'_>) {
        list.add("key", &mut self.key, &AnyKey);
        list.add("population", &mut self.population, &Whole(2..=1000));
        list.add("generations", &mut self.generations, &Whole(0..=1000));
        list.add("elite", &mut self.elite, &Whole(0..=self.population - 1));
        list.add("tournament", &mut self.tournament, &Whole(1..=1000));
        list.add("crossover", &mut self.crossover, &Real(0.0..=1.0));
        list.add("mutation", &mut self.mutation, &Real(0.0..=1.0));
        list.add("random", &mut self.random_rounds, &Whole(0..=1000));
        list.add("weights", &mut self.weights, &WEIGHTS);
        list.add("keep", &mut self.keep, &YES_OR_NO);
        list.add("ties", &mut self.ties, &TIES);
    }
}

impl Cycle {
    fn list(&mut self, list: &mut SettingList<'_>) {
        list.add_bare("pattern", &mut self.pattern, &Pattern);
        let (mut then, mut at) = self.then.take().unzip();
        list.add("then", &mut then, &Maybe(Pattern));
        list.add("at", &mut at, &Maybe(Whole(1..=1_000_000_000)));
        self.then = then.zip(at);
        for (given, key) in [("then", "at"), ("at", "then")] {
            if list.has(given) && !list.has(key) {
                let expected = "then=… and at=… together, as in cycle:GPCP,then=CGPPC,at=100";
                list.conflict(given, missing("cycle", key, expected));
            }
        }
    }
}

impl Spec for ReaderSpec {
    const PLAYERS: &'static [Named<Self>] = &[
        player(
            "random",
            "every hand at random; no one can beat it, or lose to it",
            || Self::Random,
        ),
        player(
            "beginner",
            "keeps a hand that won and else plays what would have won, 60 % of the time (habit=0…1)",
            || Self::Beginner(Beginner { habit: 0.6 }),
        ),
        player(
            "paper",
            "breeds strategies after every round, as Yamashita 2009 (key=opp1+own2, weights=linear, …)",
            || Self::Paper(Settings::default()),
        ),
        player(
            "strong",
            "many such populations, tables and matches, each believed as far as it was right (bred=no, …)",
            || Self::Strong(StrongSpec::default()),
        ),
        player(
            "argmax",
            "the best strategy of paper's kind, looked up instead of bred (key=…, weights=…)",
            || Self::Argmax(Settings::default()),
        ),
        player("constant", "always the same hand (constant:R)", || {
            Self::Constant(Hand::Rock)
        }),
        player(
            "cycle",
            "the same hands over and over (cycle:GCP, cycle:GPCP,then=CGPPC,at=100)",
            || {
                Self::Cycle(Cycle {
                    pattern: vec![Hand::Rock, Hand::Scissors, Hand::Paper],
                    then: None,
                })
            },
        ),
        player("frequency", "beats the most frequent hand", || {
            Self::Frequency
        }),
        player(
            "markov1",
            "beats what most often followed the last hand",
            || Self::Markov(1),
        ),
        player("markov2", "the same of the last two", || Self::Markov(2)),
        player("markov3", "the same of the last three", || Self::Markov(3)),
        player(
            "wsls",
            "keeps a hand that won, else plays what would have won",
            || Self::WinStay,
        ),
        player(
            "match",
            "beats what came after the longest stretch like the last rounds",
            || Self::Match,
        ),
        player(
            "meta",
            "guesses, and guesses at guesses, whichever scored best",
            || Self::Meta,
        ),
    ];

    fn name(&self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Beginner(_) => "beginner",
            Self::Paper(_) => "paper",
            Self::Strong(_) => "strong",
            Self::Argmax(_) => "argmax",
            Self::Constant(_) => "constant",
            Self::Cycle(_) => "cycle",
            Self::Frequency => "frequency",
            Self::Markov(1) => "markov1",
            Self::Markov(2) => "markov2",
            Self::Markov(_) => "markov3",
            Self::WinStay => "wsls",
            Self::Match => "match",
            Self::Meta => "meta",
        }
    }

    fn settings(&mut self, list: &mut SettingList<'_>) {
        match self {
            Self::Beginner(Beginner { habit }) => {
                list.add("habit", habit, &Real(0.0..=1.0));
            }
            Self::Paper(settings) => settings.list(list),
            Self::Strong(spec) => {
                list.add("population", &mut spec.population, &Whole(2..=1000));
                list.add("generations", &mut spec.generations, &Whole(0..=100));
                for (kind, has) in Kind::ALL.iter().zip(&mut spec.kinds) {
                    list.add(kind.name(), has, &YES_OR_NO);
                }
            }
            Self::Argmax(settings) => {
                list.add("key", &mut settings.key, &AnyKey);
                list.add("random", &mut settings.random_rounds, &Whole(0..=1000));
                list.add("weights", &mut settings.weights, &WEIGHTS);
            }
            Self::Constant(hand) => list.add_bare("hand", hand, &OneHand),
            Self::Cycle(cycle) => cycle.list(list),
            _ => {}
        }
    }
}

impl ReaderSpec {
    /// The reader of this name, with this seed for everything random.
    pub fn build(&self, seed: u64) -> Box<dyn Reader> {
        match self.clone() {
            Self::Random => Box::new(Seated::new(Lot, seed)),
            Self::Beginner(spec) => Box::new(Seated::new(BeginnerMind(spec), seed)),
            Self::Paper(settings) => Box::new(Seated::new(Paper::new(settings), seed)),
            Self::Strong(spec) => Box::new(Seated::new(Strong::new(spec), seed)),
            Self::Argmax(settings) => {
                Box::new(Seated::new(Exact::new(self.to_string(), settings), seed))
            }
            Self::Constant(hand) => Box::new(Seated::new(Constant(hand), seed)),
            Self::Cycle(cycle) => Box::new(Seated::new(CycleMind(cycle), seed)),
            Self::Frequency => Box::new(Seated::new(Frequency::default(), seed)),
            Self::Markov(order) => Box::new(Seated::new(Exact::markov(order), seed)),
            Self::WinStay => Box::new(Seated::new(WinStay, seed)),
            Self::Match => Box::new(Seated::new(HistoryMatch::new(), seed)),
            Self::Meta => Box::new(Seated::new(Meta::new(), seed)),
        }
    }
}

/// The shortest name.
impl fmt::Display for ReaderSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text(false))
    }
}

impl FromStr for ReaderSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        Self::read(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_written() {
        for text in [
            "random",
            "paper",
            "paper:key=opp3",
            "paper:key=outcome1+shift1,population=20,weights=square,keep=no",
            "strong:bred=no",
            "markov2",
            "constant:P",
            "cycle:GPPCP",
            "cycle:GPCP,then=CGPPC,at=100",
            "beginner:habit=0.5",
            "argmax:key=opp2+own1,random=0",
        ] {
            let spec: ReaderSpec = text.parse().unwrap();
            assert_eq!(spec.to_string(), text);
            assert_eq!(spec.build(1).name(), text);
        }
        for name in ReaderSpec::names() {
            let spec: ReaderSpec = name.parse().unwrap();
            assert_eq!(spec.name(), name);
            let written: ReaderSpec = spec.to_string().parse().unwrap();
            assert_eq!(written, spec);
        }
        let rsp: ReaderSpec = "cycle:rsp".parse().unwrap();
        assert_eq!(rsp.to_string(), "cycle:GCP");
    }

    #[test]
    fn faults_name_what_is_allowed() {
        for (text, expected) in [
            ("papper", "did you mean \"paper\"?"),
            ("paper:keys=opp3", "did you mean \"key\"?"),
            ("paper:key=opp9", "it takes opp1+own2"),
            ("paper:population=1", "from 2 to 1000"),
            ("paper:elite=50", "from 0 to 49"),
            ("paper:weights=cubic", "flat, linear, square"),
            ("paper:opp3", "not of the form key=value"),
            ("markov2:order=3", "it has no settings"),
            ("cycle:GXP", "letters G C P or R S P"),
            ("cycle:", "letters G C P or R S P"),
            ("cycle:GCP,at=4", "then=… and at=… together"),
            ("constant:lizard", "R, P or S"),
            ("strong:bred=no,bred=no", "given twice"),
            ("strong:bred=maybe", "yes or no"),
            ("", "players: random"),
        ] {
            let error = text.parse::<ReaderSpec>().unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
            assert!(!error.contains('\n'));
        }
    }
}

//! A rotating meta-player: guesses, and guesses at guesses, chosen by how they have scored.
//!
//! The idea is that of Iocaine Powder, winner of the first international RoShamBo programming competition
//! (Egnor 1999), from its description: a guess at the opponent's next hand can be answered straight, or
//! one step further in case he expects that, or two; and the same guess made from his seat says what he
//! expects of me. Every such strategy is followed as if it had played; within each of several look-backs
//! the best one is the pick, and the look-back whose picks have scored most plays.

use super::matching::{Frequency, Matching, Sight};
use super::spec::ReaderSpec;
use super::{CHANCE, Mind, Reading};
use koteki_games::janken::{Hand, Round};
use koteki_games::random::Random;

/// Rounds looked back on.
const LOOK_BACKS: [usize; 6] = [1000, 100, 10, 5, 2, 1];

/// Guesses: three longest matches and the most frequent hand, from both seats.
const GUESSES: usize = 8;

/// Each guess with its three rotations, and a lot as a way out.
const STRATEGIES: usize = GUESSES * 3 + 1;

/// The meta-player.
#[derive(Clone, Debug)]
pub(crate) struct Meta {
    matchings: [Matching; 3],
    frequency: Frequency,
    hands: [Option<Hand>; STRATEGIES],
    /// Each strategy's score after each round, in all.
    scores: Vec<[i32; STRATEGIES]>,
    picks: [Option<Hand>; LOOK_BACKS.len()],
    /// What the picks of each look-back have scored.
    looks: [i32; LOOK_BACKS.len()],
}

impl Meta {
    pub(crate) fn new() -> Self {
        Self {
            matchings: Sight::ALL.map(Matching::new),
            frequency: Frequency::default(),
            hands: [None; STRATEGIES],
            scores: Vec::new(),
            picks: [None; LOOK_BACKS.len()],
            looks: [0; LOOK_BACKS.len()],
        }
    }

    /// The straight answer to each guess.
    fn answers(&self, rounds: &[Round]) -> [Option<Hand>; GUESSES] {
        let straight = |guess: Option<Hand>| guess.map(Hand::beaten_by);
        let turned = |guess: Option<Hand>| guess.map(|hand| hand.beaten_by().beaten_by());
        let next = |place: usize| self.matchings[place].next(rounds);
        let [a, b, c] = [next(0), next(1), next(2)];
        [
            straight(a.map(|round| round.other)),
            straight(b.map(|round| round.other)),
            straight(c.map(|round| round.other)),
            straight(self.frequency.other()),
            turned(a.map(|round| round.own)),
            turned(b.map(|round| round.own)),
            turned(c.map(|round| round.own)),
            turned(self.frequency.own()),
        ]
    }

    /// What a strategy has scored in the last rounds.
    fn score(&self, strategy: usize, look_back: usize) -> i32 {
        let rounds = self.scores.len();
        let upto = |rounds: usize| match rounds.checked_sub(1) {
            Some(last) => self.scores[last][strategy],
            None => 0,
        };
        upto(rounds) - upto(rounds.saturating_sub(look_back))
    }
}

impl Mind for Meta {
    fn name(&self) -> String {
        ReaderSpec::Meta.to_string()
    }

    fn think(&mut self, rounds: &[Round], random: &mut Random) -> Reading {
        for (guess, answer) in self.answers(rounds).into_iter().enumerate() {
            for rotation in 0..3 {
                self.hands[guess * 3 + rotation] = answer.map(|hand| hand.plus(rotation));
            }
        }
        self.hands[STRATEGIES - 1] = Some(Hand::of(random.below(3)));
        for (look, &look_back) in LOOK_BACKS.iter().enumerate() {
            let best = (0..STRATEGIES)
                .filter(|&strategy| self.hands[strategy].is_some())
                // The first of equals.
                .rev()
                .max_by_key(|&strategy| self.score(strategy, look_back));
            self.picks[look] = best.and_then(|best| self.hands[best]);
        }
        let looks = (0..LOOK_BACKS.len()).rev();
        let look = looks.max_by_key(|&look| self.looks[look]).unwrap_or(0);
        match self.picks[look] {
            // It keeps score of strategies, not of how often they are right.
            Some(hand) => Reading {
                hand,
                predicted: Some(hand.victim()),
                confidence: f64::midpoint(CHANCE, 1.0),
            },
            None => Reading::by_lot(random),
        }
    }

    fn learn(&mut self, rounds: &[Round]) {
        let Some(&round) = rounds.last() else {
            return;
        };
        let worth = |hand: Option<Hand>| hand.map_or(0, |hand| hand.against(round.other).score());
        for (look, &pick) in self.looks.iter_mut().zip(&self.picks) {
            *look += worth(pick);
        }
        let mut scores = self.scores.last().copied().unwrap_or([0; STRATEGIES]);
        for (score, &hand) in scores.iter_mut().zip(&self.hands) {
            *score += worth(hand);
        }
        self.scores.push(scores);
        self.frequency.learn(round);
        for matching in &mut self.matchings {
            matching.learn(rounds);
        }
    }

    fn clear(&mut self) {
        *self = Self::new();
    }
}

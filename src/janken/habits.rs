//! What a player's hands have in common: counts with their intervals, no words.
//!
//! Rounds are seen by the one whose habits they are: `own` is his hand.

use serde::Serialize;

use koteki_games::janken::{Hand, Outcome, Round, Shift};
use koteki_rivals::measure::stats::{CONFIDENCE, Interval, at_least, wilson};

/// How often something happened of the times it could have.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Share {
    /// Times it happened.
    pub count: u32,
    /// Times it could have.
    pub of: u32,
    /// 95 % interval of the share (Wilson); 0 to 1 when it never could have.
    pub interval: Interval,
}

impl Share {
    /// So many of so many.
    pub fn new(count: u32, of: u32) -> Self {
        Self {
            count,
            of,
            interval: wilson(f64::from(count), f64::from(of), CONFIDENCE),
        }
    }

    /// The share, 0 to 1; 0 of nothing.
    pub fn rate(self) -> f64 {
        match self.of {
            0 => 0.0,
            of => f64::from(self.count) / f64::from(of),
        }
    }

    /// Whether it happened more often than by chance: for one of three things, the one that happened most,
    /// so many or more would come by chance with a probability below 0.05 / 3 (exact, Bonferroni).
    pub fn is_habit(self) -> bool {
        self.of > 0 && at_least(self.count, self.of, super::CHANCE) < HABITUAL / 3.0
    }
}

/// Hands that come back after some rounds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Repetition {
    /// Rounds after which they come back.
    pub period: usize,
    /// The last hands, one period of them, oldest first; as letters R, P, S.
    #[serde(serialize_with = "letters")]
    pub hands: Vec<Hand>,
    /// Rounds in which the hand was that of a period before.
    pub share: Share,
    /// The probability of so many or more by chance, for a player who draws hands with the same
    /// frequencies.
    pub chance: f64,
}

fn letters<S: serde::Serializer>(hands: &[Hand], serializer: S) -> Result<S::Ok, S::Error> {
    let text: String = hands
        .iter()
        .map(|hand| hand.letter(koteki_games::janken::Letters::English))
        .collect();
    serializer.serialize_str(&text)
}

/// The longest period that is looked for.
pub const LONGEST_PERIOD: usize = 8;

/// Rounds back that cycles are looked for in: people change them.
pub const LATELY: usize = 60;

/// A habit must be less likely than this by chance; divided by the number of things looked at.
const HABITUAL: f64 = 0.05;

/// A repetition must be less likely than this by chance; divided by the number of periods looked for.
const SIGNIFICANT: f64 = 0.01;

/// A player's habits.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Habits {
    /// Rounds they are seen in.
    pub rounds: u32,
    /// How often each hand was played: rock, paper, scissors (Yamashita 2009, table 2.2).
    pub hands: [Share; 3],
    /// How the hand was changed after a win, a draw, a loss (by [`Outcome::index`]): stayed, to the
    /// hand that beats it, to the hand that it beats (by [`Shift::index`]).
    pub changes: [[Share; 3]; 3],
    /// How often each hand came after each pair of hands, `[own][other][next]` (table 2.3).
    pub next: [[[u32; 3]; 3]; 3],
    /// Hands that come back in the last [`LATELY`] rounds, most certain first.
    pub cycles: Vec<Repetition>,
}

impl Habits {
    /// Those seen in these rounds.
    pub fn of(rounds: &[Round]) -> Self {
        Self::of_all([rounds].into_iter())
    }

    /// Those seen in these matches, or parts of them between which rounds are missing: nothing follows from
    /// one to the next. Cycles are those of the last.
    pub fn of_all<'a>(matches: impl Iterator<Item = &'a [Round]> + Clone) -> Self {
        let mut hands = [0; 3];
        let mut changes = [[0; 3]; 3];
        let mut next = [[[0; 3]; 3]; 3];
        for round in matches.clone().flatten() {
            hands[round.own.index()] += 1;
        }
        for pair in matches.clone().flat_map(|rounds| rounds.windows(2)) {
            let (before, now) = (pair[0], pair[1].own);
            changes[before.outcome().index()][now.shift_from(before.own).index()] += 1;
            next[before.own.index()][before.other.index()][now.index()] += 1;
        }
        let shares = |counts: [u32; 3]| {
            let all = counts.iter().sum();
            counts.map(|count| Share::new(count, all))
        };
        Self {
            rounds: hands.iter().sum(),
            hands: shares(hands),
            changes: changes.map(shares),
            next,
            cycles: matches.last().map_or_else(Vec::new, cycles),
        }
    }

    /// The hand played most, if it is played more often than by chance: the first of equals.
    pub fn favourite(&self) -> Option<(Hand, Share)> {
        let shares = Hand::ALL.map(|hand| (hand, self.hands[hand.index()]));
        let most = shares
            .into_iter()
            .rev()
            .max_by_key(|(_, share)| share.count)?;
        most.1.is_habit().then_some(most)
    }

    /// What he does after such an outcome more often than by chance, if anything.
    pub fn after(&self, outcome: Outcome) -> Option<(Shift, Share)> {
        let shares = Shift::ALL.map(|shift| (shift, self.changes[outcome.index()][shift.index()]));
        let most = shares
            .into_iter()
            .rev()
            .max_by_key(|(_, share)| share.count)?;
        most.1.is_habit().then_some(most)
    }
}

/// The periods that are no chance, most certain first; of several that say the same (3, 6) the shortest.
fn cycles(rounds: &[Round]) -> Vec<Repetition> {
    let from = rounds.len().saturating_sub(LATELY);
    let hands: Vec<Hand> = rounds[from..].iter().map(|round| round.own).collect();
    let mut counts = [0.0; 3];
    for hand in &hands {
        counts[hand.index()] += 1.0;
    }
    let all = hands.len() as f64;
    // Two hands drawn with these frequencies are the same so often.
    let same: f64 = counts.iter().map(|count| (count / all).powi(2)).sum();
    let mut found: Vec<Repetition> = Vec::new();
    for period in 1..=LONGEST_PERIOD {
        if hands.len() < 2 * period {
            break;
        }
        let pairs = hands.iter().zip(&hands[period..]);
        let (mut count, mut of) = (0, 0);
        for (before, now) in pairs {
            count += u32::from(before == now);
            of += 1;
        }
        let share = Share::new(count, of);
        let chance = if same < 1.0 {
            at_least(count, of, same)
        } else {
            // Always the same hand: a favourite, not a cycle.
            1.0
        };
        let is_chance = chance > SIGNIFICANT / LONGEST_PERIOD as f64;
        // A multiple has to be better than what it is a multiple of.
        let is_multiple = found.iter().any(|shorter| {
            period % shorter.period == 0 && share.rate() <= shorter.share.interval.high
        });
        if !is_chance && !is_multiple {
            found.push(Repetition {
                period,
                hands: hands[hands.len() - period..].to_vec(),
                share,
                chance,
            });
        }
    }
    found.sort_by(|a, b| a.chance.total_cmp(&b.chance));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use koteki_games::random::{Random, SeedableRng as _};

    fn rounds(own: &str, other: &str) -> Vec<Round> {
        let hand = |letter| Hand::from_any_letter(letter).unwrap();
        own.chars()
            .zip(other.chars())
            .map(|(own, other)| Round {
                own: hand(own),
                other: hand(other),
            })
            .collect()
    }

    #[test]
    fn counts_are_those_one_gets_by_hand() {
        // Ends W (G beats C), D, L, W for `own`.
        let habits = Habits::of(&rounds("GGCP", "CGGG"));
        let counts = |shares: [Share; 3]| shares.map(|share| share.count);
        assert_eq!(counts(habits.hands), [2, 1, 1]);
        // After the win it stayed; after the draw G became C, which G beats: down; after the loss C
        // became P, which C beats: down.
        assert_eq!(counts(habits.changes[0]), [1, 0, 0]);
        assert_eq!(counts(habits.changes[1]), [0, 0, 1]);
        assert_eq!(counts(habits.changes[2]), [0, 0, 1]);
        // Own G, other C, then G; own G, other G, then C; own C, other G, then P.
        assert_eq!(habits.next[0][2], [1, 0, 0]);
        assert_eq!(habits.next[0][0], [0, 0, 1]);
        assert_eq!(habits.next[2][0], [0, 1, 0]);
        assert_eq!(habits.favourite(), None);
    }

    #[test]
    fn a_habit_needs_more_than_luck() {
        // By lot three of three have a probability of 1/27, four of four of 1/81; the limit is 1/60.
        assert!(!Share::new(3, 3).is_habit());
        assert!(Share::new(4, 4).is_habit());
        assert!(!Share::new(0, 0).is_habit());
        // Less often than by chance is no habit.
        assert!(!Share::new(0, 50).is_habit());
    }

    #[test]
    fn a_cycle_is_found_and_lots_are_not() {
        let mut random = Random::seed_from_u64(4);
        let own: Vec<Hand> = (0..60).map(|round| Hand::of(round % 3)).collect();
        let with_lots = |own: &[Hand], random: &mut Random| -> Vec<Round> {
            own.iter()
                .map(|&own| Round {
                    own,
                    other: Hand::of(random.below(3)),
                })
                .collect()
        };
        let habits = Habits::of(&with_lots(&own, &mut random));
        assert_eq!(habits.cycles.len(), 1, "{:?}", habits.cycles);
        assert_eq!(habits.cycles[0].period, 3);
        assert_eq!(habits.cycles[0].share.count, 57);
        // Up after whatever happened.
        assert!(Outcome::ALL.iter().all(|&outcome| {
            habits
                .after(outcome)
                .is_some_and(|(shift, _)| shift == Shift::Up)
        }));
        let mut found = 0;
        for _ in 0..200 {
            let own: Vec<Hand> = (0..100).map(|_| Hand::of(random.below(3))).collect();
            found += Habits::of(&with_lots(&own, &mut random)).cycles.len();
        }
        // One in a hundred at most is expected.
        assert!(found <= 6, "{found}");
        assert!(Habits::of(&[]).cycles.is_empty());
        let constant = Habits::of(&with_lots(&[Hand::Paper; 40], &mut random));
        assert!(constant.cycles.is_empty());
        assert_eq!(constant.favourite().unwrap().0, Hand::Paper);
    }
}

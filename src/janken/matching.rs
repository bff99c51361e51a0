//! The longest match: when did the last rounds happen before, and what came then?

use koteki_games::janken::{Hand, Round};

/// Rounds that are looked back on: enough for any match that people play, and bounded.
const LOOK_BACK: usize = 4096;

/// Which hands have to be the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sight {
    /// The opponent's.
    Other,
    /// The reader's own.
    Own,
    /// Both.
    Both,
}

impl Sight {
    pub(crate) const ALL: [Self; 3] = [Self::Other, Self::Own, Self::Both];

    const fn same(self, a: Round, b: Round) -> bool {
        let other = a.other.index() == b.other.index();
        let own = a.own.index() == b.own.index();
        match self {
            Self::Other => other,
            Self::Own => own,
            Self::Both => own && other,
        }
    }

    /// The word for it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Other => "opp",
            Self::Own => "own",
            Self::Both => "both",
        }
    }
}

/// The longest earlier stretch of rounds that is the same as the last rounds.
#[derive(Clone, Debug)]
pub(crate) struct Matching {
    sight: Sight,
    /// For each round: how many rounds up to it are the same as the last ones.
    lengths: Vec<u32>,
    /// The place and the length of the longest, the latest of equals.
    longest: Option<(usize, u32)>,
}

impl Matching {
    pub(crate) const fn new(sight: Sight) -> Self {
        Self {
            sight,
            lengths: Vec::new(),
            longest: None,
        }
    }

    /// Takes note of the last of `rounds`: every length grows by one or falls to 0.
    pub(crate) fn learn(&mut self, rounds: &[Round]) {
        let Some((&last, before)) = rounds.split_last() else {
            return;
        };
        self.longest = None;
        let from = before.len().saturating_sub(LOOK_BACK);
        for at in (from..before.len()).rev() {
            let grown = match at.checked_sub(1) {
                Some(one) => self.lengths[one] + 1,
                None => 1,
            };
            let length = if self.sight.same(before[at], last) {
                grown
            } else {
                0
            };
            self.lengths[at] = length;
            if length > self.longest.map_or(0, |(_, longest)| longest) {
                self.longest = Some((at, length));
            }
        }
        self.lengths.push(0);
    }

    pub(crate) fn clear(&mut self) {
        self.lengths.clear();
        self.longest = None;
    }

    /// The round that came after the longest match; `None` when nothing matches.
    pub(crate) fn next(&self, rounds: &[Round]) -> Option<Round> {
        let (at, _) = self.longest?;
        rounds.get(at + 1).copied()
    }
}

/// How often each of both played what.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Frequency {
    own: [u32; 3],
    other: [u32; 3],
}

impl Frequency {
    pub(crate) fn learn(&mut self, round: Round) {
        self.own[round.own.index()] += 1;
        self.other[round.other.index()] += 1;
    }

    /// The opponent's most frequent hand; `None` before the first round. The first of equals.
    pub(crate) fn other(&self) -> Option<Hand> {
        most(self.other)
    }

    /// How often the opponent played this hand.
    pub(crate) const fn others(&self, hand: Hand) -> u32 {
        self.other[hand.index()]
    }

    /// The reader's own.
    pub(crate) fn own(&self) -> Option<Hand> {
        most(self.own)
    }
}

fn most(counts: [u32; 3]) -> Option<Hand> {
    let most = counts.into_iter().max().filter(|&most| most > 0)?;
    Hand::ALL
        .into_iter()
        .find(|hand| counts[hand.index()] == most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use koteki_games::random::{Random, SeedableRng as _};

    /// The same by comparing everything with everything.
    fn searched(sight: Sight, rounds: &[Round]) -> Option<Round> {
        let last = rounds.len();
        let length = |at: usize| {
            (0..=at)
                .take_while(|&back| sight.same(rounds[at - back], rounds[last - 1 - back]))
                .count()
        };
        let best = (0..last - 1).max_by_key(|&at| (length(at), at))?;
        (length(best) > 0).then(|| rounds[best + 1])
    }

    #[test]
    fn the_longest_match_is_the_one_a_search_finds() {
        let mut random = Random::seed_from_u64(11);
        for sight in Sight::ALL {
            let (mut matching, mut rounds) = (Matching::new(sight), Vec::new());
            for _ in 0..400 {
                // Hands that favour rock repeat more.
                let mut hand = || Hand::of(random.below(5) % 4);
                let (own, other) = (hand(), hand());
                rounds.push(Round { own, other });
                matching.learn(&rounds);
                assert_eq!(matching.next(&rounds), searched(sight, &rounds));
            }
        }
    }
}

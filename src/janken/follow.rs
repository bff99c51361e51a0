//! How far a reader would have won against hands that were really played.
//!
//! The reader is asked for its hand in every round of a match, and then shown what was played: the hand
//! that the person faced stays in the context, only the reader's own hand is scored (in the literature
//! of recorded matches: "adv"). The person did not react to the reader, so this is a forecast, not a match.

use serde::Serialize;

use super::ReaderSpec;
use super::score::{Score, net_interval};
use koteki_games::janken::Round;
use koteki_games::random::derive_seed;
use koteki_rivals::measure::stats::Interval;

/// What a reader would have won.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Followed {
    /// Rounds won, drawn and lost by the reader.
    pub score: Score,
    /// Rounds in which it predicted the right hand, and in which it predicted at all.
    pub hits: (u32, u32),
    /// 95 % interval of wins less losses per 100 rounds, rounds taken as independent; see
    /// [`net_interval`].
    pub interval: Interval,
}

/// Follows the matches of one player: `rounds` are seen by that player (`own` is the hand to be read).
/// Each match is a new one for the reader.
pub fn follow(spec: &ReaderSpec, matches: &[Vec<Round>], seed: u64) -> Followed {
    let mut score = Score::default();
    let mut hits = (0, 0);
    for (number, rounds) in (0_u64..).zip(matches) {
        let mut reader = spec.build(derive_seed(seed, &[number]));
        for round in rounds {
            let reading = reader.next();
            score.add(reading.hand.against(round.own));
            if let Some(predicted) = reading.predicted {
                hits.0 += u32::from(predicted == round.own);
                hits.1 += 1;
            }
            reader.observe(round.other, round.own);
        }
    }
    Followed {
        score,
        hits,
        interval: net_interval(score),
    }
}

//! How strong the person is, carried from game to game: the belief in memory and its profile on disk.

use std::path::Path;

use koteki_record::profile::{self, PersonFile as _, Profile};
use koteki_record::store::StoreError;
use koteki_rivals::measure::equal::{Equal, Known, LAST, Met};
use koteki_rivals::measure::level::{Estimate, describe};
use koteki_rivals::measure::stats::Interval;
use koteki_rivals::measure::strength::{Belief, Decision, More, Strength};

/// What is known of a person after at least one measured game.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// The estimate of D, in the preset tester's points.
    pub strength: Strength,
    /// Measured games behind it.
    pub games: u32,
    /// How many more would narrow it; `None` when more would hardly help, or that cannot be said.
    pub more: Option<More>,
    /// "about Intermediate".
    pub about: String,
    /// The agent that should be the person's equal, from losses and results.
    pub equal: Option<Equal>,
}

impl Standing {
    /// What `known` says; `None` before the first game.
    pub fn of(known: &Known) -> Option<Self> {
        let belief = &known.belief;
        if belief.games() == 0 {
            return None;
        }
        let strength = belief.strength();
        strength.d.is_finite().then(|| Self {
            strength,
            games: belief.games(),
            more: belief.more_games(),
            equal: known.equal(),
            about: describe(&Estimate {
                d: strength.d,
                moves: 0,
                // The interval is shown in figures; the words are for the estimate alone.
                interval: Some(Interval {
                    low: strength.d,
                    high: strength.d,
                }),
            }),
        })
    }
}

/// What is known of a person, and the ids of the games behind it, the latest last.
type Counted = (Known, Vec<String>);

/// What is kept of `name` in the folder `data`, and in words what is wrong with it. Changes nothing.
pub fn look(data: &Path, name: &str) -> (Known, Option<String>) {
    let ((known, _), trouble) = profile::look(data, name, restored);
    (known, trouble)
}

/// Counts the measured game `id` of `name` in the folder `data`: onto what the profile holds now, which
/// another program may have changed. `met` is how it ended, if that says something. Returns what is known
/// after it. A game already counted, and a profile of a later version, are left as they are.
///
/// # Errors
/// When the profile can't be read or written.
pub fn count(
    data: &Path,
    name: &str,
    id: &str,
    decisions: &[Decision],
    met: Option<Met>,
) -> Result<Option<Known>, StoreError> {
    let see = |(known, counted): &mut Counted| {
        if counted.iter().any(|counted| counted == id) {
            return None;
        }
        counted.drain(..counted.len().saturating_sub(EARLIER));
        known.see_game(decisions, met);
        Some(kept(known, name, id, counted.clone()))
    };
    let known = profile::change(data, name, restored, see)?;
    Ok(known.map(|(known, _)| known))
}

/// So many games before the last one are kept by their ids, so that none is counted again.
const EARLIER: usize = 20;

/// Probabilities are kept in these parts.
const PARTS: f64 = 1e9;

fn kept(known: &Known, name: &str, id: &str, earlier: Vec<String>) -> Profile {
    let Known { belief, met } = known;
    let Strength { d, interval, .. } = belief.strength();
    let rounded = |d: f64| (d * 100.0).round() / 100.0;
    let posterior = belief
        .mass()
        .iter()
        .map(|mass| (mass * PARTS).round() as u32)
        .collect();
    Profile {
        format: Profile::FORMAT,
        name: name.to_owned(),
        games: belief.games(),
        d: rounded(d),
        low: rounded(interval.low),
        high: rounded(interval.high),
        told: belief.told(),
        last: id.to_owned(),
        earlier,
        posterior,
        met: met
            .iter()
            .map(|&Met { opponent, score }| profile::Met { opponent, score })
            .collect(),
    }
}

fn restored(profile: Profile) -> Result<Counted, String> {
    // Half a part for what was rounded to none: nothing is impossible.
    let mass = profile
        .posterior
        .iter()
        .map(|&parts| f64::from(parts).max(0.5) / PARTS)
        .collect();
    let belief = Belief::restored(mass, profile.games, profile.told)
        .ok_or_else(|| "its posterior is none".to_owned())?;
    let sound = |met: &profile::Met| met.opponent.is_finite() && (0.0..=1.0).contains(&met.score);
    let met = profile.met.iter().rev().filter(|met| sound(met)).take(LAST);
    let mut met: Vec<Met> = met
        .map(|&profile::Met { opponent, score }| Met { opponent, score })
        .collect();
    met.reverse();
    let mut counted = profile.earlier;
    counted.push(profile.last);
    Ok((Known { belief, met }, counted))
}

//! How strong the person is, carried from game to game in a profile on disk; and what is shown of it at Othello.

use std::path::Path;

use koteki_record::profile;
use koteki_record::store::StoreError;
use koteki_rivals::measure::equal::{self, Equal};
use koteki_rivals::measure::foretold::{Foretold, Reliability, Sitting};
use koteki_rivals::measure::levels::Rank;
use koteki_rivals::measure::likeness::Estimate;
use koteki_rivals::measure::strength::{More, Strength};
use koteki_rivals::roster::kit::Kit;
use koteki_rivals::roster::kit::person::PersonEvidence;

/// What is known of a person after at least one measured game.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// The estimate of D, in the preset tester's points.
    pub strength: Strength,
    /// Measured games behind it.
    pub games: u32,
    /// How many more would narrow it; `None` when more would hardly help, or that cannot be said.
    pub more: Option<More>,
    /// Where that is among the levels, from choices and results.
    pub rank: Rank,
    /// The rating of people of tournaments who play like that, where some do.
    pub people: Option<Estimate>,
    /// What was foretold of the games, and what came.
    pub foretold: Vec<Foretold>,
    /// The agent that should be the person's equal, from choices and results.
    pub equal: Equal,
}

impl Standing {
    /// What `known` says; `None` before the first game.
    pub fn of(known: &equal::Evidence) -> Option<Self> {
        let belief = &known.belief;
        if belief.games() == 0 {
            return None;
        }
        let strength = belief.strength();
        if !strength.d.is_finite() {
            return None;
        }
        Some(Self {
            strength,
            games: belief.games(),
            more: belief.more_games(),
            rank: known.rank()?,
            people: known.likeness.people(),
            foretold: known.foretold.clone(),
            equal: known.equal()?,
        })
    }

    /// How what was foretold came out; `None` where nothing was.
    pub fn reliability(&self) -> Option<Reliability> {
        Reliability::of(&self.foretold)
    }

    /// How the person does against equals in this sitting.
    pub fn sitting(&self) -> Option<String> {
        Some(Sitting::last(&self.foretold)?.words())
    }
}

/// What is kept of `name` in the folder `data`, and in words what is wrong with it. Changes nothing.
pub fn look<K: Kit>(data: &Path, name: &str) -> (K::Evidence, Option<String>) {
    profile::look(data, name, K::Evidence::restored)
}

/// Counts the measured game `id` of `name` in the folder `data`: onto what the profile holds now, which
/// another program may have changed. Returns what is known after it. A game already counted, and a profile of a
/// later version, are left as they are.
///
/// # Errors
/// When the profile can't be read or written.
pub fn count<K: Kit>(
    data: &Path,
    name: &str,
    id: &str,
    game: <K::Evidence as PersonEvidence>::Game,
) -> Result<Option<K::Evidence>, StoreError> {
    change::<K>(data, name, |known| known.count(id, game))
}

/// Changes what the profile of `name` holds now, and writes it when `change` says so.
///
/// # Errors
/// As [`count`].
pub fn change<K: Kit>(
    data: &Path,
    name: &str,
    change: impl FnOnce(&mut K::Evidence) -> bool,
) -> Result<Option<K::Evidence>, StoreError> {
    profile::change(
        data,
        name,
        K::Evidence::restored,
        |known: &mut K::Evidence| change(known).then(|| known.profile(name)),
    )
}

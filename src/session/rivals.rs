//! The rivals that a person may choose, and those of them that outlast the sitting.

use std::path::Path;

use koteki_games::othello::Position as Othello;
use koteki_record::profile::{self, OnDisk, PersonFile as _};
use koteki_record::rivals as record;
use koteki_record::store::StoreError;
use koteki_rivals::roster::PlayerSpec;
use koteki_rivals::roster::kit::Kit;

/// Somebody bred for the person.
#[derive(Clone, Debug, PartialEq)]
pub struct Rival<K: Kit = Othello> {
    /// A, B, C …
    pub letter: char,
    /// The player.
    pub player: K::Spec,
    /// Whom it was bred against.
    pub against: K::Spec,
    /// The mean loss D that this opponent held.
    pub target: f64,
    /// How sure it is that it is level with that opponent.
    pub test: Test,
}

/// What is known of how level a rival is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Test {
    /// It is still being bred and tested, and somebody else may take its place.
    Running,
    /// The test is over and did not certify it.
    Failed,
    /// It is certified.
    Certified {
        /// When, in seconds since 1970-01-01 UTC.
        at: u64,
        /// Games of the test.
        games: u32,
        /// Its win rate in them.
        score: f64,
    },
}

impl<K: Kit> Rival<K> {
    /// Whether it is certified as level with the opponent that it was bred against.
    pub const fn is_certified(&self) -> bool {
        matches!(self.test, Test::Certified { .. })
    }

    /// Whether this is the same rival, bred for the same.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        let key = |it: &Self| (it.letter, it.target.to_bits(), it.is_certified());
        self.player == other.player && key(self) == key(other)
    }
}

/// The rivals of `name` that are kept in the folder `data`, and in words why they cannot be read.
pub fn look(data: &Path, name: &str) -> (Vec<Rival>, Option<String>) {
    let path = profile::path::<record::Rivals>(data, name);
    let trouble = |why: &str| {
        let path = path.display();
        Some(format!("The rivals in {path} are not offered: {why}"))
    };
    match profile::read::<record::Rivals>(&path) {
        Ok(OnDisk::Nothing) => (Vec::new(), None),
        Ok(OnDisk::Profile(kept)) if kept.name != name => {
            let why = format!("they are those of {:?}", kept.name);
            (Vec::new(), trouble(&why))
        }
        Ok(OnDisk::Profile(kept)) => {
            let rivals = ('A'..='Z').zip(kept.rivals);
            let rivals: Option<Vec<Rival>> =
                rivals.map(|(letter, it)| restored(letter, &it)).collect();
            match rivals {
                Some(rivals) => (rivals, None),
                None => (Vec::new(), trouble("a player in it is not a valid rival")),
            }
        }
        Ok(OnDisk::Damaged(why)) => (Vec::new(), trouble(&why)),
        Ok(OnDisk::Later(format)) => {
            let why = format!("format {format} is of a later version of koteki");
            (Vec::new(), trouble(&why))
        }
        Err(error) => (Vec::new(), trouble(&error.to_string())),
    }
}

/// Nothing but individuals: a file never names a program to be started.
fn restored(letter: char, kept: &record::Rival) -> Option<Rival> {
    let player: PlayerSpec = kept.player.parse().ok()?;
    let is_sound = matches!(player, PlayerSpec::Individual(_)) && kept.target >= 0.0;
    is_sound.then_some(Rival {
        letter: kept.letter.unwrap_or(letter),
        player,
        against: kept.against.parse().ok()?,
        target: kept.target,
        test: Test::Certified {
            at: kept.certified,
            games: kept.games,
            score: kept.score,
        },
    })
}

/// Keeps those of `rivals` that are certified for `name` in the folder `data`.
///
/// # Errors
/// When they can't be written.
pub fn keep(data: &Path, name: &str, rivals: &[Rival]) -> Result<(), StoreError> {
    let certified = |it: &Rival| match it.test {
        Test::Certified { at, games, score } => Some(record::Rival {
            letter: Some(it.letter),
            player: format!("{:#}", it.player),
            against: format!("{:#}", it.against),
            target: it.target,
            certified: at,
            games,
            score,
        }),
        Test::Running | Test::Failed => None,
    };
    let rivals = record::Rivals {
        format: record::Rivals::FORMAT,
        name: name.to_owned(),
        rivals: rivals.iter().filter_map(certified).collect(),
    };
    let written = profile::change(data, name, |_: record::Rivals| Ok(()), |()| Some(rivals));
    written.map(|_| ())
}

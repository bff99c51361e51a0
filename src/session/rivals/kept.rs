//! Rivals at Othello that outlast the sitting.

use std::path::Path;

use super::{Rival, Test};
use koteki_record::profile::{self, OnDisk, PersonFile as _};
use koteki_record::rivals as record;
use koteki_record::store::StoreError;
use koteki_rivals::roster::PlayerSpec;

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

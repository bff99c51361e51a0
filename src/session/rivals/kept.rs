//! Rivals at Othello that outlast the sitting.

use std::path::Path;

use super::{Rival, Test};
use koteki_record::profile::{self, OnDisk, PersonFile};
use koteki_record::rivals as record;
use koteki_record::store::StoreError;
use koteki_rivals::roster::PlayerSpec;

/// The rivals of `name` that are kept in the folder `data`, and in words why they cannot be read.
pub fn look(data: &Path, name: &str) -> (Vec<Rival>, Option<String>) {
    let kept = match read_own::<record::Rivals>(data, name) {
        Ok(kept) => kept.map_or_else(Vec::new, |kept| kept.rivals),
        Err(why) => return (Vec::new(), Some(why)),
    };
    let rivals = ('A'..='Z').zip(&kept);
    match rivals.map(|(letter, it)| restored(letter, it)).collect() {
        Some(rivals) => (rivals, None),
        None => {
            let path = profile::path::<record::Rivals>(data, name);
            let why = not_offered(&path, "a player in it is not a valid rival");
            (Vec::new(), Some(why))
        }
    }
}

fn not_offered(path: &Path, why: &str) -> String {
    format!("The rivals in {} are not offered: {why}", path.display())
}

/// A file of `name` with rivals in the folder `data`; `None` where there is none.
///
/// # Errors
/// In words, why it cannot be read.
pub(super) fn read_own<P: PersonFile>(data: &Path, name: &str) -> Result<Option<Box<P>>, String> {
    let path = profile::path::<P>(data, name);
    let why = match profile::read::<P>(&path) {
        Ok(OnDisk::Nothing) => return Ok(None),
        Ok(OnDisk::Profile(kept)) if kept.name() == name => return Ok(Some(kept)),
        Ok(OnDisk::Profile(kept)) => format!("they are those of {:?}", kept.name()),
        Ok(OnDisk::Damaged(why)) => why,
        Ok(OnDisk::Later(format)) => format!("format {format} is of a later version of koteki"),
        Err(error) => error.to_string(),
    };
    Err(not_offered(&path, &why))
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

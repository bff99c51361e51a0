//! Rivals that a person keeps for good, whatever is bred later; and the line by which one is given to somebody else.

use std::path::Path;

use super::kept::read_own;
use super::{Introduction, Rivals};
use koteki_record::favourites::{Favourite as Kept, Favourites};
use koteki_record::{now, profile};
use koteki_rivals::roster::kit::Kit;

/// A rival that is kept for good.
#[derive(Clone, Debug, PartialEq)]
pub struct Favourite<K: Kit> {
    /// The player.
    pub player: K::Spec,
    /// Whom it is level with, and the mean loss D which that holds; `None` where that is not known.
    pub level: Option<(K::Spec, f64)>,
}

/// Between a rival and whom it is level with, in a line.
const LEVEL_WITH: &str = " level with ";

impl<K: Kit> Favourite<K> {
    /// The rival as a line that [`from_line`](Self::from_line) reads.
    pub fn line(&self) -> String {
        let player = format!("{:#}", self.player);
        match &self.level {
            Some((against, target)) => format!("{player}{LEVEL_WITH}{against} at {target:.1}"),
            None => player,
        }
    }

    /// The rival of a line: a player that was bred and, if it is known, whom it is level with.
    ///
    /// # Errors
    /// In words, what is wrong with the line.
    pub fn from_line(line: &str) -> Result<Self, String> {
        let (player, level) = match line.trim().split_once(LEVEL_WITH) {
            Some((player, level)) => (player, Some(level)),
            None => (line.trim(), None),
        };
        let player: K::Spec = spec::<K>(player)?;
        if !K::is_rival(&player) {
            return Err(format!("{player} is no rival that was bred at {}", K::NAME));
        }
        let level = level.map(|level| {
            let fault = || {
                format!("{level:?} does not say whom it is level with, as in agent:d=25 at 25.0")
            };
            let (against, target) = level.rsplit_once(" at ").ok_or_else(fault)?;
            let target = target.parse().ok().filter(|it: &f64| it.is_finite());
            Ok::<_, String>((spec::<K>(against)?, target.ok_or_else(fault)?))
        });
        Ok(Self {
            player,
            level: level.transpose()?,
        })
    }

    fn kept(&self) -> Kept {
        let (against, target) = self
            .level
            .as_ref()
            .map(|it| (format!("{:#}", it.0), it.1))
            .unzip();
        Kept {
            game: K::KEY.to_owned(),
            player: format!("{:#}", self.player),
            against,
            target,
            since: now().as_secs(),
        }
    }

    /// Nothing but what was bred, of this game: a file never names a program to be started.
    fn restored(kept: &Kept) -> Option<Self> {
        let player = kept.player.parse().ok().filter(K::is_rival)?;
        let against = kept.against.as_ref().and_then(|it| it.parse().ok());
        (kept.game == K::KEY).then(|| Self {
            player,
            level: against.zip(kept.target),
        })
    }
}

fn spec<K: Kit>(text: &str) -> Result<K::Spec, String> {
    text.parse()
        .map_err(|error: koteki_games::spec::SpecError| error.to_string())
}

/// The favourites of `name` in the folder `data`, and in words why they cannot be read.
pub fn look<K: Kit>(data: &Path, name: &str) -> (Vec<Favourite<K>>, Option<String>) {
    match read_own::<Favourites>(data, name) {
        Ok(kept) => {
            let kept = kept.iter().flat_map(|kept| &kept.rivals);
            (kept.filter_map(Favourite::restored).collect(), None)
        }
        Err(why) => (Vec::new(), Some(why)),
    }
}

/// Keeps `favourite` for good, or not any more where `keep` is false; false when nothing changes.
///
/// # Errors
/// In words, why the file can't be read or written; one of a later version is left as it is.
pub fn change<K: Kit>(
    data: &Path,
    name: &str,
    favourite: &Favourite<K>,
    keep: bool,
) -> Result<bool, String> {
    let mut changed = false;
    let restore = |file: Favourites| Ok(Some(file));
    let known = profile::change(data, name, restore, |known: &mut Option<Favourites>| {
        let mut file = known.take().unwrap_or_else(|| Favourites::of(name));
        let is_it = |kept: &Kept| {
            Favourite::<K>::restored(kept).is_some_and(|it| it.player == favourite.player)
        };
        changed = keep != file.rivals.iter().any(is_it);
        if keep {
            file.rivals.push(favourite.kept());
        } else {
            file.rivals.retain(|it| !is_it(it));
        }
        changed.then_some(file)
    });
    match known {
        Ok(Some(_)) => Ok(changed),
        Ok(None) => {
            let path = profile::path::<Favourites>(data, name);
            Err(format!(
                "{} is of a later version of koteki: nothing in it was changed",
                path.display()
            ))
        }
        Err(error) => Err(error.to_string()),
    }
}

impl<K: Kit> Rivals<K> {
    /// Takes in whom `name` keeps for good in the folder `data`, beside those that were met before; in words, why that cannot be read.
    pub fn take_in_favourites(&mut self, data: &Path, name: &str) -> Option<String> {
        let (favourites, trouble) = look(data, name);
        self.people.favourites = favourites;
        self.place = Some((data.to_owned(), name.to_owned()));
        self.breeding.portray_also(self.people.players());
        trouble
    }

    /// Keeps `rival` for good, or not any more when it is kept; true when it is kept then.
    ///
    /// # Errors
    /// In words, why that is not possible.
    pub fn turn_favourite(&mut self, rival: &Introduction<K>) -> Result<bool, String> {
        let Some((data, name)) = &self.place else {
            return Err("games are not kept, and rivals neither".to_owned());
        };
        let favourite = rival.favourite();
        let keep = !rival.is_favourite;
        change(data, name, &favourite, keep)?;
        if keep {
            self.people.favourites.push(favourite);
        } else {
            self.people
                .favourites
                .retain(|it| it.player != rival.player);
        }
        Ok(keep)
    }
}

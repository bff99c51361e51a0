//! The rivals that a person may choose, and the breeding that they come from.
//!
//! Those that are offered stay the same until others have been found; the certified ones outlast the sitting.

mod acquaintances;
mod counted;
mod equal;
pub mod favourites;
mod kept;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

use crate::SessionError;
use crate::breeding::{Breeding, Listener, News};
use koteki_games::othello::Position as Othello;
use koteki_rivals::evolve::Settings;
use koteki_rivals::evolve::snapshot::Snapshot;
use koteki_rivals::evolve::worker::Event;
use koteki_rivals::roster::kit::Kit;

pub use acquaintances::{Acquaintances, Introduction};
pub use counted::kept_of;
pub use favourites::Favourite;
pub use kept::{keep, look};

/// An individual bred for the person.
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
    /// It is still being bred and tested, and another one may take its place.
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

/// The breeding behind a person's games, and what is known of the person it breeds for.
pub struct Rivals<K: Kit> {
    pub(super) breeding: Breeding<K>,
    pub(super) known: K::Evidence,
    /// Where that is kept from here: the data folder, and the person's name.
    place: Option<(PathBuf, String)>,
    /// Why it could not be kept.
    trouble: Option<String>,
    /// The certified rivals so far, with the even point of each where that is known.
    certified: Vec<(K::Spec, Option<f64>)>,
    /// What is bred toward since the person is known; `None` while it is the settings' own target.
    aim: Option<f64>,
    /// Whom the person knows beside those that are offered.
    pub(super) people: Acquaintances<K>,
}

impl<K: Kit> Rivals<K> {
    /// Starts breeding, with so many games at a time (one less than there are processors when left out).
    ///
    /// # Errors
    /// When the settings are not valid, or the system gives no thread.
    pub fn start(
        settings: &Settings,
        jobs: Option<NonZeroUsize>,
        seed: u64,
        listener: Listener,
    ) -> Result<Self, SessionError> {
        Ok(Self {
            breeding: Breeding::start(settings, jobs, seed, listener)?,
            known: K::Evidence::default(),
            place: None,
            trouble: None,
            certified: Vec::new(),
            aim: None,
            people: Acquaintances::default(),
        })
    }

    /// Takes in news of the run `number`.
    ///
    /// # Errors
    /// The message of the panic that ended it; the game goes on all the same.
    pub(super) fn take_in(&mut self, number: u64, event: Event) -> Result<News, String> {
        let news = self.breeding.handle(number, event)?;
        if news == News::Ready {
            self.remember_certified();
        }
        Ok(news)
    }

    /// Offers `rivals`, who were certified in an earlier sitting, until others are.
    pub(super) fn offer(&mut self, rivals: Vec<Rival<K>>) {
        self.breeding.offer(rivals);
        self.remember_certified();
    }

    fn remember_certified(&mut self) {
        let certified = self.offered().iter().filter(|it| it.is_certified());
        let certified: Vec<_> = certified
            .map(|it| (it.player, K::even_with(&it.against, it.target)))
            .collect();
        self.certified.extend(certified);
    }

    /// The D of the agent that is as strong as `opponent`: of a certified rival, by what it was certified as level with;
    /// of another player its [even point](Kit::even_point). `None` when that is not known. (Rivals are bred and certified
    /// after a few random plies; that they are as strong from the usual position is taken for granted.)
    pub(super) fn even_point(&self, opponent: &K::Spec) -> Option<f64> {
        let mut certified = self.certified.iter().rev();
        match certified.find(|(rival, _)| rival == opponent) {
            Some(&(_, even)) => even,
            None => K::even_point(opponent),
        }
    }

    /// Breeds the present population toward `target`.
    fn retarget(&mut self, target: f64) {
        self.aim = Some(target);
        self.breeding.retarget(target);
    }

    /// The rivals that can be played, as the person gets to know them: those that are offered, those that are kept for
    /// good, and all others that were met.
    pub fn introductions(&self) -> Vec<Introduction<K>> {
        self.introduce(self.offered())
    }

    /// The same without how even they are.
    fn acquainted(&self, offered: &[Rival<K>]) -> Vec<Introduction<K>> {
        let caveat = |level: &(K::Spec, f64)| self.caveat(level);
        let look = |player: &K::Spec| self.breeding.portrait(player);
        self.people.introductions(offered, caveat, look)
    }

    /// The rival of this letter or this name.
    pub fn called(&self, name: &str) -> Option<Introduction<K>> {
        self.introductions()
            .into_iter()
            .find(|it| it.is_called(name))
    }

    /// The name of `player` where it is a rival, told apart from those that the person knows.
    pub(crate) fn name_of(&self, player: &K::Spec) -> Option<String> {
        let name = K::name_of(player)?;
        let known = self.acquainted(self.offered());
        let own = known.iter().find(|it| it.player == *player);
        let is_taken = || {
            known
                .iter()
                .any(|it| K::name_of(&it.player).as_ref() == Some(&name))
        };
        Some(match own {
            Some(own) => own.name.clone(),
            None if is_taken() => acquaintances::with_second_name::<K>(&name, player),
            None => name,
        })
    }

    /// The same where these were `offered`; they come first.
    pub fn introduce(&self, offered: &[Rival<K>]) -> Vec<Introduction<K>> {
        let mut rivals = self.acquainted(offered);
        rivals.iter_mut().for_each(|it| it.weigh(&self.known));
        rivals
    }

    /// Why a rival of this level may not be even with the person; `None` of one that was bred for that.
    fn caveat(&self, level: &(K::Spec, f64)) -> Option<&'static str> {
        let (against, target) = level;
        // What is read from the disk is rounded.
        let is_aim = |aim: f64| (aim - target).abs() < 0.5;
        match self.aim {
            // Where the opponent holds no D everybody is bred against the same.
            _ if !target.is_finite() => None,
            None => Some("bred before you were measured"),
            Some(aim) if is_aim(aim) && *against == *self.breeding.opponent_spec() => None,
            Some(_) => Some("bred before your last game"),
        }
    }

    /// The latest state of the breeding.
    pub const fn snapshot(&self) -> &Arc<Snapshot> {
        self.breeding.snapshot()
    }

    /// Why the breeding has ended before its time.
    pub fn broken(&self) -> Option<&str> {
        self.breeding.broken()
    }

    /// The rivals that can be played: the last that were found, in this sitting or an earlier one; at games that offer
    /// [untested](Kit::OFFERS_UNTESTED) ones, those in front until then.
    pub fn offered(&self) -> &[Rival<K>] {
        self.breeding.rivals()
    }
}

//! Whom a person knows among the rivals: those that are offered, those that are kept for good, those that were met.

use super::{Favourite, Rival, Test};
use koteki_rivals::measure::evenness::{Evenness, Tested};
use koteki_rivals::roster::kit::Kit;
use koteki_rivals::roster::kit::person::PersonEvidence as _;
use koteki_rivals::roster::portrait::second_name_of;

/// A rival as the person gets to know it.
#[derive(Clone, Debug, PartialEq)]
pub struct Introduction<K: Kit> {
    /// Who it is.
    pub player: K::Spec,
    /// Its letter, while it is one of those that are offered.
    pub letter: Option<char>,
    /// Whom it is level with, and the mean loss D which that holds, where that is known.
    pub level: Option<(K::Spec, f64)>,
    /// Whether the person keeps it for good.
    pub is_favourite: bool,
    /// What it is called.
    pub name: String,
    /// What its test says, where it is certified.
    pub tested: Option<Tested>,
    /// How even it is with the person, once that has been [weighed](Self::weigh).
    pub evenness: Option<Evenness>,
    /// Why it may not be even with the person.
    pub caveat: Option<&'static str>,
    /// How it plays; `None` until that has been looked at.
    pub look: Option<String>,
    /// Measured games that the person has won, drawn and lost against it.
    pub record: [u32; 3],
}

impl<K: Kit> Introduction<K> {
    /// The games so far.
    pub fn record_words(&self) -> String {
        let [won, drawn, lost] = self.record;
        match self.record {
            [0, 0, 0] => "not met yet".to_owned(),
            [_, 0, _] => format!("you {won}, it {lost}"),
            _ => format!("you {won}, it {lost}, drawn {drawn}"),
        }
    }

    /// Works out how even it is with a person of whom this is known.
    pub fn weigh(&mut self, known: &K::Evidence) {
        let tested = self.tested.as_ref();
        self.evenness = tested.and_then(|tested| known.evenness(tested, self.record));
    }

    /// Whether it is kept for good, how even it is with the person, how it plays, and what keeps it from being even.
    pub fn said(&self) -> Vec<String> {
        let kept = self.is_favourite.then_some("kept for good");
        let evenness = self.evenness.as_ref().map(Evenness::words);
        let words = kept.into_iter().map(str::to_owned).chain(evenness);
        let words = words.chain(self.look.clone());
        words.chain(self.caveat.map(str::to_owned)).collect()
    }

    /// The rival as it is kept for good, or given to somebody else.
    pub const fn favourite(&self) -> Favourite<K> {
        Favourite {
            player: self.player,
            level: self.level,
        }
    }

    /// Whether this is its letter, or its name.
    pub fn is_called(&self, name: &str) -> bool {
        let letter = self.letter.map(String::from).unwrap_or_default();
        let words = name.trim().split_once(' ');
        let named = words.filter(|(first, _)| first.eq_ignore_ascii_case("rival"));
        let name = named.map_or(name, |(_, name)| name).trim();
        let is_it = |own: &str| own.eq_ignore_ascii_case(name);
        is_it(&letter) || is_it(&self.name)
    }

    /// All but the name, in fixed columns.
    pub fn words(&self) -> String {
        let (record, said) = (self.record_words(), self.said().join("; "));
        format!("{record:<14}{said}").trim_end().to_owned()
    }
}

/// What a test against this opponent says, where it is known how strong that is.
fn tested<K: Kit>(against: &K::Spec, target: f64, games: u32, score: f64) -> Option<Tested> {
    let even = K::even_with(against, target).filter(|it| it.is_finite())?;
    Some(Tested { even, games, score })
}

/// The name of a rival that another one has, too.
pub(super) fn with_second_name<K: Kit>(name: &str, player: &K::Spec) -> String {
    let second = second_name_of(&format!("{player:#}"));
    format!("{name} {second}")
}

/// Whom a person knows beside those that are offered.
#[derive(Clone, Debug)]
pub struct Acquaintances<K: Kit> {
    /// Those that are kept for good.
    pub favourites: Vec<Favourite<K>>,
    /// Everybody bred who was met in measured games, with the games that the person won, drew and lost.
    met: Vec<(K::Spec, [u32; 3])>,
}

impl<K: Kit> Default for Acquaintances<K> {
    fn default() -> Self {
        Self {
            favourites: Vec::new(),
            met: Vec::new(),
        }
    }
}

impl<K: Kit> Acquaintances<K> {
    /// Takes in a measured game against `opponent` that ended with this `difference` of points for the person.
    pub fn meet(&mut self, opponent: K::Spec, difference: i32) {
        if !K::is_rival(&opponent) {
            return;
        }
        let known = self.met.iter().position(|(player, _)| *player == opponent);
        let place = known.unwrap_or_else(|| {
            self.met.push((opponent, [0; 3]));
            self.met.len() - 1
        });
        let how = match difference.signum() {
            1 => 0,
            0 => 1,
            _ => 2,
        };
        self.met[place].1[how] += 1;
    }

    /// All of them: those that are kept for good, then who was met last first.
    pub(super) fn players(&self) -> Vec<K::Spec> {
        let favourites = self.favourites.iter().map(|it| it.player);
        let met = self.met.iter().rev().map(|(player, _)| *player);
        favourites.chain(met).collect()
    }

    /// Everybody, those that are `offered` first, no two of the same name; `caveat` says why one of a level may not be
    /// even with the person, `look` how it plays.
    pub fn introductions(
        &self,
        offered: &[Rival<K>],
        caveat: impl Fn(&(K::Spec, f64)) -> Option<&'static str>,
        look: impl Fn(&K::Spec) -> Option<String>,
    ) -> Vec<Introduction<K>> {
        let offered = offered.iter();
        let offered = offered.map(|it| self.introduce(it, &caveat, look(&it.player)));
        let mut all: Vec<_> = offered.collect();
        let favourites = self.favourites.iter().map(|it| (it.player, it.level));
        let met = self.met.iter().map(|(player, _)| (*player, None));
        for (player, level) in favourites.chain(met) {
            if !all.iter().any(|it| it.player == player) {
                let caveat = level.as_ref().and_then(&caveat);
                all.push(self.introduction(player, level, caveat, look(&player)));
            }
        }
        let names: Vec<String> = all.iter().map(|it| it.name.clone()).collect();
        for it in &mut all {
            if names.iter().filter(|name| **name == it.name).count() > 1 {
                it.name = with_second_name::<K>(&it.name, &it.player);
            }
        }
        all
    }

    fn introduce(
        &self,
        rival: &Rival<K>,
        caveat: impl Fn(&(K::Spec, f64)) -> Option<&'static str>,
        look: Option<String>,
    ) -> Introduction<K> {
        let level = (rival.against, rival.target);
        let (level, caveat) = match rival.test {
            Test::Running => (None, Some("still being tested")),
            Test::Failed => (None, Some("not proven even")),
            Test::Certified { .. } => (Some(level), caveat(&level)),
        };
        let tested = match rival.test {
            Test::Certified { games, score, .. } => {
                tested::<K>(&rival.against, rival.target, games, score)
            }
            Test::Running | Test::Failed => None,
        };
        Introduction {
            letter: Some(rival.letter),
            tested,
            ..self.introduction(rival.player, level, caveat, look)
        }
    }

    fn introduction(
        &self,
        player: K::Spec,
        level: Option<(K::Spec, f64)>,
        caveat: Option<&'static str>,
        look: Option<String>,
    ) -> Introduction<K> {
        let met = self.met.iter().find(|(met, _)| *met == player);
        Introduction {
            player,
            letter: None,
            level,
            is_favourite: self.favourites.iter().any(|it| it.player == player),
            name: K::name_of(&player).unwrap_or_else(|| player.to_string()),
            // The games of the test are not kept of those that are kept for good.
            tested: level.and_then(|(against, target)| tested::<K>(&against, target, 0, 0.5)),
            evenness: None,
            caveat,
            look,
            record: met.map_or([0; 3], |it| it.1),
        }
    }
}

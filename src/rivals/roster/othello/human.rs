//! Players like people.

use koteki_engine::player::human::Human;
use koteki_engine::player::human::policy::Look;
use koteki_games::spec::{Real, SettingList, Words};

/// A player who errs as people of a rating do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HumanSpec {
    /// Whose choices it makes: people of this rating in tournaments.
    pub rating: f64,
    /// How it looks at a position.
    pub look: Look,
    /// Whether it keeps to [natural moves](koteki_engine::player::natural).
    pub natural: bool,
}

const LOOKS: Words<Look> = Words(&[("careful", Look::Careful), ("quick", Look::Quick)]);

/// Ratings that a name may ask for.
pub const RATINGS: std::ops::RangeInclusive<f64> = -1000.0..=3000.0;

impl HumanSpec {
    /// Somebody in the middle of those who play tournaments.
    pub(super) const PRESET: Self = Self {
        rating: 1500.0,
        look: Look::Careful,
        natural: false,
    };

    pub(super) fn settings(&mut self, list: &mut SettingList<'_>) {
        list.add("rating", &mut self.rating, &Real(RATINGS));
        list.add("look", &mut self.look, &LOOKS);
    }

    pub(super) fn player(&self) -> Human {
        Human::new(self.rating, self.look)
    }
}

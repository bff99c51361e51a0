//! What a new game begins with.

use serde::{Deserialize, Serialize};

use koteki_rivals::evolve::SettingsError;
use koteki_rivals::roster::PlayerSpec;

/// The longest name of a person, in characters.
pub const MAX_NAME: usize = 40;

/// Which side the person has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SideChoice {
    /// Black, who begins.
    Black,
    /// White.
    White,
    /// Either, drawn by the seed of the game.
    Random,
    /// Black first, then the other one in each new game.
    Alternate,
    /// Both: two people at one keyboard.
    Both,
}

/// What a new game begins with, if nothing else is asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// The person's name in the records; 1…40 characters, none of them a control character.
    pub name: String,
    /// The opponent, in the language of players.
    pub opponent: String,
    /// Which side the person has.
    pub side: SideChoice,
    /// Whether a game begins as a measured one, that is without help until it is over.
    pub measured: bool,
    /// Random plies that open the game; 0…20.
    pub opening_plies: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            name: "player".to_owned(),
            opponent: "beginner".to_owned(),
            side: SideChoice::Black,
            measured: true,
            opening_plies: 0,
        }
    }
}

impl Settings {
    /// Checks every setting.
    ///
    /// # Errors
    /// The first one that is not allowed.
    pub fn validate(&self) -> Result<(), SettingsError> {
        let invalid = |key: &str, value: String, allowed: String| {
            Err(SettingsError {
                key: key.to_owned(),
                value,
                allowed,
            })
        };
        let length = self.name.chars().count();
        if self.name.trim().is_empty()
            || length > MAX_NAME
            || self.name.chars().any(char::is_control)
        {
            let allowed = format!("1…{MAX_NAME} characters on one line");
            return invalid("name", format!("{:?}", self.name), allowed);
        }
        if let Err(error) = self.opponent.parse::<PlayerSpec>() {
            let value = format!("{:?}", self.opponent);
            return invalid("opponent", value, error.problem.to_string());
        }
        if self.opening_plies > 20 {
            let allowed = "a whole number within 0…20".to_owned();
            return invalid("opening_plies", self.opening_plies.to_string(), allowed);
        }
        Ok(())
    }
}

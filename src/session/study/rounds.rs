//! Tsukamoto's experiment with people (§6.3, experiment 2): four games against each of three opponents.
//!
//! First mobility+corners at depth 4; by the result of these four games the same at depth 2 or at depth 6;
//! then the proposed player at depth 10; twice with each colour every time. What the paper leaves open is
//! read so:
//!
//! - **Depth 2 or 6**: who has lost more of the first four games than won meets depth 2, everybody else
//!   depth 6. That is what the five people of the paper met; none of them won as many as they lost. The
//!   only one whom the paper calls as strong as depth 4 met depth 6, and so does who is level here.
//! - **Colours**: they alternate within the four games; the first one is drawn for each opponent, from the
//!   person's seed. Black begins, as in Othello.
//! - **Games that differ**: the opponents break ties at random, from a seed of each game.
//! - **How they search**: as the players of these names do (the readings that reproduce table 1 best).
//! - **What the person knows**: how many opponents there are and when another one comes, not who they are.

use serde::{Deserialize, Serialize};

use super::protocol::Played;
use koteki_games::Game as _;
use koteki_rivals::evolve::SettingsError;
use koteki_rivals::roster::PlayerSpec;

/// Opponents that a person meets.
pub const ROUNDS: usize = 3;
/// Games against each, an even number: half of them with each colour.
pub const GAMES: usize = 4;

/// Whom the person meets; the columns of the paper's table 2, in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    /// The player that holds itself level, last.
    Proposed,
    /// Second, who has lost against the first.
    Weaker,
    /// First.
    First,
    /// Second, who has not lost against the first.
    Stronger,
}

impl Part {
    /// All, in the order of the table.
    pub const ALL: [Self; 4] = [Self::Proposed, Self::Weaker, Self::First, Self::Stronger];

    /// What it is called in records.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Proposed => "proposed",
            Self::Weaker => "weaker",
            Self::First => "first",
            Self::Stronger => "stronger",
        }
    }

    /// Who is met in `round` (0 for the first) after the person's differences of discs in the first one.
    pub fn of_round(round: usize, first: &[i32]) -> Self {
        match round {
            0 => Self::First,
            1 if first.iter().map(|it| it.signum()).sum::<i32>() < 0 => Self::Weaker,
            1 => Self::Stronger,
            _ => Self::Proposed,
        }
    }
}

/// The opponents, in the language of players.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opponents {
    /// Of the first four games.
    pub first: String,
    /// For who lost them.
    pub weaker: String,
    /// For everybody else.
    pub stronger: String,
    /// Who holds itself level.
    pub proposed: String,
}

impl Opponents {
    /// Those of the paper, named with every setting: a study does not change with what is preset.
    pub fn of_the_paper() -> Self {
        let named = |name: &str| {
            name.parse::<PlayerSpec>()
                .map_or_else(|_| name.to_owned(), |spec| format!("{spec:#}"))
        };
        Self {
            first: named("mobility+corners:depth=4"),
            weaker: named("mobility+corners:depth=2"),
            stronger: named("mobility+corners:depth=6"),
            proposed: named("tsukamoto:depth=10"),
        }
    }

    /// The player of this part.
    pub fn player(&self, part: Part) -> &str {
        match part {
            Part::First => &self.first,
            Part::Weaker => &self.weaker,
            Part::Stronger => &self.stronger,
            Part::Proposed => &self.proposed,
        }
    }

    /// Checks that they are players.
    ///
    /// # Errors
    /// The first that is invalid, or has no strength of its own.
    pub fn validate(&self) -> Result<(), SettingsError> {
        for part in Part::ALL {
            let name = self.player(part);
            let problem = match name.parse::<PlayerSpec>() {
                Ok(spec) if spec.is_open() => "a player that has its strength".to_owned(),
                Ok(_) => continue,
                Err(error) => error.problem.to_string(),
            };
            return Err(SettingsError {
                key: format!("opponents.{}", part.key()),
                value: format!("{name:?}"),
                allowed: problem,
            });
        }
        Ok(())
    }
}

/// The person's differences of discs in the finished games among `games`.
pub fn differences(games: &[Played]) -> Vec<i32> {
    let difference = |game: &Played| {
        let outcome = game.line.position().outcome()?;
        Some(outcome.difference(game.task.person))
    };
    games.iter().filter_map(difference).collect()
}

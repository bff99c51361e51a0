//! Players whose strength is known: four kinds that choose by the tester's own values, and those of the
//! roster.

use koteki_engine::player::{Choice, Context, Player, PlayerError};
use koteki_engine::search::othello::OthelloSearch;
use koteki_engine::search::root::{RootValues, Search as _};
use koteki_games::othello::{Move, Position};
use koteki_games::random::Random;
use koteki_games::{Game as _, GameLine};
use koteki_rivals::measure::strength::choice;
use koteki_rivals::roster::{BuildError, PlayerSpec, SearchSpec, build_othello};

/// How a simulated player chooses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Way {
    /// Moves are the likelier the less they lose: exp(−loss / T).
    Softmax(f64),
    /// The best move after each value has got a normal error of this standard deviation.
    Noise(f64),
    /// The best move, but with this probability any legal one.
    Blunders(f64),
    /// The best move, looking this many plies ahead instead of the tester's five.
    Shallow(u32),
    /// A player of the roster.
    Roster(&'static str),
}

/// The subjects of the comparison: four strengths of each kind.
pub const SUBJECTS: [Way; 20] = [
    Way::Softmax(4.0),
    Way::Softmax(10.0),
    Way::Softmax(25.0),
    Way::Softmax(60.0),
    Way::Noise(8.0),
    Way::Noise(20.0),
    Way::Noise(45.0),
    Way::Noise(100.0),
    Way::Blunders(0.05),
    Way::Blunders(0.1),
    Way::Blunders(0.2),
    Way::Blunders(0.4),
    Way::Shallow(1),
    Way::Shallow(2),
    Way::Shallow(3),
    Way::Shallow(4),
    Way::Roster("advanced"),
    Way::Roster("intermediate"),
    Way::Roster("beginner"),
    Way::Roster("random"),
];

impl Way {
    /// What the kind is called.
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Softmax(_) => super::KINDS[0],
            Self::Noise(_) => super::KINDS[1],
            Self::Blunders(_) => super::KINDS[2],
            Self::Shallow(_) => super::KINDS[3],
            Self::Roster(_) => super::KINDS[4],
        }
    }

    /// What the player is called.
    pub fn name(self) -> String {
        match self {
            Self::Softmax(by) | Self::Noise(by) | Self::Blunders(by) => {
                format!("{} {by}", self.kind())
            }
            Self::Shallow(depth) => format!("{} {depth}", self.kind()),
            Self::Roster(name) => name.to_owned(),
        }
    }

    /// The player.
    ///
    /// # Errors
    /// A name that the roster does not have.
    pub fn player(self) -> Result<Box<dyn Player<Position>>, BuildError> {
        Ok(match self {
            Self::Roster(name) => {
                let spec: PlayerSpec = name.parse().unwrap_or(PlayerSpec::Random);
                build_othello(&spec)?
            }
            Self::Shallow(depth) => Box::new(Simulated {
                search: SearchSpec::TESTER.search(),
                depth,
                way: self,
            }),
            _ => Box::new(Simulated {
                search: SearchSpec::TESTER.search(),
                depth: SearchSpec::TESTER.depth,
                way: self,
            }),
        })
    }
}

struct Simulated {
    search: OthelloSearch,
    depth: u32,
    way: Way,
}

impl Player<Position> for Simulated {
    fn choose(
        &self,
        line: &GameLine<Position>,
        allowed: &[Move],
        context: &mut Context<'_>,
    ) -> Result<Choice<Position>, PlayerError> {
        let answer = |mv| Choice {
            mv,
            candidates: Vec::new(),
            nodes: 0,
        };
        if let &[mv] = allowed {
            return Ok(answer(mv));
        }
        let values = self
            .search
            .root_values(line.position(), self.depth, context.cancel)?;
        let index = choose(&values, self.way, context.random);
        Ok(answer(
            values.moves.get(index).map_or(allowed[0], |root| root.mv),
        ))
    }
}

/// The number of the move chosen.
fn choose(values: &RootValues<Position>, way: Way, random: &mut Random) -> usize {
    let best = values.best().unwrap_or(0);
    let losses: Vec<i32> = values.moves.iter().map(|root| best - root.value).collect();
    match way {
        Way::Softmax(temperature) => drawn(&choice(&losses, temperature, 0.0), random),
        Way::Noise(sd) => {
            let errs: Vec<f64> = losses
                .iter()
                .map(|&loss| sd.mul_add(random.normal(), -f64::from(loss)))
                .collect();
            (0..errs.len())
                .max_by(|&a, &b| errs[a].total_cmp(&errs[b]))
                .unwrap_or(0)
        }
        Way::Blunders(rate) if random.unit() < rate => random.below(losses.len()),
        Way::Blunders(_) | Way::Shallow(_) | Way::Roster(_) => {
            let first: Vec<usize> = (0..losses.len()).filter(|&it| losses[it] == 0).collect();
            random.choose(&first).copied().unwrap_or(0)
        }
    }
}

/// One index, drawn with these probabilities.
pub(super) fn drawn(probabilities: &[f64], random: &mut Random) -> usize {
    let mut left = random.unit();
    for (index, probability) in probabilities.iter().enumerate() {
        left -= probability;
        if left < 0.0 {
            return index;
        }
    }
    probabilities.len().saturating_sub(1)
}

/// Whether the game is over.
pub(super) fn is_over(line: &GameLine<Position>) -> bool {
    line.position().outcome().is_some()
}

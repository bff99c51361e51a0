//! The players of Othello by name.

mod agent;
mod human;
mod papers;
mod search;
mod uct;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

pub use self::agent::{AgentSpec, MeanLoss, Target};
pub use self::human::HumanSpec;
pub use self::papers::{TsukamotoSpec, WeightsSpec};
pub use self::search::{
    Evaluation, KBestSpec, LevelSpec, MAX_DEPTH, MAX_EXHAUSTIVE, NO_LIMIT, SearchSpec, TesterSpec,
};
pub use self::uct::UctSpec;
use super::engine::EngineSpec;
use koteki_engine::eval::othello::tsukamoto::{Basic, Count, Threshold};
use koteki_engine::player::Player;
use koteki_engine::player::csharp::Level;
use koteki_engine::player::natural::Natural;
use koteki_engine::player::random::Random;
use koteki_engine::player::tsukamoto::Hold;
use koteki_engine::wire::error::EngineError;
use koteki_games::othello::Position;
use koteki_games::spec::{FLAG, Named, SettingList, Spec, SpecError, player};

/// A player of the roster with all its settings.
///
/// [`Display`](fmt::Display) writes the shortest name that reads back as the same player; `{:#}`
/// writes every setting (weights of style only where they are not 0), for records that must outlive a
/// change of defaults. In files it is a string.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum PlayerSpec {
    /// `random`: any legal move.
    Random,
    /// `random:natural=true`: any legal move that is [natural](koteki_engine::player::natural).
    NaturalRandom,
    /// `beginner`, `intermediate`, `advanced`, `expert`: "Reversi in C#".
    Level(LevelSpec),
    /// `tester`: the judge of §5.1, all moves exactly searched; with settings of its own a stronger one.
    Tester(TesterSpec),
    /// `agent`: holds a mean loss D (§5.4).
    Agent(AgentSpec),
    /// `individual`: an evolved rival.
    Individual(SearchSpec),
    /// `kbest`: the tester weakened by noise (§5.3).
    KBest(KBestSpec),
    /// `human`: errs as people of a rating do.
    Human(HumanSpec),
    /// `uct`, `uct+`: random games, without and with an evaluation.
    Uct(UctSpec),
    /// `discs`, `discs+corners`, `mobility`, `mobility+corners`, `nakamichi`, `tsukamoto`: the players of
    /// Tsukamoto's paper, four that do their best and two that hold themselves level.
    Tsukamoto(TsukamotoSpec),
    /// `weights`: square values, stable discs and legal moves, weighed against each other.
    Weights(WeightsSpec),
    /// `engine`: another program, behind a protocol.
    Engine(EngineSpec),
}

impl Spec for PlayerSpec {
    const PLAYERS: &'static [Named<Self>] = &[
        player("random", "plays any legal move", || Self::Random),
        player(
            "beginner",
            "\"Reversi in C#\", its first level: looks 3 moves ahead",
            || Self::Level(LevelSpec::preset(Level::Beginner)),
        ),
        player(
            "intermediate",
            "\"Reversi in C#\", its second level: looks 4 moves ahead",
            || Self::Level(LevelSpec::preset(Level::Intermediate)),
        ),
        player(
            "advanced",
            "\"Reversi in C#\", its third level: looks 5 moves ahead",
            || Self::Level(LevelSpec::preset(Level::Advanced)),
        ),
        player(
            "expert",
            "\"Reversi in C#\", its fourth level: looks 6 moves ahead",
            || Self::Level(LevelSpec::preset(Level::Expert)),
        ),
        player(
            "master",
            "looks far ahead by what it learned from its own games",
            || Self::Tester(TesterSpec::MASTER),
        ),
        player("tester", "the judge: plays the best move it finds", || {
            Self::Tester(TesterSpec::THESIS)
        }),
        player(
            "agent",
            "holds a strength: gives away D a move on average, as the tester counts",
            || Self::Agent(AgentSpec::THESIS),
        ),
        player(
            "individual",
            "an evolved rival: plays the best move by its own weights",
            || Self::Individual(SearchSpec::INDIVIDUAL),
        ),
        player(
            "kbest",
            "the tester held back by noise: the best of k moves after adding it",
            || Self::KBest(KBestSpec::PRESET),
        ),
        player(
            "human",
            "errs as people do; rating=1500 is an average tournament player",
            || Self::Human(HumanSpec::PRESET),
        ),
        player(
            "uct",
            "plays random games in its head, then the move that wins most of them",
            || Self::Uct(UctSpec::preset(false)),
        ),
        player("uct+", "the same, led by the tester's evaluation", || {
            Self::Uct(UctSpec::preset(true))
        }),
        player(
            "discs",
            "wants many discs, ten moves ahead, and little else: weak",
            || Self::Tsukamoto(TsukamotoSpec::basic(Basic::new(Count::Discs, false))),
        ),
        player("discs+corners", "wants many discs and the corners", || {
            Self::Tsukamoto(TsukamotoSpec::basic(Basic::new(Count::Discs, true)))
        }),
        player("mobility", "wants many choices of its own", || {
            Self::Tsukamoto(TsukamotoSpec::basic(Basic::new(Count::Mobility, false)))
        }),
        player(
            "mobility+corners",
            "wants many choices of its own and the corners",
            || Self::Tsukamoto(TsukamotoSpec::basic(Basic::MOBILITY_CORNERS)),
        ),
        player(
            "nakamichi",
            "keeps the game near 0 by its own count: -|V|",
            || Self::Tsukamoto(TsukamotoSpec::holding(Hold::NAKAMICHI)),
        ),
        player(
            "tsukamoto",
            "stays level; its threshold follows the corners",
            || Self::Tsukamoto(TsukamotoSpec::holding(Hold::PROPOSED)),
        ),
        player(
            "weights",
            "square values, stable discs and moves, weighed 0 to 5",
            || Self::Weights(WeightsSpec::PRESET),
        ),
        player(
            "engine",
            "another program: cmd=\"its command\", by GTP or NBoard's protocol",
            || Self::Engine(EngineSpec::PRESET),
        ),
    ];

    fn name(&self) -> &'static str {
        match self {
            Self::Random | Self::NaturalRandom => "random",
            Self::Level(spec) => spec.level.name(),
            Self::Tester(TesterSpec::MASTER) => "master",
            Self::Tester(_) => "tester",
            Self::Agent(_) => "agent",
            Self::Individual(_) => "individual",
            Self::KBest(_) => "kbest",
            Self::Human(_) => "human",
            Self::Uct(UctSpec { plus: true, .. }) => "uct+",
            Self::Uct(_) => "uct",
            Self::Tsukamoto(spec) => match spec.settings.hold {
                None => spec.settings.basic.name(),
                Some(hold) if hold.conversion.threshold == Threshold::Zero => "nakamichi",
                Some(_) => "tsukamoto",
            },
            Self::Weights(_) => "weights",
            Self::Engine(_) => "engine",
        }
    }

    fn settings(&mut self, list: &mut SettingList<'_>) {
        match self {
            Self::Random | Self::NaturalRandom => {}
            Self::Level(spec) => spec.settings(list),
            Self::Tester(spec) => spec.settings(list),
            Self::Agent(spec) => spec.settings(list),
            Self::Individual(spec) => spec.settings(list),
            Self::KBest(spec) => spec.settings(list),
            Self::Human(spec) => spec.settings(list),
            Self::Uct(spec) => spec.settings(list),
            Self::Tsukamoto(spec) => spec.settings(list),
            Self::Weights(spec) => spec.settings(list),
            Self::Engine(spec) => return spec.settings(list),
        }
        let mut natural = self.is_natural();
        list.add("natural", &mut natural, &FLAG).quiet();
        self.set_natural(natural);
    }
}

impl PlayerSpec {
    /// Where it is said whether it keeps to natural moves; `None` for `random`, which is two players, and for
    /// another program, which plays as it likes.
    const fn natural(&mut self) -> Option<&mut bool> {
        match self {
            Self::Random | Self::NaturalRandom | Self::Engine(_) => None,
            Self::Level(spec) => Some(&mut spec.natural),
            Self::Tester(spec) => Some(&mut spec.search.natural),
            Self::Agent(spec) => Some(&mut spec.search.natural),
            Self::Individual(spec) => Some(&mut spec.natural),
            Self::KBest(spec) => Some(&mut spec.search.natural),
            Self::Human(spec) => Some(&mut spec.natural),
            Self::Uct(spec) => Some(&mut spec.natural),
            Self::Tsukamoto(spec) => Some(&mut spec.natural),
            Self::Weights(spec) => Some(&mut spec.natural),
        }
    }

    fn set_natural(&mut self, natural: bool) {
        match self {
            Self::Random | Self::NaturalRandom if natural => *self = Self::NaturalRandom,
            Self::Random | Self::NaturalRandom => *self = Self::Random,
            other => {
                if let Some(slot) = other.natural() {
                    *slot = natural;
                }
            }
        }
    }

    /// Whether it keeps to [natural moves](koteki_engine::player::natural).
    pub fn is_natural(mut self) -> bool {
        self == Self::NaturalRandom || self.natural().is_some_and(|natural| *natural)
    }

    /// The same, named by the person: if it is another program, that may be started.
    pub fn named_by_person(self) -> Self {
        match self {
            Self::Engine(engine) => Self::Engine(engine.named_by_person()),
            other => other,
        }
    }

    /// The mean loss that it holds, if it holds one.
    fn target(&mut self) -> Option<&mut Target> {
        match self {
            Self::Agent(spec) => Some(&mut spec.target),
            Self::Engine(spec) => spec.holds.as_mut(),
            _ => None,
        }
    }

    /// How it sees, when it is an agent that waits for the D of the breeding.
    pub fn eyes(&self) -> Option<SearchSpec> {
        match self {
            Self::Agent(agent) if agent.target == Target::Open => Some(agent.search),
            _ => None,
        }
    }

    /// Whether it waits for the D of the breeding: `agent:d=target`.
    pub fn is_open(mut self) -> bool {
        self.target().is_some_and(|target| *target == Target::Open)
    }

    /// The same player holding `d` (0 or more) if it waits for one; otherwise unchanged.
    pub fn with_target(mut self, d: f64) -> Self {
        if let Some(target) = self.target()
            && *target == Target::Open
        {
            *target = Target::Fixed(d);
        }
        self
    }
}

/// The shortest name; with `#` every setting but features of style that count nothing.
impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            f.write_str(&self.text(true))
        } else {
            f.pad(&self.text(false))
        }
    }
}

impl FromStr for PlayerSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        Self::read(text)
    }
}

impl TryFrom<String> for PlayerSpec {
    type Error = SpecError;

    fn try_from(text: String) -> Result<Self, SpecError> {
        text.parse()
    }
}

impl From<PlayerSpec> for String {
    fn from(spec: PlayerSpec) -> Self {
        spec.to_string()
    }
}

/// A name that does not yet make a player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BuildError {
    /// It cannot be read.
    #[error(transparent)]
    Name(#[from] SpecError),
    /// `agent:d=target` outside a breeding.
    #[error(
        "it waits for a target, which only the breeding gives: write d as a number, such as agent:d=25"
    )]
    NoTarget,
    /// A program that only a file has named.
    #[error(transparent)]
    Unnamed(#[from] Box<EngineError>),
}

/// `player`, with the rules for natural moves if it is to keep to them.
pub(super) fn with_natural_rule(
    player: impl Player<Position> + 'static,
    natural: bool,
) -> Box<dyn Player<Position>> {
    if natural {
        Box::new(Natural(player))
    } else {
        Box::new(player)
    }
}

/// The player that goes by `spec`.
///
/// # Errors
/// When it is an agent that waits for a target, or a program that only a file has named.
pub fn build_othello(spec: &PlayerSpec) -> Result<Box<dyn Player<Position>>, BuildError> {
    if let PlayerSpec::Engine(engine) = spec {
        engine.may_start()?;
    }
    if spec.is_open() {
        return Err(BuildError::NoTarget);
    }
    let natural = spec.is_natural();
    Ok(match spec {
        PlayerSpec::Random | PlayerSpec::NaturalRandom => with_natural_rule(Random, natural),
        PlayerSpec::Level(spec) => with_natural_rule(spec.player(), natural),
        PlayerSpec::Tester(spec) => with_natural_rule(spec.player(), natural),
        PlayerSpec::Individual(spec) => with_natural_rule(spec.player(), natural),
        PlayerSpec::Agent(spec) => spec.player(),
        PlayerSpec::KBest(spec) => with_natural_rule(spec.player(), natural),
        PlayerSpec::Human(spec) => with_natural_rule(spec.player(), natural),
        PlayerSpec::Uct(spec) => with_natural_rule(spec.player(), natural),
        PlayerSpec::Tsukamoto(spec) => with_natural_rule(spec.player(), natural),
        PlayerSpec::Weights(spec) => with_natural_rule(spec.player(), natural),
        PlayerSpec::Engine(spec) => spec.othello(),
    })
}

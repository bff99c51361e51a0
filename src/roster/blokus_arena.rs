//! Games of Blokus Duo between an evolved individual and the opponent of the breeding.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::arena::result;
use super::blokus::BlokusSpec;
use super::build::BuildError;
use crate::eval::blokus::style::{STYLE, STYLE_COUNT, styled};
use crate::evolve::settings::{GeneSettings, Scale};
use crate::evolve::style::Answers;
use crate::evolve::{Arena, GameOrder, GameResult, Settings};
use crate::game::blokus::{Move, Position};
use crate::game::{Game as _, GameLine, Side};
use crate::measure::contest::{play_out, random_opening};
use crate::player::best::{BestMove, Knowledge, best_allowed};
use crate::player::biggest::Biggest;
use crate::player::{NoMove, Player};
use crate::random::{Random, derive_seed};
use crate::search::blokus::BlokusSearch;
use crate::search::budget::Cancel;

/// Games and as many positions in which individuals are compared.
const ASKED: u64 = 200;

/// The first and the last ply before which they are asked.
const PLIES: [usize; 2] = [2, 21];

/// Keeps the drawing of plies apart from the games.
const ASKING: u64 = 2;

/// The positions in which individuals are compared: one of each of so many games in which both sides place
/// one of their largest pieces, at a ply drawn from [`PLIES`] at which there is a choice.
static POSITIONS: LazyLock<Vec<Position>> = LazyLock::new(|| {
    let mut positions = Vec::new();
    let mut moves = Vec::new();
    for game in 0..ASKED {
        let seed = derive_seed(1, &[game]);
        let line = GameLine::default();
        let Ok(line) = play_out(line, &Biggest, &Biggest, seed, &Cancel::new()) else {
            continue;
        };
        let mut random = Random::derived(seed, &[ASKING]);
        for _ in 0..100 {
            let ply = PLIES[0] + random.below(PLIES[1] - PLIES[0] + 1);
            if let Some(position) = line.positions().get(ply) {
                position.legal_moves(&mut moves);
                if moves.len() > 1 {
                    positions.push(*position);
                    break;
                }
            }
        }
    }
    positions
});

/// How rivals at Blokus Duo are bred: as at Othello, but for four weights, one ply, and games that begin
/// with a placement by lot of each side.
pub fn default_settings() -> Settings {
    let gene = GeneSettings {
        initial: [10, 3000],
        limits: [1, 10_000],
        scale: Scale::Log,
    };
    Settings {
        depth: 1,
        exhaustive: 0,
        opening_plies: 2,
        opponent: "agent:d=target".to_owned(),
        // The agent that `biggest`, the level "easy", is about even with.
        target: 8000.0,
        fixed: BTreeMap::new(),
        genes: STYLE
            .iter()
            .map(|feature| (feature.name.to_owned(), gene.clone()))
            .collect(),
        ..Settings::default()
    }
}

/// The names of the features, in the order of every weight vector.
pub fn features() -> [&'static str; STYLE_COUNT] {
    STYLE.map(|feature| feature.name)
}

enum Opponent {
    /// The same in every game.
    Fixed(Box<dyn Player<Position>>),
    /// Holds the target of the breeding.
    Holding(BlokusSpec),
}

/// Plays the games of a breeding.
pub struct BlokusArena {
    depth: u32,
    opening_plies: u32,
    opponent: Opponent,
}

impl BlokusArena {
    /// An arena in which individuals meet the opponent that `settings` name; `agent:d=target` holds the
    /// target of each game.
    ///
    /// # Errors
    /// When the opponent's name cannot be read, or is that of a program that only a file has named.
    pub fn new(settings: &Settings) -> Result<Self, BuildError> {
        let spec: BlokusSpec = settings.opponent.parse()?;
        spec.may_start()?;
        let opponent = if spec.is_open() {
            Opponent::Holding(spec)
        } else {
            Opponent::Fixed(spec.build())
        };
        Ok(Self {
            depth: settings.depth,
            opening_plies: settings.opening_plies,
            opponent,
        })
    }

    /// The individual with these weights as a name of the roster.
    pub fn individual(&self, weights: &[i32]) -> BlokusSpec {
        BlokusSpec::rival(weights, self.depth)
    }

    /// Plays a game and gives every move of it, and the side that the individual had.
    ///
    /// # Errors
    /// When `cancel` is raised first.
    pub fn line(
        &self,
        target: f64,
        order: &GameOrder,
        cancel: &Cancel,
    ) -> Result<(Side, GameLine<Position>), NoMove> {
        let search = BlokusSearch(styled(&order.weights));
        let individual = BestMove::new(search, self.depth, Knowledge::Best);
        let agent;
        let opponent = match &self.opponent {
            Opponent::Fixed(player) => &**player,
            Opponent::Holding(spec) => {
                agent = spec.holding(target).build();
                &*agent
            }
        };
        let line = random_opening(self.opening_plies, order.seed);
        let seed = derive_seed(order.seed, &[u64::from(order.game)]);
        let (side, seats): (_, [&dyn Player<_>; 2]) = if order.game.is_multiple_of(2) {
            (Side::Black, [&individual, opponent])
        } else {
            (Side::White, [opponent, &individual])
        };
        Ok((side, play_out(line, seats[0], seats[1], seed, cancel)?))
    }
}

/// Weights come in the order of [`STYLE`]; missing ones are 0.
impl Arena for BlokusArena {
    fn play(&self, target: f64, order: &GameOrder, cancel: &Cancel) -> Result<GameResult, NoMove> {
        let (side, line) = self.line(target, order, cancel)?;
        Ok(result(side, &line))
    }

    /// The placements it may choose in each of 200 positions, by number.
    fn answers(&self, weights: &[i32], cancel: &Cancel) -> Result<Answers, NoMove> {
        let search = BlokusSearch(styled(weights));
        let number = |mv: Move| {
            mv.placement()
                .and_then(|it| u16::try_from(it.index()).ok())
                .unwrap_or(u16::MAX)
        };
        let answers: Result<Vec<Vec<u16>>, NoMove> = POSITIONS
            .iter()
            .map(|position| {
                let mut allowed = Vec::new();
                position.legal_moves(&mut allowed);
                let best = best_allowed(&search, self.depth, position, &allowed, cancel)?.0;
                Ok(best.into_iter().map(|it| number(it.mv)).collect())
            })
            .collect();
        answers.map(Answers)
    }
}

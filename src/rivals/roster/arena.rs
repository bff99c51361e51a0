//! Games between an evolved individual and the opponent it is bred against.

use super::kit::{Holding, Kit, Opposition};
use super::othello::BuildError;
use crate::evolve::style::Answers;
use crate::evolve::{Arena, GameOrder, GameResult, Settings};
use crate::measure::contest::{play_out, random_opening};
use koteki_engine::player::{Context, Player, PlayerError};
use koteki_engine::search::budget::Cancel;
use koteki_games::random::{Random, derive_seed};
use koteki_games::{Game, GameLine, Side};

/// How the games of a breeding are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArenaSettings {
    /// Plies an individual looks ahead (chapter 6: 3, chapter 7: 2).
    pub depth: u32,
    /// Empty squares from which an individual searches to the end; 0 for never.
    pub exhaustive: u32,
    /// Random plies before the players take over; 0 for none. The two games of a pair share them.
    pub opening_plies: u32,
    /// Whether individuals keep to [natural moves](koteki_engine::player::natural).
    pub natural: bool,
}

impl From<&Settings> for ArenaSettings {
    fn from(settings: &Settings) -> Self {
        Self {
            depth: settings.depth,
            exhaustive: settings.exhaustive,
            opening_plies: settings.opening_plies,
            natural: settings.natural,
        }
    }
}

/// Plays the games of a breeding. Weights come in the order of [`Kit::features`]; missing ones are 0.
pub struct KitArena<K: Kit> {
    settings: ArenaSettings,
    opponent: Opposition<K>,
    /// Who plays in place of the opponent in every second pair of games.
    people: Option<Holding<K>>,
}

impl<K: Kit> KitArena<K> {
    /// An arena in which individuals meet `opponent`; `agent:d=target` holds the target of each game.
    ///
    /// # Errors
    /// Those of [`Kit::build`]; an open target is no error here.
    pub fn new(opponent: &K::Spec, settings: ArenaSettings) -> Result<Self, BuildError> {
        Ok(Self {
            settings,
            opponent: K::opposition(opponent)?,
            people: None,
        })
    }

    /// The arena that `settings` describe.
    ///
    /// # Errors
    /// As [`new`](Self::new), and when the opponent's name cannot be read.
    pub fn of(settings: &Settings) -> Result<Self, BuildError> {
        let opponent = K::player_named(&settings.opponent)?;
        let people = settings.people.then(|| K::people(&opponent)).flatten();
        Ok(Self {
            people,
            ..Self::new(&opponent, settings.into())?
        })
    }

    /// Whether the opponent holds the target of each game; one that plays as it always does knows none.
    pub const fn holds_target(&self) -> bool {
        matches!(self.opponent, Opposition::Holding(_))
    }

    /// The individual with these weights as a name of the roster.
    pub fn individual(&self, weights: &[i32]) -> K::Spec {
        K::individual(&self.settings, weights)
    }

    /// Whether this is one of the games in which people take the opponent's place, where they do.
    pub(super) const fn is_with_people(order: &GameOrder) -> bool {
        order.game / 2 % 2 == 1
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
    ) -> Result<(Side, GameLine<K>), PlayerError> {
        let individual = &*K::individual_player(&self.settings, &order.weights);
        let holder;
        let opponent: &dyn Player<K> = match (&self.opponent, &self.people) {
            (_, Some(at)) if Self::is_with_people(order) => {
                holder = at(target);
                &*holder
            }
            (Opposition::Fixed(player), _) => &**player,
            (Opposition::Holding(at), _) => {
                holder = at(target);
                &*holder
            }
        };
        let line = random_opening(self.settings.opening_plies, order.seed);
        let seed = derive_seed(order.seed, &[u64::from(order.game)]);
        let (side, black, white) = if order.game.is_multiple_of(2) {
            (Side::Black, individual, opponent)
        } else {
            (Side::White, opponent, individual)
        };
        Ok((side, play_out(line, black, white, seed, cancel)?))
    }
}

/// Who won `line`, in which the individual had `side`.
pub(super) fn result<G: Game>(side: Side, line: &GameLine<G>) -> GameResult {
    let outcome = line.position().outcome();
    match outcome.and_then(|outcome| outcome.winner()) {
        None => GameResult::Draw,
        Some(winner) if winner == side => GameResult::Win,
        Some(_) => GameResult::Loss,
    }
}

impl<K: Kit> Arena for KitArena<K> {
    fn play(
        &self,
        target: f64,
        order: &GameOrder,
        cancel: &Cancel,
    ) -> Result<GameResult, PlayerError> {
        let (side, line) = self.line(target, order, cancel)?;
        Ok(result(side, &line))
    }

    /// The moves it may play in each of [`Kit::compared_in`], by their numbers.
    fn answers(&self, weights: &[i32], cancel: &Cancel) -> Result<Answers, PlayerError> {
        let player = K::individual_player(&self.settings, weights);
        let mut allowed = Vec::new();
        let answers = K::compared_in().iter().map(|position| {
            position.legal_moves(&mut allowed);
            let line = GameLine::from_position(position.clone());
            // Its equally good moves are asked for, not which of them it would draw.
            let mut random = Random::derived(0, &[]);
            let mut context = Context {
                random: &mut random,
                cancel,
            };
            let choice = player.choose(&line, &allowed, &mut context)?;
            let best = choice.candidates.iter().map(|it| K::move_number(it.mv));
            let best: Vec<u16> = best.collect();
            // Without candidates there was one move that it could play.
            Ok(if best.is_empty() {
                vec![K::move_number(choice.mv)]
            } else {
                best
            })
        });
        answers.collect::<Result<_, PlayerError>>().map(Answers)
    }
}

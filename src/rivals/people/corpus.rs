//! What people saw and chose, as a [look](Look) at it has it.

use koteki_engine::player::human::features::Sight;
use koteki_engine::player::human::look_at;
use koteki_engine::player::human::policy::{Look, Seen};
use koteki_engine::search::budget::{Cancel, CancelledError};
use koteki_games::Game as _;
use koteki_games::othello::{Position, Square};
use koteki_games::{GameLine, Side};

/// A game to learn from, or to be examined on.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its moves.
    pub line: GameLine<Position>,
    /// The numbers of Black and White where they are persons whose rating is known, and that rating.
    pub movers: [Option<(u32, f64)>; 2],
    /// When it was played.
    pub year: u16,
}

/// A choice between two moves or more.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The position.
    pub sight: Sight,
    /// The legal moves.
    pub moves: Vec<Seen>,
    /// Which of them was played.
    pub chosen: usize,
    /// The number of the move, from 0, passes not counted.
    pub ply: u8,
}

/// What a person chose in one game.
#[derive(Clone, Debug)]
pub struct Choices {
    /// Who.
    pub player: u32,
    /// How strong that was then.
    pub rating: f64,
    /// When.
    pub year: u16,
    /// In their order.
    pub choices: Vec<Choice>,
}

/// The choices of the persons of a game. The first move is none: all four are one but for a symmetry.
///
/// # Errors
/// When `cancel` is raised first.
pub fn choices(
    source: &Source,
    look: Look,
    cancel: &Cancel,
) -> Result<Vec<Choices>, CancelledError> {
    let mut found = Vec::new();
    for (side, mover) in Side::BOTH.into_iter().zip(source.movers) {
        let Some((player, rating)) = mover else {
            continue;
        };
        let choices = choices_of(&source.line, side, look, cancel)?;
        found.push(Choices {
            player,
            rating,
            year: source.year,
            choices,
        });
    }
    Ok(found)
}

/// The choices of `side`, after the [opening](GameLine::opening).
///
/// # Errors
/// When `cancel` is raised first.
pub fn choices_of(
    line: &GameLine<Position>,
    side: Side,
    look: Look,
    cancel: &Cancel,
) -> Result<Vec<Choice>, CancelledError> {
    let mut choices = Vec::new();
    for (position, last, square) in turns(line, side) {
        let moves = look_at(position, look, cancel)?;
        if let Some(chosen) = moves.iter().position(|it| it.square == square) {
            choices.push(Choice::new(Sight::new(position, last), moves, chosen));
        }
    }
    Ok(choices)
}

/// The positions in which `side` has a choice, with the square of the move before and that of the move played.
pub fn turns(
    line: &GameLine<Position>,
    side: Side,
) -> impl Iterator<Item = (&Position, Option<Square>, Square)> {
    let mut last = None;
    let opening = line.opening();
    let steps = line.steps().enumerate();
    steps.filter_map(move |(index, (position, mv))| {
        let before = std::mem::replace(&mut last, mv.square());
        let is_one = index >= opening && position.side_to_move() == side && is_choice(position);
        Some((position, before, mv.square().filter(|_| is_one)?))
    })
}

/// Whether there is something to choose.
pub fn is_choice(position: &Position) -> bool {
    position.placements().count_ones() > 1 && *position != Position::start()
}

impl Choice {
    /// Number `chosen` of `moves` was played.
    pub const fn new(sight: Sight, moves: Vec<Seen>, chosen: usize) -> Self {
        let ply = (60 - sight.empties()) as u8;
        Self {
            sight,
            moves,
            chosen,
            ply,
        }
    }
}

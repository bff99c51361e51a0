//! What people saw and chose, as a [look](Look) at it has it.

use koteki_engine::player::human::features::Sight;
use koteki_engine::player::human::look_at;
use koteki_engine::player::human::policy::{Look, Seen};
use koteki_engine::search::budget::{Cancel, CancelledError};
use koteki_games::Game as _;
use koteki_games::othello::{Move, Position};
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
    let mut last = None;
    for (index, (position, mv)) in line.steps().enumerate() {
        if index >= line.opening()
            && position.side_to_move() == side
            && position.placements().count_ones() > 1
            && *position != Position::start()
        {
            let moves = look_at(position, look, cancel)?;
            if let Some(chosen) = moves.iter().position(|it| mv == Move::Place(it.square)) {
                let sight = Sight::new(position, last);
                let ply = (60 - sight.empties()) as u8;
                choices.push(Choice {
                    sight,
                    moves,
                    chosen,
                    ply,
                });
            }
        }
        last = mv.square();
    }
    Ok(choices)
}

//! The positions in which individuals are compared: how differently they play is the share of these
//! in which they choose different moves (Ueda 2012, §6.4.2, whose 300 positions are not published).

use std::sync::LazyLock;

use crate::measure::contest::{play_out, random_opening};
use koteki_engine::player::csharp::{CSharp, Level};
use koteki_engine::player::{Player, PlayerError};
use koteki_engine::search::budget::Cancel;
use koteki_games::Game as _;
use koteki_games::othello::Position;
use koteki_games::othello::notation::read_board;
use koteki_games::random::{Random, derive_seed};

/// The positions that individuals are asked about, one board a line: 500 of 500 games between
/// `intermediate` and `beginner` from openings of six random plies, one of each game, at a ply drawn
/// from 10 to 49 at which the side to move has a choice. Made by [`draw`].
const PROBES: &str = include_str!("probes.txt");

static POSITIONS: LazyLock<Vec<Position>> = LazyLock::new(|| {
    PROBES
        .lines()
        .filter_map(|line| Some(read_board(line).ok()?.position))
        .collect()
});

/// The positions in which individuals are compared.
pub fn positions() -> &'static [Position] {
    &POSITIONS
}

/// Draws the positions of `probes.txt`: `seed` 1, 500 games.
///
/// # Errors
/// When `cancel` is raised first.
pub fn draw(seed: u64, games: u64, cancel: &Cancel) -> Result<Vec<Position>, PlayerError> {
    let [black, white] = [Level::Intermediate, Level::Beginner].map(CSharp::new);
    let mut positions = Vec::new();
    let mut moves = Vec::new();
    for game in 0..games {
        let seed = derive_seed(seed, &[game]);
        let line = random_opening(6, seed);
        let players: [&dyn Player<Position>; 2] = if game % 2 == 0 {
            [&black, &white]
        } else {
            [&white, &black]
        };
        let line = play_out(line, players[0], players[1], seed, cancel)?;
        let mut random = Random::derived(seed, &[ASKING]);
        // A ply without a choice is drawn again; a game that offers none is left out.
        for _ in 0..100 {
            let ply = 10 + random.below(40);
            if let Some(position) = line.positions().get(ply) {
                position.legal_moves(&mut moves);
                if moves.len() > 1 {
                    positions.push(*position);
                    break;
                }
            }
        }
    }
    Ok(positions)
}

/// Keeps the drawing of plies apart from the games.
const ASKING: u64 = 2;

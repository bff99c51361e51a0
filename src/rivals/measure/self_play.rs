//! Measuring a player by its games against itself (Ueda 2012, §5.2): one side's moves up to ply 40,
//! judged by the tester.

use serde::Serialize;

use super::contest::{ContestError, Settings, contest};
use super::loss::{LossSheet, Summary};
use super::stats::Moments;
use koteki_engine::player::Player;
use koteki_engine::search::budget::{Cancel, CancelledError};
use koteki_engine::search::root::Search;
use koteki_games::Game;

/// What a player gives away in games against itself.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Measured {
    /// Games played.
    pub games: u32,
    /// All moves judged, of all games.
    pub summary: Summary,
    /// The mean losses (D) of the single games: how much D varies from game to game.
    pub game_d: Option<Moments>,
    /// The mean ranks of the single games.
    pub game_rank: Option<Moments>,
}

/// Lets `player` play against itself and judges one side of each game with `tester` at `depth` plies:
/// Black in games 0, 2, 4 …, White in the others, so that the first move favours nothing.
///
/// # Errors
/// When `cancel` is raised first, or the system gives no threads.
pub fn measure<G: Game>(
    player: &dyn Player<G>,
    tester: &dyn Search<G>,
    depth: u32,
    settings: &Settings,
    cancel: &Cancel,
) -> Result<Measured, ContestError> {
    let sheets = contest(player, player, settings, cancel, |played| {
        LossSheet::of_line(&played.line, played.first, tester, depth, cancel)
    })?;
    let sheets: Vec<LossSheet> = sheets.into_iter().collect::<Result<_, CancelledError>>()?;
    let mut all = LossSheet::default();
    for sheet in &sheets {
        all.append(sheet);
    }
    let figures = |figure: fn(&Summary) -> Option<f64>| {
        let values = sheets.iter().filter_map(|sheet| figure(&sheet.summary()));
        Moments::of(&values.collect::<Vec<f64>>())
    };
    Ok(Measured {
        games: settings.games,
        summary: all.summary(),
        game_d: figures(Summary::d),
        game_rank: figures(|summary| summary.open.map(|open| open.mean_rank)),
    })
}

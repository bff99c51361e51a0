//! What single players give away: those who played many of the games that were judged.

use std::collections::BTreeMap;

use serde::Serialize;

use super::by_ply::{GameLosses, MeanLoss, Sum, mean_of};
use crate::measure::stats::quantiles;

/// Games from which on a player is listed: some 400 moves, whose mean is known to about a tenth.
pub const LEAST: usize = 20;

/// Players from which on it is said how they differ.
const MANY: usize = 10;

/// What a player gives away up to ply 40.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayerLoss {
    /// The name that the files give.
    pub name: String,
    /// Games that were judged.
    pub games: usize,
    /// The mean loss D of the player's own moves.
    pub d: MeanLoss,
}

/// How the mean losses D of many players lie.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// Players with at least [`LEAST`] games.
    pub players: usize,
    /// One of ten players gives away less than this.
    pub tenth: f64,
    /// Half of them do.
    pub median: f64,
    /// Nine of ten do.
    pub nine_tenths: f64,
}

/// The players with at least [`LEAST`] of these games, those with most games first. Names are taken as they
/// stand; a side without one is no one's.
pub fn by_player<'a>(
    games: impl Iterator<Item = (&'a [Option<String>; 2], &'a GameLosses)>,
) -> Vec<PlayerLoss> {
    let mut sums: BTreeMap<&str, Vec<Sum>> = BTreeMap::new();
    for (names, losses) in games {
        for (name, sum) in names.iter().zip(losses.measured) {
            let name = name.as_deref().map(str::trim).unwrap_or_default();
            if !name.is_empty() && !sum.is_empty() {
                sums.entry(name).or_default().push(sum);
            }
        }
    }
    sums.retain(|_, sums| sums.len() >= LEAST);
    let mut players: Vec<PlayerLoss> = sums
        .into_iter()
        .filter_map(|(name, sums)| {
            Some(PlayerLoss {
                name: name.to_owned(),
                games: sums.len(),
                d: mean_of(&sums)?,
            })
        })
        .collect();
    // Stable: of equally many games by name.
    players.sort_by_key(|player| std::cmp::Reverse(player.games));
    players
}

/// How their D lie; `None` of few players.
pub fn spread(players: &[PlayerLoss]) -> Option<Spread> {
    if players.len() < MANY {
        return None;
    }
    let losses = players.iter().map(|player| player.d.mean).collect();
    let [tenth, median, nine_tenths] = quantiles(losses, [0.1, 0.5, 0.9])?;
    Some(Spread {
        players: players.len(),
        tenth,
        median,
        nine_tenths,
    })
}

//! The lines in which `match` and `measure` report.

/// A rate with its interval: "0.813 (95 % interval 0.756 to 0.861, from the spread of the pairs)".
#[must_use]
pub fn rate(rate: f64, low: f64, high: f64, over_pairs: bool) -> String {
    let method = if over_pairs {
        "from the spread of the pairs"
    } else {
        "Wilson's, games taken as independent"
    };
    format!("win rate {rate:.3} (95 % interval {low:.3} to {high:.3}, {method})")
}

/// What was played.
#[must_use]
pub fn heading(a: &str, b: &str, games: u32, opening_plies: u32) -> String {
    let opening = match opening_plies {
        0 => "no drawn openings".to_owned(),
        1 => "openings of 1 drawn ply, each played twice with colours swapped".to_owned(),
        plies => format!("openings of {plies} drawn plies, each played twice with colours swapped"),
    };
    format!("{a} against {b}: {games} games, {opening}")
}

/// Wins, losses and draws of the first player.
#[must_use]
pub fn score(a: &str, wins: u32, losses: u32, draws: u32) -> String {
    format!("{a}: {wins} wins, {losses} losses, {draws} draws")
}

/// The mean disc difference of the first player.
#[must_use]
pub fn difference(mean: f64, empties_to_winner: bool) -> String {
    let rule = if empties_to_winner {
        "empty squares to the winner"
    } else {
        "discs as they lie"
    };
    format!("mean disc difference {mean:+.2} ({rule})")
}

/// How often a pair of games brought 0, ½, 1, 1½ and 2 points.
#[must_use]
pub fn pairs(counts: [u32; 5]) -> String {
    let [none, half, one, more, two] = counts;
    format!("pairs of 0, ½, 1, 1½, 2 points: {none}, {half}, {one}, {more}, {two}")
}

/// The command that gives the same again.
#[must_use]
pub fn again(command: &str) -> String {
    format!("the same again: {command}")
}

/// A player measured against itself.
#[must_use]
pub fn measured(player: &str, tester: &str, games: u32, moves: usize) -> String {
    format!(
        "{player} against itself, judged by {tester}: {games} games, {moves} moves up to ply 40"
    )
}

/// Mean loss with its spread, and the mean rank.
#[must_use]
pub fn losses(label: &str, mean: f64, sd: f64, rank: f64, moves: usize) -> String {
    format!("{label}: D {mean:.2}, sd {sd:.2}, mean rank {rank:.2} ({moves} moves)")
}

/// Which moves the mean of [`losses`] is over.
pub const ALL_MOVES: &str = "all moves, as the thesis counts";
/// Which moves the mean of [`losses`] is over.
pub const OPEN_MOVES: &str = "without decided positions";
/// Which moves the mean of [`losses`] is over.
pub const CHOSEN_MOVES: &str = "without decided positions and forced moves";

/// What was left out.
#[must_use]
pub fn left_out(forced: usize, decided: usize) -> String {
    format!("forced moves {forced}, moves in decided positions {decided}")
}

/// How D varies from game to game.
#[must_use]
pub fn by_game(d: f64, d_sd: f64, rank: f64, rank_sd: f64) -> String {
    format!("game by game: D {d:.2} ± {d_sd:.2}, mean rank {rank:.2} ± {rank_sd:.2} (sd)")
}

/// The level a measured player is at; see [`super::strength`].
#[must_use]
pub fn level(words: &str) -> String {
    format!("strength: {words}; lower D is stronger")
}

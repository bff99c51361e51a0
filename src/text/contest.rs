//! The lines in which `match` and `measure` report.

/// A rate with its interval: "0.813 (95 % interval 0.756 to 0.861, from the spread of the pairs)".
pub fn rate(rate: f64, low: f64, high: f64, over_pairs: bool) -> String {
    let method = if over_pairs {
        "from the spread of the pairs"
    } else {
        "Wilson's, games taken as independent"
    };
    format!("win rate {rate:.3} (95 % interval {low:.3} to {high:.3}, {method})")
}

/// What was played.
pub fn heading(a: &str, b: &str, games: u32, openings: &str) -> String {
    format!("{a} against {b}: {games} games, {openings}")
}

/// Openings by lot.
pub fn drawn_openings(plies: u32) -> String {
    match plies {
        0 => "no drawn openings".to_owned(),
        1 => "openings of 1 drawn ply, each played twice with colours swapped".to_owned(),
        plies => format!("openings of {plies} drawn plies, each played twice with colours swapped"),
    }
}

/// Openings of the built-in set.
pub fn balanced_openings(openings: usize) -> String {
    format!("openings by lot from {openings} balanced ones, each played twice with colours swapped")
}

/// Openings of a file.
pub fn file_openings(name: &str, openings: usize, shuffle: bool) -> String {
    let how = if shuffle {
        "by lot from"
    } else {
        "in the order of"
    };
    format!("openings {how} {name} ({openings}), each played twice with colours swapped")
}

/// There were fewer openings than pairs.
pub fn repeated(openings: usize, pairs: u32) -> String {
    format!(
        "{openings} openings for {pairs} pairs: players without lots of their own repeat games, which count as new"
    )
}

/// A number with its sign; infinite ones as people write them.
pub fn signed(number: f64, digits: usize) -> String {
    if number.is_infinite() {
        let sign = if number > 0.0 { '+' } else { '-' };
        format!("{sign}∞")
    } else {
        format!("{number:+.digits$}")
    }
}

/// The Elo difference with its interval, and the likelihood of superiority.
pub fn elo(elo: f64, low: f64, high: f64, superiority: f64) -> String {
    format!(
        "Elo {} ({} to {}), likelihood of superiority {superiority:.3}",
        signed(elo, 0),
        signed(low, 0),
        signed(high, 0)
    )
}

/// Games that a player lost because it failed, and why it did so first.
pub fn forfeits(name: &str, games: u32, why: Option<&str>) -> String {
    let games = match games {
        1 => "1 game".to_owned(),
        games => format!("{games} games"),
    };
    let why = why.map(|why| format!("; the first time: {why}"));
    let why = why.unwrap_or_default();
    format!("{name} failed in {games}: lost, without a disc difference{why}")
}

/// Games that a player gave up.
pub fn resigned(name: &str, games: u32) -> String {
    let games = match games {
        1 => "1 game".to_owned(),
        games => format!("{games} games"),
    };
    format!("{name} gave {games} up: lost, without a disc difference")
}

/// What a test says.
pub fn sprt(sprt: &str, verdict: &str, llr: f64, low: f64, high: f64) -> String {
    format!("SPRT {sprt}: {verdict}, LLR {llr:+.2} ({low:.2} to {high:.2})")
}

/// One of a test's two claims is accepted.
pub fn accepted(claim: &str, elo: f64) -> String {
    format!("{claim} accepted, Elo {elo}")
}

/// Neither is.
pub const UNDECIDED: &str = "undecided";

/// What waiting for an interval does to it.
pub const WAITED: &str = "looked at after every 20 pairs until the interval was that narrow: so waited for, 95 % intervals held the truth \
     in 94 to 97 of 100 simulated matches";

/// There are games missing.
pub fn incomplete(games: u32, most: u64) -> String {
    format!("not over: {games} games of {most} at most")
}

/// How far a match is, while it goes on.
pub fn going(games: u32, most: u64, speed: f64, sequential: bool) -> String {
    let speed_words = if speed >= 10.0 {
        format!("{speed:.0} a second")
    } else {
        format!("{speed:.2} a second")
    };
    if sequential {
        return format!("{games} games, {most} at most, {speed_words}");
    }
    let left = (most as f64 - f64::from(games)) / speed;
    let left = if speed > 0.0 && left.is_finite() {
        format!(", {} left", duration(left))
    } else {
        String::new()
    };
    format!("{games} of {most} games, {speed_words}{left}")
}

fn duration(seconds: f64) -> String {
    let seconds = seconds.max(0.0) as u64;
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{}:{:02} min", seconds / 60, seconds % 60),
        _ => format!("{}:{:02} h", seconds / 3600, seconds % 3600 / 60),
    }
}

/// The win rate while a match goes on.
pub fn live_rate(rate: f64, low: f64, high: f64) -> String {
    format!("win rate {rate:.3} ({low:.3} to {high:.3})")
}

/// Somebody ended the match.
pub fn interrupted(games: u32, file: Option<&str>) -> String {
    match file {
        Some(file) => {
            format!("interrupted after {games} games; go on with: koteki match --resume {file}")
        }
        None => format!(
            "interrupted after {games} games, of which nothing is kept (--out FILE keeps them)"
        ),
    }
}

/// A player fails again and again.
pub fn broken(name: &str, why: Option<&str>, file: Option<&str>) -> String {
    let go_on = match file {
        Some(file) => format!(
            "; take the lines with \"failed\" out of {file} to have those games played again, and go on with \
             koteki match --resume {file}"
        ),
        None => String::new(),
    };
    let why = why.map(|why| format!(" ({why})")).unwrap_or_default();
    format!("{name} failed in three games in a row{why}, and the match ends{go_on}")
}

/// A line was torn.
pub const TORN: &str = "the last line of the file was torn and is cut off";

/// A match was begun with something else.
pub fn differs(file: &str, key: &str, then: &str, now: &str) -> String {
    format!(
        "cannot go on with {file}: {key} was {then} when it began, {now} now; leave it out, or name another file"
    )
}

/// A match was begun by a program that plays otherwise.
pub fn other_behaviour(file: &str, then: u32, now: u32, program: &str) -> String {
    format!(
        "cannot go on with {file}: behaviour {then} when it began, {now} now: this program plays otherwise than \
         {program}, which began it; go on with that one, or begin another match"
    )
}

/// A line is no game of the match.
pub fn no_game_of_it(file: &str, line: usize) -> String {
    format!(
        "{file}, line {line}: not a game of the match that its first line says; the file is left as it is"
    )
}

/// A match takes two.
pub const TOO_FEW: &str = "a match takes two players or more: koteki match intermediate beginner";

/// `--shuffle` without a file.
pub const SHUFFLE_WHAT: &str =
    "--shuffle goes with --openings FILE: the others are drawn by lot anyway";

/// `--openings balanced` at another game.
pub const BALANCED_ONLY: &str =
    "--openings balanced goes with --game othello only; at Blokus Duo name a file, or take random";

/// `--openings balanced` with another length.
pub const BALANCED_PLIES: &str = "the balanced openings have 8 plies: leave --opening-plies out";

/// What a width may be.
pub const WIDTH: &str = "a number above 0 and below 0.5, such as 0.05";

/// Wins, losses and draws of the first player.
pub fn score(a: &str, wins: u32, losses: u32, draws: u32) -> String {
    format!("{a}: {wins} wins, {losses} losses, {draws} draws")
}

/// The mean disc difference of the first player.
pub fn difference(mean: f64, empties_to_winner: bool) -> String {
    let rule = if empties_to_winner {
        "empty squares to the winner"
    } else {
        "discs as they lie"
    };
    format!("mean disc difference {mean:+.2} ({rule})")
}

/// How often a pair of games brought 0, ½, 1, 1½ and 2 points.
pub fn pairs(counts: [u32; 5]) -> String {
    let [none, half, one, more, two] = counts;
    format!("pairs of 0, ½, 1, 1½, 2 points: {none}, {half}, {one}, {more}, {two}")
}

/// The command that gives the same again.
pub fn again(command: &str) -> String {
    format!("the same again: {command}")
}

/// A player measured against itself.
pub fn measured(player: &str, tester: &str, games: u32, moves: usize) -> String {
    format!(
        "{player} against itself, judged by {tester}: {games} games, {moves} moves up to ply 40"
    )
}

/// Mean loss with its spread, and the mean rank.
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
pub fn left_out(forced: usize, decided: usize) -> String {
    format!("forced moves {forced}, moves in decided positions {decided}")
}

/// How D varies from game to game.
pub fn by_game(d: f64, d_sd: f64, rank: f64, rank_sd: f64) -> String {
    format!("game by game: D {d:.2} ± {d_sd:.2}, mean rank {rank:.2} ± {rank_sd:.2} (sd)")
}

/// The level a measured player is at; see [`super::strength`].
pub fn level(words: &str) -> String {
    format!("strength: {words}; lower D is stronger")
}

//! What the plain lines show, as lines of text.

use crate::plain::words;
use koteki_engine::search::budget::Cancel;
use koteki_games::othello::{Position, Square};
use koteki_games::{Game as _, Side};
use koteki_rivals::evolve::snapshot::{Dot, Snapshot};
use koteki_rivals::measure::equal::DEPTH;
use koteki_rivals::measure::stats::Interval;
use koteki_rivals::roster::portrait::in_words;
use koteki_session::rivals::Test;
use koteki_session::{GameReport, OthelloSession, Seat, Standing, Target};

/// Who sits there.
pub fn seat(seat: &Seat<Position>) -> String {
    seat.machine().map_or("you".to_owned(), ToString::to_string)
}

/// The board with its coordinates: X Black, O White, * a legal move.
pub fn board(position: &Position) -> Vec<String> {
    let legal = position.placements();
    let mut lines = vec!["  a b c d e f g h".to_owned()];
    for row in 0..8 {
        let mut line = format!("{}", row + 1);
        for column in 0..8 {
            let Some(square) = Square::at(column, row) else {
                continue;
            };
            line.push(' ');
            line.push(match position.disc(square) {
                Some(Side::Black) => 'X',
                Some(Side::White) => 'O',
                None if legal & square.bit() != 0 => '*',
                None => '.',
            });
        }
        lines.push(line);
    }
    let count = position.count();
    lines.push(format!(
        "{} to move. Black (X) {}, White (O) {}; * can be played.",
        position.side_to_move(),
        count.black,
        count.white
    ));
    lines
}

/// The result of a finished game.
pub fn result(position: &Position) -> String {
    let count = position.count();
    let shared = position
        .outcome_with_empties()
        .filter(|&shared| shared != count)
        .map(|shared| (shared.black, shared.white));
    let winner = count.winner().map(|side| side.to_string());
    result_line(winner.as_deref(), count.black, count.white, shared)
}

/// How the finished game was played.
pub fn report(report: &GameReport) -> Vec<String> {
    let mut lines = Vec::new();
    for played in report.played.iter().flatten() {
        let who = format!("{} ({})", played.side, played.name);
        lines.push(played.level.as_ref().map_or_else(
            || format!("Level of {who}: too few moves to measure."),
            |level| {
                if report.standing.is_some() {
                    return format!(
                        "This game of {who}: D {:.1} over {} moves, mean rank {:.1}.",
                        level.mean_loss, level.moves, level.mean_rank
                    );
                }
                level_line(
                    &who,
                    level.mean_loss,
                    level.interval,
                    level.mean_rank,
                    level.moves,
                    &level.words,
                )
            },
        ));
    }
    lines.extend(report.standing.iter().flat_map(standing));
    if !report.measured && !lines.is_empty() {
        lines.push("A practice game: it does not count toward your level.".into());
    }
    lines
}

/// How strong a person is, from all measured games.
pub fn standing(standing: &Standing) -> Vec<String> {
    let Standing {
        strength,
        games,
        more,
        rank,
        people,
        foretold: _,
        equal: _,
    } = standing;
    let mut lines = vec![format!("Your strength: {}.", rank.words())];
    lines.extend(people.map(|it| format!("{}.", it.words())));
    let Interval { low, high } = strength.interval;
    let estimate = koteki_rivals::measure::level::estimate(strength.d, low, high, " to ");
    let more = more.map(|more| koteki_rivals::measure::level::more(more.games, more.within));
    lines.push(standing_line(&estimate, &after(*games), more.as_deref()));
    lines.extend(standing.sitting());
    lines
}

/// What rivals are bred toward after a measured game.
pub fn retargeted(target: &Target) -> String {
    let Target {
        measured,
        held,
        depth,
        equal,
    } = *target;
    let why = match equal {
        Some(equal) if equal.is_beyond() => format!(
            " at depth {depth}: the strongest I can breed (you are stronger than that, by choices and results)"
        ),
        Some(_) if depth > DEPTH => {
            format!(" at depth {depth} (your equal, by choices and results)")
        }
        Some(_) => " (your equal, by choices and results)".to_owned(),
        None if measured.to_bits() == held.to_bits() => String::new(),
        None => {
            format!(" (as the agent sees it at depth {depth}; the tester measured {measured:.1})")
        }
    };
    format!("evolution: now breeding rivals toward D {held:.1}{why}")
}

/// The population as a table, rivals first, then by nearness to level; `holds` says whether `opponent`,
/// against whom it is bred, holds the target.
pub fn individuals(snapshot: &Snapshot, opponent: &str, holds: bool) -> Vec<String> {
    let mut dots: Vec<&Dot> = snapshot
        .individuals
        .iter()
        .filter(|dot| dot.role != koteki_rivals::evolve::snapshot::Role::Child)
        .collect();
    let distance = |dot: &Dot| dot.win_rate.map_or(1.0, |rate| (rate - 0.5).abs());
    dots.sort_by(|a, b| {
        let key = |dot: &Dot| (dot.rival.unwrap_or(usize::MAX), distance(dot), dot.id);
        let (left, right) = (key(a), key(b));
        left.0
            .cmp(&right.0)
            .then(left.1.total_cmp(&right.1))
            .then(left.2.cmp(&right.2))
    });
    let names: Vec<&str> = snapshot
        .genes
        .iter()
        .map(|gene| gene.name.as_str())
        .collect();
    let mut lines = vec![
        individuals_title(opponent, holds.then_some(snapshot.target)),
        individuals_head(&names),
    ];
    lines.extend(dots.into_iter().map(|dot| {
        let letter = dot.rival.and_then(letter);
        individual(letter, &dot.genes, dot.games, dot.win_rate, dot.interval)
    }));
    lines
}

/// The rivals' names and, once they are tested, how they play. Waits for the few games that
/// are still missing then: what is printed must not hang on which thread was faster.
pub fn rivals(sitting: &OthelloSession) -> Vec<String> {
    let rivals = sitting.rivals();
    let introductions = sitting.introduce(rivals).into_iter();
    introductions
        .zip(rivals)
        .map(|(mut it, rival)| {
            // Whoever is still being tested may be gone before a portrait is drawn.
            if it.look.is_none() && rival.test != Test::Running {
                it.look = in_words(&rival.player, 0, &Cancel::new());
            }
            let record = it.record_words();
            let said = it.said().into_iter().chain([record]);
            let said = said.collect::<Vec<_>>().join("; ");
            words::line(rival.letter, &it.name, Some(&said))
        })
        .collect()
}

/// A, B, C … of a rival.
fn letter(index: usize) -> Option<char> {
    ('A'..='Z').nth(index)
}

fn result_line(winner: Option<&str>, black: i32, white: i32, shared: Option<(i32, i32)>) -> String {
    let tail = shared.map_or_else(String::new, |(black, white)| {
        format!(" ({black}-{white} with the empty squares to the winner)")
    });
    match winner {
        Some(winner) => format!("Result: {winner} wins, Black {black} White {white}{tail}."),
        None => format!("Result: a draw, Black {black} White {white}{tail}."),
    }
}

fn level_line(
    who: &str,
    mean_loss: f64,
    interval: (f64, f64),
    mean_rank: f64,
    moves: usize,
    words: &str,
) -> String {
    let compared = if words.is_empty() {
        String::new()
    } else {
        format!("; {words}")
    };
    format!(
        "Level of {who}: D {mean_loss:.1} ({:.1} to {:.1}) over {moves} moves, mean rank {mean_rank:.1}. \
         Lower is stronger{compared}.",
        interval.0, interval.1
    )
}

fn standing_line(estimate: &str, after: &str, more: Option<&str>) -> String {
    let more = more.map_or_else(String::new, |more| format!("; {more}"));
    format!("Your level {after}: {estimate}{more}.")
}

/// Above the table of individuals: whom they are bred against, and the D that it holds if it holds
/// one.
fn individuals_title(opponent: &str, target: Option<f64>) -> String {
    match target {
        Some(target) => format!(
            "Rivals bred toward D {target:.1} (win rate of each against the agent that holds it):"
        ),
        None => format!("Rivals bred against {opponent} (win rate of each against it):"),
    }
}

fn individuals_head(genes: &[&str]) -> String {
    use std::fmt::Write as _;
    let mut head = String::from("rival");
    for gene in genes {
        let _ = write!(head, " {gene:>10}");
    }
    head + "  games  win rate  95 % interval"
}

fn individual(
    letter: Option<char>,
    genes: &[i32],
    games: u32,
    win_rate: Option<f64>,
    interval: (f64, f64),
) -> String {
    use std::fmt::Write as _;
    let mut row = format!("{:>5}", letter.map(String::from).unwrap_or_default());
    for gene in genes {
        let _ = write!(row, " {gene:>10}");
    }
    let rate = win_rate.map_or_else(|| "-".into(), |rate| format!("{rate:.3}"));
    let _ = write!(
        row,
        "  {games:>5}  {rate:>8}  {:.3} to {:.3}",
        interval.0, interval.1
    );
    row
}

fn after(games: u32) -> String {
    match games {
        1 => "after 1 measured game".to_owned(),
        _ => format!("after {games} measured games"),
    }
}

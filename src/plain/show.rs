//! What the plain lines show, as lines of text.

use crate::eval::is_decided;
use crate::eval::othello::{FEATURES, Weights};
use crate::evolve::snapshot::{Dot, Snapshot};
use crate::game::othello::{Position, Square};
use crate::game::{Game as _, Side};
use crate::measure::equal::DEPTH;
use crate::measure::stats::Interval;
use crate::record::game::GameRecord;
use crate::roster::PlayerSpec;
use crate::roster::portrait::in_words;
use crate::roster::portrait::name_of;
use crate::search::budget::Cancel;
use crate::session::rivals::Test;
use crate::session::{Analysis, GameReport, Seat, Sitting, Standing, Target};
use crate::text::{plain as words, portrait as portraits, strength as strength_words};

/// Who sits there.
pub fn seat(seat: &Seat<Position>) -> String {
    match seat {
        Seat::Person => words::YOU.into(),
        Seat::Machine(spec) => spec.to_string(),
    }
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
    lines.push(words::to_move(
        &position.side_to_move().to_string(),
        count.black,
        count.white,
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
    words::result(winner.as_deref(), count.black, count.white, shared)
}

/// What the tester would play, best move first, and why; `weights` are the tester's.
pub fn hint(analysis: &Analysis, position: &Position, weights: &Weights) -> Vec<String> {
    let mut moves: Vec<_> = analysis.moves.iter().collect();
    moves.sort_by_key(|mv| (mv.rank, mv.mv));
    let advice = analysis.advice(position, weights);
    let why = advice.map(|advice| words::why(&advice.words(analysis.side)));
    moves
        .into_iter()
        .take(5)
        .map(|mv| {
            let line: Vec<String> = mv.line.iter().map(ToString::to_string).collect();
            let shares = mv.shares.map_or_else(String::new, |shares| {
                let parts: Vec<String> = FEATURES
                    .iter()
                    .zip(shares)
                    .filter(|(_, share)| *share != 0)
                    .map(|(feature, share)| format!("{} {share:+}", feature.name))
                    .collect();
                parts.join(", ")
            });
            words::hint(
                mv.rank,
                &mv.mv.to_string(),
                &value(mv.value),
                &line.join(" "),
                &shares,
            )
        })
        .chain(why)
        .collect()
}

/// A value in words: a number, or the result it means.
pub fn value(value: i32) -> String {
    if is_decided(value) {
        words::decided(value.signum() * (value.abs() - crate::eval::DECIDED))
    } else {
        format!("{value:+}")
    }
}

/// How the finished game was played.
pub fn report(report: &GameReport) -> Vec<String> {
    let mut lines = Vec::new();
    for played in report.played.iter().flatten() {
        let who = format!("{} ({})", played.side, played.name);
        lines.push(played.level.as_ref().map_or_else(
            || words::level_unknown(&who),
            |level| {
                if report.standing.is_some() {
                    return words::game(&who, level.mean_loss, level.mean_rank, level.moves);
                }
                words::level(
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
    if let Some(standing) = &report.standing {
        let Standing {
            strength,
            games,
            more,
            about,
            equal: _,
        } = standing;
        let Interval { low, high } = strength.interval;
        let estimate = strength_words::estimate(strength.d, low, high, " to ", about);
        let more = more.map(|more| strength_words::more(more.games, more.within));
        lines.push(words::standing(
            &estimate,
            &strength_words::after(*games),
            more.as_deref(),
        ));
    }
    if !report.measured && !lines.is_empty() {
        lines.push(words::PRACTICE.into());
    }
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
            " at depth {depth}: the strongest I can breed (you are stronger than that, by losses and results)"
        ),
        Some(_) if depth > DEPTH => {
            format!(" at depth {depth} (your equal, by losses and results)")
        }
        Some(_) => " (your equal, by losses and results)".to_owned(),
        None if measured.to_bits() == held.to_bits() => String::new(),
        None => {
            format!(" (as the agent sees it at depth {depth}; the tester measured {measured:.1})")
        }
    };
    format!("evolution: now breeding rivals toward D {held:.1}{why}")
}

/// A game that was interrupted.
pub fn interrupted(game: &GameRecord) -> String {
    let machine = Side::BOTH
        .into_iter()
        .find(|&side| game.players.person(side).is_none());
    // The full name of a player is long; the shortest one says the same.
    let name = machine.map_or(words::YOU.to_owned(), |side| {
        let name = game.players.of(side);
        name.parse::<PlayerSpec>()
            .map_or_else(|_| name.to_owned(), |spec| spec.to_string())
    });
    let ply = game.line().map_or(0, |line| line.ply());
    words::interrupted_game(&name, ply + 1)
}

/// The population as a table, rivals first, then by nearness to level; `holds` says whether `opponent`,
/// against whom it is bred, holds the target.
pub fn individuals(snapshot: &Snapshot, opponent: &str, holds: bool) -> Vec<String> {
    let mut dots: Vec<&Dot> = snapshot
        .individuals
        .iter()
        .filter(|dot| dot.role != crate::evolve::snapshot::Role::Child)
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
        words::individuals_title(opponent, holds.then_some(snapshot.target)),
        words::individuals_head(&names),
    ];
    lines.extend(dots.into_iter().map(|dot| {
        let letter = dot.rival.and_then(letter);
        words::individual(letter, &dot.genes, dot.games, dot.win_rate, dot.interval)
    }));
    lines
}

/// The rivals' names and, once they are tested, how they play. Waits for the few games that
/// are still missing then: what is printed must not hang on which thread was faster.
pub fn rivals(sitting: &Sitting) -> Vec<String> {
    let rivals = sitting.rivals().iter();
    let portrait = |spec: &PlayerSpec| {
        let known = sitting.portrait(spec);
        known.or_else(|| in_words(spec, 0, &Cancel::new()))
    };
    rivals
        .map(|rival| {
            let name = match &rival.player {
                PlayerSpec::Individual(search) => name_of(&search.weights),
                other => other.to_string(),
            };
            let caveat = sitting.caveat(rival);
            // Whoever is still being tested may be gone before a portrait is drawn.
            let portrait = (rival.test != Test::Running).then(|| portrait(&rival.player));
            let said: Vec<String> = caveat.into_iter().chain(portrait.flatten()).collect();
            let said = said.join("; ");
            portraits::line(
                rival.letter,
                &name,
                Some(&said)
                    .filter(|it| !it.is_empty())
                    .map(|it| it.as_str()),
            )
        })
        .collect()
}

/// A, B, C … of a rival.
fn letter(index: usize) -> Option<char> {
    ('A'..='Z').nth(index)
}

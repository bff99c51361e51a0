//! `level-holding`: which of the players that hold themselves level does it best, against one ladder of
//! opponents from the random player to strong ones. No paper's table.
//!
//! What is counted was fixed before any game: the share of points against each opponent and how far it is
//! from one half, the final difference in discs, the share of games that end within 10 discs, and moves
//! that anyone sees to be bad ([`koteki_engine::player::natural`]'s two rules): a corner given to the opponent
//! although another move gives none, and a corner left that could be taken.
//!
//! The last row is no single player: against each opponent the rival that was bred for it (`bred`).

mod bred;

use serde::{Deserialize, Serialize};

use super::agreement::Ours;
use super::lab::{ExperimentError, Lab};
use super::report::{Datum, Findings, Table};
use super::tsukamoto::CLOSE;
use crate::range;
use koteki_engine::player::Player;
use koteki_engine::player::natural::gives_a_corner;
use koteki_games::othello::{Move, Position, bits};
use koteki_games::random::derive_seed;
use koteki_games::{Game as _, GameLine, Side};
use koteki_rivals::measure::contest::play_out;
use koteki_rivals::roster::{PlayerSpec, build_othello};

const NOTES: [&str; 7] = [
    "from even: mean over the opponents of how far the share of points is from one half (0.5 for one \
     that always wins or loses; a player that is everybody's equal has about 0.09 in 20 games against each, by the \
     lots of the games alone); its interval takes the ladder's opponents as drawn \
     from such opponents",
    "level with: opponents against whom the share of points is within 0.4 to 0.6",
    "gives a corner: moves beside a corner that the opponent can take next, of the own moves where another move \
     was there that gives none; leaves a corner: moves elsewhere, of the own moves where a corner could be taken",
    "the agents hold one D, made for one player: they are not told whom they meet; the two of Tsukamoto's paper \
     look at the board alone; the tester holds nothing back and is there for comparison",
    "colours alternate; every game starts from the usual position, and those of players without chance in them \
     differ by equal moves drawn at random",
    "rival bred for each: not one player but 24 (at the small scale 2), each made for its opponent alone, while the \
     others meet all of the ladder as they are; it does not adapt. Bred from the seed before the games, as the live game \
     breeds, with one series of cycles; the first certified one plays, or where none was certified the individual \
     nearest to one half in its retest",
    "a rival is bred over games with four random plies at the beginning; here every game starts from the usual \
     position, where two players without chance in them play nearly the same games again and again, so that its share \
     of points here may lie far from that of its retest",
];

/// Who is compared.
const PLAYERS: [&str; 6] = [
    "agent:d=25",
    "agent:d=25,readjust=each",
    "kbest:k=12,sigma=75.36",
    "nakamichi:depth=10",
    "tsukamoto:depth=10",
    "tester",
];

/// Whom they meet.
const LADDER: [&str; 24] = [
    "random",
    "discs:depth=2",
    "discs:depth=4",
    "discs:depth=6",
    "discs:depth=8",
    "discs+corners:depth=2",
    "discs+corners:depth=4",
    "discs+corners:depth=6",
    "discs+corners:depth=8",
    "mobility:depth=2",
    "mobility:depth=4",
    "mobility:depth=6",
    "mobility:depth=8",
    "mobility+corners:depth=2",
    "mobility+corners:depth=4",
    "mobility+corners:depth=6",
    "mobility+corners:depth=8",
    "beginner",
    "intermediate",
    "advanced",
    "expert",
    "uct:playouts=100",
    "uct:playouts=1000",
    "uct:playouts=5000",
];

/// The same at the small scale.
const SMALL: [&[&str]; 2] = [
    &["agent:d=25,depth=2", "tsukamoto:depth=3"],
    &["random", "mobility+corners:depth=2"],
];

/// A share of points that counts as level.
const LEVEL: [f64; 2] = [0.4, 0.6];

/// What one game says of the player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct GameCounts {
    difference: i32,
    /// Moves that gave a corner, and those where one could be given or not.
    gave: [usize; 2],
    /// Moves that left a corner, and those where one could be taken.
    left: [usize; 2],
}

impl GameCounts {
    fn of(line: &GameLine<Position>, side: Side) -> Self {
        let outcome = line.position().outcome();
        let mut seen = Self {
            difference: outcome.map_or(0, |outcome| outcome.difference(side)),
            ..Self::default()
        };
        let mut legal = Vec::new();
        for (position, mv) in line.steps().filter(|(it, _)| it.side_to_move() == side) {
            position.legal_moves(&mut legal);
            let is_corner = |mv: &Move| {
                mv.square()
                    .is_some_and(|square| square.bit() & bits::CORNERS != 0)
            };
            if legal.iter().any(is_corner) {
                seen.left[0] += usize::from(!is_corner(&mv));
                seen.left[1] += 1;
            }
            let giving = legal
                .iter()
                .filter(|mv| gives_a_corner(position, **mv))
                .count();
            if giving > 0 && giving < legal.len() {
                seen.gave[0] += usize::from(gives_a_corner(position, mv));
                seen.gave[1] += 1;
            }
        }
        seen
    }
}

/// Does it.
///
/// # Errors
/// When the lab is told to stop.
pub fn work(lab: &Lab<'_>) -> Result<Findings, ExperimentError> {
    let games = lab.pick(2, 20);
    let players = lab.pick(SMALL[0], &PLAYERS[..]);
    let ladder = lab.pick(SMALL[1], &LADDER[..]);
    let built = |names: &[&str]| -> Result<Vec<Box<dyn Player<Position>>>, ExperimentError> {
        names
            .iter()
            .map(|name| Ok(build_othello(&name.parse::<PlayerSpec>()?)?))
            .collect()
    };
    let (seats, opponents) = (built(players)?, built(ladder)?);
    // The rivals come after the others.
    let rows = seats.len() + 1;
    let pairs = rows * opponents.len();
    bred::plan(lab, ladder);
    lab.plan((pairs * games) as u64);
    let rivals = bred::for_each(lab, ladder)?;
    let made: Vec<_> = rivals
        .iter()
        .map(bred::Bred::player)
        .collect::<Result<_, _>>()?;
    let seen = lab.each_kept(
        &[10],
        pairs * games,
        |_| 1,
        |index| {
            let (pair, game) = (index / games, index % games);
            let rung = pair % opponents.len();
            let player = &**seats.get(pair / opponents.len()).unwrap_or(&made[rung]);
            let opponent = &*opponents[rung];
            let side = Side::BOTH[game % 2];
            let (black, white) = match side {
                Side::Black => (player, opponent),
                Side::White => (opponent, player),
            };
            // The same lots for every player.
            let seed = derive_seed(lab.seed(), &[10, rung as u64, game as u64]);
            let line = play_out(GameLine::default(), black, white, seed, lab.cancel())?;
            lab.done(1);
            Ok(GameCounts::of(&line, side))
        },
    )?;
    let (mut each, mut summary) = (Vec::new(), Vec::new());
    let names = players.iter().chain([&"rival bred for each"]);
    for (name, seen) in names.zip(seen.chunks(opponents.len() * games)) {
        let mut shares = Vec::new();
        for (opponent, seen) in ladder.iter().zip(seen.chunks(games)) {
            let points = points(seen);
            shares.push(points.value);
            let mut row = vec![Datum::from(*name), Datum::from(*opponent)];
            row.extend(figure(Some(points), 3));
            row.extend(figure(Ours::over_runs(&differences(seen)), 1));
            row.push(rate(close(seen), seen.len()));
            each.push(row);
        }
        let apart: Vec<f64> = shares.iter().map(|share| (share - 0.5).abs()).collect();
        let level = shares
            .iter()
            .filter(|share| (LEVEL[0]..=LEVEL[1]).contains(share))
            .count();
        let mean = Ours::over_runs(&differences(seen)).map(|it| it.value);
        let sum = |of: fn(&GameCounts) -> [usize; 2]| {
            seen.iter()
                .map(of)
                .fold([0, 0], |a, b| [a[0] + b[0], a[1] + b[1]])
        };
        let (gave, left) = (sum(|it| it.gave), sum(|it| it.left));
        let mut row = vec![Datum::from(*name)];
        row.extend(figure(Ours::over_runs(&apart), 3));
        row.push(format!("{level} of {}", shares.len()).into());
        row.push(mean.map_or(Datum::Missing, |mean| Datum::Real((mean, 1))));
        row.push(rate(close(seen), seen.len()));
        row.push(rate(gave[0], gave[1]));
        row.push(rate(left[0], left[1]));
        summary.push(row);
    }
    let settings = [
        ("games against each".to_owned(), games.to_string()),
        ("breeding of the rivals".to_owned(), bred::described(lab)),
    ];
    Ok(Findings {
        tables: vec![
            Table::data(
                "summary",
                format!(
                    "Who holds level over a ladder of {} opponents, {games} games against each",
                    ladder.len()
                ),
                &[
                    "player",
                    "from even",
                    "95 %",
                    "level with",
                    "mean difference",
                    "within 10 discs",
                    "gives a corner",
                    "leaves a corner",
                ],
                summary,
            ),
            Table::data(
                "each",
                "Against each opponent of the ladder",
                &[
                    "player",
                    "opponent",
                    "points",
                    "95 %",
                    "mean difference",
                    "95 %",
                    "within 10 discs",
                ],
                each,
            ),
            Table::data(
                "rivals",
                "The rivals: bred against each opponent before the games, with the live \
                 game's settings",
                &[
                    "opponent",
                    "rival",
                    "games of the breeding",
                    "games of its retest",
                    "points in it",
                    "certified",
                ],
                ladder
                    .iter()
                    .zip(&rivals)
                    .map(|(opponent, rival)| rival.row(opponent))
                    .collect(),
            ),
        ],
        notes: NOTES.map(str::to_owned).into(),
        settings: settings.into(),
        ..Findings::default()
    })
}

fn differences(seen: &[GameCounts]) -> Vec<f64> {
    seen.iter().map(|it| f64::from(it.difference)).collect()
}

fn points(seen: &[GameCounts]) -> Ours {
    let points = seen
        .iter()
        .map(|it| f64::from(it.difference.signum() + 1) / 2.0);
    Ours::rate(points.sum(), seen.len() as f64)
}

fn close(seen: &[GameCounts]) -> usize {
    seen.iter()
        .filter(|it| it.difference.abs() <= CLOSE)
        .count()
}

/// A share with its interval.
fn rate(some: usize, all: usize) -> Datum {
    let ours = Ours::rate(some as f64, all as f64);
    match ours.interval {
        Some(it) if all > 0 => format!(
            "{:.1} % ({:.1} to {:.1})",
            100.0 * ours.value,
            100.0 * it.low,
            100.0 * it.high
        )
        .into(),
        _ => Datum::Missing,
    }
}

/// A figure and its interval, as two cells.
fn figure(ours: Option<Ours>, decimals: usize) -> [Datum; 2] {
    let interval = ours.and_then(|ours| ours.interval);
    [
        ours.map_or(Datum::Missing, |ours| Datum::Real((ours.value, decimals))),
        interval.map_or(Datum::Missing, |it| range(it.low, it.high, decimals).into()),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(position: Position, moves: &[&str]) -> GameLine<Position> {
        let mut line = GameLine::from_position(position);
        for square in moves {
            line.play(Move::Place(square.parse().unwrap())).unwrap();
        }
        line
    }

    /// By hand: with Black on c2 and c3 and White on d2, White's b2 lets Black take a1 over b2 and c3, its b4
    /// does not; Black can then take a1 or play c1 over c2.
    #[test]
    fn corners_given_and_left_are_counted() {
        let [c2, d2, c3] = [10, 11, 18].map(|square| 1_u64 << square);
        let position = Position::new(c2 | c3, d2, Side::White).unwrap();
        let seen = |moves: &[&str], side| GameCounts::of(&line(position, moves), side);
        assert_eq!(seen(&["b2"], Side::White).gave, [1, 1]);
        assert_eq!(seen(&["b4"], Side::White).gave, [0, 1]);
        assert_eq!(seen(&["b2"], Side::White).left, [0, 0]);
        assert_eq!(seen(&["b2", "a1"], Side::Black).left, [0, 1]);
        assert_eq!(seen(&["b2", "c1"], Side::Black).left, [1, 1]);
    }
}

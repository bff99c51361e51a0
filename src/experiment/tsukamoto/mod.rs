//! Tsukamoto: the AI that holds itself level against four others.
//!
//! | file | what |
//! |---|---|
//! | [`paper`] | table 1 as it is printed |
//! | here | `tsukamoto-1`: table 1 |
//! | [`readings`] | `tsukamoto-1-readings`: what each way to read the text makes of some of its cells |
//!
//! What the text leaves open was written down before any game was played, as the settings of the players
//! are ([`crate::player::holding`]): whether values are converted at the leaves of the search or at its
//! root; whether ended games are converted; whether the corners of θ are those of the board or of the
//! leaf; whether equal moves are drawn by lot or the opening is. The choice was made in games of
//! seed 1001.

pub mod paper;
pub mod readings;

use self::paper::{GAMES, OWN_DEPTH, TABLE_1, depth, points};
use super::agreement::{Ours, Paper};
use super::lab::{Failure, Lab};
use super::report::{Comparison, Datum, Findings, Reading, Table};
use crate::game::othello::Position;
use crate::game::{Game as _, GameLine, Side};
use crate::measure::contest::{Tally, play_out, random_opening};
use crate::player::Player;
use crate::random::derive_seed;
use crate::roster::{PlayerSpec, build_othello};
use crate::text::experiment::tsukamoto as text;

/// Discs by which a game is called close.
pub const CLOSE: i32 = 10;

type Seat = Box<dyn Player<Position>>;

/// Two players, and the plies of their openings that are drawn by lot.
struct Pair {
    own: Seat,
    opponent: Seat,
    opening: u32,
    /// Keeps the uses of the seed apart.
    what: u64,
}

impl Pair {
    fn new(own: &str, opponent: &str, opening: u32, what: u64) -> Result<Self, Failure> {
        let seat = |name: &str| -> Result<Seat, Failure> {
            Ok(build_othello(&name.parse::<PlayerSpec>()?)?)
        };
        Ok(Self {
            own: seat(own)?,
            opponent: seat(opponent)?,
            opening,
            what,
        })
    }
}

/// Plays `games` games of each pair, colours alternating; the difference in discs of each game for the own
/// player, pair by pair. Two games share an opening.
fn play(lab: &Lab<'_>, pairs: &[Pair], games: usize) -> Result<Vec<Vec<i32>>, Failure> {
    let played = lab.each(pairs.len() * games, |index| {
        let (pair, game) = (&pairs[index / games], index % games);
        let seed = derive_seed(lab.seed(), &[8, pair.what, game as u64]);
        let side = Side::BOTH[game % 2];
        let (black, white) = match side {
            Side::Black => (&*pair.own, &*pair.opponent),
            Side::White => (&*pair.opponent, &*pair.own),
        };
        let line: GameLine<Position> = match pair.opening {
            0 => GameLine::default(),
            plies => {
                let shared = derive_seed(lab.seed(), &[9, game as u64 / 2]);
                random_opening(plies, shared)
            }
        };
        let line = play_out(line, black, white, seed, lab.cancel())?;
        lab.done(1);
        let outcome = line.position().outcome();
        Ok(outcome.map_or(0, |outcome| outcome.difference(side)))
    })?;
    Ok(played.chunks(games).map(<[i32]>::to_vec).collect())
}

/// Games that ended within [`CLOSE`] discs.
fn close(differences: &[i32]) -> usize {
    let close = |difference: &&i32| difference.abs() <= CLOSE;
    differences.iter().filter(close).count()
}

/// Does it.
///
/// # Errors
/// When the lab is told to stop.
pub fn work(lab: &Lab<'_>) -> Result<Findings, Failure> {
    let games = lab.pick(2, GAMES as usize);
    // At the small scale the shallowest opponent of each row.
    let columns = lab.pick(1, usize::MAX);
    let mut pairs = Vec::new();
    for row in &TABLE_1 {
        for index in 0..row.counts.len().min(columns) {
            let own = format!("{}:depth={OWN_DEPTH}", row.own);
            let opponent = format!("{}:depth={}", row.opponent, depth(index));
            pairs.push(Pair::new(&own, &opponent, 0, pairs.len() as u64)?);
        }
    }
    lab.plan((pairs.len() * games) as u64);
    let mut played = play(lab, &pairs, games)?.into_iter();
    let (mut points_rows, mut count_rows) = (Vec::new(), Vec::new());
    for row in &TABLE_1 {
        for (index, &counts) in row.counts.iter().enumerate().take(columns) {
            let Some(differences) = played.next() else {
                continue;
            };
            let tally = Tally::of(&differences);
            let opponent = format!("{}:depth={}", row.opponent, depth(index));
            let ours = [tally.wins, tally.losses, tally.draws];
            points_rows.push(Comparison::new(
                text::row(row.own, &opponent),
                Some(Paper::rate(points(counts), f64::from(GAMES))),
                Some(Ours::rate(points(ours) * games as f64, games as f64)),
                3,
                text::games(games),
            ));
            count_rows.push(vec![
                Datum::from(row.own),
                Datum::from(row.opponent),
                Datum::Whole(depth(index).into()),
                text::counts(counts).into(),
                text::counts(ours).into(),
                tally
                    .mean_difference()
                    .map_or(Datum::Missing, |mean| Datum::Real((mean, 1))),
                Datum::whole(close(&differences)),
            ]);
        }
    }
    let players = ["mobility+corners", "nakamichi", "tsukamoto"];
    let mut settings = std::collections::BTreeMap::new();
    for name in players {
        let spec: PlayerSpec = format!("{name}:depth={OWN_DEPTH}").parse()?;
        settings.insert(name.to_owned(), format!("{spec:#}"));
    }
    Ok(Findings {
        tables: vec![
            Table::comparison("1", text::TABLE_1, points_rows),
            Table::data("1-counts", text::COUNTS, &text::COUNTS_COLUMNS, count_rows),
        ],
        readings: text::READINGS.map(open).into(),
        notes: text::NOTES.map(str::to_owned).into(),
        settings,
    })
}

fn open((question, options, used, chosen): text::Open) -> Reading {
    Reading {
        question: question.to_owned(),
        options: options.iter().map(|&option| option.to_owned()).collect(),
        used: used.to_owned(),
        chosen: chosen.to_owned(),
    }
}

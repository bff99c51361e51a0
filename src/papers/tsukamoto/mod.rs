//! Tsukamoto: the AI that holds itself level against four others.
//!
//! | file | what |
//! |---|---|
//! | [`paper`] | table 1 as it is printed |
//! | here | `tsukamoto-1`: table 1 |
//! | [`readings`] | `tsukamoto-1-readings`: what each way to read the text makes of some of its cells |
//!
//! What the text leaves open was written down before any game was played, as the settings of the players
//! are ([`koteki_engine::player::tsukamoto`]): whether values are converted at the leaves of the search or at its
//! root; whether ended games are converted; whether the corners of θ are those of the board or of the
//! leaf; whether equal moves are drawn at random or the opening is. The choice was made in games of
//! seed 1001.

pub mod paper;
pub mod readings;

use self::paper::{GAMES, OWN_DEPTH, TABLE_1, depth};
use super::agreement::Role;
use super::lab::{ExperimentError, Lab};
use super::report::{Comparison, Datum, Findings, Reading, Table};
use koteki_engine::player::Player;
use koteki_games::othello::Position;
use koteki_games::random::derive_seed;
use koteki_games::{Game as _, GameLine, Side};
use koteki_rivals::measure::contest::{Tally, play_out, random_opening};
use koteki_rivals::roster::{PlayerSpec, build_othello};

/// A question left open by the text, the ways to read it, the one used, and how it was chosen.
pub type Open = (
    &'static str,
    &'static [&'static str],
    &'static str,
    &'static str,
);

const TRIED: &str =
    "by eight cells of table 1 on seed 1001: koteki experiment tsukamoto-1-readings";

const READINGS: [Open; 6] = [
    (
        "whether V0 is what the search maximises, or is made from the searched value of each move (§3 says both)",
        &["at=leaves", "at=root"],
        "at=leaves",
        TRIED,
    ),
    (
        "whether ended games are converted too (where the evaluation is at the leaves)",
        &["ended=true", "ended=false"],
        "ended=true",
        TRIED,
    ),
    (
        "where the corners of the threshold are counted: M is the current position",
        &["corners=board", "corners=leaf"],
        "corners=leaf",
        TRIED,
    ),
    (
        "how 50 games of a colour come to differ",
        &[
            "equal moves at random",
            "the first of equal moves, and some random opening plies",
        ],
        "equal moves at random, from the usual position",
        TRIED,
    ),
    (
        "whose value a leaf has where the opponent is on move (ended games at odd plies above all)",
        &[
            "view=root: the own side's, its choices counted as if it were on move",
            "view=mover: the opponent's, negated, as in negamax",
        ],
        "view=root by the proposed AI, view=mover by Nakamichi's",
        TRIED,
    ),
    (
        "what a leaf position (葉の局面) is, where the difference in discs counts",
        &["an ended game"],
        "an ended game",
        "by the text: the other evaluations are for the positions that are not leaves",
    ),
];

const NOTES: [&str; 2] = [
    "The paper's percentages leave draws out; here a draw is half a win on both sides of the comparison.",
    "Seen from its own side (view=root) -|V| makes a draw the best end there is for Nakamichi's AI, which then draws 33 to 60 of \
     100 games with discs, where the paper's draws 5 to 8 (tsukamoto-1-readings, 2 Dec 2026). As the side on move sees it, the \
     reading used, it draws more seldom than the paper's.",
];

/// Discs by which a game is called close.
pub const CLOSE: i32 = 10;

type Seat = Box<dyn Player<Position>>;

/// Two players, and the plies of their openings that are drawn at random.
struct Pair {
    own: Seat,
    opponent: Seat,
    opening: u32,
    /// Keeps the uses of the seed apart.
    what: u64,
}

impl Pair {
    fn new(own: &str, opponent: &str, opening: u32, what: u64) -> Result<Self, ExperimentError> {
        let seat = |name: &str| -> Result<Seat, ExperimentError> {
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
fn play(lab: &Lab<'_>, pairs: &[Pair], games: usize) -> Result<Vec<Vec<i32>>, ExperimentError> {
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
pub fn work(lab: &Lab<'_>) -> Result<Findings, ExperimentError> {
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
    for (number, row) in TABLE_1.iter().enumerate() {
        for (index, &counts) in row.counts.iter().enumerate().take(columns) {
            let Some(differences) = played.next() else {
                continue;
            };
            let tally = Tally::of(&differences);
            let opponent = format!("{}:depth={}", row.opponent, depth(index));
            let ours = [tally.wins, tally.losses, tally.draws];
            let label = format!("{} - {opponent}", row.own);
            let compared = Comparison::games(label, counts, ours);
            points_rows.push(compared.as_role(role(number, index)));
            count_rows.push(vec![
                Datum::from(row.own),
                Datum::from(row.opponent),
                Datum::Whole(depth(index).into()),
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
            Table::comparison(
                "1",
                "Points of the own player, draws half a win: 50 games as each colour (table 1)",
                points_rows,
            ),
            Table::data(
                "1-discs",
                "How far the games of table 1 went",
                &[
                    "own",
                    "opponent",
                    "depth",
                    "mean difference",
                    "within 10 discs",
                ],
                count_rows,
            ),
        ],
        readings: READINGS.map(open).into(),
        notes: NOTES.map(str::to_owned).into(),
        settings,
    })
}

/// A cell by which readings were chosen does not count.
fn role(row: usize, column: usize) -> Role {
    let is_fitted = readings::CELLS.contains(&(row, column));
    if is_fitted {
        Role::Fitted
    } else {
        Role::Counts
    }
}

fn open((question, options, used, chosen): Open) -> Reading {
    Reading {
        question: question.to_owned(),
        options: options.iter().map(|&option| option.to_owned()).collect(),
        used: used.to_owned(),
        chosen: chosen.to_owned(),
    }
}

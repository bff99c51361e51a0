//! `look-ahead`: how far what a search of many plies finds is from what one of few has found: the errors that a
//! [selective](koteki_engine::search::othello::deepening) search reckons with.

use crate::lab::{ExperimentError, Lab};
use crate::report::{Datum, Findings, Table};
use koteki_engine::eval::is_decided;
use koteki_engine::eval::othello::learned::{Learned, UNIT};
use koteki_engine::search::othello::deepening::Deepening;
use koteki_engine::search::root::Search as _;
use koteki_games::othello::Position;
use koteki_games::random::derive_seed;
use koteki_rivals::measure::contest::{play_out, random_opening};
use koteki_rivals::measure::stats::Moments;
use koteki_rivals::roster::{PlayerSpec, build_othello};

/// Who plays the games.
const PLAYER: &str = "tester:eval=learned,depth=3";
/// Random plies at the beginning of a game.
const OPENING: u32 = 6;
/// Discs of the positions that are searched, one each of a game.
const DISCS: [u32; 7] = [14, 20, 26, 32, 38, 44, 50];
/// The deepest search.
const DEPTHS: [usize; 2] = [6, 10];
/// Few plies and many.
const PAIRS: [(usize, usize); 14] = [
    (1, 3),
    (2, 4),
    (1, 5),
    (3, 5),
    (2, 6),
    (4, 6),
    (3, 7),
    (5, 7),
    (2, 8),
    (4, 8),
    (3, 9),
    (5, 9),
    (4, 10),
    (6, 10),
];

/// Values by depth less 1, in hundredths of a disc, of the positions of a game; none where the game had ended or a
/// search saw its end.
type Values = Vec<Option<Vec<i32>>>;

/// Does it.
///
/// # Errors
/// When the lab is told to stop.
pub fn work(lab: &Lab<'_>) -> Result<Findings, ExperimentError> {
    let games = lab.pick(4, 100);
    let deepest = lab.pick(DEPTHS[0], DEPTHS[1]);
    lab.plan(games as u64);
    let searched: Vec<Values> = lab.each(games, |game| {
        let seed = derive_seed(lab.seed(), &[game as u64]);
        let player = build_othello(&PLAYER.parse::<PlayerSpec>()?)?;
        let opening = random_opening::<Position>(OPENING, seed);
        let line = play_out(opening, &*player, &*player, seed, lab.cancel())?;
        let values = DISCS
            .iter()
            .map(|&discs| {
                let has_as_many = |it: &&Position| 64 - it.empties().count_ones() == discs;
                let position = line.positions().iter().find(has_as_many);
                position.map_or(Ok(None), |it| values(lab, it, deepest))
            })
            .collect::<Result<Values, ExperimentError>>()?;
        lab.done(1);
        Ok(values)
    })?;
    let mut rows = Vec::new();
    for &(few, many) in PAIRS.iter().filter(|(_, many)| *many <= deepest) {
        let mut row = vec![Datum::whole(few), Datum::whole(many)];
        for place in 0..DISCS.len() {
            let found = searched.iter().filter_map(|game| game[place].as_ref());
            let apart: Vec<f64> = found
                .map(|values| f64::from(values[many - 1] - values[few - 1]) / f64::from(UNIT))
                .collect();
            row.push(Moments::of(&apart).map_or(Datum::Missing, |it| {
                format!("{:+.2} ± {:.2}", it.mean, it.sd).into()
            }));
        }
        rows.push(row);
    }
    let mut columns = vec!["plies".to_owned(), "against".to_owned()];
    columns.extend(DISCS.iter().map(|discs| format!("{discs} discs")));
    let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
    Ok(Findings {
        tables: vec![Table::data(
            "errors",
            "How much more, in discs, a deeper search finds for the side to move: mean ± standard deviation",
            &columns,
            rows,
        )],
        settings: [
            ("games".to_owned(), games.to_string()),
            ("random plies".to_owned(), OPENING.to_string()),
            ("player".to_owned(), PLAYER.to_owned()),
        ]
        .into(),
        ..Findings::default()
    })
}

fn values(
    lab: &Lab<'_>,
    position: &Position,
    deepest: usize,
) -> Result<Option<Vec<i32>>, ExperimentError> {
    let search = Deepening::new(Learned::embedded());
    let mut values = Vec::new();
    for depth in 1..=deepest {
        let found = search.best_moves(position, depth as u32, lab.cancel())?;
        match found.best() {
            Some(value) if !is_decided(value) => values.push(value),
            _ => return Ok(None),
        }
    }
    Ok(Some(values))
}

//! `tsukamoto-1-readings`: what each way to read the text makes of some cells of table 1, judged by the likelihood of
//! wins, losses and draws together: points alone hide wins that turned into draws.

use super::paper::{GAMES, OWN_DEPTH, Row, TABLE_1, depth};
use super::{Pair, play};
use crate::agreement::{Outcomes, deviance};
use crate::lab::{ExperimentError, Lab};
use crate::report::{Datum, Findings, Table};
use koteki_rivals::measure::contest::Tally;

/// The ways to read the conversion of the proposed player, each with opening random plies.
const PROPOSED: [(&str, u32); 9] = [
    ("at=leaves,corners=board,ended=true", 0),
    ("at=leaves,corners=board,ended=false", 0),
    ("at=leaves,corners=leaf,ended=true", 0),
    ("at=leaves,corners=leaf,ended=false", 0),
    ("at=root,corners=board", 0),
    ("at=root,corners=leaf", 0),
    ("at=leaves,corners=board,ended=true,view=mover", 0),
    ("at=leaves,corners=leaf,ended=true,view=mover", 0),
    ("at=leaves,corners=board,ended=true,ties=first", 6),
];

/// The same of Nakamichi's.
const NAKAMICHI: [(&str, u32); 5] = [
    ("at=leaves,ended=true,view=root", 0),
    ("at=leaves,ended=false,view=root", 0),
    ("at=root", 0),
    ("at=leaves,ended=true,view=mover", 0),
    ("at=leaves,ended=true,view=root,ties=first", 6),
];

/// Rows of table 1 and indices of depths.
type Cells = &'static [(usize, usize)];

/// Two depths of the weakest opponent, one each of the others.
const PROPOSED_CELLS: Cells = &[(3, 0), (3, 3), (4, 1), (5, 0), (6, 1)];
const NAKAMICHI_CELLS: Cells = &[(2, 0), (2, 2), (2, 4)];

/// All of them.
pub(super) const CELLS: [(usize, usize); 8] = [
    (3, 0),
    (3, 3),
    (4, 1),
    (5, 0),
    (6, 1),
    (2, 0),
    (2, 2),
    (2, 4),
];

/// Does it.
///
/// # Errors
/// When the lab is told to stop.
pub fn work(lab: &Lab<'_>) -> Result<Findings, ExperimentError> {
    let games = lab.pick(2, GAMES as usize);
    let (proposed, nakamichi) = lab.pick(
        (&PROPOSED_CELLS[..1], &NAKAMICHI_CELLS[..1]),
        (PROPOSED_CELLS, NAKAMICHI_CELLS),
    );
    let count = PROPOSED.len() * proposed.len() + NAKAMICHI.len() * nakamichi.len();
    lab.plan((count * games) as u64);
    let proposed = table(lab, "tsukamoto", &PROPOSED, proposed, games)?;
    let nakamichi = table(lab, "nakamichi", &NAKAMICHI, nakamichi, games)?;
    Ok(Findings {
        tables: vec![proposed, nakamichi],
        notes: vec![
            "Deviance: twice the logarithm of how much likelier the paper's wins, losses and draws are under rates of their own \
             than under ours, summed over the cells; of a true reading about the number in parentheses."
                .to_owned(),
        ],
        settings: [("games a cell".to_owned(), games.to_string())].into(),
        ..Findings::default()
    })
}

fn table(
    lab: &Lab<'_>,
    own: &str,
    ways: &[(&str, u32)],
    cells: Cells,
    games: usize,
) -> Result<Table, ExperimentError> {
    let mut pairs = Vec::new();
    for &(way, opening) in ways {
        for (index, &(row, column)) in cells.iter().enumerate() {
            let name = format!("{own}:depth={OWN_DEPTH},{way}");
            let Row { opponent, .. } = TABLE_1[row];
            let ties = if opening > 0 { ",ties=first" } else { "" };
            let opponent = format!("{opponent}:depth={}{ties}", depth(column));
            // The same lots for every way.
            pairs.push(Pair::new(&name, &opponent, opening, 1000 + index as u64)?);
        }
    }
    let played = play(lab, &pairs, games)?;
    let printed = cells
        .iter()
        .map(|&(row, column)| TABLE_1[row].counts[column]);
    let printed: Vec<Outcomes> = printed.collect();
    let mut rows = vec![row("the paper", Datum::Missing, &printed, Datum::Missing)];
    for (&(way, opening), played) in ways.iter().zip(played.chunks(cells.len())) {
        let counts = |differences: &Vec<i32>| {
            let tally = Tally::of(differences);
            [tally.wins, tally.losses, tally.draws]
        };
        let ours: Vec<Outcomes> = played.iter().map(counts).collect();
        let apart = ours.iter().zip(&printed);
        let apart: f64 = apart.map(|(&ours, &paper)| deviance(ours, paper)).sum();
        let opening = opening_name(opening).into();
        rows.push(row(way, opening, &ours, Datum::Real((apart, 0))));
    }
    let mut columns = vec!["player".to_owned(), "opening".to_owned()];
    columns.extend(
        cells
            .iter()
            .map(|&(row, column)| format!("{}:{}", TABLE_1[row].opponent, depth(column))),
    );
    columns.push(format!("deviance ({})", 2 * cells.len()));
    let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
    let title = format!(
        "Each reading against {} cells of table 1, {games} games each: wins-losses-draws",
        cells.len()
    );
    Ok(Table::data(own, title, &columns, rows))
}

fn row(name: &str, opening: Datum, cells: &[Outcomes], apart: Datum) -> Vec<Datum> {
    let cells = cells
        .iter()
        .map(|[wins, losses, draws]| format!("{wins}-{losses}-{draws}").into());
    [Datum::from(name), opening]
        .into_iter()
        .chain(cells)
        .chain([apart])
        .collect()
}

fn opening_name(plies: u32) -> String {
    match plies {
        0 => "the usual one".to_owned(),
        _ => format!("{plies} random plies"),
    }
}

//! `ueda-5-uct`: how many random games stand for the seconds of 2012.
//!
//! The thesis gives UCT 1 and 10 seconds a move, on a machine and with a program that are gone. What
//! it says of them is their D: 36.68 and 26.51, and 21.47 for UCT+ at 10 seconds. So the number of
//! playouts is taken at which UCT here has that D in 25 games against itself: found once, on the
//! seed that readings are chosen on, and a constant since ([`ONE_SECOND`], [`TEN_SECONDS`], [`PLUS`]).
//!
//! The constants are from `koteki measure uct:playouts=N,c=0.7 --games 25 --seed 1001`, which gave a D (± sd
//! of a game) of 40.15 ± 11.97 for 800, 40.49 ± 11.23 for 1600, 35.85 ± 12.71 for 3200, 33.83 ± 7.69
//! for 6400 and 29.53 ± 5.89 for 12,800. This experiment measures them anew, in other games.

use super::games::{means, play, sheets};
use crate::agreement::Ours;
use crate::lab::{ExperimentError, Lab};
use crate::range;
use crate::report::{Datum, Findings, Table};

/// UCT of D 36.68.
pub const ONE_SECOND: &str = "uct:playouts=2800";
/// UCT of D 26.51, beyond 12,800 playouts by what the last doubling gave.
pub const TEN_SECONDS: &str = "uct:playouts=21000";
/// UCT+ with the playouts of UCT at 10 s: the thesis doesn't describe it, and its D here is what it is,
/// not 21.47 (at 12,800 playouts 40.86 ± 15.21, measured as above).
pub const PLUS: &str = "uct+:playouts=21000";

/// What a D is looked for: who, and which.
const WANTED: [(&str, f64); 3] = [("uct", 36.68), ("uct", 26.51), ("uct+", 21.47)];

/// Playouts that are tried at the paper's scale.
const TRIED: [u32; 8] = [400, 800, 1600, 3200, 6400, 12_800, 25_600, 51_200];

/// Playouts that are tried at the small scale.
const SMALL: [u32; 2] = [20, 80];

/// Does it.
///
/// # Errors
/// When the lab is told to stop.
pub fn work(lab: &Lab<'_>) -> Result<Findings, ExperimentError> {
    let tried = lab.pick(&SMALL[..], &TRIED[..]);
    let games = lab.pick(2, super::paper::SHEETS);
    lab.plan(2 * tried.len() as u64 * u64::from(games));
    let mut found: Vec<(&str, u32, Option<Ours>)> = Vec::new();
    for (kind, name) in ["uct", "uct+"].into_iter().enumerate() {
        for &playouts in tried {
            let player = format!("{name}:playouts={playouts}");
            let what = 100 + 10_000 * kind as u64 + u64::from(playouts);
            let lines = play(lab, [&player, &player], games, what)?;
            let d = Ours::over_runs(&means(&sheets(lab, &lines)?));
            found.push((name, playouts, d));
        }
    }
    let rows = found.iter().map(|&(name, playouts, d)| {
        let interval = d.and_then(|d| d.interval);
        vec![
            name.into(),
            Datum::Whole(playouts.into()),
            d.map_or(Datum::Missing, |d| Datum::Real((d.value, 2))),
            interval.map_or(Datum::Missing, |it| range(it.low, it.high, 2).into()),
        ]
    });
    let answers = WANTED.map(|(name, wanted)| {
        let curve: Vec<(f64, f64)> = found
            .iter()
            .filter(|row| row.0 == name)
            .filter_map(|row| Some((f64::from(row.1), row.2?.value)))
            .collect();
        vec![
            name.into(),
            Datum::Real((wanted, 2)),
            at(&curve, wanted).map_or(Datum::Missing, |it| Datum::Real((it, 0))),
        ]
    });
    Ok(Findings {
        tables: vec![
            Table::data(
                "uct",
                "D of UCT against itself by playouts a move",
                &["player", "playouts", "D", "95 %"],
                rows.collect(),
            ),
            Table::data(
                "uct-playouts",
                "Playouts at which D is the thesis' (between two of the table)",
                &["player", "D", "playouts"],
                answers.into(),
            ),
        ],
        notes: vec![format!(
            "In the other experiments 1 s is {ONE_SECOND}, 10 s {TEN_SECONDS}, and UCT+ {PLUS}."
        )],
        settings: [("games of a D".to_owned(), games.to_string())].into(),
        ..Findings::default()
    })
}

/// Where D is `wanted`: between the first two neighbours of the curve (playouts, D) that have it
/// between them, straight in the logarithm of the playouts.
fn at(curve: &[(f64, f64)], wanted: f64) -> Option<f64> {
    curve.windows(2).find_map(|pair| {
        let ((few, high), (many, low)) = (pair[0], pair[1]);
        let within = (low..=high).contains(&wanted) && high > low;
        within.then(|| few * libm::pow(many / few, (high - wanted) / (high - low)))
    })
}

#[cfg(test)]
mod tests {
    use super::at;

    #[test]
    fn between_two_points_the_logarithm_is_straight() {
        let curve = [(10.0, 50.0), (100.0, 40.0), (1000.0, 30.0)];
        assert!((at(&curve, 35.0).unwrap() - 316.227_766).abs() < 1e-5);
        assert_eq!(at(&curve, 29.0), None);
    }
}

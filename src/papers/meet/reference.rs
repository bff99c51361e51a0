//! `equal-reference`: at which D an agent is even with players whose own D is known.

use super::{agent, win_rate};
use crate::lab::{ExperimentError, Lab};
use crate::report::{Datum, Findings, Table};
use crate::strength::subject::{SUBJECTS, Way};
use koteki_games::random::derive_seed;
use koteki_rivals::measure::contest::Settings;
use koteki_rivals::measure::self_play::measure;
use koteki_rivals::measure::stats::Moments;
use koteki_rivals::roster::SearchSpec;

/// The D of the agents.
const TARGETS: [f64; 9] = [0.0, 5.0, 10.0, 15.0, 20.0, 25.0, 32.0, 40.0, 60.0];
/// Games against each of them.
const GAMES: [u64; 2] = [2, 100];
/// Games against itself that give a player's own D.
const OWN: [u32; 2] = [4, 100];

/// Players of the roster whose even points the program uses: they are met as opponents.
const LEVELS: [&str; 5] = ["advanced", "expert", "intermediate", "beginner", "random"];

/// c in the scale √(D + c): those that are compared.
const BENDS: [f64; 8] = [0.0, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0];

/// How a player did against the agents of [`TARGETS`].
#[derive(serde::Serialize, serde::Deserialize)]
struct Curve {
    name: String,
    d: f64,
    rates: Vec<f64>,
}

/// Does it.
///
/// # Errors
/// When the lab is told to stop.
pub fn work(lab: &Lab<'_>) -> Result<Findings, ExperimentError> {
    let games = lab.pick(GAMES[0], GAMES[1]);
    let own = lab.pick(OWN[0], OWN[1]);
    // The simulated players alone decide the constants; a level of the roster is no subject twice.
    let simulated: Vec<Way> = SUBJECTS
        .into_iter()
        .filter(|way| !matches!(way, Way::Roster(_)))
        .collect();
    let count = simulated.len();
    let ways: Vec<Way> = simulated
        .into_iter()
        .chain(LEVELS.map(Way::Roster))
        .collect();
    lab.plan((games * TARGETS.len() as u64 + u64::from(own)) * ways.len() as u64);
    let curves = lab.each(ways.len(), |index| {
        let seed = derive_seed(lab.seed(), &[index as u64]);
        curve(lab, ways[index], games, own, seed)
    })?;
    let fitted = &curves[..count];
    let fits: Vec<Fit> = BENDS.iter().map(|&bend| fit(fitted, bend)).collect();
    let best = fits
        .iter()
        .max_by(|a, b| a.log_likelihood.total_cmp(&b.log_likelihood));
    let Some(best) = best else {
        return Ok(Findings::default());
    };
    let offsets: Vec<f64> = curves
        .iter()
        .map(|curve| best.even(curve) - best.scale(curve.d))
        .collect();
    let moments = Moments::of(&offsets[..count]).zip(Moments::of(&offsets));
    let scales = fits
        .iter()
        .map(|fit| {
            vec![
                Datum::Real((fit.bend, 0)),
                Datum::Real((fit.slope, 2)),
                Datum::Real((fit.log_likelihood * games as f64, 1)),
            ]
        })
        .collect();
    let rows = curves
        .iter()
        .map(|curve| {
            let even = best.even(curve);
            let mut row = vec![
                Datum::from(curve.name.as_str()),
                Datum::Real((curve.d, 2)),
                Datum::Real(((even * even - best.bend).max(0.0), 1)),
                Datum::Real((even - best.scale(curve.d), 2)),
            ];
            row.extend(curve.rates.iter().map(|&rate| Datum::Real((rate, 3))));
            row
        })
        .collect();
    let mut columns: Vec<String> = ["player", "own D", "even at D", "on the scale"]
        .map(str::to_owned)
        .into();
    columns.extend(TARGETS.map(against));
    let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
    let moments = moments.map_or_else(Vec::new, |(simulated, all)| {
        let given = |it: Moments| (it.count, it.mean, it.sd);
        vec![moments_note(given(simulated), given(all))]
    });
    Ok(Findings {
        tables: vec![
            Table::data(
                "even-points",
                "What players score against agents, and the D at which an agent is even with \
                 them",
                &columns,
                rows,
            ),
            Table::data(
                "scales",
                "Scales of the form sqrt(D + c), one slope for all simulated players",
                &["c", "slope", "log likelihood"],
                scales,
            ),
        ],
        notes: moments,
        settings: [
            ("games at each target".to_owned(), games.to_string()),
            ("games of a player's own D".to_owned(), own.to_string()),
        ]
        .into(),
        ..Findings::default()
    })
}

fn curve(
    lab: &Lab<'_>,
    way: Way,
    games: u64,
    own: u32,
    seed: u64,
) -> Result<Curve, ExperimentError> {
    let player = way.player()?;
    let mut rates = Vec::new();
    for (index, &d) in TARGETS.iter().enumerate() {
        let seed = derive_seed(seed, &[index as u64]);
        rates.push(win_rate(lab, &*player, &*agent(d)?, games, seed)?);
    }
    let settings = Settings {
        games: own,
        seed,
        opening_plies: 0,
        jobs: 1,
    };
    let tester = SearchSpec::TESTER;
    let measured = measure(
        &*player,
        &tester.search(),
        tester.depth,
        &settings,
        lab.cancel(),
    )?;
    lab.done(u64::from(own));
    let d = measured.summary.d().unwrap_or(0.0);
    let name = way.name();
    Ok(Curve { name, d, rates })
}

/// One slope for all players on one scale, and what the win rates say of it.
struct Fit {
    bend: f64,
    slope: f64,
    /// A game at each target.
    log_likelihood: f64,
}

impl Fit {
    fn scale(&self, d: f64) -> f64 {
        libm::sqrt(d + self.bend)
    }

    /// The log likelihood of a player's win rates when its even point is at `even`.
    fn likelihood(&self, curve: &Curve, even: f64) -> f64 {
        let targets = TARGETS.iter().zip(&curve.rates);
        targets
            .map(|(&d, &rate)| {
                let odds = self.slope * (self.scale(d) - even);
                let win = (1.0 / (1.0 + libm::exp(-odds))).clamp(1e-9, 1.0 - 1e-9);
                rate * libm::log(win) + (1.0 - rate) * libm::log(1.0 - win)
            })
            .sum()
    }

    /// The even point of a player, on the scale: where that is greatest.
    fn even(&self, curve: &Curve) -> f64 {
        (-200..1600)
            .map(|step| f64::from(step) / 100.0)
            .max_by(|&a, &b| {
                self.likelihood(curve, a)
                    .total_cmp(&self.likelihood(curve, b))
            })
            .unwrap_or(0.0)
    }
}

/// The best slope on the scale of `bend`.
fn fit(curves: &[Curve], bend: f64) -> Fit {
    let of = |slope: f64| {
        let mut fit = Fit {
            bend,
            slope,
            log_likelihood: 0.0,
        };
        fit.log_likelihood = curves
            .iter()
            .map(|curve| fit.likelihood(curve, fit.even(curve)))
            .sum();
        fit
    };
    let slopes = (8..60).map(|step| of(f64::from(step) / 20.0));
    let best = slopes.max_by(|a, b| a.log_likelihood.total_cmp(&b.log_likelihood));
    best.unwrap_or_else(|| of(1.0))
}

fn against(d: f64) -> String {
    format!("d={d:.0}")
}

/// What the even points say: number, mean and standard deviation of the simulated players' and of all.
fn moments_note(
    (players, mean, sd): (usize, f64, f64),
    (all, all_mean, all_sd): (usize, f64, f64),
) -> String {
    let levels = all - players;
    format!(
        "even points of the {players} simulated players, on the best scale, from their own D: mean {mean:+.2}, \
         standard deviation {sd:.2}; with the {levels} levels of the roster, which decide neither the scale nor the \
         slope: mean {all_mean:+.2}, standard deviation {all_sd:.2}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Win rates made by the model itself give back what they were made with.
    #[test]
    fn a_known_slope_and_even_point_are_found_again() {
        let made = |even: f64| Curve {
            name: String::new(),
            d: 0.0,
            rates: TARGETS
                .map(|d| 1.0 / (1.0 + libm::exp(-1.2 * (libm::sqrt(d + 2.0) - even))))
                .into(),
        };
        let curves = [made(2.0), made(4.0), made(5.5)];
        let fits = BENDS.map(|bend| fit(&curves, bend));
        let best = fits
            .iter()
            .max_by(|a, b| a.log_likelihood.total_cmp(&b.log_likelihood))
            .unwrap();
        assert!((best.bend - 2.0).abs() < 1e-9 && (best.slope - 1.2).abs() < 1e-9);
        assert!((best.even(&curves[1]) - 4.0).abs() < 0.011);
    }
}

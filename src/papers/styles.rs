//! `styles`: whether rivals bred with likings and dislikes can be told apart better than the thesis'.
//!
//! Both kinds are bred with the settings of the live game and the same seeds; only the genes differ
//! (`config/styles.toml`). Then every rival plays games against one opponent, some to learn from and
//! as many fresh ones to be judged by, all on seeds of their own.
//!
//! The judge stands for a beginner who has played everybody and is shown one more game: it knows the
//! mean behaviour of each rival (see [`koteki_rivals::measure::behaviour`]) and names the one whose mean is nearest, with every
//! axis in units of its spread from game to game (naive Bayes with equal spreads). It has no search, no
//! evaluation and no idea of strength.

use serde::Deserialize;

use super::breed::{arena, games as bred_games, to_rest};
use super::lab::{ExperimentError, Lab};
use super::report::{Datum, Findings, Table};
use koteki_games::othello::Position;
use koteki_games::random::derive_seed;
use koteki_rivals::evolve::Arena as _;
use koteki_rivals::evolve::run::Run;
use koteki_rivals::evolve::settings::{GeneSettings, Settings};
use koteki_rivals::evolve::style::mismatch;
use koteki_rivals::measure::behaviour::{COUNT, Portrait, Reference, Vector};
use koteki_rivals::measure::stats::{CONFIDENCE, Moments};
use koteki_rivals::roster::build_othello;
use koteki_rivals::roster::kit::Kit as _;
use koteki_rivals::roster::portrait::words;
use koteki_rivals::roster::portrait::{PortraitError, behaviour};

const FIGURES: [(&str, usize); 12] = [
    ("rivals found, of 3", 2),
    ("mismatch of two rivals, mean", 3),
    ("mismatch of two rivals, least of a run", 3),
    ("distance in behaviour, mean", 2),
    ("distance in behaviour, least of a run", 2),
    ("distance of a rival from itself", 2),
    ("told from another by one game (chance 0.5)", 3),
    ("told from another, hardest two of a run", 3),
    ("told from both others (chance 0.333)", 3),
    ("rivals of whom there is something to say", 2),
    ("two rivals of whom different things are said", 2),
    ("games of the breeding", 0),
];

const NOTES: [&str; 4] = [
    "Means over runs; the unit of every interval is the run. Differences are over runs of the same seed.",
    "Distance in behaviour: root of the mean square difference of ten axes, each in standard deviations between \
     individuals of the reference (behaviour.toml). A rival's distance from itself, over other games, is its noise.",
    "Told apart: nearest mean of behaviour in one fresh game, after as many games of each rival to learn from.",
    "The thesis' subjects told same from different in 2/3 of the pairs or more in 7 of 10 cases, after a whole game \
     against each; that question is another one and not compared here.",
];

/// Seeds on which both kinds are bred.
const SEEDS: [usize; 2] = [2, 10];

/// Games of each rival to learn from, and as many again to judge.
const GAMES: [u32; 2] = [20, 60];

/// Coordinates that keep the uses of one seed apart.
const BREEDING: u64 = 0;
const LEARNING: u64 = 1;
const JUDGING: u64 = 2;

#[derive(Deserialize)]
struct File {
    evolution: Genes,
}

#[derive(Deserialize)]
struct Genes {
    fixed: std::collections::BTreeMap<String, i32>,
    genes: std::collections::BTreeMap<String, GeneSettings>,
}

/// The settings of the live game with the genes of `config/styles.toml`.
///
/// # Errors
/// When that file is invalid, which a test rules out.
pub fn styled() -> Result<Settings, ExperimentError> {
    let text = include_str!("../../config/styles.toml");
    let File { evolution } =
        toml::from_str(text).map_err(|error| ExperimentError::Other(error.to_string()))?;
    Ok(Settings {
        fixed: evolution.fixed,
        genes: evolution.genes,
        ..Settings::default()
    })
}

impl From<PortraitError> for ExperimentError {
    fn from(error: PortraitError) -> Self {
        match error {
            PortraitError::Build(error) => error.into(),
            PortraitError::Spec(error) => error.into(),
            PortraitError::Contest(error) => error.into(),
        }
    }
}

/// The figures of one run, in the order of [`FIGURES`]; `None` where there were too few rivals.
type Figures = [Option<f64>; FIGURES.len()];

/// Does it.
///
/// # Errors
/// When the lab is told to stop.
pub fn work(lab: &Lab<'_>) -> Result<Findings, ExperimentError> {
    let (runs, games) = (lab.pick(SEEDS[0], SEEDS[1]), lab.pick(GAMES[0], GAMES[1]));
    let kinds = [Settings::default(), styled()?];
    let planned: u64 = kinds.iter().map(bred_games).sum();
    lab.plan(planned * runs as u64);
    let found = lab.each(kinds.len() * runs, |index| {
        let settings = &kinds[index / runs];
        let seed = derive_seed(lab.seed(), &[7, (index % runs) as u64]);
        let figures = one(lab, settings, seed, games);
        lab.done(bred_games(settings));
        figures
    })?;
    let (thesis, style) = found.split_at(runs);
    let rows = FIGURES
        .iter()
        .enumerate()
        .map(|(index, &(label, decimals))| row(label, decimals, index, thesis, style))
        .collect();
    let settings = [
        ("runs of each kind", runs.to_string()),
        (
            "games of a rival, learning and judging",
            format!("{games} and {games}"),
        ),
    ];
    Ok(Findings {
        tables: vec![Table::data(
            "styles",
            "Rivals with the genes of the thesis, and with those of style",
            &["", "thesis", "95 %", "style", "95 %", "difference", "95 %"],
            rows,
        )],
        notes: NOTES.map(str::to_owned).into(),
        settings: settings
            .map(|(name, value)| (name.to_owned(), value))
            .into(),
        ..Findings::default()
    })
}

/// A figure of both kinds, each with its interval over runs, and the difference over the seeds that
/// have both.
fn row(
    label: &str,
    decimals: usize,
    index: usize,
    thesis: &[Figures],
    style: &[Figures],
) -> Vec<Datum> {
    let of = |runs: &[Figures]| {
        runs.iter()
            .filter_map(|run| run[index])
            .collect::<Vec<f64>>()
    };
    let differences: Vec<f64> = thesis
        .iter()
        .zip(style)
        .filter_map(|(a, b)| Some(b[index]? - a[index]?))
        .collect();
    let mut row = vec![Datum::from(label)];
    for values in [of(thesis), of(style), differences] {
        let moments = Moments::of(&values);
        row.push(moments.map_or(Datum::Missing, |it| Datum::Real((it.mean, decimals))));
        let interval = moments.and_then(|it| it.mean_interval(CONFIDENCE));
        row.push(interval.map_or(Datum::Missing, |it| {
            super::range(it.low, it.high, decimals).into()
        }));
    }
    row
}

fn one(
    lab: &Lab<'_>,
    settings: &Settings,
    seed: u64,
    games: u32,
) -> Result<Figures, ExperimentError> {
    let arena = arena(settings)?;
    let breeding = derive_seed(seed, &[BREEDING]);
    let run = Run::new(settings.clone(), &Position::features(settings), breeding)?;
    let run = to_rest(lab, &arena, run, false, |_| ())?;
    let census = run.census();
    let ids = census.rivals();
    let weights: Vec<&Vec<i32>> = ids
        .iter()
        .filter_map(|id| census.members.iter().find(|it| it.id == *id))
        .map(|member| &member.weights)
        .collect();
    let mut answers = Vec::new();
    let mut learnt: Vec<Vec<Vector>> = Vec::new();
    let mut fresh: Vec<Vec<Vector>> = Vec::new();
    for (index, weights) in weights.iter().enumerate() {
        answers.push(arena.answers(weights, lab.cancel())?);
        let player = build_othello(&arena.individual(weights))?;
        for (games_of, what) in [(&mut learnt, LEARNING), (&mut fresh, JUDGING)] {
            let seed = derive_seed(seed, &[what, index as u64]);
            games_of.push(behaviour(&*player, games, seed, 1, lab.cancel())?);
        }
    }
    let reference = Reference::measured();
    let portrait = |games: &[Vector]| Portrait::of(games, reference);
    let portraits: Vec<Portrait> = learnt.iter().map(|games| portrait(games)).collect();
    let again: Vec<Portrait> = fresh.iter().map(|games| portrait(games)).collect();
    let mut mismatches = Vec::new();
    let mut distances = Vec::new();
    let mut judged = Vec::new();
    let mut worded = Vec::new();
    for a in 0..learnt.len() {
        for b in a + 1..learnt.len() {
            mismatches.extend(mismatch(&answers[a], &answers[b]).map(|it| it.rate));
            distances.push(portraits[a].distance(&portraits[b]));
            judged.push(told_apart(
                &[&learnt[a], &learnt[b]],
                &[&fresh[a], &fresh[b]],
            ));
            let [one, other] = [a, b].map(|it| words(&portraits[it].telling()));
            worded.push(f64::from(u8::from(one != other)));
        }
    }
    let floor: Vec<f64> = portraits
        .iter()
        .zip(&again)
        .map(|(a, b)| a.distance(b))
        .collect();
    let all = |games: &[Vec<Vector>]| -> Vec<Vec<Vector>> { games.to_vec() };
    let (all_learnt, all_fresh) = (all(&learnt), all(&fresh));
    let of_three = (learnt.len() == 3).then(|| {
        let learnt: Vec<&[Vector]> = all_learnt.iter().map(Vec::as_slice).collect();
        let fresh: Vec<&[Vector]> = all_fresh.iter().map(Vec::as_slice).collect();
        told_apart(&learnt, &fresh)
    });
    let said: Vec<f64> = portraits
        .iter()
        .map(|it| f64::from(u8::from(words(&it.telling()).is_some())))
        .collect();
    let mean = |values: &[f64]| Moments::of(values).map(|moments| moments.mean);
    let least = |values: &[f64]| values.iter().copied().reduce(f64::min);
    Ok([
        Some(ids.len() as f64),
        mean(&mismatches),
        least(&mismatches),
        mean(&distances),
        least(&distances),
        mean(&floor),
        mean(&judged),
        least(&judged),
        of_three,
        mean(&said),
        mean(&worded),
        Some(run.state().games as f64),
    ])
}

/// How often the judge names the right one of the players from one of its `fresh` games, after the
/// `learnt` ones: 1 over their number is chance.
pub fn told_apart(learnt: &[&[Vector]], fresh: &[&[Vector]]) -> f64 {
    let mut means: Vec<Vector> = Vec::new();
    let mut variances = [0.0; COUNT];
    for games in learnt {
        let mut mean = [0.0; COUNT];
        for (index, slot) in mean.iter_mut().enumerate() {
            let values: Vec<f64> = games.iter().map(|game| game[index]).collect();
            if let Some(moments) = Moments::of(&values) {
                *slot = moments.mean;
                variances[index] += moments.sd * moments.sd;
            }
        }
        means.push(mean);
    }
    let far = |game: &Vector, mean: &Vector| -> f64 {
        let axes = game.iter().zip(mean).zip(&variances);
        axes.filter(|&(_, &variance)| variance > 0.0)
            .map(|((value, mean), variance)| (value - mean) * (value - mean) / variance)
            .sum()
    };
    let (mut right, mut all) = (0_u32, 0_u32);
    for (player, games) in fresh.iter().enumerate() {
        for game in *games {
            let named = (0..means.len())
                .min_by(|&a, &b| far(game, &means[a]).total_cmp(&far(game, &means[b])));
            right += u32::from(named == Some(player));
            all += 1;
        }
    }
    if all == 0 {
        0.0
    } else {
        f64::from(right) / f64::from(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_judge_knows_what_differs_and_guesses_what_does_not() {
        let games = |edges: f64, noise: f64| -> Vec<Vector> {
            (0..20)
                .map(|game| {
                    let mut vector = [5.0; COUNT];
                    vector[3] = edges + if game % 2 == 0 { noise } else { -noise };
                    vector
                })
                .collect()
        };
        let (few, many) = (games(30.0, 2.0), games(50.0, 2.0));
        assert!((told_apart(&[&few, &many], &[&few, &many]) - 1.0).abs() < 1e-12);
        // 30 ± 15 and 40 ± 15: half of each lies on the other's side of 35.
        let (few, many) = (games(30.0, 15.0), games(40.0, 15.0));
        assert!((told_apart(&[&few, &many], &[&few, &many]) - 0.5).abs() < 1e-12);
    }

    #[test]
    fn the_styles_are_valid_settings() {
        assert_eq!(styled().unwrap().validate(), Ok(()));
    }
}

//! Learning an evaluation from games, as Osaki et al. (2009) do it: play, fit the evaluation to how
//! the games ended, play with what was learned, and so on.
//!
//! | file | what lives there |
//! |---|---|
//! | [`blokus`] | Blokus Duo |
//! | `fit` | the fit itself and what it is worth; names no game |
//! | `games` | games of Othello to learn from |
//! | `examples` | their positions as a fit sees them |
//!
//! The same settings and seed give the same weights, whatever the number of threads: a game depends on
//! the seed and its number, and each phase of the evaluation is fitted by one thread.

pub mod blokus;
pub mod examples;
pub mod fit;
pub mod games;

use rayon::prelude::*;

use examples::{Contents, Five, Label, Scale};
use fit::{FitSettings, Quality, fit, logits};
use games::{GameSettings, Sample, Teacher, play};
use koteki_engine::eval::othello::learned::{Learned, PHASES, PhaseWeights, UNIT, phase};
use koteki_engine::search::budget::{Cancel, CancelledError};
use koteki_games::random::derive_seed;

/// How an evaluation is learned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Seed of everything random.
    pub seed: u64,
    /// Games of each round.
    pub games: u64,
    /// Rounds: in the first the thesis' tester plays, in each later one what was learned before.
    pub rounds: u32,
    /// How games are played.
    pub play: GameSettings,
    /// How weights are fitted.
    pub fit: FitSettings,
    /// What they are fitted to.
    pub label: Label,
    /// Rounds whose games a fit uses: the latest so many.
    pub memory: usize,
}

/// Of so many games one is kept out of the fit to judge it by, and one to find out how much of a win
/// a value means: on the games it was fitted to a fit looks better than it is.
const HELD_OUT: u64 = 10;

/// Positions with so many discs more or fewer than a phase has are used for it too: neighbouring
/// phases share what they have seen, and agree better where they meet.
const OVERLAP: u32 = 2;

/// Portions of a round after which the progress is reported.
const PORTIONS: u64 = 20;

/// What has been done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// So many games of a round (1, 2, …) have been played, with so many positions in all.
    Played {
        /// The round.
        round: u32,
        /// Games of the round so far.
        games: u64,
        /// Positions of the round so far.
        positions: u64,
    },
    /// So many positions are about to be fitted.
    Fitting {
        /// The round.
        round: u32,
        /// Positions used.
        positions: u64,
    },
}

/// What came out, and how good it is on games that the fit has not seen.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The evaluation.
    pub learned: Learned,
    /// Games played in all rounds.
    pub games: u64,
    /// Positions that the last fit used.
    pub positions: u64,
    /// How well it foretells who wins.
    pub quality: Quality,
    /// How well the five features of the thesis do, fitted to the outcomes of the same positions in
    /// the same phases.
    pub five: Quality,
}

/// The games of a round.
#[derive(Default)]
struct Round {
    /// To learn from.
    lessons: Vec<Sample>,
    /// To find the scale of the values by.
    scale: Vec<Sample>,
    /// To judge by.
    exam: Vec<Sample>,
}

/// Learns an evaluation of Othello with the current threads, reporting to `progress`.
///
/// # Errors
/// When `cancel` is raised first.
pub fn learn_othello(
    settings: &Settings,
    cancel: &Cancel,
    mut progress: impl FnMut(Progress, Option<&Quality>),
) -> Result<Lesson, CancelledError> {
    let mut rounds: Vec<Round> = Vec::new();
    let mut learned = Learned::zero();
    let mut quality = None;
    let mut used = Round::default();
    for number in 1..=settings.rounds.max(1) {
        let teacher = if number == 1 {
            Teacher::Thesis
        } else {
            Teacher::Learned(&learned)
        };
        let round = play_round(settings, number, teacher, cancel, &mut |event| {
            progress(event, None);
        })?;
        rounds.push(round);
        if rounds.len() > settings.memory.max(1) {
            rounds.remove(0);
        }
        used = Round::default();
        for round in &rounds {
            used.lessons.extend_from_slice(&round.lessons);
            used.scale.extend_from_slice(&round.scale);
            used.exam.extend_from_slice(&round.exam);
        }
        let fitting = Progress::Fitting {
            round: number,
            positions: used.lessons.len() as u64,
        };
        progress(fitting, quality.as_ref());
        let seed = derive_seed(settings.seed, &[FIT, u64::from(number)]);
        learned = fit_phases(&used.lessons, &used.scale, settings, seed, cancel)?;
        quality = Some(judge(&used.exam, |sample| {
            learned.winning_rate(sample.own, sample.opp)
        }));
    }
    let five = fit_five(&used.lessons, settings, cancel)?;
    Ok(Lesson {
        games: settings.games * u64::from(settings.rounds.max(1)),
        positions: used.lessons.len() as u64,
        quality: quality.unwrap_or_else(|| Quality::of(std::iter::empty())),
        five: judge(&used.exam, five),
        learned,
    })
}

/// Coordinates that keep the uses of the seed apart.
const GAMES: u64 = 0;
const FIT: u64 = 1;
const FIVE: u64 = 2;

fn play_round(
    settings: &Settings,
    number: u32,
    teacher: Teacher<'_>,
    cancel: &Cancel,
    progress: &mut impl FnMut(Progress),
) -> Result<Round, CancelledError> {
    let seed = derive_seed(settings.seed, &[GAMES, u64::from(number)]);
    let mut round = Round::default();
    let mut from = 0;
    for portion in 1..=PORTIONS {
        let to = settings.games * portion / PORTIONS;
        for (game, samples) in
            (from..to).zip(play(teacher, &settings.play, seed, from..to, cancel)?)
        {
            match HELD_OUT - game % HELD_OUT {
                1 => round.exam.extend(samples),
                2 => round.scale.extend(samples),
                _ => round.lessons.extend(samples),
            }
        }
        from = to;
        progress(Progress::Played {
            round: number,
            games: to,
            positions: (round.lessons.len() + round.scale.len() + round.exam.len()) as u64,
        });
    }
    Ok(round)
}

/// The samples of each phase, with `overlap` discs of its neighbours.
fn of_phase(samples: &[Sample], number: usize, overlap: u32) -> Vec<u32> {
    let fits = |sample: &Sample| {
        let discs = (sample.own | sample.opp).count_ones();
        (phase(discs.saturating_sub(overlap))..=phase(discs + overlap)).contains(&number)
    };
    // Far fewer than 2^32.
    (0..)
        .zip(samples)
        .filter(|(_, sample)| fits(sample))
        .map(|(index, _)| index)
        .collect()
}

/// Fits all phases, at the same time: the weights to `samples`, what they mean to `others`.
///
/// # Errors
/// When `cancel` is raised first.
pub fn fit_phases(
    samples: &[Sample],
    others: &[Sample],
    settings: &Settings,
    seed: u64,
    cancel: &Cancel,
) -> Result<Learned, CancelledError> {
    let label = settings.label;
    let contents = Contents { samples, label };
    let apart = Contents {
        samples: others,
        label,
    };
    let discs = match label {
        Label::Score(scale) => scale,
        // A guess, put right by the slope.
        Label::Outcome => OUTCOME_DISCS,
    };
    let phases: Result<Vec<PhaseWeights>, CancelledError> = (0..PHASES)
        .into_par_iter()
        .map(|number| {
            let chosen = of_phase(samples, number, OVERLAP);
            let seed = derive_seed(seed, &[number as u64]);
            let mut weights = fit(
                &contents,
                &chosen,
                Contents::dimension(),
                &settings.fit,
                seed,
                cancel,
            )?;
            // The last one is for being on move, which a search with one depth gives to all moves alike.
            weights.pop();
            let chosen = of_phase(others, number, 0);
            let (slope, tempo) = scale(&apart, &chosen, &weights, seed, cancel)?;
            let unit = discs * UNIT as f32;
            Ok(PhaseWeights {
                contents: weights.iter().map(|weight| weight * unit).collect(),
                slope: slope / discs,
                tempo,
            })
        })
        .collect();
    let phases = <[PhaseWeights; PHASES]>::try_from(phases?);
    Ok(phases.map_or_else(|_| Learned::zero(), |phases| Learned::new(&phases)))
}

/// Discs a logit for values fitted to bare outcomes.
const OUTCOME_DISCS: f32 = 8.0;

/// How the fits of few features are made.
const FEW: FitSettings = FitSettings {
    epochs: 3,
    rate: 0.1,
    shrink: 1.0,
    seen: 1,
};

/// The factor and the summand that make logits of winning out of values.
fn scale(
    contents: &Contents<'_>,
    chosen: &[u32],
    weights: &[f32],
    seed: u64,
    cancel: &Cancel,
) -> Result<(f32, f32), CancelledError> {
    let values: Vec<f32> = chosen
        .iter()
        .map(|&index| logits(contents, index as usize, weights))
        .collect();
    let targets: Vec<f32> = chosen
        .iter()
        .map(|&index| Label::Outcome.target(contents.samples[index as usize].score))
        .collect();
    let all: Vec<u32> = (0..).zip(&values).map(|(index, _)| index).collect();
    let examples = Scale {
        values: &values,
        targets: &targets,
    };
    let fitted = fit(&examples, &all, 2, &FEW, derive_seed(seed, &[1]), cancel)?;
    Ok(match fitted[..] {
        [slope, tempo] => (slope, tempo),
        _ => (1.0, 0.0),
    })
}

/// The winning rate that the five features of the thesis foretell, fitted in each phase to the
/// outcomes of `samples`.
///
/// # Errors
/// When `cancel` is raised first.
pub fn fit_five(
    samples: &[Sample],
    settings: &Settings,
    cancel: &Cancel,
) -> Result<impl Fn(&Sample) -> f64 + Sync + use<>, CancelledError> {
    let examples = Five {
        samples,
        label: Label::Outcome,
    };
    let phases: Result<Vec<Vec<f32>>, CancelledError> = (0..PHASES)
        .into_par_iter()
        .map(|number| {
            let chosen = of_phase(samples, number, 0);
            let seed = derive_seed(settings.seed, &[FIVE, number as u64]);
            fit(&examples, &chosen, Five::DIMENSION, &FEW, seed, cancel)
        })
        .collect();
    let phases = phases?;
    Ok(move |sample: &Sample| {
        let samples = std::slice::from_ref(sample);
        let examples = Five {
            samples,
            label: Label::Outcome,
        };
        let weights = &phases[phase((sample.own | sample.opp).count_ones())];
        f64::from(fit::sigmoid(logits(&examples, 0, weights)))
    })
}

/// How well a rate of winning is foretold.
pub fn judge(samples: &[Sample], foretell: impl Fn(&Sample) -> f64 + Sync) -> Quality {
    let rates: Vec<(f64, f64)> = samples
        .par_iter()
        .map(|sample| {
            let came = f64::from(Label::Outcome.target(sample.score));
            (foretell(sample), came)
        })
        .collect();
    Quality::of(rates.into_iter())
}

//! Learning an evaluation from games, as Osaki et al. (2009) do it: play, fit the evaluation to how
//! the games ended, play with what was learned, and so on.
//!
//! | file | what lives there |
//! |---|---|
//! | [`blokus`] | Blokus Duo |
//! | `fit` | the fit itself and what it is worth; names no game |
//! | `games` | games of Othello to learn from |
//! | `examples` | their positions as a fit sees them |
//! | `rounds` | games and fits in turn; names no game |
//!
//! The same settings and seed give the same weights, whoever does the work: a game depends on the seed and its number,
//! and each phase of the evaluation is fitted by one thread.

pub mod blokus;
pub mod examples;
pub mod fit;
pub mod games;
pub mod rounds;

use examples::{Contents, Five, Label, Scale};
use fit::{Examples, FitSettings, Quality, fit, logits};
use games::{GameSettings, Sample, Teacher, game};
use koteki_engine::eval::othello::learned::{Learned, PHASES, PhaseWeights, UNIT, phase};
use koteki_engine::search::budget::{Cancel, CancelledError};
use koteki_games::random::derive_seed;
use koteki_record::keep::Keep;
use koteki_workers::{Pieces, Workers};
use rounds::{LessonError, Plan, Progress, Round, learn_in_rounds};

/// How an evaluation is learned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Seed of everything random.
    pub seed: u64,
    /// How much is played: in the first round the thesis' tester, in each later one what was learned before.
    pub plan: Plan,
    /// How games are played.
    pub play: GameSettings,
    /// How weights are fitted.
    pub fit: FitSettings,
    /// What they are fitted to.
    pub label: Label,
}

/// Positions with so many discs more or fewer than a phase has are used for it too: neighbouring
/// phases share what they have seen, and agree better where they meet.
const OVERLAP: u32 = 2;

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

/// Has `workers` learn an evaluation of Othello, reporting to `progress`. Games that `keep` has are not played again.
///
/// # Errors
/// When `cancel` is raised first, and those of `keep`.
pub fn learn_othello(
    settings: &Settings,
    workers: &Workers,
    cancel: &Cancel,
    keep: Option<&Keep>,
    progress: impl FnMut(Progress<'_>),
) -> Result<Lesson, LessonError> {
    let seed = |coordinate, round: u32| derive_seed(settings.seed, &[coordinate, round.into()]);
    let (learned, quality, used) = learn_in_rounds(
        &settings.plan,
        workers,
        cancel,
        keep,
        |round, before, number| {
            let teacher = before.map_or(Teacher::Thesis, Teacher::Learned);
            let seed = derive_seed(seed(GAMES, round), &[number]);
            game(teacher, &settings.play, seed, cancel)
        },
        |round, used| {
            let seed = seed(FIT, round);
            let learned = fit_phases(used, settings, seed, workers, cancel)?;
            let quality = judge(&used.exam, |sample| {
                learned.winning_rate(sample.own, sample.opp)
            });
            Ok((learned, quality))
        },
        progress,
    )?;
    let five = fit_five(&used.lessons, settings, workers, cancel)?;
    Ok(Lesson {
        games: settings.plan.games * u64::from(settings.plan.rounds.max(1)),
        positions: used.lessons.len() as u64,
        quality,
        five: judge(&used.exam, five),
        learned,
    })
}

/// Coordinates that keep the uses of the seed apart.
const GAMES: u64 = 0;
const FIT: u64 = 1;
const FIVE: u64 = 2;

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

/// Fits all phases, at the same time.
fn fit_phases(
    used: &Round<Sample>,
    settings: &Settings,
    seed: u64,
    workers: &Workers,
    cancel: &Cancel,
) -> Result<Learned, CancelledError> {
    let label = settings.label;
    let (samples, others) = (&used.lessons[..], &used.scale[..]);
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
    let phases: Vec<PhaseWeights> = workers.each(Pieces::new(PHASES, cancel), |number| {
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
        let outcome = |index: usize| Label::Outcome.target(others[index].score);
        let (slope, tempo) = scale(&apart, &chosen, &weights, outcome, seed, cancel)?;
        let unit = discs * UNIT as f32;
        Ok::<_, CancelledError>(PhaseWeights {
            contents: weights.iter().map(|weight| weight * unit).collect(),
            slope: slope / discs,
            tempo,
        })
    })?;
    let phases = <[PhaseWeights; PHASES]>::try_from(phases);
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

/// The factor and the summand that make logits of winning out of the values of a fit, for examples not fitted to:
/// `outcome` says what came of each, 0…1.
fn scale<E: Examples>(
    examples: &E,
    chosen: &[u32],
    weights: &[f32],
    outcome: impl Fn(usize) -> f32,
    seed: u64,
    cancel: &Cancel,
) -> Result<(f32, f32), CancelledError> {
    let indices = || chosen.iter().map(|&index| index as usize);
    let values: Vec<f32> = indices()
        .map(|index| logits(examples, index, weights))
        .collect();
    let targets: Vec<f32> = indices().map(outcome).collect();
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
    workers: &Workers,
    cancel: &Cancel,
) -> Result<impl Fn(&Sample) -> f64 + use<>, CancelledError> {
    let examples = Five {
        samples,
        label: Label::Outcome,
    };
    let phases = workers.each(Pieces::new(PHASES, cancel), |number| {
        let chosen = of_phase(samples, number, 0);
        let seed = derive_seed(settings.seed, &[FIVE, number as u64]);
        fit(&examples, &chosen, Five::DIMENSION, &FEW, seed, cancel)
    })?;
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
pub fn judge(samples: &[Sample], foretell: impl Fn(&Sample) -> f64) -> Quality {
    Quality::of(samples.iter().map(|sample| {
        let came = f64::from(Label::Outcome.target(sample.score));
        (foretell(sample), came)
    }))
}

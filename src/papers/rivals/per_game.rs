//! `rivals-per-game`: how many rivals a method finds with the same number of games that are level in
//! games it has not seen.

use super::methods::{Bench, HANDED, Method};
use super::{CHECK, check, distinct, is_qualified, settings};
use crate::breed::arena;
use crate::lab::{ExperimentError, Lab};
use crate::report::{Datum, Findings, Table};
use koteki_engine::eval::othello::FEATURES;
use koteki_games::othello::Position;
use koteki_games::random::derive_seed;
use koteki_rivals::evolve::Arena as _;
use koteki_rivals::evolve::settings::{Fitness, Settings};
use koteki_rivals::evolve::style::Answers;
use koteki_rivals::evolve::tally::Tally;
use koteki_rivals::measure::stats::quantiles;
use koteki_rivals::roster::arena::KitArena;

/// The D of the agent.
const TARGET: f64 = 25.0;

/// Seeds at each scale.
const SEEDS: [usize; 2] = [1, 10];

/// Games of a method at each scale.
const BUDGET: [u64; 2] = [600, 12_000];

/// Games of a check at each scale; forty can qualify none.
const CHECKS: [u32; 2] = [40, CHECK];

/// Parts of the population that breed at the same time: one, and whatever divides it into parts of an even size.
const ISLANDS: [usize; 4] = [1, 2, 5, 10];

/// The comparators, and the program's own way with the settings it comes with.
fn methods() -> Vec<(&'static str, Method)> {
    let own = Settings::default();
    let certified = |fitness| Method::Certified {
        fitness,
        games: own.games,
        cycles: own.cycles,
        islands: own.islands,
    };
    vec![
        ("MGG, 100 games at the end (thesis)", Method::Thesis),
        ("MGG without re-testing", Method::Untested),
        (
            "MGG, all games count, certified",
            certified(Fitness::Posterior),
        ),
        (
            "MGG, latest games count, certified",
            certified(Fitness::Thesis),
        ),
        ("random search", Method::Random),
        ("random search, certified", Method::RandomCertified),
        ("grid", Method::Grid),
        ("CMA-ES", Method::CmaEs),
        ("MAP-Elites", Method::MapElites),
    ]
}

/// Other settings of the program's own way.
fn variants() -> Vec<(String, Method)> {
    let mut variants = Vec::new();
    for fitness in [Fitness::Posterior, Fitness::Thesis] {
        for games in [10, 20] {
            for cycles in [1, 2, 4, 10] {
                let method = Method::Certified {
                    fitness,
                    games,
                    cycles,
                    islands: 1,
                };
                let posterior = fitness == Fitness::Posterior;
                variants.push((variant(posterior, games, cycles), method));
            }
        }
    }
    variants
}

/// The program's own way with so many parts of the population that breed at the same time.
fn on_islands() -> Vec<(String, Method)> {
    let own = Settings::default();
    let method = |islands| Method::Certified {
        fitness: own.fitness,
        games: own.games,
        cycles: own.cycles,
        islands,
    };
    ISLANDS
        .map(|islands| {
            (
                format!("{islands} of {}", own.population / islands),
                method(islands),
            )
        })
        .into()
}

/// What one method did with one seed.
#[derive(serde::Serialize, serde::Deserialize)]
struct Outcome {
    games: f64,
    handed: f64,
    qualified: f64,
    distinct: f64,
    /// Mean distance of the checked win rate from one half; `None` when none was handed over.
    off: Option<f64>,
}

/// Compares the methods.
///
/// # Errors
/// When the lab is told to stop.
pub fn work(lab: &Lab<'_>) -> Result<Findings, ExperimentError> {
    let methods: Vec<(String, Method)> = methods()
        .into_iter()
        .map(|(name, method)| (name.to_owned(), method))
        .collect();
    let checks = lab.pick(CHECKS[0], CHECKS[1]);
    compared(
        lab,
        &methods,
        "methods",
        &format!(
            "What each method hands over (at most 20), in {checks} fresh games each: median \
             over the seeds, and the quartiles"
        ),
        71,
    )
}

/// Compares settings of the program's own way; its defaults were chosen by this, on the seed for
/// choosing.
///
/// # Errors
/// When the lab is told to stop.
pub fn work_on_settings(lab: &Lab<'_>) -> Result<Findings, ExperimentError> {
    compared(
        lab,
        &variants(),
        "settings",
        "The program's own way with other settings: median over the seeds, and the quartiles",
        72,
    )
}

/// Compares parts of the population that breed at the same time: none was chosen by it.
///
/// # Errors
/// When the lab is told to stop.
pub fn work_on_islands(lab: &Lab<'_>) -> Result<Findings, ExperimentError> {
    compared(
        lab,
        &on_islands(),
        "islands",
        "The program's own way on islands, families on all of them at once: median over the seeds, and the quartiles",
        72,
    )
}

fn compared(
    lab: &Lab<'_>,
    methods: &[(String, Method)],
    key: &str,
    title: &str,
    number: u64,
) -> Result<Findings, ExperimentError> {
    let seeds = lab.pick(SEEDS[0], SEEDS[1]);
    let budget = lab.pick(BUDGET[0], BUDGET[1]);
    let settings = settings(TARGET, 2);
    let arena = arena(&settings)?;
    // A check of every individual that could be handed over.
    let checks = lab.pick(CHECKS[0], CHECKS[1]);
    let each = budget + u64::from(checks) * HANDED as u64;
    lab.plan(each * (methods.len() * seeds) as u64);
    let outcomes = lab.each(methods.len() * seeds, |index| {
        // Every method with the same seeds.
        let (method, run) = (&methods[index / seeds].1, index % seeds);
        let seed = derive_seed(lab.seed(), &[number, run as u64]);
        let outcome = one(lab, &arena, &settings, method, (budget, checks), seed)?;
        lab.done(each);
        Ok(outcome)
    })?;
    let rows = methods.iter().zip(outcomes.chunks(seeds));
    let rows = rows
        .map(|((name, _), outcomes)| row(name, outcomes))
        .collect();
    let level = Tally {
        games: checks,
        wins: checks / 2,
        draws: 0,
    };
    let mut notes = vec![format!(
        "qualified: the 95 % interval (Jeffreys) over {checks} games that nobody was chosen \
         by lies within 0.4 to 0.6; distinct: any two of them play differently in a quarter \
         of the 500 published positions or more; the games of the check are not counted as \
         the method's"
    )];
    if !is_qualified(level) {
        notes.push(format!(
            "{checks} games can qualify nobody: this scale only shows that everything works"
        ));
    }
    let mut findings = Findings {
        tables: vec![Table::data(
            key,
            title,
            &[
                "method",
                "games",
                "handed over",
                "qualified",
                "share",
                "qualified/1000 games",
                "distinct/1000 games",
                "mean |p - 0.5|",
            ],
            rows,
        )],
        notes,
        ..Findings::default()
    };
    for (name, value) in [
        ("opponent", settings.opponent.clone()),
        ("target", TARGET.to_string()),
        ("depth", settings.depth.to_string()),
        ("games per method", budget.to_string()),
        ("games per check", checks.to_string()),
        ("seeds", seeds.to_string()),
    ] {
        findings.settings.insert(name.to_owned(), value);
    }
    Ok(findings)
}

fn one(
    lab: &Lab<'_>,
    arena: &KitArena<Position>,
    settings: &Settings,
    method: &Method,
    (budget, checks): (u64, u32),
    seed: u64,
) -> Result<Outcome, ExperimentError> {
    let features = FEATURES.map(|feature| feature.name);
    let found = method.search(&Bench {
        arena,
        settings,
        features: &features,
        budget,
        seed,
        cancel: lab.cancel(),
    })?;
    let mut off = Vec::new();
    let mut answers: Vec<Answers> = Vec::new();
    for (number, weights) in found.weights.iter().enumerate() {
        let seed = derive_seed(seed, &[number as u64]);
        let tally = check(arena, settings.target, weights, checks, seed, lab.cancel())?;
        off.push((tally.win_rate().unwrap_or(0.0) - 0.5).abs());
        if is_qualified(tally) {
            answers.push(arena.answers(weights, lab.cancel())?);
        }
    }
    let count = found.weights.len() as f64;
    Ok(Outcome {
        games: found.games as f64,
        handed: count,
        qualified: answers.len() as f64,
        distinct: distinct(&answers) as f64,
        off: (count > 0.0).then(|| off.iter().sum::<f64>() / count),
    })
}

/// Medians with the quartiles beside them.
fn row(name: &str, outcomes: &[Outcome]) -> Vec<Datum> {
    let of = |figure: &dyn Fn(&Outcome) -> Option<f64>| -> Vec<f64> {
        outcomes.iter().filter_map(figure).collect()
    };
    let spread = |values: &[f64], decimals: usize| {
        let quartiles = quantiles(values.to_vec(), [0.25, 0.5, 0.75]);
        quartiles.map_or(Datum::Missing, |[low, median, high]| {
            format!("{median:.decimals$} ({low:.decimals$} to {high:.decimals$})").into()
        })
    };
    let sum = |figure: &dyn Fn(&Outcome) -> Option<f64>| of(figure).iter().sum::<f64>();
    let handed = sum(&|it| Some(it.handed));
    let share = if handed > 0.0 {
        Datum::Real((sum(&|it| Some(it.qualified)) / handed, 2))
    } else {
        Datum::Missing
    };
    vec![
        name.into(),
        quantiles(of(&|it| Some(it.games)), [0.5])
            .map_or(Datum::Missing, |[median]| Datum::Real((median, 0))),
        spread(&of(&|it| Some(it.handed)), 1),
        spread(&of(&|it| Some(it.qualified)), 1),
        share,
        spread(&of(&|it| Some(1000.0 * it.qualified / it.games)), 2),
        spread(&of(&|it| Some(1000.0 * it.distinct / it.games)), 2),
        spread(&of(&|it| it.off), 3),
    ]
}

fn variant(posterior: bool, games: u32, cycles: u32) -> String {
    let which = if posterior { "all" } else { "latest" };
    format!("{which} games count, {games} an evaluation, {cycles} cycles before a test")
}

//! Learning Blokus Duo from games against oneself, as at Othello: the terms of the paper weighed by how games ended
//! that were played well, where the paper has games played on at random.
//!
//! A search meets all placements, not only those that are played, so there is a lesson about those, too: from each
//! position of a game any other placement is tried, and what is learned of it is what a search finds it worth
//! (as Veness et al. 2009, "Bootstrapping from game tree search", learn from the positions of a search). A position
//! of the game itself is worth the mean of how it ended and what a search says.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::super::examples::Label;
use super::super::fit::{Examples, FitSettings, Quality, fit};
use super::super::rounds::{
    LessonError, Line, Plan, Played, Progress, Purpose, Round, learn_in_rounds,
};
use super::super::scale;
use koteki_engine::eval::DECIDED;
use koteki_engine::eval::blokus::form::SLOPE;
use koteki_engine::eval::blokus::linear::rate;
use koteki_engine::eval::blokus::{Evaluation, Form, Obstacles, Opponent, Reading, UNIT, Weights};
use koteki_engine::search::blokus::BlokusSearch;
use koteki_engine::search::blokus::best_first::BestFirst;
use koteki_engine::search::budget::{Budget, Cancel, CancelledError};
use koteki_games::blokus::{Move, Position};
use koteki_games::random::{Random, derive_seed};
use koteki_games::{Game as _, Side};
use koteki_record::keep::Keep;
use koteki_workers::{Pieces, Workers};

/// How it is done.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Seed of everything random.
    pub seed: u64,
    /// How much is played: in the first round by `from`, in each later one by what was learned before.
    pub plan: Plan,
    /// What plays and teaches in the first round.
    pub from: Arc<Evaluation>,
    /// How games are played.
    pub play: GameSettings,
    /// First plies of the phases after the first.
    pub phases: Vec<u8>,
    /// How weights are fitted.
    pub fit: FitSettings,
    /// What they are fitted to.
    pub label: Label,
}

/// How games are played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameSettings {
    /// Positions that are looked at before a move; moves one ply ahead are all looked at whatever it says.
    pub nodes: u64,
    /// The opening is of 0 to so many random plies, each number equally likely.
    pub random_plies: u32,
    /// The chance that a later move is nearly the best a ply ahead: how a game ends teaches only about what is played.
    pub surprise: f64,
    /// Positions that are looked at to say what a position is worth; 0 to learn from how games ended alone.
    pub teacher_nodes: u64,
}

/// What came out, and how good it is on games that the fit has not seen.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The weights.
    pub weights: Weights,
    /// Games played in all rounds.
    pub games: u64,
    /// Positions that the last fit used.
    pub positions: u64,
    /// How well it foretells who wins.
    pub quality: Quality,
    /// How well [`Evaluation::best`] does, which was learned in the paper's way.
    pub best: Quality,
}

/// A game and what its positions were found to be worth.
#[derive(Debug, Serialize, Deserialize)]
struct Taught {
    line: Line<Position>,
    /// Of each position of the line; none for games that are not learned from.
    verdicts: Vec<Verdict>,
}

/// What a search says: winning rates of the side to move, and where it sees the end what its score is taken for.
#[derive(Debug, Serialize, Deserialize)]
struct Verdict {
    rate: f32,
    /// A move that need not have been played, and the rate after it, unless it ended the game.
    aside: Option<(Move, f32)>,
}

/// A position and what is known of it.
#[derive(Clone, Copy, Debug)]
struct Sample {
    position: Position,
    /// Squares by which the side to move won, if the game came this way.
    score: Option<i8>,
    /// What a search says.
    rate: Option<f32>,
}

impl Sample {
    /// The rate at which the side to move wins.
    fn target(&self, label: Label) -> f32 {
        let came = self.score.map(|score| label.target(score));
        match (came, self.rate) {
            (Some(came), Some(rate)) => (came + rate) / 2.0,
            (one, other) => one.or(other).unwrap_or(0.5),
        }
    }

    /// How it ended.
    fn outcome(&self) -> f32 {
        Label::Outcome.target(self.score.unwrap_or(0))
    }
}

impl Played for Taught {
    type Sample = Sample;

    fn samples(&self) -> Vec<Sample> {
        let mut samples = Vec::with_capacity(2 * self.line.moves.len());
        let mut verdicts = self.verdicts.iter();
        for (position, score) in self.line.positions() {
            let verdict = verdicts.next();
            samples.push(Sample {
                position,
                score: Some(score),
                rate: verdict.map(|verdict| verdict.rate),
            });
            if let Some(&(mv, rate)) = verdict.and_then(|verdict| verdict.aside.as_ref()) {
                let mut position = position;
                position.play(mv);
                samples.push(Sample {
                    position,
                    score: None,
                    rate: Some(rate),
                });
            }
        }
        samples
    }
}

/// Coordinates that keep the uses of the seed apart.
const GAMES: u64 = 0;
const FIT: u64 = 1;

/// Has `workers` learn, reporting to `progress`. Games that `keep` has are not played again.
///
/// # Errors
/// When `cancel` is raised first, and those of `keep`.
pub fn learn(
    settings: &Settings,
    workers: &Workers,
    cancel: &Cancel,
    keep: Option<&Keep>,
    progress: impl FnMut(Progress<'_>),
) -> Result<Lesson, LessonError> {
    let seed = |coordinate, round: u32| derive_seed(settings.seed, &[coordinate, round.into()]);
    let judge = |samples: &[Sample], evaluation: &Evaluation| {
        let rate = |sample: &Sample| evaluation.rate(&sample.position);
        Quality::of(samples.iter().map(|it| (rate(it), it.outcome().into())))
    };
    let (learned, quality, used) = learn_in_rounds(
        &settings.plan,
        workers,
        cancel,
        keep,
        |round, before, number| {
            let player = before.unwrap_or(&settings.from);
            let mut random = Random::derived(seed(GAMES, round), &[number]);
            let search = BlokusSearch(Arc::clone(player));
            let line = game(&search, settings.play, &mut random, cancel)?;
            let verdicts =
                if settings.play.teacher_nodes > 0 && Purpose::of(number) == Purpose::Lesson {
                    judge_line(&line, player, settings, &mut random, cancel)?
                } else {
                    Vec::new()
                };
            Ok(Taught { line, verdicts })
        },
        |round, used| {
            let seed = seed(FIT, round);
            let weights = fit_phases(used, settings, seed, workers, cancel)?;
            let learned = Arc::new(Evaluation::new(weights));
            let quality = judge(&used.exam, &learned);
            Ok((learned, quality))
        },
        progress,
    )?;
    Ok(Lesson {
        weights: learned.weights().clone(),
        games: settings.plan.games * u64::from(settings.plan.rounds.max(1)),
        positions: used.lessons.len() as u64,
        quality,
        best: judge(&used.exam, Evaluation::best()),
    })
}

fn game(
    search: &BlokusSearch<Arc<Evaluation>>,
    settings: GameSettings,
    random: &mut Random,
    cancel: &Cancel,
) -> Result<Line<Position>, CancelledError> {
    let opening = random.below(settings.random_plies as usize + 1);
    let mut position = Position::start();
    let (mut start, mut moves) = (position, Vec::new());
    let mut legal = Vec::new();
    for ply in 0.. {
        position.legal_moves(&mut legal);
        if legal.is_empty() {
            break;
        }
        let mv = if ply < opening {
            random.choose(&legal).copied()
        } else if random.unit() < settings.surprise {
            nearly_best(&search.0, &position, &legal, random)
        } else {
            // Of equals the first is played, whichever that is.
            random.shuffle(&mut legal);
            let budget = Budget::Nodes(settings.nodes);
            search.analyse(&position, &legal, budget, cancel)?.best
        };
        let mv = mv.unwrap_or(Move::Pass);
        position.play(mv);
        if ply < opening {
            start = position;
        } else {
            moves.push(mv);
        }
    }
    Ok(Line {
        start,
        moves,
        // At most 89.
        score: position.count().difference(Side::Black) as i8,
    })
}

/// What the positions of a line are worth, and one beside each.
fn judge_line(
    line: &Line<Position>,
    evaluation: &Arc<Evaluation>,
    settings: &Settings,
    random: &mut Random,
    cancel: &Cancel,
) -> Result<Vec<Verdict>, CancelledError> {
    let search = BestFirst(Arc::clone(evaluation));
    let mut legal = Vec::new();
    let searched = |position: &Position, legal: &mut Vec<Move>| {
        position.legal_moves(legal);
        let budget = Budget::Nodes(settings.play.teacher_nodes);
        let found = search.analyse(position, legal, budget, cancel)?;
        Ok::<_, CancelledError>(if found.exact {
            // At most 89.
            settings.label.target((found.value % DECIDED) as i8)
        } else {
            rate(found.value) as f32
        })
    };
    let mut all = Vec::with_capacity(line.moves.len());
    for (position, _) in line.positions() {
        let rate = searched(&position, &mut legal)?;
        let mut aside = None;
        if let Some(&mv) = random.choose(&legal) {
            let mut child = position;
            child.play(mv);
            if !child.is_over() {
                aside = Some((mv, searched(&child, &mut legal)?));
            }
        }
        all.push(Verdict { rate, aside });
    }
    Ok(all)
}

/// Logits of the noise in [`nearly_best`]: to win 1 game of 80 fewer makes a move e times less likely.
const NOISE: f64 = 0.05;

/// A move drawn by what it is worth a ply ahead: of two moves the better one is the likelier by a factor of
/// e^(difference in logits / [`NOISE`]).
fn nearly_best(
    evaluation: &Evaluation,
    position: &Position,
    legal: &[Move],
    random: &mut Random,
) -> Option<Move> {
    let logit = SLOPE / f64::from(UNIT);
    let drawn = legal.iter().map(|&mv| {
        let mut child = *position;
        child.play(mv);
        let worth = -f64::from(evaluation.value(&child)) * logit;
        // The largest of values with noise of this form (Gumbel's) is such a draw.
        let noise = -libm::log(-libm::log(random.unit().max(f64::MIN_POSITIVE)));
        (worth + NOISE * noise, mv)
    });
    let best = drawn.max_by(|(one, _), (other, _)| one.total_cmp(other));
    best.map(|(_, mv)| mv)
}

/// What is weighed: both sides with weights of their own, so that whose turn it is counts, with the territory of
/// [`Evaluation::best`], and what the paper has no features for.
fn form(phases: &[u8]) -> Form {
    Form {
        reading: Reading {
            obstacles: Obstacles::Forbidden,
            ..Reading::default()
        },
        opponent: Opponent::Weighed,
        phases: phases.to_vec(),
        more: true,
    }
}

/// Fits all phases, at the same time.
fn fit_phases(
    used: &Round<Sample>,
    settings: &Settings,
    seed: u64,
    workers: &Workers,
    cancel: &Cancel,
) -> Result<Weights, CancelledError> {
    let form = form(&settings.phases);
    let contents = |samples| Contents {
        form: &form,
        samples,
        label: settings.label,
    };
    let others = &used.scale;
    let (lessons, apart) = (contents(&used.lessons), contents(others));
    let pieces = Pieces::new(form.phase_count(), cancel);
    let phases: Vec<Vec<f64>> = workers.each(pieces, |phase| {
        let seed = derive_seed(seed, &[phase as u64]);
        let dimension = form.dimension();
        let chosen = lessons.of_phase(phase);
        let weights = fit(&lessons, &chosen, dimension, &settings.fit, seed, cancel)?;
        let chosen = apart.of_phase(phase);
        let outcome = |index: usize| others[index].outcome();
        let (slope, _) = scale(&apart, &chosen, &weights, outcome, seed, cancel)?;
        let unit = f64::from(slope) / SLOPE;
        Ok::<_, CancelledError>(weights.iter().map(|&it| f64::from(it) * unit).collect())
    })?;
    Ok(Weights::rounded(form, &phases).kept_fast())
}

/// Samples as a fit sees them.
struct Contents<'a> {
    form: &'a Form,
    samples: &'a [Sample],
    label: Label,
}

impl Contents<'_> {
    // Far fewer than 2^32.
    fn of_phase(&self, phase: usize) -> Vec<u32> {
        let samples = (0..).zip(self.samples);
        let fitting = samples.filter(|(_, it)| self.form.phase(&it.position) == phase);
        fitting.map(|(index, _)| index).collect()
    }
}

impl Examples for Contents<'_> {
    fn len(&self) -> usize {
        self.samples.len()
    }

    fn target(&self, index: usize) -> f32 {
        self.samples[index].target(self.label)
    }

    fn features(&self, index: usize, mut f: impl FnMut(u32, f32)) {
        let terms = self.form.terms(&self.samples[index].position);
        for (number, count) in (0..).zip(terms) {
            if count != 0 {
                f(number, count as f32);
            }
        }
    }
}

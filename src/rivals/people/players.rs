//! Who foretells best what people play: the policy beside players that were not learned from them.
//!
//! A player that plays its best move foretells that; of equal ones each gets a share. For its log loss its values are
//! made into chances by a softmax, `exp(−loss / t)`, with the one temperature t that suits games learned from best.

use rayon::prelude::*;
use statrs::distribution::{ContinuousCDF as _, Normal};

use super::corpus::{Choice, Source, choices_of, turns};
use super::exam::Marks;
use super::table::Table;
use crate::roster::SearchSpec;
use koteki_engine::eval::is_decided;
use koteki_engine::eval::othello::learned::{Learned, units};
use koteki_engine::player::human::policy::{Look, Policy, Seen, chances};
use koteki_engine::search::budget::{Cancel, CancelledError};
use koteki_engine::search::othello::deepening::Deepening;
use koteki_engine::search::root::{RootValues, Search as _};
use koteki_games::Side;
use koteki_games::othello::Position;
use koteki_games::words::numbers::number;

/// A choice of a person as all see it that are compared.
#[derive(Clone, Debug)]
pub struct Case {
    /// How strong the person was.
    rating: f64,
    /// By each [`Look`], in their order.
    looks: [Choice; 2],
    /// What takes longer, of a sample.
    searched: Option<Searched>,
}

/// What each move gives away in the eyes of players that search, and how likely k-best is to play it.
#[derive(Clone, Debug)]
struct Searched {
    tester: Vec<f64>,
    six: Vec<f64>,
    k_best: Vec<f64>,
}

/// The choices of the persons of `sources`; `searched` says whether also in the eyes of those that search long.
///
/// # Errors
/// When `cancel` is raised first.
pub fn cases(
    sources: &[Source],
    searched: bool,
    cancel: &Cancel,
) -> Result<Vec<Case>, CancelledError> {
    let of = |source: &Source| {
        let mut found = Vec::new();
        for (side, mover) in Side::BOTH.into_iter().zip(source.movers) {
            let Some((_, rating)) = mover else { continue };
            let [quick, careful] =
                Look::ALL.map(|look| choices_of(&source.line, side, look, cancel));
            let both = quick?.into_iter().zip(careful?);
            for ((position, ..), looks) in turns(&source.line, side).zip(both) {
                let search = |()| Searched::of(position, cancel);
                found.push(Case {
                    rating,
                    looks: looks.into(),
                    searched: searched.then_some(()).map(search).transpose()?,
                });
            }
        }
        Ok(found)
    };
    let found: Result<Vec<Vec<Case>>, CancelledError> = sources.par_iter().map(of).collect();
    Ok(found?.into_iter().flatten().collect())
}

/// The judge in discs, as `koteki stats` has it: plies, and the empty squares from which it plays the game out.
pub const JUDGE: (u32, u32) = (6, 12);

/// The values of the moves by [`JUDGE`].
///
/// # Errors
/// When `cancel` is raised first.
pub fn judged(
    position: &Position,
    cancel: &Cancel,
) -> Result<RootValues<Position>, CancelledError> {
    let (depth, exhaustive) = JUDGE;
    let search = Deepening::new(Learned::embedded()).exhaustive(exhaustive);
    search.root_values(position, depth, cancel)
}

/// What each move gives away, a finished game in hundredths of a disc.
pub fn losses(values: &RootValues<Position>) -> Vec<f64> {
    let values = values.moves.iter().map(|root| units(root.value));
    let values: Vec<f64> = values.map(f64::from).collect();
    let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    values.into_iter().map(|value| best - value).collect()
}

impl Searched {
    fn of(position: &Position, cancel: &Cancel) -> Result<Self, CancelledError> {
        let see = |spec: SearchSpec| spec.search().root_values(position, spec.depth, cancel);
        let agent = see(SearchSpec::AGENT)?;
        let values: Vec<f64> = agent.moves.iter().map(|it| f64::from(it.value)).collect();
        let k_best = match agent.best() {
            // There it plays its best move.
            Some(best) if is_decided(best) => shared(&values),
            _ => k_best(&values, K_BEST.0, K_BEST.1),
        };
        // They differ in endings only.
        let tester = if position.empties().count_ones() > SearchSpec::TESTER.exhaustive {
            losses(&agent)
        } else {
            losses(&see(SearchSpec::TESTER)?)
        };
        Ok(Self {
            tester,
            six: losses(&judged(position, cancel)?),
            k_best,
        })
    }
}

/// k and σ of the k-best that the thesis has for Intermediate (§5.3).
const K_BEST: (usize, f64) = (12, 75.36);

/// An equal chance for each of the moves of the highest value.
fn shared(values: &[f64]) -> Vec<f64> {
    let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let count = values.iter().filter(|&&it| it >= best).count() as f64;
    let chance = |&value: &f64| if value >= best { 1.0 / count } else { 0.0 };
    values.iter().map(chance).collect()
}

/// How likely each of the `k` best moves is to have the highest value after a normal deviate of standard deviation
/// `sigma` has been added to each: ∫ f_i Π_{j ≠ i} F_j, by steps of σ/4. Of equal moves around the k-th the first ones
/// count.
pub fn k_best(values: &[f64], k: usize, sigma: f64) -> Vec<f64> {
    let normal = Normal::standard();
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&one, &other| values[other].total_cmp(&values[one]));
    order.truncate(k);
    let mut chances = vec![0.0; values.len()];
    let Some(&first) = order.first() else {
        return chances;
    };
    for step in -24..=32 {
        let y = values[first] + sigma * f64::from(step) / 4.0;
        let z = |index: usize| (y - values[index]) / sigma;
        let below: Vec<f64> = order.iter().map(|&it| normal.cdf(z(it))).collect();
        for (at, &index) in order.iter().enumerate() {
            let others = below.iter().enumerate().filter(|&(other, _)| other != at);
            let others: f64 = others.map(|(_, below)| below).product();
            chances[index] += libm::exp(-z(index) * z(index) / 2.0) * others;
        }
    }
    let sum: f64 = chances.iter().sum();
    chances.iter_mut().for_each(|it| *it /= sum);
    chances
}

/// Somebody who is compared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rival {
    /// The policy with this look, at the rating of the person or at one for everybody.
    Policy(Look, Option<f64>),
    /// A move drawn from the policy at the rating of the person.
    Drawn,
    /// A move drawn from k-best.
    KBest,
    /// The best move of the learned evaluation, so many plies deep.
    Learned(u32),
    /// The best move of the thesis' tester.
    Tester,
    /// Any legal move.
    Random,
}

impl Rival {
    /// All of them, in the order of the tables.
    pub const ALL: [Self; 11] = [
        Self::Policy(Look::Careful, None),
        Self::Policy(Look::Quick, None),
        Self::Policy(Look::Careful, Some(1500.0)),
        Self::Learned(6),
        Self::Learned(4),
        Self::Learned(2),
        Self::Learned(1),
        Self::Tester,
        Self::Drawn,
        Self::KBest,
        Self::Random,
    ];

    /// What it is called.
    pub fn name(self) -> String {
        match self {
            Self::Policy(Look::Careful, None) => "policy, the mover's rating".to_owned(),
            Self::Policy(Look::Quick, None) => "the same, quick look".to_owned(),
            Self::Policy(_, Some(rating)) => format!("policy, {rating} for everybody"),
            Self::Drawn => "a draw from the policy".to_owned(),
            Self::KBest => "a draw from k-best *".to_owned(),
            Self::Learned(6) => "learned evaluation, 6 plies *".to_owned(),
            Self::Learned(1) => "learned evaluation, 1 ply".to_owned(),
            Self::Learned(depth) => format!("learned evaluation, {depth} plies"),
            Self::Tester => "tester of the thesis *".to_owned(),
            Self::Random => "random".to_owned(),
        }
    }

    /// What each move gives away in the eyes of one that plays its best move; `None` of others, and where that was not
    /// searched.
    fn losses(self, case: &Case) -> Option<Vec<f64>> {
        let [quick, careful] = &case.looks;
        let is_solved = careful.sight.empties() <= Look::Careful.exhaustive();
        let seen = |choice: &Choice, of: fn(&Seen) -> i32| {
            let moves = choice.moves.iter();
            Some(moves.map(|it| f64::from(of(it))).collect())
        };
        match self {
            Self::Learned(1) if !is_solved => seen(careful, |it| it.glance),
            Self::Learned(2) if !is_solved => seen(quick, |it| it.search),
            Self::Learned(1 | 2 | 4) => seen(careful, |it| it.search),
            Self::Learned(_) => case.searched.as_ref().map(|it| it.six.clone()),
            Self::Tester => case.searched.as_ref().map(|it| it.tester.clone()),
            _ => None,
        }
    }

    /// The temperature that suits `cases` best, of one that has none of its own; `None` where it needs none.
    fn temperature(self, cases: &[Case]) -> Option<f64> {
        let seen = cases.iter().map(|it| (self.losses(it), it.chosen()));
        let seen: Option<Vec<_>> = seen.map(|(losses, at)| Some((losses?, at))).collect();
        let seen = seen.filter(|it| !it.is_empty())?;
        Some(temperature(&seen))
    }

    /// How it does on a choice: chances of the moves, and whether one is drawn; `None` where that was not searched.
    fn chances(self, policy: &Policy, case: &Case, temperature: f64) -> Option<(Vec<f64>, bool)> {
        let of_policy = |look: Look, rating: f64| {
            let Choice { sight, moves, .. } = &case.looks[look as usize];
            chances(&policy.pulls(look, sight, moves), rating)
        };
        let count = case.looks[0].moves.len();
        Some(match self {
            Self::Policy(look, rating) => (of_policy(look, rating.unwrap_or(case.rating)), false),
            Self::Drawn => (of_policy(Look::Careful, case.rating), true),
            Self::KBest => (case.searched.as_ref()?.k_best.clone(), true),
            Self::Random => (vec![1.0 / count as f64; count], false),
            Self::Learned(_) | Self::Tester => (softmax(&self.losses(case)?, temperature), false),
        })
    }
}

fn softmax(losses: &[f64], temperature: f64) -> Vec<f64> {
    let mut chances: Vec<f64> = losses
        .iter()
        .map(|loss| libm::exp(-loss / temperature))
        .collect();
    let sum: f64 = chances.iter().sum();
    chances.iter_mut().for_each(|it| *it /= sum);
    chances
}

/// The temperature under which moves are most likely, each among moves that give away so much: by golden section, for
/// the log loss is convex in 1/t.
pub fn temperature(seen: &[(Vec<f64>, usize)]) -> f64 {
    const GOLDEN: f64 = 0.618_033_988_749_894_8;
    let loss = |log: f64| {
        let mut marks = Marks::default();
        for (losses, chosen) in seen {
            marks.add(&softmax(losses, libm::exp(log)), *chosen);
        }
        marks.loss
    };
    let (mut low, mut high) = (0.0, libm::log(1e5));
    for _ in 0..40 {
        let reach = (high - low) * GOLDEN;
        if loss(high - reach) < loss(low + reach) {
            high = low + reach;
        } else {
            low = high - reach;
        }
    }
    libm::exp((low + high) / 2.0)
}

impl Case {
    const fn chosen(&self) -> usize {
        self.looks[0].chosen
    }
}

/// Ratings from which the bands after the first begin.
pub const BANDS: [f64; 4] = [1100.0, 1300.0, 1500.0, 1700.0];

/// Compares all on `exam`, the values of those without chances being scaled by `learned`; `about` says which games those
/// are.
pub fn compare(policy: &Policy, exam: &[Case], learned: &[Case], about: &str) -> Vec<Table> {
    let found: Vec<(Rival, Option<f64>, Vec<Marks>)> = Rival::ALL
        .into_par_iter()
        .map(|rival| {
            let temperature = rival.temperature(learned);
            let mut marks = vec![Marks::default(); COLUMNS];
            for case in exam {
                let told = rival.chances(policy, case, temperature.unwrap_or(1.0));
                let Some((chances, drawn)) = told else {
                    continue;
                };
                for column in columns(case) {
                    let marks = &mut marks[column];
                    if drawn {
                        marks.add_drawn(&chances, case.chosen());
                    } else {
                        marks.add(&chances, case.chosen());
                    }
                }
            }
            (rival, temperature, marks)
        })
        .collect();
    let heads = heads();
    let bands: Vec<usize> = (0..=BANDS.len() + 1).collect();
    let tens: Vec<usize> = std::iter::once(0).chain(BANDS.len() + 2..COLUMNS).collect();
    let mut tables = Vec::new();
    for what in [HITS, LOSS] {
        for (by, shown) in [("by rating", &bands), ("by ten moves", &tens)] {
            let names = shown.iter().map(|&it| heads[it].clone());
            let mut table = Table::new(format!("{what}, {by} ({about})"), names);
            let mut row = |name: String, marks: &[Marks], cell: &dyn Fn(&Marks) -> String| {
                let cell = |&it: &usize| match marks[it].count {
                    0.0 => "-".to_owned(),
                    _ => cell(&marks[it]),
                };
                table.row(name, shown.iter().map(cell));
            };
            // What is drawn from chances has no other log loss than these.
            let is_shown = |rival: Rival| what == HITS || rival != Rival::Drawn;
            for (rival, _, marks) in found.iter().filter(|it| is_shown(it.0)) {
                row(rival.name(), marks, &|it| match what {
                    HITS => format!("{:.1}", 100.0 * it.right / it.count),
                    _ => format!("{:.3}", it.loss / it.count),
                });
            }
            for (name, of) in [("choices", Rival::Random), ("choices *", Rival::Tester)] {
                let rows = found.iter().filter(|it| it.0 == of);
                rows.for_each(|it| row(name.to_owned(), &it.2, &|it| it.count.to_string()));
            }
            tables.push(table);
        }
    }
    let scaled = found.iter().filter_map(|(rival, temperature, _)| {
        let name = match rival {
            Rival::Learned(depth) => number((*depth).into(), "ply", "plies"),
            _ => "tester".to_owned(),
        };
        Some(format!("{name} {:.0}", (*temperature)?))
    });
    let notes = [
        "A choice is between two moves or more; the first of a game is none. * in a part of the games.".to_owned(),
        "Who plays the best move has chances by a softmax of values, in hundredths of a disc or the tester's".to_owned(),
        format!("points, of a temperature from games learned from: {}.", scaled.collect::<Vec<_>>().join(", ")),
        "k-best never plays some moves: its log loss is that of 99 draws from it to one of any move.".to_owned(),
    ];
    if let Some(last) = tables.last_mut() {
        last.notes.extend(notes);
    }
    tables
}

const HITS: &str = "Moves foretold, per cent";
const LOSS: &str = "Log loss";

/// All choices, those of each band, and those of each ten moves.
const COLUMNS: usize = 1 + BANDS.len() + 1 + 6;

fn heads() -> Vec<String> {
    let mut heads = vec!["all".to_owned(), format!("<{}", BANDS[0])];
    heads.extend(
        BANDS
            .windows(2)
            .map(|it| format!("{}-{}", it[0], it[1] - 1.0)),
    );
    heads.push(format!("{}+", BANDS[BANDS.len() - 1]));
    heads.extend((0..6).map(|ten| format!("{}-{}", 10 * ten + 1, 10 * ten + 10)));
    heads
}

/// The columns in which a choice counts.
fn columns(case: &Case) -> [usize; 3] {
    let band = BANDS.iter().filter(|&&from| case.rating >= from).count();
    let ten = usize::from(case.looks[0].ply) / 10;
    [0, 1 + band, 2 + BANDS.len() + ten.min(5)]
}

//! Yamashita 2009: janken against patterns of hands.
//!
//! | file | what |
//! |---|---|
//! | [`paper`] | the printed figures |
//! | here | `yamashita`: tables 4.2 and 4.3, fig. 4.1, the strong reader on the same patterns |
//! | [`readings`] | `yamashita-readings`: what each way to read the text makes of the tables |
//!
//! A match differs from the next by the seed of the reader alone: a pattern is always the same.

pub mod paper;
pub mod readings;

use std::collections::BTreeMap;

use self::paper::{MATCHES, PATTERNS, PEOPLE, Pattern, STRETCHES};
use super::agreement::{Ours, Paper, RATE};
use super::lab::{ExperimentError, Lab};
use super::report::{Comparison, Datum, Findings, Reading, Table};
use koteki_games::janken::{Outcome, Round};
use koteki_games::random::derive_seed;
use koteki_janken::ReaderSpec;
use koteki_janken::contest::play;
use koteki_janken::score::{Score, band, curve};
use koteki_rivals::measure::stats::Moments;

/// A question left open by the text, the ways to read it, the one used, and how it was chosen.
pub type Open = (
    &'static str,
    &'static [&'static str],
    &'static str,
    &'static str,
);

const READINGS: [Open; 5] = [
    (
        "how many copies of the best replace the worst (\"in proportion to the population\")",
        &["none", "1", "5"],
        "1",
        "the likeliest; yamashita-readings shows the others",
    ),
    (
        "whether the population is kept from round to round",
        &["kept", "redrawn"],
        "kept, as §2.3 reads",
        "by the text; yamashita-readings shows the other",
    ),
    (
        "which of several best strategies answers",
        &["the first", "one at random"],
        "the first",
        "the likeliest; yamashita-readings shows the others",
    ),
    (
        "the order of the genes at depth 3",
        &["opponent's last, own last, own one before", "own two first"],
        "the opponent's first, as in the example of depth 2",
        "the likeliest; yamashita-readings shows the others",
    ),
    (
        "what i counts from in eq. 3.1",
        &["the first round", "the first round that can be scored"],
        "the first round",
        "as eq. 3.1 is written; the other was not tried",
    ),
];

const NOTES: [&str; 4] = [
    "The paper's figures are means of 10 matches without their spread; they are given the spread of ours, \
     so \"differs\" says that a mean of 10 of our matches would hardly come out like that.",
    "What becomes of the figures without the breeding, by looking up the best answer of every key (argmax), is in \
     yamashita-readings.",
    "The text says flat to about round 30, rising to 100, flat to about 140 or 150, rising again.",
    "Against people the paper won 5.8 points per 100 rounds more than it lost; chance alone gives the mean of \
     five matches of 100 rounds an sd of 3.65. People cannot be played again here.",
];

/// The paper's reader and the strong one.
const READERS: [&str; 2] = ["paper", "strong"];

/// A player by name.
fn reader(name: &str) -> Result<ReaderSpec, ExperimentError> {
    Ok(name.parse()?)
}

/// Matches of a reader against a pattern, seen by the reader.
fn matches(
    lab: &Lab<'_>,
    name: &str,
    pattern: &Pattern,
    count: usize,
) -> Result<Vec<Vec<Round>>, ExperimentError> {
    let (own, other) = (reader(name)?, reader(pattern.player)?);
    lab.each(count, |number| {
        let mut own = own.build(derive_seed(lab.seed(), &[number as u64]));
        let rounds = play(&mut *own, &mut *other.build(0), pattern.rounds);
        lab.done(u64::from(pattern.rounds));
        Ok(rounds)
    })
}

/// Rounds of all patterns, for [`Lab::plan`].
fn planned(count: usize) -> u64 {
    let rounds: u64 = PATTERNS.iter().map(|it| u64::from(it.rounds)).sum();
    rounds * count as u64
}

/// The score of each match in the rounds that count.
fn scores(matches: &[Vec<Round>], pattern: &Pattern) -> Vec<Score> {
    let counted = |rounds: &Vec<Round>| Score::of(rounds.get(pattern.from..).unwrap_or_default());
    matches.iter().map(counted).collect()
}

/// Wins, draws or losses per 100 rounds of each match.
fn share(scores: &[Score], outcome: Outcome) -> Vec<f64> {
    let share = |score: &Score| {
        let count = [score.wins, score.draws, score.losses][outcome.index()];
        100.0 * f64::from(count) / f64::from(score.rounds().max(1))
    };
    scores.iter().map(share).collect()
}

/// The paper's mean of ten matches, which says nothing of their spread: with that of ours.
fn printed(value: f64, ours: &[f64]) -> Paper {
    let sd = Moments::of(ours).map_or(0.0, |moments| moments.sd);
    Paper::mean(value, sd, MATCHES as usize)
}

/// Does it.
///
/// # Errors
/// When the lab is told to stop.
pub fn work(lab: &Lab<'_>) -> Result<Findings, ExperimentError> {
    let count = lab.pick(6, 200);
    lab.plan(2 * planned(count));
    let sample = format!("{count} matches");
    let mut tables = [Vec::new(), Vec::new()];
    let mut strong = Vec::new();
    let mut switch = Vec::new();
    for (index, pattern) in PATTERNS.iter().enumerate() {
        for name in READERS {
            let matches = matches(lab, name, pattern, count)?;
            let scores = scores(&matches, pattern);
            if name == READERS[0] {
                for outcome in Outcome::ALL {
                    let ours = share(&scores, outcome);
                    tables[index / 2].push(
                        Comparison::new(
                            row_name(pattern.player, pattern.from, outcome.index()),
                            Some(printed(pattern.printed[outcome.index()], &ours)),
                            Ours::over_runs(&ours),
                            1,
                            sample.clone(),
                        )
                        .within(100.0 * RATE),
                    );
                }
            }
            strong.push(row(name, pattern, &scores, name == READERS[1]));
            if name == READERS[0] && pattern.from > 0 {
                switch = matches;
            }
        }
    }
    let [first, second] = tables;
    let people = PEOPLE
        .iter()
        .enumerate()
        .map(|(number, &[wins, draws, losses])| {
            let score = Score {
                wins,
                draws,
                losses,
            };
            vec![
                Datum::whole(number + 1),
                Datum::Whole(wins.into()),
                Datum::Whole(draws.into()),
                Datum::Whole(losses.into()),
                Datum::Whole(score.net()),
                Datum::Real((band(score.rounds()), 1)),
            ]
        });
    Ok(Findings {
        tables: vec![
            Table::comparison(
                "4.2",
                "The paper's reader against patterns, per 100 rounds (table 4.2)",
                first,
            ),
            Table::comparison(
                "4.3",
                "Against GPCP for 100 rounds and then CGPPC: rounds 101 to 200 (table 4.3)",
                second,
            ),
            Table::comparison(
                "4.1",
                "Points a round in one stretch less those in another (fig. 4.1, text)",
                stretches(&switch, &sample),
            ),
            Table::data(
                "4.1-curve",
                "Score curve against GPCP, then CGPPC: win +1, loss -1 (fig. 4.1)",
                &["round", "mean", "sd", "first match"],
                curves(&switch),
            ),
            Table::data(
                "strong",
                "The paper's reader and the strong one, per 100 rounds",
                &[
                    "pattern", "reader", "wins", "sd", "draws", "losses", "promised",
                ],
                strong,
            ),
            Table::data(
                "4.4",
                "The paper's five people, 100 rounds each (table 4.4, not played again)",
                &["person", "wins", "draws", "losses", "net", "chance ±"],
                people.collect(),
            ),
        ],
        readings: READINGS.map(open).into(),
        notes: NOTES.map(str::to_owned).into(),
        settings: settings(&READERS),
    })
}

fn open((question, options, used, chosen): Open) -> Reading {
    Reading {
        question: question.to_owned(),
        options: options.iter().map(|&option| option.to_owned()).collect(),
        used: used.to_owned(),
        chosen: chosen.to_owned(),
    }
}

fn settings(readers: &[&str]) -> BTreeMap<String, String> {
    let named = readers
        .iter()
        .map(|&name| (name.to_owned(), name.to_owned()));
    named.collect()
}

/// A reader against a pattern as a row of data: means and sd per 100 rounds.
fn row(name: &str, pattern: &Pattern, scores: &[Score], is_promised: bool) -> Vec<Datum> {
    let moments = |outcome| Moments::of(&share(scores, outcome));
    let mean =
        |outcome| moments(outcome).map_or(Datum::Missing, |moments| Datum::Real((moments.mean, 1)));
    vec![
        Datum::from(pattern.player),
        Datum::from(name),
        mean(Outcome::Win),
        moments(Outcome::Win).map_or(Datum::Missing, |moments| Datum::Real((moments.sd, 1))),
        mean(Outcome::Draw),
        mean(Outcome::Loss),
        if is_promised {
            Datum::Real((pattern.promised, 0))
        } else {
            Datum::Missing
        },
    ]
}

/// What the text says of fig. 4.1: points a round in one stretch less those in another.
fn stretches(matches: &[Vec<Round>], sample: &str) -> Vec<Comparison> {
    let slopes = |&(from, to): &(usize, usize)| -> Vec<f64> {
        let slope = |rounds: &Vec<Round>| {
            let score = Score::of(rounds.get(from..to).unwrap_or_default());
            score.per_hundred() / 100.0
        };
        matches.iter().map(slope).collect()
    };
    let [flat, rising, flat_again, rising_again] = STRETCHES.map(|stretch| slopes(&stretch));
    let pairs = [
        (&rising, &flat),
        (&rising, &flat_again),
        (&rising_again, &flat_again),
    ];
    let rows = pairs
        .into_iter()
        .zip([
            "rounds 31-100 rise more than 1-30",
            "rounds 31-100 rise more than 101-140",
            "rounds 151-200 rise more than 101-140",
        ])
        .map(|((more, less), label)| {
            let difference: Vec<f64> = more.iter().zip(less).map(|(a, b)| a - b).collect();
            Comparison::new(
                label,
                Some(Paper::claim("above 0")),
                Ours::over_runs(&difference).map(Ours::above_zero),
                2,
                sample,
            )
        });
    rows.collect()
}

/// The mean score curve, every tenth round.
fn curves(matches: &[Vec<Round>]) -> Vec<Vec<Datum>> {
    let curves: Vec<Vec<i32>> = matches.iter().map(|rounds| curve(rounds)).collect();
    let upto = curves.iter().map(Vec::len).min().unwrap_or(0);
    let at = |round: usize| -> Vec<f64> {
        let points = curves.iter().filter_map(|curve| curve.get(round - 1));
        points.map(|&point| f64::from(point)).collect()
    };
    (1..=upto / 10)
        .map(|tens| {
            let round = tens * 10;
            let moments = Moments::of(&at(round));
            let real = |value: Option<f64>| value.map_or(Datum::Missing, |it| Datum::Real((it, 1)));
            vec![
                Datum::whole(round),
                real(moments.map(|it| it.mean)),
                real(moments.map(|it| it.sd)),
                curves
                    .first()
                    .and_then(|curve| curve.get(round - 1))
                    .map_or(Datum::Missing, |&point| Datum::Whole(point.into())),
            ]
        })
        .collect()
}

fn row_name(pattern: &str, from: usize, outcome: usize) -> String {
    let outcome = ["wins", "draws", "losses"].get(outcome).unwrap_or(&"");
    if from == 0 {
        format!("{pattern}: {outcome}")
    } else {
        format!("rounds {} on: {outcome}", from + 1)
    }
}

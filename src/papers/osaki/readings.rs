//! `osaki-2-readings`: what each way to read the paper makes of the row ε 1 of table 2.
//!
//! With ε 1 the games do not depend on the evaluation, so every reading learns from the same ones.

use super::paper::RATES;
use super::{TRAIN, exam, settings};
use crate::lab::{ExperimentError, Lab};
use crate::report::{Datum, Findings, Table};
use koteki_engine::eval::blokus::{DeadSquares, Evaluation, Obstacles, Opponent, Paths, Sight};
use koteki_games::random::derive_seed;
use koteki_rivals::learn::blokus::exam::Marks;
use koteki_rivals::learn::blokus::record::records;
use koteki_rivals::learn::blokus::{Draws, Learning, Settings};

const READING_NOTES: [&str; 1] = [
    "All readings learn from the same games and are tried on the same positions; with \"lost\" the teacher's shares count draws as lost, while the test's count them half.",
];

/// Every reading.
fn all(lab: &Lab<'_>) -> Vec<Settings> {
    let mut all = vec![settings(lab, 0, 1.0)];
    let mut with = |change: &dyn Fn(&Settings) -> Settings| {
        let more: Vec<Settings> = all.iter().map(change).collect();
        all.extend(more);
    };
    with(&|it| Settings {
        paths: Paths::One,
        ..it.clone()
    });
    with(&|it| Settings {
        obstacles: Obstacles::Forbidden,
        ..it.clone()
    });
    with(&|it| Settings {
        dead: DeadSquares::Taken,
        ..it.clone()
    });
    with(&|it| Settings {
        sight: Sight::OwnStart,
        ..it.clone()
    });
    let difference = all.clone();
    for opponent in [Opponent::Ignored, Opponent::Weighed] {
        all.extend(difference.iter().map(|it| Settings {
            opponent,
            ..it.clone()
        }));
    }
    let half = all.clone();
    all.extend(half.into_iter().map(|it| Settings {
        draws: Draws::Lost,
        ..it
    }));
    all
}

/// Does it.
///
/// # Errors
/// When the lab is told to stop.
pub fn work(lab: &Lab<'_>) -> Result<Findings, ExperimentError> {
    let all = all(lab);
    lab.plan(all.len() as u64);
    let exam = lab.each(1, |_| exam(lab, None, 0))?.concat();
    let seed = derive_seed(lab.seed(), &[TRAIN]);
    let mut taught = lab.each(2, |index| {
        let draws = [Draws::Half, Draws::Lost][index];
        let settings = Settings {
            draws,
            ..settings(lab, 0, 1.0)
        };
        let games = 0..settings.games;
        Ok((draws, records(&settings, None, seed, games, lab.cancel())?))
    })?;
    taught.sort_by_key(|(draws, _)| *draws == Draws::Lost);
    let marks = lab.each(all.len(), |index| {
        let settings = &all[index];
        let records = taught.iter().find(|(draws, _)| *draws == settings.draws);
        let mut learning = Learning::new(settings.clone(), seed);
        for record in records.map_or(&[][..], |(_, records)| records) {
            learning.learn(record);
        }
        lab.done(1);
        Ok(Marks::of(&Evaluation::new(learning.weights()), &exam))
    })?;
    let (error, accuracy) = RATES[0][3];
    let rows = all.iter().zip(&marks).map(|(settings, marks)| {
        let names = [
            opponent(
                settings.opponent == Opponent::Ignored,
                settings.opponent == Opponent::Weighed,
            ),
            sight(settings.sight == Sight::OwnStart),
            paths(settings.paths == Paths::One),
            obstacles(settings.obstacles == Obstacles::Forbidden),
            dead(settings.dead == DeadSquares::Taken),
            draws(settings.draws == Draws::Lost),
        ];
        let mut row: Vec<Datum> = names.map(Datum::from).into();
        row.extend([
            Datum::Real((marks.error(), 4)),
            Datum::Real((marks.accuracy(), 4)),
            Datum::Real((marks.error() - error, 4)),
            Datum::Real((marks.accuracy() - accuracy, 4)),
        ]);
        row
    });
    Ok(Findings {
        tables: vec![Table::data(
            "readings",
            "What each reading makes of the row epsilon 1 of table 2 (0.0952, 0.7965)",
            &[
                "opponent",
                "White's squares",
                "paths",
                "obstacles",
                "dead",
                "draws",
                "error",
                "right",
                "error off",
                "right off",
            ],
            rows.collect(),
        )],
        notes: READING_NOTES.map(str::to_owned).into(),
        settings: [
            ("games of a lesson", all[0].games.to_string()),
            ("test positions", exam.len().to_string()),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .into(),
        ..Findings::default()
    })
}

const fn opponent(ignored: bool, weighed: bool) -> &'static str {
    match (ignored, weighed) {
        (true, _) => "ignored",
        (_, true) => "weighed",
        _ => "difference",
    }
}

const fn sight(own: bool) -> &'static str {
    if own { "own start" } else { "board" }
}

const fn paths(one: bool) -> &'static str {
    if one { "one" } else { "all" }
}

const fn obstacles(forbidden: bool) -> &'static str {
    if forbidden { "forbidden" } else { "opponent" }
}

const fn dead(taken: bool) -> &'static str {
    if taken { "taken" } else { "free" }
}

const fn draws(lost: bool) -> &'static str {
    if lost { "lost" } else { "half" }
}

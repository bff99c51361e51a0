//! `osaki-readings`: what each way to read the paper makes of its tables A.1 and A.2, and of the row ε 1 of table 2.
//!
//! With ε 1 the games do not depend on the evaluation, so every reading learns from the same ones.

use super::paper::{RATES, SQUARE_WEIGHTS};
use super::squares::correlation;
use super::{TRAIN, exam, settings};
use crate::lab::{ExperimentError, Lab};
use crate::report::{Datum, Findings, Table};
use koteki_engine::eval::blokus::{
    DeadSquares, Evaluation, Kind, Obstacles, Opponent, Paths, SQUARES, Sight, UNIT, Weights,
    folded,
};
use koteki_games::blokus::Square;
use koteki_games::random::derive_seed;
use koteki_rivals::learn::blokus::exam::Marks;
use koteki_rivals::learn::blokus::record::records;
use koteki_rivals::learn::blokus::{Draws, Learning, Settings};

const READING_NOTES: [&str; 2] = [
    "All readings learn from the same games and are tried on the same positions; with \"lost\" the teacher's shares count draws as lost, while the test's count them half.",
    "A weight that no position moves keeps the 0.001 that all start with: in the paper that of (A,A) in both tables, and that of (5,5) in A.2.",
];

/// Where learning may stop: the end of the game, the last ply that is tested, and earlier ones.
const UNTIL: [u8; 3] = [18, 16, 14];

/// Every way to count, and of the one that is used the ways to teach.
fn all(lab: &Lab<'_>) -> Vec<Settings> {
    let used = settings(lab, 0, 1.0);
    let mut all = vec![used.clone()];
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
        sight: Sight::Board,
        ..it.clone()
    });
    let own_dead = all.clone();
    for opponent in [Opponent::Difference, Opponent::Ignored, Opponent::Weighed] {
        all.extend(own_dead.iter().map(|it| Settings {
            opponent,
            ..it.clone()
        }));
    }
    all.push(Settings {
        draws: Draws::Lost,
        ..used.clone()
    });
    all.extend(UNTIL.map(|until| Settings {
        until,
        ..used.clone()
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
    let exam = exam(lab, None, 0)?;
    let seed = derive_seed(lab.seed(), &[TRAIN]);
    let mut taught = lab.each(2, |index| {
        let draws = [Draws::Half, Draws::Lost][index];
        let settings = Settings {
            draws,
            ..settings(lab, 0, 1.0)
        };
        let games = 0..settings.games;
        let (workers, cancel) = (lab.workers(), lab.cancel());
        let records = records(&settings, None, seed, games, workers, cancel)?;
        Ok((draws, records))
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
        let weights = learning.weights();
        let scores = [0, 1].map(|phase| scores(&weights, phase));
        Ok((Marks::of(&Evaluation::new(weights), &exam), scores))
    })?;
    let (error, accuracy) = RATES[0][3];
    let rows = all.iter().zip(&marks).map(|(settings, (marks, scores))| {
        let mut row: Vec<Datum> = names(settings).map(Datum::from).into();
        for place in [4, 9] {
            let square = Square::at(place, place).map_or(0, folded);
            row.extend(scores.iter().map(|scores| Datum::Real((scores[square], 3))));
        }
        for (scores, printed) in scores.iter().zip(&SQUARE_WEIGHTS) {
            row.push(Datum::Real((correlation(scores, printed), 3)));
        }
        row.extend([
            Datum::Real((marks.error(), 4)),
            Datum::Real((marks.accuracy(), 4)),
        ]);
        row
    });
    let mut table: Vec<Vec<Datum>> = rows.collect();
    let mut paper: Vec<Datum> = ["the paper", "", "", "", "", "", ""]
        .map(Datum::from)
        .into();
    for place in [4, 9] {
        let square = Square::at(place, place).map_or(0, folded);
        let printed = SQUARE_WEIGHTS.iter().map(|table| table[square]);
        paper.extend(printed.map(|weight| Datum::Real((weight, 3))));
    }
    paper.extend([
        Datum::Missing,
        Datum::Missing,
        Datum::Real((error, 4)),
        Datum::Real((accuracy, 4)),
    ]);
    table.push(paper);
    Ok(Findings {
        tables: vec![Table::data(
            "readings",
            "What each reading makes of score weights (tables A.1 and A.2: r is the correlation with all squares) and of the \
             row epsilon 1 of table 2",
            &[
                "opponent",
                "second's squares",
                "paths",
                "obstacles",
                "dead",
                "draws",
                "until",
                "(5,5) A.1",
                "(5,5) A.2",
                "(A,A) A.1",
                "(A,A) A.2",
                "r A.1",
                "r A.2",
                "error",
                "right",
            ],
            table,
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

/// The score weights of a phase, square by square.
pub(super) fn scores(weights: &Weights, phase: usize) -> Vec<f64> {
    (0..SQUARES)
        .map(|square| f64::from(weights.square(phase, Kind::Score, square)) / f64::from(UNIT))
        .collect()
}

/// A reading in words, a column a question.
fn names(settings: &Settings) -> [String; 7] {
    let opponent = match settings.opponent {
        Opponent::OwnDead => "own dead",
        Opponent::Difference => "difference",
        Opponent::Ignored => "ignored",
        Opponent::Weighed => "weighed",
    };
    let one_of = |second: bool, names: [&'static str; 2]| names[usize::from(second)];
    [
        opponent,
        one_of(settings.sight == Sight::OwnStart, ["board", "own start"]),
        one_of(settings.paths == Paths::One, ["all", "one"]),
        one_of(
            settings.obstacles == Obstacles::Forbidden,
            ["opponent", "forbidden"],
        ),
        one_of(settings.dead == DeadSquares::Taken, ["free", "taken"]),
        one_of(settings.draws == Draws::Lost, ["half", "lost"]),
        &settings.until.to_string(),
    ]
    .map(str::to_owned)
}

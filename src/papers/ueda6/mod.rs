//! Ueda 2012, ch. 6: breeding individuals that are level with an agent and unlike each other.
//!
//! | file | what |
//! |---|---|
//! | [`paper`] | the thesis' figures |
//! | [`variant`], [`individual`] | the ways to read the chapter, and the individuals of each |
//! | [`runs`] | the runs that all experiments look at |
//! | [`readings`] | `ueda-6-readings`: how far from table 6.1 each reading ends |
//! | [`table_6_1`] | `ueda-6.1-table`: win rates of 20 individuals for three β |
//! | [`mismatch`], [`distances`] | `ueda-6.2`: distance of weights against different moves |
//! | [`curves`] | `ueda-6.3`: f_wr and f_sim per cycle for five β |
//! | [`scatter`] | `ueda-6.4`: where the level individuals are |
//! | [`spread`] | `ueda-6-spread`: what makes the three lie far apart |
//! | [`trio`] | `ueda-6.5`: three rivals, and how differently they play |
//!
//! `ueda-6` does all of them but the readings on one set of runs, which is what takes the time; each
//! alone finds the same.

pub mod curves;
pub mod distances;
pub mod individual;
pub mod mismatch;
pub mod paper;
pub mod readings;
pub mod runs;
pub mod scatter;
pub mod spread;
pub mod table_6_1;
pub mod trio;
pub mod variant;
mod words;

use std::collections::BTreeMap;

use super::CHOOSING_SEED;
use super::lab::{ExperimentError, Lab};
use super::report::{Findings, Reading};
use paper::{BETAS, RUNS};
use runs::Runs;
use variant::{CHOSEN, VARIANTS};

/// Those questions: what is open, the ways to read it, and the one used.
const OPEN: [(&str, &[&str], &str); 4] = [
    (
        "equal individuals, whose f_sim would be infinite",
        &["as the nearest that two different ones can be", "left out"],
        "as the nearest that two different ones can be",
    ),
    (
        "what makes two games of the same players differ",
        &[
            "equal moves chosen at random",
            "the scan order of the program",
        ],
        "the scan order of the program, in its own search and in that of the individuals",
    ),
    (
        "the sign of the frontier term, printed as own − opponent's",
        &["fewer own frontier discs are better", "as printed"],
        "fewer own frontier discs are better, as in the program",
    ),
    (
        "the 300 positions: \"an intermediate player against Reversi in C#\"",
        &["games of a stand-in of that strength", "of people"],
        "drawn from 10 games of an agent of D 25.12 (depth 4) against Intermediate, forced moves among \
         them",
    ),
];

/// Runs at each β.
pub fn count(lab: &Lab<'_>) -> usize {
    lab.pick(2, RUNS)
}

/// `ueda-6`.
///
/// # Errors
/// When the lab is told to stop.
pub fn whole(lab: &Lab<'_>) -> Result<Findings, ExperimentError> {
    lab.plan(distances::planned(lab) + trio::planned(lab));
    let runs = Runs::breed(lab, &CHOSEN, &BETAS, count(lab))?;
    let mut all = Findings::default();
    for part in [
        table_6_1::look(&runs),
        distances::look(lab, &runs)?,
        curves::look(&runs),
        scatter::look(&runs),
        trio::look(lab, &runs)?,
    ] {
        all.tables.extend(part.tables);
        all.notes.extend(part.notes);
    }
    Ok(with_readings(lab, all))
}

/// Adds what all reports of the chapter have in common.
fn with_readings(lab: &Lab<'_>, mut findings: Findings) -> Findings {
    let names = VARIANTS.map(|variant| variant.name.to_owned()).to_vec();
    findings.readings.push(Reading {
        question: "who the opponent is and who looks how far (\"individual's depth 3, agent: \
                   Beginner, depth 2\"; no D is given), whose search the individuals use, and \
                   on what scale f_sim counts (with eq. 6.7 as printed β 0.01 changes next to \
                   nothing, where the thesis finds it as strong as β ∞)"
            .to_owned(),
        options: names,
        used: format!(
            "{}, against two printed lines: individuals of depth 3, agent of depth 2",
            CHOSEN.name
        ),
        chosen: format!(
            "least misfit to table 6.1 but for what runs can't tell apart, on seed \
             {CHOOSING_SEED}: koteki experiment ueda-6-readings --scale paper --seed \
             {CHOOSING_SEED}"
        ),
    });
    findings
        .readings
        .extend(OPEN.map(|(question, options, used)| Reading {
            question: question.to_owned(),
            options: options.iter().map(|&option| option.to_owned()).collect(),
            used: used.to_owned(),
            chosen: "by the text alone, not tried".to_owned(),
        }));
    let settings = CHOSEN.settings(lab, 1.0);
    findings.settings = BTreeMap::from(
        [
            ("opponent", settings.opponent),
            ("depth of individuals", settings.depth.to_string()),
            (
                "search of individuals",
                engine(CHOSEN.engine == individual::Engine::Program),
            ),
            ("factor of f_sim", CHOSEN.similarity.to_string()),
            ("cycles", settings.cycles.to_string()),
            ("games an evaluation", settings.games.to_string()),
            ("games of a win rate", settings.retest.first.to_string()),
            ("runs at each β", count(lab).to_string()),
        ]
        .map(|(name, value)| (name.to_owned(), value)),
    );
    findings
}

fn engine(program: bool) -> String {
    if program {
        "that of \"Reversi in C#\""
    } else {
        "our own"
    }
    .to_owned()
}

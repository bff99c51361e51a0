//! Osaki et al. 2009: the winning rate of Blokus Duo.
//!
//! | file | what |
//! |---|---|
//! | [`paper`] | the paper's figures |
//! | [`squares`] | tables A.1 and A.2: the score weight of every square |
//! | [`rates`] | tables 2, 3 and 4: how well the evaluations foretell winning rates |
//! | [`readings`] | what each way to read the paper makes of tables A.1, A.2 and 2 |
//! | [`games`] | tables 5 to 7: TOQN against the Monte Carlo player |
//!
//! Tables 8 and 9 are games against MWPD, a program that is not to be had.

pub mod games;
pub mod paper;
pub mod rates;
pub mod readings;
pub mod squares;

use super::lab::{ExperimentError, Lab};
use super::report::Reading;
use koteki_engine::eval::blokus::{Evaluation, Weights};
use koteki_games::random::derive_seed;
use koteki_rivals::learn::blokus::exam::Exam;
use koteki_rivals::learn::blokus::record::Judged;
use koteki_rivals::learn::blokus::{Draws, Learning, Settings};

/// A question left open by the text, the ways to read it, the one used, and how it was chosen.
pub type Open = (
    &'static str,
    &'static [&'static str],
    &'static str,
    &'static str,
);

/// By which figures of the paper the readings were chosen.
const CHOSEN: &str = "by the paper's own weights: osaki-readings, on seed 1001";

const READINGS: [Open; 7] = [
    (
        "where the second player's squares are counted from",
        &["the board as it lies", "its own start"],
        "its own start: tables A.1 and A.2 leave (A,A) at the 0.001 that weights start with, so no side covers it as its own",
        CHOSEN,
    ),
    (
        "how the side that is not to move enters a value (table 1 words dead squares and score for the side to move)",
        &[
            "as a difference",
            "as a difference, but for its dead squares",
            "not at all",
            "with weights of its own",
        ],
        "as a difference, but for its dead squares: (5,5), which both cover from ply 2 on, keeps its 0.001 in table A.2, so \
         the score is a difference; dead squares of the side to move alone, as table 1 has them, bring A.2 and table 2 nearer",
        CHOSEN,
    ),
    (
        "which shortest paths to a square of the territory must be free",
        &["all", "one is enough"],
        "all, as the text has it",
        "by the text; osaki-readings shows both",
    ),
    (
        "what blocks a path",
        &["the opponent's squares", "own and dead squares too"],
        "the opponent's squares, as the text has it",
        "by the text; osaki-readings shows both",
    ),
    (
        "whether an occupied square can be dead",
        &["no", "yes"],
        "no",
        "by the text (a square that cannot be occupied); osaki-readings shows both",
    ),
    (
        "how a drawn random game counts",
        &["half a win", "as lost"],
        "half a win",
        "the natural sense, with half points for both sides; osaki-readings shows both",
    ),
    (
        "which positions of a game are learned from",
        &[
            "all after the first ply and before the last",
            "those up to ply 18, the last that is tested",
        ],
        "all of them, passes included",
        "by the text (eq. 1: up to the end of the game); osaki-readings shows both",
    ),
];

/// What the kind with the largest weights is called.
const SCORE: &str = "score";

/// Coordinates that keep the uses of the seed apart.
const TRAIN: u64 = 0;
const EXAM: u64 = 1;
const PLAY: u64 = 2;

/// Games and playouts of a lesson, by scale: (games, M of tables 2 and A, M of tables 3 and 4).
const LESSONS: [(u64, u32, u32); 2] = [(60, 10, 20), (1000, 100, 1000)];
/// Test positions of each ply, and random games from each.
const EXAMS: [(usize, u32); 2] = [(4, 50), (200, 1000)];

/// What the table of this column (0: table 2, 1: table 3) learned with this ε.
fn settings(lab: &Lab<'_>, column: usize, epsilon: f64) -> Settings {
    let (games, few, many) = lab.pick(LESSONS[0], LESSONS[1]);
    Settings {
        games,
        playouts: if column == 0 { few } else { many },
        epsilon,
        ..Settings::default()
    }
}

/// What a lesson costs, in random games, for [`Lab::plan`]: a game has some 27 positions.
fn cost(settings: &Settings) -> u64 {
    27 * settings.games * u64::from(settings.playouts)
}

/// Learns with these settings. Lessons of one number use the same seed, so that those of one ε play from
/// the same lots. `done` gets the cost of what is done.
fn lesson(
    lab: &Lab<'_>,
    settings: Settings,
    number: u64,
    done: impl Fn(u64),
) -> Result<Weights, ExperimentError> {
    let each = cost(&settings) / settings.games.max(1);
    let mut learning = Learning::new(settings, derive_seed(lab.seed(), &[TRAIN, number]));
    while !learning.is_done() {
        let before = learning.games();
        learning.step(lab.workers(), lab.cancel())?;
        done(each * (learning.games() - before));
    }
    Ok(learning.weights())
}

/// The evaluations that `lesson` learns in `count` lessons, which are kept as the bytes of their weights.
fn lessons(
    lab: &Lab<'_>,
    count: usize,
    units: impl Fn(usize) -> u64 + Sync,
    lesson: impl Fn(usize) -> Result<Weights, ExperimentError> + Sync,
) -> Result<Vec<Evaluation>, ExperimentError> {
    let bytes = lab.each_kept(
        &[TRAIN],
        count,
        units,
        |index| Ok(lesson(index)?.to_bytes()),
    )?;
    let read = |bytes: &Vec<u8>| {
        let weights = Weights::from_bytes(bytes);
        weights.map_err(|error| ExperimentError::Other(error.to_string()))
    };
    let weights = bytes.iter().map(read);
    weights.map(|it| Ok(Evaluation::new(it?))).collect()
}

/// Positions with winning rates, all moves at random but those of `player` after the first two.
fn exam(
    lab: &Lab<'_>,
    player: Option<&Evaluation>,
    number: u64,
) -> Result<Vec<Judged>, ExperimentError> {
    let (per_ply, playouts) = lab.pick(EXAMS[0], EXAMS[1]);
    let exam = Exam {
        per_ply,
        playouts,
        draws: Draws::default(),
        player,
    };
    let seed = derive_seed(lab.seed(), &[EXAM, number]);
    Ok(exam.positions(seed, lab.workers(), lab.cancel())?)
}

/// What the text leaves open.
fn open() -> Vec<Reading> {
    READINGS
        .map(|(question, options, used, chosen)| Reading {
            question: question.to_owned(),
            options: options.iter().map(|&option| option.to_owned()).collect(),
            used: used.to_owned(),
            chosen: chosen.to_owned(),
        })
        .into()
}

//! The kept reports (`recordings/experiments`): whether this program still makes them, and whether the page says what
//! they say.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

use koteki_engine::eval::blokus::{Evaluation, Kind, UNIT, folded};
use koteki_engine::search::budget::Cancel;
use koteki_games::blokus::Square;
use koteki_papers::osaki::paper::SQUARE_WEIGHTS;
use koteki_papers::osaki::squares::correlation;
use koteki_papers::sum::{Sum, SumError};
use koteki_papers::{Progress, Scale, Setup, find, show};

fn kept(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("recordings/experiments")
        .join(file)
}

/// All but the line that names the instructions of the processor: they change no figure.
fn figures(report: &str) -> Vec<&str> {
    let lines = report.lines();
    lines.filter(|line| !line.starts_with("made by")).collect()
}

/// Those that take a few seconds at the paper's scale, each on the seed of its kept report.
#[test]
fn the_short_ones_come_out_again_byte_for_byte() {
    for name in ["ueda-5.3", "weights-1"] {
        let experiment = find(name).unwrap();
        let setup = Setup {
            scale: Scale::Paper,
            seed: experiment.seed,
            jobs: 2,
        };
        let report = experiment.run(&setup, &Progress::default(), &Cancel::new());
        let now = show::text(&report.unwrap());
        let then = fs::read_to_string(kept(&format!("{name}.txt"))).unwrap();
        assert_eq!(figures(&now), figures(&then), "{name}: make it again");
    }
}

/// The table of all tables is the program's, not a hand's.
#[test]
fn the_page_has_the_sum_of_the_reports() {
    let sum = Sum::of(&kept("")).unwrap();
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/papers.md");
    let page = fs::read_to_string(page).unwrap();
    assert!(
        page.contains(&sum.text()),
        "docs/papers.md does not have what koteki experiment --sum recordings/experiments says:\n{}",
        sum.text()
    );
}

/// Figures are counted once, and those of few games not beside those of many.
#[test]
fn reports_that_do_not_go_together_are_not_added_up() {
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    let report = fs::read_to_string(kept("ueda-5.3.json")).unwrap();
    put("a.json", &report);
    assert!(Sum::of(folder.path()).is_ok());
    put("b.json", &report);
    let fault = |it: Result<Sum, SumError>| it.err().unwrap().to_string();
    let twice = fault(Sum::of(folder.path()));
    assert!(
        twice.contains("b.json: a second report of ueda-5.3"),
        "{twice}"
    );
    let small = fs::read_to_string(kept("weights-1.json")).unwrap();
    let small = small.replace("\"scale\":\"paper\"", "\"scale\":\"small\"");
    put("b.json", &small);
    let scales = fault(Sum::of(folder.path()));
    assert!(
        scales.contains("of scale small, where that of ueda-5.3 is of paper"),
        "{scales}"
    );
}

/// Tables A.1 and A.2: squares counted from the board would move (A,A), the opponent's squares with weights of their
/// own (5,5), and neither would be as like the paper's first table (0.48 from the board).
#[test]
fn what_the_paper_taught_is_like_its_own_table() {
    let weights = Evaluation::paper().weights();
    let scores = [0, 1].map(|phase| -> Vec<f64> {
        let score = |square| f64::from(weights.square(phase, Kind::Score, square));
        let squares = 0..SQUARE_WEIGHTS[phase].len();
        squares
            .map(|square| score(square) / f64::from(UNIT))
            .collect()
    });
    let at = |place| folded(Square::at(place, place).unwrap());
    let (five, ten) = (at(4), at(9));
    assert_eq!([0, 1].map(|phase| scores[phase][ten]), [0.001; 2]);
    assert_eq!(scores[1][five], 0.001);
    assert!(scores[0][five] < -0.05);
    assert!(correlation(&scores[0], &SQUARE_WEIGHTS[0]) > 0.6);
    assert!(correlation(&scores[1], &SQUARE_WEIGHTS[1]) > 0.3);
}

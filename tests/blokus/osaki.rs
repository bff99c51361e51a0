//! The experiments of the Blokus paper at their small scale: whole, with the paper's figures, the same
//! for any number of threads. What they find is measured at the paper's scale: `recordings/experiments`.

// Tests may unwrap; clippy does not know the helpers of one.
#![allow(clippy::unwrap_used)]

use koteki_engine::search::budget::Cancel;
use koteki_papers::agreement::Paper;
use koteki_papers::report::{Body, Datum, Report};
use koteki_papers::{Progress, Scale, Setup, find};

fn report(name: &str, jobs: usize) -> Report {
    let setup = Setup {
        scale: Scale::Small,
        seed: 5,
        jobs,
    };
    let progress = Progress::default();
    let report = find(name).unwrap().run(&setup, &progress, &Cancel::new());
    assert!(progress.share().unwrap() > 0.99);
    report.unwrap()
}

/// The paper's figures of a table, in order.
fn printed(report: &Report, key: &str) -> Vec<f64> {
    let table = report.tables.iter().find(|table| table.key == key).unwrap();
    let rows = table.comparisons().iter();
    rows.map(|row| row.paper.as_ref().and_then(Paper::value).unwrap())
        .collect()
}

#[test]
fn tables_2_and_3_have_every_row() {
    let one = report("osaki-2", 1);
    assert_eq!(one, report("osaki-2", 3));
    let errors = |key: &str| -> Vec<f64> { printed(&one, key).into_iter().step_by(2).collect() };
    assert_eq!(errors("2"), [0.1091, 0.1009, 0.0964, 0.0952]);
    assert_eq!(errors("3"), [0.1029, 0.0904, 0.0951, 0.0860]);
    assert_eq!(printed(&one, "2")[7], 0.7965);
    for row in one.tables.iter().flat_map(|table| table.comparisons()) {
        let ours = row.ours.unwrap();
        assert!(
            ours.single.is_some()
                && ours.value > 0.0
                && ours.value < 1.0
                && ours.interval.is_some()
        );
        // 18 plies with 4 positions each.
        assert_eq!(row.sample, "2 lessons on 72 positions");
    }
    assert_eq!(one.readings.len(), 7);
}

#[test]
fn table_4_has_every_row() {
    let found = report("osaki-4", 2);
    let figures = [0.0903, 0.8162, 0.0878, 0.8266, 0.0891, 0.8247];
    assert_eq!(printed(&found, "4"), figures);
}

#[test]
fn tables_5_to_7_have_every_row() {
    let found = report("osaki-5", 2);
    assert_eq!(found.tables.len(), 3);
    // 135-3-62 and 134-10-56 for epsilon 1 at 1 and 10 s.
    assert!((printed(&found, "5")[3] - 136.5 / 200.0).abs() < 1e-9);
    assert!((printed(&found, "7")[3] - 139.0 / 200.0).abs() < 1e-9);
}

#[test]
fn every_reading_is_tried_once() {
    let found = report("osaki-2-readings", 2);
    let Body::Data { rows, columns } = &found.tables[0].body else {
        unreachable!("a table of data")
    };
    // Five questions of two answers each, one of three.
    assert_eq!(rows.len(), 2 * 2 * 2 * 2 * 2 * 3);
    let mut readings: Vec<&[Datum]> = rows.iter().map(|row| &row[..6]).collect();
    readings.sort_by_key(|row| format!("{row:?}"));
    readings.dedup();
    assert_eq!(readings.len(), rows.len());
    assert!(rows.iter().all(|row| row.len() == columns.len()));
    let error = |index: usize| match rows[index][6] {
        Datum::Real((value, _)) => value,
        _ => f64::NAN,
    };
    // Whatever little was learned, the readings differ.
    assert!((error(0) - error(16)).abs() > 1e-9);
}

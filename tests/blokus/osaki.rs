//! The experiments of the Blokus paper at their small scale: whole, with the paper's figures, the same
//! for any number of threads. What they find is measured at the paper's scale: `recordings/experiments`.

// Tests may unwrap; clippy does not know the helpers of one.
#![allow(clippy::unwrap_used)]

use koteki_engine::search::budget::Cancel;
use koteki_papers::agreement::Paper;
use koteki_papers::report::{Body, Datum, Report};
use koteki_papers::{Comparison, Progress, Scale, Setup, find};

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
    let [two, three] = ["osaki-2", "osaki-3"].map(|name| report(name, 2));
    assert_eq!(two, report("osaki-2", 1));
    let errors = |report: &Report, key: &str| -> Vec<f64> {
        printed(report, key).into_iter().step_by(2).collect()
    };
    assert_eq!(errors(&two, "2"), [0.1091, 0.1009, 0.0964, 0.0952]);
    assert_eq!(errors(&three, "3"), [0.1029, 0.0904, 0.0951, 0.0860]);
    assert_eq!(printed(&two, "2")[7], 0.7965);
    assert_eq!(
        printed(&three, "4"),
        [0.0903, 0.8162, 0.0878, 0.8266, 0.0891, 0.8247]
    );
    let tables = two.tables.iter().chain(&three.tables);
    for row in tables.flat_map(|table| table.comparisons()) {
        let ours = row.ours.unwrap();
        assert!(
            ours.single.is_some()
                && ours.value > 0.0
                && ours.value < 1.0
                && ours.interval.is_some()
        );
        // 18 plies with 4 positions each.
        assert_eq!(row.sample, "2 lessons on 72 positions each");
    }
}

/// 135-3-62 of epsilon 1 at 1 s, 134-10-56 at 10 s.
#[test]
fn tables_5_to_7_have_every_row() {
    for (name, key, points) in [("osaki-5", "5", 136.5), ("osaki-7", "7", 139.0)] {
        let found = report(name, 2);
        assert!((printed(&found, key)[3] - points / 200.0).abs() < 1e-9);
        let rows = found.tables[0].comparisons();
        assert_eq!(rows.len(), 4);
        // The luck of 200 games, with nothing else, is 0.13 wide.
        let single = |row: &Comparison| row.ours.unwrap().single.unwrap();
        assert!(
            rows.iter()
                .all(|row| single(row).high - single(row).low > 0.1)
        );
    }
}

/// Figure 2 numbers 105 squares up to the mirror; each phase has a map of the paper's weights and one of ours.
#[test]
fn tables_a_1_and_a_2_have_every_square() {
    let found = report("osaki-a", 2);
    let squares = found
        .tables
        .iter()
        .find(|it| it.key == "a-squares")
        .unwrap();
    let Body::Data { rows, .. } = &squares.body else {
        unreachable!("a table of data")
    };
    assert_eq!(rows.len(), 2 * 105);
    let map = squares.map.as_ref().unwrap();
    assert_eq!(map.panels.len(), 4);
    // (7,4) and (4,7) of the first phase, (8,2) and (2,8) of the second.
    assert_eq!(map.panels[0].rows[3][6], Some(0.212));
    assert_eq!(map.panels[0].rows[6][3], Some(0.212));
    assert_eq!(map.panels[2].rows[1][7], Some(0.392));
    // (A,A), which no side covers as its own.
    assert!([1, 3].map(|ours| map.panels[ours].rows[9][9]) == [Some(0.001); 2]);
}

#[test]
fn every_reading_is_tried_once() {
    let found = report("osaki-readings", 2);
    let Body::Data { rows, columns } = &found.tables[0].body else {
        unreachable!("a table of data")
    };
    // Four questions of two answers each, one of four; then draws, and where learning stops; then the paper.
    assert_eq!(rows.len(), 2 * 2 * 2 * 2 * 4 + 1 + 3 + 1);
    let mut readings: Vec<&[Datum]> = rows.iter().map(|row| &row[..7]).collect();
    readings.sort_by_key(|row| format!("{row:?}"));
    readings.dedup();
    assert_eq!(readings.len(), rows.len());
    assert!(rows.iter().all(|row| row.len() == columns.len()));
    let weight = |row: usize, column: usize| match rows[row][column] {
        Datum::Real((value, _)) => value,
        _ => f64::NAN,
    };
    // Only where squares are counted from the own start (A,A) keeps what it starts with, and only with the score as a
    // difference (5,5) does in the second phase.
    for (row, cells) in rows.iter().enumerate().take(rows.len() - 1) {
        let text = |column: usize| format!("{:?}", cells[column]);
        let own_start = text(1).contains("own start");
        assert_eq!(weight(row, 10) == 0.001, own_start, "{cells:?}");
        let is_difference = text(0).contains("own dead") || text(0).contains("difference");
        assert_eq!(
            weight(row, 8) == 0.001,
            own_start && is_difference,
            "{cells:?}"
        );
    }
}

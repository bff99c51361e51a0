//! Certified rivals: what the run says of them is what its viewers, its exports and sweeps say.

use std::fs;

use super::common::SMALL_RUN;
use super::{Place, out, said};

/// Everybody is level for certain.
const LENIENT: &str = "near = 0.49\n";
/// Nobody ever is, however often the cycles are repeated: 40 games are too few for the band of 0.4-0.6.
const STRICT: &str = "";

impl Place {
    /// The small settings with other cycles and rounds of the test, as `name`.
    fn settings(&self, name: &str, near: &str, retest: &str) {
        let text = SMALL_RUN
            .replace("cycles = 8\n", &format!("cycles = 2\n{near}"))
            .replace("rounds = 0\n", retest)
            .replace("out = 0.05\n", "out = 0.0\n");
        fs::write(self.path(name), text).unwrap();
    }
}

/// The lines that a run and its viewers have in common.
fn common(text: &str) -> Vec<&str> {
    let begins = [
        "cycle ",
        "test: ",
        "mismatch ",
        "ties of ",
        "only ",
        "the rivals ",
    ];
    let is_one = |line: &&str| begins.iter().any(|begin| line.starts_with(begin));
    let mut lines: Vec<&str> = text
        .lines()
        .filter(is_one)
        .map(super::without_left)
        .collect();
    // The run says how certain it is after its table.
    lines.sort_unstable();
    lines
}

#[test]
fn viewers_say_of_the_test_what_the_run_says() {
    let place = Place::new();
    place.settings("strict.toml", STRICT, "rounds = 2\n");
    place.settings("lenient.toml", LENIENT, "rounds = 0\nestimate = 0.49\n");
    for name in ["strict", "lenient"] {
        let config = format!("{name}.toml");
        let run = place.output(&["evolve", "--config", &config, "--out", name]);
        assert!(run.status.success(), "{}", said(&run));
        let told = out(&run);
        let expected = common(&told);
        for viewer in ["watch", "replay"] {
            let seen = place.output(&[viewer, name]);
            assert!(seen.status.success(), "{}", said(&seen));
            let seen = out(&seen);
            assert_eq!(common(&seen), expected, "{viewer}");
            // Not what the thesis' selection says.
            assert!(!seen.contains("retest:"), "{seen}");
        }
        let begins = |begin: &str| expected.iter().filter(|it| it.starts_with(begin)).count();
        if name == "strict" {
            // Three series of two cycles, counted on.
            for cycle in ["cycle 1/2:", "cycle 2/2:", "cycle 4/4:", "cycle 5/6:"] {
                assert_eq!(begins(cycle), 1, "{cycle} {told}");
            }
            assert!(told.contains("3 series of cycles; certified 0,"), "{told}");
            assert_eq!(begins("only 0 of 3 rivals certified"), 1, "{told}");
        } else {
            // Each of three with each other one, and with itself.
            assert_eq!(begins("mismatch ") + begins("ties of "), 6, "{told}");
        }
    }
}

#[test]
fn verdicts_and_differences_are_exported() {
    let place = Place::new();
    place.settings("lenient.toml", LENIENT, "rounds = 0\nestimate = 0.49\n");
    let run = place.output(&["evolve", "--config", "lenient.toml", "--out", "run"]);
    assert!(run.status.success(), "{}", said(&run));
    let export = place.output(&["export", "run", "--csv", "--json"]);
    assert!(export.status.success(), "{}", said(&export));
    let read = |name: &str| fs::read_to_string(place.path("run/export").join(name)).unwrap();
    let json: serde_json::Value = serde_json::from_str(&read("run.json")).unwrap();
    let choice = json["moments"].as_array().unwrap().last().unwrap();
    let events = super::events(&place.path("run"));
    let line = events
        .lines()
        .find(|it| it.contains("\"event\":\"rivals\""));
    let event: serde_json::Value = serde_json::from_str(line.unwrap()).unwrap();
    assert_eq!(choice["mismatches"], event["mismatches"]);
    assert_eq!(choice["mismatches"].as_array().unwrap().len(), 6);
    let verdicts = |of: &serde_json::Value| -> Vec<String> {
        let individuals = of["individuals"].as_array().unwrap();
        let words = individuals.iter().map(|it| it["verdict"].as_str().unwrap());
        words.map(str::to_owned).collect()
    };
    assert_eq!(verdicts(choice), verdicts(&event));
    let certified = verdicts(&event)
        .iter()
        .filter(|it| *it == "certified")
        .count();
    assert!(certified >= 3, "{certified}");
    // The last column of the table, and a table of the differences.
    let individuals = read("individuals.csv");
    assert!(individuals.lines().next().unwrap().ends_with(",verdict"));
    let rows = individuals.lines().filter(|it| it.starts_with("rivals,"));
    let in_csv = rows.filter(|it| it.ends_with(",certified")).count();
    assert_eq!(in_csv, certified);
    let mismatches = read("mismatches.csv");
    assert_eq!(mismatches.lines().count(), 1 + 6);
    for (row, it) in mismatches
        .lines()
        .skip(1)
        .zip(event["mismatches"].as_array().unwrap())
    {
        let cells: Vec<&str> = row.split(',').collect();
        assert_eq!(cells[3], it["pair"][0].to_string());
        assert_eq!(cells[4], it["pair"][1].to_string());
        let rate: f64 = cells[5].parse().unwrap();
        assert_eq!(Some(rate), it["rate"].as_f64());
    }
}

#[test]
fn a_sweep_counts_certified_rivals_only() {
    let place = Place::new();
    place.settings("strict.toml", STRICT, "rounds = 0\n");
    let sweep = [
        "sweep",
        "--config",
        "strict.toml",
        "--seeds",
        "1..2",
        "--out",
        "strict",
        "--json",
    ];
    let output = place.output(&sweep);
    assert!(output.status.success(), "{}", said(&output));
    // Three are named all the same, so that there is somebody to play.
    let events = super::events(&place.path("strict/seed=1"));
    let line = events
        .lines()
        .find(|it| it.contains("\"event\":\"rivals\""));
    let event: serde_json::Value = serde_json::from_str(line.unwrap()).unwrap();
    assert_eq!(event["rivals"].as_array().unwrap().len(), 3);
    let table: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(table["rows"][0]["measures"]["rivals"]["mean"], 0.0);
}

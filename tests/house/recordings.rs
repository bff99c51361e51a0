//! The sample run in `recordings/` is read, and is what the program still makes of its settings.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::path::{Path, PathBuf};

use crate::common;
use koteki_record::run::{Event, read_events, read_header};
use koteki_rivals::evolve::{BEHAVIOUR, Settings};

fn sample() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("recordings/sample-run")
}

#[test]
fn the_sample_run_is_read_whole() {
    let header = read_header::<Settings>(&sample()).unwrap();
    assert_eq!(header.seed, "1");
    assert_eq!(header.settings.cycles, 2);
    let read = read_events(&sample()).unwrap();
    assert!(read.faults.is_empty(), "{:?}", read.faults);
    let Some(Event::End { complete, archive }) = read.events.last() else {
        panic!("the last line does not hold the archive");
    };
    assert!(complete);
    // Ch. 6: a population of 20; two cycles of 2,400 games, then 100 more of each.
    assert_eq!(archive["population"].as_array().map(Vec::len), Some(20));
    assert_eq!(archive["games"], 2 * 2400 + 20 * 100);
}

/// The archive is a fingerprint of everything between a seed and a population: rules, search,
/// players, contests and breeding. Whoever changes one of them on purpose raises
/// [`BEHAVIOUR`] and makes the sample anew (docs/evolution.md).
#[test]
fn the_same_settings_and_seed_still_make_the_sample_run() {
    let header = read_header::<Settings>(&sample()).unwrap();
    assert_eq!(
        header.provenance.behaviour, BEHAVIOUR,
        "make the sample anew"
    );
    let home = common::home();
    let config = Path::new(env!("CARGO_MANIFEST_DIR")).join("config/ueda-ch6.toml");
    let arguments = "evolve --cycles 2 --seed 1 --jobs 2 --out run --config";
    let arguments = arguments.split(' ').chain(config.to_str());
    let ended = common::run(home.path(), &arguments.collect::<Vec<_>>());
    assert_eq!(ended.code, Some(0), "{}", ended.errors);
    let out = home.path().join("run");
    let events = |folder: &Path| fs::read_to_string(folder.join("events.jsonl")).unwrap();
    assert!(events(&out) == events(&sample()), "events.jsonl differs");
}

/// A recording plays back: what its screen shows at the end, and that the terminal was given back.
fn played_back(name: &str) -> (vt100::Parser, Vec<String>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("recordings")
        .join(name);
    let cast = fs::read_to_string(path).unwrap();
    let mut lines = cast.lines();
    let header: serde_json::Value = serde_json::from_str(lines.next().unwrap()).unwrap();
    assert_eq!(header["version"], 2);
    let size = ["height", "width"].map(|key| {
        let cells = header[key].as_u64().unwrap();
        std::num::NonZeroU16::new(u16::try_from(cells).unwrap()).unwrap()
    });
    let mut screen = vt100::Parser::new(size[0], size[1], 0);
    let mut seen = Vec::new();
    let mut before = 0.0;
    for line in lines {
        let (time, code, data): (f64, String, String) = serde_json::from_str(line).unwrap();
        assert!(time >= before, "time goes on");
        before = time;
        if code == "o" {
            screen.process(data.as_bytes());
            seen.push(screen.screen().contents());
        }
    }
    (screen, seen)
}

#[test]
fn the_recording_of_a_watched_run_plays_back() {
    let (screen, seen) = played_back("watch.cast");
    let shows = |text: &str| seen.iter().any(|screen| screen.contains(text));
    for text in [
        "Board",
        "Population",
        "Fitness",
        "Individuals",
        "cycle 1/8",
        "the run is over",
    ] {
        assert!(shows(text), "{text:?} was never on the screen");
    }
    // The alternate screen was left.
    assert!(!screen.screen().alternate_screen() && !screen.screen().hide_cursor());
    // Eight cycles of 2,400 games and 100 more of each of the 20.
    assert!(shows("21,200 games"), "{}", seen[seen.len() - 2]);
}

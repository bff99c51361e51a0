//! The fingerprint of what the engine answers.
//!
//! A change that is to make the engine faster and nothing else must leave it as it is. One that changes
//! what the engine answers (other moves, values, scores, random numbers) changes it: then, and only
//! when that is meant, `koteki bench` prints the new one, to be written here together with the reason
//! in the change's message. The nodes are those of a search that looks at one board at a time and of
//! one that looks at four; they change when the order of moves or the pruning does, which is no fault
//! but has to be seen.

#![allow(clippy::unwrap_used)] // Tests may unwrap; clippy does not know the helpers of one.

use koteki::commands::bench::{Args, write_report};
use koteki_engine::search::isa::Path;

const FINGERPRINT: &str = "1c312e5747b3f3be";
const NODES_ONE_AT_A_TIME: u64 = 14_911_309;
const NODES_FOUR_AT_A_TIME: u64 = 16_624_456;

/// What is printed, and the times.
fn report(path: Path, jobs: u16) -> (String, String) {
    let args = Args {
        jobs: Some(jobs),
        path: Some(path),
    };
    let (mut out, mut times) = (Vec::new(), Vec::new());
    write_report(&args, &mut out, &mut times).unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(out), text(times))
}

/// The last line's words: name, nodes, "nodes", fingerprint.
fn total(report: &str) -> (u64, String) {
    let words: Vec<&str> = report.lines().last().unwrap().split_whitespace().collect();
    assert_eq!(words[0], "fingerprint");
    (words[1].parse().unwrap(), words[3].to_owned())
}

#[test]
fn the_fingerprint_is_the_committed_one_on_every_path_and_for_any_jobs() {
    for path in Path::available() {
        let (one, times) = report(path, 1);
        let (nodes, fingerprint) = total(&one);
        assert_eq!(
            fingerprint, FINGERPRINT,
            "{path}: the engine answers differently\n{one}"
        );
        let expected = if path == Path::PORTABLE {
            NODES_ONE_AT_A_TIME
        } else {
            NODES_FOUR_AT_A_TIME
        };
        assert_eq!(nodes, expected, "{path}: the search goes other ways\n{one}");
        assert_eq!(report(path, 3).0, one, "{path}");
        // A line a part, and one on path and threads.
        assert_eq!(times.lines().count(), one.lines().count());
        assert!(times.contains(path.name()), "{times}");
    }
}

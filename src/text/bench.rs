//! The lines in which `perft` and `bench` report.

use super::tui::grouped;

/// A path that this processor does not have.
pub fn no_such_path(name: &str, available: &[&str]) -> String {
    format!(
        "this processor has no path {name:?}; it has {}",
        available.join(", ")
    )
}

/// How long a count of move sequences took.
pub fn perft(depth: u32, count: u64, seconds: f64, path: &str, threads: usize) -> String {
    let threads = threads_of(threads);
    let rate = rate(count, seconds);
    format!("depth {depth}: {seconds:.3} s, {rate} leaves/s ({path}, {threads})")
}

/// A number of threads.
fn threads_of(threads: usize) -> String {
    if threads == 1 {
        "1 thread".to_owned()
    } else {
        format!("{threads} threads")
    }
}

/// So many in so long, a second: "475.3 M", "812 k", "40".
pub fn rate(count: u64, seconds: f64) -> String {
    let rate = count as f64 / seconds.max(1e-9);
    if rate >= 1e6 {
        format!("{:.1} M", rate / 1e6)
    } else {
        grouped(rate.round() as u64)
    }
}

/// A position that was asked for but is not there.
pub const NO_POSITION: &str = "there is no position in this line";

/// The system gave no threads.
pub fn no_threads(jobs: usize) -> String {
    format!("cannot start {jobs} threads")
}

/// What the work is done with.
pub fn bench_on(path: &str, threads: usize) -> String {
    format!("path {path}, {}", threads_of(threads))
}

/// What a part came to.
pub fn bench_part(name: &str, nodes: u64, digest: u64) -> String {
    format!("{name:<15} {nodes:>12} nodes  {digest:016x}")
}

/// How long a part took.
pub fn bench_time(name: &str, seconds: f64, counted: u64, unit: &str) -> String {
    let rate = rate(counted, seconds);
    format!("{name:<15} {seconds:>8.3} s  {rate} {unit}/s")
}

/// What all of it came to.
pub fn bench_total(nodes: u64, fingerprint: u64) -> String {
    format!(
        "{:<15} {nodes:>12} nodes  {fingerprint:016x}",
        "fingerprint"
    )
}

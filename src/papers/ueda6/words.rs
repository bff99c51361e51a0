//! Messages that several files of the experiments of chapter 6 share.

pub fn beta(beta: f64) -> String {
    if beta.is_infinite() {
        "β ∞".to_owned()
    } else {
        format!("β {beta}")
    }
}

pub fn of_beta(value: f64, label: &str) -> String {
    format!("{}: {label}", beta(value))
}

pub fn between(label: &str, a: f64, b: f64) -> String {
    format!("{label}: {} − {}", beta(a), beta(b))
}

pub fn runs(runs: usize) -> String {
    format!("{runs} runs")
}

pub fn runs_on(runs: usize, positions: usize) -> String {
    format!("{runs} runs, {positions} positions")
}

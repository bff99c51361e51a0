//! Messages that several files of the janken screen share.

pub fn hand(index: usize) -> &'static str {
    ["rock", "paper", "scissors"]
        .get(index)
        .copied()
        .unwrap_or_default()
}

pub fn against(level: &str) -> String {
    format!("against {level}")
}

pub fn length(rounds: Option<u32>, wins: Option<u32>) -> String {
    match (rounds, wins) {
        (Some(1), _) => "1 round".to_owned(),
        (Some(rounds), _) => format!("{rounds} rounds"),
        (None, Some(1)) => "first to 1 win".to_owned(),
        (None, Some(wins)) => format!("first to {wins} wins"),
        (None, None) => "no end".to_owned(),
    }
}

pub fn verdict(net: i64, band: f64) -> &'static str {
    if (net as f64).abs() <= band {
        "within chance"
    } else if net > 0 {
        "better than chance"
    } else {
        "worse than chance"
    }
}

pub const NO_HABIT: &str = "None shows: you look random.";

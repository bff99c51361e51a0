//! The settings of a run in short: the set that they are nearest to, and what differs from it.

use toml::{Table, Value};

use koteki_rivals::evolve::Settings;
use koteki_rivals::roster::kit::{GameKind, Kit as _, with_kit};

/// Sets of settings by name; the first of a game has none.
fn sets(kind: GameKind) -> Vec<(&'static str, Settings)> {
    match kind {
        GameKind::Othello => vec![
            ("", Settings::default()),
            ("ueda-ch6", Settings::ueda_ch6()),
            ("ueda-ch7", Settings::ueda_ch7()),
        ],
        kind => vec![(kind.key(), with_kit!(kind, K => K::default_evolution()))],
    }
}

/// What makes `settings` others than the defaults, a word each: the name of the set that they are nearest to, unless
/// that is the defaults, and `key=value` for what differs from it; nothing for the defaults themselves.
pub fn settings(settings: &Settings) -> Vec<String> {
    let all = entries(settings);
    let mut nearest: Option<Vec<String>> = None;
    for (name, set) in sets(GameKind::of_run(settings)) {
        let known = entries(&set);
        let other = all.iter().filter(|it| !known.contains(it));
        let gone = known
            .iter()
            .filter(|(key, _)| all.iter().all(|(other, _)| other != key));
        let named = (!name.is_empty()).then(|| name.to_owned());
        let words: Vec<String> = named
            .into_iter()
            .chain(other.map(|(key, value)| format!("{key}={value}")))
            .chain(gone.map(|(key, _)| format!("no {key}")))
            .collect();
        if nearest.as_ref().is_none_or(|it| words.len() < it.len()) {
            nearest = Some(words);
        }
    }
    nearest.unwrap_or_default()
}

/// Every setting by its dotted name, and its value in short.
fn entries(settings: &Settings) -> Vec<(String, String)> {
    let mut all = Vec::new();
    collect("", &Table::try_from(settings).unwrap_or_default(), &mut all);
    all
}

fn collect(prefix: &str, table: &Table, all: &mut Vec<(String, String)>) {
    for (key, value) in table {
        let key = format!("{prefix}{key}");
        match value {
            Value::Table(within) => collect(&format!("{key}."), within, all),
            Value::String(text) => all.push((key, text.clone())),
            other => all.push((key, other.to_string())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_is_named_after_the_nearest_set() {
        assert_eq!(settings(&Settings::default()), [""; 0]);
        assert_eq!(settings(&Settings::ueda_ch6()), ["ueda-ch6"]);
        let mut other = Settings::ueda_ch7();
        other.beta = 0.01;
        other.retest.cap = 200;
        other.opponent = "beginner".to_owned();
        let words = [
            "ueda-ch7",
            "beta=0.01",
            "opponent=beginner",
            "retest.cap=200",
        ];
        assert_eq!(settings(&other), words);
        let blokus = koteki_games::blokus::Position::default_evolution();
        assert_eq!(settings(&blokus), ["blokus"]);
        let mut fewer = Settings::default();
        fewer.genes.remove("stability");
        fewer.fixed.insert("stability".to_owned(), 0);
        let words = settings(&fewer);
        assert!(words.contains(&"fixed.stability=0".to_owned()), "{words:?}");
        assert!(
            words.contains(&"no genes.stability.limits".to_owned()),
            "{words:?}"
        );
    }
}

//! In what two headers differ, by name: the reason why a run is not resumed.

use toml::{Table, Value};

/// What has to be the same for a run to be gone on with; where a run came from (its command line, the
/// processor path) may differ.
const WHAT_COUNTS: [&str; 4] = ["format", "seed", "settings", "provenance.behaviour"];

/// The differences between two texts of `run.toml` that change a run, "settings.beta = 0.001 when it
/// began, 0.01 now" each. A text that is no TOML differs as a whole.
pub fn texts(before: &str, now: &str) -> Vec<String> {
    match (before.parse::<Table>(), now.parse::<Table>()) {
        (Ok(before), Ok(now)) => tables(&before, &now),
        _ if before == now => Vec::new(),
        _ => vec!["it is no longer TOML".to_owned()],
    }
}

/// The same of two tables.
pub fn tables(before: &Table, now: &Table) -> Vec<String> {
    let mut differences = Vec::new();
    collect("", before, now, &mut differences);
    differences
}

/// The same of two tables of settings.
pub fn settings(before: &Table, now: &Table) -> Vec<String> {
    let mut differences = Vec::new();
    collect("settings", before, now, &mut differences);
    differences
}

fn collect(prefix: &str, before: &Table, now: &Table, differences: &mut Vec<String>) {
    let mut keys: Vec<&String> = before.keys().chain(now.keys()).collect();
    keys.sort();
    keys.dedup();
    for key in keys {
        let path = if prefix.is_empty() {
            key.clone()
        } else {
            format!("{prefix}.{key}")
        };
        let within = |whole: &str| whole == path || path.starts_with(&format!("{whole}."));
        let around = |whole: &str| whole.starts_with(&format!("{path}."));
        match (before.get(key), now.get(key)) {
            (Some(Value::Table(before)), Some(Value::Table(now)))
                if WHAT_COUNTS.iter().any(|it| within(it) || around(it)) =>
            {
                collect(&path, before, now, differences);
            }
            (before, now) if before != now && WHAT_COUNTS.iter().any(|it| within(it)) => {
                let show = |value: Option<&Value>| {
                    value.map_or_else(|| "not there".to_owned(), ToString::to_string)
                };
                differences.push(format!(
                    "{path} = {} when it began, {} now",
                    show(before),
                    show(now)
                ));
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_named_and_where_it_came_from_is_none() {
        let before = "format = 1\nseed = \"1\"\n[provenance]\nengine = \"avx2\"\nbehaviour = 1\n\
                      [settings]\nbeta = 0.001\n[settings.genes.a]\nlimits = [1, 2]\n";
        assert_eq!(texts(before, before), [""; 0]);
        let now = before.replace("avx2", "portable");
        assert_eq!(texts(before, &now), [""; 0]);
        let now = now
            .replace("beta = 0.001", "beta = inf")
            .replace("[1, 2]", "[1, 3]")
            .replace("behaviour = 1", "behaviour = 2");
        assert_eq!(
            texts(before, &now),
            [
                "provenance.behaviour = 1 when it began, 2 now",
                "settings.beta = 0.001 when it began, inf now",
                "settings.genes.a.limits = [1, 2] when it began, [1, 3] now",
            ]
        );
        assert_eq!(texts(before, "seed ="), ["it is no longer TOML"]);
    }
}

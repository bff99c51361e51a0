//! Seeds and settings of a sweep as they are typed.

use std::collections::HashSet;

use toml::{Table, Value};

use super::{MOST, SweepError, Varied};

/// Reads "1..20", "3", "1..5,8".
///
/// # Errors
/// When it is nothing of the kind, a seed twice, or more than a sweep may have.
pub fn read_seeds(text: &str) -> Result<Vec<u64>, SweepError> {
    let wrong = || SweepError::Seeds(text.to_owned());
    let mut seeds = Vec::new();
    for part in text.split(',') {
        let (first, last) = match part.split_once("..") {
            Some((first, last)) => (first, last.trim_start_matches('=')),
            None => (part, part),
        };
        let [first, last]: [u64; 2] = match (first.trim().parse(), last.trim().parse()) {
            (Ok(first), Ok(last)) => [first, last],
            _ => return Err(wrong()),
        };
        // One fewer than there are: that of all seeds has no number of its own.
        let steps = last.checked_sub(first).ok_or_else(wrong)?;
        let room = MOST - seeds.len();
        if usize::try_from(steps).map_or(true, |steps| steps >= room) {
            return Err(SweepError::TooMany(format!("--seeds {text}")));
        }
        seeds.extend(first..=last);
    }
    let mut known = HashSet::new();
    match seeds.iter().find(|&&seed| !known.insert(seed)) {
        Some(&seed) => Err(SweepError::SeedTwice(text.to_owned(), seed)),
        None => Ok(seeds),
    }
}

/// Reads "beta=0.01,0.001". Values are TOML; a word needs no quotes, unless there is a comma in it.
///
/// # Errors
/// When it is nothing of the kind.
pub fn read_set(text: &str) -> Result<Varied, SweepError> {
    let wrong = || SweepError::Set(text.to_owned());
    let (key, values) = text.split_once('=').ok_or_else(wrong)?;
    let key = key.trim();
    let key = key.strip_prefix("evolution.").unwrap_or(key).to_owned();
    let values: Option<Vec<Value>> = split(values)
        .ok_or_else(wrong)?
        .into_iter()
        .map(|part| value(part.trim()))
        .collect();
    match values {
        Some(values) if !key.is_empty() => Ok(Varied { key, values }),
        _ => Err(wrong()),
    }
}

/// The parts between the commas that are in no brackets and no quotes; `None` when one of these is not
/// closed.
fn split(text: &str) -> Option<Vec<&str>> {
    let mut parts = Vec::new();
    let mut begin = 0;
    let mut depth = 0_u32;
    let mut quote = None;
    let mut escaped = false;
    for (at, letter) in text.char_indices() {
        match (quote, letter) {
            (Some(_), _) if escaped => escaped = false,
            // Only in these quotes; the others take everything as it is.
            (Some('"'), '\\') => escaped = true,
            (Some(open), _) if letter == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(letter),
            (None, '[' | '{') => depth += 1,
            (None, ']' | '}') => depth = depth.checked_sub(1)?,
            (None, ',') if depth == 0 => {
                parts.push(&text[begin..at]);
                begin = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[begin..]);
    (depth == 0 && quote.is_none()).then_some(parts)
}

/// A value as TOML, or a word.
fn value(part: &str) -> Option<Value> {
    let parsed = format!("value = {part}").parse::<Table>();
    // A line within would make a second entry.
    if let Some(mut table) = parsed.ok().filter(|table| table.len() == 1) {
        return table.remove("value");
    }
    let is_word = !part.is_empty() && !part.contains(['"', '\'', '[', ']', '{', '}', '\n']);
    is_word.then(|| Value::String(part.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_as_they_are_typed() {
        assert_eq!(read_seeds("1..4,9").unwrap(), [1, 2, 3, 4, 9]);
        assert_eq!(read_seeds("18446744073709551615").unwrap(), [u64::MAX]);
        assert_eq!(read_seeds("1..100000").unwrap().len(), 100_000);
        for wrong in ["", "4..1", "1..", "x", "18446744073709551616"] {
            let error = read_seeds(wrong).unwrap_err();
            assert!(matches!(error, SweepError::Seeds(_)), "{wrong}");
        }
        for many in [
            "0..18446744073709551615",
            "5,0..18446744073709551615",
            "1..999999999999",
            "1..100001",
            "1..99999,200000,200001",
        ] {
            let error = read_seeds(many).unwrap_err();
            assert!(matches!(error, SweepError::TooMany(_)), "{many}");
            let line = error.to_string();
            assert!(
                line.contains("more than 100000 runs") && !line.contains('\n'),
                "{line}"
            );
        }
        for (twice, seed) in [("1,1", 1), ("1..5,3", 3)] {
            let error = read_seeds(twice).unwrap_err();
            assert!(
                matches!(error, SweepError::SeedTwice(_, found) if found == seed),
                "{error}"
            );
        }
    }

    #[test]
    fn settings_as_they_are_typed() {
        let set = read_set("evolution.genes.frontier.limits=[1, 9],[1, 99]").unwrap();
        assert_eq!(
            (set.key.as_str(), set.values.len()),
            ("genes.frontier.limits", 2)
        );
        let words = |text: &str| -> Vec<String> {
            let values = read_set(text).unwrap().values;
            let words = values
                .iter()
                .map(|value| value.as_str().unwrap().to_owned());
            words.collect()
        };
        // A comma in quotes belongs to the value, in either kind of them.
        let players = ["agent:d=target,depth=2", "beginner"];
        assert_eq!(
            words("opponent=\"agent:d=target,depth=2\",beginner"),
            players
        );
        assert_eq!(
            words("opponent='agent:d=target,depth=2', beginner"),
            players
        );
        assert_eq!(words(r#"opponent="a\",b",c"#), ["a\",b", "c"]);
        for wrong in [
            "beta",
            "beta=1,",
            "beta=\"1,2",
            "beta='1",
            "beta=[1,2",
            "beta=1],2",
            "beta=\"1\"x",
            "beta=1\nx = 2",
        ] {
            assert!(read_set(wrong).is_err(), "{wrong}");
        }
    }
}

//! Messages that several files of measuring share.

/// The name of a player of the roster with a capital letter.
pub fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().collect::<String>() + letters.as_str())
        .unwrap_or_default()
}

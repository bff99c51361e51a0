//! How strong somebody is, in words.

/// "about Intermediate", with the strongest and weakest that it may as well be when these differ.
#[must_use]
pub fn about(nearest: &str, strongest: &str, weakest: &str) -> String {
    let nearest = capitalised(nearest);
    if strongest == weakest {
        format!("about {nearest}")
    } else {
        format!(
            "about {nearest} (may be anything from {} to {})",
            capitalised(strongest),
            capitalised(weakest)
        )
    }
}

/// Off the ladder at its strong end.
#[must_use]
pub fn stronger_than(strongest: &str) -> String {
    format!("stronger than {}", capitalised(strongest))
}

/// Off the ladder at its weak end.
#[must_use]
pub fn weaker_than(weakest: &str) -> String {
    format!("weaker than {}", capitalised(weakest))
}

fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().collect::<String>() + letters.as_str())
        .unwrap_or_default()
}

//! How strong somebody is, in words.

/// "about Intermediate", with what else it may be when strongest and weakest possible level differ.
#[must_use]
pub fn about(nearest: &str, strongest: &str, weakest: &str) -> String {
    let about = format!("about {}", capitalised(nearest));
    let (best, worst) = (capitalised(strongest), capitalised(weakest));
    if strongest == weakest {
        about
    } else if nearest == strongest {
        format!("{about} ({worst} is possible too)")
    } else if nearest == weakest {
        format!("{about} ({best} is possible too)")
    } else {
        format!("{about} (anything from {best} to {worst} is possible)")
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

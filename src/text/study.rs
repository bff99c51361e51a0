//! What is said in a study: pages, questionnaires, results.

/// Who is in a study, for whoever looked for somebody else.
#[must_use]
pub fn known_codes(codes: &[&str]) -> String {
    if codes.is_empty() {
        "nobody has begun yet".to_owned()
    } else {
        format!("there are {}", codes.join(", "))
    }
}

//! Text as people type it: full-width characters become the ASCII ones they stand for.

use std::borrow::Cow;

/// The sign that a full-width one stands for, as input methods for Japanese and Chinese send it (`ｆ５` is
/// `f5`); any other sign as it is.
pub fn half_width_sign(sign: char) -> char {
    match sign {
        '\u{3000}' => ' ',
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(sign) - 0xfee0).unwrap_or(sign),
        _ => sign,
    }
}

/// A text with all full-width signs as what they stand for; characters stay where they are.
pub fn half_width(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || text.chars().all(|sign| half_width_sign(sign) == sign) {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.chars().map(half_width_sign).collect())
    }
}

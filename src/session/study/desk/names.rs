//! Names stay out of what is written.

use super::Desk;

impl Desk {
    /// `text` with the person's name, whole or a part of it, replaced by their code.
    pub(super) fn without_name(&self, text: &str) -> String {
        let code = self.options.code.as_str();
        let name = self.options.name.as_deref().unwrap_or_default().trim();
        let parts = name
            .split_whitespace()
            .filter(|part| part.chars().count() > 1);
        std::iter::once(name)
            .chain(parts)
            .filter(|part| !part.is_empty())
            .fold(text.to_owned(), |text, part| replaced(&text, part, code))
    }
}

/// `text` with every occurrence of the name `what`, whatever the size of its letters, replaced. Where a
/// name is written in letters of which words are made, it has to be a word of its own.
fn replaced(text: &str, what: &str, with: &str) -> String {
    let lower = |letter: char| letter.to_lowercase().collect::<String>();
    let what: Vec<char> = what.chars().collect();
    let letters: Vec<char> = text.chars().collect();
    let in_word = |letter: Option<&char>| letter.is_some_and(char::is_ascii_alphanumeric);
    let mut out = String::new();
    let mut at = 0;
    while at < letters.len() {
        let end = at + what.len();
        let same = |(here, there): (&char, &char)| lower(*here) == lower(*there);
        let found = end <= letters.len()
            && letters[at..end].iter().zip(&what).all(same)
            && !(in_word(what.first())
                && in_word(at.checked_sub(1).and_then(|it| letters.get(it))))
            && !(in_word(what.last()) && in_word(letters.get(end)));
        if found {
            out.push_str(with);
            at = end;
        } else {
            out.push(letters[at]);
            at += 1;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::replaced;

    #[test]
    fn a_name_is_replaced_and_words_that_hold_it_are_not() {
        for (text, name, expected) in [
            (
                "Ann, ANN and ann's annoyance",
                "Ann",
                "P1, P1 and P1's annoyance",
            ),
            ("花子は強い", "花子", "P1は強い"),
            ("E", "e", "P1"),
            ("none", "n", "none"),
            ("", "x", ""),
            ("ßeta", "SS", "ßeta"),
        ] {
            assert_eq!(replaced(text, name, "P1"), expected);
        }
    }
}

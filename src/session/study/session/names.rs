//! What stays out of what is written: names, and characters that steer a terminal or end a line.

use super::StudySession;
use koteki_record::study::Code;

impl StudySession {
    /// `text` as it may be kept: on one line, and the person's name, whole or a part of it, replaced by their
    /// code.
    pub(super) fn fit_to_keep(&self, text: &str) -> String {
        let name = self.options.name.as_deref().unwrap_or_default();
        let clean = on_one_line(text);
        replaced(clean.trim(), &hidden(name), self.options.code.as_str())
    }
}

/// Whether `code` reveals `name` or is a part of it, whatever the size of the letters: to replace the name by
/// it would hide nothing.
pub fn reveals(code: &Code, name: &str) -> bool {
    let folded = |text: &str| -> String { text.chars().flat_map(folded).collect() };
    let parts: Vec<String> = parts(name).map(folded).collect();
    let whole = parts.concat();
    if whole.is_empty() {
        return false;
    }
    let code = folded(code.as_str());
    let run_together: String = code.chars().filter(|&it| !"-_".contains(it)).collect();
    let words = code
        .split(|letter: char| !letter.is_ascii_alphabetic())
        .filter(|word| word.len() > 1);
    let is_name = |text: &str| text == whole || parts.iter().any(|part| part == text);
    is_name(&code) || is_name(&run_together) || words.into_iter().any(is_name)
}

/// The parts of a name: what stands between spaces, dots and hyphens.
fn parts(name: &str) -> impl Iterator<Item = &str> {
    let apart =
        |letter: char| letter.is_whitespace() || "-‐‑–.,、，・･·=＝/()（）'’".contains(letter);
    name.split(apart).filter(|part| !part.is_empty())
}

/// What of a name is replaced, the longest first. A single letter as in "J. Smith" identifies no one; a single
/// character of a script that writes names with one does.
fn hidden(name: &str) -> Vec<Vec<char>> {
    let identifies = |part: &&str| part.chars().count() > 1 || !part.is_ascii();
    let run_together: String = name.split_whitespace().collect();
    let mut hidden: Vec<Vec<char>> = [name.trim(), &run_together]
        .into_iter()
        .chain(parts(name).filter(identifies))
        .filter(|part| !part.is_empty())
        .map(|part| part.chars().collect())
        .collect();
    hidden.sort_by_key(|part| std::cmp::Reverse(part.len()));
    hidden.dedup();
    hidden
}

/// A letter by which it is compared: small, of usual width, katakana for hiragana.
fn folded(letter: char) -> impl Iterator<Item = char> {
    let shifted = |by: i64| {
        let code = i64::from(u32::from(letter)) + by;
        u32::try_from(code).ok().and_then(char::from_u32)
    };
    let usual = match letter {
        '\u{ff01}'..='\u{ff5e}' => shifted(-0xfee0),
        '\u{3041}'..='\u{3096}' => shifted(0x60),
        '\u{3000}' => Some(' '),
        _ => None,
    };
    usual.unwrap_or(letter).to_lowercase()
}

/// Whether a letter is of a script that parts words by spaces, so that a single one inside a word is not one of
/// its own.
fn is_of_words(letter: char) -> bool {
    letter.is_alphanumeric() && letter < '\u{2e80}'
}

/// `text` with every occurrence of a name in `names` replaced. Where a name is written in letters of which
/// words are made, it has to be a word of its own.
fn replaced(text: &str, names: &[Vec<char>], with: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let found = |name: &Vec<char>, at: usize| {
        let end = at + name.len();
        let same = |(here, there): (&char, &char)| folded(*here).eq(folded(*there));
        let in_word = |letter: Option<&char>| {
            letter.is_some_and(|&it| {
                it.is_ascii_alphanumeric() || (name.len() == 1 && is_of_words(it))
            })
        };
        end <= letters.len()
            && letters[at..end].iter().zip(name).all(same)
            && !(in_word(name.first()) && in_word(at.checked_sub(1).and_then(|it| letters.get(it))))
            && !(in_word(name.last()) && in_word(letters.get(end)))
    };
    let mut out = String::new();
    let mut at = 0;
    while at < letters.len() {
        if let Some(name) = names.iter().find(|name| found(name, at)) {
            out.push_str(with);
            at += name.len();
        } else {
            out.push(letters[at]);
            at += 1;
        }
    }
    out
}

/// `text` without control characters (of both sets, C0 and C1) and without what turns the direction of
/// writing; a space for what would begin a new line.
fn on_one_line(text: &str) -> String {
    let kept = |letter: char| match letter {
        '\t' | '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}' => Some(' '),
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => None,
        letter if letter.is_control() => None,
        letter => Some(letter),
    };
    text.replace("\r\n", "\n")
        .chars()
        .filter_map(kept)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{hidden, on_one_line, replaced, reveals};

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
            // A surname or a first name of one character.
            (
                "林は角を打つ。林さん、恵",
                "林 恵",
                "P1は角を打つ。P1さん、P1",
            ),
            ("林恵 plays", "林 恵", "P1 plays"),
            ("王　偉と王偉", "王　偉", "P1とP1"),
            // However it is typed.
            (
                "はなこ、ハナコ、ｈａｎａｋｏ",
                "ハナコ Hanako",
                "P1、P1、P1",
            ),
            ("マリア、カラスさん", "マリア・カラス", "P1、P1さん"),
            ("Jean or Luc", "Jean-Luc Picard", "P1 or P1"),
            // One letter identifies no one, where words are made of letters.
            ("a J, Smith", "J. Smith", "a J, P1"),
            ("é in café", "É Dupont", "P1 in café"),
        ] {
            assert_eq!(replaced(text, &hidden(name), "P1"), expected, "{name}");
        }
    }

    #[test]
    fn a_code_that_reveals_the_name_is_recognised() {
        for (code, name, is_revealed) in [
            ("P01", "P01 Tanaka", true),
            ("p01", "Ｐ０１　田中", true),
            ("TANAKA", "Tanaka Hanako", true),
            ("TANAKA-7", "Tanaka Hanako", true),
            ("HANAKO_TANAKA", "hanako tanaka", true),
            ("ME", "me", true),
            ("P01", "Tanaka Hanako", false),
            ("P01", "田中 花子", false),
            ("ANNEX", "Ann", false),
            ("P01", "P. Tanaka", false),
            ("P01", "", false),
        ] {
            let code = code.parse().unwrap();
            assert_eq!(reveals(&code, name), is_revealed, "{code} {name}");
        }
    }

    #[test]
    fn what_steers_a_terminal_is_dropped() {
        assert_eq!(
            on_one_line("a\u{9b}31mb\u{1b}[2Jc\u{0}\u{7f}\u{202e}d\r\ne\nf\u{2028}g\th, 花子 é👩‍💻"),
            "a31mb[2Jcd e f g h, 花子 é👩‍💻"
        );
    }
}

//! Words for a terminal, with nothing in them that a terminal obeys.
//!
//! Names, moves, seeds and names of files come from others. A control character among them can turn the screen
//! red, give it another title or fill the clipboard, and one that turns the direction of writing makes a name
//! look like another. So whatever is printed for people goes through [`Harmless`], and what is drawn or kept as
//! words through [`harmless`]; what only looks like itself stays.

use std::io::{self, Write};

/// Whether a terminal obeys it: control characters, and those that turn the direction of writing.
pub fn is_harmful(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        )
}

/// One line of words: what a terminal would obey as question marks.
pub fn harmless(text: &str) -> String {
    text.replace(is_harmful, "?")
}

/// How what is harmful is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// As a question mark.
    Words,
    /// Escaped: it can only be in a string.
    Json,
    /// As it is.
    Data,
}

/// Writes lines to a terminal, or to whatever will show them on one.
#[derive(Debug)]
pub struct Harmless<W> {
    out: W,
    form: Form,
}

impl<W: Write> Harmless<W> {
    /// Words: what a terminal would obey becomes question marks, but for the ends of lines and tabs.
    pub const fn words(out: W) -> Self {
        Self {
            out,
            form: Form::Words,
        }
    }

    /// JSON with `json`, where the same is escaped, which leaves its meaning; words without.
    pub const fn json_or_words(json: bool, out: W) -> Self {
        let form = if json { Form::Json } else { Form::Words };
        Self { out, form }
    }

    /// Data with `data`, such as CSV, which stay as they are; words without.
    pub const fn data_or_words(data: bool, out: W) -> Self {
        let form = if data { Form::Data } else { Form::Words };
        Self { out, form }
    }

    /// What it writes to, for what a terminal is to obey.
    pub const fn inner(&mut self) -> &mut W {
        &mut self.out
    }
}

impl<W: Write> Write for Harmless<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.form == Form::Data {
            return self.out.write(bytes);
        }
        let text = String::from_utf8_lossy(bytes);
        let mut clean = String::with_capacity(text.len());
        for letter in text.chars() {
            match (letter, self.form) {
                ('\n' | '\t', _) => clean.push(letter),
                (letter, Form::Json) if is_harmful(letter) => {
                    clean += &format!("\\u{:04x}", u32::from(letter));
                }
                (letter, _) if is_harmful(letter) => clean.push('?'),
                (letter, _) => clean.push(letter),
            }
        }
        // All or nothing, as far as the caller can tell.
        self.out.write_all(clean.as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

//! Lines that another program sends, however long they are.

use std::io::{self, BufRead};

/// A line without its end; bytes that are no UTF-8 are replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its first bytes, as many as were allowed.
    pub text: String,
    /// Whether there were more.
    pub too_long: bool,
}

/// Reads a line; `None` at the end of the input. A last line needs no line feed. No more than `longest`
/// bytes of it are kept, however long it is.
///
/// # Errors
/// Those of the input.
pub fn read_line(input: &mut impl BufRead, longest: usize) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    let mut too_long = false;
    let mut any = false;
    loop {
        let buffer = match input.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if buffer.is_empty() {
            break;
        }
        any = true;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let piece = &buffer[..end.unwrap_or(buffer.len())];
        let room = longest - bytes.len();
        bytes.extend_from_slice(&piece[..piece.len().min(room)]);
        too_long |= piece.len() > room;
        let used = piece.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            break;
        }
    }
    Ok(any.then(|| Line {
        text: String::from_utf8_lossy(&bytes).into_owned(),
        too_long,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONGEST: usize = 4_096;

    #[test]
    fn lines_end_at_line_feeds_and_at_the_end() {
        // A buffer of three bytes, so that lines lie across its ends.
        let mut input = io::BufReader::with_capacity(3, &b"name\r\n\nquit"[..]);
        let mut texts = Vec::new();
        while let Some(line) = read_line(&mut input, LONGEST).unwrap() {
            assert!(!line.too_long);
            texts.push(line.text);
        }
        assert_eq!(texts, ["name\r", "", "quit"]);
    }

    #[test]
    fn a_line_too_long_is_cut_and_the_next_one_is_whole() {
        let fits = "x".repeat(LONGEST);
        let text = format!("{fits}\n{fits}y\nname\n");
        let mut input = io::BufReader::with_capacity(100, text.as_bytes());
        for (expected, too_long) in [(&*fits, false), (&*fits, true), ("name", false)] {
            let line = read_line(&mut input, LONGEST).unwrap().unwrap();
            assert_eq!(line.text, expected);
            assert_eq!(line.too_long, too_long);
        }
    }
}

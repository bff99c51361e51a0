//! A file in pieces, none of which may fill the memory: lines, whether they end as on Unix, Windows or old
//! Macs, and within game trees what ends with `)`, for a file of many trees may be one line.

use std::io::{self, BufRead, Read};

/// The longest piece that is looked at, in bytes: a record of a game has about ten thousand.
pub(super) const LONGEST: usize = 4 << 20;

/// What was read ahead to recognise a file, and then the rest of it.
#[derive(Debug)]
pub(super) struct Head<R> {
    head: Vec<u8>,
    used: usize,
    input: R,
}

impl<R: BufRead> Head<R> {
    pub(super) const fn new(input: R) -> Self {
        Self {
            head: Vec::new(),
            used: 0,
            input,
        }
    }

    /// The first `count` bytes, or all there are when there are fewer. Waits for no more than these.
    pub(super) fn peek(&mut self, count: usize) -> io::Result<&[u8]> {
        while self.head.len() < count {
            let missing = (count - self.head.len()) as u64;
            let read = self
                .input
                .by_ref()
                .take(missing)
                .read_to_end(&mut self.head)?;
            if read == 0 {
                break;
            }
        }
        Ok(&self.head)
    }
}

impl<R: BufRead> Read for Head<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let here = self.fill_buf()?;
        let count = here.len().min(buffer.len());
        buffer[..count].copy_from_slice(&here[..count]);
        self.consume(count);
        Ok(count)
    }
}

impl<R: BufRead> BufRead for Head<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.used < self.head.len() {
            Ok(&self.head[self.used..])
        } else {
            self.input.fill_buf()
        }
    }

    fn consume(&mut self, count: usize) {
        if self.used < self.head.len() {
            self.used += count;
        } else {
            self.input.consume(count);
        }
    }
}

/// A piece of a file.
#[derive(Debug)]
pub struct Segment {
    /// Its bytes, with the end of the line (`\n`, whatever the file has); only the first ones when it is too
    /// long.
    pub bytes: Vec<u8>,
    /// The line it stands on, from 1.
    pub line: usize,
    /// Bytes of the file before it.
    pub(super) offset: u64,
    /// Whether the line begins with it.
    pub(super) begins_line: bool,
    /// Whether there were more bytes than are looked at.
    pub(super) too_long: bool,
}

/// The pieces of a file, one after the other.
#[derive(Debug)]
pub struct Segments<R> {
    pub(super) input: R,
    /// Lines that were begun so far.
    line: usize,
    /// Whether the next piece begins a line.
    fresh: bool,
    /// Whether the last one ended with a carriage return: a line feed behind that belongs to it.
    returned: bool,
    /// Bytes read so far.
    bytes: u64,
}

/// What is known of a piece by its first bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Only space and digits so far: a tree may have a number in front.
    Open,
    /// A tree: ends with `)` too.
    Tree,
    /// A line.
    Line,
}

impl<R: BufRead> Segments<R> {
    pub const fn new(input: R) -> Self {
        Self {
            input,
            line: 0,
            fresh: true,
            returned: false,
            bytes: 0,
        }
    }

    pub(super) const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The next piece; `in_tree` says that a tree was begun before it. `None` at the end.
    pub fn next(&mut self, in_tree: bool) -> io::Result<Option<Segment>> {
        let mut kind = if in_tree { Kind::Tree } else { Kind::Open };
        let (mut offset, begins_line) = (self.bytes, self.fresh);
        let mut bytes = Vec::new();
        let mut too_long = false;
        let mut last = 0;
        loop {
            let here = match self.input.fill_buf() {
                // A signal: nothing is wrong with the file.
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                here => here?,
            };
            if here.is_empty() {
                break;
            }
            // Now, and not when the line ended: then it would have been waited for.
            if std::mem::take(&mut self.returned) && here.starts_with(b"\n") {
                self.input.consume(1);
                self.bytes += 1;
                offset = self.bytes;
                continue;
            }
            let mut end = None;
            let mut at = 0;
            if kind == Kind::Open {
                let first = here
                    .iter()
                    .position(|byte| !byte.is_ascii_digit() && !b" \t".contains(byte));
                at = first.unwrap_or(here.len());
                match first.map(|first| here[first]) {
                    None => {}
                    Some(b'(') => kind = Kind::Tree,
                    Some(_) => kind = Kind::Line,
                }
            }
            if kind != Kind::Open {
                let in_tree = kind == Kind::Tree;
                let is_end = |&byte: &u8| matches!(byte, b'\n' | b'\r') || in_tree && byte == b')';
                end = here[at..].iter().position(is_end).map(|end| at + end + 1);
            }
            let taken = end.unwrap_or(here.len());
            let kept = taken.min(LONGEST.saturating_sub(bytes.len()));
            bytes.extend_from_slice(&here[..kept]);
            too_long |= kept < taken;
            last = here[taken - 1];
            self.input.consume(taken);
            self.bytes += taken as u64;
            if end.is_some() {
                break;
            }
        }
        if self.bytes == offset {
            return Ok(None);
        }
        self.line += usize::from(begins_line);
        self.fresh = matches!(last, b'\n' | b'\r');
        self.returned = last == b'\r';
        if self.returned
            && let Some(end) = bytes.last_mut().filter(|_| !too_long)
        {
            *end = b'\n';
        }
        Ok(Some(Segment {
            bytes,
            line: self.line,
            offset,
            begins_line,
            too_long,
        }))
    }
}

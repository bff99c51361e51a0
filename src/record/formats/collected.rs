//! What stands over several pieces of a file, put together within limits.

use super::LONGEST_TREE;
use super::segments::Segment;

/// Something over several pieces: a tree, an object of JSON, the rows of a board.
#[derive(Debug)]
pub(super) struct Collected {
    pub(super) line: usize,
    pub(super) offset: u64,
    pub(super) bytes: Vec<u8>,
    /// Whether there was too much of it: then the rest is stepped over.
    pub(super) too_long: bool,
}

impl Collected {
    pub(super) fn new(segment: &Segment) -> Self {
        Self {
            line: segment.line,
            offset: segment.offset,
            bytes: Vec::new(),
            too_long: false,
        }
    }

    /// Adds a piece; says whether that was too much.
    pub(super) fn add(&mut self, bytes: &[u8], too_long: bool) -> bool {
        let was = self.too_long;
        if !was {
            self.too_long = too_long || self.bytes.len() + bytes.len() > LONGEST_TREE;
            if self.too_long {
                self.bytes = Vec::new();
            } else {
                self.bytes.extend_from_slice(bytes);
            }
        }
        self.too_long && !was
    }
}

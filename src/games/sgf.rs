//! Trees of the Smart Game Format, whatever the game: Blokus Duo, Othello, and GGF, which is written alike.
//!
//! A file is text that someone else wrote, so nothing here recurses on it: nodes lie in one list, the
//! open variations on one stack.

use std::fmt;

/// Longest file that is read, in bytes.
pub const MAX_LENGTH: usize = 16 << 20;
/// Most nodes, properties and values that are read: a file of nothing but brackets is not to fill the memory.
pub const MAX_PARTS: usize = 2_500_000;

/// Where in a text: line and column, both from 1, the column in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The character of the line.
    pub column: usize,
}

impl Place {
    /// The place of a byte of `text`.
    fn of(text: &str, at: usize) -> Self {
        let before = text.get(..at).unwrap_or(text);
        let begin = before.rfind('\n').map_or(0, |newline| newline + 1);
        Self {
            line: before.bytes().filter(|&byte| byte == b'\n').count() + 1,
            column: before[begin..].chars().count() + 1,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// A text that is not a tree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TreeError {
    /// Longer than [`MAX_LENGTH`].
    #[error("the file has {0} bytes, more than {MAX_LENGTH}")]
    TooLong(usize),
    /// More nodes, properties and values than so many.
    #[error("there are more than {0} nodes, properties and values in it")]
    TooMany(usize),
    /// No `(` followed by `;`.
    #[error("there is no game in it: a game begins with \"(;\"")]
    NoTree,
    /// It ends inside the tree.
    #[error("it ends in the middle of {0}")]
    CutOff(&'static str),
    /// A character that has no place there.
    #[error("{0}: {1:?} has no place here")]
    Unexpected(Place, char),
}

/// A property: a name and what it is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// The name: upper-case letters and digits, or lower-case letters alone, which mean nothing.
    pub name: String,
    /// The values between brackets, escapes resolved.
    pub values: Vec<String>,
}

/// A node: a move, a setup, remarks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The node before; `None` for the first.
    pub parent: Option<usize>,
    /// The nodes after, the main line first.
    pub children: Vec<usize>,
    /// Its properties as they came.
    pub properties: Vec<Property>,
    /// The line of the file it begins on, from 1; 0 for a node that was not read.
    pub line: usize,
}

/// A game tree; node 0 is the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    nodes: Vec<Node>,
}

impl Tree {
    /// A tree of one node.
    pub fn new(properties: Vec<Property>) -> Self {
        let mut tree = Self { nodes: Vec::new() };
        tree.push(None, properties, 0);
        tree
    }

    fn push(&mut self, parent: Option<usize>, properties: Vec<Property>, line: usize) -> usize {
        let index = self.nodes.len();
        self.nodes.push(Node {
            parent,
            children: Vec::new(),
            properties,
            line,
        });
        if let Some(parent) = parent.and_then(|parent| self.nodes.get_mut(parent)) {
            parent.children.push(index);
        }
        index
    }

    /// Adds a node after `parent`, as its last variation, and returns it; `None` when there is no such
    /// parent.
    pub fn add(&mut self, parent: usize, properties: Vec<Property>) -> Option<usize> {
        (parent < self.nodes.len()).then(|| self.push(Some(parent), properties, 0))
    }

    /// All nodes; each stands after its parent.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The nodes from the first to `node`.
    pub fn path_to(&self, node: usize) -> Vec<usize> {
        let mut path: Vec<usize> =
            std::iter::successors(Some(node), |&node| self.nodes.get(node)?.parent).collect();
        path.reverse();
        path
    }

    /// The last node of the main line: that of each first variation.
    pub fn main_end(&self) -> usize {
        std::iter::successors(Some(0), |&node| {
            self.nodes.get(node)?.children.first().copied()
        })
        .last()
        .unwrap_or(0)
    }

    /// Reads the first tree of a file. Text before it and after it is ignored, as is space between its
    /// parts; lower-case letters in names, which the oldest files have, are left out.
    ///
    /// # Errors
    /// When there is none, it is cut off, or something in it has no place there.
    pub fn read(text: &str) -> Result<Self, TreeError> {
        Self::read_within(text, MAX_PARTS)
    }

    /// The same of a tree with at most so many nodes, properties and values.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn read_within(text: &str, parts: usize) -> Result<Self, TreeError> {
        if text.len() > MAX_LENGTH {
            return Err(TreeError::TooLong(text.len()));
        }
        let mut reader = Reader {
            text,
            at: begin(text).ok_or(TreeError::NoTree)?,
            counted: (0, 1),
            parts: (0, parts),
        };
        reader.tree()
    }
}

/// Where the first `(` lies that a `;` follows.
fn begin(text: &str) -> Option<usize> {
    let mut open = None;
    for (at, char) in text.char_indices() {
        match char {
            '(' => open = Some(at),
            ';' if open.is_some() => return open,
            c if c.is_whitespace() => {}
            _ => open = None,
        }
    }
    None
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// A place counted already, and its line.
    counted: (usize, usize),
    /// Nodes, properties and values so far, and how many there may be.
    parts: (usize, usize),
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.text.get(self.at..)?.chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let char = self.peek()?;
        self.at += char.len_utf8();
        Some(char)
    }

    const fn count_part(&mut self) -> Result<(), TreeError> {
        let (parts, most) = &mut self.parts;
        *parts += 1;
        if *parts > *most {
            return Err(TreeError::TooMany(*most));
        }
        Ok(())
    }

    fn line(&mut self) -> usize {
        let (from, line) = self.counted;
        let between = self.text.as_bytes().get(from..self.at).unwrap_or_default();
        let line = line + between.iter().filter(|&&byte| byte == b'\n').count();
        self.counted = (self.at, line);
        line
    }

    fn tree(&mut self) -> Result<Tree, TreeError> {
        let mut tree = Tree { nodes: Vec::new() };
        // The node that each open parenthesis stands after, and the node read last.
        let mut open: Vec<Option<usize>> = Vec::new();
        let mut last: Option<usize> = None;
        // Whether a parenthesis was opened and has no node yet.
        let mut fresh = false;
        loop {
            let place = self.at;
            let unexpected = |char| TreeError::Unexpected(Place::of(self.text, place), char);
            match self.peek().ok_or(TreeError::CutOff("the game"))? {
                '(' if !fresh && (last.is_some() || open.is_empty()) => {
                    self.next();
                    open.push(last);
                    fresh = true;
                }
                ')' if !fresh => {
                    self.next();
                    last = open.pop().flatten();
                    if open.is_empty() {
                        return Ok(tree);
                    }
                }
                ';' if fresh || last.is_some() => {
                    let line = self.line();
                    self.next();
                    self.count_part()?;
                    last = Some(tree.push(last, Vec::new(), line));
                    fresh = false;
                }
                c if c.is_whitespace() => {
                    self.next();
                }
                c if c.is_ascii_alphanumeric() && !fresh => {
                    self.count_part()?;
                    let property = self.property()?;
                    let node = last.and_then(|node| tree.nodes.get_mut(node));
                    node.ok_or_else(|| TreeError::Unexpected(Place::of(self.text, place), c))?
                        .properties
                        .push(property);
                }
                c => return Err(unexpected(c)),
            }
        }
    }

    fn property(&mut self) -> Result<Property, TreeError> {
        let begin = self.at;
        while self.peek().is_some_and(|c| c.is_ascii_alphanumeric()) {
            self.next();
        }
        let written = self.text.get(begin..self.at).unwrap_or_default();
        let mut name = written.replace(|c: char| c.is_ascii_lowercase(), "");
        if name.is_empty() {
            name = written.to_owned();
        }
        let mut values = Vec::new();
        loop {
            while self.peek().is_some_and(char::is_whitespace) {
                self.next();
            }
            if self.peek() != Some('[') {
                return Ok(Property { name, values });
            }
            self.next();
            self.count_part()?;
            values.push(self.value()?);
        }
    }

    fn value(&mut self) -> Result<String, TreeError> {
        let cut_off = TreeError::CutOff("a value: a \"]\" is missing");
        let mut value = String::new();
        loop {
            match self.next() {
                None => return Err(cut_off),
                Some(']') => return Ok(value),
                Some('\\') => match self.next() {
                    None => return Err(cut_off),
                    // A line broken by the writer.
                    Some('\n') => {}
                    Some('\r') => {
                        if self.peek() == Some('\n') {
                            self.next();
                        }
                    }
                    Some(c) => value.push(c),
                },
                Some(c) => value.push(c),
            }
        }
    }
}

/// A node's properties as a file has them.
fn write_node(f: &mut fmt::Formatter<'_>, node: &Node) -> fmt::Result {
    f.write_str(";")?;
    for property in &node.properties {
        f.write_str(&property.name)?;
        for value in &property.values {
            let value = value.replace('\\', "\\\\").replace(']', "\\]");
            write!(f, "[{value}]")?;
        }
        if property.values.is_empty() {
            f.write_str(" ")?;
        }
    }
    Ok(())
}

/// As a file has it: every node on a line of its own, variations in parentheses.
impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// What is still to be written, the next on top.
        enum Todo {
            Line(usize),
            Close,
        }
        let mut todo = vec![Todo::Line(0)];
        while let Some(next) = todo.pop() {
            match next {
                Todo::Close => f.write_str(")\n")?,
                Todo::Line(first) => {
                    f.write_str("(")?;
                    todo.push(Todo::Close);
                    let mut at = Some(first);
                    while let Some(node) = at.take().and_then(|index| self.nodes.get(index)) {
                        write_node(f, node)?;
                        match *node.children {
                            [] => {}
                            [only] => {
                                f.write_str("\n")?;
                                at = Some(only);
                            }
                            [..] => {
                                f.write_str("\n")?;
                                let variations = node.children.iter().rev();
                                todo.extend(variations.map(|&child| Todo::Line(child)));
                            }
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

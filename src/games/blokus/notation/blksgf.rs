//! Pentobi's `.blksgf` files: a tree of the Smart Game Format whose moves are lists of squares.
//!
//! Reading is tolerant of form: space anywhere between the parts, text before and after the tree, moves
//! as `B`/`W`, as `1`/`2` or as `BLUE`/`GREEN` (Pentobi before 0.2), squares in any order, one value a
//! move or one a square (before 0.3). A file holds its variations: [`Record::tree`] has them all,
//! [`Record::line_to`] the game up to any node. Passes are not written in these files and are put in
//! where the rules force one.

use super::moves::play;
use super::{MoveError, SquaresError, excerpt, is_pass, read_squares, write_squares};
use crate::blokus::{LegalityError, Move, PieceSet, Placement, Position, SetupError, Squares};
use crate::sgf::{Property, Tree, TreeError};
use crate::{Game as _, GameLine, Side};

/// What `GM` says in a file of this game.
pub const GAME: &str = "Blokus Duo";

/// Why a file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SgfError {
    /// Not a game tree.
    #[error(transparent)]
    Tree(#[from] TreeError),
    /// Another game.
    #[error("the game is {0:?}, not \"{GAME}\"")]
    Game(String),
    /// Something in one node.
    #[error("line {line}: {name}[{value}]: {problem}")]
    Node {
        /// The line of the file the node begins on.
        line: usize,
        /// The property.
        name: String,
        /// Its value.
        value: String,
        /// What is wrong with it.
        problem: PropertyError,
    },
    /// No such node.
    #[error("the tree has no node {0}")]
    NoNode(usize),
}

/// What is wrong with a property.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PropertyError {
    /// Not a move.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// Not the squares of a piece.
    #[error(transparent)]
    Squares(#[from] SquaresError),
    /// A move that the rules do not allow.
    #[error("not legal: {0}")]
    Illegal(#[from] LegalityError),
    /// A move of the side that waits.
    #[error("it is {0}'s turn")]
    Turn(Side),
    /// Pieces that cannot lie so.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// `PL` without a side.
    #[error("the side to play is B or W")]
    NoSide,
}

/// Why a game cannot be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WriteError {
    /// A set-up position in which pieces of one side touch along an edge: what they are cannot be seen.
    #[error("pieces of {0} touch along an edge in the position the game begins with")]
    Touching(Side),
}

/// A file of Blokus Duo.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    tree: Tree,
}

/// What a property does to the game.
enum Act {
    Play(Side),
    Add(Side),
    Erase,
    Turn,
}

impl Act {
    fn of(name: &str) -> Option<Self> {
        Some(match name {
            "B" | "1" | "BLUE" => Self::Play(Side::Black),
            "W" | "2" | "GREEN" => Self::Play(Side::White),
            "AB" | "A1" => Self::Add(Side::Black),
            "AW" | "A2" => Self::Add(Side::White),
            "AE" => Self::Erase,
            "PL" => Self::Turn,
            _ => return None,
        })
    }
}

/// A game on its way to a node.
struct Walk {
    line: GameLine<Position>,
    /// The pieces of each side on the board.
    pieces: [Vec<Placement>; 2],
    /// Whether it begins with a position that was set up.
    set_up: bool,
}

impl Record {
    /// Reads a file.
    ///
    /// # Errors
    /// When it is not a game tree, or one of another game. Whether its moves are legal is seen when a
    /// line of it is asked for.
    pub fn read(text: &str) -> Result<Self, SgfError> {
        let tree = Tree::read(text)?;
        let root = tree.nodes().first();
        let game = root
            .and_then(|root| {
                root.properties
                    .iter()
                    .find(|property| property.name == "GM")
            })
            .and_then(|property| property.values.first());
        match game {
            Some(game) if !game.trim().eq_ignore_ascii_case(GAME) => {
                Err(SgfError::Game(excerpt(game)))
            }
            _ => Ok(Self { tree }),
        }
    }

    /// The tree with everything that stands in the file.
    pub const fn tree(&self) -> &Tree {
        &self.tree
    }

    /// What the first node says of `name`, as `PB` and `PW` for the players.
    pub fn info(&self, name: &str) -> Option<&str> {
        let root = self.tree.nodes().first()?;
        let property = root
            .properties
            .iter()
            .find(|property| property.name == name)?;
        property.values.first().map(String::as_str)
    }

    /// The main line to its end.
    ///
    /// # Errors
    /// When a move of it cannot be read or is not legal.
    pub fn main_line(&self) -> Result<GameLine<Position>, SgfError> {
        self.line_to(self.tree.main_end())
    }

    /// The game up to a node of the tree. It begins with the last node on the way that sets pieces up,
    /// else with the usual start.
    ///
    /// # Errors
    /// When there is no such node, or something on the way cannot be read or is not legal.
    pub fn line_to(&self, node: usize) -> Result<GameLine<Position>, SgfError> {
        if node >= self.tree.nodes().len() {
            return Err(SgfError::NoNode(node));
        }
        let mut walk = Walk {
            line: GameLine::default(),
            pieces: [Vec::new(), Vec::new()],
            set_up: false,
        };
        for index in self.tree.path_to(node) {
            let Some(node) = self.tree.nodes().get(index) else {
                continue;
            };
            for property in &node.properties {
                let Some(act) = Act::of(&property.name) else {
                    continue;
                };
                walk.act(&act, property)
                    .map_err(|(value, problem)| SgfError::Node {
                        line: node.line,
                        name: property.name.clone(),
                        value: excerpt(&value),
                        problem,
                    })?;
            }
        }
        Ok(walk.line)
    }

    /// The record of a game, with properties for the first node beside `GM` (as `PB`, `PW`, `RE`, `DT`).
    ///
    /// # Errors
    /// When the game begins with pieces that touch along an edge of their own.
    pub fn of(line: &GameLine<Position>, info: &[(&str, &str)]) -> Result<Self, WriteError> {
        let property = |name: &str, values: Vec<String>| Property {
            name: name.to_owned(),
            values,
        };
        let mut first = vec![
            property("GM", vec![GAME.to_owned()]),
            property("CA", vec!["UTF-8".to_owned()]),
        ];
        first.extend(
            info.iter()
                .map(|&(name, value)| property(name, vec![value.to_owned()])),
        );
        let start = line
            .positions()
            .first()
            .copied()
            .unwrap_or_else(Position::start);
        if start != Position::start() {
            for (side, name) in Side::BOTH.into_iter().zip(["AB", "AW"]) {
                let pieces = pieces_of(&start, side).ok_or(WriteError::Touching(side))?;
                if !pieces.is_empty() {
                    first.push(property(
                        name,
                        pieces.into_iter().map(write_squares).collect(),
                    ));
                }
            }
            first.push(property("PL", vec![sign(start.side_to_move()).to_owned()]));
        }
        let mut tree = Tree::new(first);
        let mut last = 0;
        for (position, mv) in line.steps() {
            if let Move::Place(placement) = mv {
                let mv = property(
                    sign(position.side_to_move()),
                    vec![write_squares(placement)],
                );
                last = tree.add(last, vec![mv]).unwrap_or(last);
            }
        }
        Ok(Self { tree })
    }
}

/// As a file has it.
impl std::fmt::Display for Record {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.tree.fmt(f)
    }
}

const fn sign(side: Side) -> &'static str {
    match side {
        Side::Black => "B",
        Side::White => "W",
    }
}

/// The pieces of `side`, when each lies by itself.
fn pieces_of(position: &Position, side: Side) -> Option<Vec<Placement>> {
    let mut rest = position.squares(side);
    let mut used = PieceSet::EMPTY;
    let mut pieces = Vec::new();
    while let Some(square) = rest.iter().next() {
        let mut piece = Squares::one(square);
        loop {
            let more = piece | piece.edges() & rest;
            if more == piece {
                break;
            }
            piece = more;
        }
        let placement = Placement::covering(piece)?;
        if used.contains(placement.piece()) || position.left(side).contains(placement.piece()) {
            return None;
        }
        used = used.with(placement.piece());
        pieces.push(placement);
        rest &= !piece;
    }
    Some(pieces)
}

impl Walk {
    fn act(&mut self, act: &Act, property: &Property) -> Result<(), (String, PropertyError)> {
        match *act {
            Act::Play(side) => {
                let value = property.values.join(",");
                self.play(side, &value).map_err(|problem| (value, problem))
            }
            Act::Add(_) | Act::Erase => {
                for value in &property.values {
                    self.set_up(act, value)
                        .map_err(|problem| (value.clone(), problem))?;
                }
                Ok(())
            }
            Act::Turn => {
                let value = property.values.join(",");
                self.turn(&value).map_err(|problem| (value, problem))
            }
        }
    }

    fn play(&mut self, side: Side, value: &str) -> Result<(), PropertyError> {
        let text = value.trim();
        let mv = if text.is_empty() || is_pass(text) {
            Move::Pass
        } else {
            Move::Place(read_squares(text)?)
        };
        let turn = self.line.position().side_to_move();
        if self.set_up && self.line.ply() == 0 && mv != Move::Pass && turn != side {
            // Behind a set-up position the move says whose turn it is.
            self.begin_with(side)?;
        }
        let position = self.line.position();
        let to_move = position.side_to_move();
        if to_move != side && !position.is_over() && !position.must_pass() {
            return Err(PropertyError::Turn(to_move));
        }
        if mv == Move::Pass && to_move != side {
            // A pass was left out and this one is the next: the game is over.
            return Ok(());
        }
        play(&mut self.line, mv)?;
        if let Move::Place(placement) = mv {
            self.pieces[side.index()].push(placement);
        }
        Ok(())
    }

    fn set_up(&mut self, act: &Act, value: &str) -> Result<(), PropertyError> {
        let placement = read_squares(value)?;
        if let Act::Add(side) = *act {
            self.pieces[side.index()].push(placement);
        } else {
            // Squares that are no whole piece on the board are left as they are, as Pentobi does.
            let there = self.pieces.iter_mut().find_map(|pieces| {
                let index = pieces.iter().position(|&piece| piece == placement)?;
                Some(pieces.remove(index))
            });
            if there.is_none() {
                return Ok(());
            }
        }
        let side = self.line.position().side_to_move();
        self.begin_with(side)
    }

    fn turn(&mut self, value: &str) -> Result<(), PropertyError> {
        let side = match &*value.trim().to_ascii_lowercase() {
            "b" | "black" | "1" | "blue" => Side::Black,
            "w" | "white" | "2" | "green" => Side::White,
            _ => return Err(PropertyError::NoSide),
        };
        if side == self.line.position().side_to_move() {
            return Ok(());
        }
        self.begin_with(side)
    }

    /// The game begins here, with the pieces as they lie and `side` to move.
    fn begin_with(&mut self, side: Side) -> Result<(), PropertyError> {
        self.set_up = true;
        let [black, white] = &self.pieces;
        self.line = GameLine::from_position(Position::with_pieces(black, white, side)?);
        Ok(())
    }
}

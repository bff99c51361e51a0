//! The game that a player is in, for any game of two sides that take turns.
//!
//! Programs differ about passes. What is done here suits those that send them, those that leave them
//! out, and those that ask for one:
//!
//! - `genmove` of a side that has to pass answers `pass`, and of a finished game too.
//! - `play` takes a pass where the rules force one, and in a finished game, where it changes nothing.
//! - A move of the other side, played or asked for, where the side to move has to pass, passes first.
//!   Anywhere else it is an error, because the sides take turns.
//!
//! `undo` takes back one command, with the pass that it brought about.

use super::Failure;
use crate::game::{Game, GameLine, Side};
use crate::player::{Context, Player};
use crate::protocol::lines::Lines;
use crate::random::Random;

/// Says why a move is illegal, in the words of the game.
pub(in crate::protocol) type Why<G> = fn(&G, <G as Game>::Move) -> String;

/// The pass that has to come before a move of the player, and that move; no move in a finished game.
type Chosen<G> = (Option<<G as Game>::Move>, Option<<G as Game>::Move>);

/// A player and the game that it is in.
pub(in crate::protocol) struct Table<G: Game> {
    player: Box<dyn Player<G>>,
    pub(in crate::protocol) seed: u64,
    why: Why<G>,
    /// How many games came before this one.
    game: u64,
    /// Whether anything was played in this one.
    is_begun: bool,
    line: GameLine<G>,
    /// The plies that each command since the beginning has added.
    added: Vec<usize>,
}

impl<G: Game> Table<G> {
    /// `player`, in a game that has not begun. Its `seed` and the number of the game give every move.
    pub(in crate::protocol) fn new(player: Box<dyn Player<G>>, seed: u64, why: Why<G>) -> Self {
        Self {
            player,
            seed,
            why,
            game: 0,
            is_begun: false,
            line: GameLine::default(),
            added: Vec::new(),
        }
    }

    /// Another player takes over.
    pub(in crate::protocol) fn seat(&mut self, player: Box<dyn Player<G>>) {
        self.player = player;
    }

    pub(in crate::protocol) const fn line(&self) -> &GameLine<G> {
        &self.line
    }

    pub(in crate::protocol) fn position(&self) -> &G {
        self.line.position()
    }

    pub(in crate::protocol) fn legal_moves(&self) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.position().legal_moves(&mut moves);
        moves
    }

    /// Goes on from the end of `line`; its moves can be taken back.
    pub(in crate::protocol) fn begin(&mut self, line: GameLine<G>) {
        // Clearing a board twice is no game in between.
        self.game += u64::from(self.is_begun);
        self.is_begun = line.ply() > 0;
        self.added = vec![1; line.ply()];
        self.line = line;
    }

    fn is_over(&self) -> bool {
        self.position().outcome().is_some()
    }

    /// The pass that has to come before `side` can move, if there is one.
    fn pass_before(&self, side: Side) -> Result<Option<G::Move>, Failure> {
        let to_move = self.position().side_to_move();
        if to_move == side || self.is_over() {
            return Ok(None);
        }
        match *self.legal_moves() {
            [mv] if G::is_pass(mv) => Ok(Some(mv)),
            _ => Err(Failure::WrongColour(to_move.name())),
        }
    }

    /// Plays `moves`, all of them or none, as what one command did.
    fn add(&mut self, moves: impl IntoIterator<Item = G::Move>) -> Result<(), Failure> {
        let before = self.line.ply();
        for mv in moves {
            if self.line.play(mv).is_err() {
                let why = (self.why)(self.position(), mv);
                while self.line.ply() > before {
                    self.line.undo();
                }
                return Err(Failure::Illegal(why));
            }
        }
        self.added.push(self.line.ply() - before);
        self.is_begun = true;
        Ok(())
    }

    /// `mv` of `side`, after a pass of the other side that was left out.
    pub(in crate::protocol) fn play(&mut self, side: Side, mv: G::Move) -> Result<(), Failure> {
        if G::is_pass(mv) && self.is_over() {
            return self.add([]);
        }
        // A pass of the side that waits is not to become two.
        let to_move = self.position().side_to_move();
        if G::is_pass(mv) && to_move != side {
            return Err(Failure::WrongColour(to_move.name()));
        }
        let before = self.pass_before(side)?;
        self.add(before.into_iter().chain([mv]))
    }

    /// The player's move for `side`.
    pub(in crate::protocol) fn choose(
        &self,
        side: Side,
        lines: &Lines,
    ) -> Result<Chosen<G>, Failure> {
        let before = self.pass_before(side)?;
        let passed;
        let line = if let Some(pass) = before {
            let mut after = self.line.clone();
            let _ = after.play(pass);
            passed = after;
            &passed
        } else {
            &self.line
        };
        let mut allowed = Vec::new();
        line.position().legal_moves(&mut allowed);
        match *allowed {
            [] => return Ok((before, None)),
            [mv] if G::is_pass(mv) => return Ok((before, Some(mv))),
            _ => {}
        }
        let mut random = Random::derived(self.seed, &[self.game, line.ply() as u64]);
        let choice = lines.think(|cancel| {
            let mut context = Context {
                random: &mut random,
                cancel,
            };
            self.player.choose(line, &allowed, &mut context)
        })?;
        if allowed.contains(&choice.mv) {
            Ok((before, Some(choice.mv)))
        } else {
            Err(Failure::Player)
        }
    }

    /// The same, and plays it.
    pub(in crate::protocol) fn generate(
        &mut self,
        side: Side,
        lines: &Lines,
    ) -> Result<Option<G::Move>, Failure> {
        let (before, mv) = self.choose(side, lines)?;
        self.add(before.into_iter().chain(mv))?;
        Ok(mv)
    }

    pub(in crate::protocol) fn undo(&mut self) -> Result<(), Failure> {
        let plies = self.added.pop().ok_or(Failure::Undo)?;
        for _ in 0..plies {
            self.line.undo();
        }
        Ok(())
    }
}

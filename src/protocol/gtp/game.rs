//! `genmove`, `play` and `undo`: the game that a player is in, and how passes are handled.
//!
//! Programs differ about passes. What is done here suits those that send them, those that leave them
//! out, and those that ask for one:
//!
//! - `genmove` of a side that has to pass answers `pass`, and of a finished game too.
//! - `play` takes a pass where the rules force one, and in a finished game, where it changes nothing.
//! - A move of the other side, played or asked for, where the side to move has to pass, passes first.
//!   Anywhere else it is an error where the sides take turns strictly; where a game can be [turned](Kit::turned),
//!   it is a game that begins from the board as it is.
//!
//! `undo` takes back one command, with whatever it brought about.

use super::CommandError;
use crate::protocol::lines::Lines;
use koteki_engine::player::{Choice, Context, Player};
use koteki_games::random::Random;
use koteki_games::{GameLine, Side};
use koteki_rivals::roster::kit::Kit;

/// A player and the game that it is in.
pub(in crate::protocol) struct EngineGame<K: Kit> {
    player: Box<dyn Player<K>>,
    pub(in crate::protocol) seed: u64,
    /// How many games came before this one.
    game: u64,
    /// Whether anything was played in this one.
    is_begun: bool,
    line: GameLine<K>,
    /// What it was before each command since the beginning.
    before: Vec<GameLine<K>>,
    /// What the player thought when it was last asked.
    chosen: Option<Choice<K>>,
}

impl<K: Kit> EngineGame<K> {
    /// `player`, in a game that has not begun. Its `seed` and the number of the game give every move.
    pub(in crate::protocol) fn new(player: Box<dyn Player<K>>, seed: u64) -> Self {
        Self {
            player,
            seed,
            game: 0,
            is_begun: false,
            line: GameLine::default(),
            before: Vec::new(),
            chosen: None,
        }
    }

    /// Another player takes over.
    pub(in crate::protocol) fn seat(&mut self, player: Box<dyn Player<K>>) {
        self.player = player;
        self.chosen = None;
    }

    pub(in crate::protocol) const fn line(&self) -> &GameLine<K> {
        &self.line
    }

    pub(in crate::protocol) fn position(&self) -> &K {
        self.line.position()
    }

    pub(in crate::protocol) fn legal_moves(&self) -> Vec<K::Move> {
        let mut moves = Vec::new();
        self.position().legal_moves(&mut moves);
        moves
    }

    /// Goes on from the end of `line`; its moves can be taken back.
    pub(in crate::protocol) fn begin(&mut self, line: GameLine<K>) {
        // Clearing a board twice is no game in between.
        self.game += u64::from(self.is_begun);
        self.is_begun = line.ply() > 0;
        self.chosen = None;
        self.before.clear();
        let mut earlier = line.clone();
        while earlier.undo().is_some() {
            self.before.push(earlier.clone());
        }
        self.before.reverse();
        self.line = line;
    }

    /// What the player thought of its moves when it was last asked, if that was the last command that
    /// changed anything.
    pub(in crate::protocol) const fn chosen(&self) -> Option<&Choice<K>> {
        self.chosen.as_ref()
    }

    fn is_over(&self) -> bool {
        self.position().outcome().is_some()
    }

    /// The game with `side` to move, which may take a pass or a turn of the other side.
    fn turned_to(&self, side: Side) -> Result<GameLine<K>, CommandError> {
        let mut line = self.line.clone();
        let to_move = self.position().side_to_move();
        if to_move == side || self.is_over() {
            return Ok(line);
        }
        if let [mv] = *self.legal_moves()
            && K::is_pass(mv)
        {
            let _ = line.play(mv);
            return Ok(line);
        }
        let turned = self.position().turned();
        let turned = turned.ok_or(CommandError::WrongColour(to_move.name()))?;
        Ok(GameLine::from_position(turned))
    }

    /// Goes on with `line`, as what one command did.
    fn go_on(&mut self, line: GameLine<K>) {
        self.before.push(std::mem::replace(&mut self.line, line));
        self.is_begun = true;
        self.chosen = None;
    }

    /// `mv` of `side`, after a pass of the other side that was left out.
    pub(in crate::protocol) fn play(
        &mut self,
        side: Side,
        mv: K::Move,
    ) -> Result<(), CommandError> {
        if K::is_pass(mv) && self.is_over() {
            self.go_on(self.line.clone());
            return Ok(());
        }
        // A pass of the side that waits is not to become two.
        let to_move = self.position().side_to_move();
        if K::is_pass(mv) && to_move != side {
            return Err(CommandError::WrongColour(to_move.name()));
        }
        let mut line = self.turned_to(side)?;
        if line.play(mv).is_err() {
            return Err(CommandError::Illegal(line.position().why_refused(mv)));
        }
        self.go_on(line);
        Ok(())
    }

    /// The player's move for `side`, with the game that it belongs to; no move in a finished game.
    fn think(
        &mut self,
        side: Side,
        lines: &Lines,
    ) -> Result<(GameLine<K>, Option<K::Move>), CommandError> {
        let line = self.turned_to(side)?;
        self.chosen = None;
        let mut allowed = Vec::new();
        line.position().legal_moves(&mut allowed);
        match *allowed {
            [] => return Ok((line, None)),
            [mv] if K::is_pass(mv) => return Ok((line, Some(mv))),
            _ => {}
        }
        let mut random = Random::derived(self.seed, &[self.game, line.ply() as u64]);
        let choice = lines.think(|cancel| {
            let mut context = Context {
                random: &mut random,
                cancel,
            };
            self.player.choose(&line, &allowed, &mut context)
        })?;
        let mv = choice.mv;
        if !allowed.contains(&mv) {
            return Err(CommandError::Player);
        }
        self.chosen = Some(choice);
        Ok((line, Some(mv)))
    }

    /// The player's move for `side`; none in a finished game.
    pub(in crate::protocol) fn choose(
        &mut self,
        side: Side,
        lines: &Lines,
    ) -> Result<Option<K::Move>, CommandError> {
        self.think(side, lines).map(|(_, mv)| mv)
    }

    /// The same, and plays it.
    pub(in crate::protocol) fn generate(
        &mut self,
        side: Side,
        lines: &Lines,
    ) -> Result<Option<K::Move>, CommandError> {
        let (mut line, mv) = self.think(side, lines)?;
        if let Some(mv) = mv {
            let _ = line.play(mv);
        }
        let chosen = self.chosen.take();
        self.go_on(line);
        self.chosen = chosen;
        Ok(mv)
    }

    pub(in crate::protocol) fn undo(&mut self) -> Result<(), CommandError> {
        self.line = self.before.pop().ok_or(CommandError::Undo)?;
        self.chosen = None;
        Ok(())
    }
}

//! An engine that plays by GTP, which is sent a game move by move.
//!
//! Passes are not sent: engines refuse them, take them, or take them even where they are illegal, but
//! all that were tried pass by themselves when the other side moves twice. One that refuses the second
//! move is sent the pass after all.

use std::time::Duration;

use super::{Conversation, Spoken, colour};
use crate::wire::gtp::{Reply, ask, send};
use crate::wire::process::{AnswerError, Process, Stop};
use koteki_games::{Game, GameLine};

/// An engine and the game on its board.
pub(super) struct Table<G: Game> {
    process: Process,
    /// What has been played on its board, with the passes, which it was not sent.
    moves: Vec<G::Move>,
    /// Whether its board has been cleared at all.
    is_clear: bool,
}

impl<G: Spoken> Table<G> {
    /// Waits until the engine is there, and says what is to be played.
    pub(super) fn begin(
        process: Process,
        limit: Duration,
        stop: Stop<'_>,
    ) -> Result<Self, AnswerError> {
        // Whatever it answers, it is there. One that plays one game alone need not know the command.
        ask(&process, "protocol_version", limit, stop)?;
        for command in G::NAMING {
            ask(&process, command, limit, stop)?;
        }
        Ok(Self {
            process,
            moves: Vec::new(),
            is_clear: false,
        })
    }

    /// Plays the moves that the engine does not know yet.
    fn play_unknown(
        &mut self,
        line: &GameLine<G>,
        limit: Duration,
        stop: Stop<'_>,
    ) -> Result<(), AnswerError> {
        if !self.is_clear || self.knows(line) < self.moves.len() {
            self.moves.clear();
            send(&self.process, "clear_board", limit, stop)?;
            self.is_clear = true;
        }
        let unknown = self.moves.len()..line.ply();
        for (mv, position) in unknown.map(|ply| (line.moves()[ply], &line.positions()[ply])) {
            if !G::is_pass(mv) {
                let command = format!(
                    "play {} {}",
                    colour::<G>(position.side_to_move()),
                    G::write(mv)
                );
                self.after_pass(&command, position, limit, stop)?;
            }
            self.moves.push(mv);
        }
        Ok(())
    }

    /// Sends a command of the side to move of `position`. An engine that refuses it after a pass is sent
    /// the pass, and asked again.
    fn after_pass(
        &self,
        command: &str,
        position: &G,
        limit: Duration,
        stop: Stop<'_>,
    ) -> Result<String, AnswerError> {
        let passed = self.moves.last().is_some_and(|&mv| G::is_pass(mv));
        if passed && let Reply::Done(text) = ask(&self.process, command, limit, stop)? {
            return Ok(text);
        }
        if passed {
            let other = colour::<G>(position.side_to_move().other());
            send(&self.process, &format!("play {other} pass"), limit, stop)?;
        }
        send(&self.process, command, limit, stop)
    }
}

impl<G: Spoken> Conversation<G> for Table<G> {
    fn knows(&self, line: &GameLine<G>) -> usize {
        if line.moves().starts_with(&self.moves) {
            self.moves.len()
        } else {
            0
        }
    }

    fn ask(
        &mut self,
        line: &GameLine<G>,
        limit: Duration,
        stop: Stop<'_>,
    ) -> Result<String, AnswerError> {
        if line.positions().first() != Some(&G::start()) {
            return Err(crate::wire::error::EngineErrorKind::Board.into());
        }
        self.play_unknown(line, limit, stop)?;
        let position = line.position();
        let command = format!("genmove {}", colour::<G>(position.side_to_move()));
        let answer = self.after_pass(&command, position, limit, stop)?;
        // The first word; a board may follow it.
        Ok(answer
            .split_whitespace()
            .next()
            .unwrap_or_default()
            .to_owned())
    }

    fn accepted(&mut self, mv: G::Move) {
        self.moves.push(mv);
    }
}

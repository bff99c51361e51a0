//! An engine that plays by the NBoard protocol, which is sent the whole game before every move.

use std::time::Duration;

use super::{Conversation, Spoken};
use crate::wire::nboard::{Hint, go, hint, synchronise};
use crate::wire::process::{AnswerError, Process, Stop};
use koteki_games::{Game, GameLine};

/// An engine that is sent games.
pub(super) struct Table<G: Game> {
    process: Process,
    ggf: fn(&GameLine<G>) -> String,
    /// How often it has been asked to answer.
    pings: u32,
}

impl<G: Spoken> Table<G> {
    /// Waits until the engine is there, whatever it prints before.
    pub(super) fn begin(
        process: Process,
        depth: u32,
        ggf: fn(&GameLine<G>) -> String,
        limit: Duration,
        stop: Stop<'_>,
    ) -> Result<Self, AnswerError> {
        process.send("nboard 2");
        process.send(&format!("set depth {depth}"));
        synchronise(&process, 1, limit, stop)?;
        Ok(Self {
            process,
            ggf,
            pings: 1,
        })
    }

    /// Sends the engine the whole game.
    fn send_game(
        &mut self,
        line: &GameLine<G>,
        limit: Duration,
        stop: Stop<'_>,
    ) -> Result<(), AnswerError> {
        // Some leave out a pass at the end of a game, so it is sent as a move.
        let passed = line.moves().last().is_some_and(|&mv| G::is_pass(mv));
        if passed {
            let mut before = line.clone();
            before.undo();
            self.process
                .send(&format!("set game {}", (self.ggf)(&before)));
            self.process.send("move PA");
        } else {
            self.process.send(&format!("set game {}", (self.ggf)(line)));
        }
        self.pings += 1;
        synchronise(&self.process, self.pings, limit, stop)
    }
}

impl<G: Spoken> Table<G> {
    /// What the engine makes of its best `count` moves at the end of `line`.
    pub(super) fn values(
        &mut self,
        line: &GameLine<G>,
        count: usize,
        limit: Duration,
        stop: Stop<'_>,
    ) -> Result<Vec<Hint>, AnswerError> {
        self.send_game(line, limit, stop)?;
        hint(&self.process, count, limit, stop)
    }
}

impl<G: Spoken> Conversation<G> for Table<G> {
    fn knows(&self, _: &GameLine<G>) -> usize {
        0
    }

    fn ask(
        &mut self,
        line: &GameLine<G>,
        limit: Duration,
        stop: Stop<'_>,
    ) -> Result<String, AnswerError> {
        self.send_game(line, limit, stop)?;
        go(&self.process, limit, stop)
    }

    fn accepted(&mut self, _: G::Move) {}
}

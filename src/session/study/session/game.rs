//! A game of a study: every move is written down before it is shown.

use super::super::protocol::Task;
use super::{Notice, StudySession, StudySessionError};
use crate::keeper;
use crate::thinker::{Answer, Purpose, Thought};
use crate::words;
use crate::{Seat, SessionError, Table, Turn};
use koteki_engine::search::budget::Cancel;
use koteki_games::othello::Move;
use koteki_games::{Game as _, Side};
use koteki_record::study::Line;
use koteki_rivals::roster::PlayerSpec;

impl StudySession {
    pub(super) fn sit_down(
        &mut self,
        task: &Task,
        notices: &mut Vec<Notice>,
    ) -> Result<(), StudySessionError> {
        let Some(game) = self.protocol.last_game() else {
            return Ok(());
        };
        let spec: PlayerSpec = game.opponent.parse().map_err(SessionError::from)?;
        let mut seats = [Seat::Machine(spec), Seat::Person];
        if task.person == Side::Black {
            seats.reverse();
        }
        let table = Table::resume(game.line.clone(), seats).call_players(game.task.seed);
        self.table = Some(table.map_err(SessionError::from)?);
        self.advance(notices);
        Ok(())
    }

    /// After any change of the line: writes the new moves down and asks for the machine's, or sees that
    /// the game is over.
    pub(super) fn advance(&mut self, notices: &mut Vec<Notice>) {
        self.moment += 1;
        self.asked = None;
        self.cancel.cancel();
        self.cancel = Cancel::new();
        if let Err(error) = self.keep_moves() {
            notices.push(self.give_up(error.to_string()));
            return;
        }
        let Some(table) = &self.table else { return };
        match table.turn() {
            Turn::Machine(_) => {
                if let Some(task) = table.task(self.moment) {
                    self.asked = Some(self.moment);
                    self.thinker.ask(Thought::Move(task), &self.cancel);
                }
            }
            Turn::Person(_) => {}
            Turn::Over(outcome) => {
                notices.push(Notice::Over(outcome));
                if let Err(error) = self.enter(notices) {
                    notices.push(self.give_up(error.to_string()));
                }
            }
        }
    }

    /// Writes down the moves on the table that are not in the file.
    fn keep_moves(&mut self) -> Result<(), StudySessionError> {
        let (Some(table), Some(game)) = (&self.table, self.protocol.last_game()) else {
            return Ok(());
        };
        let known = game.line.ply();
        let number = game.task.game;
        let moves: Vec<Move> = table.line().moves().iter().skip(known).copied().collect();
        for (ply, mv) in (known + 1..).zip(moves) {
            self.keep(Line::Move {
                game: number,
                ply,
                mv: mv.to_string(),
                at: keeper::now(),
            })?;
        }
        Ok(())
    }

    pub(super) fn think(
        &mut self,
        answer: Answer,
        notices: &mut Vec<Notice>,
    ) -> Result<(), StudySessionError> {
        match answer {
            Answer::Move { id, choice } if self.asked == Some(id) => {
                if !self.machine_plays(choice.mv, notices) {
                    // A player that breaks the rules is a fault of ours: it is noted, the game goes on.
                    self.stand_in(&choice.mv.to_string(), notices)?;
                }
                Ok(())
            }
            Answer::Broken {
                id,
                purpose: Purpose::Move,
                message,
            } if self.asked == Some(id) => self.stand_in(&message, notices),
            _ => Ok(()),
        }
    }

    fn machine_plays(&mut self, mv: Move, notices: &mut Vec<Notice>) -> bool {
        let Some(table) = &mut self.table else {
            return false;
        };
        let side = table.position().side_to_move();
        let Ok(passed) = table.play(mv) else {
            return false;
        };
        notices.push(Notice::Moved(side, mv));
        notices.extend(passed.map(Notice::Passed));
        self.advance(notices);
        true
    }

    fn stand_in(
        &mut self,
        message: &str,
        notices: &mut Vec<Notice>,
    ) -> Result<(), StudySessionError> {
        let text = words::stood_in(message);
        self.keep(Line::Note {
            text: text.clone(),
            at: keeper::now(),
        })?;
        notices.push(Notice::Broken(text));
        if let Some(mv) = self.table.as_ref().and_then(Table::any_move) {
            self.machine_plays(mv, notices);
        }
        Ok(())
    }
}

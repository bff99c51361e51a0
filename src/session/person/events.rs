//! What the threads of a session report, and what they are asked.

use super::{EventOf, MoveOf, Notice, Notices, Session, SessionKit, Store as _};
use crate::{Turn, words};
use koteki_engine::search::budget::Cancel;
use koteki_games::Game as _;

impl<P: SessionKit> Session<P> {
    /// Takes in what happened in a thread.
    pub fn handle(&mut self, event: EventOf<P>) -> Notices<P> {
        let mut notices = Vec::new();
        match event {
            super::Event::Thought(answer) => P::answered(self, answer, &mut notices),
            super::Event::Bred(number, event) => P::bred(self, number, event, &mut notices),
            super::Event::News(news) => P::news(self, news, &mut notices),
        }
        notices
    }

    /// The machine has chosen `mv` for the request `id`: whether it is played. A player that breaks the rules is a
    /// fault of ours: it is said, and the game goes on.
    pub(crate) fn machine_chose(
        &mut self,
        id: u64,
        mv: MoveOf<P>,
        notices: &mut Notices<P>,
    ) -> bool {
        if self.asked != Some(id) {
            return false;
        }
        let is_played = self.machine_plays(mv, notices);
        if !is_played {
            self.machine_failed(id, &mv.to_string(), notices);
        }
        is_played
    }

    /// The machine on turn has failed: any legal move is played for it, so that the game goes on.
    pub(crate) fn machine_failed(&mut self, id: u64, message: &str, notices: &mut Notices<P>) {
        if self.asked != Some(id) {
            return;
        }
        notices.push(Notice::Broken(words::stood_in(message)));
        self.help(notices);
        if let Some(mv) = self.table.any_move() {
            self.machine_plays(mv, notices);
        }
    }

    /// False, and nothing changes, when the rules do not allow `mv`.
    fn machine_plays(&mut self, mv: MoveOf<P>, notices: &mut Notices<P>) -> bool {
        let side = self.table.position().side_to_move();
        let Ok(passed) = self.table.play(mv) else {
            return false;
        };
        notices.push(Notice::Moved(side, mv));
        notices.extend(passed.map(Notice::Passed));
        self.advance(notices);
        true
    }

    /// What is asked of the thinking thread is of no use any more.
    pub(crate) fn forget_requests(&mut self) {
        self.cancel.cancel();
        self.cancel = Cancel::new();
        self.moment += 1;
        self.asked = None;
        self.hint_wanted = false;
    }

    /// After any change of the line: drops what belongs to the old one, asks for what the new one needs, and ends the
    /// game when it is over.
    pub(crate) fn advance(&mut self, notices: &mut Notices<P>) {
        self.forget_requests();
        if let Some(task) = self.table.task(self.moment) {
            self.asked = Some(self.moment);
            self.thinker.ask(task.into(), &self.cancel);
        }
        P::advance(self);
        self.keep(notices);
        if let Turn::Over(outcome) = self.table.turn()
            && !self.over_announced
        {
            self.over_announced = true;
            notices.push(Notice::Over(outcome));
        }
        P::conclude(self, notices);
    }

    pub(super) fn keep(&mut self, notices: &mut Notices<P>) {
        notices.extend(self.store.keep(&self.table).map(Notice::NotKept));
    }
}

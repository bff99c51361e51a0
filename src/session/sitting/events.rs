//! What the threads of a sitting report, and what they are asked.

use std::sync::Arc;

use super::{Event, LossToOpponent, Notice, Sight, Sitting};
use crate::breeding::News;
use crate::thinker::{Answer, Purpose, Thought};
use crate::words;
use crate::{Seat, Turn, keeper};
use koteki_engine::search::budget::Cancel;
use koteki_games::Game as _;
use koteki_games::othello::{Move, Position};
use koteki_rivals::roster::PlayerSpec;

impl Sitting {
    /// Takes in what happened in a thread.
    pub fn handle(&mut self, event: Event) -> Vec<Notice> {
        let mut notices = Vec::new();
        match event {
            Event::Thought(answer) => self.think(answer, &mut notices),
            Event::Advised(advice) => self.advise(advice, &mut notices),
            Event::Kept(news) => match news {
                keeper::News::Looked {
                    interrupted,
                    is_latest,
                    has_finished,
                    damaged,
                    known,
                    rivals,
                    last,
                    met,
                } => {
                    self.looked = true;
                    self.has_finished |= has_finished;
                    self.rivals.known = *known;
                    for (opponent, difference) in met {
                        self.rivals.meet(opponent, difference);
                    }
                    self.interrupted.extend(interrupted);
                    self.rivals.offer(rivals);
                    self.breed_on(last, &mut notices);
                    notices.extend(damaged.into_iter().map(Notice::Damaged));
                    if !self.interrupted.is_empty() {
                        notices.push(Notice::Interrupted(is_latest));
                    }
                    self.conclude(&mut notices);
                }
                keeper::News::Counted(known) => self.rivals.known = *known,
                keeper::News::Failed(why) => notices.push(Notice::NotKept(why)),
            },
            Event::Bred(number, event) => match self.rivals.take_in(number, event) {
                Ok(News::Nothing) => {}
                Ok(News::Snapshot) => notices.push(Notice::Bred),
                Ok(News::Ready) => {
                    self.keeper.keep_rivals(self.rivals.offered().to_vec());
                    notices.extend([Notice::Bred, Notice::Ready]);
                }
                Err(message) => notices.push(Notice::Broken(message)),
            },
        }
        notices
    }

    /// Takes in what the thinker says; answers to questions of the past are dropped.
    fn think(&mut self, answer: Answer, notices: &mut Vec<Notice>) {
        match answer {
            Answer::Move { id, choice } if self.asked == Some(id) => {
                let mv = choice.mv;
                let before = *self.table.position();
                if self.machine_plays(mv, notices) {
                    self.last_choice = Some(choice);
                    self.ask_what_it_saw(before, mv);
                } else {
                    // A player that breaks the rules is a fault of ours: say it, keep the game.
                    self.stand_in_for_move(&mv.to_string(), notices);
                }
            }
            Answer::Analysis { id, ply, analysis } if id == self.moment => {
                if let Some(slot) = self.analyses.get_mut(ply) {
                    *slot = Sight::Seen(Arc::from(analysis));
                }
                if self.hint_wanted && self.adviser.is_none() && ply == self.table.line().ply() {
                    notices.push(Notice::Hint);
                }
                self.conclude(notices);
            }
            Answer::Held { id, played, seen } if id == self.moment => {
                if self.values_visible() {
                    notices.push(Notice::Held(played, seen));
                }
            }
            Answer::Measured { id, mean_loss } if id == self.moment => {
                self.held = LossToOpponent::Known(mean_loss);
                self.conclude(notices);
            }
            Answer::Broken {
                id,
                purpose,
                message,
            } => match purpose {
                Purpose::Move if self.asked == Some(id) => {
                    self.stand_in_for_move(&message, notices);
                }
                Purpose::Analysis(ply) if id == self.moment => {
                    notices.push(Notice::Broken(message));
                    if let Some(slot) = self.analyses.get_mut(ply) {
                        *slot = Sight::Failed;
                    }
                    self.conclude(notices);
                }
                Purpose::Measure if id == self.moment => {
                    notices.push(Notice::Broken(message));
                    self.held = LossToOpponent::Known(None);
                    self.conclude(notices);
                }
                // No one waits for it.
                Purpose::Hold => {}
                _ => {}
            },
            Answer::Move { .. }
            | Answer::Analysis { .. }
            | Answer::Held { .. }
            | Answer::Measured { .. } => {}
        }
    }

    /// Where values may be shown, a machine that holds itself level is asked what it saw in the position it
    /// has just moved in.
    fn ask_what_it_saw(&self, before: Position, played: Move) {
        if let Seat::Machine(PlayerSpec::Tsukamoto(spec)) = self.table.seat(before.side_to_move())
            && spec.settings.hold.is_some()
            && self.values_visible()
        {
            let thought = Thought::Hold {
                id: self.moment,
                position: before,
                played,
                player: spec.player(),
            };
            self.thinker.ask(thought, &self.cancel);
        }
    }

    /// False, and nothing changes, when the rules do not allow `mv`.
    fn machine_plays(&mut self, mv: Move, notices: &mut Vec<Notice>) -> bool {
        let side = self.table.position().side_to_move();
        let Ok(passed) = self.table.play(mv) else {
            return false;
        };
        notices.push(Notice::Moved(side, mv));
        notices.extend(passed.map(Notice::Passed));
        self.advance(notices);
        true
    }

    /// The machine on turn has failed: any legal move is played for it, so that the game goes on.
    fn stand_in_for_move(&mut self, message: &str, notices: &mut Vec<Notice>) {
        notices.push(Notice::Broken(words::stood_in(message)));
        self.become_practice();
        if let Some(mv) = self.table.any_move() {
            self.last_choice = None;
            self.machine_plays(mv, notices);
        }
    }

    /// After any change of the line: drops what belongs to the old one, asks for what the new one
    /// needs, and ends the game when it is over.
    pub(super) fn advance(&mut self, notices: &mut Vec<Notice>) {
        self.cancel.cancel();
        self.cancel = Cancel::new();
        self.moment += 1;
        self.asked = None;
        self.hint_wanted = false;
        let line = self.table.line();
        let known = line.positions().len();
        // Analyses of positions that are no longer in the line are wrong for what comes there next.
        self.analyses.resize(known, Sight::Waiting);
        if let Some(task) = self.table.task(self.moment) {
            self.asked = Some(self.moment);
            self.thinker.ask(Thought::Move(task), &self.cancel);
        }
        for (ply, position) in line.positions().iter().enumerate() {
            if matches!(self.analyses[ply], Sight::Waiting) && position.outcome().is_none() {
                let thought = Thought::Analyse {
                    id: self.moment,
                    ply,
                    position: *position,
                    tester: self.tester.clone(),
                };
                self.thinker.ask(thought, &self.cancel);
            }
        }
        self.seek_advice();
        self.keep();
        if let Turn::Over(outcome) = self.table.turn()
            && !self.over_announced
        {
            self.over_announced = true;
            self.has_finished = true;
            notices.push(Notice::Over(outcome));
        }
        self.conclude(notices);
    }
}

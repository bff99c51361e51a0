//! What the threads of a session report, and what they are asked.

use std::sync::Arc;

use super::records::Records;
use super::{GAMES, Judged, LossToOpponent, News, OthelloSession, Sight};
use crate::breeding;
use crate::person::{Notice, Notices, SessionKit};
use crate::thinker::{Answer, Purpose, Thought};
use crate::{Rivals, Seat, keeper};
use koteki_games::Game as _;
use koteki_games::GameLine;
use koteki_games::othello::{Move, Position};
use koteki_games::random::derive_seed;
use koteki_rivals::evolve::worker::Event as Bred;
use koteki_rivals::measure::contest::random_opening;
use koteki_rivals::roster::PlayerSpec;

impl SessionKit for Judged {
    type Game = Position;
    type Store = Records;
    type Thought = Thought;
    type News = News;

    fn game_seed(seed: u64, number: u64) -> u64 {
        derive_seed(seed, &[GAMES, number])
    }

    fn rivals(&self) -> Option<&Rivals<Position>> {
        Some(&self.rivals)
    }

    fn rivals_mut(&mut self) -> Option<&mut Rivals<Position>> {
        Some(&mut self.rivals)
    }

    fn opening(&self, seed: u64) -> GameLine<Position> {
        random_opening(self.options.settings.opening_plies, seed)
    }

    fn reset(session: &mut OthelloSession) {
        session.own.report = None;
        session.own.held = LossToOpponent::Unasked;
    }

    fn begin(session: &mut OthelloSession, notices: &mut Notices<Self>) {
        session.own.last_choice = None;
        session.own.analyses.clear();
        session.store.even = session.even_now();
        session.call_adviser(notices);
    }

    fn advance(session: &mut OthelloSession) {
        let line = session.table.line();
        let own = &mut session.own;
        // Analyses of positions that are no longer in the line are wrong for what comes there next.
        own.analyses.resize(line.positions().len(), Sight::Waiting);
        for (ply, position) in line.positions().iter().enumerate() {
            if matches!(own.analyses[ply], Sight::Waiting) && position.outcome().is_none() {
                let thought = Thought::Analyse {
                    id: session.moment,
                    ply,
                    position: *position,
                    tester: own.tester.clone(),
                };
                session.thinker.ask(thought, &session.cancel);
            }
        }
        session.seek_advice();
    }

    fn seek_hint(session: &mut OthelloSession, notices: &mut Notices<Self>) {
        // Values may be shown from now on.
        session.seek_advice();
        if session.hint().is_some() {
            notices.push(Notice::Hint);
        }
    }

    /// What the tester broke down over is not waited for.
    fn has_hint(session: &OthelloSession) -> bool {
        let seen = session.own.analyses.get(session.table.line().ply());
        let waits = session.own.adviser.is_some() || matches!(seen, Some(Sight::Waiting));
        !waits || session.hint().is_some()
    }

    fn conclude(session: &mut OthelloSession, notices: &mut Notices<Self>) {
        session.own.has_finished |= session.is_over();
        session.conclude(notices);
    }

    /// Answers to questions of the past are dropped.
    fn answered(session: &mut OthelloSession, answer: Answer, notices: &mut Notices<Self>) {
        let moment = session.moment;
        match answer {
            Answer::Move { id, choice } => {
                let (before, mv) = (*session.table.position(), choice.mv);
                let is_played = session.machine_chose(id, mv, notices);
                if is_played {
                    session.own.last_choice = Some(choice);
                    session.ask_what_it_saw(before, mv);
                }
            }
            Answer::Analysis { id, ply, analysis } if id == moment => {
                session.saw(ply, Sight::Seen(Arc::from(analysis)));
                let is_now = ply == session.table.line().ply();
                if session.hint_wanted && session.own.adviser.is_none() && is_now {
                    notices.push(Notice::Hint);
                }
                session.conclude(notices);
            }
            Answer::Held { id, played, seen } if id == moment => {
                if session.values_visible() {
                    notices.push(Notice::Held(played, seen));
                }
            }
            Answer::Measured { id, mean_loss } if id == moment => {
                session.own.held = LossToOpponent::Known(mean_loss);
                session.conclude(notices);
            }
            Answer::Broken {
                id,
                purpose,
                message,
            } => match purpose {
                Purpose::Move => session.machine_failed(id, &message, notices),
                Purpose::Analysis(ply) if id == moment => {
                    notices.push(Notice::Broken(message));
                    session.saw(ply, Sight::Failed);
                    session.conclude(notices);
                }
                Purpose::Measure if id == moment => {
                    notices.push(Notice::Broken(message));
                    session.own.held = LossToOpponent::Known(None);
                    session.conclude(notices);
                }
                // No one waits for it.
                Purpose::Hold | Purpose::Analysis(_) | Purpose::Measure => {}
            },
            Answer::Analysis { .. } | Answer::Held { .. } | Answer::Measured { .. } => {}
        }
    }

    fn bred(session: &mut OthelloSession, number: u64, event: Bred, notices: &mut Notices<Self>) {
        match session.own.rivals.take_in(number, event) {
            Ok(breeding::News::Nothing) => {}
            Ok(breeding::News::Snapshot) => notices.push(Notice::Bred),
            Ok(breeding::News::Ready) => {
                session.store.keep_rivals(session.own.rivals.offered());
                notices.extend([Notice::Bred, Notice::Ready]);
            }
            Err(message) => notices.push(Notice::Broken(message)),
        }
    }

    fn news(session: &mut OthelloSession, news: News, notices: &mut Notices<Self>) {
        match news {
            News::Advised(advice) => session.advise(advice, notices),
            News::Kept(keeper::News::Looked {
                interrupted,
                is_latest,
                has_finished,
                damaged,
                known,
                rivals,
                last,
                met,
            }) => {
                session.own.looked = true;
                session.own.has_finished |= has_finished;
                session.own.rivals.known = *known;
                let own = &mut session.own;
                for (opponent, difference) in met {
                    own.rivals.people.meet(opponent, difference);
                }
                let name = &own.options.settings.name;
                let data = own.options.data.as_deref();
                let trouble = data.and_then(|it| own.rivals.take_in_favourites(it, name));
                notices.extend(trouble.map(Notice::Damaged));
                own.rivals.offer(rivals);
                session.breed_on(last, notices);
                notices.extend(damaged.into_iter().map(Notice::Damaged));
                session.store.found(interrupted);
                if session.has_interrupted() {
                    notices.push(Notice::Interrupted(is_latest));
                }
                session.conclude(notices);
            }
            News::Kept(keeper::News::Counted(known)) => session.own.rivals.known = *known,
            News::Kept(keeper::News::Failed(why)) => notices.push(Notice::NotKept(why)),
        }
    }
}

impl OthelloSession {
    fn saw(&mut self, ply: usize, sight: Sight) {
        if let Some(slot) = self.own.analyses.get_mut(ply) {
            *slot = sight;
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
}

//! How a game ends: it is measured, kept, and the breeding follows.

use std::sync::Arc;

use super::{BREEDING, LossToOpponent, OthelloSession, Sight};
use crate::keeper::{Goal, now};
use crate::person::Notice;
use crate::report::{self, Target};
use crate::thinker::Thought;
use crate::{Analysis, GameReport, Seat, Standing, Turn};
use koteki_engine::search::budget::Cancel;
use koteki_games::othello::{Move, Position};
use koteki_games::random::derive_seed;
use koteki_games::{Game as _, Side};
use koteki_record::game::Judgement;
use koteki_rivals::measure::equal::{GameEvidence, ResultAgainst};
use koteki_rivals::measure::likeness;

impl OthelloSession {
    /// Measures a finished game as soon as the tester has seen all of it.
    pub(super) fn conclude(&mut self, notices: &mut Vec<Notice>) {
        let Turn::Over(outcome) = self.table.turn() else {
            return;
        };
        let seen = &self.own.analyses[..self.table.line().ply()];
        if self.own.report.is_some() || seen.iter().any(|sight| matches!(sight, Sight::Waiting)) {
            return;
        }
        let whole = seen.iter().all(|sight| matches!(sight, Sight::Seen(_)));
        let seen: Vec<_> = seen.iter().map(|sight| sight.analysis().cloned()).collect();
        let line = self.table.line();
        let tester = &self.own.options.tester;
        let played = Side::BOTH.map(|side| {
            let name = self.played_by(side)?;
            Some(report::measure(line, &seen, side, name, tester))
        });
        let single = match &played {
            [Some(played), None] | [None, Some(played)] if whole => Some(played),
            _ => None,
        };
        let measured =
            single.is_some() && !self.table.is_helped() && self.table.stand_in().is_none();
        if measured && !self.own.looked {
            // The profile has not been read yet; its news come here again.
            return;
        }
        let result = single
            .zip(self.store.even)
            .map(|(single, opponent)| ResultAgainst {
                opponent,
                score: outcome.score(single.side),
            });
        let evidence = single
            .filter(|_| measured && tester.measures_as_the_preset())
            .and_then(|single| {
                let decisions = report::decisions(line, &seen, single.side);
                // Ten to twenty milliseconds, and never cancelled.
                let likeness = likeness::of_game(line, single.side, &Cancel::new()).ok()?;
                (!decisions.is_empty()).then_some(GameEvidence {
                    ended: now() / 1000,
                    decisions,
                    likeness,
                    result,
                })
            });
        let known = evidence.as_ref().map(|evidence| {
            let mut known = self.own.rivals.known.clone();
            known.see_game(evidence);
            known
        });
        let standing = known.as_ref().and_then(Standing::of);
        let counted = single.filter(|_| measured);
        let target = match counted.and_then(|it| Some((it.side, it.level.as_ref()?.mean_loss))) {
            Some((side, mean_loss)) => match self.target(side, mean_loss, standing.as_ref()) {
                Ok(target) => target,
                Err(Waiting) => return,
            },
            None => None,
        };
        let own = counted.map(|counted| counted.side);
        let report = GameReport {
            outcome,
            measured,
            played,
            standing,
            target,
        };
        if let Some(side) = own
            && let Some(&opponent) = self.table.seat(side.other()).machine()
        {
            self.own
                .rivals
                .people
                .meet(opponent, outcome.difference(side));
        }
        if let Some(known) = known {
            self.own.rivals.known = known;
        }
        let judgements = self.judgements();
        self.store
            .finish(&self.table, &report, judgements, evidence);
        self.own.report = Some(Arc::new(report));
        notices.push(Notice::Measured);
        if let Some(target) = target {
            self.breed_toward(target, notices);
        }
    }

    /// What the breeding is to hold after the person on `side` lost `measured` a move in the tester's
    /// eyes: the D of the agent that should be the person's equal, by [`equal`](koteki_rivals::measure::equal), where
    /// that was measured for such an agent. A D has the unit of the search that measures, so for an agent
    /// of another depth it is this game's, as that agent sees the same moves. `None` when the breeding
    /// holds no target.
    fn target(
        &mut self,
        side: Side,
        measured: f64,
        standing: Option<&Standing>,
    ) -> Result<Option<Target>, Waiting> {
        let Some(eyes) = self.own.rivals.breeding.eyes() else {
            return Ok(None);
        };
        let by_standing = standing.and_then(|it| self.own.rivals.by_standing(it));
        if by_standing.is_some() {
            return Ok(by_standing);
        }
        let by_goal = |held| self.own.rivals.by_goal(Goal { measured, held });
        if eyes == self.own.options.tester {
            return Ok(by_goal(measured));
        }
        match self.own.held {
            LossToOpponent::Known(held) => Ok(held.and_then(by_goal)),
            LossToOpponent::Waiting => Err(Waiting),
            LossToOpponent::Unasked => {
                self.own.held = LossToOpponent::Waiting;
                let thought = Thought::Measure {
                    id: self.moment,
                    line: self.table.line().clone(),
                    side,
                    judge: eyes,
                };
                self.thinker.ask(thought, &self.cancel);
                Err(Waiting)
            }
        }
    }

    /// Breeds toward what is known from earlier sessions: by all measured games or, where those say nothing
    /// of such an agent, as after the `last` one.
    pub(super) fn breed_on(&mut self, last: Option<Goal>, notices: &mut Vec<Notice>) {
        let known = self.standing();
        let target = known.and_then(|standing| self.own.rivals.by_standing(&standing));
        let target = target.or_else(|| self.own.rivals.by_goal(last?));
        if let Some(target) = target {
            self.breed_toward(target, notices);
        }
    }

    /// The even point of the machine at the table. `None` when that is not known, or no person plays a machine from the
    /// usual position: even points were measured there.
    pub(super) fn even_now(&self) -> Option<f64> {
        let person = self.table.person()?;
        let line = self.table.line();
        if line.opening() > 0 || line.positions().first() != Some(&Position::start()) {
            return None;
        }
        let machine = self.table.seat(person.other()).machine()?;
        self.own.rivals.even_point(machine)
    }

    /// Who is measured on `side`: a person, or the tester that plays on for one.
    fn played_by(&self, side: Side) -> Option<String> {
        let name = &self.own.options.settings.name;
        match self.table.seat(side) {
            Seat::Person => Some(name.clone()),
            Seat::Machine(spec) if self.table.stand_in() == Some(side) => {
                Some(format!("{name}, {spec}"))
            }
            Seat::Machine(_) => None,
        }
    }

    /// What the tester made of each move that was chosen.
    fn judgements(&self) -> Vec<Option<Judgement>> {
        let line = self.table.line();
        let moves = line.steps().zip(&self.own.analyses).enumerate();
        moves
            .map(|(index, ((_, mv), seen))| {
                let chosen = index >= line.opening();
                chosen.then(|| judgement(seen.analysis()?, mv)).flatten()
            })
            .collect()
    }

    fn breed_toward(&mut self, target: Target, notices: &mut Vec<Notice>) {
        let seed = derive_seed(self.own.options.seed, &[BREEDING, self.games]);
        let fresh = self.own.options.fresh_breeding;
        if let Err(error) = self.own.rivals.breed_toward(&target, fresh, seed) {
            notices.push(Notice::Broken(error.to_string()));
            return;
        }
        notices.push(Notice::Retargeted(target));
    }
}

/// What the tester made of `mv`; `None` of a forced move.
fn judgement(seen: &Analysis, mv: Move) -> Option<Judgement> {
    if seen.moves.len() < 2 {
        return None;
    }
    let judged = seen.of_move(mv)?;
    Some(Judgement {
        value: judged.value,
        loss: judged.loss,
        rank: u32::try_from(judged.rank).unwrap_or(u32::MAX),
        of: u32::try_from(seen.moves.len()).unwrap_or(u32::MAX),
    })
}

/// An answer is still to come.
struct Waiting;

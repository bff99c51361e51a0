//! Between the games that measure and the pairs: the person is measured, their rivals are bred.

use std::sync::Arc;
use std::thread;

use super::super::measuring::{self, Yardstick};
use super::super::protocol::Place;
use super::{Event, Notice, StudySession, StudySessionError};
use crate::SessionError;
use crate::breeding::{self, Breeding};
use crate::keeper;
use crate::worker::panic_message;
use koteki_engine::search::budget::CancelledError;
use koteki_games::othello::Position;
use koteki_games::{GameLine, Side};
use koteki_record::study::{Line, Rival};
use koteki_rivals::evolve::rivals::{WANTED, is_near_level};
use koteki_rivals::evolve::snapshot::{Dot, Phase, Role};
use koteki_rivals::evolve::{self, worker};
use koteki_rivals::roster::PlayerSpec;
use koteki_rivals::roster::kit::Kit as _;

impl StudySession {
    /// Has the person measured on a thread of its own.
    pub(super) fn measure(&self) -> Result<(), StudySessionError> {
        let settings = self.protocol.settings();
        let yardstick = Yardstick {
            tester: settings.tester(),
            eyes: breeding::eyes(&settings.evolution),
            by: settings.measure,
            preset: settings.evolution.target,
            opponent: Position::player_named(&settings.opponent)
                .ok()
                .as_ref()
                .and_then(Position::even_point),
        };
        let games: Vec<(GameLine<Position>, Side)> = self
            .protocol
            .games()
            .iter()
            .filter(|game| matches!(game.task.place, Place::Warmup { .. }))
            .map(|game| (game.line.clone(), game.task.person))
            .collect();
        let (sink, cancel) = (Arc::clone(&self.sink), self.cancel.clone());
        let work = move || {
            let measured =
                std::panic::catch_unwind(|| measuring::measure(&games, &yardstick, &cancel));
            match measured {
                Ok(Ok(estimate)) => sink(Event::Measured(Ok(Box::new(estimate)))),
                Ok(Err(CancelledError)) => {}
                Err(panic) => sink(Event::Measured(Err(panic_message(&*panic)))),
            }
        };
        thread::Builder::new()
            .name("measuring".to_owned())
            .spawn(work)
            .map_err(SessionError::from)?;
        Ok(())
    }

    pub(super) fn breed(
        &mut self,
        target: f64,
        notices: &mut Vec<Notice>,
    ) -> Result<(), StudySessionError> {
        let settings = self.protocol.settings();
        if !settings.rivals.is_empty() {
            let named = |name: &String| -> Result<Rival, StudySessionError> {
                let spec: PlayerSpec = name.parse().map_err(SessionError::from)?;
                Ok(Rival {
                    player: format!("{spec:#}"),
                    games: 0,
                    rate: None,
                    level: false,
                })
            };
            let rivals = settings
                .rivals
                .iter()
                .map(named)
                .collect::<Result<_, _>>()?;
            self.keep(Line::Rivals {
                rivals,
                cycles: 0,
                games: 0,
                at: keeper::now(),
            })?;
            return self.enter(notices);
        }
        let evolution = evolve::Settings {
            target,
            ..settings.evolution.clone()
        };
        let sink = Arc::clone(&self.sink);
        let jobs = self
            .options
            .jobs
            .or_else(|| thread::available_parallelism().ok());
        self.breeding = Some(Breeding::start(
            &evolution,
            jobs,
            self.protocol.plan().breeding_seed(),
            Arc::new(move |number, event| sink(Event::Bred(number, event))),
        )?);
        Ok(())
    }

    pub(super) fn bred(
        &mut self,
        number: u64,
        event: worker::Event,
        notices: &mut Vec<Notice>,
    ) -> Result<(), StudySessionError> {
        let Some(breeding) = &mut self.breeding else {
            return Ok(());
        };
        match breeding.handle(number, event) {
            Ok(_) if breeding.snapshot().phase == Phase::Resting => {
                let rivals = chosen(breeding);
                let snapshot = Arc::clone(breeding.snapshot());
                self.breeding = None;
                self.keep(Line::Rivals {
                    rivals,
                    cycles: snapshot.cycle,
                    games: snapshot.games,
                    at: keeper::now(),
                })?;
                self.enter(notices)
            }
            Ok(_) => {
                notices.push(Notice::Progress);
                Ok(())
            }
            Err(message) => {
                self.breeding = None;
                notices.push(Notice::Stuck(message));
                Ok(())
            }
        }
    }
}

/// Three rivals: those that the breeding chose, and where they are fewer the individuals nearest to
/// level beside them.
fn chosen(breeding: &Breeding<Position>) -> Vec<Rival> {
    let snapshot = breeding.snapshot();
    let distance = |dot: &Dot| dot.win_rate.map_or(1.0, |rate| (rate - 0.5).abs());
    let mut others: Vec<&Dot> = snapshot
        .individuals
        .iter()
        .filter(|dot| dot.rival.is_none() && dot.role != Role::Child)
        .collect();
    others.sort_by(|a, b| distance(a).total_cmp(&distance(b)).then(a.id.cmp(&b.id)));
    snapshot
        .rivals()
        .into_iter()
        .chain(others)
        .take(WANTED)
        .filter_map(|dot| {
            let player = breeding.individual(dot.id)?;
            Some(Rival {
                player: format!("{player:#}"),
                games: dot.games,
                rate: dot.win_rate,
                level: dot.rival.is_some()
                    || dot
                        .win_rate
                        .is_some_and(|rate| is_near_level(rate, breeding.near())),
            })
        })
        .collect()
}

//! The finished game, gone through with the coach.

use super::Face;
use crate::coach::{Tester, Threshold};
use crate::game::Side;
use crate::session::Seat;
use crate::tui::event::{Event, Exit, Flow, Program as _};
use crate::tui::review::{Reviewed, Reviewing};

impl Face {
    /// Opens the review of the game on the table; while it is not over there is nothing to open.
    pub(super) fn open_review(&mut self) {
        if !self.sitting.is_over() {
            return;
        }
        let table = self.sitting.table();
        let person = &self.sitting.options().settings.name;
        let names = Side::BOTH.map(|side| match table.seat(side) {
            Seat::Person => person.clone(),
            Seat::Machine(_) => self.names[side.index()].clone(),
        });
        let spec = self.sitting.options().tester;
        let tester = Tester {
            search: Box::new(spec.search()),
            depth: spec.depth,
            weights: spec.weights,
        };
        let opened = Reviewing::new(
            self.app.settings.clone(),
            vec![Reviewed::new(table.line(), names)],
            0,
            table.view(),
            (tester, Threshold::default()),
            self.waker.clone(),
        );
        match opened {
            Ok(reviewing) => self.reviewing = Some(reviewing),
            Err(error) => self.app.warn(error.to_string()),
        }
    }

    /// Gives `event` to the review, and closes it when the person leaves it.
    pub(super) fn review(&mut self, event: Event) -> Flow {
        let Some(reviewing) = &mut self.reviewing else {
            return Flow::Idle;
        };
        match reviewing.update(event) {
            Flow::Exit(Exit::Quit) => {
                self.reviewing = None;
                self.refresh();
                Flow::DrawNow
            }
            flow => flow,
        }
    }
}

//! The finished game, gone through with the coach.

use super::Face;
use crate::coach::words as coach_words;
use crate::coach::{Scale, Tester, Threshold};
use crate::game::othello::Position;
use crate::game::{Game as _, GameLine, Side};
use crate::tui::event::{Event, Exit, Flow, Program as _};
use crate::tui::review::{Reviewed, Reviewing};
use crate::tui::words;

impl Face {
    /// Opens the review of the game on the table; while it is not over there is nothing to open.
    pub(super) fn open_review(&mut self) {
        if !self.sitting.is_over() {
            return;
        }
        let table = self.sitting.table();
        let (line, viewer) = (table.line().clone(), table.view());
        self.review_of(&line, self.names.clone(), viewer);
    }

    /// Opens the review of a game between players of these names.
    pub(super) fn review_of(
        &mut self,
        line: &GameLine<Position>,
        names: [String; 2],
        viewer: Side,
    ) {
        let spec = self.sitting.options().tester;
        let tester = Tester {
            search: Box::new(spec.search()),
            depth: spec.depth,
            weights: spec.weights,
            scale: Scale::Points,
        };
        let opened = Reviewing::new(
            self.app.settings.clone(),
            vec![Reviewed::new(line, names)],
            0,
            viewer,
            (tester, Threshold::default()),
            self.waker.clone(),
        );
        match opened {
            Ok(reviewing) => self.reviewing = Some(reviewing),
            Err(error) => self.app.warn(error.to_string()),
        }
    }

    /// Says why the move that is looked at was a mistake, if it was one and that may be said.
    pub(super) fn say_why(&mut self) {
        let line = self.sitting.table().line();
        let ply = self.app.review.filter(|&ply| ply >= line.opening());
        let Some(ply) = ply.filter(|_| self.sitting.values_visible()) else {
            return;
        };
        let (Some(&mv), Some(position)) = (line.moves().get(ply), line.positions().get(ply)) else {
            return;
        };
        let weights = &self.sitting.options().tester.weights;
        let analysis = self.sitting.shown_at(ply);
        let scale = analysis.map(|it| it.scale).unwrap_or_default();
        let threshold = scale.threshold();
        let mistake = analysis.and_then(|it| it.mistake(position, mv, weights));
        let Some(mistake) = mistake.filter(|it| it.loss.is_mistake(threshold)) else {
            return;
        };
        let side = position.side_to_move();
        let lost = mistake.loss.words();
        let head = words::head(ply + 1, side.index(), &mv.to_string(), Some(&lost));
        self.app.say(coach_words::said(&head, &mistake.why(side)));
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

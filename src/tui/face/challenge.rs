//! A game against an individual of the population.

use super::Face;
use crate::session::Notice;
use crate::text::tui as words;
use crate::tui::view::SeatChoice;

impl Face {
    /// Begins a game against the individual `id`, the person where they sit now.
    pub(super) fn challenge(&mut self, id: u64) -> Vec<Notice> {
        let Some(spec) = self.sitting.individual(id) else {
            self.app.warn(words::INDIVIDUAL_GONE);
            return Vec::new();
        };
        let mut game = self.app.setup.clone();
        let person = usize::from(game.seats[0] != SeatChoice::Person);
        game.seats[person] = SeatChoice::Person;
        game.seats[1 - person] = SeatChoice::Machine(spec.to_string());
        self.app.review = None;
        self.app.zoom = false;
        self.app.focus = crate::tui::app::Pane::Board;
        self.begin(&game)
    }
}

//! Individuals of the population: who one is, and a game against it.

use super::Face;
use crate::roster::PlayerSpec;
use crate::roster::portrait::name_of;
use crate::tui::view::{Beginning, NewGame, SeatChoice};
use crate::tui::words;

impl Face {
    /// Says of the individual that is chosen who it is and how it plays.
    pub(super) fn describe_chosen(&mut self) {
        let Some(id) = self.app.table.chosen else {
            return;
        };
        // Nothing is said of somebody who was bred away.
        self.app.said = None;
        if let Some(player @ PlayerSpec::Individual(search)) = self.sitting.individual(id) {
            self.sitting.look_at(player);
            let portrait = self.sitting.portrait(&player);
            let name = name_of(&search.weights);
            let said = words::individual(id, &name, portrait.as_deref());
            self.app.said = Some((id, said));
        }
    }

    /// A game against the individual `id`, the person where they sit now.
    pub(super) fn challenge(&mut self, id: u64) -> Option<NewGame> {
        let Some(spec) = self.sitting.individual(id) else {
            self.app
                .warn("that individual has been bred away: choose another");
            return None;
        };
        let mut game = self.app.setup.clone();
        let person = usize::from(game.seats[0] != SeatChoice::Person);
        game.seats[person] = SeatChoice::Person;
        game.seats[1 - person] = SeatChoice::Machine(spec.to_string());
        game.start = Beginning::Usual;
        Some(game)
    }
}

//! Leaving before the game is over.

use super::{Answer, Dialog, OthelloScreen};
use crate::event::{Exit, Flow};
use crate::screens::menu::Menu;
use koteki_games::Side;

/// Whether to leave a game that is not over, and is `kept` or not.
pub fn quit_menu(kept: bool) -> Menu<Answer> {
    let text = if kept {
        vec![
            "The game is not over. It is kept and offered again next time.".to_owned(),
            "A measured game counts once it is over.".to_owned(),
        ]
    } else {
        vec!["The game is not over, and it is not kept: leaving ends it.".to_owned()]
    };
    let items = [('q', "Quit", Answer::Quit), ('s', "Stay", Answer::Close)];
    Menu::new("Leave?", text, items, Answer::Close)
}

impl OthelloScreen {
    /// Leaves; while a person plays a game that is not over, only after a question.
    pub(super) fn quit(&mut self) -> Flow {
        let table = self.session.table();
        let person = Side::BOTH.iter().any(|&side| table.seat(side).is_person());
        if person && self.session.has_begun() && !self.session.is_over() {
            let question = quit_menu(self.session.is_kept());
            self.dialogs.push(Dialog::Menu(question));
            return Flow::DrawNow;
        }
        Flow::Exit(Exit::Quit)
    }
}

//! Keys on the screens on which nobody plays.

use super::{DRAW, Outcome, on_game};
use crate::text::tui as words;
use crate::tui::app::{App, Effect, Pane};
use crate::tui::event::{Exit, Flow};
use crate::tui::keys::{Action, Direction};

/// Takes in what a key does there. What plays back is done by whoever holds the reel.
pub(super) fn on_watch(app: &mut App, action: Action) -> Outcome {
    match action {
        Action::Quit => return Outcome::flow(Flow::Exit(Exit::Quit)),
        Action::Pane(index) => {
            if let Some(&pane) = Pane::ALL.get(index) {
                app.focus = pane;
            }
        }
        Action::NextPane => app.focus = app.focus.step(1),
        Action::PreviousPane => app.focus = app.focus.step(Pane::ALL.len() - 1),
        Action::Zoom => app.zoom = !app.zoom,
        Action::Close => app.zoom = false,
        Action::Axes => app.axes = app.axes.wrapping_add(1),
        Action::Sort => app.table.sort_next(app.breeding.as_deref()),
        Action::Go(direction @ (Direction::Up | Direction::Down)) => {
            app.table
                .step(direction == Direction::Down, app.breeding.as_deref());
        }
        Action::Play
        | Action::Reverse
        | Action::Speed(_)
        | Action::Go(_)
        | Action::Page(_)
        | Action::End(_) => return Outcome::effect(Effect::Playback(action)),
        _ => {}
    }
    DRAW
}

/// Takes in what a key does on the population enlarged beside a game.
pub(super) fn on_individuals(app: &mut App, action: Action) -> Outcome {
    match action {
        Action::Challenge => match app.table.chosen {
            Some(id) => return Outcome::effect(Effect::Challenge(id)),
            None => app.say(words::CHOOSE_FIRST),
        },
        Action::Go(_) | Action::Sort => return on_watch(app, action),
        _ => return on_game(app, action),
    }
    DRAW
}

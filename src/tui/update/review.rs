//! Keys on the screen that goes through a game with the coach.

use super::{DRAW, Outcome};
use crate::tui::app::{App, Effect, Pane};
use crate::tui::event::{Exit, Flow};
use crate::tui::keys::{Action, Direction};

/// The panes of this screen, in the order of Tab. The coach stands in the place of the population.
const PANES: [Pane; 3] = [Pane::Board, Pane::Trace, Pane::Population];

/// Takes in what a key does there. Where the game is gone to is known by whoever holds the review.
pub(super) fn on_review(app: &mut App, action: Action) -> Outcome {
    let step = |app: &mut App, by: usize| {
        let at = PANES.iter().position(|&pane| pane == app.focus);
        app.focus = PANES[(at.unwrap_or(0) + by) % PANES.len()];
    };
    let playback = |action| Outcome::effect(Effect::Playback(action));
    match action {
        Action::Close if app.zoom => app.zoom = false,
        Action::Quit | Action::Close => return Outcome::flow(Flow::Exit(Exit::Quit)),
        Action::Pane(index) => {
            if let Some(&pane) = PANES.get(index) {
                app.focus = pane;
            }
        }
        Action::NextPane => step(app, 1),
        Action::PreviousPane => step(app, PANES.len() - 1),
        Action::Zoom => app.zoom = !app.zoom,
        Action::Go(direction @ (Direction::Left | Direction::Right)) => {
            return playback(Action::Walk(direction));
        }
        Action::Go(Direction::Up) => return playback(Action::Loss(Direction::Left)),
        Action::Go(_) => return playback(Action::Loss(Direction::Right)),
        Action::Walk(_) | Action::Loss(_) | Action::Page(_) | Action::End(_) => {
            return playback(action);
        }
        _ => {}
    }
    DRAW
}

//! Keys on the screens on which nobody plays.

use super::{DRAW, Outcome, on_game};
use crate::text::{tui as words, watch as watch_words};
use crate::tui::app::{App, Effect, Ground, Pane};
use crate::tui::event::{Exit, Flow};
use crate::tui::keys::{Action, Direction};

/// Takes in what a key does there. What plays back is done by whoever holds the reel.
pub(super) fn on_watch(app: &mut App, action: Action) -> Outcome {
    match action {
        Action::Quit => return Outcome::flow(Flow::Exit(Exit::Quit)),
        Action::Pane(index) => match Pane::ALL.get(index) {
            Some(Pane::Board) if matches!(app.ground, Ground::Run(_)) => {
                app.say(watch_words::NO_BOARD);
            }
            Some(&pane) => app.focus = pane,
            None => {}
        },
        Action::NextPane => step_pane(app, 1),
        Action::PreviousPane => step_pane(app, Pane::ALL.len() - 1),
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

/// Goes to the next pane that there is: a run that is played back has no board.
fn step_pane(app: &mut App, by: usize) {
    app.focus = app.focus.step(by);
    if app.focus == Pane::Board && matches!(app.ground, Ground::Run(_)) {
        app.focus = app.focus.step(by);
    }
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

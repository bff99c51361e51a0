//! Keys on the screens on which nobody plays.

use super::{DRAW, Outcome, on_game};
use crate::tui::app::{App, Effect, Ground, Pane};
use crate::tui::event::{Exit, Flow};
use crate::tui::keys::{Action, Direction};
use crate::watch::words;

/// Takes in what a key does there. What plays back is done by whoever holds the reel.
pub(super) fn on_watch(app: &mut App, action: Action) -> Outcome {
    match action {
        Action::Quit => return Outcome::flow(Flow::Exit(Exit::Quit)),
        Action::Pane(index) => {
            if let Some(&pane) = Pane::ALL.get(index) {
                go_to(app, pane);
            }
        }
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

/// Goes to the next pane that there is: a run that is played back has no board, a game nothing but that and its
/// values.
fn step_pane(app: &mut App, by: usize) {
    let is_there = |pane| match app.ground {
        Ground::Run(_) => pane != Pane::Board,
        Ground::Game(_) => matches!(pane, Pane::Board | Pane::Trace),
        _ => true,
    };
    let next = (1..=Pane::ALL.len())
        .map(|step| app.focus.step(step * by))
        .find(|&pane| is_there(pane));
    go_to(app, next.unwrap_or(app.focus));
}

/// Goes to a pane, or says why there is nothing in it.
fn go_to(app: &mut App, pane: Pane) {
    let values = !app.game.trace.points.is_empty();
    match (&app.ground, pane) {
        (Ground::Run(_), Pane::Board) => app.say(words::NO_BOARD),
        (Ground::Game(_), Pane::Trace) if !values => {
            app.say("no values: nothing is known of the worth of the moves so far")
        }
        _ => app.focus = pane,
    }
}

/// Takes in what a key does on the population enlarged beside a game.
pub(super) fn on_individuals(app: &mut App, action: Action) -> Outcome {
    match action {
        Action::Challenge => match app.table.chosen {
            Some(id) => return Outcome::effect(Effect::Challenge(id)),
            None => app.say("choose an individual with the arrows first"),
        },
        Action::Go(_) | Action::Sort => return on_watch(app, action),
        _ => return on_game(app, action),
    }
    DRAW
}

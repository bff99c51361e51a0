//! The game screen: which panes fit, and where.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget as _;

use crate::game::Game as _;
use crate::tui::app::{App, Dialog, Ground, Pane};
use crate::tui::keys::Layer;
use crate::tui::panes::board::{BoardView, Geometry};
use crate::tui::panes::coach::CoachView;
use crate::tui::panes::fitness::FitnessView;
use crate::tui::panes::population::PopulationView;
use crate::tui::panes::status::StatusView;
use crate::tui::panes::table::TableView;
use crate::tui::panes::trace::TraceView;
use crate::tui::panes::{shorten, write};
use crate::tui::screens::bottom;
use crate::tui::theme::Role;
use crate::tui::view::Seat;

/// Columns that the panes on the right need to be worth it.
const RIGHT: u16 = 36;
/// Columns on the right that make a larger board welcome.
const RIGHT_COMFORT: u16 = 50;
/// From here on population and fitness stand beside one another.
const WIDE: u16 = 110;
/// Least rows of a population that has its table beneath it.
const WITH_TABLE: u16 = 18;
/// Columns of the table of individuals.
const TABLE: u16 = 84;
/// Least rows of the scatter, the curves, the trace.
const LEAST: [u16; 3] = [8, 6, 8];

/// Rows of the trace as long as its values are hidden.
const HIDDEN_TRACE: u16 = 4;

/// Where each pane lies; panes that do not fit are not in it. A trace whose values are `hidden`
/// leaves its room to the others.
pub fn layout(area: Rect, focus: Pane, zoom: bool, hidden: bool) -> Vec<(Pane, Rect)> {
    let main = Rect {
        height: area.height.saturating_sub(2),
        ..area
    };
    if zoom {
        return vec![(focus, main)];
    }
    let panes = side_by_side(main, hidden);
    // A pane that does not fit beside the others is shown alone when the focus comes to it.
    if panes.iter().any(|(pane, _)| *pane == focus) {
        panes
    } else {
        vec![(focus, main)]
    }
}

fn side_by_side(main: Rect, hidden: bool) -> Vec<(Pane, Rect)> {
    let (board, rest) = Geometry::beside(main, RIGHT_COMFORT, RIGHT);
    let Some(right) = rest else {
        return vec![(Pane::Board, main)];
    };
    let mut panes = vec![(Pane::Board, board)];
    let [scatter, curves, trace] = LEAST;
    let trace = if hidden { HIDDEN_TRACE } else { trace };
    let rows = |y: u16, height: u16| Rect { y, height, ..right };
    if right.height < scatter + curves {
        panes.push((Pane::Population, right));
    } else if right.height < scatter + curves + trace {
        let upper = right.height - right.height * curves / (scatter + curves);
        panes.push((Pane::Population, rows(right.y, upper)));
        panes.push((Pane::Fitness, rows(right.y + upper, right.height - upper)));
    } else if right.width >= WIDE {
        let upper = if hidden { trace } else { right.height * 2 / 5 };
        let lower = rows(right.y + upper, right.height - upper);
        let half = lower.width - lower.width / 2;
        panes.push((Pane::Trace, rows(right.y, upper)));
        panes.push((
            Pane::Population,
            Rect {
                width: half,
                ..lower
            },
        ));
        let rest = Rect {
            x: lower.x + half,
            width: lower.width - half,
            ..lower
        };
        panes.push((Pane::Fitness, rest));
    } else {
        let spare = right.height - scatter - curves - trace;
        let (trace, curves) = if hidden {
            (trace, curves + spare / 3)
        } else {
            (trace + spare * 9 / 20, curves + spare / 5)
        };
        let scatter = right.height - trace - curves;
        panes.push((Pane::Trace, rows(right.y, trace)));
        panes.push((Pane::Population, rows(right.y + trace, scatter)));
        panes.push((Pane::Fitness, rows(right.y + trace + scatter, curves)));
    }
    panes
}

/// The panes of the screen that `app` shows.
pub fn panes(app: &App, area: Rect) -> Vec<(Pane, Rect)> {
    let main = Rect {
        height: area.height.saturating_sub(2),
        ..area
    };
    let (focus, zoom) = (app.focus, app.zoom);
    match app.ground {
        Ground::Sitting => layout(area, focus, zoom, app.game.trace.hidden),
        Ground::Watch(_) => watched(main, focus, zoom, true),
        Ground::Run(_) => watched(main, focus, zoom, false),
        Ground::Game(_) => played_back(main, focus, zoom, !app.game.trace.points.is_empty()),
        Ground::Review(_) => reviewed(main, focus, zoom),
    }
}

/// Where each pane lies on a screen on which nobody plays: the population has all the width that the
/// board leaves, curves and table share the rest.
fn watched(main: Rect, focus: Pane, zoom: bool, board: bool) -> Vec<(Pane, Rect)> {
    if zoom {
        return vec![(focus, main)];
    }
    let (place, rest) = if board {
        Geometry::beside(main, RIGHT_COMFORT + 20, RIGHT)
    } else {
        (Rect::ZERO, Some(main).filter(|main| main.width >= RIGHT))
    };
    let Some(right) = rest else {
        return vec![(focus, main)];
    };
    let [scatter, curves, _] = LEAST;
    let rows = |y: u16, height: u16| Rect { y, height, ..right };
    let mut panes = Vec::new();
    if board {
        panes.push((Pane::Board, place));
    }
    if right.height < scatter + curves {
        panes.push((Pane::Population, right));
    } else if right.width >= TABLE + RIGHT_COMFORT {
        let upper = right.height - right.height * 2 / 5;
        let lower = rows(right.y + upper, right.height - upper);
        panes.push((Pane::Population, rows(right.y, upper)));
        let left = Rect {
            width: TABLE,
            ..lower
        };
        panes.push((Pane::Trace, left));
        let rest = Rect {
            x: lower.x + TABLE,
            width: lower.width - TABLE,
            ..lower
        };
        panes.push((Pane::Fitness, rest));
    } else if right.height < scatter + 2 * curves {
        let upper = right.height - right.height * curves / (scatter + curves);
        panes.push((Pane::Population, rows(right.y, upper)));
        panes.push((Pane::Fitness, rows(right.y + upper, right.height - upper)));
    } else {
        let upper = right.height * 2 / 5;
        let middle = right.height * 3 / 10;
        panes.push((Pane::Population, rows(right.y, upper)));
        panes.push((Pane::Fitness, rows(right.y + upper, middle)));
        let used = upper + middle;
        panes.push((Pane::Trace, rows(right.y + used, right.height - used)));
    }
    // A pane that does not fit beside the others is shown alone when the focus comes to it.
    if panes.iter().any(|(pane, _)| *pane == focus) || (!board && focus == Pane::Board) {
        panes
    } else {
        vec![(focus, main)]
    }
}

/// Where board and values lie when a game is played back.
fn played_back(main: Rect, focus: Pane, zoom: bool, values: bool) -> Vec<(Pane, Rect)> {
    let focus = if focus == Pane::Board || !values {
        Pane::Board
    } else {
        Pane::Trace
    };
    let (board, rest) = Geometry::beside(main, RIGHT, RIGHT);
    let Some(right) = rest.filter(|_| values && !zoom) else {
        return vec![(focus, main)];
    };
    vec![(Pane::Board, board), (Pane::Trace, right)]
}

/// Where each pane lies when a game is gone through: the curve above, what the coach says (in the place of
/// the population) beneath it.
fn reviewed(main: Rect, focus: Pane, zoom: bool) -> Vec<(Pane, Rect)> {
    let (board, rest) = Geometry::beside(main, RIGHT_COMFORT, RIGHT);
    let Some(right) = rest.filter(|_| !zoom) else {
        return vec![(focus, main)];
    };
    let [_, _, trace] = LEAST;
    let upper = (right.height * 2 / 5).max(trace);
    // Where both do not fit, what the coach says.
    if right.height < 2 * trace && focus != Pane::Trace {
        return vec![(Pane::Board, board), (Pane::Population, right)];
    } else if right.height < 2 * trace {
        return vec![(focus, main)];
    }
    let rows = |y: u16, height: u16| Rect { y, height, ..right };
    vec![
        (Pane::Board, board),
        (Pane::Trace, rows(right.y, upper)),
        (
            Pane::Population,
            rows(right.y + upper, right.height.saturating_sub(upper)),
        ),
    ]
}

/// Draws the screen; returns where the terminal's cursor stands when a move is being typed.
pub fn render(app: &App, buffer: &mut Buffer) -> Option<(u16, u16)> {
    let area = buffer.area;
    let theme = &app.theme;
    let nobody = matches!(app.ground, Ground::Watch(_) | Ground::Run(_));
    let panes = panes(app, area);
    let said = app.said_of_chosen();
    let table_beside = nobody && panes.iter().any(|(pane, _)| *pane == Pane::Trace);
    for (pane, place) in panes {
        let focused = pane == app.focus;
        let snapshot = app.breeding.as_deref();
        match pane {
            Pane::Board => BoardView {
                game: &app.game,
                cursor: matches!(app.ground, Ground::Sitting | Ground::Review(_))
                    .then_some(app.cursor),
                person: app.ground == Ground::Sitting,
                legal: app.ground == Ground::Sitting
                    && (is_persons_turn(app) || app.game.review.is_some()),
                theme,
                focused,
            }
            .render(place, buffer),
            Pane::Trace if nobody => TableView {
                snapshot,
                state: app.table,
                said,
                theme,
                focused,
            }
            .render(place, buffer),
            Pane::Trace => TraceView {
                state: &app.game.trace,
                plies: app.game.moves.len(),
                over: app.game.position.is_over(),
                theme,
                focused,
            }
            .render(place, buffer),
            Pane::Population if matches!(app.ground, Ground::Review(_)) => CoachView {
                state: &app.coach,
                theme,
                focused,
            }
            .render(place, buffer),
            Pane::Population => {
                let with_table = app.ground() == Layer::Individuals && place.height >= WITH_TABLE;
                let upper = if with_table {
                    place.height / 2
                } else {
                    place.height
                };
                let scatter = Rect {
                    height: upper,
                    ..place
                };
                PopulationView {
                    snapshot,
                    axes: app.axes,
                    chosen: app.table.chosen,
                    said: said.filter(|_| !table_beside && !with_table),
                    theme,
                    focused,
                }
                .render(scatter, buffer);
                let rest = Rect {
                    y: place.y + upper,
                    height: place.height - upper,
                    ..place
                };
                let table = TableView {
                    snapshot,
                    state: app.table,
                    said,
                    theme,
                    focused: false,
                };
                table.render(rest, buffer);
            }
            Pane::Fitness => FitnessView {
                snapshot,
                theme,
                focused,
            }
            .render(place, buffer),
        }
    }
    let line = |from_bottom: u16| Rect {
        y: area.bottom() - from_bottom,
        height: 1,
        ..area
    };
    let opponent = app.game.seats.iter().find_map(|seat| match seat {
        Seat::Machine(name) => Some(name.as_str()),
        Seat::Person => None,
    });
    match &app.ground {
        Ground::Sitting => StatusView {
            snapshot: app.breeding.as_deref(),
            opponent: opponent.filter(|_| app.game.person().is_some()),
            theme,
        }
        .render(line(2), buffer),
        Ground::Watch(text) | Ground::Run(text) | Ground::Game(text) | Ground::Review(text) => {
            let room = usize::from(area.width.saturating_sub(2));
            let text = shorten(text, room, theme);
            let row = line(2);
            write(
                buffer,
                row,
                row.x + 1,
                row.y,
                &text,
                theme.style(Role::Text),
            );
        }
    }
    bottom(app, area, buffer)
}

pub(super) fn bottom(app: &App, screen: Rect, buffer: &mut Buffer) -> Option<(u16, u16)> {
    let typed = match app.dialogs.last() {
        Some(Dialog::MoveLine(input)) => Some(input),
        _ => None,
    };
    let layer = app
        .dialogs
        .last()
        .map_or_else(|| app.ground(), Dialog::layer);
    let said = (typed, app.notice.as_ref());
    bottom::render(said, app.keymap(layer), screen, buffer, &app.theme)
}

/// Whether somebody at the keyboard is to move.
pub fn is_persons_turn(app: &App) -> bool {
    let position = &app.game.position;
    !position.is_over() && *app.game.seat(position.side_to_move()) == Seat::Person
}

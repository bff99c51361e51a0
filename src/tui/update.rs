//! From an event to the next state of the screen, and what it asks of the sitting.
//!
//! No drawing, no waiting, no looking ahead: everything here is done before the next key comes.

mod review;
mod typed;
mod watch;

use ratatui::crossterm::event::{
    Event as Input, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent,
    MouseEventKind,
};
use tui_input::backend::crossterm::EventHandler as _;

use super::app::{App, Dialog, Effect, Pane};
use super::event::{Event, Exit, Flow};
use super::keys::{Action, Direction, Layer, not_a_key};
use super::panes::board::Geometry;
use super::screens::form::Form;
use super::screens::game::{is_persons_turn, panes};
use super::screens::menu::Answer;
use super::screens::{bottom, help, help_costs, profile, quit};
use super::sources::is_interrupt;
use super::view::{Mode, Seat};
use crate::game::Game as _;
use crate::game::othello::{Move, Square};
use crate::tui::screens::lesson::pages::PAGES;
use crate::tui::words;

const NO_MOVES_YET: &str = "no move has been played yet";

/// Characters that the move line takes: more than any command has.
const LINE_LENGTH: usize = 200;

/// What comes of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// What the loop has to do.
    pub flow: Flow,
    /// What the sitting has to do, in this order.
    pub effects: Vec<Effect>,
}

impl Outcome {
    const fn flow(flow: Flow) -> Self {
        Self {
            flow,
            effects: Vec::new(),
        }
    }

    fn effect(effect: Effect) -> Self {
        Self {
            flow: Flow::DrawNow,
            effects: vec![effect],
        }
    }
}

const DRAW: Outcome = Outcome::flow(Flow::DrawNow);

/// Takes in `event`. What workers have to show ([`Event::Wake`]) is fetched by the caller.
pub fn update(app: &mut App, event: Event) -> Outcome {
    match event {
        Event::Key(key) => on_key(app, &key),
        Event::Paste(text) => typed::on_paste(app, &text),
        Event::Mouse(mouse) => on_mouse(app, mouse),
        Event::Resize => Outcome::flow(Flow::Draw),
        Event::Wake | Event::Due => Outcome::flow(Flow::Idle),
        Event::TerminalGone => Outcome::flow(Flow::Exit(Exit::TerminalGone)),
        Event::Panicked(message) => {
            app.warn(words::worker_panicked(&message));
            DRAW
        }
        Event::Signal(signal) => on_signal(signal),
    }
}

#[cfg(unix)]
pub(super) const fn on_signal(signal: i32) -> Outcome {
    use signal_hook::consts::{SIGCONT, SIGTSTP};
    Outcome::flow(match signal {
        SIGTSTP => Flow::Suspend,
        SIGCONT => Flow::Redraw,
        signal => Flow::Exit(Exit::Signal(signal)),
    })
}

#[cfg(not(unix))]
pub(super) const fn on_signal(signal: i32) -> Outcome {
    Outcome::flow(Flow::Exit(Exit::Signal(signal)))
}

fn on_key(app: &mut App, key: &KeyEvent) -> Outcome {
    if key.kind == KeyEventKind::Release {
        return Outcome::flow(Flow::Idle);
    }
    if is_interrupt(key) {
        return Outcome::flow(Flow::Exit(Exit::Interrupted));
    }
    app.notice = None;
    let layer = app.layer();
    if layer == Layer::Form
        && let Some(Dialog::Form(form)) = app.dialogs.last_mut()
        && form.type_key(key, &app.opponents)
    {
        return DRAW;
    }
    let Some(action) = app.keymap(layer).action(key) else {
        return unbound(app, layer, key);
    };
    match action {
        Action::Interrupt => return Outcome::flow(Flow::Exit(Exit::Interrupted)),
        Action::Suspend => return Outcome::flow(Flow::Suspend),
        Action::Redraw => return Outcome::flow(Flow::Redraw),
        Action::Help => {
            app.dialogs.push(Dialog::Help {
                about: layer,
                scroll: 0,
            });
            return DRAW;
        }
        _ => {}
    }
    match layer {
        Layer::Game | Layer::Over | Layer::Past => on_game(app, action),
        Layer::Individuals => watch::on_individuals(app, action),
        Layer::Watch | Layer::Replay | Layer::ReplayGame => watch::on_watch(app, action),
        Layer::Review => review::on_review(app, action),
        Layer::MoveLine => typed::on_line(app, action),
        Layer::Menu => on_menu(app, action),
        Layer::Form => on_form(app, action),
        Layer::Help => on_help(app, action),
        Layer::Lesson => on_lesson(app, action),
        Layer::Profile => on_profile(app, action),
        Layer::Settings => on_settings(app, action),
        // Keys of another program's.
        Layer::StudyPage
        | Layer::StudyGame
        | Layer::StudySheet
        | Layer::StudyWords
        | Layer::Janken
        | Layer::JankenOver
        | Layer::Blokus
        | Layer::BlokusOver
        | Layer::Games
        | Layer::GameStep
        | Layer::Editor => DRAW,
        // No question could be shown; the game is kept all the same.
        Layer::TooSmall => Outcome::flow(Flow::Exit(Exit::Quit)),
    }
}

/// A key that is not in the table: text for the move line, a letter for a dialog.
fn unbound(app: &mut App, layer: Layer, key: &KeyEvent) -> Outcome {
    let letter = match key.code {
        KeyCode::Char(letter)
            if !key
                .modifiers
                .intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) =>
        {
            Some(letter)
        }
        _ => None,
    };
    let App {
        dialogs, opponents, ..
    } = app;
    match (dialogs.last_mut(), letter) {
        (None, _) => {
            if let Some(text) = not_a_key(key) {
                app.say(text);
            }
        }
        (Some(Dialog::MoveLine(input)), _)
            if layer == Layer::MoveLine && bottom::is_left(input, key) =>
        {
            dialogs.pop();
        }
        (Some(Dialog::MoveLine(input)), _)
            if layer == Layer::MoveLine && key.code == KeyCode::Tab =>
        {
            return Outcome::effect(Effect::Complete(input.value().to_owned()));
        }
        (Some(Dialog::MoveLine(input)), _)
            if layer == Layer::MoveLine
                && (letter.is_none() || input.value().chars().count() < LINE_LENGTH) =>
        {
            input.handle_event(&Input::Key(*key));
        }
        (Some(Dialog::Menu(menu)), Some(letter)) if layer == Layer::Menu => {
            if let Some(answer) = menu.by_initial(letter) {
                dialogs.pop();
                return on_answer(app, answer);
            }
        }
        (Some(Dialog::Form(form)), Some(letter)) if layer == Layer::Form => {
            form.by_initial(letter, opponents);
        }
        _ => {}
    }
    DRAW
}

fn on_game(app: &mut App, action: Action) -> Outcome {
    match action {
        Action::Go(direction) => {
            app.cursor = moved(app.cursor, direction);
            Outcome::effect(Effect::Look(app.cursor))
        }
        Action::Place => place(app, Move::Place(app.cursor)),
        Action::Result => {
            app.review = None;
            Outcome::effect(Effect::Result)
        }
        Action::Walk(direction) => {
            let here = app.game.shown_ply();
            let to = match direction {
                Direction::Left => here.saturating_sub(1),
                _ => here + 1,
            };
            walk(app, to)
        }
        Action::Loss(direction) => walk_to_loss(app, direction),
        Action::Review => Outcome::effect(Effect::Review),
        Action::End(Direction::Up) => walk(app, 0),
        Action::End(_) => walk(app, app.game.moves.len()),
        Action::Pane(index) => {
            if let Some(&pane) = Pane::ALL.get(index) {
                app.focus = pane;
            }
            DRAW
        }
        Action::Type(letter) => {
            let input = tui_input::Input::new(letter.to_string());
            app.dialogs.push(Dialog::MoveLine(input));
            DRAW
        }
        Action::Command => {
            app.dialogs
                .push(Dialog::MoveLine(tui_input::Input::new(":".to_owned())));
            DRAW
        }
        Action::Undo => {
            app.review = None;
            help(app, Effect::Undo, "Yes, take back")
        }
        Action::Redo => {
            app.review = None;
            Outcome::effect(Effect::Redo)
        }
        Action::Hint => {
            app.review = None;
            if is_persons_turn(app) {
                help(app, Effect::Hint, "Yes, a hint")
            } else {
                warn_turn(app);
                DRAW
            }
        }
        Action::Copy => {
            if app.game.moves.is_empty() {
                app.say(NO_MOVES_YET);
                return DRAW;
            }
            Outcome::effect(Effect::Copy)
        }
        Action::Settings => Outcome::effect(Effect::AskSettings),
        Action::Profile => Outcome::effect(Effect::Profile),
        Action::Lesson => {
            app.dialogs.push(Dialog::Lesson(0));
            DRAW
        }
        Action::New => {
            open_form(app);
            DRAW
        }
        Action::Pause => Outcome::effect(Effect::Pause),
        Action::NextPane => {
            app.focus = app.focus.step(1);
            DRAW
        }
        Action::PreviousPane => {
            app.focus = app.focus.step(Pane::ALL.len() - 1);
            DRAW
        }
        Action::Zoom => {
            app.zoom = !app.zoom;
            DRAW
        }
        Action::Axes => {
            app.axes = app.axes.wrapping_add(1);
            DRAW
        }
        Action::Quit => quit(app),
        Action::Close => {
            if app.review.take().is_none() {
                app.zoom = false;
            }
            DRAW
        }
        _ => DRAW,
    }
}

/// Uses help, after a question when that would spoil a measured game the person has played in.
fn help(app: &mut App, effect: Effect, label: &str) -> Outcome {
    let game = &app.game;
    let own = (game.opening..game.moves.len()).any(|ply| game.is_own(ply));
    if game.mode == Mode::Measured && own && !game.position.is_over() {
        let question = help_costs::help_menu(effect, label);
        app.dialogs.push(Dialog::Menu(question));
        return DRAW;
    }
    Outcome::effect(effect)
}

/// Shows the position that `ply` moves led to, the cursor on the move that was played in it.
fn walk(app: &mut App, ply: usize) -> Outcome {
    let moves = &app.game.moves;
    if moves.is_empty() {
        app.say(NO_MOVES_YET);
        return DRAW;
    }
    app.review = (ply < moves.len()).then_some(ply);
    if let Some(square) = moves.get(ply).and_then(|mv| mv.square()) {
        app.cursor = square;
    }
    DRAW
}

/// The same for the nearest move of the person's before (left) or after that lost something.
fn walk_to_loss(app: &mut App, direction: Direction) -> Outcome {
    let game = &app.game;
    if game.trace.hidden {
        app.say(words::HIDDEN.join(" "));
        return DRAW;
    }
    let here = game.shown_ply();
    let lost = |ply: &usize| {
        game.is_own(*ply)
            && game
                .losses
                .get(*ply)
                .copied()
                .flatten()
                .is_some_and(|loss| loss.is_some())
    };
    let found = match direction {
        Direction::Left => (0..here).rev().find(lost),
        _ => (here + 1..game.moves.len()).find(lost),
    };
    match found {
        Some(ply) => walk(app, ply),
        None => {
            app.say(match direction {
                Direction::Left => "no move of yours before this one lost anything",
                _ => "no move of yours after this one lost anything",
            });
            DRAW
        }
    }
}

fn quit(app: &mut App) -> Outcome {
    let human = app.game.seats.contains(&Seat::Person);
    if app.game.has_begun() && human && !app.game.position.is_over() {
        app.dialogs.push(Dialog::Menu(quit::quit_menu(app.kept)));
        return DRAW;
    }
    Outcome::flow(Flow::Exit(Exit::Quit))
}

/// Plays `mv` when a person may, or says why not.
fn place(app: &mut App, mv: Move) -> Outcome {
    // What would be played is not what is in view.
    if app.ground() == Layer::Past {
        app.warn(words::IN_THE_PAST);
        return DRAW;
    }
    app.review = None;
    let position = app.game.position;
    if !is_persons_turn(app) {
        warn_turn(app);
        return DRAW;
    }
    if position.is_legal(mv) {
        return Outcome::effect(Effect::Play(mv));
    }
    let side = position.side_to_move().index();
    app.warn(match mv {
        Move::Pass => words::PASS_ILLEGAL.to_owned(),
        Move::Place(square) if position.disc(square).is_some() => {
            words::occupied(&square.to_string())
        }
        Move::Place(square) => words::flips_nothing(&square.to_string(), side),
    });
    DRAW
}

fn warn_turn(app: &mut App) {
    let over = app.game.position.is_over();
    app.warn(if over {
        words::GAME_OVER
    } else {
        "it is not your turn"
    });
}

pub(super) fn moved(cursor: Square, direction: Direction) -> Square {
    let (column, row) = (cursor.column(), cursor.row());
    let (column, row) = match direction {
        Direction::Left => (column.saturating_sub(1), row),
        Direction::Right => (column + 1, row),
        Direction::Up => (column, row.saturating_sub(1)),
        Direction::Down => (column, row + 1),
    };
    Square::at(column, row).unwrap_or(cursor)
}

fn open_form(app: &mut App) {
    let form = Form::new(&app.setup, &app.opponents);
    app.dialogs.push(Dialog::Form(form));
}

fn on_menu(app: &mut App, action: Action) -> Outcome {
    let Some(Dialog::Menu(menu)) = app.dialogs.last_mut() else {
        return DRAW;
    };
    let answer = match action {
        Action::Go(direction) => {
            menu.step(direction == Direction::Down);
            return DRAW;
        }
        Action::Accept => menu.answer(),
        Action::Close => menu.on_close.clone(),
        _ => return DRAW,
    };
    app.dialogs.pop();
    on_answer(app, answer)
}

fn on_answer(app: &mut App, answer: Answer) -> Outcome {
    match answer {
        Answer::Close => DRAW,
        Answer::Quit => Outcome::flow(Flow::Exit(Exit::Quit)),
        Answer::NewGame => {
            open_form(app);
            DRAW
        }
        Answer::Do(effect) => {
            app.review = None;
            Outcome::effect(effect)
        }
    }
}

fn on_form(app: &mut App, action: Action) -> Outcome {
    let App {
        dialogs, opponents, ..
    } = app;
    let Some(Dialog::Form(form)) = dialogs.last_mut() else {
        return DRAW;
    };
    match action {
        Action::Go(Direction::Up) => form.step(false),
        Action::Go(Direction::Down) => form.step(true),
        Action::Go(Direction::Left) => form.change(false, opponents),
        Action::Go(Direction::Right) => form.change(true, opponents),
        Action::Close => {
            dialogs.pop();
        }
        Action::Accept if form.study().is_some() => {
            let blind = form.study() == Some(true);
            return Outcome::flow(Flow::Exit(Exit::Study { blind }));
        }
        Action::Accept => match form.game(opponents) {
            Ok(game) if form.wants_board() => {
                dialogs.pop();
                return Outcome::effect(Effect::Edit(Some(game)));
            }
            Ok(game) => {
                dialogs.pop();
                app.review = None;
                return Outcome::effect(Effect::New(game));
            }
            Err(problem) => app.warn(problem),
        },
        _ => {}
    }
    DRAW
}

fn on_help(app: &mut App, action: Action) -> Outcome {
    let Some(Dialog::Help { about, scroll }) = app.dialogs.last() else {
        return DRAW;
    };
    let (rows, end) = help::extent(app, *about, app.area);
    let to = scrolled((*scroll).min(end), rows, end, action);
    match (action, app.dialogs.last_mut()) {
        (Action::Close, _) => {
            app.dialogs.pop();
        }
        (_, Some(Dialog::Help { scroll, .. })) => *scroll = to,
        _ => {}
    }
    DRAW
}

/// Where one is after `action`, from row `from` of those up to `end`, `rows` of which are seen at once.
pub(super) fn scrolled(from: u16, rows: u16, end: u16, action: Action) -> u16 {
    let to = match action {
        Action::Go(Direction::Up) => from.saturating_sub(1),
        Action::Go(Direction::Down) => from + 1,
        Action::Page(Direction::Up) => from.saturating_sub(rows),
        Action::Page(_) => from + rows,
        Action::End(Direction::Up) => 0,
        Action::End(_) => end,
        _ => from,
    };
    to.min(end)
}

fn on_profile(app: &mut App, action: Action) -> Outcome {
    let end = profile::last_row(&app.profile, app.area);
    match (action, app.dialogs.last_mut()) {
        (Action::Close, _) => {
            app.dialogs.pop();
        }
        (_, Some(Dialog::Profile(scroll))) => {
            *scroll = scrolled((*scroll).min(end), PROFILE_PAGE, end, action);
        }
        _ => {}
    }
    DRAW
}

/// Rows that a page of the profile's tables goes on.
const PROFILE_PAGE: u16 = 5;

fn on_settings(app: &mut App, action: Action) -> Outcome {
    let Some(Dialog::Settings(form)) = app.dialogs.last_mut() else {
        return DRAW;
    };
    match action {
        Action::Go(Direction::Up) => form.step(false),
        Action::Go(Direction::Down) => form.step(true),
        Action::Go(Direction::Left) => form.change(false),
        Action::Go(Direction::Right) => form.change(true),
        Action::Accept => {
            let chosen = form.chosen();
            app.dialogs.pop();
            return Outcome::effect(Effect::Settings(Box::new(chosen)));
        }
        Action::Close => {
            app.dialogs.pop();
        }
        _ => {}
    }
    DRAW
}

fn on_lesson(app: &mut App, action: Action) -> Outcome {
    let Some(Dialog::Lesson(page)) = app.dialogs.last_mut() else {
        return DRAW;
    };
    match action {
        Action::Go(Direction::Left) => *page = page.saturating_sub(1),
        Action::Go(_) if *page + 1 < PAGES.len() => *page += 1,
        // After the last page one is back at the game.
        Action::Go(_) | Action::Close => {
            app.dialogs.pop();
        }
        _ => {}
    }
    DRAW
}

fn on_mouse(app: &mut App, mouse: MouseEvent) -> Outcome {
    let layer = app.layer();
    match mouse.kind {
        _ if layer == Layer::TooSmall => Outcome::flow(Flow::Idle),
        MouseEventKind::Down(MouseButton::Left) => on_click(app, (mouse.column, mouse.row)),
        // The arrows steer the cursor there, which the wheel does not.
        _ if matches!(layer, Layer::Game | Layer::Over | Layer::Past) => Outcome::flow(Flow::Idle),
        kind => match wheel(kind) {
            Some(key) => on_key(app, &key),
            None => Outcome::flow(Flow::Idle),
        },
    }
}

/// The key that the wheel stands for where something is scrolled or chosen.
pub(super) fn wheel(kind: MouseEventKind) -> Option<KeyEvent> {
    let code = match kind {
        MouseEventKind::ScrollUp => KeyCode::Up,
        MouseEventKind::ScrollDown => KeyCode::Down,
        _ => return None,
    };
    Some(KeyEvent::from(code))
}

/// A click is the key that it stands for, or plays on the board.
fn on_click(app: &mut App, at: (u16, u16)) -> Outcome {
    let (layer, area) = (app.layer(), app.area);
    // While something is typed or said the hints are not there.
    let is_said = app.notice.is_some() && at.1 + 1 >= area.bottom();
    if is_said || layer == Layer::MoveLine {
        app.notice = None;
        return DRAW;
    }
    let hinted = bottom::key_at(app.keymap(layer), area, at);
    let key = hinted.or_else(|| {
        let code = match app.dialogs.last_mut()? {
            Dialog::Menu(menu) => menu.click(area, at).then_some(KeyCode::Enter),
            Dialog::Form(form) => form.click(area, at),
            Dialog::Settings(form) => form.click(area, at),
            _ => None,
        };
        code.map(KeyEvent::from)
    });
    match key {
        Some(key) => on_key(app, &key),
        None if app.dialogs.is_empty() => on_pane(app, layer, at),
        None => DRAW,
    }
}

/// Goes to the pane that is clicked; on the board of a game that square is played.
fn on_pane(app: &mut App, layer: Layer, at: (u16, u16)) -> Outcome {
    // Nothing is hit before the first frame: its area is empty.
    let panes = panes(app, app.area);
    let Some(&(pane, place)) = panes.iter().find(|(_, place)| place.contains(at.into())) else {
        return Outcome::flow(Flow::Idle);
    };
    app.notice = None;
    app.focus = pane;
    let board = (pane == Pane::Board)
        .then(|| Geometry::fit(place))
        .flatten();
    let square = board.and_then(|board| board.square_at(at.0, at.1));
    let on_board = matches!(layer, Layer::Game | Layer::Over | Layer::Past);
    let Some(square) = square.filter(|_| on_board) else {
        return DRAW;
    };
    app.cursor = square;
    if layer != Layer::Game {
        return Outcome::effect(Effect::Look(square));
    }
    let mut outcome = self::place(app, Move::Place(square));
    outcome.effects.insert(0, Effect::Look(square));
    outcome
}

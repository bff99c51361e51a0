//! What keys do.

use koteki::game::Side;
use koteki::game::othello::Move;
use koteki::tui::app::{App, Dialog, Effect, Pane};
use koteki::tui::event::{Event, Exit, Flow};
use koteki::tui::keys::Layer;
use koteki::tui::screens::resume;
use koteki::tui::update::{Outcome, update};
use koteki::tui::view::{Beginning, Mode, NewGame, Seat, SeatChoice};
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use super::scene::{draw, game_after, over, plain, press, reviewing, square, text, type_text};

#[test]
fn arrows_steer_and_enter_plays() {
    let mut app = plain();
    app.game = game_after("");
    app.cursor = square("c4");
    assert_eq!(
        press(&mut app, KeyCode::Enter).effects,
        [Effect::Play(Move::Place(square("c4")))]
    );
    let moved = press(&mut app, KeyCode::Up);
    assert_eq!(moved.effects, [Effect::Look(square("c3"))]);
    assert_eq!(moved.flow, Flow::DrawNow);
    for _ in 0..9 {
        press(&mut app, KeyCode::Left);
        press(&mut app, KeyCode::Up);
    }
    assert_eq!(app.cursor, square("a1"));
    assert!(press(&mut app, KeyCode::Char(' ')).effects.is_empty());
    let notice = app.notice.clone().unwrap();
    assert!(
        notice.warning && notice.text.contains("a1 is illegal"),
        "{}",
        notice.text
    );
    for _ in 0..9 {
        press(&mut app, KeyCode::Right);
        press(&mut app, KeyCode::Down);
    }
    assert_eq!(app.cursor, square("h8"));
}

#[test]
fn a_move_can_be_typed() {
    // The last as an input method in full-width mode sends them.
    for typed in ["d3", "D3", ":d3", ":D3", "ｄ３", "：Ｄ３"] {
        let mut app = plain();
        app.game = game_after("");
        type_text(&mut app, typed);
        assert_eq!(app.layer(), Layer::MoveLine);
        let played = press(&mut app, KeyCode::Enter);
        assert_eq!(
            played.effects,
            [Effect::Play(Move::Place(square("d3")))],
            "{typed}"
        );
        assert_eq!(app.layer(), Layer::Game);
        assert_eq!(app.cursor, square("d3"));
    }
}

#[test]
fn what_is_typed_is_text_until_enter() {
    let mut app = plain();
    type_text(&mut app, "fq?n19pz:");
    let Some(Dialog::MoveLine(input)) = app.dialogs.last() else {
        panic!("the line is closed");
    };
    assert_eq!(input.value(), "fq?n19pz:");
    assert!(text(&draw(&mut app, (80, 24))).contains("move: fq?n19pz:"));
    assert!(press(&mut app, KeyCode::Enter).effects.is_empty());
    assert!(app.notice.clone().unwrap().text.contains("is no move"));
    // Esc leaves the line, nothing else.
    type_text(&mut app, "f");
    assert_eq!(press(&mut app, KeyCode::Esc).flow, Flow::DrawNow);
    assert_eq!(app.layer(), Layer::Game);
}

#[test]
fn a_command_has_the_colon_for_its_prompt() {
    let mut app = plain();
    type_text(&mut app, ":new");
    let shown = text(&draw(&mut app, (80, 24)));
    assert!(
        shown.lines().last().unwrap().starts_with(" :new"),
        "{shown}"
    );
    assert!(!shown.contains("move:"), "{shown}");
    // Backspace takes letter by letter away, then leaves the line.
    for (typed, backspaces) in [(":new", 4), ("f5", 3), (":", 1)] {
        let mut app = plain();
        type_text(&mut app, typed);
        for _ in 0..backspaces {
            assert_eq!(app.layer(), Layer::MoveLine, "{typed}");
            press(&mut app, KeyCode::Backspace);
        }
        assert_eq!(app.layer(), Layer::Game, "{typed}");
    }
}

#[test]
fn a_key_that_does_nothing_is_explained() {
    for (code, name) in [
        (KeyCode::Char('w'), "w"),
        (KeyCode::Char('j'), "j"),
        (KeyCode::Char('X'), "x"),
        (KeyCode::Char('9'), "9"),
        (KeyCode::F(1), "F1"),
    ] {
        let mut app = plain();
        if name == "x" {
            // The axes are another's in a review.
            app.ground = koteki::tui::app::Ground::Review(String::new());
        }
        assert!(press(&mut app, code).effects.is_empty());
        let shown = text(&draw(&mut app, (80, 24)));
        let said = format!("{name} does nothing here: ? shows all keys");
        assert!(shown.contains(&said), "{shown}");
    }
}

#[test]
fn wrong_moves_are_told_apart() {
    for (typed, said) in [
        ("d4", "d4 is taken"),
        ("a1", "a1 is illegal"),
        ("d9", "is no move"),
        (":pass", "a pass is illegal"),
        (":nonsense", "no \":nonsense\""),
    ] {
        let mut app = plain();
        app.game = game_after("");
        type_text(&mut app, typed);
        assert!(press(&mut app, KeyCode::Enter).effects.is_empty());
        let notice = app.notice.clone().unwrap();
        assert!(notice.text.contains(said), "{typed}: {}", notice.text);
        assert!(text(&draw(&mut app, (80, 24))).contains(said));
        // The next key takes it away.
        press(&mut app, KeyCode::Left);
        assert_eq!(app.notice, None);
    }
}

#[test]
fn nobody_plays_for_the_machine() {
    let mut app = plain();
    app.game = game_after("f5");
    app.cursor = square("d6");
    assert!(press(&mut app, KeyCode::Enter).effects.is_empty());
    assert!(app.notice.clone().unwrap().text.contains("not your turn"));
    app.game.seats[Side::White.index()] = Seat::Person;
    assert_eq!(
        press(&mut app, KeyCode::Enter).effects,
        [Effect::Play(Move::Place(square("d6")))]
    );
}

#[test]
fn each_letter_asks_for_its_thing() {
    for (letter, effect) in [
        ('u', Effect::Undo),
        ('r', Effect::Redo),
        ('t', Effect::Hint),
        ('p', Effect::Pause),
    ] {
        assert_eq!(press(&mut plain(), KeyCode::Char(letter)).effects, [effect]);
    }
    for (command, effect) in [
        (":undo", Effect::Undo),
        (":hint", Effect::Hint),
        (":pause", Effect::Pause),
    ] {
        let mut app = plain();
        type_text(&mut app, command);
        assert_eq!(press(&mut app, KeyCode::Enter).effects, [effect]);
    }
}

#[test]
fn quitting_asks_only_when_something_would_be_lost() {
    let mut app = plain();
    app.game = game_after("");
    assert_eq!(
        press(&mut app, KeyCode::Char('q')).flow,
        Flow::Exit(Exit::Quit)
    );
    let mut app = plain();
    assert_eq!(press(&mut app, KeyCode::Char('q')).flow, Flow::DrawNow);
    assert_eq!(app.layer(), Layer::Menu);
    // Esc closes the question and stays.
    press(&mut app, KeyCode::Esc);
    assert_eq!(app.layer(), Layer::Game);
    for keys in [
        &[KeyCode::Enter][..],
        &[KeyCode::Char('q')],
        &[KeyCode::Down, KeyCode::Up, KeyCode::Enter],
    ] {
        press(&mut app, KeyCode::Char('q'));
        let flows: Vec<Flow> = keys.iter().map(|&key| press(&mut app, key).flow).collect();
        assert_eq!(flows.last(), Some(&Flow::Exit(Exit::Quit)));
        app.dialogs.clear();
    }
    press(&mut app, KeyCode::Char('q'));
    assert_eq!(press(&mut app, KeyCode::Char('s')).flow, Flow::DrawNow);
    assert!(app.dialogs.is_empty());
}

#[test]
fn the_new_game_dialog_offers_every_way_to_play() {
    let machine = |key: &str| SeatChoice::Machine(key.into());
    let person = SeatChoice::Person;
    let started = |keys: &str| {
        let mut app = plain();
        press(&mut app, KeyCode::Char('n'));
        for key in keys.chars() {
            let code = match key {
                '>' => KeyCode::Right,
                '<' => KeyCode::Left,
                'v' => KeyCode::Down,
                '^' => KeyCode::Up,
                letter => KeyCode::Char(letter),
            };
            press(&mut app, code);
        }
        draw(&mut app, (80, 24));
        let outcome = press(&mut app, KeyCode::Enter);
        assert!(app.dialogs.is_empty());
        match outcome.effects.as_slice() {
            [Effect::New(game)] => game.clone(),
            other => panic!("{other:?}"),
        }
    };
    let game = |black: &SeatChoice, white: &SeatChoice, measured| NewGame {
        seats: [black.clone(), white.clone()],
        measured,
        handicap: None,
        start: Beginning::Usual,
    };
    assert_eq!(started(""), game(&person, &machine("beginner"), true));
    assert_eq!(started(">"), game(&machine("beginner"), &person, true));
    assert_eq!(started("v>"), game(&person, &machine("intermediate"), true));
    assert_eq!(started("v<<"), game(&person, &machine("rival-a"), true));
    assert_eq!(started("v^^>"), game(&person, &machine("beginner"), false));
    assert_eq!(started(">>"), game(&person, &person, false));
    assert_eq!(started("t"), game(&person, &person, false));
    assert_eq!(
        started("ww"),
        game(&machine("beginner"), &machine("beginner"), false)
    );
    assert_eq!(
        started("wwvivr"),
        game(&machine("intermediate"), &machine("rival-a"), false)
    );
    assert_eq!(started("vvvvp"), game(&person, &machine("beginner"), false));
}

#[test]
fn a_machine_can_be_named() {
    let mut app = plain();
    type_text(&mut app, "n");
    for key in [KeyCode::Down, KeyCode::Left] {
        press(&mut app, key);
    }
    // What is typed is text here, keys of the dialog too.
    type_text(&mut app, "agent:d=25,depthh");
    press(&mut app, KeyCode::Backspace);
    type_text(&mut app, "?");
    assert_eq!(app.layer(), Layer::Form);
    assert!(text(&draw(&mut app, (80, 24))).contains("agent:d=25,depth?_"));
    assert!(press(&mut app, KeyCode::Enter).effects.is_empty());
    assert!(app.notice.is_some() && app.layer() == Layer::Form);
    press(&mut app, KeyCode::Backspace);
    update(&mut app, Event::Paste("=4\n".into()));
    let outcome = press(&mut app, KeyCode::Enter);
    let machine = SeatChoice::Machine("agent:d=25,depth=4".into());
    let game = NewGame {
        seats: [SeatChoice::Person, machine],
        measured: true,
        handicap: None,
        start: Beginning::Usual,
    };
    assert_eq!(outcome.effects, [Effect::New(game.clone())]);
    assert_eq!(app.layer(), Layer::Game);
    // The same as a command, and the dialog then begins with it.
    type_text(&mut app, ":new agent:d=25,depth=4");
    let outcome = press(&mut app, KeyCode::Enter);
    assert_eq!(outcome.effects, [Effect::New(game.clone())]);
    app.setup = game.clone();
    type_text(&mut app, "n");
    assert!(text(&draw(&mut app, (80, 24))).contains("agent:d=25,depth=4"));
    assert_eq!(press(&mut app, KeyCode::Enter).effects, [Effect::New(game)]);
    for (name, said) in [("nobody", "nobody"), ("agent:d=target", "agent:d=25")] {
        type_text(&mut app, &format!(":new {name}"));
        assert!(press(&mut app, KeyCode::Enter).effects.is_empty());
        let notice = app.notice.clone().unwrap();
        assert!(
            notice.warning && notice.text.contains(said),
            "{}",
            notice.text
        );
    }
}

#[test]
fn one_can_walk_through_the_game() {
    // f5 d6 c5 f4 e3 c6, Black's; see `losses`: c5 lost 12, e3 lost 45.
    let mut app = plain();
    for (key, ply, cursor) in [
        (KeyCode::Char('.'), None, "d3"),
        (KeyCode::Char(','), Some(5), "c6"),
        (KeyCode::PageUp, Some(4), "e3"),
        (KeyCode::PageUp, Some(2), "c5"),
        (KeyCode::PageUp, Some(2), "c5"),
        (KeyCode::PageDown, Some(4), "e3"),
        (KeyCode::PageDown, Some(4), "e3"),
        (KeyCode::Home, Some(0), "f5"),
        (KeyCode::Char(','), Some(0), "f5"),
        (KeyCode::Char('.'), Some(1), "d6"),
        (KeyCode::Esc, None, "d6"),
        (KeyCode::Home, Some(0), "f5"),
        (KeyCode::End, None, "f5"),
    ] {
        let outcome = press(&mut app, key);
        assert!(outcome.effects.is_empty());
        assert_eq!(app.review, ply, "{key:?}");
        assert_eq!(app.cursor, square(cursor), "{key:?}");
        // The sitting's part: the position follows.
        app = match ply {
            Some(ply) => reviewing(app, ply),
            None => {
                app.game.review = None;
                app
            }
        };
    }
    // Nothing is played there; after Esc what is typed is played now.
    press(&mut app, KeyCode::Char(','));
    app = reviewing(app, 5);
    let shown = text(&draw(&mut app, (80, 24)));
    assert!(shown.contains("Board after ply 5 of 6"), "{shown}");
    assert!(press(&mut app, KeyCode::Enter).effects.is_empty());
    assert_eq!(app.review, Some(5));
    press(&mut app, KeyCode::Esc);
    app.game.review = None;
    type_text(&mut app, "d3");
    assert_eq!(
        press(&mut app, KeyCode::Enter).effects,
        [Effect::Play(Move::Place(square("d3")))]
    );
    assert_eq!(app.review, None);
    // Losses are not told in a measured game.
    app.game.trace.hidden = true;
    press(&mut app, KeyCode::PageUp);
    assert_eq!(app.review, None);
    assert!(app.notice.clone().unwrap().text.contains("when it is over"));
}

#[test]
fn a_finished_game_has_its_own_keys() {
    let mut app = over(plain());
    assert_eq!(app.layer(), Layer::Over);
    assert_eq!(press(&mut app, KeyCode::Enter).effects, [Effect::Result]);
    let shown = text(&draw(&mut app, (80, 24)));
    assert!(shown.contains(", . walk  PgUp PgDn losses"), "{shown}");
    assert!(shown.contains("Game over: Black wins"), "{shown}");
    type_text(&mut app, "a1");
    assert!(press(&mut app, KeyCode::Enter).effects.is_empty());
    assert!(
        app.notice
            .clone()
            .unwrap()
            .text
            .contains("the game is over")
    );
    assert_eq!(
        press(&mut app, KeyCode::Char('q')).flow,
        Flow::Exit(Exit::Quit)
    );
}

#[test]
fn help_in_a_measured_game_is_asked_about() {
    for (letter, effect) in [('t', Effect::Hint), ('u', Effect::Undo)] {
        let mut app = plain();
        app.game.mode = Mode::Measured;
        assert!(press(&mut app, KeyCode::Char(letter)).effects.is_empty());
        let shown = text(&draw(&mut app, (80, 24)));
        assert!(shown.contains("it will not count"), "{shown}");
        assert!(press(&mut app, KeyCode::Char('n')).effects.is_empty());
        assert!(app.dialogs.is_empty());
        press(&mut app, KeyCode::Char(letter));
        assert_eq!(
            press(&mut app, KeyCode::Enter).effects,
            vec![effect.clone()]
        );
        // Nothing is spoilt before the first own move, and when the game is over.
        app.game = game_after("");
        app.game.mode = Mode::Measured;
        assert_eq!(press(&mut app, KeyCode::Char(letter)).effects, [effect]);
    }
    let mut app = over(plain());
    app.game.mode = Mode::Measured;
    assert_eq!(press(&mut app, KeyCode::Char('u')).effects, [Effect::Undo]);
}

#[test]
fn digits_go_to_panes() {
    let mut app = plain();
    for (digit, pane) in ('1'..='4').zip(Pane::ALL) {
        press(&mut app, KeyCode::Char(digit));
        assert_eq!(app.focus, pane);
    }
}

#[test]
fn a_game_opened_at_random_has_not_begun() {
    let mut app = plain();
    app.game.opening = 6;
    assert_eq!(
        press(&mut app, KeyCode::Char('q')).flow,
        Flow::Exit(Exit::Quit)
    );
    app.game.opening = 5;
    assert_eq!(press(&mut app, KeyCode::Char('q')).flow, Flow::DrawNow);
    assert_eq!(app.layer(), Layer::Menu);
}

#[test]
fn an_interrupted_game_is_taken_up_or_left() {
    let question = || {
        let mut app = plain();
        let menu = resume::resume_menu("you", "Beginner", Some(0), 12, 2);
        app.dialogs.push(Dialog::Menu(menu));
        app
    };
    for (key, effects) in [
        ('y', vec![Effect::Resume]),
        ('n', vec![]),
        ('Y', vec![Effect::Resume]),
    ] {
        let mut app = question();
        assert_eq!(press(&mut app, KeyCode::Char(key)).effects, effects);
        assert!(app.dialogs.is_empty());
    }
    // Those before it are listed.
    let asked = press(&mut question(), KeyCode::Char('o'));
    assert_eq!(asked.effects, [Effect::AskResume]);
    let mut app = plain();
    let games = ["today", "yesterday"].map(str::to_owned).to_vec();
    app.dialogs.push(Dialog::Menu(resume::games_menu(games)));
    let chosen = press(&mut app, KeyCode::Char('b'));
    assert_eq!(chosen.effects, [Effect::ResumeAt(1)]);
    assert!(press(&mut question(), KeyCode::Esc).effects.is_empty());
    let shown = text(&draw(&mut question(), (80, 24)));
    for part in [
        "A game against Beginner was interrupted at move 12. You play Black.",
        "2 more games",
        "y  Yes",
        "n  No",
    ] {
        assert!(shown.contains(part), "no {part:?} in\n{shown}");
    }
}

#[test]
fn a_game_is_left_for_another_one_only_after_a_question() {
    let new = || Effect::New(app_setup());
    let mut app = plain();
    let question = resume::leave_menu(new(), true);
    app.dialogs.push(Dialog::Menu(question));
    let shown = text(&draw(&mut app, (80, 24)));
    for part in [
        "Leave this game?",
        "can be resumed",
        "counts once it is over",
    ] {
        assert!(shown.contains(part), "no {part:?} in\n{shown}");
    }
    let left = press(&mut app, KeyCode::Char('y'));
    assert_eq!(left.effects, [Effect::Leave(Box::new(new()))]);
    app.dialogs
        .push(Dialog::Menu(resume::leave_menu(new(), true)));
    assert!(press(&mut app, KeyCode::Esc).effects.is_empty());
}

fn app_setup() -> NewGame {
    plain().setup
}

/// In an earlier position neither Enter nor a typed move plays, or leaves it: the move was meant for what is
/// shown, and the footer says how to come back.
#[test]
fn nothing_is_played_in_the_past() {
    let past = || reviewing(plain(), 4);
    // The move that was played there is legal in what is shown, and its square is taken now.
    for keys in [
        &[KeyCode::Enter][..],
        &[KeyCode::Char(' ')],
        &[KeyCode::Char('e'), KeyCode::Char('3'), KeyCode::Enter],
        &[
            KeyCode::Char(':'),
            KeyCode::Char('e'),
            KeyCode::Char('3'),
            KeyCode::Enter,
        ],
    ] {
        let mut app = past();
        app.cursor = square("e3");
        let outcomes: Vec<_> = keys.iter().map(|&key| press(&mut app, key)).collect();
        assert!(outcomes.iter().all(|it| it.effects.is_empty()), "{keys:?}");
        assert_eq!((app.review, app.dialogs.len()), (Some(4), 0), "{keys:?}");
        let notice = app.notice.clone().unwrap();
        assert!(
            notice.text.contains("Esc returns to the game"),
            "{}",
            notice.text
        );
    }
    let mut app = past();
    let shown = text(&draw(&mut app, (80, 24)));
    let footer = shown.trim_end().lines().last().unwrap();
    assert!(
        footer.contains("Esc back to the game") && !footer.contains("play"),
        "{footer}"
    );
    press(&mut app, KeyCode::Esc);
    assert_eq!(app.review, None);
}

#[test]
fn releases_are_no_presses() {
    let mut app = plain();
    let mut key = KeyEvent::new(KeyCode::Char('q'), KeyModifiers::NONE);
    key.kind = KeyEventKind::Release;
    assert_eq!(update(&mut app, Event::Key(key)).flow, Flow::Idle);
    let mut key = KeyEvent::new(KeyCode::Left, KeyModifiers::NONE);
    key.kind = KeyEventKind::Repeat;
    assert_eq!(update(&mut app, Event::Key(key)).effects.len(), 1);
}

fn click(column: u16, row: u16) -> Event {
    Event::Mouse(MouseEvent {
        kind: MouseEventKind::Down(MouseButton::Left),
        column,
        row,
        modifiers: KeyModifiers::NONE,
    })
}

/// Where `part` is on the screen, the lowest place if there are several.
fn place_of(app: &mut App, size: (u16, u16), part: &str) -> (u16, u16) {
    let shown = text(&draw(app, size));
    let lines: Vec<(u16, &str)> = (0..).zip(shown.lines()).collect();
    for (y, line) in lines.into_iter().rev() {
        if let Some(at) = line.find(part) {
            return (u16::try_from(line[..at].chars().count()).unwrap(), y);
        }
    }
    panic!("no {part:?} in\n{shown}");
}

fn click_on(app: &mut App, part: &str) -> Outcome {
    let (x, y) = place_of(app, (80, 24), part);
    update(app, click(x, y))
}

#[test]
fn clicks_choose_in_menus() {
    let mut app = plain();
    press(&mut app, KeyCode::Char('q'));
    click_on(&mut app, "Stay");
    assert!(app.dialogs.is_empty());
    press(&mut app, KeyCode::Char('q'));
    // Beside the answers nothing happens.
    assert_eq!(click_on(&mut app, "Leave?").flow, Flow::DrawNow);
    assert_eq!(app.dialogs.len(), 1);
    assert_eq!(click_on(&mut app, "Quit").flow, Flow::Exit(Exit::Quit));
}

#[test]
fn clicks_change_the_lines_of_a_dialog() {
    let mut app = plain();
    click_on(&mut app, "n new game");
    assert_eq!(app.layer(), Layer::Form);
    // A click on the value takes the next one, a click on the arrow before it the one before.
    let (x, y) = place_of(&mut app, (80, 24), "\u{25c2}  Beginner");
    update(&mut app, click(x + 4, y));
    let shown = text(&draw(&mut app, (80, 24)));
    assert!(shown.contains("\u{25c2}  Intermediate"), "{shown}");
    update(&mut app, click(x, y));
    let shown = text(&draw(&mut app, (80, 24)));
    assert!(shown.contains("\u{25c2}  Beginner"), "{shown}");
    let outcome = click_on(&mut app, "Enter accept");
    assert!(
        matches!(outcome.effects[..], [Effect::New(_)]),
        "{outcome:?}"
    );
    assert!(app.dialogs.is_empty());
}

#[test]
fn clicks_on_keys_and_panes_are_those_keys_and_panes() {
    let mut app = plain();
    click_on(&mut app, "? help");
    assert_eq!(app.layer(), Layer::Help);
    let down = Event::Mouse(MouseEvent {
        kind: MouseEventKind::ScrollDown,
        column: 1,
        row: 1,
        modifiers: KeyModifiers::NONE,
    });
    update(&mut app, down);
    assert!(matches!(app.dialogs[..], [Dialog::Help { scroll: 1, .. }]));
    click_on(&mut app, "Esc ? q");
    assert_eq!(app.layer(), Layer::Game);
    for (part, pane) in [
        ("Evaluation", Pane::Trace),
        ("Population", Pane::Population),
        ("Fitness", Pane::Fitness),
    ] {
        click_on(&mut app, part);
        assert_eq!(app.focus, pane);
    }
    // Two keys that are named together are two keys; the word behind them is neither.
    let mut app = over(plain());
    let (x, y) = place_of(&mut app, (80, 24), ", . walk");
    update(&mut app, click(x + 4, y));
    assert_eq!(app.review, None);
    update(&mut app, click(x, y));
    assert_eq!(app.review, Some(app.game.moves.len() - 1));
}

#[test]
fn clicks_play_on_the_board_and_nowhere_else() {
    for size in [(80, 24), (120, 40), (200, 60)] {
        let mut app = plain();
        app.game = game_after("");
        // Before the first frame there is nothing to hit.
        assert_eq!(update(&mut app, click(10, 10)).flow, Flow::Idle);
        let buffer = draw(&mut app, size);
        // The squares that can be played are the four marked ones.
        let legal = app.theme.glyphs.legal;
        let mut played = Vec::new();
        for y in 0..size.1 {
            for x in 0..size.0 {
                if buffer[(x, y)].symbol() == legal {
                    let effects = update(&mut app, click(x, y)).effects;
                    played.extend(
                        effects
                            .into_iter()
                            .filter(|effect| matches!(effect, Effect::Play(_))),
                    );
                }
            }
        }
        let expected = ["d3", "c4", "f5", "e6"].map(|name| Effect::Play(Move::Place(square(name))));
        assert_eq!(played, expected, "{size:?}");
        // Beside the board, and under a dialog.
        assert!(update(&mut app, click(size.0 - 1, 0)).effects.is_empty());
        press(&mut app, KeyCode::Char('n'));
        for y in 0..size.1 {
            assert!(update(&mut app, click(10, y)).effects.is_empty());
        }
    }
}

#[test]
fn signals_and_a_lost_terminal_end_it() {
    let mut app = plain();
    assert_eq!(
        update(&mut app, Event::Signal(15)).flow,
        Flow::Exit(Exit::Signal(15))
    );
    assert_eq!(
        update(&mut app, Event::TerminalGone).flow,
        Flow::Exit(Exit::TerminalGone)
    );
    assert_eq!(Exit::Signal(15).code(), 143);
    assert_eq!(Exit::Signal(1).code(), 129);
    assert_eq!(Exit::TerminalGone.code(), 129);
    assert_eq!(Exit::Quit.code(), 0);
}

#[test]
fn a_worker_that_breaks_down_is_shown() {
    let mut app = plain();
    update(
        &mut app,
        Event::Panicked("evolve-0: index out of bounds".into()),
    );
    let shown = text(&draw(&mut app, (80, 24)));
    assert!(shown.contains("evolve-0: index out of bounds"), "{shown}");
}

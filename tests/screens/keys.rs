//! What keys do.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use koteki_games::othello::{Move, Position, Square};
use koteki_games::{GameLine, Side};
use koteki_rivals::evolve;
use koteki_rivals::evolve::snapshot::Phase;
use koteki_rivals::roster::SearchSpec;
use koteki_session::rivals::favourites::{self, Favourite};
use koteki_session::{Options, OthelloSession, Seat, Settings as GameSettings};
use koteki_tui::Settings;
use koteki_tui::event::{Event, Exit, Flow, Program, Queue};
use koteki_tui::glyphs::GlyphChoice;
use koteki_tui::keys::Layer;
use koteki_tui::othello::new_game::{self, Wanted};
use koteki_tui::othello::{self, Next, OthelloScreen, Request, resume};
use koteki_tui::panes::board::Geometry;
use koteki_tui::panes::game::Pane;
use koteki_tui::shell::{Answer, Shell};
use koteki_tui::view::{Beginning, NewGame, SeatChoice};
use koteki_tui::viewer::Viewed;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Rect;

use super::scene::{
    Drawn, draw, opponents, plain, press, press_viewer, setup, square, text, type_text,
};

/// A measured game of Black's against a machine that moves at random, with hardly any breeding behind it.
fn fresh() -> Shell<OthelloScreen> {
    of_person(None)
}

/// The same of the person whose games are kept in `data`.
fn of_person(data: Option<PathBuf>) -> Shell<OthelloScreen> {
    let evolution = evolve::Settings {
        population: 4,
        children: 2,
        games: 2,
        cycles: 1,
        depth: 1,
        opponent: "agent:d=target,depth=2".to_owned(),
        ..evolve::Settings::default()
    };
    let options = Options {
        settings: GameSettings {
            opponent: "random".to_owned(),
            ..GameSettings::default()
        },
        evolution,
        // What is kept is in the points of the preset one.
        tester: match data {
            Some(_) => SearchSpec::TESTER,
            None => SearchSpec {
                depth: 2,
                exhaustive: 0,
                ..SearchSpec::TESTER
            },
        },
        adviser: None,
        jobs: NonZeroUsize::new(1),
        fresh_breeding: true,
        seed: 11,
        data,
    };
    let settings = Settings {
        glyphs: GlyphChoice::Unicode,
        pace: 0,
        ..Settings::default()
    };
    let save = Box::new(|_: &[_]| Ok(String::new()));
    let other = Box::new(|_, _| anyhow::bail!("there is no other game here"));
    let waker = Queue::new().waker();
    othello::open(settings, options, (save, other), waker, Vec::new()).unwrap()
}

/// Lets the machine and the tester do what they have to do until `done`.
fn wait(screen: &mut Shell<OthelloScreen>, done: impl Fn(&OthelloSession) -> bool) {
    let end = Instant::now() + Duration::from_secs(60);
    while !done(screen.screen().session()) {
        assert!(Instant::now() < end, "waited for long");
        std::thread::sleep(Duration::from_millis(2));
        screen.update(Event::Wake);
    }
}

fn line(screen: &Shell<OthelloScreen>) -> &GameLine<Position> {
    screen.screen().session().table().line()
}

fn enter(screen: &mut Shell<OthelloScreen>, line: &str) -> Flow {
    type_text(screen, line);
    press(screen, KeyCode::Enter)
}

/// After f5 and the machine's answer to it.
fn begun() -> Shell<OthelloScreen> {
    let mut screen = fresh();
    enter(&mut screen, "f5");
    wait(&mut screen, |session| session.table().line().ply() == 2);
    screen
}

/// Two people after these moves, a letter and a digit each.
fn two_people(moves: &str) -> Shell<OthelloScreen> {
    let mut screen = fresh();
    type_text(&mut screen, "nt");
    press(&mut screen, KeyCode::Enter);
    for name in moves.split_whitespace() {
        enter(&mut screen, name);
    }
    assert_eq!(line(&screen).ply(), moves.split_whitespace().count());
    screen
}

/// A game of two people in which White has no disc left after nine moves.
fn over() -> Shell<OthelloScreen> {
    let screen = two_people("e6 f4 e3 f6 g5 d6 e7 f5 c5");
    assert!(screen.screen().session().is_over());
    screen
}

fn notice(screen: &Shell<OthelloScreen>) -> &str {
    screen.context().said().unwrap_or_default()
}

fn shown(screen: &mut impl Drawn) -> String {
    text(&draw(screen, (80, 24)))
}

#[test]
fn arrows_steer_and_enter_plays() {
    let mut screen = fresh();
    assert_eq!(screen.screen().panes().cursor, square("f5"));
    press(&mut screen, KeyCode::Enter);
    assert_eq!(line(&screen).moves(), [Move::Place(square("f5"))]);
    let mut screen = fresh();
    assert_eq!(press(&mut screen, KeyCode::Up), Flow::DrawNow);
    assert_eq!(screen.screen().panes().cursor, square("f4"));
    for _ in 0..9 {
        press(&mut screen, KeyCode::Left);
        press(&mut screen, KeyCode::Up);
    }
    assert_eq!(screen.screen().panes().cursor, square("a1"));
    press(&mut screen, KeyCode::Char(' '));
    assert_eq!(line(&screen).ply(), 0);
    assert!(notice(&screen).contains("a1 is illegal"));
    for _ in 0..9 {
        press(&mut screen, KeyCode::Right);
        press(&mut screen, KeyCode::Down);
    }
    assert_eq!(screen.screen().panes().cursor, square("h8"));
}

#[test]
fn a_move_can_be_typed() {
    // The last as an input method in full-width mode sends them.
    for typed in ["d3", "D3", ":d3", ":D3", "ｄ３", "：Ｄ３"] {
        let mut screen = fresh();
        type_text(&mut screen, typed);
        assert_eq!(screen.layer(), Layer::MoveLine);
        press(&mut screen, KeyCode::Enter);
        assert_eq!(
            line(&screen).moves(),
            [Move::Place(square("d3"))],
            "{typed}"
        );
        assert_eq!(screen.layer(), Layer::Game);
        assert_eq!(screen.screen().panes().cursor, square("d3"));
    }
}

#[test]
fn what_is_typed_is_text_until_enter() {
    let mut screen = fresh();
    type_text(&mut screen, "fq?n19pz:");
    assert!(shown(&mut screen).contains("move: fq?n19pz:"));
    press(&mut screen, KeyCode::Enter);
    assert!(notice(&screen).contains("is no move"));
    // Esc leaves the line, nothing else.
    type_text(&mut screen, "f");
    assert_eq!(press(&mut screen, KeyCode::Esc), Flow::DrawNow);
    assert_eq!(screen.layer(), Layer::Game);
}

#[test]
fn a_command_has_the_colon_for_its_prompt() {
    let mut screen = fresh();
    type_text(&mut screen, ":new");
    let drawn = shown(&mut screen);
    assert!(
        drawn.lines().last().unwrap().starts_with(" :new"),
        "{drawn}"
    );
    assert!(!drawn.contains("move:"), "{drawn}");
    // Backspace takes letter by letter away, then leaves the line.
    for (typed, backspaces) in [(":new", 4), ("f5", 3), (":", 1)] {
        let mut screen = fresh();
        type_text(&mut screen, typed);
        for _ in 0..backspaces {
            assert_eq!(screen.layer(), Layer::MoveLine, "{typed}");
            press(&mut screen, KeyCode::Backspace);
        }
        assert_eq!(screen.layer(), Layer::Game, "{typed}");
    }
}

#[test]
fn a_key_that_does_nothing_is_explained() {
    let said = |name: &str| format!("{name} does nothing here: ? shows all keys");
    for (code, name) in [
        (KeyCode::Char('w'), "w"),
        (KeyCode::Char('j'), "j"),
        (KeyCode::Char('9'), "9"),
        (KeyCode::F(1), "F1"),
    ] {
        let mut screen = fresh();
        press(&mut screen, code);
        assert!(shown(&mut screen).contains(&said(name)), "{name}");
    }
    // What Esc and a key soon after it may arrive as.
    let mut screen = fresh();
    let key = KeyEvent::new(KeyCode::Char('?'), KeyModifiers::ALT);
    screen.update(Event::Key(key));
    assert!(shown(&mut screen).contains(&said("Alt-?")));
    // A review has no axes.
    let mut review = plain().viewed(Viewed::Review);
    assert_eq!(press_viewer(&mut review, KeyCode::Char('X')), None);
    assert!(shown(&mut review).contains(&said("x")));
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
        let mut screen = fresh();
        enter(&mut screen, typed);
        assert_eq!(line(&screen).ply(), 0);
        assert!(notice(&screen).contains(said), "{typed}");
        assert!(shown(&mut screen).contains(said));
        // The next key takes it away.
        press(&mut screen, KeyCode::Left);
        assert_eq!(notice(&screen), "");
    }
}

#[test]
fn nobody_plays_for_the_machine() {
    let mut screen = fresh();
    enter(&mut screen, "f5");
    // Its answer is not taken in before the screen is woken.
    enter(&mut screen, "d6");
    assert_eq!(line(&screen).ply(), 1);
    assert!(notice(&screen).contains("not your turn"));
    assert_eq!(line(&two_people("f5 d6")).ply(), 2);
}

#[test]
fn letters_and_commands_ask_for_the_same() {
    for undo in ["u", ":undo\n"] {
        let mut screen = two_people("f5 d6");
        keys(&mut screen, undo);
        assert_eq!(line(&screen).ply(), 1);
        keys(&mut screen, "r");
        assert_eq!(line(&screen).ply(), 2);
    }
    for hint in ["t", ":hint\n"] {
        let mut screen = fresh();
        keys(&mut screen, hint);
        keys(&mut screen, "y");
        wait(&mut screen, |session| session.hint().is_some());
        assert!(screen.screen().session().is_practice());
    }
    for pause in ["p", ":pause\n"] {
        let mut screen = fresh();
        keys(&mut screen, pause);
        assert!(notice(&screen).contains("evolution paused"));
    }
}

/// Types; a new line is Enter.
fn keys(screen: &mut Shell<OthelloScreen>, typed: &str) {
    for letter in typed.chars() {
        press(
            screen,
            match letter {
                '\n' => KeyCode::Enter,
                letter => KeyCode::Char(letter),
            },
        );
    }
}

#[test]
fn quitting_asks_only_when_something_would_be_lost() {
    assert_eq!(
        press(&mut fresh(), KeyCode::Char('q')),
        Flow::Exit(Exit::Quit)
    );
    let mut screen = begun();
    assert_eq!(press(&mut screen, KeyCode::Char('q')), Flow::DrawNow);
    assert_eq!(screen.layer(), Layer::Menu);
    // Esc closes the question and stays.
    press(&mut screen, KeyCode::Esc);
    assert_eq!(screen.layer(), Layer::Game);
    for keys in [
        &[KeyCode::Enter][..],
        &[KeyCode::Char('q')],
        &[KeyCode::Down, KeyCode::Up, KeyCode::Enter],
    ] {
        press(&mut screen, KeyCode::Char('q'));
        let flows: Vec<Flow> = keys.iter().map(|&key| press(&mut screen, key)).collect();
        assert_eq!(flows.last(), Some(&Flow::Exit(Exit::Quit)));
        assert_eq!(screen.layer(), Layer::Game);
    }
    press(&mut screen, KeyCode::Char('q'));
    assert_eq!(press(&mut screen, KeyCode::Char('s')), Flow::DrawNow);
    assert_eq!(screen.layer(), Layer::Game);
}

#[test]
fn the_new_game_dialog_offers_every_way_to_play() {
    let machine = |key: &str| SeatChoice::Machine(key.into());
    let person = SeatChoice::Person;
    let opponents = opponents();
    let started = |keys: &str| {
        let mut form = new_game::form(&setup(), &opponents, |wanted| wanted);
        for key in keys.chars() {
            match key {
                '>' => form.change(true),
                '<' => form.change(false),
                'v' => form.step(true),
                '^' => form.step(false),
                letter => assert!(form.by_initial(letter)),
            }
        }
        match form.accept().unwrap() {
            Wanted::Game(game) => game,
            wanted => panic!("{wanted:?}"),
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

/// Among the openings, which are too many to be stepped through.
#[test]
fn many_choices_are_a_list_that_what_is_typed_narrows_down() {
    let mut screen = fresh();
    type_text(&mut screen, "n");
    press(&mut screen, KeyCode::Down);
    press(&mut screen, KeyCode::Down);
    type_text(&mut screen, "tig");
    let list = shown(&mut screen);
    assert!(
        list.contains("tig_  3 of ") && list.contains("Leader's Tiger"),
        "{list}"
    );
    press(&mut screen, KeyCode::Backspace);
    type_text(&mut screen, "gerX");
    assert!(shown(&mut screen).contains("tigerX_  no match"));
    press(&mut screen, KeyCode::Esc);
    assert_eq!(screen.layer(), Layer::Form);
    assert!(shown(&mut screen).contains("Usual"), "nothing was chosen");
    type_text(&mut screen, "tig");
    press(&mut screen, KeyCode::Down);
    press(&mut screen, KeyCode::Enter);
    assert!(shown(&mut screen).contains("Leader's Tiger"));
    press(&mut screen, KeyCode::Enter);
    assert_eq!(screen.layer(), Layer::Game);
    let opening = screen.screen().session().table().line().opening();
    let leaders = koteki_rivals::coach::openings::all().find(|it| it.name == "Leader's Tiger");
    assert_eq!(opening, leaders.unwrap().moves.len() / 2);
}

/// At 120 columns a long note on an opponent is there as a whole, on the line of the opponent.
#[test]
fn a_list_of_opponents_takes_the_columns_that_there_are() {
    let mut opponents = opponents();
    let note = "looks four plies ahead, likes edges and corners, and gives up centre squares early";
    opponents[2].note = note.to_owned();
    let mut scene = plain();
    scene.open = Some(Box::new(move |context| {
        let begin = |wanted| Request::Begin(Box::new(wanted));
        context.open(new_game::form(&setup(), &opponents, begin));
    }));
    scene.keys = vec![KeyCode::Down, KeyCode::Char(' ')];
    let in_line = |scene: &mut _, size| {
        let shown = text(&draw(scene, size));
        shown
            .lines()
            .any(|line| line.contains("Rival A") && line.contains(note))
    };
    assert!(in_line(&mut scene, (120, 40)) && !in_line(&mut scene, (80, 24)));
    // So is that on the line of the dialog.
    scene.keys = vec![KeyCode::Down, KeyCode::Right, KeyCode::Right];
    assert!(text(&draw(&mut scene, (120, 40))).contains(note));
}

#[test]
fn page_down_goes_to_the_last_line_or_answer() {
    let mut screen = fresh();
    draw(&mut screen, (80, 24));
    type_text(&mut screen, "o");
    for code in [KeyCode::PageDown, KeyCode::Right] {
        press(&mut screen, code);
    }
    let settings = shown(&mut screen);
    assert!(settings.contains("1 minute"), "{settings}");
    for code in [KeyCode::PageUp, KeyCode::Right] {
        press(&mut screen, code);
    }
    assert!(shown(&mut screen).contains("White"));
    press(&mut screen, KeyCode::Esc);
    // Of the openings a page, and back.
    type_text(&mut screen, "n");
    press(&mut screen, KeyCode::Down);
    press(&mut screen, KeyCode::Down);
    press(&mut screen, KeyCode::Char(' '));
    let first = shown(&mut screen);
    press(&mut screen, KeyCode::PageDown);
    assert_ne!(shown(&mut screen), first);
    press(&mut screen, KeyCode::PageUp);
    assert_eq!(shown(&mut screen), first);
    press(&mut screen, KeyCode::Esc);
    press(&mut screen, KeyCode::Esc);
    let mut screen = begun();
    draw(&mut screen, (80, 24));
    type_text(&mut screen, "q");
    press(&mut screen, KeyCode::PageDown);
    assert_ne!(
        press(&mut screen, KeyCode::Enter),
        Flow::Exit(Exit::Quit),
        "the last answer is to stay"
    );
}

#[test]
fn a_machine_can_be_named() {
    let mut screen = fresh();
    type_text(&mut screen, "n");
    press(&mut screen, KeyCode::Down);
    let found = (0..30).any(|_| {
        press(&mut screen, KeyCode::Left);
        shown(&mut screen).contains("Another, by name")
    });
    assert!(found);
    // What is typed is text here, keys of the dialog too.
    type_text(&mut screen, "agent:d=25,depthh");
    press(&mut screen, KeyCode::Backspace);
    type_text(&mut screen, "?");
    assert_eq!(screen.layer(), Layer::Form);
    assert!(shown(&mut screen).contains("agent:d=25,depth?_"));
    press(&mut screen, KeyCode::Enter);
    assert!(!notice(&screen).is_empty() && screen.layer() == Layer::Form);
    press(&mut screen, KeyCode::Backspace);
    screen.update(Event::Paste("=4\n".into()));
    press(&mut screen, KeyCode::Enter);
    let is_at_the_table = |screen: &Shell<OthelloScreen>| {
        let table = screen.screen().session().table();
        assert_eq!(table.seat(Side::Black), &Seat::Person);
        assert!(!screen.screen().session().is_practice());
        match table.seat(Side::White) {
            Seat::Machine(spec) => spec.to_string() == "agent:d=25,depth=4",
            Seat::Person => false,
        }
    };
    assert!(is_at_the_table(&screen));
    assert_eq!(screen.layer(), Layer::Game);
    // The same as a command, and the dialog then begins with it.
    let mut screen = fresh();
    enter(&mut screen, ":new agent:d=25,depth=4");
    assert!(is_at_the_table(&screen));
    keys(&mut screen, "n");
    assert!(shown(&mut screen).contains("Agent (D 25)"));
    keys(&mut screen, "\n");
    assert!(is_at_the_table(&screen));
    for (name, said) in [("nobody", "nobody"), ("agent:d=target", "agent:d=25")] {
        enter(&mut screen, &format!(":new {name}"));
        assert!(is_at_the_table(&screen));
        assert!(notice(&screen).contains(said), "{name}");
    }
}

#[test]
fn one_can_walk_through_the_game() {
    let played = ["f5", "f6", "e6", "f4", "e3", "d6"];
    let mut screen = two_people(&played.join(" "));
    wait(&mut screen, |session| {
        (0..=6).all(|ply| session.analysis_at(ply).is_some())
    });
    let lost: Vec<usize> = (0..6)
        .filter(|&ply| {
            let analysis = screen.screen().session().analysis_at(ply).unwrap();
            let mv = line(&screen).moves()[ply];
            analysis.values.value_of(mv) < analysis.values.best()
        })
        .collect();
    let &[first, .., last] = &lost[..] else {
        panic!("{lost:?}");
    };
    for (key, ply, cursor) in [
        (KeyCode::Char('.'), 6, "d6"),
        (KeyCode::Char(','), 5, "d6"),
        (KeyCode::End, 6, "d6"),
        (KeyCode::PageUp, last, played[last]),
        (KeyCode::Home, 0, "f5"),
        (KeyCode::Char(','), 0, "f5"),
        (KeyCode::Char('.'), 1, "f6"),
        (KeyCode::Home, 0, "f5"),
        (KeyCode::Esc, 6, "f5"),
        (KeyCode::Home, 0, "f5"),
        (KeyCode::End, 6, "f5"),
    ] {
        press(&mut screen, key);
        assert_eq!(screen.screen().shown_ply(), ply, "{key:?}");
        assert_eq!(screen.screen().panes().cursor, square(cursor), "{key:?}");
    }
    press(&mut screen, KeyCode::Home);
    let next = lost.iter().find(|&&ply| ply > 0).copied().unwrap();
    press(&mut screen, KeyCode::PageDown);
    assert_eq!(screen.screen().shown_ply(), next);
    press(&mut screen, KeyCode::End);
    // Before the first nothing is lost.
    for &ply in lost.iter().rev().chain([&first]) {
        press(&mut screen, KeyCode::PageUp);
        assert_eq!(screen.screen().shown_ply(), ply);
    }
    press(&mut screen, KeyCode::Esc);
    // Nothing is played there; after Esc what is typed is played now.
    press(&mut screen, KeyCode::Char(','));
    let drawn = shown(&mut screen);
    assert!(drawn.contains("Board after move 5 of 6"), "{drawn}");
    press(&mut screen, KeyCode::Enter);
    assert_eq!((screen.screen().shown_ply(), line(&screen).ply()), (5, 6));
    press(&mut screen, KeyCode::Esc);
    enter(&mut screen, "g4");
    assert_eq!((screen.screen().shown_ply(), line(&screen).ply()), (7, 7));
    // Losses are not told in a measured game.
    let mut screen = begun();
    press(&mut screen, KeyCode::PageUp);
    assert_eq!(screen.screen().shown_ply(), 2);
    assert!(notice(&screen).contains("when it is over"));
}

#[test]
fn a_finished_game_has_its_own_keys() {
    let mut screen = over();
    wait(&mut screen, |session| session.report().is_some());
    assert_eq!(screen.layer(), Layer::Menu);
    press(&mut screen, KeyCode::Esc);
    assert_eq!(screen.layer(), Layer::Over);
    press(&mut screen, KeyCode::Enter);
    assert!(shown(&mut screen).contains("Result"));
    press(&mut screen, KeyCode::Esc);
    let drawn = shown(&mut screen);
    assert!(drawn.contains(", . walk  PgUp PgDn losses"), "{drawn}");
    assert!(drawn.contains("Game over: Black wins"), "{drawn}");
    enter(&mut screen, "a1");
    assert!(notice(&screen).contains("the game is over"));
    assert_eq!(
        press(&mut screen, KeyCode::Char('q')),
        Flow::Exit(Exit::Quit)
    );
}

#[test]
fn the_result_beneath_a_dialog_goes_when_another_game_begins() {
    let beneath_the_dialog = || {
        let mut screen = over();
        keys(&mut screen, "n");
        wait(&mut screen, |session| session.report().is_some());
        assert_eq!(screen.layer(), Layer::Form);
        screen
    };
    let mut screen = beneath_the_dialog();
    press(&mut screen, KeyCode::Esc);
    assert!(shown(&mut screen).contains("Result"));
    let mut screen = beneath_the_dialog();
    press(&mut screen, KeyCode::Enter);
    assert_eq!(screen.layer(), Layer::Game);
    assert!(!shown(&mut screen).contains("Result"));
}

#[test]
fn help_in_a_measured_game_is_asked_about() {
    for letter in ["t", "u"] {
        let mut screen = begun();
        keys(&mut screen, letter);
        let drawn = shown(&mut screen);
        assert!(drawn.contains("it will not count"), "{drawn}");
        keys(&mut screen, "n");
        assert_eq!(screen.layer(), Layer::Game);
        assert!(!screen.screen().session().is_practice());
        keys(&mut screen, letter);
        keys(&mut screen, "\n");
        assert!(screen.screen().session().is_practice());
        assert_eq!(line(&screen).ply(), if letter == "u" { 0 } else { 2 });
    }
    // Before the first own move, too.
    let mut screen = fresh();
    keys(&mut screen, "u");
    assert!(notice(&screen).contains("no move to take back"));
    keys(&mut screen, "t");
    assert!(shown(&mut screen).contains("it will not count"));
    assert!(!screen.screen().session().is_practice());
    keys(&mut screen, "y");
    assert!(screen.screen().session().is_practice());
}

/// At random it is drawn, and nothing else on the screen says it in words.
#[test]
fn the_side_of_a_game_that_begins_is_said() {
    let mut screen = fresh();
    keys(&mut screen, "nw\n");
    assert_eq!(notice(&screen), "You play White against Random: it begins.");
    keys(&mut screen, "nbb\n");
    assert_eq!(notice(&screen), "You play Black against Random: you begin.");
}

/// The list that is open keeps what it offers, and says that there is more.
#[test]
fn a_dialog_that_is_open_says_that_rivals_are_ready() {
    let mut screen = fresh();
    keys(&mut screen, "n");
    wait(&mut screen, |session| {
        session.snapshot().phase == Phase::Resting
    });
    wait(&mut screen, |session| !session.rivals().is_empty());
    assert!(notice(&screen).contains("rivals are ready: Esc, then n"));
    for key in [KeyCode::Down, KeyCode::Char(' ')] {
        press(&mut screen, key);
        let drawn = shown(&mut screen);
        assert!(drawn.contains("rivals are ready: Esc, then n"), "{drawn}");
    }
    press(&mut screen, KeyCode::Esc);
    press(&mut screen, KeyCode::Esc);
    keys(&mut screen, "n");
    assert!(!shown(&mut screen).contains("Esc, then n"));
}

#[test]
fn two_people_can_be_set_for_new_games() {
    let mut screen = fresh();
    keys(&mut screen, ":settings\n");
    press(&mut screen, KeyCode::Esc);
    assert!(!shown(&mut screen).contains("left as it was"));
    keys(&mut screen, ":settings\n");
    press(&mut screen, KeyCode::Right);
    press(&mut screen, KeyCode::Esc);
    assert!(shown(&mut screen).contains("left as it was"));
    keys(&mut screen, ":settings\n");
    for _ in 0..4 {
        press(&mut screen, KeyCode::Right);
    }
    assert!(shown(&mut screen).contains("two people"));
    press(&mut screen, KeyCode::Enter);
    keys(&mut screen, "n");
    assert!(shown(&mut screen).contains("Two people"));
}

#[test]
fn digits_go_to_panes() {
    let mut screen = fresh();
    for (digit, pane) in ('1'..='4').zip(Pane::ALL) {
        press(&mut screen, KeyCode::Char(digit));
        assert_eq!(screen.context().focus, pane);
    }
}

#[test]
fn a_game_opened_at_random_has_not_begun() {
    let mut screen = fresh();
    enter(&mut screen, ":new random opening=tiger");
    assert!(line(&screen).ply() > 0);
    assert_eq!(
        press(&mut screen, KeyCode::Char('q')),
        Flow::Exit(Exit::Quit)
    );
}

#[test]
fn an_interrupted_game_is_taken_up_or_left() {
    let resumed = |place| Answer::Do(Request::Play(Next::Resume(place)));
    let menu = resume::resume_menu("you", "Beginner", Some(0), 12, 2);
    for (key, answer) in [
        ('y', resumed(0)),
        ('n', Answer::Close),
        ('Y', resumed(0)),
        // Those before it are listed.
        ('o', Answer::Do(Request::AskResume)),
    ] {
        assert_eq!(menu.by_initial(key), Some(answer));
    }
    assert_eq!(menu.on_close, Answer::Close);
    let games = ["today", "yesterday"].map(str::to_owned).to_vec();
    assert_eq!(resume::games_menu(games).by_initial('b'), Some(resumed(1)));
    for part in [
        "A game against Beginner was interrupted at move 12. You play Black.",
        "2 more games",
    ] {
        assert!(menu.text.iter().any(|line| line.contains(part)), "{part}");
    }
}

#[test]
fn a_game_is_left_for_another_one_only_after_a_question() {
    let mut screen = begun();
    enter(&mut screen, ":new random");
    let drawn = shown(&mut screen);
    for part in ["Leave this game?", "y  ", "n  "] {
        assert!(drawn.contains(part), "no {part:?} in\n{drawn}");
    }
    press(&mut screen, KeyCode::Esc);
    assert_eq!(line(&screen).ply(), 2);
    enter(&mut screen, ":new random");
    keys(&mut screen, "y");
    assert_eq!(line(&screen).ply(), 0);
    let kept = resume::leave_menu((), true).text.join(" ");
    for part in ["can be resumed", "counts once it is over"] {
        assert!(kept.contains(part), "no {part:?} in {kept}");
    }
}

/// In an earlier position neither Enter nor a typed move plays in the game, or leaves it: the move was meant for what
/// is shown, where it is tried out, and the footer says how to come back.
#[test]
fn nothing_is_played_in_the_past() {
    for typed in ["\n", " ", "e3\n", ":e3\n"] {
        let mut screen = two_people("f5 d6 c5 f4 e3 c6");
        // The move that was played there is legal in what is shown, and its square is taken now.
        keys(&mut screen, ",,");
        keys(&mut screen, typed);
        assert_eq!(
            (screen.screen().shown_ply(), screen.layer()),
            (4, Layer::Past),
            "{typed}"
        );
        assert_eq!(line(&screen).ply(), 6);
        let drawn = shown(&mut screen);
        assert!(drawn.contains("tried out after move 4"), "{drawn}");
    }
    let mut screen = two_people("f5 d6");
    keys(&mut screen, ",");
    let drawn = shown(&mut screen);
    let footer = drawn.trim_end().lines().last().unwrap();
    assert!(
        footer.contains("Esc back to the game") && !footer.contains(" play"),
        "{footer}"
    );
    press(&mut screen, KeyCode::Esc);
    assert_eq!(screen.screen().shown_ply(), 2);
}

#[test]
fn an_individual_that_is_chosen_can_be_played() {
    let mut screen = fresh();
    wait(&mut screen, |session| {
        !session.snapshot().individuals.is_empty()
    });
    keys(&mut screen, "3");
    assert_eq!(screen.layer(), Layer::Game, "arrows still move the cursor");
    keys(&mut screen, "z");
    assert_eq!(screen.layer(), Layer::Individuals);
    keys(&mut screen, "\n");
    assert!(!notice(&screen).is_empty(), "nobody is chosen yet");
    // What the breeding does meanwhile is not taken in before the screen is woken.
    press(&mut screen, KeyCode::Down);
    let chosen = screen.screen().panes().table.chosen.unwrap();
    let spec = screen.screen().session().individual(chosen).unwrap();
    keys(&mut screen, "\n");
    let table = screen.screen().session().table();
    assert_eq!(table.seat(Side::White), &Seat::Machine(spec));
    assert_eq!(screen.layer(), Layer::Game);
}

#[test]
fn releases_are_no_presses() {
    let mut screen = fresh();
    let mut key = KeyEvent::new(KeyCode::Char('q'), KeyModifiers::NONE);
    key.kind = KeyEventKind::Release;
    assert_eq!(screen.update(Event::Key(key)), Flow::Idle);
    let mut key = KeyEvent::new(KeyCode::Left, KeyModifiers::NONE);
    key.kind = KeyEventKind::Repeat;
    screen.update(Event::Key(key));
    assert_eq!(screen.screen().panes().cursor, square("e5"));
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
fn place_of(screen: &mut Shell<OthelloScreen>, size: (u16, u16), part: &str) -> (u16, u16) {
    let drawn = text(&draw(screen, size));
    let lines: Vec<(u16, &str)> = (0..).zip(drawn.lines()).collect();
    for (y, line) in lines.into_iter().rev() {
        if let Some(at) = line.find(part) {
            return (u16::try_from(line[..at].chars().count()).unwrap(), y);
        }
    }
    panic!("no {part:?} in\n{drawn}");
}

fn click_on(screen: &mut Shell<OthelloScreen>, part: &str) -> Flow {
    let (x, y) = place_of(screen, (80, 24), part);
    screen.update(click(x, y))
}

#[test]
fn clicks_choose_in_menus() {
    let mut screen = begun();
    press(&mut screen, KeyCode::Char('q'));
    click_on(&mut screen, "Stay");
    assert_eq!(screen.layer(), Layer::Game);
    press(&mut screen, KeyCode::Char('q'));
    // Beside the answers nothing happens.
    assert_eq!(click_on(&mut screen, "Leave?"), Flow::DrawNow);
    assert_eq!(screen.layer(), Layer::Menu);
    assert_eq!(click_on(&mut screen, "q  Leave"), Flow::Exit(Exit::Quit));
}

#[test]
fn clicks_change_the_lines_of_a_dialog() {
    let mut screen = fresh();
    enter(&mut screen, ":new beginner");
    press(&mut screen, KeyCode::Esc);
    click_on(&mut screen, "n new game");
    assert_eq!(screen.layer(), Layer::Form);
    // A click on the value takes the next one, a click on the arrow before it the one before.
    let (x, y) = place_of(&mut screen, (80, 24), "\u{25c2}  Beginner");
    screen.update(click(x + 4, y));
    let drawn = shown(&mut screen);
    assert!(drawn.contains("\u{25c2}  Intermediate"), "{drawn}");
    screen.update(click(x, y));
    let drawn = shown(&mut screen);
    assert!(drawn.contains("\u{25c2}  Beginner"), "{drawn}");
    click_on(&mut screen, "Enter accept");
    assert_eq!(screen.layer(), Layer::Game);
}

#[test]
fn clicks_on_keys_and_panes_are_those_keys_and_panes() {
    let mut screen = fresh();
    click_on(&mut screen, "? help");
    assert_eq!(screen.layer(), Layer::Help);
    click_on(&mut screen, "? next or close");
    let before = shown(&mut screen);
    screen.update(Event::Mouse(MouseEvent {
        kind: MouseEventKind::ScrollDown,
        column: 1,
        row: 1,
        modifiers: KeyModifiers::NONE,
    }));
    assert_ne!(shown(&mut screen), before);
    click_on(&mut screen, "Esc q close");
    assert_eq!(screen.layer(), Layer::Game);
    for (part, pane) in [
        ("Welcome", Pane::Trace),
        ("Your rivals", Pane::Population),
        ("Board", Pane::Board),
    ] {
        click_on(&mut screen, part);
        assert_eq!(screen.context().focus, pane);
    }
    // Two keys that are named together are two keys; the word behind them is neither.
    let mut screen = over();
    let all = line(&screen).ply();
    // A key takes away what is said in the place of the keys.
    press(&mut screen, KeyCode::Left);
    let (x, y) = place_of(&mut screen, (80, 24), ", . walk");
    screen.update(click(x + 4, y));
    assert_eq!(screen.screen().shown_ply(), all);
    screen.update(click(x, y));
    assert_eq!(screen.screen().shown_ply(), all - 1);
}

#[test]
fn clicks_play_on_the_board_and_nowhere_else() {
    for size in [(80, 24), (120, 40), (200, 60)] {
        let legal = plain().theme.glyphs.legal;
        // Before the first frame there is nothing to hit.
        assert_eq!(fresh().update(click(10, 10)), Flow::Idle);
        let buffer = draw(&mut fresh(), size);
        // The squares that can be played are the four marked ones.
        let mut played = Vec::new();
        for (x, y) in (0..size.1).flat_map(|y| (0..size.0).map(move |x| (x, y))) {
            if buffer[(x, y)].symbol() == legal {
                let mut screen = fresh();
                draw(&mut screen, size);
                screen.update(click(x, y));
                played.extend_from_slice(line(&screen).moves());
            }
        }
        let expected = ["d3", "c4", "f5", "e6"].map(|name| Move::Place(square(name)));
        assert_eq!(played, expected, "{size:?}");
        // Beside the board, and under a dialog.
        let mut screen = fresh();
        draw(&mut screen, size);
        screen.update(click(size.0 - 1, 0));
        press(&mut screen, KeyCode::Char('n'));
        for y in 0..size.1 {
            screen.update(click(10, y));
        }
        assert_eq!(line(&screen).ply(), 0);
    }
}

#[test]
fn signals_and_a_lost_terminal_end_it() {
    let mut screen = fresh();
    assert_eq!(
        screen.update(Event::Signal(15)),
        Flow::Exit(Exit::Signal(15))
    );
    assert_eq!(
        screen.update(Event::TerminalGone),
        Flow::Exit(Exit::TerminalGone)
    );
    assert_eq!(Exit::Signal(15).code(), 143);
    assert_eq!(Exit::Signal(1).code(), 129);
    assert_eq!(Exit::TerminalGone.code(), 129);
    assert_eq!(Exit::Quit.code(), 0);
}

#[test]
fn a_worker_that_breaks_down_is_shown() {
    let mut screen = fresh();
    screen.update(Event::Panicked("evolve-0: index out of bounds".into()));
    let drawn = shown(&mut screen);
    assert!(drawn.contains("evolve-0: index out of bounds"), "{drawn}");
}

/// What stands on the two rows of each empty square of a board with squares of 4 × 2 cells.
fn on_squares(screen: &mut Shell<OthelloScreen>) -> Vec<(Square, String)> {
    let size = (80, 24);
    let buffer = draw(screen, size);
    let panes = screen.screen().panes();
    let hidden = !screen.screen().session().values_visible();
    let place = panes.layout(Rect::new(0, 0, size.0, size.1 - 2), hidden)[0].1;
    let board = Geometry::fit(place).unwrap();
    let mut squares: Vec<(Square, String)> = Square::all()
        .map(|square| (square, String::new()))
        .collect();
    for (y, x) in (0..size.1).flat_map(|y| (0..size.0).map(move |x| (y, x))) {
        if let Some(square) = board.square_at(x, y) {
            squares[usize::from(square.index())].1 += buffer[(x, y)].symbol();
        }
    }
    squares
}

#[test]
fn legal_squares_say_what_a_move_gives_away() {
    let mut screen = two_people("f5 f6 e6 f4");
    wait(&mut screen, |session| session.analysis_at(4).is_some());
    let analysis = screen.screen().session().analysis_at(4).unwrap().clone();
    assert!(analysis.moves.len() > 2);
    let best = analysis.values.best().unwrap();
    let legal = line(&screen).position().placements();
    for (square, text) in on_squares(&mut screen) {
        let text = text.replace(['[', ']', '(', ')', '|', ' '], "");
        let expected = match analysis.values.value_of(Move::Place(square)) {
            Some(value) if value == best => "\u{2605}".to_owned(),
            Some(value) => format!("\u{2022}-{}", best - value),
            None => continue,
        };
        assert_ne!(legal & square.bit(), 0);
        assert_eq!(text, expected, "{square}");
    }
    let said = |screen: &mut Shell<OthelloScreen>| {
        let squares = on_squares(screen);
        squares
            .iter()
            .any(|(_, text)| text.contains(['-', '\u{2605}']))
    };
    assert!(said(&mut screen));
    press(&mut screen, KeyCode::Char('v'));
    assert!(!said(&mut screen));
    press(&mut screen, KeyCode::Char('v'));
    assert!(said(&mut screen));
    // No help while a game is measured.
    let mut screen = begun();
    wait(&mut screen, |session| session.analysis_at(2).is_some());
    assert!(!said(&mut screen));
}

#[test]
fn moves_are_tried_out_from_the_past_and_the_game_stays_as_it_is() {
    let mut screen = two_people("f5 f6 e6");
    press(&mut screen, KeyCode::Home);
    let mut tried = GameLine::<Position>::default();
    for name in ["d3", "c3", "c4"] {
        enter(&mut screen, name);
        tried.play(Move::Place(square(name))).unwrap();
        let drawn = shown(&mut screen);
        assert!(drawn.contains("tried out after move 0"), "{drawn}");
        let discs = tried.position().count();
        assert!(drawn.contains(&format!("you {}", discs.black)), "{drawn}");
        assert_eq!(line(&screen).ply(), 3);
    }
    // The tester looks at what is tried out.
    let end = Instant::now() + Duration::from_secs(60);
    while !on_squares(&mut screen)
        .iter()
        .any(|(_, it)| it.contains('\u{2605}'))
    {
        assert!(Instant::now() < end, "waited for long");
        std::thread::sleep(Duration::from_millis(2));
        screen.update(Event::Wake);
    }
    enter(&mut screen, "a1");
    assert!(
        notice(&screen).contains("a1 is illegal"),
        "{}",
        notice(&screen)
    );
    press(&mut screen, KeyCode::Char('u'));
    tried.undo();
    let discs = tried.position().count();
    let drawn = shown(&mut screen);
    assert!(drawn.contains(&format!("you {}", discs.black)), "{drawn}");
    press(&mut screen, KeyCode::Esc);
    assert_eq!((screen.screen().shown_ply(), line(&screen).ply()), (3, 3));
    assert!(!shown(&mut screen).contains("tried out"));
    // In a measured game that would be help.
    let mut screen = begun();
    press(&mut screen, KeyCode::Home);
    enter(&mut screen, "d3");
    assert!(
        notice(&screen).contains("in a measured game"),
        "{}",
        notice(&screen)
    );
    assert_eq!((screen.screen().shown_ply(), line(&screen).ply()), (0, 2));
}

#[test]
fn turned_discs_are_smaller_until_the_next_key() {
    let mut screen = two_people("f5 f6");
    // f6 has turned e5 back and nothing else.
    let small = |screen: &mut Shell<OthelloScreen>| -> Vec<String> {
        let squares = on_squares(screen).into_iter();
        let small = squares.filter(|(_, text)| text.contains("\u{2580}\u{2580}"));
        small.map(|(square, _)| square.to_string()).collect()
    };
    assert_eq!(small(&mut screen), ["e5"]);
    press(&mut screen, KeyCode::Left);
    assert!(small(&mut screen).is_empty());
}

#[test]
fn help_has_a_dozen_keys_first_and_explains_the_pane_in_focus() {
    let mut screen = fresh();
    press(&mut screen, KeyCode::Char('?'));
    let drawn = shown(&mut screen);
    let keys = drawn
        .lines()
        .skip_while(|line| !line.contains("Keys on this screen"))
        .skip(1)
        .take_while(|line| !line.trim_matches(['\u{2503}', ' ', '^', 'v']).is_empty());
    assert!((6..=12).contains(&keys.count()), "{drawn}");
    assert!(!drawn.contains("More keys"), "{drawn}");
    press(&mut screen, KeyCode::Char('?'));
    assert!(shown(&mut screen).contains("More keys"));
    press(&mut screen, KeyCode::PageUp);
    assert!(shown(&mut screen).contains("Keys on this screen"));
    press(&mut screen, KeyCode::PageDown);
    press(&mut screen, KeyCode::Char('?'));
    assert_eq!(screen.layer(), Layer::Game);
    for (pane, said) in [('3', "  Population: each mark"), ('4', "  Fitness: ")] {
        press(&mut screen, KeyCode::Char(pane));
        press(&mut screen, KeyCode::Char('?'));
        let drawn = shown(&mut screen);
        assert!(
            drawn.contains("What this pane shows") && drawn.contains(said),
            "{drawn}"
        );
        press(&mut screen, KeyCode::Esc);
    }
}

fn shows(program: &mut Box<dyn Program>, part: &str) -> bool {
    let mut terminal = ratatui::Terminal::new(TestBackend::new(120, 40)).unwrap();
    terminal.draw(|frame| program.draw(frame)).unwrap();
    text(terminal.backend().buffer()).contains(part)
}

/// The profile is opened before the session has read how strong the person is.
#[test]
fn a_strength_that_was_not_known_at_first_is_filled_in() {
    let folder = tempfile::tempdir().unwrap();
    crate::common::play_measured(folder.path(), "player", 2);
    let mut screen = of_person(Some(folder.path().to_owned()));
    assert!(screen.screen().session().standing().is_none());
    type_text(&mut screen, "s");
    let mut profile = screen.pushed().unwrap();
    let end = Instant::now() + Duration::from_secs(60);
    while !shows(&mut profile, "lower is stronger") {
        assert!(Instant::now() < end, "waited for long");
        std::thread::sleep(Duration::from_millis(2));
        profile.update(Event::Wake);
    }
}

/// The page of a rival says how it plays as soon as that is known, and not when it is opened again.
#[test]
fn the_page_of_a_rival_says_its_style_once_it_is_known() {
    let folder = tempfile::tempdir().unwrap();
    let rival = "individual:frontier=84,mobility=4,stability=2162,depth=1";
    let rival = Favourite::<Position>::from_line(rival).unwrap();
    favourites::change(folder.path(), "player", &rival, true).unwrap();
    let mut screen = of_person(Some(folder.path().to_owned()));
    // Those that are bred would come first in the list.
    keys(&mut screen, "p");
    wait(&mut screen, |session| !session.introductions().is_empty());
    enter(&mut screen, ":rivals");
    type_text(&mut screen, "a");
    let end = Instant::now() + Duration::from_secs(60);
    while shown(&mut screen).contains("being looked at") {
        assert!(Instant::now() < end, "waited for long");
        std::thread::sleep(Duration::from_millis(2));
        screen.update(Event::Wake);
    }
    assert!(shown(&mut screen).contains("not kept for good any more"));
}

//! Blokus Duo, drawn into memory.

use koteki_games::blokus::Move;
use koteki_games::blokus::notation::read_moves;
use koteki_games::{Game as _, Side};
use koteki_rivals::roster::blokus_level::{Level, Opponent};
use koteki_session::person::rated::{Loaded, Options};
use koteki_session::{SideChoice, Turn};
use koteki_tui::Settings;
use koteki_tui::blokus::layout::layout;
use koteki_tui::blokus::screen::BlokusScreen;
use koteki_tui::color::ColorChoice;
use koteki_tui::event::{Event, Exit, Flow, Program as _, Queue};
use koteki_tui::glyphs::GlyphChoice;
use koteki_tui::shell::Shell;
use koteki_tui::theme::Theme;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Rect;

use super::scene::{assert_whole, text};

/// GPCC 2007, published; White has to pass after the 21st move.
const GAME: &str = "65u0 AAu0 88l2 A7s0 7Bj0 8Co0 83t1 A3j0 48q0 BCr2 43f3 D9t1 26o4 D6m5 29r3 EDl0 41a0 \
                    E2q3 71b2 89a0 5Dp0 ---- 12d0 ---- 1Cc0";

type Blokus = Shell<BlokusScreen>;

fn room_from(game: &str, side: SideChoice, glyphs: GlyphChoice, color: ColorChoice) -> Blokus {
    let settings = Settings {
        glyphs,
        color,
        pace: 0,
        ..Settings::default()
    };
    let options = Options {
        opponent: Opponent::Level(Level::Novice),
        side,
        seed: 7,
        loaded: (!game.is_empty()).then(|| Loaded {
            line: read_moves(game).unwrap(),
            said: "loaded".into(),
        }),
        data: None,
        name: "test".into(),
        person: "ann".to_owned(),
        breed: false,
        judge: true,
    };
    let theme = Theme::new(&settings, |_| None);
    let waker = Queue::new().waker();
    let open = |context: &mut _| BlokusScreen::open(&settings, options, waker, context);
    Shell::with_theme(theme, settings.keys, open).unwrap()
}

fn room(side: SideChoice) -> Blokus {
    room_from("", side, GlyphChoice::Unicode, ColorChoice::Truecolor)
}

fn key(room: &mut Blokus, code: KeyCode, held: KeyModifiers) {
    room.update(Event::Key(KeyEvent::new(code, held)));
}

fn press(room: &mut Blokus, keys: &str) {
    for letter in keys.chars() {
        let code = match letter {
            '\t' => KeyCode::Tab,
            '\r' => KeyCode::Enter,
            '\u{1b}' => KeyCode::Esc,
            '«' => KeyCode::Left,
            '»' => KeyCode::Right,
            '^' => KeyCode::Up,
            '_' => KeyCode::Down,
            letter => KeyCode::Char(letter),
        };
        key(room, code, KeyModifiers::NONE);
    }
}

/// Waits until the machine has moved.
fn wait(room: &mut Blokus) {
    for _ in 0..2000 {
        if !matches!(room.screen().table().turn(), Turn::Machine(_)) {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
        room.update(Event::Wake);
    }
    panic!("the machine does not move");
}

fn draw(room: &mut Blokus, (width, height): (u16, u16)) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| room.draw(frame)).unwrap();
    terminal.backend().buffer().clone()
}

fn shown(room: &mut Blokus, size: (u16, u16)) -> String {
    text(&draw(room, size))
}

#[track_caller]
fn assert_shows(room: &mut Blokus, part: &str) {
    let text = shown(room, (80, 24));
    assert!(text.contains(part), "{part:?} in\n{text}");
}

/// Calls `look` with rooms in many states, one after the other: each has threads of its own.
fn every_room(glyphs: GlyphChoice, color: ColorChoice, mut look: impl FnMut(&str, &mut Blokus)) {
    let short = GAME.split(' ').take(20).collect::<Vec<_>>().join(" ");
    for (game, side, keys) in [
        (
            "",
            SideChoice::Black,
            &["", "f", "f^^^", "««««««««", "\r", "g", "q", "?"][..],
        ),
        (
            &short,
            SideChoice::Both,
            &["", "fdm >", "\t", "\t\te", "\t\t\te", ":e10,", "b"],
        ),
        (GAME, SideChoice::White, &["", "l", "g", "q"]),
    ] {
        for keys in keys {
            let mut room = room_from(game, side, glyphs, color);
            draw(&mut room, (80, 24));
            press(&mut room, keys);
            look(&format!("{keys:?} in {game:?}"), &mut room);
        }
    }
}

#[test]
fn no_size_is_too_much_or_too_little() {
    every_room(
        GlyphChoice::Unicode,
        ColorChoice::Truecolor,
        |what, room| {
            for width in [0, 1, 35, 36, 79, 80, 120, 300] {
                for height in [0, 1, 20, 21, 24, 40, 100] {
                    assert_whole(&draw(room, (width, height)), what);
                }
            }
        },
    );
}

#[test]
fn each_set_of_characters_keeps_its_promise() {
    for (glyphs, set) in [
        (GlyphChoice::Ascii, &koteki_tui::glyphs::ASCII),
        (GlyphChoice::CjkSafe, &koteki_tui::glyphs::CJK_SAFE),
    ] {
        every_room(glyphs, ColorChoice::Never, |what, room| {
            for size in [(36, 21), (80, 24), (200, 60)] {
                let buffer = draw(room, size);
                for cell in &buffer.content {
                    let symbol = cell.symbol();
                    assert!(set.allows(symbol), "{symbol:?} after {what}");
                }
                // Nothing had to be replaced by a question mark.
                for row in text(&buffer).lines() {
                    let meant = [
                        "? help",
                        "this help",
                        "Leave?",
                        "? shows",
                        "? next or close",
                    ];
                    let is_meant = meant.iter().any(|meant| row.contains(meant));
                    assert!(is_meant || !row.contains('?'), "after {what}: {row}");
                }
            }
        });
    }
}

#[test]
fn panes_cover_the_screen_without_overlap() {
    for width in 36..=240 {
        for height in 19..=78 {
            let area = Rect::new(0, 0, width, height);
            let panes = layout(area);
            let covered: u32 = panes.iter().map(|(_, pane)| pane.area()).sum();
            assert_eq!(
                covered,
                u32::from(width) * u32::from(height),
                "{width}x{height}"
            );
            for (index, (_, pane)) in panes.iter().enumerate() {
                assert_eq!(area.intersection(*pane), *pane);
                for (_, other) in &panes[index + 1..] {
                    assert!(!pane.intersects(*other), "{width}x{height}");
                }
            }
        }
    }
    for (area, count) in [
        ((36, 21), 1),
        ((60, 60), 6),
        ((80, 24), 2),
        ((120, 40), 6),
        ((200, 60), 6),
    ] {
        let panes = layout(Rect::new(0, 0, area.0, area.1 - 2));
        assert_eq!(panes.len(), count, "{area:?}");
    }
}

#[test]
fn the_piece_in_hand_says_why_it_does_not_fit() {
    let mut room = room(SideChoice::Both);
    let size = (80, 24);
    // X on E10 is a first move.
    press(&mut room, "x");
    assert_shows(&mut room, "X: fits");
    let legal = draw(&mut room, size);
    press(&mut room, "^^");
    assert_shows(&mut room, "your first piece must cover");
    let illegal = draw(&mut room, size);
    // Its dress differs without any colour: brackets, crosses.
    let count = |buffer: &Buffer, sign: &str| {
        let cells = buffer.content.iter().enumerate();
        cells
            .filter(|(index, cell)| index % 80 < 35 && index / 80 < 15 && cell.symbol() == sign)
            .count()
    };
    assert_eq!((count(&legal, "["), count(&legal, "x")), (5, 0));
    assert_eq!((count(&illegal, "["), count(&illegal, "x")), (0, 10));
    press(&mut room, "\r");
    assert_shows(&mut room, "X: your first piece must cover E10");
    assert_eq!(room.screen().table().line().ply(), 0);
    press(&mut room, "__\r");
    assert_eq!(room.screen().table().line().ply(), 1);
    // White answers, and Black tries an edge of its own.
    press(&mut room, ":j5\r");
    press(&mut room, "1");
    assert_eq!(room.screen().table().line().ply(), 2);
    press(&mut room, ":e10\r");
    assert_shows(&mut room, "is taken");
    press(&mut room, ":e7\r");
    let text = shown(&mut room, size);
    assert!(
        text.contains("1: touches your edge at E7") || text.contains("1: must touch"),
        "{text}"
    );
}

#[test]
fn keys_turn_and_move_the_piece_and_never_leave_the_board() {
    let mut room = room(SideChoice::Black);
    draw(&mut room, (80, 24));
    press(&mut room, "v");
    let form = room.screen().ghost().form().unwrap();
    press(&mut room, "d");
    assert_eq!(room.screen().ghost().form().unwrap(), form.turned());
    press(&mut room, "c");
    assert_eq!(room.screen().ghost().form().unwrap(), form);
    press(&mut room, "mm");
    assert_eq!(room.screen().ghost().form().unwrap(), form);
    press(&mut room, " ");
    assert_eq!(room.screen().ghost().form().unwrap(), form.next());
    key(&mut room, KeyCode::Char(' '), KeyModifiers::SHIFT);
    assert_eq!(room.screen().ghost().form().unwrap(), form);
    let column = |room: &Blokus| {
        room.screen()
            .ghost()
            .squares()
            .map(|it| it.column())
            .min()
            .unwrap()
    };
    let before = column(&room);
    press(&mut room, "»");
    assert_eq!(column(&room), before + 1);
    key(&mut room, KeyCode::Right, KeyModifiers::SHIFT);
    assert_eq!(column(&room), before + 5);
    for _ in 0..10 {
        key(&mut room, KeyCode::Left, KeyModifiers::SHIFT);
    }
    assert_eq!(column(&room), 0);
    assert_eq!(room.screen().ghost().squares().count(), 5);
}

#[test]
fn a_whole_game_by_next_place_and_enter() {
    let mut room = room(SideChoice::White);
    draw(&mut room, (80, 24));
    for _ in 0..60 {
        wait(&mut room);
        if room.screen().table().is_over() {
            break;
        }
        let ply = room.screen().table().line().ply();
        for _ in 0..21 {
            press(&mut room, ">");
            if !shown(&mut room, (80, 24)).contains("fits nowhere") {
                break;
            }
            press(&mut room, "-");
        }
        press(&mut room, "\r");
        assert!(room.screen().table().line().ply() > ply);
    }
    assert!(room.screen().table().is_over());
    let text = shown(&mut room, (80, 24));
    assert!(
        text.contains("Result") && text.contains("Official scoring"),
        "{text}"
    );
    let outcome = room.screen().table().position().outcome().unwrap();
    // The person's own first.
    let score = format!("{} to {} squares", outcome.white, outcome.black);
    assert!(text.contains(&score), "{score} in\n{text}");
    // Looking back at the board, and another game.
    press(&mut room, "l");
    key(&mut room, KeyCode::Home, KeyModifiers::NONE);
    assert_shows(&mut room, "after move 0 of");
    press(&mut room, "\u{1b}");
    press(&mut room, "\ra");
    assert!(room.screen().table().line().ply() <= 1);
    assert_eq!(
        room.update(Event::Key(KeyEvent::new(
            KeyCode::Char('q'),
            KeyModifiers::NONE
        ))),
        Flow::Exit(Exit::Quit)
    );
}

#[test]
fn passes_are_explained() {
    let until = |plies: usize| GAME.split(' ').take(plies).collect::<Vec<_>>().join(" ");
    // The person, who is White, has nothing left after Black's 21st ply.
    let mut room = room_from(
        &until(21),
        SideChoice::White,
        GlyphChoice::Unicode,
        ColorChoice::Truecolor,
    );
    let text = shown(&mut room, (80, 24));
    assert!(text.contains("No move left"), "{text}");
    assert!(text.contains("none of your 11 pieces fits"), "{text}");
    wait(&mut room);
    assert!(room.screen().table().is_over());
    let later = room.screen().table().line().steps().skip(21);
    let own: Vec<Move> = later
        .filter(|(position, _)| position.side_to_move() == Side::White)
        .map(|(_, mv)| mv)
        .collect();
    assert!(
        !own.is_empty() && own.iter().all(|&mv| mv == Move::Pass),
        "{own:?}"
    );
    // Of two people the one who has nothing left is named.
    let mut room = room_from(
        &until(20),
        SideChoice::Both,
        GlyphChoice::Unicode,
        ColorChoice::Truecolor,
    );
    draw(&mut room, (80, 24));
    press(&mut room, ":5dp0\r");
    assert_shows(
        &mut room,
        "White has no move left for its 11 pieces and passes",
    );
    assert_eq!(room.screen().table().turn(), Turn::Person(Side::Black));
}

#[test]
fn clicks_do_what_keys_do() {
    let mut room = room(SideChoice::Black);
    draw(&mut room, (80, 24));
    let click = |room: &mut Blokus, kind: MouseEventKind, column: u16, row: u16| {
        room.update(Event::Mouse(MouseEvent {
            kind,
            column,
            row,
            modifiers: KeyModifiers::NONE,
        }))
    };
    let left = MouseEventKind::Down(MouseButton::Left);
    press(&mut room, "1");
    // A1 is the lowest row's first square: five columns from the left, row 14 beneath the frame.
    click(&mut room, left, 5, 14);
    let square = |room: &Blokus| room.screen().ghost().squares().next().unwrap().to_string();
    assert_eq!(square(&room), "a1");
    // A second click plays, and is refused.
    click(&mut room, left, 6, 14);
    assert_shows(&mut room, "1: your first piece must cover E10");
    // E10: four columns further, nine rows up.
    click(&mut room, left, 13, 5);
    assert_eq!(square(&room), "e10");
    let form = room.screen().ghost().form().unwrap();
    click(&mut room, MouseEventKind::ScrollDown, 13, 5);
    assert_eq!(room.screen().ghost().form().unwrap(), form);
    click(&mut room, left, 13, 5);
    assert!(room.screen().table().line().ply() >= 1);
}

/// What would be played there is not what is in view.
#[test]
fn at_an_earlier_position_nothing_is_played() {
    let mut room = room(SideChoice::Both);
    draw(&mut room, (80, 24));
    press(&mut room, "x\r");
    let before = room.screen().table().line().clone();
    assert_eq!(before.ply(), 1);
    // In hand where it could be played.
    press(&mut room, "1>");
    assert_shows(&mut room, "1: place 1 of");
    let said = "you are looking at an earlier position: Esc returns to the game";
    let at = room.screen().ghost().squares().next().unwrap();
    let click = Event::Mouse(MouseEvent {
        kind: MouseEventKind::Down(MouseButton::Left),
        // A14, the uppermost square on the left, is at column 5 and row 1.
        column: 5 + 2 * u16::from(at.column()),
        row: 1 + u16::from(at.row()),
        modifiers: KeyModifiers::NONE,
    });
    for entry in ["click", "\r", ":j5\r"] {
        key(&mut room, KeyCode::Home, KeyModifiers::NONE);
        assert_shows(&mut room, "after move 0 of");
        match entry {
            "click" => {
                room.update(click.clone());
            }
            keys => press(&mut room, keys),
        }
        assert_shows(&mut room, said);
        assert_eq!(room.screen().table().line(), &before, "{entry}");
        press(&mut room, "\u{1b}");
        assert!(!shown(&mut room, (80, 24)).contains("after move 0 of"));
    }
}

/// Nothing is broken twice: each line of the help is as full as the next word lets it be.
#[test]
fn the_help_is_broken_once() {
    let mut room = room(SideChoice::Black);
    // As wide as the help, which then has no neighbours.
    let size = (92, 60);
    draw(&mut room, size);
    press(&mut room, "??");
    let text = shown(&mut room, size);
    let inside = |line: &str| {
        let rest = line.split_once('┃')?.1;
        Some(rest.rsplit_once('┃')?.0.trim_end().to_owned())
    };
    let lines: Vec<String> = text
        .lines()
        .skip_while(|line| !line.starts_with("┃ The game "))
        .map_while(inside)
        .collect();
    assert!(lines.len() > 15, "{text}");
    let width = lines.iter().map(|it| it.chars().count()).max().unwrap();
    for pair in lines.windows(2) {
        let [line, next] = [&pair[0], &pair[1]];
        // Paragraphs begin with a capital, a bracket or a colon, or are the notations.
        let goes_on = next.trim_start().starts_with(char::is_lowercase)
            && !next.trim_start().starts_with("squares e10");
        if goes_on {
            let word = next.split_whitespace().next().unwrap();
            let joined = line.chars().count() + 1 + word.chars().count();
            assert!(joined > width, "{line:?} and {next:?} in\n{text}");
        }
    }
    assert!(
        text.contains("Touching the other side's pieces is always allowed."),
        "{text}"
    );
}

/// Clicks on the first letter of `part`, on the lowest place where it is on the screen.
fn click_on(room: &mut Blokus, part: &str) -> Flow {
    let shown = text(&draw(room, (120, 40)));
    let lines: Vec<(u16, &str)> = (0..).zip(shown.lines()).collect();
    let found = lines
        .into_iter()
        .rev()
        .find_map(|(y, line)| Some((line[..line.find(part)?].chars().count(), y)));
    let (column, row) = found.unwrap_or_else(|| panic!("no {part:?} in\n{shown}"));
    room.update(Event::Mouse(MouseEvent {
        kind: MouseEventKind::Down(MouseButton::Left),
        column: u16::try_from(column).unwrap(),
        row,
        modifiers: KeyModifiers::NONE,
    }))
}

#[test]
fn dialogs_and_the_keys_below_are_clicked() {
    let mut room = room_from(
        "65u0 AAu0",
        SideChoice::Black,
        GlyphChoice::Unicode,
        ColorChoice::Truecolor,
    );
    draw(&mut room, (120, 40));
    // Of a game that comes from a file nothing is lost before a move.
    press(&mut room, ":88l2\r");
    press(&mut room, "q");
    assert_eq!(click_on(&mut room, "Stay"), Flow::DrawNow);
    assert_shows(&mut room, "? help");
    click_on(&mut room, "? help");
    assert_shows(&mut room, "Keys on this screen");
    click_on(&mut room, "Esc");
    press(&mut room, "g");
    // The level shown gives way to the next, and comes back.
    let before = text(&draw(&mut room, (120, 40)));
    click_on(&mut room, "\u{25c2}");
    assert_ne!(text(&draw(&mut room, (120, 40))), before);
    click_on(&mut room, "\u{25b8}");
    press(&mut room, "\u{1b}q");
    assert_eq!(click_on(&mut room, "Leave"), Flow::Exit(Exit::Quit));
}

#[test]
fn without_colour_letters_say_whose_piece_it_is() {
    for glyphs in [
        GlyphChoice::Unicode,
        GlyphChoice::CjkSafe,
        GlyphChoice::Ascii,
    ] {
        let letters = |game, side| {
            let mut room = room_from(game, side, glyphs, ColorChoice::Never);
            let shown = text(&draw(&mut room, (80, 24)));
            let board: String = shown
                .lines()
                .skip(1)
                .take(14)
                .flat_map(|line| line.chars().skip(5).take(28))
                .collect();
            assert!(!board.contains(['\u{2588}', '\u{28ff}']), "{shown}");
            ["B", "WW"].map(|letter| board.matches(letter).count())
        };
        // Pieces of five squares, on none of which the one in hand lies.
        assert_eq!(letters("65u0", SideChoice::White), [5, 0]);
        assert_eq!(letters("65u0 AAu0", SideChoice::Black), [5, 5]);
    }
}

/// Where nobody is measured there is no strength to be shown.
#[test]
fn strength_is_said_to_be_unknown() {
    let mut room = room(SideChoice::Black);
    for keys in ["s", ":strength\r"] {
        press(&mut room, keys);
        assert_shows(&mut room, "no game of yours is measured yet");
        press(&mut room, "+");
    }
}

/// The list of moves names squares and counts moves as every other screen does: in capitals, both sides' together.
#[test]
fn moves_are_listed_as_they_are_named_and_counted_elsewhere() {
    let mut room = room_from(
        GAME,
        SideChoice::White,
        GlyphChoice::Unicode,
        ColorChoice::Never,
    );
    press(&mut room, "\u{1b}");
    for (size, first) in [((120, 40), "23."), ((200, 60), "23.")] {
        let shown = shown(&mut room, size);
        // The last two codes: a pass of White's, and C at the first column and twelfth row from the top is 1 at A3.
        assert!(shown.contains(first) && !shown.contains("12."), "{shown}");
        assert!(shown.contains("A3") && !shown.contains(" a3"), "{shown}");
    }
}

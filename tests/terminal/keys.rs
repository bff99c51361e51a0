//! What the keys do.

use koteki_games::othello::{Move, Position, Square};
use koteki_games::{Game as _, Side};
use koteki_rivals::roster::kit::Kit as _;

use crate::pty::{Terminal, keys};
use crate::reading::{Follower, discs, discs_of, grid};
use crate::{BREEDING, home, home_with, start};

/// Steers the cursor from `from` to `to`.
fn steer(terminal: &mut Terminal, from: Square, to: Square) {
    let mut way = String::new();
    for (from, to, forth, back) in [
        (from.column(), to.column(), keys::RIGHT, keys::LEFT),
        (from.row(), to.row(), keys::DOWN, keys::UP),
    ] {
        let key = if to > from { forth } else { back };
        way += &key.repeat(usize::from(to.abs_diff(from)));
    }
    terminal.send(&way);
    terminal.wait_until(&format!("the cursor on {to}"), |screen| {
        cursor(screen) == Some(to)
    });
}

/// The square between the brackets.
fn cursor(screen: &vt100::Screen) -> Option<Square> {
    let grid = grid(screen)?;
    let shows = |row: u16, col: u16, text: &str| {
        screen
            .cell(row, col)
            .is_some_and(|cell| cell.contents() == text)
    };
    Square::all().find(|&square| {
        let (row, _) = grid.cell(square);
        let [left, right] = grid.gaps(square);
        // A gap that is shared with the last move beside it shows one line for both.
        let [left, right] = [(left, "["), (right, "]")]
            .map(|(col, bracket)| (shows(row, col, bracket), shows(row, col, "|")));
        left.0 && (right.0 || right.1) || left.1 && right.0
    })
}

fn square(mv: Move) -> Square {
    mv.square().unwrap()
}

#[test]
fn arrows_steer_and_enter_or_space_plays() {
    let mut terminal = start(&home(""), &[]);
    let mut game = Follower::new(Side::Black);
    assert!(game.see(&terminal));
    for place in [keys::ENTER, " "] {
        let mv = game.pick();
        let from = cursor(&terminal.screen()).unwrap();
        steer(&mut terminal, from, square(mv));
        terminal.send(place);
        assert!(game.play(&terminal, mv));
    }
    // The edge holds the cursor.
    terminal.send(&keys::LEFT.repeat(9));
    terminal.send(&keys::UP.repeat(9));
    terminal.wait_until("the cursor on a1", |screen| {
        cursor(screen) == Square::at(0, 0)
    });
}

/// opencode 37167: an input method in full-width mode.
#[test]
fn full_width_letters_and_digits_play() {
    let mut terminal = start(&home(""), &[]);
    let mut game = Follower::new(Side::Black);
    assert!(game.see(&terminal));
    terminal.send("ｆ");
    terminal.wait_for("move: f");
    terminal.send("５\r");
    assert!(game.play(&terminal, Move::Place("f5".parse().unwrap())));
}

#[test]
fn illegal_and_unreadable_input_says_why() {
    let mut terminal = start(&home(""), &[]);
    let before = discs(&terminal.screen());
    for (typed, said) in [
        ("a1\r", "a1 is illegal: it turns over no disc for Black"),
        ("d4\r", "d4 is taken"),
        ("f9\r", "\"f9\" is no move"),
        (":pass\r", "a pass is illegal while there is a move"),
        (":dance\r", "dance\""),
        // The cursor went to d4.
        (keys::ENTER, "d4 is taken"),
        ("r", "there is no move to play again"),
        ("u", "there is no move to take back"),
    ] {
        terminal.send(typed);
        terminal.wait_for(said);
    }
    assert_eq!(discs(&terminal.screen()), before);
}

#[test]
fn a_move_is_taken_back_and_played_again_and_hinted_at() {
    let mut terminal = start(&home(""), &[]);
    let mut game = Follower::new(Side::Black);
    let mv = game.pick();
    assert!(game.type_move(&mut terminal, mv));
    let shows = |line: &koteki_games::GameLine<_>| {
        let wanted = discs_of(line.position());
        move |screen: &vt100::Screen| discs(screen) == Some(wanted)
    };
    // Both the person's move and the answer go, and the game no longer counts.
    terminal.send("u");
    terminal.wait_for("it will not count");
    terminal.send("n");
    terminal.wait_gone("it will not count");
    terminal.wait_for("measured game (no help)");
    terminal.send("uy");
    terminal.wait_until(
        "the first position",
        shows(&Follower::new(Side::Black).line),
    );
    terminal.wait_for("practice: does not count");
    terminal.send("r");
    terminal.wait_until("both moves again", shows(&game.line));
    terminal.send("t");
    terminal.wait_for("Hint: ");
    let text = terminal.text();
    let (_, hinted) = text.split_once("Hint: ").unwrap();
    let column = hinted.as_bytes()[0] - b'a';
    let row = hinted.as_bytes()[1] - b'1';
    let hinted = Move::Place(Square::at(column, row).unwrap());
    assert!(game.line.position().is_legal(hinted), "{hinted}");
    // In practice the cursor's square has a value and a rank.
    terminal.send(&format!("{hinted}"));
    terminal.wait_for(&format!("move: {hinted}"));
    terminal.send(keys::ESCAPE);
    terminal.wait_gone("move: ");
    let from = cursor(&terminal.screen()).unwrap();
    steer(&mut terminal, from, square(hinted));
    terminal.wait_for(&format!("{hinted}  +"));
    terminal.wait_for("rank 1 of ");
}

#[test]
fn a_new_game_can_be_set_up_as_white() {
    let mut terminal = start(&home(""), &[]);
    terminal.send("n");
    terminal.wait_for("New game");
    terminal.wait_for("You play");
    terminal.send(keys::RIGHT);
    terminal.wait_for("White");
    terminal.send(keys::ENTER);
    terminal.wait_gone("New game");
    let mut game = Follower::new(Side::White);
    assert!(game.see(&terminal));
    terminal.wait_for("White to move");
    let mv = game.pick();
    assert!(game.type_move(&mut terminal, mv));
    assert!(game.line.ply() >= 2);
}

#[test]
fn escape_closes_the_top_layer_only() {
    let mut terminal = start(&home(""), &[]);
    terminal.send("n");
    terminal.wait_for("You play");
    terminal.send("?");
    terminal.wait_for("Keys on this screen");
    terminal.send(keys::ESCAPE);
    terminal.wait_gone("Keys on this screen");
    terminal.wait_for("You play");
    terminal.send(keys::ESCAPE);
    terminal.wait_gone("You play");
    terminal.send(":");
    let prompt = |screen: &vt100::Screen| screen.contents().trim_end().ends_with("\n :");
    terminal.wait_until("the prompt", prompt);
    terminal.send(keys::ESCAPE);
    terminal.wait_until("the prompt to go", |screen| !prompt(screen));
    // With nothing on top it only takes the message away, and the next key is heard.
    terminal.send("d4\r");
    terminal.wait_for("d4 is taken");
    terminal.send(keys::ESCAPE);
    terminal.wait_gone("d4 is taken");
    terminal.send("?");
    terminal.wait_for("Keys on this screen");
    terminal.send("?");
    terminal.wait_gone("Keys on this screen");
    assert!(terminal.is_running());
}

#[test]
fn tab_moves_the_focus_and_z_enlarges_it() {
    let mut terminal = start(&home(""), &[]);
    // A thick frame is the focus, which needs no colour.
    let thick = |screen: &vt100::Screen| {
        screen
            .contents()
            .lines()
            .find(|line| line.contains('┏'))
            .map(|line| line.split('┏').nth(1).unwrap_or_default().to_owned())
    };
    let focus_is = |name: &'static str| {
        move |screen: &vt100::Screen| thick(screen).is_some_and(|line| line.contains(name))
    };
    terminal.wait_until("the focus on the board", focus_is("Board"));
    for name in ["Welcome", "Population", "Fitness", "Board"] {
        terminal.send(keys::TAB);
        terminal.wait_until(&format!("the focus on {name}"), focus_is(name));
    }
    terminal.send(keys::BACK_TAB);
    terminal.wait_until("the focus on Fitness", focus_is("Fitness"));
    terminal.send("z");
    terminal.wait_gone("Board");
    terminal.wait_for("Fitness");
    terminal.send("z");
    terminal.wait_for("Board");
}

#[test]
fn the_breeding_pauses_and_a_screen_on_which_nothing_happens_writes_nothing() {
    let mut terminal = start(&home(""), &[]);
    terminal.wait_for("Breeding your rivals");
    terminal.send("p");
    terminal.wait_for("evolution paused");
    terminal.wait_gone("Breeding your rivals");
    silence(&terminal);
    assert!(terminal.text().contains("evolution paused"));
    terminal.send("p");
    terminal.wait_for("Breeding your rivals");
}

#[test]
fn rivals_that_are_ready_let_the_screen_rest() {
    let settings = format!("[screen]\npace = 0\n{}", crate::SHORT_BREEDING);
    let mut terminal = start(&crate::home_with(&settings), &[]);
    terminal.wait_for("rivals ready");
    silence(&terminal);
    // At rest it is as quick as ever.
    terminal.send(keys::DOWN);
    terminal.wait_until("the cursor on f6", |screen| {
        cursor(screen) == Square::at(5, 5)
    });
}

/// What was under way when this is called may still be drawn; then there must be silence.
fn silence(terminal: &Terminal) {
    let second = || {
        let before = terminal.byte_count();
        std::thread::sleep(std::time::Duration::from_secs(1));
        terminal.byte_count() - before
    };
    assert!(
        (0..20).any(|_| second() == 0),
        "it never stops writing\n{}",
        terminal.picture_of_text()
    );
    assert_eq!(second(), 0, "{}", terminal.picture_of_text());
}

#[test]
fn leaving_asks_when_a_game_is_in_progress() {
    let mut terminal = start(&home(""), &[]);
    let mut game = Follower::new(Side::Black);
    let mv = game.pick();
    assert!(game.type_move(&mut terminal, mv));
    terminal.send("q");
    terminal.wait_for("Leave?");
    terminal.send(keys::ESCAPE);
    terminal.wait_gone("Leave?");
    terminal.send("q");
    terminal.wait_for("Leave?");
    terminal.send(keys::DOWN);
    terminal.send(keys::ENTER);
    terminal.wait_gone("Leave?");
    assert!(terminal.is_running());
    terminal.send("q");
    terminal.wait_for("Leave?");
    terminal.send("q");
    assert_eq!(terminal.wait_exit().exit_code(), 0);
    terminal.assert_restored();
}

#[test]
fn leaving_before_the_first_move_asks_nothing() {
    let mut terminal = start(&home(""), &[]);
    terminal.send("q");
    assert_eq!(terminal.wait_exit().exit_code(), 0);
    terminal.assert_restored();
}

#[test]
fn control_c_leaves_from_everywhere() {
    for opening in ["", "n", "?", "f", "n?"] {
        let mut terminal = start(&home("mouse = true"), &[]);
        terminal.send(opening);
        terminal.send(keys::CTRL_C);
        assert_eq!(terminal.wait_exit().exit_code(), 130, "after {opening:?}");
        terminal.assert_restored();
    }
}

#[test]
fn control_c_right_after_escape_leaves() {
    // Read together they look like one key: Alt, Control and C.
    let mut terminal = start(&home(""), &[]);
    terminal.send("n\x1b\x03");
    assert_eq!(terminal.wait_exit().exit_code(), 130);
    terminal.assert_restored();
}

#[test]
fn a_burst_of_keys_is_read_to_its_end() {
    let mut terminal = start(&home(""), &[]);
    // More than a program reads at a time, more than the system keeps for it, and help at the end. Keys of
    // one byte: of a longer one, a terminal under load may deliver the Esc that it begins with by itself.
    for keys in [3_000, 12_000] {
        terminal.send(&("\t".repeat(keys) + "?"));
        terminal.wait_for("Keys on this screen");
        terminal.send("q");
        terminal.wait_gone("Keys on this screen");
    }
    terminal.send(&("\t".repeat(6_000) + keys::CTRL_C));
    assert_eq!(terminal.wait_exit().exit_code(), 130);
    terminal.assert_restored();
}

#[test]
fn a_click_plays_when_the_mouse_is_asked_for() {
    let mut terminal = start(&home("mouse = true"), &[]);
    let mut game = Follower::new(Side::Black);
    let mv = game.pick();
    let (row, col) = grid(&terminal.screen()).unwrap().cell(square(mv));
    let (row, col) = (row + 1, col + 1);
    // Beside the board nothing is played.
    terminal.send("\x1b[<0;70;5M\x1b[<0;70;5m");
    terminal.send(&format!("\x1b[<0;{col};{row}M\x1b[<0;{col};{row}m"));
    assert!(game.play(&terminal, mv));
    terminal.send("\x03");
    terminal.wait_exit();
    terminal.assert_restored();
    // Not asked for, it is left to the terminal.
    let terminal = start(&home(""), &[]);
    assert_eq!(
        terminal.screen().mouse_protocol_mode(),
        vt100::MouseProtocolMode::None
    );
}

/// What OSC 52 put on the clipboard, decoded.
fn clipboard(bytes: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let (_, after) = text.rsplit_once("\x1b]52;c;")?;
    let coded: String = after
        .chars()
        .take_while(|it| !matches!(it, '\x07' | '\x1b'))
        .collect();
    let value = |letter: u8| match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let mut bits = String::new();
    for letter in coded.bytes().filter(|&it| it != b'=') {
        bits += &format!("{:06b}", value(letter));
    }
    let bytes = (0..bits.len() / 8).map(|at| u8::from_str_radix(&bits[at * 8..at * 8 + 8], 2));
    String::from_utf8(bytes.map(Result::unwrap).collect()).ok()
}

#[test]
fn the_moves_go_to_the_clipboard() {
    let mut terminal = start(&home(""), &[]);
    terminal.send("y");
    terminal.wait_for("no move has been played yet");
    let mut game = Follower::new(Side::Black);
    let mv = game.pick();
    assert!(game.type_move(&mut terminal, mv));
    terminal.send(":copy\r");
    let moves: String = game.line.moves().iter().map(ToString::to_string).collect();
    terminal.wait_for(&format!("copied, where the terminal allows it: {moves}"));
    assert_eq!(clipboard(&terminal.bytes()), Some(moves));
}

#[test]
fn the_lesson_is_leafed_through() {
    let mut terminal = start(&home(""), &[]);
    terminal.send("i");
    terminal.wait_for("Lesson 1 of 8: A move");
    terminal.wait_for("such moves now: the marked squares");
    terminal.send(&keys::RIGHT.repeat(2));
    terminal.wait_for("Lesson 3 of 8: Mobility");
    terminal.wait_for("World Championship 2005");
    terminal.send(&format!("{}{}", keys::ENTER, keys::LEFT.repeat(9)));
    terminal.wait_for("Lesson 1 of 8: A move");
    // Beyond the last page is the game.
    terminal.send(&" ".repeat(8));
    terminal.wait_gone("Lesson");
    terminal.wait_for("Black to move");
}

#[test]
fn settings_hold_at_once_and_at_the_next_start() {
    let home = home_with(&format!("# mine\n[screen]\npace = 0 # at once\n{BREEDING}"));
    let file = home.config().join("koteki.toml");
    let mut terminal = start(&home, &[]);
    terminal.send(":settings\r");
    terminal.wait_for("Random opening");
    // Left as it was.
    terminal.send(&format!("{}{}", keys::RIGHT, keys::ESCAPE));
    terminal.wait_gone("Random opening");
    terminal.send("o");
    terminal.wait_for("Random opening");
    // The side to White, the keys to those of vim, the pace to the next longer one.
    terminal.send(keys::RIGHT);
    terminal.send(&format!("{}{}", keys::DOWN.repeat(3), keys::RIGHT));
    terminal.send(&format!("{}{}", keys::DOWN.repeat(4), keys::RIGHT));
    terminal.send(keys::ENTER);
    terminal.wait_for("kept in");
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(
        text.starts_with("# mine\n[screen]\npace = 100 # at once\n"),
        "{text}"
    );
    assert!(text.contains("keys = \"vim\"") && text.contains("side = \"white\""));
    assert!(text.contains(BREEDING.lines().nth(1).unwrap()), "{text}");
    // vim's keys hold at once: l moves the cursor.
    let from = cursor(&terminal.screen()).unwrap();
    terminal.send("l");
    terminal.wait_until("the cursor one to the right", |screen| {
        cursor(screen) == Square::at(from.column() + 1, from.row())
    });
    // The next game is offered with the new side, and as the kind it was.
    terminal.send("n");
    terminal.wait_until("the new side", |screen| {
        let text = screen.contents();
        text.contains("You play") && text.contains(" White ") && text.contains(" Measured ")
    });
    terminal.send(keys::CTRL_C);
    terminal.wait_exit();
    let terminal = Terminal::start_in(&home, 24, 80, &[], &[]);
    terminal.wait_until("the person to be White", |screen| {
        let text = screen.contents();
        text.find("● Beginner")
            .zip(text.find("● you"))
            .is_some_and(|(black, white)| black < white)
    });
    let again = std::fs::read_to_string(&file).unwrap();
    assert_eq!(again, text);
}

#[test]
fn a_handicap_game_begins_with_corners_and_does_not_count() {
    let mut terminal = start(&home(""), &[]);
    terminal.send("n");
    terminal.wait_for("Handicap");
    // The letter opens the list of choices, Enter takes the one it finds, and then the form.
    terminal.send(&format!("{}2{1}{1}", keys::DOWN.repeat(3), keys::ENTER));
    terminal.wait_for("practice: does not count");
    let [black, white] = discs(&terminal.screen()).unwrap();
    assert_eq!((black.count_ones(), white.count_ones()), (4, 2));
    // a1 and h8.
    assert_eq!(black & (1 | 1 << 63), 1 | 1 << 63);
    // Moves alone would be another game's.
    terminal.send("f5\r");
    terminal.wait_for("f5");
    terminal.send("y");
    terminal.wait_for("copied, where the terminal");
    let copied = clipboard(&terminal.bytes()).unwrap();
    let (board, moves) = copied.split_once(" X ").unwrap();
    assert_eq!(board.matches('X').count(), 4, "{copied}");
    assert!(board.starts_with('X') && board.ends_with('X') && board.len() == 64);
    assert!(moves.starts_with("f5"), "{copied}");
}

/// The clock stands until the first move, runs on the person's turn and is shown; when it has run down the
/// tester plays on.
#[test]
fn the_clock_runs_down_and_the_tester_plays_on() {
    let home = home("clock = 2");
    let mut terminal = start(&home, &[]);
    terminal.wait_for("you 0:02");
    terminal.send("d3\r");
    terminal.wait_for("you 0:01");
    // Nobody has to press a key for it.
    terminal.wait_for("the tester, for you");
    terminal.wait_for("Result");
    assert!(
        !terminal
            .screen()
            .contents()
            .contains("Rivals are bred toward")
    );
    // The person's seat is the person's again.
    terminal.send("r");
    terminal.wait_gone("Result");
    terminal.wait_for("you 0:02");
}

/// A setting that has nothing to do with it does not turn practice into a measured game.
#[test]
fn a_changed_pace_leaves_the_kind_of_game_alone() {
    let mut terminal = start(&home(""), &[]);
    terminal.send("n");
    terminal.wait_for("Handicap");
    terminal.send(&format!("{}{}{}", keys::UP, keys::RIGHT, keys::ENTER));
    terminal.wait_for("practice: does not count");
    terminal.send("o");
    terminal.wait_for("Pace");
    terminal.send(&format!("{}{}{}", keys::UP, keys::RIGHT, keys::ENTER));
    terminal.wait_for("kept in");
    terminal.send("n");
    terminal.wait_for("Handicap");
    assert!(
        terminal.text().contains(" Practice "),
        "{}",
        terminal.text()
    );
}

/// On the least terminal there is what is chosen can be read, and the lesson's text.
#[test]
fn settings_and_lesson_can_be_read_on_a_small_terminal() {
    let mut terminal = Terminal::start_in(&home(""), 15, 30, &["--seed", "1"], &[]);
    terminal.wait_for("a b c d e f g h");
    terminal.send("o");
    terminal.wait_for("measured  ");
    terminal.send(keys::ESCAPE);
    terminal.wait_gone("measured  ");
    terminal.send("i");
    terminal.wait_for("Black begins.");
}

/// The key s: results of the games that are kept, the curve and the mistakes as the tester goes through
/// them; Esc goes back to the game.
#[test]
fn the_profile_is_shown_and_left() {
    let home = home("");
    let mut terminal = start(&home, &[]);
    terminal.send("s");
    terminal.wait_for("Your strength");
    terminal.wait_for("No measured game yet.");
    terminal.send("\x1b");
    terminal.wait_gone("Your strength");
    terminal.send(":strength\r");
    terminal.wait_for("Your strength");
    terminal.send("s");
    terminal.wait_gone("Your strength");
}

/// A rival whose name another one has that the person keeps is told apart above the board, in the very first game too.
#[test]
fn namesakes_are_told_apart_above_the_board() {
    let rival =
        |frontier: u32| format!("individual:frontier={frontier},mobility=1,stability=1,depth=1");
    let name = |player: &str| Position::name_of(&player.parse().unwrap()).unwrap();
    let mut others = (2..).map(rival);
    let namesake = others.find(|it| name(it) == name(&rival(1))).unwrap();
    let home = home("");
    let added = crate::common::run(home.path(), &["rivals", "player", "--add", &namesake]);
    assert_eq!(added.code, Some(0), "{}", added.errors);
    let arguments = ["--seed", "1", "--opponent", &rival(1)];
    let terminal = Terminal::start_in(&home, 24, 80, &arguments, &[]);
    let own = name(&rival(1));
    terminal.wait_until("a second name", |screen| {
        let text = screen.contents();
        let after = text.split(&format!("Rival {own} ")).nth(1);
        after.is_some_and(|it| it.starts_with(|letter: char| letter.is_ascii_uppercase()))
    });
}

/// The machine at the table is what the new game dialog begins with, by the name it has there.
#[test]
fn the_new_game_dialog_knows_the_opponent_at_the_table() {
    let mut terminal = start(&home(""), &[]);
    terminal.send(":new individual:frontier=9,mobility=8,stability=7,depth=1\r");
    terminal.wait_for("opponent: Rival ");
    terminal.send("n");
    terminal.wait_for("Handicap");
    let text = terminal.text();
    let line = text.lines().find(|line| line.contains("Opponent")).unwrap();
    assert!(
        line.contains("Rival ") && !line.contains("by name"),
        "{line}"
    );
}

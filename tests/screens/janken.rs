//! Janken, drawn into memory.

use koteki_games::janken::Hand;
use koteki_games::random::{Random, SeedableRng as _};
use koteki_session::janken::{Length, Setup};
use koteki_tui::Settings;
use koteki_tui::color::ColorChoice;
use koteki_tui::event::{Event, Exit, Flow, Program as _};
use koteki_tui::glyphs::GlyphChoice;
use koteki_tui::janken::Options;
use koteki_tui::janken::layout::layout;
use koteki_tui::janken::screen::JankenScreen;
use koteki_tui::keys::KeyStyle;
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

type Janken = Shell<JankenScreen>;

fn room(level: &str, length: &str, glyphs: GlyphChoice) -> Janken {
    let settings = Settings {
        glyphs,
        color: ColorChoice::Truecolor,
        ..Settings::default()
    };
    let length: Length = length.parse().unwrap();
    let options = Options {
        setup: Setup {
            opponent: level.parse().unwrap(),
            length,
            seed: 7,
        },
        asked: [true; 3],
        data: None,
        name: "test".into(),
    };
    let theme = Theme::new(&settings, |_| None);
    let open = |context: &mut _| JankenScreen::open(options, context);
    Shell::with_theme(theme, KeyStyle::Plain, open).unwrap()
}

fn press(room: &mut Janken, keys: &str) {
    for key in keys.chars() {
        let code = match key {
            '\t' => KeyCode::Tab,
            '\r' => KeyCode::Enter,
            key => KeyCode::Char(key),
        };
        room.update(Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    }
}

fn draw(room: &mut Janken, (width, height): (u16, u16)) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| room.draw(frame)).unwrap();
    terminal.backend().buffer().clone()
}

fn shown(room: &mut Janken, size: (u16, u16)) -> String {
    text(&draw(room, size))
}

/// Rooms in every state, at their usual size.
fn every_room(glyphs: GlyphChoice) -> Vec<(&'static str, Janken)> {
    let mut rooms = Vec::new();
    for level in [
        "random",
        "beginner",
        "paper",
        "paper:key=opp4+own2",
        "strong",
        "markov2",
    ] {
        for keys in [
            "",
            "r",
            "rpsrpsrpsrpsrpsrpsrpsrps",
            "rrrrrrrrrrrrrrrrrrr\t",
            "rprrspprs\t\tz",
            "rprrspprs\t\t\tz",
            "rps\tz",
            "rpsn",
            "rps?",
            "rpsq",
            "rpsx",
        ] {
            let mut room = room(level, "40", glyphs);
            draw(&mut room, (80, 24));
            press(&mut room, keys);
            rooms.push((keys, room));
        }
    }
    for length in ["10", "first3"] {
        let mut room = room("paper", length, glyphs);
        draw(&mut room, (80, 24));
        press(&mut room, "rpsrrpsspr");
        rooms.push(("over", room));
    }
    rooms
}

#[test]
fn no_size_is_too_much_or_too_little() {
    for (what, mut room) in every_room(GlyphChoice::Unicode) {
        for width in [
            0, 1, 5, 29, 30, 31, 40, 73, 74, 80, 102, 120, 165, 166, 200, 300,
        ] {
            for height in [0, 1, 3, 14, 15, 16, 20, 24, 36, 40, 60, 100] {
                assert_whole(&draw(&mut room, (width, height)), what);
            }
        }
    }
}

#[test]
fn each_set_of_characters_keeps_its_promise() {
    for (glyphs, set) in [
        (GlyphChoice::Ascii, &koteki_tui::glyphs::ASCII),
        (GlyphChoice::CjkSafe, &koteki_tui::glyphs::CJK_SAFE),
    ] {
        for (keys, mut room) in every_room(glyphs) {
            for size in [(30, 15), (80, 24), (200, 60)] {
                let buffer = draw(&mut room, size);
                for cell in &buffer.content {
                    let symbol = cell.symbol();
                    assert!(set.allows(symbol), "{symbol:?} after {keys:?}");
                }
                // Nothing had to be replaced by a question mark.
                let meant = [
                    "? help",
                    "this help",
                    "Leave?",
                    "? shows",
                    "paper. ?",
                    "? next or close",
                ];
                for row in text(&buffer).lines() {
                    let is_meant = meant.iter().any(|meant| row.contains(meant));
                    assert!(is_meant || !row.contains('?'), "after {keys:?}: {row}");
                }
            }
        }
    }
}

#[test]
fn panes_cover_the_screen_without_overlap() {
    for width in 30..=220 {
        for height in 13..=68 {
            let area = Rect::new(0, 0, width, height);
            let panes = layout(area);
            let covered: u32 = panes.iter().map(|(_, pane)| pane.area()).sum();
            let all = u32::from(width) * u32::from(height);
            assert_eq!(covered, all, "{width}x{height}");
            for (index, (_, pane)) in panes.iter().enumerate() {
                assert_eq!(area.intersection(*pane), *pane);
                for (_, other) in &panes[index + 1..] {
                    assert!(!pane.intersects(*other), "{width}x{height}");
                }
            }
        }
    }
    for (area, count) in [
        ((30, 15), 1),
        ((60, 60), 4),
        ((80, 24), 3),
        ((120, 40), 4),
        ((200, 60), 4),
    ] {
        let panes = layout(Rect::new(0, 0, area.0, area.1 - 2));
        assert_eq!(panes.len(), count, "{area:?}");
    }
}

/// The digits of a text that the pane may have broken into rows.
fn digits(text: &str) -> String {
    let rows = text.lines().map(|row| {
        // Of the table only, which is on the left.
        let inside: String = row.chars().skip(1).take(64 + 4).collect();
        let inside = inside.trim_start();
        let end = inside
            .find(|letter: char| !letter.is_ascii_hexdigit())
            .unwrap_or(inside.len());
        if end >= 16 {
            inside[..end].to_owned()
        } else {
            String::new()
        }
    });
    rows.collect()
}

#[test]
fn the_whole_digest_is_seen_at_every_size_before_the_hand() {
    for width in [30, 31, 36, 40, 60, 73, 74, 80, 100, 120, 166, 200] {
        for height in [15, 16, 18, 20, 24, 30, 40, 60] {
            for keys in ["", "r", "rpsrpsrps"] {
                let mut room = room("paper", "40", GlyphChoice::Unicode);
                draw(&mut room, (width, height));
                press(&mut room, keys);
                let digest = room.screen().game().digest().unwrap().to_string();
                let text = shown(&mut room, (width, height));
                assert!(
                    digits(&text).ends_with(&digest),
                    "{width}x{height} after {keys:?}: no {digest} in\n{text}"
                );
                if let Some(last) = room.screen().game().played().last() {
                    let commitment = last.commitment.unwrap();
                    let flat: String = text.split_whitespace().collect();
                    let own = last.round.own.word();
                    assert!(flat.contains(own), "{text}");
                    if width == 30 || width >= 38 {
                        // The revealed text may be broken into rows too.
                        let nonce = commitment.nonce.to_string();
                        assert!(
                            text.contains(&nonce) || text.contains(&nonce[16..]),
                            "{width}x{height} after {keys:?}: no {nonce} in\n{text}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn what_is_cut_says_so() {
    let mut room = room("paper", "40", GlyphChoice::Unicode);
    press(&mut room, "rps");
    let mut cut = 0;
    for height in 15..24 {
        let text = shown(&mut room, (30, height));
        let commitment = room
            .screen()
            .game()
            .played()
            .last()
            .unwrap()
            .commitment
            .unwrap();
        let digest = commitment.digest().to_string();
        let tail = text.contains(&digest[60..]);
        let whole = text.contains(&digest[..16]);
        if tail && !whole {
            cut += 1;
            assert!(text.contains('…'), "{text}");
        }
    }
    assert!(cut > 0);
}

#[test]
fn a_colon_opens_the_line_and_the_question_before_leaving_has_the_usual_letters() {
    let mut room = room("paper", "20", GlyphChoice::Unicode);
    draw(&mut room, (80, 24));
    press(&mut room, ":rock\r");
    press(&mut room, ":ぱー\r");
    press(&mut room, ":s\r");
    let played: Vec<_> = room
        .screen()
        .game()
        .played()
        .iter()
        .map(|it| it.round.own)
        .collect();
    assert_eq!(played, [Hand::Rock, Hand::Paper, Hand::Scissors]);
    press(&mut room, ":lizard\r");
    assert!(
        shown(&mut room, (80, 24))
            .contains("no \":lizard\". There are :new :undo :copy :zoom :help :quit")
    );
    // Digits are no keys: contests count 0 1 2, people 1 2 3.
    press(&mut room, "1");
    assert!(shown(&mut room, (80, 24)).contains("1 is not a hand"));
    assert_eq!(room.screen().game().played().len(), 3);
    press(&mut room, ":new\r");
    assert!(shown(&mut room, (80, 24)).contains("New match"));
    room.update(Event::Key(KeyEvent::new(KeyCode::Esc, KeyModifiers::NONE)));
    press(&mut room, ":quit\r");
    assert!(shown(&mut room, (80, 24)).contains("s  Stay"));
    press(&mut room, "s");
    assert!(!shown(&mut room, (80, 24)).contains("Stay"));
    assert_eq!(room.screen().game().played().len(), 3);
}

#[test]
fn what_it_saw_is_told_of_the_round_that_is_over() {
    for level in ["paper", "strong"] {
        let mut room = room(level, "200", GlyphChoice::Unicode);
        draw(&mut room, (120, 40));
        let mut told = 0;
        for round in 0..60 {
            press(&mut room, ["r", "p", "s"][round % 3]);
            let last = *room.screen().game().played().last().unwrap();
            let text = shown(&mut room, (120, 40));
            match last.reading.predicted {
                Some(hand) => {
                    told += 1;
                    let right = if hand == last.round.own {
                        "right"
                    } else {
                        "wrong"
                    };
                    let sure = 100.0 * last.reading.confidence;
                    let line = format!("Expected {hand} ({sure:.0} % sure): {right}");
                    assert!(text.contains(&line), "no {line:?} in\n{text}");
                }
                None => assert!(text.contains("It had no read"), "{text}"),
            }
        }
        // A cycle of three is read within a few rounds.
        assert!(told > 40, "{level}: {told}");
        let text = shown(&mut room, (120, 40));
        assert!(text.contains("You repeat R P S: 57 of 57 lately"), "{text}");
        assert!(text.contains("worse than chance"));
    }
}

/// Cells of the table of genes that say something, heads and all; four rows below its heading.
fn cells(screen: &str, heading: &str) -> usize {
    let rows = screen.lines().skip_while(|line| !line.contains(heading));
    let rows: String = rows.skip(1).take(4).collect();
    rows.chars().filter(|it| "RPS.".contains(*it)).count()
}

#[test]
fn the_coming_answer_shows_only_when_the_match_is_over() {
    let mut room = room("paper:key=opp1+own1", "12", GlyphChoice::Unicode);
    let size = (100, 40);
    shown(&mut room, size);
    press(&mut room, "rpsrpsrrsps\t\t\tz");
    let during = shown(&mut room, size);
    assert!(!during.contains("The best answers"), "{during}");
    press(&mut room, "r");
    press(&mut room, "l");
    let after = shown(&mut room, size);
    // Nine genes, of which one had been used.
    let (during, after) = (
        cells(&during, "Used last"),
        cells(&after, "The best answers"),
    );
    assert_eq!((during, after), (6 + 1, 6 + 9));
}

#[test]
fn lots_show_hardly_a_habit() {
    // Two hundred people who draw lots: a certain habit is shown to one in twenty at most, about.
    let mut random = Random::seed_from_u64(11);
    let mut certain = 0;
    for _ in 0..200 {
        let mut room = room("random", "100", GlyphChoice::Unicode);
        draw(&mut room, (80, 24));
        for _ in 0..50 {
            press(&mut room, ["r", "p", "s"][random.below(3)]);
        }
        let text = shown(&mut room, (80, 24));
        let sure = ["You repeat", "You like", "After "];
        certain += usize::from(text.lines().any(|line| {
            sure.iter().any(|habit| line.contains(habit)) && !line.contains("Perhaps")
        }));
    }
    // 5 % for hands and changes, 1 % for cycles: 12 expected, sd 3.4.
    assert!(certain <= 24, "{certain}");
}

#[test]
fn the_end_of_a_match_has_its_result() {
    let mut room = room("paper", "10", GlyphChoice::Unicode);
    draw(&mut room, (80, 24));
    press(&mut room, "rpsrrpsspr");
    let score = room.screen().game().score();
    let text = shown(&mut room, (80, 24));
    for part in [
        "Result".to_owned(),
        format!("{} to {}, {} drawn", score.wins, score.losses, score.draws),
        format!("net {:+.1} per 100 rounds", score.per_hundred()),
        // 1.96 · √(2/3 · 10) of 10 rounds.
        "by chance alone -50.6 to +50.6".to_owned(),
    ] {
        assert!(text.contains(&part), "no {part:?} in\n{text}");
    }
    // Hands answer nothing here, and play nothing.
    press(&mut room, "rpsgc123");
    assert!(shown(&mut room, (80, 24)).contains("Result"));
    press(&mut room, "l");
    press(&mut room, "r");
    assert!(shown(&mut room, (80, 24)).contains("The match is over"));
    press(&mut room, "\r");
    press(&mut room, "a");
    let text = shown(&mut room, (80, 24));
    assert!(text.contains("Round 1 of 10"), "{text}");
    let leave = Event::Key(KeyEvent::new(KeyCode::Char('q'), KeyModifiers::NONE));
    assert_eq!(room.update(leave), Flow::Exit(Exit::Quit));
}

/// Clicks on the first letter of `part`, on the lowest place where it is on the screen.
fn click_on(room: &mut Janken, part: &str) -> Flow {
    let shown = shown(room, (120, 40));
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
    let mut room = room("beginner", "40", GlyphChoice::Unicode);
    draw(&mut room, (120, 40));
    press(&mut room, "rq");
    assert_eq!(click_on(&mut room, "Stay"), Flow::DrawNow);
    click_on(&mut room, "? help");
    assert!(shown(&mut room, (120, 40)).contains("Keys on this screen"));
    click_on(&mut room, "Esc");
    press(&mut room, "n");
    let before = shown(&mut room, (120, 40));
    click_on(&mut room, "\u{25c2}");
    assert_ne!(shown(&mut room, (120, 40)), before);
    click_on(&mut room, "Esc");
    press(&mut room, "q");
    assert_eq!(click_on(&mut room, "Leave"), Flow::Exit(Exit::Quit));
}

/// A length that is not in the list is typed there, and one that is none is said in a line.
#[test]
fn a_length_can_be_typed() {
    let begun = |typed: &str| {
        let mut room = room("paper", "10", GlyphChoice::Unicode);
        draw(&mut room, (80, 24));
        press(&mut room, "n\t");
        press(&mut room, typed);
        press(&mut room, "\r\r");
        room
    };
    for (typed, length) in [
        ("first7", Length::FirstTo(7)),
        ("first to 7 wins", Length::FirstTo(7)),
        ("33", Length::Rounds(33)),
    ] {
        assert_eq!(
            begun(typed).screen().game().setup().length,
            length,
            "{typed}"
        );
    }
    let mut wrong = begun("0x");
    let text = shown(&mut wrong, (120, 40));
    assert!(
        text.contains("\"0x\" is no length of a match: write endless"),
        "{text}"
    );
    assert!(text.contains("New match"), "{text}");
}

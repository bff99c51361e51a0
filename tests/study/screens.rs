//! The screens of a study by themselves: every size, and the way through a questionnaire.

use koteki_session::study::sheet::{Answers, Form};
use koteki_session::study::{Kind, Protocol, Settings, Sheet, Stage};
use koteki_tui::glyphs::GlyphChoice;
use koteki_tui::study::page::Page;
use koteki_tui::study::sheet::{SheetAction, SheetState};
use koteki_tui::theme::Theme;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::Script;

fn theme() -> Theme {
    let settings = koteki_tui::Settings {
        glyphs: GlyphChoice::Ascii,
        ..koteki_tui::Settings::default()
    };
    Theme::new(&settings, |_| None)
}

fn text(buffer: &Buffer) -> String {
    let area = buffer.area;
    (0..area.height)
        .map(|y| {
            (0..area.width)
                .map(|x| buffer[(x, y)].symbol())
                .collect::<String>()
                + "\n"
        })
        .collect()
}

/// The answers of the first sheet when so many lines of it have been written.
fn answers(lines: usize) -> Answers {
    let mut protocol = Protocol::new(Settings::guided(), 1, None);
    let mut script = Script::new();
    while protocol.stage() != Stage::Asking(Sheet::Pair(0)) {
        let line = script.next(&protocol, |_| true).unwrap();
        protocol.apply(&line).unwrap();
    }
    for _ in 0..lines {
        let line = script.next(&protocol, |_| true).unwrap();
        protocol.apply(&line).unwrap();
    }
    protocol
        .answers(Sheet::Pair(0))
        .cloned()
        .unwrap_or_default()
}

#[test]
fn a_sheet_begins_where_it_was_left_and_goes_through_what_is_asked() {
    let questions = Sheet::Pair(0).questions(Kind::Guided);
    let key = |state: &SheetState| state.question().map(|it| it.key);
    // In order of the tables; "where" only of those who saw something.
    let mut state = SheetState::new(questions, &Answers::default());
    let mut way = vec![key(&state)];
    for _ in 0..9 {
        state.step(true, &Answers::default());
        way.push(key(&state));
    }
    let asked = [
        "strength-1",
        "unnatural-1",
        "strength-2",
        "unnatural-2",
        "same",
        "reason",
    ];
    let mut expected: Vec<Option<&str>> = asked.map(Some).to_vec();
    expected.extend([None; 4]);
    assert_eq!(way, expected);
    assert_eq!(state.accept(), SheetAction::HandIn);
    // Down through the answers of one question, and then on to the next.
    let mut state = SheetState::new(questions, &Answers::default());
    let Some(Form::Choice(choices)) = state.question().map(|it| it.form) else {
        panic!("strength has choices")
    };
    for choice in choices {
        assert_eq!(
            state.accept(),
            SheetAction::Answer("strength-1", (*choice).to_owned())
        );
        state.move_choice(true, &Answers::default());
    }
    assert_eq!(key(&state), Some("unnatural-1"));
    assert!(state.choose(3) && !state.choose(4));
    assert_eq!(
        state.accept(),
        SheetAction::Answer("unnatural-1", "none".to_owned())
    );
    // Left after two answers it goes on with the third question, and Enter alone says nothing in words.
    let given = answers(2);
    let mut state = SheetState::new(questions, &given);
    assert_eq!(key(&state), Some("where-1"));
    assert!(state.is_typing());
    assert_eq!(
        state.accept(),
        SheetAction::Answer("where-1", String::new())
    );
    assert_eq!(state.unsaved(&given), SheetAction::Nothing);
    // An answer that was given is in hand again.
    state.step(false, &given);
    assert_eq!(
        state.accept(),
        SheetAction::Answer("unnatural-1", "often".to_owned())
    );
    // All are answered: nothing is left but to hand in.
    assert_eq!(
        SheetState::new(questions, &answers(8)).accept(),
        SheetAction::HandIn
    );
}

#[test]
fn every_size_shows_what_it_can_and_breaks_nothing() {
    let theme = theme();
    let long = "a very long reason, ".repeat(40);
    let page = Page {
        title: "Study, P07".to_owned(),
        heading: "Welcome!".to_owned(),
        text: vec![long.clone(), String::new(), "  a  column".to_owned()],
        done: Some(f64::NAN),
        foot: "Enter begins.".to_owned(),
    };
    let questions = Sheet::Pair(0).questions(Kind::Guided);
    for width in [1, 2, 3, 5, 10, 29, 30, 40, 66, 80, 120, 200] {
        for height in [1, 2, 3, 6, 10, 15, 23, 40] {
            let area = Rect::new(0, 0, width, height);
            for done in [None, Some(0.4), Some(7.0)] {
                for scroll in [0, 3, 1000] {
                    let mut buffer = Buffer::empty(area);
                    let page = Page {
                        done,
                        ..page.clone()
                    };
                    page.render(area, &mut buffer, &theme, scroll);
                    if width >= 30 && height >= 15 {
                        let shown = text(&buffer);
                        assert!(shown.contains("Enter begins."), "{shown}");
                        // Scrolled to the end the last line is seen.
                        assert!(scroll < 1000 || shown.contains("a  column"), "{shown}");
                    }
                }
            }
            for lines in 0..=8 {
                let given = answers_of(lines);
                let mut state = SheetState::new(questions, &given);
                for _ in 0..9 {
                    let mut buffer = Buffer::empty(area);
                    state.render(
                        "Pair 1 of 6: your opinion",
                        &given,
                        area,
                        &mut buffer,
                        &theme,
                    );
                    if width >= 30 && height >= 14 {
                        let shown = text(&buffer);
                        assert!(
                            shown.contains('>'),
                            "the question in hand is to be seen\n{shown}"
                        );
                    }
                    state.step(lines % 2 == 0, &given);
                }
            }
        }
    }
}

/// The smallest terminal there is, its lowest row left out: what is being typed is seen, and what for.
#[test]
fn nobody_types_blind() {
    let theme = theme();
    let questions = Sheet::Pair(0).questions(Kind::Guided);
    let given = answers_of(2);
    let mut state = SheetState::new(questions, &given);
    assert!(state.is_typing());
    let area = Rect::new(0, 0, 30, 14);
    let row_of = |buffer: &Buffer, y: u16| -> String {
        (0..area.width).map(|x| buffer[(x, y)].symbol()).collect()
    };
    for number in 0..200 {
        // Numbers, so that the end of what is typed is told from the rest.
        let word = format!("{number:03}.");
        for letter in word.chars() {
            let typed = state.typed().unwrap();
            typed.handle(tui_input::InputRequest::InsertChar(letter));
        }
        let mut buffer = Buffer::empty(area);
        let cursor = state.render("Pair 1 of 6", &given, area, &mut buffer, &theme);
        let (x, y) = cursor.unwrap();
        assert!(x < area.width - 1 && y < area.height - 1, "{x} {y}");
        let shown = text(&buffer);
        let row = row_of(&buffer, y);
        let before: String = row.chars().take(usize::from(x)).collect();
        let end: String = word.chars().skip(2).collect();
        assert!(before.ends_with(&end), "{word} is not at {x},{y}\n{shown}");
        assert!(shown.contains("Opponent 1: which"), "{shown}");
        assert!(shown.contains("and how?"), "{shown}");
    }
    // Back at the beginning that is seen.
    state
        .typed()
        .unwrap()
        .handle(tui_input::InputRequest::GoToStart);
    let mut buffer = Buffer::empty(area);
    let (_, y) = state
        .render("Pair 1 of 6", &given, area, &mut buffer, &theme)
        .unwrap();
    assert!(row_of(&buffer, y).contains("000.001."));
}

/// [`answers`], made once.
fn answers_of(lines: usize) -> Answers {
    use std::sync::OnceLock;
    static MADE: OnceLock<Vec<Answers>> = OnceLock::new();
    MADE.get_or_init(|| (0..=8).map(answers).collect())[lines].clone()
}

//! Every size, every set of characters.

use koteki::tui::app::Pane;
use koteki::tui::color::ColorChoice;
use koteki::tui::glyphs::GlyphChoice;
use koteki::tui::screens::MINIMUM;
use koteki::tui::screens::game::layout;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};
use unicode_width::UnicodeWidthStr as _;

use super::scene::{SIZES, draw, every_screen, plain, text};

#[test]
fn no_size_is_too_much_or_too_little() {
    for (name, mut app) in every_screen(GlyphChoice::Unicode, ColorChoice::Truecolor) {
        for width in [
            0, 1, 2, 5, 10, 20, 29, 30, 31, 45, 65, 66, 79, 80, 97, 109, 120, 160, 200, 300,
        ] {
            for height in [
                0, 1, 2, 3, 5, 8, 14, 15, 16, 17, 20, 22, 24, 30, 33, 40, 60, 100,
            ] {
                let buffer = draw(&mut app, (width, height));
                assert_eq!(
                    (buffer.area.width, buffer.area.height),
                    (width, height),
                    "{name}"
                );
            }
        }
    }
}

#[test]
fn small_terminals_are_told_so() {
    for size in [(29, 40), (100, 14), (1, 1), (12, 3)] {
        let shown = text(&draw(&mut plain(), size)).replace('\n', "");
        let message = format!("terminal too small: {}x{} (need 30x15)", size.0, size.1);
        assert!(
            message
                .replace(' ', "")
                .starts_with(&shown.replace(' ', "")[..1]),
            "{shown}"
        );
        if size.0 >= 29 {
            assert!(
                shown.replace(' ', "").contains(&message.replace(' ', "")),
                "{shown}"
            );
            assert!(shown.contains("q quits"));
        }
    }
    let smallest = text(&draw(&mut plain(), MINIMUM));
    assert!(smallest.contains("a b c d e f g h"), "{smallest}");
    assert!(!smallest.contains("too small"));
}

#[test]
fn panes_cover_the_screen_without_overlap() {
    for width in 30..=220 {
        for height in 15..=70 {
            let area = Rect::new(0, 0, width, height);
            let panes = layout(area, Pane::Board, false, false);
            let covered: u32 = panes.iter().map(|(_, pane)| pane.area()).sum();
            assert_eq!(
                covered,
                u32::from(width) * u32::from(height - 2),
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
}

#[test]
fn the_three_sizes_show_all_panes() {
    for (width, height) in SIZES {
        let shown = text(&draw(&mut plain(), (width, height)));
        for part in [
            "Board",
            "Evaluation, for Black: -31",
            "e3 lost 45, rank 3 of 7, best c4 · D 22.2",
            "Population: mobility × frontier",
            "Fitness",
            "a b c d e f g h",
            "cycle 7/15",
            "1,140 games/s",
            "target D 24",
            "opponent: Beginner",
            "your level D 24 (17–35)",
            "c4  value -17  rank 2 of 6",
            "rivals",
            "best f_wr",
            "? help",
        ] {
            // Larger boards have their letters further apart.
            let gap = match width {
                80 => " ",
                120 => "      ",
                _ => "        ",
            };
            let spread = part.replace(' ', gap);
            let part = if part.starts_with("a b") {
                &spread
            } else {
                part
            };
            assert!(
                shown.contains(part),
                "{width}x{height}: no {part:?} in\n{shown}"
            );
        }
    }
}

#[test]
fn panes_give_way_one_after_another() {
    let shown = |width, height| -> Vec<Pane> {
        layout(Rect::new(0, 0, width, height), Pane::Board, false, false)
            .into_iter()
            .map(|(pane, _)| pane)
            .collect()
    };
    use Pane::{Board, Fitness, Population, Trace};
    assert_eq!(shown(80, 24), [Board, Trace, Population, Fitness]);
    assert_eq!(shown(80, 20), [Board, Population, Fitness]);
    assert_eq!(shown(80, 15), [Board, Population]);
    assert_eq!(shown(50, 24), [Board]);
    // One that gave way is shown alone when the focus comes to it.
    let area = Rect::new(0, 0, 50, 24);
    assert_eq!(
        layout(area, Trace, false, false),
        [(Trace, Rect::new(0, 0, 50, 22))]
    );
}

/// Width by East Asian rules equals the usual width: UAX #11, class "ambiguous" does not occur.
#[test]
fn cjk_safe_draws_nothing_of_uncertain_width() {
    for (name, mut app) in every_screen(GlyphChoice::CjkSafe, ColorChoice::Truecolor) {
        for size in SIZES {
            for cell in &draw(&mut app, size).content {
                let symbol = cell.symbol();
                assert_eq!(symbol.width(), symbol.width_cjk(), "{name}: {symbol:?}");
            }
        }
    }
}

#[test]
fn ascii_draws_nothing_else() {
    for color in [ColorChoice::Truecolor, ColorChoice::Never] {
        for (name, mut app) in every_screen(GlyphChoice::Ascii, color) {
            for size in SIZES {
                for cell in &draw(&mut app, size).content {
                    let symbol = cell.symbol();
                    let plain = symbol.bytes().all(|byte| (0x20..=0x7e).contains(&byte));
                    assert!(plain, "{name}: {symbol:?}");
                }
            }
        }
    }
}

/// What a set lacks is replaced at the end of every frame; nothing of ours should need it.
#[test]
fn no_set_leans_on_the_replacement() {
    for glyphs in [GlyphChoice::CjkSafe, GlyphChoice::Ascii] {
        let mut app = super::scene::app(glyphs, ColorChoice::Never);
        for size in SIZES {
            let shown = text(&draw(&mut app, size)).replace("? help", "");
            assert!(!shown.contains('?'), "{shown}");
        }
    }
}

#[test]
fn without_colour_nothing_is_coloured_and_everything_is_visible() {
    for glyphs in [
        GlyphChoice::Unicode,
        GlyphChoice::CjkSafe,
        GlyphChoice::Ascii,
    ] {
        for (name, mut app) in every_screen(glyphs, ColorChoice::Never) {
            for size in SIZES {
                for cell in &draw(&mut app, size).content {
                    assert_eq!((cell.fg, cell.bg), (Color::Reset, Color::Reset), "{name}");
                }
            }
        }
        let mut app = super::scene::app(glyphs, ColorChoice::Never);
        let shown = text(&draw(&mut app, (80, 24)));
        let set = app.theme.glyphs;
        // The cursor on d3, a legal move; c6 was the last move, White's.
        assert!(shown.contains(&format!("[{}]", set.legal)), "{shown}");
        assert!(
            shown.contains(&format!("({})", set.discs[0][1][0])),
            "{shown}"
        );
        assert_ne!(set.discs[0][0], set.discs[0][1]);
    }
}

#[test]
fn colours_stay_within_the_depth() {
    for (name, mut app) in every_screen(GlyphChoice::Unicode, ColorChoice::Indexed) {
        for cell in &draw(&mut app, (120, 40)).content {
            let rgb = |color| matches!(color, Color::Rgb(..));
            assert!(!rgb(cell.fg) && !rgb(cell.bg), "{name}");
        }
    }
    for (name, mut app) in every_screen(GlyphChoice::Unicode, ColorChoice::Sixteen) {
        for cell in &draw(&mut app, (120, 40)).content {
            let more = |color| matches!(color, Color::Rgb(..) | Color::Indexed(_));
            assert!(!more(cell.fg) && !more(cell.bg), "{name}");
        }
    }
}

#[test]
fn discs_lie_on_the_board_not_on_the_terminals_background() {
    let mut app = plain();
    let disc = app.theme.glyphs.white_filled[0][0];
    let buffer = draw(&mut app, (80, 24));
    let board = koteki::tui::screens::game::board_geometry(app.area, app.focus, false).unwrap();
    let mut discs = 0;
    for y in 0..24 {
        for x in 0..80 {
            if board.square_at(x, y).is_some() && buffer[(x, y)].symbol() == disc {
                assert_ne!(buffer[(x, y)].bg, Color::Reset);
                discs += 1;
            }
        }
    }
    // Four at the start and one for each of six moves.
    assert_eq!(discs, 10);
}

#[test]
fn focus_and_choice_show_without_colour() {
    let mut app = super::scene::app(GlyphChoice::Unicode, ColorChoice::Never);
    let before = text(&draw(&mut app, (80, 24)));
    app.focus = Pane::Population;
    let after = text(&draw(&mut app, (80, 24)));
    assert_ne!(before, after);
    let (_, mut menu) = every_screen(GlyphChoice::Unicode, ColorChoice::Never)
        .into_iter()
        .find(|(name, _)| *name == "quit")
        .unwrap();
    let buffer = draw(&mut menu, (80, 24));
    let reversed: String = buffer
        .content
        .iter()
        .filter(|cell| cell.modifier.contains(Modifier::REVERSED))
        .map(ratatui::buffer::Cell::symbol)
        .collect();
    assert_eq!(reversed.trim(), "Quit");
    assert!(text(&buffer).contains("▸ q  Quit"));
}

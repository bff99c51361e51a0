//! Every size, every set of characters.

use koteki_games::othello::Move;
use koteki_tui::color::ColorChoice;
use koteki_tui::glyphs::GlyphChoice;
use koteki_tui::panes::board::Geometry;
use koteki_tui::panes::game::{Pane, Panes};
use koteki_tui::shell::Screen as _;
use koteki_tui::terminal::LARGEST;
use koteki_tui::viewer::Viewed;
use ratatui::layout::Rect;
use ratatui::style::Color;
use unicode_width::UnicodeWidthStr as _;

use super::scene::{
    SIZES, Scene, assert_whole, draw, every_screen, game_after, plain, square, text,
};

/// Nothing breaks at any size, and no wide character hangs over the edge.
#[test]
fn no_size_is_too_much_or_too_little() {
    for (name, mut app) in every_screen(GlyphChoice::Unicode, ColorChoice::Truecolor) {
        for width in [
            0, 1, 2, 5, 10, 20, 29, 30, 31, 45, 65, 66, 79, 80, 97, 109, 120, 160, 200, 300,
        ] {
            for height in [
                0, 1, 2, 3, 5, 8, 14, 15, 16, 17, 20, 22, 24, 30, 33, 40, 60, 100,
            ] {
                assert_whole(&draw(&mut app, (width, height)), name);
            }
        }
        assert_whole(&draw(&mut app, (LARGEST.width, LARGEST.height)), name);
    }
}

/// The panes as they are at first, and unfolded.
fn arranged() -> [Panes; 2] {
    [true, false].map(|folded| Panes {
        folded,
        ..Panes::default()
    })
}

#[test]
fn panes_cover_the_screen_without_overlap() {
    for width in 30..=220 {
        for height in 15..=70 {
            let area = Rect::new(0, 0, width, height - 2);
            for panes in arranged() {
                let panes = panes.layout(area, false);
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
}

#[test]
fn panes_give_way_one_after_another() {
    let shown = |panes: &Panes, width, height: u16| -> Vec<Pane> {
        panes
            .layout(Rect::new(0, 0, width, height - 2), false)
            .into_iter()
            .map(|(pane, _)| pane)
            .collect()
    };
    use Pane::{Board, Fitness, Population, Trace};
    let [folded, mut panes] = arranged();
    assert_eq!(shown(&panes, 80, 30), [Board, Trace, Population, Fitness]);
    for height in [24, 20, 15] {
        assert_eq!(shown(&folded, 80, height), [Board, Trace, Population]);
        for beside in [Fitness, Trace, Population] {
            panes.beside = beside;
            assert_eq!(shown(&panes, 80, height), [Board, beside]);
        }
    }
    assert_eq!(shown(&panes, 50, 24), [Board]);
    // One that gave way is shown alone when the focus comes to it.
    let mut app = plain();
    app.focus = Trace;
    let shown = text(&draw(&mut app, (50, 24)));
    assert!(
        shown.contains("Evaluation") && !shown.contains("a b c d"),
        "{shown}"
    );
}

#[test]
fn a_low_terminal_has_squares_of_four_by_two() {
    for folded in arranged() {
        let panes = folded.layout(Rect::new(0, 0, 80, 22), true);
        let board = Geometry::fit(panes[0].1).unwrap();
        let at = |column, row| board.square_at(column, row).map(|it| it.to_string());
        let a1 = (0..22)
            .flat_map(|row| (0..80).map(move |column| (column, row)))
            .find(|&(column, row)| at(column, row).is_some())
            .unwrap();
        assert_eq!(at(a1.0 + 4, a1.1 + 1).as_deref(), Some("a1"));
        assert_eq!(at(a1.0 + 5, a1.1 + 2).as_deref(), Some("b2"));
        assert_eq!(board.info_rows(), 2);
    }
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
        let shown = text(&draw(&mut app, (60, 20)));
        let set = app.theme.glyphs;
        // The cursor on d3, a legal move; c6 was the last move, White's.
        assert!(shown.contains(&format!("[{}]", set.legal)), "{shown}");
        assert!(shown.contains("(W)"), "{shown}");
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

/// Where the board is on a screen that was drawn.
fn board_of(app: &Scene, (width, height): (u16, u16)) -> Geometry {
    let main = Rect::new(0, 0, width, height - 2);
    let panes = app.panes.layout(main, app.game.trace.hidden);
    let place = panes.iter().find(|(pane, _)| *pane == Pane::Board);
    Geometry::fit(place.filter(|_| !app.zoom).map_or(main, |it| it.1)).unwrap()
}

#[test]
fn discs_lie_on_the_board_not_on_the_terminals_background() {
    let mut app = plain();
    let disc = app.theme.glyphs.discs[0][0][0];
    let buffer = draw(&mut app, (60, 20));
    let board = board_of(&app, (60, 20));
    let mut discs = 0;
    for y in 0..20 {
        for x in 0..60 {
            if board.square_at(x, y).is_some() && buffer[(x, y)].symbol() == disc {
                assert_ne!(buffer[(x, y)].bg, Color::Reset);
                discs += 1;
            }
        }
    }
    // Four at the start and one for each of six moves.
    assert_eq!(discs, 10);
}

/// Red, green, blue of the cube among xterm's 256 colours (16 to 231: six levels of each).
fn cube(index: u8) -> [f64; 3] {
    let index = index.checked_sub(16).unwrap();
    let level = |n: u8| {
        if n == 0 {
            0.0
        } else {
            55.0 + 40.0 * f64::from(n)
        }
    };
    [level(index / 36), level(index / 6 % 6), level(index % 6)]
}

/// Relative luminance and contrast as WCAG 2 has them.
fn contrast(a: [f64; 3], b: [f64; 3]) -> f64 {
    let luminance = |rgb: [f64; 3]| {
        let [r, g, b] = rgb.map(|value| {
            let part = value / 255.0;
            if part <= 0.04045 {
                part / 12.92
            } else {
                ((part + 0.055) / 1.055).powf(2.4)
            }
        });
        0.2126 * r + 0.7152 * g + 0.0722 * b
    };
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[test]
fn the_board_is_green_in_256_colours_and_discs_stand_out() {
    let mut app = super::scene::app(GlyphChoice::Unicode, ColorChoice::Indexed);
    for size in SIZES {
        let buffer = draw(&mut app, size);
        let board = board_of(&app, size);
        let mut discs = [0; 2];
        for (x, y) in (0..size.0).flat_map(|x| (0..size.1).map(move |y| (x, y))) {
            if board.square_at(x, y).is_none() {
                continue;
            }
            let cell = &buffer[(x, y)];
            let Color::Indexed(ground) = cell.bg else {
                panic!("{:?}", cell.bg);
            };
            let [r, g, b] = cube(ground);
            // Green is far ahead of red and of blue alike: neither olive nor teal.
            assert!(g > 0.0 && r <= g / 3.0 && b <= g / 3.0, "{ground}");
            for (side, name) in [16, 231].into_iter().enumerate() {
                if cell.fg == Color::Indexed(name) && cell.symbol() == "\u{2588}" {
                    discs[side] += 1;
                    // For what is no text, WCAG 2.1 wants 3 to 1.
                    assert!(
                        contrast(cube(name), cube(ground)) >= 3.0,
                        "{name} on {ground}"
                    );
                }
            }
        }
        if size == SIZES[0] {
            let count = app.game.position.count();
            // Two cells of each are full.
            assert_eq!(discs, [2 * count.black, 2 * count.white]);
        }
    }
}

/// Filled with the terminal's foreground a disc of Black would be light on a dark terminal.
#[test]
fn without_colour_letters_say_whose_disc_it_is() {
    for glyphs in [
        GlyphChoice::Unicode,
        GlyphChoice::CjkSafe,
        GlyphChoice::Ascii,
    ] {
        for (size, zoom) in SIZES
            .into_iter()
            .flat_map(|size| [(size, false), (size, true)])
        {
            let mut app = super::scene::app(glyphs, ColorChoice::Never);
            (app.focus, app.zoom) = (Pane::Board, zoom);
            let position = app.game.position;
            let buffer = draw(&mut app, size);
            let board = board_of(&app, size);
            let mut letters = std::collections::HashMap::<_, String>::new();
            for (x, y) in (0..size.0).flat_map(|x| (0..size.1).map(move |y| (x, y))) {
                if let Some(square) = board.square_at(x, y) {
                    letters
                        .entry(square)
                        .or_default()
                        .push_str(buffer[(x, y)].symbol());
                }
            }
            for (square, shown) in letters {
                let expected = match position.disc(square) {
                    Some(koteki_games::Side::Black) => [true, false],
                    Some(koteki_games::Side::White) => [false, true],
                    None => [false, false],
                };
                assert_eq!(
                    ['B', 'W'].map(|it| shown.contains(it)),
                    expected,
                    "{square} {shown}"
                );
            }
        }
    }
}

#[test]
fn a_small_terminal_keeps_what_matters_of_the_game() {
    for size in [(40, 15), (30, 15), (80, 15), (60, 20)] {
        let mut app = plain();
        let shown = text(&draw(&mut app, size));
        // Four discs at the start, six moves that turn one each but f4, which turns two, and c6.
        let count = app.game.position.count();
        for discs in [count.black, count.white] {
            assert!(
                shown.contains(&format!(" {discs}")),
                "{size:?}: {discs}\n{shown}"
            );
        }
        assert!(shown.contains("Black to move"), "{size:?}\n{shown}");
        // White cannot move.
        let position =
            koteki_games::othello::Position::new(0b011, 0b100, koteki_games::Side::Black);
        app.game = game_after("");
        app.game.position = position.unwrap();
        app.game.moves = vec![Move::Pass];
        let shown = text(&draw(&mut app, size));
        assert!(shown.contains("White passed"), "{size:?}\n{shown}");
        assert!(shown.contains("Black again"), "{size:?}\n{shown}");
    }
}

#[test]
fn a_high_narrow_terminal_has_the_panes_beneath_the_board() {
    let main = Rect::new(0, 0, 60, 58);
    let all = |panes: Vec<(Pane, Rect)>| panes.into_iter().map(|it| it.0).collect::<Vec<_>>();
    let panes = Panes::default().layout(main, false);
    let covered: u32 = panes.iter().map(|(_, pane)| pane.area()).sum();
    assert_eq!(covered, 60 * 58);
    assert_eq!(all(panes), Pane::ALL);
    let viewed = |viewed| all(plain().viewed(viewed).screen().layout(main));
    for watched in [Viewed::Live, Viewed::Review] {
        assert!(viewed(watched).len() >= 3, "{watched:?}");
    }
    assert_eq!(viewed(Viewed::Game), [Pane::Board, Pane::Trace]);
}

#[test]
fn cursor_and_last_move_side_by_side_both_have_their_brackets() {
    // The last move is White's c6, with White's d6 beside it; the cursor on either side of it.
    for (cursor, expected) in [("b6", "[ |\u{25cf})"), ("d6", "(\u{25cf}|\u{25cf}]")] {
        let mut app = plain();
        app.cursor = square(cursor);
        let shown = text(&draw(&mut app, (60, 20)));
        assert!(shown.contains(expected), "{cursor}: {shown}");
    }
}

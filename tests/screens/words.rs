//! What is shown where.

use std::sync::Arc;

use koteki_games::Side;
use koteki_games::othello::Move;
use koteki_rivals::evolve::progress::Progress;
use koteki_rivals::evolve::snapshot::Phase;
use koteki_rivals::measure::equal::Equal;
use koteki_rivals::measure::stats::Interval;
use koteki_session::Target;
use koteki_session::words::breeding;
use koteki_tui::color::ColorChoice;
use koteki_tui::glyphs::GlyphChoice;
use koteki_tui::keys::{Action, Direction, KeyStyle, Keymap, Layer};
use koteki_tui::othello::result;
use koteki_tui::panes::game::Pane;
use koteki_tui::panes::population::axis_pairs;
use koteki_tui::panes::wrap;
use koteki_tui::shell::menu::Menu;
use koteki_tui::view::{CursorInfo, Loss, Mode, Remark, TracePoint, TraceState};
use koteki_tui::viewer::Viewed;
use koteki_tui::words::{after_pass, passed};

use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::scene::{app, draw, game_after, not_numbers, plain, result, snapshot, text};

/// The label of a binding names all of its keys, or the first and the last of a row of letters.
#[test]
fn labels_name_the_keys() {
    for layer in Layer::all() {
        for binding in Keymap::of(layer, KeyStyle::Plain).bindings() {
            if binding.label.contains("arrows") {
                continue;
            }
            let ends = [&binding.keys[0], &binding.keys[binding.keys.len() - 1]];
            for (chord, _) in ends {
                assert!(binding.label.contains(&chord.name()), "{}", binding.label);
            }
        }
    }
}

/// In lists and lines there is a page up and a page down; pages that are read are left with Esc as with q.
#[test]
fn keys_for_pages_and_for_leaving_are_there() {
    let does = |layer, code| Keymap::of(layer, KeyStyle::Plain).action(&KeyEvent::from(code));
    for layer in [Layer::Menu, Layer::Form] {
        for (code, direction) in [
            (KeyCode::PageUp, Direction::Up),
            (KeyCode::PageDown, Direction::Down),
        ] {
            assert_eq!(does(layer, code), Some(Action::Page(direction)));
        }
    }
    for layer in [Layer::StudyPage, Layer::StudySheet, Layer::StudyWords] {
        assert_eq!(does(layer, KeyCode::Esc), Some(Action::Quit));
    }
}

/// What stands on the edges of the curves is left away in whole words where it has no room.
#[test]
fn captions_of_the_curves_are_whole() {
    for size in [(70, 24), (80, 24), (120, 40)] {
        for zoom in [true, false] {
            let mut app = plain();
            (app.focus, app.zoom) = (Pane::Fitness, zoom);
            let shown = text(&draw(&mut app, size));
            let cut = shown
                .lines()
                .find(|line| line.contains('…') && line.contains("rate"));
            assert!(cut.is_none(), "{size:?}: {cut:?}");
            assert!(!zoom || shown.contains("win rate"), "{shown}");
        }
    }
    let mut app = plain();
    (app.focus, app.zoom) = (Pane::Fitness, true);
    let shown = text(&draw(&mut app, (80, 24)));
    assert!(shown.contains("spread 0.63 "), "{shown}");
}

/// The place on the scale, √(D + 16), says which agent is an equal, and that none is.
#[test]
fn who_is_stronger_than_every_agent_is_not_promised_an_equal() {
    let line = |d: f64, held: f64, depth: u32| {
        let mut view = result();
        let interval = Interval { low: d, high: d };
        view.target = Some(Target {
            measured: 20.0,
            held,
            depth,
            equal: Some(Equal { d, interval }),
        });
        let text = result::result_menu(&view, &plain().theme).text;
        let bred = text
            .into_iter()
            .find(|line| line.contains("breed") || line.contains("bred"));
        bred.unwrap()
    };
    assert_eq!(
        line(21.2, 21.2, 4),
        "Now breeding three opponents who should win about half their games against you."
    );
    assert_eq!(
        line(-7.0, 5.1, 7),
        "Now breeding three opponents who should win about half their games against you."
    );
    let beyond = line(-15.0, 0.0, 7);
    assert!(
        beyond.contains("stronger than any rival I can breed"),
        "{beyond}"
    );
    assert!(!beyond.contains("about half"), "{beyond}");
}

#[test]
fn results_are_told_from_the_persons_side() {
    let theme = plain().theme;
    let headline = |change: fn(&mut result::ResultView)| {
        let mut result = result();
        change(&mut result);
        result::result_menu(&result, &theme).text[0].clone()
    };
    assert_eq!(headline(|_| {}), "You win 40–24");
    assert_eq!(
        headline(|result| result.person = Some(Side::White)),
        "You lose 24–40"
    );
    assert_eq!(headline(|result| result.person = None), "Black wins 40–24");
    assert_eq!(
        headline(|result| {
            result.black = 32;
            result.white = 32;
        }),
        "A draw, 32–32"
    );
    let mut practice = result();
    practice.mode = Mode::Practice;
    let menu = result::result_menu(&practice, &theme);
    assert!(
        menu.text
            .iter()
            .any(|line| line.contains("your strength stays"))
    );
}

/// What the trace pane says of a move that was worth `value` where `best` was to be had.
fn remark_on(best: i32, value: i32, to_the_end: bool) -> String {
    let mut app = plain();
    let loss = Loss {
        best,
        value,
        to_the_end,
        scale: koteki_rivals::coach::Scale::Points,
    };
    app.game.trace.remark = Some(Remark {
        mv: Move::Place(super::scene::square("h1")),
        loss,
        rank: if loss.is_some() { 2 } else { 1 },
        of: 4,
        best: Move::Place(super::scene::square("a1")),
    });
    text(&draw(&mut app, (120, 40)))
}

#[test]
fn what_an_ending_loses_is_told_in_discs_or_by_its_result() {
    let result = koteki_engine::eval::decided_value;
    for (best, value, to_the_end, expected) in [
        (
            result(12),
            result(6),
            true,
            "h1 gave away 6 discs, rank 2 of 4, best a1",
        ),
        (result(-2), result(-3), true, "h1 gave away 1 disc, rank 2"),
        (
            result(4),
            result(-4),
            true,
            "h1 turned a win into a loss, rank 2",
        ),
        (
            result(4),
            result(0),
            true,
            "h1 turned a win into a draw, rank 2",
        ),
        (
            result(0),
            result(-30),
            true,
            "h1 turned a draw into a loss, rank 2",
        ),
        (result(64), -40, false, "h1 let a certain win go, rank 2"),
        (25, result(-40), false, "h1 lost the game, rank 2"),
        // An evaluation of 0 is no draw.
        (0, result(-40), false, "h1 lost the game, rank 2"),
        (result(64), 0, false, "h1 let a certain win go, rank 2"),
        (25, -20, false, "h1 lost 45 points, rank 2"),
        (result(6), result(6), true, "h1 lost nothing"),
    ] {
        let shown = remark_on(best, value, to_the_end);
        assert!(shown.contains(expected), "{expected}:\n{shown}");
        assert!(!shown.contains("100000"), "{shown}");
    }
}

#[test]
fn what_an_engine_sees_is_on_the_squares_in_hundredths_or_in_discs() {
    let on_square = |lost| {
        let loss = Loss {
            scale: koteki_rivals::coach::Scale::Engine,
            ..Loss::of_points(400, lost)
        };
        loss.on_square()
    };
    assert_eq!([350, 1_800].map(on_square), ["-350", "-18d"]);
}

#[test]
fn a_decided_value_is_told_in_discs() {
    let mut app = plain();
    app.game.trace = TraceState {
        points: vec![
            TracePoint {
                ply: 0,
                value: 0,
                loss: None,
            },
            TracePoint {
                ply: 1,
                value: koteki_engine::eval::decided_value(12),
                loss: Some(Loss::of_points(0, 0)),
            },
        ],
        cursor: CursorInfo::Known {
            square: super::scene::square("d3"),
            side: Side::Black,
            value: koteki_engine::eval::decided_value(-6),
            rank: 1,
            of: 1,
            openness: 3,
            line: Vec::new(),
            shares: Vec::new(),
        },
        ..TraceState::default()
    };
    let shown = text(&draw(&mut app, (120, 40)));
    assert!(
        shown.contains("d3  loses by 6  rank 1 of 1  openness 3"),
        "{shown}"
    );
    assert!(!shown.contains("10000"), "{shown}");
}

#[test]
fn values_for_the_other_side_say_so() {
    let mut app = plain();
    if let CursorInfo::Known { side, .. } = &mut app.game.trace.cursor {
        *side = Side::White;
    }
    let shown = text(&draw(&mut app, (200, 60)));
    assert!(shown.contains("c4 for White  -17 points"), "{shown}");
}

#[test]
fn a_pass_is_announced() {
    // A known shortest game with a pass would do as well; here a board on which White cannot move.
    let mut game = game_after("");
    game.position = koteki_games::othello::Position::new(0b011, 0b100, Side::Black).unwrap();
    game.moves = vec![koteki_games::othello::Move::Pass];
    let mut app = plain();
    app.game = game;
    let shown = text(&draw(&mut app, (80, 24)));
    assert!(shown.contains("White passed: Black again"), "{shown}");
    // The notice is of the past after the next move, and gone after another.
    let past = after_pass(&passed(1)).unwrap();
    assert_eq!(past, "White had no move and passed");
    assert_eq!(after_pass(&past), Some(String::new()));
    assert_eq!(after_pass("hint: f5"), None);
}

#[test]
fn scatter_marks_roles_and_rivals() {
    // Only these four, apart from one another: the letters are legible.
    let mut snapshot = snapshot();
    let keep = [5, 7, 8, 11];
    snapshot.individuals = keep
        .map(|index| snapshot.individuals[index].clone())
        .to_vec();
    let corners = [[10, 10], [1000, 10], [10, 1000], [1000, 1000]];
    for (dot, corner) in snapshot.individuals.iter_mut().zip(corners) {
        dot.genes = corner.to_vec();
        dot.games = 50;
        dot.win_rate = Some(0.5);
        dot.interval = (0.4, 0.6);
    }
    snapshot.genes = snapshot.genes[..2].to_vec().into();
    let mut app = app(GlyphChoice::Ascii, ColorChoice::Never);
    app.breeding = Some(Arc::new(snapshot));
    let shown = text(&draw(&mut app, (120, 40)));
    for marked in ["Op", "Oc", "Oe", "OA"] {
        let marked = format!(" {marked} ");
        assert_eq!(shown.matches(&marked).count(), 1, "{marked:?} in\n{shown}");
    }
}

#[test]
fn what_is_no_number_leaves_no_mark() {
    let mut app = app(GlyphChoice::Unicode, ColorChoice::Never);
    app.breeding = Some(Arc::new(not_numbers()));
    let shown = text(&draw(&mut app, (120, 40)));
    assert!(!shown.contains("NaN") && !shown.contains("inf"), "{shown}");
    // Marks appear in the legend only.
    assert_eq!(shown.matches('◆').count(), 1, "{shown}");
    assert_eq!(shown.matches('▲').count(), 1, "{shown}");
}

#[test]
fn each_pair_of_axes_comes_once() {
    assert_eq!(axis_pairs(3), [(0, 1), (0, 2), (1, 2)]);
    assert!(axis_pairs(1).is_empty() && axis_pairs(0).is_empty());
    let mut app = plain();
    for title in [
        "mobility × frontier",
        "mobility × stability",
        "frontier × stability",
        "mobility × frontier",
    ] {
        let shown = text(&draw(&mut app, (120, 40)));
        assert!(shown.contains(&format!("Population: {title}")), "{shown}");
        app.axes += 1;
    }
}

#[test]
fn a_long_notice_is_read_to_its_end() {
    let mut app = plain();
    let path = "/home/somebody/with/a/long/name/.local/share/koteki/games.jsonl";
    app.warning = Some(format!(
        "One kept game cannot be read and is left as it is: {path}: line 3: expected value, the end"
    ));
    let shown = text(&draw(&mut app, (80, 24)));
    assert!(shown.contains(path) && shown.contains("the end"), "{shown}");
    // The panes above it stay.
    assert!(shown.contains("for Black: -31 points"), "{shown}");
}

#[test]
fn rows_hold_whole_words_and_nothing_is_lost() {
    assert_eq!(wrap("one two three", 7), ["one two", "three"]);
    assert_eq!(wrap("  one   two ", 80), ["one two"]);
    assert_eq!(wrap("abcdefgh ij", 3), ["abc", "def", "gh", "ij"]);
    // A wide character has two columns.
    assert_eq!(
        wrap("\u{597d}\u{6575}\u{624b}", 5),
        ["\u{597d}\u{6575}", "\u{624b}"]
    );
    assert_eq!(wrap("", 0), [""]);
}

#[test]
fn marks_close_together_keep_their_letters() {
    let mut snapshot = snapshot();
    snapshot.individuals = [11, 23, 31, 8]
        .map(|index| snapshot.individuals[index].clone())
        .to_vec();
    for dot in &mut snapshot.individuals {
        dot.genes = vec![100, 100, 100];
    }
    let mut app = app(GlyphChoice::Ascii, ColorChoice::Never);
    app.breeding = Some(Arc::new(snapshot));
    let shown = text(&draw(&mut app, (120, 40)));
    let row = shown
        .lines()
        .find(|line| line.contains("BOA") || line.contains("AOB"))
        .unwrap_or_else(|| panic!("{shown}"));
    assert!(row.contains("100|"), "{shown}");
}

#[test]
fn both_sides_are_measured_where_nobody_plays() {
    let mut app = plain();
    app.game.trace.mean_loss = [Some(28.13), Some(30.5)];
    app.game.trace.remark = None;
    let shown = text(&draw(&mut app, (80, 24)));
    assert!(shown.contains("Black D 28.1, White D 30.5"), "{shown}");
}

#[test]
fn the_curves_are_the_win_rate_in_its_band_and_the_best() {
    for size in [(120, 40), (200, 60)] {
        let shown = text(&draw(&mut plain(), size));
        // The scene's last point is t = 29/30: 0.5 + 0.3 exp(-2t) cos(14t), and 1 - 0.5 exp(-4t).
        let win_rate = 0.5 + 0.3 * (-58.0_f64 / 30.0).exp() * (406.0_f64 / 30.0).cos();
        let values = format!("w win rate {win_rate:.2} b best f_wr 0.99 ");
        assert!(shown.contains(&values), "{shown}");
        // Where there are rows enough both edges of the band are named.
        let edges = if size.1 > 24 {
            &["0.4│", "0.6│"][..]
        } else {
            &["0.4│"]
        };
        for edge in edges {
            assert!(shown.contains(edge), "{edge}: {shown}");
        }
        for other in ["f_sim", "spread", "mean"] {
            assert!(!shown.contains(other), "{other}: {shown}");
        }
    }
}

/// What the breeding does, and what is told of the rivals, changes while the result is read: its frame stays
/// where it is.
#[test]
fn the_result_keeps_its_place_while_it_changes() {
    let frame = |breeding: &str, note: &str| {
        let mut app = plain();
        let mut result = result();
        result.breeding = breeding.to_owned();
        for rival in &mut result.rivals {
            rival.note = note.to_owned();
        }
        let menu = result::result_menu(&result, &app.theme);
        app.open = Some(Box::new(move |context| context.ask(menu.clone())));
        let shown = text(&draw(&mut app, (120, 40)));
        let line = shown.lines().find(|line| line.contains("Result")).unwrap();
        line.find("Result").unwrap()
    };
    let short = frame("cycle 3/4", "");
    let portrait = "takes few discs; shuns squares beside corners";
    assert_eq!(
        short,
        frame(
            "testing the rivals · 12,684 games/s · target D 101",
            portrait
        )
    );
}

/// At the least of the usual sizes, where a rival's style has no room on its line; so have the figures, which are asked
/// for.
#[test]
fn what_is_said_of_rivals_is_read_to_its_end() {
    let mut result = result();
    result.rivals.truncate(1);
    result.rivals.extend_from_within(..);
    for (rival, name) in result.rivals.iter_mut().zip(["Torando", "Quinina"]) {
        rival.name = name.to_owned();
        rival.note =
            "not met yet   turns discs on the outside; shuns squares beside corners; bred before your \
             last game; the end of it"
                .to_owned();
    }
    result.figures = vec!["a figure and ".repeat(24), "the last figure".to_owned()];
    let mut app = plain();
    let mut menu = result::result_menu(&result, &app.theme);
    let drawn = |app: &mut super::scene::Scene, menu: &Menu<_>| {
        let menu = menu.clone();
        app.open = Some(Box::new(move |context| context.ask(menu.clone())));
        text(&draw(app, (80, 24)))
    };
    let shown = drawn(&mut app, &menu);
    assert_eq!(shown.matches("the end of it").count(), 2, "{shown}");
    assert!(
        shown.contains("You win") && shown.contains("d  The figures"),
        "{shown}"
    );
    menu.turn_figures();
    let shown = drawn(&mut app, &menu);
    assert!(shown.contains("the last figure"), "{shown}");
    assert!(
        shown.contains("Torando") && shown.contains("d  The figures"),
        "{shown}"
    );
}

/// The share that is done goes back then.
#[test]
fn another_series_of_cycles_is_told() {
    let mut snapshot = snapshot();
    let share = |series| Progress {
        played: 1_000,
        left: 1_000,
        series,
        seconds: None,
    };
    snapshot.progress = Some(share(0));
    assert_eq!(breeding(&snapshot), "Breeding your rivals: 50 %");
    snapshot.progress = Some(share(1));
    let further = "round 2: 50 % (too few were even with you)";
    assert_eq!(
        breeding(&snapshot),
        format!("Breeding your rivals, {further}")
    );
    let mut tested = snapshot.clone();
    tested.phase = Phase::Retesting;
    assert_eq!(breeding(&tested), format!("Testing your rivals, {further}"));
    for (snapshot, doing) in [
        (snapshot, "Breeding, round 2"),
        (tested, "Testing, round 2"),
    ] {
        let mut app = plain();
        app.breeding = Some(Arc::new(snapshot));
        app.folded = true;
        let narrow = text(&draw(&mut app, (80, 24)));
        assert!(
            narrow.contains(doing) && narrow.contains("50 %"),
            "{narrow}"
        );
        let wide = text(&draw(&mut app, (200, 60)));
        assert!(
            wide.contains(&format!("Too few were even. {doing}")),
            "{wide}"
        );
    }
}

#[test]
fn a_game_that_is_won_big_leaves_its_middle_legible() {
    let mut app = app(GlyphChoice::Ascii, ColorChoice::Never);
    let values = [
        0,
        8,
        -4,
        22,
        -45,
        60,
        130,
        900,
        2400,
        5000,
        koteki_engine::eval::decided_value(61),
    ];
    app.game.trace = TraceState {
        points: (0..)
            .zip(values)
            .map(|(ply, value)| TracePoint {
                ply,
                value,
                loss: None,
            })
            .collect(),
        ..TraceState::default()
    };
    (app.focus, app.zoom) = (Pane::Trace, true);
    let shown = text(&draw(&mut app, (80, 24)));
    assert!(!shown.contains("5000"), "{shown}");
    let row = |label: &str| {
        let rows = shown.lines();
        let found = rows
            .into_iter()
            .position(|line| line[1..].trim_start().starts_with(label));
        found.unwrap_or_else(|| panic!("no {label} in\n{shown}"))
    };
    // What a bad blunder costs is at least half of the way to the edge.
    let (edge, hundred, zero) = (row("+500"), row("+100"), row("0 "));
    assert!(2 * (zero - hundred) >= zero - edge, "{shown}");
    // Four values lie beyond the axis.
    assert_eq!(
        shown.lines().nth(edge).unwrap().matches('^').count(),
        4,
        "{shown}"
    );
}

#[test]
fn a_list_that_is_cut_says_so() {
    let mut app = plain().viewed_with(Viewed::Review, |viewer, _| {
        viewer.panes.beside = Pane::Population;
        viewer.coach.mistakes = (1..=26).map(|n| format!("slip {n}")).collect();
    });
    let shown = text(&draw(&mut app, (80, 24)));
    let title = shown
        .lines()
        .find(|line| line.contains("26 mistakes"))
        .unwrap();
    let seen = shown.matches("slip ").count();
    assert!(
        seen < 26 && title.contains(&format!("(1–{seen} of 26)")),
        "{shown}"
    );
    // Of a person's game whose they are.
    let mut app = plain().viewed_with(Viewed::Review, |viewer, _| {
        viewer.panes.beside = Pane::Population;
        viewer.coach.mistakes = (1..=26).map(|n| format!("slip {n}")).collect();
        viewer.coach.own = Some(20);
    });
    let shown = text(&draw(&mut app, (80, 24)));
    assert!(shown.contains("Mistakes: yours 20, theirs 6"), "{shown}");
    // The last moves of a long game, and the first ones of it when they are looked at.
    let mut app = plain();
    app.game.moves = vec![Move::Place(super::scene::square("f5")); 58];
    let shown = text(&draw(&mut app, (60, 15)));
    assert_eq!(shown.matches("\u{2026}f5 f5").count(), 1, "{shown}");
    let mut app = super::scene::reviewing(plain(), 0);
    app.game.moves = vec![Move::Place(super::scene::square("f5")); 58];
    let shown = text(&draw(&mut app, (60, 15)));
    assert_eq!(shown.matches("\u{2026}f5 f5").count(), 1, "{shown}");
    // Forty individuals in the scene, one of them a child.
    let mut app = plain().viewed(Viewed::Live);
    let shown = text(&draw(&mut app, (120, 40)));
    assert!(shown.contains(" of 39 "), "{shown}");
    let shown = text(&draw(&mut app, (200, 150)));
    assert!(!shown.contains(" of 39 "), "{shown}");
}

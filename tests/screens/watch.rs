//! Individuals on the screen: the table, the projections, the game against one of them.

use std::sync::Arc;

use koteki::evolve::run::Difference;
use koteki::evolve::snapshot::Dot;
use koteki::evolve::style::Rate;
use koteki::tui::app::{App, Effect, Ground, Pane};
use koteki::tui::color::ColorChoice;
use koteki::tui::glyphs::GlyphChoice;
use koteki::tui::keys::{Action, Layer};
use koteki::tui::panes::population::Standing;
use ratatui::crossterm::event::KeyCode;

use super::scene::{SIZES, app, draw, plain, press, snapshot, text};

#[test]
fn enter_plays_against_the_individual_that_is_chosen() {
    let mut app = plain();
    draw(&mut app, (120, 40));
    press(&mut app, KeyCode::Char('3'));
    assert_eq!(app.layer(), Layer::Game, "arrows still move the cursor");
    press(&mut app, KeyCode::Char('z'));
    assert_eq!(app.layer(), Layer::Individuals);
    // Nobody is chosen yet.
    assert!(press(&mut app, KeyCode::Enter).effects.is_empty());
    assert!(app.notice.is_some());
    // The rivals come first: A is number 11 in the scene, B number 23.
    press(&mut app, KeyCode::Down);
    let outcome = press(&mut app, KeyCode::Enter);
    assert_eq!(outcome.effects, [Effect::Challenge(11)]);
    press(&mut app, KeyCode::Down);
    let outcome = press(&mut app, KeyCode::Enter);
    assert_eq!(outcome.effects, [Effect::Challenge(23)]);
    press(&mut app, KeyCode::Up);
    press(&mut app, KeyCode::Up);
    let outcome = press(&mut app, KeyCode::Enter);
    assert_eq!(outcome.effects, [Effect::Challenge(11)]);
    press(&mut app, KeyCode::Esc);
    assert_eq!(app.layer(), Layer::Game);
}

/// The numbers of the individuals in the table, from the top.
fn ids(shown: &str) -> Vec<u64> {
    let table = shown
        .lines()
        .skip_while(|line| !line.contains("nearest fitness"));
    table
        .skip(1)
        .filter(|line| line.starts_with('│'))
        .filter_map(|line| line.split_whitespace().find_map(|word| word.parse().ok()))
        .collect()
}

#[test]
fn the_table_is_sorted_by_each_column_in_turn() {
    let mut app = plain();
    app.focus = Pane::Population;
    app.zoom = true;
    let shown = text(&draw(&mut app, (120, 60)));
    assert_eq!(ids(&shown)[..3], [11, 23, 31], "{shown}");
    press(&mut app, KeyCode::Char('s'));
    let shown = text(&draw(&mut app, (120, 60)));
    assert!(shown.contains("Individuals by id"), "{shown}");
    assert!(ids(&shown).is_sorted(), "{shown}");
    // By win rate: those nearest to one half first, which three rivals have exactly.
    press(&mut app, KeyCode::Char('s'));
    let shown = text(&draw(&mut app, (120, 60)));
    assert!(shown.contains("Individuals by rate"), "{shown}");
    let distance = |id: u64| {
        let individuals = snapshot().individuals;
        let dot = individuals.iter().find(|dot| dot.id == id).unwrap();
        dot.win_rate.map_or(1.0, |rate| (rate - 0.5).abs())
    };
    let order: Vec<f64> = ids(&shown).into_iter().map(distance).collect();
    assert!(order.is_sorted(), "{order:?}\n{shown}");
    // Four more, then each of the three weights, then the rivals again.
    for heading in [
        "games",
        "fitness",
        "nearest",
        "mobility",
        "frontier",
        "stability",
    ] {
        press(&mut app, KeyCode::Char('s'));
        let shown = text(&draw(&mut app, (120, 60)));
        assert!(
            shown.contains(&format!("Individuals by {heading}")),
            "{shown}"
        );
    }
    press(&mut app, KeyCode::Char('s'));
    assert_eq!(app.table.sort, 0);
}

#[test]
fn every_projection_is_shown_where_there_is_room() {
    let mut app = plain();
    app.ground = Ground::Watch("run-1".to_owned());
    let names = [
        "mobility × frontier",
        "mobility × stability",
        "frontier × stability",
    ];
    let wide = text(&draw(&mut app, (200, 60)));
    let narrow = text(&draw(&mut app, (80, 24)));
    for name in names {
        assert!(wide.contains(name), "{name} in\n{wide}");
    }
    assert_eq!(
        names.iter().filter(|name| narrow.contains(**name)).count(),
        1,
        "{narrow}"
    );
    assert!(wide.contains("run-1") && wide.contains("Individuals") && wide.contains("Fitness"));
}

#[test]
fn a_screen_without_a_person_has_no_cursor_and_plays_nothing() {
    let mut app = app(GlyphChoice::Ascii, ColorChoice::Never);
    app.ground = Ground::Watch(String::new());
    let shown = text(&draw(&mut app, (120, 40)));
    assert!(!shown.contains('[') && !shown.contains("level:"), "{shown}");
    for code in [KeyCode::Enter, KeyCode::Char('f'), KeyCode::Char('u')] {
        let outcome = press(&mut app, code);
        assert!(
            outcome.effects.is_empty() && app.dialogs.is_empty(),
            "{code:?}"
        );
    }
    app.ground = Ground::Game(String::new());
    assert_eq!(
        press(&mut app, KeyCode::Left).effects,
        [Effect::Playback(Action::Go(
            koteki::tui::keys::Direction::Left
        ))]
    );
}

#[test]
fn certain_is_told_from_perhaps() {
    let mut dot: Dot = snapshot().individuals[1].clone();
    (dot.games, dot.win_rate) = (100, Some(0.5));
    for (interval, expected) in [
        ((0.40, 0.60), Standing::Sure),
        ((0.39, 0.58), Standing::Level),
        ((0.51, 0.59), Standing::Sure),
        ((0.51, 0.65), Standing::Above),
        ((0.30, 0.49), Standing::Below),
    ] {
        dot.interval = interval;
        assert_eq!(Standing::of(&dot), expected, "{interval:?}");
    }
    let mut app = app(GlyphChoice::Unicode, ColorChoice::Never);
    let mut snapshot = snapshot();
    snapshot.individuals.truncate(1);
    snapshot.individuals[0].clone_from(&dot);
    snapshot.individuals[0].interval = (0.45, 0.55);
    app.breeding = Some(Arc::new(snapshot));
    let shown = text(&draw(&mut app, (120, 40)));
    // Once in the legend, once in the field.
    assert_eq!(shown.matches('◆').count(), 2, "{shown}");
}

#[test]
fn the_matrix_of_differences_stands_beneath_the_table() {
    let mut app = plain();
    app.ground = Ground::Watch(String::new());
    let mut snapshot = snapshot();
    let difference = |a, b, rate| Difference {
        a,
        b,
        mismatch: Rate {
            rate,
            low: rate - 0.05,
            high: rate + 0.05,
        },
    };
    snapshot.differences = [
        difference(0, 0, 0.06),
        difference(1, 1, 0.06),
        difference(0, 1, 0.52),
    ]
    .into();
    app.breeding = Some(Arc::new(snapshot));
    let shown = text(&draw(&mut app, (200, 60)));
    // Both ways round, and the floors on the diagonal.
    assert_eq!(shown.matches("0.52 (0.47–0.57)").count(), 2, "{shown}");
    assert_eq!(shown.matches("0.06 by itself").count(), 2, "{shown}");
}

#[test]
fn who_is_chosen_is_described_where_there_is_room() {
    let said = "11 is Quinara: takes few discs early";
    let more = format!("{said}; goes for edges; likes diagonals");
    let shown = |app: &mut App, size| {
        let shown = text(&draw(app, size));
        (shown.matches(said).count(), shown)
    };
    for ground in [Ground::Watch(String::new()), Ground::Run(String::new())] {
        for size in SIZES {
            let mut app = plain();
            app.ground = ground.clone();
            app.focus = Pane::Population;
            app.said = Some((11, more.clone()));
            assert_eq!(shown(&mut app, size).0, 0, "nobody is chosen");
            app.table.chosen = Some(23);
            assert_eq!(shown(&mut app, size).0, 0, "somebody else is");
            app.table.chosen = Some(11);
            let (count, screen) = shown(&mut app, size);
            assert_eq!(count, 1, "{screen}");
            // The table still has its line.
            assert!(screen.contains("A ◆     11"), "{screen}");
        }
    }
    // Beside a game, enlarged and not.
    for (zoom, size) in [(true, SIZES[0]), (true, SIZES[1]), (false, SIZES[1])] {
        let mut app = plain();
        (app.focus, app.zoom) = (Pane::Population, zoom);
        app.said = Some((11, more.clone()));
        app.table.chosen = Some(11);
        let (count, screen) = shown(&mut app, size);
        assert_eq!(count, 1, "{screen}");
    }
}

#[test]
fn a_run_that_is_played_back_says_that_it_has_no_board() {
    let mut app = plain();
    app.ground = Ground::Run(String::new());
    app.focus = Pane::Population;
    draw(&mut app, SIZES[0]);
    press(&mut app, KeyCode::Char('1'));
    let shown = text(&draw(&mut app, SIZES[0]));
    assert!(
        shown.contains("keeps no games (koteki watch shows them live)"),
        "{shown}"
    );
    for key in [KeyCode::Tab, KeyCode::BackTab] {
        for _ in 0..4 {
            press(&mut app, key);
            assert_ne!(app.focus, Pane::Board);
        }
    }
}

#[test]
fn keys_that_a_replayed_game_does_not_have_are_not_named() {
    let mut app = plain();
    app.ground = Ground::Game(String::new());
    let shown = text(&draw(&mut app, (200, 60)));
    let hints = shown.lines().last().unwrap();
    assert!(
        hints.contains("Space play") && hints.contains("q quit"),
        "{hints}"
    );
    assert!(
        !hints.contains("sort") && !hints.contains("axes"),
        "{hints}"
    );
    // Tab goes to the values and back, and to nothing that is not there.
    for pane in [Pane::Trace, Pane::Board] {
        press(&mut app, KeyCode::Tab);
        assert_eq!(app.focus, pane);
    }
    app.game.trace.points.clear();
    press(&mut app, KeyCode::Tab);
    assert_eq!(app.focus, Pane::Board);
    assert!(text(&draw(&mut app, (80, 24))).contains("no values"));
    app.notice = None;
    // A run has a population.
    app.ground = Ground::Run(String::new());
    let shown = text(&draw(&mut app, (200, 60)));
    assert!(shown.contains("s sort  x axes"), "{shown}");
}

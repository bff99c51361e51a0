//! Individuals on the screen: the table, the projections, the game against one of them.

use std::sync::Arc;

use koteki_rivals::evolve::run::Difference;
use koteki_rivals::evolve::snapshot::{Dot, Phase, Role};
use koteki_rivals::evolve::style::Rate;
use koteki_tui::color::ColorChoice;
use koteki_tui::glyphs::GlyphChoice;
use koteki_tui::keys::{Action, Direction, KeyStyle, Keymap};
use koteki_tui::panes::game::Pane;
use koteki_tui::panes::population::{PopulationView, Standing};
use koteki_tui::viewer::Viewed;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::widgets::Widget as _;

use super::scene::{SIZES, Scene, app, draw, plain, press_viewer, snapshot, text};

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
    (app.focus, app.zoom) = (Pane::Population, true);
    let sort = |app: &mut Scene| app.table.sort_next(Some(&snapshot()));
    let shown = text(&draw(&mut app, (120, 60)));
    assert_eq!(ids(&shown)[..3], [11, 23, 31], "{shown}");
    sort(&mut app);
    let shown = text(&draw(&mut app, (120, 60)));
    assert!(shown.contains("Individuals by id"), "{shown}");
    assert!(ids(&shown).is_sorted(), "{shown}");
    // By win rate: those nearest to one half first, which three rivals have exactly.
    sort(&mut app);
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
        sort(&mut app);
        let shown = text(&draw(&mut app, (120, 60)));
        assert!(
            shown.contains(&format!("Individuals by {heading}")),
            "{shown}"
        );
    }
    sort(&mut app);
    assert_eq!(app.table.sort, 0);
}

/// Once it is tested an individual has figures of two kinds: those of the breeding that chose it flatter it.
#[test]
fn figures_of_the_test_are_told_from_those_of_the_breeding() {
    for (phase, is_said) in [
        (Phase::Breeding, false),
        (Phase::Retesting, true),
        (Phase::Resting, true),
    ] {
        for size in SIZES {
            let mut app = plain();
            let mut snapshot = snapshot();
            snapshot.phase = phase;
            app.breeding = Some(Arc::new(snapshot));
            let mut app = app.viewed(Viewed::Run);
            draw(&mut app, size);
            press_viewer(&mut app, KeyCode::Char('2'));
            let shown = text(&draw(&mut app, size));
            let figures = if shown.contains("nearest fitness") {
                "Individuals (games, rate: test; fitness: breeding) "
            } else {
                "Individuals (games, rate: test) "
            };
            assert_eq!(shown.contains(figures), is_said, "{phase:?}: {shown}");
        }
    }
}

/// However narrow, no word of the legend is cut; and every word on the panes is explained.
#[test]
fn the_legend_is_whole_and_explained() {
    let entries = [
        "level", "perhaps", "strong", "weak", "new", "rivals", "elite", "parent", "child",
    ];
    for width in 30..100 {
        let mut buffer = Buffer::empty(Rect::new(0, 0, width, 20));
        let scene = plain();
        let snapshot = snapshot();
        PopulationView {
            snapshot: Some(&snapshot),
            axes: 0,
            chosen: None,
            said: None,
            theme: &scene.theme,
            focused: false,
        }
        .render(buffer.area, &mut buffer);
        let shown = text(&buffer);
        for entry in entries {
            assert!(
                shown.contains(&format!(" {entry} ")) || shown.contains(&format!(" {entry}│")),
                "{entry} at {width}: {shown}"
            );
        }
    }
    let terms: [(char, &[&str]); 3] = [
        (
            '2',
            &["games", "rate", "95 %", "fitness", "nearest", "mismatch"],
        ),
        (
            '3',
            &[
                "level", "perhaps", "strong", "weak", "new", "A B C", "elite", "parent", "child",
                "target D",
            ],
        ),
        (
            '4',
            &[
                "f_wr",
                "win rate",
                "f_sim",
                "spread",
                "best",
                "0.4-0.6",
                "middle half",
            ],
        ),
    ];
    for viewed in [Viewed::Live, Viewed::Run] {
        for (pane, terms) in terms {
            let mut app = plain().viewed(viewed);
            draw(&mut app, (200, 60));
            press_viewer(&mut app, KeyCode::Char(pane));
            press_viewer(&mut app, KeyCode::Char('?'));
            let shown = text(&draw(&mut app, (200, 60)));
            // A line that begins with the term, behind the frame of the help.
            let said: Vec<&str> = shown.lines().flat_map(|it| it.split("┃   ")).collect();
            for term in terms {
                let is_said = said.iter().any(|it| {
                    let head = it.split("   ").next().unwrap_or_default();
                    head.contains(term)
                });
                assert!(is_said, "{term}: {shown}");
            }
        }
    }
}

/// The letters of rivals are underlined, and nothing where there is none.
#[test]
fn no_blank_is_underlined() {
    let mut app = plain().viewed(Viewed::Live);
    let shown = draw(&mut app, (200, 60));
    let lines = shown.content().iter();
    let blank = lines.filter(|it| it.symbol() == " " && it.modifier.contains(Modifier::UNDERLINED));
    assert!(blank.count() <= 2, "but between A B C of the legend");
}

#[test]
fn every_projection_is_shown_where_there_is_room() {
    let mut app = plain().viewed(Viewed::Live);
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
    let fresh = || app(GlyphChoice::Ascii, ColorChoice::Never);
    let mut app = fresh().viewed(Viewed::Live);
    let shown = text(&draw(&mut app, (120, 40)));
    assert!(!shown.contains('[') && !shown.contains("level:"), "{shown}");
    for code in [KeyCode::Enter, KeyCode::Char('f'), KeyCode::Char('u')] {
        assert_eq!(press_viewer(&mut app, code), None, "{code:?}");
    }
    let mut app = fresh().viewed(Viewed::Game);
    assert_eq!(
        press_viewer(&mut app, KeyCode::Left),
        Some(Action::Go(Direction::Left))
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
    let mut app = plain();
    app.breeding = Some(Arc::new(snapshot));
    let shown = text(&draw(&mut app.viewed(Viewed::Live), (200, 60)));
    // Both ways round, and the floors on the diagonal.
    assert_eq!(shown.matches("0.52 (0.47–0.57)").count(), 2, "{shown}");
    assert_eq!(shown.matches("0.06 by itself").count(), 2, "{shown}");
}

#[test]
fn who_is_chosen_is_described_where_there_is_room() {
    let said = "11 is Quinara: takes few discs early";
    let more = format!("{said}; goes for edges; likes diagonals");
    for viewed in [Viewed::Live, Viewed::Run] {
        for size in SIZES {
            for (chosen, count) in [(None, 0), (Some(23), 0), (Some(11), 1)] {
                let mut app = plain();
                app.said = Some((11, more.clone()));
                app.table.chosen = chosen;
                let shown = text(&draw(&mut app.viewed(viewed), size));
                assert_eq!(shown.matches(said).count(), count, "{chosen:?}: {shown}");
                // The table still has its line.
                assert!(shown.contains("A ◆     11"), "{shown}");
            }
        }
    }
    // Beside a game, enlarged and not.
    for (zoom, size) in [(true, SIZES[0]), (true, SIZES[1]), (false, SIZES[1])] {
        let mut app = plain();
        (app.focus, app.zoom) = (Pane::Population, zoom);
        app.said = Some((11, more.clone()));
        app.table.chosen = Some(11);
        let shown = text(&draw(&mut app, size));
        assert_eq!(shown.matches(said).count(), 1, "{shown}");
    }
}

#[test]
fn a_run_that_is_played_back_says_that_it_has_no_board() {
    let mut app = plain().viewed(Viewed::Run);
    draw(&mut app, SIZES[0]);
    press_viewer(&mut app, KeyCode::Char('1'));
    let shown = text(&draw(&mut app, SIZES[0]));
    assert!(
        shown.contains("keeps no games (koteki watch shows them live)"),
        "{shown}"
    );
    for key in [KeyCode::Tab, KeyCode::BackTab] {
        for _ in 0..4 {
            press_viewer(&mut app, key);
            let shown = text(&draw(&mut app, SIZES[0]));
            assert!(!shown.contains("a b c d e f g h"), "{shown}");
        }
    }
}

#[test]
fn keys_that_a_replayed_game_does_not_have_are_not_named() {
    let mut app = plain().viewed(Viewed::Game);
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
    let enlarged = |app: &mut _| {
        press_viewer(app, KeyCode::Char('z'));
        let shown = text(&draw(app, (80, 24)));
        press_viewer(app, KeyCode::Char('z'));
        ["Board", "Evaluation"].map(|pane| shown.contains(pane))
    };
    for panes in [[false, true], [true, false]] {
        press_viewer(&mut app, KeyCode::Tab);
        assert_eq!(enlarged(&mut app), panes);
    }
    let mut app = plain().viewed_with(Viewed::Game, |viewer, _| viewer.game.trace.points.clear());
    press_viewer(&mut app, KeyCode::Tab);
    assert!(text(&draw(&mut app, (80, 24))).contains("no values"));
    assert_eq!(enlarged(&mut app), [true, false]);
    // Nor are those of a run that is played back whose record has neither board nor other games.
    for (reel, is_named) in [(Viewed::Run, false), (Viewed::Game, true)] {
        let keys = Keymap::of(plain().viewed(reel).layer(), KeyStyle::Plain).bindings();
        let named = keys.iter().any(|it| it.words.0.contains("game"));
        assert_eq!(named, is_named, "{reel:?}");
    }
    // A run has a population.
    let mut app = plain().viewed(Viewed::Run);
    let shown = text(&draw(&mut app, (200, 60)));
    assert!(shown.contains("s sort  x axes"), "{shown}");
}

/// Four plots with the axes, units and names of the figure that is exported, and a cursor that says the values.
#[test]
fn enlarged_the_curves_are_the_four_plots_of_the_figure() {
    let mut app = plain().viewed(Viewed::Live);
    press_viewer(&mut app, KeyCode::Char('4'));
    press_viewer(&mut app, KeyCode::Char('z'));
    for size in [(120, 40), (80, 24)] {
        let shown = text(&draw(&mut app, size));
        for label in [
            "f_wr (1 = exactly level)",
            "win rate (wins + draws/2, over games)",
            "mean f_sim (lower = less alike)",
            "mean distance in log10 weights",
            "b best  m mean",
            "0.4-0.6",
        ] {
            assert!(
                shown.contains(label) || label.len() > 35,
                "{label}: {shown}"
            );
        }
        // 0 to 1 in fifths, twice; cycles 0 to 29.
        for tick in ["0.8│", "0.2│", " 10 ", " 20 "] {
            assert!(shown.matches(tick).count() >= 2, "{tick}: {shown}");
        }
        assert!(shown.contains("cycle 29: "), "{shown}");
    }
    let values = |cycle: f64| {
        let t = cycle / 30.0;
        let win_rate = 0.5 + 0.3 * (-2.0 * t).exp() * (14.0 * t).cos();
        format!(
            "cycle {cycle:.0}: f_wr {:.2} (best {:.2}), win rate {win_rate:.2} (0.35–0.70), f_sim {:.2}, spread {:.2}",
            0.8 - 0.6 * (-3.0 * t).exp(),
            1.0 - 0.5 * (-4.0 * t).exp(),
            0.3 + 0.1 * (9.0 * t).sin(),
            1.6 - t,
        )
    };
    for (key, cycle) in [
        (KeyCode::Left, 28.0),
        (KeyCode::Left, 27.0),
        (KeyCode::Right, 28.0),
        (KeyCode::Right, 29.0),
        (KeyCode::Right, 29.0),
    ] {
        press_viewer(&mut app, key);
        let shown = text(&draw(&mut app, (120, 40)));
        assert!(shown.contains(&values(cycle)), "{cycle}: {shown}");
    }
    // Stretched twice, the last eight of thirty cycles are drawn and never fewer; going left they follow.
    let first_tick = |app: &mut _, key: KeyCode, times: usize| {
        for _ in 0..times {
            press_viewer(app, key);
        }
        let shown = text(&draw(app, (120, 40)));
        let row = shown.lines().find(|row| row.contains(" cycle ")).unwrap();
        let numbers = row.split_whitespace().filter_map(|it| it.parse().ok());
        let numbers: Vec<u32> = numbers.collect();
        (numbers[0], values_said(&shown))
    };
    let last = values_said(&text(&draw(&mut app, (120, 40))));
    assert_eq!(first_tick(&mut app, KeyCode::Char('+'), 1), (15, last));
    assert_eq!(first_tick(&mut app, KeyCode::Char('='), 3), (22, last));
    assert_eq!(first_tick(&mut app, KeyCode::Left, 20), (6, 9));
    assert_eq!(first_tick(&mut app, KeyCode::Left, 9), (0, 0));
    assert_eq!(first_tick(&mut app, KeyCode::Char('-'), 3), (0, 0));
    assert!(text(&draw(&mut app, (120, 40))).contains(" 20 "));
}

/// The cycle whose values stand in the frame of the curves.
fn values_said(shown: &str) -> u32 {
    let said = shown.split("cycle ").skip(1);
    let mut cycles = said.filter_map(|it| it.split_once(": f_wr")?.0.parse().ok());
    cycles.next().unwrap()
}

/// However low the pane, every individual can be come to, and the frame says which of how many are seen.
#[test]
fn the_whole_table_is_gone_through() {
    let mut app = plain().viewed(Viewed::Live);
    press_viewer(&mut app, KeyCode::Char('2'));
    let count = snapshot()
        .individuals
        .iter()
        .filter(|dot| dot.role != Role::Child)
        .count();
    let whole = |last: usize| format!("–{last} of {count} ");
    let first = text(&draw(&mut app, (80, 24)));
    let rows = (1..count).find(|&rows| first.contains(&format!("1{}", whole(rows))));
    let rows = rows.unwrap_or_else(|| panic!("{first}"));
    assert!(rows < count);
    press_viewer(&mut app, KeyCode::End);
    let shown = text(&draw(&mut app, (80, 24)));
    assert!(shown.contains(&whole(count)), "{shown}");
    press_viewer(&mut app, KeyCode::PageUp);
    press_viewer(&mut app, KeyCode::PageUp);
    let shown = text(&draw(&mut app, (80, 24)));
    assert!(shown.contains(&whole(count - 20)), "{shown}");
    press_viewer(&mut app, KeyCode::Home);
    assert_eq!(ids(&text(&draw(&mut app, (80, 24)))), ids(&first));
}

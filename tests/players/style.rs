//! Features of style, and what can be seen of them: hand-counted positions and games, portraits of
//! made-up extremes from real games, names.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::Path;

use koteki::config::Config;
use koteki_engine::eval::DECIDED;
use koteki_engine::eval::othello::{COUNT, FEATURES, Weights, extract};
use koteki_engine::search::budget::Cancel;
use koteki_games::othello::{Move, Position, Square};
use koteki_games::random::{Random, Rng as _, SeedableRng as _};
use koteki_games::{Game as _, GameLine, Side};
use koteki_rivals::evolve;
use koteki_rivals::measure::behaviour::{AXES, Portrait, Reference, Vector, of_game};
use koteki_rivals::measure::contest::random_opening;
use koteki_rivals::roster::PlayerSpec;
use koteki_rivals::roster::kit::Kit as _;
use koteki_rivals::roster::portrait::words;
use koteki_rivals::roster::portrait::{self, name_of, portrait, reference};
use proptest::prelude::*;

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

fn squares(names: &str) -> u64 {
    names
        .split_whitespace()
        .map(|name| square(name).bit())
        .sum()
}

fn feature(name: &str) -> usize {
    FEATURES.iter().position(|it| it.name == name).unwrap()
}

fn axis(name: &str) -> usize {
    AXES.iter().position(|it| it.name == name).unwrap()
}

#[test]
fn style_counted_by_hand() {
    let position =
        Position::new(squares("a1 a2 b1 c3"), squares("d3 e4 g7 h7"), Side::Black).unwrap();
    // Edges: a2, b1 against h7. Corners: a1. Danger: nothing beside a1, which is taken, against g7 and h7.
    // Centre: c3 against d3, e4. Pairs: a1–a2 and a1–b1 straight, a2–b1 diagonal; d3–e4 diagonal, g7–h7
    // straight.
    let expected = [
        ("edges", 1),
        ("corners", 1),
        ("danger", -2),
        ("centre", -1),
        ("diagonals", -1),
    ];
    for (name, count) in expected {
        assert_eq!(
            extract(&position, Side::Black)[feature(name)],
            count,
            "{name}"
        );
        assert_eq!(
            extract(&position, Side::White)[feature(name)],
            -count,
            "{name}"
        );
    }
}

#[test]
fn each_square_has_its_region() {
    let count = |name: &str, on: &str| {
        let position = Position::new(squares(on), 0, Side::Black).unwrap();
        extract(&position, Side::Black)[feature(name)]
    };
    for (on, [edges, corners, danger, centre]) in [
        ("a1", [0, 1, 0, 0]),
        ("h8", [0, 1, 0, 0]),
        ("b1", [1, 0, 1, 0]),
        ("h2", [1, 0, 1, 0]),
        ("b2", [0, 0, 1, 0]),
        ("g7", [0, 0, 1, 0]),
        ("a3", [1, 0, 0, 0]),
        ("e8", [1, 0, 0, 0]),
        ("b3", [0, 0, 0, 0]),
        ("g4", [0, 0, 0, 0]),
        ("c3", [0, 0, 0, 1]),
        ("f6", [0, 0, 0, 1]),
    ] {
        let found = ["edges", "corners", "danger", "centre"].map(|name| count(name, on));
        assert_eq!(found, [edges, corners, danger, centre], "{on}");
    }
    // A whole rank, a whole diagonal.
    assert_eq!(count("diagonals", "a4 b4 c4 d4 e4 f4 g4 h4"), -7);
    assert_eq!(count("diagonals", "a1 b2 c3 d4 e5 f6 g7 h8"), 7);
    assert_eq!(count("diagonals", "h1 g2 f3"), 2);
    // Nothing goes round the rim.
    assert_eq!(count("diagonals", "h3 a4 a5"), -1);
}

/// Random games give the positions that games give.
fn played(seed: u64, plies: u32) -> Position {
    *random_opening::<Position>(plies, seed).position()
}

/// Boards full and nearly so, in blocks and stripes too: where features are largest.
fn crowded(seed: u64) -> Position {
    let mut random = Random::seed_from_u64(seed);
    let stripes = [
        0xff00_ff00_ff00_ff00,
        0xaa55_aa55_aa55_aa55,
        u64::MAX,
        0xffff_ffff_0000_0000,
        random.next_u64(),
    ];
    let black = stripes[random.below(stripes.len())];
    let hole: u64 = (0..1 + random.below(3))
        .map(|_| 1 << random.below(64))
        .fold(0, |a, b: u64| a | b);
    let white = if random.below(2) == 0 { !black } else { 0 };
    Position::new(black & !hole, white & !hole, Side::Black).unwrap()
}

proptest! {
    #[test]
    fn no_weights_reach_the_value_of_a_won_game(seed: u64, plies in 0..60_u32) {
        for position in [played(seed, plies), crowded(seed)] {
            // The worst weights have the sign of each feature.
            let worst: i64 = extract(&position, Side::Black)
                .iter()
                .map(|&count| i64::from(count.abs()) * i64::from(Weights::MAX))
                .sum();
            prop_assert!(worst < i64::from(DECIDED), "{worst}");
        }
    }

    #[test]
    fn behaviour_equals_a_walk_over_the_board(seed: u64) {
        let mut random = Random::seed_from_u64(seed);
        let mut line = GameLine::<Position>::default();
        let mut moves = Vec::new();
        let [mut diagonal, mut straight, mut corners, mut danger] = [0.0; 4];
        while line.position().outcome().is_none() {
            line.position().legal_moves(&mut moves);
            let mv = *random.choose(&moves).unwrap();
            let before = *line.position();
            line.play(mv).unwrap();
            let Move::Place(at) = mv else { continue };
            if before.side_to_move() != Side::Black {
                continue;
            }
            let (x, y) = (i32::from(at.column()), i32::from(at.row()));
            if [0, 7].contains(&x) && [0, 7].contains(&y) {
                corners += 1.0;
            }
            for (cx, cy) in [(0, 0), (0, 7), (7, 0), (7, 7)] {
                let corner = Square::at(cx, cy).unwrap();
                let near = (x - i32::from(cx)).abs() <= 1 && (y - i32::from(cy)).abs() <= 1;
                if near && at != corner && before.disc(corner).is_none() {
                    danger += 1.0;
                }
            }
            if line.ply() > 40 {
                continue;
            }
            for index in 0..64 {
                let other = Square::from_index(index).unwrap();
                let turned = before.disc(other) == Some(Side::White)
                    && line.position().disc(other) == Some(Side::Black);
                if turned && (i32::from(other.column()) == x || i32::from(other.row()) == y) {
                    straight += 1.0;
                } else if turned {
                    diagonal += 1.0;
                }
            }
        }
        let found = of_game(&line, Side::Black);
        prop_assert!((found[axis("diagonals")] - 100.0 * diagonal / (diagonal + straight)).abs() < 1e-9);
        prop_assert!((found[axis("corners")] - corners).abs() < 1e-9);
        prop_assert!((found[axis("danger")] - danger).abs() < 1e-9);
    }
}

#[test]
fn two_moves_counted_by_hand() {
    let mut line = GameLine::<Position>::default();
    for name in ["f5", "f6"] {
        line.play(Move::Place(square(name))).unwrap();
    }
    // f5 turns e5 along the row: four of five discs, five empty squares around e5, three answers. f6 turns
    // it back along the diagonal: three of six, four empty squares, answers d3, c4, e6, f7.
    for (side, expected) in [
        (
            Side::Black,
            [80.0, 0.0, 1.0, 0.0, 0.0, 0.0, 100.0, 0.0, 3.0, 5.0],
        ),
        (
            Side::White,
            [50.0, 0.0, 1.0, 0.0, 0.0, 0.0, 100.0, 100.0, 4.0, 4.0],
        ),
    ] {
        assert_eq!(of_game(&line, side), expected, "{side}");
    }
    // What is drawn at random is nobody's.
    line.end_opening();
    assert_eq!(of_game(&line, Side::White), [0.0; AXES.len()]);
}

fn of(settings: &str) -> Portrait {
    let spec = format!(
        "individual:frontier=200,mobility=200,stability=1000,depth=4,exhaustive=6{settings}"
    );
    portrait(&spec.parse().unwrap(), 20, 1, 0, &Cancel::new()).unwrap()
}

#[test]
fn extremes_are_seen() {
    for (settings, axis_name, more, word) in [
        (",edges=30000", "edges", true, "goes for edges"),
        (",edges=-30000", "edges", false, "keeps away from edges"),
        (",discs=30000", "discs_early", true, "takes many discs"),
        (",discs=-30000", "discs_early", false, "takes few discs"),
        (
            ",danger=30000",
            "danger",
            true,
            "dares squares beside corners",
        ),
        (
            ",danger=-30000",
            "danger",
            false,
            "shuns squares beside corners",
        ),
        (",diagonals=30000", "diagonals", true, "likes diagonals"),
        (
            ",diagonals=-30000",
            "diagonals",
            false,
            "likes straight lines",
        ),
    ] {
        let portrait = of(settings);
        let telling = portrait.telling();
        assert!(
            telling.contains(&(axis(axis_name), more)),
            "{settings}: {:?}",
            portrait.features
        );
        let said = words(&telling).unwrap();
        assert!(said.contains(word), "{settings}: {said}");
    }
}

#[test]
fn opposite_tastes_are_farther_apart_than_a_taste_from_itself() {
    let [likes, dislikes] = [",edges=30000", ",edges=-30000"].map(of);
    let spec: PlayerSpec =
        "individual:frontier=200,mobility=200,stability=1000,depth=4,exhaustive=6,edges=30000"
            .parse()
            .unwrap();
    let again = portrait(&spec, 20, 2, 0, &Cancel::new()).unwrap();
    assert!(likes.distance(&dislikes) > 2.0 * likes.distance(&again));
    assert!((likes.distance(&likes)).abs() < 1e-12);
}

#[test]
fn nothing_is_said_when_nothing_strikes_the_eye() {
    let reference = Reference::measured();
    let mut random = Random::seed_from_u64(4);
    // Games whose averages are the reference's.
    let games: Vec<Vector> = (0..20)
        .map(|game| {
            let shift = if game % 4 < 2 { 0.3 } else { -0.3 } + 0.001 * random.unit();
            std::array::from_fn(|index| {
                reference.axis[index].mean + shift * reference.axis[index].sd
            })
        })
        .collect();
    assert_eq!(words(&Portrait::of(&games, reference).telling()), None);
    // A large difference that is not certain is none.
    let games: Vec<Vector> = (0..4)
        .map(|game| {
            let shift = if game < 2 { 40.0 } else { -30.0 };
            std::array::from_fn(|index| {
                reference.axis[index].mean + shift * reference.axis[index].sd
            })
        })
        .collect();
    assert_eq!(words(&Portrait::of(&games, reference).telling()), None);
}

#[test]
fn a_portrait_is_the_same_for_any_number_of_threads() {
    let spec = "individual:frontier=20,mobility=90,stability=300,edges=-200,depth=2"
        .parse()
        .unwrap();
    let [one, four] = [1, 4].map(|jobs| portrait(&spec, 10, 7, jobs, &Cancel::new()).unwrap());
    assert_eq!(one, four);
    assert_eq!(one.games, 10);
    let other = portrait(&spec, 10, 8, 0, &Cancel::new()).unwrap();
    assert_ne!(one, other);
}

#[test]
fn the_reference_is_what_the_program_still_measures() {
    let kept = Reference::measured();
    assert_eq!(kept.opponent, portrait::OPPONENT);
    assert_eq!(kept.axis.len(), AXES.len());
    let fresh = reference(16, kept.games, kept.seed + 1, 0, &Cancel::new()).unwrap();
    for ((kept, fresh), axis) in kept.axis.iter().zip(&fresh.axis).zip(AXES) {
        assert_eq!(kept.name, axis.name);
        // Sixteen other individuals: within four standard errors of their mean.
        let reach = 4.0 * kept.sd * (1.0_f64 / 16.0 + 1.0 / 60.0).sqrt();
        assert!((kept.mean - fresh.mean).abs() < reach, "{kept:?} {fresh:?}");
        assert!(
            (0.4..2.5).contains(&(fresh.sd / kept.sd)),
            "{kept:?} {fresh:?}"
        );
    }
}

#[test]
fn a_name_belongs_to_its_weights() {
    let mut random = Random::seed_from_u64(9);
    let mut names = std::collections::BTreeSet::new();
    for _ in 0..300 {
        let weights =
            Weights::from_array([0; COUNT].map(|_| i32::try_from(random.below(2000)).unwrap()));
        let name = name_of(&weights.to_array());
        assert_eq!(name_of(&weights.to_array()), name);
        assert!(
            name.len() <= 8 && name.chars().all(char::is_alphabetic),
            "{name}"
        );
        names.insert(name);
    }
    // 300 of 1024 names drawn at random: 260 different ones are expected.
    assert!((230..=285).contains(&names.len()), "{}", names.len());
}

/// All 1024 but seven, each as it was; read by a native speaker.
#[test]
fn no_name_is_read_with_a_smirk() {
    let names: std::collections::BTreeSet<String> =
        (0..20_000).map(|weight| name_of(&[weight])).collect();
    assert_eq!(names.len(), 1024 - 7);
    let left_out = ["Danus", "Falus", "Fenis", "Isis", "Renis", "Wenis", "Wenus"];
    assert!(left_out.iter().all(|it| !names.contains(*it)));
}

#[test]
fn names_of_players_hold_style_only_where_it_counts() {
    let plain: PlayerSpec = "individual:frontier=1,mobility=2,stability=3"
        .parse()
        .unwrap();
    assert!(!format!("{plain:#}").contains("edges"));
    let text = "individual:frontier=1,mobility=2,stability=3,edges=-400,diagonals=250";
    let styled: PlayerSpec = text.parse().unwrap();
    assert_eq!(styled.to_string(), text);
    assert_eq!(format!("{styled:#}").parse::<PlayerSpec>().unwrap(), styled);
}

#[test]
fn the_file_of_styles_says_what_it_breeds() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("config/styles.toml");
    let text = std::fs::read_to_string(path).unwrap();
    let mut before = "";
    for line in text.lines() {
        let explains = before.starts_with('#') && before.len() > 2;
        assert!(
            line.is_empty() || line.starts_with('#') || explains,
            "no comment above: {line}"
        );
        before = line;
    }
    let config = Config::default()
        .overlaid(Path::new("styles.toml"), &text)
        .unwrap();
    assert_eq!(config.validate(), Ok(()));
    // The thesis' genes, discs, and what shows of style; corners are strength, and of a
    // liking for the centre only side effects are seen.
    let bred: Vec<&str> = config.evolution.genes.keys().map(String::as_str).collect();
    assert_eq!(
        bred,
        [
            "danger",
            "diagonals",
            "discs",
            "edges",
            "frontier",
            "mobility",
            "stability"
        ]
    );
    assert_eq!(Position::features(&config.evolution).len(), COUNT);
    assert_eq!(Position::features(&evolve::Settings::ueda_ch6()).len(), 5);
}

/// Behind z it reads as z in per cent.
#[test]
fn the_unit_of_a_portrait_stands_beside_what_is_measured() {
    let row = koteki::commands::portrait::row("edges", "%", 27.5, None, 25.0, 0.11, false);
    assert!(
        row.starts_with("edges, % ") && row.ends_with(" +0.11"),
        "{row}"
    );
    let heading = "                     mean   95 % interval      usual      z";
    assert_eq!(
        row.find("27.50").unwrap() + 5,
        heading.find("mean").unwrap() + 4
    );
    assert_eq!(row.len(), heading.len());
}

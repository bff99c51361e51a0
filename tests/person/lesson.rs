//! The lesson says of its positions what is true.

#![allow(clippy::unwrap_used)]

use koteki_games::othello::notation::read_transcript;
use koteki_games::othello::{Move, Square};
use koteki_games::{Game as _, Side};
use koteki_tui::othello::lesson::facts;
use koteki_tui::othello::lesson::pages::{Facts, MoveFacts, PAGES, Page};

fn page(title: &str) -> &'static Page {
    PAGES
        .iter()
        .find(|page| page.title.starts_with(title))
        .unwrap()
}

/// Counted outside of this program, from the same moves: a few lines of Python with the rules as the
/// first two pages put them.
#[test]
fn figures_are_those_counted_by_hand() {
    let start = facts(page("A move"));
    assert_eq!((start.moves, start.discs), (4, [2, 2]));
    assert_eq!(facts(page("Discs")).discs, [4, 1]);
    let mobility = facts(page("Mobility"));
    assert_eq!(mobility.compared.map(|of| of.leaves), [1, 10]);
    let openness = facts(page("Openness"));
    let counted = |leaves, openness| MoveFacts { leaves, openness };
    assert_eq!(openness.compared, [counted(11, 1), counted(18, 20)]);
    let stable = facts(page("Stable"));
    assert_eq!((stable.stable, stable.discs), ([20, 0], [30, 17]));
}

/// What the pages say in words: g2 was White's only move, h1 is Black's then, and every marked move is legal
/// for the side that the text names.
#[test]
fn positions_are_what_the_text_says() {
    let before = read_transcript(page("Mobility").line).unwrap();
    let mut after = before.clone();
    after
        .play("g1".parse::<Square>().map(Move::Place).unwrap())
        .unwrap();
    let mut answers = Vec::new();
    after.position().legal_moves(&mut answers);
    let g2: Square = "g2".parse().unwrap();
    assert_eq!(answers, [Move::Place(g2)]);
    assert_eq!(
        page("Corners").line,
        format!("{}g1g2", page("Mobility").line)
    );
    for page in &PAGES {
        let line = read_transcript(page.line).unwrap();
        for name in page.moves.iter().filter(|name| !name.is_empty()) {
            let square: Square = name.parse().unwrap();
            assert!(line.position().is_legal(Move::Place(square)), "{name}");
            let text = (page.text)(&facts(page)).join(" ");
            assert!(text.contains(name), "{}: {name}", page.title);
            let side = ["Black is to move", "White is to move"].map(|said| text.contains(said));
            let mover = line.position().side_to_move();
            assert!(!side[mover.other().index()], "{}", page.title);
        }
    }
    let side = |title: &str| {
        read_transcript(page(title).line)
            .unwrap()
            .position()
            .side_to_move()
    };
    assert_eq!(side("Openness"), Side::White);
    assert_eq!(side("Corners"), Side::Black);
}

#[test]
fn one_is_not_many() {
    let of = |leaves| {
        let facts = Facts {
            compared: [
                MoveFacts {
                    leaves,
                    openness: 0,
                },
                MoveFacts::default(),
            ],
            ..Facts::default()
        };
        (page("Mobility").text)(&facts).join(" ")
    };
    assert!(of(1).contains("White has 1 move."));
    assert!(of(2).contains("White has 2 moves."));
}

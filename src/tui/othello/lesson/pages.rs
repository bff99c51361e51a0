//! A short lesson of Othello: the rules, and the three ideas that the evaluation is made of.
//!
//! The figures are not written here: they come from the positions, as [`Facts`].

use koteki_games::words::numbers::number;

/// What a move leads to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveFacts {
    /// Moves that the opponent then has.
    pub leaves: u32,
    /// The move's openness.
    pub openness: u32,
}

/// What there is to count in a page's position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Legal moves of the side to move.
    pub moves: u32,
    /// Of the two moves that the page speaks of.
    pub compared: [MoveFacts; 2],
    /// Discs that can never be turned again, Black's and White's.
    pub stable: [u32; 2],
    /// All discs, Black's and White's.
    pub discs: [u32; 2],
}

/// A page.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    /// Its title.
    pub title: &'static str,
    /// The moves that led to its position.
    pub line: &'static str,
    /// The game it is from; empty for none.
    pub source: &'static str,
    /// The move that is marked, and the one it is compared with; empty for none.
    pub moves: [&'static str; 2],
    /// Its paragraphs.
    pub text: fn(&Facts) -> Vec<String>,
}

/// From a game of the World Championship 2005, Stokke against Birgirsdottir; WTHOR 2005.
const WORLD_2005: &str = "World Championship 2005";

/// From a game of the World Championship 2003, Höhne against Haugland; WTHOR 2003.
const WORLD_2003: &str = "World Championship 2003";

fn count(count: u32, one: &str, many: &str) -> String {
    number(count.into(), one, many)
}

/// The pages, in order.
pub const PAGES: [Page; 8] = [
    Page {
        title: "A move",
        line: "",
        source: "",
        moves: ["f5", ""],
        text: |facts| {
            vec![
                format!(
                    "Black begins. A disc is placed so that it and another disc of the same colour have \
                     discs of the other colour between them, in a straight line or a diagonal, without a \
                     gap. Black has {} now: the marked squares.",
                    count(facts.moves, "such move", "such moves")
                ),
                "With f5, Black takes the white disc on e5 between f5 and d5.".to_owned(),
            ]
        },
    },
    Page {
        title: "Discs turn over",
        line: "f5",
        source: "",
        moves: ["d6", ""],
        text: |facts| {
            vec![
                "All discs caught in between turn over, in all eight directions at once: e5 is \
                 black now. Then White moves, to d6 for one."
                    .to_owned(),
                "A player without a move passes; no one else may. When neither can move, the game ends and \
                 most discs win."
                    .to_owned(),
                format!(
                    "That is all of the rules. Here it is {} to {}, and that means nothing yet: a disc \
                     can turn over many times.",
                    facts.discs[0], facts.discs[1]
                ),
            ]
        },
    },
    Page {
        title: "Mobility: leave few moves",
        line: "f5d6c3d3c4f4c5g6f3f2e3c2e2e6f6c6g4h3h5f1g5g3d2f7h6h4h2e1c1d1",
        source: WORLD_2005,
        moves: ["g1", "b6"],
        text: |facts| {
            let [good, bad] = facts.compared;
            vec![
                "A player with no good move left must play a bad one. So what counts for most of the game is \
                 not discs but moves: have many, leave few."
                    .to_owned(),
                format!(
                    "Black is to move. After b6 White would have {}. After g1, the move that was played, \
                     White has {}.",
                    count(bad.leaves, "move", "moves"),
                    count(good.leaves, "move", "moves")
                ),
            ]
        },
    },
    Page {
        title: "Openness: play inside",
        line: "f5d6c3d3c4f4c5b3c2b4e3e6c6g4f6b6g6",
        source: WORLD_2003,
        moves: ["g5", "h6"],
        text: |facts| {
            let [good, bad] = facts.compared;
            vec![
                "Discs beside empty squares give the opponent moves. The openness of a move adds \
                 up the empty squares around each disc it turns over, the square played included: the fewer, \
                 the better."
                    .to_owned(),
                format!(
                    "White is to move. h6 turns discs on the outside: openness {}, and Black would \
                     have {}. g5, which was played, turns discs inside: openness {}, and Black has {}.",
                    bad.openness,
                    count(bad.leaves, "move", "moves"),
                    good.openness,
                    count(good.leaves, "move", "moves"),
                ),
                "Koteki shows the openness of the move under the cursor when values may be seen."
                    .to_owned(),
            ]
        },
    },
    Page {
        title: "Corners",
        line: "f5d6c3d3c4f4c5g6f3f2e3c2e2e6f6c6g4h3h5f1g5g3d2f7h6h4h2e1c1d1g1g2",
        source: WORLD_2005,
        moves: ["h1", ""],
        text: |_| {
            vec![
                "A disc in a corner can never turn over: nothing can stand on its other side.".to_owned(),
                "So the squares beside a corner are dangerous, and the one on the diagonal, g2 here, most: \
                 White had no other move and has just played there. Black takes the corner h1."
                    .to_owned(),
            ]
        },
    },
    Page {
        title: "Stable discs",
        line: "f5d6c3d3c4f4c5g6f3f2e3c2e2e6f6c6g4h3h5f1g5g3d2f7h6h4h2e1c1d1g1g2h1h7g7d7c8h8e7g8f8e8d8",
        source: WORLD_2005,
        moves: ["", ""],
        text: |facts| {
            let [black, white] = facts.stable;
            vec![
                "What stands safely behind a corner is as safe as the corner: along full lines and the \
                 edge, discs become stable and are never turned again."
                    .to_owned(),
                format!(
                    "In this position {} of Black's {} discs are stable, and {} of White's {}. Early on \
                     discs come and go; stable discs are points.",
                    black, facts.discs[0], white, facts.discs[1]
                ),
            ]
        },
    },
    Page {
        title: "What koteki measures",
        line: "",
        source: "",
        moves: ["", ""],
        text: |_| {
            vec![
                "A tester, a program that looks ahead with these three ideas, values every move you could \
                 have played. What your move is worth less than the best one is its loss; the mean of your \
                 losses is D: the lower, the stronger."
                    .to_owned(),
                "Games without help are measured games. From them koteki knows how strong you are, how \
                 sure that is, and which opponent would be your equal."
                    .to_owned(),
            ]
        },
    },
    Page {
        title: "Rivals",
        line: "",
        source: "",
        moves: ["", ""],
        text: |_| {
            vec![
                "Behind the board a population of opponents is bred. They differ in how much they care for \
                 mobility, openness and stable discs; those that win and lose as often as your equal does, \
                 and play differently from one another, become your rivals A, B and C."
                    .to_owned(),
                "n begins a new game, t is a hint, ? explains every key.".to_owned(),
            ]
        },
    },
];

//! Why a placement gives away what it does: what is said is counted again on a plain board.

// Tests may unwrap; clippy does not know the helpers of one.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use koteki_engine::player::random::Random as RandomPlayer;
use koteki_engine::search::budget::Cancel;
use koteki_games::blokus::{Move, Position, Square};
use koteki_games::{Game as _, GameLine, Side};
use koteki_rivals::measure::contest::play_out;
use koteki_rivals::measure::loss::LossSheet;
use koteki_rivals::roster::blokus::eyes;
use koteki_rivals::roster::kit::person::PersonKit as _;

type Squares = BTreeSet<(i32, i32)>;

/// What a side has on the board, by column and row.
fn squares(position: &Position, side: Side) -> Squares {
    let own = Square::all().filter(|&it| position.owner(it) == Some(side));
    own.map(|it| (i32::from(it.column()), i32::from(it.row())))
        .collect()
}

fn around(of: &Squares, steps: [(i32, i32); 4]) -> Squares {
    let all = of
        .iter()
        .flat_map(|(x, y)| steps.map(|(dx, dy)| (x + dx, y + dy)));
    all.filter(|(x, y)| (0..14).contains(x) && (0..14).contains(y))
        .collect()
}

const EDGES: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const CORNERS: [(i32, i32); 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];

/// Free squares that touch the side's pieces at a corner and not along an edge; and those that do along an edge.
fn corners_and_dead(position: &Position, side: Side) -> [usize; 2] {
    let (own, other) = (squares(position, side), squares(position, side.other()));
    let is_free = |it: &&(i32, i32)| !own.contains(*it) && !other.contains(*it);
    let beside = around(&own, EDGES);
    let at_corners = around(&own, CORNERS);
    let corners = at_corners.iter().filter(is_free);
    [
        corners.filter(|it| !beside.contains(*it)).count(),
        beside.iter().filter(is_free).count(),
    ]
}

/// Free squares up to three steps from a corner that the side may cover, nothing of the other side's on the shortest
/// ways there: all of the rectangle between the two (Osaki et al. 2009, figure 3).
fn reach(position: &Position, side: Side) -> usize {
    let (own, other) = (squares(position, side), squares(position, side.other()));
    let beside = around(&own, EDGES);
    let is_free =
        |it: &(i32, i32)| !own.contains(it) && !other.contains(it) && !beside.contains(it);
    let at_corners = around(&own, CORNERS);
    let corners: Vec<&(i32, i32)> = at_corners.iter().filter(|it| is_free(it)).collect();
    let is_reached = |&(x, y): &(i32, i32)| {
        corners.iter().any(|&&(cx, cy)| {
            let (dx, dy) = ((x - cx).abs(), (y - cy).abs());
            let between =
                (cx.min(x)..=cx.max(x)).flat_map(|x| (cy.min(y)..=cy.max(y)).map(move |y| (x, y)));
            // Two steps along and two across are farther.
            (1..=3).contains(&(dx + dy)) && !between.into_iter().any(|it| other.contains(&it))
        })
    };
    let all = (0..14).flat_map(|x| (0..14).map(move |y| (x, y)));
    all.filter(is_free).filter(|it| is_reached(it)).count()
}

/// The two numbers of a reason that begins with `head` and has `middle` behind the first of them.
fn numbers(reason: &str, head: &str, middle: &str) -> Option<[usize; 2]> {
    let many = reason
        .replace("1 square ", "1 squares ")
        .replace("1 corner ", "1 corners ");
    let (count, rest) = many.strip_prefix(head)?.split_once(middle)?;
    Some([count.parse().ok()?, rest.parse().ok()?])
}

#[test]
fn reasons_say_what_lies_on_the_board() {
    let mut said = BTreeSet::new();
    for seed in 1..=20 {
        let start = GameLine::<Position>::default();
        let line = play_out(start, &RandomPlayer, &RandomPlayer, seed, &Cancel::new()).unwrap();
        let sheets = Side::BOTH
            .map(|side| LossSheet::of_line(&line, side, &eyes(), 1, &Cancel::new()).unwrap());
        for (ply, (position, mv)) in line.steps().enumerate() {
            let side = position.side_to_move();
            let other = side.other();
            let Move::Place(played) = mv else { continue };
            let explained = position.explained(mv).unwrap();
            let best = explained.best.placement().unwrap();
            // What is measured says the same.
            let measured = sheets[side.index()]
                .moves()
                .iter()
                .find(|it| it.ply == ply + 1)
                .unwrap();
            assert_eq!(explained.loss, u32::try_from(measured.loss).unwrap());
            assert!(explained.rates[0] >= explained.rates[1]);
            let after = |mv| {
                let mut after = *position;
                after.play(mv);
                after
            };
            let ends = [after(mv), after(explained.best)];
            for reason in &explained.why {
                let corners = |side| ends.map(|it| corners_and_dead(&it, side)[0]);
                if let Some(count) = numbers(reason, "covers ", " squares instead of ") {
                    assert_eq!(count, [played, best].map(|it| it.piece().size() as usize));
                    said.insert("covers");
                }
                if let Some(count) =
                    numbers(reason, "leaves you ", " corners to go on from instead of ")
                {
                    assert_eq!(count, corners(side), "{reason}");
                    said.insert("own corners");
                }
                let head = format!("leaves {other} ");
                if let Some(count) = numbers(reason, &head, " corners to go on from instead of ") {
                    assert_eq!(count, corners(other), "{reason}");
                    said.insert("other corners");
                }
                for (side, whose) in [(side, "your".to_owned()), (other, format!("{other}'s"))] {
                    let middle = format!(" squares within {whose} reach instead of ");
                    if let Some(count) = numbers(reason, "leaves ", &middle) {
                        assert_eq!(count, ends.map(|it| reach(&it, side)), "{reason}");
                        said.insert("reach");
                    }
                }
                if let Some(count) =
                    numbers(reason, "leaves ", " squares useless to you instead of ")
                {
                    assert_eq!(
                        count,
                        ends.map(|it| corners_and_dead(&it, side)[1]),
                        "{reason}"
                    );
                    said.insert("dead");
                }
            }
        }
    }
    assert!(said.len() >= 3, "{said:?}");
}

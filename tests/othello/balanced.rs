//! The built-in set of balanced openings: what is in the file, and how it was made.

#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use koteki_engine::eval::othello::learned::Learned;
use koteki_engine::search::budget::Cancel;
use koteki_engine::search::othello::deepening::{Deepening, Wanted};
use koteki_games::GameLine;
use koteki_games::othello::notation::{Passes, write_transcript};
use koteki_games::othello::{Move, Position, Symmetry};
use koteki_rivals::measure::openings::{BALANCED, balanced};

/// Plies of an opening.
const PLIES: usize = 8;
/// How deep the moves on the way are judged, and what a move may give away, in hundredths of a disc.
const STEP_DEPTH: u32 = 8;
const STEP_LOSS: i32 = 300;
/// How deep the positions that come of it are judged, and what they may be worth to either side.
const FINAL_DEPTH: u32 = 10;
const FINAL_VALUE: i32 = 50;

/// Of the positions that a symmetry of the start makes of one, the first.
fn canonical(position: &Position) -> (u64, u64) {
    Symmetry::of_start()
        .map(|symmetry| {
            let turned = symmetry.position(position);
            (turned.own(), turned.opp())
        })
        .min()
        .unwrap()
}

/// The values of the moves of a position at `depth`, in hundredths of a disc.
fn values(position: &Position, depth: u32, wanted: Wanted) -> Vec<(Move, i32)> {
    let search = Deepening::new(Learned::embedded());
    let found = search.analyse(position, depth, wanted, &Cancel::new());
    let values = found.unwrap().values;
    values.moves.iter().map(|it| (it.mv, it.value)).collect()
}

/// `f` of every item, in order, on as many threads as there are cores.
fn parallel<T: Sync, R: Send>(items: &[T], f: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().unwrap().get() {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(index) else { break };
                    let result = f(item);
                    done.lock().unwrap().push((index, result));
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap();
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}

/// All openings of the set: every position that [`PLIES`] plies lead to without a move that gives away more
/// than [`STEP_LOSS`], one for those that are images of each other, kept when it is worth no more than
/// [`FINAL_VALUE`] to either side. Nothing in it is drawn at random. Of several orders of moves the first one in
/// the order of the alphabet.
fn generate() -> (usize, Vec<GameLine<Position>>) {
    let mut first = GameLine::<Position>::default();
    first.play("f5".parse().unwrap()).unwrap();
    let mut lines = vec![first];
    for _ in 1..PLIES {
        let judged = parallel(&lines, |line| {
            values(line.position(), STEP_DEPTH, Wanted::Every)
        });
        let mut next: BTreeMap<(u64, u64), GameLine<Position>> = BTreeMap::new();
        for (line, moves) in lines.iter().zip(judged) {
            let best = moves.iter().map(|&(_, value)| value).max().unwrap();
            for (mv, _) in moves
                .into_iter()
                .filter(|&(_, value)| value >= best - STEP_LOSS)
            {
                let mut after = line.clone();
                after.play(mv).unwrap();
                next.entry(canonical(after.position())).or_insert(after);
            }
        }
        lines = next.into_values().collect();
        lines.sort_by_key(text);
    }
    let found = lines.len();
    let judged = parallel(&lines, |line| {
        let best = values(line.position(), FINAL_DEPTH, Wanted::Best);
        best.iter().map(|&(_, value)| value).max().unwrap()
    });
    let kept = lines.into_iter().zip(judged);
    let kept = kept.filter(|(_, value)| value.abs() <= FINAL_VALUE);
    (found, kept.map(|(line, _)| line).collect())
}

fn text(line: &GameLine<Position>) -> String {
    write_transcript(line.moves(), Passes::Written)
}

/// Makes the set anew and compares; what the file has to hold is printed where it differs.
#[test]
#[ignore = "takes an hour of processor time"]
fn the_set_is_made_like_this() {
    let (found, kept) = generate();
    let made: Vec<String> = kept.iter().map(text).collect();
    let there: Vec<&str> = BALANCED
        .lines()
        .filter(|line| !line.starts_with('#'))
        .collect();
    assert_eq!(made, there, "{found} positions; now:\n{}", made.join("\n"));
    assert!(BALANCED.contains(&format!("({found})")));
}

#[test]
fn every_opening_has_eight_plies_and_stands_there_once() {
    let lines = balanced();
    let rows = BALANCED
        .lines()
        .filter(|line| !line.starts_with('#'))
        .count();
    assert_eq!((lines.len(), rows), (888, 888));
    assert!(BALANCED.starts_with("# Balanced openings of Othello: 888,"));
    let mut positions = BTreeSet::new();
    for line in &lines {
        assert_eq!(line.ply(), PLIES);
        assert!(line.moves().iter().all(|&mv| mv != Move::Pass));
        assert!(
            positions.insert(canonical(line.position())),
            "{} twice",
            text(line)
        );
    }
}

/// A few of them, looked at as the head of the file says.
#[test]
fn openings_are_worth_nothing_to_either_side() {
    for line in balanced().iter().step_by(300) {
        let best = values(line.position(), FINAL_DEPTH, Wanted::Best);
        let value = best.iter().map(|&(_, value)| value).max().unwrap();
        assert!(value.abs() <= FINAL_VALUE, "{} {value}", text(line));
    }
}

/// What nobody plays is not among them: no move to the X square or the C square of a corner, for no corner is
/// taken that early.
#[test]
fn no_opening_gives_a_corner_away() {
    for line in balanced() {
        for mv in text(&line).as_bytes().chunks(2) {
            assert!(
                !b"abgh".contains(&mv[0]) || !b"1278".contains(&mv[1]),
                "{}",
                text(&line)
            );
        }
    }
}

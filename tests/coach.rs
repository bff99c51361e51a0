//! The coach: every number it gives is counted again on a board of our own, from the moves it gives with
//! it; its kinds and phases follow from those numbers; files of games are read whole, and faults found.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::io::BufReader;

use koteki::coach::read::{Fault, Games, Unreachable, check_reachable, read_game, survey};
use koteki::coach::{
    Fact, Kind, Loss, Mistake, Phase, Reason, Review, Seen, Tester, Threshold, advise, explain,
    openings, review,
};
use koteki::eval::othello::{FEATURES, Weights};
use koteki::game::othello::notation::{read_board, read_transcript};
use koteki::game::othello::{Move, Position, Symmetry};
use koteki::game::{Game as _, GameLine, Side};
use koteki::random::Random;
use koteki::search::budget::Cancel;
use koteki::search::othello::OthelloSearch;
use koteki::search::reference::Reference;
use koteki::search::root::Search as _;

/// A board of letters: `X`, `O`, `.`; and who is to move.
#[derive(Clone)]
struct Plain {
    squares: [[char; 8]; 8],
    turn: char,
}

const WAYS: [(i32, i32); 8] = [
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (0, -1),
    (0, 1),
    (1, -1),
    (1, 0),
    (1, 1),
];

const fn other(colour: char) -> char {
    if colour == 'X' { 'O' } else { 'X' }
}

impl Plain {
    fn of(position: &Position) -> Self {
        let text = position.to_string().replace('-', ".");
        let signs: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
        let mut squares = [['.'; 8]; 8];
        for (index, &sign) in signs[..64].iter().enumerate() {
            squares[index / 8][index % 8] = sign;
        }
        Self {
            squares,
            turn: signs[64],
        }
    }

    fn at(&self, row: i32, column: i32) -> Option<char> {
        let on = (0..8).contains(&row) && (0..8).contains(&column);
        on.then(|| self.squares[row as usize][column as usize])
    }

    /// The squares whose discs turn when `colour` plays there.
    fn turned(&self, colour: char, row: i32, column: i32) -> Vec<(i32, i32)> {
        if self.at(row, column) != Some('.') {
            return Vec::new();
        }
        let mut turned = Vec::new();
        for (down, right) in WAYS {
            let mut line = Vec::new();
            let (mut r, mut c) = (row + down, column + right);
            while self.at(r, c) == Some(other(colour)) {
                line.push((r, c));
                (r, c) = (r + down, c + right);
            }
            if self.at(r, c) == Some(colour) {
                turned.extend(line);
            }
        }
        turned
    }

    fn moves(&self, colour: char) -> Vec<(i32, i32)> {
        (0..64)
            .map(|index| (index / 8, index % 8))
            .filter(|&(row, column)| !self.turned(colour, row, column).is_empty())
            .collect()
    }

    fn play(&mut self, mv: &str) {
        if mv == "--" {
            assert!(self.moves(self.turn).is_empty(), "a pass must be forced");
            assert!(
                !self.moves(other(self.turn)).is_empty(),
                "the game is not over"
            );
        } else {
            let (row, column) = square(mv);
            let turned = self.turned(self.turn, row, column);
            assert!(!turned.is_empty(), "{mv} must be legal");
            for (r, c) in turned.into_iter().chain([(row, column)]) {
                self.squares[r as usize][c as usize] = self.turn;
            }
        }
        self.turn = other(self.turn);
    }

    fn after(&self, line: &[Move]) -> Self {
        let mut board = self.clone();
        for mv in line {
            board.play(&mv.to_string());
        }
        board
    }

    fn is_over(&self) -> bool {
        self.moves('X').is_empty() && self.moves('O').is_empty()
    }

    fn all(&self) -> impl Iterator<Item = (i32, i32, char)> + '_ {
        (0..64).map(|index| {
            let (row, column) = (index / 8, index % 8);
            (row, column, self.squares[row as usize][column as usize])
        })
    }

    fn discs(&self, colour: char) -> i32 {
        self.all().filter(|&(.., c)| c == colour).count() as i32
    }

    fn touches_empty(&self, row: i32, column: i32) -> bool {
        WAYS.iter()
            .any(|(down, right)| self.at(row + down, column + right) == Some('.'))
    }

    fn frontier(&self, colour: char) -> i32 {
        self.all()
            .filter(|&(row, column, c)| c == colour && self.touches_empty(row, column))
            .count() as i32
    }

    /// Stable discs as "Reversi in C#" counts them: not outflankable on any of the four lines, taken
    /// again and again until nothing changes. A disc can be outflanked along a line when both its sides
    /// hold an empty square, or one an empty square and the other an opponent's disc or an own one that
    /// is not safe.
    fn stable(&self, colour: char) -> i32 {
        let mut safe = [[false; 8]; 8];
        loop {
            let mut changed = false;
            for (row, column, c) in self.all() {
                if c == '.' || safe[row as usize][column as usize] {
                    continue;
                }
                let outflanked = [(0, 1), (1, 0), (1, 1), (1, -1)]
                    .iter()
                    .any(|&(down, right)| {
                        let side = |sign: i32| {
                            let (mut empty, mut weak) = (false, false);
                            let (mut r, mut k) = (row + sign * down, column + sign * right);
                            while let Some(found) = self.at(r, k) {
                                empty |= found == '.';
                                weak |=
                                    found != '.' && (found != c || !safe[r as usize][k as usize]);
                                (r, k) = (r + sign * down, k + sign * right);
                            }
                            (empty, weak)
                        };
                        let (one, two) = (side(1), side(-1));
                        one.0 && (two.0 || two.1) || two.0 && one.1
                    });
                if !outflanked {
                    safe[row as usize][column as usize] = true;
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        self.all()
            .filter(|&(row, column, c)| c == colour && safe[row as usize][column as usize])
            .count() as i32
    }

    /// The number of this feature for each side, first that of `colour`.
    fn counts(&self, colour: char, feature: &str) -> [i32; 2] {
        [colour, other(colour)].map(|colour| match feature {
            "mobility" => self.moves(colour).len() as i32,
            "frontier" => self.frontier(colour),
            "stability" => self.stable(colour),
            "discs" => self.discs(colour),
            "forfeit" => i32::from(self.moves(colour).is_empty() && !self.is_over()),
            other => panic!("a feature without a count: {other}"),
        })
    }

    /// Best final difference for the side to move, every line tried.
    fn solve(&self) -> i32 {
        let moves = self.moves(self.turn);
        if moves.is_empty() {
            if self.is_over() {
                return self.discs(self.turn) - self.discs(other(self.turn));
            }
            let mut passed = self.clone();
            passed.play("--");
            return -passed.solve();
        }
        let values = moves.iter().map(|&(row, column)| {
            let mut after = self.clone();
            after.play(&name(row, column));
            -after.solve()
        });
        values.max().unwrap()
    }
}

fn square(name: &str) -> (i32, i32) {
    let bytes = name.as_bytes();
    (i32::from(bytes[1] - b'1'), i32::from(bytes[0] - b'a'))
}

fn name(row: i32, column: i32) -> String {
    let letter = char::from(b'a' + column as u8);
    format!("{letter}{}", row + 1)
}

fn sign(side: Side) -> char {
    match side {
        Side::Black => 'X',
        Side::White => 'O',
    }
}

const TESTER_WEIGHTS: [(&str, i32); 5] = [
    ("mobility", 5),
    ("frontier", 10),
    ("stability", 50),
    ("forfeit", 35),
    ("discs", 1),
];

/// A feature from the view of `colour`, more is better.
fn feature(board: &Plain, colour: char, name: &str) -> i32 {
    let [own, opp] = board.counts(colour, name);
    if matches!(name, "frontier" | "forfeit") {
        opp - own
    } else {
        own - opp
    }
}

/// Counts the numbers of `reason`, given to the side to move in `start`, on our own board.
fn check(start: &Plain, reason: &Reason) {
    let own = start.turn;
    let end = start.after(&reason.line);
    let last = reason.line.last().map(ToString::to_string);
    match reason.fact {
        Fact::Replies { replies, instead } => {
            assert_eq!(reason.line.len(), 1);
            let than = start.after(reason.instead.as_ref().unwrap());
            assert_eq!(end.moves(other(own)).len() as u32, replies);
            assert_eq!(than.moves(other(own)).len() as u32, instead);
        }
        Fact::Opens { squares, openness } => {
            assert_eq!(reason.line.len(), 1);
            let (row, column) = square(&last.unwrap());
            let turned = start.turned(own, row, column);
            let mut beside = Vec::new();
            for (r, c) in turned {
                let empty = WAYS
                    .iter()
                    .map(|(down, right)| (r + down, c + right))
                    .filter(|&(r, c)| start.at(r, c) == Some('.'));
                beside.extend(empty);
            }
            assert_eq!(beside.len() as u32, openness);
            beside.sort_unstable();
            beside.dedup();
            beside.retain(|&it| it != (row, column));
            assert_eq!(beside.len() as u32, squares);
        }
        Fact::Corner {
            corner,
            side,
            moves,
        } => {
            assert_eq!(last.unwrap(), corner.to_string());
            assert!(["a1", "a8", "h1", "h8"].contains(&corner.to_string().as_str()));
            let before = start.after(&reason.line[..reason.line.len() - 1]);
            assert_eq!(before.turn, sign(side));
            let mut turn = own;
            let mut made = 0;
            for mv in &reason.line {
                made += u32::from(turn == sign(side) && *mv != Move::Pass);
                turn = other(turn);
            }
            assert_eq!(made, moves);
        }
        Fact::Pass { side } => {
            assert_eq!(last.unwrap(), "--");
            // Played on our board, so it was forced; who was it?
            assert_eq!(end.turn, other(sign(side)));
        }
        Fact::BesideCorner { corner, diagonal } => {
            let (row, column) = square(&last.unwrap());
            let (r, c) = square(&corner.to_string());
            assert_eq!(start.at(r, c), Some('.'));
            let (down, right) = ((row - r).abs(), (column - c).abs());
            assert_eq!(down.max(right), 1);
            assert_eq!(down == 1 && right == 1, diagonal);
        }
        Fact::Feature {
            feature: index,
            counts,
            instead,
            points,
        } => {
            let name = FEATURES[index].name;
            let than = start.after(reason.instead.as_ref().unwrap());
            assert_eq!(end.counts(own, name), counts, "{name}");
            assert_eq!(than.counts(own, name), instead, "{name}");
            let (_, weight) = TESTER_WEIGHTS.iter().find(|it| it.0 == name).unwrap();
            let difference = feature(&than, own, name) - feature(&end, own, name);
            // Advice compares with now and has no weight.
            if !reason.instead.as_ref().unwrap().is_empty() {
                assert_eq!(points, weight * difference, "{name}");
            }
        }
        Fact::Ending { discs, instead } => {
            assert!(end.is_over());
            assert_eq!(end.discs(own) - end.discs(other(own)), discs);
            if let Some(instead) = instead {
                let than = start.after(reason.instead.as_ref().unwrap());
                assert!(than.is_over());
                assert_eq!(than.discs(own) - than.discs(other(own)), instead);
            }
        }
    }
}

/// Counts a mistake again: its reasons, its shares, its kind.
fn check_mistake(position: &Position, mistake: &Mistake) {
    let start = Plain::of(position);
    let own = start.turn;
    for reason in &mistake.reasons {
        check(&start, reason);
    }
    let played = start.after(&mistake.line);
    let best = start.after(&mistake.best_line);
    let empties = 64 - start.discs('X') - start.discs('O');
    let phase = match empties {
        41.. => Phase::Opening,
        21..=40 => Phase::Middle,
        _ => Phase::Ending,
    };
    assert_eq!(mistake.phase, phase);
    let difference = |board: &Plain| {
        board
            .is_over()
            .then(|| board.discs(own) - board.discs(other(own)))
    };
    match mistake.loss {
        Loss::Discs { played: p, best: b } => {
            assert_eq!(difference(&played), Some(p));
            assert_eq!(difference(&best), Some(b));
            assert_eq!(mistake.kind, Kind::EndingLost);
        }
        Loss::Game { played: p, best: b } => {
            assert_eq!(difference(&played), p);
            assert_eq!(difference(&best), b);
            assert_eq!(mistake.kind, Kind::EndingLost);
        }
        Loss::Points { points } => {
            let shares = TESTER_WEIGHTS.map(|(name, weight)| {
                weight * (feature(&best, own, name) - feature(&played, own, name))
            });
            assert_eq!(shares.iter().sum::<i32>(), points);
            let said = mistake.shares.unwrap();
            assert_eq!(said[..5], shares);
            assert_eq!(said[5..], [0; 5]);
            let largest = *shares.iter().max().unwrap();
            let names: Vec<&str> = TESTER_WEIGHTS
                .iter()
                .zip(shares)
                .filter(|(_, share)| *share == largest)
                .map(|((name, _), _)| *name)
                .collect();
            let expected = match mistake.kind {
                Kind::CornerGiven | Kind::CornerMissed | Kind::StabilityLost => "stability",
                Kind::MobilityLost => "mobility",
                Kind::FrontierOpened => "frontier",
                Kind::PassForced => "forfeit",
                Kind::DiscsLost => "discs",
                kind => panic!("{kind:?}"),
            };
            assert!(names.contains(&expected), "{:?} {names:?}", mistake.kind);
            corner_kind(&start, mistake);
        }
    }
}

/// The corners each side takes along a line.
fn corners(start: &Plain, line: &[Move], colour: char) -> Vec<String> {
    let mut turn = start.turn;
    let mut taken = Vec::new();
    for mv in line {
        let mv = mv.to_string();
        if turn == colour && ["a1", "a8", "h1", "h8"].contains(&mv.as_str()) {
            taken.push(mv);
        }
        turn = other(turn);
    }
    taken
}

/// A corner kind exactly when stable discs are what was lost and a corner changes hands.
fn corner_kind(start: &Plain, mistake: &Mistake) {
    let own = start.turn;
    let given = {
        let best = corners(start, &mistake.best_line, other(own));
        corners(start, &mistake.line, other(own))
            .iter()
            .any(|corner| !best.contains(corner))
    };
    let missed = {
        let played = corners(start, &mistake.line, own);
        corners(start, &mistake.best_line, own)
            .iter()
            .any(|corner| !played.contains(corner))
    };
    match mistake.kind {
        Kind::CornerGiven => assert!(given),
        Kind::CornerMissed => assert!(missed && !given),
        Kind::StabilityLost => assert!(!missed && !given),
        _ => {}
    }
}

fn tester(depth: u32, exhaustive: u32) -> Tester {
    Tester {
        search: Box::new(OthelloSearch::new(Weights::TESTER).exhaustive(exhaustive)),
        depth,
        weights: Weights::TESTER,
    }
}

/// A game drawn by lot to its end.
fn drawn(seed: u64) -> GameLine<Position> {
    let mut random = Random::derived(seed, &[]);
    let mut line = GameLine::default();
    let mut legal = Vec::new();
    loop {
        Position::legal_moves(line.position(), &mut legal);
        if legal.is_empty() {
            return line;
        }
        line.play(legal[random.below(legal.len())]).unwrap();
    }
}

fn check_review(line: &GameLine<Position>, review: &Review) -> usize {
    for (&index, mistake) in &review.mistakes {
        let position = &line.positions()[index];
        assert_eq!(mistake.line[0], line.moves()[index]);
        assert_eq!(mistake.best_line[0], review.plies[index].unwrap().best);
        check_mistake(position, mistake);
        assert!(!mistake.reasons.is_empty());
        assert!(!mistake.why(position.side_to_move()).is_empty());
    }
    review.mistakes.len()
}

#[test]
fn every_number_of_every_reason_is_what_a_plain_board_counts() {
    let tester = tester(5, 8);
    let all = Threshold {
        points: 1,
        discs: 1,
    };
    let mut kinds = std::collections::BTreeSet::new();
    let mut facts = 0;
    for seed in 1..=4 {
        let line = drawn(seed);
        let review = review(&line, &tester, all, &Cancel::new()).unwrap();
        assert!(check_review(&line, &review) > 20);
        for mistake in review.mistakes.values() {
            kinds.insert(mistake.kind);
            facts += mistake.reasons.len();
        }
    }
    assert!(kinds.len() >= 6, "{kinds:?}");
    assert!(facts > 300);
}

#[test]
fn advice_counts_too_and_warns_of_a_true_mistake() {
    let tester = tester(4, 6);
    let cancel = Cancel::new();
    let mut warnings = 0;
    for seed in 11..=13 {
        let line = drawn(seed);
        for position in line.positions().iter().step_by(3) {
            if position.outcome().is_some() {
                continue;
            }
            let root = tester.search.root_values(position, 4, &cancel).unwrap();
            let lines: Vec<(Vec<Move>, i32)> = root
                .moves
                .iter()
                .map(|it| {
                    let line = tester.search.line(position, it.mv, 4, &cancel).unwrap();
                    (line, it.value)
                })
                .collect();
            let seen: Vec<Seen<'_>> = lines
                .iter()
                .map(|(line, value)| Seen {
                    line,
                    value: *value,
                })
                .collect();
            let advice = advise(position, &seen, &Weights::TESTER, Threshold::default()).unwrap();
            assert_eq!(root.value_of(advice.mv), root.best());
            let start = Plain::of(position);
            for reason in &advice.reasons {
                assert!(reason.line.first() == Some(&advice.mv));
                check(&start, reason);
            }
            if let Some(warning) = &advice.warning {
                warnings += 1;
                check_mistake(position, warning);
                assert!(warning.loss.is_mistake(Threshold::default()));
            }
        }
    }
    assert!(warnings > 10);
}

#[test]
fn the_end_of_a_game_is_judged_as_playing_all_of_it_out_does() {
    let tester = tester(5, 8);
    let all = Threshold {
        points: 1,
        discs: 1,
    };
    let mut judged = 0;
    for seed in 21..=24 {
        let line = drawn(seed);
        let review = review(&line, &tester, all, &Cancel::new()).unwrap();
        for (index, (position, mv)) in line.steps().enumerate() {
            if position.empties().count_ones() > 6 || mv == Move::Pass {
                continue;
            }
            let start = Plain::of(position);
            let best = start.solve();
            let mut after = start.clone();
            after.play(&mv.to_string());
            let played = -after_value(&after);
            match review.mistakes.get(&index) {
                Some(mistake) => {
                    assert_eq!(mistake.loss, Loss::Discs { played, best });
                    judged += 1;
                }
                None => assert_eq!(played, best),
            }
        }
    }
    assert!(judged > 3);
}

fn after_value(board: &Plain) -> i32 {
    board.solve()
}

#[test]
fn the_curve_is_that_of_a_plain_search() {
    let line = read_transcript("f5d6c3d3c4f4f6f3e6e7").unwrap();
    let tester = tester(3, 0);
    let review = review(&line, &tester, Threshold::default(), &Cancel::new()).unwrap();
    let reference = Reference(Weights::TESTER);
    for (position, &value) in line.positions().iter().zip(&review.values) {
        let root = reference.root_values(position, 3, &Cancel::new()).unwrap();
        let sign = if position.side_to_move() == Side::Black {
            1
        } else {
            -1
        };
        assert_eq!(root.best().unwrap() * sign, value);
    }
}

#[test]
fn an_x_square_that_gives_a_corner_by_hand() {
    // Black may play g2 (turning f3, e4 and d5), which lets White take h1 from f3's diagonal ... or a
    // quiet move elsewhere. Everything here was counted on paper.
    let position = read_board(
        "--------\
         --------\
         -----O--\
         ----O---\
         ---OX---\
         --XXX---\
         --------\
         -------- X",
    )
    .unwrap()
    .position;
    let g2 = "g2".parse::<Move>().unwrap();
    assert!(position.is_legal(g2));
    let quiet = "d4".parse::<Move>().unwrap();
    assert!(position.is_legal(quiet));
    let lines = [vec![g2], vec![quiet]];
    let played = Seen {
        line: &lines[0],
        value: 0,
    };
    let best = Seen {
        line: &lines[1],
        value: 10,
    };
    let mistake = explain(&position, played, best, &Weights::TESTER).unwrap();
    let beside = mistake
        .reasons
        .iter()
        .find_map(|reason| match reason.fact {
            Fact::BesideCorner { corner, diagonal } => Some((corner.to_string(), diagonal)),
            _ => None,
        })
        .unwrap();
    assert_eq!(beside, ("h1".to_owned(), true));
    assert!(explain(&position, best, best, &Weights::TESTER).is_none());
}

#[test]
fn a_loss_is_a_mistake_from_the_threshold_on_and_a_result_always() {
    let threshold = Threshold {
        points: 50,
        discs: 4,
    };
    let discs = |played, best| Loss::Discs { played, best }.is_mistake(threshold);
    assert!(!Loss::Points { points: 49 }.is_mistake(threshold));
    assert!(Loss::Points { points: 50 }.is_mistake(threshold));
    assert!(!discs(6, 8) && discs(4, 8) && !discs(-8, -6));
    assert!(discs(-1, 1) && discs(0, 2) && discs(-2, 0));
    assert!(
        Loss::Game {
            played: Some(-40),
            best: None
        }
        .is_mistake(threshold)
    );
}

#[test]
fn openings_are_known_in_any_orientation_and_order() {
    let of = |text: &str| {
        let line = read_transcript(text).unwrap();
        openings::opening(&line).map(|(opening, ply)| (opening.name, ply))
    };
    // Well known (Rose 2005, ch. 4; the same names in every catalogue).
    assert_eq!(of("f5d6"), Some(("Perpendicular Opening", 2)));
    assert_eq!(of("f5f6"), Some(("Diagonal Opening", 2)));
    assert_eq!(of("f5f4"), Some(("Parallel Opening", 2)));
    assert_eq!(of("f5d6c3d3c4"), Some(("Tiger", 5)));
    assert_eq!(of("c4e3f6e6f5"), Some(("Tiger", 5)));
    assert_eq!(of("f5f6e6f4e3"), Some(("Cow", 5)));
    assert_eq!(of("f5f6e6f4c3"), Some(("Buffalo/Kenichi Variation", 5)));
    assert_eq!(of("f5f6e6f4g5"), Some(("Heath/Tobidashi", 5)));
    assert_eq!(of("f5"), None);
    assert_eq!(of(""), None);
    // Every row of the table is a game, and no two lead to the same position.
    let mut seen = std::collections::HashSet::new();
    let mut rows = 0;
    for opening in openings::all() {
        let line = read_transcript(opening.moves).unwrap();
        assert!(seen.insert(*line.position()), "{}", opening.name);
        let (found, ply) = openings::opening(&line).unwrap();
        assert_eq!((found.name, ply), (opening.name, line.ply()));
        for symmetry in Symmetry::of_start() {
            let mut image = GameLine::default();
            for &mv in line.moves() {
                image.play(symmetry.mv(mv)).unwrap();
            }
            let (found, _) = openings::opening(&image).unwrap();
            assert_eq!(found.name, opening.name);
        }
        rows += 1;
    }
    assert_eq!(rows, 77);
}

fn entries(text: &str) -> Vec<(usize, Result<String, String>)> {
    let survey = survey(BufReader::new(text.as_bytes())).unwrap();
    let mut games = Games::new(BufReader::new(text.as_bytes()), Some(survey.last));
    let mut found = Vec::new();
    while let Some(entry) = games.next_entry().unwrap() {
        let moves = entry.game.map(|game| {
            let moves = game.line.moves().iter().map(Move::to_string);
            moves.collect::<String>()
        });
        found.push((entry.line, moves.map_err(|fault| fault.to_string())));
    }
    found
}

#[test]
fn games_stand_one_on_a_line_or_one_over_several() {
    let ok = |text: &str| Ok(text.to_owned());
    assert_eq!(
        entries("# remark\nf5d6c3\n\n  F5 f6 e6 # and one more\n1. f5 2. f4\n"),
        [(2, ok("f5d6c3")), (4, ok("f5f6e6")), (5, ok("f5f4"))]
    );
    assert_eq!(
        entries("f5d6\nc3 d3\nc4 f4"),
        [(1, ok("f5d6c3d3c4f4"))],
        "a game over three lines"
    );
    let found = entries("f5d6c3\nxx\nf5f6e6\n");
    assert_eq!((found[0].0, &found[0].1), (1, &ok("f5d6c3")));
    assert!(found[1].1.as_ref().unwrap_err().contains("cannot read"));
    assert_eq!((found[2].0, &found[2].1), (3, &ok("f5f6e6")));
    // A fault on the second line of a game is one of that game.
    let found = entries("f5d6\nc3 a1\nf5f6\n");
    assert_eq!(found[0].0, 1);
    let fault = found[0].1.as_ref().unwrap_err();
    assert!(fault.contains("move 4") && fault.contains("a1"), "{fault}");
    assert_eq!(found[1], (3, ok("f5f6")));
    assert!(entries("").is_empty() && entries("\n# nothing\n  \n").is_empty());
}

#[test]
fn of_a_game_that_was_gone_on_with_the_last_record_counts() {
    let record = |transcript: &str, status: &str, id: &str| {
        format!(
            "{{\"format\":1,\"id\":\"{id}\",\"game\":\"othello\",\"started\":0,\"ended\":0,\
             \"status\":\"{status}\",\"kind\":\"practice\",\"players\":{{\"black\":\"human:ann\",\
             \"white\":\"beginner\"}},\"seed\":1,\"transcript\":\"{transcript}\"}}\n"
        )
    };
    let text = record("f5", "interrupted", "one")
        + &record("f5d6", "interrupted", "two")
        + &record("f5f4", "interrupted", "one")
        + "{\"format\":1}\n"
        + &record("f5a1", "interrupted", "three");
    let found = entries(&text);
    assert_eq!(found[0], (2, Ok("f5d6".to_owned())));
    assert_eq!(found[1], (3, Ok("f5f4".to_owned())));
    assert!(found[2].1.is_err() && found[3].1.as_ref().unwrap_err().contains("a1"));
    assert_eq!(found.len(), 4);
    // A game with a corner given ahead begins where no game leads to, and is a game all the same.
    let start = "X--------------------------OX------XO--------------------------- X";
    let given = record("f5d6", "interrupted", "four")
        .replace("\"seed\"", &format!("\"start\":\"{start}\",\"seed\""));
    assert_eq!(entries(&given), [(1, Ok("f5d6".to_owned()))]);
}

#[test]
fn positions_that_no_game_leads_to_are_refused_with_the_reason() {
    let board = |text: &str| read_board(text).unwrap().position;
    let start = "---------------------------OX------XO---------------------------";
    let fault = |text: &str| match read_game(text) {
        Err(Fault::Unreachable(why)) => why.to_string(),
        other => panic!("{other:?}"),
    };
    assert!(read_game(&format!("{start} X f5d6")).is_ok());
    assert!(fault(&format!("{start} O d3")).contains("Black's turn"));
    let hole = start.replacen("OX", "-X", 1);
    assert!(fault(&format!("{hole} X")).contains("d4 is empty"));
    let apart = format!("X{}", &start[1..]);
    assert!(fault(&format!("{apart} O")).contains("a1"));
    assert!(matches!(
        check_reachable(&board(&format!("{apart} O"))),
        Err(Unreachable::Apart(_))
    ));
    // No position of a game is refused: forced passes and all.
    for seed in 1..=40 {
        for position in drawn(seed).positions() {
            assert_eq!(check_reachable(position), Ok(()));
        }
    }
    let pass = read_transcript("f5f6d3g5h5h4f7h6--").unwrap();
    assert_eq!(check_reachable(pass.position()), Ok(()));
}

/// A folder with a file of games, and koteki analyse on it.
fn analyse(content: &[u8], flags: &[&str]) -> (Option<i32>, String, String) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.txt");
    std::fs::write(&file, content).unwrap();
    let out = std::process::Command::new(env!("CARGO_BIN_EXE_koteki"))
        .arg("analyse")
        .args(flags)
        .arg(&file)
        .env("HOME", folder.path())
        .env_remove("XDG_CONFIG_HOME")
        .output()
        .unwrap();
    let text = |bytes: &[u8]| {
        let path = format!("{}/", folder.path().display());
        String::from_utf8_lossy(bytes).replace(&path, "")
    };
    (out.status.code(), text(&out.stdout), text(&out.stderr))
}

fn transcripts(seeds: std::ops::Range<u64>) -> String {
    seeds
        .map(|seed| {
            let line = drawn(seed);
            let moves = line.moves().iter().map(Move::to_string);
            moves.collect::<String>() + "\n"
        })
        .collect()
}

#[test]
fn analyse_tells_every_game_in_order_for_any_number_of_threads() {
    let games = transcripts(1..7);
    let flags = ["--json", "--tester", "tester:depth=2", "--jobs"];
    let (code, one, errors) = analyse(games.as_bytes(), &[&flags[..], &["1"]].concat());
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    let (_, three, _) = analyse(games.as_bytes(), &[&flags[..], &["3"]].concat());
    assert_eq!(one, three);
    let lines: Vec<serde_json::Value> = one
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 7);
    let mut mistakes = 0;
    for (number, (line, moves)) in lines.iter().zip(games.lines()).enumerate() {
        assert_eq!(line["line"], number + 1);
        assert_eq!(line["transcript"], moves);
        let game = drawn(number as u64 + 1);
        assert_eq!(line["values"].as_array().unwrap().len(), game.ply() + 1);
        assert_eq!(line["losses"].as_array().unwrap().len(), game.ply());
        let end = Plain::of(game.position());
        assert_eq!(line["result"]["black"], end.discs('X'));
        mistakes += line["mistakes"].as_array().unwrap().len();
        // D is the mean of the losses up to ply 40, decided positions left out.
        for (side, name) in [(0, "black"), (1, "white")] {
            let values = line["values"].as_array().unwrap();
            let open = |index: usize| values[index].as_i64().unwrap().abs() < 10_000_000;
            let losses: Vec<f64> = (0..40)
                .filter(|index| index % 2 == side && game.moves()[*index] != Move::Pass)
                .filter(|&index| open(index))
                .map(|index| line["losses"][index].as_f64().unwrap())
                .filter(|loss| *loss < 9_000_000.0)
                .collect();
            let mean = losses.iter().sum::<f64>() / losses.len() as f64;
            let d = line["sides"][name]["d"].as_f64().unwrap();
            assert!((d - mean).abs() < 1e-9, "{d} {mean}");
        }
    }
    let summary = &lines[6]["summary"];
    assert_eq!(summary["games"], 6);
    let counted: u64 = summary["mistakes"]
        .as_object()
        .unwrap()
        .values()
        .flat_map(|phases| phases.as_object().unwrap().values())
        .map(|count| count.as_u64().unwrap())
        .sum();
    assert_eq!(counted, mistakes as u64);
    assert!(mistakes > 20);
}

#[test]
fn analyse_goes_on_after_a_fault_and_fails_in_the_end() {
    let games = format!(
        "f5d6c3a1\n{}X--------------------------OX------XO---------------------------  O\n",
        transcripts(1..2)
    );
    let (code, out, errors) = analyse(games.as_bytes(), &["--tester", "tester:depth=1"]);
    assert_eq!(code, Some(1));
    assert!(out.starts_with("game 1, line 2\n"), "{out}");
    assert!(out.contains("value for Black after ply  0-9"), "{out}");
    let lines: Vec<&str> = errors.lines().collect();
    assert!(lines[0].starts_with("games.txt, line 1: character 7, move 4: a1 is not legal"));
    assert!(lines[1].starts_with("games.txt, line 3: its position cannot come about"));
    assert!(lines[2].starts_with("koteki: games.txt: 2 games could not be read"));
    assert_eq!(lines.len(), 3);
    for (content, said) in [
        (&b""[..], "games.txt holds no game"),
        (&b"\n# nothing\n"[..], "games.txt holds no game"),
        (&b"\x00\x01WTHOR"[..], "games.txt is no text file"),
    ] {
        let (code, out, errors) = analyse(content, &[]);
        assert_eq!((code, out.as_str()), (Some(1), ""));
        assert_eq!(errors.lines().count(), 1, "{errors}");
        assert!(errors.contains(said), "{errors}");
    }
    let (code, _, errors) = analyse(b"f5", &["--tester", "beginner"]);
    assert_eq!(code, Some(1));
    assert!(errors.contains("only a tester can judge"));
    let (code, _, errors) = analyse(b"f5", &["--screen"]);
    assert_eq!(code, Some(1));
    assert!(errors.contains("needs a terminal"));
}

//! The coach: every number it gives is counted again on a board of our own, from the moves it gives with
//! it; its kinds and phases follow from those numbers; files of games are read whole, and faults found.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::io::BufReader;

use koteki_engine::eval::othello::{FEATURES, Weights};
use koteki_engine::search::budget::Cancel;
use koteki_engine::search::othello::OthelloSearch;
use koteki_engine::search::reference::Reference;
use koteki_engine::search::root::Search as _;
use koteki_games::othello::notation::{read_board, read_transcript};
use koteki_games::othello::{Move, Position, Symmetry};
use koteki_games::random::Random;
use koteki_games::{Game as _, GameLine, Side};
use koteki_record::formats::{
    EntryError, Games, UnreachableError, check_reachable, read_game, survey,
};
use koteki_rivals::coach::{
    Fact, JudgedMove, Kind, Loss, Mistake, Phase, Reason, Review, Scale, Tester, Threshold, advise,
    explain, openings, review,
};

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

    /// How far `colour` is ahead when the empty squares are the winner's.
    fn difference(&self, colour: char) -> i32 {
        let (own, theirs) = (self.discs(colour), self.discs(other(colour)));
        own - theirs + (own - theirs).signum() * (64 - own - theirs)
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
        Fact::Opens { openness } => {
            assert_eq!(reason.line.len(), 1);
            let (row, column) = square(&last.unwrap());
            let turned = start.turned(own, row, column);
            let mut beside = 0;
            for (r, c) in turned {
                let empty = WAYS
                    .iter()
                    .map(|(down, right)| (r + down, c + right))
                    .filter(|&(r, c)| start.at(r, c) == Some('.'));
                beside += empty.count();
            }
            assert_eq!(beside as u32, openness);
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
            assert_eq!(end.difference(own), discs);
            if let Some(instead) = instead {
                let than = start.after(reason.instead.as_ref().unwrap());
                assert!(than.is_over());
                assert_eq!(than.difference(own), instead);
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
    let difference = |board: &Plain| board.is_over().then(|| board.difference(own));
    match mistake.loss {
        Loss::Discs { played: p, best: b } => {
            assert_eq!(difference(&played), Some(p));
            assert_eq!(difference(&best), Some(b));
            // Nothing but discs is lost where the same side wins.
            let kind = if p.signum() == b.signum() {
                Kind::DiscsLost
            } else {
                Kind::EndingLost
            };
            assert_eq!(mistake.kind, kind);
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
        scale: Scale::Points,
    }
}

/// A game drawn at random to its end.
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

/// Lists of games have no lines, only values.
#[test]
fn values_alone_find_the_same_mistakes() {
    let tester = tester(5, 8);
    let mut found = 0;
    for seed in 1..=8 {
        let line = drawn(seed);
        let review = review(&line, &tester, Threshold::default(), &Cancel::new()).unwrap();
        for (index, ply) in review.plies.iter().enumerate() {
            let Some(ply) = ply.filter(|ply| ply.value < ply.best_value) else {
                continue;
            };
            let loss = Loss::by_values(ply.value, ply.best_value);
            let is_one = loss.is_mistake(Threshold::default());
            assert_eq!(is_one, review.mistakes.contains_key(&index), "{ply:?}");
            found += usize::from(matches!(loss, Loss::Discs { .. }) && is_one);
        }
    }
    assert!(found > 20, "{found}");
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
            let seen: Vec<JudgedMove<'_>> = lines
                .iter()
                .map(|(line, value)| JudgedMove {
                    line,
                    value: *value,
                })
                .collect();
            let advice = advise(
                position,
                &seen,
                &Weights::TESTER,
                Scale::Points,
                Threshold::default(),
            )
            .unwrap();
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
    // Black may play g2 (turning f3, e4 and d5 up to c6), and White takes h1 along the same diagonal up to
    // b7; or Black makes a quiet move elsewhere. Everything here was counted on paper.
    let position = read_board(
        "--------\
         --------\
         -----O--\
         ----O---\
         ---OX---\
         --XXX---\
         -O------\
         -------- X",
    )
    .unwrap()
    .position;
    let moves = |names: &[&str]| -> Vec<Move> {
        let moves = names.iter().map(|name| name.parse().unwrap());
        moves.collect()
    };
    let lines = [moves(&["g2", "h1"]), moves(&["d4"])];
    let mut board = Plain::of(&position);
    assert_eq!(board.turned('X', 1, 6), [(2, 5), (3, 4), (4, 3)]);
    board.play("g2");
    assert_eq!(board.turned('O', 0, 7).len(), 5);
    let played = JudgedMove {
        line: &lines[0],
        value: 0,
    };
    let best = JudgedMove {
        line: &lines[1],
        value: 10,
    };
    let mistake = explain(&position, played, best, &Weights::TESTER, Scale::Points).unwrap();
    // One stable disc, White's on h1, is 50 points.
    assert_eq!(mistake.kind, Kind::CornerGiven);
    assert_eq!(mistake.shares.unwrap()[2], 50);
    let h1 = "h1".parse().unwrap();
    let corner = Fact::Corner {
        corner: h1,
        side: Side::White,
        moves: 1,
    };
    assert_eq!(mistake.reasons[0].fact, corner);
    assert_eq!(mistake.reasons[0].line, lines[0]);
    assert!(mistake.why(Side::Black).starts_with(
        "gives up the corner h1 at once, lies diagonally next to the empty corner h1"
    ));
    let beside = mistake
        .reasons
        .iter()
        .find_map(|reason| match reason.fact {
            Fact::BesideCorner { corner, diagonal } => Some((corner.to_string(), diagonal)),
            _ => None,
        })
        .unwrap();
    assert_eq!(beside, ("h1".to_owned(), true));
    assert!(explain(&position, best, best, &Weights::TESTER, Scale::Points).is_none());
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
        found.push((
            entry.at.line.unwrap(),
            moves.map_err(|fault| fault.to_string()),
        ));
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
    // A fault on the second line of a game is one of that game, and told where it stands.
    let found = entries("f5d6\nc3 a1\nf5f6\n");
    assert_eq!(found[0].0, 2);
    let fault = found[0].1.as_ref().unwrap_err();
    assert!(fault.contains("move 4") && fault.contains("a1"), "{fault}");
    assert_eq!(found[1], (3, ok("f5f6")));
    assert!(entries("").is_empty() && entries("\n# nothing\n  \n").is_empty());
}

/// The usual start.
const START: &str = "---------------------------OX------XO---------------------------";

#[test]
fn a_line_that_could_begin_a_game_begins_one_but_for_what_goes_on_with_a_game() {
    let ok = |text: &str| Ok(text.to_owned());
    // d3 e3 could begin a game, and go on with this one too.
    assert_eq!(
        entries("f5d6c6f4\nd3e3\n"),
        [(1, ok("f5d6c6f4")), (2, ok("d3e3"))]
    );
    for more in [
        "5. d3 e3",
        "5) d3 e3",
        "  5 d3 e3",
        "d3\ne3",
        "5. d3\n6. e3",
    ] {
        let found = entries(&format!("f5d6c6f4\n{more}\n"));
        assert_eq!(found, [(1, ok("f5d6c6f4d3e3"))], "{more}");
    }
    assert_eq!(entries("f5\nd6\nc3\nd3\nc4"), [(1, ok("f5d6c3d3c4"))]);
    // What is not legal there is a game of its own, numbers or not.
    assert_eq!(entries("f5\nf5\n"), [(1, ok("f5")), (2, ok("f5"))]);
    assert_eq!(entries("f5d6\n3. f5\n"), [(1, ok("f5d6")), (2, ok("f5"))]);
    // A fault in a line that could be of either is one of that line alone.
    let found = entries("f5d6c3\nd3 zz\n");
    assert_eq!(found[0], (1, ok("f5d6c3")));
    assert_eq!(found.len(), 2);
    assert!(found[1].1.as_ref().unwrap_err().starts_with("character 4"));
    // A line without a move is no game; a position alone is one.
    for nothing in ["42", ",", "1.", "12)", " 7 "] {
        let found = entries(nothing);
        assert_eq!(found.len(), 1, "{nothing}");
        let fault = found[0].1.as_ref().unwrap_err();
        assert!(fault.contains("no move"), "{fault}");
        let (code, _, errors) = analyse(nothing.as_bytes(), &["--tester", "tester:depth=1"]);
        assert_eq!(code, Some(1));
        assert!(errors.contains("line 1: no move"), "{errors}");
    }
    assert_eq!(entries(START), [(1, ok(""))]);
}

#[test]
fn a_fault_is_told_where_it_stands_in_the_file() {
    // Lines and characters counted by hand.
    for (text, line, begins) in [
        ("f5d6c3a1".to_owned(), 1, "character 7, move 4: a1"),
        ("   f5d6c3a1".to_owned(), 1, "character 10, move 4: a1"),
        ("\u{e4}".to_owned(), 1, "character 1, move 1: cannot read"),
        (format!("{START} X f5d6c3a1"), 1, "character 74, move 4: a1"),
        (
            format!("  {START} X f5zz"),
            1,
            "character 72, move 2: cannot read",
        ),
        (
            format!("  {START}X O"),
            1,
            "its position: character 69: 'O'",
        ),
        ("f5d6\n c3 a1".to_owned(), 2, "character 5, move 4: a1"),
        (
            "f5d6\n\nc3 d3 # so far\nc4 f4 xx".to_owned(),
            4,
            "character 7, move 7: cannot read",
        ),
        (
            format!("{START} X f5d6\nc3 a1"),
            2,
            "character 4, move 4: a1",
        ),
    ] {
        let found = entries(&text);
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        let fault = found[0].1.as_ref().unwrap_err();
        assert_eq!(found[0].0, line, "{text}");
        assert!(fault.starts_with(begins), "{text}: {fault}");
    }
}

fn record(transcript: &str, status: &str, id: &str) -> String {
    format!(
        "{{\"format\":1,\"id\":\"{id}\",\"game\":\"othello\",\"started\":0,\"ended\":0,\
         \"status\":\"{status}\",\"kind\":\"practice\",\"players\":{{\"black\":\"human:ann\",\
         \"white\":\"beginner\"}},\"seed\":1,\"transcript\":\"{transcript}\"}}\n"
    )
}

#[test]
fn a_damaged_record_replaces_no_good_one() {
    let good = record("f5d6", "interrupted", "one");
    let longer = record("f5d6c3", "finished", "one");
    let damaged = record("f5a1", "interrupted", "one");
    let torn = format!("{}}}\n", damaged.trim_end().replace(",\"seed\":1", ""));
    for bad in [&damaged, &torn] {
        let found = entries(&format!("{good}{bad}"));
        assert_eq!(found[0], (1, Ok("f5d6".to_owned())));
        assert!(found[1].1.is_err());
        // What comes after it counts again.
        let found = entries(&format!("{good}{bad}{longer}"));
        assert_eq!(found.last(), Some(&(3, Ok("f5d6c3".to_owned()))));
        assert!(found.iter().all(|(line, _)| *line != 1));
    }
    assert_eq!(entries(&format!("{damaged}{good}")).len(), 1);
}

#[test]
fn of_a_game_that_was_gone_on_with_the_last_record_counts() {
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
    let start = START;
    let fault = |text: &str| match read_game(text) {
        Err(EntryError::Unreachable(why)) => why.to_string(),
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
        Err(UnreachableError::Apart(_))
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

#[test]
fn corners_given_ahead_begin_a_game_wherever_they_are_written() {
    for (side, corners) in [(Side::Black, 1), (Side::White, 2), (Side::Black, 4)] {
        let start = Position::with_corners(side, corners);
        assert_eq!(check_reachable(&start), Ok(()));
        let game = read_game(&format!("{start} f5d6")).unwrap();
        assert_eq!(game.line.positions()[0], start);
    }
    // What --json writes of such a record can be given back.
    let start = format!("X{} X", &START[1..]);
    let given = record("f5d6", "interrupted", "one")
        .replace("\"seed\"", &format!("\"start\":\"{start}\",\"seed\""));
    let flags = ["--json", "--tester", "tester:depth=1"];
    let (code, out, errors) = analyse(given.as_bytes(), &flags);
    assert_eq!(code, Some(0), "{errors}");
    let first: serde_json::Value = serde_json::from_str(out.lines().next().unwrap()).unwrap();
    assert_eq!(first["start"], start);
    let again = format!("{start} {}", first["transcript"].as_str().unwrap());
    let (code, out, errors) = analyse(again.as_bytes(), &flags);
    assert_eq!(code, Some(0), "{errors}");
    let second: serde_json::Value = serde_json::from_str(out.lines().next().unwrap()).unwrap();
    assert_eq!(second["values"], first["values"]);
}

/// A folder with a file of games, and koteki analyse on it.
fn analyse(content: &[u8], flags: &[&str]) -> (Option<i32>, String, String) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("games.txt"), content).unwrap();
    let arguments = [&["analyse"], flags, &["games.txt"]].concat();
    crate::common::run(folder.path(), &arguments).apart()
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

/// Egaroucid, issue 84: a side that is wiped out loses 64-0, the empty squares the winner's.
#[test]
fn a_wipe_out_is_no_mistake() {
    let before = "----XXXX-OOOOXXXXXXXXXX--XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX--XX-XX X";
    let (code, out, errors) = analyse(format!("{before} a2\n").as_bytes(), &[]);
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    // Fewer discs as they lie than with b1, and all 64 either way.
    assert!(
        !out.contains("loses") && !out.contains("1 mistake"),
        "{out}"
    );
}

#[test]
fn analyse_goes_on_after_a_fault_and_fails_in_the_end() {
    let games = format!(
        "f5d6c3a1\n{}X--------------------------OX------XO---------------------------  O\n",
        transcripts(1..2)
    );
    let (code, out, errors) = analyse(games.as_bytes(), &["--tester", "tester:depth=1"]);
    assert_eq!(code, Some(1));
    // The place before it holds no game and counts all the same.
    assert!(out.starts_with("game 2, line 2\n"), "{out}");
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

#[test]
fn a_settings_file_names_the_tester_of_an_analysis() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("one-ply.toml");
    std::fs::write(&file, "[tester]\nplayer = \"tester:depth=1\"\n").unwrap();
    let games = transcripts(1..3);
    let by_file = analyse(games.as_bytes(), &["--config", file.to_str().unwrap()]);
    assert_eq!(by_file.0, Some(0), "{}", by_file.2);
    let by_name = analyse(games.as_bytes(), &["--tester", "tester:depth=1"]);
    assert_eq!(by_file, by_name);
    assert_ne!(by_file, analyse(games.as_bytes(), &[]));
}

/// The games of `koteki analyse --json` on games drawn at random.
fn analysed(seeds: std::ops::Range<u64>, tester: &str) -> Vec<serde_json::Value> {
    let (code, out, errors) = analyse(
        transcripts(seeds).as_bytes(),
        &["--json", "--threshold", "1", "--tester", tester],
    );
    assert_eq!(code, Some(0), "{errors}");
    out.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .filter(|line: &serde_json::Value| line.get("summary").is_none())
        .collect()
}

fn line_of(json: &serde_json::Value) -> Vec<Move> {
    let names = json.as_array().unwrap().iter();
    names
        .map(|name| name.as_str().unwrap().parse().unwrap())
        .collect()
}

/// Discs for `colour` less the other's, of a game that is over.
fn difference(board: &Plain, colour: char) -> Option<i64> {
    let difference = board.discs(colour) - board.discs(other(colour));
    board.is_over().then(|| difference.into())
}

/// As the help says: 10000000 + n for a win by n discs.
fn decided(discs: i64) -> i64 {
    discs + 10_000_000 * discs.signum()
}

/// Counts what JSON says of a reason.
fn check_reason(start: &Plain, reason: &serde_json::Value) {
    let own = start.turn;
    let end = start.after(&line_of(&reason["line"]));
    let than = match &reason["instead"] {
        serde_json::Value::Null => None,
        line => Some(start.after(&line_of(line))),
    };
    match reason["fact"].as_str().unwrap() {
        "replies" => {
            let moves = |board: &Plain| board.moves(other(own)).len();
            assert_eq!(reason["replies"], moves(&end));
            assert_eq!(reason["replies_instead"], moves(&than.unwrap()));
        }
        "feature" => {
            let name = reason["feature"].as_str().unwrap();
            let counts = |board: &Plain| serde_json::json!(board.counts(own, name));
            assert_eq!(reason["counts"], counts(&end));
            assert_eq!(reason["counts_instead"], counts(&than.unwrap()));
        }
        "ending" => {
            assert_eq!(reason["discs"].as_i64(), difference(&end, own));
            let instead = than.and_then(|than| difference(&than, own));
            assert_eq!(reason["discs_instead"].as_i64(), instead);
        }
        "corner" | "pass" | "opens" | "beside-corner" => assert!(than.is_none()),
        fact => panic!("{fact}"),
    }
}

#[test]
fn every_field_of_a_mistake_in_json_is_what_the_help_says() {
    let mut units = std::collections::BTreeSet::new();
    let testers = ["tester:depth=4", "tester:nodes=2000"];
    for game in testers.iter().flat_map(|tester| analysed(1..5, tester)) {
        let moves = game["transcript"].as_str().unwrap().as_bytes();
        let moves: Vec<&str> = moves
            .chunks(2)
            .map(|mv| std::str::from_utf8(mv).unwrap())
            .collect();
        for mistake in game["mistakes"].as_array().unwrap() {
            let ply = mistake["ply"].as_u64().unwrap() as usize;
            let mut start = Plain::of(&Position::start());
            for mv in &moves[..ply - 1] {
                start.play(mv);
            }
            let own = start.turn;
            assert_eq!(mistake["side"], if own == 'X' { "black" } else { "white" });
            assert_eq!(mistake["move"], moves[ply - 1]);
            let (line, best_line) = (line_of(&mistake["line"]), line_of(&mistake["best_line"]));
            assert_eq!(mistake["move"], line[0].to_string());
            assert_eq!(mistake["best"], best_line[0].to_string());
            let (value, best) = (
                mistake["value"].as_i64().unwrap(),
                mistake["best_value"].as_i64().unwrap(),
            );
            let for_black = game["values"][ply - 1].as_i64().unwrap();
            assert_eq!(best, if own == 'X' { for_black } else { -for_black });
            assert_eq!(game["losses"][ply - 1], best - value);
            let ends = [(&line, value), (&best_line, best)].map(|(line, value)| {
                let discs = difference(&start.after(line), own);
                discs.filter(|&discs| decided(discs) == value)
            });
            let unit = mistake["unit"].as_str().unwrap();
            let mut keys = vec![
                "best",
                "best_line",
                "best_value",
                "kind",
                "line",
                "move",
                "phase",
                "ply",
                "reasons",
                "shares",
                "side",
                "unit",
                "value",
                "why",
            ];
            units.insert(unit.to_owned());
            if unit == "points" {
                keys.push("points");
                assert_eq!(ends, [None, None]);
                assert_eq!(mistake["points"], best - value);
                if let Some(shares) = mistake["shares"].as_object() {
                    let sum: i64 = shares.values().map(|share| share.as_i64().unwrap()).sum();
                    // With a budget the values may come from other depths than the lines.
                    if game["tester"] == "tester:depth=4" {
                        assert_eq!(sum, best - value);
                    }
                } else {
                    let over = |line| start.after(line).is_over();
                    assert!(over(&line) || over(&best_line));
                }
            } else {
                keys.extend(["played_discs", "best_discs"]);
                assert_eq!(mistake["played_discs"].as_i64(), ends[0]);
                assert_eq!(mistake["best_discs"].as_i64(), ends[1]);
                let kind = match ends {
                    [Some(played), Some(best)] if played.signum() == best.signum() => "discs-lost",
                    _ => "ending-lost",
                };
                assert_eq!(mistake["kind"], kind);
                assert!(mistake["shares"].is_null());
            }
            keys.sort_unstable();
            let mut found: Vec<&str> = mistake
                .as_object()
                .unwrap()
                .keys()
                .map(String::as_str)
                .collect();
            found.sort_unstable();
            assert_eq!(found, keys);
            let phases = ["opening", "middle", "ending"];
            assert!(phases.contains(&mistake["phase"].as_str().unwrap()));
            assert!(!mistake["why"].as_str().unwrap().is_empty());
            for reason in mistake["reasons"].as_array().unwrap() {
                check_reason(&start, reason);
            }
        }
    }
    assert_eq!(units.into_iter().collect::<Vec<_>>(), ["discs", "points"]);
}

#[test]
fn a_game_lost_in_json_tells_the_one_end_that_is_known() {
    // Rare in games: one line ends the game, the other does not.
    let line = drawn(1);
    let from = line.ply() - 4;
    let (position, rest) = (&line.positions()[from], &line.moves()[from..]);
    let outcome = line
        .position()
        .outcome()
        .unwrap()
        .difference(position.side_to_move());
    assert_ne!(outcome, 0);
    let ended = JudgedMove {
        line: rest,
        value: outcome + 10_000_000 * outcome.signum(),
    };
    let open = JudgedMove {
        line: &rest[..1],
        value: 7,
    };
    let won = outcome > 0;
    let (played, best) = if won { (open, ended) } else { (ended, open) };
    let mistake = explain(position, played, best, &Weights::TESTER, Scale::Points).unwrap();
    let json = serde_json::to_value(&mistake).unwrap();
    let discs = serde_json::json!(outcome);
    let (known, unknown) = if won {
        ("best_discs", "played_discs")
    } else {
        ("played_discs", "best_discs")
    };
    assert_eq!((&json["unit"], &json[known]), (&"game".into(), &discs));
    assert!(json.get(unknown).unwrap().is_null() && json["shares"].is_null());
    assert_eq!(json["kind"], "ending-lost");
    check(&Plain::of(position), &mistake.reasons[0]);
}

#[test]
fn a_line_to_the_end_is_a_result_only_where_it_is_the_value() {
    let mut not_decided = 0;
    // With a budget the line may go on beyond what the value comes from.
    for game in analysed(1..9, "tester:nodes=2000") {
        for mistake in game["mistakes"].as_array().unwrap() {
            let of = |key: &str| mistake[key].as_i64();
            let values = [of("value").unwrap(), of("best_value").unwrap()];
            let open = values.map(|value| value.abs() < 10_000_000);
            for (discs, value) in [of("played_discs"), of("best_discs")]
                .into_iter()
                .zip(values)
            {
                assert!(
                    discs.is_none_or(|discs| decided(discs) == value),
                    "{mistake}"
                );
            }
            for reason in mistake["reasons"].as_array().unwrap() {
                if reason["fact"] == "ending" {
                    assert!(values.contains(&decided(reason["discs"].as_i64().unwrap())));
                }
            }
            let moves = game["transcript"].as_str().unwrap();
            let position = *read_transcript(moves)
                .unwrap()
                .positions()
                .get(of("ply").unwrap() as usize - 1)
                .unwrap();
            let start = Plain::of(&position);
            let over = ["line", "best_line"]
                .iter()
                .any(|key| start.after(&line_of(&mistake[*key])).is_over());
            if open == [true, true] && !values.contains(&0) {
                assert_eq!(mistake["unit"], "points");
                assert_eq!(of("points"), Some(values[1] - values[0]));
                assert_eq!(mistake["shares"].is_null(), over);
                not_decided += usize::from(over);
            }
        }
    }
    assert!(not_decided > 0);
}

#[test]
fn a_hint_tells_no_result_that_its_value_is_not() {
    // The last moves of a game, whatever they are worth: they end it.
    let line = drawn(1);
    let from = line.ply() - 4;
    let (position, rest) = (&line.positions()[from], &line.moves()[from..]);
    let side = position.side_to_move();
    let outcome = line.position().outcome().unwrap().difference(side);
    let tells = |value: i32| {
        let seen = [JudgedMove { line: rest, value }];
        let advice = advise(
            position,
            &seen,
            &Weights::TESTER,
            Scale::Points,
            Threshold::default(),
        )
        .unwrap();
        let mut facts = advice.reasons.iter().map(|reason| reason.fact);
        facts.any(|fact| matches!(fact, Fact::Ending { .. }))
    };
    assert_ne!(outcome, 0);
    assert!(!tells(73) && !tells(-930));
    assert!(tells(outcome + 10_000_000 * outcome.signum()));
}

#[test]
fn what_a_hint_says_of_openness_is_the_thesis_count() {
    // Ueda 2012, figs. 4.6 and 4.7: d2 has openness 7 (the pane under the cursor shows the same number).
    let board = "-------- -------- ---OX--- --XOX--- --XOX--- ---X---- -------- -------- X";
    let position = read_board(board).unwrap().position;
    let line = ["d2".parse().map(Move::Place).unwrap()];
    let seen = [JudgedMove {
        line: &line,
        value: 0,
    }];
    let threshold = Threshold::default();
    let advice = advise(&position, &seen, &Weights::TESTER, Scale::Points, threshold);
    let said = advice.unwrap().words(Side::Black);
    assert!(said.contains("openness 7"), "{said}");
    assert!(!said.contains("opens"), "{said}");
}

#[test]
fn nothing_of_a_file_is_written_to_the_terminal_as_a_command() {
    let named = record("f5d6c3", "interrupted", "one").replace("ann", "a\\u001b[31mRED");
    let file = named + "{\"format\":1,\"\\u001b[31mx\":1}\n";
    let (code, out, errors) = analyse(file.as_bytes(), &["--tester", "tester:depth=1"]);
    assert_eq!(code, Some(1));
    assert!(out.contains("a?[31mRED (Black)") && errors.contains("[31mx"));
    let bare = |text: &str| text.chars().all(|c| c == '\n' || !c.is_control());
    assert!(bare(&out) && bare(&errors), "{out:?} {errors:?}");
}

#[test]
fn a_file_of_faults_alone_has_its_summary_too() {
    let (code, out, _) = analyse(b"f5a1\n", &["--json", "--tester", "tester:depth=1"]);
    assert_eq!(code, Some(1));
    let lines: Vec<serde_json::Value> = out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["line"], 1);
    assert!(lines[0]["error"].as_str().unwrap().contains("a1"));
    assert_eq!(lines[1]["summary"]["games"], 0);
    assert_eq!(lines[1]["summary"]["unreadable"], 1);
}

#[cfg(unix)]
mod interrupted {
    use std::io::{BufRead as _, BufReader, Write as _};
    use std::os::unix::process::ExitStatusExt as _;
    use std::process::{Child, ExitStatus, Stdio};
    use std::thread::sleep;
    use std::time::Duration;

    use rustix::process::{Pid, Signal, kill_process};

    use crate::common::{NOWHERE, koteki};

    const A_MOMENT: Duration = Duration::from_millis(50);

    fn start(file: &str, flags: &[&str]) -> Child {
        koteki(NOWHERE)
            .args(["analyse", file, "--tester", "tester:depth=1"])
            .args(flags)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap()
    }

    fn terminate(child: &Child) {
        kill_process(Pid::from_child(child), Signal::TERM).unwrap();
    }

    /// Waits for its end; kills one that does not come to it.
    fn end(mut child: Child, mut again: impl FnMut(&Child)) -> ExitStatus {
        for _ in 0..400 {
            if let Some(status) = child.try_wait().unwrap() {
                return status;
            }
            sleep(A_MOMENT);
            again(&child);
        }
        child.kill().unwrap();
        panic!("does not end");
    }

    #[test]
    fn a_pipe_that_nothing_comes_from_is_left_at_once() {
        let child = start("/dev/stdin", &[]);
        // Long enough that it waits; shorter changes nothing.
        sleep(10 * A_MOMENT);
        terminate(&child);
        assert_eq!(end(child, |_| {}).signal(), Some(15));
    }

    #[test]
    fn a_pipe_that_nothing_more_comes_from_is_left_with_what_there_is() {
        let mut child = start("/dev/stdin", &[]);
        let mut input = child.stdin.take().unwrap();
        // The second line says that the first game is over; the third is waited for.
        input.write_all(b"f5d6\nf5f6\n").unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        assert!(line.starts_with("game 1, line 1"), "{line}");
        terminate(&child);
        assert_eq!(end(child, |_| {}).code(), Some(143));
        let rest: Vec<String> = out.lines().map(Result::unwrap).collect();
        assert!(
            rest.iter()
                .any(|line| line.starts_with("1 game, judged by"))
        );
        drop(input);
    }

    #[test]
    fn a_reader_that_takes_nothing_more_is_left_by_the_second_signal() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.txt");
        std::fs::write(&file, super::transcripts(1..40)).unwrap();
        let child = start(file.to_str().unwrap(), &["--json", "--threshold", "1"]);
        let pipe = child.stdout.as_ref().unwrap();
        // Until the pipe is full: it holds 64 KiB, and the games are more.
        let (mut waiting, mut same) = (0, 0);
        for _ in 0..400 {
            sleep(A_MOMENT);
            let now = rustix::io::ioctl_fionread(pipe).unwrap();
            same = if now == waiting && now > 0 {
                same + 1
            } else {
                0
            };
            waiting = now;
            if same == 5 {
                break;
            }
        }
        assert!(waiting > 4096, "{waiting}");
        terminate(&child);
        let status = end(child, terminate);
        assert_eq!(status.code(), Some(143));
    }
}

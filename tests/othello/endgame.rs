//! Exact endings: published problems, plain minimax, and what must hold whatever the score is.

// A failed expectation in a helper fails the test that called it.
#![allow(clippy::unwrap_used)]

use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use super::positions::scattered;
use koteki::commands::solve::{Args, Report, solve_lines};
use koteki_engine::eval::decided_value;
use koteki_engine::eval::othello::Weights;
use koteki_engine::search::budget::{Cancel, CancelledError};
use koteki_engine::search::isa::Path;
use koteki_engine::search::othello::OthelloSearch;
use koteki_engine::search::othello::endgame::{
    Empties, Goal, Idle, Options, Solved, Wanted, solve, solve_helped,
};
use koteki_engine::search::reference::Reference;
use koteki_engine::search::root::Search as _;
use koteki_games::othello::notation::write_board;
use koteki_games::othello::obf::{self, ObfError, Problem};
use koteki_games::othello::{Move, Position, Square, Symmetry};
use koteki_games::random::Random;
use koteki_games::{Game as _, Side};
use koteki_session::Analysis;
use proptest::prelude::*;

use crate::common::{NOWHERE, koteki, run, run_with_input};

const ALL: Options = Options {
    goal: Goal::Score,
    wanted: Wanted::All,
    empties: Empties::ToWinner,
    line: true,
    path: Path::PORTABLE,
};

fn solved(position: &Position, options: &Options) -> Solved {
    solve(position, options, &Cancel::new()).unwrap()
}

fn score(position: &Position) -> i32 {
    solved(position, &Options::default()).score
}

/// Plain minimax: no bounds, no order, no memory.
fn minimax(position: &Position, empties: Empties) -> i32 {
    let outcome = match empties {
        Empties::ToWinner => position.outcome_with_empties(),
        Empties::Uncounted => position.outcome(),
    };
    if let Some(outcome) = outcome {
        return outcome.difference(position.side_to_move());
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
        .iter()
        .map(|&mv| -minimax(&after(position, mv), empties))
        .max()
        .unwrap()
}

fn after(position: &Position, mv: Move) -> Position {
    let mut next = *position;
    next.play(mv);
    next
}

/// The position of a game at random when `empties` squares are left, or where it ended before. The
/// greedy take the most discs most of the time, which leads to wipe-outs and passes.
fn played(seed: u64, empties: u32, greedy: bool) -> Position {
    let mut random = Random::derived(seed, &[u64::from(empties)]);
    let mut position = Position::start();
    let mut moves = Vec::new();
    while position.empties().count_ones() > empties {
        position.legal_moves(&mut moves);
        random.shuffle(&mut moves);
        let flips = |mv: &Move| mv.square().map_or(0, |s| position.flips(s).count_ones());
        let choice = if greedy && random.below(4) > 0 {
            moves.iter().copied().max_by_key(flips)
        } else {
            moves.first().copied()
        };
        let Some(mv) = choice else { break };
        position.play(mv);
    }
    position
}

/// Some of each kind with `empties` squares left.
fn positions(empties: u32, count: u64) -> Vec<Position> {
    (0..count)
        .map(|seed| match seed % 3 {
            0 => played(seed, empties, false),
            1 => played(seed, empties, true),
            _ => scattered(
                &mut Random::derived(seed, &[empties.into()]),
                empties as usize,
            ),
        })
        .collect()
}

// ---- against plain minimax ----------------------------------------------------------------------

/// All moves of many positions, compared with plain minimax; the scores.
fn compared_with_minimax(rule: Empties) -> Vec<i32> {
    let mut scores = Vec::new();
    let (mut passes, mut over, mut wiped_out) = (0, 0, 0i32);
    for (empties, count) in [
        (0, 12),
        (1, 150),
        (2, 150),
        (3, 150),
        (4, 120),
        (5, 90),
        (6, 60),
        (7, 30),
        (8, 12),
        (9, 6),
    ] {
        for position in positions(empties, count) {
            let found = solved(
                &position,
                &Options {
                    empties: rule,
                    ..ALL
                },
            );
            let expected = minimax(&position, rule);
            assert_eq!(found.score, expected, "{position:?}");
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            let values: Vec<(Move, i32)> = moves
                .iter()
                .map(|&mv| (mv, -minimax(&after(&position, mv), rule)))
                .collect();
            let all: Vec<(Move, i32)> = found.moves.iter().map(|m| (m.mv, m.value)).collect();
            assert_eq!(all, values, "{position:?}");
            let best: Vec<Move> = values
                .iter()
                .filter(|m| m.1 == expected)
                .map(|m| m.0)
                .collect();
            assert_eq!(found.best, best, "{position:?}");
            scores.push(expected);
            passes += u32::from(position.must_pass());
            over += u32::from(position.is_over());
            wiped_out += i32::from(expected.abs() == 64);
        }
    }
    // The positions are worth the trouble; a wipe-out is one of 64 when the squares count.
    let wipe_outs = if rule == Empties::ToWinner { 10 } else { -1 };
    assert!(
        passes > 40 && over > 20 && wiped_out > wipe_outs,
        "{passes} {over} {wiped_out}"
    );
    scores
}

#[test]
fn every_move_is_worth_what_plain_minimax_says() {
    let shared = compared_with_minimax(Empties::ToWinner);
    let as_they_lie = compared_with_minimax(Empties::Uncounted);
    // The rule makes a difference to some, and to nobody's victory.
    let differ = shared.iter().zip(&as_they_lie).filter(|(a, b)| a != b);
    assert!(differ.count() > 10);
    let winner = |scores: Vec<i32>| -> Vec<i32> { scores.into_iter().map(i32::signum).collect() };
    assert_eq!(winner(shared), winner(as_they_lie));
}

#[test]
fn whatever_is_asked_for_the_answers_agree() {
    for empties in 1..=11 {
        for position in positions(empties, 24) {
            let all = solved(&position, &ALL);
            for path in Path::available() {
                assert_eq!(solved(&position, &Options { path, ..ALL }), all, "{path}");
            }
            let ties = solved(
                &position,
                &Options {
                    wanted: Wanted::Ties,
                    ..ALL
                },
            );
            assert_eq!((ties.score, &ties.best), (all.score, &all.best));
            let one = solved(
                &position,
                &Options {
                    wanted: Wanted::One,
                    ..ALL
                },
            );
            assert_eq!(one.score, all.score);
            assert_eq!(one.best.len(), all.best.len().min(1));
            assert!(one.best.iter().all(|mv| all.best.contains(mv)));
            let goal = Goal::Winner;
            for wanted in [Wanted::One, Wanted::Ties, Wanted::All] {
                let winner = solved(
                    &position,
                    &Options {
                        goal,
                        wanted,
                        ..ALL
                    },
                );
                assert_eq!(winner.score, all.score.signum());
                let value = |mv| all.moves.iter().find(|m| m.mv == mv).unwrap().value;
                assert!(
                    winner
                        .best
                        .iter()
                        .all(|&mv| value(mv).signum() == winner.score)
                );
                assert!(winner.moves.iter().all(|m| m.value == value(m.mv).signum()));
                let ties = all
                    .moves
                    .iter()
                    .filter(|m| m.value.signum() == winner.score);
                if wanted != Wanted::One {
                    assert_eq!(winner.best.len(), ties.count());
                }
                assert_eq!(end_of(&position, &winner.line).signum(), winner.score);
            }
            for found in [all, ties, one] {
                assert_eq!(end_of(&position, &found.line), found.score, "{position:?}");
                assert_eq!(found.line.first(), found.best.first());
            }
        }
    }
}

/// The score at the end of `line`, for the side to move in `position`. Every move must be legal, and
/// after the last the game must be over.
fn end_of(position: &Position, line: &[Move]) -> i32 {
    let mut end = *position;
    for &mv in line {
        assert!(end.is_legal(mv), "{mv} in {end:?}");
        end.play(mv);
    }
    let outcome = end.outcome_with_empties().unwrap();
    outcome.difference(position.side_to_move())
}

// ---- what must hold -----------------------------------------------------------------------------

#[test]
fn a_turned_board_and_swapped_colours_change_nothing() {
    for empties in [6, 10, 13] {
        for position in positions(empties, 6) {
            let expected = score(&position);
            for symmetry in Symmetry::ALL {
                assert_eq!(score(&symmetry.position(&position)), expected);
            }
            let [black, white] = Side::BOTH.map(|side| position.discs(side));
            let swapped = Position::new(white, black, position.side_to_move().other()).unwrap();
            assert_eq!(score(&swapped), expected);
        }
    }
}

#[test]
fn after_the_best_move_the_opponent_has_the_negated_score_and_after_others_no_less() {
    let forced = positions(8, 6_000).into_iter().filter(Position::must_pass);
    let forced: Vec<Position> = forced.take(12).collect();
    assert!(forced.len() > 5, "{}", forced.len());
    let others = [(8, 24), (11, 18), (14, 6)];
    let others = others
        .into_iter()
        .flat_map(|(empties, count)| positions(empties, count));
    for position in others.chain(forced) {
        let found = solved(&position, &Options::default());
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        for mv in moves {
            let there = score(&after(&position, mv));
            assert!(there >= -found.score);
            assert!(!found.best.contains(&mv) || there == -found.score);
        }
    }
}

#[test]
fn nothing_solved_before_makes_a_difference() {
    let position = played(5, 14, false);
    let first = solved(&position, &Options::default());
    // More solves than there are generations of the table.
    for seed in 0..300 {
        solved(&played(seed, 9, false), &Options::default());
    }
    assert_eq!(solved(&position, &Options::default()), first);
}

/// The time, and the number of positions looked at, may differ; nothing else.
#[test]
fn threads_that_help_change_no_answer() {
    let one = Options::default();
    let (goal, ties) = (Goal::Winner, Wanted::Ties);
    let asked = [
        one,
        Options { goal, ..one },
        Options {
            goal,
            wanted: ties,
            ..one
        },
        ALL,
    ];
    let mut shared = 0;
    for (position, options) in [16, 18]
        .into_iter()
        .flat_map(|empties| positions(empties, 6))
        .flat_map(|position| asked.map(|options| (position, options)))
    {
        let alone = solved(&position, &options);
        for helpers in [1, 3] {
            let idle = Idle::none();
            (0..helpers).for_each(|_| idle.begin());
            let helped = solve_helped(&position, &options, &idle, &Cancel::new()).unwrap();
            shared += u32::from(helped.nodes != alone.nodes);
            let nodes = alone.nodes;
            assert_eq!(Solved { nodes, ..helped }, alone, "{position:?}");
        }
    }
    // They did help.
    assert!(shared > 20, "{shared}");
}

#[test]
fn a_solve_with_help_stops_when_told() {
    let (cancel, idle) = (Cancel::new(), Idle::none());
    idle.begin();
    // Minutes of work.
    let position = played(1, 30, false);
    let stopped = thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(500));
            cancel.cancel();
        });
        solve_helped(&position, &Options::default(), &idle, &cancel)
    });
    assert_eq!(stopped, Err(CancelledError));
}

#[test]
fn a_solve_stops_when_told() {
    let cancel = Cancel::new();
    cancel.cancel();
    let position = played(1, 20, false);
    assert_eq!(
        solve(&position, &Options::default(), &cancel),
        Err(CancelledError)
    );
}

// ---- as part of the search -----------------------------------------------------------------------

/// Searches to the end of the game have the values of plain alpha-beta, whatever they are left to.
#[test]
fn a_search_to_the_end_has_the_values_of_the_reference() {
    let cancel = Cancel::new();
    let mut left_over = 0;
    for (empties, count) in [(7, 30), (8, 30), (9, 30), (10, 18), (11, 9)] {
        for position in positions(empties, count) {
            let reference = Reference(Weights::TESTER)
                .root_values(&position, empties, &cancel)
                .unwrap();
            let shared = solved(&position, &ALL).moves;
            left_over += u32::from(
                shared
                    .iter()
                    .zip(&reference.moves)
                    .any(|(a, b)| decided_value(a.value) != b.value),
            );
            for path in Path::available() {
                let search = OthelloSearch::new(Weights::TESTER)
                    .exhaustive(empties)
                    .path(path);
                let all = search.root_values(&position, 1, &cancel).unwrap();
                assert_eq!(all.moves, reference.moves, "{position:?}");
                let best = search.best_moves(&position, 1, &cancel).unwrap();
                assert_eq!(best.best(), reference.best());
                assert_eq!(best.best_moves(), reference.best_moves(), "{position:?}");
            }
        }
    }
    // The rule about squares left over matters in some.
    assert!(left_over > 0);
}

/// In the position the tester plays out, and in those just before, where only its lines get there.
#[test]
fn the_tester_s_lines_end_where_its_values_come_from() {
    let cancel = Cancel::new();
    let search = OthelloSearch::new(Weights::TESTER).exhaustive(10);
    let (mut results, mut open) = (0, 0);
    for empties in 8..=13 {
        for position in positions(empties, 15) {
            let side = position.side_to_move();
            let seen = Analysis::of(&position, &search, &Weights::TESTER, 3, &cancel).unwrap();
            for judged in &seen.moves {
                let mut end = position;
                for &mv in &judged.line {
                    assert!(end.is_legal(mv));
                    end.play(mv);
                }
                match (end.outcome(), judged.shares) {
                    (Some(outcome), None) => {
                        let result = decided_value(outcome.difference(side));
                        assert_eq!(judged.value, result, "{} of {position:?}", judged.mv);
                        results += 1;
                    }
                    (None, Some(shares)) => {
                        let sum: i32 = shares.iter().sum();
                        assert_eq!(judged.value, sum, "{} of {position:?}", judged.mv);
                        open += 1;
                    }
                    _ => panic!("shares of a finished game, or none of an open one"),
                }
            }
            assert!(seen.sees_the_end() || empties > 10);
        }
    }
    assert!(results > 100 && open > 100, "{results} {open}");
}

#[test]
fn a_search_to_the_end_stops_when_told() {
    let cancel = Cancel::new();
    cancel.cancel();
    for empties in [9, 16] {
        let search = OthelloSearch::new(Weights::TESTER).exhaustive(empties);
        let found = search.root_values(&played(1, empties, false), 1, &cancel);
        assert!(found.is_err());
    }
}

// ---- published problems -------------------------------------------------------------------------

/// The first problems of the FFO endgame suite, with their published scores and best moves.
fn ffo() -> Vec<Problem> {
    let text = include_str!("data/ffo-1-44.obf");
    text.lines()
        .filter_map(|line| obf::read_line(line).unwrap())
        .collect()
}

fn check_ffo(problems: &[Problem]) {
    let options = Options {
        wanted: Wanted::Ties,
        ..Options::default()
    };
    for problem in problems {
        let found = solved(&problem.position, &options);
        let mut best = problem.best_moves();
        best.sort_unstable();
        assert_eq!(
            (Some(found.score), found.best),
            (problem.best_score(), best),
            "{:?}",
            problem.position
        );
    }
}

#[test]
fn the_ffo_problems_have_their_published_scores_and_best_moves() {
    let problems = ffo();
    assert_eq!(problems.len(), 44);
    check_ffo(&problems);
}

/// The folder of real files beside the checkout, or `KOTEKI_DATA`.
fn data(folder: &str) -> Option<PathBuf> {
    let root = std::env::var_os("KOTEKI_DATA").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/data"),
        PathBuf::from,
    );
    let path = root.join(folder);
    path.is_dir().then_some(path)
}

#[test]
#[allow(clippy::print_stderr)]
fn the_ffo_files_are_read_and_their_small_problems_solved() {
    let Some(folder) = data("ffo") else {
        eprintln!("SKIPPED: no folder ffo in KOTEKI_DATA or ../shared/data");
        return;
    };
    let (mut read, mut tried) = (0, 0);
    for file in ["1-19", "20-39", "40-59", "60-79"] {
        let text = std::fs::read_to_string(folder.join(format!("fforum-{file}.obf"))).unwrap();
        for line in text.lines() {
            let Some(problem) = obf::read_line(line).unwrap() else {
                continue;
            };
            read += 1;
            let empties = problem.position.empties().count_ones();
            // The larger ones are for the command.
            if empties > 18 {
                continue;
            }
            tried += 1;
            // All moves where that is quick.
            let all = empties <= 14;
            let wanted = if all { Wanted::All } else { Wanted::One };
            let found = solved(
                &problem.position,
                &Options {
                    wanted,
                    ..Options::default()
                },
            );
            assert_eq!(Some(found.score), problem.best_score(), "{line}");
            assert!(problem.best_moves().contains(&found.best[0]), "{line}");
            for &(mv, score) in problem.moves.iter().filter(|_| all) {
                assert!(
                    found.moves.iter().any(|m| (m.mv, m.value) == (mv, score)),
                    "{line} {mv}"
                );
            }
        }
    }
    assert_eq!(read, 79);
    assert!(tried > 19, "{tried}");
}

// ---- OBF ----------------------------------------------------------------------------------------

const BOARD: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--";

fn problem(rest: &str) -> Result<Problem, ObfError> {
    obf::read_line(&format!("{BOARD}{rest}")).map(Option::unwrap)
}

#[test]
fn a_problem_is_a_board_and_scores() {
    let place = |name: &str| name.parse::<Move>().unwrap();
    let full = problem(" X; G8:+18; h1:12; H7: +6 ;A2:6;\tB1:-4; % number 1").unwrap();
    let moves = [("g8", 18), ("h1", 12), ("h7", 6), ("a2", 6), ("b1", -4)];
    assert_eq!(full.moves, moves.map(|(mv, score)| (place(mv), score)));
    assert_eq!(full.score, None);
    assert_eq!(full.best_score(), Some(18));
    assert_eq!(full.best_moves(), [place("g8")]);
    assert_eq!(full.position.side_to_move(), Side::Black);
    assert_eq!(
        full.position.disc(Square::at(1, 1).unwrap()),
        Some(Side::White)
    );
    assert_eq!(full.position.empties().count_ones(), 14);

    let alone = problem(" O; +18;\r\n").unwrap();
    assert_eq!((alone.score, alone.moves.len()), (Some(18), 0));
    assert_eq!(alone.position.side_to_move(), Side::White);
    assert_eq!(problem(" X").unwrap().best_score(), None);
    assert_eq!(problem(" X; --:-127;").unwrap().best_score(), None);
    let dummy = problem(" X; G8:+18; --:-127; --:-127;").unwrap();
    assert_eq!(dummy.moves.len(), 1);
    for nothing in ["", "  \n", "% only words", " % X; 3"] {
        assert_eq!(obf::read_line(nothing), Ok(None));
    }
}

#[test]
fn what_cannot_be_read_is_named() {
    for (rest, expected) in [
        ("", "side to move"),
        (" -; +18;", "side to move"),
        (" Z; +18;", "'Z'"),
        ("X X; +18;", "comes after"),
        (" X; G8:+66;", "+66"),
        (" X; +65;", "+65"),
        (" X; G8:x;", "\"x\""),
        (" X; G9:+2;", "G9"),
        (" X; G8:+18; G8:+18;", "g8 is there twice"),
        (" X; D4:+18;", "d4 is not legal"),
        (" X; --:+18;", "-- is not legal"),
        (" X; +4; +6;", "+6 contradicts the score +4"),
        (" X; +4; G8:+18;", "+18 contradicts the score +4"),
    ] {
        let error = problem(rest).unwrap_err().to_string();
        assert!(error.contains(expected), "{rest:?}: {error}");
        assert!(!error.contains('\n'));
    }
    let short = obf::read_line(&format!("{} X; +18;", &BOARD[1..])).unwrap_err();
    assert!(short.to_string().contains("63"), "{short}");
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(text in "\\PC{0,90}") {
        let _ = obf::read_line(&text);
    }

    #[test]
    fn no_change_of_a_problem_makes_the_reader_panic(
        at in 0usize..100,
        cut in 0usize..8,
        put in "[-XO;:%+0-9a-h é]{0,4}",
    ) {
        let text: Vec<char> = format!("{BOARD} X; G8:+18; H1:+12; --:-127;").chars().collect();
        let at = at.min(text.len());
        let end = (at + cut).min(text.len());
        let changed: String =
            text[..at].iter().copied().chain(put.chars()).chain(text[end..].iter().copied()).collect();
        if let Ok(Some(problem)) = obf::read_line(&changed) {
            let good = |&(mv, score): &(Move, i32)| problem.position.is_legal(mv) && score.abs() <= 64;
            prop_assert!(problem.moves.iter().all(good));
        }
    }
}

// ---- the command --------------------------------------------------------------------------------

/// What `solve` writes about `text`: report, output, errors.
fn command(text: &str, options: &[&str]) -> (Report, String, String) {
    #[derive(clap::Parser)]
    struct Line {
        #[command(flatten)]
        args: Args,
    }
    let arguments = [&["solve", "problems.obf"], options].concat();
    let line = <Line as clap::Parser>::try_parse_from(arguments).unwrap();
    let (mut out, mut errors) = (Vec::new(), Vec::new());
    let report = solve_lines(
        &line.args,
        "problems.obf",
        &mut text.as_bytes(),
        &mut out,
        &mut errors,
    )
    .unwrap();
    (
        report,
        String::from_utf8(out).unwrap(),
        String::from_utf8(errors).unwrap(),
    )
}

#[test]
fn the_command_solves_the_good_lines_and_names_the_bad_ones() {
    let text = format!(
        "% three problems and two mistakes\n{BOARD} X; G8:+18; H1:+12;\n{} X; +2;\n\n\
         {BOARD} Q; +2;\n{BOARD} X; +16;\n{BOARD} X;",
        &BOARD[1..]
    );
    let (report, out, errors) = command(&text, &[]);
    assert_eq!(
        (report.solved, report.disagree, report.unreadable),
        (3, 1, 2)
    );
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 4, "{out}");
    for (line, number, verdict) in [
        (0, "2", "as in the file"),
        (1, "6", "NOT as in the file: +16"),
        (2, "7", "nothing to"),
    ] {
        assert!(lines[line].trim_start().starts_with(number), "{out}");
        assert!(
            lines[line].contains(verdict) && lines[line].contains("+18 g8"),
            "{out}"
        );
    }
    let errors: Vec<&str> = errors.lines().collect();
    assert_eq!(errors.len(), 2);
    assert!(errors[0].starts_with("problems.obf, line 3: ") && errors[0].contains("63"));
    assert!(errors[1].starts_with("problems.obf, line 5: ") && errors[1].contains("'Q'"));
}

/// PapaParse 43: lines end with a carriage return alone on old Macs.
#[test]
fn lines_may_end_as_on_old_macs() {
    let text = format!("% a remark\r{BOARD} X; +18;\r{BOARD} Q;\r");
    let (report, _, errors) = command(&text, &[]);
    assert_eq!((report.solved, report.unreadable), (1, 1));
    assert!(errors.starts_with("problems.obf, line 3: "), "{errors}");
}

/// A position that nobody can wait for is told of before it is begun.
#[test]
fn what_takes_for_ever_is_said_first() {
    use std::io::{BufRead as _, Write as _};
    let start = write_board(&Position::start());
    let mut child = koteki(NOWHERE)
        .args(["solve", "--jobs", "1", "-"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    writeln!(child.stdin.take().unwrap(), "\n{start};").unwrap();
    let mut line = String::new();
    let mut errors = std::io::BufReader::new(child.stderr.take().unwrap());
    errors.read_line(&mut line).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    // 0.2 s for 20 empty squares, and at least twice the time for each more: 2^40 x 0.2 s.
    let said = "-, line 2: 60 empty squares usually take 6,968 years or more; Ctrl-C stops\n";
    assert_eq!(line, said);
    let (_, _, errors) = command(&format!("{BOARD} X;"), &[]);
    assert_eq!(errors, "");
}

/// `text` without the times in it.
fn timeless(text: &str) -> String {
    let words = text.split_inclusive([' ', '\n', ',', '}']);
    let is_time = |word: &&str| {
        let word = word.trim_end_matches([' ', '\n', ',', '}']);
        let number = word.rsplit(':').next().unwrap_or(word);
        number.parse::<i64>().is_err() && number.parse::<f64>().is_ok() || word.is_empty()
    };
    words.filter(|word| !is_time(word)).collect()
}

#[test]
fn any_number_of_threads_writes_the_same() {
    // The longest first, so that others are done before it.
    let mut text = String::new();
    for (seed, empties) in (0..).zip([13, 12, 5, 11, 0, 9, 10, 8, 7, 6, 12, 1]) {
        let position = write_board(&played(seed, empties, false));
        text += &format!("{position};\n\nnonsense {seed}\n");
    }
    for options in [&["--all"][..], &["--json"], &["--winner"]] {
        let with = |jobs: &str| {
            let (report, out, errors) = command(&text, &[options, &["--jobs", jobs]].concat());
            assert_eq!((report.solved, report.unreadable), (12, 12));
            (timeless(&out), errors)
        };
        let one = with("1");
        // Nodes and all: a position of so few squares is left to one thread.
        assert!(one.0.contains("nodes"), "{}", one.0);
        for jobs in ["2", "5", "40"] {
            assert_eq!(with(jobs), one, "{jobs}");
        }
    }
}

#[test]
fn the_command_reads_what_editors_write() {
    let text = format!("\u{feff}{BOARD} X; +18;\r\n\r\n% nothing\r\n{BOARD} X; G8:+18;");
    let (report, out, errors) = command(&text, &[]);
    assert_eq!((report.solved, report.disagree), (2, 0), "{errors}");
    assert!(out.lines().next().unwrap().trim_start().starts_with("1 "));
}

#[test]
fn a_file_without_positions_is_refused() {
    for (text, options) in [
        ("", &["solve", "-"][..]),
        ("% nothing\n\n", &["solve", "--json", "-"]),
    ] {
        let (code, out, errors) =
            run_with_input(std::path::Path::new(NOWHERE), options, text).apart();
        assert_eq!((code, out.as_str()), (Some(1), ""), "{errors}");
        assert!(
            errors.contains("- holds no position: write one a line"),
            "{errors}"
        );
        assert_eq!(errors.lines().count(), 1, "{errors}");
    }
}

#[test]
fn the_command_says_what_it_cannot_read() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("none.obf");
    for (path, expected) in [(folder.path(), "cannot read"), (&missing, "cannot open")] {
        let arguments = ["solve", path.to_str().unwrap()];
        let (code, _, errors) = run(folder.path(), &arguments).apart();
        assert_eq!(code, Some(1));
        assert!(
            errors.contains(expected) && errors.contains(&path.display().to_string()),
            "{errors}"
        );
    }
}

#[test]
fn the_command_writes_json() {
    let text = format!("{BOARD} X; G8:+18; H1:+10;\n{BOARD}\n{BOARD} X; H1:+18;\n");
    let (report, out, errors) = command(&text, &["--json", "--all"]);
    assert_eq!(
        (report.solved, report.disagree, report.unreadable),
        (2, 2, 1)
    );
    assert_eq!(errors, "");
    let lines: Vec<serde_json::Value> = out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 3);
    // h1 is worth 12, not 10.
    assert_eq!(lines[0]["agrees"], false);
    assert_eq!(lines[0]["score"], 18);
    assert_eq!(lines[0]["best"][0], "g8");
    assert_eq!(lines[0]["moves"]["h1"], 12);
    assert_eq!(lines[0]["moves"]["g2"], -24);
    assert_eq!(lines[0]["position"], format!("{BOARD} X"));
    assert_eq!(lines[1]["line"], 2);
    assert!(lines[1]["error"].as_str().unwrap().contains("side to move"));
    let (report, out, _) = command(&text, &["--json", "--winner"]);
    assert_eq!(report.disagree, 0);
    assert!(out.contains("\"score\":1"));
}

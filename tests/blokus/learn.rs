//! Learning the winning rate of Blokus Duo: the step by hand, the same weights for any number of
//! threads and after an interrupt, the command and its files, what the embedded weights are worth.

// Tests may unwrap; clippy does not know the helpers of one.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use super::common::Interrupting;
use clap::Parser;
use koteki::commands::interrupts::Interrupts;
use koteki::commands::learn::blokus::{Args, write_report};
use koteki::commands::learn::self_play::{Args as OneselfArgs, write_report as teach_oneself};
use koteki_engine::eval::blokus::linear::rate;
use koteki_engine::eval::blokus::style::styled;
use koteki_engine::eval::blokus::{
    COUNT, Evaluation, Kind, Obstacles, Opponent, SQUARES, Sight, UNIT, Weights, features, folded,
};
use koteki_engine::search::blokus::best_first::BestFirst;
use koteki_engine::search::budget::{Budget, Cancel};
use koteki_games::Game as _;
use koteki_games::blokus::notation::read_moves;
use koteki_games::blokus::{Move, Position, Square};
use koteki_games::random::{Random, SeedableRng as _};
use koteki_papers::osaki::paper::SQUARE_WEIGHTS;
use koteki_papers::osaki::squares::correlation;
use koteki_rivals::learn::blokus::exam::{Exam, Marks};
use koteki_rivals::learn::blokus::record::{Judged, Record, records, teach};
use koteki_rivals::learn::blokus::{Draws, Learning, Settings, self_play};
use koteki_rivals::learn::examples::Label;
use koteki_rivals::learn::fit::FitSettings;
use koteki_rivals::learn::rounds::Plan;
use koteki_workers::Workers;
use sha2::{Digest as _, Sha256};

#[derive(Parser)]
struct OneselfLine {
    #[command(flatten)]
    args: OneselfArgs,
}

fn position(codes: &str) -> Position {
    *read_moves(codes).unwrap().position()
}

/// Equation 3 for two positions, one of each phase, written out; two steps.
#[test]
fn a_step_is_that_of_equation_3() {
    let early = position("54u0 9au0 77r3");
    let late = position("54u0 9au0 77r3 97t4 95o7 b4o0 6at4 6cl2 4cm5 49m0 37s1");
    let settings = Settings {
        updates: 2,
        ..Settings::default()
    };
    let mut learning = Learning::new(settings, 1);
    let judged = |position, rate| Judged { position, rate };
    learning.learn(&Record {
        positions: vec![judged(early, 0.7), judged(late, 0.2)],
    });
    assert_eq!(learning.positions(), 2);
    let found = learning.weights();
    for (phase, position, rate) in [(0, early, 0.7), (1, late, 0.2)] {
        let side = position.side_to_move();
        let reading = found.form().reading;
        let own = features(&position, side, reading);
        let other = features(&position, side.other(), reading);
        // Table 1: the other side's dead squares are not among the features; all else is a difference.
        let is_dead = |j: usize| (6 * 105..7 * 105).contains(&j) || j == 840 + 6;
        let x: Vec<f64> = (0..COUNT)
            .map(|j| f64::from(own[j]) - if is_dead(j) { 0.0 } else { f64::from(other[j]) })
            .collect();
        let mut w = vec![0.001; COUNT];
        for _ in 0..2 {
            let v: f64 = w.iter().zip(&x).map(|(w, x)| w * x).sum();
            let value = 1.0 / (1.0 + (-0.02 * v).exp());
            for (w, x) in w.iter_mut().zip(&x) {
                *w += 0.5 * 0.02 * (rate - value) * value * (1.0 - value) * x;
            }
        }
        let units: Vec<i32> = w.iter().map(|w| (w * 1000.0).round() as i32).collect();
        assert_eq!(found.phase(phase), units, "phase {phase}");
    }
}

/// Where one side can place nothing more, random games end as the squares lie; in the middle they do
/// about as well as a count of the same by the rules alone.
#[test]
fn the_teacher_counts_wins_of_the_side_to_move() {
    let mut random = Random::seed_from_u64(3);
    let position = position("54u0 9au0 77r3 97t4 95o7 b4o0 6at4 6cl2 4cm5 49m0 37s1 6ek2");
    let rate = teach(&position, 4000, Draws::Half, &mut random);
    let (mut points, mut moves) = (0.0, Vec::new());
    for _ in 0..4000 {
        let mut game = position;
        loop {
            game.legal_moves(&mut moves);
            match random.choose(&moves) {
                Some(&mv) => game.play(mv),
                None => break,
            }
        }
        points += game.outcome().unwrap().score(position.side_to_move());
    }
    // Five standard deviations of the difference.
    assert!((rate - points / 4000.0).abs() < 0.056, "{rate} {points}");
    let lost = teach(&position, 4000, Draws::Lost, &mut random);
    assert!(lost < rate + 0.056);
}

fn small(epsilon: f64, opponent: Opponent) -> Settings {
    Settings {
        games: 20,
        playouts: 5,
        epsilon,
        opponent,
        ..Settings::default()
    }
}

fn workers(threads: usize) -> Workers {
    Workers::new(Some(threads), "test", || {}, None).unwrap()
}

fn run(settings: Settings, threads: usize) -> Learning {
    let mut learning = Learning::new(settings, 9);
    while !learning.is_done() {
        learning.step(&workers(threads), &Cancel::new()).unwrap();
    }
    learning
}

#[test]
fn threads_do_not_change_the_weights() {
    for (epsilon, opponent) in [(1.0, Opponent::Difference), (0.3, Opponent::Weighed)] {
        let one = run(small(epsilon, opponent), 1);
        assert_eq!(one, run(small(epsilon, opponent), 3));
        assert_eq!(one.games(), 20);
        assert!(one.positions() > 20 * 15);
    }
    let some = |epsilon| run(small(epsilon, Opponent::Difference), 2).weights();
    assert_ne!(some(1.0), some(0.3));
}

#[test]
fn with_epsilon_one_the_policy_does_not_matter_and_a_cancel_changes_nothing() {
    let settings = small(1.0, Opponent::Difference);
    let workers = workers(2);
    let games = |policy| {
        let cancel = Cancel::new();
        records(&settings, Some(policy), 4, 3..6, &workers, &cancel).unwrap()
    };
    let (paper, other) = (&**Evaluation::paper(), styled(&[1000, 10, 1, 1]));
    // Not by comparing them as assert_eq! does: a failure would print a thousand positions.
    assert!(games(paper) == games(&other));
    let cancel = Cancel::new();
    cancel.cancel();
    let mut learning = Learning::new(settings.clone(), 4);
    assert!(learning.step(&workers, &cancel).is_err());
    assert_eq!(learning, Learning::new(settings, 4));
}

/// The command line as a person types it.
#[derive(Parser)]
struct Typed {
    #[command(flatten)]
    args: Args,
}

fn told(line: &str, interrupts: &Interrupts) -> Result<(ExitCode, String), String> {
    let words = std::iter::once("x").chain(line.split_whitespace());
    let typed = Typed::try_parse_from(words).map_err(|error| error.to_string())?;
    let mut out = Vec::new();
    let code = write_report(&typed.args, interrupts, &mut out).map_err(|e| format!("{e:#}"))?;
    Ok((code, String::from_utf8(out).unwrap()))
}

const SMALL: &str = "--games 40 --playouts 3 --epsilon 0.5 --exam 1 --seed 7";

/// A checkpoint in the middle, as a kill leaves it, gives the same bytes in the end.
#[test]
fn what_is_gone_on_with_ends_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let none = Interrupts::default();
    let (_, out) = told(&format!("{SMALL} --out {}", path("whole.bin")), &none).unwrap();
    assert!(
        out.contains("40 of 40 games") && out.contains("mean error 0."),
        "{out}"
    );
    let raised = Interrupts::default();
    raised.raise();
    let line = format!("{SMALL} --out {}", path("parts.bin"));
    let (code, out) = told(&line, &raised).unwrap();
    assert_eq!(format!("{code:?}"), format!("{:?}", ExitCode::from(130)));
    assert!(out.contains("--resume continues"), "{out}");
    assert!(!Path::new(&path("parts.bin")).exists());
    // What a kill leaves after some games: a checkpoint of that moment.
    let part = path("parts.bin.part");
    let mut learning: Learning = serde_json::from_str(&fs::read_to_string(&part).unwrap()).unwrap();
    while learning.games() < 17 {
        learning.step(&workers(1), &Cancel::new()).unwrap();
    }
    fs::write(&part, serde_json::to_string(&learning).unwrap()).unwrap();
    let refused = told(&line, &none).unwrap_err();
    assert!(refused.contains("begun and not finished"), "{refused}");
    let other = told(
        &format!("{line} --resume --epsilon 0.4").replacen("--epsilon 0.5", "", 1),
        &none,
    );
    assert!(other.unwrap_err().contains("other settings"));
    told(&format!("{line} --resume"), &none).unwrap();
    assert_eq!(
        fs::read(path("parts.bin")).unwrap(),
        fs::read(path("whole.bin")).unwrap()
    );
    assert!(!Path::new(&part).exists());
    let record: toml::Table = fs::read_to_string(path("parts.toml"))
        .unwrap()
        .parse()
        .unwrap();
    assert_eq!(record["resumed_from"].as_integer(), Some(17));
    assert_eq!(record["settings"]["playouts"].as_integer(), Some(3));
    // The weights are good for a player.
    let name = format!("toqn:weights={},nodes=50", path("parts.bin"));
    let spec: koteki_rivals::roster::blokus::BlokusSpec = name.parse().unwrap();
    assert_eq!(spec.to_string(), name);
    // A map of each phase, a cell for each square, the paper's figs 9 and 10 from the corner of (1,1) on.
    let (_, map) = told("--show best --svg", &none).unwrap();
    assert!(map.starts_with("<svg") && map.ends_with("</svg>\n"));
    assert_eq!(map.matches("<title>").count(), 2 * 14 * 14);
    let csv = told("--show best --csv", &none).unwrap().1;
    let weight = |phase: u8, column: u8, row: u8| -> f64 {
        let wanted = format!("{phase},score,{column},{row},");
        let line = csv.lines().find(|line| line.starts_with(&wanted)).unwrap();
        line[wanted.len()..].parse().unwrap()
    };
    let parts = map.split("<title>").skip(1).map(|it| {
        let end = it.find("</title>").unwrap();
        it[..end]
            .rsplit(' ')
            .next()
            .unwrap()
            .parse::<f64>()
            .unwrap()
    });
    let parts: Vec<f64> = parts.collect();
    // The same for all squares of a phase: the length.
    let ratio = weight(1, 5, 5) / parts[4 * 14 + 4];
    for (index, &part) in parts[..14 * 14].iter().enumerate() {
        let (row, column) = (index as u8 / 14 + 1, index as u8 % 14 + 1);
        assert!((weight(1, column, row) - ratio * part).abs() < 0.001 * ratio.abs());
    }
    let (_, shown) = told(&format!("--show {}", path("parts.bin")), &none).unwrap();
    assert!(
        shown.contains("plies 0 to 9") && shown.contains("score by square"),
        "{shown}"
    );
    assert!(
        shown.lines().all(|line| line.chars().count() <= 79),
        "{shown}"
    );
}

#[test]
fn faults_are_one_clear_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let none = Interrupts::default();
    fs::write(path("letter.bin"), "Dear").unwrap();
    fs::write(path("broken.bin.part"), "{\"games\": 3").unwrap();
    for (line, wanted) in [
        (
            format!("{SMALL} --out {}", path("letter.bin")),
            "is not a file of weights",
        ),
        (
            format!("{SMALL} --out {}", path("a.toml")),
            ".toml is for the record",
        ),
        (
            format!("{SMALL} --out {}", path("no/a.bin")),
            "there is no directory",
        ),
        (
            format!("{SMALL} --out {} --resume", path("a.bin")),
            "nothing to resume",
        ),
        (
            format!("{SMALL} --out {} --resume", path("broken.bin")),
            "no checkpoint",
        ),
        (
            format!("--epsilon 2 --out {}", path("a.bin")),
            "learning.epsilon = 2 is not allowed",
        ),
        (
            format!("--show {}", path("letter.bin")),
            "no file of weights of Blokus Duo",
        ),
        (format!("--show {}", path("nothing.bin")), "nothing.bin: "),
        (String::new(), "--out <FILE>"),
    ] {
        let error = told(&line, &none).unwrap_err();
        assert!(error.contains(wanted), "{line}: {error}");
    }
    assert_eq!(fs::read_to_string(path("letter.bin")).unwrap(), "Dear");
}

/// What the records beside the embedded weights say is what they are.
#[test]
fn the_embedded_weights_are_those_of_their_records() {
    let tester = Settings {
        sight: Sight::Board,
        opponent: Opponent::Difference,
        ..Settings::default()
    };
    let best = Settings {
        playouts: 1000,
        obstacles: Obstacles::Forbidden,
        ..tester.clone()
    };
    let exam = Exam {
        per_ply: 12,
        playouts: 100,
        draws: Draws::Half,
        player: None,
    };
    let exam = exam.positions(77, &workers(2), &Cancel::new()).unwrap();
    for (record, file, wanted, evaluation) in [
        (
            include_str!("../../src/engine/eval/blokus/paper.toml"),
            &include_bytes!("../../src/engine/eval/blokus/paper.bin")[..],
            Settings::default(),
            Evaluation::paper(),
        ),
        (
            include_str!("../../src/engine/eval/blokus/tester.toml"),
            &include_bytes!("../../src/engine/eval/blokus/tester.bin")[..],
            tester,
            Evaluation::tester(),
        ),
        (
            include_str!("../../src/engine/eval/blokus/best.toml"),
            &include_bytes!("../../src/engine/eval/blokus/best.bin")[..],
            best,
            Evaluation::best(),
        ),
    ] {
        let record: toml::Table = record.parse().unwrap();
        let settings: Settings = record["settings"].clone().try_into().unwrap();
        assert_eq!(settings, wanted);
        let weights = Weights::from_bytes(file).unwrap();
        assert_eq!(weights.form(), &settings.form());
        assert_eq!(evaluation.weights(), &weights);
        let marks = Marks::of(evaluation, &exam);
        // The paper: 0.0952 and 0.7965, with a teacher of less noise than the 0.05 of this one.
        assert!(marks.error() < 0.12, "{}", marks.error());
        assert!(marks.accuracy() > 0.7, "{}", marks.accuracy());
    }
}

/// 900 games against oneself, looking one ply ahead, with a teacher that looks at so many positions.
fn small_lesson(threads: usize, seed: u64, teacher_nodes: u64) -> self_play::Lesson {
    let settings = self_play::Settings {
        seed,
        plan: Plan {
            games: 450,
            rounds: 2,
            memory: 2,
        },
        from: Arc::clone(Evaluation::best()),
        play: self_play::GameSettings {
            nodes: 1,
            random_plies: 4,
            surprise: 0.125,
            teacher_nodes,
        },
        phases: vec![16],
        fit: FitSettings {
            epochs: 3,
            rate: 0.02,
            shrink: 30.0,
            seen: 10,
        },
        label: Label::Score(6.0),
    };
    self_play::learn(&settings, &workers(threads), &Cancel::new(), None, |_| {}).unwrap()
}

/// What was learned from games foretells others better than the winning rate of games at random does; and it is the
/// same for any number of threads.
#[test]
fn games_against_oneself_teach_more_than_games_at_random() {
    let one = small_lesson(1, 3, 50);
    let (learned, best) = (&one.quality, &one.best);
    assert_eq!(learned.count, best.count);
    assert!(learned.log_loss < best.log_loss - 0.01, "{one:?}");
    assert!(learned.log_loss < std::f64::consts::LN_2 - 0.02, "{one:?}");
    assert_eq!(small_lesson(3, 3, 50).weights, one.weights);
}

/// Placements that nobody plays are what a search has to know most of the positions that it meets by: what was learned from
/// a search of them is nearer to what a deeper one with other weights says than what was learned from ends of games alone.
#[test]
fn a_search_teaches_about_placements_that_are_not_played() {
    let deep = BestFirst(Arc::clone(Evaluation::self_play()));
    let searched = |position: &Position, legal: &[Move], nodes| {
        let found = deep.analyse(position, legal, Budget::Nodes(nodes), &Cancel::new());
        found.unwrap()
    };
    let mut random = Random::seed_from_u64(4);
    let mut legal = Vec::new();
    let mut exam = Vec::new();
    for number in 0..300 {
        let mut position = Position::start();
        let plies = 3 + number % 18;
        for ply in 1..=plies {
            position.legal_moves(&mut legal);
            let mv = if ply <= 2 || ply == plies {
                random.choose(&legal).copied()
            } else {
                searched(&position, &legal, 1).best
            };
            position.play(mv.unwrap());
        }
        position.legal_moves(&mut legal);
        let found = searched(&position, &legal, 3000);
        if !found.exact && found.best.is_some() {
            exam.push((position, rate(found.value)));
        }
    }
    assert!(exam.len() > 200);
    let error = |lesson: &self_play::Lesson| {
        let learned = Evaluation::new(lesson.weights.clone());
        let errors = exam
            .iter()
            .map(|&(position, rate)| learned.rate(&position) - rate);
        (errors.map(|error| error * error).sum::<f64>() / exam.len() as f64).sqrt()
    };
    let (taught, untaught) = (small_lesson(2, 3, 300), small_lesson(2, 3, 0));
    assert!(
        error(&taught) < 0.8 * error(&untaught),
        "{} beside {}",
        error(&taught),
        error(&untaught)
    );
}

/// `koteki learn blokus-self-play`: what it says, with the file of the weights.
fn told_oneself(line: &str, out: &Path) -> Result<String, String> {
    told_until(usize::MAX, line, out)
}

/// The same, interrupted at a line of what it says.
fn told_until(at: usize, line: &str, out: &Path) -> Result<String, String> {
    let words = ["l", "--out"].into_iter().map(Into::into);
    let words = words.chain([out.to_owned().into_os_string()]);
    let words = words.chain(line.split(' ').map(Into::into));
    let typed = OneselfLine::try_parse_from(words).map_err(|error| error.to_string())?;
    let interrupts = Interrupts::default();
    let mut said = Interrupting::at_line(at, &interrupts);
    teach_oneself(&typed.args, &interrupts, &mut said).map_err(|error| format!("{error:#}"))?;
    Ok(said.text)
}

fn record_of(weights: &Path) -> toml::Table {
    let text = fs::read_to_string(weights.with_extension("toml")).unwrap();
    text.parse().unwrap()
}

const GLANCE: &str = "--games 100 --nodes 1 --teacher-nodes 50 --epochs 1";
const SELF_PLAY: &[u8] = include_bytes!("../../src/engine/eval/blokus/self_play.bin");

/// The command writes what it has learned and how; and the weights built in have such a record.
#[test]
fn weights_learned_from_games_have_their_record() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("w.bin");
    let said = told_oneself(&format!("{GLANCE} --seed 2"), &out).unwrap();
    assert!(said.contains("round 2 of 2: 100 of 100 games"), "{said}");
    assert!(Weights::from_bytes(&fs::read(&out).unwrap()).is_ok());
    let record = record_of(&out);
    let built_in: toml::Table = include_str!("../../src/engine/eval/blokus/self_play.toml")
        .parse()
        .unwrap();
    let keys = |table: &toml::Table| table.keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(&record), keys(&built_in));
    assert_eq!(record["games"].as_integer(), Some(200));
    let other = folder.path().join("other.bin");
    told_oneself(&format!("{GLANCE} --seed 3"), &other).unwrap();
    assert_ne!(fs::read(&out).unwrap(), fs::read(&other).unwrap());
    // The game knows these; how strong they are is measured in docs/games.md.
    let loss = |who: &str| built_in[who]["log_loss"].as_float().unwrap();
    assert!(loss("learned") < loss("best") - 0.02);
    let held = Weights::from_bytes(SELF_PLAY).unwrap();
    assert_eq!(&held, Evaluation::self_play().weights());
}

/// The first round is played by the weights that it is told, by a name or in a file, and the record says which they were.
#[test]
fn a_lesson_begins_from_weights_learned_before() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let learned = |line: &str, out: &str| {
        told_oneself(line, &path(out)).unwrap();
        fs::read(path(out)).unwrap()
    };
    let from = |name: &str| format!("{GLANCE} --from {name}");
    let before = path("before.bin");
    fs::write(&before, Evaluation::best().weights().to_bytes()).unwrap();
    let best = learned(GLANCE, "best.bin");
    assert_eq!(learned(&from(before.to_str().unwrap()), "file.bin"), best);
    assert_ne!(learned(&from("self-play"), "self.bin"), best);
    let record = record_of(&path("self.bin"));
    let command = record["command"].to_string();
    assert!(command.contains(" --from self-play "), "{command}");
    let sha256 = format!("{:x}", Sha256::digest(SELF_PLAY));
    assert_eq!(record["from_sha256"].as_str(), Some(&*sha256));
    let refused = told_oneself(&from("selfplay"), &path("no.bin")).unwrap_err();
    assert!(
        refused.contains("expected paper, tester, best, self-play, or a file"),
        "{refused}"
    );
}

/// A lesson that was interrupted in its second round goes on to the same weights as if it had not been, and not from other
/// weights than it began with, though their file has the same name.
#[test]
fn an_interrupted_lesson_of_oneself_goes_on_to_the_same_weights() {
    let folder = tempfile::tempdir().unwrap();
    let [before, whole, out] =
        ["before.bin", "whole.bin", "out.bin"].map(|name| folder.path().join(name));
    let line = format!("{GLANCE} --from {}", before.display());
    let best = Evaluation::best().weights().to_bytes();
    fs::write(&before, &best).unwrap();
    told_oneself(&line, &whole).unwrap();
    // 22 lines of the first round, three of the second.
    let said = told_until(25, &line, &out).unwrap();
    assert!(said.contains("--resume continues"), "{said}");
    assert!(!out.exists());
    let resumed = || told_oneself(&format!("{line} --resume"), &out);
    fs::write(&before, SELF_PLAY).unwrap();
    let refused = resumed().unwrap_err();
    let sha256 = format!("{:x}", Sha256::digest(SELF_PLAY));
    assert!(refused.contains(&sha256[..16]), "{refused}");
    fs::write(&before, &best).unwrap();
    let part = folder.path().join("out.bin.part");
    let kept = fs::read_to_string(&part).unwrap();
    let (head, tail) = kept.split_once("\"Place\":").unwrap();
    let tail = tail.trim_start_matches(|digit: char| digit.is_ascii_digit());
    // One more than there are.
    fs::write(&part, format!("{head}\"Place\":13729{tail}")).unwrap();
    let refused = resumed().unwrap_err();
    assert!(
        refused.contains("line 2: this is not what a lesson has kept"),
        "{refused}"
    );
    fs::write(&part, kept).unwrap();
    resumed().unwrap();
    assert_eq!(fs::read(&out).unwrap(), fs::read(&whole).unwrap());
    let games = record_of(&out)["resumed_from"].as_integer().unwrap();
    assert!((115..200).contains(&games), "{games}");
}

/// What a lesson begins from is not written over by what it learns.
#[test]
fn a_lesson_leaves_the_weights_that_it_begins_from() {
    let folder = tempfile::tempdir().unwrap();
    let weights = folder.path().join("w.bin");
    let before = Evaluation::best().weights().to_bytes();
    fs::write(&weights, &before).unwrap();
    let place = weights.display();
    let refused = told_oneself(&format!("{GLANCE} --from {place}"), &weights).unwrap_err();
    assert!(refused.contains("name another file"), "{refused}");
    assert_eq!(fs::read(&weights).unwrap(), before);
}

/// Tables A.1 and A.2 of the paper, which a wrong reading of its text does not give: nobody covers the square opposite to
/// their start as their own, and (5,5) is covered by both from ply 2 on, so that its weight moves in the first
/// phase alone; and the weights are like the paper's as far as two lessons are like each other (0.75 in the first
/// phase, 0.4 and less in the second: papers.md).
#[test]
fn the_papers_weights_are_like_those_that_it_prints() {
    let weights = Evaluation::paper().weights();
    let scores = |phase| -> Vec<f64> {
        (0..SQUARES)
            .map(|square| f64::from(weights.square(phase, Kind::Score, square)) / f64::from(UNIT))
            .collect()
    };
    let [first, second] = [scores(0), scores(1)];
    let at = |place: u8| folded(Square::at(place - 1, place - 1).unwrap());
    assert_eq!((first[at(10)], second[at(10)]), (0.001, 0.001), "(A,A)");
    assert_eq!(second[at(5)], 0.001, "(5,5)");
    // Printed: -0.107.
    assert!((first[at(5)] + 0.107).abs() < 0.04, "{}", first[at(5)]);
    let like = |phase: usize, ours: &[f64]| correlation(ours, &SQUARE_WEIGHTS[phase]);
    assert!(like(0, &first) > 0.6, "{}", like(0, &first));
    assert!(like(1, &second) > 0.3, "{}", like(1, &second));
}

#[test]
fn marks_by_hand() {
    let mut positions = Vec::new();
    let evaluation = Evaluation::paper();
    let mut random = Random::seed_from_u64(1);
    let mut moves = Vec::new();
    let mut game = Position::start();
    for _ in 0..4 {
        game.legal_moves(&mut moves);
        game.play(*random.choose(&moves).unwrap());
        positions.push(game);
    }
    let rates = positions.iter().map(|position| evaluation.rate(position));
    // Right by 0.1 towards the middle for half of them, wrong for the others.
    let exam: Vec<Judged> = positions
        .iter()
        .zip(rates)
        .enumerate()
        .map(|(n, (&position, rate))| Judged {
            position,
            rate: if n % 2 == 0 { rate } else { 1.0 - rate },
        })
        .collect();
    let marks = Marks::of(evaluation, &exam);
    assert_eq!(marks.right, 2);
    let wrong = |n: usize| (2.0 * evaluation.rate(&positions[n]) - 1.0).abs();
    assert!((marks.error() - (wrong(1) + wrong(3)) / 4.0).abs() < 1e-12);
}

//! The learned evaluation and the learning: symmetry, the file, a small lesson, and what the embedded
//! weights are worth on exact endings, on human games, and across the board.

#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stderr)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::common::Interrupting;
use koteki::commands::interrupts::Interrupts;
use koteki::commands::learn::othello::{Args, write_report};
use koteki_engine::eval::othello::learned::{
    Learned, LoadError, PHASES, UNIT, each_weight, phase, weight_count,
};
use koteki_engine::eval::othello::{COUNT, Weights};
use koteki_engine::eval::{DECIDED, Evaluator as _};
use koteki_engine::player::best::{BestMove, Knowledge};
use koteki_engine::search::budget::Cancel;
use koteki_engine::search::othello::OthelloSearch;
use koteki_engine::search::othello::deepening::Deepening;
use koteki_engine::search::othello::endgame::{Options, solve};
use koteki_engine::search::reference::Reference;
use koteki_engine::search::root::Search as _;
use koteki_games::othello::{Move, Position, Square, Symmetry};
use koteki_games::random::{Random, Rng as _, SeedableRng as _, derive_seed};
use koteki_games::{Game as _, Side};
use koteki_rivals::learn::examples::{Label, Scale};
use koteki_rivals::learn::fit::{FitSettings, Quality, fit, sigmoid};
use koteki_rivals::learn::games::{GameSettings, Sample, Teacher, game};
use koteki_rivals::learn::rounds::{Plan, Played as _};
use koteki_rivals::learn::{Settings, fit_five, judge, learn_othello};
use koteki_rivals::measure::contest::{
    Settings as Contest, Tally, contest, plain_difference, random_opening,
};
use koteki_workers::Workers;

/// Boards of any kind: of games, and discs thrown at random.
fn boards() -> Vec<(u64, u64)> {
    let mut random = Random::seed_from_u64(11);
    let games = (0..400).map(|seed| {
        let line = random_opening::<Position>(1 + seed % 55, u64::from(seed));
        (line.position().own(), line.position().opp())
    });
    let thrown: Vec<(u64, u64)> = (0..400)
        .map(|_| {
            let (discs, mine) = (random.next_u64() | random.next_u64(), random.next_u64());
            (discs & mine, discs & !mine)
        })
        .collect();
    games.chain(thrown).collect()
}

#[test]
fn the_value_is_the_same_on_all_eight_boards_and_turns_with_the_colours() {
    let learned = Learned::embedded();
    let mut different = 0;
    for (own, opp) in boards() {
        let value = learned.value(own, opp);
        assert!(value.abs() < DECIDED);
        assert_eq!(learned.value(opp, own), -value, "{own:#x} {opp:#x}");
        for symmetry in Symmetry::ALL {
            let image = learned.value(symmetry.board(own), symmetry.board(opp));
            assert_eq!(image, value, "{own:#x} {opp:#x} {symmetry:?}");
        }
        different += i32::from(value != 0);
        let position = Position::new(opp, own, Side::White).unwrap();
        assert_eq!(learned.evaluate(&position, Side::White), value);
        assert_eq!(learned.evaluate(&position, Side::Black), -value);
    }
    assert!(different > 700, "{different}");
}

/// The squares of each pattern as a person would write them down, in one of its places.
const PATTERNS: [&str; 11] = [
    "a1 b1 c1 d1 e1 f1 g1 h1 b2 g2",
    "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2",
    "a1 b1 c1 a2 b2 c2 a3 b3 c3",
    "a2 b2 c2 d2 e2 f2 g2 h2",
    "a3 b3 c3 d3 e3 f3 g3 h3",
    "a4 b4 c4 d4 e4 f4 g4 h4",
    "a1 b2 c3 d4 e5 f6 g7 h8",
    "a2 b3 c4 d5 e6 f7 g8",
    "a3 b4 c5 d6 e7 f8",
    "a4 b5 c6 d7 e8",
    "a5 b6 c7 d8",
];

/// What a board's patterns hold, read square by square: of each place that a symmetry carries a
/// pattern to, the least of its readings over the symmetries that carry it to the same squares.
fn contents(own: u64, opp: u64) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (number, pattern) in PATTERNS.iter().enumerate() {
        let mut places: Vec<(u64, String)> = Vec::new();
        for symmetry in Symmetry::ALL {
            let squares: Vec<Square> = pattern
                .split(' ')
                .map(|name| symmetry.square(name.parse().unwrap()))
                .collect();
            let place = squares.iter().fold(0, |place, square| place | square.bit());
            let reading: String = squares
                .iter()
                .map(|square| match square.bit() {
                    bit if own & bit != 0 => 'o',
                    bit if opp & bit != 0 => 'x',
                    _ => '.',
                })
                .collect();
            match places.iter_mut().find(|(other, _)| *other == place) {
                Some((_, known)) => *known = reading.min(known.clone()),
                None => places.push((place, reading)),
            }
        }
        found.extend(places.into_iter().map(|(_, reading)| (number, reading)));
    }
    found
}

/// What a reading of a pattern shares its weight with: the least of itself, its reflection and, with
/// the sign turned, of both with colours exchanged. `None` when it is its own opposite.
fn name_of(number: usize, reading: &str) -> Option<((usize, String), i64)> {
    let mirrored = |reading: &str| -> String {
        let at = |order: &[usize]| {
            order
                .iter()
                .map(|&i| reading.as_bytes()[i] as char)
                .collect()
        };
        match number {
            0 => at(&[7, 6, 5, 4, 3, 2, 1, 0, 9, 8]),
            1 => reading.to_owned(),
            2 => at(&[0, 3, 6, 1, 4, 7, 2, 5, 8]),
            _ => reading.chars().rev().collect(),
        }
    };
    let turned: String = reading
        .chars()
        .map(|square| match square {
            'o' => 'x',
            'x' => 'o',
            empty => empty,
        })
        .collect();
    let least = mirrored(reading).min(reading.to_owned());
    let opposite = mirrored(&turned).min(turned);
    match least.cmp(&opposite) {
        std::cmp::Ordering::Less => Some(((number, least), 1)),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(((number, opposite), -1)),
    }
}

/// Each board gets a random number, and each weight the sum of the numbers of the boards it counts on,
/// with its signs. The contents read square by square must give the same sums, so they are on the
/// same boards as often and with the same signs.
#[test]
fn weights_are_shared_by_equal_contents_and_by_no_others() {
    let mut random = Random::seed_from_u64(2);
    let mut weights = BTreeMap::<usize, i64>::new();
    let mut names = BTreeMap::<(usize, String), i64>::new();
    for (own, opp) in boards() {
        let number = random.next_u64().cast_signed();
        each_weight(own, opp, |weight, sign| {
            assert!(weight < weight_count() && sign.abs() == 1);
            let sum = weights.entry(weight).or_default();
            *sum = sum.wrapping_add(number.wrapping_mul(i64::from(sign)));
        });
        let contents = contents(own, opp);
        assert_eq!(contents.len(), 46);
        for (pattern, reading) in contents {
            if let Some((name, sign)) = name_of(pattern, &reading) {
                let sum = names.entry(name).or_default();
                *sum = sum.wrapping_add(number.wrapping_mul(sign));
            }
        }
    }
    // The sign of a weight as a whole is a matter of taste.
    let mut sums: Vec<u64> = weights.values().map(|sum| sum.unsigned_abs()).collect();
    sums.sort_unstable();
    for (name, sum) in &names {
        let at = sums.binary_search(&sum.unsigned_abs());
        sums.remove(at.unwrap_or_else(|_| panic!("no weight counts where {name:?} is")));
    }
    // What is left are the counts: at most 64 of moves and 64 of frontier discs.
    assert!(sums.len() <= 128, "{}", sums.len());
    assert!(names.len() > 10_000, "{}", names.len());
}

#[test]
fn the_embedded_file_is_whole_small_and_has_its_record() {
    let bytes = include_bytes!("../../src/engine/eval/othello/learned/weights.bin");
    assert!(bytes.len() <= 300_000, "{}", bytes.len());
    assert_eq!(Learned::embedded().to_bytes(), bytes);
    let record: toml::Table = include_str!("../../src/engine/eval/othello/learned/weights.toml")
        .parse()
        .unwrap();
    for key in [
        "command",
        "date",
        "seconds",
        "games",
        "positions",
        "learned",
        "five_features",
    ] {
        assert!(record.contains_key(key), "{key}");
    }
    let loss = |of: &str| record[of]["log_loss"].as_float().unwrap();
    assert!(loss("learned") < loss("five_features"));
}

#[test]
fn a_damaged_file_is_refused_and_says_why() {
    let bytes = Learned::embedded().to_bytes();
    let read = |bytes: &[u8]| Learned::from_bytes(bytes).map(|_| ());
    assert_eq!(read(&bytes), Ok(()));
    assert_eq!(read(b""), Err(LoadError::Length));
    assert_eq!(
        read(b"another file, of some length"),
        Err(LoadError::NotOurs)
    );
    assert_eq!(read(&bytes[..bytes.len() - 1]), Err(LoadError::CheckSum));
    for at in [8, 12, 100, bytes.len() / 2, bytes.len() - 1] {
        let mut bytes = bytes.clone();
        bytes[at] ^= 4;
        assert_eq!(read(&bytes), Err(LoadError::CheckSum), "byte {at}");
    }
    // With a right check sum, but for other shapes: 11 phases.
    let mut other = bytes[..bytes.len() - 8].to_vec();
    other[8] = 11;
    let sum = other.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    other.extend_from_slice(&sum.to_le_bytes());
    assert_eq!(read(&other), Err(LoadError::Shapes));
}

const PLAY: GameSettings = GameSettings {
    depth: 1,
    random_plies: 24,
    surprise: 0.02,
    exact: 8,
};

/// 4,000 games of one ply's look-ahead.
const SMALL: Settings = Settings {
    seed: 3,
    plan: Plan {
        games: 4_000,
        rounds: 1,
        memory: 1,
    },
    play: PLAY,
    fit: FitSettings {
        epochs: 6,
        rate: 0.1,
        shrink: 3.0,
        seen: 10,
    },
    label: Label::Score(10.0),
};

fn workers(threads: usize) -> Workers {
    Workers::new(Some(threads), "test", || {}, None).unwrap()
}

/// The samples of so many games.
fn games(settings: &GameSettings, seed: u64, count: u64) -> Vec<Vec<Sample>> {
    let game = |number| {
        let seed = derive_seed(seed, &[number]);
        let line = game(Teacher::Thesis, settings, seed, &Cancel::new()).unwrap();
        line.samples()
    };
    (0..count).map(game).collect()
}

#[test]
fn a_small_lesson_beats_the_five_features_on_games_it_has_not_seen() {
    let lesson = learn_othello(&SMALL, &workers(2), &Cancel::new(), None, |_| {}).unwrap();
    let (learned, five) = (&lesson.quality, &lesson.five);
    assert_eq!(learned.count, five.count);
    assert!(
        learned.log_loss < five.log_loss - 0.01,
        "{learned:?} {five:?}"
    );
    assert!(five.log_loss < std::f64::consts::LN_2 - 0.1, "{five:?}");
    assert!(learned.calibration_error() < 0.03, "{learned:?}");
}

#[test]
fn the_same_seed_gives_the_same_weights_for_any_number_of_threads() {
    let settings = Settings {
        plan: Plan {
            games: 200,
            rounds: 2,
            memory: 2,
        },
        ..SMALL
    };
    let bytes = |threads, seed| {
        let settings = Settings { seed, ..settings };
        let lesson = learn_othello(&settings, &workers(threads), &Cancel::new(), None, |_| {});
        lesson.unwrap().learned.to_bytes()
    };
    let one = bytes(1, 3);
    assert_eq!(one, bytes(3, 3));
    assert_ne!(one, bytes(1, 4));
}

/// A game's positions are told how the game ends with best play from the exact part on: by the plain
/// search to the end.
#[test]
fn samples_carry_the_exact_score() {
    let games = games(&PLAY, 5, 40);
    let mut checked = 0;
    for samples in &games {
        for sample in samples {
            let Sample { own, opp, score } = *sample;
            assert_eq!(own & opp, 0);
            let position = Position::new(own, opp, Side::Black).unwrap();
            if position.empties().count_ones() > 6 {
                continue;
            }
            let nothing = Weights::from_array([0; COUNT]);
            let plain = Reference(nothing)
                .root_values(&position, 60, &Cancel::new())
                .unwrap();
            let best = plain.best().unwrap();
            // Empty squares to the winner: the sign is the same, and no score is smaller for it.
            assert_eq!(best.signum(), i32::from(score.signum()));
            let difference = best.abs() % DECIDED;
            assert!(difference <= i32::from(score.abs()), "{best} {score}");
            checked += 1;
        }
    }
    assert!(checked > 150, "{checked}");
}

fn correlation(pairs: &[(f64, f64)]) -> f64 {
    let count = pairs.len() as f64;
    let mean = |f: &dyn Fn(&(f64, f64)) -> f64| pairs.iter().map(f).sum::<f64>() / count;
    let (x, y) = (mean(&|p| p.0), mean(&|p| p.1));
    let xy = mean(&|p| (p.0 - x) * (p.1 - y));
    xy / (mean(&|p| (p.0 - x).powi(2)) * mean(&|p| (p.1 - y).powi(2))).sqrt()
}

/// Exact scores of positions with 12 empty squares, from games that nobody learned from.
#[test]
fn values_follow_exact_scores_near_the_end() {
    let settings = GameSettings {
        depth: 2,
        exact: 12,
        ..PLAY
    };
    let games = games(&settings, 987_654_321, 300);
    let (mut learned, mut five, mut error) = (Vec::new(), Vec::new(), 0.0);
    for samples in &games {
        let Some(sample) = samples.iter().find(|s| (s.own | s.opp).count_ones() == 52) else {
            continue;
        };
        let position = Position::new(sample.own, sample.opp, Side::Black).unwrap();
        let score = solve(&position, &Options::default(), &Cancel::new())
            .unwrap()
            .score;
        assert_eq!(score, i32::from(sample.score));
        let value = f64::from(Learned::embedded().value(sample.own, sample.opp)) / f64::from(UNIT);
        let thesis = Weights::TESTER.evaluate(&position, Side::Black);
        error += (value - f64::from(score)).abs();
        learned.push((value, f64::from(score)));
        five.push((f64::from(thesis), f64::from(score)));
    }
    let error = error / learned.len() as f64;
    let (learned, five) = (correlation(&learned), correlation(&five));
    eprintln!(
        "12 empty squares: correlation with the exact score {learned:.3}, five features {five:.3}; mean error {error:.1} discs"
    );
    assert!(learned > 0.85 && learned > five, "{learned} {five}");
    // A disc foretold is about a disc.
    assert!(error < 12.0, "{error}");
}

fn data() -> PathBuf {
    std::env::var_os("KOTEKI_DATA").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data"),
        PathBuf::from,
    )
}

/// The positions of the finished games of a WTHOR file (16 bytes of header; 68 a game: the score of
/// Black at byte 6, moves 10·row + column from byte 8), from 12 discs on.
fn wthor(path: &Path) -> Vec<Sample> {
    let bytes = fs::read(path).unwrap();
    let mut samples = Vec::new();
    for game in bytes[16..].chunks_exact(68) {
        let black = i32::from(game[6]) * 2 - 64;
        let mut position = Position::start();
        for &mv in game[8..].iter().take_while(|&&mv| mv != 0) {
            if position.must_pass() {
                position.play(Move::Pass);
            }
            let square = Square::from_index((mv / 10 - 1) * 8 + mv % 10 - 1).unwrap();
            assert!(position.is_legal(Move::Place(square)));
            if position.empties().count_ones() <= 52 {
                samples.push(Sample {
                    own: position.own(),
                    opp: position.opp(),
                    score: i8::try_from(black * position.side_to_move().sign()).unwrap(),
                });
            }
            position.play(Move::Place(square));
        }
    }
    samples
}

/// Human tournament games. The learned evaluation has never seen one, and people win differently from
/// programs that look three plies ahead, so what a disc foretold means is found out on games of one
/// year (two numbers a phase; the five features get all their weights from there) and judged by those
/// of the next.
#[test]
fn human_games_are_foretold_better_than_by_the_five_features() {
    let path = |year: u32| data().join(format!("wthor/WTH_{year}.wtb"));
    if !path(2001).exists() {
        eprintln!("SKIPPED: no {}", path(2001).display());
        return;
    }
    let (fitted, asked) = (wthor(&path(2001)), wthor(&path(2002)));
    let five = judge(
        &asked,
        fit_five(&fitted, &SMALL, &workers(2), &Cancel::new()).unwrap(),
    );
    let discs = |sample: &Sample| {
        let value = Learned::embedded().value(sample.own, sample.opp);
        value as f32 / (8 * UNIT) as f32
    };
    let values: Vec<f32> = fitted.iter().map(discs).collect();
    let targets: Vec<f32> = fitted
        .iter()
        .map(|sample| Label::Outcome.target(sample.score))
        .collect();
    let examples = Scale {
        values: &values,
        targets: &targets,
    };
    let phase_of = |sample: &Sample| phase((sample.own | sample.opp).count_ones());
    let settings = FitSettings {
        epochs: 3,
        rate: 0.1,
        shrink: 1.0,
        seen: 1,
    };
    let scales: Vec<Vec<f32>> = (0..PHASES)
        .map(|number| {
            let chosen: Vec<u32> = (0..)
                .zip(&fitted)
                .filter(|(_, sample)| phase_of(sample) == number)
                .map(|(index, _)| index)
                .collect();
            fit(&examples, &chosen, 2, &settings, 1, &Cancel::new()).unwrap()
        })
        .collect();
    let scaled = judge(&asked, |sample| {
        let scale = &scales[phase_of(sample)];
        f64::from(sigmoid(scale[0] * discs(sample) + scale[1]))
    });
    let bare = judge(&asked, |sample| {
        Learned::embedded().winning_rate(sample.own, sample.opp)
    });
    for (who, quality) in [
        ("learned as it is", &bare),
        ("learned", &scaled),
        ("five features", &five),
    ] {
        let Quality {
            log_loss,
            accuracy,
            count,
            ..
        } = quality;
        eprintln!("{who}: log loss {log_loss:.4}, winner right {accuracy:.3}, {count} positions");
    }
    assert!(scaled.log_loss < five.log_loss && scaled.accuracy > five.accuracy);
}

/// Equal depth, 200 games: the interval lies above one half.
#[test]
fn it_beats_the_tester_at_equal_depth() {
    let learned = BestMove::new(Deepening::new(Learned::embedded()), 3, Knowledge::Best);
    let tester = BestMove::new(OthelloSearch::new(Weights::TESTER), 3, Knowledge::Best);
    let settings = Contest {
        games: 200,
        seed: 1,
        opening_plies: 8,
        jobs: 0,
    };
    let games = contest::<Position, _>(&learned, &tester, &settings, &Cancel::new(), |game| {
        plain_difference(&game)
    });
    let tally = Tally::of(&games.unwrap());
    let (interval, _) = tally.interval();
    eprintln!("{tally:?} {interval:?}");
    assert!(interval.low > 0.5, "{tally:?} {interval:?}");
}

fn args(out: PathBuf) -> Args {
    Args {
        out,
        seed: 3,
        games: 200,
        rounds: 1,
        memory: 1,
        depth: 1,
        random_plies: 24,
        surprise: 0.02,
        exact: 6,
        score_scale: 10.0,
        epochs: 2,
        rate: 0.1,
        shrink: 3.0,
        seen: 10,
        jobs: None,
        resume: false,
    }
}

#[test]
fn the_command_writes_weights_and_their_record() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("small.bin");
    let mut out = Vec::new();
    write_report(&args(path.clone()), &Interrupts::default(), &mut out).unwrap();
    let out = String::from_utf8(out).unwrap();
    assert!(out.contains("round 1 of 1: 200 of 200 games"), "{out}");
    assert!(out.contains("five features: log loss 0."), "{out}");
    Learned::from_bytes(&fs::read(&path).unwrap()).unwrap();
    let record = fs::read_to_string(path.with_extension("toml")).unwrap();
    let record: toml::Table = record.parse().unwrap();
    assert_eq!(record["games"].as_integer(), Some(200));
    let command = record["command"].as_str().unwrap();
    assert!(
        command.starts_with("koteki learn othello --seed 3 --games 200 "),
        "{command}"
    );
}

#[test]
fn the_command_says_what_is_wrong_before_the_work() {
    let directory = tempfile::tempdir().unwrap();
    let mut out = Vec::new();
    let mut fails = |args: &Args| {
        let error = write_report(args, &Interrupts::default(), &mut out).unwrap_err();
        format!("{error:#}")
    };
    let missing = directory.path().join("no/such/place.bin");
    assert!(fails(&args(missing)).contains("there is no directory"));
    assert!(fails(&args(directory.path().join("a.toml"))).contains(".toml is for the record"));
    let mut wrong = args(directory.path().join("a.bin"));
    wrong.surprise = 1.5;
    assert!(fails(&wrong).contains("--surprise is a chance"));
    wrong.surprise = 0.0;
    wrong.rate = f32::NAN;
    assert!(fails(&wrong).contains("--rate"));
    assert!(out.is_empty() && fs::read_dir(directory.path()).unwrap().next().is_none());
}

/// Interrupted in the second round, with a line torn as by a kill: what was played stays, and --resume comes to the same
/// weights as if nothing had happened.
#[test]
fn an_interrupted_lesson_goes_on_to_the_same_weights() {
    let directory = tempfile::tempdir().unwrap();
    let [whole, path] = ["whole.bin", "a.bin"].map(|it| directory.path().join(it));
    let part = directory.path().join("a.bin.part");
    let lesson = |path: &Path, resume: bool| Args {
        rounds: 2,
        memory: 2,
        resume,
        ..args(path.to_owned())
    };
    let learn = |args: &Args| write_report(args, &Interrupts::default(), &mut Vec::new());
    let fails = |args: &Args| format!("{:#}", learn(args).unwrap_err());
    learn(&lesson(&whole, false)).unwrap();
    assert!(fails(&lesson(&path, true)).contains("there is nothing to resume"));

    let interrupts = Interrupts::default();
    // 22 lines of the first round, three of the second.
    let mut out = Interrupting::at_line(25, &interrupts);
    let code = write_report(&lesson(&path, false), &interrupts, &mut out).unwrap();
    assert_eq!(
        format!("{code:?}"),
        format!("{:?}", std::process::ExitCode::from(130))
    );
    let said = "a.bin.part; the same command with --resume continues";
    assert!(out.text.contains(said), "{}", out.text);
    assert!(!path.exists() && part.exists());
    let kept = fs::read(&part).unwrap();
    assert!(
        fails(&lesson(&path, false)).contains("begun and not finished; continue with --resume")
    );
    let another = Args {
        seed: 4,
        ..lesson(&path, true)
    };
    assert!(fails(&another).contains("--seed 3 --games 200"));
    assert_eq!(fs::read(&part).unwrap(), kept);

    fs::write(&part, [&kept[..], b"{\"piece\":[2,1"].concat()).unwrap();
    learn(&lesson(&path, true)).unwrap();
    assert_eq!(fs::read(&path).unwrap(), fs::read(&whole).unwrap());
    assert!(!part.exists());
    let record = fs::read_to_string(path.with_extension("toml")).unwrap();
    let record: toml::Table = record.parse().unwrap();
    let before = kept.iter().filter(|byte| **byte == b'\n').count() - 1;
    assert!((230..=400).contains(&before), "{before}");
    assert_eq!(record["resumed_from"].as_integer(), Some(before as i64));
}

#[test]
fn what_is_anothers_stays() {
    let directory = tempfile::tempdir().unwrap();
    let fails = |file: PathBuf| {
        let error = write_report(&args(file), &Interrupts::default(), &mut Vec::new());
        error.unwrap_err().to_string()
    };
    // A file that is no weights, a directory, and a file where the record would go.
    let [letter, settings] = ["letter.bin", "koteki.toml"].map(|it| directory.path().join(it));
    fs::write(&letter, "Dear").unwrap();
    fs::write(&settings, "[game]\n").unwrap();
    assert!(fails(letter.clone()).contains("is not a file of weights"));
    assert!(fails(directory.path().to_owned()).contains("is not a file of weights"));
    assert!(fails(settings.with_extension("bin")).contains("its record would replace"));
    assert_eq!(fs::read_to_string(letter).unwrap(), "Dear");
    assert_eq!(fs::read_to_string(settings).unwrap(), "[game]\n");
}

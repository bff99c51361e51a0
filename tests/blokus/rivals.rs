//! Measuring, agents and rivals at Blokus Duo: Othello's own parts at another game.

#![allow(clippy::unwrap_used, clippy::panic, clippy::cast_precision_loss)] // Tests may unwrap; clippy does not know the helpers of one.

use std::collections::HashSet;
use std::fs;

use koteki_engine::eval::blokus::style::{STYLE, STYLE_COUNT, Style, styled};
use koteki_engine::eval::{Evaluator as _, Features as _};
use koteki_engine::player::PlayerError;
use koteki_engine::player::random::Random as RandomPlayer;
use koteki_engine::search::budget::Cancel;
use koteki_engine::search::root::Search as _;
use koteki_games::blokus::Position;
use koteki_games::{Game as _, GameLine, Side};
use koteki_record::files::{Header, export};
use koteki_record::measured::MeasuredGames;
use koteki_record::profile;
use koteki_rivals::evolve::run::Run;
use koteki_rivals::evolve::settings::RetestSettings;
use koteki_rivals::evolve::snapshot::Phase;
use koteki_rivals::evolve::worker::Event;
use koteki_rivals::evolve::{self, Arena as _, GameOrder};
use koteki_rivals::measure::contest::{Settings, play_out, random_opening};
use koteki_rivals::measure::loss::LossSheet;
use koteki_rivals::measure::self_play::measure;
use koteki_rivals::roster::arena::KitArena;
use koteki_rivals::roster::blokus::{BlokusSpec, eyes};
use koteki_rivals::roster::blokus_level::{Level, Opponent};
use koteki_rivals::roster::kit::Kit as _;
use koteki_session::Rival;
use koteki_session::Rivals;
use std::sync::Arc;

use crate::common::{home, run};

/// Positions of random games, a game each seed.
fn positions(seeds: std::ops::Range<u64>) -> Vec<Position> {
    let games = seeds.map(|seed| {
        let line = GameLine::<Position>::default();
        let line = play_out(line, &RandomPlayer, &RandomPlayer, seed, &Cancel::new()).unwrap();
        line.positions().to_vec()
    });
    games.flatten().collect()
}

/// Counted square by square, from the rules alone.
fn counted(position: &Position, side: Side) -> [i32; 2] {
    let squares = koteki_games::blokus::Square::all();
    let mut counts = [0; 2];
    for square in squares {
        counts[0] += i32::from(position.owner(square) == Some(side));
        let is_free = position.owner(square).is_none();
        counts[1] += i32::from(is_free && position.forbidden(side).contains(square));
    }
    counts
}

#[test]
fn what_is_weighed_is_what_lies_on_the_board() {
    let mut out = [0; STYLE_COUNT];
    for position in positions(0..20) {
        for side in Side::BOTH {
            Style.extract(&position, side, &mut out);
            let ([score, dead], [other_score, other_dead]) =
                (counted(&position, side), counted(&position, side.other()));
            assert_eq!(out[0], score - other_score, "{position}");
            assert_eq!(out[3], other_dead - dead, "{position}");
            let corners = |side| i32::try_from(position.anchors(side).len()).unwrap();
            assert_eq!(out[1], corners(side) - corners(side.other()), "{position}");
        }
    }
}

/// Two ways to the same number: features times weights, and the tables that searches use.
#[test]
fn a_value_is_the_sum_of_features_times_weights_and_has_two_sides() {
    let weights = [700, 130, 11, 90];
    let evaluation = styled(&weights);
    let mut out = [0; STYLE_COUNT];
    for position in positions(20..40) {
        for side in Side::BOTH {
            Style.extract(&position, side, &mut out);
            let sum: i32 = out.iter().zip(weights).map(|(x, w)| x * w).sum();
            assert_eq!(evaluation.evaluate(&position, side), sum, "{position}");
        }
    }
}

#[test]
fn names_come_back_as_they_were_written() {
    for name in [
        "tester:depth=1",
        "agent:d=2500,depth=1",
        "agent:d=target,depth=2,vary=300.5",
        "kbest:k=12,sigma=1000,depth=1",
        "rival:score=1000,corners=300,territory=-30,dead=0,depth=1",
    ] {
        assert_eq!(name.parse::<BlokusSpec>().unwrap().to_string(), name);
    }
    for (name, said) in [
        ("agent:d=-1", "a number from 0 to 1000000"),
        ("agent:d=much", "or target"),
        ("tester:depth=0", "a whole number from 1 to 3"),
        ("tester:depth=9", "a whole number from 1 to 3"),
        ("kbest:k=0", "a whole number from 1 to 2000"),
        ("kbest:sigma=nan", "a number from 0 to"),
        ("rival:score=99999", "from -30000 to 30000"),
        ("rival:scor=1", "did you mean \"score\""),
        ("testr", "did you mean \"tester\""),
        ("agent", "the mean loss to hold"),
    ] {
        let error = name.parse::<BlokusSpec>().unwrap_err().to_string();
        assert!(error.contains(said), "{error}");
    }
}

fn series(games: u32) -> Settings {
    Settings {
        games,
        seed: 5,
        opening_plies: 2,
        jobs: 0,
    }
}

/// The tester loses nothing in its own eyes, and an agent what it was asked to.
#[test]
fn an_agent_gives_away_what_it_is_asked_to() {
    let d = |name: &str| {
        let player = name.parse::<BlokusSpec>().unwrap().build();
        let measured = measure(&*player, &eyes(), 1, &series(6), &Cancel::new()).unwrap();
        measured.summary.d().unwrap()
    };
    assert!(d("tester").abs() < 1e-9);
    let random = d("random");
    let asked = (random / 4.0).round();
    let agent = d(&format!("agent:d={asked}"));
    assert!(
        (agent / asked - 1.0).abs() < 0.15,
        "asked for {asked}, gave {agent}, random {random}"
    );
}

/// What a move gives away is the best value less its own, over all moves: by hand for one game.
#[test]
fn losses_are_best_less_played() {
    let line = random_opening::<Position>(12, 3);
    let sheet = LossSheet::of_line(&line, Side::Black, &eyes(), 1, &Cancel::new()).unwrap();
    // The twelve plies are an opening, and nothing of it is judged.
    assert_eq!(sheet.losses().len(), 0);
    let mut position = *line.position();
    let values = eyes().root_values(&position, 1, &Cancel::new()).unwrap();
    let mover = position.side_to_move();
    for root in values.moves.iter().take(50) {
        let mut child = position;
        child.play(root.mv);
        if child.outcome().is_none() {
            assert_eq!(root.value, eyes().0.evaluate(&child, mover));
        }
    }
    position.play(values.best_moves()[0]);
    assert_ne!(position, *line.position());
}

#[test]
fn an_order_is_played_the_same_way_every_time_and_pairs_share_the_opening() {
    let arena = KitArena::<Position>::of(&Position::default_evolution()).unwrap();
    let order = |game| GameOrder {
        weights: vec![1000, 300, 30, 100],
        seed: 11,
        game,
    };
    let line = |game| arena.line(4000.0, &order(game), &Cancel::new()).unwrap();
    let (side, first) = line(0);
    assert_eq!(line(0).1, first);
    let (other, second) = line(1);
    assert_eq!((side, other), (Side::Black, Side::White));
    assert_eq!(first.moves()[..2], second.moves()[..2]);
    assert_eq!(first.opening(), 2);
    // Another style plays other moves in the positions that all are asked about.
    let answers = |weights: &[i32]| arena.answers(weights, &Cancel::new()).unwrap().0;
    let (squares, corners) = (answers(&[1000, 1, 1, 1]), answers(&[1, 1000, 1, 1]));
    assert_eq!(squares.len(), 200);
    assert!(squares.iter().all(|moves| !moves.is_empty()));
    let same = squares.iter().zip(&corners).filter(|(a, b)| a == b).count();
    assert!(same < 150, "{same}");
    let kinds: HashSet<_> = corners.iter().collect();
    assert!(kinds.len() > 150);
    assert_eq!(
        Position::features(&Position::default_evolution()),
        STYLE.map(|feature| feature.name)
    );
}

/// Two runs of the smallest settings, and what each would have said: bred in another order of games too.
#[test]
fn a_run_is_the_same_in_whatever_order_its_games_are_played() {
    let default = Position::default_evolution();
    let settings = evolve::Settings {
        population: 4,
        children: 2,
        games: 2,
        cycles: 1,
        retest: RetestSettings {
            first: 4,
            batch: 4,
            cap: 8,
            least: 4,
            rounds: 0,
            ..default.retest.clone()
        },
        ..default
    };
    let arena = KitArena::<Position>::of(&settings).unwrap();
    let bred = |backwards: bool| {
        let mut run = Run::new(settings.clone(), &Position::features(&settings), 4).unwrap();
        let cancel = Cancel::new();
        while !run.is_resting() {
            let mut play = |target: f64, orders: &[GameOrder]| {
                let one = |order| arena.play(target, order, &cancel);
                if backwards {
                    let results: Result<Vec<_>, PlayerError> =
                        orders.iter().rev().map(one).collect();
                    results.map(|results| results.into_iter().rev().collect())
                } else {
                    orders.iter().map(one).collect()
                }
            };
            let mut ask = |weights: &[Vec<i32>]| {
                let asked = weights
                    .iter()
                    .map(|weights| arena.answers(weights, &cancel));
                asked.collect()
            };
            run.step_asking(&mut play, &mut ask).unwrap();
        }
        run.census()
    };
    let census = bred(false);
    assert_eq!(format!("{census:?}"), format!("{:?}", bred(true)));
    assert_eq!(census.members.len(), 4);
    assert!(
        census
            .members
            .iter()
            .all(|it| it.weights.len() == STYLE_COUNT)
    );
}

/// The settings of the command line reach the run.
#[test]
fn a_run_can_be_counted_before_it_is_bred() {
    let arguments = "evolve --game blokus --cycles 3 --target 900 --dry-run";
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let (code, text, errors) = run(home().path(), &arguments).apart();
    assert_eq!(code, Some(0), "{errors}");
    // 3 cycles of 10 steps of 12 individuals with 10 games each.
    assert!(text.contains("3600") || text.contains("3,600"), "{text}");
}

/// What a person gave away, by hand, and the target of the breeding behind the sitting.
#[test]
fn a_sitting_breeds_for_what_the_person_gave_away() {
    let default = Position::default_evolution();
    let settings = evolve::Settings {
        population: 2,
        children: 1,
        games: 2,
        cycles: 1,
        ..default
    };
    let data = tempfile::tempdir().unwrap();
    let mut rivals = Rivals::<Position>::start(&settings, None, 1, Arc::new(|_, _| ())).unwrap();
    assert_eq!(rivals.remember(data.path(), "Ann"), None);
    assert_eq!(rivals.strength(), None);
    assert!((rivals.snapshot().target - settings.target).abs() < 1e-9);
    // A game in which nobody has chosen anything says nothing.
    let novice = Opponent::Level(Level::Novice);
    let nothing = rivals.count(&GameLine::default(), Side::Black, novice, "0");
    assert_eq!(nothing, None);
    let game = |seed| {
        let line = GameLine::<Position>::default();
        play_out(line, &RandomPlayer, &RandomPlayer, seed, &Cancel::new()).unwrap()
    };
    let mut losses = Vec::new();
    for (games, (seed, side)) in (1..).zip([(1, Side::Black), (2, Side::White)]) {
        let line = game(seed);
        for (position, mv) in line.steps() {
            let values = eyes().root_values(position, 1, &Cancel::new()).unwrap();
            let (best, value) = (values.best().unwrap_or(0), values.value_of(mv).unwrap_or(0));
            let is_open = best.abs() < 1_000_000 && value.abs() < 1_000_000;
            if position.side_to_move() == side && mv.placement().is_some() && is_open {
                losses.push(f64::from(best - value));
            }
        }
        let id = games.to_string();
        let strength = rivals.count(&line, side, novice, &id).unwrap();
        let mean = losses.iter().sum::<f64>() / losses.len() as f64;
        assert!((strength.d - mean).abs() < 1e-6, "{strength:?}, {mean}");
        assert_eq!(strength.games, games);
        assert!(strength.interval.unwrap().contains(mean));
    }
    // The breeding hears of it in its own time.
    let wanted = rivals.strength().unwrap().target;
    while (rivals.snapshot().target - wanted).abs() > 1e-6 {
        std::thread::sleep(std::time::Duration::from_millis(5));
        rivals.handle(0, Event::Snapshot).unwrap();
    }

    // The next sitting goes on from there, and nobody else's does.
    let known = rivals.strength();
    drop(rivals);
    let sit = |name: &str| {
        let mut rivals =
            Rivals::<Position>::start(&settings, None, 1, Arc::new(|_, _| ())).unwrap();
        let warning = rivals.remember(data.path(), name);
        (rivals, warning)
    };
    let (mut again, warning) = sit("Ann");
    assert_eq!((again.strength(), warning), (known, None));
    // A game is counted once.
    let counted = again.count(&game(2), Side::White, novice, "2");
    assert_eq!((counted, again.trouble()), (known, None));
    assert_eq!(sit("Bob").0.strength(), None);

    let path = data.path().to_str().unwrap();
    let profile = |name: &str, more: &[&str]| {
        let arguments = ["profile", name, "--game", "blokus", "--data", path];
        run(data.path(), &[&arguments[..], more].concat())
    };
    let printed = profile("Ann", &["--json"]).out;
    let json: serde_json::Value = serde_json::from_str(&printed).unwrap();
    let known = known.unwrap();
    assert_eq!(json["standing"]["d"].as_f64(), Some(known.d));
    assert_eq!(json["standing"]["even"].as_f64(), Some(known.even));
    for (number, (seed, side)) in [(1, Side::Black), (2, Side::White)].into_iter().enumerate() {
        let outcome = game(seed).position().outcome().unwrap();
        let told = &json["games"][number];
        assert_eq!(told["side"], side.name());
        assert_eq!(told["squares"], outcome.difference(side));
        assert_eq!(told["score"], outcome.score(side));
    }
    assert_eq!(json["results"][0]["opponent"], "Novice");
    assert_eq!(json["results"][0]["games"], 2);
    let text = profile("Ann", &[]).out;
    assert!(
        text.starts_with("Strength of Ann at Blokus Duo\nD "),
        "{text}"
    );
    assert!(text.contains("\n2 measured games\n"), "{text}");
    let nobody = profile("Zoe", &[]);
    assert_eq!(nobody.code, Some(1));
    let error = nobody.errors;
    assert!(
        error.contains("no measured game of Blokus Duo of \"Zoe\""),
        "{error}"
    );

    // A file that is none is told, kept, and begun anew.
    let path = profile::path::<MeasuredGames<Position>>(data.path(), "Ann");
    fs::write(&path, "format = 1\nname = \"Ann\"\ngames = 7\n").unwrap();
    let (mut anew, warning) = sit("Ann");
    let warning = warning.unwrap();
    assert!(
        warning.contains("cannot be read (invalid type"),
        "{warning}"
    );
    let error = profile("Ann", &[]).errors;
    assert_eq!(error.lines().count(), 1, "{error}");
    assert!(error.contains("cannot be read (invalid type"), "{error}");
    let strength = anew.count(&game(1), Side::Black, novice, "3").unwrap();
    assert_eq!(strength.games, 1);
    let aside = path.with_extension("damaged-1.toml");
    assert!(fs::read_to_string(aside).unwrap().contains("games = 7"));
    // Numbers that are none of an agent say nothing of who was met.
    let odd = |even: &str| {
        let game = format!(
            "[[games]]\nid = \"1\"\nended = 0\nopponent = \"x\"\nblack = true\ndifference = 4\nlosses = [6000]\n{even}"
        );
        fs::write(&path, format!("format = 1\nname = \"Ann\"\n{game}")).unwrap();
        sit("Ann").0.strength().unwrap().even
    };
    for even in ["nan", "inf", "-1e300"] {
        assert_eq!(odd(&format!("even = {even}\n")), odd(""));
    }
    assert!(odd("even = 0\n") < odd(""));
    // One of a later version is left as it is.
    fs::write(&path, "format = 3\n").unwrap();
    let (mut later, warning) = sit("Ann");
    assert!(warning.unwrap().contains("format 3"));
    assert_eq!(
        later
            .count(&game(1), Side::Black, novice, "4")
            .unwrap()
            .games,
        1
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), "format = 3\n");
}

/// What `koteki profile` says of a person who gave away 7,600 a placement in games that ended by these
/// differences against `opponent`, kept as the version before this one kept them: without an even point.
fn told(opponent: &str, differences: &[i32]) -> (serde_json::Value, String) {
    let data = tempfile::tempdir().unwrap();
    let path = profile::path::<MeasuredGames<Position>>(data.path(), "Ann");
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let games = differences.iter().enumerate().map(|(number, difference)| {
        format!(
            "[[games]]\nid = \"{number}\"\nended = 0\nopponent = '{opponent}'\nblack = true\ndifference = {difference}\n\
             losses = [7000, 8200, 7600]\n"
        )
    });
    let games: String = games.collect();
    fs::write(&path, format!("format = 1\nname = \"Ann\"\n{games}")).unwrap();
    let folder = data.path().to_str().unwrap();
    let print = |more: &[&str]| {
        let arguments = ["profile", "Ann", "--game", "blokus", "--data", folder];
        run(data.path(), &[&arguments[..], more].concat()).out
    };
    (
        serde_json::from_str(&print(&["--json"])).unwrap(),
        print(&[]),
    )
}

/// Hard beats every agent (it won 33 of 40 games against the strongest, D 0): whoever beats hard has an equal only among
/// those that look further ahead, and whoever beats strong among nobody.
#[test]
fn results_against_every_level_count_and_the_ceiling_is_said() {
    let (json, text) = told("hard", &[40, 40, 40]);
    let standing = &json["standing"];
    assert_eq!(standing["stronger_than_any_rival"], false, "{json}");
    assert!(standing["even"].as_f64().unwrap() < -6000.0, "{json}");
    assert!(standing["even_high"].as_f64().unwrap() < 0.0, "{json}");
    assert_eq!(standing["results_not_counted"], 0);
    assert!(
        text.contains("\nyour equal, by that and the results: toqn:weights=best,nodes="),
        "{text}"
    );
    let (_, text) = told("strong", &[40, 40, 40]);
    assert!(
        text.contains("stronger than any rival that can be bred, by that and the results: D -"),
        "{text}"
    );
    assert!(!text.contains("your equal"), "{text}");
    // A level by its player's whole name is the same opponent.
    let (other, _) = told("toqn:weights=best,nodes=1450,vary=5000", &[40, 40, 40]);
    assert_eq!(&other["standing"], standing);
    // Whoever shares the points with a level is nearest to it.
    for level in Level::ALL {
        let shared = [7, -7].repeat(10);
        let (json, _) = told(level.name(), &shared);
        assert_eq!(json["standing"]["nearest_level"], level.name(), "{json}");
        let beyond = level > Level::Hard;
        assert_eq!(
            json["standing"]["stronger_than_any_rival"], beyond,
            "{json}"
        );
    }
    // Nobody knows how strong such an opponent is, and that is said.
    let (json, text) = told("mc:playouts=3", &[40, 40, 40]);
    assert_eq!(json["standing"]["results_not_counted"], 3);
    assert_eq!(json["standing"]["stronger_than_any_rival"], false);
    assert!(
        text.contains("the opponent's strength is not known: 3"),
        "{text}"
    );
}

/// Rivals stay what they were until others have been found, and are there at the next start.
#[test]
fn rivals_that_are_offered_stay_the_same() {
    let default = Position::default_evolution();
    let settings = evolve::Settings {
        population: 4,
        children: 2,
        games: 2,
        cycles: 1,
        near: 0.5,
        retest: RetestSettings {
            first: 4,
            batch: 4,
            cap: 8,
            least: 4,
            estimate: 0.5,
            rounds: 0,
            ..default.retest.clone()
        },
        ..default
    };
    let data = tempfile::tempdir().unwrap();
    let sit = |seed| {
        let mut rivals =
            Rivals::<Position>::start(&settings, None, seed, Arc::new(|_, _| ())).unwrap();
        assert_eq!(rivals.remember(data.path(), "Ann"), None);
        rivals
    };
    let wait = |rivals: &mut Rivals<Position>| {
        while !rivals.handle(0, Event::Snapshot).unwrap() {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
    };
    let mut rivals = sit(1);
    assert_eq!(rivals.offered(), []);
    wait(&mut rivals);
    let before = rivals.offered().to_vec();
    assert!(!before.is_empty());
    // A game is over: they are bred anew, and those before stay until then.
    let line = GameLine::<Position>::default();
    let line = play_out(line, &RandomPlayer, &RandomPlayer, 1, &Cancel::new()).unwrap();
    let novice = Opponent::Level(Level::Novice);
    rivals.count(&line, Side::Black, novice, "1").unwrap();
    let mut breeding = 0;
    while !rivals.handle(0, Event::Snapshot).unwrap() {
        assert_eq!(rivals.offered(), before);
        breeding += u32::from(rivals.snapshot().phase != Phase::Resting);
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    assert!(breeding > 0);
    let after = rivals.offered().to_vec();
    assert_ne!(after, before);
    assert!(after.iter().any(|rival| rival.is_certified()));
    drop(rivals);
    // The next sitting breeds others; until they are there the certified ones are offered.
    let again = sit(2);
    let players = |rivals: &[Rival<Position>]| -> Vec<(char, Opponent)> {
        let certified = rivals.iter().filter(|it| it.is_certified());
        certified.map(|it| (it.letter, it.player)).collect()
    };
    assert_eq!(players(again.offered()), players(&after));
    // Where A was not certified, B is still B; without letters, or with what is no letter, they go by order.
    for (lines, letters) in [
        (["letter = \"B\"", "letter = \"D\""], ['B', 'D']),
        (["", ""], ['A', 'B']),
        (["letter = \"?\"", ""], ['A', 'B']),
    ] {
        let rivals = lines.map(|letter| {
            format!("[[rivals]]\nplayer = \"rival:score=1000\"\ntarget = 2000.0\n{letter}\n")
        });
        let text = format!("format = 2\nname = \"Ann\"\n{}", rivals.concat());
        fs::write(
            profile::path::<MeasuredGames<Position>>(data.path(), "Ann"),
            text,
        )
        .unwrap();
        let kept = sit(3);
        let offered: Vec<char> = kept.offered().iter().map(|it| it.letter).collect();
        assert_eq!(offered, letters);
    }
}

/// Nobody who looks one ply ahead is as strong as whoever beats hard: the rivals that are bred then look further.
#[test]
fn rivals_of_a_strong_person_look_further_ahead() {
    let settings = evolve::Settings {
        population: 4,
        children: 2,
        games: 2,
        cycles: 1,
        near: 0.5,
        retest: RetestSettings {
            first: 4,
            batch: 4,
            cap: 8,
            least: 4,
            estimate: 0.5,
            rounds: 0,
            ..Position::default_evolution().retest
        },
        ..Position::default_evolution()
    };
    let data = tempfile::tempdir().unwrap();
    let sit = || {
        let (send, news) = std::sync::mpsc::channel();
        let listener = Arc::new(move |number, event| {
            let _ = send.send((number, event));
        });
        let mut rivals = Rivals::<Position>::start(&settings, None, 1, listener).unwrap();
        assert_eq!(rivals.remember(data.path(), "Ann"), None);
        (rivals, news)
    };
    let (mut rivals, news) = sit();
    // A game that the person, who is nobody here, has won by seeing a ply ahead.
    let (strong, weak) = ("toqn:nodes=1", "random");
    let build = |name: &str| Position::build(&Position::player_named(name).unwrap()).unwrap();
    let line = play_out(
        GameLine::default(),
        &build(strong),
        &build(weak),
        1,
        &Cancel::new(),
    );
    let line = line.unwrap();
    let hard = Opponent::Level(Level::Hard);
    for id in ["1", "2", "3"] {
        rivals.count(&line, Side::Black, hard, id).unwrap();
    }
    let target = rivals.strength().unwrap().target;
    assert!((-11_000.0..0.0).contains(&target), "{target}");
    while !rivals.offered().iter().any(Rival::is_certified) {
        let (number, event) = news.recv().unwrap();
        rivals.handle(number, event).unwrap();
    }
    let certified = |rivals: &Rivals<Position>| -> Vec<Rival<Position>> {
        let offered = rivals.offered().iter();
        offered.filter(|it| it.is_certified()).cloned().collect()
    };
    let found = certified(&rivals);
    for rival in &found {
        let name = rival.player.to_string();
        let ahead = name.contains("depth=2") || name.contains("depth=3");
        assert!(ahead && name.contains("learned=yes"), "{name}");
        assert!((rival.target - target).abs() < 1e-9);
    }
    drop(rivals);
    // They are there at the next start, as strong as they were.
    let (again, _news) = sit();
    let kept = certified(&again);
    assert_eq!(kept.len(), found.len());
    for (kept, found) in kept.iter().zip(&found) {
        assert_eq!(kept.player, found.player);
        assert!((kept.target - found.target).abs() < 0.5);
    }
}

#[test]
fn an_engine_is_an_opponent_of_the_breeding() {
    let folder = home();
    let evolve = |arguments: &[&str]| {
        run(
            folder.path(),
            &[&["evolve", "--jobs", "1"], arguments].concat(),
        )
        .apart()
    };
    let own = env!("CARGO_BIN_EXE_koteki");
    let engine = format!("engine:cmd=\"{own} engine --game blokus --player biggest\"");
    let blokus = ["--game", "blokus", "--opponent"];
    let (code, said, error) = evolve(&[&blokus[..], &[&engine, "--dry-run"]].concat());
    assert_eq!(code, Some(0), "{said}{error}");
    // One that does not play is called for, and its fault is said.
    let out = "run";
    let gone = "engine:cmd=\"/nonexistent/engine\"";
    let (code, said, error) = evolve(&[&blokus[..], &[gone, "--out", out]].concat());
    assert_eq!(code, Some(1), "{said}{error}");
    assert!(error.contains("cannot start it"), "{error}");
    let (code, said, error) = evolve(&[&blokus[..], &[gone, "--dry-run"]].concat());
    assert_eq!((code, said.as_str()), (Some(1), ""), "{error}");
    assert!(error.contains("cannot start it"), "{error}");
    let kept = fs::read_to_string(folder.path().join("run/run.toml")).unwrap();
    assert!(kept.contains("/nonexistent/engine"), "{kept}");
    // A run goes on with the opponent that it has.
    let (code, _, error) = evolve(&["--resume", out, "--opponent", "biggest"]);
    assert_eq!(code, Some(1));
    assert!(error.contains("opponent"), "{error}");
    for game in ["othello", "blokus"] {
        let (code, _, error) = evolve(&["--game", game, "--opponent", "nobody"]);
        assert_eq!(code, Some(1));
        assert!(error.contains("there is no player \"nobody\""), "{error}");
    }
}

/// D of both sides of a recorded game, by the values of every move.
#[test]
fn recorded_games_are_judged() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.blksgf");
    let line = play_out(
        GameLine::default(),
        &RandomPlayer,
        &RandomPlayer,
        5,
        &Cancel::new(),
    );
    let line: GameLine<Position> = line.unwrap();
    let header = Header {
        players: ["human".to_owned(), "novice".to_owned()],
        ..Header::default()
    };
    export(&file, &header, &line, false).unwrap();
    let measure = |arguments: &[&str]| {
        let recorded = ["measure", "--recorded", "game.blksgf"];
        run(folder.path(), &[&recorded[..], arguments].concat())
    };
    let printed = measure(&["--game", "blokus", "--json"]).out;
    let json: serde_json::Value = serde_json::from_str(&printed).unwrap();
    for side in Side::BOTH {
        let mut losses = Vec::new();
        for (position, mv) in line.steps() {
            let values = eyes().root_values(position, 1, &Cancel::new()).unwrap();
            let (best, value) = (values.best().unwrap_or(0), values.value_of(mv).unwrap_or(0));
            let is_open = best.abs() < 1_000_000 && value.abs() < 1_000_000;
            if position.side_to_move() == side && mv.placement().is_some() && is_open {
                losses.push(f64::from(best - value));
            }
        }
        let told = &json["games"][0]["sides"][side.index()];
        let mean = losses.iter().sum::<f64>() / losses.len() as f64;
        assert!(
            (told["d"].as_f64().unwrap() - mean).abs() < 1e-6,
            "{told}, {mean}"
        );
        assert_eq!(told["placements"], losses.len());
        assert_eq!(told["player"], header.players[side.index()]);
    }
    let outcome = line.position().outcome().unwrap();
    assert_eq!(json["games"][0]["squares"][0], outcome.black);
    let text = measure(&["--game", "blokus"]).out;
    assert!(text.contains("  White (novice): D "), "{text}");
    let error = measure(&[]).errors;
    assert!(
        error.contains("--recorded goes with --game blokus"),
        "{error}"
    );
}

#[test]
fn what_is_othellos_alone_is_said() {
    for (arguments, said) in [
        (
            &["evolve", "--game", "blokus", "--config", "x.toml"][..],
            "--config goes with --game othello only",
        ),
        (
            &[
                "measure",
                "--game",
                "blokus",
                "uct:playouts=3",
                "--tester",
                "random",
            ],
            "only a tester can judge",
        ),
        (
            &["measure", "--game", "blokus", "intermediate"],
            "there is no player \"intermediate\"",
        ),
    ] {
        let (code, _, error) = run(home().path(), arguments).apart();
        assert_ne!(code, Some(0));
        assert!(error.contains(said), "{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
}

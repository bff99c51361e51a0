//! The language in which players are named.

#![allow(clippy::unwrap_used, clippy::panic)]

use koteki_engine::eval::othello::Weights;
use koteki_engine::player::PlayerError;
use koteki_engine::player::csharp::Level;
use koteki_engine::search::budget::{Budget, Cancel, CancelledError};
use koteki_engine::search::othello::OthelloSearch;
use koteki_engine::search::root::Search as _;
use koteki_games::Game as _;
use koteki_games::othello::Position;
use koteki_rivals::evolve::{Arena, GameOrder, GameResult, Settings};
use koteki_rivals::roster::arena::{ArenaSettings, KitArena};
use koteki_rivals::roster::{
    BuildError, LevelSpec, MAX_DEPTH, MAX_EXHAUSTIVE, PlayerSpec, SearchSpec, Spec as _, Target,
    build_othello,
};
use proptest::prelude::*;

fn parse(text: &str) -> PlayerSpec {
    text.parse().unwrap()
}

fn error(text: &str) -> (usize, String) {
    let error = text.parse::<PlayerSpec>().unwrap_err();
    let message = error.to_string();
    assert!(!message.contains('\n'));
    (error.column, message)
}

/// Ueda 2012, §5.1: forfeit 35, frontier 10, mobility 5, stability 50, disc difference 1, depth 5.
#[test]
fn the_tester_has_the_weights_of_the_thesis() {
    let expected = SearchSpec {
        depth: 5,
        weights: Weights {
            forfeit: 35,
            frontier: 10,
            mobility: 5,
            stability: 50,
            discs: 1,
            ..Weights::NONE
        },
        exhaustive: 9,
        natural: false,
    };
    assert_eq!(parse("tester"), PlayerSpec::Tester(expected.into()));
    assert_eq!(
        parse("tester:forfeit=35,frontier=10,mobility=5,stability=50,discs=1,depth=5"),
        parse("tester")
    );
    // Look-ahead 3 for Beginner, 4 for Intermediate, 5 for Advanced.
    for (name, level, depth) in [
        ("beginner", Level::Beginner, 3),
        ("intermediate", Level::Intermediate, 4),
        ("advanced", Level::Advanced, 5),
    ] {
        assert_eq!(
            parse(name),
            PlayerSpec::Level(LevelSpec {
                level,
                depth,
                natural: false,
            })
        );
    }
}

/// The first example of §6.4.5, written as the program's users write it.
#[test]
fn an_individual_has_disc_weight_100_and_no_forfeit_term() {
    let PlayerSpec::Individual(spec) =
        parse("individual:frontier=1183,mobility=6130,stability=7417,depth=3")
    else {
        panic!("not an individual");
    };
    assert_eq!(spec.weights.to_array()[..5], [6130, 1183, 7417, 0, 100]);
    assert_eq!(spec.depth, 3);
}

#[test]
fn names_are_read_leniently_and_written_one_way() {
    for (given, written) in [
        ("random", "random"),
        (" Beginner ", "beginner"),
        ("beginner:depth=3", "beginner"),
        ("beginner:depth=2", "beginner:depth=2"),
        ("TESTER: depth = 4 , discs=2", "tester:depth=4,discs=2"),
        ("agent:depth=4,d=25", "agent:d=25,depth=4"),
        ("agent:d=25.120", "agent:d=25.12"),
        (
            "agent:d=target,ties=first,until=40",
            "agent:d=target,until=40,ties=first",
        ),
        (
            "individual:stability=3,depth=2,mobility=2,frontier=1",
            "individual:frontier=1,mobility=2,stability=3,depth=2",
        ),
    ] {
        assert_eq!(parse(given).to_string(), written, "{given}");
        assert_eq!(parse(written), parse(given));
    }
    assert_eq!(format!("{:#}", parse("expert")), "expert:depth=6");
    assert_eq!(
        format!("{:#}", parse("tester")),
        "tester:eval=thesis,depth=5,frontier=10,mobility=5,stability=50,forfeit=35,discs=1,exhaustive=9"
    );
}

proptest! {
    #[test]
    fn every_name_written_reads_back_the_same(
        kind in 0..4,
        weights in proptest::array::uniform5(-30_000..=30_000),
        depth in 1u32..=12,
        exhaustive in 0u32..=16,
        d in 0.0..100_000.0,
        until in 0..=120,
    ) {
        let [m, fr, s, fo, di] = weights;
        let search = format!(
            "mobility={m},frontier={fr},stability={s},forfeit={fo},discs={di},depth={depth},exhaustive={exhaustive}"
        );
        let text = match kind {
            0 => format!("tester:{search}"),
            1 => format!("individual:{search}"),
            2 => format!("agent:d={d},{search},until={until}"),
            _ => format!("expert:depth={depth}"),
        };
        let spec = parse(&text);
        prop_assert_eq!(parse(&spec.to_string()), spec);
        prop_assert_eq!(parse(&format!("{spec:#}")), spec);
        let json = serde_json::to_string(&spec).unwrap();
        prop_assert_eq!(serde_json::from_str::<PlayerSpec>(&json).unwrap(), spec);
        if kind == 1 {
            let PlayerSpec::Individual(spec) = spec else { panic!("not an individual") };
            prop_assert_eq!(&spec.weights.to_array()[..5], &weights[..]);
        }
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in ".{0,40}", tail in "(:|,|=|d|depth|é|-1|1e9| ){0,8}") {
        let _ = text.parse::<PlayerSpec>();
        for name in PlayerSpec::names() {
            let _ = format!("{name}:{tail}").parse::<PlayerSpec>();
        }
    }
}

/// What it sees and how long it looks is a part of a tester's name.
#[test]
fn a_tester_may_have_another_evaluation_and_a_budget() {
    for (given, written) in [
        ("tester:eval=thesis", "tester"),
        ("tester:eval=learned", "tester:eval=learned"),
        (
            "tester: depth=8, eval = learned",
            "tester:eval=learned,depth=8",
        ),
        ("tester:time=200ms", "tester:time=200ms"),
        ("tester:time=0.2s", "tester:time=200ms"),
        ("tester:time=0.29s", "tester:time=290ms"),
        (
            "tester:time=1000ms,eval=learned",
            "tester:eval=learned,time=1s",
        ),
        ("tester:nodes=100000", "tester:nodes=100000"),
        // The depth is a limit beside the budget, so the usual one is written too.
        ("tester:nodes=100000,depth=5", "tester:depth=5,nodes=100000"),
        (
            "tester:nodes=100000,frontier=3",
            "tester:nodes=100000,frontier=3",
        ),
        (
            "tester:selective=true,eval=learned,depth=9",
            "tester:eval=learned,depth=9,selective=true",
        ),
        ("master", "master"),
        (
            "tester:nodes=2000000,exhaustive=18,selective=true,eval=learned",
            "master",
        ),
        (
            "master:nodes=1000",
            "tester:eval=learned,nodes=1000,exhaustive=18,selective=true",
        ),
    ] {
        let spec = parse(given);
        assert_eq!(spec.to_string(), written, "{given}");
        assert_eq!(parse(written), spec, "{given}");
        assert_eq!(parse(&format!("{spec:#}")), spec, "{given}");
    }
    assert_eq!(
        format!("{:#}", parse("tester:eval=learned,time=20ms")),
        "tester:eval=learned,time=20ms,exhaustive=9"
    );
    let PlayerSpec::Tester(spec) = parse("tester:nodes=5000") else {
        panic!("not a tester");
    };
    assert_eq!(spec.budget, Budget::Nodes(5000));
    assert!(spec.plain().is_none());

    for (text, column, told) in [
        ("tester:eval=lerned", 13, "thesis or learned"),
        ("tester:time=200", 13, "200ms"),
        ("tester:time=-1s", 13, "200ms"),
        ("tester:time=0ms", 13, "200ms"),
        ("tester:time=1e9s", 13, "200ms"),
        ("tester:time=NaNs", 13, "200ms"),
        ("tester:nodes=0", 14, "from 1"),
        ("tester:time=1s,nodes=5", 16, "time"),
        ("tester:frontier=1,eval=learned", 8, "eval=learned"),
        ("tester:selective=true", 8, "eval=learned"),
        (
            "individual:frontier=1,mobility=1,stability=1,time=1s",
            46,
            "no setting",
        ),
    ] {
        let (at, message) = error(text);
        assert_eq!(at, column, "{text}: {message}");
        assert!(message.contains(told), "{message}");
    }
}

/// Depth 8 is looked at in another way than depth 5, and a budget in yet another; the moves are those of
/// plain alpha-beta all the same.
#[test]
fn testers_play_the_best_move_at_their_depth() {
    let never = Cancel::new();
    let mut position = Position::start();
    for name in ["f5", "d6", "c3", "d3", "c4", "f4", "f6", "f3"] {
        let mut legal = Vec::new();
        position.legal_moves(&mut legal);
        let mv = legal.into_iter().find(|mv| mv.to_string() == name).unwrap();
        position.play(mv);
    }
    let values = |text: &str| {
        let PlayerSpec::Tester(spec) = parse(text) else {
            panic!("not a tester");
        };
        let search = spec.search();
        search
            .root_values(&position, spec.search.depth, &never)
            .unwrap()
    };
    let one = |depth| {
        OthelloSearch::new(Weights::TESTER)
            .root_values(&position, depth, &never)
            .unwrap()
    };
    assert_eq!(values("tester").moves, one(5).moves);
    assert_eq!(values("tester:depth=7").moves, one(7).moves);
    let budgeted = values("tester:nodes=60000");
    assert!(budgeted.depth > 5, "{}", budgeted.depth);
    assert_eq!(budgeted.moves, one(budgeted.depth).moves);
    let limited = values("tester:depth=3,nodes=60000");
    assert_eq!((limited.depth, limited.moves), (3, one(3).moves));
    assert_ne!(values("tester:eval=learned").moves, one(5).moves);
}

#[test]
fn faults_are_named_with_their_place_and_a_way_out() {
    let (column, message) = error("begginer");
    assert_eq!(column, 1);
    assert!(message.contains("did you mean \"beginner\"?"), "{message}");
    assert!(
        PlayerSpec::names().all(|name| message.contains(name)),
        "{message}"
    );

    let (column, message) = error("tester:depht=4");
    assert_eq!(column, 8);
    assert!(message.contains("did you mean \"depth\"?"), "{message}");
    assert!(message.contains("stability"), "{message}");

    let (column, message) = error("agent:d=25,depth=99");
    assert_eq!(column, 18);
    assert!(message.contains("1 to 12"), "{message}");

    let (column, message) = error("agent:d=-3");
    assert_eq!(column, 9);
    assert!(message.contains("from 0 to 100000"), "{message}");
    for d in ["NaN", "inf", "-0.1", ""] {
        assert_eq!(error(&format!("agent:d={d}")).0, 9);
    }

    assert_eq!(error("tester:depth").0, 8);
    assert_eq!(error("tester:").0, 8);
    assert_eq!(error("tester:depth=4,").0, 16);
    assert_eq!(error("tester:depth=4,depth=5").0, 16);
    assert_eq!(error("random:depth=4").0, 8);
    assert_eq!(error("").0, 1);
    assert!(error("agent:depth=4").1.contains("d=…"));
    assert!(
        error("individual:frontier=1,mobility=2")
            .1
            .contains("stability=…")
    );
    // Columns count characters, not bytes.
    assert_eq!(error("tester:dépth=4").0, 8);
    assert_eq!(error("tester:depth=é,mobility=x").0, 14);
    // Nothing like it: nothing is suggested.
    assert!(!error("xyzzy").1.contains("did you mean"));
}

#[test]
fn an_agent_may_wait_for_its_target() {
    let open = parse("agent:d=target,depth=4");
    assert!(open.is_open());
    assert_eq!(build_othello(&open).err(), Some(BuildError::NoTarget));
    let held = open.with_target(31.5);
    assert_eq!(held, parse("agent:d=31.5,depth=4"));
    assert!(build_othello(&held).is_ok());
    // Nothing else takes one.
    assert_eq!(held.with_target(7.0), held);
    assert_eq!(parse("expert").with_target(7.0), parse("expert"));
    assert!(matches!(held, PlayerSpec::Agent(spec) if spec.target == Target::Fixed(31.5)));
}

#[test]
fn every_name_is_described_and_built() {
    for name in PlayerSpec::names() {
        let settings = match name {
            "agent" => ":d=25",
            "individual" => ":frontier=1,mobility=1,stability=1",
            "kbest" => ":k=12,sigma=75",
            "weights" => ":bp=2,fs=5,cn=1",
            "engine" => ":cmd=edax",
            _ => "",
        };
        let spec = parse(&format!("{name}{settings}"));
        assert_eq!(spec.name(), name);
        assert!(!spec.about().is_empty(), "{name}");
        assert!(build_othello(&spec.named_by_person()).is_ok());
        for written in [spec.to_string(), format!("{spec:#}")] {
            assert_eq!(parse(&written), spec, "{written}");
        }
    }
}

fn order(weights: [i32; 5], seed: u64, game: u32) -> GameOrder {
    GameOrder {
        weights: weights.to_vec(),
        seed,
        game,
    }
}

/// The share of points of an individual over 40 games.
fn share(arena: &KitArena<Position>, target: f64, weights: [i32; 5]) -> f64 {
    let cancel = Cancel::new();
    let points = (0..40).map(|game| {
        let order = order(weights, u64::from(game / 2), game);
        match arena.play(target, &order, &cancel).unwrap() {
            GameResult::Win => 1.0,
            GameResult::Draw => 0.5,
            GameResult::Loss => 0.0,
        }
    });
    points.sum::<f64>() / 40.0
}

#[test]
fn the_arena_plays_both_colours_and_passes_the_target_on() {
    let settings = ArenaSettings {
        depth: 2,
        exhaustive: 0,
        opening_plies: 4,
        natural: false,
    };
    let good = [5, 10, 50, 35, 1];
    let bad = [-5, -10, -50, -35, -1];
    let random = KitArena::new(&PlayerSpec::Random, settings).unwrap();
    assert!(share(&random, 0.0, good) > 0.85);
    assert!(share(&random, 0.0, bad) < 0.4);
    // An agent that gives much away loses to an individual that one giving nothing away beats.
    let agent = KitArena::new(&parse("agent:d=target,depth=2"), settings).unwrap();
    let (strong, weak) = (share(&agent, 0.0, good), share(&agent, 150.0, good));
    assert!(strong < 0.75 && weak > 0.9, "{strong} {weak}");
}

/// In every second pair of games somebody like people of the same strength takes the agent's place, and in no other game;
/// where nobody knows who is as strong as the opponent, in none.
#[test]
fn people_take_the_place_of_the_agent_in_every_second_pair() {
    let cancel = Cancel::new();
    let games = |opponent: &str, people: bool| {
        let settings = Settings {
            depth: 1,
            exhaustive: 0,
            people,
            opponent: opponent.to_owned(),
            ..Settings::default()
        };
        let arena = KitArena::<Position>::of(&settings).unwrap();
        [0, 1, 2, 3, 4, 7].map(|game| {
            let order = order([5, 10, 50, 35, 1], 9, game);
            arena
                .line(25.0, &order, &cancel)
                .unwrap()
                .1
                .moves()
                .to_vec()
        })
    };
    let same = |opponent: &str| {
        let (with, without) = (games(opponent, true), games(opponent, false));
        let mut pairs = with.iter().zip(&without);
        [(); 6].map(|()| pairs.next().is_some_and(|(one, other)| one == other))
    };
    let (agent, person) = (true, false);
    let turns = [agent, agent, person, person, agent, person];
    assert_eq!(same("agent:d=target,depth=4"), turns);
    assert_eq!(same("agent:d=target,depth=7"), turns);
    for other in ["beginner", "agent:d=target,depth=2", "agent:d=25,depth=4"] {
        assert_eq!(same(other), [true; 6], "{other}");
    }
}

#[test]
fn a_game_of_the_arena_depends_on_its_order_only() {
    let settings = ArenaSettings {
        depth: 2,
        exhaustive: 0,
        opening_plies: 0,
        natural: false,
    };
    let arena = KitArena::<Position>::new(&parse("agent:d=target,depth=2"), settings).unwrap();
    let cancel = Cancel::new();
    let play = |game: u32| {
        let order = order([300, 200, 800, 0, 100], u64::from(game) * 77, game);
        arena.play(25.0, &order, &cancel).unwrap()
    };
    let forward: Vec<GameResult> = (0..16).map(play).collect();
    let mut backward: Vec<GameResult> = (0..16).rev().map(play).collect();
    backward.reverse();
    assert_eq!(forward, backward);
    assert!(forward.iter().any(|result| *result != forward[0]));

    cancel.cancel();
    let order = order([1; 5], 1, 0);
    assert_eq!(
        arena.play(25.0, &order, &cancel),
        Err(PlayerError::Cancelled(CancelledError))
    );
}

#[test]
fn bred_individuals_look_ahead_as_set_and_have_names_that_read_back() {
    let settings = Settings {
        depth: MAX_DEPTH,
        exhaustive: MAX_EXHAUSTIVE,
        ..Settings::default()
    };
    settings.validate().unwrap();
    let weights = [6130, 1183, 7417, 0, 100];
    let name = KitArena::<Position>::of(&settings)
        .unwrap()
        .individual(&weights)
        .to_string();
    assert_eq!(
        name,
        "individual:frontier=1183,mobility=6130,stability=7417,depth=12,exhaustive=20"
    );
    assert_eq!(parse(&name).to_string(), name);
    let deeper = Settings {
        depth: MAX_DEPTH + 1,
        ..Settings::default()
    };
    assert_eq!(deeper.validate().unwrap_err().key, "depth");
}

/// The positions that individuals are compared in are published with the program, and are what the
/// rule above them says.
#[test]
fn the_published_positions_are_those_of_their_rule() {
    use koteki_games::Game as _;
    let asked = koteki_rivals::roster::probes::positions();
    assert_eq!(asked.len(), 500);
    let drawn =
        koteki_rivals::roster::probes::draw(1, 500, &koteki_engine::search::budget::Cancel::new())
            .unwrap();
    assert_eq!(asked, drawn);
    let mut moves = Vec::new();
    for position in asked {
        position.legal_moves(&mut moves);
        assert!(moves.len() > 1, "nothing to choose: {position:?}");
    }
    let different: std::collections::HashSet<_> = asked.iter().collect();
    assert!(different.len() > 490, "{}", different.len());
}

/// The players of Tsukamoto's paper look ten plies ahead when nothing else is said; their readings are
/// settings, and what is out of range is told with what is allowed.
#[test]
fn players_of_tsukamoto_and_of_weights_have_names() {
    for (given, written) in [
        ("discs:depth=4", "discs:depth=4"),
        ("mobility+corners:depth=6", "mobility+corners:depth=6"),
        ("nakamichi:depth=10", "nakamichi"),
        ("tsukamoto:depth=12,x=3", "tsukamoto:depth=12,x=3"),
        (
            "tsukamoto:at=root,ties=first",
            "tsukamoto:at=root,ties=first",
        ),
        ("weights:cn=1,bp=2,fs=5", "weights:bp=2,fs=5,cn=1"),
        (
            "weights:bp=0,fs=1,cn=0,stable=printed,f2=printed,depth=2",
            "weights:bp=0,fs=1,cn=0,depth=2,stable=printed,f2=printed",
        ),
    ] {
        let spec = parse(given);
        assert_eq!(spec.to_string(), written);
        assert_eq!(parse(&format!("{spec:#}")), spec);
        assert!(build_othello(&spec).is_ok());
    }
    let cases = [
        ("discs:depth=13", "1 to 12"),
        ("discs:depth=0", "1 to 12"),
        ("mobilty:depth=4", "did you mean \"mobility\"?"),
        ("discs:at=root", "ties"),
        ("nakamichi:corners=leaf", "settings: depth, at, ended"),
        ("tsukamoto:at=top", "leaves or root"),
        (
            "tsukamoto:at=root,ended=true",
            "ended does not go with at=root",
        ),
        ("weights:bp=6,fs=0,cn=0", "0 to 5"),
        ("weights:bp=1,fs=2", "weights needs cn"),
    ];
    for (given, hint) in cases {
        let (_, message) = error(given);
        assert!(message.contains(hint), "{given}: {message}");
    }
}

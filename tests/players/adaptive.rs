//! Players that are held back, measured or natural: k-best, UCT, agents that vary and readjust, the rules
//! for natural moves.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::sync::Arc;

use koteki_engine::eval::othello::{Weights, evaluate};
use koteki_engine::eval::{Evaluator, decided_value, is_decided};
use koteki_engine::player::agent::readjust::{Mode, Readjust, Sight};
use koteki_engine::player::agent::{Agent, Settings, TO_THE_END, Ties};
use koteki_engine::player::k_best::{self, KBest};
use koteki_engine::player::natural::{Natural, natural_moves};
use koteki_engine::player::random::Random as RandomPlayer;
use koteki_engine::player::{Context, Player};
use koteki_engine::search::budget::{Cancel, CancelledError};
use koteki_engine::search::othello::OthelloSearch;
use koteki_engine::search::root::{RootMove, RootValues, Search};
use koteki_engine::search::uct::{Effort, Prior, Uct};
use koteki_games::othello::{Move, Position, Square};
use koteki_games::random::{Random, SeedableRng as _, derive_seed};
use koteki_games::{Game, GameLine, Outcome, Side};
use koteki_rivals::evolve::{Arena as _, GameOrder};
use koteki_rivals::measure::contest::{play_out, random_opening};
use koteki_rivals::measure::loss::LossSheet;
use koteki_rivals::roster::arena::{ArenaSettings, KitArena};
use koteki_rivals::roster::probes;
use koteki_rivals::roster::{PlayerSpec, build_othello};

fn legal<G: Game>(position: &G) -> Vec<G::Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

fn choose<G: Game>(player: &dyn Player<G>, line: &GameLine<G>, seed: u64) -> G::Move {
    let (mut random, cancel) = (Random::seed_from_u64(seed), Cancel::new());
    let mut context = Context {
        random: &mut random,
        cancel: &cancel,
    };
    let moves = legal(line.position());
    player.choose(line, &moves, &mut context).unwrap().mv
}

fn player(name: &str) -> Box<dyn Player<Position>> {
    build_othello(&name.parse().unwrap()).unwrap()
}

fn game(
    black: &dyn Player<Position>,
    white: &dyn Player<Position>,
    seed: u64,
) -> GameLine<Position> {
    play_out(random_opening(0, seed), black, white, seed, &Cancel::new()).unwrap()
}

/// The legal moves have these values in every position, the last for all that are left.
struct Row(&'static [i32]);

impl Search<Position> for Row {
    fn root_values(
        &self,
        position: &Position,
        depth: u32,
        _cancel: &Cancel,
    ) -> Result<RootValues<Position>, CancelledError> {
        let moves = legal(position).into_iter().enumerate();
        Ok(RootValues {
            moves: moves
                .map(|(index, mv)| RootMove {
                    mv,
                    value: self.0[index.min(self.0.len() - 1)],
                })
                .collect(),
            depth,
            nodes: 1,
        })
    }
}

/// How often each move of the first position is played in so many games.
fn counts(player: &dyn Player<Position>, games: u64) -> [u32; 4] {
    let line = GameLine::default();
    let moves = legal(line.position());
    let mut counts = [0; 4];
    for seed in 0..games {
        let mv = choose(player, &line, seed);
        counts[moves.iter().position(|&other| other == mv).unwrap()] += 1;
    }
    counts
}

#[test]
fn k_best_is_the_best_of_k_under_normal_noise() {
    let k_best = |k, sigma| {
        let settings = k_best::Settings { depth: 1, k, sigma };
        KBest::new(Row(&[5, 100, 0, 40]), settings)
    };
    assert_eq!(counts(&k_best(1, 1000.0), 50), [0, 50, 0, 0]);
    assert_eq!(counts(&k_best(4, 0.0), 50), [0, 50, 0, 0]);
    // The second of two, 60 behind, wins when a normal deviate of sd 100 √2 is above 60: 0.3357 (the
    // normal distribution at −0.4243). 2000 games: 671 ± 84 is four standard deviations.
    let [first, best, third, second] = counts(&k_best(2, 100.0), 2000);
    assert_eq!((first, third, best + second), (0, 0, 2000));
    assert!((587..=755).contains(&second), "{second}");
    // Where all is lost it loses by the fewest discs, whatever the noise.
    let settings = k_best::Settings {
        depth: 1,
        k: 4,
        sigma: 75.0,
    };
    const LOST: [i32; 4] = [
        decided_value(-40),
        decided_value(-6),
        decided_value(-2),
        decided_value(-60),
    ];
    let lost = KBest::new(Row(&LOST), settings);
    assert_eq!(counts(&lost, 50), [0, 0, 50, 0]);
}

#[test]
fn the_target_moves_with_the_game() {
    let settings = Settings {
        target: 25.0,
        depth: 1,
        until: TO_THE_END,
        ties: Ties::Random,
    };
    struct Still(i32);
    impl Evaluator<Position> for Still {
        fn evaluate(&self, _position: &Position, _root: Side) -> i32 {
            self.0
        }
    }
    // Losses 0, 26, 41, 11.
    const VALUES: [i32; 4] = [100, 74, 59, 89];
    let agent = |mode, turn, sight, still| {
        let rule = Readjust {
            mode,
            turn,
            sight,
            ..Readjust::THESIS
        };
        Agent::new(Row(&VALUES), settings).readjusting(rule, Arc::new(Still(still)))
    };
    let index = |agent: &dyn Player<Position>| {
        let counts = counts(agent, 10);
        counts.iter().position(|&count| count == 10).unwrap()
    };
    assert_eq!(index(&Agent::new(Row(&VALUES), settings)), 1);
    assert_eq!(index(&agent(Mode::Never, 1, Sight::Searched, 0)), 1);
    // s is 100: 40 is held. Not before its turn.
    assert_eq!(index(&agent(Mode::Each, 1, Sight::Searched, 0)), 2);
    assert_eq!(index(&agent(Mode::Each, 2, Sight::Searched, 0)), 1);
    // s is −160: 10 is held.
    assert_eq!(index(&agent(Mode::Once, 1, Sight::Static, -160)), 3);
    assert_eq!(index(&agent(Mode::Sum, 1, Sight::Static, -159)), 1);
}

/// The thesis' wish: other games against the same, wholly predictable opponent …
#[test]
fn an_agent_that_varies_plays_different_games() {
    let opponent = player("agent:d=0,depth=3,ties=first");
    let distinct = |name: &str| -> usize {
        let agent = player(name);
        let lines = (0..20).map(|seed| game(&*agent, &*opponent, seed));
        let mut lines: Vec<Vec<Move>> = lines.map(|line| line.moves().to_vec()).collect();
        lines.sort();
        lines.dedup();
        lines.len()
    };
    assert_eq!(distinct("agent:d=25,depth=3,ties=first"), 1);
    assert_eq!(distinct("agent:d=25,depth=3,vary=25"), 20);
}

/// … and the same D: as the test of the agent that does not vary has it, and as near as that one.
#[test]
fn an_agent_that_varies_holds_its_target() {
    let search = OthelloSearch::new(Weights::TESTER);
    for target in [10.0, 25.0, 40.0] {
        let off = |name: &str| -> f64 {
            let agent = player(&format!("agent:d={target},depth=3{name}"));
            let off = (0..20).map(|game| {
                let opening = random_opening(4, game);
                let cancel = Cancel::new();
                let line = play_out(opening, &*agent, &RandomPlayer, game, &cancel).unwrap();
                let sheet = LossSheet::of_line(&line, Side::Black, &search, 3, &cancel).unwrap();
                (sheet.summary().d().unwrap() - target).abs() / 20.0
            });
            off.sum()
        };
        let (plain, varying) = (off(""), off(&format!(",vary={target}")));
        // A sum of 20 moves that is off by the width makes a mean that is off by a twentieth of it.
        assert!(
            varying < plain + target / 20.0 + 0.5,
            "{target}: {varying} away, {plain} without varying"
        );
    }
}

/// Behind and within sight of the end, everybody who is held back loses by as few discs as it can: judged by
/// playing out every game that is left.
#[test]
fn whoever_is_held_back_resists_to_the_last() {
    fn outcome(position: &Position, side: Side) -> i32 {
        match position.outcome() {
            Some(outcome) => outcome.difference(side),
            None => {
                let values = legal(position).into_iter().map(|mv| {
                    let mut after = *position;
                    after.play(mv);
                    outcome(&after, side)
                });
                if position.side_to_move() == side {
                    values.max().unwrap()
                } else {
                    values.min().unwrap()
                }
            }
        }
    }
    let strong = player("advanced");
    for name in [
        "agent:d=40,depth=4",
        "agent:d=40,depth=4,vary=40",
        "agent:d=30,depth=4,readjust=each",
        "kbest:k=12,sigma=100,depth=4",
    ] {
        let weak = player(name);
        let mut lost = 0;
        for seed in 0..8 {
            let line = game(&*weak, &*strong, seed);
            for (position, mv) in line.steps() {
                let near = (1..=4).contains(&position.empties().count_ones());
                if position.side_to_move() == Side::White || !near || mv == Move::Pass {
                    continue;
                }
                let best = outcome(position, Side::Black);
                let mut after = *position;
                after.play(mv);
                if best < 0 {
                    lost += 1;
                    assert_eq!(outcome(&after, Side::Black), best, "{name} plays {mv}");
                }
            }
        }
        assert!(lost >= 5, "{name} is behind in {lost} positions only");
    }
}

/// Whether `mv` puts a disc beside a corner that can be taken next, by columns, rows and lists of moves.
fn gives_a_corner(position: &Position, mv: Move) -> bool {
    let Some(square) = mv.square() else {
        return false;
    };
    let mut after = *position;
    after.play(mv);
    let replies = legal(&after);
    [(0, 0), (7, 0), (0, 7), (7, 7)]
        .iter()
        .any(|&(column, row)| {
            let far = square
                .column()
                .abs_diff(column)
                .max(square.row().abs_diff(row));
            let corner = Move::Place(Square::at(column, row).unwrap());
            far == 1 && replies.contains(&corner)
        })
}

#[test]
fn natural_moves_are_those_of_both_rules() {
    let corners = ["a1", "h1", "a8", "h8"];
    let (mut taken, mut refused, mut all_bad) = (0, 0, 0);
    for seed in 0..60 {
        let line = game(&RandomPlayer, &RandomPlayer, seed);
        for (position, _) in line.steps() {
            let moves = legal(position);
            let mut expected: Vec<Move> = moves.clone();
            expected.retain(|mv| corners.contains(&mv.to_string().as_str()));
            if expected.is_empty() {
                expected.clone_from(&moves);
                expected.retain(|&mv| !gives_a_corner(position, mv));
                refused += usize::from(expected.len() < moves.len());
            } else {
                taken += 1;
            }
            if expected.is_empty() {
                all_bad += 1;
                expected.clone_from(&moves);
            }
            assert_eq!(natural_moves(position, &moves), expected);
        }
    }
    assert!(
        taken > 50 && refused > 50 && all_bad > 0,
        "{taken} {refused} {all_bad}"
    );
}

#[test]
fn an_individual_is_bred_as_the_player_of_its_name_plays() {
    let opponent: PlayerSpec = "beginner:depth=1".parse().unwrap();
    // It dislikes mobility, so that by itself it breaks the rules often.
    let weights = vec![-50, 1, 1, 0, 100];
    let never = Cancel::new();
    let mut broken = [0, 0];
    let mut answers = Vec::new();
    for natural in [false, true] {
        let settings = ArenaSettings {
            depth: 2,
            exhaustive: 0,
            opening_plies: 4,
            natural,
        };
        let arena = KitArena::<Position>::new(&opponent, settings).unwrap();
        let named = build_othello(&arena.individual(&weights)).unwrap();
        for game in 0..8 {
            let order = GameOrder {
                weights: weights.clone(),
                seed: 40 + u64::from(game / 2),
                game,
            };
            let (side, line) = arena.line(0.0, &order, &never).unwrap();
            let beginner = build_othello(&opponent).unwrap();
            let (black, white) = match side {
                Side::Black => (&named, &beginner),
                Side::White => (&beginner, &named),
            };
            let opening = random_opening(settings.opening_plies, order.seed);
            let seed = derive_seed(order.seed, &[u64::from(game)]);
            let played = play_out(opening, &**black, &**white, seed, &never).unwrap();
            assert_eq!(line, played);
            for (position, mv) in line.steps().skip(line.opening()) {
                let unnatural = !natural_moves(position, &legal(position)).contains(&mv);
                broken[usize::from(natural)] +=
                    usize::from(position.side_to_move() == side && unnatural);
            }
        }
        answers.push(arena.answers(&weights, &never).unwrap());
        for (position, squares) in probes::positions()
            .iter()
            .zip(&answers[usize::from(natural)].0)
        {
            let allowed = natural_moves(position, &legal(position));
            let kept = squares.iter().all(|&square| {
                let is = |mv: &Move| {
                    mv.square()
                        .is_some_and(|it| u16::from(it.index()) == square)
                };
                allowed.iter().any(is)
            });
            assert!(kept || !natural, "{position:?}");
        }
    }
    assert!(broken[0] > 5 && broken[1] == 0, "{broken:?}");
    assert!(answers[0] != answers[1]);
}

/// Every player can wear the rules, and keeps them in whole games.
#[test]
fn any_player_plays_naturally() {
    for name in [
        "random",
        "beginner:depth=1",
        "tester:depth=1",
        "agent:d=60,depth=2",
        "individual:frontier=1,mobility=1,stability=1,depth=1",
        "kbest:k=12,sigma=200,depth=1",
        "uct:playouts=10",
        "uct+:playouts=10",
    ] {
        let worn = if name.contains(':') {
            format!("{name},natural=true")
        } else {
            format!("{name}:natural=true")
        };
        let unnatural = |name: &str| -> usize {
            let player = player(name);
            let lines = (0..4).map(|seed| game(&*player, &*player, seed));
            lines
                .map(|line| {
                    let steps = line.steps();
                    steps
                        .filter(|&(position, mv)| {
                            !natural_moves(position, &legal(position)).contains(&mv)
                        })
                        .count()
                })
                .sum()
        };
        assert_eq!(unnatural(&worn), 0, "{worn}");
        if name == "random" || name.starts_with("agent") {
            assert!(unnatural(name) > 0, "{name}");
        }
    }
    // By hand, too, without the roster.
    let line = GameLine::default();
    assert!(legal(line.position()).contains(&choose(&Natural(RandomPlayer), &line, 1)));
}

/// One pile; who takes the last of it wins. From 1 to 3 are taken.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Pile(u32, Side);

impl Game for Pile {
    type Move = u32;

    fn start() -> Self {
        Self(10, Side::Black)
    }

    fn side_to_move(&self) -> Side {
        self.1
    }

    fn legal_moves(&self, buffer: &mut Vec<u32>) {
        buffer.clear();
        buffer.extend(1..=self.0.min(3));
    }

    fn is_legal(&self, mv: u32) -> bool {
        (1..=self.0.min(3)).contains(&mv)
    }

    fn is_pass(_: u32) -> bool {
        false
    }

    fn play(&mut self, mv: u32) {
        *self = Self(self.0 - mv, self.1.other());
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.0 == 0).then_some(match self.1 {
            Side::Black => Outcome { black: 0, white: 1 },
            Side::White => Outcome { black: 1, white: 0 },
        })
    }
}

const fn uct<G>(playouts: u32) -> Uct<G> {
    Uct {
        effort: Effort::Playouts(playouts),
        exploration: 0.7,
        prior: None,
    }
}

/// The theory of the game: a multiple of 4 is left to the opponent.
#[test]
fn uct_solves_a_small_game_that_is_not_othello() {
    for pile in [5, 6, 7, 9, 10, 11, 13] {
        for seed in 0..5 {
            let (mut random, cancel) = (Random::seed_from_u64(seed), Cancel::new());
            let found = uct(3000)
                .search(&Pile(pile, Side::White), &[1, 2, 3], &mut random, &cancel)
                .unwrap();
            assert_eq!(found.iter().map(|it| it.visits).sum::<u32>(), 3000);
            let best = found.iter().max_by_key(|it| it.visits).unwrap();
            assert_eq!(best.mv, pile % 4, "pile {pile}: {found:?}");
            assert!(found.iter().all(|it| it.share <= best.share), "{found:?}");
        }
    }
}

/// Near the end, where the truth is known, UCT finds a move that wins.
#[test]
fn uct_wins_what_can_be_won_and_plays_the_same_again() {
    let solver = OthelloSearch::new(Weights::TESTER).exhaustive(8);
    let (search, cancel) = (uct(4000), Cancel::new());
    let mut judged = 0;
    for seed in 0..40 {
        let line = game(&RandomPlayer, &RandomPlayer, seed);
        let Some(position) = line
            .positions()
            .iter()
            .find(|position| position.empties().count_ones() == 7)
        else {
            continue;
        };
        let values = solver.root_values(position, 1, &cancel).unwrap();
        let wins = |root: &RootMove<Position>| root.value > 0;
        let (best, all) = (values.best().unwrap(), values.moves.len());
        assert!(is_decided(best) || best == 0);
        if best <= 0 || values.moves.iter().filter(|root| wins(root)).count() == all {
            continue;
        }
        judged += 1;
        let moves = legal(position);
        let ask = |seed| {
            let mut random = Random::seed_from_u64(seed);
            search
                .search(position, &moves, &mut random, &cancel)
                .unwrap()
        };
        let found = ask(seed);
        assert_eq!(found, ask(seed));
        let chosen = found.iter().max_by_key(|it| it.visits).unwrap().mv;
        assert!(
            values.value_of(chosen).unwrap() > 0,
            "seed {seed}: {found:?}"
        );
    }
    assert!(judged >= 8, "{judged}");
}

/// When the evaluation is all that counts, UCT+ goes where it points.
#[test]
fn uct_plus_follows_its_evaluation() {
    for seed in 0..10 {
        let line: GameLine<Position> = random_opening(12, seed);
        let position = line.position();
        let moves = legal(position);
        if moves.len() < 2 {
            continue;
        }
        let value = |mv: Move| {
            let mut after = *position;
            after.play(mv);
            -evaluate(&Weights::TESTER, &after)
        };
        let mut search = uct(400);
        search.prior = Some(Prior {
            evaluator: Arc::new(Weights::TESTER),
            weight: 1e6,
            scale: 20.0,
        });
        let (mut random, cancel) = (Random::seed_from_u64(seed), Cancel::new());
        let found = search
            .search(position, &moves, &mut random, &cancel)
            .unwrap();
        let best = moves.iter().map(|&mv| value(mv)).max().unwrap();
        let most = found.iter().map(|it| it.visits).max().unwrap();
        let chosen: Vec<Move> = found
            .iter()
            .filter(|it| it.visits == most)
            .map(|it| it.mv)
            .collect();
        assert!(chosen.iter().any(|&mv| value(mv) == best), "seed {seed}");
    }
}

fn error(text: &str) -> String {
    text.parse::<PlayerSpec>().unwrap_err().to_string()
}

#[test]
fn names_say_all_there_is_to_know() {
    for (given, written) in [
        ("kbest:sigma=75.36,k=12", "kbest:k=12,sigma=75.36"),
        ("KBest:k=3,sigma=0,depth=2", "kbest:k=3,sigma=0,depth=2"),
        ("uct:playouts=1000", "uct"),
        ("uct:time=1s,c=1.4", "uct:time=1s,c=1.4"),
        (
            "uct+:playouts=50,bias=5,mobility=7",
            "uct+:playouts=50,bias=5,mobility=7",
        ),
        ("random:natural=true", "random:natural=true"),
        ("random:natural=false", "random"),
        ("expert:natural=true,depth=2", "expert:depth=2,natural=true"),
        ("agent:d=25,vary=10", "agent:d=25,vary=10"),
        ("agent:d=25,readjust=never", "agent:d=25"),
        (
            "agent:d=25,readjust=each,turn=10",
            "agent:d=25,readjust=each",
        ),
        (
            "agent:d=25,sees=static,step=5.5,readjust=sum,above=60,side=other,natural=true",
            "agent:d=25,readjust=sum,sees=static,side=other,above=60,step=5.5,natural=true",
        ),
    ] {
        let spec: PlayerSpec = given.parse().unwrap();
        assert_eq!(spec.to_string(), written, "{given}");
        assert_eq!(written.parse::<PlayerSpec>().unwrap(), spec);
        assert_eq!(format!("{spec:#}").parse::<PlayerSpec>().unwrap(), spec);
        assert!(build_othello(&spec).is_ok());
    }
    // Everything that has a default is written out where it counts.
    let whole = format!(
        "{:#}",
        "agent:d=25,readjust=once".parse::<PlayerSpec>().unwrap()
    );
    assert!(
        whole.ends_with("readjust=once,turn=10,sees=searched,side=own,above=50,below=-160,step=15"),
        "{whole}"
    );
    for (text, part) in [
        ("kbest:k=12", "kbest needs sigma=…"),
        ("kbest:k=0,sigma=1", "1 to 64"),
        ("uct:playouts=10,time=1s", "playouts does not go with time"),
        ("uct:bias=3", "uct has no setting \"bias\""),
        (
            "agent:d=25,turn=3",
            "agent needs readjust=…: each, once or sum",
        ),
        (
            "agent:d=25,readjust=never,turn=3",
            "turn does not go with readjust=never",
        ),
        ("agent:d=25,readjust=often", "never, each, once, sum"),
        ("agent:d=25,vary=5,ties=first", "ties does not go with vary"),
        (
            "agent:d=25,readjust=each,above=-200",
            "above must be more than below, and they are -200 and -160",
        ),
        ("beginner:natural=yes", "true or false"),
    ] {
        assert!(error(text).contains(part), "{}", error(text));
    }
}

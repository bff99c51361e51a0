//! Statistics against published values and simulated coins; losses against tables made by hand; the
//! ladder against the thesis and against a fresh measurement.

#![allow(clippy::unwrap_used, clippy::panic)]

use koteki_engine::eval::decided_value;
use koteki_engine::player::random::Random as RandomPlayer;
use koteki_engine::search::budget::Cancel;
use koteki_engine::search::root::{RootMove, RootValues};
use koteki_games::othello::{Move, Position, Square};
use koteki_games::random::{Random, SeedableRng as _};
use koteki_games::{Game, GameLine, Side};
use koteki_rivals::measure::contest::{
    Method, Settings, Tally, contest, plain_difference, random_opening,
};
use koteki_rivals::measure::level::{Estimate, Ladder, OffLadder, People, Rung, describe};
use koteki_rivals::measure::loss::LossSheet;
use koteki_rivals::measure::self_play::measure;
use koteki_rivals::measure::stats::{
    Interval, Moments, band_probability, jeffreys, paired, wilson,
};
use koteki_rivals::roster::{PlayerSpec, SearchSpec, build_othello};

#[track_caller]
fn near(interval: Interval, low: f64, high: f64, within: f64) {
    let close = (interval.low - low).abs() < within && (interval.high - high).abs() < within;
    assert!(close, "{interval:?} is not ({low}, {high})");
}

/// Newcombe 1998, "Two-sided confidence intervals for the single proportion", table I, method 3.
#[test]
fn wilson_equals_newcombes_table() {
    near(wilson(81.0, 263.0, 0.95), 0.2553, 0.3662, 5e-5);
    near(wilson(15.0, 148.0, 0.95), 0.0624, 0.1605, 5e-5);
    near(wilson(0.0, 20.0, 0.95), 0.0, 0.1611, 5e-5);
    near(wilson(1.0, 29.0, 0.95), 0.0061, 0.1718, 5e-5);
    near(wilson(0.0, 0.0, 0.95), 0.0, 1.0, 1e-12);
}

/// Limits found by numerical integration of the density of Beta(s + ½, n − s + ½) in another language.
#[test]
fn jeffreys_cuts_equal_tails_off_its_posterior() {
    near(jeffreys(2.0, 7.0, 0.95), 0.064_728, 0.647_662, 1e-5);
    near(jeffreys(3.0, 7.0, 0.95), 0.138_864, 0.765_499, 1e-5);
    near(jeffreys(1.0, 10.0, 0.95), 0.011_012, 0.381_315, 1e-5);
    near(jeffreys(5.0, 10.0, 0.95), 0.223_529, 0.776_471, 1e-5);
    near(jeffreys(0.0, 20.0, 0.95), 0.0, 0.116_639, 1e-5);
    near(jeffreys(20.0, 20.0, 0.95), 1.0 - 0.116_639, 1.0, 1e-5);
}

#[test]
fn level_in_the_band_needs_93_even_games_to_show() {
    let inside = |games: f64| {
        let interval = wilson(games / 2.0, games, 0.95);
        0.4 <= interval.low && interval.high <= 0.6
    };
    assert!(!inside(92.0) && inside(93.0));
    // No game: the arcsine law, (2/π)(asin √0.6 − asin √0.4).
    let arcsine = (0.6f64.sqrt().asin() - 0.4f64.sqrt().asin()) * 2.0 / std::f64::consts::PI;
    assert!((band_probability(0.0, 0.0, 0.4, 0.6) - arcsine).abs() < 1e-9);
    // 10 of 20, by numerical integration.
    assert!((band_probability(10.0, 20.0, 0.4, 0.6) - 0.639_792).abs() < 1e-5);
    assert!(band_probability(30.0, 100.0, 0.4, 0.6) < 0.03);
}

/// The share of `rounds` simulated contests of `pairs` pairs whose interval holds the true rate, over
/// pairs and with games taken as independent. In a pair, the opening moves the odds of the two games
/// by up to `spread`: together (`sign` 1) or against each other (`sign` −1).
fn coverage(rate: f64, spread: f64, sign: f64, pairs: usize) -> (f64, f64) {
    let rounds = 4000;
    let mut random = Random::seed_from_u64(12);
    let (mut over_pairs, mut over_games) = (0, 0);
    for _ in 0..rounds {
        let scores: Vec<f64> = (0..pairs)
            .map(|_| {
                let lean = spread * (2.0 * random.unit() - 1.0);
                let game = |odds: f64, random: &mut Random| f64::from(random.unit() < odds);
                let first = game(rate + lean, &mut random);
                (first + game(rate + sign * lean, &mut random)) / 2.0
            })
            .collect();
        let points: f64 = scores.iter().sum::<f64>() * 2.0;
        over_pairs += usize::from(paired(&scores, 0.95).contains(rate));
        over_games += usize::from(wilson(points, 2.0 * pairs as f64, 0.95).contains(rate));
    }
    (
        over_pairs as f64 / f64::from(rounds),
        over_games as f64 / f64::from(rounds),
    )
}

#[test]
fn the_interval_over_pairs_holds_the_true_rate_19_times_in_20() {
    for (rate, spread, sign, pairs) in [
        (0.5, 0.0, 1.0, 50),
        (0.5, 0.5, -1.0, 50),
        (0.5, 0.5, 1.0, 50),
        (0.7, 0.3, 1.0, 100),
        (0.85, 0.15, -1.0, 50),
        (0.5, 0.0, 1.0, 10),
        (0.95, 0.0, 1.0, 20),
    ] {
        let (over_pairs, _) = coverage(rate, spread, sign, pairs);
        let case = (rate, spread, sign, pairs);
        assert!(
            (0.935..=0.985).contains(&over_pairs),
            "{case:?}: {over_pairs}"
        );
    }
    // Why pairs: openings that favour one player make the games' interval promise too much.
    let (over_pairs, over_games) = coverage(0.5, 0.5, 1.0, 50);
    assert!(over_games < 0.92 && over_games < over_pairs, "{over_games}");
}

#[test]
fn the_interval_over_pairs_stays_sober_when_all_pairs_agree() {
    // 50 wins in 50 games tell what 50 independent games do (Student's t adds a little).
    let all = paired(&[1.0; 25], 0.95);
    assert!(all.high == 1.0 && all.low < wilson(50.0, 50.0, 0.95).low && all.low > 0.9);
    // Two pairs split evenly do not prove that the players are level.
    let split = paired(&[0.5; 2], 0.95);
    assert!(split.low < 0.2 && split.high > 0.8, "{split:?}");
    near(paired(&[], 0.95), 0.0, 1.0, 1e-12);
}

#[test]
fn moments_and_students_interval() {
    // 1 … 10: mean 5.5, s² = 82.5 / 9; t(0.975; 9) = 2.262157.
    let values: Vec<f64> = (1..=10).map(f64::from).collect();
    let moments = Moments::of(&values).unwrap();
    assert_eq!((moments.count, moments.mean), (10, 5.5));
    assert!((moments.sd - (82.5f64 / 9.0).sqrt()).abs() < 1e-12);
    let reach = 2.262_157 * (82.5f64 / 90.0).sqrt();
    near(
        moments.mean_interval(0.95).unwrap(),
        5.5 - reach,
        5.5 + reach,
        1e-5,
    );
    assert_eq!(Moments::of(&[]), None);
    assert_eq!(Moments::of(&[3.0]).unwrap().mean_interval(0.95), None);
}

#[test]
fn a_tally_counts_games_and_pairs() {
    let tally = Tally::of(&[10, -2, 4, 6, 0, -8, 0, 0]);
    assert_eq!((tally.wins, tally.losses, tally.draws), (3, 2, 3));
    assert_eq!(tally.win_rate(), Some(4.5 / 8.0));
    assert_eq!(tally.mean_difference(), Some(10.0 / 8.0));
    // (win, loss) 1 point; (win, win) 2; (draw, loss) ½; (draw, draw) 1.
    assert_eq!(tally.pair_counts(), [0, 1, 2, 0, 1]);
    assert_eq!(tally.interval().1, Method::Pairs);
    let mut odd = tally;
    odd.add(1);
    assert_eq!(odd.interval(), (wilson(5.5, 9.0, 0.95), Method::Wilson));
    assert_eq!(Tally::default().win_rate(), None);
}

#[test]
fn the_games_of_a_pair_share_the_opening_with_colours_swapped() {
    let settings = Settings {
        games: 8,
        seed: 4,
        opening_plies: 6,
        jobs: 1,
    };
    let cancel = Cancel::new();
    let games = contest::<Position, _>(&RandomPlayer, &RandomPlayer, &settings, &cancel, |g| g);
    let games = games.unwrap();
    for pair in games.chunks(2) {
        assert_eq!(pair[0].line.moves()[..6], pair[1].line.moves()[..6]);
        assert_ne!(pair[0].line.moves(), pair[1].line.moves());
        assert_eq!((pair[0].first, pair[1].first), (Side::Black, Side::White));
        let black = pair[1].line.position().outcome().unwrap();
        assert_eq!(plain_difference(&pair[1]), black.white - black.black);
    }
    assert_ne!(games[0].line.moves()[..6], games[2].line.moves()[..6]);
    // An opening longer than a short game still leaves something to play.
    for seed in 0..200 {
        let opening = random_opening::<Position>(40, seed);
        assert!(opening.position().outcome().is_none());
        assert_eq!(opening.opening(), opening.ply());
    }
}

/// Values for the four first moves d3, c4, f5, e6, in this order.
fn values(values: &[i32]) -> RootValues<Position> {
    let moves = values.iter().zip([19, 26, 37, 44]);
    RootValues {
        moves: moves
            .map(|(&value, square)| RootMove {
                mv: place(square),
                value,
            })
            .collect(),
        depth: 5,
        nodes: 0,
    }
}

fn place(square: u8) -> Move {
    Move::Place(Square::from_index(square).unwrap())
}

#[test]
fn a_sheet_holds_losses_and_ranks() {
    let mut sheet = LossSheet::default();
    // Loss 0, first; loss 30, second of equals behind one; forced; a missed win; a pass; ply 41.
    sheet
        .push(1, &values(&[50, 20, 20, -9]), place(19))
        .unwrap();
    let second = sheet
        .push(3, &values(&[50, 20, 20, -9]), place(37))
        .unwrap();
    assert_eq!((second.loss, second.rank, second.choices), (30, 2, 4));
    sheet.push(5, &values(&[7]), place(19)).unwrap();
    let won = decided_value(8);
    sheet.push(7, &values(&[0, won, 0, 0]), place(19)).unwrap();
    assert_eq!(sheet.push(9, &values(&[1]), Move::Pass), None);
    assert_eq!(sheet.push(41, &values(&[9, 0, 0, 0]), place(26)), None);
    assert!(sheet.push(40, &values(&[9, 0, 0, 0]), place(26)).is_some());

    let summary = sheet.summary();
    assert_eq!((summary.moves, summary.forced, summary.decided), (5, 1, 1));
    let thesis = summary.thesis.unwrap();
    assert_eq!(thesis.loss.mean, (39.0 + 10_000_008.0) / 5.0);
    // 0, 30, 0 and 9: D 9.75; ranks 1, 2, 1, 2.
    let open = summary.open.unwrap();
    assert_eq!(summary.d(), Some(9.75));
    assert_eq!((open.loss.count, open.mean_rank), (4, 1.5));
    let squares = [9.75f64, 20.25, 9.75, 0.75]
        .map(|x| x * x)
        .iter()
        .sum::<f64>();
    assert!((open.loss.sd - (squares / 3.0).sqrt()).abs() < 1e-12);
    // Without the forced move: 0, 30 and 9.
    assert_eq!(summary.chosen.unwrap().loss.mean, 13.0);

    sheet.truncate(3);
    assert_eq!(sheet.moves().len(), 1);
    assert_eq!(LossSheet::default().summary().d(), None);
}

#[test]
fn a_sheet_of_a_line_judges_one_side_after_the_opening() {
    let search = SearchSpec::TESTER.search();
    let cancel = Cancel::new();
    let line: GameLine<Position> = random_opening(30, 8);
    let mut played = GameLine::default();
    for &mv in line.moves() {
        played.play(mv).unwrap();
        if played.ply() == 5 {
            played.end_opening();
        }
    }
    let sheet = LossSheet::of_line(&played, Side::White, &search, 2, &cancel).unwrap();
    let plies: Vec<usize> = sheet.moves().iter().map(|entry| entry.ply).collect();
    // White has the even plies; none of the first five is its own doing. (No pass in this game.)
    assert!(line.moves().iter().all(|&mv| mv != Move::Pass));
    assert_eq!(plies, (6..=30).step_by(2).collect::<Vec<_>>());
}

fn rung(player: &str, d: f64) -> Rung {
    Rung {
        player: player.to_owned(),
        games: 1,
        moves: 20,
        d,
        even: None,
        sd: 0.0,
        game_sd: 0.0,
        rank: 1.0,
    }
}

#[test]
fn a_loss_is_placed_on_the_ladder_with_its_uncertainty() {
    let ladder = Ladder {
        rung: vec![rung("a", 4.0), rung("b", 25.0), rung("c", 100.0)],
        ..Ladder::default()
    };
    let place = |d: f64, interval: Option<(f64, f64)>| {
        let interval = interval.map(|(low, high)| Interval { low, high });
        let moves = 20;
        ladder.place(&Estimate { d, moves, interval }).unwrap()
    };
    let placement = place(24.0, Some((9.0, 70.0)));
    assert_eq!(
        (placement.strongest, placement.nearest, placement.weakest),
        (0, 1, 2)
    );
    assert_eq!(placement.off_ladder, OffLadder::No);
    let placement = place(24.0, Some((20.0, 30.0)));
    assert_eq!((placement.strongest, placement.weakest), (1, 1));
    assert_eq!(place(1.0, None).off_ladder, OffLadder::Stronger);
    assert_eq!(place(200.0, None).off_ladder, OffLadder::Weaker);
    // One move says nothing about its spread: anything is possible.
    let placement = place(24.0, None);
    assert_eq!((placement.strongest, placement.weakest), (0, 2));
    assert_eq!(
        Ladder::default().place(&Estimate::of(&[1.0]).unwrap()),
        None
    );
    assert_eq!(Estimate::of(&[]), None);
}

#[test]
fn a_level_is_said_in_words() {
    // Twenty moves of D 25.12, the thesis' Intermediate, all alike: no doubt.
    let sure = Estimate::of(&[25.12; 20]).unwrap();
    assert_eq!(describe(&sure), "about Intermediate");
    let doubtful = |low, high| {
        let interval = Some(Interval { low, high });
        describe(&Estimate { interval, ..sure })
    };
    assert_eq!(
        doubtful(2.0, 29.0),
        "about Intermediate (anything from Advanced to Beginner is possible)"
    );
    assert_eq!(
        doubtful(24.0, 30.0),
        "about Intermediate (Beginner is possible too)"
    );
    assert_eq!(
        doubtful(9.0, 26.0),
        "about Intermediate (Advanced is possible too)"
    );
    assert_eq!(
        describe(&Estimate::of(&[0.0; 20]).unwrap()),
        "stronger than Advanced"
    );
    assert_eq!(
        describe(&Estimate::of(&[400.0; 20]).unwrap()),
        "weaker than Random"
    );
}

#[test]
fn a_loss_stands_beside_those_of_players_of_tournaments() {
    let people = People {
        command: String::new(),
        date: String::new(),
        games: 1000,
        players: 30,
        tenth: 9.0,
        median: 13.0,
        nine_tenths: 17.0,
    };
    for (low, high, said) in [
        (2.0, 8.0, "nine in ten tournament players give away more"),
        (9.0, 17.0, "most tournament players give away as much"),
        (17.5, 40.0, "nine in ten tournament players give away less"),
        // What may be either is not decided.
        (
            8.0,
            12.0,
            "eight in ten tournament players have a D between 9 and 17",
        ),
        (
            12.0,
            30.0,
            "eight in ten tournament players have a D between 9 and 17",
        ),
    ] {
        let words = people.beside(low, high);
        assert!(words.contains(said), "{words}");
    }
    // Those of the base lie between Advanced, which sees what the tester sees, and Intermediate.
    let ladder = Ladder::measured();
    let people = ladder.people.as_ref().unwrap();
    let d = |name: &str| ladder.rung.iter().find(|it| it.player == name).unwrap().d;
    assert!(d("advanced") < people.tenth && people.nine_tenths < d("intermediate"));
    assert!(people.tenth < people.median && people.median < people.nine_tenths);
    assert!(people.players >= 100 && people.games >= 10_000);
}

/// Ueda 2012, §5.3 and table 5.3: D is 25.12 for Intermediate and 28.98 for Beginner, means of 25
/// games each; §5.2: Advanced is nearest 0 and mostly of mean rank 1 or 2.
#[test]
fn the_ladder_agrees_with_the_thesis() {
    let ladder = Ladder::measured();
    let rung = |name: &str| ladder.rung.iter().find(|rung| rung.player == name).unwrap();
    for (name, d) in [("intermediate", 25.12), ("beginner", 28.98)] {
        let rung = rung(name);
        // Both are samples: the thesis' of 25 games, ours of rung.games.
        let error = rung.game_sd * (1.0 / 25.0 + 1.0 / f64::from(rung.games)).sqrt();
        assert!((rung.d - d).abs() < 2.0 * error, "{rung:?}");
    }
    assert!(rung("advanced").d < 6.0 && rung("advanced").rank < 2.0);
    assert!(ladder.rung.is_sorted_by(|a, b| a.d < b.d));
    let names: Vec<&str> = ladder
        .rung
        .iter()
        .map(|rung| rung.player.as_str())
        .collect();
    assert_eq!(names, ["advanced", "intermediate", "beginner", "random"]);
    assert_eq!(ladder.unplaced[0].player, "expert");
}

#[test]
fn a_fresh_measurement_finds_the_ladder_again() {
    let ladder = Ladder::measured();
    let tester: PlayerSpec = ladder.tester.parse().unwrap();
    assert_eq!(tester, PlayerSpec::Tester(SearchSpec::TESTER.into()));
    let settings = Settings {
        games: 8,
        seed: ladder.seed + 1,
        opening_plies: 0,
        jobs: 2,
    };
    for rung in &ladder.rung {
        let player = build_othello(&rung.player.parse().unwrap()).unwrap();
        let search = SearchSpec::TESTER.search();
        let measured = measure(&*player, &search, 5, &settings, &Cancel::new()).unwrap();
        let d = measured.summary.d().unwrap();
        let error = rung.game_sd * (1.0 / 8.0 + 1.0 / f64::from(rung.games)).sqrt();
        assert!((d - rung.d).abs() < 3.0 * error, "{rung:?}: {d}");
        // An agent that holds the even point is even: three standard deviations of 40 games.
        let Some(even) = rung.even else { continue };
        let agent = build_othello(&format!("agent:d={even},depth=4").parse().unwrap()).unwrap();
        let settings = Settings {
            games: 40,
            ..settings
        };
        let differences = contest(&*player, &*agent, &settings, &Cancel::new(), |played| {
            plain_difference(&played)
        });
        let rate = Tally::of(&differences.unwrap()).win_rate().unwrap();
        assert!((rate - 0.5).abs() < 0.24, "{rung:?}: {rate}");
    }
}

/// Two independent programs: "Reversi in C#" at look-ahead 2, whose mobility weight is 0 for Beginner,
/// and the tester with the same weights and depth value the same positions. They part only where a
/// pass is forced on the way, which "Reversi in C#" counts twice: hardly ever before ply 40.
#[test]
fn beginner_at_depth_2_agrees_with_a_tester_of_its_own_weights() {
    let settings = Settings {
        games: 20,
        seed: 9,
        opening_plies: 0,
        jobs: 2,
    };
    let player = build_othello(&"beginner:depth=2".parse().unwrap()).unwrap();
    let tester = "tester:depth=2,forfeit=2,frontier=1,mobility=0,stability=3,exhaustive=0";
    let PlayerSpec::Tester(tester) = tester.parse().unwrap() else {
        panic!("not a tester");
    };
    let measured = measure(&*player, &*tester.search(), 2, &settings, &Cancel::new()).unwrap();
    let open = measured.summary.open.unwrap();
    assert!(open.loss.count > 380);
    assert!(open.loss.mean < 0.03 && open.mean_rank < 1.03, "{open:?}");
}

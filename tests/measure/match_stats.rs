//! What a match proves: tests and intervals against simulated players of known strength, and against figures
//! that other programs and papers give.

#![allow(clippy::unwrap_used)]

use koteki_games::random::{Random, SeedableRng as _};
use koteki_rivals::measure::contest::Tally;
use koteki_rivals::measure::elo::{difference, expected, interval};
use koteki_rivals::measure::rating::{Meeting, ratings};
use koteki_rivals::measure::sprt::{Sprt, Verdict};
use koteki_rivals::measure::tournament::{
    Board, Ended, GameId, LOOK, Plan, Stop, gauntlet, round_robin,
};

/// How two players of known strength meet: the first one's share of the points, how many games are drawn, and in
/// how many pairs the opening decides both games (whoever has the better side wins, a point for each).
#[derive(Clone, Copy, Debug)]
struct Simulated {
    rate: f64,
    draws: f64,
    lopsided: f64,
}

impl Simulated {
    /// A pair of games: the differences for the first player.
    fn pair(self, random: &mut Random) -> [i32; 2] {
        if random.unit() < self.lopsided {
            return [1, -1];
        }
        // Lopsided pairs bring one half: the others make up for it.
        let rate = (self.rate - self.lopsided / 2.0) / (1.0 - self.lopsided);
        let draws = self.draws.min(2.0 * rate.min(1.0 - rate));
        let mut game = || match random.unit() {
            lot if lot < rate - draws / 2.0 => 1,
            lot if lot < rate + draws / 2.0 => 0,
            _ => -1,
        };
        [game(), game()]
    }

    fn tally(self, pairs: u32, random: &mut Random) -> Tally {
        let mut tally = Tally::default();
        for _ in 0..pairs {
            self.pair(random).into_iter().for_each(|it| tally.add(it));
        }
        tally
    }
}

/// Othello between programs has few draws; opening sets may be lopsided, players may draw a lot.
const KINDS: [(f64, f64); 3] = [(0.03, 0.0), (0.04, 0.5), (0.6, 0.1)];

/// Three standard deviations of a share that `of` trials estimate.
fn slack(share: f64, of: f64) -> f64 {
    3.0 * (share * (1.0 - share) / of).sqrt()
}

/// Figures that fastchess' own tests have for its logistic pentanomial model (app/tests/sprt_test.cpp).
#[test]
fn the_ratio_is_that_of_fastchess() {
    let test = |elo0, elo1| Sprt {
        elo0,
        elo1,
        ..Sprt::default()
    };
    let first = test(0.5, 2.5).llr([223, 9863, 21_279, 10_037, 246]);
    assert!((first + 3.07).abs() < 0.01 * 3.07, "{first}");
    let second = test(0.0, 2.0).llr([871, 26_175, 55_983, 26_678, 821]);
    assert!((second + 4.98).abs() < 0.01 * 4.98, "{second}");
    assert_eq!(Sprt::default().llr([0; 5]), 0.0);
    // Wald's bounds at 5 %: ±ln 19.
    let (low, high) = Sprt::default().bounds();
    assert!((high - 2.944_438_979).abs() < 1e-9 && (low + high).abs() < 1e-12);
}

#[test]
fn a_test_is_read_and_written() {
    let sprt: Sprt = "elo0=-5,elo1=5,alpha=0.01".parse().unwrap();
    assert_eq!(sprt.to_string(), "elo0=-5,elo1=5,alpha=0.01,beta=0.05");
    assert_eq!(sprt.to_string().parse::<Sprt>().unwrap(), sprt);
    for wrong in [
        "elo0=5,elo1=5",
        "elo0=x",
        "alpha=0",
        "beta=0.5",
        "elo=3",
        "elo1=inf",
        "7",
    ] {
        let error = wrong.parse::<Sprt>().unwrap_err().to_string();
        assert_eq!(error.lines().count(), 1, "{error}");
    }
}

/// How many of `matches` tests between players whose true difference is `elo` accept H1, and the mean pairs.
fn accepted(
    sprt: Sprt,
    elo: f64,
    (draws, lopsided): (f64, f64),
    matches: u32,
    seed: u64,
) -> (f64, f64) {
    let players = Simulated {
        rate: expected(elo),
        draws,
        lopsided,
    };
    let (mut h1, mut pairs) = (0, 0);
    for number in 0..matches {
        let mut random = Random::derived(seed, &[u64::from(number)]);
        let mut tally = Tally::default();
        loop {
            players
                .pair(&mut random)
                .into_iter()
                .for_each(|it| tally.add(it));
            pairs += 1;
            if Stop::Sprt(sprt).is_enough(&tally) {
                h1 += u32::from(sprt.verdict(tally.pair_counts()) == Verdict::H1);
                break;
            }
            assert!(tally.games() < 200_000);
        }
    }
    (
        f64::from(h1) / f64::from(matches),
        f64::from(pairs) / f64::from(matches),
    )
}

/// Promised: H1 in no more than α of the tests when H0 is true, H0 in no more than β when H1 is; 2,000 matches
/// for each of three kinds of players.
#[test]
fn a_test_errs_as_rarely_as_it_says() {
    const MATCHES: u32 = 2_000;
    for (number, kind) in KINDS.into_iter().enumerate() {
        for sprt in ["elo0=0,elo1=50", "elo0=0,elo1=100,alpha=0.1,beta=0.02"] {
            let sprt: Sprt = sprt.parse().unwrap();
            let (wrong, pairs) = accepted(sprt, sprt.elo0, kind, MATCHES, 10 + number as u64);
            let (right, more) = accepted(sprt, sprt.elo1, kind, MATCHES, 20 + number as u64);
            println!(
                "{sprt} {kind:?}: α {wrong:.4} ({pairs:.0} pairs), β {:.4} ({more:.0})",
                1.0 - right
            );
            let of = f64::from(MATCHES);
            for (found, promised) in [(wrong, sprt.alpha), (1.0 - right, sprt.beta)] {
                assert!(
                    found <= promised + slack(promised, of),
                    "{sprt} {kind:?}: {found}"
                );
                // A test that errs far less often plays more than it has to.
                assert!(found >= promised / 4.0, "{sprt} {kind:?}: {found}");
            }
        }
    }
}

/// The default test, on 1,000 matches a side.
#[test]
fn the_default_test_errs_as_rarely_as_it_says() {
    let sprt = Sprt::default();
    let (wrong, pairs) = accepted(sprt, 0.0, KINDS[0], 1_000, 31);
    let (right, more) = accepted(sprt, 20.0, KINDS[0], 1_000, 32);
    println!(
        "{sprt}: α {wrong:.4} ({pairs:.0} pairs), β {:.4} ({more:.0})",
        1.0 - right
    );
    let most = 0.05 + slack(0.05, 1_000.0);
    assert!(wrong <= most && 1.0 - right <= most, "{wrong} {right}");
}

/// 95 % intervals of win rate and Elo hold the truth in 95 of 100 matches of so many pairs, to one's own side
/// and the other's.
#[test]
fn intervals_hold_the_truth() {
    for (draws, lopsided) in KINDS {
        for (pairs, elo) in [(20, 0.0), (50, 60.0), (100, -100.0), (200, 150.0)] {
            let players = Simulated {
                rate: expected(elo),
                draws,
                lopsided,
            };
            let (mut rates, mut elos, mut likely) = (0, 0, 0);
            for number in 0..2_000 {
                let tally = players.tally(pairs, &mut Random::derived(41, &[number]));
                let (found, _) = tally.interval();
                rates += u32::from(found.contains(players.rate));
                elos += u32::from(interval(found).contains(elo));
                likely += u32::from(tally.superiority() > 0.95);
            }
            println!("{pairs} pairs, {elo} Elo, {draws} {lopsided}: {rates} {elos} {likely}");
            let share = f64::from(rates) / 2_000.0;
            assert!(
                (0.935..=0.98).contains(&share),
                "{pairs} pairs, {elo} Elo: {share}"
            );
            assert_eq!(rates, elos);
            if elo == 0.0 {
                // Of equals it says "the first is stronger, surely" as often as it is unsure.
                let share = f64::from(likely) / 2_000.0;
                assert!((0.025..=0.07).contains(&share), "{share}");
            }
        }
    }
}

/// Looking again and again until the interval is narrow costs hardly any of its certainty: 94 to 97 of 100, as the
/// help text says (2,000 matches each; three standard deviations are 1.5).
#[test]
fn an_interval_that_was_waited_for_holds_the_truth() {
    for (draws, lopsided) in KINDS {
        for (width, elo) in [
            (0.1, 0.0),
            (0.1, 150.0),
            (0.05, 0.0),
            (0.05, 150.0),
            (0.05, 300.0),
        ] {
            let players = Simulated {
                rate: expected(elo),
                draws,
                lopsided,
            };
            if lopsided / 2.0 > 1.0 - players.rate {
                continue;
            }
            let (mut held, mut pairs) = (0, 0);
            for number in 0..2_000 {
                let mut random = Random::derived(51, &[number]);
                let mut tally = Tally::default();
                while !Stop::Width(width).is_enough(&tally) {
                    players
                        .pair(&mut random)
                        .into_iter()
                        .for_each(|it| tally.add(it));
                }
                assert!(tally.games().is_multiple_of(2 * LOOK));
                held += u32::from(tally.interval().0.contains(players.rate));
                pairs += tally.games() / 2;
            }
            let share = f64::from(held) / 2_000.0;
            println!(
                "±{width}, {elo} Elo, {draws} {lopsided}: {share} {} pairs",
                pairs / 2_000
            );
            assert!(
                share >= 0.92,
                "±{width}, {elo} Elo, {draws} {lopsided}: {share}"
            );
        }
    }
}

/// Agresti (2002), table 10.10: how often journals cite each other, and the abilities that R's BradleyTerry2
/// (its vignette, "citations") finds in them.
#[test]
fn ratings_are_those_of_the_literature() {
    let cited = [
        (0, 1, 730, 33),
        (0, 2, 498, 320),
        (0, 3, 221, 284),
        (1, 2, 68, 813),
        (1, 3, 17, 276),
        (2, 3, 142, 325),
    ];
    let tallies = cited.map(|(_, _, wins, losses)| {
        Tally::of(&[vec![1; wins as usize], vec![-1; losses as usize]].concat())
    });
    let meetings: Vec<Meeting<'_>> = cited
        .iter()
        .zip(&tallies)
        .map(|(&(a, b, ..), tally)| Meeting { a, b, tally })
        .collect();
    let found = ratings(4, &meetings).unwrap();
    assert!(!found.imagined);
    let logits = |player: usize| (found.elo[player] - found.elo[0]) / 400.0 * 10f64.ln();
    for (player, published) in [(1, -2.94907), (2, -0.47957), (3, 0.26895)] {
        assert!(
            (logits(player) - published).abs() < 2e-5,
            "{} {published}",
            logits(player)
        );
    }
    assert!(found.elo.iter().sum::<f64>().abs() < 1e-9);
    assert_eq!(found.order(), [3, 0, 2, 1]);
}

/// Odds that multiply: 2 to 1, 2 to 1 and 4 to 1 are 400 log 2 and twice that, exactly.
#[test]
fn ratings_of_odds_that_agree_are_exact() {
    let series = |wins, losses| Tally::of(&[vec![1; wins], vec![0; 2], vec![-1; losses]].concat());
    let tallies = [series(19, 9), series(23, 5), series(19, 9)];
    let meeting = |a, b, index: usize| Meeting {
        a,
        b,
        tally: &tallies[index],
    };
    let found = ratings(3, &[meeting(0, 1, 0), meeting(0, 2, 1), meeting(1, 2, 2)]).unwrap();
    let step = 400.0 * 2f64.log10();
    for (player, elo) in [(0, step), (1, 0.0), (2, -step)] {
        assert!((found.elo[player] - elo).abs() < 1e-9, "{found:?}");
    }
    // Of two players the rating is the difference of the win rate.
    let found = ratings(2, &[meeting(0, 1, 1)]).unwrap();
    let between = found.elo[0] - found.elo[1];
    assert!(
        (between - difference(24.0 / 30.0)).abs() < 1e-9 && (between - 240.823_997).abs() < 1e-5
    );
    // Who has won everything has no finite rating: one imagined draw, and it says so.
    let won = Tally::of(&[1; 10]);
    let found = ratings(
        2,
        &[Meeting {
            a: 0,
            b: 1,
            tally: &won,
        }],
    )
    .unwrap();
    assert!(found.imagined && (found.elo[0] - found.elo[1] - difference(10.5 / 11.0)).abs() < 1e-9);
    // Who has met nobody has none.
    assert_eq!(
        ratings(
            3,
            &[Meeting {
                a: 0,
                b: 1,
                tally: &won
            }]
        ),
        None
    );
}

/// fastchess' own figures for pairs (app/tests/elo_test.cpp), and the usual formula without draws.
#[test]
fn differences_and_likelihoods_are_those_of_others() {
    let pairs = |counts: [u32; 5]| {
        let mut tally = Tally::default();
        let both = [[-1, -1], [-1, 0], [0, 0], [1, 0], [1, 1]];
        for (count, games) in counts.into_iter().zip(both) {
            for _ in 0..count {
                games.into_iter().for_each(|it| tally.add(it));
            }
        }
        tally
    };
    let tally = pairs([34, 54, 63, 64, 75]);
    let limits = interval(tally.interval().0);
    assert!((difference(tally.win_rate().unwrap()) - 55.58).abs() < 0.01);
    assert!(
        ((limits.high - limits.low) / 2.0 - 27.65).abs() < 0.5,
        "{limits:?}"
    );
    assert!(tally.superiority() > 0.9999);
    let tally = pairs([332, 433, 498, 333, 334]);
    assert!((difference(tally.win_rate().unwrap()) + 8.64).abs() < 0.01);
    assert!(
        (tally.superiority() - 0.0505).abs() < 0.002,
        "{}",
        tally.superiority()
    );
    // Φ((wins − losses) / √(wins + losses)): 60 to 40 is Φ(2) = 0.97725.
    let unpaired = Tally::of(&[vec![1; 60], vec![-1; 40], vec![1]].concat());
    assert!((unpaired.superiority() - 0.97725).abs() < 0.01);
    assert!((pairs([0; 5]).superiority() - 0.5).abs() < 1e-12);
}

/// Four players of known strength, everybody against everybody: how often the errors hold the truth, and how
/// often equals are told apart.
#[test]
fn errors_of_ratings_hold_the_truth() {
    let truth = [90.0, 0.0, 0.0, -90.0];
    let (mut held, mut between, mut surely) = (0, 0, 0);
    const RUNS: u64 = 1_000;
    for run in 0..RUNS {
        let mut random = Random::derived(61, &[run]);
        let pairings = round_robin(4);
        let tallies: Vec<Tally> = pairings
            .iter()
            .map(|&[a, b]| {
                let (draws, lopsided) = KINDS[(a + b) % 2];
                let rate = expected(truth[a] - truth[b]);
                Simulated {
                    rate,
                    draws,
                    lopsided,
                }
                .tally(30, &mut random)
            })
            .collect();
        let meetings: Vec<Meeting<'_>> = pairings
            .iter()
            .zip(&tallies)
            .map(|(&[a, b], tally)| Meeting { a, b, tally })
            .collect();
        let found = ratings(4, &meetings).unwrap();
        for (player, elo) in truth.iter().enumerate() {
            held += u32::from((found.elo[player] - elo).abs() <= found.error(player));
        }
        between += u32::from((found.elo[1] - found.elo[2]).abs() <= found.error_between(1, 2));
        surely += u32::from(found.superiority(1, 2) > 0.95);
    }
    let shares = [
        f64::from(held) / (4.0 * RUNS as f64),
        f64::from(between) / RUNS as f64,
        f64::from(surely) / RUNS as f64,
    ];
    println!("{shares:?}");
    assert!((0.935..=0.975).contains(&shares[0]), "{shares:?}");
    assert!((0.93..=0.98).contains(&shares[1]), "{shares:?}");
    assert!((0.02..=0.075).contains(&shares[2]), "{shares:?}");
}

/// Whatever the order in which games come in, the same ones count.
#[test]
fn what_counts_does_not_hang_on_who_is_ready_first() {
    let plan = |stop| Plan {
        pairings: gauntlet(4),
        games: 400,
        seed: 1,
        stop,
    };
    let stops = [
        None,
        Some(Stop::Width(0.1)),
        Some(Stop::Sprt("elo0=0,elo1=80".parse().unwrap())),
    ];
    for stop in stops {
        let game = |pairing, number| {
            let random = &mut Random::derived(71, &[pairing as u64, u64::from(number)]);
            let rate = [0.5, 0.6, 0.8][pairing];
            Ended::Board(if random.unit() < rate { 1 } else { -1 })
        };
        let mut games: Vec<GameId> = (0..3)
            .flat_map(|pairing| (0..400).map(move |number| GameId { pairing, number }))
            .collect();
        let played = |games: &[GameId]| {
            let mut board = Board::new(plan(stop));
            for &it in games {
                board.take(it, game(it.pairing, it.number));
            }
            assert!(board.is_over());
            let tallies: Vec<Tally> = board.meetings().iter().map(|it| it.tally.clone()).collect();
            tallies
        };
        let first = played(&games);
        if stop.is_some() {
            assert!(first.iter().any(|tally| tally.games() < 400), "{first:?}");
        }
        for seed in 0..5 {
            Random::seed_from_u64(seed).shuffle(&mut games);
            assert_eq!(played(&games), first);
        }
    }
}

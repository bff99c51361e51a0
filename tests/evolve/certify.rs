//! Rivals that are certified: how often the sequential test errs on players of known strength, and
//! what it makes of whole runs in a game that is no Othello.

use koteki_engine::player::PlayerError;
use koteki_games::random::{Random, SeedableRng as _};
use koteki_rivals::evolve::GameResult;
use koteki_rivals::evolve::run::Run;
use koteki_rivals::evolve::settings::Settings;
use koteki_rivals::evolve::snapshot::Phase;
use koteki_rivals::evolve::style;
use koteki_rivals::evolve::tally::Tally;
use koteki_rivals::evolve::verdict::{Prior, Verdict};

use super::{FEATURES, Formula, by_formula, new_run, small, to_rest};

/// What becomes of a player that wins each game with probability `p`: the probabilities of being
/// certified, of being rejected as too weak or too strong, and the games expected. Exact: the chance
/// of every number of wins at every look, from the binomial distribution.
fn fate(p: f64, settings: &Settings) -> (f64, f64, f64) {
    fate_after(p, Tally::default(), settings)
}

/// The same of one who has had `before` in the test, all games counted.
fn fate_after(p: f64, before: Tally, settings: &Settings) -> (f64, f64, f64) {
    let test = &settings.retest;
    let (mut certified, mut rejected, mut games) = (0.0, 0.0, 0.0);
    // chances[w]: still open, with w wins so far.
    let mut chances = vec![0.0; before.wins as usize + 1];
    chances[before.wins as usize] = 1.0;
    let mut played = before.games;
    while !chances.is_empty() {
        let next = if played == 0 { test.first } else { test.batch }.min(test.cap - played);
        for _ in 0..next {
            let mut after = vec![0.0; chances.len() + 1];
            for (wins, chance) in chances.iter().enumerate() {
                after[wins] += chance * (1.0 - p);
                after[wins + 1] += chance * p;
            }
            chances = after;
        }
        played += next;
        let mut open = false;
        for (wins, chance) in chances.iter_mut().enumerate() {
            let tally = Tally {
                games: played,
                wins: u32::try_from(wins).unwrap(),
                draws: 0,
            };
            match Verdict::of(tally, Prior::JEFFREYS, settings.near, test) {
                Verdict::Open => {
                    open = true;
                    continue;
                }
                Verdict::Certified => certified += *chance,
                Verdict::Strong | Verdict::Weak => rejected += *chance,
                Verdict::Undecided => {}
            }
            games += *chance * f64::from(played);
            *chance = 0.0;
        }
        if !open {
            break;
        }
    }
    (certified, rejected, games)
}

#[test]
fn the_sequential_test_seldom_errs() {
    let settings = Settings::default();
    // Worked out by another program (Python, its own incomplete beta function by continued fraction).
    for (p, certified, rejected, games) in [
        (0.2, 0.0, 1.0, 44.0),
        (0.3, 0.0, 0.9999, 83.0),
        (0.35, 0.0005, 0.9413, 164.0),
        (0.38, 0.0111, 0.6582, 256.0),
        (0.4, 0.0573, 0.3776, 311.0),
        (0.42, 0.1984, 0.1665, 333.0),
        (0.45, 0.6077, 0.0382, 299.0),
        (0.5, 0.9667, 0.0076, 230.0),
    ] {
        let found = fate(p, &settings);
        assert!((found.0 - certified).abs() < 1e-4, "{p}: {found:?}");
        assert!((found.1 - rejected).abs() < 1e-4, "{p}: {found:?}");
        assert!((found.2 - games).abs() < 0.6, "{p}: {found:?}");
    }
    // Nobody outside the band is certified but by a rare chance, on either side of it. On its very
    // edge the several looks make the chance larger than the 2.5 % of a single one.
    for (p, most) in [
        (0.4, 0.1),
        (0.39, 0.05),
        (0.38, 0.025),
        (0.35, 0.001),
        (0.3, 1e-6),
    ] {
        for p in [p, 1.0 - p] {
            assert!(fate(p, &settings).0 < most, "{p}: {:?}", fate(p, &settings));
        }
    }
    // Whoever is exactly level nearly always is, and is hardly ever rejected.
    let (certified, rejected, _) = fate(0.5, &settings);
    assert!(certified > 0.9 && rejected < 0.02, "{certified} {rejected}");
    // Misfits cost little: the point of a sequential test.
    assert!(fate(0.2, &settings).2 < 60.0);
    assert!(fate(0.3, &settings).2 < 150.0);
}

/// Where everybody wins a little too seldom, the luckiest are not certified for it: not a quarter as many who are outside of
/// the band in truth as without the others' games.
#[test]
fn the_luckiest_of_many_who_are_too_weak_are_not_certified() {
    let settings = Settings::default();
    let (near, test) = (settings.near, &settings.retest);
    let mut random = Random::seed_from_u64(5);
    // Certified inside the band and outside of it, without the population's games and with them.
    let mut certified = [[0_u32; 2]; 2];
    for _ in 0..200 {
        // 0.33 to 0.41, evenly.
        let truth: Vec<f64> = (0..24).map(|_| 0.33 + 0.08 * random.unit()).collect();
        for (by, certified) in certified.iter_mut().enumerate() {
            let mut tallies = vec![Tally::default(); truth.len()];
            loop {
                let prior = match by {
                    0 => Prior::JEFFREYS,
                    _ => Prior::of(tallies.iter().copied()),
                };
                let verdicts: Vec<Verdict> = tallies
                    .iter()
                    .map(|&tally| Verdict::of(tally, prior, near, test))
                    .collect();
                if verdicts.iter().all(|it| it.is_final()) {
                    for (truth, verdict) in truth.iter().zip(verdicts) {
                        let outside = usize::from(*truth < 0.5 - near);
                        certified[outside] += u32::from(verdict == Verdict::Certified);
                    }
                    break;
                }
                for ((tally, truth), verdict) in tallies.iter_mut().zip(&truth).zip(verdicts) {
                    let games = if verdict.is_final() { 0 } else { test.batch };
                    for _ in 0..games {
                        tally.add(match random.unit() < *truth {
                            true => GameResult::Win,
                            false => GameResult::Loss,
                        });
                    }
                }
            }
        }
    }
    let [alone, together] = certified;
    assert!(alone[1] > 30, "{certified:?}");
    assert!(4 * together[1] < alone[1], "{certified:?}");
}

/// What is said of how long a test still takes, against the exact expectation for one whose true win rate is
/// that of the games so far.
#[test]
fn how_long_a_test_takes_is_foreseen() {
    let settings = Settings::default();
    let left = |tally| {
        f64::from(Verdict::games_left(
            tally,
            Prior::JEFFREYS,
            settings.near,
            &settings.retest,
        ))
    };
    for games in [0_u32, 40, 120, 200, 320] {
        for wins in (games * 3 / 10..=games * 7 / 10).step_by(2) {
            let tally = Tally {
                games,
                wins,
                draws: 0,
            };
            let said = left(tally);
            if Verdict::of(tally, Prior::JEFFREYS, settings.near, &settings.retest).is_final() {
                assert_eq!(said, 0.0);
                continue;
            }
            let p = if games == 0 {
                0.5
            } else {
                tally.points() / f64::from(games)
            };
            let truth = fate_after(p, tally, &settings).2 - f64::from(games);
            // Never further off than two looks at the results.
            assert!(
                (said - truth).abs() <= 80.0,
                "{tally:?}: {said}, in truth {truth:.0}"
            );
        }
    }
}

/// Certified rivals of many runs against the truth, which the formula gives.
#[test]
fn certified_rivals_are_level_in_truth() {
    let (mut inside, mut all, mut whole, mut apart) = (0, 0, 0, 0);
    let mut far = 0.0_f64;
    for seed in 1..=40 {
        let target = [18.0, 28.98, 40.0][seed as usize % 3];
        let mut run = new_run(
            Settings {
                target,
                ..Settings::default()
            },
            seed,
        );
        to_rest(&mut run);
        let census = run.census();
        let rivals = census.rivals();
        let certified = census
            .members
            .iter()
            .filter(|it| rivals.contains(&it.id) && it.verdict == Some(Verdict::Certified));
        let mut count = 0;
        for member in certified {
            let p = Formula::win_probability(&member.weights, target);
            // A draw in 25 games is half a win: a little nearer to one half.
            let p = 0.02 + 0.96 * p;
            inside += usize::from((p - 0.5).abs() <= 0.1);
            far = far.max((p - 0.5).abs());
            all += 1;
            count += 1;
        }
        whole += usize::from(count == 3);
        let pairs = census.differences.iter().filter(|it| it.a != it.b);
        let smallest = pairs.map(|it| it.mismatch.rate).fold(1.0, f64::min);
        let different = smallest >= run.settings().retest.mismatch;
        // Only a run that has bred all its rounds comes to rest with less than was asked.
        assert!(different && count == 3 || run.state().round == run.settings().retest.rounds);
        apart += usize::from(different);
    }
    assert!(apart >= 36, "different as was asked in {apart} of 40 runs");
    assert!(whole >= 38, "three rivals in {whole} of 40 runs");
    assert!(
        inside * 100 >= all * 97,
        "{inside} of {all} inside the band, farthest {far:.3}"
    );
}

#[test]
fn runs_that_cannot_certify_breed_on_and_then_say_so() {
    // Everybody loses nine games of ten.
    let hopeless = |_: f64, orders: &[koteki_rivals::evolve::GameOrder]| {
        let results = orders.iter().map(|order| {
            if Random::seed_from_u64(order.seed ^ u64::from(order.game)).unit() < 0.1 {
                koteki_rivals::evolve::GameResult::Win
            } else {
                koteki_rivals::evolve::GameResult::Loss
            }
        });
        Ok::<_, PlayerError>(results.collect())
    };
    let mut run = Run::new(small(), &FEATURES, 3).unwrap();
    while !run.is_resting() {
        run.step(&mut { hopeless }).unwrap();
    }
    assert_eq!(run.state().round, small().retest.rounds);
    assert_eq!(run.state().total_cycles, u64::from(2 * small().cycles));
    let census = run.census();
    assert!(census.rivals().is_empty());
    let weak = census
        .members
        .iter()
        .filter(|it| it.verdict == Some(Verdict::Weak));
    assert_eq!(weak.count(), small().population);
}

#[test]
fn the_hall_keeps_whoever_was_certified_and_the_rivals_are_of_it() {
    let mut run = new_run(
        Settings {
            // More difference than there can be: every round is bred.
            retest: koteki_rivals::evolve::settings::RetestSettings {
                mismatch: 1.0,
                ..small().retest
            },
            ..small()
        },
        5,
    );
    let mut hall: Vec<u64> = Vec::new();
    let mut ends = 0;
    while !run.is_resting() {
        let before = run.state().phase;
        run.step_asking(&mut by_formula, &mut super::ask_formula)
            .unwrap();
        let now: Vec<u64> = run.state().hall.iter().map(|it| it.id).collect();
        assert!(hall.iter().all(|id| now.contains(id)));
        hall = now;
        if before == Phase::Retesting && run.state().phase != Phase::Retesting {
            ends += 1;
            assert!(
                run.state()
                    .rivals
                    .iter()
                    .take(3)
                    .all(|id| hall.contains(id))
                    || hall.len() < 3
            );
        }
    }
    assert_eq!(ends, 2);
    // The mismatches of the record are those of the rivals' own answers.
    let census = run.census();
    let rivals = census.rivals();
    for it in &census.differences {
        let [one, other] = [it.a, it.b].map(|rival| {
            let member = census
                .members
                .iter()
                .find(|member| member.id == rivals[rival]);
            super::ask_formula(&[member.unwrap().weights.clone()])
                .unwrap()
                .remove(0)
        });
        assert_eq!(Some(it.mismatch), style::mismatch(&one, &other));
    }
    // Another target forgets them.
    run.retarget(40.0);
    assert!(run.state().hall.is_empty() && run.state().differences.is_empty());
}

//! Measuring strength: the Bayesian estimate against players of known parameters, and what is kept of a
//! person between games.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::path::Path;

use koteki_games::othello::Position;
use koteki_games::random::{Random, SeedableRng as _};
use koteki_record::profile::{self, OnDisk, Profile};
use koteki_rivals::measure::equal::{Evidence, GameEvidence, RUNGS, ResultAgainst, SLOPE, scale};
use koteki_rivals::measure::stats::Moments;
use koteki_rivals::measure::strength::{
    Belief, CELLS, Decision, LAPSES, TEMPERATURES, TRUST, choice, table_d, temperature,
};
use koteki_rivals::roster::kit::Kit as _;
use koteki_session::standing::{Standing, count, look};

/// A made-up position: the best move and some that lose about as real ones do.
fn losses(random: &mut Random) -> Vec<i32> {
    let mut losses = vec![0];
    for _ in 0..1 + random.below(11) {
        losses.push((-40.0 * libm::log(1.0 - random.unit())) as i32);
    }
    losses
}

/// A game of a player that chooses with these parameters.
fn game(temperature: f64, lapse: f64, moves: usize, random: &mut Random) -> Vec<Decision> {
    (0..moves)
        .map(|_| {
            let losses = losses(random);
            let mut left = random.unit();
            let odds = choice(&losses, temperature, lapse);
            let index = odds.iter().position(|odds| {
                left -= odds;
                left < 0.0
            });
            Decision {
                chosen: losses[index.unwrap_or(0)],
                losses,
            }
        })
        .collect()
}

/// The posterior probability that each temperature and each lapse has on its own.
fn marginals(belief: &Belief) -> (Vec<f64>, Vec<f64>) {
    let rows = belief.mass().chunks(LAPSES.len());
    let temperatures = rows.clone().map(|row| row.iter().sum()).collect();
    let lapses = (0..LAPSES.len())
        .map(|lapse| rows.clone().map(|row| row[lapse]).sum())
        .collect();
    (temperatures, lapses)
}

#[test]
fn choices_have_the_probabilities_of_the_formula() {
    // T = 10 / ln 2: 10 points more halve the odds. 4 : 2 : 1, mixed with thirds.
    let odds = choice(&[0, 10, 20], 10.0 / std::f64::consts::LN_2, 0.3);
    for (odds, expected) in odds.iter().zip([4.0, 2.0, 1.0]) {
        assert!((odds - (0.7 * expected / 7.0 + 0.1)).abs() < 1e-12);
    }
}

#[test]
fn the_posterior_is_bayes_rule_on_the_grid() {
    // Two decisions by hand, as products of the formula at each point, against the running sums.
    let decisions = [
        Decision {
            losses: vec![0, 10, 20],
            chosen: 10,
        },
        Decision {
            losses: vec![5, 0],
            chosen: 0,
        },
    ];
    let prior = Belief::prior();
    let mut belief = prior.clone();
    belief.see(&decisions);
    let mut expected = Vec::new();
    for t in 0..TEMPERATURES {
        for lapse in LAPSES {
            let first = choice(&[0, 10, 20], temperature(t), lapse)[1];
            let second = choice(&[5, 0], temperature(t), lapse)[1];
            expected.push(prior.mass()[expected.len()] * libm::pow(first * second, TRUST));
        }
    }
    let sum: f64 = expected.iter().sum();
    assert_eq!(expected.len(), CELLS);
    for (mass, expected) in belief.mass().iter().zip(expected) {
        assert!((mass - expected / sum).abs() < 1e-14);
    }
    // The order does not matter.
    let mut other = prior;
    other.see(&decisions[1..]);
    other.see(&decisions[..1]);
    for (a, b) in belief.mass().iter().zip(other.mass()) {
        assert!((a - b).abs() < 1e-14);
    }
}

#[test]
fn true_parameters_are_found_by_many_moves() {
    for (seed, heat, lapse) in [(1, 12.0, 0.0), (2, 40.0, 0.1), (3, 6.0, 0.3)] {
        let mut random = Random::seed_from_u64(seed);
        let mut belief = Belief::prior();
        belief.see(&game(heat, lapse, 4000, &mut random));
        let (temperatures, lapses) = marginals(&belief);
        let log: f64 = (0..TEMPERATURES)
            .map(|t| temperatures[t] * libm::log(temperature(t)))
            .sum();
        assert!(
            (log - libm::log(heat)).abs() < 0.15,
            "{heat}: {}",
            libm::exp(log)
        );
        let mean: f64 = lapses
            .iter()
            .zip(LAPSES)
            .map(|(mass, lapse)| mass * lapse)
            .sum();
        assert!((mean - lapse).abs() < 0.05, "{lapse}: {mean}");
    }
}

#[test]
fn the_ends_of_the_scale_are_reached() {
    let mut random = Random::seed_from_u64(4);
    let mut perfect = Belief::prior();
    let best: Vec<Decision> = (0..300)
        .map(|_| Decision {
            losses: losses(&mut random),
            chosen: 0,
        })
        .collect();
    perfect.see(&best);
    let strength = perfect.strength();
    assert!(
        strength.d < 2.0 && strength.interval.high < 5.0,
        "{strength:?}"
    );
    // At random: 97.99 on the ladder. On these positions, which are tamer, great temperatures differ little.
    let mut blind = Belief::prior();
    blind.see(&game(1e9, 0.0, 1000, &mut random));
    let strength = blind.strength();
    assert!(
        strength.d > 55.0 && strength.interval.high > 80.0,
        "{strength:?}"
    );
}

/// A walk into a lost game from an open position is a lapse and no temperature.
#[test]
fn one_lost_win_does_not_end_the_scale() {
    let mut random = Random::seed_from_u64(5);
    let mut belief = Belief::prior();
    let mut moves = game(5.0, 0.0, 60, &mut random);
    belief.see(&moves);
    let before = belief.strength().d;
    moves.clear();
    moves.push(Decision {
        losses: vec![0, 3, 10_000_010],
        chosen: 10_000_010,
    });
    belief.see(&moves);
    let after = belief.strength();
    assert!(
        after.d > before && after.d < 4.0 * before + 10.0,
        "{before}, {after:?}"
    );
}

#[test]
fn intervals_hold_what_they_promise_for_the_players_of_the_model() {
    // Players drawn from a prior of the test's own, narrower than the program's.
    let mut random = Random::seed_from_u64(6);
    let (mut held, mut all) = (0, 0);
    let mut errors = Vec::new();
    for _ in 0..200 {
        let t = 18 + random.below(24);
        let e = random.below(5);
        let truth = table_d(t, e).unwrap();
        let mut belief = Belief::prior();
        belief.see(&game(temperature(t), LAPSES[e], 25, &mut random));
        let strength = belief.strength();
        held += u32::from(strength.interval.contains(truth));
        all += 1;
        errors.push((libm::log(strength.d) - libm::log(truth)) / strength.log_sd);
    }
    // 95 % of 200 is 190 ± 3.1; the priors differ, so a little more is allowed.
    assert!(held >= 178, "{held} of {all}");
    let moments = Moments::of(&errors).unwrap();
    assert!(
        (0.6..1.3).contains(&moments.sd) && moments.mean.abs() < 0.4,
        "{moments:?}"
    );
}

#[test]
fn the_promised_narrowing_comes_about() {
    let mut random = Random::seed_from_u64(7);
    let mut ratios = Vec::new();
    for _ in 0..40 {
        let mut belief = Belief::prior();
        for _ in 0..2 {
            belief.see_game(&game(20.0, 0.05, 20, &mut random));
        }
        let Some(more) = belief.more_games() else {
            continue;
        };
        assert!((1..=20).contains(&more.games));
        for _ in 0..more.games {
            belief.see_game(&game(20.0, 0.05, 20, &mut random));
        }
        let interval = belief.strength().interval;
        ratios.push((interval.high - interval.low) / 2.0 / f64::from(more.within));
    }
    let moments = Moments::of(&ratios).unwrap();
    assert!(moments.count >= 20, "{moments:?}");
    assert!((0.75..1.25).contains(&moments.mean), "{moments:?}");
}

#[test]
fn a_person_who_changes_is_followed() {
    let mut random = Random::seed_from_u64(8);
    let mut belief = Belief::prior();
    for _ in 0..30 {
        belief.see_game(&game(60.0, 0.05, 20, &mut random));
    }
    let before = belief.strength();
    for _ in 0..30 {
        belief.see_game(&game(6.0, 0.05, 20, &mut random));
    }
    let after = belief.strength();
    // Of one and the same person, 60 games of two strengths would be told as between the two.
    let mut fresh = Belief::prior();
    for _ in 0..30 {
        fresh.see_game(&game(6.0, 0.05, 20, &mut random));
    }
    assert!(after.d < before.d / 2.0, "{before:?} {after:?}");
    assert!(after.interval.low < fresh.strength().d * 1.3, "{after:?}");
    // Drift keeps the interval from closing: ln T is never known better than to about 0.15.
    assert!(before.log_sd > 0.08, "{before:?}");
}

// ---- what is kept ----

fn some_game(seed: u64) -> Vec<Decision> {
    game(20.0, 0.05, 20, &mut Random::seed_from_u64(seed))
}

#[test]
fn a_profile_goes_from_game_to_game() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    assert_eq!(
        look::<Position>(data, "player"),
        (Evidence::default(), None)
    );
    assert!(!data.join("players").exists(), "looking makes nothing");
    let mut belief = Belief::prior();
    let met = [0.0, 0.5, 1.0].map(|score| ResultAgainst {
        opponent: 25.0 - score,
        score,
    });
    for (number, met) in met.into_iter().enumerate() {
        let decisions = some_game(number as u64);
        belief.see_game(&decisions);
        let met = (number != 1).then_some(met);
        count::<Position>(
            data,
            "player",
            &format!("game-{number}"),
            GameEvidence {
                ended: 0,
                decisions: decisions.clone(),
                likeness: koteki_rivals::measure::likeness::Told::default(),
                result: met,
            },
        )
        .unwrap();
    }
    let (kept, none) = look::<Position>(data, "player");
    assert_eq!((kept.belief.games(), none), (3, None));
    assert_eq!(kept.results, [met[0], met[2]]);
    for (kept, mass) in kept.belief.mass().iter().zip(belief.mass()) {
        assert!((kept - mass).abs() < 1e-6);
    }
    let Standing {
        strength, games, ..
    } = Standing::of(&kept).unwrap();
    assert_eq!(games, 3);
    assert!((strength.d / belief.strength().d - 1.0).abs() < 1e-3);
    // People read it too.
    let text = fs::read_to_string(data.join("players/player.toml")).unwrap();
    let table: toml::Table = text.parse().unwrap();
    assert_eq!(table["games"].as_integer(), Some(3));
    assert!((table["d"].as_float().unwrap() - strength.d).abs() < 0.02);
    // The same game again changes nothing.
    count::<Position>(
        data,
        "player",
        "game-2",
        GameEvidence {
            ended: 0,
            decisions: some_game(2),
            likeness: koteki_rivals::measure::likeness::Told::default(),
            result: Some(met[2]),
        },
    )
    .unwrap();
    assert_eq!(
        fs::read_to_string(data.join("players/player.toml")).unwrap(),
        text
    );
    // Nor does it matter to somebody else.
    assert_eq!(look::<Position>(data, "Player").0, Evidence::default());
}

#[test]
fn every_name_has_a_file_of_its_own() {
    let names = [
        "ann",
        "Ann",
        "ANN",
        "ann_",
        "a/../b",
        "..",
        "",
        "好敵手",
        "好敵",
        "con.",
        "a b",
        "a\tb",
    ];
    let paths: Vec<_> = names
        .iter()
        .map(|name| profile::path::<Profile>(Path::new("data"), name))
        .collect();
    for (index, path) in paths.iter().enumerate() {
        assert_eq!(path.parent(), Some(Path::new("data/players")), "{path:?}");
        let name = path.file_name().unwrap().to_str().unwrap();
        assert!(name.is_ascii() && name == name.to_lowercase(), "{name}");
        assert!(!paths[..index].contains(path));
    }
}

#[test]
fn a_damaged_profile_is_set_aside_and_said() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    count::<Position>(
        data,
        "player",
        "1",
        GameEvidence {
            ended: 0,
            decisions: some_game(1),
            likeness: koteki_rivals::measure::likeness::Told::default(),
            result: None,
        },
    )
    .unwrap();
    let path = profile::path::<Profile>(data, "player");
    let whole = fs::read(&path).unwrap();
    let bad_numbers = String::from_utf8(whole.clone())
        .unwrap()
        .replace("posterior = [", "posterior = [7, ");
    for bad in [
        &whole[..whole.len() / 2],
        b"\xff\xfe",
        b"",
        bad_numbers.as_bytes(),
    ] {
        fs::write(&path, bad).unwrap();
        let (known, said) = look::<Position>(data, "player");
        assert_eq!(known, Evidence::default());
        let said = said.unwrap();
        assert!(
            said.contains("player.toml") && !said.contains('\n'),
            "{said}"
        );
        assert_eq!(fs::read(&path).unwrap(), bad, "looking changes nothing");
        count::<Position>(
            data,
            "player",
            "2",
            GameEvidence {
                ended: 0,
                decisions: some_game(2),
                likeness: koteki_rivals::measure::likeness::Told::default(),
                result: None,
            },
        )
        .unwrap();
        assert_eq!(look::<Position>(data, "player").0.belief.games(), 1);
    }
    let mut kept: Vec<Vec<u8>> = fs::read_dir(data.join("players"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.to_string_lossy().contains("damaged"))
        .map(|path| fs::read(path).unwrap())
        .collect();
    kept.sort();
    assert_eq!(kept.len(), 4);
    assert!(kept.contains(&b"\xff\xfe".to_vec()));
}

/// A profile of format 1, which knew no results, is read as one without any.
#[test]
fn an_earlier_profile_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    count::<Position>(
        data,
        "player",
        "1",
        GameEvidence {
            ended: 0,
            decisions: some_game(1),
            likeness: koteki_rivals::measure::likeness::Told::default(),
            result: None,
        },
    )
    .unwrap();
    let path = profile::path::<Profile>(data, "player");
    let text = fs::read_to_string(&path).unwrap();
    let (now, _) = look::<Position>(data, "player");
    let earlier = text
        .replace("format = 2\n", "format = 1\n")
        .replace("met = []\n", "");
    assert_ne!(earlier, text);
    assert!(!earlier.contains("met"), "{earlier}");
    fs::write(&path, &earlier).unwrap();
    assert_eq!(look::<Position>(data, "player"), (now, None));
}

#[test]
fn a_later_versions_profile_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    let path = profile::path::<Profile>(data, "player");
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let text = "format = 99\nmagic = true\n";
    fs::write(&path, text).unwrap();
    let (known, said) = look::<Position>(data, "player");
    assert_eq!(known, Evidence::default());
    assert!(said.unwrap().contains("later version"));
    assert_eq!(
        count::<Position>(
            data,
            "player",
            "1",
            GameEvidence {
                ended: 0,
                decisions: some_game(1),
                likeness: koteki_rivals::measure::likeness::Told::default(),
                result: None
            }
        )
        .unwrap(),
        None
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
    assert!(matches!(
        profile::read::<Profile>(&path).unwrap(),
        OnDisk::Later(99)
    ));
}

/// A program is killed between counting a game and removing it from the live ones; others count theirs, and
/// the next start brings it back.
#[test]
fn a_game_that_comes_back_later_is_counted_once() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    let ids = ["a", "b", "c"];
    let count_all = || {
        for (seed, id) in (0..).zip(ids) {
            count::<Position>(
                data,
                "player",
                id,
                GameEvidence {
                    ended: 0,
                    decisions: some_game(seed),
                    likeness: koteki_rivals::measure::likeness::Told::default(),
                    result: None,
                },
            )
            .unwrap();
        }
        look::<Position>(data, "player").0
    };
    let once = count_all();
    assert_eq!(once.belief.games(), 3);
    assert_eq!(count_all(), once);
    // A profile without them, as it was kept before, knows the last.
    let path = profile::path::<Profile>(data, "player");
    let text = fs::read_to_string(&path).unwrap();
    let without: String = text
        .lines()
        .filter(|line| !line.starts_with("earlier = "))
        .map(|line| format!("{line}\n"))
        .collect();
    assert_ne!(without, text);
    fs::write(&path, without).unwrap();
    let again = count::<Position>(
        data,
        "player",
        "c",
        GameEvidence {
            ended: 0,
            decisions: some_game(2),
            likeness: koteki_rivals::measure::likeness::Told::default(),
            result: None,
        },
    )
    .unwrap()
    .unwrap();
    assert_eq!((again.belief, again.results), (once.belief, once.results));
}

#[test]
fn two_programs_lose_no_game() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    std::thread::scope(|scope| {
        for program in 0..4 {
            scope.spawn(move || {
                for game in 0..5 {
                    let id = format!("{program}-{game}");
                    count::<Position>(
                        data,
                        "player",
                        &id,
                        GameEvidence {
                            ended: 0,
                            decisions: some_game(program * 5 + game),
                            likeness: koteki_rivals::measure::likeness::Told::default(),
                            result: None,
                        },
                    )
                    .unwrap();
                }
            });
        }
    });
    assert_eq!(look::<Position>(data, "player").0.belief.games(), 20);
    let OnDisk::Profile(profile) =
        profile::read::<Profile>(&profile::path::<Profile>(data, "player")).unwrap()
    else {
        panic!("no profile");
    };
    let Profile {
        posterior, games, ..
    } = *profile;
    assert_eq!((posterior.len(), games), (CELLS, 20));
}

/// What agents of 7 plies score against those of 4 follows from where both stand on the scale: 200 games each, seed
/// 1001, by `koteki match`.
#[test]
fn agents_of_two_depths_stand_on_one_scale() {
    let measured = [
        (0.0, 0.0, 0.905..0.969),
        (5.0, 0.0, 0.764..0.876),
        (10.0, 0.0, 0.607..0.723),
        (16.0, 0.0, 0.331..0.453),
        (25.0, 0.0, 0.078..0.180),
        (0.0, 9.0, 0.964..0.997),
        (5.0, 9.0, 0.931..0.982),
        (10.0, 9.0, 0.818..0.905),
        (16.0, 9.0, 0.622..0.742),
        (25.0, 9.0, 0.235..0.369),
    ];
    let place = |d: f64, depth: u32| {
        let agent = format!("agent:d={d},depth={depth}").parse().unwrap();
        scale(Position::even_point(&agent).unwrap())
    };
    for (deep, shallow, interval) in measured {
        let odds = SLOPE * (place(shallow, 4) - place(deep, 7));
        let win = 1.0 / (1.0 + (-odds).exp());
        assert!(interval.contains(&win), "{deep} {shallow}: {win}");
    }
    // And back.
    for rung in &RUNGS {
        assert!((rung.held(rung.even(7.5)) - 7.5).abs() < 1e-9);
    }
}

#[test]
fn the_estimate_is_said_as_it_is_known() {
    assert_eq!(
        koteki_rivals::measure::level::estimate(24.2, 16.6, 35.4, "–"),
        "D 24 (17–35), lower is stronger"
    );
    assert_eq!(
        koteki_rivals::measure::level::more(2, 6),
        "2 more games would narrow it to ±6"
    );
    assert_eq!(
        koteki_rivals::measure::level::more(1, 6),
        "1 more game would narrow it to ±6"
    );
}

/// The table of D against games in which the same players draw their moves and the tester judges those
/// moves themselves.
#[test]
fn the_table_holds_the_d_of_model_players() {
    use koteki_engine::search::budget::Cancel;
    use koteki_papers::strength::subject::Way;
    use koteki_rivals::measure::contest::Settings;
    use koteki_rivals::measure::self_play::measure;
    use koteki_rivals::roster::SearchSpec;

    for t in 0..TEMPERATURES {
        let row: Vec<f64> = (0..LAPSES.len()).map(|e| table_d(t, e).unwrap()).collect();
        assert!(
            row.iter().all(|d| d.is_finite() && *d > 0.0 && *d < 120.0),
            "{row:?}"
        );
        // Who lapses more often loses more, up to the noise of 40 games.
        assert!(
            row.windows(2).all(|pair| pair[1] > pair[0] - 4.0),
            "{row:?}"
        );
    }
    let mut checked = 0;
    for t in [15, 30, 40] {
        let player = Way::Softmax(temperature(t)).player().unwrap();
        let settings = Settings {
            games: 60,
            seed: 99,
            opening_plies: 0,
            jobs: 2,
        };
        let search = SearchSpec::TESTER.search();
        let measured = measure(&*player, &search, 5, &settings, &Cancel::new()).unwrap();
        let games = measured.game_d.unwrap();
        let error = games.sd * (1.0_f64 / 60.0 + 1.0 / 80.0).sqrt();
        let d = table_d(t, 0).unwrap();
        assert!((games.mean - d).abs() < 3.0 * error, "{t}: {d}, {games:?}");
        checked += 1;
    }
    assert_eq!(checked, 3);
}

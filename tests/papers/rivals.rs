//! The experiments on rivals that can be trusted: the methods keep to their games and their limits, and
//! the certified rivals of a small run are what the report says.

#![allow(clippy::unwrap_used, clippy::panic)] // Tests may; clippy does not know their helpers.

use koteki_engine::eval::othello::FEATURES;
use koteki_engine::search::budget::Cancel;
use koteki_papers::report::{Body, Datum};
use koteki_papers::rivals::methods::{Bench, HANDED, Method};
use koteki_papers::rivals::settings;
use koteki_papers::{Progress, Scale, Setup, breed, find};
use koteki_rivals::evolve::settings::{Fitness, RetestSettings, Settings};

/// Players that cost little.
fn cheap() -> Settings {
    let own = settings(25.0, 2);
    Settings {
        depth: 1,
        opponent: "agent:d=target,depth=1".to_owned(),
        retest: RetestSettings {
            first: 20,
            batch: 20,
            cap: 100,
            estimate: 0.1,
            least: 40,
            ..own.retest
        },
        ..own
    }
}

#[test]
fn every_method_keeps_to_its_games_and_its_limits() {
    let settings = cheap();
    let arena = breed::arena(&settings).unwrap();
    let features = FEATURES.map(|feature| feature.name);
    let bench = |seed, budget| Bench {
        arena: &arena,
        settings: &settings,
        features: &features,
        budget,
        seed,
        cancel: Box::leak(Box::new(Cancel::new())),
    };
    for (method, budget) in [
        (Method::Random, 400),
        (Method::RandomCertified, 400),
        (Method::Grid, 600),
        (Method::CmaEs, 600),
        (Method::MapElites, 600),
        (
            Method::Certified {
                fitness: Fitness::Posterior,
                games: 2,
                cycles: 1,
                islands: 5,
            },
            1000,
        ),
        (Method::Untested, 2500),
    ] {
        let found = method.search(&bench(5, budget)).unwrap();
        assert!(found.games <= budget, "{method:?}: {} games", found.games);
        assert!(
            found.games * 10 > budget * 5,
            "{method:?}: {} games",
            found.games
        );
        assert!(found.weights.len() <= HANDED);
        for weights in &found.weights {
            for (feature, &weight) in features.iter().zip(weights) {
                if let Some(gene) = settings.genes.get(*feature) {
                    assert!(
                        (gene.limits[0]..=gene.limits[1]).contains(&weight),
                        "{method:?}"
                    );
                } else {
                    let fixed = settings.fixed.get(*feature).copied();
                    assert_eq!(weight, fixed.unwrap_or(0), "{method:?}");
                }
            }
        }
        assert_eq!(
            method.search(&bench(5, budget)).unwrap(),
            found,
            "{method:?}"
        );
    }
}

#[test]
fn certified_rivals_at_small_scale() {
    let report = find("certified-rivals")
        .unwrap()
        .run(
            &Setup {
                scale: Scale::Small,
                seed: 1,
                jobs: 2,
            },
            &Progress::default(),
            &Cancel::new(),
        )
        .unwrap();
    let rows = |key: &str| {
        let table = report.tables.iter().find(|table| table.key == key).unwrap();
        let Body::Data { rows, columns } = &table.body else {
            panic!("{table:?}")
        };
        assert!(rows.iter().all(|row| row.len() == columns.len()));
        rows.clone()
    };
    let [summary] = &rows("summary")[..] else {
        panic!("one D")
    };
    let [run] = &rows("runs")[..] else {
        panic!("one run")
    };
    // What the summary counts is what the run lists.
    let listed = run[5..8].iter().filter(|it| **it != Datum::Missing).count();
    assert_eq!(summary[4], Datum::Whole(listed as i64));
    assert!(listed > 0, "{run:?}");
    // Fresh games of a certified rival: 0.3 would be five standard deviations and more off.
    for cell in &run[5..8] {
        if let Datum::Text(text) = cell {
            let rate: f64 = text.split(' ').next().unwrap().parse().unwrap();
            assert!((0.3..=0.7).contains(&rate), "{text}");
        }
    }
}

//! The formulas of the thesis' ch. 6, against values worked out by hand and its tables.

use koteki_games::random::{Random, SeedableRng as _};
use koteki_rivals::evolve::settings::{Rounding, Scale};
use koteki_rivals::evolve::snapshot::Gene;
use koteki_rivals::evolve::{blx, fitness, genome, rivals};
use proptest::prelude::*;

#[test]
fn fitness_of_the_win_rate() {
    // Eq. 6.6 and the text under it: 1 at 0.5, 0 at 0 and 1; in between by hand.
    for (win_rate, expected) in [
        (0.5, 1.0),
        (0.0, 0.0),
        (1.0, 0.0),
        (0.25, 0.25),
        (0.75, 0.25),
        (0.4, 0.64),
    ] {
        let found = fitness::of_win_rate(win_rate);
        assert!((found - expected).abs() < 1e-12, "{win_rate}: {found}");
    }
}

#[test]
fn fitness_of_the_similarity() {
    // Eq. 6.7 by hand: weights 10, 100, 1000 lie at 1, 2, 3, and n = 3 + 2.
    let places: Vec<Vec<f64>> = [10, 100, 1000]
        .iter()
        .map(|&weight| genome::place(&[weight]))
        .collect();
    for (i, expected) in [1.25 / 5.0, 2.0 / 5.0, 1.25 / 5.0].into_iter().enumerate() {
        let found = fitness::of_similarity(i, &places, 5, 4.343e-5);
        assert!((found - expected).abs() < 1e-12, "{found} {expected}");
    }
    // Three genes: d² = 1 + 4 + 0.
    let places = [genome::place(&[10, 10, 7]), genome::place(&[100, 1000, 7])];
    let found = fitness::of_similarity(0, &places, 30, 4.343e-5);
    assert!((found - 1.0 / 5.0 / 30.0).abs() < 1e-12, "{found}");
    // Equal individuals count as one step apart, so the penalty is finite.
    let places = [genome::place(&[500]), genome::place(&[500])];
    let found = fitness::of_similarity(0, &places, 2, 0.1);
    assert!((found - 50.0).abs() < 1e-9, "{found}");
}

#[test]
fn the_whole_fitness_and_infinite_beta() {
    assert!((fitness::total(0.64, 2.0, 0.01) - 0.62).abs() < 1e-12);
    assert!((fitness::total(0.64, 2.0, 0.0) - 0.64).abs() < 1e-12);
    assert!((fitness::total(0.64, 2.0, f64::INFINITY) + 2.0).abs() < 1e-12);
}

#[test]
fn rivals_of_the_thesis() {
    // Table 6.2. The log10 distances by hand: 1–2 0.709, 1–3 1.147, 2–3 0.706.
    let places: Vec<Vec<f64>> = [[1183, 6130, 7417], [612, 1378, 8009], [692, 693, 1844]]
        .iter()
        .map(|weights| genome::place(weights))
        .collect();
    for ((a, b), expected) in [((0, 1), 0.709), ((0, 2), 1.147), ((1, 2), 0.706)] {
        let found = genome::distance(&places[a], &places[b]);
        assert!((found - expected).abs() < 1e-3, "{a} {b}: {found}");
    }
    let places: Vec<&[f64]> = places.iter().map(Vec::as_slice).collect();
    assert_eq!(rivals::choose(&places), [0, 2, 1]);
}

#[test]
fn rivals_of_a_drawn_set() {
    // The farthest pair is (0, 0)–(6, 0); the sums of distances to both: (3, 1) 6.3, (3, 4) 10,
    // (5, 2) 7.6.
    let places: [&[f64]; 5] = [
        &[3.0, 1.0],
        &[0.0, 0.0],
        &[3.0, 4.0],
        &[6.0, 0.0],
        &[5.0, 2.0],
    ];
    assert_eq!(rivals::choose(&places), [1, 3, 2]);
    assert_eq!(rivals::choose(&places[..2]), [0, 1]);
    assert_eq!(rivals::choose(&places[..1]), [0]);
    assert_eq!(rivals::choose(&[]), [0_usize; 0]);
}

#[test]
fn near_level_in_table_6_1() {
    // The thesis' win rates over 100 games; 4, 14 and 16 of them lie within 0.1 of 0.5.
    let columns = [
        [
            0.36, 0.03, 0.38, 0.33, 0.26, 0.0, 0.07, 0.525, 0.07, 0.165, 0.37, 0.46, 0.09, 0.12,
            0.29, 0.08, 0.44, 0.42, 0.27, 0.21,
        ],
        [
            0.37, 0.52, 0.41, 0.59, 0.465, 0.27, 0.565, 0.4, 0.685, 0.32, 0.41, 0.54, 0.45, 0.485,
            0.6, 0.475, 0.595, 0.55, 0.39, 0.26,
        ],
        [
            0.37, 0.45, 0.445, 0.44, 0.49, 0.51, 0.37, 0.515, 0.38, 0.54, 0.38, 0.41, 0.525, 0.52,
            0.565, 0.51, 0.4, 0.5, 0.52, 0.57,
        ],
    ];
    let near = columns.map(|column| {
        let near = column
            .iter()
            .filter(|&&rate| rivals::is_near_level(rate, 0.1));
        near.count()
    });
    assert_eq!(near, [4, 14, 16]);
}

proptest! {
    #[test]
    fn children_keep_to_the_interval_and_the_limits(
        a in 1..=10_000_i32,
        b in 1..=10_000_i32,
        min in 1..=100_i32,
        max in 101..=10_000_i32,
        alpha in 0.0..2.0_f64,
        seed: u64,
        nearest: bool,
    ) {
        let (a, b) = (a.clamp(min, max), b.clamp(min, max));
        let gene = Gene { name: "weight".to_owned(), min, max, scale: Scale::Log };
        let rounding = if nearest { Rounding::Nearest } else { Rounding::Down };
        let child = blx::child([&[a], &[b]], &[gene], alpha, rounding, &mut Random::seed_from_u64(seed))[0];
        prop_assert!((min..=max).contains(&child));
        // Eqs 6.1 and 6.2 in weights: the ratio of the parents to the power of α beyond each.
        let (low, high) = (f64::from(a.min(b)), f64::from(a.max(b)));
        let reach = (high / low).powf(alpha);
        let slack = 1.0 + 1e-9;
        prop_assert!(f64::from(child) <= (high * reach * slack).round());
        prop_assert!(f64::from(child) >= (low / reach / slack).floor());
    }
}

#[test]
fn children_fill_the_interval_evenly_in_logarithms() {
    // Parents 100 and 1000, α = 0.5: the child's log10 is uniform in 1.5…3.5, so a quarter each
    // falls below 100, between 100 and √100000, between that and 1000, and above.
    let gene = [Gene {
        name: "weight".to_owned(),
        min: 1,
        max: 10_000,
        scale: Scale::Log,
    }];
    let mut random = Random::seed_from_u64(3);
    let mut quarters = [0; 4];
    for _ in 0..4000 {
        let parents: [&[i32]; 2] = [&[1000], &[100]];
        let child = blx::child(parents, &gene, 0.5, Rounding::Nearest, &mut random);
        let quarter = ((genome::log10(child[0]) - 1.5) / 0.5).floor();
        quarters[(quarter as usize).min(3)] += 1;
    }
    // 1000 expected, standard deviation 27.
    for count in quarters {
        assert!((880..1120).contains(&count), "{quarters:?}");
    }
}

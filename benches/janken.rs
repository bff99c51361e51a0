//! How long a hand of janken takes, early in a match and at round 1000.
//!
//! `cargo bench --bench janken`. A sample is a round: the hand is asked for and the round is shown. `slowest`
//! is the column for the promise about the worst case; on a shared machine it has other programs in it.

use divan::Bencher;
use koteki_games::janken::Hand;
use koteki_games::random::{Random, SeedableRng as _};
use koteki_janken::ReaderSpec;
use koteki_janken::contest::play;

fn main() {
    divan::main();
}

/// Rounds of one reader against lots, from the given round on.
fn rounds(bencher: Bencher<'_, '_>, name: &str, before: u32) {
    let Ok(spec) = name.parse::<ReaderSpec>() else {
        return;
    };
    let mut reader = spec.build(1);
    let mut random = Random::seed_from_u64(2);
    for _ in 0..before {
        reader.next();
        reader.observe(Hand::of(random.below(3)), Hand::of(random.below(3)));
    }
    bencher.bench_local(|| {
        let hand = reader.next().hand;
        reader.observe(hand, Hand::of(random.below(3)));
        hand
    });
}

#[divan::bench(args = ["paper", "strong", "argmax", "meta"], sample_size = 1, sample_count = 100)]
fn first_rounds(bencher: Bencher<'_, '_>, name: &str) {
    rounds(bencher, name, 0);
}

#[divan::bench(args = ["paper", "strong", "argmax", "meta"], sample_size = 1, sample_count = 100)]
fn from_round_1000(bencher: Bencher<'_, '_>, name: &str) {
    rounds(bencher, name, 1000);
}

#[divan::bench(args = [("paper", "paper"), ("strong", "paper"), ("strong", "meta")], sample_size = 1, sample_count = 5)]
fn matches_of_1000(bencher: Bencher<'_, '_>, (a, b): (&str, &str)) {
    let (Ok(a), Ok(b)) = (a.parse::<ReaderSpec>(), b.parse::<ReaderSpec>()) else {
        return;
    };
    bencher.bench_local(|| play(&mut *a.build(1), &mut *b.build(2), 1000));
}

//! Players who err as people do: what they see, their policy and its file.

#![allow(clippy::unwrap_used)] // Tests may unwrap; clippy does not know the helpers of one.

use koteki_engine::player::human::features::{FEATURES, Sight};
use koteki_engine::player::human::look_at;
use koteki_engine::player::human::policy::{Look, Policy, chances};
use koteki_engine::search::budget::Cancel;
use koteki_games::Game as _;
use koteki_games::othello::{Move, Position, Symmetry};
use koteki_games::random::{Random, SeedableRng as _};
use koteki_rivals::measure::contest::random_opening;

#[test]
fn a_turned_board_looks_the_same() {
    let mut choices = 0;
    for seed in 0..300 {
        let line = random_opening::<Position>(1 + (seed % 56) as u32, seed);
        let position = *line.position();
        let last = line.moves().last().and_then(|mv| mv.square());
        let sight = Sight::new(&position, last);
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        for square in moves.into_iter().filter_map(Move::square) {
            choices += 1;
            for symmetry in Symmetry::ALL {
                let turned = Sight::new(
                    &symmetry.position(&position),
                    last.map(|it| symmetry.square(it)),
                );
                let image = symmetry.square(square);
                assert_eq!(
                    turned.features(image, 150, 80),
                    sight.features(square, 150, 80)
                );
                assert_eq!(turned.contents(image), sight.contents(square), "{square}");
            }
        }
    }
    assert!(choices > 1000, "{choices}");
}

/// Weights that a file can hold exactly.
fn thrown() -> Policy {
    let mut random = Random::seed_from_u64(7);
    let mut policy = Policy::zero();
    for weight in policy
        .dense
        .as_flattened_mut()
        .as_flattened_mut()
        .as_flattened_mut()
    {
        *weight = random.normal() as f32;
    }
    for table in [
        &mut policy.surroundings,
        &mut policy.edges,
        &mut policy.openings,
    ] {
        for weight in table {
            // Long runs of zeros, and short ones.
            let rare = if random.unit() < 0.5 { 2 } else { 900 };
            if random.below(rare) == 0 {
                *weight = (random.below(256) as f32 - 128.0) / 32.0;
            }
        }
    }
    policy
}

#[test]
fn a_policy_comes_back_from_its_file() {
    for policy in [thrown(), Policy::zero()] {
        assert!(Policy::from_bytes(&policy.to_bytes()).unwrap() == policy);
    }
    // What it cannot hold is rounded, or as large as it can be.
    let mut policy = Policy::zero();
    policy.edges[..3].copy_from_slice(&[0.02, -100.0, f32::NAN]);
    let back = Policy::from_bytes(&policy.to_bytes()).unwrap();
    assert_eq!(back.edges[..4], [1.0 / 32.0, -4.0, 0.0, 0.0]);
}

#[test]
fn a_damaged_file_of_a_policy_is_refused_and_says_why() {
    let bytes = thrown().to_bytes();
    let read = |bytes: &[u8]| {
        let error = Policy::from_bytes(bytes).map(|_| ()).unwrap_err();
        error.to_string()
    };
    let is_other = "this is no file of a policy of people";
    let has_wrong_length = "the file of the policy has the wrong length";
    let is_damaged = "the file of the policy is damaged: its check sum is wrong";
    assert_eq!(read(b""), has_wrong_length);
    assert_eq!(read(b"kotekiH1"), has_wrong_length);
    assert_eq!(read(b"another file, of some length"), is_other);
    let mut other = bytes.clone();
    other[7] = b'2';
    assert_eq!(read(&other), is_other);
    assert_eq!(read(&bytes[..bytes.len() - 1]), is_damaged);
    for at in [8, 100, bytes.len() / 2, bytes.len() - 1] {
        let mut bytes = bytes.clone();
        bytes[at] ^= 4;
        assert_eq!(read(&bytes), is_damaged, "byte {at}");
    }
    // With a right check sum, but a byte too many or too few.
    let body = &bytes[..bytes.len() - 8];
    for body in [[body, b"\x01"].concat(), body[..body.len() - 1].to_vec()] {
        let sum = body.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        let whole = [body.as_slice(), &sum.to_le_bytes()].concat();
        assert_eq!(read(&whole), has_wrong_length);
    }
}

#[test]
fn the_embedded_policy_is_whole_and_has_its_record() {
    let bytes = include_bytes!("../../src/engine/player/human/policy.bin");
    let policy = Policy::embedded();
    assert!(policy.to_bytes() == bytes);
    for look in Look::ALL {
        let weights = policy.dense[look as usize].as_flattened();
        let set = weights.iter().filter(|it| **it != [0.0; 2]).count();
        // Some features never occur in some phases.
        assert!(set * 10 > weights.len() * 9, "{set}");
        assert!(weights.as_flattened().iter().all(|it| it.is_finite()));
    }
    assert_eq!(policy.dense[0][0].len(), FEATURES);
    for table in [&policy.surroundings, &policy.edges, &policy.openings] {
        assert!(table.iter().any(|it| *it != 0.0));
    }
    let record: toml::Table = include_str!("../../src/engine/player/human/policy.toml")
        .parse()
        .unwrap();
    let command = record["command"].as_str().unwrap();
    assert!(command.starts_with("koteki learn human WTH_*.wtb WTH.JOU "));
    assert!(command.ends_with("--out FILE"));
    for key in ["program", "date", "seconds", "threads", "report"] {
        assert!(record.contains_key(key), "{key}");
    }
}

#[test]
fn the_stronger_the_person_the_likelier_the_best_move() {
    let mut sums = [0.0; 3];
    for seed in 0..40 {
        let line = random_opening::<Position>(20 + seed as u32, seed);
        let position = line.position();
        let last = line.moves().last().and_then(|mv| mv.square());
        let moves = look_at(position, Look::Careful, &Cancel::new()).unwrap();
        let sight = Sight::new(position, last);
        let pulls = Policy::embedded().pulls(Look::Careful, &sight, &moves);
        for (sum, rating) in sums.iter_mut().zip([600.0, 1200.0, 1800.0]) {
            let found = chances(&pulls, rating);
            let all: f64 = found.iter().sum();
            assert!(moves.is_empty() || (all - 1.0).abs() < 1e-9);
            let seen = moves.iter().zip(&found);
            *sum += seen
                .filter(|it| it.0.search == 0)
                .map(|it| it.1)
                .sum::<f64>();
        }
    }
    assert!(sums[0] < sums[1] && sums[1] < sums[2], "{sums:?}");
}

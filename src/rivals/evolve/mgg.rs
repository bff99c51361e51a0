//! MGG-best2, the generation model (Ueda 2012, §6.2): two parents at random, their children, and the
//! best two of all of them in the parents' places. Only two individuals change in a step, which is
//! what keeps the population from closing in early.

use koteki_games::random::Random;

/// Draws two different places of a population of `n` (at least 2).
pub fn parents(n: usize, random: &mut Random) -> [usize; 2] {
    let first = random.below(n);
    let second = random.below(n.saturating_sub(1));
    [first, second + usize::from(second >= first)]
}

/// The indices of the two highest values, the higher first; among equals the earlier one, so that a
/// parent is not replaced by a child that is no better. Fewer when there are fewer.
pub fn best_two(fitness: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..fitness.len()).collect();
    // The sort is stable.
    order.sort_by(|&a, &b| fitness[b].total_cmp(&fitness[a]));
    order.truncate(2);
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use koteki_games::random::SeedableRng as _;

    #[test]
    fn every_pair_of_different_places_is_equally_likely() {
        let mut random = Random::seed_from_u64(1);
        let mut counts = [[0_u32; 4]; 4];
        for _ in 0..12_000 {
            let [a, b] = parents(4, &mut random);
            counts[a][b] += 1;
        }
        for (a, row) in counts.iter().enumerate() {
            for (b, &count) in row.iter().enumerate() {
                if a == b {
                    assert_eq!(count, 0);
                } else {
                    // 1000 expected, standard deviation 30.
                    assert!((850..1150).contains(&count), "{a} {b}: {count}");
                }
            }
        }
    }

    #[test]
    fn the_best_two_and_the_earlier_of_equals() {
        assert_eq!(best_two(&[0.1, 0.9, -3.0, 0.95]), [3, 1]);
        assert_eq!(best_two(&[0.5, 0.5, 0.5]), [0, 1]);
        assert_eq!(best_two(&[-0.2, f64::NEG_INFINITY]), [0, 1]);
    }
}

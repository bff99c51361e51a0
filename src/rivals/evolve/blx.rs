//! BLX-α crossover (Eshelman and Schaffer 1993) on log10 weights, as Ueda 2012, §6.3 uses it: each
//! gene of a child is uniform in `[min − α d, max + α d]`, `d` the parents' distance in that gene. It
//! reaches beyond the parents, so there is no mutation. Genes that are linear are crossed by their
//! weights themselves.

use super::settings::Rounding;
use super::snapshot::Gene;
use koteki_games::random::Random;

/// The interval a child's gene is drawn from, on the gene's axis, before rounding and limits (eqs 6.1,
/// 6.2).
fn interval(gene: &Gene, a: i32, b: i32, alpha: f64) -> (f64, f64) {
    let (a, b) = (gene.coordinate(a), gene.coordinate(b));
    let (low, high) = if a <= b { (a, b) } else { (b, a) };
    let reach = alpha * (high - low);
    (low - reach, high + reach)
}

/// One child of two parents: drawn on each gene's axis (log10), brought back (10^x), rounded, held to
/// the limits.
/// Takes one draw a gene.
pub fn child(
    parents: [&[i32]; 2],
    genes: &[Gene],
    alpha: f64,
    rounding: Rounding,
    random: &mut Random,
) -> Vec<i32> {
    let [first, second] = parents;
    first
        .iter()
        .zip(second)
        .zip(genes)
        .map(|((&a, &b), gene)| {
            let (low, high) = interval(gene, a, b, alpha);
            let weight = gene.weight_at(low + (high - low) * random.unit());
            let weight = match rounding {
                Rounding::Nearest => libm::round(weight),
                Rounding::Down => libm::floor(weight),
            };
            // Held to the limits before the cast, which the widest interval could overflow.
            weight.clamp(f64::from(gene.min), f64::from(gene.max)) as i32
        })
        .collect()
}

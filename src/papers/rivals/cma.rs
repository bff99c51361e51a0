//! CMA-ES, as a comparator: Hansen's strategy (2016, arXiv 1604.00772, with its default constants) in
//! the form that draws and adapts through a Cholesky factor (Krause, Arbonès and Igel 2016), which
//! needs no eigenvectors. Looks for the highest f_wr in log10 weights.

use super::methods::Look;
use koteki_engine::player::PlayerError;
use koteki_games::random::Random;

/// The step from which on the search has closed in: a tenth of what tells two rivals apart.
const CLOSED: f64 = 0.03;

/// Searches until the games are used, from the middle of the range or, later, anywhere in it.
pub(super) fn search(look: &mut Look<'_>) -> Result<(), PlayerError> {
    let limits = look.limits();
    let mut start: Vec<f64> = limits
        .iter()
        .map(|(low, high)| (low + high) / 2.0)
        .collect();
    while look.go() {
        descend(look, start)?;
        start = limits
            .iter()
            .map(|(low, high)| low + (high - low) * look.random.unit())
            .collect();
    }
    Ok(())
}

fn descend(look: &mut Look<'_>, mut mean: Vec<f64>) -> Result<(), PlayerError> {
    let n = mean.len();
    let dimension = n as f64;
    let lambda = 4 + (3.0 * libm::log(dimension)) as usize;
    let mu = lambda / 2;
    let raw: Vec<f64> = (0..mu)
        .map(|i| libm::log(lambda as f64 / 2.0 + 0.5) - libm::log(i as f64 + 1.0))
        .collect();
    let sum: f64 = raw.iter().sum();
    let weights: Vec<f64> = raw.iter().map(|weight| weight / sum).collect();
    let mu_eff = 1.0 / weights.iter().map(|weight| weight * weight).sum::<f64>();
    let c_sigma = (mu_eff + 2.0) / (dimension + mu_eff + 5.0);
    let damping =
        1.0 + 2.0 * (((mu_eff - 1.0) / (dimension + 1.0)).sqrt() - 1.0).max(0.0) + c_sigma;
    let c_c = (4.0 + mu_eff / dimension) / (dimension + 4.0 + 2.0 * mu_eff / dimension);
    let c_1 = 2.0 / ((dimension + 1.3).powi(2) + mu_eff);
    let c_mu =
        (2.0 * (mu_eff - 2.0 + 1.0 / mu_eff) / ((dimension + 2.0).powi(2) + mu_eff)).min(1.0 - c_1);
    let expected =
        dimension.sqrt() * (1.0 - 1.0 / (4.0 * dimension) + 1.0 / (21.0 * dimension * dimension));

    let mut sigma = 1.0;
    let mut covariance = identity(n);
    let (mut path_sigma, mut path_c) = (vec![0.0; n], vec![0.0; n]);
    while sigma > CLOSED {
        let factor = cholesky(&covariance);
        let mut family: Vec<Drawn> = Vec::new();
        for _ in 0..lambda {
            if !look.go() {
                return Ok(());
            }
            let z = normals(n, &mut look.random);
            let y = times(&factor, &z);
            let place: Vec<f64> = mean.iter().zip(&y).map(|(m, y)| m + sigma * y).collect();
            let genes = look.genes(&place);
            family.push(Drawn {
                value: look.evaluate(genes)?,
                z,
                y,
            });
        }
        family.sort_by(|a, b| b.value.total_cmp(&a.value));
        let blend = |of: fn(&Drawn) -> &[f64]| -> Vec<f64> {
            let part = |axis: usize| {
                weights
                    .iter()
                    .zip(&family)
                    .map(move |(w, it)| w * of(it)[axis])
            };
            (0..n).map(|axis| part(axis).sum()).collect()
        };
        let (z, y) = (blend(|it| &it.z), blend(|it| &it.y));
        for axis in 0..n {
            mean[axis] += sigma * y[axis];
            path_sigma[axis] = (1.0 - c_sigma) * path_sigma[axis]
                + (c_sigma * (2.0 - c_sigma) * mu_eff).sqrt() * z[axis];
            path_c[axis] =
                (1.0 - c_c) * path_c[axis] + (c_c * (2.0 - c_c) * mu_eff).sqrt() * y[axis];
        }
        for row in 0..n {
            for column in 0..n {
                let spread = weights.iter().zip(&family);
                let spread: f64 = spread.map(|(w, it)| w * it.y[row] * it.y[column]).sum();
                covariance[row][column] = (1.0 - c_1 - c_mu) * covariance[row][column]
                    + c_1 * path_c[row] * path_c[column]
                    + c_mu * spread;
            }
        }
        let length = path_sigma.iter().map(|it| it * it).sum::<f64>().sqrt();
        // Bounded, because on a plain of equal values nothing else would.
        sigma = (sigma * libm::exp(c_sigma / damping * (length / expected - 1.0))).min(4.0);
    }
    Ok(())
}

/// One child: its f_wr, the normal deviates it was drawn with, and its step.
struct Drawn {
    value: f64,
    z: Vec<f64>,
    y: Vec<f64>,
}

fn identity(n: usize) -> Vec<Vec<f64>> {
    (0..n)
        .map(|row| {
            (0..n)
                .map(|column| f64::from(u8::from(row == column)))
                .collect()
        })
        .collect()
}

fn normals(n: usize, random: &mut Random) -> Vec<f64> {
    (0..n).map(|_| random.normal()).collect()
}

fn times(matrix: &[Vec<f64>], vector: &[f64]) -> Vec<f64> {
    matrix
        .iter()
        .map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum())
        .collect()
}

/// The lower triangular L with L Lᵀ = `matrix`, which is positive definite.
fn cholesky(matrix: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let n = matrix.len();
    let mut lower = vec![vec![0.0; n]; n];
    for row in 0..n {
        for column in 0..=row {
            let dot: f64 = (0..column).map(|k| lower[row][k] * lower[column][k]).sum();
            let rest: f64 = matrix[row][column] - dot;
            lower[row][column] = if row == column {
                rest.max(1e-12).sqrt()
            } else {
                rest / lower[column][column]
            };
        }
    }
    lower
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_factor_of_the_textbook() {
        // [[4, 12, −16], [12, 37, −43], [−16, −43, 98]] = L Lᵀ with L = [[2], [6, 1], [−8, 5, 3]].
        let matrix = [
            [4.0, 12.0, -16.0],
            [12.0, 37.0, -43.0],
            [-16.0, -43.0, 98.0],
        ];
        let found = cholesky(&matrix.map(|row| row.to_vec()));
        let expected = [[2.0, 0.0, 0.0], [6.0, 1.0, 0.0], [-8.0, 5.0, 3.0]];
        for (found, expected) in found.iter().flatten().zip(expected.iter().flatten()) {
            assert!((found - expected).abs() < 1e-12);
        }
    }
}

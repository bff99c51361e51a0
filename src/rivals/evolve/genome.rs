//! A genome: the weights that are bred, as a part of the whole vector of an evaluation.

use super::settings::{Sampling, Scale, Settings, SettingsError};
use super::snapshot::Gene;
use koteki_games::random::Random;

/// What turns genes into a weight vector: the fixed weights, and where the free ones go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Genome {
    /// The whole vector, with 0 at the free positions.
    fixed: Vec<i32>,
    /// The free positions, ascending.
    free: Vec<usize>,
    /// The free genes in the order of `free`.
    genes: Vec<Gene>,
    /// The initial range of each.
    initial: Vec<[i32; 2]>,
}

impl Genome {
    /// The genome that `settings` asks for, over an evaluation whose features are called `features`
    /// (in the order of its weight vector). Genes come in that order. A feature with neither a fixed
    /// weight nor a gene has weight 0.
    ///
    /// # Errors
    /// When a name is not a feature's.
    pub fn new(settings: &Settings, features: &[&str]) -> Result<Self, SettingsError> {
        let fixed = settings.fixed.keys().map(|name| ("fixed", name));
        let genes = settings.genes.keys().map(|name| ("genes", name));
        for (table, name) in fixed.chain(genes) {
            if !features.contains(&name.as_str()) {
                let allowed = format!("the features are {}", features.join(", "));
                return Err(SettingsError::new(table, name, allowed));
            }
        }
        let mut genome = Self {
            fixed: Vec::with_capacity(features.len()),
            free: Vec::new(),
            genes: Vec::new(),
            initial: Vec::new(),
        };
        for (position, &name) in features.iter().enumerate() {
            if let Some(gene) = settings.genes.get(name) {
                genome.fixed.push(0);
                genome.free.push(position);
                genome.genes.push(Gene {
                    name: name.to_owned(),
                    min: gene.limits[0],
                    max: gene.limits[1],
                    scale: gene.scale,
                });
                genome.initial.push(gene.initial);
            } else {
                let weight = settings.fixed.get(name).copied();
                genome.fixed.push(weight.unwrap_or(0));
            }
        }
        Ok(genome)
    }

    /// The free genes, in the order of every gene vector.
    pub fn genes(&self) -> &[Gene] {
        &self.genes
    }

    /// The whole weight vector of an individual, fixed positions included.
    pub fn weights(&self, genes: &[i32]) -> Vec<i32> {
        let mut weights = self.fixed.clone();
        for (&position, &gene) in self.free.iter().zip(genes) {
            if let Some(weight) = weights.get_mut(position) {
                *weight = gene;
            }
        }
        weights
    }

    /// Draws the genes of an individual of the first population.
    pub fn sample(&self, sampling: Sampling, random: &mut Random) -> Vec<i32> {
        self.initial
            .iter()
            .zip(&self.genes)
            .map(|(&[low, high], gene)| match (sampling, gene.scale) {
                (Sampling::Uniform, _) | (_, Scale::Linear) => {
                    let width = usize::try_from(high - low).unwrap_or(0) + 1;
                    low + i32::try_from(random.below(width)).unwrap_or(0)
                }
                (Sampling::LogUniform, Scale::Log) => {
                    let (from, to) = (log10(low), log10(high));
                    let weight = libm::pow(10.0, from + (to - from) * random.unit());
                    let weight = libm::round(weight) as i32;
                    weight.clamp(low, high)
                }
            })
            .collect()
    }
}

/// log10 of one weight, the same on every platform.
pub fn log10(weight: i32) -> f64 {
    libm::log10(f64::from(weight))
}

/// What the whole range of a linear gene counts for, in decades of a logarithmic one: as much as
/// 1…10000, the limits of the thesis.
const LINEAR_DECADES: f64 = 4.0;

impl Gene {
    /// How much one unit of weight is worth on the axis of a linear gene.
    fn unit(&self) -> f64 {
        LINEAR_DECADES / f64::from(self.max - self.min)
    }

    /// Where `weight` lies on the gene's axis: its log10, or for linear genes the weight in units of a
    /// quarter of the range, so that decades of both kinds are as far.
    pub fn coordinate(&self, weight: i32) -> f64 {
        match self.scale {
            Scale::Log => log10(weight),
            Scale::Linear => f64::from(weight) * self.unit(),
        }
    }

    /// The weight, not yet rounded nor held to the limits, that lies at `coordinate`.
    pub fn weight_at(&self, coordinate: f64) -> f64 {
        match self.scale {
            Scale::Log => libm::pow(10.0, coordinate),
            Scale::Linear => coordinate / self.unit(),
        }
    }
}

/// log10 of each gene: the individual's place in the thesis' weight space.
pub fn place(genes: &[i32]) -> Vec<f64> {
    genes.iter().map(|&gene| log10(gene)).collect()
}

/// The coordinate of each weight on the axis of its gene: the individual's place in weight space.
/// With logarithmic genes only the same as [`place`].
pub fn place_on(genes: &[Gene], weights: &[i32]) -> Vec<f64> {
    weights
        .iter()
        .zip(genes)
        .map(|(&weight, gene)| gene.coordinate(weight))
        .collect()
}

/// Euclidean distance of two places: in log10 weights (Ueda 2012, §6.4.2), and in the like measure of
/// linear genes (see [`Gene::coordinate`]).
pub fn distance(a: &[f64], b: &[f64]) -> f64 {
    libm::sqrt(squared_distance(a, b))
}

fn squared_distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| (x - y) * (x - y)).sum()
}

/// The [`distance`] of every place to the nearest other one; `None` where no other is at a finite distance.
pub fn nearest(places: &[Vec<f64>]) -> Vec<Option<f64>> {
    let mut nearest = vec![f64::INFINITY; places.len()];
    for (index, place) in places.iter().enumerate() {
        for (other, before) in places[..index].iter().enumerate() {
            // `min` passes over what is not a number.
            let squared = squared_distance(place, before);
            nearest[index] = nearest[index].min(squared);
            nearest[other] = nearest[other].min(squared);
        }
    }
    let finite = |it: f64| it.is_finite().then(|| libm::sqrt(it));
    nearest.into_iter().map(finite).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use koteki_games::random::SeedableRng as _;

    const FEATURES: [&str; 5] = ["mobility", "frontier", "stability", "forfeit", "discs"];

    #[test]
    fn genes_go_where_the_features_are() {
        let genome = Genome::new(&Settings::ueda_ch6(), &FEATURES).unwrap();
        assert_eq!(
            genome.weights(&[6130, 1183, 7417]),
            [6130, 1183, 7417, 0, 100]
        );
        let names: Vec<_> = genome
            .genes()
            .iter()
            .map(|gene| gene.name.as_str())
            .collect();
        assert_eq!(names, ["mobility", "frontier", "stability"]);
    }

    #[test]
    fn a_feature_without_weight_counts_nothing_and_a_weight_without_feature_is_refused() {
        let mut settings = Settings::ueda_ch6();
        settings.fixed = [("forfeit".to_owned(), 35)].into();
        let genome = Genome::new(&settings, &FEATURES).unwrap();
        assert_eq!(genome.weights(&[1, 2, 3]), [1, 2, 3, 35, 0]);
        settings.fixed.insert("forfiet".to_owned(), 0);
        let error = Genome::new(&settings, &FEATURES).unwrap_err();
        assert!(error.to_string().contains("forfiet"), "{error}");
    }

    #[test]
    fn the_first_population_keeps_to_its_range() {
        let genome = Genome::new(&Settings::ueda_ch7(), &FEATURES).unwrap();
        let mut random = Random::seed_from_u64(5);
        for sampling in [Sampling::Uniform, Sampling::LogUniform] {
            let drawn: Vec<i32> = (0..2000)
                .flat_map(|_| genome.sample(sampling, &mut random))
                .collect();
            assert!(drawn.iter().all(|weight| (1..=2000).contains(weight)));
            // Below 45 = √2000 lies a fortieth of the weights but half of their logarithms.
            let low = drawn.iter().filter(|&&weight| weight < 45).count();
            match sampling {
                Sampling::Uniform => assert!(low < 300, "{low} of 6000"),
                Sampling::LogUniform => assert!((2700..3300).contains(&low), "{low} of 6000"),
            }
        }
    }

    #[test]
    fn ten_and_a_hundred_are_as_far_apart_as_a_hundred_and_a_thousand() {
        // Ueda 2012, §6.4.1: why the logarithm is taken.
        let [a, b, c] = [[10], [100], [1000]].map(|genes| place(&genes));
        assert!((distance(&a, &b) - 1.0).abs() < 1e-12);
        assert!((distance(&b, &c) - 1.0).abs() < 1e-12);
        assert_eq!(
            nearest(&[a.clone(), a, c]),
            [Some(0.0), Some(0.0), Some(2.0)]
        );
        assert_eq!(nearest(&[b]), [None]);
    }

    #[test]
    fn a_linear_gene_has_either_sign_and_four_decades_in_its_range() {
        let mut settings = Settings::ueda_ch7();
        let signed = |limits| crate::evolve::settings::GeneSettings {
            initial: [-300, 300],
            limits,
            scale: Scale::Linear,
        };
        settings.genes = [("discs".to_owned(), signed([-1000, 1000]))].into();
        settings.fixed.clear();
        assert_eq!(settings.validate(), Ok(()));
        let genome = Genome::new(&settings, &FEATURES).unwrap();
        let [least, none, most] = [[-1000], [0], [1000]].map(|it| place_on(genome.genes(), &it));
        assert!((distance(&least, &most) - 4.0).abs() < 1e-12);
        assert!((distance(&none, &most) - 2.0).abs() < 1e-12);
        let gene = &genome.genes()[0];
        assert!((gene.weight_at(gene.coordinate(-250)) + 250.0).abs() < 1e-9);
        let mut random = Random::seed_from_u64(5);
        let drawn: Vec<i32> = (0..2000)
            .flat_map(|_| genome.sample(Sampling::LogUniform, &mut random))
            .collect();
        assert!(drawn.iter().all(|weight| (-300..=300).contains(weight)));
        let below = drawn.iter().filter(|&&weight| weight < -150).count();
        assert!((400..600).contains(&below), "{below} of 2000");
        settings.genes = [("discs".to_owned(), signed([-30_001, 1000]))].into();
        assert_eq!(settings.validate().unwrap_err().key, "genes.discs.limits");
    }
}

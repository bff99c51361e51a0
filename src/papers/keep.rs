//! Which experiment a file of [kept](koteki_record::keep) results is of.

use serde::{Deserialize, Serialize};

use super::lab::Setup;
use koteki_record::keep;
use koteki_rivals::evolve::BEHAVIOUR;

/// An experiment with its settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    experiment: String,
    scale: String,
    seed: u64,
    /// Raised whenever the same settings would give other results.
    behaviour: u32,
}

impl Head {
    /// That of the experiment of this name.
    pub fn new(experiment: &str, setup: &Setup) -> Self {
        Self {
            experiment: experiment.to_owned(),
            scale: setup.scale.to_string(),
            seed: setup.seed,
            behaviour: BEHAVIOUR,
        }
    }
}

impl keep::Head for Head {
    const OPENING: &'static str = "{\"experiment\":";
    const WHO: &'static str = "an experiment";

    fn words(&self) -> String {
        let Self {
            experiment,
            scale,
            seed,
            behaviour,
        } = self;
        format!("{experiment} --scale {scale} --seed {seed} (as version {behaviour} plays)")
    }
}

//! Who judges moves: a tester of the roster, or an engine that reports evaluations.

use std::path::Path;
use std::sync::Arc;

use anyhow::bail;

use crate::config::{Config, Paths};
use koteki_engine::eval::othello::Weights;
use koteki_engine::player::external::judge::Judge as EngineJudge;
use koteki_engine::search::budget::Budget;
use koteki_engine::search::root::Search as _;
use koteki_games::othello::Position;
use koteki_rivals::coach::{Scale, Tester};
use koteki_rivals::roster::{EngineSpec, Evaluation, NO_JUDGE, NO_VALUES, PlayerSpec, TesterSpec};

/// A judge by name. Threads that use it share the engine's fault, and each has a process of it.
pub(super) struct Judge {
    /// Its name.
    pub name: String,
    kind: Kind,
}

enum Kind {
    Tester(TesterSpec),
    Engine(EngineSpec, Arc<EngineJudge<Position>>),
}

impl Judge {
    /// The judge called `named` by the flag `flag`; the tester of the settings, the file `config` among them, when none
    /// is named.
    ///
    /// # Errors
    /// Settings that cannot be read, an invalid name, a player that cannot judge.
    pub(super) fn read(
        flag: &str,
        named: Option<&str>,
        config: Option<&Path>,
    ) -> anyhow::Result<Self> {
        let spec = match named {
            Some(named) => named.parse::<PlayerSpec>()?.named_by_person(),
            None => {
                let config = Config::load(&Paths::from_environment(), config)?;
                config.tester.player.parse()?
            }
        };
        let kind = match spec {
            PlayerSpec::Tester(tester) => Kind::Tester(tester),
            PlayerSpec::Engine(engine) => {
                let Some(judge) = engine.judge() else {
                    bail!("{flag} {spec}: {NO_VALUES}");
                };
                Kind::Engine(engine, Arc::new(judge.of_every_position()))
            }
            _ => bail!("{flag} {spec}: {NO_JUDGE}"),
        };
        Ok(Self {
            name: spec.to_string(),
            kind,
        })
    }

    /// It, as the coach asks it.
    pub(super) fn tester(&self) -> Tester {
        match &self.kind {
            Kind::Tester(spec) => Tester {
                search: spec.search(),
                depth: spec.search.depth,
                weights: match spec.eval {
                    Evaluation::Thesis => spec.search.weights,
                    Evaluation::Learned => Weights::TESTER,
                },
                scale: self.scale(),
            },
            Kind::Engine(spec, judge) => Tester {
                search: Box::new(Arc::clone(judge)),
                depth: spec.depth,
                weights: Weights::TESTER,
                scale: self.scale(),
            },
        }
    }

    /// What its values are in.
    pub(super) const fn scale(&self) -> Scale {
        match &self.kind {
            Kind::Tester(spec) => match spec.eval {
                Evaluation::Thesis => Scale::Points,
                Evaluation::Learned => Scale::Hundredths,
            },
            Kind::Engine(..) => Scale::Engine,
        }
    }

    /// Whether it is another program.
    pub(super) const fn is_engine(&self) -> bool {
        matches!(self.kind, Kind::Engine(..))
    }

    /// Whether its losses are in the unit that the ladder was measured in.
    pub(super) fn measures_as_the_preset(&self) -> bool {
        matches!(&self.kind, Kind::Tester(spec) if spec.measures_as_the_preset())
    }

    /// Whether what it sees depends on the time that it has.
    pub(super) const fn is_timed(&self) -> bool {
        matches!(&self.kind, Kind::Tester(spec) if matches!(spec.budget, Budget::Time(_)))
    }

    /// What the engine did wrong, if it did.
    pub(super) fn failure(&self) -> Option<String> {
        match &self.kind {
            Kind::Tester(_) => None,
            Kind::Engine(_, judge) => judge.failure(),
        }
    }
}

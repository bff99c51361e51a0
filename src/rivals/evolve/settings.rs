//! The settings of a breeding run, with the thesis' values as constructors.
//!
//! Where the thesis leaves something open the reading is a setting, so that each can be tried. The
//! individual's look-ahead, the opponent and the opening are only carried through to whoever builds
//! the [`Arena`](super::Arena).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// How the first population is drawn from a gene's initial range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sampling {
    /// Every whole weight equally likely: the natural reading of "initial values 100 to 1000".
    Uniform,
    /// Uniform in log10, the space in which individuals are told apart; genes of scale `linear` have no
    /// logarithm, and every weight of theirs is equally likely.
    LogUniform,
}

/// How a weight that crossover made becomes a whole number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rounding {
    /// To the nearest, halves away from zero.
    Nearest,
    /// Down, as a cast to an integer does.
    Down,
}

/// What an individual is bred for, beside being unlike the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fitness {
    /// Eq. 6.6 of the win rate in its latest evaluation: everybody is judged anew in every step.
    Thesis,
    /// Eq. 6.6 with the distance of the true win rate from one half that all its games against the
    /// target lead to expect (Jeffreys' prior): the games of those who stay add up, and who was only
    /// lucky falls back.
    Posterior,
}

/// How the rivals are made sure of and chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Selection {
    /// Among those near level by their win rate, by distance in log weights (§6.4.5).
    Thesis,
    /// Among those that a sequential test has certified, by distance and by mismatch.
    Certified,
}

/// In what measure the weights of a gene are near to or far from one another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scale {
    /// By their ratio, as in the thesis: weights are positive, and crossed and told apart in log10.
    #[default]
    Log,
    /// By their difference: weights may have either sign, as those of a liking or dislike do. The whole
    /// range of the limits counts as four decades, as much as 1…10000 on the other scale.
    Linear,
}

/// One weight that is bred.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GeneSettings {
    /// Least and greatest weight in the first population; inside `limits`.
    pub initial: [i32; 2],
    /// Least and greatest weight ever; 1…30000 on the scale `log`, because the logarithm needs positive
    /// weights and the evaluations have to stay below the value of a won game, −30000…30000 on `linear`.
    pub limits: [i32; 2],
    /// How weights are crossed and told apart.
    #[serde(default)]
    pub scale: Scale,
}

/// How the bred individuals are made sure of once the cycles are done.
///
/// A win rate over 20 games says little: of the individuals that look level after breeding about half
/// are not. Games played here are kept apart from those that chose the individual, so that they are
/// a fair sample.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RetestSettings {
    /// Games that every individual plays first; even, 2…10000.
    pub first: u32,
    /// Games played between two looks at the results; even, 2…10000.
    pub batch: u32,
    /// Most games of one individual; `first`…100000.
    pub cap: u32,
    /// With [`Selection::Thesis`] an individual is level for certain when the probability that its
    /// true win rate lies within `near` of one half (Jeffreys prior) reaches this; 0…1.
    pub certain: f64,
    /// An individual is out when that probability falls below this; 0…`certain`.
    pub out: f64,
    /// With [`Selection::Certified`] the fewest games of a certified individual; 2…100000, `cap`
    /// where that is less.
    pub least: u32,
    /// With [`Selection::Certified`] how far from one half the win rate of a certified individual may
    /// be; above 0, at most `near`.
    pub estimate: f64,
    /// With [`Selection::Certified`] the mismatch that any two of the rivals should have; 0…1.
    pub mismatch: f64,
    /// How many times another series of cycles is bred when fewer than three rivals were found, or
    /// (with [`Selection::Certified`]) none that differ by `mismatch`; 0…100.
    pub rounds: u32,
}

/// The settings of a breeding run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// Individuals in the population; 2…1000.
    pub population: usize,
    /// Parts of the population that breed at the same time, so that more games can be played at once; with one part, as in
    /// the thesis, a family is bred after the other. Parents are of one island, and after each cycle an individual of each
    /// goes to the next. 1, or as many as divide `population` into parts of an even size.
    pub islands: usize,
    /// Children made in each step; 1…1000.
    pub children: usize,
    /// How far beyond its parents a child may lie, in their distance (BLX-α); 0…10.
    pub alpha: f64,
    /// Weight of the similarity against the win rate, f = f_wr − β f_sim; 0…1000000, `inf` for
    /// −f_sim alone.
    pub beta: f64,
    /// What the win rate is worth.
    pub fitness: Fitness,
    /// How the rivals are chosen.
    pub selection: Selection,
    /// Games of one individual in one evaluation; even (the colours are paired), 2…10000.
    pub games: u32,
    /// Cycles of population/2 steps that a target gets; 1…100000.
    pub cycles: u32,
    /// How the first population is drawn.
    pub sampling: Sampling,
    /// How bred weights become whole numbers.
    pub rounding: Rounding,
    /// Individuals nearer to one another than this (in log10 weights) count as this far apart, which
    /// keeps f_sim of equal individuals finite; above 0, at most 1. The default is log10(10000/9999),
    /// the smallest distance that two different individuals within 1…10000 can have.
    pub equal_distance: f64,
    /// How far from one half a win rate may be for an individual to count as level; above 0, at
    /// most 0.5.
    pub near: f64,
    /// Plies an individual looks ahead; 1…12.
    pub depth: u32,
    /// Empty squares from which an individual searches to the end; 0 (never)…20.
    pub exhaustive: u32,
    /// Whether individuals keep to the rules for natural moves (§4.3).
    pub natural: bool,
    /// The opponent, in the language of players.
    pub opponent: String,
    /// Whether every second pair of games is played against somebody who errs as people do and is as strong as an opponent
    /// that holds the target, in place of that opponent. Ignored where no such player is known.
    #[serde(default)]
    pub people: bool,
    /// The mean loss D that the opponent holds until a player has been measured; 0…100000. An
    /// opponent that holds none ignores it.
    pub target: f64,
    /// Random plies that open each pair of games; 0…20.
    pub opening_plies: u32,
    /// Weights that are not bred, by feature; 0 where neither this nor `genes` names one.
    pub fixed: BTreeMap<String, i32>,
    /// Weights that are bred, by feature.
    pub genes: BTreeMap<String, GeneSettings>,
    /// What happens once the cycles are done.
    pub retest: RetestSettings,
}

/// A setting outside its range.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{key} = {value} is not allowed: {allowed}")]
pub struct SettingsError {
    /// The key, dotted from the settings of the breeding: "retest.cap".
    pub key: String,
    /// The value found there.
    pub value: String,
    /// What is allowed.
    pub allowed: String,
}

impl SettingsError {
    pub(super) fn new(
        key: impl Into<String>,
        value: impl ToString,
        allowed: impl Into<String>,
    ) -> Self {
        Self {
            key: key.into(),
            value: value.to_string(),
            allowed: allowed.into(),
        }
    }

    /// The same where a limit is the value of another key, of which either may be the wrong one.
    fn bound_by(self, key: &str, value: impl ToString) -> Self {
        Self {
            allowed: format!("{}, as {key} = {}", self.allowed, value.to_string()),
            ..self
        }
    }
}

/// The weights that the logarithm and the evaluations bear.
const WEIGHT_MAX: i32 = 30_000;

impl Default for Settings {
    /// The live game: ch. 7, the first population spread evenly in log weights, paired random
    /// openings, endings searched out as Beginner does, and certified rivals. Games add up, so an
    /// evaluation needs fewer of them, and a few cycles are enough before a test: certified rivals for
    /// the number of games are what these two were chosen by. Individuals look as far ahead as
    /// the agent: with less, none of them gets level with an agent that gives little away.
    fn default() -> Self {
        Self {
            fitness: Fitness::Posterior,
            selection: Selection::Certified,
            games: 10,
            cycles: 4,
            sampling: Sampling::LogUniform,
            depth: 4,
            exhaustive: 6,
            natural: false,
            people: true,
            opening_plies: 4,
            retest: RetestSettings {
                first: 40,
                batch: 40,
                cap: 400,
                certain: 0.95,
                out: 0.05,
                least: 200,
                estimate: 0.07,
                mismatch: 0.25,
                rounds: 3,
            },
            ..Self::ueda_ch7()
        }
    }
}

impl Settings {
    /// The experiments of ch. 6 (Ueda 2012, §6.4.1), with the β that §6.4.4 chooses. After the
    /// cycles every individual plays 100 games, as in table 6.1, and the rivals are chosen by them.
    ///
    /// The text has individuals of depth 3, Beginner at depth 2 and a similarity that with eq. 6.7 as
    /// printed decides next to nothing. The depths exchanged, and a similarity of 480 times that (the
    /// factor is in β), reproduce its table 6.1: see the experiment `ueda-6-readings`.
    pub fn ueda_ch6() -> Self {
        let gene = GeneSettings {
            initial: [100, 1000],
            limits: [1, 10_000],
            scale: Scale::Log,
        };
        Self {
            population: 20,
            islands: 1,
            children: 10,
            alpha: 0.5,
            // 480 × the 0.001 of §6.4.4.
            beta: 0.48,
            fitness: Fitness::Thesis,
            selection: Selection::Thesis,
            games: 20,
            cycles: 15,
            sampling: Sampling::Uniform,
            rounding: Rounding::Nearest,
            equal_distance: 4.343e-5,
            near: 0.1,
            depth: 2,
            exhaustive: 0,
            natural: false,
            opponent: "beginner".to_owned(),
            people: false,
            target: 28.98,
            opening_plies: 0,
            fixed: [("forfeit", 0), ("discs", 100)]
                .map(|(name, weight)| (name.to_owned(), weight))
                .into(),
            genes: ["frontier", "mobility", "stability"]
                .map(|name| (name.to_owned(), gene.clone()))
                .into(),
            retest: RetestSettings {
                first: 100,
                batch: 20,
                cap: 100,
                certain: 0.0,
                out: 0.0,
                least: 100,
                estimate: 0.1,
                mismatch: 0.0,
                rounds: 0,
            },
        }
    }

    /// The experiment with people of ch. 7: ch. 6 but for the initial weights, the cycles, the
    /// individual's look-ahead, the rules against unnatural moves (§4.3) and the opponent.
    pub fn ueda_ch7() -> Self {
        let mut settings = Self {
            cycles: 10,
            beta: 0.001,
            depth: 2,
            natural: true,
            opponent: "agent:d=target,depth=4".to_owned(),
            ..Self::ueda_ch6()
        };
        for gene in settings.genes.values_mut() {
            gene.initial = [1, 2000];
        }
        settings
    }

    /// The same with fewer games, for those that take much longer: two to five thousand where the defaults have 9,000.
    #[must_use]
    pub fn sparing(&self) -> Self {
        let retest = &self.retest;
        Self {
            population: self.population.min(12),
            children: self.children.min(6),
            games: self.games.min(6),
            cycles: self.cycles.min(3),
            retest: RetestSettings {
                first: retest.first.min(20),
                batch: retest.batch.min(20),
                cap: retest.cap.min(300),
                least: retest.least.min(140),
                rounds: retest.rounds.min(1),
                ..retest.clone()
            },
            ..self.clone()
        }
    }

    /// Checks every range.
    ///
    /// # Errors
    /// The first setting outside its range, with the key and what is allowed.
    pub fn validate(&self) -> Result<(), SettingsError> {
        whole("population", self.population, 2, 1000)?;
        let (population, islands) = (self.population, self.islands);
        if islands != 1 && (islands == 0 || population % (2 * islands) != 0) {
            let allowed = "1, or a number that divides the population into parts of an even size";
            return Err(
                SettingsError::new("islands", islands, allowed).bound_by("population", population)
            );
        }
        whole("children", self.children, 1, 1000)?;
        real("alpha", self.alpha, 0.0, 10.0)?;
        // Bounded because the fitness must stay a number that JSON can write.
        if !self.beta.is_infinite() || self.beta < 0.0 {
            real("beta", self.beta, 0.0, 1e6).map_err(|fault| SettingsError {
                allowed: format!("{}, or inf", fault.allowed),
                ..fault
            })?;
        }
        even("games", self.games)?;
        whole("cycles", self.cycles, 1, 100_000)?;
        // Less would make no twins, and numbers that no figure can show.
        real("equal_distance", self.equal_distance, 1e-9, 1.0)?;
        positive("near", self.near, 0.5)?;
        whole("depth", self.depth, 1, 12)?;
        whole("exhaustive", self.exhaustive, 0, 20)?;
        if self.opponent.trim().is_empty() {
            return Err(SettingsError::new(
                "opponent",
                "\"\"",
                "the name of a player",
            ));
        }
        real("target", self.target, 0.0, 100_000.0)?;
        whole("opening_plies", self.opening_plies, 0, 20)?;
        self.validate_weights()?;
        even("retest.first", self.retest.first)?;
        even("retest.batch", self.retest.batch)?;
        let (first, certain, near) = (self.retest.first, self.retest.certain, self.near);
        whole("retest.cap", self.retest.cap, first, 100_000)
            .map_err(|it| it.bound_by("retest.first", first))?;
        real("retest.certain", certain, 0.0, 1.0)?;
        real("retest.out", self.retest.out, 0.0, certain)
            .map_err(|it| it.bound_by("retest.certain", certain))?;
        whole("retest.least", self.retest.least, 2, 100_000)?;
        positive("retest.estimate", self.retest.estimate, near)
            .map_err(|it| it.bound_by("near", near))?;
        real("retest.mismatch", self.retest.mismatch, 0.0, 1.0)?;
        whole("retest.rounds", self.retest.rounds, 0, 100)
    }

    fn validate_weights(&self) -> Result<(), SettingsError> {
        for (name, &weight) in &self.fixed {
            whole(&format!("fixed.{name}"), weight, -WEIGHT_MAX, WEIGHT_MAX)?;
            if self.genes.contains_key(name) {
                let allowed = "a feature is either fixed or bred, and this one is under genes too";
                return Err(SettingsError::new(format!("fixed.{name}"), weight, allowed));
            }
        }
        if self.genes.is_empty() {
            return Err(SettingsError::new("genes", "{}", "at least one feature"));
        }
        for (name, gene) in &self.genes {
            let [least, most] = gene.limits;
            let lowest = match gene.scale {
                Scale::Log => 1,
                Scale::Linear => -WEIGHT_MAX,
            };
            if least < lowest || most > WEIGHT_MAX || least >= most {
                return Err(SettingsError::new(
                    format!("genes.{name}.limits"),
                    format!("[{least}, {most}]"),
                    format!("two rising whole numbers within {lowest}…{WEIGHT_MAX}"),
                ));
            }
            let [low, high] = gene.initial;
            if low < least || high > most || low > high {
                return Err(SettingsError::new(
                    format!("genes.{name}.initial"),
                    format!("[{low}, {high}]"),
                    format!("two rising whole numbers within the limits {least}…{most}"),
                ));
            }
        }
        Ok(())
    }
}

fn whole<N: PartialOrd + ToString>(
    key: &str,
    value: N,
    least: N,
    most: N,
) -> Result<(), SettingsError> {
    if value < least || value > most {
        let allowed = format!(
            "a whole number within {}…{}",
            least.to_string(),
            most.to_string()
        );
        return Err(SettingsError::new(key, value, allowed));
    }
    Ok(())
}

fn even(key: &str, value: u32) -> Result<(), SettingsError> {
    if value % 2 == 1 || !(2..=10_000).contains(&value) {
        return Err(SettingsError::new(
            key,
            value,
            "an even number within 2…10000",
        ));
    }
    Ok(())
}

fn real(key: &str, value: f64, least: f64, most: f64) -> Result<(), SettingsError> {
    if (least..=most).contains(&value) {
        Ok(())
    } else {
        Err(SettingsError::new(
            key,
            value,
            format!("a number within {least}…{most}"),
        ))
    }
}

fn positive(key: &str, value: f64, most: f64) -> Result<(), SettingsError> {
    if value > 0.0 && value <= most {
        Ok(())
    } else {
        Err(SettingsError::new(
            key,
            value,
            format!("a number above 0, at most {most}"),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_thesis_settings_are_valid() {
        for settings in [
            Settings::default(),
            Settings::ueda_ch6(),
            Settings::ueda_ch7(),
        ] {
            assert_eq!(settings.validate(), Ok(()));
        }
    }

    #[test]
    fn an_error_names_the_key_the_value_and_what_is_allowed() {
        let mut settings = Settings::ueda_ch6();
        settings.retest.cap = 10;
        let error = settings.validate().unwrap_err().to_string();
        assert_eq!(
            error,
            "retest.cap = 10 is not allowed: a whole number within 100…100000, as retest.first = 100"
        );
        let mut settings = Settings {
            beta: f64::NAN,
            ..Settings::default()
        };
        assert_eq!(settings.validate().unwrap_err().key, "beta");
        settings.beta = f64::INFINITY;
        assert_eq!(settings.validate(), Ok(()));
        settings.games = 7;
        assert_eq!(settings.validate().unwrap_err().key, "games");
        settings.games = 8;
        settings.fixed.insert("mobility".to_owned(), 3);
        assert_eq!(settings.validate().unwrap_err().key, "fixed.mobility");
    }

    #[test]
    fn settings_survive_toml_with_infinite_beta() {
        let settings = Settings {
            beta: f64::INFINITY,
            ..Settings::default()
        };
        let text = toml::to_string(&settings).unwrap();
        assert!(text.contains("beta = inf"), "{text}");
        assert_eq!(toml::from_str::<Settings>(&text).unwrap(), settings);
        let error = toml::from_str::<Settings>("popluation = 3").unwrap_err();
        assert!(error.to_string().contains("popluation"), "{error}");
    }
}

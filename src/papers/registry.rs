//! Every experiment by name.

use std::sync::Arc;

use super::lab::{ExperimentError, Lab, Progress, Scale, Setup};
use super::report::{Findings, Report};
use super::{CHOOSING_SEED, REPORTING_SEED};
use super::{
    level_holding, look_ahead, meet, osaki, rivals, scaling, strength, styles, tsukamoto, ueda5,
    ueda6, weights, yamashita,
};
use koteki_engine::search::budget::Cancel;
use koteki_games::words::suggestion::suggestion;
use koteki_record::keep::Keep;
use koteki_workers::Ranks;

/// An experiment.
#[derive(Clone, Copy, Debug)]
pub struct Experiment {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it asks, in a line.
    pub about: &'static str,
    /// The table or figure of the paper that it makes again.
    pub source: &'static str,
    /// The seed that it is done on unless another is asked for: that of its kept report.
    pub seed: u64,
    /// What it costs at each scale, small and paper: seconds of one core, as measured on an ordinary
    /// machine with AVX2.
    pub seconds: [f64; 2],
    /// Does it.
    pub work: fn(&Lab<'_>) -> Result<Findings, ExperimentError>,
}

/// All of them, in the order in which they are listed.
pub const ALL: &[Experiment] = &[
    Experiment {
        name: "ueda-5-uct",
        about: "playouts that stand for UCT's seconds of 2012 (the others use what it found on seed 1001)",
        source: "Ueda 2012, table 5.3: the D of UCT",
        seed: CHOOSING_SEED,
        seconds: [2.0, 750.0],
        work: ueda5::calibration::work,
    },
    Experiment {
        name: "ueda-5.2",
        about: "whether losses and ranks tell three players of different strength apart",
        source: "Ueda 2012, figs 5.1 to 5.3",
        seed: REPORTING_SEED,
        seconds: [2.0, 45.0],
        work: ueda5::strength::work,
    },
    Experiment {
        name: "ueda-5.3",
        about: "k-best against the player whose rank and loss it was made from",
        source: "Ueda 2012, table 5.2, figs 5.5 and 5.6",
        seed: REPORTING_SEED,
        seconds: [1.0, 2.0],
        work: ueda5::k_best::work,
    },
    Experiment {
        name: "ueda-5.4",
        about: "agents against the players whose mean loss they hold",
        source: "Ueda 2012, table 5.3, figs 5.7 to 5.10",
        seed: REPORTING_SEED,
        seconds: [2.0, 900.0],
        work: ueda5::agent::work,
    },
    Experiment {
        name: "ueda-5.5",
        about: "agents with a wrong target, without and with readjustment",
        source: "Ueda 2012, tables 5.4 and 5.5",
        seed: REPORTING_SEED,
        seconds: [1.0, 8.0],
        work: ueda5::readjust::work,
    },
    Experiment {
        name: "ueda-5.5-readings",
        about: "what each reading of the readjustment makes of its tables (chosen on seed 1001)",
        source: "Ueda 2012, tables 5.4 and 5.5",
        seed: CHOOSING_SEED,
        seconds: [1.0, 15.0],
        work: ueda5::readjust::readings,
    },
    Experiment {
        name: "ueda-5-readings",
        about: "what the agent does at the end, and UCT's playouts, by all tables of ch. 5 (on a seed of its own: 1001)",
        source: "Ueda 2012, §5.2, tables 5.3 to 5.5",
        seed: CHOOSING_SEED,
        seconds: [1.0, 300.0],
        work: ueda5::readings::work,
    },
    Experiment {
        name: "ueda-6",
        about: "all of ch. 6 but the readings, on one set of runs",
        source: "Ueda 2012, tables 6.1 and 6.3, figs 6.3 to 6.12",
        seed: 2,
        seconds: [10.0, 700.0],
        work: ueda6::whole,
    },
    Experiment {
        name: "ueda-6-readings",
        about: "what each way to read ch. 6 makes of table 6.1 (on a seed of its own: 1001)",
        source: "Ueda 2012, table 6.1",
        seed: CHOOSING_SEED,
        seconds: [45.0, 600.0],
        work: ueda6::readings::work,
    },
    Experiment {
        name: "ueda-6-spread",
        about: "what makes the three rivals lie far apart",
        source: "Ueda 2012, table 6.2",
        seed: 7,
        seconds: [10.0, 500.0],
        work: ueda6::spread::work,
    },
    Experiment {
        name: "ueda-6.1-table",
        about: "how level the individuals of a run are, for three weights of similarity",
        source: "Ueda 2012, table 6.1",
        seed: REPORTING_SEED,
        seconds: [6.0, 400.0],
        work: ueda6::table_6_1::work,
    },
    Experiment {
        name: "ueda-6.2",
        about: "whether individuals farther apart in weights play more differently",
        source: "Ueda 2012, §6.4.2, figs 6.3 and 6.4",
        seed: REPORTING_SEED,
        seconds: [4.0, 80.0],
        work: ueda6::distances::work,
    },
    Experiment {
        name: "ueda-6.3",
        about: "how both parts of the fitness move from cycle to cycle, for five weights",
        source: "Ueda 2012, §6.4.3, figs 6.5 and 6.6",
        seed: REPORTING_SEED,
        seconds: [9.0, 650.0],
        work: ueda6::curves::work,
    },
    Experiment {
        name: "ueda-6.4",
        about: "where the level individuals lie in the space of weights",
        source: "Ueda 2012, §6.4.4, figs 6.7 to 6.12",
        seed: REPORTING_SEED,
        seconds: [6.0, 400.0],
        work: ueda6::scatter::work,
    },
    Experiment {
        name: "ueda-6.5",
        about: "three rivals, level and far apart, and how differently they play",
        source: "Ueda 2012, §6.4.5, tables 6.2 and 6.3",
        seed: REPORTING_SEED,
        seconds: [3.0, 140.0],
        work: ueda6::trio::work,
    },
    Experiment {
        name: "rivals-per-game",
        about: "level individuals for the same number of games, by nine methods",
        source: "no paper: the program's own selection against others",
        seed: REPORTING_SEED,
        seconds: [60.0, 1200.0],
        work: rivals::per_game::work,
    },
    Experiment {
        name: "rivals-per-game-settings",
        about: "level individuals for the same number of games, by settings of the breeding",
        source: "no paper: how the program's settings were chosen",
        seed: REPORTING_SEED,
        seconds: [110.0, 2400.0],
        work: rivals::per_game::work_on_settings,
    },
    Experiment {
        name: "rivals-per-game-islands",
        about: "level individuals for the same number of games, by parts of the population that breed at once",
        source: "no paper: what many cores may do at the same time",
        seed: REPORTING_SEED,
        seconds: [30.0, 600.0],
        work: rivals::per_game::work_on_islands,
    },
    Experiment {
        name: "certified-rivals",
        about: "three certified rivals for agents of D 15, 25 and 40, in games not seen before",
        source: "Ueda 2012, ch. 7: the players of",
        seed: REPORTING_SEED,
        seconds: [60.0, 600.0],
        work: rivals::certified::work,
    },
    Experiment {
        name: "styles",
        about: "whether rivals with likings and dislikes can be told apart better",
        source: "Ueda 2012, ch. 8, future work",
        seed: REPORTING_SEED,
        seconds: [300.0, 1800.0],
        work: styles::work,
    },
    Experiment {
        name: "strength-estimators",
        about: "how surely 1, 3 and 25 games say how strong a player is: two ways",
        source: "no paper: how the program's estimate was chosen",
        seed: REPORTING_SEED,
        seconds: [4.0, 90.0],
        work: strength::estimators::work,
    },
    Experiment {
        name: "strength-reference",
        about: "the D of model players: the table behind the estimate of strength",
        source: "no paper: what src/rivals/measure/strength.csv is made of",
        seed: REPORTING_SEED,
        seconds: [1.0, 120.0],
        work: strength::reference::work,
    },
    Experiment {
        name: "equal-reference",
        about: "at which D agents are even with players of known D",
        source: "no paper: what the constants of src/rivals/measure/equal.rs come from",
        seed: CHOOSING_SEED,
        seconds: [10.0, 400.0],
        work: meet::reference::work,
    },
    Experiment {
        name: "ladder",
        about: "everybody of the roster on one scale, that of the ratings of people in tournaments",
        source: "no paper: what the program takes players to be worth",
        seed: REPORTING_SEED,
        seconds: [10.0, 600.0],
        work: meet::ladder::work,
    },
    Experiment {
        name: "look-ahead",
        about: "how far what many plies find is from what few have found, by the learned evaluation",
        source: "no paper: what selective search reckons with",
        seed: CHOOSING_SEED,
        seconds: [5.0, 600.0],
        work: look_ahead::work,
    },
    Experiment {
        name: "meet-a-player",
        about: "whether agents and rivals made from 1 to 25 games are a player's equals",
        source: "no paper: the program's promise, beside the way of Ueda 2012, §5.4",
        seed: 4,
        seconds: [10.0, 3000.0],
        work: meet::meeting::work,
    },
    Experiment {
        name: "sitting",
        about: "whether twenty games against rivals that are bred on the way are even",
        source: "no paper: the program's promise",
        seed: 5,
        seconds: [20.0, 5000.0],
        work: meet::sitting::work,
    },
    Experiment {
        name: "blokus-rivals",
        about: "whether measuring, agents and certified rivals work at Blokus Duo too",
        source: "no paper: Ueda's way (2012, §5.4, ch. 6) at Osaki's game (2009)",
        seed: REPORTING_SEED,
        seconds: [10.0, 600.0],
        work: rivals::blokus::work,
    },
    Experiment {
        name: "osaki-a",
        about: "the weights that lessons give every square of Blokus Duo",
        source: "Osaki et al. 2009, tables A.1 and A.2, figs 5, 6, 9 and 10",
        seed: REPORTING_SEED,
        seconds: [1.0, 240.0],
        work: osaki::squares::work,
    },
    Experiment {
        name: "osaki-2",
        about: "how well learned evaluations of Blokus Duo foretell winning rates",
        source: "Osaki et al. 2009, table 2",
        seed: REPORTING_SEED,
        seconds: [2.0, 650.0],
        work: osaki::rates::work,
    },
    Experiment {
        name: "osaki-readings",
        about: "what each way to read the Blokus paper makes of its weights (chosen on seed 1001)",
        source: "Osaki et al. 2009, tables A.1, A.2 and 2",
        seed: CHOOSING_SEED,
        seconds: [2.0, 60.0],
        work: osaki::readings::work,
    },
    Experiment {
        name: "osaki-3",
        about: "the same with ten times the teacher's games, and on positions that other evaluations make",
        source: "Osaki et al. 2009, tables 3 and 4",
        seed: REPORTING_SEED,
        seconds: [4.0, 2800.0],
        work: osaki::rates::work_with_many,
    },
    Experiment {
        name: "osaki-5",
        about: "the learned evaluations at Blokus Duo against a Monte Carlo player, a second a move",
        source: "Osaki et al. 2009, table 5",
        seed: REPORTING_SEED,
        seconds: [1.0, 1800.0],
        work: osaki::games::one_second,
    },
    Experiment {
        name: "osaki-6",
        about: "the same, five seconds a move",
        source: "Osaki et al. 2009, table 6",
        seed: REPORTING_SEED,
        seconds: [1.0, 4000.0],
        work: osaki::games::five_seconds,
    },
    Experiment {
        name: "osaki-7",
        about: "the same, ten seconds a move",
        source: "Osaki et al. 2009, table 7",
        seed: REPORTING_SEED,
        seconds: [1.0, 6500.0],
        work: osaki::games::ten_seconds,
    },
    Experiment {
        name: "yamashita",
        about: "janken readers against patterns of hands",
        source: "Yamashita 2009, tables 4.2 and 4.3, fig. 4.1",
        seed: REPORTING_SEED,
        seconds: [1.0, 25.0],
        work: yamashita::work,
    },
    Experiment {
        name: "yamashita-readings",
        about: "what each way to read the janken paper makes of its tables",
        source: "Yamashita 2009, tables 4.2 and 4.3",
        seed: REPORTING_SEED,
        seconds: [2.0, 80.0],
        work: yamashita::readings::work,
    },
    Experiment {
        name: "tsukamoto-1",
        about: "the AI that holds itself level against four others at several depths",
        source: "Tsukamoto, table 1",
        seed: REPORTING_SEED,
        seconds: [20.0, 3600.0],
        work: tsukamoto::work,
    },
    Experiment {
        name: "tsukamoto-1-readings",
        about: "what each way to read Tsukamoto's paper makes of its table (chosen on seed 1001)",
        source: "Tsukamoto, table 1",
        seed: CHOOSING_SEED,
        seconds: [40.0, 6000.0],
        work: tsukamoto::readings::work,
    },
    Experiment {
        name: "level-holding",
        about: "which of the players that hold themselves level does it best, against one ladder",
        source: "no paper: all of them side by side",
        seed: REPORTING_SEED,
        seconds: [1.0, 8500.0],
        work: level_holding::work,
    },
    Experiment {
        name: "weights-1",
        about: "square values, stable discs and legal moves against a player that moves at random",
        source: "the paper on weights, table 1",
        seed: 2,
        seconds: [1.0, 2.0],
        work: weights::work,
    },
    Experiment {
        name: "weights-1-readings",
        about: "what each way to read the paper on weights makes of its table (chosen on seed 1001)",
        source: "the paper on weights, table 1",
        seed: CHOOSING_SEED,
        seconds: [1.0, 13.0],
        work: weights::readings,
    },
    Experiment {
        name: "weights-grid",
        about: "every setting of the weights, and whether an evolution finds a better one",
        source: "the paper on weights: all settings of",
        seed: 2,
        seconds: [1.0, 20.0],
        work: weights::grid::work,
    },
    Experiment {
        name: "scaling",
        about: "what many machines make of a breeding and of a sweep, from what was measured on one",
        source: "no paper: docs/many-machines.md",
        seed: REPORTING_SEED,
        seconds: [1.0, 1.0],
        work: scaling::work,
    },
];

/// Those that make a heat map.
pub const DRAWN: [&str; 2] = ["osaki-a", "weights-grid"];

/// Those that can keep what they have done: the long ones that are made of many pieces.
pub const KEPT: [&str; 9] = [
    "meet-a-player",
    "sitting",
    "osaki-a",
    "osaki-2",
    "osaki-3",
    "osaki-5",
    "osaki-6",
    "osaki-7",
    "level-holding",
];

/// A name that no experiment has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "there is no experiment \"{name}\"{}; experiments: {}",
    suggestion.map_or_else(String::new, |name| format!(", did you mean \"{name}\"?")),
    ALL.iter().map(|known| known.name).collect::<Vec<_>>().join(", ")
)]
pub struct UnknownExperimentError {
    /// The name given.
    pub name: String,
    /// One it is probably meant to be.
    pub suggestion: Option<&'static str>,
}

/// The experiment of this name.
///
/// # Errors
/// When there is none, with the names there are.
pub fn find(name: &str) -> Result<&'static Experiment, UnknownExperimentError> {
    ALL.iter()
        .find(|known| known.name.eq_ignore_ascii_case(name))
        .ok_or_else(|| UnknownExperimentError {
            name: name.to_owned(),
            suggestion: suggestion(name, ALL.iter().map(|known| known.name)),
        })
}

impl Experiment {
    /// Seconds of one core at `scale`.
    pub const fn cost(&self, scale: Scale) -> f64 {
        match scale {
            Scale::Small => self.seconds[0],
            Scale::Paper => self.seconds[1],
        }
    }

    /// Does the experiment and reports. The report is the same for any number of threads.
    ///
    /// # Errors
    /// [`ExperimentError::Cancelled`] when `cancel` is raised first: there is no half report. Others when
    /// the system gives no threads or the experiment itself is at fault.
    pub fn run(
        &self,
        setup: &Setup,
        progress: &Progress,
        cancel: &Cancel,
    ) -> Result<Report, ExperimentError> {
        self.run_keeping(setup, None, progress, cancel, None)
    }

    /// The same, which goes on from what is kept and keeps what is done (see [`KEPT`]), and shares the work with the
    /// `ranks`: all of them call it, and the first alone keeps anything.
    ///
    /// # Errors
    /// As [`run`](Self::run), and when something cannot be kept.
    pub fn run_keeping(
        &self,
        setup: &Setup,
        ranks: Option<Arc<Ranks>>,
        progress: &Progress,
        cancel: &Cancel,
        keep: Option<&Keep>,
    ) -> Result<Report, ExperimentError> {
        let lab = Lab::new(*setup, ranks, progress, cancel)?.keeping(keep);
        let findings = (self.work)(&lab)?;
        // Work may have been left out at the last moment without an error.
        cancel.check()?;
        Ok(Report::new(
            self.name,
            self.about,
            self.source,
            setup,
            findings,
        ))
    }
}

//! Players that search: the levels of "Reversi in C#", the tester, individuals and k-best.

use std::ops::{Range, RangeInclusive};

use crate::roster::budget;
use koteki_engine::eval::othello::learned::Learned;
use koteki_engine::eval::othello::{CORE, COUNT, FEATURES, Weights};
use koteki_engine::player::best::{BestMove, Knowledge};
use koteki_engine::player::csharp::{CSharp, Level};
use koteki_engine::player::k_best::{KBest, Settings};
use koteki_engine::search::budget::Budget;
use koteki_engine::search::othello::OthelloSearch;
use koteki_engine::search::othello::deepening::{Deepening, SHALLOW};
use koteki_engine::search::root::Search;
use koteki_games::othello::Position;
use koteki_games::spec::{FLAG, Real, Setting, SettingList, Whole, Words};

/// The deepest look-ahead a name may ask for, in plies.
pub const MAX_DEPTH: u32 = 12;
/// The most empty squares from which a name may ask for a search to the end.
pub const MAX_EXHAUSTIVE: u32 = 20;
/// The greatest noise, width or step, and weight of exploration or evaluation.
pub(super) const MAX_NUMBER: f64 = 1_000_000.0;
/// The depth of a tester that only its budget stops: as many plies as a game has.
pub const NO_LIMIT: u32 = 60;

pub(super) const DEPTH: Whole<u32> = Whole(1..=MAX_DEPTH);
pub(super) const EXHAUSTIVE: Whole<u32> = Whole(0..=MAX_EXHAUSTIVE);

/// The thesis' features by their place in [`FEATURES`], in the order of names, which have frontier first.
pub(super) const THESIS: [usize; CORE] = [1, 0, 2, 3, 4];
/// The features of style. They are quiet: names without them are as they were before there were any.
pub(super) const STYLE: Range<usize> = CORE..COUNT;

/// Lists the weights of some of [`FEATURES`], each as `mark` has it.
pub(super) fn weights(
    list: &mut SettingList<'_>,
    weights: &mut Weights,
    features: impl IntoIterator<Item = usize>,
    mark: impl Fn(&mut Setting),
) {
    const RANGE: RangeInclusive<i32> = -Weights::MAX..=Weights::MAX;
    let mut all = weights.to_array();
    for at in features {
        mark(list.add(FEATURES[at].name, &mut all[at], &Whole(RANGE)));
    }
    *weights = Weights::from_array(all);
}

/// A level of "Reversi in C#".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelSpec {
    /// Which.
    pub level: Level,
    /// Placements it looks ahead; its own number by default.
    pub depth: u32,
    /// Whether it keeps to [natural moves](koteki_engine::player::natural).
    pub natural: bool,
}

impl LevelSpec {
    pub(super) const fn preset(level: Level) -> Self {
        Self {
            level,
            depth: level.look_ahead(),
            natural: false,
        }
    }

    pub(super) fn settings(&mut self, list: &mut SettingList<'_>) {
        list.add("depth", &mut self.depth, &DEPTH);
    }

    pub(super) fn player(&self) -> CSharp {
        CSharp::new(self.level).with_depth(self.depth)
    }
}

/// Depth and evaluation of a player that searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchSpec {
    /// Plies it looks ahead.
    pub depth: u32,
    /// Its evaluation.
    pub weights: Weights,
    /// Empty squares from which it searches to the end; 0 for never.
    pub exhaustive: u32,
    /// Whether a player with this search keeps to [natural moves](koteki_engine::player::natural). Values stay
    /// what they are.
    pub natural: bool,
}

impl SearchSpec {
    /// The tester of §5.1: depth 5, 35/10/5/50, the end from 9 empty squares (Expert's number; the
    /// thesis has the tester's weights from Expert).
    pub const TESTER: Self = Self {
        depth: 5,
        weights: Weights::TESTER,
        exhaustive: 9,
        natural: false,
    };

    /// The agent of §5.4: the tester, but with no search to the end of the game. It holds the strength
    /// of players who see as far as their look-ahead; perfect endings would make it stronger than they.
    pub const AGENT: Self = Self {
        exhaustive: 0,
        ..Self::TESTER
    };

    /// An individual of chapter 6 before its genes are known: depth 3, discs 100, no forfeit term.
    pub const INDIVIDUAL: Self = Self {
        depth: 3,
        weights: Weights {
            discs: 100,
            ..Weights::NONE
        },
        exhaustive: 0,
        natural: false,
    };

    /// Whether its losses up to ply 40 are in the unit of the preset tester's, whatever it does in the
    /// last [`MAX_EXHAUSTIVE`] squares: a game has that many left at ply 40, or more after passes.
    pub fn measures_as_the_preset(&self) -> bool {
        *self
            == Self {
                exhaustive: self.exhaustive,
                natural: self.natural,
                ..Self::TESTER
            }
    }

    /// Those of an individual, whose genes come first.
    pub(super) fn settings(&mut self, list: &mut SettingList<'_>) {
        let [frontier, mobility, stability, forfeit, discs] = THESIS;
        let genes = [frontier, mobility, stability];
        weights(list, &mut self.weights, genes, |weight| {
            weight.required("its weight")
        });
        list.add("depth", &mut self.depth, &DEPTH);
        weights(list, &mut self.weights, [discs, forfeit], |_| {});
        list.add("exhaustive", &mut self.exhaustive, &EXHAUSTIVE);
        weights(list, &mut self.weights, STYLE, |weight| weight.quiet());
    }

    /// The search it describes.
    pub fn search(&self) -> OthelloSearch {
        OthelloSearch::new(self.weights).exhaustive(self.exhaustive)
    }

    /// The individual.
    pub(in crate::roster) fn player(&self) -> BestMove<OthelloSearch> {
        BestMove::new(self.search(), self.depth, Knowledge::Best)
    }
}

/// What a tester takes a position to be worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Evaluation {
    /// `thesis`: the weights of [`TesterSpec::search`], by default those of the thesis.
    #[default]
    Thesis,
    /// `learned`: [`eval::othello::learned`](koteki_engine::eval::othello::learned), built into the program: what `koteki learn`
    /// writes counts from the next build with it on. Values are in hundredths of a disc, another unit
    /// than the thesis'. The search's weights count for nothing.
    Learned,
}

const EVALUATIONS: Words<Evaluation> = Words(&[
    ("thesis", Evaluation::Thesis),
    ("learned", Evaluation::Learned),
]);

/// A tester.
///
/// With [`Budget::Time`] it does not play the same again: what it sees depends on the machine and on what
/// else runs there. Its name says so by its `time=`. With [`Budget::Nodes`] it does on one processor path
/// (`--path`), not from path to path, which count their nodes differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TesterSpec {
    /// Its evaluation.
    pub eval: Evaluation,
    /// Depth, weights and endings. The depth is [`NO_LIMIT`] when there is a budget instead.
    pub search: SearchSpec,
    /// What it may spend on a move.
    pub budget: Budget,
    /// Whether it gives up what hardly matters, as [`Deepening::selective`] says; with the learned evaluation alone.
    pub selective: bool,
}

impl TesterSpec {
    /// The tester of §5.1.
    pub const THESIS: Self = Self {
        eval: Evaluation::Thesis,
        search: SearchSpec::TESTER,
        budget: Budget::Unlimited,
        selective: false,
    };

    /// `master`, for those whom "Reversi in C#" no longer holds: about a tenth of a second a move.
    pub const MASTER: Self = Self {
        eval: Evaluation::Learned,
        search: SearchSpec {
            depth: NO_LIMIT,
            exhaustive: 18,
            ..SearchSpec::TESTER
        },
        budget: Budget::Nodes(2_000_000),
        selective: true,
    };

    /// How it judges, when that is by five weights at a fixed depth, which is what levels and hints
    /// are made of.
    pub fn plain(&self) -> Option<SearchSpec> {
        (self.eval == Evaluation::Thesis && self.budget == Budget::Unlimited).then_some(self.search)
    }

    /// As [`SearchSpec::measures_as_the_preset`]; never with another evaluation or a budget.
    pub fn measures_as_the_preset(&self) -> bool {
        self.plain()
            .is_some_and(|search| search.measures_as_the_preset())
    }

    pub(super) fn settings(&mut self, list: &mut SettingList<'_>) {
        list.add("eval", &mut self.eval, &EVALUATIONS);
        let is_learned = self.eval == Evaluation::Learned;
        let search = &mut self.search;
        let depth = list.add("depth", &mut search.depth, &DEPTH);
        if self.budget != Budget::Unlimited {
            depth.always();
            depth.hidden_if(search.depth == NO_LIMIT);
        }
        budget(list, &mut self.budget, 100_000_000_000);
        if (list.has("time") || list.has("nodes")) && !list.has("depth") {
            search.depth = NO_LIMIT;
        }
        weights(list, &mut search.weights, THESIS, |weight| {
            weight.hidden_if(is_learned)
        });
        list.add("exhaustive", &mut search.exhaustive, &EXHAUSTIVE);
        weights(list, &mut search.weights, STYLE, |weight| {
            weight.quiet();
            weight.hidden_if(is_learned);
        });
        list.add("selective", &mut self.selective, &FLAG).quiet();
        if self.selective && !is_learned {
            let problem = "selective=true goes with eval=learned alone: say so, or leave it out";
            list.conflict("selective", problem.to_owned());
        }
        if is_learned {
            for feature in &FEATURES {
                list.refuse(feature.name, "eval=learned");
            }
        }
    }

    /// The search it describes, to be asked at [`SearchSpec::depth`].
    pub fn search(&self) -> Box<dyn Search<Position>> {
        let SearchSpec {
            depth,
            weights,
            exhaustive,
            natural: _,
        } = self.search;
        match self.eval {
            // So few plies are sooner looked at in one go.
            Evaluation::Thesis if self.plain().is_some() && depth <= SHALLOW => {
                Box::new(self.search.search())
            }
            Evaluation::Thesis => Box::new(
                Deepening::new(weights)
                    .exhaustive(exhaustive)
                    .budget(self.budget),
            ),
            Evaluation::Learned => Box::new(
                Deepening::new(Learned::embedded())
                    .exhaustive(exhaustive)
                    .budget(self.budget)
                    .selective(self.selective),
            ),
        }
    }

    pub(super) fn player(&self) -> BestMove<Box<dyn Search<Position>>> {
        let knowledge = if self.selective {
            Knowledge::Best
        } else {
            Knowledge::Every
        };
        BestMove::new(self.search(), self.search.depth, knowledge)
    }
}

/// The tester of five weights at a fixed depth.
impl From<SearchSpec> for TesterSpec {
    fn from(search: SearchSpec) -> Self {
        Self {
            search,
            ..Self::THESIS
        }
    }
}

/// A k-best.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KBestSpec {
    /// Moves it considers, at least 1.
    pub k: u32,
    /// Standard deviation of the noise, in units of its evaluation; 0 or more.
    pub sigma: f64,
    /// How it judges moves; [`SearchSpec::AGENT`] by default.
    pub search: SearchSpec,
}

impl KBestSpec {
    pub(super) const PRESET: Self = Self {
        k: 1,
        sigma: 0.0,
        search: SearchSpec::AGENT,
    };

    pub(super) fn settings(&mut self, list: &mut SettingList<'_>) {
        let search = &mut self.search;
        list.add("k", &mut self.k, &Whole(1..=64))
            .required("how many of the best moves it considers");
        list.add("sigma", &mut self.sigma, &Real(0.0..=MAX_NUMBER))
            .required("the standard deviation of its noise");
        list.add("depth", &mut search.depth, &DEPTH);
        weights(list, &mut search.weights, THESIS, |_| {});
        list.add("exhaustive", &mut search.exhaustive, &EXHAUSTIVE);
        weights(list, &mut search.weights, STYLE, |weight| weight.quiet());
    }

    pub(super) fn player(&self) -> KBest<OthelloSearch> {
        let settings = Settings {
            depth: self.search.depth,
            k: self.k as usize,
            sigma: self.sigma,
        };
        KBest::new(self.search.search(), settings)
    }
}

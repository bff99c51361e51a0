//! The players of Blokus Duo by name: `random`, `biggest`, `mc:playouts=100`, `uct:playouts=1000,c=0.7`,
//! `toqn:nodes=77000`; those by which strength is measured and met, as at Othello: `tester`,
//! `agent:d=5000`, `kbest:k=12,sigma=1000`, `rival:score=1000,corners=300`; and those of a [`Level`].

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::blokus_level::Level;
use super::blokus_weights::{BlokusWeights, BuiltInOrFile};
use super::budget;
use super::engine::EngineSpec;
use super::othello::{MeanLoss, Target};
use koteki_engine::eval::blokus::Evaluation;
use koteki_engine::eval::blokus::linear::rate;
use koteki_engine::eval::blokus::style::{STYLE, STYLE_COUNT, STYLE_MAX, styled, tilted};
use koteki_engine::player::Player;
use koteki_engine::player::agent::{self, Agent, TO_THE_END, Ties};
use koteki_engine::player::best::{BestMove, Knowledge};
use koteki_engine::player::biggest::Biggest;
use koteki_engine::player::k_best::{self, KBest};
use koteki_engine::player::monte_carlo::MonteCarlo;
use koteki_engine::player::random::Random;
use koteki_engine::player::toqn::Toqn;
use koteki_engine::player::uct::MostVisited;
use koteki_engine::search::blokus::BlokusSearch;
use koteki_engine::search::budget::Budget;
use koteki_engine::search::uct::{Effort, Uct};
use koteki_engine::wire::error;
use koteki_games::blokus::Position;
use koteki_games::spec::{Named, Real, SettingList, Spec, SpecError, Whole, Words, player};

/// A player of Blokus Duo with all its settings. [`Display`](fmt::Display) writes every one of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BlokusSpec {
    /// `random`: any legal move.
    Random,
    /// `biggest`: any of the largest pieces.
    Biggest,
    /// `mc`: the Monte Carlo player of Osaki et al. 2009; 100 playouts a move unless it says otherwise.
    MonteCarlo {
        /// Random games after every move.
        playouts: u32,
    },
    /// `uct`: random games where they help most; 1000 unless it says otherwise.
    Uct {
        /// Random games before a move.
        playouts: u32,
        /// *c*, the weight of exploration.
        exploration: f64,
    },
    /// `tester`: the best move by the learned winning rate, every move's value exact.
    Tester {
        /// Plies it looks ahead.
        depth: u32,
    },
    /// `agent`: gives away D a move on average, in the tester's eyes.
    Agent {
        /// D, in units of the evaluation.
        target: Target,
        /// Plies it looks ahead.
        depth: u32,
        /// How far from D · T the sum of its losses may be when several moves will do; 0 for the nearest.
        vary: f64,
    },
    /// `kbest`: the best of k moves under noise, in the tester's eyes.
    KBest {
        /// k.
        k: u32,
        /// σ, in units of the evaluation.
        sigma: f64,
        /// Plies it looks ahead.
        depth: u32,
    },
    /// `rival`: the best move by four weights of its own.
    Rival {
        /// In the order of [`STYLE`].
        weights: [i32; STYLE_COUNT],
        /// Plies it looks ahead.
        depth: u32,
        /// Whether the weights are on top of the best that were learned.
        learned: bool,
    },
    /// `toqn`: looks ahead with a learned winning rate, as in Osaki et al. 2009; 77,000 nodes a move, the
    /// paper's second, unless it says otherwise.
    Toqn {
        /// What it counts.
        weights: BlokusWeights,
        /// How far it looks. With [`Budget::Time`] it does not play the same again.
        budget: Budget,
        /// Whether it looks where it is most promising, and not at everything equally far.
        best_first: bool,
        /// How much less than the best an opening move may be worth, a ply ahead, in units of the evaluation.
        vary: i32,
    },
    /// `engine`: another program, behind GTP with the commands of Pentobi's.
    Engine(EngineSpec),
}

/// Most plies that a name may ask for: the third takes minutes already.
const MAX_DEPTH: u32 = 3;
const DEPTH: Whole<u32> = Whole(1..=MAX_DEPTH);
const SEARCH: Words<bool> = Words(&[("all", false), ("best-first", true)]);
const LEARNED: Words<bool> = Words(&[("yes", true), ("no", false)]);
const PLAYOUTS: Whole<u32> = Whole(1..=10_000_000);
/// Losses and noise, in units of the evaluation; and the weight of exploration.
const MAX_NUMBER: f64 = 1_000_000.0;
/// By how much the openings of levels vary: about 2 of 100 wins.
const VARY: i32 = 5000;
/// What TOQN looks at in the second that it has in the paper.
const NODES: u64 = 77_000;

impl Spec for BlokusSpec {
    const PLAYERS: &'static [Named<Self>] = &[
        player("random", "plays any legal move", || Self::Random),
        player(
            "biggest",
            "plays one of the largest pieces that fit, anywhere",
            || Self::Biggest,
        ),
        player(
            "mc",
            "plays this many random games after every move, then the move that wins most of them",
            || Self::MonteCarlo { playouts: 100 },
        ),
        player(
            "uct",
            "plays random games in its head, more of them after the better moves",
            || Self::uct(1000),
        ),
        player(
            "toqn",
            "looks ahead with a winning rate learned from random games",
            || Self::Toqn {
                weights: BlokusWeights::Paper,
                budget: Budget::Nodes(NODES),
                best_first: false,
                vary: 0,
            },
        ),
        player(
            "tester",
            "plays the best move by the learned winning rate, and says what every move is worth",
            || Self::Tester { depth: 1 },
        ),
        player(
            "agent",
            "gives away D a move on average, in the tester's eyes: neither more nor less",
            || Self::Agent {
                target: Target::Open,
                depth: 1,
                vary: 0.0,
            },
        ),
        player(
            "kbest",
            "plays the best of k moves after adding noise to each",
            || Self::KBest {
                k: 12,
                sigma: 0.0,
                depth: 1,
            },
        ),
        player(
            "rival",
            "plays the best move by four weights of its own: what evolution breeds",
            || Self::rival(&[], 1),
        ),
        player("novice", "plays any legal move", || Level::Novice.player()),
        player("easy", "plays one of its largest pieces, anywhere", || {
            Level::Easy.player()
        }),
        player("medium", "tries 1,000 random games before a move", || {
            Level::Medium.player()
        }),
        player("hard", "looks a move and its reply ahead", || {
            Level::Hard.player()
        }),
        player(
            "strong",
            "looks several moves ahead where it is most promising",
            || Level::Strong.player(),
        ),
        player(
            "expert",
            "looks at thirty times as many positions as strong",
            || Level::Expert.player(),
        ),
        player(
            "master",
            "looks as strong and expert do, for about a second a move",
            || Level::Master.player(),
        ),
        player(
            "engine",
            "another program, by GTP with the commands of Pentobi's: cmd=\"its command\"",
            || Self::Engine(EngineSpec::PRESET),
        ),
    ];

    fn name(&self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Biggest => "biggest",
            Self::MonteCarlo { .. } => "mc",
            Self::Uct { .. } => "uct",
            Self::Tester { .. } => "tester",
            Self::Agent { .. } => "agent",
            Self::KBest { .. } => "kbest",
            Self::Rival { .. } => "rival",
            Self::Toqn { .. } => "toqn",
            Self::Engine(_) => "engine",
        }
    }

    fn settings(&mut self, list: &mut SettingList<'_>) {
        match self {
            Self::Random | Self::Biggest => {}
            Self::MonteCarlo { playouts } => {
                list.add("playouts", playouts, &PLAYOUTS);
            }
            Self::Uct {
                playouts,
                exploration,
            } => {
                list.add("playouts", playouts, &PLAYOUTS);
                list.add("c", exploration, &Real(0.0..=MAX_NUMBER));
            }
            Self::Tester { depth } => {
                list.add("depth", depth, &DEPTH);
            }
            Self::Agent {
                target,
                depth,
                vary,
            } => {
                list.add("d", target, &MeanLoss(MAX_NUMBER))
                    .required("the mean loss to hold");
                list.add("depth", depth, &DEPTH);
                list.add("vary", vary, &Real(0.0..=MAX_NUMBER)).quiet();
            }
            Self::KBest { k, sigma, depth } => {
                // No position has more moves.
                list.add("k", k, &Whole(1..=2_000));
                list.add("sigma", sigma, &Real(0.0..=MAX_NUMBER));
                list.add("depth", depth, &DEPTH);
            }
            Self::Rival {
                weights,
                depth,
                learned,
            } => {
                for (feature, weight) in STYLE.iter().zip(weights) {
                    list.add(feature.name, weight, &Whole(-STYLE_MAX..=STYLE_MAX));
                }
                list.add("depth", depth, &DEPTH);
                list.add("learned", learned, &LEARNED).quiet();
            }
            Self::Toqn {
                weights,
                budget: it,
                best_first,
                vary,
            } => {
                list.add("weights", weights, &BuiltInOrFile).quiet();
                budget(list, it, 1_000_000_000_000);
                list.add("search", best_first, &SEARCH).quiet();
                list.add("vary", vary, &Whole(0..=1_000_000)).quiet();
            }
            Self::Engine(spec) => spec.settings_by_gtp(list),
        }
    }
}

impl BlokusSpec {
    /// The rate of wins, between 0 and 1, that a value of this player stands for; `None` where its values
    /// stand for none or it has none.
    pub fn rate(&self) -> Option<fn(i32) -> f64> {
        match self {
            Self::MonteCarlo { .. } | Self::Uct { .. } => Some(|value| f64::from(value) / 1000.0),
            Self::Tester { .. } | Self::Agent { .. } | Self::KBest { .. } | Self::Toqn { .. } => {
                Some(rate)
            }
            Self::Random | Self::Biggest | Self::Rival { .. } | Self::Engine(_) => None,
        }
    }

    /// The rival with these weights in the order of [`STYLE`]; missing ones are 0. One that looks further ahead than a
    /// ply has the learned weights under its own.
    pub fn rival(weights: &[i32], depth: u32) -> Self {
        let mut all = [0; STYLE_COUNT];
        for (slot, &weight) in all.iter_mut().zip(weights) {
            *slot = weight.clamp(-STYLE_MAX, STYLE_MAX);
        }
        Self::Rival {
            weights: all,
            depth: depth.clamp(1, MAX_DEPTH),
            learned: depth > 1,
        }
    }

    /// UCT with the weight of exploration that it has by default.
    pub(super) const fn uct(playouts: u32) -> Self {
        Self::Uct {
            playouts,
            exploration: 0.7,
        }
    }

    /// TOQN as a level has it.
    pub(super) const fn toqn(weights: BlokusWeights, nodes: u64, best_first: bool) -> Self {
        Self::Toqn {
            weights,
            budget: Budget::Nodes(nodes),
            best_first,
            vary: VARY,
        }
    }

    /// Whether its target is left to the breeding.
    pub fn is_open(self) -> bool {
        matches!(
            self,
            Self::Agent {
                target: Target::Open,
                ..
            }
        )
    }

    /// The same with D for an open target.
    pub fn holding(mut self, d: f64) -> Self {
        if let Self::Agent { target, .. } = &mut self
            && *target == Target::Open
        {
            *target = Target::Fixed(d);
        }
        self
    }

    /// The same, named by the person: if it is another program, that may be started.
    pub fn named_by_person(self) -> Self {
        match self {
            Self::Engine(engine) => Self::Engine(engine.named_by_person()),
            other => other,
        }
    }

    /// Whether it can play: another program only when it was not named by a file.
    ///
    /// # Errors
    /// When it cannot.
    pub fn may_start(&self) -> Result<(), Box<error::EngineError>> {
        match self {
            Self::Engine(engine) => engine.may_start(),
            _ => Ok(()),
        }
    }

    /// The player that goes by this name.
    pub fn build(self) -> Box<dyn Player<Position>> {
        match self {
            Self::Random => Box::new(Random),
            Self::Biggest => Box::new(Biggest),
            Self::MonteCarlo { playouts } => Box::new(MonteCarlo { playouts }),
            Self::Uct {
                playouts,
                exploration,
            } => Box::new(MostVisited::new(Uct {
                effort: Effort::Playouts(playouts),
                exploration,
                prior: None,
            })),
            Self::Tester { depth } => Box::new(BestMove::new(eyes(), depth, Knowledge::Every)),
            Self::Agent {
                target,
                depth,
                vary,
            } => {
                let settings = agent::Settings {
                    // Who asks for nothing gets the strongest.
                    target: match target {
                        Target::Fixed(d) => d,
                        Target::Open => 0.0,
                    },
                    depth,
                    until: TO_THE_END,
                    ties: Ties::Random,
                };
                Box::new(Agent::new(eyes(), settings).varying(vary))
            }
            Self::KBest { k, sigma, depth } => {
                let settings = k_best::Settings {
                    depth,
                    k: k as usize,
                    sigma,
                };
                Box::new(KBest::new(eyes(), settings))
            }
            Self::Rival {
                weights,
                depth,
                learned,
            } => {
                let evaluation = if learned { tilted } else { styled };
                let search = BlokusSearch(evaluation(&weights));
                Box::new(BestMove::new(search, depth, Knowledge::Best))
            }
            Self::Toqn {
                weights,
                budget,
                best_first,
                vary,
            } => {
                let toqn = Toqn::new(weights.evaluation(), budget);
                Box::new(toqn.best_first(best_first).varying(vary))
            }
            Self::Engine(spec) => Box::new(spec.by_gtp::<Position>()),
        }
    }
}

/// What testers, agents and k-best judge moves by: a winning rate learned as in the paper.
pub fn eyes() -> BlokusSearch<Arc<Evaluation>> {
    BlokusSearch(Arc::clone(Evaluation::tester()))
}

/// Every setting; of those of `vary` and `weights` that are not the usual ones.
impl fmt::Display for BlokusSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(true))
    }
}

impl FromStr for BlokusSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        Self::read(text)
    }
}

//! The agent, which holds a mean loss.

use std::sync::Arc;

use super::search::{DEPTH, EXHAUSTIVE, MAX_NUMBER, STYLE, SearchSpec, THESIS, weights};
use super::with_natural_rule;
use crate::measure::equal::{RUNGS, Rung};
use koteki_engine::eval::DECIDED;
use koteki_engine::player::Player;
use koteki_engine::player::agent::readjust::{Mode, Readjust, Sight, Whose};
use koteki_engine::player::agent::{Agent, Settings, TO_THE_END, Ties};
use koteki_games::othello::Position;
use koteki_games::spec::{Real, SettingList, Takes, Whole, Words, missing};

/// The mean loss that an agent holds, in units of the agent's own evaluation at its own depth: a D
/// that the preset tester measured means something else to an agent with other weights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Target {
    /// This D, 0 or more.
    Fixed(f64),
    /// `target`: whatever D the breeding is at; see [`PlayerSpec::with_target`](super::PlayerSpec::with_target).
    Open,
}

/// A [`Target`] of at most so much.
pub struct MeanLoss(pub f64);

impl Takes<Target> for MeanLoss {
    fn read(&self, text: &str) -> Result<Target, String> {
        if text == "target" {
            return Ok(Target::Open);
        }
        let d = Real(0.0..=self.0).read(text);
        d.map(Target::Fixed).map_err(|_| self.expected())
    }

    fn write(&self, target: &Target) -> String {
        match target {
            Target::Fixed(d) => d.to_string(),
            Target::Open => "target".to_owned(),
        }
    }

    fn expected(&self) -> String {
        let number = Real(0.0..=self.0).expected();
        format!("{number}, or target where the breeding gives it")
    }
}

/// An agent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AgentSpec {
    /// What it holds.
    pub target: Target,
    /// How it judges moves; [`SearchSpec::AGENT`] by default.
    pub search: SearchSpec,
    /// Last ply at which it holds D; it plays its best afterwards. To the end by default.
    pub until: usize,
    /// What it does about moves that bring it equally near.
    pub ties: Ties,
    /// How far beside the target the sum of its losses may be for the sake of other games; 0 by default.
    pub vary: f64,
    /// How its target changes as the game goes; not at all by default.
    pub readjust: Readjust,
}

impl AgentSpec {
    /// The agent of `rung` that holds `d`: such agents are what [`equal`](crate::measure::equal) and the ladder of levels
    /// were measured with.
    pub const fn of_rung(rung: &Rung, d: f64) -> Self {
        Self {
            target: Target::Fixed(d),
            search: SearchSpec::of_rung(rung),
            ..Self::THESIS
        }
    }
}

impl SearchSpec {
    /// How agents of `rung` see.
    pub const fn of_rung(rung: &Rung) -> Self {
        Self {
            depth: rung.depth,
            ..Self::AGENT
        }
    }

    /// The rung whose agents see so; `None` where even points were not measured with such.
    pub fn rung(&self) -> Option<&'static Rung> {
        RUNGS.iter().find(|rung| Self::of_rung(rung) == *self)
    }
}

const TIES: Words<Ties> = Words(&[("random", Ties::Random), ("first", Ties::First)]);
const MODES: Words<Mode> = Words(&[
    ("never", Mode::Never),
    ("each", Mode::Each),
    ("once", Mode::Once),
    ("sum", Mode::Sum),
]);
const SIGHTS: Words<Sight> = Words(&[("searched", Sight::Searched), ("static", Sight::Static)]);
const SIDES: Words<Whose> = Words(&[("own", Whose::Own), ("other", Whose::Other)]);

impl AgentSpec {
    /// The agent of the thesis (Ueda 2012, §5.4).
    pub const THESIS: Self = Self {
        target: Target::Open,
        search: SearchSpec::AGENT,
        until: TO_THE_END,
        ties: Ties::Random,
        vary: 0.0,
        readjust: Readjust::THESIS,
    };

    pub(super) fn settings(&mut self, list: &mut SettingList<'_>) {
        let search = &mut self.search;
        list.add("d", &mut self.target, &MeanLoss(100_000.0))
            .required("the mean loss to hold");
        list.add("depth", &mut search.depth, &DEPTH);
        weights(list, &mut search.weights, THESIS, |_| {});
        list.add("exhaustive", &mut search.exhaustive, &EXHAUSTIVE);
        list.add("until", &mut self.until, &Whole(0..=TO_THE_END));
        list.add("ties", &mut self.ties, &TIES);
        weights(list, &mut search.weights, STYLE, |weight| weight.quiet());
        list.add("vary", &mut self.vary, &Real(0.0..=MAX_NUMBER))
            .quiet();
        readjusting(&mut self.readjust, list);
        if self.vary > 0.0 && self.ties == Ties::First {
            list.refuse("ties", "vary");
        }
    }

    /// The agent; one that waits for a target holds 0.
    pub(in crate::roster) fn player(&self) -> Box<dyn Player<Position>> {
        let settings = Settings {
            target: match self.target {
                Target::Fixed(d) => d,
                Target::Open => 0.0,
            },
            depth: self.search.depth,
            until: self.until,
            ties: self.ties,
        };
        let mut agent = Agent::new(self.search.search(), settings).varying(self.vary);
        if self.readjust.mode != Mode::Never {
            agent = agent.readjusting(self.readjust, Arc::new(self.search.weights));
        }
        with_natural_rule(agent, self.search.natural)
    }
}

/// Lists how a target changes.
fn readjusting(rule: &mut Readjust, list: &mut SettingList<'_>) {
    let value = Whole(1 - DECIDED..=DECIDED - 1);
    let mode = list.add("readjust", &mut rule.mode, &MODES);
    let never = rule.mode == Mode::Never;
    mode.always();
    mode.hidden_if(never);
    list.add("turn", &mut rule.turn, &Whole(1..=60))
        .hidden_if(never);
    list.add("sees", &mut rule.sight, &SIGHTS).hidden_if(never);
    list.add("side", &mut rule.whose, &SIDES).hidden_if(never);
    list.add("above", &mut rule.above, &value).hidden_if(never);
    list.add("below", &mut rule.below, &value).hidden_if(never);
    list.add("step", &mut rule.step, &Real(0.0..=MAX_NUMBER))
        .hidden_if(never);
    for key in ["turn", "sees", "side", "above", "below", "step"] {
        if never && list.has("readjust") {
            list.refuse(key, "readjust=never");
        } else if never && list.has(key) {
            let expected = format!("each, once or sum; {key} says nothing without it");
            list.conflict(key, missing("agent", "readjust", &expected));
        }
    }
    let Readjust { above, below, .. } = *rule;
    if above <= below {
        let key = if list.has("above") { "above" } else { "below" };
        let problem = format!("above must be more than below, and they are {above} and {below}");
        list.conflict(key, problem);
    }
}

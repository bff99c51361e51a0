//! The agent of the rival thesis: holds a mean loss D (Ueda 2012, §5.4).
//!
//! At its T-th own move, with M the sum of what its earlier moves gave away, it plays the move *a*
//! whose mean `D_a = (M + v(a*) − v(a)) / T` is nearest to the target D. It gives away what a player
//! of that strength gives away, no more and no less, good and bad moves in balance.
//!
//! M is computed from the line of the game with the agent's own search, so the agent holds no state
//! and may take up any game at any point; what it has searched before it remembers (module `past`).
//!
//! Where the thesis is silent:
//!
//! - **T** counts own placements after the [opening](GameLine::opening), forced ones included (they
//!   lose 0, as for the tester); passes are no moves. It is what has been played, not 20, so passes
//!   need no correction.
//! - **After its 20th move** (ply 40), where the thesis stops measuring, it goes on holding D unless
//!   [`Settings::until`] says otherwise: a player whose strength changes near the end was felt to be unnatural (ch.
//!   7). What either makes of the thesis' tables is in the experiment `ueda-5-readings`.
//! - **Equally near** moves are equally likely: [`Settings::ties`].
//! - **Decided positions**: a loss between a won and an open game (10⁷) is not in the unit of D, and
//!   one of them would leave M beyond repair, so that a single missed win would end the balancing. An
//!   own earlier move with a decided value on either side is therefore left out of M and of T. Where
//!   the best move leads to a decided game, D means nothing and the agent plays that best move: it
//!   takes a win it sees, by the most discs, and resists to the last in a loss. Elsewhere the rule
//!   itself never walks into a seen loss for the sake of D, because no target is near 10⁷.
//! - **Rules that forbid moves** narrow what may be played; v(a*) stays the best of all legal moves,
//!   as the tester would judge it.
//!
//! Two things more than the thesis' agent, off by default:
//!
//! - **Not deterministic** ([`Agent::varying`]): the thesis' ch. 8 calls the agent's moves fixed and
//!   wishes for others. With a width w it plays, all equally likely, any move after which the sum of
//!   losses is within w of D · T. Openings have no such moves, because nothing there gives D away, so its
//!   first ten moves may also fall short by up to w more than the nearest does. What one move gives
//!   away too much or too little is in M and so made up for by the next: once D · T is reached, the
//!   mean is off by no more than w / T. The games differ, D stays.
//! - **Readjustment** ([`Agent::readjusting`], §5.5): another target as the game goes; see [`readjust`].

mod past;
pub mod readjust;

use std::fmt;
use std::sync::Arc;

use past::Past;
use readjust::{Readjust, Sight};

use super::best::{Knowledge, candidates, play_best};
use super::{Choice, Context, Player, PlayerError};
use crate::eval::{Evaluator, is_decided};
use crate::search::budget::CancelledError;
use crate::search::root::{RootValues, Search};
use koteki_games::{Game, GameLine};

/// The last ply (1 = the first move of the game, passes counted) at which losses count: ply 40, the
/// 20th move of each side (§5.2).
pub const MEASURED_PLIES: usize = 40;

/// More plies than any game of Othello has, passes counted: for [`Settings::until`].
pub const TO_THE_END: usize = 120;

/// How one of several equally near moves is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Ties {
    /// All equally likely.
    #[default]
    Random,
    /// The first in canonical move order: the agent is then deterministic while it holds D.
    First,
}

/// What an agent holds, and how.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// D, the mean loss a move, in units of the agent's evaluation; 0 or more.
    pub target: f64,
    /// Plies it looks ahead, at least 1.
    pub depth: u32,
    /// The last ply (1 = the first move of the game) at which it holds D; later it plays the best
    /// move. [`TO_THE_END`]: always.
    pub until: usize,
    /// What it does about equally near moves.
    pub ties: Ties,
}

/// Holds a mean loss.
#[derive(Debug)]
pub struct Agent<G: Game, S> {
    search: S,
    settings: Settings,
    width: f64,
    readjusting: Option<Readjusting<G>>,
    past: Past<G>,
}

/// A rule and what its static values come from.
struct Readjusting<G> {
    rule: Readjust,
    evaluator: Arc<dyn Evaluator<G>>,
}

impl<G> fmt::Debug for Readjusting<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rule.fmt(f)
    }
}

impl<G: Game, S> Agent<G, S> {
    /// An agent that judges moves, its own earlier ones and those to choose from, with `search`.
    pub const fn new(search: S, settings: Settings) -> Self {
        Self {
            search,
            settings,
            width: 0.0,
            readjusting: None,
            past: Past::new(),
        }
    }

    /// The same, playing any move that leaves the sum of losses within `width` (0 or more, in units of
    /// its evaluation) of the target; [`Settings::ties`] then says nothing.
    pub fn varying(self, width: f64) -> Self {
        Self { width, ..self }
    }

    /// The same, changing its target by `rule` as the game goes. `evaluator` gives the static values that
    /// a rule with [`Sight::Static`] asks for; it should be that of the search.
    pub fn readjusting(self, rule: Readjust, evaluator: Arc<dyn Evaluator<G>>) -> Self {
        let readjusting = Some(Readjusting { rule, evaluator });
        Self {
            readjusting,
            ..self
        }
    }
}

impl<G: Game> Readjusting<G> {
    /// s in `position`, which has `values`, for its side to move.
    fn seen(&self, position: &G, values: &RootValues<G>) -> i32 {
        match self.rule.sight {
            Sight::Searched => values.best().unwrap_or_default(),
            Sight::Static => self.evaluator.evaluate(position, position.side_to_move()),
        }
    }
}

/// What the own moves so far gave away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Given {
    /// M, the sum of losses.
    sum: i64,
    /// The number of moves summed.
    moves: u32,
}

impl Given {
    /// Adds a move that was played in a position with these values, unless it is decided.
    fn add<G: Game>(&mut self, values: &RootValues<G>, mv: G::Move) {
        if let (Some(best), Some(value)) = (values.best(), values.value_of(mv))
            && !is_decided(best)
            && !is_decided(value)
        {
            self.sum += i64::from(best - value);
            self.moves += 1;
        }
    }

    /// (D_a − D) · T for a move that gives `loss` away: T is the same for every move, so the order of
    /// sizes is that of |D_a − D|, without a division.
    fn excess(self, loss: i64, target: f64) -> f64 {
        let sum = (self.sum + loss) as f64;
        sum - target * f64::from(self.moves + 1)
    }
}

/// The first moves, in which an agent that varies may fall short of its target: half of those measured.
const FREE: u32 = 10;

/// Distances that differ by no more are equal: D has decimals, sums of losses have none.
const SAME: f64 = 1e-6;

impl<G: Game, S: Search<G>> Player<G> for Agent<G, S> {
    /// While it holds D the candidates are all allowed moves; later the equal best ones, or none when
    /// there is no choice; none for a pass.
    fn choose(
        &self,
        line: &GameLine<G>,
        allowed: &[G::Move],
        context: &mut Context<'_>,
    ) -> Result<Choice<G>, PlayerError> {
        if let &[mv] = allowed
            && G::is_pass(mv)
        {
            return Ok(Choice {
                mv,
                candidates: Vec::new(),
                nodes: 0,
            });
        }
        let Settings {
            target,
            depth,
            until,
            ties,
        } = self.settings;
        if line.ply() >= until {
            let position = line.position();
            return play_best(
                &self.search,
                depth,
                Knowledge::Best,
                position,
                allowed,
                context,
            );
        }
        let mut thread = self.past.take(line);
        let mut nodes = 0;
        let mut given = Given::default();
        let mut seen = Vec::new();
        for ply in line.opening()..line.ply() {
            let (position, mv) = (&line.positions()[ply], line.moves()[ply]);
            if position.side_to_move() == line.position().side_to_move() && !G::is_pass(mv) {
                let values = thread.values(ply, || {
                    let values = self.search.root_values(position, depth, context.cancel)?;
                    nodes += values.nodes;
                    Ok::<_, CancelledError>(values)
                })?;
                given.add(values, mv);
                if let Some(readjusting) = &self.readjusting {
                    seen.push(readjusting.seen(position, values));
                }
            }
        }
        let values = thread.values(line.ply(), || {
            let values = self
                .search
                .root_values(line.position(), depth, context.cancel)?;
            nodes += values.nodes;
            Ok::<_, CancelledError>(values)
        })?;
        let target = self.readjusting.as_ref().map_or(target, |readjusting| {
            seen.push(readjusting.seen(line.position(), values));
            readjusting.rule.target(target, &seen)
        });
        let decided = values.best().is_some_and(is_decided);
        let width = if decided { 0.0 } else { self.width };
        let short = if given.moves < FREE { width } else { 0.0 };
        let excess = |loss| {
            if decided {
                loss as f64
            } else {
                given.excess(loss, target)
            }
        };
        let mut choice = play_nearest(values, allowed, (ties, width, short), excess, context);
        choice.nodes = nodes;
        self.past.put(line, thread);
        Ok(choice)
    }
}

/// Plays an allowed move whose loss makes an `excess` of the least size; with a width also one of a size
/// within it, or that falls short by no more than `short` beyond the least.
fn play_nearest<G: Game>(
    values: &RootValues<G>,
    allowed: &[G::Move],
    (ties, width, short): (Ties, f64, f64),
    excess: impl Fn(i64) -> f64,
    context: &mut Context<'_>,
) -> Choice<G> {
    let best = values.best().unwrap_or_default();
    let candidates = candidates(values, |mv, _| allowed.contains(&mv));
    let excesses: Vec<f64> = candidates
        .iter()
        .map(|candidate| excess(i64::from(best) - i64::from(candidate.value)))
        .collect();
    let least = excesses
        .iter()
        .map(|it| it.abs())
        .fold(f64::INFINITY, f64::min);
    let fits = |excess: f64| {
        let beyond = if excess < 0.0 { short } else { 0.0 };
        let most = (least + beyond).max(width);
        excess.abs() <= most + SAME
    };
    let nearest: Vec<G::Move> = candidates
        .iter()
        .zip(&excesses)
        .filter(|&(_, &excess)| fits(excess))
        .map(|(candidate, _)| candidate.mv)
        .collect();
    let index = match ties {
        Ties::First if width <= 0.0 => 0,
        Ties::Random | Ties::First => context.random.below(nearest.len()),
    };
    Choice {
        mv: nearest.get(index).copied().unwrap_or(allowed[0]),
        candidates,
        nodes: values.nodes,
    }
}

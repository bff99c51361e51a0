//! How a finished game was played, side by side with how it ended.

use crate::game::othello::Position;
use crate::game::{Game as _, GameLine, Outcome, Side};
use crate::measure::level::{Beyond, Estimate, Ladder};
use crate::measure::loss::LossSheet;
use crate::session::analysis::Analysis;
use crate::text::strength;

/// The level one game shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    /// Mean loss D over the moves counted, in the tester's points: lower is stronger.
    pub mean_loss: f64,
    /// 95 % interval of D from this game's moves alone; narrower than the truth for a player whose
    /// losses are rare and large.
    pub interval: (f64, f64),
    /// Mean rank of the moves played, 1 = always the best.
    pub mean_rank: f64,
    /// Moves counted: the player's own up to ply 40, decided positions left out.
    pub moves: usize,
    /// "about Intermediate".
    pub words: String,
}

/// What one side did.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedBy {
    /// Which side.
    pub side: Side,
    /// Who: a person's name, or a player of the roster.
    pub name: String,
    /// Every measured move; `None` when there was none to measure.
    pub sheet: LossSheet,
    /// The level; `None` with too few moves.
    pub level: Option<Level>,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameReport {
    /// How it ended, discs as they lie.
    pub outcome: Outcome,
    /// Whether it counts toward the person's level: no help was used and the person played all of it.
    pub measured: bool,
    /// The people who played, by side; `None` for a machine's side.
    pub played: [Option<PlayedBy>; 2],
}

/// Measures `side`'s moves in `line`; `analyses[i]` is what the tester saw before move `i`.
#[must_use]
pub fn measure(
    line: &GameLine<Position>,
    analyses: &[Option<std::sync::Arc<Analysis>>],
    side: Side,
    name: String,
) -> PlayedBy {
    let mut sheet = LossSheet::default();
    for (index, (position, mv)) in line.steps().enumerate() {
        if position.side_to_move() != side {
            continue;
        }
        if let Some(analysis) = analyses.get(index).and_then(Option::as_ref) {
            sheet.push(index + 1, &analysis.values, mv);
        }
    }
    let level = level(&sheet);
    PlayedBy {
        side,
        name,
        sheet,
        level,
    }
}

/// The level that `sheet` shows; `None` with too few moves for an interval.
#[must_use]
pub fn level(sheet: &LossSheet) -> Option<Level> {
    let estimate = Estimate::of(&sheet.losses())?;
    let interval = estimate.interval?;
    let figures = sheet.summary().open?;
    Some(Level {
        mean_loss: estimate.d,
        interval: (interval.low, interval.high),
        mean_rank: figures.mean_rank,
        moves: estimate.moves,
        words: words(&estimate),
    })
}

/// Where `estimate` stands on the ladder of known players, in words.
fn words(estimate: &Estimate) -> String {
    let ladder = Ladder::measured();
    let name = |index: usize| {
        ladder
            .rung
            .get(index)
            .map_or("", |rung| rung.player.as_str())
    };
    let Some(placement) = ladder.place(estimate) else {
        return String::new();
    };
    match placement.beyond {
        Beyond::Stronger => strength::stronger_than(name(0)),
        Beyond::Weaker => strength::weaker_than(name(ladder.rung.len().saturating_sub(1))),
        Beyond::No => strength::about(
            name(placement.nearest),
            name(placement.strongest),
            name(placement.weakest),
        ),
    }
}

//! How a finished game was played, side by side with how it ended.

use crate::Standing;
use crate::analysis::Analysis;
use koteki_games::othello::Position;
use koteki_games::{Game as _, GameLine, Outcome, Side};
use koteki_rivals::measure::equal::Equal;
use koteki_rivals::measure::level::{Estimate, describe};
use koteki_rivals::measure::loss::LossSheet;
use koteki_rivals::measure::loss::MEASURED_PLIES;
use koteki_rivals::measure::strength::Decision;
use koteki_rivals::roster::SearchSpec;

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
    /// "about Intermediate"; empty when another tester than the preset one judged, whose points are
    /// not those of the known players.
    pub words: String,
}

/// What one side did.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedBy {
    /// Which side.
    pub side: Side,
    /// Who: a person's name, or a player of the roster.
    pub name: String,
    /// Every measured move.
    pub sheet: LossSheet,
    /// The level; `None` with too few moves.
    pub level: Option<Level>,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameReport {
    /// How it ended, discs as they lie.
    pub outcome: Outcome,
    /// Whether it counts toward the person's level: one person played all of it against a machine,
    /// and no help was used.
    pub measured: bool,
    /// The people who played, by side; `None` for a machine's side.
    pub played: [Option<PlayedBy>; 2],
    /// How strong the person is, from this and all earlier measured games; `None` when the game does
    /// not count, or another tester than the preset one judged.
    pub standing: Option<Standing>,
    /// What rivals are bred toward after it; `None` when the breeding goes on as it was.
    pub target: Option<Target>,
}

/// What the breeding is to hold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// The person's D in the tester's eyes: the estimate from all measured games, or that of the last
    /// game alone where there is no such estimate.
    pub measured: f64,
    /// What the agent is to hold: the D of the person's equal, or the same D in its own eyes.
    pub held: f64,
    /// How many plies those eyes look ahead.
    pub depth: u32,
    /// The person's equal, when `held` is what that holds.
    pub equal: Option<Equal>,
}

/// Measures `side`'s moves in `line` after its opening; `analyses[i]` is what `tester` saw before move
/// `i`.
pub fn measure(
    line: &GameLine<Position>,
    analyses: &[Option<std::sync::Arc<Analysis>>],
    side: Side,
    name: String,
    tester: &SearchSpec,
) -> PlayedBy {
    let mut sheet = LossSheet::default();
    for (index, (position, mv)) in line.steps().enumerate().skip(line.opening()) {
        if position.side_to_move() != side {
            continue;
        }
        if let Some(analysis) = analyses.get(index).and_then(Option::as_ref) {
            sheet.push(index + 1, &analysis.values, mv);
        }
    }
    let level = level(&sheet, tester);
    PlayedBy {
        side,
        name,
        sheet,
        level,
    }
}

/// The level that `sheet`, judged by `tester`, shows; `None` with too few moves for an interval.
pub fn level(sheet: &LossSheet, tester: &SearchSpec) -> Option<Level> {
    let estimate = Estimate::of(&sheet.losses())?;
    let interval = estimate.interval?;
    let figures = sheet.summary().open?;
    Some(Level {
        mean_loss: estimate.d,
        interval: (interval.low, interval.high),
        mean_rank: figures.mean_rank,
        moves: estimate.moves,
        words: if tester.measures_as_the_preset() {
            describe(&estimate)
        } else {
            String::new()
        },
    })
}

/// The D that an agent which sees with `eyes` has to hold to be as strong as a person of this standing: by
/// [`measure::equal`](koteki_rivals::measure::equal), where even points were measured with such eyes; the person's own D, where
/// they see as the preset tester does; `None` where nothing says.
pub fn held(eyes: &SearchSpec, standing: &Standing) -> Option<f64> {
    if let Some(rung) = eyes.rung() {
        Some(rung.held(standing.equal.d))
    } else if eyes.measures_as_the_preset() {
        Some(standing.strength.d)
    } else {
        None
    }
}

/// What `side` chose in `line` up to ply 40, from what the tester saw before each move.
pub fn decisions(
    line: &GameLine<Position>,
    analyses: &[Option<std::sync::Arc<Analysis>>],
    side: Side,
) -> Vec<Decision> {
    line.steps()
        .zip(analyses)
        .enumerate()
        .take(MEASURED_PLIES)
        .skip(line.opening())
        .filter(|(_, ((position, _), _))| position.side_to_move() == side)
        .filter_map(|(_, ((_, mv), seen))| Decision::of(&seen.as_ref()?.values, mv))
        .collect()
}

//! From the games that measure a person to what the agent has to hold.

use super::Measure;
use crate::game::othello::Position;
use crate::game::{GameLine, Side};
use crate::measure::level::Estimate as Level;
use crate::measure::loss::LossSheet;
use crate::measure::strength::{Belief, Decision};
use crate::record::study::{Estimate, GameLoss};
use crate::roster::SearchSpec;
use crate::search::budget::{Cancel, Cancelled};
use crate::session::report::held;

/// How a person is measured.
#[derive(Clone, Copy, Debug)]
pub struct Yardstick {
    /// Who judges their moves.
    pub tester: SearchSpec,
    /// How the agent sees that is to hold their D; `None` when the opponent of the breeding holds none.
    pub eyes: Option<SearchSpec>,
    /// What the target is taken from.
    pub by: Measure,
    /// The target where no move of theirs counts.
    pub preset: f64,
}

/// Measures the person's side of each of `games`.
///
/// # Errors
/// When `cancel` is raised first.
pub fn measure(
    games: &[(GameLine<Position>, Side)],
    yardstick: &Yardstick,
    cancel: &Cancel,
) -> Result<Estimate, Cancelled> {
    let Yardstick {
        tester,
        eyes,
        by,
        preset,
    } = *yardstick;
    let search = tester.search();
    let mut all = LossSheet::default();
    let mut by_eyes = LossSheet::default();
    let mut belief = Belief::prior();
    let mut each = Vec::new();
    for (line, side) in games {
        let sheet = LossSheet::of_line(line, *side, &search, tester.depth, cancel)?;
        each.push(sheet.summary().open.map(|figures| GameLoss {
            d: figures.loss.mean,
            sd: figures.loss.sd,
            rank: figures.mean_rank,
            moves: figures.loss.count,
        }));
        all.append(&sheet);
        if tester.measures_as_the_preset() {
            let decisions = Decision::of_line(line, *side, &search, tester.depth, cancel)?;
            if !decisions.is_empty() {
                belief.see_game(&decisions);
            }
        }
        if let Some(eyes) = eyes {
            let seen = LossSheet::of_line(line, *side, &eyes.search(), eyes.depth, cancel)?;
            by_eyes.append(&seen);
        }
    }
    let mean = |sheet: &LossSheet| Level::of(&sheet.losses()).map(|level| level.d);
    let plain = mean(&all);
    let seen = mean(&by_eyes);
    let strength = (belief.games() > 0).then(|| belief.strength());
    let model = strength.filter(|it| it.d.is_finite());
    let by_model = model.and_then(|it| held(&eyes?, it.d));
    let (target, by) = match (by, by_model, seen) {
        (Measure::Model, Some(target), _) => (target, "model"),
        (_, _, Some(seen)) => (seen, "seen"),
        _ => (preset, "preset"),
    };
    Ok(Estimate {
        games: each,
        plain,
        model: model.map(|it| [it.d, it.interval.low, it.interval.high]),
        seen,
        target,
        by: by.to_owned(),
    })
}

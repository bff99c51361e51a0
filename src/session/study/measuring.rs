//! From the games that measure a person to what the agent has to hold.

use super::Measure;
use crate::Standing;
use crate::report::held;
use koteki_engine::search::budget::{Cancel, CancelledError};
use koteki_games::othello::Position;
use koteki_games::{Game as _, GameLine, Side};
use koteki_record::study::{Estimate, GameLoss};
use koteki_rivals::measure::equal::{Evidence, GameEvidence, ResultAgainst};
use koteki_rivals::measure::level::Estimate as Level;
use koteki_rivals::measure::likeness;
use koteki_rivals::measure::loss::LossSheet;
use koteki_rivals::measure::strength::Decision;
use koteki_rivals::roster::SearchSpec;

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
    /// The even point of the opponent in these games; `None` where it is not known.
    pub opponent: Option<f64>,
}

/// Measures the person's side of each of `games`.
///
/// # Errors
/// When `cancel` is raised first.
pub fn measure(
    games: &[(GameLine<Position>, Side)],
    yardstick: &Yardstick,
    cancel: &Cancel,
) -> Result<Estimate, CancelledError> {
    let Yardstick {
        tester,
        eyes,
        by,
        preset,
        opponent,
    } = *yardstick;
    let search = tester.search();
    let mut all = LossSheet::default();
    let mut by_eyes = LossSheet::default();
    let mut known = Evidence::default();
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
                known.see_game(&GameEvidence {
                    ended: 0,
                    decisions,
                    likeness: likeness::of_game(line, *side, cancel)?,
                    result: result(line, *side, opponent),
                });
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
    let standing = Standing::of(&known);
    let model = standing.as_ref().map(|it| it.strength);
    let by_model = standing.and_then(|it| held(&eyes?, &it));
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

/// What a finished game against an opponent of known strength says.
fn result(line: &GameLine<Position>, side: Side, opponent: Option<f64>) -> Option<ResultAgainst> {
    let outcome = line.position().outcome()?;
    Some(ResultAgainst {
        opponent: opponent?,
        score: outcome.score(side),
    })
}

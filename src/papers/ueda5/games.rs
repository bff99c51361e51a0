//! Games of the players of ch. 5, and what the tester makes of them.

use crate::agreement::{Ours, Outcomes};
use crate::lab::{ExperimentError, Lab};
use koteki_games::othello::Position;
use koteki_games::random::derive_seed;
use koteki_games::{Game as _, GameLine, Side};
use koteki_rivals::measure::contest::play_out;
use koteki_rivals::measure::loss::LossSheet;
use koteki_rivals::roster::{PlayerSpec, SearchSpec, build_othello};

/// A game, and the side that the first player had.
pub(super) type Game = (Side, GameLine<Position>);

/// Plays `games` games between two players of the roster from the usual position, colours alternating.
/// `what` keeps the uses of the seed apart. Games are the unit of progress.
pub(super) fn play(
    lab: &Lab<'_>,
    names: [&str; 2],
    games: u32,
    what: u64,
) -> Result<Vec<Game>, ExperimentError> {
    let player = |name: &str| -> Result<_, ExperimentError> {
        Ok(build_othello(&name.parse::<PlayerSpec>()?)?)
    };
    let (a, b) = (player(names[0])?, player(names[1])?);
    lab.each(games as usize, |index| {
        let seed = derive_seed(lab.seed(), &[5, what, index as u64]);
        let first = Side::BOTH[index % 2];
        let (black, white) = match first {
            Side::Black => (&*a, &*b),
            Side::White => (&*b, &*a),
        };
        let line = play_out(GameLine::default(), black, white, seed, lab.cancel())?;
        lab.done(1);
        Ok((first, line))
    })
}

/// The first player's win rate, draws half a win, with Wilson's interval.
pub(super) fn win_rate(games: &[Game]) -> Ours {
    let points = games.iter().map(|(side, line)| {
        let outcome = line.position().outcome();
        outcome.map_or(0.5, |outcome| outcome.score(*side))
    });
    Ours::rate(points.sum(), games.len() as f64)
}

/// Wins, losses and draws of the first player.
pub(super) fn outcomes(games: &[Game]) -> Outcomes {
    let mut counts = Outcomes::default();
    for (side, line) in games {
        let outcome = line.position().outcome();
        let score = outcome.map_or(0.5, |outcome| outcome.score(*side));
        counts[match score {
            won if won > 0.5 => 0,
            lost if lost < 0.5 => 1,
            _ => 2,
        }] += 1;
    }
    counts
}

/// The moves of the first player as the tester of §5.1 judges them, a sheet a game.
pub(super) fn sheets(lab: &Lab<'_>, games: &[Game]) -> Result<Vec<LossSheet>, ExperimentError> {
    let tester = SearchSpec::TESTER;
    let search = tester.search();
    lab.each(games.len(), |index| {
        let (side, line) = &games[index];
        let depth = tester.depth;
        Ok(LossSheet::of_line(
            line,
            *side,
            &search,
            depth,
            lab.cancel(),
        )?)
    })
}

/// D of each game, those without a judged move left out.
pub(super) fn means(sheets: &[LossSheet]) -> Vec<f64> {
    let summaries = sheets.iter().map(LossSheet::summary);
    summaries.filter_map(|summary| summary.d()).collect()
}

/// The mean loss at each own move, 1 to 20, over these games; decided ones left out.
pub(super) fn curve(sheets: &[LossSheet]) -> Vec<Option<f64>> {
    (0..20)
        .map(|index| {
            let losses: Vec<f64> = sheets
                .iter()
                .filter_map(|sheet| sheet.moves().get(index))
                .filter(|entry| !entry.decided)
                .map(|entry| f64::from(entry.loss))
                .collect();
            (!losses.is_empty()).then(|| losses.iter().sum::<f64>() / losses.len() as f64)
        })
        .collect()
}

//! Meeting a player as an equal: no paper's table, but the program's own promise to the player.
//!
//! | file | what |
//! |---|---|
//! | [`mod@reference`] | at which D agents are even with players whose own D is known: the constants of [`koteki_rivals::measure::equal`] |
//! | [`ladder`] | everybody of the roster on the scale of people's ratings |
//! | [`person`] | players in a person's place: what their games tell, and the rivals bred for them |
//! | [`meeting`] | players are measured in up to 25 games, and the agents and rivals made for them are tried |
//! | [`sitting`] | players sit down for twenty games against rivals that are bred on the way |

pub mod ladder;
pub mod meeting;
pub mod person;
pub mod reference;
pub mod sitting;

use super::lab::{ExperimentError, Lab};
use koteki_engine::player::Player;
use koteki_games::othello::Position;
use koteki_games::random::derive_seed;
use koteki_games::{Game as _, GameLine, Side};
use koteki_rivals::measure::contest::play_out;
use koteki_rivals::measure::equal::RUNGS;
use koteki_rivals::roster::{AgentSpec, PlayerSpec, build_othello};

/// How far from one half a share of points may be that counts as level.
const NEAR: f64 = 0.1;

type Seated<'a> = &'a dyn Player<Position>;

/// The agent that holds `d`: the one that the program takes to be even with whoever has that even point.
fn agent(d: f64) -> Result<Box<dyn Player<Position>>, ExperimentError> {
    Ok(build_othello(&PlayerSpec::Agent(AgentSpec::of_rung(
        &RUNGS[0], d,
    )))?)
}

/// The agent of this even point.
fn agent_even(even: f64) -> Result<Box<dyn Player<Position>>, ExperimentError> {
    let [near, far] = &RUNGS;
    let rung = if even < 0.0 { far } else { near };
    let spec = AgentSpec::of_rung(rung, rung.held(even));
    Ok(build_othello(&PlayerSpec::Agent(spec))?)
}

/// Whether a share of points is near enough to level: 0.4 to 0.6.
fn is_near(share: f64) -> bool {
    (share - 0.5).abs() <= NEAR + 1e-9
}

/// What the player on `side` scored in a finished game: 1, ½ or 0.
fn score(line: &GameLine<Position>, side: Side) -> f64 {
    let outcome = line.position().outcome();
    outcome.map_or(0.5, |outcome| outcome.score(side))
}

/// The share of points that `player` gets in `games` games against `opponent`, from the usual position, as
/// people play and as the thesis has it: after a random opening of 8 plies Beginner does worse against an
/// agent of its own D (0.33 instead of 0.49 of 400 games at D 30). Colours alternate.
fn win_rate(
    lab: &Lab<'_>,
    player: Seated<'_>,
    opponent: Seated<'_>,
    games: u64,
    seed: u64,
) -> Result<f64, ExperimentError> {
    let mut points = 0.0;
    for game in 0..games {
        let side = Side::BOTH[usize::from(game % 2 == 1)];
        let seats = match side {
            Side::Black => [player, opponent],
            Side::White => [opponent, player],
        };
        let seed = derive_seed(seed, &[game]);
        let line = play_out(GameLine::default(), seats[0], seats[1], seed, lab.cancel())?;
        points += score(&line, side);
        lab.done(1);
    }
    Ok(points / games.max(1) as f64)
}

//! The mismatch rate (Ueda 2012, §6.4.2): the share of positions in which two players choose different
//! moves.
//!
//! Players that break ties at random differ from themselves too. What two of them differ by means
//! something only beyond that, so each rate comes with its floor: the mismatch of a player with
//! itself under another lot. Every player chooses several times in each position, and a position
//! counts with the share of pairs of choices that differ, which has less noise than one choice each.

use super::variant::Variant;
use crate::lab::{ExperimentError, Lab};
use koteki_engine::player::{Context, Player as _};
use koteki_games::othello::{Move, Position};
use koteki_games::random::{Random, derive_seed};
use koteki_games::{Game as _, GameLine};
use koteki_rivals::measure::contest::{play_out, random_opening};
use koteki_rivals::measure::stats::{CONFIDENCE, Interval, mean, wilson};
use koteki_rivals::roster::{PlayerSpec, build_othello};

/// Keep the uses of the lab's seed apart.
const POSITIONS: u64 = 62;
const CHOICES: u64 = 63;

/// Choices of each player in each position.
const TIMES: usize = 4;

/// Games that the positions are drawn from: two games' worth for every one that is drawn.
const GAMES: u64 = 10;

/// Who stands in for "an intermediate player" against the program, and who for the program.
const PLAYERS: [&str; 2] = ["agent:d=25.12,depth=4", "intermediate"];

/// `count` different positions in which there is a move to place, drawn at random from games of an
/// agent that gives away as much as Intermediate against Intermediate; forced moves among them.
///
/// # Errors
/// When the lab is told to stop, or the games have fewer positions.
pub fn positions(lab: &Lab<'_>, count: usize) -> Result<Vec<Position>, ExperimentError> {
    let spec = |name: &str| -> Result<_, ExperimentError> {
        let spec: PlayerSpec = name.parse()?;
        Ok(build_othello(&spec)?)
    };
    let [first, second] = [spec(PLAYERS[0])?, spec(PLAYERS[1])?];
    let mut found: Vec<Position> = Vec::new();
    for game in 0..GAMES {
        let seed = derive_seed(lab.seed(), &[POSITIONS, game]);
        let (black, white) = if game % 2 == 0 {
            (&*first, &*second)
        } else {
            (&*second, &*first)
        };
        let line = play_out(random_opening(0, seed), black, white, seed, lab.cancel())?;
        for (position, mv) in line.steps() {
            if !Position::is_pass(mv) && !found.contains(position) {
                found.push(*position);
            }
        }
    }
    if found.len() < count {
        let text = format!("{} positions instead of {count}", found.len());
        return Err(ExperimentError::Other(text));
    }
    let mut random = Random::derived(lab.seed(), &[POSITIONS]);
    random.shuffle(&mut found);
    found.truncate(count);
    Ok(found)
}

/// What a player plays in each position, `TIMES` times.
pub type Choices = Vec<[Move; TIMES]>;

/// The choices of the individual with these weights. `number` keeps its lots apart from others'.
/// One unit of progress a position.
///
/// # Errors
/// When the lab is told to stop.
pub fn choices(
    lab: &Lab<'_>,
    variant: &Variant,
    weights: &[i32],
    number: u64,
    positions: &[Position],
) -> Result<Choices, ExperimentError> {
    let player = variant.individual(weights);
    let mut moves = Vec::new();
    let mut all = Vec::with_capacity(positions.len());
    for (place, position) in positions.iter().enumerate() {
        position.legal_moves(&mut moves);
        let line = GameLine::from_position(*position);
        let mut chosen = [moves[0]; TIMES];
        for (time, slot) in chosen.iter_mut().enumerate() {
            let coordinates = [CHOICES, number, place as u64, time as u64];
            let mut random = Random::derived(lab.seed(), &coordinates);
            let mut context = Context {
                random: &mut random,
                cancel: lab.cancel(),
            };
            *slot = player.choose(&line, &moves, &mut context)?.mv;
        }
        all.push(chosen);
        lab.done(1);
    }
    Ok(all)
}

/// The mismatch of two players.
pub fn mismatch(a: &Choices, b: &Choices) -> f64 {
    mean(a.iter().zip(b).map(|(a, b)| {
        let pairs = a.iter().flat_map(|x| b.iter().map(move |y| x != y));
        pairs.filter(|&differ| differ).count() as f64 / (TIMES * TIMES) as f64
    }))
}

/// The mismatch of a player with itself under another lot.
pub fn floor(choices: &Choices) -> f64 {
    mean(choices.iter().map(|chosen| {
        let pairs = chosen
            .iter()
            .enumerate()
            .flat_map(|(index, x)| chosen[index + 1..].iter().map(move |y| x != y));
        pairs.filter(|&differ| differ).count() as f64 / (TIMES * (TIMES - 1) / 2) as f64
    }))
}

/// The 95 % interval of a mismatch over `positions` positions, taken as independent. Choosing several
/// times makes the true error a little smaller.
pub fn interval(rate: f64, positions: usize) -> Interval {
    let positions = positions as f64;
    wilson(rate * positions, positions, CONFIDENCE)
}

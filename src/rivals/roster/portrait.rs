//! Portraits and names of players: how a player does against the opponent that all portraits are
//! measured with, and what an evolved rival is called.

use super::othello::{PlayerSpec, SearchSpec, build_othello};
use crate::measure::behaviour::{Portrait, Reference, Vector, of_game};
use crate::measure::contest::{ContestError, Settings, contest};
use koteki_engine::eval::othello::Weights;
use koteki_engine::player::Player;
use koteki_engine::search::budget::Cancel;
use koteki_games::othello::Position;
use koteki_games::random::{Random, derive_seed};

/// What is said of an axis of behaviour, in the order of the axes: when there is less of it than usual,
/// and when there is more.
const WORDS: [[&str; 2]; 10] = [
    ["takes few discs early", "takes many discs early"],
    ["takes few discs later", "takes many discs later"],
    ["turns few discs at once", "turns many discs at once"],
    ["keeps away from edges", "goes for edges"],
    ["gets few corners", "gets many corners"],
    [
        "shuns squares beside corners",
        "dares squares beside corners",
    ],
    ["moves out of the centre early", "stays in the centre"],
    ["likes straight lines", "likes diagonals"],
    ["leaves you few moves", "leaves you many moves"],
    ["turns discs on the inside", "turns discs on the outside"],
];

const EARLY: usize = 0;
const LATER: usize = 1;
const MOST: usize = 3;
pub const PLAIN: &str = "an all-rounder, no marked habits";

const FIRST: [&str; 32] = [
    "Ak", "Bel", "Cor", "Dan", "El", "Fen", "Gar", "Hal", "Is", "Jun", "Kai", "Lor", "Mar", "Nel",
    "Or", "Pel", "Quin", "Ren", "Sal", "Tam", "Ul", "Ver", "Wen", "Yar", "Zel", "Bram", "Cal",
    "Dor", "Fal", "Mir", "Tor", "Vin",
];

const LAST: [&str; 32] = [
    "a", "o", "i", "en", "is", "or", "un", "ara", "iko", "eth", "ando", "ina", "olf", "us", "ea",
    "iel", "ama", "ora", "ix", "on", "ette", "ur", "ani", "ero", "ulo", "ita", "esh", "ovan",
    "ebe", "io", "yn", "ax",
];

/// What no name has in it.
const UNFORTUNATE: [&str; 5] = ["anus", "enis", "falus", "isis", "wenus"];

/// The opponent of every portrait: the default opponent of the breeding, at its default target.
pub const OPPONENT: &str = "agent:d=28.98,depth=4";

/// Random plies that open each pair of games, as in the breeding.
pub const OPENING_PLIES: u32 = 4;

/// Games of a portrait unless another number is asked for.
pub const GAMES: u32 = 20;

/// Why there is no portrait.
#[derive(Debug, thiserror::Error)]
pub enum PortraitError {
    /// A player that cannot be built.
    #[error(transparent)]
    Build(#[from] super::BuildError),
    /// The opponent's name is invalid.
    #[error(transparent)]
    Spec(#[from] super::SpecError),
    /// The games were not played.
    #[error(transparent)]
    Contest(#[from] ContestError),
}

/// How `player` played in each of `games` games against [`OPPONENT`], in order. The same for any
/// number of threads (`jobs`, 0 for as many as there are cores).
///
/// # Errors
/// When `cancel` is raised first, or the system gives no threads.
pub fn behaviour(
    player: &dyn Player<Position>,
    games: u32,
    seed: u64,
    jobs: usize,
    cancel: &Cancel,
) -> Result<Vec<Vector>, PortraitError> {
    let opponent = build_othello(&OPPONENT.parse()?)?;
    let settings = Settings {
        games,
        seed,
        opening_plies: OPENING_PLIES,
        jobs,
    };
    Ok(contest(player, &*opponent, &settings, cancel, |played| {
        of_game(&played.line, played.first)
    })?)
}

/// The portrait of the player called `spec`, compared with [`Reference::measured`].
///
/// # Errors
/// As [`behaviour`], and when it is an agent that waits for a target.
pub fn portrait(
    spec: &PlayerSpec,
    games: u32,
    seed: u64,
    jobs: usize,
    cancel: &Cancel,
) -> Result<Portrait, PortraitError> {
    let player = build_othello(spec)?;
    let games = behaviour(&*player, games, seed, jobs, cancel)?;
    Ok(Portrait::of(&games, Reference::measured()))
}

/// Seed of the games of every rival's portrait, so that it always has the same one.
pub const SEED: u64 = 1;

/// The portrait of a rival in words, from games on `jobs` threads (0 for as many as there are cores, which changes
/// nothing else); `None` when `cancel` was raised first or the system gives no threads.
pub fn in_words(player: &PlayerSpec, jobs: usize, cancel: &Cancel) -> Option<String> {
    let portrait = portrait(player, GAMES, SEED, jobs, cancel).ok()?;
    Some(words(&portrait.telling()).unwrap_or_else(|| PLAIN.to_owned()))
}

/// The individual `index` of the reference: the thesis' genes drawn log-uniformly from the first
/// population's range of ch. 7, looking as far ahead as rivals do by default.
pub fn reference_individual(seed: u64, index: u32) -> SearchSpec {
    let mut random = Random::derived(seed, &[u64::from(index)]);
    let mut gene = || {
        let weight = libm::round(libm::pow(2000.0, random.unit()));
        let weight = weight as i32;
        weight.clamp(1, 2000)
    };
    SearchSpec {
        depth: 4,
        weights: Weights {
            frontier: gene(),
            mobility: gene(),
            stability: gene(),
            discs: 100,
            ..Weights::NONE
        },
        exhaustive: 6,
        natural: false,
    }
}

/// Measures a reference of so many individuals.
///
/// # Errors
/// As [`behaviour`].
pub fn reference(
    individuals: u32,
    games: u32,
    seed: u64,
    jobs: usize,
    cancel: &Cancel,
) -> Result<Reference, PortraitError> {
    let mut means = Vec::new();
    for index in 0..individuals {
        let player = build_othello(&PlayerSpec::Individual(reference_individual(seed, index)))?;
        let game_seed = derive_seed(seed, &[u64::from(index), 1]);
        let vectors = behaviour(&*player, games, game_seed, jobs, cancel)?;
        let mut mean: Vector = Default::default();
        for vector in &vectors {
            for (slot, value) in mean.iter_mut().zip(vector) {
                *slot += value / vectors.len() as f64;
            }
        }
        means.push(mean);
    }
    Ok(Reference {
        command: format!("koteki portrait --reference {individuals} --games {games} --seed {seed}"),
        players: "individuals with frontier, mobility and stability log-uniform in 1 to 2000, \
                  discs 100, depth 4, exhaustive 6"
            .to_owned(),
        individuals,
        games,
        seed,
        opponent: OPPONENT.to_owned(),
        axis: Reference::spreads(&means),
    })
}

/// What an evolved individual is called: always the same name for the same weights.
pub fn name_of(weights: &[i32]) -> String {
    let weights: Vec<u64> = weights
        .iter()
        .map(|&weight| i64::from(weight).cast_unsigned())
        .collect();
    name(derive_seed(0, &weights))
}

/// What is added to that of the `player` that is written so where another one has the same name.
pub fn second_name_of(player: &str) -> String {
    let written: Vec<u64> = player.bytes().map(u64::from).collect();
    name(derive_seed(0, &written))
}

/// A short portrait from what is telling (index of the axis, and whether there is more of it than
/// usual), the most striking first. `None` when nothing is.
pub fn words(telling: &[(usize, bool)]) -> Option<String> {
    let throughout =
        |more: bool| telling.contains(&(EARLY, more)) && telling.contains(&(LATER, more));
    let mut said: Vec<&str> = Vec::new();
    for &(axis, more) in telling {
        let phrase = match axis {
            EARLY | LATER if throughout(more) => {
                ["takes few discs", "takes many discs"][usize::from(more)]
            }
            _ => match WORDS.get(axis) {
                Some(pair) => pair[usize::from(more)],
                None => continue,
            },
        };
        if !said.contains(&phrase) {
            said.push(phrase);
        }
    }
    said.truncate(MOST);
    (!said.is_empty()).then(|| said.join("; "))
}

/// One that is read with a smirk gives way to the next that is drawn.
fn name(hash: u64) -> String {
    let first = FIRST[(hash % 32) as usize];
    let last = LAST[(hash / 32 % 32) as usize];
    let drawn = format!("{first}{last}");
    let lower = drawn.to_lowercase();
    if UNFORTUNATE.iter().any(|it| lower.contains(it)) {
        name(hash / 1024)
    } else {
        drawn
    }
}

//! How a player plays, in what a beginner can see: counts over games, compared with a reference.
//!
//! Two players may be equally strong and have very different weights, and still look alike. What the
//! thesis' subjects went by when they told rivals apart (Ueda 2012, §6.4.6) were many or few discs,
//! edges, flips within the crowd, lures to the corners. These are counted here over the own moves of
//! whole games (the opening drawn at random left out), each axis one number a game ([`of_game`]).
//!
//! A [`Portrait`] is the mean of each over several games against one opponent, and how far it lies
//! from a [`Reference`]: the spread of many individuals measured in the same way. Games come in
//! pairs that share an opening, so pairs are the independent unit of all intervals.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::stats::{CONFIDENCE, Interval, Moments};
use koteki_engine::eval::othello::{CENTRE, EDGES, danger};
use koteki_games::othello::bits::{self, CORNERS, LINES};
use koteki_games::othello::{Move, Position};
use koteki_games::{Game as _, GameLine, Side};

/// The number of axes.
pub const COUNT: usize = 10;

/// One thing that is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Axis {
    /// Its name, also its key in JSON.
    pub name: &'static str,
    /// What one of it is.
    pub unit: &'static str,
    /// What exactly is counted.
    pub what: &'static str,
}

/// Plies of the beginning, 1 for the first.
const EARLY: usize = 24;
/// The last ply of what counts as the middle game: the one up to which the thesis measures.
const MIDDLE: usize = 40;

const fn axis(name: &'static str, unit: &'static str, what: &'static str) -> Axis {
    Axis { name, unit, what }
}

/// The axes, in the order of every vector of them.
pub const AXES: [Axis; COUNT] = [
    axis(
        "discs_early",
        "%",
        "own share of the discs after own moves up to ply 24",
    ),
    axis(
        "discs_later",
        "%",
        "own share of the discs after own moves at plies 25 to 40",
    ),
    axis("turned", "discs", "discs turned a move up to ply 40"),
    axis(
        "edges",
        "%",
        "own moves up to ply 40 on the rim between the corners",
    ),
    axis("corners", "a game", "corners taken"),
    axis(
        "danger",
        "a game",
        "moves to a square beside an empty corner",
    ),
    axis("centre", "%", "own moves up to ply 24 within c3-f6"),
    axis(
        "diagonals",
        "%",
        "discs turned up to ply 40 that were turned along diagonals",
    ),
    axis(
        "replies",
        "moves",
        "moves left to the opponent after own moves up to ply 40",
    ),
    axis(
        "openness",
        "squares",
        "openness of own moves up to ply 40: empty squares around what they turn",
    ),
];

/// A number for each axis.
pub type Vector = [f64; COUNT];

/// Sums that are divided at the end.
#[derive(Default)]
struct Share {
    part: u32,
    whole: u32,
}

impl Share {
    fn add(&mut self, part: u32, whole: u32) {
        self.part += part;
        self.whole += whole;
    }

    /// The quotient times `scale`; 0 of nothing.
    fn times(&self, scale: f64) -> f64 {
        if self.whole == 0 {
            0.0
        } else {
            scale * f64::from(self.part) / f64::from(self.whole)
        }
    }
}

/// How `side` played in `line`; the opening drawn at random does not count.
pub fn of_game(line: &GameLine<Position>, side: Side) -> Vector {
    let mut shares: [Share; COUNT] = Default::default();
    let [
        discs_early,
        discs_later,
        turned,
        edges,
        corners,
        beside,
        centre,
        diagonals,
        replies,
        openness,
    ] = &mut shares;
    let moves = line.steps().enumerate().skip(line.opening());
    for (ply, (position, mv)) in moves.map(|(index, step)| (index + 1, step)) {
        let Move::Place(square) = mv else { continue };
        if position.side_to_move() != side {
            continue;
        }
        let placed = square.bit();
        let on = |squares: u64| u32::from(placed & squares != 0);
        corners.add(on(CORNERS), 0);
        beside.add(on(danger(position.empties())), 0);
        if ply > MIDDLE {
            continue;
        }
        let flips = position.flips(square);
        let own = position.own() | flips | placed;
        let opp = position.opp() & !flips;
        let discs = if ply <= EARLY {
            centre.add(on(CENTRE), 1);
            &mut *discs_early
        } else {
            &mut *discs_later
        };
        discs.add(own.count_ones(), (own | opp).count_ones());
        turned.add(flips.count_ones(), 1);
        edges.add(on(EDGES), 1);
        // The odd ones of the eight lines are diagonal.
        let lines = &LINES[usize::from(square.index()) % LINES.len()];
        let diagonal = lines
            .iter()
            .skip(1)
            .step_by(2)
            .fold(0, |all, line| all | line);
        diagonals.add((flips & diagonal).count_ones(), flips.count_ones());
        replies.add(bits::moves(opp, own).count_ones(), 1);
        openness.add(position.openness(square).unwrap_or(0), 1);
    }
    // A count is one a game.
    corners.whole = 1;
    beside.whole = 1;
    let scales = AXES.map(|axis| if axis.unit == "%" { 100.0 } else { 1.0 });
    let mut vector = [0.0; COUNT];
    for ((slot, share), scale) in vector.iter_mut().zip(&shares).zip(scales) {
        *slot = share.times(scale);
    }
    vector
}

/// The spread of many individuals, measured in one way.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reference {
    /// The command that measured it.
    pub command: String,
    /// Who was measured, in words.
    pub players: String,
    /// Individuals.
    pub individuals: u32,
    /// Games of each.
    pub games: u32,
    /// Seed of everything random.
    pub seed: u64,
    /// The opponent.
    pub opponent: String,
    /// An axis each, in the order of [`AXES`].
    pub axis: Vec<Spread>,
}

/// How individuals differ along one axis.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spread {
    /// The axis.
    pub name: String,
    /// Mean over the individuals.
    pub mean: f64,
    /// Standard deviation of the individuals' means.
    pub sd: f64,
}

static MEASURED: LazyLock<Reference> =
    LazyLock::new(|| toml::from_str(include_str!("behaviour.toml")).unwrap_or_default());

impl Reference {
    /// The one that portraits are compared with, from `behaviour.toml`.
    pub fn measured() -> &'static Self {
        &MEASURED
    }

    /// The spreads of the individuals' means.
    pub fn spreads(means: &[Vector]) -> Vec<Spread> {
        AXES.iter()
            .enumerate()
            .filter_map(|(index, axis)| {
                let values: Vec<f64> = means.iter().map(|vector| vector[index]).collect();
                Moments::of(&values).map(|moments| Spread {
                    name: axis.name.to_owned(),
                    mean: moments.mean,
                    sd: moments.sd,
                })
            })
            .collect()
    }
}

/// One axis of a portrait.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Feature {
    /// Index of the axis in [`AXES`].
    pub axis: usize,
    /// Its name.
    pub name: &'static str,
    /// Its unit.
    pub unit: &'static str,
    /// Mean over the games.
    pub mean: f64,
    /// 95 % interval of the mean (Student's, over pairs of games); `None` of fewer than two pairs.
    pub interval: Option<Interval>,
    /// Mean of the reference.
    pub reference: f64,
    /// The mean's distance from the reference's, in standard deviations between individuals.
    pub z: f64,
    /// Whether it is worth a word: the difference is certain ([`CONFIDENCE`] over all axes together,
    /// Bonferroni) and large ([`LARGE`]).
    pub telling: bool,
}

/// A difference worth a word is at least so many standard deviations between individuals.
pub const LARGE: f64 = 1.0;

/// What a player's games look like.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Portrait {
    /// Games counted.
    pub games: usize,
    /// Every axis, in the order of [`AXES`].
    pub features: Vec<Feature>,
}

impl Portrait {
    /// The portrait of a player from its games in the order they were played, games 2k and 2k + 1 a pair.
    pub fn of(games: &[Vector], reference: &Reference) -> Self {
        let every_axis = 1.0 - (1.0 - CONFIDENCE) / COUNT as f64;
        let features = AXES
            .iter()
            .enumerate()
            .filter_map(|(index, axis)| {
                let pairs: Vec<f64> = games
                    .chunks(2)
                    .map(|pair| {
                        pair.iter().map(|game| game[index]).sum::<f64>() / pair.len() as f64
                    })
                    .collect();
                let moments = Moments::of(&pairs)?;
                let spread = reference.axis.get(index)?;
                let z = if spread.sd > 0.0 {
                    (moments.mean - spread.mean) / spread.sd
                } else {
                    0.0
                };
                let certain = moments
                    .cautious_interval(every_axis)
                    .is_some_and(|interval| !interval.contains(spread.mean));
                Some(Feature {
                    axis: index,
                    name: axis.name,
                    unit: axis.unit,
                    mean: moments.mean,
                    interval: moments.cautious_interval(CONFIDENCE),
                    reference: spread.mean,
                    z,
                    telling: certain && z.abs() >= LARGE,
                })
            })
            .collect();
        Self {
            games: games.len(),
            features,
        }
    }

    /// What is worth a word, the most striking first: index of the axis, and whether there is more of it
    /// than usual.
    pub fn telling(&self) -> Vec<(usize, bool)> {
        let mut telling: Vec<&Feature> = self.features.iter().filter(|it| it.telling).collect();
        telling.sort_by(|a, b| b.z.abs().total_cmp(&a.z.abs()));
        telling.iter().map(|it| (it.axis, it.z > 0.0)).collect()
    }

    /// How differently the two play: the root of the mean square difference of their axes, in standard
    /// deviations between individuals. Not free of the noise of the games: two measurements of one
    /// player have a distance above 0.
    pub fn distance(&self, other: &Self) -> f64 {
        let squares: Vec<f64> = self
            .features
            .iter()
            .zip(&other.features)
            .map(|(a, b)| (a.z - b.z) * (a.z - b.z))
            .collect();
        Moments::of(&squares).map_or(0.0, |moments| moments.mean.sqrt())
    }
}

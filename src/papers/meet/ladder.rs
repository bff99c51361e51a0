//! `ladder`: everybody of the roster on one scale, that of people's ratings.
//!
//! The scale is fixed by the players who err as people do: on average they have the rating of the people whose errors they
//! make. Whether they play as they should is seen in how far each is from it.

use super::{ExperimentError, Lab, Seated};
use crate::range;
use crate::report::{Datum, Findings, Table};
use koteki_engine::player::human::policy::Look;
use koteki_games::othello::Position;
use koteki_games::random::derive_seed;
use koteki_games::{Game as _, GameLine, Side};
use koteki_rivals::measure::contest::{Tally, play_out};
use koteki_rivals::measure::equal;
use koteki_rivals::measure::likeness::{self, Estimate, Likeness};
use koteki_rivals::measure::rating::{Meeting, ratings};
use koteki_rivals::roster::kit::Kit as _;
use koteki_rivals::roster::{PlayerSpec, build_othello};

/// Who is on it. Nobody here plays the same game twice.
const PLAYERS: [&str; 27] = [
    "human:rating=755",
    "human:rating=1050",
    "human:rating=1195",
    "human:rating=1345",
    "human:rating=1420",
    "human:rating=1500",
    "human:rating=1540",
    "human:rating=1575",
    "human:rating=1685",
    "human:rating=1935",
    "human:rating=1050,look=quick",
    "human:rating=1345,look=quick",
    "human:rating=1500,look=quick",
    "human:rating=1575,look=quick",
    "random",
    "beginner",
    "intermediate",
    "advanced",
    "expert",
    "agent:d=0,depth=4",
    "agent:d=5,depth=4",
    "agent:d=10,depth=4",
    "agent:d=20,depth=4",
    "agent:d=40,depth=4",
    "agent:d=80,depth=4",
    "uct:playouts=400",
    "uct:playouts=1600",
];

/// Games of each pairing.
const GAMES: [u64; 2] = [2, 20];

/// Games against itself that say like whom a player plays, and what is believed before them.
const LIKE: u64 = 20;
const WIDE: [f64; 2] = [1000.0, 1000.0];

/// Keeps their seeds apart from those of the pairings.
const LIKENESS: u64 = 1 << 32;

/// The ratings of those whose strength fixes the scale: with the choices of people of about 1350 to 1650 they are taken to
/// be as strong, on average, as those people.
const ANCHORS: std::ops::RangeInclusive<f64> = 1400.0..=1550.0;

/// Does it.
///
/// # Errors
/// When the lab is told to stop.
pub fn work(lab: &Lab<'_>) -> Result<Findings, ExperimentError> {
    let games = lab.pick(GAMES[0], GAMES[1]);
    let specs: Vec<PlayerSpec> = PLAYERS
        .iter()
        .map(|name| name.parse())
        .collect::<Result<_, _>>()?;
    let pairings: Vec<[usize; 2]> = (0..specs.len())
        .flat_map(|a| (a + 1..specs.len()).map(move |b| [a, b]))
        .collect();
    lab.plan(pairings.len() as u64 * games);
    let tallies = lab.each(pairings.len(), |index| {
        let [a, b] = pairings[index].map(|number| build_othello(&specs[number]));
        let seed = derive_seed(lab.seed(), &[index as u64]);
        meet(lab, &*a?, &*b?, games, seed)
    })?;
    let likes = lab.each(specs.len(), |index| {
        let player = build_othello(&specs[index])?;
        let seed = derive_seed(lab.seed(), &[LIKENESS, index as u64]);
        plays_like(lab, &*player, seed)
    })?;
    let meetings: Vec<Meeting<'_>> = pairings
        .iter()
        .zip(&tallies)
        .map(|(&[a, b], tally)| Meeting { a, b, tally })
        .collect();
    let Some(found) = ratings(specs.len(), &meetings) else {
        return Ok(Findings::default());
    };
    let nominal = |spec: &PlayerSpec| match spec {
        PlayerSpec::Human(human) if human.look == Look::Careful => Some(human.rating),
        _ => None,
    };
    let anchors: Vec<f64> = specs
        .iter()
        .zip(&found.elo)
        .filter_map(|(spec, elo)| Some(nominal(spec).filter(|it| ANCHORS.contains(it))? - elo))
        .collect();
    let shift = anchors.iter().sum::<f64>() / anchors.len().max(1) as f64;
    let rows = found.order().into_iter().map(|number| {
        let spec = &specs[number];
        let expected = nominal(spec).or_else(|| Position::even_point(spec).map(equal::rating));
        let rating = found.elo[number] + shift;
        vec![
            Datum::from(PLAYERS[number]),
            Datum::Real((rating, 0)),
            Datum::Real((found.error(number), 0)),
            Datum::Real((likes[number].rating, 0)),
            Datum::from(range(
                likes[number].interval.low,
                likes[number].interval.high,
                0,
            )),
            expected.map_or(Datum::Missing, |it| Datum::Real((it, 0))),
            expected.map_or(Datum::Missing, |it| Datum::Real((rating - it, 0))),
        ]
    });
    Ok(Findings {
        tables: vec![Table::data(
            "ladder",
            "Everybody on the scale of people's ratings",
            &[
                "player",
                "rating",
                "±",
                "plays like",
                "95 %",
                "taken to have",
                "off by",
            ],
            rows.collect(),
        )],
        notes: vec![format!(
            "ratings are the most likely ones (Bradley and Terry), from the usual position; their mean is fixed by the \
             players human:rating={:.0} to {:.0}; ±: half the 95 % interval",
            ANCHORS.start(),
            ANCHORS.end()
        )],
        settings: [("games of each pairing".to_owned(), games.to_string())].into(),
        ..Findings::default()
    })
}

/// Like people of which rating a player plays, in games against itself.
fn plays_like(lab: &Lab<'_>, player: Seated<'_>, seed: u64) -> Result<Estimate, ExperimentError> {
    let mut likeness = Likeness::prior(WIDE);
    for game in 0..LIKE {
        let seed = derive_seed(seed, &[game]);
        let line = play_out(GameLine::default(), player, player, seed, lab.cancel())?;
        likeness.see_game(&likeness::of_game(&line, Side::Black, lab.cancel())?);
    }
    Ok(likeness.estimate())
}

/// The games of a pairing, colours alternating.
fn meet(
    lab: &Lab<'_>,
    a: Seated<'_>,
    b: Seated<'_>,
    games: u64,
    seed: u64,
) -> Result<Tally, ExperimentError> {
    let mut tally = Tally::default();
    for game in 0..games {
        let side = Side::BOTH[usize::from(game % 2 == 1)];
        let seats = match side {
            Side::Black => [a, b],
            Side::White => [b, a],
        };
        let seed = derive_seed(seed, &[game]);
        let line = play_out(GameLine::default(), seats[0], seats[1], seed, lab.cancel())?;
        let outcome = line.position().outcome();
        tally.add(outcome.map_or(0, |outcome| outcome.difference(side)));
        lab.done(1);
    }
    Ok(tally)
}

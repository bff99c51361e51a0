//! `sitting`: what the program promises for an evening. A player sits down for twenty games; the first is against Beginner,
//! and every later one against one of the rivals that were bred for the player from the games before: the certified one that
//! is said to be even with the player most probably. Each rival that counts is met in games of its own as well, which say how
//! even it truly was.

use serde::{Deserialize, Serialize};

use super::meeting::{SETTLED, SITTING, sat};
use super::person::{Bred, PLAYERS, Person, breed_for, built};
use super::{agent_even, is_near, win_rate};
use crate::lab::{ExperimentError, Lab};
use crate::range;
use crate::report::{Datum, Findings, Table};
use koteki_games::random::derive_seed;
use koteki_rivals::evolve::Settings;
use koteki_rivals::measure::stats::{CONFIDENCE, Moments, wilson};

/// How many of the players sit down, …
const MANY: [usize; 2] = [1, PLAYERS.len()];
/// … and how often each of them does.
const SITTINGS: [usize; 2] = [1, 3];
/// Games of a sitting.
const GAMES: [usize; 2] = [SETTLED + 2, SITTING];
/// Rivals are bred after so many games.
const BRED_AFTER: [usize; 5] = [1, 3, 6, 10, 15];
/// Games that say how even a rival truly is.
const TRIED: [u64; 2] = [2, 60];

/// Who was met in the end, when no rival was certified.
const AGENT: usize = usize::MAX;

/// One game that counts.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Met {
    /// Which rival of the sitting it was; [`AGENT`] for the agent of the moment.
    who: usize,
    /// The share of points in the games that say how even it truly was.
    truly: f64,
    /// What the program expected, …
    expected: f64,
    /// … and the probability that it gave of the rival being even.
    even: f64,
    /// What was scored.
    score: f64,
}

/// Does it.
///
/// # Errors
/// When the lab is told to stop.
pub fn work(lab: &Lab<'_>) -> Result<Findings, ExperimentError> {
    let players = &PLAYERS[..lab.pick(MANY[0], MANY[1])];
    let sittings = lab.pick(SITTINGS[0], SITTINGS[1]);
    let (games, tried) = (lab.pick(GAMES[0], GAMES[1]), lab.pick(TRIED[0], TRIED[1]));
    let count = players.len() * sittings;
    let units = games as u64 + (games - SETTLED) as u64 * tried;
    lab.plan(count as u64 * units);
    let whole = |_| units;
    let found = lab.each_kept(&[], count, whole, |index| {
        let seed = derive_seed(lab.seed(), &[index as u64]);
        sit_down(lab, players[index / sittings], games, tried, seed)
    })?;
    let mut rows = Vec::new();
    let mut all = Vec::new();
    for (player, found) in players.iter().zip(found.chunks(sittings)) {
        let sums: Vec<(f64, Option<f64>)> = found.iter().map(|met| summed(met)).collect();
        rows.push(sat(player, "rivals", &sums));
        all.extend(sums);
    }
    rows.push(sat("all", "rivals", &all));
    Ok(Findings {
        tables: vec![
            Table::data(
                "sittings",
                "What players score in games 4 to 20 against rivals that are bred on the way, and would score",
                &[
                    "player",
                    "against",
                    "scored",
                    "expected",
                    "median",
                    "quartiles",
                    "expected in 0.4-0.6",
                    "scored so",
                ],
                rows,
            ),
            Table::data(
                "promises",
                "How often rivals are even, by what the program said of them before the first game against them",
                &["even in 10", "rivals", "said", "even", "95 %"],
                promises(&found),
            ),
            Table::data(
                "every",
                "Every rival of the sittings",
                &[
                    "player", "sitting", "rival", "games", "expected", "truly", "even",
                ],
                every(players, sittings, &found),
            ),
        ],
        notes: notes(),
        settings: [
            ("sittings of each player", sittings.to_string()),
            ("games of a sitting", games.to_string()),
            ("rivals are bred after games", format!("{BRED_AFTER:?}")),
            ("games that say how even a rival is", tried.to_string()),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .into(),
        ..Findings::default()
    })
}

fn sit_down(
    lab: &Lab<'_>,
    name: &str,
    games: usize,
    tried: u64,
    seed: u64,
) -> Result<Vec<Met>, ExperimentError> {
    const GAME: u64 = 0;
    const BREEDING: u64 = 1;
    const TRUTH: u64 = 2;
    let player = built(name)?;
    let mut person = Person::new(&*player, derive_seed(seed, &[GAME]));
    person.play_beginner(lab)?;
    let given = lab.pick(Settings::default().sparing(), Settings::default());
    // Those of the moment, each with the games against it and, once it counts, how even it truly is.
    let mut rivals: Vec<(Bred, [u32; 3], Option<f64>)> = Vec::new();
    let mut before = 0;
    let mut met = Vec::new();
    for game in 1..games {
        if BRED_AFTER.contains(&game) {
            let seed = derive_seed(seed, &[BREEDING, game as u64]);
            let bred = breed_for(lab, &given, person.even(), seed)?;
            let certified = bred.into_iter().filter(|it| it.certified);
            before += rivals.len();
            rivals = certified.map(|it| (it, [0; 3], None)).collect();
        }
        let known = person.known();
        let weighed = rivals.iter().enumerate().filter_map(|(number, rival)| {
            let evenness = known.evenness(&rival.0.tested, rival.1)?;
            Some((number, evenness.expected, evenness.even))
        });
        let chosen =
            weighed.max_by(|one, other| one.2.total_cmp(&other.2).then(other.0.cmp(&one.0)));
        let seed = derive_seed(seed, &[TRUTH, game as u64]);
        let counts = game >= SETTLED;
        if let Some((number, expected, even)) = chosen {
            let (rival, record, truly) = &mut rivals[number];
            let score = person
                .play(lab, &*rival.player, Some(rival.tested.even))?
                .score;
            record[match score {
                it if it > 0.5 => 0,
                it if it < 0.5 => 2,
                _ => 1,
            }] += 1;
            if counts {
                let truly = match *truly {
                    Some(known) => {
                        lab.done(tried);
                        known
                    }
                    None => *truly.insert(win_rate(lab, &*player, &*rival.player, tried, seed)?),
                };
                met.push(Met {
                    who: before + number,
                    truly,
                    expected,
                    even,
                    score,
                });
            }
        } else {
            let even = person.even();
            let expected = person.known().expected(even).unwrap_or(0.5);
            let agent = agent_even(even)?;
            let score = person.play(lab, &*agent, Some(even))?.score;
            if counts {
                met.push(Met {
                    who: AGENT,
                    truly: win_rate(lab, &*player, &*agent, tried, seed)?,
                    expected,
                    even: 0.0,
                    score,
                });
            }
        }
    }
    Ok(met)
}

/// The mean of what was truly to be expected in these games, and of what was scored.
fn summed(met: &[Met]) -> (f64, Option<f64>) {
    let mean = |of: fn(&Met) -> f64| met.iter().map(of).sum::<f64>() / met.len().max(1) as f64;
    (mean(|it| it.truly), Some(mean(|it| it.score)))
}

/// Of each sitting every rival, with its first game that counts and how many there are.
fn rivals(met: &[Met]) -> Vec<(Met, usize)> {
    let mut rivals: Vec<(Met, usize)> = Vec::new();
    for game in met.iter().filter(|it| it.who != AGENT) {
        match rivals.iter_mut().find(|it| it.0.who == game.who) {
            Some((_, games)) => *games += 1,
            None => rivals.push((*game, 1)),
        }
    }
    rivals
}

/// A row for each kind of promise.
fn promises(found: &[Vec<Met>]) -> Vec<Vec<Datum>> {
    /// Tenths from which a row goes, and to which.
    const ROWS: [[f64; 2]; 4] = [[0.0, 0.25], [0.25, 0.45], [0.45, 0.65], [0.65, 1.01]];
    const NAMES: [&str; 5] = ["up to 2", "3 or 4", "5 or 6", "7 or more", "all"];
    let met: Vec<Met> = found
        .iter()
        .flat_map(|met| rivals(met))
        .map(|it| it.0)
        .collect();
    let all = [[0.0, 1.01]];
    let rows = NAMES.iter().zip(ROWS.iter().chain(&all));
    rows.filter_map(|(name, &[low, high])| {
        let of: Vec<&Met> = met
            .iter()
            .filter(|it| (low..high).contains(&it.even))
            .collect();
        let said: Vec<f64> = of.iter().map(|it| it.even).collect();
        let said = Moments::of(&said)?.mean;
        let even = of.iter().filter(|it| is_near(it.truly)).count();
        let share = wilson(even as f64, of.len() as f64, CONFIDENCE);
        Some(vec![
            Datum::from(*name),
            Datum::whole(of.len()),
            Datum::Real((said, 2)),
            Datum::from(format!("{even} of {}", of.len())),
            Datum::from(range(share.low, share.high, 2)),
        ])
    })
    .collect()
}

fn every(players: &[&str], sittings: usize, found: &[Vec<Met>]) -> Vec<Vec<Datum>> {
    let mut rows = Vec::new();
    for (index, met) in found.iter().enumerate() {
        for (number, (rival, games)) in rivals(met).into_iter().enumerate() {
            rows.push(vec![
                Datum::from(players[index / sittings]),
                Datum::whole(index % sittings + 1),
                Datum::whole(number + 1),
                Datum::whole(games),
                Datum::Real((rival.expected, 3)),
                Datum::Real((rival.truly, 3)),
                Datum::Real((rival.even, 2)),
            ]);
        }
    }
    rows
}

fn notes() -> Vec<String> {
    vec![
        "win rates are the player's; two names: the first plays until there are 22 empty squares, then the second".to_owned(),
        "the first game is against Beginner; of the certified rivals of the moment the one is met that the program says is \
         even most probably, its own games included; without any, the agent of the moment"
            .to_owned(),
        "truly: the share of points in games of their own, whose error is 0.06 with 60 games; expected: by the program, before \
         the first game against the rival that counts"
            .to_owned(),
        "expected in 0.4-0.6 is of the mean of what rivals truly are in games 4 to 20; scores of 17 games lie there in two of \
         three cases at 0.5 exactly"
            .to_owned(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rival_is_one_promise_however_often_it_is_met() {
        let game = |who, truly, even| Met {
            who,
            truly,
            expected: 0.5,
            even,
            score: 1.0,
        };
        let first = [
            game(0, 0.41, 0.5),
            game(0, 0.41, 0.3),
            game(AGENT, 0.9, 0.0),
            game(2, 0.7, 0.3),
        ];
        // The same number in another sitting is another rival.
        let found = [first.to_vec(), vec![game(0, 0.61, 0.6)]];
        let rows = promises(&found);
        let of = |row: usize| (rows[row][0].clone(), rows[row][3].clone());
        assert_eq!(of(0), ("3 or 4".into(), "0 of 1".into()));
        assert_eq!(of(1), ("5 or 6".into(), "1 of 2".into()));
        assert_eq!(of(2), ("all".into(), "1 of 3".into()));
        assert_eq!(every(&["one"], 2, &found).len(), 3);
        // The agent of the moment counts in the sitting.
        assert!((summed(&first).0 - 0.605).abs() < 1e-9);
    }
}

//! A person's games so far: against whom and how they ended, how the estimate moved, what went wrong in
//! them.
//!
//! Only measured games speak here: in practice there was help. Records keep what the tester made of each
//! move played, but not of those that were not; [`Walk`] therefore goes through every game again, about a
//! tenth of a second each.

use std::path::Path;

use crate::Standing;
use koteki_engine::search::budget::{Cancel, CancelledError};
use koteki_games::othello::Position;
use koteki_games::words::harmless::harmless;
use koteki_games::{GameLine, Outcome, Side};
use koteki_record::game::{self as record, GameRecord, Status};
use koteki_record::store::{Games, Store, StoreError};
use koteki_rivals::coach::words;
use koteki_rivals::coach::{Kind, Scale, Tester, Threshold, review};
use koteki_rivals::measure::equal::{Equal, RUNGS};
use koteki_rivals::measure::level::{self, Ladder};
use koteki_rivals::measure::levels::BarMarks;
use koteki_rivals::measure::stats::{CONFIDENCE, Interval, wilson};
use koteki_rivals::measure::strength::{Belief, Decision, Strength};
use koteki_rivals::measure::words::capitalised;
use koteki_rivals::roster::kit::Kit;
use koteki_rivals::roster::{PlayerSpec, SearchSpec};

/// Who was met, as far as a person distinguishes opponents.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Opponent {
    /// Individuals that were bred.
    Rivals,
    /// Agents that hold a D.
    Agents,
    /// Any other player, by its name.
    Other(String),
}

impl Opponent {
    /// Whoever is `written` so in a record of a game.
    pub fn of<K: Kit>(written: &str) -> Self {
        match written.parse::<K::Spec>() {
            Ok(spec) if K::is_rival(&spec) => Self::Rivals,
            Ok(spec) if K::is_agent(&spec) => Self::Agents,
            Ok(spec) => Self::Other(spec.to_string()),
            // Of a later version, or of another program.
            Err(_) => Self::Other(harmless(written)),
        }
    }

    /// What it is called.
    pub fn words(&self) -> String {
        match self {
            Self::Rivals => "Rivals".to_owned(),
            Self::Agents => "Agents".to_owned(),
            Self::Other(name) => capitalised(name),
        }
    }
}

/// A measured game.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// Its name in the store.
    pub id: String,
    /// When it ended, in seconds since 1970-01-01 UTC.
    pub ended: u64,
    /// Who was met.
    pub opponent: Opponent,
    /// The person's side.
    pub side: Side,
    /// How it ended, discs as they lie.
    pub outcome: Outcome,
    /// The game.
    pub line: GameLine<Position>,
}

/// Results against one opponent.
#[derive(Clone, Debug, PartialEq)]
pub struct Results {
    /// Who.
    pub opponent: Opponent,
    /// Games won, drawn and lost by the person.
    pub games: [u32; 3],
    /// Sum of the final disc differences, from the person's side, discs as they lie.
    pub difference: i64,
}

impl Results {
    /// All of them.
    pub fn count(&self) -> u32 {
        self.games.iter().sum()
    }

    /// A row of a table.
    pub fn words(&self) -> String {
        let (rate, interval) = self.score();
        let opponent: String = self.opponent.words().chars().take(19).collect();
        let [won, drawn, lost] = self.games;
        format!(
            "{opponent:<20}{:>5}{won:>5}{drawn:>5}{lost:>5}  {rate:.2} ({:.2} to {:.2}) {:>+6.1}",
            self.count(),
            interval.low,
            interval.high,
            self.mean_difference()
        )
    }

    /// The share of points, a draw being half a win, with its 95 % interval.
    pub fn score(&self) -> (f64, Interval) {
        let [won, drawn, _] = self.games.map(f64::from);
        let (points, all) = (won + drawn / 2.0, f64::from(self.count()));
        (points / all.max(1.0), wilson(points, all, CONFIDENCE))
    }

    /// The mean of the differences.
    pub fn mean_difference(&self) -> f64 {
        self.difference as f64 / f64::from(self.count().max(1))
    }
}

/// The games of a person.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct History {
    /// The measured ones that were played to their end against a program, in the order in which they ended.
    pub games: Vec<Game>,
    /// How many others there are: practice, and games that were left.
    pub others: usize,
    /// Lines of the file, and games in it, that could not be read.
    pub unreadable: usize,
}

impl History {
    /// Those of `name` in the folder `data`.
    ///
    /// # Errors
    /// When there are games and the system does not let them be read.
    pub fn read(data: &Path, name: &str) -> Result<Self, StoreError> {
        let kept = kept(data)?;
        let mut history = Self {
            unreadable: kept.bad.len(),
            ..Self::default()
        };
        for record in &kept.games {
            let Some(side) = side_of(record, name) else {
                continue;
            };
            if !is_measured(record, side) {
                history.others += 1;
                continue;
            }
            match game(record, side) {
                Some(game) => history.games.push(game),
                None => history.unreadable += 1,
            }
        }
        history.games.sort_by_key(|game| game.ended);
        Ok(history)
    }

    /// How the games ended, by opponent: who was met most comes first.
    pub fn results(&self) -> Vec<Results> {
        let games = self.games.iter();
        results(games.map(|game| (game.opponent.clone(), game.outcome.difference(game.side))))
    }
}

/// How games ended, given who was met in each and the person's difference, by opponent: who was met most
/// comes first.
pub fn results(games: impl Iterator<Item = (Opponent, i32)>) -> Vec<Results> {
    let mut all: Vec<Results> = Vec::new();
    for (opponent, difference) in games {
        let index = match difference.signum() {
            1 => 0,
            0 => 1,
            _ => 2,
        };
        let at = all.iter().position(|it| it.opponent == opponent);
        let at = at.unwrap_or_else(|| {
            all.push(Results {
                opponent,
                games: [0; 3],
                difference: 0,
            });
            all.len() - 1
        });
        all[at].games[index] += 1;
        all[at].difference += i64::from(difference);
    }
    // Stable: of equally many games whoever was met first.
    all.sort_by_key(|it| std::cmp::Reverse(it.count()));
    all
}

/// The side that `name` has in a game, Black's where it is both.
pub(crate) fn side_of(record: &GameRecord, name: &str) -> Option<Side> {
    let mut sides = Side::BOTH.into_iter();
    sides.find(|&side| record.players.person(side) == Some(name))
}

/// Whether it is a measured game, played to its end, of a person on `side` against a program.
fn is_measured(record: &GameRecord, side: Side) -> bool {
    let alone = record.players.person(side.other()).is_none();
    alone && record.kind == record::Kind::Measured && record.status == Status::Finished
}

/// The rivals that `name` met in measured games of Othello kept in the folder `data`, and by how much the person won.
///
/// # Errors
/// When there are games and the system does not let them be read.
pub fn met_at_othello(data: &Path, name: &str) -> Result<Vec<(PlayerSpec, i32)>, StoreError> {
    let kept = kept(data)?;
    Ok(kept.games.iter().filter_map(|it| met(it, name)).collect())
}

/// The games in the folder `data`. Who only looks makes no folder.
pub(crate) fn kept(data: &Path) -> Result<Games, StoreError> {
    if data.is_dir() {
        Store::open(data)?.games()
    } else {
        Ok(Games::default())
    }
}

/// Whom `name` met in a measured game, when that was a rival, and by how much the person won.
pub(crate) fn met(record: &GameRecord, name: &str) -> Option<(PlayerSpec, i32)> {
    let side = side_of(record, name).filter(|&side| is_measured(record, side))?;
    let opponent = record.players.of(side.other()).parse().ok()?;
    let outcome = Outcome::from(record.result?);
    Position::is_rival(&opponent).then(|| (opponent, outcome.difference(side)))
}

fn game(record: &GameRecord, side: Side) -> Option<Game> {
    let line = record.line().ok()?;
    Some(Game {
        id: record.id.clone(),
        ended: record.ended,
        opponent: Opponent::of::<Position>(record.players.of(side.other())),
        side,
        outcome: record.result?.into(),
        line,
    })
}

/// How often each [`Kind`] of mistake was made in each [phase](koteki_rivals::coach::Phase).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally(pub [[u32; 3]; Kind::ALL.len()]);

impl Tally {
    /// Adds the mistakes of another game.
    pub fn add(&mut self, other: &Self) {
        for (sum, row) in self.0.iter_mut().zip(other.0) {
            for (sum, count) in sum.iter_mut().zip(row) {
                *sum += count;
            }
        }
    }

    /// A table of those made in so many games, its heading first, the most frequent next.
    pub fn words(&self, games: usize) -> Vec<String> {
        let count = |row: &[u32; 3]| row.iter().sum::<u32>();
        let mut rows: Vec<_> = self.0.iter().enumerate().collect();
        rows.retain(|(_, row)| count(row) > 0);
        rows.sort_by_key(|(_, row)| std::cmp::Reverse(count(row)));
        let mut lines = vec![mistakes_head()];
        if rows.is_empty() {
            lines.push("no mistakes found".to_owned());
        }
        let rows = rows.into_iter();
        lines.extend(rows.map(|(kind, &row)| mistakes(kind, row, games)));
        lines
    }
}

/// Games from which on halves are compared.
const COMPARED: usize = 6;
/// Standard errors by which a count differs that is called another one (about 19 of 20 that are not stay below).
const CLEARLY: f64 = 1.96;

/// At which kinds of mistakes the person has become better or worse, from the first half of the games to the latest: a
/// line each, none while there are too few games.
pub fn trend(games: &[Tally]) -> Vec<String> {
    if games.len() < COMPARED {
        return Vec::new();
    }
    let halves = games.split_at(games.len() / 2);
    let count = |games: &[Tally], kind: usize| -> f64 {
        let counts = games.iter().flat_map(|tally| tally.0[kind]);
        f64::from(counts.sum::<u32>())
    };
    let [first, latest] = [halves.0.len(), halves.1.len()].map(|games| games as f64);
    let [mut better, mut worse] = [Vec::new(), Vec::new()];
    for (kind, name) in words::KINDS.iter().enumerate() {
        let (before, now) = (count(halves.0, kind), count(halves.1, kind));
        // Counts of rare events: each half's variance is about its count.
        let error = (before / (first * first) + now / (latest * latest)).sqrt();
        let change = now / latest - before / first;
        if change.abs() > CLEARLY * error {
            let side = if change < 0.0 {
                &mut better
            } else {
                &mut worse
            };
            side.push(format!(
                "{name} {:.1} to {:.1}",
                before / first,
                now / latest
            ));
        }
    }
    let games = format!("first {} games to last {}", halves.0.len(), halves.1.len());
    let line = |what: &str, kinds: &[String]| {
        (!kinds.is_empty()).then(|| format!("{what} a game, {games}: {}", kinds.join(", ")))
    };
    let lines: Vec<String> = line("Fewer", &better)
        .into_iter()
        .chain(line("More", &worse))
        .collect();
    if lines.is_empty() {
        return vec![format!(
            "No kind has become clearly rarer or more frequent, {games}."
        )];
    }
    lines
}

/// What is said first: the person's strength in words, on a line of so many columns, and in figures.
pub fn standing_words(
    standing: &Standing,
    dash: &str,
    columns: usize,
    marks: BarMarks,
) -> Vec<String> {
    let it = &standing.strength;
    let (low, high) = (it.interval.low, it.interval.high);
    let people = Ladder::measured().people.as_ref();
    let people = people.map(|people| people.beside(low, high));
    let rank = &standing.rank;
    [
        format!("Your strength: {}", rank.words()),
        format!("  {}", rank.bar(columns, marks)),
    ]
    .into_iter()
    .chain(standing.people.map(|it| it.words()))
    .chain([level::estimate(it.d, low, high, dash)])
    .chain(people)
    .chain(equal_words(&standing.equal, dash))
    .collect()
}

/// The agent that is believed to be the person's equal, or that none is.
fn equal_words(equal: &Equal, dash: &str) -> Option<String> {
    let rung = equal.rung(&RUNGS)?;
    let depth = rung.depth;
    if equal.is_beyond() {
        return Some(format!(
            "stronger than any rival I can breed: the strongest agent, agent:d=0,depth={depth}, should lose more \
             than 6 of 10 games to you"
        ));
    }
    let [d, low, high] = [equal.d, equal.interval.low, equal.interval.high].map(|it| rung.held(it));
    Some(format!(
        "your equal: agent:d={d:.0},depth={depth}, which holds D {d:.0} ({low:.0}{dash}{high:.0}) {depth} plies deep"
    ))
}

/// What there is to see in one game after the others.
#[derive(Clone, Debug, PartialEq)]
pub struct GameFigures {
    /// The person's mean loss D in it; `None` without a move that counts.
    pub loss: Option<f64>,
    /// The estimate after it; `None` while no move has counted.
    pub strength: Option<Strength>,
    /// The mistakes in it.
    pub tally: Tally,
}

/// Goes through a person's games, the first first: the strength is what the preset tester says, the mistakes are those
/// that a review by the tester of the settings finds.
#[derive(Debug)]
pub struct Walk {
    tester: SearchSpec,
    belief: Belief,
}

impl Walk {
    /// Before the first game; `tester` is that of the settings.
    pub fn new(tester: SearchSpec) -> Self {
        Self {
            tester,
            belief: Belief::default(),
        }
    }

    /// The next game.
    ///
    /// # Errors
    /// When `cancel` is raised first.
    pub fn step(&mut self, game: &Game, cancel: &Cancel) -> Result<GameFigures, CancelledError> {
        let preset = SearchSpec::TESTER;
        let search = preset.search();
        let decisions = Decision::of_line(&game.line, game.side, &search, preset.depth, cancel)?;
        let tester = Tester {
            search: Box::new(self.tester.search()),
            depth: self.tester.depth,
            weights: self.tester.weights,
            scale: Scale::Points,
        };
        let review = review(&game.line, &tester, Threshold::default(), cancel)?;
        if !decisions.is_empty() {
            self.belief.see_game(&decisions);
        }
        let strength = (self.belief.games() > 0).then(|| self.belief.strength());
        Ok(GameFigures {
            loss: review.sides[game.side.index()].summary.d(),
            strength: strength.filter(|it| it.d.is_finite()),
            tally: Tally(review.tally(game.side)),
        })
    }
}

fn mistakes_head() -> String {
    let [opening, middle, ending] = words::PHASES;
    format!(
        "{:<20}{opening:>9}{middle:>9}{ending:>9}{:>9}",
        "Mistakes", "a game"
    )
}

fn mistakes(kind: usize, counts: [u32; 3], games: usize) -> String {
    let [opening, middle, ending] = counts;
    let kind = words::KINDS.get(kind).copied().unwrap_or_default();
    let rate = f64::from(counts.iter().sum::<u32>()) / games.max(1) as f64;
    format!("{kind:<20}{opening:>9}{middle:>9}{ending:>9}{rate:>9.2}")
}

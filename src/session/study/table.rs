//! Table 2 of Tsukamoto's paper, and the same of the people of a study: what the machines won, lost and
//! drew, person by person and as a whole.
//!
//! As in the paper a share is of the decided games, wins / (wins + losses). The intervals are exact
//! (Clopper and Pearson 1934) and take the games for independent, which those of one person are not quite:
//! a person plays four against each opponent.

use serde_json::{Value, json};

use super::protocol::{Place, Protocol, Stage};
use super::rounds::{Opponents, Part, ROUNDS};
use koteki_games::Game as _;
use koteki_rivals::measure::stats::{CONFIDENCE, Interval, exact};
use koteki_rivals::roster::PlayerSpec;

/// A cell of its table.
#[derive(Clone, Copy, Debug)]
pub struct Cell {
    /// What the machine won, lost and drew.
    pub counts: [u32; 3],
    /// The share of the decided games that it won, 0…1.
    pub rate: Option<f64>,
    /// The 95 % interval of that share.
    pub interval: [f64; 2],
}

pub type Person = (String, bool, [Option<Cell>; 4]);

/// What a machine won, lost and drew.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Games won by the machine.
    pub wins: u32,
    /// Games lost.
    pub losses: u32,
    /// Games drawn.
    pub draws: u32,
}

impl Counts {
    const fn new(wins: u32, losses: u32, draws: u32) -> Self {
        Self {
            wins,
            losses,
            draws,
        }
    }

    /// Games in all.
    pub const fn games(self) -> u32 {
        self.wins + self.losses + self.draws
    }

    /// The share won of the decided games, 0…1; `None` without any.
    pub fn rate(self) -> Option<f64> {
        let decided = self.wins + self.losses;
        (decided > 0).then(|| f64::from(self.wins) / f64::from(decided))
    }

    /// The exact 95 % interval of that share.
    pub fn interval(self) -> Interval {
        exact(self.wins, self.wins + self.losses, CONFIDENCE)
    }

    fn add(&mut self, other: Self) {
        self.wins += other.wins;
        self.losses += other.losses;
        self.draws += other.draws;
    }
}

/// One person: the machines' results in the order of [`Part::ALL`], `None` against who was not met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Who: their number in the paper, or their code.
    pub person: String,
    /// The results.
    pub counts: [Option<Counts>; 4],
    /// Whether all games are played.
    pub complete: bool,
}

/// The five people of the paper.
///
/// The share of the last cell but one is printed as 25 %; 0 of 4 are 0 %.
pub fn paper() -> Vec<Row> {
    let cell = |wins, losses, draws| Some(Counts::new(wins, losses, draws));
    [
        [cell(2, 2, 0), cell(1, 3, 0), cell(3, 1, 0), None],
        [cell(3, 1, 0), cell(2, 2, 0), cell(3, 1, 0), None],
        [cell(3, 1, 0), cell(3, 1, 0), cell(4, 0, 0), None],
        [cell(2, 2, 0), None, cell(1, 2, 1), cell(4, 0, 0)],
        [cell(1, 3, 0), None, cell(0, 4, 0), cell(1, 3, 0)],
    ]
    .into_iter()
    .zip(1..)
    .map(|(counts, number): (_, u32)| Row {
        person: number.to_string(),
        counts,
        complete: true,
    })
    .collect()
}

/// The finished games of one person: the round of each, and what the machine made of it.
fn results(protocol: &Protocol) -> impl Iterator<Item = (usize, Counts)> {
    protocol.games().iter().filter_map(|game| {
        let Place::Round { round, .. } = game.task.place else {
            return None;
        };
        let outcome = game.line.position().outcome()?;
        let one = match outcome.difference(game.task.person) {
            1.. => Counts::new(0, 1, 0),
            0 => Counts::new(0, 0, 1),
            _ => Counts::new(1, 0, 0),
        };
        Some((round, one))
    })
}

/// What the person won, lost and drew in each round so far.
pub fn of_rounds(protocol: &Protocol) -> [[u32; 3]; ROUNDS] {
    let mut rounds = [[0; 3]; ROUNDS];
    for (round, machine) in results(protocol) {
        if let Some([won, lost, drawn]) = rounds.get_mut(round) {
            *won += machine.losses;
            *lost += machine.wins;
            *drawn += machine.draws;
        }
    }
    rounds
}

/// What came of the games of one person so far.
pub fn row(person: &str, protocol: &Protocol) -> Row {
    let mut counts = [None; 4];
    for (round, one) in results(protocol) {
        let column = protocol.part(round) as usize;
        counts[column].get_or_insert_with(Counts::default).add(one);
    }
    Row {
        person: person.to_owned(),
        counts,
        complete: protocol.stage() == Stage::Done,
    }
}

/// All of them together, in the order of [`Part::ALL`].
pub fn whole(rows: &[Row]) -> [Counts; 4] {
    let mut sum = [Counts::default(); 4];
    for row in rows {
        for (sum, counts) in sum.iter_mut().zip(row.counts) {
            sum.add(counts.unwrap_or_default());
        }
    }
    sum
}

/// The paper's people and those of the study.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The players' names, in the order of [`Part::ALL`].
    pub players: [String; 4],
    /// Whether they are the paper's.
    pub same_players: bool,
    /// Who played here.
    pub rows: Vec<Row>,
}

impl Table {
    /// The table of a study against `opponents`.
    pub fn new(opponents: &Opponents, rows: Vec<Row>) -> Self {
        let players = Part::ALL.map(|part| {
            let name = opponents.player(part);
            match name.parse::<PlayerSpec>() {
                // The depth is always given: it is what tells the paper's players apart.
                Ok(PlayerSpec::Tsukamoto(spec)) => {
                    let short = PlayerSpec::Tsukamoto(spec).to_string();
                    if short.contains("depth=") {
                        short
                    } else {
                        format!("{short}:depth={}", spec.settings.depth)
                    }
                }
                Ok(spec) => spec.to_string(),
                Err(_) => name.to_owned(),
            }
        });
        Self {
            players,
            same_players: *opponents == Opponents::of_the_paper(),
            rows,
        }
    }

    /// The lines of the table in plain text.
    pub fn lines(&self) -> Vec<String> {
        let cell = |counts: Counts| Cell {
            counts: [counts.wins, counts.losses, counts.draws],
            rate: counts.rate(),
            interval: {
                let Interval { low, high } = counts.interval();
                [low, high]
            },
        };
        let person = |row: &Row| {
            (
                row.person.clone(),
                row.complete,
                row.counts.map(|it| it.map(cell)),
            )
        };
        let theirs = paper();
        let mut lines = people(
            &self.players,
            &theirs.iter().map(person).collect::<Vec<_>>(),
            &self.rows.iter().map(person).collect::<Vec<_>>(),
        );
        lines.push(String::new());
        lines.extend(totals(
            &self.players,
            &whole(&theirs).map(cell),
            &whole(&self.rows).map(cell),
        ));
        lines.push(String::new());
        lines.extend(notes(self.same_players).into_iter().map(str::to_owned));
        lines
    }

    /// The cells, a value each: `source` (`paper` or `here`), `person` (`all` for all together),
    /// `complete`, `opponent` ([`Part::key`]), `player`, `wins`, `losses`, `draws` of the machine, `rate`
    /// and its 95 % interval `low` and `high`.
    pub fn cells(&self) -> Vec<Value> {
        let theirs = Opponents::of_the_paper();
        let theirs = Self::new(&theirs, paper());
        [("paper", &theirs), ("here", self)]
            .into_iter()
            .flat_map(|(source, table)| table.of_source(source))
            .collect()
    }

    fn of_source(&self, source: &str) -> Vec<Value> {
        let all = Row {
            person: "all".to_owned(),
            counts: whole(&self.rows).map(|it| (it.games() > 0).then_some(it)),
            complete: self.rows.iter().all(|row| row.complete),
        };
        let cell = |row: &Row, part: Part, counts: Counts| {
            let rate = counts.rate();
            let interval = rate.map(|_| counts.interval());
            json!({
                "source": source,
                "person": row.person,
                "complete": row.complete,
                "opponent": part.key(),
                "player": self.players[part as usize],
                "wins": counts.wins,
                "losses": counts.losses,
                "draws": counts.draws,
                "rate": rate,
                "low": interval.map(|it| it.low),
                "high": interval.map(|it| it.high),
            })
        };
        self.rows
            .iter()
            .chain([&all])
            .flat_map(|row| {
                Part::ALL
                    .into_iter()
                    .zip(row.counts)
                    .filter_map(|(part, counts)| Some(cell(row, part, counts?)))
                    .collect::<Vec<_>>()
            })
            .collect()
    }
}

/// The columns of the table as a file.
pub const COLUMNS: [&str; 11] = [
    "source", "person", "complete", "opponent", "player", "wins", "losses", "draws", "rate", "low",
    "high",
];

fn share(cell: &Cell) -> String {
    cell.rate
        .map_or_else(|| "-".to_owned(), |rate| format!("{:.0} %", rate * 100.0))
}

fn counts(cell: &Cell) -> String {
    let [wins, losses, draws] = cell.counts;
    format!("{wins}-{losses}-{draws}")
}

fn table_row(first: &str, cells: &[String]) -> String {
    let mut line = format!("{first:<17}");
    for cell in cells {
        line.push_str(&format!("{cell:<15}"));
    }
    line.trim_end().to_owned()
}

fn people(players: &[String; 4], paper: &[Person], here: &[Person]) -> Vec<String> {
    let mut lines = vec![
        "The machine's wins-losses-draws (and share of the decided games) by person".to_owned(),
        String::new(),
    ];
    let letters = ["A", "B", "C", "D"];
    lines.extend(
        letters
            .iter()
            .zip(players)
            .map(|(letter, player)| format!("{letter}  {player}")),
    );
    lines.push(String::new());
    lines.push(table_row("person", &letters.map(str::to_owned)));
    let line = |source: &str, (name, complete, cells): &Person| {
        let cells = cells.map(|cell| {
            cell.map_or_else(
                || "-".to_owned(),
                |cell| format!("{} ({})", counts(&cell), share(&cell)),
            )
        });
        let mark = if *complete { "" } else { " *" };
        table_row(&format!("{source}{name}{mark}"), &cells)
    };
    lines.extend(paper.iter().map(|person| line("paper ", person)));
    lines.extend(here.iter().map(|person| line("", person)));
    if here.is_empty() {
        lines.push("(no one has played here yet)".to_owned());
    }
    if here.iter().any(|(_, complete, _)| !complete) {
        lines.push("* not complete yet".to_owned());
    }
    lines
}

fn totals(players: &[String; 4], paper: &[Cell; 4], here: &[Cell; 4]) -> Vec<String> {
    let widest = players.iter().map(String::len).max().unwrap_or(0).max(8);
    let figures = |cell: &Cell| match cell.rate {
        None if cell.counts == [0; 3] => "-".to_owned(),
        None => counts(cell),
        Some(_) => format!(
            "{} {}, {:.0} to {:.0}",
            counts(cell),
            share(cell),
            cell.interval[0] * 100.0,
            cell.interval[1] * 100.0
        ),
    };
    let mut lines = vec![format!("{:<widest$}  {:<24}  here", "together", "paper")];
    lines.extend(
        players
            .iter()
            .zip(paper.iter().zip(here))
            .map(|(player, (paper, here))| {
                format!(
                    "{player:<widest$}  {:<24}  {}",
                    figures(paper),
                    figures(here)
                )
            }),
    );
    lines
}

fn notes(same_players: bool) -> Vec<&'static str> {
    let mut notes = vec![
        "Shares are wins / (wins + losses), as in the paper. The 95 % intervals are exact",
        "and take the games for independent, which those of one person are not quite.",
        "Those who lost more games against C than they won met B, everyone else D.",
        "The paper prints 25 % for person 5 against C; 0 of 4 are 0 %.",
    ];
    if !same_players {
        notes.extend([
            "The paper's opponents are mobility+corners at depths 4 (C), 2 (B) and 6 (D) and",
            "its proposed player at depth 10 (A); the players here are others.",
        ]);
    }
    notes
}

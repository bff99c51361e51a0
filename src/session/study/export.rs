//! A study as tables and as one JSON document. There are no names in it: people are codes.
//!
//! # JSON
//!
//! `study.json` is one object; what is not known is null, times are milliseconds since 1970-01-01 UTC:
//!
//! | key | what |
//! |---|---|
//! | `schema` | `"koteki-study/1"`; a change of meaning changes it |
//! | `program`, `behaviour`, `engine` | the program that the study was begun with, the version of what it does, the processor path |
//! | `seed` | the study's seed, as text |
//! | `settings` | all settings, as in `study.toml` |
//! | `people` | a person's set each: objects as below |
//! | `score` | the pairs that all of them judged right |
//!
//! A person has `code`, `set` (1 for their first), `seed` (as text), `program` (that began it), `begun`,
//! `complete`, `target` (what the agent held; null before it is known, and where players were named), `by`
//! (where that comes from: `given` on the command line, `known` from earlier games, `preset`, or that of
//! the estimate), `estimate` (null before it, and where the person is not measured: `games` with `d`, `sd`, `rank`, `moves` of each; `plain`, the mean
//! loss D in the tester's eyes; `model`, the choice model's D with its 95 % limits; `seen`, D in the eyes of
//! the agent; `target`, what that was to hold; `by`, which of them the target comes from), `rivals`
//! (A first: `player`, `games` and `rate` of its retest against the agent, `level`: whether that is near
//! one half), `games`, `pairs`, `answers` (by sheet, `A1` to `A6` and `B`, then by question) and `score`.
//!
//! A game has `game` (0 for the first), `place` (`warmup` or `pair`), `pair` and `which` (1 or 2 each;
//! null in a warm-up), `rival` (`A`, `B`, `C`; null in a warm-up), `opponent` (the player), `person`
//! (`black` or `white`), `seed` (as text), `transcript` (passes as `--`), `black` and `white` (discs; null
//! while it goes on), `result` (`win`, `draw`, `loss`, for the person; null while it goes on), `begun`
//! and `ended`.
//!
//! A pair has `pair`, `first` and `second` (the rivals' letters), `same` (whether they are one), `said`
//! (`same`, `different` or null) and `right`. A score has `right`, `of`, `rate`, `interval` (95 %, exact),
//! `chance` (one half), `by_chance` (the probability of so many right, or more, by tossing a coin), `same` and
//! `different` (judged right of the pairs of that kind, and how many there are).
//!
//! In Tsukamoto's experiment there are neither pairs nor answers, and nothing that belongs to them. A game
//! has instead `place` `round`, `round` (1 to 3, an opponent each), `number` (1 to 4 within it) and `part`
//! (who the opponent is: `first`, `weaker`, `stronger`, `proposed`), and the document has `table`: the cells
//! of the paper's table 2 and of the same table of the people here ([`Table::cells`]).
//!
//! # CSV
//!
//! `people.csv`, `games.csv`, `pairs.csv` and `answers.csv` have the same under the same names, a line each,
//! and in every line of these `program`, `behaviour`, `study_seed`, `code` and `set`. The settings are beside them in
//! `study.toml`. Of Tsukamoto's experiment there are `people.csv`, `games.csv` and `table.csv`, which has a cell
//! of the table a line.

mod person;

use serde_json::{Value, json};

use super::protocol::Protocol;
use super::score::Score;
use super::session::replay;
use super::table::{self, Table};
use super::{Settings, columns};
use crate::study::words;
use koteki_record::csv;
use koteki_record::game::GameRecord;
use koteki_record::study::{Code, Folder, Header, Line, StudyError, read};
use person::{recorded, score};

/// Version of the JSON document.
pub const SCHEMA: &str = "koteki-study/1";

/// What is known of one person's set.
#[derive(Clone, Debug)]
pub struct Person {
    /// Who.
    pub code: Code,
    /// Which set, 1 for the first.
    pub set: u32,
    /// Seed of everything random in it.
    pub seed: u64,
    /// The program that began it.
    pub program: String,
    /// When it began, in milliseconds since 1970-01-01 UTC.
    pub begun: u64,
    /// Where the target comes from that it began with, `given` or `known`; `None` without one.
    pub by: Option<String>,
    /// What happened.
    pub protocol: Protocol,
    /// Whether a torn line came after it.
    pub torn: bool,
}

/// A study, read whole.
#[derive(Clone, Debug)]
pub struct Study {
    /// Settings, seed, provenance.
    pub header: Header<Settings>,
    /// Everybody, by code and set.
    pub people: Vec<Person>,
    /// What is wrong with the files of those that are left out, a line each.
    pub faults: Vec<String>,
}

/// One set of a person; `None` of a file in which nothing was begun.
fn person(folder: &Folder<Settings>, code: &Code, set: u32) -> Result<Option<Person>, StudyError> {
    let lines = read(&folder.file(code, set))?;
    let Some(Line::Begin {
        seed,
        program,
        at,
        target,
        by,
        ..
    }) = lines.lines.first()
    else {
        return Ok(None);
    };
    let (protocol, torn) = replay(folder, code, set, &lines)?;
    Ok(Some(Person {
        code: code.clone(),
        set,
        seed: *seed,
        program: program.clone(),
        begun: *at,
        // At first it was not written down which of the two.
        by: target.map(|_| by.clone().unwrap_or_else(|| "given or known".to_owned())),
        protocol,
        torn,
    }))
}

impl Study {
    /// Reads the study in `folder`: everybody whose file can be read, or `only` this person.
    ///
    /// # Errors
    /// When the folder or that person's file cannot be read, or no one has that code.
    pub fn read(folder: &Folder<Settings>, only: Option<&Code>) -> Result<Self, StudyError> {
        let codes = folder.codes()?;
        if let Some(code) = only
            && !codes.contains(code)
        {
            let known: Vec<&str> = codes.iter().map(Code::as_str).collect();
            return Err(StudyError::UnknownCode {
                code: code.clone(),
                path: folder.path().to_owned(),
                known: words::known_codes(&known),
            });
        }
        let mut people = Vec::new();
        let mut faults = Vec::new();
        for code in codes
            .iter()
            .filter(|&it| only.is_none_or(|only| only == it))
        {
            for set in 1..=folder.sets(code) {
                match person(folder, code, set) {
                    Ok(person) => people.extend(person),
                    Err(error) if only.is_some() => return Err(error),
                    // The others' are not lost with it.
                    Err(error) => faults.push(error.to_string()),
                }
            }
        }
        Ok(Self {
            header: folder.header().clone(),
            people,
            faults,
        })
    }

    /// The pairs that all of them judged right.
    pub fn score(&self) -> Score {
        let judged: Vec<_> = self
            .people
            .iter()
            .flat_map(|person| person.protocol.judged())
            .collect();
        Score::of(&judged)
    }

    /// The JSON document; see the [module](self).
    ///
    /// # Errors
    /// None is known: every setting has a form in JSON.
    pub fn json(&self) -> Result<Value, serde_json::Error> {
        let provenance = &self.header.provenance;
        let people: Vec<Value> = self.people.iter().map(Person::json).collect();
        let mut json = json!({
            "schema": SCHEMA,
            "program": provenance.program,
            "behaviour": provenance.behaviour,
            "engine": provenance.engine,
            "seed": self.header.seed,
            "settings": serde_json::to_value(&self.header.settings)?,
            "people": people,
        });
        match self.levels() {
            Some(table) => json["table"] = json!(table.cells()),
            None => json["score"] = score(&self.score()),
        }
        Ok(json)
    }

    /// Every game as a line of a file of games, as `koteki replay` reads it; the person is their code.
    pub fn games(&self) -> Vec<GameRecord> {
        let games = |person: &Person| {
            let code = person.code.clone();
            let games: Vec<GameRecord> = person
                .protocol
                .games()
                .iter()
                .map(|game| recorded(&code, game))
                .collect();
            games
        };
        self.people.iter().flat_map(games).collect()
    }

    fn table(&self, columns: &[&str], rows: impl Fn(&Person) -> Vec<Value>) -> String {
        let provenance = &self.header.provenance;
        let mut all = Vec::new();
        for person in &self.people {
            all.extend(rows(person).into_iter().map(|mut row| {
                row["program"] = json!(provenance.program);
                row["behaviour"] = json!(provenance.behaviour);
                row["study_seed"] = json!(self.header.seed);
                row["code"] = json!(person.code);
                row["set"] = json!(person.set);
                row
            }));
        }
        csv_of(
            &[
                &["program", "behaviour", "study_seed", "code", "set"],
                columns,
            ]
            .concat(),
            &all,
        )
    }

    /// The table of Tsukamoto's experiment; `None` of another one.
    pub fn levels(&self) -> Option<Table> {
        let opponents = self.header.settings.opponents.as_ref()?;
        let rows = self.people.iter();
        let rows = rows.map(|person| table::row(person.code.as_str(), &person.protocol));
        Some(Table::new(opponents, rows.collect()))
    }

    /// The tables: the name of each file and what is in it.
    pub fn csv(&self) -> Vec<(&'static str, String)> {
        let games = |columns: &[&str]| {
            self.table(columns, |it| {
                let games = it.protocol.games().iter();
                games.map(|game| it.game(game)).collect()
            })
        };
        if let Some(table) = self.levels() {
            return vec![
                (
                    "people.csv",
                    self.table(&columns::PEOPLE_OF_ROUNDS, |it| vec![it.row()]),
                ),
                ("games.csv", games(&columns::GAMES_OF_ROUNDS)),
                ("table.csv", csv_of(&table::COLUMNS, &table.cells())),
            ];
        }
        vec![
            (
                "people.csv",
                self.table(&columns::PEOPLE, |it| vec![it.row()]),
            ),
            ("games.csv", games(&columns::GAMES)),
            ("pairs.csv", self.table(&columns::PAIRS, Person::pairs)),
            (
                "answers.csv",
                self.table(&columns::ANSWERS, Person::answer_rows),
            ),
        ]
    }
}

/// A table as a CSV file.
fn csv_of(columns: &[&str], rows: &[Value]) -> String {
    let cell = |value: &Value| match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let cells = |row: &Value| {
        let columns = columns.iter();
        columns
            .map(|column| cell(&row[*column]))
            .collect::<Vec<_>>()
    };
    let head = columns.iter().map(|&name| name.to_owned()).collect();
    csv::to_string(std::iter::once(head).chain(rows.iter().map(cells)))
}

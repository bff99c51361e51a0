//! One person as JSON, as rows of the tables, and their games as records.

use serde_json::{Map, Value, json};

use super::super::Kind;
use super::super::protocol::{PAIRS, Place, Played, Stage};
use super::super::score::{CHANCE, Score};
use super::super::sheet::Sheet;
use super::Person;
use koteki_games::othello::notation::{Passes, write_transcript};
use koteki_games::{Game as _, Side};
use koteki_record::game::{GameRecord, Kind as GameKind, Players, Status, new_id};
use koteki_record::study::Code;

impl Person {
    fn has_rounds(&self) -> bool {
        self.protocol.settings().kind == Kind::Tsukamoto
    }

    fn is_complete(&self) -> bool {
        self.protocol.stage() == Stage::Done
    }

    /// What the agent held, and where that comes from; nothing where nothing was bred.
    fn target(&self) -> (Option<f64>, Option<&str>) {
        let protocol = &self.protocol;
        match (protocol.estimate(), protocol.given_target()) {
            (Some(estimate), _) => (Some(estimate.target), Some(&estimate.by)),
            (None, Some(target)) if protocol.settings().rivals.is_empty() => {
                (Some(target), Some(self.by.as_deref().unwrap_or("preset")))
            }
            _ => (None, None),
        }
    }

    pub(super) fn json(&self) -> Value {
        let (target, by) = self.target();
        let rivals: Vec<Value> = self
            .protocol
            .rivals()
            .iter()
            .map(|rival| json!(rival))
            .collect();
        let games: Vec<Value> = self
            .protocol
            .games()
            .iter()
            .map(|it| self.game(it))
            .collect();
        let mut answers: Map<String, Value> = Map::new();
        for row in self.answer_rows() {
            let (Some(sheet), Some(question)) = (row["sheet"].as_str(), row["question"].as_str())
            else {
                continue;
            };
            let of_sheet = answers.entry(sheet).or_insert_with(|| json!({}));
            of_sheet[question] = row["answer"].clone();
        }
        let mut person = json!({
            "code": self.code,
            "set": self.set,
            "seed": self.seed.to_string(),
            "program": self.program,
            "begun": self.begun,
            "complete": self.is_complete(),
            "games": games,
        });
        if self.has_rounds() {
            return person;
        }
        let more = json!({
            "target": target,
            "by": by,
            "estimate": self.protocol.estimate(),
            "rivals": rivals,
            "pairs": self.pairs(),
            "answers": answers,
            "score": score(&Score::of(&self.protocol.judged())),
        });
        if let (Some(person), Value::Object(more)) = (person.as_object_mut(), more) {
            person.extend(more);
        }
        person
    }

    /// The person in one line.
    pub(super) fn row(&self) -> Value {
        let protocol = &self.protocol;
        let (target, by) = self.target();
        let model = protocol.estimate().and_then(|it| it.model);
        let results: Vec<Value> = protocol
            .games()
            .iter()
            .filter(|game| !matches!(game.task.place, Place::Warmup { .. }))
            .map(|game| self.game(game)["result"].clone())
            .collect();
        let count = |result: &str| results.iter().filter(|it| *it == result).count();
        let tally = Score::of(&protocol.judged());
        let mut row = json!({
            "seed": self.seed.to_string(),
            "begun": self.begun,
            "complete": self.is_complete(),
            "plain": protocol.estimate().and_then(|it| it.plain),
            "model": model.map(|it| it[0]),
            "low": model.map(|it| it[1]),
            "high": model.map(|it| it[2]),
            "seen": protocol.estimate().and_then(|it| it.seen),
            "target": target,
            "by": by,
            "wins": count("win"),
            "draws": count("draw"),
            "losses": count("loss"),
            "right": tally.right,
            "of": tally.of,
            "rate": tally.rate(),
            "rate_low": tally.interval.low,
            "rate_high": tally.interval.high,
            "by_chance": tally.by_chance,
        });
        for (letter, rival) in ["a", "b", "c"].iter().zip(protocol.rivals()) {
            row[format!("rival_{letter}")] = json!(rival.player);
            row[format!("rate_{letter}")] = json!(rival.rate);
        }
        row
    }

    pub(super) fn game(&self, game: &Played) -> Value {
        let task = &game.task;
        let outcome = game.line.position().outcome();
        let (pair, which) = match task.place {
            Place::Warmup { .. } | Place::Round { .. } => (None, None),
            Place::Pair { pair, which } => (Some(pair), Some(which)),
        };
        let drawn = |pair: usize, which: usize| self.protocol.plan().pairs[pair].opponents[which];
        let rival = pair
            .zip(which)
            .map(|(pair, which)| letter(drawn(pair, which)));
        let mut row = json!({
            "game": task.game,
            "opponent": game.opponent,
            "person": if task.person == Side::Black { "black" } else { "white" },
            "seed": task.seed.to_string(),
            "transcript": write_transcript(game.line.moves(), Passes::Written),
            "black": outcome.map(|outcome| outcome.black),
            "white": outcome.map(|outcome| outcome.white),
            "result": outcome.map(|outcome| match outcome.difference(task.person) {
                1.. => "win",
                0 => "draw",
                _ => "loss",
            }),
            "begun": game.time[0],
            "ended": outcome.map(|_| game.time[1]),
        });
        if let Place::Round { round, number } = task.place {
            row["place"] = json!("round");
            row["round"] = json!(round + 1);
            row["number"] = json!(number + 1);
            row["part"] = json!(self.protocol.part(round).key());
        } else {
            row["place"] = json!(if pair.is_some() { "pair" } else { "warmup" });
            row["pair"] = json!(pair.map(|pair| pair + 1));
            row["which"] = json!(which.map(|which| which + 1));
            row["rival"] = json!(rival);
        }
        row
    }

    pub(super) fn pairs(&self) -> Vec<Value> {
        let pairs = self.protocol.plan().pairs.iter().enumerate();
        pairs
            .map(|(index, pair)| {
                let answers = self.protocol.answers(Sheet::Pair(index));
                let said = answers
                    .filter(|it| it.handed_in)
                    .and_then(|it| it.get("same"));
                json!({
                    "pair": index + 1,
                    "first": letter(pair.opponents[0]),
                    "second": letter(pair.opponents[1]),
                    "same": pair.is_same(),
                    "said": said,
                    "right": said.map(|said| (said == "same") == pair.is_same()),
                })
            })
            .collect()
    }

    /// Every answer that counts, also on a sheet that is not handed in yet.
    pub(super) fn answer_rows(&self) -> Vec<Value> {
        let kind = self.protocol.settings().kind;
        let sheets = (0..PAIRS)
            .map(Sheet::Pair)
            .chain((kind == Kind::Guided).then_some(Sheet::Final));
        let mut rows = Vec::new();
        for sheet in sheets {
            let Some(answers) = self.protocol.answers(sheet) else {
                continue;
            };
            for question in sheet.questions(kind).iter().filter(|it| answers.asks(it)) {
                let Some(answer) = answers.get(question.key) else {
                    continue;
                };
                let rival = match (sheet, question.about) {
                    (Sheet::Pair(pair), Some(which)) => {
                        Some(letter(self.protocol.plan().pairs[pair].opponents[which]))
                    }
                    _ => None,
                };
                rows.push(json!({
                    "sheet": sheet.key(),
                    "question": question.key,
                    "about": question.about.map(|which| which + 1),
                    "rival": rival,
                    "answer": answer,
                }));
            }
        }
        rows
    }
}

fn letter(rival: usize) -> &'static str {
    ["A", "B", "C"][rival.min(2)]
}

pub(super) fn score(score: &Score) -> Value {
    json!({
        "right": score.right,
        "of": score.of,
        "rate": score.rate(),
        "interval": [score.interval.low, score.interval.high],
        "chance": CHANCE,
        "by_chance": score.by_chance,
        "same": [score.same.0, score.same.1],
        "different": [score.different.0, score.different.1],
    })
}

pub(super) fn recorded(code: &Code, game: &Played) -> GameRecord {
    let task = &game.task;
    let [person, machine] = [Players::human(code.as_str()), game.opponent.clone()];
    let players = match task.person {
        Side::Black => Players {
            black: person,
            white: machine,
        },
        Side::White => Players {
            black: machine,
            white: person,
        },
    };
    let [begun, ended] = game.time;
    let kind = match task.place {
        Place::Warmup { .. } => GameKind::Measured,
        Place::Pair { .. } | Place::Round { .. } => GameKind::Practice,
    };
    let id = new_id(begun, 0, task.seed);
    let mut record = GameRecord::begin(id, begun / 1000, kind, players, task.seed);
    record.ended = ended / 1000;
    record.set_line(&game.line);
    record.status = if record.result.is_some() {
        Status::Finished
    } else {
        Status::Interrupted
    };
    record
}

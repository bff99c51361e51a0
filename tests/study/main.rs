//! Studies with people: the protocol of the thesis' ch. 7 and its blind test, against its own
//! description; what is kept, gone on with and exported.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // Tests may.

mod command;
#[path = "../common/mod.rs"]
mod common;
mod export;
mod plain;
mod protocol;
mod screens;
mod session;
mod tsukamoto;

use koteki_games::Side;
use koteki_record::study::{Colour, Estimate, Line, Rival};
use koteki_rivals::evolve;
use koteki_session::study::protocol::Task;
use koteki_session::study::sheet::Form;
use koteki_session::study::{Protocol, Settings, Sheet, Stage};

/// A breeding that is over in a moment.
pub(crate) fn quick(settings: Settings) -> Settings {
    Settings {
        evolution: evolve::Settings {
            population: 4,
            children: 2,
            games: 2,
            cycles: 1,
            depth: 1,
            opponent: "agent:d=target,depth=2".to_owned(),
            retest: evolve::settings::RetestSettings {
                first: 2,
                batch: 2,
                cap: 2,
                rounds: 0,
                ..settings.evolution.retest
            },
            ..settings.evolution.clone()
        },
        ..settings
    }
}

/// What a person's file says next when they play and answer like this, at a time that rises: the whole
/// game in moves of `moves`, every first choice, words where words may be.
pub(crate) struct Script {
    at: u64,
}

impl Script {
    pub(crate) fn new() -> Self {
        Self { at: 1_000 }
    }

    /// The line that comes next; `None` when there is nothing more.
    pub(crate) fn next(
        &mut self,
        protocol: &Protocol,
        say_same: impl Fn(usize) -> bool,
    ) -> Option<Line> {
        self.at += 7;
        let at = self.at;
        Some(match protocol.stage() {
            Stage::Ready(task) => game(protocol, &task, at),
            Stage::Playing(task) => {
                let line = &protocol.last_game().unwrap().line;
                let mut moves = Vec::new();
                koteki_games::Game::legal_moves(line.position(), &mut moves);
                Line::Move {
                    game: task.game,
                    ply: line.ply() + 1,
                    // Not the same game every time.
                    mv: moves[task.game % moves.len()].to_string(),
                    at,
                }
            }
            Stage::Measuring => Line::Estimate {
                estimate: estimate(31.5),
                at,
            },
            Stage::Breeding(_) => Line::Rivals {
                rivals: rivals(),
                cycles: 10,
                games: 26_000,
                at,
            },
            Stage::Asking(sheet) => {
                let answers = protocol.answers(sheet).cloned().unwrap_or_default();
                let questions = sheet.questions(protocol.settings().kind);
                let open = questions
                    .iter()
                    .find(|it| answers.asks(it) && answers.get(it.key).is_none());
                match open {
                    Some(question) => Line::Answer {
                        sheet: sheet.key(),
                        question: question.key.to_owned(),
                        value: match (question.form, sheet) {
                            (Form::Choice(_), Sheet::Pair(pair)) if question.key == "same" => {
                                if say_same(pair) { "same" } else { "different" }.to_owned()
                            }
                            (Form::Choice(choices), _) => choices[0].to_owned(),
                            (Form::Text, _) => "it \"felt\" odd, somehow".to_owned(),
                        },
                        at,
                    },
                    None => Line::HandIn {
                        sheet: sheet.key(),
                        at,
                    },
                }
            }
            Stage::Done => return None,
        })
    }
}

pub(crate) fn game(protocol: &Protocol, task: &Task, at: u64) -> Line {
    Line::Game {
        game: task.game,
        seed: task.seed,
        person: match task.person {
            Side::Black => Colour::Black,
            Side::White => Colour::White,
        },
        opponent: protocol.opponent(task).unwrap().to_owned(),
        at,
    }
}

pub(crate) fn estimate(target: f64) -> Estimate {
    Estimate {
        games: vec![None, None, None],
        plain: Some(30.0),
        model: Some([29.0, 20.0, 40.0]),
        seen: Some(28.0),
        target,
        by: "model".to_owned(),
    }
}

pub(crate) fn rivals() -> Vec<Rival> {
    ["random", "beginner", "intermediate"]
        .map(|player| Rival {
            player: player.to_owned(),
            games: 100,
            rate: Some(0.5),
            level: true,
        })
        .to_vec()
}

//! Games of Othello on disk, one record each: see [`keeper`].

use std::error::Error;

use crate::keeper::{self, Keeper};
use crate::person::{KeptGame, Store};
use crate::report::GameReport;
use crate::rivals::Rival;
use crate::{Seat, SessionError, Table};
use koteki_games::Side;
use koteki_games::othello::Position;
use koteki_record::game::{self as record, GameRecord, Judgement, Kind, Players, Status, new_id};
use koteki_rivals::measure::equal::GameEvidence;
use koteki_rivals::roster::{PlayerSpec, SearchSpec};

/// The record of the game on the table, and the games that were left.
pub struct Records {
    keeper: Keeper,
    /// The person's name.
    person: String,
    tester: SearchSpec,
    /// The D of the agent that is as strong as the machine at the table; `None` when that is not known.
    pub(super) even: Option<f64>,
    /// Games that were interrupted, the latest first.
    interrupted: Vec<GameRecord>,
    /// Name of the game on the table in the records.
    id: String,
    /// When it began, in milliseconds since 1970-01-01 UTC.
    started: u64,
    /// Whether it was left before and has been resumed.
    resumed: bool,
    /// Whether it is over and measured.
    measured: bool,
}

impl Records {
    pub(super) const fn new(keeper: Keeper, person: String, tester: SearchSpec) -> Self {
        Self {
            keeper,
            person,
            tester,
            even: None,
            interrupted: Vec::new(),
            id: String::new(),
            started: 0,
            resumed: false,
            measured: false,
        }
    }

    /// Takes in the games that were left before this session.
    pub(super) fn found(&mut self, interrupted: Vec<GameRecord>) {
        self.interrupted.extend(interrupted);
    }

    pub(super) const fn has_left(&self) -> bool {
        !self.interrupted.is_empty()
    }

    pub(super) fn keep_rivals(&self, rivals: &[Rival]) {
        self.keeper.keep_rivals(rivals.to_vec());
    }

    /// Keeps the finished game on the `table` with what was measured, and counts it.
    pub(super) fn finish(
        &mut self,
        table: &Table<Position>,
        report: &GameReport,
        judgements: Vec<Option<Judgement>>,
        counted: Option<GameEvidence>,
    ) {
        let mut record = self.record(table, Status::Finished, report.measured);
        record.target = report.target.map(|target| target.held);
        record.judgements = judgements;
        let level = |side: Side| {
            let level = report.played[side.index()].as_ref()?.level.as_ref()?;
            Some(record::Level {
                mean_loss: level.mean_loss,
                mean_rank: level.mean_rank,
                moves: u32::try_from(level.moves).unwrap_or(u32::MAX),
            })
        };
        record.levels = Some(record::Levels {
            black: level(Side::Black),
            white: level(Side::White),
        });
        self.keeper.finish(record, counted);
        self.measured = true;
    }

    /// The game on the table as the records have it.
    fn record(&self, table: &Table<Position>, status: Status, counts: bool) -> GameRecord {
        let kind = if counts {
            Kind::Measured
        } else {
            Kind::Practice
        };
        let name = |side| match table.seat(side) {
            // Who takes up an unfinished game has the seat again that the tester only keeps warm.
            Seat::Machine(_) if table.stand_in() == Some(side) && status != Status::Finished => {
                Players::human(&self.person)
            }
            Seat::Person => Players::human(&self.person),
            Seat::Machine(spec) => format!("{spec:#}"),
        };
        let players = Players {
            black: name(Side::Black),
            white: name(Side::White),
        };
        let seconds = self.started / 1000;
        let mut record = GameRecord::begin(self.id.clone(), seconds, kind, players, table.seed());
        record.ended = keeper::now() / 1000;
        record.status = status;
        record.set_line(table.line());
        if status == Status::Finished {
            // From this it can be counted at the next start.
            record.even = self.even;
            record.tester = Some(format!("{:#}", PlayerSpec::Tester(self.tester.into())));
        }
        record
    }
}

impl Store<Position> for Records {
    fn begin(&mut self, draw: u64) {
        self.started = keeper::now();
        self.id = new_id(self.started, std::process::id(), draw);
        self.resumed = false;
        self.measured = false;
    }

    /// Failures are news of the keeper.
    fn keep(&mut self, table: &Table<Position>) -> Option<String> {
        if self.measured {
            return None;
        }
        let status = if table.is_over() {
            Status::Finished
        } else {
            Status::Playing
        };
        // What is among the games already stays there as it is now: with nothing played it is practice.
        if table.has_begun() || self.resumed {
            self.keeper
                .update(self.record(table, status, table.counts()));
        } else {
            self.keeper.forget();
        }
        None
    }

    /// A finished game is kept as it is when the tester has not seen all of it in time.
    fn leave(&mut self, table: &Table<Position>, is_for_another: bool) {
        if self.measured || !table.has_begun() {
            return;
        }
        if table.is_over() {
            let record = self.record(table, Status::Finished, table.counts());
            self.keeper.finish(record, None);
            return;
        }
        let record = self.record(table, Status::Interrupted, table.counts());
        if is_for_another {
            self.interrupted.insert(0, record.clone());
        }
        self.keeper.suspend(record);
    }

    fn is_kept(&self) -> bool {
        self.keeper.keeps()
    }

    fn left(&self) -> (Vec<KeptGame>, Vec<String>) {
        let listed = |game: &GameRecord| {
            let person = |side| game.players.person(side).is_some();
            KeptGame {
                machines: Side::BOTH
                    .map(|side| (!person(side)).then(|| game.players.of(side).to_owned())),
                ply: game.line().map_or(0, |line| line.ply()),
                measured: game.kind == Kind::Measured,
                ended: game.ended,
            }
        };
        (self.interrupted.iter().map(listed).collect(), Vec::new())
    }

    fn resume(
        &mut self,
        place: usize,
        table: &Table<Position>,
    ) -> Result<(Table<Position>, Vec<String>), SessionError> {
        let record = self.interrupted.get(place);
        let record = record.ok_or(SessionError::NoSuchGame(self.interrupted.len()))?;
        let taken_up = || -> Result<Table<Position>, Box<dyn Error>> {
            let seat = |side| match record.players.person(side) {
                Some(_) => Ok(Seat::Person),
                None => record.players.of(side).parse().map(Seat::Machine),
            };
            let seats = [seat(Side::Black)?, seat(Side::White)?];
            Ok(Table::resume(record.line()?, seats).call_players(record.seed)?)
        };
        let mut resumed =
            taken_up().map_err(|error| SessionError::CannotResume(error.to_string()))?;
        let record = self.interrupted.remove(place);
        self.leave(table, true);
        self.keeper.take_up(&record.id);
        if record.kind == Kind::Practice && resumed.person().is_some() {
            resumed.help();
        }
        self.resumed = true;
        self.measured = false;
        self.id = record.id;
        self.started = record.started * 1000;
        Ok((resumed, Vec::new()))
    }
}

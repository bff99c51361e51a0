//! What a person does at a sitting.

use std::error::Error;

use super::{GAMES, LossToOpponent, Notice, Setup, Sitting, drawn_side};
use crate::settings::SideChoice;
use crate::start::{Start, balanced_opening};
use crate::{Refusal, Seat, SessionError, Table, Turn, keeper};
use koteki_games::othello::{Move, Position};
use koteki_games::random::derive_seed;
use koteki_games::{GameLine, Side};
use koteki_record::game::{GameRecord, Kind, new_id};
use koteki_rivals::measure::contest::random_opening;
use koteki_rivals::roster::{PlayerSpec, SpecError};

impl Sitting {
    /// A person plays `mv`.
    ///
    /// # Errors
    /// Says why nothing was played.
    pub fn play(&mut self, mv: Move) -> Result<Vec<Notice>, Refusal<Move>> {
        let passed = self.table.play_person(mv)?;
        let mut notices: Vec<Notice> = passed.map(Notice::Passed).into_iter().collect();
        self.advance(&mut notices);
        Ok(notices)
    }

    /// Takes the person's last move back, with the answers to it; the game becomes practice.
    pub fn take_back(&mut self) -> Vec<Notice> {
        self.change_of_mind(Table::take_back)
    }

    /// Plays again what was taken back.
    pub fn redo(&mut self) -> Vec<Notice> {
        self.change_of_mind(Table::redo)
    }

    fn change_of_mind(&mut self, change: impl FnOnce(&mut Table<Position>) -> bool) -> Vec<Notice> {
        let mut notices = Vec::new();
        let finished = self.is_over().then(|| self.unmeasured());
        if change(&mut self.table) {
            if let Some(record) = finished {
                record
                    .into_iter()
                    .for_each(|it| self.keeper.finish(it, None));
                // The finished game stays as it was; what comes now is another one.
                self.name_game();
            }
            self.become_practice();
            self.report = None;
            self.held = LossToOpponent::Unasked;
            self.over_announced = false;
            self.advance(&mut notices);
        }
        notices
    }

    /// Asks what the tester, or the adviser, would play; the game becomes practice. [`Notice::Hint`] follows, at once
    /// or when that one has looked.
    pub fn ask_hint(&mut self) -> Vec<Notice> {
        if !matches!(self.table.turn(), Turn::Person(_)) {
            return Vec::new();
        }
        self.become_practice();
        self.hint_wanted = true;
        if self.hint().is_some() {
            vec![Notice::Hint]
        } else {
            Vec::new()
        }
    }

    /// Shows values from now on: the game becomes practice.
    pub fn become_practice(&mut self) {
        if self.table.person().is_some() && !self.is_over() {
            self.table.help();
            self.keep();
            self.seek_advice();
        }
    }

    /// The side the person has in the next game if nothing else is asked for.
    pub fn next_side(&self) -> Side {
        let now = self.table.person();
        match (self.options.settings.side, now) {
            (SideChoice::Alternate, Some(side)) => side.other(),
            (SideChoice::Black | SideChoice::White, Some(side)) => side,
            _ => drawn_side(&self.options, self.games + 1),
        }
    }

    /// Keeps the game on the table as interrupted, if it has begun, and sets up a new one. What was begun can
    /// be resumed, and counts only once it is played to its end.
    ///
    /// # Errors
    /// When a player cannot be built; the old game then stays.
    pub fn new_game(&mut self, setup: &Setup) -> Result<Vec<Notice>, SessionError> {
        let number = self.games + 1;
        let seed = derive_seed(self.options.seed, &[GAMES, number]);
        let handicap = setup.handicap.filter(|&(_, corners)| corners > 0);
        let line = match (&setup.start, handicap) {
            (Start::Balanced, _) => balanced_opening(seed),
            (Start::Chosen(line), _) => {
                let mut line = GameLine::clone(line);
                // No one at this table has chosen the moves up to here.
                line.end_opening();
                line
            }
            // Openings are drawn for the usual start.
            (Start::Usual, Some((side, corners))) => {
                GameLine::from_position(Position::with_corners(side, corners))
            }
            (Start::Usual, None) => random_opening(self.options.settings.opening_plies, seed),
        };
        let practice = !setup.measured || handicap.is_some() || !setup.start.counts();
        let table = Table::resume(line, setup.seats.clone()).call_players(seed)?;
        self.leave_table(true);
        self.sit_down(table, practice);
        self.name_game();
        let mut notices = Vec::new();
        self.call_adviser(&mut notices);
        self.advance(&mut notices);
        Ok(notices)
    }

    /// Resumes the game at `place` among the [interrupted](Self::interrupted) ones; the one on the table is
    /// kept as interrupted, if it has begun.
    ///
    /// # Errors
    /// When there is no game at that place, or its record is of no game that can be played on now. Everything then stays as it is.
    pub fn resume_interrupted(&mut self, place: usize) -> Result<Vec<Notice>, SessionError> {
        if place >= self.interrupted.len() {
            return Err(SessionError::NoSuchGame(self.interrupted.len()));
        }
        let record = self.interrupted[place].clone();
        let taken_up = |record: &GameRecord| -> Result<_, Box<dyn Error>> {
            let seat = |side| -> Result<Seat<Position>, SpecError> {
                Ok(match record.players.person(side) {
                    Some(_) => Seat::Person,
                    None => Seat::Machine(record.players.of(side).parse()?),
                })
            };
            let seats = [seat(Side::Black)?, seat(Side::White)?];
            Ok(Table::resume(record.line()?, seats).call_players(record.seed)?)
        };
        let table =
            taken_up(&record).map_err(|error| SessionError::CannotResume(error.to_string()))?;
        self.interrupted.remove(place);
        self.leave_table(true);
        self.keeper.take_up(&record.id);
        self.sit_down(table, record.kind == Kind::Practice);
        self.resumed = true;
        self.id = record.id;
        self.started = record.started * 1000;
        let mut notices = Vec::new();
        self.call_adviser(&mut notices);
        self.advance(&mut notices);
        Ok(notices)
    }

    fn sit_down(&mut self, table: Table<Position>, practice: bool) {
        self.table = table;
        self.games += 1;
        if practice && self.table.person().is_some() {
            self.table.help();
        }
        self.resumed = false;
        self.stand_in = None;
        self.report = None;
        self.held = LossToOpponent::Unasked;
        self.over_announced = false;
        self.even = self.even_now();
        self.last_choice = None;
        self.analyses.clear();
    }

    /// A name of its own for the game on the table, which begins now.
    fn name_game(&mut self) {
        self.started = keeper::now();
        let seed = derive_seed(self.table.seed(), &[self.moment]);
        self.id = new_id(self.started, std::process::id(), seed);
    }

    /// What new games begin with from now on: side, kind and opening. Who the person is does not change in
    /// a sitting.
    pub fn set_new_games(&mut self, settings: crate::Settings) {
        let name = std::mem::take(&mut self.options.settings.name);
        self.options.settings = crate::Settings { name, ..settings };
    }

    /// The seed of the game on the table.
    pub const fn game_seed(&self) -> u64 {
        self.table.seed()
    }

    /// Has the portrait of `player` drawn, an individual that is looked at.
    pub fn look_at(&mut self, player: PlayerSpec) {
        self.rivals.breeding.look_at(player);
    }

    /// Lets the breeding wait, or go on.
    pub fn pause_breeding(&self, pause: bool) {
        self.rivals.breeding.pause(pause);
    }

    /// The side whose person has left the seat to the tester.
    pub const fn stand_in(&self) -> Option<Side> {
        self.stand_in
    }

    /// The tester takes the person's seat on `side` and plays the game to its end, which then does
    /// not count toward the person's level.
    pub fn hand_over(&mut self, side: Side) -> Vec<Notice> {
        let mut notices = Vec::new();
        if self.table.seat(side).is_person() {
            let tester = PlayerSpec::Tester(self.options.tester.into());
            match self.table.seat_machine(side, tester) {
                Ok(()) => {
                    self.stand_in = Some(side);
                    self.advance(&mut notices);
                }
                Err(error) => notices.push(Notice::Broken(error.to_string())),
            }
        }
        notices
    }
}

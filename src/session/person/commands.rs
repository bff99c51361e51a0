//! What a person does.

use super::{MoveOf, Notice, Notices, Session, SessionKit, Setup, Store as _};
use crate::settings::SideChoice;
use crate::start::Start;
use crate::{Refusal, SessionError, Table, Turn};
use koteki_games::random::derive_seed;
use koteki_games::{Game as _, GameLine, Side};

impl<P: SessionKit> Session<P> {
    /// A person plays `mv`.
    ///
    /// # Errors
    /// Says why nothing was played.
    pub fn play(&mut self, mv: MoveOf<P>) -> Result<Notices<P>, Refusal<MoveOf<P>>> {
        let passed = self.table.play_person(mv)?;
        let mut notices: Notices<P> = passed.map(Notice::Passed).into_iter().collect();
        self.advance(&mut notices);
        Ok(notices)
    }

    /// Takes the person's last move back, with the answers to it; the game becomes practice. A finished game stays as
    /// it was, and what comes now is another one.
    pub fn take_back(&mut self) -> Notices<P> {
        self.change_of_mind(Table::take_back)
    }

    /// Plays again what was taken back.
    pub fn redo(&mut self) -> Notices<P> {
        self.change_of_mind(Table::redo)
    }

    fn change_of_mind(&mut self, change: fn(&mut Table<P::Game>) -> bool) -> Notices<P> {
        let mut notices = Vec::new();
        let finished = self.is_over().then(|| self.table.clone());
        if change(&mut self.table) {
            if let Some(finished) = finished {
                self.store.leave(&finished, true);
                self.name_game();
            }
            P::reset(self);
            self.over_announced = false;
            self.help(&mut notices);
            self.advance(&mut notices);
        }
        notices
    }

    /// Asks for a good move; the game becomes practice. [`Notice::Hint`] follows, at once or when it is found. Nothing
    /// comes of it when it is not a person's turn.
    pub fn ask_hint(&mut self) -> Notices<P> {
        let mut notices = Vec::new();
        if matches!(self.table.turn(), Turn::Person(_)) {
            self.help(&mut notices);
            self.hint_wanted = true;
            P::seek_hint(self, &mut notices);
        }
        notices
    }

    pub(super) fn help(&mut self, notices: &mut Notices<P>) {
        if self.table.help_costs() {
            self.table.help();
            self.keep(notices);
        }
    }

    /// Which side the person has in new games from now on.
    pub const fn set_side(&mut self, side: SideChoice) {
        self.side = side;
    }

    /// Keeps the game on the table as interrupted, if it has begun, and sets up a new one. What was begun can be
    /// resumed, and counts only once it is played to its end.
    ///
    /// # Errors
    /// When a player cannot be built; the old game then stays.
    pub fn new_game(&mut self, setup: &Setup<P::Game>) -> Result<Notices<P>, SessionError> {
        let seed = P::game_seed(self.seed, self.games + 1);
        let line = match &setup.start {
            Start::Usual => self.own.opening(seed),
            Start::Balanced => Start::balanced(seed),
            Start::Chosen(line) => GameLine::clone(line),
        };
        let begun = line.ply();
        let mut table = Table::resume(line, setup.seats.clone()).call_players(seed)?;
        if !(setup.measured && setup.start.counts()) && table.person().is_some() {
            table.help();
        }
        let passed = table.line().positions()[begun..table.line().ply()].iter();
        let mut notices = passed.map(|it| Notice::Passed(it.side_to_move())).collect();
        self.store.leave(&self.table, true);
        self.table = table;
        self.name_game();
        self.sit_down(&mut notices);
        Ok(notices)
    }

    /// Resumes the game at `place` among the [interrupted](Self::interrupted) ones; the one on the table is kept as
    /// interrupted, if it has begun.
    ///
    /// # Errors
    /// When there is no game at that place, or it cannot be played on now. Everything then stays as it is.
    pub fn resume_interrupted(&mut self, place: usize) -> Result<Notices<P>, SessionError> {
        let (table, said) = self.store.resume(place, &self.table)?;
        self.table = table;
        let mut notices = said.into_iter().map(Notice::Damaged).collect();
        self.sit_down(&mut notices);
        Ok(notices)
    }

    fn sit_down(&mut self, notices: &mut Notices<P>) {
        self.games += 1;
        self.over_announced = false;
        if let Some(side) = self.table.person()
            && let Some(&machine) = self.table.seat(side.other()).machine()
        {
            self.opponent = machine;
        }
        // A side that was asked for stays the person's.
        if !matches!(self.side, SideChoice::Random | SideChoice::Alternate) {
            self.side = match Side::BOTH.map(|side| self.table.seat(side).is_person()) {
                [true, true] => SideChoice::Both,
                [true, false] => SideChoice::Black,
                [false, true] => SideChoice::White,
                [false, false] => self.side,
            };
        }
        P::reset(self);
        P::begin(self, notices);
        self.advance(notices);
    }

    /// A name of its own for the game on the table, which begins now.
    fn name_game(&mut self) {
        let draw = derive_seed(self.table.seed(), &[self.moment]);
        self.store.begin(draw);
    }
}

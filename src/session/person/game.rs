//! The game that a person plays: whose turn it is, taking back, and its file.
//!
//! Forced passes are played by the table itself and reported ([`PersonGame::take_passes`]); moves of the machine come
//! from outside, so that nothing here waits.

use std::path::Path;

use crate::{Refusal, Seat, Table, Turn, words as session_words};
use koteki_games::random::Random;
use koteki_games::{GameLine, Side};
use koteki_record::files::{FileError, HUMAN, Header, Journal, UnfinishedGame, export};
use koteki_rivals::roster::BuildError;
use koteki_rivals::roster::kit::person::PersonKit;

/// Which side the person has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SideChoice {
    /// Black, who begins.
    #[default]
    First,
    /// White, who answers.
    Second,
    /// Either, drawn by the seed.
    Random,
    /// Both: two people at one keyboard.
    Both,
}

impl SideChoice {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::First, Self::Second, Self::Random, Self::Both];

    /// Which sides people have, Black first.
    fn people(self, seed: u64) -> [bool; 2] {
        match self {
            Self::First => [true, false],
            Self::Second => [false, true],
            Self::Both => [true, true],
            Self::Random => {
                let first = Random::derived(seed, &[u64::MAX]).below(2) == 0;
                [first, !first]
            }
        }
    }
}

/// What a game begins with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setup<S> {
    /// Who plays against the person.
    pub opponent: S,
    /// Which side the person has.
    pub side: SideChoice,
    /// Seed of the opponent's lots.
    pub seed: u64,
}

/// A person's game.
pub struct PersonGame<K: PersonKit> {
    setup: Setup<K::Spec>,
    table: Table<K>,
    /// Sides that have passed since this was asked last.
    passes: Vec<Side>,
    journal: Option<Journal>,
    trouble: Option<String>,
    /// Whether the file could not be written when it was last to be.
    unkept: bool,
}

impl<K: PersonKit> PersonGame<K> {
    /// A new game, kept in `journal` from the first move on.
    ///
    /// # Errors
    /// When there is no such opponent to play.
    pub fn new(setup: Setup<K::Spec>, journal: Option<Journal>) -> Result<Self, BuildError> {
        Self::from_line(setup, GameLine::default(), journal)
    }

    /// A game that goes on from where `line` ends. It does not count unless it begins here.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn from_line(
        setup: Setup<K::Spec>,
        line: GameLine<K>,
        journal: Option<Journal>,
    ) -> Result<Self, BuildError> {
        let helped = line.ply() > 0;
        Self::seated(setup, line, helped, journal)
    }

    fn seated(
        setup: Setup<K::Spec>,
        line: GameLine<K>,
        helped: bool,
        journal: Option<Journal>,
    ) -> Result<Self, BuildError> {
        let before = line.ply();
        let seats = setup.side.people(setup.seed).map(|is_person| {
            if is_person {
                Seat::Person
            } else {
                Seat::Machine(setup.opponent)
            }
        });
        let mut table = Table::resume(line, seats).call_players(setup.seed)?;
        if helped {
            table.help();
        }
        let passed = table.line().positions()[before..table.line().ply()].iter();
        Ok(Self {
            setup,
            passes: passed.map(K::side_to_move).collect(),
            table,
            journal,
            trouble: None,
            unkept: false,
        })
    }

    /// Goes on with a game that was kept; it counts if it did. A file that does not say who plays is taken for a
    /// game of a person, who begins, against the opponent of `otherwise`.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn resume(kept: UnfinishedGame<K>, otherwise: K::Spec) -> Result<Self, BuildError> {
        let (opponent, side) = who::<K>(&kept.header, otherwise);
        let setup = Setup {
            opponent,
            side,
            seed: kept.header.seed,
        };
        let trouble = kept.header.players.iter().find_map(|name| {
            let is_machine = !name.is_empty() && name != HUMAN;
            let why = machine::<K>(name).err().filter(|_| is_machine)?;
            Some(match why {
                Some(why) => format!("{opponent} plays on, and the file stays as it is: {why}"),
                None => format!(
                    "{name} cannot be had now: {opponent} plays on, and the file stays as it is"
                ),
            })
        });
        let Some(trouble) = trouble else {
            return Self::seated(setup, kept.line, !kept.header.measured, Some(kept.journal));
        };
        // Its file stays as it is: it would lose who played.
        let mut game = Self::from_line(setup, kept.line, None)?;
        game.trouble = Some(trouble);
        Ok(game)
    }

    /// Against whom a game was played that was kept, in words: as its file names the machine, also one that cannot
    /// be had; `otherwise` where the file does not say.
    pub fn against(header: &Header, otherwise: K::Spec) -> String {
        let [black, white] = &header.players;
        let name = match (black == HUMAN, white == HUMAN) {
            (true, true) => return session_words::against(None),
            (false, true) => black,
            _ => white,
        };
        let spec = name.parse().ok();
        let spec: Option<K::Spec> = spec.or_else(|| name.is_empty().then_some(otherwise));
        let name = spec.map_or_else(|| name.clone(), |it| it.to_string());
        session_words::against(Some(&name))
    }

    /// What the game began with.
    pub const fn setup(&self) -> &Setup<K::Spec> {
        &self.setup
    }

    /// The board with the line of the game, and who plays.
    pub const fn table(&self) -> &Table<K> {
        &self.table
    }

    /// Whether the game counts toward the strength of a person: of one, who has had no help.
    pub fn is_measured(&self) -> bool {
        !self.table.is_helped() && self.table.person().is_some()
    }

    /// The person has help, and the game does not count any more.
    pub fn help(&mut self) {
        if self.table.help_costs() {
            self.table.help();
            if self.table.line().ply() > 0 {
                self.keep();
            }
        }
    }

    /// A person's move.
    ///
    /// # Errors
    /// When it is not a person's turn, or the rules do not allow it; the game is then unchanged.
    pub fn play(&mut self, mv: K::Move) -> Result<(), Refusal<K::Move>> {
        let passed = self.table.play_person(mv)?;
        self.passes.extend(passed);
        self.keep();
        Ok(())
    }

    /// The machine's move. One that does not fit, because the game has moved on or the machine is at fault,
    /// is left out: `false`.
    pub fn answer(&mut self, mv: K::Move) -> bool {
        if !matches!(self.table.turn(), Turn::Machine(_)) {
            return false;
        }
        let Ok(passed) = self.table.play(mv) else {
            return false;
        };
        self.passes.extend(passed);
        self.keep();
        true
    }

    /// Any legal move instead of one that the machine owes, so that the game goes on.
    pub fn stand_in(&mut self) {
        if let Some(mv) = self.table.any_move() {
            self.answer(mv);
        }
    }

    /// The sides that have passed since this was asked last, in order.
    pub fn take_passes(&mut self) -> Vec<Side> {
        std::mem::take(&mut self.passes)
    }

    /// Takes back the person's last move and all that came after it, and the game does not count any more;
    /// `false` when there is none.
    pub fn undo(&mut self) -> bool {
        let done = self.table.take_back();
        if done {
            self.table.help();
            self.passes.clear();
            self.keep();
        }
        done
    }

    /// From now on the game is kept in `journal`: what its file holds stays as it is.
    pub fn keep_in(&mut self, journal: Option<Journal>) {
        self.journal = journal;
    }

    /// Plays again what the last taking back took; `false` when nothing has been.
    pub fn redo(&mut self) -> bool {
        let done = self.table.redo();
        if done {
            self.passes.clear();
            self.keep();
        }
        done
    }

    /// What the file of the game says beside its moves.
    pub fn header(&self) -> Header {
        let player = |side| {
            let machine = self.table.seat(side).machine();
            machine.map_or(HUMAN.to_owned(), ToString::to_string)
        };
        Header {
            players: Side::BOTH.map(player),
            seed: self.setup.seed,
            measured: self.is_measured(),
        }
    }

    fn keep(&mut self) {
        let header = self.header();
        if let Some(journal) = &mut self.journal {
            let written = journal.write(&header, self.table.line());
            self.unkept = written.is_err();
            self.trouble = written.err().map(|error| error.to_string());
        }
    }

    /// What went wrong with the disk since this was asked last. The game goes on all the same.
    pub fn trouble(&mut self) -> Option<String> {
        self.trouble.take()
    }

    /// Where the game is kept; `None` for nowhere, or when it could not be written.
    pub fn file(&self) -> Option<&Path> {
        let journal = self.journal.as_ref().filter(|_| !self.unkept);
        journal.map(Journal::path)
    }

    /// Whether there is a move, and the game is not over.
    pub fn is_going_on(&self) -> bool {
        self.table.line().ply() > 0 && !self.table.is_over()
    }

    /// Writes the game to a file of the person's choice; with `over` also where there is one already.
    ///
    /// # Errors
    /// When there is a file and `over` is not set, or the system refuses.
    pub fn save(&self, path: &Path, over: bool) -> Result<(), FileError> {
        export(path, &self.header(), self.table.line(), over)
    }
}

/// The machine of this name in a file; else why it cannot play, where that is not the name.
fn machine<K: PersonKit>(name: &str) -> Result<K::Spec, Option<String>> {
    let opponent: K::Spec = name.parse().map_err(|_| None)?;
    match K::build(&opponent) {
        Ok(_) => Ok(opponent),
        Err(fault) => Err(Some(fault.to_string())),
    }
}

/// Who plays a game, as its file says.
fn who<K: PersonKit>(header: &Header, otherwise: K::Spec) -> (K::Spec, SideChoice) {
    let machine = |name: &String| machine::<K>(name).unwrap_or(otherwise);
    let [black, white] = &header.players;
    match (black == HUMAN, white == HUMAN) {
        (true, true) => (otherwise, SideChoice::Both),
        (false, true) => (machine(black), SideChoice::Second),
        _ => (machine(white), SideChoice::First),
    }
}

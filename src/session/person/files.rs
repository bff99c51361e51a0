//! Games of which each has a file: see [`koteki_record::files`].

use std::path::Path;

use super::store::{KeptGame, Store};
use super::words;
use crate::played::PlayedGame;
use crate::{Seat, SessionError, Settings, Table, names, words as session_words};
use koteki_games::{GameLine, Side};
use koteki_record::files::{FileError, Folder, HUMAN, Header, Journal, UnfinishedGame, export};
use koteki_rivals::roster::kit::person::PersonKit;

/// The file of the game on the table, and the folder of all.
pub struct Files<K: PersonKit> {
    folder: Option<Folder<K>>,
    /// The beginning of the names of this session's games, later ones after earlier ones.
    name: String,
    /// How many it has named.
    named: u32,
    journal: Option<Journal>,
    /// Whether the file could not be written when it was last to be.
    unkept: bool,
    /// The game that the start has offered, locked until it is declined.
    pub(super) offered: Option<UnfinishedGame<K>>,
    /// The machine in a file that names none.
    unnamed: K::Spec,
}

impl<K: PersonKit> Files<K> {
    /// Opens the folder of games within `data`, and looks for the one to go on with if it `offers`. In words what is
    /// wrong there.
    pub(super) fn open(
        data: Option<&Path>,
        name: String,
        unnamed: K::Spec,
        offers: bool,
        trouble: &mut Vec<String>,
    ) -> Self {
        let folder = data.and_then(|data| {
            let opened = Folder::open(data);
            opened
                .map_err(|error| trouble.push(session_words::not_kept(&error.to_string())))
                .ok()
        });
        let offered = folder.as_ref().filter(|_| offers).and_then(|folder| {
            folder.unfinished().unwrap_or_else(|error| {
                trouble.push(words::damaged(&error.to_string()));
                None
            })
        });
        Self {
            folder,
            name,
            named: 0,
            journal: None,
            unkept: false,
            offered,
            unnamed,
        }
    }

    /// Where the game is kept; `None` for nowhere, or when it could not be written.
    pub(super) fn file(&self) -> Option<&Path> {
        let journal = self.journal.as_ref().filter(|_| !self.unkept);
        journal.map(Journal::path)
    }

    /// The games that were left but the offered one, which this session has locked, and what cannot be read.
    fn others(&self) -> Vec<Result<UnfinishedGame<K>, String>> {
        let found = self.folder.as_ref().map(Folder::all_unfinished);
        let found = found.unwrap_or_else(|| Ok(Vec::new()));
        let found = found.unwrap_or_else(|error| vec![Err(error)]).into_iter();
        let said = |error: FileError| words::unreadable(&error.to_string());
        found.map(|it| it.map_err(said)).collect()
    }

    /// The games that are over, the latest first.
    pub(super) fn finished(&self) -> Result<Vec<PlayedGame<K>>, FileError> {
        let found = self
            .folder
            .as_ref()
            .map_or(Ok(Vec::new()), Folder::finished);
        let found = found?.into_iter();
        let found = found.filter_map(|game| self.over(&game.header, game.line, game.played));
        Ok(found.collect())
    }

    /// A game of the person's that ended then; `None` where it is not over, or nobody's.
    fn over(&self, header: &Header, line: GameLine<K>, ended: u64) -> Option<PlayedGame<K>> {
        let machines = self.machines(header);
        let side = Side::BOTH
            .into_iter()
            .find(|side| machines[side.index()].is_none())?;
        let called = |whose: Side| match &machines[whose.index()] {
            Some(name) => names::called::<K>(name),
            None if whose == side => names::person(&Settings::default().name),
            None => "another person".to_owned(),
        };
        Some(PlayedGame {
            ended,
            side,
            met: machines[side.other().index()].clone().unwrap_or_default(),
            names: Side::BOTH.map(called),
            outcome: line.position().outcome()?,
            is_measured: header.measured,
            d: None,
            mistakes: None,
            line,
        })
    }

    /// The game on the `table`, which has just ended.
    pub(super) fn just_ended(&self, table: &Table<K>) -> Option<PlayedGame<K>> {
        let now = koteki_record::now().as_secs();
        self.over(&header(table), table.line().clone(), now)
    }

    /// The machines of a game, Black's first; `None` for a person.
    fn machines(&self, header: &Header) -> [Option<String>; 2] {
        let machine = |name: &String| match name.as_str() {
            HUMAN => None,
            "" => Some(self.unnamed.to_string()),
            name => Some(name.to_owned()),
        };
        let [black, white] = &header.players;
        // One that does not say who plays is a game of a person, who begins.
        let black = Some(black).filter(|it| !it.is_empty()).and_then(machine);
        [black, machine(white)]
    }

    pub(super) fn listed(&self, kept: &UnfinishedGame<K>) -> KeptGame {
        KeptGame {
            machines: self.machines(&kept.header),
            ply: kept.line.ply(),
            measured: kept.header.measured,
            ended: kept.played,
        }
    }

    /// The table of a game that was kept, which counts if it did; and what stands in the way of keeping it on.
    fn table(&self, kept: &UnfinishedGame<K>) -> Result<(Table<K>, Option<String>), SessionError> {
        let mut trouble = None;
        let unnamed = self.unnamed;
        let seats = self.listed(kept).machines.map(|name| {
            let Some(name) = name else {
                return Seat::Person;
            };
            let built = name.parse::<K::Spec>().map_err(|_| None);
            let built = built.and_then(|spec| match K::build(&spec) {
                Ok(_) => Ok(spec),
                Err(fault) => Err(Some(fault.to_string())),
            });
            Seat::Machine(built.unwrap_or_else(|why| {
                trouble = Some(match why {
                    Some(why) => {
                        format!("{unnamed} plays on, and the file stays as it is: {why}")
                    }
                    None => format!(
                        "{name} cannot be had now: {unnamed} plays on, and the file stays as it is"
                    ),
                });
                unnamed
            }))
        });
        let table = Table::resume(kept.line.clone(), seats).call_players(kept.header.seed)?;
        Ok((table, trouble))
    }
}

impl<K: PersonKit> Store<K> for Files<K> {
    fn begin(&mut self, _draw: u64) {
        self.named += 1;
        let name = format!("{}-{:04}", self.name, self.named);
        self.journal = self.folder.as_ref().map(|it| it.begin(&name));
        self.unkept = false;
    }

    fn keep(&mut self, table: &Table<K>) -> Option<String> {
        let journal = self.journal.as_mut()?;
        if !table.has_begun() && !journal.is_written() {
            return None;
        }
        let written = journal.write(&header(table), table.line());
        self.unkept = written.is_err();
        written.err().map(|error| error.to_string())
    }

    /// Nothing is left to do: its file has the game as it stands.
    fn leave(&mut self, _table: &Table<K>, _is_for_another: bool) {}

    fn is_kept(&self) -> bool {
        self.file().is_some()
    }

    fn left(&self) -> (Vec<KeptGame>, Vec<String>) {
        let mut games: Vec<KeptGame> = self.offered.iter().map(|it| self.listed(it)).collect();
        let mut unreadable = Vec::new();
        for found in self.others() {
            match found {
                Ok(kept) => games.push(self.listed(&kept)),
                Err(why) => unreadable.push(why),
            }
        }
        (games, unreadable)
    }

    /// Says which later games cannot be read: one of them may have been meant.
    fn resume(
        &mut self,
        place: usize,
        _table: &Table<K>,
    ) -> Result<(Table<K>, Vec<String>), SessionError> {
        let (mut said, mut count) = (Vec::new(), usize::from(self.offered.is_some()));
        let mut kept = if place < count {
            self.offered.take()
        } else {
            None
        };
        if kept.is_none() {
            for found in self.others() {
                match found {
                    Ok(found) if count == place => {
                        kept = Some(found.lock()?.ok_or_else(|| {
                            SessionError::CannotResume("another program has taken it".to_owned())
                        })?);
                        break;
                    }
                    Ok(_) => count += 1,
                    Err(why) => said.push(why),
                }
            }
        }
        let kept = kept.ok_or(SessionError::NoSuchGame(count))?;
        let (mut table, trouble) = self.table(&kept)?;
        if !kept.header.measured || trouble.is_some() {
            table.help();
        }
        // With somebody else in it the file stays as it is: it would lose who played.
        self.journal = Some(kept.journal).filter(|_| trouble.is_none());
        self.unkept = false;
        said.extend(trouble);
        Ok((table, said))
    }
}

/// What the file of a game says beside its moves.
fn header<K: PersonKit>(table: &Table<K>) -> Header {
    let player = |side| {
        let machine = table.seat(side).machine();
        machine.map_or(HUMAN.to_owned(), ToString::to_string)
    };
    Header {
        players: Side::BOTH.map(player),
        seed: table.seed(),
        measured: table.counts(),
    }
}

/// Writes the game on the `table` to a file of the person's choice; with `over` also where there is one already.
pub(super) fn save<K: PersonKit>(
    table: &Table<K>,
    path: &Path,
    over: bool,
) -> Result<(), FileError> {
    export(path, &header(table), table.line(), over)
}

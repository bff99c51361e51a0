//! Games on disk that have a file each, in a format that other programs read: `.blksgf` for Blokus Duo, which
//! Pentobi and its like open.
//!
//! A file is there from the first move on and replaced as a whole after every move: a kill costs nothing.
//! It says in its first node who plays (`PB`, `PW`; a person is [`HUMAN`]), the seed (`KS`, ours alone),
//! whether it counts toward the person's strength so far (`KM[measured]`, ours alone), and when the game is over how
//! it ended (`RE`). The newest file without an end is the game to go on with; a program that plays it holds a
//! lock beside it.

use std::cmp::Reverse;
use std::error::Error;
use std::fs;
use std::io;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use super::lock::{LockedFile, Patience};
use super::replace::{replace, replace_own};
use super::{AtPath as _, PathError, regular};
use koteki_games::blokus;
use koteki_games::blokus::notation::blksgf;
use koteki_games::{Game, GameLine, Outcome, Side};

/// What is wrong with a text that is to be a game, or with a game that is to be written.
pub type BoxError = Box<dyn Error + Send + Sync>;

/// A game of which each one that a person plays has a file.
pub trait Filed: Game {
    /// The folder of games within the data folder.
    const FOLDER: &'static str;
    /// What the files' names end in.
    const EXTENSION: &'static str;
    /// What stands in a file: what is said of the game, and its moves with their variations. `Display` writes it.
    type Record: std::fmt::Display;

    /// Reads what stands in a file.
    ///
    /// # Errors
    /// When it is no game. Whether its moves are legal is seen when its main line is asked for.
    fn read_record(text: &str) -> Result<Self::Record, BoxError>;

    /// What it says of the game under `name`.
    fn info<'a>(record: &'a Self::Record, name: &str) -> Option<&'a str>;

    /// Its main line to the end.
    ///
    /// # Errors
    /// When a move of it is not legal.
    fn main_line(record: &Self::Record) -> Result<GameLine<Self>, BoxError>;

    /// The lines beside the main one.
    fn variations(record: &Self::Record) -> usize;

    /// The record of a game, with what is to be said of it.
    ///
    /// # Errors
    /// When the game cannot be written so.
    fn record(line: &GameLine<Self>, info: &[(&str, &str)]) -> Result<Self::Record, BoxError>;
}

impl Filed for blokus::Position {
    const FOLDER: &'static str = "blokus";
    const EXTENSION: &'static str = "blksgf";
    type Record = blksgf::Record;

    fn read_record(text: &str) -> Result<blksgf::Record, BoxError> {
        Ok(blksgf::Record::read(text)?)
    }

    fn info<'a>(record: &'a blksgf::Record, name: &str) -> Option<&'a str> {
        record.info(name)
    }

    fn main_line(record: &blksgf::Record) -> Result<GameLine<Self>, BoxError> {
        Ok(record.main_line()?)
    }

    fn variations(record: &blksgf::Record) -> usize {
        // A line of its own ends at each node without another after it.
        let ends = record.tree().nodes().iter();
        let ends = ends.filter(|node| node.children.is_empty()).count();
        ends.saturating_sub(1)
    }

    fn record(line: &GameLine<Self>, info: &[(&str, &str)]) -> Result<blksgf::Record, BoxError> {
        Ok(blksgf::Record::of(line, info)?)
    }
}

/// The name of a person in a file.
pub const HUMAN: &str = "human";

/// Longest file that is read, in bytes: files of a thousand games with their variations are smaller.
const LONGEST: u64 = 16 << 20;

/// What a file says beside the moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// Who plays each side, Black first; [`HUMAN`] for a person.
    pub players: [String; 2],
    /// The seed of what is drawn at random.
    pub seed: u64,
    /// Whether a person plays without help, so that the game counts toward the person's strength.
    pub measured: bool,
}

/// What `KM` says of a game that counts.
const MEASURED: &str = "measured";

/// Why a file is not read or written.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The system refuses.
    #[error(transparent)]
    Io(#[from] PathError),
    /// Longer than any file of games.
    #[error("{}: it has more than {LONGEST} bytes", .0.display())]
    TooLong(PathBuf),
    /// Not UTF-8.
    #[error("{}: byte {at} is not text in UTF-8", path.display())]
    NotText {
        /// Which file.
        path: PathBuf,
        /// The first byte that is not text, from 1.
        at: usize,
    },
    /// Not a game, not a legal one, or one that cannot be written in this form.
    #[error("{}: {error}", path.display())]
    Game {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it, and where.
        error: BoxError,
    },
    /// There is a file already.
    #[error("{} is there already", .0.display())]
    Exists(PathBuf),
}

/// Says in which file something is wrong.
fn in_file(path: &Path) -> impl FnOnce(BoxError) -> FileError + '_ {
    |error| FileError::Game {
        path: path.to_owned(),
        error,
    }
}

/// Reads a file of one game with its variations.
///
/// # Errors
/// When it cannot be read or is not a game. Whether its moves are legal is seen when a line of it is
/// asked for: see [`main_line`].
pub fn read<G: Filed>(path: &Path) -> Result<G::Record, FileError> {
    let length = fs::metadata(path).at(path)?.len();
    if length > LONGEST {
        return Err(FileError::TooLong(path.to_owned()));
    }
    let bytes = fs::read(path).at(path)?;
    let text = String::from_utf8(bytes).map_err(|error| FileError::NotText {
        path: path.to_owned(),
        at: error.utf8_error().valid_up_to() + 1,
    })?;
    G::read_record(&text).map_err(in_file(path))
}

/// What stands in the file at `path`, and its main line.
///
/// # Errors
/// When the file cannot be read, is not a game, or a move of its main line is not legal.
pub fn main_line<G: Filed>(path: &Path) -> Result<(G::Record, GameLine<G>), FileError> {
    let record = read::<G>(path)?;
    let line = G::main_line(&record).map_err(in_file(path))?;
    Ok((record, line))
}

/// Who won and by how many squares, as `RE` says it: `B+5`, `W+1`, `0`.
pub fn result(outcome: Outcome) -> String {
    let by = outcome.difference(Side::Black);
    match outcome.winner() {
        Some(Side::Black) => format!("B+{by}"),
        Some(Side::White) => format!("W+{}", -by),
        None => "0".to_owned(),
    }
}

/// A game as the file at `path` is to have it.
fn text_of<G: Filed>(
    path: &Path,
    header: &Header,
    line: &GameLine<G>,
) -> Result<String, FileError> {
    let [black, white] = &header.players;
    let seed = header.seed.to_string();
    let ended = line.position().outcome().map(result);
    let mut info = vec![
        ("AP", concat!("koteki:", env!("CARGO_PKG_VERSION"))),
        ("PB", black),
        ("PW", white),
        ("KS", &seed),
    ];
    if header.measured {
        info.push(("KM", MEASURED));
    }
    if let Some(ended) = &ended {
        info.push(("RE", ended));
    }
    let record = G::record(line, &info).map_err(in_file(path))?;
    Ok(record.to_string())
}

/// Writes a game to a file of the person's choice; with `over` also where there is one already.
///
/// # Errors
/// When there is a file and `over` is not set, or the system refuses; what was there then stays.
pub fn export<G: Filed>(
    path: &Path,
    header: &Header,
    line: &GameLine<G>,
    over: bool,
) -> Result<(), FileError> {
    if !over && path.exists() {
        return Err(FileError::Exists(path.to_owned()));
    }
    let text = text_of(path, header, line)?;
    Ok(replace(path, text.as_bytes()).at(path)?)
}

/// Held while a game is played; the file goes when it is let go.
#[derive(Debug)]
struct Lock {
    _file: LockedFile,
    path: PathBuf,
}

impl Lock {
    /// Takes the lock of a game; `None` when another program has it.
    fn take(game: &Path) -> io::Result<Option<Self>> {
        let path = game.with_extension("lock");
        let file = LockedFile::at(&path, Patience::None)?;
        Ok(file.map(|file| Self { _file: file, path }))
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// The file of the game being played.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    lock: Option<Lock>,
}

impl Journal {
    /// Where it is, or will be after the first move.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether there is something in it, so that it is this program's.
    pub const fn is_written(&self) -> bool {
        self.lock.is_some()
    }

    /// Puts the game as it stands in the place of what the file holds, and returns once it is on the disk.
    ///
    /// # Errors
    /// When the system refuses; the file then holds what it held.
    pub fn write<G: Filed>(
        &mut self,
        header: &Header,
        line: &GameLine<G>,
    ) -> Result<(), FileError> {
        if self.lock.is_none() {
            self.lock = Lock::take(&self.path).at(&self.path)?;
        }
        let text = text_of(&self.path, header, line)?;
        Ok(replace_own(&self.path, text.as_bytes()).at(&self.path)?)
    }
}

/// A game that was kept and is not over.
#[derive(Debug)]
pub struct UnfinishedGame<G: Filed> {
    /// What its file says beside the moves.
    pub header: Header,
    /// Its moves.
    pub line: GameLine<G>,
    /// Its file.
    pub journal: Journal,
    /// When it was played last, in seconds since 1970-01-01 UTC.
    pub played: u64,
    /// Whether no other game has been played since.
    pub is_latest: bool,
}

impl<G: Filed> UnfinishedGame<G> {
    /// Takes the lock of the game, which then is as its file has it now; `None` when it is over by now, or
    /// another program plays it.
    ///
    /// # Errors
    /// When the file cannot be read or locked.
    pub fn lock(self) -> Result<Option<Self>, FileError> {
        if self.journal.lock.is_some() {
            return Ok(Some(self));
        }
        Ok(match taken(self.journal.path())? {
            Taken::Unfinished(kept) => Some(*kept),
            Taken::Played | Taken::Over => None,
        })
    }
}

/// A game that is over.
#[derive(Clone, Debug)]
pub struct FinishedGame<G: Filed> {
    /// What its file says beside the moves.
    pub header: Header,
    /// Its moves.
    pub line: GameLine<G>,
    /// When it was played last, in seconds since 1970-01-01 UTC.
    pub played: u64,
}

/// A folder of games.
#[derive(Clone, Debug)]
pub struct Folder<G>(PathBuf, PhantomData<fn() -> G>);

impl<G: Filed> Folder<G> {
    /// Opens the folder of games within `data`, and makes it when it is not there.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn open(data: &Path) -> Result<Self, FileError> {
        let path = data.join(G::FOLDER);
        regular::make_folder(&path)?;
        Ok(Self(path, PhantomData))
    }

    /// A new game; `name` is unlike those of all others there, and later ones order after earlier ones.
    pub fn begin(&self, name: &str) -> Journal {
        Journal {
            path: self.0.join(name).with_extension(G::EXTENSION),
            lock: None,
        }
    }

    /// The files, the newest first.
    fn files(&self) -> Result<Vec<PathBuf>, FileError> {
        let entries = fs::read_dir(&self.0).at(&self.0)?;
        let mut files: Vec<PathBuf> = entries
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.extension().is_some_and(|it| it == G::EXTENSION))
            .collect();
        // By when they were played last; an old game that was gone on with is newer than one begun since.
        files.sort_by_cached_key(|path| Reverse((played(path), path.clone())));
        Ok(files)
    }

    /// The newest game that has begun and is not over, leaving aside those that another program plays at the
    /// moment. Games that were left for later ones are come back to once these are over.
    ///
    /// # Errors
    /// When the folder or the newest file cannot be read; older ones that cannot are passed over.
    pub fn unfinished(&self) -> Result<Option<UnfinishedGame<G>>, FileError> {
        let mut is_latest = true;
        for path in self.files()? {
            match taken(&path) {
                Ok(Taken::Unfinished(kept)) => {
                    return Ok(Some(UnfinishedGame { is_latest, ..*kept }));
                }
                Ok(Taken::Played) => {}
                Err(error) if is_latest => return Err(error),
                Ok(Taken::Over) | Err(_) => is_latest = false,
            }
        }
        Ok(None)
    }

    /// All such games, and in their places what is wrong with files that cannot be read, the newest first. Each game
    /// is locked only while it is looked at: [`lock`](UnfinishedGame::lock) the one to play.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn all_unfinished(&self) -> Result<Vec<Result<UnfinishedGame<G>, FileError>>, FileError> {
        let found = self.files()?.into_iter().map(|path| match taken(&path) {
            Ok(Taken::Unfinished(mut kept)) => {
                kept.journal.lock = None;
                Some(Ok(*kept))
            }
            Ok(Taken::Played | Taken::Over) => None,
            Err(error) => Some(Err(error)),
        });
        Ok(found.flatten().collect())
    }

    /// All games that are over, the newest first; files that cannot be read are passed over:
    /// [`all_unfinished`](Self::all_unfinished) says what is wrong with them.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn finished(&self) -> Result<Vec<FinishedGame<G>>, FileError> {
        let finished = |path: PathBuf| {
            regular::check(&path).ok()?;
            let record = read::<G>(&path).ok()?;
            G::info(&record, "RE")?;
            Some(FinishedGame {
                header: header_of::<G>(&record),
                line: G::main_line(&record).ok()?,
                played: seconds(&path),
            })
        };
        Ok(self.files()?.into_iter().filter_map(finished).collect())
    }
}

/// What a file says beside the moves.
fn header_of<G: Filed>(record: &G::Record) -> Header {
    let info = |name| G::info(record, name).unwrap_or_default().to_owned();
    Header {
        players: [info("PB"), info("PW")],
        seed: info("KS").parse().unwrap_or_default(),
        measured: info("KM") == MEASURED,
    }
}

/// When a game was played last, in seconds since 1970-01-01 UTC; 0 where that is not known.
fn seconds(path: &Path) -> u64 {
    played(path).map_or(0, |it| it.as_secs())
}

/// The same as it is.
fn played(path: &Path) -> Option<Duration> {
    let modified = fs::metadata(path).and_then(|it| it.modified()).ok()?;
    modified.duration_since(UNIX_EPOCH).ok()
}

/// What there is to take up of a file.
enum Taken<G: Filed> {
    /// A game that has begun and is not over, locked now.
    Unfinished(Box<UnfinishedGame<G>>),
    /// One that is played at the moment: by another program, or at this one's own table.
    Played,
    /// One that is over or has not begun.
    Over,
}

fn taken<G: Filed>(path: &Path) -> Result<Taken<G>, FileError> {
    if unfinished::<G>(path)?.is_none() {
        return Ok(Taken::Over);
    }
    let Some(lock) = Lock::take(path).at(path)? else {
        return Ok(Taken::Played);
    };
    // Another program may have played on before it let the lock go.
    Ok(match unfinished(path)? {
        Some(mut kept) => {
            kept.journal.lock = Some(lock);
            Taken::Unfinished(Box::new(kept))
        }
        None => Taken::Over,
    })
}

/// The game in a file, if it has begun and is not over; not locked yet.
fn unfinished<G: Filed>(path: &Path) -> Result<Option<UnfinishedGame<G>>, FileError> {
    regular::check(path).at(path)?;
    let record = read::<G>(path)?;
    if G::info(&record, "RE").is_some() {
        return Ok(None);
    }
    let line = G::main_line(&record).map_err(in_file(path))?;
    if line.ply() == 0 {
        return Ok(None);
    }
    Ok(Some(UnfinishedGame {
        header: header_of::<G>(&record),
        line,
        journal: Journal {
            path: path.to_owned(),
            lock: None,
        },
        played: seconds(path),
        is_latest: true,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use koteki_games::blokus::Position;
    use koteki_games::blokus::notation::read_moves;

    /// GPCC 2007, published.
    const OVER: &str = "65u0 AAu0 88l2 A7s0 7Bj0 8Co0 83t1 A3j0 48q0 BCr2 43f3 D9t1 26o4 D6m5 29r3 EDl0 41a0 \
                        E2q3 71b2 89a0 5Dp0 ---- 12d0 ---- 1Cc0";

    fn header() -> Header {
        Header {
            players: [HUMAN.to_owned(), "easy".to_owned()],
            seed: 7,
            measured: true,
        }
    }

    #[test]
    fn the_newest_unfinished_game_comes_back() {
        let data = tempfile::tempdir().unwrap();
        let folder = Folder::<Position>::open(data.path()).unwrap();
        assert!(folder.unfinished().unwrap().is_none());
        let line = read_moves("54u0 9au0 77r3").unwrap();
        let mut first = folder.begin("1");
        first.write(&header(), &line).unwrap();
        // It is being played.
        assert!(folder.unfinished().unwrap().is_none());
        drop(first);
        let kept = folder.unfinished().unwrap().unwrap();
        assert_eq!(kept.line, line);
        assert_eq!(kept.header, header());
        drop(kept);
        let mut second = folder.begin("2");
        second.write(&header(), &read_moves("").unwrap()).unwrap();
        drop(second);
        // Nothing to go on with in it, nor in the next, which is over: the first one comes back.
        assert!(!folder.unfinished().unwrap().unwrap().is_latest);
        let over = read_moves(OVER).unwrap();
        folder.begin("3").write(&header(), &over).unwrap();
        let kept = folder.unfinished().unwrap().unwrap();
        assert_eq!((kept.line.clone(), kept.is_latest), (line, false));
        drop(kept);
        // No lock is left over.
        let names = fs::read_dir(data.path().join(Position::FOLDER)).unwrap();
        assert_eq!(names.count(), 3);
    }

    #[test]
    fn a_finished_game_is_over_and_a_damaged_one_says_where() {
        let data = tempfile::tempdir().unwrap();
        let folder = Folder::<Position>::open(data.path()).unwrap();
        let line = read_moves(OVER).unwrap();
        folder.begin("1").write(&header(), &line).unwrap();
        assert!(folder.unfinished().unwrap().is_none());
        let path = data.path().join(Position::FOLDER).join("1.blksgf");
        // It is not locked, so that it does not matter that it could not be.
        fs::create_dir(path.with_extension("lock")).unwrap();
        assert!(folder.unfinished().unwrap().is_none());
        // The published result.
        assert_eq!(read::<Position>(&path).unwrap().info("RE"), Some("B+7"));
        fs::write(
            data.path().join(Position::FOLDER).join("2.blksgf"),
            "(;GM[Blokus Duo]\n;B[e10]\n;W[a1])",
        )
        .unwrap();
        let error = folder.unfinished().unwrap_err().to_string();
        assert!(error.contains("2.blksgf: line 3: W[a1]"), "{error}");
    }

    #[test]
    fn an_export_overwrites_only_when_told() {
        let data = tempfile::tempdir().unwrap();
        let path = data.path().join("mine.blksgf");
        fs::write(&path, "mine").unwrap();
        let line = read_moves("54u0").unwrap();
        let error = export(&path, &header(), &line, false).unwrap_err();
        assert!(matches!(error, FileError::Exists(_)));
        assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
        export(&path, &header(), &line, true).unwrap();
        assert_eq!(main_line::<Position>(&path).unwrap().1, line);
    }
}

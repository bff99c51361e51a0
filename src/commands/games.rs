//! Files of games, opened for the commands that read them.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};

use super::interrupts::Interrupts;
use super::progress::Progress;
use crate::commands::words;
use koteki_games::words::harmless::harmless;
use koteki_games::words::numbers::number;
use koteki_record::formats::names::{is_table, read_table};
use koteki_record::formats::{Game, Location, Names, OpenError, Source};

/// Opens a file of games; `-` is standard input. `names` are tables given for files of WTHOR.
///
/// # Errors
/// When it cannot be read, or holds neither text nor games of WTHOR.
pub fn open(path: &Path, names: Option<&Names>) -> anyhow::Result<Source> {
    let name = path.display().to_string();
    match Source::open(path, names) {
        Ok(source) => Ok(source),
        Err(OpenError::Io(error)) => Err(error).with_context(|| name),
        Err(OpenError::Binary) => bail!(
            "{name} is no text file, and no WTHOR file (.wtb): give transcripts, a game on \
             each line, a games.jsonl, GGF, SGF or OBF"
        ),
        Err(error @ OpenError::Utf16) => bail!("{name}: {error}"),
        Err(OpenError::Directory) => bail!("{name} is a directory: give a file of games"),
    }
}

/// Faults of a file that are reported one by one.
const REPORTED: u64 = 20;

/// The games of several files, one after the other; what is no game is reported where errors go.
pub struct Inputs {
    files: Vec<PathBuf>,
    names: Option<Names>,
    /// The file that is being read, and its source; the number of those before it.
    source: Option<Source>,
    file: usize,
    /// Bytes of all files, where that is known, and those of the files that were read whole.
    bytes: Option<u64>,
    before: u64,
    /// Faults so far, and those of this file.
    unreadable: u64,
    here: u64,
    /// What ends the reading.
    interrupts: Interrupts,
}

impl Inputs {
    /// Looks whether all the files are there, and takes the tables of WTHOR out from among them.
    ///
    /// # Errors
    /// When one is not there or cannot be looked at, or there are tables alone.
    pub fn open(files: &[PathBuf]) -> anyhow::Result<Self> {
        let (tables, files): (Vec<&PathBuf>, Vec<&PathBuf>) =
            files.iter().partition(|file| is_table(file));
        let mut names = Names::default();
        for table in &tables {
            let bytes = read_table(table).with_context(|| table.display().to_string())?;
            if !bytes.is_some_and(|bytes| names.add(&bytes)) {
                bail!("{} is no table of WTHOR", table.display());
            }
        }
        if files.is_empty() {
            bail!("there are names of players and tournaments alone: give a .wtb file too");
        }
        let mut bytes = Some(0);
        for file in &files {
            if file.as_os_str() == "-" {
                bytes = None;
                continue;
            }
            let data = std::fs::metadata(file).with_context(|| file.display().to_string())?;
            bytes = bytes.filter(|_| data.is_file()).map(|sum| sum + data.len());
        }
        Ok(Self {
            files: files.into_iter().cloned().collect(),
            names: (!tables.is_empty()).then_some(names),
            source: None,
            file: 0,
            bytes,
            before: 0,
            unreadable: 0,
            here: 0,
            interrupts: Interrupts::default(),
        })
    }

    /// From now on nothing more comes once these are raised, be there a game or faults alone.
    pub fn end_on(&mut self, interrupts: &Interrupts) {
        self.interrupts = interrupts.clone();
    }

    /// The next game and where it stands in its file; `None` at the end of the last, or when it is interrupted.
    ///
    /// # Errors
    /// When a file cannot be read, or `errors` cannot be written.
    pub fn next(
        &mut self,
        progress: &mut Progress,
        errors: &mut dyn Write,
    ) -> anyhow::Result<Option<(Location, Game)>> {
        loop {
            let Some(path) = self.files.get(self.file) else {
                return Ok(None);
            };
            if self.interrupts.is_raised() {
                progress.clear(errors)?;
                return Ok(None);
            }
            let source = match &mut self.source {
                Some(source) => source,
                none => none.insert(open(path, self.names.as_ref())?),
            };
            let entry = source.games.next_entry();
            match entry.with_context(|| format!("cannot read {}", path.display()))? {
                Some(entry) => match entry.game {
                    Ok(game) => return Ok(Some((entry.at, game))),
                    Err(fault) => {
                        self.unreadable += 1;
                        self.here += 1;
                        if self.here <= REPORTED {
                            progress.clear(errors)?;
                            self.report(entry.at, &fault.to_string(), errors)?;
                        }
                    }
                },
                None => {
                    self.before += source.games.bytes();
                    progress.clear(errors)?;
                    self.end(errors)?;
                    self.source = None;
                    self.file += 1;
                }
            }
        }
    }

    /// Reports what is wrong in a place of the file that is being read.
    ///
    /// # Errors
    /// When `errors` cannot be written.
    pub fn report(&self, at: Location, fault: &str, errors: &mut dyn Write) -> io::Result<()> {
        let file = self.files.get(self.file);
        let file = file.map_or_else(String::new, |file| file.display().to_string());
        let fault = words::fault(&file, at.number, at.line, at.offset, fault);
        writeln!(errors, "{fault}")
    }

    /// Reports how many more faults the file has.
    ///
    /// # Errors
    /// When `errors` cannot be written.
    pub fn end(&mut self, errors: &mut dyn Write) -> io::Result<()> {
        let unreported = std::mem::take(&mut self.here).saturating_sub(REPORTED);
        match self.files.get(self.file) {
            Some(file) if unreported > 0 => {
                let more = more_faults(&file.display().to_string(), unreported);
                writeln!(errors, "{more}")
            }
            _ => Ok(()),
        }
    }

    /// Whether reading may have to wait for the input.
    pub const fn may_wait(&self) -> bool {
        self.bytes.is_none()
    }

    /// Places that hold no game, so far.
    pub const fn unreadable(&self) -> u64 {
        self.unreadable
    }

    /// How much of all files was read, 0 to 1, where that is known.
    pub fn part(&self) -> Option<f64> {
        let all = self.bytes.filter(|&all| all > 0)?;
        let here = self.source.as_ref().map_or(0, |it| it.games.bytes());
        Some((self.before + here) as f64 / all as f64)
    }
}

fn more_faults(file: &str, count: u64) -> String {
    let more = number(count.into(), "more game", "more games");
    harmless(&format!("{file}: {more} could not be read"))
}

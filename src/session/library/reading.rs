//! Files read into a list, in a thread: whoever looks at the list waits for nothing.

use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::{Interner, Row, Text};
use crate::words;
use koteki_engine::search::budget::Cancel;
use koteki_games::words::numbers::{grouped, number};
use koteki_record::formats::{Games, Names, Source, read_game, survey};

/// How often there is something new to look at.
const OFTEN: Duration = Duration::from_millis(100);
/// Characters of a text that is pasted, at most.
pub const LONGEST_TEXT: usize = 200_000;

/// Games that were read since the last batch.
#[derive(Debug, Default)]
pub struct Batch {
    pub(super) texts: Vec<Box<str>>,
    pub(super) rows: Vec<Row>,
    pub(super) faults: u64,
    pub(super) first_fault: Option<String>,
    /// Whether nothing more comes.
    pub last: bool,
}

/// What reads files in the background; it stops when this is dropped.
#[derive(Debug)]
pub struct Reading {
    batches: Receiver<Batch>,
    cancel: Cancel,
}

impl Reading {
    /// Reads `files`, one after the other, and calls `wake` when there is more.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn start(files: Vec<PathBuf>, wake: impl Fn() + Send + 'static) -> std::io::Result<Self> {
        let (sender, batches) = channel();
        let cancel = Cancel::new();
        let stop = cancel.clone();
        thread::Builder::new()
            .name("files".to_owned())
            .spawn(move || {
                let mut reader = Reader {
                    interner: Interner::default(),
                    batch: Batch::default(),
                    sender,
                    sent: Instant::now(),
                    wake,
                    cancel: stop,
                };
                for file in &files {
                    if reader.file(file).is_none() {
                        return;
                    }
                }
                reader.batch.last = true;
                reader.send();
            })?;
        Ok(Self { batches, cancel })
    }

    /// What has been read meanwhile.
    pub fn next(&self) -> Option<Batch> {
        self.batches.try_recv().ok()
    }
}

impl Drop for Reading {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

struct Reader<W> {
    interner: Interner,
    batch: Batch,
    sender: Sender<Batch>,
    sent: Instant,
    wake: W,
    cancel: Cancel,
}

impl<W: Fn()> Reader<W> {
    /// Reads a file; `None` when no more are wanted.
    fn file(&mut self, path: &Path) -> Option<()> {
        let name = path.display().to_string();
        let source = match Source::open(path, None) {
            Ok(source) => source,
            Err(error) => {
                self.fault(words::not_opened(&name, &error.to_string()));
                return Some(());
            }
        };
        let short = path.file_name().unwrap_or_default().to_string_lossy();
        let file = self.interner.number(Some(&short));
        self.games(source.games, &name, file)
    }

    fn games<R: std::io::BufRead>(
        &mut self,
        mut games: Games<R>,
        name: &str,
        file: Text,
    ) -> Option<()> {
        loop {
            if self.cancel.is_cancelled() {
                return None;
            }
            match games.next_entry() {
                Ok(None) => return Some(()),
                Ok(Some(entry)) => match entry.game {
                    Ok(game) => self.batch.rows.push(self.interner.row(&game, file)),
                    Err(fault) => {
                        let at = entry.at;
                        self.fault(words::fault(name, at.line, at.offset, &fault.to_string()));
                    }
                },
                Err(error) => {
                    self.fault(words::not_opened(name, &error.to_string()));
                    return Some(());
                }
            }
            if self.sent.elapsed() >= OFTEN {
                self.send();
            }
        }
    }

    fn fault(&mut self, said: String) {
        self.batch.faults += 1;
        self.batch.first_fault.get_or_insert(said);
    }

    fn send(&mut self) {
        self.sent = Instant::now();
        self.batch.texts = std::mem::take(&mut self.interner.new);
        // Who is gone needs no news.
        let _ = self.sender.send(std::mem::take(&mut self.batch));
        (self.wake)();
    }
}

/// The games of a text that was pasted or typed.
///
/// # Errors
/// When it is too long, in words.
pub fn read_text(text: &str) -> Result<Batch, String> {
    let length = text.chars().count();
    if length > LONGEST_TEXT {
        return Err(format!(
            "pasted: {} is more than {}: keep it in a file and :open that",
            number(length as i128, "character", "characters"),
            grouped(LONGEST_TEXT as u64)
        ));
    }
    let (sender, _) = channel();
    let mut reader = Reader {
        interner: Interner::default(),
        batch: Batch::default(),
        sender,
        sent: Instant::now(),
        wake: || (),
        cancel: Cancel::new(),
    };
    // Terminals send pasted lines with a carriage return each.
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let last = survey(Cursor::new(&text)).ok().map(|found| found.last);
    let mut games = Games::with_names(Cursor::new(&text), last, Names::NONE);
    while let Ok(Some(entry)) = games.next_entry() {
        match entry.game {
            Ok(game) => reader.batch.rows.push(reader.interner.row(&game, 0)),
            Err(fault) => {
                let fault = words::pasted(entry.at.line, &fault.to_string());
                reader.fault(fault);
            }
        }
    }
    // A board over several lines with its side and moves behind the last row is one game in one line.
    if reader.batch.rows.is_empty() {
        let words: Vec<&str> = text.split_whitespace().collect();
        if let Ok(game) = read_game(&words.join(" ")) {
            let row = reader.interner.row(&game, 0);
            reader.batch = Batch {
                rows: vec![row],
                ..Batch::default()
            };
        }
    }
    reader.batch.texts = std::mem::take(&mut reader.interner.new);
    reader.batch.last = true;
    Ok(reader.batch)
}

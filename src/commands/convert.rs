//! `koteki convert IN… OUT`: games from one format into another.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};

use super::games::Inputs;
use super::interrupts::Interrupts;
use super::progress::Progress;
use super::unread::BestEffort;
use crate::commands::words;
use koteki_engine::search::budget::Cancel;
use koteki_games::words::day::date;
use koteki_games::words::harmless::{Harmless, harmless};
use koteki_games::words::numbers::number;
use koteki_record::formats::names::tables_beside;
use koteki_record::formats::source::STANDARD_INPUT;
use koteki_record::formats::writer::CannotHoldError;
use koteki_record::formats::{Format, Game, TextWriter, wthor};
use koteki_record::now;
use koteki_record::replace::Replacement;

const NOT_TO_A_PIPE: &str =
    "WTHOR is three files (.wtb, .jou, .trn): give a name ending in .wtb, not -";

/// Writes games of one or several files in another format.
#[derive(Clone, Debug, clap::Args)]
#[command(after_long_help = FORMATS, override_usage = "koteki convert [OPTIONS] <IN>... <OUT>")]
pub struct Args {
    /// The files of games, then the file to write; - is standard input or output
    #[arg(value_name = "IN... OUT", required = true, num_args = 2..)]
    pub files: Vec<PathBuf>,
    /// The format to write; by the extension of OUT when left out
    #[arg(long, value_name = "FORMAT")]
    pub to: Option<Format>,
    /// Replace OUT if it exists
    #[arg(long)]
    pub force: bool,
}

const FORMATS: &str = "\
The format of a file is recognised by its content: transcripts, boards, GGF, SGF,
OBF, WTHOR (.wtb, its .jou and .trn beside it or given too), the text of PlayOK,
JSON of Othello Quest, games.jsonl, CSV with a column of moves. A game that cannot
be read is reported with its file, number, line and byte; the others are written
all the same, and the command fails in the end. OUT is written whole or not at all.

Formats and their extensions:
  transcript  .txt   one game a line, as f5d6c3d3c4; passes left out, except one
                     at the end
  ggf         .ggf   with names, ratings, clocks, values and times
  sgf         .sgf   with names and ratings
  obf         .obf   positions: the last one of each game, with its scores
  wthor       .wtb   with .jou and .trn beside it; games from the usual start
  csv         .csv   a table with a header
  json        .json  one object a line, with all that is known (also .jsonl)
What a format has no place for is left out: transcripts have no names, OBF has no
moves, WTHOR has one year for all games.";

/// What games are written to.
enum Out {
    Pipe(TextWriter<BufWriter<io::Stdout>>),
    Text(TextWriter<BufWriter<Replacement>>),
    Wthor(wthor::Writer<Buffered>),
}

impl Out {
    /// The file that is written until all is there.
    fn written_at(&self) -> Option<&Path> {
        match self {
            Self::Pipe(_) => None,
            Self::Text(writer) => Some(writer.output().get_ref().written_at()),
            Self::Wthor(writer) => Some(writer.output().0.get_ref().written_at()),
        }
    }

    /// What it is called in an error.
    fn name(&self) -> String {
        self.written_at().map_or_else(
            || "standard output".to_owned(),
            |it| it.display().to_string(),
        )
    }
}

/// A file that is written in large pieces, and read and sought in once it is whole.
struct Buffered(BufWriter<Replacement>);

impl io::Read for Buffered {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.flush()?;
        self.0.get_mut().read(buffer)
    }
}

impl Write for Buffered {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl io::Seek for Buffered {
    fn seek(&mut self, to: io::SeekFrom) -> io::Result<u64> {
        self.0.seek(to)
    }
}

/// Converts, and says what was written.
///
/// # Errors
/// A file that cannot be read or written, an output that is there already or is an input, a game that
/// could not be read or written (the others are written).
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let Some((to, from)) = args.files.split_last() else {
        bail!("give the files to read and the file to write");
    };
    let format = match args.to.or_else(|| Format::of_extension(to)) {
        Some(format) => format,
        None => bail!(no_format(&to.display().to_string())),
    };
    check(to, from, format, args.force)?;
    let mut inputs = Inputs::open(from)?;
    // First: from now on there is something to clear away.
    let interrupts = Interrupts::listen()?;
    inputs.end_on(&interrupts);
    let mut out = open(to, format)?;
    let unfinished = out.written_at().map(Path::to_owned);
    // Who waits for standard input looks at nothing else.
    let mut asked: Option<Instant> = None;
    let look = || {
        if interrupts.is_raised() && asked.get_or_insert_with(Instant::now).elapsed() > PATIENCE {
            if let Some(file) = &unfinished {
                let _ = fs::remove_file(file);
            }
            std::process::exit(interrupts.code().into());
        }
    };
    let errors = &mut BestEffort(io::stderr());
    let copied = interrupts.watch(&Cancel::new(), look, || copy(&mut inputs, &mut out, errors))?;
    let Copied {
        written,
        unwritable,
    } = copied;
    // Games may be missing from then on.
    if interrupts.is_raised() {
        writeln!(
            errors,
            "ended after {}: nothing was written",
            number(written.into(), "game", "games")
        )?;
        return Ok(interrupts.code().into());
    }
    if written == 0 {
        bail!("there is no game in what was given: nothing was written");
    }
    finish(out, to, written, args.force)?;
    let unreadable = inputs.unreadable();
    if unreadable + unwritable > 0 {
        bail!(some_lost(unreadable, unwritable, written));
    }
    Ok(ExitCode::SUCCESS)
}

/// How long the program may take to end by itself.
const PATIENCE: Duration = Duration::from_secs(1);

/// Games that were written, and those that the format cannot hold.
#[derive(Clone, Copy, Debug, Default)]
struct Copied {
    written: u64,
    unwritable: u64,
}

/// Writes all games, or as many as there are before it is interrupted.
fn copy(inputs: &mut Inputs, out: &mut Out, errors: &mut dyn Write) -> anyhow::Result<Copied> {
    let mut progress = Progress::new(Progress::is_possible(&io::stderr()));
    let start = Instant::now();
    let mut copied = Copied::default();
    while let Some((at, game)) = inputs.next(&mut progress, errors)? {
        match put(out, &game).with_context(|| out.name())? {
            Ok(()) => copied.written += 1,
            Err(why) => {
                copied.unwritable += 1;
                progress.clear(errors)?;
                inputs.report(at, &why.to_string(), errors)?;
            }
        }
        progress.show(errors, || {
            let seconds = start.elapsed().as_secs_f64();
            words::progress(copied.written, None, inputs.part(), seconds)
        })?;
    }
    progress.clear(errors)?;
    Ok(copied)
}

/// The files that a format is written to.
fn outputs(to: &Path, format: Format) -> Vec<PathBuf> {
    let mut files = vec![to.to_owned()];
    if format == Format::Wthor {
        files.extend(["jou", "trn"].map(|suffix| to.with_extension(suffix)));
    }
    files
}

/// Refuses to write over an input, or over anything that is there unless that is wanted.
fn check(to: &Path, from: &[PathBuf], format: Format, force: bool) -> anyhow::Result<()> {
    if to.as_os_str() == STANDARD_INPUT {
        if format == Format::Wthor {
            bail!(NOT_TO_A_PIPE);
        }
        return Ok(());
    }
    if format == Format::Wthor
        && !to
            .extension()
            .is_some_and(|it| it.eq_ignore_ascii_case("wtb"))
    {
        bail!(not_wtb(&to.display().to_string()));
    }
    let is_wthor = |file: &&PathBuf| {
        let suffix = file.extension().unwrap_or_default();
        suffix.eq_ignore_ascii_case("wtb")
    };
    let from_wthor = from.iter().filter(is_wthor);
    let tables: Vec<PathBuf> = from_wthor.flat_map(|file| tables_beside(file)).collect();
    for file in outputs(to, format) {
        let name = file.display().to_string();
        let mut inputs = from.iter().chain(&tables);
        if inputs.any(|input| same(input, &file)) {
            bail!(is_input(&name));
        }
        if file.is_dir() {
            bail!("{name} is a directory: give the name of a file");
        }
        match fs::symlink_metadata(&file) {
            Ok(_) if !force => bail!(exists(&name)),
            Ok(there) if !(there.is_file() || file == to && may_follow(to)) => bail!(
                "{name} is no ordinary file and is not replaced: name another, or write to - \
                 and send that there"
            ),
            _ => {}
        }
    }
    Ok(())
}

/// Whether what is written to this link may go to where it leads: to an ordinary file or to nothing yet. What
/// the system calls standard output leads to the file that it was redirected to, and is not to replace that.
fn may_follow(link: &Path) -> bool {
    let is_of_system = ["/dev", "/proc"].iter().any(|at| link.starts_with(at));
    !is_of_system && fs::metadata(link).map_or(true, |there| there.is_file())
}

/// Whether two paths lead to one file, by whatever name or link.
fn same(one: &Path, other: &Path) -> bool {
    #[cfg(unix)]
    if let (Ok(one), Ok(other)) = (fs::metadata(one), fs::metadata(other)) {
        use std::os::unix::fs::MetadataExt as _;
        return (one.dev(), one.ino()) == (other.dev(), other.ino());
    }
    match (fs::canonicalize(one), fs::canonicalize(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => one == other,
    }
}

fn open(to: &Path, format: Format) -> anyhow::Result<Out> {
    if to.as_os_str() == STANDARD_INPUT {
        let writer = TextWriter::new(BufWriter::new(io::stdout()), format)?;
        return Ok(Out::Pipe(writer.context(NOT_TO_A_PIPE)?));
    }
    let file = BufWriter::with_capacity(
        1 << 16,
        Replacement::create_apart(to).with_context(|| to.display().to_string())?,
    );
    if format == Format::Wthor {
        return Ok(Out::Wthor(wthor::Writer::new(Buffered(file), today())?));
    }
    let writer = TextWriter::new(file, format)?;
    Ok(Out::Text(writer.context(NOT_TO_A_PIPE)?))
}

fn put(out: &mut Out, game: &Game) -> io::Result<Result<(), CannotHoldError>> {
    match out {
        Out::Pipe(writer) => writer.write(game),
        Out::Text(writer) => writer.write(game),
        Out::Wthor(writer) => writer.write(game),
    }
}

/// Puts everything in its place and says so.
fn finish(out: Out, to: &Path, written: u64, force: bool) -> anyhow::Result<()> {
    let name = to.display().to_string();
    let commit = |file: Replacement, path: &Path| -> anyhow::Result<()> {
        let name = path.display().to_string();
        if force {
            return file.commit().context(name);
        }
        match file.commit_as_new() {
            // Since it was looked for.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                bail!(exists(&name))
            }
            other => other.context(name),
        }
    };
    let whole = |file: BufWriter<Replacement>| -> anyhow::Result<()> {
        let file = file.into_inner().map_err(io::IntoInnerError::into_error);
        commit(file.with_context(|| name.clone())?, to)
    };
    let mut said = Vec::new();
    match out {
        Out::Pipe(writer) => {
            writer.finish()?;
            return Ok(());
        }
        Out::Text(writer) => {
            whole(writer.finish().with_context(|| name.clone())?)?;
        }
        Out::Wthor(writer) => {
            let (file, tables) = writer.finish().with_context(|| name.clone())?;
            let [players, tournaments] = ["jou", "trn"].map(|suffix| to.with_extension(suffix));
            for (path, bytes) in [
                (&players, &tables.players),
                (&tournaments, &tables.tournaments),
            ] {
                let shown = || path.display().to_string();
                let mut table = Replacement::create_apart(path).with_context(shown)?;
                table.write_all(bytes).with_context(shown)?;
                commit(table, path)?;
            }
            whole(file.0)?;
            let [players, tournaments] = [players, tournaments].map(|it| it.display().to_string());
            said.push(harmless(&format!(
                "the names of the players are in {players}, of the tournaments in {tournaments}"
            )));
            if tables.changed > 0 {
                said.push(format!(
                    "{} cut to the 19 (a player) or 25 (a tournament) Latin-1 characters that \
                     WTHOR has room for",
                    number(tables.changed.into(), "name was", "names were")
                ));
            }
            if tables.other_years > 0 {
                said.push(format!(
                    "{} of another year than the first: a WTHOR file has one year for all",
                    number(tables.other_years.into(), "game is", "games are")
                ));
            }
            if tables.open > 0 {
                said.push(format!(
                    "{} not to the end: WTHOR has no sign for that, so the discs as they lie \
                     stand as the result",
                    number(tables.open.into(), "game goes", "games go")
                ));
            }
        }
    }
    let out = &mut Harmless::words(io::stdout());
    let games = number(written.into(), "game", "games");
    writeln!(out, "{}", harmless(&format!("{games} written to {name}")))?;
    for line in said {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// The day, as a file of WTHOR has it: century, year, month, day (UTC).
fn today() -> [u8; 4] {
    let (year, month, day) = date(now().as_secs() / 86_400);
    let part = |number: u64| u8::try_from(number).unwrap_or(0);
    [part(year / 100), part(year % 100), part(month), part(day)]
}

fn some_lost(unreadable: u64, unwritable: u64, written: u64) -> String {
    let mut parts = Vec::new();
    if unreadable > 0 {
        let count = number(unreadable.into(), "game", "games");
        parts.push(format!("{count} could not be read"));
    }
    if unwritable > 0 {
        let count = number(unwritable.into(), "game", "games");
        parts.push(format!("{count} could not be written"));
    }
    let written = number(written.into(), "other one was", "others were");
    format!("{}; the {written} written", parts.join(", "))
}

fn no_format(file: &str) -> String {
    harmless(&format!(
        "{file}: its name does not say in which format to write (.txt .ggf .sgf .obf .wtb .csv .json); \
         add --to, as in --to ggf"
    ))
}

fn is_input(file: &str) -> String {
    harmless(&format!(
        "{file} is one of the files that are read: write to another"
    ))
}

fn exists(file: &str) -> String {
    harmless(&format!(
        "{file} is there already: write to another, or add --force to replace it"
    ))
}

fn not_wtb(file: &str) -> String {
    harmless(&format!(
        "{file}: a WTHOR file is called .wtb, and its names .jou and .trn beside it"
    ))
}

//! `koteki export DIR`: the record of a run as tables, JSON and figures.

use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail, ensure};

use crate::commands::words;
use koteki_games::words::harmless::Harmless;
use koteki_record::regular::make_folder;
use koteki_record::replace::replace_own;
use koteki_record::run::{Error, read_events, read_header};
use koteki_rivals::evolve::Settings;
use koteki_session::watch::export::Record;
use koteki_session::watch::words as watch_words;

/// Writes the record of a run as tables, as JSON and as figures.
///
/// The files go to the folder export in the run's directory; files of the same names are replaced.
#[derive(Clone, Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("what").required(true).multiple(true))]
pub struct Args {
    /// The directory of the run
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,
    /// Write individuals.csv, curves.csv and, when rivals were certified, mismatches.csv
    #[arg(long, group = "what")]
    pub csv: bool,
    /// Write run.json
    #[arg(long, group = "what")]
    pub json: bool,
    /// Write scatter.svg (the last population, every pair of weights) and curves.svg
    #[arg(long, group = "what")]
    pub svg: bool,
    /// Another folder for the files
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
}

/// Writes the files and says which.
///
/// # Errors
/// When there is no run, nothing of it is recorded, or the files cannot be written.
pub fn run(args: &Args) -> anyhow::Result<()> {
    write_files(args, &mut Harmless::words(std::io::stdout().lock()))
}

/// Writes the files and says to `out` which.
///
/// # Errors
/// As [`run`].
pub fn write_files(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let name = args.directory.display().to_string();
    let header = read_header::<Settings>(&args.directory)?;
    let read = match read_events(&args.directory) {
        // A run that was ended in its first moment.
        Err(Error::Io(refused)) if refused.error.kind() == ErrorKind::NotFound => {
            bail!(words::no_moments(&name));
        }
        read => read?,
    };
    let record = Record::new(header, read.events);
    if record.moments.is_empty() {
        bail!(words::no_moments(&name));
    }
    let mut files = Vec::new();
    if args.csv {
        files.push(("individuals.csv", record.individuals_csv()));
        files.push(("curves.csv", record.curves_csv()));
        files.push(("mismatches.csv", record.mismatches_csv()));
    }
    if args.json {
        files.push(("run.json", format!("{}\n", record.json())));
    }
    if args.svg {
        files.push(("scatter.svg", record.scatter_svg()));
        files.push(("curves.svg", record.curves_svg()));
    }
    let folder = folder_of(&args.directory, args.out.as_deref())?;
    for (name, text) in files.into_iter().filter(|(_, text)| !text.is_empty()) {
        let path = folder.join(name);
        replace_own(&path, text.as_bytes()).with_context(|| path.display().to_string())?;
        writeln!(out, "{}", path.display())?;
    }
    if !read.faults.is_empty() {
        writeln!(out, "{}", watch_words::unreadable(read.faults.len()))?;
    }
    Ok(())
}

/// The folder that the export of a run or a study in `directory` goes to: `named`, else one within, which
/// is made. The directory may have come from elsewhere: a link in it is not followed.
pub(super) fn folder_of(directory: &Path, named: Option<&Path>) -> anyhow::Result<PathBuf> {
    let folder = named.map_or_else(|| directory.join("export"), Path::to_owned);
    let name = folder.display().to_string();
    ensure!(
        named.is_some() || !folder.is_symlink(),
        "{name} is a symbolic link: name the folder for the files with --out"
    );
    make_folder(&folder)?;
    Ok(folder)
}

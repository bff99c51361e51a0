//! `koteki export DIR`: the record of a run as tables, JSON and figures.

use std::io::Write;
use std::path::PathBuf;

use koteki_games::words::harmless::Harmless;
use koteki_session::watch::export::{Wanted, write};
use koteki_session::watch::words as watch_words;

/// Writes the record of a run as tables, as JSON and as figures.
///
/// The files go to the folder export in the run's directory, where files of the same names are replaced, or to the folder
/// that --out names.
///
/// individuals.csv has a row for each individual at the end of each cycle (kind cycle) and when the rivals were chosen (kind
/// rivals): cycle and step from the beginning of the run, games_of_run so far, id in the order of birth, rival (A, B, C),
/// the weights, games, wins, draws, win_rate and its 95 % interval (low, high) against the opponent, in all games that count,
/// f_wr, f_sim and fitness at its latest evaluation, and the verdict of the test: open, certified, too strong, too weak or
/// undecided. target is the mean loss D that an opponent holds who holds one, and means nothing with others.
///
/// curves.csv has a row for each cycle, of the population at its end: best, mean and quartiles (q1, q3) of f_wr, and mean and
/// quartiles of the win rate, all in the latest evaluation of each individual, which is the games of one step; mean_f_sim,
/// worked out anew for all; and spread, the mean distance of two individuals in log10 weights. mismatches.csv has a row for
/// each pair of rivals: in what share of positions they choose different moves; and one for each rival and itself.
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
    /// Another folder for the files; must be new or empty
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
    let wanted = Wanted {
        csv: args.csv,
        json: args.json,
        svg: args.svg,
    };
    let written = write(&args.directory, args.out.as_deref(), wanted)?;
    for path in &written.files {
        writeln!(out, "{}", path.display())?;
    }
    if written.faults > 0 {
        writeln!(out, "{}", watch_words::unreadable(written.faults))?;
    }
    Ok(())
}

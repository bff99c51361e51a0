//! A game of which each one has a file, on a screen or in plain lines: `koteki blokus`, `koteki play --game …`.

use std::io::{self, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::play::{SIDES, fresh_seed};
use super::rivals;
use crate::commands::choice::one_of;
use crate::commands::looks::Looks;
use crate::config::{Config, Paths};
use crate::plain;
use koteki_record::files::{self, FileError};
use koteki_record::now;
use koteki_rivals::roster::kit::person::PersonKit;
use koteki_session::SideChoice;
use koteki_session::person::rated::{Loaded, Options};
use koteki_tui::event::{Program, Waker};
use koteki_tui::{self as tui, PersonScreen};

/// Plays Blokus Duo against the program, or two people against each other
///
/// Every game is kept from its first move on, as a .blksgf file in the data folder; one that was left
/// unfinished is offered at the next start.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Args {
    /// The opponent: novice, easy, medium, hard, strong, expert, master, a rival of yours by its name or letter, or a player as in
    /// uct:playouts=5000 [default: easy]
    #[arg(long, value_name = "PLAYER", alias = "level")]
    pub opponent: Option<String>,
    /// Which side you have [default: black]
    #[arg(long, value_name = "SIDE", value_parser = one_of(&SIDES))]
    pub side: Option<SideChoice>,
    /// Seed for everything random
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
    /// Go on from where the main line of a .blksgf file ends; the file stays as it is
    #[arg(long, value_name = "FILE")]
    pub load: Option<PathBuf>,
    /// List the levels
    #[arg(long)]
    pub list: bool,
    /// Plain lines instead of a screen (also without a terminal, and with TERM=dumb)
    #[arg(long)]
    pub plain: bool,
    /// Breed no rivals while you play (in plain lines none are)
    #[arg(long)]
    pub no_rivals: bool,
    /// Settings file, on top of the built-in settings and your own file
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// How the screen looks
    #[command(flatten)]
    pub looks: Looks,
    /// Clicks move and play the piece in hand, the wheel turns it
    #[arg(long)]
    pub mouse: bool,
    /// Where games are kept
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
}

/// Plays until the person leaves.
///
/// # Errors
/// A file that cannot be read or is no game, an input, output or terminal that is gone.
pub fn run<K: PersonScreen>(args: &Args) -> anyhow::Result<ExitCode> {
    if args.list {
        for level in K::LEVELS {
            writeln!(io::stdout(), "{level:8} {}", K::about(level))?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let (screen, options) = prepared::<K>(args)?;
    if !args.plain && tui::is_possible() {
        return Ok(K::run(&screen, options)?.code().into());
    }
    let options = Options {
        breed: false,
        judge: false,
        ..options
    };
    plain::person::run(
        options,
        BufReader::new(io::stdin()),
        &mut io::stdout().lock(),
    )?;
    Ok(ExitCode::SUCCESS)
}

/// The screen to go to from a game that was started with `args`.
///
/// # Errors
/// When a setting is wrong, or the system gives no thread.
pub fn screen<K: PersonScreen>(args: &Args, waker: Waker) -> anyhow::Result<Box<dyn Program>> {
    let (screen, options) = prepared::<K>(args)?;
    Ok(Box::new(K::open(&screen, options, waker)?))
}

fn prepared<K: PersonKit>(args: &Args) -> anyhow::Result<(tui::Settings, Options<K>)> {
    let paths = Paths::from_environment();
    let mut config = Config::load(&paths, args.config.as_deref())?;
    let data = config.data_folder(&paths, args.data.as_deref());
    args.looks.put(&mut config.screen);
    config.screen.mouse |= args.mouse;
    let opponent = args.opponent.as_ref().map(|opponent| {
        let known = data.as_deref();
        let known = known.map(|data| rivals::of::<K>(data, &config.game.name));
        let known = known.transpose()?.map_or_else(Vec::new, |it| it.rivals);
        rivals::opponent(opponent, &known)
    });
    let options = Options {
        opponent: opponent.transpose()?.unwrap_or(K::USUAL),
        side: args.side.unwrap_or(SideChoice::Black),
        seed: args.seed.unwrap_or_else(fresh_seed),
        loaded: args.load.as_deref().map(load::<K>).transpose()?,
        data,
        name: name(),
        person: config.game.name.clone(),
        breed: !args.no_rivals,
        judge: true,
    };
    Ok((config.screen, options))
}

/// The main line of a file, and what there is to say of it.
fn load<K: PersonKit>(path: &Path) -> Result<Loaded<K>, FileError> {
    let (record, line) = files::main_line::<K>(path)?;
    let variations = K::variations(&record);
    let said = loaded(&path.display().to_string(), line.ply(), variations);
    Ok(Loaded { line, said })
}

/// A name that games of other sittings don't have, and that orders after theirs: the time, and the process.
fn name() -> String {
    format!("{:013}-{}", now().as_millis(), std::process::id())
}

fn loaded(file: &str, moves: usize, variations: usize) -> String {
    let more = match variations {
        0 => String::new(),
        1 => "; its one variation is left out".to_owned(),
        count => format!("; its {count} variations are left out"),
    };
    format!("{file}: {moves} moves{more}")
}

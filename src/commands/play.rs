//! `koteki` and `koteki play`: the sitting, on a screen or in plain lines.

use std::io::{self, BufReader, IsTerminal as _};
use std::num::NonZeroUsize;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::Args as ClapArgs;

use crate::session::{Colour, Options, Settings, TesterSettings};
use crate::{evolve, plain};

/// How to play.
#[derive(Clone, Debug, Default, ClapArgs)]
pub struct Args {
    /// Plain lines instead of a screen (also without a terminal, and with TERM=dumb)
    #[arg(long)]
    pub plain: bool,
    /// The first opponent: a level, a player such as agent:d=25,depth=4
    #[arg(long, value_name = "PLAYER")]
    pub opponent: Option<String>,
    /// Your colour in the first game: black, white or random
    #[arg(long, value_name = "COLOUR")]
    pub colour: Option<Colour>,
    /// Seed of everything random: the same seed and moves give the same sitting
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Threads that breed [default: one less than the processors]
    #[arg(long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
}

/// Plays.
///
/// # Errors
/// When a setting is wrong or the output cannot be written.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let seed = args.seed.unwrap_or_else(fresh_seed);
    let mut settings = Settings::default();
    if let Some(opponent) = &args.opponent {
        settings.opponent.clone_from(opponent);
    }
    if let Some(colour) = args.colour {
        settings.colour = colour;
    }
    let options = Options {
        settings,
        tester: TesterSettings::default(),
        evolution: evolve::Settings::default(),
        jobs: args.jobs,
        fresh_breeding: true,
        seed,
        data: None,
    };
    let _ = io::stdin().is_terminal();
    plain::run(options, BufReader::new(io::stdin()), &mut io::stdout().lock())?;
    Ok(())
}

/// A seed from the clock, for sittings that name none.
fn fresh_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    // Short enough to be typed again.
    now.as_nanos() as u64 % 1_000_000_000
}

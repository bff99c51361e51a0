//! `koteki` and `koteki play`: the sitting, on a screen or in plain lines.

use std::io::{self, BufReader, Write as _};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{anyhow, bail};
use clap::Args as ClapArgs;

use crate::commands::choice::{Choice, GAMES, one_of};
use crate::commands::looks::{self, Looks};
use crate::commands::{janken, logging, person, rivals, study};
use crate::config::edit::set;
use crate::config::{Config, Paths};
use crate::plain;
use koteki_games::blokus::Position as Duo;
use koteki_games::words::harmless::Harmless;
use koteki_rivals::roster::EngineSpec;
use koteki_rivals::roster::kit::{GameKind, with_kit};
use koteki_session::{Options, SideChoice};
use koteki_tui::othello::settings::Change;
use koteki_tui::{self as tui, Other};

/// The sides at every game.
pub(super) const SIDES: [Choice<SideChoice>; 5] = [
    ("black|first", "Black, who begins", SideChoice::Black),
    ("white|second", "White, who answers", SideChoice::White),
    ("random", "Either, drawn by the seed", SideChoice::Random),
    (
        "alternate",
        "Black first, then the other one in each new game",
        SideChoice::Alternate,
    ),
    ("both", "Both: two people at one keyboard", SideChoice::Both),
];

/// How to play.
#[derive(Clone, Debug, Default, ClapArgs)]
pub struct Args {
    /// The game; --adviser, --jobs, --print-config and --open are for Othello only
    #[arg(long, value_name = "GAME", value_parser = one_of(&GAMES), default_value = "othello", conflicts_with_all = ["adviser", "jobs", "print_config", "open"])]
    pub game: GameKind,
    /// Plain lines instead of a screen (also without a terminal, and with TERM=dumb)
    #[arg(long)]
    pub plain: bool,
    /// The first opponent: a level, a rival of yours by its name or letter, or a player such as agent:d=25,depth=4
    #[arg(long, value_name = "PLAYER")]
    pub opponent: Option<String>,
    /// Your side: black (begins), white, random, alternate, or both
    #[arg(long, value_name = "SIDE", value_parser = one_of(&SIDES))]
    pub side: Option<SideChoice>,
    /// An engine whose values are shown in practice and when a game is gone through, instead of the
    /// tester's; level and breeding stay with the tester. As in engine:cmd="edax -nboard",protocol=nboard,depth=8
    #[arg(long, value_name = "ENGINE")]
    pub adviser: Option<String>,
    /// Seed for everything random: the same seed and moves give the same games
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
    /// Threads for breeding [default: one less than the processors; all of them in plain lines]
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Settings file, on top of the built-in settings and your own file
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// How the screen looks
    #[command(flatten)]
    pub looks: Looks,
    /// Print the settings in force as a settings file, and exit
    #[arg(long)]
    pub print_config: bool,
    /// List the games of files (or folders of files) to go through them and to play on from any position:
    /// transcripts, games.jsonl, GGF, SGF, OBF, WTHOR, PlayOK text, Othello Quest JSON
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "plain")]
    pub open: Vec<PathBuf>,
    /// Where games are kept
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
}

impl Args {
    /// The same for a game of which each one has a file; whoever comes to it from Othello brings no opponent along.
    fn at_other(&self) -> person::Args {
        person::Args {
            plain: self.plain,
            config: self.config.clone(),
            looks: self.looks,
            data: self.data.clone(),
            ..person::Args::default()
        }
    }
}

/// Plays.
///
/// # Errors
/// When a setting is wrong or the output cannot be written.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    with_kit!(args.game, Othello => othello(args), K => person::run::<K>(&person::Args {
        opponent: args.opponent.clone(),
        side: args.side,
        seed: args.seed,
        ..args.at_other()
    }))
}

fn othello(args: &Args) -> anyhow::Result<ExitCode> {
    let paths = Paths::from_environment();
    let mut config = Config::load(&paths, args.config.as_deref())?;
    if let Some(opponent) = &args.opponent {
        let data = config.data_folder(&paths, args.data.as_deref());
        let known = data.map(|data| rivals::of_othello(&data, &config.game.name));
        let known = known.transpose()?.map_or_else(Vec::new, |it| it.rivals);
        config.game.opponent = rivals::opponent(opponent, &known)?.to_string();
    }
    if let Some(adviser) = &args.adviser {
        config.tester.adviser.clone_from(adviser);
    }
    let adviser = config
        .adviser()
        .map_err(|why| anyhow!("--adviser {}: {why}", config.tester.adviser))?;
    let adviser = if args.adviser.is_some() {
        adviser.map(EngineSpec::named_by_person)
    } else {
        adviser
    };
    adviser.as_ref().map_or(Ok(()), EngineSpec::may_start)?;
    if let Some(side) = args.side {
        config.game.side = side;
    }
    args.looks.put(&mut config.screen);
    if args.print_config {
        write!(io::stdout(), "{}", config.to_toml()?)?;
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(file) = paths.log()
        && let Err(error) = logging::start(config.log.level, &file)
    {
        writeln!(Harmless::words(io::stderr()), "koteki: {error}")?;
    }
    let on_screen = !args.plain && tui::is_possible();
    if !args.open.is_empty() && !on_screen {
        bail!(
            "--open needs a terminal and no --plain: koteki analyse FILE goes through games \
             in plain lines"
        );
    }
    let open = tui::files_of_games(&args.open).map_err(anyhow::Error::msg)?;
    let screen = config.screen.clone();
    let options = Options {
        tester: config.tester()?,
        adviser,
        data: config.data_folder(&paths, args.data.as_deref()),
        settings: config.game,
        evolution: config.evolution,
        jobs: args.jobs.and_then(|jobs| NonZeroUsize::new(jobs.into())),
        // Plain lines say the same for the same seed and moves. At a screen the population that has
        // been bred so far goes on.
        fresh_breeding: !on_screen,
        seed: args.seed.unwrap_or_else(fresh_seed),
    };
    if on_screen {
        let save = move |changes: &[Change]| {
            let own = paths.config.as_deref();
            let own = own.ok_or("there is no home folder to keep settings in")?;
            set(own, changes).map_err(|error| error.to_string())?;
            Ok(own.display().to_string())
        };
        let args = args.clone();
        let other = move |other, waker| match other {
            Other::Janken => janken::screen(&args),
            Other::Blokus => person::screen::<Duo>(&args.at_other(), waker),
            Other::Study { blind } => study::screen(&args, blind, waker),
        };
        let others = (Box::new(save) as _, Box::new(other) as _);
        return looks::ended(tui::run(screen, options, others, open)?);
    }
    plain::othello::run(
        options,
        BufReader::new(io::stdin()),
        &mut io::stdout().lock(),
    )?;
    Ok(ExitCode::SUCCESS)
}

/// A seed for sittings that name none; short enough to be typed again.
pub(crate) fn fresh_seed() -> u64 {
    rand::random_range(0..1_000_000_000)
}

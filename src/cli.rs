//! The command line.

use std::io;
use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use koteki::commands;

/// Board-game rivals measured against you and bred to be exactly your strength.
///
/// Without a command: a game of Othello in the terminal while rivals evolve behind it. Without a
/// terminal (a pipe, TERM=dumb) it runs in plain lines of text.
#[derive(Debug, Parser)]
#[command(
    name = "koteki",
    version,
    args_conflicts_with_subcommands = true,
    after_long_help = "Exit codes: 0 success; 1 an error; 2 an invalid command line; 128 plus the number of the signal that ended it, as in 130 after Ctrl-C and 143 after SIGTERM.",
    // What is asked before the screen opens writes no escape sequence.
    color = clap::ColorChoice::Never
)]
pub struct Cli {
    /// Also start the engines (engine:cmd=…) that a file names. Only for files that you trust
    ///
    /// A run, a study, a match, a kept game, a settings file other than your own.
    #[arg(long, global = true, hide_short_help = true)]
    pub allow_engines: bool,
    /// What to do.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// How to play.
    #[command(flatten)]
    pub play: commands::play::Args,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play a game: what koteki does without a command
    Play(commands::play::Args),
    /// Play janken (rock, paper, scissors), or look through matches
    Janken(commands::janken::Args),
    /// Play Blokus Duo
    Blokus(commands::person::Args),
    /// Say how strong a person is: the estimate over time, mistakes
    Profile(commands::profile::Args),
    /// List the rivals of a person: bred, kept for good, met
    Rivals(commands::rivals::Args),
    /// Play players against each other and say what the result proves
    Match(commands::match_::Args),
    /// Measure a player by its games against itself
    Measure(commands::measure::Args),
    /// Describe how a player plays
    Portrait(commands::portrait::Args),
    /// Go through the games of a file: mistakes, their reasons, strength
    Analyse(commands::analyse::Args),
    /// Count the games of files: results, openings, what is given away
    Stats(commands::stats::Args),
    /// Breed rivals without a screen
    Evolve(commands::evolve::Args),
    /// List the runs in a folder: how far along, how long still to go
    Runs(commands::runs::Args),
    /// Watch a run of evolve as it happens, or look at one that is over
    Watch(commands::watch::Args),
    /// Replay a game or a run, forwards and backwards
    Replay(commands::replay::Args),
    /// Write a run as tables, JSON and figures
    Export(commands::export::Args),
    /// Run evolve for many seeds and settings
    Sweep(commands::sweep::Args),
    /// Merge the shards of a sweep
    Merge(commands::sweep::MergeArgs),
    /// Reproduce a table of a paper and compare
    Experiment(commands::experiment::Args),
    /// Take people through an experiment, or export its results
    Study(commands::study::StudyArgs),
    /// Find out whether you can tell opponents apart
    Blind(commands::study::BlindArgs),
    /// Let another program play against a player, by GTP, NBoard, lines
    Engine(commands::engine::Args),
    /// Write games in another format: GGF, SGF, OBF, WTHOR, CSV, JSON …
    Convert(commands::convert::Args),
    /// Solve the endgame problems of a file
    Solve(commands::solve::Args),
    /// Count all games of a given number of plies, to check the rules
    Perft(commands::perft::Args),
    /// Learn an evaluation of Othello or Blokus Duo from games
    Learn(commands::learn::Args),
    /// Run a fixed benchmark and print its counts and time
    Bench(commands::bench::Args),
    /// Check that everything works: terminal, folders, settings, engines
    Doctor(commands::doctor::Args),
    /// Print a script for completion in a shell
    Completions(commands::completions::Args),
    /// Print a manual page
    Man(commands::man::Args),
}

/// The groups of the help, each with the first of its commands in the order above.
const GROUPS: [(&str, &str); 6] = [
    ("Play", "play"),
    ("Measure", "match"),
    ("Breed", "evolve"),
    ("Research", "experiment"),
    ("Engines and files", "engine"),
    ("Other", "doctor"),
];

/// The whole command line. Its help lists the commands in groups, for which clap has no means but a template.
pub fn command_line() -> clap::Command {
    let command = Cli::command();
    let mut built = command.clone();
    built.build();
    let mut groups = String::new();
    for subcommand in built.get_subcommands() {
        let name = subcommand.get_name();
        if let Some((heading, _)) = GROUPS.iter().find(|(_, first)| *first == name) {
            groups += &format!("\n{heading}:\n");
        }
        let about = subcommand.get_about().unwrap_or_default();
        groups += &format!("  {name:<11}  {about}\n");
    }
    command.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n{groups}\nOptions:\n{{options}}{{after-help}}"
    ))
}

impl Cli {
    /// Reads the command line of this process.
    ///
    /// # Errors
    /// When it is not valid, or asks for the help or the version.
    pub fn read() -> Result<Self, clap::Error> {
        let mut command = command_line();
        let matches = command.try_get_matches_from_mut(std::env::args_os())?;
        Self::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
    }
}

impl Command {
    /// Whether several processes can divide its work; `None` where each may do its own, as the engine of one.
    pub const fn divides(&self) -> Option<bool> {
        match self {
            Self::Sweep(_) | Self::Experiment(_) | Self::Evolve(_) => Some(true),
            Self::Learn(args) => Some(args.divides()),
            Self::Engine(_) => None,
            _ => Some(false),
        }
    }

    pub fn run(&self) -> anyhow::Result<ExitCode> {
        // Not locked: the screen is written to from more than one thread when it has to be left at once.
        let out = &mut io::stdout();
        match self {
            Self::Play(args) => return commands::play::run(args),
            Self::Evolve(args) => return commands::evolve::run_game(args),
            Self::Runs(args) => return commands::runs::run(args),
            Self::Watch(args) => return commands::watch::run(args),
            Self::Replay(args) => return commands::replay::run(args),
            Self::Export(args) => commands::export::run(args)?,
            Self::Experiment(args) => return commands::experiment::run(args),
            Self::Sweep(args) => return commands::sweep::run(args),
            Self::Study(args) => return commands::study::run(args),
            Self::Blind(args) => return commands::study::run_blind(args),
            Self::Merge(args) => commands::sweep::merge(args)?,
            Self::Analyse(args) => return commands::analyse::run(args),
            Self::Convert(args) => return commands::convert::run(args),
            Self::Stats(args) => return commands::stats::run(args),
            Self::Solve(args) => return commands::solve::run(args),
            Self::Learn(args) => return commands::learn::run(args),
            Self::Janken(args) => return commands::janken::run(args),
            Self::Blokus(args) => {
                return commands::person::run::<koteki_games::blokus::Position>(args);
            }
            Self::Match(args) => return commands::match_::run(args),
            Self::Measure(args) => commands::measure::run(args)?,
            Self::Portrait(args) => commands::portrait::run(args)?,
            Self::Profile(args) => return commands::profile::run(args),
            Self::Rivals(args) => return commands::rivals::run(args),
            Self::Perft(args) => commands::perft::run(args)?,
            Self::Engine(args) => commands::engine::run(args)?,
            Self::Bench(args) => commands::bench::run(args)?,
            Self::Doctor(args) => return commands::doctor::run(args),
            Self::Completions(args) => commands::completions::run(args, command_line(), out)?,
            Self::Man(args) => commands::man::run(args, command_line(), out)?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

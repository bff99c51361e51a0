//! `koteki match A B…`: games between players of the roster, or between readers at janken.

mod board;
pub mod janken;
mod live;
mod report;
mod settings;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;

use anyhow::bail;

use super::interrupts::Interrupts;
use super::progress::Progress;
use super::unread::BestEffort;
use crate::commands::choice::{self, Choice, one_of};
use koteki_games::words::harmless::Harmless;
use koteki_rivals::measure::sprt::Sprt;
use koteki_rivals::roster::kit::{GameKind, with_kit};

const TOO_FEW: &str = "a match takes two players or more: koteki match intermediate beginner";

/// Plays players against each other, counts the games and says what they prove.
///
/// Games come in pairs: an opening is played twice with colours swapped. Of more than two players every pair
/// meets, or with --gauntlet the first meets the others. The same seed gives the same games, and so does every
/// ending by --sprt or --until-ci, whatever the number of threads. Ctrl-C ends the match with the result so far.
///
/// With --game janken the players are those of koteki janken --list: each pair plays the given number of
/// matches and rounds.
#[derive(Clone, Debug, clap::Args)]
#[command(after_long_help = MORE)]
pub struct Args {
    /// The players, as in intermediate or agent:d=25,depth=4; results are given from the first one's view
    #[arg(value_name = "PLAYER", required_unless_present = "resume")]
    pub players: Vec<String>,
    /// The game
    #[arg(long, value_name = "GAME", value_parser = one_of(&GAMES), default_value = "othello")]
    pub game: Game,
    /// Games of each pair of players; even, so that each opening is played with both colours [default: 100]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub games: Option<u32>,
    /// The same in pairs of games
    #[arg(long, value_name = "N", conflicts_with = "games", value_parser = clap::value_parser!(u32).range(1..=5_000_000))]
    pub pairs: Option<u32>,
    /// Only the first player meets the others
    #[arg(long)]
    pub gauntlet: bool,
    /// End when the 95 % interval of the win rate of each pair of players is no wider than W to each side
    #[arg(long, value_name = "W", value_parser = width, conflicts_with = "sprt")]
    pub until_ci: Option<f64>,
    /// End when a test has decided between two Elo differences: elo0=0,elo1=20,alpha=0.05,beta=0.05
    #[arg(long, value_name = "TEST")]
    pub sprt: Option<Sprt>,
    /// Where openings come from: random, balanced, or a file of games
    #[arg(long, value_name = "SOURCE")]
    pub openings: Option<Source>,
    /// Take the openings of a file at random, not in order
    #[arg(long)]
    pub shuffle: bool,
    /// Plies of each opening: drawn at random [default: 8; Blokus Duo: 2], or the first ones of a file's games
    #[arg(long, value_name = "n", value_parser = clap::value_parser!(u32).range(0..=40))]
    pub opening_plies: Option<u32>,
    /// Keep every game in this new file, or as games.jsonl in this folder
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    pub out: Option<PathBuf>,
    /// Resume the match in FILE with its own settings; any that are given have to be the same
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
    /// Matches of each pair (janken only) [default: 100]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub matches: Option<u32>,
    /// Rounds of a match (janken only) [default: 1000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub rounds: Option<u32>,
    /// Seed for everything random [default: 1]
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
    /// Threads; as many as there are cores when left out. Does not change the result
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Count empty squares for the winner, as tournaments do
    #[arg(long)]
    pub empties_to_winner: bool,
    /// Print one JSON object instead of lines
    #[arg(long, conflicts_with = "csv")]
    pub json: bool,
    /// Print a table in CSV: of the players, or with --csv=pairings of each pair
    #[arg(long, value_name = "TABLE", num_args = 0..=1, require_equals = true, default_missing_value = "ratings")]
    pub csv: Option<Csv>,
}

const MORE: &str = "\
Openings: random draws each at random; balanced is a set that the program's own search
found to be even (Othello, 8 plies); a file may be anything that koteki analyse reads,
such as transcripts, one a line; the first --opening-plies moves of each game are an
opening. Two games with colours swapped are one result: intervals, Elo, the
test and the likelihood of superiority come from the spread of those pairs.

--sprt is tested after every pair; H1 is accepted in about alpha of the tests when H0 is
true, H0 in about beta when H1 is. --until-ci is tested after every 20 pairs; repeated
testing costs an interval hardly any of its certainty: in simulated matches it held
the truth in 94 to 97 of 100, depending on draws and openings. The interval of a match
that a test has ended says little by itself: results that end it soon are extreme.
With several players each pair ends by itself, while the others go on. Without --games
or --pairs all go on for 100,000 games of each pair at most.

--out writes a line a game, as soon as it is over: a program that is killed loses the
games in play, and --resume plays what is missing; with more --games it makes the match
longer. When the match is over the file is put in order: it is the same however often
it was interrupted, on however many threads.
Its games can be read by analyse, convert and stats.

The table in CSV has for each player place, elo and its error (95 %, to both sides), points,
games, share of the points, los_to_next (likelihood that it is stronger than the next) and
forfeits; with --csv=pairings for each pair wins, losses and draws of a, win_rate with its
95 % interval (low, high), elo likewise, los, mean_difference (of a, in discs or squares),
pairs_0 to pairs_2 (pairs of games by a's points), forfeits of both, llr and verdict of
--sprt. The JSON object has the same, and seed, openings and whether the match is complete.

A player that is another program loses the game when it crashes, hangs or breaks the
rules; three such games in a row end the match.";

/// What is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Game {
    /// A game in which the sides take turns.
    Board(GameKind),
    /// Rock, paper, scissors.
    Janken,
}

const GAMES: [Choice<Game>; choice::GAMES.len() + 1] = {
    let janken = ("janken", "Rock, paper, scissors", Game::Janken);
    let mut games = [janken; choice::GAMES.len() + 1];
    let mut index = 0;
    while index < choice::GAMES.len() {
        let (key, name, kind) = choice::GAMES[index];
        games[index] = (key, name, Game::Board(kind));
        index += 1;
    }
    games
};

/// Where openings come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// At random.
    Random,
    /// The built-in set.
    Balanced,
    /// A file of games.
    File(PathBuf),
}

impl FromStr for Source {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(match text {
            "random" => Self::Random,
            "balanced" => Self::Balanced,
            file => Self::File(file.into()),
        })
    }
}

/// Which table is printed as CSV.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Csv {
    /// The players; of two players their one pairing
    Ratings,
    /// Each pair of players
    Pairings,
}

/// How wide an interval may be, to each side.
fn width(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok();
    let width = number.filter(|width| 0.0 < *width && *width < 0.5);
    width.ok_or_else(|| "a number above 0 and below 0.5, such as 0.05".to_owned())
}

/// Where a match is reported.
pub(crate) struct Output<'a> {
    /// The result.
    out: &'a mut dyn Write,
    /// What has to be known beside it.
    errors: &'a mut dyn Write,
    /// Whether standard error is a terminal on which a table may be drawn.
    live: bool,
}

/// Plays janken, and refuses what only board games have.
fn janken_report(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let given = [
        ("--games", args.games.is_some()),
        ("--pairs", args.pairs.is_some()),
        ("--gauntlet", args.gauntlet),
        ("--until-ci", args.until_ci.is_some()),
        ("--sprt", args.sprt.is_some()),
        ("--openings", args.openings.is_some()),
        ("--shuffle", args.shuffle),
        ("--opening-plies", args.opening_plies.is_some()),
        ("--out", args.out.is_some()),
        ("--resume", args.resume.is_some()),
        ("--csv", args.csv.is_some()),
        ("--empties-to-winner", args.empties_to_winner),
    ];
    if let Some((option, _)) = given.iter().find(|(_, given)| *given) {
        bail!(only_for(option, "othello"));
    }
    if args.players.len() < 2 {
        bail!(TOO_FEW);
    }
    let players: Vec<&String> = args.players.iter().collect();
    let settings = koteki_janken::contest::Settings {
        rounds: args.rounds.unwrap_or(janken::ROUNDS),
        matches: args.matches.unwrap_or(janken::MATCHES),
        seed: args.seed.unwrap_or(1),
        jobs: args.jobs.map_or(0, usize::from),
    };
    janken::write_report(&players, &settings, args.json, out)
}

/// Runs the match and prints the result to standard output.
///
/// # Errors
/// A player's name that cannot be read, no threads, a file that is there or is another's, an output that is gone.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut out = if args.csv.is_some() {
        Harmless::data_or_words(true, io::stdout())
    } else {
        Harmless::json_or_words(args.json, io::stdout())
    };
    let Game::Board(kind) = args.game else {
        janken_report(args, &mut out)?;
        return Ok(ExitCode::SUCCESS);
    };
    let interrupts = Interrupts::listen()?;
    let mut errors = BestEffort(Harmless::words(io::stderr()));
    let mut output = Output {
        out: &mut out,
        errors: &mut errors,
        live: Progress::is_possible(&io::stderr()),
    };
    report(args, kind, &interrupts, &mut output)
}

/// Runs the match and writes the result to `out`.
///
/// # Errors
/// As [`run`].
pub fn write_report(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let Game::Board(kind) = args.game else {
        return janken_report(args, out);
    };
    let mut output = Output {
        out,
        errors: &mut io::sink(),
        live: false,
    };
    report(args, kind, &Interrupts::default(), &mut output).map(|_| ())
}

fn report(
    args: &Args,
    kind: GameKind,
    interrupts: &Interrupts,
    output: &mut Output<'_>,
) -> anyhow::Result<ExitCode> {
    let given = [
        ("--matches", args.matches.is_some()),
        ("--rounds", args.rounds.is_some()),
    ];
    if let Some((option, _)) = given.iter().find(|(_, given)| *given) {
        bail!(only_for(option, "janken"));
    }
    let begun = board::begun(args)?;
    // A match goes on at its own game.
    let kind = begun
        .as_ref()
        .map_or(kind, |(_, held)| held.head.settings.game);
    with_kit!(kind, K => board::run::<K>(args, begun, interrupts, output))
}

fn only_for(option: &str, game: &str) -> String {
    format!("{option} goes with --game {game} only")
}

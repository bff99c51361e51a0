//! `koteki match A B`: games between two players of the roster, or between readers at janken.

pub mod blokus;
pub mod janken;

use std::io::Write;

use anyhow::{Context as _, bail};
use serde_json::json;

use crate::game::othello::Position;
use crate::measure::contest::{Method, Played, Settings, Tally, contest, plain_difference};
use crate::roster::{PlayerSpec, build_othello};
use crate::search::budget::Cancel;
use crate::text::{contest as text, janken as janken_text};

/// Games, when none are asked for.
const GAMES: u32 = 100;

/// Plies of each opening, when none are asked for.
const OPENING_PLIES: u32 = 8;

/// Plays two players against each other and counts the games from A's view.
///
/// Games come in pairs: an opening drawn by lot is played twice with colours swapped. The same seed
/// gives the same games, whatever the number of threads.
///
/// With --game janken the players are those of koteki janken --list: so many matches of so many rounds for
/// each pair; with more than two players every pair plays.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The player whose view the result is given from, as in intermediate or agent:d=25,depth=4
    pub a: String,
    /// Its opponent
    pub b: String,
    /// More players, who all play each other (janken only)
    pub more: Vec<String>,
    /// The game
    #[arg(long, value_enum, default_value_t = Game::Othello)]
    pub game: Game,
    /// Games to play; even, so that each opening is played with both colours [default: 100]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub games: Option<u32>,
    /// Matches of each pair (janken only) [default: 100]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub matches: Option<u32>,
    /// Rounds of a match (janken only) [default: 1000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub rounds: Option<u32>,
    /// Seed of everything random
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Threads; as many as there are cores when left out. Does not change the result
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Plies of each opening drawn by lot [default: 8; Blokus Duo: 2]
    #[arg(long, value_name = "n", value_parser = clap::value_parser!(u32).range(0..=40))]
    pub opening_plies: Option<u32>,
    /// Count empty squares for the winner, as tournaments do
    #[arg(long)]
    pub empties_to_winner: bool,
    /// Print one JSON object instead of lines
    #[arg(long)]
    pub json: bool,
}

/// What is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Game {
    /// Othello
    Othello,
    /// Blokus Duo
    Blokus,
    /// Rock, paper, scissors
    Janken,
}

/// Plays janken, and refuses what only Othello has.
fn janken_report(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let given = [
        ("--games", args.games.is_some()),
        ("--opening-plies", args.opening_plies.is_some()),
        ("--empties-to-winner", args.empties_to_winner),
    ];
    if let Some((option, _)) = given.iter().find(|(_, given)| *given) {
        bail!(janken_text::only_for(option, "othello"));
    }
    let players: Vec<&String> = [&args.a, &args.b].into_iter().chain(&args.more).collect();
    let settings = crate::reader::contest::Settings {
        rounds: args.rounds.unwrap_or(janken::ROUNDS),
        matches: args.matches.unwrap_or(janken::MATCHES),
        seed: args.seed,
        jobs: args.jobs.map_or(0, usize::from),
    };
    janken::write_report(&players, &settings, args.json, out)
}

/// The disc difference for A with empty squares given to the winner.
fn difference_with_empties(played: &Played<Position>) -> i32 {
    let outcome = played.line.position().outcome_with_empties();
    outcome.map_or(0, |outcome| outcome.difference(played.first))
}

/// Runs the match and prints the result to standard output.
///
/// # Errors
/// A player's name that cannot be read, no threads, an output that is gone.
pub fn run(args: &Args) -> anyhow::Result<()> {
    write_report(args, &mut std::io::stdout().lock())
}

/// Runs the match and writes the result to `out`.
///
/// # Errors
/// As [`run`].
pub fn write_report(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    if args.game == Game::Janken {
        return janken_report(args, out);
    }
    let given = [
        ("--matches", args.matches.is_some()),
        ("--rounds", args.rounds.is_some()),
    ];
    if let Some((option, _)) = given.iter().find(|(_, given)| *given) {
        bail!(janken_text::only_for(option, "janken"));
    }
    if !args.more.is_empty() {
        bail!(janken_text::TWO_PLAYERS);
    }
    if args.game == Game::Blokus {
        return blokus::write_report(args, out);
    }
    let games = args.games.unwrap_or(GAMES);
    let opening_plies = args.opening_plies.unwrap_or(OPENING_PLIES);
    let (a, b): (PlayerSpec, PlayerSpec) = (args.a.parse()?, args.b.parse()?);
    let player_a = build_othello(&a).with_context(|| a.to_string())?;
    let player_b = build_othello(&b).with_context(|| b.to_string())?;
    let settings = Settings {
        games,
        seed: args.seed,
        opening_plies,
        jobs: args.jobs.map_or(0, usize::from),
    };
    let judge = if args.empties_to_winner {
        difference_with_empties
    } else {
        plain_difference
    };
    let cancel = Cancel::new();
    let differences = contest(&*player_a, &*player_b, &settings, &cancel, |game| {
        judge(&game)
    })?;
    let tally = Tally::of(&differences);
    let win_rate = tally.win_rate().unwrap_or_default();
    let mean_difference = tally.mean_difference().unwrap_or_default();
    let (interval, method) = tally.interval();
    if args.json {
        let report = json!({
            "a": format!("{a:#}"),
            "b": format!("{b:#}"),
            "games": tally.games(),
            "wins": tally.wins,
            "losses": tally.losses,
            "draws": tally.draws,
            "win_rate": win_rate,
            "interval": [interval.low, interval.high],
            "interval_method": method,
            "mean_difference": mean_difference,
            "pairs": tally.pair_counts(),
            "seed": args.seed,
            "opening_plies": opening_plies,
            "empties_to_winner": args.empties_to_winner,
        });
        writeln!(out, "{report}")?;
        return Ok(());
    }
    let (name_a, name_b) = (a.to_string(), b.to_string());
    let command = format!(
        "koteki match {name_a} {name_b} --games {} --seed {} --opening-plies {}{}",
        games,
        args.seed,
        opening_plies,
        if args.empties_to_winner {
            " --empties-to-winner"
        } else {
            ""
        }
    );
    let Tally {
        wins,
        losses,
        draws,
        ..
    } = tally;
    let lines = [
        text::heading(&name_a, &name_b, games, opening_plies),
        text::score(&name_a, wins, losses, draws),
        text::rate(
            win_rate,
            interval.low,
            interval.high,
            method == Method::Pairs,
        ),
        text::difference(mean_difference, args.empties_to_winner),
        text::pairs(tally.pair_counts()),
        text::again(&command),
    ];
    for line in lines {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

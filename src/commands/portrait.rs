//! `koteki portrait PLAYER`: how a player plays, in what can be seen.

use std::io::Write;

use anyhow::Context as _;
use serde_json::json;

use crate::commands::words;
use koteki_engine::search::budget::Cancel;
use koteki_games::othello::Position;
use koteki_games::words::harmless::Harmless;
use koteki_rivals::measure::behaviour::Reference;
use koteki_rivals::roster::PlayerSpec;
use koteki_rivals::roster::kit::Kit as _;
use koteki_rivals::roster::portrait::{self, GAMES, OPENING_PLIES, OPPONENT};

/// Draws a player's portrait: what its games look like beside those of usual individuals.
///
/// The games are played against an agent that holds a beginner's mean loss. What differs for certain is
/// put into words.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The player, as in individual:frontier=10,mobility=5,stability=50,edges=900
    #[arg(required_unless_present = "reference")]
    pub player: Option<String>,
    /// Games to play, in pairs that share an opening
    #[arg(long, value_name = "N", default_value_t = GAMES, value_parser = clap::value_parser!(u32).range(4..=1_000_000))]
    pub games: u32,
    /// Seed for everything random
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Threads; as many as there are cores when left out. Does not change the result
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Print one JSON object instead of lines
    #[arg(long)]
    pub json: bool,
    /// Instead of a portrait, measure the reference anew with so many individuals and print it
    #[arg(long, value_name = "INDIVIDUALS", conflicts_with_all = ["player", "json"], value_parser = clap::value_parser!(u32).range(2..=100_000))]
    pub reference: Option<u32>,
}

/// Draws the portrait and prints it to standard output.
///
/// # Errors
/// A name that cannot be read, no threads, an output that is gone.
pub fn run(args: &Args) -> anyhow::Result<()> {
    write_report(
        args,
        &mut Harmless::json_or_words(args.json, std::io::stdout().lock()),
    )
}

/// Draws the portrait and writes it to `out`.
///
/// # Errors
/// As [`run`].
pub fn write_report(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let jobs = args.jobs.map_or(0, usize::from);
    let cancel = Cancel::new();
    if let Some(individuals) = args.reference {
        let reference = portrait::reference(individuals, args.games, args.seed, jobs, &cancel)?;
        write!(out, "{}", toml::to_string(&reference)?)?;
        return Ok(());
    }
    let spec = args.player.as_deref().unwrap_or_default();
    let spec = spec.parse::<PlayerSpec>()?.named_by_person();
    let portrait = portrait::portrait(&spec, args.games, args.seed, jobs, &cancel)
        .with_context(|| spec.to_string())?;
    let name = Position::name_of(&spec);
    let words = koteki_rivals::roster::portrait::words(&portrait.telling());
    if args.json {
        let report = json!({
            "player": format!("{spec:#}"),
            "name": name,
            "portrait": words,
            "opponent": OPPONENT,
            "opening_plies": OPENING_PLIES,
            "games": args.games,
            "seed": args.seed,
            "features": portrait.features,
            "reference": Reference::measured(),
        });
        writeln!(out, "{report}")?;
        return Ok(());
    }
    let head = head(&spec.to_string(), name.as_deref(), portrait.games, OPPONENT);
    writeln!(out, "{head}")?;
    writeln!(
        out,
        "{}",
        words
            .as_deref()
            .unwrap_or(koteki_rivals::roster::portrait::PLAIN)
    )?;
    writeln!(
        out,
        "                     mean   95 % interval      usual      z"
    )?;
    for it in &portrait.features {
        let interval = it.interval.map(|interval| (interval.low, interval.high));
        let row = row(
            it.name,
            it.unit,
            it.mean,
            interval,
            it.reference,
            it.z,
            it.telling,
        );
        writeln!(out, "{row}")?;
    }
    writeln!(
        out,
        "* differs from the usual individual for certain (95 % over all lines together) and \
         by at least one standard deviation between individuals"
    )?;
    let command = format!(
        "koteki portrait {spec} --games {} --seed {}",
        args.games, args.seed
    );
    writeln!(out, "{}", words::again(&command))?;
    Ok(())
}

fn head(player: &str, name: Option<&str>, games: usize, opponent: &str) -> String {
    let name = name.map_or_else(String::new, |name| format!("{name}, "));
    format!("{name}{player}: {games} games against {opponent}")
}

pub fn row(
    axis: &str,
    unit: &str,
    mean: f64,
    interval: Option<(f64, f64)>,
    usual: f64,
    z: f64,
    telling: bool,
) -> String {
    let interval = interval.map_or_else(
        || "-".to_owned(),
        |(low, high)| format!("{low:.2} to {high:.2}"),
    );
    let mark = if telling { " *" } else { "" };
    let axis = if unit.is_empty() {
        axis.to_owned()
    } else {
        format!("{axis}, {unit}")
    };
    format!("{axis:<17} {mean:>7.2}   {interval:<16} {usual:>7.2} {z:>+6.2}{mark}")
}

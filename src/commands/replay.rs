//! `koteki replay FILE|DIR`: a game or a run is played back.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, bail};

use crate::commands::looks::Looks;
use crate::commands::words;
use crate::config::{Config, Paths};
use koteki_engine::eval::is_decided;
use koteki_games::words::harmless::Harmless;
use koteki_games::words::numbers::number;
use koteki_record::formats::{Game, Location};
use koteki_rivals::coach::Scale;
use koteki_session::names;
use koteki_session::watch::follow::Follower;
use koteki_session::watch::words as watch_words;
use koteki_tui as tui;
use koteki_tui::view::Loss;
use koteki_tui::watch::{Recorded, Reel, SPEEDS};

/// Plays a game or a run back, forwards and backwards, at any speed.
///
/// FILE holds games in any format that koteki convert reads: games.jsonl, transcripts such as f5d6c3, GGF,
/// SGF, WTHOR and others. DIR is the directory of a run of koteki evolve, whose record keeps no games, so
/// that there is no board. Without a terminal every move or cycle is one line.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// A file of games (- for standard input), or the directory of a run
    #[arg(value_name = "FILE|DIR")]
    pub path: PathBuf,
    /// Steps (moves or cycles) a second, 0.0625 to 1024; + and - change it
    #[arg(long, value_name = "X", default_value_t = 2.0)]
    pub speed: f64,
    /// Number of the game to begin with, from 1; the last one when left out
    #[arg(long, value_name = "N")]
    pub game: Option<usize>,
    /// Plain lines instead of a screen
    #[arg(long)]
    pub plain: bool,
    /// Settings file, on top of the built-in settings and your own file
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// How the screen looks
    #[command(flatten)]
    pub looks: Looks,
}

/// Plays back.
///
/// # Errors
/// When there is nothing to play back at the path, or the terminal cannot be taken.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let (slowest, fastest) = SPEEDS;
    if !(slowest..=fastest).contains(&args.speed) {
        bail!(
            "--speed {} is not allowed: a number from {slowest} to {fastest}",
            args.speed
        );
    }
    let on_screen = !args.plain && tui::is_possible();
    let out = &mut Harmless::words(std::io::stdout());
    let (reel, note) = if args.path.is_dir() {
        let name = args.path.display().to_string();
        if let Some(number) = args.game {
            bail!(
                "--game {number}: {name} is the directory of a run, whose record keeps no \
                 games; leave --game away"
            );
        }
        if !on_screen {
            return super::watch::once(&args.path, out);
        }
        let mut follower = Follower::open(&args.path)?;
        follower.poll(|_, _| {})?;
        if follower.moments().is_empty() {
            bail!(watch_words::no_moments(&name));
        }
        let mut note = super::watch::faults(&follower);
        note.push(watch_words::NO_BOARD.to_owned());
        (Reel::Run(Box::new(follower)), note.join("; "))
    } else {
        let (games, note) = games(&args.path)?;
        let last = games.len();
        let number = args.game.unwrap_or(last);
        if number == 0 || number > last {
            bail!("there is no game {number}: the file holds {last}, counted from 1");
        }
        if !on_screen {
            let game = &games[number - 1];
            return print(game, &note, out);
        }
        (Reel::Games(games, number - 1), note)
    };
    let mut config = Config::load(&Paths::from_environment(), args.config.as_deref())?;
    args.looks.put(&mut config.screen);
    Ok(tui::watch::replay(&config.screen, reel, args.speed, note)?
        .code()
        .into())
}

/// The games in a file, and what there is to say of places in it that hold none, if any.
fn games(path: &Path) -> anyhow::Result<(Vec<Recorded>, String)> {
    let name = path.display().to_string();
    let mut source = super::games::open(path, None)?.games;
    let mut games = Vec::new();
    let (mut skipped, mut first) = (0, None);
    while let Some(entry) = source
        .next_entry()
        .with_context(|| format!("cannot read {name}"))?
    {
        match entry.game {
            Ok(game) => games.push(recorded(game)),
            Err(fault) => {
                let Location {
                    number,
                    line,
                    offset,
                } = entry.at;
                skipped += 1;
                first.get_or_insert_with(|| {
                    words::fault(&name, number, line, offset, &fault.to_string())
                });
            }
        }
    }
    match first {
        Some(fault) if games.is_empty() => {
            bail!("{name} holds no game that can be read; the first fault: {fault}")
        }
        None if games.is_empty() => bail!(
            "{name} is empty: write a transcript into it, such as f5d6c3, or name another file"
        ),
        Some(first) => {
            let places = number(skipped as i128, "place holds", "places hold");
            let warning = format!(
                "{name}: {places} no game: skipped, and not counted; the first fault: {first}"
            );
            Ok((games, warning))
        }
        None => Ok((games, String::new())),
    }
}

/// A game as it is played back.
fn recorded(game: Game) -> Recorded {
    let judgements = &game.about.judgements;
    let values = judgements.iter().map(|it| it.map(|it| it.value));
    let losses = judgements.iter().map(|it| {
        it.map(|it| {
            let best = it.value.saturating_add(it.loss);
            Loss {
                best,
                value: it.value,
                to_the_end: is_decided(best),
                scale: Scale::Points,
            }
        })
    });
    let names = names::listed([0, 1].map(|side| game.names[side].as_deref()));
    Recorded {
        values: values.collect(),
        losses: losses.collect(),
        names: names.map(|name| name.unwrap_or_else(|| "unknown".to_owned())),
        line: game.line,
    }
}

/// One line a move, after what there is to say of the file.
fn print(game: &Recorded, note: &str, out: &mut dyn std::io::Write) -> anyhow::Result<ExitCode> {
    if !note.is_empty() {
        writeln!(out, "{note}")?;
    }
    let [black, white] = &game.names;
    writeln!(out, "Black {black}, White {white}")?;
    let positions = game.line.positions();
    for (index, &mv) in game.line.moves().iter().enumerate() {
        let count = positions[index + 1].count();
        let loss = game.losses.get(index).copied().flatten();
        let loss = loss.filter(|it| it.is_some()).map(|it| it.words());
        let line = played(
            index + 1,
            &mv.to_string(),
            count.black,
            count.white,
            loss.as_deref(),
        );
        writeln!(out, "{line}")?;
    }
    if game.line.moves().is_empty() {
        writeln!(out, "no move was played")?;
    }
    Ok(ExitCode::SUCCESS)
}

fn played(ply: usize, mv: &str, black: i32, white: i32, loss: Option<&str>) -> String {
    let loss = loss.map_or_else(String::new, |loss| format!("  {loss}"));
    format!("{ply:>2} {mv}  {black:>2}-{white:<2}{loss}")
}

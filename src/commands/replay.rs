//! `koteki replay FILE|DIR`: a game or a run is played back.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, bail};

use crate::coach::Scale;
use crate::commands::looks::Looks;
use crate::config::{Config, Paths};
use crate::eval::is_decided;
use crate::game::Side;
use crate::game::othello::notation::read_transcript;
use crate::record::game::GameRecord;
use crate::record::store::games_in;
use crate::session::names;
use crate::text::harmless::Harmless;
use crate::text::watch as words;
use crate::tui;
use crate::tui::view::Loss;
use crate::tui::watch::{Recorded, Reel, SPEEDS};
use crate::watch::follow::Follower;

/// Plays a game or a run back, forwards and backwards, at any speed.
///
/// FILE holds games as koteki keeps them (games.jsonl) or one transcript, such as f5d6c3; DIR is the
/// directory of a run of koteki evolve, whose record keeps no games, so that there is no board. Without
/// a terminal every move or cycle is one line.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// A file of games, a transcript, or the directory of a run
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
        bail!(words::bad_speed(args.speed, slowest, fastest));
    }
    let on_screen = !args.plain && tui::is_possible();
    let out = &mut Harmless::words(std::io::stdout());
    let (reel, note) = if args.path.is_dir() {
        let name = args.path.display().to_string();
        if let Some(number) = args.game {
            bail!(words::game_of_run(number, &name));
        }
        if !on_screen {
            return super::watch::once(&args.path, out);
        }
        let mut follower = Follower::open(&args.path)?;
        follower.poll(|_, _| {})?;
        if follower.moments().is_empty() {
            bail!(words::no_moments(&name));
        }
        let mut note = super::watch::faults(&follower);
        note.push(words::NO_BOARD.to_owned());
        (Reel::Run(Box::new(follower)), note.join("; "))
    } else {
        let (games, note) = games(&args.path)?;
        let last = games.len();
        let number = args.game.unwrap_or(last);
        if number == 0 || number > last {
            bail!(words::no_such_game(number, last));
        }
        if !on_screen {
            let game = &games[number - 1];
            return print(game, &note, out);
        }
        (Reel::Games(games, number - 1), note)
    };
    let mut config = Config::load(&Paths::from_environment(), args.config.as_deref())?;
    args.looks.put(&mut config.screen);
    Ok(tui::watch::replay(config.screen, reel, args.speed, note)?
        .code()
        .into())
}

/// The games in a file: records, a line each, or one transcript. With them what there is to say of lines
/// that hold none, if any.
fn games(path: &Path) -> anyhow::Result<(Vec<Recorded>, String)> {
    let name = path.display();
    // Once: it may be a pipe.
    let bytes = fs::read(path).with_context(|| name.to_string())?;
    let read = games_in(&*bytes, path)?;
    if read.games.is_empty() && bytes.trim_ascii_start().first() != Some(&b'{') {
        let text = String::from_utf8(bytes).with_context(|| format!("{name} is not text"))?;
        let line = read_transcript(&text)
            .with_context(|| format!("{name} holds neither games.jsonl nor a transcript"))?;
        if line.moves().is_empty() {
            bail!(words::no_moves(&name.to_string()));
        }
        let names = [words::SOMEBODY, words::SOMEBODY].map(str::to_owned);
        let game = Recorded {
            names,
            line,
            values: Vec::new(),
            losses: Vec::new(),
        };
        return Ok((vec![game], String::new()));
    }
    let games: Vec<Recorded> = read.games.iter().filter_map(recorded).collect();
    if games.is_empty() {
        bail!(words::no_games(&name.to_string()));
    }
    let skipped = read.bad.len() + read.games.len() - games.len();
    let note = words::skipped(&name.to_string(), skipped);
    Ok((games, note))
}

/// A record as it is played back; `None` when it is no game of Othello that can be read.
fn recorded(record: &GameRecord) -> Option<Recorded> {
    let line = record.line().ok()?;
    let values = record.judgements.iter().map(|it| it.map(|it| it.value));
    let losses = record.judgements.iter().map(|it| {
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
    Some(Recorded {
        names: Side::BOTH.map(|side| names::written(record.players.of(side))),
        line,
        values: values.collect(),
        losses: losses.collect(),
    })
}

/// One line a move, after what there is to say of the file.
fn print(game: &Recorded, note: &str, out: &mut dyn std::io::Write) -> anyhow::Result<ExitCode> {
    if !note.is_empty() {
        writeln!(out, "{note}")?;
    }
    let [black, white] = &game.names;
    writeln!(out, "{}", words::players(black, white))?;
    let positions = game.line.positions();
    for (index, &mv) in game.line.moves().iter().enumerate() {
        let count = positions[index + 1].count();
        let loss = game.losses.get(index).copied().flatten();
        let loss = loss.filter(|it| it.is_some()).map(|it| it.words());
        let line = words::played(
            index + 1,
            &mv.to_string(),
            count.black,
            count.white,
            loss.as_deref(),
        );
        writeln!(out, "{line}")?;
    }
    if game.line.moves().is_empty() {
        writeln!(out, "{}", words::NO_MOVES)?;
    }
    Ok(ExitCode::SUCCESS)
}

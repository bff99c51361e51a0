//! `koteki runs DIR`: the runs beneath a folder, a line each.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use serde_json::json;

use crate::commands::looks::Looks;
use crate::config::{Config, Paths};
use koteki_games::words::harmless::Harmless;
use koteki_record::csv;
use koteki_session::watch::runs::{HEADS, NUMBERS, Overview, Runs, Whole, count};
use koteki_tui as tui;

/// Lists the runs of evolve and sweep beneath a folder: what each does, how far it is, how long it still takes.
///
/// At a terminal the list is a screen that is kept up to date, and Enter watches a run; elsewhere, or with --plain,
/// it is a line each. Nothing is written. Settings are those that differ from the defaults, or from the set that is
/// named first.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The folder; its subfolders are searched, too
    #[arg(value_name = "DIR", default_value = ".")]
    pub folder: PathBuf,
    /// Plain lines instead of a screen
    #[arg(long)]
    pub plain: bool,
    /// Print one JSON object
    #[arg(long, conflicts_with_all = ["csv", "plain"])]
    pub json: bool,
    /// Print a table as CSV
    #[arg(long, conflicts_with = "plain")]
    pub csv: bool,
    /// Settings file, on top of the built-in settings and your own file
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// How the screen looks
    #[command(flatten)]
    pub looks: Looks,
}

/// Lists them.
///
/// # Errors
/// When the folder cannot be looked into, or the output is gone.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut runs = Runs::new(std::slice::from_ref(&args.folder));
    let name = args.folder.display().to_string();
    let is_told = args.plain || args.json || args.csv;
    if !is_told && tui::is_possible() {
        // A folder that is not there is said in the shell.
        std::fs::read_dir(&args.folder).with_context(|| name)?;
        let mut config = Config::load(&Paths::from_environment(), args.config.as_deref())?;
        args.looks.put(&mut config.screen);
        return Ok(tui::runs::run(&config.screen, runs, false)?.code().into());
    }
    let all = runs.look()?;
    let sweeps = runs.sweeps(&all);
    let out = &mut Harmless::json_or_words(args.json, std::io::stdout().lock());
    if args.json {
        let all: Vec<serde_json::Value> = all.iter().map(to_json).collect();
        let sweeps: Vec<serde_json::Value> = sweeps.iter().map(sweep_json).collect();
        writeln!(
            out,
            "{}",
            json!({ "schema": "koteki-runs/1", "runs": all, "sweeps": sweeps })
        )?;
    } else if args.csv {
        write!(out, "{}", to_csv(&all, &sweeps))?;
    } else if all.is_empty() {
        writeln!(out, "{}", tui::runs::no_runs(&name))?;
    } else {
        write!(out, "{}", table(&all, &sweeps))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn to_json(run: &Overview) -> serde_json::Value {
    json!({
        "run": run.name,
        "directory": run.directory.display().to_string(),
        "state": run.doing.word(),
        "seed": run.seed,
        "cycle": run.cycle.0,
        "cycles": run.cycle.1,
        "games": run.games,
        "games_per_second": run.games_per_second,
        "seconds": run.seconds,
        "seconds_left": run.seconds_left,
        "rivals": run.rivals.map(|(all, _)| all),
        "certified": run.rivals.map(|(_, sure)| sure),
        "settings": run.settings,
        "fault": run.fault,
    })
}

fn sweep_json(sweep: &Whole) -> serde_json::Value {
    json!({
        "sweep": sweep.name(),
        "runs": sweep.runs,
        "finished": sweep.finished,
        "seconds_left": sweep.seconds_left,
    })
}

fn to_csv(all: &[Overview], sweeps: &[Whole]) -> String {
    let number = |it: Option<f64>| it.map_or_else(String::new, |it| it.to_string());
    let count = |it: Option<usize>| it.map_or_else(String::new, |it| it.to_string());
    let heads = [
        "run",
        "state",
        "seed",
        "cycle",
        "cycles",
        "games",
        "games_per_second",
        "seconds",
        "seconds_left",
        "rivals",
        "certified",
        "settings",
        "fault",
        "sweep",
        "sweep_seconds_left",
    ];
    let rows = all.iter().map(|run| {
        let sweep = sweeps.iter().find(|it| it.has(run));
        vec![
            run.name.clone(),
            run.doing.word().to_owned(),
            run.seed.clone(),
            run.cycle.0.to_string(),
            run.cycle.1.to_string(),
            run.games.to_string(),
            number(run.games_per_second),
            run.seconds.to_string(),
            number(run.seconds_left),
            count(run.rivals.map(|(all, _)| all)),
            count(run.rivals.map(|(_, sure)| sure)),
            run.settings.join(" "),
            run.fault.clone().unwrap_or_default(),
            sweep.map_or_else(String::new, |it| it.name()),
            number(sweep.and_then(|it| it.seconds_left)),
        ]
    });
    let heads = heads.map(str::to_owned).to_vec();
    csv::to_string(std::iter::once(heads).chain(rows))
}

/// The table, and beneath it how many runs do what, and how far the sweeps are.
pub(super) fn table(all: &[Overview], sweeps: &[Whole]) -> String {
    let heads = HEADS.map(str::to_owned);
    let lines: Vec<_> = std::iter::once(heads)
        .chain(all.iter().map(Overview::cells))
        .collect();
    let mut text = String::new();
    for line in &lines {
        let mut row = String::new();
        for (column, cell) in line.iter().enumerate() {
            let cells = lines.iter().map(|line| line[column].chars().count());
            let width = cells.max().unwrap_or(0);
            row += &if NUMBERS.contains(&column) {
                format!("{cell:>width$}  ")
            } else {
                format!("{cell:<width$}  ")
            };
        }
        text += row.trim_end();
        text.push('\n');
    }
    text += &(count(all) + "\n");
    for sweep in sweeps {
        text += &format!("sweep {}\n", sweep.said());
    }
    text
}

//! `koteki study` and `koteki blind`: experiments with people, and what came of them.

use std::fs;
use std::io::{self, BufReader, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use clap::{Args as ClapArgs, Subcommand};

use crate::commands::logging;
use crate::commands::play::{self, fresh_seed};
use crate::config::{Config, Paths};
use crate::evolve::BEHAVIOUR;
use crate::plain;
use crate::record::study::{Code, FORMAT, Folder, Header, Provenance, STUDY_FILE};
use crate::roster::PlayerSpec;
use crate::search::othello::Path as ProcessorPath;
use crate::session::report::held;
use crate::session::study::desk::PROGRAM;
use crate::session::study::export::Study;
use crate::session::study::{Kind, Measure, Options, Settings, Stage};
use crate::session::{Standing, breeding, standing};
use crate::text::study as words;
use crate::tui;
use crate::tui::event::Exit;

/// Takes a person through the experiment of Ueda (2012), ch. 7: three games that measure them, rivals
/// bred to be level with them, six pairs of games, questionnaires.
///
/// Everything is kept after every move and every answer. The same command goes on where the person was
/// left. People are known by codes; their names are kept nowhere.
#[derive(Clone, Debug, ClapArgs)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct StudyArgs {
    /// What to do with a study that is there
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Who is to be taken through it
    #[command(flatten)]
    pub session: SessionArgs,
    /// Games that measure the person
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=20))]
    pub warmups: Option<u8>,
    /// What the rivals' level is taken from: the estimate of strength, or the plain mean loss as the
    /// agent sees it
    #[arg(long, value_name = "HOW")]
    pub measure: Option<Measure>,
}

/// What can be done with a study.
#[derive(Clone, Debug, Subcommand)]
pub enum Command {
    /// Write games and answers as tables and as JSON
    Export(ExportArgs),
    /// Say who is in it, and how far each is
    List(ListArgs),
}

/// The blind test of Ueda (2012), §6.4.6: six pairs of games; of each pair you say whether the two
/// opponents were the same. At the end you see how often you were right, beside what guessing gives.
///
/// The same command goes on with a test that was left, and begins another after one that is done.
#[derive(Clone, Debug, ClapArgs)]
pub struct BlindArgs {
    /// Who takes it
    #[command(flatten)]
    pub session: SessionArgs,
    /// The mean loss D that the opponents are to be level with [default: your level as your games have told it, or that of a Beginner]
    #[arg(long, value_name = "D", conflicts_with = "opponents", value_parser = level)]
    pub level: Option<f64>,
    /// Three players to be told apart, instead of rivals that are bred
    #[arg(long, num_args = 3, value_name = "PLAYER")]
    pub opponents: Vec<PlayerSpec>,
}

/// What both have.
#[derive(Clone, Debug, ClapArgs)]
pub struct SessionArgs {
    /// The person's code, such as P07: letters, digits, - and _; not their name
    #[arg(long, value_name = "CODE", required = true)]
    pub code: Option<Code>,
    /// Folder of the study, new or begun [default: in the folder of games]
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
    /// The folder of games, in which studies are kept that have no folder of their own
    #[arg(long, value_name = "DIR", hide = true)]
    pub data: Option<PathBuf>,
    /// Only go on: an error when nobody has this code yet
    #[arg(long = "continue")]
    pub go_on: bool,
    /// Seed of the study: everybody's order, games and rivals are derived from it
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
    /// Settings file: its sections game (the opponent), tester and evolution are the study's
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Threads that breed [default: one a processor]
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Plain lines instead of a screen (also without a terminal, and with TERM=dumb)
    #[arg(long)]
    pub plain: bool,
}

/// Which study to write.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_long_help = words::SCHEMA)]
#[command(group = clap::ArgGroup::new("what").required(true).multiple(true))]
pub struct ExportArgs {
    /// The folder of the study
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,
    /// Write people.csv, games.csv, pairs.csv, answers.csv and the settings, study.toml
    #[arg(long, group = "what")]
    pub csv: bool,
    /// Write study.json, and games.jsonl for koteki replay
    #[arg(long, group = "what")]
    pub json: bool,
    /// Only this person
    #[arg(long, value_name = "CODE")]
    pub code: Option<Code>,
    /// Another folder for the files [default: DIR/export]
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
}

/// Which study to look at.
#[derive(Clone, Debug, ClapArgs)]
pub struct ListArgs {
    /// The folder of the study
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,
}

fn level(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(d) if (0.0..=100_000.0).contains(&d) => Ok(d),
        _ => Err("a number within 0…100000".to_owned()),
    }
}

/// `koteki study`.
///
/// # Errors
/// When there is no such study or person, a setting is wrong, or something cannot be written.
pub fn run(args: &StudyArgs) -> anyhow::Result<ExitCode> {
    let out = &mut io::stdout();
    match &args.command {
        Some(Command::Export(args)) => export(args, out)?,
        Some(Command::List(args)) => list(args, out)?,
        None => {
            let named = Named {
                warmups: args.warmups.map(usize::from),
                measure: args.measure,
                rivals: None,
            };
            return session(&args.session, Settings::guided(), &named, None);
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// `koteki blind`.
///
/// # Errors
/// As [`run`].
pub fn run_blind(args: &BlindArgs) -> anyhow::Result<ExitCode> {
    let names = args.opponents.iter().map(|spec| format!("{spec:#}"));
    let named = Named {
        rivals: (!args.opponents.is_empty()).then(|| names.collect()),
        ..Named::default()
    };
    session(&args.session, Settings::blind(), &named, args.level)
}

/// The code of who came from the menu of the game: whoever sits at this machine.
const ME: &str = "ME";

/// A study, or a blind test, that was asked for in a game started with `args`.
///
/// # Errors
/// As [`run`].
pub fn from_menu(args: &play::Args, blind: bool) -> anyhow::Result<ExitCode> {
    let session_args = SessionArgs {
        code: Some(ME.parse()?),
        dir: None,
        data: args.data.clone(),
        go_on: false,
        seed: None,
        config: None,
        jobs: args.jobs,
        plain: false,
    };
    let settings = if blind {
        Settings::blind()
    } else {
        Settings::guided()
    };
    session(&session_args, settings, &Named::default(), None)
}

/// What of the settings the command line names.
#[derive(Debug, Default)]
struct Named {
    warmups: Option<usize>,
    measure: Option<Measure>,
    rivals: Option<Vec<String>>,
}

impl Named {
    /// Puts it in the place of what `settings` say.
    fn put(&self, settings: &mut Settings) {
        if let Some(warmups) = self.warmups {
            settings.warmups = warmups;
        }
        if let Some(measure) = self.measure {
            settings.measure = measure;
        }
        if let Some(rivals) = &self.rivals {
            settings.rivals.clone_from(rivals);
        }
    }
}

/// Takes somebody through a study of these `settings`, with what the command line has `named` on top.
fn session(
    args: &SessionArgs,
    settings: Settings,
    named: &Named,
    target: Option<f64>,
) -> anyhow::Result<ExitCode> {
    let paths = Paths::from_environment();
    let config = Config::load(&paths, args.config.as_deref())?;
    let Some(code) = args.code.clone() else {
        bail!("no code");
    };
    let name = config.game.name.trim().to_owned();
    let name = Some(name).filter(|name| *name != crate::session::Settings::default().name);
    if let Some(name) = &name
        && name.eq_ignore_ascii_case(code.as_str())
    {
        bail!(words::code_is_name(code.as_str()));
    }
    let blind = settings.kind == Kind::Blind;
    let dir = match &args.dir {
        Some(dir) => dir.clone(),
        None => config
            .data_folder(&paths, args.data.as_deref())
            .map(|data| data.join(if blind { "blind" } else { "study" }))
            .context(words::NO_FOLDER)?,
    };
    let folder = open(args, &dir, settings, named)?;
    if args.go_on && folder.sets(&code) == 0 {
        let codes = folder.codes()?;
        let known: Vec<&str> = codes.iter().map(Code::as_str).collect();
        bail!(words::nobody_to_continue(
            code.as_str(),
            &dir.display().to_string(),
            &words::known_codes(&known)
        ));
    }
    let command = command(blind, &code, args);
    let level = config
        .data_folder(&paths, args.data.as_deref())
        .filter(|_| blind)
        .and_then(|data| known_level(&data, &config.game.name, &folder));
    let options = Options {
        folder,
        code,
        target,
        level,
        name,
        jobs: args.jobs.and_then(|jobs| NonZeroUsize::new(jobs.into())),
    };
    // Kept until the end: what is logged last is written when it goes.
    let _log = paths
        .log()
        .and_then(|file| logging::start(config.log.level, &file).ok().flatten());
    if args.plain || !tui::is_possible() {
        plain::study::run(
            options,
            &command,
            BufReader::new(io::stdin()),
            &mut io::stdout().lock(),
        )?;
        return Ok(ExitCode::SUCCESS);
    }
    let (exit, complete) = tui::study::run(config.screen, options)?;
    if !complete && exit != Exit::TerminalGone {
        writeln!(io::stdout(), "{}", words::go_on(&command))?;
    }
    Ok(exit.code().into())
}

/// What the agent has to hold to be as strong as the person of this `name`, where their games have told.
fn known_level(data: &Path, name: &str, folder: &Folder<Settings>) -> Option<f64> {
    let (known, _) = standing::look(data, name);
    let standing = Standing::of(&known)?;
    let eyes = breeding::eyes(&folder.header().settings.evolution)?;
    held(&eyes, &standing)
}

/// What goes on with the study.
fn command(blind: bool, code: &Code, args: &SessionArgs) -> String {
    let verb = if blind { "blind" } else { "study" };
    let folders = [("--dir", &args.dir), ("--data", &args.data)];
    let folders: String = folders
        .into_iter()
        .filter_map(|(flag, folder)| Some((flag, folder.as_ref()?.display().to_string())))
        .map(|(flag, folder)| {
            // As a shell takes it.
            let plain = |letter: char| letter.is_alphanumeric() || "/._-~+".contains(letter);
            if folder.chars().all(plain) {
                format!(" {flag} {folder}")
            } else {
                format!(" {flag} '{}'", folder.replace('\'', "'\\''"))
            }
        })
        .collect();
    format!("koteki {verb} --code {code}{folders}")
}

/// The study in `dir`, which is made when nothing is there. What the command line says has to be what it
/// was begun with.
fn open(
    args: &SessionArgs,
    dir: &Path,
    mut settings: Settings,
    named: &Named,
) -> anyhow::Result<Folder<Settings>> {
    if let Some(file) = &args.config {
        // Of one's own settings file nothing: a study does not hang on the machine it is made on.
        let base = Config {
            evolution: settings.evolution.clone(),
            ..Config::default()
        };
        let config = base.overlaid(file, &fs::read_to_string(file)?)?;
        settings.opponent = config.game.opponent.clone();
        settings.tester = format!("{:#}", PlayerSpec::Tester(config.tester()?.into()));
        settings.evolution = config.evolution;
    }
    named.put(&mut settings);
    settings.validate()?;
    if !dir.join(STUDY_FILE).exists() {
        let header = Header {
            format: FORMAT,
            seed: args.seed.unwrap_or_else(fresh_seed).to_string(),
            provenance: Provenance {
                program: PROGRAM.to_owned(),
                behaviour: BEHAVIOUR,
                engine: ProcessorPath::best().to_string(),
                // May hold names: of people, of their folders.
                command_line: Vec::new(),
            },
            settings,
        };
        return Ok(Folder::create(dir, header)?);
    }
    let folder: Folder<Settings> = Folder::open(dir)?;
    let begun = folder.header().clone();
    if begun.settings.kind != settings.kind {
        bail!(words::other_kind(
            &dir.display().to_string(),
            begun.settings.kind == Kind::Blind
        ));
    }
    // What is not named is as it was.
    let mut now = begun.clone();
    now.provenance.behaviour = BEHAVIOUR;
    if let Some(seed) = args.seed {
        now.seed = seed.to_string();
    }
    if args.config.is_some() {
        now.settings.opponent.clone_from(&settings.opponent);
        now.settings.tester.clone_from(&settings.tester);
        now.settings.evolution.clone_from(&settings.evolution);
    }
    named.put(&mut now.settings);
    folder.agrees_with(&now)?;
    Ok(folder)
}

/// Writes the files of a study and says which.
fn export(args: &ExportArgs, out: &mut impl Write) -> anyhow::Result<()> {
    let folder: Folder<Settings> = Folder::open(&args.directory)?;
    let study = Study::read(&folder, args.code.as_ref())?;
    let mut files = Vec::new();
    if args.csv {
        files.extend(study.csv());
        files.push((STUDY_FILE, toml::to_string(&study.header)?));
    }
    if args.json {
        files.push(("study.json", format!("{:#}\n", study.json()?)));
        let mut games = String::new();
        for game in study.games() {
            games.push_str(&game.to_line()?);
            games.push('\n');
        }
        files.push(("games.jsonl", games));
    }
    let into = args
        .out
        .clone()
        .unwrap_or_else(|| args.directory.join("export"));
    fs::create_dir_all(&into).with_context(|| into.display().to_string())?;
    for (name, text) in files {
        let path = into.join(name);
        fs::write(&path, text).with_context(|| path.display().to_string())?;
        writeln!(out, "{}", path.display())?;
    }
    for person in study.people.iter().filter(|person| person.torn) {
        writeln!(out, "{}", words::torn_line(person.code.as_str()))?;
    }
    Ok(())
}

/// Says how far everybody is.
fn list(args: &ListArgs, out: &mut impl Write) -> anyhow::Result<()> {
    let folder: Folder<Settings> = Folder::open(&args.directory)?;
    let study = Study::read(&folder, None)?;
    if study.people.is_empty() {
        writeln!(out, "{}", words::known_codes(&[]))?;
    }
    for person in &study.people {
        let protocol = &person.protocol;
        let line = words::progress(
            person.code.as_str(),
            person.set,
            protocol.played(),
            protocol.settings().games(),
            protocol.handed_in(),
            protocol.stage() == Stage::Done,
        );
        writeln!(out, "{line}")?;
    }
    Ok(())
}

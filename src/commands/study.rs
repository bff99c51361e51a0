//! `koteki study` and `koteki blind`: experiments with people, and what came of them.

mod open;
mod session;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use clap::{Args as ClapArgs, Subcommand};

use crate::commands::choice::{Choice, one_of};
use crate::commands::looks::Looks;
use crate::commands::play;
use crate::plain::words as plain_words;
use koteki_games::words::harmless::Harmless;
use koteki_record::replace::replace_own;
use koteki_record::study::{Code, Folder, STUDY_FILE};
use koteki_rivals::roster::PlayerSpec;
use koteki_session::study::export::Study;
use koteki_session::study::rounds::Opponents;
use koteki_session::study::words;
use koteki_session::study::{Kind, Measure, Settings, Stage};
use koteki_session::watch::export::folder_of;
use koteki_tui as tui;
use koteki_tui::event::{Program, Waker};
use open::Named;
use session::{ME, prepared, session};

const MEASURES: [Choice<Measure>; 2] = [
    (
        "model",
        "The estimate of all games by the choice model, turned into the agent's unit by the ladder, as in a game with koteki",
        Measure::Model,
    ),
    (
        "seen",
        "The plain mean loss over all games, as the agent itself sees them: the thesis' D, measured at the agent's \
         depth",
        Measure::Seen,
    ),
];

const PROTOCOLS: &str = "\
The protocols:

  ueda       games that measure the person, rivals bred to be level with them,
             six pairs of games with a questionnaire after each, and a last one
  tsukamoto  four games against mobility+corners at depth 4, four against the
             same at depth 2 or 6, four against tsukamoto at depth 10; no
             questions. koteki study table DIR writes the results beside the
             paper's table 2

Where Tsukamoto's paper leaves something open it is read like this: those who lost
more of the first four games than they won meet depth 2 next, everyone else depth
6 (also with as many won as lost: the only person whom the paper calls as strong as
depth 4 met depth 6). Of each four games two are played with each colour, in turn,
the first colour drawn for each opponent; Black begins. The opponents break ties at
random, and the person is not told who they are. The players are those of koteki
match, with the readings that reproduce the paper's table 1 best.";

const TABLES: &str = "\
Every line of every table but table.csv has program, behaviour (version of what it
does), study_seed, code and set.

  people.csv   estimate (plain: D in the tester's eyes; model, low, high: the
               choice model's; seen: in the agent's), target (what the agent held)
               and by (where that comes from: model, seen or preset; given or known
               in a blind test), rivals and their win rates against the agent,
               wins, draws and losses in the pairs, pairs judged right, of how many,
               exact 95 % interval (rate_low, rate_high), by_chance (probability of
               this many or more by tossing a coin)
  games.csv    place (warmup or pair), pair and which (from 1), rival (A, B, C) (of
               the protocol tsukamoto round, number and part: who the opponent was),
               opponent, person (black or white), seed, result for the person, black
               and white (discs), begun and ended (milliseconds since 1970),
               transcript
  pairs.csv    first and second (rivals), same, said (same or different), right
  answers.csv  sheet (A1 to A6, B), question, about (opponent 1 or 2), rival, answer
  table.csv    of the protocol tsukamoto alone, which has no pairs and answers:
               source (paper or here), person (all: together), complete, opponent
               (proposed, weaker, first, stronger), player, wins, losses and draws
               of the machine, rate: wins / (wins + losses), low and high: exact
               95 % interval
  study.toml   seed, settings, and the program that the study was begun with
  study.json   all of this in one object, schema koteki-study/1
  games.jsonl  the games as koteki replay reads them

People are codes everywhere; a name in an answer is replaced by the code where it is
the name in the settings of the machine.";

/// Takes a person through an experiment. That of Ueda (2012), ch. 7: three games that measure them, rivals
/// bred to be level with them, six pairs of games, questionnaires. That of Tsukamoto: four games each against
/// three opponents, the last of which holds itself level.
///
/// Everything is kept after every move and every answer. The same command continues where the person left off.
/// People are known by codes; their names are kept nowhere.
#[derive(Clone, Debug, ClapArgs)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(
    after_long_help = PROTOCOLS
)]
pub struct StudyArgs {
    /// What to do with a study that is there
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Who is to be taken through it
    #[command(flatten)]
    pub session: SessionArgs,
    /// Which experiment [default: that of the folder, ueda in a new one]
    #[arg(long, value_name = "NAME")]
    pub protocol: Option<ProtocolName>,
    /// In the protocol tsukamoto, four players other than the paper's: the first opponent, the second for a
    /// person who lost to it, the second for everyone else, and the last
    #[arg(long, num_args = 4, value_name = "PLAYER")]
    pub opponents: Vec<PlayerSpec>,
    /// Games that measure the person
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=20))]
    pub warmups: Option<u8>,
    /// What the rivals' level is taken from: the estimate of strength, or the plain mean loss as the
    /// agent sees it
    #[arg(long, value_name = "HOW", value_parser = one_of(&MEASURES))]
    pub measure: Option<Measure>,
}

/// Which experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum ProtocolName {
    /// Ueda (2012), ch. 7: rivals bred for the person, pairs, questionnaires
    Ueda,
    /// Tsukamoto, experiment 2: four games at depth 4, four at depth 2 or 6, four against the player that holds
    /// itself level
    Tsukamoto,
}

/// What can be done with a study.
#[derive(Clone, Debug, Subcommand)]
pub enum Command {
    /// Write games and answers as tables and as JSON
    Export(ExportArgs),
    /// List who takes part, and how far each of them is
    List(ListArgs),
    /// Write the table of the protocol tsukamoto: the paper's people, and those here
    Table(ListArgs),
}

/// The blind test of Ueda (2012), §6.4.6: six pairs of games; after each pair you say whether the two
/// opponents were the same. At the end you see how often you were right, beside what guessing gives.
///
/// The same command continues a test that was left, and begins another after one that is done.
#[derive(Clone, Debug, ClapArgs)]
pub struct BlindArgs {
    /// Who takes it
    #[command(flatten)]
    pub session: SessionArgs,
    /// The mean loss D that the opponents are to be level with [default: the person's level as their games
    /// show it, or that of a Beginner]
    #[arg(long, value_name = "D", conflicts_with = "opponents", value_parser = level)]
    pub level: Option<f64>,
    /// Three players to be told apart, instead of rivals that are bred
    #[arg(long, num_args = 3, value_name = "PLAYER")]
    pub opponents: Vec<PlayerSpec>,
}

/// What both have.
#[derive(Clone, Debug, ClapArgs)]
pub struct SessionArgs {
    /// The person's code, such as P07: letters, digits, - and _, a letter or digit first; not their name. The
    /// owner of this machine is ME
    #[arg(long, value_name = "CODE", required = true, allow_hyphen_values = true)]
    pub code: Option<Code>,
    /// Folder of the study, new or begun [default: in the folder of games]
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
    /// The folder of games, in which studies are kept that have no folder of their own
    #[arg(long, value_name = "DIR", hide = true)]
    pub data: Option<PathBuf>,
    /// Only continue: an error when no one has this code yet
    #[arg(long = "continue")]
    pub go_on: bool,
    /// Seed of the study, from which everyone's order, games and rivals are derived
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
    /// Settings file; its sections game (the opponent), tester and evolution count for the study
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Threads for breeding [default: one per processor]
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Plain lines instead of a screen (also without a terminal, and with TERM=dumb)
    #[arg(long)]
    pub plain: bool,
    /// How the screen looks
    #[command(flatten)]
    pub looks: Looks,
}

/// Which study to write.
#[derive(Clone, Debug, ClapArgs)]
#[command(
    after_long_help = TABLES
)]
#[command(group = clap::ArgGroup::new("what").required(true).multiple(true))]
pub struct ExportArgs {
    /// The folder of the study
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,
    /// Write people.csv, games.csv, pairs.csv, answers.csv and the settings, study.toml; of the protocol tsukamoto
    /// table.csv instead of pairs and answers
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
    let out = &mut Harmless::words(io::stdout());
    match &args.command {
        Some(Command::Export(args)) => export(args, out)?,
        Some(Command::List(args)) => list(args, out)?,
        Some(Command::Table(args)) => table(args, out)?,
        None => return guided(args),
    }
    Ok(ExitCode::SUCCESS)
}

/// Takes a person through one of the two experiments.
fn guided(args: &StudyArgs) -> anyhow::Result<ExitCode> {
    let directory = args.session.dir.as_deref();
    let begun = directory.and_then(|it| Folder::<Settings>::open(it).ok());
    let is_tsukamoto = match (args.protocol, begun) {
        (Some(protocol), _) => protocol == ProtocolName::Tsukamoto,
        (None, Some(folder)) => folder.header().settings.kind == Kind::Tsukamoto,
        (None, None) => false,
    };
    let foreign = if is_tsukamoto {
        [
            ("--warmups", args.warmups.is_some()),
            ("--measure", args.measure.is_some()),
            ("--config", args.session.config.is_some()),
        ]
    } else {
        [
            ("--opponents", !args.opponents.is_empty()),
            ("", false),
            ("", false),
        ]
    };
    if let Some((option, _)) = foreign.into_iter().find(|(_, is_named)| *is_named) {
        bail!(not_of_protocol(
            option,
            if is_tsukamoto { "ueda" } else { "tsukamoto" }
        ));
    }
    let name = |spec: &PlayerSpec| format!("{:#}", spec.named_by_person());
    let opponents = match args.opponents.as_slice() {
        [first, weaker, stronger, proposed] => Some(Opponents {
            first: name(first),
            weaker: name(weaker),
            stronger: name(stronger),
            proposed: name(proposed),
        }),
        _ => None,
    };
    let named = Named {
        warmups: args.warmups.map(usize::from),
        measure: args.measure,
        rivals: None,
        opponents,
    };
    let preset = if is_tsukamoto {
        Settings::tsukamoto()
    } else {
        Settings::guided()
    };
    session(&args.session, preset, &named, None)
}

/// `koteki blind`.
///
/// # Errors
/// As [`run`].
pub fn run_blind(args: &BlindArgs) -> anyhow::Result<ExitCode> {
    let names = args.opponents.iter();
    let names = names.map(|spec| format!("{:#}", spec.named_by_person()));
    let named = Named {
        rivals: (!args.opponents.is_empty()).then(|| names.collect()),
        ..Named::default()
    };
    session(&args.session, Settings::blind(), &named, args.level)
}

/// The screen of a study, or of a blind test, to go to from a game that was started with `args`.
///
/// # Errors
/// When the study cannot be opened.
pub fn screen(args: &play::Args, blind: bool, waker: Waker) -> anyhow::Result<Box<dyn Program>> {
    let args = SessionArgs {
        code: Some(ME.parse()?),
        dir: None,
        data: args.data.clone(),
        go_on: false,
        seed: None,
        config: args.config.clone(),
        jobs: args.jobs,
        plain: args.plain,
        looks: args.looks,
    };
    let settings = if blind {
        Settings::blind()
    } else {
        Settings::guided()
    };
    let (screen, options, command) = prepared(&args, settings, &Named::default(), None, true)?;
    let go_on = plain_words::go_on(&command);
    Ok(Box::new(tui::study::open(&screen, options, go_on, waker)?))
}

/// Writes the files of a study and says which.
fn export(args: &ExportArgs, out: &mut impl Write) -> anyhow::Result<()> {
    let folder = opened(&args.directory)?;
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
    let into = folder_of(&args.directory, args.out.as_deref())?;
    spares_others(&into)?;
    for (name, text) in files {
        let path = into.join(name);
        replace_own(&path, text.as_bytes()).with_context(|| path.display().to_string())?;
        writeln!(out, "{}", path.display())?;
    }
    for person in study.people.iter().filter(|person| person.torn) {
        writeln!(
            out,
            "{}: the last line of the file is torn and left out",
            person.code.as_str()
        )?;
    }
    is_whole(&study)
}

/// An error when a person's file was left out.
fn is_whole(study: &Study) -> anyhow::Result<()> {
    if study.faults.is_empty() {
        return Ok(());
    }
    bail!("left out, all else is done: {}", study.faults.join("; "))
}

/// Makes sure that `into` is neither a study nor a folder of games: their files have names that an export
/// has, too. What an export wrote has the file beside it that is written with it.
fn spares_others(into: &Path) -> anyhow::Result<()> {
    for (theirs, beside) in [(STUDY_FILE, "people.csv"), ("games.jsonl", "study.json")] {
        let theirs = into.join(theirs);
        if theirs.exists() && !into.join(beside).exists() {
            bail!(
                "{} is there and is not from an export: it would be replaced; name another folder with --out",
                theirs.display()
            );
        }
    }
    Ok(())
}

/// Writes the paper's table of people beside that of the people here.
fn table(args: &ListArgs, out: &mut impl Write) -> anyhow::Result<()> {
    let folder = opened(&args.directory)?;
    let study = Study::read(&folder, None)?;
    let Some(table) = study.levels() else {
        bail!(
            "{dir} holds no study of the protocol tsukamoto, and only these have a table; \
             koteki study export {dir} --csv writes what was found in others",
            dir = args.directory.display()
        );
    };
    for line in table.lines() {
        writeln!(out, "{line}")?;
    }
    is_whole(&study)
}

/// The study in a folder; settings that cannot be are the file's fault, not that of the people in it.
fn opened(directory: &Path) -> anyhow::Result<Folder<Settings>> {
    let folder: Folder<Settings> = Folder::open(directory)?;
    let file = directory.join(STUDY_FILE);
    let settings = &folder.header().settings;
    settings
        .validate()
        .with_context(|| file.display().to_string())?;
    Ok(folder)
}

/// Says how far everybody is.
fn list(args: &ListArgs, out: &mut impl Write) -> anyhow::Result<()> {
    let folder = opened(&args.directory)?;
    let study = Study::read(&folder, None)?;
    if study.people.is_empty() {
        writeln!(out, "{}", words::known_codes(&[]))?;
    }
    for person in &study.people {
        let protocol = &person.protocol;
        let line = progress(
            person.code.as_str(),
            person.set,
            protocol.played(),
            protocol.settings().games(),
            protocol.handed_in(),
            protocol.stage() == Stage::Done,
        );
        writeln!(out, "{line}")?;
    }
    is_whole(&study)
}

fn not_of_protocol(option: &str, protocol: &str) -> String {
    format!("{option} belongs to --protocol {protocol}: leave it out, or name that protocol")
}

fn progress(
    code: &str,
    set: u32,
    played: usize,
    of: usize,
    sheets: usize,
    complete: bool,
) -> String {
    let set = if set > 1 {
        format!(" set {set}")
    } else {
        String::new()
    };
    let state = if complete { "complete" } else { "not complete" };
    format!("{code}{set}: {played} of {of} games, {sheets} questionnaires, {state}")
}

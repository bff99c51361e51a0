//! Takes a person through a study, on a screen or in plain lines.

use std::io::{self, BufReader};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, bail};

use super::SessionArgs;
use super::open::{Named, open, verb};
use crate::commands::{logging, looks};
use crate::config::{Config, Paths};
use crate::plain;
use crate::plain::words as plain_words;
use koteki_record::study::{Code, Folder, StudyError, read};
use koteki_session::report::held;
use koteki_session::study::export::Study;
use koteki_session::study::session::names;
use koteki_session::study::words;
use koteki_session::study::{Kind, Options, Settings};
use koteki_session::{Standing, breeding, standing};
use koteki_tui as tui;

/// The code of who came from the menu of the game: whoever sits at this machine.
pub(super) const ME: &str = "ME";

/// Folders of the folder of games, in which studies are kept that have none of their own.
const STUDY: &str = "study";
const BLIND: &str = "blind";
const TSUKAMOTO: &str = "study-tsukamoto";

/// Takes a person through a study of these `settings`, with what the command line has `named` on top.
pub(super) fn session(
    args: &SessionArgs,
    settings: Settings,
    named: &Named,
    target: Option<f64>,
) -> anyhow::Result<ExitCode> {
    let paths = Paths::from_environment();
    let level = Config::load(&paths, args.config.as_deref())?.log.level;
    let (screen, options, command) = prepared(args, settings, named, target, false)?;
    if let Some(file) = paths.log() {
        // A study is not interrupted for want of a log.
        let _ = logging::start(level, &file);
    }
    if args.plain || !tui::is_possible() {
        plain::study::run(
            options,
            &command,
            BufReader::new(io::stdin()),
            &mut io::stdout().lock(),
        )?;
        return Ok(ExitCode::SUCCESS);
    }
    looks::ended(tui::study::run(
        &screen,
        options,
        plain_words::go_on(&command),
    )?)
}

/// The look of such a study, what it begins with, and the command that goes on with it. Who comes
/// `from_menu` has named a file of settings for the game: it makes a new study, and does not keep
/// a person from one that was begun without it.
pub(super) fn prepared(
    args: &SessionArgs,
    settings: Settings,
    named: &Named,
    target: Option<f64>,
    from_menu: bool,
) -> anyhow::Result<(tui::Settings, Options, String)> {
    let paths = Paths::from_environment();
    let config = Config::load(&paths, args.config.as_deref())?;
    let Some(code) = args.code.clone() else {
        bail!("no code");
    };
    let name = config.game.name.trim().to_owned();
    let name = Some(name).filter(|name| *name != koteki_session::Settings::default().name);
    if let Some(name) = &name
        && names::reveals(&code, name)
    {
        bail!(
            "the code {} is the name in your settings or a part of it: a study keeps no \
             names, take another code such as P07, or another name",
            code.as_str()
        );
    }
    let kind = settings.kind;
    let kept_in = match kind {
        Kind::Guided => STUDY,
        Kind::Blind => BLIND,
        Kind::Tsukamoto => TSUKAMOTO,
    };
    let data = config.data_folder(&paths, args.data.as_deref());
    let dir = match (&args.dir, &data) {
        (Some(dir), _) => dir.clone(),
        (None, data) => data
            .as_ref()
            .map(|data| data.join(kept_in))
            .context("there is no home folder to keep a study in: name one with --dir DIR")?,
    };
    let (folder, fits) = open(args, &dir, &settings, named, from_menu)?;
    if args.go_on {
        is_begun(&folder, &code)?;
    }
    let command = command(kind, &code, args, &dir, fits);
    let level = if kind == Kind::Blind {
        let theirs = name.is_some() || code.as_str() == ME;
        let name = theirs.then_some(config.game.name.as_str());
        known_level(args, data.as_deref(), &code, name, &folder)
    } else {
        None
    };
    let options = Options {
        folder,
        code,
        target,
        level,
        name,
        jobs: args.jobs.and_then(|jobs| NonZeroUsize::new(jobs.into())),
    };
    let mut screen = config.screen;
    args.looks.put(&mut screen);
    Ok((screen, options, command))
}

/// Makes sure that there is something of `code` to go on with.
fn is_begun(folder: &Folder<Settings>, code: &Code) -> anyhow::Result<()> {
    let sets = folder.sets(code);
    if sets == 0 {
        let codes = folder.codes()?;
        let known: Vec<&str> = codes.iter().map(Code::as_str).collect();
        bail!(
            "there is no {} in {} to continue; {}",
            code.as_str(),
            folder.path().display(),
            words::known_codes(&known)
        );
    }
    let path = folder.file(code, sets);
    if read(&path)?.lines.is_empty() {
        let code = code.clone();
        return Err(StudyError::Nothing { path, code }.into());
    }
    Ok(())
}

/// What the agent has to hold to be as strong as the person, as their games show: those of their
/// `name`, `None` where that is not known, in the folder of games that the study belongs to; or those of
/// the experiment that they took part in under the same code.
fn known_level(
    args: &SessionArgs,
    data: Option<&Path>,
    code: &Code,
    name: Option<&str>,
    folder: &Folder<Settings>,
) -> Option<f64> {
    let eyes = breeding::eyes(&folder.header().settings.evolution)?;
    // A folder of studies lies in a folder of games where nothing else is said.
    let around = match (&args.dir, &args.data) {
        (Some(dir), None) => dir.parent(),
        _ => None,
    };
    let measured_in_games = |data: &Path| {
        let (known, _) = standing::look::<koteki_games::othello::Position>(data, name?);
        held(&eyes, &Standing::of(&known)?)
    };
    let measured_in_study = |data: &Path| {
        // Elsewhere the same code may be someone else.
        let folder: Folder<Settings> = match args.dir {
            None => Folder::open(&data.join(STUDY)).ok()?,
            Some(_) => return None,
        };
        let study = Study::read(&folder, Some(code)).ok()?;
        let same_eyes = breeding::eyes(&study.header.settings.evolution)? == eyes;
        let estimate = study.people.last()?.protocol.estimate()?;
        (same_eyes && estimate.by != "preset").then_some(estimate.target)
    };
    around
        .and_then(measured_in_games)
        .or_else(|| data.and_then(measured_in_games))
        .or_else(|| data.and_then(measured_in_study))
}

/// What goes on with the study in `dir`; `fits` where the file of settings says what it was begun with.
fn command(kind: Kind, code: &Code, args: &SessionArgs, dir: &Path, fits: bool) -> String {
    let verb = verb(kind);
    let dir = dir.to_owned();
    let (dir, config): (Option<&PathBuf>, _) = match &args.config {
        Some(_) if !fits => (Some(&dir), None),
        config => (args.dir.as_ref(), config.as_ref()),
    };
    let flags: String = [
        ("--dir", dir),
        ("--data", args.data.as_ref()),
        ("--config", config),
    ]
    .into_iter()
    .filter_map(|(flag, path)| Some((flag, path?.display().to_string())))
    .map(|(flag, path)| {
        // As a shell takes it.
        let plain = |letter: char| letter.is_alphanumeric() || "/._-~+".contains(letter);
        if path.chars().all(plain) {
            format!(" {flag} {path}")
        } else {
            format!(" {flag} '{}'", path.replace('\'', "'\\''"))
        }
    })
    .collect();
    format!("{verb} --code {code}{flags}")
}

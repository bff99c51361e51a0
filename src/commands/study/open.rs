//! The study that a person is to be taken through: made, or found and compared with what is asked for.

use std::fs;
use std::path::Path;

use anyhow::bail;

use super::SessionArgs;
use crate::commands::play::fresh_seed;
use crate::config::{Config, TesterSettings};
use koteki_engine::search::isa::Path as ProcessorPath;
use koteki_record::study::{FORMAT, Folder, Header, Provenance, STUDY_FILE};
use koteki_rivals::evolve::BEHAVIOUR;
use koteki_rivals::roster::PlayerSpec;
use koteki_session as session;
use koteki_session::study::rounds::Opponents;
use koteki_session::study::session::PROGRAM;
use koteki_session::study::{Kind, Measure, Settings};

/// What of the settings the command line names.
#[derive(Debug, Default)]
pub(super) struct Named {
    pub(super) warmups: Option<usize>,
    pub(super) measure: Option<Measure>,
    pub(super) rivals: Option<Vec<String>>,
    pub(super) opponents: Option<Opponents>,
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
        if self.opponents.is_some() {
            settings.opponents.clone_from(&self.opponents);
        }
    }
}

/// The study in `dir`, and whether it is what the command line asks for.
///
/// A study is made of `preset` where nothing is, unless it is only to be gone on with. What is there has to
/// be what the command line says; `lenient` lets it be as it was begun.
pub(super) fn open(
    args: &SessionArgs,
    dir: &Path,
    preset: &Settings,
    named: &Named,
    lenient: bool,
) -> anyhow::Result<(Folder<Settings>, bool)> {
    let asked = |base: &Settings| -> anyhow::Result<Settings> {
        let mut settings = overlaid(base, args.config.as_deref())?;
        named.put(&mut settings);
        settings.validate()?;
        Ok(settings)
    };
    let folder: Folder<Settings> = if args.go_on || dir.join(STUDY_FILE).exists() {
        Folder::open(dir)?
    } else {
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
            settings: asked(preset)?,
        };
        Folder::create(dir, header)?
    };
    let begun = folder.header();
    if begun.settings.kind != preset.kind {
        let holds = match begun.settings.kind {
            Kind::Guided => "a study with questionnaires",
            Kind::Blind => "blind tests",
            Kind::Tsukamoto => "a study of the protocol tsukamoto",
        };
        let dir = dir.display().to_string();
        bail!(
            "{dir} holds {holds}: continue with {} --dir {dir}, or name another folder",
            verb(begun.settings.kind)
        );
    }
    // What is not named is as it was.
    let mut now = begun.clone();
    now.provenance.behaviour = BEHAVIOUR;
    if let Some(seed) = args.seed {
        now.seed = seed.to_string();
    }
    let settings = asked(&begun.settings)?;
    let fits = settings == begun.settings;
    if !lenient {
        now.settings = settings;
    }
    folder.agrees_with(&now)?;
    Ok((folder, fits))
}

/// The command that takes a person through a study of this kind.
pub(super) const fn verb(kind: Kind) -> &'static str {
    match kind {
        Kind::Guided => "koteki study",
        Kind::Blind => "koteki blind",
        Kind::Tsukamoto => "koteki study --protocol tsukamoto",
    }
}

/// `base` with what `file` names on top. Of the person's own settings nothing: a study does not hang on the
/// machine it is made on.
fn overlaid(base: &Settings, file: Option<&Path>) -> anyhow::Result<Settings> {
    let mut settings = base.clone();
    // The opponents of Tsukamoto's experiment are no settings of the game.
    let Some(file) = file.filter(|_| base.kind != Kind::Tsukamoto) else {
        return Ok(settings);
    };
    let below = Config {
        game: session::Settings {
            opponent: base.opponent.clone(),
            ..session::Settings::default()
        },
        tester: TesterSettings {
            player: base.tester.clone(),
            // There is no help in a study.
            adviser: String::new(),
        },
        evolution: base.evolution.clone(),
        ..Config::default()
    };
    let above = below.overlaid(file, &fs::read_to_string(file)?)?;
    if above.tester.player != below.tester.player {
        settings.tester = format!("{:#}", PlayerSpec::Tester(above.tester()?.into()));
    }
    settings.opponent = above.game.opponent;
    settings.evolution = above.evolution;
    Ok(settings)
}

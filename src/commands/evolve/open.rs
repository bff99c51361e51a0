//! A new run, or an earlier one that is gone on with, after a look at whether it may be.

use std::path::Path;

use anyhow::{Context as _, bail};

use super::Args;
use koteki_record::run::{self as record, BadLine, Header, Provenance, Writer};
use koteki_rivals::evolve::BEHAVIOUR;
use koteki_rivals::evolve::run::{Run, State};
use koteki_rivals::evolve::settings::Settings;

/// The seed of a run that is given none.
pub(super) const DEFAULT_SEED: u64 = 1;

/// A run to be bred, and where it is kept.
pub(super) struct Opened {
    pub(super) run: Run,
    pub(super) writer: Option<Writer>,
    /// Whether nothing of it has been recorded.
    pub(super) is_new: bool,
    /// What is to be said of it.
    pub(super) line: Option<String>,
}

const NOT_KEPT: &str =
    "nothing of this run is kept; with --out DIR it is, and koteki watch DIR shows it";

/// A new run and its directory, or those of the run to go on with.
pub(super) fn open(
    args: &Args,
    header: Header<Settings>,
    features: &[&str],
) -> anyhow::Result<Opened> {
    let Some(directory) = &args.resume else {
        // Wrong settings are found out before a directory is made.
        let seed = args.seed.unwrap_or(DEFAULT_SEED);
        let run = Run::new(header.settings.clone(), features, seed)?;
        let writer = match &args.out {
            Some(directory) => Some(Writer::create(directory, &header)?),
            None => None,
        };
        return Ok(Opened {
            run,
            writer,
            is_new: true,
            line: args.out.is_none().then(|| NOT_KEPT.to_owned()),
        });
    };
    let seed = the_same(args, directory, &header)?;
    let (writer, resumed) = Writer::resume::<State>(directory)?;
    let is_new = resumed.state.is_none();
    let run = match resumed.state {
        Some(state) => Run::resume(header.settings, features, state)?,
        None => Run::new(header.settings, features, seed)?,
    };
    let mut lines = Vec::new();
    lines.extend(resumed.damaged.map(damaged));
    lines.extend(record::read_events(directory)?.faults.iter().map(spoilt));
    lines.push(if is_new {
        "nothing was kept yet: the run starts from the beginning".to_owned()
    } else {
        let doing = if run.is_resting() {
            "the run is over"
        } else {
            "resuming"
        };
        format!(
            "{doing}: after cycle {}, {} games",
            run.state().total_cycles,
            run.state().games
        )
    });
    Ok(Opened {
        run,
        writer: Some(writer),
        is_new,
        line: Some(lines.join("\n")),
    })
}

/// The seed of the run in `directory`, when what is asked for is that run.
pub(super) fn the_same(
    args: &Args,
    directory: &Path,
    header: &Header<Settings>,
) -> anyhow::Result<u64> {
    let kept = resumable(directory)?;
    let seed: u64 = kept.seed.parse().context("seed in run.toml")?;
    if args.seed.is_some_and(|asked| asked != seed) {
        bail!(not_resumed(
            &directory.display().to_string(),
            &format!("seed = {seed} when it began, {} now", header.seed),
            "leave --seed away",
        ));
    }
    let [before, now] = [&kept.settings, &header.settings].map(toml::Table::try_from);
    if let Some(difference) = record::differ::settings(&before?, &now?).first() {
        bail!(not_resumed(
            &directory.display().to_string(),
            difference,
            "leave --config, --cycles, --islands, --target and --opponent away, or begin a new run",
        ));
    }
    Ok(seed)
}

/// The header of the run in `directory`, when this version of the program breeds as the one that began
/// it did.
///
/// # Errors
/// When there is no run, or another version breeds otherwise.
pub fn resumable(directory: &Path) -> anyhow::Result<Header<Settings>> {
    // The version first: settings of another one may not even be readable.
    let any = record::read_header::<toml::Table>(directory)?;
    let Provenance {
        program, behaviour, ..
    } = any.provenance;
    if behaviour != BEHAVIOUR || any.format > record::FORMAT {
        bail!(not_resumed(
            &directory.display().to_string(),
            &format!(
                "begun by {program} (behaviour {behaviour}, format {}), and this is {PROGRAM} \
                 (behaviour {BEHAVIOUR}, format {}), which breeds otherwise",
                any.format,
                record::FORMAT,
            ),
            "use that version, or begin a new run",
        ));
    }
    Ok(record::read_header::<Settings>(directory)?)
}

/// Name and version.
pub(super) const PROGRAM: &str = concat!("koteki ", env!("CARGO_PKG_VERSION"));

fn not_resumed(directory: &str, difference: &str, remedy: &str) -> String {
    format!("cannot resume {directory}: {difference}; {remedy}")
}

/// A line before the checkpoint that cannot be read: the run does not need it, but whoever reads the record does.
fn spoilt(fault: &BadLine) -> String {
    format!(
        "line {} of events.jsonl cannot be read and is left as it is, so the record is no longer that of its seed: {}",
        fault.line, fault.reason
    )
}

fn damaged(name: &str) -> String {
    format!("{name} is damaged: resuming from the other one")
}

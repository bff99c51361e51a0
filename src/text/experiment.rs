//! Words of `koteki experiment`: those of all reports here, those of each chapter in a file of its own.

pub mod level_holding;
pub mod meet;
pub mod osaki;
pub mod rivals;
pub mod strength;
pub mod styles;
pub mod tsukamoto;
pub mod ueda5;
pub mod ueda6;
pub mod weights;
pub mod yamashita;

/// Headings of a table that compares.
pub const COMPARISON: [&str; 6] = ["", "paper", "ours", "95 %", "from", "differs"];

/// Heading of the range of single runs, where there is one.
pub const SINGLE: &str = "one run";

/// Headings of such a table as CSV.
pub const COMPARISON_CSV: [&str; 11] = [
    "label",
    "paper",
    "paper_low",
    "paper_high",
    "ours",
    "low",
    "high",
    "one_run_low",
    "one_run_high",
    "from",
    "differs",
];

/// An empty cell.
pub const MISSING: &str = "-";

/// Heading of the readings.
pub const READINGS: &str = "What the text leaves open:";

/// Heading of the notes.
pub const NOTES: &str = "Notes:";

/// The first line.
pub fn heading(name: &str, about: &str) -> String {
    format!("{name}: {about}")
}

/// Which table or figure it is.
pub fn source(source: &str) -> String {
    format!("makes again: {source}")
}

/// The line above a table.
pub fn table(title: &str, key: &str) -> String {
    format!("{title} [{key}]")
}

/// A range.
pub fn range(low: f64, high: f64, decimals: usize) -> String {
    format!("{low:.decimals$} to {high:.decimals$}")
}

/// Whether two figures are shown to differ; `None` when nothing can be said.
pub const fn differs(shown: Option<bool>) -> &'static str {
    match shown {
        Some(true) => "YES",
        Some(false) => "not shown",
        None => "-",
    }
}

/// How many comparisons are shown to differ, and how many are not.
pub fn score(differ: usize, others: usize) -> String {
    match differ + others {
        0 => "No figure of the paper is compared.".to_owned(),
        all => format!(
            "{differ} of {all} figures are shown to differ: the 95 % interval of the difference leaves out 0."
        ),
    }
}

/// What is open.
pub fn question(question: &str) -> String {
    format!("- {question}")
}

/// The ways to read it.
pub fn options(options: &[String]) -> String {
    format!("    readings: {}", options.join("; "))
}

/// The reading used, and how it was chosen.
pub fn used(used: &str, chosen: &str) -> String {
    format!("    used: {used} ({chosen})")
}

/// A note.
pub fn note(note: &str) -> String {
    format!("- {note}")
}

/// Where the report came from.
pub fn provenance(program: &str, behaviour: u32, engine: &str) -> String {
    format!("made by {program} (behaviour {behaviour}, searches on {engine}) with")
}

/// A setting that was used.
pub fn setting(name: &str, value: &str) -> String {
    format!("    {name} = {value}")
}

/// What a cell of a heat map is: the places along the axes and the value.
pub fn cell(x: &str, across: usize, y: &str, up: usize, value: f64) -> String {
    format!("{x} {across}; {y} {up}: {value:.4}")
}

/// What the shades of a heat map go from and to.
pub fn shades(low: f64, high: f64) -> String {
    format!("lightest {low:.3}, darkest {high:.3}")
}

/// A figure is asked for of an experiment that has none; those that have one.
pub fn no_map(name: &str, drawn: &[&str]) -> String {
    format!(
        "{name} has no heat map: --svg goes with {}",
        drawn.join(", ")
    )
}

/// The command that gives the same again.
pub fn again(command: &str) -> String {
    format!("the same again: {command}")
}

/// Seconds in words, two units at most.
pub fn duration(seconds: f64) -> String {
    let whole = seconds.max(0.0).round() as u64;
    match whole {
        0..120 => format!("{whole} s"),
        120..7200 => format!("{} min", (whole + 30) / 60),
        _ => format!("{:.1} h", seconds / 3600.0),
    }
}

/// One experiment in the list; costs in seconds of one core.
pub fn listed(name: &str, about: &str, source: &str, small: f64, paper: f64) -> String {
    format!(
        "{name}\n    {about}\n    {source}; small: about {}, paper: about {} of one core",
        duration(small),
        duration(paper)
    )
}

/// The line that shows how far it is; `None` while that is not known.
pub fn progress(name: &str, share: Option<f64>, elapsed: f64) -> String {
    match share {
        Some(share) if share > 0.0 => {
            let left = elapsed * (1.0 - share) / share;
            format!(
                "{name}: {:.0} %, {} so far, about {} left",
                100.0 * share,
                duration(elapsed),
                duration(left)
            )
        }
        _ => format!("{name}: {} so far", duration(elapsed)),
    }
}

/// The line when it was stopped.
pub fn stopped(name: &str, kept: Option<&str>) -> String {
    let kept = kept.map_or_else(String::new, |file| {
        format!("; what is done is in {file}: the same command goes on from there")
    });
    format!("{name} was stopped: there is no report, because half of one would mislead{kept}")
}

/// What `--keep` says of an experiment that cannot.
pub fn keeps_nothing(name: &str, others: &[&str]) -> String {
    format!(
        "{name} keeps nothing: --keep goes with {}",
        others.join(", ")
    )
}

/// The error when no experiment is named.
pub const NO_NAME: &str =
    "which experiment? koteki experiment --list shows them, koteki experiment NAME does one";

/// The error when a report would overwrite a file.
pub fn exists(file: &str) -> String {
    format!("{file} exists: name a new file, nothing is overwritten")
}

/// The error when a report has no such table.
pub fn no_table(key: &str, suggestion: Option<&str>, keys: &[&str]) -> String {
    let hint = suggestion.map_or_else(String::new, |key| format!(", did you mean \"{key}\"?"));
    format!(
        "the report has no table \"{key}\"{hint}, so all of them were written: {}",
        keys.join(", ")
    )
}

/// The error when the whole report could not be put in its place.
pub fn kept_instead(file: &str, part: &str) -> String {
    format!("cannot put the report at {file}; it is whole in {part}")
}

/// The line when a report was written to a file.
pub fn written(file: &str) -> String {
    format!("written: {file}")
}

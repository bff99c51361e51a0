//! A person's file, as far as it goes.

use super::super::Settings;
use super::super::plan::person_seed;
use super::super::protocol::Protocol;
use super::StudySessionError;
use koteki_record::study::{Code, Folder, Line, Read, StudyError, read};

/// The seed of a person's set.
pub(super) fn seed(folder: &Folder<Settings>, code: &Code, set: u32) -> u64 {
    let study = folder.header().seed.parse().unwrap_or(0);
    person_seed(study, code.as_str(), set)
}

/// What is known of a person, and whether a torn line came after it; `None` of a new person.
pub(super) fn existing(
    folder: &Folder<Settings>,
    code: &Code,
    set: u32,
) -> Result<Option<(Protocol, bool)>, StudySessionError> {
    let path = folder.file(code, set);
    if !path.exists() {
        return Ok(None);
    }
    let read = read(&path)?;
    // Nothing, or nothing but a torn first line: the study has not been begun.
    if read.lines.is_empty() {
        return Ok(None);
    }
    let (protocol, torn) = replay(folder, code, set, &read)?;
    Ok(Some((protocol, torn)))
}

/// The state that the lines of a person's file lead to, and whether a torn line came after them.
///
/// # Errors
/// When a line cannot have happened where it stands, or is not of this person and study.
pub fn replay(
    folder: &Folder<Settings>,
    code: &Code,
    set: u32,
    read: &Read,
) -> Result<(Protocol, bool), StudyError> {
    let damaged = |line: usize, why: String| StudyError::Damaged {
        path: folder.file(code, set),
        line,
        why,
    };
    let settings = folder.header().settings.clone();
    let mut protocol = match read.lines.first() {
        Some(Line::Begin {
            code: found,
            set: number,
            seed: drawn,
            target,
            ..
        }) if (found, *number) == (code, set) => {
            if *drawn != seed(folder, code, set) {
                let why = "its seed is not that of this study".to_owned();
                return Err(damaged(1, why));
            }
            Protocol::new(settings, *drawn, *target)
        }
        _ => {
            let why = format!("not the beginning of set {set} of {code}");
            return Err(damaged(1, why));
        }
    };
    for (index, line) in read.lines.iter().enumerate() {
        let applied = protocol.apply(line);
        applied.map_err(|why| damaged(index + 1, why.to_string()))?;
    }
    Ok((protocol, read.torn))
}

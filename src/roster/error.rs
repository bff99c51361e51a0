//! What can be wrong with a player's name, where, and how to mend it.

/// A player's name that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("player \"{spec}\", column {column}: {problem}")]
pub struct SpecError {
    /// The name as it was given.
    pub spec: String,
    /// Where the fault is: 1 for the first character.
    pub column: usize,
    /// The fault.
    pub problem: Problem,
}

/// What is wrong, in a form that names the way out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// No such player.
    #[error("there is no player \"{name}\"{}; players: {}", hint(suggestion), valid.join(", "))]
    Name {
        /// The name given.
        name: String,
        /// A name it is probably meant to be.
        suggestion: Option<&'static str>,
        /// All names.
        valid: &'static [&'static str],
    },
    /// The player has no such setting.
    #[error(
        "{player} has no setting \"{key}\"{}; {}",
        hint(suggestion),
        settings(valid)
    )]
    Key {
        /// The player.
        player: &'static str,
        /// The key given.
        key: String,
        /// A key it is probably meant to be.
        suggestion: Option<&'static str>,
        /// The keys of this player.
        valid: &'static [&'static str],
    },
    /// A value that the setting cannot have.
    #[error("{key} cannot be \"{value}\": it takes {expected}")]
    Value {
        /// The setting.
        key: &'static str,
        /// The value given.
        value: String,
        /// What it takes, in words.
        expected: String,
    },
    /// A setting without `=` and a value.
    #[error("\"{text}\" is not of the form key=value; {}", settings(valid))]
    Form {
        /// What was found.
        text: String,
        /// The keys of this player.
        valid: &'static [&'static str],
    },
    /// A setting that has no default is missing.
    #[error("{player} needs {key}=…: {expected}")]
    Missing {
        /// The player.
        player: &'static str,
        /// The setting.
        key: &'static str,
        /// What it takes, in words.
        expected: String,
    },
    /// Two settings that exclude one another.
    #[error("{key} does not go with {other}: leave one of the two out")]
    Conflict {
        /// A setting.
        key: &'static str,
        /// The other, or the value of it that leaves no room.
        other: &'static str,
    },
    /// A setting is given twice.
    #[error("{key} is given twice")]
    Twice {
        /// The setting.
        key: &'static str,
    },
}

fn hint(suggestion: &Option<&'static str>) -> String {
    suggestion.map_or_else(String::new, |name| format!(", did you mean \"{name}\"?"))
}

fn settings(valid: &[&'static str]) -> String {
    if valid.is_empty() {
        "it has no settings".to_owned()
    } else {
        format!("settings: {}", valid.join(", "))
    }
}

//! Words of the experiments on measuring strength.

/// The kinds of subjects.
pub const KINDS: [&str; 5] = ["softmax", "noisy", "blunders", "shallow", "roster"];

/// All kinds together.
pub const ALL: &str = "all";

/// Title of the comparison.
pub const TITLE: &str =
    "How far estimates of D are from the truth, and how often their 95 % intervals hold it";

/// Its headings: errors are root mean squares in ln D, widths are of intervals of ln D.
pub const COLUMNS: [&str; 11] = [
    "subjects",
    "games",
    "estimates",
    "error of D",
    "of Bayes",
    "held: Student",
    "bootstrap",
    "Bayes",
    "width: Student",
    "bootstrap",
    "Bayes",
];

/// Title of the subjects.
pub const SUBJECTS: &str = "The subjects' true D";

/// Their headings.
pub const SUBJECT_COLUMNS: [&str; 2] = ["subject", "D"];

/// Title of the reference table.
pub const REFERENCE: &str = "The D of model players in games against themselves";

/// Its headings.
pub const REFERENCE_COLUMNS: [&str; 3] = ["temperature", "lapse", "d"];

/// Title of the table of trusts.
pub const TRUSTS: &str = "The Bayesian estimate by how much it trusts a choice, all subjects";

/// Its headings.
pub const TRUST_COLUMNS: [&str; 5] = ["trust", "games", "error", "held", "width"];

/// What else is to be said.
pub const NOTES: [&str; 6] = [
    "errors are root mean squares of ln D: 0.40 is a factor of 1.5; widths are those of ln D",
    "the truth is the subject's mean loss over all its games, which the estimates' own games are part of",
    "softmax players are those the Bayesian model is made for; the other kinds are not",
    "the table behind the Bayesian estimate ends at D 91: of random, which is beyond, no interval holds the truth",
    "how much the Bayesian model trusts a choice was chosen on seed 1001 (table trust); report on another",
    "the four strengths of a kind weigh the same; roster: advanced, intermediate, beginner, random",
];

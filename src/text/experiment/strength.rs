//! Words of the experiments on measuring strength.

/// The kinds of subjects.
pub const KINDS: [&str; 5] = ["softmax", "noisy", "blunders", "shallow", "roster"];

/// All kinds together.
pub const ALL: &str = "all";

/// The estimates compared: the plain D with two intervals, and the Bayesian one.
pub const ESTIMATORS: [&str; 3] = ["D, Student", "D, bootstrap", "Bayes"];

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

/// What else is to be said.
pub const NOTES: [&str; 6] = [
    "errors are root mean squares of ln D: 0.40 is a factor of 1.5; widths are those of ln D",
    "the truth is the subject's mean loss over all its games, which the estimates' own games are part of",
    "softmax players are those the Bayesian model is made for; the other kinds are not",
    "shown to players: Bayes, which is nearer from one game, about as near from three, and whose intervals \
     hold more often; from 25 games the plain D is nearer, and koteki measure shows that",
    "how much the Bayesian model trusts a choice (0.4) was chosen on seed 1001; report on another",
    "the four strengths of a kind weigh the same; roster: advanced, intermediate, beginner, random",
];

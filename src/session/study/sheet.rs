//! The questionnaires (Ueda 2012, tables 7.1 and 7.2) as keys: what the records hold, in any language.

use super::Kind;
use super::protocol::PAIRS;

/// A questionnaire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sheet {
    /// Questionnaire A, after the pair of this number (0 for the first).
    Pair(usize),
    /// Questionnaire B, at the end.
    Final,
}

impl Sheet {
    /// What it is called in records: `A1` to `A6`, `B`.
    pub fn key(self) -> String {
        match self {
            Self::Pair(pair) => format!("A{}", pair + 1),
            Self::Final => "B".to_owned(),
        }
    }

    /// The sheet of this name.
    pub fn of_key(key: &str) -> Option<Self> {
        (0..PAIRS)
            .map(Self::Pair)
            .chain([Self::Final])
            .find(|sheet| sheet.key() == key)
    }

    /// Its questions, in order; there are no sheets in Tsukamoto's experiment.
    pub const fn questions(self, kind: Kind) -> &'static [Question] {
        match (self, kind) {
            (_, Kind::Tsukamoto) => &[],
            (Self::Pair(_), Kind::Guided) => &QUESTIONS_A,
            (Self::Pair(_), Kind::Blind) => &QUESTIONS_BLIND,
            (Self::Final, _) => &QUESTIONS_B,
        }
    }
}

/// How a question is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// By one of these; always.
    Choice(&'static [&'static str]),
    /// In words, or not at all.
    Text,
}

/// A question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// What it is called in records.
    pub key: &'static str,
    /// Which of the two opponents it is about: 0 or 1; `None` for both together.
    pub about: Option<usize>,
    /// How it is answered.
    pub form: Form,
    /// The question and the answer to it that leave this one out.
    pub unless: Option<(&'static str, &'static str)>,
}

/// The longest answer in words, in characters.
pub const LONGEST: usize = 1000;

/// Answers on strength, the strongest opponent first.
pub const STRENGTHS: &[&str] = &[
    "much-too-strong",
    "a-little-stronger",
    "same",
    "a-little-weaker",
    "much-too-weak",
];
/// Answers on unnatural moves.
pub const UNNATURAL: &[&str] = &["often", "4-6", "1-3", "none"];
/// Answers on whether the two were one.
pub const SAME: &[&str] = &["same", "different"];
/// Answers on the fitness as a practice partner.
pub const FIT: &[&str] = &["fit", "fairly", "ordinary", "not-quite", "not"];
/// Answers on fun.
pub const FUN: &[&str] = &["great", "fairly", "ordinary", "something-missing", "dull"];

const fn of_opponent(
    key: &'static str,
    about: usize,
    form: Form,
    unless: Option<(&'static str, &'static str)>,
) -> Question {
    Question {
        key,
        about: Some(about),
        form,
        unless,
    }
}

const fn of_all(key: &'static str, form: Form) -> Question {
    Question {
        key,
        about: None,
        form,
        unless: None,
    }
}

const QUESTIONS_A: [Question; 8] = [
    of_opponent("strength-1", 0, Form::Choice(STRENGTHS), None),
    of_opponent("unnatural-1", 0, Form::Choice(UNNATURAL), None),
    of_opponent("where-1", 0, Form::Text, Some(("unnatural-1", "none"))),
    of_opponent("strength-2", 1, Form::Choice(STRENGTHS), None),
    of_opponent("unnatural-2", 1, Form::Choice(UNNATURAL), None),
    of_opponent("where-2", 1, Form::Text, Some(("unnatural-2", "none"))),
    of_all("same", Form::Choice(SAME)),
    of_all("reason", Form::Text),
];

const QUESTIONS_BLIND: [Question; 2] = [
    of_all("same", Form::Choice(SAME)),
    of_all("reason", Form::Text),
];

const QUESTIONS_B: [Question; 3] = [
    of_all("fit", Form::Choice(FIT)),
    of_all("fun", Form::Choice(FUN)),
    of_all("missing", Form::Text),
];

/// What has been answered on a sheet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    given: Vec<(&'static str, String)>,
    /// Whether it is handed in, and can no longer be changed.
    pub handed_in: bool,
}

impl Answers {
    /// The answer to the question called `key`.
    pub fn get(&self, key: &str) -> Option<&str> {
        let found = self.given.iter().find(|(question, _)| *question == key);
        found.map(|(_, value)| value.as_str())
    }

    /// Whether `question` is to be asked: one that an earlier answer leaves out is not.
    pub fn asks(&self, question: &Question) -> bool {
        question
            .unless
            .is_none_or(|(earlier, value)| self.get(earlier).is_some_and(|given| given != value))
    }

    /// The first of `questions` that has to be answered yet; `None` when the sheet can be handed in.
    pub fn missing(&self, questions: &'static [Question]) -> Option<&'static Question> {
        questions.iter().find(|question| {
            matches!(question.form, Form::Choice(_)) && self.get(question.key).is_none()
        })
    }

    /// Takes the answer to `question`, in place of an earlier one.
    pub(super) fn put(&mut self, question: &Question, value: String) {
        self.given.retain(|(key, _)| *key != question.key);
        self.given.push((question.key, value));
    }
}

//! Arguments that are one of a few words, for values of rooms that know no command line.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use koteki_rivals::roster::kit::GameKind;

/// A word (others for the same after a bar), what the help says of it, and what it stands for.
pub type Choice<T> = (&'static str, &'static str, T);

/// Reads a word of `choices`.
pub fn one_of<T: Copy + Send + Sync>(
    choices: &'static [Choice<T>],
) -> impl TypedValueParser<Value = T> {
    let words = choices.iter().map(|&(words, help, _)| {
        let (word, others) = words.split_once('|').unwrap_or((words, ""));
        let word = PossibleValue::new(word).help(help);
        word.aliases(others.split_terminator('|'))
    });
    PossibleValuesParser::new(words).try_map(|word| {
        let is_it = |(words, ..): &&Choice<T>| words.split('|').any(|it| it == word);
        choices
            .iter()
            .find(is_it)
            .map(|it| it.2)
            .ok_or("no such word")
    })
}

/// The games that have a kit.
pub const GAMES: [Choice<GameKind>; GameKind::ALL.len()] = {
    let mut games = [("", "", GameKind::Othello); GameKind::ALL.len()];
    let mut index = 0;
    while index < games.len() {
        let kind = GameKind::ALL[index];
        games[index] = (kind.key(), kind.name(), kind);
        index += 1;
    }
    games
};

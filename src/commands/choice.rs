//! Arguments that are one of a few words, for values of rooms that know no command line.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use koteki_games::{blokus, othello};
use koteki_rivals::roster::kit::{GameKind, Kit};

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

/// A game with a kit.
pub const fn game<K: Kit>() -> Choice<GameKind> {
    (K::KEY, K::NAME, K::KIND)
}

/// The games that have one.
pub const GAMES: [Choice<GameKind>; 2] = [game::<othello::Position>(), game::<blokus::Position>()];

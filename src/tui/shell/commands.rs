//! What is typed behind a colon: completed with Tab, and corrected where it is nothing.

use crate::keys::{Action, Keymap};
use koteki_games::typed::half_width;
use koteki_games::words::suggestion::suggestion;

/// Those that every screen has.
const EVERYWHERE: [&str; 2] = ["help", "quit"];

/// Those that do what a key does, by one name on every screen that has the key; and short, where they can be.
const OF_KEYS: [(&str, &str, Action); 19] = [
    ("new", "n", Action::New),
    ("undo", "u", Action::Undo),
    ("redo", "r", Action::Redo),
    ("hint", "t", Action::Hint),
    ("copy", "y", Action::Copy),
    ("lesson", "i", Action::Lesson),
    ("strength", "s", Action::Profile),
    ("settings", "o", Action::Settings),
    ("pause", "p", Action::Pause),
    ("result", "", Action::Result),
    ("review", "", Action::Review),
    ("values", "", Action::Values),
    ("stop", "", Action::Stop),
    ("export", "", Action::Export),
    ("sort", "", Action::Sort),
    ("axes", "x", Action::Axes),
    ("zoom", "z", Action::Zoom),
    ("curves", "", Action::Curves),
    ("edit", "", Action::Edit),
];

/// All commands of a screen whose own are these and whose keys are `keys`.
pub(super) fn all(own: &[&'static str], keys: &Keymap) -> Vec<&'static str> {
    let bound = OF_KEYS.iter().filter(|it| keys.has(it.2)).map(|it| it.0);
    let bound = bound.filter(|it| !own.contains(it));
    let all = own.iter().copied().chain(bound).chain(EVERYWHERE);
    all.collect()
}

/// What a command among `all` does where a key does it too.
pub(super) fn action(entry: &str, all: &[&str]) -> Option<Action> {
    let known = OF_KEYS.iter().filter(|it| all.contains(&it.0));
    let mut named = known.filter(|it| [it.0, it.1].contains(&entry));
    named.next().map(|it| it.2)
}

/// A line that can be completed.
pub(super) struct Completed {
    /// What is then in it.
    pub line: String,
    /// How it can go on, in words; empty where there is one way.
    pub said: String,
}

/// The `line` with its command completed; `None` when it has no command yet to be completed.
pub(super) fn complete(line: &str, all: &[&str]) -> Option<Completed> {
    let begun = line.trim_start().strip_prefix([':', '：'])?;
    let begun = half_width(begun).to_ascii_lowercase();
    if begun.contains(char::is_whitespace) {
        return None;
    }
    let found: Vec<&str> = all
        .iter()
        .copied()
        .filter(|it| it.starts_with(&begun))
        .collect();
    let (first, others) = found.split_first()?;
    let common = others.iter().fold(*first, |common, other| {
        let same = common
            .bytes()
            .zip(other.bytes())
            .take_while(|(a, b)| a == b);
        &common[..same.count()]
    });
    Some(Completed {
        line: format!(":{common}"),
        said: if others.is_empty() {
            String::new()
        } else {
            listed(found.into_iter())
        },
    })
}

/// Those that Othello's screen leads to.
const OTHER_GAMES: [&str; 2] = ["blokus", "janken"];

/// What there is to say of a command that there is not.
pub(super) fn unknown(entry: &str, all: &[&str]) -> String {
    let entry = half_width(entry);
    let verb = entry.split_whitespace().next().unwrap_or_default();
    if OTHER_GAMES.contains(&verb) && !all.contains(&verb) {
        return format!(
            "no \":{verb}\" here: leave with q, then :{verb} at Othello, or koteki {verb}"
        );
    }
    match suggestion(verb, all.iter().copied()) {
        Some(near) => format!("no \":{entry}\", did you mean :{near}?"),
        None => format!("no \":{entry}\". There are {}", listed(all.iter().copied())),
    }
}

fn listed<'a>(commands: impl Iterator<Item = &'a str>) -> String {
    let commands: Vec<String> = commands.map(|it| format!(":{it}")).collect();
    commands.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::{KeyStyle, Layer};

    const OWN: [&str; 6] = ["rivals", "resume", "redo", "games", "help", "quit"];

    /// The names are those of the keys of the layer, and only of those.
    #[test]
    fn what_a_key_does_has_one_name() {
        let all = |layer| all(&["open"], Keymap::of(layer, KeyStyle::Plain));
        let watch = all(Layer::Watch);
        assert_eq!(
            watch,
            [
                "open", "pause", "stop", "export", "sort", "axes", "zoom", "help", "quit"
            ]
        );
        assert_eq!(action("p", &watch), Some(Action::Pause));
        assert_eq!(action("hint", &watch), None);
        for layer in [Layer::Game, Layer::Blokus] {
            assert_eq!(action("t", &all(layer)), Some(Action::Hint), "{layer:?}");
        }
    }

    #[test]
    fn a_command_is_completed_as_far_as_it_is_clear() {
        let line = |line: &str| complete(line, &OWN).map(|it| (it.line, it.said));
        let some = |line: &str, said: &str| Some((line.to_owned(), said.to_owned()));
        assert_eq!(line(":ga"), some(":games", ""));
        assert_eq!(line(":H"), some(":help", ""));
        assert_eq!(line(":re"), some(":re", ":resume :redo"));
        assert_eq!(
            line("："),
            some(":", ":rivals :resume :redo :games :help :quit")
        );
        // A move, an argument, nothing of the kind.
        assert_eq!(
            [line("f5"), line(":open x"), line(":x")],
            [None, None, None]
        );
    }

    #[test]
    fn a_slip_is_corrected() {
        assert_eq!(
            unknown("rivlas", &OWN),
            "no \":rivlas\", did you mean :rivals?"
        );
        assert_eq!(
            unknown("gamse 2", &OWN),
            "no \":gamse 2\", did you mean :games?"
        );
        assert_eq!(
            unknown("janken", &OWN),
            "no \":janken\" here: leave with q, then :janken at Othello, or koteki janken"
        );
        assert!(
            unknown("xyzzy", &OWN).ends_with("There are :rivals :resume :redo :games :help :quit")
        );
    }
}

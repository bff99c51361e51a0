//! What is typed behind a colon: completed with Tab, and corrected where it is nothing.

use koteki_games::typed::half_width;
use koteki_games::words::suggestion::suggestion;

/// Those that every screen has.
const EVERYWHERE: [&str; 2] = ["help", "quit"];

/// All commands of a screen whose own are these.
fn all<'a>(own: &'a [&'a str]) -> impl Iterator<Item = &'a str> {
    own.iter().copied().chain(EVERYWHERE)
}

/// A line that can be completed.
pub(super) struct Completed {
    /// What is then in it.
    pub line: String,
    /// How it can go on, in words; empty where there is one way.
    pub said: String,
}

/// The `line` with its command completed; `None` when it has no command yet to be completed.
pub(super) fn complete(line: &str, own: &[&str]) -> Option<Completed> {
    let begun = line.trim_start().strip_prefix([':', '：'])?;
    let begun = half_width(begun).to_ascii_lowercase();
    if begun.contains(char::is_whitespace) {
        return None;
    }
    let found: Vec<&str> = all(own).filter(|it| it.starts_with(&begun)).collect();
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

/// What there is to say of a command that there is not.
pub(crate) fn unknown(entry: &str, own: &[&str]) -> String {
    let entry = half_width(entry);
    let verb = entry.split_whitespace().next().unwrap_or_default();
    match suggestion(verb, all(own)) {
        Some(near) => format!("no \":{entry}\", did you mean :{near}?"),
        None => format!("no \":{entry}\". There are {}", listed(all(own))),
    }
}

fn listed<'a>(commands: impl Iterator<Item = &'a str>) -> String {
    let commands: Vec<String> = commands.map(|it| format!(":{it}")).collect();
    commands.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: [&str; 4] = ["rivals", "resume", "redo", "games"];

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
        assert!(
            unknown("xyzzy", &OWN).ends_with("There are :rivals :resume :redo :games :help :quit")
        );
    }
}

//! Names of files that are completed while they are typed.

use std::path::Path;

use super::{expanded, is_of_games};

/// The folders and files of games that may be meant by a path of which the end is still to come.
pub(crate) struct Completion {
    /// The path as far as all of them agree.
    pub text: String,
    /// The names of all of them in order, folders with a slash at their end.
    pub names: Vec<String>,
}

/// How `text` may go on; without names where nothing begins so.
pub(crate) fn complete(text: &str) -> Completion {
    let (folder, begun) = match text.rfind(std::path::is_separator) {
        Some(at) => text.split_at(at + 1),
        None => ("", text),
    };
    let place = match folder {
        "" => Path::new(".").to_owned(),
        folder => expanded(folder),
    };
    let mut names = Vec::new();
    // A folder that cannot be read has nothing to offer: `:open` says why.
    for entry in std::fs::read_dir(place).into_iter().flatten().flatten() {
        let Ok(name) = entry.file_name().into_string() else {
            continue;
        };
        // Hidden ones are offered to who asks for them.
        if !name.starts_with(begun) || (name.starts_with('.') && !begun.starts_with('.')) {
            continue;
        }
        let path = entry.path();
        if path.is_dir() {
            names.push(name + "/");
        } else if is_of_games(&path) {
            names.push(name);
        }
    }
    names.sort();
    let common = match &names[..] {
        [] => begun.to_owned(),
        [first, rest @ ..] => rest.iter().fold(first.clone(), |common, name| {
            let same = common.chars().zip(name.chars());
            same.take_while(|(one, other)| one == other)
                .map(|(one, _)| one)
                .collect()
        }),
    };
    Completion {
        text: format!("{folder}{common}"),
        names,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_goes_on_as_far_as_all_agree() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().display().to_string();
        for name in ["games", "games/deep", ".hidden"] {
            std::fs::create_dir(folder.path().join(name)).unwrap();
        }
        for name in [
            "WTH_1986.wtb",
            "WTH_1987.WTB",
            "WTH_1986.txt~",
            "gamesüß.ggf",
            "gamesüd.sgf",
        ] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        for (typed, text, names) in [
            ("W", "WTH_198", &["WTH_1986.wtb", "WTH_1987.WTB"][..]),
            ("WTH_1986", "WTH_1986.wtb", &["WTH_1986.wtb"]),
            ("ga", "games", &["games/", "gamesüd.sgf", "gamesüß.ggf"]),
            ("gamesü", "gamesü", &["gamesüd.sgf", "gamesüß.ggf"]),
            ("games/", "games/deep/", &["deep/"]),
            (".", ".hidden/", &[".hidden/"]),
            ("nothing", "nothing", &[]),
            ("nowhere/x", "nowhere/x", &[]),
        ] {
            let found = complete(&format!("{root}/{typed}"));
            assert_eq!(found.text, format!("{root}/{text}"), "{typed}");
            assert_eq!(found.names, names, "{typed}");
        }
    }
}

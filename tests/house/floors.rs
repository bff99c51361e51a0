//! Imports only go down: the floors of the table in `src/lib.rs`, kept by reading the sources.
//!
//! A file may name its own room or a room on a lower floor. Two rooms on one floor don't know each
//! other, so there can be no circle between rooms. Comments (and with them links in documentation)
//! and strings don't count.

#![allow(clippy::unwrap_used)] // Tests may unwrap; clippy does not know the helpers of one.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// `record` stays below what it records: players and searches come and go, files stay readable.
const RECORD_KNOWS: [&str; 3] = ["game", "random", "words"];

/// Room name → floor, from the rows `//! | 4 | [`player`], [`record`] | … |`.
fn floors(lib: &str) -> BTreeMap<String, u32> {
    let mut floors = BTreeMap::new();
    for line in lib.lines() {
        let Some(row) = line.strip_prefix("//! |") else {
            continue;
        };
        let mut columns = row.split('|');
        let (Some(floor), Some(rooms)) = (columns.next(), columns.next()) else {
            continue;
        };
        let Ok(floor) = floor.trim().parse() else {
            continue;
        };
        for room in rooms.split('`').skip(1).step_by(2) {
            floors.insert(room.to_owned(), floor);
        }
    }
    floors
}

/// The words and signs of Rust source, comments and literals left out. `::` is one token.
fn tokens(source: &str) -> Vec<String> {
    let chars: Vec<char> = source.chars().collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(&char) = chars.get(at) {
        let next = chars.get(at + 1).copied();
        if char == '/' && next == Some('/') {
            while at < chars.len() && chars[at] != '\n' {
                at += 1;
            }
        } else if char == '/' && next == Some('*') {
            let mut depth = 0;
            loop {
                match (chars.get(at), chars.get(at + 1)) {
                    (Some('/'), Some('*')) => (depth, at) = (depth + 1, at + 2),
                    (Some('*'), Some('/')) => (depth, at) = (depth - 1, at + 2),
                    (Some(_), _) => at += 1,
                    (None, _) => break,
                }
                if depth == 0 {
                    break;
                }
            }
        } else if char == 'r' && matches!(next, Some('"' | '#')) && raw_string(&chars, at).is_some()
        {
            at = raw_string(&chars, at).unwrap();
        } else if char == '"' {
            at += 1;
            while at < chars.len() && chars[at] != '"' {
                at += if chars[at] == '\\' { 2 } else { 1 };
            }
            at += 1;
        } else if char == '\'' && next == Some('\\') {
            at += 3;
            while at < chars.len() && chars[at] != '\'' {
                at += 1;
            }
            at += 1;
        } else if char == '\'' && chars.get(at + 2) == Some(&'\'') {
            at += 3;
        } else if char.is_alphanumeric() || char == '_' {
            let start = at;
            while at < chars.len() && (chars[at].is_alphanumeric() || chars[at] == '_') {
                at += 1;
            }
            tokens.push(chars[start..at].iter().collect());
        } else if char == ':' && next == Some(':') {
            tokens.push("::".to_owned());
            at += 2;
        } else {
            if !char.is_whitespace() {
                tokens.push(char.to_string());
            }
            at += 1;
        }
    }
    tokens
}

/// The index after the raw string that begins at `start`; `None` when none begins there.
fn raw_string(chars: &[char], start: usize) -> Option<usize> {
    let hashes = chars[start + 1..].iter().take_while(|&&c| c == '#').count();
    if chars.get(start + 1 + hashes) != Some(&'"') {
        return None;
    }
    let mut end = start + 2 + hashes;
    while end < chars.len() {
        if chars[end] == '"'
            && chars[end + 1..]
                .iter()
                .take(hashes)
                .filter(|&&c| c == '#')
                .count()
                == hashes
        {
            return Some(end + 1 + hashes);
        }
        end += 1;
    }
    Some(end)
}

/// The first words of what follows `prefix ::`: one, or those of each branch of a `{…}` group.
fn heads(after: &[String]) -> Vec<String> {
    if after.first().map(String::as_str) != Some("{") {
        return after.first().cloned().into_iter().collect();
    }
    let mut heads = Vec::new();
    let mut depth = 0;
    let mut before = "";
    for token in after {
        if depth == 1 && (before == "{" || before == ",") && token != "}" {
            heads.push(token.clone());
        }
        match token.as_str() {
            "{" => depth += 1,
            "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            break;
        }
        before = token;
    }
    heads
}

/// The rooms that a file names. `module` is the file's module path: `["game", "othello", "bits"]`.
fn rooms_named(source: &str, module: &[String]) -> Vec<String> {
    let tokens = tokens(source);
    let mut rooms = Vec::new();
    for at in 0..tokens.len() {
        let path_goes_on = tokens.get(at + 1).map(String::as_str) == Some("::");
        let path_begins = at == 0 || tokens[at - 1] != "::";
        if !path_goes_on || !path_begins {
            continue;
        }
        match tokens[at].as_str() {
            "crate" | "koteki" => rooms.extend(heads(&tokens[at + 2..])),
            "super" => {
                // Inline modules (`mod tests`) make `super` reach less far, so this errs on the
                // strict side only when they climb out of the room.
                let mut climbs = 1;
                let mut after = at + 2;
                while tokens.get(after).map(String::as_str) == Some("super") {
                    climbs += 1;
                    after += 2;
                }
                if climbs >= module.len() {
                    rooms.extend(
                        heads(&tokens[after..])
                            .into_iter()
                            .filter(|head| head != "*"),
                    );
                }
            }
            _ => {}
        }
    }
    rooms.sort();
    rooms.dedup();
    rooms
}

/// Every import of one file that does not go down.
fn faults(
    file: &str,
    source: &str,
    module: &[String],
    floors: &BTreeMap<String, u32>,
) -> Vec<String> {
    let room = &module[0];
    let Some(&floor) = floors.get(room) else {
        return vec![format!(
            "{file}: the room `{room}` has no floor in the table of src/lib.rs"
        )];
    };
    let mut faults = Vec::new();
    for named in rooms_named(source, module) {
        // What is not a room is a name inside this file or an item of the crate's root.
        let Some(&named_floor) = floors.get(&named) else {
            continue;
        };
        if named == *room {
            continue;
        }
        if named_floor >= floor {
            faults.push(format!(
                "{file}: `{room}` (floor {floor}) imports `{named}` (floor {named_floor}), which is not below it"
            ));
        } else if room == "record" && !RECORD_KNOWS.contains(&named.as_str()) {
            faults.push(format!(
                "{file}: `record` may know {RECORD_KNOWS:?} only, not `{named}`"
            ));
        }
    }
    faults
}

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

fn module_of(file: &Path, src: &Path) -> Vec<String> {
    let inside = file.strip_prefix(src).unwrap().with_extension("");
    let mut module: Vec<String> = inside
        .components()
        .map(|part| part.as_os_str().to_str().unwrap().to_owned())
        .collect();
    if module.len() > 1 && module.last().is_some_and(|last| last == "mod") {
        module.pop();
    }
    module
}

#[test]
fn imports_only_go_down() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let floors = floors(&fs::read_to_string(src.join("lib.rs")).unwrap());
    let mut files = Vec::new();
    rust_files(&src, &mut files);
    assert!(files.len() > 20, "only {} files found", files.len());
    let mut all = Vec::new();
    for path in &files {
        let module = module_of(path, &src);
        // The roots of the two crates name every room.
        if module.len() == 1 && (module[0] == "lib" || module[0] == "main") {
            continue;
        }
        let file = path.strip_prefix(&src).unwrap().display().to_string();
        all.extend(faults(
            &file,
            &fs::read_to_string(path).unwrap(),
            &module,
            &floors,
        ));
    }
    assert!(
        all.is_empty(),
        "imports that do not go down:\n{}",
        all.join("\n")
    );
}

#[test]
fn every_room_of_the_crate_has_a_floor() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let lib = fs::read_to_string(src.join("lib.rs")).unwrap();
    let floors = floors(&lib);
    assert_eq!(floors["game"], 1);
    assert_eq!(floors["record"], 4);
    assert_eq!(floors["commands"], 11);
    for line in lib.lines() {
        if let Some(room) = line
            .strip_prefix("pub mod ")
            .and_then(|rest| rest.strip_suffix(';'))
        {
            assert!(
                floors.contains_key(room),
                "`{room}` has no floor in the table of src/lib.rs"
            );
        }
    }
}

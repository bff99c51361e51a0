//! What README and the pages of `docs` tell people to type, and where they send them.

// Tests may unwrap; clippy does not know the helpers of one.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{NOWHERE, koteki};

/// README and every page of `docs`, with its text.
fn pages() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let docs = fs::read_dir(root.join("docs")).unwrap();
    let pages = docs.map(|entry| entry.unwrap().path());
    std::iter::once(root.join("README.md"))
        .chain(pages)
        .map(|path| (path.clone(), fs::read_to_string(path).unwrap()))
        .collect()
}

/// The commands of a page's code blocks: without what is beside them, each end of a pipe for itself.
fn commands(page: &str) -> Vec<Vec<String>> {
    let code = page.lines().filter_map(|line| line.strip_prefix("    "));
    code.filter(|line| line.starts_with("koteki"))
        .flat_map(|line| line.split(" ; "))
        .map(|line| {
            let words = shlex::split(line).unwrap_or_else(|| panic!("no command: {line}"));
            let words = words
                .into_iter()
                .take_while(|word| !matches!(word.as_str(), "|" | ">" | "#"));
            // "…" stands for what has been said before.
            words.filter(|word| word != "…").skip(1).collect()
        })
        .collect()
}

#[test]
fn every_command_of_the_pages_is_one() {
    let mut count = 0;
    for (path, page) in pages() {
        for words in commands(&page) {
            count += 1;
            // Help is printed only when all words before it have been understood.
            let output = koteki(NOWHERE).args(&words).arg("--help").output().unwrap();
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(
                output.status.success(),
                "{}: koteki {}\n{errors}",
                path.display(),
                words.join(" ")
            );
        }
    }
    assert!(count > 60, "only {count} commands were found");
}

#[test]
fn help_does_not_hide_a_word_that_is_wrong() {
    for words in ["watch --speeed 4", "match a b --games x", "wacth run-1"] {
        let words = words.split(' ').chain(["--help"]);
        let output = koteki(NOWHERE).args(words).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
    }
}

/// The place of a heading in an address, as GitHub makes it.
fn anchor(heading: &str) -> String {
    let kept = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = kept.replace(' ', "-");
    kept.chars()
        .filter(|it| it.is_alphanumeric() || matches!(it, '-' | '_'))
        .collect()
}

#[test]
fn every_link_of_the_pages_leads_somewhere() {
    for (path, page) in pages() {
        for link in page.split("](").skip(1) {
            let link = link.split(')').next().unwrap();
            if link.starts_with("http") {
                continue;
            }
            let (file, place) = link.split_once('#').unwrap_or((link, ""));
            let target = match file {
                "" => path.clone(),
                file => path.parent().unwrap().join(file),
            };
            assert!(target.exists(), "{}: no {file}", path.display());
            if !place.is_empty() {
                let text = fs::read_to_string(&target).unwrap();
                let mut headings = text.lines().filter(|line| line.starts_with('#'));
                assert!(
                    headings.any(|heading| anchor(heading) == place),
                    "{}: no {link}",
                    path.display()
                );
            }
        }
    }
}

#[test]
fn the_citation_is_of_this_version() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("CITATION.cff");
    let text = fs::read_to_string(file).unwrap();
    let version = concat!("version: ", env!("CARGO_PKG_VERSION"));
    assert!(text.lines().any(|line| line == version), "not {version}");
}

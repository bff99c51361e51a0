//! Completions, manual page and log.

#![allow(clippy::unwrap_used)] // Tests may unwrap; clippy does not know the helpers of one.

use std::process::{Command, Stdio};

use clap::Parser;
use koteki::commands::{completions, logging, man};
use koteki::config::LogLevel;

/// Breeds rivals.
#[derive(clap::Parser)]
#[command(
    name = "koteki",
    about = "Rivals of your own strength",
    version = "1.2.3"
)]
enum Cli {
    /// Play against somebody
    Play {
        /// The opponent
        #[arg(long, value_name = "PLAYER")]
        opponent: Option<String>,
    },
    Completions(completions::Args),
    Man(man::Args),
}

fn command() -> clap::Command {
    <Cli as clap::CommandFactory>::command()
}

fn printed(arguments: &[&str]) -> anyhow::Result<String> {
    let mut out = Vec::new();
    match Cli::try_parse_from([&["koteki"], arguments].concat())? {
        Cli::Completions(args) => completions::run(&args, command(), &mut out)?,
        Cli::Man(args) => man::run(&args, command(), &mut out)?,
        Cli::Play { .. } => {}
    }
    Ok(String::from_utf8(out)?)
}

/// What `program` says of `text` on its standard input; `None` when it is not installed.
fn asked(program: &str, arguments: &[&str], text: &str) -> Option<(bool, String)> {
    use std::io::Write as _;
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    child
        .stdin
        .take()
        .unwrap()
        .write_all(text.as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    Some((
        output.status.success(),
        String::from_utf8_lossy(&output.stdout).into_owned(),
    ))
}

#[test]
fn bash_completes_with_what_is_printed() {
    let script = printed(&["completions", "bash"]).unwrap()
        + "\nCOMP_WORDS=(koteki pl); COMP_CWORD=1; _koteki koteki pl koteki; echo \"${COMPREPLY[@]}\"\n";
    match asked("bash", &["--norc"], &script) {
        Some((_, answer)) => assert_eq!(answer, "play\n"),
        None => assert!(script.contains("play")),
    }
    for shell in ["zsh", "fish", "elvish", "powershell"] {
        let script = printed(&["completions", shell]).unwrap();
        assert!(script.contains("opponent"), "{shell}");
    }
    assert!(printed(&["completions", "cobol"]).is_err());
}

#[test]
fn the_manual_page_names_every_command() {
    let page = printed(&["man"]).unwrap();
    assert!(page.contains(".TH koteki 1"));
    for word in [
        "Rivals of your own strength",
        "koteki\\-play(1)",
        "Play against somebody",
        "1.2.3",
    ] {
        assert!(page.contains(word), "{word} is not in\n{page}");
    }
    let play = printed(&["man", "play"]).unwrap();
    assert!(
        play.contains("\\-\\-opponent") && play.contains(".TH koteki-play 1"),
        "{play}"
    );
    let error = printed(&["man", "sing"]).unwrap_err().to_string();
    assert_eq!(
        error,
        "there is no command \"sing\" of koteki; commands: play, completions, man, help"
    );
}

#[test]
fn the_help_has_every_command_in_its_group() {
    let said = |arguments: &[&str]| {
        let output = crate::common::koteki(crate::common::NOWHERE)
            .args(arguments)
            .output()
            .unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    let manual = said(&["man"]);
    for asked in ["-h", "--help", "help"] {
        let help = said(&[asked]);
        let (commands, _) = help.split_once("\nOptions:\n").unwrap();
        let (_, commands) = commands.split_once("<COMMAND>\n\n").unwrap();
        let headings = commands.lines().filter(|line| line.ends_with(':'));
        assert_eq!(
            headings.collect::<Vec<_>>(),
            [
                "Play:",
                "Measure:",
                "Breed:",
                "Research:",
                "Engines and files:",
                "Other:"
            ]
        );
        assert!(commands.starts_with("Play:\n  play "), "{commands}");
        assert!(commands.lines().all(|line| line.chars().count() <= 80));
        let listed = commands.lines().filter_map(|line| line.strip_prefix("  "));
        let listed = listed.map(|line| line.split(' ').next().unwrap());
        let known = manual
            .lines()
            .filter_map(|line| line.strip_prefix("koteki\\-")?.strip_suffix("(1)"));
        assert!(listed.eq(known), "{commands}\n{manual}");
        assert!(help.contains("\n      --opponent <PLAYER>"));
    }
    assert!(said(&["--help"]).contains("Exit codes: 0 success"));
}

#[test]
fn the_log_is_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("state/koteki.log");
    logging::start(LogLevel::Off, &file).unwrap();
    assert!(!file.exists());

    let blocked = folder.path().join("blocked");
    std::fs::write(&blocked, "").unwrap();
    let error = logging::start(LogLevel::Warn, &blocked.join("koteki.log")).unwrap_err();
    assert!(
        error.to_string().starts_with("cannot write the log "),
        "{error}"
    );

    logging::start(LogLevel::Warn, &file).unwrap();
    tracing::info!("not of interest");
    tracing::warn!(games = 3, "lines were torn");
    let log = std::fs::read_to_string(&file).unwrap();
    assert_eq!(log.lines().count(), 1);
    assert!(
        log.contains("WARN") && log.contains("lines were torn games=3"),
        "{log}"
    );
    assert!(!log.contains('\x1b'));
}

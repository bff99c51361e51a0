//! `koteki doctor`: whether all that the program needs is in order, and how to mend what is not.

use std::env;
use std::fs::{self, OpenOptions};
use std::io::{self, IsTerminal as _, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread::available_parallelism;

use crossterm::{cursor, terminal};
use serde_json::json;
use unicode_width::UnicodeWidthStr as _;

use crate::commands::looks::Looks;
use crate::config::{Config, ConfigError, Paths};
use koteki_engine::search::isa;
use koteki_games::words::harmless::Harmless;
use koteki_rivals::roster::PlayerSpec;
use koteki_tui as tui;
use koteki_tui::blokus::layout::LEAST as LEAST_OF_BLOKUS;
use koteki_tui::color::{ColorChoice, ColorDepth, depth};
use koteki_tui::glyphs::{Dots, GlyphChoice, Glyphs, Repertoire};
use koteki_tui::shell::MINIMUM;

/// Says whether everything is in order: terminal, colours, characters and their width, size, folders and rights,
/// settings, processor, engines.
///
/// A line for each: ok; look (it works, less well than it could); bad (something does not work). Those that are not ok
/// say how to mend it. The exit code is 1 when something is bad. A terminal is asked how wide it draws the characters
/// of the screen; no engine is started.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// Settings file, on top of the built-in settings and your own file
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// The folder of games
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// How the screen is to look
    #[command(flatten)]
    pub looks: Looks,
    /// Print one JSON object instead of lines
    #[arg(long)]
    pub json: bool,
}

/// How something is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Ok,
    Look,
    Bad,
}

impl State {
    const fn word(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Look => "look",
            Self::Bad => "bad",
        }
    }
}

/// What was found.
struct Finding {
    what: &'static str,
    state: State,
    says: String,
    /// How to mend it; of what is not ok only.
    mend: Option<String>,
}

impl Finding {
    fn ok(what: &'static str, says: impl Into<String>) -> Self {
        Self {
            what,
            state: State::Ok,
            says: says.into(),
            mend: None,
        }
    }

    fn look(what: &'static str, says: impl Into<String>, mend: impl Into<String>) -> Self {
        Self {
            state: State::Look,
            mend: Some(mend.into()),
            ..Self::ok(what, says)
        }
    }

    fn bad(what: &'static str, says: impl Into<String>, mend: impl Into<String>) -> Self {
        Self {
            state: State::Bad,
            ..Self::look(what, says, mend)
        }
    }
}

/// Looks at everything.
///
/// # Errors
/// When the output is gone.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let paths = Paths::from_environment();
    let loaded = Config::load(&paths, args.config.as_deref());
    let mut config = loaded
        .as_ref()
        .map_or_else(|_| Config::default(), Clone::clone);
    args.looks.put(&mut config.screen);
    let has_screen = tui::is_possible();
    let glyphs = config.screen.glyphs.resolve(variable);

    let mut findings = vec![
        the_terminal(has_screen),
        colours(config.screen.color),
        characters(config.screen.glyphs, glyphs),
    ];
    if has_screen {
        findings.push(widths(glyphs));
        findings.push(size());
    }
    findings.extend([
        settings(&paths, args.config.as_deref(), loaded.as_ref().err()),
        folder_of_settings(&paths),
        folder_of_games(config.data_folder(&paths, args.data.as_deref())),
        processor(),
        cores(),
    ]);
    if loaded.is_ok() {
        findings.extend(engines(&config));
    }

    let is_well = findings.iter().all(|it| it.state != State::Bad);
    let out = &mut Harmless::json_or_words(args.json, io::stdout().lock());
    if args.json {
        let checks: Vec<_> = findings
            .iter()
            .map(|it| json!({ "what": it.what, "state": it.state.word(), "says": it.says, "mend": it.mend }))
            .collect();
        let version = env!("CARGO_PKG_VERSION");
        let all = json!({ "schema": "koteki-doctor/1", "version": version, "well": is_well, "checks": checks });
        writeln!(out, "{all}")?;
    } else {
        for it in &findings {
            writeln!(out, "{:<4}  {:<10}  {}", it.state.word(), it.what, it.says)?;
            if let Some(mend) = &it.mend {
                writeln!(out, "{:18}{mend}", "")?;
            }
        }
    }
    Ok(if is_well {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn variable(name: &str) -> Option<String> {
    env::var(name).ok()
}

/// A variable of the environment as it is said: `TERM=xterm`, or that it is not set.
fn told(name: &str) -> String {
    match variable(name) {
        Some(value) if !value.is_empty() => format!("{name}={value}"),
        _ => format!("{name} is not set"),
    }
}

fn the_terminal(has_screen: bool) -> Finding {
    const WHAT: &str = "terminal";
    let term = told("TERM");
    if has_screen {
        return Finding::ok(WHAT, term);
    }
    let ends = [
        (io::stdin().is_terminal(), "standard input"),
        (io::stdout().is_terminal(), "standard output"),
    ];
    match ends.iter().find(|(is_terminal, _)| !is_terminal) {
        Some((_, end)) => Finding::look(
            WHAT,
            format!("{end} is not a terminal ({term}): koteki runs in plain lines"),
            "for the screen, start it in a terminal, without a pipe; over SSH with ssh -t",
        ),
        None => Finding::look(
            WHAT,
            format!("{term}: koteki runs in plain lines"),
            "for the screen, set TERM to what the terminal is, as in TERM=xterm-256color",
        ),
    }
}

fn colours(choice: ColorChoice) -> Finding {
    let words = match depth(choice, variable) {
        ColorDepth::None => "none",
        ColorDepth::Sixteen => "16",
        ColorDepth::Indexed => "256",
        ColorDepth::True => "24 bits",
    };
    let why = if choice == ColorChoice::Auto {
        ["COLORTERM", "NO_COLOR"].map(told).join(", ")
    } else {
        "as chosen (--color, or color under [screen])".to_owned()
    };
    Finding::ok("colours", format!("{words}: {why}"))
}

fn characters(choice: GlyphChoice, glyphs: &Glyphs) -> Finding {
    const WHAT: &str = "characters";
    let name = match glyphs.repertoire {
        Repertoire::Unicode => "unicode",
        Repertoire::CjkSafe => "cjk-safe",
        Repertoire::Ascii => "ascii",
    };
    if choice != GlyphChoice::Auto {
        let says = format!("{name}: as chosen (--glyphs, or glyphs under [screen])");
        return Finding::ok(WHAT, says);
    }
    let set = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter();
    let set = set.filter(|name| variable(name).is_some_and(|value| !value.is_empty()));
    let locale = set
        .map(told)
        .next()
        .unwrap_or_else(|| "no locale is set".to_owned());
    let says = format!("{name}: {locale}");
    let is_console = variable("TERM").is_some_and(|term| term == "linux");
    if glyphs.repertoire == Repertoire::Ascii && !is_console {
        let mend = "if the terminal shows UTF-8: LANG=C.UTF-8, or --glyphs unicode";
        return Finding::look(WHAT, says, mend);
    }
    Finding::ok(WHAT, says)
}

/// The terminal in the mode in which it answers without an echo; dropping it gives it back.
struct Raw;

impl Raw {
    fn enter() -> io::Result<Self> {
        terminal::enable_raw_mode().map(|()| Self)
    }
}

impl Drop for Raw {
    fn drop(&mut self) {
        let _ = terminal::disable_raw_mode();
    }
}

/// How far the cursor goes for `text`. What was drawn is gone afterwards.
fn width_of(text: &str) -> io::Result<u16> {
    let mut out = io::stdout();
    write!(out, "\r{text}")?;
    out.flush()?;
    let column = cursor::position().map(|(column, _)| column);
    write!(out, "\r\x1b[K")?;
    out.flush()?;
    column
}

/// Whether the terminal draws the characters as wide as the screen takes them to be. Nobody else reads the terminal
/// here, so it can be asked; one that answers nothing is asked once and waited for for two seconds.
fn widths(glyphs: &Glyphs) -> Finding {
    const WHAT: &str = "widths";
    let mut samples = vec![
        glyphs.border.horizontal_top,
        glyphs.border_focused.vertical_left,
        glyphs.discs[0][0][0],
        glyphs.discs[1][0][1],
        glyphs.legal,
        glyphs.pointer,
        glyphs.gauge[0],
        glyphs.gauge[1],
        glyphs.separator,
        glyphs.times,
        glyphs.dash,
        glyphs.ellipsis,
    ];
    samples.extend(glyphs.bars);
    samples.extend(glyphs.win_rate);
    if glyphs.dots == Dots::Braille {
        samples.push("⣿");
    }
    let measured = Raw::enter().and_then(|_raw| {
        let mut wrong = Vec::new();
        for sample in &samples {
            if usize::from(width_of(sample)?) != sample.width() && !wrong.contains(sample) {
                wrong.push(*sample);
            }
        }
        Ok(wrong)
    });
    match measured {
        Err(_) => Finding::look(
            WHAT,
            "the terminal does not say how wide it draws them",
            "if frames and columns look crooked: --glyphs cjk-safe, or --glyphs ascii",
        ),
        Ok(wrong) if wrong.is_empty() => Finding::ok(
            WHAT,
            "the terminal draws all characters as wide as expected",
        ),
        Ok(wrong) => Finding::bad(
            WHAT,
            format!(
                "the terminal draws these wider or narrower than expected: {}",
                wrong.join(" ")
            ),
            if glyphs.repertoire == Repertoire::Unicode {
                "--glyphs cjk-safe (glyphs = \"cjk-safe\" under [screen]), or a locale of UTF-8"
            } else {
                "--glyphs ascii (glyphs = \"ascii\" under [screen])"
            },
        ),
    }
}

fn size() -> Finding {
    const WHAT: &str = "size";
    /// From here on a pane stands beside the board.
    const USUAL: (u16, u16) = (80, 24);
    let Ok((width, height)) = terminal::size() else {
        return Finding::look(
            WHAT,
            "the terminal does not say its size",
            "stty size asks it",
        );
    };
    let says = format!("{width}x{height}");
    let is_less = |(least_width, least_height)| width < least_width || height < least_height;
    let named = |(width, height)| format!("{width}x{height}");
    let mend = format!(
        "enlarge the window, or take a smaller font; {} shows everything",
        named(USUAL)
    );
    if is_less(MINIMUM) {
        let says = format!("{says}: no screen is drawn in less than {}", named(MINIMUM));
        Finding::bad(WHAT, says, mend)
    } else if is_less(LEAST_OF_BLOKUS) {
        let least = named(LEAST_OF_BLOKUS);
        Finding::look(WHAT, format!("{says}: Blokus Duo needs {least}"), mend)
    } else if is_less(USUAL) {
        Finding::look(
            WHAT,
            format!("{says}: there is no room for every pane"),
            mend,
        )
    } else {
        Finding::ok(WHAT, says)
    }
}

fn settings(paths: &Paths, named: Option<&Path>, fault: Option<&ConfigError>) -> Finding {
    const WHAT: &str = "settings";
    if let Some(fault) = fault {
        let mend =
            "mend it there, or move the file away; koteki --print-config prints what is valid";
        return Finding::bad(WHAT, fault.to_string(), mend);
    }
    let own = paths.config.as_deref().filter(|own| own.exists());
    let files: Vec<_> = own
        .into_iter()
        .chain(named)
        .map(|file| file.display().to_string())
        .collect();
    Finding::ok(
        WHAT,
        if files.is_empty() {
            "those built in".to_owned()
        } else {
            files.join(", ")
        },
    )
}

/// Whether files can be written in `folder`, or where it would be made; else what the system says of which folder.
fn can_write(folder: &Path) -> Result<(), String> {
    let there = folder.ancestors().find(|it| it.symlink_metadata().is_ok());
    let there = there.ok_or("there is no such place")?;
    let fault = |error: io::Error| format!("{}: {error}", there.display());
    // Rights alone do not tell: a disk may be full, or for reading only.
    let probe = there.join(format!(".koteki-doctor-{}", std::process::id()));
    let mut file = OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(&probe)
        .map_err(fault)?;
    let written = file.write_all(b"koteki doctor\n");
    let removed = fs::remove_file(&probe);
    written.and(removed).map_err(fault)
}

fn folder_of_settings(paths: &Paths) -> Finding {
    const WHAT: &str = "own file";
    let mend = "set XDG_CONFIG_HOME to a folder that can be written in";
    let Some(file) = &paths.config else {
        let says = "there is no home folder: settings changed at the screen are not kept";
        return Finding::look(WHAT, says, mend);
    };
    let shown = file.display();
    // What is not a plain file may keep whoever opens it waiting.
    let written = match fs::metadata(file) {
        Ok(it) if it.is_file() => OpenOptions::new()
            .append(true)
            .open(file)
            .map(drop)
            .map_err(|error| format!("{shown}: {error}")),
        Ok(_) => Err(format!("{shown} is not a plain file")),
        Err(_) => can_write(file.parent().unwrap_or(file)),
    };
    match written {
        Ok(()) if file.exists() => Finding::ok(WHAT, format!("{shown}")),
        Ok(()) => Finding::ok(WHAT, format!("{shown}, made when a setting is changed")),
        Err(why) => {
            let says = format!("settings changed at the screen are not kept: {why}");
            Finding::look(WHAT, says, mend)
        }
    }
}

fn folder_of_games(folder: Option<PathBuf>) -> Finding {
    const WHAT: &str = "games";
    let mend = "--data DIR, folder under [data], or XDG_DATA_HOME: a folder that can be written in";
    let Some(folder) = folder else {
        return Finding::bad(WHAT, "there is no home folder: no game is kept", mend);
    };
    match can_write(&folder) {
        Ok(()) if folder.is_dir() => Finding::ok(WHAT, folder.display().to_string()),
        Ok(()) => Finding::ok(
            WHAT,
            format!("{}, made with the first game", folder.display()),
        ),
        Err(why) => Finding::bad(WHAT, format!("no game is kept: {why}"), mend),
    }
}

fn processor() -> Finding {
    const WHAT: &str = "processor";
    let all = isa::Path::available();
    let names: Vec<_> = all.iter().map(|path| path.name()).collect();
    let says = format!("{}, of {}", isa::Path::best(), names.join(", "));
    if all.len() == 1 && cfg!(target_arch = "x86_64") {
        let says = format!("{says}: breeding is slower than with AVX2");
        return Finding::look(
            WHAT,
            says,
            "a virtual machine may hide AVX2: let it have the host's processor",
        );
    }
    Finding::ok(WHAT, says)
}

fn cores() -> Finding {
    match available_parallelism().map(usize::from) {
        Ok(1) => Finding::look(
            "cores",
            "1: breeding shares it with the game",
            "koteki works; rivals take longer",
        ),
        Ok(count) => Finding::ok("cores", count.to_string()),
        Err(error) => Finding::look(
            "cores",
            error.to_string(),
            "--jobs J says how many threads breed",
        ),
    }
}

/// The file that is run as `program`, looked for as the system does.
fn found(program: &str) -> Option<PathBuf> {
    let is_program = |path: &PathBuf| {
        #[cfg(unix)]
        let may_run = |file: &fs::Metadata| {
            use std::os::unix::fs::PermissionsExt as _;
            file.permissions().mode() & 0o111 != 0
        };
        #[cfg(not(unix))]
        let may_run = |_: &fs::Metadata| true;
        fs::metadata(path).is_ok_and(|file| file.is_file() && may_run(&file))
    };
    if Path::new(program).components().count() > 1 {
        return Some(PathBuf::from(program)).filter(is_program);
    }
    let folders = env::var_os("PATH")?;
    env::split_paths(&folders)
        .map(|folder| folder.join(format!("{program}{}", env::consts::EXE_SUFFIX)))
        .find(is_program)
}

/// The engines that the settings name.
fn engines(config: &Config) -> Vec<Finding> {
    const WHAT: &str = "engine";
    let named = [
        ("opponent under [game]", &config.game.opponent),
        ("adviser under [tester]", &config.tester.adviser),
        ("opponent under [evolution]", &config.evolution.opponent),
    ];
    let mut findings = Vec::new();
    for (key, name) in named {
        let Ok(PlayerSpec::Engine(engine)) = name.parse() else {
            continue;
        };
        let words = shlex::split(&engine.command.to_string()).unwrap_or_default();
        let program = words.first().map_or("", String::as_str);
        findings.push(match found(program) {
            Some(path) => Finding::ok(WHAT, format!("{} ({key})", path.display())),
            None => Finding::bad(
                WHAT,
                format!("{program} ({key}) cannot be found, or is not a program"),
                "install it, name it with its full path, or take the setting out",
            ),
        });
    }
    if findings.is_empty() {
        findings.push(Finding::ok(WHAT, "none is set up"));
    }
    findings
}

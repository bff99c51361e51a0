//! `koteki janken`: play it, or look through matches that were played.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read as _, Seek as _, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use rayon::prelude::*;
use serde_json::json;

use super::play::fresh_seed;
use crate::commands::choice::{Choice, one_of};
use crate::commands::looks::Looks;
use crate::config::{Config, Paths};
use crate::plain::janken::{Options, run as play};
use koteki_games::janken::Round;
use koteki_games::random::derive_seed;
use koteki_games::spec::{Named, Spec as _};
use koteki_games::words::harmless::Harmless;
use koteki_janken::ReaderSpec;
use koteki_janken::follow::{Followed, follow};
use koteki_janken::habits::Habits;
use koteki_janken::score::{Score, net_interval_of};
use koteki_record::janken::{Alphabet, Checked, Collected, PlayerRounds, RowError, Rows, alphabet};
use koteki_record::now;
use koteki_session::janken::words;
use koteki_session::janken::{LONGEST, Length, Setup, words as show};
use koteki_tui as tui;
use koteki_tui::event::Program;

const ALPHABETS: [Choice<Alphabet>; 4] = [
    (
        "rps",
        "R rock, P paper, S scissors; 0 rock, 1 paper, 2 scissors",
        Alphabet::Rps,
    ),
    (
        "gcp",
        "G rock, C scissors, P paper; 0 rock, 1 paper, 2 scissors",
        Alphabet::Gcp,
    ),
    (
        "keys",
        "1 rock, 2 scissors, 3 paper: the Japanese order",
        Alphabet::Keys,
    ),
    ("numbers", "1 rock, 2 paper, 3 scissors", Alphabet::Numbers),
];

/// Plays janken against a player that reads your habits, or looks through matches that were played
///
/// Each hand of the opponent is fixed before yours is read: its digest is shown first, and what is behind
/// it afterwards. With --analyse nothing is played: the habits of everyone in the file are listed, and
/// what each player of the program would have won against them.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The opponent: beginner, random, paper, strong, or any player as in paper:key=opp3 [default: strong]
    #[arg(
        long,
        value_name = "PLAYER",
        alias = "opponent",
        conflicts_with = "analyse"
    )]
    pub level: Option<ReaderSpec>,
    /// Length of a match: endless, a number of rounds, or first10 (to ten wins) [default: 100 on the
    /// screen, endless in plain lines]
    #[arg(long, value_name = "LENGTH", conflicts_with_all = ["rounds", "first_to"])]
    pub length: Option<Length>,
    /// Length of a match in rounds
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(LONGEST)))]
    #[arg(conflicts_with = "first_to")]
    pub rounds: Option<u32>,
    /// Length of a match: until one side has this many wins
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(LONGEST)))]
    pub first_to: Option<u32>,
    /// Plain lines instead of a screen (also without a terminal, and with TERM=dumb)
    #[arg(long, conflicts_with = "analyse")]
    pub plain: bool,
    /// Settings file, on top of the built-in settings and your own file
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// How the screen looks
    #[command(flatten)]
    pub looks: Looks,
    /// Seed for everything random; with --analyse 1 when left out
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
    /// Where matches are kept
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// List the players
    #[arg(long)]
    pub list: bool,
    /// Look through a file of matches instead of playing; - for standard input
    #[arg(long, value_name = "FILE", alias = "analyze")]
    pub analyse: Option<PathBuf>,
    /// What letters and digits stand for in the file, where that does not show
    #[arg(long, value_name = "LETTERS", value_parser = one_of(&ALPHABETS), requires = "analyse")]
    pub letters: Option<Alphabet>,
    /// A player to try on the hands of the file; may be given several times [default: a dozen]
    #[arg(long, value_name = "PLAYER", requires = "analyse")]
    pub reader: Vec<ReaderSpec>,
    /// Print one JSON object instead of lines
    #[arg(long)]
    pub json: bool,
}

/// The players that are tried on a file.
const READERS: [&str; 12] = [
    "paper",
    "paper:key=opp2+own1",
    "paper:key=outcome1+shift1",
    "strong",
    "argmax",
    "frequency",
    "markov1",
    "markov2",
    "markov3",
    "match",
    "meta",
    "random",
];

/// Plays on a screen or in plain lines, or analyses.
///
/// # Errors
/// A file that cannot be read, an input, output or terminal that is gone.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let out = &mut Harmless::json_or_words(args.json, io::stdout());
    if args.list && args.json {
        let players = ReaderSpec::PLAYERS.iter();
        let players = players.map(|it| json!({ "name": it.name, "about": it.about }));
        writeln!(out, "{}", json!(players.collect::<Vec<_>>()))?;
        return Ok(ExitCode::SUCCESS);
    }
    if args.list {
        for Named { name, about, .. } in ReaderSpec::PLAYERS {
            writeln!(out, "{name:10} {about}")?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(file) = &args.analyse {
        analyse(args, file, out, &mut Harmless::words(io::stderr()))?;
        return Ok(ExitCode::SUCCESS);
    }
    if args.json {
        bail!("--json goes with --analyse FILE or --list");
    }
    sit(args)
}

/// Plays until the person leaves.
fn sit(args: &Args) -> anyhow::Result<ExitCode> {
    let on_screen = !args.plain && tui::is_possible();
    let (screen, options) = prepared(args, on_screen)?;
    if on_screen {
        return Ok(tui::janken::run(&screen, options)?.code().into());
    }
    let options = Options {
        setup: options.setup,
        data: options.data,
        name: options.name,
    };
    play(
        options,
        BufReader::new(io::stdin()),
        &mut io::stdout().lock(),
    )?;
    Ok(ExitCode::SUCCESS)
}

fn prepared(args: &Args, on_screen: bool) -> anyhow::Result<(tui::Settings, tui::janken::Options)> {
    let paths = Paths::from_environment();
    let mut config = Config::load(&paths, args.config.as_deref())?;
    args.looks.put(&mut config.screen);
    let length = args.length();
    let setup = Setup {
        opponent: match &args.level {
            Some(level) => level.clone(),
            None => "strong".parse()?,
        },
        length: length.unwrap_or(if on_screen {
            Length::Rounds(100)
        } else {
            Length::Endless
        }),
        seed: args.seed.unwrap_or_else(fresh_seed),
    };
    let options = tui::janken::Options {
        setup,
        asked: [args.level.is_some(), length.is_some(), args.seed.is_some()],
        data: config.data_folder(&paths, args.data.as_deref()),
        name: name(),
    };
    Ok((config.screen, options))
}

/// The screen to go to from a game that was started with `args`.
///
/// # Errors
/// When a setting is wrong.
pub fn screen(args: &super::play::Args) -> anyhow::Result<Box<dyn Program>> {
    let args = Args {
        level: None,
        length: None,
        rounds: None,
        first_to: None,
        plain: false,
        config: args.config.clone(),
        looks: args.looks,
        seed: None,
        data: args.data.clone(),
        list: false,
        analyse: None,
        letters: None,
        reader: Vec::new(),
        json: false,
    };
    let (screen, options) = prepared(&args, true)?;
    Ok(Box::new(tui::janken::open(&screen, options)?))
}

impl Args {
    /// The length that is asked for, if any is.
    fn length(&self) -> Option<Length> {
        let rounds = self.rounds.map(Length::Rounds);
        self.length
            .or(rounds)
            .or_else(|| self.first_to.map(Length::FirstTo))
    }
}

/// A name that matches of other sittings don't have: the time, and the process.
fn name() -> String {
    format!("{}-{}", now().as_millis(), std::process::id())
}

/// A player of the file.
struct Player {
    name: String,
    matches: Vec<Vec<Round>>,
    score: Score,
    habits: Habits,
    followed: Vec<Followed>,
}

/// Faults that are reported one by one; the others are counted.
const REPORTED: usize = 20;

/// What is in a file.
struct Analysis {
    matches: usize,
    rounds: u64,
    /// Rounds in which a player had no hand.
    skipped: u64,
    /// The first of them.
    faults: Vec<RowError>,
    /// All of them.
    unread: u64,
    /// What its letters and digits were taken for.
    alphabet: Alphabet,
    checked: Option<Checked>,
    players: Vec<Player>,
}

/// Looks through a file; lines that cannot be read are reported on `errors` (in JSON they are part of the object).
///
/// # Errors
/// When the file cannot be read or holds no round.
pub fn analyse(
    args: &Args,
    file: &Path,
    out: &mut dyn Write,
    errors: &mut dyn Write,
) -> anyhow::Result<()> {
    let name = if file == Path::new("-") {
        "standard input".to_owned()
    } else {
        file.display().to_string()
    };
    let readers: Vec<ReaderSpec> = if args.reader.is_empty() {
        READERS
            .iter()
            .map(|name| name.parse())
            .collect::<Result<_, _>>()?
    } else {
        args.reader.clone()
    };
    let analysis = look_through(file, args.letters, &readers, args.seed.unwrap_or(1))
        .with_context(|| name.clone())?;
    if args.json {
        let object = to_json(&name, &analysis, &readers).to_string();
        writeln!(out, "{object}")?;
    } else {
        for fault in &analysis.faults {
            let fault = format!("{name}, {fault}");
            writeln!(errors, "{fault}")?;
        }
        let more = analysis.unread.saturating_sub(REPORTED as u64);
        if more > 0 {
            writeln!(errors, "{name}: and {more} more")?;
        }
    }
    if analysis.rounds == 0 {
        bail!(nothing_read(&name, analysis.unread));
    }
    if !args.json {
        for line in lines(&name, &analysis, &readers) {
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}

/// Largest input that is kept in memory because it cannot be read twice.
const LARGEST: u64 = 1 << 30;

/// A file, or standard input for `-`, that can be read twice.
fn open(file: &Path) -> anyhow::Result<Box<dyn Twice>> {
    let input: Box<dyn io::Read> = if file == Path::new("-") {
        Box::new(io::stdin().lock())
    } else {
        let input = File::open(file)?;
        let data = input.metadata()?;
        if data.is_dir() {
            bail!("this is a directory: give a file of matches");
        }
        if data.is_file() {
            return Ok(Box::new(BufReader::new(input)));
        }
        Box::new(input)
    };
    let mut bytes = Vec::new();
    input.take(LARGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST {
        bail!("more than {LARGEST} bytes: save it as a file and give that");
    }
    Ok(Box::new(Cursor::new(bytes)))
}

/// What can be read line by line, and again.
trait Twice: BufRead + io::Seek {}

impl<T: BufRead + io::Seek> Twice for T {}

fn look_through(
    file: &Path,
    letters: Option<Alphabet>,
    readers: &[ReaderSpec],
    seed: u64,
) -> anyhow::Result<Analysis> {
    let mut input = open(file)?;
    let alphabet = alphabet(&mut input, letters)?;
    input.rewind()?;
    let mut rows = Rows::new(input, alphabet)?;
    let mut collected = Collected::default();
    let (mut faults, mut unread, mut rounds) = (Vec::new(), 0, 0);
    while let Some(row) = rows.next_row()? {
        match row {
            Ok(row) => {
                rounds += 1;
                collected.add(row);
            }
            Err(fault) => {
                unread += 1;
                if faults.len() < REPORTED {
                    faults.push(fault);
                }
            }
        }
    }
    let games: std::collections::HashSet<&str> = collected
        .seen
        .iter()
        .map(|seen| seen.game.as_str())
        .collect();
    let matches = games.len();
    let mut players: Vec<(String, Vec<PlayerRounds>)> = Vec::new();
    let mut places = std::collections::HashMap::new();
    for seen in collected.seen {
        let place = *places.entry(seen.player.clone()).or_insert_with(|| {
            players.push((seen.player.clone(), Vec::new()));
            players.len() - 1
        });
        players[place].1.push(seen);
    }
    players.sort_by(|a, b| a.0.cmp(&b.0));
    let players: Vec<(String, Habits, Vec<Vec<Round>>)> = players
        .into_iter()
        .map(|(name, seen)| {
            let habits = Habits::of_all(seen.iter().flat_map(PlayerRounds::stretches));
            (name, habits, seen.into_iter().map(|it| it.rounds).collect())
        })
        .collect();
    let each = readers.len();
    let followed: Vec<Followed> = (0..players.len() * each)
        .into_par_iter()
        .with_max_len(1)
        .map(|index| {
            let (player, reader) = (index / each, index % each);
            let seed = derive_seed(seed, &[player as u64]);
            follow(&readers[reader], &players[player].2, seed)
        })
        .collect();
    let players = players
        .into_iter()
        .enumerate()
        .map(|(index, (name, habits, matches))| Player {
            name,
            score: Score::of(&matches.concat()),
            habits,
            matches,
            followed: followed[index * each..(index + 1) * each].to_vec(),
        });
    Ok(Analysis {
        matches,
        rounds,
        skipped: rows.skipped(),
        players: players.collect(),
        checked: rows.has_outcomes().then(|| rows.checked()),
        faults,
        unread,
        alphabet,
    })
}

fn lines(name: &str, analysis: &Analysis, readers: &[ReaderSpec]) -> Vec<String> {
    let mut lines = vec![found(
        name,
        analysis.matches,
        analysis.players.len(),
        analysis.rounds,
        analysis.skipped,
        analysis.unread,
    )];
    match analysis.alphabet {
        Alphabet::Rps => {}
        Alphabet::Gcp => lines.push("hands are read as G rock, C scissors, P paper".to_owned()),
        Alphabet::Keys => lines.push(
            "hands are read as 1 rock, 2 scissors, 3 paper, the Japanese order (--letters \
             numbers: 1 rock, 2 paper, 3 scissors)"
                .to_owned(),
        ),
        Alphabet::Numbers => lines.push("hands are read as 1 rock, 2 paper, 3 scissors".to_owned()),
    }
    if let Some(it) = analysis.checked {
        lines.push(outcomes(
            it.right,
            it.reversed,
            it.wrong,
            it.unknown,
            it.first,
            it.is_swapped(),
        ));
    }
    let names: Vec<String> = readers.iter().map(ToString::to_string).collect();
    for player in &analysis.players {
        let Score {
            wins,
            draws,
            losses,
        } = player.score;
        lines.push(String::new());
        let matches = player.matches.len();
        let net = player.score.per_hundred();
        lines.push(format!(
            "{}: {} in {}, {wins} won, {draws} drawn, {losses} lost (net {net:+.1} per 100)",
            player.name,
            words::many((wins + draws + losses).into(), "round", "rounds"),
            words::many(matches as u64, "match", "matches")
        ));
        lines.extend(
            show::habits(&player.habits)
                .iter()
                .map(|line| format!("  {line}")),
        );
        lines.push(
            "  next hand after each pair (own, opponent's): rock, paper, scissors".to_owned(),
        );
        lines.extend(
            show::next(&player.habits)
                .iter()
                .map(|line| format!("    {line}")),
        );
        lines.push(
            "  what each player would have won per 100 rounds against these hands (95 %, each \
             taken alone: the best of several looks better than it is), and how often it \
             predicted right:"
                .to_owned(),
        );
        let rows = reader_lines(&names, &player.followed);
        lines.extend(rows.into_iter().map(|row| format!("    {row}")));
    }
    if analysis.players.len() > 1 {
        lines.push(String::new());
        lines.push(over_all_heading(analysis.players.len(), readers.len()));
        let rows = reader_lines(&names, &over_all(analysis, readers.len()));
        lines.extend(rows.into_iter().map(|row| format!("  {row}")));
    }
    if !analysis.players.is_empty() {
        lines.push(String::new());
        lines.push(
            "(the hands were played against someone else and do not answer these players: a \
             forecast, not a match)"
                .to_owned(),
        );
    }
    lines
}

/// What each reader would have won, the best first.
fn reader_lines(names: &[String], followed: &[Followed]) -> Vec<String> {
    let width = names.iter().map(String::len).max().unwrap_or(0);
    let mut rows: Vec<(&String, &Followed)> = names.iter().zip(followed).collect();
    rows.sort_by_key(|(_, it)| std::cmp::Reverse(it.score.net()));
    rows.into_iter()
        .map(|(name, it)| {
            let hits = match it.hits {
                (_, 0) => String::new(),
                (right, all) => format!(", {right} of {all}"),
            };
            format!(
                "{name:width$} {:+.1} ({:+.1} to {:+.1}){hits}",
                it.score.per_hundred(),
                it.interval.low,
                it.interval.high
            )
        })
        .collect()
}

/// What each reader would have won against everybody together; the intervals hold for all readers at once.
fn over_all(analysis: &Analysis, readers: usize) -> Vec<Followed> {
    let of_reader = |reader: usize| {
        let each = analysis.players.iter().map(|it| &it.followed[reader]);
        let score = each
            .clone()
            .fold(Score::default(), |sum, it| sum.and(it.score));
        Followed {
            score,
            hits: each.fold((0, 0), |sum, it| (sum.0 + it.hits.0, sum.1 + it.hits.1)),
            interval: net_interval_of(score, readers),
        }
    };
    (0..readers).map(of_reader).collect()
}

fn to_json(name: &str, analysis: &Analysis, readers: &[ReaderSpec]) -> serde_json::Value {
    let faults = analysis
        .faults
        .iter()
        .map(|fault| json!({ "line": fault.line, "problem": fault.problem.to_string() }));
    let outcomes = analysis.checked.map(|it| {
        json!({
            "right": it.right,
            "reversed": it.reversed,
            "wrong": it.wrong,
            "unknown": it.unknown,
            "first_line": (it.first > 0).then_some(it.first),
            "labels_exchanged": it.is_swapped(),
        })
    });
    let followed = |followed: &[Followed]| {
        let rows = readers.iter().zip(followed).map(|(reader, it)| {
            json!({
                "reader": reader.to_string(),
                "rounds": it.score,
                "net_per_100": it.score.per_hundred(),
                "interval": [it.interval.low, it.interval.high],
                "predicted_right": it.hits.0,
                "predicted": it.hits.1,
            })
        });
        rows.collect::<Vec<_>>()
    };
    let players = analysis.players.iter().map(|player| {
        json!({
            "player": player.name,
            "matches": player.matches.len(),
            "rounds": player.score,
            "net_per_100": player.score.per_hundred(),
            "habits": player.habits,
            "readers": followed(&player.followed),
        })
    });
    json!({
        "file": name,
        "matches": analysis.matches,
        "rounds": analysis.rounds,
        "skipped": analysis.skipped,
        "faults": faults.collect::<Vec<_>>(),
        "fault_count": analysis.unread,
        "letters": analysis.alphabet.name(),
        "outcomes": outcomes,
        "players": players.collect::<Vec<_>>(),
        "all_players": { "readers": followed(&over_all(analysis, readers.len())), "intervals": "simultaneous" },
    })
}

fn found(
    file: &str,
    matches: usize,
    players: usize,
    rounds: u64,
    skipped: u64,
    faults: u64,
) -> String {
    let mut unread = String::new();
    if skipped > 0 {
        let skipped = words::many(skipped, "round", "rounds");
        unread += &format!("; {skipped} without a hand skipped");
    }
    if faults > 0 {
        unread += &format!(
            "; {} could not be read",
            words::many(faults, "line", "lines")
        );
    }
    format!(
        "{file}: {}, {}, {}{unread}",
        words::many(matches as u64, "match", "matches"),
        words::many(players as u64, "player", "players"),
        words::many(rounds, "round", "rounds")
    )
}

fn nothing_read(file: &str, faults: u64) -> String {
    match faults {
        0 => format!("{file}: there is no round in it, only a heading"),
        _ => format!(
            "{file}: no round could be read ({})",
            words::many(faults, "faulty line", "faulty lines")
        ),
    }
}

/// How the outcomes of the file fit: rows that do, reversed ones, wrong ones, not understood, the first
/// that does not fit, and whether labels look exchanged.
fn outcomes(
    right: u64,
    reversed: u64,
    wrong: u64,
    unknown: u64,
    first: u64,
    swapped: bool,
) -> String {
    let mut line = format!(
        "outcomes: {} fit the hands",
        words::many(right, "row", "rows")
    );
    if reversed + wrong > 0 {
        line += &format!(
            ", {} not ({reversed} reversed; the first in line {first})",
            reversed + wrong
        );
    }
    if unknown > 0 {
        line += &format!(", {unknown} not understood");
    }
    if swapped {
        line += ": two hands have exchanged labels in this file (wins are losses throughout); check what \
                 its letters or digits stand for before believing what follows";
    }
    line
}

fn over_all_heading(players: usize, readers: usize) -> String {
    let chances = if readers > 1 {
        format!(
            "; the best of {readers} looks better than it is, so each interval is wide enough for all {readers} \
             to hold at once (95 %, Bonferroni)"
        )
    } else {
        " (95 %)".to_owned()
    };
    format!(
        "all {players} players: what each player of the program would have won per 100 rounds{chances}, and how \
         often it predicted right:"
    )
}

//! Matches of the games that have a kit: played, kept, reported.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::thread::available_parallelism;

use anyhow::{Context as _, anyhow, bail};

use super::live::Live;
use super::report::{Failures, Form, Report};
use super::settings::{OpeningSettings, Settings};
use super::{Args, Output};
use crate::commands::interrupts::Interrupts;
use crate::commands::words;
use koteki_engine::player::Player;
use koteki_engine::search::budget::Cancel;
use koteki_engine::wire::error::EngineErrorKind;
use koteki_games::{Game, Side};
use koteki_record::contest::{
    ContestFileError, FORMAT, FailedPlayer, Head, Line, MatchFile, Writer,
};
use koteki_rivals::evolve::BEHAVIOUR;
use koteki_rivals::measure::contest::{Played, plain_difference};
use koteki_rivals::measure::openings::{Openings, Set, cut};
use koteki_rivals::measure::tournament::{Board, Conditions, Ended, Finished, GameId};
use koteki_rivals::roster::kit::Kit;

/// Name and version of this program, as records have it.
const PROGRAM: &str = concat!("koteki ", env!("CARGO_PKG_VERSION"));

/// A match that is gone on with: its file and what it holds.
pub(super) type Begun = (Writer, MatchFile<Settings>);

/// The file that a match is gone on with, opened.
pub(super) fn begun(args: &Args) -> anyhow::Result<Option<Begun>> {
    let Some(path) = &args.resume else {
        return Ok(None);
    };
    let (writer, held) = match Writer::resume::<Settings>(&file_of(path)) {
        // Ended before it said what is played: it begins anew, if that is said again.
        Err(ContestFileError::Nothing(_)) if !args.players.is_empty() => return Ok(None),
        resumed => resumed?,
    };
    if held.head.behaviour != BEHAVIOUR {
        let (then, path) = (held.head.behaviour, path.display().to_string());
        bail!(
            "cannot resume {path}: behaviour {then} when it began, {BEHAVIOUR} now: this \
             program plays otherwise than {}, which began it; use that one, or begin \
             another match",
            held.head.program
        );
    }
    Ok(Some((writer, held)))
}

/// A folder's file is `games.jsonl`.
fn file_of(path: &Path) -> PathBuf {
    if path.is_dir() {
        path.join("games.jsonl")
    } else {
        path.to_owned()
    }
}

/// Plays a match between the players of the command line or of its file, and reports the result.
///
/// # Errors
/// A player's name that cannot be read, an option that the game has not, no threads, a file that is there or is
/// another's, an output that is gone.
pub(super) fn run<K: Kit>(
    args: &Args,
    begun: Option<Begun>,
    interrupts: &Interrupts,
    output: &mut Output<'_>,
) -> anyhow::Result<ExitCode> {
    if args.empties_to_winner && K::EMPTIES_TO_WINNER.is_none() {
        bail!(words::othello_only("--empties-to-winner"));
    }
    let read = |name: &String| K::player_named(name);
    let named: Vec<K::Spec> = match &begun {
        // A match goes on with its own players.
        Some(_) if args.players.is_empty() => Vec::new(),
        _ => enough(&args.players)?
            .iter()
            .map(|name| read(name).map(K::named_by_person))
            .collect::<Result<_, _>>()?,
    };
    let settings = Settings::asked::<K>(
        args,
        named.iter().map(|spec| format!("{spec:#}")).collect(),
        begun.as_ref().map(|(_, held)| &held.head.settings),
    )?;
    let specs = if named.is_empty() {
        let names = enough(&settings.players)?.iter();
        names.map(read).collect::<Result<_, _>>()?
    } else {
        named
    };
    play::<K>(args, &settings, begun, &specs, interrupts, output)
}

/// `names`, of two players at least.
fn enough(names: &[String]) -> anyhow::Result<&[String]> {
    if names.len() < 2 {
        bail!(super::TOO_FEW);
    }
    Ok(names)
}

fn play<K: Kit>(
    args: &Args,
    settings: &Settings,
    begun: Option<Begun>,
    specs: &[K::Spec],
    interrupts: &Interrupts,
    output: &mut Output<'_>,
) -> anyhow::Result<ExitCode> {
    let names: Vec<String> = specs.iter().map(ToString::to_string).collect();
    let players = specs
        .iter()
        .map(|spec| K::build(spec).with_context(|| spec.to_string()));
    let players: Vec<Box<dyn Player<K>>> = players.collect::<anyhow::Result<_>>()?;
    let openings = openings::<K>(&settings.openings)?;
    let judge = K::EMPTIES_TO_WINNER
        .filter(|_| settings.empties_to_winner)
        .unwrap_or(plain_difference);
    let mut board = Board::new(settings.plan());
    let mut failures = Failures::new(names.len());
    let writer = match begun {
        Some((mut writer, held)) => {
            // More games are the same match, made longer.
            let longer = settings.games > held.head.settings.games;
            let mut before = held.head.settings.clone();
            if longer {
                before.games = settings.games;
            }
            if let Some((key, then, now)) = settings.difference(&before) {
                bail!(
                    "cannot resume {}: {key} was {then} when it began, {now} now; leave \
                     it out, or name another file",
                    writer.path().display()
                );
            }
            take_in(
                &mut board,
                &mut failures,
                settings,
                judge,
                &held,
                writer.path(),
            )?;
            if held.torn {
                writeln!(
                    output.errors,
                    "the last line of the file was torn and is cut off"
                )?;
                writer.cut_torn()?;
            }
            if longer {
                writer = writer.with_head(&head(settings))?;
            }
            Some(writer)
        }
        None => match args.out.as_ref().or(args.resume.as_ref()) {
            Some(path) => Some(Writer::create(&file_of(path), &head(settings))?),
            None => None,
        },
    };
    let path = writer.as_ref().map(|it| it.path().display().to_string());
    let done = board.games();
    let board = Mutex::new(board);
    let kept = Mutex::new((writer, Ok(())));
    let cancel = Cancel::new();
    let hall = Conditions {
        players: &players,
        openings: &openings,
        judge,
        jobs: args.jobs.map_or_else(
            || available_parallelism().map_or(1, usize::from),
            usize::from,
        ),
    };
    let failures = Mutex::new(failures);
    let keep = |finished: &Finished<K>| {
        if let Some((player, why)) = failed(settings, finished) {
            let mut failures = failures.lock().unwrap_or_else(PoisonError::into_inner);
            failures.add(player, finished.game, why);
        }
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        let (writer, result) = &mut *kept;
        if let (Some(writer), Ok(())) = (writer, &result) {
            *result = writer.append(&line(judge, settings, finished));
            if result.is_err() {
                cancel.cancel();
            }
        }
    };
    let mut live = Live::new(output.live, done);
    let played = interrupts.watch(
        &cancel,
        || {
            live.show(|| {
                let board = board.lock().unwrap_or_else(PoisonError::into_inner).clone();
                let failures = failures.lock().unwrap_or_else(PoisonError::into_inner);
                Report::new(settings, &names, &board, &failures)
            });
        },
        || hall.play(&board, &cancel, &keep),
    );
    live.clear();
    played?;
    let board = board.into_inner().unwrap_or_else(PoisonError::into_inner);
    let (writer, written) = kept.into_inner().unwrap_or_else(PoisonError::into_inner);
    // What there is is reported, also when the disk is full.
    let failures = failures
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    let report = Report::new(settings, &names, &board, &failures);
    if board.games() > 0 {
        report.write(Form::of(args), &mut *output.out)?;
    }
    written?;
    if let Some(mut writer) = writer {
        if board.is_over() {
            let counts = |line: &Line| {
                let game = game_of(&board, line)?;
                board.wants(game).then(|| game.order())
            };
            writer.finish(counts)?;
        } else {
            writer.sync()?;
        }
    }
    if let Some(player) = board.broken() {
        let why = failures.why(player);
        bail!(broken(&names[player], why, path.as_deref()));
    }
    if board.is_over() {
        return Ok(ExitCode::SUCCESS);
    }
    let line = interrupted(board.games(), path.as_deref());
    writeln!(output.errors, "{line}")?;
    Ok(interrupts.code().into())
}

/// What stands in front of the games.
fn head(settings: &Settings) -> Head<&Settings> {
    Head {
        format: FORMAT,
        program: PROGRAM.to_owned(),
        behaviour: BEHAVIOUR,
        settings,
    }
}

/// Which game of the match a line is.
fn game_of(board: &Board, line: &Line) -> Option<GameId> {
    let [a, b] = line.pairing;
    let pairing = [a.checked_sub(1)?, b.checked_sub(1)?];
    Some(GameId {
        pairing: board.plan().pairings.iter().position(|it| *it == pairing)?,
        number: line.game.checked_sub(1)?,
    })
}

/// Takes in the games of a file.
fn take_in<K: Kit>(
    board: &mut Board,
    failures: &mut Failures,
    settings: &Settings,
    judge: fn(&Played<K>) -> i32,
    held: &MatchFile<Settings>,
    path: &Path,
) -> anyhow::Result<()> {
    for (index, line) in held.games.iter().enumerate() {
        let game = game_of(board, line).filter(|game| {
            let [a, b] = line.pairing.map(|it| &settings.players[it - 1]);
            let [black, white] = match game.first() {
                Side::Black => [a, b],
                Side::White => [b, a],
            };
            (&line.black, &line.white) == (black, white)
                && line.seed == board.plan().game_seed(*game)
        });
        let first = game.map(GameId::first);
        let is_first = |side| first.map(|first| Side::from(side) == first);
        let ended = match (&line.failed, line.resigned) {
            (Some(failed), _) => is_first(failed.side).map(Ended::Forfeit),
            (None, Some(side)) => is_first(side).map(Ended::Resigned),
            (None, None) => line.difference.map(Ended::Board),
        };
        let (Some(game), Some(ended)) = (game, ended) else {
            bail!(
                "{}, line {}: not a game of the match that its first line says; the file is \
                 left as it is",
                path.display(),
                index + 2
            );
        };
        let start = line.start.iter().map(String::as_str);
        let text: Vec<&str> = start.chain([&*line.transcript]).collect();
        let is_so = K::read_game(&text.join(" ")).is_ok_and(|moves| match ended {
            Ended::Board(difference) => {
                let is_over = moves.position().outcome().is_some();
                let first = game.first();
                is_over && judge(&Played { line: moves, first }) == difference
            }
            Ended::Forfeit(_) | Ended::Resigned(_) => true,
        });
        if !is_so {
            bail!(
                "{}, line {}: its moves are no game that ended so; the file is left as it is",
                path.display(),
                index + 2
            );
        }
        if let (Some(failed), Ended::Forfeit(is_first)) = (&line.failed, ended) {
            let player = line.pairing[usize::from(!is_first)] - 1;
            failures.add(player, game, failed.why.clone());
        }
        board.take(game, ended);
    }
    board.forgive();
    Ok(())
}

/// The player that failed in a game, and why.
fn failed<G: Game>(settings: &Settings, finished: &Finished<G>) -> Option<(usize, String)> {
    let (side, fault) = finished.failure.as_ref()?;
    let [a, b] = settings.plan().pairings[finished.game.pairing];
    let player = if *side == finished.played.first { a } else { b };
    (fault.kind != EngineErrorKind::Resigned).then(|| (player, fault.to_string()))
}

/// A game as it is kept.
fn line<K: Kit>(judge: fn(&Played<K>) -> i32, settings: &Settings, finished: &Finished<K>) -> Line {
    let Finished {
        game,
        played,
        seed,
        failure,
    } = finished;
    let [a, b] = settings.plan().pairings[game.pairing];
    let (black, white) = match played.first {
        Side::Black => (a, b),
        Side::White => (b, a),
    };
    let (start, transcript) = K::write_game(&played.line);
    Line {
        pairing: [a + 1, b + 1],
        game: game.number + 1,
        black: settings.players[black].clone(),
        white: settings.players[white].clone(),
        seed: *seed,
        start,
        opening: played.line.opening(),
        transcript,
        result: played.line.position().outcome().map(Into::into),
        difference: failure.is_none().then(|| judge(played)),
        failed: failure
            .as_ref()
            .filter(|(_, fault)| fault.kind != EngineErrorKind::Resigned)
            .map(|(side, fault)| FailedPlayer {
                side: (*side).into(),
                why: fault.to_string(),
            }),
        resigned: failure
            .as_ref()
            .filter(|(_, fault)| fault.kind == EngineErrorKind::Resigned)
            .map(|&(side, _)| side.into()),
    }
}

/// What games begin with.
fn openings<K: Kit>(settings: &OpeningSettings) -> anyhow::Result<Openings<K>> {
    let set = |lines| Set::new(lines).with_context(no_opening::<K>);
    Ok(match settings {
        OpeningSettings::Random { plies } => Openings::Random(*plies),
        OpeningSettings::Balanced { .. } => Openings::ByLot(set(K::balanced())?),
        OpeningSettings::File {
            name,
            shuffle,
            lines,
        } => {
            let lines = lines
                .iter()
                .map(|line| K::read_game(line).with_context(|| name.clone()));
            let set = set(lines.collect::<anyhow::Result<_>>()?)?;
            if *shuffle {
                Openings::ByLot(set)
            } else {
                Openings::InOrder(set)
            }
        }
    })
}

/// The openings of a file, `plies` long at most, as [`Kit::read_game`] reads them.
pub(super) fn read_openings<K: Kit>(
    path: &Path,
    plies: Option<u32>,
) -> anyhow::Result<Vec<String>> {
    let mut lines = Vec::new();
    for game in K::read_openings(path)? {
        let (place, game) = game?;
        let game = game.map_err(|fault| anyhow!("{place}: {fault}"))?;
        let Some(opening) = cut(&game, plies) else {
            bail!("{place}: {}", no_opening::<K>());
        };
        let (start, moves) = K::write_game(&opening);
        let words: Vec<String> = start.into_iter().chain([moves]).collect();
        lines.push(words.join(" ").trim_end().to_owned());
    }
    if lines.is_empty() {
        bail!(no_opening::<K>());
    }
    Ok(lines)
}

fn no_opening<K: Kit>() -> String {
    format!("no opening in it: {}", K::OPENINGS_LOOK_LIKE)
}

fn interrupted(games: u32, file: Option<&str>) -> String {
    match file {
        Some(file) => {
            format!("interrupted after {games} games; resume with: koteki match --resume {file}")
        }
        None => format!(
            "interrupted after {games} games, of which nothing is kept (--out FILE keeps them)"
        ),
    }
}

fn broken(name: &str, why: Option<&str>, file: Option<&str>) -> String {
    let go_on = match file {
        Some(file) => format!(
            "; take the lines with \"failed\" out of {file} to have those games played again, and resume with \
             koteki match --resume {file}"
        ),
        None => String::new(),
    };
    let why = why.map(|why| format!(" ({why})")).unwrap_or_default();
    format!("{name} failed in three games in a row{why}, and the match ends{go_on}")
}

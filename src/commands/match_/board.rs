//! Matches of Othello and Blokus Duo: played, kept, told.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::thread::available_parallelism;

use anyhow::{Context as _, bail};

use super::live::Live;
use super::report::{Failures, Form, Report};
use super::settings::{OpeningSettings, Settings};
use super::{Args, Output};
use crate::commands::interrupts::Interrupts;
use crate::evolve::BEHAVIOUR;
use crate::game::{Game, GameLine, Side};
use crate::measure::contest::Played;
use crate::measure::openings::{Openings, Set};
use crate::measure::tournament::{Board, Ended, Finished, GameId, Hall};
use crate::player::Player;
use crate::record::contest::{ContestFileError, FORMAT, Failed, Head, Held, Line, Writer};
use crate::search::budget::Cancel;
use crate::text::contest as text;
use crate::wire::fault::FaultKind;

/// Name and version of this program, as records have it.
const PROGRAM: &str = concat!("koteki ", env!("CARGO_PKG_VERSION"));

/// What a game brings to a match.
pub(super) struct Room<G: Game> {
    /// The players' names, as they are called.
    pub names: Vec<String>,
    /// The players.
    pub players: Vec<Box<dyn Player<G>>>,
    /// What games begin with.
    pub openings: Openings<G>,
    /// The point difference of a game for its first player.
    pub judge: fn(&Played<G>) -> i32,
    /// The position that a game began from, unless it is the usual one, and its moves.
    pub write: fn(&Played<G>) -> (Option<String>, String),
}

/// A match that is gone on with: its file and what it holds.
pub(super) type Begun = (Writer, Held<Settings>);

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
        bail!(text::other_behaviour(
            &path,
            then,
            BEHAVIOUR,
            &held.head.program
        ));
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

/// Plays a match and tells what came of it.
pub(super) fn play<G: Game>(
    args: &Args,
    settings: &Settings,
    begun: Option<Begun>,
    room: &Room<G>,
    interrupts: &Interrupts,
    output: &mut Output<'_>,
) -> anyhow::Result<ExitCode> {
    let mut board = Board::new(settings.plan());
    let mut failures = Failures::new(room.names.len());
    let writer = match begun {
        Some((mut writer, held)) => {
            // More games are the same match, made longer.
            let longer = settings.games > held.head.settings.games;
            let mut before = held.head.settings.clone();
            if longer {
                before.games = settings.games;
            }
            if let Some((key, then, now)) = settings.difference(&before) {
                bail!(text::differs(
                    &writer.path().display().to_string(),
                    &key,
                    &then,
                    &now
                ));
            }
            take_in(&mut board, &mut failures, settings, &held, writer.path())?;
            if held.torn {
                writeln!(output.errors, "{}", text::TORN)?;
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
    let hall = Hall {
        players: &room.players,
        openings: &room.openings,
        judge: room.judge,
        jobs: args.jobs.map_or_else(
            || available_parallelism().map_or(1, usize::from),
            usize::from,
        ),
    };
    let failures = Mutex::new(failures);
    let keep = |finished: &Finished<G>| {
        if let Some((player, why)) = failed(settings, finished) {
            let mut failures = failures.lock().unwrap_or_else(PoisonError::into_inner);
            failures.add(player, finished.game, why);
        }
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        let (writer, result) = &mut *kept;
        if let (Some(writer), Ok(())) = (writer, &result) {
            *result = writer.append(&line(room, settings, finished));
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
                Report::new(settings, &room.names, &board, &failures)
            });
        },
        || hall.play(&board, &cancel, &keep),
    );
    live.clear();
    played?;
    let board = board.into_inner().unwrap_or_else(PoisonError::into_inner);
    let (writer, written) = kept.into_inner().unwrap_or_else(PoisonError::into_inner);
    // What there is is told, also when the disk is full.
    let failures = failures
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    let report = Report::new(settings, &room.names, &board, &failures);
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
        bail!(text::broken(&room.names[player], why, path.as_deref()));
    }
    if board.is_over() {
        return Ok(ExitCode::SUCCESS);
    }
    let line = text::interrupted(board.games(), path.as_deref());
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
fn take_in(
    board: &mut Board,
    failures: &mut Failures,
    settings: &Settings,
    held: &Held<Settings>,
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
            bail!(text::no_game_of_it(&path.display().to_string(), index + 2));
        };
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
    (fault.kind != FaultKind::Resigned).then(|| (player, fault.to_string()))
}

/// A game as it is kept.
fn line<G: Game>(room: &Room<G>, settings: &Settings, finished: &Finished<G>) -> Line {
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
    let (start, transcript) = (room.write)(played);
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
        difference: failure.is_none().then(|| (room.judge)(played)),
        failed: failure
            .as_ref()
            .filter(|(_, fault)| fault.kind != FaultKind::Resigned)
            .map(|(side, fault)| Failed {
                side: (*side).into(),
                why: fault.to_string(),
            }),
        resigned: failure
            .as_ref()
            .filter(|(_, fault)| fault.kind == FaultKind::Resigned)
            .map(|&(side, _)| side.into()),
    }
}

/// The names of several players, read by `read`; each that cannot be is told by its name.
pub(super) fn read_all<T>(
    names: &[String],
    read: impl Fn(&str) -> anyhow::Result<T>,
) -> anyhow::Result<Vec<T>> {
    if names.len() < 2 {
        bail!(text::TOO_FEW);
    }
    names.iter().map(|name| read(name)).collect()
}

/// The players that the command line names; none where a match goes on with its own.
pub(super) fn named_players<T>(
    args: &Args,
    begun: Option<&Begun>,
    read: impl Fn(&str) -> anyhow::Result<T>,
) -> anyhow::Result<Vec<T>> {
    if begun.is_some() && args.players.is_empty() {
        return Ok(Vec::new());
    }
    read_all(&args.players, read)
}

/// Who plays: those that were named, else those of the file.
pub(super) fn who_plays<T>(
    named: Vec<T>,
    settings: &Settings,
    read: impl Fn(&str) -> anyhow::Result<T>,
) -> anyhow::Result<Vec<T>> {
    if named.is_empty() {
        read_all(&settings.players, read)
    } else {
        Ok(named)
    }
}

/// What games begin with; `read` reads a line of a file's openings.
pub(super) fn set_of<G: Game>(
    settings: &OpeningSettings,
    balanced: impl FnOnce() -> Vec<GameLine<G>>,
    read: impl Fn(&str) -> anyhow::Result<GameLine<G>>,
) -> anyhow::Result<Openings<G>> {
    let set = |lines| Set::new(lines).context(text::NO_OPENING);
    Ok(match settings {
        OpeningSettings::Random { plies } => Openings::Random(*plies),
        OpeningSettings::Balanced { .. } => Openings::ByLot(set(balanced())?),
        OpeningSettings::File {
            name,
            shuffle,
            lines,
        } => {
            let lines = lines
                .iter()
                .map(|line| read(line).with_context(|| name.clone()));
            let set = set(lines.collect::<anyhow::Result<_>>()?)?;
            if *shuffle {
                Openings::ByLot(set)
            } else {
                Openings::InOrder(set)
            }
        }
    })
}

/// A file of openings, read by `read` with its name for what goes wrong.
pub(super) fn named<T>(path: &Path, read: anyhow::Result<T>) -> anyhow::Result<T> {
    read.with_context(|| path.display().to_string())
}

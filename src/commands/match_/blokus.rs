//! The players and openings of Blokus Duo.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{anyhow, bail};

use super::board::{Begun, Room, named, named_players, play, set_of, who_plays};
use super::settings::Settings;
use super::{Args, Output};
use crate::commands::interrupts::Interrupts;
use crate::game::blokus::Position;
use crate::game::blokus::notation::blksgf::Record;
use crate::game::blokus::notation::read_moves;
use crate::game::{Game as _, GameLine};
use crate::measure::contest::{Played, plain_difference};
use crate::measure::openings::cut;
use crate::roster::blokus::BlokusSpec;
use crate::text::{blokus as blokus_text, contest as text};

/// The moves of a game, with spaces between them.
fn moves(line: &GameLine<Position>) -> String {
    let mut moves = String::new();
    for (index, mv) in line.moves().iter().enumerate() {
        let space = if index == 0 { "" } else { " " };
        // Writing to a string cannot fail.
        let _ = write!(moves, "{space}{mv}");
    }
    moves
}

fn write(played: &Played<Position>) -> (Option<String>, String) {
    (None, moves(&played.line))
}

/// The openings of a file: the main line of a `.blksgf`, or moves, those of a game on each line.
fn read_file(path: &Path, plies: Option<u32>) -> anyhow::Result<Vec<String>> {
    let bytes = fs::read(path)?;
    let text = String::from_utf8_lossy(&bytes);
    let games: Vec<(usize, GameLine<Position>)> = if text.trim_start().starts_with('(') {
        vec![(1, Record::read(&text)?.main_line()?)]
    } else {
        let lines = text.lines().enumerate();
        let lines = lines.map(|(index, line)| {
            let fault = |fault: String| text::opening_fault(0, Some(index + 1), &fault);
            let game = read_moves(line).map_err(|it| anyhow!(fault(it.to_string())))?;
            Ok((index + 1, game))
        });
        lines.collect::<anyhow::Result<_>>()?
    };
    let mut lines = Vec::new();
    for (number, game) in games.iter().filter(|(_, game)| game.ply() > 0) {
        let opening = cut(game, plies).filter(|_| game.positions()[0] == Position::start());
        let Some(opening) = opening else {
            bail!(text::opening_fault(
                0,
                Some(*number),
                text::NOT_FROM_THE_START
            ));
        };
        lines.push(moves(&opening));
    }
    if lines.is_empty() {
        bail!(text::NO_BLOKUS_OPENING);
    }
    Ok(lines)
}

/// Plays the match and tells what came of it.
///
/// # Errors
/// A player's name that cannot be read, an option that only Othello has, no threads, a file that is there or is
/// another's, an output that is gone.
pub(super) fn run(
    args: &Args,
    begun: Option<Begun>,
    interrupts: &Interrupts,
    output: &mut Output<'_>,
) -> anyhow::Result<std::process::ExitCode> {
    if args.empties_to_winner {
        bail!(blokus_text::othello_only("--empties-to-winner"));
    }
    let read = |name: &str| -> anyhow::Result<_> { Ok(name.parse::<BlokusSpec>()?) };
    let named_players = named_players(args, begun.as_ref(), |name| {
        Ok(read(name)?.named_by_person())
    })?;
    let settings = Settings::asked(
        args,
        named_players.iter().map(ToString::to_string).collect(),
        begun.as_ref().map(|(_, held)| &held.head.settings),
        |path, plies| named(path, read_file(path, plies)),
        0,
    )?;
    let specs = who_plays(named_players, &settings, read)?;
    specs.iter().try_for_each(BlokusSpec::may_start)?;
    if let Some(open) = specs.iter().find(|it| it.is_open()) {
        bail!(blokus_text::no_target(&open.to_string()));
    }
    let room = Room {
        names: specs.iter().map(ToString::to_string).collect(),
        players: specs.iter().map(|spec| spec.build()).collect(),
        openings: set_of(&settings.openings, Vec::new, |line| Ok(read_moves(line)?))?,
        judge: plain_difference,
        write,
    };
    play(args, &settings, begun, &room, interrupts, output)
}

//! The players and openings of Othello.

use anyhow::{Context as _, bail};

use super::board::{Begun, Room, named, named_players, play, set_of, who_plays};
use super::settings::Settings;
use super::{Args, Output};
use crate::commands::games::open;
use crate::commands::interrupts::Interrupts;
use crate::game::othello::Position;
use crate::game::othello::notation::{Passes, write_board, write_transcript};
use crate::game::{Game as _, GameLine};
use crate::measure::contest::{Played, plain_difference};
use crate::measure::openings::{balanced, cut};
use crate::record::formats::{Source, read_game};
use crate::roster::{PlayerSpec, build_othello};
use crate::text::contest as text;

/// The disc difference for the first player with empty squares given to the winner.
fn difference_with_empties(played: &Played<Position>) -> i32 {
    let outcome = played.line.position().outcome_with_empties();
    outcome.map_or(0, |outcome| outcome.difference(played.first))
}

/// The position a game began from, unless it is the usual one, and its moves.
fn write(played: &Played<Position>) -> (Option<String>, String) {
    let start = &played.line.positions()[0];
    let start = (*start != Position::start()).then(|| write_board(start));
    (
        start,
        write_transcript(played.line.moves(), Passes::Written),
    )
}

/// The openings of a file, each as a line: its moves, behind the position they begin from if that is another.
fn read_file(mut source: Source, plies: Option<u32>) -> anyhow::Result<Vec<String>> {
    let mut lines = Vec::new();
    while let Some(entry) = source.games.next_entry()? {
        let game = match entry.game {
            Ok(game) => game,
            Err(fault) => bail!(text::opening_fault(
                entry.at.number,
                entry.at.line,
                &fault.to_string()
            )),
        };
        let Some(line) = cut(&game.line, plies) else {
            bail!(text::opening_fault(
                entry.at.number,
                entry.at.line,
                text::NO_OPENING
            ));
        };
        let start = &line.positions()[0];
        let moves = write_transcript(line.moves(), Passes::Written);
        lines.push(if *start == Position::start() {
            moves
        } else {
            format!("{} {moves}", write_board(start))
                .trim_end()
                .to_owned()
        });
    }
    if lines.is_empty() {
        bail!(text::NO_OPENING);
    }
    Ok(lines)
}

/// An opening of a file.
fn read_opening(line: &str) -> anyhow::Result<GameLine<Position>> {
    match line {
        // The usual start alone, which no reader takes for a game.
        "" => Ok(GameLine::default()),
        line => Ok(read_game(line)?.line),
    }
}

/// Plays the match and tells what came of it.
///
/// # Errors
/// A player's name that cannot be read, no threads, a file that is there or is another's, an output that is gone.
pub(super) fn run(
    args: &Args,
    begun: Option<Begun>,
    interrupts: &Interrupts,
    output: &mut Output<'_>,
) -> anyhow::Result<std::process::ExitCode> {
    let read = |name: &str| -> anyhow::Result<_> { Ok(name.parse::<PlayerSpec>()?) };
    let named_players = named_players(args, begun.as_ref(), |name| {
        Ok(read(name)?.named_by_person())
    })?;
    let settings = Settings::asked(
        args,
        named_players
            .iter()
            .map(|spec| format!("{spec:#}"))
            .collect(),
        begun.as_ref().map(|(_, held)| &held.head.settings),
        |path, plies| named(path, read_file(open(path, None)?, plies)),
        balanced().len(),
    )?;
    let specs = who_plays(named_players, &settings, read)?;
    let players = specs
        .iter()
        .map(|spec| build_othello(spec).with_context(|| spec.to_string()));
    let room = Room {
        names: specs.iter().map(ToString::to_string).collect(),
        players: players.collect::<anyhow::Result<_>>()?,
        openings: set_of(&settings.openings, balanced, read_opening)?,
        judge: if settings.empties_to_winner {
            difference_with_empties
        } else {
            plain_difference
        },
        write,
    };
    play(args, &settings, begun, &room, interrupts, output)
}

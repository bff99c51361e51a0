//! The players and openings of Blokus Duo.

use std::fmt::Write as _;

use anyhow::bail;

use super::board::{Begun, Room, play, read_all};
use super::settings::{OpeningSettings, Settings};
use super::{Args, Output};
use crate::commands::interrupts::Interrupts;
use crate::game::blokus::Position;
use crate::measure::contest::{Played, plain_difference};
use crate::measure::openings::Openings;
use crate::roster::blokus::BlokusSpec;
use crate::text::{blokus as blokus_text, contest as text};

/// The moves of a game, with spaces between them.
fn write(played: &Played<Position>) -> (Option<String>, String) {
    let mut moves = String::new();
    for (index, mv) in played.line.moves().iter().enumerate() {
        let space = if index == 0 { "" } else { " " };
        // Writing to a string cannot fail.
        let _ = write!(moves, "{space}{mv}");
    }
    (None, moves)
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
    let read = |names: &[String]| read_all(names, |name| Ok(name.parse::<BlokusSpec>()?));
    let named = if begun.is_some() && args.players.is_empty() {
        Vec::new()
    } else {
        read(&args.players)?
    };
    let settings = Settings::asked(
        args,
        named.iter().map(ToString::to_string).collect(),
        begun.as_ref().map(|(_, held)| &held.head.settings),
        |_, _| bail!(text::FILE_ONLY),
        0,
    )?;
    let OpeningSettings::Random { plies } = settings.openings else {
        bail!(text::FILE_ONLY);
    };
    let specs = if named.is_empty() {
        let held = read(&settings.players)?;
        if let Some(engine) = held.iter().find(|it| matches!(it, BlokusSpec::Engine(_))) {
            bail!(text::engine_of_a_file(&engine.to_string()));
        }
        held
    } else {
        named
    };
    if let Some(open) = specs.iter().find(|it| it.is_open()) {
        bail!(blokus_text::no_target(&open.to_string()));
    }
    let room = Room {
        names: specs.iter().map(ToString::to_string).collect(),
        players: specs.iter().map(|spec| spec.build()).collect(),
        openings: Openings::Random(plies),
        judge: plain_difference,
        write,
    };
    play(args, &settings, begun, &room, interrupts, output)
}

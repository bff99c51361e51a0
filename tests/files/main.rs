//! Files of games of all kinds: what real ones hold, what is written and read again, what damaged ones do.
//!
//! What users reported of other programs' files (Egaroucid, Edax, Othello Sensei, pedax, Reversatile and
//! others), and where it is kept from happening here:
//!
//! | reported | here |
//! |---|---|
//! | a parser for each format, chosen by the person | `read::every_format_is_known_by_what_it_holds` |
//! | PA accepted where no pass is forced | `read::a_pass_is_read_where_the_rules_force_one_and_nowhere_else` |
//! | move numbers and junk of PlayOK; text without end | `read::the_text_of_playok`, `damaged::nothing_is_read_without_end` |
//! | JSON of Othello Quest, GGF of GGS | `read::a_game_of_othello_quest`, `real::the_games_of_ggs…` |
//! | a wrong side to move swaps the colours | a board says its side or it is counted; `read::boards_with_and_without_a_side` |
//! | a side has to pass, and the game goes on | `read::a_game_goes_on_behind_a_pass` |
//! | a file with line ends of old Macs is one line | `read::lines_end_as_on_any_system` |
//! | a program cannot read the board that it prints | `read::a_board_that_koteki_prints_is_read` |
//! | the result is shown as unknown though the file has it | `read::a_winner_without_a_margin_is_a_result` |
//! | letters of a full-width input method are not taken | `read::full_width_letters_and_digits_are_moves` |
//! | a trailing `B[PA]` not applied | `read::a_pass_at_the_end_of_ggf_is_played` |
//! | saved games that begin with White | `read::a_game_may_begin_with_white` |
//! | unknown characters skipped, so that a board shifts | `read::boards_with_and_without_a_side` |
//! | board strings of FForum and GGS, moves behind them | `read::boards_with_and_without_a_side` |
//! | positions without a side | `read::boards_with_and_without_a_side` |
//! | a crash at no moves | `read::a_file_may_hold_nothing` |
//! | `d3d4d5` crashes | `read::what_is_no_game_is_told_with_its_place` |
//! | one pass, many signs | `read::a_pass_is_read_where_the_rules_force_one_and_nowhere_else`; one is written in each format |
//! | a notation that nobody explains | the docs of `record::formats` and of `game::othello::notation` |
//!
//! The other reports are about screens, engines and searches, and cannot come about in a file.

// Tests may unwrap; clippy does not know the helpers of one. A skipped test must be seen.
#![allow(clippy::unwrap_used, clippy::print_stderr, clippy::panic)]

mod command;
#[path = "../common/mod.rs"]
mod common;
mod damaged;
mod read;
mod real;
mod written;

use std::io::BufReader;
use std::path::PathBuf;

use koteki_games::GameLine;
use koteki_games::othello::{Move, Position};
use koteki_record::formats::{Entry, Format, Game, Games, TextWriter, survey};

/// A folder of real files; `None`, and a word of it, where there is none.
fn data(folder: &str) -> Option<PathBuf> {
    let root = std::env::var_os("KOTEKI_DATA").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/data")),
        PathBuf::from,
    );
    let found = root.join(folder);
    if found.is_dir() {
        return Some(found);
    }
    eprintln!("SKIPPED: no ../shared/data/{folder} and no KOTEKI_DATA: no real file read");
    None
}

/// Everything in a file.
fn entries(bytes: &[u8]) -> Vec<Entry> {
    let last = survey(BufReader::new(bytes)).unwrap().last;
    let mut games = Games::new(BufReader::new(bytes), Some(last));
    let mut entries = Vec::new();
    while let Some(entry) = games.next_entry().unwrap() {
        entries.push(entry);
    }
    entries
}

/// The games of a file in which nothing is wrong.
fn games(bytes: &[u8]) -> Vec<Game> {
    let entries = entries(bytes).into_iter();
    entries.map(|entry| entry.game.unwrap()).collect()
}

/// The one game of a text.
fn game(text: &str) -> Game {
    let mut games = games(text.as_bytes());
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0)
}

/// The moves of what a text holds, or what is wrong with it.
fn read(text: &str) -> Vec<Result<String, String>> {
    let entries = entries(text.as_bytes()).into_iter();
    entries
        .map(|entry| {
            let moves = |game: Game| game.line.moves().iter().map(Move::to_string).collect();
            entry.game.map(moves).map_err(|fault| fault.to_string())
        })
        .collect()
}

fn ok(moves: &str) -> Result<String, String> {
    Ok(moves.to_owned())
}

fn written(games: &[Game], format: Format) -> Vec<u8> {
    let mut writer = TextWriter::new(Vec::new(), format).unwrap().unwrap();
    for game in games {
        writer.write(game).unwrap().unwrap();
    }
    writer.finish().unwrap()
}

fn passes(line: &GameLine<Position>) -> usize {
    let passes = line.moves().iter().filter(|&&mv| mv == Move::Pass);
    passes.count()
}

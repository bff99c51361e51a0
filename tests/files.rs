//! Files of games of all kinds: what real ones hold, what is written and read again, what damaged ones do.

// Tests may unwrap; clippy does not know the helpers of one. A skipped test must be seen.
#![allow(clippy::unwrap_used, clippy::print_stderr, clippy::panic)]

use std::io::{BufReader, Cursor};
use std::path::PathBuf;

use koteki::game::othello::notation::{read_transcript, write_board};
use koteki::game::othello::{Move, Position};
use koteki::game::{Game as _, GameLine, Side};
use koteki::record::formats::writer::transcript;
use koteki::record::formats::{
    Ending, Entry, Format, Game, Games, Names, Note, Source, TextWriter, survey, wthor,
};

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
        writer.write(game).unwrap();
    }
    writer.finish().unwrap()
}

fn passes(line: &GameLine<Position>) -> usize {
    let passes = line.moves().iter().filter(|&&mv| mv == Move::Pass);
    passes.count()
}

// ---- real files: the facts that ../shared/data/README.md states --------------------------------------

#[test]
fn the_base_of_tournament_games_is_read_whole() {
    let Some(folder) = data("wthor") else { return };
    let (mut files, mut games, mut with_passes, mut all_passes) = (0, 0, 0, 0);
    let (mut finished, mut agreeing, mut with_empties) = (0, 0, 0);
    for year in 1977..=2025 {
        let path = folder.join(format!("WTH_{year}.wtb"));
        let mut source = Source::open(&path, None).unwrap();
        let before = games;
        files += 1;
        while let Some(entry) = source.games.next_entry().unwrap() {
            let game = entry.game.unwrap();
            assert_eq!(entry.at.offset, 16 + 68 * (games - before));
            assert_eq!(game.about.year(), Some(year));
            games += 1;
            let passes = passes(&game.line);
            with_passes += u32::from(passes > 0);
            all_passes += passes;
            let end = game.line.position();
            if end.is_over() {
                finished += 1;
                with_empties += u32::from(end.empties() != 0);
                let black = end.outcome_with_empties().unwrap().black;
                let claimed = game.about.result.unwrap();
                // The rule of the base itself, not that it agrees somehow.
                agreeing += u32::from(2 * black - 64 == claimed.difference as i32);
            }
        }
        assert_eq!(source.expected, Some(games - before));
        assert_eq!(source.size, Some(16 + 68 * (games - before)));
    }
    assert_eq!((files, games), (49, 137_548));
    assert_eq!((with_passes, all_passes), (80_200, 156_887));
    assert_eq!((finished, agreeing), (137_135, 137_135));
    assert_eq!((games - finished, with_empties), (413, 6_446));
    // The first game of 2001, with its names.
    let mut source = Source::open(&folder.join("WTH_2001.wtb"), None).unwrap();
    let first = source.games.next_entry().unwrap().unwrap().game.unwrap();
    let names = first.names.map(Option::unwrap);
    assert_eq!(names, ["Hubbard Paul", "Vinar Matt"]);
    let theoretical = first.about.theoretical.unwrap();
    assert_eq!((theoretical.black, theoretical.empties), (14, 24));
    assert_eq!(first.about.result.unwrap().difference as i32, 11 - 53);
    // 38 40 35 2e, as 10 x row + column.
    assert!(transcript(&first.line).starts_with("f5d6c5f4"));
}

#[test]
fn the_endgame_suite_is_read_with_every_score() {
    let Some(folder) = data("ffo") else { return };
    let mut problems = Vec::new();
    for file in ["1-19", "20-39", "40-59", "60-79"] {
        let bytes = std::fs::read(folder.join(format!("fforum-{file}.obf"))).unwrap();
        problems.extend(games(&bytes));
    }
    assert_eq!(problems.len(), 79);
    for (number, score, best, empties) in [
        (1, 18, "g8", 14),
        (2, 10, "a4", 14),
        (40, 38, "a2", 20),
        (52, 0, "a3", 27),
        (59, 64, "h4", 34),
    ] {
        let problem = &problems[number - 1];
        let (mv, found) = problem.about.scores[0];
        assert_eq!((found, mv.to_string().as_str()), (score, best), "#{number}");
        assert_eq!(problem.line.position().empties().count_ones(), empties);
    }
    // As they are written, they are read again.
    assert_eq!(games(&written(&problems, Format::Obf)), problems);
}

#[test]
fn the_games_of_ggs_are_read_and_written_again() {
    let Some(folder) = data("games") else { return };
    let bytes = std::fs::read(folder.join("TestGames.ggf")).unwrap();
    let all = games(&bytes);
    // Every game begins with its tag.
    let begun = String::from_utf8(bytes)
        .unwrap()
        .matches("GM[Othello]")
        .count();
    assert_eq!((all.len(), begun), (12, 12));
    let first = &all[0];
    assert_eq!(
        first.names,
        ["Saio1200", "Saio3000"].map(|it| Some(it.to_owned()))
    );
    assert_eq!(first.about.ratings, [Some(2196.37), Some(2200.35)]);
    assert_eq!(first.about.date.as_deref(), Some("2003.12.15_12:33:18.MST"));
    let note = |value, seconds| Note { value, seconds };
    assert_eq!(first.about.notes[7], note(Some(2.39), Some(0.01)));
    assert_eq!(first.about.notes[34], note(None, Some(97.63)));
    for game in &all {
        // Its results are draws, with the empty squares of none left.
        assert_eq!(game.agrees(), Some(true));
        assert_eq!(game.about.clocks[0].as_deref(), Some("05:00//02:00"));
    }
    assert_eq!(games(&written(&all, Format::Ggf)), all);
    assert_eq!(games(&written(&all, Format::Json)), all);
}

//! The words of games that are opened: the list of a file's games, the game that is gone through, the board that
//! is set up.

use super::coach::number;
use super::harmless::is_harmful;
use super::tui::grouped;

/// Title of the list.
pub const GAMES: &str = "Games";
/// Title of the list of openings.
pub const OPENINGS: &str = "Openings";
/// Title of what is known of a game.
pub const GAME: &str = "Game";
/// Title of the board that is set up.
pub const EDITOR: &str = "Board editor";
/// Title of what there is to say of it.
pub const POSITION: &str = "Position";
/// Where a game comes from that was pasted.
pub const PASTED: &str = "pasted text";
/// In front of the filter.
pub const FILTER: &str = "filter: ";
/// The heads of the list's columns: number, Black, White, score, moves, date, opening, event.
pub const HEADS: [&str; 8] = [
    "No.", "Black", "White", "Discs", "Mv", "Date", "Opening", "Event",
];
/// The heads of the columns of openings.
pub const OPENING_HEADS: [&str; 4] = ["No.", "Mv", "Opening", "Moves"];

/// The keys of a filter.
pub const FILTER_KEYS: [&str; 9] = [
    "player", "black", "white", "year", "result", "event", "opening", "moves", "sort",
];

/// What a filter understands.
pub const FILTER_HELP: &str = "a name, or player: black: white: event: opening: (\"in quotes\" if it has spaces), \
     year:1986 or 1980-1989, moves:60, result:black white draw open, sort:date or sort:-moves";
/// The same for openings.
pub const OPENINGS_HELP: &str = "a part of the name";

/// How a game ended that was not played to its end, in the order of `Ending`.
const ENDINGS: [&str; 6] = ["", " resigned", " on time", " agreed", " by forfeit", ""];
/// The same in a few signs.
const SHORT_ENDINGS: [&str; 6] = ["", "r", "t", "a", "f", ""];

/// Discs of both.
pub fn discs(black: u8, white: u8) -> String {
    format!("{black}-{white}")
}

/// The score of a game that was not played to its end, where the file says nothing.
pub const OPEN: &str = "-";

/// A result that the file gives, in a few signs: `B+12`, `W+t`, `B+`. `winner` is 0 for Black, 1 for White;
/// `margin` is missing where the file does not say it.
pub fn claimed(winner: Option<usize>, margin: Option<f64>, ending: usize) -> String {
    let short = SHORT_ENDINGS.get(ending).copied().unwrap_or_default();
    let Some(side) = winner.and_then(|side| ["B", "W"].get(side)) else {
        return "draw".to_owned();
    };
    match margin.filter(|&margin| margin < 64.0 || short.is_empty()) {
        Some(margin) => format!("{side}+{margin}{short}"),
        None => format!("{side}+{short}"),
    }
}

/// The same in words; `winner` is the side's name.
pub fn result(winner: Option<&str>, margin: Option<f64>, ending: usize) -> String {
    let how = ENDINGS.get(ending).copied().unwrap_or_default();
    let Some(side) = winner else {
        return format!("drawn{how}");
    };
    match margin.filter(|&margin| margin < 64.0 || how.is_empty()) {
        Some(margin) => format!("{side} by {margin}{how}"),
        None if how.is_empty() => format!("{side} won"),
        None => format!("{side} won:{how}"),
    }
}

/// What the file says of the result.
pub fn file_says(result: &str) -> String {
    format!("the file says: {result}")
}

/// A file that cannot be opened or read.
pub fn not_opened(file: &str, why: &str) -> String {
    format!("{file}: {why}").replace(is_harmful, "?")
}

/// No file of that name.
pub fn no_file(file: &str) -> String {
    format!("{file}: there is no such file; :open takes a file or a folder of games")
        .replace(is_harmful, "?")
}

/// A folder without games.
pub fn no_games_in(folder: &str) -> String {
    format!(
        "{folder}: no file in it is called .wtb .ggf .sgf .obf .jsonl .json .pgn or .txt: name a file"
    )
    .replace(is_harmful, "?")
}

/// Files are listed on a screen alone.
pub const OPEN_NEEDS_SCREEN: &str =
    "--open needs a terminal and no --plain: koteki analyse FILE goes through games in plain lines";

/// What `:open` needs.
pub const OPEN_WHAT: &str =
    ":open needs a file of games, such as :open games.ggf (Tab completes its name)";

/// What a name may be completed to, as many as fit in a line.
pub fn may_be(names: &[String]) -> String {
    const ROOM: usize = 70;
    let mut text = String::new();
    for (index, name) in names.iter().enumerate() {
        let rest = names.len() - index;
        if index > 0 && text.chars().count() + name.chars().count() > ROOM {
            return format!("{text} and {rest} more").replace(is_harmful, "?");
        }
        let space = if index == 0 { "" } else { "  " };
        text = format!("{text}{space}{name}");
    }
    text.replace(is_harmful, "?")
}

/// Nothing begins as what was typed.
pub fn none_begins(text: &str) -> String {
    format!("no folder and no file of games begins with {text:?}").replace(is_harmful, "?")
}

/// A fault of pasted text.
pub fn in_text(line: Option<usize>, fault: &str) -> String {
    let line = line.filter(|&line| line > 1);
    let line = line.map_or_else(String::new, |line| format!("line {line}: "));
    format!("pasted: {line}{fault}").replace(is_harmful, "?")
}

/// Text without anything.
pub const NO_GAME_IN_TEXT: &str = "pasted: no game and no board in it: paste moves such as f5d6c3, or a board of 64 signs (X O -)";

/// Text that is too long.
pub fn too_long(characters: usize, most: usize) -> String {
    format!(
        "pasted: {} is more than {}: keep it in a file and :open that",
        number(characters as i128, "character", "characters"),
        grouped(most as u64)
    )
}

/// The title of the list: the file, and how many games.
pub fn title(
    name: &str,
    what: &str,
    shown: usize,
    all: usize,
    filtered: bool,
    reading: bool,
) -> String {
    let count = |games: usize| grouped(games as u64);
    let games = if filtered && shown < all {
        format!("{} of {}", count(shown), count(all))
    } else {
        count(all)
    };
    let reading = if reading { ", reading" } else { "" };
    let name = if name.is_empty() {
        String::new()
    } else {
        format!(" {name}")
    };
    format!("{what}{name}: {games}{reading}")
}

/// What could not be read.
pub fn faults(count: u64, first: &str) -> String {
    let places = number(count.into(), "place holds", "places hold");
    if count == 1 {
        format!("1 place holds no game: {first}")
    } else {
        format!("{places} no game; the first: {first}")
    }
}

/// No game goes through the filter.
pub fn none_like(filter: &str) -> String {
    format!("no game is like {filter:?}: / changes the filter, Esc takes it away")
}

/// A word of a filter that is none.
pub fn no_key(key: &str) -> String {
    format!(
        "no filter is called {key:?}: there are player black white year result event opening moves sort"
    )
}

/// A result that is none.
pub fn no_result(value: &str) -> String {
    format!("result:{value}: it is black, white, draw or open (not played to its end)")
}

/// An order that is none.
pub fn no_order(name: &str, orders: &[&str]) -> String {
    let orders = orders.join(" ");
    format!("sort:{name}: it is one of {orders}, with - in front for the largest first")
}

/// A number that is none.
pub fn no_number(key: &str, value: &str) -> String {
    format!("{key}:{value:?} is no number: write {key}:1986, {key}:1980-1989 or {key}:1990-")
        .replace("1986", if key == "moves" { "60" } else { "1986" })
        .replace(
            "1980-1989",
            if key == "moves" { "50-59" } else { "1980-1989" },
        )
        .replace("1990-", if key == "moves" { "40-" } else { "1990-" })
}

/// Somebody whose name is not known.
pub const NOBODY: &str = "?";

/// Both players.
pub fn players(black: &str, white: &str) -> String {
    format!("{black} - {white}")
}

/// Which game of the list.
pub fn number_of(which: usize, of: usize) -> String {
    format!("game {} of {}", grouped(which as u64), grouped(of as u64))
}

/// The moves so far, and all of them.
pub fn at_move(ply: usize, of: usize) -> String {
    format!("move {ply} of {of}")
}

/// An opening, and where it was reached.
pub fn opening(name: &str, ply: usize) -> String {
    format!("{name} (move {ply})")
}

/// What is known of a game, a line each.
pub const ABOUT: [&str; 5] = ["Event", "Date", "Result", "Opening", "File"];

/// A game that is not over.
pub fn unfinished(moves: usize) -> String {
    format!("not over after {}", number(moves as i128, "move", "moves"))
}

/// What can be done with the position, beneath what is known of the game.
pub const STEP_HELP: [&str; 2] = [
    "Enter plays on from here, against whom you like: a practice game, it does not count.",
    "v goes through the game with the coach, e changes the board, y copies the moves.",
];
/// The same where a game is going on at the table.
pub const GAME_WAITS: &str = "The game you were playing waits as you left it.";

/// There is nothing to play on.
pub const OVER_HERE: &str =
    "the game is over here: step back with , to play on from an earlier position";

/// Where a game begins that was taken over.
pub fn taken_over(ply: usize, names: Option<(&str, &str)>) -> String {
    let after = if ply == 0 {
        "From the beginning".to_owned()
    } else {
        format!("After move {ply}")
    };
    match names {
        Some((black, white)) => format!("{after} of {black} - {white}"),
        None => format!("{after} of the game that was opened"),
    }
}

/// Where a game begins that was set up.
pub const SET_UP: &str = "The board that you set up";
/// Where an opening begins.
pub fn from_opening(name: &str, whole: bool, ply: usize) -> String {
    if whole {
        name.to_owned()
    } else {
        format!("After move {ply} of {name}")
    }
}

/// A bare position.
pub const BOARD: &str = "a board";

/// Discs and empty squares of the board that is set up.
pub fn counts(black: u32, white: u32) -> String {
    format!(
        "{black} black, {white} white, {} empty",
        64_u32.saturating_sub(black + white)
    )
}

/// Who is to move.
pub fn to_move(side: &str) -> String {
    format!("{side} to move")
}

/// How many moves both have.
pub fn moves_of(black: u32, white: u32) -> String {
    let moves = |count: u32| number(count.into(), "move", "moves");
    format!("Black has {}, White {}", moves(black), moves(white))
}

/// What makes a board one that can be played from.
pub const LEGAL: &str =
    "A board can be played from when the rules go on from it: one side at least has a legal move.";
/// It is.
pub const CAN_BE_PLAYED: &str = "It can be played from: Enter.";
/// It is not.
pub const NO_DISCS: &str =
    "There is no disc on the board: put some down, or r for the usual start.";
/// It is not.
pub fn one_colour(side: &str) -> String {
    format!("All discs are {side}'s: a move needs discs of both colours.")
}
/// It is not.
pub const NO_MOVE: &str = "Neither side has a legal move: a game would be over here. Change a square, or r for the usual start.";
/// It is, with a pass.
pub fn passes(side: &str, other: &str) -> String {
    format!("{side} has no move here and passes: {other} begins.")
}
/// It is, though no game comes here.
pub fn unreachable(why: &str) -> String {
    format!("No game from the usual start comes here ({why}); it can be played all the same.")
}

/// What the keys of the editor do, a line each.
pub const EDITOR_HELP: [&str; 4] = [
    "x black, o white, - empty, Space the next of them;",
    "t the other side to move, s colours exchanged,",
    "c clears, r the usual start; or paste a board.",
    "Enter plays from it (a practice game), Esc leaves.",
];

/// No opening is called so.
pub fn no_opening(name: &str) -> String {
    format!(
        "no opening is called {name:?}: try a part of a name, such as tiger; opening=balanced draws one by lot"
    )
}

/// More than one opening may be meant.
pub fn several_openings(name: &str, names: &[&str]) -> String {
    const SHOWN: usize = 4;
    let more = names.len().saturating_sub(SHOWN);
    let list = names[..names.len() - more].join("; ");
    let more = if more == 0 {
        String::new()
    } else {
        format!("; {more} more")
    };
    format!("{name:?} may be {list}{more}")
}

/// A game that begins where somebody chose.
pub const DOES_NOT_COUNT: &str =
    "a practice game: it begins where somebody chose, so it does not count toward your strength";

/// Nothing to copy.
pub const NOTHING_TO_COPY: &str = "there are no moves to copy";

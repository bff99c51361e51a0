//! Transcripts and boards: a line of text, or several.

use super::reach::check_reachable;
use super::{Claim, Ending, EntryError, Game, Lead};
use koteki_games::othello::notation::{
    BoardError, TranscriptError, read_board, read_tokens, read_transcript_from,
};
use koteki_games::othello::{Move, Position};
use koteki_games::typed::half_width;
use koteki_games::{Game as _, GameLine, Side};

/// A transcript, from the usual start or from the position in front of it. A position alone is a game; a
/// text without either is not a game. A result behind it, such as 33-31, is what the text claims.
///
/// # Errors
/// What is wrong with it; characters are those of `text`.
pub fn read_game(text: &str) -> Result<Game, EntryError> {
    let text = &*half_width(text);
    let (text, claim) = split_result(text);
    let board = split_board(text);
    let (start, moves) = match board {
        Some((board, moves)) => {
            let before = text.len() - board_onwards(text, board).len();
            let before = text[..before].chars().count();
            let read = read_board(board).map_err(|fault| board_fault_after(before, fault))?;
            check_reachable(&read.position)?;
            (read.position, moves)
        }
        None => (Position::start(), text),
    };
    let before = text[..text.len() - moves.len()].chars().count();
    let line = read_transcript_from(start, moves).map_err(|fault| TranscriptError {
        character: fault.character + before,
        ..fault
    })?;
    if board.is_none() && line.ply() == 0 {
        return Err(EntryError::NoMove);
    }
    let mut game = Game::of(line);
    game.about.result = claim;
    Ok(game)
}

/// `text` from where `part` of it begins.
fn board_onwards<'a>(text: &'a str, part: &str) -> &'a str {
    let at = part.as_ptr() as usize - text.as_ptr() as usize;
    text.get(at..).unwrap_or(text)
}

/// A fault of a board that so many characters stand in front of.
fn board_fault_after(before: usize, mut fault: BoardError) -> BoardError {
    match &mut fault {
        BoardError::Unknown { character, .. }
        | BoardError::Digit { character, .. }
        | BoardError::TooMuch { character, .. } => *character += before,
        BoardError::TooFew { .. } | BoardError::Stars | BoardError::TooLong => {}
    }
    fault
}

/// A result such as `33-31` as the last word: the text without it, and what it claims.
fn split_result(text: &str) -> (&str, Option<Claim>) {
    let trimmed = text.trim_end();
    let begin = trimmed.rfind(char::is_whitespace).map_or(0, |at| at + 1);
    match trimmed.get(begin..).and_then(read_result) {
        // A result without a move is no game, and is reported as it stands.
        Some(claim) if begin > 0 => (&text[..begin], Some(claim)),
        _ => (text, None),
    }
}

/// `33-31`: Black's discs and White's. As in chess `1-0`, `0-1` and `1/2-1/2` say who won and no more: no
/// game has so few discs.
pub(super) fn read_result(word: &str) -> Option<Claim> {
    let lead = match word {
        "1-0" => Some(Lead::Won(Side::Black)),
        "0-1" => Some(Lead::Won(Side::White)),
        "1/2-1/2" => Some(Lead::Discs(0.0)),
        _ => None,
    };
    if let Some(lead) = lead {
        let ending = Ending::Unknown;
        return Some(Claim { lead, ending });
    }
    let (black, white) = word.split_once('-')?;
    let discs = |text: &str| {
        let short = (1..=2).contains(&text.len()) && text.bytes().all(|it| it.is_ascii_digit());
        text.parse::<u8>()
            .ok()
            .filter(|&discs| short && discs <= 64)
    };
    let (black, white) = (discs(black)?, discs(white)?);
    (2..=64).contains(&(black + white)).then(|| Claim {
        lead: Lead::Discs(f64::from(black) - f64::from(white)),
        ending: Ending::Board,
    })
}

/// Whether a line of moves is more likely to go on with a game than to begin one: it has one move, or
/// begins with a move number above 1.
pub(super) fn goes_on(text: &str) -> bool {
    let text = text.trim_start();
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let number: Result<usize, _> = text[..digits].parse();
    number.is_ok_and(|number| number > 1) || read_tokens(text).is_ok_and(|moves| moves.len() == 1)
}

/// Moves in `game`, passes not counted.
pub(super) fn placements(line: &GameLine<Position>) -> usize {
    let moves = line.moves().iter();
    moves.filter(|&&mv| mv != Move::Pass).count()
}

/// Whether a character stands for a square of a board.
fn is_sign(c: char) -> bool {
    "XxOoBbWw*#-.".contains(c)
}

/// How many squares a line of nothing but a board, or a part of one, has; a row may have its number before
/// and behind it.
pub(super) fn row(text: &str) -> Option<usize> {
    let (text, numbered) = without_number(text);
    let mut squares = 0;
    for c in text.chars().filter(|c| !c.is_whitespace()) {
        if !is_sign(c) {
            return None;
        }
        squares += 1;
    }
    (squares > 0 && (!numbered || squares == 8)).then_some(squares)
}

/// A line without the number of a row before and behind it, and whether there was one.
fn without_number(text: &str) -> (&str, bool) {
    let text = text.trim();
    let number = |c: char| ('1'..='8').contains(&c);
    let inside = text.strip_prefix(number).unwrap_or(text);
    let inside = inside.strip_suffix(number).unwrap_or(inside);
    (inside, inside.len() < text.len())
}

/// Whether a line within a board is a row of it but for a few characters: what is wrong with it is reported as of
/// a board.
pub(super) fn is_mistyped_row(text: &str) -> bool {
    let inside = without_number(text).0.chars();
    let inside: Vec<char> = inside.filter(|c| !c.is_whitespace()).collect();
    inside.len() == 8 && inside.iter().filter(|&&c| is_sign(c)).count() > 4
}

/// A line up to the remark that a `#` begins. In a board it is a disc; a line of signs that begins with it is
/// a remark all the same (`#-----`) unless there is a white disc or a dot in it.
pub(super) fn without_remark(text: &str) -> &str {
    if !text.contains('#') {
        return text;
    }
    let board = match row(text) {
        Some(8..=20) => Some(text),
        _ => split_board(text).map(|(board, _)| board),
    };
    let is_board =
        |board: &&str| !board.starts_with('#') || board.contains(['O', 'o', 'W', 'w', '.']);
    let behind = board.filter(is_board).map_or(text, |board| {
        text.get(text.len() - board_onwards(text, board).len() + board.len()..)
            .unwrap_or_default()
    });
    let remark = behind.find('#').map_or(0, |at| behind.len() - at);
    &text[..text.len() - remark]
}

/// The position of a board that stands over several lines.
///
/// # Errors
/// What is wrong with it.
pub(super) fn read_rows(text: &str) -> Result<Game, EntryError> {
    let position = read_board(text)?.position;
    check_reachable(&position)?;
    Ok(Game::of(GameLine::from_position(position)))
}

/// A position in front of the moves: a first word of more than twenty signs of a board, or words of eight
/// signs and more (with GGS's `[8` in front or not) that make 64 together; and the word after it if it is
/// one sign. Gives the position and what comes after it.
fn split_board(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let inside = text.strip_prefix("[8").map(str::trim_start);
    let text = inside.unwrap_or(text);
    let mut rest = text;
    let mut squares = 0;
    loop {
        let word = rest.trim_start();
        let word = word.split(|c: char| c.is_whitespace() || c == ']').next()?;
        let is_row = word.len() >= 8 && word.chars().all(is_sign) || is_mistyped(word);
        if !is_row || squares + word.len() > 64 && squares > 0 {
            break;
        }
        let at = rest.len() - rest.trim_start().len() + word.len();
        rest = &rest[at..];
        squares += word.len();
        // A long word is a board by itself, with squares missing or too many of them.
        if squares >= 64 || word.len() > 20 {
            break;
        }
    }
    if squares <= 20 {
        return None;
    }
    let word = rest.trim_start();
    let word = word.split(|c: char| c.is_whitespace() || c == ']').next()?;
    if word.len() == 1 && word.chars().all(is_sign) {
        rest = &rest.trim_start()[1..];
    }
    let board = &text[..text.len() - rest.len()];
    let rest = match inside {
        Some(_) => rest.trim_start().strip_prefix(']').unwrap_or(rest),
        None => rest,
    };
    Some((board, rest))
}

/// Whether a word is a board but for a few characters: what is wrong with it is reported as of a board.
fn is_mistyped(word: &str) -> bool {
    let (all, signs) = (
        word.chars().count(),
        word.chars().filter(|&c| is_sign(c)).count(),
    );
    all > 40 && signs >= all - all / 8
}

/// Whether a text before a `;` is a position, as in OBF.
pub(super) fn is_problem(text: &str) -> bool {
    let board = text.split_once(';').and_then(|(board, _)| row(board));
    board.is_some_and(|squares| squares > 20)
}

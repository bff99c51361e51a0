//! OBF: a position on a line, and what it or its moves are worth. See
//! [`koteki_games::othello::obf`] for the format.

use std::io::{self, Write};

use super::{EntryError, Game};
use koteki_games::othello::notation::write_board;
use koteki_games::othello::obf::read_line;
use koteki_games::{Game as _, GameLine};

/// Reads a line; `None` when there is only a remark on it.
///
/// # Errors
/// What is wrong with it.
pub(super) fn read(line: &str) -> Result<Option<Game>, EntryError> {
    let Some(problem) = read_line(line)? else {
        return Ok(None);
    };
    let mut game = Game::of(GameLine::from_position(problem.position));
    game.about.score = problem.score;
    game.about.scores = problem.moves;
    Ok(Some(game))
}

/// Writes the last position of a game: a problem as it was, a finished game with its score.
///
/// # Errors
/// When `out` cannot be written.
pub(super) fn write(game: &Game, out: &mut dyn Write) -> io::Result<()> {
    let position = game.line.position();
    let about = &game.about;
    write!(out, "{};", write_board(position))?;
    // Scores are those of the first position.
    let (score, scores) = if game.line.ply() == 0 {
        (about.score, about.scores.as_slice())
    } else {
        (None, &[][..])
    };
    let result = position
        .outcome_with_empties()
        .map(|outcome| outcome.difference(position.side_to_move()));
    for (mv, score) in scores {
        let mv = mv.to_string().to_uppercase();
        write!(out, " {mv}:{score:+};")?;
    }
    if let Some(score) = score.or(result) {
        write!(out, " {score:+};")?;
    }
    writeln!(out)
}

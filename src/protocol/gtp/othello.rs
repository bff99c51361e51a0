//! Othello behind the Go Text Protocol.

use std::fmt::Write as _;

use super::CommandError;
use super::engine::{GameEngine, GtpGame};
use crate::protocol::lines::Lines;
use koteki_games::othello::{Move, Position, Square};
use koteki_games::{Game as _, GameLine, Side};
use koteki_record::formats::sgf::read_first;
use koteki_rivals::roster::PlayerSpec;
use koteki_rivals::roster::kit::Kit as _;

impl GtpGame for Position {
    const COMMANDS: &'static [&'static str] = &[
        "boardsize",
        "clear_board",
        "komi",
        "play",
        "genmove",
        "reg_genmove",
        "undo",
        "showboard",
        "final_score",
        "param",
        "loadsgf",
        "time_settings",
        "time_left",
        "set_game",
        "list_games",
        // By which GoGui shows games other than Go.
        "gogui-rules_game_id",
        "gogui-rules_board",
        "gogui-rules_board_size",
        "gogui-rules_legal_moves",
        "gogui-rules_side_to_move",
        "gogui-rules_final_result",
    ];
    const PLAYER: &'static str = "tester";
    const SIZE: (u32, &'static str) = (8, "boardsize 8");

    fn rate(_spec: &PlayerSpec) -> Option<fn(i32) -> f64> {
        None
    }

    fn read_words(words: &[&str]) -> Result<Move, CommandError> {
        let [word] = words else {
            return Err(CommandError::Syntax("play COLOR MOVE"));
        };
        let mv = word.parse();
        mv.map_err(|_| CommandError::Syntax("a move is a square like F5, or pass"))
    }

    /// `F5` or `pass`.
    fn name(mv: Option<Move>) -> String {
        match mv {
            Some(Move::Place(square)) => square.to_string().to_ascii_uppercase(),
            Some(Move::Pass) | None => "pass".to_owned(),
        }
    }

    fn board(&self) -> String {
        const COLUMNS: &str = "  A B C D E F G H";
        let count = self.count();
        let next = if self.is_over() {
            "game over".to_owned()
        } else {
            format!("{} to move", self.side_to_move().name())
        };
        let mut text = format!("\n{COLUMNS}\n");
        for (number, row) in (1..).zip(rows(self).lines()) {
            let _ = writeln!(text, "{number} {row} {number}");
        }
        let _ = write!(
            text,
            "{COLUMNS}\n{next}; X black {}, O white {}",
            count.black, count.white
        );
        text
    }

    /// As tournaments count: the empty squares are the winner's.
    fn score(&self) -> Option<i32> {
        Some(self.outcome_with_empties()?.difference(Side::Black))
    }

    fn read_sgf(text: &str, moves: Option<usize>) -> Result<GameLine<Self>, String> {
        let game = read_first(text, moves).map_err(|error| error.to_string())?;
        Ok(game.line)
    }

    fn answer(
        engine: &mut GameEngine<Self>,
        command: &str,
        arguments: &[&str],
        _lines: &Lines,
    ) -> Result<String, CommandError> {
        match (command, arguments) {
            ("set_game", [name]) if ["othello", "reversi"].contains(&&*name.to_lowercase()) => {
                Ok(String::new())
            }
            ("set_game", [_, ..]) => Err(CommandError::Game),
            ("set_game", []) => Err(CommandError::Syntax("set_game GAME")),
            ("gogui-rules_game_id", _) => Ok(Self::NAME.to_owned()),
            ("gogui-rules_board", _) => Ok(rows(engine.game.position())),
            ("gogui-rules_board_size", _) => Ok("8".to_owned()),
            ("gogui-rules_legal_moves", _) => {
                let moves = engine.game.legal_moves().into_iter();
                let names: Vec<String> = moves.map(|mv| Self::name(Some(mv))).collect();
                Ok(names.join(" "))
            }
            ("gogui-rules_side_to_move", _) => {
                Ok(engine.game.position().side_to_move().name().to_owned())
            }
            ("gogui-rules_final_result", _) => engine.score(),
            _ => Err(CommandError::Unknown),
        }
    }
}

/// The board, a row a line, Black X and White O.
fn rows(position: &Position) -> String {
    let sign = |square| match position.disc(square) {
        Some(Side::Black) => "X",
        Some(Side::White) => "O",
        None => ".",
    };
    let row = |row| {
        let squares = (0..8).filter_map(move |column| Square::at(column, row));
        squares.map(sign).collect::<Vec<_>>().join(" ")
    };
    (0..8).map(row).collect::<Vec<_>>().join("\n")
}

//! Othello behind the Go Text Protocol. About passes see `table`.

use std::fmt::Write as _;

use super::table::Table;
use super::{Engine, Failure, colour, is_number, sgf};
use crate::game::othello::{Move, Position, Square};
use crate::game::{Game as _, GameLine, Side};
use crate::player::Player;
use crate::protocol::lines::Lines;
use crate::record::formats::sgf::read_first;

/// A player of Othello and the game that it is in.
pub struct Othello(Table<Position>);

const COMMANDS: [&str; 20] = [
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "reg_genmove",
    "undo",
    "showboard",
    "final_score",
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

impl Othello {
    /// `player`, in a game that has not begun. Its `seed` and the number of the game give every move.
    pub fn new(player: Box<dyn Player<Position>>, seed: u64) -> Self {
        Self(Table::new(player, seed, |position, mv| {
            let why = position.check(mv).err();
            why.map_or_else(String::new, |why| why.to_string())
        }))
    }

    /// The board, a row a line, Black X and White O.
    fn rows(&self) -> String {
        let position = self.0.position();
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

    /// The board with its frame, who is to move, and the discs.
    fn board(&self) -> String {
        const COLUMNS: &str = "  A B C D E F G H";
        let position = self.0.position();
        let count = position.count();
        let next = if position.is_over() {
            "game over".to_owned()
        } else {
            format!("{} to move", position.side_to_move().name())
        };
        let mut text = format!("\n{COLUMNS}\n");
        for (number, row) in (1..).zip(self.rows().lines()) {
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
    fn score(&self) -> Result<String, Failure> {
        let outcome = self.0.position().outcome_with_empties();
        let difference = outcome.ok_or(Failure::Score)?.difference(Side::Black);
        Ok(match difference {
            1.. => format!("B+{difference}"),
            0 => "0".to_owned(),
            _ => format!("W+{}", -difference),
        })
    }

    fn load(&mut self, file: &str, number: Option<&str>) -> Result<(), Failure> {
        const HOW: Failure = Failure::Syntax("loadsgf FILE [MOVE_NUMBER]");
        let moves = match number {
            Some(number) => Some(number.parse::<usize>().map_err(|_| HOW)?.saturating_sub(1)),
            None => None,
        };
        let text = sgf::load(file).map_err(|error| Failure::File(error.to_string()))?;
        let game = read_first(&text, moves).map_err(|error| Failure::File(error.to_string()))?;
        self.0.begin(game.line);
        Ok(())
    }

    fn legal_moves(&self) -> String {
        let moves = self.0.legal_moves();
        let names: Vec<String> = moves.into_iter().map(move_name).collect();
        names.join(" ")
    }
}

impl Engine for Othello {
    fn commands(&self) -> &'static [&'static str] {
        &COMMANDS
    }

    fn answer(
        &mut self,
        command: &str,
        arguments: &[&str],
        lines: &Lines,
    ) -> Result<String, Failure> {
        let done = |()| String::new();
        match (command, arguments) {
            ("boardsize", &[size]) => match size.parse::<u32>() {
                Ok(8) => {
                    self.0.begin(GameLine::default());
                    Ok(String::new())
                }
                Ok(_) => Err(Failure::Size),
                Err(_) => Err(Failure::Syntax("boardsize 8")),
            },
            ("boardsize", _) => Err(Failure::Syntax("boardsize 8")),
            ("clear_board", _) => {
                self.0.begin(GameLine::default());
                Ok(String::new())
            }
            // Othello has none; managers made for Go send one all the same.
            ("komi", &[komi]) if is_number(komi) => Ok(String::new()),
            ("komi", _) => Err(Failure::Syntax("komi NUMBER")),
            ("play", &[side, mv]) => self.0.play(colour(side)?, vertex(mv)?).map(done),
            ("play", _) => Err(Failure::Syntax("play COLOR MOVE")),
            ("genmove", &[side]) => Ok(move_name(self.0.generate(colour(side)?, lines)?)),
            ("genmove", _) => Err(Failure::Syntax("genmove COLOR")),
            ("reg_genmove", &[side]) => Ok(move_name(self.0.choose(colour(side)?, lines)?)),
            ("reg_genmove", _) => Err(Failure::Syntax("reg_genmove COLOR")),
            ("undo", _) => self.0.undo().map(done),
            ("showboard", _) => Ok(self.board()),
            ("final_score", _) => self.score(),
            ("loadsgf", &[file]) => self.load(file, None).map(done),
            ("loadsgf", &[file, number]) => self.load(file, Some(number)).map(done),
            ("loadsgf", _) => Err(Failure::Syntax("loadsgf FILE [MOVE_NUMBER]")),
            // The players look so many plies ahead, whatever the clock says.
            ("time_settings", &[main, byo, stones])
                if [main, byo, stones].into_iter().all(is_number) =>
            {
                Ok(String::new())
            }
            ("time_settings", _) => Err(Failure::Syntax("time_settings MAIN BYO_YOMI STONES")),
            ("time_left", &[side, time, stones]) if is_number(time) && is_number(stones) => {
                colour(side).map(|_| String::new())
            }
            ("time_left", _) => Err(Failure::Syntax("time_left COLOR TIME STONES")),
            ("set_game", [name]) if ["othello", "reversi"].contains(&&*name.to_lowercase()) => {
                Ok(String::new())
            }
            ("set_game", [_, ..]) => Err(Failure::Game),
            ("set_game", []) => Err(Failure::Syntax("set_game GAME")),
            ("list_games", _) => Ok("Othello".to_owned()),
            ("gogui-rules_game_id", _) => Ok("Othello".to_owned()),
            ("gogui-rules_board", _) => Ok(self.rows()),
            ("gogui-rules_board_size", _) => Ok("8".to_owned()),
            ("gogui-rules_legal_moves", _) => Ok(self.legal_moves()),
            ("gogui-rules_side_to_move", _) => {
                Ok(self.0.position().side_to_move().name().to_owned())
            }
            ("gogui-rules_final_result", _) => self.score(),
            _ => Err(Failure::Unknown),
        }
    }
}

fn vertex(text: &str) -> Result<Move, Failure> {
    text.parse()
        .map_err(|_| Failure::Syntax("a move is a square like F5, or pass"))
}

/// `F5` or `pass`, which is also what there is in a finished game.
fn move_name(mv: impl Into<Option<Move>>) -> String {
    match mv.into() {
        Some(Move::Place(square)) => square.to_string().to_ascii_uppercase(),
        Some(Move::Pass) | None => "pass".to_owned(),
    }
}

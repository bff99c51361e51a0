//! Blokus Duo behind the Go Text Protocol, with the commands of Pentobi's engine, so that tools
//! which run matches for it work with ours. For passes see `game`; Pentobi's engine omits them.
//!
//! A move is a list of squares (`e10,d11,e11,f11,e12`) or a contest's code (`54u0`); answers give squares.
//! Black is Pentobi's purple, which begins on e10, and White its orange. Scores are Pentobi's too: 15
//! points more for placing every piece, 5 more for the monomino as the last; before the end of a game they
//! are those of the board as it is. A side may move twice, which some hosts set boards up by.
//!
//! `get_value` and `move_values` give, after a move was asked for, what the player took it to be worth: the
//! rate at which the side wins, between 0 and 1, the best move first. Pentobi's counts of visits are left out.

use std::fmt::Write as _;
use std::path::Path;

use super::engine::{GameEngine, GtpGame};
use super::{CommandError, colour};
use crate::protocol::lines::Lines;
use koteki_games::blokus::notation::blksgf::Record;
use koteki_games::blokus::notation::write_squares;
use koteki_games::blokus::{Move, Position, Square};
use koteki_games::{Game as _, GameLine, Side};
use koteki_record::replace::replace;
use koteki_rivals::roster::blokus_level::Opponent;
use koteki_rivals::roster::kit::Kit as _;

impl GtpGame for Position {
    const COMMANDS: &'static [&'static str] = &[
        "set_game",
        "list_games",
        "clear_board",
        "play",
        "p",
        "genmove",
        "reg_genmove",
        "g",
        "undo",
        "all_legal",
        "showboard",
        "final_score",
        "get_value",
        "move_values",
        "param",
        "loadsgf",
        "savesgf",
        "set_random_seed",
        "time_settings",
        "time_left",
        "komi",
        "boardsize",
    ];
    const PLAYER: &'static str = "uct";
    const SIZE: (u32, &'static str) = (14, "boardsize 14");

    fn rate(spec: &Opponent) -> Option<fn(i32) -> f64> {
        spec.player().rate()
    }

    /// A move in one word, or squares with space after the commas.
    fn read_words(words: &[&str]) -> Result<Move, CommandError> {
        let mv = words.concat().parse();
        mv.map_err(|_| CommandError::Syntax("a move is squares like e10,d11,e11,f11,e12, or pass"))
    }

    fn board(&self) -> String {
        const COLUMNS: &str = "   A B C D E F G H I J K L M N";
        let mut text = format!("\n{COLUMNS}\n");
        for row in 0..Square::SIDE {
            let number = Square::SIDE - row;
            let _ = write!(text, "{number:2}");
            for square in (0..Square::SIDE).filter_map(|column| Square::at(column, row)) {
                let is_start = |side| Square::start(side) == square;
                text.push_str(match self.owner(square) {
                    Some(Side::Black) => " X",
                    Some(Side::White) => " O",
                    None if Side::BOTH.into_iter().any(is_start) => " +",
                    None => " .",
                });
            }
            let _ = writeln!(text, " {number}");
        }
        let _ = writeln!(text, "{COLUMNS}");
        for (side, sign) in [(Side::Black, 'X'), (Side::White, 'O')] {
            let left: Vec<&str> = self.left(side).iter().map(|it| it.name()).collect();
            let left = left.join(" ");
            let _ = writeln!(text, "{sign} {} has left: {left}", side.name());
        }
        let next = if self.is_over() {
            "game over".to_owned()
        } else {
            format!("{} to move", self.side_to_move().name())
        };
        let count = self.count();
        let (black, white) = (count.black, count.white);
        let _ = write!(text, "{next}; X black {black}, O white {white}");
        text
    }

    fn score(&self) -> Option<i32> {
        Some(self.bonus_score().difference(Side::Black))
    }

    /// The main line. Files number what was placed; a forced pass has no number.
    fn read_sgf(text: &str, moves: Option<usize>) -> Result<GameLine<Self>, String> {
        let record = Record::read(text).map_err(|error| error.to_string())?;
        let mut line = record.main_line().map_err(|error| error.to_string())?;
        let placed = |line: &GameLine<Self>| {
            let moves = line.moves().iter();
            moves.filter(|mv| !Self::is_pass(**mv)).count()
        };
        while moves.is_some_and(|moves| placed(&line) > moves) {
            line.undo();
        }
        Ok(line)
    }

    fn answer(
        engine: &mut GameEngine<Self>,
        command: &str,
        arguments: &[&str],
        lines: &Lines,
    ) -> Result<String, CommandError> {
        // Hosts that leave passes out mean the side that can place something.
        let position = engine.game.position();
        let to_move = if position.must_pass() {
            position.side_to_move().other()
        } else {
            position.side_to_move()
        };
        match (command, arguments) {
            ("set_game", words) if !words.is_empty() => {
                if words.join(" ").eq_ignore_ascii_case(Self::NAME) {
                    engine.begin_anew()
                } else {
                    Err(CommandError::Game)
                }
            }
            ("set_game", _) => Err(CommandError::Syntax("set_game Blokus Duo")),
            ("p", squares) if !squares.is_empty() => engine.play(to_move, squares),
            ("p", _) => Err(CommandError::Syntax("p MOVE")),
            ("g", _) => {
                let mv = engine.generate(to_move, lines)?;
                let board = engine.game.position().board();
                Ok(format!("{mv}\n{}", board.trim_start_matches('\n')))
            }
            ("all_legal", &[side]) => Ok(all_legal(position, colour(side)?)),
            ("all_legal", []) => Ok(all_legal(position, to_move)),
            ("all_legal", _) => Err(CommandError::Syntax("all_legal [COLOR]")),
            ("get_value", _) => engine.value(),
            ("move_values", _) => engine.move_values(),
            ("savesgf", &[file]) => engine.save(file).map(|()| String::new()),
            ("savesgf", _) => Err(CommandError::Syntax("savesgf FILE")),
            ("set_random_seed", &[seed]) => {
                let seed = seed.parse();
                engine.game.seed =
                    seed.map_err(|_| CommandError::Syntax("set_random_seed NUMBER"))?;
                Ok(String::new())
            }
            ("set_random_seed", _) => Err(CommandError::Syntax("set_random_seed NUMBER")),
            _ => Err(CommandError::Unknown),
        }
    }
}

impl GameEngine<Position> {
    /// What the player took its moves to be worth when it was last asked, the best first, and the move that
    /// it chose.
    fn values(&self) -> Result<(Vec<(f64, Move)>, Move), CommandError> {
        let rate = self.rate().ok_or(CommandError::Value(
            "the player does not estimate winning rates",
        ))?;
        let chosen = self.game.chosen().ok_or(CommandError::Value(
            "ask right after genmove or reg_genmove",
        ))?;
        let mut values: Vec<(f64, Move)> = chosen
            .candidates
            .iter()
            .map(|it| (rate(it.value), it.mv))
            .collect();
        values.sort_by(|a, b| b.0.total_cmp(&a.0));
        Ok((values, chosen.mv))
    }

    fn value(&self) -> Result<String, CommandError> {
        let (values, chosen) = self.values()?;
        let value = values.iter().find(|(_, mv)| *mv == chosen);
        value.map_or(
            Err(CommandError::Value("the player had no choice")),
            |(value, _)| Ok(format!("{value:.3}")),
        )
    }

    fn move_values(&self) -> Result<String, CommandError> {
        let (values, _) = self.values()?;
        let lines = values
            .into_iter()
            .map(|(value, mv)| format!("{value:.3} {}", Position::name(Some(mv))));
        Ok(lines.collect::<Vec<_>>().join("\n"))
    }

    fn save(&self, file: &str) -> Result<(), CommandError> {
        let failed = |error: &dyn std::fmt::Display| CommandError::Save(error.to_string());
        let record = Record::of(self.game.line(), &[]).map_err(|error| failed(&error))?;
        replace(Path::new(file), record.to_string().as_bytes()).map_err(|error| failed(&error))
    }
}

/// Asked of the side that waits too: what it could place now.
fn all_legal(position: &Position, side: Side) -> String {
    let mut position = *position;
    if position.side_to_move() != side {
        position.pass();
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let names = moves.into_iter().filter_map(Move::placement);
    names.map(write_squares).collect::<Vec<_>>().join("\n")
}

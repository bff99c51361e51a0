//! Blokus Duo behind the Go Text Protocol, with the commands of Pentobi's engine, so that the programs
//! that match those can match these. About passes see `table`; Pentobi's leave them out.
//!
//! A move is a list of squares (`e10,d11,e11,f11,e12`) or a contest's code (`54u0`); answers give squares.
//! Black is Pentobi's purple, which begins on e10, and White its orange. Scores are Pentobi's too: 15
//! points more for placing every piece, 5 more for the monomino as the last; before the end of a game they
//! are those of the board as it is. A side may move twice, which some hosts set boards up by.
//!
//! `get_value` and `move_values` tell, after a move was asked for, what the player took it to be worth: the
//! rate at which the side wins, between 0 and 1, the best move first. Pentobi's counts of visits are left out.

use std::fmt::Write as _;
use std::path::Path;

use super::table::{Table, Turn};
use super::{Engine, Failure, colour, is_number, sgf};
use crate::game::blokus::notation::blksgf::Record;
use crate::game::blokus::notation::write_squares;
use crate::game::blokus::{Move, Position, Square};
use crate::game::{Game as _, GameLine, Side};
use crate::player::Player;
use crate::protocol::lines::Lines;
use crate::record::replace::replace;

/// A player of Blokus Duo and the game that it is in.
pub struct Blokus {
    table: Table<Position>,
    /// The winning rate that a value of the player stands for; `None` where it stands for none.
    rate: Option<fn(i32) -> f64>,
}

const COMMANDS: [&str; 21] = [
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
    "loadsgf",
    "savesgf",
    "set_random_seed",
    "time_settings",
    "time_left",
    "komi",
    "boardsize",
];

/// What Pentobi calls the game.
const NAME: &str = "Blokus Duo";

impl Blokus {
    /// `player`, in a game that has not begun. Its `seed` and the number of the game give every move, and
    /// `rate` the winning rate that one of its values stands for.
    pub fn new(player: Box<dyn Player<Position>>, rate: Option<fn(i32) -> f64>, seed: u64) -> Self {
        let table = Table::new(player, seed, |position, mv| {
            let why = position.why_illegal(mv);
            why.map_or_else(String::new, |why| why.to_string())
        });
        let turn: Turn<Position> = |position| {
            let mut turned = *position;
            turned.pass();
            turned
        };
        Self {
            table: table.with_turn(turn),
            rate,
        }
    }

    /// The board with its frame, the pieces that are left, who is to move, and the squares covered.
    fn board(&self) -> String {
        const COLUMNS: &str = "   A B C D E F G H I J K L M N";
        let position = self.table.position();
        let mut text = format!("\n{COLUMNS}\n");
        for row in 0..Square::SIDE {
            let number = Square::SIDE - row;
            let _ = write!(text, "{number:2}");
            for square in (0..Square::SIDE).filter_map(|column| Square::at(column, row)) {
                let is_start = |side| Square::start(side) == square;
                text.push_str(match position.owner(square) {
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
            let left: Vec<&str> = position.left(side).iter().map(|it| it.name()).collect();
            let left = left.join(" ");
            let _ = writeln!(text, "{sign} {} has left: {left}", side.name());
        }
        let next = if position.is_over() {
            "game over".to_owned()
        } else {
            format!("{} to move", position.side_to_move().name())
        };
        let count = position.count();
        let (black, white) = (count.black, count.white);
        let _ = write!(text, "{next}; X black {black}, O white {white}");
        text
    }

    fn score(&self) -> String {
        let score = self.table.position().bonus_score();
        match score.difference(Side::Black) {
            difference @ 1.. => format!("B+{difference}"),
            0 => "0".to_owned(),
            difference => format!("W+{}", -difference),
        }
    }

    /// What the player took its moves to be worth when it was last asked, the best first, and the move that
    /// it chose.
    fn values(&self) -> Result<(Vec<(f64, Move)>, Move), Failure> {
        let rate = self
            .rate
            .ok_or(Failure::Value("the player does not estimate winning rates"))?;
        let chosen = self
            .table
            .chosen()
            .ok_or(Failure::Value("ask right after genmove or reg_genmove"))?;
        let mut values: Vec<(f64, Move)> = chosen
            .candidates
            .iter()
            .map(|it| (rate(it.value), it.mv))
            .collect();
        values.sort_by(|a, b| b.0.total_cmp(&a.0));
        Ok((values, chosen.mv))
    }

    fn value(&self) -> Result<String, Failure> {
        let (values, chosen) = self.values()?;
        let value = values.iter().find(|(_, mv)| *mv == chosen);
        value.map_or(
            Err(Failure::Value("the player had no choice")),
            |(value, _)| Ok(format!("{value:.3}")),
        )
    }

    fn move_values(&self) -> Result<String, Failure> {
        let (values, _) = self.values()?;
        let lines = values
            .into_iter()
            .map(|(value, mv)| format!("{value:.3} {}", move_name(Some(mv))));
        Ok(lines.collect::<Vec<_>>().join("\n"))
    }

    fn all_legal(&self, side: Side) -> String {
        // Asked of the side that waits too: what it could place now.
        let mut position = *self.table.position();
        if position.side_to_move() != side {
            position.pass();
        }
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let names = moves.into_iter().filter_map(Move::placement);
        names.map(write_squares).collect::<Vec<_>>().join("\n")
    }

    /// The main line of a file up to before the move of this number, or to its end.
    fn load(&mut self, file: &str, number: Option<&str>) -> Result<(), Failure> {
        const HOW: Failure = Failure::Syntax("loadsgf FILE [MOVE_NUMBER]");
        let wanted = match number {
            Some(number) => Some(number.parse::<usize>().map_err(|_| HOW)?.saturating_sub(1)),
            None => None,
        };
        let text = sgf::load(file).map_err(|error| Failure::File(error.to_string()))?;
        let record = Record::read(&text).map_err(|error| Failure::File(error.to_string()))?;
        let whole = record
            .main_line()
            .map_err(|error| Failure::File(error.to_string()))?;
        let mut line = whole.clone();
        // Files number what was placed; a forced pass has no number.
        let placed = |line: &GameLine<_>| {
            let moves = line.moves().iter();
            moves.filter(|mv| !Position::is_pass(**mv)).count()
        };
        while wanted.is_some_and(|wanted| placed(&line) > wanted) {
            line.undo();
        }
        self.table.begin(line);
        Ok(())
    }

    fn save(&self, file: &str) -> Result<(), Failure> {
        let failed = |error: &dyn std::fmt::Display| Failure::Save(error.to_string());
        let record = Record::of(self.table.line(), &[]).map_err(|error| failed(&error))?;
        replace(Path::new(file), record.to_string().as_bytes()).map_err(|error| failed(&error))
    }

    fn generate(&mut self, side: Side, lines: &Lines) -> Result<String, Failure> {
        self.table.generate(side, lines).map(move_name)
    }
}

impl Engine for Blokus {
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
        // Hosts that leave passes out mean the side that can place something.
        let position = self.table.position();
        let to_move = if position.must_pass() {
            position.side_to_move().other()
        } else {
            position.side_to_move()
        };
        match (command, arguments) {
            ("set_game", words) if !words.is_empty() => {
                if words.join(" ").eq_ignore_ascii_case(NAME) {
                    self.table.begin(GameLine::default());
                    Ok(String::new())
                } else {
                    Err(Failure::Game)
                }
            }
            ("set_game", _) => Err(Failure::Syntax("set_game Blokus Duo")),
            ("list_games", _) => Ok(NAME.to_owned()),
            ("clear_board", _) => {
                self.table.begin(GameLine::default());
                Ok(String::new())
            }
            ("boardsize", &["14"]) => {
                self.table.begin(GameLine::default());
                Ok(String::new())
            }
            ("boardsize", &[size]) if is_number(size) => Err(Failure::Size),
            ("boardsize", _) => Err(Failure::Syntax("boardsize 14")),
            // Managers made for Go send one all the same.
            ("komi", &[komi]) if is_number(komi) => Ok(String::new()),
            ("komi", _) => Err(Failure::Syntax("komi NUMBER")),
            ("play", &[side, ref squares @ ..]) if !squares.is_empty() => {
                self.table.play(colour(side)?, vertex(squares)?).map(done)
            }
            ("play", _) => Err(Failure::Syntax("play COLOR MOVE")),
            ("p", squares) if !squares.is_empty() => {
                self.table.play(to_move, vertex(squares)?).map(done)
            }
            ("p", _) => Err(Failure::Syntax("p MOVE")),
            ("genmove", &[side]) => self.generate(colour(side)?, lines),
            ("genmove", _) => Err(Failure::Syntax("genmove COLOR")),
            ("g", _) => {
                let mv = self.generate(to_move, lines)?;
                Ok(format!("{mv}\n{}", self.board().trim_start_matches('\n')))
            }
            ("reg_genmove", &[side]) => Ok(move_name(self.table.choose(colour(side)?, lines)?)),
            ("reg_genmove", _) => Err(Failure::Syntax("reg_genmove COLOR")),
            ("undo", _) => self.table.undo().map(done),
            ("all_legal", &[side]) => Ok(self.all_legal(colour(side)?)),
            ("all_legal", []) => Ok(self.all_legal(to_move)),
            ("all_legal", _) => Err(Failure::Syntax("all_legal [COLOR]")),
            ("showboard", _) => Ok(self.board()),
            ("final_score", _) => Ok(self.score()),
            ("get_value", _) => self.value(),
            ("move_values", _) => self.move_values(),
            ("loadsgf", &[file]) => self.load(file, None).map(done),
            ("loadsgf", &[file, number]) => self.load(file, Some(number)).map(done),
            ("loadsgf", _) => Err(Failure::Syntax("loadsgf FILE [MOVE_NUMBER]")),
            ("savesgf", &[file]) => self.save(file).map(done),
            ("savesgf", _) => Err(Failure::Syntax("savesgf FILE")),
            ("set_random_seed", &[seed]) => {
                self.table.seed = seed
                    .parse()
                    .map_err(|_| Failure::Syntax("set_random_seed NUMBER"))?;
                Ok(String::new())
            }
            ("set_random_seed", _) => Err(Failure::Syntax("set_random_seed NUMBER")),
            // The players think as long as their names say, whatever the clock says.
            ("time_settings", numbers @ [_, _, _]) if numbers.iter().all(|it| is_number(it)) => {
                Ok(String::new())
            }
            ("time_settings", _) => Err(Failure::Syntax("time_settings MAIN BYO_YOMI STONES")),
            ("time_left", &[side, time, stones]) if is_number(time) && is_number(stones) => {
                colour(side).map(|_| String::new())
            }
            ("time_left", _) => Err(Failure::Syntax("time_left COLOR TIME STONES")),
            _ => Err(Failure::Unknown),
        }
    }
}

/// A move in one word, or squares with space after the commas.
fn vertex(words: &[&str]) -> Result<Move, Failure> {
    words
        .concat()
        .parse()
        .map_err(|_| Failure::Syntax("a move is squares like e10,d11,e11,f11,e12, or pass"))
}

/// Its squares, or `pass`, which is also what there is in a finished game.
fn move_name(mv: Option<Move>) -> String {
    mv.and_then(Move::placement)
        .map_or_else(|| "pass".to_owned(), write_squares)
}

//! Othello behind the Go Text Protocol.
//!
//! Programs differ about passes. What is done here suits those that send them, those that leave them
//! out, and those that ask for one:
//!
//! - `genmove` of a side that has to pass answers `pass`, and of a finished game too.
//! - `play` takes a pass where the rules force one, and in a finished game, where it changes nothing.
//! - A move of the other side, played or asked for, where the side to move has to pass, passes first.
//!   Anywhere else it is an error, because Othello's sides take turns.
//!
//! `undo` takes back one command, with the pass that it brought about.

use std::fmt::Write as _;

use super::sgf;
use super::{Engine, Failure};
use crate::game::othello::{Move, Position, Square};
use crate::game::{Game as _, GameLine, Side};
use crate::player::{Context, Player};
use crate::protocol::lines::Lines;
use crate::random::Random;

/// A player of Othello and the game that it is in.
pub struct Othello {
    player: Box<dyn Player<Position>>,
    seed: u64,
    /// How many games came before this one.
    game: u64,
    /// Whether anything was played in this one.
    is_begun: bool,
    line: GameLine<Position>,
    /// The plies that each command since the beginning has added.
    added: Vec<usize>,
}

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
    #[must_use]
    pub fn new(player: Box<dyn Player<Position>>, seed: u64) -> Self {
        Self {
            player,
            seed,
            game: 0,
            is_begun: false,
            line: GameLine::default(),
            added: Vec::new(),
        }
    }

    /// Goes on from the end of `line`; its moves can be taken back.
    fn begin(&mut self, line: GameLine<Position>) {
        // Clearing a board twice is no game in between.
        self.game += u64::from(self.is_begun);
        self.is_begun = line.ply() > 0;
        self.added = vec![1; line.ply()];
        self.line = line;
    }

    /// The pass that has to come before `side` can move, if there is one.
    fn pass_before(&self, side: Side) -> Result<Option<Move>, Failure> {
        let position = self.line.position();
        if position.is_over() || position.side_to_move() == side {
            Ok(None)
        } else if position.must_pass() {
            Ok(Some(Move::Pass))
        } else {
            Err(Failure::WrongColour(position.side_to_move().name()))
        }
    }

    /// Plays `moves`, all of them or none, as what one command did.
    fn add(&mut self, moves: impl IntoIterator<Item = Move>) -> Result<(), Failure> {
        let before = self.line.ply();
        for mv in moves {
            let checked = self.line.position().check(mv);
            if let Err(why) = checked {
                while self.line.ply() > before {
                    self.line.undo();
                }
                return Err(Failure::Illegal(why));
            }
            let _ = self.line.play(mv);
        }
        self.added.push(self.line.ply() - before);
        self.is_begun = true;
        Ok(())
    }

    fn play(&mut self, side: Side, mv: Move) -> Result<(), Failure> {
        if mv == Move::Pass && self.line.position().is_over() {
            return self.add([]);
        }
        // A pass of the side that waits is not to become two.
        let before = if mv == Move::Pass && self.line.position().side_to_move() != side {
            let to_move = self.line.position().side_to_move();
            return Err(Failure::WrongColour(to_move.name()));
        } else {
            self.pass_before(side)?
        };
        self.add(before.into_iter().chain([mv]))
    }

    /// The player's move for `side`, and the pass before it.
    fn choose(&self, side: Side, lines: &Lines) -> Result<(Option<Move>, Move), Failure> {
        let before = self.pass_before(side)?;
        let passed;
        let line = if let Some(pass) = before {
            let mut after = self.line.clone();
            let _ = after.play(pass);
            passed = after;
            &passed
        } else {
            &self.line
        };
        let mut allowed = Vec::new();
        line.position().legal_moves(&mut allowed);
        if allowed.is_empty() || allowed == [Move::Pass] {
            return Ok((before, Move::Pass));
        }
        let mut random = Random::derived(self.seed, &[self.game, line.ply() as u64]);
        let choice = lines.think(|cancel| {
            let mut context = Context {
                random: &mut random,
                cancel,
            };
            self.player.choose(line, &allowed, &mut context)
        })?;
        if allowed.contains(&choice.mv) {
            Ok((before, choice.mv))
        } else {
            Err(Failure::Player)
        }
    }

    fn generate(&mut self, side: Side, lines: &Lines) -> Result<String, Failure> {
        let (before, mv) = self.choose(side, lines)?;
        if self.line.position().is_over() {
            self.add([])?;
        } else {
            self.add(before.into_iter().chain([mv]))?;
        }
        Ok(move_name(mv))
    }

    fn undo(&mut self) -> Result<(), Failure> {
        let plies = self.added.pop().ok_or(Failure::Undo)?;
        for _ in 0..plies {
            self.line.undo();
        }
        Ok(())
    }

    /// The board, a row a line, Black X and White O.
    fn rows(&self) -> String {
        let position = self.line.position();
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
        let position = self.line.position();
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
        let outcome = self.line.position().outcome_with_empties();
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
        let line = sgf::read(&text, moves).map_err(|error| Failure::File(error.to_string()))?;
        self.begin(line);
        Ok(())
    }

    fn legal_moves(&self) -> String {
        let mut moves = Vec::new();
        self.line.position().legal_moves(&mut moves);
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
                    self.begin(GameLine::default());
                    Ok(String::new())
                }
                Ok(_) => Err(Failure::Size),
                Err(_) => Err(Failure::Syntax("boardsize 8")),
            },
            ("boardsize", _) => Err(Failure::Syntax("boardsize 8")),
            ("clear_board", _) => {
                self.begin(GameLine::default());
                Ok(String::new())
            }
            // Othello has none; managers made for Go send one all the same.
            ("komi", &[komi]) if is_number(komi) => Ok(String::new()),
            ("komi", _) => Err(Failure::Syntax("komi NUMBER")),
            ("play", &[side, mv]) => self.play(colour(side)?, vertex(mv)?).map(done),
            ("play", _) => Err(Failure::Syntax("play COLOR MOVE")),
            ("genmove", &[side]) => self.generate(colour(side)?, lines),
            ("genmove", _) => Err(Failure::Syntax("genmove COLOR")),
            ("reg_genmove", &[side]) => {
                let (_, mv) = self.choose(colour(side)?, lines)?;
                Ok(move_name(mv))
            }
            ("reg_genmove", _) => Err(Failure::Syntax("reg_genmove COLOR")),
            ("undo", _) => self.undo().map(done),
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
                Ok(self.line.position().side_to_move().name().to_owned())
            }
            ("gogui-rules_final_result", _) => self.score(),
            _ => Err(Failure::Unknown),
        }
    }
}

fn is_number(text: &str) -> bool {
    text.parse::<f64>().is_ok_and(f64::is_finite)
}

fn colour(text: &str) -> Result<Side, Failure> {
    match &*text.to_ascii_lowercase() {
        "b" | "black" => Ok(Side::Black),
        "w" | "white" => Ok(Side::White),
        _ => Err(Failure::Syntax("a color is black or white")),
    }
}

fn vertex(text: &str) -> Result<Move, Failure> {
    text.parse()
        .map_err(|_| Failure::Syntax("a move is a square like F5, or pass"))
}

/// `F5` or `pass`.
fn move_name(mv: Move) -> String {
    match mv {
        Move::Place(square) => square.to_string().to_ascii_uppercase(),
        Move::Pass => "pass".to_owned(),
    }
}

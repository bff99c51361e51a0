//! The NBoard protocol, version 2 (Welty): Othello behind the board with a mouse of that name, and behind
//! other programs that take its engines.
//!
//! A command a line; what is not understood is passed over, as the protocol wants. The host tells the
//! whole game (`set game`) or a move of it (`move`), and asks for a move (`go`), which is not played until
//! the host says so, or for values (`hint`, `analyze`). `ping` ends what is thought about and is answered
//! at once: a `go` that it overtakes has no answer.
//!
//! Values are in discs for the side to move, by the learned evaluation at the depth that the host sets,
//! exact near the end. How deep the *player* looks its name says; only the tester goes by the host's depth.

use std::fmt::Display;
use std::io::{self, Write};
use std::time::Instant;

use super::gtp::CommandError;
use super::gtp::game::EngineGame;
use super::lines::Lines;
use koteki_engine::eval::othello::learned::{Learned, discs};
use koteki_engine::player::Player;
use koteki_engine::search::budget::{Cancel, CancelledError};
use koteki_engine::search::othello::deepening::Deepening;
use koteki_engine::search::root::Search as _;
use koteki_games::Game as _;
use koteki_games::othello::{Move, Position};
use koteki_record::formats::ggf::read_first;

/// Empty squares from which values are exact.
const EXACT: u32 = 14;

/// As deep as the host may set.
const DEEPEST: u32 = 12;

/// How deep values look before the host has said anything.
const DEPTH: u32 = 6;

/// The player that looks so many plies ahead.
pub type Deepen = fn(u32) -> Box<dyn Player<Position>>;

/// Whether a line ends what is thought about when it comes.
pub fn ends_thought(line: &str) -> bool {
    matches!(line.split_whitespace().next(), Some("ping" | "quit"))
}

/// A player behind the protocol.
pub struct Engine {
    /// The name that the host is given.
    name: String,
    game: EngineGame<Position>,
    /// For the player that goes by the host's depth.
    deepen: Option<Deepen>,
    /// How deep values look.
    depth: u32,
    /// Whether the host's last game could not be read, so that it is unknown what is on its board.
    is_lost: bool,
}

impl Engine {
    /// `player`, called `name`, in a game that has not begun. With `deepen` it is made anew at every
    /// depth that the host sets.
    pub fn new(
        name: String,
        player: Box<dyn Player<Position>>,
        deepen: Option<Deepen>,
        seed: u64,
    ) -> Self {
        Self {
            name,
            game: EngineGame::new(player, seed),
            deepen,
            depth: DEPTH,
            is_lost: false,
        }
    }

    /// Answers every line until `quit`, the end of the input, or an answer that is no longer wanted; each answer
    /// is flushed.
    ///
    /// # Errors
    /// When `out` cannot be written.
    pub fn serve(&mut self, lines: &Lines, out: &mut impl Write) -> io::Result<()> {
        while let Some(line) = lines.next() {
            if line.too_long {
                say(out, "status", "a line is too long and was passed over")?;
                continue;
            }
            // Some programs put a mark of the byte order before the first line.
            let text = line.text.trim_start_matches('\u{feff}').trim();
            let (command, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
            if command == "quit" {
                break;
            }
            self.answer(command, rest.trim(), lines, out)?;
            out.flush()?;
            if lines.is_abandoned() {
                break;
            }
        }
        Ok(())
    }

    fn answer(
        &mut self,
        command: &str,
        rest: &str,
        lines: &Lines,
        out: &mut impl Write,
    ) -> io::Result<()> {
        match command {
            "nboard" => say(out, "set myname", &self.name),
            "ping" => say(out, "pong", rest),
            "learn" => writeln!(out, "learned"),
            "set" => self.set(rest, out),
            "move" => self.play(rest, out),
            "go" => self.go(lines, out),
            "hint" => self.hint(rest, lines, out),
            "analyze" => self.analyze(lines, out),
            // The first version sends the move alone.
            _ if rest.is_empty() && read_move(command).is_some() => self.play(command, out),
            _ => Ok(()),
        }
    }

    fn set(&mut self, what: &str, out: &mut impl Write) -> io::Result<()> {
        let (what, rest) = what.split_once(char::is_whitespace).unwrap_or((what, ""));
        match what {
            "game" => match read_first(rest.trim()) {
                Ok(game) => {
                    self.game.begin(game.line);
                    self.is_lost = false;
                    Ok(())
                }
                Err(fault) => {
                    self.is_lost = true;
                    say(out, "status", format_args!("cannot read the game: {fault}"))
                }
            },
            "depth" => match rest.trim().parse::<u32>() {
                Ok(depth) => {
                    self.depth = depth.clamp(1, DEEPEST);
                    if let Some(deepen) = self.deepen {
                        self.game.seat(deepen(self.depth));
                    }
                    say(out, "set myname", &self.name)
                }
                Err(_) => Ok(()),
            },
            // Contempt and whatever else there may be says nothing to these players.
            _ => Ok(()),
        }
    }

    /// `F5/eval/time`.
    fn play(&mut self, text: &str, out: &mut impl Write) -> io::Result<()> {
        let Some(mv) = read_move(text) else {
            return say(out, "status", format_args!("\"{text}\" is no move"));
        };
        let position = self.game.position();
        // A pass that was left out comes first.
        let side = match *self.game.legal_moves() {
            [only] if Position::is_pass(only) && mv != only => position.side_to_move().other(),
            _ => position.side_to_move(),
        };
        match self.game.play(side, mv) {
            Ok(()) => Ok(()),
            Err(why) => {
                self.is_lost = true;
                say(out, "status", why)
            }
        }
    }

    /// Whether the board of the host is known; says so if not.
    fn is_ready(&self, out: &mut impl Write) -> io::Result<bool> {
        if self.is_lost {
            say(
                out,
                "status",
                "the game is not known: send it again with \"set game\"",
            )?;
        }
        Ok(!self.is_lost)
    }

    fn go(&mut self, lines: &Lines, out: &mut impl Write) -> io::Result<()> {
        if !self.is_ready(out)? {
            return Ok(());
        }
        say(out, "status", format_args!("{} is thinking", self.name))?;
        out.flush()?;
        let begun = Instant::now();
        let side = self.game.position().side_to_move();
        match self.game.choose(side, lines) {
            // In a finished game there is nothing but to pass.
            Ok(mv) => {
                let mv = move_name(mv.unwrap_or(Move::Pass));
                let time = begun.elapsed().as_secs_f64();
                writeln!(out, "=== {mv}//{time:.2}")?;
            }
            Err(CommandError::Interrupted) => {}
            Err(why) => say(out, "status", why)?,
        }
        say(out, "status", format_args!("{} is waiting", self.name))
    }

    fn hint(&self, count: &str, lines: &Lines, out: &mut impl Write) -> io::Result<()> {
        if !self.is_ready(out)? {
            return Ok(());
        }
        let count = count.parse::<usize>().unwrap_or(1).max(1);
        say(out, "status", format_args!("{} is thinking", self.name))?;
        let position = *self.game.position();
        if position.outcome().is_none() {
            for depth in 1..=self.depth {
                let looked = lines.think(|cancel| best(&position, depth, count, cancel));
                let Ok(looked) = looked else { break };
                for (value, line) in &looked.lines {
                    let line: String = line.iter().copied().map(move_name).collect();
                    writeln!(out, "search {line} {value:+.2} 0 {}", looked.depth)?;
                }
                out.flush()?;
                if looked.is_exact {
                    break;
                }
            }
        }
        say(out, "status", format_args!("{} is waiting", self.name))
    }

    /// The value of every position of the game, from its end to its beginning.
    fn analyze(&self, lines: &Lines, out: &mut impl Write) -> io::Result<()> {
        if !self.is_ready(out)? {
            return Ok(());
        }
        say(out, "status", format_args!("{} is analyzing", self.name))?;
        for (made, position) in self.game.line().positions().iter().enumerate().rev() {
            let value = lines.think(|cancel| match position.outcome() {
                Some(outcome) => {
                    cancel.check()?;
                    Ok(f64::from(outcome.difference(position.side_to_move())))
                }
                None => worth(position, self.depth, cancel),
            });
            let Ok(value) = value.map_err(|_: CancelledError| ()) else {
                break;
            };
            writeln!(out, "analysis {made} {value:.2}")?;
            out.flush()?;
        }
        say(out, "status", format_args!("{} is waiting", self.name))
    }
}

/// Lines of best play, each with the value of its first move.
struct Best {
    /// As the host shows the depth.
    depth: String,
    is_exact: bool,
    lines: Vec<(f64, Vec<Move>)>,
}

fn judge() -> Deepening<&'static Learned> {
    Deepening::new(Learned::embedded()).exhaustive(EXACT)
}

/// What a position is worth to the side to move, in discs.
fn worth(position: &Position, depth: u32, cancel: &Cancel) -> Result<f64, CancelledError> {
    let values = judge().best_moves(position, depth, cancel)?;
    Ok(discs(values.best().unwrap_or_default()))
}

fn best(
    position: &Position,
    depth: u32,
    count: usize,
    cancel: &Cancel,
) -> Result<Best, CancelledError> {
    let judge = judge();
    let is_exact = position.empties().count_ones() <= EXACT;
    let mut moves = judge.root_values(position, depth, cancel)?.moves;
    moves.sort_by_key(|root| std::cmp::Reverse(root.value));
    moves.truncate(count);
    let lines = moves.iter().map(|root| {
        let line = judge.line(position, root.mv, depth, cancel)?;
        Ok((discs(root.value), line))
    });
    Ok(Best {
        depth: if is_exact {
            "100%".to_owned()
        } else {
            depth.to_string()
        },
        is_exact,
        lines: lines.collect::<Result<_, CancelledError>>()?,
    })
}

fn say(out: &mut impl Write, command: &str, text: impl Display) -> io::Result<()> {
    writeln!(out, "{command} {text}")
}

/// `F5/eval/time`: the move of it.
fn read_move(text: &str) -> Option<Move> {
    text.split(['/', ' ']).next()?.parse().ok()
}

/// `F5` or `PA`.
fn move_name(mv: Move) -> String {
    match mv {
        Move::Place(square) => square.to_string().to_ascii_uppercase(),
        Move::Pass => "PA".to_owned(),
    }
}

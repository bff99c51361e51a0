//! The same sitting in plain lines: for a pipe, a dumb terminal, a screen reader.
//!
//! Not one escape byte. Every ply, result and level is a line of its own. Moves are read from the
//! input, one or several on a line; what cannot be read or played is refused with the reason and the
//! game waits. When the input ends the tester plays the person's side to the end and the breeding
//! runs its cycles out, so the whole of the program runs by itself.

mod input;
mod show;

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

use crate::evolve::snapshot::Phase;
use crate::game::{Game as _, Side};
use crate::roster::PlayerSpec;
use crate::session::{Event, Notice, Options, Refusal, Seat, Setup, Sink, Sitting, Turn};
use crate::text::plain as words;
use input::{Lines, Wake};

/// How a sitting in plain lines ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The person left.
    Quit,
    /// The input ended and everything ran out.
    InputEnded,
}

/// Plays a sitting in plain lines, from `input` to `output`.
///
/// # Errors
/// When the sitting cannot be opened or `output` cannot be written (a closed pipe is not an error:
/// the sitting then simply ends).
pub fn run(
    options: Options,
    input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
) -> anyhow::Result<Ended> {
    let (wake, woken) = channel();
    let events = wake.clone();
    let sink: Sink = Arc::new(move |event: Event| {
        // The receiver lives as long as the sitting; after it nobody listens.
        let _ = events.send(Wake::Session(event));
    });
    let lines = Lines::start(input, wake)?;
    let sitting = Sitting::open(options, sink)?;
    let mut plain = Plain {
        sitting,
        output,
        lines,
        woken,
        words: VecDeque::new(),
        ended: false,
        asked: false,
        cycle: (0, 0.0),
        reported: false,
    };
    match plain.play() {
        Err(error) if is_broken_pipe(&error) => Ok(Ended::Quit),
        other => other,
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

struct Plain<'a> {
    sitting: Sitting,
    output: &'a mut dyn Write,
    lines: Lines,
    woken: Receiver<Wake>,
    /// Words typed and not yet used.
    words: VecDeque<String>,
    /// The input has ended.
    ended: bool,
    /// The person has been asked for the move that is due.
    asked: bool,
    /// The last cycle written, and the target it was for.
    cycle: (u32, f64),
    /// The finished game on the table has been reported.
    reported: bool,
}

impl Plain<'_> {
    fn say(&mut self, line: &str) -> anyhow::Result<()> {
        writeln!(self.output, "{line}")?;
        self.output.flush()?;
        Ok(())
    }

    fn play(&mut self) -> anyhow::Result<Ended> {
        self.open_game()?;
        self.say(words::HOW_TO)?;
        loop {
            match self.sitting.table().turn() {
                Turn::Machine(_) => self.wait()?,
                Turn::Person(side) if self.ended => self.hand_over(side)?,
                Turn::Over(_) if !self.reported => self.wait()?,
                Turn::Over(_) if self.ended => {
                    self.finish_breeding()?;
                    self.say(words::GOODBYE)?;
                    return Ok(Ended::InputEnded);
                }
                turn => {
                    if let Some(word) = self.next_word(turn)? {
                        if word.eq_ignore_ascii_case("quit") || word.eq_ignore_ascii_case("q") {
                            self.say(words::GOODBYE)?;
                            return Ok(Ended::Quit);
                        }
                        self.word(&word)?;
                    }
                }
            }
        }
    }

    fn open_game(&mut self) -> anyhow::Result<()> {
        let table = self.sitting.table();
        let name = |side| show::seat(table.seat(side));
        let line = match table.person() {
            Some(side) => words::opening(
                &side.to_string(),
                &name(side.other()),
                self.sitting.options().seed,
            ),
            None => words::watching(&name(Side::Black), &name(Side::White)),
        };
        self.reported = false;
        self.asked = false;
        self.say(&line)
    }

    /// Waits for one thing to happen in a thread and tells it.
    fn wait(&mut self) -> anyhow::Result<()> {
        match self.woken.recv() {
            Ok(Wake::Session(event)) => {
                let notices = self.sitting.handle(event);
                self.tell(&notices)
            }
            Ok(Wake::Line(line)) => {
                self.lines.came();
                self.words
                    .extend(line.split_whitespace().map(str::to_owned));
                Ok(())
            }
            Ok(Wake::End) | Err(_) => {
                self.ended = true;
                Ok(())
            }
        }
    }

    /// The next word typed; `None` when something else happened meanwhile.
    fn next_word(&mut self, turn: Turn) -> anyhow::Result<Option<String>> {
        if let Some(word) = self.words.pop_front() {
            return Ok(Some(word));
        }
        if let (Turn::Person(side), false) = (turn, self.asked) {
            self.asked = true;
            let moves = self.sitting.table().legal_moves().len();
            self.say(&words::your_turn(&side.to_string(), moves))?;
        }
        self.lines.want();
        self.wait()?;
        Ok(None)
    }

    fn word(&mut self, word: &str) -> anyhow::Result<()> {
        let lower = word.to_ascii_lowercase();
        match lower.as_str() {
            "help" | "?" => {
                for line in words::HELP {
                    self.say(line)?;
                }
            }
            "board" => {
                for line in show::board(self.sitting.table().position()) {
                    self.say(&line)?;
                }
            }
            "moves" => {
                let moves = self.legal();
                self.say(&moves)?;
            }
            "hint" => {
                let notices = self.sitting.ask_hint();
                self.tell(&notices)?;
            }
            "undo" => self.change(Sitting::take_back, words::NOTHING_TO_UNDO)?,
            "redo" => self.change(Sitting::redo, words::NOTHING_TO_REDO)?,
            "new" => self.new_game()?,
            "rivals" => self.rivals()?,
            "level" => {
                let level = self.sitting.report().map(show::report);
                for line in level.unwrap_or_else(|| vec![words::LEVEL_NOT_YET.into()]) {
                    self.say(&line)?;
                }
            }
            _ => self.moves(word)?,
        }
        Ok(())
    }

    fn change(
        &mut self,
        change: fn(&mut Sitting) -> Vec<Notice>,
        nothing: &str,
    ) -> anyhow::Result<()> {
        let before = self.sitting.table().line().ply();
        let notices = change(&mut self.sitting);
        let after = self.sitting.table().line().ply();
        if before == after {
            return self.say(nothing);
        }
        self.asked = false;
        self.reported = false;
        self.say(&words::back_at(after + 1))?;
        self.tell(&notices)
    }

    fn legal(&self) -> String {
        let moves: Vec<String> = self
            .sitting
            .table()
            .legal_moves()
            .iter()
            .map(ToString::to_string)
            .collect();
        moves.join(" ")
    }

    /// One word of moves: a move, or several written together.
    fn moves(&mut self, word: &str) -> anyhow::Result<()> {
        let Some((first, rest)) = input::first_move(word) else {
            return self.say(&words::unreadable(word));
        };
        if !rest.is_empty() {
            self.words.push_front(rest.to_owned());
        }
        let ply = self.sitting.table().line().ply();
        let side = self.sitting.table().position().side_to_move();
        match self.sitting.play(first) {
            Ok(notices) => {
                self.asked = false;
                self.say(&words::ply(
                    ply + 1,
                    &side.to_string(),
                    &first.to_string(),
                    words::YOU,
                ))?;
                self.tell(&notices)
            }
            Err(Refusal::Illegal(mv)) => {
                // What was typed after a refused move was meant for another position.
                if !rest.is_empty() {
                    self.words.pop_front();
                }
                let why = show::why_illegal(self.sitting.table().position(), mv);
                let legal = self.legal();
                self.say(&words::illegal(&mv.to_string(), why, &legal))
            }
            Err(Refusal::Over) => self.say(words::GAME_OVER),
            Err(Refusal::NotYourTurn) => self.say(words::NOT_YOUR_TURN),
        }
    }

    fn new_game(&mut self) -> anyhow::Result<()> {
        let person = self.sitting.table().person().unwrap_or(Side::Black);
        let mut opponent = match self.sitting.table().seat(person.other()) {
            Seat::Machine(spec) => *spec,
            Seat::Person => self.sitting.options().settings.opponent.parse()?,
        };
        let mut side = person;
        while let Some(word) = self.words.pop_front() {
            match word.to_ascii_lowercase().as_str() {
                "black" => side = Side::Black,
                "white" => side = Side::White,
                name => match self.player(name) {
                    Ok(spec) => opponent = spec,
                    Err(why) => return self.say(&why),
                },
            }
        }
        match self.sitting.new_game(&Setup::against(opponent, side)) {
            Ok(notices) => {
                self.open_game()?;
                self.tell(&notices)
            }
            Err(error) => self.say(&error.to_string()),
        }
    }

    /// A player by name, or a rival by letter.
    fn player(&self, name: &str) -> Result<PlayerSpec, String> {
        let rivals = self.sitting.rivals();
        let letter = rivals
            .iter()
            .find(|(letter, _)| name.eq_ignore_ascii_case(&letter.to_string()));
        match letter {
            Some((_, spec)) => Ok(*spec),
            None => name
                .parse::<PlayerSpec>()
                .map_err(|error| error.to_string()),
        }
    }

    fn rivals(&mut self) -> anyhow::Result<()> {
        let table = show::individuals(self.sitting.snapshot());
        for line in table {
            self.say(&line)?;
        }
        Ok(())
    }

    /// The input has ended: the tester plays on.
    fn hand_over(&mut self, side: Side) -> anyhow::Result<()> {
        self.say(words::END_OF_INPUT)?;
        let notices = self.sitting.hand_over(side);
        self.tell(&notices)
    }

    /// Runs the breeding's cycles out and shows what they found.
    fn finish_breeding(&mut self) -> anyhow::Result<()> {
        self.sitting.pause_breeding(false);
        while self.sitting.snapshot().phase != Phase::Resting && self.sitting.is_breeding() {
            self.wait()?;
        }
        self.rivals()
    }

    fn tell(&mut self, notices: &[Notice]) -> anyhow::Result<()> {
        for notice in notices {
            match notice {
                Notice::Moved(side, mv) => {
                    let ply = self.sitting.table().ply_of_last(*mv);
                    let who = show::seat(self.sitting.table().seat(*side));
                    self.say(&words::ply(ply, &side.to_string(), &mv.to_string(), &who))?;
                }
                Notice::Passed(side) => self.say(&words::pass(&side.to_string()))?,
                Notice::Over(_) => {
                    let result = show::result(self.sitting.table().position());
                    self.say(&result)?;
                }
                Notice::Measured => {
                    self.reported = true;
                    for line in self.sitting.report().map(show::report).unwrap_or_default() {
                        self.say(&line)?;
                    }
                }
                Notice::Retargeted(target) => self.say(&words::retargeted(*target))?,
                Notice::Hint => {
                    let hint = self.sitting.hint().map(show::hint).unwrap_or_default();
                    for line in hint {
                        self.say(&line)?;
                    }
                }
                Notice::Bred => self.cycle()?,
                Notice::Broken(message) => self.say(&words::broken(message))?,
                Notice::NotKept(message) => self.say(message)?,
            }
        }
        Ok(())
    }

    /// One line a cycle.
    fn cycle(&mut self) -> anyhow::Result<()> {
        let snapshot = Arc::clone(self.sitting.snapshot());
        if (snapshot.cycle, snapshot.target) == self.cycle || snapshot.cycle == 0 {
            return Ok(());
        }
        self.cycle = (snapshot.cycle, snapshot.target);
        let Some(point) = snapshot.curves.last() else {
            return Ok(());
        };
        self.say(&words::cycle(
            snapshot.cycle,
            snapshot.cycles,
            snapshot.games,
            point.mean_win_rate,
            point.mean_f_wr,
            point.spread,
        ))
    }
}

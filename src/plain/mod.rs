//! The same sitting in plain lines: for a pipe, a dumb terminal, a screen reader.
//!
//! Not one escape byte. Every ply, result and level is a line of its own. Moves are read from the
//! input, one or several on a line; what cannot be read or played is refused with the reason and the
//! game waits. When the input ends the tester plays the person's side to the end and the breeding
//! runs its cycles out, so the whole of the program runs by itself.

mod input;
pub mod janken;
pub mod person;
mod show;
pub mod study;
mod voice;
pub(crate) mod words;

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::thread::available_parallelism;

use self::voice::Voice;
use input::{Ear, LONGEST, Wake};
use koteki_games::othello::Position;
use koteki_games::othello::notation::{Passes, write_transcript};
use koteki_games::typed::half_width;
use koteki_games::{Game as _, Side};
use koteki_rivals::coach::openings;
use koteki_rivals::coach::words as coach_words;
use koteki_rivals::evolve::snapshot::Phase;
use koteki_rivals::roster::PlayerSpec;
use koteki_session::keeper::News;
use koteki_session::words as session_words;
use koteki_session::{Event, Notice, Options, Refusal, Seat, Setup, Sink, Sitting, Start, Turn};

const HELP: &[&str] = &[
    "f5            play a move; several on one line are played in turn",
    "board         show the board",
    "moves         list the legal moves",
    "hint          what the tester would play (the game becomes practice)",
    "undo, redo    take your last move back, play it again (the game becomes practice)",
    "new           a new game against the same opponent; new white plays White",
    "new NAME      against another: random, beginner, intermediate, advanced, expert, a rival A, B, C",
    "new opening=tiger   from an opening by name (practice); opening=balanced draws one at random",
    "resume        continue the game that was interrupted last; resume 2 the one before it",
    "games         list the games that can be resumed",
    "rivals        the rivals bred so far",
    "level         how well you have played",
    "quit          leave; a game that has begun is kept and offered next time",
];

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
/// When the sitting cannot be opened, `input` cannot be read or `output` cannot be written (a closed pipe is not an error:
/// the sitting then simply ends).
pub fn run(
    mut options: Options,
    input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
) -> anyhow::Result<Ended> {
    // There is no screen whose keys a busy machine could delay.
    options.jobs = options.jobs.or_else(|| available_parallelism().ok());
    // The lines come to an end: the cycles as they are set, one retest, and the table of what was found.
    options.evolution.retest.rounds = 0;
    let (ear, wake) = Ear::open(input)?;
    let sink: Sink = Arc::new(move |event: Event| {
        // The receiver lives as long as the sitting; after it nobody listens.
        let _ = wake.send(Ok(Wake::Session(event)));
    });
    let sitting = Sitting::open(options, sink)?;
    let mut plain = Plain {
        sitting,
        voice: Voice(output),
        ear,
        asked: false,
        cycle: (0, 0.0),
        reported: false,
        shown: 0,
    };
    match plain.play().and_then(|ended| plain.leave(ended)) {
        Err(error) if is_broken_pipe(&error) => Ok(Ended::Quit),
        other => other,
    }
}

/// Whether something could not be written because its reader has had enough.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

struct Plain<'a> {
    sitting: Sitting,
    voice: Voice<'a>,
    ear: Ear<Event>,
    /// The person has been asked for the move that is due.
    asked: bool,
    /// The last cycle written, and the target it was for.
    cycle: (u32, f64),
    /// The finished game on the table has been reported.
    reported: bool,
    /// Plies of the game that have been shown.
    shown: usize,
}

impl Plain<'_> {
    fn play(&mut self) -> anyhow::Result<Ended> {
        self.open_game()?;
        self.voice.say(
            "Type moves such as f5, one or several on a line. Other words: board, moves, \
             hint, undo, redo, new, resume, games, rivals, level, help, quit.",
        )?;
        // What was kept is looked through before anything else is said, so that the same sitting
        // says the same in the same order.
        while !self.sitting.has_looked() {
            self.wait()?;
        }
        loop {
            match self.sitting.table().turn() {
                Turn::Machine(_) => self.wait()?,
                _ if self.sitting.is_hint_awaited() => self.wait()?,
                Turn::Over(_) if !self.reported => self.wait()?,
                turn if self.ear.has_ended() && self.ear.words.is_empty() => match turn {
                    Turn::Person(side) => self.hand_over(side)?,
                    _ => {
                        self.finish_breeding()?;
                        return Ok(Ended::InputEnded);
                    }
                },
                turn => {
                    if let Some(word) = self.next_word(turn)? {
                        if word.eq_ignore_ascii_case("quit") || word.eq_ignore_ascii_case("q") {
                            return Ok(Ended::Quit);
                        }
                        self.word(&word)?;
                    }
                }
            }
        }
    }

    /// Waits until all is on the disk, and says so when it could not be written.
    fn leave(mut self, ended: Ended) -> anyhow::Result<Ended> {
        drop(self.sitting);
        while let Some(event) = self.ear.rest() {
            if let Event::Kept(News::Failed(why)) = event {
                let line = format!("{}.", session_words::not_kept(&why));
                self.voice.say(&line)?;
            }
        }
        self.voice.say("Goodbye.")?;
        Ok(ended)
    }

    /// Says who plays, and the moves that nobody chose.
    fn open_game(&mut self) -> anyhow::Result<()> {
        let line = self.sitting.table().line();
        let moves = line.moves()[..line.opening()].iter();
        let opening: Vec<String> = moves.map(ToString::to_string).collect();
        self.announce_game(opening.len())?;
        if !opening.is_empty() {
            self.voice
                .say(&format!("Opening drawn at random: {}", opening.join(" ")))?;
        }
        self.tell_plies()
    }

    /// Says who plays a game of which `shown` plies need no lines of their own.
    fn announce_game(&mut self, shown: usize) -> anyhow::Result<()> {
        let table = self.sitting.table();
        let name = |side| show::seat(table.seat(side));
        let line = match table.person() {
            Some(side) => format!(
                "Othello. You play {side} against {}. (seed {})",
                name(side.other()),
                self.sitting.options().seed
            ),
            None => format!(
                "Othello. {} plays Black, {} plays White.",
                name(Side::Black),
                name(Side::White)
            ),
        };
        self.shown = shown;
        self.reported = false;
        self.asked = false;
        self.voice.say(&line)
    }

    /// Shows every ply of the game that has not been shown yet.
    fn tell_plies(&mut self) -> anyhow::Result<()> {
        let table = self.sitting.table();
        let steps = table.line().steps().enumerate().skip(self.shown);
        let lines = steps.map(|(index, (position, mv))| {
            let side = position.side_to_move();
            if Position::is_pass(mv) {
                words::pass(index + 1, &side.to_string())
            } else {
                let who = show::seat(table.seat(side));
                words::ply(index + 1, &side.to_string(), &mv.to_string(), &who)
            }
        });
        let lines: Vec<String> = lines.collect();
        self.shown += lines.len();
        self.voice.say_all(lines)
    }

    /// Waits for one thing to happen in a thread and reports it.
    fn wait(&mut self) -> anyhow::Result<()> {
        match self.ear.wait()? {
            Wake::Session(event) => {
                let notices = self.sitting.handle(event);
                self.report_all(&notices)
            }
            Wake::Line(line, _) => {
                self.ear.take(&line);
                Ok(())
            }
            Wake::TooLong => self.voice.say(&words::too_long(LONGEST)),
            Wake::End => Ok(()),
        }
    }

    /// The next word typed; `None` when something else happened meanwhile.
    fn next_word(&mut self, turn: Turn) -> anyhow::Result<Option<String>> {
        if let Some(word) = self.ear.words.pop_front() {
            return Ok(Some(word));
        }
        if let (Turn::Person(side), false) = (turn, self.asked) {
            self.asked = true;
            let moves = self.sitting.table().legal_moves().len();
            self.voice
                .say(&words::your_turn(&side.to_string(), moves))?;
        }
        self.ear.want();
        self.wait()?;
        Ok(None)
    }

    fn word(&mut self, word: &str) -> anyhow::Result<()> {
        let lower = half_width(word).to_ascii_lowercase();
        match lower.as_str() {
            "help" | "?" => self.voice.say_all(HELP)?,
            "board" => self
                .voice
                .say_all(show::board(self.sitting.table().position()))?,
            "moves" => self.voice.say(&self.legal())?,
            "hint" => {
                let notices = self.sitting.ask_hint();
                self.report_all(&notices)?;
            }
            "undo" => self.change(
                Sitting::take_back,
                "There is no move of yours to take back.",
            )?,
            "redo" => self.change(Sitting::redo, "Nothing was taken back.")?,
            "new" => self.new_game()?,
            "resume" => self.resume()?,
            "games" => self.games()?,
            "rivals" => self.rivals()?,
            "level" => {
                let level = self.sitting.report().map(show::report);
                self.voice.say_all(
                    level.unwrap_or_else(|| vec!["No measured game is finished yet.".into()]),
                )?;
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
            return self.voice.say(nothing);
        }
        self.asked = false;
        self.reported = false;
        self.shown = self.shown.min(after);
        self.report_all(&notices)?;
        self.voice.say(&format!("Now at move {}.", after + 1))
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
        let Some(moves) = input::read_moves(word) else {
            return self.voice.say(&words::unreadable(word));
        };
        let Some((&first, rest)) = moves.split_first() else {
            return Ok(());
        };
        let position = *self.sitting.table().position();
        match self.sitting.play(first) {
            Ok(notices) => {
                if !rest.is_empty() {
                    self.ear
                        .words
                        .push_front(write_transcript(rest, Passes::Written));
                }
                self.asked = false;
                self.report_all(&notices)
            }
            // What was written together with a refused move was meant for another position.
            Err(Refusal::Illegal(mv)) => {
                let why = position.check(mv).err();
                let why = why.map_or_else(String::new, |why| why.to_string());
                let legal = self.legal();
                self.voice
                    .say(&words::illegal(&mv.to_string(), &why, &legal))
            }
            Err(Refusal::Over) => self
                .voice
                .say("The game is over; type new for another one."),
            Err(Refusal::NotYourTurn) => self.voice.say("It is not your turn."),
        }
    }

    /// The games that can be resumed.
    fn games(&mut self) -> anyhow::Result<()> {
        let games = self.sitting.interrupted().iter().map(show::interrupted);
        if games.len() == 0 {
            return self.voice.say(&session_words::no_such_game(0));
        }
        self.voice.say_all(words::games(games))
    }

    /// Says what becomes of a game that has been left for another one.
    fn say_left(&mut self, was_begun: bool) -> anyhow::Result<()> {
        if was_begun {
            let kept = self.sitting.is_kept();
            let meaning = if kept {
                session_words::LEFT
            } else {
                session_words::LOST
            };
            self.voice
                .say(&format!("You left a game before its end. {meaning}"))?;
        }
        Ok(())
    }

    /// Whether a person has played in the game at the table, and it is not over.
    fn is_begun(&self) -> bool {
        self.sitting.has_begun() && !self.sitting.is_over()
    }

    fn resume(&mut self) -> anyhow::Result<()> {
        let place = self.ear.number().unwrap_or(1).wrapping_sub(1);
        let was_begun = self.is_begun();
        match self.sitting.resume_interrupted(place) {
            Ok(notices) => {
                self.say_left(was_begun)?;
                let line = self.sitting.table().line();
                let moves = write_transcript(line.moves(), Passes::Written);
                let ply = line.ply();
                self.announce_game(ply)?;
                self.voice.say(&format!("The game so far: {moves}"))?;
                self.report_all(&notices)
            }
            Err(error) => self.refuse_new(&error.to_string()),
        }
    }

    fn new_game(&mut self) -> anyhow::Result<()> {
        let person = self.sitting.table().person().unwrap_or(Side::Black);
        let mut opponent = match self.sitting.table().seat(person.other()) {
            Seat::Machine(spec) => *spec,
            Seat::Person => self.sitting.options().settings.opponent.parse()?,
        };
        let mut side = self.sitting.next_side();
        let measured = self.sitting.options().settings.measured;
        let mut start = Start::Usual;
        while let Some(word) = self.ear.words.front() {
            let word = word.to_ascii_lowercase();
            // It is for the new game.
            if words::is_command(&word) || input::read_moves(&word).is_some() {
                break;
            }
            self.ear.words.pop_front();
            if let Some(name) = word.strip_prefix("opening=") {
                start = match name {
                    "balanced" => Start::Balanced,
                    // A name of several words is one here.
                    name => match openings::by_name(&name.replace('_', " ")) {
                        Ok(number) => Start::opening(number),
                        Err(why) => return self.refuse_new(&why),
                    },
                };
                continue;
            }
            match word.as_str() {
                "black" => side = Side::Black,
                "white" => side = Side::White,
                name => match self.player(name) {
                    Ok(spec) => opponent = spec,
                    Err(why) => return self.refuse_new(&why),
                },
            }
        }
        let setup = Setup {
            measured,
            start,
            ..Setup::against(opponent, side)
        };
        let was_begun = self.is_begun();
        match self.sitting.new_game(&setup) {
            Ok(notices) => {
                self.say_left(was_begun)?;
                self.open_game()?;
                self.report_all(&notices)
            }
            Err(error) => self.refuse_new(&error.to_string()),
        }
    }

    /// No other game begins, and what is left of the line was meant for it.
    fn refuse_new(&mut self, why: &str) -> anyhow::Result<()> {
        self.ear.words.clear();
        self.voice.say(why)
    }

    /// A player by name, or a rival by letter.
    fn player(&self, name: &str) -> Result<PlayerSpec, String> {
        let mut rivals = self.sitting.rivals().iter();
        match rivals.find(|it| name.eq_ignore_ascii_case(&it.letter.to_string())) {
            Some(rival) => Ok(rival.player),
            None => name
                .parse::<PlayerSpec>()
                .map(PlayerSpec::named_by_person)
                .map_err(|error| error.to_string()),
        }
    }

    fn rivals(&mut self) -> anyhow::Result<()> {
        let opponent = self.sitting.breeding_opponent();
        let holds = self.sitting.breeds_toward_level();
        let table = show::individuals(self.sitting.snapshot(), opponent, holds);
        self.voice.say_all(table)?;
        self.voice.say_all(show::rivals(&self.sitting))
    }

    /// The input has ended: the tester plays on.
    fn hand_over(&mut self, side: Side) -> anyhow::Result<()> {
        self.voice.say(
            "End of input: the tester plays your side to the end (the game does not count).",
        )?;
        let notices = self.sitting.hand_over(side);
        self.report_all(&notices)
    }

    /// Runs the breeding's cycles out and shows what they found.
    fn finish_breeding(&mut self) -> anyhow::Result<()> {
        self.sitting.pause_breeding(false);
        while self.sitting.snapshot().phase != Phase::Resting && self.sitting.is_breeding() {
            self.wait()?;
        }
        self.cycle()?;
        self.rivals()
    }

    fn report_all(&mut self, notices: &[Notice]) -> anyhow::Result<()> {
        self.tell_plies()?;
        for notice in notices {
            match notice {
                // Told with the plies; what a machine saw is for a screen: when it comes hangs on how fast
                // the machine is, and plain lines are the same every time.
                Notice::Moved(..) | Notice::Passed(_) | Notice::Held(..) => {}
                Notice::Over(_) => {
                    let result = show::result(self.sitting.table().position());
                    self.voice.say(&result)?;
                }
                Notice::Measured => {
                    self.reported = true;
                    let report = self.sitting.report().map(show::report);
                    self.voice.say_all(report.unwrap_or_default())?;
                }
                Notice::Retargeted(target) => {
                    self.cycle = (0, 0.0);
                    self.voice.say(&show::retargeted(target))?;
                }
                Notice::Hint => {
                    let position = self.sitting.table().position();
                    let weights = &self.sitting.options().tester.weights;
                    let hint = self.sitting.hint();
                    let hint = hint.map(|hint| show::hint(hint, position, weights));
                    let by = self
                        .sitting
                        .adviser()
                        .map(|name| format!("hint by {name}, 100 = a disc:"));
                    self.voice.say_all(by)?;
                    self.voice.say_all(hint.unwrap_or_default())?;
                }
                Notice::Bred => self.cycle()?,
                Notice::Ready => {
                    let letters = self.sitting.rivals().iter().map(|it| it.letter);
                    let letters: Vec<String> = letters.map(String::from).collect();
                    self.voice.say(&format!(
                        "evolution: your rivals are ready: {} (type rivals)",
                        letters.join(", ")
                    ))?;
                }
                Notice::Interrupted(_) => {
                    let games = self.sitting.interrupted();
                    let latest = games.first().map(show::interrupted);
                    let lines = latest.map(|it| interrupted(&it, games.len() - 1));
                    self.voice.say_all(lines)?;
                }
                Notice::Damaged(message) => self.voice.say(message)?,
                Notice::Unadvised(why) => self.voice.say(&coach_words::unadvised(why))?,
                Notice::Broken(message) => self.voice.say(&words::broken(message))?,
                Notice::NotKept(why) => self.voice.say(&session_words::not_kept_now(why))?,
            }
        }
        Ok(())
    }

    /// One line for every cycle that was not reported yet. The breeding does not wait for who looks at it: of
    /// several that are complete only the last is seen, and its curves have the others.
    fn cycle(&mut self) -> anyhow::Result<()> {
        let snapshot = Arc::clone(self.sitting.snapshot());
        let reported = match self.cycle {
            (cycle, target) if target == snapshot.target => cycle,
            _ => 0,
        };
        self.cycle = (snapshot.cycle, snapshot.target);
        let Some(last) = snapshot.curves.last() else {
            return Ok(());
        };
        for point in snapshot.curves.iter() {
            let number = f64::from(snapshot.cycle) - (last.cycle - point.cycle);
            if number <= f64::from(reported) {
                continue;
            }
            self.voice.say(&format!(
                "evolution: cycle {number:.0}/{}, mean win rate {:.3}, mean f_wr {:.3}, \
                 spread {:.2}",
                snapshot.cycles, point.mean_win_rate, point.mean_f_wr, point.spread
            ))?;
        }
        Ok(())
    }
}

fn interrupted(game: &str, others: usize) -> String {
    let others = match others {
        0 => String::new(),
        1 => " There is one more: type games.".to_owned(),
        _ => format!(" There are {others} more: type games."),
    };
    format!("A game {game} was interrupted; type resume to continue it.{others}")
}

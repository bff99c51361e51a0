//! What Othello says for itself in plain lines. When the input ends the tester plays the person's side to the end and
//! the breeding runs its cycles out, so the whole of the program runs by itself.

use std::io::{BufRead, Write};
use std::sync::Arc;
use std::thread::available_parallelism;

use super::game::{Plain, PlainKit, over};
use super::input::{Ear, Wake, read_moves};
use super::voice::Voice;
use super::{show, words};
use koteki_games::othello::{Move, Position};
use koteki_games::{Game as _, Side};
use koteki_rivals::coach::openings;
use koteki_rivals::coach::words as coach_words;
use koteki_rivals::evolve::snapshot::Phase;
use koteki_rivals::roster::kit::Kit as _;
use koteki_session::keeper;
use koteki_session::rivals::Rival;
use koteki_session::words as session_words;
use koteki_session::{
    Event, Judged, News, Notice, Options, OthelloEvent, OthelloSession, Sink, Start, Turn,
};

const HELP: &[&str] = &[
    "f5            play a move; several on one line are played in turn",
    "moves         list the legal moves",
    "new NAME      against another: random, beginner, intermediate, advanced, expert, a rival A, B, C",
    "new opening=tiger   from an opening by name (practice); opening=balanced draws one at random",
    "rivals        the rivals bred so far",
    "level         how well you have played",
];

/// Plays a session of Othello in plain lines, from `input` to `output`.
///
/// # Errors
/// When the session cannot be opened, `input` cannot be read or `output` cannot be written (a closed pipe is not an error:
/// the session then simply ends).
pub fn run(
    mut options: Options,
    input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
) -> anyhow::Result<()> {
    // There is no screen whose keys a busy machine could delay.
    options.jobs = options.jobs.or_else(|| available_parallelism().ok());
    // The lines come to an end: the cycles as they are set, one retest, and the table of what was found.
    options.evolution.retest.rounds = 0;
    let (ear, wake) = Ear::open(input)?;
    let sink: Sink = Arc::new(move |event: OthelloEvent| {
        // The receiver lives as long as the session; after it nobody listens.
        let _ = wake.send(Ok(Wake::Session(event)));
    });
    let (session, notices) = OthelloSession::open(options, sink)?;
    Plain::new(session, ear, Voice(output)).run(None, notices)
}

impl PlainKit for Judged {
    /// The last cycle that was written, and the target it was for.
    type Told = (u32, f64);

    fn words() -> Vec<&'static str> {
        vec!["rivals", "level"]
    }

    fn typed() -> String {
        "f5, one or several on a line".to_owned()
    }

    fn help() -> Vec<String> {
        HELP.iter().map(ToString::to_string).collect()
    }

    fn opened(session: &OthelloSession) -> Vec<String> {
        let table = session.table();
        let name = |side| show::seat(table.seat(side));
        vec![match table.person() {
            Some(side) => format!(
                "Othello. You play {side} against {}. (seed {})",
                name(side.other()),
                session.options().seed
            ),
            None => format!(
                "Othello. {} plays Black, {} plays White.",
                name(Side::Black),
                name(Side::White)
            ),
        }]
    }

    fn is_ready(session: &OthelloSession) -> bool {
        session.has_looked()
    }

    fn is_reported(session: &OthelloSession) -> bool {
        session.report().is_some()
    }

    fn ply(session: &OthelloSession, index: usize) -> String {
        let (table, mv) = (session.table(), session.table().line().moves()[index]);
        let side = table.line().positions()[index].side_to_move();
        if Position::is_pass(mv) {
            return words::pass(index + 1, &side.to_string());
        }
        let who = show::seat(table.seat(side));
        words::ply(index + 1, &side.to_string(), &mv.to_string(), &who)
    }

    fn board(session: &OthelloSession) -> Vec<String> {
        show::board(session.table().position())
    }

    fn moves(session: &OthelloSession) -> String {
        let legal = session.table().legal_moves();
        let legal: Vec<String> = legal.iter().map(ToString::to_string).collect();
        legal.join(" ")
    }

    fn hint(session: &OthelloSession) -> Vec<String> {
        let weights = &session.options().tester.weights;
        let (position, by) = (session.table().position(), session.adviser());
        let hint = session.hint();
        let hint = hint.and_then(|it| it.hint(position, weights, by.as_deref()));
        hint.into_iter().collect()
    }

    fn result(session: &OthelloSession) -> Vec<String> {
        vec![show::result(session.table().position())]
    }

    fn finished(session: &OthelloSession) -> Vec<String> {
        over(session.finished())
    }

    fn read(word: &str) -> Result<Vec<Move>, String> {
        read_moves(word).ok_or_else(|| words::unreadable(word))
    }

    fn refused(session: &OthelloSession, mv: Move, _word: &str) -> String {
        let why = session.table().position().why_refused(mv);
        words::illegal(&mv.to_string(), &why, &Self::moves(session))
    }

    fn start(word: &str) -> Option<Result<Start, String>> {
        let name = word.strip_prefix("opening=")?;
        Some(match name {
            "balanced" => Ok(Start::Balanced),
            // A name of several words is one here.
            name => openings::by_name(&name.replace('_', " ")).map(Start::opening),
        })
    }

    fn measured(session: &OthelloSession) -> bool {
        session.options().settings.measured
    }

    fn counts(session: &OthelloSession) -> bool {
        session.table().counts()
    }

    fn answer(plain: &mut Plain<'_, Self>, word: &str) -> Option<anyhow::Result<()>> {
        match word {
            "rivals" => Some(plain.rivals()),
            "level" => {
                let session = &plain.session;
                let level = session.report().map(show::report);
                let level = level.or_else(|| session.standing().as_ref().map(show::standing));
                let none = || vec!["No measured game is finished yet.".to_owned()];
                Some(plain.voice.say_all(level.unwrap_or_else(none)))
            }
            _ => None,
        }
    }

    fn notice(plain: &mut Plain<'_, Self>, notice: Notice) -> anyhow::Result<()> {
        match notice {
            Notice::Measured => {
                let report = plain.session.report().map(show::report);
                plain.voice.say_all(report.unwrap_or_default())
            }
            Notice::Retargeted(target) => {
                plain.told = (0, 0.0);
                plain.voice.say(&show::retargeted(&target))
            }
            Notice::Bred => plain.cycle(),
            Notice::Ready => {
                let letters = plain.session.rivals().iter().map(|it| it.letter);
                let letters: Vec<String> = letters.map(String::from).collect();
                plain.voice.say(&format!(
                    "evolution: your rivals are ready: {} (type rivals)",
                    letters.join(", ")
                ))
            }
            Notice::Unadvised(why) => plain.voice.say(&coach_words::unadvised(&why)),
            // What a machine saw is for a screen: when it comes hangs on how fast the machine is, and plain lines are
            // the same every time.
            _ => Ok(()),
        }
    }

    fn input_ended(plain: &mut Plain<'_, Self>, turn: Turn) -> anyhow::Result<bool> {
        let Turn::Person(side) = turn else {
            plain.finish_breeding()?;
            return Ok(false);
        };
        plain.voice.say(
            "End of input: the tester plays your side to the end. The game does not count, and the level is the tester's.",
        )?;
        let notices = plain.session.hand_over(side);
        plain.report(notices)?;
        Ok(true)
    }

    fn last_news(event: OthelloEvent) -> Option<String> {
        match event {
            Event::News(News::Kept(keeper::News::Failed(why))) => {
                Some(format!("{}.", session_words::not_kept(&why)))
            }
            _ => None,
        }
    }
}

impl Plain<'_, Judged> {
    /// The rivals that are offered.
    fn rivals(&mut self) -> anyhow::Result<()> {
        let is_proven = self.session.rivals().iter().any(Rival::is_certified);
        if !is_proven && self.session.snapshot().phase != Phase::Resting {
            let said = "Your rivals are not ready yet: they are bred while you play.";
            return self.voice.say(said);
        }
        self.bred()
    }

    /// What has been bred.
    fn bred(&mut self) -> anyhow::Result<()> {
        let opponent = self.session.breeding_opponent();
        let holds = self.session.breeds_toward_level();
        let table = show::individuals(self.session.snapshot(), opponent, holds);
        self.voice.say_all(table)?;
        self.voice.say_all(show::rivals(&self.session))
    }

    /// Runs the breeding's cycles out and shows what they found.
    fn finish_breeding(&mut self) -> anyhow::Result<()> {
        self.session.pause_breeding(false);
        while self.session.snapshot().phase != Phase::Resting && self.session.is_breeding() {
            self.wait()?;
        }
        self.cycle()?;
        self.bred()
    }

    /// One line for every cycle that was not reported yet. The breeding does not wait for who looks at it: of
    /// several that are complete only the last is seen, and its curves have the others.
    fn cycle(&mut self) -> anyhow::Result<()> {
        let snapshot = Arc::clone(self.session.snapshot());
        let reported = match self.told {
            (cycle, target) if target == snapshot.target => cycle,
            _ => 0,
        };
        self.told = (snapshot.cycle, snapshot.target);
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

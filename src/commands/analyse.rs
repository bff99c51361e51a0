//! `koteki analyse FILE`: every game of a file gone through, every mistake explained.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::panic::resume_unwind;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, available_parallelism};
use std::time::Instant;

use anyhow::{Context as _, bail};
use serde_json::json;

use super::games;
use super::interrupts::{Interrupts, POLL};
use super::judge::Judge;
use super::looks::Looks;
use super::progress::Progress;
use crate::commands::words;
use crate::config::{Config, Paths};
use koteki_engine::search::budget::Cancel;
use koteki_games::words::harmless::Harmless;
use koteki_games::words::numbers::{grouped, number};
use koteki_record::formats::source::Input;
use koteki_record::formats::{Entry, Game, Games, Location, Source};
use koteki_rivals::coach::{
    Review, Scale, Summary, Tester, Threshold, game_json, game_lines, review, summary_json,
    summary_lines,
};
use koteki_session::words as session_words;
use koteki_tui as tui;
use koteki_tui::event::Exit;
use koteki_tui::review::Reviewed;
use koteki_tui::words as tui_words;

/// Goes through every game of a file: value curve, mistakes with their reasons, D of each side.
///
/// FILE holds transcripts, one game a line, such as f5d6c3d3c4 (passes written or not, move numbers
/// and spaces as you like, # begins a remark; a position of 64 signs and the side to move may stand in
/// front), games as koteki keeps them (games.jsonl), GGF, SGF, OBF, WTHOR, the text of PlayOK or the JSON of
/// Othello Quest. A game may go on over several lines. A line that is
/// no game is reported with its place and what is wrong; the others are analysed all the same, and the
/// command fails in the end.
#[derive(Clone, Debug, clap::Args)]
#[command(after_long_help = FORMATS)]
pub struct Args {
    /// The games
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Print one JSON object a line: each game, then a summary
    #[arg(long)]
    pub json: bool,
    /// The judge: a tester of the roster, or an engine that gives values by NBoard's protocol, as in
    /// engine:cmd="edax -nboard",protocol=nboard,depth=8; the tester of the settings when left out
    #[arg(long, value_name = "PLAYER")]
    pub tester: Option<String>,
    /// The loss, in the tester's points, from which on a move is called a mistake [default: 50; 100 for each of
    /// --discs where points are hundredths of a disc, as an engine's are and those of eval=learned]
    #[arg(long, value_name = "X", value_parser = clap::value_parser!(i32).range(1..=1_000_000))]
    pub threshold: Option<i32>,
    /// The same in discs, where the tester sees the end of the game; giving away a win or a draw is always a
    /// mistake
    #[arg(long, value_name = "N", default_value_t = Threshold::default().discs, value_parser = clap::value_parser!(i32).range(1..=128))]
    pub discs: i32,
    /// Go through the games on the screen, mistake by mistake
    #[arg(long, conflicts_with_all = ["json", "jobs"])]
    pub screen: bool,
    /// Number of the game that --screen begins with, from 1
    #[arg(long, value_name = "N", default_value_t = 1, requires = "screen", value_parser = clap::value_parser!(u32).range(1..))]
    pub game: u32,
    /// Settings file, on top of the built-in settings and your own file
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// How the screen looks
    #[command(flatten)]
    pub looks: Looks,
    /// Threads, each with a game of its own and, where an engine judges, a process of it; as many as there
    /// are cores when left out. Changes nothing but the time
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
}

/// What a file holds and what --json prints. Lines are kept short, for what is too wide is broken anywhere.
const FORMATS: &str = "\
FILE holds transcripts, one game a line, such as f5d6c3d3c4: passes written
or not, move numbers and spaces as you like; # begins a remark; a position of 64
signs (X O -) and the side to move may stand in front. A line that could begin a
game begins one; a line that could not, and goes on where the one before stopped,
belongs to that game, and so does a line of one move, or one that begins with a
move number above 1, when it goes on there. Or FILE holds games as koteki keeps
them (games.jsonl), or is a file of GGF, SGF, OBF or WTHOR (.wtb, its .jou and
.trn beside it), the text of PlayOK or the JSON of Othello Quest: the format is
recognised by the content. - is standard input. A line that is no game is reported
with its place and what is wrong; the others are analysed all the same, and the
command fails in the end.

JSON, one object a line. A game:
  game          its number in the file, places that hold no game counted
  line, byte    where it begins in the file; line is null in a WTHOR file
  black, white  who played, or null
  start         the position it began from, or null for the usual one
  transcript    its moves, passes as --
  result        {black, white}: discs as they lie; null when it is not over
  opening       {name, ply}: the last of its positions that has a name; or null
  tester        who judged
  values        the value for Black before each move and at the end, in the
                tester's points; 10000000 + n when Black wins by n discs
                (an engine's are all hundredths of a disc, results too; only
                a finished game's result is as above)
  losses        what each move lost, in the same points; null for a pass and
                for a move drawn at random
  sides         {black, white}, each:
                d, d_thesis   mean loss up to ply 40, without and with
                              decided positions
                moves         moves that d is the mean of
                mean_rank     1 is best
                about         beside known players
                mistakes      kind -> phase -> number
  mistakes      a list, each:
                ply, side, move, best, value, best_value
                unit          points (with points), discs or game (with
                              played_discs and best_discs, the final
                              differences for who moved; null where unknown)
                kind, phase
                line, best_line  what follows the move, the best move
                shares        feature -> its part of the loss; null where a
                              line ends the game
                why           in words
                reasons       a list, each: fact and its numbers; line, the
                              moves to where it can be seen; instead, those
                              to what it is compared with, or null; the
                              numbers there end in _instead
A place that holds no game: {line, byte, error}. At the end: {summary: {games,
unreadable, mistakes, players, tester, threshold}}.";

/// The flag that names the judge.
const TESTER: &str = "--tester";

/// What was done.
#[derive(Debug, Default)]
struct Report {
    /// All games together.
    summary: Summary,
    /// Why it was ended before the end of the file.
    ended: Ended,
}

/// Why it ended.
#[derive(Debug, Default)]
enum Ended {
    /// The file is through.
    #[default]
    Whole,
    /// By a signal.
    Interrupted,
    /// The engine that judges has failed.
    Failed(String),
}

/// Analyses the file and prints to standard output. Ctrl-C ends it with what there is by then.
///
/// # Errors
/// A judge that is invalid or fails, a file that cannot be read or holds no game, an output that is gone.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if args.screen {
        return on_screen(args);
    }
    let name = args.file.display().to_string();
    let judge = Judge::read(TESTER, args.tester.as_deref(), args.config.as_deref())?;
    let source = games::open(&args.file, None)?;
    // Only now: until here Ctrl-C is to end the program though it waits for something to read.
    let interrupts = Interrupts::listen()?;
    let writing = Writing {
        args,
        name: name.clone(),
        judge: &judge,
        out: &mut Harmless::json_or_words(args.json, io::stdout()),
        errors: &mut io::stderr(),
        progress: Progress::new(Progress::is_possible(&io::stderr())),
        report: Report::default(),
    };
    let report = analyse(source, writing, &interrupts)?;
    let done = report.summary.games + report.summary.unreadable;
    match &report.ended {
        Ended::Whole => {}
        Ended::Interrupted => {
            let errors = &mut Harmless::words(io::stderr());
            writeln!(
                errors,
                "{name}: ended after {}",
                number(done.into(), "game", "games")
            )?;
            return Ok(interrupts.code().into());
        }
        Ended::Failed(why) => bail!(failed(why, done)),
    }
    let Summary {
        games, unreadable, ..
    } = report.summary;
    if games + unreadable == 0 {
        bail!(tui_words::empty(&name));
    }
    if unreadable > 0 {
        bail!(some_unreadable(&name, unreadable, games));
    }
    Ok(ExitCode::SUCCESS)
}

/// Goes through the games on the screen. Faults of the file are reported when it is left: some of it may be
/// worth looking at.
fn on_screen(args: &Args) -> anyhow::Result<ExitCode> {
    if !tui::is_possible() {
        bail!("--screen needs a terminal: leave it out for plain lines");
    }
    let name = args.file.display().to_string();
    let judge = Judge::read(TESTER, args.tester.as_deref(), args.config.as_deref())?;
    let mut games = games::open(&args.file, None)?.games;
    let (mut reviewed, mut faults) = (Vec::new(), Vec::new());
    while let Some(Entry { at, game }) = games
        .next_entry()
        .with_context(|| format!("cannot read {name}"))?
    {
        match game {
            Ok(Game { line, names, .. }) => {
                let names = names.map(|name| name.unwrap_or_else(|| "?".to_owned()));
                reviewed.push(Reviewed::new(&line, names));
            }
            Err(fault) => faults.push(session_words::fault(
                &name,
                at.line,
                at.offset,
                &fault.to_string(),
            )),
        }
    }
    let count = reviewed.len();
    let exit = if count > 0 {
        let which = usize::try_from(args.game).unwrap_or(usize::MAX) - 1;
        if which >= count {
            bail!(
                "--game {}: {name} holds {}",
                args.game,
                number(count as i128, "game", "games")
            );
        }
        let mut config = Config::load(&Paths::from_environment(), args.config.as_deref())?;
        args.looks.put(&mut config.screen);
        let eyes = (judge.tester(), threshold(args, judge.scale()));
        tui::review::run(&config.screen, reviewed, which, eyes)?
    } else if faults.is_empty() {
        bail!(tui_words::empty(&name));
    } else {
        Exit::Quit
    };
    for fault in &faults {
        writeln!(Harmless::words(io::stderr()), "{fault}")?;
    }
    if let Some(why) = judge.failure() {
        bail!(why);
    }
    if !faults.is_empty() {
        bail!(some_unreadable(&name, faults.len() as u64, count as u64));
    }
    Ok(exit.code().into())
}

fn threshold(args: &Args, scale: Scale) -> Threshold {
    Threshold {
        points: args.threshold.unwrap_or_else(|| scale.points(args.discs)),
        discs: args.discs,
    }
}

/// A game that was gone through, or why there is none, with where it stands.
type Done = (Location, Result<Box<(Game, Review)>, String>);

/// What is written, and where: results to `out` in the order of the file, faults to `errors` (with --json
/// to `out` too), and to `errors` how far it is if `progress` is on.
struct Writing<'a, O, E> {
    args: &'a Args,
    /// The name of the file.
    name: String,
    /// The judge.
    judge: &'a Judge,
    out: &'a mut O,
    errors: &'a mut E,
    progress: Progress,
    report: Report,
}

impl<O: Write, E: Write> Writing<'_, O, E> {
    /// What came of one place of the file.
    fn place(&mut self, (at, done): Done) -> anyhow::Result<()> {
        self.progress.clear(self.errors)?;
        let (out, summary) = (&mut *self.out, &mut self.report.summary);
        let (tester, preset) = (&self.judge.name, self.judge.measures_as_the_preset());
        match done {
            Ok(done) => {
                let (game, review) = *done;
                summary.add(&review, &game.names);
                let number = at.number;
                if self.args.json {
                    let json = game_json(number, at, &game, &review, tester, preset);
                    writeln!(out, "{json}")?;
                } else {
                    let threshold = threshold(self.args, self.judge.scale());
                    for text in game_lines(number, at, &game, &review, threshold, preset) {
                        writeln!(out, "{text}")?;
                    }
                }
            }
            Err(fault) => {
                summary.unreadable += 1;
                if self.args.json {
                    let json = json!({ "line": at.line, "byte": at.offset, "error": fault });
                    writeln!(out, "{json}")?;
                } else {
                    let fault = session_words::fault(&self.name, at.line, at.offset, &fault);
                    writeln!(self.errors, "{fault}")?;
                }
            }
        }
        Ok(out.flush()?)
    }

    /// Games done, and lines that hold none.
    const fn done(&self) -> u64 {
        self.report.summary.games + self.report.summary.unreadable
    }

    /// All games together.
    fn end(mut self) -> anyhow::Result<Report> {
        self.progress.clear(self.errors)?;
        let (summary, tester) = (&self.report.summary, &self.judge.name);
        let scale = self.judge.scale();
        if self.args.json {
            if self.done() > 0 {
                let summary = summary_json(summary, tester, threshold(self.args, scale));
                writeln!(self.out, "{summary}")?;
            }
        } else if summary.games > 0 {
            for text in summary_lines(summary, tester, scale) {
                writeln!(self.out, "{text}")?;
            }
        }
        Ok(self.report)
    }
}

/// Analyses the file.
///
/// One thread reads, several go through a game each, the caller's writes, and one looks for interrupts,
/// because the writing one may be held up by whoever reads. At most a few games are in memory, however
/// large the file is. On an interrupt the reading thread is left behind: it may wait for ever.
///
/// # Errors
/// As [`run`].
fn analyse(
    source: Source,
    mut writing: Writing<'_, impl Write, impl Write>,
    interrupts: &Interrupts,
) -> anyhow::Result<Report> {
    let cancel = Cancel::new();
    let work = || {
        writing.report.ended = go_through(source, &mut writing, interrupts, &cancel)?;
        writing.end()
    };
    interrupts.watch(&cancel, || (), work)
}

/// The same, but for the last lines; why it ended.
fn go_through(
    source: Source,
    writing: &mut Writing<'_, impl Write, impl Write>,
    interrupts: &Interrupts,
    cancel: &Cancel,
) -> anyhow::Result<Ended> {
    let Source {
        games,
        expected: total,
        size,
    } = source;
    let judge = writing.judge;
    // With a budget of time two threads on one core would see less than one.
    let threads = match writing.args.jobs {
        _ if judge.is_timed() => 1,
        Some(jobs) => usize::from(jobs),
        None => available_parallelism().map_or(1, usize::from),
    };
    let start = Instant::now();
    let threshold = threshold(writing.args, judge.scale());
    thread::scope(|scope| {
        // Ends the other threads however this one ends: an output may be gone.
        let _stop = StopOnDrop(cancel);
        // A ticket for each game that may be in memory: one that takes long must not let the others
        // pile up behind it.
        let (tickets, taken) = sync_channel(4 * threads);
        let (work, queue) = sync_channel(threads);
        let (finished, results) = channel();
        let broken = finished.clone();
        let reader = thread::Builder::new().spawn(move || read(games, &tickets, &work, &broken))?;
        let queue = Arc::new(Mutex::new(queue));
        for _ in 0..threads {
            let (queue, finished) = (Arc::clone(&queue), finished.clone());
            thread::Builder::new().spawn_scoped(scope, move || {
                work_off(&queue, &finished, &judge.tester(), threshold, cancel);
            })?;
        }
        drop((queue, finished));
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        let mut bytes = 0;
        loop {
            let received = results.recv_timeout(POLL);
            // First: the others end when they are cancelled, as they do when all is done.
            if interrupts.is_raised() {
                return Ok(Ended::Interrupted);
            }
            match received {
                Ok((index, done)) => waiting.insert(index, done),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => {
                    // The reader has ended; if by a panic, that is to be known.
                    return match reader.join() {
                        Ok(()) => Ok(Ended::Whole),
                        Err(panic) => resume_unwind(panic),
                    };
                }
            };
            while let Some(done) = waiting.remove(&next) {
                let (done, read) = match done {
                    Ok(done) => done,
                    Err(AnalysisError::File(error)) => {
                        return Err(error).with_context(|| format!("cannot read {}", writing.name));
                    }
                    Err(AnalysisError::Judge(why)) => return Ok(Ended::Failed(why)),
                };
                let _ = taken.try_recv();
                bytes = read;
                next += 1;
                writing.place(done)?;
            }
            let done = writing.done();
            writing.progress.show(writing.errors, || {
                let part = size.filter(|&size| size > 0);
                let part = part.map(|size| bytes as f64 / size as f64);
                words::progress(done, total, part, start.elapsed().as_secs_f64())
            })?;
        }
    })
}

/// Cancels when it goes.
struct StopOnDrop<'a>(&'a Cancel);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// A place of the file, its number among them, and the bytes read up to there.
type Place = (usize, Entry, u64);
/// What came of a place, or why it does not go on.
type Answer = (usize, Result<(Done, u64), AnalysisError>);

/// Why it does not go on.
enum AnalysisError {
    /// The file cannot be read.
    File(io::Error),
    /// The judge has failed.
    Judge(String),
}

/// Reads all games into `work`; a failure to read goes to `broken`. Ends when no more are wanted.
fn read(
    mut games: Games<Input>,
    tickets: &SyncSender<()>,
    work: &SyncSender<Place>,
    broken: &Sender<Answer>,
) {
    for index in 0.. {
        match games.next_entry() {
            Ok(None) => return,
            Ok(Some(entry)) => {
                if tickets.send(()).is_err() || work.send((index, entry, games.bytes())).is_err() {
                    return;
                }
            }
            Err(error) => {
                // Who is gone needs no message.
                let _ = broken.send((index, Err(AnalysisError::File(error))));
                return;
            }
        }
    }
}

/// Goes through the games of the queue until it is empty for good, or the results are no longer wanted: then no
/// more may ever come.
fn work_off(
    queue: &Mutex<Receiver<Place>>,
    finished: &Sender<Answer>,
    tester: &Tester,
    threshold: Threshold,
    cancel: &Cancel,
) {
    loop {
        let received = match queue.lock() {
            Ok(_) if cancel.is_cancelled() => return,
            Ok(queue) => queue.recv_timeout(POLL),
            Err(_) => return,
        };
        let (index, Entry { at, game }, bytes) = match received {
            Ok(place) => place,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => return,
        };
        let done = match game {
            Ok(game) => match review(&game.line, tester, threshold, cancel) {
                Ok(review) => Ok(Box::new((game, review))),
                Err(_) => {
                    if let Some(why) = tester.search.failure() {
                        // Who is gone needs no message.
                        let _ = finished.send((index, Err(AnalysisError::Judge(why))));
                    }
                    return;
                }
            },
            Err(fault) => Err(fault.to_string()),
        };
        if finished.send((index, Ok(((at, done), bytes)))).is_err() {
            return;
        }
    }
}

fn failed(fault: &str, games: u64) -> String {
    match games {
        0 => fault.to_owned(),
        _ => format!("{fault} (after {})", number(games.into(), "game", "games")),
    }
}

fn some_unreadable(file: &str, count: u64, games: u64) -> String {
    let count = number(count.into(), "game", "games");
    let others = match games {
        0 => "there is no other".to_owned(),
        1 => "the other one was analysed".to_owned(),
        _ => format!("the other {} were analysed", grouped(games)),
    };
    format!("{file}: {count} could not be read; {others}")
}

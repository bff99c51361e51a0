//! `koteki solve FILE.obf`: endgame problems, solved exactly and compared with what the file says.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, available_parallelism};
use std::time::Instant;

use anyhow::{Context as _, bail};
use serde_json::{Value, json};

use koteki_engine::search::budget::Cancel;
use koteki_engine::search::othello::endgame::{Goal, Idle, Options, Solved, Wanted, solve_helped};
use koteki_games::othello::notation::write_board;
use koteki_games::othello::obf::{Problem, read_line};
use koteki_games::words::harmless::Harmless;
use koteki_games::words::numbers::grouped;
use koteki_record::formats::segments::Segments;

/// Solves endgame problems of Othello: the exact score with best play, empty squares to the winner.
///
/// One position a line: 64 squares from a1, the side to move, and if wanted what moves are worth, as in
/// "…OO-- X; G8:+18; H1:+12;". Where the file has scores they are compared: a different one makes the
/// command fail in the end, as does a line that cannot be read. Time doubles or trebles with every
/// empty square: about 0.2 s for 20.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The problems, in OBF; - for standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Find the value of every move, not only of a best one
    #[arg(long)]
    pub all: bool,
    /// Find only who wins, which is known sooner than the score
    #[arg(long)]
    pub winner: bool,
    /// Threads; as many as there are cores when left out. A thread without a position helps with those of
    /// others: that changes the time and the number of nodes, nothing else
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Print one JSON object a line
    #[arg(long)]
    pub json: bool,
}

impl Args {
    const fn goal(&self) -> Goal {
        if self.winner {
            Goal::Winner
        } else {
            Goal::Score
        }
    }

    fn options(&self) -> Options {
        Options {
            goal: self.goal(),
            wanted: if self.all { Wanted::All } else { Wanted::One },
            ..Options::default()
        }
    }

    fn threads(&self) -> usize {
        self.jobs.map_or_else(
            || available_parallelism().map_or(1, usize::from),
            usize::from,
        )
    }

    /// A score as the goal has it.
    fn reduced(&self, score: i32) -> i32 {
        if self.winner { score.signum() } else { score }
    }

    /// The words for it.
    fn words(&self, score: i32) -> String {
        if self.winner {
            winner(score).to_owned()
        } else {
            format!("{score:+}")
        }
    }
}

/// What was done with a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Positions solved.
    pub solved: u64,
    /// Positions about which the file says something else.
    pub disagree: u64,
    /// Lines that could not be read.
    pub unreadable: u64,
    nodes: u64,
}

/// Solves the file to standard output, in its order; lines that cannot be read go to standard error.
/// Fails when there is one of those, or a score other than the file's.
///
/// # Errors
/// A file that cannot be opened or read, an output that is gone.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let name = args.file.display().to_string();
    let out = &mut Harmless::json_or_words(args.json, io::stdout().lock());
    let errors = &mut Harmless::words(io::stderr());
    let report = if args.file == Path::new("-") {
        solve_lines(args, &name, &mut BufReader::new(io::stdin()), out, errors)?
    } else {
        let file = File::open(&args.file).with_context(|| format!("cannot open {name}"))?;
        solve_lines(args, &name, &mut BufReader::new(file), out, errors)?
    };
    Ok(if report.disagree + report.unreadable == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// A line of the file that is not empty.
struct Line {
    number: usize,
    content: Result<Problem, String>,
}

/// What came of the line of this index, counted without the empty ones; or why there are no more.
type Done = (usize, io::Result<(Line, Option<(Solved, f64)>)>);

/// What the other threads have to say.
enum News {
    /// A line with so many empty squares is begun that it will take long.
    Long {
        number: usize,
        empties: u32,
    },
    Done(Done),
}

/// More empty squares than these are announced before they are solved.
const LONG: u32 = 30;

/// Solves the lines of `input`, called `name` in messages: results go to `out` in the order of the
/// lines, each as soon as those before it are there; lines that cannot be read go to `errors`, or to
/// `out` too as JSON.
///
/// One thread reads, several solve a position each, and the caller's writes. A thread without a position
/// helps with those of others: the number of threads changes no answer, only how many nodes it takes.
///
/// # Errors
/// When `input` cannot be read, `out` or `errors` not be written, or no thread be started.
pub fn solve_lines(
    args: &Args,
    name: &str,
    input: &mut (impl BufRead + Send),
    out: &mut impl Write,
    errors: &mut impl Write,
) -> anyhow::Result<Report> {
    let start = Instant::now();
    let threads = args.threads();
    let (cancel, idle) = (Cancel::new(), Idle::none());
    let mut report = Report::default();
    thread::scope(|scope| -> anyhow::Result<()> {
        // Ends the other threads however this one ends: an output may be gone.
        let _stop = StopOnDrop(&cancel);
        let (work, queue) = sync_channel(2 * threads);
        let (finished, results) = channel();
        let broken = finished.clone();
        thread::Builder::new().spawn_scoped(scope, move || read(input, &work, &broken))?;
        let queue = Arc::new(Mutex::new(queue));
        for _ in 0..threads {
            let (queue, finished) = (Arc::clone(&queue), finished.clone());
            let (cancel, idle, options) = (&cancel, &idle, args.options());
            thread::Builder::new().spawn_scoped(scope, move || {
                work_off(&queue, &finished, &options, idle, cancel)
            })?;
        }
        drop((queue, finished));
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        for news in results {
            match news {
                News::Long { number, empties } => {
                    let time = usual_time(empties);
                    let line = format!(
                        "{name}, line {number}: {empties} empty squares usually take {time} or more; Ctrl-C stops"
                    );
                    writeln!(errors, "{line}")?;
                }
                News::Done((index, done)) => {
                    waiting.insert(index, done);
                }
            }
            while let Some(done) = waiting.remove(&next) {
                let (line, solved) = done.with_context(|| format!("cannot read {name}"))?;
                report.add(args, name, &line, solved.as_ref(), out, errors)?;
                next += 1;
            }
        }
        Ok(())
    })?;
    let Report {
        solved,
        disagree,
        unreadable,
        nodes,
    } = report;
    let seconds = start.elapsed().as_secs_f64();
    if solved + unreadable == 0 {
        bail!(
            "{name} holds no position: write one a line, 64 squares from a1 and the side to move, as koteki solve --help shows"
        );
    }
    if !args.json {
        writeln!(
            out,
            "{}",
            total(solved, nodes, seconds, disagree, unreadable)
        )?;
    }
    Ok(report)
}

/// How long so many empty squares take when each doubles the time.
fn usual_time(empties: u32) -> String {
    let minutes = 0.2 * 2_f64.powf(f64::from(empties) - 20.0) / 60.0;
    let (hours, days) = (minutes / 60.0, minutes / 1440.0);
    let years = days / 365.25;
    // At most 7,000 years.
    match (years, days, hours) {
        (1.0.., _, _) => format!("{} years", grouped(years as u64)),
        (_, 2.0.., _) => format!("{days:.0} days"),
        (_, _, 2.0..) => format!("{hours:.0} hours"),
        _ => format!("{minutes:.0} minutes"),
    }
}

/// Cancels when it goes.
struct StopOnDrop<'a>(&'a Cancel);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// Reads all lines into `work`; a failure to read goes to `broken`. Ends when no more are wanted.
fn read(input: &mut impl BufRead, work: &SyncSender<(usize, Line)>, broken: &Sender<News>) {
    let mut index = 0;
    let mut lines = Segments::new(input);
    loop {
        let line = match lines.next(false) {
            Ok(None) => return,
            Ok(Some(line)) => line,
            Err(error) => {
                // Who is gone needs no message.
                let _ = broken.send(News::Done((index, Err(error))));
                return;
            }
        };
        let number = line.line;
        let text = String::from_utf8_lossy(&line.bytes);
        // Some editors begin a file with a mark of its encoding.
        let text = text
            .strip_prefix('\u{feff}')
            .filter(|_| number == 1)
            .unwrap_or(&text);
        let content = match read_line(text) {
            Ok(None) => continue,
            Ok(Some(problem)) => Ok(problem),
            Err(error) => Err(error.to_string()),
        };
        if work.send((index, Line { number, content })).is_err() {
            return;
        }
        index += 1;
    }
}

/// Solves what is in the queue until it is empty for good, or the results are no longer wanted.
fn work_off(
    queue: &Mutex<Receiver<(usize, Line)>>,
    finished: &Sender<News>,
    options: &Options,
    idle: &Idle,
    cancel: &Cancel,
) {
    loop {
        idle.begin();
        let received = match queue.lock() {
            Ok(queue) => queue.recv(),
            Err(_) => return,
        };
        // Idle for good when there are no more.
        let Ok((index, line)) = received else { return };
        idle.end();
        let start = Instant::now();
        if let Ok(problem) = &line.content {
            let empties = problem.position.empties().count_ones();
            let number = line.number;
            // Who is gone needs no message.
            if empties > LONG {
                let _ = finished.send(News::Long { number, empties });
            }
        }
        let solved = match &line.content {
            Ok(problem) => match solve_helped(&problem.position, options, idle, cancel) {
                Ok(solved) => Some((solved, start.elapsed().as_secs_f64())),
                Err(_) => return,
            },
            Err(_) => None,
        };
        if finished
            .send(News::Done((index, Ok((line, solved)))))
            .is_err()
        {
            return;
        }
    }
}

impl Report {
    /// Writes what came of a line, and counts it.
    fn add(
        &mut self,
        args: &Args,
        name: &str,
        line: &Line,
        solved: Option<&(Solved, f64)>,
        out: &mut impl Write,
        errors: &mut impl Write,
    ) -> io::Result<()> {
        let number = line.number;
        match (&line.content, solved) {
            (Ok(problem), Some((solved, seconds))) => {
                let verdict = compare(args, problem, solved);
                self.solved += 1;
                self.nodes += solved.nodes;
                self.disagree += u64::from(matches!(verdict, Verdict::Differs(_)));
                let result = Solution {
                    number,
                    problem,
                    solved,
                    seconds: *seconds,
                    verdict: &verdict,
                };
                if args.json {
                    writeln!(out, "{}", result.json(args))?;
                } else {
                    result.write(args, out)?;
                }
            }
            (Err(error), _) => {
                self.unreadable += 1;
                if args.json {
                    writeln!(out, "{}", json!({ "line": number, "error": error }))?;
                } else {
                    writeln!(errors, "{name}, line {number}: {error}")?;
                }
            }
            (Ok(_), None) => {}
        }
        out.flush()
    }
}

/// What the file has to do with a solution.
enum Verdict {
    /// It says nothing.
    Nothing,
    Agrees,
    /// It says this.
    Differs(String),
}

fn compare(args: &Args, problem: &Problem, solved: &Solved) -> Verdict {
    let Some(expected) = problem.best_score() else {
        return Verdict::Nothing;
    };
    let expected = args.reduced(expected);
    if expected != solved.score {
        return Verdict::Differs(format!(
            "NOT as in the file: {} there",
            args.words(expected)
        ));
    }
    let best = solved.best.iter().map(|&mv| (mv, solved.score));
    let all = solved.moves.iter().map(|root| (root.mv, root.value));
    for (mv, value) in best.chain(all) {
        let said = problem.moves.iter().find(|&&(other, _)| other == mv);
        if let Some(&(_, score)) = said
            && args.reduced(score) != value
        {
            let words = args.words(args.reduced(score));
            return Verdict::Differs(format!("NOT as in the file: {mv} is {words} there"));
        }
    }
    Verdict::Agrees
}

/// A problem and its solution.
struct Solution<'a> {
    number: usize,
    problem: &'a Problem,
    solved: &'a Solved,
    seconds: f64,
    verdict: &'a Verdict,
}

impl Solution<'_> {
    fn write(&self, args: &Args, out: &mut impl Write) -> io::Result<()> {
        let verdict = match self.verdict {
            Verdict::Nothing => "nothing to compare with",
            Verdict::Agrees => "as in the file",
            Verdict::Differs(what) => what,
        };
        let best = self.solved.best.first();
        let line = solved(
            self.number,
            &write_board(&self.problem.position),
            &args.words(self.solved.score),
            &best.map_or_else(|| "over".to_owned(), ToString::to_string),
            self.solved.nodes,
            self.seconds,
            verdict,
        );
        writeln!(out, "{line}")?;
        if self.solved.moves.is_empty() {
            return Ok(());
        }
        let mut moves: Vec<_> = self.solved.moves.iter().collect();
        moves.sort_by_key(|root| -root.value);
        let values: Vec<String> = moves
            .iter()
            .map(|root| format!("{} {}", root.mv, args.words(root.value)))
            .collect();
        writeln!(out, "    {}", values.join("  "))
    }

    fn json(&self, args: &Args) -> Value {
        let Solved {
            score,
            best,
            moves,
            line,
            nodes,
        } = self.solved;
        let names = |moves: &[_]| moves.iter().map(ToString::to_string).collect::<Vec<_>>();
        let mut report = json!({
            "line": self.number,
            "position": write_board(&self.problem.position),
            "score": score,
            "best": names(best),
            "play": names(line),
            "nodes": nodes,
            "seconds": self.seconds,
            "expected": self.problem.best_score().map(|score| args.reduced(score)),
            "agrees": match self.verdict {
                Verdict::Nothing => None,
                Verdict::Agrees => Some(true),
                Verdict::Differs(_) => Some(false),
            },
        });
        if args.all {
            let values = moves
                .iter()
                .map(|root| (root.mv.to_string(), root.value.into()));
            report["moves"] = Value::Object(values.collect());
        }
        report
    }
}

/// A solved problem. `verdict` is what the file has to do with it.
fn solved(
    line: usize,
    board: &str,
    score: &str,
    best: &str,
    nodes: u64,
    seconds: f64,
    verdict: &str,
) -> String {
    let nodes = grouped(nodes);
    format!(
        "{line:>3} {board}  {score:>3} {best:<5}  {nodes:>13} nodes {seconds:>8.3} s  {verdict}"
    )
}

const fn winner(sign: i32) -> &'static str {
    match sign {
        1.. => "won",
        0 => "drawn",
        _ => "lost",
    }
}

fn total(solved: u64, nodes: u64, seconds: f64, disagree: u64, unreadable: u64) -> String {
    let positions = if solved == 1 { "position" } else { "positions" };
    let mut text = format!(
        "{solved} {positions}, {} nodes, {seconds:.3} s",
        grouped(nodes)
    );
    if disagree > 0 {
        text += &format!("; {disagree} NOT as in the file");
    }
    if unreadable > 0 {
        text += &format!("; {unreadable} unreadable");
    }
    text
}

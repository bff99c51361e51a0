//! `koteki solve FILE.obf`: endgame problems, solved exactly and compared with what the file says.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context as _;
use serde_json::{Value, json};

use crate::game::othello::notation::write_board;
use crate::game::othello::obf::{Problem, read_line};
use crate::search::budget::Cancel;
use crate::search::endgame::{Goal, Options, Solved, Wanted, solve};
use crate::text::solve as text;

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
    /// The value of every move, not only of a best one
    #[arg(long)]
    pub all: bool,
    /// Only who wins, which is known sooner than the score
    #[arg(long)]
    pub winner: bool,
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

    /// A score as the goal has it.
    fn reduced(&self, score: i32) -> i32 {
        if self.winner { score.signum() } else { score }
    }

    /// The words for it.
    fn words(&self, score: i32) -> String {
        if self.winner {
            text::winner(score).to_owned()
        } else {
            text::score(score)
        }
    }
}

/// What was done with a file.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Report {
    /// Positions solved.
    pub solved: u64,
    /// Positions about which the file says something else.
    pub disagree: u64,
    /// Lines that could not be read.
    pub unreadable: u64,
    nodes: u64,
    seconds: f64,
}

/// Solves the file to standard output, one line at a time; lines that cannot be read go to standard
/// error. Fails when there is one of those, or a score other than the file's.
///
/// # Errors
/// A file that cannot be opened or read, an output that is gone.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let name = args.file.display().to_string();
    let (out, errors) = (&mut io::stdout().lock(), &mut io::stderr());
    let report = if args.file == Path::new("-") {
        solve_lines(args, &name, &mut io::stdin().lock(), out, errors)?
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

/// Solves the lines of `input`, called `name` in messages: results go to `out`, lines that cannot be
/// read to `errors`, or to `out` too as JSON.
///
/// # Errors
/// When `input` cannot be read or `out` or `errors` not be written.
pub fn solve_lines(
    args: &Args,
    name: &str,
    input: &mut impl BufRead,
    out: &mut impl Write,
    errors: &mut impl Write,
) -> anyhow::Result<Report> {
    let options = Options {
        goal: args.goal(),
        wanted: if args.all { Wanted::All } else { Wanted::One },
        ..Options::default()
    };
    let mut report = Report::default();
    let mut bytes = Vec::new();
    for number in 1.. {
        bytes.clear();
        let read = input.read_until(b'\n', &mut bytes);
        if read.with_context(|| format!("cannot read {name}"))? == 0 {
            break;
        }
        let problem = match read_line(&String::from_utf8_lossy(&bytes)) {
            Ok(Some(problem)) => problem,
            Ok(None) => continue,
            Err(error) => {
                report.unreadable += 1;
                let error = error.to_string();
                if args.json {
                    writeln!(out, "{}", json!({ "line": number, "error": error }))?;
                    out.flush()?;
                } else {
                    writeln!(errors, "{}", text::unreadable(name, number, &error))?;
                }
                continue;
            }
        };
        let start = Instant::now();
        let solved = solve(&problem.position, &options, &Cancel::new())?;
        let seconds = start.elapsed().as_secs_f64();
        let verdict = compare(args, &problem, &solved);
        report.solved += 1;
        report.nodes += solved.nodes;
        report.seconds += seconds;
        report.disagree += u64::from(matches!(verdict, Verdict::Differs(_)));
        let result = Solution {
            number,
            problem: &problem,
            solved: &solved,
            seconds,
            verdict: &verdict,
        };
        if args.json {
            writeln!(out, "{}", result.json(args))?;
        } else {
            result.write(args, out)?;
        }
        out.flush()?;
    }
    let Report {
        solved,
        disagree,
        unreadable,
        nodes,
        seconds,
    } = report;
    if !args.json {
        writeln!(
            out,
            "{}",
            text::total(solved, nodes, seconds, disagree, unreadable)
        )?;
    }
    Ok(report)
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
        return Verdict::Differs(text::other_score(&args.words(expected)));
    }
    let best = solved.best.iter().map(|&mv| (mv, solved.score));
    let all = solved.moves.iter().map(|root| (root.mv, root.value));
    for (mv, value) in best.chain(all) {
        let said = problem.moves.iter().find(|&&(other, _)| other == mv);
        if let Some(&(_, score)) = said
            && args.reduced(score) != value
        {
            let words = args.words(args.reduced(score));
            return Verdict::Differs(text::other_move(&mv.to_string(), &words));
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
            Verdict::Nothing => text::NOTHING_TO_COMPARE,
            Verdict::Agrees => text::AGREES,
            Verdict::Differs(what) => what,
        };
        let best = self.solved.best.first();
        let line = text::solved(
            self.number,
            &write_board(&self.problem.position),
            &args.words(self.solved.score),
            &best.map_or_else(|| text::OVER.to_owned(), ToString::to_string),
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
            .map(|root| text::value(&root.mv.to_string(), &args.words(root.value)))
            .collect();
        writeln!(out, "{}", text::values(&values))
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

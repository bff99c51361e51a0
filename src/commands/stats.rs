//! `koteki stats FILES`: what many games are like.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::available_parallelism;
use std::time::Instant;

use anyhow::bail;
use rayon::prelude::*;
use serde_json::{Value, json};

use super::games::Inputs;
use super::interrupts::Interrupts;
use super::judge::Judge as Eyes;
use super::progress::Progress;
use super::unread::BestEffort;
use crate::commands::words;
use koteki_engine::search::budget::{Cancel, CancelledError};
use koteki_games::othello::Position;
use koteki_games::words::harmless::Harmless;
use koteki_games::words::numbers::{grouped, number};
use koteki_games::{Game as _, GameLine};
use koteki_rivals::coach::Phase;
use koteki_rivals::coach::by_player::{self, LEAST, PlayerLoss, Spread, by_player};
use koteki_rivals::coach::by_ply::{
    self, GameLosses, LossUnit, MeanLoss, PUBLISHED, ROW, ROWS, Sample, Sum,
};
use koteki_rivals::coach::tally::Tally;
use koteki_rivals::coach::words as coach_words;
use koteki_rivals::measure::level::{Estimate, describe};

/// Counts games: results, passes, openings, and what their players give away, move by move.
///
/// Files are those that analyse and convert read, as many as you like; - is standard input. The losses are
/// judged on a sample of the games that begin from the usual start, in the points of the tester and in
/// discs, each with 95 % limits for games drawn at random. Where many players have twenty games in the sample, it
/// is shown how much they differ.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The files of games
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Print one JSON object instead of lines
    #[arg(long)]
    pub json: bool,
    /// Games whose losses are judged; 0 for none
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    pub sample: u32,
    /// Seed of the sample
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// The judge in points: a tester of the roster; that of the settings when left out
    #[arg(long, value_name = "PLAYER")]
    pub tester: Option<String>,
    /// The judge in discs: a tester with the learned evaluation, or an engine that gives values by NBoard's
    /// protocol, as in engine:cmd="edax -nboard",protocol=nboard,depth=8; or none, which is much faster
    #[arg(long, value_name = "PLAYER", default_value = DISCS)]
    pub discs: String,
    /// Openings that are listed; the rest are counted together
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub openings: usize,
    /// Players that are listed with their mean loss D, those with most games of the sample first (twenty at
    /// least)
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub players: usize,
    /// Threads, each with a process of its own where an engine judges; as many as there are cores when left
    /// out. Changes nothing but the time
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
}

/// Looks six plies ahead, and to the end from twelve empty squares on: 0.15 s a game; two plies more take
/// eight times as long.
const DISCS: &str = "tester:eval=learned,depth=6,exhaustive=12";

/// No judge.
const NOBODY: &str = "none";

/// Who judges, and in what.
struct Judge {
    eyes: Eyes,
    unit: LossUnit,
}

/// The judge in points, and that in discs where there is one.
struct Judges {
    points: Judge,
    discs: Option<Judge>,
}

impl Judges {
    fn of(args: &Args) -> anyhow::Result<Self> {
        let eyes = Eyes::read("--tester", args.tester.as_deref(), None)?;
        if eyes.is_engine() {
            bail!(
                "--tester {name}: the losses in points are a tester's of the program; an \
                 engine counts in discs: --discs {name}",
                name = eyes.name
            );
        }
        let points = Judge {
            eyes,
            unit: LossUnit::Points,
        };
        if args.discs == NOBODY {
            return Ok(Self {
                points,
                discs: None,
            });
        }
        let eyes = Eyes::read("--discs", Some(&args.discs), None)?;
        if !eyes.scale().is_discs() {
            bail!(
                "--discs {}: only a learned evaluation or an engine counts in discs, as in \
                 {DISCS}",
                eyes.name
            );
        }
        let discs = Some(Judge {
            eyes,
            unit: LossUnit::Discs,
        });
        Ok(Self { points, discs })
    }
}

/// A game whose losses are judged.
struct Chosen {
    line: GameLine<Position>,
    year: Option<u16>,
    names: [Option<String>; 2],
}

/// What both judges found in the games of the sample, in their order.
struct Judged {
    /// In points and in discs; the second is empty where there is no judge in them.
    losses: [Vec<GameLosses>; 2],
    years: Vec<Option<u16>>,
    players: Vec<PlayerLoss>,
    /// Games it was drawn from.
    among: u64,
}

/// Counts and judges, and prints to standard output. Ctrl-C ends it.
///
/// # Errors
/// A file that cannot be read, an invalid judge, no game at all, an output that is gone.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let judges = Judges::of(args)?;
    let mut inputs = Inputs::open(&args.files)?;
    let interrupts = if inputs.may_wait() {
        // Who waits for input could not be ended by it.
        Interrupts::default()
    } else {
        Interrupts::listen()?
    };
    let out = &mut Harmless::json_or_words(args.json, io::stdout());
    let errors = &mut BestEffort(io::stderr());
    let mut tally = Tally::default();
    let size = usize::try_from(args.sample)?;
    let mut sample = Sample::new(size, args.seed);
    if !count(&mut inputs, &mut tally, &mut sample, &interrupts)? {
        writeln!(errors, "{}", stats_interrupted(tally.games))?;
        return Ok(interrupts.code().into());
    }
    let unreadable = inputs.unreadable();
    if tally.games == 0 {
        bail!("there is no game in what was given");
    }
    if !args.json {
        for line in tally_lines(&tally, unreadable, args.openings) {
            writeln!(out, "{line}")?;
        }
        out.flush()?;
    }
    let among = sample.seen();
    let chosen = sample.items();
    let judged = if chosen.is_empty() {
        None
    } else {
        match judge(&chosen, &judges, args.jobs, &interrupts)? {
            Ok(losses) => Some(Judged {
                players: by_player(chosen.iter().map(|game| &game.names).zip(&losses[0])),
                losses,
                years: chosen.iter().map(|game| game.year).collect(),
                among,
            }),
            Err(CancelledError) => {
                let failure = judges.discs.as_ref().and_then(|it| it.eyes.failure());
                if let Some(why) = failure {
                    if args.json {
                        let json = to_json(args, &tally, unreadable, None, &judges);
                        writeln!(out, "{json}")?;
                    }
                    bail!(why);
                }
                writeln!(errors, "{}", stats_interrupted(tally.games))?;
                return Ok(interrupts.code().into());
            }
        }
    };
    if args.json {
        let json = to_json(args, &tally, unreadable, judged.as_ref(), &judges);
        writeln!(out, "{json}")?;
    } else if let Some(judged) = &judged {
        for line in losses_lines(args, judged, &judges) {
            writeln!(out, "{line}")?;
        }
    }
    if unreadable > 0 {
        bail!(
            "{unreadable} games could not be read; the other {} were counted",
            tally.games
        );
    }
    Ok(ExitCode::SUCCESS)
}

/// Reads all games; `false` when it was interrupted.
fn count(
    inputs: &mut Inputs,
    tally: &mut Tally,
    sample: &mut Sample<Chosen>,
    interrupts: &Interrupts,
) -> anyhow::Result<bool> {
    let mut progress = Progress::new(Progress::is_possible(&io::stderr()));
    let errors = &mut BestEffort(io::stderr());
    let start = Instant::now();
    inputs.end_on(interrupts);
    while let Some((_, game)) = inputs.next(&mut progress, errors)? {
        tally.add(&game);
        let line = &game.line;
        if line.positions()[0] == Position::start() && line.ply() > 0 {
            sample.offer(|| Chosen {
                line: line.clone(),
                year: game.about.year(),
                names: game.names.clone(),
            });
        }
        progress.show(errors, || {
            words::progress(
                tally.games,
                None,
                inputs.part(),
                start.elapsed().as_secs_f64(),
            )
        })?;
    }
    progress.clear(errors)?;
    Ok(!interrupts.is_raised())
}

/// Both judges' losses of each game.
fn judge(
    chosen: &[Chosen],
    judges: &Judges,
    jobs: Option<u16>,
    interrupts: &Interrupts,
) -> anyhow::Result<Result<[Vec<GameLosses>; 2], CancelledError>> {
    let threads = jobs.map_or_else(
        || available_parallelism().map_or(1, usize::from),
        usize::from,
    );
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()?;
    let cancel = Cancel::new();
    let done = AtomicUsize::new(0);
    let start = Instant::now();
    let mut progress = Progress::new(Progress::is_possible(&io::stderr()));
    let look = || {
        let seconds = start.elapsed().as_secs_f64();
        // There may be no one to see it.
        let _ = progress.show(&mut io::stderr(), || {
            judged(done.load(Ordering::Relaxed), chosen.len(), seconds)
        });
    };
    let losses = interrupts.watch(&cancel, look, || {
        let game = |game: &Chosen| {
            let losses = |judge: &Judge| {
                by_ply::losses(&game.line, &judge.eyes.tester(), judge.unit, &cancel)
            };
            let points = losses(&judges.points)?;
            let discs = judges.discs.as_ref().map(losses).transpose()?;
            done.fetch_add(1, Ordering::Relaxed);
            Ok((points, discs))
        };
        pool.install(|| {
            chosen
                .par_iter()
                .map(game)
                .collect::<Result<Vec<_>, CancelledError>>()
        })
    });
    progress.clear(&mut io::stderr())?;
    Ok(losses.map(|losses| {
        let (points, discs): (_, Vec<_>) = losses.into_iter().unzip();
        [points, discs.into_iter().flatten().collect()]
    }))
}

/// The lines about all games.
fn tally_lines(tally: &Tally, unreadable: u64, listed: usize) -> Vec<String> {
    let years = tally.years.keys().next().zip(tally.years.keys().last());
    let results = tally.results;
    let mut lines = vec![
        counted(tally.games, years.map(|(&first, &last)| (first, last))),
        won_and_drawn(
            results.over,
            [results.black, results.white, results.draws],
            tally.games - results.over,
        ),
    ];
    if let (Some((rate, limits)), Some((mean, sd))) = (results.rate(), results.difference()) {
        lines.push(format!(
            "  Black scores {rate:.4} ({:.4} to {:.4}); mean difference {mean:+.2} discs\n  \
             (sd {sd:.1}; empty squares to the winner)",
            limits.low, limits.high
        ));
    }
    lines.push(passes(tally.with_passes, tally.games, tally.passes));
    lines.push(peculiar(tally.with_empties, tally.elsewhere));
    if tally.agreeing + tally.disagreeing > 0 {
        lines.push(agreement(tally.agreeing, tally.disagreeing));
    }
    if unreadable > 0 {
        lines.push(format!(
            "  {} could not be read",
            number(unreadable.into(), "game", "games")
        ));
    }
    let openings = tally.frequent();
    if listed > 0 && !openings.is_empty() {
        let named = openings.iter().map(|&(_, games, _)| games).sum();
        lines.push(openings_head(named, tally.games));
        for (name, games, results) in openings.iter().take(listed) {
            let rate = results.rate().map(|(rate, it)| (rate, it.low, it.high));
            lines.push(opening(name, *games, tally.games, rate));
        }
        if openings.len() > listed {
            lines.push(format!(
                "  and {}",
                number(
                    (openings.len() - listed) as i128,
                    "more opening",
                    "more openings"
                )
            ));
        }
    }
    lines
}

fn mean_words(mean: Option<MeanLoss>) -> String {
    match mean.map(|it| (it.mean, it.interval)) {
        None => "-".to_owned(),
        Some((mean, None)) => format!("{mean:.2}"),
        Some((mean, Some(it))) => format!("{mean:.2} ({:.2} to {:.2})", it.low, it.high),
    }
}

/// The lines about the losses.
fn losses_lines(args: &Args, judged: &Judged, judges: &Judges) -> Vec<String> {
    let [points, _] = &judged.losses;
    let mut lines = vec![
        losses_head(
            points.len(),
            judged.among,
            args.seed,
            &judges.points.eyes.name,
            judges.discs.as_ref().map(|judge| judge.eyes.name.as_str()),
        ),
        format!(
            "  {:<14}{:>26}{:>26}{:>11}",
            "moves", "points", "discs", "published"
        ),
    ];
    let columns = |sum: &dyn Fn(&GameLosses) -> Sum| means(judged, sum).map(mean_words);
    for (row, published) in PUBLISHED.into_iter().enumerate() {
        let name = format!("{}-{}", row * ROW + 1, (row + 1) * ROW);
        let [points, discs] = columns(&|it| it.rows[row]);
        lines.push(losses_row(&name, &points, &discs, Some(published)));
    }
    for phase in Phase::ALL {
        let name = coach_words::PHASES[phase as usize];
        let [points, discs] = columns(&|it| it.phases[phase as usize]);
        lines.push(losses_row(name, &points, &discs, None));
    }
    if let Some(mean) = by_ply::mean(points, GameLosses::d) {
        // The ladder was measured with the preset tester: other testers' losses have another unit.
        let about = if judges.points.eyes.measures_as_the_preset() {
            describe(&estimate(mean))
        } else {
            String::new()
        };
        lines.push(d(&mean_words(Some(mean)), mean.moves, &about));
    }
    let decades = decades(judged);
    if decades.len() > 1 {
        for (first, games, mean) in decades {
            lines.push(decade(first, games, &mean_words(Some(mean))));
        }
    }
    if let Some(spread) = by_player::spread(&judged.players) {
        let Spread {
            players,
            tenth,
            median,
            nine_tenths,
        } = spread;
        lines.push(format!(
            "{players} players have {LEAST} or more of these games: one of ten gives away less than \
             {tenth:.1},\n  half less than {median:.1}, nine of ten less than {nine_tenths:.1}"
        ));
    }
    for PlayerLoss { name, games, d } in judged.players.iter().take(args.players) {
        lines.push(player(name, *games, &mean_words(Some(*d))));
    }
    if args.players > 0 && judged.players.is_empty() {
        lines.push(format!(
            "no player has {LEAST} of these games: take a larger --sample"
        ));
    }
    lines
}

fn estimate(mean: MeanLoss) -> Estimate {
    Estimate {
        d: mean.mean,
        moves: usize::try_from(mean.moves).unwrap_or(usize::MAX),
        interval: mean.interval,
    }
}

/// D of the games of every ten years, with their number.
fn decades(judged: &Judged) -> Vec<(u16, usize, MeanLoss)> {
    let mut decades: Vec<u16> = judged
        .years
        .iter()
        .flatten()
        .map(|year| year / 10)
        .collect();
    decades.sort_unstable();
    decades.dedup();
    let of = |decade: u16| -> Vec<GameLosses> {
        let games = judged.losses[0].iter().zip(&judged.years);
        games
            .filter(|(_, year)| year.is_some_and(|year| year / 10 == decade))
            .map(|(game, _)| game.clone())
            .collect()
    };
    let rows = decades.into_iter().filter_map(|decade| {
        let games = of(decade);
        let mean = by_ply::mean(&games, GameLosses::d)?;
        Some((decade * 10, games.len(), mean))
    });
    rows.collect()
}

/// Everything in one object.
fn to_json(
    args: &Args,
    tally: &Tally,
    unreadable: u64,
    judged: Option<&Judged>,
    judges: &Judges,
) -> Value {
    let results = tally.results;
    let rate = |rate: Option<(f64, _)>| {
        rate.map(|(rate, limits)| json!({ "rate": rate, "interval": limits }))
    };
    let openings: Vec<Value> = tally
        .frequent()
        .into_iter()
        .map(|(name, games, results)| {
            json!({ "name": name, "games": games, "black_scores": rate(results.rate()) })
        })
        .collect();
    let difference = results
        .difference()
        .map(|(mean, sd)| json!({ "mean": mean, "sd": sd }));
    let losses = judged.map(|judged| losses_json(args, judged, judges));
    json!({
        "games": tally.games,
        "unreadable": unreadable,
        "finished": results.over,
        "black_won": results.black,
        "white_won": results.white,
        "drawn": results.draws,
        "black_scores": rate(results.rate()),
        "difference": difference,
        "with_empties": tally.with_empties,
        "with_passes": tally.with_passes,
        "passes": tally.passes,
        "elsewhere": tally.elsewhere,
        "results_agreeing": tally.agreeing,
        "results_disagreeing": tally.disagreeing,
        "years": tally.years,
        "openings": openings,
        "losses": losses,
    })
}

/// Mean losses in points and discs. Where most positions are decided, those that are left are drawn ones: no
/// mean of such moves in points.
fn means(judged: &Judged, sum: &dyn Fn(&GameLosses) -> Sum) -> [Option<MeanLoss>; 2] {
    let [points, discs] = [0, 1].map(|it| by_ply::mean(&judged.losses[it], sum));
    let most = discs.map_or(0, |discs| discs.moves.div_ceil(2));
    [points.filter(|points| points.moves >= most), discs]
}

fn losses_json(args: &Args, judged: &Judged, judges: &Judges) -> Value {
    let [points, _] = &judged.losses;
    let rows: Vec<Value> = (0..ROWS)
        .map(|row| {
            let [in_points, in_discs] = means(judged, &|it| it.rows[row]);
            json!({
                "first": row * ROW + 1,
                "last": (row + 1) * ROW,
                "points": in_points,
                "discs": in_discs,
                "published": PUBLISHED[row],
            })
        })
        .collect();
    let phases: Vec<Value> = Phase::ALL
        .into_iter()
        .map(|phase| {
            let [in_points, in_discs] = means(judged, &|it| it.phases[phase as usize]);
            json!({
                "phase": phase,
                "points": in_points,
                "discs": in_discs,
            })
        })
        .collect();
    let decades: Vec<Value> = decades(judged)
        .into_iter()
        .map(|(first, games, d)| json!({ "first": first, "games": games, "d": d }))
        .collect();
    let players = &judged.players[..args.players.min(judged.players.len())];
    json!({
        "sample": points.len(),
        "among": judged.among,
        "seed": args.seed,
        "tester": judges.points.eyes.name,
        "discs_tester": judges.discs.as_ref().map(|judge| &judge.eyes.name),
        "moves": rows,
        "phases": phases,
        "d": by_ply::mean(points, GameLosses::d),
        "decades": decades,
        "players": players,
        "spread": by_player::spread(&judged.players),
    })
}

fn judged(games: usize, of: usize, seconds: f64) -> String {
    let left = if games > 0 {
        let left = seconds / games as f64 * (of - games) as f64;
        format!(", {left:.0} s left")
    } else {
        String::new()
    };
    format!("{games} of {of} games judged{left}")
}

fn stats_interrupted(games: u64) -> String {
    format!("ended after {}", number(games.into(), "game", "games"))
}

fn percent(part: u64, of: u64) -> String {
    let percent = 100.0 * part as f64 / (of.max(1)) as f64;
    format!("{percent:.1} %")
}

fn counted(games: u64, years: Option<(u16, u16)>) -> String {
    let years = match years {
        Some((first, last)) if first == last => format!(", of {first}"),
        Some((first, last)) => format!(", of {first} to {last}"),
        None => String::new(),
    };
    format!("{}{years}", number(games.into(), "game", "games"))
}

fn won_and_drawn(over: u64, [black, white, draws]: [u64; 3], unfinished: u64) -> String {
    format!(
        "  finished {}, not finished {}\n  Black won {} ({}), White {} ({}), drawn {} ({})",
        grouped(over),
        grouped(unfinished),
        grouped(black),
        percent(black, over),
        grouped(white),
        percent(white, over),
        grouped(draws),
        percent(draws, over)
    )
}

fn passes(games: u64, of: u64, passes: u64) -> String {
    format!(
        "  with a forced pass {} ({}), {} in all",
        grouped(games),
        percent(games, of),
        number(passes.into(), "pass", "passes")
    )
}

fn peculiar(with_empties: u64, elsewhere: u64) -> String {
    format!(
        "  finished with squares left empty {}; begun from another position {}",
        grouped(with_empties),
        grouped(elsewhere)
    )
}

fn agreement(agreeing: u64, disagreeing: u64) -> String {
    format!(
        "  result in the file as by the moves: {} of {} finished games",
        grouped(agreeing),
        grouped(agreeing + disagreeing)
    )
}

fn openings_head(named: u64, of: u64) -> String {
    let share = percent(named, of);
    format!("openings with a name: {share} of the games; what Black scored with 95 % limits")
}

fn opening(name: &str, games: u64, of: u64, rate: Option<(f64, f64, f64)>) -> String {
    let rate = rate.map_or_else(String::new, |(rate, low, high)| {
        format!("  {rate:.3} ({low:.3} to {high:.3})")
    });
    let (games, share) = (grouped(games), percent(games, of));
    format!("  {name:<38.38}{games:>8}{share:>8}{rate}")
}

fn losses_head(games: usize, of: u64, seed: u64, points: &str, discs: Option<&str>) -> String {
    let discs = discs.map_or_else(
        || "no judge in discs".to_owned(),
        |discs| format!("in discs as {discs} sees it"),
    );
    let of = number(of.into(), "game", "games");
    format!(
        "mean loss of a move in {games} of {of} from the usual start,\n\
         drawn at random (--seed {seed}), both sides:\n  \
         in points of {points}, decided positions left out\n  (- where that is most);\n  {discs};\n  \
         published: the whole WTHOR base in discs, as Egaroucid sees it at level 18"
    )
}

fn losses_row(name: &str, points: &str, discs: &str, published: Option<f64>) -> String {
    let published = published.map_or_else(String::new, |it| format!("{it:.2}"));
    let row = format!("  {name:<14}{points:>26}{discs:>26}{published:>11}");
    row.trim_end().to_owned()
}

fn d(mean: &str, moves: u64, about: &str) -> String {
    let about = if about.is_empty() {
        String::new()
    } else {
        format!(": {about}")
    };
    format!(
        "D (mean loss up to ply 40, in points) {mean} over {}{about}",
        number(moves.into(), "move", "moves")
    )
}

fn decade(first: u16, games: usize, mean: &str) -> String {
    let games = number(games as i128, "game", "games");
    format!("  {first}-{}: {mean}, {games}", first + 9)
}

fn player(name: &str, games: usize, mean: &str) -> String {
    let games = number(games as i128, "game", "games");
    format!("  {name}: {mean}, {games}")
}

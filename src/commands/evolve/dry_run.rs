//! `koteki evolve --dry-run`: what a run will cost, or what is left of one will.

use std::io::Write;
use std::process::ExitCode;

use super::Args;
use super::open::{DEFAULT_SEED, the_same};
use crate::commands::cost;
use koteki_record::run::Header;
use koteki_rivals::evolve::Arena;
use koteki_rivals::evolve::settings::Settings;
use koteki_session::watch::plan::{Plan, Rest};
use koteki_session::watch::words;

/// Says what the run will cost. Nothing is written but to `out`.
pub(super) fn dry_run(
    args: &Args,
    features: &[&str],
    arena: &dyn Arena,
    header: &Header<Settings>,
    out: &mut dyn Write,
) -> anyhow::Result<ExitCode> {
    let settings = &header.settings;
    let plan = Plan::of(settings);
    let (seed, rest) = match &args.resume {
        Some(directory) => (the_same(args, directory, header)?, plan.rest_in(directory)?),
        None => (args.seed.unwrap_or(DEFAULT_SEED), Some(plan.whole())),
    };
    let Some(rest) = rest else {
        writeln!(out, "the run is over: nothing is left to be played")?;
        return Ok(ExitCode::SUCCESS);
    };
    let jobs = cost::threads(args.jobs).map_or(1, usize::from);
    let speed = cost::games_per_second(settings, features, arena, jobs, seed)?;
    let Rest {
        cycles,
        breeding,
        retest,
    } = rest;
    let all = breeding + retest;
    let left = if args.resume.is_some() { " left" } else { "" };
    writeln!(
        out,
        "{cycles} cycles{left}: {breeding} games of breeding and at least {retest} of the test, {all} in all\n\
         {speed:.0} games/s with {jobs} threads, measured just now: about {}",
        words::duration(all as f64 / speed)
    )?;
    Ok(ExitCode::SUCCESS)
}

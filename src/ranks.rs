//! Whether this process is one of several that work together, the ranks of MPI.

use std::env;
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use anyhow::bail;
use koteki_workers::Ranks;

/// All ranks, once they have met.
static ALL: OnceLock<Arc<Ranks>> = OnceLock::new();

/// What says the number of this process and how many were started: Open MPI, others and Slurm's own way; a job of
/// Slurm whose script starts a program without `srun` has no step.
const NAMES: [[&str; 2]; 3] = [
    ["OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"],
    ["PMI_RANK", "PMI_SIZE"],
    ["SLURM_PROCID", "SLURM_STEP_NUM_TASKS"],
];

/// All ranks, where this process is one of several.
pub fn all() -> Option<Arc<Ranks>> {
    ALL.get().cloned()
}

/// Whether `mpirun` has started this process, be it alone.
pub fn is_job() -> bool {
    let [by_open_mpi, by_others, _] = NAMES;
    ALL.get().is_some()
        || [by_open_mpi, by_others]
            .iter()
            .any(|[rank, _]| env::var_os(rank).is_some())
}

/// Whether this process keeps no files and says nothing: another one does.
pub fn is_follower() -> bool {
    match ALL.get() {
        Some(ranks) => !ranks.is_first(),
        None => started().is_some_and(|(rank, _)| rank > 0),
    }
}

/// The number of this process and how many were started together, where there are several.
fn started() -> Option<(usize, usize)> {
    let number = |name| env::var(name).ok()?.parse::<usize>().ok();
    let all = NAMES.iter();
    all.filter_map(|[rank, size]| Some((number(rank)?, number(size)?)))
        .find(|&(_, size)| size > 1)
}

/// Meets the other processes, where there are any, if the command `divides` its work.
///
/// # Errors
/// When it does not, or the program has no MPI: each of them would do the whole, over the same files.
pub fn meet(divides: bool) -> anyhow::Result<()> {
    let Some((_, size)) = started() else {
        return Ok(());
    };
    if !divides {
        bail!(
            "only sweep, experiment, evolve and learn (but learn human) run under MPI: start this once, without mpirun or srun"
        );
    }
    meet_by_mpi(size)
}

#[cfg(not(feature = "mpi"))]
fn meet_by_mpi(size: usize) -> anyhow::Result<()> {
    bail!(
        "started {size} times by mpirun or srun, but this build has no MPI: build it with --features mpi \
         (docs/many-machines.md), or start it once"
    )
}

#[cfg(feature = "mpi")]
fn meet_by_mpi(size: usize) -> anyhow::Result<()> {
    let world = crate::mpi::World::join(size)?;
    let ranks = ALL.get_or_init(|| Arc::new(Ranks::new(Box::new(world))));
    // A rank that unwinds would leave the others waiting for ever.
    std::panic::set_hook(Box::new(|panic| ranks.fail(&panic.to_string(), 101)));
    Ok(())
}

/// Leaves the other processes at the end of the work.
pub fn leave() {
    if let Some(ranks) = ALL.get() {
        ranks.end();
    }
}

/// Ends all processes because of `why`, which the first one has said.
pub fn fail(why: &anyhow::Error) {
    match ALL.get() {
        Some(ranks) if ranks.is_first() => ranks.abort(),
        Some(ranks) => ranks.fail_after_first(&format!("{why:#}")),
        // The first one may still be saying it, and would be stopped by this one's end.
        None if is_follower() => thread::sleep(Duration::from_secs(1)),
        None => {}
    }
}

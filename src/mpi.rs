//! MPI as what carries messages between ranks.

use std::sync::{Mutex, PoisonError};

use anyhow::{Context as _, bail};
use koteki_workers::Link;
use mpi::Threading;
use mpi::datatype::Equivalence as _;
use mpi::environment::{Universe, processor_name};
use mpi::point_to_point::{Destination as _, Source as _};
use mpi::topology::{Communicator as _, SimpleCommunicator};

/// All processes that `mpirun` started.
pub struct World(Mutex<Option<Universe>>);

impl World {
    /// Meets the `size` processes that were started.
    ///
    /// # Errors
    /// When MPI does not know of them.
    pub fn join(size: usize) -> anyhow::Result<Self> {
        // One thread at a time speaks, not always the same.
        let (universe, threading) =
            mpi::initialize_with_threading(Threading::Serialized).context("MPI does not start")?;
        if threading < Threading::Serialized {
            bail!("this MPI allows no threads (MPI_THREAD_SERIALIZED)");
        }
        let world = Self(Mutex::new(Some(universe)));
        if world.size() != size {
            bail!(
                "{size} processes were started, but they do not meet: start them with the mpirun of the MPI that this \
                 program was built with, or with srun --mpi=pmix"
            );
        }
        Ok(world)
    }
}

impl Link for World {
    fn rank(&self) -> usize {
        usize::try_from(SimpleCommunicator::world().rank()).unwrap_or(0)
    }

    fn size(&self) -> usize {
        usize::try_from(SimpleCommunicator::world().size()).unwrap_or(1)
    }

    fn send(&self, to: usize, message: &[u8]) {
        // Ranks are counted in 32 bits.
        let to = i32::try_from(to).unwrap_or(0);
        SimpleCommunicator::world()
            .process_at_rank(to)
            .send(message);
    }

    fn receive(&self) -> Option<(usize, Vec<u8>)> {
        let world = SimpleCommunicator::world();
        // Open MPI looks at what has arrived before, and only then takes in what has arrived since: without a second
        // look a message would wait for the next one, a tenth of a piece later.
        let look = || world.any_process().immediate_matched_probe();
        let (message, status) = look().or_else(look)?;
        // A vector that `matched_receive_vec` makes is made byte by byte, and that takes longer than its way.
        let length = usize::try_from(status.count(u8::equivalent_datatype())).unwrap_or(0);
        let mut bytes = vec![0; length];
        message.matched_receive_into(&mut bytes[..]);
        Some((usize::try_from(status.source_rank()).unwrap_or(0), bytes))
    }

    fn machine(&self) -> String {
        processor_name().unwrap_or_else(|_| "an unknown machine".to_owned())
    }

    fn abort(&self, code: u8) -> ! {
        SimpleCommunicator::world().abort(code.into())
    }

    fn close(&self) {
        drop(self.0.lock().unwrap_or_else(PoisonError::into_inner).take());
    }
}

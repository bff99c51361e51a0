//! A node whose moves several threads try: the younger brothers of the first.
//!
//! The first is tried alone: at most nodes it ends the search, and at others it fills the table.

use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use super::children::Children;
use super::node::{ORDER_PLIES, Run, node_of};
use crate::search::budget::CancelledError;
use crate::search::isa::Isa;
use crate::search::othello::children::Children as OrderChildren;

/// How many threads have nothing to do, and may help with what others solve.
#[derive(Debug, Default)]
pub struct Idle(AtomicI32);

impl Idle {
    /// None so far.
    pub const fn none() -> Self {
        Self(AtomicI32::new(0))
    }

    /// The calling thread has nothing to do from now on.
    pub fn begin(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// The calling thread goes on. Others may count on it already: there is a thread too many then until
    /// one of them ends.
    pub fn end(&self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }

    /// Whether a thread may be begun in place of an idle one.
    #[inline(always)]
    pub(super) fn take(&self) -> bool {
        let less = |idle| (idle > 0).then_some(idle - 1);
        // Looked at first: usually there is none, and a write would cost every thread its copy.
        less(self.0.load(Ordering::Relaxed)).is_some()
            && self
                .0
                .fetch_update(Ordering::Relaxed, Ordering::Relaxed, less)
                .is_ok()
    }
}

/// The moves left to be tried at a node with a null window, and what came of the others.
pub struct Brothers<'n> {
    children: &'n mut Children,
    alpha: i32,
    best: Best,
    /// Positions that helpers looked at.
    nodes: u64,
}

/// The best value of a node's moves, and the square of the move that has it.
pub type Best = (i32, u8);

impl<'n> Brothers<'n> {
    /// Of a node with more than one move left in `children`.
    pub const fn new(children: &'n mut Children, alpha: i32, best: Best) -> Self {
        Self {
            children,
            alpha,
            best,
            nodes: 0,
        }
    }

    /// What comes of all, tried by the calling thread and one more in place of one that was
    /// [taken](Idle::take).
    #[cold]
    #[inline(never)]
    pub fn search<I: Isa>(
        self,
        isa: I,
        run: &mut Run<'_>,
        scratch: &mut [Children],
    ) -> Result<Best, CancelledError> {
        let brothers = &Mutex::new(self);
        let (table, idle, order) = (run.table, run.idle, run.order.clone());
        let tally = run.tally.none_yet();
        let plies = scratch.len();
        // Raised when there is nothing left to find out here.
        let stop = &run.cancel.part();
        let outer = std::mem::replace(&mut run.cancel, stop.clone());
        thread::scope(|scope| {
            let help = move || {
                let mut scratch = Vec::new();
                scratch.resize_with(plies, Children::new);
                let mut order_scratch = Vec::new();
                order_scratch.resize_with(ORDER_PLIES, OrderChildren::new);
                let mut run = Run {
                    table,
                    cancel: stop.clone(),
                    idle,
                    tally,
                    order: order.map(|order| order.stopped_by(stop)),
                    order_scratch: &mut order_scratch,
                };
                work(brothers, isa, &mut run, &mut scratch);
                lock(brothers).nodes += run.tally.nodes;
                idle.begin();
            };
            if thread::Builder::new().spawn_scoped(scope, help).is_err() {
                idle.begin();
            }
            work(brothers, isa, run, scratch);
            // While the helper is waited for, it may be helped.
            idle.begin();
        });
        idle.end();
        run.cancel = outer;
        run.cancel.check()?;
        let brothers = lock(brothers);
        run.tally.nodes += brothers.nodes;
        Ok(brothers.best)
    }
}

fn lock<'a, 'n>(brothers: &'a Mutex<Brothers<'n>>) -> MutexGuard<'a, Brothers<'n>> {
    brothers.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Tries moves until none is left, one of them has answered the question, or the search is stopped.
fn work<I: Isa>(
    brothers: &Mutex<Brothers<'_>>,
    isa: I,
    run: &mut Run<'_>,
    scratch: &mut [Children],
) {
    let next = || {
        let mut brothers = lock(brothers);
        let child = brothers.children.next()?;
        Some((child, brothers.alpha))
    };
    while let Some((child, alpha)) = next() {
        let Ok(value) = run.null(isa, scratch, node_of(&child), -alpha - 1) else {
            return;
        };
        let mut brothers = lock(brothers);
        if -value > brothers.best.0 {
            brothers.best = (-value, child.square);
        }
        if brothers.best.0 > alpha {
            run.cancel.cancel();
            return;
        }
    }
}

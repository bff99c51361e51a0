//! What a search may use, and how it is told to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How much a search may spend before it answers with what it has. The depth asked for is a limit of
/// its own beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Budget {
    /// As much as the depth takes.
    #[default]
    Unlimited,
    /// About so many positions evaluated. The same answer every time on one [path](super::isa::Path):
    /// a path that evaluates several boards at a time counts, and spends, more of them than one that
    /// does not.
    Nodes(u64),
    /// About so long. What is found depends on the machine and on what else it does: not reproducible.
    Time(Duration),
}

/// Tells a search to stop. Clones share one flag.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<Flag>);

#[derive(Debug, Default)]
struct Flag {
    raised: AtomicBool,
    parent: Option<Cancel>,
}

impl Cancel {
    /// A flag that is not raised.
    pub fn new() -> Self {
        Self::default()
    }

    /// A flag of its own for a part of the work: raised when this one is, and not the other way round.
    pub(super) fn part(&self) -> Self {
        Self(Arc::new(Flag {
            raised: AtomicBool::new(false),
            parent: Some(self.clone()),
        }))
    }

    /// Raises the flag; whoever polls it stops soon and returns [`CancelledError`].
    pub fn cancel(&self) {
        self.0.raised.store(true, Ordering::Relaxed);
    }

    /// Whether the flag is raised.
    pub fn is_cancelled(&self) -> bool {
        self.0.raised.load(Ordering::Relaxed)
            || self.0.parent.as_ref().is_some_and(Self::is_cancelled)
    }

    /// For `?` in a search.
    ///
    /// # Errors
    /// When the flag is raised.
    pub fn check(&self) -> Result<(), CancelledError> {
        if self.is_cancelled() {
            Err(CancelledError)
        } else {
            Ok(())
        }
    }
}

/// The search was told to stop before it had an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the search was cancelled")]
pub struct CancelledError;

/// Why a search with a budget ended before its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StopError {
    Cancelled,
    /// The budget is used up.
    Budget,
}

impl From<CancelledError> for StopError {
    fn from(_: CancelledError) -> Self {
        Self::Cancelled
    }
}

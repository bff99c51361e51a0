//! What is kept of a person's games while they are played, so that every game that was left can be resumed.

use crate::words;
use crate::{SessionError, Table};
use koteki_rivals::roster::kit::Kit;

/// A kept game as it is listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptGame {
    /// The machines, Black's first, as the game names them; `None` for a person.
    pub machines: [Option<String>; 2],
    /// Its moves.
    pub ply: usize,
    /// Whether it counts so far.
    pub measured: bool,
    /// When it was played last, in seconds since 1970-01-01 UTC.
    pub ended: u64,
}

impl KeptGame {
    /// How far it is and whether it counts, in a line of a list.
    pub fn words(&self) -> String {
        let kind = words::kind(self.measured);
        format!("left at move {}, {kind}", self.ply)
    }
}

/// Keeps the game on the table, and knows those that were left.
pub trait Store<K: Kit> {
    /// A game with a name of its own is on the table from now on; `draw` is like no other game's.
    fn begin(&mut self, draw: u64);

    /// Keeps the game as it stands, before anything of it is shown. Why it could not be kept, where that is known.
    fn keep(&mut self, table: &Table<K>) -> Option<String>;

    /// The game is left: for another one, when `is_for_another`, or with the session. If it is not over it can be
    /// resumed.
    fn leave(&mut self, table: &Table<K>, is_for_another: bool);

    /// Whether the game is there again at the next start.
    fn is_kept(&self) -> bool;

    /// The games that can be resumed, the latest first; and in words what is wrong with those that cannot be read.
    fn left(&self) -> (Vec<KeptGame>, Vec<String>);

    /// Resumes the game at `place` among those [left](Self::left), and leaves the one on the `table`. The table as it
    /// was left, and in words what there is to say.
    ///
    /// # Errors
    /// When there is none, or it cannot be resumed; everything then stays as it is.
    fn resume(
        &mut self,
        place: usize,
        table: &Table<K>,
    ) -> Result<(Table<K>, Vec<String>), SessionError>;
}

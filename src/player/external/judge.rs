//! An engine as a judge: what it takes every move of a position to be worth, by NBoard's `hint`.

use std::sync::{Mutex, PoisonError};

use super::{HANDSHAKE, Protocol, Settings, Spoken, nboard};
use crate::game::{Game, GameLine};
use crate::search::budget::{Cancel, Cancelled};
use crate::search::root::{RootMove, RootValues, Search};
use crate::wire::fault::{Fault, FaultKind};
use crate::wire::process::{Process, Silence, Stop};

/// Values are in hundredths of what the engine tells, which is discs.
const UNIT: f64 = 100.0;

/// The judge. Its values are the engine's, at the depth that the engine was told: the depth that a search
/// is asked for counts for nothing.
pub struct Judge<G: Game> {
    settings: Settings<G>,
    idle: Mutex<Vec<nboard::Table<G>>>,
    fault: Mutex<Option<Box<Fault>>>,
}

impl<G: Spoken> Judge<G> {
    /// A judge by these settings; `None` where the protocol has no values.
    #[must_use]
    pub fn new(settings: Settings<G>) -> Option<Self> {
        matches!(settings.protocol, Protocol::NBoard { .. }).then(|| Self {
            settings,
            idle: Mutex::default(),
            fault: Mutex::default(),
        })
    }

    /// What the engine did wrong, if that is why a search was cancelled.
    #[must_use]
    pub fn fault(&self) -> Option<Box<Fault>> {
        let fault = self.fault.lock();
        fault.unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn table(&self, stop: Stop<'_>) -> Result<nboard::Table<G>, Silence> {
        let idle = self
            .idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop();
        match (idle, &self.settings.protocol) {
            (Some(table), _) => Ok(table),
            (None, &Protocol::NBoard { depth, ggf }) => {
                let process = Process::start(&self.settings.command)?;
                nboard::Table::begin(process, depth, ggf, HANDSHAKE, stop)
            }
            // `new` makes none by another.
            (None, Protocol::Gtp) => Err(FaultKind::Board.into()),
        }
    }

    fn values(
        &self,
        position: &G,
        moves: &[G::Move],
        stop: Stop<'_>,
    ) -> Result<Vec<RootMove<G>>, Silence> {
        let mut table = self.table(stop)?;
        let line = GameLine::from_position(position.clone());
        let looked = table.values(&line, moves.len(), self.settings.limit, stop)?;
        let value_of = |mv: G::Move| {
            let begins = |line: &str| line.get(..2).and_then(G::read) == Some(mv);
            looked.iter().find(|looked| begins(&looked.line))
        };
        let values: Vec<RootMove<G>> = moves
            .iter()
            .filter_map(|&mv| {
                #[allow(clippy::cast_possible_truncation)] // A board has 64 squares.
                let value = (value_of(mv)?.value.clamp(-1000.0, 1000.0) * UNIT).round() as i32;
                Some(RootMove { mv, value })
            })
            .collect();
        if values.len() < moves.len() {
            let (got, asked) = (values.len(), moves.len());
            return Err(FaultKind::Values { got, asked }.into());
        }
        self.idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(table);
        Ok(values)
    }
}

impl<G: Spoken> Search<G> for Judge<G> {
    /// `Cancelled` also where the engine failed: [`Judge::fault`] tells.
    fn root_values(
        &self,
        position: &G,
        depth: u32,
        cancel: &Cancel,
    ) -> Result<RootValues<G>, Cancelled> {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        // Nothing can be lost where there is no choice, so nobody is asked.
        let values = if let [only] = *moves {
            Ok(vec![RootMove { mv: only, value: 0 }])
        } else {
            self.values(position, &moves, &|| cancel.is_cancelled())
        };
        match values {
            Ok(moves) => Ok(RootValues {
                moves,
                depth,
                nodes: 0,
            }),
            Err(Silence::Stopped) => Err(Cancelled),
            Err(Silence::Fault(kind)) => {
                let engine = self.settings.name.clone();
                let mut fault = self.fault.lock().unwrap_or_else(PoisonError::into_inner);
                fault.get_or_insert_with(|| Box::new(Fault { engine, kind }));
                Err(Cancelled)
            }
        }
    }
}

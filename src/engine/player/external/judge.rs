//! An engine as a judge: what it takes every move of a position to be worth, by NBoard's `hint`.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};

use super::{Protocol, Settings, Spoken, nboard};
use crate::search::budget::{Cancel, CancelledError};
use crate::search::root::{RootMove, RootValues, Search};
use crate::wire::error::{EngineError, EngineErrorKind};
use crate::wire::nboard::Hint;
use crate::wire::process::{AnswerError, Stop};
use koteki_games::{Game, GameLine};

/// Values are in hundredths of a disc; the engine gives discs.
const UNIT: f64 = 100.0;

/// The judge. Its values are the engine's, at the depth that the engine was asked for: the depth that a search
/// is asked for counts for nothing. Engines that are through with a position wait for the next one, so
/// there are as many as there have been threads that asked at the same time.
pub struct Judge<G: Game> {
    settings: Settings<G>,
    /// Whether it is asked where there is only one move, too.
    of_forced: bool,
    idle: Mutex<Vec<nboard::Table<G>>>,
    /// What each thread got last.
    latest: Mutex<HashMap<ThreadId, Judgement<G>>>,
    fault: Mutex<Option<Box<EngineError>>>,
}

/// What an engine made of a position.
struct Judgement<G: Game> {
    position: G,
    looked: Vec<Hint>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<G: Spoken> Judge<G> {
    /// A judge by these settings; `None` where the protocol has no values.
    pub fn new(settings: Settings<G>) -> Option<Self> {
        matches!(settings.protocol, Protocol::NBoard { .. }).then(|| Self {
            settings,
            of_forced: false,
            idle: Mutex::default(),
            latest: Mutex::default(),
            fault: Mutex::default(),
        })
    }

    /// The same, asked for the value of a position too in which there is only one move: whoever counts
    /// losses need not know it, whoever shows values does.
    pub fn of_every_position(self) -> Self {
        Self {
            of_forced: true,
            ..self
        }
    }

    /// What the engine did wrong, if that is why a search was cancelled.
    pub fn fault(&self) -> Option<Box<EngineError>> {
        lock(&self.fault).clone()
    }

    fn table(&self, stop: Stop<'_>) -> Result<nboard::Table<G>, AnswerError> {
        let idle = lock(&self.idle).pop();
        match (idle, &self.settings.protocol) {
            (Some(table), _) => Ok(table),
            (None, &Protocol::NBoard { depth, ggf }) => {
                let process = self.settings.start()?;
                nboard::Table::begin(process, depth, ggf, self.settings.limit, stop)
            }
            // `new` makes none by another.
            (None, Protocol::Gtp) => Err(EngineErrorKind::Board.into()),
        }
    }

    fn values(
        &self,
        position: &G,
        moves: &[G::Move],
        stop: Stop<'_>,
    ) -> Result<Vec<RootMove<G>>, AnswerError> {
        match *moves {
            [] => return Ok(Vec::new()),
            // Engines are not asked to pass: what they make of that differs.
            [only] if G::is_pass(only) && self.of_forced => {
                let mut after = position.clone();
                after.play(only);
                let mut replies = Vec::new();
                after.legal_moves(&mut replies);
                let values = self.values(&after, &replies, stop)?;
                let best = values.iter().map(|it| it.value).max();
                let value = -best.unwrap_or(0);
                return Ok(vec![RootMove { mv: only, value }]);
            }
            // Nothing can be lost where there is no choice, so the engine is not asked.
            [only] if G::is_pass(only) || !self.of_forced => {
                return Ok(vec![RootMove { mv: only, value: 0 }]);
            }
            _ => {}
        }
        let mut table = self.table(stop)?;
        let line = GameLine::from_position(position.clone());
        let looked = table.values(&line, moves.len(), self.settings.limit, stop)?;
        let values: Vec<RootMove<G>> = moves
            .iter()
            .filter_map(|&mv| {
                let value = of_move::<G>(&looked, mv)?.value;
                // A board has 64 squares.
                let value = (value.clamp(-1000.0, 1000.0) * UNIT).round() as i32;
                Some(RootMove { mv, value })
            })
            .collect();
        if values.len() < moves.len() {
            let (got, asked) = (values.len(), moves.len());
            return Err(EngineErrorKind::Values { got, asked }.into());
        }
        lock(&self.idle).push(table);
        let position = position.clone();
        let judgement = Judgement { position, looked };
        lock(&self.latest).insert(thread::current().id(), judgement);
        Ok(values)
    }

    /// The line that the engine gave for `first` when this thread asked last, if that was for `position`.
    fn line_of(&self, position: &G, first: G::Move) -> Option<Vec<G::Move>> {
        let latest = lock(&self.latest);
        let latest = latest.get(&thread::current().id())?;
        let looked = of_move::<G>(&latest.looked, first);
        (latest.position == *position).then(|| legal_part(position, first, looked))
    }
}

/// What was said of the line that begins with `mv`.
fn of_move<G: Spoken>(looked: &[Hint], mv: G::Move) -> Option<&Hint> {
    looked
        .iter()
        .find(|looked| looked.line.get(..2).and_then(G::read) == Some(mv))
}

/// A line as an engine writes it (`F5d6C3`, `F5-D6`), up to the first that is not a legal move. Passes
/// that the rules force stand in it, which engines write or leave out.
fn legal_part<G: Spoken>(position: &G, first: G::Move, looked: Option<&Hint>) -> Vec<G::Move> {
    let mut line = vec![first];
    let mut position = position.clone();
    position.play(first);
    let text: Vec<char> = looked
        .iter()
        .flat_map(|looked| looked.line.chars())
        .filter(char::is_ascii_alphanumeric)
        .collect();
    let mut legal = Vec::new();
    for name in text.chunks(2).skip(1) {
        let name: String = name.iter().collect();
        let mv = G::read(&name).filter(|&mv| !G::is_pass(mv));
        position.legal_moves(&mut legal);
        if let [pass] = *legal
            && G::is_pass(pass)
        {
            line.push(pass);
            position.play(pass);
        } else if mv.is_none() {
            break;
        }
        let Some(mv) = mv else { continue };
        if position.outcome().is_some() || !position.is_legal(mv) {
            break;
        }
        line.push(mv);
        position.play(mv);
    }
    line
}

impl<G: Spoken> Search<G> for Judge<G> {
    /// `CancelledError` also where the engine failed: [`Judge::fault`] says so.
    fn root_values(
        &self,
        position: &G,
        depth: u32,
        cancel: &Cancel,
    ) -> Result<RootValues<G>, CancelledError> {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        match self.values(position, &moves, &|| cancel.is_cancelled()) {
            Ok(moves) => Ok(RootValues {
                moves,
                depth,
                nodes: 0,
            }),
            Err(AnswerError::Stopped) => Err(CancelledError),
            Err(AnswerError::Engine(kind)) => {
                let engine = self.settings.name.clone();
                lock(&self.fault).get_or_insert_with(|| Box::new(EngineError { engine, kind }));
                Err(CancelledError)
            }
        }
    }

    /// The line that the engine gave, as far as it goes; the engine is asked only where it was asked
    /// something else meanwhile.
    fn line(
        &self,
        position: &G,
        first: G::Move,
        depth: u32,
        cancel: &Cancel,
    ) -> Result<Vec<G::Move>, CancelledError> {
        // A pass is the only move, and engines are not asked about it.
        if G::is_pass(first) {
            return Ok(vec![first]);
        }
        if let Some(line) = self.line_of(position, first) {
            return Ok(line);
        }
        self.root_values(position, depth, cancel)?;
        // There is no answer where there was nothing to ask.
        Ok(self.line_of(position, first).unwrap_or_else(|| vec![first]))
    }

    fn failure(&self) -> Option<String> {
        self.fault().map(|fault| fault.to_string())
    }
}

//! Moves that are tried out from a position of the past: the person moves for both sides, and the tester looks at each
//! position. The game itself stays as it is.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

use super::OthelloScreen;
use crate::review::said::on_squares;
use crate::shell::Context;
use crate::view::{CursorInfo, GameView, TracePoint, TraceState};
use crate::words;
use koteki_engine::search::budget::Cancel;
use koteki_games::othello::{Move, Position, Square};
use koteki_games::{Game as _, GameLine};
use koteki_session::Analysis;
use koteki_session::thinker::{Answer, Tester, Thinker, Thought};

/// Moves that are tried out.
pub(super) struct Variation {
    /// The moves of the game before them.
    from: usize,
    /// The game up to there, and they.
    line: GameLine<Position>,
    /// What the tester sees before each of the moves, and in the position they lead to.
    seen: Vec<Option<Box<Analysis>>>,
    thinker: Thinker,
    answers: Receiver<Answer>,
    tester: Tester,
    /// Number of the latest change: answers to older questions are dropped.
    moment: u64,
    cancel: Cancel,
}

impl Variation {
    /// None yet, after the first `from` moves of a game; the thread behind it calls `wake` when it has found something.
    fn begin(
        game: &GameLine<Position>,
        from: usize,
        tester: Tester,
        wake: impl Fn() + Send + 'static,
    ) -> std::io::Result<Self> {
        let mut line = GameLine::from_position(game.positions()[0]);
        for &mv in &game.moves()[..from] {
            // They come from a line.
            let _ = line.play(mv);
        }
        let (sender, answers) = channel();
        let thinker = Thinker::start("variation", false, move |answer| {
            // The receiver lives as long as the thread.
            let _ = sender.send(answer);
            wake();
        })?;
        Ok(Self {
            from,
            line,
            seen: Vec::new(),
            thinker,
            answers,
            tester,
            moment: 0,
            cancel: Cancel::new(),
        })
    }

    /// The moves that are tried out, after those of the game.
    pub(super) const fn line(&self) -> &GameLine<Position> {
        &self.line
    }

    /// Plays `mv`, and the pass that it may force.
    fn play(&mut self, mv: Move) -> bool {
        let is_played = self.line.play(mv).is_ok();
        if is_played && self.line.position().is_legal(Move::Pass) {
            let _ = self.line.play(Move::Pass);
        }
        self.look();
        is_played
    }

    /// Takes the last move back, with the pass after it; false when there is none left.
    fn take_back(&mut self) -> bool {
        while self.line.ply() > self.from {
            if self.line.undo() != Some(Move::Pass) {
                break;
            }
        }
        self.look();
        self.line.ply() > self.from
    }

    /// Asks for what is not known of the positions from the first move on.
    fn look(&mut self) {
        self.cancel.cancel();
        self.cancel = Cancel::new();
        self.moment += 1;
        let positions = &self.line.positions()[self.from..];
        let keep = positions.len().min(self.seen.len()).saturating_sub(1);
        self.seen.truncate(keep);
        self.seen.resize_with(positions.len(), || None);
        for (index, position) in positions.iter().enumerate() {
            if self.seen[index].is_none() && position.outcome().is_none() {
                let thought = Thought::Analyse {
                    id: self.moment,
                    ply: self.from + index,
                    position: *position,
                    tester: self.tester.clone(),
                };
                self.thinker.ask(thought, &self.cancel);
            }
        }
    }

    /// Takes in what the thread has found; whether there was anything.
    pub(super) fn collect(&mut self) -> bool {
        let mut is_new = false;
        while let Ok(answer) = self.answers.try_recv() {
            if let Answer::Analysis { id, ply, analysis } = answer
                && id == self.moment
                && let Some(place) = ply.checked_sub(self.from)
                && let Some(slot) = self.seen.get_mut(place)
            {
                *slot = Some(analysis);
                is_new = true;
            }
        }
        is_new
    }

    /// What the tester sees in the position that the moves lead to.
    fn now(&self) -> Option<&Analysis> {
        self.seen.last()?.as_deref()
    }

    /// The game as it is drawn with the moves that are tried out, the cursor on this square.
    pub(super) fn view(&self, game: GameView, cursor: Square, values: bool) -> GameView {
        let position = *self.line.position();
        let viewer = game.trace.viewer;
        let before = game.trace.points.iter().filter(|it| it.ply < self.from);
        let since = self.seen.iter().enumerate().filter_map(|(index, seen)| {
            Some(TracePoint {
                ply: self.from + index,
                value: seen.as_ref()?.value_for(viewer),
                loss: None,
            })
        });
        let info = match (self.now(), position.is_legal(Move::Place(cursor))) {
            (_, false) => CursorInfo::Nothing,
            (None, true) => CursorInfo::Waiting,
            (Some(analysis), true) => match analysis.of_move(Move::Place(cursor)) {
                None => CursorInfo::Nothing,
                Some(seen) => CursorInfo::Known {
                    square: cursor,
                    side: analysis.side,
                    value: seen.value,
                    rank: seen.rank,
                    of: analysis.moves.len(),
                    openness: position.openness(cursor).unwrap_or(0),
                    line: seen.line.clone(),
                    shares: Vec::new(),
                },
            },
        };
        let shown = self.now().filter(|_| values);
        GameView {
            values: shown.map_or_else(Vec::new, |it| {
                on_squares(&it.values, it.sees_the_end(), it.scale)
            }),
            trace: TraceState {
                points: before.copied().chain(since).collect(),
                review: None,
                remark: None,
                cursor: info,
                held: Vec::new(),
                by: None,
                ..game.trace
            },
            position,
            moves: self.line.moves().to_vec(),
            losses: vec![None; self.line.ply()],
            review: None,
            hint: None,
            turned: 0,
            thinking: false,
            variation: Some(self.from),
            ..game
        }
    }
}

impl OthelloScreen {
    /// Tries `mv` out in the position of the past that is looked at, or after the moves tried out so far, where
    /// that is no help in a measured game.
    pub(super) fn try_out(&mut self, mv: Move, context: &mut Context<Self>) {
        let Some(from) = self.past else { return };
        if !self.session.values_visible() {
            context.warn(words::NOT_TRIED_OUT);
            return;
        }
        if self.variation.is_none() {
            let spec = self.session.options().tester;
            let tester = Tester {
                search: Arc::new(spec.search()),
                weights: spec.weights,
                depth: spec.depth,
            };
            let waker = self.waker.clone();
            let line = self.session.table().line();
            match Variation::begin(line, from, tester, move || waker.wake()) {
                Ok(variation) => self.variation = Some(variation),
                Err(error) => return context.warn(error.to_string()),
            }
        }
        let Some(variation) = &mut self.variation else {
            return;
        };
        let position = *variation.line().position();
        if variation.play(mv) {
            return;
        }
        context.warn(super::play::illegal(&position, mv));
        // Nothing has been tried out yet.
        if variation.line().ply() == from {
            self.variation = None;
        }
    }

    /// Takes back the last move that was tried out; whether any is being tried out.
    pub(super) fn try_back(&mut self) -> bool {
        let Some(variation) = &mut self.variation else {
            return false;
        };
        if !variation.take_back() {
            self.variation = None;
        }
        true
    }
}

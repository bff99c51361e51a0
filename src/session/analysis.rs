//! What the tester, or an engine that advises, sees in one position: every move's value and where the value comes from.

use koteki_engine::eval::othello::{COUNT, Weights, extract};
use koteki_engine::search::budget::{Cancel, CancelledError};
use koteki_engine::search::root::{RootValues, Search};
use koteki_games::othello::{Move, Position};
use koteki_games::{Game as _, Side};
use koteki_rivals::coach::words;
use koteki_rivals::coach::{Advice, JudgedMove, Mistake, Scale, advise, explain};

/// One legal move as the tester sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveAnalysis {
    /// The move.
    pub mv: Move,
    /// Its exact value at the tester's depth, for the side to move.
    pub value: i32,
    /// Best value − this value: 0 for a best move.
    pub loss: i32,
    /// 1 + the number of better moves.
    pub rank: usize,
    /// The line the value comes from, this move first.
    pub line: Vec<Move>,
    /// What each feature adds to the value, in the order of [`koteki_engine::eval::othello::FEATURES`]:
    /// weight × feature at the end of `line`; they sum to `value`. `None` when the line ends the game, and
    /// where another program looks.
    pub shares: Option<[i32; COUNT]>,
}

impl MoveAnalysis {
    /// As the coach takes it.
    fn seen(&self) -> JudgedMove<'_> {
        JudgedMove {
            line: &self.line,
            value: self.value,
        }
    }
}

/// A position through the tester's eyes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// The side to move: whom the values are for.
    pub side: Side,
    /// Every legal move's value, as searched.
    pub values: RootValues<Position>,
    /// Every legal move, in the order of `values`.
    pub moves: Vec<MoveAnalysis>,
    /// What the values are in.
    pub scale: Scale,
}

impl Analysis {
    /// Looks at `position` with `search` at `depth`; `weights` are those `search` evaluates with.
    ///
    /// # Errors
    /// When `cancel` is raised first.
    pub fn of(
        position: &Position,
        search: &dyn Search<Position>,
        weights: &Weights,
        depth: u32,
        cancel: &Cancel,
    ) -> Result<Self, CancelledError> {
        let side = position.side_to_move();
        Self::look(
            position,
            search,
            depth,
            cancel,
            Scale::Points,
            Some(|end: &Position| {
                let mut shares = extract(end, side);
                for (share, weight) in shares.iter_mut().zip(weights.to_array()) {
                    *share *= weight;
                }
                shares
            }),
        )
    }

    /// Looks at `position` as another program does, by its `judge`.
    ///
    /// # Errors
    /// When `cancel` is raised first, or the judge fails.
    pub fn by_engine(
        position: &Position,
        judge: &dyn Search<Position>,
        cancel: &Cancel,
    ) -> Result<Self, CancelledError> {
        let none = None::<fn(&Position) -> [i32; COUNT]>;
        // The engine has its depth from its settings.
        Self::look(position, judge, 1, cancel, Scale::Engine, none)
    }

    fn look(
        position: &Position,
        search: &dyn Search<Position>,
        depth: u32,
        cancel: &Cancel,
        scale: Scale,
        shares: Option<impl Fn(&Position) -> [i32; COUNT]>,
    ) -> Result<Self, CancelledError> {
        let side = position.side_to_move();
        let values = search.root_values(position, depth, cancel)?;
        let best = values.best().unwrap_or(0);
        let mut moves = Vec::with_capacity(values.moves.len());
        for root in &values.moves {
            let line = search.line(position, root.mv, depth, cancel)?;
            let mut end = *position;
            for &mv in &line {
                end.play(mv);
            }
            let is_open = end.outcome().is_none();
            let shares = shares.as_ref().filter(|_| is_open).map(|of| of(&end));
            moves.push(MoveAnalysis {
                mv: root.mv,
                value: root.value,
                loss: best - root.value,
                rank: 1 + values
                    .moves
                    .iter()
                    .filter(|other| other.value > root.value)
                    .count(),
                line,
                shares,
            });
        }
        Ok(Self {
            side,
            values,
            moves,
            scale,
        })
    }

    /// The value of the position for `side`; 0 when there is no move to play.
    pub fn value_for(&self, side: Side) -> i32 {
        let value = self.values.best().unwrap_or(0);
        if side == self.side { value } else { -value }
    }

    /// Whether every line goes to the end of the game: all values are results, and 0 is a draw.
    pub fn sees_the_end(&self) -> bool {
        self.scale.knows_results() && self.moves.iter().all(|it| it.shares.is_none())
    }

    /// What the tester says of `mv`; `None` when it is not legal here.
    pub fn of_move(&self, mv: Move) -> Option<&MoveAnalysis> {
        self.moves.iter().find(|analysis| analysis.mv == mv)
    }

    /// The best move, the first of them in board order; `None` when there is no move.
    pub fn best_move(&self) -> Option<&MoveAnalysis> {
        self.moves.iter().find(|analysis| analysis.loss == 0)
    }

    /// What a coach says of `position`, which this is the analysis of by a tester of these weights.
    pub fn advice(&self, position: &Position, weights: &Weights) -> Option<Advice> {
        let seen: Vec<JudgedMove<'_>> = self.moves.iter().map(MoveAnalysis::seen).collect();
        advise(position, &seen, weights, self.scale, self.scale.threshold())
    }

    /// The best move as a hint in a line, `by` whom where that is not the tester; `None` where there is no move.
    pub fn hint(&self, position: &Position, weights: &Weights, by: Option<&str>) -> Option<String> {
        let best = self.best_move()?;
        let mut worth = words::worth(best.value, self.scale.is_discs());
        if worth.starts_with("value") {
            worth += ", 100 = a disc";
        }
        let by = by.map_or_else(String::new, |name| format!(" by {name}"));
        let advice = self.advice(position, weights);
        let said = words::hint(
            advice.as_ref(),
            &best.mv.to_string(),
            self.moves.len(),
            &worth,
            self.side,
        );
        Some(format!("Hint{by}: {said}"))
    }

    /// Why `mv` is not the best move of `position`, likewise; `None` when it is.
    pub fn mistake(&self, position: &Position, mv: Move, weights: &Weights) -> Option<Mistake> {
        let (played, best) = (self.of_move(mv)?, self.best_move()?);
        explain(position, played.seen(), best.seen(), weights, self.scale)
    }
}

//! What the panes show of the session.

use std::time::Instant;

use super::OthelloScreen;
use crate::review::said::on_squares;
use crate::shell::Context;
use crate::view::{
    CursorInfo, GameView, Loss, Remark, Review, Seat, Share, TracePoint, TraceState,
};
use crate::words;
use koteki_engine::eval::othello::FEATURES;
use koteki_engine::player::tsukamoto::Seeing;
use koteki_games::othello::{Move, Position, Square};
use koteki_games::{Game as _, Side};
use koteki_rivals::coach::words as coach_words;
use koteki_rivals::measure::loss::LossSheet;
use koteki_session::{self as session, MoveAnalysis};

pub type Valued = (String, i32, i32);

/// What a machine that holds itself level saw when it moved.
pub(super) struct HoldingExplanation {
    /// The move, and how many moves there were then with it.
    played: Move,
    ply: usize,
    theta: i32,
    /// The moves with V and V0, the one played first, then the best.
    moves: Vec<Valued>,
}

impl HoldingExplanation {
    /// What it `saw` when it `played` the last of `ply` moves; `None` where it saw nothing.
    pub(super) fn new(played: Move, ply: usize, saw: &[Seeing]) -> Option<Self> {
        let mut saw = saw.to_vec();
        saw.sort_by_key(|it| (it.mv != played, -it.held));
        let valued = |it: &Seeing| (it.mv.to_string(), it.value, it.held);
        Some(Self {
            played,
            ply,
            theta: saw.first()?.theta,
            moves: saw.iter().map(valued).collect(),
        })
    }

    /// In a line.
    pub(super) fn summary(&self) -> String {
        match self.moves.split_first() {
            Some((first, others)) => held(self.theta, first, others),
            None => String::new(),
        }
    }
}

impl OthelloScreen {
    /// The game as it is drawn.
    pub(super) fn view(&self) -> GameView {
        let session = &self.session;
        let table = session.table();
        let line = table.line();
        let hint = match self.past {
            Some(ply) if session.values_visible() => session.shown_at(ply),
            Some(_) => None,
            None => session.hint(),
        };
        let game = GameView {
            position: *table.position(),
            moves: line.moves().to_vec(),
            opening: line.opening(),
            losses: (0..line.ply()).map(|ply| self.shown_loss(ply)).collect(),
            review: self.past.map(|ply| Review {
                ply,
                position: line.positions()[ply],
            }),
            seats: Side::BOTH.map(|side| match table.seat(side) {
                session::Seat::Person => Seat::Person,
                session::Seat::Machine(_) => Seat::Machine(self.names[side.index()].clone()),
            }),
            clocks: Side::BOTH.map(|side| {
                let clock = self.clock.filter(|_| table.seat(side).is_person());
                clock.map(|clock| clock.shown(side, Instant::now()))
            }),
            thinking: session.is_thinking(),
            mode: self.mode(),
            rank: self.rank.clone(),
            hint: hint
                .and_then(session::Analysis::best_move)
                .and_then(|best| best.mv.square()),
            values: self.values(),
            turned: self.turned(),
            variation: None,
            trace: self.trace(),
        };
        match &self.variation {
            Some(variation) => variation.view(game, self.panes.cursor, self.panes.values),
            None => game,
        }
    }

    /// What each legal move of the position that is shown gives away, as far as that may be shown.
    fn values(&self) -> Vec<(Square, Loss)> {
        let table = self.session.table();
        let machine = matches!(table.turn(), session::Turn::Machine(_));
        let asked = self.panes.values && self.session.values_visible();
        if !asked || (machine && self.past.is_none()) {
            return Vec::new();
        }
        let analysis = self.session.shown_at(self.shown_ply());
        analysis.map_or_else(Vec::new, |it| {
            on_squares(&it.values, it.sees_the_end(), it.scale)
        })
    }

    /// The discs that the last placement turned, until a key has been pressed after it.
    fn turned(&self) -> u64 {
        let line = self.session.table().line();
        if self.past.is_some() || self.seen == Some(line.ply()) {
            return 0;
        }
        let placed = line.steps().filter(|(_, mv)| *mv != Move::Pass).last();
        placed.map_or(0, |(before, _)| turned(before, line.position()))
    }

    /// What the move of index `ply` lost, as far as it may be shown.
    pub(super) fn shown_loss(&self, ply: usize) -> Option<Loss> {
        let line = self.session.table().line();
        let chosen = ply >= line.opening() && line.moves()[ply] != Move::Pass;
        (chosen && self.session.values_visible())
            .then(|| self.loss_at(ply))
            .flatten()
    }

    fn trace(&self) -> TraceState {
        let past = self.past;
        let table = self.session.table();
        let viewer = table.view();
        let hidden = !self.session.values_visible();
        if hidden {
            return TraceState {
                viewer,
                hidden,
                review: past,
                cursor: CursorInfo::Hidden,
                ..TraceState::default()
            };
        }
        let line = table.line();
        let own = |ply: usize| {
            let side = line.positions()[ply].side_to_move();
            ply >= line.opening() && table.person().is_none_or(|person| person == side)
        };
        let points = self
            .session
            .trace(viewer)
            .into_iter()
            .enumerate()
            .filter_map(|(ply, value)| {
                let before = ply.checked_sub(1);
                let viewers =
                    before.is_some_and(|ply| line.positions()[ply].side_to_move() == viewer);
                Some(TracePoint {
                    ply,
                    value: value?,
                    loss: before
                        .filter(|&ply| viewers && ply >= line.opening())
                        .and_then(|ply| self.loss_at(ply)),
                })
            })
            .collect();
        let spoken_of = match past {
            Some(ply) => Some(ply),
            None => (0..line.ply())
                .rev()
                .find(|&ply| own(ply) && line.moves()[ply] != Move::Pass),
        };
        TraceState {
            viewer,
            points,
            hidden,
            review: past,
            remark: spoken_of.and_then(|ply| self.remark(ply)),
            mean_loss: Side::BOTH.map(|side| self.mean_loss(side)),
            cursor: self.cursor_info(),
            held: self.held_pieces(),
            by: self.session.adviser(),
        }
    }

    /// What a machine that holds itself level saw when it last moved, while that move is on the board and
    /// the present position is looked at.
    fn held_pieces(&self) -> Vec<String> {
        let past = self.past;
        let line = self.session.table().line();
        let on_board = |explained: &&HoldingExplanation| {
            let index = explained.ply.checked_sub(1);
            index.and_then(|index| line.moves().get(index)) == Some(&explained.played)
        };
        match self.explanation.as_ref().filter(on_board) {
            Some(explained) if past.is_none() => pieces(explained.theta, &explained.moves),
            _ => Vec::new(),
        }
    }

    /// What the move of index `ply` gave away; `None` before it has been analysed.
    fn loss_at(&self, ply: usize) -> Option<Loss> {
        let mv = *self.session.table().line().moves().get(ply)?;
        let analysis = self.session.shown_at(ply)?;
        Some(Loss {
            best: analysis.values.best()?,
            value: analysis.values.value_of(mv)?,
            to_the_end: analysis.sees_the_end(),
            scale: analysis.scale,
        })
    }

    fn remark(&self, ply: usize) -> Option<Remark> {
        let mv = *self.session.table().line().moves().get(ply)?;
        let analysis = self.session.shown_at(ply)?;
        let seen = analysis.of_move(mv)?;
        Some(Remark {
            mv,
            loss: self.loss_at(ply)?,
            rank: seen.rank,
            of: analysis.moves.len(),
            best: analysis.best_move()?.mv,
        })
    }

    /// Mean loss D of the moves so far of `side`, as the tester sees them; `None` of the machine that a person plays against.
    fn mean_loss(&self, side: Side) -> Option<f64> {
        let table = self.session.table();
        if table.person().is_some_and(|person| person != side) {
            return None;
        }
        let line = table.line();
        let mut sheet = LossSheet::default();
        for (ply, (position, mv)) in line.steps().enumerate().skip(line.opening()) {
            if position.side_to_move() == side
                && let Some(analysis) = self.session.analysis_at(ply)
            {
                sheet.push(ply + 1, &analysis.values, mv);
            }
        }
        sheet.summary().d()
    }

    fn cursor_info(&self) -> CursorInfo {
        let line = self.session.table().line();
        let ply = self.shown_ply();
        let legal = line.positions()[ply].is_legal(Move::Place(self.panes.cursor));
        let hinted = || {
            let hint = self.session.hint().filter(|_| self.past.is_none());
            hint.and_then(session::Analysis::best_move)?.mv.square()
        };
        // With a hint there is something to say wherever the cursor stands.
        let Some(square) = legal.then_some(self.panes.cursor).or_else(hinted) else {
            return CursorInfo::Nothing;
        };
        let Some(analysis) = self.session.shown_at(ply) else {
            return CursorInfo::Waiting;
        };
        let Some(seen) = analysis.of_move(Move::Place(square)) else {
            return CursorInfo::Nothing;
        };
        CursorInfo::Known {
            square,
            side: analysis.side,
            value: seen.value,
            rank: seen.rank,
            of: analysis.moves.len(),
            openness: line.positions()[ply].openness(square).unwrap_or(0),
            line: seen.line.clone(),
            shares: self.shares(seen),
        }
    }

    fn shares(&self, seen: &MoveAnalysis) -> Vec<Share> {
        let Some(shares) = &seen.shares else {
            return Vec::new();
        };
        let weights = self.session.options().tester.weights.to_array();
        FEATURES
            .iter()
            .zip(shares)
            .zip(weights)
            .filter(|&(_, weight)| weight != 0)
            .map(|((feature, &value), weight)| Share {
                name: feature.name.to_owned(),
                symbol: feature.symbol.to_owned(),
                // The share is the product, so this is exact.
                count: value.checked_div(weight).unwrap_or(0),
                weight,
            })
            .collect()
    }

    /// Says why the move that is looked at was a mistake, if it was one and that may be said.
    pub(super) fn say_why(&self, context: &mut Context<Self>) {
        let line = self.session.table().line();
        let ply = self.past.filter(|&ply| ply >= line.opening());
        let Some(ply) = ply.filter(|_| self.session.values_visible()) else {
            return;
        };
        let (Some(&mv), Some(position)) = (line.moves().get(ply), line.positions().get(ply)) else {
            return;
        };
        let weights = &self.session.options().tester.weights;
        let analysis = self.session.shown_at(ply);
        let scale = analysis.map(|it| it.scale).unwrap_or_default();
        let threshold = scale.threshold();
        let mistake = analysis.and_then(|it| it.mistake(position, mv, weights));
        let Some(mistake) = mistake.filter(|it| it.loss.is_mistake(threshold)) else {
            return;
        };
        let side = position.side_to_move();
        let lost = mistake.loss.words();
        let head = words::head(ply + 1, side.index(), &mv.to_string(), Some(&lost));
        context.say(coach_words::said(&head, &mistake.why(side)));
    }
}

/// The discs that a move has turned which led from `before` to `after`.
fn turned(before: &Position, after: &Position) -> u64 {
    let [black, white] = Side::BOTH;
    (before.discs(black) & after.discs(white)) | (before.discs(white) & after.discs(black))
}

/// θ, the move played and the others, the best for the player first.
fn held(theta: i32, played: &Valued, others: &[Valued]) -> String {
    let valued = |(mv, value, held): &Valued| format!("{mv} V {value} V0 {held}");
    let others: String = others
        .iter()
        .map(|it| format!("; {}", valued(it)))
        .collect();
    format!("theta was {theta}: played {}{others}", valued(played))
}

/// The same for a pane, in pieces that are not to be broken: θ, then each move with V and V0, the one played
/// first.
fn pieces(theta: i32, moves: &[Valued]) -> Vec<String> {
    let cells = moves
        .iter()
        .map(|(mv, value, held)| format!("{mv}={value}/{held}"));
    std::iter::once(format!("V/V0, theta was {theta}:"))
        .chain(cells)
        .collect()
}

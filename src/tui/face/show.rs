//! What the sitting knows of a game, as the values that the panes show.

use super::Face;
use crate::eval::othello::FEATURES;
use crate::game::othello::Move;
use crate::game::{Game as _, Side};
use crate::measure::loss::LossSheet;
use crate::player::holding::Seeing;
use crate::session::{self, MoveAnalysis};
use crate::tui::view::{CursorInfo, Loss, Remark, Share, TracePoint, TraceState};

pub type Valued = (String, i32, i32);

/// What a machine that holds itself level saw when it moved.
pub(super) struct Saw {
    /// The move, and how many moves there were then with it.
    played: Move,
    ply: usize,
    theta: i32,
    /// The moves with V and V0, the one played first, then the best.
    moves: Vec<Valued>,
}

impl Saw {
    /// What it `seen` when it `played` the last of `ply` moves; `None` where it saw nothing.
    pub(super) fn new(played: Move, ply: usize, seen: &[Seeing]) -> Option<Self> {
        let mut seen = seen.to_vec();
        seen.sort_by_key(|it| (it.mv != played, -it.held));
        let valued = |it: &Seeing| (it.mv.to_string(), it.value, it.held);
        Some(Self {
            played,
            ply,
            theta: seen.first()?.theta,
            moves: seen.iter().map(valued).collect(),
        })
    }

    /// In a line.
    pub(super) fn said(&self) -> String {
        match self.moves.split_first() {
            Some((first, others)) => held(self.theta, first, others),
            None => String::new(),
        }
    }
}

impl Face {
    /// What each move lost, as far as it may be shown.
    pub(super) fn losses(&self) -> Vec<Option<Loss>> {
        let line = self.sitting.table().line();
        let visible = self.sitting.values_visible();
        (0..line.ply())
            .map(|ply| {
                let chosen = ply >= line.opening() && line.moves()[ply] != Move::Pass;
                (visible && chosen).then(|| self.loss_at(ply)).flatten()
            })
            .collect()
    }

    pub(super) fn trace(&self, review: Option<usize>) -> TraceState {
        let table = self.sitting.table();
        let viewer = table.view();
        let hidden = !self.sitting.values_visible();
        if hidden {
            return TraceState {
                viewer,
                hidden,
                review,
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
            .sitting
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
        let spoken_of = match review {
            Some(ply) => Some(ply),
            None => (0..line.ply())
                .rev()
                .find(|&ply| own(ply) && line.moves()[ply] != Move::Pass),
        };
        TraceState {
            viewer,
            points,
            hidden,
            review,
            remark: spoken_of.and_then(|ply| self.remark(ply)),
            mean_loss: Side::BOTH.map(|side| self.mean_loss(side)),
            cursor: self.cursor_info(review),
            held: self.held_pieces(review),
            by: self.sitting.adviser(),
        }
    }

    /// What a machine that holds itself level saw when it last moved, while that move is on the board and
    /// the present position is looked at.
    fn held_pieces(&self, review: Option<usize>) -> Vec<String> {
        let line = self.sitting.table().line();
        let on_board = |saw: &&Saw| {
            let index = saw.ply.checked_sub(1);
            index.and_then(|index| line.moves().get(index)) == Some(&saw.played)
        };
        match self.saw.as_ref().filter(on_board) {
            Some(saw) if review.is_none() => pieces(saw.theta, &saw.moves),
            _ => Vec::new(),
        }
    }

    /// What the move of index `ply` gave away; `None` where nobody has looked yet.
    fn loss_at(&self, ply: usize) -> Option<Loss> {
        let mv = *self.sitting.table().line().moves().get(ply)?;
        let analysis = self.sitting.shown_at(ply)?;
        Some(Loss {
            best: analysis.values.best()?,
            value: analysis.values.value_of(mv)?,
            to_the_end: analysis.sees_the_end(),
            scale: analysis.scale,
        })
    }

    fn remark(&self, ply: usize) -> Option<Remark> {
        let mv = *self.sitting.table().line().moves().get(ply)?;
        let analysis = self.sitting.shown_at(ply)?;
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
        let table = self.sitting.table();
        if table.person().is_some_and(|person| person != side) {
            return None;
        }
        let line = table.line();
        let mut sheet = LossSheet::default();
        for (ply, (position, mv)) in line.steps().enumerate().skip(line.opening()) {
            if position.side_to_move() == side
                && let Some(analysis) = self.sitting.analysis_at(ply)
            {
                sheet.push(ply + 1, &analysis.values, mv);
            }
        }
        sheet.summary().d()
    }

    fn cursor_info(&self, review: Option<usize>) -> CursorInfo {
        let line = self.sitting.table().line();
        let ply = review.unwrap_or(line.ply());
        let legal = line.positions()[ply].is_legal(Move::Place(self.app.cursor));
        let hinted = || {
            let hint = self.sitting.hint().filter(|_| review.is_none());
            hint.and_then(session::Analysis::best_move)?.mv.square()
        };
        // With a hint there is something to say wherever the cursor stands.
        let Some(square) = legal.then_some(self.app.cursor).or_else(hinted) else {
            return CursorInfo::Nothing;
        };
        let Some(analysis) = self.sitting.shown_at(ply) else {
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

    pub(super) fn shares(&self, seen: &MoveAnalysis) -> Vec<Share> {
        let Some(shares) = &seen.shares else {
            return Vec::new();
        };
        let weights = self.sitting.options().tester.weights.to_array();
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

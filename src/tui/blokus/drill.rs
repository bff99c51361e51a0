//! Blokus Duo's desk for the drill: the piece in hand over the board, the pieces that were left, the learned winning
//! rate.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};

use super::board::Field;
use super::ghost::{Ghost, Verdict, corners, playable};
use super::input::is_move;
use super::layout::{LEAST, TRAYS, board_beside};
use super::view::View;
use super::{board, review, tray};
use crate::drill::{Desk, Drill, Exercise, Judged, Said};
use crate::keys::{Action, Layer};
use crate::shell::Context;
use koteki_games::blokus::{Move, Position, Square};
use koteki_games::{Game as _, Side};
use koteki_rivals::roster::kit::blokus::words as rules;
use koteki_rivals::roster::kit::person::PersonKit as _;
use koteki_session::Table;

/// A pane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pane {
    Board,
    Coach,
    Pieces,
}

/// Least rows of what the coach says beside the pieces, before a placement is tried and afterwards.
const SAID: [u16; 2] = [10, 22];

/// The desk.
pub(super) struct BlokusDesk {
    table: Table<Position>,
    ghost: Ghost,
}

impl BlokusDesk {
    pub(super) fn new() -> Self {
        Self {
            table: review::table(Default::default(), "", Side::Black),
            ghost: Ghost::new(Square::start(Side::Black)),
        }
    }
}

/// What the judge sees in a move.
fn judged(position: &Position, mv: Move) -> Option<Judged<Move>> {
    let explained = position.explained(mv)?;
    let (name, is_right) = (rules::at(mv), explained.loss < Position::MISTAKE);
    let why = rules::given_away(&explained);
    let said = match (explained.loss, is_right) {
        (0, _) => vec![format!("{name} is right: nothing is better.")],
        (_, true) => vec![format!("{name} is good: it {why}.")],
        (_, false) => vec![format!("{name} {why}.")],
    };
    let best = (explained.loss > 0).then(|| {
        let best = rules::at(explained.best);
        format!("The best placement is {best}, as it lies on the board.")
    });
    Some(Judged {
        is_right,
        said: said.into_iter().chain(best).collect(),
        why: (!is_right).then_some(why),
        best: Some(explained.best),
    })
}

impl Desk for BlokusDesk {
    type Game = Position;
    type Pane = Pane;
    const PANES: &'static [Pane] = &[Pane::Board, Pane::Coach, Pane::Pieces];
    const LEAST: (u16, u16) = LEAST;
    const LAYER: Layer = Layer::BlokusDrill;
    const ABOUT: &'static str = "Your piece lies where you placed it then.";

    fn name(mv: Move) -> String {
        rules::at(mv)
    }

    fn posed(exercise: &Exercise<Position>) -> String {
        let explained = exercise.position().explained(exercise.played);
        let [best, played] = explained.map_or([0; 2], |it| it.rates);
        let name = rules::at(exercise.played);
        format!("Here {name} lowered your winning rate from {best} % to {played} %.")
    }

    fn show(&mut self, exercise: &Exercise<Position>) {
        let side = exercise.position().side_to_move();
        self.table = review::table(exercise.line.clone(), &exercise.met, side);
        if let Some(placement) = exercise.played.placement() {
            self.ghost.show(placement);
        }
    }

    fn look_at(
        &mut self,
        _number: usize,
        exercise: &Exercise<Position>,
        mv: Move,
    ) -> Option<Judged<Move>> {
        judged(exercise.position(), mv)
    }

    fn act(
        &mut self,
        action: Action,
        exercise: &Exercise<Position>,
        context: &mut Context<Drill<Self>>,
    ) -> Option<Move> {
        let position = exercise.position();
        if action == Action::Place {
            let played = self.ghost.played(position);
            return played
                .map_err(|why| context.warn(why))
                .ok()
                .map(Move::Place);
        }
        if let Some(said) = self.ghost.act(action, context.shift, position) {
            context.say(said);
        }
        None
    }

    fn click(
        &mut self,
        (pane, area): (Pane, Rect),
        (x, y): (u16, u16),
        exercise: &Exercise<Position>,
        context: &mut Context<Drill<Self>>,
    ) -> Option<Move> {
        let position = exercise.position();
        let side = position.side_to_move();
        match pane {
            Pane::Board => {
                let square = Field::of(area).square_at(x, y)?;
                if self.ghost.squares().any(|it| it == square) {
                    return self.act(Action::Place, exercise, context);
                }
                self.ghost.move_to(square);
            }
            Pane::Pieces => {
                let piece = tray::piece_in(area, x, y);
                let piece = piece.filter(|&it| position.left(side).contains(it))?;
                self.ghost.take(Some(piece));
            }
            Pane::Coach => {}
        }
        None
    }

    fn read(
        &mut self,
        entry: &str,
        exercise: &Exercise<Position>,
        context: &mut Context<Drill<Self>>,
    ) -> Option<Move> {
        let position = exercise.position();
        let mv = Position::typed(entry);
        let mv = mv.map_err(|why| context.warn(why)).ok()?;
        if position.is_legal(mv) {
            mv.placement().inspect(|&it| self.ghost.show(it));
            Some(mv)
        } else {
            context.warn(position.refused(mv, entry));
            None
        }
    }

    fn is_move(entry: &str) -> bool {
        is_move(entry)
    }

    /// What the coach says has the rows that one side's pieces leave, all of them where those are too few for what is
    /// said in the end. Tab comes to what has no room.
    fn layout(&self, main: Rect, is_tried: bool) -> Vec<(Pane, Rect)> {
        let (board, right) = board_beside(main);
        let Some(right) = right else {
            return vec![(Pane::Board, board)];
        };
        let said = SAID[usize::from(is_tried)];
        let fits =
            |(width, height): &(u16, u16)| right.width >= *width && right.height >= height + said;
        let Some((_, rows)) = TRAYS.into_iter().rev().find(fits) else {
            return vec![(Pane::Board, board), (Pane::Coach, right)];
        };
        let [coach, pieces] =
            Layout::vertical([Constraint::Fill(1), Constraint::Length(rows)]).areas(right);
        vec![
            (Pane::Board, board),
            (Pane::Coach, coach),
            (Pane::Pieces, pieces),
        ]
    }

    fn explain(pane: Pane) -> Vec<String> {
        review::about(pane == Pane::Coach)
    }

    fn draw(
        &self,
        (pane, area): (Pane, Rect),
        exercise: &Exercise<Position>,
        said: &Said,
        context: &Context<Drill<Self>>,
        buffer: &mut Buffer,
    ) {
        let position = exercise.position();
        let side = position.side_to_move();
        let mut ghost = self.ghost.clone();
        let best = exercise.best().and_then(Move::placement);
        let verdict = match best {
            Some(best) => {
                ghost.show(best);
                Some(Verdict::Best)
            }
            None => ghost.verdict(position),
        };
        let view = View {
            table: &self.table,
            ply: exercise.line.ply(),
            position,
            ghost: Some(&ghost),
            verdict,
            playable: Side::BOTH.map(|side| playable(position, side)),
            corners: corners(position, side),
            rates: &[],
            own: side,
            theme: &context.theme,
        };
        let focused = pane == context.focus;
        match pane {
            Pane::Board => board::render(&view, focused, area, buffer),
            Pane::Coach => said.render(focused, area, buffer, &context.theme),
            Pane::Pieces => tray::tray(&view, side, focused, area, buffer),
        }
    }
}

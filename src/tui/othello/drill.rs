//! Othello's desk for the drill: a cursor on the board, and a coach in a thread of its own.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget as _;

use crate::drill::{Desk, Drill, Exercise, Found, Judged, Said, TEXT};
use crate::event::Waker;
use crate::keys::{Action, Layer};
use crate::panes::board::{BoardView, F5, Geometry, moved};
use crate::review::{Coach, judge_of};
use crate::shell::Context;
use crate::view::{GameView, Loss};
use crate::words;
use koteki_games::othello::{Move, Position, Square};
use koteki_games::{Game as _, GameLine};
use koteki_rivals::coach::{Review, line_words};
use koteki_rivals::roster::SearchSpec;

/// Least columns of the text beside the board.
const LEAST_TEXT: u16 = 30;

/// The position with one move more.
fn with(position: Position, mv: Move) -> GameLine<Position> {
    let mut line = GameLine::from_position(position);
    line.end_opening();
    // It is legal here.
    let _ = line.play(mv);
    line
}

/// What the coach says of the only move of the game that was gone through.
fn judged(review: &Review, position: &Position, mv: Move) -> Vec<String> {
    let Some(Some(ply)) = review.plies.first() else {
        return vec![format!("{mv} is the only move.")];
    };
    if ply.value >= ply.best_value {
        return vec![format!("{mv} is right: nothing is better.")];
    }
    let loss = Loss {
        best: ply.best_value,
        value: ply.value,
        to_the_end: ply.to_the_end,
        scale: review.scale,
    };
    let best = format!("The best move is {}.", ply.best);
    match review.mistakes.get(&0) {
        None => vec![format!("{mv} is good: it {}. {best}", loss.words())],
        Some(mistake) => vec![
            format!(
                "{mv} loses {}: {}.",
                mistake.loss.words(),
                mistake.why(position.side_to_move())
            ),
            format!("{best} It goes on {}", line_words(&mistake.best_line)),
        ],
    }
}

/// What the coach has found in a position with one move.
fn found(review: &Review, position: &Position, mv: Move) -> Judged<Move> {
    let side = position.side_to_move();
    Judged {
        is_right: review.mistakes.is_empty(),
        said: judged(review, position, mv),
        why: review.mistakes.get(&0).map(|it| it.why(side)),
        best: review.plies.first().copied().flatten().map(|it| it.best),
    }
}

/// The desk.
pub(super) struct OthelloDesk {
    cursor: Square,
    coach: Coach,
    /// What the coach was asked, with the number it was asked under.
    asked: Vec<(usize, Position, Move)>,
}

impl OthelloDesk {
    /// One with a coach that sees as this tester does.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub(super) fn new(tester: SearchSpec, waker: Waker) -> std::io::Result<Self> {
        let (tester, threshold) = judge_of(tester);
        Ok(Self {
            cursor: F5,
            coach: Coach::start(tester, threshold, waker)?,
            asked: Vec::new(),
        })
    }
}

impl Desk for OthelloDesk {
    type Game = Position;
    type Pane = ();
    const PANES: &'static [()] = &[()];
    const LAYER: Layer = Layer::Drill;
    const ABOUT: &'static str = "";
    const LEFT: &'static str = "; s shows which mistakes have become fewer";

    fn name(mv: Move) -> String {
        mv.to_string()
    }

    fn posed(exercise: &Exercise<Position>) -> String {
        format!("Here {} lost {} points.", exercise.played, exercise.loss)
    }

    fn show(&mut self, exercise: &Exercise<Position>) {
        let mut moves = Vec::new();
        exercise.position().legal_moves(&mut moves);
        let first = moves.iter().find_map(|mv| mv.square());
        self.cursor = first.unwrap_or(self.cursor);
    }

    fn look_at(
        &mut self,
        number: usize,
        exercise: &Exercise<Position>,
        mv: Move,
    ) -> Option<Judged<Move>> {
        let position = *exercise.position();
        self.coach.look_at(self.asked.len(), with(position, mv));
        self.asked.push((number, position, mv));
        None
    }

    fn found(&mut self) -> Option<Found<Self>> {
        let (asked, review) = self.coach.next()?;
        let (number, position, mv) = self.asked.get(asked)?;
        let judged = review.map(|review| found(&review, position, *mv));
        Some((*number, judged))
    }

    fn act(
        &mut self,
        action: Action,
        exercise: &Exercise<Position>,
        context: &mut Context<Drill<Self>>,
    ) -> Option<Move> {
        match action {
            Action::Go(direction) => self.cursor = moved(self.cursor, direction),
            Action::Place => {
                let mv = Move::Place(self.cursor);
                return self.check(mv, exercise, context);
            }
            _ => {}
        }
        None
    }

    fn read(
        &mut self,
        entry: &str,
        exercise: &Exercise<Position>,
        context: &mut Context<Drill<Self>>,
    ) -> Option<Move> {
        match entry.parse::<Move>() {
            Ok(mv) => {
                self.cursor = mv.square().unwrap_or(self.cursor);
                self.check(mv, exercise, context)
            }
            Err(_) => {
                context.warn(words::unreadable_move(entry));
                None
            }
        }
    }

    fn is_move(entry: &str) -> bool {
        entry.parse::<Move>().is_ok()
    }

    /// Where board and text do not fit beside one another, the board is what is needed.
    fn layout(&self, main: Rect, _is_tried: bool) -> Vec<((), Rect)> {
        vec![((), main)]
    }

    fn draw(
        &self,
        ((), main): ((), Rect),
        exercise: &Exercise<Position>,
        said: &Said,
        context: &Context<Drill<Self>>,
        buffer: &mut Buffer,
    ) {
        let theme = &context.theme;
        let (board, text) = Geometry::beside(main, TEXT, LEAST_TEXT);
        let mut game = GameView::between(&exercise.line, exercise.names.clone());
        game.hint = exercise.best().and_then(Move::square);
        BoardView {
            game: &game,
            cursor: Some(self.cursor),
            person: false,
            legal: true,
            theme,
            focused: true,
        }
        .render(board, buffer);
        if let Some(text) = text {
            said.render(false, text, buffer, theme);
        }
    }
}

impl OthelloDesk {
    /// The move, or what is wrong with it is said.
    fn check(
        &self,
        mv: Move,
        exercise: &Exercise<Position>,
        context: &mut Context<Drill<Self>>,
    ) -> Option<Move> {
        let is_legal = exercise.position().check(mv).is_ok();
        if !is_legal {
            context.warn(format!("{mv} is illegal here"));
        }
        is_legal.then_some(mv)
    }
}

//! The person's own mistakes once more: the positions in which most was lost, with the coach's reasons.

use std::convert::Infallible;

use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget as _, Wrap};

use crate::Settings;
use crate::event::Waker;
use crate::keys::{Action, Direction, Layer};
use crate::panes::board::{BoardView, F5, Geometry, moved};
use crate::panes::frame;
use crate::review::{Coach, judge_of};
use crate::shell::{Context, Screen, Shell};
use crate::theme::{Role, Theme};
use crate::view::{GameView, Loss};
use crate::words;
use koteki_games::othello::{Move, Position, Square};
use koteki_games::words::day::day;
use koteki_games::{Game as _, GameLine};
use koteki_rivals::coach::{Review, line_words};
use koteki_rivals::roster::SearchSpec;
use koteki_session::played::PlayedGame;

/// Columns of the text beside the board, and the least.
const TEXT: u16 = 56;
const LEAST_TEXT: u16 = 30;

/// Games that are looked through, the latest ones, and mistakes that are taken from them.
const GAMES: usize = 30;
const MISTAKES: usize = 12;

/// A position in which the person went wrong.
struct Exercise {
    /// The game up to there, the person to move.
    line: GameLine<Position>,
    names: [String; 2],
    /// What was played then, and what that lost in points.
    played: Move,
    loss: i32,
    /// When and against whom.
    whence: String,
    /// What the person has tried now.
    tried: Option<Move>,
    /// What the coach says of what was played then, and of what has been tried now.
    reviews: [Option<Review>; 2],
}

impl Exercise {
    /// The position with one move more.
    fn with(&self, mv: Move) -> GameLine<Position> {
        let mut line = GameLine::from_position(*self.line.position());
        line.end_opening();
        // It is legal here.
        let _ = line.play(mv);
        line
    }

    /// Whether what has been tried is no mistake; `None` until the coach has looked.
    fn is_found(&self) -> Option<bool> {
        let review = self.reviews[1].as_ref()?;
        Some(review.mistakes.is_empty())
    }

    /// What there is to say, a paragraph each.
    fn text(&self) -> Vec<String> {
        let mut text = vec![format!(
            "{}. Here {} lost {} points. What is better?",
            self.whence, self.played, self.loss
        )];
        let Some(tried) = self.tried else { return text };
        let Some(review) = &self.reviews[1] else {
            text.push("The coach is looking at it ...".to_owned());
            return text;
        };
        text.extend(judged(review, self.line.position(), tried));
        if tried != self.played
            && let Some(mistake) = self.reviews[0].as_ref().and_then(|it| it.mistakes.get(&0))
        {
            let side = self.line.position().side_to_move();
            text.push(format!("{} then: {}.", self.played, mistake.why(side)));
        }
        text
    }
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

/// The exercises of `games`, the latest first: the greatest losses come first.
fn exercises(games: &[PlayedGame]) -> Vec<Exercise> {
    let mistakes = games.iter().take(GAMES).flat_map(|game| {
        let mistakes = game.mistakes.iter().flatten();
        mistakes.map(move |mistake| (game, mistake))
    });
    let mut mistakes: Vec<_> = mistakes.collect();
    mistakes.sort_by_key(|(_, mistake)| std::cmp::Reverse(mistake.loss));
    mistakes.truncate(MISTAKES);
    let exercises = mistakes.into_iter().map(|(game, mistake)| Exercise {
        line: game.line_to(mistake.ply),
        names: game.names.clone(),
        played: mistake.played,
        loss: mistake.loss,
        whence: format!(
            "Move {} of your game against {} on {}",
            mistake.ply + 1,
            game.opponent(),
            day(game.ended)
        ),
        tried: None,
        reviews: [None, None],
    });
    exercises.collect()
}

/// The screen.
pub struct Drill {
    exercises: Vec<Exercise>,
    at: usize,
    cursor: Square,
    coach: Coach,
}

/// The screen with the mistakes of these games, the latest first; `None` when there are none in them.
///
/// # Errors
/// When the system gives no thread.
pub(super) fn open(
    settings: &Settings,
    games: &[PlayedGame],
    tester: SearchSpec,
    waker: Waker,
) -> std::io::Result<Option<Shell<Drill>>> {
    let exercises = exercises(games);
    if exercises.is_empty() {
        return Ok(None);
    }
    let (tester, threshold) = judge_of(tester);
    let coach = Coach::start(tester, threshold, waker)?;
    let shell = Shell::open(settings, |_: &mut _| {
        let mut drill = Drill {
            exercises,
            at: 0,
            cursor: F5,
            coach,
        };
        drill.show(0);
        Ok::<_, Infallible>(drill)
    });
    let Ok(shell) = shell;
    Ok(Some(shell))
}

impl Drill {
    /// Goes to the exercise of this number.
    fn show(&mut self, number: usize) {
        self.at = number;
        let exercise = &self.exercises[number];
        let mut moves = Vec::new();
        exercise.line.position().legal_moves(&mut moves);
        let first = moves.iter().find_map(|mv| mv.square());
        self.cursor = first.unwrap_or(self.cursor);
        if exercise.reviews[0].is_none() {
            self.ask(0, exercise.with(exercise.played));
        }
    }

    /// Has the coach look at a move: what was played then (0), or what has been tried now (1).
    fn ask(&self, which: usize, line: GameLine<Position>) {
        self.coach.look_at(2 * self.at + which, line);
    }

    fn play(&mut self, mv: Move, context: &mut Context<Self>) {
        let exercise = &self.exercises[self.at];
        if exercise.tried.is_some() {
            self.next(context);
            return;
        }
        if exercise.line.position().check(mv).is_err() {
            context.warn(format!("{mv} is illegal here"));
            return;
        }
        self.ask(1, exercise.with(mv));
        self.exercises[self.at].tried = Some(mv);
    }

    fn next(&mut self, context: &mut Context<Self>) {
        if self.at + 1 < self.exercises.len() {
            self.show(self.at + 1);
        } else {
            context.leave();
        }
    }

    /// How many have been tried, and how many of them with a move that is no mistake.
    fn score(&self) -> (usize, usize) {
        let tried = self.exercises.iter().filter_map(Exercise::is_found);
        tried.fold((0, 0), |(all, found), is_found| {
            (all + 1, found + usize::from(is_found))
        })
    }
}

impl Screen for Drill {
    type Request = Infallible;
    type Pane = ();
    const PANES: &'static [()] = &[()];

    fn layer(&self, _context: &Context<Self>) -> Layer {
        Layer::Drill
    }

    fn act(&mut self, action: Action, context: &mut Context<Self>) {
        match action {
            Action::Go(direction) => self.cursor = moved(self.cursor, direction),
            Action::Place => self.play(Move::Place(self.cursor), context),
            Action::Type(letter) => context.open_line(&letter.to_string()),
            Action::Walk(Direction::Left) => self.show(self.at.saturating_sub(1)),
            Action::Walk(_) => self.next(context),
            _ => {}
        }
    }

    fn enter(&mut self, entry: &str, context: &mut Context<Self>) {
        match entry.parse::<Move>() {
            Ok(mv) => {
                self.cursor = mv.square().unwrap_or(self.cursor);
                self.play(mv, context);
            }
            Err(_) => context.warn(words::unreadable_move(entry)),
        }
    }

    fn command(&mut self, entry: &str, context: &mut Context<Self>) -> bool {
        let is_move = entry.parse::<Move>().is_ok();
        if is_move {
            self.enter(entry, context);
        }
        is_move
    }

    fn perform(&mut self, request: Infallible, _context: &mut Context<Self>) {
        match request {}
    }

    fn close(&mut self, context: &mut Context<Self>) -> bool {
        context.leave();
        true
    }

    fn draw(
        &self,
        panes: &[((), Rect)],
        context: &Context<Self>,
        buffer: &mut Buffer,
    ) -> Option<(u16, u16)> {
        let &[((), main)] = panes else { return None };
        let (exercise, theme) = (&self.exercises[self.at], &context.theme);
        let (board, text) = Geometry::beside(main, TEXT, LEAST_TEXT);
        // Where board and text do not fit beside one another, the board is what is needed.
        let mut game = GameView::between(&exercise.line, exercise.names.clone());
        let seen = exercise.reviews[1].as_ref();
        let best = seen.and_then(|review| review.plies.first().copied().flatten());
        game.hint = best.and_then(|ply| ply.best.square());
        BoardView {
            game: &game,
            cursor: Some(self.cursor),
            person: false,
            legal: true,
            theme,
            focused: true,
        }
        .render(board, buffer);
        let text = text?;
        let title = format!("Your mistake {} of {}", self.at + 1, self.exercises.len());
        let inner = frame(text, buffer, theme, &title, false, None);
        let paragraphs = exercise.text().into_iter();
        let spaced = paragraphs.flat_map(|paragraph| [Line::raw(paragraph), Line::default()]);
        let room = inner.inner(Margin::new(1, 0));
        Paragraph::new(spaced.collect::<Vec<_>>())
            .style(theme.style(Role::Text))
            .wrap(Wrap { trim: true })
            .render(
                Rect {
                    width: room.width.min(TEXT),
                    ..room
                },
                buffer,
            );
        None
    }

    fn status(&self, theme: &Theme) -> String {
        let place = format!("Your mistakes: {} of {}", self.at + 1, self.exercises.len());
        let next = match self.exercises[self.at].tried {
            None => "play a better move".to_owned(),
            Some(_) if self.at + 1 == self.exercises.len() => {
                let (all, found) = self.score();
                format!("{found} of {all} found; Enter: to your game")
            }
            Some(_) => "Enter: the next one".to_owned(),
        };
        format!("{place}{}{next}", theme.glyphs.separator)
    }

    fn help(&self) -> Vec<String> {
        vec![
            "What is shown".to_owned(),
            format!(
                "  The positions of your last {GAMES} games in which your move lost most, at most {MISTAKES}. Play a \
                 better one: the coach says what it loses, why, and what the best one is (marked on the board)."
            ),
        ]
    }

    fn wake(&mut self, context: &mut Context<Self>) -> bool {
        let mut is_new = false;
        while let Some((number, review)) = self.coach.next() {
            is_new = true;
            match review {
                Ok(review) => {
                    if let Some(exercise) = self.exercises.get_mut(number / 2) {
                        exercise.reviews[number % 2] = Some(review);
                    }
                }
                Err(why) => context.warn(why),
            }
        }
        is_new
    }

    fn left(&mut self) -> Option<String> {
        let (all, found) = self.score();
        (all > 0).then(|| {
            format!("You found a better move in {found} of {all}; s shows which mistakes have become fewer")
        })
    }
}

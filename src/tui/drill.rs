//! The person's own mistakes once more, whatever game it is: the positions in which most was lost, with the coach's
//! reasons.
//!
//! A [`Desk`] is what a game has of its own: the board and what is held over it, how a move is typed, who judges it and
//! what that is in words.

use std::cmp::Reverse;
use std::convert::Infallible;

use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget as _, Wrap};

use crate::Settings;
use crate::keys::{Action, Direction, Layer};
use crate::panes::frame;
use crate::shell::{Context, MINIMUM, Screen, Shell};
use crate::theme::{Role, Theme};
use koteki_games::words::day::day;
use koteki_games::{Game, GameLine};
use koteki_session::played::PlayedGame;

/// Columns of the text, at most.
pub(crate) const TEXT: u16 = 56;

/// Games that are looked through, the latest ones, and mistakes that are taken from them.
pub(crate) const GAMES: usize = 30;
const MISTAKES: usize = 12;

/// A move, as the coach sees it.
pub(crate) struct Judged<M> {
    /// Whether it is no mistake.
    pub is_right: bool,
    /// What there is to say of it, a paragraph each.
    pub said: Vec<String>,
    /// Why it is one: what is said of a move that was played then.
    pub why: Option<String>,
    /// The best move.
    pub best: Option<M>,
}

/// A position in which the person went wrong.
pub(crate) struct Exercise<G: Game> {
    /// The game up to there, the person to move.
    pub line: GameLine<G>,
    /// Who played, Black first.
    pub names: [String; 2],
    /// The other player as the game's file has it.
    pub met: String,
    /// What was played then, and what that lost.
    pub played: G::Move,
    pub loss: i32,
    /// When and against whom.
    whence: String,
    /// What the person has tried now.
    tried: Option<G::Move>,
    /// What was played then, as the coach sees it; and what has been tried now.
    judged: [Option<Judged<G::Move>>; 2],
}

impl<G: Game> Exercise<G> {
    /// The position.
    pub fn position(&self) -> &G {
        self.line.position()
    }

    /// The best move, once the person has tried one and the coach has looked at it.
    pub fn best(&self) -> Option<G::Move> {
        self.judged[1].as_ref()?.best
    }

    /// What there is to say, a paragraph each.
    fn text<D: Desk<Game = G>>(&self) -> Vec<String> {
        let posed = D::posed(self);
        let mut text = vec![format!("{}. {posed} What is better?", self.whence)];
        let Some(tried) = self.tried else { return text };
        let Some(judged) = &self.judged[1] else {
            text.push("The coach is looking at it ...".to_owned());
            return text;
        };
        text.extend(judged.said.iter().cloned());
        if tried != self.played
            && let Some(why) = self.judged[0].as_ref().and_then(|it| it.why.as_ref())
        {
            text.push(format!("Why {} is worse: it {why}.", D::name(self.played)));
        }
        text
    }
}

/// The moves of the game that is played at a desk.
pub(crate) type MoveOf<D> = <<D as Desk>::Game as Game>::Move;

/// What the coach has found, under the number that it was asked, or why it cannot go on.
pub(crate) type Found<D> = (usize, Result<Judged<MoveOf<D>>, String>);

/// What a game has of its own in a drill.
pub(crate) trait Desk: Sized + 'static {
    /// The game.
    type Game: Game;
    /// One of its panes.
    type Pane: Copy + PartialEq + 'static;
    /// See [`Screen::PANES`].
    const PANES: &'static [Self::Pane];
    /// See [`Screen::LEAST`].
    const LEAST: (u16, u16) = MINIMUM;
    /// The keys.
    const LAYER: Layer;
    /// What the help says of the game's own.
    const ABOUT: &'static str;
    /// What there is to say when it is left, behind how many moves were better ones.
    const LEFT: &'static str = "";

    /// A move as it is named.
    fn name(mv: MoveOf<Self>) -> String;

    /// What was played then, and what that lost.
    fn posed(exercise: &Exercise<Self::Game>) -> String;

    /// Another exercise is on the desk.
    fn show(&mut self, exercise: &Exercise<Self::Game>);

    /// Has the coach look at a move of `exercise`: at once, or [`found`](Self::found) brings it with this `number`.
    fn look_at(
        &mut self,
        number: usize,
        exercise: &Exercise<Self::Game>,
        mv: MoveOf<Self>,
    ) -> Option<Judged<MoveOf<Self>>>;

    /// What the coach has found, or why it cannot go on.
    fn found(&mut self) -> Option<Found<Self>> {
        None
    }

    /// A key or a click for what is held over the board; a legal move where it plays one, else what is wrong is said.
    fn act(
        &mut self,
        action: Action,
        exercise: &Exercise<Self::Game>,
        context: &mut Context<Drill<Self>>,
    ) -> Option<MoveOf<Self>>;

    /// A click at a place of a pane, likewise.
    fn click(
        &mut self,
        _pane: (Self::Pane, Rect),
        _at: (u16, u16),
        _exercise: &Exercise<Self::Game>,
        _context: &mut Context<Drill<Self>>,
    ) -> Option<MoveOf<Self>> {
        None
    }

    /// A move that is typed, likewise.
    fn read(
        &mut self,
        entry: &str,
        exercise: &Exercise<Self::Game>,
        context: &mut Context<Drill<Self>>,
    ) -> Option<MoveOf<Self>>;

    /// Whether that is a move and no command.
    fn is_move(entry: &str) -> bool;

    /// What a pane shows, for its help.
    fn explain(_pane: Self::Pane) -> Vec<String> {
        Vec::new()
    }

    /// Where the panes lie; `is_tried` once a move has been tried.
    fn layout(&self, main: Rect, is_tried: bool) -> Vec<(Self::Pane, Rect)>;

    /// Draws a pane; `said` stands beside the board.
    fn draw(
        &self,
        pane: (Self::Pane, Rect),
        exercise: &Exercise<Self::Game>,
        said: &Said,
        context: &Context<Drill<Self>>,
        buffer: &mut Buffer,
    );
}

/// What stands beside the board.
pub(crate) struct Said {
    title: String,
    text: Vec<String>,
}

impl Said {
    /// Draws it in a frame.
    pub fn render(&self, focused: bool, area: Rect, buffer: &mut Buffer, theme: &Theme) {
        let inner = frame(area, buffer, theme, &self.title, focused, None);
        let paragraphs = self.text.iter();
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
    }
}

/// The exercises of `games`, the latest first: the greatest losses come first.
fn exercises<G: Game>(games: &[PlayedGame<G>]) -> Vec<Exercise<G>> {
    let mistakes = games.iter().take(GAMES).flat_map(|game| {
        let mistakes = game.mistakes.iter().flatten();
        mistakes.map(move |mistake| (game, mistake))
    });
    let mut mistakes: Vec<_> = mistakes.collect();
    mistakes.sort_by_key(|(_, mistake)| Reverse(mistake.loss));
    let positions = mistakes.into_iter();
    let positions = positions.map(|(game, mistake)| (game, mistake, game.line_to(mistake.ply)));
    // With one other move there is nothing to find out.
    let mut legal = Vec::new();
    let positions = positions.filter(|(_, _, line)| {
        line.position().legal_moves(&mut legal);
        legal.len() > 2
    });
    let exercises = positions
        .take(MISTAKES)
        .map(|(game, mistake, line)| Exercise {
            line,
            names: game.names.clone(),
            met: game.met.clone(),
            played: mistake.played,
            loss: mistake.loss,
            whence: format!(
                "Move {} of your game against {} on {}",
                mistake.ply + 1,
                game.opponent(),
                day(game.ended)
            ),
            tried: None,
            judged: [None, None],
        });
    exercises.collect()
}

/// The screen.
pub(crate) struct Drill<D: Desk> {
    exercises: Vec<Exercise<D::Game>>,
    at: usize,
    desk: D,
}

/// The screen with the mistakes of these games, the latest first; `None` when there are none in them.
pub(crate) fn open<D: Desk>(
    settings: &Settings,
    games: &[PlayedGame<D::Game>],
    desk: D,
) -> Option<Shell<Drill<D>>> {
    let exercises = exercises(games);
    if exercises.is_empty() {
        return None;
    }
    let shell = Shell::open(settings, |_: &mut _| {
        let mut drill = Drill {
            exercises,
            at: 0,
            desk,
        };
        drill.show(0);
        Ok::<_, Infallible>(drill)
    });
    let Ok(shell) = shell;
    Some(shell)
}

/// What is said where no mistake is known.
pub(crate) const NO_MISTAKE: &str = "no mistake of yours is known: play a game to its end first";

impl<D: Desk> Drill<D> {
    /// Goes to the exercise of this number.
    fn show(&mut self, number: usize) {
        self.at = number;
        if self.exercises[number].judged[0].is_none() {
            self.ask(0, self.exercises[number].played);
        }
        self.desk.show(&self.exercises[number]);
    }

    /// Has the coach look at a move: what was played then (0), or what has been tried now (1).
    fn ask(&mut self, which: usize, mv: MoveOf<D>) {
        let exercise = &mut self.exercises[self.at];
        let number = 2 * self.at + which;
        exercise.judged[which] = self.desk.look_at(number, exercise, mv);
    }

    fn play(&mut self, mv: MoveOf<D>) {
        self.exercises[self.at].tried = Some(mv);
        self.ask(1, mv);
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
        let judged = self.exercises.iter().filter_map(|it| it.judged[1].as_ref());
        judged.fold((0, 0), |(all, found), it| {
            (all + 1, found + usize::from(it.is_right))
        })
    }
}

impl<D: Desk> Screen for Drill<D> {
    type Request = Infallible;
    type Pane = D::Pane;
    const PANES: &'static [D::Pane] = D::PANES;
    const LEAST: (u16, u16) = D::LEAST;

    fn layer(&self, _context: &Context<Self>) -> Layer {
        D::LAYER
    }

    fn act(&mut self, action: Action, context: &mut Context<Self>) {
        let exercise = &self.exercises[self.at];
        match action {
            Action::Type(letter) => context.open_line(&letter.to_string()),
            Action::Walk(Direction::Left) => self.show(self.at.saturating_sub(1)),
            Action::Walk(_) => self.next(context),
            Action::Place if exercise.tried.is_some() => self.next(context),
            action => {
                if let Some(mv) = self.desk.act(action, exercise, context) {
                    self.play(mv);
                }
            }
        }
    }

    fn enter(&mut self, entry: &str, context: &mut Context<Self>) {
        let exercise = &self.exercises[self.at];
        if let Some(mv) = self.desk.read(entry, exercise, context) {
            if exercise.tried.is_some() {
                self.next(context);
            } else {
                self.play(mv);
            }
        }
    }

    fn command(&mut self, entry: &str, context: &mut Context<Self>) -> bool {
        let is_move = D::is_move(entry);
        if is_move {
            self.enter(entry, context);
        }
        is_move
    }

    fn perform(&mut self, request: Infallible, _context: &mut Context<Self>) {
        match request {}
    }

    fn layout(&self, main: Rect) -> Vec<(D::Pane, Rect)> {
        let is_tried = self.exercises[self.at].tried.is_some();
        self.desk.layout(main, is_tried)
    }

    fn close(&mut self, context: &mut Context<Self>) -> bool {
        let leaves = !context.zoom;
        if leaves {
            context.leave();
        }
        leaves
    }

    fn draw(
        &self,
        panes: &[(D::Pane, Rect)],
        context: &Context<Self>,
        buffer: &mut Buffer,
    ) -> Option<(u16, u16)> {
        let exercise = &self.exercises[self.at];
        let said = Said {
            title: format!("Your mistake {} of {}", self.at + 1, self.exercises.len()),
            text: exercise.text::<D>(),
        };
        for &pane in panes {
            self.desk.draw(pane, exercise, &said, context, buffer);
        }
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
            "On this screen".to_owned(),
            format!(
                "  The positions of your last {GAMES} games in which your move lost most, at most {MISTAKES}. Play a \
                 better one: the coach says what it loses, why, and what the best one is (marked on the board). {}",
                D::ABOUT
            ),
        ]
    }

    fn explain(&self, pane: D::Pane) -> Vec<String> {
        D::explain(pane)
    }

    fn click(&mut self, pane: D::Pane, area: Rect, at: (u16, u16), context: &mut Context<Self>) {
        let exercise = &self.exercises[self.at];
        if exercise.tried.is_none()
            && let Some(mv) = self.desk.click((pane, area), at, exercise, context)
        {
            self.play(mv);
        }
    }

    fn wake(&mut self, context: &mut Context<Self>) -> bool {
        let mut is_new = false;
        while let Some((number, judged)) = self.desk.found() {
            is_new = true;
            match judged {
                Ok(judged) => {
                    if let Some(exercise) = self.exercises.get_mut(number / 2) {
                        exercise.judged[number % 2] = Some(judged);
                    }
                }
                Err(why) => context.warn(why),
            }
        }
        is_new
    }

    fn left(&mut self) -> Option<String> {
        let (all, found) = self.score();
        (all > 0).then(|| format!("You found a better move in {found} of {all}{}", D::LEFT))
    }
}

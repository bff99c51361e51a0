//! The screen that goes through a game with the coach: the position before each move, the move that was
//! played and the best one on the board, the value curve, why it was a mistake.
//!
//! A thread goes through the game, so that no key waits for it; [`ReviewScreen`] shows what has come.

pub(crate) mod said;

use std::collections::HashMap;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use super::event::{Exit, Waker};
use super::keys::{Action, Direction};
use super::shell::{Context, Shell};
use super::view::{GameView, Review as Past};
use super::viewer::{Source, Viewed, Viewer};
use super::{Settings, on_screen};
use crate::words::NO_OTHER_GAME;
use koteki_engine::search::budget::Cancel;
use koteki_games::othello::{Move, Position};
use koteki_games::words::harmless::harmless;
use koteki_games::{Game, GameLine, Side};
use koteki_rivals::coach::{Review, Scale, Tester, Threshold, review};
use koteki_rivals::roster::SearchSpec;

const LOOKING: &str = "The coach is going through the game ...";

/// A game that can be gone through. Small: a file may hold very many.
#[derive(Clone, Debug)]
pub struct Reviewed {
    /// Who has Black, who White.
    pub names: [String; 2],
    start: Position,
    moves: Vec<Move>,
    opening: usize,
}

impl Reviewed {
    /// The game `line` of players with these names.
    pub fn new(line: &GameLine<Position>, names: [String; 2]) -> Self {
        Self {
            names,
            start: line.positions()[0],
            moves: line.moves().to_vec(),
            opening: line.opening(),
        }
    }

    fn line(&self) -> GameLine<Position> {
        let mut line = GameLine::from_position(self.start);
        for (index, &mv) in self.moves.iter().enumerate() {
            if index == self.opening {
                line.end_opening();
            }
            // They come from a line.
            let _ = line.play(mv);
        }
        if self.opening >= self.moves.len() {
            line.end_opening();
        }
        line
    }
}

/// The thread that goes through games.
pub(crate) struct Coach {
    ask: Sender<(usize, GameLine<Position>)>,
    /// What was found in a game, or why the judge cannot go on.
    answers: Receiver<(usize, Result<Review, String>)>,
    cancel: Cancel,
}

impl Coach {
    pub(crate) fn start(
        tester: Tester,
        threshold: Threshold,
        waker: Waker,
    ) -> std::io::Result<Self> {
        let (ask, questions) = channel::<(usize, GameLine<Position>)>();
        let (found, answers) = channel();
        let cancel = Cancel::new();
        let stop = cancel.clone();
        thread::Builder::new()
            .name("coach".to_owned())
            .spawn(move || {
                while let Ok(mut question) = questions.recv() {
                    // Who turns pages quickly wants the last one.
                    while let Ok(newer) = questions.try_recv() {
                        question = newer;
                    }
                    let (which, line) = question;
                    let review = match review(&line, &tester, threshold, &stop) {
                        Ok(review) => Ok(review),
                        Err(_) => match tester.search.failure() {
                            Some(why) => Err(why),
                            None => return,
                        },
                    };
                    if found.send((which, review)).is_err() {
                        return;
                    }
                    waker.wake();
                }
            })?;
        Ok(Self {
            ask,
            answers,
            cancel,
        })
    }
}

impl Coach {
    /// Has it go through a game of this number.
    pub(crate) fn look_at(&self, number: usize, line: GameLine<Position>) {
        // A coach that has broken down says so by its panic.
        let _ = self.ask.send((number, line));
    }

    /// What was found in the game of a number, or why the judge cannot go on; `None` while there is nothing new.
    pub(crate) fn next(&self) -> Option<(usize, Result<Review, String>)> {
        self.answers.try_recv().ok()
    }
}

impl Drop for Coach {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

/// Reviews that are kept, at most: a game that is come back to is there at once.
const KEPT: usize = 64;

/// The program that goes through games.
pub struct ReviewScreen {
    shown: Viewer,
    coach: Coach,
    games: Vec<Reviewed>,
    /// Which of them is shown.
    which: usize,
    line: GameLine<Position>,
    /// Moves before the position that is shown.
    at: usize,
    /// From whose side the curve is.
    viewer: Side,
    /// Whose first mistake is gone to; that of either where it is nobody's.
    own: Option<Side>,
    reviews: HashMap<usize, Review>,
    /// Why the judge cannot go on.
    failed: Option<String>,
}

impl ReviewScreen {
    fn new(
        games: Vec<Reviewed>,
        which: usize,
        (viewer, own): (Side, Option<Side>),
        (tester, threshold): (Tester, Threshold),
        waker: Waker,
        context: &mut Context<Self>,
    ) -> std::io::Result<Self> {
        let coach = Coach::start(tester, threshold, waker)?;
        let mut reviewing = Self {
            shown: Viewer::new(Viewed::Review, context),
            coach,
            games,
            which,
            line: GameLine::default(),
            at: 0,
            viewer,
            own,
            reviews: HashMap::new(),
            failed: None,
        };
        reviewing.open(which);
        Ok(reviewing)
    }

    /// Whether the game that is shown has been gone through.
    pub fn is_ready(&self) -> bool {
        self.reviews.contains_key(&self.which)
    }

    fn open(&mut self, which: usize) {
        let Some(game) = self.games.get(which) else {
            return;
        };
        self.which = which;
        self.line = game.line();
        self.at = 0;
        if !self.reviews.contains_key(&which) {
            self.coach.look_at(which, self.line.clone());
        }
        self.show();
    }

    fn go_to_mistake(&mut self, direction: Direction, context: &mut Context<Self>) {
        let Some(review) = self.reviews.get(&self.which) else {
            context.say(LOOKING);
            return;
        };
        let found = match direction {
            Direction::Left => review.mistakes.range(..self.at).next_back(),
            _ => review.mistakes.range(self.at + 1..).next(),
        };
        match (found, direction) {
            (Some((&ply, _)), _) => self.at = ply,
            (None, Direction::Left) => context.say("no mistake before this one"),
            (None, _) => context.say("no mistake after this one"),
        }
    }

    /// Puts what is looked at on the screen.
    fn show(&mut self) {
        let Some(game) = self.games.get(self.which) else {
            return;
        };
        let (ply, last) = (self.at, self.line.ply());
        let review = self.reviews.get(&self.which);
        let number = (self.games.len() > 1).then_some((self.which + 1, self.games.len()));
        let names = (game.names[0].as_str(), game.names[1].as_str());
        self.shown.line = place(number, names, ply, last);
        let mut view = GameView::between(&self.line, game.names.clone());
        view.review = (ply < last).then(|| Past {
            ply,
            position: self.line.positions()[ply],
        });
        if let Some(review) = review {
            said::values(&mut view, review, &self.line, self.viewer, ply);
            if !self.shown.panes.values {
                view.values.clear();
            }
        }
        if let Some(square) = self.line.moves().get(ply).and_then(|mv| mv.square()) {
            self.shown.panes.cursor = square;
        }
        self.shown.coach = match (&self.failed, review) {
            (Some(why), None) => said::failed(why),
            _ => said::coach(review, &self.line, ply, self.own),
        };
        self.shown.game = view;
    }
}

impl Source for ReviewScreen {
    fn viewer(&self) -> &Viewer {
        &self.shown
    }

    fn viewer_mut(&mut self) -> &mut Viewer {
        &mut self.shown
    }

    fn handle(&mut self, action: Action, context: &mut Context<Self>) {
        let last = self.line.ply();
        match action {
            Action::Go(Direction::Up) => self.go_to_mistake(Direction::Left, context),
            Action::Go(Direction::Down) => self.go_to_mistake(Direction::Right, context),
            Action::Walk(Direction::Left) | Action::Go(Direction::Left) => {
                self.at = self.at.saturating_sub(1);
            }
            Action::Walk(_) | Action::Go(_) => self.at = (self.at + 1).min(last),
            Action::End(Direction::Up) => self.at = 0,
            Action::End(_) => self.at = last,
            Action::Loss(direction) => self.go_to_mistake(direction, context),
            Action::Values => {
                self.shown.panes.act(action);
            }
            Action::Page(direction) => {
                let other = match direction {
                    Direction::Up => self.which.checked_sub(1),
                    _ => Some(self.which + 1).filter(|&next| next < self.games.len()),
                };
                match other {
                    Some(which) => self.open(which),
                    None => context.say(NO_OTHER_GAME),
                }
            }
            _ => {}
        }
        self.show();
    }

    /// Leaves the review.
    fn back(&mut self, context: &mut Context<Self>) -> bool {
        if !context.zoom {
            context.leave();
        }
        !context.zoom
    }

    fn collect(&mut self, _context: &mut Context<Self>) -> bool {
        let mut is_new = false;
        while let Some((which, review)) = self.coach.next() {
            let review = match review {
                Ok(review) => review,
                Err(why) => {
                    self.failed = Some(why);
                    self.show();
                    is_new = true;
                    continue;
                }
            };
            if self.reviews.len() >= KEPT {
                // That of the game that is shown would not be asked for again.
                self.reviews.retain(|&kept, _| kept == self.which);
            }
            let is_own = |ply: &&usize| {
                let mover = self.line.positions().get(**ply).map(Game::side_to_move);
                self.own.is_none_or(|own| mover == Some(own))
            };
            let first = review.mistakes.keys().find(is_own).copied();
            self.reviews.insert(which, review);
            if which == self.which {
                // The first thing of interest, unless the person has moved on meanwhile.
                if let Some(first) = first.filter(|_| self.at == 0) {
                    self.at = first;
                }
                self.show();
                is_new = true;
            }
        }
        is_new
    }
}

/// The screen that goes through `games` (at least one), beginning with number `which`, with what `judge` sees;
/// `viewer` is the side that the curve is for, and it goes to the first mistake of `own`, or to that of either.
///
/// # Errors
/// When the system gives no thread.
pub fn open(
    settings: &Settings,
    games: Vec<Reviewed>,
    which: usize,
    (viewer, own): (Side, Option<Side>),
    judge: (Tester, Threshold),
    waker: Waker,
) -> std::io::Result<Shell<ReviewScreen>> {
    let sides = (viewer, own);
    let start = |context: &mut _| ReviewScreen::new(games, which, sides, judge, waker, context);
    Shell::open(settings, start)
}

/// The same with one game, and with what this tester sees.
///
/// # Errors
/// When the system gives no thread.
pub(crate) fn open_one(
    settings: &Settings,
    game: Reviewed,
    (viewer, own): (Side, Option<Side>),
    tester: SearchSpec,
    waker: Waker,
) -> std::io::Result<Shell<ReviewScreen>> {
    open(
        settings,
        vec![game],
        0,
        (viewer, own),
        judge_of(tester),
        waker,
    )
}

/// The judge that sees as this tester does.
pub(crate) fn judge_of(tester: SearchSpec) -> (Tester, Threshold) {
    let tester = Tester {
        search: Box::new(tester.search()),
        depth: tester.depth,
        weights: tester.weights,
        scale: Scale::Points,
    };
    (tester, Threshold::default())
}

/// Goes through games on the screen until the person leaves.
///
/// # Errors
/// When the terminal cannot be taken, or the system gives no thread.
pub fn run(
    settings: &Settings,
    games: Vec<Reviewed>,
    which: usize,
    judge: (Tester, Threshold),
) -> anyhow::Result<Exit> {
    let open = |waker| {
        Ok(open(
            settings,
            games,
            which,
            (Side::Black, None),
            judge,
            waker,
        )?)
    };
    Ok(on_screen(settings.mouse, open)?.1?.0)
}

/// Where a review is: the game in its file, who plays, the move.
fn place(game: Option<(usize, usize)>, names: (&str, &str), ply: usize, last: usize) -> String {
    let game = game.map_or_else(String::new, |(game, of)| format!("game {game} of {of}   "));
    let (black, white) = (harmless(names.0), harmless(names.1));
    format!("{game}{black} - {white}   move {ply} of {last}")
}

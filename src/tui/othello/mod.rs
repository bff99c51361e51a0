//! The screen on which Othello is played: board, evaluation trace, population and curves, and the session
//! behind them.
//!
//! | file | |
//! |---|---|
//! | `screen` | what it has of its own among the screens |
//! | `typed` | what typed and pasted lines do |
//! | `play` | what is asked of the session |
//! | `view` | what the panes show of it |
//! | `variation` | moves tried out from a position of the past |
//! | `files`, [`lesson`], `profile` | screens that are gone to from here |
//! | the others | a dialog each |

mod drill;
pub(crate) mod files;
mod games;
pub mod lesson;
pub mod new_game;
mod play;
mod profile;
pub mod result;
pub mod resume;
mod screen;
pub mod settings;
mod typed;
mod variation;
mod view;

use std::cell::Cell;
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use self::new_game::Wanted;
use self::result::{RESULT, ResultView};
use self::settings::{Change, Chosen};
use self::variation::Variation;
use self::view::HoldingExplanation;
use super::clock::Clock;
use super::event::{Program, Waker};
use super::panes::game::{Pane, Panes};
use super::review::{self, Reviewed};
use super::rivals::{self, RivalAsked};
use super::shell::{Context, Shell};
use super::view::{Beginning, Mode, NewGame, Opponent, SeatChoice};
use super::{OpenOther, Other, SaveSettings, Settings};
use crate::words;
use koteki_games::Side;
use koteki_games::othello::Square;
use koteki_rivals::coach::words as coach_words;
use koteki_rivals::measure::levels::Rank;
use koteki_rivals::roster::PlayerSpec;
use koteki_session::played::PlayedGame;
use koteki_session::rivals::Rival;
use koteki_session::thinker::Answer as Thought;
use koteki_session::words as session_words;
use koteki_session::{self as session, Notice, Options, OthelloEvent, OthelloSession, Turn};

const READY_LATER: &str = "your rivals are ready: Esc, then n, offers them";
const MEASURING: &str = "the game is over: your moves are being measured ...";

/// A game to go to from the one at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// One that begins.
    New(NewGame),
    /// The interrupted game of this number, 0 for the latest.
    Resume(usize),
}

/// Help that makes a measured game practice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HelpAsked {
    /// A good move.
    Hint,
    /// Taking back.
    TakeBack,
}

/// What is asked for by questions, dialogs, and screens that were gone to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// The new game dialog.
    NewGame,
    /// What that asks for.
    Begin(Box<Wanted>),
    /// Another game.
    Play(Next),
    /// The same without asking about the game at the table: that was asked.
    Leave(Next),
    /// Which of the interrupted games to resume.
    AskResume,
    /// The same game again with the colours changed.
    Rematch,
    /// Something of the rivals.
    Rivals(RivalAsked),
    /// The game at this place among those that were listed, gone through with the coach.
    GoThrough(usize),
    /// The finished game, gone through with the coach.
    Review,
    /// Help.
    Help(HelpAsked),
    /// Other settings.
    Set(Box<Chosen>),
}

/// The screen.
pub struct OthelloScreen {
    session: OthelloSession,
    mail: Receiver<OthelloEvent>,
    settings: Settings,
    panes: Panes,
    /// Whether nothing but the board is drawn.
    alone: Cell<bool>,
    /// How many moves there were when a key was pressed last: what the last of them turned has been seen.
    seen: Option<usize>,
    /// Whether population or curves are looked at: then the breeding is told in figures.
    figures: bool,
    /// The moves that led to the position looked at, when it is not the present one.
    past: Option<usize>,
    /// Moves that are tried out there.
    variation: Option<Variation>,
    /// Machines that can be chosen.
    opponents: Vec<Opponent>,
    /// How the present game was set up: what the new game dialog begins with.
    setup: NewGame,
    /// What a machine that holds itself level saw when it last moved.
    explanation: Option<HoldingExplanation>,
    /// Machines' moves that have come before the last move has been seen long enough.
    waiting: VecDeque<OthelloEvent>,
    /// When the board last changed.
    moved_at: Instant,
    /// The clock of the game on the table.
    clock: Option<Clock>,
    /// What the games of this session say of the person's strength.
    rank: Option<Rank>,
    /// The result of the last finished game, while it may be on the screen.
    result: Option<ResultView>,
    /// The games that were listed last.
    played: Vec<PlayedGame>,
    /// The rivals that it offers.
    offered: Vec<Rival>,
    /// The machines at the table when the game began.
    met: Vec<PlayerSpec>,
    /// The square under the cursor when a hint was asked for: it goes to the hint if it is still there.
    asked_at: Option<Square>,
    /// Keeps changed settings.
    keep: SaveSettings,
    /// Changed settings that could not be kept.
    unkept: Vec<Change>,
    /// The handicap of the game on the table.
    handicap: Option<(Side, usize)>,
    /// Where it began.
    start: Beginning,
    /// What the machines at the table are called: a rival keeps its letter for the game.
    names: [String; 2],
    waker: Waker,
    /// Opens other games.
    open_other: OpenOther,
    /// Whether another screen lies over this one.
    away: bool,
    /// Whether the breeding waits for the return from it.
    breeding_waits: bool,
    /// What games that are opened ask for when they are left.
    asked: Receiver<Request>,
    ask: Sender<Request>,
    /// The position that was looked at before the last event.
    looked_at: Option<usize>,
}

impl OthelloScreen {
    fn open(
        settings: Settings,
        options: Options,
        (keep, open_other): (SaveSettings, OpenOther),
        waker: Waker,
        context: &mut Context<Self>,
    ) -> anyhow::Result<Self> {
        let (sender, mail) = channel();
        let news = waker.clone();
        let sink: session::Sink = Arc::new(move |event| {
            // The receiver lives as long as the session.
            let _ = sender.send(event);
            news.wake();
        });
        let (session, notices) = OthelloSession::open(options, sink)?;
        let (ask, asked) = channel();
        let setup = NewGame {
            seats: [SeatChoice::Person, SeatChoice::Person],
            measured: session.options().settings.measured,
            handicap: None,
            start: Beginning::Usual,
        };
        let mut screen = Self {
            session,
            mail,
            settings,
            panes: Panes {
                folded: true,
                ..Panes::default()
            },
            alone: Cell::new(false),
            seen: None,
            figures: false,
            past: None,
            variation: None,
            opponents: Vec::new(),
            setup,
            explanation: None,
            waiting: VecDeque::new(),
            moved_at: Instant::now(),
            clock: None,
            rank: None,
            played: Vec::new(),
            result: None,
            offered: Vec::new(),
            met: Vec::new(),
            asked_at: None,
            keep,
            unkept: Vec::new(),
            handicap: None,
            start: Beginning::Usual,
            names: [String::new(), String::new()],
            waker,
            open_other,
            away: false,
            breeding_waits: false,
            asked,
            ask,
            looked_at: None,
        };
        screen.sit_down();
        if screen.session.table().person() == Some(Side::White) {
            screen.say_side(context);
        }
        screen.report(notices, context);
        screen.renew_all(context);
        Ok(screen)
    }

    /// The session.
    pub const fn session(&self) -> &OthelloSession {
        &self.session
    }

    /// The panes, and how they are looked at.
    pub const fn panes(&self) -> &Panes {
        &self.panes
    }

    /// The least time between two moves shown.
    fn pace(&self) -> Duration {
        Duration::from_millis(u64::from(self.settings.pace))
    }

    /// Goes to another game. This one, its clock and its breeding stand still until the person is back.
    fn go_to_other(&mut self, other: Other, context: &mut Context<Self>) {
        match (self.open_other)(other, self.waker.clone()) {
            Ok(screen) => {
                self.push(screen, context);
                self.breeding_waits = !self.session.snapshot().paused;
                self.session.pause_breeding(true);
            }
            Err(error) => context.warn(error.to_string()),
        }
    }

    /// Puts another screen over this one, whose clock stands still until the person is back.
    fn push(&mut self, screen: Box<dyn Program>, context: &mut Context<Self>) {
        context.say_nothing();
        context.push(screen);
        self.away = true;
    }

    /// What games that are opened over this one have to know of it.
    fn table(&self) -> files::AtTable {
        let unfinished = self.session.is_going_on();
        let asks = unfinished && self.mode() == Mode::Measured;
        files::AtTable {
            settings: self.settings.clone(),
            tester: self.session.options().tester,
            waker: self.waker.clone(),
            setup: self.setup.clone(),
            opponents: self.opponents.clone(),
            waits: unfinished,
            asks: asks.then(|| self.session.is_kept()),
            ask: self.ask.clone(),
        }
    }

    /// Opens games over the one at the table, or says why not.
    fn open_files(
        &mut self,
        opened: Result<Shell<files::GamesScreen>, String>,
        context: &mut Context<Self>,
    ) {
        match opened {
            Ok(files) => self.push(Box::new(files), context),
            Err(why) => context.warn(why),
        }
    }

    /// Takes in everything the session's threads have sent; whether there was anything.
    fn collect(&mut self, context: &mut Context<Self>) -> bool {
        let mut is_new = false;
        while let Ok(event) = self.mail.try_recv() {
            let is_move = matches!(&event, session::Event::Thought(Thought::Move { .. }));
            if is_move && self.moved_at.elapsed() < self.pace() {
                self.waiting.push_back(event);
                continue;
            }
            let notices = self.session.handle(event);
            self.report(notices, context);
            is_new = true;
        }
        is_new
    }

    /// The clock goes on; who has no time left leaves the game to the tester.
    fn tick(&mut self, context: &mut Context<Self>) -> bool {
        let Some(clock) = self.clock else {
            return false;
        };
        if let Some(side) = clock.fallen(Instant::now()) {
            context
                .warn("your time is up: the tester plays on for you, and the game does not count");
            let notices = self.session.hand_over(side);
            self.report(notices, context);
        }
        true
    }

    /// Whose clock runs: a person's on turn, once a move has been made.
    fn set_clock(&mut self) {
        let table = self.session.table();
        let begun = table.line().ply() > table.line().opening();
        let side = match table.turn() {
            Turn::Person(side) if begun && !self.away => Some(side),
            _ => None,
        };
        if let Some(clock) = &mut self.clock {
            clock.turn(side, Instant::now());
        }
    }

    /// Shows the moves whose time has come; whether there was one.
    fn release(&mut self, context: &mut Context<Self>) -> bool {
        if self.moved_at.elapsed() < self.pace() {
            return false;
        }
        let Some(event) = self.waiting.pop_front() else {
            return false;
        };
        let notices = self.session.handle(event);
        self.report(notices, context);
        true
    }

    /// Says what the session has to say.
    fn report(&mut self, notices: Vec<Notice>, context: &mut Context<Self>) {
        for notice in notices {
            match notice {
                Notice::Moved(..) => {
                    self.moved_at = Instant::now();
                    context.age_pass();
                }
                Notice::Retargeted(_) | Notice::Bred => {}
                Notice::Held(played, saw) => {
                    let line = self.session.table().line();
                    // It may have been followed by a pass.
                    let index = line.moves().iter().rposition(|mv| *mv == played);
                    self.explanation =
                        index.and_then(|index| HoldingExplanation::new(played, index + 1, &saw));
                    if let Some(explanation) = &self.explanation {
                        context.say(explanation.summary());
                    }
                }
                Notice::Passed(side) => context.say(words::passed(side.index())),
                Notice::Over(_) if self.session.report().is_none() => {
                    context.say(MEASURING);
                }
                Notice::Over(_) => {}
                Notice::Measured => self.show_result(context),
                Notice::Ready => {
                    self.offered = self.session.rivals().to_vec();
                    // What is open keeps what it offers: no letter changes under the hand.
                    if context.is_covered() && !context.is_asking(RESULT) {
                        context.say(READY_LATER);
                        context.foot(READY_LATER);
                    } else if self.session.standing().is_some() {
                        context.say("your rivals are ready: n offers them");
                    }
                }
                Notice::Hint => self.show_hint(context),
                Notice::Interrupted(is_latest) => self.offer_interrupted(is_latest, context),
                Notice::Damaged(what) => context.warn(what),
                Notice::Unadvised(why) => context.warn(coach_words::unadvised(&why)),
                Notice::Broken(message) => context.warn(words::worker_panicked(&message)),
                Notice::NotKept(why) => context.warn(session_words::not_kept_now(&why)),
            }
        }
    }

    fn show_hint(&mut self, context: &mut Context<Self>) {
        let Some(hint) = self.session.hint() else {
            return;
        };
        let Some(best) = hint.best_move() else { return };
        let position = self.session.table().position();
        let weights = &self.session.options().tester.weights;
        let Some(text) = hint.hint(position, weights, None) else {
            return;
        };
        if self.asked_at.take() == Some(self.panes.cursor)
            && let Some(square) = best.mv.square()
        {
            self.panes.cursor = square;
        }
        context.say(text);
    }

    /// Opens the review of the game on the table; while it is not over there is nothing to open.
    fn open_review(&mut self, context: &mut Context<Self>) {
        if !self.session.is_over() {
            return;
        }
        let table = self.session.table();
        let opened = review::open_one(
            &self.settings,
            Reviewed::new(table.line(), self.names.clone()),
            (table.view(), table.person()),
            self.session.options().tester,
            self.waker.clone(),
        );
        match opened {
            Ok(reviewing) => self.push(Box::new(reviewing), context),
            Err(error) => context.warn(error.to_string()),
        }
    }

    /// After anything has happened: what follows from how the session is now.
    fn renew_all(&mut self, context: &mut Context<Self>) {
        if std::mem::replace(&mut self.looked_at, self.past) != self.past {
            self.say_why(context);
        }
        if self.rank.is_none() {
            // What earlier sessions found.
            self.rank = self.session.standing().map(|standing| standing.rank);
        }
        self.call_players();
        self.set_clock();
        let ply = self.session.table().line().ply();
        self.past = self.past.filter(|&past| past < ply);
        self.variation = self.variation.take().filter(|_| self.past.is_some());
        self.session.look_at_ply(self.shown_ply());
        self.panes.breeding = Some(Arc::clone(self.session.snapshot()));
        self.arrange(context);
        let introductions = self.session.introductions();
        // One portrait is drawn at a time, that of who is looked at.
        match rivals::renew(&introductions, Request::Rivals, context) {
            Some(rival) => self.session.look_at(rival.player),
            None => self.describe_chosen(),
        }
        self.opponents = self.opponents(introductions);
        self.renew_result(context);
    }
}

impl OthelloScreen {
    /// Population and curves stay folded until a game is over, in this sitting or an earlier one, or they are
    /// gone to; beside the board of a low terminal is the pane that was gone to last.
    fn arrange(&mut self, context: &Context<Self>) {
        let session = &self.session;
        let seen = session.has_finished();
        let panes = &mut self.panes;
        panes.welcome = session.has_looked() && !seen && !session.has_interrupted();
        let asked = matches!(context.focus, Pane::Population | Pane::Fitness);
        panes.folded &= !(asked || seen);
        self.figures = asked;
        if context.focus != Pane::Board {
            panes.beside = context.focus;
        }
    }
}

/// The screen, and the session behind it, whose threads use `waker` when they have something to show; over it the
/// games of these files, if there are any.
///
/// # Errors
/// When the session cannot be opened.
pub fn open(
    settings: Settings,
    options: Options,
    others: (SaveSettings, OpenOther),
    waker: Waker,
    files: Vec<PathBuf>,
) -> anyhow::Result<Shell<OthelloScreen>> {
    Shell::open(&settings.clone(), |context| {
        let mut screen = OthelloScreen::open(settings, options, others, waker, context)?;
        if !files.is_empty() {
            screen.open_paths(files, context);
        }
        Ok(screen)
    })
}

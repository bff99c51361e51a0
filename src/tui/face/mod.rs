//! The sitting behind the screen: its state becomes the plain values that are shown, and what the
//! screen asks for is done to it.

mod challenge;
mod files;
mod profile;
mod review;
mod show;

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use ratatui::Frame;

use self::files::Opened;
use self::profile::Profiling;
use crate::coach::words as coach_words;
use crate::game::othello::notation::{Passes, write_board, write_transcript};
use crate::game::othello::{Move, Position, Square};
use crate::game::{Game as _, Side};
use crate::measure::equal::{DEPTH, RUNGS};
use crate::player::holding::Seeing;
use crate::record::game::{GameRecord, Kind};
use crate::roster::{PlayerSpec, Spec as _};
use crate::session::names;
use crate::session::report::even_agent;
use crate::session::rivals::Rival;
use crate::session::thinker::Answer;
use crate::session::words as session_words;
use crate::session::{self, Notice, Options, Refusal, Setup, SideChoice, Sitting};
use crate::tui::app::{App, Dialog, Effect, Pane};
use crate::tui::clock::Clock;
use crate::tui::event::{Event, Flow, Program, Waker};
use crate::tui::keys::Layer;
use crate::tui::panes::status;
use crate::tui::review::Reviewing;
use crate::tui::screens::settings::{Change, Chosen, SettingsForm};
use crate::tui::screens::{self, result, resume};
use crate::tui::theme::Theme;
use crate::tui::update::update;
use crate::tui::view::{
    Beginning, Estimate, GameView, Mode, NewGame, Opponent, ResultView, Review, Seat, SeatChoice,
    TraceState,
};
use crate::tui::words;
use crate::tui::{Keep, Settings};
use crate::words::day::day;
use crate::words::sides::side_name;

const MEASURING: &str = "the game is over: your moves are being measured ...";

/// The program that the loop runs.
pub struct Face {
    app: App,
    sitting: Sitting,
    mail: Receiver<session::Event>,
    /// What a machine that holds itself level saw when it last moved.
    saw: Option<show::Saw>,
    /// Machines' moves that have come before the last move has been seen long enough.
    held: VecDeque<session::Event>,
    /// When the board last changed.
    moved_at: Instant,
    pace: Duration,
    /// The clock of the game on the table.
    clock: Option<Clock>,
    /// What the games of this sitting say of the person's strength.
    level: Option<Estimate>,
    /// The result of the last finished game, while it may be on the screen.
    result: Option<ResultView>,
    /// The rivals that it offers.
    offered: Vec<Rival>,
    /// The machines at the table when the game began.
    met: Vec<PlayerSpec>,
    /// The square under the cursor when a hint was asked for: it goes to the hint if it is still there.
    asked_at: Option<Square>,
    /// Keeps changed settings.
    keep: Keep,
    /// Changed settings that could not be kept.
    unkept: Vec<Change>,
    /// The handicap of the game on the table.
    handicap: Option<(Side, usize)>,
    /// Where it began.
    start: Beginning,
    /// What is to go to the clipboard.
    copied: Option<String>,
    /// What the machines at the table are called: a rival keeps its letter for the game.
    names: [String; 2],
    /// The finished game as the coach goes through it, while that is on the screen.
    reviewing: Option<Reviewing>,
    /// What goes through the person's games, while their profile is on the screen.
    profiling: Option<Profiling>,
    /// Games that are opened over the one at the table.
    opened: Opened,
    waker: Waker,
    /// A game that was interrupted goes on without a question.
    pub(super) go_on: bool,
}

impl Face {
    /// Whether the game on the table has begun and is not over.
    pub(super) fn is_unfinished(&self) -> bool {
        !self.app.game.moves.is_empty() && !self.sitting.is_over()
    }

    /// Opens the sitting. Its threads use `waker` when they have something to show.
    ///
    /// # Errors
    /// When the sitting cannot be opened.
    pub fn open(
        settings: Settings,
        options: Options,
        keep: Keep,
        waker: Waker,
    ) -> anyhow::Result<Self> {
        let (sender, mail) = channel();
        let news = waker.clone();
        let sink: session::Sink = Arc::new(move |event| {
            // The receiver lives as long as the sitting.
            let _ = sender.send(event);
            news.wake();
        });
        let sitting = Sitting::open(options, sink)?;
        let theme = Theme::new(&settings, |name| std::env::var(name).ok());
        let pace = Duration::from_millis(u64::from(settings.pace));
        let game = GameView {
            position: *sitting.table().position(),
            moves: Vec::new(),
            opening: 0,
            losses: Vec::new(),
            review: None,
            seats: [Seat::Person, Seat::Person],
            clocks: [None, None],
            thinking: false,
            mode: Mode::Measured,
            level: None,
            hint: None,
            trace: TraceState::default(),
        };
        let setup = NewGame {
            seats: [SeatChoice::Person, SeatChoice::Person],
            measured: sitting.options().settings.measured,
            handicap: None,
            start: Beginning::Usual,
        };
        let mut face = Self {
            app: App::new(settings, theme, game, setup, Vec::new()),
            sitting,
            mail,
            saw: None,
            held: VecDeque::new(),
            moved_at: Instant::now(),
            pace,
            clock: None,
            level: None,
            result: None,
            offered: Vec::new(),
            met: Vec::new(),
            asked_at: None,
            keep,
            unkept: Vec::new(),
            handicap: None,
            start: Beginning::Usual,
            copied: None,
            names: [String::new(), String::new()],
            reviewing: None,
            profiling: None,
            opened: Opened::default(),
            waker,
            go_on: false,
        };
        face.sit_down();
        face.refresh();
        Ok(face)
    }

    /// After a new game was set up: who is who.
    fn sit_down(&mut self) {
        let table = self.sitting.table();
        let rivals = self.sitting.rivals();
        self.names = Side::BOTH.map(|side| match table.seat(side) {
            session::Seat::Person => "you".to_owned(),
            session::Seat::Machine(spec) => names::machine(spec, rivals),
        });
        let machines = Side::BOTH.map(|side| match table.seat(side) {
            session::Seat::Person => None,
            session::Seat::Machine(spec) => Some(*spec),
        });
        self.met = machines.into_iter().flatten().collect();
        self.app.setup.seats = self.seats();
        self.saw = None;
        self.held.clear();
        self.moved_at = Instant::now();
        let seconds = self.app.settings.clock;
        self.clock = (seconds > 0).then(|| Clock::new(seconds));
        self.app.opponents = self.opponents();
    }

    /// Who sits at the table.
    fn seats(&self) -> [SeatChoice; 2] {
        let table = self.sitting.table();
        Side::BOTH.map(|side| match table.seat(side) {
            session::Seat::Person => SeatChoice::Person,
            // Only until the game is over.
            session::Seat::Machine(_) if self.sitting.stand_in() == Some(side) => {
                SeatChoice::Person
            }
            session::Seat::Machine(spec) => SeatChoice::Machine(spec.to_string()),
        })
    }

    /// In the next game the only person has `side`, if nothing else is asked for.
    fn offer_side(&mut self, side: Side) {
        let seats = &mut self.app.setup.seats;
        let people = seats.iter().filter(|seat| **seat == SeatChoice::Person);
        if people.count() == 1 && seats[side.index()] != SeatChoice::Person {
            seats.reverse();
            // What stood in the corners for one of them still does.
            let handicap = &mut self.app.setup.handicap;
            *handicap = handicap.map(|(side, corners)| (side.other(), corners));
        }
    }

    /// Takes in everything the sitting's threads have sent.
    fn collect(&mut self) -> Flow {
        let mut flow = Flow::Idle;
        while let Ok(event) = self.mail.try_recv() {
            let is_move = matches!(&event, session::Event::Thought(Answer::Move { .. }));
            if is_move && self.moved_at.elapsed() < self.pace {
                self.held.push_back(event);
                continue;
            }
            let notices = self.sitting.handle(event);
            self.tell(notices);
            flow = Flow::Draw;
        }
        flow
    }

    /// The clock goes on; who has no time left leaves the game to the tester.
    fn tick(&mut self) -> Flow {
        let Some(clock) = self.clock else {
            return Flow::Idle;
        };
        if let Some(side) = clock.fallen(Instant::now()) {
            self.app
                .warn("your time is up: the tester plays on for you, and the game does not count");
            // What the tester plays says nothing of the person.
            self.sitting.become_practice();
            let notices = self.sitting.hand_over(side);
            self.names[side.index()] = "the tester, for you".to_owned();
            self.tell(notices);
        }
        Flow::Draw
    }

    /// Whose clock runs: a person's on turn, once a move has been made.
    fn set_clock(&mut self) {
        let table = self.sitting.table();
        let begun = table.line().ply() > table.line().opening();
        let side = match table.turn() {
            session::Turn::Person(side) if begun => Some(side),
            _ => None,
        };
        if let Some(clock) = &mut self.clock {
            clock.turn(side, Instant::now());
        }
    }

    /// Shows the moves whose time has come.
    fn release(&mut self) -> Flow {
        if self.moved_at.elapsed() < self.pace {
            return Flow::Idle;
        }
        let Some(event) = self.held.pop_front() else {
            return Flow::Idle;
        };
        let notices = self.sitting.handle(event);
        self.tell(notices);
        Flow::Draw
    }

    fn tell(&mut self, notices: Vec<Notice>) {
        for notice in notices {
            match notice {
                Notice::Moved(..) => self.moved_at = Instant::now(),
                Notice::Retargeted(_) => {}
                Notice::Held(played, seen) => self.saw(played, &seen),
                Notice::Passed(side) => self.app.say(words::passed(side.index())),
                Notice::Over(_) if self.sitting.report().is_none() => {
                    self.app.say(MEASURING);
                }
                Notice::Over(_) => {}
                Notice::Measured => self.show_result(),
                Notice::Bred => {}
                Notice::Ready => {
                    self.offered = self.sitting.rivals().to_vec();
                    self.app.say("your rivals are ready: n offers them");
                }
                Notice::Hint => self.show_hint(),
                Notice::Interrupted(is_latest) => self.offer_interrupted(is_latest),
                Notice::Damaged(what) => self.app.warn(what),
                Notice::Unadvised(why) => self.app.warn(coach_words::unadvised(&why)),
                Notice::Broken(message) => self.app.warn(words::worker_panicked(&message)),
                Notice::NotKept(why) => self.app.warn(session_words::not_kept(&why)),
            }
        }
    }

    /// A machine that holds itself level has told what it saw when it `played`.
    fn saw(&mut self, played: Move, seen: &[Seeing]) {
        let line = self.sitting.table().line();
        // It may have been followed by a pass.
        let index = line.moves().iter().rposition(|mv| *mv == played);
        self.saw = index.and_then(|index| show::Saw::new(played, index + 1, seen));
        if let Some(saw) = &self.saw {
            let said = saw.said();
            self.app.say(said);
        }
    }

    fn show_hint(&mut self) {
        let Some(hint) = self.sitting.hint() else {
            return;
        };
        let Some(best) = hint.best_move() else { return };
        let position = self.sitting.table().position();
        let weights = &self.sitting.options().tester.weights;
        let advice = hint
            .advice(position, weights)
            .map_or_else(String::new, |it| it.said(hint.side));
        let mv = best.mv.to_string();
        let text = hint_text(&mv, best.value, hint.moves.len(), &advice);
        let square = best.mv.square();
        if self.asked_at.take() == Some(self.app.cursor)
            && let Some(square) = square
        {
            self.app.cursor = square;
        }
        self.app.say(text);
    }

    /// Asks whether to continue the latest game that was interrupted.
    fn offer_interrupted(&mut self, is_latest: bool) {
        let games = self.sitting.interrupted();
        let Some(game) = games.first() else { return };
        if std::mem::take(&mut self.go_on) {
            let notices = self.resume(0);
            self.tell(notices);
            return;
        }
        if !is_latest {
            self.app.say(waiting(games.len()));
            return;
        }
        let ([black, white], person, moves) = Self::interrupted(game);
        let menu = resume::resume_menu(&black, &white, person, moves, games.len() - 1);
        self.app.dialogs.push(Dialog::Menu(menu));
    }

    /// Of a game that was interrupted: the players' names, its only person's side, the moves played.
    fn interrupted(game: &GameRecord) -> ([String; 2], Option<usize>, usize) {
        let person = match Side::BOTH.map(|side| game.players.person(side)) {
            [Some(_), None] => Some(0),
            [None, Some(_)] => Some(1),
            _ => None,
        };
        let names = Side::BOTH.map(|side| names::written(game.players.of(side)));
        (names, person, game.line().map_or(0, |line| line.ply()))
    }

    /// Asks which of the interrupted games to resume.
    fn ask_resume(&mut self) {
        let line = |game: &GameRecord| {
            let ([black, white], person, moves) = Self::interrupted(game);
            let measured = game.kind == Kind::Measured;
            interrupted_game(&black, &white, person, moves, measured, &day(game.ended))
        };
        let games: Vec<String> = self.sitting.interrupted().iter().map(line).collect();
        if games.is_empty() {
            self.app.warn(session_words::no_such_game(0));
        } else {
            let menu = resume::games_menu(games);
            self.app.dialogs.push(Dialog::Menu(menu));
        }
    }

    /// Leaves the game at the table, if it has begun, for another one; a measured one only after a question.
    fn leave_for(&mut self, other: Effect) -> Vec<Notice> {
        let unfinished = self.sitting.has_begun() && !self.sitting.is_over();
        if unfinished && self.mode() == Mode::Measured {
            let question = resume::leave_menu(other, self.sitting.is_kept());
            self.app.dialogs.push(Dialog::Menu(question));
            return Vec::new();
        }
        let notices = self.left_for(other);
        if unfinished && self.app.notice.is_none() && self.sitting.is_kept() {
            self.app
                .say("the game that you left is kept: :resume lists such games");
        }
        notices
    }

    /// The same once that was asked.
    fn left_for(&mut self, other: Effect) -> Vec<Notice> {
        match other {
            Effect::New(game) => self.begin(&game),
            Effect::ResumeAt(place) => self.resume(place),
            _ => self.resume(0),
        }
    }

    fn resume(&mut self, place: usize) -> Vec<Notice> {
        match self.sitting.resume_interrupted(place) {
            Ok(notices) => {
                self.app.setup.measured = !self.sitting.is_practice();
                self.app.setup.handicap = None;
                self.handicap = None;
                self.start = Beginning::Usual;
                self.app.review = None;
                self.sit_down();
                notices
            }
            Err(error) => {
                self.app.warn(error.to_string());
                Vec::new()
            }
        }
    }

    fn perform(&mut self, effect: Effect) {
        let done = match effect {
            Effect::Play(mv) => match self.sitting.play(mv) {
                Ok(notices) => {
                    self.moved_at = Instant::now();
                    notices
                }
                Err(refusal) => {
                    self.app.warn(match refusal {
                        Refusal::Illegal(mv) => words::unreadable_text(&mv.to_string()),
                        Refusal::NotYourTurn => "it is not your turn".to_owned(),
                        Refusal::Over => words::GAME_OVER.to_owned(),
                    });
                    Vec::new()
                }
            },
            Effect::Undo if !self.sitting.table().can_take_back() => {
                self.app.warn("there is no move to take back");
                Vec::new()
            }
            Effect::Undo => self.sitting.take_back(),
            Effect::Redo if !self.sitting.table().can_redo() => {
                self.app.warn("there is no move to play again");
                Vec::new()
            }
            Effect::Redo => self.sitting.redo(),
            Effect::Hint => {
                self.asked_at = Some(self.app.cursor);
                self.app.say("looking ahead ...");
                self.sitting.ask_hint()
            }
            Effect::AskSettings => {
                let game = &self.sitting.options().settings;
                let form = SettingsForm::new(&self.app.settings, game);
                self.app.dialogs.push(Dialog::Settings(Box::new(form)));
                Vec::new()
            }
            Effect::Settings(chosen) => {
                self.set(*chosen);
                Vec::new()
            }
            Effect::Copy => {
                let moves = self.sitting.table().line().moves();
                let mut transcript = write_transcript(moves, Passes::Omitted);
                let start = &self.sitting.table().line().positions()[0];
                // Without it these would be the moves of another game.
                if *start != Position::start() {
                    transcript = format!("{} {transcript}", write_board(start));
                }
                self.app.say(words::copied(&transcript));
                self.copied = Some(transcript);
                Vec::new()
            }
            effect @ (Effect::New(_) | Effect::Resume | Effect::ResumeAt(_)) => {
                self.leave_for(effect)
            }
            Effect::Leave(other) => self.left_for(*other),
            Effect::AskResume => {
                self.ask_resume();
                Vec::new()
            }
            Effect::Result => {
                if self.sitting.report().is_some() {
                    self.show_result();
                } else {
                    self.app.say(MEASURING);
                }
                Vec::new()
            }
            Effect::Pause => {
                let paused = self.sitting.snapshot().paused;
                self.sitting.pause_breeding(!paused);
                self.app.say(if paused {
                    "evolution resumed"
                } else {
                    "evolution paused: p resumes it"
                });
                Vec::new()
            }
            Effect::Challenge(id) => {
                if let Some(game) = self.challenge(id) {
                    self.perform(Effect::New(game));
                }
                Vec::new()
            }
            Effect::Review => {
                self.open_review();
                Vec::new()
            }
            Effect::Profile => {
                self.open_profile();
                Vec::new()
            }
            Effect::Look(_) | Effect::Playback(_) => Vec::new(),
            effect @ (Effect::Open(_)
            | Effect::Complete(_)
            | Effect::Text(_)
            | Effect::Openings
            | Effect::Edit(_)) => {
                self.open_games(effect);
                Vec::new()
            }
            Effect::Rematch => {
                self.app.setup.seats = self.seats();
                self.app.setup.seats.reverse();
                let mut game = self.app.setup.clone();
                game.handicap = self.handicap.map(|(side, corners)| (side.other(), corners));
                game.start = self.start.clone();
                self.begin(&game)
            }
        };
        self.tell(done);
    }

    /// New settings: they hold at once, and are kept.
    fn set(&mut self, chosen: Chosen) {
        let changed = |key| chosen.changes.iter().any(|change| change.key == key);
        let (kind, side) = (changed("measured"), changed("side"));
        // What could not be kept before is tried again.
        for change in chosen.changes {
            self.unkept.retain(|old| old.key != change.key);
            self.unkept.push(change);
        }
        if self.unkept.is_empty() {
            self.app.say("nothing was changed");
            return;
        }
        let theme = Theme::new(&chosen.screen, |name| std::env::var(name).ok());
        self.pace = Duration::from_millis(u64::from(chosen.screen.pace));
        if kind {
            self.app.setup.measured = chosen.game.measured;
        }
        self.app.set(chosen.screen, theme);
        let wanted = chosen.game.side;
        self.sitting.set_new_games(chosen.game);
        if side {
            self.offer_side(match wanted {
                SideChoice::Black => Side::Black,
                SideChoice::White => Side::White,
                SideChoice::Random | SideChoice::Alternate => self.sitting.next_side(),
            });
        }
        match (self.keep)(&self.unkept) {
            Ok(place) => {
                self.unkept.clear();
                self.app.say(format!("kept in {place}"));
            }
            Err(why) => self
                .app
                .warn(format!("holds until the end of this sitting only: {why}")),
        }
    }

    fn begin(&mut self, game: &NewGame) -> Vec<Notice> {
        let mut seats = [session::Seat::Person, session::Seat::Person];
        for (seat, choice) in seats.iter_mut().zip(&game.seats) {
            if let SeatChoice::Machine(key) = choice {
                match key.parse::<PlayerSpec>() {
                    Ok(spec) => *seat = session::Seat::Machine(spec),
                    Err(error) => {
                        self.app.warn(error.to_string());
                        return Vec::new();
                    }
                }
            }
        }
        let setup = Setup {
            seats,
            measured: game.measured,
            handicap: game.handicap,
            start: game.start.start(),
        };
        match self.sitting.new_game(&setup) {
            Ok(notices) => {
                self.app.setup.measured = game.measured;
                self.app.setup.handicap = game.handicap;
                // A position is for one game, unless it is asked for again.
                self.app.setup.start = match &game.start {
                    Beginning::Given(_) => Beginning::Usual,
                    start => start.clone(),
                };
                self.handicap = game.handicap;
                self.start = game.start.clone();
                self.opened.close();
                if self.app.ground() == Layer::Individuals {
                    self.app.zoom = false;
                    self.app.focus = Pane::Board;
                }
                self.app.review = None;
                self.sit_down();
                self.say_where(game);
                notices
            }
            Err(error) => {
                self.app.warn(error.to_string());
                Vec::new()
            }
        }
    }

    /// The machines that can be chosen, as they are now.
    fn renew_offers(&mut self) {
        // An open form counts places in the list.
        if !self
            .app
            .dialogs
            .iter()
            .any(|dialog| matches!(dialog, Dialog::Form(_)))
        {
            self.app.opponents = self.opponents();
        }
    }

    /// What moves in a result that is being read: what is known of the rivals that it offers, and what the
    /// breeding does.
    fn renew_result(&mut self) {
        if self.offered.is_empty() {
            self.offered = self.sitting.rivals().to_vec();
        }
        let Some(Dialog::Menu(menu)) = self.app.dialogs.first_mut() else {
            return;
        };
        let Some(result) = self.result.as_mut().filter(|_| menu.title == words::RESULT) else {
            return;
        };
        let snapshot = self.sitting.snapshot();
        let rivals = self.offered.iter();
        result.rivals = rivals.map(|it| rival(&self.sitting, it)).collect();
        result.breeding = status::doing(snapshot).join(self.app.theme.glyphs.separator);
        let chosen = menu.items.get(menu.chosen).map(|item| item.initial);
        *menu = result::result_menu(result, &self.app.theme);
        let place = menu
            .items
            .iter()
            .position(|item| Some(item.initial) == chosen);
        menu.chosen = place.unwrap_or(0);
    }

    fn show_result(&mut self) {
        let Some(report) = self.sitting.report() else {
            return;
        };
        let person = self.sitting.table().person();
        let level = person
            .and_then(|side| report.played[side.index()].as_ref())
            .and_then(|played| played.level.clone());
        let mode = self.mode();
        let standing = report.standing.as_ref();
        if let Some(standing) = standing {
            self.level = Some(estimate(standing));
        } else if let Some(level) = level.as_ref().filter(|_| report.measured) {
            self.level = Some(Estimate {
                d: level.mean_loss,
                low: level.interval.0,
                high: level.interval.1,
            });
        }
        let view = ResultView {
            black: report.outcome.black,
            white: report.outcome.white,
            person,
            names: self.names.clone(),
            d: level.as_ref().map(|level| level.mean_loss),
            interval: level.as_ref().map(|level| level.interval),
            rank: level.as_ref().map(|level| level.mean_rank),
            target: report.target,
            breeding: String::new(),
            compared: level.map(|level| level.words),
            level: self.level,
            standing: standing.map_or_else(Vec::new, |standing| {
                said(standing, self.app.theme.glyphs.dash)
            }),
            mode,
            rivals: Vec::new(),
        };
        let next = self.sitting.options().settings.side;
        if matches!(next, SideChoice::Random | SideChoice::Alternate) {
            self.offer_side(self.sitting.next_side());
        }
        let menu = result::result_menu(&view, &self.app.theme);
        self.result = Some(view);
        self.offered = self.sitting.rivals().to_vec();
        self.app.notice = None;
        self.app.review = None;
        // Beneath what is open now, such as the help: it comes when that is closed. Half a typed move
        // has no meaning any more.
        self.app
            .dialogs
            .retain(|dialog| !matches!(dialog, Dialog::MoveLine(_)));
        self.app.dialogs.insert(0, Dialog::Menu(menu));
        self.renew_result();
    }

    fn mode(&self) -> Mode {
        if self.sitting.table().person().is_none() {
            Mode::Unmeasured
        } else if self.sitting.is_practice() {
            Mode::Practice
        } else {
            Mode::Measured
        }
    }

    /// Machines that can be chosen: the roster's, one at the person's level, the rivals.
    fn opponents(&self) -> Vec<Opponent> {
        let mut opponents: Vec<Opponent> = PlayerSpec::names()
            .filter_map(|name| name.parse::<PlayerSpec>().ok())
            .filter(|spec| !spec.is_open() && !matches!(spec, PlayerSpec::Individual(_)))
            .map(|spec| Opponent {
                key: spec.to_string(),
                name: names::machine(&spec, &[]),
                note: spec.about().to_owned(),
            })
            .collect();
        // The agent that should win as often as the person; where that is not known, one of the person's own D.
        let equal = self.sitting.standing().and_then(|it| it.equal);
        let rounded = |d: f64| (d * 10.0).round() / 10.0;
        let rung = equal.and_then(|equal| Some((equal, equal.rung(&RUNGS)?)));
        let even = match (rung, self.level) {
            (Some((equal, rung)), _) => {
                let d = rung.held(equal.d);
                let agent = PlayerSpec::Agent(even_agent(rung, rounded(d)));
                Some((agent, d, rung.depth))
            }
            (None, Some(level)) => "agent:d=target"
                .parse::<PlayerSpec>()
                .ok()
                .map(|agent| (agent.with_target(rounded(level.d)), level.d, DEPTH)),
            (None, None) => None,
        };
        if let Some((spec, d, depth)) = even {
            let is_beyond = equal.is_some_and(|equal| equal.is_beyond());
            opponents.push(Opponent {
                key: spec.to_string(),
                name: match depth {
                    _ if is_beyond => "Strongest agent".to_owned(),
                    DEPTH => format!("Even match (D {d:.0})"),
                    _ => format!("Even match (D {d:.0} at depth {depth})"),
                },
                note: if is_beyond {
                    "no agent is as strong as you; this one comes nearest".to_owned()
                } else {
                    spec.about().to_owned()
                },
            });
        }
        let rivals = self.sitting.rivals();
        opponents.extend(rivals.iter().map(|it| rival(&self.sitting, it)));
        for spec in &self.met {
            let key = spec.to_string();
            if !opponents.iter().any(|it| it.key == key) {
                let portrait = self.sitting.portrait(spec);
                let description = || spec.about().to_owned();
                opponents.push(Opponent {
                    key,
                    name: names::machine(spec, rivals),
                    note: portrait.unwrap_or_else(description),
                });
            }
        }
        opponents
    }

    /// Copies what is shown out of the sitting.
    fn refresh(&mut self) {
        if self.level.is_none() {
            // What earlier sittings found.
            self.level = self.sitting.standing().as_ref().map(estimate);
        }
        self.set_clock();
        let table = self.sitting.table();
        let line = table.line();
        let review = self.app.review.filter(|&ply| ply < line.ply());
        self.sitting.look_at_ply(review.unwrap_or(line.ply()));
        let names = &self.names;
        let hint = match review {
            Some(ply) if self.sitting.values_visible() => self.sitting.shown_at(ply),
            Some(_) => None,
            None => self.sitting.hint(),
        };
        self.app.review = review;
        self.app.kept = self.sitting.is_kept();
        self.app.game = GameView {
            position: *table.position(),
            moves: line.moves().to_vec(),
            opening: line.opening(),
            losses: self.losses(),
            review: review.map(|ply| Review {
                ply,
                position: line.positions()[ply],
            }),
            seats: Side::BOTH.map(|side| match table.seat(side) {
                session::Seat::Person => Seat::Person,
                session::Seat::Machine(_) => Seat::Machine(names[side.index()].clone()),
            }),
            clocks: Side::BOTH.map(|side| {
                let clock = self.clock.filter(|_| table.seat(side).is_person());
                clock.map(|clock| clock.shown(side, Instant::now()))
            }),
            thinking: self.sitting.is_thinking(),
            mode: self.mode(),
            level: self.level,
            hint: hint
                .and_then(session::Analysis::best_move)
                .and_then(|best| best.mv.square()),
            trace: self.trace(review),
        };
        self.app.breeding = Some(Arc::clone(self.sitting.snapshot()));
        self.describe_chosen();
        self.renew_offers();
        self.renew_result();
    }
}

impl Program for Face {
    fn update(&mut self, event: Event) -> Flow {
        let moved = match event {
            Event::Wake => self.collect(),
            Event::Due => match (self.release(), self.tick()) {
                (Flow::Idle, flow) | (flow, _) => flow,
            },
            _ => Flow::Idle,
        };
        if self.reviewing.is_some() {
            return self.review(event);
        }
        if let Some(flow) = self.files_take(&event) {
            return if flow == Flow::Idle { moved } else { flow };
        }
        let moved = match self.profile() {
            Flow::Idle => moved,
            flow => flow,
        };
        let before = self.app.review;
        let outcome = update(&mut self.app, event);
        for effect in outcome.effects {
            self.perform(effect);
        }
        self.files_return();
        if self.app.review != before {
            self.say_why();
        }
        let flow = if moved == Flow::Idle {
            outcome.flow
        } else {
            moved
        };
        if flow != Flow::Idle {
            self.refresh();
        }
        flow
    }

    fn due(&self) -> Option<Instant> {
        let held = (!self.held.is_empty()).then(|| self.moved_at + self.pace);
        let clock = self.clock.and_then(|clock| clock.due(Instant::now()));
        held.into_iter().chain(clock).min()
    }

    fn copied(&mut self) -> Option<String> {
        self.copied.take().or_else(|| self.opened.copied())
    }

    fn draw(&mut self, frame: &mut Frame<'_>) {
        match &mut self.reviewing {
            Some(reviewing) => reviewing.draw(frame),
            None if self.opened.is_in_view() => self.draw_files(frame),
            None => screens::draw(&mut self.app, frame),
        }
    }
}

/// A rival as an opponent, with what is known of it.
fn rival(sitting: &Sitting, rival: &Rival) -> Opponent {
    let portrait = sitting.portrait(&rival.player);
    let level = sitting.caveat(rival);
    let equal = sitting.standing().and_then(|it| it.equal);
    let bred = match equal {
        Some(equal) if equal.is_beyond() => words::STRONGEST_NOTE,
        _ => words::RIVAL_NOTE,
    };
    let note = match (level, portrait) {
        (Some(level), Some(portrait)) => format!("{level}; {portrait}"),
        (None, None) => bred.to_owned(),
        (Some(said), None) | (None, Some(said)) => said,
    };
    Opponent {
        key: rival.player.to_string(),
        name: names::rival(rival.letter, &rival.player),
        note,
    }
}

fn estimate(standing: &session::Standing) -> Estimate {
    let session::Standing { strength, .. } = standing;
    Estimate {
        d: strength.d,
        low: strength.interval.low,
        high: strength.interval.high,
    }
}

/// What is known of the person, a line each.
fn said(standing: &session::Standing, dash: &str) -> Vec<String> {
    let Estimate { d, low, high } = estimate(standing);
    let about = words::compared(&standing.about);
    let about = match standing.more {
        Some(more) => {
            let more = crate::measure::level::more(more.games, more.within);
            // Where dashes are plain, so is the rest.
            let more = if dash == "-" {
                more.replace('±', "+/-")
            } else {
                more
            };
            format!("{about}; {more}")
        }
        None => about,
    };
    vec![
        format!(
            "Your level is now {},",
            crate::measure::level::estimate(d, low, high, dash, "")
        ),
        about,
    ]
}

fn hint_text(square: &str, value: i32, of: usize, why: &str) -> String {
    let worth = words::worth(value);
    let because = if why.is_empty() {
        String::new()
    } else {
        format!(": {why}")
    };
    if of < 2 {
        format!("hint: {square}, the only move, {worth}{because}")
    } else {
        format!("hint: {square}, best of {of}, {worth}{because}")
    }
}

fn waiting(games: usize) -> String {
    match games {
        1 => "a game that you left is kept: :resume continues it".to_owned(),
        _ => format!("{games} games that you left are kept: :resume lists them"),
    }
}

fn interrupted_game(
    black: &str,
    white: &str,
    person: Option<usize>,
    moves: usize,
    measured: bool,
    day: &str,
) -> String {
    let players = match person {
        Some(side_index) => {
            let other = [white, black][side_index.min(1)];
            format!("against {other}, you play {}", side_name(side_index))
        }
        None => format!("{black} against {white}"),
    };
    let kind = if measured { "measured" } else { "practice" };
    format!("{day}  {players}, move {moves}, {kind}")
}

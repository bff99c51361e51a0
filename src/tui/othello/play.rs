//! What the person asks of the session.

use std::time::Instant;

use super::result::RESULT;
use super::{HelpAsked, Next, OthelloScreen, Request};
use crate::clock::Clock;
use crate::keys::Direction;
use crate::panes::game::Pane;
use crate::rivals::{self, Deed, RivalAsked};
use crate::shell::Context;
use crate::shell::menu::{help_menu, reopen_menu};
use crate::view::{Beginning, Loss, Mode, NewGame, Opponent, SeatChoice};
use crate::words;
use koteki_games::Game as _;
use koteki_games::Side;
use koteki_games::othello::notation::{Passes, write_board, write_transcript};
use koteki_games::othello::{Move, Position};
use koteki_games::words::sides::side_name;
use koteki_rivals::measure::equal::{DEPTH, RUNGS};
use koteki_rivals::roster::kit::Kit as _;
use koteki_rivals::roster::{AgentSpec, PlayerSpec, Spec as _};
use koteki_session::rivals::Introduction;
use koteki_session::{self as session, Notice, Refusal, Setup, Start, Turn, names};

const NO_MOVES_YET: &str = "no move has been played yet";
const GAME_OVER: &str = "the game is over: n begins a new one";

impl OthelloScreen {
    /// Plays `mv` when a person may, or says why not.
    pub(super) fn place(&mut self, mv: Move, context: &mut Context<Self>) {
        // What would be played is not what is in view.
        if self.past.is_some() {
            self.try_out(mv, context);
            return;
        }
        let position = *self.session.table().position();
        match self.session.play(mv) {
            Ok(notices) => {
                self.moved_at = Instant::now();
                self.report(notices, context);
            }
            Err(Refusal::NotYourTurn) => context.warn("it is not your turn"),
            Err(Refusal::Over) => context.warn(GAME_OVER),
            Err(Refusal::Illegal(mv)) => context.warn(illegal(&position, mv)),
        }
    }

    /// Uses help, after a question when that would spoil a measured game.
    pub(super) fn ask_help(&mut self, help: HelpAsked, context: &mut Context<Self>) {
        self.past = None;
        let table = self.session.table();
        if help == HelpAsked::Hint && !matches!(table.turn(), Turn::Person(_)) {
            context.warn(if self.session.is_over() {
                GAME_OVER
            } else {
                "it is not your turn"
            });
            return;
        }
        let is_possible = help == HelpAsked::Hint || table.can_take_back();
        if is_possible && self.session.help_costs() {
            let label = match help {
                HelpAsked::Hint => "Yes, a hint",
                HelpAsked::TakeBack => "Yes, take back",
            };
            context.ask(help_menu(Request::Help(help), label));
            return;
        }
        if is_possible && self.session.is_over() && table.counts() {
            context.ask(reopen_menu(Request::Help(help)));
            return;
        }
        self.help_with(help, context);
    }

    pub(super) fn help_with(&mut self, help: HelpAsked, context: &mut Context<Self>) {
        match help {
            HelpAsked::Hint => {
                self.asked_at = Some(self.panes.cursor);
                // Where one pane stands beside the board, the one that says why.
                self.panes.beside = Pane::Trace;
                context.say("looking ahead ...");
                let notices = self.session.ask_hint();
                self.report(notices, context);
            }
            HelpAsked::TakeBack if !self.session.table().can_take_back() => {
                context.warn("there is no move to take back");
            }
            HelpAsked::TakeBack => {
                let notices = self.session.take_back();
                self.report(notices, context);
            }
        }
    }

    pub(super) fn redo(&mut self, context: &mut Context<Self>) {
        self.past = None;
        if self.session.table().can_redo() {
            let notices = self.session.redo();
            self.report(notices, context);
        } else {
            context.warn("there is no move to play again");
        }
    }

    /// The game's moves to the terminal's clipboard.
    pub(super) fn copy(&mut self, context: &mut Context<Self>) {
        let line = self.session.table().line();
        if line.ply() == 0 {
            context.say(NO_MOVES_YET);
            return;
        }
        let mut transcript = write_transcript(line.moves(), Passes::Omitted);
        let start = &line.positions()[0];
        // Without it these would be the moves of another game.
        if *start != Position::start() {
            transcript = format!("{} {transcript}", write_board(start));
        }
        context.say(words::copied(&transcript));
        context.copy(transcript);
    }

    pub(super) fn pause(&mut self, context: &mut Context<Self>) {
        let paused = self.session.snapshot().paused;
        self.session.pause_breeding(!paused);
        context.say(if paused {
            "evolution resumed"
        } else {
            "evolution paused: p resumes it"
        });
    }

    /// Whether the move of index `ply` was the person's; with two people or none, anybody's.
    fn is_own(&self, ply: usize) -> bool {
        let table = self.session.table();
        let mover = table.line().positions()[ply].side_to_move();
        table.person().is_none_or(|side| side == mover)
    }

    /// Moves before the position that is shown.
    pub fn shown_ply(&self) -> usize {
        self.past.unwrap_or(self.session.table().line().ply())
    }

    /// Shows the position that `ply` moves led to, the cursor on the move that was played in it.
    pub(super) fn walk(&mut self, ply: usize, context: &mut Context<Self>) {
        let moves = self.session.table().line().moves();
        if moves.is_empty() {
            context.say(NO_MOVES_YET);
            return;
        }
        self.variation = None;
        self.past = (ply < moves.len()).then_some(ply);
        if let Some(square) = moves.get(ply).and_then(|mv| mv.square()) {
            self.panes.cursor = square;
        }
    }

    /// The same for the nearest move of the person's before (left) or after that lost something.
    pub(super) fn walk_to_loss(&mut self, direction: Direction, context: &mut Context<Self>) {
        if !self.session.values_visible() {
            context.say(words::HIDDEN.join(" "));
            return;
        }
        let here = self.shown_ply();
        let lost = |ply: &usize| {
            self.is_own(*ply) && self.shown_loss(*ply).as_ref().is_some_and(Loss::is_some)
        };
        let found = match direction {
            Direction::Left => (0..here).rev().find(lost),
            _ => (here + 1..self.session.table().line().ply()).find(lost),
        };
        match found {
            Some(ply) => self.walk(ply, context),
            None if direction == Direction::Left => {
                context.say("no move of yours before this one lost anything")
            }
            None => context.say("no move of yours after this one lost anything"),
        }
    }

    /// The rivals, or what is asked for of one of them.
    pub(super) fn ask_rivals(&mut self, asked: RivalAsked, context: &mut Context<Self>) {
        let rivals = self.session.introductions();
        match rivals::answer(asked, rivals, Request::Rivals, context) {
            None => {}
            Some((Deed::Look, rival)) => self.session.look_at(rival.player),
            Some((Deed::Play, rival)) => {
                let mut game = self.setup.clone();
                game.play_against(rival.player.to_string());
                game.start = Beginning::Usual;
                self.leave_for(Next::New(game), context);
            }
            Some((Deed::Keep, rival)) => {
                let kept = self.session.turn_favourite(&rival);
                rivals::say_kept(&rival.name, kept, context);
            }
        }
    }

    /// A game against the individual that is chosen, the person where they sit now.
    pub(super) fn challenge(&mut self, context: &mut Context<Self>) {
        let Some(id) = self.panes.table.chosen else {
            context.say("choose an individual with the arrows first");
            return;
        };
        let Some(spec) = self.session.individual(id) else {
            context.warn("that individual has been bred away: choose another");
            return;
        };
        let mut game = self.setup.clone();
        game.play_against(spec.to_string());
        game.start = Beginning::Usual;
        self.leave_for(Next::New(game), context);
    }

    /// The same game again with the colours changed.
    pub(super) fn rematch(&mut self, context: &mut Context<Self>) {
        self.setup.seats = self.seats();
        self.setup.seats.reverse();
        let mut game = self.setup.clone();
        game.handicap = self.handicap.map(|(side, corners)| (side.other(), corners));
        game.start = self.start.clone();
        self.begin(&game, context);
    }

    pub(super) fn begin(&mut self, game: &NewGame, context: &mut Context<Self>) {
        let notices = match self.set_up(game) {
            Ok(notices) => notices,
            Err(error) => {
                context.warn(error.to_string());
                return;
            }
        };
        self.setup.measured = game.measured;
        self.setup.handicap = game.handicap;
        // A position is for one game, unless it is asked for again.
        self.setup.start = match &game.start {
            Beginning::Given(_) => Beginning::Usual,
            start => start.clone(),
        };
        self.handicap = game.handicap;
        self.start = game.start.clone();
        if context.zoom && context.focus == Pane::Population {
            context.zoom = false;
            context.focus = Pane::Board;
        }
        self.past = None;
        // That of the game before may still lie beneath a dialog.
        context.withdraw(RESULT);
        self.sit_down();
        self.say_side(context);
        self.report(notices, context);
    }

    /// Says which side the person has in the game that begins: it may have been drawn.
    pub(super) fn say_side(&self, context: &mut Context<Self>) {
        let table = self.session.table();
        let Some(side) = table.person() else { return };
        let [own, first] = [side, table.position().side_to_move()].map(|it| side_name(it.index()));
        let other = &self.names[side.other().index()];
        let begins = if own == first {
            "you begin"
        } else {
            "it begins"
        };
        let said = format!("You play {own} against {other}: {begins}.");
        context.say(if self.start.start().counts() {
            said
        } else {
            format!(
                "{said} A practice game: its starting position was chosen, so it does not count toward your strength."
            )
        });
    }

    fn set_up(&mut self, game: &NewGame) -> anyhow::Result<Vec<Notice>> {
        let seat = |choice: &SeatChoice| {
            anyhow::Ok(match choice {
                SeatChoice::Person => session::Seat::Person,
                SeatChoice::Machine(key) => session::Seat::Machine(key.parse()?),
            })
        };
        let setup = Setup {
            seats: [seat(&game.seats[0])?, seat(&game.seats[1])?],
            measured: game.measured,
            start: match (game.start.start(), game.handicap) {
                (Start::Usual, Some((side, corners))) if corners > 0 => {
                    Start::corners(side, corners)
                }
                (start, _) => start,
            },
        };
        Ok(self.session.new_game(&setup)?)
    }

    /// What the players are called: a rival otherwise as soon as the person knows another one of its name.
    pub(super) fn call_players(&mut self) {
        let table = self.session.table();
        self.names = Side::BOTH.map(|side| match table.seat(side) {
            session::Seat::Person => "you".to_owned(),
            session::Seat::Machine(_) if table.stand_in() == Some(side) => {
                "the tester, for you".to_owned()
            }
            session::Seat::Machine(spec) => {
                let rival = self.session.name_of(spec);
                rival.unwrap_or_else(|| names::machine(spec))
            }
        });
    }

    /// After a new game was set up: who is who.
    pub(super) fn sit_down(&mut self) {
        self.call_players();
        let table = self.session.table();
        let machines = Side::BOTH.map(|side| match table.seat(side) {
            session::Seat::Person => None,
            session::Seat::Machine(spec) => Some(*spec),
        });
        self.met = machines.into_iter().flatten().collect();
        self.setup.seats = self.seats();
        self.explanation = None;
        self.waiting.clear();
        self.moved_at = Instant::now();
        let seconds = self.settings.clock;
        self.clock = (seconds > 0).then(|| Clock::new(seconds));
        self.opponents = self.opponents(self.session.introductions());
    }

    /// Who sits at the table.
    fn seats(&self) -> [SeatChoice; 2] {
        let table = self.session.table();
        Side::BOTH.map(|side| match table.seat(side) {
            session::Seat::Person => SeatChoice::Person,
            // Only until the game is over.
            session::Seat::Machine(_) if table.stand_in() == Some(side) => SeatChoice::Person,
            session::Seat::Machine(spec) => SeatChoice::Machine(spec.to_string()),
        })
    }

    /// In the next game the only person has `side`, if nothing else is asked for.
    pub(super) fn offer_side(&mut self, side: Side) {
        let seats = &mut self.setup.seats;
        let people = seats.iter().filter(|seat| **seat == SeatChoice::Person);
        if people.count() == 1 && seats[side.index()] != SeatChoice::Person {
            seats.reverse();
            // What stood in the corners for one of them still does.
            let handicap = &mut self.setup.handicap;
            *handicap = handicap.map(|(side, corners)| (side.other(), corners));
        }
    }

    pub(super) fn mode(&self) -> Mode {
        if self.session.table().person().is_none() {
            Mode::Unmeasured
        } else if self.session.is_practice() {
            Mode::Practice
        } else {
            Mode::Measured
        }
    }

    /// Says of the individual that is chosen who it is and how it plays.
    pub(super) fn describe_chosen(&mut self) {
        let Some(id) = self.panes.table.chosen else {
            return;
        };
        // Nothing is said of an individual that was bred away.
        self.panes.said = None;
        let player = self.session.individual(id);
        if let Some((player, name)) = player.and_then(|it| Some((it, Position::name_of(&it)?))) {
            self.session.look_at(player);
            let drawn = self.session.portrait(&player);
            let said = words::individual(id, &name, drawn.as_deref());
            self.panes.said = Some((id, said));
        }
    }

    /// Machines that can be chosen: the rivals, one that is even with the person, the levels, whoever sits at the table,
    /// and all other players by name.
    pub(super) fn opponents(&self, introductions: Vec<Introduction<Position>>) -> Vec<Opponent> {
        let opponent = |it: &Introduction<Position>| Opponent {
            key: it.player.to_string(),
            name: format!("Rival {}", it.name),
            note: it.words(),
        };
        let rivals = introductions.into_iter();
        let (rivals, met): (Vec<_>, Vec<_>) =
            rivals.partition(|it| it.letter.is_some() || it.is_favourite);
        let mut opponents: Vec<Opponent> = rivals.iter().map(opponent).collect();
        opponents.extend(self.even_match());
        let listed = PlayerSpec::names().filter_map(|name| name.parse::<PlayerSpec>().ok());
        let listed = listed.filter(|it| !it.is_open() && !Position::is_rival(it));
        let is_level = |it: &PlayerSpec| matches!(it, PlayerSpec::Random | PlayerSpec::Level(_));
        let (levels, others): (Vec<_>, Vec<_>) = listed.partition(is_level);
        for spec in levels.iter().chain(&self.met).chain(&others) {
            let key = spec.to_string();
            if !opponents.iter().any(|it| it.key == key) {
                let portrait = self.session.portrait(spec);
                opponents.push(Opponent {
                    key,
                    name: names::machine(spec),
                    note: portrait.unwrap_or_else(|| spec.about().to_owned()),
                });
            }
        }
        let met = met.iter().map(opponent);
        let others: Vec<_> = met
            .filter(|it| opponents.iter().all(|other| other.key != it.key))
            .collect();
        opponents.extend(others);
        opponents
    }

    /// The agent that should win as often as the person; where that is not known, one of the person's own D.
    fn even_match(&self) -> Option<Opponent> {
        let rounded = |d: f64| (d * 10.0).round() / 10.0;
        let equal = self.session.standing().map(|it| it.equal);
        let (spec, d, depth) = match equal.and_then(|it| Some((it, it.rung(&RUNGS)?))) {
            Some((equal, rung)) => {
                let d = rung.held(equal.d);
                let agent = PlayerSpec::Agent(AgentSpec::of_rung(rung, rounded(d)));
                (agent, d, rung.depth)
            }
            None => {
                let report = self.session.report().filter(|report| report.measured)?;
                let mut played = report.played.iter().flatten();
                let d = played.find_map(|it| Some(it.level.as_ref()?.mean_loss))?;
                let agent: PlayerSpec = "agent:d=target".parse().ok()?;
                (agent.with_target(rounded(d)), d, DEPTH)
            }
        };
        let is_beyond = equal.is_some_and(|equal| equal.is_beyond());
        Some(Opponent {
            key: spec.to_string(),
            name: match depth {
                _ if is_beyond => "Strongest agent".to_owned(),
                DEPTH => format!("Even match (D {d:.0})"),
                _ => format!("Even match (D {d:.0} at depth {depth})"),
            },
            note: if is_beyond {
                "no agent is as strong as you; this one comes nearest"
            } else {
                "an agent that should win half of its games against you"
            }
            .to_owned(),
        })
    }
}

/// Why `mv` cannot be played in `position`.
pub(super) fn illegal(position: &Position, mv: Move) -> String {
    let Move::Place(square) = mv else {
        return words::PASS_ILLEGAL.to_owned();
    };
    let name = square.to_string();
    if position.disc(square).is_some() {
        words::occupied(&name)
    } else {
        words::flips_nothing(&name, position.side_to_move().index())
    }
}

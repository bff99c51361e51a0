//! What the screen has of its own: keys, panes, what happens to it.

use std::time::Instant;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::variation::Variation;
use super::{HelpAsked, Next, OthelloScreen, Request, files, lesson, new_game, profile, settings};
use crate::Other;
use crate::keys::{Action, Direction, Layer};
use crate::othello::new_game::Wanted;
use crate::panes::board::{Geometry, moved};
use crate::panes::game::{self, Pane};
use crate::panes::{fitness, population, status, trace};
use crate::shell::{Context, Screen};
use crate::theme::Theme;
use crate::view::{Mode, NewGame};
use koteki_games::Side;
use koteki_games::othello::{Move, Position};
use koteki_rivals::evolve::snapshot::Phase;
use koteki_rivals::roster::kit::Kit as _;
use koteki_session::words as session_words;

const RULES: [&str; 3] = [
    "The game",
    "  Place a disc so that it closes in a line of the other colour between it and another disc of \
     yours: that line turns over. A player who has no such move passes. Most discs win.",
    "",
];

const HELP_ABOUT: [&str; 12] = [
    "Moves, games and positions",
    "  Legal squares are marked; [ ] is the cursor, ( ) the last move. Type a move, such as f5, or \
     steer the cursor. With mouse = true in the settings a click plays, and Shift with the mouse \
     selects text as usual.",
    "  :new PLAYER begins a game against any player by name, such as :new agent:d=25 or :new expert; \
     :new expert opening=tiger from an opening, opening=balanced from one drawn at random. A game that you leave \
     before its end is kept; :resume lists such games. It counts once it is over, and is no loss before.",
    "  :open FILE lists the games of a file or a folder (:open games.ggf), :openings the openings by name, :edit \
     sets a board up. Pasting moves or a board opens them. From any position you can play on; your game waits.",
    "  In practice each legal square has what the move gives away, in points of the tester (d: in discs, at the end of \
     the game; game: it changes who wins), and the best one a star; v turns them off. Discs that the last move turned are smaller until the next key.",
    "  At an earlier position (, and .) a move is tried out, in practice and after the game: both sides are yours, u takes \
     it back, Esc returns to the game.",
    "",
    "How you are measured",
    "  A tester looks at each of your moves and compares it with the best one. The mean of what you \
     lost is D: lower is stronger. A measured game is played without help. Help of any kind (values, \
     hint, taking back) makes the game a practice game.",
    "",
    "Panes",
    "  Tab or 1-4 goes to a pane; there ? says what it shows, and z enlarges it.",
];

impl OthelloScreen {
    fn open_form(&mut self, context: &mut Context<Self>) {
        let begin = |wanted| Request::Begin(Box::new(wanted));
        let mut setup = self.setup.clone();
        // Whoever has not met a rival yet is offered the first one that is proven.
        let mut rivals = self.session.rivals().iter();
        if !self.met.iter().any(Position::is_rival)
            && let Some(rival) = rivals.find(|it| it.is_certified())
        {
            setup.play_against(rival.player.to_string());
        }
        context.open(new_game::form(&setup, &self.opponents, begin));
    }

    fn begin_wanted(&mut self, wanted: Wanted, context: &mut Context<Self>) {
        match wanted {
            Wanted::Game(game) => {
                self.past = None;
                self.leave_for(Next::New(game), context);
            }
            Wanted::Board(game) => self.edit(Some(game), context),
            Wanted::Study { blind } => self.go_to_other(Other::Study { blind }, context),
        }
    }

    /// Whether the welcome has no pane to be said in.
    fn welcomes_alone(&self) -> bool {
        self.alone.get() && self.panes.welcome && self.session.table().line().ply() == 0
    }

    /// What the person can do next that the board does not say.
    fn next(&self) -> Vec<String> {
        let session = &self.session;
        if let Some(past) = self.past {
            let all = session.table().line().ply();
            let mut parts = vec![match self.variation {
                Some(_) => format!("tried out after move {past} of {all}: both sides are yours"),
                None => format!("move {past} of {all}"),
            }];
            if self.variation.is_some() {
                parts.push("u: take it back".to_owned());
            } else if session.values_visible() {
                parts.push("moves here are only tried out".to_owned());
            }
            parts.push("Esc: back to the game".to_owned());
            return parts;
        }
        if self.welcomes_alone() {
            let welcome = ["Welcome", "i: the rules", "Enter: play here", "?: the keys"];
            return welcome.map(str::to_owned).to_vec();
        }
        if session.is_over() {
            let next = [
                "Enter: the result, and whom to play next",
                "v: your mistakes",
                "n: a new game",
            ];
            return next.map(str::to_owned).to_vec();
        }
        let snapshot = session.snapshot();
        let mut parts = vec![match snapshot.phase {
            _ if snapshot.paused => "evolution paused: p resumes it".to_owned(),
            Phase::Resting if self.session.standing().is_none() => {
                "rivals ready once your first game is over".to_owned()
            }
            Phase::Resting => "rivals ready: n offers them".to_owned(),
            // The bar that they are folded to says how far it is.
            _ if self.panes.folded => "Breeding your rivals".to_owned(),
            _ => session_words::breeding(snapshot),
        }];
        if !session.has_begun() && session.has_interrupted() {
            parts.push(":resume continues a game you left".to_owned());
        }
        parts
    }

    /// Opens the board editor on the position that is looked at, for a game that is set up so otherwise.
    pub(super) fn edit(&mut self, setup: Option<NewGame>, context: &mut Context<Self>) {
        let position = match &self.variation {
            Some(variation) => *variation.line().position(),
            None => self.session.table().line().positions()[self.shown_ply()],
        };
        let mut table = self.table();
        table.setup = setup.unwrap_or(table.setup);
        self.open_files(Ok(files::editor(&position, table)), context);
    }
}

impl Screen for OthelloScreen {
    type Request = Request;
    type Pane = Pane;
    const PANES: &'static [Pane] = &Pane::ALL;

    const COMMANDS: &'static [&'static str] = super::typed::COMMANDS;

    fn layer(&self, context: &Context<Self>) -> Layer {
        if context.zoom && context.focus == Pane::Population {
            Layer::Individuals
        } else if context.zoom && context.focus == Pane::Fitness {
            Layer::Curves
        } else if self.session.is_over() {
            Layer::Over
        } else if self.past.is_some() {
            Layer::Past
        } else {
            Layer::Game
        }
    }

    fn act(&mut self, action: Action, context: &mut Context<Self>) {
        self.seen = Some(self.session.table().line().ply());
        match action {
            Action::Go(_) if self.layer(context) == Layer::Individuals => {
                self.panes.act(action);
            }
            Action::Cycle(_) => {
                self.panes.act(action);
            }
            Action::Challenge => self.challenge(context),
            Action::Go(direction) => self.panes.cursor = moved(self.panes.cursor, direction),
            Action::Place => self.place(Move::Place(self.panes.cursor), context),
            Action::Result => {
                self.past = None;
                self.show_result(context);
            }
            Action::Undo | Action::Walk(Direction::Left) if self.try_back() => {}
            Action::Walk(Direction::Left) => {
                self.walk(self.shown_ply().saturating_sub(1), context);
            }
            Action::Walk(_) => self.walk(self.shown_ply() + 1, context),
            Action::Loss(direction) => self.walk_to_loss(direction, context),
            Action::End(Direction::Up) => self.walk(0, context),
            Action::End(_) => self.walk(self.session.table().line().ply(), context),
            Action::Type(letter) => context.open_line(&letter.to_string()),
            Action::Undo => self.ask_help(HelpAsked::TakeBack, context),
            Action::Hint => self.ask_help(HelpAsked::Hint, context),
            Action::Redo => self.redo(context),
            Action::Copy => self.copy(context),
            Action::Pause => self.pause(context),
            Action::Review => self.open_review(context),
            Action::New => self.open_form(context),
            Action::Settings => {
                let game = &self.session.options().settings;
                context.open(settings::form(&self.settings, game));
            }
            Action::Profile => {
                let profile = profile::open(&self.settings, &self.session, self.waker.clone());
                self.push(Box::new(profile), context);
            }
            Action::Lesson => {
                let lesson = lesson::open(&self.settings);
                self.push(Box::new(lesson), context);
            }
            action => {
                self.panes.act(action);
            }
        }
    }

    fn perform(&mut self, request: Request, context: &mut Context<Self>) {
        let keeps = matches!(
            request,
            Request::NewGame | Request::Begin(_) | Request::Set(_)
        );
        self.past = self.past.filter(|_| keeps);
        match request {
            Request::NewGame => self.open_form(context),
            Request::Begin(wanted) => self.begin_wanted(*wanted, context),
            Request::Play(next) => self.leave_for(next, context),
            Request::Leave(next) => self.go_to(next, context),
            Request::AskResume => self.ask_resume(context),
            Request::Rematch => self.rematch(context),
            Request::GoThrough(place) => self.go_through(place, context),
            Request::Rivals(asked) => self.ask_rivals(asked, context),
            Request::Review => self.open_review(context),
            Request::Help(help) => self.help_with(help, context),
            Request::Set(chosen) => self.set(*chosen, context),
        }
    }

    /// Back to the present position.
    fn close(&mut self, _context: &mut Context<Self>) -> bool {
        self.variation = None;
        self.past.take().is_some()
    }

    fn layout(&self, main: Rect) -> Vec<(Pane, Rect)> {
        self.panes.layout(main, !self.session.values_visible())
    }

    fn draw(
        &self,
        panes: &[(Pane, Rect)],
        context: &Context<Self>,
        buffer: &mut Buffer,
    ) -> Option<(u16, u16)> {
        self.alone.set(matches!(panes, [(Pane::Board, _)]));
        self.panes.draw(&self.view(), panes, context, buffer);
        None
    }

    /// What is next, in words; what the breeding does in figures where its panes are looked at.
    fn status(&self, theme: &Theme) -> String {
        let person = self.session.table().person();
        let opponent = person.map(|side| &self.names[side.other().index()]);
        let opponent = opponent.map(|name| format!("opponent: {name}"));
        let parts: Vec<String> = if self.figures {
            let doing = status::doing(self.session.snapshot()).into_iter();
            doing.chain(opponent).collect()
        } else {
            let is_next = self.session.is_over() || self.past.is_some() || self.welcomes_alone();
            let opponent = opponent.filter(|_| !is_next);
            opponent.into_iter().chain(self.next()).collect()
        };
        parts.join(theme.glyphs.separator)
    }

    fn help(&self) -> Vec<String> {
        // Nobody places a disc in a game that is over.
        let rules = RULES.iter().filter(|_| !self.session.is_over());
        let lines = rules.chain(&HELP_ABOUT);
        lines.map(|&it| it.to_owned()).collect()
    }

    fn explain(&self, pane: Pane) -> Vec<String> {
        let about: &[&[&str]] = match pane {
            Pane::Trace if self.session.values_visible() => &[&[trace::ABOUT, trace::ABOUT_CURSOR]],
            Pane::Population => &[population::ABOUT, &[population::ABOUT_ENLARGED]],
            Pane::Fitness => &[fitness::ABOUT],
            Pane::Board | Pane::Trace => return Vec::new(),
        };
        game::about(about)
    }

    /// Asks only while a person plays a game that is not over.
    fn question(&self) -> Option<Vec<String>> {
        let table = self.session.table();
        let plays = Side::BOTH.iter().any(|&side| table.seat(side).is_person());
        if !plays || !self.session.is_going_on() {
            return None;
        }
        let (kept, measured) = (self.session.is_kept(), self.mode() == Mode::Measured);
        let first = if kept {
            "The game is not over. It is kept and offered again next time."
        } else {
            "The game is not over, and it is not kept: leaving ends it."
        };
        let second = (kept && measured).then_some("A measured game counts once it is over.");
        let lines = std::iter::once(first).chain(second);
        Some(lines.map(str::to_owned).collect())
    }

    fn enter(&mut self, entry: &str, context: &mut Context<Self>) {
        self.typed(entry, context);
    }

    fn command(&mut self, entry: &str, context: &mut Context<Self>) -> bool {
        self.typed_command(entry, context)
    }

    fn complete(&mut self, line: &str, context: &mut Context<Self>) -> Option<String> {
        super::typed::complete(line, context)
    }

    fn paste(&mut self, text: &str, context: &mut Context<Self>) {
        self.pasted(text, context);
    }

    /// On the board of a game the square is played.
    fn click(&mut self, pane: Pane, area: Rect, (x, y): (u16, u16), context: &mut Context<Self>) {
        let board = (pane == Pane::Board).then(|| Geometry::fit(area));
        let square = board.flatten().and_then(|board| board.square_at(x, y));
        if let Some(square) = square {
            self.panes.cursor = square;
            if self.past.is_some() || self.layer(context) == Layer::Game {
                self.place(Move::Place(square), context);
            }
        }
    }

    fn wheel_scrolls(&self, context: &Context<Self>) -> bool {
        self.layer(context) == Layer::Individuals
    }

    fn wake(&mut self, context: &mut Context<Self>) -> bool {
        let tried = self.variation.as_mut().is_some_and(Variation::collect);
        self.collect(context) || tried
    }

    fn due(&self) -> Option<Instant> {
        let waiting = (!self.waiting.is_empty()).then(|| self.moved_at + self.pace());
        let clock = self.clock.and_then(|clock| clock.due(Instant::now()));
        waiting.into_iter().chain(clock).min()
    }

    fn time(&mut self, context: &mut Context<Self>) -> bool {
        let released = self.release(context);
        self.tick(context) || released
    }

    /// What has come meanwhile, and what the other screen asked for.
    fn returned(&mut self, context: &mut Context<Self>) {
        self.away = false;
        if std::mem::take(&mut self.breeding_waits) {
            self.session.pause_breeding(false);
        }
        self.collect(context);
        if let Ok(request) = self.asked.try_recv() {
            self.perform(request, context);
        }
    }

    fn renew(&mut self, context: &mut Context<Self>) {
        self.renew_all(context);
    }
}

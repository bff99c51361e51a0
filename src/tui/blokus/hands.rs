//! What the person does with keys.

use ratatui::crossterm::event::{Event as Input, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use tui_input::backend::crossterm::EventHandler as _;

use super::form::Form;
use super::ghost::Verdict;
use super::layout::Pane;
use super::menus;
use super::room::{Dialog, Room};
use crate::session::Turn;
use crate::session::blokus::words as blokus_words;
use crate::session::blokus::{Setup, words as rules};
use crate::tui::app::Effect;
use crate::tui::event::{Exit, Flow};
use crate::tui::keys::{Action, Direction, Keymap, Layer, not_a_key};
use crate::tui::screens::menu::Answer;
use crate::tui::screens::{bottom, help, help_costs};
use crate::tui::sources::is_interrupt;
use crate::tui::update::scrolled;
use crate::tui::words;

/// What the help says beside the keys, a paragraph a line: the help breaks them.
const HELP_ABOUT: [&str; 14] = [
    "The game",
    "  Each side has 21 pieces. The first covers its start square (Black E10, White J5).",
    "  Every other piece touches one of your own at a corner, and none of your own along an edge. Touching the other \
     side's pieces is always allowed. If you cannot place a piece, you pass; the game ends when neither side can. \
     More squares covered win.",
    "  Measured game: no help, counts toward your strength. Practice game: with a hint or a move taken back, does \
     not count. A game that is left is kept and is no loss: :resume continues the latest one.",
    "",
    "What is shown",
    "  Dots on the board: corners at which one of your pieces still fits.",
    "  [ ] the piece in hand where it fits; x x where it does not, with the reason beneath.",
    "  Bright pieces fit somewhere, names in brackets fit nowhere now, dotted ones are placed.",
    "  Winning rate: playouts are games played on at random from the position; the share that you win.",
    "",
    "Typed after : (any notation)",
    "  squares e10,d11,e11,f11,e12 (Pentobi's names), codes 46t3 (contests: column, row, piece, form)",
    "  :new :resume :undo :redo :hint :copy :save FILE :save! FILE :help :quit",
];

/// Squares that the piece moves with Shift.
const FAST: u32 = 4;

/// Longest line that can be typed.
pub(super) const LINE_LENGTH: usize = 500;

impl Room {
    pub(super) fn key(&mut self, key: &KeyEvent) -> Flow {
        if key.kind == KeyEventKind::Release {
            return Flow::Idle;
        }
        if is_interrupt(key) {
            return Flow::Exit(Exit::Interrupted);
        }
        self.notice = None;
        let layer = self.layer();
        let Some(action) = Keymap::of(layer, self.keys).action(key) else {
            return self.unbound(layer, key);
        };
        match (action, layer) {
            (Action::Interrupt, _) => Flow::Exit(Exit::Interrupted),
            (Action::Suspend, _) => Flow::Suspend,
            (Action::Redraw, _) => Flow::Redraw,
            // No question could be shown; the game is kept all the same.
            (_, Layer::TooSmall) => Flow::Exit(Exit::Quit),
            (_, Layer::Help) => self.on_help(action),
            (_, Layer::MoveLine) => self.on_line(action),
            (Action::Help, _) => {
                self.help = Some((layer, 0));
                Flow::DrawNow
            }
            (_, Layer::Menu) => self.on_menu(action),
            (_, Layer::Form) => self.on_form(action),
            _ => self.on_game(action, key.modifiers.contains(KeyModifiers::SHIFT)),
        }
    }

    /// A key that is not in the table: a letter of a line or of an answer, or one to be named.
    fn unbound(&mut self, layer: Layer, key: &KeyEvent) -> Flow {
        let held = KeyModifiers::CONTROL | KeyModifiers::ALT;
        match (layer, &mut self.dialog) {
            (Layer::MoveLine, Some(Dialog::Line(input))) if bottom::is_left(input, key) => {
                self.dialog = None;
            }
            (Layer::MoveLine, Some(Dialog::Line(input))) => {
                let is_letter = matches!(key.code, KeyCode::Char(_));
                if !is_letter || input.value().chars().count() < LINE_LENGTH {
                    input.handle_event(&Input::Key(*key));
                }
            }
            (Layer::Menu, Some(Dialog::Menu(menu))) => {
                if let KeyCode::Char(letter) = key.code
                    && !key.modifiers.intersects(held)
                    && let Some(answer) = menu.by_initial(letter)
                {
                    return self.answered(answer);
                }
            }
            (Layer::Blokus | Layer::BlokusOver, _) => {
                if let Some(text) = not_a_key(key) {
                    self.say(text, false);
                }
            }
            _ => {}
        }
        Flow::DrawNow
    }

    fn on_game(&mut self, action: Action, shift: bool) -> Flow {
        match action {
            Action::Go(_)
            | Action::Piece(_)
            | Action::PieceStep(_)
            | Action::Turn(_)
            | Action::Mirror
            | Action::Form
            | Action::Spot(_) => self.handle_piece(action, shift),
            Action::Place => self.place(),
            Action::Hint => self.use_help(Effect::Hint),
            Action::Undo => self.use_help(Effect::Undo),
            Action::Redo => self.redo(),
            Action::New => self.open_form(),
            Action::Save => self.open_line(":save "),
            Action::Command => self.open_line(":"),
            Action::Result => self.show_result(),
            Action::Walk(direction) => {
                let now = self.looking.unwrap_or_else(|| self.table.line().ply());
                self.look(match direction {
                    Direction::Left => now.saturating_sub(1),
                    _ => now + 1,
                });
            }
            Action::End(Direction::Up) => self.look(0),
            Action::End(_) => self.looking = None,
            Action::NextPane => self.focus = self.focus.step(1),
            Action::PreviousPane => self.focus = self.focus.step(Pane::ALL.len() - 1),
            Action::Axes => self.axes = self.axes.wrapping_add(1),
            Action::Zoom => self.zoom = !self.zoom,
            Action::Close => self.close(),
            Action::Quit if self.table.is_going_on() => {
                let kept = self.table.file().is_some();
                self.dialog = Some(Dialog::Menu(menus::quit(kept)));
            }
            Action::Quit => return Flow::Exit(Exit::Quit),
            _ => {}
        }
        Flow::DrawNow
    }

    pub(super) fn open_form(&mut self) {
        let form = Form::new(self.table.setup(), self.offered());
        self.dialog = Some(Dialog::Form(form));
    }

    /// Esc: back from the past, from an enlarged pane, to the board.
    fn close(&mut self) {
        if self.looking.take().is_none() && !std::mem::take(&mut self.zoom) {
            self.focus = Pane::Board;
        }
    }

    /// Shows the board after a move of the past; after the last one the game goes on.
    fn look(&mut self, ply: usize) {
        self.looking = (ply < self.table.line().ply()).then_some(ply);
    }

    /// A key for the piece in hand.
    pub(super) fn handle_piece(&mut self, action: Action, shift: bool) {
        self.looking = None;
        let Turn::Person(side) = self.table.turn() else {
            self.say("it is not your turn yet", false);
            return;
        };
        // A hint that comes later would take the piece out of the hand.
        self.drop_requests();
        let position = *self.table.position();
        let left = position.left(side);
        match action {
            Action::Go(direction) => self.ghost.shift(direction, if shift { FAST } else { 1 }),
            Action::Piece(letter) if self.ghost.take_letter(letter, left) => {}
            Action::Piece(letter) => {
                self.say(format!("no {} is left", letter.to_ascii_uppercase()), false)
            }
            Action::PieceStep(direction) => {
                self.ghost.step(direction == Direction::Right, left);
            }
            Action::Turn(direction) => self.ghost.turn(direction == Direction::Right),
            Action::Mirror => self.ghost.mirror(),
            Action::Form => self.ghost.cycle(!shift),
            Action::Spot(direction) => {
                let on = direction == Direction::Right;
                let found = self.ghost.next_place(on, &position);
                let name = self
                    .ghost
                    .piece()
                    .map_or("", crate::game::blokus::Piece::name);
                let text = match found {
                    Some((number, of)) => format!("{name}: place {number} of {of}"),
                    None => format!("{name} fits nowhere now: + and - go to the next piece"),
                };
                self.say(text, false);
            }
            _ => {}
        }
    }

    /// Whether an earlier position is in view, where nothing is played; says so then.
    pub(super) fn is_in_the_past(&mut self) -> bool {
        let is_past = self.looking.is_some();
        if is_past {
            self.say(words::IN_THE_PAST, true);
        }
        is_past
    }

    /// Plays the piece in hand where it lies.
    pub(super) fn place(&mut self) {
        if self.is_in_the_past() {
            return;
        }
        if !matches!(self.table.turn(), Turn::Person(_)) {
            self.say("it is not your turn yet", false);
            return;
        }
        let Some(piece) = self.ghost.piece() else {
            self.say("no piece left to place", false);
            return;
        };
        if let Some(Verdict::Misfits(why)) = self.ghost.verdict(self.table.position()) {
            self.say(blokus_words::refused(piece.name(), &why), true);
            return;
        }
        if let Some(placement) = self.ghost.placement() {
            self.play(placement);
        }
    }

    /// Plays a placement, or says why not.
    pub(super) fn play(&mut self, placement: crate::game::blokus::Placement) {
        match self.table.play(placement) {
            Ok(()) => self.settle(),
            Err(refusal) => {
                let why = rules::refusal(refusal);
                self.say(blokus_words::refused(placement.piece().name(), &why), true);
            }
        }
    }

    /// A hint, or taking back: asks first when the game counts and would not any more.
    pub(super) fn use_help(&mut self, help: Effect) {
        let (label, is_possible) = match help {
            Effect::Undo => ("Yes, take back", self.table.can_undo()),
            _ => {
                let is_own_turn = matches!(self.table.turn(), Turn::Person(_));
                ("Yes, a hint", is_own_turn)
            }
        };
        if is_possible && self.help_costs() {
            self.dialog = Some(Dialog::Menu(help_costs::help_menu(help, label)));
        } else if help == Effect::Undo {
            self.undo();
        } else {
            self.ask_hint();
        }
    }

    /// Plays again what was taken back.
    pub(super) fn redo(&mut self) {
        if self.table.redo() {
            self.settle();
        } else {
            self.say(blokus_words::NOTHING_TO_REDO, false);
        }
    }

    /// Takes the last placement of the person back, and has its piece in hand.
    fn undo(&mut self) {
        let line = self.table.line().clone();
        if !self.table.can_undo() {
            self.say(blokus_words::NOTHING_TO_UNDO, false);
            return;
        }
        self.leave_finished();
        self.table.undo();
        let ply = self.table.line().ply();
        let placed = line.moves().get(ply).and_then(|mv| mv.placement());
        self.settle();
        if let Some(placement) = placed {
            self.ghost.show(placement);
        }
        self.say(
            format!("taken back to move {}: a plays it again", ply + 1),
            false,
        );
    }

    fn on_menu(&mut self, action: Action) -> Flow {
        let Some(Dialog::Menu(menu)) = &mut self.dialog else {
            return Flow::Idle;
        };
        let answer = match action {
            Action::Go(direction) => {
                menu.step(direction == Direction::Down);
                return Flow::DrawNow;
            }
            Action::Accept => menu.answer(),
            Action::Close => menu.on_close.clone(),
            _ => return Flow::DrawNow,
        };
        self.answered(answer)
    }

    fn answered(&mut self, answer: Answer) -> Flow {
        self.dialog = None;
        let held = self.held.take();
        match answer {
            Answer::Quit => return Flow::Exit(Exit::Quit),
            Answer::NewGame => self.open_form(),
            Answer::Do(Effect::Resume) => {
                if let Some(kept) = held {
                    self.go_on(kept);
                }
            }
            Answer::Do(Effect::Rematch) => {
                let seed = self.next_seed();
                self.begin(Setup {
                    seed,
                    ..*self.table.setup()
                });
            }
            Answer::Do(Effect::Undo) => self.undo(),
            Answer::Do(Effect::Hint) => self.ask_hint(),
            // The game behind the question has waited for the answer.
            Answer::Do(_) | Answer::Close if held.is_some() => self.settle(),
            Answer::Do(_) | Answer::Close => self.tell_result(),
        }
        Flow::DrawNow
    }

    fn on_form(&mut self, action: Action) -> Flow {
        let seed = self.next_seed();
        let Some(Dialog::Form(form)) = &mut self.dialog else {
            return Flow::Idle;
        };
        match action {
            Action::Go(Direction::Up | Direction::Down) => form.step(),
            Action::Go(direction) => form.change(direction == Direction::Right),
            Action::Close => {
                self.dialog = None;
                self.tell_result();
            }
            Action::Accept => {
                let setup = form.setup(seed);
                self.dialog = None;
                self.begin(setup);
            }
            _ => {}
        }
        Flow::DrawNow
    }

    fn on_help(&mut self, action: Action) -> Flow {
        let Some((about, scroll)) = self.help else {
            return Flow::Idle;
        };
        let lines = self.help_lines(about);
        let (rows, end) = help::extent_of(&lines, self.area);
        self.help = match action {
            Action::Close | Action::Help => None,
            action => Some((about, scrolled(scroll.min(end), rows, end, action))),
        };
        Flow::DrawNow
    }

    /// What the help says: the keys, the game, what is shown.
    pub(super) fn help_lines(&self, about: Layer) -> Vec<String> {
        let mut lines = help::keys(Keymap::of(about, self.keys), &[]);
        lines.push(String::new());
        lines.extend(HELP_ABOUT.iter().map(|&line| line.to_owned()));
        lines
    }
}

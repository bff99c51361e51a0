//! All that the screen remembers: the game and the breeding as it was given them, and what is its
//! own: cursor, focus, dialogs.

use std::sync::Arc;

use ratatui::layout::Rect;
use tui_input::Input;

use super::Settings;
use super::keys::{Action, Keymap, Layer};
use super::panes::coach::CoachState;
use super::panes::table::TableState;
use super::screens::form::Form;
use super::screens::menu::Menu;
use super::screens::profile::ProfileState;
use super::screens::settings::{Chosen, SettingsForm};
use super::theme::Theme;
use super::view::{GameView, NewGame, Opponent};
use crate::evolve::snapshot::Snapshot;
use crate::game::othello::{Move, Square};

/// Where the cursor begins: one of Black's first moves.
pub(super) const F5: Square = match Square::at(5, 4) {
    Some(square) => square,
    None => unreachable!(),
};

/// A pane of the game screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pane {
    /// The board.
    Board,
    /// The evaluation trace.
    Trace,
    /// The scatter.
    Population,
    /// The curves.
    Fitness,
}

impl Pane {
    /// In the order in which Tab goes through them.
    pub const ALL: [Self; 4] = [Self::Board, Self::Trace, Self::Population, Self::Fitness];

    /// The pane `by` further on, round the end.
    pub fn step(self, by: usize) -> Self {
        let index = Self::ALL.iter().position(|&pane| pane == self).unwrap_or(0);
        Self::ALL[(index + by) % Self::ALL.len()]
    }
}

/// What lies on top of the game screen.
#[derive(Clone, Debug)]
pub enum Dialog {
    /// The move line at the bottom.
    MoveLine(Input),
    /// A choice.
    Menu(Menu),
    /// The new game dialog.
    Form(Form),
    /// The help for the layer beneath it.
    Help {
        /// The layer it explains.
        about: Layer,
        /// First line shown.
        scroll: u16,
    },
    /// The settings dialog.
    Settings(Box<SettingsForm>),
    /// The lesson, at the page of this number, the first being 0.
    Lesson(usize),
    /// The person's profile, its tables from this row on.
    Profile(u16),
}

impl Dialog {
    /// The keymap that holds while this is on top.
    pub const fn layer(&self) -> Layer {
        match self {
            Self::MoveLine(_) => Layer::MoveLine,
            Self::Menu(_) => Layer::Menu,
            Self::Form(_) => Layer::Form,
            Self::Help { .. } => Layer::Help,
            Self::Settings(_) => Layer::Settings,
            Self::Lesson(_) => Layer::Lesson,
            Self::Profile(_) => Layer::Profile,
        }
    }
}

/// Something to say in the bottom line until the next key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// What.
    pub text: String,
    /// Whether something did not go as wished.
    pub warning: bool,
}

/// What the screen asks of the sitting behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// A person plays this legal move.
    Play(Move),
    /// Take back.
    Undo,
    /// Play again.
    Redo,
    /// The game's moves to the terminal's clipboard.
    Copy,
    /// Opens the settings dialog.
    AskSettings,
    /// These settings hold from now on.
    Settings(Box<Chosen>),
    /// Show a good move.
    Hint,
    /// Begin a game.
    New(NewGame),
    /// The same again with the colours changed.
    Rematch,
    /// Pause the breeding, or let it go on.
    Pause,
    /// Show the result of the finished game again.
    Result,
    /// Go on with the game that was interrupted last.
    Resume,
    /// Resume the interrupted game of this number, 0 for the latest.
    ResumeAt(usize),
    /// Ask which of the interrupted games to resume.
    AskResume,
    /// The same as this, which leaves the game at the table: that was asked about.
    Leave(Box<Self>),
    /// The cursor has moved: what there is to say about its square may have to be worked out.
    Look(Square),
    /// Begin a game against the individual of this number.
    Challenge(u64),
    /// What is played back runs, stands, turns round, goes somewhere; so does a review.
    Playback(Action),
    /// Go through the finished game with the coach.
    Review,
    /// Open the person's profile.
    Profile,
    /// Open the files that are named.
    Open(String),
    /// Complete the name of a file in the move line, which holds this.
    Complete(String),
    /// Open the games of a text that was pasted.
    Text(String),
    /// Open the openings of the coach.
    Openings,
    /// Open the board editor on the position that is looked at, for a game that is set up so otherwise.
    Edit(Option<NewGame>),
}

/// What kind of screen it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ground {
    /// Somebody plays here.
    Sitting,
    /// A run is watched; the line that says what it does.
    Watch(String),
    /// A run is played back; the line that says where it is.
    Run(String),
    /// A game is played back; the line that says where it is.
    Game(String),
    /// A game is gone through; the line that says where it is.
    Review(String),
}

/// The state of the screen.
pub struct App {
    /// The settings.
    pub settings: Settings,
    /// The look.
    pub theme: Theme,
    /// The game.
    pub game: GameView,
    /// Whether it is kept, to be offered again at the next start.
    pub kept: bool,
    /// The breeding; `None` before its first word.
    pub breeding: Option<Arc<Snapshot>>,
    /// Machines that can be chosen.
    pub opponents: Vec<Opponent>,
    /// How the present game was set up: what the new game dialog begins with.
    pub setup: NewGame,
    /// The square under the cursor.
    pub cursor: Square,
    /// The moves that led to the position looked at, when it is not the present one.
    pub review: Option<usize>,
    /// The pane in focus.
    pub focus: Pane,
    /// Whether it is enlarged.
    pub zoom: bool,
    /// Which pair of axes.
    pub axes: usize,
    /// What lies on top, the last one uppermost.
    pub dialogs: Vec<Dialog>,
    /// What is said in the bottom line.
    pub notice: Option<Notice>,
    /// The screen, as last drawn; empty before.
    pub area: Rect,
    /// What kind of screen it is.
    pub ground: Ground,
    /// How the table of individuals is looked at.
    pub table: TableState,
    /// What the coach says, on the screen of a review.
    pub coach: CoachState,
    /// The person's profile, as far as it is known.
    pub profile: ProfileState,
    /// What is said of an individual, by its number.
    pub said: Option<(u64, String)>,
}

impl App {
    /// A screen that shows `game`, nothing on top.
    pub fn new(
        settings: Settings,
        theme: Theme,
        game: GameView,
        setup: NewGame,
        opponents: Vec<Opponent>,
    ) -> Self {
        Self {
            settings,
            theme,
            game,
            kept: true,
            breeding: None,
            opponents,
            setup,
            cursor: F5,
            review: None,
            focus: Pane::Board,
            zoom: false,
            axes: 0,
            dialogs: Vec::new(),
            notice: None,
            area: Rect::ZERO,
            ground: Ground::Sitting,
            table: TableState::default(),
            coach: CoachState::default(),
            profile: ProfileState::default(),
            said: None,
        }
    }

    /// New settings of the screen and the look that they make.
    pub fn set(&mut self, settings: Settings, theme: Theme) {
        self.settings = settings;
        self.theme = theme;
    }

    /// The keymap of `layer`.
    pub fn keymap(&self, layer: Layer) -> &'static Keymap {
        Keymap::of(layer, self.settings.keys)
    }

    /// The layer that keys go to.
    pub fn layer(&self) -> Layer {
        if super::screens::is_too_small(self.area) {
            Layer::TooSmall
        } else {
            self.dialogs
                .last()
                .map_or_else(|| self.ground(), Dialog::layer)
        }
    }

    /// The layer of the game screen itself.
    pub fn ground(&self) -> Layer {
        match self.ground {
            Ground::Watch(_) => Layer::Watch,
            Ground::Run(_) => Layer::Replay,
            Ground::Game(_) => Layer::ReplayGame,
            Ground::Review(_) => Layer::Review,
            Ground::Sitting if self.zoom && self.focus == Pane::Population => Layer::Individuals,
            Ground::Sitting if self.game.position.is_over() => Layer::Over,
            Ground::Sitting if self.review.is_some() => Layer::Past,
            Ground::Sitting => Layer::Game,
        }
    }

    /// What is said of the individual that is chosen.
    pub fn said_of_chosen(&self) -> Option<&str> {
        let (id, said) = self.said.as_ref()?;
        (self.table.chosen == Some(*id)).then_some(said)
    }

    /// Says something in the bottom line.
    pub fn say(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice {
            text: text.into(),
            warning: false,
        });
    }

    /// Says that something did not go as wished.
    pub fn warn(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice {
            text: text.into(),
            warning: true,
        });
    }
}

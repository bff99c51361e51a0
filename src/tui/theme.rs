//! What things look like: one style for each role, in the colours and characters the terminal has.
//!
//! Text uses the terminal's own foreground and background and stays readable on light and dark. The
//! board brings its background with it, so that a black disc shows on a black terminal. No role is
//! told from another by hue alone: where there is no colour, brackets, shape, bold and reverse do it.

use ratatui::style::{Color, Modifier, Style};

use super::Settings;
use super::color::{ColorDepth, Shade, depth};
use super::glyphs::{Disc, Glyphs, SIZES};
use koteki_games::Side;

/// What is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Ordinary text.
    Text,
    /// Text that may be overlooked.
    Dim,
    /// The name of a pane or dialog.
    Title,
    /// Text that should be seen: whose move it is, a result.
    Strong,
    /// The key in a hint.
    Key,
    /// Something did not go as wished.
    Warning,
    /// Frame of a pane.
    Border,
    /// Frame of the pane in focus.
    BorderFocused,
    /// The chosen line of a dialog.
    Chosen,
    /// A square of the board; squares alternate.
    Square {
        /// Which of the two.
        odd: bool,
    },
    /// The frame of coordinates round the board.
    Coordinate,
    /// The mark of an empty square, where squares are all of one colour.
    Empty,
    /// The mark of a legal move, on its square.
    Legal,
    /// A disc, on its square.
    Disc(Side),
    /// A square covered by a piece, whose colour it has.
    Tile(Side),
    /// The mark of the last move on its squares.
    LastTile(Side),
    /// A piece in the tray that lies on the board already.
    Placed,
    /// A square of the piece in hand where it may be played.
    Fits,
    /// A square of it where it may not, or on another piece of this side.
    Misfit(Option<Side>),
    /// The brackets round the cursor.
    Cursor,
    /// The brackets round the last move.
    LastMove,
    /// The hint.
    Hint,
    /// An individual that wins too often.
    Above,
    /// An individual that is level.
    Level,
    /// An individual that may be.
    Unsure,
    /// An individual that loses too often.
    Below,
    /// An individual that has not played.
    Unplayed,
    /// One of the rivals A, B, C.
    Rival,
    /// The n-th curve of a plot.
    Curve(usize),
    /// Axes.
    Axis,
}

/// The look of everything.
#[derive(Clone, Copy, Debug)]
pub struct Theme {
    /// The characters.
    pub glyphs: &'static Glyphs,
    /// The colours.
    pub depth: ColorDepth,
}

const fn shade(rgb: (u8, u8, u8), indexed: u8, named: Color) -> Shade {
    Shade {
        rgb,
        indexed,
        named,
    }
}

// Among xterm's 256 no two greens are near enough to alternate, so there, too, it is one.
const GREEN_LIGHT: Shade = shade((0x3a, 0x8c, 0x5c), 28, Color::Green);
const GREEN_DARK: Shade = shade((0x33, 0x80, 0x53), 28, Color::Green);
const BLACK_DISC: Shade = shade((0x10, 0x14, 0x12), 16, Color::Black);
const WHITE_DISC: Shade = shade((0xf6, 0xf6, 0xf0), 231, Color::White);
const LEGAL: Shade = shade((0xb7, 0xe4, 0xc0), 157, Color::White);
// On the board only: among the 16, black stands out from green, and yellow does not.
const GOLD: Shade = shade((0xff, 0xd7, 0x5f), 221, Color::Black);
// Beneath the piece in hand: they differ in lightness and not only in hue.
const GOLD_TILE: Shade = shade((0xff, 0xd7, 0x5f), 221, Color::Yellow);
const PLACED: Shade = shade((0x7f, 0xb0, 0x92), 108, Color::Black);
const RED_TILE: Shade = shade((0x9e, 0x2a, 0x1c), 124, Color::Red);
const RED_MARK: Shade = shade((0xe8, 0x50, 0x30), 202, Color::Red);
const ORANGE_TILE: Shade = shade((0xd0, 0x80, 0x00), 172, Color::Yellow);
// Okabe and Ito's palette keeps these apart for every kind of colour vision.
// Orange, not gold, for text: gold is too pale on a light terminal.
const ORANGE: Shade = shade((0xe6, 0x9f, 0x00), 178, Color::Yellow);
const BLUE: Shade = shade((0x56, 0xb4, 0xe9), 74, Color::Cyan);
const BLUISH_GREEN: Shade = shade((0x00, 0xb0, 0x83), 36, Color::Green);
const VERMILION: Shade = shade((0xe0, 0x6c, 0x2e), 166, Color::Red);
const PURPLE: Shade = shade((0xcc, 0x79, 0xa7), 175, Color::Magenta);
const GREY: Shade = shade((0x8a, 0x8f, 0x98), 245, Color::DarkGray);

const fn disc(side: Side) -> Shade {
    match side {
        Side::Black => BLACK_DISC,
        Side::White => WHITE_DISC,
    }
}

impl Theme {
    /// The look for these settings in this environment; `variable` reads it.
    pub fn new(settings: &Settings, variable: impl Fn(&str) -> Option<String> + Copy) -> Self {
        Self {
            glyphs: settings.glyphs.resolve(variable),
            depth: depth(settings.color, variable),
        }
    }

    /// Whether there is any colour.
    pub fn has_color(&self) -> bool {
        self.depth != ColorDepth::None
    }

    /// Whether neighbouring squares have different colours.
    pub fn alternates(&self) -> bool {
        self.depth == ColorDepth::True
    }

    /// The discs by size of the board, then Black's and White's.
    pub fn discs(&self) -> &'static [[Disc; 2]; SIZES] {
        if self.has_color() {
            &self.glyphs.discs
        } else {
            &self.glyphs.lettered
        }
    }

    /// The same of discs that the last move has turned.
    pub fn turned(&self) -> &'static [[Disc; 2]; SIZES] {
        if self.has_color() {
            &self.glyphs.turned
        } else {
            &self.glyphs.turned_lettered
        }
    }

    /// The style of `role`.
    pub fn style(&self, role: Role) -> Style {
        let plain = Style::new();
        let bold = plain.add_modifier(Modifier::BOLD);
        let dim = if self.has_color() {
            self.fg(plain, GREY)
        } else {
            plain.add_modifier(Modifier::DIM)
        };
        match role {
            Role::Text | Role::Coordinate => plain,
            Role::Empty if self.has_color() => self.fg(plain, BLACK_DISC),
            Role::Empty | Role::Dim | Role::Axis | Role::Border | Role::Unplayed => dim,
            Role::Title | Role::Strong => bold,
            Role::Key => self.fg(bold, BLUE),
            Role::Warning => self.fg(bold, VERMILION),
            Role::BorderFocused => self.fg(bold, BLUISH_GREEN),
            Role::Chosen => plain.add_modifier(Modifier::REVERSED | Modifier::BOLD),
            Role::Square { odd } => self.bg(plain, if odd { GREEN_LIGHT } else { GREEN_DARK }),
            Role::Legal => self.fg(plain, LEGAL),
            Role::Disc(Side::Black) => self.fg(plain, BLACK_DISC),
            Role::Disc(Side::White) => self.fg(plain, WHITE_DISC),
            Role::Tile(side) => {
                let tile = disc(side);
                self.bg(self.fg(plain, tile), tile)
            }
            Role::LastTile(_) if !self.has_color() => bold.add_modifier(Modifier::REVERSED),
            Role::LastTile(side) => self.bg(self.fg(bold, ORANGE_TILE), disc(side)),
            Role::Placed if self.has_color() => self.fg(plain, PLACED),
            Role::Placed => dim,
            Role::Fits => self.bg(self.fg(bold, BLACK_DISC), GOLD_TILE),
            Role::Misfit(None) => self.bg(self.fg(bold, WHITE_DISC), RED_TILE),
            Role::Misfit(Some(side)) => self.bg(self.fg(bold, RED_MARK), disc(side)),
            Role::Cursor | Role::Hint => self.fg(bold, GOLD),
            Role::LastMove => self.fg(bold, WHITE_DISC),
            Role::Above => self.fg(plain, VERMILION),
            Role::Level => self.fg(bold, BLUISH_GREEN),
            Role::Unsure => self.fg(plain, BLUISH_GREEN),
            Role::Below => self.fg(plain, BLUE),
            Role::Rival => self.fg(bold.add_modifier(Modifier::UNDERLINED), ORANGE),
            Role::Curve(index) => {
                const CURVES: [Shade; 5] = [ORANGE, BLUE, BLUISH_GREEN, PURPLE, GREY];
                self.fg(plain, CURVES[index % CURVES.len()])
            }
        }
    }

    fn fg(&self, style: Style, shade: Shade) -> Style {
        shade.at(self.depth).map_or(style, |color| style.fg(color))
    }

    fn bg(&self, style: Style, shade: Shade) -> Style {
        shade.at(self.depth).map_or(style, |color| style.bg(color))
    }
}

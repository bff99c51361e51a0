//! What stands in the place of the values while a game is measured: what to do, what the game is for, and what
//! comes after it.

use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::widgets::Widget;

use super::{columns, frame, list_moves, wrap, write};
use crate::theme::{Role, Theme};
use crate::view::GameView;
use crate::words;
use koteki_games::words::sides::side_name;

/// Columns of a text that is read well.
const WIDEST: u16 = 64;
/// Rows from which on there is more than the shortest word on it.
const LEAST: u16 = 6;

/// The pane.
pub struct GuideView<'a> {
    /// The game.
    pub game: &'a GameView,
    /// Whether the person is here for the first time.
    pub welcome: bool,
    /// Whether the moves are listed here.
    pub moves: bool,
    /// The look.
    pub theme: &'a Theme,
    /// Whether the pane has the focus.
    pub focused: bool,
}

/// A row: how it looks, its key and its text.
type Row = (Role, String, String);

const KEYS: [(&str, &str); 6] = [
    ("Enter", "play on the square"),
    ("i", "learn the rules"),
    ("n", "another opponent"),
    ("?", "the keys"),
    (":janken", "rock-paper-scissors"),
    (":blokus", "Blokus Duo"),
];

const BRED: &str = "While you play, the program breeds opponents. This game shows how strong you are, and after it you \
     meet three of exactly your strength.";

/// A heading and what stands beneath it.
type Section = (&'static str, &'static str);

const MEASURED: Section = (
    "No help in this game",
    "It counts toward your strength. A hint (t) or a move taken back (u) makes it practice, with the value of every \
     move here.",
);
const AFTERWARDS: Section = (
    "When it is over",
    "You see how strong you are and where you lost most, and choose whom to play next.",
);

/// Puts `text` beneath the `rows`, and air beneath a paragraph.
fn say(rows: &mut Vec<Row>, width: usize, role: Role, text: &str) {
    let wrapped = wrap(text, width).into_iter();
    rows.extend(wrapped.map(|row| (role, String::new(), row)));
    if role == Role::Text {
        rows.push((role, String::new(), String::new()));
    }
}

impl GuideView<'_> {
    /// What there is to read, in paragraphs.
    fn rows(&self, width: usize) -> Vec<Row> {
        let mut rows = Vec::new();
        if self.welcomes() {
            let side = self.game.person().map_or(0, |side| side.index());
            let mark = self.theme.glyphs.legal;
            let first = format!(
                "You are {}: play on a square marked {mark} (arrows and Enter, or type f5 and Enter).",
                side_name(side)
            );
            say(&mut rows, width, Role::Text, &first);
            say(&mut rows, width, Role::Text, BRED);
            let widest = KEYS.iter().map(|(key, _)| columns(key)).max().unwrap_or(0);
            for (key, what) in KEYS {
                let indent = " ".repeat(usize::from(widest - columns(key)) + 2);
                let room = width.saturating_sub(usize::from(widest) + 2);
                let what = wrap(what, room).into_iter().next().unwrap_or_default();
                rows.push((Role::Text, key.to_owned(), format!("{indent}{what}")));
            }
            rows.push((Role::Text, String::new(), String::new()));
        }
        for (heading, text) in [MEASURED, AFTERWARDS] {
            say(&mut rows, width, Role::Strong, heading);
            say(&mut rows, width, Role::Text, text);
        }
        rows
    }

    /// Whether there is a welcome to be said: until the first move.
    fn welcomes(&self) -> bool {
        self.welcome && self.game.moves.is_empty()
    }
}

impl Widget for GuideView<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let theme = self.theme;
        let title = if self.welcomes() {
            "Welcome to koteki"
        } else {
            "Measured game"
        };
        let inner = frame(area, buffer, theme, title, self.focused, None);
        let room = inner.inner(Margin::new(1, 0));
        let text = Rect {
            width: room.width.min(WIDEST),
            ..room
        };
        let mut y = text.y;
        if text.height < LEAST {
            for (row, y) in words::HIDDEN.iter().zip(text.y..) {
                write(buffer, text, text.x, y, row, theme.style(Role::Dim));
            }
            return;
        }
        for (role, key, row) in self.rows(usize::from(text.width)) {
            write(buffer, text, text.x, y, &key, theme.style(Role::Key));
            let x = text.x + columns(&key);
            write(buffer, text, x, y, &row, theme.style(role));
            y += 1;
        }
        if self.moves && y < text.bottom() {
            let below = Rect {
                y,
                height: text.bottom() - y,
                ..text
            };
            if !self.game.moves.is_empty() && below.height > 1 {
                let strong = theme.style(Role::Strong);
                write(buffer, below, below.x, below.y, "Moves", strong);
            }
            let list = Rect {
                y: below.y + 1,
                height: below.height - 1,
                ..below
            };
            list_moves(self.game, list, buffer, theme);
        }
    }
}

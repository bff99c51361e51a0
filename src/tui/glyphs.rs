//! The characters that are drawn: three sets for three kinds of terminal.

use ratatui::buffer::Buffer;
use ratatui::symbols::border;
use serde::{Deserialize, Serialize};
use unicode_width::UnicodeWidthStr as _;

use koteki_rivals::measure::levels::BarMarks;

/// What the settings say about characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GlyphChoice {
    /// Unicode where the locale is UTF-8 and the terminal is not the Linux console, else ASCII.
    #[default]
    Auto,
    /// Box drawing, discs, braille.
    Unicode,
    /// Only characters whose width does not depend on the font: for Chinese, Japanese and Korean terminals.
    CjkSafe,
    /// Only the 95 characters of ASCII.
    Ascii,
}

impl GlyphChoice {
    /// The set to draw with; `variable` reads the environment.
    pub fn resolve(self, variable: impl Fn(&str) -> Option<String>) -> &'static Glyphs {
        match self {
            Self::Unicode => &UNICODE,
            Self::CjkSafe => &CJK_SAFE,
            Self::Ascii => &ASCII,
            Self::Auto => {
                let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
                    .into_iter()
                    .filter_map(&variable)
                    .find(|value| !value.is_empty())
                    .unwrap_or_default()
                    .to_ascii_lowercase();
                // No locale at all is usual in containers, whose terminals are UTF-8.
                let utf8 = locale.is_empty() || locale.contains("utf");
                let plain = matches!(locale.as_str(), "c" | "posix");
                if variable("TERM").is_some_and(|term| term == "linux") || !(utf8 || plain) {
                    &ASCII
                } else if ["ja", "zh", "ko"]
                    .iter()
                    .any(|language| locale.starts_with(language))
                {
                    &CJK_SAFE
                } else if plain {
                    &ASCII
                } else {
                    &UNICODE
                }
            }
        }
    }
}

/// Which characters may appear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repertoire {
    /// Any.
    Unicode,
    /// Those whose width is the same in every font.
    CjkSafe,
    /// 0x20 to 0x7e.
    Ascii,
}

/// Sizes that a board is drawn in.
pub const SIZES: usize = 6;

/// A disc in one size: one string a row.
pub type Disc = &'static [&'static str];

/// How a curve's dots are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dots {
    /// 2 × 4 dots a cell.
    Braille,
    /// One character a cell, each curve its own.
    Letters,
}

/// A set of characters.
#[derive(Debug, PartialEq, Eq)]
pub struct Glyphs {
    /// Which characters may appear.
    pub repertoire: Repertoire,
    /// Frame of a pane.
    pub border: border::Set<'static>,
    /// Frame of the pane that has the focus, and of dialogs.
    pub border_focused: border::Set<'static>,
    /// Discs by size of the board (smallest first), then Black's and White's, where colour fills them.
    pub discs: [[Disc; 2]; SIZES],
    /// The same without colour: what is filled looks white on a dark terminal and black on a light one, so
    /// a letter says whose it is.
    pub lettered: [[Disc; 2]; SIZES],
    /// Discs that the last move has turned: smaller until somebody goes on.
    pub turned: [[Disc; 2]; SIZES],
    /// The same without colour.
    pub turned_lettered: [[Disc; 2]; SIZES],
    /// An empty square where there is no colour.
    pub empty: &'static str,
    /// A square that may be played.
    pub legal: &'static str,
    /// The square of the hint.
    pub hint: &'static str,
    /// An individual that wins too often, may be level, loses too often, has not played, is level for
    /// certain.
    pub win_rate: [&'static str; 5],
    /// Bars of growing height for losses, the lowest first; more than nothing to very much.
    pub bars: &'static [&'static str],
    /// What is done and what is not of a bar that says how far something is.
    pub gauge: [&'static str; 2],
    /// Between the items of a line.
    pub separator: &'static str,
    /// Between the two names of a scatter's axes.
    pub times: &'static str,
    /// What the line is drawn with on which somebody's strength lies.
    pub bar: BarMarks,
    /// Between two ends of a range.
    pub dash: &'static str,
    /// Where text was cut off.
    pub ellipsis: &'static str,
    /// Left and right of a choice that can be changed.
    pub arrows: [&'static str; 2],
    /// Before the chosen line.
    pub pointer: &'static str,
    /// The zero line and the left axis of a plot.
    pub axis: [&'static str; 2],
    /// How curves are drawn.
    pub dots: Dots,
}

const UNICODE_LARGE: Disc = &[
    "  ▗▄▄▄▄▖  ",
    " ▟██████▙ ",
    " ████████ ",
    " ▜██████▛ ",
    "  ▝▀▀▀▀▘  ",
];

/// Box drawing, discs, braille.
pub const UNICODE: Glyphs = Glyphs {
    repertoire: Repertoire::Unicode,
    border: border::ROUNDED,
    border_focused: border::THICK,
    discs: [
        [&["●"], &["●"]],
        [&[" ▄▄ ", "▝██▘"], &[" ▄▄ ", "▝██▘"]],
        [
            &[" ▗▄▄▖ ", "▐████▌", "▝▜██▛▘"],
            &[" ▗▄▄▖ ", "▐████▌", "▝▜██▛▘"],
        ],
        [
            &["  ▄▄▄▄  ", "▗██████▖", "▐██████▌", " ▀████▀ "],
            &["  ▄▄▄▄  ", "▗██████▖", "▐██████▌", " ▀████▀ "],
        ],
        [UNICODE_LARGE, UNICODE_LARGE],
        [
            &[
                "   ▄▄▄▄▄▄   ",
                " ▟████████▙ ",
                "▐██████████▌",
                "▐██████████▌",
                " ▜████████▛ ",
                "   ▀▀▀▀▀▀   ",
            ],
            &[
                "   ▄▄▄▄▄▄   ",
                " ▟████████▙ ",
                "▐██████████▌",
                "▐██████████▌",
                " ▜████████▛ ",
                "   ▀▀▀▀▀▀   ",
            ],
        ],
    ],
    lettered: [
        [&["B"], &["W"]],
        [&["▒▒▒▒", "▒BB▒"], &["╭──╮", "╰WW╯"]],
        [
            &[" ▒▒▒▒ ", "▒▒BB▒▒", " ▒▒▒▒ "],
            &["╭────╮", "│ WW │", "╰────╯"],
        ],
        [
            &[" ▒▒▒▒▒▒ ", "▒▒▒BB▒▒▒", "▒▒▒BB▒▒▒", " ▒▒▒▒▒▒ "],
            &["╭──────╮", "│  WW  │", "│  WW  │", "╰──────╯"],
        ],
        [
            &[
                "  ▒▒▒▒▒▒  ",
                " ▒▒▒▒▒▒▒▒ ",
                " ▒▒▒BB▒▒▒ ",
                " ▒▒▒▒▒▒▒▒ ",
                "  ▒▒▒▒▒▒  ",
            ],
            &[
                " ╭──────╮ ",
                " │      │ ",
                " │  WW  │ ",
                " │      │ ",
                " ╰──────╯ ",
            ],
        ],
        [
            &[
                "   ▒▒▒▒▒▒   ",
                " ▒▒▒▒▒▒▒▒▒▒ ",
                "▒▒▒▒▒BB▒▒▒▒▒",
                "▒▒▒▒▒BB▒▒▒▒▒",
                " ▒▒▒▒▒▒▒▒▒▒ ",
                "   ▒▒▒▒▒▒   ",
            ],
            &[
                "╭──────────╮",
                "│          │",
                "│    WW    │",
                "│    WW    │",
                "│          │",
                "╰──────────╯",
            ],
        ],
    ],
    turned: [
        [&["◉"], &["◉"]],
        [&[" ▄▄ ", " ▀▀ "], &[" ▄▄ ", " ▀▀ "]],
        [
            &["  ▄▄  ", " ▐██▌ ", "  ▀▀  "],
            &["  ▄▄  ", " ▐██▌ ", "  ▀▀  "],
        ],
        [
            &["        ", "  ▟██▙  ", "  ▜██▛  ", "        "],
            &["        ", "  ▟██▙  ", "  ▜██▛  ", "        "],
        ],
        [
            &[
                "          ",
                "  ▗████▖  ",
                "  ██████  ",
                "  ▝████▘  ",
                "          ",
            ],
            &[
                "          ",
                "  ▗████▖  ",
                "  ██████  ",
                "  ▝████▘  ",
                "          ",
            ],
        ],
        [
            &[
                "            ",
                "   ▄████▄   ",
                "  ████████  ",
                "  ████████  ",
                "   ▀████▀   ",
                "            ",
            ],
            &[
                "            ",
                "   ▄████▄   ",
                "  ████████  ",
                "  ████████  ",
                "   ▀████▀   ",
                "            ",
            ],
        ],
    ],
    turned_lettered: [
        [&["b"], &["w"]],
        [&[" ▒▒ ", " BB "], &[" ── ", " WW "]],
        [
            &["  ▒▒  ", " ▒BB▒ ", "  ▒▒  "],
            &[" ╭──╮ ", " │WW│ ", " ╰──╯ "],
        ],
        [
            &["        ", "  ▒BB▒  ", "  ▒BB▒  ", "        "],
            &["  ╭──╮  ", "  │WW│  ", "  │WW│  ", "  ╰──╯  "],
        ],
        [
            &[
                "          ",
                "   ▒▒▒▒   ",
                "   ▒BB▒   ",
                "   ▒▒▒▒   ",
                "          ",
            ],
            &[
                "          ",
                "   ╭──╮   ",
                "   │WW│   ",
                "   ╰──╯   ",
                "          ",
            ],
        ],
        [
            &[
                "            ",
                "   ▒▒▒▒▒▒   ",
                "   ▒▒BB▒▒   ",
                "   ▒▒BB▒▒   ",
                "   ▒▒▒▒▒▒   ",
                "            ",
            ],
            &[
                "            ",
                "   ╭────╮   ",
                "   │ WW │   ",
                "   │ WW │   ",
                "   ╰────╯   ",
                "            ",
            ],
        ],
    ],
    empty: "·",
    legal: "•",
    hint: "★",
    win_rate: ["▲", "◇", "▼", "·", "◆"],
    bars: &["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"],
    gauge: ["▓", "░"],
    separator: " · ",
    times: "×",
    bar: BarMarks {
        line: "·",
        interval: "━",
        at: "●",
    },
    dash: "–",
    ellipsis: "…",
    arrows: ["◂", "▸"],
    pointer: "▸",
    axis: ["─", "│"],
    dots: Dots::Braille,
};

const PLAIN_BORDER: border::Set<'static> = border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

const PLAIN_BORDER_FOCUSED: border::Set<'static> = border::Set {
    top_left: "#",
    top_right: "#",
    bottom_left: "#",
    bottom_right: "#",
    vertical_left: "#",
    vertical_right: "#",
    horizontal_top: "=",
    horizontal_bottom: "=",
};

const CJK_LARGE: Disc = &[
    " ⣠⣴⣾⣿⣿⣷⣦⣄ ",
    "⣴⣿⣿⣿⣿⣿⣿⣿⣿⣦",
    "⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿",
    "⠻⣿⣿⣿⣿⣿⣿⣿⣿⠟",
    " ⠙⠻⢿⣿⣿⡿⠟⠋ ",
];

/// Only characters of one certain width. Discs and curves are braille, frames ASCII.
pub const CJK_SAFE: Glyphs = Glyphs {
    repertoire: Repertoire::CjkSafe,
    border: PLAIN_BORDER,
    border_focused: PLAIN_BORDER_FOCUSED,
    discs: [
        [&["⬤"], &["⬤"]],
        [&["⣴⣿⣿⣦", "⠻⣿⣿⠟"], &["⣴⣿⣿⣦", "⠻⣿⣿⠟"]],
        [
            &["⢠⣶⣿⣿⣶⡄", "⣿⣿⣿⣿⣿⣿", "⠘⠿⣿⣿⠿⠃"],
            &["⢠⣶⣿⣿⣶⡄", "⣿⣿⣿⣿⣿⣿", "⠘⠿⣿⣿⠿⠃"],
        ],
        [
            &["⢀⣴⣾⣿⣿⣷⣦⡀", "⣾⣿⣿⣿⣿⣿⣿⣷", "⢿⣿⣿⣿⣿⣿⣿⡿", "⠈⠻⢿⣿⣿⡿⠟⠁"],
            &["⢀⣴⣾⣿⣿⣷⣦⡀", "⣾⣿⣿⣿⣿⣿⣿⣷", "⢿⣿⣿⣿⣿⣿⣿⡿", "⠈⠻⢿⣿⣿⡿⠟⠁"],
        ],
        [CJK_LARGE, CJK_LARGE],
        [
            &[
                "  ⣠⣴⣾⣿⣿⣷⣦⣄  ",
                " ⣴⣿⣿⣿⣿⣿⣿⣿⣿⣦ ",
                "⢸⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⡇",
                "⢸⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⡇",
                " ⠻⣿⣿⣿⣿⣿⣿⣿⣿⠟ ",
                "  ⠙⠻⢿⣿⣿⡿⠟⠋  ",
            ],
            &[
                "  ⣠⣴⣾⣿⣿⣷⣦⣄  ",
                " ⣴⣿⣿⣿⣿⣿⣿⣿⣿⣦ ",
                "⢸⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⡇",
                "⢸⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⡇",
                " ⠻⣿⣿⣿⣿⣿⣿⣿⣿⠟ ",
                "  ⠙⠻⢿⣿⣿⡿⠟⠋  ",
            ],
        ],
    ],
    lettered: [
        [&["B"], &["W"]],
        [&["⢕⢕⢕⢕", "⢕BB⢕"], &["⡴⠋⠙⢦", "⠳WW⠞"]],
        [
            &[" ⢕⢕⢕⢕ ", "⢕⢕BB⢕⢕", " ⢕⢕⢕⢕ "],
            &["⢠⠖⠉⠉⠲⡄", "⡇ WW ⢸", "⠘⠦⣀⣀⠴⠃"],
        ],
        [
            &[" ⢕⢕⢕⢕⢕⢕ ", "⢕⢕⢕BB⢕⢕⢕", "⢕⢕⢕BB⢕⢕⢕", " ⢕⢕⢕⢕⢕⢕ "],
            &["⢀⡴⠚⠉⠉⠓⢦⡀", "⡞  WW  ⢳", "⢧  WW  ⡼", "⠈⠳⢤⣀⣀⡤⠞⠁"],
        ],
        [
            &[
                "  ⢕⢕⢕⢕⢕⢕  ",
                " ⢕⢕⢕⢕⢕⢕⢕⢕ ",
                " ⢕⢕⢕BB⢕⢕⢕ ",
                " ⢕⢕⢕⢕⢕⢕⢕⢕ ",
                "  ⢕⢕⢕⢕⢕⢕  ",
            ],
            &[
                " ⣠⠖⠋⠉⠉⠙⠲⣄ ",
                "⡼⠁      ⠈⢧",
                "⡇   WW   ⢸",
                "⢳⡀      ⢀⡞",
                " ⠙⠦⣄⣀⣀⣠⠴⠋ ",
            ],
        ],
        [
            &[
                "   ⢕⢕⢕⢕⢕⢕   ",
                " ⢕⢕⢕⢕⢕⢕⢕⢕⢕⢕ ",
                "⢕⢕⢕⢕⢕BB⢕⢕⢕⢕⢕",
                "⢕⢕⢕⢕⢕BB⢕⢕⢕⢕⢕",
                " ⢕⢕⢕⢕⢕⢕⢕⢕⢕⢕ ",
                "   ⢕⢕⢕⢕⢕⢕   ",
            ],
            &[
                "  ⣠⠖⠋⠉⠉⠙⠲⣄  ",
                " ⡼⠁      ⠈⢧ ",
                "⢸    WW    ⡇",
                "⢸    WW    ⡇",
                " ⢳⡀      ⢀⡞ ",
                "  ⠙⠦⣄⣀⣀⣠⠴⠋  ",
            ],
        ],
    ],
    turned: [
        [&["⣿"], &["⣿"]],
        [&["⢀⣤⣤⡀", "⠈⠛⠛⠁"], &["⢀⣤⣤⡀", "⠈⠛⠛⠁"]],
        [
            &["  ⣀⣀  ", " ⢸⣿⣿⡇ ", "  ⠉⠉  "],
            &["  ⣀⣀  ", " ⢸⣿⣿⡇ ", "  ⠉⠉  "],
        ],
        [
            &["        ", "  ⣴⣿⣿⣦  ", "  ⠻⣿⣿⠟  ", "        "],
            &["        ", "  ⣴⣿⣿⣦  ", "  ⠻⣿⣿⠟  ", "        "],
        ],
        [
            &[
                "          ",
                "  ⢠⣾⣿⣿⣷⡄  ",
                "  ⣿⣿⣿⣿⣿⣿  ",
                "  ⠘⢿⣿⣿⡿⠃  ",
                "          ",
            ],
            &[
                "          ",
                "  ⢠⣾⣿⣿⣷⡄  ",
                "  ⣿⣿⣿⣿⣿⣿  ",
                "  ⠘⢿⣿⣿⡿⠃  ",
                "          ",
            ],
        ],
        [
            &[
                "            ",
                "   ⣠⣾⣿⣿⣷⣄   ",
                "  ⢸⣿⣿⣿⣿⣿⣿⡇  ",
                "  ⢸⣿⣿⣿⣿⣿⣿⡇  ",
                "   ⠙⢿⣿⣿⡿⠋   ",
                "            ",
            ],
            &[
                "            ",
                "   ⣠⣾⣿⣿⣷⣄   ",
                "  ⢸⣿⣿⣿⣿⣿⣿⡇  ",
                "  ⢸⣿⣿⣿⣿⣿⣿⡇  ",
                "   ⠙⢿⣿⣿⡿⠋   ",
                "            ",
            ],
        ],
    ],
    turned_lettered: [
        [&["b"], &["w"]],
        [&[" ⢕⢕ ", " BB "], &[" ⣀⣀ ", " WW "]],
        [
            &["  ⢕⢕  ", " ⢕BB⢕ ", "  ⢕⢕  "],
            &[" ⢀⣀⣀⡀ ", " ⢸WW⡇ ", " ⠈⠉⠉⠁ "],
        ],
        [
            &["        ", "  ⢕BB⢕  ", "  ⢕BB⢕  ", "        "],
            &["  ⢀⣀⣀⡀  ", "  ⢸WW⡇  ", "  ⢸WW⡇  ", "  ⠈⠉⠉⠁  "],
        ],
        [
            &[
                "          ",
                "   ⢕⢕⢕⢕   ",
                "   ⢕BB⢕   ",
                "   ⢕⢕⢕⢕   ",
                "          ",
            ],
            &[
                "          ",
                "   ⢀⣀⣀⡀   ",
                "   ⢸WW⡇   ",
                "   ⠈⠉⠉⠁   ",
                "          ",
            ],
        ],
        [
            &[
                "            ",
                "   ⢕⢕⢕⢕⢕⢕   ",
                "   ⢕⢕BB⢕⢕   ",
                "   ⢕⢕BB⢕⢕   ",
                "   ⢕⢕⢕⢕⢕⢕   ",
                "            ",
            ],
            &[
                "            ",
                "   ⢀⣀⣀⣀⣀⡀   ",
                "   ⢸ WW ⡇   ",
                "   ⢸ WW ⡇   ",
                "   ⠈⠉⠉⠉⠉⠁   ",
                "            ",
            ],
        ],
    ],
    empty: ".",
    legal: "∙",
    hint: "?",
    win_rate: ["▴", "▫", "▾", ".", "▪"],
    bars: &["⣀", "⣤", "⣶", "⣿"],
    gauge: ["⣿", "⣀"],
    separator: " | ",
    times: "x",
    bar: BarMarks::ASCII,
    dash: "-",
    ellipsis: "~",
    arrows: ["‹", "›"],
    pointer: "▸",
    axis: ["-", "|"],
    dots: Dots::Braille,
};

/// Only ASCII.
pub const ASCII: Glyphs = Glyphs {
    repertoire: Repertoire::Ascii,
    border: PLAIN_BORDER,
    border_focused: PLAIN_BORDER_FOCUSED,
    discs: [
        [&["X"], &["O"]],
        [&["/XX\\", "\\XX/"], &["/  \\", "\\__/"]],
        [
            &[" /XX\\ ", "|XXXX|", " \\XX/ "],
            &[" /--\\ ", "|    |", " \\--/ "],
        ],
        [
            &[" /XXXX\\ ", "|XXXXXX|", "|XXXXXX|", " \\XXXX/ "],
            &[" /----\\ ", "|      |", "|      |", " \\----/ "],
        ],
        [
            &[
                "  /XXXX\\  ",
                " /XXXXXX\\ ",
                " |XXXXXX| ",
                " \\XXXXXX/ ",
                "  \\XXXX/  ",
            ],
            &[
                "  /----\\  ",
                " /      \\ ",
                " |      | ",
                " \\      / ",
                "  \\----/  ",
            ],
        ],
        [
            &[
                "  /XXXXXX\\  ",
                " /XXXXXXXX\\ ",
                " |XXXXXXXX| ",
                " |XXXXXXXX| ",
                " \\XXXXXXXX/ ",
                "  \\XXXXXX/  ",
            ],
            &[
                "  /------\\  ",
                " /        \\ ",
                " |        | ",
                " |        | ",
                " \\        / ",
                "  \\------/  ",
            ],
        ],
    ],
    lettered: [
        [&["B"], &["W"]],
        [&["/##\\", "\\BB/"], &["/  \\", "\\WW/"]],
        [
            &[" /##\\ ", "|#BB#|", " \\##/ "],
            &[" /--\\ ", "| WW |", " \\--/ "],
        ],
        [
            &[" /####\\ ", "|##BB##|", "|##BB##|", " \\####/ "],
            &[" /----\\ ", "|  WW  |", "|  WW  |", " \\----/ "],
        ],
        [
            &[
                "  /####\\  ",
                " /######\\ ",
                " |##BB##| ",
                " \\######/ ",
                "  \\####/  ",
            ],
            &[
                "  /----\\  ",
                " /      \\ ",
                " |  WW  | ",
                " \\      / ",
                "  \\----/  ",
            ],
        ],
        [
            &[
                "  /######\\  ",
                " /########\\ ",
                " |###BB###| ",
                " |###BB###| ",
                " \\########/ ",
                "  \\######/  ",
            ],
            &[
                "  /------\\  ",
                " /        \\ ",
                " |   WW   | ",
                " |   WW   | ",
                " \\        / ",
                "  \\------/  ",
            ],
        ],
    ],
    turned: [
        [&["x"], &["o"]],
        [&[" XX ", " XX "], &[" /\\ ", " \\/ "]],
        [
            &["      ", " |XX| ", "      "],
            &["      ", " |  | ", "      "],
        ],
        [
            &["        ", "  /XX\\  ", "  \\XX/  ", "        "],
            &["        ", "  /  \\  ", "  \\__/  ", "        "],
        ],
        [
            &[
                "          ",
                "   /XX\\   ",
                "   |XX|   ",
                "   \\XX/   ",
                "          ",
            ],
            &[
                "          ",
                "   /--\\   ",
                "   |  |   ",
                "   \\--/   ",
                "          ",
            ],
        ],
        [
            &[
                "            ",
                "   /XXXX\\   ",
                "   |XXXX|   ",
                "   |XXXX|   ",
                "   \\XXXX/   ",
                "            ",
            ],
            &[
                "            ",
                "   /----\\   ",
                "   |    |   ",
                "   |    |   ",
                "   \\----/   ",
                "            ",
            ],
        ],
    ],
    turned_lettered: [
        [&["b"], &["w"]],
        [&[" ## ", " BB "], &[" -- ", " WW "]],
        [
            &["      ", " #BB# ", "      "],
            &[" ---- ", " |WW| ", " ---- "],
        ],
        [
            &["        ", "  #BB#  ", "  #BB#  ", "        "],
            &["        ", "  |WW|  ", "  |WW|  ", "        "],
        ],
        [
            &[
                "          ",
                "   ####   ",
                "   #BB#   ",
                "   ####   ",
                "          ",
            ],
            &[
                "          ",
                "   /--\\   ",
                "   |WW|   ",
                "   \\--/   ",
                "          ",
            ],
        ],
        [
            &[
                "            ",
                "   ######   ",
                "   ##BB##   ",
                "   ##BB##   ",
                "   ######   ",
                "            ",
            ],
            &[
                "            ",
                "   /----\\   ",
                "   | WW |   ",
                "   | WW |   ",
                "   \\----/   ",
                "            ",
            ],
        ],
    ],
    empty: ".",
    legal: "+",
    hint: "?",
    win_rate: ["^", "o", "v", ".", "O"],
    bars: &[".", ":", "!", "#"],
    gauge: ["#", "."],
    separator: " | ",
    times: "x",
    bar: BarMarks::ASCII,
    dash: "-",
    ellipsis: "~",
    arrows: ["<", ">"],
    pointer: ">",
    axis: ["-", "|"],
    dots: Dots::Letters,
};

impl Glyphs {
    /// Replaces what the set does not hold, such as a letter in a name from outside, by something
    /// like it of the same width. Every frame ends with this, so the set's promise needs no trust in
    /// the text that is shown.
    pub fn confine(&self, buffer: &mut Buffer) {
        if self.repertoire == Repertoire::Unicode {
            return;
        }
        let width = usize::from(buffer.area.width).max(1);
        let mut covered = 0;
        for (index, cell) in buffer.content.iter_mut().enumerate() {
            if index % width == 0 {
                covered = 0;
            }
            let symbol = cell.symbol();
            let columns = symbol.width();
            if covered > 0 {
                covered -= 1;
                continue;
            }
            if self.allows(symbol) {
                covered = columns.saturating_sub(1);
            } else {
                cell.set_symbol(substitute(symbol));
            }
        }
    }

    /// Whether a cell may show `symbol`.
    pub fn allows(&self, symbol: &str) -> bool {
        match self.repertoire {
            Repertoire::Unicode => true,
            Repertoire::CjkSafe => symbol.width() == symbol.width_cjk(),
            Repertoire::Ascii => symbol.bytes().all(|byte| (0x20..=0x7e).contains(&byte)),
        }
    }
}

/// An ASCII character that comes near.
fn substitute(symbol: &str) -> &'static str {
    match symbol {
        "–" | "—" | "−" | "─" | "‐" => "-",
        "·" | "•" | "∙" | "◦" => ".",
        "×" => "x",
        "…" => "~",
        "→" | "▸" | "›" | "»" => ">",
        "←" | "◂" | "‹" | "«" => "<",
        "↑" => "^",
        "↓" => "v",
        "“" | "”" => "\"",
        "‘" | "’" => "'",
        "│" => "|",
        "β" => "b",
        "ō" => "o",
        "σ" => "s",
        _ => "?",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_locale_picks_the_set() {
        let with = |variables: &'static [(&str, &str)]| {
            GlyphChoice::Auto.resolve(|name| {
                variables
                    .iter()
                    .find(|(key, _)| *key == name)
                    .map(|(_, value)| (*value).to_owned())
            })
        };
        assert_eq!(with(&[("LANG", "en_GB.UTF-8")]), &UNICODE);
        assert_eq!(with(&[]), &UNICODE);
        assert_eq!(with(&[("LANG", "ja_JP.UTF-8")]), &CJK_SAFE);
        assert_eq!(with(&[("LANG", "de_DE.ISO-8859-1")]), &ASCII);
        assert_eq!(with(&[("LC_ALL", "C"), ("LANG", "en_GB.UTF-8")]), &ASCII);
        assert_eq!(with(&[("LANG", "C.UTF-8")]), &UNICODE);
        assert_eq!(with(&[("LANG", "en_GB.UTF-8"), ("TERM", "linux")]), &ASCII);
    }
}

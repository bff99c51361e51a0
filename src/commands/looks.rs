//! How the screen looks: what every command with a screen takes; and what comes after it.

use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::Args;

use super::choice::{Choice, one_of};
use koteki_games::words::harmless::Harmless;
use koteki_tui as tui;
use koteki_tui::color::ColorChoice;
use koteki_tui::event::Ended;
use koteki_tui::glyphs::GlyphChoice;

const GLYPHS: [Choice<GlyphChoice>; 4] = [
    (
        "auto",
        "Unicode where the locale is UTF-8 and the terminal is not the Linux console, else ASCII",
        GlyphChoice::Auto,
    ),
    (
        "unicode",
        "Box drawing, discs, braille",
        GlyphChoice::Unicode,
    ),
    (
        "cjk-safe",
        "Only characters whose width does not depend on the font: for Chinese, Japanese and Korean terminals",
        GlyphChoice::CjkSafe,
    ),
    (
        "ascii",
        "Only the 95 characters of ASCII",
        GlyphChoice::Ascii,
    ),
];

const COLORS: [Choice<ColorChoice>; 5] = [
    (
        "auto",
        "What the terminal says it can do (`NO_COLOR`, `COLORTERM`, `TERM`)",
        ColorChoice::Auto,
    ),
    ("never", "No colour at all", ColorChoice::Never),
    (
        "16",
        "The 16 named colours, as the terminal has them",
        ColorChoice::Sixteen,
    ),
    ("256", "The 256 colours of xterm", ColorChoice::Indexed),
    ("truecolor", "24 bits", ColorChoice::Truecolor),
];

/// The looks that the command line asks for.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct Looks {
    /// Characters of the screen
    #[arg(long, value_name = "SET", value_parser = one_of(&GLYPHS))]
    pub glyphs: Option<GlyphChoice>,
    /// Colours of the screen; overrides NO_COLOR
    #[arg(long, value_name = "DEPTH", value_parser = one_of(&COLORS))]
    pub color: Option<ColorChoice>,
}

impl Looks {
    /// Puts them in the place of what the settings say.
    pub(crate) fn put(self, screen: &mut tui::Settings) {
        screen.glyphs = self.glyphs.unwrap_or(screen.glyphs);
        screen.color = self.color.unwrap_or(screen.color);
    }
}

/// Says what there is to say once the terminal is given back.
pub(crate) fn ended((exit, said): Ended) -> anyhow::Result<ExitCode> {
    for said in said {
        writeln!(Harmless::words(io::stdout()), "{said}")?;
    }
    Ok(exit.code().into())
}

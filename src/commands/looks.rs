//! How the screen looks: what every command with a screen takes.

use clap::Args;

use crate::tui;
use crate::tui::color::ColorChoice;
use crate::tui::glyphs::GlyphChoice;

/// The looks that the command line asks for.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct Looks {
    /// Characters of the screen
    #[arg(long, value_name = "SET")]
    pub glyphs: Option<GlyphChoice>,
    /// Colours of the screen; stronger than NO_COLOR
    #[arg(long, value_name = "DEPTH")]
    pub color: Option<ColorChoice>,
}

impl Looks {
    /// Puts them in the place of what the settings say.
    pub(crate) fn put(self, screen: &mut tui::Settings) {
        screen.glyphs = self.glyphs.unwrap_or(screen.glyphs);
        screen.color = self.color.unwrap_or(screen.color);
    }
}

//! How many colours the terminal shows, and one colour in each depth.

use ratatui::style::Color;
use serde::{Deserialize, Serialize};

/// What the settings say about colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ColorChoice {
    /// What the terminal says it can do (`NO_COLOR`, `COLORTERM`, `TERM`).
    #[default]
    Auto,
    /// No colour at all.
    Never,
    /// The 16 named colours, as the terminal has them.
    #[serde(rename = "16")]
    Sixteen,
    /// The 256 colours of xterm.
    #[serde(rename = "256")]
    Indexed,
    /// 24 bits.
    Truecolor,
}

/// How many colours are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ColorDepth {
    /// None: shape, brackets, bold and reverse say everything.
    None,
    /// The 16 named ones.
    Sixteen,
    /// xterm's 256.
    Indexed,
    /// 24 bits.
    True,
}

/// A colour in every depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shade {
    /// Red, green, blue.
    pub rgb: (u8, u8, u8),
    /// Its number among xterm's 256.
    pub indexed: u8,
    /// Its nearest name among the 16.
    pub named: Color,
}

impl Shade {
    /// The colour to draw; `None` where there is none.
    pub const fn at(self, depth: ColorDepth) -> Option<Color> {
        match depth {
            ColorDepth::None => None,
            ColorDepth::Sixteen => Some(self.named),
            ColorDepth::Indexed => Some(Color::Indexed(self.indexed)),
            ColorDepth::True => Some(Color::Rgb(self.rgb.0, self.rgb.1, self.rgb.2)),
        }
    }
}

/// The depth to draw in. `variable` reads the environment. A choice in the settings beats the
/// environment; `NO_COLOR` (not empty) beats what the terminal can do; 24 bits only when `COLORTERM`
/// promises them (OpenSSH does not forward it).
pub fn depth(choice: ColorChoice, variable: impl Fn(&str) -> Option<String>) -> ColorDepth {
    match choice {
        ColorChoice::Never => return ColorDepth::None,
        ColorChoice::Sixteen => return ColorDepth::Sixteen,
        ColorChoice::Indexed => return ColorDepth::Indexed,
        ColorChoice::Truecolor => return ColorDepth::True,
        ColorChoice::Auto => {}
    }
    let is_set = |name| variable(name).is_some_and(|value| !value.is_empty());
    if is_set("NO_COLOR") {
        return ColorDepth::None;
    }
    let term = variable("TERM").unwrap_or_default();
    if matches!(
        variable("COLORTERM").as_deref(),
        Some("truecolor" | "24bit")
    ) {
        ColorDepth::True
    } else if term.starts_with("vt") {
        ColorDepth::None
    } else if matches!(term.as_str(), "linux" | "ansi" | "cygwin" | "xterm-16color") {
        ColorDepth::Sixteen
    } else {
        ColorDepth::Indexed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(variables: &'static [(&str, &str)]) -> impl Fn(&str) -> Option<String> {
        |name| {
            variables
                .iter()
                .find(|(key, _)| *key == name)
                .map(|(_, value)| (*value).to_owned())
        }
    }

    #[test]
    fn the_terminal_decides_unless_told_otherwise() {
        let auto = |variables| depth(ColorChoice::Auto, with(variables));
        assert_eq!(auto(&[("TERM", "xterm-256color")]), ColorDepth::Indexed);
        assert_eq!(
            auto(&[("TERM", "xterm"), ("COLORTERM", "truecolor")]),
            ColorDepth::True
        );
        assert_eq!(
            auto(&[("TERM", "xterm"), ("COLORTERM", "24bit")]),
            ColorDepth::True
        );
        assert_eq!(auto(&[("TERM", "linux")]), ColorDepth::Sixteen);
        assert_eq!(auto(&[("TERM", "vt100")]), ColorDepth::None);
        assert_eq!(
            auto(&[("COLORTERM", "truecolor"), ("NO_COLOR", "1")]),
            ColorDepth::None
        );
        // no-color.org: "when present and not an empty string".
        assert_eq!(
            auto(&[("TERM", "xterm"), ("NO_COLOR", "")]),
            ColorDepth::Indexed
        );
        assert_eq!(
            depth(ColorChoice::Truecolor, with(&[("NO_COLOR", "1")])),
            ColorDepth::True
        );
    }
}

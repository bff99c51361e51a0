//! Words of the settings dialog.

/// Its title.
pub const TITLE: &str = "Settings";

/// The lines: what each is called, and what it means.
pub const LINES: [(&str, &str); 9] = [
    ("Your side", "in a new game, if nothing else is asked for"),
    (
        "New games",
        "measured: without help, and they tell how strong you are",
    ),
    (
        "Random opening",
        "moves drawn by lot before a new game begins",
    ),
    (
        "Keys",
        "vim: hjkl move too; a move in column h then begins with a colon",
    ),
    (
        "Characters",
        "cjk-safe: for Chinese, Japanese and Korean fonts",
    ),
    ("Colours", "auto: what the terminal says it can show"),
    ("Mouse", "clicks play and choose; from the next start on"),
    ("Pace", "least time between two moves that are shown"),
    (
        "Clock",
        "a person's time for a game, from the next one on; then the tester plays",
    ),
];

/// The person's side.
pub const SIDES: [&str; 4] = ["Black", "White", "by lot", "in turn"];

/// What kind of games.
pub const KINDS: [&str; 2] = ["measured", "practice"];

/// Off and on.
pub const SWITCH: [&str; 2] = ["off", "on"];

/// Beneath the lines.
pub const HELP: &str = "arrows choose and change, Enter keeps, Esc leaves all as it was";

/// Nothing was changed.
pub const NOTHING: &str = "nothing was changed";

/// So many plies.
pub fn plies(count: u32) -> String {
    match count {
        0 => "none".to_owned(),
        1 => "1 ply".to_owned(),
        _ => format!("{count} plies"),
    }
}

/// A clock of so many seconds.
pub fn clock(seconds: u32) -> String {
    match seconds {
        0 => "off".to_owned(),
        60 => "1 minute".to_owned(),
        _ if seconds.is_multiple_of(60) => format!("{} minutes", seconds / 60),
        _ => format!("{seconds} seconds"),
    }
}

/// A time.
pub fn milliseconds(time: u32) -> String {
    format!("{time} ms")
}

/// The settings were kept.
pub fn kept(path: &str) -> String {
    format!("kept in {path}")
}

/// They hold, but could not be kept.
pub fn not_kept(why: &str) -> String {
    format!("holds until the end of this sitting only: {why}")
}

/// There is no place for a settings file.
pub const NO_PLACE: &str = "there is no home folder to keep settings in";

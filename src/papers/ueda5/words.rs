//! Messages that several files of the experiments of chapter 5 share.

/// A question left open by the text, the ways to read it, the one used, and how it was chosen.
pub type Open = (
    &'static str,
    &'static [&'static str],
    &'static str,
    &'static str,
);

/// How most were chosen.
pub const LIKELIEST: &str = "taken as the likeliest; the others were not tried";
/// How those were chosen that several tables hang on.
pub const BY_ALL: &str =
    "by all rows of tables 5.3 to 5.5 together, on seed 1001: koteki experiment ueda-5-readings";

pub const DECIDED: &str = "Moves in decided positions are left out of losses and ranks: one of them \
     would be all the mean there is.";

pub fn against(player: &str, opponent: &str) -> String {
    format!("{player} against {opponent}")
}

pub fn games(count: u32) -> String {
    format!("{count} games")
}

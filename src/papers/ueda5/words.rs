//! Messages that several files of the experiments of chapter 5 share.

/// A question left open by the text, the ways to read it, and the one used.
pub type Open = (&'static str, &'static [&'static str], &'static str);

pub const DECIDED: &str = "Moves in decided positions are left out of losses and ranks: one of them \
     would be all the mean there is.";

pub fn against(player: &str, opponent: &str) -> String {
    format!("{player} against {opponent}")
}

pub fn games(count: u32) -> String {
    format!("{count} games")
}

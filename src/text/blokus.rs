//! Words about Blokus Duo.

/// The game.
pub const NAME: &str = "Blokus Duo";

/// An option that Othello alone has.
#[must_use]
pub fn othello_only(option: &str) -> String {
    format!("{option} goes with --game othello only")
}

/// A line on the player of Blokus Duo called `name`; empty for a name that is not of its roster.
#[must_use]
pub fn description(name: &str) -> &'static str {
    match name {
        "random" => "plays any legal move",
        "biggest" => "plays one of the largest pieces that fit, anywhere",
        "mc" => "plays so many games by lot after every move, and the move that wins most of them",
        "uct" => "plays games by lot in its head, more of them after the better moves",
        "toqn" => "looks ahead with a winning rate learned from games by lot",
        _ => "",
    }
}

/// What weights of a player may be, and why a file is none.
#[must_use]
pub fn weights(why: &str) -> String {
    format!("paper or a file that koteki learn blokus has written ({why})")
}

/// What a number of positions may be.
#[must_use]
pub fn nodes(most: u64) -> String {
    format!("a whole number from 1 to {most}")
}

/// The mean difference of the first player in squares covered.
#[must_use]
pub fn difference(mean: f64) -> String {
    format!("mean difference {mean:+.2} squares")
}

/// What a number of playouts may be.
#[must_use]
pub fn playouts(most: u32) -> String {
    format!("a whole number from 1 to {most}")
}

/// What the weight of exploration may be.
pub const EXPLORATION: &str = "a number from 0 to 1000000";

/// Another protocol than GTP.
pub const ONLY_GTP: &str = "--game blokus is played by --protocol gtp only";

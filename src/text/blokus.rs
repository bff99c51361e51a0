//! Words about Blokus Duo.

/// The game.
pub const NAME: &str = "Blokus Duo";

/// An option that Othello alone has.
pub fn othello_only(option: &str) -> String {
    format!("{option} goes with --game othello only")
}

/// A line on the player of Blokus Duo called `name`; empty for a name that is not of its roster.
pub fn description(name: &str) -> &'static str {
    match name {
        "random" => "plays any legal move",
        "biggest" => "plays one of the largest pieces that fit, anywhere",
        "mc" => "plays so many games by lot after every move, and the move that wins most of them",
        "uct" => "plays games by lot in its head, more of them after the better moves",
        "tester" => {
            "plays the best move by the learned winning rate, and says what every move is worth"
        }
        "agent" => "gives away D a move on average, in the tester's eyes: neither more nor less",
        "kbest" => "plays the best of k moves after adding noise to each",
        "rival" => "plays the best move by four weights of its own: what evolution breeds",
        "toqn" => "looks ahead with a winning rate learned from games by lot",
        "engine" => "another program, by GTP with the commands of Pentobi's: cmd=\"its command\"",
        _ => "",
    }
}

/// What weights of a player may be, and why a file is none.
pub fn weights(why: &str) -> String {
    format!("paper, best, or a file that koteki learn blokus has written ({why})")
}

/// What a number of positions may be.
pub fn nodes(most: u64) -> String {
    format!("a whole number from 1 to {most}")
}

/// The mean difference of the first player in squares covered.
pub fn difference(mean: f64) -> String {
    format!("mean difference {mean:+.2} squares")
}

/// What a number of playouts may be.
pub fn playouts(most: u32) -> String {
    format!("a whole number from 1 to {most}")
}

/// What the weight of exploration may be.
pub const EXPLORATION: &str = "a number from 0 to 1000000";

/// Another protocol than GTP.
pub const ONLY_GTP: &str = "--game blokus is played by --protocol gtp only";

/// How far ahead a player may look.
pub fn depth(most: u32) -> String {
    format!("a number of plies from 1 to {most}")
}

/// What D may be.
pub fn target(most: f64) -> String {
    format!("a mean loss from 0 to {most}, or target where the breeding gives it")
}

/// What a loss may be.
pub fn loss(most: f64) -> String {
    format!("a number from 0 to {most}")
}

/// What a number of moves may be.
pub fn whole(most: u32) -> String {
    format!("a whole number from 1 to {most}")
}

/// What a weight may be.
pub fn weight(most: i32) -> String {
    format!("a whole number from -{most} to {most}")
}

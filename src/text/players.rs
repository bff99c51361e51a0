//! What the players of the roster are, one line each, for help and menus.

/// The line that says how a player is written.
pub const GRAMMAR: &str = "NAME or NAME:KEY=VALUE,KEY=VALUE…, as in agent:d=25,depth=4";

/// A line on the player called `name`; empty for a name the roster does not have.
pub fn description(name: &str) -> &'static str {
    match name {
        "random" => "plays any legal move",
        "beginner" => "\"Reversi in C#\", its first level: looks 3 moves ahead",
        "intermediate" => "\"Reversi in C#\", its second level: looks 4 moves ahead",
        "advanced" => "\"Reversi in C#\", its third level: looks 5 moves ahead",
        "expert" => "\"Reversi in C#\", its fourth level: looks 6 moves ahead",
        "tester" => "the judge: plays the best move it sees, exactly searched",
        "agent" => "holds a strength: gives away D a move on average, as the tester counts",
        "individual" => "an evolved rival: plays the best move by its own weights",
        "kbest" => "the tester held back by noise: the best of k moves after adding it",
        "uct" => "plays games by lot in its head and the move that wins most of them",
        "uct+" => "the same, led by the tester's evaluation",
        "discs" => "wants many discs, ten moves ahead, and little else: weak",
        "discs+corners" => "wants many discs and the corners",
        "mobility" => "wants many choices of its own",
        "mobility+corners" => "wants many choices of its own and the corners",
        "nakamichi" => "holds the game near 0 by its own count: -|V|",
        "tsukamoto" => "holds level; its threshold follows the corners",
        "weights" => "square values, stable discs and moves, weighed 0 to 5",
        "engine" => "another program: cmd=\"its command\", by GTP or NBoard's protocol",
        _ => "",
    }
}

/// The name of a player of the roster with a capital letter.
pub fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().collect::<String>() + letters.as_str())
        .unwrap_or_default()
}

/// An engine that was to be put behind a protocol, which it speaks by itself.
pub fn engine_behind_engine(name: &str) -> String {
    format!(
        "--player {name}: that is another program, which speaks a protocol by itself: start it instead of \
         koteki engine, or name a player of koteki, as in expert"
    )
}

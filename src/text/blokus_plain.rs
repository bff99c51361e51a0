//! Words of Blokus Duo in plain lines. Sides come as their numbers: 0 Black, 1 White.

use super::blokus_screen::SIDES;

fn side(index: usize) -> &'static str {
    SIDES.get(index).copied().unwrap_or_default()
}

/// A game begins: against whom, which sides people have, the seed.
pub fn opening(opponent: &str, people: [bool; 2], seed: u64) -> String {
    match people {
        [true, true] => {
            format!("Blokus Duo, two people, seed {seed}. X is Black and begins at e10.")
        }
        [_, true] => format!(
            "Blokus Duo against {opponent}, seed {seed}. You are White (O) and begin at j5."
        ),
        _ => format!(
            "Blokus Duo against {opponent}, seed {seed}. You are Black (X) and begin at e10."
        ),
    }
}
/// What a person is told who could think otherwise.
pub const NOT_MEASURED: &str = "In plain lines no rivals are bred, and a game counts toward your strength only when you \
                                finish it on the screen.";
/// How to play.
pub const HOW_TO: &str = "A move is squares (e10,d11,e11,f11,e12) or a code (54u0). Other words: board pieces \
                          hint undo redo new level moves save resume quit; help explains them.";
/// A game was left.
pub fn left(opponent: &str, moves: usize) -> String {
    format!("A game against {opponent} was left after move {moves}: resume continues it.")
}
/// No game was left.
pub const NOTHING_LEFT: &str = "No game was left.";
/// A move.
pub fn moved(number: usize, index: usize, piece: &str, squares: &str) -> String {
    format!("{number}. {} {piece} {squares}", side(index))
}
/// After taking back or playing again.
pub fn at_move(moves: usize) -> String {
    format!("The game stands after move {moves}.")
}
/// The pieces of a side.
pub fn pieces(index: usize, names: &str) -> String {
    format!("{} has {names}", side(index))
}
/// A good move.
pub fn hint(piece: &str, squares: &str, percent: f64) -> String {
    format!("hint: {piece} {squares} wins {percent:.0} % of its games by lot")
}
/// The letters beneath the board.
pub const LETTERS: &str = "   a b c d e f g h i j k l m n";
/// The game is over.
pub const OVER: &str = "new begins another game.";
/// The game is kept.
pub fn kept(file: &str) -> String {
    format!("The game is kept in {file}; resume continues it at the next start.")
}
/// The game is not.
pub const NOT_KEPT: &str = "The game is not kept.";
/// The end.
pub const GOODBYE: &str = "Goodbye.";
/// A word needs another one.
pub fn needs(word: &str, example: &str) -> String {
    format!("{word} needs a word after it, as in {word} {example}")
}
/// A file is there already.
pub fn exists(file: &str) -> String {
    format!("{file} is there already: save! {file} writes over it")
}
/// Something that is no word of this game.
pub const UNREADABLE: &str = "help lists all words.";
/// A line that no person writes.
pub fn too_long(longest: usize) -> String {
    format!("A line of more than {longest} bytes was skipped.")
}
/// The help.
pub const HELP: [&str; 16] = [
    "The first piece covers your start square; every other one touches one of your own at a corner and none",
    "of your own along an edge. If you cannot place a piece, you pass. More squares covered win.",
    "e10,d11,e11,f11,e12  plays the piece that covers these squares (column a-n, row 1-14 from below)",
    "54u0                 the same as a code: column and row 1-e from the top left, piece a-u, form 0-7",
    "board                the board: X Black, O White",
    "pieces               the pieces that are left, by name",
    "score                squares covered",
    "hint                 a good move (the game becomes practice)",
    "undo, redo           takes your last move back with all after it, plays it again (practice too)",
    "moves                the game as codes",
    "new                  another game; this one is kept",
    "level LEVEL          another game against novice, easy, medium, hard, strong, or any player by name",
    "resume               continues the game that was left; the one on the board is kept",
    "save FILE            writes the game as .blksgf; save! also over a file that is there",
    "quit                 leaves; the game is kept",
    "Passes are played by themselves.",
];

//! Words of the faces of Blokus Duo. Sides come as their numbers: 0 Black, 1 White.

/// Names of the panes.
pub const PANES: [&str; 4] = ["Board", "Pieces", "Winning rate", "Moves"];

/// The sides by number.
pub const SIDES: [&str; 2] = ["Black", "White"];

fn side(index: usize) -> &'static str {
    SIDES.get(index).copied().unwrap_or_default()
}

/// The game is over.
pub const WHY_OVER: &str = "the game is over";
/// Nothing can be placed.
pub const WHY_PASS: &str = "you can place nothing any more, and have to pass";
/// Something can be placed.
pub const WHY_NO_PASS: &str = "you can place a piece, and may not pass";
/// The piece lies on the board.
pub fn why_used(piece: &str) -> String {
    format!("you have placed {piece} already")
}
/// The square is taken.
pub fn why_taken(square: &str) -> String {
    format!("{square} is taken")
}
/// It touches an edge.
pub fn why_edge(square: &str) -> String {
    format!("touches your edge at {square}")
}
/// It misses the start square.
pub fn why_start(square: &str) -> String {
    format!("your first piece must cover {square}")
}
/// It touches no corner.
pub const WHY_CORNER: &str = "must touch a corner of yours";
/// A part of it lies beside the board.
pub const WHY_OFF: &str = "hangs over the edge of the board";
/// It is the machine's turn.
pub const NOT_YOURS: &str = "it is not your turn yet";
/// It may be played.
pub const FITS: &str = "fits, Enter plays it";

/// What a level is, by its name; empty for another player.
pub fn level_note(level: &str) -> &'static str {
    match level {
        "novice" => "plays any legal move",
        "easy" => "plays one of its largest pieces, anywhere",
        "medium" => "tries 1,000 games by lot before a move",
        "hard" => "tries 4,000 games by lot before a move",
        "strong" => "tries 20,000 games by lot before a move",
        _ => "a player by name",
    }
}

/// What is said of sides in the new game dialog: first, second, random, both.
pub const SIDE_NAMES: [&str; 4] = ["Black, first", "White, second", "either, by lot", "both"];
/// What they mean.
pub const SIDE_NOTES: [&str; 4] = [
    "you begin, at E10",
    "you answer, from J5 on",
    "the lot decides",
    "two people at one keyboard",
];

/// A person has no move left, and passes.
pub fn you_pass(first: bool, left: u32) -> String {
    if first {
        format!(
            "No move left: none of your {} fits at a corner of yours. You pass from now on.",
            pieces(left)
        )
    } else {
        "You pass.".to_owned()
    }
}
/// The other side passes.
pub fn it_passes(index: usize, first: bool, left: u32) -> String {
    if first {
        format!(
            "{} has no move left for its {} and passes from now on.",
            side(index),
            pieces(left)
        )
    } else {
        format!("{} passes.", side(index))
    }
}
fn pieces(count: u32) -> String {
    if count == 1 {
        "last piece".to_owned()
    } else {
        format!("{count} pieces")
    }
}

/// A person is to move.
pub fn your_move(index: usize) -> String {
    format!("Your move, {}", side(index))
}
/// The machine is to move.
pub fn thinks(index: usize) -> String {
    format!("{} is thinking ...", side(index))
}
/// The piece in hand: its name, the number of its form, how many forms there are.
pub fn in_hand(piece: &str, form: usize, of: usize) -> String {
    if of == 1 {
        piece.to_owned()
    } else {
        format!("{piece} ({form} of {of})")
    }
}
/// No piece is in hand.
pub const NO_PIECE: &str = "no piece left to place";
/// The piece in hand and what is to say of it.
pub fn held(piece: &str, verdict: &str) -> String {
    format!("{piece}: {verdict}")
}
/// The last move: its piece, and a square of it.
pub fn last_move(index: usize, piece: &str, square: &str) -> String {
    format!("{} placed {piece} at {square}", side(index))
}
/// Squares of both sides, and the winning rate in per cent where it is known: the person's, or with two
/// people that of the one to move.
pub fn standing(black: i32, white: i32, percent: Option<f64>, you: bool) -> String {
    let squares = format!("Black {black}, White {white}");
    let whose = if you { "you win" } else { "mover" };
    match percent {
        Some(percent) => format!("{squares}; {whose} {percent:.0} %"),
        None => squares,
    }
}
/// What the curve is of.
pub fn rate_foot(index: usize, you: bool, playouts: u32) -> String {
    let whose = if you {
        "your".to_owned()
    } else {
        format!("{}'s", side(index))
    };
    format!("{whose} wins in {playouts} playouts")
}
/// Its axis.
pub const RATE_AXIS: &str = "move";
/// A pass in the list of moves.
pub const PASS: &str = "pass";
/// Nothing to draw yet.
pub const RATE_LATER: &str = "The curve begins with the first move.";

/// Title of a tray: whose pieces, squares on the board, squares left.
pub fn tray(index: usize, you: bool, name: &str) -> String {
    if you {
        format!("{}: you", side(index))
    } else {
        format!("{}: {name}", side(index))
    }
}
/// Its count.
pub fn count(squares: u32, left: u32) -> String {
    format!("{squares} squares, {left} left")
}
/// The other person, of two.
pub const PERSON: &str = "person";

/// The piece is not there any more, or never was.
pub fn none_left(letter: char) -> String {
    format!("no {} is left", letter.to_ascii_uppercase())
}
/// The piece fits nowhere.
pub fn fits_nowhere(piece: &str) -> String {
    format!("{piece} fits nowhere now: + and - go to the next piece")
}
/// How many places the piece has.
pub fn places(piece: &str, number: usize, of: usize) -> String {
    format!("{piece}: place {number} of {of}")
}
/// A placement was tried that does not fit.
pub fn refused(piece: &str, why: &str) -> String {
    format!("{piece}: {why}")
}
/// Something typed is not legal.
pub fn typed_refused(text: &str, why: &str) -> String {
    format!("{text}: {why}")
}
/// Nothing to take back.
pub const NOTHING_TO_UNDO: &str = "you have placed nothing that could be taken back";
/// Nothing to play again.
pub const NOTHING_TO_REDO: &str = "nothing has been taken back";
/// Taken back.
pub fn undone(ply: usize) -> String {
    format!("taken back to move {}: a plays it again", ply + 1)
}
/// The hint is being looked for.
pub const HINT_WAIT: &str = "looking for a good move ...";
/// The hint.
pub fn hint(piece: &str, squares: &str, percent: f64) -> String {
    format!("hint: {piece} on {squares} wins {percent:.0} % of its games by lot; Enter plays it")
}
/// No hint can be given.
pub const NO_HINT: &str = "a hint is for your own move";
/// The moves were copied.
pub const COPIED: &str = "the moves are in the clipboard";
/// A position of the past is shown.
pub fn walking(ply: usize, of: usize) -> String {
    format!("after move {ply} of {of}; End or Esc returns to the game")
}

/// Going on with a game.
pub fn goes_on(opponent: &str, moves: usize) -> String {
    format!("Your game against {opponent} goes on after move {moves}. g begins a new one.")
}
/// A game that was left before later ones waits.
pub fn waits(opponent: &str, moves: usize) -> String {
    format!("A game against {opponent} was left after move {moves}: :resume continues it.")
}
/// No game was left.
pub const NOTHING_LEFT: &str = "no unfinished game is kept";
/// A file was loaded.
pub fn loaded(file: &str, moves: usize, variations: usize) -> String {
    let more = match variations {
        0 => String::new(),
        1 => "; its one variation is left out".to_owned(),
        count => format!("; its {count} variations are left out"),
    };
    format!("{file}: {moves} moves{more}")
}
/// It was saved.
pub fn saved(file: &str) -> String {
    format!("saved as {file}")
}
/// It is there already.
pub fn exists(file: &str) -> String {
    format!("{file} is there already: :save! {file} writes over it")
}
/// The name is missing.
pub const NEEDS_FILE: &str = "save needs a name, as in :save game.blksgf";
/// Nothing is kept.
pub fn not_kept(why: &str) -> String {
    format!("Games are not kept: {why}")
}
/// The kept game cannot be read.
pub fn damaged(why: &str) -> String {
    format!("The last game cannot be resumed; its file stays as it is: {why}")
}
/// What is typed is no command.
pub fn no_command(text: &str) -> String {
    format!(
        "no \"{text}\". A move is squares (e10,d11,e11) or a code (46t3); and there are new resume undo redo \
         hint save copy help quit"
    )
}
/// A thread broke down.
pub fn broke_down(message: &str) -> String {
    format!("a thought broke down: {message}")
}

/// Against whom.
pub fn against(opponent: &str) -> String {
    format!("against {opponent}")
}
/// Whether the game counts toward the person's strength.
pub const fn counts(measured: bool) -> &'static str {
    if measured {
        "measured"
    } else {
        "practice: does not count"
    }
}
/// Two people.
pub const TWO_PEOPLE: &str = "two people";
/// The seed.
pub fn seed(seed: u64) -> String {
    format!("seed {seed}")
}
/// Where it is kept.
pub fn kept_in(path: &str) -> String {
    format!("kept in {path}")
}
/// It is kept nowhere.
pub const KEPT_NOWHERE: &str = "not kept";

/// The result in a word: the person won (`Some(true)`), lost, drew; or with two people the winner.
pub fn result(own: Option<bool>, winner: Option<usize>, points: (i32, i32)) -> String {
    let (black, white) = points;
    let score = format!("{black} to {white} squares");
    match (own, winner) {
        (_, None) => format!("A draw, {score}"),
        (Some(true), _) => format!("You win, {score}"),
        (Some(false), _) => format!("You lose, {score}"),
        (None, Some(winner)) => format!("{} wins, {score}", side(winner)),
    }
}
/// The official score: a point lost for each square left, 15 for all placed, 5 more for the monomino last.
pub fn mattel(points: (i32, i32)) -> String {
    format!(
        "Official scoring (-1 per square left, +15 all placed, +5 single square last): Black {:+}, White {:+}",
        points.0, points.1
    )
}
/// Pieces that were left.
pub fn left_over(index: usize, pieces: &str) -> String {
    if pieces.is_empty() {
        format!("{} placed everything", side(index))
    } else {
        format!("{} kept {pieces}", side(index))
    }
}
/// Title of the result.
pub const RESULT_TITLE: &str = "Result";
/// Answers of it.
pub const RESULT_ITEMS: [&str; 4] = [
    "Another game",
    "Another opponent or side",
    "Look at the board",
    "Leave",
];

/// Title of the word on having no move.
pub const NO_MOVE_TITLE: &str = "No move left";
/// Its answer.
pub const NO_MOVE_ON: &str = "Go on";

/// What the question at the start is about.
pub fn resume_text(opponent: &str, moves: usize) -> String {
    format!("A game against {opponent} was left after move {moves}.")
}
/// Does not resume it.
pub const RESUME_NO: &str = "No, the new game";

/// Title of the question before leaving.
pub const QUIT_TITLE: &str = "Leave?";
/// The game is kept.
pub const QUIT_KEPT: &str = "The game is kept, and can be continued at the next start.";
/// It is not.
pub const QUIT_LOST: &str = "The game is not kept: leaving ends it.";
/// Answers.
pub const QUIT_ITEMS: [&str; 2] = ["Leave", "Stay"];

/// Title of the new game dialog.
pub const NEW_TITLE: &str = "New game";
/// Its lines.
pub const FIELDS: [&str; 2] = ["Opponent", "You have"];
/// Keys of it.
pub const FORM_HELP: &str = "up down line, left right change, Enter begins, Esc back";
/// The game that is going on is left, and kept.
pub const FORM_LEAVES: &str = "The game on the board is kept: :resume continues it.";
/// The same where it is not kept.
pub const FORM_ENDS: &str = "The game on the board is not kept: it ends.";

/// The terminal is too small.
pub fn too_small(width: u16, height: u16, needs: (u16, u16)) -> String {
    format!(
        "The board needs {} by {}; this terminal has {width} by {height}. q leaves.",
        needs.0, needs.1
    )
}

/// What the help says beside the keys, a paragraph a line: the help breaks them.
pub const HELP_ABOUT: [&str; 14] = [
    "The game",
    "  Each side has 21 pieces. The first covers its start square (Black E10, White J5).",
    "  Every other piece touches one of your own at a corner, and none of your own along an edge. Touching the other \
     side's pieces is always allowed. If you cannot place a piece, you pass; the game ends when neither side can. \
     More squares covered win.",
    "  Measured game: no help, counts toward your strength. Practice game: with a hint or a move taken back, does \
     not count. A game that is left is kept and is no loss: :resume continues the latest one.",
    "",
    "What is shown",
    "  Dots on the board: corners at which one of your pieces still fits.",
    "  [ ] the piece in hand where it fits; x x where it does not, with the reason beneath.",
    "  Bright pieces fit somewhere, names in brackets fit nowhere now, dotted ones are placed.",
    "  Winning rate: playouts are games played on at random from the position; the share that you win.",
    "",
    "Typed after : (any notation)",
    "  squares e10,d11,e11,f11,e12 (Pentobi's names), codes 46t3 (contests: column, row, piece, form)",
    "  :new :resume :undo :redo :hint :copy :save FILE :save! FILE :help :quit",
];

/// A rival by its letter.
pub fn rival(letter: char) -> String {
    format!("rival {letter}")
}
/// A rival that is level with the person.
pub const RIVAL_EQUAL: &str = "bred to be your equal, in its own style";
/// The same of a person who is stronger than any rival.
pub const RIVAL_STRONGEST: &str = "the strongest bred: you are stronger";
/// A rival whose games have not shown it to be level.
pub const RIVAL_UNCERTAIN: &str = "not shown to be level: the nearest found";
/// A rival that was bred for another level than the present one.
pub fn rival_earlier(target: f64) -> String {
    format!("bred for your earlier level, D {target:.0}")
}
/// A rival of a person who has not been measured.
pub fn rival_before(target: f64) -> String {
    format!("bred for D {target:.0}, until you are measured")
}
/// Other rivals are offered now.
pub const RIVALS_READY: &str = "your rivals are ready: g offers them";
/// Nothing is bred.
pub const NOT_BRED: &str = "no rivals are bred in this sitting";
/// The breeding has ended before its time.
pub fn no_rivals(why: &str) -> String {
    format!("no rivals: {why}")
}
/// What rivals are bred for before a game was measured.
pub fn bred_for(target: f64) -> String {
    format!("rivals for D {target:.0}, as easy, until a game of yours is measured")
}
/// The same in a few words, beside the opponent.
pub fn rivals_for(target: f64) -> String {
    format!("rivals for D {target:.0}")
}
/// What rivals are bred for; `beyond` where the person is stronger than any.
pub fn bred_for_you(target: f64, beyond: bool, games: u32) -> String {
    let games = if games == 1 {
        "1 game".to_owned()
    } else {
        format!("{games} games")
    };
    if beyond {
        format!("rivals for D {target:.0}, the strongest: you seem to be stronger, from {games}")
    } else {
        format!("rivals even with an agent of D {target:.0}, as you seem to be from {games}")
    }
}
/// What a person gave away, and in how many games.
pub fn measured(d: f64, interval: Option<(f64, f64)>, games: u32) -> String {
    let interval = interval.map_or_else(String::new, |(low, high)| {
        format!(" ({low:.0} to {high:.0})")
    });
    let games = if games == 1 {
        "this game".to_owned()
    } else {
        format!("your {games} games")
    };
    format!("You gave away D {d:.0} a placement{interval} in {games}.")
}
/// The results of so many of the games say nothing.
pub fn unknown(results: u32, games: u32) -> String {
    if games == 1 {
        "Its result is not counted: this opponent's strength is not known.".to_owned()
    } else {
        format!("Results not counted, as the opponent's strength is not known: {results}.")
    }
}
/// A place on the scale of agents, with its 95 % limits.
pub fn place(even: f64, (low, high): (f64, f64)) -> String {
    let below = if low < 0.0 {
        "; below 0 is stronger than any agent"
    } else {
        ""
    };
    format!("D {even:.0} (95 %: {low:.0} to {high:.0}{below})")
}
/// The person has an equal at this place; `weakest` where no rival is as weak.
pub fn equal(place: &str, weakest: Option<f64>) -> String {
    let bred = match weakest {
        Some(target) => format!("rivals are bred for D {target:.0}, the weakest that there are"),
        None => "rivals are bred for it".to_owned(),
    };
    format!("By moves and results your equal is an agent of {place}: {bred}.")
}
/// The person is at this place, and stronger than any rival.
pub fn beyond(place: &str, surely: bool, nearest: &str) -> String {
    let are = if surely { "are" } else { "seem to be" };
    format!(
        "By moves and results you {are} stronger than any rival that can be bred, at {place}. The level nearest \
         to you is {nearest}; rivals are bred as strong as they get."
    )
}
/// A game that says nothing of the person's strength.
pub const NOT_MEASURED: &str =
    "Not measured: with a hint, something taken back, or a beginning from elsewhere.";
/// A kept game names an opponent that cannot be had.
pub fn unknown_opponent(name: &str, instead: &str) -> String {
    format!("{name} cannot be had now: {instead} plays on, and the file stays as it is")
}
/// Titles of the panes of the evolution where there is none.
pub const EVOLUTION: [&str; 2] = ["Population", "Fitness"];

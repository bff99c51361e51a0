//! The words of the plain lines.

/// First line of a sitting.
pub fn opening(colour: &str, opponent: &str, seed: u64) -> String {
    format!("Othello. You play {colour} against {opponent}. (seed {seed})")
}

/// First line of a game without a person.
pub fn watching(black: &str, white: &str) -> String {
    format!("Othello. {black} plays Black, {white} plays White.")
}

/// What can be typed, in one line.
pub const HOW_TO: &str = "Type moves such as f5, one or several on a line. \
     Other words: board, moves, hint, undo, redo, new, resume, games, rivals, level, help, quit.";

/// The words that can be typed, one a line.
pub const HELP: &[&str] = &[
    "f5            play a move; several on one line are played in turn",
    "board         show the board",
    "moves         list the legal moves",
    "hint          what the tester would play (the game becomes practice)",
    "undo, redo    take your last move back, play it again (the game becomes practice)",
    "new           a new game against the same opponent; new white plays White",
    "new NAME      against another: random, beginner, intermediate, advanced, expert, a rival A, B, C",
    "new opening=tiger   from an opening by name (practice); opening=balanced draws one by lot",
    "resume        continue the game that was interrupted last; resume 2 the one before it",
    "games         list the games that can be resumed",
    "rivals        the rivals bred so far",
    "level         how well you have played",
    "quit          leave; a game that has begun is kept and offered next time",
];

/// A ply: number, side, move, who moved.
pub fn ply(number: usize, side: &str, mv: &str, who: &str) -> String {
    format!("{number}. {side} {mv} ({who})")
}

/// A ply that is a forced pass.
pub fn pass(number: usize, side: &str) -> String {
    format!("{number}. {side} passes (no move)")
}

/// Moves played before anybody was asked: drawn by lot.
pub fn drawn_opening(moves: &str) -> String {
    format!("Opening drawn by lot: {moves}")
}

/// Moves of a game that is gone on with.
pub fn so_far(moves: &str) -> String {
    format!("The game so far: {moves}")
}

/// A game that was interrupted.
pub fn interrupted_game(opponent: &str, ply: usize) -> String {
    format!("against {opponent} at move {ply}")
}

/// A line of a numbered list.
pub fn numbered(number: usize, line: &str) -> String {
    format!("{number}. {line}")
}

/// The game that was interrupted last, and how many others were.
pub fn interrupted(game: &str, others: usize) -> String {
    let others = match others {
        0 => String::new(),
        1 => " There is one more: type games.".to_owned(),
        _ => format!(" There are {others} more: type games."),
    };
    format!("A game {game} was interrupted; type resume to continue it.{others}")
}

/// A game was left for another one, and what that means.
pub fn left(meaning: &str) -> String {
    format!("You left a game before its end. {meaning}")
}

/// Other rivals than before are certified.
pub fn ready(letters: &str) -> String {
    format!("evolution: your rivals are ready: {letters} (type rivals)")
}

/// The person's turn, with the number of moves to choose from.
pub fn your_turn(side: &str, moves: usize) -> String {
    format!("Your move, {side} ({moves} to choose from).")
}

/// The result: discs as they lie, and with the empty squares given to the winner where that differs.
pub fn result(winner: Option<&str>, black: i32, white: i32, shared: Option<(i32, i32)>) -> String {
    let tail = shared.map_or_else(String::new, |(black, white)| {
        format!(" ({black}-{white} with the empty squares to the winner)")
    });
    match winner {
        Some(winner) => format!("Result: {winner} wins, Black {black} White {white}{tail}."),
        None => format!("Result: a draw, Black {black} White {white}{tail}."),
    }
}

/// How well somebody played: mean loss D with its interval, rank, moves counted, level in words.
pub fn level(
    who: &str,
    mean_loss: f64,
    interval: (f64, f64),
    mean_rank: f64,
    moves: usize,
    words: &str,
) -> String {
    let compared = if words.is_empty() {
        String::new()
    } else {
        format!("; {words}")
    };
    format!(
        "Level of {who}: D {mean_loss:.1} ({:.1} to {:.1}) over {moves} moves, mean rank {mean_rank:.1}. \
         Lower is stronger{compared}.",
        interval.0, interval.1
    )
}

/// How well somebody played in a game that only adds to what is known of them.
pub fn game(who: &str, mean_loss: f64, mean_rank: f64, moves: usize) -> String {
    format!("This game of {who}: D {mean_loss:.1} over {moves} moves, mean rank {mean_rank:.1}.")
}

/// What is known of a person after all measured games.
pub fn standing(estimate: &str, after: &str, more: Option<&str>) -> String {
    let more = more.map_or_else(String::new, |more| format!("; {more}"));
    format!("Your level {after}: {estimate}{more}.")
}

/// Nobody made enough moves to be measured.
pub fn level_unknown(who: &str) -> String {
    format!("Level of {who}: too few moves to measure.")
}

/// Why a finished game does not count.
pub const PRACTICE: &str = "A practice game: it does not count toward your level.";

/// A cycle of the breeding.
pub fn cycle(cycle: f64, cycles: u32, win_rate: f64, f_wr: f64, spread: f64) -> String {
    format!(
        "evolution: cycle {cycle:.0}/{cycles}, mean win rate {win_rate:.3}, mean f_wr {f_wr:.3}, spread {spread:.2}"
    )
}

/// The end of input: who plays on.
pub const END_OF_INPUT: &str =
    "End of input: the tester plays your side to the end (the game does not count).";

/// The end of input with a finished game.
pub const GOODBYE: &str = "Goodbye.";

/// A word that is neither a move nor a command.
pub fn unreadable(word: &str) -> String {
    const SHOWN: usize = 40;
    let mut shown: String = word.chars().take(SHOWN).collect();
    if word.chars().nth(SHOWN).is_some() {
        shown.push_str("...");
    }
    format!(
        "'{shown}' is neither a move (such as f5) nor a command (try help). Nothing was played."
    )
}

/// A line that is too long to be read.
pub fn too_long(bytes: usize) -> String {
    format!("A line of more than {bytes} bytes is no list of moves. Nothing was played.")
}

/// A move that may not be played.
pub fn illegal(mv: &str, why: &str, legal: &str) -> String {
    let mut line = format!("{mv} is not legal: {why}.");
    if !legal.is_empty() {
        line = format!("{line} Legal: {legal}.");
    }
    line
}

/// A move when there is nothing to move.
pub const GAME_OVER: &str = "The game is over; type new for another one.";

/// Who moved, when the person did.
pub const YOU: &str = "you";

/// Nothing to take back.
pub const NOTHING_TO_UNDO: &str = "There is no move of yours to take back.";
/// Nothing to play again.
pub const NOTHING_TO_REDO: &str = "Nothing was taken back.";
/// A move when a machine is on turn.
pub const NOT_YOUR_TURN: &str = "It is not your turn.";
/// No finished measured game yet.
pub const LEVEL_NOT_YET: &str = "No measured game is finished yet.";

/// After taking back or playing again: which move is due.
pub fn back_at(ply: usize) -> String {
    format!("Now at move {ply}.")
}

/// Something broke in the background.
pub fn broken(message: &str) -> String {
    format!("Something broke: {message}. The game goes on.")
}

/// Under the board: who is to move, and the discs.
pub fn to_move(side: &str, black: i32, white: i32) -> String {
    format!("{side} to move. Black (X) {black}, White (O) {white}; * can be played.")
}

/// Before the hint of an engine: whose it is, and in what its values are.
pub fn hint_by(name: &str) -> String {
    format!("hint by {name}, 100 = a disc:")
}

/// A move of a hint: rank, move, value, the line it comes from, what each feature adds.
pub fn hint(rank: usize, mv: &str, value: &str, line: &str, shares: &str) -> String {
    let shares = if shares.is_empty() {
        String::new()
    } else {
        format!("; {shares}")
    };
    format!("hint: {rank}. {mv} {value} ({line}{shares})")
}

/// Why: what the coach says.
pub fn why(advice: &str) -> String {
    format!("hint: {advice}")
}

/// A value that is a result, `difference` discs for the side to move.
pub fn decided(difference: i32) -> String {
    if difference > 0 {
        format!("wins by {difference}")
    } else {
        format!("loses by {}", -difference)
    }
}

/// Above the table of individuals: whom they are bred against, and the D that it holds if it holds
/// one.
pub fn individuals_title(opponent: &str, target: Option<f64>) -> String {
    match target {
        Some(target) => format!(
            "Rivals bred toward D {target:.1} (win rate of each against the agent that holds it):"
        ),
        None => format!("Rivals bred against {opponent} (win rate of each against it):"),
    }
}

/// Head of the table of individuals.
pub fn individuals_head(genes: &[&str]) -> String {
    use std::fmt::Write as _;
    let mut head = String::from("rival");
    for gene in genes {
        let _ = write!(head, " {gene:>10}");
    }
    head + "  games  win rate  95 % interval"
}

/// A row of the table of individuals.
pub fn individual(
    letter: Option<char>,
    genes: &[i32],
    games: u32,
    win_rate: Option<f64>,
    interval: (f64, f64),
) -> String {
    use std::fmt::Write as _;
    let mut row = format!("{:>5}", letter.map(String::from).unwrap_or_default());
    for gene in genes {
        let _ = write!(row, " {gene:>10}");
    }
    let rate = win_rate.map_or_else(|| "-".into(), |rate| format!("{rate:.3}"));
    let _ = write!(
        row,
        "  {games:>5}  {rate:>8}  {:.3} to {:.3}",
        interval.0, interval.1
    );
    row
}

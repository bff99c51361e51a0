//! What the terminal screen says.

/// The sides, by index: Black, White.
const SIDES: [&str; 2] = ["Black", "White"];

/// Name of a pane.
pub const BOARD: &str = "Board";
/// Name of a pane.
pub const POPULATION: &str = "Population";
/// Name of a pane.
pub const FITNESS: &str = "Fitness";
/// Name of a pane.
pub const INDIVIDUALS: &str = "Individuals";
/// Headings of the table: number, games, win rate, its interval, fitness, distance to the nearest.
pub const TABLE: [&str; 6] = ["id", "games", "rate", "95 %", "fitness", "nearest"];
/// No individual is chosen.
pub const CHOOSE_FIRST: &str = "choose an individual with the arrows first";
/// The individual that was chosen is no longer there.
pub const INDIVIDUAL_GONE: &str = "that individual has been bred away: choose another";
/// Above the rivals' differences.
pub const MISMATCH: &str = "mismatch";

/// A share with its interval.
pub fn mismatch(rate: f64, low: f64, high: f64, dash: &str) -> String {
    format!("{rate:.2} ({low:.2}{dash}{high:.2})")
}

/// What a rival's own ties bring about.
pub fn floor(rate: f64) -> String {
    format!("{rate:.2} by itself")
}

/// Which lines of a list are seen.
pub fn seen(first: usize, last: usize, of: usize, dash: &str) -> String {
    format!("{first}{dash}{last} of {of}")
}

/// By what the table is sorted.
pub fn sorted_by(what: &str) -> String {
    format!("{INDIVIDUALS} by {what}")
}
/// The person at the keyboard.
pub const YOU: &str = "you";
/// Nothing is known yet of the person's strength.
pub const LEVEL_UNKNOWN: &str = "level: not measured yet";
/// What kind of game it is.
pub const MEASURED: &str = "measured game (no help)";
/// What kind of game it is.
pub const PRACTICE: &str = "practice: does not count";
/// What kind of game it is.
pub const UNMEASURED: &str = "nothing is measured";
/// What kind of game it is.
pub const GUIDED: &str = "no help, no taking back";
/// The trace of a measured game.
pub const HIDDEN: [&str; 2] = [
    "A measured game is played without help:",
    "values appear here when it is over.",
];
/// Left of the losses.
pub const LOSS: &str = " loss";
/// The cursor is on no legal move.
pub const NO_CURSOR_VALUE: &str = "On a legal move the cursor shows its value.";
/// The value under the cursor is being worked out.
pub const CURSOR_WAITING: &str = "looking ahead ...";
/// The breeding has not shown anything.
pub const NO_POPULATION: &str = "The first individuals are being born ...";
/// There is nothing to put on two axes.
pub const NO_AXES: &str = "Fewer than two weights are free: no map to draw.";
/// No cycle is complete.
pub const NO_CURVES: &str = "Curves begin with the first complete cycle.";
/// How an individual does: above, perhaps level, below, unplayed, surely level.
pub const STANDING: [&str; 5] = ["strong", "perhaps", "weak", "new", "level"];
/// Rivals, then the parts in the latest step: elite, parent, child.
pub const PARTS: [&str; 4] = ["rivals", "elite", "parent", "child"];
/// The fitness curves.
pub const CURVES: [&str; 5] = ["best f_wr", "mean f_wr", "win rate", "mean f_sim", "spread"];
/// The breeding waits.
pub const PAUSED: &str = "evolution paused";
/// The breeding tests its best.
pub const RETESTING: &str = "testing the rivals";
/// The breeding has nothing to do.
pub const RESTING: &str = "rivals ready";

/// Name of a side by its index.
pub fn side(index: usize) -> &'static str {
    SIDES[index.min(1)]
}

/// Title of the trace: whose values, the value of the position shown, and which one that is when it
/// is not the present one.
pub fn trace_title(
    by: &str,
    viewer: usize,
    value: Option<&str>,
    review: Option<(usize, usize)>,
) -> String {
    let value = value.map_or_else(String::new, |value| format!(": {value}"));
    let place = review.map_or_else(String::new, |(ply, of)| format!(", ply {ply} of {of}"));
    format!("{by}, for {}{place}{value}", side(viewer))
}

/// What the trace shows.
pub const EVALUATION: &str = "Evaluation";

/// The same by somebody else than the tester, with the unit and without.
pub fn evaluation_by(name: &str) -> [String; 2] {
    [format!("By {name} (100 = a disc)"), format!("By {name}")]
}

/// The line that an engine has told for a move.
pub fn told_line(moves: &str) -> String {
    format!("line {moves}")
}

/// What a move that was played was worth; `gave` as [`gave_points`] and the like put it.
pub fn remark(mv: &str, gave: &str, rank: usize, of: usize, best: &str) -> String {
    if of < 2 {
        format!("{mv} was forced")
    } else if rank < 2 {
        format!("{mv} {gave}")
    } else {
        format!("{mv} {gave}, rank {rank} of {of}, best {best}")
    }
}

/// A best move.
pub const GAVE_NOTHING: &str = "lost nothing";

/// A loss in the tester's points.
pub fn gave_points(points: i32) -> String {
    format!("lost {points}")
}

/// A loss where the end of the game is seen, and who wins stays the same.
pub fn gave_discs(discs: i32) -> String {
    if discs == 1 {
        "gave away 1 disc".to_owned()
    } else {
        format!("gave away {discs} discs")
    }
}

/// A loss that changes who wins, as far as the tester sees the end: how the game stood for the side
/// that moved (1 won, 0 drawn, −1 lost, `None` open), and how it stands.
pub const fn gave_result(before: Option<i32>, after: Option<i32>) -> &'static str {
    match (before, after) {
        (Some(1..), Some(0)) => "turned a win into a draw",
        (Some(1..), Some(_)) => "turned a win into a loss",
        (Some(1..), None) => "let a certain win go",
        (Some(0), _) => "turned a draw into a loss",
        _ => "lost the game",
    }
}

/// No loss, in a column of numbers.
pub const SHORT_NOTHING: &str = ".";
/// A loss that changes who wins, there.
pub const SHORT_RESULT: &str = "game";

/// A loss in points, there.
pub fn short_points(points: i32) -> String {
    format!("-{points}")
}

/// A loss in discs, there.
pub fn short_discs(discs: i32) -> String {
    format!("-{discs}d")
}

/// Mean loss so far.
pub fn mean_loss(d: f64) -> String {
    format!("D {d:.1}")
}

/// Mean losses so far of Black and White.
pub fn mean_losses(black: f64, white: f64) -> String {
    format!("Black D {black:.1}, White D {white:.1}")
}

/// Board title when an earlier position is shown.
pub fn board_at(ply: usize, of: usize) -> String {
    format!("Board after ply {ply} of {of}")
}

/// How to come back from there.
pub const BACK_TO_NOW: &str = "the past: Esc goes to now";
/// A move was to be played there.
pub const IN_THE_PAST: &str = "you are looking at an earlier position: Esc returns to the game";
/// Above the list of moves.
pub const MOVES_AND_LOSSES: &str = "moves, and what each lost (. nothing, d discs, game)";
/// There is nothing to look back to.
pub const NO_MOVES_YET: &str = "no move has been played yet";
/// Nothing was lost.
pub const NO_LOSS_BEFORE: &str = "no move of yours before this one lost anything";
/// Nothing was lost.
pub const NO_LOSS_AFTER: &str = "no move of yours after this one lost anything";
/// Beneath the trace of a finished game.
pub const WALK_HINT: [&str; 2] = [
    ", and . walk through the game,",
    "PgUp and PgDn through the losses.",
];

/// Title of the scatter.
pub fn population_title(x: &str, y: &str, times: &str) -> String {
    format!("Population: {x} {times} {y}")
}

/// Above one of several scatters.
pub fn projection(x: &str, y: &str, times: &str) -> String {
    format!("{x} {times} {y}")
}

/// The person's level with its interval.
pub fn level(d: f64, low: f64, high: f64, dash: &str) -> String {
    format!("your level D {d:.0} ({low:.0}{dash}{high:.0})")
}

/// Whose move it is: a person's.
pub fn your_turn(side_index: usize, passed: bool) -> String {
    if passed {
        format!(
            "{} passed: {} again",
            side(1 - side_index.min(1)),
            side(side_index)
        )
    } else {
        format!("{} to move", side(side_index))
    }
}

/// A machine is looking for its move.
pub fn thinking(side_index: usize) -> String {
    format!("{} is thinking ...", side(side_index))
}

/// A machine is to move.
pub fn waits(side_index: usize) -> String {
    format!("{} to move", side(side_index))
}

/// The game is over.
pub fn over(winner: Option<usize>) -> String {
    winner.map_or_else(
        || "Game over: a draw".to_owned(),
        |winner| format!("Game over: {} wins", side(winner)),
    )
}

/// A value with its sign; a decided game as the discs it is decided by.
pub fn value(value: i32) -> String {
    // Ten million and more: a finished game and its difference of discs.
    match value.saturating_abs() {
        10_000_000.. => {
            let discs = value.saturating_abs() - 10_000_000;
            if value > 0 {
                format!("wins by {discs}")
            } else {
                format!("loses by {discs}")
            }
        }
        0 => "0".to_owned(),
        _ => format!("{value:+}"),
    }
}

/// The same as a phrase.
pub fn worth(of: i32) -> String {
    let text = value(of);
    if text.starts_with(['+', '-']) {
        format!("value {text}")
    } else {
        text
    }
}

/// What is said of a move's openness after its value.
pub fn openness(openness: u32) -> String {
    format!("  openness {openness}")
}

/// The square under the cursor; `other_side` when the value is not for the side the trace is for.
pub fn cursor_value(
    square: &str,
    other_side: Option<usize>,
    value: i32,
    rank: usize,
    of: usize,
) -> String {
    let whose = other_side.map_or_else(String::new, |index| format!(" for {}", side(index)));
    format!("{square}{whose}  {}  rank {rank} of {of}", worth(value))
}

/// The line that a value comes from.
pub fn best_line(moves: &str) -> String {
    format!("line {moves}, and there:")
}

/// The tester looks to the end of the game.
pub const SEES_THE_END: &str = "the tester sees the end of the game";

/// The ends of the cycle axis.
pub fn cycle_label(cycle: f64) -> String {
    format!("cycle {cycle:.0}")
}

/// How far the breeding is.
pub fn cycle(done: u32, of: u32) -> String {
    format!("cycle {done}/{of}")
}

/// How fast it is.
pub fn games_per_second(rate: f64) -> String {
    let rate = rate.max(0.0).round() as u64;
    format!("{} games/s", grouped(rate))
}

/// How much it has done.
pub fn games(count: u64) -> String {
    format!("{} games", grouped(count))
}

/// What it breeds toward.
pub fn target(d: f64) -> String {
    format!("target D {d:.0}")
}

/// Who sits opposite.
pub fn opponent(name: &str) -> String {
    format!("opponent: {name}")
}

/// A number with a comma every three digits.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The terminal is smaller than anything can be drawn in.
pub fn too_small(width: u16, height: u16, need_width: u16, need_height: u16) -> String {
    format!("terminal too small: {width}x{height} (need {need_width}x{need_height})")
}

/// What still works then.
pub const TOO_SMALL_QUIT: &str = "q quits";

/// The move line's prompt.
pub const PROMPT: &str = "move: ";

/// A move that cannot be read.
pub fn unreadable(text: &str) -> String {
    format!("\"{text}\" is no move: type a column a-h and a row 1-8, such as f5")
}

/// A command that does not exist.
pub fn unknown_command(text: &str) -> String {
    format!(
        "no \":{text}\". There are :new :resume :open :openings :edit :undo :redo :hint :copy :lesson :strength :settings :pause :study :blind :janken :blokus :help :quit"
    )
}

/// The moves went to the terminal, which may or may not have put them on its clipboard.
pub fn copied(transcript: &str) -> String {
    format!("copied, where the terminal allows it: {transcript}")
}

/// The square has a disc.
pub fn occupied(square: &str) -> String {
    format!("{square} is taken")
}

/// The move turns nothing over.
pub fn flips_nothing(square: &str, side_index: usize) -> String {
    format!(
        "{square} is illegal: it turns over no disc for {}",
        side(side_index)
    )
}

/// A pass where there is a move.
pub const PASS_ILLEGAL: &str = "a pass is illegal while there is a move";
/// The machine is to move.
pub const NOT_YOUR_TURN: &str = "it is not your turn";
/// The game is over.
pub const GAME_OVER: &str = "the game is over: n begins a new one";
/// There is nothing to take back.
pub const NOTHING_TO_UNDO: &str = "there is no move to take back";
/// There is nothing to play again.
pub const NOTHING_TO_REDO: &str = "there is no move to play again";

/// A side had to pass.
pub fn passed(side_index: usize) -> String {
    format!("{} has no move and passes", side(side_index))
}

/// A worker broke down.
pub fn worker_panicked(message: &str) -> String {
    format!("something broke behind the game: {message}")
}

/// Title of a dialog.
pub const NEW_GAME: &str = "New game";
/// Fields of the new game dialog.
pub const FIELD_YOU: &str = "You play";
/// Field.
pub const FIELD_OPPONENT: &str = "Opponent";
/// Field.
pub const FIELD_BLACK: &str = "Black";
/// Field.
pub const FIELD_WHITE: &str = "White";
/// Field.
pub const FIELD_KIND: &str = "Kind";
/// A line of the new game dialog: where the game begins.
pub const FIELD_START: &str = "Start";
/// Where a game may begin, before the openings by name.
pub const STARTS: [&str; 3] = [
    "Usual",
    "Balanced opening, drawn by lot",
    "A board of your own",
];
/// What that means; the last of what somebody chose.
pub const START_NOTES: [&str; 4] = [
    "four discs in the middle; the letters find an opening",
    "one of 888 of 8 moves that the program finds even",
    "practice, does not count; Enter opens the board editor",
    "practice: a start that was chosen does not count",
];
/// A line of the new game dialog.
pub const FIELD_CORNERS: &str = "Handicap";
/// What that means: without, with one.
pub const CORNER_NOTES: [&str; 2] = [
    "an even game",
    "discs stand in corners from the start; Black begins; it does not count",
];

/// The handicaps: none, up to `most` corners for the person, as many for the machine.
pub fn corners(most: usize) -> Vec<String> {
    let count = |corners: usize| match corners {
        1 => "1 corner".to_owned(),
        _ => format!("{corners} corners"),
    };
    let yours = (1..=most).map(|it| format!("{} for you", count(it)));
    let theirs = (1..=most).map(|it| format!("{} for the machine", count(it)));
    std::iter::once("none".to_owned())
        .chain(yours)
        .chain(theirs)
        .collect()
}

/// Who plays.
pub const WHO: [&str; 6] = [
    "Black",
    "White",
    "Two people",
    "Watch two machines",
    "Guided study",
    "Blind test",
];
/// What the last two are.
pub const STUDY_NOTES: [&str; 2] = [
    "three games, rivals of your strength, six pairs, questions",
    "six pairs: was it one opponent, or two?",
];
/// Whether it counts.
pub const KINDS: [&str; 2] = ["Measured", "Practice"];
/// What that means.
pub const KIND_NOTES: [&str; 2] = [
    "no help; it tells how strong you are",
    "values, hints, taking back; it does not count",
];
/// Beneath the fields.
pub const FORM_HELP: &str = "arrows choose, Enter starts, Esc goes back";

/// Title of the question before help is used in a measured game.
pub const HELP_COSTS_TITLE: &str = "Practice?";
/// What it costs.
pub const HELP_COSTS: &str = "Help makes this a practice game: it will not count.";
/// Takes it.
pub const HELP_HINT: &str = "Yes, a hint";
/// Takes it.
pub const HELP_UNDO: &str = "Yes, take back";
/// Does not.
pub const HELP_NO: &str = "No, play on";

/// Title of the quit question.
pub const QUIT_TITLE: &str = "Leave?";
/// What happens to the game.
pub const QUIT_TEXT: &str = "The game is not over. It is kept and offered again next time.";
/// What that means for the person's level.
pub const QUIT_COUNTS: &str = "A measured game counts once it is over.";
/// The same when it cannot be kept.
pub const QUIT_LOST: &str = "The game is not over, and it is not kept: leaving ends it.";
/// Leaves.
pub const QUIT_YES: &str = "Quit";
/// Stays.
pub const QUIT_NO: &str = "Stay";

/// Title of the result.
pub const RESULT: &str = "Result";
/// Offers after a game.
pub const REMATCH: &str = "Rematch, colours changed";
/// Offer.
pub const ANOTHER_LEVEL: &str = "Another level";
/// Offer.
pub const REVIEW: &str = "Review your game, mistake by mistake";
/// Offer.
pub const LOOK: &str = "Look at the board";

/// Offer to play a rival.
pub fn play_rival(name: &str) -> String {
    format!("Play {name}")
}

/// The result for a person: win, loss or draw.
pub fn your_result(difference: i32, own: i32, other: i32, dash: &str) -> String {
    match difference {
        1.. => format!("You win {own}{dash}{other}"),
        0 => format!("A draw, {own}{dash}{other}"),
        _ => format!("You lose {own}{dash}{other}"),
    }
}

/// The result between others.
pub fn result(black: i32, white: i32, dash: &str) -> String {
    let who = match black.cmp(&white) {
        std::cmp::Ordering::Greater => "Black wins",
        std::cmp::Ordering::Less => "White wins",
        std::cmp::Ordering::Equal => "A draw,",
    };
    format!("{who} {black}{dash}{white}")
}

/// How well the person played: mean loss D with its 95 % interval, mean rank.
pub fn played(d: f64, interval: Option<(f64, f64)>, rank: f64) -> [String; 2] {
    let range = interval.map_or_else(String::new, |(low, high)| {
        format!(" ({low:.0} to {high:.0})")
    });
    [
        format!("mean loss D {d:.1}{range}, lower is stronger"),
        format!("mean rank of your moves {rank:.1}, 1 is best"),
    ]
}

/// The game counted.
pub fn counted(d: f64) -> String {
    format!("It counts: your level is D {d:.0} now.")
}

/// What the breeding does at the moment.
pub fn breeding_now(doing: &str) -> String {
    format!("Evolution now: {doing}")
}

/// Too few moves counted for a level.
pub const TOO_FEW: &str = "too few open moves to measure you";

/// How well the person played in a game that only adds to what is known of them.
pub fn this_game(d: f64, rank: f64) -> String {
    format!("mean loss D {d:.1} in this game, mean rank {rank:.1} (1 is best)")
}

/// What is known of the person after all measured games.
pub fn level_now(estimate: &str) -> String {
    format!("Your level is now {estimate},")
}

/// The level beside the known players.
pub fn compared(words: &str) -> String {
    format!("that is {words}")
}

/// The hint: the best move, its value, how many moves there are, and what speaks for it.
pub fn hint(square: &str, value: i32, of: usize, why: &str) -> String {
    let worth = worth(value);
    let because = if why.is_empty() {
        String::new()
    } else {
        format!(": {why}")
    };
    if of < 2 {
        format!("hint: {square}, the only move, {worth}{because}")
    } else {
        format!("hint: {square}, best of {of}, {worth}{because}")
    }
}

/// The game is over and every move is being measured.
pub const MEASURING: &str = "the game is over: your moves are being measured ...";
/// The breeding waits.
pub const NOW_PAUSED: &str = "the evolution waits: p lets it go on";
/// The breeding goes on.
pub const NOW_RUNNING: &str = "the evolution goes on";

/// Name of a rival by its letter.
pub fn rival(letter: char) -> String {
    format!("Rival {letter}")
}

/// Name of a rival by its letter and the name it keeps.
pub fn rival_named(letter: char, name: &str) -> String {
    format!("Rival {letter}, {name}")
}

/// A rival that is none of the present ones, by the name it keeps.
pub fn evolved(name: &str) -> String {
    format!("Rival {name}")
}

/// The answer that plays a rival of whom a portrait has been drawn.
pub fn play_portrayed(name: &str, portrait: &str) -> String {
    format!("Play {name}: {portrait}")
}

/// A rival in the list of machines.
pub const RIVAL_NOTE: &str = "bred to be level with you, and unlike the others";
/// Other rivals are certified.
pub const RIVALS_READY: &str = "your rivals are ready: n offers them";
/// A rival in that list, for a person who is stronger than any.
pub const STRONGEST_NOTE: &str = "the strongest I can breed, and unlike the others";

/// An agent at a mean loss.
pub fn agent(d: f64) -> String {
    format!("Agent (D {d:.0})")
}

/// A choice of the new game dialog: a machine that is not in the list.
pub const BY_NAME: &str = "Another, by name";
/// How it is named.
pub const BY_NAME_NOTE: &str = "type a name, such as agent:d=25,depth=4";
/// An agent without a strength.
pub const OPEN_AGENT: &str = "that agent has no D of its own here: say one, as in agent:d=25";

/// A game that does not count was left for another one.
pub const LEFT: &str = "the game that you left is kept: :resume lists such games";
/// Older games were left before their end.
pub fn waiting(games: usize) -> String {
    match games {
        1 => "a game that you left is kept: :resume continues it".to_owned(),
        _ => format!("{games} games that you left are kept: :resume lists them"),
    }
}

/// Title of the question before a measured game is left for another one.
pub const LEAVE_TITLE: &str = "Leave this game?";
/// Why it is asked.
pub const LEAVE_TEXT: &str = "The game is not over.";
/// Leaves it.
pub const LEAVE_YES: &str = "Yes, leave it (:resume takes it up again)";
/// Does not.
pub const LEAVE_NO: &str = "No, play on";

/// Title of the question at the start.
pub const RESUME_TITLE: &str = "Continue?";
/// Resumes.
pub const RESUME_YES: &str = "Yes, continue it";
/// Does not.
pub const RESUME_NO: &str = "No, a new game";
/// Asks for another one.
pub const RESUME_OTHER: &str = "Another one ...";
/// Where that one then is.
pub const RESUME_KEPT: &str = "Otherwise it stays kept: :resume lists such games at any time.";
/// Title of the list of interrupted games.
pub const RESUME_WHICH: &str = "Resume which game?";

/// Games that the list has no room for.
pub fn more_games(count: usize) -> String {
    format!("The latest games; {count} older ones are kept.")
}

/// A line of that list: who plays, the person's side, moves played, the day.
pub fn interrupted_game(
    black: &str,
    white: &str,
    person: Option<usize>,
    moves: usize,
    measured: bool,
    day: &str,
) -> String {
    let players = match person {
        Some(side_index) => {
            let other = [white, black][side_index.min(1)];
            format!("against {other}, you play {}", side(side_index))
        }
        None => format!("{black} against {white}"),
    };
    let kind = if measured { "measured" } else { "practice" };
    format!("{day}  {players}, move {moves}, {kind}")
}

/// The interrupted game: who plays, how far it is.
pub fn interrupted(black: &str, white: &str, person: Option<usize>, moves: usize) -> String {
    match person {
        Some(side_index) => {
            let other = [white, black][side_index.min(1)];
            format!(
                "A game against {other} was interrupted at move {moves}. You play {}.",
                side(side_index)
            )
        }
        None => format!("A game of {black} against {white} was interrupted at move {moves}."),
    }
}

/// How many more there are.
pub fn more_interrupted(count: usize) -> String {
    if count == 1 {
        "One more game can be continued.".to_owned()
    } else {
        format!("{count} more games can be continued.")
    }
}

/// The game did not count.
pub const DID_NOT_COUNT: &str = "Practice: your level stays as it is.";
/// Title of the help.
pub const HELP: &str = "Help";
/// Heading of the keys.
pub const HELP_KEYS: &str = "Keys on this screen";
/// The rest of the help: headings, and paragraphs of one line each, which are broken to fit.
pub const HELP_ABOUT: &[&str] = &[
    "The game",
    "  Place a disc so that it closes in a line of the other colour between it and another disc of \
     yours: that line turns over. Who cannot, passes. Most discs win.",
    "  Legal squares are marked; [ ] is the cursor, ( ) the last move. Type a move, such as f5, or \
     steer the cursor. With mouse = true in the settings a click plays, and Shift with the mouse \
     selects text as usual.",
    "  :new PLAYER begins a game against any player by name, such as :new agent:d=25 or :new expert; \
     :new expert opening=tiger from an opening, opening=balanced from one drawn by lot. A game that you leave \
     before its end is kept; :resume lists such games. It counts once it is over, and is no loss before.",
    "  :open FILE lists the games of a file or a folder (:open games.ggf), :openings the openings by name, :edit \
     sets a board up. Pasting moves or a board opens them. From any position you can play on; your game waits.",
    "",
    "How you are measured",
    "  A tester looks at each of your moves and compares it with the best one. The mean of what you \
     lost is D: lower is stronger. A measured game is played without help. Help of any kind (values, \
     hint, taking back) makes the game a practice game.",
    "",
    "What the panes show",
    "  Evaluation: the value after every ply, above zero is good for you; large values are drawn \
     closer together, and ^ and v at the edge stand for what lies beyond the axis. Bars below are what your moves lost, D is their mean. Then what the tester \
     thinks of the cursor's square: value, rank, and what each feature adds at the end of the best \
     line. Openness adds up the empty squares around each disc that the move flips, the square played \
     included: the fewer, the less it opens to the other side.",
    "  Population: each mark is one rival-to-be, placed by two of its weights. The mark says whether \
     it wins too often against a player of your level, is level (filled: surely so, hollow: perhaps), \
     or loses too often. A, B, C are the chosen rivals: level with you, and different from one \
     another. Enlarged (z) it has a table beneath it: the arrows choose an individual, Enter plays \
     against it.",
    "  Fitness: best and mean fitness for the win rate (1 is exactly level), mean win rate, mean \
     likeness, and how far apart the individuals are. A curve that rises above 1 is drawn as a part \
     of its highest value, which stands behind the stroke. Hatched: the win rates of the middle half; \
     dotted: 0.4 and 0.6, between which a win rate counts as level.",
];

/// What the help says of games that are opened.
pub const HELP_OPENED: &[&str] = &[
    "Opened games",
    "  A file is known by what it holds: transcripts, games.jsonl, GGF, SGF, OBF, WTHOR (with its .jou and \
     .trn beside it), the text of PlayOK, the JSON of Othello Quest. A folder stands for the files of games in \
     it. Pasted text is read the same way.",
    "  A filter has names of players (parts of them) and words with a key: player: black: white: event: \
     opening: year: moves: result: (black, white, draw or open). Quotes hold together what has spaces: \
     event:\"world championship\". Numbers may be ranges: year:1980-1989, year:2000-, moves:60.",
    "  From any position Enter begins a new game; a form asks for your side and the opponent. The moves up \
     to there are kept with it. Such a game is practice: it does not count toward your strength, because \
     somebody chose where it begins. A game that you were playing is kept and offered again.",
    "  Discs are counted as they lie. B+12 and the like is what the file says of a game that was not played \
     to its end: r resigned, t on time, a agreed.",
    "  A board can be played from when the rules go on from it, that is when one side at least has a legal \
     move, whether a game leads there or not.",
];

/// Who sits at the board, and what the clock shows.
pub fn with_clock(name: &str, time: &str) -> String {
    format!("{name} {time}")
}

/// The clock has run down.
pub const TIME_UP: &str =
    "your time is up: the tester plays on for you, and the game does not count";

/// The tester in a person's seat.
pub const STAND_IN: &str = "the tester, for you";

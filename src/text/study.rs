//! What is said in a study: pages, questionnaires, results.

use super::tui;

/// Who is in a study, for whoever looked for somebody else.
pub fn known_codes(codes: &[&str]) -> String {
    if codes.is_empty() {
        "nobody has begun yet".to_owned()
    } else {
        format!("there are {}", codes.join(", "))
    }
}

/// Title of every page; `set` is the number of the blind test, 1 for the first.
pub fn title(blind: bool, code: &str, set: u32) -> String {
    match (blind, set) {
        (true, 0 | 1) => format!("Blind test, {code}"),
        (true, set) => format!("Blind test {set}, {code}"),
        (false, _) => format!("Study, {code}"),
    }
}

/// The first page of somebody new: how many games measure them, how many games there are in pairs. A
/// paragraph each.
pub fn welcome(blind: bool, warmups: usize, pairs: usize) -> Vec<String> {
    let mut page = Vec::new();
    if warmups > 0 {
        page.push(format!(
            "First you play {} to show how strong you are.",
            games(warmups)
        ));
        page.push(
            "Then the program prepares opponents of your strength. That takes less time than a game."
                .to_owned(),
        );
    } else {
        page.push("First the program prepares the opponents.".to_owned());
    }
    page.push(format!(
        "Then you play {pairs} pairs of games. After each pair you say whether you played the same \
         opponent twice or two different ones{}.",
        if blind {
            ", and why"
        } else {
            ", and what you thought of them"
        }
    ));
    if blind {
        page.push("At the end you see how often you were right.".to_owned());
    } else {
        page.push("Three questions at the end, and you are done.".to_owned());
    }
    page
}

/// The end of the first page of every study.
pub const NO_CLOCK: &str = "There is no clock, no help and no taking back. You may stop at any time: everything is kept, \
     and you go on later where you were.";

fn games(count: usize) -> String {
    if count == 1 {
        "one game".to_owned()
    } else {
        format!("{count} games")
    }
}

/// The heading of the first page.
pub const WELCOME: &str = "Welcome!";

/// The rules, for who has never played; a paragraph each.
pub const RULES: [&str; 2] = [
    "Othello: place a disc so that it closes in a line of the other colour between it and another disc of \
     yours; that line turns over to your colour. Who cannot do so passes. Most discs win.",
    "Squares on which you may play are marked. Black moves first.",
];

/// The first page of somebody who has been here before.
pub fn welcome_back(done: usize, of: usize) -> String {
    format!("Welcome back. You have played {done} of {of} games; you go on where you were.")
}

/// How far the person is, beside the board.
pub fn so_far(done: usize, of: usize) -> String {
    format!("{done} of {of} games are played.")
}

/// A game was left in the middle.
pub fn in_a_game(moves: usize) -> String {
    let s = if moves == 1 { "" } else { "s" };
    format!("A game is going on: it stands after {moves} move{s}.")
}

/// A torn line was dropped.
pub const TORN: &str = "The last line of your file was torn when the program or the machine stopped, and has been dropped: \
     at most one move or one answer is missing.";

/// What a game is called: number of a game that measures, and how many there are.
pub fn warmup(number: usize, of: usize) -> String {
    format!("Game {} of {of}", number + 1)
}

/// The same of a game of a pair: number of the pair, how many there are, which opponent.
pub fn pair(pair: usize, of: usize, which: usize) -> String {
    format!("Pair {} of {of}, opponent {}", pair + 1, which + 1)
}

/// What the opponent is called there.
pub fn opponent(which: Option<usize>) -> String {
    which.map_or_else(
        || "the opponent".to_owned(),
        |which| format!("opponent {}", which + 1),
    )
}

/// Which side the person has.
pub fn you_play(side: usize) -> String {
    if side == 0 {
        "You play Black and move first.".to_owned()
    } else {
        "You play White; Black moves first.".to_owned()
    }
}

/// Before the second game of a pair.
pub const SECOND: &str =
    "Now the second game of the pair. Is it the same opponent, or another one?";
/// Before the first game of a pair.
pub const FIRST: &str =
    "Two games follow. The two opponents may be one player or two different ones.";

/// How a game ended.
pub fn result(difference: i32, own: i32, other: i32, dash: &str) -> String {
    tui::your_result(difference, own, other, dash)
}

/// The person is being measured.
pub const MEASURING: &str = "Looking at your games ...";

/// The rivals are being bred; how many seconds it takes yet, where that is known.
pub fn preparing(left: Option<f64>) -> String {
    left.map_or_else(
        || "Preparing your opponents ...".to_owned(),
        |left| format!("Preparing your opponents: about {}", about(left)),
    )
}

/// What a wait is like, under it.
pub const PREPARING: &str =
    "You need not do anything. If you stop now, this is done again the next time.";

/// A span of time in round figures.
pub fn about(seconds: f64) -> String {
    let seconds = seconds.clamp(1.0, 1e6).ceil() as u64;
    match seconds {
        0..=9 => format!("{seconds} s"),
        10..=99 => format!("{} s", seconds.div_ceil(5) * 5),
        _ => format!("{} min", seconds.div_ceil(60)),
    }
}

/// Title of a questionnaire: number of the pair, `None` for the last one.
pub fn sheet(pair: Option<usize>, of: usize) -> String {
    pair.map_or_else(
        || "The last questions".to_owned(),
        |pair| format!("Pair {} of {of}: your opinion", pair + 1),
    )
}

/// A question by its key.
pub fn question(key: &str) -> &'static str {
    match key {
        "strength-1" => "Opponent 1: how strong was it for you?",
        "strength-2" => "Opponent 2: how strong was it for you?",
        "unnatural-1" => "Opponent 1: any unnatural moves, as if slacking?",
        "unnatural-2" => "Opponent 2: any unnatural moves, as if slacking?",
        "where-1" => "Opponent 1: which moves were unnatural, and how?",
        "where-2" => "Opponent 2: which moves were unnatural, and how?",
        "same" => "Were the two opponents the same, or different?",
        "reason" => "Why do you think so?",
        "fit" => "Were they fit to be practice partners?",
        "fun" => "Was it fun to play against them?",
        "missing" => "What else does a rival need?",
        _ => "",
    }
}

/// An answer by the keys of question and answer; empty for what is none.
pub fn answer(question: &str, answer: &str) -> &'static str {
    let question = question.trim_end_matches(['1', '2']);
    match (question, answer) {
        ("strength-", "much-too-strong") => "much too strong",
        ("strength-", "a-little-stronger") => "a little stronger than me",
        ("strength-", "same") => "about the same",
        ("strength-", "a-little-weaker") => "a little weaker than me",
        ("strength-", "much-too-weak") => "much too weak",
        ("unnatural-", "often") => "often",
        ("unnatural-", "4-6") => "4 to 6 moves",
        ("unnatural-", "1-3") => "1 to 3 moves",
        ("unnatural-", "none") => "none at all",
        ("same", "same") => "the same",
        ("same", "different") => "different",
        ("fit", "fit") => "fit",
        ("fit", "fairly") => "fairly fit",
        ("fit", "ordinary") | ("fun", "ordinary") => "ordinary",
        ("fit", "not-quite") => "not quite fit",
        ("fit", "not") => "not fit",
        ("fun", "great") => "great fun",
        ("fun", "fairly") => "fairly",
        ("fun", "something-missing") => "something was missing",
        ("fun", "dull") => "dull",
        _ => "",
    }
}

/// Beside a question that may be left without an answer.
pub const OPTIONAL: &str = "(in words, if you like)";
/// A question has no answer yet, and the sheet cannot be handed in.
pub fn unanswered(question: &str) -> String {
    format!("Please answer this first: {question}")
}
/// Hands the sheet in.
pub const HAND_IN: &str = "Hand in";
/// What that means.
pub const HAND_IN_NOTE: &str = "then it can no longer be changed";

/// The end of the experiment with people.
pub const DONE: [&str; 2] = [
    "That was all. Thank you!",
    "Your games and answers are kept. They carry your code, never your name.",
];
/// The same where there are no questions.
pub const DONE_KEPT: &str = "Your games are kept. They carry your code, never your name.";

/// A score: pairs told right, of how many; the limits of the exact 95 % interval of the share; the
/// probability of so many or more by tossing a coin.
pub fn score(right: u32, of: u32, low: f64, high: f64, by_chance: f64) -> Vec<String> {
    let chance = f64::from(of) / 2.0;
    let percent = |rate: f64| format!("{:.0}", rate * 100.0);
    vec![
        format!(
            "You told {right} of {of} pairs right ({} %; 95 % interval {} to {} %, exact binomial).",
            percent(f64::from(right) / f64::from(of.max(1))),
            percent(low),
            percent(high)
        ),
        format!(
            "Guessing gives {chance} of {of} (50 %); {right} or more come by tossing a coin with probability {by_chance:.2}."
        ),
    ]
}

/// Heading of the score over all sets.
pub fn all_sets(sets: u32) -> String {
    format!("Over your {sets} sets:")
}

/// Heading of what was what.
pub const TRUTH: &str = "What it was, and what you said:";

/// A pair: its number, the letters of both rivals, whether they were called the same.
pub fn truth(pair: usize, first: char, second: char, said_same: bool) -> String {
    let is_same = first == second;
    let name = |same: bool| if same { "the same" } else { "different" };
    format!(
        "pair {}: {first} and {second}, {:<9}  you said {:<9}  {}",
        pair + 1,
        name(is_same),
        name(said_same),
        if is_same == said_same {
            "right"
        } else {
            "wrong"
        }
    )
}

/// A rival that was in it: letter, name, how it plays as far as that is known.
pub fn rival(letter: char, name: &str) -> String {
    format!("{letter} was {name}")
}

/// What goes on with a study; the command is typed in a shell.
pub fn go_on(command: &str) -> String {
    format!("All is kept. Go on with: {command}")
}

/// Nothing can be kept any more.
pub fn not_kept(why: &str) -> String {
    format!(
        "The study stops here, because nothing can be kept any more: {why}. What was kept until now is whole"
    )
}

/// What the person waits for has broken down: `what`, and what goes on with the study, where that is known.
pub fn stuck(what: &str, command: Option<&str>) -> String {
    let how = command.map_or_else(
        || "the next time".to_owned(),
        |command| format!("with: {command}"),
    );
    format!(
        "Preparing your opponents broke down ({what}). All that was played is kept; it is done again {how}"
    )
}

/// Asks to begin.
pub const ENTER_BEGINS: &str = "Enter begins.";
/// Asks to go on.
pub const ENTER_GOES_ON: &str = "Enter goes on.";
/// Asks to leave, where nothing more comes.
pub const ENTER_LEAVES: &str = "Enter leaves.";
/// Asks to go back.
pub const ESC_CLOSES: &str = "Esc goes back.";
/// The question before leaving.
pub const LEAVE_TEXT: &str = "Everything is kept. You go on later where you are now.";
/// Beside the board.
pub const BESIDE: &str = "Steer [ ] with the arrows and press Enter, or type a square, such as f5, and Enter. Squares on which \
     you may play are marked; ( ) is the last move. Take all the time you like.";
/// In the help.
pub const HELP_KEPT: &str =
    "Everything is kept at once: you may leave at any time, and go on later where you were.";
/// In plain lines: what can be typed in a game.
pub const PLAIN_HELP: &str =
    "Type moves such as f5. Other words: board, moves, quit (everything is kept).";
/// In plain lines: after the last question.
pub const PLAIN_HAND_IN: &str = "Enter hands the sheet in; the number of a question asks it again.";
/// In plain lines: a choice is asked for.
pub fn plain_choose(count: usize) -> String {
    format!("Type a number from 1 to {count}.")
}
/// In plain lines: what is typed where a game is not going on and Enter was expected.
pub const PLAIN_ENTER: &str = "Press Enter, or type quit.";

/// In plain lines: what is typed while the person has to wait.
pub const PLAIN_WAIT: &str = "Please wait, or type quit: everything is kept.";

/// The person whose game it was has finished already.
pub fn finished(code: &str, dir: &str) -> String {
    format!("{code} has finished this study: koteki study export {dir} --csv writes what was found")
}

/// The code is the name in the settings, or tells a part of it.
pub fn code_is_name(code: &str) -> String {
    format!(
        "the code {code} is the name in your settings or a part of it: a study keeps no names, take another code \
         such as P07, or another name"
    )
}

/// A folder holds files that an export must not replace.
pub fn not_an_export(path: &str) -> String {
    format!(
        "{path} is there and is none of an export: it would be replaced; name another folder with --out"
    )
}

/// Somebody is to be gone on with who is not there.
pub fn nobody_to_continue(code: &str, dir: &str, known: &str) -> String {
    format!("there is no {code} in {dir} to go on with; {known}")
}

/// There is no folder to keep a study in.
pub const NO_FOLDER: &str = "there is no home folder to keep a study in: name one with --dir DIR";

/// What the files of an export hold; the long form is in the documentation of `session::study::export`.
pub const SCHEMA: &str = "\
Every line of every table but table.csv has program, behaviour (version of what it does), study_seed, code and set.

  people.csv   estimate (plain: D in the tester's eyes; model, low, high: the choice model's; seen: in the
               agent's), target (what the agent held) and by (where that comes from: model, seen or preset;
               given or known in a blind test), rivals and their win rates against the agent, wins, draws and losses in the pairs, pairs told right, of how many, exact 95 % interval (rate_low, rate_high), by_chance (probability of so many or more
               by tossing a coin)
  games.csv    place (warmup or pair), pair and which (from 1), rival (A, B, C) (of the protocol tsukamoto
               round, number and part: who the opponent was), opponent, person (black
               or white), seed, result for the person, black and white (discs), begun and ended
               (milliseconds since 1970), transcript
  pairs.csv    first and second (rivals), same, said (same or different), right
  answers.csv  sheet (A1 to A6, B), question, about (opponent 1 or 2), rival, answer
  table.csv    of the protocol tsukamoto alone, which has no pairs and answers: source (paper or here), person
               (all: together), complete, opponent (proposed, weaker, first, stronger), player, wins, losses
               and draws of the machine, rate: wins / (wins + losses), low and high: exact 95 % interval
  study.toml   seed, settings, and the program that the study was begun with
  study.json   all of this in one object, schema koteki-study/1
  games.jsonl  the games as koteki replay reads them

People are codes everywhere; a name in an answer is replaced by the code where it is the name in the
settings of the machine.";

/// One line on a person: how far they are.
pub fn progress(
    code: &str,
    set: u32,
    played: usize,
    of: usize,
    sheets: usize,
    complete: bool,
) -> String {
    let set = if set > 1 {
        format!(" set {set}")
    } else {
        String::new()
    };
    let state = if complete { "complete" } else { "not complete" };
    format!("{code}{set}: {played} of {of} games, {sheets} questionnaires, {state}")
}

/// People whose files cannot be read, in a list or an export of the others.
pub fn left_out(faults: &[String]) -> String {
    format!("left out, all else is done: {}", faults.join("; "))
}

/// A person whose last line is torn, in an export.
pub fn torn_line(code: &str) -> String {
    format!("{code}: the last line of the file is torn and left out")
}

/// The kind of study in a folder is another one: what it holds, and the command that goes on with that.
pub fn other_kind(dir: &str, holds: &str, command: &str) -> String {
    format!("{dir} holds {holds}: go on with {command} --dir {dir}, or name another folder")
}

/// What the folder of a blind test holds.
pub const HOLDS_BLIND: &str = "blind tests";
/// What the folder of the experiment of ch. 7 holds.
pub const HOLDS_GUIDED: &str = "a study with questionnaires";
/// What the folder of Tsukamoto's experiment holds.
pub const HOLDS_TSUKAMOTO: &str = "a study of the protocol tsukamoto";

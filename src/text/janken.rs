//! Words about janken: playing it in plain lines, habits, matches, other people's matches.

use super::harmless::harmless;

/// Numbers from 0 to 1 as "45 %".
fn percent(rate: f64) -> String {
    format!("{:.0} %", 100.0 * rate)
}

fn many(count: u64, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}

/// The kinds of players, one line each: name and what it is.
pub const PLAYERS: [(&str, &str); 14] = [
    (
        "random",
        "every hand by lot; nobody wins against it, or loses",
    ),
    (
        "beginner",
        "keeps a hand that won and else plays what would have won, 60 % of the time (habit=0…1)",
    ),
    (
        "paper",
        "breeds strategies after every round, as Yamashita 2009 (key=opp1+own2, weights=linear, …)",
    ),
    (
        "strong",
        "many such populations in two layers, each trusted as far as it was right (margin=10, …)",
    ),
    (
        "argmax",
        "the best strategy of paper's kind, looked up instead of bred (key=…, weights=…)",
    ),
    ("constant", "always the same hand (constant:R)"),
    (
        "cycle",
        "the same hands over and over (cycle:GCP, cycle:GPCP,then=CGPPC,at=100)",
    ),
    ("frequency", "beats the most frequent hand"),
    ("markov1", "beats what most often followed the last hand"),
    ("markov2", "the same of the last two"),
    ("markov3", "the same of the last three"),
    (
        "wsls",
        "keeps a hand that won, else plays what would have won",
    ),
    (
        "match",
        "beats what came after the longest stretch like the last rounds",
    ),
    (
        "meta",
        "guesses, and guesses at guesses, whichever scored best",
    ),
];

/// The rules of the line, one after the other.
pub const HELP: [&str; 11] = [
    "g or r or 1   rock        (gū)",
    "c or s or 2   scissors    (choki)",
    "p or 3        paper       (pā); several hands on one line are played in turn",
    "score         how it stands, and what chance alone does",
    "habits        your habits as they show so far",
    "level NAME    a new match against another: beginner, random, paper, strong, or any player",
    "length N      a new match of N rounds; length first10: to ten wins; length endless",
    "new           a new match like this one",
    "resume        continue the match that was left, when there is one",
    "help          these lines",
    "quit          leave; the match is kept and can be resumed",
];

/// First line.
pub fn opening(opponent: &str, length: &str, seed: u64) -> String {
    format!("Janken against {opponent}, {length}. (seed {seed})")
}

/// How long a match is: "endless", "100 rounds", "first to 10 wins".
pub fn length(rounds: Option<u32>, wins: Option<u32>) -> String {
    match (rounds, wins) {
        (Some(rounds), _) => many(rounds.into(), "round", "rounds"),
        (None, Some(wins)) => format!("first to {}", many(wins.into(), "win", "wins")),
        (None, None) => "endless".to_owned(),
    }
}

/// What can be typed, in one line.
pub const HOW_TO: &str = "Type g c p or r s p: rock, scissors, paper. Other words: score, habits, \
     level, length, new, resume, help, quit.";

/// How a commitment is checked.
pub const HOW_TO_CHECK: &str = "Each hand is fixed before yours is read: its digest is shown first, the text behind it \
     after. Check it with printf 'R 00…' | sha256sum.";

/// A match that can be resumed.
pub fn left(opponent: &str, rounds: usize) -> String {
    let rounds = many(rounds as u64, "round", "rounds");
    format!("A match against {opponent} was left after {rounds}; type resume to continue it.")
}

/// There is none.
pub const NOTHING_LEFT: &str = "No match was left that could be resumed.";

/// A match that is resumed.
pub fn resumed(rounds: usize) -> String {
    format!("Going on after {}.", many(rounds as u64, "round", "rounds"))
}

/// Before a round.
pub fn committed(round: usize, digest: &str) -> String {
    format!("Round {round}. Fixed: {digest}. Your hand?")
}

/// A round: the hands, how it ended for the person, what was expected and how surely.
pub fn round(
    number: usize,
    own: &str,
    other: &str,
    outcome: usize,
    predicted: Option<(&str, f64)>,
) -> String {
    let ended = ["you win", "a draw", "you lose"]
        .get(outcome)
        .unwrap_or(&"");
    let predicted = match predicted {
        Some((hand, sure)) => format!("it expected {hand} ({} sure)", percent(sure)),
        None => "it had no read".to_owned(),
    };
    format!("Round {number}: {own} against {other}: {ended}; {predicted}.")
}

/// What had been fixed.
pub fn revealed(text: &str) -> String {
    format!("Revealed: {text}")
}

/// How it stands for the person, beside what chance does in 95 % of matches.
pub fn score(wins: u32, draws: u32, losses: u32, net: i64, band: f64) -> String {
    let rounds = wins + draws + losses;
    let verdict = if rounds == 0 {
        ""
    } else if (net as f64).abs() <= band {
        ": within chance"
    } else if net > 0 {
        ": you read it"
    } else {
        ": it reads you"
    };
    format!(
        "Score after {}: {wins} won, {draws} drawn, {losses} lost; {net:+} (chance: ±{band:.0}){verdict}.",
        many(rounds.into(), "round", "rounds")
    )
}

/// How often it was right.
pub fn hits(right: usize, all: usize) -> String {
    format!("It predicted your hand {right} of {all} times (a guess: one in three).")
}

/// The match is over.
pub fn over(net: i64) -> &'static str {
    match net {
        1.. => "The match is over: you win. Type new for another.",
        0 => "The match is over: a draw. Type new for another.",
        _ => "The match is over: you lose. Type new for another.",
    }
}

/// A hand after the end.
pub const IS_OVER: &str = "The match is over; type new for another, or quit.";

/// What cannot be read.
pub fn unreadable(word: &str) -> String {
    let short: String = word.chars().take(40).collect();
    format!("\"{short}\" is no hand and no word here: g c p, r s p, or help.")
}

/// A word that needs another after it.
pub fn needs(word: &str) -> String {
    match word {
        "level" => "level needs a name: level beginner, random, paper, strong, or any player",
        _ => "length needs a number of rounds, first10, or endless",
    }
    .to_owned()
}

/// A line that is too long.
pub fn too_long(bytes: usize) -> String {
    format!("A line of more than {bytes} bytes was skipped.")
}

/// Heading of the person's habits.
pub const YOUR_HABITS: &str = "Your habits, as far as they show:";

/// The end.
pub const GOODBYE: &str = "Goodbye.";

// Habits.

/// A share with its interval: "62 % of 45 (48 to 75 %)".
pub fn share(rate: f64, of: u32, low: f64, high: f64) -> String {
    format!(
        "{} of {of} ({:.0} to {:.0} %)",
        percent(rate),
        100.0 * low,
        100.0 * high
    )
}

/// Too few rounds for habits.
pub const NO_ROUNDS: &str = "no rounds yet";

/// A favourite hand.
pub fn favourite(hand: &str, share: &str) -> String {
    format!("favourite hand: {hand}, {share}")
}

/// No favourite.
pub fn no_favourite(rates: [f64; 3]) -> String {
    let [rock, paper, scissors] = rates.map(percent);
    format!("no favourite hand: rock {rock}, paper {paper}, scissors {scissors}")
}

const AFTER: [&str; 3] = ["win", "draw", "loss"];

/// What is done after an outcome more often than by lot; both by number.
pub fn after(outcome: usize, shift: usize, share: &str) -> String {
    let after = AFTER.get(outcome).unwrap_or(&"");
    let shift = [
        "the same hand again",
        "on to the hand that beats the last one",
        "back to the hand that the last one beats",
    ]
    .get(shift)
    .copied()
    .unwrap_or_default();
    format!("after a {after}: {shift}, {share}")
}

/// Nothing more often than by lot.
pub fn after_nothing(outcome: usize, rates: [f64; 3], of: u32) -> String {
    let after = AFTER.get(outcome).unwrap_or(&"");
    if of == 0 {
        return format!("after a {after}: not seen yet");
    }
    let [stay, up, down] = rates.map(percent);
    format!("after a {after}: no habit (stay {stay}, up {up}, down {down} of {of})")
}

/// Hands that come back.
pub fn cycle(period: usize, hands: &str, count: u32, of: u32) -> String {
    let every = match period {
        1 => "stays with a hand".to_owned(),
        _ => format!("comes back every {period} rounds"),
    };
    format!("{every}: last {hands}, the same {count} of {of} times lately")
}

/// None do.
pub const NO_CYCLE: &str = "no hands that come back in turn";

// Other people's matches.

/// What is in a file.
pub fn found(
    file: &str,
    matches: usize,
    players: usize,
    rounds: u64,
    skipped: u64,
    faults: u64,
) -> String {
    let mut unread = String::new();
    if skipped > 0 {
        let skipped = many(skipped, "round", "rounds");
        unread += &format!("; {skipped} without a hand skipped");
    }
    if faults > 0 {
        unread += &format!("; {} could not be read", many(faults, "line", "lines"));
    }
    format!(
        "{file}: {}, {}, {}{unread}",
        many(matches as u64, "match", "matches"),
        many(players as u64, "player", "players"),
        many(rounds, "round", "rounds")
    )
}

/// Lines that could not be read and are not told one by one.
pub fn more_faults(file: &str, more: u64) -> String {
    format!("{file}: and {more} more")
}

/// A file without a single round that can be read.
pub fn nothing_read(file: &str, faults: u64) -> String {
    match faults {
        0 => format!("{file}: there is no round in it, only a heading"),
        _ => format!(
            "{file}: no round could be read ({})",
            many(faults, "faulty line", "faulty lines")
        ),
    }
}

/// A line that could not be read.
pub fn fault(file: &str, fault: &str) -> String {
    format!("{file}, {fault}")
}

/// How the outcomes of the file fit: rows that do, reversed ones, wrong ones, not understood, the first
/// that does not fit, and whether labels look exchanged.
pub fn outcomes(
    right: u64,
    reversed: u64,
    wrong: u64,
    unknown: u64,
    first: u64,
    swapped: bool,
) -> String {
    let mut line = format!("outcomes: {} fit the hands", many(right, "row", "rows"));
    if reversed + wrong > 0 {
        line += &format!(
            ", {} not ({reversed} reversed; the first in line {first})",
            reversed + wrong
        );
    }
    if unknown > 0 {
        line += &format!(", {unknown} not understood");
    }
    if swapped {
        line += ": two hands have exchanged labels in this file (wins are losses throughout); check what \
                 its letters or digits stand for before believing what follows";
    }
    line
}

/// A player of the file.
pub fn player(name: &str, matches: usize, wins: u32, draws: u32, losses: u32, net: f64) -> String {
    format!(
        "{name}: {} in {}, {wins} won, {draws} drawn, {losses} lost (net {net:+.1} per 100)",
        many((wins + draws + losses).into(), "round", "rounds"),
        many(matches as u64, "match", "matches"),
    )
}

/// Heading of the readers.
pub const WOULD_HAVE_WON: &str = "what each player would have won per 100 rounds against these hands (95 %, each \
     taken alone: the best of several looks better than it is), and how often it predicted right:";

/// Heading of the readers over everybody in the file.
pub fn over_all(players: usize, readers: usize) -> String {
    let chances = if readers > 1 {
        format!(
            "; the best of {readers} looks better than it is, so each interval is wide enough for all {readers} \
             to hold at once (95 %, Bonferroni)"
        )
    } else {
        " (95 %)".to_owned()
    };
    format!(
        "all {players} players: what each player of the program would have won per 100 rounds{chances}, and how \
         often it predicted right:"
    )
}

/// A reader's row: name, net per 100, its interval, and predictions right of all.
pub fn followed(
    name: &str,
    width: usize,
    net: f64,
    (low, high): (f64, f64),
    hits: (u32, u32),
) -> String {
    let hits = match hits {
        (_, 0) => String::new(),
        (right, all) => format!(", {right} of {all}"),
    };
    format!("{name:width$} {net:+.1} ({low:+.1} to {high:+.1}){hits}")
}

/// Heading of table 2.3.
pub const NEXT: &str = "next hand after each pair (own, opponent's): rock, paper, scissors";

/// A row of it.
pub fn next(own: &str, other: &str, counts: [u32; 3]) -> String {
    let [rock, paper, scissors] = counts;
    format!("{own}, {other}: {rock}, {paper}, {scissors}")
}

/// What a reader is compared by.
pub const REPLAYED: &str = "(the hands were played against somebody else and do not answer these players: a \
     forecast, not a match)";

/// `--json` without a file.
pub const JSON_WITHOUT_FILE: &str = "--json goes with --analyse FILE or --list";

/// A folder instead of a file.
pub const IS_FOLDER: &str = "this is a directory: give a file of matches";

/// The name of what has none.
pub const STANDARD_INPUT: &str = "standard input";

/// An input that does not fit into memory.
pub fn too_much(bytes: u64) -> String {
    format!("more than {bytes} bytes: save it as a file and give that")
}

/// How hands were read.
pub const LETTERS_GCP: &str = "hands are read as G rock, C scissors, P paper";

/// The same.
pub const LETTERS_KEYS: &str = "hands are read as 1 rock, 2 scissors, 3 paper, the Japanese order \
     (--letters numbers: 1 rock, 2 paper, 3 scissors)";

/// The same.
pub const LETTERS_NUMBERS: &str = "hands are read as 1 rock, 2 paper, 3 scissors";

// Matches between players.

/// What was played.
pub fn contest(a: &str, b: &str, matches: u32, rounds: u32) -> String {
    format!(
        "{a} against {b}: {} of {}",
        many(matches.into(), "match", "matches"),
        many(rounds.into(), "round", "rounds")
    )
}

/// What was played by several.
pub fn tournament(players: usize, matches: u32, rounds: u32) -> String {
    format!(
        "{players} players, each pair {} of {}",
        many(matches.into(), "match", "matches"),
        many(rounds.into(), "round", "rounds")
    )
}

/// Rounds or matches won, drawn and lost.
pub fn counts(what: &str, wins: u32, draws: u32, losses: u32) -> String {
    format!("{what}: {wins} won, {draws} drawn, {losses} lost")
}

/// Wins less losses per 100 rounds, over matches.
pub fn net(mean: f64, interval: Option<(f64, f64)>, sd: f64) -> String {
    match interval {
        Some((low, high)) => format!(
            "net {mean:+.2} per 100 rounds (95 % interval {low:+.2} to {high:+.2}, over matches; sd {sd:.2})"
        ),
        None => format!("net {mean:+.2} per 100 rounds (one match: no interval)"),
    }
}

/// A pair of a tournament.
pub fn pair(a: &str, b: &str, net: &str, wins: u32, draws: u32, losses: u32) -> String {
    format!("{a} - {b}: {net}, matches {wins}-{draws}-{losses}")
}

/// A player's place: the mean of its nets against the others.
pub fn place(place: usize, name: &str, net: f64, others: usize) -> String {
    format!("{place}. {name}: {net:+.2} per 100 rounds, mean over {others} opponents")
}

/// An option of one game given with another.
pub fn only_for(option: &str, game: &str) -> String {
    format!("{option} goes with --game {game} only")
}

// The protocol.

/// A line that is neither a hand nor a command.
pub fn protocol(line: &str) -> String {
    let short: String = line.trim().chars().take(40).collect();
    let short = harmless(&short);
    format!(
        "? \"{short}\" is no hand and no command: R, P, S (or rock, paper, scissors, 0, 1, 2), new, quit"
    )
}

/// A line that is too long.
pub fn protocol_long(bytes: usize) -> String {
    format!("? a line of more than {bytes} bytes is no hand and no command")
}

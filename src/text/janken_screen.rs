//! Words of the janken screen. Outcomes (win, draw, loss), shifts (stay, up, down) and hands come as their
//! numbers, all seen by the person.

/// Names of the panes.
pub const PANES: [&str; 4] = ["Table", "Score", "What it sees", "Population"];

/// Hands by number.
pub const HANDS: [&str; 3] = ["rock", "paper", "scissors"];

fn hand(index: usize) -> &'static str {
    HANDS.get(index).copied().unwrap_or_default()
}

fn percent(part: f64) -> String {
    format!("{:.0} %", 100.0 * part)
}

/// What the levels are, in their order: beginner, random, paper, strong.
pub fn level_note(level: &str) -> &'static str {
    match level {
        "random" => "draws lots: nobody can beat it, or be beaten",
        "beginner" => "has a habit itself: find it, and win",
        "paper" => "breeds strategies after every round",
        "strong" => "many such populations, and guesses at guesses",
        _ => "a player by name",
    }
}

/// Which round it is: its number, how many there are, or how many wins end the match.
pub fn round_of(round: u32, rounds: Option<u32>, wins: Option<u32>) -> String {
    match (rounds, wins) {
        (Some(rounds), _) => format!("Round {round} of {rounds}"),
        (None, Some(wins)) => format!("Round {round}, first to {wins}"),
        (None, None) => format!("Round {round}"),
    }
}

/// The match is over after so many rounds.
pub fn over_after(rounds: u32) -> String {
    format!("Over after {rounds}")
}

/// Who the opponent is.
pub fn against(level: &str) -> String {
    format!("against {level}")
}

/// How long a match is.
pub fn length(rounds: Option<u32>, wins: Option<u32>) -> String {
    match (rounds, wins) {
        (Some(1), _) => "1 round".to_owned(),
        (Some(rounds), _) => format!("{rounds} rounds"),
        (None, Some(1)) => "first to 1 win".to_owned(),
        (None, Some(wins)) => format!("first to {wins} wins"),
        (None, None) => "no end".to_owned(),
    }
}

/// Beneath the person's figure.
pub fn yours(index: usize) -> String {
    format!("you: {}", hand(index))
}
/// Beneath the program's figure.
pub fn its(index: usize) -> String {
    format!("it: {}", hand(index))
}
/// Both in one line.
pub fn both(own: usize, other: usize) -> String {
    format!("you {}, it {}", hand(own), hand(other))
}
/// How the round ended, by outcome.
pub const ENDED: [&str; 3] = ["You win this round", "A draw", "It wins this round"];
/// Before the first hand.
pub const FIRST: &str = "Its hand is fixed. Press yours:";
/// The keys of the hands.
pub const FIRST_KEYS: [&str; 3] = ["r g  rock", "s c  scissors", "p    paper"];
/// The score.
pub fn score(wins: u32, draws: u32, losses: u32) -> String {
    format!("you {wins}   drawn {draws}   it {losses}")
}
/// The score with the net.
pub fn score_net(wins: u32, draws: u32, losses: u32, net: i64) -> String {
    format!("{}   net {net:+}", score(wins, draws, losses))
}
/// Names of the rows of the last rounds.
pub const STRIP: [&str; 3] = ["you", "it", ""];
/// Won, drawn, lost, in a column.
pub const MARKS: [&str; 3] = ["+", "=", "-"];

/// The digest of the next hand.
pub const FIXED: &str = "Its next hand is fixed (SHA-256):";
/// The same in few columns.
pub const FIXED_SHORT: &str = "Next, SHA-256:";
/// What the last hand was fixed as.
pub const LAST_FIXED: &str = "Its last hand was fixed as:";
/// What was behind it.
pub fn revealed(text: &str) -> String {
    format!("= {text}")
}
/// The last round is of an earlier sitting.
pub const UNKNOWN_NONCE: &str = "The last round was played earlier.";
/// No hand is fixed: the match is over.
pub const NOTHING_FIXED: &str = "No hand is fixed: the match is over.";

/// Won, drawn, lost, and where chance alone leaves each in 95 % of matches.
pub fn counts(wins: u32, draws: u32, losses: u32) -> String {
    format!("won {wins}  drawn {draws}  lost {losses}")
}
/// The band of each.
pub fn counts_band(low: f64, high: f64, dash: &str) -> String {
    // Whole rounds inside the band.
    format!(
        "by chance: {:.0}{dash}{:.0} of each",
        low.ceil(),
        high.floor()
    )
}
/// The net beside what chance alone does in 95 % of matches.
pub fn net_band(net: i64, band: f64) -> String {
    let reach = band.floor();
    format!("net {net:+}, {} (-{reach} to +{reach})", verdict(net, band))
}
/// What a net says beside its band.
pub fn verdict(net: i64, band: f64) -> &'static str {
    if (net as f64).abs() <= band {
        "within chance"
    } else if net > 0 {
        "better than chance"
    } else {
        "worse than chance"
    }
}
/// No round has been played.
pub const NO_ROUNDS: &str = "The curve begins with the first round.";

/// What it expected last.
pub fn expected(predicted: usize, sure: f64, right: bool) -> String {
    format!(
        "Expected {} ({} sure): {}",
        hand(predicted),
        percent(sure),
        if right { "right" } else { "wrong" }
    )
}
/// It expected nothing.
pub const NO_READ: &str = "It had no read and drew a lot.";
/// It does not look at the person.
pub fn reads_nobody(level: &str) -> &'static str {
    match level {
        "random" => "It draws every hand by lot.",
        _ => "It does not read you: it follows a rule of its own.",
    }
}
/// Before the first round.
pub const SEES_NOTHING: &str = "What it expected shows after a round.";
/// After a match was gone on with.
pub const SEES_AGAIN: &str = "What it expected shows after the next round.";
/// Where the read came from.
pub fn source(what: &str) -> String {
    format!("It looked at {what}.")
}
/// The read came from a guess at the person's guesses.
pub const SECOND_GUESS: &str = "It guessed at how you guess.";

fn last(count: u8, whose: &str, one: &str, more: &str) -> Option<String> {
    match count {
        0 => None,
        1 => Some(format!("{whose} last {one}")),
        count => Some(format!("{whose} last {count} {more}")),
    }
}

/// A key of hands: so many of the person's, so many of the program's. `mirrored` when the program puts
/// itself in the person's place.
pub fn hands_key(yours: u8, its: u8, mirrored: bool) -> String {
    let parts: Vec<String> = [
        last(yours, "your", "hand", "hands"),
        last(its, "its", "hand", "hands"),
    ]
    .into_iter()
    .flatten()
    .collect();
    mirror(&parts.join(" and "), mirrored)
}
/// A key of outcomes and changes, so many of each.
pub fn relative_key(outcomes: u8, changes: u8, mirrored: bool) -> String {
    let ended = match outcomes {
        0 => None,
        1 => Some("how the last round ended".to_owned()),
        count => Some(format!("how the last {count} rounds ended")),
    };
    let whose = if mirrored { "it" } else { "you" };
    let changed = match changes {
        0 => None,
        1 => Some(format!("how {whose} changed hands")),
        count => Some(format!("the last {count} times {whose} changed hands")),
    };
    let parts: Vec<String> = [ended, changed].into_iter().flatten().collect();
    mirror(&parts.join(" and "), mirrored)
}
/// A stretch of the past like the present one.
pub fn matching(what: &str, mirrored: bool) -> String {
    let whose = match what {
        "own" => " of its hands",
        "opp" => " of your hands",
        _ => "",
    };
    mirror(
        &format!("the longest stretch{whose} that came before"),
        mirrored,
    )
}
/// The most frequent hand.
pub fn frequent(mirrored: bool) -> String {
    if mirrored {
        mirror("its own favourite hand", true)
    } else {
        "your favourite hand".to_owned()
    }
}
fn mirror(text: &str, mirrored: bool) -> String {
    if mirrored {
        format!("{text}, from your seat")
    } else {
        text.to_owned()
    }
}

/// How often it was right, and where guessing leaves that in 95 % of matches.
pub fn hits(right: usize, all: usize, low: f64, high: f64, dash: &str) -> String {
    format!(
        "Right {right} of {all} times; guessing: {:.0}{dash}{:.0}",
        low.ceil(),
        high.floor()
    )
}

/// The same at the end of a match.
pub fn predicted(right: usize, all: usize, low: f64, high: f64, dash: &str) -> String {
    format!(
        "It foresaw {right} of {all} hands (guessing: {:.0}{dash}{:.0}).",
        low.ceil(),
        high.floor()
    )
}

/// Heading of the habits.
pub const HABITS: &str = "Your habits";
/// Too little to see any.
pub const TOO_FEW: &str = "Too few rounds to see any.";
/// There are none.
pub const NO_HABIT: &str = "None shows: you look like lots.";
/// One that may be chance: of a dozen that are looked for, some show by themselves.
pub fn perhaps(habit: &str) -> String {
    format!("Perhaps: {habit}")
}
/// Plays a hand more often than the others.
pub fn favourite(index: usize, count: u32, of: u32) -> String {
    format!("You like {}: {count} of {of}", hand(index))
}
/// What is done after an outcome.
pub fn after(outcome: usize, shift: usize, count: u32, of: u32) -> String {
    let outcome = ["win", "draw", "loss"].get(outcome).unwrap_or(&"");
    let shift = ["same hand", "up (R>P>S>R)", "down (R>S>P>R)"]
        .get(shift)
        .unwrap_or(&"");
    format!("After {outcome}: {shift}, {count} of {of}")
}
/// Hands that come back in turn: their letters.
pub fn cycle(hands: &str, count: u32, of: u32) -> String {
    format!("You repeat {hands}: {count} of {of} lately")
}

/// Heads of the table of hands: what a row is of, then the hands.
pub const COUNT_HANDS: [&str; 4] = ["", "rock", "paper", "scissors"];
/// The row of all hands.
pub const COUNT_ALL: &str = "played";
/// Heads of the table of changes: how the hand was changed after an outcome.
pub const COUNT_CHANGES: [&str; 4] = ["", "keep", "up", "down"];
/// Its rows.
pub const COUNT_AFTER: [&str; 3] = ["after a win", "after a draw", "after a loss"];
/// A row of these tables.
pub fn counts_row(cells: [&str; 4]) -> String {
    let [head, a, b, c] = cells;
    format!("{head:<13}{a:>6}{b:>7}{c:>10}")
}

/// Nothing is bred.
pub fn breeds_nothing(level: &str) -> String {
    format!("{level} breeds nothing.")
}
/// Nothing has been bred yet.
pub const NOT_BRED: &str = "It breeds from the fourth round on.";
/// After a match was gone on with, or at its beginning.
pub const BRED_LATER: &str = "The population shows after a round.";
/// How many strategies, how many different ones, how unlike they are.
pub fn population(size: usize, distinct: usize, diversity: f64) -> String {
    format!("{size} strategies, {distinct} different, diversity {diversity:.2}")
}
/// The fitness of the best, the mean, and the highest possible.
pub fn fitness(best: f64, mean: f64, greatest: f64) -> String {
    format!("best {best:.0}  mean {mean:.0}  of {greatest:.0} possible")
}
/// What the strategies look at.
pub fn looks_at(what: &str) -> String {
    format!("They look at {what}.")
}
/// The axis of generations.
pub fn generation(number: usize) -> String {
    format!("gen {number}")
}
/// Heading of the genes of the best; whether answers are steps from the person's last hand, and whether all
/// are shown.
pub const fn best(steps: bool, whole: bool) -> &'static str {
    match (whole, steps) {
        (true, true) => "The best answers (from your hand: = same, + beats it, - loses):",
        (true, false) => "The best answers (R P S; . not met yet):",
        (false, true) => "Used last, [=+-] from your hand; all at the end:",
        (false, false) => "Used last, in [ ]; all answers at the end:",
    }
}
/// A row or column of the genes, short: whose hand, or what of a round; how long ago.
pub fn part(kind: usize, back: u8) -> String {
    let what = ["you", "it", "end", "step"].get(kind).unwrap_or(&"");
    if back > 1 {
        format!("{what}-{back}")
    } else {
        (*what).to_owned()
    }
}

/// A hand cannot be taken back.
pub const NO_UNDO: &str =
    "Its hand has been shown: there is no taking back in janken. n begins a new match.";
/// What was typed is neither a hand nor a command.
pub fn no_command(entry: &str) -> String {
    format!(
        "{entry} is neither a hand nor a command: rock, paper, scissors, or new, copy, result, help, quit"
    )
}

/// A key that is nothing here.
pub fn not_a_hand(key: &str) -> String {
    format!("{key} is not a hand: r g rock, s c scissors, p paper. ? shows all keys.")
}
/// A hand after the end.
pub const IS_OVER: &str = "The match is over: n begins another, Enter shows the result.";
/// Pasted text.
pub const PASTED: &str = "Pasted text plays no hands: one key is one hand.";
/// What was copied.
pub fn copied(line: &str) -> String {
    format!("copied: {line}")
}
/// There is nothing to check.
pub const NOTHING_TO_CHECK: &str = "There is no hand of this sitting to check yet.";

/// Going on with a match.
pub fn goes_on(level: &str, rounds: usize) -> String {
    format!("Your match against {level} goes on after round {rounds}. n begins a new one.")
}
/// Rows that could not be read.
pub fn unread(count: u64) -> String {
    if count == 1 {
        "1 line of the kept matches could not be read; it stays as it is.".to_owned()
    } else {
        format!("{count} lines of the kept matches could not be read; they stay as they are.")
    }
}
/// The file of matches was no such file, and lies now beside the new one.
pub fn set_aside(aside: &str) -> String {
    format!("The file of matches had another heading: it is {aside} now, and a new one is begun.")
}
/// Nothing is kept.
pub fn not_kept(why: &str) -> String {
    format!("Rounds are not kept: {why}")
}
/// Another program keeps matches in the folder.
pub const KEPT_BY_ANOTHER: &str = "kept by another koteki: this match is not kept";
/// The status line: where it is kept.
pub fn kept_in(path: &str) -> String {
    format!("kept in {path}")
}
/// The status line: nowhere.
pub const KEPT_NOWHERE: &str = "not kept";
/// The status line: the seed.
pub fn seed(seed: u64) -> String {
    format!("seed {seed}")
}

/// What the question at the start is about.
pub fn resume_text(level: &str, rounds: usize, length: &str) -> String {
    format!("A match against {level} ({length}) was left after round {rounds}.")
}
/// Does not resume it.
pub const RESUME_NO: &str = "No, the new match";

/// Title of the question before leaving.
pub const QUIT_TITLE: &str = "Leave?";
/// The match is kept.
pub const QUIT_TEXT: &str = "The match is kept and goes on at the next start.";
/// The match is not kept.
pub const QUIT_LOST: &str = "The match is not kept: leaving ends it.";
/// Leaves.
pub const QUIT_YES: &str = "Quit";
/// Stays.
pub const QUIT_NO: &str = "Stay";

/// Title of the new match dialog.
pub const NEW_TITLE: &str = "New match";
/// Its fields.
pub const FIELDS: [&str; 2] = ["Level", "Length"];
/// Beneath them.
pub const FORM_HELP: &str = "arrows choose, Enter starts, Esc goes back";
/// What becomes of the match that is going on.
pub const FORM_DROPS: &str = "the match that is going on ends here; its rounds stay kept";

/// Title of the result.
pub const RESULT_TITLE: &str = "Result";
/// How the match ended, by the sign of the net.
pub fn result(wins: u32, losses: u32, draws: u32) -> String {
    let head = match wins.cmp(&losses) {
        std::cmp::Ordering::Greater => "You win",
        std::cmp::Ordering::Equal => "A draw,",
        std::cmp::Ordering::Less => "You lose",
    };
    format!("{head} {wins} to {losses}, {draws} drawn")
}
/// Net per 100 rounds beside what chance leaves.
pub fn per_hundred(net: f64, band: f64) -> String {
    format!("net {net:+.1} per 100 rounds; by chance alone -{band:.1} to +{band:.1} (95 %)")
}
/// Whether the score says anything.
pub fn says(net: i64, band: f64) -> &'static str {
    match verdict(net, band) {
        "within chance" => "That is within chance: it does not show who reads whom.",
        "better than chance" => "That is more than chance: you read it.",
        _ => "That is more than chance: it reads you.",
    }
}
/// First-to-n matches end when they suit one side.
pub const SAYS_FIRST: &str =
    "(A match to so many wins stops at a good moment: take that as a hint.)";
/// Plays the same again.
pub const AGAIN: &str = "The same again";
/// Another match.
pub const ANOTHER: &str = "Another level or length";
/// Looks at the table.
pub const LOOK: &str = "Look at the table";
/// Leaves.
pub const LEAVE: &str = "Quit";

/// Heading of the check in the help.
pub const CHECK: &str = "Check its last hand yourself";
/// The command that a shell is given.
pub fn check(text: &str) -> String {
    format!("printf '{text}' | sha256sum")
}
/// How the check goes.
pub const CHECK_HOW: &str =
    "  Run this in a shell; it must print what the table showed before you chose (y copies it):";
/// What there is to say before the first round.
pub const CHECK_LATER: &str =
    "  After a round the line for it stands here: printf 'R 00...' | sha256sum";

/// The rest of the help.
pub const HELP_ABOUT: &[&str] = &[
    "The game",
    "  Rock beats scissors, scissors beat paper, paper beats rock. One key is one hand, and the round is \
     over at once. Its hand is fixed before you press: the table shows the SHA-256 of its letter (R, P, S) \
     and a random number; after the round it shows both. No other hand has that sum.",
    "",
    "Levels",
    "  random draws lots. beginner has a habit of its own. paper breeds 50 strategies by a genetic \
     algorithm after every round (Yamashita 2009). strong breeds many such populations that look at \
     different things, and trusts each as far as it has been right; without a read it draws lots.",
    "",
    "What the panes show",
    "  Score: a win +1, a loss -1, summed up. Two who draw lots stay between the two grey lines in 95 % \
     of matches: there a score says nothing.",
    "  What it sees: what it expected in the last round, how sure it was, and from what; never anything \
     of the coming one. Below, your habits: up is the hand that beats your last one, down the one that it \
     beats. \"Perhaps\" is what lies outside chance taken alone, but may show by chance when a dozen \
     habits are looked for.",
    "  Population: fitness of the best (b) and the mean (m) from generation to generation, how unlike \
     the strategies are, and the answer that the best strategy gave in the last round, in brackets. Its other \
     answers show when the match is over: the next of them is most often its next hand.",
];

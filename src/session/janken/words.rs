//! Habits, scores and rounds in words, for every interface.

use super::{Length, Played};
use koteki_games::janken::{Hand, Letters, Outcome};
use koteki_janken::habits::{Habits, Share};
use koteki_janken::score::{Score, band};

const AFTER: [&str; 3] = ["win", "draw", "loss"];

fn share(share: Share) -> String {
    format!(
        "{} of {} ({:.0} to {:.0} %)",
        percent(share.rate()),
        share.of,
        100.0 * share.interval.low,
        100.0 * share.interval.high
    )
}

/// Somebody's habits, a line each: favourite hand, what comes after a win, a draw and a loss, cycles.
pub fn habits(habits: &Habits) -> Vec<String> {
    if habits.rounds == 0 {
        return vec!["no rounds yet".to_owned()];
    }
    let rates = |shares: [Share; 3]| shares.map(Share::rate);
    let mut lines = vec![match habits.favourite() {
        Some((hand, it)) => format!("favourite hand: {}, {}", hand.word(), share(it)),
        None => no_favourite(rates(habits.hands)),
    }];
    lines.extend(Outcome::ALL.map(|outcome| {
        let shares = habits.changes[outcome.index()];
        match habits.after(outcome) {
            Some((shift, it)) => after(outcome.index(), shift.index(), &share(it)),
            None => after_nothing(outcome.index(), rates(shares), shares[0].of),
        }
    }));
    let cycles = habits.cycles.iter().take(2).map(|cycle| {
        let letters = |hand: &Hand| hand.letter(Letters::English);
        let hands: String = cycle.hands.iter().map(letters).collect();
        cycle_text(cycle.period, &hands, cycle.share.count, cycle.share.of)
    });
    lines.extend(cycles);
    if habits.cycles.is_empty() {
        lines.push("no hands that come back in turn".to_owned());
    }
    lines
}

/// How it stands for the person.
pub fn score(score: Score) -> String {
    score_text(
        score.wins,
        score.draws,
        score.losses,
        score.net(),
        band(score.rounds()),
    )
}

/// A round that has been played.
pub fn round(number: usize, played: &Played) -> String {
    let reading = played.reading;
    round_text(
        number,
        played.round.own.word(),
        played.round.other.word(),
        played.round.outcome().index(),
        reading
            .predicted
            .map(|hand| (hand.word(), reading.confidence)),
    )
}

/// How long a match is.
pub fn length(length: Length) -> String {
    match length {
        Length::Endless => length_text(None, None),
        Length::Rounds(rounds) => length_text(Some(rounds), None),
        Length::FirstTo(wins) => length_text(None, Some(wins)),
    }
}

/// Table 2.3 of Yamashita 2009: what came next after each pair of hands, a line each; pairs that were not
/// met are left out.
pub fn next(habits: &Habits) -> Vec<String> {
    let pairs = Hand::ALL
        .into_iter()
        .flat_map(|own| Hand::ALL.map(|other| (own, other)));
    pairs
        .filter_map(|(own, other)| {
            let counts = habits.next[own.index()][other.index()];
            (counts != [0; 3]).then(|| next_text(own.word(), other.word(), counts))
        })
        .collect()
}

fn percent(rate: f64) -> String {
    format!("{:.0} %", 100.0 * rate)
}

pub fn many(count: u64, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}

fn length_text(rounds: Option<u32>, wins: Option<u32>) -> String {
    match (rounds, wins) {
        (Some(rounds), _) => many(rounds.into(), "round", "rounds"),
        (None, Some(wins)) => format!("first to {}", many(wins.into(), "win", "wins")),
        (None, None) => "endless".to_owned(),
    }
}

/// A round: the hands, how it ended for the person, what was expected and how surely.
fn round_text(
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

/// How it stands for the person, beside what chance does in 95 % of matches.
fn score_text(wins: u32, draws: u32, losses: u32, net: i64, band: f64) -> String {
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

fn no_favourite(rates: [f64; 3]) -> String {
    let [rock, paper, scissors] = rates.map(percent);
    format!("no favourite hand: rock {rock}, paper {paper}, scissors {scissors}")
}

/// What is done after an outcome more often than by chance; both by number.
fn after(outcome: usize, shift: usize, share: &str) -> String {
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

fn after_nothing(outcome: usize, rates: [f64; 3], of: u32) -> String {
    let after = AFTER.get(outcome).unwrap_or(&"");
    if of == 0 {
        return format!("after a {after}: not seen yet");
    }
    let [stay, up, down] = rates.map(percent);
    format!("after a {after}: no habit (stay {stay}, up {up}, down {down} of {of})")
}

fn cycle_text(period: usize, hands: &str, count: u32, of: u32) -> String {
    let every = match period {
        1 => "stays with a hand".to_owned(),
        _ => format!("comes back every {period} rounds"),
    };
    format!("{every}: last {hands}, the same {count} of {of} times lately")
}

fn next_text(own: &str, other: &str, counts: [u32; 3]) -> String {
    let [rock, paper, scissors] = counts;
    format!("{own}, {other}: {rock}, {paper}, {scissors}")
}

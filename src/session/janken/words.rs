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

/// A player's habits, a line each: favourite hand, what comes after a win, a draw and a loss, cycles.
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
        let every = match cycle.period {
            1 => "stays with a hand".to_owned(),
            period => format!("comes back every {period} rounds"),
        };
        let Share { count, of, .. } = cycle.share;
        format!("{every}: last {hands}, the same {count} of {of} times lately")
    });
    lines.extend(cycles);
    if habits.cycles.is_empty() {
        lines.push("no hands that come back in turn".to_owned());
    }
    lines
}

/// The person's score, beside what chance does in 95 % of matches.
pub fn score(score: Score) -> String {
    let (rounds, net) = (score.rounds(), score.net());
    let band = band(rounds);
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
        "Score after {}: {} won, {} drawn, {} lost; {net:+} (chance: ±{band:.0}){verdict}.",
        many(rounds.into(), "round", "rounds"),
        score.wins,
        score.draws,
        score.losses
    )
}

/// A round: the hands, how it ended for the person, what was expected and how surely.
pub fn round(number: usize, played: &Played) -> String {
    let (round, reading) = (&played.round, &played.reading);
    let ended = match round.outcome() {
        Outcome::Win => "you win",
        Outcome::Draw => "a draw",
        Outcome::Loss => "you lose",
    };
    let predicted = match reading.predicted {
        Some(hand) => format!(
            "it expected {} ({} sure)",
            hand.word(),
            percent(reading.confidence)
        ),
        None => "it had no read".to_owned(),
    };
    let (own, other) = (round.own.word(), round.other.word());
    format!("Round {number}: {own} against {other}: {ended}; {predicted}.")
}

/// How long a match is.
pub fn length(length: Length) -> String {
    match length {
        Length::Endless => "endless".to_owned(),
        Length::Rounds(rounds) => many(rounds.into(), "round", "rounds"),
        Length::FirstTo(wins) => format!("first to {}", many(wins.into(), "win", "wins")),
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
            let [rock, paper, scissors] = counts;
            let (own, other) = (own.word(), other.word());
            (counts != [0; 3]).then(|| format!("{own}, {other}: {rock}, {paper}, {scissors}"))
        })
        .collect()
}

fn percent(rate: f64) -> String {
    format!("{:.0} %", 100.0 * rate)
}

pub fn many(count: u64, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
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

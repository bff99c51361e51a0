//! Habits, scores and rounds in words, for every face.

use super::{Length, Played};
use crate::game::janken::{Hand, Letters, Outcome};
use crate::reader::habits::{Habits, Share};
use crate::reader::score::{Score, band};
use crate::text::janken as words;

fn share(share: Share) -> String {
    words::share(
        share.rate(),
        share.of,
        share.interval.low,
        share.interval.high,
    )
}

/// Somebody's habits, a line each: favourite hand, what comes after a win, a draw and a loss, cycles.
pub fn habits(habits: &Habits) -> Vec<String> {
    if habits.rounds == 0 {
        return vec![words::NO_ROUNDS.to_owned()];
    }
    let rates = |shares: [Share; 3]| shares.map(Share::rate);
    let mut lines = vec![match habits.favourite() {
        Some((hand, it)) => words::favourite(hand.word(), &share(it)),
        None => words::no_favourite(rates(habits.hands)),
    }];
    lines.extend(Outcome::ALL.map(|outcome| {
        let shares = habits.changes[outcome.index()];
        match habits.after(outcome) {
            Some((shift, it)) => words::after(outcome.index(), shift.index(), &share(it)),
            None => words::after_nothing(outcome.index(), rates(shares), shares[0].of),
        }
    }));
    let cycles = habits.cycles.iter().take(2).map(|cycle| {
        let letters = |hand: &Hand| hand.letter(Letters::English);
        let hands: String = cycle.hands.iter().map(letters).collect();
        words::cycle(cycle.period, &hands, cycle.share.count, cycle.share.of)
    });
    lines.extend(cycles);
    if habits.cycles.is_empty() {
        lines.push(words::NO_CYCLE.to_owned());
    }
    lines
}

/// How it stands for the person.
pub fn score(score: Score) -> String {
    words::score(
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
    words::round(
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
        Length::Endless => words::length(None, None),
        Length::Rounds(rounds) => words::length(Some(rounds), None),
        Length::FirstTo(wins) => words::length(None, Some(wins)),
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
            (counts != [0; 3]).then(|| words::next(own.word(), other.word(), counts))
        })
        .collect()
}

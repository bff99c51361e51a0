//! What a face tells of a study, where every face tells the same.

use super::Kind;
use super::desk::Desk;
use super::export::Study;
use super::protocol::{PAIRS, Place, Protocol, Task};
use super::rounds::{GAMES, ROUNDS};
use super::score::Score;
use super::table;
use crate::roster::PlayerSpec;
use crate::roster::portrait::name_of;
use crate::text::{rounds, study as words};

/// The first page of somebody new; a paragraph each.
pub fn welcome(protocol: &Protocol) -> Vec<String> {
    let settings = protocol.settings();
    let mut page = match settings.kind {
        Kind::Tsukamoto => rounds::welcome(ROUNDS, GAMES),
        kind => words::welcome(kind == Kind::Blind, settings.warmups, PAIRS),
    };
    page.push(words::NO_CLOCK.to_owned());
    page
}

/// What is said before a game of who is met; `None` where nothing is.
pub fn before(task: &Task) -> Option<String> {
    match task.place {
        Place::Pair { which: 0, .. } => Some(words::FIRST.to_owned()),
        Place::Pair { .. } => Some(words::SECOND.to_owned()),
        Place::Round { round, number: 0 } => Some(rounds::opponent(round, GAMES)),
        Place::Round { .. } | Place::Warmup { .. } => None,
    }
}

/// The number of the opponent, 0 for the first; `None` where there is but one.
pub const fn opponent(task: &Task) -> Option<usize> {
    match task.place {
        Place::Warmup { .. } => None,
        Place::Pair { which, .. } => Some(which),
        Place::Round { round, .. } => Some(round),
    }
}

/// What a game is called.
pub fn name(task: &Task) -> String {
    match task.place {
        Place::Warmup { number, of } => words::warmup(number, of),
        Place::Pair { pair, which } => words::pair(pair, PAIRS, which),
        Place::Round { round, number } => rounds::name(round, ROUNDS, number, GAMES),
    }
}

/// The last page: thanks, and after a blind test what was what.
///
/// # Errors
/// When earlier sets cannot be read.
pub fn ending(desk: &Desk) -> anyhow::Result<Vec<String>> {
    let protocol = desk.protocol();
    match protocol.settings().kind {
        Kind::Guided => return Ok(words::DONE.map(str::to_owned).to_vec()),
        Kind::Tsukamoto => return Ok(rounds::done(&table::of_rounds(protocol))),
        Kind::Blind => {}
    }
    let say = |score: &Score| {
        let Score {
            right,
            of,
            interval,
            by_chance,
            ..
        } = *score;
        words::score(right, of, interval.low, interval.high, by_chance)
    };
    let judged = protocol.judged();
    let mut lines = say(&Score::of(&judged));
    if desk.set() > 1 {
        let all = Study::read(desk.folder(), Some(desk.code()))?;
        lines.push(words::all_sets(desk.set()));
        lines.extend(say(&all.score()));
    }
    lines.push(String::new());
    lines.push(words::TRUTH.to_owned());
    let letter = |rival: usize| ['A', 'B', 'C'][rival.min(2)];
    for (index, (pair, said)) in judged.iter().enumerate() {
        let [first, second] = pair.opponents.map(letter);
        lines.push(words::truth(index, first, second, *said));
    }
    lines.push(String::new());
    for (index, rival) in protocol.rivals().iter().enumerate() {
        let name = match rival.player.parse::<PlayerSpec>() {
            Ok(PlayerSpec::Individual(search)) => name_of(&search.weights),
            Ok(spec) => spec.to_string(),
            Err(_) => rival.player.clone(),
        };
        lines.push(words::rival(letter(index), &name));
    }
    Ok(lines)
}

/// How long a wait takes yet, as it is told: the present estimate jumps up and down with the speed of the
/// machine, and what was told holds until it is reached or clearly wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Countdown(Option<f64>);

impl Countdown {
    /// Takes in the seconds that it takes yet by the present speed, and gives what is to be told; `None`
    /// where that is not known.
    pub fn see(&mut self, left: Option<f64>) -> Option<f64> {
        self.0 = match (self.0, left) {
            (Some(told), Some(left)) if left > told && left < told * 1.5 + 5.0 => Some(told),
            (_, left) => left,
        };
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::Countdown;

    #[test]
    fn what_was_told_holds_until_it_is_clearly_wrong() {
        let mut countdown = Countdown::default();
        let told: Vec<Option<f64>> = [
            None,
            Some(40.0),
            Some(35.0),
            Some(42.0),
            Some(34.0),
            Some(90.0),
            None,
        ]
        .map(|left| countdown.see(left))
        .to_vec();
        let expected = [
            None,
            Some(40.0),
            Some(35.0),
            Some(35.0),
            Some(34.0),
            Some(90.0),
            None,
        ];
        assert_eq!(told, expected);
    }
}

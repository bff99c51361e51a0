//! The pages and names of a study, the same in every interface.

use super::Kind;
use super::export::Study;
use super::protocol::{PAIRS, Place, Protocol, Task};
use super::rounds::{GAMES, ROUNDS};
use super::score::Score;
use super::session::StudySession;
use super::table;
use crate::study::words;
use koteki_record::study::StudyError;
use koteki_rivals::roster::PlayerSpec;
use koteki_rivals::roster::portrait::name_of;

const DONE: [&str; 2] = [
    "That was all. Thank you!",
    "Your games and answers are kept. They carry your code, never your name.",
];

/// The first page of a new person; a paragraph each.
pub fn welcome(protocol: &Protocol) -> Vec<String> {
    let settings = protocol.settings();
    let mut page = match settings.kind {
        Kind::Tsukamoto => vec![format!(
            "You play {} games: {GAMES} against each of {ROUNDS} opponents, half of them with each \
             colour. You are not told who they are; how the games with the first one end says who the \
             second one is.",
            ROUNDS * GAMES
        )],
        kind => study_welcome(kind == Kind::Blind, settings.warmups, PAIRS),
    };
    page.push(
        "There is no clock, no help and no taking back. You may stop at any time: everything \
         is kept, and you can continue later where you left off."
            .to_owned(),
    );
    page
}

/// What is said before a game of who is met; `None` where nothing is.
pub fn before(task: &Task) -> Option<String> {
    match task.place {
        Place::Pair { which: 0, .. } => Some(
            "Two games follow. The two opponents may be one player or two different ones."
                .to_owned(),
        ),
        Place::Pair { .. } => Some(words::SECOND.to_owned()),
        Place::Round { round, number: 0 } => Some(match round {
            0 => format!("You play {GAMES} games against this opponent."),
            _ => format!("This is another opponent: {GAMES} games again."),
        }),
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
        Place::Warmup { number, of } => format!("Game {} of {of}", number + 1),
        Place::Pair { pair, which } => {
            format!("Pair {} of {PAIRS}, opponent {}", pair + 1, which + 1)
        }
        Place::Round { round, number } => format!(
            "Opponent {} of {ROUNDS}, game {} of {GAMES}",
            round + 1,
            number + 1
        ),
    }
}

/// The last page: thanks, and after a blind test what was what.
///
/// # Errors
/// When earlier sets cannot be read.
pub fn ending(session: &StudySession) -> Result<Vec<String>, StudyError> {
    let protocol = session.protocol();
    match protocol.settings().kind {
        Kind::Guided => return Ok(DONE.map(str::to_owned).to_vec()),
        Kind::Tsukamoto => return Ok(done(&table::of_rounds(protocol))),
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
        let percent = |rate: f64| format!("{:.0}", rate * 100.0);
        [
            format!(
                "You judged {right} of {of} pairs right ({} %; 95 % interval {} to {} %, exact \
                 binomial).",
                percent(f64::from(right) / f64::from(of.max(1))),
                percent(interval.low),
                percent(interval.high)
            ),
            format!(
                "Guessing gives {} of {of} (50 %); {right} or more come about by tossing a coin with probability {by_chance:.2}.",
                f64::from(of) / 2.0
            ),
        ]
    };
    let judged = protocol.judged();
    let mut lines = say(&Score::of(&judged)).to_vec();
    if session.set() > 1 {
        let all = Study::read(session.folder(), Some(session.code()))?;
        lines.push(format!("Over your {} sets:", session.set()));
        lines.extend(say(&all.score()));
    }
    lines.push(String::new());
    lines.push("What it was, and what you said:".to_owned());
    let letter = |rival: usize| ['A', 'B', 'C'][rival.min(2)];
    for (index, (pair, said)) in judged.iter().enumerate() {
        let [first, second] = pair.opponents.map(letter);
        lines.push(truth(index, first, second, *said));
    }
    lines.push(String::new());
    for (index, rival) in protocol.rivals().iter().enumerate() {
        let name = match rival.player.parse::<PlayerSpec>() {
            Ok(PlayerSpec::Individual(search)) => name_of(&search.weights.to_array()),
            Ok(spec) => spec.to_string(),
            Err(_) => rival.player.clone(),
        };
        lines.push(format!("{} was {name}", letter(index)));
    }
    Ok(lines)
}

/// How much longer a wait takes, as it is shown: the present estimate jumps up and down with the speed of the
/// machine, and what was shown holds until it is reached or clearly wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Countdown(Option<f64>);

impl Countdown {
    /// Takes in the seconds that are left at the present speed, and gives what is to be shown; `None`
    /// where that is not known.
    pub fn see(&mut self, left: Option<f64>) -> Option<f64> {
        self.0 = match (self.0, left) {
            (Some(shown), Some(left)) if left > shown && left < shown * 1.5 + 5.0 => Some(shown),
            (_, left) => left,
        };
        self.0
    }
}

fn done(results: &[[u32; 3]]) -> Vec<String> {
    let mut lines = vec![DONE[0].to_owned()];
    lines.extend(results.iter().zip(1..).map(|([won, lost, drawn], number)| {
        format!("Opponent {number}:  {won} won, {lost} lost, {drawn} drawn")
    }));
    lines.push(String::new());
    lines.push("Your games are kept. They carry your code, never your name.".to_owned());
    lines
}

/// The first page of a new person: how many games measure them, how many games there are in pairs. A
/// paragraph each.
fn study_welcome(blind: bool, warmups: usize, pairs: usize) -> Vec<String> {
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

fn games(count: usize) -> String {
    if count == 1 {
        "one game".to_owned()
    } else {
        format!("{count} games")
    }
}

fn truth(pair: usize, first: char, second: char, said_same: bool) -> String {
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

#[cfg(test)]
mod tests {
    use super::Countdown;

    #[test]
    fn what_was_shown_holds_until_it_is_clearly_wrong() {
        let mut countdown = Countdown::default();
        let shown: Vec<Option<f64>> = [
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
        assert_eq!(shown, expected);
    }
}

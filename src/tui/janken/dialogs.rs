//! Questions, the result of a match, and the dialog for a new one.
//!
//! No answer but that nothing changes has a hand's key as its letter: who plays fast would give it without having
//! read the question.

use super::screen::Request;
use super::view::{Habit, ends};
use crate::janken::words;
use crate::shell::Answer;
use crate::shell::form::{Field, Form};
use crate::shell::menu::Menu;
use koteki_games::typed::half_width;
use koteki_janken::ReaderSpec;
use koteki_janken::score::band;
use koteki_janken::spec::LEVELS;
use koteki_session::janken::{Length, LengthError, Match, Setup, UnfinishedMatch};

/// Lengths that are offered.
const LENGTHS: [Length; 11] = [
    Length::Rounds(10),
    Length::Rounds(20),
    Length::Rounds(50),
    Length::Rounds(100),
    Length::Rounds(200),
    Length::Rounds(1000),
    Length::FirstTo(3),
    Length::FirstTo(5),
    Length::FirstTo(10),
    Length::FirstTo(20),
    Length::Endless,
];

/// Against whom, and how long; begins with what was played last. `drops` when a match that is going on would end.
pub(super) fn new_match(setup: &Setup, seed: u64, drops: bool) -> Form<Request> {
    let mut levels: Vec<ReaderSpec> = LEVELS.iter().filter_map(|it| it.parse().ok()).collect();
    if !levels.contains(&setup.opponent) {
        levels.push(setup.opponent.clone());
    }
    let level = levels.iter().position(|it| *it == setup.opponent);
    let length = LENGTHS.iter().position(|it| *it == setup.length);
    let typed = length.map_or_else(|| setup.length.to_string(), |_| String::new());
    let named = |level: &ReaderSpec| {
        let name = level.to_string();
        let note = level_note(&name).to_owned();
        (name, note)
    };
    let long = |length: &Length| {
        let (rounds, wins) = ends(*length);
        (words::length(rounds, wins), String::new())
    };
    let another = (
        "Another, typed".to_owned(),
        "a number of rounds, such as 30, or of wins, such as first7".to_owned(),
    );
    let lengths = LENGTHS.iter().map(long).chain([another]);
    let fields = vec![
        Field::new("Level", levels.iter().map(named), level.unwrap_or(0)),
        Field::new("Length", lengths, length.unwrap_or(LENGTHS.len())).typed(typed),
    ];
    let begin = move |fields: &[Field]| {
        let typed = || {
            let typed = fields[1].typed.as_deref().unwrap_or_default();
            half_width(typed)
                .parse()
                .map_err(|error: LengthError| error.to_string())
        };
        let length = LENGTHS.get(fields[1].chosen);
        Ok(Request::Begin(Setup {
            opponent: levels[fields[0].chosen].clone(),
            length: length.map_or_else(typed, |length| Ok(*length))?,
            seed,
        }))
    };
    Form::new("New match", fields, begin).foot(if drops {
        "the match that is going on ends here; its rounds stay kept"
    } else {
        ""
    })
}

/// Whether to continue the match that was kept.
pub(super) fn resume(kept: &UnfinishedMatch) -> Menu<Answer<Request>> {
    let (rounds, wins) = ends(kept.setup.length);
    let text = format!(
        "A match against {} ({}) was left after round {}.",
        kept.setup.opponent,
        words::length(rounds, wins),
        kept.rows.len()
    );
    let answers = [
        ('y', "Yes, continue it", Answer::Do(Request::Resume)),
        ('n', "No, the new match", Answer::Close),
    ];
    Menu::new("Continue?", vec![text], answers, Answer::Close)
}

/// How the match ended, what that says, and what to do next.
pub(super) fn result(game: &Match, habits: &[Habit], dash: &str) -> Menu<Answer<Request>> {
    let score = game.score();
    let rounds = score.rounds();
    let mut text = vec![final_score(score.wins, score.losses, score.draws)];
    let reach = band(rounds);
    let per_hundred = if rounds == 0 {
        0.0
    } else {
        // Of few rounds chance alone may win or lose all.
        (100.0 * reach / f64::from(rounds)).min(100.0)
    };
    text.push(format!(
        "net {:+.1} per 100 rounds; by chance alone -{per_hundred:.1} to +{per_hundred:.1} \
         (95 %)",
        score.per_hundred()
    ));
    text.push(says(score.net(), reach).to_owned());
    if matches!(game.setup().length, Length::FirstTo(_)) {
        text.push(
            "(A match to a number of wins stops at a good moment: take that as a hint.)".to_owned(),
        );
    }
    let (right, all) = game.hits();
    if all > 0 {
        let chance = koteki_janken::score::count_band(u32::try_from(all).unwrap_or(u32::MAX));
        text.push(format!(
            "It foresaw {right} of {all} hands (guessing: {:.0}{dash}{:.0}).",
            chance.low.ceil(),
            chance.high.floor()
        ));
    }
    text.push("Your habits:".to_owned());
    if habits.is_empty() {
        text.push(format!("  {}", words::NO_HABIT));
    }
    text.extend(habits.iter().map(|habit| format!("  {}", habit.text)));
    let answers = [
        ('a', "The same again", Answer::Do(Request::Rematch)),
        ('n', "Another level or length", Answer::Do(Request::New)),
        ('l', "Look at the table", Answer::Close),
        ('q', "Leave", Answer::Leave),
    ];
    Menu::new("Result", text, answers, Answer::Close)
}

fn level_note(level: &str) -> &'static str {
    match level {
        "random" => "plays at random: no one can beat it, or be beaten",
        "beginner" => "has a habit itself: find it, and win",
        "paper" => "breeds strategies after every round",
        "strong" => "several populations; guesses what you expect of it",
        _ => "a player by name",
    }
}

fn final_score(wins: u32, losses: u32, draws: u32) -> String {
    let head = match wins.cmp(&losses) {
        std::cmp::Ordering::Greater => "You win",
        std::cmp::Ordering::Equal => "A draw,",
        std::cmp::Ordering::Less => "You lose",
    };
    format!("{head} {wins} to {losses}, {draws} drawn")
}

fn says(net: i64, band: f64) -> &'static str {
    match words::verdict(net, band) {
        "within chance" => "That is within chance: it does not show who reads whom.",
        "better than chance" => "That is more than chance: you read it.",
        _ => "That is more than chance: it reads you.",
    }
}

//! Questions, the result of a game, and the dialog for a new one.

use super::screen::Request;
use crate::panes::wrap;
use crate::shell::Answer;
use crate::shell::form::{Field, Form};
use crate::shell::menu::Menu;
use koteki_games::Side;
use koteki_games::blokus::Position;
use koteki_rivals::roster::blokus_level::{Level, Opponent};
use koteki_rivals::roster::kit::blokus::words as rules;
use koteki_session::person::words;
use koteki_session::rivals::Introduction;
use koteki_session::{SideChoice, Table, names};

/// Columns of their texts.
pub(super) const COLUMNS: usize = 56;

fn wrapped(text: &[String]) -> Vec<String> {
    text.iter().flat_map(|line| wrap(line, COLUMNS)).collect()
}

fn menu<const N: usize>(
    title: &str,
    text: &[String],
    answers: [(char, &'static str, Answer<Request>); N],
) -> Menu<Answer<Request>> {
    Menu::new(title, wrapped(text), answers, Answer::Close)
}

/// In the order of the dialog.
const SIDES: [SideChoice; 5] = [
    SideChoice::Black,
    SideChoice::White,
    SideChoice::Random,
    SideChoice::Alternate,
    SideChoice::Both,
];

/// Against whom, and which side; begins with what was played last. The first opponents are the `rivals`; `leaves` is what becomes of the game that is going on.
pub(super) fn new_game(
    (opponent, side): (Opponent, SideChoice),
    rivals: &[Introduction<Position>],
    leaves: &'static str,
) -> Form<Request> {
    let named = |opponent: Opponent| (opponent, called(&opponent), opponent.about().to_owned());
    let levels = Level::ALL.map(|level| named(Opponent::Level(level)));
    let bred = rivals
        .iter()
        .filter(|it| it.letter.is_some() || it.is_favourite);
    let bred = bred.map(|it| (it.player, it.name.clone(), it.words()));
    let mut opponents: Vec<_> = bred.chain(levels).collect();
    if !opponents.iter().any(|(it, ..)| *it == opponent) {
        opponents.push(named(opponent));
    }
    let opponent = opponents.iter().position(|(it, ..)| *it == opponent);
    let side = SIDES.iter().position(|it| *it == side);
    let choices = opponents
        .iter()
        .map(|(_, name, note)| (name.as_str(), note.as_str()));
    let sides = [
        ("Black, first", "you begin, at E10"),
        ("White, second", "you answer, from J5 on"),
        ("either, at random", "your side is drawn"),
        ("in turn", "the other side in each new game"),
        ("both", "two people at one keyboard"),
    ];
    let fields = vec![
        Field::new("Opponent", choices, opponent.unwrap_or(0)),
        Field::new("You have", sides, side.unwrap_or(0)),
    ];
    let begin = move |fields: &[Field]| {
        let side = SIDES[fields[1].chosen];
        Ok(Request::Begin(opponents[fields[0].chosen].0, side))
    };
    Form::new("New game", fields, begin).foot(leaves)
}

fn called(opponent: &Opponent) -> String {
    names::rival::<Position>(opponent).unwrap_or_else(|| opponent.to_string())
}

/// Whether to continue the game that was kept.
pub(super) fn resume(left: String) -> Menu<Answer<Request>> {
    let answers = [
        ('y', "Yes, continue it", Answer::Do(Request::Resume)),
        ('n', "No, the new game", Answer::Do(Request::Decline)),
    ];
    Menu {
        on_close: Answer::Do(Request::Decline),
        ..menu("Continue?", &[format!("{left}.")], answers)
    }
}

/// How strong the person is, with the figures.
pub(super) fn strength(mut said: Vec<String>) -> Menu<Answer<Request>> {
    said.push("koteki profile --game blokus shows it from game to game.".to_owned());
    menu("Your strength", &said, [('o', "Go on", Answer::Close)])
}

/// The title of a game's result.
pub(super) const RESULT: &str = "Result";

/// How the game ended, by both counts, what it says of the person's strength, and what to do next.
/// `figures` are behind what is `said` of that.
pub(super) fn result(
    table: &Table<Position>,
    said: Vec<String>,
    figures: &[String],
) -> Menu<Answer<Request>> {
    let position = table.position();
    let mut text = vec![words::result::<Position>(position.count(), table.person())];
    for side in Side::BOTH {
        let left = rules::names(position.left(side).iter());
        text.push(left_over(side, &left));
    }
    text.push(rules::mattel(position));
    text.extend(said);
    let [again, another, review, look, leave] = [
        "Another game",
        "Another opponent or side",
        "Review this game: what you gave away",
        "Look at the board",
        "Leave",
    ];
    let answers = [
        ('a', again, Answer::Do(Request::Rematch)),
        ('g', another, Answer::Do(Request::New)),
        ('v', review, Answer::Do(Request::Review)),
        ('l', look, Answer::Close),
        ('q', leave, Answer::Leave),
    ];
    menu(RESULT, &text, answers).with_figures(wrapped(figures))
}

fn left_over(side: Side, pieces: &str) -> String {
    if pieces.is_empty() {
        format!("{side} placed everything")
    } else {
        format!("{side}'s unplaced pieces: {pieces}")
    }
}

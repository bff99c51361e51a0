//! The end of a game: result, how well it was played, and what to play next.

use super::menu::{Answer, Item, Menu};
use crate::measure::equal::DEPTH;
use crate::session::Target;
use crate::text::tui as words;
use crate::tui::app::Effect;
use crate::tui::theme::Theme;
use crate::tui::view::{Beginning, Mode, NewGame, ResultView, SeatChoice};

/// Columns of its text where there is room: as many as a rival with its portrait takes.
const WIDTH: u16 = 92;
/// What rivals are bred toward.
fn breeding_follows(target: &Target) -> String {
    let Target {
        measured,
        held,
        depth,
        equal,
    } = *target;
    match equal {
        Some(equal) if equal.is_beyond() => format!(
            "You are stronger than any rival I can breed: they get as strong as the agent of D 0 at depth {depth}."
        ),
        Some(_) if depth > DEPTH => format!(
            "Rivals are bred toward your equal, an agent that holds D {held:.0} at depth {depth}."
        ),
        Some(_) => format!("Rivals are bred toward your equal, an agent that holds D {held:.0}."),
        None if measured.to_bits() == held.to_bits() => {
            format!("Rivals are bred toward D {held:.0}.")
        }
        None => format!("Rivals are bred toward it: D {held:.0} when looking {depth} plies ahead."),
    }
}

/// The dialog for `result`.
pub fn result_menu(result: &ResultView, theme: &Theme) -> Menu {
    let dash = theme.glyphs.dash;
    let (black, white) = (result.black, result.white);
    let mut text = Vec::new();
    match result.person {
        Some(side) => {
            let (own, other) = if side.index() == 0 {
                (black, white)
            } else {
                (white, black)
            };
            text.push(words::your_result(own - other, own, other, dash));
        }
        None => text.push(words::result(black, white, dash)),
    }
    let names = &result.names;
    text.push(format!(
        "{}: {}   {}: {}",
        words::side(0),
        names[0],
        words::side(1),
        names[1]
    ));
    if let (Some(d), Some(rank)) = (result.d, result.rank) {
        text.push(String::new());
        if result.standing.is_empty() {
            let [loss, rank] = words::played(d, result.interval, rank);
            text.push(loss);
            let compared = result.compared.as_deref();
            text.extend(
                compared
                    .filter(|words| !words.is_empty())
                    .map(words::compared),
            );
            text.push(rank);
        } else {
            text.push(words::this_game(d, rank));
            text.extend(result.standing.iter().cloned());
        }
    } else if result.mode == Mode::Measured {
        text.push(words::TOO_FEW.to_owned());
    }
    match (result.mode, result.d) {
        (Mode::Measured, Some(d)) if result.standing.is_empty() => text.push(words::counted(d)),
        (Mode::Practice, _) => text.push(words::DID_NOT_COUNT.to_owned()),
        _ => {}
    }
    text.extend(result.target.as_ref().map(breeding_follows));
    if !result.breeding.is_empty() {
        text.push(words::breeding_now(&result.breeding));
    }
    let mut items = vec![
        Item {
            initial: 'r',
            label: words::REMATCH.to_owned(),
            answer: Answer::Do(Effect::Rematch),
        },
        Item {
            initial: 'n',
            label: words::ANOTHER_LEVEL.to_owned(),
            answer: Answer::NewGame,
        },
    ];
    if let Some(side) = result.person {
        for (initial, rival) in ('a'..='f').zip(&result.rivals) {
            // The person gets the other colour this time.
            let mut seats = [
                SeatChoice::Machine(rival.key.clone()),
                SeatChoice::Machine(rival.key.clone()),
            ];
            seats[side.other().index()] = SeatChoice::Person;
            items.push(Item {
                initial,
                label: if [words::RIVAL_NOTE, words::STRONGEST_NOTE, ""]
                    .contains(&rival.note.as_str())
                {
                    words::play_rival(&rival.name)
                } else {
                    words::play_portrayed(&rival.name, &rival.note)
                },
                answer: Answer::Do(Effect::New(NewGame {
                    seats,
                    measured: result.mode == Mode::Measured,
                    handicap: None,
                    start: Beginning::Usual,
                })),
            });
        }
    }
    items.push(Item {
        initial: 'v',
        label: words::REVIEW.to_owned(),
        answer: Answer::Do(Effect::Review),
    });
    items.push(Item {
        initial: 'l',
        label: words::LOOK.to_owned(),
        answer: Answer::Close,
    });
    Menu {
        title: words::RESULT.to_owned(),
        text,
        items,
        chosen: 0,
        on_close: Answer::Close,
        width: WIDTH,
    }
}

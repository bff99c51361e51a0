//! The end of a game: result, how well it was played, and what to play next.

use super::menu::{Answer, Item, Menu};
use crate::measure::equal::DEPTH;
use crate::session::Target;
use crate::session::words as session_words;
use crate::tui::app::Effect;
use crate::tui::theme::Theme;
use crate::tui::view::{Beginning, Mode, NewGame, ResultView, SeatChoice};
use crate::tui::words;
use crate::words::sides::side_name;

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
            text.push(session_words::your_result(own - other, own, other, dash));
        }
        None => text.push(result_text(black, white, dash)),
    }
    let names = &result.names;
    text.push(format!(
        "{}: {}   {}: {}",
        side_name(0),
        names[0],
        side_name(1),
        names[1]
    ));
    if let (Some(d), Some(rank)) = (result.d, result.rank) {
        text.push(String::new());
        if result.standing.is_empty() {
            let [loss, rank] = played(d, result.interval, rank);
            text.push(loss);
            let compared = result.compared.as_deref();
            text.extend(
                compared
                    .filter(|words| !words.is_empty())
                    .map(words::compared),
            );
            text.push(rank);
        } else {
            text.push(format!(
                "mean loss D {d:.1} in this game, mean rank {rank:.1} (1 is best)"
            ));
            text.extend(result.standing.iter().cloned());
        }
    } else if result.mode == Mode::Measured {
        text.push("too few open moves to measure you".to_owned());
    }
    match (result.mode, result.d) {
        (Mode::Measured, Some(d)) if result.standing.is_empty() => {
            text.push(format!("It counts: your level is D {d:.0} now."))
        }
        (Mode::Practice, _) => text.push("Practice: your level stays as it is.".to_owned()),
        _ => {}
    }
    text.extend(result.target.as_ref().map(breeding_follows));
    if !result.breeding.is_empty() {
        text.push(format!("Evolution now: {}", result.breeding));
    }
    let mut items = vec![
        Item {
            initial: 'r',
            label: "Rematch, colours swapped".to_owned(),
            answer: Answer::Do(Effect::Rematch),
        },
        Item {
            initial: 'n',
            label: "Another level".to_owned(),
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
                    format!("Play {}", rival.name)
                } else {
                    format!("Play {}: {}", rival.name, rival.note)
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
        label: "Review your game, mistake by mistake".to_owned(),
        answer: Answer::Do(Effect::Review),
    });
    items.push(Item {
        initial: 'l',
        label: "Look at the board".to_owned(),
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

fn result_text(black: i32, white: i32, dash: &str) -> String {
    let who = match black.cmp(&white) {
        std::cmp::Ordering::Greater => "Black wins",
        std::cmp::Ordering::Less => "White wins",
        std::cmp::Ordering::Equal => "A draw,",
    };
    format!("{who} {black}{dash}{white}")
}

fn played(d: f64, interval: Option<(f64, f64)>, rank: f64) -> [String; 2] {
    let range = interval.map_or_else(String::new, |(low, high)| {
        format!(" ({low:.0} to {high:.0})")
    });
    [
        format!("mean loss D {d:.1}{range}, lower is stronger"),
        format!("mean rank of your moves {rank:.1}, 1 is best"),
    ]
}

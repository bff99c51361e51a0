//! What each page of a study says.

use crate::study::page::Page;
use koteki_games::Side;
use koteki_session::study::pages::{Countdown, before, ending, name, welcome as welcome_text};
use koteki_session::study::words;
use koteki_session::study::{Kind, Place, Stage, StudySession, Task};

const ENTER_LEAVES: &str = "Enter leaves.";

/// The title of every page.
pub(super) fn title(session: &StudySession) -> String {
    let blind = session.protocol().settings().kind == Kind::Blind;
    words::title(blind, session.code().as_str(), session.set())
}

/// The page before everything.
pub(super) fn welcome(session: &StudySession) -> Page {
    let protocol = session.protocol();
    let settings = protocol.settings();
    let mut text = Vec::new();
    let heading;
    if session.has_begun() {
        heading = words::welcome_back(protocol.played(), settings.games());
        if let (Stage::Playing(_), Some(game)) = (session.stage(), protocol.last_game()) {
            text.push(in_a_game(game.line.ply()));
        }
        if session.was_torn() {
            text.extend([String::new(), words::TORN.to_owned()]);
        }
    } else {
        heading = "Welcome!".to_owned();
        text.extend(welcome_text(protocol));
        text.push(String::new());
        text.extend(words::RULES.map(str::to_owned));
    }
    Page {
        title: title(session),
        heading,
        text,
        done: None,
        foot: "Enter begins.".to_owned(),
    }
}

/// The page before a game.
pub(super) fn ready(session: &StudySession, task: &Task) -> Page {
    let mut text: Vec<String> = before(task).into_iter().collect();
    text.push(words::you_play(task.person.index()));
    Page {
        title: title(session),
        heading: name(task),
        text,
        done: None,
        foot: "Enter begins.".to_owned(),
    }
}

/// The page while the person waits.
pub(super) fn waiting(session: &StudySession, countdown: &mut Countdown) -> Page {
    let mut page = Page {
        title: title(session),
        heading: words::MEASURING.to_owned(),
        ..Page::default()
    };
    if let Stage::Breeding(_) = session.stage() {
        let now = session.snapshot().and_then(|now| now.progress);
        let left = now.and_then(|now| now.seconds);
        page.heading = words::preparing(countdown.see(left));
        page.text.push(
            "You need not do anything. If you stop now, this is done again the next time."
                .to_owned(),
        );
        page.done = now.map(|now| now.share());
    }
    page
}

/// The last page.
pub(super) fn done(session: &StudySession) -> Page {
    let mut lines = ending(session).unwrap_or_else(|error| vec![error.to_string()]);
    let heading = if lines.is_empty() {
        String::new()
    } else {
        lines.remove(0)
    };
    // Columns stay as they are.
    let text = lines.into_iter().map(|line| {
        if line.contains("  ") {
            format!(" {line}")
        } else {
            line
        }
    });
    Page {
        title: title(session),
        heading,
        text: text.collect(),
        done: None,
        foot: ENTER_LEAVES.to_owned(),
    }
}

/// The page when the study cannot go on here, and why.
pub(super) fn fault(session: &StudySession, why: &str) -> Page {
    Page {
        title: title(session),
        heading: why.to_owned(),
        text: Vec::new(),
        done: None,
        foot: ENTER_LEAVES.to_owned(),
    }
}

/// What stands beside the board: which game, and what there is to know.
pub(super) fn beside(
    session: &StudySession,
    task: &Task,
    result: Option<(i32, i32)>,
    dash: &str,
) -> Vec<String> {
    let mut text = vec![name(task)];
    match result {
        Some((black, white)) => {
            let (own, other) = if task.person == Side::Black {
                (black, white)
            } else {
                (white, black)
            };
            text.push(words::result(own - other, own, other, dash));
        }
        None => {
            text.push(words::you_play(task.person.index()));
            if let Place::Pair { which: 1, .. } = task.place {
                text.push(words::SECOND.to_owned());
            }
            text.push(
                "Steer [ ] with the arrows and press Enter, or type a square, such as f5, and \
                 Enter. Squares on which you may play are marked; ( ) is the last move. Take \
                 all the time you like."
                    .to_owned(),
            );
        }
    }
    let protocol = session.protocol();
    text.push(format!(
        "{} of {} games are played.",
        protocol.played(),
        protocol.settings().games()
    ));
    text
}

fn in_a_game(moves: usize) -> String {
    let s = if moves == 1 { "" } else { "s" };
    format!("A game is in progress, after {moves} move{s}.")
}

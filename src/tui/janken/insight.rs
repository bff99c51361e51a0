//! What the program saw in the last round, and the person's habits as it sees them.

use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};

use super::view::View;
use crate::janken::words;
use crate::panes::{columns, frame, wrap, write};
use crate::theme::Role;
use koteki_games::spec::Spec as _;
use koteki_janken::habits::Share;
use koteki_janken::key::{Key, Part};
use koteki_janken::score::count_band;
use koteki_janken::strong::Kind;

/// Rounds before habits are spoken of.
const FEW: u32 = 6;

/// Players that look at hands only to follow a rule: they expect nothing.
const BLIND: [&str; 5] = ["random", "beginner", "constant", "cycle", "wsls"];

/// What a source of [`Insight`](koteki_janken::Insight) looks at, in words.
pub fn source(text: &str) -> String {
    let (text, mirrored) = match text.strip_prefix("his ") {
        Some(rest) => (rest, true),
        None => (text, false),
    };
    if let Ok(key) = text.parse() {
        return key_words(key, mirrored);
    }
    match text.strip_prefix("match ") {
        Some(what) => matching(what, mirrored),
        None if text == "frequency" => frequent(mirrored),
        None if text == "changes" => changing(mirrored),
        None => text.to_owned(),
    }
}

/// What a key looks at, in words; `mirrored` when the program sits in the person's place.
pub fn key_words(key: Key, mirrored: bool) -> String {
    let mut counts = [0_u8; 4];
    for part in key.parts(0) {
        counts[kind(part, mirrored)] += 1;
    }
    let [yours, its, outcomes, shifts] = counts;
    if outcomes + shifts > 0 {
        relative_key(outcomes, shifts, mirrored)
    } else {
        hands_key(yours, its, mirrored)
    }
}

/// What a part of a key is of: the person's hand, the program's, an outcome, a change.
pub(super) const fn kind(part: Part, mirrored: bool) -> usize {
    match part {
        Part::Opponent(..) => mirrored as usize,
        Part::Own(..) => !mirrored as usize,
        Part::Outcome(..) => 2,
        Part::Shift(..) => 3,
    }
}

/// The paragraphs of the pane.
fn paragraphs(view: &View<'_>) -> Vec<(String, Role)> {
    let mut lines = Vec::new();
    let dash = view.theme.glyphs.dash;
    match view.last_here() {
        None if view.game.played().is_empty() => {
            lines.push((
                "What it expected shows after a round.".to_owned(),
                Role::Dim,
            ));
        }
        None => lines.push((
            "What it expected shows after the next round.".to_owned(),
            Role::Dim,
        )),
        Some(played) => match played.reading.predicted {
            None => {
                let kind = view.game.setup().opponent.name();
                let text = if BLIND.contains(&kind) {
                    reads_nobody(kind)
                } else {
                    "It had no read and chose at random."
                };
                lines.push((text.to_owned(), Role::Text));
            }
            Some(hand) => {
                let right = hand == played.round.own;
                let sure = played.reading.confidence;
                lines.push((expected(hand.index(), sure, right), Role::Strong));
                let insight = view.insight;
                let from = insight.and_then(|it| it.source.as_deref()).map(source);
                let from = from.or_else(|| {
                    // A reader with one way: what its population looks at.
                    let only = view.game.setup().opponent.name() != "strong";
                    let population = insight.and_then(|it| it.population.as_ref());
                    population
                        .filter(|_| only)
                        .map(|it| key_words(it.key, false))
                });
                lines.extend(from.map(|from| (format!("It looked at {from}."), Role::Text)));
                let kinds = insight.map_or(&[][..], |it| &it.kinds);
                if !kinds.is_empty() {
                    lines.push((believed(kinds), Role::Text));
                }
            }
        },
    }
    let (right, all) = view.game.hits();
    if all > 0 {
        let chance = count_band(u32::try_from(all).unwrap_or(u32::MAX));
        let text = format!(
            "Right {right} of {all} times; guessing: {:.0}{dash}{:.0}",
            chance.low.ceil(),
            chance.high.floor()
        );
        lines.push((text, Role::Text));
    }
    lines.push((String::new(), Role::Text));
    lines.push(("Your habits".to_owned(), Role::Title));
    if view.game.score().rounds() < FEW {
        lines.push(("Too few rounds to see any.".to_owned(), Role::Dim));
    } else if view.habits.is_empty() {
        lines.push((words::NO_HABIT.to_owned(), Role::Text));
    }
    lines.extend(view.habits.iter().map(|habit| {
        let role = if habit.certain {
            Role::Strong
        } else {
            Role::Text
        };
        (habit.text.clone(), role)
    }));
    lines
}

/// The counts that habits come from (Yamashita 2009, table 2.2, and the changes); none where they are too
/// wide.
fn counts(view: &View<'_>, width: usize) -> Vec<(String, Role)> {
    let numbers = |head: &str, shares: [Share; 3]| {
        let [a, b, c] = shares.map(|share| share.count.to_string());
        counts_row([head, &a, &b, &c])
    };
    let counts = view.counts;
    let mut rows = vec![
        (counts_row(["", "rock", "paper", "scissors"]), Role::Dim),
        (numbers("played", counts.hands), Role::Text),
        (counts_row(["", "keep", "up", "down"]), Role::Dim),
    ];
    for (head, shares) in ["after a win", "after a draw", "after a loss"]
        .into_iter()
        .zip(counts.changes)
    {
        rows.push((numbers(head, shares), Role::Text));
    }
    let fits = rows
        .iter()
        .all(|(row, _)| usize::from(columns(row)) <= width);
    if fits && counts.rounds > 0 {
        rows
    } else {
        Vec::new()
    }
}

/// Draws the pane.
pub fn render(view: &View<'_>, focused: bool, area: Rect, buffer: &mut Buffer) {
    let inner = frame(area, buffer, view.theme, "What it sees", focused, None);
    let room = inner.inner(Margin::new(1, 0));
    let width = usize::from(room.width);
    let mut rows: Vec<(String, Role)> = Vec::new();
    for (text, role) in paragraphs(view) {
        let mut broken = wrap(&text, width);
        if broken.len() > 1 {
            broken = wrap(&text, width.saturating_sub(1));
        }
        for (index, row) in broken.into_iter().enumerate() {
            let indent = if index > 0 { " " } else { "" };
            rows.push((format!("{indent}{row}"), role));
        }
    }
    // Where there is little room, no row is left empty; where there is much, the counts are shown.
    let counts = counts(view, width);
    if rows.len() > usize::from(room.height) {
        rows.retain(|(row, _)| !row.is_empty());
    } else if rows.len() + counts.len() < usize::from(room.height) {
        rows.push((String::new(), Role::Text));
        rows.extend(counts);
    }
    for (y, (row, role)) in (room.y..room.bottom()).zip(&rows) {
        write(buffer, room, room.x, y, row, view.theme.style(*role));
    }
}

fn expected(predicted: usize, sure: f64, right: bool) -> String {
    format!(
        "Expected {} ({:.0} % sure): {}",
        words::hand(predicted),
        100.0 * sure,
        if right { "right" } else { "wrong" }
    )
}

/// The share that each kind of source has, the greatest first.
fn believed(kinds: &[(Kind, f64)]) -> String {
    let mut kinds = kinds.to_vec();
    kinds.retain(|it| it.1 >= 0.005);
    kinds.sort_by(|a, b| b.1.total_cmp(&a.1));
    let kinds = kinds.iter().map(|(kind, share)| {
        let name = match kind {
            Kind::Tables => "how you change hands",
            Kind::Bred => "bred readers",
            Kind::Likeliest => "your favourite hands",
            Kind::Matches => "your longest repeats",
        };
        format!("{name} {:.0} %", 100.0 * share)
    });
    format!("What it trusted: {}.", kinds.collect::<Vec<_>>().join(", "))
}

fn reads_nobody(level: &str) -> &'static str {
    match level {
        "random" => "It chooses every hand at random.",
        _ => "It does not read you: it follows a rule of its own.",
    }
}

fn last(count: u8, whose: &str, one: &str, more: &str) -> Option<String> {
    match count {
        0 => None,
        1 => Some(format!("{whose} last {one}")),
        count => Some(format!("{whose} last {count} {more}")),
    }
}

/// A key of hands: so many of the person's, so many of the program's. `mirrored` when the program puts
/// itself in the person's place.
fn hands_key(yours: u8, its: u8, mirrored: bool) -> String {
    let parts: Vec<String> = [
        last(yours, "your", "hand", "hands"),
        last(its, "its", "hand", "hands"),
    ]
    .into_iter()
    .flatten()
    .collect();
    mirror(&parts.join(" and "), mirrored)
}

fn relative_key(outcomes: u8, changes: u8, mirrored: bool) -> String {
    let ended = match outcomes {
        0 => None,
        1 => Some("how the last round ended".to_owned()),
        count => Some(format!("how the last {count} rounds ended")),
    };
    let whose = if mirrored { "it" } else { "you" };
    let changed = match changes {
        0 => None,
        1 => Some(format!("how {whose} changed hands")),
        count => Some(format!("the last {count} times {whose} changed hands")),
    };
    let parts: Vec<String> = [ended, changed].into_iter().flatten().collect();
    mirror(&parts.join(" and "), mirrored)
}

fn matching(what: &str, mirrored: bool) -> String {
    let whose = match what {
        "own" => " of its hands",
        "opp" => " of your hands",
        _ => "",
    };
    mirror(
        &format!("the longest stretch{whose} that came before"),
        mirrored,
    )
}

fn frequent(mirrored: bool) -> String {
    if mirrored {
        mirror("its own favourite hand", true)
    } else {
        "your favourite hand".to_owned()
    }
}

fn changing(mirrored: bool) -> String {
    let whose = if mirrored { "it" } else { "you" };
    mirror(&format!("how {whose} mostly changed hands"), mirrored)
}

fn mirror(text: &str, mirrored: bool) -> String {
    if mirrored {
        format!("{text}, from your seat")
    } else {
        text.to_owned()
    }
}

fn counts_row(cells: [&str; 4]) -> String {
    let [head, a, b, c] = cells;
    format!("{head:<13}{a:>6}{b:>7}{c:>10}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_source_of_the_readers_has_words() {
        assert_eq!(source("opp1+own2"), "your last hand and its last 2 hands");
        assert_eq!(source("opp3"), "your last 3 hands");
        assert_eq!(source("his opp2"), "its last 2 hands, from your seat");
        assert_eq!(source("outcome1"), "how the last round ended");
        assert_eq!(
            source("outcome2+shift1"),
            "how the last 2 rounds ended and how you changed hands"
        );
        assert_eq!(
            source("match opp"),
            "the longest stretch of your hands that came before"
        );
        assert_eq!(source("frequency"), "your favourite hand");
        assert_eq!(source("changes"), "how you mostly changed hands");
    }
}

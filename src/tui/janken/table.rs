//! The table: the last round in large figures, how it stands, and what its next hand is fixed as.

use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::text::{Line, Span};

use super::figures::{self, HEIGHT, WIDTH};
use super::view::{View, ends};
use crate::janken::words;
use crate::panes::{columns, frame, shorten, write, write_line};
use crate::theme::Role;
use koteki_games::janken::{Letters, Outcome};
use koteki_session::janken::Played;

const FIXED: &str = "Its next hand is fixed (SHA-256):";

/// Columns between the two figures.
const GAP: u16 = 2;

/// A row of the table: how important it is to be seen (0 most), and what it says.
struct Row {
    text: String,
    role: Role,
    /// The text begins in the row above.
    goes_on: bool,
}

fn row(text: impl Into<String>, role: Role) -> Row {
    Row {
        text: text.into(),
        role,
        goes_on: false,
    }
}

/// A text in as many rows as it takes.
fn rows_of(text: &str, room: usize, role: Role) -> impl Iterator<Item = Row> {
    let pieces = pieces(text, room).into_iter().enumerate();
    pieces.map(move |(index, text)| Row {
        text,
        role,
        goes_on: index > 0,
    })
}

/// `text` in pieces of the same length, each at most `room` letters.
fn pieces(text: &str, room: usize) -> Vec<String> {
    let letters: Vec<char> = text.chars().collect();
    let rows = letters.len().div_ceil(room.max(1)).max(1);
    let length = letters.len().div_ceil(rows).max(1);
    letters
        .chunks(length)
        .map(|piece| piece.iter().collect())
        .collect()
}

/// Draws the pane.
pub fn render(view: &View<'_>, focused: bool, area: Rect, buffer: &mut Buffer) {
    let inner = frame(area, buffer, view.theme, "Table", focused, None);
    let room = inner.inner(Margin::new(1, 0));
    if room.is_empty() {
        return;
    }
    heading(view, room, buffer);
    let below = Rect {
        y: room.y + 1,
        height: room.height - 1,
        ..room
    };
    // From the bottom: what the next hand is fixed as must always be seen, then what the last one was.
    let width = usize::from(room.width);
    let next = next(view, width);
    let last = last(view, width);
    let result = u16::from(!view.game.played().is_empty()) * 2 + 1;
    let mut bottom = below;
    let mut left = below.height.saturating_sub(result);
    for block in [next, last] {
        // The heading of a block goes first, then its digest: the text behind it is the last to go.
        let mut block = block;
        while block.len() > usize::from(left) && !block.is_empty() {
            block.remove(0);
        }
        // What begins in a row that is not there says so.
        if let Some(first) = block.first_mut().filter(|it| it.goes_on) {
            let mark = view.theme.glyphs.ellipsis;
            let rest = first.text.chars().skip(mark.chars().count());
            first.text = mark.chars().chain(rest).collect();
        }
        let height = u16::try_from(block.len()).unwrap_or(0);
        bottom.height -= height;
        left -= height;
        for (y, row) in (bottom.bottom()..).zip(&block) {
            let style = view.theme.style(row.role);
            write(buffer, room, room.x, y, &row.text, style);
        }
    }
    round(view, bottom, buffer);
}

/// Which round it is, and against whom.
fn heading(view: &View<'_>, room: Rect, buffer: &mut Buffer) {
    let game = view.game;
    let (rounds, wins) = ends(game.setup().length);
    let played = game.score().rounds();
    let text = if game.is_over() {
        format!("Over after {played}")
    } else {
        round_of(played + 1, rounds, wins)
    };
    let style = view.theme.style(Role::Strong);
    write(buffer, room, room.x, room.y, &text, style);
    let left = room.width.saturating_sub(columns(&text) + 2);
    let level = words::against(&game.setup().opponent.to_string());
    let level = shorten(&level, usize::from(left), view.theme);
    let x = room.right().saturating_sub(columns(&level));
    write(buffer, room, x, room.y, &level, view.theme.style(Role::Dim));
}

/// What the next hand is fixed as.
fn next(view: &View<'_>, width: usize) -> Vec<Row> {
    let Some(digest) = view.game.digest() else {
        return vec![row(
            shorten("No hand is fixed: the match is over.", width, view.theme),
            Role::Dim,
        )];
    };
    let heading = if columns(FIXED) > u16::try_from(width).unwrap_or(u16::MAX) {
        "Next, SHA-256:"
    } else {
        FIXED
    };
    let mut rows = vec![row(heading, Role::Dim)];
    rows.extend(rows_of(&digest.to_string(), width, Role::Key));
    rows
}

/// What the last hand was fixed as, and what was behind it.
fn last(view: &View<'_>, width: usize) -> Vec<Row> {
    let Some(played) = view.game.played().last() else {
        return Vec::new();
    };
    let Some(commitment) = played.commitment else {
        return vec![row(
            shorten("The last round was played earlier.", width, view.theme),
            Role::Dim,
        )];
    };
    let mut rows = vec![row(
        shorten("Its last hand was fixed as:", width, view.theme),
        Role::Dim,
    )];
    let digest = commitment.digest().to_string();
    rows.extend(rows_of(&digest, width, Role::Dim));
    let text = format!("= {}", commitment.text());
    rows.extend(rows_of(&text, width, Role::Text));
    rows
}

/// Who won, for the figures: in a draw neither is bright.
const fn roles(outcome: Outcome) -> [Role; 2] {
    match outcome {
        Outcome::Win => [Role::Level, Role::Dim],
        Outcome::Draw => [Role::Text, Role::Text],
        Outcome::Loss => [Role::Dim, Role::Above],
    }
}

const fn role(outcome: Outcome) -> Role {
    match outcome {
        Outcome::Win => Role::Level,
        Outcome::Draw => Role::Strong,
        Outcome::Loss => Role::Warning,
    }
}

/// The last round, the score, and as many of the rounds before as there is room for.
fn round(view: &View<'_>, area: Rect, buffer: &mut Buffer) {
    let theme = view.theme;
    let Some(played) = view.game.played().last() else {
        let y = area.y + area.height.saturating_sub(4) / 2;
        write(
            buffer,
            area,
            area.x,
            y,
            "Its hand is fixed. Press yours:",
            theme.style(Role::Strong),
        );
        for (y, keys) in (y + 1..).zip(["r g  rock", "s c  scissors", "p    paper"]) {
            write(buffer, area, area.x + 2, y, keys, theme.style(Role::Key));
        }
        return;
    };
    let scale = [2, 1]
        .into_iter()
        .find(|scale| area.width >= 2 * WIDTH * scale && area.height >= HEIGHT * scale + 3);
    let mut y = area.y;
    let ended = played.round.outcome();
    match scale {
        Some(scale) => {
            // Air above the figures, where there is some.
            let spare = area.height - (HEIGHT * scale + 3);
            y += u16::from(spare > 6);
            pair(view, played, scale, Rect { y, ..area }, buffer);
            y += HEIGHT * scale + 1;
        }
        None => {
            let text = format!(
                "you {}, it {}",
                words::hand(played.round.own.index()),
                words::hand(played.round.other.index())
            );
            write(buffer, area, area.x, y, &text, theme.style(Role::Strong));
            y += 1;
        }
    }
    let text = ["You win this round", "A draw", "It wins this round"][ended.index()];
    let x = match scale {
        Some(_) => area.x + area.width.saturating_sub(columns(text)) / 2,
        None => area.x,
    };
    write(buffer, area, x, y, text, theme.style(role(ended)));
    y += 1;
    let score = view.game.score();
    let counts = format!(
        "you {}   drawn {}   it {}",
        score.wins, score.draws, score.losses
    );
    let mut text = format!("{counts}   net {:+}", score.net());
    if columns(&text) > area.width {
        text = counts;
    }
    let left = area.bottom().saturating_sub(y);
    // The rounds before take three rows, and some air.
    y += u16::from(left > 5);
    let x = match scale {
        Some(_) => area.x + area.width.saturating_sub(columns(&text)) / 2,
        None => area.x,
    };
    write(buffer, area, x, y, &text, theme.style(Role::Strong));
    y += 1;
    let left = area.bottom().saturating_sub(y);
    if left >= 3 {
        let air = u16::from(left >= 5);
        strips(
            view,
            Rect {
                y: y + air,
                height: left - air,
                ..area
            },
            buffer,
        );
    }
}

/// Both figures with what they are beneath them.
fn pair(view: &View<'_>, played: &Played, scale: u16, area: Rect, buffer: &mut Buffer) {
    let theme = view.theme;
    let (own, other) = (played.round.own, played.round.other);
    let [mine, its] = roles(played.round.outcome());
    let width = WIDTH * scale;
    let gap = GAP.min(area.width - 2 * width) + (area.width - 2 * width) / 3;
    let start = area.x + (area.width.saturating_sub(2 * width + gap)) / 2;
    let texts = [
        format!("you: {}", words::hand(own.index())),
        format!("it: {}", words::hand(other.index())),
    ];
    for (index, (hand, role)) in [(own, mine), (other, its)].into_iter().enumerate() {
        let x = if index == 0 {
            start
        } else {
            start + width + gap
        };
        let place = Rect {
            x,
            width: area.right().saturating_sub(x),
            ..area
        };
        figures::draw(hand, scale, theme.glyphs, theme.style(role), place, buffer);
        let label = &texts[index];
        let x = x + width.saturating_sub(columns(label)) / 2;
        let y = area.y + HEIGHT * scale;
        let role = if role == Role::Dim {
            Role::Text
        } else {
            Role::Strong
        };
        write(buffer, area, x, y, label, theme.style(role));
    }
}

/// Columns before the rounds of a strip.
const STRIP: u16 = 4;

/// The last rounds in the order they were played, in as many strips of three rows as there is room for.
fn strips(view: &View<'_>, area: Rect, buffer: &mut Buffer) {
    let each = usize::from(area.width.saturating_sub(STRIP) / 2).max(1);
    let all = view.game.played();
    // A free row between them.
    let room = usize::from((area.height + 1) / 4).max(1);
    let shown = all.len().div_ceil(each).min(room);
    // Whole strips but the last, so that rounds do not wander; a single one moves on.
    let first = match shown {
        1 => all.len().saturating_sub(each),
        _ => (all.len().div_ceil(each) - shown) * each,
    };
    for (played, y) in all[first..].chunks(each).zip((area.y..).step_by(4)) {
        strip(
            view,
            played,
            Rect {
                y,
                height: 3,
                ..area
            },
            buffer,
        );
    }
}

/// Some rounds: hands and how they ended.
fn strip(view: &View<'_>, shown: &[Played], area: Rect, buffer: &mut Buffer) {
    let theme = view.theme;
    for (index, y) in (area.y..area.bottom()).enumerate() {
        let head = ["you", "it", ""].get(index).unwrap_or(&"");
        let mut spans = vec![Span::styled(format!("{head:<4}"), theme.style(Role::Dim))];
        for played in shown {
            let ended = played.round.outcome();
            let round = played.round;
            let (text, role) = match index {
                0 => (round.own.letter(Letters::English).to_string(), Role::Text),
                1 => (round.other.letter(Letters::English).to_string(), Role::Text),
                _ => (["+", "=", "-"][ended.index()].to_owned(), role(ended)),
            };
            spans.push(Span::styled(format!("{text} "), theme.style(role)));
        }
        write_line(buffer, area, area.x, y, &Line::from(spans));
    }
}

/// Which round it is: its number, how many there are, or how many wins end the match.
fn round_of(round: u32, rounds: Option<u32>, wins: Option<u32>) -> String {
    match (rounds, wins) {
        (Some(rounds), _) => format!("Round {round} of {rounds}"),
        (None, Some(wins)) => format!("Round {round}, first to {wins}"),
        (None, None) => format!("Round {round}"),
    }
}

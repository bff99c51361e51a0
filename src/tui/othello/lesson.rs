//! The lesson: a position and what there is to see in it, page by page.

pub mod pages;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget as _;

use crate::othello::lesson::pages::{Facts, MoveFacts, PAGES, Page};
use crate::panes::board::{BoardView, Geometry};
use crate::panes::{wrap, write};
use crate::screens::dialog;
use crate::theme::{Role, Theme};
use crate::view::GameView;
use koteki_games::othello::notation::read_transcript;
use koteki_games::othello::{Move, Position, Square, stable_discs};
use koteki_games::{Game as _, GameLine, Side};

/// Columns of the text beside the board: what is comfortable to read, and what makes a larger board
/// welcome.
const TEXT: u16 = 56;
const LEAST_TEXT: u16 = 40;
/// The least that is worth reading.
const NARROW: u16 = 30;

/// The position of a page; the usual start should its moves not be a game, which a test rules out.
fn line(page: &Page) -> GameLine<Position> {
    read_transcript(page.line).unwrap_or_default()
}

fn square(name: &str) -> Option<Square> {
    name.parse().ok()
}

/// What there is to count in the position of a page.
pub fn facts(page: &Page) -> Facts {
    let line = line(page);
    let position = line.position();
    let compared = page.moves.map(|name| {
        let facts = square(name).and_then(|square| {
            let mut after = *position;
            let openness = position.openness(square)?;
            after.play(Move::Place(square));
            Some(MoveFacts {
                leaves: after.placements().count_ones(),
                openness,
            })
        });
        facts.unwrap_or_default()
    });
    let sides = Side::BOTH.map(|side| (position.discs(side), position.discs(side.other())));
    Facts {
        moves: position.placements().count_ones(),
        compared,
        // Those of both sides are found together.
        stable: sides.map(|(own, opp)| (stable_discs(own, opp) & own).count_ones()),
        discs: sides.map(|(own, _)| own.count_ones()),
    }
}

/// Draws page number `page`, the first being 0, over the middle of `area`.
pub fn render(page: usize, area: Rect, buffer: &mut Buffer, theme: &Theme) {
    let Some(content) = PAGES.get(page) else {
        return;
    };
    let size = (0..=2)
        .rev()
        .find(|&size| {
            area.width >= Geometry::pane_width(size) + LEAST_TEXT + 4
                && area.height >= Geometry::board_height(size) + 3
        })
        .unwrap_or(0);
    // Where board and text do not fit beside one another, the text is what is left.
    let beside = area.width >= Geometry::pane_width(0) + NARROW + 4;
    let board = if beside {
        (Geometry::pane_width(size), Geometry::board_height(size))
    } else {
        (0, 0)
    };
    let text = TEXT.min(area.width.saturating_sub(board.0 + 5));
    let title = format!("Lesson {} of {}: {}", page + 1, PAGES.len(), content.title);
    let wanted = (board.0 + text + 5, board.1.max(16) + 2);
    // The line of keys below stays in sight.
    let above = Rect {
        height: area.height.saturating_sub(1),
        ..area
    };
    let room = dialog(wanted, &title, above, buffer, theme);
    let line = line(content);
    let mut game = GameView::between(&line, Default::default());
    game.hint = square(content.moves[0]);
    let place = Rect {
        width: board.0.min(room.width),
        height: board.1.min(room.height),
        ..room
    };
    if beside {
        BoardView {
            game: &game,
            cursor: None,
            person: false,
            legal: true,
            theme,
            focused: false,
        }
        .render(place, buffer);
    }
    let x = place.right() + u16::from(beside);
    let beside = Rect {
        x,
        width: room.right().saturating_sub(x),
        ..room
    };
    let mut rows = Vec::new();
    for paragraph in (content.text)(&facts(content)) {
        let wrapped = wrap(&paragraph, usize::from(beside.width));
        rows.extend(wrapped.into_iter().map(|row| (row, Role::Text)));
        rows.push((String::new(), Role::Text));
    }
    if !content.source.is_empty() {
        let source = wrap(
            &format!("from a game of the {}", content.source),
            usize::from(beside.width),
        );
        rows.extend(source.into_iter().map(|row| (row, Role::Dim)));
    }
    let fit = usize::from(beside.height);
    while rows.last().is_some_and(|(row, _)| row.is_empty()) {
        rows.pop();
    }
    if rows.len() > fit {
        rows.truncate(fit.saturating_sub(1));
        rows.push((theme.glyphs.ellipsis.to_owned(), Role::Dim));
    }
    for ((row, role), y) in rows.iter().zip(beside.y..) {
        write(buffer, beside, x, y, row, theme.style(*role));
    }
}

//! The lesson: a position and what there is to see in it, page by page.

pub mod pages;

use std::convert::Infallible;

use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget as _, Wrap};

use crate::Settings;
use crate::keys::{Action, Direction, Layer};
use crate::othello::lesson::pages::{Facts, MoveFacts, PAGES, Page};
use crate::panes::board::{BoardView, Geometry};
use crate::panes::frame;
use crate::shell::{Context, Screen, Shell};
use crate::theme::{Role, Theme};
use crate::view::GameView;
use koteki_games::othello::notation::read_transcript;
use koteki_games::othello::{Move, Position, Square, stable_discs};
use koteki_games::{Game as _, GameLine, Side};

/// Columns of the text beside the board: what is comfortable to read, and what makes a larger board
/// welcome.
const TEXT: u16 = 56;
const LEAST_TEXT: u16 = 34;

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

/// The lesson, at the page of this number, the first being 0.
pub struct Lesson(usize);

/// The screen, at the first page.
pub(super) fn open(settings: &Settings) -> Shell<Lesson> {
    let Ok(shell) = Shell::open(settings, |_| Ok::<_, Infallible>(Lesson(0)));
    shell
}

impl Lesson {
    fn page(&self) -> &'static Page {
        &PAGES[self.0.min(PAGES.len() - 1)]
    }
}

impl Screen for Lesson {
    type Request = Infallible;
    type Pane = ();
    const PANES: &'static [()] = &[()];

    fn layer(&self, _context: &Context<Self>) -> Layer {
        Layer::Lesson
    }

    fn act(&mut self, action: Action, context: &mut Context<Self>) {
        match action {
            Action::Go(Direction::Left) => self.0 = self.0.saturating_sub(1),
            Action::Go(_) if self.0 + 1 < PAGES.len() => self.0 += 1,
            // After the last page one is back at the game.
            Action::Go(_) => context.leave(),
            _ => {}
        }
    }

    fn perform(&mut self, request: Infallible, _context: &mut Context<Self>) {
        match request {}
    }

    fn close(&mut self, context: &mut Context<Self>) -> bool {
        context.leave();
        true
    }

    fn draw(
        &self,
        panes: &[((), Rect)],
        context: &Context<Self>,
        buffer: &mut Buffer,
    ) -> Option<(u16, u16)> {
        let (page, theme) = (self.page(), &context.theme);
        let &[((), main)] = panes else { return None };
        let (board, text) = Geometry::beside(main, TEXT, LEAST_TEXT);
        // Where board and text do not fit beside one another, the text is what is left.
        let text = text.unwrap_or(main);
        if text != main {
            let mut game = GameView::between(&line(page), Default::default());
            game.hint = square(page.moves[0]);
            BoardView {
                game: &game,
                cursor: None,
                person: false,
                legal: true,
                theme,
                focused: false,
            }
            .render(board, buffer);
        }
        let inner = frame(text, buffer, theme, page.title, true, None);
        let paragraphs = (page.text)(&facts(page)).into_iter();
        let spaced = paragraphs.flat_map(|paragraph| [Line::raw(paragraph), Line::default()]);
        let mut lines: Vec<Line<'_>> = spaced.collect();
        if !page.source.is_empty() {
            let source = format!("from a game of the {}", page.source);
            lines.push(Line::styled(source, theme.style(Role::Dim)));
        }
        let room = inner.inner(Margin::new(1, 0));
        Paragraph::new(lines)
            .style(theme.style(Role::Text))
            .wrap(Wrap { trim: true })
            .render(
                Rect {
                    width: room.width.min(TEXT),
                    ..room
                },
                buffer,
            );
        None
    }

    fn status(&self, theme: &Theme) -> String {
        let (page, last) = (self.0 + 1, PAGES.len());
        let place = format!("Lesson {page} of {last}: {}", self.page().title);
        if page < last {
            return place;
        }
        format!("{place}{}Enter: to your game", theme.glyphs.separator)
    }

    /// Who has read it to its end is told what comes now.
    fn left(&mut self) -> Option<String> {
        let is_read = self.0 + 1 == PAGES.len();
        is_read.then(|| "That was the lesson: now play on a marked square".to_owned())
    }
}

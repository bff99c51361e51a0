//! A game of the person's that is over, gone through move by move: what their placements gave away by the learned
//! winning rate.

use std::cmp::Reverse;
use std::convert::Infallible;

use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget as _, Wrap};

use super::ghost::playable;
use super::layout::{LEAST, Pane, layout};
use super::view::View;
use super::{board, moves, tray};
use crate::Settings;
use crate::keys::{Action, Direction, Layer};
use crate::panes::frame;
use crate::shell::{Context, Screen, Shell};
use crate::theme::{Role, Theme};
use koteki_games::Side;
use koteki_games::blokus::{Position, Squares};
use koteki_games::words::day::day;
use koteki_games::words::numbers::grouped;
use koteki_rivals::roster::kit::person::PersonKit as _;
use koteki_session::played::PlayedGame;
use koteki_session::{Seat, Table};

/// Placements that are named: those that gave away most.
const WORST: usize = 3;

/// The screen.
pub struct BlokusReview {
    game: PlayedGame<Position>,
    table: Table<Position>,
    ply: usize,
    /// What each placement of the person gave away, behind the moves before it.
    losses: Vec<(usize, u32)>,
    /// The moves before the worst of them, in the order of the game.
    worst: Vec<usize>,
}

/// Begins where most was given away.
pub(super) fn open(settings: &Settings, game: &PlayedGame<Position>) -> Shell<BlokusReview> {
    let game = game.clone();
    let losses = Position::judged(&game.line, game.side);
    let mut worst = losses.clone();
    worst.sort_by_key(|&(_, loss)| Reverse(loss));
    worst.truncate(WORST);
    let first = worst.first().map(|it| it.0);
    let mut worst: Vec<usize> = worst.into_iter().map(|it| it.0).collect();
    worst.sort_unstable();
    let met = game.met.parse().map_or(Seat::Person, Seat::Machine);
    let mut seats = [Seat::Person, met];
    if game.side == Side::White {
        seats.reverse();
    }
    let review = BlokusReview {
        table: Table::resume(game.line.clone(), seats),
        ply: first.unwrap_or(game.line.ply()),
        game,
        losses,
        worst,
    };
    let shell = Shell::open(settings, |_: &mut _| Ok::<_, Infallible>(review));
    let Ok(shell) = shell;
    shell
}

impl BlokusReview {
    /// What the move played next gave away, in words.
    fn given_away(&self) -> Option<String> {
        let (_, loss) = self.losses.iter().find(|it| it.0 == self.ply)?;
        let mv = self.table.line().moves().get(self.ply)?;
        let placed = mv.placement()?;
        let at = placed.reference().to_string().to_ascii_uppercase();
        let loss = grouped(u64::from(*loss));
        let name = placed.piece().name();
        Some(format!("next: {name} at {at}, which gives away {loss}"))
    }

    /// The pane beside the moves.
    fn text(&self) -> Vec<String> {
        if self.losses.is_empty() {
            return vec!["No placement was judged.".to_owned()];
        }
        let sum: u64 = self.losses.iter().map(|it| u64::from(it.1)).sum();
        let mean = grouped(sum / self.losses.len() as u64);
        let mut text = vec![format!(
            "{mean} a placement on average, by the learned winning rate: lower is stronger. Most at"
        )];
        let losses = self.losses.iter().filter(|it| self.worst.contains(&it.0));
        text.extend(losses.map(|(ply, loss)| {
            let mark = if *ply == self.ply { ">" } else { " " };
            format!("{mark} move {:>2}: {}", ply + 1, grouped(u64::from(*loss)))
        }));
        text
    }
}

impl Screen for BlokusReview {
    type Request = Infallible;
    type Pane = Pane;
    const PANES: &'static [Pane] = &[Pane::Board, Pane::Pieces, Pane::Rate, Pane::Moves];
    const LEAST: (u16, u16) = LEAST;

    fn layer(&self, _context: &Context<Self>) -> Layer {
        Layer::BlokusReview
    }

    fn act(&mut self, action: Action, context: &mut Context<Self>) {
        let last = self.table.line().ply();
        let mut worst = self.worst.iter().copied();
        let mistake = match action {
            Action::Walk(Direction::Left) | Action::Go(Direction::Left) => {
                return self.ply = self.ply.saturating_sub(1);
            }
            Action::Walk(_) | Action::Go(_) => return self.ply = (self.ply + 1).min(last),
            Action::End(Direction::Up) => return self.ply = 0,
            Action::End(_) => return self.ply = last,
            Action::Loss(Direction::Left) => worst.rfind(|&it| it < self.ply),
            Action::Loss(_) => worst.find(|&it| it > self.ply),
            _ => return,
        };
        match mistake {
            Some(ply) => self.ply = ply,
            None => context.say("no other placement gave away so much there"),
        }
    }

    fn perform(&mut self, request: Infallible, _context: &mut Context<Self>) {
        match request {}
    }

    /// What stands beneath the pieces in a game has no rivals here: the other two panes have their room.
    fn layout(&self, main: Rect) -> Vec<(Pane, Rect)> {
        let all = layout(main);
        let with = |area: Rect, other| {
            let below = all.iter().find(|it| it.0 == other);
            below.map_or(area, |it| area.union(it.1))
        };
        let panes = all.iter().filter_map(|&(pane, area)| match pane {
            Pane::Rivals | Pane::Fitness => None,
            Pane::Rate => Some((pane, with(area, Pane::Rivals))),
            Pane::Moves => Some((pane, with(area, Pane::Fitness))),
            _ => Some((pane, area)),
        });
        panes.collect()
    }

    fn draw(
        &self,
        panes: &[(Pane, Rect)],
        context: &Context<Self>,
        buffer: &mut Buffer,
    ) -> Option<(u16, u16)> {
        let theme = &context.theme;
        let positions = self.table.line().positions();
        let position = positions.get(self.ply).unwrap_or(self.table.position());
        let view = View {
            table: &self.table,
            ply: self.ply,
            position,
            ghost: None,
            verdict: None,
            playable: Side::BOTH.map(|side| playable(position, side)),
            corners: Squares::EMPTY,
            rates: &[],
            own: self.game.side,
            theme,
        };
        for &(pane, area) in panes {
            let focused = pane == context.focus;
            match pane {
                Pane::Board => board::render(&view, focused, area, buffer),
                Pane::Pieces => tray::render(&view, focused, area, buffer),
                Pane::Moves => moves::render(&view, focused, area, buffer),
                _ => {
                    let inner = frame(area, buffer, theme, "What you gave away", focused, None);
                    let lines: Vec<Line<'_>> = self.text().into_iter().map(Line::raw).collect();
                    Paragraph::new(lines)
                        .style(theme.style(Role::Text))
                        .wrap(Wrap { trim: false })
                        .render(inner.inner(Margin::new(1, 0)), buffer);
                }
            }
        }
        None
    }

    /// Which game it is and where in it one is, what was given away there.
    fn status(&self, theme: &Theme) -> String {
        let place = format!("move {} of {}", self.ply, self.table.line().ply());
        let whose = format!("{} {}", day(self.game.ended), self.game.opponent());
        let parts = [Some(place), self.given_away(), Some(whose)];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        parts.join(theme.glyphs.separator)
    }

    fn close(&mut self, context: &mut Context<Self>) -> bool {
        let leaves = !context.zoom;
        if leaves {
            context.leave();
        }
        leaves
    }
}

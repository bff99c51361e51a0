//! A game of the person's that is over, gone through move by move: what their placements gave away by the learned
//! winning rate.

use std::cmp::Reverse;
use std::convert::Infallible;

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Margin, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget as _, Wrap};

use super::ghost::{Ghost, Verdict, playable};
use super::layout::{LEAST, Pane, layout};
use super::view::View;
use super::{board, moves, tray};
use crate::Settings;
use crate::keys::{Action, Direction, Layer};
use crate::panes::{frame, game};
use crate::shell::{Context, Screen, Shell};
use crate::theme::{Role, Theme};
use koteki_games::blokus::{Move, Position, Squares};
use koteki_games::words::day::day;
use koteki_games::words::numbers::grouped;
use koteki_games::{GameLine, Side};
use koteki_rivals::roster::kit::blokus::words as rules;
use koteki_rivals::roster::kit::person::{Explained, PersonKit as _};
use koteki_session::played::PlayedGame;
use koteki_session::{Seat, Table};

/// Placements that are named: those that gave away most.
const WORST: usize = 3;

/// The screen.
pub struct BlokusReview {
    game: PlayedGame<Position>,
    table: Table<Position>,
    ply: usize,
    /// What the judge sees in the move after it, where that is the person's and was judged.
    explained: Option<Explained<Move>>,
    /// What each placement of the person gave away, behind the moves before it.
    losses: Vec<(usize, u32)>,
    /// Those of them that gave away most, in the order of the game.
    worst: Vec<Worst>,
}

/// A placement that gave away much.
struct Worst {
    /// Moves before it.
    ply: usize,
    /// What it was, and what became of the winning rate.
    said: String,
}

/// What the winning rate in a review and in the drill is, for the help.
pub(super) fn about(is_said: bool) -> Vec<String> {
    if !is_said {
        return Vec::new();
    }
    const ABOUT: &[&str] = &[
        "  The winning rate is the learned one: how often you would win by the judge's lesson if both \
         sides went on at random from here, estimated without playing. What a \
         placement lowers it by, compared with the best one, is what it gives away.",
        "  Corners to go on from: squares at which your next piece may begin.",
        "  Within reach: squares that a piece from there can cover, as far as nothing stands in its way.",
        "  Useless: free squares beside your own pieces, which you may never cover.",
        "  D is the mean of what is given away, in thousandths of the value v behind the winning rate: lower is stronger.",
    ];
    game::about(&[ABOUT])
}

/// The table of a game that the person, on `side`, has played against who was `met`.
pub(super) fn table(line: GameLine<Position>, met: &str, side: Side) -> Table<Position> {
    let met = met.parse().map_or(Seat::Person, Seat::Machine);
    let mut seats = [Seat::Person, met];
    if side == Side::White {
        seats.reverse();
    }
    Table::resume(line, seats)
}

/// Begins where most was given away.
pub(super) fn open(settings: &Settings, game: PlayedGame<Position>) -> Shell<BlokusReview> {
    let losses = Position::judged(&game.line, game.side);
    let mut worst = losses.clone();
    worst.sort_by_key(|&(_, loss)| Reverse(loss));
    worst.truncate(WORST);
    let first = worst.first().map(|it| it.0);
    worst.sort_unstable();
    let worst = worst.into_iter().filter_map(|(ply, _)| {
        let (position, mv) = game.line.steps().nth(ply)?;
        let [best, played] = position.explained(mv)?.rates;
        let said = format!(
            "move {:>2} {}, {best} % to {played} %",
            ply + 1,
            rules::at(mv)
        );
        Some(Worst { ply, said })
    });
    let worst = worst.collect();
    let mut review = BlokusReview {
        table: table(game.line.clone(), &game.met, game.side),
        ply: 0,
        explained: None,
        game,
        losses,
        worst,
    };
    review.go(first.unwrap_or(review.game.line.ply()));
    let shell = Shell::open(settings, |_: &mut _| Ok::<_, Infallible>(review));
    let Ok(shell) = shell;
    shell
}

impl BlokusReview {
    fn go(&mut self, ply: usize) {
        self.ply = ply;
        let is_judged = self.losses.iter().any(|it| it.0 == ply);
        let step = self.game.line.steps().nth(ply).filter(|_| is_judged);
        self.explained = step.and_then(|(position, mv)| position.explained(mv));
    }

    /// The move played next, as it is named.
    fn next(&self) -> Option<String> {
        let mv = self.game.line.moves().get(self.ply)?;
        Some(rules::at(*mv))
    }

    /// The pane beside the moves.
    fn text(&self) -> Vec<String> {
        if self.losses.is_empty() {
            return vec!["No placement was judged.".to_owned()];
        }
        let mut text = Vec::new();
        if let (Some(explained), Some(next)) = (&self.explained, self.next()) {
            text.push(if explained.loss == 0 {
                format!("{next}: nothing is better.")
            } else {
                let best = rules::at(explained.best);
                format!(
                    "{next} {}. The best placement is {best}.",
                    rules::given_away(explained)
                )
            });
            text.push(String::new());
        }
        let sum: u64 = self.losses.iter().map(|it| u64::from(it.1)).sum();
        let mean = grouped(sum / self.losses.len() as u64);
        text.push("Most was given away at".to_owned());
        text.extend(self.worst.iter().map(|worst| {
            let mark = if worst.ply == self.ply { ">" } else { " " };
            format!("{mark} {}", worst.said)
        }));
        text.push(format!("D {mean} a placement on average"));
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
        let mut worst = self.worst.iter().map(|it| it.ply);
        let mistake = match action {
            Action::Walk(Direction::Left) | Action::Go(Direction::Left) => {
                return self.go(self.ply.saturating_sub(1));
            }
            Action::Walk(_) | Action::Go(_) => return self.go((self.ply + 1).min(last)),
            Action::End(Direction::Up) => return self.go(0),
            Action::End(_) => return self.go(last),
            Action::Loss(Direction::Left) => worst.rfind(|&it| it < self.ply),
            Action::Loss(_) => worst.find(|&it| it > self.ply),
            _ => return,
        };
        match mistake {
            Some(ply) => self.go(ply),
            None => context.say("no other placement gave away so much there"),
        }
    }

    fn perform(&mut self, request: Infallible, _context: &mut Context<Self>) {
        match request {}
    }

    /// What stands beneath the pieces in a game has no rivals here: the other two panes have their room. Where there is
    /// room for the pieces alone these two are what is read, and Tab comes to the pieces.
    fn layout(&self, main: Rect) -> Vec<(Pane, Rect)> {
        let all = layout(main);
        if let [board, (Pane::Pieces, right)] = all[..] {
            let [upper, lower] =
                Layout::vertical([Constraint::Fill(1), Constraint::Fill(1)]).areas(right);
            return vec![board, (Pane::Rate, upper), (Pane::Moves, lower)];
        }
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
        let better = self.explained.as_ref().filter(|it| it.loss > 0);
        let better = better.and_then(|it| it.best.placement()).map(|best| {
            let mut ghost = Ghost::new(best.reference());
            ghost.show(best);
            ghost
        });
        let view = View {
            table: &self.table,
            ply: self.ply,
            position,
            ghost: better.as_ref(),
            verdict: better.as_ref().map(|_| Verdict::Best),
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

    fn explain(&self, pane: Pane) -> Vec<String> {
        about(pane == Pane::Rate)
    }

    /// Which game it is and where in it one is, what was given away there.
    fn status(&self, theme: &Theme) -> String {
        let place = format!("move {} of {}", self.ply, self.table.line().ply());
        let whose = format!("{} {}", day(self.game.ended), self.game.opponent());
        let next = self.next().map(|next| match &self.explained {
            Some(Explained {
                loss: 1..,
                rates: [best, played],
                ..
            }) => {
                format!("next: {next}, learned winning rate {best} % to {played} %")
            }
            _ => format!("next: {next}"),
        });
        let parts = [Some(place), next, Some(whose)];
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

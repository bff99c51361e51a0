//! What stands in the lines at the bottom: what the breeding does, what the keys do.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyEvent;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::{columns, write_line};
use crate::keys::Binding;
use crate::theme::{Role, Theme};
use koteki_games::words::numbers::grouped;
use koteki_rivals::evolve::snapshot::{Phase, Snapshot};

/// What the breeding does: how far it is, how fast, toward what.
pub fn doing(snapshot: &Snapshot) -> Vec<String> {
    let mut parts = vec![if snapshot.paused {
        "evolution paused".to_owned()
    } else {
        match snapshot.phase {
            Phase::Breeding => format!("cycle {}/{}", snapshot.cycle, snapshot.cycles),
            Phase::Retesting => "testing the rivals".to_owned(),
            Phase::Resting => "rivals ready".to_owned(),
        }
    }];
    let busy = !snapshot.paused && snapshot.phase != Phase::Resting;
    if busy && snapshot.games_per_second.is_finite() {
        parts.push(games_per_second(snapshot.games_per_second));
    } else {
        parts.push(format!("{} games", grouped(snapshot.games)));
    }
    if snapshot.target.is_finite() {
        parts.push(format!("target D {:.0}", snapshot.target));
    }
    parts
}

/// The bottom line when nothing is typed into it and there is nothing to say.
pub struct HintsView<'a> {
    /// Keys and what they do, the most useful first.
    pub hints: &'a [&'a Binding],
    /// The look.
    pub theme: &'a Theme,
}

/// Those of `hints` that a row of this width has room for, each with its first column.
fn placed<'a>(hints: &'a [&'a Binding], width: u16) -> impl Iterator<Item = (u16, &'a Binding)> {
    let room = width.saturating_sub(1);
    hints.iter().scan(1, move |from, &binding| {
        let at = *from;
        let end = at + columns(&binding.label) + 1 + columns(binding.words.1);
        *from = end + 2;
        (end <= room).then_some((at, binding))
    })
}

/// The key that a click on column `at` of a row of hints stands for, the first column being 0.
pub fn hint_at(hints: &[&Binding], width: u16, at: u16) -> Option<KeyEvent> {
    let (from, binding) = placed(hints, width)
        .take_while(|&(from, _)| from <= at)
        .last()?;
    let long = columns(&binding.label) + 1 + columns(binding.words.1);
    let at = at - from;
    (at < long).then(|| binding.key_at(usize::from(at)))?
}

impl Widget for HintsView<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let theme = self.theme;
        for (from, binding) in placed(self.hints, area.width) {
            let line = Line::from(vec![
                Span::styled(&binding.label, theme.style(Role::Key)),
                Span::styled(format!(" {}", binding.words.1), theme.style(Role::Dim)),
            ]);
            write_line(buffer, area, area.x + from, area.y, &line);
        }
    }
}

fn games_per_second(rate: f64) -> String {
    let rate = rate.max(0.0).round() as u64;
    format!("{} games/s", grouped(rate))
}

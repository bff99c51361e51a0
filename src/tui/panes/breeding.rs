//! How far the breeding is, on one line: what population and curves are folded to until they are asked for.

use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::{columns, frame, write_line};
use crate::theme::{Role, Theme};
use koteki_rivals::evolve::snapshot::{Phase, Snapshot};
use koteki_session::watch::words::duration;

/// Rows of the pane.
pub const HEIGHT: u16 = 3;
/// Columns of the words.
const WORDS: u16 = 20;
/// Most and least columns of the bar.
const BAR: (u16, u16) = (24, 6);

/// The pane.
pub struct BreedingView<'a> {
    /// The latest state of the breeding; `None` before the first.
    pub snapshot: Option<&'a Snapshot>,
    /// Whether it is known how strong the person is.
    pub level: bool,
    /// The look.
    pub theme: &'a Theme,
    /// Whether the pane has the focus.
    pub focused: bool,
}

/// What it does, in words; `narrow` where there is little room.
fn words(snapshot: &Snapshot, level: bool, narrow: bool) -> String {
    let series = snapshot.progress.map_or(0, |it| it.series);
    let words = match (snapshot.phase, snapshot.paused) {
        (_, true) => "Breeding paused: p resumes",
        (Phase::Resting, _) if !level && narrow => "Finish a game first",
        (Phase::Resting, _) if !level => "Opponents of your strength come after your first game",
        (Phase::Resting, _) if narrow => "Ready: n offers them",
        (Phase::Resting, _) => "Your rivals are ready: n offers them",
        // The bar has gone back: that is said as long as this round goes on.
        (phase, _) if series > 0 => {
            let doing = match phase {
                Phase::Retesting => "Testing",
                _ => "Breeding",
            };
            let round = format!("{doing}, round {}", series + 1);
            return match narrow {
                true => round,
                false => format!("Too few were even. {round}"),
            };
        }
        _ if narrow => "Breeding them",
        (Phase::Breeding, _) if level => "Breeding opponents of your strength",
        (Phase::Breeding, _) => "Breeding opponents",
        (Phase::Retesting, _) => "Testing the best of them",
    };
    words.to_owned()
}

impl Widget for BreedingView<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let theme = self.theme;
        let keys = [(" 3", " population "), (" 4", " curves ")];
        let footer: Line<'_> = keys
            .iter()
            .flat_map(|&(key, what)| {
                [
                    Span::styled(key, theme.style(Role::Key)),
                    Span::styled(what, theme.style(Role::Dim)),
                ]
            })
            .collect();
        let footer = footer.right_aligned();
        let inner = frame(
            area,
            buffer,
            theme,
            "Your rivals",
            self.focused,
            Some(footer),
        );
        let room = inner.inner(Margin::new(1, 0));
        let Some(snapshot) = self.snapshot else {
            let text = Line::styled(super::NO_POPULATION, theme.style(Role::Dim));
            write_line(buffer, room, room.x, room.y, &text);
            return;
        };
        let busy = !snapshot.paused && snapshot.phase != Phase::Resting;
        let progress = snapshot.progress.as_ref();
        let done = progress.map_or(0.0, |it| it.share().clamp(0.0, 1.0));
        let percent = format!(" {:>3.0} %", done * 100.0);
        let left = progress.and_then(|it| it.seconds);
        let left = left.map(|left| format!("{percent}, about {} left", duration(left)));
        // How long it still takes where there is room for it.
        let percent = left
            .filter(|left| columns(left) + WORDS + BAR.1 <= room.width)
            .unwrap_or(percent);
        let [long, short] = [false, true].map(|narrow| words(snapshot, self.level, narrow));
        let bar = |text: &str| {
            let rest = columns(text) + 1 + columns(&percent);
            room.width.saturating_sub(rest).min(BAR.0)
        };
        let fits = |text: &str| {
            if busy {
                bar(text) >= BAR.1
            } else {
                columns(text) <= room.width
            }
        };
        let text = if fits(&long) { long } else { short };
        let width = usize::from(bar(&text));
        let mut spans = vec![Span::styled(text, theme.style(Role::Text))];
        if busy {
            let done = (done * width as f64).round() as usize;
            let [full, empty] = theme.glyphs.gauge;
            spans.extend([
                Span::styled(format!(" {}", full.repeat(done)), theme.style(Role::Level)),
                Span::styled(empty.repeat(width - done), theme.style(Role::Dim)),
                Span::styled(percent, theme.style(Role::Text)),
            ]);
        }
        write_line(buffer, room, room.x, room.y, &Line::from(spans));
    }
}

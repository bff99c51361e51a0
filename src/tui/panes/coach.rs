//! The coach: what there is to say of the move that is looked at, and the mistakes of the game.

use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::widgets::Widget;

use super::{columns, frame, shorten, wrap, write};
use crate::panes::seen;
use crate::theme::{Role, Theme};
use koteki_games::words::numbers::number;

/// What the help says of it.
pub(crate) const ABOUT: &[&str] = &[
    "  Coach: what the move that comes next lost, why, and what the best one would have led to; beneath it the mistakes \
     of the game. The best move is marked on the board.",
    "  points   the tester's: a disc that can never be turned is worth 50; in the ending discs are counted",
    "  frontier discs   those beside an empty square: the other side can turn them",
    "  stable discs   those that can never be turned again, such as one in a corner",
    "  openness   the empty squares round the discs that a move turns: the fewer, the less it opens to the other side",
    "  next to an empty corner   playing there often gives the corner up",
    "  7 against 2 (f5: 4 against 3)   the mover's and the other side's, at the end of the moves shown; with f5 instead",
    "  rank 3 of 9   two of the nine legal moves are worth more",
    "  D   the mean of what a side's moves lost: lower is stronger",
];

/// Least rows that the list of mistakes has, its head included, when there are any.
const LIST: u16 = 4;

/// What is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CoachState {
    /// The move and what it lost, as a heading.
    pub head: String,
    /// Whether it is a mistake.
    pub mistake: bool,
    /// What there is to say, a paragraph each.
    pub said: Vec<String>,
    /// The mistakes, a line each.
    pub mistakes: Vec<String>,
    /// How many of them are the person's own; `None` where it is nobody's game.
    pub own: Option<usize>,
    /// Which of them is looked at, or comes next.
    pub at: usize,
}

/// The pane.
pub struct CoachView<'a> {
    /// What it shows.
    pub state: &'a CoachState,
    /// The look.
    pub theme: &'a Theme,
    /// Whether it has the focus.
    pub focused: bool,
}

impl Widget for CoachView<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let Self {
            state,
            theme,
            focused,
        } = self;
        let inner = frame(area, buffer, theme, "Coach", focused, None);
        let room = inner.inner(Margin::new(1, 0));
        if room.is_empty() {
            return;
        }
        let width = usize::from(room.width);
        let head = wrap(&state.head, width);
        let said = state.said.iter().flat_map(|text| {
            // A line of moves goes on beneath its beginning.
            let rows = wrap(text, width.saturating_sub(2));
            let rows = rows.into_iter().enumerate();
            rows.map(|(index, row)| if index == 0 { row } else { format!("  {row}") })
        });
        let role = if state.mistake {
            Role::Warning
        } else {
            Role::Strong
        };
        let rows: Vec<(String, Role)> = head
            .into_iter()
            .map(|row| (row, role))
            .chain(said.map(|row| (row, Role::Text)))
            .collect();
        let list = u16::try_from(state.mistakes.len() + 1).unwrap_or(u16::MAX);
        let list = match state.mistakes.len() {
            0 => 0,
            _ => list.min(LIST),
        };
        // One row of air before the list.
        let upper = room.height.saturating_sub(list + u16::from(list > 0));
        let count = rows.len();
        for ((row, role), y) in rows.into_iter().zip(room.y..room.y + upper) {
            write(buffer, room, room.x, y, &row, theme.style(role));
        }
        if count > usize::from(upper) && upper > 0 {
            let (x, y) = (room.right(), room.y + upper - 1);
            let style = theme.style(Role::Key);
            write(buffer, area, x, y, theme.glyphs.ellipsis, style);
        }
        let used = u16::try_from(count).unwrap_or(upper).min(upper);
        let below = Rect {
            y: room.y + used + 1,
            height: room.height.saturating_sub(used + 1),
            ..room
        };
        list_of(state, below, buffer, theme);
    }
}

fn list_of(state: &CoachState, area: Rect, buffer: &mut Buffer, theme: &Theme) {
    if state.mistakes.is_empty() || area.height < 2 {
        return;
    }
    let (rows, all) = (usize::from(area.height - 1), state.mistakes.len());
    // The one that is looked at stays in sight, with what comes before it where there is room.
    let skip = (state.at + 1)
        .saturating_sub(rows.div_ceil(2))
        .min(all.saturating_sub(rows));
    let mut title = match state.own {
        Some(own) => format!("Mistakes: yours {own}, theirs {}", all - own.min(all)),
        None => number(all as i128, "mistake", "mistakes"),
    };
    if rows < all {
        let seen = seen(skip + 1, skip + rows, all, theme.glyphs.dash);
        let with = format!("{title} ({seen})");
        title = if columns(&with) <= area.width {
            with
        } else {
            title
        };
    }
    let strong = theme.style(Role::Strong);
    write(buffer, area, area.x, area.y, &title, strong);
    let shown = state.mistakes.iter().enumerate().skip(skip).take(rows);
    for ((index, text), y) in shown.zip(area.y + 1..) {
        let here = index == state.at && state.mistake;
        let pointer = if here { theme.glyphs.pointer } else { " " };
        let room = usize::from(area.width.saturating_sub(columns(pointer) + 1));
        let text = shorten(text, room, theme);
        let style = theme.style(if here { Role::Chosen } else { Role::Text });
        write(buffer, area, area.x, y, pointer, theme.style(Role::Strong));
        write(buffer, area, area.x + 2, y, &text, style);
    }
}

//! The help: the keys of the screen beneath it, made from its keymap, and what things mean. The first page has no more
//! keys than one takes in at once; the rest is behind it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::dialog::{dialog, more, scrolled, widest};
use crate::keys::{Action, Binding, Direction, KeyStyle, Keymap, Layer};
use crate::panes::{columns, wrap, write};
use crate::theme::{Role, Theme};

/// Between a key and what it does, and between two columns of keys.
const GAP: &str = "   ";
/// Keys of the first page, at most.
const FIRST: usize = 12;
/// Columns of the dialog when there is room: with one column of keys, with two.
const WIDTH: [u16; 2] = [92, 116];

/// A key and what it does.
type Key = (String, &'static str);

/// The help of a screen.
pub struct Help {
    /// What the pane in focus shows; empty where that explains itself.
    pane: Vec<String>,
    /// The keys of the first page, and of the second.
    keys: [Vec<Key>; 2],
    /// What else there is to say, a paragraph each; headings begin at the margin.
    about: Vec<String>,
    /// The page that is shown, and its first row.
    page: usize,
    scroll: u16,
}

impl Help {
    /// The help of `layer`, of its keys those that can do something now, with what there is to say of the pane in focus and of the screen.
    pub(crate) fn new(
        layer: Layer,
        style: KeyStyle,
        is_offered: impl Fn(&Binding) -> bool,
        pane: Vec<String>,
        about: Vec<String>,
    ) -> Self {
        let map = Keymap::of(layer, style);
        let named = |it: &Binding| (it.label.clone(), it.words.0);
        let mut first: Vec<Key>;
        let mut second = Vec::new();
        let all: Vec<&Binding> = map.bindings().iter().filter(|it| is_offered(it)).collect();
        if all.len() <= FIRST {
            first = all.into_iter().map(named).collect();
        } else {
            // Those of the bottom line, the most useful first.
            let mut hints = map.hints();
            hints.retain(|it| is_offered(it));
            first = hints.iter().take(FIRST).map(|it| named(it)).collect();
            let rest = all.into_iter().filter(|it| {
                let shown = hints.iter().take(FIRST);
                !shown.into_iter().any(|shown| std::ptr::eq(*shown, *it))
            });
            second = rest.map(named).collect();
        }
        if layer == Layer::Menu {
            first.push((String::new(), "the letter before a line chooses it"));
        }
        Self {
            pane,
            keys: [first, second],
            about,
            page: 0,
            scroll: 0,
        }
    }

    /// How many pages there are: keys that all fit on one stand with the rest.
    fn pages(&self) -> usize {
        1 + usize::from(!self.keys[1].is_empty())
    }

    /// What the page that is shown says, in lines of at most `width` columns.
    fn lines(&self, width: u16) -> Vec<String> {
        let keys = |page: usize| {
            let across = 1 + usize::from(width + 4 > WIDTH[0]);
            grid(&self.keys[page], across, width)
        };
        let mut lines = Vec::new();
        let paragraphs = |lines: &mut Vec<String>, said: &[String]| {
            let width = width.min(WIDTH[0] - 4);
            lines.extend(said.iter().flat_map(|text| wrapped(text, width)));
        };
        if self.page == 0 {
            if !self.pane.is_empty() {
                paragraphs(&mut lines, &self.pane);
                lines.push(String::new());
            }
            lines.push("Keys on this screen".to_owned());
            lines.extend(keys(0));
            if self.pages() > 1 {
                lines.push(String::new());
                lines.push("PgDn: more keys, and what there is to know".to_owned());
                return lines;
            }
        } else {
            lines.push("More keys".to_owned());
            lines.extend(keys(1));
        }
        if !self.about.is_empty() {
            lines.push(String::new());
            paragraphs(&mut lines, &self.about);
        }
        lines
    }

    /// Does what `action` asks for on a screen of this area; false when that closes it.
    pub(crate) fn act(&mut self, area: Rect, action: Action) -> bool {
        let last = self.page + 1 == self.pages();
        let (_, rows, end) = self.shown(area);
        let from = self.scroll.min(end);
        match action {
            Action::Help if last => return false,
            Action::Help => (self.page, self.scroll) = (self.page + 1, 0),
            Action::Page(Direction::Down) if from == end && !last => {
                (self.page, self.scroll) = (self.page + 1, 0);
            }
            Action::Page(Direction::Up) if from == 0 && self.page > 0 => self.page -= 1,
            Action::End(Direction::Up) => (self.page, self.scroll) = (0, 0),
            Action::End(_) => (self.page, self.scroll) = (self.pages() - 1, u16::MAX),
            Action::Close => return false,
            action => self.scroll = scrolled(from, rows, end, action),
        }
        true
    }

    /// What a screen of this area shows: all lines, how many of them at once, and the furthest that can be
    /// scrolled.
    fn shown(&self, area: Rect) -> (Vec<String>, u16, u16) {
        let width = WIDTH[1].min(area.width).saturating_sub(4);
        let rows = area.height.saturating_sub(4).max(1);
        let lines = self.lines(width);
        let all = u16::try_from(lines.len()).unwrap_or(u16::MAX);
        (lines, rows, all.saturating_sub(rows))
    }

    /// Draws it, scrolled down at most as far as there is text.
    pub(crate) fn render(&self, buffer: &mut Buffer, theme: &Theme) {
        let area = Rect {
            height: buffer.area.height.saturating_sub(1),
            ..buffer.area
        };
        let (lines, rows, end) = self.shown(buffer.area);
        let scroll = self.scroll.min(end);
        let width = WIDTH[1].min(area.width);
        let height = u16::try_from(lines.len()).unwrap_or(u16::MAX).min(rows) + 2;
        let room = dialog((width, height), "Help", area, buffer, theme);
        let shown = lines
            .iter()
            .skip(usize::from(scroll))
            .zip(room.y..room.bottom());
        for (line, y) in shown {
            let heading = !line.is_empty() && !line.starts_with(' ');
            let role = if heading { Role::Strong } else { Role::Text };
            write(buffer, room, room.x, y, line, theme.style(role));
        }
        let below = scroll < end || self.page + 1 < self.pages();
        more(room, scroll > 0 || self.page > 0, below, buffer, theme);
    }
}

/// The keys in so many columns, one after the other; what a key does stays in its column.
fn grid(keys: &[Key], across: usize, width: u16) -> Vec<String> {
    let count = u16::try_from(across).unwrap_or(1);
    let gaps = columns(GAP) * (count - 1);
    let room = usize::from((width.saturating_sub(gaps) / count).max(1));
    let labels = widest(keys.iter().map(|(label, _)| label.as_str()));
    let down = keys.len().div_ceil(across).max(1);
    let blocks = keys.chunks(down).map(|keys| {
        let rows = keys.iter().flat_map(|(label, what)| {
            let pad = " ".repeat(usize::from(labels - columns(label)));
            let head = format!("  {label}{pad}{GAP}");
            hanging(&head, what, room)
        });
        rows.collect::<Vec<String>>()
    });
    let blocks: Vec<Vec<String>> = blocks.collect();
    let high = blocks.iter().map(Vec::len).max().unwrap_or(0);
    let row = |y: usize| {
        let cells = blocks.iter().map(|block| {
            let text = block.get(y).map_or("", String::as_str);
            let pad = room.saturating_sub(usize::from(columns(text)));
            format!("{text}{}", " ".repeat(pad))
        });
        cells.collect::<Vec<_>>().join(GAP).trim_end().to_owned()
    };
    (0..high).map(row).collect()
}

/// `text` behind `head`, in rows of at most `room` columns that stay behind it.
fn hanging(head: &str, text: &str, room: usize) -> Vec<String> {
    let indent = usize::from(columns(head));
    let rows = wrap(text, room.saturating_sub(indent)).into_iter();
    rows.enumerate()
        .map(|(index, row)| match index {
            0 => format!("{head}{row}"),
            _ => format!("{}{row}", " ".repeat(indent)),
        })
        .collect()
}

/// A paragraph in rows of at most `width` columns, indented as it is.
fn wrapped(text: &str, width: u16) -> Vec<String> {
    if columns(text) <= width {
        return vec![text.to_owned()];
    }
    let margin = &text[..text.len() - text.trim_start().len()];
    // What stands behind a key, in a list of them, stays there.
    let rest = &text[margin.len()..];
    match rest.find(GAP) {
        Some(at) => {
            let gap = rest[at..].len() - rest[at..].trim_start().len();
            let (head, what) = rest.split_at(at + gap);
            hanging(&format!("{margin}{head}"), what, width.into())
        }
        None => hanging(margin, rest, width.into()),
    }
}

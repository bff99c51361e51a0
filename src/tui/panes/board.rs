//! The board, the score, whose move it is.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::{columns, frame, shorten, wrap, write, write_line};
use crate::glyphs::SIZES;
use crate::keys::Direction;
use crate::theme::{Role, Theme};
use crate::view::{GameView, Mode, Seat};
use koteki_games::othello::{Move, Square};
use koteki_games::words::sides::side_name;
use koteki_games::{Game as _, Side};

/// Columns from one square to the next, rows of a square, for each size of the board. One column of
/// the first belongs to the gap, where the brackets of cursor and last move stand.
const PITCH: [(u16, u16); SIZES] = [(2, 1), (5, 2), (7, 3), (9, 4), (11, 5), (13, 6)];

/// Rows beneath the board that the score and the rest take; fewer are drawn when there is no room.
const INFO_ROWS: u16 = 7;
/// Rows beside the board or below it in which there is room for more than that.
const ROOMY: u16 = 10;
/// Least columns of the same beside the smallest board, and beside a larger one; and the most.
const INFO_COLUMNS: [u16; 3] = [16, 30, 56];
/// Least rows beneath a board that anything else needs to stand there.
const BELOW: u16 = 8;
/// The size that a low terminal has room for, of squares of 4 × 2 cells, and the rows beneath it then.
const LOW: usize = 1;
const LOW_INFO: u16 = 2;

/// Rows of it from which on everything has one of its own.
const WORDS: u16 = 3;

/// Columns of one pair of moves with what they lost, and the pairs that a game has at most, nearly
/// always.
const PAIR: u16 = 25;
/// Columns in which name and number of discs stand: farther apart they would not be read together.
const SCORE: usize = 40;
const PAIRS: usize = 32;

/// Where the cursor begins: one of Black's first moves.
pub(crate) const F5: Square = match Square::at(5, 4) {
    Some(square) => square,
    None => unreachable!(),
};

/// The square next to `cursor`; itself at the edge.
pub(crate) fn moved(cursor: Square, direction: Direction) -> Square {
    let (column, row) = (cursor.column(), cursor.row());
    let (column, row) = match direction {
        Direction::Left => (column.saturating_sub(1), row),
        Direction::Right => (column + 1, row),
        Direction::Up => (column, row.saturating_sub(1)),
        Direction::Down => (column, row + 1),
    };
    Square::at(column, row).unwrap_or(cursor)
}

/// Where the squares lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Geometry {
    size: usize,
    /// Left gap of column a, top of row 1.
    x: u16,
    y: u16,
    /// Whether there is a row for the letters beneath the board.
    footed: bool,
    /// Where score and moves stand: beneath the board or beside it.
    info: Rect,
}

impl Geometry {
    /// Columns and rows of the board with its coordinates on all four sides.
    const fn extent(size: usize) -> (u16, u16) {
        let (across, down) = PITCH[size];
        (across * 8 + 1 + 4, down * 8 + 2)
    }

    /// The largest board for a pane of this area, frame included, with what is said of the game beneath it
    /// or beside it; `None` when not even the small one fits.
    pub fn fit(pane: Rect) -> Option<Self> {
        let inner = Rect {
            x: pane.x + 1,
            y: pane.y + 1,
            width: pane.width.saturating_sub(2),
            height: pane.height.saturating_sub(2),
        };
        (0..PITCH.len()).rev().find_map(|size| {
            let (columns, rows) = Self::extent(size);
            let [narrow, wide, most] = INFO_COLUMNS;
            // Beneath the board where it has room, unless there is plenty beside it.
            let below = inner.height >= rows + INFO_ROWS;
            let beside = match size {
                _ if below => most,
                0 => narrow,
                _ => wide,
            };
            if inner.width < columns {
                None
            } else if inner.width >= columns + beside && inner.height >= rows {
                let width = (inner.width - columns).min(most);
                let info = Rect {
                    x: inner.right() - width,
                    width,
                    ..inner
                };
                let left = inner.width - width - columns;
                Some(Self {
                    size,
                    x: inner.x + 2 + left / 2,
                    y: inner.y + 1,
                    footed: true,
                    info,
                })
            } else {
                // What is said of the game gives way, on the small board the letters beneath it too.
                let fits = match size {
                    _ if below => true,
                    0 => inner.height >= rows - 1,
                    LOW => inner.height >= rows + LOW_INFO,
                    _ => false,
                };
                fits.then(|| Self::above(size, inner))
            }
        })
    }

    /// The board at the top of `inner`, what is said of the game beneath it.
    fn above(size: usize, inner: Rect) -> Self {
        let (columns, rows) = Self::extent(size);
        // One row alone for what is said is too little: it takes that of the letters too.
        let footed = inner.height >= rows && inner.height != rows + 1;
        let used = (rows - u16::from(!footed)).min(inner.height);
        Self {
            size,
            x: inner.x + 2 + (inner.width - columns) / 2,
            y: inner.y + 1,
            footed,
            info: Rect {
                y: inner.y + used,
                height: inner.height - used,
                ..inner
            },
        }
    }

    /// The width of a pane that shows the board of size 0 to 3 with some air.
    pub const fn pane_width(size: usize) -> u16 {
        match size {
            0 => 30,
            1 => 50,
            2 => 66,
            _ => 84,
        }
    }

    /// The board on the left of `main`, as large as leaves `comfort` columns beside it, and what is left on the
    /// right. Where not even the smallest leaves `least` columns, the board above and what is left beneath it;
    /// the board alone where that is too little.
    pub fn beside(main: Rect, comfort: u16, least: u16) -> (Rect, Option<Rect>) {
        let size = [3, 2, 1].into_iter().find(|&size| {
            main.height >= Self::pane_height(size) && main.width >= Self::pane_width(size) + comfort
        });
        let width = Self::pane_width(size.unwrap_or(0));
        if main.width >= width + least {
            let right = Rect {
                x: main.x + width,
                width: main.width - width,
                ..main
            };
            return (Rect { width, ..main }, Some(right));
        }
        let height = Self::fit(main).map_or(main.height, |alone| Self::pane_height(alone.size));
        if main.height < height + BELOW {
            return (main, None);
        }
        let below = Rect {
            y: main.y + height,
            height: main.height - height,
            ..main
        };
        (Rect { height, ..main }, Some(below))
    }

    /// The board with squares of 4 × 2 cells on the left of a `main` that is too low for everything beneath it,
    /// and the `least` columns or more that are left; `None` where that does not fit.
    pub fn low(main: Rect, least: u16) -> Option<(Rect, Rect)> {
        let (columns, rows) = Self::extent(LOW);
        if main.height < rows + LOW_INFO + 2 || main.width < columns + 2 + least {
            return None;
        }
        let width = Self::pane_width(LOW).min(main.width - least);
        let right = Rect {
            x: main.x + width,
            width: main.width - width,
            ..main
        };
        Some((Rect { width, ..main }, right))
    }

    /// Rows in which what is said of the game stands.
    pub const fn info_rows(self) -> u16 {
        self.info.height
    }

    /// The height of a pane that shows the board of size 0 to 3 and everything beneath it.
    pub const fn pane_height(size: usize) -> u16 {
        Self::extent(size).1 + INFO_ROWS + 2
    }

    /// The top left column and row of a square's own cells, right of the gap.
    const fn corner(self, square: Square) -> (u16, u16) {
        let (across, down) = PITCH[self.size];
        (
            self.x + 1 + square.column() as u16 * across,
            self.y + square.row() as u16 * down,
        )
    }

    /// The square shown at a column and row of the screen.
    pub fn square_at(self, column: u16, row: u16) -> Option<Square> {
        let (across, down) = PITCH[self.size];
        let column = column.checked_sub(self.x)? / across;
        let row = row.checked_sub(self.y)? / down;
        Square::at(u8::try_from(column).ok()?, u8::try_from(row).ok()?)
    }

    const fn bottom(self) -> u16 {
        self.y + PITCH[self.size].1 * 8
    }
}

/// The pane.
pub struct BoardView<'a> {
    /// The game.
    pub game: &'a GameView,
    /// The square under the cursor; `None` where there is none.
    pub cursor: Option<Square>,
    /// Whether a person at the keyboard plays here: then their level and the kind of game are shown.
    pub person: bool,
    /// Whether a person may move now: legal moves are marked.
    pub legal: bool,
    /// The look.
    pub theme: &'a Theme,
    /// Whether the pane has the focus.
    pub focused: bool,
}

impl Widget for BoardView<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let title = match (self.game.variation, self.game.review) {
            (Some(from), _) => format!("Board: tried out after move {from}"),
            (None, Some(review)) => {
                let all = self.game.moves.len();
                format!("Board after move {} of {all}", review.ply)
            }
            (None, None) => "Board".to_owned(),
        };
        let geometry = Geometry::fit(area);
        let brief = geometry.is_some_and(|geometry| geometry.info.height < WORDS);
        let (strength, _) = self.kind();
        let footer = (brief && !strength.is_empty()).then(|| {
            let style = self.theme.style(Role::Dim);
            Line::styled(format!(" {strength} "), style).right_aligned()
        });
        let inner = frame(area, buffer, self.theme, &title, self.focused, footer);
        let Some(geometry) = geometry else { return };
        self.coordinates(geometry, inner, buffer);
        for square in Square::all() {
            self.square(geometry, square, buffer);
        }
        // After all squares: brackets stand in the gaps, which two squares share.
        if let Some(Move::Place(square)) = self.game.last() {
            self.brackets(geometry, square, ["(", ")"], Role::LastMove, buffer);
        }
        if let Some(cursor) = self.cursor {
            self.brackets(geometry, cursor, ["[", "]"], Role::Cursor, buffer);
        }
        self.info(geometry.info, buffer);
    }
}

impl BoardView<'_> {
    fn coordinates(&self, geometry: Geometry, inner: Rect, buffer: &mut Buffer) {
        let style = self.theme.style(Role::Coordinate);
        let (across, down) = PITCH[geometry.size];
        let middle = (across - 1) / 2;
        for column in 0..8u16 {
            let x = geometry.x + 1 + column * across + middle.saturating_sub(u16::from(middle > 1));
            let name = char::from(b"abcdefgh"[usize::from(column)]).to_string();
            write(buffer, inner, x, geometry.y.saturating_sub(1), &name, style);
            if geometry.footed {
                write(buffer, inner, x, geometry.bottom(), &name, style);
            }
        }
        for row in 0..8u16 {
            let y = geometry.y + row * down + (down - 1) / 2;
            let name = (row + 1).to_string();
            let right = geometry.x + across * 8 + 2;
            write(buffer, inner, geometry.x.saturating_sub(2), y, &name, style);
            write(buffer, inner, right, y, &name, style);
        }
    }

    fn square(&self, geometry: Geometry, square: Square, buffer: &mut Buffer) {
        let theme = self.theme;
        let (across, down) = PITCH[geometry.size];
        let (x, y) = geometry.corner(square);
        // On the small board a square is too small to alternate: the gaps would make stripes.
        let odd = geometry.size > 0 && (square.column() + square.row()) % 2 == 1;
        let ground = theme.style(Role::Square { odd });
        let last_gap = u16::from(square.column() == 7);
        let cells = Rect::new(x - 1, y, across + last_gap, down).intersection(buffer.area);
        for row in cells.rows() {
            write(
                buffer,
                row,
                row.x,
                row.y,
                &" ".repeat(usize::from(row.width)),
                ground,
            );
        }
        let size = geometry.size;
        if let Some(side) = self.game.shown().disc(square) {
            let discs = if self.game.turned & square.bit() == 0 {
                theme.discs()
            } else {
                theme.turned()
            };
            let disc = discs[size][side.index()];
            let style = ground.patch(theme.style(Role::Disc(side)));
            for (row, line) in (0u16..).zip(disc) {
                write(buffer, buffer.area, x, y + row, line, style);
            }
            return;
        }
        let value = self.game.values.iter().find(|(it, _)| *it == square);
        let value = value.filter(|_| size > 0).map(|(_, loss)| loss);
        let is_best = value.is_some_and(|loss| !loss.is_some());
        let (mark, role) = if self.game.hint == Some(square) || is_best {
            (theme.glyphs.hint, Role::Hint)
        } else if (self.legal || value.is_some())
            && self.game.shown().placements() & square.bit() != 0
        {
            (theme.glyphs.legal, Role::Legal)
        } else if theme.alternates() {
            return;
        } else {
            (theme.glyphs.empty, Role::Empty)
        };
        let style = ground.patch(theme.style(role));
        let (dx, dy) = ((across - 1) / 2, (down - 1) / 2);
        let dx = dx.saturating_sub(u16::from(dx > 1));
        write(buffer, buffer.area, x + dx, y + dy, mark, style);
        // The best one has its star; what it is worth stands in the pane.
        if let Some(loss) = value.filter(|_| !is_best) {
            let text = loss.on_square();
            let style = ground.patch(theme.style(Role::Legal));
            let dx = (across - 1).saturating_sub(columns(&text)) / 2;
            write(buffer, buffer.area, x + dx, y + dy + 1, &text, style);
        }
    }

    fn brackets(
        &self,
        geometry: Geometry,
        square: Square,
        pair: [&str; 2],
        role: Role,
        buffer: &mut Buffer,
    ) {
        let (across, down) = PITCH[geometry.size];
        let (x, y) = geometry.corner(square);
        for row in 0..down {
            for (x, text) in [(x - 1, pair[0]), (x + across - 1, pair[1])] {
                if let Some(cell) = buffer.cell_mut((x, y + row)) {
                    // A gap that brackets of both neighbours stand in shows one line for the two.
                    let shared = cell.symbol() != " " && cell.symbol() != text;
                    let text = if shared { "|" } else { text };
                    // The ground stays the board's.
                    cell.set_symbol(text).set_style(self.theme.style(role));
                }
            }
        }
    }

    fn info(&self, area: Rect, buffer: &mut Buffer) {
        let theme = self.theme;
        let room = usize::from(area.width.saturating_sub(2));
        if area.height < WORDS {
            return self.brief(area, buffer);
        }
        let mut y = area.y + u16::from(area.height >= INFO_ROWS - 1);
        for side in Side::BOTH {
            self.score(side, Rect { y, ..area }, buffer);
            y += 1;
        }
        // Where it leaves the moves little room they are more telling.
        let rank = self.game.rank.as_ref().filter(|_| area.height >= ROOMY);
        let bar = rank.map(|rank| rank.bar(room.min(48), theme.glyphs.bar));
        let (strength, mode) = self.kind();
        let said = [
            (self.standing(), Role::Strong),
            (strength, Role::Text),
            (bar.unwrap_or_default(), Role::Dim),
            (mode.to_owned(), Role::Dim),
        ];
        let said = said.into_iter().filter(|(text, _)| !text.is_empty());
        for (text, role) in said {
            for row in wrap(&text, room) {
                let below = Rect {
                    y,
                    height: area.bottom().saturating_sub(y),
                    ..area
                };
                write(buffer, below, area.x + 1, y, &row, theme.style(role));
                y += 1;
            }
        }
        self.moves(
            Rect {
                y,
                height: area.bottom().saturating_sub(y),
                ..area
            },
            buffer,
        );
    }

    /// What matters most of it, on two rows or one.
    fn brief(&self, area: Rect, buffer: &mut Buffer) {
        let theme = self.theme;
        let standing = self.standing();
        let x = self.scores(area, buffer);
        let (x, y) = if area.height < 2 && x + columns(&standing) < area.right() {
            (x, area.y)
        } else {
            (area.x + 1, area.y + 1)
        };
        write(buffer, area, x, y, &standing, theme.style(Role::Strong));
        let (_, mode) = self.kind();
        let behind = format!("{}{mode}", theme.glyphs.separator);
        let x = x + columns(&standing);
        if !mode.is_empty() && x + columns(&behind) <= area.right() {
            write(buffer, area, x, y, &behind, theme.style(Role::Dim));
        }
    }

    /// How strong the person is and the kind of game, in words; empty where that is not to be said.
    fn kind(&self) -> (String, &'static str) {
        let game = self.game;
        let unattended = !self.person;
        let strength = match &game.rank {
            Some(rank) => format!("you are {}", rank.about()),
            None if unattended || game.mode == Mode::Guided => String::new(),
            None => "strength: not known yet".to_owned(),
        };
        let mode = match game.mode {
            _ if unattended => "",
            _ if game.review.is_some() || game.variation.is_some() => "Esc returns to the game",
            Mode::Measured => "measured game (no help)",
            Mode::Practice => "practice: does not count",
            Mode::Unmeasured => "nothing is measured",
            Mode::Guided => "no help, no taking back",
        };
        (strength, mode)
    }

    /// The mark of who is to move, and a disc of `side` as it lies on the board.
    fn pointed(&self, side: Side) -> [Span<'static>; 2] {
        let theme = self.theme;
        let shown = self.game.shown();
        let moves = !shown.is_over() && side == shown.side_to_move();
        let pointer = if moves { theme.glyphs.pointer } else { " " };
        let ground = theme.style(Role::Square { odd: false });
        let disc = theme.discs()[0][side.index()][0];
        [
            Span::styled(format!("{pointer} "), theme.style(Role::Strong)),
            Span::styled(disc, ground.patch(theme.style(Role::Disc(side)))),
        ]
    }

    /// Who has `side`, and how many discs.
    fn score(&self, side: Side, area: Rect, buffer: &mut Buffer) {
        let game = self.game;
        let theme = self.theme;
        let shown = game.shown();
        let discs = shown.discs(side).count_ones();
        let name = self.name(side);
        let label = format!(" {:<6}", side_name(side.index()));
        let number = format!("{discs:>3}");
        let room = usize::from(area.width.saturating_sub(2)).min(SCORE);
        let used = usize::from(columns(&label)) + number.len() + 3;
        let left = room.saturating_sub(used + 1);
        // A name of a letter or two would say nothing.
        let name = if left < 3 {
            String::new()
        } else {
            shorten(&name, left, theme)
        };
        let pad = room.saturating_sub(used + 1 + usize::from(columns(&name)));
        let role = if !shown.is_over() && side == shown.side_to_move() {
            Role::Strong
        } else {
            Role::Text
        };
        let [pointer, disc] = self.pointed(side);
        let text = format!("{label} {name}{}{number}", " ".repeat(pad));
        let line = Line::from(vec![pointer, disc, Span::styled(text, theme.style(role))]);
        write_line(buffer, area, area.x + 1, area.y, &line);
    }

    /// The discs of both on one row, where there is no room for more, with their names if they fit; returns the
    /// column behind them.
    fn scores(&self, area: Rect, buffer: &mut Buffer) -> u16 {
        let line = |named: bool| {
            let parts = Side::BOTH.map(|side| {
                let discs = self.game.shown().discs(side).count_ones();
                let name = if named {
                    format!(" {}", self.name(side))
                } else {
                    String::new()
                };
                let text = format!("{name} {discs}  ");
                let [pointer, disc] = self.pointed(side);
                [
                    pointer,
                    disc,
                    Span::styled(text, self.theme.style(Role::Text)),
                ]
            });
            Line::from(parts.concat())
        };
        let fits = |line: &Line<'_>| line.width() < usize::from(area.width);
        let line = Some(line(true)).filter(fits).unwrap_or_else(|| line(false));
        write_line(buffer, area, area.x + 1, area.y, &line);
        area.x + 1 + u16::try_from(line.width()).unwrap_or(0)
    }

    /// Who has `side`, and the time that is left where there is a clock.
    fn name(&self, side: Side) -> String {
        let name = match self.game.seat(side) {
            Seat::Person => "you",
            Seat::Machine(name) => name,
        };
        match &self.game.clocks[side.index()] {
            Some(time) => format!("{name} {time}"),
            None => name.to_owned(),
        }
    }

    /// Whose move it is, or how the game ended.
    fn standing(&self) -> String {
        let game = self.game;
        if let Some(review) = game.review {
            return waits(review.position.side_to_move().index());
        }
        if let Some(winner) = game.position.outcome().map(|end| end.winner()) {
            return over(winner.map(Side::index));
        }
        let side = game.position.side_to_move();
        let passed = game.last() == Some(Move::Pass);
        match game.seat(side) {
            Seat::Person => your_turn(side.index(), passed),
            Seat::Machine(_) if game.thinking => {
                format!("{} is thinking ...", side_name(side.index()))
            }
            Seat::Machine(_) => waits(side.index()),
        }
    }

    /// The moves with what each lost where a whole game has room, else as many of the last ones as
    /// there is room for.
    fn moves(&self, area: Rect, buffer: &mut Buffer) {
        let across = area.width.saturating_sub(2) / PAIR;
        let table = Rect {
            y: area.y + 1,
            height: area.height.saturating_sub(1),
            ..area
        };
        if usize::from(across * table.height) >= PAIRS.max(self.game.moves.len() / 2 + 1) {
            if self.game.losses.iter().any(Option::is_some) {
                let style = self.theme.style(Role::Dim);
                write(
                    buffer,
                    area,
                    area.x + 1,
                    area.y,
                    "moves, and what each lost (. nothing, d discs, game)",
                    style,
                );
            }
            self.pairs(table, buffer);
            return;
        }
        let room = area.width.saturating_sub(2);
        let per_row = usize::from(room / 3).max(1);
        let rows = usize::from(area.height);
        let moves = &self.game.moves;
        // Whole rows only, so that moves do not wander as the game goes on.
        let last = moves.len().div_ceil(per_row).saturating_sub(rows);
        let first = match self.game.review {
            Some(review) => last.min(review.ply / per_row),
            None => last,
        };
        let shown = moves.iter().enumerate().skip(first * per_row);
        let shown: Vec<(usize, &Move)> = shown.collect();
        // What was cut off, before the list and behind it.
        let bottom = area.bottom().saturating_sub(1);
        for (cut, y) in [(first > 0, area.y), (shown.len() > per_row * rows, bottom)] {
            if cut {
                let mark = self.theme.glyphs.ellipsis;
                write(buffer, area, area.x, y, mark, self.theme.style(Role::Key));
            }
        }
        for (row, chunk) in (0u16..).zip(shown.chunks(per_row)).take(rows) {
            let spans: Vec<Span<'_>> = chunk
                .iter()
                .flat_map(|(ply, mv)| {
                    [
                        Span::styled(mv.to_string(), self.move_style(*ply)),
                        Span::raw(" "),
                    ]
                })
                .collect();
            write_line(buffer, area, area.x + 1, area.y + row, &Line::from(spans));
        }
    }

    /// Black's and White's moves beside one another, in columns.
    fn pairs(&self, area: Rect, buffer: &mut Buffer) {
        let game = self.game;
        let theme = self.theme;
        let rows = usize::from(area.height).max(1);
        // A game from a position may begin with White, in the second column.
        let late = game.mover(0).index();
        for index in 0..(game.moves.len() + late).div_ceil(2) {
            let mut spans = vec![Span::styled(
                format!("{:>2}  ", index + 1),
                theme.style(Role::Axis),
            )];
            if index == 0 && late > 0 {
                spans.push(Span::raw(" ".repeat(10)));
            }
            let from = (index * 2).saturating_sub(late);
            let to = (index * 2 + 2 - late).min(game.moves.len());
            for (ply, mv) in (from..).zip(&game.moves[from..to]) {
                let loss = game.losses.get(ply).copied().flatten();
                let role = match loss {
                    Some(loss) if loss.part() > 0.5 => Role::Warning,
                    Some(loss) if loss.is_some() => Role::Text,
                    _ => Role::Dim,
                };
                let loss = loss.map_or_else(String::new, |loss| loss.short());
                spans.push(Span::styled(mv.to_string(), self.move_style(ply)));
                spans.push(Span::styled(format!("{loss:>5}   "), theme.style(role)));
            }
            let column = u16::try_from(index / rows).unwrap_or(u16::MAX);
            let row = u16::try_from(index % rows).unwrap_or(u16::MAX);
            let x = area.x + 1 + column.saturating_mul(PAIR);
            write_line(buffer, area, x, area.y + row, &Line::from(spans));
        }
    }

    /// How the move of index `ply` is written in the list.
    fn move_style(&self, ply: usize) -> Style {
        let game = self.game;
        self.theme.style(match game.review {
            Some(review) if review.ply == ply => Role::Chosen,
            None if ply + 1 == game.moves.len() => Role::Strong,
            _ if ply < game.opening => Role::Axis,
            _ => Role::Text,
        })
    }
}

fn your_turn(side_index: usize, passed: bool) -> String {
    if passed {
        format!(
            "{} passed: {} again",
            side_name(1 - side_index.min(1)),
            side_name(side_index)
        )
    } else {
        format!("{} to move", side_name(side_index))
    }
}

fn waits(side_index: usize) -> String {
    format!("{} to move", side_name(side_index))
}

fn over(winner: Option<usize>) -> String {
    winner.map_or_else(
        || "Game over: a draw".to_owned(),
        |winner| format!("Game over: {} wins", side_name(winner)),
    )
}

//! The evaluation trace: what the tester takes the position to be worth after every ply, what the
//! person's moves gave away, and what speaks for the square under the cursor.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::{columns, frame, list_moves, shorten, wrap, write, write_line};
use crate::plot::Plot;
use crate::theme::{Role, Theme};
use crate::view::{CursorInfo, GameView, Loss, Remark, Share, TraceState};
use crate::words;
use koteki_engine::eval::is_decided;
use koteki_games::othello::Move;
use koteki_games::words::sides::side_name;

/// What the help says of it.
pub(crate) const ABOUT: &str = "  Evaluation: the value after every ply, above zero is good for you (for Black where no one plays); large values are drawn closer together, and ^ and v at \
     the edge stand for what lies beyond the axis. Bars below are what moves lost, D is their \
     mean.";
/// The same of what stands beneath the plot while a person plays.
pub(crate) const ABOUT_CURSOR: &str = "  Below it what the tester thinks of the cursor's square: value, \
     rank, and what each feature adds at the end of the best line. Openness adds up the empty \
     squares around each disc that the move flips, the square played included: the fewer, the less \
     it opens to the other side.";

/// Rows of the moves that are listed, and rows from which on there is room for them.
const MOVES: u16 = 2;
const LISTED: u16 = 16;
/// Columns left of the plot for the numbers of the axis.
const AXIS: u16 = 6;
/// Plies a game usually has: the plot is at least that long, so that it does not stretch with every move.
const PLIES: usize = 60;
/// Values up to the first are about evenly spaced on the axis, which ends at the second at the latest: a game
/// that is won big leaves its middle legible. In points of the tester, and in hundredths of a disc.
const AXES: [(f64, i32); 2] = [(25.0, 500), (250.0, 5_000)];

/// The pane.
pub struct TraceView<'a> {
    /// What it shows.
    pub state: &'a TraceState,
    /// Moves in the game so far.
    pub plies: usize,
    /// Whether the game is over.
    pub over: bool,
    /// The game, where its moves are listed here.
    pub listed: Option<&'a GameView>,
    /// The look.
    pub theme: &'a Theme,
    /// Whether the pane has the focus.
    pub focused: bool,
}

impl Widget for TraceView<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let footer = self.footer(usize::from(area.width.saturating_sub(4)));
        let room = usize::from(area.width.saturating_sub(4));
        let title = shorten(&self.title(room), room, self.theme);
        let inner = frame(area, buffer, self.theme, &title, self.focused, footer);
        if inner.is_empty() {
            return;
        }
        let list = match self.listed {
            Some(_) if inner.height >= LISTED => MOVES,
            _ => 0,
        };
        if let Some(game) = self.listed {
            let below = Rect {
                x: inner.x + 1,
                y: inner.bottom() - list,
                width: inner.width.saturating_sub(2),
                height: list,
            };
            list_moves(game, below, buffer, self.theme);
        }
        let inner = Rect {
            height: inner.height - list,
            ..inner
        };
        let info = match inner.height {
            0..4 => 0,
            4..12 => 2.min(inner.height - 3),
            _ => 7,
        };
        let plot = Rect {
            height: inner.height - info,
            ..inner
        };
        let below = Rect {
            y: plot.bottom(),
            height: info,
            ..inner
        };
        if self.state.hidden {
            let style = self.theme.style(Role::Dim);
            write(buffer, plot, plot.x + 1, plot.y, words::HIDDEN[0], style);
            write(
                buffer,
                plot,
                plot.x + 1,
                plot.y + 1,
                words::HIDDEN[1],
                self.theme.style(Role::Dim),
            );
        } else {
            self.plot(plot, buffer);
        }
        self.cursor(below, buffer);
    }
}

impl TraceView<'_> {
    /// Whose values, and the value of the position that is shown; the unit where there is room for it.
    fn title(&self, room: usize) -> String {
        let state = self.state;
        let here = state.review.unwrap_or(self.plies);
        let points = if state.hidden { &[][..] } else { &state.points };
        let value = points.iter().find(|point| point.ply == here);
        let value = value.map(|point| words::value(point.value));
        let review = state.review.map(|ply| (ply, self.plies));
        let title = |by: &str| trace_title(by, state.viewer.index(), value.as_deref(), review);
        let by = state.by.as_ref().filter(|_| !state.hidden);
        let is_points = by.is_none()
            && value
                .as_ref()
                .is_some_and(|it| it.starts_with(['+', '-', '0']));
        let with_unit = if is_points { " points" } else { "" };
        let names = by.map_or_else(
            || ["Evaluation", "Value"].map(str::to_owned),
            |by| evaluation_by(by),
        );
        let [long, short] = &names;
        // Which move it is stands above the board, too.
        let bare = || trace_title(short, state.viewer.index(), value.as_deref(), None);
        let forms = [
            title(long) + with_unit,
            title(short) + with_unit,
            title(long),
            title(short),
        ];
        let fits = |title: &String| usize::from(columns(title)) <= room;
        forms.into_iter().find(fits).unwrap_or_else(bare)
    }

    /// What the last move lost, and the mean so far, in the frame.
    fn footer(&self, room: usize) -> Option<Line<'static>> {
        let state = self.state;
        let d = match state.mean_loss {
            [Some(d), None] | [None, Some(d)] => Some(format!("D {d:.1}")),
            [Some(black), Some(white)] => Some(format!("Black D {black:.1}, White D {white:.1}")),
            [None, None] => None,
        };
        // The mean gives way first, then the rank.
        let form = |ranked: bool, mean: bool| {
            let remark = state.remark.map(|remark| remark_words(&remark, ranked));
            let d = d.clone().filter(|_| mean || state.remark.is_none());
            let parts: Vec<String> = remark.into_iter().chain(d).collect();
            parts.join(self.theme.glyphs.separator)
        };
        let [long, ranked, short] = [form(true, true), form(true, false), form(false, true)];
        if state.hidden || long.is_empty() {
            return None;
        }
        let mut forms = [long, ranked].into_iter();
        let fits = |text: &String| usize::from(columns(text)) <= room;
        let text = forms
            .find(fits)
            .unwrap_or_else(|| shorten(&short, room, self.theme));
        let role = match state.remark {
            Some(remark) if remark.loss.is_some() => Role::Strong,
            _ => Role::Dim,
        };
        Some(Line::from(Span::styled(
            format!(" {text} "),
            self.theme.style(role),
        )))
    }

    /// How far values are evenly spaced, and where the axis ends.
    fn axis(&self) -> (f64, i32) {
        AXES[usize::from(self.state.by.is_some())]
    }

    /// The largest value that is no decided game, rounded up to a number that reads well, as far as the axis
    /// goes.
    fn scale(&self) -> f64 {
        let largest = self
            .state
            .points
            .iter()
            .filter(|point| !is_decided(point.value))
            .map(|point| point.value.saturating_abs())
            .max()
            .unwrap_or(0)
            .min(self.axis().1);
        // 20, 50, 100, 200, 500 …: few sizes, so that the curve seldom jumps.
        let mut scale = 20;
        for (up, down) in [(5, 2), (2, 1), (2, 1)].into_iter().cycle() {
            if scale >= largest {
                break;
            }
            scale = scale * up / down;
        }
        f64::from(scale)
    }

    /// Where `value` stands on an axis that ends at ±`scale`, −1…1: even near zero, logarithmic beyond.
    fn place(&self, value: f64, scale: f64) -> f64 {
        let (even, _) = self.axis();
        (value.clamp(-scale, scale) / even).asinh() / (scale / even).asinh()
    }

    fn plot(&self, area: Rect, buffer: &mut Buffer) {
        let theme = self.theme;
        let last = self
            .state
            .points
            .iter()
            .map(|point| point.ply)
            .max()
            .unwrap_or(0);
        let end = last.max(PLIES) as f64;
        // The row of the losses stands beneath the curve.
        let losses = u16::from(area.height >= 3);
        let curve = Rect {
            x: area.x + AXIS.min(area.width),
            width: area.width.saturating_sub(AXIS + 1),
            height: area.height - losses,
            ..area
        };
        let scale = self.scale();
        let dim = theme.style(Role::Axis);
        let mut plot = Plot::new(curve, (0.0, end), (-1.0, 1.0), theme.glyphs.dots);
        let zero = plot
            .cell_of((0.0, 0.0))
            .map_or(curve.y, |(_, y)| curve.y + y);
        for x in curve.x..curve.right() {
            write(buffer, curve, x, zero, theme.glyphs.axis[0], dim);
        }
        let label = |value: f64| format!("{:>5}", words::value(value as i32));
        write(buffer, area, area.x, zero, &format!("{:>5}", 0), dim);
        // The ends of the axis first, then what is between them where a row is free on either side.
        let mut taken = vec![zero];
        let between = [10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0, 2000.0];
        let steps = between.into_iter().rev().filter(|&step| step < scale);
        for tick in std::iter::once(scale).chain(steps) {
            for value in [tick, -tick] {
                let at = plot.cell_of((0.0, self.place(value, scale)));
                let Some(row) = at.map(|(_, y)| curve.y + y) else {
                    continue;
                };
                let apart = if tick < scale { 2 } else { 1 };
                if taken.iter().all(|&other| row.abs_diff(other) >= apart) {
                    write(buffer, area, area.x, row, &label(value), dim);
                    taken.push(row);
                }
            }
        }
        if let Some(review) = self.state.review {
            let at = plot.cell_of((review as f64, 0.0)).map(|(x, _)| curve.x + x);
            for (x, y) in at
                .into_iter()
                .flat_map(|x| (curve.y..curve.bottom()).map(move |y| (x, y)))
            {
                let style = theme.style(Role::Strong);
                write(buffer, curve, x, y, theme.glyphs.axis[1], style);
            }
        }
        let points = self
            .state
            .points
            .iter()
            .map(|point| (point.ply as f64, self.place(f64::from(point.value), scale)));
        plot.line(points, '*', theme.style(Role::Curve(0)));
        for point in &self.state.points {
            // What is beyond the axis says so at its edge.
            let (edge, mark) = if point.value > 0 {
                (1.0, '^')
            } else {
                (-1.0, 'v')
            };
            if f64::from(point.value).abs() > scale {
                let at = (point.ply as f64, edge);
                plot.mark(at, mark, theme.style(Role::Curve(0)));
            }
        }
        plot.render(buffer);
        if losses > 0 {
            self.losses(
                Rect {
                    y: curve.bottom(),
                    height: 1,
                    ..area
                },
                curve,
                end,
                buffer,
            );
        }
    }

    /// One bar for each of the viewer's moves that gave something away.
    fn losses(&self, area: Rect, curve: Rect, end: f64, buffer: &mut Buffer) {
        let theme = self.theme;
        let style = theme.style(Role::Axis);
        write(buffer, area, area.x, area.y, " loss", style);
        let bars = theme.glyphs.bars;
        let scale = Plot::new(
            Rect { height: 1, ..curve },
            (0.0, end),
            (0.0, 1.0),
            theme.glyphs.dots,
        );
        for point in &self.state.points {
            let Some(loss) = point.loss.filter(Loss::is_some) else {
                continue;
            };
            let part = loss.part().sqrt();
            let height = ((part * bars.len() as f64) as usize).min(bars.len() - 1);
            let role = if loss.part() < 0.5 {
                Role::Below
            } else {
                Role::Warning
            };
            if let Some((x, _)) = scale.cell_of((point.ply as f64, 0.5)) {
                write(
                    buffer,
                    curve.union(area),
                    curve.x + x,
                    area.y,
                    bars[height],
                    theme.style(role),
                );
            }
        }
    }

    fn cursor(&self, area: Rect, buffer: &mut Buffer) {
        let theme = self.theme;
        let (x, dim) = (area.x + 1, theme.style(Role::Dim));
        match &self.state.cursor {
            CursorInfo::Nothing if !self.state.held.is_empty() && !self.over => {
                self.held(area, buffer);
            }
            CursorInfo::Nothing | CursorInfo::Hidden => {
                let text = match (self.state.hidden, self.over) {
                    (true, _) => [""; 2],
                    (_, true) => [
                        ", and . walk through the game,",
                        "PgUp and PgDn through the losses.",
                    ],
                    _ => ["On a legal move the cursor shows its value.", ""],
                };
                let rows = wrap(&text.join(" "), usize::from(area.width.saturating_sub(2)));
                for (y, text) in (area.y..).zip(&rows) {
                    write(buffer, area, x, y, text, dim);
                }
            }
            CursorInfo::Waiting => write(buffer, area, x, area.y, "looking ahead ...", dim),
            CursorInfo::Known {
                square,
                side,
                value,
                rank,
                of,
                openness,
                line: best,
                shares,
            } => {
                let square = square.to_string();
                let other = (*side != self.state.viewer).then(|| side.index());
                let worth = words::worth(*value, self.state.by.is_some());
                let mut head = cursor_value(&square, other, &worth, *rank, *of);
                let openness = format!("  openness {}", *openness);
                // A number cut in two would be another number.
                if head.chars().count() + openness.chars().count() < usize::from(area.width) {
                    head += &openness;
                }
                let head = shorten(&head, usize::from(area.width.saturating_sub(1)), theme);
                write(buffer, area, x, area.y, &head, theme.style(Role::Strong));
                let rows = Rect {
                    y: area.y + 1,
                    height: area.height.saturating_sub(1),
                    ..area
                };
                if self.state.by.is_some() {
                    let moves: Vec<String> = best.iter().map(Move::to_string).collect();
                    let width = usize::from(rows.width.saturating_sub(2));
                    let text = shorten(&format!("line {}", moves.join(" ")), width, theme);
                    write(buffer, rows, x, rows.y, &text, dim);
                } else if shares.is_empty() {
                    write(
                        buffer,
                        rows,
                        x,
                        rows.y,
                        "the tester sees the end of the game",
                        dim,
                    );
                } else if usize::from(rows.height) > shares.len() {
                    let moves: Vec<String> = best.iter().map(Move::to_string).collect();
                    let text = format!("line {}, and there:", moves.join(" "));
                    let width = usize::from(rows.width.saturating_sub(2));
                    let text = shorten(&text, width, theme);
                    write(buffer, rows, x, rows.y, &text, dim);
                    let below = Rect {
                        y: rows.y + 1,
                        height: rows.height - 1,
                        ..rows
                    };
                    table(shares, below, buffer, theme);
                } else {
                    line(shares, rows, buffer, theme);
                }
            }
        }
    }

    /// What a machine that holds itself level saw, as much of it as there is room for.
    fn held(&self, area: Rect, buffer: &mut Buffer) {
        let width = usize::from(area.width.saturating_sub(2));
        let mut rows = vec![String::new()];
        for piece in &self.state.held {
            match rows.last_mut() {
                Some(row) if row.is_empty() => row.push_str(piece),
                Some(row) if usize::from(columns(row)) + 1 + piece.len() <= width => {
                    row.push(' ');
                    row.push_str(piece);
                }
                _ => rows.push(piece.clone()),
            }
        }
        let room = usize::from(area.height);
        // What there is no room for are the worst moves for it.
        if rows.len() > room {
            let rest = rows.split_off(room).concat();
            if let Some(last) = rows.last_mut() {
                *last = shorten(&format!("{last} {rest}"), width, self.theme);
            }
        }
        let style = self.theme.style(Role::Text);
        for (y, row) in (area.y..).zip(&rows) {
            write(buffer, area, area.x + 1, y, row, style);
        }
    }
}

/// Columns of a product.
const PRODUCT: u16 = 7;

/// Each feature on a row: count, weight, product.
fn table(shares: &[Share], area: Rect, buffer: &mut Buffer, theme: &Theme) {
    let widest = shares
        .iter()
        .map(|share| columns(&share.name))
        .max()
        .unwrap_or(0);
    for (row, share) in (0u16..).zip(shares) {
        let pad = usize::from(widest - columns(&share.name));
        let text = format!(
            "{}{}  {:>4} {} {:>5} = ",
            share.name,
            " ".repeat(pad),
            format!("{:+}", share.count),
            theme.glyphs.times,
            share.weight,
        );
        // Where there is no room for both, what comes of it.
        let text = if columns(&text) + PRODUCT < area.width {
            text
        } else {
            format!("{}{} ", share.name, " ".repeat(pad))
        };
        let product = format!("{:>7}", words::value(share.value()));
        let line = Line::from(vec![
            Span::styled(text, theme.style(Role::Text)),
            Span::styled(product, theme.style(sign_role(share.value()))),
        ]);
        write_line(buffer, area, area.x + 1, area.y + row, &line);
    }
}

/// All on one row: with full names where they fit, else without what adds nothing, else with symbols.
fn line(shares: &[Share], area: Rect, buffer: &mut Buffer, theme: &Theme) {
    let spans = |name: fn(&Share) -> &str, zeros: bool| -> Line<'static> {
        shares
            .iter()
            .filter(|share| zeros || share.value() != 0)
            .flat_map(|share| {
                let value = share.value();
                [
                    Span::styled(format!("{} ", name(share)), theme.style(Role::Dim)),
                    Span::styled(
                        format!("{}  ", words::value(value)),
                        theme.style(sign_role(value)),
                    ),
                ]
            })
            .collect()
    };
    let long: fn(&Share) -> &str = |share| &share.name;
    let line = [spans(long, true), spans(long, false)]
        .into_iter()
        .find(|line| line.width() < usize::from(area.width))
        .unwrap_or_else(|| spans(|share| &share.symbol, false));
    write_line(buffer, area, area.x + 1, area.y, &line);
}

const fn sign_role(value: i32) -> Role {
    match value {
        1.. => Role::Level,
        0 => Role::Dim,
        _ => Role::Above,
    }
}

/// What a move lost, and the best one; its rank, too, where it is to be `ranked`.
fn remark_words(remark: &Remark, ranked: bool) -> String {
    let Remark {
        mv,
        loss,
        rank,
        of,
        best,
    } = remark;
    match (of, rank) {
        (0..2, _) => format!("{mv} was forced"),
        (_, 0..2) => format!("{mv} {}", loss.words()),
        _ if ranked => format!("{mv} {}, rank {rank} of {of}, best {best}", loss.words()),
        _ => format!("{mv} {}, best {best}", loss.words()),
    }
}

/// Title of the trace: whose values, the value of the position shown, and which one that is when it
/// is not the present one.
fn trace_title(
    by: &str,
    viewer: usize,
    value: Option<&str>,
    review: Option<(usize, usize)>,
) -> String {
    let value = value.map_or_else(String::new, |value| format!(": {value}"));
    let place = review.map_or_else(String::new, |(ply, of)| format!(", ply {ply} of {of}"));
    format!("{by}, for {}{place}{value}", side_name(viewer))
}

fn evaluation_by(name: &str) -> [String; 2] {
    [format!("By {name} (100 = a disc)"), format!("By {name}")]
}

fn cursor_value(
    square: &str,
    other_side: Option<usize>,
    worth: &str,
    rank: usize,
    of: usize,
) -> String {
    let whose = other_side.map_or_else(String::new, |index| format!(" for {}", side_name(index)));
    format!("{square}{whose}  {worth}  rank {rank} of {of}")
}
